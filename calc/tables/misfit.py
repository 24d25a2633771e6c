"""Plain data into typed objects. What does not fit is explained: where, what was found, and the nearest spelling."""

from __future__ import annotations

import re
import threading
import types
from collections.abc import Callable, Sequence
from functools import cache
from typing import Annotated, Any, Final, NamedTuple, Union, get_args, get_origin

import msgspec
from msgspec import inspect

from calc.errors import did_you_mean, known_names
from calc.tables.ruleset import Name, RuleSet
from calc.translation import msg, one_by_one

Path_ = tuple[str | int, ...]
#: Makes an object of a type that msgspec does not know, such as a condition; raises :class:`MisfitError`.
Hook = Callable[[type[Any], Any], Any]

#: One thread at a time reads rule files: msgspec crashes where two are the first to read a type.
READING: Final = threading.RLock()
#: What people write to take an entry out.
OFF = ("off", "no", "none", "false")


class MisfitError(ValueError):
    """What is wrong with plain data: the ``message``, and the ``path`` to the fault within the data."""

    def __init__(self, message: str, path: Path_ = ()) -> None:
        super().__init__(message)
        self.message = message
        self.path = path


def convert(value: Any, kind: Any, hook: Hook | None = None) -> Any:
    """Plain data as an object of type ``kind``. Raises :class:`MisfitError`."""
    try:
        with READING:
            return msgspec.convert(value, kind, dec_hook=hook)
    except msgspec.ValidationError as error:
        raise _explain(error, value, kind) from None


def written_as(example: str, read: Callable[[Any], Any], data: Any) -> Any:
    """What ``read`` makes of plain data; where their type is wrong, the message has an example."""
    try:
        return read(data)
    except MisfitError as error:
        is_type = error.message.startswith("expected") and "write" not in error.message
        # Of what is no list the place in a list means nothing.
        path = error.path if isinstance(data, list) else tuple(part for part in error.path if part != 0)
        raise MisfitError(error.message + (msg("; write {0}", example) if is_type else ""), path) from None


class Part(NamedTuple):
    """A part of an object that is read by itself: its ``key`` in YAML, its type or that of each of its entries, and
    what it is where it is left out or empty, unless it is required.
    """

    key: str
    kind: Any
    by_entry: bool
    empty: Any
    required: bool


#: The fields of a struct. To find their types takes long.
_fields_of = cache(msgspec.structs.fields)


@cache
def entries_in(kind: Any) -> dict[str, Part]:
    """The fields of a type that hold entries by name; of a rule set, all sections that are objects."""
    found: dict[str, Part] = {}
    for field in _fields_of(kind) if isinstance(kind, type) and _is_struct(kind) else ():
        inner = _bare(field.type)
        by_entry = get_origin(inner) is dict
        part = get_args(inner)[1] if by_entry else inner
        if (by_entry or issubclass(kind, RuleSet)) and _is_struct(part) and part is not Name:
            empty = {} if by_entry else field.default
            found[field.name] = Part(field.encode_name, part, by_entry, empty, field.required and not by_entry)
    return found


@cache
def outline_of(kind: Any) -> Any:
    """The type with its entries, and sections of a rule set, left as plain data."""
    entries = entries_in(kind)
    fields = []
    for field in _fields_of(kind):
        plain = field.type
        if field.name in entries:
            bare = _bare(field.type)
            plain = dict[get_args(bare)[0] if get_origin(bare) is dict else str, Any]  # type: ignore[misc]
        if field.required:
            fields.append((field.name, plain, msgspec.field(name=field.encode_name)))
        else:
            default = {} if field.name in entries else field.default
            factory = field.default_factory if default is msgspec.NODEFAULT else lambda default=default: default
            fields.append((field.name, plain, msgspec.field(default_factory=factory, name=field.encode_name)))
    return msgspec.defstruct(kind.__name__, fields, kw_only=True, forbid_unknown_fields=True)


def _bare(kind: Any) -> Any:
    """A type without what is said about it, and without that it may be left out."""
    while True:
        if get_origin(kind) is Annotated:
            kind = get_args(kind)[0]
        elif type(None) in get_args(kind):
            (kind,) = (one for one in get_args(kind) if one is not type(None))
        else:
            return kind


