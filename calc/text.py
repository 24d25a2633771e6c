r"""Text that is safe for a terminal, a message or a spreadsheet, and fits a width in terminal cells.

Names, ids and file names may come from strangers, and may contain characters that move the cursor, colour the screen,
reverse the direction of writing or end a line. Records and results keep them; they are replaced only where they are
shown.

The streams below replace them in all that a command prints; data for programs is written as it is, past that.

Spreadsheets take some cells of CSV for formulas. Text that begins with any number of ``'`` followed by one of
``= + - @``, their full-width forms ``＝ ＋ － ＠``, a tab or a line end therefore gets one more ``'`` in front, which
marks text in spreadsheets. To undo it, remove one ``'`` from every cell that matches ``^'+[=+\-@＝＋－＠\t\r\n]``.
Numbers are not changed.
"""

import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import IO, Any, Final, TextIO, cast

from calc.patterns import regex

#: Characters that move the cursor, colour the screen, end a line or turn the direction of writing; lone surrogates.
UNPRINTABLE: Final = regex(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]"
)
#: A space at which no line is broken.
TOGETHER: Final = "\u00a0"
#: How many characters of one text are shown; JSON has the rest.
MOST_SHOWN: Final = 10_000
_FORMULA: Final = regex(r"'*[=+\-@＝＋－＠\t\r\n]")
_NARROWEST: Final = 8
#: A word with more cells is a sentence of Japanese.
_SENTENCE: Final = 24
#: Terminal cells of an East Asian wide character.
_WIDEST: Final = 2
_WORD: Final = "\u3005-\u30ff\u3400-\u9fff（）「」％"
#: Marks of a text with words of Japanese, and brackets around one, of which rule sets by their labels are none; what
#: stands in brackets, in braces or in quotes of code without such words is left as it is.
_MARK: Final = regex(rf"\[[^\[\]{_WORD}]*\]|\([^(){_WORD}]*\)|\{{[^{{}}]*\}}|`[^`]*`|([:;,])(?:\s+|$)")
_JAPANESE: Final = regex(f"[{_WORD}×：]")
_MARKS: Final = {":": "：", ";": "；", ",": "、"}
_BRACKETS: Final = regex(rf"(?:(?<=\S)[ \u00a0])?\((?![A-Za-z])(?=[^()@{_WORD}]*[{_WORD}])([^()@]*)\)")
#: Of a sum that is worked out.
_EQUALS: Final = regex(r"(?<=[\d)\]）]) = (?=-?\d)")
_ROUND: Final = r"（\1）"
#: A number that is written with commas.
_LARGE: Final = regex(r"\d{4,}")
#: What does not end a line in Japanese.
_NEVER_LAST: Final = "（「『【〈《"
#: What does not begin one.
_NEVER_FIRST: Final = "、。，．・：；！？）」』】〉》ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々"
#: Categories of characters that take no cell: accents, joiners.
_WITHOUT_CELL: Final = ("Mn", "Me", "Cf")


def printable(text: str) -> str:
    r"""Text in one line that a terminal shows without obeying it.

    >>> printable("Aki\x1b[2J")
    'Aki�[2J'
    """
    return UNPRINTABLE.sub("\ufffd", text)


def printable_lines(text: str) -> str:
    """Like :func:`printable`, but keeps line ends."""
    return "\n".join(map(printable, text.split("\n")))


def in_japanese(text: str) -> str:
    """Text with the marks of Japanese where they stand beside its words; Latin letters keep their own.

    >>> in_japanese("A: 札の点 88, 得点 0 (2本場: 600)"), in_japanese("10: 5, riichi=true; E (guide, Yaku)")
    ('A：札の点 88、得点 0（2本場：600）', '10: 5, riichi=true; E (guide, Yaku)')
    >>> in_japanese("A：15×2 = 30、2倍"), in_japanese("Aの勝ち：A +30, B -30 [E, W]")
    ('A：15×2＝30、2倍', 'Aの勝ち：A +30、B -30 [E, W]')
    >>> in_japanese("A：75 - 80 = -5")
    'A：75 - 80＝-5'
    """
    if text.isascii() or not _JAPANESE.search(text):
        return text
    rounded = _BRACKETS.sub(_ROUND, _BRACKETS.sub(_ROUND, text))  # the inner ones first
    return _EQUALS.sub("＝", _MARK.sub(lambda found: _MARKS.get(found[1], found[0]), rounded))


