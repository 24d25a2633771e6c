"""A run in shards: each settles some of the inputs with a journal of its own, and a join puts their rows together.

The inputs are divided the same way everywhere. A shard is done when its marker is there, which says what it was begun
with; the join compares the markers before it writes anything, and gives the bytes of one run.
"""

from __future__ import annotations

import glob
import hashlib
import os
import time
from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from calc.batch.journal import Beginning, check_same
from calc.batch.output import FinishedOutput, Output, PartFile, Paths, writing
from calc.batch.parquet import ParquetRows, check_parquet
from calc.batch.run import Outcome, open_output
from calc.batch.settle import Settings, head
from calc.batch.tally import Tally
from calc.intake.names import Input, UsageError
from calc.patterns import regex

_SHARD: Final = regex(r"(\d{1,6})/(\d{1,6})")
#: Bytes that are copied at once.
_CHUNK: Final = 1 << 20


class Shard(Struct, frozen=True):
    """One of so many shards, from 1."""

    number: int
    of: int

    @classmethod
    def parse(cls, text: str) -> Shard:
        """``2/8``. Raises :class:`UsageError`."""
        found = _SHARD.fullmatch(text)
        if found is None or not 1 <= int(found[1]) <= int(found[2]):
            raise UsageError("expected a shard as I/N, such as 2/8, found {0!r}", text)
        return cls(int(found[1]), int(found[2]))

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    @property
    def ending(self) -> str:
        """What the name of the file of its rows has behind that of the output."""
        return f".shard-{self.number}-of-{self.of}"

    def path(self, out: Path) -> Path:
        """The file of its rows."""
        return Path(f"{out}{self.ending}")

    def marker(self, out: Path) -> Path:
        """The file that says that it is done."""
        return Path(f"{self.path(out)}.done")

    def own(self, inputs: Sequence[Input]) -> list[Input]:
        """Its part of all inputs: those that begin in its part of all bytes, in their order."""
        once = next((one.name for one in inputs if not one.can_reread), None)
        if once is not None:
            raise UsageError("{0} cannot be read by several runs; name files", once)
        total, before, found = sum(one.size for one in inputs), 0, []
        for one in inputs:
            if min(before * self.of // max(total, 1), self.of - 1) == self.number - 1:
                found.append(one)
            before += one.size
        return found


class Marker(Struct, frozen=True, kw_only=True):
    """What a shard that is done says of itself. ``rows``, ``rejects``: bytes of its files. ``digests``: of both."""

    shard: Shard
    beginning: Beginning
    rows: int
    rejects: int
    digests: tuple[str, str]
    tally: Tally
    check: bool = False


class ShardRun(Struct, frozen=True, kw_only=True):
    """A shard to settle. ``begun``: what the run as a whole is begun with."""

    shard: Shard
    settings: Settings
    out: Path
    begun: Beginning

    @property
    def inputs(self) -> list[Input]:
        """The inputs of the shard."""
        return self.shard.own(self.begun.inputs)

    @property
    def _beginning(self) -> Beginning:
        return replace(self.begun, shard=str(self.shard))

    def open(self, *, resume: bool, force: bool) -> Output:
        """The output of the shard, begun or continued; one that is done needs nothing. Raises as
        :func:`~calc.batch.run.open_output`.
        """
        path, marker = self.shard.path(self.out), self.shard.marker(self.out)
        if resume and marker.exists():
            found = _read_marker(marker, self.out)
            check_same(found.beginning, self._beginning)
            return FinishedOutput(tally=found.tally)
        output = open_output(
            self.inputs,
            self.settings,
            path,
            resume=resume,
            force=force,
            beginning=self._beginning,
        )
        with writing():
            marker.unlink(missing_ok=True)
        return output

    def close(self, tally: Tally, *, check: bool) -> None:
        """Say that the shard is done: all its rows are written."""
        paths = Paths(self.shard.path(self.out))
        rejects = paths.rejects.stat().st_size if paths.rejects.exists() else 0
        marker = Marker(
            shard=self.shard,
            beginning=self._beginning,
            rows=paths.out.stat().st_size,
            rejects=rejects,
            digests=(_digest(paths.out), _digest(paths.rejects)),
            tally=tally,
            check=check,
        )
        path = self.shard.marker(self.out)
        with writing():
            part = Path(f"{path}.part")
            part.write_bytes(msgspec.json.encode(marker))
            os.replace(part, path)


def _read_marker(path: Path, out: Path) -> Marker:
    """What a marker says. Raises :class:`UsageError` where it is none, or not of that shard."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Marker)
    except (OSError, msgspec.MsgspecError, ValueError):
        raise UsageError("expected what a finished shard says of itself, found {0!r}", str(path)) from None
    if found.shard.marker(out) != path:
        raise UsageError("{0!r} is of shard {1}, which cannot count twice; remove the copy", str(path), found.shard)
    return found


def join(out: Path, *, force: bool = False) -> tuple[Outcome, bool]:
    """Write the rows of all shards of ``out`` as those of one run; and say whether claims were checked.

    Raises :class:`UsageError` before anything is written where a shard is missing, doubled or of another run.
    """
    started = time.monotonic()
    markers = _check(out)
    paths = Paths(out)
    paths.check_free(force=force)
    settings = Settings(**{key: markers[0].beginning.settings[key] for key in ("fields", "format", "rows")})
    if settings.format == "parquet":
        check_parquet()
    with writing():
        paths.clear()
        try:
            rejects = PartFile(paths.rejects_part)
            _join_rows(markers, out, settings)
            for one in markers:
                if one.rejects:
                    _copy(Paths(one.shard.path(out)).rejects, rejects)
            rejects.sync()
            rejects.close()
        except BaseException:
            paths.clear()
            raise
        paths.name_parts(rejects.size)
    tally = Tally()
    for one in markers:
        tally.add(one.tally)
    seconds = time.monotonic() - started
    return Outcome(tally=tally, here=tally.records, seconds=seconds), any(one.check for one in markers)


def _check(out: Path) -> list[Marker]:
    """The markers of all shards, in order."""
    found = [_read_marker(Path(path), out) for path in glob.glob(f"{glob.escape(str(out))}.shard-*-of-*.done")]
    if not found:
        raise UsageError("there is no finished shard of {0!r}; make them with --shard 1/N to N/N", str(out))
    counts = sorted({one.shard.of for one in found})
    if len(counts) > 1:
        raise UsageError(
            "found shards of {0}; remove those of one division ({1}.shard-*)", " and of ".join(map(str, counts)), out
        )
    markers = sorted(found, key=lambda one: one.shard.number)
    missing = sorted({*range(1, counts[0] + 1)} - {one.shard.number for one in markers})
    if missing:
        listed = ", ".join(f"{number}/{counts[0]}" for number in missing[:10])
        raise UsageError("not all shards are done; missing: {0}{1}", listed, ", ..." if len(missing) > 10 else "")
    first = markers[0]
    for one in markers:
        try:
            check_same(_anywhere(first.beginning), _anywhere(one.beginning))
        except UsageError as error:
            raise UsageError(
                "shard {0} is of another run than shard {1}: {2}",
                one.shard,
                first.shard,
                error.message.partition(";")[0],
            ) from None
        paths = Paths(one.shard.path(out))
        for path, size, digest in zip((paths.out, paths.rejects), (one.rows, one.rejects), one.digests, strict=True):
            if (path.stat().st_size if path.exists() else 0) != size or _digest(path) != digest:
                raise UsageError("{0!r} is not as shard {1} wrote it; settle the shard again", str(path), one.shard)
    return markers


def _digest(path: Path) -> str:
    """The digest of a file, the same for one that is empty and one that is not there."""
    if not path.exists():
        return hashlib.sha256().hexdigest()
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _anywhere(beginning: Beginning) -> Beginning:
    """A beginning without what differs from machine to machine: where rule files are, and times of change."""
    inputs = tuple(replace(one, path="", changed=0) for one in beginning.inputs)
    rules = {PurePath(name.replace("\\", "/")).name: digest for name, digest in beginning.rules.items()}
    return replace(beginning, inputs=inputs, rules=rules, shard="")


def _join_rows(markers: Sequence[Marker], out: Path, settings: Settings) -> None:
    part = Paths(out).part
    files = [one.shard.path(out) for one in markers]
    if settings.format == "parquet":
        rows = ParquetRows(part, settings)
        for file in files:
            rows.copy(file)
        rows.close()
        return
    first = head(settings)
    written = PartFile(part)
    written.write(first)
    for file in files:
        _copy(file, written, start=len(first))
    written.sync()
    written.close()


def _copy(path: Path, written: PartFile, start: int = 0) -> None:
    with open(path, "rb") as file:
        file.seek(start)
        while data := file.read(_CHUNK):
            written.write(data)
