"""Settle riichi records of any kind: wins by themselves or, where they are many, in columns."""

from collections.abc import Sequence
from typing import Any, Final

from calc.errors import CalcError
from calc.games import Fields, Settings
from calc.mahjong.records.types import Game, Waiting, Win
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.scoring import settle_wins
from calc.outcomes import Settlement, or_raise, settle_each

#: So many wins are settled faster in columns.
_MANY: Final = 128


def settle(records: Sequence[Any], rules: MahjongRules, settings: Settings) -> Settlement:
    """Settle records of one kind."""
    kind = type(records[0])
    if kind is Win:
        return _settle_wins(records, rules, settings)
    fields: Fields = "short" if settings.fields == "figures" else "full"  # of the wins of rounds
    if kind is Waiting:
        from calc.mahjong.waits import score_waits

        return Settlement(settle_each(records, lambda record: score_waits(record, rules)))
    if kind is Game:
        from calc.mahjong.rounds.game import settle_game

        return Settlement(settle_each(records, lambda record: settle_game(record, rules, fields)))
    from calc.mahjong.rounds.round import settle_alone

    return Settlement(settle_each(records, lambda record: settle_alone(record, rules, fields)))


def _settle_wins(wins: Sequence[Win], rules: MahjongRules, settings: Settings) -> Settlement:
    fields: Fields = "full" if settings.fields == "full" else "short"
    has_claims = any(win.claim is not None for win in wins)
    if len(wins) >= _MANY and settings.fields == "short" and not has_claims:
        from calc.mahjong.columns.settle import settle_short

        return Settlement(settle_short(wins, rules, encoded=settings.encoded))
    settled = settle_wins(wins, rules)
    outcomes = [one if isinstance(one, CalcError) else one.result(fields) for one in settled]
    if has_claims:
        from calc.mahjong.explain.claims import check_claim

        pairs = zip(outcomes, wins, strict=True)
        outcomes = settle_each(pairs, lambda pair: check_claim(or_raise(pair[0]), pair[1], rules))
    return Settlement(outcomes, settled)
