"""What the words of a question about a rule tell of tiles, seats and numbers, worked out by the engine."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

from calc.errors import RecordError
from calc.layout.words import word
from calc.mahjong.check.faults import changed_by_quad
from calc.mahjong.hand.hand import MELD_TILES
from calc.mahjong.hand.shapes import finishing
from calc.mahjong.read import HAND_TILES, count_kinds
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.value.payments import shares_of_one
from calc.notation.spellings import seat_of
from calc.notation.tiles import kind_of, parse_tiles, print_tiles
from calc.patterns import regex
from calc.records.words import WordSaid, number_said, parts_of
from calc.translation import msg, one_by_one

FILE: Final = Path(__file__).with_name("topics.yaml")
_SEATS: Final = regex(parts_of(FILE)["names"]["seat"], re.IGNORECASE)
_TILE: Final = regex(parts_of(FILE)["names"]["tile"], re.IGNORECASE)
#: What stands between the ranks and their suit: ``3-4-5 of pins``.
_JOINS: Final = regex(r"-|of |(?<=pin)s")
_Words = Sequence[WordSaid]
_Found = tuple[str, dict[str, Any]]


def _told(words: _Words, *meanings: str) -> list[WordSaid]:
    return [one for one in words if one.means in meanings]


def _tiles(said: str) -> tuple[int, ...]:
    return parse_tiles(_JOINS.sub("", " ".join(_TILE.findall(said))))


def _kinds(words: _Words) -> set[int]:
    return {kind_of(tile) for one in words for tile in _tiles(one.said["tiles"])}


def _stop(message: str) -> NoReturn:
    raise RecordError(message, column=1)


def at_least(words: _Words, rules: MahjongRules, figures: Mapping[str, Any]) -> _Found:
    """Whether a number that is told is as much as the rules need."""
    told = number_said(next(one.said["n"] for one in words if "n" in one.said))
    return ("enough" if told >= figures["least"] else "short"), {"n": told}


def tile_count(words: _Words, rules: MahjongRules, figures: Mapping[str, Any]) -> _Found:
    """Whether a hand has too few or too many tiles; with the drawn tile there is one more."""
    count, most = number_said(next(one.said["n"] for one in words if "n" in one.said)), HAND_TILES
    most -= bool(_told(words, "after_discard"))
    if HAND_TILES - (not _told(words, "after_draw")) <= count <= most:
        _stop(msg("a hand has {0} tiles, or {1} with the drawn tile, found {2}", HAND_TILES - 1, HAND_TILES, count))
    return ("few" if count < most else "many"), {"n": count}


def furiten(words: _Words, rules: MahjongRules, figures: Mapping[str, Any]) -> _Found:
    """Whether who waits has discarded one of the tiles of the wait, or of the hand."""
    # Who wins on a tile waits for it.
    waiting = (_told(words, "wait", "holds") or _told(words, "ronned"))[0]
    waits = _kinds([waiting])
    said_waits = print_tiles(_tiles(waiting.said["tiles"]))
    if waiting.means == "holds":
        first, second = min(waits), max(waits)
        waits = _taken_by(first, second)
        if len(_tiles(waiting.said["tiles"])) != len((first, second)) or not waits:
            _stop(msg("expected two tiles beside each other, found {0}", said_waits))
        said_waits = print_tiles(sorted(waits))
    # Who waits and is not named is the one who asks.
    whose = {waiting.who} if waiting.who else {"", "i"}
    by_others = [one for one in _told(words, "threw") if one.who not in whose]
    own = [one for one in _told(words, "threw") if one not in by_others]
    last = [*by_others, *_told(words, "came", "ronned")]
    if not own or (last and not _kinds(last) <= waits):
        _stop(msg("expected what somebody waits for, and what the same player discarded"))
    found = sorted(waits & _kinds(own))
    if waiting.means == "ronned" and not found:
        _stop(msg("expected what somebody waits for, and what the same player discarded"))
    said = {"waits": said_waits, "own": print_tiles(_tiles(own[0].said["tiles"]))}
    return ("furiten" if found else "free"), said


def quad_after_riichi(words: _Words, rules: MahjongRules, figures: Mapping[str, Any]) -> _Found:
    """Whether a concealed quad of the drawn tile leaves a hand after riichi as it must."""
    hands = [one for one in _told(words, "tiles", "drew", "holds") if len(_tiles(one.said["tiles"])) > 1]
    drawn = [one for one in _told(words, "drew", "tiles") if len(_tiles(one.said["tiles"])) == 1]
    if not hands and not drawn:
        return "untold", {}
    if len(hands) != 1 or len(drawn) != 1:
        _stop(msg("expected the hand before the quad, and the drawn tile"))
    tiles, kind = _tiles(hands[0].said["tiles"]), kind_of(_tiles(drawn[0].said["tiles"])[0])
    if runs := _told(words, "runs_besides"):
        # Runs that are only told stand in a suit that the hand has not.
        free = next((suit for suit in "mps" if suit not in print_tiles(tiles)), "")
        ranks = "123456789"[: MELD_TILES * number_said(runs[0].said["n"])]
        tiles += parse_tiles(f"{ranks}{free}") if free else ()
    before = count_kinds(tiles)
    if len(tiles) != HAND_TILES - 1:
        _stop(msg("a hand has {0} tiles before a draw, found {1}: {2}", HAND_TILES - 1, len(tiles), print_tiles(tiles)))
    waits = finishing(before, 0, range(len(before)), rules.waiting_shapes)
    if not waits or max(before) > rules.tiles.copies:
        _stop(msg("{0} does not wait for a tile, so it cannot have declared riichi", print_tiles(tiles)))
    said = {"hand": print_tiles(tiles), "tile": print_tiles(_tiles(drawn[0].said["tiles"]))}
    if before[kind] != rules.tiles.copies - 1:
        return "no_quad", said
    # Runs of the same suit might be read otherwise.
    stays = "untold" if runs else "stays"
    return ("changes" if changed_by_quad(before, 0, kind, rules) else stays), said


def _taken_by(first: int, second: int) -> set[int]:
    """The kinds of the tiles that make a run of two beside each other, which wait open or at an edge."""
    return {kind for kind in (first - 1, second + 1) if kind // 9 == first // 9} if second == first + 1 else set()


def swap(words: _Words, rules: MahjongRules, figures: Mapping[str, Any]) -> _Found:
    """Whether a discard is the tile that was just called, or one that the same two tiles would have taken."""
    told, threw = _told(words, "called_with", "called_bare")[0], _told(words, "threw", "threw_bare")
    call, suit = told.said, "m" if told.means == "called_bare" else ""  # without one all are of the same
    thrown = {kind_of(tile) for one in threw for tile in _tiles(one.said["tiles"] + suit)}
    if "run" in call:
        # Of the run and the tile either may tell the suit.
        whole = print_tiles(_tiles(call["run"] + call["tiles"].lstrip("0123456789")))
        taken = print_tiles(_tiles(call["tiles"].rstrip("mps") + whole[-1:]))
        call = {"tiles": taken, "held": whole.replace(taken[:1], "", 1)}
    called, held = (sorted(map(kind_of, _tiles(call[name] + suit))) for name in ("tiles", "held"))
    parts = sorted([*called, *held])
    if len(thrown) != 1 or len(called) != 1 or [one - parts[0] for one in parts] not in ([0, 1, 2], [0, 0, 0]):
        _stop(msg("expected a call of one tile with two that make a run or a triplet, and one discard"))
    ends = _taken_by(*held)
    kind = thrown.pop()
    said = {"called": call["tiles"], "held": call["held"], "tile": threw[0].said["tiles"]}
    return ("same" if kind in called else "end" if kind in ends else "other"), said


def nearest(words: _Words, rules: MahjongRules, figures: Mapping[str, Any]) -> _Found:
    """Who of several winners on one discard is the nearest after the discarder."""
    seats = rules.seats
    thrower = next((one for one in words if one.means in ("threw_it", "threw", "threw_it_both") and one.who), None)
    said = " ".join(one.said["seats"] for one in words if "seats" in one.said)
    found = [seat_of(seat) for seat in _SEATS.findall(said)]
    source = seat_of(thrower.who) if thrower else None
    if source is None or source in found or len({*found} & {*seats}) < 2 or len({*found}) < len(found):
        return "unknown", {"first": "", "who": "", "others": ""}
    order = [*seats[seats.index(source) + 1 :], *seats[: seats.index(source)]]
    first, *rest = sorted(map(str, found), key=order.index)
    told = {"first": first, "who": word(first), "source": word(source), "others": one_by_one(map(word, rest), " and ")}
    return ("three" if rest[1:] else "two"), told


def feeder(words: _Words, rules: MahjongRules, figures: Mapping[str, Any]) -> _Found:
    """Who fed the meld for which somebody is responsible, who discarded, and what is paid, as far as that is told."""
    found = {"whole": "?"}
    if _told(words, "child") and not _told(words, "honba") and "N" in rules.seats:
        of_winds = bool(_told(words, "fed_fourth_wind"))
        limit = rules.yaku["daisuushi" if of_winds else "daisangen"].value.limit or 1
        found["whole"] = str(shares_of_one(limit * rules.points.limit.worth, rules, is_dealer=False).discarder)
    for part, *meanings in (("feeder", "fed_third", "fed_fourth_wind"), ("discarder", "other_fed")):
        said = next((one.said for one in _told(words, *meanings)), dict[str, str]())
        found |= {part: seat_of(said.get("seat", "")) or "?", f"{part}_name": said.get("called", "?").casefold()}
    return "told", found


def noten_shares(words: _Words, rules: MahjongRules, figures: Mapping[str, Any]) -> _Found:
    """What each noten player pays at a draw, and each tenpai player gets."""
    told = next((one for one in _told(words, "tenpai_count", "noten_count")), None)
    seats = len(rules.seats)
    if told is None:
        untold = not [*_told(words, "tenpai_none", "tenpai_all")]
        each = {f"pays{count}": figures["pool"] // count for count in range(1, seats)}
        return (f"of_{seats}" if untold else "none"), each
    some = number_said(told.said["n"])
    if some > seats:
        _stop(msg("expected at most {0} players, found {1}", seats, some))
    tenpai, noten = (some, seats - some) if told.means == "tenpai_count" else (seats - some, some)
    if not tenpai or not noten:
        return "none", {}
    shares = {"gets": figures["pool"] // tenpai, "pays": figures["pool"] // noten}
    return "shared", {"tenpai": tenpai, "noten": noten, **shares}


def fu_of_pinfu(words: _Words, rules: MahjongRules, figures: Mapping[str, Any]) -> _Found:
    """What a pinfu has that is won by ron."""
    return "ron", {"fu": figures["start"] + figures["closed"]}


def honba(words: _Words, rules: MahjongRules, figures: Mapping[str, Any]) -> _Found:
    """What each winner by ron gets for the honba, where it is told how many lie there."""
    told = next((one.said["n"] for one in _told(words, "honba") if "n" in one.said), None)
    return "told", {"honba": figures["each"] * number_said(told) if told else "?"}


def faulty(words: _Words, rules: MahjongRules, figures: Mapping[str, Any]) -> _Found:
    """Whether the dealer is who called a win that is none, where that is told."""
    who = next((one.who for one in _told(words, "false_win", "ron") if one.who), "").removeprefix("the ")
    is_dealer = who == "dealer" or seat_of(who) == rules.seats[0]
    return "told", {"faulty": "dealer" if is_dealer else "other" if seat_of(who) else "?"}


def quad_called(words: _Words, rules: MahjongRules, figures: Mapping[str, Any]) -> _Found:
    """Whether only a called or promoted quad is told of."""
    return ("called" if _told(words, "open_kan", "added_kan") and not _told(words, "closed_kan", "kan") else "any"), {}


def same_tile(words: _Words, rules: MahjongRules, figures: Mapping[str, Any]) -> _Found:
    """Whether all tiles that are told are of one kind."""
    return ("other" if len(_kinds([one for one in words if "tiles" in one.said])) > 1 else "same"), {}


_ALL: Final = (
    at_least,
    tile_count,
    furiten,
    quad_after_riichi,
    swap,
    nearest,
    feeder,
    noten_shares,
    honba,
    faulty,
    quad_called,
    same_tile,
    fu_of_pinfu,
)
CHECKS: Final[Mapping[str, Callable[[_Words, Any, Mapping[str, Any]], _Found]]] = {one.__name__: one for one in _ALL}
