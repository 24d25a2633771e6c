"""An answer for people: titles, texts, lists, tables and pictures, written as text, Markdown, a page or data.

A report makes one :class:`Document` of an answer; its :meth:`~Document.write` knows the formats. All words in blocks
are only text, nothing is taken for markup.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, TypeVar

from msgspec import UNSET, Struct
from msgspec.structs import replace

from calc.layout.tables import Format, plain_texts, table
from calc.layout.words import word
from calc.outcomes import Result
from calc.text import block as entry, in_japanese, indented, printable, printable_lines, wrap
from calc.translation import language, say

if TYPE_CHECKING:
    from jinja2 import Environment, Template

T = TypeVar("T")

#: How many lines a sheet may have to be printed in a large and in a middle-sized type; a picture is as high as two.
_ROOMY, _CLOSE = 40, 100
#: The page around blocks, and the styles of both.
TEMPLATES: Final = Path(__file__).parent / "templates"
#: No terminal is as wide.
MOST: Final = 1 << 20


class Drawing(Protocol):
    """A picture (see ``calc.pictures``): its markup, and drawings that it shares with other pictures of a page."""

    @property
    def parts(self) -> Mapping[str, str]: ...
    def inline(self) -> str: ...


class Block(Struct, frozen=True):
    """A part of an answer. Where it has a field ``apart``, that says whether an empty line is before it in a text."""

    def lines(self, width: int, marks: str) -> Iterable[str]:
        """The lines of a text. ``marks``: those of its title in Markdown; empty for other texts."""
        return ()


class Title(Block, frozen=True):
    """The first line of a text, with ``aside`` in brackets. A page has a title, and shows ``aside`` alone."""

    words: str
    aside: str = ""
    level: Literal[1, 2] = 2

    def lines(self, width: int, marks: str) -> Iterable[str]:
        told = f"{self.words}   ({self.aside})" if self.aside else self.words
        return [f"{marks} {told}"] if marks else wrap(told, width)


class Head(Block, frozen=True):
    """A heading. ``level``: 2 for a part of the answer, 3 for a part of that."""

    words: str
    level: Literal[2, 3] = 2
    apart: bool = True

    def lines(self, width: int, marks: str) -> Iterable[str]:
        return [f"{marks}# {self.words}", ""] if marks else wrap(self.words, width)


class Text(Block, frozen=True):
    """A paragraph. ``tone``: how it is meant. ``aside``: what follows in brackets; on a page a faint line below it.

    ``indent``: how all lines but the first begin in a text.
    """

    words: str
    tone: Literal["", "answer", "faint", "right", "wrong"] = ""
    aside: str = ""
    apart: bool = False
    indent: str = "  "

    def lines(self, width: int, marks: str) -> Iterable[str]:
        told = f"{self.words}   ({self.aside})" if self.aside else self.words
        return [printable(told)] if marks else wrap(told, width, self.indent)


class Items(Block, frozen=True):
    """A list. An item may have lines below it. ``runs_on``: in Markdown it goes on with the paragraph before it."""

    items: Sequence[tuple[str, Sequence[str]]]
    apart: bool = False
    runs_on: bool = False

    def lines(self, width: int, marks: str) -> Iterable[str]:
        if marks:
            return [f"- {printable(item)}" for item, _ in self.items]
        inside = [line for item, below in self.items for line in (item, *(f"  {one}" for one in below))]
        return [f"  {part}".rstrip() for line in inside for part in wrap(line, width - 2)]


class Table(Block, frozen=True):
    """Rows below a head. ``align``: ``<`` or ``>`` for each column. A cell may be a picture, or have several lines.

    On a page: ``name``: what a screen reader calls it. ``stacks``: on a phone each row is a block of its own.
    ``pairs``: the first column has questions, and the second short answers.

    In a text: ``plain``: it has no rules, nor has any table without a head. On less than ``least`` cells there is
    ``narrow(width)`` in its place, or a block of lines for each row. ``legend``: what is below the table itself.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[str | Drawing]]
    align: str = ""
    name: str = ""
    stacks: bool = False
    pairs: bool = False
    apart: bool = True
    plain: bool = False
    least: int = 0
    narrow: Callable[[int], Iterable[str]] | None = None
    legend: Sequence[Block] = ()

    def lines(self, width: int, marks: str) -> Iterable[str]:
        rows: Sequence[Sequence[Any]] = self.rows
        align = self.align or "<" * len(self.head)
        if not marks and width < self.least:
            return self.narrow(width) if self.narrow is not None else self._rows_apart(width)
        if not marks and (self.plain or not any(self.head)):
            return indented([self.head, *rows] if any(self.head) else rows, align, width)
        lines = table(rows, self.head, markdown=bool(marks), width=width, align=align).splitlines()
        return [*lines, "", *text_lines(self.legend, width)] if self.legend else lines

    def _rows_apart(self, width: int) -> Iterator[str]:
        rows: Sequence[Sequence[Any]] = self.rows
        for row in rows:
            title, *cells = (" ".join(cell.splitlines()) for cell in row)
            yield from entry(title, map(say(": ").join, zip(self.head[1:], cells, strict=True)), width)


