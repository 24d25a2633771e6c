"""Games as they are played, each a file of a folder: the file of a game that ``yaku game`` reads.

A file is written beside the old one and put in its place, so that a crash in the middle leaves the old one whole. What
was there before each change is kept in a hidden file beside it, and can be brought back.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from threading import RLock
from typing import Annotated, Any, ClassVar, Final

import msgspec
import yaml
from msgspec import Meta, Struct

from calc.errors import CalcError, RecordError, UnreadableError
from calc.games import game_named, game_of
from calc.pictures.page import fragment
from calc.records.plain import plain_from
from calc.report.results import case_blocks
from calc.serve.answers import Desk, Question, read_game
from calc.settling import AnyRead, Read
from calc.strict_yaml import load
from calc.translation import translated

#: How names of tables look; they are names of files.
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
#: Limits: bytes of a file, rounds of a game, changes that can be taken back, tables of a folder, names.
_MOST_BYTES: Final = 1 << 20
_MOST_ROUNDS: Final = 500
_MOST_BACK: Final = 100
_MOST_TABLES: Final = 1_000
_LONGEST_NAME: Final = 40
_HEAD: Final = "# A game kept by `yaku serve`; `yaku game` reads it.\n"


class NewTable(Question, frozen=True, kw_only=True):
    """A table to begin. ``name``: of its file; else it is numbered."""

    _title: ClassVar = "a table"

    players: Annotated[list[str], Meta(description="Names of the players, the first dealer first.")]
    name: str | None = None
    start: Annotated[int | list[int] | None, Meta(description="Points at the start; else those of the rules.")] = None


class Change(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A round to add, or to put in the place of another: plain data, or a line of a score sheet.

    ``version``: of the table that it belongs to; if the table has changed meanwhile, nothing is done.
    """

    _title: ClassVar = "a change"

    round: Annotated[dict[str, Any] | str | None, Meta(description="The round; of `undo` there is none.")] = None
    version: str | None = None
    html: bool = False


class TableLine(Struct, frozen=True, kw_only=True):
    """A table in the list of them; ``error`` says why a file cannot be read."""

    name: str
    rules: str | None = None
    players: list[str] = []
    rounds: int = 0
    error: str | None = None


class TableAnswer(Struct, frozen=True, kw_only=True):
    """A table: its ``record`` and ``result``, as ``yaku game --format json`` has it. ``version`` changes with the file.

    ``rounds``: each round in the words of a score sheet. ``inputs``: each as it was entered, in the keys of records.
    """

    name: str
    version: str
    rules: str
    players: list[str]
    rounds: list[str]
    inputs: list[dict[str, Any]]
    can_undo: bool
    record: dict[str, Any]
    result: Any
    html: str = ""


