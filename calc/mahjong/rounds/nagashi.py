"""Nagashi mangan 流し満貫, the Pool of Dreams, worked out from the discards of a draw."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from calc.errors import CalcError, HandError, NotationError, RecordError
from calc.mahjong.rules.schema import MahjongRules
from calc.notation.melds import FEEDERS, Meld, print_meld
from calc.notation.tiles import kind_of, parse_tiles, print_tiles

#: A called discard in brackets, or discards that were not called.
_PART: Final = re.compile(r"\(([^()]*)\)|[^()]+")


class Discards(Struct, frozen=True):
    """The discards of a seat: those that lie there, and those that other players called."""

    left: tuple[int, ...]
    called: tuple[int, ...]


def read_discards(text: str, key: str) -> Discards:
    """Read discards in their order, called ones in brackets: ``19m(5z)9p``.

    Raises :class:`~calc.errors.NotationError` with the key and the column.
    """
    left: list[int] = []
    called: list[int] = []
    end = 0
    for part in _PART.finditer(text):
        if part.start() != end:
            break
        is_called, end = part.group(1) is not None, part.end()
        try:
            tiles = parse_tiles(part.group(1) if is_called else part.group())
        except CalcError as error:
            error.key, error.column = key, part.start() + is_called + (error.column or 1)
            raise
        if is_called and len(tiles) != 1:
            message = f"expected one called discard in brackets, as (5z), found {part.group()!r}"
            raise NotationError(message, key=key, column=part.start() + 1)
        (called if is_called else left).extend(tiles)
    if end != len(text):
        message = f"expected discards, called ones in brackets, as 19m(5z)9p, found {text[end:]!r}"
        raise NotationError(message, key=key, column=end + 1)
    return Discards(tuple(left), tuple(called))


def find_pools(
    declared: Sequence[str],
    discards: Mapping[str, Discards],
    melds: Mapping[str, Sequence[Meld]],
    rules: MahjongRules,
    key: str,
) -> list[str]:
    """The seats with a Pool of Dreams: as declared, and as the discards show. ``melds``: those of the hands shown.

    Raises :class:`~calc.errors.HandError` where discards or melds contradict what is declared, and
    :class:`~calc.errors.RecordError` where a hand decides that is not shown.
    """
    found = list(declared)
    for seat in FEEDERS[: len(rules.seats)]:
        bar = _find_bar(seat, discards, melds, rules)
        if seat in declared and bar:
            raise HandError(f"{seat} has no Pool of Dreams: {bar}", code="contradiction", key=f"{key}.pool_of_dreams")
        if seat in declared or seat not in discards or bar:
            continue
        if declared:
            message = f"the discards of {seat} make a Pool of Dreams too; add {seat}, or correct the discards"
            raise HandError(message, code="contradiction", key=f"{key}.pool_of_dreams")
        if seat not in melds and not rules.rounds.nagashi.open:
            raise RecordError(
                f"the discards of {seat} make a Pool of Dreams unless {seat} has melds; add the hand of {seat} under "
                f"hands, or pool_of_dreams: [{seat}]",
                code="missing_key",
                key=f"{key}.hands",
            )
        found.append(seat)
    return found


def _find_bar(
    seat: str, discards: Mapping[str, Discards], melds: Mapping[str, Sequence[Meld]], rules: MahjongRules
) -> str:
    """Why a seat has no Pool of Dreams; empty where nothing that is known speaks against it."""
    if melds.get(seat) and not rules.rounds.nagashi.open:
        return f"its hand has melds, {''.join(map(print_meld, melds[seat]))}"
    fed = [meld for held in melds.values() for meld in held if meld.feeder == seat]
    if fed:
        return f"{print_meld(fed[0])} was called from its discards"
    if seat not in discards:
        return ""
    own, of = discards[seat], rules.rounds.nagashi.of
    if own.called:
        return f"its discard {print_tiles(own.called[:1])} was called"
    others = [tile for tile in own.left if not rules.sets.holds(of, kind_of(tile))]
    if others or not own.left:
        return f"not every discard is of {rules.lexicon.sets[of]}, found {print_tiles(others[:1]) or 'none'}"
    return ""
