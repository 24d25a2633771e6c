"""What the readers of logs share: plain values checked for their type, and the rounds of a log. A refusal names the
place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from calc.errors import NotationError, UnreadableError
from calc.mahjong.logs.events import RoundLog, Start, round_name
from calc.notation.melds import Meld, MeldKind, parse_meld
from calc.notation.text import show
from calc.notation.tiles import parse_tiles, print_tiles
from calc.translation import msg

T = TypeVar("T")
_LARGEST = 10**9
#: A game has some ten.
MAX_ROUNDS = 100


def whole(value: Any, where: str, *, below: int | None = None) -> int:
    """A whole number no game exceeds; with ``below`` from 0 and less than it."""
    least, most = (-_LARGEST, _LARGEST) if below is None else (0, below - 1)
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    bounds = "" if below is None else msg(" from 0 to {0}", most)
    raise UnreadableError("expected a whole number{0} as {1}, found {2}", bounds, where, show(value))


def wholes(value: Any, where: str, *, least: int = 0) -> list[int]:
    """A list of whole numbers, ``least`` of them or more."""
    return [whole(item, where) for item in listed(value, where, least=least)]


def one_each(value: Any, where: str, players: int) -> tuple[int, ...]:
    """The whole numbers of all players, of a list that may have some for empty seats too."""
    return tuple(wholes(value, where, least=players)[:players])


def listed(value: Any, where: str, *, least: int = 0) -> Sequence[Any]:
    """A list of ``least`` items or more."""
    if isinstance(value, list) and len(value) >= least:
        return value
    raise UnreadableError(
        "expected a list{0} as {1}, found {2}", msg(" of {0} or more", least) if least else "", where, show(value)
    )


def mapped(value: Any, where: str) -> Mapping[str, Any]:
    """An object with keys and values."""
    if isinstance(value, dict):
        return value
    raise UnreadableError("expected an object as {0}, found {1}", where, show(value))


def text(value: Any, where: str) -> str:
    """A text."""
    if isinstance(value, str):
        return value
    raise UnreadableError("expected a text as {0}, found {1}", where, show(value))


def one_tile(value: Any, where: str, like: str) -> int:
    """The tile that a text spells. ``like``: how the format spells tiles, for a refusal."""
    try:
        tiles = parse_tiles(text(value, where))
    except NotationError:
        tiles = ()
    if len(tiles) != 1:
        raise UnreadableError("expected a tile such as {0} as {1}, found {2}", like, where, show(value))
    return tiles[0]


def made_meld(kind: MeldKind, tiles: Sequence[int], added: int | None = None) -> Meld:
    """The meld of these tiles, ``added`` among them; refused where they do not make one of this kind."""
    called = list(tiles)
    spelled = ""
    if added is not None:
        called.remove(added)
        spelled = f"+{print_tiles([added])}"
    word = "kan" if kind == "daiminkan" else kind
    try:
        return parse_meld(f"{word}:{print_tiles(called)}{spelled}")
    except NotationError as error:
        raise UnreadableError("expected the tiles of a {0}, found others: {1}", kind, error.message) from None


def vacant(numbers: Sequence[float], seats: int) -> tuple[float, ...]:
    """The figures that a log tells for more seats than are taken, but for those of 0, which say nothing.

    >>> vacant([350, 350, 350, 0], 3), vacant([350, 350, 350, 10], 3)
    ((), (10,))
    """
    return tuple(number for number in numbers[seats:] if number)


# ---- rounds


def split_rounds(messages: Iterable[T], name_of: Callable[[T], str], begin: str) -> list[list[T]]:
    """The messages of each round, of which the first has the name ``begin``."""
    parts: list[list[T]] = []
    for message in messages:
        name = name_of(message)
        if name == begin:
            parts.append([])
        elif not parts:
            raise UnreadableError("expected {0} before the first move, found {1}", begin, name)
        parts[-1].append(message)
    if not 0 < len(parts) <= MAX_ROUNDS:
        raise UnreadableError("expected 1 to {0} rounds, each with {1}, found {2}", MAX_ROUNDS, begin, len(parts))
    return parts


def read_starts(rounds: Iterable[T], read: Callable[[T], Start]) -> list[Start]:
    """The beginning of each round. A refusal names its place in the log, for the name of the round is not known yet."""
    found: list[Start] = []
    for place, given in enumerate(rounds, start=1):
        try:
            found.append(read(given))
        except UnreadableError as error:
            raise error.begun(msg("in round {0} of the log", place)) from None
    if len({start.players for start in found}) > 1:
        raise UnreadableError("expected as many players in every round as in the first one, found another number")
    return found


def read_rounds(
    rounds: Sequence[T],
    starts: Sequence[Start],
    scores: tuple[int, ...] | None,
    read: Callable[[T, Start, tuple[int, ...] | None], RoundLog],
) -> list[RoundLog]:
    """Each round, read from its part of the log, its start, and the scores before the next one. ``scores``: those at
    the end of the game. A refusal names the round.
    """
    after = [*(start.scores for start in starts[1:]), scores]
    found: list[RoundLog] = []
    for given, start, told in zip(rounds, starts, after, strict=True):
        try:
            found.append(read(given, start, told))
        except UnreadableError as error:
            raise error.begun(msg("in {0}", round_name(start))) from None
    return found
