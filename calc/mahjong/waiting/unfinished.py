"""Checks of a hand one tile short: those of a win, with a stand-in for the tile that is yet to come.

The stand-in is of a kind that the record shows nowhere, so that whatever is found wrong is wrong without it too.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from msgspec.structs import replace

from calc.errors import CalcError, HandError
from calc.mahjong.check import CHECKS, find_faults
from calc.mahjong.hand.kinds import NORTH, RED_FIVES
from calc.mahjong.read.columns import columns_from
from calc.mahjong.read.win_records import ReadWin, read_win
from calc.mahjong.rules.schema import MahjongRules
from calc.notation.melds import parse_melds
from calc.notation.tiles import kind_of, locate_tiles, parse_tiles, print_tiles
from calc.records.canonical import HAND
from calc.records.waiting import Waiting
from calc.records.win import Win

_TILES: Final = HAND - 1
_MELD_TILES: Final = 3
_FIVES: Final = frozenset(map(kind_of, RED_FIVES))


class ReadWaiting:
    """A checked hand one tile short, with its tiles read; tiles are those of :mod:`calc.notation.tiles`."""

    def __init__(self, record: Waiting, read: ReadWin) -> None:
        """``read``: the record as a win with the stand-in as its winning tile."""
        self.record = record
        self.hand = read.hand
        self.melds = read.melds
        self.discards = read.discards
        norths = [NORTH] * record.north
        self.held = [*read.hand, *(tile for meld in read.melds for tile in meld.tiles), *norths]
        self.shown = [*self.held, *read.dora, *read.ura, *(read.discards or ())]


def check_waiting(record: Waiting, rules: MahjongRules) -> ReadWaiting:
    """The tiles of a hand one tile short that can be and whose declarations agree.

    Raises :class:`calc.HandError` with key and column, or as :func:`calc.mahjong.read.columns.read_win`.
    """
    _check_count(record)
    if record.rinshan and record.chankan:
        raise HandError(
            "rinshan is a tsumo and chankan a ron, so no tile can be both; remove one",
            code="contradiction",
            key="chankan",
        )
    # What depends on the winning tile itself is asked later, of each.
    draft = replace(seat_anyhow(record, rules), chankan=bool(record.chankan), discards=None)
    win = win_with(draft, _stand_in(record, rules), "ron" if record.chankan else "tsumo")
    read = read_win(win, rules)
    fault = find_faults(columns_from([win], rules), rules)[0]
    if fault:
        raise CHECKS[fault - 1].error(read, rules)
    read = read_win(replace(win, discards=record.discards), rules)
    found = ReadWaiting(record, read)
    _check_discards(found, rules)
    return found


def win_with(record: Waiting, tile: int, by: str) -> Win:
    """The win by which ``tile`` finishes a hand whose seat and round are known.

    Of a liable seat it is the discard: what is paid in all is the same as by any other, and it is always known.
    """
    keys = {name: getattr(record, name) for name in Waiting.__struct_fields__}
    liable = record.liable if isinstance(record.liable, list) else [record.liable]
    discarder = liable[0].seat if liable and by == "ron" else None
    return Win(**keys, win=print_tiles([tile]), by="ron" if by == "ron" else "tsumo", from_=discarder)


def seat_anyhow(record: Waiting, rules: MahjongRules) -> Waiting:
    """The record with some seat and round where it names none: for what does not depend on them."""
    if record.seat is not None and record.round is not None:
        return record
    liable = record.liable if record.seat is not None else []
    return replace(record, seat=record.seat or rules.seats[-1], round=record.round or rules.seats[0], liable=liable)


def _check_count(record: Waiting) -> None:
    try:
        hand = parse_tiles(record.hand)
    except CalcError as error:
        error.key = "hand"
        raise
    melds = parse_melds(record.melds)
    count = len(hand) + _MELD_TILES * len(melds)
    if count == _TILES and hand:
        return
    beside = f" and {len(melds)} meld{'s' if len(melds) != 1 else ''} (three tiles each)" if melds else ""
    mend = f"add {_TILES - count}" if count < _TILES else f"remove {count - _TILES}"
    if count == HAND:
        mend = f"leave out the winning tile (is it the last one, {print_tiles(hand[-1:])}?)"
    raise HandError(
        f"a hand one tile short has {_TILES} tiles, found {count}: {len(hand)} concealed tiles{beside}; {mend}",
        key="hand",
        column=1,
    )


def _stand_in(record: Waiting, rules: MahjongRules) -> int:
    """The kind that the record shows least of, of those that come in one colour where there are such."""
    melds = [tile for meld in parse_melds(record.melds) for tile in meld.tiles]
    texts = (record.hand, record.dora, record.ura)
    try:
        shown = Counter(map(kind_of, [*melds, *(tile for text in texts for tile in parse_tiles(text))]))
    except CalcError:
        shown = Counter()  # told with its key where the record is read
    shown[NORTH] += record.north
    return min(sorted(rules.kinds), key=lambda kind: (shown[kind], kind in _FIVES))


def _check_discards(read: ReadWaiting, rules: MahjongRules) -> None:
    """The own discards are tiles beside those of the hand."""
    seen = Counter(map(kind_of, read.shown))
    seen.subtract(map(kind_of, read.discards or ()))
    for tile, column in locate_tiles(read.record.discards or ""):
        seen[kind_of(tile)] += 1
        if seen[kind_of(tile)] > rules.tiles.copies:
            raise HandError(
                f"there are only {rules.tiles.copies} copies of {print_tiles([kind_of(tile)])}, found more over hand, "
                "melds, indicators, Norths set aside and discards; remove one",
                key="discards",
                column=column,
            )
