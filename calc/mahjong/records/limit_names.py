"""Limit hands by the names that people write, such as 大三元."""

from __future__ import annotations

from functools import cache
from typing import Any

from calc.notation.spellings import fold
from calc.tables import load_table


def limit_named(name: Any) -> Any:
    """The id of a yaku of riichi by its name in any language; what is no such name is given back as it is.

    >>> limit_named("大三元"), limit_named("Big four winds"), limit_named("club_hand")
    ('daisangen', 'daisuushi', 'club_hand')
    """
    return _ids().get(fold(name), name) if isinstance(name, str) else name


@cache
def _ids() -> dict[str, str]:
    found: dict[str, str] = {}
    for key, one in load_table("riichi").data["yaku"].items():
        name = one.get("name", {})
        names = name.values() if isinstance(name, dict) else [name]
        for said in (key, *names, *one.get("also", ())):
            found.setdefault(fold(str(said)), key)
    return found
