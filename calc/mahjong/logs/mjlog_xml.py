"""What Tenhou's XML is made of: elements with attributes.

XML comes from strangers: no document type, no entities of the document's own, nothing from elsewhere. What could grow
or reach out has to be declared, and is refused unread.
"""

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Sequence
from typing import Annotated, Final, NoReturn
from xml.etree import ElementTree
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
    """The elements of a log as the server writes it, in less than half of the time of a parser; none of any other."""
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
    try:
        # As text, so that the document cannot choose an encoding in which what is refused looks otherwise.
        text = data.decode("utf-16" if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableError("expected XML in UTF-8, found another encoding: {0}", error) from None
    if "<!DOCTYPE" in text:
        raise UnreadableError("expected XML without a document type or entities, found one; a game log has none")
    # Each element has one bracket or, with an end of its own, two.
    if text.count("<") > 2 * MAX_ELEMENTS + 4:
        _refuse_many()
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        line, column = error.position
        place, words = msg("line {0}, column {1}", line, column + 1), expat.ErrorString(error.code)
        raise UnreadableError(
            "expected whole XML, found a fault in {0}: {1}; the file may be cut short", place, words
        ) from None
    if len(root) > MAX_ELEMENTS:
        _refuse_many()
    if root.tag != _ROOT:
        raise UnreadableError("expected Tenhou XML, with the root {0!r}, found {1}", _ROOT, show(root.tag))
    for one in root:
        for inner in one:
            raise UnreadableError("expected elements directly below the root, found {0} deeper", show(inner.tag))
    return [Element(one.tag, one.attrib) if one.attrib else one.tag for one in root]


def _refuse_many() -> NoReturn:
    raise UnreadableError("expected at most {0} moves in a log, found more", MAX_ELEMENTS)
