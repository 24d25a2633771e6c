"""Plain data into typed objects. What does not fit is explained: where, what was found, and the nearest spelling."""

from __future__ import annotations

import re
import types
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin

import msgspec
from msgspec import inspect

from calc.errors import did_you_mean
from calc.tables.ruleset import Name, RuleSet

Path_ = tuple[str | int, ...]
#: Makes an object of a type that msgspec does not know, such as a condition; raises :class:`MisfitError`.
Hook = Callable[[type[Any], Any], Any]

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
        return msgspec.convert(value, kind, dec_hook=hook)
    except msgspec.ValidationError as error:
        raise _explain(error, value, kind) from None


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
        hint = did_you_mean(match[1], _fields_at(kind, path, value))
        return MisfitError(f"unknown key {match[1]!r}{hint}", (*path, match[1]))
    if match := re.fullmatch(r"(Object missing required field|Invalid enum value|Invalid value) ['`](.*)['`]", message):
        return MisfitError(_explain_name(match[1], match[2], kind, path), tuple(path))
    for part in named:
        known = isinstance(value, dict) or (isinstance(value, list) and isinstance(part, int))
        value = value[part] if known else None
    if isinstance(value, str) and any(getattr(item, "cls", None) is Name for item in _types_at(kind, named)):
        message = f"expected a name in both languages, as {{en: {value}, ja: ...}}, found {value!r}"
        return MisfitError(message, tuple(named))
    shown = f", found {value!r}" if isinstance(value, str | int | float) or "..." in path else ""
    if message.startswith("Expected `object`") and (value is False or value in OFF):
        shown += "; null removes an entry"
    return MisfitError(message[:1].lower() + message[1:].replace("`", "'") + shown, tuple(named))


def _explain_name(fault: str, name: str, kind: Any, path: list[str | int]) -> str:
    if fault == "Object missing required field":
        return f"the key {name!r} is missing here"
    if fault == "Invalid enum value":
        return f"there is no choice {name!r}{did_you_mean(name, _choices_at(kind, path))}"
    # What is left is the tag of an operator.
    tags = [str(item.tag) for item in _types_at(kind, path[:-1]) if isinstance(item, inspect.StructType)]
    near = did_you_mean(name, tags)
    hint = near if "did you mean" in near else f"; the operators are {', '.join(tags)}"
    return f"there is no operator {name!r}{hint}"


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
