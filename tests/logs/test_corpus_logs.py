"""Real games, as the server logged them. The files are no part of the project: read where they lie, or skipped."""

import io
import json
import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import calc
from bench.agree import corpus_folder
from calc import LoggedGame, SaidRound, SaidWin, read_logs
from calc.intake.spelling import record_from
from calc.mahjong.logs.events import Draw, DrawnGame
from calc.mahjong.logs.mjlog import read_mjlog
from calc.mahjong.records.types import Game
from calc.outcomes import CheckedGame
from tests.logs.alone import check_alone
from tests.logs.altered import as_texts, notices
from tests.logs.scripts import round_record
from tests.logs.writers import as_mjai, as_tenhou_json

SEATS = "ESWN"
#: Yaku that depend on how the hand was played, and what our records call it.
CIRCUMSTANCES: dict[str, Callable[[dict[str, Any]], bool]] = {
    "riichi": lambda win: win.get("riichi") is True,
    "double_riichi": lambda win: win.get("riichi") == "double",
    "ippatsu": lambda win: "ippatsu" in win,
    "rinshan": lambda win: "rinshan" in win,
    "chankan": lambda win: "chankan" in win,
    "haitei": lambda win: "last_tile" in win and win["by"] == "tsumo" and "rinshan" not in win,
    "houtei": lambda win: "last_tile" in win and win["by"] == "ron",
    "tenhou": lambda win: "first_turn" in win and win["by"] == "tsumo" and win["seat"] == "E",
    "chihou": lambda win: "first_turn" in win and win["by"] == "tsumo" and win["seat"] != "E",
}
#: Games whose results are printed with a decimal, as they are.
UNROUNDED = {"4p-01.mjlog", "4p-06.mjlog"}
#: What the server's kinds of draws are called here.
KINDS = {"exhausted": "exhaustive", "yao9": "kyuushu_kyuuhai", "reach4": "suucha_riichi", "ron3": "sanchahou"}


@cache
def folder() -> Path:
    found = corpus_folder() / "logs"
    if not (found / "expected.jsonl").is_file():
        pytest.skip(f"no real games at {found}; set YAKU_CORPUS to the folder above")
    return found


@cache
def expected() -> dict[str, dict[str, Any]]:
    lines = (folder() / "expected.jsonl").read_text(encoding="utf-8").splitlines()
    return {game["file"]: game for game in map(json.loads, lines)}


@cache
def games() -> dict[str, LoggedGame]:
    found: dict[str, LoggedGame] = {}
    for name in expected():
        (game,) = read_logs(folder() / name)
        assert isinstance(game, LoggedGame), game
        found[name] = game
    return found


def rounds() -> list[tuple[str, dict[str, Any], SaidRound, dict[str, Any]]]:
    """Every round: where it was played, our record, what the log says, and what is expected."""
    return [
        (f"{name} {said.round}{said.number}.{said.honba}", record, said, wanted)
        for name, game in games().items()
        for record, said, wanted in zip(
            game.record["rounds"], game.said.rounds, expected()[name]["rounds"], strict=True
        )
    ]


def wins(players: int) -> list[tuple[str, dict[str, Any], SaidWin, SaidRound]]:
    """Every win as a record of its own, with the honba and sticks it takes."""
    found = []
    for where, record, said, _ in rounds():
        for place, (win, told) in enumerate(zip(record.get("wins", []), said.wins, strict=True)):
            first = place == 0
            counters = {
                "honba": record["honba"] if first else 0,
                "sticks": record["sticks"] + len(record["riichi"]) if first else 0,
            }
            if len(told.deltas or ()) == players:
                found.append((where, win | counters, told, said))
    return found


def test_every_game_is_read_with_all_its_rounds() -> None:
    assert len(games()) == 60
    for name, game in games().items():
        wanted = expected()[name]
        assert len(game.record["players"]) == wanted["players"]
        assert game.record["rules"] == {3: "tenhou-sanma", 4: "tenhou"}[wanted["players"]]
        assert game.record["start"] == wanted["rounds"][0]["scores_before"][0]
        options: dict[str, Any] = {"rounds": 1} if wanted["rules"]["length"] == "east" else {}
        if name in UNROUNDED:
            options["rounding"] = {"mode": "none", "of": "score"}
        assert game.record.get("options", {}) == options
        assert len(game.record["rounds"]) == len(wanted["rounds"])


def test_the_final_scores_and_results_are_those_of_the_server() -> None:
    for name, game in games().items():
        assert game.said.cut_off == ("in_round" if name == "4p-08.mjlog" else None), name
        for ours, theirs in ((game.said.scores, "final"), (game.said.final, "final_uma")):
            wanted = expected()[name][theirs]
            assert (None if ours is None else list(ours)) == wanted, name


