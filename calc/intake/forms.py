"""In which form an input is written: its ending tells, else what it begins with; logs are known by both."""

from __future__ import annotations

import codecs
from typing import Any, Final, Literal

from calc.errors import NotationError, UnreadableError
from calc.intake.foreign import is_log_value
from calc.intake.limits import HEAD, MAX_DOCUMENT
from calc.intake.names import stem_of
from calc.intake.records import Form, form_by_name, guess_form
from calc.intake.unpack import Stream
from calc.records.json_text import parse_json

#: ``log``: a log of any format, or an archive of such.
InputForm = Form | Literal["log"]
_LOG_ENDINGS: Final = (".mjlog", ".mjson", ".xml", ".zip")
_ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
_WIDE: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def form_of(stream: Stream, name: str) -> InputForm:
    """The form of a stream that stands at its beginning. Raises :class:`UnreadableError` for UTF-16."""
    head = stream.peek(HEAD)
    if head.startswith(_ZIP) or stem_of(name).lower().endswith(_LOG_ENDINGS):
        return "log"
    if head.startswith(_WIDE):
        raise UnreadableError("expected text in UTF-8, found UTF-16; save the file as UTF-8")
    first, second = _first_lines(head)
    if first.startswith(b"<"):
        return "log"
    form = form_by_name(stem_of(name)) or guess_form(first.decode(errors="replace"))
    if form in ("json", "jsonl") and first.startswith(b"{"):
        value = _value(first)
        if is_log_value(value):
            return "log"
        if form == "json":
            return "jsonl" if value is not None else _over_lines(stream, second)
    return form


def _first_lines(head: bytes) -> tuple[bytes, bytes]:
    """The first two lines that are neither blank nor comments."""
    said = (line.strip() for line in head.removeprefix(codecs.BOM_UTF8).splitlines())
    lines = (line for line in said if line and not line.startswith(b"#"))
    return next(lines, b""), next(lines, b"")


def _value(line: bytes) -> Any:
    """The value of a line of JSON, ``None`` where it is none."""
    try:
        return parse_json(line)
    except NotationError:
        return None


def _over_lines(stream: Stream, second: bytes) -> Form:
    """Whether JSON whose first line is no value is one text over many lines, or has a first line that is broken."""
    text = stream.peek(MAX_DOCUMENT + 1)
    if len(text) > MAX_DOCUMENT:
        return "jsonl" if second.startswith(b"{") or text.count(b"\n") == 0 else "json"
    return "jsonl" if second.startswith(b"{") and _value(text) is None else "json"
