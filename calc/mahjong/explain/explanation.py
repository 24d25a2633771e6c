"""Why a win is worth what it is: the reasons behind every figure of a result, and the mistakes behind wrong fu."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from calc.mahjong.by_result import SettledResult
from calc.mahjong.explain.notes import why_lowered
from calc.mahjong.hand.hand import DEALER, SEASONS
from calc.mahjong.hand.kinds import NORTH, RED_FIVES
from calc.mahjong.read import ReadWin
from calc.mahjong.records.types import Win
from calc.mahjong.results import (
    ROUNDING,
    FuLine,
    ReadingLine,
    WinResult,
    fu_name,
    join_parts,
    write_parts,
    write_reading,
)
from calc.mahjong.rules.ruleset import MahjongRules, lexicon_of
from calc.mahjong.rules.schema import FuPart
from calc.mahjong.rules.words.base import Not
from calc.mahjong.rules.words.groups import Pick
from calc.mahjong.scoring import SettledWin
from calc.mahjong.value.payments import counted_base, round_up, share_of
from calc.notation.tiles import kind_of, print_tiles
from calc.outcomes import Transfer
from calc.translation import say


class YakuReason(Struct, frozen=True):
    """A yaku that counts.

    ``tiles``: those that make it, none for a circumstance. ``condition``: as a phrase. ``lowered``: why it has fewer
    han than it can have, empty where it has all of them.
    """

    id: str
    tiles: str
    condition: str
    source: str
    lowered: str = ""


class DoraReason(Struct, frozen=True):
    """Dora of one kind: ``count`` tiles of the hand.

    ``indicator``, ``tile``: an indicator and the tile it points to. Red fives and Norths have no indicator, season
    tiles have neither.
    """

    kind: Literal["dora", "red", "ura", "north", "season"]
    indicator: str
    tile: str
    count: int


class BaseReason(Struct, frozen=True):
    """How the base points came about.

    ``kind``: ``limit`` (limits x base), ``level`` (a fixed level), ``counted`` (fu x per_fu x per_han for each han),
    ``chart`` (there are none) or ``points`` (only the points are known). ``counted``: the product before the cap.
    ``round_up_above``: the bound above which it was rounded up to the cap, 0 where it was not. ``capped``: whether it
    was cut to the cap.
    """

    kind: str
    base: int
    counted: int = 0
    per_fu: int = 0
    per_han: int = 0
    round_up_above: int = 0
    capped: bool = False


class PaymentReason(Struct, frozen=True):
    """A transfer. For the win itself it is ``times`` the base points, which make ``exact`` points before rounding;
    else ``times`` is 0.
    """

    transfer: Transfer
    times: int
    exact: int


class OtherReading(Struct, frozen=True):
    """Another reading of the same hand, and its worth. ``yaku`` is empty where it could not win."""

    reading: ReadingLine
    yaku: list[str]
    han: int
    fu: int
    base: int


class Explanation(Struct, frozen=True):
    """A result with all its reasons. ``hand``: concealed tiles, ``win``: the winning tile; both empty, and ``reading``
    none, for a win without tiles.
    """

    result: WinResult
    record: Win
    hand: str
    win: str
    reading: ReadingLine | None
    yaku: list[YakuReason]
    dora: list[DoraReason]
    base: BaseReason
    payments: list[PaymentReason]
    others: list[OtherReading]


def explain_win(settled: SettledWin | SettledResult, result: WinResult, lang: str = "en") -> Explanation:
    """The reasons behind a full ``result``, from the settled win that it was written from."""
    record, rules = settled.record, settled.rules
    if not isinstance(settled, SettledWin):
        base = BaseReason("points", 0) if record.points is not None else _explain_base(result, rules)
        payments = _explain_payments(settled, result, rules)
        return Explanation(result, record, "", "", None, [], [], base, payments, [])
    read, texts = settled.read, settled.texts
    return Explanation(
        result=result,
        record=record,
        hand=print_tiles(read.hand),
        win=print_tiles([read.win]),
        reading=write_reading(settled.best.reading, texts),
        yaku=_explain_yaku(settled, texts, result, lang),
        dora=[] if result.han is None else _explain_dora(read, rules),
        base=_explain_base(result, rules),
        payments=_explain_payments(settled, result, rules),
        others=_list_others(settled),
    )


def _explain_yaku(settled: SettledWin, texts: list[str], result: WinResult, lang: str) -> list[YakuReason]:
    """The yaku of a win, each with the parts that make it; ``texts`` are all parts."""
    rules = settled.rules
    state, lexicon = settled.best.state(rules), lexicon_of(rules, lang)
    reasons = []
    for line in result.yaku:
        yaku = rules.yaku[line.id]
        tiles = join_parts(texts, yaku.when.marks(state))
        lowered = "" if line.han is None else why_lowered(yaku, state, rules, lang)
        reasons.append(YakuReason(line.id, tiles, lexicon.phrase(yaku.when), yaku.source, lowered))
    return reasons


def _explain_dora(read: ReadWin, rules: MahjongRules) -> list[DoraReason]:
    """Every indicator that points to a tile of the hand, the red fives, and the tiles set aside."""
    reasons = []
    by_kind: list[tuple[Literal["dora", "ura"], tuple[int, ...]]] = [("dora", read.dora), ("ura", read.ura)]
    for kind, indicators in by_kind:
        for indicator in indicators:
            tile = rules.dora_after.get(kind_of(indicator))
            count = sum(kind_of(held) == tile for held in read.all_tiles)
            if tile is not None and count:
                reasons.append(DoraReason(kind, print_tiles([indicator]), print_tiles([tile]), count))
    reds = [tile for tile in read.all_tiles if tile in RED_FIVES]
    if reds:
        reasons.append(DoraReason("red", "", print_tiles(reds), len(reds)))
    if read.record.north:
        reasons.append(DoraReason("north", "", print_tiles([NORTH] * read.record.north), read.record.north))
    seasons = read.record.facts.get(SEASONS)
    if seasons:
        reasons.append(DoraReason("season", "", "", int(seasons)))
    return reasons


def _explain_base(result: WinResult, rules: MahjongRules) -> BaseReason:
    base, rule = result.base or 0, rules.points.base
    if rule is None:
        return BaseReason("chart", 0)
    if result.limits:
        return BaseReason("limit", base)
    if result.han is None or result.fu is None or result.han >= rules.points.first_han:
        return BaseReason("level", base)
    counted = counted_base(result.han, result.fu, rule)
    cap = rule.cap if rule.cap is not None else counted
    above = rule.round_up_above or cap
    return BaseReason(
        "counted",
        base,
        counted,
        rule.per_fu,
        rule.per_han,
        round_up_above=above if above < counted < cap else 0,
        capped=counted > cap,
    )


def _explain_payments(win: SettledWin | SettledResult, result: WinResult, rules: MahjongRules) -> list[PaymentReason]:
    record, is_moved = win.record, bool(win.payments.liable)
    reasons = []
    for transfer in result.transfers or []:
        times = 0
        # With a part of the absent player's share, an amount is no multiple of the base points.
        if transfer.why == "win" and not is_moved and rules.points.absent_share == "lost" and record.points is None:
            times = share_of(
                rules,
                winner_is_dealer=record.seat == rules.seats[DEALER],
                payer_is_dealer=transfer.from_ == rules.seats[DEALER],
                by=record.by,
            )
        half = is_moved and transfer.why in ("win", "liable") and 2 * transfer.amount == result.points
        reasons.append(PaymentReason(transfer, times, result.points if half else times * (result.base or 0)))
    return reasons


def _list_others(win: SettledWin) -> list[OtherReading]:
    """The readings that pay less, or no more, than the best one; best first."""
    others = []
    for one in win.others:
        reading, tally = write_reading(one.reading, write_parts(one.reading, win.read)), one.tally
        yaku = [*tally.counted] if tally.winnable else []
        others.append(OtherReading(reading, yaku, tally.figures.han, tally.figures.fu, tally.figures.base))
    return sorted(others, key=lambda other: (not other.yaku, -other.base, -other.han, -other.fu))


# ---- mistakes that would explain a wrong count of fu: not rounded, left out, counted as another, counted in vain

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
        return round_up(fu, self.rules.fu.round_up_to)

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
        state = replace(self.settled.best.state(self.rules), fu=self.total)
        lexicon = lexicon_of(self.rules, self.lang)
        counted = {line.id for line in self.lines}
        found: list[tuple[bool, str]] = []
        for part in self.rules.fu.parts:
            if part.when is None or part.id in counted or not self._makes(self.total + part.fu):
                continue
            words = part.when.parts()
            failing = [word for word in words if not word.holds(state)]
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