def test_every_round_begins_and_ends_as_expected() -> None:
    for where, record, said, wanted in rounds():
        for told in (record, {"round": said.round, "number": said.number, "honba": said.honba, "sticks": said.sticks}):
            assert (told["round"], told["number"]) == (wanted["round_wind"], wanted["hand"]), where
            assert (told["honba"], told["sticks"]) == (wanted["honba"], wanted["sticks"]), where
        assert list(said.before or ()) == wanted["scores_before"], where
        assert list(said.after or ()) == wanted["scores_after"], where


def test_every_winner_and_what_the_log_says_of_the_win() -> None:
    for where, record, said, wanted in rounds():
        seats = [
            SEATS[(player - wanted["dealer"]) % len(said.before or ())] for player in range(len(said.before or ()))
        ]
        assert len(record.get("wins", [])) == len(said.wins) == len(wanted["wins"]), where
        for win, told, theirs in zip(record.get("wins", []), said.wins, wanted["wins"], strict=True):
            loser = None if theirs["loser"] is None else seats[theirs["loser"]]
            assert (win["seat"], win.get("from")) == (seats[theirs["winner"]], loser), where
            assert (told.seat, told.from_) == (seats[theirs["winner"]], loser), where
            assert (told.han, told.fu, told.limits) == (theirs["han"], theirs["fu"], theirs["limits"]), where
            assert list(told.deltas or ()) == theirs["deltas"], where
            assert win["dora"] == told.dora, where


def test_every_draw_and_who_waits() -> None:
    for where, record, said, wanted in rounds():
        if wanted["draw"] is None:
            assert said.draw is None, where
            continue
        assert said.draw is not None
        assert record["draw"]["kind"] == said.draw.kind == KINDS[wanted["draw"]["type"]], where
        assert list(said.draw.deltas or ()) == wanted["draw"]["deltas"], where
        if said.draw.kind == "exhaustive":
            dealer, waits = wanted["dealer"], wanted["draw"]["tenpai"]
            in_seat_order = [SEATS[place] for place in range(len(waits)) if waits[(dealer + place) % len(waits)]]
            assert record["draw"]["waiting"] == in_seat_order, where
            assert len(record["draw"]["hands"]) == len(waits), where


def test_why_a_round_was_drawn_follows_from_the_play() -> None:
    for name in expected():
        for played in read_mjlog((folder() / name).read_bytes()).rounds:
            last = played.events[-1]
            if isinstance(last, DrawnGame) and last.kind != "sanchahou":
                untold = DrawnGame(kind=None, said=last.said)
                record = round_record(type(played)(start=played.start, events=[*played.events[:-1], untold]))
                assert record["draw"]["kind"] == last.kind, name


def test_an_exhaustive_draw_has_an_empty_wall() -> None:
    for name in expected():
        for played in read_mjlog((folder() / name).read_bytes()).rounds:
            last = played.events[-1]
            if isinstance(last, DrawnGame) and last.kind == "exhaustive":
                draws = sum(isinstance(event, Draw) for event in played.events)
                assert draws == {4: 70, 3: 55}[played.start.players], name


def test_the_riichi_that_were_paid_are_those_the_server_took() -> None:
    """The server writes a second step once a stick is paid, which the reader does not look at."""
    for name, game in games().items():
        parts = (folder() / name).read_text(encoding="utf-8").split("<INIT ")[1:]
        for record, part in zip(game.record["rounds"], parts, strict=False):
            payers = [int(who) for who in re.findall(r'<REACH who="(\d)"[^>]*step="2"', part)]
            dealer, players = record["number"] - 1, len(game.record["players"])
            assert record["riichi"] == sorted((SEATS[(who - dealer) % players] for who in payers), key=SEATS.index)


def test_what_the_play_shows_is_what_the_server_counted() -> None:
    found: Counter[str] = Counter()
    for players in (3, 4):
        for where, win, told, _ in wins(players):
            listed = {yaku.id for yaku in told.yaku or ()}
            for yaku, holds in CIRCUMSTANCES.items():
                assert holds(win) == (yaku in listed), (where, yaku, win)
                found[yaku] += holds(win)
            north = sum(yaku.han or 0 for yaku in told.yaku or () if yaku.id == "dora") if win.get("north") else 0
            assert north >= win.get("north", 0), where
    assert found["riichi"] > 200
    assert found["ippatsu"] > 50
    assert found["rinshan"] > 5
    assert min(found["double_riichi"], found["houtei"], found["haitei"]) > 0


