"""Schemas of the project in the hands of the library that validates by them."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import calc
from calc.schemas import Kind

jsonschema_rs = pytest.importorskip("jsonschema_rs", reason="pip install jsonschema-rs")

KeyPath = tuple[str | int, ...]


@cache
def schema_of(kind: Kind) -> dict[str, Any]:
    """A schema of the library, made once: nobody changes it."""
    return calc.json_schema(kind)


@cache
def validator(kind: Kind, name: str | None = None) -> Any:
    """For a schema, or for one of the alternatives that it is made of."""
    schema = schema_of(kind)
    if name is None:
        return jsonschema_rs.Draft7Validator(schema)
    one = {"$ref": f"#/definitions/{name}"}
    assert one in schema["anyOf"]
    return jsonschema_rs.Draft7Validator({**one, "definitions": schema["definitions"]})


def wrongs(kind: Kind, value: Any, name: str | None = None) -> list[str]:
    """What is wrong with a value by a schema, or by one of its alternatives, each with its place."""
    return [
        f"{'.'.join(map(str, error.instance_path))}: {error.message[:200]}"
        for error in validator(kind, name).iter_errors(value)
    ]


def paths(tree: Any, path: KeyPath = ()) -> Iterator[KeyPath]:
    """The path of every value in plain data."""
    entries = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, inner in entries:
        yield (*path, key)
        yield from paths(inner, (*path, key))


def replaced(tree: Any, path: KeyPath, value: Any) -> Any:
    """A copy of plain data with another value at a path."""
    if not path:
        return value
    first, *rest = path
    copy: Any = dict(tree) if isinstance(tree, dict) else list(tree)
    copy[first] = replaced(tree[first], tuple(rest), value) if rest or first in _keys(tree) else value
    return copy


def _keys(tree: Any) -> Any:
    return tree.keys() if isinstance(tree, dict) else range(len(tree))
