"""The words of a line, and the columns at which its values stand: blanks part words, save within double quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from calc.errors import CalcError, NotationError
from calc.notation.text import show, unwritable_column

#: Characters of one line of notation.
MOST_LINE = 200_000

#: Anything but blanks, and anything within double quotes; or a quote that nothing closes.
_WORD = re.compile(r'''(?:[^\s"]|"(?:[^"\\]|\\.)*")+|"''', re.DOTALL)


class Word(NamedTuple):
    """A word and the column, from 1, at which it begins."""

    text: str
    column: int


@lru_cache(maxsize=1)
def split_words(text: str) -> tuple[Word, ...]:
    """The words of a line, remembered for the next who asks for those of the same one.

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
    return tuple(words)


def with_counts(words: Sequence[Word], count: re.Pattern[str]) -> Iterator[Word]:
    """The words, each number as one with what it counts: of ``3 han`` one word, of ``3翻30符`` two."""
    place = 0
    while place < len(words):
        text, column = words[place]
        joined = "".join(word.text for word in words[place : place + 2])
        counts = [*count.finditer(text)]
        if text.isdigit() and count.fullmatch(joined):
            yield Word(joined, column)
            place += 1
        elif "".join(found.group() for found in counts) == text:
            yield from (Word(found.group(), column + found.start()) for found in counts)
        else:
            yield words[place]
        place += 1


#: Column (from 1) in a line by key. Where a value was not written in canonical spelling, ``hand:5`` is the column of
#: what has become the fifth character of the canonical hand.
Columns = dict[str, int]

_LAST_PART = re.compile(r"(?:\.[^.\[]*|\[[0-9]+\])$")


def in_line(error: CalcError, columns: Columns) -> CalcError:
    """Turn an error with a column in the value of its key into one with a column in the line; the same error, changed.

    An error without a column gets the start of the value. One whose key was not in the line stays as it is.
    """
    if error.key is None:
        return error
    moved = columns.get(f"{error.key}:{error.column}")
    start = columns.get(error.key)
    if moved is not None:
        error.column = moved
    elif start is not None:
        error.column = start + (error.column or 1) - 1
    else:
        error.column = locate(error.key, columns) or error.column
    return error


def locate(key: str, columns: Columns) -> int | None:
    """The column of a key, else of the whole it is part of, else of its first part; ``None`` where the line has none
    of them.
    """
    whole = key
    while whole not in columns and _LAST_PART.search(whole):
        whole = _LAST_PART.sub("", whole)
    if whole in columns:
        return columns[whole]
    parts = [column for name, column in columns.items() if name.startswith((f"{key}.", f"{key}["))]
    return min(parts, default=None)
