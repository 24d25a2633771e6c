"""JSON texts read as records, as every form that holds JSON reads them in the end."""

from calc.intake.spelling import record_from
from calc.notation.text import parse_json
from calc.records.plain import AnyRecord


def decode_json(line: bytes | str) -> AnyRecord:
    return record_from(parse_json(line))
