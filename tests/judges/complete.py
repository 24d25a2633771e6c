"""Whether concealed tiles are complete, by plain search: the yardstick for hands that only look like wins."""

from collections import Counter
from collections.abc import Iterable

ORPHANS = {0, 8, 9, 17, 18, 26, *range(27, 34)}


def is_complete(kinds: Iterable[int]) -> bool:
    """Whether these tiles are groups and one pair, seven pairs or thirteen orphans.

    >>> is_complete([0, 1, 2, 5, 5, 5, 31, 31])
    True
    >>> is_complete([0, 0, 9, 9, 18, 18, 27, 27, 3, 4, 5, 6, 7, 8])
    False
    """
    counts = Counter(kinds)
    if sum(counts.values()) == 14 and (set(counts.values()) == {2} or set(counts) == ORPHANS):
        return True
    return any(_are_groups(counts - Counter({pair: 2})) for pair, copies in counts.items() if copies >= 2)


def _are_groups(counts: Counter[int]) -> bool:
    if not counts:
        return True
    lowest = min(counts)
    run = Counter([lowest, lowest + 1, lowest + 2])
    can_run = lowest < 27 and lowest % 9 < 7 and run <= counts
    can_triplet = counts[lowest] >= 3
    return (can_run and _are_groups(counts - run)) or (can_triplet and _are_groups(counts - Counter({lowest: 3})))
