"""Where a claim on a win departs from its result, and why: what two people should look at first."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET, UnsetType

from calc.departures import parts_of, why_amounts
from calc.errors import NoYakuError
from calc.layout.words import SEATS
from calc.mahjong.explain import claims, notes, slips
from calc.mahjong.explain.counting import WAIT_TITLES, Counting
from calc.mahjong.explain.explanation import OtherReading, why_responsible
from calc.mahjong.hand.hand import DEALER, KIND
from calc.mahjong.hand.kinds import EAST, WAITS, tiles_of
from calc.mahjong.records.types import Game, Win
from calc.mahjong.results import FuLine, fu_name
from calc.mahjong.rounds.claims import final_reasons, game_departures, round_departures, round_reasons
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import LIMIT_LEVEL, FuPart, Yaku
from calc.mahjong.rules.words import Declared, walk_words
from calc.mahjong.rules.words.base import Word
from calc.mahjong.rules.words.groups import Groups, Pair, Pick, Wait
from calc.mahjong.rules.words.win import NoFu
from calc.mahjong.scoring import SettledWin, settle_win
from calc.mahjong.value.payments import points_said
from calc.mahjong.value.worth import read_level
from calc.notation.melds import print_meld
from calc.notation.tiles import kind_of, print_tiles
from calc.outcomes import Departure, Refusal, said_by
from calc.pictures.hands import tiles_text
from calc.translation import say

_WINDS: Final = {"seat_wind": "the seat is {wind}", "round_wind": "the round wind is {wind}"}


def _words_of(part: FuPart) -> set[type]:
    """What a part of the fu looks at: groups, the pair, the wait."""
    return {Groups} if part.each is not None or part.when is None else {type(word) for word in walk_words(part.when)}


def departures_of(record: Any, result: Any, rules: MahjongRules, kept: Any) -> tuple[int | None, list[Departure]]:
    """Find every departure of a claim on a win, a round or a game; for a game also its first wrong round.

    ``kept``: for a win, its :class:`~calc.mahjong.scoring.SettledWin`.
    """
    if isinstance(record, Win):
        return None, _Why(kept, result).departures()
    if isinstance(record, Game):
        return game_departures(result, rules)
    return None, round_departures(result, rules)


def reasons_of(record: Any, result: Any, rules: MahjongRules, kept: Any) -> list[str]:
    """How a result comes about, in sentences; before that why a right claim of yaku is right. Of a complete hand
    without yaku why those that are claimed do not count, or that which lacks least.
    """
    if isinstance(result, Refusal):
        settled = settle_win(record, rules, without_yaku=True) if result.error.code == NoYakuError.code else None
        return [] if settled is None else [*_Why(settled, settled.result()).without_yaku()]
    if isinstance(record, Win):
        return [*_Why(kept, result).reasons_of_all()]
    if isinstance(record, Game):
        return [*final_reasons(result, result.scores.keys())] if all(one.agrees for one in result.rounds) else []
    return [*round_reasons(result, rules)]


def decided_by(record: Any, refusal: Refusal) -> str | None:
    """``win`` where a refusal says that the tiles are no win, also in a round, and a claim says something of it."""
    return None if claims.agrees_with_error(record, refusal.error) is UNSET else "win"


def unclaimed(record: Any, result: Any) -> list[str] | UnsetType:
    """The names of all yaku of a win but those that its claim names, where it names some (``has``)."""
    if not isinstance(record, Win) or record.claim is None or record.claim.has is UNSET:
        return UNSET
    return [line.name for line in result.yaku if line.id not in record.claim.has]


class _Why(Counting):
    """Why each figure of a win is what it is, and what a wrong claim may have overlooked."""

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

    def reasons_of_all(self) -> Iterator[str]:
        """The claimed yaku, the reading of the hand, its han and fu, and what each payer pays."""
        result, claim = self.result, self.record.claim
        if claim is not None and result.agrees is True:
            yield from self._counted([*(claim.has or ()), *(claim.yaku or ())])
            yield from map(self._why_not, claim.lacks or ())
        if isinstance(self.settled, SettledWin):
            yield self.spell_hand()
            if result.han is not None:
                yield self.sum_of_han()
            if result.fu is not None:
                yield self.sum_of_fu()
        if self.reasons.base != "points":
            yield self.spell_worth()
        yield from self.spell_paid()
        asks_paid = claim is not None and {*said_by(claim)} & {"points", "payments", *claims.BOUNDS}
        if self.settled.payments.liable or (result.limits and asks_paid):
            yield from why_responsible(self.settled, result)
        yield from parts_of(self.record.seat, result.transfers or [])

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
        return say(
            "does not apply: {told}", told=notes.why_not(rules.yaku[name], best.state(rules), rules, self._cause)
        )

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
            text = "a yakuman ({names}) counts no other yaku"
        return text and say(text, names=names, other="" if over is None else self._title(over.id))

    def _cause(self, word: Word, failing: Sequence[Word]) -> str | None:
        """What in the hand makes a word false: fu that it earns, the winds, the quad that ended ippatsu; empty where
        other ``failing`` words say so, ``None`` where the word itself does.
        """
        others = {type(one) for one in failing}
        hand = [(line, self.rules.fu.hand.get(line.id)) for line in self.result.fu_parts or ()]
        earning = [(line, part) for line, part in hand if part is not None and not (part.each and Groups in others)]
        if isinstance(word, NoFu):
            told = (say("{part} earns {fu} fu", part=self._spell_part(*one), fu=one[0].fu) for one in earning)
            return say(" and ").join(told)
        if isinstance(word, Wait) and NoFu in others and any(Wait in _words_of(part) for _, part in earning):
            return ""
        if isinstance(word, Groups):
            return self._winds(word)
        if isinstance(word, Declared) and word.ippatsu and self.record.riichi and isinstance(self.settled, SettledWin):
            late = [meld for meld in self.settled.read.melds if meld.kind == "ankan" and meld.added is not None]
            if self.record.rinshan:
                return say("the quad that gave the replacement tile ended ippatsu")
            if late:
                return say("the quad {meld}, made after riichi, ended ippatsu", meld=print_meld(late[0]))
        return None

    def _winds(self, word: Groups) -> str | None:
        """Of a word that asks for the wind of the seat or of the round: which it is, and which the hand has."""
        assert isinstance(self.settled, SettledWin)
        state = self.settled.best.state(self.rules)
        asked = {pick.within for pick in (word.some, word.every) if pick is not None}
        winds = zip(_WINDS, (self.record.seat, self.record.round), strict=True)
        told = [
            say(_WINDS[key], wind=tiles_text([EAST + SEATS.index(seat)]))
            for key, seat in winds
            if key in asked and seat
        ]
        for place in sorted(Pick(kind="triplet", within="wind").matches(state)) if told else ():
            wind = tiles_text(tiles_of(state.reading.codes[place] & KIND)[:1])
            told.append(say("the triplet is {wind} ({tiles})", wind=wind, tiles=self.settled.texts[place].strip("()")))
        return say(", ").join(told) or None

    def _spell_part(self, line: FuLine, part: FuPart) -> str:
        """What in the hand earns fu: ``the pair of white dragons (55z)``, ``the closed wait (678s)``."""
        assert isinstance(self.settled, SettledWin)
        reading, state = self.settled.best.reading, self.settled.best.state(self.rules)
        asked = _words_of(part)
        if Wait in asked:
            return say("the {wait} ({tiles})", wait=WAIT_TITLES.text(WAITS[reading.wait]), tiles=line.tiles)
        if Pair in asked:
            sets = self.rules.lexicon.sets
            held = [title for name, title in sets.items() if state.set(name).tiles == 1 << reading.pair]
            return say("the pair of {names} ({tiles})", names=say(", ").join(held), tiles=line.tiles)
        return f"{fu_name(line, self.rules)} ({line.tiles.strip('()')})"

    # ---- han and fu

    def _han(self, claimed: int) -> Iterator[str]:
        if self.result.han is None:
            yield say("a yakuman, or a hand paid at a fixed level, counts no han")
            return
        yield from self._other_han(claimed)
        yield self.sum_of_han()
        for one in self.reasons.yaku:
            if one.lowered:
                yield say("{name} is {lowered}", name=self.rules.yaku[one.id].name.text(), lowered=one.lowered)

    def _other_han(self, claimed: int) -> Iterator[str]:
        """What would make the han the ``claimed`` ones: a part left out, an indicator taken for a dora, a yaku that
        lacks one thing.
        """
        more = claimed - (self.result.han or 0)
        parts = self.han_parts()
        without = say(" or ").join(name for name, han in parts.items() if han == -more)
        if without:
            yield say("{claimed} han leaves out {told}", claimed=claimed, told=without)
        if more <= 0 or not isinstance(self.settled, SettledWin):
            return
        read, after = self.settled.read, self.rules.dora_after
        shown = {kind_of(one) for one in (*read.dora, *read.ura)}
        for kind in shown - {after.get(one) for one in shown}:
            if kind in after and sum(kind_of(one) == kind for one in read.all_tiles) == more:
                text = "{tile} is no dora: it is the indicator, and points to {next}"
                yield say(text, tile=print_tiles([kind]), next=print_tiles([after[kind]]))
                return
        yield from (self._why_not(yaku.id) for yaku in self._near() if yaku.value.by_way[self.way] == more)

    def _near(self) -> Iterator[Yaku]:
        """The yaku of runs without fu that a pair or the wait keeps away."""
        assert isinstance(self.settled, SettledWin)
        state = self.settled.best.state(self.rules)
        for yaku in self.rules.yaku.values():
            lacking = {type(word) for word in notes.false_words(yaku.when, state)}
            if lacking and lacking <= {NoFu, Wait} and yaku.value.by_way[self.way]:
                yield yaku

    def without_yaku(self) -> Iterator[str]:
        """The hand as it is read, and why the claimed yaku, or one that is near, do not count."""
        claim = self.record.claim
        claimed = [*(claim.has or ()), *(claim.yaku or ())] if claim is not None else []
        yield self.spell_hand()
        yield from map(self._why_not, dict.fromkeys(claimed or (yaku.id for yaku in self._near())))

    def _fu(self, claimed: int) -> Iterator[str]:
        if self.result.fu is None:
            text = "a yakuman, or a hand paid at a fixed level, counts no fu"
            yield say(text if self.rules.fu.parts else "no fu are counted here")
        elif not isinstance(self.settled, SettledWin):
            yield say("the record says {actual} fu", actual=self.result.fu)
        else:
            yield from self._other_fu(claimed)
            yield self.sum_of_fu()

    def _other_fu(self, claimed: int) -> Iterator[str]:
        """What would make the fu the ``claimed`` ones: a slip, or another reading."""
        assert isinstance(self.settled, SettledWin)
        yield from slips.FuSlips(self.settled, self.result.fu_parts or [], claimed).told()
        other = next((one for one in self.reasons.others if one.fu == claimed and one.yaku), None)
        if other is not None:
            text = "{claimed} fu is another reading ({reading}) of {han} han, which pays {less}"
            yield say(text, claimed=claimed, han=other.han, **self._spell_other(other))

    def _spell_other(self, other: OtherReading) -> dict[str, str]:
        """Another ``reading``, ``234m 567m 345p 99s, closed wait``, and how much ``less`` it pays than the best one."""
        less = say("as much")
        if other.base != claims.worth_of(self.result, self.rules):
            is_dealer = self.record.seat == self.rules.seats[DEALER]
            said = points_said(other.base, self.rules, by=self.record.by, is_dealer=is_dealer)
            less = say("less: {points}", points=slips.spelled(str(said)))
        return {"reading": self.spell_reading(other.reading), "less": less}

    # ---- points and payments

    def _points(self, claimed: int | str) -> Iterator[str]:
        level = read_level(str(claimed), self.rules, any_number=True)
        pays = claims.spell_claimed(claimed, self.record, self.rules) if level is not None else str(claimed)
        if level is not None:
            name = self.rules.points.title(level.level or LIMIT_LEVEL, level.limits or 1)
            yield say("{level} pays {points} here", level=name, points=slips.spelled(pays))
        yield from self._other_points(pays, is_level=level is not None)
        if self.reasons.base != "points":
            yield self.spell_worth()
        by_payer = claims.spell_points(self.result, self.record, self.rules)
        if by_payer != str(self.result.points):
            yield say("{by_payer}, {points} in all", by_payer=slips.spelled(by_payer), points=f"{self.result.points:,}")
        yield from self.spell_paid()

    def _other_points(self, claimed: str, *, is_level: bool) -> Iterator[str]:
        """What would make the points the ``claimed`` ones: other han and fu, where something in the hand explains them;
        else another seat or way to win, and then other han and fu.
        """
        found, claim = slips.PointSlips(self.reasons, self.rules, claimed), self.record.claim
        said = (None, None) if is_level or claim is None else (claim.han or None, claim.fu or None)
        if others := [*found.otherwise()]:
            yield from others
            return
        counts = found.other_counts(said)
        nearest = [found.spell_counts(*counts[0])] if counts else []
        if {one.key for one in self.result.differences or ()} & {"yaku", "han", "fu"}:
            yield from nearest or found.elsewhere()
            return
        for one in counts:
            if explained := [*self._explain_counts(*one)]:
                yield from [found.spell_counts(*one), *explained]
                return
        yield from ([] if is_level else [*found.elsewhere()]) or nearest

    def _explain_counts(self, han: int, fu: int) -> Iterator[str]:
        """What in the hand may have been taken for these han and fu."""
        more = han - (self.result.han or 0)
        if not more and isinstance(self.settled, SettledWin):
            yield from self._other_fu(fu)
        elif more > 0:  # who leaves out a yaku may as well take another seat for the winner's
            yield from self._other_han(han)

    def _payments(self, claimed: Mapping[str, int], actual: Mapping[str, int]) -> Iterator[str]:
        yield from why_responsible(self.settled, self.result)
        yield from why_amounts(claimed, actual, self.result.transfers or [])
        yield from self.spell_paid()
        said, right = sum(claimed.values()), sum(actual.values())
        if claimed.keys() == actual.keys() and said != right:
            text = "the claimed payments come to {claimed}, not to {actual}"
            yield say(text, claimed=f"{said:+,}", actual=f"{right:,}")
