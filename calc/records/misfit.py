"""Why plain data are no record: checks by the types of records, whose refusals name the key, what is expected, what was
found and how to mend it.

The library that makes records of plain data says only that something does not fit. Here the same types
(:mod:`msgspec.inspect`) become shapes; a shape checks one value and raises :class:`~calc.errors.RecordError` with the
dotted key at fault.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from threading import Lock
from typing import Any, Final, Protocol

import msgspec
from msgspec import Struct, inspect

from calc.errors import RecordError, did_you_mean
from calc.notation.text import show, unwritable_column
from calc.patterns import regex
from calc.records.values import DEEPEST, for_amount
from calc.translation import fixed, msg, one_by_one

#: What a program's data may raise where it is made a record: it may hold objects of any kind.
UNFIT: Final = (msgspec.ValidationError, TypeError, AttributeError, RecursionError, ValueError, OverflowError)
_MAPPING: Final = msg("a mapping of keys and values")
#: msgspec crashes where two threads are the first to look at a type.
_PREPARING: Final = Lock()
#: What is said of a record and holds for all that is in it: whether seats may be named by players.
_INHERITED: Final = ("by_name",)
_INT64: Final = 2**63
_NOTHING: Final = type(None)
#: What is left of ``36,000`` behind the comma, where a comma ends a value.
_BEHIND_COMMA: Final = regex(r"\d{3}")
#: Figures that follow from a win, and stand in its record only as what is claimed.
_CLAIMED: Final = frozenset({"han", "fu", "points", "yaku", "payments"})


class Shape(Protocol):
    """What a value must be; ``expected`` says it in words."""

    @property
    def expected(self) -> str: ...

    def check(self, value: Any, key: str) -> None:
        """Raise :class:`~calc.errors.RecordError` naming ``key`` unless ``value`` has this shape."""


class Single(Struct, frozen=True):
    """A value of one of several plain types. ``hint`` says what to do about one that does not fit."""

    expected: str
    types: tuple[inspect.Type, ...]
    tests: tuple[Callable[[Any], bool], ...]
    hint: Callable[[object], str] | None

    def check(self, value: Any, key: str) -> None:
        if not self.fits(value):
            refuse(key, self.expected, value, self.hint(value) if self.hint is not None else "")

    def fits(self, value: Any) -> bool:
        """Whether a value is of one of the types."""
        return True in [test(value) for test in self.tests]  # faster than any() for one or two tests

    @property
    def is_flag(self) -> bool:
        """Whether the key alone might be meant as a yes."""
        return any(isinstance(one, inspect.BoolType) for one in self.types)


class Plain(Struct, frozen=True):
    """Plain data that every format of the project can spell: JSON's own types, numbers within 64 bits, at most
    :data:`~calc.records.values.DEEPEST` levels. ``null``: whether null is a value too.
    """

    expected: str
    null: bool

    def check(self, value: Any, key: str) -> None:
        if (value is None and not self.null) or not _is_plain(value, 0):
            refuse(key, self.expected, value)


class Names(Struct, frozen=True):
    """A mapping from any names to values of one shape. ``name``: what a name must be."""

    each: Shape
    name: Single | None = None
    expected: str = _MAPPING

    def check(self, value: Any, key: str) -> None:
        _check_mapping(value, key)
        for name, item in value.items():
            self.each.check(item, _join(key, name))
        if self.name is not None:
            for name in value:
                self.name.check(name, key)


class Either(Struct, frozen=True):
    """A list of values of one shape (``each``), a mapping or a single value, whichever of them there are."""

    expected: str
    each: Shape | None = None
    mapping: Shape | None = None
    single: Single | None = None

    def check(self, value: Any, key: str) -> None:
        if self.each is not None and isinstance(value, list):
            for place, item in enumerate(value):
                self.each.check(item, f"{key}[{place}]")
        elif self.mapping is not None and isinstance(value, Mapping):
            self.mapping.check(value, key)
        elif self.single is None or not self.single.fits(value):
            hint = self.single.hint if self.single is not None else None
            refuse(key, self.expected, value, hint(value) if hint is not None else "")


class Table(Struct, frozen=True):
    """A mapping with known keys, some of them required. ``name`` says what it is a table of."""

    name: str
    keys: Mapping[str, Shape]
    required: tuple[str, ...] = ()
    #: The type whose fields the keys are, where there is one.
    kind: type[Struct] | None = None
    #: Keys, one of which may replace a required one.
    instead: Mapping[str, tuple[str, ...]] = {}
    #: Examples of what may be added for a key that is missing.
    examples: Mapping[str, str] = {}
    #: What to write in place of words that people use as keys.
    leads: Mapping[str, str] = {}
    expected: str = _MAPPING

    def check(self, value: Any, key: str) -> None:
        _check_mapping(value, key)
        for name in value:
            self._check_known(name, key)
        missing = [
            name
            for name in self.required
            if name not in value and not any(other in value for other in self.instead.get(name, ()))
        ]
        if missing:
            raise RecordError(self._ask_for(missing), code="missing_key", key=_join(key, missing[0]))
        for name, item in value.items():
            self.keys[name].check(item, _join(key, name))

    def _ask_for(self, missing: list[str]) -> str:
        """Say all that is missing; several keys with an example each, where they have one."""
        *first, last = map(repr, missing)
        add = [self.keys[name].expected for name in missing]
        if first:
            add = [
                self.examples.get(name) or msg("{0} ({1})", name, words)
                for name, words in zip(missing, add, strict=True)
            ]
        lacks = msg("{0} and {1} are", ", ".join(first), last) if first else msg("{0} is", last)
        return msg(
            "expected {0} in {1}, but {2} missing; add {3}",
            ", ".join(self.required),
            self.name,
            lacks,
            one_by_one(add, ", "),
        )

    def given(self, value: Mapping[str, Any], key: str) -> dict[str, Any]:
        """The keys that have a value: ``None`` is absent.

        Raises :class:`~calc.errors.RecordError` where it would take a word with it: for a key without a value that is
        unknown, and for a flag, which might be meant as a yes.
        """
        if _NOTHING not in map(type, value.values()):
            return dict(value)
        for name, item in value.items():
            if item is None and isinstance(name, str):
                self._check_known(name, key)
                shape = self.keys[name]
                if isinstance(shape, Single) and shape.is_flag:
                    where = _join(key, name)
                    message = msg(
                        "{0}: expected {1}, found no value; write {2}: true, or leave it out",
                        where,
                        shape.expected,
                        name,
                    )
                    raise RecordError(message, key=where)
        return {name: item for name, item in value.items() if item is not None or not isinstance(name, str)}

    def _check_known(self, name: str, key: str) -> None:
        if name not in self.keys:
            message = msg(
                "expected a key of {0}, found {1}{2}", self.name, show(name), _hint_for_key(name, self.keys, self.leads)
            )
            raise RecordError(message, code="unknown_key", key=_join(key, name))


@cache
def table_of(kind: type[Struct]) -> Table:
    """The keys of a type of record, and what each may hold."""
    with _PREPARING:
        msgspec.json.Decoder(kind)
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return _table(info, {})


def _table(info: inspect.StructType, said: Mapping[str, Any]) -> Table:
    fields = [field for field in info.fields if field.encode_name not in said.get("without", ())]
    above = {key: said[key] for key in _INHERITED if key in said}
    instead = {field.encode_name: tuple(_parts_of(field.type)[0].get("unless", ())) for field in fields}
    filled = said.get("filled", ())
    return Table(
        fixed(said.get("title", info.cls._title)),  # type: ignore[attr-defined]  # each record has one
        {field.encode_name: _shape(field.type, above, is_optional=field.default is None) for field in fields},
        tuple(
            name
            for name, field in zip(instead, fields, strict=True)
            if (field.required or instead[name]) and name not in filled
        ),
        info.cls,
        instead={name: others for name, others in instead.items() if others},
        examples={
            name: fixed(_parts_of(field.type)[0]["example"])
            for name, field in zip(instead, fields, strict=True)
            if "example" in _parts_of(field.type)[0]
        },
        leads=vars(info.cls).get("_leads", {}),
    )


def _shape(info: inspect.Type, above: Mapping[str, Any], *, is_optional: bool = False) -> Shape:
    """The shape of a type; ``is_optional``: null is no value of it, but stands for none. ``above``: what is said of all
    values of the record around it.
    """
    said, parts = _parts_of(info)
    said = {**above, **said}
    if is_optional:
        parts = [part for part in parts if not isinstance(part, inspect.NoneType)]
    expected = said.get("expected")
    if said.get("is_plain"):
        return Plain(expected or msg("plain data"), null=any(isinstance(part, inspect.AnyType) for part in parts))
    each = next((_shape(part.item_type, above) for part in parts if isinstance(part, inspect.ListType)), None)
    mapping = next(
        (_mapping(part, said) for part in parts if isinstance(part, inspect.DictType | inspect.StructType)), None
    )
    single = [part for part in parts if not isinstance(part, inspect.ListType | inspect.DictType | inspect.StructType)]
    if each is None and mapping is None:
        return _single(single, said)
    if mapping is not None and each is None and not single:
        return mapping
    return Either(expected or _MAPPING, each, mapping, _single(single, said) if single else None)


def _mapping(info: inspect.DictType | inspect.StructType, said: Mapping[str, Any]) -> Shape:
    if isinstance(info, inspect.StructType):
        return _table(info, said)
    each = _shape(info.value_type, {key: said[key] for key in _INHERITED if key in said})
    if "names" in said and not said.get("by_name"):
        return Table(fixed(said["title"]), dict.fromkeys(said["names"], each))
    key, names = _parts_of(info.key_type)
    is_any = names == [inspect.StrType()]
    return Names(each, None if is_any else _single(names, key), said.get("expected", _MAPPING))


def _single(types: Iterable[inspect.Type], said: Mapping[str, Any]) -> Single:
    known, expected = tuple(types), said.get("expected")
    if "only" in said and said.get("by_name"):
        return Single(fixed(said["named"]), known, tuple(map(_test_of, known)), None)
    if "only" in said:
        choices = inspect.LiteralType(tuple(said["only"]))
        known = tuple(choices if isinstance(one, inspect.StrType) else one for one in known)
    is_number = any(isinstance(one, inspect.IntType | inspect.FloatType) for one in known)
    hint = said.get("hint") or (for_amount if is_number else None)
    return Single(expected or _words(known), known, tuple(map(_test_of, known)), hint)


def _words(types: tuple[inspect.Type, ...]) -> str:
    """The words for a type that brings none of its own."""
    match types:
        case (inspect.BoolType(),):
            return msg("true or false")
        case (inspect.IntType(ge=least, le=most),):
            return msg("a whole number from {0} to {1}", least, most)
    return msg("text")


def _parts_of(info: inspect.Type) -> tuple[dict[str, Any], list[inspect.Type]]:
    """What is said of a type, and the types that a value of it may have."""
    said: dict[str, Any] = {}
    while isinstance(info, inspect.Metadata):
        said = {**(info.extra_json_schema or {}), **(info.extra or {})} | said
        info = info.type
    if not isinstance(info, inspect.UnionType):
        return said, [info]
    inner = [_parts_of(one) for one in info.types]
    for more, _ in inner:
        said = more | said
    return said, [part for _, parts in inner for part in parts]


def _test_of(info: inspect.Type) -> Callable[[Any], bool]:
    """A test for values of one plain type, and of no other: 1 == True, but a record that says 1 does not say true."""
    match info:
        case inspect.StrType(pattern=None):
            return _is_text
        case inspect.StrType(pattern=str(pattern)):
            asked = regex(pattern)
            return lambda value: _is_text(value) and asked.search(value) is not None
        case inspect.IntType(ge=int(least), le=int(most)):
            return lambda value: isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
        case inspect.FloatType(ge=int(lowest), le=int(highest)):
            return lambda value: isinstance(value, float) and lowest <= value <= highest
        case inspect.LiteralType(values=choices):
            return lambda value: isinstance(value, str) and value in choices
        case inspect.BoolType() | inspect.NoneType():
            kind = bool if isinstance(info, inspect.BoolType) else type(None)
            return lambda value: isinstance(value, kind)
    raise TypeError(msg("a field of a record is of a type that has no test: {0}", info))


def _is_text(value: Any) -> bool:
    """Whether a value is text that UTF-8 can encode."""
    return isinstance(value, str) and (value.isascii() or unwritable_column(value) is None)


def _is_plain(value: Any, depth: int) -> bool:
    if isinstance(value, str):
        return _is_text(value)
    if isinstance(value, int):
        return -_INT64 <= value < _INT64
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, list):
        return depth < DEEPEST and all(_is_plain(item, depth + 1) for item in value)
    if isinstance(value, dict):
        inside = depth < DEEPEST
        return inside and all(_is_text(name) and _is_plain(item, depth + 1) for name, item in value.items())
    return value is None


def _check_mapping(value: Any, key: str) -> None:
    if not isinstance(value, Mapping):
        refuse(key, _MAPPING, value)
    for name in value:
        if not _is_text(name):
            refuse(key, msg("keys that are text"), name)


def _join(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name


def refuse(key: str, expected: str, value: Any, hint: str = "") -> None:
    """Raise :class:`~calc.errors.RecordError` for a value that is not what is expected at ``key``."""
    wrong = msg("expected {0}, found {1}{2}", expected, show(value), hint)
    raise RecordError(msg("{0}: {1}", key, wrong) if key else wrong, key=key or None)


def _hint_for_key(name: str, known: Iterable[str], leads: Mapping[str, str]) -> str:
    """What ``leads`` say of a key, else the nearest known one; or what made a key of a part of a value, for a comma
    within ``{ }`` ends the value.

    >>> _hint_for_key("(234p)", ["melds"], {})
    "; put melds with commas between them into quotes, as in melds: '(345m),(234p)'"
    >>> _hint_for_key("han", ["hand", "claim"], {})
    '; what the table says of it is claim.han'
    """
    if name.startswith("("):
        return msg("; put melds with commas between them into quotes, as in melds: {0}", show(f"(345m),{name}"))
    if _BEHIND_COMMA.fullmatch(name):
        return msg("; write numbers without commas: 36000, not 36,000")
    names = [*known]
    if name in _CLAIMED and {"hand", "claim"} <= {*names}:
        return msg("; what the table says of it is claim.{0}", name)
    if name in leads:
        return msg("; {0}", fixed(leads[name]))
    return did_you_mean(name, names)
