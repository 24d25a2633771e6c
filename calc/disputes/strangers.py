"""What changes nothing, left out of what people say of a hand: words of which no table knows a meaning, such as names,
and what is asked at the end.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final

from calc.disputes.asked import means_nothing
from calc.games import Game, all_games
from calc.patterns import regex
from calc.records.words import MOST_SAID, sign
from calc.settling import Settings, rules_for

#: So many words at most are left out.
_MOST: Final = 8
#: A tile, which a question may tell.
_TILE: Final = regex(r"\d ?[mpsz](?![a-z])")
#: What stands for a name.
_PERSON: Final = "someone"


def leave_out(
    text: str, settings: Settings, unread: Callable[[str], Iterable[str]] | None = None
) -> tuple[str, list[str]]:
    """A text without the words at which reading ends and that mean nothing, and these; the text as it is, where reading
    ends at another word, or where it tells of cards. ``unread``: at which words the reading of a text ends, one for
    each way to read it; by default as a line of a win.
    """
    games = [game for game in all_games() if game.unread_in is not None]
    game = next(game for game in reversed(games) if game.forms.is_line(text))
    of_win = partial(game.unread_in, rules_of=lambda win: rules_for(win, settings, allow_file=True))
    is_short = len(text) <= MOST_SAID and (game != games[0] or not sign("of_cards").search(text))
    for told, asked in _without_question(text) if is_short else ():
        found, left = _leave_out(told, unread or of_win, game)
        if left is not None:
            return found, [*left, *asked]
    return text, []


def _without_question(text: str) -> Iterator[tuple[str, list[str]]]:
    """A text, and without the questions at its end, which ask of the hand that was told."""
    yield text, []
    if (asked := sign("question").search(text)) and asked.start() and not _TILE.search(asked.group()):
        yield text[: asked.start()].rstrip() + text[asked.end() :], [asked.group()]


def _leave_out(text: str, unread: Callable[[str], Iterable[str]], game: Game) -> tuple[str, list[str] | None]:
    left = list[str]()
    seated = {who for found in sign("seated").finditer(text) for who in found.groups()}
    while len(left) < _MOST:
        words = [word.strip(",.;:!?、。()") for word in unread(text)]
        if not words:
            return text, [word for word in left if word != _PERSON]
        word = next((one for one in words if one == _PERSON or means_nothing(one, game)), None)
        found = word and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text)
        # Where a seat is told of somebody, who else does something decides.
        if not found or (seated and (found.group() in seated or found.group().istitle())):
            return text, None
        left.append(found.group())
        person = _PERSON if found.group().istitle() and found.start() else ""
        text = f"{text[: found.start()]}{person}{text[found.end() :]}"
    return text, None
