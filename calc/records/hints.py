"""What to do about slips that are made often: the closing phrases of refusals of records."""

from __future__ import annotations

import re
from collections.abc import Iterable

from calc.errors import did_you_mean
from calc.notation.text import show

#: Numbers with commas between thousands, signs and slashes kept: ``36,000``, ``1,300/2,600``.
_THOUSANDS = re.compile(r"(?<![\d,])\d{1,3}(?:,\d{3})+(?![\d,])")
#: What is left of ``36,000`` behind the comma, where a comma ends a value.
_BEHIND_COMMA = re.compile(r"\d{3}")
#: Figures that follow from a win, and stand in its record only as what is claimed.
_CLAIMED = frozenset({"han", "fu", "points", "yaku", "payments"})


def for_amount(value: object) -> str:
    """A number that has commas is written without.

    >>> for_amount("-36,000")
    '; write it without commas: -36000'
    """
    if not isinstance(value, str) or not _THOUSANDS.search(value):
        return ""
    return f"; write it without commas: {_THOUSANDS.sub(lambda match: match[0].replace(',', ''), value)}"


def for_seat(value: object) -> str:
    """A seat is a wind, and no name.

    >>> for_seat("Ito")
    '; seats are winds: E deals, then S, W, N in turn order'
    """
    return "; seats are winds: E deals, then S, W, N in turn order" if isinstance(value, str) else ""


def for_unknown_key(name: str, known: Iterable[str]) -> str:
    """The nearest known key; or what made a key of a part of a value, for a comma within ``{ }`` ends the value.

    >>> for_unknown_key("(234p)", ["melds"])
    "; put melds with commas between them into quotes, as in melds: '(345m),(234p)'"
    >>> for_unknown_key("han", ["hand", "claim"])
    '; what the table says of it is claim.han'
    """
    if name.startswith("("):
        return f"; put melds with commas between them into quotes, as in melds: {show(f'(345m),{name}')}"
    if _BEHIND_COMMA.fullmatch(name):
        return "; write numbers without commas: 36000, not 36,000"
    names = [*known]
    if name in _CLAIMED and {"hand", "claim"} <= {*names}:
        return f"; what the table says of it is claim.{name}"
    return did_you_mean(name, names)
