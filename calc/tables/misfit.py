"""What msgspec says of data that do not fit, in our words: where, what was found, and the nearest right spelling."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from calc.errors import did_you_mean
from calc.tables.ruleset import Name

#: What people write to take an entry out.
_OFF = ("off", "no", "none", "false")


def explain_misfit(text: str, value: Any, kind: type[Any]) -> tuple[str, tuple[str | int, ...]]:
    """The sentence of msgspec about ``value``, which is no ``kind``, as one of ours, and the path within the value."""
    # "... - at `$.a.b`", or "... - at `key` in `$.a`" for a key of a mapping that does not fit.
    message, _, place = text.partition(" - at ")
    where = place.partition("`$")[2]
    inner: list[str | int] = []
    for name, index in re.findall(r"\.(\w+)|\[(\d+|\.\.\.)\]", where):
        inner.append(name or (int(index) if index != "..." else "..."))
    if match := re.fullmatch(r"Object contains unknown field `(.*)`", message):
        return f"unknown key {match[1]!r}{did_you_mean(match[1], _fields_at(kind, inner, value))}", (*inner, match[1])
    if match := re.fullmatch(r"Object missing required field `(.*)`", message):
        return f"the key {match[1]!r} is missing here", tuple(inner)
    if match := re.fullmatch(r"Invalid enum value '(.*)'", message):
        return f"there is no choice {match[1]!r}{did_you_mean(match[1], _choices_at(kind, inner))}", tuple(inner)
    # Of a mapping from any names msgspec does not tell the name: there the mapping itself is shown.
    named = inner[: inner.index("...")] if "..." in inner else inner
    for part in named:
        known = isinstance(value, dict) or (isinstance(value, list) and isinstance(part, int))
        value = value[part] if known else None
    if isinstance(value, str) and any(getattr(item, "cls", None) is Name for item in _types_at(kind, named)):
        return f"expected a name in both languages, as {{en: {value}, ja: ...}}, found {value!r}", tuple(named)
    shown = f", found {value!r}" if isinstance(value, str | int | float) or "..." in inner else ""
    if message.startswith("Expected `object`") and (value is False or value in _OFF):
        shown += "; null removes an entry"
    return message[:1].lower() + message[1:].replace("`", "'") + shown, tuple(named)


def _fields_at(kind: type[Any], path: list[str | int], value: Any) -> list[str]:
    """The keys that the typed object at ``path`` within ``kind`` knows, for the hint. Of several objects that a tag
    tells apart, it is the one whose tag stands in ``value``.
    """
    for part in path:
        value = value.get(part) if isinstance(value, dict) else None
    return [
        field.encode_name
        for item in _types_at(kind, path)
        if isinstance(item, msgspec.inspect.StructType)
        and (item.tag_field is None or not isinstance(value, dict) or value.get(item.tag_field) == item.tag)
        for field in item.fields
    ]


def _choices_at(kind: type[Any], path: list[str | int]) -> list[str]:
    """The choices that there are for the value at ``path`` within ``kind``, for the hint."""
    types = _types_at(kind, path)
    flags = ["true", "false"] if any(isinstance(item, msgspec.inspect.BoolType) for item in types) else []
    named = [str(value) for item in types if isinstance(item, msgspec.inspect.LiteralType) for value in item.values]
    return [*flags, *named]


def _types_at(kind: type[Any], path: list[str | int]) -> tuple[Any, ...]:
    """What the value at ``path`` within ``kind`` may be."""
    info: Any = msgspec.inspect.type_info(kind)
    for part in path:
        for option in info.types if isinstance(info, msgspec.inspect.UnionType) else (info,):
            if isinstance(option, msgspec.inspect.StructType):
                info = next((field.type for field in option.fields if field.encode_name == part), info)
            elif isinstance(option, msgspec.inspect.DictType):
                info = option.value_type
            elif isinstance(option, msgspec.inspect.ListType):
                info = option.item_type
    return tuple(info.types) if isinstance(info, msgspec.inspect.UnionType) else (info,)
