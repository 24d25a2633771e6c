"""Records from plain data and back: the dicts that YAML, JSON and a caller's program hand in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from calc.errors import RecordError
from calc.notation._show import show
from calc.notation.json_text import parse_json
from calc.notation.keys import WIN
from calc.notation.records import Win

__all__ = ["decode_json", "plain_from", "record_from"]

#: Keys whose values have bounds that their types do not tell.
_BOUNDED = ("id", "options", "honba", "sticks", "north", "facts", "claim")


def record_from(data: Mapping[str, Any]) -> Win:
    """The win that plain data describes, by the keys of the public contract; a key whose value is ``None`` is absent.

    Raises :class:`~calc.errors.RecordError` with ``key`` set (nested ones dotted, ``claim.fu``) and the code
    ``missing_key``, ``unknown_key`` or ``wrong_type``. Tiles are not read here: text stays text.
    """
    if not isinstance(data, Mapping):
        raise RecordError(f"expected a record with keys and values (hand, by, seat, round), found {show(data)}")
    given = dict(data)
    if None in given.values():
        given = {key: value for key, value in given.items() if value is not None}
    try:
        win = msgspec.convert(given, Win)
    except (msgspec.ValidationError, TypeError, RecursionError) as error:
        WIN.check(given, "")
        # The shapes know every key and type, so this says only that the two disagree.
        raise RecordError(f"expected a win, found {show(given)}: {error}") from None
    for key in _BOUNDED:
        if key in given:
            WIN.keys[key].check(given[key], key)
    return win


def plain_from(win: Win) -> dict[str, Any]:
    """The plain data of a win, with the keys of the public contract; keys at their defaults are left out."""
    plain: dict[str, Any] = msgspec.to_builtins(win)
    return plain


def decode_json(line: bytes | str) -> Win:
    """The win that one JSON text describes.

    Raises :class:`~calc.errors.NotationError` with a column for text that is no JSON, else as :func:`record_from`.
    """
    return record_from(parse_json(line))
