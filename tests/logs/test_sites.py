"""Games as majiang, Riichi City and the viewer of the M.League tell them: the same play, every figure compared."""

from __future__ import annotations

import copy
import io
import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from calc import LoggedGame, read_logs
from calc.errors import UnreadableError
from calc.mahjong.logs import majiang
from calc.mahjong.logs.events import plain_round
from calc.mahjong.logs.mjlog import read_mjlog
from calc.mahjong.logs.records import game_of
from calc.mahjong.rules.ruleset import MahjongRules
from calc.outcomes import CheckedGame
from calc.settling import Settings, rules_for
from tests.amounts import SEED, tries
from tests.batch.material import SAMPLES
from tests.logs.alone import check_alone
from tests.logs.site_writers import as_mleague, as_page, as_riichi_city
from tests.logs.soul_writer import as_mahjong_soul
from tests.logs.test_corpus_logs import games

SAMPLE = game_of(read_mjlog((SAMPLES / "logs" / "tenhou.mjlog").read_bytes()), "sample", "mjlog")


def as_majiang(logged: LoggedGame) -> Any:
    (line,) = majiang.write_game(logged)
    return json.loads(line)


#: How a game becomes the values of a format, and they its text.
FORMS: dict[str, tuple[Callable[[LoggedGame], Any], Callable[[Any], str]]] = {
    "majiang": (as_majiang, json.dumps),
    "riichi-city": (lambda logged: as_riichi_city(logged.played), json.dumps),
    "m-league": (lambda logged: as_mleague(logged.played), as_page),
}


def read(text: str) -> LoggedGame | Any:
    (game,) = read_logs(io.StringIO(text), name="a")
    return game


def check(game: LoggedGame, like: LoggedGame = SAMPLE) -> CheckedGame:
    """The game held against its log, under the rules of another."""
    settings = Settings(rules=like.head["rules"], options=like.head.get("options", {}))
    rules = rules_for(game.game, settings)
    assert isinstance(rules, MahjongRules)
    return check_alone(game, game.game, rules)


def says(form: str, logged: LoggedGame) -> bool:
    """Whether the format has words for all that happens in a game: four players, and no draws but by an empty wall."""
    kinds = [one.draw.kind for one in logged.rounds if one.draw]
    return len(logged.played.players) == 4 and (form == "majiang" or {*kinds} <= {"exhaustive"})


def plain(logged: LoggedGame) -> list[dict[str, Any]]:
    rounds = [plain_round(one) for one in logged.rounds]
    for one in rounds:
        one.get("draw", {}).pop("waiting", None)
    return rounds


@pytest.mark.parametrize("form", FORMS)
def test_the_games_of_the_corpus_are_read_and_agree(form: str) -> None:
    write, text_of = FORMS[form]
    told = 0
    for name, logged in {"sample": SAMPLE, **dict([*games().items()][:: tries(4, 1)])}.items():
        if form == "riichi-city" or says(form, logged):
            again = read(text_of(write(logged)))
            assert isinstance(again, LoggedGame), again
            assert (again.format, plain(again)) == (form, plain(logged)), name
            checked = check(again, logged)
            assert (checked.disagreements, checked.unread) == ([], []), name
            told += checked.figures
    assert told > 50


# ---- figures

#: Keys of figures, and the places of those of the M.League's commands.
KEYS = {
    "majiang": {"defen", "fu", "fanshu", "fenpei", "damanguan", "changbang", "lizhibang", "point"},
    "riichi-city": {
        *("hand_points", "ben_chang_num", "li_zhi_bang_num", "all_fang_num", "all_fu", "all_point", "point_profit"),
        *("point_num", "score", "fang_num"),
    },
}


def opened(form: str, values: Any) -> Any:
    """The values, without JSON within them."""
    changed = copy.deepcopy(values)
    if form == "riichi-city":
        for record in changed["data"]["handRecord"]:
            for event in record["handEventRecord"]:
                event["data"] = json.loads(event["data"])
    return changed


def figures(form: str, value: Any, path: tuple[Any, ...] = (), of: str = "") -> Iterator[tuple[Any, ...]]:
    """The paths to all figures."""
    if isinstance(value, dict) and "cmd" in value:
        first = 1 if value["cmd"] == "kyokustart" else 0
        if value["cmd"] in ("point", "richi", "agari", "gameend", "kyokustart"):
            for place, word in enumerate(value["args"]):
                if place >= first and word.lstrip("=+-").replace(".", "").isdigit():
                    yield (*path, "args", place)
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from figures(form, one, (*path, key), key)
    elif isinstance(value, list):
        for place, one in enumerate(value):
            yield from figures(form, one, (*path, place), of)
    elif of in KEYS.get(form, ()) and (isinstance(value, int | float) or (of == "point" and value)):
        yield path


def other(figure: Any) -> Any:
    """Another figure, as somebody would write it who wants more."""
    if isinstance(figure, str):
        number = figure.lstrip("=+")
        sign = figure[: len(figure) - len(number)]
        return (
            f"{float(number) + 1:.1f}" if "." in number else f"{sign}{int(number) + (1000 if len(number) > 2 else 1)}"
        )
    return figure + (100 if abs(figure) > 99 else 1)


