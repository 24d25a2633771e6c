"""Random complete hands as physical tiles: the plain mixture, and generators aimed at what chance hardly ever deals."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from tests.judges.tiles import KINDS, Form, MeldTiles

Group = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """A complete hand: its concealed tiles, winning tile and all, and its melds."""

    concealed: list[int]
    melds: list[MeldTiles]


class Wall:
    """A set of 136 tiles that are drawn without return, which copy of a kind by chance."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._left = [list(range(4 * kind, 4 * kind + 4)) for kind in range(KINDS)]

    def holds(self, kinds: Sequence[int]) -> bool:
        """Whether all of these can be drawn together."""
        return all(len(self._left[kind]) >= kinds.count(kind) for kind in kinds)

    def draw(self, kinds: Sequence[int]) -> list[int]:
        """One tile of each of these kinds."""
        return [self._draw_one(self._left[kind]) for kind in kinds]

    def _draw_one(self, copies: list[int]) -> int:
        return copies.pop(self._rng.randrange(len(copies)))


@dataclass(frozen=True)
class Plan:
    """What the four groups and the pair of a hand are drawn from."""

    groups: Sequence[Group]
    pairs: Sequence[int]
    #: One of these lists of groups is in the hand, whatever else is.
    must: Sequence[Sequence[Group]] = ((),)
    #: The chance of a hand to be open, then of each of its groups to be called.
    open_hand: float = 0.4
    #: The chance of each triplet to be a quad.
    quad: float = 0.05

    def draft(self, rng: Random) -> Draft | None:
        """One hand, or ``None`` where the draw ran into a fifth copy."""
        wall = Wall(rng)
        groups = list(rng.choice(self.must))
        groups += [rng.choice(self.groups) for _ in range(4 - len(groups))]
        pair = rng.choice(self.pairs)
        if not wall.holds([kind for group in groups for kind in group] + [pair, pair]):
            return None
        tiles = [wall.draw(group) for group in groups]
        draft = Draft(wall.draw((pair, pair)), [])
        called = rng.uniform(0.2, 0.9) if rng.random() < self.open_hand else 0.0
        for group, drawn in zip(groups, tiles, strict=True):
            form = _form(rng, group, called, self.quad if wall.holds(group[:1]) else 0.0)
            if form is None:
                draft.concealed.extend(drawn)
                continue
            fourth = wall.draw(group[:1]) if form in ("quad", "promoted", "concealed") else []
            draft.melds.append(MeldTiles(form, (*drawn, *fourth)))
        return draft


def _form(rng: Random, group: Group, called: float, quad: float) -> Form | None:
    """How a group is melded, ``None`` for one that stays in the hand."""
    is_run, is_called = group[0] != group[1], rng.random() < called
    if is_run:
        return "run" if is_called else None
    if rng.random() < quad:
        return rng.choice(("quad", "promoted")) if is_called else "concealed"
    return "triplet" if is_called else None


def _runs(kinds: Collection[int]) -> tuple[Group, ...]:
    return tuple(
        (kind, kind + 1, kind + 2) for kind in range(27) if kind % 9 < 7 and {kind, kind + 1, kind + 2} <= set(kinds)
    )


def _triplets(kinds: Collection[int]) -> tuple[Group, ...]:
    return tuple((kind,) * 3 for kind in kinds)


ALL = range(KINDS)
SUITED = [range(9), range(9, 18), range(18, 27)]
WINDS, DRAGONS, HONOURS = range(27, 31), range(31, 34), range(27, 34)
TERMINALS = [0, 8, 9, 17, 18, 26]
ORPHANS = [*TERMINALS, *HONOURS]
SIMPLES = [kind for kind in range(27) if kind not in TERMINALS]
GREENS = [19, 20, 21, 23, 25, 32]
OUTER_RUNS = tuple(run for run in _runs(ALL) if run[0] % 9 in (0, 6))
#: Runs three times as often as triplets, as in play.
PLAIN_GROUPS = _runs(ALL) * 5 + _triplets(ALL)


def _flush(rng: Random) -> Draft | None:
    """One suit, runs mostly: the hands with the most readings."""
    suit = rng.choice(SUITED)
    return Plan(_runs(suit) * 2 + _triplets(suit), suit, open_hand=0.25).draft(rng)


def _half_flush(rng: Random) -> Draft | None:
    kinds = [*rng.choice(SUITED), *HONOURS]
    return Plan(_runs(kinds) * 2 + _triplets(kinds), kinds, open_hand=0.5).draft(rng)


def _identical_runs(rng: Random) -> Draft | None:
    """Closed, one run two or three times, or two runs twice; three times are three triplets in sequence too."""
    first, second = rng.choice(_runs(ALL)), rng.choice(_runs(ALL))
    must = rng.choice(([first] * 2, [first] * 3, [first] * 2 + [second] * 2))
    return Plan(PLAIN_GROUPS, ALL, (must,), open_hand=0.1).draft(rng)


