"""JSON Schemas of what people write and read: rule files, records, results. All are made of the types and shapes that
read and write these, so there is nothing to keep up.
"""

from calc.schemas.kinds import KINDS, Kind, json_schema

__all__ = ["KINDS", "Kind", "json_schema"]