def falsified(form: str, values: Any) -> Iterator[tuple[str, Any]]:
    """The values with one figure changed, by what it is."""
    for path in figures(form, opened(form, values)):
        changed = inside = opened(form, values)
        for step in path[:-1]:
            inside = inside[step]
        old, inside[path[-1]] = inside[path[-1]], other(inside[path[-1]])
        yield f"{path}: {old} made {inside[path[-1]]}", changed


@pytest.mark.parametrize("form", FORMS)
def test_every_figure_that_is_changed_is_noticed(form: str) -> None:
    write, text_of = FORMS[form]
    tried, missed = 0, []
    for number, (name, changed) in enumerate(falsified(form, write(SAMPLE))):
        if number % tries(5, 1):
            continue
        game = read(text_of(changed))
        tried += 1
        if isinstance(game, LoggedGame) and not check(game).disagreements:
            missed.append(name)
    assert tried > 25
    assert missed == []


# ---- damage

OTHERS: tuple[Any, ...] = (None, True, -1, 0, 7, 10**30, "", "x", "5m", "\ud800", [], [[]], {}, {"l": 9})


def damaged(value: Any, chance: random.Random) -> Any:
    """The value with one part of it made another, left out, or told twice."""
    changed = copy.deepcopy(value)
    inside = changed
    while True:
        steps = [*(inside if isinstance(inside, dict) else range(len(inside)))]
        if not steps:
            return changed
        step = chance.choice(steps)
        if isinstance(inside[step], dict | list) and inside[step] and chance.random() < 0.85:
            inside = inside[step]
            continue
        kind = chance.randrange(3)
        if kind == 0 and isinstance(inside, list):
            inside.insert(step, inside[step])
        elif kind == 1:
            del inside[step]
        else:
            inside[step] = chance.choice(OTHERS)
        return changed


@pytest.mark.parametrize("form", FORMS)
def test_a_damaged_game_is_read_or_refused_with_its_name(form: str) -> None:
    write, text_of = FORMS[form]
    chance, values = random.Random(f"{form}{SEED}"), opened(form, write(SAMPLE))
    refused = 0
    for _ in range(tries(60, 600)):
        for game in read_logs(io.StringIO(text_of(damaged(values, chance))), name="a"):
            if isinstance(game, LoggedGame):
                check(game)
            else:
                assert isinstance(game, UnreadableError)
                assert str(game).startswith("a"), game
                refused += 1
    assert refused > 10


@pytest.mark.parametrize("form", FORMS)
def test_a_text_that_is_cut_short_is_refused(form: str) -> None:
    write, text_of = FORMS[form]
    text = text_of(write(SAMPLE))
    for end in range(0, len(text) - 60, len(text) // 25):
        assert all(isinstance(game, UnreadableError) for game in read_logs(io.StringIO(text[:end]), name="a"))


def test_a_hand_that_is_hidden_is_refused_with_the_reason() -> None:
    value = as_majiang(SAMPLE)
    value["log"][0][0]["qipai"]["shoupai"][2] = ""
    assert "found some hidden" in str(read(json.dumps(value)))
    record = as_riichi_city(SAMPLE.played)
    del record["data"]["handRecord"][0]["handEventRecord"][2]
    assert "found some hidden" in str(read(json.dumps(record)))


def test_four_plain_fives_show_that_none_is_red() -> None:
    text = json.dumps(as_majiang(SAMPLE))
    told = read(text)
    assert isinstance(told, LoggedGame)
    assert "red_fives" not in told.head.get("options", {})
    plain_fives = re.sub(r"(?<=[mps])[0-9+=_*-]+|(?<=[0-9])0(?=[0-9])", lambda run: run[0].replace("0", "5"), text)
    none_red = read(plain_fives)
    assert isinstance(none_red, LoggedGame)
    assert none_red.head["options"]["red_fives"] == {"m": 0, "p": 0, "s": 0}


def spoiled_page() -> str:
    return as_page([*as_mleague(SAMPLE.played)[:3], {"cmd": 5}])


def spoiled_messages() -> str:
    return json.dumps(as_mahjong_soul(SAMPLE.played) | {"data": [{"name": "RecordNewRound"}, {"name": []}]})


def spoiled_rounds() -> str:
    record = as_riichi_city(SAMPLE.played)
    record["data"]["handRecord"][1]["handEventRecord"] = [5]
    return json.dumps(record)


@pytest.mark.parametrize(
    ("write", "place"),
    [
        (spoiled_page, "in message 4 of the log"),
        (spoiled_messages, "in message 2 of the log"),
        (spoiled_rounds, "in round 2 of the log"),
    ],
)
def test_a_damaged_message_is_refused_with_its_place(write: Callable[[], str], place: str) -> None:
    (game,) = read_logs(io.StringIO(write()), name="a")
    assert isinstance(game, UnreadableError)
    assert str(game).startswith(f"a: {place}: "), game
