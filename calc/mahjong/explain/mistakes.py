"""The mistakes that would explain a wrong count of fu or wrong points: every one is tried with the engine itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, Final

from msgspec.structs import replace

from calc.departures import title_of
from calc.games import load_rules
from calc.mahjong.explain.claims import spell_points, worth_of
from calc.mahjong.explain.explanation import Explanation
from calc.mahjong.hand.hand import DEALER
from calc.mahjong.results import ROUNDING, FuLine, WinResult, fu_name, write_fu, write_parts
from calc.mahjong.rules.schema import FuPart
from calc.mahjong.rules.words.base import Not
from calc.mahjong.rules.words.groups import Pick
from calc.mahjong.scoring import SettledWin, score_wins
from calc.mahjong.value.payments import base_points, points_said, round_up
from calc.text import thousands
from calc.translation import say

#: The most han, and steps of fu together, that a claim is taken to be miscounted by.
_FAR: Final = 5
#: How many parts counted in vain are named.
_MOST: Final = 3


def spelled(points: str) -> str:
    """``1,300 all``, ``1,300オール``."""
    amount, _, all_pay = thousands(points).partition(" ")
    return say("{points} all", points=amount) if all_pay else amount


# ---- points


class PointMistakes:
    """The points of one win, and what would make them the claimed ones."""

    def __init__(self, reasons: Explanation, rules: Any) -> None:
        self.reasons, self.rules = reasons, rules
        self.result, self.record = reasons.result, reasons.record
        self.is_dealer = self.record.seat == rules.seats[DEALER]

    def told(self, claimed: str, said: tuple[int | None, int | None]) -> Iterator[str]:
        """The likeliest mistakes. ``said``: the han and fu that the claim counts, as far as it tells."""
        guesses: list[Iterable[str]] = [self._mistaken(claimed), self.other_counts(claimed, said)]
        if any(one.key in ("yaku", "han", "fu") for one in self.result.differences or ()):
            guesses.reverse()  # who counts another hand wins the points of that hand
        yield from next(filter(None, map(list, guesses)), [])

    def _say(self, text: str, claimed: str, /, **values: object) -> str:
        return say(text, claimed=spelled(claimed), **values)

    def _pays(self, claimed: str, base: int, *, is_dealer: bool, by: str) -> bool:
        """Whether base points pay what is claimed, in all or by payer."""
        said = points_said(base, self.rules, by=by, is_dealer=is_dealer)
        return claimed in (str(said.total), str(said))

    def _mistaken(self, claimed: str) -> Iterator[str]:
        """What the claimed points would be right for: not rounded, another seat, another way, with the counters."""
        result, base, by = self.result, self.reasons.base, self.record.by
        if base.round_up_above and self._pays(claimed, base.counted, is_dealer=self.is_dealer, by=by):
            text = "{claimed} is what {counted} base points pay where they are not rounded up to {base}"
            yield self._say(text, claimed, counted=f"{base.counted:,}", base=f"{base.base:,}")
        counters = sum(one.amount for one in result.transfers or [] if one.why == "counters")
        if counters and claimed == str(result.points + counters):
            yield self._say("{claimed} holds the counters, which are paid beside the points of the hand", claimed)
        yield from self._otherwise(claimed)
        exact = [one.exact for one in self.reasons.payments if one.transfer.why == "win"]
        if exact and claimed == str(sum(exact)) and sum(exact) != result.points:
            yield self._say("{claimed} is not rounded up to {unit}", claimed, unit=f"{self.rules.points.round_up_to:,}")

    def _otherwise(self, claimed: str) -> Iterator[str]:
        """Another way to win or another seat, with which the hand is settled again; or what its count is paid there."""
        record, rules, by = self.record, self.rules, self.record.by
        dealer, *seats = rules.seats
        other = "tsumo" if by == "ron" else "ron"
        text = "{claimed} is what {title} would get for it"
        tried = [replace(record, by=other, from_=None)]
        for seat in seats if self.is_dealer else [dealer]:
            tried.append(replace(record, seat=seat, from_=None if record.from_ == seat else record.from_))
        outcomes = score_wins([replace(one, claim=None) for one in tried], rules) if record.points is None else []
        way, *found = [
            isinstance(one, WinResult) and claimed in (str(one.points), spell_points(one, new, rules))
            for one, new in zip(outcomes, tried, strict=False)
        ] or [False]
        if way:
            yield self._say(text, claimed, title=say("a win by ron" if other == "ron" else "a win by tsumo"))
        if any(found):
            named = [title_of(seat) for seat, fits in zip(seats, found, strict=False) if fits]
            title = say(" or ").join(named)
            if all(found):
                title = say("another player" if self.is_dealer else "the dealer")
            yield self._say(text, claimed, title=title)
        if not way and not any(found):
            yield from self._count_elsewhere(claimed, other)

    def _count_elsewhere(self, claimed: str, other: str) -> Iterator[str]:
        """What the han and fu of the hand are paid by another way to win, or to another seat."""
        result, rules = self.result, self.rules
        worth, by, seat = worth_of(result, rules), self.record.by, title_of(self.record.seat)
        rows = {row.fu: row.from_han(other) for row in rules.points.chart}
        least = 0 if result.fu is None else rows.get(result.fu)
        what = rules.points.title(result.level, result.limits) if result.level else ""
        if result.fu:
            what = say("{han} han {fu} fu", han=result.han, fu=result.fu)
        if not what:
            return
        can_be = least is not None and least <= (result.han or 0)
        if can_be and self._pays(claimed, worth, is_dealer=self.is_dealer, by=other):
            text = "{claimed} is paid for {what} by tsumo, and this is a ron"
            if other == "ron":
                text = "{claimed} is paid for {what} by ron, and this is a tsumo"
            yield self._say(text, claimed, what=what)
        if self._pays(claimed, worth, is_dealer=not self.is_dealer, by=by):
            text = "{claimed} is paid to the dealer for {what}, and {seat} is another player"
            if self.is_dealer:
                text = "{claimed} is paid to another player for {what}, and {seat} is the dealer"
            yield self._say(text, claimed, what=what, seat=seat)

    def other_counts(self, claimed: str, said: tuple[int | None, int | None]) -> Iterator[str]:
        """The nearest han and fu that pay the claimed points: those that are ``said`` first."""
        result, rules, by = self.result, self.rules, self.record.by
        if result.han is None or result.fu is None or rules.points.base is None:
            return
        highest = rules.points.ladder[-1][0] if rules.points.ladder else rules.points.first_han - 1
        found = []
        for row in rules.points.chart:
            from_han = row.from_han(by)
            for han in range(from_han, highest + 1) if from_han is not None else ():
                wrong = (han != result.han) + (row.fu != result.fu)
                base = base_points(han, row.fu, rules.points)
                if wrong and self._pays(claimed, base, is_dealer=self.is_dealer, by=by):
                    unsaid = sum(one not in (None, own) for one, own in zip(said, (han, row.fu), strict=True))
                    far = abs(han - result.han) + abs(row.fu - result.fu) / rules.fu.round_up_to
                    # People rarely miscount both, so what is wrong in one comes first.
                    found.append((unsaid, wrong, far, han, row.fu))
        if found and min(found)[2] <= _FAR:
            *_, han, fu = min(found)
            yield self._say("{claimed} is what {han} han {fu} fu pay", claimed, han=han, fu=fu)


# ---- fu


class FuMistakes:
    """The fu of one hand, and what would make them the claimed ones."""

    def __init__(self, settled: SettledWin, parts: Sequence[FuLine], claimed: int) -> None:
        self.settled, self.claimed = settled, claimed
        self.rules = settled.rules
        #: The reasons for fu without the rounding, and their sum.
        self.lines = [line for line in parts if line.id != ROUNDING]
        self.total = sum(line.fu for line in self.lines)

    def told(self) -> Iterator[str]:
        """The likeliest mistakes: of several kinds that would do only those of the first."""
        if self.claimed == self.total:
            yield self._say("{claimed} fu are not rounded up", claimed=self.claimed)
        yield from self._fixed()
        kinds: Sequence[Iterable[str]] = (
            [*self._left_out(1), *self._counted_otherwise(likely=True), *self._counted_by_option()],
            self._in_other_readings(),
            self._in_vain(near=True),
            self._left_out(2),
            self._counted_otherwise(likely=False),
            self._in_vain(near=False),
        )
        yield from next(filter(None, map(list, kinds)), [])

    def _say(self, text: str, /, **values: object) -> str:
        return say(text, **values)

    def _makes(self, fu: int) -> bool:
        """Whether fu are the claimed ones, as they are or rounded up."""
        return self.claimed in (fu, self._up(fu))

    def _up(self, fu: int) -> int:
        return round_up(fu, self.rules.fu.round_up_to)

    def _fixed(self) -> Iterator[str]:
        """The fixed fu of a shape, rounded up."""
        shape = self.rules.shapes.get(self.lines[0].id) if self.lines else None
        if shape is not None and self.claimed == self._up(self.total) != self.total:
            fu, name = self.total, shape.name.text()
            yield self._say(
                "{claimed} fu round up the {fu} of {name}, which stay {fu}", claimed=self.claimed, fu=fu, name=name
            )

    def _left_out(self, count: int) -> Iterator[str]:
        """``count`` parts left out together."""
        always = {part.id for part in self.rules.fu.parts if part.when is None and part.each is None}
        open_to = [line for line in self.lines if line.id not in always]
        found = [
            self._say(" and ").join(map(self.spell, lines))
            for lines in combinations(open_to, count)
            if self._makes(self.total - sum(line.fu for line in lines))
        ]
        if found and self.claimed != self.total:
            told = self._say(", or ").join(found[: _MOST if count > 1 else None])
            yield self._say("{claimed} fu leave out {told}", claimed=self.claimed, told=told)

    def spell(self, line: FuLine) -> str:
        """A reason for fu, ``Closed triplet 8 (999s)``; a meld has brackets of its own."""
        tiles = line.tiles if not line.tiles or line.tiles[0] in "([" else f"({line.tiles})"
        return " ".join(filter(None, (fu_name(line, self.rules), str(line.fu), tiles)))

    def _counted_otherwise(self, *, likely: bool) -> Iterator[str]:
        """A group counted as one that differs in one thing: concealed or open, which is ``likely``; quad or triplet,
        simples or orphans.
        """
        parts = {part.id: part for part in self.rules.fu.parts if part.each is not None}
        for line in self.lines:
            own = parts.get(line.id)
            for other in parts.values() if own is not None else ():
                assert own is not None
                differ = [a != b for a, b in zip(_describe(own.each), _describe(other.each), strict=True)]
                if sum(differ) == 1 and differ[0] is likely and self._makes(self.total - own.fu + other.fu):
                    yield self._spell_other(line, own, other)

    def _spell_other(self, line: FuLine, own: FuPart, other: FuPart) -> str:
        won = self.settled.record.by == "ron" and not line.tiles.startswith("(")
        opened = won and own.each is not None and not own.each.concealed
        opened = opened and other.each is not None and bool(other.each.concealed)
        return self._say(
            "{claimed} fu count {tiles} as {name} ({fu}, not {fu2}){why}",
            claimed=self.claimed,
            tiles=line.tiles,
            name=other.name.text(),
            fu=other.fu,
            fu2=own.fu,
            why=self._say(": the discard that completes it opens it for fu") if opened else "",
        )

    def _counted_by_option(self) -> Iterator[str]:
        """A part with the fu that it has by another answer to an option."""
        rules = self.rules
        for line in self.lines:
            for name, option in rules.options.items():
                changes = any(path.startswith("fu.") and path.endswith(f".{line.id}.fu") for path in option.paths)
                for choice in option.choices or () if changes else ():
                    there: Any = load_rules(rules.origin, {**rules.chosen, name: choice})
                    fu = next((part.fu for part in there.fu.parts if part.id == line.id), line.fu)
                    if fu != line.fu and self._makes(self.total - line.fu + fu):
                        yield self._say(
                            "{claimed} fu count {fu} for {part} and not {fu2}, which needs the rule {option}={choice}",
                            claimed=self.claimed,
                            fu=fu,
                            part=" ".join(filter(None, (fu_name(line, rules), line.tiles))),
                            fu2=line.fu,
                            option=name,
                            choice=choice,
                        )

    def _in_other_readings(self) -> Iterator[str]:
        """A triplet that the discard opens, counted as concealed in another reading."""
        for one in self.settled.others:
            if not one.tally.winnable:
                continue
            texts = write_parts(one.reading, self.settled.read)
            other = FuMistakes(self.settled, write_fu(one, texts, self.rules), self.claimed)
            for told in other._counted_otherwise(likely=True):
                yield self._say("in another reading ({reading}) {told}", reading=" ".join(texts), told=told)

    def _in_vain(self, *, near: bool) -> Iterator[str]:
        """Parts counted though they do not count: with all conditions but one kind met, which is ``near``, or none."""
        if self.lines and self.lines[0].id in self.rules.shapes:
            return
        state = replace(self.settled.best.state(self.rules), fu=self.total)
        lexicon = self.rules.lexicon
        counted = {line.id for line in self.lines}
        found: list[str] = []
        for part in self.rules.fu.parts:
            if part.when is None or part.id in counted or not self._makes(self.total + part.fu):
                continue
            words = part.when.parts()
            failing = [word for word in words if not word.holds(state)]
            # What only excludes another part of the same tiles is counted there.
            instead = all(isinstance(word, Not) for word in failing) and bool(part.when.marks(state))
            is_near = any(word not in failing and not isinstance(word, Not) for word in words)
            if not failing or instead or is_near is not near:
                continue
            why = lexicon.join("all", (phrase for word in failing for phrase in word.failing(state, lexicon)))
            name = part.name.text()
            text = "{claimed} fu count {fu} for {name}, which asks for: {why}"
            found.append(self._say(text, claimed=self.claimed, fu=part.fu, name=name, why=why))
        yield from found[:_MOST]


def _describe(pick: Pick | None) -> Sequence[object]:
    """What parts of fu ask of groups; whether they are concealed comes first."""
    return () if pick is None else (pick.concealed, bool(pick.only_quads), pick.within)
