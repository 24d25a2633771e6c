"""Plain data of rule files into typed objects. What does not fit is explained: where, what, the nearest spelling."""

import types
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, Final, NoReturn, Union, get_args, get_origin

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from calc.errors import RuleTableError, did_you_mean, known_names
from calc.fit import READING, Either, Hook, KeyPath, Shape, Single, Table, shape_of
from calc.tables.ruleset import Name, RuleSet
from calc.translation import msg, one_by_one

#: What people write to take an entry out.
OFF = ("off", "no", "none", "false")


class MisfitError(ValueError):
    """What is wrong with plain data: the ``message``, and the ``path`` to the fault within the data."""

    def __init__(self, message: str, path: KeyPath = ()) -> None:
        super().__init__(message)
        self.message = message
        self.path = path


# ---- all mistakes of a rule file, noted while it is read: after each one reading goes on without what is wrong


class LostError(TypeError):
    """What is wrong in a rule file was looked at."""


class _Lost:
    """In place of a value that is wrong; a check that looks at it ends."""

    def _end(self, *_: object) -> NoReturn:
        raise LostError

    __bool__ = __eq__ = __hash__ = _end

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)  # nobody looks at the value: Python asks what it is
        self._end()


LOST: Final[Any] = _Lost()
#: What a check raises that stumbles over something wrong.
STUMBLES: Final = (TypeError, AttributeError, LookupError, ValueError)


class Faults:
    """The mistakes ``found`` so far, without those that only follow from others."""

    def __init__(self) -> None:
        self.found: list[RuleTableError] = []
        #: The names of entries that have one.
        self._names: set[str] = set()

    def add(self, error: RuleTableError) -> None:
        """Note a mistake, unless it is about an entry that has one, or about what is around one."""
        values = getattr(error.reason, "values", ())
        named = {value for value in values if isinstance(value, str)}
        around = f"{error.path}." if error.path else None
        if not named & self._names and not any(
            one.message == error.message or (around and one.file == error.file and f"{one.path}.".startswith(around))
            for one in self.found
        ):
            self.found.append(error)
            self._names |= {*(error.path or "").split(".")[1:2]}


# ---- plain data into objects


def convert(value: Any, kind: Any, hook: Hook | None = None) -> Any:
    """Plain data as an object of type ``kind``. Raises :class:`MisfitError`."""
    try:
        with READING:
            return msgspec.convert(value, kind, dec_hook=hook)
    except msgspec.ValidationError as error:
        for path, message in misfits(value, kind, hook):
            raise MisfitError(message, path) from None
        raise MisfitError(str(error)) from None  # the shape knows every type, so this says only that the two disagree


def salvage(value: Any, kind: Any, hook: Hook | None = None) -> Any:
    """What can be made of plain data that do not fit, with :data:`LOST` in place of what is wrong or missing."""
    try:
        return msgspec.convert(value, kind, dec_hook=hook)
    except msgspec.ValidationError:
        plain = bare(kind)
    if not isinstance(value, dict):
        return LOST
    if get_origin(plain) is dict:
        made = {key: salvage(inner, get_args(plain)[1], hook) for key, inner in value.items()}
        return {key: inner for key, inner in made.items() if inner is not LOST}
    kinds = [one for one in (get_args(plain) or (plain,)) if _is_struct(one)]
    tags = [one for one in kinds if value.get(one.__struct_config__.tag_field) == one.__struct_config__.tag]
    parts = {
        field.name: salvage(value[field.encode_name], field.type, hook) if field.encode_name in value else LOST
        for field in (fields_of(tags[0]) if len(tags) == 1 else ())
        if field.required or field.encode_name in value
    }
    try:
        return tags[0](**parts) if parts else LOST
    except STUMBLES:
        return LOST


def misfits(value: Any, kind: Any, hook: Hook | None = None, *, inside: bool = True) -> list[tuple[KeyPath, str]]:
    """All that does not fit in plain data, paths and messages; not ``inside``: of the keys of a struct alone."""
    shape = shape_of(kind)
    if isinstance(shape, Table) and not inside:
        shape = replace(shape, keys=dict.fromkeys(shape.keys, shape_of(Any)))
    found: list[tuple[KeyPath, str]] = []

    def note(at: KeyPath, shape: Shape, fault: str, what: Any) -> None:
        if isinstance(shape, Table) and fault == "unknown":
            hint = known_names(what, shape.keys, msg("its keys are"))
            at, what = (*at, what), msg("unknown key {0!r}{1}", what, hint)
        elif fault == "missing":
            lacks = [*map(repr, what)]
            told = one_by_one([", ".join(lacks[:-1]), lacks[-1]], " and ")
            several = msg("the keys {0} are missing here", told)
            what = msg("the key {0!r} is missing here", what[0]) if len(what) == 1 else several
        found.append((at, _explain(shape, what) if fault == "value" else what))

    shape.check(value, (), note, hook)
    return found


