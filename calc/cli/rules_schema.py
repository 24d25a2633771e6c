"""``yaku rules schema``: JSON Schemas for editors and for other programs."""

from __future__ import annotations

import enum
from typing import Annotated

import typer

from calc.cli.screen import write_data


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

    Reads nothing. KIND is rules, the default, for rule files and house rules; record for hands, rounds and games;
    result for what is written with --format json; waits-record and waits-result for yaku waits. An editor that knows a
    schema completes keys and marks mistakes while a file is written.

    \b
    Examples:
      yaku rules schema > rules.schema.json
      yaku rules schema record > record.schema.json

    \b
    Then the first line of a rule file in that folder is:
      # yaml-language-server: $schema=rules.schema.json

    Exit code 2: there is no schema of that.
    """
    import json

    from calc import json_schema

    write_data([json.dumps(json_schema(kind.value), ensure_ascii=False, indent=2), "\n"], "json")
