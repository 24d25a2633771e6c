"""The mistakes that would explain a wrong count of fu: not rounded, left out, counted as another, counted in vain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from calc.mahjong.results import ROUNDING, FuLine, WinResult, fu_name
from calc.mahjong.rules.schema import FuPart
from calc.mahjong.rules.words.base import Not
from calc.mahjong.rules.words.groups import Pick
from calc.mahjong.scoring import SettledWin
from calc.mahjong.value.payments import round_up
from calc.translation import say

#: How many parts counted in vain are named.
_MOST = 3


class FuMistakes:
    """The fu of one hand, and what would make them the claimed ones."""

    def __init__(self, settled: SettledWin, result: WinResult, claimed: int, lang: str) -> None:
        self.settled, self.claimed, self.lang = settled, claimed, lang
        self.rules = settled.rules
        #: The reasons for fu without the rounding, and their sum.
        self.lines = [line for line in result.fu_parts or [] if line.id != ROUNDING]
        self.total = sum(line.fu for line in self.lines)

    def told(self) -> Iterator[str]:
        """Each mistake, the likeliest first."""
        claimed = self.claimed
        if claimed == self.total:
            yield self._say("{claimed} fu are not rounded up", claimed=claimed)
        yield from self._fixed()
        found = [*self._left_out(), *self._counted_otherwise()]
        yield from found
        yield from self._in_vain(likely_only=bool(found))

    def _say(self, text: str, /, **values: object) -> str:
        return say(self.lang, text, **values)

    def _makes(self, fu: int) -> bool:
        """Whether fu are the claimed ones, as they are or rounded up."""
        return self.claimed in (fu, self._up(fu))

    def _up(self, fu: int) -> int:
        return int(round_up(np.array([fu]), self.rules.fu.round_up_to)[0])

    def _fixed(self) -> Iterator[str]:
        """The fixed fu of a shape, rounded up."""
        shape = self.rules.shapes.get(self.lines[0].id) if self.lines else None
        if shape is not None and self.claimed == self._up(self.total) != self.total:
            fu, name = self.total, shape.name.text(self.lang)
            yield self._say(
                "{claimed} fu round up the {fu} of {name}, which stay {fu}",
                claimed=self.claimed,
                fu=fu,
                name=name,
            )

    def _left_out(self) -> Iterator[str]:
        """One part left out, or else two."""
        always = {part.id for part in self.rules.fu.parts if part.when is None and part.each is None}
        open_to = [line for line in self.lines if line.id not in always]
        one = [self.spell(line) for line in open_to if self._makes(self.total - line.fu)]
        two = [
            self._say(" and ").join(map(self.spell, pair))
            for pair in combinations(open_to, 2)
            if self._makes(self.total - pair[0].fu - pair[1].fu)
        ]
        left_out = one or two[:_MOST]
        if left_out and self.claimed != self.total:
            told = self._say(", or ").join(left_out)
            yield self._say("{claimed} fu leave out {told}", claimed=self.claimed, told=told)

    def spell(self, line: FuLine) -> str:
        """A reason for fu, ``Closed triplet 8 (999s)``; a meld has brackets of its own."""
        tiles = line.tiles if not line.tiles or line.tiles[0] in "([" else f"({line.tiles})"
        return " ".join(filter(None, (fu_name(line, self.rules, self.lang), str(line.fu), tiles)))

    def _counted_otherwise(self) -> Iterator[str]:
        """A group counted as one that differs in one thing: concealed or open, quad or triplet, simples or orphans."""
        parts = {part.id: part for part in self.rules.fu.parts if part.each is not None}
        for line in self.lines:
            own = parts.get(line.id)
            for other in parts.values() if own is not None else ():
                if own is not None and _differ_in_one(own, other) and self._makes(self.total - own.fu + other.fu):
                    yield self._spell_other(line, own, other)

    def _spell_other(self, line: FuLine, own: FuPart, other: FuPart) -> str:
        won = self.settled.record.by == "ron" and not line.tiles.startswith("(")
        opened = won and own.each is not None and not own.each.concealed
        opened = opened and other.each is not None and bool(other.each.concealed)
        why = self._say(": the discard that completes it opens it for fu") if opened else ""
        name = other.name.text(self.lang)
        return self._say(
            "{claimed} fu count {tiles} as {name} ({fu}, not {fu2}){why}",
            claimed=self.claimed,
            tiles=line.tiles,
            name=name,
            fu=other.fu,
            fu2=own.fu,
            why=why,
        )

    def _in_vain(self, *, likely_only: bool) -> Iterator[str]:
        """Parts counted though they do not count; first those with a single condition not met."""
        if self.lines and self.lines[0].id in self.rules.shapes:
            return
        state = self.settled.values.asked.take(np.array([self.settled.best]))
        lexicon = self.rules.lexicon_in(self.lang)
        counted = {line.id for line in self.lines}
        state.fu[:] = self.total
        found: list[tuple[bool, str]] = []
        for part in self.rules.fu.parts:
            if part.when is None or part.id in counted or not self._makes(self.total + part.fu):
                continue
            words = part.when.parts()
            failing = [word for word in words if not word.holds(state)[0]]
            if not failing:
                continue
            is_near = any(word not in failing and not isinstance(word, Not) for word in words)
            why = lexicon.together(phrase for word in failing for phrase in word.failing(state, lexicon))
            name = part.name.text(self.lang)
            text = self._say(
                "{claimed} fu count {fu} for {name}, which asks for: {why}",
                claimed=self.claimed,
                fu=part.fu,
                name=name,
                why=why,
            )
            found.append((not is_near, text))
        near = [text for is_far, text in found if not is_far]
        far = [] if near or likely_only else [text for _, text in found]
        yield from [*near, *far][:_MOST]


def _differ_in_one(one: FuPart, other: FuPart) -> bool:
    """Whether two parts count groups that differ in one thing."""
    mine, others = (_describe(part.each) for part in (one, other))
    return sum(a != b for a, b in zip(mine, others, strict=True)) == 1


def _describe(pick: Pick | None) -> Sequence[object]:
    return () if pick is None else (bool(pick.only_quads), pick.concealed, pick.within)
