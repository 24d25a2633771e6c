"""What riichi mahjong can do for all other parts of the package."""

from __future__ import annotations

from typing import Final

from calc.games import Forms, Game, LogFormat, Logs, Part, RecordKind
from calc.mahjong.records.types import Game as GameRecord, Round, Waiting, Win
from calc.tables import Name
from calc.translation import msg

_WIN: Final = RecordKind(
    {"read_words": "calc.mahjong.explain.words:read_words"},
    name="win",
    settled_by="score",
    claims="7700, '1300/2600', mangan, '3 han 40 fu', 'riichi pinfu' (yaku that it has), 'only riichi pinfu' "
    "(all of them), nothing (no win), 'payments.W=-7700'",
    beyond=frozenset({"rounds", "match", "final"}),
)
_ROUND: Final = RecordKind(
    {"read_words": "calc.mahjong.explain.words:read_round_words"},
    name="round",
    settled_by="settle_round",
    claims="'East pays 2000', 'changes.E=1500', '{changes: {E: 1500}}' as JSON",
    beyond=frozenset({"match", "final"}),
    if_told=frozenset({"faults"}),
)
_GAME: Final = RecordKind(
    {"read_words": "calc.mahjong.explain.words:read_game_words"},
    name="game",
    settled_by="settle_game",
    claims="'Aki 34000' (points), 'Aki +24' (a result), 'scores.Aki=34000', 'final.Aki=24'",
    beyond=frozenset({"final"}),
)
_FORMS: Final = Forms(
    {
        "line": "calc.mahjong.records.lines:parse_record_line",
        "plain": "calc.mahjong.records.plain:record_from",
        "flat": "calc.mahjong.records.plain:record_from_flat",
        "column_of": "calc.mahjong.records.names:column_of",
        "plain_line": "calc.mahjong.records.lines:read_plain_line",
        "print_line": "calc.mahjong.records.lines:print_line",
        "sheet": "calc.mahjong.records.sheet",
        "decode_lines": "calc.mahjong.records.fast_lines:decode_win_lines",
        "definitions": "calc.mahjong.records.plain:definitions",
        "choose": "calc.mahjong.records.plain:choose",
    },
    spelled=Win,
    column="hand",
    own_keys=frozenset({"hand", "rounds", "players", "wins", "draw"}),
)
_WAITS: Final = Part(
    {"result": "calc.mahjong.waits:WaitsResult", "write": "calc.mahjong.report.waits:format_waits"},
    forms=Forms(
        {
            "line": "calc.mahjong.records.lines:parse_waiting_line",
            "plain": "calc.mahjong.records.plain:waiting_from",
            "flat": "calc.mahjong.records.plain:waiting_from_flat",
            "definitions": "calc.mahjong.records.plain:waiting_definitions",
        }
    ),
)
_YAKU_LIST: Final = Part(
    {
        "describe": "calc.mahjong.report.sheet:describe_list",
        "file_schema": "calc.mahjong.rules.json_schema:list_schema",
        "sheet": "calc.mahjong.report.sheet:list_sheet",
    }
)
#: Logs that are not read, by what stands near their beginning.
_OTHER_LOGS: Final = (
    (
        r"\"(?:\.lq\.)?(?:Record)?NewRound\"",
        msg("rounds of Mahjong Soul without the head of their game; write them as 'data' beside a 'head'"),
    ),
    (r"\.lq\.(?:GameDetailRecords|Record)", msg("a binary record of Mahjong Soul; save it as JSON")),
    (
        r"^\s*https?://\S*mahjong(?:soul|-jp|-en)?\S*[?&]paipu=",
        msg("an address of Mahjong Soul; save its record as JSON"),
    ),
    (
        r"^\s*https?://(?:tenhou\.net|ron2\.jp)/[0-9]/\?log=",
        msg("an address of Tenhou without its log; save the log itself"),
    ),
    (r"public_?[oO]bservation|\"eventHistory\"", msg("the state of a table of mjx; write its events as mjai")),
    (r"\"ActionNewRound\"", msg("what one player of Mahjong Soul saw of a game; save its record as JSON")),
    (
        r'"tag"\s*:\s*"(?:HELO|UN|TAIKYOKU|INIT|GO)"',
        msg("what one player of Tenhou saw of a game; save the log itself"),
    ),
    (r"^\s*=====.*(?:開始|天鳳)", msg("a game in words (mjscore.txt); save the log itself")),
    (
        r"\"gradingScore\"|^\s*(?:\d\d:\d\d|[A-Z]\d{4}) \| \d+ \|",
        msg("a list of results, which has no moves; save the log of a game"),
    ),
    (r'"mjai_log"|"naga_version"|"relative_scores"', msg("a review of a game; give the log that was reviewed")),
)
_LOG_FORMATS: Final = (
    LogFormat(
        {"read": "calc.mahjong.logs.mjlog:read_mjlog"},
        id="mjlog",
        name="Tenhou XML",
        endings=(".mjlog", ".xml"),
        root="mjloggm",
    ),
    LogFormat(
        {"read": "calc.mahjong.logs.riichi_city:read_riichi_city"},
        id="riichi-city",
        name="Riichi City JSON",
        key="handRecord",
        keys=("code",),
    ),
    LogFormat(
        {"read": "calc.mahjong.logs.mahjong_soul:read_mahjong_soul"},
        id="mahjong-soul",
        name="Mahjong Soul JSON",
        key="head",
        keys=("mjslog",),
    ),
    LogFormat(
        {
            "read": "calc.mahjong.logs.tenhou_json:read_tenhou_json",
            "find": "calc.mahjong.logs.tenhou_json:find_addresses",
            "write": "calc.mahjong.logs.tenhou_json:write_game",
        },
        id="tenhou.net/6",
        name="tenhou.net/6 JSON",
        key="log",
    ),
    LogFormat(
        {"read": "calc.mahjong.logs.majiang:read_majiang", "write": "calc.mahjong.logs.majiang:write_game"},
        id="majiang",
        name="majiang JSON",
        key="qijia",
        keys=("rank",),
    ),
    LogFormat(
        {
            "read": "calc.mahjong.logs.mleague:read_mleague",
            "find": "calc.mahjong.logs.mleague:find_pages",
            "split": "calc.mahjong.logs.mleague:split_games",
        },
        id="m-league",
        name="M.League pages",
        endings=(".html", ".htm"),
        key="cmd",
        is_text=True,
    ),
    LogFormat(
        {
            "read": "calc.mahjong.logs.mjai:read_mjai",
            "split": "calc.mahjong.logs.mjai:split_games",
            "write": "calc.mahjong.logs.mjai:write_game",
        },
        id="mjai",
        name="mjai lines",
        endings=(".mjson",),
        key="type",
        is_text=True,
    ),
)
GAME: Final = Game(
    {
        "settle": "calc.mahjong.settle:settle",
        "load_rules": "calc.mahjong.load:load_mahjong_rules",
        "read_rules": "calc.mahjong.load:read_mahjong_rules",
        "file_schema": "calc.mahjong.rules.json_schema:file_schema",
        "unfold": "calc.mahjong.unfold:unfold",
        "figures": "calc.mahjong.rounds.results:figures_of",
        "fuller_words": "calc.mahjong.explain.words:fuller_words",
        "claim_forms": "calc.mahjong.explain.words:claim_forms",
        "around": "calc.mahjong.explain.words:around",
        "departures": "calc.mahjong.explain.departures:departures_of",
        "agrees": "calc.mahjong.explain.claims:agrees_with_error",
        "decided_by": "calc.mahjong.explain.departures:decided_by",
        "reasons": "calc.mahjong.explain.departures:reasons_of",
        "unclaimed": "calc.mahjong.explain.departures:unclaimed",
        "variants": "calc.mahjong.variants:variants_of",
        "topics": "calc.mahjong.explain.topics",
        "may_change": "calc.mahjong.relevance:may_change",
        "settles_alike": "calc.mahjong.relevance:settles_alike",
        "round_at": "calc.mahjong.rounds.game:round_at",
        "arrow": "calc.mahjong.columns.arrow",
        "report": "calc.mahjong.report.record",
        "games_csv": "calc.mahjong.report.rounds:games_csv",
        "sheet": "calc.mahjong.report.sheet:sheet",
        "rule_words": "calc.mahjong.report.sheet:rule_words",
        "offers": "calc.mahjong.report.sheet:offers",
        "guide": "calc.mahjong.asking",
        "form": "calc.mahjong.asking:form_of",
        "draw": "calc.mahjong.report.win:draw_record",
        "chart": "calc.mahjong.report.chart:chart_document",
        "points": "calc.mahjong.report.points:points_document",
        "standing": "calc.mahjong.records.standing:read_standing",
        "needs": "calc.mahjong.report.needs:needs_document",
        "partial": "calc.mahjong.report.partial:partial_document",
        "wins_told": "calc.mahjong.report.partial:wins_told",
    },
    id="riichi",
    name=Name(en="riichi", ja="麻雀"),
    default_rules="riichi",
    records={
        Win: _WIN,
        Round: _ROUND,
        GameRecord: _GAME,
        Waiting: RecordKind({}, name="hand one tile short", settled_by="find_waits"),
    },
    forms=_FORMS,
    other_tables={"yaku": _YAKU_LIST},
    logs=Logs(
        {
            "replay": "calc.mahjong.logs.records:game_of",
            "check": "calc.mahjong.logs.checking:check_games",
            "round_of": "calc.mahjong.logs.records:round_of",
        },
        formats=_LOG_FORMATS,
        others=_OTHER_LOGS,
    ),
    waits=_WAITS,
    final_lines=lambda result: [(one.player, one.place, one.points, one.score) for one in result.final],
    is_over=lambda result: result.ended is not None,
)
