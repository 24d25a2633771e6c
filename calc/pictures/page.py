"""What a page is made of (headings, text, tables, pictures, parts that open), and the file of HTML with all of it.

Reports make blocks of their results; all words in them are only text, nothing is taken for markup. The page needs
nothing else: no script, no font, no network. The last functions make the blocks that the reports of all games share.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

from msgspec import UNSET, Struct

from calc.layout.game import PlayedGame, Section, option_answers, options_section
from calc.layout.words import word
from calc.outcomes import Result
from calc.pictures.charts import has_charts, score_curve
from calc.pictures.svg import Picture, definitions
from calc.tables import RuleSet
from calc.text import printable_lines
from calc.translation import language, say

if TYPE_CHECKING:
    from jinja2 import Environment, Template


#: How many lines a sheet may have to be printed in a large and in a middle-sized type; a picture is as high as two.
_ROOMY, _CLOSE = 40, 100


class Head(Struct, frozen=True, tag=True):
    """A heading. ``level``: 2 for a part of the page, 3 for a part of that."""

    words: str
    level: Literal[2, 3] = 2


class Text(Struct, frozen=True, tag=True):
    """A paragraph. ``tone``: how it is meant."""

    words: str
    tone: Literal["", "answer", "faint", "right", "wrong"] = ""


class Items(Struct, frozen=True, tag=True):
    """A list. An item may have lines below it."""

    items: Sequence[tuple[str, Sequence[str]]]


class Table(Struct, frozen=True, tag=True):
    """Rows below a head. ``align``: ``<`` or ``>`` for each column. A cell may be a picture, or have several lines.

    ``name``: what a screen reader calls it. ``stacks``: on a phone each row is a block of its own. ``pairs``: the
    first column has questions, and the second short answers.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[str | Picture]]
    align: str = ""
    name: str = ""
    stacks: bool = False
    pairs: bool = False


class Drawn(Struct, frozen=True, tag=True):
    """A picture, and the words below it."""

    picture: Picture
    words: str = ""


class More(Struct, frozen=True, tag=True):
    """Blocks below a title that are shown when somebody asks for them. ``is_open``: they are shown at first."""

    title: str
    blocks: Sequence[Block]
    is_open: bool = False


class Sheet(Struct, frozen=True, tag=True):
    """Blocks side by side in columns, as on a poster; printed on one page."""

    blocks: Sequence[Block]

    @property
    def density(self) -> str:
        """How close together its rows have to stand on the page."""
        rows = [row for block in self.blocks if isinstance(block, Table) for row in block.rows]
        height = sum(1 + any(isinstance(cell, Picture) for cell in row) for row in rows)
        return "roomy" if height <= _ROOMY else "close" if height <= _CLOSE else "tight"


Block = Head | Text | Items | Table | Drawn | More | Sheet


class Pages(Protocol):
    """The functions of a game's module ``report.blocks``. Records, results and rules are those of the game."""

    def record_blocks(
        self, record: Any, result: Any, rules: Any, *, explain: bool = False, kept: Any = None
    ) -> list[Block]:
        """A result for a page; ``explain`` opens every reason behind it."""

    def record_picture(self, record: Any, result: Any) -> Picture | None:
        """The picture of a record alone; ``None`` where there is none."""

    def rule_blocks(self, rules: Any) -> list[Block]:
        """A rule sheet: one page for the wall, then everything."""


def items(lines: Iterable[str]) -> Items:
    """A list of lines; an indented line belongs to the one above it."""
    found: list[tuple[str, list[str]]] = []
    for line in lines:
        if line.startswith(" ") and found:
            found[-1][1].append(line.strip())
        else:
            found.append((line.strip(), []))
    return Items(found)


def _pictures_of(blocks: Iterable[Block]) -> Iterator[Picture]:
    """Every picture in some blocks."""
    for block in blocks:
        if isinstance(block, Drawn):
            yield block.picture
        elif isinstance(block, More | Sheet):
            yield from _pictures_of(block.blocks)
        elif isinstance(block, Table):
            yield from (cell for row in block.rows for cell in row if isinstance(cell, Picture))


# ---- the file of HTML

#: The page around blocks, and the styles of both.
TEMPLATES: Final = Path(__file__).parent / "templates"


