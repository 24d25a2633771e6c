"""Strict YAML: text in, plain data and the line of every value out.

Rule tables and records read YAML the same way: the core meaning of YAML 1.2 only. Plain ``true``, ``false``,
``null``, ``~`` and decimal numbers mean what they say; ``No``, ``012``, ``1:30``, ``0x1f`` and dates stay text, and
so does everything in quotes. Keys are always text. A key given twice, a merge key ``<<`` or a tag is an error, never
a guess; so is a card number that YAML would take for a comment, as in ``captured: 1B #121``. Anchors and aliases work;
what they can build is bounded, so that no small file grows into a large one.

The values are built from the parser's events, not from its node tree: only events tell a tag that was written from
one that was guessed, and they are quicker to make.
"""

import math
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

import yaml
from msgspec import Struct
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
)
from yaml.reader import Reader

from calc.errors import UnreadableError
from calc.patterns import regex
from calc.translation import msg

#: The keys and list positions (from 0) that lead from the root of a document to a value.
Path = tuple[str | int, ...]

#: Characters of one text, values of one document (aliases counted each time), levels of nesting.
MAX_CHARACTERS = 4_000_000
MAX_VALUES = 200_000
MAX_DEPTH = 100
#: Characters of a key, as YAML has it for keys that stand in a line with their value.
MAX_KEY = 1024
#: Digits of a number; anything longer is no number that a game needs, and stays text.
MAX_DIGITS = 300


class PythonLoader(yaml.SafeLoader):
    """The parser in Python, where libyaml is not there. By itself it takes no ``?`` in a word of ``[a?, b]``."""

    def scan_plain(self) -> Any:
        if self.flow_level:
            vars(self)["peek"] = lambda index=0: "x" if (found := Reader.peek(self, index)) == "?" else found
        try:
            return super().scan_plain()
        finally:
            vars(self).pop("peek", None)


_LOADER = getattr(yaml, "CSafeLoader", PythonLoader)
#: What helps against the two faults that careless quoting makes.
_ADVICE = {
    "mapping values": "; text that holds ': ' stands in quotes",
    "start any token": msg("; quote text that begins with a special character, and indent with blanks, not tabs"),
}
_CONSTANTS: dict[str, bool | None] = {"": None, "~": None, "null": None, "true": True, "false": False}
_NUMBER_STARTS = frozenset("+-.0123456789")
_INTEGER = regex(r"[-+]?(?:0|[1-9][0-9]*)")
#: What begins a comment, one that may be meant as a card, and one on a line of its own that holds nothing but cards.
_COMMENT = regex(r"(?<!\S)#")
_CARD_COMMENT = regex(r"(?<!\S)#[0-9]")
_ONLY_CARDS = regex(r"#[0-9]+(?:[\s,\]}]+#?[0-9]+[BARC]*)*[\s,\]}]*")
_CARDS = regex(r"#[0-9]+(?:[ ]+#?[0-9]\w*)*")
_UNPRINTABLE = regex("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_FLOAT = regex(r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")


class Document(Struct, frozen=True):
    """One YAML document: its plain ``value``, and the line (from 1) at which the value of each path begins.

    The line of a value in a mapping is the line of its key. The root has the empty path.
    """

    value: Any
    lines: dict[Path, int]


def load(text: str, *, file: str | None) -> Document:
    """Read the one document of ``text``; an empty text is a document whose value is ``None``.

    ``file`` names the source in messages. Raises :class:`~calc.errors.UnreadableError` for anything that is not
    strict YAML and for a second document.
    """
    try:
        return one_document(text)
    except UnreadableError as error:
        raise error.begun(f"{file}:{error.line}" if file is not None else msg("line {0}", error.line)) from None


def one_document(text: str) -> Document:
    """As :func:`load`, with the line of a fault beside its message."""
    found = documents(text)
    first, second = next(found, None), next(found, None)
    if second is not None:
        raise UnreadableError("expected one document, found a second one after '---'").at(second.lines[()])
    return first or Document(None, {(): 1})


