"""Records of rounds, read: how a round ended, which wins are paid, and whether the dealer keeps the deal.

What contradicts itself is refused here, beyond what is wrong in a single hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from calc.errors import CalcError, NotPayableError, RecordError, contradict, lack
from calc.mahjong.hand.hand import DEALER
from calc.mahjong.hand.kinds import NORTH
from calc.mahjong.read import ReadWin, check_copies, check_number, read_win
from calc.mahjong.records.types import Draw, Round, Win
from calc.mahjong.rounds.draws import ReadDraw, ShownHand, check_void_draw, read_draw
from calc.mahjong.rounds.frames import KEYED_SEATS, LISTED_SEATS, nearest_first
from calc.mahjong.rules.ruleset import MahjongRules
from calc.notation.tiles import print_tiles
from calc.outcomes import Note
from calc.translation import joined, msg, one_by_one, say

_ABORTED: Final = "sanchahou"


class ReadRound(Struct, frozen=True, kw_only=True):
    """A round whose ending is known: wins, a draw, or nothing but a chombo.

    ``key``: what messages call the round. ``paid``: places of the wins that are paid, the nearest after the discarder
    first. ``keeps``: whether the dealer keeps the deal; ``keeps_by``: the rule that decides it where that is not plain.
    ``adds_honba``: whether a honba is laid; a win of another
    player than the dealer clears them, a chombo leaves them.
    """

    record: Round
    key: str
    paid: tuple[int, ...] = ()
    draw: ReadDraw | None = None
    keeps: bool
    keeps_by: str = ""
    adds_honba: bool
    notes: tuple[Note, ...] = ()

    @property
    def is_void(self) -> bool:
        """Whether a chombo ended the round; riichi sticks then go back."""
        return bool(self.record.chombo)

    @property
    def riichi(self) -> list[str]:
        """The seats whose riichi stick lies on the table."""
        return [] if self.is_void else list(self.record.riichi)


def read_round(
    record: Round,
    rules: MahjongRules,
    key: str = "",
    shown: Mapping[str, ShownHand | CalcError] | None = None,
    wind: str | None = None,
) -> ReadRound:
    """A round with its ending understood.

    ``key``: its place in a game, ``rounds[3]``; keys of refusals are those of the round alone. ``shown``: the hands of
    a draw where :func:`calc.mahjong.rounds.draws.shown_hands` has read them already. ``wind``: the round wind, where
    the record need not tell it.

    Raises :class:`calc.HandError` for contradictions and hands that cannot be, :class:`calc.NotPayableError` for what
    the rule set does not have, :class:`calc.RecordError` for what is missing or unknown to it.
    """
    _check_seats(record, rules, in_game=bool(key))
    record = _in_seat_order(record, rules)
    if record.chombo:
        return _read_chombo(record, rules, key)
    if bool(record.wins) == (record.draw is not None):
        found = "both" if record.wins else "neither"
        lack("a round ends with wins or with a draw, found {0}", found, key="wins")
    if record.draw is None:
        return _read_won(record, rules, key)
    draw = read_draw(record.draw, record.riichi, rules, shown)
    if draw.offenders and rules.rounds.chombo.penalty != "refuse":
        return _read_chombo(record, rules, key, draw.offenders)
    keeps = _keeps_on_draw(draw, rules, wind or record.round)
    is_as_won = bool(record.draw.pool_of_dreams) and rules.rounds.dealer_keeps.nagashi == "as_won"
    notes = tuple(_note_offender(seat, rules) for seat in draw.offenders)
    return ReadRound(
        record=record,
        key=key,
        draw=draw,
        keeps=keeps,
        keeps_by=_decided_by(draw, rules, keeps=keeps),
        adds_honba=keeps or not is_as_won,
        notes=notes,
    )


def _decided_by(draw: ReadDraw, rules: MahjongRules, *, keeps: bool) -> str:
    """The rule that decides who deals next, unless the dealer stays by tenpai or by an abortive draw, or is noten."""
    if not draw.is_exhaustive:
        return "" if keeps else "abortive"
    by_nagashi = bool(draw.record.pool_of_dreams) and rules.rounds.dealer_keeps.nagashi != "as_drawn"
    if draw.tenpai is not None and keeps == (rules.seats[DEALER] in draw.tenpai):
        return ""
    return "nagashi" if by_nagashi else "exhaustive"


def note_dealer(read: ReadRound, rules: MahjongRules) -> list[Note]:
    """Says by which rule the dealer stays or not, where players may expect otherwise."""
    if not read.keeps_by:
        return []
    options = rules.options_at(f"rounds.dealer_keeps.{read.keeps_by}")
    told = [f"{name}={answer} ({rules.options[name].question.text()})" for name, answer in options.items()]
    text = say(
        "by these rules {dealer} stays dealer: {told}"
        if read.keeps
        else "by these rules {dealer} does not stay dealer: {told}",
        dealer=rules.seats[DEALER],
        told=say(", ").join(told) or rules.id,
    )
    return [Note("dealer_by_rule", text)]


def _note_offender(seat: str, rules: MahjongRules) -> Note:
    """Says who declared riichi without tenpai, and whether that is a chombo here."""
    text = say(
        "{seat} declared riichi, but shows no waiting hand: a chombo at most tables, and {id} has no penalty for it "
        "(option chombo)"
        if rules.rounds.chombo.penalty == "refuse"
        else "{seat} declared riichi, but shows no waiting hand, which is a chombo in {id}",
        seat=seat,
        id=rules.id,
    )
    return Note("riichi_not_waiting", text)


def _read_chombo(record: Round, rules: MahjongRules, key: str, offenders: Sequence[str] | None = None) -> ReadRound:
    """A round that a chombo makes void. ``offenders``: those who declared riichi without tenpai, where they are known
    already.
    """
    rule = rules.rounds.chombo
    if rule.penalty == "refuse":
        raise NotPayableError(
            "{0} has no penalty for a chombo; choose one: chombo=mangan or chombo=points", rules.id, key="chombo"
        )
    if record.wins:
        raise NotPayableError(
            "a round with a chombo is void, and its wins are not paid; leave out the wins or the chombo", key="wins"
        )
    if offenders is None:
        offenders = () if record.draw is None else check_void_draw(record.draw, record.riichi, rules)
    notes = [_note_offender(seat, rules) for seat in offenders]
    record = replace(record, chombo=[seat for seat in rules.seats if seat in {*record.chombo, *offenders}])
    text = say(
        "chombo of {offenders}: the round is void and played again, riichi sticks go back",
        offenders=" ".join(record.chombo),
    )
    notes.append(Note("chombo", text))
    if rule.penalty == "points":
        text = say("{points} points are taken from the final score for each chombo", points=rule.points)
        notes.append(Note("chombo_points", text))
    return ReadRound(record=record, key=key, keeps=True, adds_honba=False, notes=tuple(notes))


def _keeps_on_draw(draw: ReadDraw, rules: MahjongRules, wind: str | None) -> bool:
    rule = rules.rounds.dealer_keeps
    if not draw.is_exhaustive:
        return draw.record.kind in rule.abortive
    if draw.record.pool_of_dreams and rule.nagashi != "as_drawn":
        return rule.nagashi == "always" or rules.seats[DEALER] in draw.record.pool_of_dreams
    if rule.exhaustive == "waiting_in_first_wind" and wind is None:
        lack("in {0} the round wind decides who deals next, but 'round' is missing", rules.id, key="round")
    if rule.exhaustive == "waiting" or (rule.exhaustive == "waiting_in_first_wind" and wind == rules.seats[0]):
        return rules.seats[DEALER] in (draw.tenpai or ())
    return rule.exhaustive != "never"


def _read_won(record: Round, rules: MahjongRules, key: str) -> ReadRound:
    _check_riichi(record, rules)
    _check_winners(record, rules)
    rule, count = rules.rounds.multiple_ron, len(record.wins)
    if rule.abort_from is not None and count >= rule.abort_from:
        text = say("{count} players win on one discard: the round is drawn, and nobody is paid", count=count)
        note = Note("three_rons", text)
        draw = ReadDraw(record=Draw(kind=_ABORTED), tenpai=None)
        keeps = _ABORTED in rules.rounds.dealer_keeps.abortive
        return ReadRound(record=record, key=key, draw=draw, keeps=keeps, adds_honba=True, notes=(note,))
    paid = list(range(count))
    notes: list[Note] = []
    if count > 1:
        seats: list[str] = [win.seat for win in record.wins]
        discarder = str(record.wins[0].from_)
        order = nearest_first(seats, discarder, rules.seats)
        paid = [seats.index(seat) for seat in order]
        if rule.paid == "nearest":
            text = say(
                "only {nearest}, the nearest after {discarder}, is paid, not {others}",
                nearest=order[0],
                discarder=discarder,
                others=joined(order[1:], "others"),
            )
            notes.append(Note("head_bump", text))
            paid = paid[:1]
    deciding = paid if rules.rounds.dealer_keeps.win == "any" else paid[:1]
    keeps = any(record.wins[place].seat == rules.seats[DEALER] for place in deciding)
    is_paid = any(record.wins[place].seat == rules.seats[DEALER] for place in paid)
    return ReadRound(
        record=record,
        key=key,
        paid=tuple(paid),
        keeps=keeps,
        keeps_by="" if keeps == is_paid else "win",
        adds_honba=keeps,
        notes=tuple(notes),
    )


# ---- seats and riichi


def _check_seats(record: Round, rules: MahjongRules, *, in_game: bool) -> None:
    """Every seat that the round names exists, and is named once."""
    named = {"riichi": record.riichi, "chombo": record.chombo}
    if record.draw is not None:
        named |= {f"draw.{key}": [*(getattr(record.draw, key) or ())] for key in (*LISTED_SEATS, *KEYED_SEATS)}
    if record.round is not None:
        named["round"] = [record.round]
    if len(record.wins) > 1:  # a single one is read by itself
        sides = [(f"wins[{place}]", win) for place, win in enumerate(record.wins)]
        named |= {f"{at}.seat": [win.seat] for at, win in sides}
        named |= {f"{at}.from": [win.from_] for at, win in sides if win.from_ is not None}
    for name, seats in named.items():
        for seat in seats:
            if seat not in rules.seats:
                raise RecordError(
                    "{0} has the winds {1} only, found {2!r}", rules.id, " ".join(rules.seats), seat, key=name
                )
            if seats.count(seat) > 1:
                contradict("expected each seat once, found {0} twice", seat, key=name)
    # In a game the number has to follow from the rounds before.
    if not in_game:
        check_number(record.number, rules, "number")


def _in_seat_order(record: Round, rules: MahjongRules) -> Round:
    """The round with seats in turn order, in lists whose order has no meaning."""
    order = rules.seats.index
    draw = record.draw
    if draw is None and len(record.riichi) < 2 and not record.chombo:
        return record
    if draw is not None:
        draw = replace(draw, pool_of_dreams=sorted(draw.pool_of_dreams, key=order))
    return replace(record, riichi=sorted(record.riichi, key=order), chombo=sorted(record.chombo, key=order), draw=draw)


def _check_riichi(record: Round, rules: MahjongRules) -> None:
    """Winners with riichi, and only they, are among those who declared it.

    Before a win in the first turn, only seats before the winner have had a turn to declare.
    """
    for place, win in enumerate(record.wins):
        has_paid = win.seat in record.riichi
        if win.riichi and not has_paid:
            contradict(
                "{0} wins with riichi, but is not among the round's riichi; list all who declared and paid, {0} too",
                win.seat,
                key="riichi",
            )
        if has_paid and not win.riichi and win.has_tiles:
            contradict(
                "{0} is among the round's riichi, but wins without; add riichi to the win",
                win.seat,
                key=f"wins[{place}].riichi",
            )
        if win.first_turn and win.seat in rules.seats:
            turns = rules.seats.index
            late = [seat for seat in record.riichi if turns(seat) > turns(win.seat)]
            if late:
                contradict(
                    "{0} wins in the first turn, before {1} could declare riichi; remove first_turn or the riichi",
                    win.seat,
                    one_by_one(late, " and "),
                    key=f"wins[{place}].first_turn",
                )


# ---- several winners


def _check_winners(record: Round, rules: MahjongRules) -> None:
    """A ron names its discarder. Several winners won on one discard under the same indicators, and their tiles can all
    lie on one table.
    """
    for place, win in enumerate(record.wins):
        if win.by == "ron" and win.from_ is None:
            lack(
                "{0} wins by ron, and a round needs to know who pays; add from: the seat "
                "that discarded the winning tile",
                win.seat,
                key=f"wins[{place}].from",
            )
    if len(record.wins) == 1:
        return
    first = record.wins[0]
    for place, win in enumerate(record.wins):
        at = f"wins[{place}]"
        if win.by == "tsumo":
            contradict("{0} wins by tsumo, and then nobody else can win", win.seat, key=f"{at}.by")
        if win.from_ != first.from_:
            contradict("expected one discarder, found {0} and {1}", first.from_, win.from_, key=f"{at}.from")
    _check_first_turn(record.wins)
    seats = [win.seat for win in record.wins]
    if len(set(seats)) < len(seats):
        contradict("expected each winner once, found one twice", key="wins")
    places = [place for place, win in enumerate(record.wins) if win.has_tiles]
    _check_shared(record, places)
    reads = {place: _read_win(record, place, rules) for place in places}
    if reads:
        _check_same_tiles(reads)
        _check_copies([*reads.values()], rules)


def _check_shared(record: Round, places: Sequence[int]) -> None:
    """What is declared of the winning tile holds for all winners with tiles."""
    for place in places:
        for name in ("last_tile", "chankan"):
            if getattr(record.wins[place], name) != getattr(record.wins[places[0]], name):
                at = f"wins[{place}].{name}"
                contradict("the winners share a tile, so {0} holds for all of them or for none", name, key=at)


def _check_first_turn(wins: Sequence[Win]) -> None:
    """A meld of any winner ended the first turn of all."""
    owner = next((win.seat for win in wins if win.melds), None)
    place = next((place for place, win in enumerate(wins) if win.first_turn), None)
    if owner is not None and place is not None:
        contradict(
            "the melds of {0} ended the first turn for everybody; remove first_turn, or the melds",
            owner,
            key=f"wins[{place}].first_turn",
        )


def _read_win(record: Round, place: int, rules: MahjongRules) -> ReadWin:
    try:
        return read_win(record.wins[place], rules)
    except CalcError as error:
        raise error.below(f"wins[{place}]") from None


def _check_same_tiles(reads: Mapping[int, ReadWin]) -> None:
    """The winners with tiles, by place, won on one discard under the same indicators."""
    first = next(iter(reads.values()))
    for place, read in reads.items():
        at = f"wins[{place}]"
        if read.win != first.win:
            tiles = msg("{0} and {1}", print_tiles([first.win]), print_tiles([read.win]))
            contradict("expected one discard, found {0}", tiles, key=f"{at}.win")
        if read.dora != first.dora:
            contradict("the winners see the same dora indicators; give them to all, the same ones", key=f"{at}.dora")
    ura = [(place, read.ura) for place, read in reads.items() if read.record.riichi]
    for place, indicators in ura:
        if indicators != ura[0][1]:
            contradict(
                "the winners with riichi see the same ura indicators; give them to all, the same ones",
                key=f"wins[{place}].ura",
            )


def _check_copies(reads: list[ReadWin], rules: MahjongRules) -> None:
    """The discard and each indicator are one tile, for any number of winners."""
    first = reads[0]
    ura = next((read.ura for read in reads if read.ura), ())
    shown = [first.win, *first.dora, *ura]
    for read in reads:
        own = read.all_tiles
        own.remove(read.win)
        shown += [*own, *[NORTH] * read.record.north]
    check_copies(shown, rules, over=msg("the winners' hands and the indicators"), key="wins")