def escaped(json: str) -> str:
    r"""JSON text in which JSON escapes replace everything that a terminal would obey; its values stay the same.

    >>> print(escaped('{"name":"Aki\x9b2J"}'))
    {"name":"Aki\u009b2J"}
    """
    # JSON strings contain control characters only as escapes, so a line end is always outside of a string.
    return UNPRINTABLE.sub(lambda found: found[0] if found[0] == "\n" else f"\\u{ord(found[0]):04x}", json)


def guarded(cell: Any) -> Any:
    """A cell of CSV that no spreadsheet takes for a formula (see above).

    >>> [guarded(cell) for cell in ("=1+1", "'=1+1", "Aki", "'Aki", -100)]
    ["'=1+1", "''=1+1", 'Aki', "'Aki", -100]
    """
    return f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell


def cut(text: str, longest: int) -> str:
    """The text, without its middle if it is longer than ``longest``.

    >>> cut("abcdefghijklmnopqrstuvwxyz", 20)
    'abcdefghij ... vwxyz'
    """
    return text if len(text) <= longest else f"{text[: longest - longest // 4 - 5]} ... {text[-(longest // 4) :]}"


def number(value: int) -> str:
    """``12,300``."""
    return f"{value:,}"


def counted(count: int, what: str) -> str:
    """``1 round``, ``12 rounds``."""
    return f"{number(count)} {what}{'' if count == 1 else 's'}"


def thousands(text: str) -> str:
    """Points with commas: ``7,700``, ``1,300/2,600``, ``4,000 all``."""
    return _LARGE.sub(lambda number: f"{int(number[0]):,}", text)


def signed(value: int | float) -> str:
    """``+12,300``, ``-4,100``, ``-16.8``, ``0``."""
    return f"{value:+,}" if value else "0"


def cells(text: str) -> int:
    """The terminal cells that a text takes: two for East Asian wide characters, none for combining accents."""
    return len(text) if text.isascii() else sum(map(_count_cells, text))


@lru_cache(4096)
def _count_cells(character: str) -> int:
    if unicodedata.category(character) in _WITHOUT_CELL:
        return 0
    return _WIDEST if unicodedata.east_asian_width(character) in "WF" else 1


def _longest_word(texts: Iterable[str]) -> int:
    return max((cells(word) for text in texts for word in text.split(" ")), default=0)


def wrap(text: str, width: int, indent: str = "  ") -> list[str]:
    """A long sentence as lines of at most ``width`` cells; all but the first are indented. Leading spaces are kept.

    >>> wrap("South wins 2,600 points", 14)
    ['South wins', '  2,600 points']
    """
    text = printable(cut(text, MOST_SHOWN))
    # Even in a very narrow terminal, each line has room for one character after the indent.
    width = max(width, cells(indent) + _WIDEST)
    words = text.strip().split(" ")
    line = text[: len(text) - len(text.lstrip())]
    lines: list[str] = []
    fresh = True
    for word in words:
        joined = f"{line}{word}" if fresh else f"{line} {word}"
        if cells(joined) > width and not fresh and (word.isascii() or cells(word) <= _SENTENCE):
            lines.append(line.rstrip())
            joined = f"{indent}{word}"
        while cells(joined) > width:
            head = _cut_to_width(joined, width)
            lines.append(head)
            joined = indent + joined[len(head) :]
        line, fresh = joined, False
    return [one.replace(TOGETHER, " ") for one in (*lines, line)]


