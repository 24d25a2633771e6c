"""Plain values from JSON logs, checked for their type; a refusal names the place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from calc.errors import NotationError, UnreadableError
from calc.notation.melds import Meld, MeldKind, parse_meld
from calc.notation.text import show
from calc.notation.tiles import print_tiles

_LARGEST = 10**9
_WORDS: dict[MeldKind, str] = {"chi": "chi", "pon": "pon", "daiminkan": "kan", "kakan": "kakan", "ankan": "ankan"}


def whole(value: Any, where: str, *, below: int | None = None) -> int:
    """A whole number no game exceeds; with ``below`` from 0 and less than it."""
    least, most = (-_LARGEST, _LARGEST) if below is None else (0, below - 1)
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    bounds = "" if below is None else f" from 0 to {most}"
    raise UnreadableError(f"expected a whole number{bounds} as {where}, found {show(value)}")


def wholes(value: Any, where: str, *, least: int = 0) -> list[int]:
    """A list of whole numbers, ``least`` of them or more."""
    return [whole(item, where) for item in listed(value, where, least=least)]


def listed(value: Any, where: str, *, least: int = 0) -> Sequence[Any]:
    """A list of ``least`` items or more."""
    if isinstance(value, list) and len(value) >= least:
        return value
    raise UnreadableError(f"expected a list{f' of {least} or more' if least else ''} as {where}, found {show(value)}")


def mapped(value: Any, where: str) -> Mapping[str, Any]:
    """An object with keys and values."""
    if isinstance(value, dict):
        return value
    raise UnreadableError(f"expected an object as {where}, found {show(value)}")


def text(value: Any, where: str) -> str:
    """A text."""
    if isinstance(value, str):
        return value
    raise UnreadableError(f"expected a text as {where}, found {show(value)}")


def made_meld(kind: MeldKind, tiles: Sequence[int], added: int | None = None) -> Meld:
    """The meld of these tiles, ``added`` among them; refused where they do not make one of this kind."""
    called = list(tiles)
    spelled = ""
    if added is not None:
        called.remove(added)
        spelled = f"+{print_tiles([added])}"
    try:
        return parse_meld(f"{_WORDS[kind]}:{print_tiles(called)}{spelled}")
    except NotationError as error:
        raise UnreadableError(f"expected the tiles of a {kind}, found others: {error.message}") from None
