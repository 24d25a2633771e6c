"""Texts that UTF-8 can encode, values as they look in a message, and strict JSON.

Beyond what the parser checks, a key given twice in one object is refused: no value is silently dropped.
"""

import json
from typing import Any

import msgspec

from calc.errors import NotationError
from calc.patterns import regex
from calc.translation import msg

_LONGEST = 80


def show(value: object) -> str:
    """Return ``repr(value)``, cut in the middle if it is long.

    >>> show("123m45")
    "'123m45'"
    """
    try:
        text = repr(value)
    except RecursionError:
        return msg("a deeply nested {0}", type(value).__name__)
    except ValueError:
        # Python refuses to print numbers with too many digits.
        return msg("a number of too many digits ({0})", type(value).__name__)
    return text if len(text) <= _LONGEST else f"{text[:50]} ... {text[-20:]}"


def unwritable_column(text: str) -> int | None:
    """Return the column (from 1) of the first lone surrogate, as arguments that are not UTF-8 contain."""
    if text.isascii():
        return None
    return next((place for place, character in enumerate(text, start=1) if "\ud800" <= character <= "\udfff"), None)


#: A colon behind a blank.
_APART = regex(rb"\s:")
_PLACE = regex(r" \(byte ([0-9]+)\)$")


def parse_json(text: bytes | str) -> Any:
    """The plain value that ``text`` spells.

    Raises :class:`~calc.errors.NotationError` with the column (from 1, in characters) where it is known, and of several
    lines with the line.
    """
    try:
        encoded = text.encode() if isinstance(text, str) else text
        value = msgspec.json.decode(encoded)
        if may_repeat_key(encoded, count_keys(value)):
            _refuse_twice(json.loads(encoded, object_pairs_hook=_Pairs), "")
    except msgspec.DecodeError as error:
        line, column, fault = locate_fault(error, encoded)
        message = msg("expected JSON, found a fault in column {0}: {1}; {2}", column, fault, show(text))
        if len(encoded.splitlines()) > 1:
            # The beginning of the text says nothing of the fault.
            message = msg("expected JSON, found a fault in line {0}, column {1}: {2}", line, column, fault)
        raise NotationError(message, column=column) from None
    except UnicodeError:
        message = msg("expected JSON in UTF-8, found a character that is not, in {0}", show(text))
        escaped = text if isinstance(text, str) else text.decode(errors="surrogateescape")
        raise NotationError(message, column=unwritable_column(escaped)) from None
    except RecursionError:
        message = msg("expected JSON of few levels, found nesting that is too deep: {0}", show(text))
        raise NotationError(message) from None
    return value


def print_json(value: Any) -> str:
    """The shortest JSON text of a plain value: no blanks outside of texts, and characters as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def locate_fault(error: msgspec.DecodeError, encoded: bytes) -> tuple[int, int, str]:
    """The line, its column (both from 1, in characters) and the words of a parser's complaint about ``encoded``."""
    words = str(error).removeprefix("JSON is malformed: ")
    place = _PLACE.search(words)
    if place is None:
        if "truncated" not in words:
            return 1, 1, words.lower()
        words, at = "it ends too early", len(encoded.rstrip(b"\r\n"))
        return *_place_in(encoded[:at]), words
    words = words[: place.start()]
    # The parser has read one character more where it complains of one that follows the value.
    at = int(place.group(1)) - (words == "trailing characters")
    return *_place_in(encoded[:at]), words


def _place_in(before: bytes) -> tuple[int, int]:
    """The line and column that follow a text."""
    return before.count(b"\n") + 1, len(before[before.rfind(b"\n") + 1 :].decode(errors="replace")) + 1


def may_repeat_key(text: bytes, keys: int) -> bool:
    """Whether some key may stand twice in an object of a JSON text; ``keys``: how many are left when it is decoded.

    Each key ends with a quote and a colon. If there are as many of these as keys are left, and no blank parts a quote
    from its colon, no key was lost.
    """
    return text.count(b'":') != keys or _APART.search(text) is not None


def count_keys(value: Any) -> int:
    """Count the keys of all objects in a value, however deep it is nested."""
    count, left = 0, [value]
    while left:
        item = left.pop()
        if isinstance(item, dict):
            count += len(item)
            left += [inner for inner in item.values() if isinstance(inner, (dict, list))]
        elif isinstance(item, list):
            left += [inner for inner in item if isinstance(inner, (dict, list))]
    return count


class _Pairs(list[tuple[str, Any]]):
    """The keys and values of an object, as they stand in a text."""


def _refuse_twice(value: Any, where: str) -> None:
    """Refuse a key that stands twice in an object; ``where``: the steps to the value, as ``.log[3][0]``."""
    keys = set[str]()
    for step, inner in value if isinstance(value, _Pairs) else enumerate(value) if isinstance(value, list) else ():
        if step in keys:
            message = msg("expected each key once, found {0!r} a second time; delete one of them", step)
            if where:
                place = show(where.lstrip("."))
                message = msg(
                    "expected each key once, found {0!r} a second time in {1}; delete one of them", step, place
                )
            raise NotationError(message)
        keys |= {step} if isinstance(step, str) else set()
        _refuse_twice(inner, f"{where}.{step}" if isinstance(step, str) else f"{where}[{step}]")
