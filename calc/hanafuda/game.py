"""What hanafuda can do for all other parts of the package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from calc.games import Game, OtherTable, RecordForms, RecordKind, Settings, later
from calc.hanafuda.records.types import HanafudaGame, HanafudaRound
from calc.outcomes import Settlement, settle_each
from calc.tables import Name

if TYPE_CHECKING:
    from calc.hanafuda.rules.ruleset import HanafudaRules


def _settle(records: Sequence[Any], rules: HanafudaRules, settings: Settings) -> Settlement:
    """Settle records of one kind."""
    if isinstance(records[0], HanafudaGame):
        from calc.hanafuda.rounds.games import settle_game

        return Settlement(settle_each(records, lambda record: settle_game(record, rules, settings.lang)))
    from calc.hanafuda.rounds.round import settle_round, settle_rounds

    if settings.near:
        return Settlement(settle_each(records, lambda record: settle_round(record, rules, settings.lang, near=True)))
    return Settlement(settle_rounds(records, rules, settings.lang, encoded=settings.encoded))


#: All games with flower cards; a rule set says which one it is.
HANAFUDA: Final = Game(
    id="hanafuda",
    name=Name(en="hanafuda", ja="花札"),
    default_rules="koikoi",
    records={
        HanafudaRound: RecordKind(
            name="round",
            settled_by="settle_round",
            claims="'Aki 14', 'Bea pays 3', 'Aki wins', 'Aki has three brights', 'Bea has no flower viewing', "
            "'Aki has only three brights', 'scores.Aki=14', 'changes.Bea=-3', "
            "'yaku.Aki=goko,kasu', 'winner=Aki'",
            read_words=later("calc.hanafuda.rounds.claims:read_round_words"),
            in_play=True,
        ),
        HanafudaGame: RecordKind(
            name="game",
            settled_by="settle_game",
            claims="'Aki 60', 'Aki wins', 'scores.Aki=60', 'winner=Aki'",
            read_words=later("calc.hanafuda.rounds.claims:read_game_words"),
        ),
    },
    forms=RecordForms(
        spelled=HanafudaRound,
        column="players",
        own_keys=frozenset({"players", "rounds"}),
        is_line=later("calc.hanafuda.records.lines:is_hanafuda_line"),
        is_plain=later("calc.hanafuda.records.plain:is_hanafuda"),
        is_flat=later("calc.hanafuda.records.lines:is_hanafuda_flat"),
        line=later("calc.hanafuda.records.lines:parse_hanafuda_line"),
        plain=later("calc.hanafuda.records.plain:hanafuda_from"),
        flat=later("calc.hanafuda.records.lines:hanafuda_from_flat"),
        column_of=later("calc.hanafuda.records.plain:column_of"),
        print_line=later("calc.hanafuda.records.lines:print_hanafuda_line"),
        sheet=later("calc.hanafuda.records.sheet"),
        decode_apart=later("calc.hanafuda.records.plain:decode_round_lines"),
        definitions=later("calc.hanafuda.records.plain:definitions"),
        choose=later("calc.hanafuda.records.plain:choose"),
    ),
    load_rules=later("calc.hanafuda.load:load_hanafuda_rules"),
    read_rules=later("calc.hanafuda.load:read_hanafuda_rules"),
    doubt_rules=later("calc.hanafuda.rules.checks:find_doubts"),
    new_rules=later("calc.hanafuda.draft:new_game_lines"),
    file_schema=later("calc.hanafuda.rules.json_schema:file_schema"),
    other_tables={
        "deck": OtherTable(
            describe=later("calc.hanafuda.rules.deck:describe_deck"),
            file_schema=later("calc.hanafuda.rules.json_schema:deck_schema"),
        )
    },
    settle=_settle,
    unfold=later("calc.hanafuda.unfold:unfold"),
    figures=later("calc.hanafuda.results:figures_of"),
    fuller_words=later("calc.hanafuda.rounds.claims:fuller_words"),
    departures=later("calc.hanafuda.explain.departures:departures_of"),
    decided_by=later("calc.hanafuda.explain.departures:decided_by"),
    variants=later("calc.hanafuda.variants:variants_of"),
    report=later("calc.hanafuda.report.record"),
    games_csv=later("calc.hanafuda.unfold:games_csv"),
    blocks=later("calc.hanafuda.report.blocks"),
    rule_sheet=later("calc.hanafuda.report.sheet:rule_sheet"),
    wall_sheet=later("calc.hanafuda.report.sheet:wall_sheet"),
    rule_words=later("calc.hanafuda.report.sheet:rule_words"),
    final_lines=lambda result: [(one.player, one.place, one.total, one.total) for one in result.final],
    guide=later("calc.hanafuda.asking"),
    form=later("calc.hanafuda.asking:form_of"),
)
