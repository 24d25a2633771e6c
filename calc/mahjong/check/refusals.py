"""What refusals of impossible and contradictory records say, with the key at fault and the column in its value."""

from __future__ import annotations

from calc.mahjong.hand.hand import PASSED, SEASONS
from calc.mahjong.hand.kinds import FIVES, MOST_COPIES, RED_FIVES, TILE_KINDS
from calc.mahjong.hand.shapes import finishing
from calc.mahjong.read import ReadWin, locate_copy, locate_tile, spell_key
from calc.mahjong.rules.ruleset import MahjongRules
from calc.notation.melds import Meld, print_meld
from calc.notation.tiles import kind_of, print_tiles

#: A message, the key at fault, and the column in its value (``None`` where the value is not a text).
Fault = tuple[str, str, int | None]


def foreign(read: ReadWin, rules: MahjongRules) -> Fault:
    """A tile that the rules are played without."""
    key, column, tile = locate_tile(read, lambda tile: kind_of(tile) not in rules.kinds)
    return f"{rules.id} is played without {print_tiles([tile])}; remove it or choose another rule set", key, column


def called_run(read: ReadWin, rules: MahjongRules) -> Fault:
    """A chi under rules without chi."""
    place = next(place for place, meld in enumerate(read.melds) if meld.kind == "chi")
    return (
        f"{rules.id} has no chi, found the run {print_meld(read.melds[place])}; remove it or choose another rule set",
        spell_key(f"melds[{place}]", read),
        1,
    )


def copies(read: ReadWin, rules: MahjongRules) -> Fault:
    """More copies of a tile than there are."""
    key, column, tile, count = locate_copy(read, rules.tiles.copies, kind_of)
    where = "hand, melds, indicators and Norths set aside" if read.record.north else "hand, melds and indicators"
    return (
        f"there are only {rules.tiles.copies} copies of {print_tiles([kind_of(tile)])}, "
        f"found {count} over {where}; remove one",
        key,
        column,
    )


def reds(read: ReadWin, rules: MahjongRules) -> Fault:
    """More red fives of a suit than there are."""
    limits = dict(zip(RED_FIVES, rules.tiles.reds, strict=True))
    shown = [tile for tile in read.shown if tile in limits]
    red = next(tile for tile in shown if shown.count(tile) > limits[tile])
    key, column, _, count = locate_copy(read, limits[red], lambda tile: tile if tile == red else None)
    suit = print_tiles([red])[-1]
    return (
        f"{rules.id} has {limits[red] or 'no'} red five{'s' if limits[red] != 1 else ''} of {suit}, found {count}; "
        f"write 5{suit} for a plain five, or set the option red_fives",
        key,
        column,
    )


def no_red(read: ReadWin, rules: MahjongRules) -> Fault:
    """More plain fives of a suit than there are."""
    plain = {five: rules.tiles.copies - reds for five, reds in zip(FIVES, rules.tiles.reds, strict=True)}
    five = next(tile for tile in plain if read.shown.count(tile) > plain[tile])
    key, column, _, _ = locate_copy(read, plain[five], lambda tile: tile if tile == five else None)
    suit = print_tiles([five])[-1]
    return (
        f"of the {rules.tiles.copies} fives of {suit} only {plain[five]} are plain, found {read.shown.count(five)}; "
        f"write 0{suit} for a red one, or set the option red_fives",
        key,
        column,
    )


def indicators(read: ReadWin, rules: MahjongRules) -> Fault:
    """More dora indicators than there are."""
    most = rules.dora.most
    expected = f"{most} dora indicator{'s' if most > 1 else ''}"
    return f"expected at most {expected}, found {len(read.dora)}; remove {len(read.dora) - most}", "dora", 1


def turned(read: ReadWin, rules: MahjongRules) -> Fault:
    """Fewer dora indicators than quads turned."""
    quads = sum("kan" in meld.kind for meld in read.melds)
    causes = [f"{quads} quad{'s' if quads > 1 else ''}"] if quads else []
    if read.record.north == rules.tiles.copies:
        causes.append("all Norths set aside")
    return (
        f"the hand has {' and '.join(causes)}, and each turned one more dora indicator, found {len(read.dora)} in all; "
        "add the others, or leave out dora",
        "dora",
        1,
    )


def seasons(read: ReadWin, rules: MahjongRules) -> Fault:
    """More season tiles than are in play."""
    most, found = rules.tiles.seasons, read.record.facts[SEASONS]
    return (
        f"expected {f'0 to {most}' if most else 'no'} season tiles, found {found}; correct facts.{SEASONS}, or set the "
        f"option {SEASONS} to how many are in play",
        f"facts.{SEASONS}",
        None,
    )