class _File(Struct, frozen=True):
    """The text of a file, its plain data, and its game."""

    text: str
    plain: dict[str, Any]
    read: AnyRead

    @property
    def version(self) -> str:
        """What changes with the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]


class ConflictError(CalcError):
    """The table has changed since it was read."""

    code = "conflict"


class MissingError(CalcError):
    """There is no such table, or no such round."""

    code = "not_found"


class Tables:
    """The tables of a folder, which is made when the first one is kept."""

    def __init__(self, folder: Path, desk: Desk) -> None:
        self.folder = folder
        self.desk = desk
        self._lock = RLock()

    def lines(self, lang: str) -> Iterator[TableLine]:
        """All tables, by name."""
        for path in sorted(self.folder.glob("*.yaml"))[:_MOST_TABLES] if self.folder.is_dir() else ():
            if not _NAME.fullmatch(path.stem):
                continue
            try:
                file = self._read(path.stem)
            except CalcError as error:
                yield TableLine(name=path.stem, error=translated(error.message, lang))
            else:
                plain = file.plain
                yield TableLine(
                    name=path.stem,
                    rules=plain.get("rules") or self.desk.shelf.usual(file.read.record),
                    players=plain.get("players", []),
                    rounds=len(plain.get("rounds", ())),
                )

    def begin(self, asked: NewTable, lang: str) -> TableAnswer:
        """Keep a new table. Raises :class:`calc.CalcError`."""
        for place, name in enumerate(asked.players):
            if not 0 < len(name.strip()) <= _LONGEST_NAME:
                raise RecordError(
                    f"expected a name of 1 to {_LONGEST_NAME} characters, found {len(name)}", key=f"players[{place}]"
                )
        plain: dict[str, Any] = {"rules": asked.rules, "options": asked.options, "players": asked.players}
        plain = {key: value for key, value in plain.items() if value} | {"rounds": []}
        if asked.start is not None:
            plain["start"] = asked.start
        with self._lock:
            name = self._free_name() if asked.name is None else _checked(asked.name)
            if self._path(name).exists():
                raise ConflictError(f"there is a table {name!r} already; choose another name", key="name")
            self._write(name, plain, lang)
        return self.show(name, lang, html=asked.html)

    def show(self, name: str, lang: str, *, html: bool = False) -> TableAnswer:
        """A table, settled. Raises :class:`MissingError`, or what is wrong with its file."""
        file = self._read(name)
        case = self.desk.settle(file.read, Question(), lang)
        if case.error is not None:
            raise case.error
        return TableAnswer(
            name=name,
            version=file.version,
            rules=case.result.rules,
            players=list(case.record.players),
            rounds=_sheet_lines(case.record, case.rules),
            inputs=plain_from(case.record).get("rounds", []),
            can_undo=self._history(name).is_file(),
            record=file.plain,
            result=case.result,
            html=fragment(case_blocks(case, lang), lang) if html else "",
        )

    def reads(self, names: list[str]) -> list[AnyRead]:
        """The games of some tables."""
        return [self._read(name).read for name in names]

    def add(self, name: str, asked: Change, lang: str) -> TableAnswer:
        """Add a round. If it cannot be settled after those before it, nothing is done, and the error says why."""

        def put(plain: dict[str, Any], found: dict[str, Any]) -> None:
            if len(plain.setdefault("rounds", [])) >= _MOST_ROUNDS:
                raise RecordError(f"expected at most {_MOST_ROUNDS} rounds in a game", key="rounds")
            plain["rounds"].append(found)

        return self._change(name, asked, lang, put)

    def replace(self, name: str, place: int, asked: Change, lang: str) -> TableAnswer:
        """Put another round in the place (from 0) of one, and settle all after it again."""

        def put(plain: dict[str, Any], found: dict[str, Any]) -> None:
            if not 0 <= place < len(plain.get("rounds", ())):
                raise MissingError(f"there is no round {place}; the table has {len(plain.get('rounds', ()))}")
            plain["rounds"][place] = found

        return self._change(name, asked, lang, put)

    def undo(self, name: str, asked: Change, lang: str) -> TableAnswer:
        """Take the last change back."""
        with self._lock:
            _check_version(asked, self._read(name).version)
            history = self._past(name)
            if not history:
                raise MissingError(f"there is nothing to take back at the table {name!r}")
            *older, last = history
            _replace_file(self._path(name), last.encode())
            self._remember(name, older)
        return self.show(name, lang, html=asked.html)

    def _change(
        self, name: str, asked: Change, lang: str, put: Callable[[dict[str, Any], dict[str, Any]], None]
    ) -> TableAnswer:
        with self._lock:
            file = self._read(name)
            _check_version(asked, file.version)
            past = [*self._past(name), file.text][-_MOST_BACK:]
            put(file.plain, _round_of(asked, file.read.record))
            self._write(name, file.plain, lang)
            self._remember(name, past)
        return self.show(name, lang, html=asked.html)

    def _write(self, name: str, plain: Mapping[str, Any], lang: str) -> None:
        """Write a game that can be settled. Raises :class:`calc.CalcError` for any other; nothing is written then."""
        text = _HEAD + yaml.safe_dump(dict(plain), allow_unicode=True, sort_keys=False, width=110)
        case = self.desk.settle(self._parse(text).read, Question(), lang)
        if case.error is not None:
            raise case.error
        data = text.encode()
        if len(data) > _MOST_BYTES:
            raise RecordError(f"expected a game of at most {_MOST_BYTES:,} bytes, found {len(data):,}")
        self.folder.mkdir(parents=True, exist_ok=True)
        _replace_file(self._path(name), data)

    def _read(self, name: str) -> _File:
        """The game of a file. Raises :class:`MissingError`, or what is wrong with it."""
        try:
            with self._path(name).open("rb") as stream:
                data = stream.read(_MOST_BYTES + 1)
        except OSError:
            raise MissingError(f"there is no table {name!r}") from None
        if len(data) > _MOST_BYTES:
            raise UnreadableError(f"expected a game of at most {_MOST_BYTES:,} bytes")
        return self._parse(data.decode("utf-8", errors="replace"))

    def _parse(self, text: str) -> _File:
        """The game of a text: of YAML as it is written there, for a round says less than its record holds."""
        try:
            plain = load(text, file=None).value
        except CalcError:
            plain = None  # a score sheet
        if isinstance(plain, dict) and isinstance(plain.get("rules"), str):
            record = game_named(self.desk.shelf.load(plain["rules"]).game).forms.plain(plain, "game")
            read: AnyRead = Read(record)
        else:
            read = read_game(text)
            if read.record is None:
                raise read.error or RecordError("there is no game here")
            plain = plain if isinstance(plain, dict) else plain_from(read.record)
        if not hasattr(read.record, "players") or not hasattr(read.record, "rounds"):
            raise RecordError("expected a game with players and rounds")
        return _File(text, plain, read)

    def _path(self, name: str) -> Path:
        path = self.folder / f"{_checked(name)}.yaml"
        if path.is_symlink():
            raise MissingError(f"there is no table {name!r}")
        return path

    def _history(self, name: str) -> Path:
        return self.folder / f".{_checked(name)}.history"

    def _past(self, name: str) -> list[str]:
        """What the file was before each change, the oldest first; nothing where that was lost."""
        try:
            return msgspec.json.decode(self._history(name).read_bytes(), type=list[str])
        except (OSError, msgspec.DecodeError):
            return []

    def _remember(self, name: str, past: list[str]) -> None:
        if past:
            _replace_file(self._history(name), msgspec.json.encode(past))
        else:
            self._history(name).unlink(missing_ok=True)

    def _free_name(self) -> str:
        return next(name for at in range(1, _MOST_TABLES * 10) if not self._path(name := f"table-{at}").exists())


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise MissingError(
            f"there is no table {name!r}; names have letters, digits, - and _, at most 64 of them", key="name"
        )
    return name


def _check_version(asked: Change, version: str) -> None:
    if asked.version is not None and asked.version != version:
        raise ConflictError("the table has changed meanwhile; look at it again, then repeat what is missing")


def _round_of(asked: Change, game: Any) -> dict[str, Any]:
    """The round of a change as plain data."""
    if isinstance(asked.round, str):
        found: dict[str, Any] = game_of(game).forms.sheet.read_round(asked.round, game.players)
        return found
    if not asked.round:
        raise RecordError("expected a round, found none", code="missing_key", key="round")
    return asked.round


def _sheet_lines(game: Any, rules: Any) -> list[str]:
    """Each round in words, as score sheets have it; of a game that holds more than a sheet can, none."""
    if not game.rounds:
        return []
    try:
        return list(game_of(game).forms.sheet.print_rounds(game, rules))[: len(game.rounds)]
    except CalcError:
        return []


def _replace_file(path: Path, data: bytes) -> None:
    """Write a file beside the old one, down to the disk, and put it in its place."""
    handle, beside = tempfile.mkstemp(prefix=f".{path.stem}-", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(beside, path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
