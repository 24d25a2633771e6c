"""What hanafuda can do for all other parts of the package."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from calc.games import Forms, Game, Part, RecordKind, Settings
from calc.hanafuda.records.types import HanafudaGame, HanafudaRound
from calc.outcomes import Settlement, settle_each
from calc.tables import Name

if TYPE_CHECKING:
    from calc.hanafuda.rules.ruleset import HanafudaRules


def _settle(records: Sequence[Any], rules: "HanafudaRules", settings: Settings) -> Settlement:
    if isinstance(records[0], HanafudaGame):
        from calc.hanafuda.rounds.games import settle_game

        return Settlement(settle_each(records, lambda record: settle_game(record, rules)))
    from calc.hanafuda.rounds.round import settle_round, settle_rounds

    if settings.near:
        return Settlement(settle_each(records, lambda record: settle_round(record, rules, near=True)))
    return Settlement(settle_rounds(records, rules, encoded=settings.encoded))


_ROUND: Final = RecordKind(
    {"hanafuda.rounds.claims": "read_words=read_round_words"},
    name="round",
    settled_by="settle_round",
    claims="'Aki 14', 'Bea pays 3', 'Aki wins', 'Aki has three brights', 'Bea has no flower viewing', "
    "'Aki has only three brights', 'scores.Aki=14', 'changes.Bea=-3', "
    "'yaku.Aki=goko,kasu', 'winner=Aki'",
    in_play=True,
)
_GAME: Final = RecordKind(
    {"hanafuda.rounds.claims": "read_words=read_game_words"},
    name="game",
    settled_by="settle_game",
    claims="'Aki 60', 'Aki wins', 'scores.Aki=60', 'winner=Aki'",
)
_FORMS: Final = Forms(
    {
        "hanafuda.records.lines": "is_flat=is_hanafuda_flat flat=hanafuda_from_flat print_line=print_hanafuda_line",
        "hanafuda.records.plain": "is_plain=is_hanafuda plain=hanafuda_from column_of decode_apart=decode_round_lines "
        "definitions choose",
        "hanafuda.records.said": "sheet=",
        "hanafuda.records.sentences": "is_line=is_told_line line=parse_told_line",
    },
    spelled=HanafudaRound,
    column="players",
    own_keys=frozenset({"players", "rounds"}),
)
_DECK: Final = Part(
    {"hanafuda.rules.deck": "describe=describe_deck", "hanafuda.rules.json_schema": "file_schema=deck_schema"},
    sheet=None,
)
#: All games with flower cards; a rule set says which one it is.
GAME: Final = Game(
    {
        "hanafuda.load": "load_rules=load_hanafuda_rules read_rules=read_hanafuda_rules new_rules=new_game_lines",
        "hanafuda.rules.checks": "doubt_rules=find_doubts",
        "hanafuda.rules.json_schema": "file_schema",
        "hanafuda.unfold": "unfold games_csv",
        "hanafuda.results": "figures=figures_of",
        "hanafuda.variants": "variants=variants_of",
        "hanafuda.asking": "guide= form=form_of",
        "hanafuda.rounds.claims": "fuller_words claim_forms as_paid",
        "hanafuda.explain.departures": "departures=departures_of decided_by reasons=reasons_of",
        "hanafuda.explain.topics": "topics=",
        "hanafuda.records.sentences": "unread_in meaning_words yaku_told",
        "hanafuda.report.record": "report=",
        "hanafuda.report.sheet": "sheet rule_words",
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
