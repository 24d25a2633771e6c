"""What riichi mahjong is to all other parts of the package. Each part of it is loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

from msgspec.structs import replace

from calc.errors import CalcError, RuleTableError
from calc.outcomes import settle_each
from calc.records.game import Game
from calc.records.round import Round
from calc.records.waiting import Waiting
from calc.records.win import Win

if TYPE_CHECKING:
    from calc.asking import Guide
    from calc.layout.game import Report
    from calc.mahjong.results import WinResult
    from calc.mahjong.rules.schema import MahjongRules
    from calc.outcomes import Departure
    from calc.records.variants import Variant
    from calc.tables import RuleTable


class Riichi:
    """Riichi mahjong, of four or three players. Methods: see :class:`calc.games.Game`."""

    id: Final = "riichi"
    default_rules: Final = "riichi"
    records: Final[Mapping[type, str]] = {Win: "win", Round: "round", Game: "game", Waiting: "hand one tile short"}
    in_play: Final[tuple[type, ...]] = ()

    @property
    def report(self) -> Report:
        from calc.mahjong.report import record

        return record

    @property
    def guide(self) -> Guide:
        from calc.mahjong import asking

        return asking

    def load_rules(self, name: str, options: Mapping[str, Any] | None = None) -> MahjongRules:
        from calc.mahjong.load import load_mahjong_rules

        return load_mahjong_rules(name, options)

    def read_rules(self, table: RuleTable) -> MahjongRules:
        from calc.mahjong.load import read_mahjong_rules

        return read_mahjong_rules(table)

    def doubt_rules(self, table: RuleTable, rules: MahjongRules) -> Iterable[RuleTableError]:
        return ()

    def settle(
        self,
        records: Sequence[Any],
        rules: MahjongRules,
        *,
        fields: Literal["full", "short"] = "full",
        lang: str = "en",
        near: bool = False,
    ) -> Sequence[Any]:
        kind = type(records[0])
        if kind is Win:
            return _settle_wins(records, rules, fields, lang)
        if kind is Waiting:
            from calc.mahjong.waits import score_waits

            return settle_each(records, lambda record: score_waits(record, rules, lang=lang))
        if kind is Game:
            from calc.mahjong.rounds.game import settle_game

            return settle_each(records, lambda record: settle_game(record, rules, lang))
        from calc.mahjong.rounds.playing import settle_alone

        return settle_each(records, lambda record: settle_alone(record, rules, lang))

    def figures(self, result: Any) -> dict[str, Any]:
        from calc.mahjong.figures import figures_of

        return figures_of(result)

    def departures(
        self, record: Any, result: Any, rules: MahjongRules, lang: str
    ) -> tuple[int | None, list[Departure]]:
        if isinstance(record, Win):
            from calc.mahjong.explain.departures import win_departures

            return None, win_departures(replace(record, rules=None, options={}), result, rules, lang)
        from calc.mahjong.rounds.departures import game_departures, round_departures

        return game_departures(result) if isinstance(record, Game) else (None, round_departures(result))

    def variants(self, record: Win | Round, rules: MahjongRules) -> Iterable[Variant]:
        from calc.mahjong.variants import variants_of

        return variants_of(record, rules)


def _settle_wins(
    wins: Sequence[Win], rules: MahjongRules, fields: Literal["full", "short"], lang: str
) -> list[WinResult | CalcError]:
    """Wins valued together, with their claims checked."""
    from calc.mahjong.explain.claims import check_claim
    from calc.mahjong.scoring import score_wins

    def check(place: int) -> WinResult:
        outcome = scored[place]
        if isinstance(outcome, CalcError):
            raise outcome
        return check_claim(outcome, wins[place], rules)

    scored = score_wins(wins, rules, fields=fields, lang=lang)
    return settle_each(range(len(wins)), check)


RIICHI: Final = Riichi()
