"""What must be so where a settlement step or a factor counts: tests of the round, of a player and of a payer."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypeVar

from calc.hanafuda.rules.deck import Classes
from calc.hanafuda.rules.words import read_condition
from calc.hanafuda.settle.amounts import MEASURES, PAYER, PILE, PLAYED, Amount, Reads, reads_of
from calc.hanafuda.settle.table import Table
from calc.tables import Name
from calc.tables.conditions import Number, Vocabulary
from calc.tables.misfit import MisfitError, convert
from calc.text import in_lang
from calc.translation import msg

T = TypeVar("T")
_NOTHING: Final[Reads] = frozenset()


class Test:
    """Something that must be so, about the round or about one player.

    ``reads``: what it looks at. ``holds``: whether it is so, of a table, a player and a payer. ``is_number``: whether
    it compares one number of a player.
    """

    __slots__ = ("_en", "_ja", "holds", "is_number", "reads")

    def __init__(
        self, reads: Reads, holds: Callable[[Table, str, str], bool], en: str, ja: str, *, is_number: bool = False
    ) -> None:
        self.reads, self.holds, self.is_number = reads, holds, is_number
        self._en, self._ja = en, ja

    def text(self, lang: str) -> str:
        """It, as a phrase."""
        return in_lang(lang, self._en, self._ja)

    @classmethod
    def of(cls, test: "Test") -> "Test":
        """The same test, as one of this class."""
        return cls(test.reads, test.holds, test.text("en"), test.text("ja"), is_number=test.is_number)


class PersonTest(Test):
    """A test of one player."""


class FactorTest(Test):
    """A test of a payment: of the round, of the player (``who``) and of the payer."""


def under(key: str, read: Callable[[], T]) -> T:
    """What ``read`` makes; a fault in it lies under ``key``."""
    try:
        return read()
    except MisfitError as error:
        raise MisfitError(error.message, (key, *error.path)) from None


def _all_of(tests: list[Test]) -> Test:
    def holds(table: Table, player: str, payer: str) -> bool:
        return all(test.holds(table, player, payer) for test in tests)

    return Test(reads_of(tests), holds, *_joined(tests, " and ", "、かつ"))


def _any_of(tests: list[Test]) -> Test:
    def holds(table: Table, player: str, payer: str) -> bool:
        return any(test.holds(table, player, payer) for test in tests)

    return Test(reads_of(tests), holds, *_joined(tests, " or ", "、または"))


def _joined(tests: list[Test], english: str, japanese: str) -> tuple[str, str]:
    return english.join(test.text("en") for test in tests), japanese.join(test.text("ja") for test in tests)


def _negate(test: Test) -> Test:
    def holds(table: Table, player: str, payer: str) -> bool:
        return not test.holds(table, player, payer)

    return Test(test.reads, holds, f"not ({test.text('en')})", f"（{test.text('ja')}）でない")


def _number(argument: Any) -> Number:
    return Number.of(convert(argument, Number | int))


def _measured(name: str, argument: Any) -> Test:
    """``card_points: {at_most: 30}`` and other numbers of a player."""
    measure, number = MEASURES[name], _number(argument)
    count, (least, most) = measure.number, number.bounds
    return Test(
        measure.reads - {PAYER},
        lambda table, player, payer: least <= count(table, player, player) <= most,
        f"{measure.en} {number.phrase()}",
        f"{measure.ja}が{number.phrase('ja')}",
        is_number=True,
    )


def _holds(argument: Any, classes: Classes) -> Test:
    """``holds: [four_brights]``: all of these yaku count for the player."""
    ids = convert(argument, list[str])
    if not ids:
        raise ValueError(msg("expected at least one yaku, found []"))

    def holds(table: Table, player: str, payer: str) -> bool:
        held = {one.yaku.id for one in (*table.yaku.get(player, ()), *table.teyaku.get(player, ()))}
        return held.issuperset(ids)

    names = [classes.said.get(one, Name(one, one)) for one in ids]
    return Test(
        PLAYED | {PILE} | {f"yaku.{one}" for one in ids},
        holds,
        f"holds {' and '.join(name.en for name in names)}",
        f"{'と'.join(name.ja for name in names)}がある",
    )


#: Where cards are, in words.
_PLACES: Final = {"pile": ("pile", "取り札"), "dealt": ("dealt hand", "手札"), "field": ("opening field", "場札")}


def _cards(where: str, argument: Any, classes: Classes) -> Test:
    """``pile``, ``dealt``, ``field``: a condition on cards captured, dealt to the player, or on the opening field."""
    condition, (english, japanese) = read_condition(argument, classes), _PLACES[where]
    return Test(
        PLAYED | {PILE} if where == "pile" else frozenset({where}),
        lambda table, player, payer: condition.find(table.cards_in(where, player), table.month) is not None,
        f"{english}: {condition.text('en')}",
        f"{japanese}：{condition.text('ja')}",
    )


def _has_stopped(argument: Any) -> Test:
    """``stopped: true`` of a player: that one stopped the round."""
    wanted = convert(argument, bool)
    phrase = ("stopped", "上がった") if wanted else ("did not stop", "上がっていない")
    return Test(
        PLAYED | {"stopped"}, lambda table, player, payer: bool((table.stopped_by == player) == wanted), *phrase
    )


def _is_stopped(argument: Any) -> Test:
    """``stopped: true`` of a round: somebody stopped it."""
    wanted = convert(argument, bool)
    phrase = ("somebody stopped", "誰かが上がった") if wanted else ("nobody stopped", "誰も上がらなかった")
    return Test(
        PLAYED | {"stopped"}, lambda table, player, payer: bool((table.stopped_by is not None) == wanted), *phrase
    )


def _has_won(argument: Any) -> Test:
    """``won: false``: the player is not the winner."""
    wanted = convert(argument, bool)
    phrase = ("has won", "勝者") if wanted else ("has not won", "勝者でない")
    return Test(frozenset({"winner"}), lambda table, player, payer: bool((table.winner == player) == wanted), *phrase)


def _given(argument: Any, classes: Classes) -> Test:
    """``fact: {bombs: {at_least: 1}}``: what the record tells of the player, or of the round."""
    if isinstance(argument, str):
        raise ValueError(msg("expected a fact and what it is, as {{{0}: {{at_least: 1}}}}, found {0!r}", argument))
    given = convert(argument, dict[str, Number | int | bool])
    facts = {name: Number.of(number) for name, number in given.items()}
    if not facts:
        raise ValueError(msg("expected at least one fact, found {{}}"))
    told = [(classes.said.get(f"fact.{name}", Name(name, name)), number) for name, number in facts.items()]
    return Test(
        frozenset(f"fact.{name}" for name in facts),
        lambda table, player, payer: all(number.fits(table.fact(name, player)) for name, number in facts.items()),
        " and ".join(f"{title.en} {number.phrase()}" for title, number in told),
        "、かつ".join(f"{title.ja}が{number.phrase('ja')}" for title, number in told),
    )


def _winner(argument: Any, classes: Classes) -> Test:
    """``winner: true``: somebody has won; a mapping says something of the winner."""
    if isinstance(argument, bool):
        phrase = ("somebody has won", "勝者がいる") if argument else ("nobody has won", "勝者がいない")
        return Test(_NOTHING, lambda table, player, payer: (table.winner is not None) == argument, *phrase)
    person = read_person(argument, classes)

    def holds(table: Table, player: str, payer: str) -> bool:
        return table.winner is not None and person.holds(table, table.winner, table.winner)

    return Test(person.reads, holds, f"the winner: {person.text('en')}", f"勝者：{person.text('ja')}")


def _played(argument: Any) -> Test:
    """``played: false``: the round ended before play."""
    wanted = convert(argument, bool)
    phrase = ("the round is played", "勝負があった") if wanted else ("the round is not played", "勝負がなかった")
    return Test(_NOTHING, lambda table, player, payer: bool(table.is_played == wanted), *phrase)


def _players(argument: Any) -> Test:
    """``players: 3``: how many take part."""
    number = _number(argument)
    return Test(
        _NOTHING,
        lambda table, player, payer: bool(number.fits(len(table.players))),
        f"{number.phrase()} players",
        number.phrase("ja", "人"),
    )


def _how_many(argument: Any, classes: Classes) -> Test:
    """``number: {that: PLAYER, is: NUMBER}``: of how many players something is so."""
    given = convert(argument, dict[str, Any])
    if given.keys() != {"that", "is"}:
        raise ValueError(msg("expected 'that', what is so of a player, and 'is', of how many"))
    that, number = read_person(given["that"], classes), _number(given["is"])
    least, most = number.bounds
    return Test(
        that.reads,
        lambda table, player, payer: least <= sum([that.holds(table, name, name) for name in table.players]) <= most,
        f"{number.phrase()} of the players: {that.text('en')}",
        f"「{that.text('ja')}」の人が{number.phrase('ja', '人')}",
    )


def _worth(argument: Any, classes: Classes) -> Test:
    """``amount: {of: AMOUNT, is: NUMBER}``: how much an amount is."""
    given = convert(argument, dict[str, Any])
    if given.keys() != {"of", "is"}:
        raise ValueError(msg("expected 'of', an amount, and 'is', how much"))
    amount, number = Amount(given["of"], classes), _number(given["is"])
    return Test(
        amount.reads,
        lambda table, player, payer: bool(number.fits(amount.of(table, player, payer))),
        f"{amount.text('en')} {number.phrase()}",
        f"{amount.text('ja')}が{number.phrase('ja')}",
    )


def _of_party(argument: Any, classes: Classes, *, is_payer: bool) -> Test:
    """``who`` and ``payer``: a test of the player for whom an amount is, or of the one who pays it."""
    test = read_person(argument, classes)
    english, japanese = ("'s ", "の") if test.is_number else (": ", "：")
    party, party_ja = ("the payer", "払う人") if is_payer else ("the player", "受け取る人")

    def holds(table: Table, player: str, payer: str) -> bool:
        one = payer if is_payer else player
        return test.holds(table, one, one)

    reads = test.reads | {PAYER} if is_payer else test.reads
    return Test(reads, holds, f"{party}{english}{test.text('en')}", f"{party_ja}{japanese}{test.text('ja')}")


def _vocabulary(words: Mapping[str, Callable[[Any], Test]], example: str) -> Vocabulary[Test]:
    return Vocabulary[Test](
        words=words,
        together=lambda tests: tests[0] if len(tests) == 1 else _all_of(tests),
        all_of=_all_of,
        any_of=_any_of,
        negate=_negate,
        example=example,
    )


def read_person(data: Any, classes: Classes) -> Test:
    """A test of one player. Raises :class:`calc.tables.misfit.MisfitError`."""
    words: dict[str, Callable[[Any], Test]] = {name: partial(_measured, name) for name in MEASURES}
    words |= {place: partial(_cards, place, classes=classes) for place in ("pile", "dealt")}
    words |= {
        "holds": partial(_holds, classes=classes),
        "stopped": _has_stopped,
        "won": _has_won,
        "fact": partial(_given, classes=classes),
    }
    return _vocabulary(words, "{card_points: {at_least: 89}}").read(data)


def read_when(data: Any, classes: Classes, *, of_factor: bool = False) -> Test:
    """A test of the round; in a factor also of the player and the payer. Raises
    :class:`calc.tables.misfit.MisfitError`.
    """
    words: dict[str, Callable[[Any], Test]] = {
        "stopped": _is_stopped,
        "played": _played,
        "field": partial(_cards, "field", classes=classes),
        "winner": partial(_winner, classes=classes),
        "players": _players,
        "fact": partial(_given, classes=classes),
        "number": partial(_how_many, classes=classes),
        "amount": partial(_worth, classes=classes),
    }
    if of_factor:
        words["who"] = partial(_of_party, classes=classes, is_payer=False)
        words["payer"] = partial(_of_party, classes=classes, is_payer=True)
    return _vocabulary(words, "{stopped: false}").read(data)