def documents(text: str) -> Iterator[Document]:
    """Read the documents of ``text``, which ``---`` parts, one after the other.

    Raises :class:`~calc.errors.UnreadableError`, with its line, on reaching the first document that is not strict YAML.
    """
    if len(text) > MAX_CHARACTERS:
        sizes = f"{MAX_CHARACTERS:,}", f"{len(text):,}"
        raise UnreadableError("expected at most {0} characters of YAML, found {1}; split the file", *sizes).at(1)
    events: list[Event] = []
    depth = 0
    for event in _parse(text):
        if isinstance(event, DocumentStartEvent):
            events = []
        elif isinstance(event, DocumentEndEvent):
            builder = _Builder(events)
            value, _ = builder.build(0, ())
            yield Document(value, builder.lines)
        else:
            events.append(event)
            depth += isinstance(event, CollectionStartEvent) - isinstance(event, CollectionEndEvent)
            # Both are counted again when values are built; here they keep the parser from filling time and memory.
            if depth > MAX_DEPTH:
                raise _too_deep(_line(event))
            if len(events) > 3 * MAX_VALUES:
                raise _too_many(_line(event))


def plain_scalar(text: str) -> bool | int | float | str | None:
    """The core meaning of an unquoted YAML scalar.

    >>> [plain_scalar(text) for text in ("true", "No", "12", "012", "-1.5", "1:30", "~")]
    [True, 'No', 12, '012', -1.5, '1:30', None]
    """
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if text[0] not in _NUMBER_STARTS or len(text) > MAX_DIGITS:
        return text
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        number = float(text)
        return number if math.isfinite(number) else text
    return text


class _Builder:
    """Builds the value of one document from its events, and notes the line of every path on the way."""

    def __init__(self, events: list[Any]) -> None:
        self.events = events
        self.lines: dict[Path, int] = {(): _line(events[0])}
        self.anchors: dict[str, int] = {}
        self.unfinished: set[int] = set()
        self.values = 0

    def build(self, at: int, path: Path) -> tuple[Any, int]:
        """The value that starts at event ``at``, and the position of the event after it."""
        event = self.events[at]
        self.values += 1
        if self.values > MAX_VALUES:
            raise _too_many(_line(event))
        if type(event) is AliasEvent:
            # The anchored events are built anew: values are never shared, and each use counts.
            return self.build(self._target(event), path)[0], at + 1
        if type(event) is not ScalarEvent and len(path) >= MAX_DEPTH:
            raise _too_deep(_line(event))
        self._check(event, at)
        if type(event) is ScalarEvent:
            return (event.value if event.style else plain_scalar(event.value)), at + 1
        self.unfinished.add(at)
        value, end = (self._mapping if type(event) is MappingStartEvent else self._sequence)(at + 1, path)
        self.unfinished.discard(at)
        return value, end

    def _mapping(self, at: int, path: Path) -> tuple[dict[str, Any], int]:
        found: dict[str, Any] = {}
        while type(self.events[at]) is not MappingEndEvent:
            line, key = _line(self.events[at]), self._key(at)
            here = (*path, key)
            if key in found:
                message = "expected each key once, found {0!r} a second time (first in line {1})"
                raise UnreadableError(message, key, self.lines[here]).at(line)
            self.lines[here] = line
            found[key], at = self.build(at + 1, here)
        return found, at + 1

    def _sequence(self, at: int, path: Path) -> tuple[list[Any], int]:
        found: list[Any] = []
        while type(self.events[at]) is not SequenceEndEvent:
            here = (*path, len(found))
            self.lines[here] = _line(self.events[at])
            value, at = self.build(at, here)
            found.append(value)
        return found, at + 1

    def _key(self, at: int) -> str:
        given = event = self.events[at]
        if type(event) is AliasEvent:
            event = self.events[self._target(event)]
        if type(event) is not ScalarEvent:
            raise _fault(given, msg("expected text as a key, found a list or a mapping; quote '{{' and '['"))
        if event is given:
            self._check(event, at)
        if len(event.value) > MAX_KEY:
            sizes = f"{MAX_KEY:,}", f"{len(event.value):,}"
            raise _fault(event, msg("expected a key of at most {0} characters, found one of {1}", *sizes))
        if event.value == "<<" and not event.style:
            raise _fault(event, msg("expected a key, found the merge key '<<'; write out what it would merge"))
        return str(event.value)

    def _check(self, event: Any, at: int) -> None:
        """Refuse a written tag and an anchor given twice; remember an anchor."""
        if event.tag is not None:
            raise _fault(event, msg("expected a value without a tag, found {0!r}; quote text instead", event.tag))
        if event.anchor is not None and self.anchors.setdefault(event.anchor, at) != at:
            raise _fault(event, msg("expected each anchor once, found '&{0}' a second time", event.anchor))

    def _target(self, alias: Any) -> int:
        """The position of the event that ``alias`` repeats."""
        target = self.anchors.get(alias.anchor)
        if target is None:
            raise _fault(alias, msg("expected '&{0}' further up, found only its alias '*{0}'", alias.anchor))
        if target in self.unfinished:
            raise _fault(alias, msg("expected a value that ends, found '*{0}' within '&{0}'", alias.anchor))
        return target


