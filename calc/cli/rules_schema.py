"""``yaku rules schema``: JSON Schemas for editors and for other programs."""

from __future__ import annotations

import enum
from typing import Annotated

import typer

__all__ = ["print_schema"]


class Described(enum.StrEnum):
    """What there is a schema of."""

    RULES = "rules"
    RECORD = "record"
    RESULT = "result"
    WAITS_RECORD = "waits-record"
    WAITS_RESULT = "waits-result"


def print_schema(
    kind: Annotated[Described, typer.Argument(metavar="KIND", help="What to describe.")] = Described.RULES,
) -> None:
    """Print the JSON Schema (draft 7) of rule files, records or results.

    An editor that knows the schema completes keys and marks mistakes while a file is written. KIND: rules, the default,
    for rule files and house rules; record for hands, rounds and games; result for what is written with --format json;
    waits-record and waits-result for yaku waits.

    \b
    Examples:
      yaku rules schema > rules.schema.json
      yaku rules schema record > record.schema.json
    Then the first line of a rule file in that folder is:
      # yaml-language-server: $schema=rules.schema.json
    """
    import json

    from calc import json_schema

    typer.echo(json.dumps(json_schema(kind.value), ensure_ascii=False, indent=2))
