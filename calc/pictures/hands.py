"""Hands of tiles: concealed tiles in order, the winning tile apart, melds with the called tile turned sideways; and
piles of flower cards, with the names of those who captured them.

The place of the turned tile says from whom it was called, as on a table: left, middle or right. A run is always called
from the left. Where a record does not tell from whom, no tile is turned.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from calc.layout.words import word
from calc.notation.deck import Card
from calc.notation.melds import Meld
from calc.notation.tiles import is_red, kind_of, parse_tiles, sort_tiles
from calc.pictures.pieces import (
    CARD_HEIGHT,
    CARD_WIDTH,
    TILE_BACK as BACK,
    TILE_HEIGHT as HEIGHT,
    TILE_WIDTH as WIDTH,
    pieces,
    tile_id,
)
from calc.pictures.svg import Picture, below_each_other, group, use
from calc.translation import Phrases, say

#: The space before the winning tile, and between melds.
_GAP: Final = 16
#: A hand wider than this has its melds in a second row.
_WIDEST: Final = 1000
#: On a narrow screen no row is wider, so that a tile has about 32 pixels.
_NARROW: Final = 10 * WIDTH + 2 * _GAP
#: Shapes, how wide they are, and how far they reach above upright tiles.
_Drawn = tuple[str, float, float]
_SEATS: Final = "ESWN"
#: Suits of numbers, and the kinds of the honours.
_SUITS: Final = "mps"
_NORTH: Final = parse_tiles("4z")[0]
_TILES: Final = Phrases("tile")
_MELDS: Final = Phrases("meld")


def tiles_text(tiles: Iterable[int]) -> str:
    """Tiles in words, neighbours of a suit together: ``3 4 red 5 of characters, East, East``."""
    found: list[tuple[int, list[str]]] = []
    for tile in tiles:
        suit, rank = divmod(kind_of(tile), 9)
        if suit == len(_SUITS):
            found.append((suit, [_TILES.text(f"{rank + 1}z")]))
            continue
        if not found or found[-1][0] != suit:
            found.append((suit, []))
        found[-1][1].append(f"{say('red ')}{rank + 1}" if is_red(tile) else str(rank + 1))
    parts = [
        _TILES.text(_SUITS[suit]).format(ranks=" ".join(ranks)) if suit < len(_SUITS) else " ".join(ranks)
        for suit, ranks in found
    ]
    return say(", ").join(parts)


def tiles_picture(tiles: Sequence[int], title: str) -> Picture:
    """Tiles side by side."""
    return Picture(title, len(tiles) * WIDTH, HEIGHT, _in_a_row(tiles), _parts(tiles), scale=0.5)


def _in_a_row(tiles: Sequence[int], across: float = 0) -> str:
    return "".join(use(tile_id(tile), across + place * WIDTH, 0) for place, tile in enumerate(tiles))


def hand_picture(
    hand: str, win: str | None, melds: Sequence[Meld], seat: str | None, *, is_won: bool = True, norths: int = 0
) -> Picture:
    """A hand as records spell it. ``seat``: the seat of its player. ``is_won``: the last tile is the winning one.

    ``norths``: tiles of the north wind that were set aside.
    """
    tiles = parse_tiles(hand)
    if is_won and win is None:
        tiles, won = tiles[:-1], tiles[-1:]
    else:
        won = parse_tiles(win) if win is not None else ()
    concealed = sort_tiles(tiles)
    across = len(concealed) * WIDTH
    body = _in_a_row(concealed) + _in_a_row(won, across + _GAP)
    across += (_GAP + WIDTH) * len(won)
    called = [_draw_meld(meld, seat) for meld in melds]
    aside = [_NORTH] * norths
    if aside:
        called.append((_in_a_row(aside), len(aside) * WIDTH, 0))
    rest, wide, above = _beside(called)
    shown = [*concealed, *won, *aside, *(tile for meld in melds for tile in meld.tiles)]
    backs = {BACK: pieces()[BACK]} if any(meld.kind == "ankan" for meld in melds) else {}
    texts = [tiles_text(concealed), *([say("winning tile ") + tiles_text(won)] if won else [])]
    for meld in melds:
        source = say(" from {feeder}", feeder=word(meld.feeder)) if meld.feeder else ""
        texts.append(f"{_MELDS.text(meld.kind)} {tiles_text(meld.tiles)}{source}")
    texts += [say("set aside ") + tiles_text(aside)] if aside else []
    label = say("Hand: ") + say("; ").join(texts)
    parts = _parts(shown) | backs
    loose: list[_Drawn] = [(use(tile_id(tile), 0, 0), WIDTH, 0) for tile in concealed]
    loose += [(use(tile_id(tile), _GAP, 0), WIDTH + _GAP, 0) for tile in won]
    narrow = _fold(loose, called, label) if across + (_GAP + wide) * bool(called) > _NARROW else None
    if not called:
        return Picture(label, across, HEIGHT, body, parts, folded=narrow)
    if across + _GAP + wide > _WIDEST:
        lower = group(rest, f"translate(0 {HEIGHT + _GAP + above})")
        height = HEIGHT * 2 + _GAP + above
        return Picture(label, max(across, wide), height, body + lower, parts, folded=narrow)
    whole = group(body, f"translate(0 {above})") + group(rest, f"translate({across + _GAP} {above})")
    return Picture(label, across + _GAP + wide, HEIGHT + above, whole, parts, folded=narrow)


def _fold(tiles: Sequence[_Drawn], called: Sequence[_Drawn], label: str) -> Picture:
    """Tiles in rows of equal length, the melds in rows below them."""
    count = -(-len(tiles) // -(-len(tiles) * WIDTH // _NARROW)) if tiles else 1
    rows = [[*tiles[at : at + count]] for at in range(0, len(tiles), count)]
    melds: list[list[_Drawn]] = []
    for meld in called:
        if melds and sum(wide + _GAP for _, wide, _ in melds[-1]) + meld[1] <= _NARROW:
            melds[-1].append(meld)
        else:
            melds.append([meld])
    body, down, widest = "", 0.0, 0.0
    for row, gap in [*((row, 0) for row in rows), *((row, _GAP) for row in melds)]:
        shapes, wide, above = _beside(row, gap)
        down += above
        body += group(shapes, f"translate(0 {down:g})")
        down += HEIGHT + _GAP
        widest = max(widest, wide)
    return Picture(label, widest, down - _GAP, body)


def _parts(tiles: Iterable[int]) -> dict[str, str]:
    return {name: pieces()[name] for name in map(tile_id, sorted(set(tiles)))}


def _beside(drawn: Sequence[_Drawn], gap: float = _GAP) -> _Drawn:
    """Melds or tiles side by side: their shapes, how wide they are, and how far they reach above the hand."""
    body, across = "", 0.0
    for shapes, wide, _ in drawn:
        body += group(shapes, f"translate({across:g} 0)")
        across += wide + gap
    return body, max(across - gap, 0), max((above for *_, above in drawn), default=0)


def _draw_meld(meld: Meld, seat: str | None) -> _Drawn:
    """The shapes of a meld, its width, and how far it reaches above upright tiles."""
    names = list(map(tile_id, meld.tiles))
    if meld.kind == "ankan":
        names[0] = names[-1] = BACK
    upper = None
    if meld.kind == "kakan" and meld.added is not None and _turned(meld, seat) is not None:
        upper = tile_id(meld.added)
        names.remove(upper)
    turned = _turned(meld, seat, len(names))
    body, across, above = "", 0.0, 0.0
    for place, name in enumerate(names):
        if place != turned:
            body += use(name, across, 0)
            across += WIDTH
            continue
        body += use(name, across, HEIGHT, " rotate(-90)")
        if upper is not None:
            body += use(upper, across, HEIGHT - WIDTH, " rotate(-90)")
            above = 2 * WIDTH - HEIGHT
        across += HEIGHT
    return body, across, above


def _turned(meld: Meld, seat: str | None, count: int = 3) -> int | None:
    """The place of the tile that lies sideways; none where it is not known."""
    if meld.kind == "ankan":
        return None
    if meld.kind == "chi":
        return 0
    if meld.feeder is None or seat is None:
        return None
    # How many seats after the player the feeder sits: 1 is to the right, 3 to the left.
    return {1: count - 1, 2: 1, 3: 0}.get((_SEATS.index(meld.feeder) - _SEATS.index(seat)) % len(_SEATS))


#: The space between cards, and how many stand in a row.
_APART: Final = 5
_IN_A_ROW: Final = 8


def card_id(card: Card) -> str:
    """The id of a card among the pieces."""
    return f"card-{card.number or card.text}"


def cards_text(cards: Sequence[Card]) -> str:
    """Cards in words: ``crane, pine ribbon``."""
    names = (card.name_in() for card in cards)
    return say(", ").join(names)


def pile_picture(cards: Sequence[Card], *, title: str = "", scale: float = 0.75, in_a_row: int = _IN_A_ROW) -> Picture:
    """Cards in rows. ``title``: whose they are."""
    body = "".join(
        use(card_id(card), place % in_a_row * (CARD_WIDTH + _APART), place // in_a_row * (CARD_HEIGHT + _APART))
        for place, card in enumerate(cards)
    )
    rows = -(-len(cards) // in_a_row)
    wide = min(len(cards), in_a_row) * (CARD_WIDTH + _APART) - _APART
    label = title + say(": ") * bool(title) + cards_text(cards)
    parts = {name: pieces()[name] for name in map(card_id, cards)}
    return Picture(label, max(wide, 1), max(rows * (CARD_HEIGHT + _APART) - _APART, 1), body, parts, scale=scale)


def piles_picture(piles: Mapping[str, Sequence[Card]]) -> Picture:
    """The piles of all players below each other, each under its name."""
    drawn = {name: pile_picture(cards) for name, cards in piles.items()}
    return below_each_other(drawn)