def _parse(text: str) -> Iterator[Event]:
    """The parser's events, with its complaints turned into ours."""
    may_lose_cards = _CARD_COMMENT.search(text) is not None
    begin, quoted = 0, list[tuple[int, int]]()
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            if may_lose_cards and isinstance(event, ScalarEvent) and event.style:
                quoted.append(_span(event))
            elif may_lose_cards and isinstance(event, DocumentEndEvent):
                end, _ = _span(event)
                _check_cards(text, begin, end, quoted)
                begin, quoted = end, []
            yield event
    except UnreadableError:
        raise
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark if error.problem_mark is not None else error.context_mark
        words = " ".join(word for word in (error.context, error.problem) if word)
        line = int(mark.line) + 1 if mark is not None else 1
        if "nesting depth" in words:
            raise _too_deep(line) from None  # the parser reads ahead and counts levels of its own
        if may_lose_cards and mark is not None and "quoted scalar" not in words:
            _check_cards(text, begin, mark.index, quoted)  # a comment that hides a bracket is why
        hint = next((advice for sign, advice in _ADVICE.items() if sign in words), "")
        raise UnreadableError("expected well-formed YAML, found a fault: {0}{1}", words, hint).at(line) from None
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        # What is left are characters that YAML does not allow: control characters and lone surrogates.
        found = _UNPRINTABLE.search(text)
        if found is None:
            raise UnreadableError("expected well-formed YAML, found a fault: {0}", error).at(1) from None
        message = "expected printable text, found {0!r}; write an escape in double quotes instead"
        raise UnreadableError(message, found[0]).at(text.count("\n", 0, found.start()) + 1) from None


def _check_cards(text: str, begin: int, end: int, quoted: list[tuple[int, int]]) -> None:
    """Refuse a card number such as ``#121`` that YAML takes for a comment, between two places of the text.

    It follows something on its line, or goes on with the cards of the line before. ``quoted``: where the texts
    with quotes and the text blocks stand, which have no comments.
    """
    while found := _COMMENT.search(text, begin, end):
        place = bisect_right(quoted, (found.start(), end)) - 1
        if place >= 0 and found.start() < quoted[place][1]:
            begin = quoted[place][1]
            continue
        before = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
        begin = text.find("\n", found.start(), end) + 1 or end
        comment = text[found.start() : begin].rstrip()
        cards = _CARDS.match(comment)
        if cards is not None and (before.strip() or (before and _ONLY_CARDS.fullmatch(comment))):
            value = re.split(r"[:-]\s|[\[{,]", before)[-1].strip("\"' \t]}")
            message = (
                "expected no comment that looks like a card, found {0!r}, which YAML leaves out; "
                "write the whole value in quotes, such as '{1}', or a blank behind the # of a comment"
            )
            line = text.count("\n", 0, found.start()) + 1
            raise UnreadableError(message, cards[0], f"{value} {cards[0]}".strip()).at(line)


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1


def _fault(event: Any, message: str) -> UnreadableError:
    return UnreadableError(message).at(_line(event))


def _span(event: Any) -> tuple[int, int]:
    return event.start_mark.index, event.end_mark.index


def _too_deep(line: int) -> UnreadableError:
    return UnreadableError("expected at most {0} levels of nesting, found more", MAX_DEPTH).at(line)


def _too_many(line: int) -> UnreadableError:
    message = "expected at most {0} values in a document (aliases counted each time), found more"
    return UnreadableError(message, f"{MAX_VALUES:,}").at(line)
