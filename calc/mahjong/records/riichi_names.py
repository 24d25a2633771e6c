"""Yaku and levels of riichi by the names that people write, such as 大三元 and 跳満."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from calc.notation.spellings import fold, times_of
from calc.tables import load_table


def limit_named(name: Any) -> Any:
    """The id of a yaku of riichi by its name in any language; what is no such name is given back as it is.

    >>> limit_named("大三元"), limit_named("Big four winds"), limit_named("club_hand")
    ('daisangen', 'daisuushi', 'club_hand')
    """
    return _yaku().get(fold(name), name) if isinstance(name, str) else name


def is_yaku(name: str) -> bool:
    """Whether a text names a yaku of riichi."""
    return fold(name).replace("_", " ") in _yaku()


def is_level(name: str) -> bool:
    """Whether a text names a level of riichi, or several: ``mangan``, ``跳満``, ``double yakuman``."""
    said = fold(name).replace("_", " ")
    several = times_of(said)
    return said in _levels() or (several is not None and several[0] in _levels())


@cache
def _yaku() -> dict[str, str]:
    return _ids_by_name(load_table("riichi").data["yaku"])


@cache
def _levels() -> dict[str, str]:
    points = load_table("riichi").data["points"]
    return _ids_by_name({**points["levels"], "limit": points["limit"]})


def _ids_by_name(entries: Mapping[str, Any]) -> dict[str, str]:
    """The id of each entry by its names in any language, the first one of several with that name."""
    found: dict[str, str] = {}
    for key, one in entries.items():
        name = one.get("name", {})
        names = name.values() if isinstance(name, dict) else [name]
        for said in (key, key.replace("_", " "), *names, *one.get("also", ())):
            found.setdefault(fold(str(said)), key)
    return found
