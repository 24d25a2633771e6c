"""Plain data spoiled in a few places: keys dropped, types changed, values moved, tiles twice, numbers out of reach."""

import copy
from collections.abc import Iterator, Sequence
from typing import Any, Final

from hypothesis import strategies as st

#: Which place, what to do there, with what: numbers are taken modulo what there is.
Mutation = tuple[int, str, Any, int]
_PARENT = tuple[Any, Any]


def _nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


#: What JSON can spell.
PLAIN_JUNK: Final[list[Any]] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    2,
    5,
    13,
    14,
    10_000,
    10_001,
    10**9,
    10**9 + 1,
    2**31,
    2**63 - 1,
    -(2**63),
    0.5,
    -0.0,
    1e308,
    1e-308,
    "",
    " ",
    "x",
    "E",
    "W",
    "N",
    "tsumo",
    "ron",
    "double",
    "concealed",
    "riichi",
    "koikoi",
    "1m",
    "5m5m5m5m5m",
    "0m0m",
    "19m19p19s1234567z",
    "123m",
    "(123m)",
    "[5555z]",
    "(555+5z)",
    "[123m]",
    "🀄",
    "8z",
    "1B",
    "1BRCC",
    "#10",
    "#121",
    "12BCCC",
    "crane",
    "松に鶴",
    "1C1C1C",
    "4000 all",
    "1300/2600",
    "8000",
    "-1",
    "1e5",
    "012",
    "１",
    "A",
    "Ann",
    "=1+1",
    "\x1b[2J",
    "\x00",
    "a\nb",
    "\u202e",
    "true",
    "null",
    "~",
    "./x.yaml",
    "/etc/passwd",
    "tenhou",
    "sanma",
    "taiyaku",
    "hiraya",
    "mushi",
    "hana-awase",
    "claim",
    "wins",
    "9" * 400,
    [],
    {},
    [[]],
    [None],
    {"a": 1},
    {"": None},
    ["E", "E"],
    ["E", "S", "W", "N"],
    {"E": 1},
    {"seat": "E", "for": "daisangen"},
    _nested(30),
]
#: What only a program can hand in.
JUNK: Final[list[Any]] = [
    *PLAIN_JUNK,
    2**63,
    10**400,
    10**5_000,
    -(10**5_000),
    float("nan"),
    float("inf"),
    float("-inf"),
    "\ud800",
    _nested(200),
    b"1m",
    (1, 2),
    {1: 2},
    {None: 1},
    {(1,): 1},
    {1, 2},
    object,
    1j,
    range(3),
    "x" * 100_000,
    ["1m"] * 2_000,
]
_LETTERS: Final = "0123456789mpszESWN()[]+-=.,:#BARC \"'"
_DO: Final = ("drop", "put", "put", "add", "twice", "swap", "wrap", "more", "less", "text", "text", "text", "rename")


#: Slips that leave a record well formed: another tile, another number, something left out or there twice.
SLIPS: Final = ("text", "text", "text", "more", "less", "twice", "drop", "swap")


def mutations(junk: list[Any], most: int = 3, do: Sequence[str] = _DO) -> st.SearchStrategy[list[Mutation]]:
    """A few mutations, each of which :func:`mutate` can make of whatever it is given."""
    numbers = st.integers(0, 2_000)
    return st.lists(st.tuples(numbers, st.sampled_from(do), st.sampled_from(junk), numbers), min_size=1, max_size=most)


def mutate(value: Any, changes: list[Mutation]) -> Any:
    """A copy of plain data with the changes made, one after the other."""
    value = copy.deepcopy(value)
    for where, what, junk, number in changes:
        places = list(_places(value))
        if not places:
            return value
        (holder, key) = places[where % len(places)]
        _change(holder, key, what, copy.deepcopy(junk), number, places)
    return value


def _places(value: Any) -> Iterator[_PARENT]:
    inner = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in inner:
        yield value, key
        yield from _places(value[key])


def _change(holder: Any, key: Any, what: str, junk: Any, number: int, places: list[_PARENT]) -> None:
    old = holder[key]
    match what:
        case "drop":
            del holder[key]
        case "twice" if isinstance(holder, list):
            holder.insert(number % (len(holder) + 1), copy.deepcopy(old))
        case "add" if isinstance(old, dict):
            old[junk if isinstance(junk, str) else str(number)] = junk
        case "add" if isinstance(old, list):
            old.append(junk)
        case "rename" if isinstance(holder, dict):
            holder[junk if isinstance(junk, str) else number] = holder.pop(key)
        case "swap":
            other, its = places[number % len(places)]
            if not isinstance(old, dict | list) and not isinstance(other[its], dict | list):
                holder[key], other[its] = other[its], old
        case _:
            holder[key] = _instead(old, what, junk, number)


def _instead(old: Any, what: str, junk: Any, number: int) -> Any:
    match what:
        case "wrap":
            return [old]
        case "more" | "less" if isinstance(old, int | float):
            return old + (number if what == "more" else -number)
        case "text" if isinstance(old, str):
            return spoil_text(old, number, junk)
    return junk


def spoil_text(text: str, number: int, junk: Any) -> str:
    """A text with a piece left out, twice, moved, or something else in it."""
    at = number // 5 % (len(text) + 1)
    piece = text[at : at + 1 + number // 7 % 3]
    match number % 5:
        case 0:
            return text[:at] + text[at + len(piece) :]
        case 1:
            return text[:at] + piece + text[at:]
        case 2:
            return text[at:] + text[:at]
        case 3 if isinstance(junk, str):
            return text[:at] + junk[:20] + text[at:]
    return text[:at] + _LETTERS[number % len(_LETTERS)] + text[at + 1 :]