def feeder(read: ReadWin, rules: MahjongRules) -> Fault:
    """A meld called from a seat that it cannot be called from."""
    own, left = read.record.seat, rules.seats[rules.seats.index(read.record.seat) - 1]
    place, meld = next(
        (place, meld)
        for place, meld in enumerate(read.melds)
        if meld.feeder == own or (meld.kind == "chi" and meld.feeder not in (None, left))
    )
    fault = (
        "is called from the winner's own seat"
        if meld.feeder == own
        else f"is a run, and {own} calls runs from {left} only, the seat before"
    )
    message = f"{print_meld(meld)} {fault}; write the seat that discarded the tile"
    return message, spell_key(f"melds[{place}]", read), 1


def open_riichi(read: ReadWin, rules: MahjongRules) -> Fault:
    """Riichi with an open meld."""
    place = next(place for place, meld in enumerate(read.melds) if meld.kind != "ankan")
    advice = "remove riichi, or the open meld"
    if any(meld.kind == "daiminkan" for meld in read.melds):
        advice = (
            "(1111m) is an open quad here and [1111m] a concealed one, while some other programs use the brackets "
            "the other way round; write [1111m] if the quad is concealed"
        )
    return f"riichi needs a closed hand, but a meld is open; {advice}", f"melds[{place}]", 1


def late_quad(read: ReadWin, rules: MahjongRules) -> Fault:
    """A quad made after riichi without riichi."""
    place, meld = _find_late_quad(read)
    tiles = print_meld(meld)[1:-1]
    return (
        f"[{tiles}] is a concealed quad made after riichi, and there is no riichi here; write ({tiles}) for a called "
        f"triplet that was promoted to a quad, [{print_tiles(meld.tiles)}] for a concealed quad, or add riichi",
        spell_key(f"melds[{place}]", read),
        1,
    )


def changed(read: ReadWin, rules: MahjongRules) -> Fault:
    """A quad after riichi that changes what it must not change."""
    place, meld = _find_late_quad(read)
    kept = {
        "readings": "only where no reading of the hand changes",
        "waits": "only where the waits of the hand stay the same",
        "never": "at no time",
    }[rules.rounds.riichi.quads]
    return (
        f"{rules.id} lets a concealed quad be made after riichi {kept}, found {print_meld(meld)}; write "
        f"[{print_tiles(meld.tiles)}] if it was made before, or set the option riichi_quads",
        spell_key(f"melds[{place}]", read),
        1,
    )


def _find_late_quad(read: ReadWin) -> tuple[int, Meld]:
    """The first concealed quad that was made after riichi, with its place among the melds."""
    return next((at, meld) for at, meld in enumerate(read.melds) if meld.kind == "ankan" and meld.added is not None)


def rinshan(read: ReadWin, rules: MahjongRules) -> Fault:
    """Rinshan without a quad."""
    north = rules.dora.north
    also = ", or a North set aside (north=1)" if north is not None and north.rinshan else ""
    return f"rinshan needs a quad among the melds{also}; write the quad, as [5555z], or remove rinshan", "rinshan", None


def chankan_copy(read: ReadWin, rules: MahjongRules) -> Fault:
    """Another copy of the tile of a robbed quad."""
    won = kind_of(read.win)
    key, column, tile = locate_tile(read, lambda tile: kind_of(tile) == won, but_winning=True)
    return (
        f"a quad that is robbed held all copies of {print_tiles([won])} with the winning tile, "
        f"so {print_tiles([tile])} cannot stand here too; remove chankan or this tile",
        key,
        column,
    )


def robbery(read: ReadWin, rules: MahjongRules) -> Fault:
    """A concealed quad robbed by a hand that may not."""
    shapes = " or ".join(rules.shapes[shape].name.en for shape in rules.winning.concealed_quad_robbed_by)
    who = f"only {shapes} may" if shapes else "no hand may"
    message = (
        f"in {rules.id} {who} rob a concealed quad; write chankan for an open quad that was added to, or remove it"
    )
    return message, "chankan", None


def furiten(read: ReadWin, rules: MahjongRules) -> Fault:
    """A ron by a furiten hand."""
    if read.record.facts.get(PASSED):
        return (
            "the winner let a winning tile pass, so a ron is furiten; remove the fact passed, or write tsumo, or set "
            "the option furiten to note",
            f"facts.{PASSED}",
            None,
        )
    before = [0] * TILE_KINDS
    for tile in read.hand:
        before[kind_of(tile)] += 1
    kinds = {kind for kind in map(kind_of, read.discards or ()) if before[kind] < MOST_COPIES}
    held = print_tiles(finishing(before, len(read.melds), kinds, rules.waiting_shapes))
    return (
        f"the winner's own discards hold {held}, which would finish this hand, so a ron is furiten; "
        "correct `discards`, or set the option furiten to note",
        "discards",
        1,
    )