def _thirteen_orphans(rng: Random) -> Draft | None:
    return Draft(Wall(rng).draw([*ORPHANS, rng.choice(ORPHANS)]), [])


def _nine_gates(rng: Random) -> Draft | None:
    suit = rng.choice(SUITED)
    return Draft(Wall(rng).draw([*suit, *[suit[0]] * 2, *[suit[8]] * 2, rng.choice(suit)]), [])


def _seven_pairs(rng: Random) -> Draft | None:
    """Seven pairs of many sorts: any, simple, orphans, honours alone, one suit, half a suit, seven in a row."""
    suit, skipped = rng.choice(SUITED), rng.randrange(3)
    in_a_row = suit[skipped : skipped + 7]
    kinds = rng.choice((ALL, ALL, SIMPLES, ORPHANS, HONOURS, suit, [*suit, *HONOURS], in_a_row))
    return Draft(Wall(rng).draw(rng.sample(list(kinds), 7) * 2), [])


Drafter = Callable[[Random], Draft | None]

SAME_RUN = [[(kind, kind + 1, kind + 2) for kind in (rank, rank + 9, rank + 18)] for rank in range(7)]
SAME_TRIPLET = [[(kind,) * 3 for kind in (rank, rank + 9, rank + 18)] for rank in range(9)]
STRAIGHT = [[(kind, kind + 1, kind + 2) for kind in (suit[0], suit[3], suit[6])] for suit in SUITED]
BIG_DRAGONS = [_triplets(DRAGONS)]
LITTLE_DRAGONS = [_triplets(set(DRAGONS) - {pair}) for pair in DRAGONS]
BIG_WINDS = [_triplets(WINDS)]
LITTLE_WINDS = [_triplets(set(WINDS) - {pair}) for pair in WINDS]

#: Every generator by name, with its share of the mixture.
PLANS: Mapping[str, tuple[int, Drafter]] = MappingProxyType({
    "plain": (30, Plan(PLAIN_GROUPS, ALL).draft),
    "all runs": (8, Plan(_runs(ALL), ALL, open_hand=0.2).draft),
    "all simples": (6, Plan(_runs(SIMPLES) * 4 + _triplets(SIMPLES), SIMPLES).draft),
    "flush": (10, _flush),
    "half flush": (5, _half_flush),
    "identical runs": (5, _identical_runs),
    "same run": (3, Plan(PLAIN_GROUPS, ALL, SAME_RUN).draft),
    "same triplet": (2, Plan(PLAIN_GROUPS, ALL, SAME_TRIPLET).draft),
    "straight": (3, Plan(PLAIN_GROUPS, ALL, STRAIGHT).draft),
    "triplets": (5, Plan(_triplets(ALL), ALL, quad=0.15).draft),
    "concealed triplets": (4, Plan(_triplets(ALL), ALL, open_hand=0.0, quad=0.1).draft),
    "quads": (3, Plan(_triplets(ALL) * 2 + _runs(ALL), ALL, quad=0.7).draft),
    "four quads": (2, Plan(_triplets(ALL), ALL, quad=1.0).draft),
    "outside": (5, Plan(OUTER_RUNS * 4 + _triplets(ORPHANS), ORPHANS).draft),
    "terminals outside": (3, Plan(OUTER_RUNS * 2 + _triplets(TERMINALS), TERMINALS).draft),
    "terminals and honours": (3, Plan(_triplets(ORPHANS), ORPHANS, quad=0.1).draft),
    "terminals": (2, Plan(_triplets(TERMINALS), TERMINALS, quad=0.1).draft),
    "honours": (2, Plan(_triplets(HONOURS), HONOURS, quad=0.1).draft),
    "greens": (2, Plan(_runs(GREENS) * 3 + _triplets(GREENS), GREENS, quad=0.1).draft),
    "big dragons": (2, Plan(PLAIN_GROUPS, ALL, BIG_DRAGONS).draft),
    "little dragons": (3, Plan(PLAIN_GROUPS, DRAGONS, LITTLE_DRAGONS).draft),
    "big winds": (2, Plan(PLAIN_GROUPS, ALL, BIG_WINDS).draft),
    "little winds": (2, Plan(PLAIN_GROUPS, WINDS, LITTLE_WINDS).draft),
    "seven pairs": (6, _seven_pairs),
    "nine gates": (2, _nine_gates),
    "thirteen orphans": (2, _thirteen_orphans),
})  # fmt: skip


def draft_hand(rng: Random, plan: str | None = None) -> Draft:
    """A hand of the named generator, or of the mixture."""
    names = list(PLANS)
    name = plan or rng.choices(names, [share for share, _ in PLANS.values()])[0]
    _, drafter = PLANS[name]
    while True:
        if draft := drafter(rng):
            return draft
