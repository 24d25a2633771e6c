"""Read one record of a win into the numbers of a hand, and point at its faults by key and column."""

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from calc.errors import CalcError, HandError, RecordError, did_you_mean
from calc.mahjong.hand.hand import CHANKAN, DEALER, MELD_TILES, NO_SEAT, RIICHI, RIICHI_WALL, SEASONS, Hand, count_melds
from calc.mahjong.hand.kinds import EAST, GROUPS, HONOURS, MOST_COPIES, NORTH, SUIT_SIZE, TILE_KINDS
from calc.mahjong.hand.shapes import finishing
from calc.mahjong.records.types import ROUND_NUMBER, TOLD, Liable, Win
from calc.mahjong.rules.ruleset import MahjongRules
from calc.notation.melds import Meld, parse_melds
from calc.notation.tiles import KIND_OF, KINDS, kind_of, locate_tiles, parse_tiles, print_tiles
from calc.translation import msg

HAND_TILES = 14


class ReadWin(Struct, frozen=True):
    """A record with its tiles as numbers of :mod:`calc.notation.tiles`. ``hand``: concealed tiles without ``win``."""

    record: Win
    hand: tuple[int, ...]
    win: int
    melds: tuple[Meld, ...]
    dora: tuple[int, ...]
    ura: tuple[int, ...]
    discards: tuple[int, ...] | None
    liable: tuple[Liable, ...]

    @property
    def all_tiles(self) -> list[int]:
        """All tiles of the hand, winning tile and melds included."""
        return [*self.hand, self.win, *(tile for meld in self.melds for tile in meld.tiles)]

    @property
    def shown(self) -> list[int]:
        """All tiles that the record shows: those of the hand and all indicators."""
        return [*self.all_tiles, *self.dora, *self.ura]


def read_win(record: Win, rules: MahjongRules) -> ReadWin:
    """Read the tiles of a record; check their number, and that the rules know all names in it.

    Raises :class:`calc.NotationError`, :class:`calc.RecordError` or :class:`calc.HandError`, with key and column.
    """
    read = read_tiles(record, rules)
    check_names(read, rules)
    return read


def read_tiles(record: Win, rules: MahjongRules) -> ReadWin:
    """Read the tiles of a record and check their number; names are not looked at. Raises as :func:`read_win`."""
    melds = parse_melds(record.melds)
    hand = _read_tiles("hand", record.hand)
    win = _find_winning_tile(record, hand, melds, rules)
    liable = record.liable if isinstance(record.liable, list) else [record.liable]
    return ReadWin(
        record=record,
        hand=hand if record.win is not None else hand[:-1],
        win=win,
        melds=melds,
        dora=_read_tiles("dora", record.dora),
        ura=_read_tiles("ura", record.ura),
        discards=None if record.discards is None else _read_tiles("discards", record.discards),
        liable=tuple(liable),
    )


def _read_tiles(key: str, text: str) -> tuple[int, ...]:
    try:
        return parse_tiles(text)
    except CalcError as error:
        error.key = key
        raise


def _find_winning_tile(record: Win, hand: tuple[int, ...], melds: tuple[Meld, ...], rules: MahjongRules) -> int:
    """Find the winning tile. Raises :class:`calc.HandError` unless the hand has the right number of tiles."""
    win = () if record.win is None else _read_tiles("win", record.win)
    if record.win is not None and len(win) != 1:
        message = msg("expected one winning tile, found {0!r}; write one tile, such as 3s", record.win)
        raise HandError(message, key="win", column=1)
    count = len(hand) + len(win) + MELD_TILES * len(melds)
    if len(melds) > GROUPS or count != HAND_TILES:
        beside = msg(" and {0} meld{1} (three tiles each)", len(melds), "s" if len(melds) != 1 else "") if melds else ""
        own = msg("{0} concealed tiles{1}", len(hand), msg(" and the winning tile") if win else "")
        mend = msg("add {0}", HAND_TILES - count) if count < HAND_TILES else msg("remove {0}", count - HAND_TILES)
        if count == HAND_TILES - 1 and not win:
            counts = count_kinds(hand)
            known = max(counts) <= MOST_COPIES
            kinds = finishing(counts, len(melds), rules.kinds, rules.waiting_shapes) if known else []
            waits = [print_tiles([kind]) for kind in kinds]
            mend = msg("no winning tile is given; add it as `win` (+3s in a line)")
            if waits:
                told = "no winning tile is given; it waits for {0}; add one as `win` (+{1} in a line)"
                mend = msg(told, " ".join(waits), waits[0])
        message = msg("a hand has 14 tiles, winning tile included, found {0}: {1}{2}; {3}", count, own, beside, mend)
        raise HandError(message, key="hand", column=1)
    return win[0] if win else hand[-1]


def count_kinds(tiles: Iterable[int]) -> list[int]:
    """How many tiles of each kind there are."""
    counts = [0] * TILE_KINDS
    for tile in tiles:
        counts[KIND_OF[tile]] += 1
    return counts


