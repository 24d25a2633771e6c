"""Find the yaku of a set of cards, and which of them count beside each other: groups, exclusions, voided yaku.

Counting in small remembered parts (:class:`Search`) takes a fifth off the time of a round.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import reduce
from operator import attrgetter, or_
from typing import Any, Final

from msgspec import Struct

from calc.hanafuda.rules.schema import Yaku
from calc.hanafuda.rules.values import TAKE_ALL, Amount, rank
from calc.notation.deck import CardSet, bits

#: A part that looks at no more cards than this remembers what it found.
_FEW = 10


class Found(Struct, frozen=True):
    """A yaku that a set of cards holds: what it is worth, and the cards that make it."""

    yaku: Yaku
    value: Amount
    cards: CardSet


#: The groups, and the ids of yaku behind ``yaku:``, that are taken away from a player; none for all yaku.
Gone = frozenset[str] | None


#: The place of a yaku in its file.
_as_in_file: Final = attrgetter("yaku.order")


class Counted(Struct, frozen=True, eq=False):
    """Yaku that count beside each other, in the order of their file. ``worth``: their :func:`total`. ``stops``: whether
    one of them ends the round. ``made``: what others made of them.
    """

    found: Sequence[Found]
    worth: int
    stops: bool
    made: dict[str, Any]

    @classmethod
    def of(cls, found: Sequence[Found]) -> "Counted":
        """These yaku, once they are chosen."""
        return cls(found, total(found), bool(stopping(found)), {})


_NO_YAKU: Final = Counted((), 0, stops=False, made={})


class _Part(dict[CardSet, Counted]):
    """A cache of the yaku that count, by the cards held; for one month, seat and number of players.

    Its yaku affect each other or look at the same few cards.
    """

    def __init__(self, yaku: Sequence[Yaku], touches: CardSet, month: int | None, players: int, seat: int) -> None:
        super().__init__()
        self._yaku = yaku
        self._fewest = min((one.when.fewest for one in yaku), default=0)
        self._remembers = touches.bit_count() <= _FEW
        self._asked = month, players, seat
        #: How often a yaku was formed or raised at most while these cards were captured, and what each is worth then.
        self._growth: dict[CardSet, tuple[int, dict[str, float]]] = {}

    def __missing__(self, held: CardSet) -> Counted:
        may_hold = held.bit_count() >= self._fewest
        found = counting(_find(self._yaku, held, *self._asked)) if may_hold else []
        made = Counted.of(found) if found else _NO_YAKU
        if self._remembers:
            self[held] = made
        return made

    def most_growth(self, held: CardSet) -> int:
        """Count the cards of a set that form or raise a yaku, in the order in which most of them do."""
        if held.bit_count() > _FEW:
            return max(held.bit_count() - self._fewest + 1, 0)
        return self._grow(held)[0]

    def _grow(self, held: CardSet) -> tuple[int, dict[str, float]]:
        """Try every card as the last one, and remember what every smaller set came to."""
        known = self._growth.get(held)
        if known is None:
            worth = {one.yaku.id: rank(one.value) for one in _find(self._yaku, held, *self._asked)}
            most = 0
            for place in bits(held) if held.bit_count() >= self._fewest else ():
                before, had = self._grow(held & ~(1 << place))
                most = max(most, before + any(name not in had or had[name] < points for name, points in worth.items()))
            known = self._growth[held] = most, worth
        return known


class Search:
    """A search for yaku in dealt hands or in piles.

    The yaku are split into parts that look at few cards of the deck each, so that results can be remembered: ten cards
    have no more than 1,024 subsets.
    """

    def __init__(self, yaku: Iterable[Yaku]) -> None:
        self.yaku = tuple(yaku)
        self._parts = _split(self.yaku)
        orders = [one.order for part, _ in self._parts for one in part]
        self._in_order = orders == sorted(orders)
        #: Whether the month, the number of players or the seat matters as well as the cards.
        self._asks_more = any(one.when.asks_month or one.value.by_seat or one.value.by_players for one in self.yaku)
        #: The parts, each with the cards it looks at, by the voided groups and by whatever else matters.
        self._views: dict[Hashable, list[tuple[CardSet, _Part]]] = {}

    def find(self, cards: CardSet, month: int | None, players: int, seat: int) -> list[Found]:
        """Return every yaku whose condition the cards meet; ``seat`` counts from 0 in turn order."""
        return _find(self.yaku, cards, month, players, seat)

    def count(
        self, cards: CardSet, month: int | None, players: int, seat: int, without: frozenset[str] = frozenset()
    ) -> list[Found]:
        """Return the yaku that count beside each other, ``without`` those that are taken away."""
        return [one for part in self.counted(cards, month, players, seat, without) for one in part.found]

    def counted(
        self, cards: CardSet, month: int | None, players: int, seat: int, without: frozenset[str] = frozenset()
    ) -> list[Counted]:
        """As :meth:`count`, in parts with yaku; those that are remembered are the same objects for other piles."""
        view = self._view(month, players, seat, without)
        parts = [one for touches, part in view if (one := part[cards & touches]) is not _NO_YAKU]
        if len(parts) < 2 or self._in_order:
            return parts
        return [Counted.of(sorted([one for part in parts for one in part.found], key=_as_in_file))]

    def most_growth(self, cards: CardSet, month: int | None, players: int, seat: int) -> int:
        """Count the turns in which yaku can have been formed or raised while a pile grew, at most one for each card."""
        return sum([part.most_growth(cards & touches) for touches, part in self._view(month, players, seat)])

    def _view(
        self, month: int | None, players: int, seat: int, without: frozenset[str] = frozenset()
    ) -> list[tuple[CardSet, _Part]]:
        view = (month, players, seat, without) if self._asks_more else without
        parts = self._views.get(view)
        if parts is None:
            parts = self._views[view] = [
                (touches, _Part([one for one in yaku if not is_taken(one, without)], touches, month, players, seat))
                for yaku, touches in self._parts
            ]
        return parts


def _split(yaku: Iterable[Yaku]) -> list[tuple[list[Yaku], CardSet]]:
    """Split yaku into parts, so that whether one counts depends on nothing outside its part; each with the cards that
    matter to it. Neighbours are one part as long as they look at few cards together.
    """
    parts: dict[int, list[Yaku]] = {}
    # The part of each id and each group that a yaku of it names.
    home: dict[str, int] = {}
    for number, one in enumerate(yaku):
        names = (one.id, *one.best_of, *one.exclusive_with, *one.supersedes)
        near = {home[name] for name in names if name in home}
        parts[number] = [other for place in sorted(near) for other in parts.pop(place)] + [one]
        home = {name: number if place in near else place for name, place in home.items()} | dict.fromkeys(names, number)
    joined: list[tuple[list[Yaku], CardSet]] = []
    for part in parts.values():
        whole, touches = part, reduce(or_, (one.when.touches | one.value.of for one in part))
        if joined and (joined[-1][1] | touches).bit_count() <= _FEW:
            last, seen = joined.pop()
            whole, touches = last + part, seen | touches
        joined.append((whole, touches))
    return joined


def _find(yaku: Iterable[Yaku], cards: CardSet, month: int | None, players: int, seat: int) -> list[Found]:
    found = []
    for one in yaku:
        value = one.value
        part = one.when.find(cards, month)
        if part is not None and value.is_of(seat):
            found.append(Found(one, value.amount(cards, players, seat), part | value.adding(cards)))
    return found


def counting(found: Sequence[Found]) -> list[Found]:
    """Return the yaku that count beside each other: none that another supersedes or excludes, the best of each group.

    The order in which they were found does not matter: of equal ones the first in the file counts.
    """
    if len(found) < 2:
        return list(found)
    gone: set[str] = set()
    for one in found:
        gone.update(one.yaku.supersedes)
    kept: list[Found] = []
    for one in sorted(found, key=lambda one: (-rank(one.value), one.yaku.order)):
        yaku = one.yaku
        if yaku.id in gone or not gone.isdisjoint(yaku.best_of):
            continue
        gone.update(yaku.best_of, yaku.exclusive_with)
        kept.append(one)
    kept.sort(key=_as_in_file)
    return kept


def is_taken(yaku: Yaku, gone: Gone) -> bool:
    """Whether a yaku is among those that are taken away."""
    return gone is None or f"yaku:{yaku.id}" in gone or not gone.isdisjoint(yaku.groups)


def total(found: Sequence[Found]) -> int:
    """Add up what yaku are worth; one that takes all has no number and adds nothing."""
    return sum([one.value for one in found if one.value != TAKE_ALL]) if found else 0


def card_points(cards: CardSet, points: Mapping[int, CardSet]) -> int:
    """Add up what cards are worth; ``points``: the cards of each worth."""
    return sum([worth * (cards & of).bit_count() for worth, of in points.items()])


def stopping(found: Sequence[Found]) -> list[Found]:
    """Return the yaku that end the round."""
    return [one for one in found if one.yaku.stops]
