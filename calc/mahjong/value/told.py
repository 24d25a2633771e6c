"""Hands told by their yaku, ``riichi pinfu tsumo dora 2``: their han, and their fu where a yaku fixes them."""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from calc.errors import HandError
from calc.layout.words import word
from calc.mahjong.rules.compiled import remembered
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import FuPart, Yaku
from calc.mahjong.rules.words.base import AllOf
from calc.mahjong.rules.words.tiles import Shape
from calc.mahjong.rules.words.win import By, Hand, NoFu
from calc.mahjong.value.payments import base_points, points_said
from calc.notation.spellings import romanised
from calc.patterns import regex
from calc.records.meanings import Words, read_words
from calc.records.words import MOST_SAID, WordSaid, any_of, number_said, parts_of
from calc.tables.ruleset import Name
from calc.text import thousands
from calc.translation import one_by_one, say

_FILE: Final = Path(__file__).with_name("told.yaml")
#: A triplet of value of which it is not told which.
YAKUHAI: Final = "yakuhai"
#: What is said of a hand without triplets, in place of its fu.
_RUNS: Final = "runs"
_SENTENCE_ENDS: Final = regex(r"[.!?。](?!\d)")
#: Who has the hand, as worth is said.
SEATS: Final = {"dealer": "dealer", "other": "non-dealer", "": ""}


class ToldHand(Struct, frozen=True):
    """The words for what a hand is ``worth``, and how it is ``counted``: ``Riichi 1 + Pinfu 1 = 2 han``."""

    worth: str
    counted: str


def read_yaku(text: str, rules: MahjongRules) -> ToldHand | None:
    """The worth of a hand that is told by its yaku; ``None`` for a text that tells anything else.

    Raises :class:`calc.HandError` for yaku that no hand has together, and where it depends on what is not told
    whether the hand is open, or how it was won.
    """
    if len(text) > MOST_SAID:
        return None
    spoken, said, lost = _read(text, rules)
    told: dict[str, str] = {}
    yaku = Counter[str]()
    dora = 0
    ends: dict[str, int] = {}
    for each in said:
        count = count_said(each, spoken)
        for key, _, value in (one.format(n=count).partition("=") for one in each.means.split()):
            if key == "dora":
                dora += int(value or count)
            elif key == "yaku" and value in ends and _SENTENCE_ENDS.search(spoken[ends[value] : each.span[0]]):
                continue  # what is said again asks of it
            elif key in ("yaku", "yakuhai"):
                ends[value] = each.span[1]
                yaku[value or YAKUHAI] += count if key == "yakuhai" else 1
            elif key != "filler" and told.setdefault(key, value) != value:
                return None
    # The name of a yaku alone asks what it is.
    if lost or not yaku or (sum(yaku.values()) == 1 and not told and not dora):
        return None
    hand = count_told(yaku, dora, told, rules)
    rest = [f"{told[key]} {key}" for key in ("honba", "sticks") if key in told]
    return ToldHand(" ".join([hand.worth, *rest, SEATS[told.get("seat", "")]]), hand.counted)


def count_told(yaku: Counter[str], dora: int, told: Mapping[str, str], rules: MahjongRules) -> ToldHand:
    """The worth of a hand by its yaku, each with how often it is there, the number of its dora, and what else is
    ``told`` by key: ``by``, ``hand`` (open or closed), ``fu``. Raises as :func:`read_yaku`.
    """
    return _Hand(yaku, dora, told, rules).read()


def unread_yaku(text: str, rules: MahjongRules) -> list[str]:
    """The words that no row reads, of a text that names yaku."""
    _, said, lost = _read(text, rules)
    return lost if any("yaku" in one.means for one in said) else []


def _read(text: str, rules: MahjongRules) -> tuple[str, list[WordSaid], list[str]]:
    spoken = " ".join(unicodedata.normalize("NFKC", text).replace("’", "'").split())
    return spoken, *read_words(spoken, tables_of(rules))


def tables_of(rules: MahjongRules) -> list[Words]:
    """The words of this file, and the names of yaku."""
    return [Words.of(_FILE, "words"), _names(rules)]


def count_said(one: WordSaid, text: str) -> int:
    """How many a word of a text counts for."""
    if "n" in one.said:
        return number_said(one.said["n"])
    word = text[slice(*one.span)].casefold()
    return next((count for said, count in parts_of(_FILE)["ones"].items() if word.startswith(said)), 1)


