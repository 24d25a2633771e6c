"""Guided entry: what a rule set asks of a record, and the record that the answers make.

A terminal asks a question at a time: phrases, steps, the ways to read answers, and the dialog that can go back. Answers
come in as lines of text, and nothing here knows a terminal: the caller hands in an :class:`Asker`. A page asks all at
once: fields, the pieces to pick, who sits where. Each game asks its own questions, in its module ``asking``.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, Literal, Protocol

from msgspec import Struct

from calc.errors import CalcError, NotationError, RecordError, did_you_mean
from calc.notation.spellings import listed_in
from calc.translation import Phrases, joined, language

#: What was answered so far, by the key of the step.
Answers = Mapping[str, Any]
#: What takes the last answer back, and what asks for a hint.
BACK = ("back", "戻る")
_HINT = ("?", "？")


#: Those that do not depend on the game.
PHRASES: Final = Phrases("ask")
#: The question or word for a key in a language.
phrase: Final = PHRASES.text
YES_NO: Final = {"yes": ("y", "はい"), "no": ("n", "いいえ")}


class Step(Struct, frozen=True):
    """One question. ``prompt``: a single line. ``read``: what an answer means; it raises a :class:`~calc.CalcError`.

    ``told``: what to say of an answer that was understood, such as tiles by name; nothing if it is empty. ``hint``:
    what ``?`` answers.
    """

    key: str
    prompt: str
    read: Callable[[str], Any]
    told: Callable[[Any], str] = lambda value: ""
    hint: str = ""


class Guide(Protocol):
    """The functions of a game's module ``asking``. Rules and records are those of the game."""

    def steps_of(self, rules: Any, answers: Answers) -> Iterable[Step]:
        """The questions, as far as the answers so far decide which there are."""

    def record_of(self, rules: Any, answers: Answers) -> Any:
        """The record that all answers make."""


class Entry:
    """The questions about one record, each made from the answers before it. ``phrases``: those of its game too."""

    phrases: ClassVar[Phrases]

    def __init__(self, rules: Any, answers: Answers) -> None:
        self.rules = rules
        self.answers = answers

    def phrase(self, key: str) -> str:
        """A question or a word."""
        return self.phrases.text(key)

    def yes_no(self, told: str) -> str:
        return read_out(told, YES_NO[told])


def choice(text: str, choices: Mapping[str, Iterable[str]], otherwise: str | None = None) -> str:
    """Read one of several choices, given with their other spellings; ``otherwise`` for an empty answer."""
    if not text and otherwise is not None:
        return otherwise
    for name, spellings in choices.items():
        if text.casefold() in (name.casefold(), *(spelling.casefold() for spelling in spellings)):
            return name
    first, *others = (read_out(name, spellings) for name, spellings in choices.items())
    if not others:
        back = read_out(BACK[0], BACK)
        raise NotationError("expected {0}, or {1} to change an answer, found {2!r}", first, back, text)
    hint = did_you_mean(text, choices)
    meant = hint if "did you mean" in hint else ""
    raise NotationError("expected one of {0}, found {1!r}{2}", joined([first, *others], "listed"), text, meant)


def read_out(name: str, spellings: Iterable[str]) -> str:
    """A choice in words: its first spelling in Japanese, or its name."""
    return next((word for word in spellings if not word.isascii()), name) if language() == "ja" else name


def several(text: str, choices: Mapping[str, Iterable[str]]) -> list[str]:
    """Read any of several choices, separated by blanks or commas; none for an empty answer."""
    return list(dict.fromkeys(choice(part, choices) for part in listed_in(text)))


def number(text: str, otherwise: int = 0) -> int:
    """Read a number from 0; ``otherwise`` for an empty answer."""
    if not text:
        return otherwise
    if not (text.isdecimal() and text.isascii()) or len(text) > len("1000000"):
        raise NotationError("expected a number such as 1, found {0!r}", text)
    return int(text)


def amounts(text: str, names: Sequence[str], otherwise: int | None = None) -> dict[str, int]:
    """Read numbers by name: ``Bea=1 Cho=2``; a bare name means ``otherwise``."""
    found: dict[str, int] = {}
    for part in listed_in(text):
        name, equals, count = part.partition("=")
        if not equals and otherwise is None:
            raise NotationError("expected a number, as in {0}=1, found {1!r}", names[0], part)
        name = choice(name, dict.fromkeys(names, ()))
        found[name] = number(count) if equals else otherwise or 0
    return found


def missing(key: str) -> RecordError:
    """The refusal of an empty answer."""
    return RecordError(phrase("needed"), code="missing_key", key=key)


class Ended(Exception):  # noqa: N818  # no error: the input is over
    """The input ended before all was answered."""


class Asker(Protocol):
    """Asks a question and returns the line that answers it; says something; refuses an answer."""

    def ask(self, prompt: str) -> str: ...
    def say(self, text: str) -> None: ...
    def refuse(self, error: CalcError, answer: str) -> None: ...


