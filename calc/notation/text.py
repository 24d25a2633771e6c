"""Texts that UTF-8 can encode, and values as they look in a message."""

from __future__ import annotations

from typing import Any

_LONGEST = 80


def show(value: object) -> str:
    """Return ``repr(value)``, cut in the middle if it is long.

    >>> show("123m45")
    "'123m45'"
    """
    try:
        text = repr(value)
    except RecursionError:
        return f"a deeply nested {type(value).__name__}"
    except ValueError:
        # Python refuses to print numbers with too many digits.
        return f"a number of too many digits ({type(value).__name__})"
    return text if len(text) <= _LONGEST else f"{text[:50]} ... {text[-20:]}"


def is_text(value: Any) -> bool:
    """Whether a value is text that UTF-8 can encode."""
    return isinstance(value, str) and unwritable_column(value) is None


def unwritable_column(text: str) -> int | None:
    """Return the column (from 1) of the first lone surrogate, as arguments that are not UTF-8 contain."""
    if text.isascii():
        return None
    return next((place for place, character in enumerate(text, start=1) if "\ud800" <= character <= "\udfff"), None)
