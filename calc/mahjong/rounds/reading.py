"""Records of rounds, read: how a round ended, which wins are paid, and whether the dealer keeps the deal.

In a game a round may name players in place of seats: ``seat: Bea`` where Bea sits South in that round.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import replace

from calc.errors import CalcError, RecordError, did_you_mean, lack, refuse_first
from calc.layout.words import word
from calc.mahjong.check.refusals import check_copies
from calc.mahjong.explain.notes import note_wareme
from calc.mahjong.hand.hand import DEALER
from calc.mahjong.hand.kinds import NORTH
from calc.mahjong.read import read_win
from calc.mahjong.records.types import Draw, Liable, Round, Win
from calc.mahjong.rounds import faults
from calc.mahjong.rounds.draws import ReadDraw, read_draw
from calc.mahjong.rounds.frames import nearest_first
from calc.mahjong.rules.ruleset import MahjongRules
from calc.notation.spellings import seat_of
from calc.outcomes import Note, remark
from calc.records.values import Seat
from calc.text import number
from calc.translation import joined, msg, say, translated


class ReadRound(Struct, frozen=True, kw_only=True):
    """A round whose ending is known: wins, a draw, or nothing but a chombo.

    ``paid``: places of the wins that are paid, the nearest after the discarder
    first. ``keeps``: whether the dealer keeps the deal; ``keeps_by``: the rule that decides it where that is not plain.
    ``adds_honba``: whether a honba is laid; a win of another player than the dealer clears them, a chombo leaves them.
    ``deposits``: who lays a stick on the table for a fault.
    """

    record: Round
    paid: tuple[int, ...] = ()
    draw: ReadDraw | None = None
    keeps: bool
    keeps_by: str = ""
    adds_honba: bool
    notes: tuple[Note, ...] = ()
    deposits: tuple[str, ...] = ()

    @property
    def is_void(self) -> bool:
        """Whether a chombo ended the round; riichi sticks then go back."""
        return bool(self.record.chombo)

    @property
    def goes_on(self) -> bool:
        """Whether nothing tells how the round ended, but only what somebody did wrong in it."""
        return not (self.record.chombo or self.record.wins or self.draw)

    @property
    def riichi(self) -> list[str]:
        """The seats whose riichi stick lies on the table."""
        return [] if self.is_void else list(self.record.riichi)

    @property
    def laid(self) -> list[str]:
        """The seats whose sticks lie there, for riichi or for a fault, once each stick."""
        return [] if self.is_void else [*self.riichi, *self.deposits]


def read_round(record: Round, rules: MahjongRules, wind: str | None = None) -> ReadRound:
    """A round with its ending understood. ``wind``: the round wind, where the record need not tell it.

    Raises :class:`calc.HandError` for contradictions and hands that cannot be, :class:`calc.NotPayableError` for what
    the rule set does not have, :class:`calc.RecordError` for what is missing or unknown to it.
    """
    refuse_first(faults.of_seats(record, rules))
    penalties = _penalties(record, rules)
    offenders = [seat for seat, penalty in penalties.items() if penalty == "chombo" and seat not in record.chombo]
    record = _in_turn_order(replace(record, chombo=[*record.chombo, *offenders]), rules)
    dead = [seat for seat, penalty in penalties.items() if penalty == "dead_hand"]
    read = _read_ending(record, rules, wind, dead)
    wareme = note_wareme(rules) if record.wareme else []
    notes = (*_note_faults(record, penalties, rules), *wareme, *read.notes)
    return replace(read, notes=notes, deposits=tuple(seat for seat, one in penalties.items() if one == "deposit"))


def _read_ending(record: Round, rules: MahjongRules, wind: str | None, dead: Sequence[str]) -> ReadRound:
    """How the round ended. ``dead``: who can neither win nor be tenpai."""
    if record.chombo:
        return _read_chombo(record, rules)
    if record.faults and not record.wins and record.draw is None:
        told = (remark("goes_on"),)
        return ReadRound(record=record, keeps=True, adds_honba=False, notes=told)
    if bool(record.wins) == (record.draw is not None):
        lack(
            "a round ends with wins or with a draw, found {0}",
            msg("both") if record.wins else msg("neither"),
            key="wins",
        )
    if record.draw is None:
        return _read_won(record, rules)
    draw = read_draw(record.draw, record.riichi, rules, dead=dead)
    if draw.offenders and rules.rounds.chombo.penalty != "refuse":
        return _read_chombo(record, rules, draw.offenders)
    keeps, rule = _keeps_on_draw(draw, rules, wind or record.round), rules.rounds.dealer_keeps
    is_as_won = bool(record.draw.pool_of_dreams) and rule.nagashi == "as_won"
    return ReadRound(
        record=record,
        draw=draw,
        keeps=keeps,
        keeps_by=_decided_by(draw, rules, keeps=keeps),
        adds_honba=keeps or not is_as_won,
        notes=tuple(_note_offender(seat, rules) for seat in draw.offenders),
    )


def _penalties(record: Round, rules: MahjongRules) -> dict[str, str]:
    """What the fault of each seat costs it under these rules."""
    is_shown = record.draw is not None and record.draw.kind == faults.EXHAUSTIVE
    shown = [*rules.seats] if is_shown else [win.seat for win in record.wins]
    return {
        seat: "nothing" if rules.faults[name].if_shown and seat not in shown else rules.faults[name].penalty
        for seat, name in record.faults.items()
    }


def _note_faults(record: Round, penalties: Mapping[str, str], rules: MahjongRules) -> Iterator[Note]:
    for seat, penalty in penalties.items():
        fault = rules.faults[record.faults[seat]]
        name = "not_shown" if penalty == "nothing" and fault.if_shown else penalty
        hint, stick = rules.hint_options(f"faults.{record.faults[seat]}.penalty"), number(rules.points.stick.points)
        yield remark(f"fault.{name}", seat=word(seat), fault=fault.name.text(), hint=translated(hint), stick=stick)


def _in_turn_order(record: Round, rules: MahjongRules) -> Round:
    """The round with seats in turn order, in lists whose order has no meaning."""
    order, draw = rules.seats.index, record.draw
    if draw is not None:
        draw = replace(draw, pool_of_dreams=sorted(draw.pool_of_dreams, key=order))
    return replace(record, riichi=sorted(record.riichi, key=order), chombo=sorted(record.chombo, key=order), draw=draw)


def _keeps_on_draw(draw: ReadDraw, rules: MahjongRules, wind: str | None) -> bool:
    rule, dealer = rules.rounds.dealer_keeps, rules.seats[DEALER]
    if not draw.is_exhaustive:
        return draw.record.kind in rule.abortive
    if draw.record.pool_of_dreams and rule.nagashi != "as_drawn":
        return rule.nagashi == "always" or dealer in draw.record.pool_of_dreams
    if rule.exhaustive == "waiting_in_first_wind" and wind is None:
        lack("in {0} the round wind decides who deals next, but 'round' is missing", rules.id, key="round")
    if rule.exhaustive == "waiting" or (rule.exhaustive == "waiting_in_first_wind" and wind == rules.seats[0]):
        return dealer in (draw.tenpai or ())
    return rule.exhaustive != "never"


def _decided_by(draw: ReadDraw, rules: MahjongRules, *, keeps: bool) -> str:
    """The rule that decides who deals next, unless the dealer stays by tenpai or by an abortive draw, or is noten."""
    if not draw.is_exhaustive:
        return "" if keeps else "abortive"
    if draw.tenpai is not None and keeps == (rules.seats[DEALER] in draw.tenpai):
        return ""
    by_nagashi = bool(draw.record.pool_of_dreams) and rules.rounds.dealer_keeps.nagashi != "as_drawn"
    return "nagashi" if by_nagashi else "exhaustive"


def note_dealer(read: ReadRound, rules: MahjongRules) -> list[Note]:
    """Says by which rule the dealer stays or not, where players may expect otherwise."""
    if not read.keeps_by:
        return []
    from calc.layout.game import rule_here

    told = [rule_here(rules, name) for name in rules.options_at(f"rounds.dealer_keeps.{read.keeps_by}")]
    name = "dealer_by_rule.stays" if read.keeps else "dealer_by_rule.moves"
    return [remark(name, dealer=word(rules.seats[DEALER]), told=say(", ").join(told) or rules.id)]


# ---- chombo


def _read_chombo(record: Round, rules: MahjongRules, offenders: Sequence[str] | None = None) -> ReadRound:
    """A round that a chombo makes void. ``offenders``: who declared riichi without tenpai, where that is known."""
    refuse_first(faults.of_chombo(record, rules))
    rule, draw = rules.rounds.chombo, record.draw
    if offenders is None:
        offenders = () if draw is None else read_draw(draw, record.riichi, rules, is_void=True).offenders
    notes = [_note_offender(seat, rules) for seat in offenders]
    record = replace(record, chombo=[seat for seat in rules.seats if seat in {*record.chombo, *offenders}])
    notes.append(remark("chombo", offenders=joined(map(word, record.chombo), "others")))
    if rule.penalty == "points":
        notes.append(remark("chombo_points", points=number(rule.points)))
    return ReadRound(record=record, keeps=True, adds_honba=False, notes=tuple(notes))


def _note_offender(seat: str, rules: MahjongRules) -> Note:
    is_refused = rules.rounds.chombo.penalty == "refuse"
    return remark("riichi_not_waiting.refused" if is_refused else "riichi_not_waiting", seat=word(seat), id=rules.id)


# ---- wins


def _read_won(record: Round, rules: MahjongRules) -> ReadRound:
    refuse_first(faults.of_riichi(record, rules))
    refuse_first(faults.of_winners(record.wins))
    rule, count, dealer = rules.rounds.multiple_ron, len(record.wins), rules.seats[DEALER]
    if count > 1:
        _check_table(record.wins, rules)
    if rule.abort_from is not None and count >= rule.abort_from:
        draw = ReadDraw(record=Draw(kind=faults.ALL_RON), tenpai=None)
        keeps = faults.ALL_RON in rules.rounds.dealer_keeps.abortive
        return ReadRound(
            record=record, draw=draw, keeps=keeps, adds_honba=True, notes=(remark("three_rons", count=count),)
        )
    seats: list[str] = [win.seat for win in record.wins]
    notes: tuple[Note, ...] = ()
    discarder = record.wins[0].from_ or ""
    order = nearest_first(seats, discarder, rules.seats) if count > 1 else seats
    if count > 1 and rule.paid == "nearest":
        others = joined(map(word, order[1:]), "others")
        notes = (remark("head_bump", nearest=word(order[0]), discarder=word(discarder), others=others),)
        order = order[:1]
    keeps = dealer in (order if rules.rounds.dealer_keeps.win == "any" else order[:1])
    return ReadRound(
        record=record,
        paid=tuple(map(seats.index, order)),
        keeps=keeps,
        keeps_by="" if keeps == (dealer in order) else "win",
        adds_honba=keeps,
        notes=notes,
    )


def _check_table(wins: Sequence[Win], rules: MahjongRules) -> None:
    """The tiles of several winners can all lie on one table; the discard and each indicator are one tile for all."""
    reads = {}
    for place, win in enumerate(wins):
        if win.has_tiles:
            try:
                reads[place] = read_win(win, rules)
            except CalcError as error:
                raise error.below(f"wins[{place}]") from None
    if not reads:
        return
    refuse_first(faults.of_tiles(reads))
    first = next(iter(reads.values()))
    tiles = [first.win, *first.dora, *next((read.ura for read in reads.values() if read.ura), ())]
    for read in reads.values():
        own = read.all_tiles
        own.remove(read.win)
        tiles += [*own, *[NORTH] * read.record.north]
    check_copies(tiles, rules, over=msg("the winners' hands and the indicators"), key="wins")


# ---- names of players in place of seats


def in_seats(record: Round, players: Sequence[str], seats: Sequence[str], rules: MahjongRules) -> Round:
    """The round with the seat in that round for every player who is named. A wind is always the seat.

    ``seats``: of each player, empty for one who sits out. Raises :class:`calc.RecordError` for a name that nobody has,
    and for somebody who sits out.
    """
    seated = partial(_seat_of, players, seats, rules.seats)

    def listed(names: Sequence[str], key: str) -> list[str]:
        return [seated(name, f"{key}[{place}]") for place, name in enumerate(names)]

    def keyed(told: Mapping[str, Any], key: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in told.items():
            seat = seated(name, f"{key}.{name}")
            if seat in found:
                message = msg("{0} is named twice, by seat and by name; leave one out", seat)
                raise RecordError(message, code="contradiction", key=f"{key}.{name}")
            found[seat] = value
        return found

    riichi, wins, draw = listed(record.riichi, "riichi"), list[Win](), record.draw
    for place, win in enumerate(record.wins):
        at = f"wins[{place}]"
        liable = win.liable if isinstance(win.liable, list) else [win.liable]
        owed = [Liable(seated(one.seat, f"{at}.liable[{nth}].seat"), one.for_) for nth, one in enumerate(liable)]
        own = seated(win.seat, f"{at}.seat")
        feeder = None if win.from_ is None else seated(win.from_, f"{at}.from")
        wins.append(replace(win, seat=own, from_=feeder, liable=owed if isinstance(win.liable, list) else owed[0]))
    if draw is not None:
        lists = {key: listed(told, f"draw.{key}") for key in faults.LISTED_SEATS if (told := getattr(draw, key))}
        draw = replace(draw, **lists, **{key: keyed(getattr(draw, key), f"draw.{key}") for key in faults.KEYED_SEATS})
    others: dict[str, Any] = {"chombo": listed(record.chombo, "chombo"), "faults": keyed(record.faults, "faults")}
    others["wareme"] = None if record.wareme is None else seated(record.wareme, "wareme")
    return replace(record, riichi=riichi, wins=wins, draw=draw, **others)


def _seat_of(players: Sequence[str], seats: Sequence[str], winds: Sequence[str], name: str, key: str) -> str:
    if name in winds or (name in get_args(Seat) and name not in players):
        return name
    if name not in players:
        if (wind := seat_of(name)) in winds:
            return str(wind)
        expected = msg("a seat {0} or a player ({1})", " ".join(winds), ", ".join(players))
        raise RecordError("expected {0}, found {1!r}{2}", expected, name, did_you_mean(name, players), key=key)
    seat = seats[players.index(name)]
    if not seat:
        raise RecordError("{0} sits this round out", name, code="contradiction", key=key)
    return seat
