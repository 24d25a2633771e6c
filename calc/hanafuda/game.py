"""What hanafuda is to all other parts of the package. Each part of it is loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

from calc.outcomes import settle_each
from calc.records.hanafuda import HanafudaGame, HanafudaRound

if TYPE_CHECKING:
    from calc.asking import Guide
    from calc.errors import RuleTableError
    from calc.hanafuda.rules.ruleset import HanafudaRules
    from calc.layout.game import Report
    from calc.outcomes import Departure
    from calc.records.variants import Variant
    from calc.tables import RuleTable


class Hanafuda:
    """All games with flower cards: which one it is, its rule set says. Methods: see :class:`calc.games.Game`."""

    id: Final = "hanafuda"
    default_rules: Final = "koikoi"
    records: Final[Mapping[type, str]] = {HanafudaRound: "round", HanafudaGame: "game"}
    in_play: Final = (HanafudaRound,)

    @property
    def report(self) -> Report:
        from calc.hanafuda.report import record

        return record

    @property
    def guide(self) -> Guide:
        from calc.hanafuda import asking

        return asking

    def load_rules(self, name: str, options: Mapping[str, Any] | None = None) -> HanafudaRules:
        from calc.hanafuda.load import load_hanafuda_rules

        return load_hanafuda_rules(name, options)

    def read_rules(self, table: RuleTable) -> HanafudaRules:
        from calc.hanafuda.load import read_hanafuda_rules

        return read_hanafuda_rules(table)

    def doubt_rules(self, table: RuleTable, rules: HanafudaRules) -> Iterable[RuleTableError]:
        from calc.hanafuda.doubts import find_doubts

        return find_doubts(table, rules)

    def settle(
        self,
        records: Sequence[Any],
        rules: HanafudaRules,
        *,
        fields: Literal["full", "short"] = "full",
        lang: str = "en",
        near: bool = False,
    ) -> Sequence[Any]:
        if isinstance(records[0], HanafudaGame):
            from calc.hanafuda.rounds.games import settle_game

            return settle_each(records, lambda record: settle_game(record, rules, lang))
        from calc.hanafuda.rounds.round import settle_round, settle_rounds

        if near:
            return settle_each(records, lambda record: settle_round(record, rules, lang, near=True))
        return settle_rounds(records, rules, lang)

    def figures(self, result: Any) -> dict[str, Any]:
        from calc.hanafuda.results import figures_of

        return figures_of(result)

    def departures(
        self, record: Any, result: Any, rules: HanafudaRules, lang: str
    ) -> tuple[int | None, list[Departure]]:
        from calc.hanafuda.explain.departures import game_departures, round_departures

        if isinstance(record, HanafudaGame):
            return game_departures(record, result, rules, lang)
        return None, round_departures(record, result, rules, lang)

    def variants(self, record: HanafudaRound, rules: HanafudaRules) -> Iterable[Variant]:
        from calc.hanafuda.variants import variants_of

        return variants_of(record, rules)


HANAFUDA: Final = Hanafuda()
