"""Records as text: the words of a line, and the cells that lines and rows of CSV have alike, a dotted key and a text.

A cell of tiles, seats or ids is text. Any other cell is read as YAML reads a scalar: ``true``, ``12`` and ``1.5``
mean what they say, all else is text; in double quotes (with JSON's escapes) it is text in any case; ``[...]`` and
``{...}`` are JSON. An empty cell is absent.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct, inspect

from calc.errors import CalcError, NotationError, RecordError
from calc.fit import Either, Names, Shape, Single, Table, table_of
from calc.notation.melds import split_melds
from calc.notation.text import parse_json, print_json, show, unwritable_column
from calc.patterns import regex
from calc.strict_yaml import plain_scalar
from calc.translation import msg

# ---- words of a line: blanks part them, save within double quotes

#: Characters of one line of notation.
MOST_LINE = 200_000
#: Words of one line, and characters of a word that has no key, no name and no quotes: all tiles of a game are fewer.
MOST_WORDS = 2_000
MOST_WORD = 1_000

#: Anything but blanks, and anything within double quotes; or a quote that nothing closes, with all behind it.
_WORD = regex(r"""(?:[^\s"]|"(?:[^"\\]|\\.)*")+|(?P<open>".*)""", re.DOTALL)


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
        most, found = f"{MOST_LINE:,}", f"{len(text):,}"
        message = msg("expected a line of at most {0} characters, found {1}: {2}", most, found, show(text))
        raise NotationError(message, column=MOST_LINE + 1)
    bad = unwritable_column(text)
    if bad is not None:
        raise NotationError("expected text in UTF-8, found {0!r} in {1}", text[bad - 1], show(text), column=bad)
    words: list[Word] = []
    for match in _WORD.finditer(text):
        if match["open"]:
            at = match.start()
            raise NotationError("expected a closing quote after {0}, found the end", show(text[at:]), column=at + 1)
        word = Word(match.group(), match.start() + 1)
        if len(word.text) > MOST_WORD and {'"', "=", ":"}.isdisjoint(word.text):
            most, length = f"{MOST_WORD:,}", f"{len(word.text):,}"
            message = msg("expected words of at most {0} characters, found one of {1}", most, length)
            raise NotationError("{0}: {1}", message, show(word.text), column=word.column)
        if len(words) == MOST_WORDS:
            most = f"{MOST_WORDS:,}"
            message = msg("expected a line of at most {0} words, found more from {1} on", most, show(word.text))
            raise NotationError(message, column=word.column)
        words.append(word)
    return tuple(words)


#: What double quotes hold; a quote that nothing closes holds the rest.
QUOTED = regex(r'("(?:[^"\\]|\\.)*+(?:"|\\?\Z))', re.DOTALL)
#: Column (from 1) in a line by key. Where a value was not written in canonical spelling, ``hand:5`` is the column of
#: what has become the fifth character of the canonical hand.
Columns = dict[str, int]

#: What parts words, and quotes.
_APART = regex(r'[\s"、，。；]|[,;.]$')
_LAST_PART = regex(r"(?:\.[^.\[]*|\[[0-9]+\])$")


def in_line(error: CalcError, columns: Columns, starts: Columns | None = None, end: int | None = None) -> CalcError:
    """Turn an error with a column in the value of its key into one with a column in the line; the same error, changed.

    An error without a column gets the start of the value. One whose key was not in the line stays as it is.
    ``starts``: where keys begin, for those that are unknown; ``end``: where keys are missed.
    """
    if end is not None and error.code == "missing_key":
        error.column = end
        return error
    if error.key is None:
        return error
    if starts is not None and error.code == "unknown_key":
        error.column = locate(error.key, starts) or locate(error.key, columns)
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
    """The column of a key, else of the whole it is part of, else of its first part; ``None`` where there is none."""
    whole = key
    while whole not in columns and _LAST_PART.search(whole):
        whole = _LAST_PART.sub("", whole)
    if whole in columns:
        return columns[whole]
    parts = [column for name, column in columns.items() if name.startswith((f"{key}.", f"{key}["))]
    return min(parts, default=None)


# ---- cells


class CellSpelling(Struct, frozen=True):
    """How the cells of a key are spelled. ``is_text``: they are text, whatever they look like. ``is_list``: texts
    separated by commas. ``may_be_null``: null is a value: nobody, where a name is asked for. ``is_dotted``: the keys of
    a mapping there may follow after a dot.
    """

    is_text: bool
    is_list: bool
    may_be_null: bool
    is_dotted: bool


class FlatKeys(Struct, frozen=True):
    """How the cells of a kind of record are read, by dotted key and the types of the record.

    ``kind``: the type of the record. ``apart``: the key that is spelled in a way of its own. ``has_lists``: whether a
    list of texts is spelled with commas, not as JSON.
    """

    kind: type[Struct]
    apart: str | None = None
    has_lists: bool = False

    @lru_cache(maxsize=4096)  # noqa: B019 (a game has one of these)
    def of(self, key: str) -> CellSpelling:
        """How the cells of a dotted key are spelled."""
        shape: Shape | None = table_of(self.kind)
        for name in key.split("."):
            inner = shape.mapping if isinstance(shape, Either) else shape
            shape = (
                inner.keys.get(name) if isinstance(inner, Table) else inner.each if isinstance(inner, Names) else None
            )
        single, mapping, each = shape, isinstance(shape, Table | Names), None
        if isinstance(shape, Either):
            single, mapping, each = (
                (shape.single if shape.mapping is None else shape),
                shape.mapping is not None,
                shape.each,
            )
        return CellSpelling(
            is_text=_is_text(single),
            is_list=self.has_lists and isinstance(shape, Either) and single is None and not mapping and _is_text(each),
            may_be_null=isinstance(shape, Single) and shape.fits(None),
            is_dotted=key != self.apart and mapping,
        )


def _is_text(shape: Shape | None) -> bool:
    """Whether all values of a shape are text; null may stand for nobody."""
    kinds = inspect.StrType | inspect.LiteralType | inspect.NoneType
    return isinstance(shape, Single) and all(isinstance(one, kinds) for one in shape.types)


_NAME = regex(r"[A-Za-z_][A-Za-z0-9_]*")
#: An item of a list that needs no quotes.
_ITEM = regex(r"[\w-]+")


def unflatten(pairs: Mapping[str, str] | Iterable[tuple[str, str]], keys: FlatKeys) -> dict[str, Any]:
    """The plain data that cells spell, by whatever keys they have; empty cells are left out."""
    tree: dict[str, Any] = {}
    for key, cell in pairs.items() if isinstance(pairs, Mapping) else pairs:
        if cell:
            _put(tree, key, _read_cell(key, cell, keys), keys)
    return tree


def flatten(key: str, value: Any, cells: dict[str, str], keys: FlatKeys) -> None:
    """Add the cells of the value at ``key``, by dotted keys where they can be."""
    if keys.of(key).is_dotted and isinstance(value, dict) and value and all(map(_NAME.fullmatch, value)):
        for name, item in value.items():
            flatten(f"{key}.{name}", item, cells, keys)
    else:
        cells[key] = _print_cell(key, value, keys)


def _print_cell(key: str, value: Any, keys: FlatKeys) -> str:
    if keys.of(key).is_list and isinstance(value, list) and value and all(map(_ITEM.fullmatch, value)):
        return ",".join(value)
    if not isinstance(value, str):
        return print_json(value)
    is_bare = value.isprintable() and value and value == value.strip() and not is_marked(key, value, keys)
    return value if is_bare and _read_bare(key, value, keys) == value else print_json(value)


def print_word(key: str, cell: str, keys: FlatKeys) -> str:
    """A cell as one word of a line: bare text that would fall apart at blanks or stops, or holds quotes, is quoted."""
    if is_marked(key, cell, keys) or not _APART.search(cell):
        return cell
    return print_json(cell)


def is_marked(key: str, cell: str, keys: FlatKeys) -> bool:
    """Whether a cell begins with the mark of quoted text or of JSON."""
    return cell.startswith('"') or (not keys.of(key).is_text and cell.startswith(("[", "{")))


def _read_cell(key: str, cell: str, keys: FlatKeys) -> Any:
    value = _read_marked(key, cell) if is_marked(key, cell, keys) else _read_bare(key, cell, keys)
    return [text for _, text in split_melds(value)] if key == "melds" and isinstance(value, str) else value


def _read_marked(key: str, cell: str) -> Any:
    try:
        return parse_json(cell)
    except NotationError as error:
        hint = msg("text that begins with a quote or a bracket stands in double quotes, with JSON's escapes")
        raise NotationError("{0}: {1}; {2}", key, error.message, hint, key=key, column=error.column) from None


def _read_bare(key: str, cell: str, keys: FlatKeys) -> Any:
    if keys.of(key).is_list:
        return [item.strip() for item in cell.split(",")]
    if keys.of(key).is_text:
        return None if cell == "null" and keys.of(key).may_be_null else cell
    # Spreadsheets write truth values in capitals.
    scalar = plain_scalar(cell.lower() if cell in ("TRUE", "FALSE") else cell)
    return cell if scalar is None else scalar


def _put(tree: dict[str, Any], key: str, value: Any, keys: FlatKeys) -> None:
    names = key.split(".") if keys.of(key.partition(".")[0]).is_dotted else [key]
    at = tree
    for name in names[:-1]:
        inner = at.setdefault(name, {})
        if not isinstance(inner, dict):
            raise RecordError("expected {0!r} either whole or by its keys, found both it and {1!r}", name, key, key=key)
        at = inner
    if names[-1] in at:
        raise NotationError("expected each key once, found {0!r} a second time", key, key=key)
    at[names[-1]] = value
