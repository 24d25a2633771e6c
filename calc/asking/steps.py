"""What a step of the guided entry is, and the ways of reading answers that several steps share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from calc.asking.phrases import phrase
from calc.errors import NotationError, RecordError, did_you_mean

#: What was answered so far, by the key of the step.
Answers = Mapping[str, Any]


class Step(Struct, frozen=True):
    """One question. ``prompt``: a single line. ``read``: what an answer means; it raises a :class:`~calc.CalcError`.

    ``told``: what was understood, by name; nothing where that is empty. ``hint``: what ``?`` answers.
    """

    key: str
    prompt: str
    read: Callable[[str], Any]
    told: Callable[[Any], str] = lambda value: ""
    hint: str = ""


class Guide(Protocol):
    """The functions of a game's module ``asking``. Rules and records are those of the game."""

    def steps_of(self, rules: Any, answers: Answers, lang: str) -> list[Step]:
        """The questions, as far as the answers so far tell which there are."""

    def record_of(self, rules: Any, answers: Answers) -> Any:
        """The record that all answers make."""


def choice(text: str, choices: Mapping[str, Iterable[str]], otherwise: str | None = None) -> str:
    """One of several choices, each with the spellings it may have; ``otherwise`` for an empty answer."""
    if not text and otherwise is not None:
        return otherwise
    for name, spellings in choices.items():
        if text.casefold() in (name.casefold(), *(spelling.casefold() for spelling in spellings)):
            return name
    names = ", ".join(choices)
    raise NotationError(f"expected one of {names}, found {text!r}{_meant(text, choices)}")


def several(text: str, choices: Mapping[str, Iterable[str]]) -> list[str]:
    """Any of several choices, parted by blanks or commas; none for an empty answer."""
    return list(dict.fromkeys(choice(part, choices) for part in text.replace(",", " ").replace("、", " ").split()))


def number(text: str, otherwise: int = 0) -> int:
    """A number that is not negative; ``otherwise`` for an empty answer."""
    if not text:
        return otherwise
    if not (text.isdecimal() and text.isascii()) or len(text) > len("1000000"):
        raise NotationError(f"expected a number such as 1, found {text!r}")
    return int(text)


def amounts(text: str, names: Sequence[str], otherwise: int | None = None) -> dict[str, int]:
    """Numbers by name: ``Bea=1 Cho=2``; a bare name stands for ``otherwise``."""
    found: dict[str, int] = {}
    for part in text.replace(",", " ").replace("、", " ").split():
        name, equals, count = part.partition("=")
        if not equals and otherwise is None:
            raise NotationError(f"expected a number, as in {names[0]}=1, found {part!r}")
        name = choice(name, dict.fromkeys(names, ()))
        found[name] = number(count) if equals else otherwise or 0
    return found


def yes_values() -> dict[str, tuple[str, ...]]:
    """The spellings of yes and no."""
    return {"yes": ("y", "はい"), "no": ("n", "いいえ")}


def missing(key: str, lang: str) -> RecordError:
    """An answer that may not be empty was."""
    return RecordError(phrase("needed", lang), code="missing_key", key=key)


def _meant(text: str, choices: Iterable[str]) -> str:
    hint = did_you_mean(text, choices)
    return hint if "did you mean" in hint else ""
