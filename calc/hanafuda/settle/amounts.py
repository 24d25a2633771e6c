"""What every word of a settlement has, what it looks at, how it is computed, and its phrase; and the
words of amounts: numbers of a player, of a payment or of the table, and sums of them.
"""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final, Literal, Self

from msgspec import Struct, field

from calc.errors import known_names
from calc.hanafuda.rules.deck import Classes, out_of
from calc.hanafuda.settle.table import Table
from calc.hanafuda.value.yaku import total
from calc.tables import Name
from calc.tables.conditions import Number, Phrase, PhraseTable
from calc.tables.misfit import convert
from calc.translation import language, msg

#: What a round tells beside dealt hands: a word that reads it waits until the round is played.
PLAY: Final = "play"
#: What differs from payer to payer.
PAYER: Final = "payer"
#: What only the cards of a pile tell.
PILE: Final = "pile"
#: What is asked of the round, and is of some player.
OWN: Final = "own"

Reads = frozenset[str]
_PHRASES: Final = PhraseTable(Path(__file__).with_name("phrases.yaml"))
said, joined, write, join = _PHRASES.said, _PHRASES.joined, _PHRASES.write, _PHRASES.join


class Term:
    """A word of a settlement.

    ``reads``: what it looks at, such as ``play`` for captured cards. ``of``: its value at a table, of a player and a
    payer; where it is of one player, both are the same. ``text``: its phrase in a language.
    """

    __slots__ = ("of", "reads", "text")

    def __init__(self, reads: Iterable[str], of: Callable[[Table, str, str], Any], text: Phrase) -> None:
        self.reads: Reads = frozenset(reads)
        self.of, self.text = of, text

    def __str__(self) -> str:
        return self.text()

    @classmethod
    def like(cls, term: "Term") -> Self:
        """The same word, as one of this class."""
        return cls(term.reads, term.of, term.text)


def reads_of(words: Iterable[Any]) -> Reads:
    """What several words look at."""
    return frozenset().union(*(word.reads for word in words if word is not None))


def _count_yaku(table: Table, player: str, payer: str) -> int:
    table.counts_yaku = True
    return total(table.yaku.get(player, ()))


def _calls_of_others(table: Table, player: str, payer: str) -> int:
    return sum(times for name, times in table.calls.items() if name != player)


# fmt: off
#: Numbers of a player.
MEASURES: Final = {name: Term(reads, number, said(name)) for name, reads, number in (
    ("yaku", {PLAY, "yaku"}, _count_yaku),
    ("teyaku", {"teyaku"}, lambda table, player, payer: total(table.teyaku.get(player, ()))),
    ("card_points", {PLAY, "card_points"}, lambda table, player, payer: table.points.get(player, 0)),
    ("score", (), lambda table, player, payer: table.scores.get(player, 0)),
    ("cards", {PLAY, PILE}, lambda table, player, payer: table.piles.get(player, 0).bit_count()),
    ("calls", {PLAY, "calls"}, lambda table, player, payer: table.calls.get(player, 0)),
    ("others_calls", {PLAY, "calls"}, _calls_of_others),
    ("seat", (), lambda table, player, payer: table.players.index(player) + 1),
    ("stake", {"stake", PAYER}, lambda table, player, payer: (table.stake or {}).get(payer, 0)),
)}
#: Numbers of a payment: between two players, or of the table.
OF_PAYMENTS: Final = {name: Term(reads, number, said(name)) for name, reads, number in (
    ("lead", {PLAY, PAYER}, lambda table, player, payer: table.scores.get(player, 0) - table.scores.get(payer, 0)),
    ("pot", {"pot"}, lambda table, player, payer: table.pot),
    ("compensation", {"compensation"}, lambda table, player, payer: table.owed),
)}
# fmt: on


class EachOf(Struct, frozen=True, forbid_unknown_fields=True):
    """``{each: 24, of: chaff, beyond: 16}``: so much for every card of a class in the pile, beyond the first ones;
    or ``in`` the dealt hand or on the opening field.
    """

    each: int
    of: str | list[str]
    beyond: int = 0
    in_: Literal["pile", "dealt", "field"] = field(default="pile", name="in")


class EachMonth(Struct, frozen=True, forbid_unknown_fields=True):
    """``{each: 1, month: {dealt: 3, pile: 4}}``: so much for every month of which so many cards were dealt, lie in the
    pile, and lay on the opening field.
    """

    each: int
    month: dict[Literal["pile", "dealt", "field"], Number | int]


