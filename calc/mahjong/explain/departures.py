"""Where a claim on a win departs from its result, and why: what two people should look at first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET, UnsetType

from calc.departures import why_amounts
from calc.layout.words import SEATS, times_text
from calc.mahjong.by_result import SettledResult
from calc.mahjong.explain.claims import spell_claimed, spell_points, worth_of
from calc.mahjong.explain.explanation import OtherReading, YakuReason, explain_win
from calc.mahjong.explain.mistakes import FuMistakes, PointMistakes, spelled
from calc.mahjong.explain.notes import title_of_yaku, why_not
from calc.mahjong.explain.responsibility import why_responsible
from calc.mahjong.hand.hand import DEALER, KIND
from calc.mahjong.hand.kinds import EAST, WAITS, tiles_of
from calc.mahjong.records.types import Game, Win
from calc.mahjong.results import FuLine, WinResult, fu_name
from calc.mahjong.rounds.claims import game_departures, round_departures
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import FuPart, Yaku
from calc.mahjong.rules.words import Declared, State, walk_words
from calc.mahjong.rules.words.groups import Groups, Pair, Pick, Wait
from calc.mahjong.rules.words.win import NoFu
from calc.mahjong.scoring import SettledWin
from calc.mahjong.value.payments import points_said
from calc.mahjong.value.worth import level_named
from calc.notation.melds import print_meld
from calc.outcomes import Departure, Difference, Refusal, is_verdict
from calc.pictures.hands import tiles_text
from calc.translation import say

_WAITS: Final = {
    "open": "open wait",
    "closed": "closed wait",
    "edge": "edge wait",
    "pair": "pair wait",
    "shanpon": "shanpon wait",
}
_WINDS: Final = {"seat_wind": "the seat wind is {wind}", "round_wind": "the round wind is {wind}"}


def departures_of(record: Any, result: Any, rules: MahjongRules, kept: Any) -> tuple[int | None, list[Departure]]:
    """Find every departure of a claim on a win, a round or a game; for a game also its first wrong round.

    ``kept``: for a win, its :class:`~calc.mahjong.scoring.SettledWin`.
    """
    if isinstance(record, Win):
        return None, _Why(kept, result).departures()
    if isinstance(record, Game):
        return game_departures(result, rules)
    return None, round_departures(result, rules)


def decided_by(record: Any, refusal: Refusal) -> str | None:
    """``win`` where a refusal says that the tiles are no win at all, and a claim says something of it."""
    error, is_claimed = refusal.error, isinstance(record, Win) and record.claim is not None
    return "win" if is_claimed and is_verdict(error.code, error.key) else None


def unclaimed(record: Any, result: Any) -> list[str] | UnsetType:
    """The names of all yaku of a win but those that its claim names, where it names some (``has``)."""
    if not isinstance(record, Win) or record.claim is None or record.claim.has is UNSET:
        return UNSET
    return [line.name for line in result.yaku if line.id not in record.claim.has]


class _Why:
    """Why each figure of a win is what it is, and what a wrong claim may have overlooked."""

    def __init__(self, settled: SettledWin | SettledResult, result: WinResult) -> None:
        self.settled = settled
        self.rules = settled.rules
        self.record = settled.record
        self.result = result
        self.reasons = explain_win(settled, result)
        self.is_dealer = self.record.seat == self.rules.seats[DEALER]

    def departures(self) -> list[Departure]:
        """Every departure, in the order in which a hand is counted: yaku, han, fu, points, payments."""
        why: dict[str, Callable[[Difference], Iterable[str]]] = {
            "win": lambda one: self._why_win(),
            "furiten": lambda one: self._why_no_furiten(),
            "yaku": lambda one: self._why_yaku(one.claimed),
            "lacks": lambda one: self._why_counted(one.actual),
            "dora": lambda one: self._why_dora(),
            "han": lambda one: self._why_han(one.claimed),
            "fu": lambda one: self._why_fu(one.claimed),
            "points": lambda one: self._why_points(one.claimed),
            "payments": lambda one: self._why_payments(one.claimed, one.actual),
        }
        order = list(why)
        found = sorted(self.result.differences or (), key=lambda one: order.index(one.key))
        return [Departure(one.key, one.claimed, one.actual, list(why[one.key](one))) for one in found]

    def _say(self, text: str, /, **values: object) -> str:
        return say(text, **values)

    def _why_win(self) -> Iterator[str]:
        names = self._say(", ").join(line.name for line in self.result.yaku)
        if names:
            yield self._say("the hand is complete and has {names}", names=names)
        else:
            yield self._say("the hand is complete, and needs no yaku")

    def _why_no_furiten(self) -> Iterator[str]:
        """Why a winner is not furiten, as far as the record tells."""
        record = self.record
        if record.by == "tsumo":
            yield self._say("a tsumo is never furiten")
        elif record.discards is None:
            yield self._say("the record does not say what the winner discarded; add discards")
        else:
            yield self._say("none of the discards {discards} finishes the hand", discards=record.discards)

    # ---- yaku

    def _why_dora(self) -> Iterator[str]:
        """Each dora, with what makes it one."""
        for one in self.reasons.dora:
            name = self.rules.dora.bonus[one.kind].name.text()
            shown = self._say(" (indicator {indicator})", indicator=one.indicator) if one.indicator else ""
            yield f"{name} {one.count}: {one.tile}{shown}" if one.tile else f"{name} {one.count}"
        if not self.reasons.dora:
            yield self._say("no tile of the hand is a dora")

    def _why_counted(self, names: Sequence[str]) -> Iterator[str]:
        """Why yaku count that are claimed not to."""
        for one in self.reasons.yaku:
            if one.id in names:
                title = title_of_yaku(self.rules.yaku[one.id])
                by = self._by(one)
                yield self._say("counts: {title}{by}: {condition}", title=title, by=by, condition=one.condition)

    def _by(self, reason: YakuReason) -> str:
        """The tiles that make a yaku, behind its name."""
        return self._say(" by {tiles}", tiles=reason.tiles) if reason.tiles else ""

    def _why_yaku(self, claimed: Sequence[str]) -> Iterator[str]:
        counted = {line.id: line for line in self.result.yaku}
        asked = {one.id: one for one in self.reasons.yaku}
        names_all = self.record.claim is not None and self.record.claim.has is UNSET
        for name, line in counted.items():
            if names_all and name not in claimed:
                worth = "" if line.han is None else self._say(", {han} han", han=line.han)
                yield self._say(
                    "missed: {name} ({name2}{worth}){by}: {condition}",
                    name=line.name,
                    name2=name,
                    worth=worth,
                    by=self._by(asked[name]),
                    condition=asked[name].condition,
                )
        for name in dict.fromkeys(claimed):
            times, title = claimed.count(name), title_of_yaku(self.rules.yaku[name])
            if name not in counted:
                yield self._why_not(name)
            elif times > 1:
                yield self._say("claimed {times} times: {title} counts once", times=times, title=title)

    def _why_not(self, name: str) -> str:
        """Why a yaku does not count in the best reading."""
        assert isinstance(self.settled, SettledWin)  # without tiles no yaku is claimed
        rules, best = self.rules, self.settled.best
        yaku, present = rules.yaku[name], {other for other in rules.yaku if best.has(other, rules)}
        own = title_of_yaku(yaku)
        title = self._say("does not count: {own}", own=own)
        if name in present:
            over = next((rules.yaku[other] for other in sorted(present) if name in rules.yaku[other].suppresses), None)
            names = self._say(" and ").join(line.name for line in self.result.yaku)
            found = ""
            if over is not None:
                found = self._say("{other} stands in place of it", other=title_of_yaku(over))
            elif best.tally.figures.level is not None:
                found = self._say("{names} is paid at a fixed level and counts no other yaku", names=names)
            elif yaku.value.level is not None:
                found = self._say("it gives way, for the hand is worth more without it")
            elif self.result.limits:
                found = self._say("a limit hand ({names}) counts no other yaku", names=names)
            if found:
                return self._say("{title}: {text}", title=title, text=found)
        elsewhere = next((one for one in self.reasons.others if name in one.yaku), None)
        if elsewhere is not None:
            worth = (
                self._say("{han} han {fu} fu", han=elsewhere.han, fu=elsewhere.fu)
                if elsewhere.han
                else self._say("{base} base points", base=f"{elsewhere.base:,}")
            )
            return self._say(
                "{title} is in another reading ({reading}), worth {worth}, which pays {less}",
                title=title,
                reading=self._spell_reading(elsewhere),
                worth=worth,
                less=self._spell_less(elsewhere),
            )
        told = why_not(yaku, best.state(rules), rules)
        beside = self._say("; ").join(self._beside(yaku))
        return self._say(
            "does not apply: {told}; {beside}" if beside else "does not apply: {told}", told=told, beside=beside
        )

    def _beside(self, yaku: Yaku) -> Iterator[str]:
        """What in the hand stands against a yaku: the fu that it earns, the winds, the quad that ended ippatsu."""
        assert isinstance(self.settled, SettledWin)
        state = self.settled.best.state(self.rules)
        for word in walk_words(yaku.when):
            if isinstance(word, NoFu) and not word.holds(state):
                for line in self.result.fu_parts or ():
                    if (part := self.rules.fu.hand.get(line.id)) is not None:
                        yield self._say("{part} earns {fu} fu", part=self._spell_part(line, part), fu=line.fu)
            elif isinstance(word, Groups) and not word.holds(state):
                yield from self._winds(word, state)
            elif isinstance(word, Declared) and word.ippatsu and self.record.riichi:
                late = [meld for meld in self.settled.read.melds if meld.kind == "ankan" and meld.added is not None]
                if self.record.rinshan:
                    yield self._say("the quad that gave the replacement tile ended ippatsu")
                elif late:
                    yield self._say("the quad {meld}, made after riichi, ended ippatsu", meld=print_meld(late[0]))

    def _winds(self, word: Groups, state: State) -> Iterator[str]:
        """Of a word that asks for the wind of the seat or of the round: which it is, and which the hand has."""
        assert isinstance(self.settled, SettledWin)
        asked = {pick.within for pick in (word.some, word.every) if pick is not None}
        for key, seat in zip(_WINDS, (self.record.seat, self.record.round), strict=True):
            if key in asked and seat:
                yield self._say(_WINDS[key], wind=tiles_text([EAST + SEATS.index(seat)]))
        found = Pick(kind="triplet", within="wind").matches(state) if asked & _WINDS.keys() else ()
        for place in sorted(found):
            wind = tiles_text(tiles_of(state.reading.codes[place] & KIND)[:1])
            yield self._say("the hand has {wind} ({tiles})", wind=wind, tiles=self.settled.texts[place].strip("()"))

    def _spell_part(self, line: FuLine, part: FuPart) -> str:
        """What in the hand earns fu: ``the pair of white dragons (55z)``, ``the closed wait (678s)``."""
        assert isinstance(self.settled, SettledWin)
        reading, state = self.settled.best.reading, self.settled.best.state(self.rules)
        lexicon = self.rules.lexicon
        asked = [*walk_words(part.when)] if part.when is not None else []
        if any(isinstance(word, Wait) for word in asked):
            wait = self._say(_WAITS[WAITS[reading.wait]])
            return self._say("the {wait} ({tiles})", wait=wait, tiles=line.tiles)
        if any(isinstance(word, Pair) for word in asked):
            held = [name for name in lexicon.sets if state.set(name).tiles == 1 << reading.pair]
            names = self._say(", ").join(lexicon.sets[name] for name in held)
            return self._say("the pair of {names} ({tiles})", names=names, tiles=line.tiles)
        return f"{fu_name(line, self.rules)} ({line.tiles.strip('()')})"

    # ---- han and fu

    def _why_han(self, claimed: int) -> Iterator[str]:
        actual, rules = self.result.han, self.rules
        if actual is None:
            yield self._say("a limit hand, or one paid at a fixed level, counts no han")
            return
        parts = {line.name: line.han or 0 for line in self.result.yaku}
        for kind, bonus in rules.dora.bonus.items():
            if count := self.result.dora.of(kind):
                parts[bonus.name.text()] = count * bonus.han
        sums = " + ".join(f"{name} {han}" for name, han in parts.items())
        yield self._say("{sums} = {han} han", sums=sums, han=actual)
        for one in self.reasons.yaku:
            if one.lowered:
                name = rules.yaku[one.id].name.text()
                yield self._say("{name} is {lowered}", name=name, lowered=one.lowered)
        without = [name for name, han in parts.items() if actual - han == claimed]
        if without:
            yield self._say("{claimed} han leaves out {told}", claimed=claimed, told=self._say(" or ").join(without))

    def _why_fu(self, claimed: int) -> Iterator[str]:
        actual, all_parts = self.result.fu, self.rules.fu.parts
        if actual is None:
            yield self._say(
                "a limit hand, or one paid at a fixed level, counts no fu" if all_parts else "no fu are counted here"
            )
            return
        if not isinstance(self.settled, SettledWin):
            yield self._say("the record says {actual} fu", actual=actual)
            return
        mistakes = FuMistakes(self.settled, self.result.fu_parts or [], claimed)
        up = self._say(", rounded up to {up}", up=actual) if mistakes.total != actual else ""
        sums = " + ".join(map(mistakes.spell, mistakes.lines))
        yield self._say("{sums} = {fu} fu", sums=sums, fu=mistakes.total) + up
        yield from mistakes.told()
        for other in self.reasons.others:
            if other.fu == claimed and other.yaku:
                yield self._say(
                    "{claimed} fu is another reading ({reading}) of {han} han, which pays {less}",
                    claimed=claimed,
                    reading=self._spell_reading(other),
                    han=other.han,
                    less=self._spell_less(other),
                )
                break

    # ---- points and payments

    def _why_points(self, claimed: int | str) -> Iterator[str]:
        record, rules = self.record, self.rules
        if self.reasons.base.kind != "points":
            yield self._spell_worth()
        by_payer = spell_points(self.result, record, rules)
        if by_payer != str(self.result.points):
            points = f"{self.result.points:,}"
            yield self._say("{by_payer}, {points} in all", by_payer=spelled(by_payer), points=points)
        mistakes = PointMistakes(self.reasons, rules)
        level = level_named(str(claimed), rules)
        if level is not None:
            pays = spell_claimed(claimed, record, rules)
            name = level[1].name.text() if level[1].name is not None else str(claimed)
            yield self._say("{level} pays {points} here", level=name, points=spelled(pays))
            yield from mistakes.other_counts(pays, (None, None))
            return
        yield from mistakes.told(str(claimed), self._said_counts())

    def _spell_worth(self) -> str:
        """The base points of the hand, and how they come about."""
        result, base = self.result, self.reasons.base
        if base.kind == "counted":
            counted = self._say(
                "{fu} fu x {per_fu} x {per_han}^{han} = {counted} base points",
                fu=result.fu,
                per_fu=base.per_fu,
                per_han=base.per_han,
                han=result.han,
                counted=f"{base.counted:,}",
            )
            if base.round_up_above:
                counted += self._say(", rounded up to {up}", up=f"{base.base:,}")
            return counted + (self._say(", at most {most}", most=f"{base.base:,}") if base.capped else "")
        names = [line.name for line in result.yaku]
        if result.limits:
            limit = self.rules.points.limit.name.text()
            what = f"{' + '.join(names)}: {times_text(result.limits, limit)}"
        else:
            level = self.rules.points.levels.get(result.level or "")
            counts = names if result.han is None else [self._say("{han} han", han=result.han)]
            what = ": ".join([*counts, *([level.name.text()] if level and level.name else [])])
        if not base.base:
            return self._say("{what}, read off the chart", what=what)
        return f"{what}: " + self._say("{base} base points", base=f"{base.base:,}")

    def _said_counts(self) -> tuple[int | None, int | None]:
        """The han and fu that the claim says; of han that it does not say those of its yaku."""
        claim, result = self.record.claim, self.result
        assert claim is not None
        han, fu = claim.han or None, claim.fu or None
        names = {*(claim.yaku or claim.has or ())}
        if han is None and result.han is not None and (names or claim.lacks) and isinstance(self.settled, SettledWin):
            own = {line.id: line.han or 0 for line in result.yaku}
            way = (self.settled.hand.way >= 2, self.record.by == "tsumo")
            left_out = own.keys() - names if claim.yaku else {*(claim.lacks or ())} & own.keys()
            more = [self.rules.yaku[name].value for name in names - own.keys()]
            han = result.han - sum(own[name] for name in left_out)
            han += sum(one.by_way[way] or 0 for one in more if one.han is not None)
        return han, fu

    def _why_payments(self, claimed: Mapping[str, int], actual: Mapping[str, int]) -> Iterator[str]:
        yield from why_amounts(claimed, actual, self.result.transfers or [])
        yield from why_responsible(self.settled, self.result)
        if claimed.keys() == actual.keys() and sum(claimed.values()) != sum(actual.values()):
            yield self._say(
                "the claimed payments come to {claimed}, not to {actual}",
                claimed=f"{sum(claimed.values()):+,}",
                actual=f"{sum(actual.values()):,}",
            )

    def _spell_less(self, other: OtherReading) -> str:
        """What another reading pays, beside the best one."""
        if other.base == worth_of(self.result, self.rules):
            return self._say("as much")
        said = points_said(other.base, self.rules, by=self.record.by, is_dealer=self.is_dealer)
        return self._say("less: {points}", points=spelled(str(said)))

    def _spell_reading(self, other: OtherReading) -> str:
        """``234m 567m 345p 99s, closed wait``; for a shape without groups its name."""
        reading = other.reading
        shape = self.rules.shapes.get(reading.shape)
        name = reading.shape.replace("_", " ") if shape is None else shape.name.text()
        groups = " ".join([*reading.groups, reading.pair or ""]).strip() or name
        return groups + (f", {self._say(_WAITS[reading.wait])}" if reading.wait else "")
