"""Riichi rounds, settled in their frames.

A round is read first (:mod:`calc.mahjong.rounds.reading`); its wins then become records of their own
(:func:`wins_in`), whose results are paid beside the rest (:func:`payments_of`). Scores belong to the game.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import asdict, replace

from calc.errors import CalcError, RecordError, contradict, lack
from calc.games import Fields
from calc.mahjong.explain.claims import check_claim
from calc.mahjong.hand.hand import WAREME
from calc.mahjong.read import check_number
from calc.mahjong.records.types import NextClaim, Round, Win
from calc.mahjong.results import WinResult
from calc.mahjong.rounds import frames
from calc.mahjong.rounds.claims import of_amounts
from calc.mahjong.rounds.draws import pay_as_tsumo, settle_draw
from calc.mahjong.rounds.frames import Frame
from calc.mahjong.rounds.reading import ReadRound, note_dealer, read_round
from calc.mahjong.rounds.results import DrawLine, NextRound, RoundResult, RoundWin
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.words import Fact, walk_words
from calc.mahjong.scoring import settle_one
from calc.notation.tiles import print_tiles
from calc.outcomes import Difference, Note, Transfer, compare, remark, said_by, sum_transfers
from calc.tables.conditions import Number
from calc.text import number
from calc.translation import joined, say

#: The fact that the rounds of a game decide.
_KEEPS = "dealer_keeps"


class PlayedRound(Struct, frozen=True):
    """A round in its frame, settled.

    ``records``, ``wins``: all winners and their results, in the order of the record; ``changes``: points by seat,
    riichi sticks paid included, with the ``transfers`` behind them; ``after``: the frame of the next round.
    """

    read: ReadRound
    frame: Frame
    records: list[Win]
    wins: list[WinResult]
    changes: dict[str, int]
    transfers: list[Transfer]
    after: Frame

    @property
    def without_tiles(self) -> int:
        """How many of the wins that are paid have no tiles."""
        return sum(not self.records[place].has_tiles for place in self.read.paid)

    @property
    def name(self) -> str:
        """``E2, honba 1``."""
        return frames.frame_name(self.frame)

    def gains(self, rules: MahjongRules) -> list[int]:
        """What each player of the game gains or, below 0, loses; 0 for one who sits out."""
        return [self.changes.get(seat, 0) for seat in frames.seats_of(self.frame, rules)]

    def ending_of(self, follows: NextRound | None, called: Mapping[str, str], rules: MahjongRules) -> dict[str, Any]:
        """How claims on who won, on a draw, and on the round that ``follows``, ``None`` for none, differ from what is
        so, for :func:`calc.outcomes.compare`. ``called``: the name of each seat.
        """
        won = {self.records[place].seat: called[self.records[place].seat] for place in self.read.paid}

        def winner(claimed: str | None) -> list[Difference]:
            right = claimed in {*won, *won.values()} if claimed else not won
            return [] if right else [Difference("winner", claimed, ", ".join(won.values()) or None)]

        def after(claimed: NextClaim) -> list[Difference]:
            said = said_by(claimed)
            if follows is not None and "number" in said and None in (follows.round, follows.number):
                lack("the record does not say which round it is, and so not which one follows; add it", key="number")
            actual = {key: getattr(follows, key, None) for key in said}
            if said.get("dealer") in called and follows is not None:
                actual["dealer"] = rules.seats[int(not self.read.keeps)]
            return [] if said == actual else [Difference("next", said, actual)]

        return {"winner": winner, "draw": self.draw_line(rules) is not None, "next": after}

    def draw_line(self, rules: MahjongRules) -> DrawLine | None:
        """The draw as a result, if there was one."""
        draw = self.read.draw
        if draw is None or self.read.is_void:
            return None
        tenpai, nagashi = [*(draw.tenpai or ())], [*draw.record.pool_of_dreams]
        noten = [seat for seat in rules.seats if seat not in tenpai and draw.tenpai is not None and not nagashi]
        waits = {seat: print_tiles(draw.hands[seat].waits) for seat in rules.seats if seat in draw.hands}
        return DrawLine(draw.record.kind, tenpai, noten, nagashi, waits or UNSET)


# ---- a round alone


def settle_alone(record: Round, rules: MahjongRules, fields: Fields = "full") -> RoundResult:
    """Settle a round without a game around it. ``fields``: of the results of wins.

    Raises what is wrong with it, with the key at fault.
    """
    played = play_alone(record, rules, fields)
    frame, after = played.frame, played.after
    moves = after.number != frame.number
    follows: NextRound | None = NextRound(
        round=frames.wind_of(after, rules) if record.round and (record.number or not moves) else None,
        number=after.number if record.number else None,
        dealer=rules.seats[int(moves)],
        honba=after.honba,
        sticks=after.sticks,
    )
    notes = [*played.read.notes, *note_dealer(played.read, rules)]
    if played.without_tiles:
        notes.append(remark("by_result", count=played.without_tiles))
    if record.round and record.number:
        notes += _notes_on_next(played, rules)
        hand, _, most = frames.hands_of(after, rules)
        follows = follows if hand <= most else None
    differences = None
    if record.claim is not None:
        changes = [played.changes[seat] for seat in rules.seats]
        parts = {
            "changes": of_amounts("changes", "claim", changes, (), rules.seats),
            **played.ending_of(follows, dict(zip(rules.seats, rules.seats, strict=True)), rules),
        }
        differences = compare(record.claim, parts, "claim", "changes: {E: 1500}")
    named: dict[str, Any] = {"id": record.id, "round": record.round, "number": record.number, "dealer": rules.seats[0]}
    return write_round(played, rules, differences, **named, scores=None, next=follows, notes=notes)


def play_alone(record: Round, rules: MahjongRules, fields: Fields = "full") -> PlayedRound:
    """Settle one round in the frame that it gives. Raises what is wrong with it."""
    if record.claim is not None and record.claim.scores is not UNSET:
        raise RecordError("a round alone has no scores; claim its changes, or give the game", key="claim.scores")
    if record.round is None and any(win.has_tiles for win in record.wins):
        lack("expected the round wind of a round with wins, but 'round' is missing", key="round")
    check_number(record.number, rules, "number")
    read = read_round(record, rules)
    # Without a number it may be any: only the number of the next round depends on it.
    wind = rules.seats.index(record.round or rules.seats[0])
    frame = Frame(wind=wind, number=record.number or 1, honba=record.honba or 0, sticks=record.sticks or 0)
    return play(read, frame, rules, fields)


def _notes_on_next(played: PlayedRound, rules: MahjongRules) -> Iterator[Note]:
    """Why no round follows one without a game around it, or on which scores that depends."""
    match, frame, after = rules.match, played.frame, played.after
    hand, regular, most = frames.hands_of(frame, rules)
    keeps, name = after.number == frame.number, frames.hand_name(frame)
    if hand > most:
        winds = match.winds if match.extra_wind == "first" else most // len(rules.seats)
        last = frames.hand_name(replace(frames.FIRST, wind=winds - 1, number=len(rules.seats)))
        yield remark("no_such_round", id=rules.id, last=last, hand=name)
        return
    if hand == most and not keeps:
        yield remark("last_hand", hand=name, id=rules.id)
        return
    conditions = []
    if (hand > regular and match.extra_until != "end") or (hand == regular and not keeps):
        text = "{hand} is played only while nobody has more than {points} points"
        if match.target_is == "reached":
            text = "{hand} is played only while nobody has {points} points"
        conditions.append(say(text, hand=frames.hand_name(after), points=number(match.target)))
    # After a chombo nobody may stop.
    if keeps and not played.read.is_void and hand in (regular, most) and match.dealer_stops != "never":
        text = "the game is over if the dealer leads"
        if match.dealer_stops == "may":
            text = "the game is over if the dealer leads and stops"
        conditions.append(say(text))
    if conditions:
        yield remark("next_depends", told=joined(conditions, "conditions"))


def write_round(
    played: PlayedRound, rules: MahjongRules, differences: list[Difference] | None, **more: Any
) -> RoundResult:
    """A round as a result. ``differences``: from its claim, ``None`` without one; ``more``: keys from the game."""
    read, line = played.read, played.draw_line(rules)
    paid = [(played.wins[place], played.records[place]) for place in read.paid]
    wins = [RoundWin(**asdict(win), seat=record.seat, by=record.by, from_=record.from_) for win, record in paid]
    wrong = [win.agrees for win in played.wins if win.agrees is not UNSET]
    is_claimed = differences is not None or bool(wrong)
    return RoundResult(
        rules=rules.label,
        options=rules.chosen,
        honba=played.frame.honba,
        sticks=played.frame.sticks,
        wins=UNSET if line is not None or read.is_void else wins,
        draw=UNSET if line is None else line,
        chombo=list(read.record.chombo) or UNSET,
        changes=played.changes,
        agrees=not differences and all(wrong) if is_claimed else UNSET,
        differences=(differences or []) if is_claimed else UNSET,
        transfers=played.transfers,
        **more,
    )


# ---- a round in its frame


def play(
    read: ReadRound, frame: Frame, rules: MahjongRules, fields: Fields = "full", names: Mapping[str, str] = {}
) -> PlayedRound:
    """Settle a round in its frame. ``fields``: of results of wins; ``names``: by seat. Raises what is wrong with it."""
    wins, results = wins_in(read, frame, rules), []
    for place, win in enumerate(wins):
        try:
            results.append(check_claim(settle_one(win, rules).result(fields), win, rules))
        except CalcError as error:
            raise error.below(f"wins[{place}]").begun(names.get(win.seat, win.seat)) from None
    transfers = payments_of(read, frame, rules)
    changes = sum_transfers(transfers, rules.seats)
    for place in read.paid:
        for seat, amount in results[place].payments.items():
            changes[seat] += amount
        transfers += results[place].transfers or []
    after = following(read, frame, rules)
    return PlayedRound(read, frame, wins, results, changes, transfers, after)


def wins_in(read: ReadRound, frame: Frame, rules: MahjongRules) -> list[Win]:
    """The wins of a round as records of their own, with round wind, honba, sticks, and facts of the game.

    Wins that are not paid are included, without honba and sticks: they have to be valid too. Raises
    :class:`calc.HandError` where a win states another number of hands kept than the game has.
    """
    rule, paid, wins = rules.rounds.multiple_ron, read.paid, read.record.wins
    own = [place for place in paid if rule.sticks == "own_first" and wins[place].seat in read.riichi]
    sticks = dict.fromkeys(own, 1)
    for nearest in paid[:1]:
        sticks[nearest] = frame.sticks + len(read.laid) - len(own) + sticks.get(nearest, 0)
    return [
        replace(
            win,
            round=rules.seats[frame.wind],
            honba=frame.honba if place in (paid if rule.counters == "each" else paid[:1]) else 0,
            sticks=sticks.get(place, 0),
            facts=_add_facts(win, frame, rules, f"wins[{place}]", read.record),
        )
        for place, win in enumerate(wins)
    ]


def _add_facts(win: Win, frame: Frame, rules: MahjongRules, key: str, record: Round) -> dict[str, bool | int]:
    """The facts of a win, with the winner's fault, who broke the wall, and the number of hands that the dealer has kept
    where a yaku asks for it.
    """
    keeps, stated = frame.keeps, win.facts.get(_KEEPS)
    facts = {**win.facts, record.faults[win.seat]: True} if win.seat in record.faults else win.facts
    facts = facts if record.wareme is None else {**facts, WAREME: rules.seats.index(record.wareme) + 1}
    if keeps is None or not win.has_tiles:
        return facts
    if stated is not None and int(stated) != keeps:
        text = "the seats did not move in the {0} hands before this one, found {1} {2}; leave it out"
        contradict(text, keeps, _KEEPS, stated, key=f"{key}.facts.{_KEEPS}")
    return {**facts, _KEEPS: keeps} if _is_asked(keeps, rules) else facts


@lru_cache(maxsize=1024)
def _is_asked(keeps: int, rules: MahjongRules) -> bool:
    """Whether a yaku asks for a dealer who has kept the deal this often."""
    words = [word for yaku in rules.yaku.values() for word in walk_words(yaku.when) if isinstance(word, Fact)]
    return any(Number.of(word.facts[_KEEPS]).fits(keeps) for word in words if _KEEPS in word.facts)


# ---- payments, and the next frame


def payments_of(read: ReadRound, frame: Frame, rules: MahjongRules) -> list[Transfer]:
    """What a round in its frame pays beside its wins: riichi sticks, and a draw or a chombo."""
    stick, chombo = rules.points.stick.points, rules.rounds.chombo
    transfers = [Transfer(seat, "sticks", stick, "points", "sticks") for seat in read.laid]
    if read.is_void and chombo.penalty == "level":
        # Each offender pays what a tsumo of the same seat would bring in.
        worth = rules.points.levels[chombo.level].worth
        paid = [one for seat in read.record.chombo for one in pay_as_tsumo(seat, worth, "penalty", rules)]
        transfers += [replace(one, from_=one.to, to=one.from_) for one in paid]
    elif read.draw is not None:
        transfers += settle_draw(read.draw, stick * (frame.sticks + len(read.laid)), frame.honba, rules)
    return transfers


def following(read: ReadRound, frame: Frame, rules: MahjongRules) -> Frame:
    """The frame of the round after this one."""
    taken = bool(read.paid)
    if read.draw is not None and read.draw.record.pool_of_dreams:
        taken = rules.rounds.nagashi.sticks == "winner"
    honba = frame.honba if read.is_void or read.goes_on else frame.honba + 1 if read.adds_honba else 0
    sticks = 0 if taken else frame.sticks + len(read.laid)
    return frames.next_frame(frame, keeps=read.keeps, honba=honba, sticks=sticks, rules=rules)
