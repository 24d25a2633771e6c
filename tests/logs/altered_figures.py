"""Logs in which one figure was changed, as somebody would who wants more points, in every format and dialect.

``make falsify`` changes 120 figures in each and says how many of them a check notices, and which not.
"""

import argparse
import io
import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from calc import LoggedGame, read_logs
from calc.errors import CalcError
from calc.mahjong.logs import majiang
from calc.mahjong.logs.mjlog import read_mjlog
from calc.mahjong.logs.records import game_of
from calc.mahjong.rules.ruleset import MahjongRules
from calc.outcomes import CheckedGame
from calc.settling import Settings, rules_for
from tests.logs.alone import check_alone
from tests.logs.altered import logs
from tests.logs.falsify import falsified as falsified_xml
from tests.logs.site_writers import as_mleague, as_page, as_riichi_city
from tests.logs.soul_writer import as_mahjong_soul
from tests.logs.test_dialects import first_server
from tests.logs.writers import as_mjai, as_tenhou_json

Path = tuple[Any, ...]


def _lines(values: Any) -> str:
    return "\n".join(map(json.dumps, values))


def _as_majiang(logged: LoggedGame) -> Any:
    (line,) = majiang.write_game(logged)
    return json.loads(line)


#: How a game becomes the values of a format, and they its text.
FORMS: Final[dict[str, tuple[Callable[[LoggedGame], Any], Callable[[Any], str]]]] = {
    "majiang": (_as_majiang, json.dumps),
    "riichi-city": (lambda logged: as_riichi_city(logged.played), json.dumps),
    "m-league": (lambda logged: as_mleague(logged.played), as_page),
    "mahjong-soul": (lambda logged: as_mahjong_soul(logged.played), json.dumps),
    "tenhou.net/6": (lambda logged: as_tenhou_json(logged.played), json.dumps),
    "mjai": (lambda logged: as_mjai(logged.played), _lines),
    "mjai of the first server": (lambda logged: first_server(as_mjai(logged.played), logged), _lines),
}
#: Keys of figures; of others those in their places, and the numbers in words.
_KEYS: Final = {
    "majiang": {
        "defen",
        "fu",
        "fanshu",
        "fenpei",
        "damanguan",
        "changbang",
        "lizhibang",
        "point",
        "zhuangfeng",
        "jushu",
    },
    "riichi-city": {
        *("hand_points", "ben_chang_num", "li_zhi_bang_num", "all_fang_num", "all_fu", "all_point", "point_profit"),
        *("user_point", "point_num", "score", "fang_num"),
    },
    "mahjong-soul": {
        *("chang", "ju", "ben", "liqibang", "scores", "old_scores", "delta_scores", "count", "fu", "val", "tingpai"),
        *("point_rong", "point_zimo_qin", "point_zimo_xian", "part_point_1", "total_point"),
    },
    "mjai": {"kyoku", "honba", "kyotaku", "scores", "deltas", "tenpais"},
    "mjai of the first server": {"fan", "fu", "hora_points", "yakus", "kyoku", "honba", "kyotaku", "scores", "deltas"},
}
_COMMANDS: Final = {"point": 1, "richi": 1, "agari": 1, "gameend": 0, "kyokustart": 2}
_DIGITS: Final = re.compile("[0-9]+")


def says(form: str, logged: LoggedGame) -> bool:
    """Whether the format has words for all that happens in a game: four players, and no draws but by an empty wall."""
    if form not in ("majiang", "m-league", "mahjong-soul"):
        return True
    kinds = [one.draw.kind for one in logged.rounds if one.draw]
    return len(logged.played.players) == 4 and (form != "m-league" or {*kinds} <= {"exhaustive"})


def opened(form: str, values: Any) -> Any:
    """The values, without JSON within them."""
    changed = json.loads(json.dumps(values))
    if form == "riichi-city":
        for record in changed["data"]["handRecord"]:
            for event in record["handEventRecord"]:
                event["data"] = json.loads(event["data"])
    return changed


# ---- figures


def figures(form: str, values: Any) -> list[Path]:
    """The places of all figures among the values of a format: of each number in words, also its place there."""
    found = _PLACES[form](values) if form in _PLACES else _keyed(values, _KEYS[form])
    return [*found]


