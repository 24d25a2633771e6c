"""What people say of a situation, word by word, by rows of meanings."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from calc.notation.spellings import seat_of
from calc.patterns import regex
from calc.records.words import NAME, WORD_ENDS, Meanings, WordSaid, number_said, parts_of

#: The table of what all games say alike, and its names.
FILE: Final = Path(__file__).with_name("topics.yaml")
NAMES: Final = parts_of(FILE)["names"]
_REASON: Final = regex(NAMES["reason"])
#: A word that no row reads: in Japanese a character.
_WORD: Final = regex(r"(?a:[\w'-]+)|(?s:.)")


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
    """Rows of meanings in which only what a row names is a part of what it says. Names are those of its file, and of
    the file of all games. ``rows``: instead of those of the file.
    """

    def __init__(self, file: Path, part: str, rows: Sequence[dict[str, str]] | None = None) -> None:
        super().__init__(file, part)
        if rows is not None:
            self.rows = [*rows]

    def _with_names(self, say: str) -> str:
        names = {**NAMES, **parts_of(self._file).get("names", {})}
        while NAME.search(say):
            say = NAME.sub(lambda name: f"(?:{names[name[1]]})", say)
        return say

    @cached_property
    def _whole(self) -> list[tuple[str, re.Pattern[str]]]:
        rows = ((row["means"], self._with_names(row["say"])) for row in self.rows)
        return [
            (means, re.compile(f"(?:{one}){WORD_ENDS}", re.IGNORECASE))
            for means, say in rows
            for one in _alternatives(say)
        ]

    def all_at(self, text: str, place: int) -> Iterator[tuple[str, re.Match[str]]]:
        """What rows mean that fit whole words at a place."""
        found = ((means, pattern.match(text, place)) for means, pattern in self._whole)
        return ((means, match) for means, match in found if match and match.group())


def read_words(text: str, tables: Sequence[Words]) -> tuple[list[WordSaid], list[str]]:
    """What a text says, word by word, and the words that no row reads."""
    found: list[WordSaid] = []
    lost: list[str] = []
    place, who = 0, ""
    while place < len(text):
        rows = (one for table in tables for one in table.all_at(text, place))
        told = max(rows, key=lambda one: one[1].end(), default=None)
        if told is None:
            word = _WORD.findall(text, place)[0]
            place += len(word)
            lost += [word] if re.search(r"\w", word) else []
            continue
        means, match = told
        place, said = match.end(), {key.rstrip("2"): value for key, value in match.groupdict().items() if value}
        persons = (one for table in tables for one in table.all_at(text, match.start()) if one[0] == "who")
        for _, person in persons:
            who = next(key for key, value in person.groupdict().items() if value)
            who = person.group().casefold() if who == "seat" else who
        found.append(WordSaid(means, said, who, match.span()))
    return found, lost


def read_claimed(claim: str, tables: Sequence[Words]) -> dict[str, str]:
    """What a claim says of a situation, as names with values; nothing where it cannot be read."""
    text = " ".join(unicodedata.normalize("NFKC", claim).replace("’", "'").split())
    words, lost = read_words(_REASON.sub("", text).strip(" ,、.。!"), tables)
    found: dict[str, str] = {}
    is_denied = False
    for word in words:
        if word.means in ("filler", "who"):
            continue
        if word.means == "not":
            is_denied = True
            continue
        for one in word.means.format(**_spelled(word.said)).split():
            name, _, value = one.partition("=")
            turned = {"yes": "no", "no": "yes"}.get(value, f"not {value}") if is_denied else value
            if found.setdefault(name, turned) != turned:
                return {}
        is_denied = False
    return {} if lost or is_denied else found


def _spelled(said: Mapping[str, str]) -> dict[str, Any]:
    """Seats and numbers as they are compared."""
    return {
        name: number_said(value) if name == "n" else seat_of(value) if name == "seat" else value
        for name, value in said.items()
    }


def fits(claimed: Mapping[str, str], decided: Mapping[str, str]) -> bool | None:
    """Whether all that is claimed is as ``decided``; ``None`` where that cannot be compared."""
    if not claimed:
        return None
    found = [_agrees(value, decided[name]) for name, value in claimed.items() if name in decided]
    if not all(found):
        return False
    return True if len(found) == len(claimed) else None


def _agrees(claimed: str, actual: str) -> bool:
    return claimed != f"not {actual}" if claimed.startswith("not ") else claimed == actual
