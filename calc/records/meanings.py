"""Sentences read word by word: at each place the longest row of meanings counts."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Final, Self

from calc.notation.spellings import seat_of
from calc.patterns import regex
from calc.records.words import NAME, WORD_ENDS, Fitting, Meanings, WordSaid, idle, parts_of, sign

#: What may be a name in small letters, or the letter of a seat.
_SMALL: Final = regex(r"[a-z]{2,14}|[eswn]")
#: A word that no row reads: in Japanese a character.
_WORD: Final = regex(r"(?a:[\w'-]+)|(?s:.)")


@lru_cache(maxsize=4096)
def _pattern(say: str) -> re.Pattern[str]:
    """An alternative as whole words; rows of other tables say much the same."""
    return re.compile(f"(?:{say}){WORD_ENDS}", re.IGNORECASE)


@lru_cache(maxsize=4096)
def _alternatives(say: str) -> list[str]:
    """What a row says, one by one, so that the longest counts and not the first."""
    depth, found = 0, [""]
    for one in re.findall(r"\\.|.", say):
        depth += (one == "(") - (one == ")")
        if one == "|" and not depth:
            found.append("")
        else:
            found[-1] += one
    return found


class Words(Meanings):
    """Rows of meanings in which only what a row names is a part of what it says. ``rows``: instead of those of the
    file; ``shared``: names besides those of the file.
    """

    def __init__(
        self,
        file: Path,
        part: str,
        rows: Sequence[dict[str, str]] | None = None,
        shared: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(file, part)
        self._shared = shared or {}
        if rows is not None:
            self.rows = [*rows]
        #: The text that was asked last, and the patterns of which it has words.
        self._asked: tuple[str, list[tuple[str, re.Pattern[str]]]] = "", []

    @classmethod
    @cache
    def of(cls, file: Path, part: str) -> Self:
        """The rows of a part of a file; what they need is found out once."""
        return cls(file, part)

    def named(self, name: str) -> str:
        own: str | None = parts_of(self._file).get("names", {}).get(name)
        return self._shared[name] if own is None else own

    def _with_names(self, say: str) -> str:
        while NAME.search(say):
            say = NAME.sub(lambda name: f"(?:{self.named(name[1])})", say)
        return say

    @cached_property
    def _whole(self) -> tuple[list[tuple[str, str]], Fitting]:
        whole = [(row["means"], one) for row in self.rows for one in _alternatives(row["say"])]
        return whole, Fitting(self.needed_by(one) for _, one in whole)

    def all_at(self, text: str, place: int) -> Iterator[tuple[str, re.Match[str]]]:
        """What rows mean that fit whole words at a place."""
        asked, patterns = self._asked
        if asked != text:
            whole, fitting = self._whole
            said = map(whole.__getitem__, fitting.within(text))
            patterns = [(means, _pattern(self._with_names(say))) for means, say in said]
            self._asked = text, patterns
        found = ((means, pattern.match(text, place)) for means, pattern in patterns)
        return ((means, match) for means, match in found if match and match.group())


def read_words(text: str, tables: Sequence[Words]) -> tuple[list[WordSaid], list[str]]:
    """What a text says, word by word, and the words that no row reads and that are not idle."""
    found, lost = _read_words(text, tuple(tables))
    return [*found], [*lost]


def read_named(text: str, tables: Sequence[Words]) -> tuple[str, list[WordSaid], list[str]]:
    """What a text says, as :func:`read_words`, and the text that was read: names may be written small."""
    words, lost = read_words(text, tables)
    words_of = (word.removesuffix("'s") for word in lost)
    small = [word for word in words_of if _SMALL.fullmatch(word) and not sign("telling").fullmatch(word)]
    if not small:
        return text, words, lost
    named = re.sub(rf"(?<![\w'])(?:{'|'.join(small)})(?!\w)", lambda one: one[0].capitalize(), text)
    again, unread = read_words(named, tables)
    # A word before a seat alone is no name.
    beside = [named[slice(*word.span)].split() for word in again if word.means.startswith("sits=")]
    alone = [one[0].casefold() for one in beside if len(one) == 2 and seat_of(one[1])]
    is_list = len(alone) > 1 or not any(text.split().count(one) == 1 for one in alone if one in small)
    return (named, again, unread) if len(unread) < len(lost) and is_list else (text, words, lost)


@lru_cache(maxsize=256)  # several readers look at one text by the same rows
def _read_words(text: str, tables: tuple[Words, ...]) -> tuple[list[WordSaid], list[str]]:
    found: list[WordSaid] = []
    lost: list[str] = []
    place, who = 0, ""
    while place < len(text):
        rows = (one for table in tables for one in table.all_at(text, place))
        told = max(rows, key=lambda one: one[1].end(), default=None)
        passed = idle().match(text, place)
        if passed is not None and (told is None or passed.end() > told[1].end()):
            place = passed.end()
            continue
        if told is None:
            word = _WORD.findall(text, place)[0]
            place += len(word)
            lost += [word] if re.search(r"\w", word) else []
            continue
        means, match = told
        place, said = match.end(), {key.rstrip("23456789"): value for key, value in match.groupdict().items() if value}
        persons = (one for table in tables for one in table.all_at(text, match.start()) if one[0] == "who")
        for _, person in persons:
            key = next(key for key, value in person.groupdict().items() if value)
            # ``he`` is who was named last, but for who speaks.
            if key != "he" or who in ("", "i"):
                who = person.group().casefold() if key in ("seat", "name") else key
        found.append(WordSaid(means, said, who, match.span()))
    return found, lost