#: The tiles of each suit as a set.
_CHARACTERS, _CIRCLES, _BAMBOO = ((2**SUIT_SIZE - 1) << (suit * SUIT_SIZE) for suit in range(HONOURS))


def hand_of(read: ReadWin, rules: MahjongRules) -> Hand:
    """The numbers of a hand that was read and whose names are known."""
    record, melds, north, seats = read.record, read.melds, read.record.north, rules.seats
    called = count_melds(melds)
    told = {name: int(value) for name, value in record.facts.items()} if record.facts else {}
    counts, reds_shown, tile_set = [0] * TILE_KINDS, [*called.reds], called.tile_set
    for tile in (*read.hand, read.win):
        kind = KIND_OF[tile]
        if not counts[kind]:
            tile_set |= 1 << kind
        counts[kind] += 1
        if tile >= KINDS:
            reds_shown[tile - KINDS] += 1
    tiles = [*counts]
    for kind in called.tiles:
        tiles[kind] += 1
    shown, shown_set, red = [*tiles], tile_set, max(sum(reds_shown), told.get(TOLD["red"], 0))
    if north:
        shown[NORTH] += north
        shown_set |= 1 << NORTH
    indicated = tiles
    if north and rules.dora.north is not None and rules.dora.north.indicated == "all":
        indicated = [*tiles]
        indicated[NORTH] += north
    bonus = []
    for name, indicators in (("dora", read.dora), ("ura", read.ura)):
        count = told.get(TOLD[name], 0)
        for tile in indicators:
            kind = KIND_OF[tile]
            shown[kind] += 1
            shown_set |= 1 << kind
            # A tile counts once for each indicator.
            count += indicated[rules.dora_after[kind]] if kind in rules.dora_after else 0
            if tile >= KINDS:
                reds_shown[tile - KINDS] += 1
        bonus.append(count)
    dora, ura = bonus
    seasons = told.get(SEASONS, 0)
    seat, round_, tsumo = seats.index(record.seat), seats.index(record.round), record.by == "tsumo"
    return Hand(
        counts=tuple(counts),
        tiles=tiles,
        tile_set=tile_set,
        suits=(tile_set & _CHARACTERS != 0) + (tile_set & _CIRCLES != 0) + (tile_set & _BAMBOO != 0),
        win=KIND_OF[read.win],
        melds=melds,
        codes=called.codes,
        kinds=called.kinds,
        tsumo=tsumo,
        seat=seat,
        round=round_,
        is_dealer=seat == DEALER,
        seat_wind=1 << EAST + seat,
        round_wind=1 << EAST + round_,
        winds=(seat, round_),
        discarder=NO_SEAT if record.from_ is None else seats.index(record.from_),
        riichi=RIICHI.index(record.riichi),
        chankan=CHANKAN.index(record.chankan),
        ippatsu=record.ippatsu,
        rinshan=record.rinshan,
        last_tile=record.last_tile,
        first_turn=record.first_turn,
        north=north,
        honba=record.honba,
        sticks=record.sticks,
        discards=sum({1 << kind_of(tile) for tile in read.discards}) if read.discards else 0,
        discards_known=read.discards is not None,
        facts=told,
        is_open=called.is_open,
        has_melds=bool(melds),
        way=2 * called.is_open + tsumo,
        bonus={
            "dora": dora,
            "red": red,
            "ura": ura,
            "north": north,
            "season": seasons,
            "all": dora + red + ura + north + seasons,
        },
        shown=shown,
        shown_set=shown_set,
        most_shown=max(shown),
        reds_shown=reds_shown,
        dora_count=len(read.dora),
        ura_count=len(read.ura),
        quads=called.quads,
        open_quads=called.open_quads,
        late_quads=called.late_quads,
        has_chi=called.has_chi,
        odd_feeder=bool(called.feeders)
        and any(
            meld.feeder == record.seat or (meld.kind == "chi" and meld.feeder != seats[seat - 1])
            for meld in melds
            if meld.feeder is not None
        ),
        liable={item.for_: seats.index(item.seat) for item in read.liable} if read.liable else {},
    )


def check_names(read: ReadWin, rules: MahjongRules) -> None:
    """Refuse seats, limit hands and facts that the rules do not know, and riichi with too few tiles left."""
    record, seats = read.record, rules.seats
    called = [record.seat, record.round, *count_melds(read.melds).feeders]
    if read.liable or record.from_ not in (None, *seats) or not all(map(seats.__contains__, called)):
        _check_seats(read, rules)
        _check_liable(read, rules)
    if record.facts:
        _check_facts(record, rules)


