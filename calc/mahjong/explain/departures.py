"""Where a claim on a win departs from its result, and why: what two people should look at first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET, UnsetType

from calc.departures import why_amounts
from calc.layout.words import SEATS, times_text
from calc.mahjong.by_result import SettledResult
from calc.mahjong.explain import claims, notes, slips
from calc.mahjong.explain.explanation import OtherReading, explain_win
from calc.mahjong.explain.responsibility import why_responsible
from calc.mahjong.hand.hand import DEALER, KIND
from calc.mahjong.hand.kinds import EAST, WAITS, tiles_of
from calc.mahjong.records.types import Game, Win
from calc.mahjong.results import FuLine, WinResult, fu_name
from calc.mahjong.rounds.claims import game_departures, round_departures
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import LIMIT_LEVEL, FuPart, Yaku
from calc.mahjong.rules.words import Declared, walk_words
from calc.mahjong.rules.words.groups import Groups, Pair, Pick, Wait
from calc.mahjong.rules.words.win import NoFu
from calc.mahjong.scoring import SettledWin
from calc.mahjong.value.payments import points_said
from calc.mahjong.value.worth import read_level
from calc.notation.melds import print_meld
from calc.outcomes import Departure, Refusal
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
    """``win`` where a refusal says that the tiles are no win, also in a round, and a claim says something of it."""
    return None if claims.agrees_with_error(record, refusal.error) is UNSET else "win"


def unclaimed(record: Any, result: Any) -> list[str] | UnsetType:
    """The names of all yaku of a win but those that its claim names, where it names some (``has``)."""
    if not isinstance(record, Win) or record.claim is None or record.claim.has is UNSET:
        return UNSET
    return [line.name for line in result.yaku if line.id not in record.claim.has]


class _Why:
    """Why each figure of a win is what it is, and what a wrong claim may have overlooked."""

    def __init__(self, settled: SettledWin | SettledResult, result: WinResult) -> None:
        self.settled, self.rules, self.record = settled, settled.rules, settled.record
        self.result = result
        self.reasons = explain_win(settled, result)

    def departures(self) -> list[Departure]:
        # In the order in which a hand is counted.
        why: dict[str, Callable[[Any, Any], Iterable[str]]] = {
            "win": lambda *_: self._win(),
            "furiten": lambda *_: self._no_furiten(),
            "yaku": lambda claimed, _: self._yaku(claimed),
            "lacks": lambda _, counted: self._counted(counted),
            "dora": lambda *_: self._dora(),
            "han": lambda claimed, _: self._han(claimed),
            "fu": lambda claimed, _: self._fu(claimed),
            **dict.fromkeys(("points", *claims.BOUNDS), lambda claimed, _: self._points(claimed)),
            "payments": self._payments,
        }
        found = sorted(self.result.differences or (), key=lambda one: [*why].index(one.key))
        return [Departure(one.key, one.claimed, one.actual, [*why[one.key](one.claimed, one.actual)]) for one in found]

    def _win(self) -> Iterator[str]:
        names = say(", ").join(line.name for line in self.result.yaku)
        text = "the hand is complete and has {names}" if names else "the hand is complete, and needs no yaku"
        if not self.record.has_tiles:
            text = "the record tells a win, and no tiles that could be no win"
        yield say(text, names=names)

    def _no_furiten(self) -> Iterator[str]:
        text = "none of the discards {discards} finishes the hand"
        if self.record.by == "tsumo":
            text = "a tsumo is never furiten"
        elif self.record.discards is None:
            text = "the record does not say what the winner discarded; add discards"
        yield say(text, discards=self.record.discards)

    # ---- yaku

    def _dora(self) -> Iterator[str]:
        for one in self.reasons.dora:
            name = self.rules.dora.bonus[one.kind].name.text()
            shown = say(" (indicator {indicator})", indicator=one.indicator) if one.indicator else ""
            yield f"{name} {one.count}: {one.tile}{shown}" if one.tile else f"{name} {one.count}"
        if not self.reasons.dora:
            yield say("no tile of the hand is a dora")

    def _title(self, name: str) -> str:
        return notes.title_of_yaku(self.rules.yaku[name])

    def _counted(self, names: Sequence[str]) -> Iterator[str]:
        for one in self.reasons.yaku:
            if one.id in names:
                by = say(" by {tiles}", tiles=one.tiles) if one.tiles else ""
                yield say("counts: {title}{by}: {condition}", title=self._title(one.id), by=by, condition=one.condition)

    def _yaku(self, claimed: Sequence[str]) -> Iterator[str]:
        counted, claim = [line.id for line in self.result.yaku], self.record.claim
        for line, reason in zip(self.result.yaku, self.reasons.yaku, strict=True):
            if claim is not None and claim.has is UNSET and line.id not in claimed:
                yield say(
                    "missed: {name} ({name2}{worth}){by}: {condition}",
                    name=line.name,
                    name2=line.id,
                    worth="" if line.han is None else say(", {han} han", han=line.han),
                    by=say(" by {tiles}", tiles=reason.tiles) if reason.tiles else "",
                    condition=reason.condition,
                )
        for name in dict.fromkeys(claimed):
            if name not in counted:
                yield self._why_not(name)
            elif (times := claimed.count(name)) > 1:
                yield say("claimed {times} times: {title} counts once", times=times, title=self._title(name))

    def _why_not(self, name: str) -> str:
        """Why a yaku does not count in the best reading."""
        assert isinstance(self.settled, SettledWin)  # without tiles no yaku is claimed
        rules, best = self.rules, self.settled.best
        title = say("does not count: {own}", own=self._title(name))
        if best.has(name, rules) and (over := self._over(name)):
            return say("{title}: {text}", title=title, text=over)
        elsewhere = next((one for one in self.reasons.others if name in one.yaku), None)
        if elsewhere is not None:
            worth = say("{base} base points", base=f"{elsewhere.base:,}")
            if elsewhere.han:
                worth = say("{han} han {fu} fu", han=elsewhere.han, fu=elsewhere.fu)
            text = "{title} is in another reading ({reading}), worth {worth}, which pays {less}"
            return say(text, title=title, worth=worth, **self._spell_other(elsewhere))
        told = notes.why_not(rules.yaku[name], best.state(rules), rules)
        beside = say("; ").join(self._beside(rules.yaku[name]))
        text = "does not apply: {told}; {beside}" if beside else "does not apply: {told}"
        return say(text, told=told, beside=beside)

    def _over(self, name: str) -> str:
        """What stands in place of a yaku that is there and does not count; empty where nothing does."""
        assert isinstance(self.settled, SettledWin)
        over = notes.replaced_by(self.rules.yaku[name], self.settled.best, self.rules)
        names, text = say(" and ").join(line.name for line in self.result.yaku), ""
        if over is not None:
            text = "{other} stands in place of it"
        elif self.settled.best.tally.figures.level is not None:
            text = "{names} is paid at a fixed level and counts no other yaku"
        elif self.rules.yaku[name].value.level is not None:
            text = "it gives way, for the hand is worth more without it"
        elif self.result.limits:
            text = "a limit hand ({names}) counts no other yaku"
        return text and say(text, names=names, other="" if over is None else self._title(over.id))

    def _beside(self, yaku: Yaku) -> Iterator[str]:
        """What in the hand stands against a yaku: the fu that it earns, the winds, the quad that ended ippatsu."""
        assert isinstance(self.settled, SettledWin)
        state = self.settled.best.state(self.rules)
        for word in walk_words(yaku.when):
            if isinstance(word, NoFu) and not word.holds(state):
                for line in self.result.fu_parts or ():
                    if (part := self.rules.fu.hand.get(line.id)) is not None:
                        yield say("{part} earns {fu} fu", part=self._spell_part(line, part), fu=line.fu)
            elif isinstance(word, Groups) and not word.holds(state):
                yield from self._winds(word)
            elif isinstance(word, Declared) and word.ippatsu and self.record.riichi:
                late = [meld for meld in self.settled.read.melds if meld.kind == "ankan" and meld.added is not None]
                if self.record.rinshan:
                    yield say("the quad that gave the replacement tile ended ippatsu")
                elif late:
                    yield say("the quad {meld}, made after riichi, ended ippatsu", meld=print_meld(late[0]))

    def _winds(self, word: Groups) -> Iterator[str]:
        """Of a word that asks for the wind of the seat or of the round: which it is, and which the hand has."""
        assert isinstance(self.settled, SettledWin)
        state = self.settled.best.state(self.rules)
        asked = {pick.within for pick in (word.some, word.every) if pick is not None}
        for key, seat in zip(_WINDS, (self.record.seat, self.record.round), strict=True):
            if key in asked and seat:
                yield say(_WINDS[key], wind=tiles_text([EAST + SEATS.index(seat)]))
        found = Pick(kind="triplet", within="wind").matches(state) if asked & _WINDS.keys() else ()
        for place in sorted(found):
            wind = tiles_text(tiles_of(state.reading.codes[place] & KIND)[:1])
            yield say("the hand has {wind} ({tiles})", wind=wind, tiles=self.settled.texts[place].strip("()"))

    def _spell_part(self, line: FuLine, part: FuPart) -> str:
        """What in the hand earns fu: ``the pair of white dragons (55z)``, ``the closed wait (678s)``."""
        assert isinstance(self.settled, SettledWin)
        reading, state = self.settled.best.reading, self.settled.best.state(self.rules)
        asked = {type(word) for word in walk_words(part.when)} if part.when is not None else ()
        if Wait in asked:
            return say("the {wait} ({tiles})", wait=say(_WAITS[WAITS[reading.wait]]), tiles=line.tiles)
        if Pair in asked:
            sets = self.rules.lexicon.sets
            held = [title for name, title in sets.items() if state.set(name).tiles == 1 << reading.pair]
            return say("the pair of {names} ({tiles})", names=say(", ").join(held), tiles=line.tiles)
        return f"{fu_name(line, self.rules)} ({line.tiles.strip('()')})"

    # ---- han and fu

    def _han(self, claimed: int) -> Iterator[str]:
        actual, rules = self.result.han, self.rules
        if actual is None:
            yield say("a limit hand, or one paid at a fixed level, counts no han")
            return
        parts = {line.name: line.han or 0 for line in self.result.yaku}
        for kind, bonus in rules.dora.bonus.items():
            if count := self.result.dora.of(kind):
                parts[bonus.name.text()] = count * bonus.han
        yield say("{sums} = {han} han", sums=" + ".join(f"{name} {han}" for name, han in parts.items()), han=actual)
        for one in self.reasons.yaku:
            if one.lowered:
                yield say("{name} is {lowered}", name=rules.yaku[one.id].name.text(), lowered=one.lowered)
        without = say(" or ").join(name for name, han in parts.items() if actual - han == claimed)
        if without:
            yield say("{claimed} han leaves out {told}", claimed=claimed, told=without)

    def _fu(self, claimed: int) -> Iterator[str]:
        actual = self.result.fu
        if actual is None:
            text = "a limit hand, or one paid at a fixed level, counts no fu"
            yield say(text if self.rules.fu.parts else "no fu are counted here")
            return
        if not isinstance(self.settled, SettledWin):
            yield say("the record says {actual} fu", actual=actual)
            return
        found = slips.FuSlips(self.settled, self.result.fu_parts or [], claimed)
        up = say(", rounded up to {up}", up=actual) if found.total != actual else ""
        yield say("{sums} = {fu} fu", sums=" + ".join(map(found.spell, found.lines)), fu=found.total) + up
        yield from found.told()
        other = next((one for one in self.reasons.others if one.fu == claimed and one.yaku), None)
        if other is not None:
            text = "{claimed} fu is another reading ({reading}) of {han} han, which pays {less}"
            yield say(text, claimed=claimed, han=other.han, **self._spell_other(other))

    def _spell_other(self, other: OtherReading) -> dict[str, str]:
        """Another ``reading``, ``234m 567m 345p 99s, closed wait``, and how much ``less`` it pays than the best one."""
        reading = other.reading
        shape = self.rules.shapes.get(reading.shape)
        name = reading.shape.replace("_", " ") if shape is None else shape.name.text()
        groups = " ".join([*reading.groups, reading.pair or ""]).strip() or name
        less = say("as much")
        if other.base != claims.worth_of(self.result, self.rules):
            is_dealer = self.record.seat == self.rules.seats[DEALER]
            said = points_said(other.base, self.rules, by=self.record.by, is_dealer=is_dealer)
            less = say("less: {points}", points=slips.spelled(str(said)))
        return {"reading": groups + (f", {say(_WAITS[reading.wait])}" if reading.wait else ""), "less": less}

    # ---- points and payments

    def _points(self, claimed: int | str) -> Iterator[str]:
        record, rules = self.record, self.rules
        if self.reasons.base.kind != "points":
            yield self._spell_worth()
        by_payer = claims.spell_points(self.result, record, rules)
        if by_payer != str(self.result.points):
            yield say("{by_payer}, {points} in all", by_payer=slips.spelled(by_payer), points=f"{self.result.points:,}")
        level = read_level(str(claimed), rules, any_number=True)
        if level is None:
            yield from slips.PointSlips(self.reasons, rules, str(claimed)).told(self._said_counts())
            return
        pays = claims.spell_claimed(claimed, record, rules)
        name = rules.points.title(level.level or LIMIT_LEVEL, level.limits or 1)
        yield say("{level} pays {points} here", level=name, points=slips.spelled(pays))
        yield from slips.PointSlips(self.reasons, rules, pays).other_counts((None, None))

    def _spell_worth(self) -> str:
        """The base points of the hand, and how they come about."""
        result, base, points = self.result, self.reasons.base, self.rules.points
        if base.kind == "counted":
            counted = say(
                "{fu} fu x {per_fu} x {per_han}^{han} = {counted} base points",
                fu=result.fu,
                per_fu=base.per_fu,
                per_han=base.per_han,
                han=result.han,
                counted=f"{base.counted:,}",
            )
            if base.round_up_above:
                counted += say(", rounded up to {up}", up=f"{base.base:,}")
            return counted + (say(", at most {most}", most=f"{base.base:,}") if base.capped else "")
        names = [line.name for line in result.yaku]
        if result.limits:
            what = f"{' + '.join(names)}: {times_text(result.limits, points.limit.name.text())}"
        else:
            level = points.levels.get(result.level or "")
            counts = names if result.han is None else [say("{han} han", han=result.han)]
            what = ": ".join([*counts, *([level.name.text()] if level and level.name else [])])
        if not base.base:
            return say("{what}, read off the chart", what=what)
        return f"{what}: " + say("{base} base points", base=f"{base.base:,}")

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

    def _payments(self, claimed: Mapping[str, int], actual: Mapping[str, int]) -> Iterator[str]:
        yield from why_amounts(claimed, actual, self.result.transfers or [])
        yield from why_responsible(self.settled, self.result)
        said, right = sum(claimed.values()), sum(actual.values())
        if claimed.keys() == actual.keys() and said != right:
            text = "the claimed payments come to {claimed}, not to {actual}"
            yield say(text, claimed=f"{said:+,}", actual=f"{right:,}")
