"""Reading logs: each source is recognised by how it begins, and one that is broken does not stop the rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import IO, Any, Final

from calc.errors import CalcError, NotationError, UnreadableError
from calc.intake.archives import open_sources
from calc.logs.events import GameLog
from calc.logs.games import game_of
from calc.logs.mjai import is_mjai, read_mjai, split_games
from calc.logs.mjlog import read_mjlog
from calc.logs.said import LoggedGame
from calc.logs.tenhou_json import read_tenhou_json
from calc.notation.text import show
from calc.records.json_text import parse_json

_MARK: Final = b"\xef\xbb\xbf"
_BLANK: Final = re.compile(rb"[ \t\r\n]*")


def read_logs(source: str | Path | IO[Any], *, name: str | None = None) -> Iterator[LoggedGame | CalcError]:
    """The games of a log file, in order: records worked out from the moves, and what the log says of them.

    ``source``: a path, or an open stream. Read are Tenhou's XML (mjlog), the JSON of tenhou.net/6 (one object, or one a
    line) and mjai (an event a line), plain or packed by gzip, and zip archives of all of these. ``name``: what messages
    call it. Nothing is raised: what cannot be read yields an :class:`UnreadableError` that names the file, and the next
    one goes on.
    """
    for file, data in open_sources(source, name):
        if isinstance(data, UnreadableError):
            yield data
            continue
        try:
            for number, read in enumerate(_games(data), start=1):
                yield _attempt(read, file if number == 1 else f"{file} ({number})")
        except UnreadableError as error:
            yield _named(error, file)


def _attempt(read: Callable[[], GameLog], name: str) -> LoggedGame | CalcError:
    try:
        return game_of(read(), name)
    except UnreadableError as error:
        return _named(error, name)


def _named(error: UnreadableError, name: str) -> UnreadableError:
    return UnreadableError(f"{name}: {error.message}")


def _games(data: bytes) -> Iterator[Callable[[], GameLog]]:
    """How to read each game of one log."""
    blank = _BLANK.match(data.removeprefix(_MARK))
    text = data.removeprefix(_MARK)[blank.end() if blank else 0 :]
    if not text:
        raise UnreadableError("expected a game log, found an empty file")
    if text.startswith((b"<", b"\xff\xfe", b"\xfe\xff")):
        yield partial(read_mjlog, data)
        return
    if not text.startswith(b"{"):
        found = show(text[:30].decode(errors="replace"))
        raise UnreadableError(f"expected XML of Tenhou, JSON of tenhou.net/6 or lines of mjai, found {found}")
    values = _json_values(text)
    if is_mjai(values[0]):
        yield from (partial(read_mjai, game) for game in split_games(values))
    elif isinstance(values[0], dict) and "log" not in values[0]:
        found = show(sorted(values[0]))
        raise UnreadableError(
            f"expected JSON of tenhou.net/6 with 'log', or lines of mjai with 'type', found the keys {found}"
        )
    else:
        yield from (partial(read_tenhou_json, value) for value in values)


def _json_values(text: bytes) -> list[Any]:
    """One JSON value over any number of lines, or one a line; an error stands in the place of a line that is broken."""
    first, *others = text.splitlines()
    try:
        if not any(line.strip() for line in others) or not _is_json(first):
            return [parse_json(text)]
        return [_read_line(line, number) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    except NotationError as error:
        raise UnreadableError(error.message) from None


def _is_json(line: bytes) -> bool:
    try:
        parse_json(line)
    except NotationError:
        return False
    return True


def _read_line(line: bytes, number: int) -> Any:
    """The value of a line, or the error that stands in its place."""
    try:
        return parse_json(line)
    except NotationError as error:
        return UnreadableError(f"line {number}: {error.message}")
