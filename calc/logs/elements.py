"""XML from strangers: the elements of a flat document, read by a parser that refuses whatever is not one.

No document type, no entities of the document's own, nothing from elsewhere: what could grow or reach out is refused
when it is declared.
"""

from __future__ import annotations

import re
from typing import Any, NoReturn
from xml.parsers import expat

from msgspec import Struct

from calc.errors import UnreadableError
from calc.notation.text import show

_NUMBERS = re.compile(r"-?[0-9]{1,9}(?:,-?[0-9]{1,9})*", re.ASCII)
#: A whole game has some two thousand.
MAX_ELEMENTS = 100_000


class Element(Struct, frozen=True):
    """One element: its name and its attributes."""

    name: str
    keys: dict[str, str]

    def text(self, key: str) -> str:
        """The text of an attribute that must be there."""
        if key not in self.keys:
            raise UnreadableError(
                f"expected the attribute {key!r} in <{self.name}>, found only {show(sorted(self.keys))}"
            )
        return self.keys[key]

    def numbers(self, key: str, *, below: int | None = None) -> list[int]:
        """The whole numbers of an attribute, parted by commas; with ``below`` each from 0 and less than it."""
        text = self.text(key)
        if not text:
            return []
        if not _NUMBERS.fullmatch(text):
            self._refuse(key, "whole numbers parted by commas")
        found = [int(part) for part in text.split(",")]
        if below is not None and not all(0 <= number < below for number in found):
            self._refuse(key, f"numbers from 0 to {below - 1}")
        return found

    def number(self, key: str, *, below: int) -> int:
        """The one number of an attribute, from 0 and less than ``below``."""
        found = self.numbers(key, below=below)
        if len(found) != 1:
            self._refuse(key, "one number")
        return found[0]

    def _refuse(self, key: str, expected: str) -> NoReturn:
        raise UnreadableError(f"expected {expected} as {key!r} in <{self.name}>, found {show(self.keys[key])}")


def read_elements(data: bytes, *, root: str) -> list[Element]:
    """The elements directly below the root of a document, in order.

    Raises :class:`~calc.errors.UnreadableError` for a document with another root, with nested elements, with a
    document type or entities, that is too long, or that is no whole XML.
    """
    reader = _Reader(root)
    parser = expat.ParserCreate()
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.StartDoctypeDeclHandler = _refuse_declaration
    parser.EntityDeclHandler = _refuse_declaration
    parser.ExternalEntityRefHandler = _refuse_declaration
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        place = f"line {error.lineno}, column {error.offset + 1}"
        words = expat.ErrorString(error.code)
        raise UnreadableError(
            f"expected whole XML, found a fault in {place}: {words}; the file may be cut short"
        ) from None
    except (ValueError, LookupError) as error:
        if isinstance(error, UnreadableError):
            raise
        raise UnreadableError(f"expected XML in UTF-8, found another encoding: {error}") from None
    return reader.elements


def _refuse_declaration(*_: Any) -> NoReturn:
    raise UnreadableError("expected XML without a document type or entities, found one; a game log has none")


class _Reader:
    def __init__(self, root: str) -> None:
        self.root = root
        self.depth = 0
        self.elements: list[Element] = []

    def start(self, name: str, keys: dict[str, str]) -> None:
        self.depth += 1
        if self.depth == 1:
            if name != self.root:
                raise UnreadableError(f"expected XML of Tenhou, with the root {self.root!r}, found {show(name)}")
            return
        if self.depth > 2:
            raise UnreadableError(f"expected elements directly below the root, found {show(name)} deeper")
        if len(self.elements) >= MAX_ELEMENTS:
            raise UnreadableError(f"expected at most {MAX_ELEMENTS} moves in a log, found more")
        self.elements.append(Element(name, keys))

    def end(self, name: str) -> None:
        self.depth -= 1
