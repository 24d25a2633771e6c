"""How many copies of a tile can lie on one table: of each kind, of red fives and of plain ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from calc.errors import HandError
from calc.mahjong.hand.kinds import RED_FIVES
from calc.mahjong.rules.schema import MahjongRules
from calc.notation.tiles import kind_of, print_tiles

_SUITS: Final = ("m", "p", "s")


def check_copies(tiles: Iterable[int], rules: MahjongRules, *, over: str, key: str) -> None:
    """Refuse more copies than there are among the tiles of several hands; ``over`` says where they were counted."""
    counts = Counter(tiles)
    kinds: Counter[int] = Counter()
    for tile, count in counts.items():
        kinds[kind_of(tile)] += count
    copies = rules.tiles.copies
    for kind, count in kinds.items():
        if count > copies:
            raise HandError(f"there are only {copies} copies of {_spell(kind)}, found {count} over {over}", key=key)
    for suit, red in zip(_SUITS, RED_FIVES, strict=True):
        reds, plain = rules.tiles.red_fives.get(suit, 0), counts[kind_of(red)]  # type: ignore[call-overload]
        if counts[red] > reds:
            raise HandError(
                f"{rules.id} has {reds or 'no'} red five{'s' if reds != 1 else ''} of {suit}, found {counts[red]} over "
                f"{over}; write 5{suit} for a plain five, or set the option red_fives",
                key=key,
            )
        if plain > copies - reds:
            raise HandError(
                f"of the {copies} fives of {suit} only {copies - reds} are plain, found {plain} over {over}; "
                f"write 0{suit} for a red one, or set the option red_fives",
                key=key,
            )


def _spell(tile: int) -> str:
    return print_tiles([tile])
