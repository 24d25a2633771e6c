"""Who pays and gets an amount, what multiplies it, and what decides between several who might win."""

import re
from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, ClassVar, Final, NamedTuple

from msgspec import Struct

from calc.errors import known_names
from calc.hanafuda.rules.deck import Classes
from calc.hanafuda.settle.amounts import MEASURES, PILE, PLAY, Amount, Reads, Term, join, reads_of, said, write
from calc.hanafuda.settle.conditions import FactorTest, PersonTest, Test, read_person, read_when, under
from calc.hanafuda.settle.table import BANKS, POT, Table
from calc.tables import Name
from calc.tables.misfit import convert
from calc.tables.ruleset import spelled_as
from calc.translation import language, msg

#: What a Japanese clause ends with; anything else ends like a noun.
_VERBAL: Final = ("る", "た", "い")


def where_ja(condition: str) -> str:
    """A Japanese condition before what holds there: ``誰も上がらなかったとき``, ``2人のとき``."""
    return condition + ("とき" if condition[-1:] in _VERBAL else "のとき")


class Who:
    """One or several of those at the table, or a bank."""

    takes: ClassVar[Any] = str | dict[str, Any]
    __slots__ = ("_find", "is_bank", "name", "reads", "text", "that")

    def __init__(self, data: Any, classes: Classes) -> None:
        self.that: Test | None = None
        name = data
        if isinstance(data, dict):
            if data.keys() != {"of", "that"}:
                raise ValueError(msg("expected 'of', who, and 'that', what is so of them"))
            name, self.that = data["of"], under("that", lambda: read_person(data["that"], classes))
        if not isinstance(name, str) or name not in PERSONS:
            raise ValueError(
                msg("there is nobody called {0!r} here{1}", name, known_names(str(name), PERSONS, msg("there are")))
            )
        self.name, self.is_bank = name, name in BANKS
        reads, self._find = PERSONS[name]
        self.text = said(f"person.{name}")
        if self.that is not None:
            self.text = said("person.that", person=self.text, test=self.that)
        self.reads: Reads = frozenset(reads) | reads_of([self.that])

    def names(self, table: Table, player: str | None) -> list[str]:
        """Their names, in turn order; seen from a player."""
        found = self._find(table, player)
        if self.that is None:
            return found
        return [name for name in found if self.that.of(table, name, name)]


def _one(name: str | None) -> list[str]:
    return [] if name is None else [name]


# fmt: off
#: Who may be named: what the word looks at, and how to find them.
PERSONS: Final[dict[str, tuple[Collection[str], Callable[[Table, Any], list[str]]]]] = {
    "each": ((), lambda table, player: table.players),
    "others": ((), lambda table, player: table.others(player)),
    "everyone": ((), lambda table, player: table.everyone),
    "winner": ({"winner"}, lambda table, player: _one(table.winner)),
    "stopper": ({PLAY, "stopped"}, lambda table, player: _one(table.stopped_by)),
    "dealer": ({"dealer"}, lambda table, player: _one(table.dealer)),
    "dropped": ({"dropped"}, lambda table, player: table.dropped),
    "forced_out": ({"forced_out"}, lambda table, player: [one for one in table.everyone if one in table.forced_out]),
    "self": ((), lambda table, player: [player]),
    "successor": ({"pot"}, lambda table, player: [table.took_over.get(player, POT)]),
    "pot": ({"pot"}, lambda table, player: ["pot"]),
    "bank": ((), lambda table, player: ["bank"]),
    "par": ((), lambda table, player: ["par"]),
}
# fmt: on

#: Those who are what they are to a player: nobody before a player is named.
TO_SOMEBODY: Final = frozenset({"others", "self", "successor"})


