"""Games written as tenhou.net/6 and mjai, and read again: the same moves, records and figures."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from calc import LoggedGame, read_logs
from calc.errors import UnreadableError
from calc.mahjong.logs import majiang, mjai, tenhou_json
from calc.mahjong.logs.events import Call, Draw, DrawnGame, GameLog, Indicator, SaidDraw, Won
from calc.mahjong.logs.mjlog import read_mjlog
from calc.mahjong.logs.records import game_of
from calc.mahjong.logs.shapes import without_copies
from calc.report.log import lost_keys
from tests.batch.material import SAMPLES
from tests.cli.running import run_yaku
from tests.logs.alone import check_alone
from tests.logs.scripts import IDLE, script
from tests.logs.soul_writer import as_mahjong_soul
from tests.logs.test_corpus_logs import folder as corpus, games
from tests.rows import Rows

ROWS = Rows(__file__)


WRITERS: dict[str, Any] = {
    "tenhou.net/6": tenhou_json.write_game,
    "mjai": mjai.write_game,
    "majiang": majiang.write_game,
}
SAMPLE = SAMPLES / "logs" / "tenhou.mjlog"


def read(text: str) -> LoggedGame:
    (game,) = read_logs(io.StringIO(text), name="again")
    assert isinstance(game, LoggedGame), game
    return game


def written(logged: LoggedGame, form: str) -> str:
    return "".join(WRITERS[form](logged))


def plain(logged: LoggedGame, *, form: str) -> dict[str, Any]:
    """The record without what the format has no words for."""
    record = json.loads(json.dumps(logged.record))
    if form == "mjai":
        record.pop("options", None)
    return dict(record)


@pytest.mark.parametrize("form", ["tenhou.net/6", "mjai"])
def test_the_games_of_the_corpus_are_the_same_after_they_were_written(form: str) -> None:
    for name, logged in games().items():
        again = read(written(logged, form))
        assert plain(again, form=form) == plain(logged, form=form), name
        for ours, theirs in zip(again.said.rounds, logged.said.rounds, strict=True):
            assert (ours.before, ours.after, ours.seen) == (theirs.before, theirs.after, theirs.seen) or form != "mjai"
            for win, told in zip(ours.wins, theirs.wins, strict=True):
                said = {key: getattr(win, key) for key in win.__struct_fields__ if getattr(win, key) is not None}
                assert {key: getattr(told, key) for key in said} == said, name


def moves(logged: LoggedGame) -> list[list[Any]]:
    """What happened in each round, of draws only the tile, of endings whose they are; indicators apart."""
    found: list[list[Any]] = []
    for one in logged.played.rounds:
        if one.is_over:
            turned = [event for event in one.events if isinstance(event, Indicator)]
            play = [told_move(event) for event in without_copies(one.events) if not isinstance(event, Indicator)]
            found += [turned, play]
    return found


def told_move(event: Any) -> Any:
    if isinstance(event, Draw):
        return event.player, event.tile
    if isinstance(event, Won):
        return event.player, event.feeder, sorted(event.ura)
    return type(event) if isinstance(event, DrawnGame) else event


@pytest.mark.parametrize("form", WRITERS)
def test_every_move_is_there_after_it_was_written(form: str) -> None:
    for name, logged in {"sample": game_of(read_mjlog(SAMPLE.read_bytes()), "a", "mjlog"), **games()}.items():
        if form != "majiang" or len(logged.played.players) == 4:
            assert moves(read(written(logged, form))) == moves(logged), name


def test_three_players_are_no_game_of_majiang() -> None:
    (logged,) = [one for one in read_logs(SAMPLES / "logs" / "riichi-city.json") if isinstance(one, LoggedGame)]
    with pytest.raises(UnreadableError, match="expected a game of four players"):
        written(logged, "majiang")


@pytest.mark.parametrize("form", WRITERS)
def test_what_was_written_is_written_the_same_again(form: str) -> None:
    for logged in list(games().values())[::7]:
        if form == "majiang" and len(logged.played.players) != 4:
            continue
        text = written(logged, form)
        assert written(read(text), form) == text


def test_a_worth_that_the_log_does_not_tell_is_that_of_the_settled_game() -> None:
    """mjai lists no yaku; the figures and yaku of the server come back by way of it."""
    for name, logged in games().items():
        again = read(written(read(written(logged, "mjai")), "tenhou.net/6"))
        for ours, theirs in zip(again.said.rounds, logged.said.rounds, strict=True):
            for win, told in zip(ours.wins, theirs.wins, strict=True):
                # tenhou.net/6 tells the fu of no limit hand.
                fu = None if win.level else told.fu
                assert (win.han, win.fu, win.limits, win.points) == (told.han, fu, told.limits, told.points), name
                listed = [sorted((line.name, line.han or 0) for line in one.yaku or () if line.han != 0)
                          for one in (win, told)]  # fmt: skip
                assert listed[0] == listed[1], name


def test_a_game_of_mahjong_soul_keeps_its_rules() -> None:
    value = as_mahjong_soul(read_mjlog(SAMPLE.read_bytes()))
    game = read(json.dumps(value))
    again = read(written(game, "tenhou.net/6"))
    form = "tenhou.net/6"
    assert (again.head["rules"], plain(again, form=form)) == ("mahjong-soul", plain(game, form=form))


def test_whose_tile_won_is_told_in_each_win() -> None:
    game = game_of(read_mjlog(SAMPLE.read_bytes()), "a", "mjlog")
    played = [win for one in game.record["rounds"] for win in one.get("wins", ())]
    said = [(win.seat, win.from_) for one in game.said.rounds for win in one.wins]
    assert said == [(win["seat"], win.get("from")) for win in played]
    lines = [json.loads(line) for line in written(game, "mjai").splitlines()]
    won = [event for log in game.played.rounds for event in log.events if isinstance(event, Won)]
    # On a tsumo mjai names the winner.
    assert [(line["actor"], line["target"]) for line in lines if line["type"] == "hora"] == [
        (one.player, one.player if one.feeder is None else one.feeder) for one in won
    ]
    assert {win["by"] for win in played} == {"ron", "tsumo"}


@pytest.mark.parametrize(("title", "rules"), [("一番街", "riichi-city-sanma"), ("M.League", "tenhou-sanma")])
def test_a_title_tells_rules_for_three_only_where_a_site_has_some(title: str, rules: str) -> None:
    (game,) = [one for one in read_logs(SAMPLES / "logs" / "riichi-city.json") if isinstance(one, LoggedGame)]
    value = json.loads(written(game, "tenhou.net/6"))
    assert read(json.dumps(value)).head["rules"] == "riichi-city-sanma"
    value["rule"]["disp"] = ""
    assert read(json.dumps(value | {"title": [title, ""]})).head["rules"] == rules


def test_a_game_of_majiang_has_places_and_draws_after_quads() -> None:
    game = game_of(read_mjlog(SAMPLE.read_bytes()), "a", "mjlog")
    text = written(game, "majiang")
    value = json.loads(text)
    assert text == json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
    assert (value["defen"], value["rank"]) == ([28500, 12700, 14300, 44500], [2, 4, 3, 1])
    names = [next(iter(one)) for played in value["log"] for one in played]
    quads = sum(isinstance(one, Call) and "kan" in one.meld.kind for log in game.played.rounds for one in log.events)
    assert names.count("gangzimo") == quads > 0


def test_who_is_responsible_is_told_by_majiang_too() -> None:
    game = game_of(read_mjlog(SAMPLE.read_bytes()), "a", "mjlog")
    value = json.loads(written(game, "majiang"))
    win = next(one["hule"] for played in value["log"] for one in played if "hule" in one)
    for sign, seats in (("+", 1), ("=", 2), ("-", 3)):
        win["hupai"] = [{"name": "大三元", "fanshu": "*", "baojia": sign}]
        (said, *_) = [one for played in read(json.dumps(value)).said.rounds for one in played.wins]
        assert (said.liable, said.limits) == ("ESWN"["ESWN".index(said.seat) + seats & 3], win.get("damanguan", 0))
        assert f'"baojia":"{sign}"' in written(read(json.dumps(value)), "majiang")


@ROWS.each("yaku_are_written_as_tenhou_calls_them")
@pytest.mark.parametrize("form", ["tenhou.net/6", "majiang"])
def test_yaku_are_written_as_tenhou_calls_them(win: int, told: list[str], named: list[str], form: str) -> None:
    value = json.loads(written(game_of(read_mjlog(SAMPLE.read_bytes()), "a", "mjlog"), "majiang"))
    wins = [one["hule"] for played in value["log"] for one in played if "hule" in one]
    wins[win]["hupai"] = [{"name": name, "fanshu": 1} for name in told]
    again = read(written(read(json.dumps(value)), form))
    assert [one.name for one in [won for played in again.said.rounds for won in played.wins][win].yaku or ()] == named


def test_rules_that_differ_are_told_in_the_words_of_the_site() -> None:
    log = read_mjlog(SAMPLE.read_bytes())
    for options in (
        {"rounds": 1},
        {"tanyao_open": False},
        {"red_fives": {"m": 0, "p": 0, "s": 0}},
        {"red_fives": {"m": 1, "p": 2, "s": 1}, "rounds": 1},
    ):
        other = type(log)(**{name: getattr(log, name) for name in log.__struct_fields__} | {"options": options})
        assert read(written(game_of(other, "a", "mjlog"), "tenhou.net/6")).head["options"] == options


@ROWS.each("calls_and_declarations")
@pytest.mark.parametrize("form", WRITERS)
def test_calls_and_declarations(moves: str, form: str) -> None:
    hand = "123m456p45s11555z" if "5555z" in moves else "123m456p45789s11z"
    played = script(moves, hand, IDLE, "147m258p369s1277z")
    log = read_mjlog(SAMPLE.read_bytes())
    one = type(log)(players=log.players, options={}, rounds=[played])
    game = game_of(one, "a", "mjlog")
    assert read(written(game, form)).rounds == game.rounds


@ROWS.each("a_discard_from_the_hand_is_told_from_the_tile_drawn")
def test_a_discard_from_the_hand_is_told_from_the_tile_drawn(moves: str, discard: int, flag: bool) -> None:
    played = script(f"{moves} 1+9s =suufon_renda", "123m456p45789s11z", IDLE, IDLE, IDLE)
    log = read_mjlog(SAMPLE.read_bytes())
    game = game_of(type(log)(players=log.players, options={}, rounds=[played]), "a", "mjlog")
    for again in (game, *(read(written(game, form)) for form in WRITERS)):
        assert json.loads(written(again, "tenhou.net/6"))["log"][0][6] == [discard]
        lines = map(json.loads, written(again, "mjai").splitlines())
        assert [line["tsumogiri"] for line in lines if line["type"] == "dahai"] == [flag]


def test_a_tile_that_was_drawn_before_a_call_comes_from_the_hand() -> None:
    moves = "0+6s 0-1m' 1(111m)1m@0 1-1z' 0(111z)1z@1 0-6s =suufon_renda"
    played = script(moves, "123m456p45789s11z", "11m258p369s12377z", "147m258p369s4566z", "147m258p369s4566z")
    log = read_mjlog(SAMPLE.read_bytes())
    game = game_of(type(log)(players=log.players, options={}, rounds=[played]), "a", "mjlog")
    assert json.loads(written(game, "tenhou.net/6"))["log"][0][6] == [11, 36]


@ROWS.each("red_fives_come_after_plain_ones")
def test_red_fives_come_after_plain_ones(player: int, hand: list[int], fed: int, code: str) -> None:
    """As in the logs of the site: ``252552m25``."""
    idle = [11, 12, 13, 14, 16, 17, 18, 19, 21, 22, 23, 24, 26]
    row: list[Any] = [[0, 0, 0], [25000] * 4, [47], []]
    calls: Any = {player: ([code], [0 if "m" in code else 11]) if "a" not in code else ([fed, 12], [code, 60])}
    for one in range(4):
        came, left = ({0: ([fed], [60])} | calls).get(one, ([], []))
        row += [[*hand, *idle[: 13 - len(hand)]] if one == player else idle, came, left]
    value = {"name": ["A", "B", "C", "D"], "rule": {"aka": 1}, "log": [[*row, ["四槓散了"]]]}
    again = json.loads(written(read(json.dumps(value)), "tenhou.net/6"))
    assert again["log"] == value["log"]


# ---- the command


@pytest.mark.parametrize("form", ["tenhou6", "mjai"])
def test_the_command_writes_games_that_check_clean(tmp_path: Path, form: str) -> None:
    source = tmp_path / "a.mjlog"
    source.write_bytes(SAMPLE.read_bytes())
    ran = run_yaku("log", "a.mjlog", "--format", form, folder=tmp_path)
    told = {
        "tenhou6": "",
        "mjai": "a.mjlog: mjai does not tell final results, yaku of this game\n",
    }[form]
    assert (ran.code, ran.err) == (0, told)
    (tmp_path / "b.json").write_text(ran.out, encoding="utf-8")
    ran = run_yaku("log", "b.json", "--check", folder=tmp_path)
    assert ran.code == 0
    assert "0 disagreements, 0 cut off, 0 refused" in ran.out


def test_what_a_format_cannot_say_is_told(tmp_path: Path) -> None:
    name = "4p-08.mjlog"
    (tmp_path / name).write_bytes((corpus() / name).read_bytes())
    ran = run_yaku("log", name, "--format", "tenhou6", folder=tmp_path)
    assert (ran.code, ran.err) == (0, f"{name}: tenhou.net/6 does not tell the round that breaks off of this game\n")
    ran = run_yaku("log", name, "--format", "mjai", "--lang", "ja", folder=tmp_path)
    assert (ran.code, ran.err) == (0, f"{name}: mjaiには書けない：途中で終わる局、役\n")


@pytest.mark.parametrize(
    ("moves", "form", "told"),
    [
        ("0+5z 0[5555z] !0p 0+6z 0-6z 1+6z 1-6z =suucha_riichi", "tenhou.net/6", []),
        ("0+5z 0[5555z] !0p 0+6z 0-6z 1+6z 1-6z =suucha_riichi", "mjai", []),
        ("0+5z 0[5555z] 0+6z !0p 0-6z 1+6z 1-6z =suucha_riichi", "tenhou.net/6", ["indicators"]),
        ("0+5z 0[5555z] 0+6z !0p 0-6z 1+6z 1-6z =suucha_riichi", "mjai", []),
        ("0+5z 0[5555z] !0p 0+6s 0=", "tenhou.net/6", []),
        ("0+5z 0[5555z] !0p 0+6s 0=", "majiang", []),
        ("0+5z 0[5555z] 0+6z 0-6z !0p =suucha_riichi", "tenhou.net/6", ["indicators"]),
        # Open quads turn theirs with the discard, or with the next quad.
        ("0+6z 0-6z 1+6z 1-6z 2+5z 2-5z 0(5555z)5z@2 0+7z !0p 0-7z 1+6z 1-6z =suucha_riichi", "tenhou.net/6", []),
        ("0+6z 0-6z 1+6z 1-6z 2+5z 2-5z 0(5555z)5z@2 !0p 0+7z 0-7z =suucha_riichi", "tenhou.net/6", ["indicators"]),
    ],
)
def test_when_indicators_were_turned_is_told_where_a_format_cannot_say_it(
    moves: str, form: str, told: list[str]
) -> None:
    game = GameLog(players=("A", "B", "C", "D"), options={}, rounds=[script(moves, "123m456p45s11555z")])
    logged = game_of(game, "a", "mjlog")
    assert [*lost_keys(logged, read(written(logged, form)))] == told


@pytest.mark.parametrize(("deltas", "told"), [((1500, 1500, -1500, -1500), []), ((0, 0, 0, 0), ["waiting"])])
def test_who_waits_at_a_draw_is_told_where_no_payment_shows_it(deltas: tuple[int, ...], told: list[str]) -> None:
    played = script("0+5z 0-5z", "123m456p45s11555z")
    drawn = DrawnGame(kind="exhaustive", said=SaidDraw(kind="exhaustive", waiting=("S", "E"), deltas=deltas))
    game = GameLog(players=("A", "B", "C", "D"), options={}, rounds=[replace(played, events=[*played.events, drawn])])
    logged = game_of(game, "a", "mjlog")
    assert [*lost_keys(logged, read(written(logged, "tenhou.net/6")))] == told


def test_rounds_that_do_not_follow_are_written_each_by_itself(tmp_path: Path) -> None:
    begin, game = '{"type":"start_k', (SAMPLES / "logs" / "game.mjai.jsonl").read_text(encoding="utf-8")
    first, second, third, *_ = game.split(begin)
    (tmp_path / "a.jsonl").write_text(begin.join([first, third, second]), encoding="utf-8")
    ran = run_yaku("log", "a.jsonl", "--to", "tenhou6", folder=tmp_path)
    assert ran.code == 0, ran.err
    wins = [one[-1] for one in json.loads(ran.out)["log"]]
    ran = run_yaku("log", str(SAMPLES / "logs" / "game.mjai.jsonl"), "--to", "tenhou6", folder=tmp_path)
    assert wins == [one[-1] for one in json.loads(ran.out)["log"]][1::-1]


def test_records_have_no_moves_and_are_refused(tmp_path: Path) -> None:
    ran = run_yaku("log", str(SAMPLE), "--records", folder=tmp_path)
    (tmp_path / "record.jsonl").write_text(ran.out, encoding="utf-8")
    ran = run_yaku("log", "record.jsonl", "--format", "tenhou6", folder=tmp_path)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("error: record.jsonl: expected")


def test_games_are_not_written_and_checked_at_once(tmp_path: Path) -> None:
    ran = run_yaku("log", str(SAMPLE), "--check", "--format", "mjai", folder=tmp_path)
    assert ran.code == 2
    assert "--check writes no games as mjai; leave one out" in ran.err


@pytest.mark.parametrize("by_way_of", WRITERS)
@pytest.mark.parametrize("form", WRITERS)
def test_what_agrees_agrees_when_it_was_written_by_way_of_another_format(by_way_of: str, form: str) -> None:
    """A format that does not tell when indicators were turned, or the results, brings no fault into another."""
    for name, logged in list(games().items())[::6]:
        if len(logged.played.players) == 4 or "majiang" not in (by_way_of, form):
            again = read(written(read(written(logged, by_way_of)), form))
            found = check_alone(again, again.game).disagreements
            # Without its options a game of one wind is held to be one of two.
            assert [one.key for one in found if one.key != "ended"] == [], name


def test_zeros_for_results_tell_none() -> None:
    (logged,) = [one for one in read_logs(SAMPLE) if isinstance(one, LoggedGame)]
    value = json.loads(written(logged, "tenhou.net/6"))
    value["sc"][1::2] = [0] * 4
    game = read(json.dumps(value))
    assert (game.said.scores, game.said.final) == (logged.said.scores, None)
    # What a format does not have is not written as zeros.
    text = written(read(written(logged, "mjai")), "tenhou.net/6")
    assert "sc" not in json.loads(text)
    assert [*lost_keys(read(written(logged, "mjai")), read(text))] == ["scores"]
