"""Amounts of a settlement: numbers of a player, of a payment or of the table, and sums of them, each with its words.

An amount is asked for a ``player``, whom it is for, and a ``payer``; where it is a number of one player, both are the
same. ``reads`` names what it looks at, such as ``play`` for captured cards.
"""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Final, Literal, NamedTuple

from msgspec import Struct, field

from calc.errors import known_names
from calc.hanafuda.rules.deck import Classes, out_of
from calc.hanafuda.settle.table import Table
from calc.hanafuda.value.yaku import total
from calc.tables import Name
from calc.tables.conditions import Number
from calc.tables.misfit import convert
from calc.translation import msg

#: What a round tells beside dealt hands: a word that reads it waits until the round is played.
PLAY: Final = "play"
#: What differs from payer to payer.
PAYER: Final = "payer"


Reads = frozenset[str]


class Measure(NamedTuple):
    """A number of a round: what it looks at, how to count it, its words."""

    reads: Reads
    number: Callable[[Table, str, str], int]
    en: str
    ja: str

    def text(self, lang: str) -> str:
        return self.ja if lang == "ja" else self.en


def _count_yaku(table: Table, player: str, payer: str) -> int:
    table.counts_yaku = True
    return total(table.yaku.get(player, ()))


PLAYED: Final = frozenset({PLAY})
#: What only the cards of a pile tell.
PILE: Final = "pile"


#: Numbers of a player.
MEASURES: Final = {
    "yaku": Measure(PLAYED | {"yaku"}, _count_yaku, "yaku", "出来役"),
    "teyaku": Measure(
        frozenset({"teyaku"}),
        lambda table, player, payer: total(table.teyaku.get(player, ())),
        "dealt yaku",
        "手役",
    ),
    "card_points": Measure(
        PLAYED | {"card_points"}, lambda table, player, payer: table.points.get(player, 0), "card points", "札の点"
    ),
    "score": Measure(frozenset(), lambda table, player, payer: table.scores.get(player, 0), "score", "得点"),
    "cards": Measure(
        PLAYED | {PILE},
        lambda table, player, payer: table.piles.get(player, 0).bit_count(),
        "captured cards",
        "取り札の枚数",
    ),
    "calls": Measure(
        PLAYED | {"calls"},
        lambda table, player, payer: table.calls.get(player, 0),
        "calls to go on",
        "こいこい（続行）の回数",
    ),
    "others_calls": Measure(
        PLAYED | {"calls"},
        lambda table, player, payer: sum(times for name, times in table.calls.items() if name != player),
        "calls to go on by the others",
        "ほかの人のこいこい（続行）の回数",
    ),
    "seat": Measure(
        frozenset(), lambda table, player, payer: table.players.index(player) + 1, "place in turn order", "手番"
    ),
    "stake": Measure(
        frozenset({"stake", PAYER}),
        lambda table, player, payer: (table.stake or {}).get(payer, 0),
        "chips in front",
        "手元の駒",
    ),
}


#: Numbers of a payment: between two players, or of the table.
OF_PAYMENTS: Final = {
    "lead": Measure(
        PLAYED | {PAYER},
        lambda table, player, payer: table.scores.get(player, 0) - table.scores.get(payer, 0),
        "lead in score",
        "得点の差",
    ),
    "pot": Measure(frozenset({"pot"}), lambda table, player, payer: table.pot, "the pot", "場の駒"),
    "compensation": Measure(
        frozenset({"compensation"}),
        lambda table, player, payer: table.owed,
        "the worth of the hands forced out",
        "追い駒（追い込まれた手の値）",
    ),
}


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


class Amount:
    """An amount: a number, a word, a mapping, or a list of these, which is their sum."""

    __slots__ = ("_phrases", "names", "of", "reads")
    takes: ClassVar[Any] = int | str | dict[str, Any] | list[int | str | dict[str, Any]]

    def __init__(self, data: Any, classes: Classes) -> None:
        parts = data if isinstance(data, list) else [data]
        if not parts:
            raise ValueError(msg("expected at least one amount, found []"))
        terms = [_read_term(part, classes) for part in parts]
        #: The words of it that stand alone.
        self.names = tuple(part for part in parts if isinstance(part, str))
        numbers = [term.number for term in terms]
        #: The amount for a player, from a payer.
        self.of: Callable[[Table, str, str], int] = (
            numbers[0]
            if len(numbers) == 1
            else lambda table, player, payer: sum([number(table, player, payer) for number in numbers])
        )
        self._phrases = [{"en": term.en, "ja": term.ja} for term in terms]
        self.reads: Reads = frozenset().union(*(term.reads for term in terms))

    def text(self, lang: str) -> str:
        """``yaku + calls to go on``."""
        return " + ".join(phrase[lang] for phrase in self._phrases).replace(" + -", " - ")


