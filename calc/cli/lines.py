"""Lines that say more than a record, or less: words that mean nothing, the cards of one player alone."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from calc.cli.screen import tell
from calc.disputes.strangers import leave_out
from calc.games import all_games
from calc.notation.text import show
from calc.patterns import regex
from calc.settling import AnyRead, Settings, read_line, settle_cases
from calc.translation import msg, one_by_one, say

#: Cards of nobody, perhaps behind a rule set.
_NAMELESS: Final = regex(r"^(\s*(?:[^\W\d]\S*\s+)?)(?=[0-9]{1,2}[BARC])")
#: So many may play besides.
_MOST: Final = 6


def round_of_pile(read: AnyRead, settings: Settings, *, stops: bool = False) -> AnyRead | None:
    """The pile of one player as a round, of as many as play the game: what is wrong with its cards is told where it is
    settled. ``None`` for anything else. ``stops``: whether the player stops, if the pile has yaku.
    """
    told: Any = read.record
    if told is None and read.text is not None:
        told = read_line(_NAMELESS.sub(r"\1you:", read.text)).record
    players = getattr(told, "players", None)
    if not isinstance(players, dict) or len(players) != 1 or not all(hand.captured for hand in players.values()):
        return None
    ((name, hand),) = players.items()
    silent: dict[str, Any] = {}
    while len(silent) < _MOST:
        number = f" {len(silent)}" if silent else ""
        silent[say("opponent") + number] = type(hand)(captured="")
        full = replace(told, players={**players, **silent})
        ended = [replace(full, stopped_by=name)] if stops and full.stopped_by is None else []
        for record in (*ended, full):
            found = replace(read, record=record, error=None)
            (case,) = settle_cases([found], settings)
            # What is wrong with the cards, not that there is one player.
            if case.error is None or (record is full and (case.error.key or "").startswith(("players.", "rules"))):
                return found
    return None


def read_plain(read: AnyRead, settings: Settings) -> AnyRead | None:
    """The round that a sentence tells without words that mean nothing, which are told; ``None`` for any other line."""
    text = read.text or ""
    if not any(game.unread_in and not game.rounds_told and game.forms.is_line(text) for game in all_games()):
        return None
    line, left = leave_out(text, settings)
    if (found := read_line(line)).error is not None:
        return None
    tell_unread(left)
    return replace(found, text=text)


def without_strangers(line: str, settings: Settings, unread: Callable[[str], Iterable[str]] | None = None) -> str:
    """A line that tells no hand without the words that mean nothing, which are told; the line where that does not help.
    ``unread``: at which words reading a line ends, by default a line of a win.
    """
    line, left = leave_out(line, settings, unread)
    tell_unread(left)
    return line


def tell_unread(words: Sequence[str]) -> None:
    """Say which words were not read, if any."""
    if words:
        tell(msg("not read: {0}", one_by_one(map(show, words))))
