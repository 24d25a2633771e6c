"""Circumstances that are other than the record says, as people say them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from calc.layout.words import counted, word
from calc.tables.ruleset import spell_choice

_SEATS: Final = ("E", "S", "W", "N")
#: A key within another: ``wins[0].riichi``, ``draw.waiting``, ``players.Aki.captured``.
_INNER: Final = re.compile(r"wins\[(?P<win>\d+)\]\.(?P<key>\w+)")
#: What a declaration says of a win, and what it says where it was not made.
_DECLARED: Final[dict[str, tuple[str, str]]] = {
    "riichi": ("riichi was declared", "riichi was not declared"),
    "ippatsu": ("it was ippatsu", "it was not ippatsu"),
    "last_tile": ("it was won on the last tile", "it was not won on the last tile"),
    "first_turn": ("it was won in the first turn", "it was not won in the first turn"),
    "rinshan": ("it was won on a replacement tile (rinshan)", "it was not won on a replacement tile (rinshan)"),
    "chankan": ("it was won by robbing a quad (chankan)", "it was not won by robbing a quad (chankan)"),
}


def change_text(change: Mapping[str, Any]) -> str:
    """``riichi was declared``; of a round of several wins with the win: ``win 1: riichi was declared``."""
    inner = {key: match for key in change if (match := _INNER.fullmatch(key)) is not None}
    if inner and len(inner) == len(change):
        place = int(next(iter(inner.values()))["win"]) + 1
        return f"win {place}: {_of_win({match['key']: change[key] for key, match in inner.items()})}"
    return _of_win(change)


def _of_win(change: Mapping[str, Any]) -> str:
    if change.get("by") == "ron":
        return f"it was won by ron from {_name(change.get('from'))}"
    return " and ".join(_phrase(key, value) for key, value in change.items())


def _phrase(key: str, value: Any) -> str:
    if key in _DECLARED and not isinstance(value, list):
        if isinstance(value, str):
            return _DECLARED[key][0].replace("riichi was", "double riichi was").replace("a quad", "a concealed quad")
        return _DECLARED[key][0 if value else 1]
    if key in _SAID:
        return _SAID[key](value)
    head, _, rest = key.partition(".")
    if head == "koikoi":
        return f"{rest} went on {value} times" if value else f"{rest} did not go on"
    if head == "players" and rest.endswith(".captured"):
        return f"{rest.removesuffix('.captured')} captured {str(value).removeprefix('+')} too"
    return f"{key} is {spell_choice(value)}"


def _name(party: Any) -> str:
    return word(party, "en") if party in _SEATS else str(party)


def _names(parties: list[str], one: str, several: str, nobody: str) -> str:
    if not parties:
        return nobody
    *first, last = map(_name, parties)
    return f"{', '.join(first)} and {last} {several}" if first else f"{last} {one}"


def _indicators(kind: str) -> Callable[[str], str]:
    return lambda tiles: f"the {kind} indicators were {tiles}" if tiles else f"there were no {kind} indicators"


def _lay(key: str) -> Callable[[int], str]:
    def phrase(count: int) -> str:
        return f"there {'was' if count == 1 else 'were'} {counted(count, key, 'en')}"

    return phrase


def _norths(count: int) -> str:
    return "1 North was set aside" if count == 1 else f"{count} Norths were set aside"


def _liable(value: Any) -> str:
    if not value:
        return "nobody is responsible (pao)"
    return f"{_name(value['seat'])} is responsible (pao) for {value['for'].replace('_', ' ')}"


_SAID: Final[dict[str, Callable[[Any], str]]] = {
    "honba": _lay("counters"),
    "sticks": _lay("sticks"),
    "seat": lambda seat: f"{_name(seat)} won",
    "round": lambda wind: f"the round wind was {_name(wind)}",
    "number": lambda number: f"the dealer was number {number}",
    "by": lambda how: f"it was won by {how}",
    "from": lambda seat: f"{_name(seat)} discarded the winning tile",
    "dora": _indicators("dora"),
    "ura": _indicators("ura dora"),
    "north": _norths,
    "win": lambda tile: f"{tile} was the winning tile",
    "discards": lambda _: "the discards were not known",
    "liable": _liable,
    "riichi": lambda seats: _names(seats, "paid a riichi stick", "paid riichi sticks", "nobody paid a riichi stick"),
    "draw.waiting": lambda seats: _names(seats, "waits", "wait", "nobody waits"),
    "draw.pool_of_dreams": lambda seats: _names(
        seats, "has a Pool of Dreams", "have Pools of Dreams", "nobody has a Pool of Dreams"
    ),
    "stopped_by": lambda name: f"{name or 'nobody'} stopped the round",
    "month": lambda month: f"the month was {month}",
    "pot": lambda chips: f"the pot held {chips} chip{'' if chips == 1 else 's'}",
    "teyaku": lambda _: "all dealt yaku were claimed",
    "players": lambda names: f"the order of turns was {', '.join(names)}",
}


def spell_change(change: Mapping[str, Any], lang: str) -> str:
    """As records spell it: ``riichi=true``, ``liable.seat=W liable.for=daisangen``; ``without discards`` where the key
    is left out.
    """
    return " ".join(_spell(key, value, lang) for key, value in change.items())


def _spell(key: str, value: Any, lang: str) -> str:
    if value is None or value == []:
        return word("without", lang).format(key=key)
    if isinstance(value, Mapping):
        return " ".join(_spell(f"{key}.{name}", item, lang) for name, item in value.items())
    if isinstance(value, list):
        return f"{key}={','.join(map(str, value))}"
    return f"{key}={spell_choice(value)}"
