"""One won hand as plain numbers, its melds too, and the names of what its record can declare.

The names of its fields are those of the condition language and of the checks: the columns of many hands
(:class:`calc.mahjong.columns.hands.Hands`) have the same names, so that one expression serves both.
"""

from functools import lru_cache
from typing import Any, Final

from msgspec import Struct

from calc.mahjong.hand.kinds import RED_FIVES, SUIT_SIZE, run_kind, triplet_kind
from calc.notation.melds import Meld
from calc.notation.tiles import kind_of

#: Values of ``riichi`` and ``chankan``, in the order of their codes.
RIICHI: Final = (False, True, "double")
CHANKAN: Final = (False, True, "concealed")
#: The name of the fact that counts the season tiles of the winner.
SEASONS: Final = "seasons"
#: The name of the fact that the winner let a winning tile pass.
PASSED: Final = "passed"
#: The name of the fact that counts the tiles left in the wall when riichi was declared.
RIICHI_WALL: Final = "riichi_wall"
#: The name of the fact that the winning tile was mixed into the hand, so that nobody knows the wait.
MERGED: Final = "win_merged"
#: The name of the fact that the winning tile is a North that another player set aside.
NORTH_RON: Final = "north_ron"
#: The name of the fact that counts the dice that broke the wall: the dealer's is 1.
WAREME: Final = "wareme"
#: The dealer's place among the seats.
DEALER: Final = 0
#: Marks a seat that does not exist or is not known.
NO_SEAT: Final = -1

#: Marks of a group in a reading, above its kind: whether it lies concealed, and whether it is a quad.
CONCEALED: Final = 1 << 6
QUAD: Final = 1 << 7
KIND: Final = CONCEALED - 1

#: The kinds of dora by the names that rule tables give them.
DORA_KINDS: Final = ("dora", "red", "ura", "north", "season")


class Hand(Struct, frozen=True, gc=False):
    """A won hand. Tiles are tile kinds, sets of tiles are bits, seats are places in the order of the rules.

    ``counts``: the concealed tiles of each kind, winning tile included; ``tiles``: those of the whole hand, melds
    included; ``shown``: all copies that the record shows: hand, melds, indicators, Norths set aside. ``reds_shown``:
    red fives of m, p, s among all that is shown. ``melds``: in the order in which they were made; ``kinds``: their
    group kinds; ``codes``: those with the marks :data:`CONCEALED` and :data:`QUAD`. ``riichi``, ``chankan``: codes of
    :data:`RIICHI` and :data:`CHANKAN`. ``dora_count``, ``ura_count``: indicators. ``discards``: the winner's own.
    ``bonus``: tiles of each kind of dora, and of ``all`` of them. ``way``: 0 closed by ron, 1 closed by tsumo, 2 open
    by ron, 3 open by tsumo.
    ``seat_wind``, ``round_wind``: sets of one tile; ``winds``: the two seats. ``late_quads``: concealed quads made
    after riichi. ``odd_feeder``: whether a meld is called from a seat that it cannot be called from. ``liable``: the
    seats that the record declares liable by pao, by the id of the yakuman.
    """

    counts: tuple[int, ...]
    tiles: list[int]
    tile_set: int
    suits: int
    win: int
    melds: tuple[Meld, ...]
    codes: tuple[int, ...]
    kinds: tuple[int, ...]
    tsumo: bool
    seat: int
    round: int
    is_dealer: bool
    seat_wind: int
    round_wind: int
    winds: tuple[int, int]
    discarder: int
    riichi: int
    chankan: int
    ippatsu: bool
    rinshan: bool
    last_tile: bool
    first_turn: bool
    north: int
    honba: int
    sticks: int
    discards: int
    discards_known: bool
    facts: dict[str, int]
    is_open: bool
    has_melds: bool
    way: int
    bonus: dict[str, int]
    shown: list[int]
    shown_set: int
    most_shown: int
    reds_shown: list[int]
    dora_count: int
    ura_count: int
    quads: int
    open_quads: int
    late_quads: int
    has_chi: bool
    odd_feeder: bool
    liable: dict[str, int]

    @property
    def before_win(self) -> list[int]:
        """The concealed tiles of each kind without the winning one."""
        before = [*self.counts]
        before[self.win] -= 1
        return before

    @property
    def shown_of_win(self) -> int:
        """The copies of the winning tile among all that is shown."""
        return self.shown[self.win]

    def fact(self, name: str) -> Any:
        """A fact of the record, 0 where it is not stated."""
        return self.facts.get(name, 0)


MELD_TILES: Final = 3


class CountedMelds(Struct, frozen=True, gc=False):
    """What the melds of a hand are; ``tiles``: the kinds of all their tiles; ``reds``: red fives of m, p, s;
    ``feeders``: the seats that fed them. The others are fields of a hand.
    """

    codes: tuple[int, ...]
    kinds: tuple[int, ...]
    tiles: tuple[int, ...]
    tile_set: int
    reds: list[int]
    feeders: list[str]
    is_open: bool
    quads: int
    open_quads: int
    late_quads: int
    has_chi: bool


@lru_cache(maxsize=4096)
def count_melds(melds: tuple[Meld, ...]) -> CountedMelds:
    """The numbers of melds; few are met, again and again."""
    codes = tuple(map(_code_of, melds))
    tiles = [tile for meld in melds for tile in meld.tiles]
    return CountedMelds(
        codes=codes,
        kinds=tuple([code & KIND for code in codes]),
        tiles=tuple(map(kind_of, tiles)),
        tile_set=sum({1 << kind_of(tile) for tile in tiles}),
        reds=[tiles.count(red) for red in RED_FIVES],
        feeders=[meld.feeder for meld in melds if meld.feeder is not None],
        is_open=not all(code & CONCEALED for code in codes),
        quads=sum(code & QUAD != 0 for code in codes),
        open_quads=sum(code & (QUAD | CONCEALED) == QUAD for code in codes),
        late_quads=sum(meld.kind == "ankan" and meld.added is not None for meld in melds),
        has_chi=any(meld.kind == "chi" for meld in melds),
    )


def _code_of(meld: Meld) -> int:
    """The group code of a meld: its kind, and the marks of quads and of concealed groups."""
    first = min(map(kind_of, meld.tiles))
    code = run_kind(first // SUIT_SIZE, first % SUIT_SIZE + 1) if meld.kind == "chi" else triplet_kind(first)
    return code | (QUAD if len(meld.tiles) > MELD_TILES else 0) | (CONCEALED if meld.kind == "ankan" else 0)