#: The types in plain words, in the order in which they are named.
_WORDS: Final = {
    inspect.BoolType: msg("true or false"),
    inspect.IntType: msg("a whole number"),
    inspect.FloatType: msg("a number"),
    inspect.StrType: "text",
    inspect.LiteralType: "text",
    dict: msg("a mapping"),
    list: msg("a list"),
    inspect.NoneType: "null",
}
_FORMS: Final = {
    r"^\d{4}(-\d\d){0,2}$": msg("a day, a month or a year such as 2025-05-26"),
    "^https?://": msg("an address such as https://example.org"),
}


def _explain(shape: Shape, value: Any) -> str:
    """Say what was expected and found: ``expected a list, found 'score'; write [score]``."""
    of = shape if isinstance(shape, Either) else Either("", single=shape if isinstance(shape, Single) else None)
    single = of.single.types if of.single is not None else ()
    mapping = of.mapping if isinstance(shape, Either) else None if isinstance(shape, Single) else shape
    is_word = isinstance(value, str | int | float)
    if isinstance(value, str) and isinstance(mapping, Table) and mapping.kind is Name:
        return msg("expected a name in both languages, as {{en: {0}, ja: ...}}, found {0!r}", value)
    choices = [choice for one in single if isinstance(one, inspect.LiteralType) for choice in one.values]
    if isinstance(value, str) and choices:
        flags = ["true", "false"] if any(isinstance(one, inspect.BoolType) for one in single) else []
        return msg("there is no choice {0!r}{1}", value, did_you_mean(value, [*flags, *map(str, choices)]))
    if isinstance(value, list) and of.each is not None:
        return msg("expected a list of at least {0}", of.least)
    if nearly := next(filter(None, (_nearly(one, value) for one in single)), None):
        return msg("expected {0}, found {1!r}", nearly, value)
    known = {*map(type, single), *([dict] if mapping is not None else []), *([list] if of.each is not None else [])}
    expected = one_by_one(dict.fromkeys(words for kind, words in _WORDS.items() if kind in known), " or ")
    if known == {dict} and not is_word and isinstance(mapping, Table) and mapping.required:
        expected += msg(" with the keys {0}", ", ".join(mapping.required))
    found = "null" if value is None else _WORDS[type(value)] if isinstance(value, dict | list) else repr(value)
    told = msg("expected {0}, found {1}", expected, found)
    if known == {list} and is_word:
        told += msg("; write [{0}]", value)
    if is_word and isinstance(mapping, Table) and (example := getattr(mapping.kind, "_like", "")):
        told += msg("; write {0}", example.format(value if isinstance(value, int) else "..."))
    if known == {dict} and (value is False or value in OFF):
        told += msg("; null removes an entry")
    return told


def _nearly(kind: inspect.Type, value: Any) -> str | None:
    """What is expected of a value whose type is right."""
    if isinstance(kind, inspect.StrType) and isinstance(value, str) and kind.pattern is not None:
        return _FORMS.get(kind.pattern, msg("text of the form {0}", kind.pattern))
    if not isinstance(kind, inspect.IntType | inspect.FloatType) or type(value) not in (int, float):
        return None
    if isinstance(kind, inspect.IntType) and isinstance(value, float):
        return None
    words = _WORDS[type(kind)]
    if kind.le is not None and value > kind.le:
        return msg("{0} of at most {1}", words, kind.le)
    return (
        msg("{0} of more than {1}", words, kind.gt)
        if kind.gt is not None
        else msg("{0} of at least {1}", words, kind.ge)
    )


def written_as(example: str, read: Callable[[Any], Any], data: Any) -> Any:
    """What ``read`` makes of plain data; where their type is wrong, the message has an example."""
    try:
        return read(data)
    except MisfitError as error:
        is_type = error.message.startswith("expected") and "write" not in error.message
        # Of what is no list the place in a list means nothing.
        path = error.path if isinstance(data, list) else tuple(part for part in error.path if part != 0)
        raise MisfitError(error.message + (msg("; write {0}", example) if is_type else ""), path) from None


#: The fields of a struct. To find their types takes long.
fields_of = cache(msgspec.structs.fields)


def entries_in(kind: Any) -> Any:
    """The type of the entries of a mapping by name, where they are structs; none for other types."""
    entry = get_args(kind)[1] if get_origin(kind) is dict else None
    return entry if entry is not None and _is_struct(entry) and entry is not Name else None


@cache
def has_parts(kind: Any) -> bool:
    """Whether a type is read part by part: a rule set, and a section that has entries by name."""
    is_struct = isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    return is_struct and (issubclass(kind, RuleSet) or any(entries_in(bare(one.type)) for one in fields_of(kind)))


def bare(kind: Any) -> Any:
    """A type without what is said about it, and without that it may be left out."""
    while True:
        if get_origin(kind) is Annotated:
            kind = get_args(kind)[0]
        elif type(None) in get_args(kind):
            others = [one for one in get_args(kind) if one is not type(None)]
            if len(others) > 1:
                return kind
            kind = others[0]
        else:
            return kind


def _is_struct(kind: Any) -> bool:
    """Whether a type is a struct, or structs that a tag tells apart."""
    kinds = get_args(kind) if get_origin(kind) in (types.UnionType, Union) else (kind,)
    return all(isinstance(one, type) and issubclass(one, msgspec.Struct) for one in kinds)
