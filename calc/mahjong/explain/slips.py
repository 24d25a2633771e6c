"""Slips that would give wrong points or fu: each is tried with the engine, and those that give the claim are kept."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Any, Final

from msgspec.structs import replace

from calc.departures import title_of
from calc.layout.game import state_answer
from calc.layout.words import each_pays, han_and_fu
from calc.mahjong.explain.claims import spell_points, worth_of
from calc.mahjong.explain.explanation import Explanation
from calc.mahjong.hand.hand import DEALER
from calc.mahjong.results import ROUNDING, FuLine, WinResult, fu_name, write_fu, write_parts
from calc.mahjong.rules.words.base import Not, join
from calc.mahjong.scoring import SettledWin, score_wins
from calc.mahjong.value.payments import base_points, points_said, round_up
from calc.mahjong.value.worth import deciding
from calc.tables.ruleset import spell_choice
from calc.text import thousands
from calc.translation import say

#: The most han, and steps of fu together, that a claim is taken to be miscounted by.
_FAR: Final = 5
#: How many parts counted in vain are named.
_MOST: Final = 3


def spelled(points: str) -> str:
    """``1,300 all``, ``1,300オール``."""
    amount, _, of_all = thousands(points).partition(" ")
    return each_pays(amount) if of_all else amount


def _likeliest(kinds: Iterable[Iterable[str]]) -> list[str]:
    """All slips of the first kind that has any."""
    return next(filter(None, map(list, kinds)), [])


class PointSlips:
    """What would make the points of one win the ``claimed`` ones."""

    def __init__(self, reasons: Explanation, rules: Any, claimed: str) -> None:
        self.reasons, self.rules, self.claimed = reasons, rules, claimed
        self.result, self.record = reasons.result, reasons.record
        self.is_dealer = self.record.seat == rules.seats[DEALER]

    def _say(self, text: str, /, **values: object) -> str:
        return say(text, claimed=spelled(self.claimed), **values)

    def _is_paid(self, base: int, *, is_dealer: bool, by: str) -> bool:
        """Whether base points pay what is claimed, in all or by payer."""
        said = points_said(base, self.rules, by=by, is_dealer=is_dealer)
        return self.claimed in (str(said.total), str(said))

    def otherwise(self) -> Iterator[str]:
        """What the same han and fu would pay the claimed points for: rounded otherwise, with the honba."""
        result, by = self.result, self.record.by
        for option, worth in (
            deciding(self.rules, result.han or 0, result.fu or 0) if result.base and result.han else ()
        ):
            if self._is_paid(worth, is_dealer=self.is_dealer, by=by):
                (name, there), here = option, self.rules.answer(option[0])
                text = "{what} pay {claimed} where {there}; here {here} ({option}={choice})"
                told = {"there": state_answer(self.rules, name, there), "here": state_answer(self.rules, name, here)}
                yield self._say(
                    text, what=han_and_fu(result.han, result.fu), option=name, choice=spell_choice(here), **told
                )
        counters = sum(one.amount for one in result.transfers or [] if one.why == "counters")
        if counters and self.claimed == str(result.points + counters):
            yield self._say("{claimed} holds the honba, which is paid beside the points of the hand")
        exact = (result.base or 0) * sum(one.times for one in self.reasons.payments)
        if self.claimed == str(exact) and exact not in (0, result.points):
            yield self._say("{claimed} is not rounded up to {unit}", unit=f"{self.rules.points.round_up_to:,}")

    def elsewhere(self) -> Iterator[str]:
        """The other way to win, with which the hand is settled again; else what is paid so, or to another seat."""
        record, rules, by = self.record, self.rules, self.record.by
        other = "tsumo" if by == "ron" else "ron"
        tried = replace(record, by=other, from_=None, claim=None)
        (found,) = score_wins([tried], rules) if record.points is None else [None]
        own = str(found.points) if isinstance(found, WinResult) else ""
        if isinstance(found, WinResult) and self.claimed in (own, spell_points(found, tried, rules)):
            title = say("a win by ron" if other == "ron" else "a win by tsumo")
            yield self._say("{claimed} is what {title} would get for it", title=title)
            return
        what = han_and_fu(self.result.han, self.result.fu)
        if not self.result.fu:
            what = rules.points.title(self.result.level, self.result.limits) if self.result.level else ""
        row = next((row for row in rules.points.chart if row.fu == self.result.fu), None)
        ways = [other] if row is None or row.has(self.result.han or 0, other) else []
        for is_dealer, way in (*((self.is_dealer, way) for way in ways), (not self.is_dealer, by)) if what else ():
            if not self._is_paid(worth_of(self.result, rules), is_dealer=is_dealer, by=way):
                continue
            text = "{claimed} is paid to the dealer for {what}, and {seat} is another player"
            if way == other:
                text = "{claimed} is paid for {what} by tsumo, and this is a ron"
                if other == "ron":
                    text = "{claimed} is paid for {what} by ron, and this is a tsumo"
                    text = (
                        "{claimed} is paid for {what} by ron; this is a tsumo, and by ron the hand pays {own}"
                        if own
                        else text
                    )
            elif self.is_dealer:
                text = "{claimed} is paid to another player for {what}, and {seat} is the dealer"
            yield self._say(text, what=what, seat=title_of(record.seat), own=spelled(own))

    def other_counts(self, said: tuple[int | None, int | None]) -> list[tuple[int, int]]:
        """The han and fu that pay the claimed points: those that are ``said`` first, then the nearest."""
        result, points, by = self.result, self.rules.points, self.record.by
        if result.han is None or result.fu is None or points.base is None:
            return []
        highest = points.ladder[-1][0] if points.ladder else points.first_han - 1
        found = []
        for row in points.chart:
            from_han = row.from_han(by)
            for han in range(from_han, highest + 1) if from_han is not None else ():
                wrong = (han != result.han) + (row.fu != result.fu)
                if wrong and self._is_paid(base_points(han, row.fu, points), is_dealer=self.is_dealer, by=by):
                    unsaid = sum(one not in (None, own) for one, own in zip(said, (han, row.fu), strict=True))
                    far = abs(han - result.han) + abs(row.fu - result.fu) / self.rules.fu.round_up_to
                    # People rarely miscount both, so what is wrong in one comes first.
                    found.append((unsaid, wrong, far, han, row.fu))
        return [(han, fu) for *_, far, han, fu in sorted(found) if far <= _FAR]

    def spell_counts(self, han: int, fu: int) -> str:
        """What the claimed points are paid for, and what the hand has."""
        own = han_and_fu(self.result.han, self.result.fu)
        return self._say("{claimed} is what {told} pay; this hand has {own}", told=han_and_fu(han, fu), own=own)


class FuSlips:
    """What would make the fu of a hand, which the ``parts`` add up to, the ``claimed`` ones."""

    def __init__(self, settled: SettledWin, parts: Sequence[FuLine], claimed: int) -> None:
        self.settled, self.claimed = settled, claimed
        self.rules = settled.rules
        #: The reasons for fu without the rounding, and their sum.
        self.lines = [line for line in parts if line.id != ROUNDING]
        self.total = sum(line.fu for line in self.lines)

    def told(self) -> Iterator[str]:
        """The likeliest slips."""
        if self.claimed == self.total:
            yield self._say("{claimed} fu are not rounded up")
        elif self.lines and self.lines[0].id in self.rules.shapes and self.claimed == self._up(self.total):
            name = self.rules.shapes[self.lines[0].id].name.text()
            yield self._say("{claimed} fu round up the {fu} of {name}, which stay {fu}", fu=self.total, name=name)
        yield from _likeliest(
            [
                [*self._counted_otherwise(likely=True), *self._left_out(1)],
                self._in_other_readings(),
                self._in_vain(),
                self._left_out(2),
                self._counted_otherwise(likely=False),
            ]
        )

    def _say(self, text: str, /, **values: object) -> str:
        return say(text, claimed=self.claimed, **values)

    def _up(self, fu: int) -> int:
        return round_up(fu, self.rules.fu.round_up_to)

    def _makes(self, more: int) -> bool:
        """Whether so many more fu are the claimed ones, as they are or rounded up."""
        return self.claimed in (self.total + more, self._up(self.total + more))

    def _left_out(self, count: int) -> Iterator[str]:
        """``count`` parts left out together."""
        always = {part.id for part in self.rules.fu.parts if part.when is None and part.each is None}
        found = [
            say(" and ").join(map(self.spell, lines))
            for lines in combinations([line for line in self.lines if line.id not in always], count)
            if self._makes(-sum(line.fu for line in lines))
        ]
        if found and self.claimed != self.total:
            told = say(", or ").join(found[: _MOST if count > 1 else None])
            yield self._say("{claimed} fu leave out {told}", told=told)

    def spell(self, line: FuLine) -> str:
        """A reason for fu, ``Closed triplet 8 (999s)``; a meld has brackets of its own."""
        tiles = line.tiles if not line.tiles or line.tiles[0] in "([" else f"({line.tiles})"
        return " ".join(filter(None, (fu_name(line, self.rules), str(line.fu), tiles)))

    def _counted_otherwise(self, *, likely: bool) -> Iterator[str]:
        """A group counted as one that differs in one thing: concealed or open, which is ``likely``; quad or triplet,
        simples or orphans.
        """
        parts = [
            (part, (part.each.concealed, bool(part.each.only_quads), part.each.within))
            for part in self.rules.fu.parts
            if part.each is not None
        ]
        for line in self.lines:
            for (own, asked), (other, there) in product([one for one in parts if one[0].id == line.id], parts):
                differ = [a != b for a, b in zip(asked, there, strict=True)]
                is_quad_now = there[1] and not asked[1]  # nobody takes a triplet for a quad
                if sum(differ) != 1 or is_quad_now or differ[0] is not likely or not self._makes(other.fu - own.fu):
                    continue
                won = self.settled.record.by == "ron" and not line.tiles.startswith("(")
                is_opened = won and not asked[0] and there[0]
                yield self._say(
                    "{claimed} fu count {tiles} as {name} ({fu}, not {fu2}){why}",
                    tiles=line.tiles,
                    name=other.name.text(),
                    fu=other.fu,
                    fu2=own.fu,
                    why=say(": the discard that completes it opens it for fu") if is_opened else "",
                )

    def _in_other_readings(self) -> Iterator[str]:
        """A triplet that the discard opens, counted as concealed in another reading."""
        for one in self.settled.others:
            if not one.tally.winnable:
                continue
            texts = write_parts(one.reading, self.settled.read)
            other = FuSlips(self.settled, write_fu(one, texts, self.rules), self.claimed)
            for told in other._counted_otherwise(likely=True):
                yield say("in another reading ({reading}) {told}", reading=" ".join(texts), told=told)

    def _in_vain(self) -> Iterator[str]:
        """Parts counted though they do not count: those with all conditions met but one kind, else the only one."""
        if self.lines and self.lines[0].id in self.rules.shapes:
            return
        state = replace(self.settled.best.state(self.rules), fu=self.total)
        counted, found = {line.id for line in self.lines}, list[tuple[bool, str]]()
        for part in self.rules.fu.parts:
            if part.when is None or part.id in counted or not self._makes(part.fu):
                continue
            words = part.when.parts()
            failing = [word for word in words if not word.holds(state)]
            # What only excludes another part of the same tiles is counted there.
            instead = all(isinstance(word, Not) for word in failing) and bool(part.when.marks(state))
            if failing and not instead:
                is_near = any(word not in failing and not isinstance(word, Not) for word in words)
                why = join("all", (phrase for word in failing for phrase in word.failing(state, self.rules.lexicon)))
                text = "{claimed} fu count {fu} for {name}, which asks for: {why}"
                found.append((is_near, self._say(text, fu=part.fu, name=part.name.text(), why=why)))
        near = [told for is_near, told in found if is_near]
        yield from near[:_MOST] or [told for _, told in found if len(found) == 1]
