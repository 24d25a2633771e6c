"""Limits on the size of a rule file: far more than any game needs, and little enough to check quickly.

Texts of a rule file are printed with results, so each has to be one printable line.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from calc.text import UNPRINTABLE

#: Bytes of a file; the largest that is shipped has 32,000.
MAX_BYTES: Final = 1 << 20
#: Values of a file (1,600), and choices of all its options (82), each of which is tried when a file is checked.
MAX_VALUES: Final = 5_000
MAX_CHOICES: Final = 256
#: Characters of a key (40) and of a text (120).
MAX_KEY: Final = 128
MAX_TEXT: Final = 2_048
#: The largest number (1,000,000): sums of products of such numbers stay within the engine's integers.
MAX_NUMBER: Final = 10_000_000

_Path = tuple[str | int, ...]


def find_excess(data: dict[str, Any]) -> tuple[str, _Path] | None:
    """The first value that is too large or cannot be printed: a message and its path; none if all values are fine."""
    for count, (path, value) in enumerate(_walk(data, ()), start=1):
        if count > MAX_VALUES:
            return f"expected at most {MAX_VALUES:,} values in a rule file, found more", ()
        message = _why_not(path[-1] if path else "", MAX_KEY, "a key") or _why_not(value, MAX_TEXT, "a text")
        if message is not None:
            return message, path
    options = data.get("options")
    entries = options.values() if isinstance(options, dict) else ()
    of_each = [entry.get("choices") for entry in entries if isinstance(entry, dict)]
    total = sum(len(one) for one in of_each if isinstance(one, dict))
    if total > MAX_CHOICES:
        return f"expected at most {MAX_CHOICES:,} choices of all options together, found {total:,}", ("options",)
    return None


def _walk(value: Any, path: _Path) -> Iterator[tuple[_Path, Any]]:
    yield path, value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield from _walk(item, (*path, key))


def _why_not(value: Any, longest: int, what: str) -> str | None:
    """Why a key or a single value may not be in a rule file; none if it may."""
    if isinstance(value, str):
        found = UNPRINTABLE.search(value)
        if found is not None:
            return f"expected {what} of one line that can be shown, found {found[0]!r} in it; leave it out"
        if len(value) > longest:
            return f"expected {what} of at most {longest:,} characters, found {len(value):,}; make it shorter"
    elif isinstance(value, int | float) and abs(value) > MAX_NUMBER:
        return f"expected numbers up to {MAX_NUMBER:,}, found one of {len(str(value))} characters"
    return None
