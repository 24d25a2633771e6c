"""What every word of the condition language has in common, and the words that join conditions."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, Final, Literal, NamedTuple, Protocol

from msgspec import Struct

from calc.mahjong.hand.kinds import TileSet
from calc.mahjong.hand.readings import PAIR_SLOT, Reading
from calc.mahjong.rules.expressions import Writer
from calc.tables.conditions import ALL, ANY, NOT, Number, PhraseTable

PHRASES: Final = PhraseTable(Path(__file__).with_name("phrases.yaml"))
write, join = PHRASES.write, PHRASES.join
#: How many parts a reading has: its four groups and the pair.
PARTS: Final = PAIR_SLOT + 1


class Need(NamedTuple):
    """Something of the rule set that a word names: a ``set``, a ``fact`` or a ``yaku``; without a name any yaku."""

    what: str
    name: str


class Lexicon(Struct, frozen=True):
    """The titles of what words name in a language: sets, yaku and facts."""

    lang: str
    sets: dict[str, str]
    yaku: dict[str, str]
    facts: dict[str, str] = {}
    #: Whether four of a kind are two of seven pairs.
    four_alike: bool = False


def either(phrases: Iterable[str]) -> str:
    """Phrases, one of which has to hold: ``won by tsumo, or open wait``."""
    found = list(phrases)
    joints = [joint for key in (ALL, ANY) for joint in PHRASES.row(key)]
    if any(joint in phrase for phrase in found for joint in joints):
        return join("any.of_several", (write("several", phrase=phrase) for phrase in found))
    return join(ANY, found)


class Judge(Protocol):
    """What a rule set makes of its conditions: :class:`calc.mahjong.rules.compiled.Compiled`."""

    def value(self, write: Callable[[Writer], str], state: "State") -> Any:
        """What an expression is worth in a reading."""

    def set(self, name: str, winds: tuple[int, int]) -> TileSet:
        """A set of tiles for a hand with these winds."""


class State(Struct, frozen=True):
    """What is known of a reading when a condition is asked.

    ``fu``: the sum of the fu counted so far. ``present``: the yaku found so far, ``winning`` those of them that make a
    hand winnable, ``no_han`` those that are worth no han: sets of places among the yaku of the rules.
    """

    reading: Reading
    judge: Judge
    fu: int
    present: int = 0
    winning: int = 0
    no_han: int = 0

    def set(self, name: str) -> TileSet:
        """A set of tiles, as this hand sees it."""
        return self.judge.set(name, self.reading.hand.winds)


class Word:
    """A condition: one word of the condition language, or several that are joined."""

    __slots__ = ()

    #: The spelling in YAML: the name of the class, unless it is given.
    key: ClassVar[str]
    #: What makes the condition true: the whole hand, the part that took the winning tile, or nothing in the hand.
    shown_by: ClassVar[Literal["hand", "taker", "nothing"]] = "nothing"

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "key" not in vars(cls):
            cls.key = re.sub("(?<=.)(?=[A-Z])", "_", cls.__name__).lower()

    def code(self, code: Writer) -> str:
        """The condition as an expression."""
        raise NotImplementedError

    def holds(self, state: State) -> bool:
        return bool(state.judge.value(self.code, state))

    def phrase(self, lexicon: Lexicon) -> str:
        raise NotImplementedError

    def negated(self, lexicon: Lexicon) -> str:
        """That the condition does not hold, as a phrase."""
        return write(NOT, phrase=self.phrase(lexicon))

    def marks(self, state: State) -> set[int]:
        """Which parts of a reading, its four groups and the pair, make the condition true where it is."""
        if self.shown_by == "hand":
            return {*range(PARTS)}
        return {state.reading.taker} & {*range(PARTS)} if self.shown_by == "taker" else set()

    def parts(self) -> "tuple[Word, ...]":
        """The conditions that must all hold for this one to hold; only itself where it is one condition."""
        return (self,)

    def failing(self, state: State, lexicon: Lexicon) -> list[str]:
        """The parts that are false in the reading, each with what is there instead; none where the condition holds."""
        parts = self.parts()
        if parts != (self,):
            return [phrase for part in parts for phrase in part.failing(state, lexicon)]
        if self.holds(state):
            return []
        phrase, there = self.phrase(lexicon), self.instead(state, lexicon)
        return [write("here", phrase=phrase, there=there) if there else phrase]

    def denied(self, state: State, lexicon: Lexicon) -> list[str]:
        """What would have to be otherwise for the condition to be false in the reading; nothing where it is false."""
        if not self.holds(state):
            return []
        parts = self.parts()
        if parts == (self,):
            return [self.negated(lexicon)]
        return [either(join(ALL, part.denied(state, lexicon)) for part in parts)]

    def instead(self, state: State, lexicon: Lexicon) -> str:
        """What the reading has instead of what is asked for; empty where that goes without saying."""
        return ""

    def needs(self) -> Iterator[Need]:
        """What the word names, for the check that it exists and the order in which yaku are asked."""
        return iter(())


class Term(Word, Struct, frozen=True, forbid_unknown_fields=True):
    """A word that says something of a hand.

    Its fields stand under its key in YAML by name; where it has one field, the value of that does. Fields that
    contradict each other raise :class:`ValueError`.
    """

    #: The fields that name sets of tiles, each with what is asked of the set (``{}``), as an expression.
    of_sets: ClassVar[Mapping[str, str]] = {}
    #: The fields each of which is a condition by itself; all that are given must hold.
    apart: ClassVar[tuple[str, ...]] = ()
    #: The row that joins the phrases of several conditions.
    joint: ClassVar[str] = "list"

    @classmethod
    def whole(cls) -> str:
        """The one field, whose value stands under the key in YAML; empty where there are several."""
        return cls.__struct_fields__[0] if len(cls.__struct_fields__) == 1 else ""

    def named(self) -> dict[str, str]:
        """The sets of tiles by the fields that name them."""
        return {field: name for field in self.of_sets if (name := getattr(self, field)) is not None}

    def numbers(self, code: Writer) -> dict[str, Number]:
        """What is compared with a number, as expressions."""
        return {}

    def code(self, code: Writer) -> str:
        asked = [self.of_sets[field].format(code.set(name)) for field, name in self.named().items()]
        return code.all([*asked, *(code.number(number, value) for value, number in self.numbers(code).items())])

    def row(self) -> str:
        """The key of its phrase."""
        return self.key

    def values(self, lexicon: Lexicon) -> dict[str, object]:
        """The values of its phrase: the title of its set of tiles, with an article and ``bare``."""
        title = next((lexicon.sets[name] for name in self.named().values()), "")
        return {"tiles": title, "bare": title.removeprefix("the ")}

    def phrase(self, lexicon: Lexicon) -> str:
        parts = self.parts()
        return self.said(lexicon) if parts == (self,) else join(self.joint, (part.phrase(lexicon) for part in parts))

    def said(self, lexicon: Lexicon) -> str:
        """The phrase of a word that is one condition."""
        return write(self.row(), **self.values(lexicon))

    def negated(self, lexicon: Lexicon) -> str:
        row = f"{self.row()}.not"
        return write(row, **self.values(lexicon)) if PHRASES.has(row) else super().negated(lexicon)

    def instead(self, state: State, lexicon: Lexicon) -> str:
        """The number that is there in place of the one that is asked for."""
        return str(state.judge.value(lambda code: next(iter(self.numbers(code)), "''"), state))

    def needs(self) -> Iterator[Need]:
        return (Need("set", name) for name in self.named().values())

    def parts(self) -> tuple[Word, ...]:
        whole = self.whole()
        asked = getattr(self, whole, None)
        if isinstance(asked, dict):
            alone: list[dict[str, Any]] = [{whole: {name: value}} for name, value in asked.items()]
        else:
            defaults = dict(zip(self.__struct_fields__[::-1], self.__struct_defaults__[::-1], strict=False))
            given = {name: getattr(self, name) for name in self.apart}
            alone = [{name: value} for name, value in given.items() if value is not defaults[name]]
        return (self,) if len(alone) < 2 else tuple(type(self)(**one) for one in alone)


class Either(Term, frozen=True):
    """A word with two values, one of which holds wherever the other does not. Each has a row of its own."""

    #: The two values, and the condition that the first one is.
    two: ClassVar[tuple[bool | str, bool | str]] = (True, False)
    first: ClassVar[str]

    def code(self, code: Writer) -> str:
        return self.first if getattr(self, self.whole()) == self.two[0] else code.negate(self.first)

    def row(self) -> str:
        return f"{self.key}.{spell(getattr(self, self.whole()))}"

    def negated(self, lexicon: Lexicon) -> str:
        (other,) = (value for value in self.two if value != getattr(self, self.whole()))
        return write(f"{self.key}.{spell(other)}")

    def instead(self, state: State, lexicon: Lexicon) -> str:
        row = f"{self.row()}.instead"
        return write(row) if PHRASES.has(row) else ""


def spell(value: bool | str) -> str:
    """A value as keys of phrases have it."""
    return value if isinstance(value, str) else str(value).lower()


class _Several(Word, Struct, frozen=True):
    """Conditions that are joined."""

    words: tuple[Word, ...]

    def needs(self) -> Iterator[Need]:
        for word in self.words:
            yield from word.needs()

    def code(self, code: Writer) -> str:
        joined: str = getattr(code, self.key)(word.code(code) for word in self.words)
        return joined

    def phrase(self, lexicon: Lexicon) -> str:
        return _joined(self.key, (word.phrase(lexicon) for word in self.words))

    def negated(self, lexicon: Lexicon) -> str:
        return _joined(ANY if self.key == ALL else ALL, (word.negated(lexicon) for word in self.words))


def _joined(key: str, phrases: Iterable[str]) -> str:
    """Phrases all of which have to hold, or one of them."""
    return join(ALL, phrases) if key == ALL else either(phrases)


class AllOf(_Several, frozen=True):
    """``all: [...]``, or simply several words in one mapping: every one of them holds. One alone is not wrapped."""

    key: ClassVar[str] = ALL

    def marks(self, state: State) -> set[int]:
        return set().union(*(word.marks(state) for word in self.words))

    def parts(self) -> tuple[Word, ...]:
        return self.words


class AnyOf(_Several, frozen=True):
    """``any: [...]``: at least one of the conditions holds."""

    key: ClassVar[str] = ANY

    def marks(self, state: State) -> set[int]:
        return set().union(*(word.marks(state) for word in self.words if word.holds(state)))

    def failing(self, state: State, lexicon: Lexicon) -> list[str]:
        if self.holds(state):
            return []
        return [either(join(ALL, word.failing(state, lexicon)) for word in self.words)]

    def denied(self, state: State, lexicon: Lexicon) -> list[str]:
        return [phrase for word in self.words for phrase in word.denied(state, lexicon)]


class Not(Word, Struct, frozen=True):
    """``not: {...}``: the condition does not hold."""

    key: ClassVar[str] = NOT

    word: Word

    def needs(self) -> Iterator[Need]:
        return self.word.needs()

    def code(self, code: Writer) -> str:
        return code.negate(self.word.code(code))

    def phrase(self, lexicon: Lexicon) -> str:
        return self.word.negated(lexicon)

    def negated(self, lexicon: Lexicon) -> str:
        return self.word.phrase(lexicon)

    def failing(self, state: State, lexicon: Lexicon) -> list[str]:
        return self.word.denied(state, lexicon)

    def denied(self, state: State, lexicon: Lexicon) -> list[str]:
        return self.word.failing(state, lexicon)


def walk_words(word: Word) -> Iterator[Word]:
    """A condition and every word within it."""
    yield word
    inside = word.words if isinstance(word, AllOf | AnyOf) else (word.word,) if isinstance(word, Not) else ()
    for inner in inside:
        yield from walk_words(inner)
