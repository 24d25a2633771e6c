"""What riichi mahjong can do for all other parts of the package."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from calc.games import Forms, Game, LogFormat, Logs, OtherTable, RecordForms, RecordKind, Settings, Waits, later
from calc.mahjong.records.names import column_of
from calc.mahjong.records.types import Game as GameRecord, Round, Waiting, Win
from calc.outcomes import Settlement, or_raise, settle_each
from calc.tables import Name

if TYPE_CHECKING:
    from calc.mahjong.rules.ruleset import MahjongRules

_CLAIM: Final = attrgetter("claim")
#: So many wins are settled faster in columns.
_MANY: Final = 128


def _settle(records: Sequence[Any], rules: MahjongRules, settings: Settings) -> Settlement:
    """Settle records of one kind."""
    kind, lang = type(records[0]), settings.lang
    if kind is Win:
        return _settle_wins(records, rules, settings)
    if kind is Waiting:
        from calc.mahjong.waits import score_waits

        return Settlement(settle_each(records, lambda record: score_waits(record, rules, lang=lang)))
    if kind is GameRecord:
        from calc.mahjong.rounds.game import settle_games

        return Settlement(settle_games(records, rules, lang))
    from calc.mahjong.rounds.round import settle_all_alone

    return Settlement(settle_all_alone(records, rules, lang))


def _settle_wins(wins: Sequence[Win], rules: MahjongRules, settings: Settings) -> Settlement:
    """Settle wins together, and check their claims."""
    has_claims = any(map(_CLAIM, wins))
    if settings.fields == "short" and not has_claims and len(wins) >= _MANY:
        from calc.mahjong.columns.settle import settle_short

        return Settlement(settle_short(wins, rules, settings.lang, encoded=settings.encoded))
    from calc.mahjong.scoring import settle_wins

    settled = settle_wins(wins, rules)
    outcomes = settled.write(settings.fields, settings.lang)
    if has_claims:
        from calc.mahjong.explain.claims import check_claim

        pairs = zip(outcomes, wins, strict=True)
        outcomes = settle_each(pairs, lambda pair: check_claim(or_raise(pair[0]), pair[1], rules))
    return Settlement(outcomes, settled)


RIICHI: Final = Game(
    id="riichi",
    name=Name(en="riichi", ja="麻雀"),
    default_rules="riichi",
    records={
        Win: RecordKind(
            name="win",
            settled_by="score",
            claims="7700, '1300/2600', mangan, '3 han 40 fu', 'riichi pinfu' (yaku that it has), 'only riichi pinfu' "
            "(all of them), nothing (no win), 'payments.W=-7700'",
            read_words=later("calc.mahjong.explain.words:read_words"),
            beyond=frozenset({"rounds", "match", "final"}),
        ),
        Round: RecordKind(
            name="round",
            settled_by="settle_round",
            claims="'East pays 2000', 'changes.E=1500', '{changes: {E: 1500}}' as JSON",
            read_words=later("calc.mahjong.explain.words:read_round_words"),
            beyond=frozenset({"match", "final"}),
        ),
        GameRecord: RecordKind(
            name="game",
            settled_by="settle_game",
            claims="'Aki 34000' (points), 'Aki +24' (a result), 'scores.Aki=34000', 'final.Aki=24'",
            read_words=later("calc.mahjong.explain.words:read_game_words"),
            beyond=frozenset({"final"}),
        ),
        Waiting: RecordKind(name="hand one tile short", settled_by="find_waits"),
    },
    forms=RecordForms(
        spelled=Win,
        column="hand",
        own_keys=frozenset({"hand", "rounds", "players", "wins", "draw"}),
        line=later("calc.mahjong.records.lines:parse_record_line"),
        plain=later("calc.mahjong.records.plain:record_from"),
        flat=later("calc.mahjong.records.plain:record_from_flat"),
        column_of=column_of,
        plain_line=later("calc.mahjong.records.lines:read_plain_line"),
        print_line=later("calc.mahjong.records.lines:print_line"),
        sheet=later("calc.mahjong.records.sheet"),
        decode_lines=later("calc.mahjong.records.fast_lines:decode_win_lines"),
        definitions=later("calc.mahjong.records.plain:definitions"),
        choose=later("calc.mahjong.records.plain:choose"),
    ),
    load_rules=later("calc.mahjong.load:load_mahjong_rules"),
    read_rules=later("calc.mahjong.load:read_mahjong_rules"),
    file_schema=later("calc.mahjong.rules.json_schema:file_schema"),
    other_tables={
        "yaku": OtherTable(
            describe=later("calc.mahjong.report.sheet:describe_list"),
            file_schema=later("calc.mahjong.rules.json_schema:list_schema"),
            sheet=later("calc.mahjong.report.sheet:list_sheet"),
        )
    },
    settle=_settle,
    unfold=later("calc.mahjong.unfold:unfold"),
    figures=later("calc.mahjong.rounds.results:figures_of"),
    fuller_words=later("calc.mahjong.explain.words:fuller_words"),
    departures=later("calc.mahjong.explain.departures:departures_of"),
    agrees=later("calc.mahjong.explain.claims:agrees_with_error"),
    decided_by=later("calc.mahjong.explain.departures:decided_by"),
    unclaimed=later("calc.mahjong.explain.departures:unclaimed"),
    variants=later("calc.mahjong.variants:variants_of"),
    may_change=later("calc.mahjong.relevance:may_change"),
    settles_alike=later("calc.mahjong.relevance:settles_alike"),
    round_at=later("calc.mahjong.rounds.game:round_at"),
    arrow=later("calc.mahjong.columns.arrow"),
    logs=Logs(
        formats=(
            LogFormat(
                id="mjlog",
                name="Tenhou XML",
                read=later("calc.mahjong.logs.mjlog:read_mjlog"),
                endings=(".mjlog", ".xml"),
                root="mjloggm",
            ),
            LogFormat(
                id="mahjong-soul",
                name="Mahjong Soul JSON",
                read=later("calc.mahjong.logs.mahjong_soul:read_mahjong_soul"),
                key="head",
                keys=("mjslog",),
            ),
            LogFormat(
                id="tenhou.net/6",
                name="tenhou.net/6 JSON",
                read=later("calc.mahjong.logs.tenhou_json:read_tenhou_json"),
                write=later("calc.mahjong.logs.tenhou_json:write_game"),
                key="log",
            ),
            LogFormat(
                id="mjai",
                name="mjai lines",
                read=later("calc.mahjong.logs.mjai:read_mjai"),
                split=later("calc.mahjong.logs.mjai:split_games"),
                write=later("calc.mahjong.logs.mjai:write_game"),
                endings=(".mjson",),
                key="type",
                is_text=True,
            ),
        ),
        replay=later("calc.mahjong.logs.records:game_of"),
        check=later("calc.mahjong.logs.checking:check_games"),
    ),
    report=later("calc.mahjong.report.record"),
    games_csv=later("calc.mahjong.report.rounds:games_csv"),
    blocks=later("calc.mahjong.report.blocks"),
    rule_sheet=later("calc.mahjong.report.sheet:rule_sheet"),
    wall_sheet=later("calc.mahjong.report.sheet:wall_sheet"),
    rule_words=later("calc.mahjong.report.sheet:rule_words"),
    offers=later("calc.mahjong.report.sheet:offers"),
    guide=later("calc.mahjong.asking"),
    form=later("calc.mahjong.form:form_of"),
    draw=later("calc.mahjong.report.win:draw_record"),
    chart=later("calc.mahjong.report.chart:write_chart"),
    chart_blocks=later("calc.mahjong.report.blocks:chart_blocks"),
    points=later("calc.mahjong.report.points:write_points"),
    final_lines=lambda result: [(one.player, one.place, one.points, one.score) for one in result.final],
    is_over=lambda result: result.ended is not None,
    needs=later("calc.mahjong.report.needs:write_needs"),
    waits=Waits(
        forms=Forms(
            line=later("calc.mahjong.records.lines:parse_waiting_line"),
            plain=later("calc.mahjong.records.plain:waiting_from"),
            flat=later("calc.mahjong.records.plain:waiting_from_flat"),
            definitions=later("calc.mahjong.records.plain:waiting_definitions"),
        ),
        result=later("calc.mahjong.waits:WaitsResult"),
        write=later("calc.mahjong.report.waits:format_waits"),
    ),
)