class Dialog:
    """Asks the steps of a ``plan`` until none is left. ``plan`` gives all steps that apply after the answers so far."""

    def __init__(self, plan: Callable[[Answers], Sequence[Step]], asker: Asker) -> None:
        self.plan = plan
        self.asker = asker
        #: Answers in the order they were given.
        self.answers: dict[str, Any] = {}

    def run(self) -> dict[str, Any]:
        """All answers. Raises :class:`Ended` where the input is over."""
        while (step := self._next()) is not None:
            self._take(step)
        return self.answers

    def back(self) -> None:
        """Take the last answer back; what was answered before can be taken back too."""
        if self.answers:
            self.answers.popitem()
        else:
            self.asker.say(phrase("first"))

    def _next(self) -> Step | None:
        return next((step for step in self.plan(self.answers) if step.key not in self.answers), None)

    def _take(self, step: Step) -> None:
        answer = self.asker.ask(step.prompt).strip()
        if answer.casefold() in BACK:
            self.back()
        elif answer in _HINT:
            self.asker.say(f"  {step.hint or phrase('no_hint')}")
        else:
            try:
                value = step.read(answer)
            except CalcError as error:
                self.asker.refuse(error, answer)
                return
            self.answers[step.key] = value
            told = step.told(value)
            if told:
                self.asker.say(f"  = {told}")


# ---- all at once, as a page shows it

#: How a field is filled in: ``pieces`` and ``piece`` are tiles or cards, ``melds`` called ones; ``counts`` are numbers
#: by player; ``player`` is one of them, ``players`` any. ``wild`` and ``liable`` are a player or seat with a card or a
#: choice.
FieldKind = Literal[
    "pieces", "piece", "melds", "choice", "flag", "number", "player", "players", "counts", "wild", "liable"
]


class Option(Struct, frozen=True):
    """One answer to choose: its ``value`` in a record, and the words for it."""

    value: Any
    label: str


class Field(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One key of a record.

    ``key``: its path, with ``*`` for the name of every player. ``when``: values of other fields, one of which has to be
    chosen; ``closed`` is whether nothing is called. ``most``: pieces, or a number. ``rare``: it is seldom needed.
    """

    key: str
    kind: FieldKind
    label: str
    choices: Sequence[Option] = ()
    default: Any = None
    most: int | None = None
    when: Mapping[str, Sequence[Any]] = {}
    rare: bool = False


class Piece(Struct, frozen=True):
    """A tile or a card: how records spell it, the id of its picture, its name, its suit or month, how many there
    are.
    """

    code: str
    picture: str
    name: str
    group: str
    copies: int = 1


class Wins(Struct, frozen=True, kw_only=True):
    """Wins of a round. ``given``: what each says; ``winner``: the key of its player. ``paid_by``: the key of one player
    whom all of them name, if there is one. ``several``: whether there may be more than one.
    """

    given: Mapping[str, Any]
    winner: Option
    paid_by: Option | None = None
    several: bool = False


class Ending(Struct, frozen=True, kw_only=True):
    """How a round at a table ends: ``key`` of the record tells it. ``fields``: what is asked of the round as a whole;
    ``wins``: what is asked of its wins, each of which is a form of its own.
    """

    key: str
    label: str
    fields: Sequence[Field] = ()
    wins: Wins | None = None


class Form(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All fields of a record.

    ``record``: whether it is one ``win`` or a ``round`` of players. ``players``: how many take part; ``at_table``: how
    many may sit there, of whom some drop out. ``first``: who the first of them is. ``has_worth``: whether han and fu
    can stand in place of a hand, and the other questions of a page that need them can be asked. ``levels``: what a win
    can be in place of han and fu; ``first_han``: from so many han on it is one whatever its fu. ``hans`` and ``fus``:
    what it is counted in where no level has a name. ``endings``: how rounds end whose record is not this form;
    ``of_table``: keys of this form that a table knows by itself.
    """

    record: Literal["win", "round"]
    pieces: Sequence[Piece]
    fields: Sequence[Field]
    players: Sequence[int]
    at_table: Sequence[int] = ()
    first: str = ""
    seats: Sequence[Option] = ()
    has_worth: bool = False
    levels: Sequence[Option] = ()
    first_han: int = 0
    hans: Sequence[int] = ()
    fus: Sequence[int] = ()
    endings: Sequence[Ending] = ()
    of_table: Sequence[str] = ()


class Asked:
    """What a form asks in one language. ``labels``: its words by key."""

    def __init__(self, labels: Phrases) -> None:
        self._labels = labels

    def label(self, key: str) -> str:
        return self._labels.text(key)

    def field(self, key: str, kind: FieldKind, label: str = "", **more: Any) -> Field:
        """A field with the words for its ``label``, by default the last part of its key; ``more``: its other parts."""
        return Field(key=key, kind=kind, label=self.label(label or key.rpartition(".")[2]), **more)

    def option(self, value: Any, label: str = "") -> Option:
        """An answer with the words for its ``label``, by default the answer itself."""
        return Option(value, self.label(label or value))

    def fact(self, name: str, told: str, kind: FieldKind = "number", **more: Any) -> Field:
        """A field for a fact of the rule set. ``told``: what it means."""
        return Field(key=f"facts.{name}", kind=kind, label=told[:1].upper() + told[1:], **more)
