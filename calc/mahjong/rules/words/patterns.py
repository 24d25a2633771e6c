"""What a pattern of groups is called: ``run 1 a``, ``run 4 a`` and ``run 7 a`` are 123, 456 and 789 of one suit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from calc.tables.conditions import listed

#: An element that is no group: letters that stand for different suits, or different ranks.
DIFFERENT: Final = re.compile(r"different(?: [a-z]){2,}")
_SUITS: Final = ["m", "p", "s"]


class KnownPattern(NamedTuple):
    """A pattern with a short description.

    ``form``: ``same``, identical groups, ``times`` of each kind; ``ranks``, fixed ones in one suit; ``suits``, any one
    rank in all three; ``steps``, one rank after the other in one suit. ``kinds``: of the groups; ``tiles``: of fixed
    ranks.
    """

    form: Literal["same", "ranks", "suits", "steps"]
    kinds: list[str]
    times: list[int]
    tiles: list[str]


def split_elements(elements: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """The groups and the pair of a pattern, and the letters that have to be different from each other."""
    groups = [text for text in elements if not DIFFERENT.fullmatch(text)]
    return groups, [text.split()[1:] for text in elements if DIFFERENT.fullmatch(text)]


def known_pattern(elements: Sequence[str]) -> KnownPattern | None:
    """The short description of a pattern, if it has one.

    >>> known_pattern(["run 1 a", "run 4 a", "run 7 a"])
    KnownPattern(form='ranks', kinds=['run'], times=[3], tiles=['123', '456', '789'])
    """
    groups, different = split_elements(elements)
    times = Counter(groups)
    kinds, ranks, suits = ([*part] for part in zip(*(element.rsplit(" ", 2) for element in times), strict=True))
    letters = [{name[0] for name in (rank, suit) if name[0].isalpha()} for rank, suit in zip(ranks, suits, strict=True)]
    if all(count > 1 for count in times.values()):
        is_apart = len(set().union(*letters)) == sum(map(len, letters)) and not different
        return KnownPattern("same", kinds, [*times.values()], []) if is_apart else None
    if different or len({*kinds}) > 1 or len(times) < len(groups):
        return None
    tiles: list[str] = []
    form: Literal["ranks", "suits", "steps"] | None = None
    if sorted(suits) == _SUITS and len({*ranks}) == 1 and ranks[0].isalpha():
        form = "suits"
    elif len({*suits}) == 1 and suits[0] not in _SUITS:
        if all(map(str.isdigit, ranks)):
            form, is_run = "ranks", kinds[0] == "run"
            tiles = ["".join(str(int(rank) + step * is_run) for step in range(3)) for rank in ranks]
        elif ranks == [ranks[0], *(f"{ranks[0]}+{step}" for step in range(1, len(ranks)))]:
            form = "steps"
    return None if form is None else KnownPattern(form, kinds[:1], [len(groups)], tiles)


def describe_pattern(elements: Sequence[str]) -> str:
    """A pattern in English: ``2 identical runs``, ``the runs 123, 456 and 789 of one suit``."""
    known = known_pattern(elements)
    if known is None:
        groups, different = split_elements(elements)
        stand = any(re.search(r" [^mps\d]", element) for element in groups)
        apart = "".join(f", {listed(names)} for different ones" for names in different)
        return listed(groups) + (f" (a letter stands for any rank or suit{apart})" if stand else "")
    (kind, *_), (times, *_) = known.kinds, known.times
    if known.form == "same":
        return listed(f"{count} identical {one}s" for one, count in zip(known.kinds, known.times, strict=True))
    if known.form == "ranks":
        return f"the {kind}s {listed(known.tiles)} of one suit"
    return f"the same {kind} in all three suits" if known.form == "suits" else f"{times} {kind}s in a row in one suit"
