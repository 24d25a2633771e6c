"""How a value stands in a message: by ``repr``, cut where it would drown the sentence."""

from __future__ import annotations

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
