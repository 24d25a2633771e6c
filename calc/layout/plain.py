"""Values of any kind as JSON lines or YAML documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec


def plain_texts(values: Sequence[Any], form: str) -> Iterator[str]:
    """Each value as a line of JSON, or as a YAML document."""
    for value in values:
        if form == "json":
            yield msgspec.json.encode(value).decode() + "\n"
        else:
            import yaml

            yield "---\n" + yaml.safe_dump(msgspec.to_builtins(value), allow_unicode=True, sort_keys=False)
