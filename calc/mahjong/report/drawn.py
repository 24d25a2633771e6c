"""Riichi hands as pictures."""

from collections.abc import Iterator

from calc.layout.document import Block, Drawn
from calc.layout.words import word
from calc.mahjong.records.types import Round, Waiting, Win
from calc.notation.melds import parse_melds
from calc.notation.tiles import parse_tiles
from calc.pictures.hands import hand_picture, tiles_picture
from calc.pictures.svg import Picture


def draw_hand(record: Win | Waiting) -> Picture:
    """The hand of a record."""
    return hand_picture(
        record.hand,
        record.win,
        parse_melds(record.melds),
        record.seat,
        is_won=isinstance(record, Win),
        norths=record.north,
    )


def shown_hands(record: Round) -> dict[str, Picture]:
    """The hands that were shown at a draw, by seat."""
    found = {}
    for seat, text in (record.draw.hands if record.draw is not None else {}).items():
        tiles, _, melds = text.strip().partition(" ")
        found[str(seat)] = hand_picture(tiles, None, parse_melds(melds), seat, is_won=False)
    return found


def hand_blocks(record: Win | Waiting) -> Iterator[Block]:
    """A hand, and the indicators beside it."""
    yield Drawn(draw_hand(record))
    for tiles, key in ((record.dora, "indicators"), (record.ura, "ura_indicators")):
        found = parse_tiles(tiles)
        if found:
            yield Drawn(tiles_picture(found, f"{word(key)}: {tiles}"), word(key))
