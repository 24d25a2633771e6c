"""What Tenhou's XML is made of: elements with attributes.

XML comes from strangers: no document type, no entities of the document's own, nothing from elsewhere. What could grow
or reach out is refused when it is declared.
"""

import re
from collections.abc import Sequence
from typing import Annotated, Any, Final, NoReturn
from xml.parsers import expat

from msgspec import DecodeError, Meta
from msgspec.json import Decoder

from calc.errors import UnreadableError
from calc.mahjong.logs.shapes import Message
from calc.notation.text import show
from calc.patterns import regex
from calc.translation import msg

_LARGEST: Final = 10**9 - 1
#: Numbers parted by commas, read as JSON: at a fifth of the time that a pattern and ``int`` take.
_read_numbers = Decoder(tuple[Annotated[int, Meta(ge=-_LARGEST, le=_LARGEST)], ...]).decode
#: The element around all others.
_ROOT = "mjloggm"
#: A whole game has some two thousand.
MAX_ELEMENTS = 100_000


class Element(Message, eq=False):
    """One element: its name and its attributes. ``own``: our tiles by Tenhou's numbers, once they are known."""

    own: Sequence[int] = ()

    def text(self, key: str) -> str:
        """The text of an attribute that must be there."""
        if key not in self.values:
            raise UnreadableError(
                "expected the attribute {0!r} in <{1}>, found only {2}", key, self.name, show(sorted(self.values))
            )
        text: str = self.values[key]
        return text

    def numbers(
        self, key: str, *, below: int | None = None, count: int | None = None, expected: str = ""
    ) -> tuple[int, ...]:
        """The whole numbers of an attribute, parted by commas; with ``below`` each from 0 and less than it, and with
        ``count`` so many, which are ``expected`` there.
        """
        text = self.text(key)
        try:
            found = _read_numbers(f"[{text}]")
        except DecodeError:
            found = None
        if found is None or " " in text or not text.isprintable():
            self.refuse(key, msg("whole numbers parted by commas"))
        if below is not None and found and not 0 <= min(found) <= max(found) < below:
            self.refuse(key, msg("numbers from 0 to {0}", below - 1))
        if count is not None and len(found) != count:
            self.refuse(key, expected)
        return found

    def number(self, key: str, *, below: int | None = None) -> int:
        text = self.values.get(key, "")
        if below is not None and text.isascii() and text.isdigit() and len(text) < 9 and int(text) < below:
            return int(text)
        return self.numbers(key, below=below, count=1, expected=msg("one number"))[0]

    def tile(self, key: str) -> int:
        return self.own[self.number(key, below=len(self.own))]

    def tiles(self, key: str) -> tuple[int, ...]:
        return tuple([self.own[number] for number in self.numbers(key, below=len(self.own))])

    def refuse(self, key: str, expected: str) -> NoReturn:
        """Raise :class:`~calc.errors.UnreadableError` for an attribute."""
        raise UnreadableError(
            "expected {0} as {1!r} in <{2}>, found {3}", expected, key, self.name, show(self.values[key])
        )


def read_elements(data: bytes) -> list[Element | str]:
    """The elements directly below the root of a document, in order; of one without attributes only the name.

    Raises :class:`~calc.errors.UnreadableError` for a document with another root, with nested elements, with a
    document type or entities, that is too long, or that is no whole XML.
    """
    elements = _read_plain(data)
    return _parse(data) if elements is None else elements


#: XML of the server: elements without content, one after the other, and no character that needs an escape.
_HEAD = regex(rf'<{_ROOT}(?: ver="[0-9.]+")?>(?=<)')
_TOKEN = regex(r'([A-Za-z]+[0-9]*)((?: [A-Za-z]+[0-9]*="[^"]*")*) *', re.ASCII)
_KEYS = regex(r' (\w+)="([^"]*)"', re.ASCII)


def _read_plain(data: bytes) -> list[Element | str] | None:
    """The elements of a log as the server writes it, at a tenth of the time that a parser takes; none of any other."""
    try:
        text = data.decode().rstrip("\r\n\t ")
    except UnicodeDecodeError:
        return None
    head, end = _HEAD.match(text), f"/></{_ROOT}>"
    if head is None or not text.endswith(end) or not text.isprintable() or "&" in text:
        return None
    tokens = text[head.end() + 1 : -len(end)].split("/><")
    # The root is opened and closed; whatever else has a bracket is an element, or no plain XML.
    if text.count("<") != len(tokens) + 2:
        return None
    if len(tokens) > MAX_ELEMENTS:
        _refuse_many()
    # Most elements are names of moves alone, which stay what they are.
    told: dict[str, Element | str] = {}
    for token in {*tokens} - _MOVES:
        found = _TOKEN.fullmatch(token)
        keys = dict(_KEYS.findall(found[2])) if found else {}
        if found is None or 2 * len(keys) < token.count('"'):
            return None
        told[token] = Element(found[1], keys) if keys else found[1]
    return [*map(told.get, tokens, tokens)]


_MOVES = {f"{letter}{number}" for letter in "TUVWDEFG" for number in range(136)}


def _parse(data: bytes) -> list[Element | str]:
    elements: list[Element | str] = []
    depth = 0

    def start(name: str, keys: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth == 1 and name != _ROOT:
            raise UnreadableError("expected Tenhou XML, with the root {0!r}, found {1}", _ROOT, show(name))
        if depth > 2:
            raise UnreadableError("expected elements directly below the root, found {0} deeper", show(name))
        if len(elements) >= MAX_ELEMENTS:
            _refuse_many()
        if depth == 2:
            elements.append(Element(name, keys) if keys else name)

    def end(_: str) -> None:
        nonlocal depth
        depth -= 1

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.StartDoctypeDeclHandler = _refuse_declaration
    parser.EntityDeclHandler = _refuse_declaration
    parser.ExternalEntityRefHandler = _refuse_declaration
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        place = msg("line {0}, column {1}", error.lineno, error.offset + 1)
        words = expat.ErrorString(error.code)
        raise UnreadableError(
            "expected whole XML, found a fault in {0}: {1}; the file may be cut short", place, words
        ) from None
    except (ValueError, LookupError) as error:
        if isinstance(error, UnreadableError):
            raise
        raise UnreadableError("expected XML in UTF-8, found another encoding: {0}", error) from None
    return elements


def _refuse_many() -> NoReturn:
    raise UnreadableError("expected at most {0} moves in a log, found more", MAX_ELEMENTS)


def _refuse_declaration(*_: Any) -> NoReturn:
    raise UnreadableError("expected XML without a document type or entities, found one; a game log has none")