def _read_term(data: Any, classes: Classes) -> Measure:
    """A part of a sum."""
    if isinstance(data, int) and not isinstance(data, bool):
        return Measure(frozenset(), lambda table, player, payer: data, str(data), str(data))
    if isinstance(data, str):
        known = {**MEASURES, **OF_PAYMENTS}
        if data not in known:
            raise ValueError(msg("there is no amount {0!r}{1}", data, known_names(data, known, msg("the amounts are"))))
        return known[data]
    if not isinstance(data, dict) or len(keys := data.keys()) == 0:
        raise ValueError(msg("expected an amount: a number, a word such as yaku, or a mapping, found {0!r}", data))
    if "each" in keys:
        return _read_each(data, classes)
    if keys == {"fact"}:
        name = convert(data["fact"], str)
        meaning = classes.said.get(f"fact.{name}", Name(name, name))
        return Measure(
            frozenset({f"fact.{name}"}), lambda table, player, payer: table.fact(name, player), meaning.en, meaning.ja
        )
    if keys == {"by_players"}:
        rows = {str(key): worth for key, worth in convert(data["by_players"], dict[str, int]).items()}
        text = ", ".join(f"{worth} with {players} players" for players, worth in rows.items())
        japanese = "、".join(f"{players}人なら{worth}" for players, worth in rows.items())
        return Measure(
            frozenset({f"by_players.{' '.join(rows)}"}),
            lambda table, player, payer: rows[str(len(table.players))],
            text,
            japanese,
        )
    if keys == {"by_seat"}:
        seats = convert(data["by_seat"], list[int])
        text = " / ".join(map(str, seats))
        return Measure(
            frozenset({f"by_seat.{len(seats)}"}),
            lambda table, player, payer: seats[table.players.index(player)],
            f"{text} by seat",
            f"手番により{text}",
        )
    raise ValueError(
        msg(
            "expected 'each' with 'of' or 'month', 'fact', 'by_players' or 'by_seat', found {0}",
            ", ".join(map(str, keys)),
        )
    )


def _read_each(data: dict[str, Any], classes: Classes) -> Measure:
    """So much for every card, or for every month."""
    if "month" in data:
        return _read_months(convert(data, EachMonth), classes)
    given = convert(data, EachOf)
    cards = classes.counted(given.of)
    title = classes.title_of(cards)

    def of_cards(table: Table, player: str, payer: str) -> int:
        held = cards.count(table.cards_in(given.in_, player))
        return int(given.each * max(held - given.beyond, 0))

    beyond = (f" beyond {given.beyond}", f"（{given.beyond}枚を超える分）") if given.beyond else ("", "")
    where = {"pile": ("", ""), "dealt": (" dealt", "手札の"), "field": (" on the opening field", "場札の")}[given.in_]
    return Measure(
        PLAYED | {PILE} if given.in_ == "pile" else frozenset({given.in_}),
        of_cards,
        f"{given.each} for each of {title}{where[0]}{beyond[0]}",
        f"{where[1]}{out_of(classes.title_of(cards, 'ja'))}1枚につき{given.each}{beyond[1]}",
    )


def _read_months(given: EachMonth, classes: Classes) -> Measure:
    """``{each: 1, month: {dealt: 3, pile: 4}}``."""
    if not given.month:
        raise ValueError(msg("expected how many cards of a month, as in month: {{dealt: 3}}, found {{}}"))
    asked = {where: Number.of(number) for where, number in given.month.items()}
    months = [*classes.months("any").values()]

    def of_months(table: Table, player: str, payer: str) -> int:
        held = [(table.cards_in(where, player), number) for where, number in asked.items()]
        return given.each * sum(all(number.fits((cards & of).bit_count()) for cards, number in held) for of in months)

    places = {"pile": ("captured", "取り札"), "dealt": ("dealt", "手札"), "field": ("on the opening field", "場札")}
    english = ", ".join(f"{number.phrase()} {places[where][0]}" for where, number in asked.items())
    japanese = "、".join(f"{places[where][1]}{number.phrase('ja', '枚')}" for where, number in asked.items())
    return Measure(
        frozenset().union(*({PLAY, PILE} if where == "pile" else {where} for where in asked)),
        of_months,
        f"{given.each} for each month with cards {english}",
        f"{japanese}の月ごとに{given.each}",
    )


def reads_of(words: Iterable[Any]) -> Reads:
    """What several words look at."""
    return frozenset().union(*(word.reads for word in words if word is not None))