class Drawn(Block, frozen=True):
    """A picture, and the words below it; not in a text."""

    picture: Drawing
    words: str = ""


class More(Block, frozen=True):
    """Blocks below a title that are shown when somebody asks for them. ``is_open``: they are shown at first."""

    title: str
    blocks: Sequence[Block]
    is_open: bool = False


class Sheet(Block, frozen=True):
    """Blocks side by side in columns, as on a poster; printed on one page."""

    blocks: Sequence[Block]

    @property
    def density(self) -> str:
        """How close together its rows have to stand on the page."""
        rows = [row for block in self.blocks if isinstance(block, Table) for row in block.rows]
        height = sum(1 + any(not isinstance(cell, str) for cell in row) for row in rows)
        return "roomy" if height <= _ROOMY else "close" if height <= _CLOSE else "tight"


class Document(Struct, frozen=True):
    """An answer. ``blocks(page)``: what it shows, on a page or in a text. ``data``: its values for programs, in YAML
    as one list if it ``is_list``; ``csv()``: the rows of a table of them.
    """

    title: str
    blocks: Callable[[bool], Iterable[Block]]
    data: Sequence[Any] = ()
    csv: Callable[[], str] = str
    is_list: bool = False

    def write(self, form: Format, width: int) -> str:
        """The answer in one of the formats, ending with a line end."""
        if form in ("json", "yaml"):
            told = "".join(plain_texts([self.data] if self.is_list and form == "yaml" else self.data, form))
            return told.removeprefix("---\n") if self.is_list else told
        if form == "csv":
            return self.csv()
        if form == "html":
            return page(self.title, self.blocks(True))
        return "".join(f"{line}\n" for line in text_lines(self.blocks(False), width, markdown=form == "markdown"))


def as_spoken(part: T) -> T:
    """A text, or blocks, as they are shown: in Japanese with its own marks."""
    return _in_japanese(part) if language() == "ja" else part


def _in_japanese(part: Any) -> Any:
    """All texts of a block, and of what is inside."""
    if isinstance(part, str):
        return in_japanese(part)
    if isinstance(part, Block):
        return replace(part, **{name: _in_japanese(getattr(part, name)) for name in part.__struct_fields__})
    if callable(part):
        return lambda width: map(in_japanese, part(width))
    return type(part)(map(_in_japanese, part)) if isinstance(part, list | tuple) else part


def texts(words: Iterable[str], tone: Literal["", "faint"] = "") -> Iterator[Text]:
    """Paragraphs, in a text with an empty line before them."""
    yield from (Text(one, tone, apart=place == 0) for place, one in enumerate(words))


