"""What hanafuda can do for all other parts of the package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from calc.games import Forms, Game, Part, RecordKind, Settings
from calc.hanafuda.records.types import HanafudaGame, HanafudaRound
from calc.outcomes import Settlement, settle_each
from calc.tables import Name

if TYPE_CHECKING:
    from calc.hanafuda.rules.ruleset import HanafudaRules


def _settle(records: Sequence[Any], rules: HanafudaRules, settings: Settings) -> Settlement:
    if isinstance(records[0], HanafudaGame):
        from calc.hanafuda.rounds.games import settle_game

        return Settlement(settle_each(records, lambda record: settle_game(record, rules)))
    from calc.hanafuda.rounds.round import settle_round, settle_rounds

    if settings.near:
        return Settlement(settle_each(records, lambda record: settle_round(record, rules, near=True)))
    return Settlement(settle_rounds(records, rules, encoded=settings.encoded))


_ROUND: Final = RecordKind(
    {"read_words": "calc.hanafuda.rounds.claims:read_round_words"},
    name="round",
    settled_by="settle_round",
    claims="'Aki 14', 'Bea pays 3', 'Aki wins', 'Aki has three brights', 'Bea has no flower viewing', "
    "'Aki has only three brights', 'scores.Aki=14', 'changes.Bea=-3', "
    "'yaku.Aki=goko,kasu', 'winner=Aki'",
    in_play=True,
)
_GAME: Final = RecordKind(
    {"read_words": "calc.hanafuda.rounds.claims:read_game_words"},
    name="game",
    settled_by="settle_game",
    claims="'Aki 60', 'Aki wins', 'scores.Aki=60', 'winner=Aki'",
)
_FORMS: Final = Forms(
    {
        "is_line": "calc.hanafuda.records.lines:is_hanafuda_line",
        "is_plain": "calc.hanafuda.records.plain:is_hanafuda",
        "is_flat": "calc.hanafuda.records.lines:is_hanafuda_flat",
        "line": "calc.hanafuda.records.lines:parse_hanafuda_line",
        "plain": "calc.hanafuda.records.plain:hanafuda_from",
        "flat": "calc.hanafuda.records.lines:hanafuda_from_flat",
        "column_of": "calc.hanafuda.records.plain:column_of",
        "print_line": "calc.hanafuda.records.lines:print_hanafuda_line",
        "sheet": "calc.hanafuda.records.said",
        "decode_apart": "calc.hanafuda.records.plain:decode_round_lines",
        "definitions": "calc.hanafuda.records.plain:definitions",
        "choose": "calc.hanafuda.records.plain:choose",
    },
    spelled=HanafudaRound,
    column="players",
    own_keys=frozenset({"players", "rounds"}),
)
_DECK: Final = Part(
    {
        "describe": "calc.hanafuda.rules.deck:describe_deck",
        "file_schema": "calc.hanafuda.rules.json_schema:deck_schema",
    },
    sheet=None,
)
#: All games with flower cards; a rule set says which one it is.
GAME: Final = Game(
    {
        "load_rules": "calc.hanafuda.load:load_hanafuda_rules",
        "read_rules": "calc.hanafuda.load:read_hanafuda_rules",
        "doubt_rules": "calc.hanafuda.rules.checks:find_doubts",
        "new_rules": "calc.hanafuda.load:new_game_lines",
        "file_schema": "calc.hanafuda.rules.json_schema:file_schema",
        "unfold": "calc.hanafuda.unfold:unfold",
        "figures": "calc.hanafuda.results:figures_of",
        "fuller_words": "calc.hanafuda.rounds.claims:fuller_words",
        "claim_forms": "calc.hanafuda.rounds.claims:claim_forms",
        "departures": "calc.hanafuda.explain.departures:departures_of",
        "decided_by": "calc.hanafuda.explain.departures:decided_by",
        "variants": "calc.hanafuda.variants:variants_of",
        "topics": "calc.hanafuda.explain.topics",
        "report": "calc.hanafuda.report.record",
        "games_csv": "calc.hanafuda.unfold:games_csv",
        "sheet": "calc.hanafuda.report.sheet:sheet",
        "rule_words": "calc.hanafuda.report.sheet:rule_words",
        "guide": "calc.hanafuda.asking",
        "form": "calc.hanafuda.asking:form_of",
    },
    id="hanafuda",
    name=Name(en="hanafuda", ja="花札"),
    default_rules="koikoi",
    records={HanafudaRound: _ROUND, HanafudaGame: _GAME},
    forms=_FORMS,
    other_tables={"deck": _DECK},
    settle=_settle,
    final_lines=lambda result: [(one.player, one.place, one.total, one.total) for one in result.final],
)