def _check_facts(record: Win, rules: MahjongRules) -> None:
    facts = record.facts
    check_number(facts.get(ROUND_NUMBER), rules, "round")
    for name in facts:
        if name not in rules.facts and name not in rules.faults and name != ROUND_NUMBER:
            hint = did_you_mean(name, [*rules.facts, *rules.faults])
            message = msg("{0} knows no fact {1!r}{2}", rules.id, name, hint)
            raise RecordError(message, code="unknown_key", key=f"facts.{name}")
    counts = {SEASONS: msg("season tiles"), RIICHI_WALL: msg("tiles"), **dict.fromkeys(TOLD.values(), msg("dora"))}
    for name, what in counts.items():
        if isinstance(facts.get(name), bool):
            message = msg("expected a number of {0}, found {1}", what, str(facts[name]).lower())
            raise RecordError(message, key=f"facts.{name}")
    # Riichi that was declared with too few tiles in the wall, if the record says how many were left.
    left, least = facts.get(RIICHI_WALL), rules.rounds.riichi.min_wall
    if left is not None and not (record.riichi and left >= least):
        message = msg("riichi_wall tells how many tiles were left at riichi, found {0} without riichi; remove it", left)
        code = "not_payable" if record.riichi else "contradiction"
        if record.riichi:
            needs = "riichi needs {0} tiles in the wall, found {1}; remove riichi, or set the option riichi_min_wall"
            message = msg(needs, least, left)
        raise HandError(message, code=code, key=f"facts.{RIICHI_WALL}")


def _check_seats(read: ReadWin, rules: MahjongRules) -> None:
    record = read.record
    for key, seat in (
        ("seat", record.seat),
        ("round", record.round),
        ("from", record.from_),
        *((f"liable[{i}].seat", item.seat) for i, item in enumerate(read.liable)),
        *((f"melds[{i}]", meld.feeder) for i, meld in enumerate(read.melds)),
    ):
        if seat is not None and seat not in rules.seats:
            message = msg("{0} has the winds {1} only, found {2!r}", rules.id, " ".join(rules.seats), seat)
            raise RecordError(message, key=spell_key(key, read), column=1)


def _check_liable(read: ReadWin, rules: MahjongRules) -> None:
    """Refuse responsibility for what is no limit hand, and twice for one."""
    needs, told = rules.liability.needs, set[str]()
    for place, item in enumerate(read.liable):
        limits = [name for name, yaku in rules.yaku.items() if yaku.value.limit or name in needs]
        key = f"liable[{place}].for"
        if item.for_ not in limits:
            near = did_you_mean(item.for_, limits)
            message = msg("expected the id of a limit hand of {0}, found {1!r}{2}", rules.id, item.for_, near)
            raise RecordError(message, key=spell_key(key, read), column=1)
        if item.for_ in told:
            message = msg("one seat fed the last meld of {0}, found that limit twice; leave one out", item.for_)
            raise HandError(message, code="contradiction", key=key)
        told.add(item.for_)


def check_number(number: int | None, rules: MahjongRules, key: str, players: int | None = None) -> None:
    """Refuse the number of a round that there is not; ``players``: who take turns, where that is known."""
    most = len(rules.seats) if players is None else players
    if number is not None and not 1 <= number <= most:
        raise RecordError("{0} has the rounds 1 to {1} of each wind, found {2}", rules.id, most, number, key=key)


def spell_key(key: str, read: ReadWin) -> str:
    """Spell a key as the record does, in which ``liable`` may be one mapping, and ``melds`` one text."""
    if not isinstance(read.record.liable, list):
        key = key.replace("liable[0]", "liable")
    return "melds" if key.startswith("melds[") and isinstance(read.record.melds, str) else key


def _list_tiles(read: ReadWin) -> Iterator[tuple[str, int | None, int]]:
    """All tiles of a record as (key, column in its value, tile), in the order of its keys."""
    record = read.record
    yield from (("hand", column, tile) for tile, column in locate_tiles(record.hand))
    if record.win is not None:
        yield "win", 1, read.win
    for place, meld in enumerate(read.melds):
        yield from ((spell_key(f"melds[{place}]", read), 1, tile) for tile in meld.tiles)
    for key, text in (("dora", record.dora), ("ura", record.ura)):
        yield from ((key, column, tile) for tile, column in locate_tiles(text))
    yield from [("north", None, NORTH)] * record.north


def locate_tile(
    read: ReadWin, wanted: Callable[[int], bool], *, but_winning: bool = False
) -> tuple[str, int | None, int]:
    """Find the first ``wanted`` tile, as (key, column, tile). ``but_winning``: skip the winning tile itself."""
    tiles = [*_list_tiles(read)]
    if but_winning:
        own = "win" if read.record.win is not None else "hand"
        del tiles[max(place for place, (key, *_) in enumerate(tiles) if key == own)]
    return next(found for found in tiles if wanted(found[2]))


def locate_copy(read: ReadWin, most: int, name: Callable[[int], int | None]) -> tuple[str, int | None, int, int]:
    """Find the first copy beyond ``most``, as (key, column, tile, copies in all).

    ``name`` gives copies of one another the same number, and ``None`` to tiles that do not count.
    """
    seen: dict[int, list[tuple[str, int | None, int]]] = {}
    for found in _list_tiles(read):
        copy_of = name(found[2])
        if copy_of is not None:
            seen.setdefault(copy_of, []).append(found)
    places = next(places for places in seen.values() if len(places) > most)
    return (*places[most], len(places))
