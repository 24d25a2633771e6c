"""The games of a log, which is recognised by how it begins; one that is broken does not stop the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from calc.errors import NotationError, UnreadableError
from calc.games import LogFormat
from calc.intake.forms import LOG_FORMATS, json_format
from calc.intake.unpack import WIDE
from calc.notation.text import parse_json, show
from calc.translation import msg

if TYPE_CHECKING:
    from calc.mahjong.logs.events import LoggedGame


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

    def read_line(number: int, line: bytes) -> Any:
        try:
            return parse_json(line)
        except NotationError as error:
            return UnreadableError("line {0}: {1}", number, error.message)

    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if len(lines) > 1 and not isinstance(read_line(*lines[0]), UnreadableError):
        return [read_line(*line) for line in lines]
    try:
        return [parse_json(text)]
    except NotationError as error:
        raise UnreadableError(error.message) from None
