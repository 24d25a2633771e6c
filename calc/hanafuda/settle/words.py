"""Who pays and gets an amount, what multiplies it, and what decides between several who might win."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Final, NamedTuple

from msgspec import Struct

from calc.errors import known_names
from calc.hanafuda.rules.deck import Classes
from calc.hanafuda.settle.amounts import MEASURES, PILE, PLAYED, Amount, Reads, reads_of
from calc.hanafuda.settle.conditions import FactorTest, PersonTest, Test, read_person, read_when, under
from calc.hanafuda.settle.table import BANKS, POT, Table
from calc.tables import Name
from calc.tables.misfit import convert
from calc.tables.ruleset import spelled_as
from calc.text import in_lang
from calc.translation import msg

#: What a Japanese clause ends with; anything else ends like a noun.
_VERBAL: Final = ("る", "た", "い")


def where_ja(condition: str) -> str:
    """A Japanese condition before what holds there: ``誰も上がらなかったとき``, ``2人のとき``."""
    return condition + ("とき" if condition[-1:] in _VERBAL else "のとき")


class Who:
    """One or several of those at the table, or a bank."""

    takes: ClassVar[Any] = str | dict[str, Any]
    __slots__ = ("_find", "_phrase", "is_bank", "name", "reads", "that")

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
        self.name = name
        reads, self._find, *phrase = PERSONS[name]
        self._phrase = {"en": phrase[0], "ja": phrase[1]}
        self.is_bank = name in BANKS
        self.reads: Reads = reads | (self.that.reads if self.that is not None else frozenset())

    def names(self, table: Table, player: str | None) -> list[str]:
        """Their names, in turn order; seen from a player."""
        found = self._find(table, player)
        if self.that is None:
            return found
        return [name for name in found if self.that.holds(table, name, name)]

    def text(self, lang: str) -> str:
        """Who it is, in words."""
        name = self._phrase[lang]
        if self.that is None:
            return name
        return in_lang(lang, f"{name} ({self.that.text(lang)})", f"{name}（{self.that.text(lang)}）")


Found = Callable[[Table, Any], list[str]]


def _one(name: str | None) -> list[str]:
    return [] if name is None else [name]


def _bank(name: str) -> Found:
    return lambda table, player: [name]


#: Who may be named: what the word looks at, how to find them, and the words for them.
PERSONS: Final[dict[str, tuple[Reads, Found, str, str]]] = {
    "each": (frozenset(), lambda table, player: table.players, msg("each player"), "各対局者"),
    "others": (frozenset(), lambda table, player: table.others(player), msg("each other player"), "ほかの対局者"),
    "everyone": (frozenset(), lambda table, player: table.everyone, msg("everybody at the table"), "席にいる全員"),
    "winner": (frozenset({"winner"}), lambda table, player: _one(table.winner), msg("the winner"), "勝者"),
    "stopper": (
        PLAYED | {"stopped"},
        lambda table, player: _one(table.stopped_by),
        msg("the player who stopped"),
        "上がった人",
    ),
    "dealer": (frozenset({"dealer"}), lambda table, player: _one(table.dealer), msg("the dealer"), "親"),
    "dropped": (frozenset({"dropped"}), lambda table, player: table.dropped, msg("who dropped out"), "逃げた人"),
    "forced_out": (
        frozenset({"forced_out"}),
        lambda table, player: [name for name in table.everyone if name in table.forced_out],
        msg("who was forced out"),
        "追い込まれた人",
    ),
    "self": (frozenset(), lambda table, player: [player], msg("the player"), "その人"),
    "successor": (
        frozenset({"pot"}),
        lambda table, player: [table.took_over.get(player, POT)],
        msg("who takes over the hand, or the pot"),
        "手札を引き継ぐ人（いなければ場の駒）",
    ),
    "pot": (frozenset({"pot"}), _bank("pot"), msg("the pot"), "場の駒"),
    "bank": (frozenset(), _bank("bank"), msg("the bank"), "場"),
    "par": (frozenset(), _bank("par"), "par", "基準点"),
}

#: Those who are what they are to a player: nobody before a player is named.
TO_SOMEBODY: Final = frozenset({"others", "self", "successor"})


class FactorEntry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an amount is multiplied by, where ``when`` holds; with ``each``, as often as that amount says."""

    by: int | str
    when: Annotated[FactorTest, spelled_as("factor_when")] | None = None
    each: Annotated[Amount, spelled_as("amount")] | None = None
    name: Name | None = None
    source: str | None = None
    disputed: str | None = None