class FactorEntry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an amount is multiplied by, where ``when`` holds; with ``each``, as often as that amount says."""

    by: int | str
    when: Annotated[FactorTest, spelled_as("factor_when")] | None = None
    each: Annotated[Amount, spelled_as("amount")] | None = None
    name: Name | None = None
    why: Name | None = None
    source: str | None = None
    disputed: str | None = None

    def __post_init__(self) -> None:
        _read_fraction(self.by)


class Factor:
    """A factor of payments, read."""

    __slots__ = ("_each", "_name", "_when", "_why", "by", "reads", "source")

    def __init__(self, entry: FactorEntry) -> None:
        self.by = _read_fraction(entry.by)
        self._when: Test | None = entry.when
        self._each, self._name, self.source = entry.each, entry.name, entry.source
        self._why = entry.why or entry.name
        self.reads = reads_of([entry.when, entry.each])

    def of(self, table: Table, player: str, payer: str) -> Fraction | int:
        """The factor for a payment: 1 where it does not apply."""
        if self._when is not None and not self._when.of(table, player, payer):
            return 1
        return self.by if self._each is None else self.by ** self._each.of(table, player, payer)

    def why(self, player: str, payer: str) -> str:
        """Why it counted for a payment: ``Aki's yaku at least 7``."""
        each = [] if self._each is None else [write("times.each_of", by=self.by, each=self._each.text())]
        why = join("list", each + ([] if self._when is None else [self._when.text()]))
        if self._why is not None:
            why = self._why.text()
        if language() == "ja":
            return why.replace("受け取る人", player).replace("払う人", payer)
        of = {"player": player, "payer": payer}
        why = re.sub(r"\bthe (player|payer)\b", lambda found: of[found[1]], why)
        return re.sub(r"\byou's\b", "your", why)

    def text(self) -> str:
        """``x 2 if the player: yaku at least 7``, or its name."""
        if self._name is not None:
            return write("times.named", by=self.by, name=self._name.text())
        text = write("times", by=self.by)
        if self._each is not None:
            text += write("times.each", each=self._each.text())
        if self._when is not None:
            where = self._when.text()
            text += write("times.if", where=where_ja(where) if language() == "ja" else where)
        return text


class Times:
    """A factor of a step: one of its own, or one under ``factors``, by its name."""

    takes: ClassVar[Any] = str | FactorEntry
    __slots__ = ("factor",)

    def __init__(self, factor: Factor | None) -> None:
        #: None where an option or a house file removed the factor.
        self.factor = factor


class Key:
    """What decides between several who might win: a number of theirs, cards of a class, or ``turn``."""

    takes: ClassVar[Any] = str | dict[str, str]
    __slots__ = ("_of", "is_noted", "is_turn", "reads")

    def __init__(self, data: Any, classes: Classes) -> None:
        self.is_turn = data == "turn"
        self.is_noted = data in ("score", "yaku", "card_points")
        self.reads: Reads = frozenset()
        if self.is_turn:
            return
        if isinstance(data, dict):
            if data.keys() != {"count"}:
                raise ValueError(msg("expected 'count', a class of cards, found {0}", ", ".join(map(str, data))))
            cards = classes.counted(convert(data["count"], str | list[str]))
            self._of = Term(
                {PLAY, PILE},
                lambda table, player, payer: cards.count(table.piles.get(player, 0)),
                partial(classes.title_of, cards),
            )
        elif not isinstance(data, str) or data not in MEASURES:
            hint = known_names(str(data), [*MEASURES, "turn"], msg("there are"))
            raise ValueError(msg("expected a number of a player, found {0!r}{1}", data, hint))
        else:
            self._of = MEASURES[data]
        self.reads = self._of.reads

    def of(self, table: Table, player: str) -> int:
        """The number of a player."""
        return int(self._of.of(table, player, player))

    def text(self) -> str:
        """What is counted."""
        return self._of.text()


class Words(NamedTuple):
    """What the words of a settlement are read with: classes of cards, and factors by name."""

    classes: Classes
    factors: Mapping[str, Factor | None]

    def read(self, kind: type[Any], data: Any) -> Any:
        """Read a word of this kind from plain data. Raises :class:`ValueError`."""
        if kind is Test:
            return read_when(data, self.classes)
        if kind is PersonTest:
            return PersonTest.like(read_person(data, self.classes))
        if kind is FactorTest:
            return FactorTest.like(read_when(data, self.classes, of_factor=True))
        if kind is not Times:
            return kind(data, self.classes)
        if isinstance(data, str):
            if data not in self.factors:
                hint = known_names(data, self.factors, msg("those under 'factors' are"))
                raise ValueError(msg("there is no factor {0!r}{1}", data, hint))
            return Times(self.factors[data])
        if not isinstance(data, dict):
            raise ValueError(
                msg("expected a factor such as {{by: 2}}, or the name of one under 'factors', found {0!r}", data)
            )
        return Times(Factor(convert(data, FactorEntry, self.read)))


def _read_fraction(data: int | str) -> Fraction:
    """``2`` or ``1/2``. Raises :class:`ValueError`."""
    if isinstance(data, bool) or not isinstance(data, int | str):
        raise ValueError(msg("expected a whole number or a fraction such as 1/2, found {0!r}", data))
    try:
        return Fraction(data)
    except (ValueError, ZeroDivisionError):
        raise ValueError(msg("expected a whole number or a fraction such as 1/2, found {0!r}", data)) from None
