"""How a file is written: its ending tells, else how it begins. What logs there are, the games tell."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from calc.errors import UnreadableError
from calc.games import LogFormat, all_games, line_keys
from calc.intake.lines import MAX_DOCUMENT, STAMP, comments_end, is_passed_over, looks_like_head, numbered_lines
from calc.intake.sheets import begins_sheet
from calc.intake.unpack import ZIP, Stream
from calc.patterns import regex

#: Bytes at the beginning of a file by which its form is known; the header of a CSV file has to end in them.
HEAD: Final = 1 << 20
#: How a file of records is written. ``json`` is one text over any lines, an object or a list, ``jsonl`` one a line.
Form = Literal["jsonl", "json", "yaml", "csv", "lines", "sheet"]
#: ``log``: a log of any format, or an archive of logs.
InputForm = Form | Literal["log"]
#: The endings of files of records, and the form that each tells; ``.txt`` may be any.
_RECORD_ENDINGS: Final[dict[str, Form | None]] = {
    **dict.fromkeys((".jsonl", ".ndjson", ".parquet", ".arrow"), "jsonl"),
    ".json": "json",
    **dict.fromkeys((".csv", ".tsv"), "csv"),
    **dict.fromkeys((".yaml", ".yml"), "yaml"),
    ".txt": None,
}

_TABLES: Final = (".parquet", ".arrow")
LOG_FORMATS: Final = {form: game.logs for game in all_games() if game.logs is not None for form in game.logs.formats}
#: Expressions that find logs which are not read, and what messages call them.
LOG_SIGNS: Final = [
    (regex(sign), name) for game in all_games() if game.logs is not None for sign, name in game.logs.others
]
#: Formats that are known by a sign where their keys are missing.
SIGNED: Final = [(regex(one.sign), one) for one in LOG_FORMATS if one.sign]
_LOG_ENDINGS: Final = (*sorted(ending for one in LOG_FORMATS for ending in one.endings), ".zip")
#: The endings that files of logs may have.
LOG_ENDINGS: Final = (*_LOG_ENDINGS, ".json", ".jsonl")
#: The endings of files of records and logs; one of :data:`PACKED` may follow.
ENDINGS: Final = (*_RECORD_ENDINGS, *_LOG_ENDINGS)
#: What follows the endings of packed files.
PACKED: Final = (".gz", ".xz", ".bz2", ".zst")
#: How logs in XML begin.
XML: Final = (b"<?xml", *(f"<{one.root}".encode() for one in LOG_FORMATS if one.root))
#: Keys that only records have.
_OF_RECORDS: Final = frozenset(key for game in all_games() for key in game.forms.own_keys)
#: Columns, at least one of which is in every table of records.
_COLUMNS: Final = frozenset(game.forms.column for game in all_games())
_YAML_START: Final = regex(r"""---|- |%YAML|(\w+|"\w+"|'\w+'):(\s|$)""")
#: A player without cards, followed by another player or a key.
_PLAYERS: Final = regex(r"""([\w-]+):\s+("(?:[^"\\]|\\.)*"[\w.]*|[\w.-]+)[:=]""")


def stem_of(name: str) -> str:
    """The name without the ending of its packing, so that its ending tells the form."""
    packing = next((one for one in PACKED if name.lower().endswith(one)), "")
    return name[: len(name) - len(packing)]


def is_file_name(word: str) -> bool:
    """Whether a word ends as the names of files do, and so can be no part of a record."""
    return word.endswith((*ENDINGS, *PACKED))


def guess_form(first: str, second: str = "") -> Form:
    """The form of a file by its first two lines that are neither blank nor comments, without blanks around them."""
    if first.startswith(("{", "[")) and not STAMP.match(first):
        return "json"
    if begins_sheet(first, second, _OF_RECORDS):
        return "sheet"
    # `A: B:1BR` is a line of players, the first with no cards; `rules: koikoi` is a key of a mapping.
    players = _PLAYERS.match(first)
    if _YAML_START.match(first) and (players is None or players[1] in line_keys()):
        return "yaml"
    if looks_like_head(first, _COLUMNS):
        return "csv"
    return "lines"


def form_of(stream: Stream, name: str) -> InputForm:
    """The form of a stream at its beginning."""
    if stem_of(name).lower().endswith(_TABLES) and not stream.is_table:
        raise UnreadableError("expected a whole file of Parquet or Arrow, found other bytes or none")
    head = stream.peek(HEAD)
    if head.startswith(ZIP) or stem_of(name).lower().endswith(_LOG_ENDINGS):
        return "log"
    begin = comments_end(head)
    lines = (line.strip() for _, line in numbered_lines(head[begin:], 1) if not is_passed_over(line))
    first, second = next(lines, ""), next(lines, "")
    # No record begins with a tag; what is wrong with other XML, the reader of logs tells.
    if first.startswith("<"):
        return "log"
    form = _RECORD_ENDINGS.get(Path(stem_of(name)).suffix.lower()) or guess_form(first, second)
    if form in ("json", "jsonl") and first.startswith("{"):
        return _form_of_object(stream, begin, first.encode(errors="surrogateescape"), second, form)
    return form


def _form_of_object(stream: Stream, begin: int, first: bytes, second: str, form: InputForm) -> InputForm:
    if is_json_log(first):
        return "log"
    if form == "jsonl" or _is_json(first):
        return "jsonl"
    # JSON whose first line is no value is one text over many lines, or has a first line that is broken.
    text = stream.peek(begin + MAX_DOCUMENT + 1)[begin:]
    is_whole = len(text) <= MAX_DOCUMENT
    if second.startswith("{") and not (is_whole and _is_json(text)):
        return "jsonl"
    if not is_whole:
        return "json" if b"\n" in text else "jsonl"
    return "log" if is_json_log(text) else "json"


def _is_json(text: bytes) -> bool:
    try:
        msgspec.json.decode(text, type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def is_log_text(text: str) -> bool:
    """Whether an argument is no name of a file, but a log itself, as the addresses of some sites are."""
    return any(one.find is not None and bool(one.find(text)) for one in LOG_FORMATS)


def is_json_log(text: bytes) -> bool:
    """Whether a JSON text is a log, or the first event of one."""
    try:
        value = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return _OF_RECORDS.isdisjoint(value) and json_format(value) is not None


def json_format(value: Mapping[str, Any]) -> LogFormat | None:
    """The format of a log by the keys of its JSON object, or of its first one. Values may be raw."""
    for one in reversed(LOG_FORMATS):
        found = next((key for key in (one.key, *one.keys) if key and key in value), None)
        if found is None:
            continue
        text = value[found]
        if not one.is_text or isinstance(text, str) or (isinstance(text, msgspec.Raw) and bytes(text).startswith(b'"')):
            return one
    return None