class Amount(Term):
    """An amount: a number, a word, a mapping, or a list of these, which is their sum."""

    __slots__ = ("names", "terms")
    takes: ClassVar[Any] = int | str | dict[str, Any] | list[int | str | dict[str, Any]]

    def __init__(self, data: Any, classes: Classes) -> None:
        parts = data if isinstance(data, list) else [data]
        if not parts:
            raise ValueError(msg("expected at least one amount, found []"))
        #: The words of it that stand alone.
        self.names = tuple(part for part in parts if isinstance(part, str))
        self.terms = terms = [_read_term(part, classes) for part in parts]
        numbers = [term.of for term in terms]
        of = numbers[0] if len(numbers) == 1 else lambda *asked: sum([number(*asked) for number in numbers])
        super().__init__(reads_of(terms), of, lambda: " + ".join(term.text() for term in terms).replace(" + -", " - "))

    @property
    def is_own(self) -> bool:
        """Whether it is a number of some player."""
        of_cards = not self.reads.isdisjoint((PLAY, "dealt")) or any(word.startswith("by_seat") for word in self.reads)
        return of_cards or not {"pot", "compensation"}.issuperset(self.names)

    def parts(self, table: Table, player: str, payer: str) -> list[int]:
        """The numbers that the amount is the sum of, without those that are 0: a lead is one score less another."""
        found = []
        for term in self.terms:
            if term is OF_PAYMENTS["lead"]:
                found += [table.scores.get(player, 0), -table.scores.get(payer, 0)]
            else:
                found.append(int(term.of(table, player, payer)))
        return [part for part in found if part]


def _read_term(data: Any, classes: Classes) -> Term:
    if isinstance(data, int) and not isinstance(data, bool):
        return Term((), lambda table, player, payer: data, lambda: str(data))
    if isinstance(data, str):
        known = {**MEASURES, **OF_PAYMENTS}
        if data not in known:
            raise ValueError(msg("there is no amount {0!r}{1}", data, known_names(data, known, msg("the amounts are"))))
        return known[data]
    if not isinstance(data, dict) or len(keys := data.keys()) == 0:
        raise ValueError(msg("expected an amount: a number, a word such as yaku, or a mapping, found {0!r}", data))
    if "each" in keys:
        return _read_months(convert(data, EachMonth), classes) if "month" in data else _read_each(data, classes)
    if keys == {"fact"}:
        name = convert(data["fact"], str)
        fact = f"fact.{name}"
        meaning = classes.said.get(fact, Name(name, name))
        return Term({fact}, lambda table, player, payer: table.fact(name, player), meaning.text)
    if keys == {"by_players"}:
        rows = {str(key): worth for key, worth in convert(data["by_players"], dict[str, int]).items()}
        return Term(
            {f"by_players.{' '.join(rows)}"},
            lambda table, player, payer: rows[str(len(table.players))],
            joined("list", (said("for_players", worth=worth, players=players) for players, worth in rows.items())),
        )
    if keys == {"by_seat"}:
        seats = convert(data["by_seat"], list[int])
        return Term(
            {f"by_seat.{len(seats)}"},
            lambda table, player, payer: seats[table.players.index(player)],
            said("by_seat", seats=joined("seats", seats)),
        )
    raise ValueError(
        msg(
            "expected 'each' with 'of' or 'month', 'fact', 'by_players' or 'by_seat', found {0}",
            ", ".join(map(str, keys)),
        )
    )


def _read_each(data: dict[str, Any], classes: Classes) -> Term:
    given = convert(data, EachOf)
    cards = classes.counted(given.of)

    title = partial(classes.title_of, cards)

    def of_cards(table: Table, player: str, payer: str) -> int:
        held = cards.count(table.cards_in(given.in_, player))
        return int(given.each * max(held - given.beyond, 0))

    return Term(
        {PLAY, PILE} if given.in_ == "pile" else {given.in_},
        of_cards,
        said(
            "each",
            each=given.each,
            cards=lambda: out_of(title()) if language() == "ja" else title(),
            where=said(f"each.{given.in_}"),
            beyond=said("each.beyond", beyond=given.beyond) if given.beyond else "",
        ),
    )


def _read_months(given: EachMonth, classes: Classes) -> Term:
    if not given.month:
        raise ValueError(msg("expected how many cards of a month, as in month: {{dealt: 3}}, found {{}}"))
    asked = {where: Number.of(number) for where, number in given.month.items()}
    months = [*classes.months("any").values()]

    def of_months(table: Table, player: str, payer: str) -> int:
        held = [(table.cards_in(where, player), number) for where, number in asked.items()]
        return given.each * sum(all(number.fits((cards & of).bit_count()) for cards, number in held) for of in months)

    return Term(
        frozenset().union(*({PLAY, PILE} if where == "pile" else {where} for where in asked)),
        of_months,
        said(
            "each_month",
            each=given.each,
            asked=joined("list", (said(f"each_month.{where}", number=number) for where, number in asked.items())),
        ),
    )
