"""The keys of a win and what each may hold: the words and bounds behind ``missing_key``, ``unknown_key`` and
``wrong_type``.

A shape checks one value and raises :class:`~calc.errors.RecordError` with the dotted key at fault. The typed records
say the same in types; the shapes add bounds, nearest spellings and sentences. A shape also describes what it accepts as
a JSON Schema, for editors and other programs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from calc.errors import RecordError
from calc.notation.text import is_text, show
from calc.records.fits import AnyFit, Fit, OneOf, Plain, Schema, Text, Whole
from calc.records.hints import for_amount, for_seat, for_unknown_key

#: The largest count of anything that is counted in a record.
MOST = 10_000
#: The largest amount of points and the largest number a fact may hold: sums of them stay far below the engine's
#: integers.
MOST_POINTS = 1_000_000_000
#: Digits of an amount that is written as text, at most.
MOST_DIGITS = len(str(MOST_POINTS))
#: The deepest nesting of an id or an option.
DEEPEST = 20
#: What a program's data may raise where it is made a record: it may hold objects of any kind.
UNFIT = (msgspec.ValidationError, TypeError, AttributeError, RecursionError, ValueError, OverflowError)
_MAPPING = "a mapping of keys and values"


class Shape(Protocol):
    """What a value must be; ``expected`` says it in words."""

    @property
    def expected(self) -> str: ...

    def check(self, value: Any, key: str) -> None:
        """Raise :class:`~calc.errors.RecordError` naming ``key`` unless ``value`` has this shape."""

    def schema(self, *, sparse: bool) -> Schema:
        """What the shape accepts. ``sparse``: keys may stand there without a value at every depth, not only in the
        record itself.
        """


class Value(Struct, frozen=True):
    """A single value: ``expected`` says in words what ``fits`` tests, ``hint`` what to do about a value that does not.

    ``is_flag``: the key alone might be meant as a yes.
    """

    expected: str
    fits: Fit
    hint: Callable[[Any], str] | None = None
    is_flag: bool = False

    def check(self, value: Any, key: str) -> None:
        if not self.fits(value):
            _refuse_type(key, self.expected, value, self.hint(value) if self.hint is not None else "")

    def schema(self, *, sparse: bool) -> Schema:
        return {"description": self.expected, **self.fits.schema}


class Table(Struct, frozen=True):
    """A mapping with known keys, some of them required. ``name`` says what it is a table of.

    ``is_record``: it is a record of its own, whose keys may stand there without a value (see :meth:`given`).
    """

    name: str
    keys: Mapping[str, Shape]
    required: tuple[str, ...] = ()
    expected: str = _MAPPING
    is_record: bool = False

    def check(self, value: Any, key: str) -> None:
        _check_mapping(value, key)
        for name in value:
            self._check_known(name, key)
        for name in self.required:
            if name not in value:
                needed = ", ".join(self.required)
                message = f"expected {needed} in {self.name}, but {name!r} is missing; add {self.keys[name].expected}"
                raise RecordError(message, code="missing_key", key=_join(key, name))
        for name, item in value.items():
            self.keys[name].check(item, _join(key, name))

    def without(self, *names: str) -> Table:
        """The same table, which does not know some of its keys."""
        kept = {name: shape for name, shape in self.keys.items() if name not in names}
        return replace(self, keys=kept, required=tuple(name for name in self.required if name in kept))

    def schema(self, *, sparse: bool) -> Schema:
        properties = {name: shape.schema(sparse=sparse) for name, shape in self.keys.items()}
        for name, shape in self.keys.items() if sparse or self.is_record else ():
            if not (isinstance(shape, Value) and shape.is_flag) and name not in self.required:
                properties[name] = _or_null(properties[name])
        return {
            "title": self.name,
            "type": "object",
            "properties": properties,
            "required": list(self.required),
            "additionalProperties": False,
        }

    def given(self, value: Mapping[str, Any], key: str) -> dict[str, Any]:
        """The keys that have a value: ``None`` is absent.

        Raises :class:`~calc.errors.RecordError` where it would take a word with it: for a key without a value that is
        unknown, and for a flag, which might be meant as a yes.
        """
        for name, item in value.items():
            if item is None and isinstance(name, str):
                self._check_known(name, key)
                shape = self.keys[name]
                if isinstance(shape, Value) and shape.is_flag:
                    where = _join(key, name)
                    message = f"{where}: expected {shape.expected}, found no value; write {name}: true, or leave it out"
                    raise RecordError(message, key=where)
        return {name: item for name, item in value.items() if item is not None or not isinstance(name, str)}

    def _check_known(self, name: str, key: str) -> None:
        if name not in self.keys:
            message = f"expected a key of {self.name}, found {show(name)}{for_unknown_key(name, self.keys)}"
            raise RecordError(message, code="unknown_key", key=_join(key, name))


class Names(Struct, frozen=True):
    """A mapping from any names to values of one shape."""

    each: Shape
    expected: str = _MAPPING

    def check(self, value: Any, key: str) -> None:
        _check_mapping(value, key)
        for name, item in value.items():
            self.each.check(item, _join(key, name))

    def schema(self, *, sparse: bool) -> Schema:
        each = self.each.schema(sparse=sparse)
        return {"type": "object", "additionalProperties": _or_null(each) if sparse else each}


class Items(Struct, frozen=True):
    """A list of values of one shape; or, where ``alone`` is given, a value of that shape instead of a list."""

    expected: str
    each: Shape
    alone: Shape | None = None

    def check(self, value: Any, key: str) -> None:
        if isinstance(value, list):
            for place, item in enumerate(value):
                self.each.check(item, f"{key}[{place}]")
        elif self.alone is not None and isinstance(value, (str, Mapping)):
            self.alone.check(value, key)
        else:
            _refuse_type(key, self.expected, value)

    def schema(self, *, sparse: bool) -> Schema:
        items = {"type": "array", "items": self.each.schema(sparse=sparse)}
        if self.alone is None:
            return {"description": self.expected, **items}
        return {"description": self.expected, "anyOf": [items, self.alone.schema(sparse=sparse)]}


def _or_null(schema: Schema) -> Schema:
    """What a schema accepts, or null."""
    about: Schema = {key: schema[key] for key in ("title", "description") if key in schema}
    return {**about, "anyOf": [{key: part for key, part in schema.items() if key not in about}, {"type": "null"}]}


def _check_mapping(value: Any, key: str) -> None:
    if not isinstance(value, Mapping):
        _refuse_type(key, _MAPPING, value)
    for name in value:
        if not is_text(name):
            _refuse_type(key, "keys that are text", name)


def _join(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name


def _refuse_type(key: str, expected: str, value: Any, hint: str = "") -> None:
    place = f"{key}: " if key else ""
    raise RecordError(f"{place}expected {expected}, found {show(value)}{hint}", key=key or None)


TEXT = Value("text", Text())
TILES = Value("tiles as text, such as '123m406p'", Text())
FLAG = Value("true or false", OneOf(True, False), is_flag=True)
SEAT = Value("a seat E, S, W or N", OneOf("E", "S", "W", "N"), for_seat)
WIND = Value(SEAT.expected, SEAT.fits)
COUNT = Value(f"a whole number from 0 to {MOST} (a count is never below 0)", Whole(0, MOST), for_amount)
POINTS = Value(f"a whole number from {-MOST_POINTS} to {MOST_POINTS}", Whole(-MOST_POINTS, MOST_POINTS), for_amount)

_LIABLE = Table("a liability", {"seat": SEAT, "for": TEXT}, required=("seat", "for"))
_CLAIM = Table(
    "a claim",
    {
        "win": FLAG,
        "han": COUNT,
        "fu": COUNT,
        "yaku": Items('a list of yaku ids, such as ["riichi","pinfu"]', TEXT),
        "has": Items('a list of yaku ids, such as ["riichi","pinfu"]', TEXT),
        "points": Value(
            "a number of points, or what each pays as text, such as '1300/2600' or '4000 all', or a level such as "
            "'mangan'",
            AnyFit(Text(), Whole(0, MOST_POINTS)),
        ),
        "payments": Names(POINTS),
    },
)
#: What every record may begin with.
HEADER: dict[str, Shape] = {
    "id": Value(
        f"plain data (text, numbers within 64 bits, lists, mappings; at most {DEEPEST} levels)", Plain(DEEPEST)
    ),
    "rules": Value("a rule set id as text", Text()),
    "options": Names(Value("plain data, not null", Plain(DEEPEST, null=False))),
}
#: All keys of a won riichi hand.
WIN = Table(
    "a win",
    {
        **HEADER,
        "hand": TILES,
        "melds": Items("melds as a list of texts or one text, such as '(345m)[5555z]'", TEXT, alone=TEXT),
        "win": Value("one tile as text, such as '8s'", Text()),
        "by": Value("tsumo or ron", OneOf("tsumo", "ron")),
        "seat": SEAT,
        "round": WIND,
        "from": SEAT,
        "dora": TILES,
        "ura": TILES,
        "riichi": Value("true, false or 'double'", OneOf(True, False, "double"), is_flag=True),
        "ippatsu": FLAG,
        "rinshan": FLAG,
        "last_tile": FLAG,
        "first_turn": FLAG,
        "chankan": Value("true, false or 'concealed'", OneOf(True, False, "concealed"), is_flag=True),
        "honba": COUNT,
        "sticks": COUNT,
        "north": COUNT,
        "liable": Items("{seat: W, for: daisangen} or a list of such", _LIABLE, alone=_LIABLE),
        "discards": TILES,
        "facts": Names(
            Value(
                f"true, false or a whole number from {-MOST_POINTS} to {MOST_POINTS}",
                AnyFit(OneOf(True, False), Whole(-MOST_POINTS, MOST_POINTS)),
            )
        ),
        "claim": _CLAIM,
    },
    required=("hand", "by", "seat", "round"),
    is_record=True,
)