@remembered
def yaku_told(rules: MahjongRules) -> dict[str, Yaku]:
    """The yaku that a hand may be told by: a triplet of value that is not named is worth one that is."""
    row = parts_of(_FILE)[YAKUHAI]
    found = [replace(one, id=YAKUHAI, name=Name(**row["name"])) for one in rules.yaku.values() if one.id == row["as"]]
    return {one.id: one for one in [*rules.yaku.values(), *found]}


@remembered
def _names(rules: MahjongRules) -> Words:
    rows = [
        {"means": f"yaku={one.id}", "say": any_of({one.id, one.name.en, one.name.ja, *one.also, *romanised(one.id)})}
        for one in rules.yaku.values()
    ]
    return Words(_FILE, "", rows)


class _Hand:
    """A hand as it is told: its ``yaku`` with how often each is said, the number of ``dora``, and the rest by key."""

    def __init__(self, yaku: Counter[str], dora: int, told: Mapping[str, str], rules: MahjongRules) -> None:
        self.yaku, self.dora, self.told, self.rules = yaku, dora, told, rules
        self.known = yaku_told(rules)
        self.entries = [self.known[name] for name in yaku if name in self.known]
        self.by = told.get("by")
        self.is_open = {"open": True, "closed": False}.get(told.get("hand", ""))

    def read(self) -> ToldHand:
        """Check what is told, add what follows from it, and count."""
        self._check_names()
        for name, brought in parts_of(_FILE)["brings"].items():
            lacking = brought["count"] - sum(self.yaku[one] for one in brought["as"])
            if name in self.yaku and lacking > 0:
                self.yaku[YAKUHAI] += lacking
                self.entries += [self.known[YAKUHAI]] if self.yaku[YAKUHAI] == lacking else []
        self._check_way()
        limits = [one.value.limit for one in self.entries if one.value.limit]
        if limits:
            title = self.rules.points.limit
            count = sum(limits) if title.add_up else max(limits)
            worth, counted = f"{count}x {title.name.en}", " + ".join(one.name.text() for one in self.entries)
        else:
            self._find_way()
            worth, counted = self._han_and_fu()
        return ToldHand(f"{worth} {self.by or ''}", counted)

    def _check_names(self) -> None:
        """Refuse yaku that the rule set has not, and those that no hand has together."""
        for name, count in self.yaku.items():
            if name not in self.known:
                raise HandError("{0} has no {1}", self.rules.id, name, code="contradiction")
            if count > 1 and name != YAKUHAI:
                raise HandError("expected {0} once", self._name(name), code="contradiction")
        for first, *others in parts_of(_FILE)["apart"]:
            for name in others if first in self.yaku else ():
                if name in self.yaku:
                    raise HandError(
                        "no hand has both {0} and {1}", self._name(first), self._name(name), code="contradiction"
                    )
        for name, with_one_of in parts_of(_FILE)["comes_with"].items():
            if name in self.yaku and not {*with_one_of} & {*self.yaku}:
                raise HandError(
                    "{0} comes with {1}; add it", self._name(name), self._name(with_one_of[0]), code="contradiction"
                )

    def _check_way(self) -> None:
        """Refuse yaku that are not won as is told; they may tell it themselves."""
        for one in self.entries:
            if one.value.level is not None:
                raise HandError("{0} is worth a level; write it, as in mangan", one.name.text(), code="contradiction")
            told = parts_of(_FILE)["won_by"].get(one.id)
            for how in [part.how for part in _conditions(one) if isinstance(part, By)] or filter(None, [told]):
                if self.by not in (None, how):
                    raise HandError("{0} is not won by {1}", one.name.text(), word(str(self.by)), code="contradiction")
                self.by = how

    def _find_way(self) -> None:
        """Whether the hand is open, and how it was won, as far as it changes what the hand is worth."""
        for one in self.entries:
            if not any(one.value.by_way[True, tsumo] for tsumo in (True, False)):
                if self.is_open:
                    raise HandError("{0} counts only in a closed hand", one.name.text(), code="contradiction")
                self.is_open = False
        by_itself = [one for one in self.rules.yaku.values() if isinstance(one.when, By) and one.id not in self.yaku]
        if self.is_open is None:
            tsumo = self.by == "tsumo"
            changed = [one for one in self.entries if one.value.by_way[True, tsumo] != one.value.by_way[False, tsumo]]
            if asked := changed or (by_itself if tsumo else []):
                message = "{0} counts by whether the hand is open; add open or closed"
                raise HandError(message, asked[0].name.text(), code="missing_key")
        if not self.is_open and self.by == "tsumo":
            self.yaku.update(one.id for one in by_itself)
            self.entries += by_itself
        if not self.is_open and self.by is None:
            # By tsumo a closed hand has one yaku more.
            self.by = "ron"

    def _han_and_fu(self) -> tuple[str, str]:
        way = bool(self.is_open), self.by == "tsumo"
        parts = {one.name.text(): (one.value.by_way[way] or 0) * self.yaku[one.id] for one in self.entries}
        if self.dora:
            bonus = next(iter(self.rules.dora.bonus.values()))
            parts[bonus.name.text()] = self.dora * bonus.han
        han = sum(parts.values())
        sums = " + ".join(f"{name} {count}" for name, count in parts.items())
        return self._with_fu(han, say("{sums} = {han} han", sums=sums, han=han))

    def _with_fu(self, han: int, counted: str) -> tuple[str, str]:
        """Han and fu, those that are told or that a yaku fixes, and how they come about. Raises :class:`calc.HandError`
        where the fu are needed.
        """
        points, told, fixed = self.rules.points, self.told.get("fu"), self._fixed_fu()
        if points.base is None or (told is None and han >= points.first_han):
            return f"{han} han", counted
        if fixed is not None and told in (None, str(fixed)):
            return f"{han} han {fixed} fu", counted
        # A closed ron without other fu would be pinfu.
        least = self._fu_of_win() + (self.is_open is False)
        there = [
            str(row.fu) for row in points.chart if row.has(han, self.by or "ron") and not row.why and row.fu >= least
        ]
        if told == _RUNS:
            # Of an open hand neither wait nor pair changes what is rounded.
            told = there[0] if self.is_open else None
        if told in there and fixed is None:
            return f"{han} han {told} fu", counted
        if told is None and len({base_points(han, int(fu), points) for fu in there}) == 1:
            return f"{han} han {there[0]} fu", say("{counted}; it pays the same with more fu", counted=counted)
        if told is None and self.told.get("seat"):
            paid = partial(points_said, rules=self.rules, by=self.by or "ron", is_dealer=self.told["seat"] == "dealer")
            there = [f"{fu} ({thousands(str(paid(base_points(han, int(fu), points))))})" for fu in there]
        some = one_by_one([str(fixed)] if fixed is not None else there, ", ")
        if told is None:
            raise HandError(
                "{0}, which pay by their fu; add one of {1}, as in 40 fu", counted, some, code="missing_key"
            )
        raise HandError("{0}: such a hand has {1} fu, found {2}", counted, some, told, code="contradiction")

    def _fixed_fu(self) -> int | None:
        """The fu that a yaku fixes: those of its shape, or none of the hand itself."""
        fu = self.rules.fu
        words = [word for one in self.entries for word in _conditions(one)]
        shapes = [self.rules.shapes[word.name].fu for word in words if isinstance(word, Shape)]
        if fu is None or any(shapes):
            return next(iter(shapes), None)
        return self._fu_of_win() if self._has(NoFu) else None

    def _fu_of_win(self) -> int:
        """The fu of a hand that has none of its own, by how it was won."""
        return sum(part.fu for part in self.rules.fu.win.values() if part.when is None or self._counts(part))

    def _counts(self, part: FuPart) -> bool:
        words = part.when.words if isinstance(part.when, AllOf) else [part.when]
        state, is_pinfu = "closed" if self.is_open is False else "open", self._has(NoFu)
        return all(
            word.state == state
            if isinstance(word, Hand)
            else word.how == (self.by or "ron")
            if isinstance(word, By)
            else not is_pinfu
            for word in words
        )

    def _has(self, condition: type) -> bool:
        return any(isinstance(word, condition) for one in self.entries for word in _conditions(one))

    def _name(self, name: str) -> str:
        return self.known[name].name.text() if name in self.known else name


def _conditions(yaku: Any) -> Iterator[Any]:
    """The words of the condition of a yaku, all of which hold."""
    yield from yaku.when.words if isinstance(yaku.when, AllOf) else [yaku.when]