class Factor:
    """A factor of payments, read."""

    __slots__ = ("_by", "_each", "_name", "_when", "reads", "source")

    def __init__(self, entry: FactorEntry) -> None:
        self._by = _read_fraction(entry.by)
        self._when: Test | None = entry.when
        self._each, self._name, self.source = entry.each, entry.name, entry.source
        self.reads = reads_of([entry.when, entry.each])

    def of(self, table: Table, player: str, payer: str) -> Fraction | int:
        """The factor for a payment: 1 where it does not apply."""
        if self._when is not None and not self._when.holds(table, player, payer):
            return 1
        return self._by if self._each is None else self._by ** self._each.of(table, player, payer)

    def told(self, by: Fraction | int, player: str, payer: str, lang: str) -> str:
        """What it was for a payment, and why: ``times 2 (Aki's yaku at least 7)``."""
        if self._name is not None:
            why = self._name.text(lang)
        else:
            each = "" if self._each is None else self._each.text(lang)
            parts = [in_lang(lang, f"{self._by} for each of {each}", f"{each}ごとに{self._by}倍")] if each else []
            parts += [] if self._when is None else [self._when.text(lang)]
            why = in_lang(lang, ", ", "、").join(parts)
        if lang == "ja":
            why = why.replace("受け取る人", player).replace("払う人", payer)
        else:
            why = re.sub(r"\bthe (player|payer)\b", lambda found: player if found[1] == "player" else payer, why)
        return in_lang(lang, f"times {by}", f"{by}倍") + (in_lang(lang, f" ({why})", f"（{why}）") if why else "")

    def text(self, lang: str) -> str:
        """``x 2 if the player: yaku at least 7``, or its name."""
        text = in_lang(lang, f"times {self._by}", f"{self._by}倍")
        if self._name is not None:
            name = self._name.text(lang)
            return in_lang(lang, f"{text} ({name})", f"{text}（{name}）")
        if self._each is not None:
            text += in_lang(lang, f" for each of {self._each.text(lang)}", f"（{self._each.text(lang)}ごと）")
        if self._when is not None:
            where = self._when.text(lang)
            text += in_lang(lang, f" if {where}", f"（{where_ja(where)}）")
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
    __slots__ = ("_count", "_phrase", "is_noted", "is_turn", "reads")

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
            self._count: Any = lambda table, player, payer: cards.count(table.piles.get(player, 0))
            self._phrase = {lang: classes.title_of(cards, lang) for lang in ("en", "ja")}
            self.reads = PLAYED | {PILE}
            return
        if not isinstance(data, str) or data not in MEASURES:
            hint = known_names(str(data), [*MEASURES, "turn"], msg("there are"))
            raise ValueError(msg("expected a number of a player, found {0!r}{1}", data, hint))
        measure = MEASURES[data]
        self._count, self.reads, self._phrase = measure.number, measure.reads, {"en": measure.en, "ja": measure.ja}

    def of(self, table: Table, player: str) -> int:
        """The number of a player."""
        return int(self._count(table, player, player))

    def text(self, lang: str) -> str:
        """What is counted."""
        return self._phrase[lang]


class Words(NamedTuple):
    """What the words of a settlement are read with: classes of cards, and factors by name."""

    classes: Classes
    factors: Mapping[str, Factor | None]

    def read(self, kind: type[Any], data: Any) -> Any:
        """Read a word of this kind from plain data. Raises :class:`ValueError`."""
        if kind is Test:
            return read_when(data, self.classes)
        if kind is PersonTest:
            return PersonTest.of(read_person(data, self.classes))
        if kind is FactorTest:
            return FactorTest.of(read_when(data, self.classes, of_factor=True))
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
