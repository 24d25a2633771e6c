"""Whether plain data fit the types of a record or of a rule file, and where and why they do not.

The library that makes objects of plain data says only that something does not fit. Here the same types
(:mod:`msgspec.inspect`) become shapes. A shape checks one value and notes each misfit in it; the words are those of
:mod:`calc.records.plain` for records, of :mod:`calc.tables.misfit` for rule files.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from threading import RLock
from typing import Any, Final, Protocol

import msgspec
from msgspec import Struct, inspect

from calc.errors import did_you_mean
from calc.notation.text import show, unwritable_column
from calc.patterns import regex
from calc.translation import fixed, msg

#: What a program's data may raise where it is made a record: it may hold objects of any kind.
UNFIT: Final = (msgspec.ValidationError, TypeError, AttributeError, RecursionError, ValueError, OverflowError)
#: One thread at a time makes use of new types: msgspec crashes where two are the first to look at one.
READING: Final = RLock()
#: The deepest nesting of an id or an option.
DEEPEST: Final = 20
_MAPPING: Final = msg("a mapping of keys and values")
#: What is said of a whole and holds for all that is in it: whether seats may be named by players, whether null is a
#: value of a key that may be left out.
_INHERITED: Final = ("by_name", "has_null")
_INT64: Final = 2**63
#: Where a value is within plain data: names of keys and places in lists.
KeyPath = tuple[str | int, ...]


#: Told of each misfit: where it is, in which shape, what is wrong there (``value``, ``unknown``, ``missing`` or, with a
#: message, ``own``), and the value, the key, the keys or the message.
Note = Callable[[KeyPath, "Shape", str, Any], None]
#: Reads a value that is written in a way of its own, such as a condition.
Hook = Callable[[type[Any], Any], Any]


class Shape(Protocol):
    """What a value must be; ``expected`` says it in words."""

    @property
    def expected(self) -> str: ...

    def check(self, value: Any, at: KeyPath, note: Note, hook: Hook | None = None) -> None:
        """Note every misfit of a value that is ``at`` a place."""


class Single(Struct, frozen=True):
    """A value of one of several plain types. ``hint`` says what to do about one that does not fit."""

    expected: str
    types: tuple[inspect.Type, ...]
    tests: tuple[Callable[[Any], bool], ...]
    hint: Callable[[object], str] | None = None

    def check(self, value: Any, at: KeyPath, note: Note, hook: Hook | None = None) -> None:
        if not self.fits(value):
            note(at, self, "value", value)

    def fits(self, value: Any) -> bool:
        return True in [test(value) for test in self.tests]  # faster than any() for one or two tests

    @property
    def is_flag(self) -> bool:
        """Whether the key alone might be meant as a yes."""
        return any(isinstance(one, inspect.BoolType) for one in self.types)


class Plain(Struct, frozen=True):
    """Plain data that every format of the project can spell: JSON's own types, numbers within 64 bits, at most
    :data:`DEEPEST` levels. ``null``: whether null is a value too.
    """

    expected: str
    null: bool

    def check(self, value: Any, at: KeyPath, note: Note, hook: Hook | None = None) -> None:
        if (value is None and not self.null) or not _is_plain(value, 0):
            note(at, self, "value", value)


class Written(Struct, frozen=True):
    """A value that is written in a way of its own, such as a condition."""

    kind: type
    expected: str = ""

    def check(self, value: Any, at: KeyPath, note: Note, hook: Hook | None = None) -> None:
        assert hook is not None
        try:
            hook(self.kind, value)
        except ValueError as error:
            note((*at, *getattr(error, "path", ())), self, "own", error.args[0])


class Names(Struct, frozen=True):
    """A mapping from any names to values of one shape. ``name``: what a name must be."""

    each: Shape
    name: Single | None = None
    expected: str = _MAPPING

    def check(self, value: Any, at: KeyPath, note: Note, hook: Hook | None = None) -> None:
        if _is_mapping(self, value, at, note):
            for name, item in value.items():
                self.each.check(item, (*at, name), note, hook)
            for name in value:
                if self.name is not None:
                    self.name.check(name, at, note)


class Either(Struct, frozen=True):
    """A list of values of one shape (``each``), ``least`` or more, a mapping or a single value, whichever there are."""

    expected: str
    each: Shape | None = None
    mapping: Shape | None = None
    single: Single | None = None
    least: int = 0

    def check(self, value: Any, at: KeyPath, note: Note, hook: Hook | None = None) -> None:
        if self.each is not None and isinstance(value, list) and len(value) >= self.least:
            for place, item in enumerate(value):
                self.each.check(item, (*at, place), note, hook)
        elif self.mapping is not None and isinstance(value, Mapping):
            self.mapping.check(value, at, note, hook)
        elif self.single is None or not self.single.fits(value):
            note(at, self, "value", value)

    @property
    def hint(self) -> Callable[[object], str] | None:
        """What to do about a value that does not fit."""
        return self.single.hint if self.single is not None else None


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

    def check(self, value: Any, at: KeyPath, note: Note, hook: Hook | None = None) -> None:
        if not _is_mapping(self, value, at, note):
            return
        for name in value:
            if name not in self.keys:
                note(at, self, "unknown", name)
        missing = [
            name
            for name in self.required
            if name not in value and not any(other in value for other in self.instead.get(name, ()))
        ]
        if missing:
            note(at, self, "missing", missing)
        for name, item in value.items():
            if name in self.keys:
                self.keys[name].check(item, (*at, name), note, hook)
        if hasattr(self.kind, "__post_init__"):
            try:
                msgspec.convert(value, self.kind, dec_hook=hook)
            except msgspec.ValidationError as error:
                # What is wrong further inside has been noted.
                if error.__cause__ is not None and " - at " not in str(error):
                    note(at, self, "own", error.__cause__.args[0])


class Tagged(Struct, frozen=True):
    """One of several tables, which a key tells apart by the ``tag`` in it."""

    key: str
    tables: Mapping[str, Table]
    expected: str = _MAPPING

    def check(self, value: Any, at: KeyPath, note: Note, hook: Hook | None = None) -> None:
        if not _is_mapping(self, value, at, note):
            return
        tag = value.get(self.key)
        if isinstance(tag, str) and tag in self.tables:
            rest = {key: inner for key, inner in value.items() if key != self.key}
            self.tables[tag].check(rest, at, note, hook)
        elif self.key not in value:
            note(at, self, "missing", [self.key])
        else:
            near = did_you_mean(str(tag), self.tables)
            hint = near if "did you mean" in near else msg("; the operators are {0}", ", ".join(self.tables))
            note((*at, self.key), self, "own", msg("there is no operator {0!r}{1}", tag, hint))


# ---- types into shapes


@cache
def table_of(kind: type[Struct]) -> Table:
    """The keys of a type of record, and what each may hold."""
    with READING:
        msgspec.json.Decoder(kind)
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return _table(info, {})


@cache
def shape_of(kind: Any) -> Shape:
    """The shape of any type, in which null is one value among others."""
    return _shape(inspect.type_info(kind), {"has_null": True})


def _table(info: inspect.StructType, said: Mapping[str, Any]) -> Table:
    fields = [field for field in info.fields if field.encode_name not in said.get("without", ())]
    above = {key: said[key] for key in _INHERITED if key in said}
    more = {field.encode_name: _parts_of(field.type)[0] for field in fields}
    instead = {name: tuple(about["unless"]) for name, about in more.items() if about.get("unless")}
    filled = said.get("filled", ())
    return Table(
        fixed(said.get("title", vars(info.cls).get("_title", ""))),
        {field.encode_name: _shape(field.type, above, is_optional=field.default is None) for field in fields},
        tuple(
            field.encode_name
            for field in fields
            if (field.required or field.encode_name in instead) and field.encode_name not in filled
        ),
        info.cls,
        instead=instead,
        examples={name: fixed(about["example"]) for name, about in more.items() if "example" in about},
        leads=vars(info.cls).get("_leads", {}),
    )


def _shape(info: inspect.Type, above: Mapping[str, Any], *, is_optional: bool = False) -> Shape:
    """The shape of a type; ``is_optional``: null is no value of it, but means that the key is absent. ``above``: what
    is said of all values of the record around it.
    """
    said, parts = _parts_of(info)
    said = {**above, **said}
    if is_optional and not said.get("has_null"):
        parts = [part for part in parts if not isinstance(part, inspect.NoneType)]
    expected = said.get("expected")
    if said.get("is_plain"):
        return Plain(expected or msg("plain data"), null=any(isinstance(part, inspect.AnyType) for part in parts))
    lists = [part for part in parts if isinstance(part, inspect.ListType | inspect.VarTupleType)]
    structs = [part for part in parts if isinstance(part, inspect.StructType)]
    mappings = structs + [part for part in parts if isinstance(part, inspect.DictType)]
    own = [part for part in parts if isinstance(part, inspect.CustomType)]
    composed = inspect.ListType | inspect.VarTupleType | inspect.StructType | inspect.DictType
    single = [part for part in parts if not isinstance(part, composed)]
    if own:
        return Written(own[0].cls)
    each = _shape(lists[0].item_type, above) if lists else None
    mapping: Shape | None = _mapping(mappings[0], said) if mappings else None
    if len(structs) > 1:
        mapping = Tagged(str(structs[0].tag_field), {str(one.tag): _table(one, said) for one in structs})
    if each is None and mapping is None:
        return _single(single, said)
    if mapping is not None and each is None and not single:
        return mapping
    least = lists[0].min_length or 0 if lists else 0
    return Either(expected or _MAPPING, each, mapping, _single(single, said) if single else None, least)


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


#: Numbers with commas between thousands, signs and slashes kept: ``36,000``, ``1,300/2,600``.
_THOUSANDS: Final = regex(r"(?<![\d,])\d{1,3}(?:,\d{3})+(?![\d,])")


def for_amount(value: object) -> str:
    """A number that has commas is written without.

    >>> for_amount("-36,000")
    '; write it without commas: -36000'
    """
    if not isinstance(value, str) or not _THOUSANDS.search(value):
        return ""
    return msg("; write it without commas: {0}", _THOUSANDS.sub(lambda match: match[0].replace(",", ""), value))


def _words(types: tuple[inspect.Type, ...]) -> str:
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
        case inspect.IntType() | inspect.FloatType():
            kinds = int if isinstance(info, inspect.IntType) else int | float
            low = next((bound for bound in (info.ge, info.gt) if bound is not None), -math.inf)
            high, not_this = math.inf if info.le is None else info.le, info.gt
            return lambda value: (
                isinstance(value, kinds) and not isinstance(value, bool) and low <= value <= high and value != not_this
            )
        case inspect.LiteralType(values=choices):
            return lambda value: isinstance(value, str) and value in choices
        case inspect.BoolType() | inspect.NoneType():
            kind = bool if isinstance(info, inspect.BoolType) else type(None)
            return lambda value: isinstance(value, kind)
        case inspect.AnyType():
            return lambda value: True
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


def _is_mapping(shape: Shape, value: Any, at: KeyPath, note: Note) -> bool:
    """Whether a value is a mapping; its keys have to be text."""
    if not isinstance(value, Mapping):
        note(at, shape, "value", value)
        return False
    for name in value:
        if not _is_text(name):
            note(at, shape, "own", msg("expected keys that are text, found {0}", show(name)))
            return False
    return True
