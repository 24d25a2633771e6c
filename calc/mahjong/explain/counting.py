"""How a win is counted, in sentences: its tiles as they are read, the sums of han and fu, and what each payer pays."""

from collections.abc import Iterator
from typing import Final

from calc.departures import title_of
from calc.layout.words import times_text, together
from calc.mahjong.by_result import SettledResult
from calc.mahjong.explain import claims, slips
from calc.mahjong.explain.explanation import explain_win
from calc.mahjong.results import ReadingLine, WinResult
from calc.mahjong.scoring import SettledWin
from calc.notation.melds import parse_melds, print_meld
from calc.text import number
from calc.translation import Phrases, say

#: ``closed wait``, by the kind of a wait.
WAIT_TITLES: Final = Phrases("wait")


def _each_titled(parts: list[str]) -> str:
    """``5 han: mangan: 2,000 base points``."""
    *titles, told = parts or [""]
    for title in reversed(titles):
        told = say("{title}: {text}", title=title, text=told)
    return told


class Counting:
    """A settled win with the sentences that count it."""

    def __init__(self, settled: SettledWin | SettledResult, result: WinResult) -> None:
        self.settled, self.rules, self.record = settled, settled.rules, settled.record
        self.result = result
        self.reasons = explain_win(settled, result)

    @property
    def way(self) -> tuple[bool, bool]:
        """Whether the hand is open, and won by tsumo: as values of yaku are kept."""
        assert isinstance(self.settled, SettledWin)
        return self.settled.hand.way >= 2, self.record.by == "tsumo"

    def han_parts(self) -> dict[str, int]:
        """What the han come from, yaku and dora, by name."""
        parts = {line.name: line.han or 0 for line in self.result.yaku}
        for kind, bonus in self.rules.dora.bonus.items():
            if count := self.result.dora.of(kind):
                parts[bonus.name.text()] = count * bonus.han
        return parts

    def sum_of_han(self) -> str:
        """``Riichi 1 + Dora 1 = 2 han``."""
        sums = " + ".join(f"{name} {han}" for name, han in self.han_parts().items())
        return say("{sums} = {han} han", sums=sums, han=self.result.han)

    def sum_of_fu(self) -> str:
        """``every winning hand 20 + closed wait 2 = 22 fu, rounded up to 30``."""
        assert isinstance(self.settled, SettledWin)
        found, actual = slips.FuSlips(self.settled, self.result.fu_parts or [], 0), self.result.fu
        up = say(", rounded up to {up}", up=actual) if found.total != actual else ""
        return say("{sums} = {fu} fu", sums=" + ".join(map(found.spell, found.lines)), fu=found.total) + up

    def spell_reading(self, reading: ReadingLine) -> str:
        """``234m 567m 345p 99s, closed wait``, ``seven pairs, pair wait``."""
        shape = self.rules.shapes.get(reading.shape)
        name = reading.shape.replace("_", " ") if shape is None else shape.name.text()
        groups = " ".join([*reading.groups, reading.pair or ""]).strip() or name
        return groups + (f", {WAIT_TITLES.text(reading.wait)}" if reading.wait else "")

    def spell_hand(self) -> str:
        """The tiles as they lie, and how they are read."""
        melds = " ".join(map(print_meld, parse_melds(self.record.melds)))
        tiles = " ".join(filter(None, (self.reasons.hand, melds, f"+{self.reasons.win}")))
        assert self.reasons.reading is not None
        return say("{tiles}: {reading}", tiles=tiles, reading=self.spell_reading(self.reasons.reading))

    def spell_worth(self) -> str:
        """The base points of the hand, and how they come about."""
        result, points, base = self.result, self.rules.points, self.result.base or 0
        if self.reasons.base == "counted" and points.base is not None:
            by = points.base
            text = "{fu} fu x {per_fu} x {per_han}^{han} = {counted} base points"
            told = {"fu": result.fu, "per_fu": by.per_fu, "per_han": by.per_han, "han": result.han}
            text = say(text, counted=f"{self.reasons.counted:,}", **told)
            if base > self.reasons.counted:
                return text + say(", rounded up to {up}", up=f"{base:,}")
            return text + (say(", at most {most}", most=f"{base:,}") if base < self.reasons.counted else "")
        names = [line.name for line in result.yaku]
        if result.limits:
            # A win that is told without its yaku has no names.
            parts = [*filter(None, [" + ".join(names)]), times_text(result.limits, points.limit.name.text())]
        else:
            level = points.levels.get(result.level or "")
            counts = names if result.han is None else [say("{han} han", han=result.han)]
            parts = [*counts, *([level.name.text()] if level and level.name else [])]
        if not base:
            return say("{what}, read off the chart", what=_each_titled(parts))
        return _each_titled([*parts, say("{base} base points", base=f"{base:,}")])

    def spell_paid(self) -> Iterator[str]:
        """What each payer pays of the base points, those who pay the same together."""
        paid: dict[tuple[int, int], list[str]] = {}
        for one in self.reasons.payments:
            if one.times:
                payer = one.transfer.from_
                who = say("the discarder") if payer == claims.DISCARDER else title_of(payer)
                paid.setdefault((one.times, one.transfer.amount), []).append(who)
        base = self.result.base or 0
        for (times, amount), payers in paid.items():
            text = "{who} {times} x {base} = {exact}, rounded up to {amount}"
            if times * base == amount:
                text = "{who} {times} x {base} = {exact}"
            who = say("{who} each pay" if len(payers) > 1 else "{who} pays", who=together(payers))
            yield say(text, who=who, times=times, base=number(base), exact=number(times * base), amount=number(amount))
