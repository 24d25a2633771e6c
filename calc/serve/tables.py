"""Games as they are played, each a file of a folder: the file of a game that ``yaku game`` reads.

A file is written beside the old one and put in its place, so that a crash in the middle leaves the old one whole. A
hidden file beside it, written before it, holds its texts one after the other, so that the one before can be brought
back: only where the text that is there is one of them, for what others have written is theirs.
"""

import hashlib
import os
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Annotated, Any, ClassVar, Final

import msgspec
import yaml
from msgspec import Meta, Struct

from calc.batch.journal import lock, sync_folder
from calc.errors import CalcError, RecordError, UnreadableError
from calc.games import game_named, game_of
from calc.layout.document import fragment
from calc.patterns import regex
from calc.records.plain import plain_from
from calc.report.results import case_blocks
from calc.serve.answers import Question, check_rounds, read_game
from calc.serve.coming import Coming, changes_between, coming_of, needs_of, rounds_of
from calc.serve.shelf import Shelf
from calc.settling import AnyRead, Case, Read, default_for, settle_case
from calc.strict_yaml import load
from calc.translation import translated

#: How names of tables look; they are names of files.
_NAME: Final = regex(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
#: Names that Windows keeps for devices, whatever their ending.
_OF_DEVICES: Final = regex(r"CON|PRN|AUX|NUL|(?:COM|LPT)[0-9]", re.IGNORECASE)
#: Limits: bytes of a file, changes that can be taken back, tables of a folder, names.
_MOST_BYTES: Final = 1 << 20
_MOST_BACK: Final = 100
_MOST_TABLES: Final = 1_000
_LONGEST_NAME: Final = 40
#: Seconds to wait for another server that changes a table of the folder.
_WAIT: Final = 5.0
_HEAD: Final = "# A game kept by `yaku serve`; `yaku game` reads it.\n"


class NewTable(Question, frozen=True, kw_only=True):
    """A table to begin. ``name``: of its file; else it is numbered."""

    _title: ClassVar = "a table"

    players: Annotated[list[str], Meta(description="Names of the players, the first dealer first.")]
    name: str | None = None
    start: Annotated[int | list[int] | None, Meta(description="Points at the start; else those of the rules.")] = None


class Change(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A round to add, or to put in the place of another: plain data, or a line of a score sheet.

    ``version``: of the table that it belongs to; if the table has changed meanwhile, nothing is done, so that a round
    that is sent twice is there once. ``preview``: nothing is done, and the answer is the table as it would be.
    """

    _title: ClassVar = "a change"

    round: Annotated[dict[str, Any] | str | None, Meta(description="The round; of `undo` there is none.")] = None
    version: Annotated[str, Meta(description="The version of the table as it was when this was asked for.")]
    preview: bool = False
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

    ``rounds``: each round, and what it changed, in words. ``inputs``: each as it was entered, in the keys of records.
    ``coming``: the hand to come, unless the game is over; ``needs``: in the last hand, what each who does not lead
    needs to win. ``changes``: what the change that is previewed changes, in words.
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
    coming: Coming | None = None
    needs: list[str] = []
    changes: list[str] = []
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

    def __init__(self, folder: Path, shelf: Shelf) -> None:
        self.folder, self.shelf, self._lock = folder, shelf, Lock()
        self._listed: dict[Path, tuple[tuple[int, ...], TableLine]] = {}

    def lines(self) -> Iterator[TableLine]:
        """All tables, by name."""
        for path in sorted(self.folder.glob("*.yaml"))[:_MOST_TABLES] if self.folder.is_dir() else ():
            if not _NAME.fullmatch(path.stem):
                continue
            try:
                yield self._line(path)
            except CalcError as error:
                yield TableLine(name=path.stem, error=translated(error.message))

    def _line(self, path: Path) -> TableLine:
        """What the list says of a file, which is read again only where it has changed. Raises :class:`CalcError`."""
        with suppress(OSError):
            found = path.stat()
            state = found.st_mtime_ns, found.st_size, found.st_ino
            if path in self._listed and self._listed[path][0] == state:
                return self._listed[path][1]
            file = self._read(path.stem)
            record = file.read.record
            rules = file.plain.get("rules") or default_for(game_of(record), self.shelf.settings(record))
            players, rounds = file.plain.get("players", []), len(file.plain.get("rounds", ()))
            line = TableLine(name=path.stem, rules=rules, players=players, rounds=rounds)
            self._listed[path] = state, line
            return line
        raise MissingError("there is no table {0!r}", path.stem)

    def begin(self, data: NewTable) -> TableAnswer:
        """Begin a table."""
        for place, name in enumerate(data.players):
            if not 0 < len(name.strip()) <= _LONGEST_NAME:
                message = "expected a name of 1 to {0} characters, found {1}"
                raise RecordError(message, _LONGEST_NAME, len(name), key=f"players[{place}]")
        plain: dict[str, Any] = {"rules": data.rules, "options": data.options, "players": data.players}
        plain = {key: value for key, value in plain.items() if value} | {"rounds": []}
        if data.start is not None:
            plain["start"] = data.start
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._alone():
            # Some systems take names that differ in case only for one.
            taken = {path.stem.lower(): path.stem for path in self.folder.glob("*.yaml")}
            free = (f"table-{at}" for at in range(1, _MOST_TABLES * 10))
            name = next(one for one in free if one not in taken) if data.name is None else _checked(data.name)
            if _OF_DEVICES.fullmatch(name):
                raise RecordError("expected another name than {0!r}, which is a device on Windows", name, key="name")
            name = taken.get(name.lower(), name)
            if name in taken.values():
                raise ConflictError("there is a table {0!r} already; choose another name", name, key="name")
            self._write(name, plain, [])
        return self._answer(name, self._read(name), html=data.html)

    def show(self, name: str, query: Mapping[str, str] = {}) -> TableAnswer:
        """A table, settled."""
        return self._answer(name, self._read(name), html="html" in query)

    def _answer(self, name: str, file: _File, *, html: bool, changes: Sequence[str] = ()) -> TableAnswer:
        case = self._settled(file)
        coming = coming_of(case)
        return TableAnswer(
            name=name,
            version=file.version,
            rules=case.result.rules,
            players=list(case.record.players),
            rounds=[*rounds_of(case.result)],
            inputs=plain_from(case.record).get("rounds", []),
            can_undo=len(self._past(name, file.text)) > 1,
            record=file.plain,
            result=case.result,
            coming=coming,
            needs=needs_of(case) if html and coming is not None else [],
            changes=[*changes],
            html=fragment(case_blocks(case)) if html else "",
        )

    def reads(self, names: list[str]) -> list[AnyRead]:
        """The games of some tables."""
        return [self._read(name).read for name in names]

    def change(self, name: str, asked: Change, place: int | None = None) -> TableAnswer:
        """Add a round, or put it in the place (from 0) of another, and settle all after it again. If it cannot be
        settled, nothing is done, and the error says why.
        """
        with self._alone():
            file = self._read(name)
            _check_version(asked, file.version)
            rounds, found = file.plain.setdefault("rounds", []), asked.round
            if isinstance(found, str):
                game: Any = file.read.record
                found = game_of(game).forms.sheet.read_round(found, game.players)
            if not found:
                raise RecordError("expected a round, found none", code="missing_key", key="round")
            if place is None:
                rounds.append(found)
            elif 0 <= place < len(rounds):
                rounds[place] = found
            else:
                raise MissingError("there is no round {0}; the table has {1}", place, len(rounds))
            if asked.preview:
                changed = self._parse(_text_of(file.plain))
                told = changes_between(self._settled(file).result, self._settled(changed).result)
                return self._answer(name, changed, html=asked.html, changes=[*told])
            self._write(name, file.plain, self._past(name, file.text) or [file.text])
        return self._answer(name, self._read(name), html=asked.html)

    def undo(self, name: str, data: Change) -> TableAnswer:
        """Take the last change back."""
        with self._alone():
            file = self._read(name)
            _check_version(data, file.version)
            past = self._past(name, file.text)
            if not past and self._history(name).exists():
                raise ConflictError(
                    "the file of the table {0!r} has been changed elsewhere, so nothing can be "
                    "taken back here; correct the round, or the file",
                    name,
                )
            if len(past) < 2:
                raise MissingError("there is nothing to take back at the table {0!r}", name)
            # What was taken back before, but not to the end, must not be taken for what follows.
            self._keep(name, past)
            _replace_file(self._path(name), past[-2].encode())
            self._keep(name, past[:-1])
        return self._answer(name, self._read(name), html=data.html)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep all others from changing tables of the folder, other servers too. Raises :class:`ConflictError`."""
        with self._lock:
            try:
                folder = os.open(self.folder, os.O_RDONLY)
            except OSError:
                raise MissingError("there are no tables yet") from None
            try:
                if not lock(folder, _WAIT):
                    raise ConflictError("another server is changing a table of this folder; try again")
                yield
            finally:
                os.close(folder)

    def _write(self, name: str, plain: Mapping[str, Any], past: list[str]) -> None:
        """Write a game that can be settled. Raises :class:`calc.CalcError` for any other; nothing is written then."""
        text = _text_of(plain)
        self._settled(self._parse(text))
        data = text.encode()
        if len(data) > _MOST_BYTES:
            raise RecordError("expected a game of at most {0} bytes, found {1}", f"{_MOST_BYTES:,}", f"{len(data):,}")
        self._keep(name, [*past, text])
        _replace_file(self._path(name), data)

    def _settled(self, file: _File) -> Case:
        check_rounds([file.read.record])
        case = settle_case(file.read, self.shelf.settings(file.read.record))
        if case.error is not None:
            raise case.error
        return case

    def _read(self, name: str) -> _File:
        """The game of a file. Raises :class:`MissingError`, or what is wrong with it."""
        try:
            with self._path(name).open("rb") as stream:
                data = stream.read(_MOST_BYTES + 1)
        except OSError:
            raise MissingError("there is no table {0!r}", name) from None
        if len(data) > _MOST_BYTES:
            raise UnreadableError("expected a game of at most {0} bytes", f"{_MOST_BYTES:,}")
        try:
            return self._parse(data.decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            file, line = self._path(name).name, data.count(b"\n", 0, error.start) + 1
            raise UnreadableError(
                "{0}:{1}: expected text in UTF-8, found other bytes; save the file as UTF-8", file, line
            ) from None

    def _parse(self, text: str) -> _File:
        """The game of a text: of YAML as it is written there, for a round says less than its record holds."""
        try:
            plain = load(text, file=None).value
        except CalcError:
            plain = None  # a score sheet
        if isinstance(plain, dict) and isinstance(plain.get("rules"), str):
            record = game_named(self.shelf.load(plain["rules"]).game).forms.plain(plain, "game")
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
            raise MissingError("there is no table {0!r}", name)
        return path

    def _history(self, name: str) -> Path:
        return self.folder / f".{_checked(name)}.history"

    def _past(self, name: str, text: str) -> list[str]:
        """The texts of the file up to this one, the oldest first; none where it was not written here."""
        try:
            texts = msgspec.json.decode(self._history(name).read_bytes(), type=list[str])
        except (OSError, msgspec.DecodeError):
            return []
        # After a crash there may be a last one that never was in the file.
        while texts and texts[-1] != text:
            texts.pop()
        return texts

    def _keep(self, name: str, texts: list[str]) -> None:
        _replace_file(self._history(name), msgspec.json.encode(texts[-_MOST_BACK - 1 :]))


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise MissingError(
            "there is no table {0!r}; names have letters, digits, - and _, at most 64 of them", name, key="name"
        )
    return name


def _check_version(asked: Change, version: str) -> None:
    if asked.version != version:
        raise ConflictError("the table has changed meanwhile; look at it again, then repeat what is missing")


def _text_of(plain: Mapping[str, Any]) -> str:
    return _HEAD + yaml.safe_dump(dict(plain), allow_unicode=True, sort_keys=False, width=110)


def _replace_file(path: Path, data: bytes) -> None:
    """Write a file beside the old one, down to the disk, and put it in its place."""
    beside = ""
    try:
        handle, beside = tempfile.mkstemp(prefix=f".{path.stem}-", suffix=".part", dir=path.parent)
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(beside, path)
    except OSError as error:
        message = "the table cannot be written: {0}; nothing was changed"
        raise CalcError(message, error.strerror or type(error).__name__, code="not_written") from error
    finally:
        if beside:
            Path(beside).unlink(missing_ok=True)
    sync_folder(path.parent)
