"""Claims with who makes them: ``Ben says it is 5200 but Aki says 3900``, ``Ben: mangan``, ``花子は3900``.

Who claims decides nothing; each claim is judged as if it stood alone, and keeps the name in what is printed of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from calc.errors import did_you_mean
from calc.notation.spellings import narrow, seat_of
from calc.records.claims import fold, meanings

_NAME: Final = r"(?P<who>[^\W\d_][\w.'-]*)"
_SAYS: Final = re.compile(
    rf"{_NAME}\s+(?:says?|said|thinks?|thought|claims?|claimed|argues?|argued|insists?|insisted)"
    r"(?:\s+(?:that|on)(?!\S))?\s+",
    re.IGNORECASE,
)
#: What is between the claims of two people.
_BETWEEN: Final = re.compile(r"(?:[\s,;、。.]|(?<!\S)(?:but|and|while|whereas)(?!\S))+$", re.IGNORECASE)
_PARTS: Final = re.compile(
    r"\s*(?:[;、。；]|,(?!\d{3}(?!\d))|(?<!\S)(?:but|and|while|whereas)(?!\S))\s*", re.IGNORECASE
)
_NAMED: Final = re.compile(rf"{_NAME}\s*(?:[:：]|は(?=\s*[\d０-９])|が(?=\s*[\d０-９]))\s*(?P<claim>\S.*)")
#: A name right before what a hand pays.
_BEFORE: Final = re.compile(rf"{_NAME}\s+(?P<claim>\d.*)")
#: Who speaks of oneself has no name.
_SELF: Final = frozenset({"i", "we"})


class Claimed(Struct, frozen=True):
    """A claim in words, or as a mapping, and ``text``: how it is called in a verdict."""

    text: str
    claim: str | Mapping[str, Any]


def claims_by_people(claims: Sequence[str | Mapping[str, Any]], record: Any) -> list[Claimed]:
    """The claims, those of several people in one text apart.

    >>> [one.text for one in claims_by_people(["Ben says it is 5200 but Aki says 3900"], None)]
    ['Ben: it is 5200', 'Aki: 3900']
    >>> [one.claim for one in claims_by_people(["Ben: 40 fu, Aki: 30 fu", "no tanyao and 2 han"], None)]
    ['40 fu', '30 fu', 'no tanyao and 2 han']
    """
    return [one for claim in claims for one in (_apart(claim, record) if isinstance(claim, str) else [_alone(claim)])]


def _alone(claim: str | Mapping[str, Any]) -> Claimed:
    return Claimed(str(claim), claim)


def _apart(text: str, record: Any) -> list[Claimed]:
    said = [*_SAYS.finditer(text)]
    if said and not text[: said[0].start()].strip() and not (len(said) == 1 and said[0]["who"].casefold() in _SELF):
        ends = [*(one.start() for one in said[1:]), len(text)]
        found = [(one["who"], _BETWEEN.sub("", text[one.end() : end])) for one, end in zip(said, ends, strict=True)]
    else:
        # In games a name and a number are the score of a player.
        parts = [] if hasattr(record, "players") else _PARTS.split(text.strip().rstrip("。."))
        named = [_NAMED.fullmatch(part) for part in parts]
        found = [(one["who"], one["claim"]) for one in named if one is not None and seat_of(one["who"]) is None]
        if len(found) < max(len(parts), 1):
            return [_alone(text)]
    return [Claimed(f"{who}: {claim}", claim) for who, claim in found]


def without_name(text: str, record: Any, rules: Any) -> str | None:
    """A claim without the name before it, ``Ben 5200``; ``None`` where the first word may mean something else: a seat,
    or a misspelt yaku or level.
    """
    said = text.strip()
    found = _NAMED.fullmatch(said) or _BEFORE.fullmatch(narrow(said))
    who = found["who"] if found is not None else ""
    if found is None or hasattr(record, "players") or seat_of(who) or (who.isascii() and not who[0].isupper()):
        return None
    known = {*meanings(getattr(rules, "yaku", {}).values()), "mangan", "dora", "furiten", "ron", "tsumo"}
    is_word = fold(who) in known or did_you_mean(fold(who), known)
    return None if is_word else found["claim"]
