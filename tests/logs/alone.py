"""One logged game, held against its log."""

from calc.errors import CalcError
from calc.mahjong.logs.checking import check_games
from calc.mahjong.logs.events import LoggedGame
from calc.mahjong.records.types import Game
from calc.mahjong.rules.ruleset import MahjongRules
from calc.outcomes import CheckedGame
from calc.settling import rules_for


def check_alone(logged: LoggedGame, game: Game, rules: MahjongRules | None = None) -> CheckedGame:
    """The game under its own rules, or under these. Raises what it is refused for."""
    chosen = rules or rules_for(game)
    assert isinstance(chosen, MahjongRules)
    (checked,) = check_games([(logged, game)], chosen)
    if isinstance(checked, CalcError):
        raise checked
    return checked