def _is_struct(kind: Any) -> bool:
    """Whether a type is a struct, or structs that a tag tells apart."""
    kinds = get_args(kind) if get_origin(kind) in (types.UnionType, Union) else (kind,)
    return all(isinstance(one, type) and issubclass(one, msgspec.Struct) for one in kinds)


def _explain(error: msgspec.ValidationError, value: Any, kind: Any) -> MisfitError:
    # "... - at `$.a.b`", or "... - at `key` in `$.a`" for a key of a mapping that does not fit.
    message, _, place = str(error).rpartition(" - at ") if " - at " in str(error) else (str(error), "", "")
    found = re.findall(r"\.(\w+)|\[(\d+|\.\.\.)\]", place.partition("`$")[2])
    path: list[str | int] = [name or (int(index) if index != "..." else index) for name, index in found]
    # msgspec does not give the key of an entry of a mapping: there the mapping itself is shown.
    named = path[: path.index("...")] if "..." in path else path
    cause = error.__cause__
    if isinstance(cause, MisfitError):
        return MisfitError(cause.message, (*named, *cause.path))
    if isinstance(cause, ValueError):
        return MisfitError(str(cause), tuple(named))
    if match := re.fullmatch(r"Object contains unknown field `(.*)`", message):
        hint = known_names(match[1], _fields_at(kind, path, value), msg("its keys are"))
        return MisfitError(msg("unknown key {0!r}{1}", match[1], hint), _with_key(value, path, named, match[1]))
    if match := re.fullmatch(r"(Object missing required field|Invalid enum value|Invalid value) ['`](.*)['`]", message):
        lost = _missing_at(kind, path, value) if match[1] == "Object missing required field" else []
        return MisfitError(_explain_name(match[1], match[2], kind, path, lost), tuple(path))
    for part in named:
        known = isinstance(value, dict) or (isinstance(value, list) and isinstance(part, int))
        value = value[part] if known else None
    if isinstance(value, str) and any(getattr(item, "cls", None) is Name for item in _types_at(kind, named)):
        message = msg("expected a name in both languages, as {{en: {0}, ja: ...}}, found {0!r}", value)
        return MisfitError(message, tuple(named))
    return MisfitError(_explain_type(message, value, kind, path), tuple(named))


#: What msgspec calls the types, in plain words.
_PLAIN = {
    "object": msg("a mapping"),
    "array": msg("a list"),
    "str": "text",
    "int": msg("a whole number"),
    "float": msg("a number"),
    "bool": msg("true or false"),
    "null": "null",
}
_FORMS = {
    r"^\d{4}(-\d\d){0,2}$": msg("a day, a month or a year such as 2025-05-26"),
    "^https?://": msg("an address such as https://example.org"),
}
_BOUNDS = {">=": "of at least", "<=": "of at most"}


def _explain_type(message: str, value: Any, kind: Any, path: list[str | int]) -> str:
    """Say what was expected and found: ``expected a list, found 'score'; write [score]``."""
    match = re.fullmatch(r"Expected `([^`]*)`(?:, got `(\w+)`)?(.*)", message, re.DOTALL)
    if match is None:
        return message[:1].lower() + message[1:].replace("`", "'")
    wanted, got, bound = match.groups()
    expected = one_by_one((_PLAIN.get(name, name) for name in wanted.split(" | ")), " or ")
    for sign, text in _BOUNDS.items():
        bound = bound.replace(f" {sign} ", f" {text} ")
    form = re.fullmatch(r" matching regex '(.*)'", bound)
    if form is not None:
        expected, bound = _FORMS.get(form[1].replace("\\\\", "\\"), f"text of the form {form[1]}"), ""
    bound = bound.replace(" of length", "")
    scalar = isinstance(value, str | int | float)
    found = f"{value!r}" if scalar or "..." in path else _PLAIN.get(got or "", "")
    if wanted == "object" and not scalar:
        keys = _required_at(kind, path)
        expected += msg(" with the keys {0}", ", ".join(keys)) if keys else ""
    told = msg("expected {0}{1}", expected, bound) + (msg(", found {0}", found) if found else "")
    if wanted == "array" and scalar and "..." not in path:
        told += msg("; write [{0}]", value)
    if wanted == "object" and (value is False or value in OFF):
        told += msg("; null removes an entry")
    return told


