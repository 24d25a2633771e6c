"""The words of a line: blanks part them, save within double quotes."""

from __future__ import annotations

import re
from typing import NamedTuple

from calc.errors import NotationError
from calc.notation.text import show, unwritable_column

#: Characters of one line of notation.
MOST_LINE = 200_000

#: Anything but blanks, and anything within double quotes; or a quote that nothing closes.
_WORD = re.compile(r'''(?:[^\s"]|"(?:[^"\\]|\\.)*")+|"''', re.DOTALL)


class Word(NamedTuple):
    """A word and the column, from 1, at which it begins."""

    text: str
    column: int


def split_words(text: str) -> list[Word]:
    """The words of a line.

    Raises :class:`~calc.errors.NotationError` for a quote that nothing closes, and for a line that is too long.
    """
    if len(text) > MOST_LINE:
        message = f"expected a line of at most {MOST_LINE:,} characters, found {len(text):,}: {show(text)}"
        raise NotationError(message, column=MOST_LINE + 1)
    bad = unwritable_column(text)
    if bad is not None:
        raise NotationError(f"expected text in UTF-8, found {text[bad - 1]!r} in {show(text)}", column=bad)
    words = []
    for found in _WORD.finditer(text):
        if found.group() == '"':
            at = found.start()
            raise NotationError(f"expected a closing quote after {show(text[at:])}, found the end", column=at + 1)
        words.append(Word(found.group(), found.start() + 1))
    return words
