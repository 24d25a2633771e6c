"""Every way in which the project refuses: one base class and its few children.

A message says what was expected, where, what was given, and how to mend it. ``code`` is one of the codes of the public
contract; ``key`` is the record key at fault (``melds[1]`` for an element of a list) and ``column`` counts characters
from 1 in the value of that key, or in the whole line where a record was spelled as a line.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final, NoReturn, Self

from calc.text import cut
from calc.translation import Message, languages, msg

#: The most characters of a message and of a key; what was given may be of any length.
MOST_MESSAGE = 2_000
MOST_KEY = 200


class CalcError(ValueError):
    """Base of every refusal; catch this one to catch them all.

    ``message``: what was expected, where, what was given, and how to mend it; or its template and the ``values`` in it
    (``{0}``, ``{1!r}``). ``code``: one of the codes of the public contract. ``key``: the key of the record at
    fault, nested ones dotted (``wins[1].hand``). ``column``: counts characters from 1 in the value of that key, or in
    the whole line where the record was spelled as one.
    """

    code = "error"

    def __init__(
        self, message: str, *values: object, code: str | None = None, key: str | None = None, column: int | None = None
    ) -> None:
        message = cut(Message(message, values) if values else message, MOST_MESSAGE)
        super().__init__(message)
        self.message = message
        self.code = code or type(self).code
        self.key = cut(key, MOST_KEY) if key is not None else None
        self.column = column

    def below(self, key: str) -> Self:
        """This error, its key below ``key``."""
        self.key = f"{key}.{self.key}" if self.key else key
        return self

    def kept(self) -> Self:
        """This error as a value: without the frames that raised it, and all that they hold."""
        self.__traceback__ = self.__context__ = None
        return self

    def begun(self, words: str) -> Self:
        """This error, its message begun with ``words``."""
        self.message = msg("{0}: {1}", words, self.message)
        self.args = (self.message,)
        return self


def check_lang(lang: Any) -> None:
    """Refuse a language that is not spoken. Raises :class:`CalcError`."""
    if lang is not None and lang not in languages():
        raise CalcError("expected a language, {0}, found {1!r}", " or ".join(languages()), lang, key="lang")


class NotationError(CalcError):
    """Text that is not in the notation of tiles, melds or lines."""

    code = "notation"


class RecordError(CalcError):
    """A record with a missing key, an unknown key or a value of the wrong type (``missing_key`` and so on)."""

    code = "wrong_type"


class HandError(CalcError):
    """A hand that cannot be: ``impossible_hand``, ``contradiction`` or ``not_complete``."""

    code = "impossible_hand"


def contradict(message: str, *values: object, key: str) -> NoReturn:
    """Refuse what contradicts itself or another part of its record."""
    raise HandError(message, *values, code="contradiction", key=key)


def lack(message: str, *values: object, key: str) -> NoReturn:
    """Refuse a record that lacks a key."""
    raise RecordError(message, *values, code="missing_key", key=key)


class NoYakuError(CalcError):
    """A complete hand that no yaku allows to win."""

    code = "no_yaku"


class NotPayableError(CalcError):
    """A win that the rule set has no payment for."""

    code = "not_payable"


#: What refuses a record with each code, in tables of faults.
_KINDS: Final = {
    **dict.fromkeys(("missing_key", "wrong_type", "unknown_key"), RecordError),
    "not_payable": NotPayableError,
}


def refuse_first(faults: Iterable[tuple[Any, ...]]) -> None:
    """Refuse a record for the first row of a table that holds for it.

    A row: the code, whether it holds, the key at fault, and the message with its values.
    """
    for code, holds, key, message, *values in faults:
        if holds:
            raise _KINDS.get(code, HandError)(message, *values, code=code, key=key)


class UnreadableError(CalcError):
    """A file that cannot be opened or decoded. ``line``: the line at fault, where one is."""

    code = "unreadable"
    line: int | None = None

    def at(self, line: int) -> Self:
        """This error, at ``line``, counted from 1."""
        self.line = line
        return self


class UnopenedError(UnreadableError):
    """A file that is named and cannot be opened: it is not there, is a folder, or may not be read."""


class RuleTableError(CalcError):
    """A rule table, rule set name or option that cannot be used (``rule_table``, ``unknown_rules``,
    ``unknown_option``).

    ``file``, ``line`` (from 1) and ``path`` (dotted, ``yaku.pinfu.value``) say where in a rule file, where that is
    known; ``reason`` is the message without them.
    """

    code = "rule_table"

    def __init__(
        self,
        message: str,
        *values: object,
        code: str | None = None,
        key: str | None = None,
        column: int | None = None,
        file: str | None = None,
        line: int | None = None,
        path: str | None = None,
    ) -> None:
        place = ":".join(str(part) for part in (file, line) if part is not None)
        where = ", ".join(part for part in (place, path) if part)
        message = Message(message, values) if values else message
        super().__init__(msg("{0}: {1}", where, message) if where else message, code=code, key=key, column=column)
        self.file = file
        self.line = line
        self.path = path
        self.reason = message


#: From this likeness on (1 is equal) a spelling is offered as what was meant; of so few letters only one may be wrong,
#: for half of a short word is found in many others.
_NEAR, _SHORT = 0.6, 4
#: Longer texts are no slips of the pen, and among more names than these none is looked for: both take long.
_LONGEST, _MOST = 100, 2_000
#: At most this many known spellings are listed.
_MOST_LISTED = 40


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """A closing phrase that names the nearest known spelling, or lists all of them where they are few.

    >>> did_you_mean("rihci", ["riichi", "ippatsu"])
    "; did you mean 'riichi'?"
    >>> did_you_mean("x", ["closed", "open"])
    "; expected 'closed' or 'open'"
    >>> did_you_mean("note", ["north", *"abcdefgh"])
    ''
    """
    names = [name for name in known if name != given]
    nearest = _nearest(given, names)
    if nearest is not None:
        return msg("; did you mean {0!r}?", nearest)
    if 0 < len(names) <= 8:
        *first, last = [repr(cut(name, _LONGEST)) for name in names]
        return msg("; expected {0} or {1}", ", ".join(first), last) if first else msg("; expected {0}", last)
    return ""


def known_names(given: str, known: Iterable[str], what: str) -> str:
    """A closing phrase that names the nearest known spelling, or lists all that there are.

    >>> known_names("rihci", ["riichi", "ippatsu"], "its keys are")
    "; did you mean 'riichi'?"
    >>> known_names("note", ["north", *"abcdefgh"], "its keys are")
    '; its keys are north, a, b, c, d, e, f, g, h'
    >>> known_names("note", [], "its keys are")
    '; there are none here'
    """
    names = list(known)
    nearest = _nearest(given, names)
    if nearest is not None:
        return msg("; did you mean {0!r}?", nearest)
    if not names:
        return msg("; there are none here")
    return msg("; {0} {1}", what, ", ".join(names)) if len(names) <= _MOST_LISTED else ""


def _nearest(given: str, names: list[str]) -> str | None:
    from difflib import SequenceMatcher  # only refusals need it, and it takes a while to load

    if len(given) > _LONGEST or len(names) > _MOST:
        return None
    found, best, letters = None, 0.0, Counter(given)
    for name in names:
        # No ratio is over this share of common letters.
        most = 2 * sum((letters & Counter(name)).values()) / (len(given) + len(name) or 1)
        if most < _NEAR or len(name) > _LONGEST or (len(given) <= _SHORT and not _is_one_slip(given, name)):
            continue
        # The ratio depends on which text comes first; a slip is found whichever way it goes.
        ratio = max(SequenceMatcher(None, *pair).ratio() for pair in ((given, name), (name, given)))
        if ratio > best:
            found, best = name, ratio
    return found if best >= _NEAR else None


def _is_one_slip(given: str, name: str) -> bool:
    """Whether one letter is wrong, missing or too many, or the same letters stand in another order."""
    both = min(len(given), len(name))
    at = next((place for place in range(both) if given[place] != name[place]), both)
    rest, meant = given[at:], name[at:]
    return rest[1:] in (meant[1:], meant) or rest == meant[1:] or sorted(given) == sorted(name)