def _with_key(value: Any, path: list[str | int], named: list[str | int], key: str) -> Path_:
    """The path to a key; within entries whose names msgspec does not tell, the first one that has it."""
    if "..." not in path:
        return (*path, key)
    for part in named:
        value = value[part]
    entries = value.items() if isinstance(value, dict) else ()
    return next(
        ((*named, name, key) for name, inner in entries if isinstance(inner, dict) and key in inner), (*named, key)
    )


def _required_at(kind: Any, path: list[str | int]) -> list[str]:
    """The keys that the object at ``path`` within ``kind`` has to have."""
    structs = [item for item in _types_at(kind, path) if isinstance(item, inspect.StructType)]
    return (
        [field.encode_name for item in structs for field in item.fields if field.required] if len(structs) == 1 else []
    )


def _missing_at(kind: Any, path: list[str | int], value: Any) -> list[str]:
    """The keys that the object at ``path`` has to have and lacks; none where its kind is not sure."""
    for part in path:
        value = value[part] if part != "..." else None
        if not isinstance(value, dict | list):
            return []
    return [key for key in _required_at(kind, path) if isinstance(value, dict) and key not in value]


def _explain_name(fault: str, name: str, kind: Any, path: list[str | int], lost: Sequence[str] = ()) -> str:
    """Say what is wrong with a name. ``lost``: all keys that are missing where it is."""
    if len(lost) > 1:
        keys = one_by_one([", ".join(map(repr, lost[:-1])), repr(lost[-1])], " and ")
        return msg("the keys {0} are missing here", keys)
    if fault == "Object missing required field":
        return msg("the key {0!r} is missing here", name)
    if fault == "Invalid enum value":
        return msg("there is no choice {0!r}{1}", name, did_you_mean(name, _choices_at(kind, path)))
    # What is left is the tag of an operator.
    tags = [str(item.tag) for item in _types_at(kind, path[:-1]) if isinstance(item, inspect.StructType)]
    near = did_you_mean(name, tags)
    hint = near if "did you mean" in near else msg("; the operators are {0}", ", ".join(tags))
    return msg("there is no operator {0!r}{1}", name, hint)


def _fields_at(kind: Any, path: list[str | int], value: Any) -> list[str]:
    """The keys of the object at ``path`` within ``kind``. Of objects that a tag tells apart, it is the one whose tag
    ``value`` has.
    """
    for part in path:
        value = value.get(part) if isinstance(value, dict) else None
    return [
        field.encode_name
        for item in _types_at(kind, path)
        if isinstance(item, inspect.StructType)
        and (item.tag_field is None or not isinstance(value, dict) or value.get(item.tag_field) == item.tag)
        for field in item.fields
    ]


def _choices_at(kind: Any, path: list[str | int]) -> list[str]:
    """The choices for the value at ``path`` within ``kind``."""
    types = _types_at(kind, path)
    flags = ["true", "false"] if any(isinstance(item, inspect.BoolType) for item in types) else []
    named = [str(value) for item in types if isinstance(item, inspect.LiteralType) for value in item.values]
    return [*flags, *named]


def _types_at(kind: Any, path: list[str | int]) -> tuple[Any, ...]:
    """What the value at ``path`` within ``kind`` may be."""
    types = _alternatives(inspect.type_info(kind))
    for part in path:
        inner: list[Any] = []
        for option in types:
            if isinstance(option, inspect.StructType):
                inner += [field.type for field in option.fields if field.encode_name == part]
            elif isinstance(option, inspect.DictType):
                inner.append(option.value_type)
            elif isinstance(option, inspect.ListType):
                inner.append(option.item_type)
        types = tuple(found for one in inner for found in _alternatives(one)) or types
    return types


def _alternatives(info: Any) -> tuple[Any, ...]:
    """The types that a type is one of, without what is said about them."""
    if isinstance(info, inspect.Metadata):
        return _alternatives(info.type)
    if isinstance(info, inspect.UnionType):
        return tuple(found for one in info.types for found in _alternatives(one))
    return (info,)
