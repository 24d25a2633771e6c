"""What a rule set asks of a record, all at once, as a page shows it: fields, the pieces to pick, who sits where."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from calc.translation import Phrases

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
    can be in place of han and fu. ``endings``: how rounds end whose record is not this form; ``of_table``: keys of
    this form that a table knows by itself.
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