def _cut_to_width(text: str, width: int) -> str:
    """The longest beginning of a text that fits into ``width`` cells, at least one character."""
    taken = 0
    for end, character in enumerate(text):
        taken += _count_cells(character)
        if taken > width and end:
            places = range(end, end // 3, -1)
            return text[: next((place for place in places if _may_break(text, place)), end)]
    return text


def _may_break(text: str, place: int) -> bool:
    """Whether Japanese may be broken there: not before a full stop, behind an opening bracket, nor in a word
    like ``koikoi-5``.
    """
    around = text[place - 1 : place + 1]
    is_word = around.isascii() and " " not in around
    if text.isascii():
        return True
    is_apart = text[place] not in _NEVER_FIRST and text[place - 1] not in _NEVER_LAST
    return is_apart and not is_word and bool(text[:place].strip())


def block(title: str, lines: Iterable[str], width: int) -> list[str]:
    """A title and the lines below it, wrapped and indented: a row of a table for narrow terminals."""
    return [*wrap(title, width), *(part for line in lines for part in wrap(f"  {line}", width, "    "))]


def columns(rows: Iterable[Sequence[object]], align: str, width: int | None = None) -> list[str]:
    """Rows as lines with aligned cells; ``align`` has ``<`` or ``>`` for each column.

    If the rows are wider than ``width``, the left-aligned columns are wrapped, the widest first. Short answers need no
    table library: loading it would take longer than finding the answer.

    >>> columns([("Riichi", 1), ("Dora", 12)], "<>")
    ['Riichi   1', 'Dora    12']
    """
    table = [[printable(cut(str(cell), MOST_SHOWN)) for cell in row] for row in rows]
    by_column = list(zip(*table, strict=True))
    widths = [max(map(cells, column)) for column in by_column]
    over = sum(widths) + 2 * (len(widths) - 1) - width if width is not None else 0
    left = [place for place, side in enumerate(align) if side == "<"]
    # First narrow the columns only as far as no word is broken.
    for floors in ([_longest_word(column) + 2 for column in by_column], [0] * len(widths)):
        for place in sorted(left, key=widths.__getitem__, reverse=True):
            narrowed = min(widths[place], max(widths[place] - max(over, 0), _NARROWEST, floors[place]))
            over -= widths[place] - narrowed
            widths[place] = narrowed
    lines = []
    for row in table:
        wrapped = [wrap(cell, room) if cell else [""] for cell, room in zip(row, widths, strict=True)]
        for place in range(max(map(len, wrapped))):
            parts = [cell[place] if place < len(cell) else "" for cell in wrapped]
            lines.append("  ".join(map(_pad, parts, widths, align)).rstrip())
    return lines


def indented(rows: Sequence[Sequence[object]], align: str, width: int) -> list[str]:
    """Rows as :func:`columns` aligns them, indented by two cells."""
    return [f"  {line}" for line in columns(rows, align, width - 2)]


def _pad(text: str, width: int, side: str) -> str:
    space = " " * (width - cells(text))
    return space + text if side == ">" else text + space


# ---- streams that show it

#: The formats that other programs read.
_FOR_PROGRAMS: Final = ("json", "yaml", "csv", "html", "svg")


class _Screen:
    """A text stream that writes only what can be seen, and ends of lines; ``passing``: errors that are passed over."""

    def __init__(self, stream: TextIO, *passing: type[Exception]) -> None:
        self.stream = stream
        self._passing = passing

    def write(self, text: str) -> int:
        with suppress(*self._passing):
            self.stream.write(printable_lines(text))
        return len(text)

    def flush(self) -> None:
        with suppress(*self._passing):
            self.stream.flush()

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


class _DataScreen:
    def __init__(self, stream: TextIO, form: str) -> None:
        self.stream = stream
        self.form = form

    def write(self, data: bytes) -> int:
        self.stream.write(_make_harmless(data.decode(errors="replace"), self.form))
        return len(data)

    def flush(self) -> None:
        self.stream.flush()


@contextmanager
def shown_only() -> Iterator[None]:
    """Let standard output and standard error show only text for a while."""
    out, err = sys.stdout, sys.stderr
    # Messages that cannot be told change nothing of what is done.
    sys.stdout, sys.stderr = cast(TextIO, _Screen(out)), cast(TextIO, _Screen(err, OSError))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = out, err


def under(stream: TextIO) -> TextIO:
    """The stream itself, to steer a terminal or to write data."""
    return stream.stream if isinstance(stream, _Screen) else stream


def write_data(pieces: Iterable[str], form: str) -> None:
    """Write data for programs to standard output: unchanged, except on a terminal (see :func:`_make_harmless`)."""
    stream = under(sys.stdout)
    for piece in pieces:
        stream.write(_make_harmless(piece, form) if stream.isatty() else piece)


def write_text(pieces: Iterable[str], form: str) -> None:
    """Write data for programs, or text for people, as the format has it."""
    if form in _FOR_PROGRAMS:
        write_data(pieces, form)
    else:
        sys.stdout.writelines(pieces)


def data_stream(form: str) -> IO[bytes]:
    """Standard output for data in bytes, as with :func:`write_data`."""
    stream = under(sys.stdout)
    return cast(IO[bytes], _DataScreen(stream, form)) if stream.isatty() else stream.buffer


def _make_harmless(text: str, form: str) -> str:
    """Replace what a terminal would obey: by escapes in JSON, which has them, by other characters elsewhere."""
    return escaped(text) if form == "json" else printable_lines(text)


def terminal_width() -> int:
    """The cells of a line of the terminal."""
    import shutil  # no program that reads results needs it

    return shutil.get_terminal_size().columns
