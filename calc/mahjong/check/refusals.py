"""What refusals of impossible and contradictory records say, with the key at fault and the column in its value."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from calc.errors import refuse_first
from calc.mahjong.hand.hand import PASSED, SEASONS
from calc.mahjong.hand.kinds import FIVES, MOST_COPIES, RED_FIVES
from calc.mahjong.hand.shapes import finishing
from calc.mahjong.read import ReadWin, count_kinds, locate_copy, locate_tile, spell_key
from calc.mahjong.records.types import TOLD
from calc.mahjong.rules.ruleset import MahjongRules
from calc.notation.melds import print_meld
from calc.notation.tiles import kind_of, print_tiles
from calc.translation import Named, msg, one_by_one

#: A message, the key at fault, and the column in its value (``None`` where the value is not a text).
Fault = tuple[str, str, int | None]

# fmt: off


def foreign(read: ReadWin, rules: MahjongRules) -> Fault:
    """A tile that the rules are played without."""
    key, column, tile = locate_tile(read, lambda tile: kind_of(tile) not in rules.kinds)
    return (msg("{0} is played without {1}; remove it or choose another rule set", rules.id, print_tiles([tile])),
            key, column)


def called_run(read: ReadWin, rules: MahjongRules) -> Fault:
    """A chi under rules without chi."""
    place, meld = next((place, meld) for place, meld in enumerate(read.melds) if meld.kind == "chi")
    return (msg("{0} has no chi, found the run {1}; remove it or choose another rule set", rules.id, print_meld(meld)),
            spell_key(f"melds[{place}]", read), 1)


def copies(read: ReadWin, rules: MahjongRules) -> Fault:
    """More copies of a tile than there are."""
    key, column, tile, count = locate_copy(read, rules.tiles.copies, kind_of)
    where = (msg("hand, melds, indicators and Norths set aside") if read.record.north
             else msg("hand, melds and indicators"))
    return (msg("there are only {0} copies of {1}, found {2} over {3}; remove one",
                rules.tiles.copies, print_tiles([kind_of(tile)]), count, where), key, column)


def reds(read: ReadWin, rules: MahjongRules) -> Fault:
    """More red fives of a suit than there are."""
    limits = dict(zip(RED_FIVES, rules.tiles.reds, strict=True))
    red = next(tile for tile in read.shown if tile in limits and read.shown.count(tile) > limits[tile])
    key, column, _, count = locate_copy(read, limits[red], lambda tile: tile if tile == red else None)
    return (msg("{0} has {1} red five{2} of {3}, found {4}; write 5{3} for a plain five, or set the option red_fives",
                rules.id, limits[red] or msg("no"), "s" if limits[red] != 1 else "", print_tiles([red])[-1], count),
            key, column)


def no_red(read: ReadWin, rules: MahjongRules) -> Fault:
    """More plain fives of a suit than there are."""
    plain = {five: rules.tiles.copies - reds for five, reds in zip(FIVES, rules.tiles.reds, strict=True)}
    five = next(tile for tile in plain if read.shown.count(tile) > plain[tile])
    key, column, _, count = locate_copy(read, plain[five], lambda tile: tile if tile == five else None)
    return (msg("of the {0} fives of {1} only {2} are plain, found {3}; write 0{1} for a red one, or set the option "
                "red_fives", rules.tiles.copies, print_tiles([five])[-1], plain[five], count), key, column)


def most_dora(kind: str, rules: MahjongRules) -> int:
    """The most dora of a kind that a hand can have."""
    if kind not in rules.dora.bonus:
        return 0
    return sum(rules.tiles.reds) if kind == "red" else rules.tiles.copies * rules.dora.most


def counted(read: ReadWin, rules: MahjongRules) -> Fault:
    """Dora that are told by a number that no hand has."""
    told = ((kind, name, int(read.record.facts.get(name, 0))) for kind, name in TOLD.items())
    kind, name, count = next(one for one in told if not 0 <= one[2] <= most_dora(one[0], rules))
    title = {"red": msg("red fives"), "ura": msg("ura dora")}.get(kind, msg("dora"))
    return msg("expected at most {0} {1}, found {2}", most_dora(kind, rules), title, count), f"facts.{name}", None


def seasons(read: ReadWin, rules: MahjongRules) -> Fault:
    """More season tiles than there are."""
    most, found = rules.tiles.seasons, read.record.facts[SEASONS]
    return (msg("expected {0} season tiles, found {1}; correct facts.{2}, or set the option {2} to how many are in "
                "play", msg("0 to {0}", most) if most else msg("no"), found, SEASONS), f"facts.{SEASONS}", None)


def indicators(read: ReadWin, rules: MahjongRules) -> Fault:
    """More dora indicators than there are."""
    most, found = rules.dora.most, len(read.dora)
    expected = msg("{0} dora indicators", most) if most > 1 else msg("{0} dora indicator", most)
    return msg("expected at most {0}, found {1}; remove {2}", expected, found, found - most), "dora", 1


def turned(read: ReadWin, rules: MahjongRules) -> Fault:
    """Fewer dora indicators than quads turned."""
    quads = sum("kan" in meld.kind for meld in read.melds)
    causes = [msg("{0} quads", quads) if quads > 1 else msg("1 quad")] if quads else []
    if read.record.north == rules.tiles.copies:
        causes.append(msg("all Norths set aside"))
    return (msg("the hand has {0}, and each turned one more dora indicator, found {1} in all; add the others, or leave "
                "out dora", one_by_one(causes, " and "), len(read.dora)), "dora", 1)


def feeder(read: ReadWin, rules: MahjongRules) -> Fault:
    """A meld called from a seat that it cannot be called from."""
    own, left = read.record.seat, rules.seats[rules.seats.index(read.record.seat) - 1]
    place, meld = next(
        (place, meld)
        for place, meld in enumerate(read.melds)
        if meld.feeder == own or (meld.kind == "chi" and meld.feeder not in (None, left))
    )
    fault = (msg("is called from the winner's own seat") if meld.feeder == own
             else msg("is a run, and {0} calls runs from {1} only, the seat before", own, left))
    return (msg("{0} {1}; write the seat that discarded the tile", print_meld(meld), fault),
            spell_key(f"melds[{place}]", read), 1)


def open_riichi(read: ReadWin, rules: MahjongRules) -> Fault:
    """Riichi with an open meld."""
    place = next(place for place, meld in enumerate(read.melds) if meld.kind != "ankan")
    advice = msg("remove riichi, or the open meld")
    if any(meld.kind == "daiminkan" for meld in read.melds):
        advice = msg("(1111m) is an open quad here and [1111m] a concealed one, while some other programs use the "
                     "brackets the other way round; write [1111m] if the quad is concealed")
    return msg("riichi needs a closed hand, but a meld is open; {0}", advice), f"melds[{place}]", 1


def _find_late_quad(read: ReadWin) -> tuple[str, str, str]:
    """The key of the first concealed quad that was made after riichi, how it is written, and its tiles."""
    place, meld = next((at, one) for at, one in enumerate(read.melds) if one.kind == "ankan" and one.added is not None)
    return spell_key(f"melds[{place}]", read), print_meld(meld), print_tiles(meld.tiles)


def late_quad(read: ReadWin, rules: MahjongRules) -> Fault:
    """A quad made after riichi without riichi."""
    key, quad, tiles = _find_late_quad(read)
    return (msg("[{0}] is a concealed quad made after riichi, and there is no riichi here; write ({0}) for a called "
                "triplet that was promoted to a quad, [{1}] for a concealed quad, or add riichi", quad[1:-1], tiles),
            key, 1)


def changed(read: ReadWin, rules: MahjongRules) -> Fault:
    """A quad after riichi that changes what it must not change."""
    key, quad, tiles = _find_late_quad(read)
    kept = {
        "readings": msg("only where no reading of the hand changes"),
        "waits": msg("only where the waits of the hand stay the same"),
        "never": msg("at no time"),
    }[rules.rounds.riichi.quads]
    return (msg("{0} lets a concealed quad be made after riichi {1}, found {2}; write [{3}] if it was made before, or "
                "set the option riichi_quads", rules.id, kept, quad, tiles), key, 1)


def rinshan(read: ReadWin, rules: MahjongRules) -> Fault:
    """Rinshan without a quad."""
    north = rules.dora.north
    also = msg(", or a North set aside (north=1)") if north is not None and north.rinshan else ""
    return (msg("rinshan needs a quad among the melds{0}; write the quad, as [5555z], or remove rinshan", also),
            "rinshan", None)


def chankan_copy(read: ReadWin, rules: MahjongRules) -> Fault:
    """Another copy of the tile of a robbed quad."""
    won = kind_of(read.win)
    key, column, tile = locate_tile(read, lambda tile: kind_of(tile) == won, but_winning=True)
    return (msg("a quad that is robbed held all copies of {0} with the winning tile, so {1} cannot stand here too; "
                "remove chankan or this tile", print_tiles([won]), print_tiles([tile])), key, column)


def robbery(read: ReadWin, rules: MahjongRules) -> Fault:
    """A concealed quad robbed by a hand that may not."""
    names = (Named(rules.shapes[shape].name.text) for shape in rules.winning.concealed_quad_robbed_by)
    shapes = one_by_one(names, " or ")
    who = msg("only {0} may", shapes) if shapes else msg("no hand may")
    return (msg("in {0} {1} rob a concealed quad; write chankan for an open quad that was added to, or remove it",
                rules.id, who), "chankan", None)


def bars_win(name: str, rules: MahjongRules) -> bool:
    """Whether a fact is a fault after which nobody can win."""
    return name in rules.faults and rules.faults[name].penalty in ("dead_hand", "chombo")


def dead(read: ReadWin, rules: MahjongRules) -> Fault:
    """A win after a fault that bars it."""
    name = next(name for name, value in read.record.facts.items() if value and bars_win(name, rules))
    fault, text = rules.faults[name], "{0}: under {1} such a hand neither wins nor counts as tenpai{2}"
    if fault.penalty == "chombo":
        text = "{0}: under {1} that is a chombo, and nobody is paid for the round{2}"
    hint = rules.hint_options(f"faults.{name}.penalty")
    return msg(text, Named(fault.name.text), rules.id, hint), f"facts.{name}", None


def furiten(read: ReadWin, rules: MahjongRules) -> Fault:
    """A ron by a furiten hand."""
    if read.record.facts.get(PASSED):
        return (msg("the winner let a winning tile pass, so a ron is furiten; remove the fact passed, or write tsumo, "
                    "or set the option furiten to note"), f"facts.{PASSED}", None)
    before = count_kinds(read.hand)
    kinds = {kind for kind in map(kind_of, read.discards or ()) if before[kind] < MOST_COPIES}
    held = print_tiles(finishing(before, len(read.melds), kinds, rules.waiting_shapes))
    return (msg("the winner's own discards hold {0}, which would finish this hand, so a ron is furiten; correct "
                "`discards`, or set the option furiten to note", held), "discards", 1)


def check_copies(tiles: Iterable[int], rules: MahjongRules, *, over: str, key: str) -> None:
    """Raise :class:`calc.HandError` if the tiles of several hands hold more copies than exist.

    ``over``: where the tiles were counted, for the message; ``key``: the key at fault.
    """
    refuse_first(_of_copies(Counter(tiles), rules, over, key))


def _of_copies(counts: Counter[int], rules: MahjongRules, over: str, key: str) -> Iterator[tuple[Any, ...]]:
    """The faults of tiles of several hands, as :func:`calc.errors.refuse_first` takes them."""
    copies, kinds = rules.tiles.copies, Counter[int]()
    for tile, count in counts.items():
        kinds[kind_of(tile)] += count
    for kind, count in kinds.items():
        if count > copies:
            yield ("impossible_hand", True, key,
                   "there are only {0} copies of {1}, found {2} over {3}", copies, print_tiles([kind]), count, over)
    for suit, red, reds in zip("mps", RED_FIVES, rules.tiles.reds, strict=True):
        yield ("impossible_hand", counts[red] > reds, key,
               "{0} has {1} red five{2} of {3}, found {4} over {5}; write 5{3} for a plain five, or set the option "
               "red_fives", rules.id, reds or msg("no"), "s" if reds != 1 else "", suit, counts[red], over)
        plain = counts[kind_of(red)]
        yield ("impossible_hand", plain > copies - reds, key,
               "of the {0} fives of {1} only {2} are plain, found {3} over {4}; write 0{1} for a red one, or set the "
               "option red_fives", copies, suit, copies - reds, plain, over)
