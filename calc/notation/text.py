"""Text that UTF-8 can spell, and how a value looks in a message."""

from __future__ import annotations

from typing import Any

_LONGEST = 80


def show(value: object) -> str:
    """``repr(value)``, with the middle left out where it is long.

    >>> show("123m45")
    "'123m45'"
    """
    try:
        text = repr(value)
    except RecursionError:
        return f"a deeply nested {type(value).__name__}"
    except ValueError:
        # Python writes no number of more digits than it would read.
        return f"a number of too many digits ({type(value).__name__})"
    return text if len(text) <= _LONGEST else f"{text[:50]} ... {text[-20:]}"


def is_text(value: Any) -> bool:
    """Whether a value is text that UTF-8 can spell."""
    return isinstance(value, str) and unwritable_column(value) is None


def unwritable_column(text: str) -> int | None:
    """The column (from 1) of the first lone surrogate: no file can hold one, but arguments that are not UTF-8 do."""
    if text.isascii():
        return None
    return next((place for place, character in enumerate(text, start=1) if "\ud800" <= character <= "\udfff"), None)
