"""Hands one tile short: whether they are tenpai 聴牌, and which tiles finish them 待ち.

A record is checked like a win, with a stand-in for the winning tile. The stand-in is of a kind that the record does not
show, so every fault that is found is a fault of the record itself.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from calc.errors import CalcError, HandError
from calc.mahjong.check.faults import find_fault
from calc.mahjong.hand.hand import MELD_TILES
from calc.mahjong.hand.kinds import FIVES, NORTH
from calc.mahjong.hand.shapes import finishing
from calc.mahjong.read import HAND_TILES, ReadWin, count_kinds, hand_of, read_win
from calc.mahjong.records.types import Waiting, Win
from calc.mahjong.rules.ruleset import MahjongRules
from calc.notation.melds import parse_melds
from calc.notation.tiles import kind_of, locate_tiles, parse_tiles, print_tiles
from calc.outcomes import settle_each
from calc.translation import msg

#: Whether a hand that holds all four copies of each of its winning tiles is tenpai: always, never, or only where melds
#: hold some of them.
FourOwn = Literal["not_waiting", "not_if_concealed", "waiting"]

_TILES: Final = HAND_TILES - 1
_HONORS: Final = "1234567z"


class ReadTenpai:
    """A checked record of a hand one tile short, with its tiles read; tiles are those of :mod:`calc.notation.tiles`.

    ``held``: all tiles of the hand, with melds and Norths set aside. ``shown``: all tiles of the record.
    """

    def __init__(self, record: Waiting, read: ReadWin) -> None:
        """``read``: the record as a win on the stand-in."""
        self.record = record
        self.hand = read.hand
        self.melds = read.melds
        self.discards = read.discards
        norths = [NORTH] * record.north
        self.held = [*read.hand, *(tile for meld in read.melds for tile in meld.tiles), *norths]
        self.shown = [*self.held, *read.dora, *read.ura, *(read.discards or ())]


class WinningTile(NamedTuple):
    """A kind of tile that finishes a hand.

    ``four_own``: the hand holds all its copies, melds and Norths included; ``four_concealed``: its concealed tiles
    alone do.
    """

    kind: int
    four_own: bool
    four_concealed: bool

    def makes_tenpai(self, four_own: FourOwn) -> bool:
        """Whether a hand with no other winning tile is tenpai."""
        if four_own == "waiting":
            return True
        return not (self.four_concealed if four_own == "not_if_concealed" else self.four_own)


def read_tenpai(record: Waiting, rules: MahjongRules) -> ReadTenpai:
    """Read and check a hand one tile short; whether it is tenpai is not asked.

    Raises :class:`calc.HandError` with key and column, or as :func:`calc.mahjong.read.read_win`.
    """
    draft = _draft(record, rules)
    as_win = read_win(draft, rules)
    fault = find_fault(hand_of(as_win, rules), rules)
    if fault is not None:
        raise fault.error(as_win, rules)
    with_discards = as_win if record.discards is None else read_win(replace(draft, discards=record.discards), rules)
    read = ReadTenpai(record, with_discards)
    if record.discards is not None:
        _check_discards(read, rules)
    return read


def _draft(record: Waiting, rules: MahjongRules) -> Win:
    """The record as a win on a stand-in, without what depends on the winning tile. Raises as :func:`read_tenpai`."""
    _check_count(record)
    if record.rinshan and record.chankan:
        raise HandError(
            "rinshan is a tsumo and chankan a ron, so no tile can be both; remove one",
            code="contradiction",
            key="chankan",
        )
    draft = replace(with_any_seat(record, rules), chankan=bool(record.chankan), discards=None)
    return win_on(draft, _stand_in(record, rules), "ron" if record.chankan else "tsumo")


def with_finished_sets(record: Waiting) -> Waiting:
    """A part of a hand, of which nothing but its waits can be told, as a hand: triplets of honors that it has not stand
    for its finished sets. Any other record as it is.
    """
    held = {*map(kind_of, parse_tiles(record.hand))}
    lacking, odd = divmod(_TILES - len(parse_tiles(record.hand)), MELD_TILES)
    free = [tile for tile in parse_tiles(_HONORS) if tile not in held]
    if record.melds or record.seat or record.round or odd or not 0 < lacking <= len(free):
        return record
    return replace(
        record, melds="".join(f"({print_tiles([tile] * MELD_TILES)})" for tile in free[:lacking]), riichi=False
    )


def win_on(record: Waiting, tile: int, by: Literal["ron", "tsumo"]) -> Win:
    """The win on ``tile`` by a hand whose seat and round are known.

    The discarder of a ron is a seat with pao, or one that fed a meld, if there is one: the total is the same for every
    discarder, and with pao a win cannot be paid without one.
    """
    keys = {name: getattr(record, name) for name in Waiting.__struct_fields__}
    liable = record.liable if isinstance(record.liable, list) else [record.liable]
    seats = [one.seat for one in liable] + [meld.feeder for meld in parse_melds(record.melds) if meld.feeder]
    discarder = next((seat for seat in seats if seat != record.seat), None) if by == "ron" else None
    return Win(**keys, win=print_tiles([tile]), by=by, from_=discarder)


def with_any_seat(record: Waiting, rules: MahjongRules) -> Waiting:
    """The record with some seat and round where it names none, for questions that do not depend on them."""
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
    count = len(hand) + MELD_TILES * len(melds)
    if count == _TILES and hand:
        return
    beside = msg(" and {0} meld{1} (three tiles each)", len(melds), "s" if len(melds) != 1 else "") if melds else ""
    mend = msg("add {0}", _TILES - count) if count < _TILES else msg("remove {0}", count - _TILES)
    if count == HAND_TILES:
        mend = msg("leave out the winning tile (is it the last one, {0}?)", print_tiles(hand[-1:]))
    raise HandError(
        "a hand one tile short has {0} tiles, found {1}: {2} concealed tiles{3}; {4}",
        _TILES,
        count,
        len(hand),
        beside,
        mend,
        key="hand",
        column=1,
    )


def _stand_in(record: Waiting, rules: MahjongRules) -> int:
    """The kind of tile that the record shows least often, preferably one without red copies."""
    melds = [tile for meld in parse_melds(record.melds) for tile in meld.tiles]
    texts = (record.hand, record.dora, record.ura)
    try:
        shown = count_kinds([*melds, *(tile for text in texts for tile in parse_tiles(text))])
    except CalcError:
        shown = count_kinds(())  # reading the record as a win raises this error again, with its key
    shown[NORTH] += record.north
    return min(_stand_ins(frozenset(rules.kinds)), key=shown.__getitem__)


@cache
def _stand_ins(kinds: frozenset[int]) -> list[int]:
    """The kinds of tile, those without red copies first."""
    return sorted(kinds, key=lambda kind: (kind in FIVES, kind))


def _check_discards(read: ReadTenpai, rules: MahjongRules) -> None:
    """Refuse discards that are not left beside the tiles of the hand."""
    seen = Counter(map(kind_of, read.shown))
    seen.subtract(map(kind_of, read.discards or ()))
    for tile, column in locate_tiles(read.record.discards or ""):
        seen[kind_of(tile)] += 1
        if seen[kind_of(tile)] > rules.tiles.copies:
            raise HandError(
                "there are only {0} copies of {1}, found more over hand, melds, indicators, "
                "Norths set aside and discards; remove one",
                rules.tiles.copies,
                print_tiles([kind_of(tile)]),
                key="discards",
                column=column,
            )


def winning_tiles(read: ReadTenpai, rules: MahjongRules) -> tuple[WinningTile, ...]:
    """The kinds of tile that finish a hand, in their order, with or without a yaku.

    Only kinds of tile and shapes of hand that the rule set has are looked for.
    """
    concealed = count_kinds(read.hand)
    waits = finishing(concealed, len(read.melds), rules.kinds, rules.waiting_shapes)
    held, copies = count_kinds(read.held), rules.tiles.copies
    return tuple([WinningTile(kind, held[kind] >= copies, concealed[kind] >= copies) for kind in waits])


def find_waits(records: Sequence[Waiting], rules: MahjongRules) -> list[tuple[int, ...] | CalcError]:
    """The kinds of tile that each hand one tile short waits for, empty for noten; or why it cannot be read. Discards
    are not looked at.

    Whether tiles count of which the hand holds all four copies itself is a rule of the table.
    """
    four_own = rules.rounds.not_waiting.four_own

    def waits_of(record: Waiting) -> tuple[int, ...]:
        read = read_tenpai(record if record.discards is None else replace(record, discards=None), rules)
        return tuple([tile.kind for tile in winning_tiles(read, rules) if tile.makes_tenpai(four_own)])

    return settle_each(records, waits_of)