def items(lines: Iterable[str], *, runs_on: bool = False) -> Items:
    """A list of lines; an indented line belongs to the one above it."""
    found: list[tuple[str, list[str]]] = []
    for line in lines:
        if line.startswith(" ") and found:
            found[-1][1].append(line.strip())
        else:
            found.append((line.strip(), []))
    return Items(found, runs_on=runs_on)


def titled(title: str, lines: Iterable[str]) -> list[Block]:
    """A list below a heading; nothing if it is empty."""
    found = items(lines)
    return [Head(title, 3), found] if found.items else []


def verdict_blocks(result: Result, wrong: Iterable[str]) -> list[Block]:
    """Whether a claim is right, and what is wrong; nothing where nothing is claimed."""
    if result.agrees is UNSET:
        return []
    told = items(wrong, runs_on=True)
    verdict = Text(word("right"), "right", apart=True) if result.agrees else Text(word("wrong"), "wrong", apart=True)
    return [verdict, *([told] if told.items else [])]


def text_lines(blocks: Iterable[Block], width: int, *, markdown: bool = False) -> list[str]:
    """Blocks as lines of text, or of Markdown."""
    lines: list[str] = []
    marks = "#" if markdown else ""
    for block in as_spoken([*blocks]):
        if markdown and isinstance(block, Title):
            marks = "#" * block.level
        told = [*block.lines(width, marks)]
        if markdown and isinstance(block, Items) and block.runs_on:
            told = [" ".join([lines.pop(), *(printable(item) for item, _ in block.items)])]
        lines += ["", *told] if told and getattr(block, "apart", False) and lines and lines[-1] else told
    return lines


# ---- the file of HTML, which needs nothing else: no script, no font, no network


def page(title: str, blocks: Iterable[Block]) -> str:
    """A page with that title, which is also its first heading."""
    blocks = as_spoken([*blocks])
    shared = {name: part for picture in _pictures_of(blocks) for name, part in picture.parts.items()}
    return _template().render(title=title, blocks=blocks, lang=language(), parts=_markup(definitions(shared))) + "\n"


def fragment(blocks: Iterable[Block], title: str = "") -> str:
    """A piece of a page, which has the parts of all pictures in it, below a heading if there is a ``title``."""
    whole = _template().render(title=title, blocks=as_spoken([*blocks]), lang=language(), parts="")
    main = whole.partition("<main>")[2].partition("</main>")[0].replace("<h1></h1>", "").strip()
    return main.replace("<h1>", "<h2>").replace("</h1>", "</h2>")


def definitions(parts: Mapping[str, str]) -> str:
    """Drawings by id that pictures use."""
    inside = "".join(f'<g id="{name}">{part}</g>' for name, part in parts.items())
    return f"<defs>{inside}</defs>" if inside else ""


def _pictures_of(blocks: Iterable[Block]) -> Iterator[Drawing]:
    for block in blocks:
        if isinstance(block, Drawn):
            yield block.picture
        elif isinstance(block, More | Sheet):
            yield from _pictures_of(block.blocks)
        elif isinstance(block, Table):
            yield from (cell for row in block.rows for cell in row if not isinstance(cell, str))


def templates_in(folder: Path) -> "Environment":
    """The templates of a folder. Text in them cannot be markup, and what they ask for has to be there."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader(folder)
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


@cache
def _template() -> "Template":
    made = templates_in(TEMPLATES)
    # Text without characters that steer anything.
    made.finalize = lambda value: printable_lines(value) if type(value) is str else value
    made.filters["picture"] = lambda picture: _markup(picture.inline())
    made.tests["picture"] = lambda value: not isinstance(value, str)
    made.filters["kind"] = lambda block: type(block).__name__
    return made.get_template("page.html")


def _markup(shapes: str) -> Any:
    """Shapes that this package drew, which are markup; words in them are escaped where they are drawn."""
    from markupsafe import Markup

    return Markup(shapes)
