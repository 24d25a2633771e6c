"""A record with one circumstance changed: what somebody may have forgotten to say, or said wrongly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace


class Variant(Struct, frozen=True):
    """A record with one circumstance changed. ``change``: the keys that differ, as records spell them; for something
    that is no key of its own, what is different, in words. ``place``: of a game, the round it is in, from 0.
    """

    record: Any
    change: dict[str, Any]
    place: int | None = None


def changed(record: Any, key: str, values: Iterable[Any]) -> Iterator[Variant]:
    """The record with each other value of one key."""
    name = "from_" if key == "from" else key
    for value in values:
        if getattr(record, name) != value:
            yield Variant(replace(record, **{name: value}), {key: value})
