"""JSON Schemas of what people write and read: rule files, records, results.

Ask :func:`json_schema` for one. All are made of the types that read and write these files, so nothing has to be kept in
step by hand: :mod:`calc.definitions` turns them into definitions.
"""

from __future__ import annotations

from typing import Any, Final, Literal, get_args

from calc.errors import CalcError, did_you_mean

__all__ = ["KINDS", "Kind", "json_schema"]

Kind = Literal["rules", "record", "result", "row", "waits-record", "waits-result"]
#: What there is a schema of.
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
#: Editors know this draft; later ones say nothing that these schemas need.
_DRAFT: Final = "http://json-schema.org/draft-07/schema#"


def json_schema(kind: Kind = "rules") -> dict[str, Any]:
    """The JSON Schema (draft 7) of rule files, records or results, as plain data.

    ``kind``: ``rules`` for rule files of every game, also those that extend another; ``record`` for all that can be
    settled, and lists of it; ``result`` for results, short or full, and refusals; ``row`` for rows
    of hands and of rounds; ``waits-record`` and ``waits-result``
    for hands one tile short and their waits. A schema checks keys, types, words and bounds, but not whether tiles make
    a hand or whether a name in a rule file exists. Raises :class:`CalcError` for other kinds.

    >>> json_schema("record")["definitions"]["win"]["required"]
    ['by', 'seat']
    """
    # Each imports what it describes.
    if kind == "rules":
        from calc.schemas.rules import rules_schema as make
    elif kind in ("record", "waits-record"):
        from calc.schemas.records import record_schema, waits_record_schema

        make = record_schema if kind == "record" else waits_record_schema
    elif kind in ("result", "row", "waits-result"):
        from calc.schemas.records import result_schema, row_schema, waits_result_schema

        make = {"result": result_schema, "row": row_schema}.get(kind, waits_result_schema)
    else:
        raise CalcError(f"there is no schema of {kind!r}{did_you_mean(kind, KINDS)}")
    return {"$schema": _DRAFT, **make()}
