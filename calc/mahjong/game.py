"""What riichi mahjong can do for all other parts of the package."""

from typing import Final

from calc.games import Forms, Game, LogFormat, Logs, Part, RecordKind
from calc.mahjong.records.types import Game as GameRecord, Round, Waiting, Win
from calc.tables import Name
from calc.translation import msg

_WIN: Final = RecordKind(
    {"mahjong.explain.words": "read_words"},
    name="win",
    settled_by="score",
    claims="7700, '1300/2600', mangan, '3 han 40 fu', 'riichi pinfu' (yaku that it has), 'only riichi pinfu' "
    "(all of them), nothing (no win), 'payments.W=-7700'",
    beyond=frozenset({"rounds", "match", "final"}),
)
_ROUND: Final = RecordKind(
    {"mahjong.explain.words": "read_words=read_round_words"},
    name="round",
    settled_by="settle_round",
    claims="'East pays 2000', 'changes.E=1500', '{changes: {E: 1500}}' as JSON",
    beyond=frozenset({"match", "final"}),
    if_told=frozenset({"faults"}),
)
_GAME: Final = RecordKind(
    {"mahjong.explain.words": "read_words=read_game_words"},
    name="game",
    settled_by="settle_game",
    claims="'Aki 34000' (points), 'Aki +24' (a result), 'scores.Aki=34000', 'final.Aki=24'",
    beyond=frozenset({"final"}),
)
_FORMS: Final = Forms(
    {
        "mahjong.records.lines": "line=parse_record_line plain_line=read_plain_line print_line",
        "mahjong.records.plain": "plain=record_from flat=record_from_flat definitions choose",
        "mahjong.records.names": "column_of",
        "mahjong.records.sheet": "sheet=",
        "mahjong.records.fast_lines": "decode_lines=decode_win_lines",
    },
    spelled=Win,
    column="hand",
    own_keys=frozenset({"hand", "rounds", "players", "wins", "draw"}),
)
_OF_WAITING: Final = {
    "mahjong.records.lines": "line=parse_waiting_line",
    "mahjong.records.plain": "plain=waiting_from flat=waiting_from_flat definitions=waiting_definitions",
}
_WAITS: Final = Part(
    {
        "mahjong.waits": "result=WaitsResult",
        "mahjong.report.waits": "write=format_waits",
        "mahjong.tenpai": "fill_up=with_finished_sets",
    },
    forms=Forms(_OF_WAITING),
)
_YAKU_LIST: Final = Part(
    {
        "mahjong.report.sheet": "describe=describe_list sheet=list_sheet",
        "mahjong.rules.json_schema": "file_schema=list_schema",
    }
)
#: Logs that are not read, by what stands near their beginning.
_OTHER_LOGS: Final = (
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
# fmt: off
_LOG_FORMATS: Final = (
    LogFormat({"mahjong.logs.mjlog": "read=read_mjlog"}, id="mjlog", name="Tenhou XML",
              endings=(".mjlog", ".xml"), root="mjloggm"),
    LogFormat({"mahjong.logs.riichi_city": "read=read_riichi_city"}, id="riichi-city", name="Riichi City JSON",
              key="handRecord", keys=("code",)),
    LogFormat({"mahjong.logs.mahjong_soul": "read=read_mahjong_soul"}, id="mahjong-soul", name="Mahjong Soul JSON",
              key="head", keys=("mjslog",), sign=r'"(?:\.lq\.)?(?:Record)?NewRound"'),
    LogFormat({"mahjong.logs.tenhou_json": "read=read_tenhou_json find=find_addresses write=write_game"},
              id="tenhou.net/6", name="tenhou.net/6 JSON", key="log"),
    LogFormat({"mahjong.logs.majiang": "read=read_majiang write=write_game"}, id="majiang", name="majiang JSON",
              key="qijia", keys=("rank",)),
    LogFormat({"mahjong.logs.mleague": "read=read_mleague find=find_pages split=split_games"}, id="m-league",
              name="M.League pages", endings=(".html", ".htm"), key="cmd", is_text=True),
    LogFormat({"mahjong.logs.mjai": "read=read_mjai split=split_games write=write_game"}, id="mjai",
              name="mjai lines", endings=(".mjson",), key="type", is_text=True),
)
# fmt: on
GAME: Final = Game(
    {
        "mahjong.settle": "settle",
        "mahjong.load": "load_rules=load_mahjong_rules read_rules=read_mahjong_rules",
        "mahjong.rules.json_schema": "file_schema",
        "mahjong.unfold": "unfold",
        "mahjong.variants": "variants=variants_of",
        "mahjong.relevance": "may_change settles_alike",
        "mahjong.asking": "guide= form=form_of",
        "mahjong.records.standing": "standing=read_standing",
        "mahjong.records.words": "meaning_words",
        "mahjong.rounds.game": "round_at",
        "mahjong.rounds.results": "figures=figures_of",
        "mahjong.columns.arrow": "arrow=",
        "mahjong.explain.claims": "agrees=agrees_with_error as_paid",
        "mahjong.explain.departures": "departures=departures_of decided_by reasons=reasons_of unclaimed",
        "mahjong.explain.topics": "topics=",
        "mahjong.explain.words": "fuller_words claim_forms around",
        "mahjong.report.chart": "chart=chart_document",
        "mahjong.report.needs": "needs=needs_document",
        "mahjong.report.partial": "partial=partial_document wins_told rounds_told unread_in",
        "mahjong.report.points": "points=points_document",
        "mahjong.report.record": "report=",
        "mahjong.report.rounds": "games_csv",
        "mahjong.report.sheet": "sheet rule_words offers",
        "mahjong.report.win": "draw=draw_record",
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
        {"mahjong.logs.records": "replay=game_of round_of", "mahjong.logs.checking": "check=check_games"},
        formats=_LOG_FORMATS,
        others=_OTHER_LOGS,
    ),
    waits=_WAITS,
    final_lines=lambda result: [(one.player, one.place, one.points, one.score) for one in result.final],
    is_over=lambda result: result.ended is not None,
)