def _keyed(value: Any, keys: frozenset[str] | set[str], path: Path = (), of: str = "") -> Iterator[Path]:
    """The places of numbers, flags, and numbers as text behind some keys."""
    if isinstance(value, dict | list):
        for step, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _keyed(one, keys, (*path, step), step if isinstance(step, str) else of)
    elif (
        of in keys
        and (value or not of.startswith("point_"))
        and (isinstance(value, int | float) or (isinstance(value, str) and _is_number(value)))
    ):
        yield path


def _is_number(text: str) -> bool:
    return text.lstrip("=+-").replace(".", "").isdigit()


def _of_commands(values: Any) -> Iterator[Path]:
    for at, command in enumerate(values):
        first = _COMMANDS.get(command["cmd"])
        for place, word in enumerate(command["args"]):
            if first is not None and place >= first and _is_number(word):
                yield at, "args", place


def _of_rows(values: Any) -> Iterator[Path]:
    """Of tenhou.net/6: the head and the result of each round, the numbers in words among them, and the end."""
    yield from (("sc", place) for place in range(len(values.get("sc", ()))))
    for at, row in enumerate(values["log"]):
        for part, items in ((0, row[0]), (1, row[1])):
            yield from (("log", at, part, place) for place in range(len(items)))
        for part, items in enumerate(row[-1]):
            for place, one in enumerate(items if isinstance(items, list) else ()):
                path = ("log", at, len(row) - 1, part, place)
                if isinstance(one, int):
                    yield path
                else:
                    # The numbers of yaku are no figures.
                    told = one.partition("(")[2] if place > 3 else one
                    start = len(one) - len(told)
                    yield from ((*path, _DIGITS, start + found.start()) for found in _DIGITS.finditer(told))


_PLACES: Final[dict[str, Callable[[Any], Iterator[Path]]]] = {"m-league": _of_commands, "tenhou.net/6": _of_rows}


def other(figure: Any) -> Any:
    """Another figure, as somebody would write it who wants more."""
    if isinstance(figure, bool):
        return not figure
    if isinstance(figure, str):
        number = figure.lstrip("=+")
        sign = figure[: len(figure) - len(number)]
        return (
            f"{float(number) + 1:.1f}" if "." in number else f"{sign}{int(number) + (1000 if len(number) > 2 else 1)}"
        )
    return figure + (100 if abs(figure) > 99 else 1)


def with_other(form: str, values: Any, path: Path) -> tuple[str, Any]:
    """The values with another figure at a place, and what was changed."""
    changed = inside = opened(form, values)
    words = path[-2:] if _DIGITS in path else ()
    steps = path[: len(path) - len(words)]
    for step in steps[:-1]:
        inside = inside[step]
    old = inside[steps[-1]]
    found = _DIGITS.match(old, words[1]) if words else None
    new = other(old) if found is None else old[: found.start()] + other(found[0]) + old[found.end() :]
    inside[steps[-1]] = new
    return f"{steps}: {old} made {new}", changed


# ---- what is noticed


def check_like(game: LoggedGame, like: LoggedGame) -> CheckedGame:
    """The game held against its log, under the rules of another."""
    settings = Settings(rules=like.head["rules"], options=like.head.get("options", {}))
    rules = rules_for(game.game, settings)
    assert isinstance(rules, MahjongRules)
    return check_alone(game, game.game, rules)


def notices_as(text: str, like: LoggedGame) -> bool:
    """Whether a text is refused, or said to disagree under the rules of the game that it was made of."""
    try:
        return any(
            not isinstance(one, LoggedGame) or check_like(one, like).disagreements
            for one in read_logs(io.StringIO(text))
        )
    except CalcError:
        return True


def main() -> None:
    """Count what is noticed, and tell what is not."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--figures", type=int, default=120)
    options = asked.parse_args()
    rng, texts = random.Random(options.seed), [*logs()]
    for form in ("mjlog", *FORMS):
        missed = []
        for _ in range(options.figures):
            text = rng.choice(texts)
            logged = game_of(read_mjlog(text.encode()), "log", "mjlog")
            while not says(form, logged):
                text = rng.choice(texts)
                logged = game_of(read_mjlog(text.encode()), "log", "mjlog")
            if form == "mjlog":
                name, changed = rng.choice([*falsified_xml(text)])
            else:
                write, text_of = FORMS[form]
                values = write(logged)
                name, value = with_other(form, values, rng.choice(figures(form, opened(form, values))))
                changed = text_of(value)
            if not notices_as(changed, logged):
                missed.append(name)
        print(f"{form:26} {options.figures - len(missed):4} of {options.figures}", *missed, sep="\n    ", flush=True)


if __name__ == "__main__":
    main()