def page(title: str, blocks: Sequence[Block]) -> str:
    """A page with that title, which is also its first heading."""
    parts = definitions(_pictures_of(blocks))
    return _template().render(title=title, blocks=blocks, lang=language(), parts=_drawn(parts)) + "\n"


def fragment(blocks: Sequence[Block]) -> str:
    """A piece of a page, which has the parts of all pictures in it."""
    return inside(_template().render(title="", blocks=blocks, lang=language(), parts=""))


def inside(page: str) -> str:
    """What is in a page of ours, as a piece of another one, whose title it cannot be."""
    main = page.partition("<main>")[2].partition("</main>")[0].replace("<h1></h1>", "").strip()
    return main.replace("<h1>", "<h2>").replace("</h1>", "</h2>")


def templates_in(folder: Path) -> Environment:
    """The templates of a folder. Text in them cannot be markup, and what they ask for has to be there."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader(folder)
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


@cache
def _template() -> Template:
    made = templates_in(TEMPLATES)
    made.finalize = _shown
    made.filters["picture"] = _picture
    made.tests["picture"] = lambda value: isinstance(value, Picture)
    made.filters["kind"] = lambda block: type(block).__name__
    return made.get_template("page.html")


def _shown(value: Any) -> Any:
    """Text without characters that steer anything."""
    return printable_lines(value) if type(value) is str else value


def _picture(picture: Picture) -> str:
    return _drawn(picture.inline())


def _drawn(shapes: str) -> str:
    """Shapes that this package drew, which are markup; words in them are escaped where they are drawn."""
    from markupsafe import Markup

    return Markup(shapes)


# ---- blocks that the reports of all games share

#: The scores of players before the first round and after each, and the names of these places.
Curve = tuple[Mapping[str, Sequence[int]], Sequence[str]]


def curve_picture(curve: Curve) -> Picture:
    """The scores of a game as a chart. Raises :class:`calc.CalcError` where the plotting library is missing."""
    scores, rounds = curve
    title = say("Scores after each round")
    return score_curve(title, scores, [say("Start"), *rounds])


def game_blocks(game: PlayedGame, after: str, curve: Curve) -> Iterator[Block]:
    """A game as it stands: what comes next, the final table, the curve of the scores, the rounds, notes, the verdict on
    a claim. ``after``: the round to come, empty where there is none.
    """
    title, keys, rows = game.final
    head = [word(key) for key in keys.split()]
    yield Text(game.rules.titled(), "faint")
    if after:
        yield Text(after, "answer")
    yield Head(title)
    yield Table(head, rows, "><" + ">" * (len(head) - 2), title)
    yield Head(say("Rounds"))
    if game.rounds:
        if has_charts():
            yield Drawn(curve_picture(curve))
        titles, cells, align = game.table()
        yield Table(titles, cells, f"<{align[1:]}", word("rounds_and_games"), stacks=True)
    else:
        yield Text(say("no rounds yet"))
    yield from titled("notes", game.notes)
    yield from verdict_blocks(game.result, game.wrong)


def verdict_blocks(result: Result, wrong: Iterable[str]) -> Iterator[Block]:
    """Whether a claim is right, and what is wrong; nothing where nothing is claimed."""
    if result.agrees is not UNSET:
        yield Text(word("right" if result.agrees else "wrong"), "right" if result.agrees else "wrong")
        told = list(wrong)
        if told:
            yield items(told)


def titled(title: str, lines: Sequence[str]) -> Iterator[Block]:
    """A list below a heading; nothing if it is empty. ``title``: the key of a word."""
    if lines:
        yield Head(word(title), 3)
        yield items(lines)


def rule_sheet(rules: RuleSet, wall: Sequence[Block], sections: Iterable[Section]) -> Iterator[Block]:
    """What a rule set is; one page for the ``wall``, which ends with the answers to its questions; all that it says, in
    tables that open when they are asked for; its sources.
    """
    if rules.about is not None:
        yield Text(rules.about.text(), "faint")
    answers: list[Block] = []
    if rules.options:
        answers = [Head(word("options")), Table(["", ""], option_answers(rules), "<<", pairs=True)]
    yield Sheet([*wall, *answers])
    for one in (*sections, options_section(rules)):
        if one.rows:
            title = word(one.title)
            head = [word(key) for key in one.head.split()]
            yield More(title, [Table(head, one.rows, name=title, stacks=True)])
    yield More(word("sources"), [Items([(f"{name}: {source}", ()) for name, source in rules.sources.items()])])
