"""Words of which no table knows a meaning, left out of what people say of a hand: names of persons, how they feel."""

import re
from collections.abc import Callable, Iterable
from typing import Final

from calc.disputes.asked import means_nothing
from calc.games import Game

#: So many words at most are left out.
_MOST: Final = 12
#: What stands for a name.
_PERSON: Final = "someone"


def leave_out(text: str, unread: Callable[[str], Iterable[str]], game: Game) -> tuple[str, list[str]]:
    """A text without the words at which reading ends and that mean nothing, and these; the text as it is, where reading
    ends at another word. ``unread``: at which words the reading of a text ends, one for each way to read it.
    """
    told, left = text, list[str]()
    while len(left) < _MOST:
        words = [word.strip(",.;:!?、。()") for word in unread(text)]
        if not words:
            return text, [word for word in left if word != _PERSON]
        word = next((one for one in words if one == _PERSON or means_nothing(one, game)), None)
        found = word and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text)
        if not found:
            break
        left.append(found.group())
        person = _PERSON if found.group().istitle() and found.start() else ""
        text = f"{text[: found.start()]}{person}{text[found.end() :]}"
    return told, []
