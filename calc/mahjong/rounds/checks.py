"""What makes the record of a round contradict itself, beyond what is wrong in one of its hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from msgspec.structs import replace

from calc.errors import CalcError, HandError, RecordError
from calc.mahjong.hand.copies import check_copies
from calc.mahjong.hand.kinds import NORTH
from calc.mahjong.read.win_records import ReadWin, read_win
from calc.mahjong.rules.schema import MahjongRules
from calc.notation.tiles import print_tiles
from calc.records.round import Round
from calc.records.win import Win


def check_seats(record: Round, rules: MahjongRules, key: str) -> None:
    """Every seat that the round names exists, and is named once."""
    named = {"riichi": record.riichi, "chombo": record.chombo}
    if record.draw is not None:
        named["draw.pool_of_dreams"] = record.draw.pool_of_dreams
        named["draw.waiting"] = record.draw.waiting or []
        named["draw.hands"] = list(record.draw.hands)
        named["draw.north"] = list(record.draw.north)
    if record.round is not None:
        named["round"] = [record.round]
    for name, seats in named.items():
        for seat in seats:
            if seat not in rules.seats:
                raise RecordError(
                    f"{rules.id} has the winds {' '.join(rules.seats)} only, found {seat!r}", key=_at(key, name)
                )
            if seats.count(seat) > 1:
                _contradict(f"expected each seat once, found {seat} twice", _at(key, name))
    if record.number is not None and record.number > len(rules.seats):
        raise RecordError(
            f"{rules.id} has the rounds 1 to {len(rules.seats)} of each wind, found {record.number}",
            key=_at(key, "number"),
        )


def in_seat_order(record: Round, rules: MahjongRules) -> Round:
    """The round with seats in turn order wherever the order in which a record names them says nothing."""
    order = rules.seats.index
    draw = record.draw
    if draw is not None:
        draw = replace(draw, pool_of_dreams=sorted(draw.pool_of_dreams, key=order))
    return replace(record, riichi=sorted(record.riichi, key=order), chombo=sorted(record.chombo, key=order), draw=draw)


def check_riichi(record: Round, rules: MahjongRules, key: str) -> None:
    """Who wins with riichi has paid a stick, and who has paid one and wins, wins with riichi. Before a win in the first
    turn only those who sit before the winner have had a turn to declare.
    """
    for place, win in enumerate(record.wins):
        has_paid = win.seat in record.riichi
        if win.riichi and not has_paid:
            _contradict(
                f"{win.seat} wins with riichi, but is not among the round's riichi; list all who declared and paid, "
                f"{win.seat} too",
                _at(key, "riichi"),
            )
        if has_paid and not win.riichi:
            _contradict(
                f"{win.seat} is among the round's riichi, but wins without; add riichi to the win",
                _at(key, f"wins[{place}].riichi"),
            )
        if win.first_turn and win.seat in rules.seats:
            _check_first_turn(win, record.riichi, rules, _at(key, f"wins[{place}].first_turn"))


def _check_first_turn(win: Win, riichi: Sequence[str], rules: MahjongRules, key: str) -> None:
    turns = rules.seats.index
    late = [seat for seat in riichi if turns(seat) > turns(win.seat)]
    if late:
        _contradict(
            f"{win.seat} wins in the first turn, before {' and '.join(late)} could declare riichi; remove first_turn "
            "or the riichi",
            key,
        )


def check_winners(record: Round, rules: MahjongRules, key: str) -> None:
    """A ron has its discarder. Several winners won the same discard under the same indicators, and their tiles can all
    lie on one table.
    """
    for place, win in enumerate(record.wins):
        if win.by == "ron" and win.from_ is None:
            raise RecordError(
                f"{win.seat} wins by ron, and a round needs to know who pays; add from: the seat that discarded the "
                "winning tile",
                code="missing_key",
                key=_at(key, f"wins[{place}].from"),
            )
    if len(record.wins) == 1:
        return
    first = record.wins[0]
    for place, win in enumerate(record.wins):
        at = _at(key, f"wins[{place}]")
        if win.by == "tsumo":
            _contradict(f"{win.seat} wins by tsumo, and then nobody else can win", f"{at}.by")
        if win.from_ != first.from_:
            _contradict(f"expected one discarder, found {first.from_} and {win.from_}", f"{at}.from")
        for name in ("last_tile", "chankan"):
            if getattr(win, name) != getattr(first, name):
                _contradict(f"the winners share a tile, so {name} holds for all of them or for none", f"{at}.{name}")
    _check_melds(record.wins, key)
    seats = [win.seat for win in record.wins]
    if len(set(seats)) < len(seats):
        _contradict("expected each winner once, found one twice", _at(key, "wins"))
    reads = [_read(record, place, rules, key) for place in range(len(record.wins))]
    _check_same_tiles(reads, key)
    _check_copies(reads, rules, key)


def _check_melds(wins: Sequence[Win], key: str) -> None:
    """A meld of any winner ended the first turn of all."""
    owner = next((win.seat for win in wins if win.melds), None)
    place = next((place for place, win in enumerate(wins) if win.first_turn), None)
    if owner is not None and place is not None:
        _contradict(
            f"the melds of {owner} ended the first turn for everybody; remove first_turn, or the melds",
            _at(key, f"wins[{place}].first_turn"),
        )


def _read(record: Round, place: int, rules: MahjongRules, key: str) -> ReadWin:
    try:
        return read_win(record.wins[place], rules)
    except CalcError as error:
        where = _at(key, f"wins[{place}]")
        error.key = f"{where}.{error.key}" if error.key else where
        raise


def _check_same_tiles(reads: list[ReadWin], key: str) -> None:
    first = reads[0]
    for place, read in enumerate(reads):
        at = _at(key, f"wins[{place}]")
        if read.win != first.win:
            _contradict(f"expected one discard, found {_spell(first.win)} and {_spell(read.win)}", f"{at}.win")
        if read.dora != first.dora:
            _contradict("the winners see the same dora indicators; give them to all, the same ones", f"{at}.dora")
    ura = [(place, read.ura) for place, read in enumerate(reads) if read.record.riichi]
    for place, indicators in ura:
        if indicators != ura[0][1]:
            _contradict(
                "the winners with riichi see the same ura indicators; give them to all, the same ones",
                _at(key, f"wins[{place}].ura"),
            )


def _check_copies(reads: list[ReadWin], rules: MahjongRules, key: str) -> None:
    """The discard is one tile, however many win on it; so are the indicators."""
    first = reads[0]
    ura = next((read.ura for read in reads if read.ura), ())
    shown = [first.win, *first.dora, *ura]
    for read in reads:
        own = read.all_tiles
        own.remove(read.win)
        shown += [*own, *[NORTH] * read.record.north]
    check_copies(shown, rules, over="the winners' hands and the indicators", key=_at(key, "wins"))


def _spell(tile: int) -> str:
    return print_tiles([tile])


def _at(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name


def _contradict(message: str, key: str) -> NoReturn:
    raise HandError(message, code="contradiction", key=key)
