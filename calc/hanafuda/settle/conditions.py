"""What must be so where a settlement step or a factor counts: tests of the round, of a player and of a payer."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final, Literal, TypeVar

from calc.hanafuda.rules.deck import Classes
from calc.hanafuda.rules.words import read_condition
from calc.hanafuda.settle.amounts import MEASURES, OWN, PAYER, PILE, PLAY, Amount, Reads, Term, joined, reads_of, said
from calc.hanafuda.settle.table import Table
from calc.tables import Name
from calc.tables.conditions import ALL, ANY, NOT, Number, Vocabulary
from calc.tables.misfit import MisfitError, convert
from calc.translation import msg

T = TypeVar("T")
#: The yaku in place of those that are told by their worth alone.
UNTOLD: Final = "by_result"


class Test(Term):
    """Something that must be so, about the round or about one player: its value is whether it is so."""

    __slots__ = ()


class NumberTest(Test):
    """A comparison of one number of a player."""

    __slots__ = ()


class PersonTest(Test):
    """A test of one player."""

    __slots__ = ()


class FactorTest(Test):
    """A test of a payment: of the round, of the player (``who``) and of the payer."""

    __slots__ = ()


def under(key: str, read: Callable[[], T]) -> T:
    """What ``read`` makes; a fault in it lies under ``key``."""
    try:
        return read()
    except MisfitError as error:
        raise MisfitError(error.message, (key, *error.path)) from None


def _together(joint: str, holding: Callable[[Iterable[Any]], bool], tests: list[Test]) -> Test:
    return Test(
        reads_of(tests),
        lambda table, player, payer: holding(test.of(table, player, payer) for test in tests),
        joined(joint, tests),
    )


def _number(argument: Any) -> Number:
    return Number.of(convert(argument, Number | int))


def _flag(row: str, reads: set[str], holds: Callable[[Table, str], bool], argument: Any) -> Test:
    """``stopped: true``, ``won: false``: a test that has to hold, or must not."""
    wanted = convert(argument, bool)
    return Test(
        reads, lambda table, player, payer: holds(table, player) == wanted, said(f"{row}.{str(wanted).lower()}")
    )


def _measured(name: str, argument: Any) -> Test:
    """``card_points: {at_most: 30}`` and other numbers of a player."""
    measure, number = MEASURES[name], _number(argument)
    count, (least, most) = measure.of, number.bounds
    return NumberTest(
        measure.reads - {PAYER},
        lambda table, player, payer: least <= count(table, player, player) <= most,
        said("measured", what=measure, number=number),
    )


def _holds(argument: Any, classes: Classes) -> Test:
    """``holds: [four_brights]``: all of these yaku count for the player; ``holds: {animals: {at_least: 3}}``: they are
    worth so much.
    """
    asked: Any = convert(argument, list[str] | dict[str, Number | int])
    worths = {one: Number.of(asked[one]) for one in asked} if isinstance(asked, dict) else {}
    ids = [*asked]
    if not ids:
        raise ValueError(msg("expected at least one yaku, found []"))

    def holds(table: Table, player: str, payer: str) -> bool:
        held = {one.yaku.id: one.value for one in (*table.yaku.get(player, ()), *table.teyaku.get(player, ()))}
        return held.keys() >= {*ids} and all(number.fits(int(held[one])) for one, number in worths.items())

    names = {one: classes.said.get(one, Name(one, one)) for one in ids}
    told = [said("measured", what=names[one], number=worths[one]) if worths else names[one] for one in ids]
    return Test({PLAY, PILE, *(f"yaku.{one}" for one in ids)}, holds, said("held", names=joined("holds", told)))


def _untold(argument: Any) -> Test:
    """``untold: cards``: the record tells no cards, but what was won; ``untold: yaku``: nor which yaku they are."""
    what = convert(argument, Literal["cards", "yaku"])

    def holds(table: Table, player: str, payer: str) -> bool:
        held = table.yaku.get(player, ())
        return table.by_result and (what == "cards" or any(one.yaku.id == UNTOLD for one in held))

    return Test({PLAY, PILE}, holds, said(f"untold.{what}"))


def _cards(where: str, argument: Any, classes: Classes) -> Test:
    """``pile``, ``dealt``, ``field``: a condition on cards captured, dealt to the player, or on the opening field."""
    condition = read_condition(argument, classes)
    return Test(
        {PLAY, PILE} if where == "pile" else {where},
        lambda table, player, payer: condition.find(table.cards_in(where, player), table.month) is not None,
        said(where, cards=condition.text),
    )


def _given(argument: Any, classes: Classes, of: str = "fact") -> Test:
    """``fact: {bombs: {at_least: 1}}``: what the record tells of the player, or of the round."""
    if isinstance(argument, str):
        raise ValueError(msg("expected a fact and what it is, as {{{0}: {{at_least: 1}}}}, found {0!r}", argument))
    given = convert(argument, dict[str, Number | int | bool])
    facts = {name: Number.of(number) for name, number in given.items()}
    if not facts:
        raise ValueError(msg("expected at least one fact, found {{}}"))
    told = [(classes.said.get(f"fact.{name}", Name(name, name)), number) for name, number in facts.items()]
    return Test(
        {f"{kind}.{name}" for kind in ("fact", of) for name in facts},
        lambda table, player, payer: all(number.fits(table.fact(name, player)) for name, number in facts.items()),
        joined(ALL, (said("measured", what=title, number=number) for title, number in told)),
    )


def _winner(argument: Any, classes: Classes) -> Test:
    """``winner: true``: somebody has won; a mapping says something of the winner."""
    if isinstance(argument, bool):
        return _flag("winner", set(), lambda table, player: table.winner is not None, argument)
    person = read_person(argument, classes)

    def holds(table: Table, player: str, payer: str) -> bool:
        return table.winner is not None and person.of(table, table.winner, table.winner)

    return Test(person.reads, holds, said("winner", test=person))


def _players(argument: Any) -> Test:
    """``players: 3``: how many take part."""
    number = _number(argument)
    return Test((), lambda table, player, payer: number.fits(len(table.players)), said("players", number=number))


def _how_many(argument: Any, classes: Classes) -> Test:
    """``number: {that: PLAYER, is: NUMBER}``: of how many players something is so."""
    given = convert(argument, dict[str, Any])
    if given.keys() != {"that", "is"}:
        raise ValueError(msg("expected 'that', what is so of a player, and 'is', of how many"))
    that, number = read_person(given["that"], classes), _number(given["is"])
    least, most = number.bounds
    return Test(
        that.reads,
        lambda table, player, payer: least <= sum([that.of(table, name, name) for name in table.players]) <= most,
        said("how_many", test=that, number=number),
    )


def _worth(argument: Any, classes: Classes) -> Test:
    """``amount: {of: AMOUNT, is: NUMBER}``: how much an amount is."""
    given = convert(argument, dict[str, Any])
    if given.keys() != {"of", "is"}:
        raise ValueError(msg("expected 'of', an amount, and 'is', how much"))
    amount, number = Amount(given["of"], classes), _number(given["is"])
    return Test(
        {*amount.reads, *[OWN] * amount.is_own},
        lambda table, player, payer: number.fits(amount.of(table, player, payer)),
        said("measured", what=amount, number=number),
    )


def _of_party(party: str, argument: Any, classes: Classes) -> Test:
    """``who`` and ``payer``: a test of the player for whom an amount is, or of the one who pays it."""
    test, is_payer = read_person(argument, classes), party == "payer"

    def holds(table: Table, player: str, payer: str) -> bool:
        one = payer if is_payer else player
        return bool(test.of(table, one, one))

    reads: Reads = test.reads | {PAYER} if is_payer else test.reads
    return Test(reads, holds, said(f"{party}.number" if isinstance(test, NumberTest) else party, test=test))


def _vocabulary(words: Mapping[str, Callable[[Any], Test]], example: str) -> Vocabulary[Test]:
    return Vocabulary[Test](
        words=words,
        together=lambda tests: tests[0] if len(tests) == 1 else _together(ALL, all, tests),
        all_of=partial(_together, ALL, all),
        any_of=partial(_together, ANY, any),
        negate=lambda one: Test(one.reads, lambda *asked: not one.of(*asked), said(NOT, test=one)),
        example=example,
    )


def read_person(data: Any, classes: Classes) -> Test:
    """A test of one player. Raises :class:`calc.tables.misfit.MisfitError`."""
    words: dict[str, Callable[[Any], Test]] = {name: partial(_measured, name) for name in MEASURES}
    words |= {place: partial(_cards, place, classes=classes) for place in ("pile", "dealt")}
    words |= {
        "holds": partial(_holds, classes=classes),
        "stopped": partial(_flag, "has_stopped", {PLAY, "stopped"}, lambda table, player: table.stopped_by == player),
        "won": partial(_flag, "won", {"winner"}, lambda table, player: table.winner == player),
        "fact": partial(_given, classes=classes),
        "untold": _untold,
    }
    return _vocabulary(words, "{card_points: {at_least: 89}}").read(data)


def read_when(data: Any, classes: Classes, *, of_factor: bool = False) -> Test:
    """A test of the round; in a factor also of player and payer. Raises :class:`calc.tables.misfit.MisfitError`."""
    words: dict[str, Callable[[Any], Test]] = {
        "stopped": partial(_flag, "stopped", {PLAY, "stopped"}, lambda table, player: table.stopped_by is not None),
        "played": partial(_flag, "played", set(), lambda table, player: table.is_played),
        "field": partial(_cards, "field", classes=classes),
        "winner": partial(_winner, classes=classes),
        "players": _players,
        "fact": partial(_given, classes=classes, of="fact" if of_factor else OWN),
        "number": partial(_how_many, classes=classes),
        "amount": partial(_worth, classes=classes),
    }
    if of_factor:
        words |= {party: partial(_of_party, party, classes=classes) for party in ("who", "payer")}
    return _vocabulary(words, "{stopped: false}").read(data)
