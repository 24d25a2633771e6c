"""What a yaku is worth: a number, one that grows with the cards, by the number of players, by seat, or everything."""

from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from calc.hanafuda.rules.deck import Classes, Counted, out_of
from calc.hanafuda.rules.words import PHRASES
from calc.notation.deck import CardSet
from calc.tables.misfit import convert
from calc.translation import msg

#: Its owner takes everything that lies in front of the others.
TAKE_ALL: Final = "take_all"
Amount = int | Literal["take_all"]


class GivenValue(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A value as a table spells it: ``points``, more by the cards of a set or by full months, or other points by
    players or seat.
    """

    points: int = 0
    each: int = 0
    of: str | list[str] = []
    beyond: int = 0
    full_month: Literal["any"] | list[int] = []
    steps: dict[str, int] = {}
    by_players: dict[str, int] = {}
    by_seat: list[int] = []


class Worth:
    """What a table gives as a value: :func:`read_value` makes a :class:`Value` of it."""

    __slots__ = ()


class Value(Worth, Struct, frozen=True, kw_only=True):
    """The worth of a yaku.

    ``points``, and ``each`` for every card out of ``of`` beyond the first ``beyond``; or the row of ``steps`` that the
    number of these cards reaches; ``by_players`` and ``by_seat`` stand in place of ``points``. With ``months``, ``of``
    their cards, full ones among these are counted and not cards.
    """

    points: Amount
    each: int = 0
    of: CardSet = 0
    #: Those of them that count as several, as in :class:`calc.hanafuda.rules.deck.Counted`.
    heavy: tuple[CardSet, ...] = ()
    months: tuple[CardSet, ...] = ()
    beyond: int = 0
    steps: tuple[tuple[int, int], ...] = ()
    by_players: dict[int, int] = {}
    by_seat: tuple[int, ...] = ()

    def amount(self, cards: CardSet, players: int, seat: int) -> Amount:
        """Return the worth to a holder of ``cards``; ``seat`` counts from 0 in turn order."""
        if self.points == TAKE_ALL:
            return TAKE_ALL
        points = self.by_seat[seat] if self.by_seat else self.by_players.get(players, self.points)
        if not self.of:
            return points
        if self.months:
            held = sum([cards & of == of for of in self.months])
        else:
            held = (cards & self.of).bit_count()
            for more in self.heavy:
                held += (cards & more).bit_count()
        return self.of_count(held, points)

    def of_count(self, held: int, points: int) -> int:
        """The worth to a holder of so many of the cards; ``points``: what it begins with."""
        if self.steps:
            return max((worth for count, worth in self.steps if held >= count), default=0)
        return points + self.each * max(held - self.beyond, 0)

    def is_of(self, seat: int) -> bool:
        """Whether a player at this seat can have it: a worth of 0 by seat says no."""
        return not self.by_seat or bool(self.of) or self.by_seat[seat] != 0

    def adding(self, cards: CardSet) -> CardSet:
        """Return those of the cards that the worth counts."""
        return sum([of for of in self.months if cards & of == of]) if self.months else cards & self.of

    def phrase(self, classes: Classes) -> str:
        """``5``, ``5 +1 for each of the animals beyond 3``, ``5, 8 with 2 players``."""
        if self.steps:
            rows = (PHRASES.write("value.step", count=count, worth=worth) for count, worth in self.steps)
            return PHRASES.join("list", rows)
        text = PHRASES.write("value.all") if self.points == TAKE_ALL else str(self.points)
        if self.by_players:
            rows = (PHRASES.write("value.players", players=one, worth=worth) for one, worth in self.by_players.items())
            text = PHRASES.write("value.by_players", points=text, rows=PHRASES.join("list", rows))
        if self.by_seat:
            text = PHRASES.write("value.by_seat", seats=PHRASES.join("seats", map(str, self.by_seat)))
        if not self.of:
            return text
        beyond = PHRASES.write("value.beyond", beyond=self.beyond) if self.beyond else ""
        row = "value.each" if text == "0" else "value.more"
        return PHRASES.write(row, text=text, each=self.each, of=self._counted(classes), beyond=beyond)

    def _counted(self, classes: Classes) -> str:
        """What is counted: one of the cards, or a full month."""
        if not self.months:
            title = classes.title_of(Counted(self.of, self.heavy))
            row = "value.title" if title[:1].isalpha() else "value.cards"
            return PHRASES.write(row, title=title, of=out_of(title))
        if self.of == classes.deck:
            return PHRASES.write("value.months")
        listed = [month for month, of in classes.months("any").items() if of & self.of]
        months = PHRASES.join("months.listed", (PHRASES.write("month", month=month) for month in listed))
        return PHRASES.write("value.of_months", months=months)


def rank(amount: Amount) -> float:
    """A worth as a number to compare: everything is more than any number."""
    return float("inf") if amount == TAKE_ALL else float(amount)


def _read_mapping(data: Any) -> GivenValue:
    if isinstance(data, float):
        raise ValueError(msg("expected a whole number, found {0!r}", data))
    if not isinstance(data, dict):
        plain = {None: "null", True: "true", False: "false"}
        found = plain[data] if data is None or isinstance(data, bool) else repr(data)
        message = (
            "expected a value: a whole number, a mapping such as {{points: 5, each: 1, "
            "of: ribbon, beyond: 3}}, or {0}, found {1}"
        )
        raise ValueError(msg(message, TAKE_ALL, found))
    if data.keys() & {"han", "limit", "level"}:
        message = "a yaku of hanafuda is worth points: write 'value: 5'; han, limits and levels are of riichi"
        raise ValueError(msg(message))
    return convert(data, GivenValue)  # type: ignore[no-any-return]


def read_value(data: Any, classes: Classes) -> Value:
    """The value that plain data of a table means. Raises :class:`ValueError`."""
    if data == TAKE_ALL or (isinstance(data, int) and not isinstance(data, bool)):
        return Value(points=data)
    given = _read_mapping(data)
    of, heavy = classes.counted(given.of)
    months: tuple[CardSet, ...] = ()
    if given.full_month:
        if of or given.steps:
            raise ValueError(msg("expected 'full_month' with 'each' alone: it stands in place of 'of'"))
        months = tuple(classes.months(given.full_month).values())
        of = sum(months)
    if bool(of) != bool(given.each or given.steps):
        raise ValueError(msg("expected 'of', cards, together with 'each' or 'steps'"))
    if given.steps and msgspec.to_builtins(given).keys() - {"steps", "of"}:
        raise ValueError(msg("expected 'steps' and 'of' alone: the steps are the whole worth"))
    if given.by_seat and (given.points or given.by_players):
        raise ValueError(msg("expected 'by_seat' without 'points' and 'by_players': it stands in their place"))
    if given.beyond and not given.each:
        raise ValueError(msg("expected 'each' together with 'beyond'"))
    return Value(
        points=given.points,
        each=given.each,
        of=of,
        heavy=heavy,
        months=months,
        beyond=given.beyond,
        steps=tuple(sorted((_number(count), worth) for count, worth in given.steps.items())),
        by_players={_number(players): worth for players, worth in given.by_players.items()},
        by_seat=tuple(given.by_seat),
    )


def _number(key: str) -> int:
    if not key.isdecimal():
        raise ValueError(msg("expected a number of cards or players, found {0!r}", key))
    return int(key)