@pytest.mark.parametrize(("players", "rules"), [(4, "tenhou"), (3, "tenhou-sanma")])
def test_every_win_is_scored_as_the_server_scored_it(players: int, rules: str) -> None:
    cases = wins(players)
    assert len(cases) > 150
    try:
        chosen = calc.load_rules(rules)
    except calc.RuleTableError:
        pytest.skip(f"the rule set {rules} is not there")
    for (where, win, told, said), result in zip(
        cases, calc.score_many([win for _, win, _, _ in cases], rules=chosen), strict=True
    ):
        assert isinstance(result, calc.WinResult), (where, win, result)
        ours = (result.han, result.fu, result.limits, result.points)
        assert ours == (told.han, told.fu, told.limits, told.points), (where, win)
        payments = [result.payments[SEATS[(player - said.number + 1) % players]] for player in range(players)]
        assert payments == list(told.deltas or ()), (where, win)
        listed = sorted(yaku.id or "" for yaku in told.yaku or () if yaku.id not in {"dora", "ura", "red"})
        assert sorted(yaku.id for yaku in result.yaku) == listed, (where, win)


@pytest.mark.parametrize("form", ["tenhou.net/6", "mjai"])
def test_other_formats_of_the_same_games_give_the_same_records(form: str) -> None:
    for name, game in games().items():
        log = read_mjlog((folder() / name).read_bytes())
        lines = [as_tenhou_json(log)] if form == "tenhou.net/6" else as_mjai(log)
        text = "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
        (read,) = read_logs(io.StringIO(text), name=name)
        assert isinstance(read, LoggedGame), read
        assert read.format == form
        wanted = json.loads(json.dumps(game.record))
        found = json.loads(json.dumps(read.record))
        if form == "mjai":
            wanted.pop("options", None)  # it tells neither the length of the game nor results
        assert found == wanted, name
        for ours, theirs in zip(read.said.rounds, game.said.rounds, strict=True):
            assert (ours.before, [win.deltas for win in ours.wins]) == (
                theirs.before,
                [win.deltas for win in theirs.wins],
            )
            if form == "tenhou.net/6":
                # It tells the fu of no limit hand.
                for win, told in zip(ours.wins, theirs.wins, strict=True):
                    fu = told.fu if told.level == "below_mangan" else None
                    assert (win.han, win.fu, win.limits, win.yaku) == (told.han, fu, told.limits, told.yaku)


@cache
def checked() -> dict[str, CheckedGame]:
    """Every game, scored again and held against its log."""
    found = {}
    for name, logged in games().items():
        game = record_from(logged.record)
        assert isinstance(game, Game)
        found[name] = check_alone(logged, game)
    return found


def test_every_win_every_draw_and_every_final_result_agrees_with_the_log() -> None:
    assert {name: one.disagreements for name, one in checked().items() if one.disagreements} == {}
    assert [name for name, one in checked().items() if one.cut_off] == ["4p-08.mjlog"]
    counted = {
        key: sum(getattr(one, key) for one in checked().values()) for key in ("rounds", "wins", "draws", "finals")
    }
    wanted = [one for game in expected().values() for one in game["rounds"]]
    assert counted == {
        "rounds": len(wanted),
        "wins": sum(len(one["wins"]) for one in wanted),
        "draws": sum(one["draw"] is not None for one in wanted),
        "finals": sum(game["final_uma"] is not None for game in expected().values()),
    }


def test_a_whole_game_settled_from_its_rounds_alone_ends_with_the_scores_and_results_of_the_server() -> None:
    """Counters, sticks, dealers and the end of the game are worked out here; the log gives none of them."""
    for name, logged in games().items():
        told = {"round", "number", "honba", "sticks"}
        rounds = [{key: value for key, value in one.items() if key not in told} for one in logged.record["rounds"]]
        for one in rounds:
            for win in one.get("wins", []):
                win.pop("round", None)
        result = calc.settle_game({**logged.record, "rounds": rounds})
        for ours, theirs in zip(result.rounds, expected()[name]["rounds"], strict=True):
            assert ours.players is not msgspec.UNSET
            assert ours.scores is not None
            scores = {ours.players[seat]: points for seat, points in ours.scores.items()}
            assert [scores[player] for player in logged.record["players"]] == theirs["scores_after"], name
        if expected()[name]["final"] is None:
            assert result.ended is None
            continue
        assert result.ended is not None, name
        assert list(result.scores.values()) == expected()[name]["final"], name
        results = {line.player: line.score for line in result.final}
        assert [results[player] for player in logged.record["players"]] == expected()[name]["final_uma"], name


def test_a_true_log_is_accused_in_no_format() -> None:
    """Also where riichi sticks are left at the end, which the last scores of other formats have."""
    texts = ((name, *one) for name in expected() for one in as_texts((folder() / name).read_text()).items())
    assert [(name, form) for name, form, text in texts if notices(text)] == []
