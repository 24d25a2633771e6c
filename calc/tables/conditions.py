"""Conditions of rule tables, alike in every game: words that must all hold, and ``all``, ``any``, ``not`` to join them.

Each game brings words of its own. A condition is read where a typed entry has a field of the game's word type:
:meth:`Vocabulary.read` is what :func:`calc.tables.misfit.convert` calls there. What words say in several languages are
rows of YAML files, put together by key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct

from calc.errors import known_names
from calc.fit import KeyPath
from calc.tables.misfit import MisfitError
from calc.translation import language, msg

W = TypeVar("W")

#: The words that join conditions.
ALL: Final = "all"
ANY: Final = "any"
NOT: Final = "not"
JOINING: Final = (ALL, ANY, NOT)
_ENDLESS: Final = 1 << 62


class Vocabulary(Struct, Generic[W], frozen=True, kw_only=True):
    """The words that make up the conditions of a game.

    ``words``: what makes a word of the value under its key, raising :class:`ValueError`; ``together`` joins the words
    of one mapping; ``all_of``, ``any_of`` and ``negate`` are the joining words. ``example``: a condition for messages.
    ``meant``: the key of the word that a key with its value means, where a word has had another spelling;
    ``foreign``: what to write in place of words of another game.
    """

    words: Mapping[str, Callable[[Any], W]]
    together: Callable[[list[W]], W]
    all_of: Callable[[list[W]], W]
    any_of: Callable[[list[W]], W]
    negate: Callable[[W], W]
    example: str
    meant: Callable[[str, Any], str] = lambda key, argument: key
    foreign: Mapping[str, str] = {}

    def read(self, data: Any, path: KeyPath = ()) -> W:
        """The condition that plain data mean. Raises :class:`MisfitError` with the path to the fault after ``path``."""
        if not isinstance(data, Mapping) or not data:
            raise MisfitError(msg("expected a condition, a mapping such as {0}, found {1!r}", self.example, data), path)
        words = [self._read_word(key, argument, (*path, key)) for key, argument in data.items()]
        return _locate(path, lambda: self.together(words))

    def _read_word(self, key: str, argument: Any, path: KeyPath) -> W:
        word = self.meant(key, argument)
        if word == NOT:
            return self.negate(self.read(argument, path))
        if word in JOINING:
            if not isinstance(argument, list) or not argument:
                raise MisfitError(msg("expected a list of conditions under {0!r}, found {1!r}", key, argument), path)
            words = [self.read(item, (*path, place)) for place, item in enumerate(argument)]
            return self.all_of(words) if word == ALL else self.any_of(words)
        if word not in self.words:
            hint = self.foreign.get(key) or known_names(key, [*self.words, *JOINING], msg("the words are"))
            raise MisfitError(msg("unknown word {0!r}{1}", key, hint), path)
        return _locate(path, lambda: self.words[word](argument))


def _locate(path: KeyPath, make: Callable[[], W]) -> W:
    """What ``make`` makes; a fault in it is a :class:`MisfitError` at ``path``, or within it."""
    try:
        return make()
    except MisfitError as error:
        raise MisfitError(error.message, (*path, *error.path)) from None
    except ValueError as error:
        raise MisfitError(error.args[0], path) from None


class Number(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A number compared: ``exactly``, ``at_least``, ``at_most``; where YAML has a bare number it means exactly that."""

    exactly: int | None = None
    at_least: int | None = None
    at_most: int | None = None

    def __post_init__(self) -> None:
        if self.exactly is None and self.at_least is None and self.at_most is None:
            raise ValueError(msg("expected 'exactly', 'at_least' or 'at_most', found {{}}"))

    @classmethod
    def of(cls, value: Number | int | bool) -> Number:
        """The comparison that a value in YAML means: true is at least 1, false is 0."""
        if isinstance(value, Number):
            return value
        if isinstance(value, bool):
            return cls(at_least=1) if value else cls(exactly=0)
        return cls(exactly=value)

    def fits(self, number: int) -> bool:
        """Whether a number compares as it should."""
        low, high = self.bounds
        return low <= number <= high

    @cached_property
    def bounds(self) -> tuple[int, int]:
        """The least and the most that fit."""
        low = max(-_ENDLESS if bound is None else bound for bound in (self.exactly, self.at_least))
        high = min(_ENDLESS if bound is None else bound for bound in (self.exactly, self.at_most))
        return low, high

    def __format__(self, unit: str) -> str:
        """As phrases write it: ``{number}``, or with a unit, ``{number:枚}``."""
        return self.phrase(unit)

    def phrase(self, unit: str = "") -> str:
        """``exactly 3``, ``at least 7``, ``2 to 4``; in Japanese ``3``, ``7枚以上``, ``2〜4枚``, with a ``unit``."""
        exactly, both, least, most = _FORMS[language()]
        if self.exactly is not None:
            return exactly.format(self.exactly, unit)
        form = least if self.at_most is None else most if self.at_least is None else both
        return form.format(self.at_least, unit, self.at_most)


#: How a number compared is said: exactly, from one to another, at least, at most.
_FORMS: Final = {
    "en": ("exactly {0}", "{0} to {2}", "at least {0}", "at most {2}"),
    "ja": ("{0}{1}", "{0}〜{2}{1}", "{0}{1}以上", "{2}{1}以下"),
}


def listed(words: Iterable[str], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *first, final = list(words)
    return f"{', '.join(first)} {last} {final}" if first else final


#: What something is called, or says, in the language that is spoken.
Phrase = Callable[[], str]


class PhraseTable:
    """The rows of a YAML file, read when the first one is asked for.

    A row has a template for each language, or the joints of a list: between words, and before the last one.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def rows(self) -> dict[str, dict[str, Any]]:
        import yaml

        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        found: dict[str, dict[str, Any]] = yaml.load(self.path.read_text(encoding="utf-8"), loader)
        return found

    def has(self, key: str) -> bool:
        return key in self.rows

    def row(self, key: str) -> Any:
        """What a row says in the language that is spoken."""
        row = self.rows[key]
        return row.get(language(), row["en"])

    def write(self, key: str, **values: object) -> str:
        """The phrase of a row with its values."""
        return str(self.row(key)).format(**values)

    def several(self, key: str) -> str:
        """Several of what the row of a noun names."""
        row = self.rows[key]
        return str(row["several"] if language() == "en" else row[language()])

    def join(self, key: str, phrases: Iterable[str]) -> str:
        """Phrases joined by the joints of a row."""
        between, before_last = self.row(key)
        words = list(phrases)
        return before_last.join([between.join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)

    def said(self, key: str, **values: Any) -> Phrase:
        """The phrase of a row, with its values in the same language."""
        return lambda: self.write(key, **{name: _in(value) for name, value in values.items()})

    def joined(self, key: str, phrases: Iterable[Any]) -> Phrase:
        """Phrases joined as a row says."""
        parts = [*phrases]
        return lambda: self.join(key, (str(_in(part)) for part in parts))


def _in(value: Any) -> object:
    """A value of a phrase in a language: texts by language, something with a text, a phrase, or any other value."""
    if isinstance(value, dict):
        return value[language()]
    phrase = getattr(value, "text", value)
    return phrase() if callable(phrase) else phrase
