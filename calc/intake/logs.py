"""Reading logs: each is recognised by how it begins, and one that is broken does not stop the rest."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from calc.errors import CalcError, NotationError, UnopenedError, UnreadableError
from calc.games import LogFormat
from calc.intake.forms import LOG_FORMATS, json_format
from calc.intake.names import open_file
from calc.intake.unpack import WIDE, Stream, read_members, reason_of
from calc.notation.text import parse_json, show
from calc.translation import msg

if TYPE_CHECKING:
    from calc.mahjong.logs.events import LoggedGame


def read_logs(source: str | Path | IO[Any], *, name: str | None = None) -> Iterator[LoggedGame | CalcError]:
    """The games of a log file, in order: records worked out from the moves, and what the log says of them.

    ``source``: a path, or an open stream. Read are Tenhou's XML (mjlog), the JSON of tenhou.net/6 and of
    records of Mahjong Soul (one object, or one a line) and mjai (an event a line), plain or packed, and zip archives of
    all of these. ``name``: what messages
    call it. Nothing is raised: what cannot be read yields an :class:`UnreadableError` that names the file, and the next
    one goes on.
    """
    is_path = isinstance(source, (str, Path))
    file = name or str(source if is_path else getattr(source, "name", "<stream>"))
    try:
        raw: IO[Any] = open_file(source) if isinstance(source, (str, Path)) else getattr(source, "buffer", source)
    except (OSError, ValueError) as error:
        yield UnopenedError("expected a file that can be read, found {0!r}: {1}", file, reason_of(error))
        return
    with contextlib.closing(raw) if is_path else contextlib.nullcontext():
        try:
            for inner, data in read_members(Stream(raw)):
                found = [(file + inner, data)] if isinstance(data, UnreadableError) else games_of(data, file + inner)
                for place, game in found:
                    yield game.begun(place) if isinstance(game, UnreadableError) else game
        except UnreadableError as error:
            yield UnreadableError("{0}: {1}", file, error.message)


def games_of(data: bytes, file: str) -> Iterator[tuple[str, LoggedGame | UnreadableError]]:
    """The games of one log, which is unpacked, each with what it is called."""
    try:
        form, games = _find_games(data)
    except UnreadableError as error:
        yield file, error
        return
    for number, game in enumerate(games, start=1):
        name = file if number == 1 else f"{file} ({number})"
        try:
            if isinstance(game, UnreadableError):
                raise game
            yield name, LOG_FORMATS[form].replay(form.read(game), name, form.id)
        except UnreadableError as error:
            yield name, error


def _find_games(data: bytes) -> tuple[LogFormat, Sequence[Any]]:
    """The format of a log, and what it has of each game: its text, its JSON value or values, or why there is none."""
    text = data.lstrip(b" \t\r\n")
    if not text:
        raise UnreadableError("expected a game log, found an empty file")
    if text.startswith((b"<", *WIDE)):
        form = next(one for one in LOG_FORMATS if one.root)
        return form, [data]
    if not text.startswith(b"{"):
        *names, last = (one.name for one in LOG_FORMATS)
        found = show(text[:30].decode(errors="replace"))
        raise UnreadableError("expected {0} or {1}, found {2}", ", ".join(names), last, found)
    values = _json_values(text)
    found_form = json_format(values[0])
    if found_form is None:
        wanted = msg(", or ").join(f"{one.name} with {one.key!r}" for one in LOG_FORMATS if one.key)
        raise UnreadableError("expected {0}, found the keys {1}", wanted, show(sorted(values[0])))
    return found_form, values if found_form.split is None else found_form.split(values)


def _json_values(text: bytes) -> list[Any]:
    """One JSON value over any number of lines, or one a line; a broken line has its error in its place."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    try:
        if len(lines) > 1 and not isinstance(_read_line(*lines[0]), UnreadableError):
            return [_read_line(*line) for line in lines]
        return [parse_json(text)]
    except NotationError as error:
        raise UnreadableError(error.message) from None


def _read_line(number: int, line: bytes) -> Any:
    """The value of a line, or the error in its place."""
    try:
        return parse_json(line)
    except NotationError as error:
        return UnreadableError("line {0}: {1}", number, error.message)
