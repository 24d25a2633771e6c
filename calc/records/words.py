"""What people say, rewritten by an ordered table: the ``words.yaml`` of each game, a row a spelling.

``say`` is a regular expression in which ``<name>`` is any of the words of that name, and a blank any blanks; ``write``
takes its place, with ``<name>`` as it was said. A row that writes ``,`` parts words: no blank of later rows is that.
``<number>`` is one in digits or words, and is written in digits. ``like`` is an example, which a test runs. The part
``names`` of a file adds names to those that the program knows. At each place of a text, from left to right, the first
row that fits is taken. Every character keeps the column where it was said, and what is written anew gets that of what
follows it. Text in quotes, words with ``=`` and what is in brackets stay as they are.

Rows of claims have no ``write``, but what they ``means``.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from calc.notation.spellings import narrow
from calc.patterns import regex
from calc.strict_yaml import load

#: A group as it opens (of which ``look`` is no part of what fits), or a character, a class or a name.
_TOKEN: Final = regex(
    r"(?:(?P<open>\((?:\?(?:(?P<look><?[=!])|P<\w+>|[:>]|-?[ai]+:))?)|(?P<close>\))|(?P<bar>\|)|(?P<char>[^\W_])"
    r"|\\.|\[\^?\]?(?:\\.|[^]\\[])*+\]|<(?P<name>[a-z_]+)\d?>|.)(?P<times>[?*+]|\{[\d,]*+\})?+[+?]?+",
    re.DOTALL,
)


#: Sets of words: a text that fits has, in small letters, a word of each.
Needs = frozenset[frozenset[str]]


def needed(pattern: str, of_name: Callable[[str], Needs] = lambda _: frozenset()) -> Needs:
    """What a text needs wherever a pattern fits, as far as that is known. ``of_name`` tells it of what stands in ``<``
    and ``>``.

    >>> sorted(map(sorted, needed("(?:the )?riichi|(?:in|after) (?:a )?reach(?:ed)?|<seat> calls?")))
    [['call', 'reach', 'riichi']]
    >>> sorted(map(sorted, needed("riichi (?:stick|bet)s?")))
    [['bet', 'stick'], ['riichi']]
    """
    unknown: Needs = frozenset()
    outer: list[tuple[list[Needs], Needs, bool]] = []
    ways, best, run = list[Needs](), unknown, ""
    for found in _TOKEN.finditer(f"{pattern}|"):
        if found[0] == "[":  # a class with a bracket in it
            return unknown
        if found["char"] and not found["times"]:
            run += found["char"].casefold()
            continue
        best, run = best | ({frozenset([run])} if run else unknown), ""
        if found["name"] and found["times"] in (None, "+"):
            best |= of_name(found["name"])
        if found["open"]:
            if found["times"]:
                return unknown
            outer.append((ways, best, bool(found["look"])))
            ways, best = [], unknown
        elif found["bar"] or found["close"]:
            ways.append(best)
            best = unknown
        if found["close"]:
            inside = _either(ways)
            ways, best, is_passed = outer.pop()
            if not is_passed and found["times"] in (None, "+"):
                best |= inside
    return _either(ways)


def _either(ways: list[Needs]) -> Needs:
    """What is needed whichever way is gone: of several, of each the words that fewest texts have."""
    if len(ways) == 1 or not all(ways):
        return ways[0] if len(ways) == 1 else frozenset()
    rarest = (max(way, key=lambda words: min(map(len, words))) if len(way) > 1 else next(iter(way)) for way in ways)
    return frozenset([frozenset[str]().union(*rarest)])


class Fitting:
    """Which of many patterns may fit a text, by what each needs; looked up by one word of which each needs some."""

    def __init__(self, needs: Iterable[Needs]) -> None:
        self._needs = [*needs]
        self._by_word: dict[str, list[int]] = {}
        for place, words_of in enumerate(self._needs):
            for word in max(words_of, key=lambda words: min(map(len, words)), default=("",)):
                self._by_word.setdefault(word, []).append(place)

    def within(self, text: str) -> list[int]:
        """The places of the patterns that may fit within a text, in their order."""
        small = text.casefold()
        places = {place for word, places in self._by_word.items() if word in small for place in places}
        return [one for one in sorted(places) if all(any(word in small for word in any_) for any_ in self._needs[one])]


#: A blank within a word, and one where a comma was.
GAP: Final = "\0"
STOP: Final = "\v"
_QUOTES: Final = r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)'
_REST: Final = rf'(?:{_QUOTES}|[^\s",;.、。]|[,;.](?!\s|\Z))*+'
#: What no row changes: text in quotes, a key with its value, tiles or cards of something, and what is in brackets.
#: A key has at most 64 characters, for it is looked for at each character.
_KEPT: Final = regex(
    rf'{_QUOTES}|(?:[^\s"=:]{{0,64}}+=|[^\s"=:、。]{{1,64}}+:)(?=\S){_REST}'
    r"|[(\[](?:[^\s)\],;.]|[,;.](?!\s))*+[)\]]?",
    re.IGNORECASE,
)
#: Of many blanks no row begins but at the last.
_LAST_BLANK: Final = r"(?![^\S\v]{10})"
#: No row begins or ends within a word of these characters.
_STARTS, WORD_ENDS = r"(?<![a-z0-9_.,+-](?=[a-z0-9_]))", r"(?<![a-z0-9_](?=[a-z0-9_='-]|[.,][0-9]))"
#: Nobody says more characters in a line; what is behind them stays as it is.
_MOST_REWRITTEN: Final = 10_000
#: Longer texts are no short answer of people.
MOST_SAID: Final = 400
_FILE: Final = Path(__file__).with_name("words.yaml")
NAME: Final = re.compile(r"(?<!P)<([a-z_]+)([0-9]?)>")


class Said(Struct, frozen=True):
    """A text, and the column of each of its characters, and of its end, in the line as it was written."""

    text: str
    columns: list[int]


def said(text: str) -> Said:
    """A text as it was written."""
    return Said(text, [*range(1, len(text) + 2)])


def any_of(words: Iterable[str]) -> str:
    """A regular expression of some words, whose parts may be joined by blanks, ``_`` or ``-``."""
    ordered = sorted({*words}, key=len, reverse=True)
    return "|".join(re.sub(r"_|\\ ", r"[\\s_-]+", re.escape(word)) for word in ordered)


@cache
def parts_of(file: Path) -> dict[str, Any]:
    """The parts of a table, each read once."""
    parts: dict[str, Any] = load(file.read_text(encoding="utf-8"), file=str(file)).value
    return parts


def number_said(said: str) -> int:
    """The number that a text says, in digits or as a word."""
    said = said.replace(",", "").casefold()
    return int(said) if said.isdigit() else next(int(number) for number, words in _numbers().items() if said in words)


def _numbers() -> Mapping[str, list[str]]:
    numbers: Mapping[str, list[str]] = parts_of(_FILE)["numbers"]
    return numbers


@cache
def any_number() -> str:
    """The pattern of a number, in digits or as a word."""
    words, numerals = any_of(word for words in _numbers().values() for word in words), parts_of(_FILE)["numerals"]
    return rf"\d{{1,9}}|(?<![{numerals}])(?:{words})(?![{numerals}])"


class Rows:
    """The rows of one part of a table. ``names``: the words of each name, as a regular expression."""

    def __init__(self, file: Path, part: str, names: Callable[[], Mapping[str, str]] = dict) -> None:
        self._file, self._part, self._names = file, part, cache(names)

    @cached_property
    def rows(self) -> list[dict[str, str]]:
        """What each row says, and what it writes or means, and its example."""
        rows: list[dict[str, str]] = parts_of(self._file)[self._part]
        return rows

    @cached_property
    def needed_by(self) -> Callable[[str], Needs]:
        """What a text needs for a pattern to fit."""

        @cache
        def of_name(name: str) -> Needs:
            return needed(any_number() if name == "number" else self.named(name), of_name)

        return lambda say: needed(say, of_name)

    @cached_property
    def _fitting(self) -> Fitting:
        return Fitting(self.needed_by(row["say"]) for row in self.rows)

    def named(self, name: str) -> str:
        """The words of a name, as a regular expression."""
        own: str | None = parts_of(self._file).get("names", {}).get(name)
        return own or self._names()[name]

    def letters_of(self, row: Mapping[str, str]) -> list[str]:
        """What letters in a row stand together: its words, or their parts."""
        return re.findall(r"[^\W\d_]{2,}", re.sub(r"\(\?P?<[^>]*>|\\.", " ", self._with_names(row["say"]).casefold()))

    def _with_names(self, say: str) -> str:
        def known(name: str) -> str:
            words = any_number() if name == "number" else self.named(name)
            return NAME.sub(lambda inner: f"(?:{known(inner[1])})", words)

        def words_of(name: re.Match[str]) -> str:
            words = known(name[1])
            return f"(?:{words})" if name.group() in say[: name.start()] else f"(?P<{name[1]}{name[2]}>{words})"

        return NAME.sub(words_of, say)


@cache
def idle() -> re.Pattern[str]:
    """What people say that changes nothing: the rows of ``idle``, as whole words."""
    said = "|".join(row["say"] for row in parts_of(_FILE)["idle"])
    return re.compile(rf"(?<![a-z0-9_.,+-](?=[a-z0-9_]))(?:{said}){WORD_ENDS}", re.IGNORECASE)


@cache
def sign(name: str, file: Path = _FILE) -> re.Pattern[str]:
    """What tells something wherever it is said: a row of the part ``signs``, with ``names`` of the file."""
    said = "|".join(parts_of(file)["signs"][name])
    while NAME.search(said):
        said = NAME.sub(lambda found: f"(?:{parts_of(file)['names'][found[1]]})", said)
    return re.compile(said, re.IGNORECASE)


class WordSaid(Struct, frozen=True):
    """What a row of meanings reads in a sentence: what it ``means``, its parts, of whom, where it begins and ends."""

    means: str
    said: dict[str, str]
    who: str = ""
    span: tuple[int, int] = (0, 0)


class Meanings(Rows):
    """Rows that say what words mean. A blank is one blank."""

    @cached_property
    def _compiled(self) -> Callable[[str], re.Pattern[str]]:
        return cache(lambda say: re.compile(self._with_names(say), re.IGNORECASE))

    def _patterns(self, text: str) -> Iterator[tuple[str, re.Pattern[str]]]:
        """Those that may fit within a text."""
        for row in map(self.rows.__getitem__, self._fitting.within(text)):
            yield row["means"], self._compiled(row["say"])

    def at(self, text: str, place: int = 0) -> tuple[str, re.Match[str]] | None:
        """What the first row means that fits at a place, which has something there."""
        found = ((means, pattern.match(text, place)) for means, pattern in self._patterns(text))
        return next(((means, match) for means, match in found if match and match.group()), None)

    def whole(self, text: str) -> Iterator[tuple[str, re.Match[str]]]:
        """What rows mean that fit a whole text."""
        found = ((means, pattern.fullmatch(text)) for means, pattern in self._patterns(text))
        return ((means, match) for means, match in found if match)


#: A letter that is not small, in a pattern; what tells something else is passed over.
_CAPITAL: Final = regex(r"\\.|\(\?P|[^\W\d_a-z]")


class Table(Rows):
    """Rows that rewrite a text. ``is_of_words``: what a row says has blanks around it."""

    def __init__(
        self, file: Path, part: str, names: Callable[[], Mapping[str, str]] = dict, *, is_of_words: bool = False
    ) -> None:
        super().__init__(file, part, names)
        self._is_of_words = is_of_words
        #: The patterns of rows that a text had words of, by what they say.
        self._made: dict[str, re.Pattern[str]] = {}

    def words_of(self, row: Mapping[str, str]) -> list[str]:
        """The single words that a row says."""
        return [word for word in re.split(r"[|()]", self._with_names(row["say"])) if re.fullmatch(r"\w+", word)]

    def _row(self, say: str) -> re.Pattern[str]:
        row = self._made.get(say)
        if row is None:
            starts, ends = (r"(?<!\S)", r"(?!\S)") if self._is_of_words else (_STARTS, WORD_ENDS)
            told = self._with_names(say).replace(" ?", r"[^\S\v]*+").replace(" ", r"[^\S\v]++")
            # A pattern for texts in small letters is compiled in a third of the time; but some tell capitals apart.
            flags = re.IGNORECASE if "(?-i:" in told else re.NOFLAG
            told = told if flags else _CAPITAL.sub(lambda one: one[0].lower() if len(one[0]) == 1 else one[0], told)
            row = re.compile(f"{starts}{_LAST_BLANK}(?:{told}){ends}", flags)
            self._made[say] = row
        return row

    def _found(self, text: str) -> Iterator[tuple[int | None, re.Match[str]]]:
        """What fits in a text, from left to right, with the row that fits; ``None``: it is kept as it stands."""
        patterns = [
            *((place, self._row(self.rows[place]["say"])) for place in self._fitting.within(text)),
            (None, _KEPT),
        ]
        # Character by character, so that all keep their places.
        small = "".join(low if len(low := one.lower()) == 1 else one for one in text)
        texts = [text if row.flags & re.IGNORECASE else small for _, row in patterns]
        coming = [row.search(own, 0, _MOST_REWRITTEN) for own, (_, row) in zip(texts, patterns, strict=True)]
        while True:
            starts = [found.start() if found else len(text) + 1 for found in coming]
            first = starts.index(min(starts))
            if (found := coming[first]) is None:
                return
            yield patterns[first][0], found
            done = found.end() + (found.end() == found.start())
            for at, (start, (_, row)) in enumerate(zip(starts, patterns, strict=True)):
                if start < done or at == first:
                    coming[at] = row.search(texts[at], done, _MOST_REWRITTEN)

    def rewrite(self, text: Said) -> Said:
        """The text with what each row says in the words that it writes. A row that writes nothing leaves blanks."""
        written, columns = zip(*self._pieces(text), strict=True)
        return Said("".join(written), [column for piece in columns for column in piece])

    def _pieces(self, text: Said) -> Iterator[tuple[str, list[int]]]:
        plain, done = narrow(text.text), 0
        for row, found in self._found(plain):
            start, end = found.span()
            yield plain[done:start], text.columns[done:start]
            done = end
            if row is None:
                kept = text.text[start:end]
                yield kept if {"=", '"'} & {*kept} else plain[start:end], text.columns[start:end]
                continue
            write = self.rows[row].get("write")
            if write == ",":
                yield STOP * (end - start), text.columns[start:end]
                continue
            if not write:
                yield " " * (end - start), text.columns[start:end]
                continue
            at = start
            for literal, name in re.findall(r"([^<]+|(?=<))(?:<(\w+)>)?", write):
                at, end = found.span(name) if name else (at, at)
                yield literal, [text.columns[at]] * len(literal)
                if name.startswith("number"):
                    number = str(number_said(plain[at:end]))
                    yield number, [text.columns[at]] * len(number)
                    continue
                yield plain[at:end].replace(" ", GAP).replace(STOP, GAP), text.columns[at:end]
        yield plain[done:], text.columns[done:]
