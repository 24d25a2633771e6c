"""What must be so where a settlement step or a factor counts: tests of the round, of a player and of a payer."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from calc.hanafuda.rules.classes import Classes
from calc.hanafuda.rules.phrases import number_text
from calc.hanafuda.rules.words import Facts, read_condition
from calc.hanafuda.settle.amounts import MEASURES, PAYER, PILE, PLAYED, Amount, Reads
from calc.hanafuda.settle.table import Table
from calc.tables.conditions import Number, Vocabulary
from calc.tables.misfit import MisfitError, convert
from calc.text import in_lang

T = TypeVar("T")


class Test:
    """Something that must be so, about the round or about one player."""

    reads: Reads = frozenset()

    def holds(self, table: Table, player: str, payer: str) -> bool:
        """Whether it is so."""
        raise NotImplementedError

    def text(self, lang: str) -> str:
        """It, as a phrase."""
        raise NotImplementedError


class PersonTest(Test):
    """A test of one player."""

    def __init__(self, test: Test) -> None:
        self.reads, self.holds, self.text = test.reads, test.holds, test.text  # type: ignore[method-assign]


def under(key: str, read: Callable[[], T]) -> T:
    """What ``read`` makes; a fault in it lies under ``key``."""
    try:
        return read()
    except MisfitError as error:
        raise MisfitError(error.message, (key, *error.path)) from None


class _Joined(Test):
    """``all``, ``any``: all of the tests hold, or at least one."""

    def __init__(self, tests: list[Test], *, every: bool) -> None:
        self.tests, self.every = tests, every
        self.reads = frozenset().union(*(test.reads for test in tests))

    def holds(self, table: Table, player: str, payer: str) -> bool:
        return (all if self.every else any)(test.holds(table, player, payer) for test in self.tests)

    def text(self, lang: str) -> str:
        word = in_lang(lang, " and " if self.every else " or ", "、かつ" if self.every else "、または")
        return word.join(test.text(lang) for test in self.tests)


class _Negated(Test):
    """``not``: the test does not hold."""

    def __init__(self, test: Test) -> None:
        self.test, self.reads = test, test.reads

    def holds(self, table: Table, player: str, payer: str) -> bool:
        return not self.test.holds(table, player, payer)

    def text(self, lang: str) -> str:
        return in_lang(lang, f"not ({self.test.text(lang)})", f"（{self.test.text(lang)}）でない")


class _Measured(Test):
    """``card_points: {at_most: 30}`` and other numbers of a player."""

    def __init__(self, name: str, argument: Any) -> None:
        self.measure, self.number = MEASURES[name], Number.of(convert(argument, Number | int))
        self.reads = self.measure.reads - {PAYER}
        self._count, (self._least, self._most) = self.measure.number, self.number.bounds

    def holds(self, table: Table, player: str, payer: str) -> bool:
        return self._least <= self._count(table, player, player) <= self._most

    def text(self, lang: str) -> str:
        return in_lang(
            lang, f"{self.measure.en} {self.number.phrase()}", f"{self.measure.ja}が{number_text(self.number, lang)}"
        )


class _Holds(Test):
    """``holds: [four_brights]``: all of these yaku count for the player."""

    reads = PLAYED

    def __init__(self, argument: Any, classes: Classes) -> None:
        self.ids, self.said = convert(argument, list[str]), classes.said
        if not self.ids:
            raise ValueError("expected at least one yaku, found []")
        self.reads = PLAYED | {PILE} | {f"yaku.{one}" for one in self.ids}

    def holds(self, table: Table, player: str, payer: str) -> bool:
        held = {one.yaku.id for one in (*table.yaku.get(player, ()), *table.teyaku.get(player, ()))}
        return held.issuperset(self.ids)

    def text(self, lang: str) -> str:
        names = [self.said[one].text(lang) if one in self.said else one for one in self.ids]
        return in_lang(lang, f"holds {' and '.join(names)}", f"{'と'.join(names)}がある")


class _Cards(Test):
    """``pile``, ``dealt``, ``field``: a condition on cards captured, dealt to the player, or on the opening field."""

    def __init__(self, where: str, argument: Any, classes: Classes) -> None:
        self.where, self.condition = where, read_condition(argument, classes)
        self.reads = PLAYED | {PILE} if where == "pile" else frozenset({where})

    def holds(self, table: Table, player: str, payer: str) -> bool:
        return self.condition.find(table.cards_in(self.where, player), Facts(month=table.month)) is not None

    def text(self, lang: str) -> str:
        places = {"pile": ("pile", "取り札"), "dealt": ("dealt hand", "手札"), "field": ("opening field", "場札")}
        english, japanese = places[self.where]
        return in_lang(lang, f"{english}: {self.condition.text(lang)}", f"{japanese}：{self.condition.text(lang)}")


class _Stopped(Test):
    """``stopped: true``: the player stopped the round; of a round, that somebody did."""

    reads = PLAYED | {"stopped"}

    def __init__(self, argument: Any, *, of_player: bool) -> None:
        self.wanted, self.of_player = convert(argument, bool), of_player

    def holds(self, table: Table, player: str, payer: str) -> bool:
        stopped = table.stopped_by == player if self.of_player else table.stopped_by is not None
        return bool(stopped == self.wanted)

    def text(self, lang: str) -> str:
        if self.of_player:
            return in_lang(lang, *(("stopped", "上がった") if self.wanted else ("did not stop", "上がっていない")))
        told = ("somebody stopped", "誰かが上がった") if self.wanted else ("nobody stopped", "誰も上がらなかった")
        return in_lang(lang, *told)


class _Won(Test):
    """``won: false``: the player is not the winner."""

    reads = frozenset({"winner"})

    def __init__(self, argument: Any) -> None:
        self.wanted = convert(argument, bool)

    def holds(self, table: Table, player: str, payer: str) -> bool:
        return bool((table.winner == player) == self.wanted)

    def text(self, lang: str) -> str:
        return in_lang(lang, "has won" if self.wanted else "has not won", "勝者" if self.wanted else "勝者でない")


class _Given(Test):
    """``fact: {bombs: {at_least: 1}}``: what the record tells of the player, or of the round."""

    def __init__(self, argument: Any, classes: Classes) -> None:
        self.said = classes.said
        if isinstance(argument, str):
            raise ValueError(f"expected a fact and what it is, as {{{argument}: {{at_least: 1}}}}, found {argument!r}")
        given = convert(argument, dict[str, Number | int | bool])
        self.facts = {name: Number.of(number) for name, number in given.items()}
        if not self.facts:
            raise ValueError("expected at least one fact, found {}")
        self.reads = frozenset(f"fact.{name}" for name in self.facts)

    def holds(self, table: Table, player: str, payer: str) -> bool:
        return all(number.fits(table.fact(name, player)) for name, number in self.facts.items())

    def text(self, lang: str) -> str:
        told = []
        for name, number in self.facts.items():
            title = self.said[f"fact.{name}"].text(lang) if f"fact.{name}" in self.said else name
            told.append(in_lang(lang, f"{title} {number.phrase()}", f"{title}が{number_text(number, lang)}"))
        return in_lang(lang, " and ", "、かつ").join(told)


class _Winner(Test):
    """``winner: true``: somebody has won; a mapping says something of the winner."""

    def __init__(self, argument: Any, classes: Classes) -> None:
        self.wanted = argument if isinstance(argument, bool) else True
        self.person = None if isinstance(argument, bool) else read_person(argument, classes)
        self.reads = self.person.reads if self.person is not None else frozenset()

    def holds(self, table: Table, player: str, payer: str) -> bool:
        if table.winner is None or self.person is None:
            return (table.winner is not None) == self.wanted
        return self.person.holds(table, table.winner, table.winner)

    def text(self, lang: str) -> str:
        if self.person is not None:
            return in_lang(lang, f"the winner: {self.person.text(lang)}", f"勝者：{self.person.text(lang)}")
        return in_lang(
            lang, *(("somebody has won", "勝者がいる") if self.wanted else ("nobody has won", "勝者がいない"))
        )


class _Played(Test):
    """``played: false``: the round ended before play."""

    def __init__(self, argument: Any) -> None:
        self.wanted = convert(argument, bool)

    def holds(self, table: Table, player: str, payer: str) -> bool:
        return bool(table.is_played == self.wanted)

    def text(self, lang: str) -> str:
        english = "the round is played" if self.wanted else "the round is not played"
        return in_lang(lang, english, "勝負があった" if self.wanted else "勝負がなかった")


class _Players(Test):
    """``players: 3``: how many take part."""

    def __init__(self, argument: Any) -> None:
        self.number = Number.of(convert(argument, Number | int))

    def holds(self, table: Table, player: str, payer: str) -> bool:
        return bool(self.number.fits(len(table.players)))

    def text(self, lang: str) -> str:
        return in_lang(lang, f"{self.number.phrase()} players", number_text(self.number, lang, "人"))


class _HowMany(Test):
    """``number: {that: PLAYER, is: NUMBER}``: of how many players something is so."""

    def __init__(self, argument: Any, classes: Classes) -> None:
        given = convert(argument, dict[str, Any])
        if given.keys() != {"that", "is"}:
            raise ValueError("expected 'that', what is so of a player, and 'is', of how many")
        self.that = read_person(given["that"], classes)
        self.number = Number.of(convert(given["is"], Number | int))
        self.reads = self.that.reads
        self._least, self._most = self.number.bounds

    def holds(self, table: Table, player: str, payer: str) -> bool:
        return self._least <= sum([self.that.holds(table, name, name) for name in table.players]) <= self._most

    def text(self, lang: str) -> str:
        return in_lang(
            lang,
            f"{self.number.phrase()} of the players: {self.that.text(lang)}",
            f"「{self.that.text(lang)}」の人が{number_text(self.number, lang, '人')}",
        )


class _Worth(Test):
    """``amount: {of: AMOUNT, is: NUMBER}``: how much an amount is."""

    def __init__(self, argument: Any, classes: Classes) -> None:
        given = convert(argument, dict[str, Any])
        if given.keys() != {"of", "is"}:
            raise ValueError("expected 'of', an amount, and 'is', how much")
        self.amount, self.number = Amount(given["of"], classes), Number.of(convert(given["is"], Number | int))
        self.reads = self.amount.reads

    def holds(self, table: Table, player: str, payer: str) -> bool:
        return bool(self.number.fits(self.amount.of(table, player, payer)))

    def text(self, lang: str) -> str:
        return in_lang(
            lang,
            f"{self.amount.text(lang)} {self.number.phrase()}",
            f"{self.amount.text(lang)}が{number_text(self.number, lang)}",
        )


class _Side(Test):
    """``who``, ``payer``: a test of the player for whom an amount is, or of the one who pays it."""

    def __init__(self, argument: Any, classes: Classes, *, pays: bool) -> None:
        self.test, self.pays = read_person(argument, classes), pays
        self.reads = self.test.reads | {PAYER} if pays else self.test.reads

    def holds(self, table: Table, player: str, payer: str) -> bool:
        one = payer if self.pays else player
        return self.test.holds(table, one, one)

    def text(self, lang: str) -> str:
        who = in_lang(lang, "the payer" if self.pays else "the player", "払う人" if self.pays else "受け取る人")
        joint = in_lang(lang, "'s ", "の") if isinstance(self.test, _Measured) else in_lang(lang, ": ", "：")
        return f"{who}{joint}{self.test.text(lang)}"


def _vocabulary(words: Mapping[str, Callable[[Any], Test]], example: str) -> Vocabulary[Test]:
    return Vocabulary[Test](
        words=words,
        together=lambda tests: tests[0] if len(tests) == 1 else _Joined(tests, every=True),
        all_of=partial(_Joined, every=True),
        any_of=partial(_Joined, every=False),
        negate=_Negated,
        example=example,
    )


def read_person(data: Any, classes: Classes) -> Test:
    """A test of one player. Raises :class:`calc.tables.misfit.MisfitError`."""
    words: dict[str, Callable[[Any], Test]] = {name: partial(_Measured, name) for name in MEASURES}
    words |= {place: partial(_Cards, place, classes=classes) for place in ("pile", "dealt")}
    words |= {
        "holds": partial(_Holds, classes=classes),
        "stopped": partial(_Stopped, of_player=True),
        "won": _Won,
        "fact": partial(_Given, classes=classes),
    }
    return _vocabulary(words, "{card_points: {at_least: 89}}").read(data)


def read_when(data: Any, classes: Classes, *, of_factor: bool = False) -> Test:
    """A test of the round; in a factor also of the player and the payer. Raises
    :class:`calc.tables.misfit.MisfitError`.
    """
    words: dict[str, Callable[[Any], Test]] = {
        "stopped": partial(_Stopped, of_player=False),
        "played": _Played,
        "field": partial(_Cards, "field", classes=classes),
        "winner": partial(_Winner, classes=classes),
        "players": _Players,
        "fact": partial(_Given, classes=classes),
        "number": partial(_HowMany, classes=classes),
        "amount": partial(_Worth, classes=classes),
    }
    if of_factor:
        words |= {name: partial(_Side, classes=classes, pays=name == "payer") for name in ("who", "payer")}
    return _vocabulary(words, "{stopped: false}").read(data)
