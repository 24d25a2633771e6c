"""Where rows and rejects go: a stream, or a file that can be continued; and from there to another place.

A file gets its name only when it is whole.
"""

from __future__ import annotations

import contextlib
import copy
import os
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import IO, Final
from uuid import uuid4

from calc.batch.journal import AFRESH, Beginning, Journal, Safe, read_journal
from calc.batch.settle import Done
from calc.batch.tally import Tally
from calc.intake.blocks import Mark
from calc.intake.names import UsageError, reaching, system_of

#: How often what was written is made safe, at most; each time the disk has to be waited for.
_SECONDS: Final = 0.25


class CannotWriteError(Exception):
    """A file cannot be written: the disk is full, for instance."""


@contextmanager
def writing() -> Iterator[None]:
    """Raise :class:`CannotWriteError` where the system cannot write."""
    try:
        yield
    except OSError as error:
        raise CannotWriteError(error.strerror or str(error)) from None


class Paths:
    """The files of a run that writes to ``out``."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.part = Path(f"{out}.part")
        self.journal = Path(f"{out}.journal")
        self.rejects = Path(f"{out}.rejects")
        self.rejects_part = Path(f"{out}.rejects.part")

    @property
    def all(self) -> tuple[Path, ...]:
        """All of them."""
        return self.out, self.part, self.journal, self.rejects, self.rejects_part

    def check_free(self, *, force: bool) -> None:
        """Refuse to overwrite files without ``force``. Raises :class:`UsageError`."""
        if self.out.is_dir():
            raise UsageError("expected a file to write to, found the folder {0!r}", str(self.out))
        if not force and self.part.exists():
            raise UsageError(
                "{0!r} is left of a run that did not end; go on with --resume, or {1}", str(self.part), AFRESH
            )
        if not force and self.out.exists():
            raise UsageError("{0!r} is there already; write to another file, or replace it with --force", str(self.out))

    def name_parts(self, rejects: int) -> None:
        """Give whole files their names, as far as they do not have them yet; without rejects there is no such file."""
        if rejects and self.rejects_part.exists():
            os.replace(self.rejects_part, self.rejects)
        elif not rejects:
            self.rejects_part.unlink(missing_ok=True)
            self.rejects.unlink(missing_ok=True)
        if self.part.exists():
            os.replace(self.part, self.out)

    def clear(self) -> None:
        """Remove what an earlier run left; what it finished is replaced when this one is finished."""
        for path in (self.journal, self.part, self.rejects_part):
            path.unlink(missing_ok=True)


class Output(ABC):
    """Takes settled blocks in order. ``mark`` and ``tally``: how far an earlier run had come."""

    #: Whether a run that is stopped can be continued.
    can_resume = False
    #: Whether nothing was left to settle.
    is_finished = False

    def __init__(self, mark: Mark | None = None, tally: Tally | None = None) -> None:
        self.mark = mark or Mark()
        self.tally = copy.deepcopy(tally) or Tally()

    @abstractmethod
    def write(self, done: Done, mark: Mark) -> None:
        """Take one block, whose counts the tally has already; the inputs are read up to ``mark``."""

    @abstractmethod
    def finish(self) -> None:
        """End the output: all blocks are written."""

    def stop(self) -> None:  # noqa: B027  # a stream has nothing to do
        """Leave the output as it is, though blocks are missing."""


class StreamOutput(Output):
    """Rows to an open stream; rejects are not written."""

    def __init__(self, stream: IO[bytes], head: bytes) -> None:
        super().__init__()
        self._stream = stream
        stream.write(head)

    def write(self, done: Done, mark: Mark) -> None:
        self._stream.write(done.rows)
        self._stream.flush()

    def finish(self) -> None:
        self._stream.flush()


class FinishedOutput(Output):
    """The output of a run that was done before."""

    is_finished = True

    def write(self, done: Done, mark: Mark) -> None:
        raise NotImplementedError

    def finish(self) -> None:
        raise NotImplementedError


class PartOutput(Output):
    """Rows and rejects to files that get their names only when they are whole, with a journal beside them; without one
    the run cannot be resumed. ``safe``: what of the files is on the disk.
    """

    def __init__(self, paths: Paths, journal: Journal | None, safe: Safe, rows: PartFile, rejects: PartFile) -> None:
        super().__init__(safe.mark, safe.tally)
        self._paths, self._journal, self._safe, self._rows, self._rejects = paths, journal, safe, rows, rejects
        self.can_resume = journal is not None
        self._at = time.monotonic()
        self._saving: Thread | None = None
        self._fault: BaseException | None = None

    @classmethod
    @writing()
    def begin(cls, paths: Paths, head: bytes, beginning: Beginning | None) -> PartOutput:
        """Begin. ``beginning``: the first line of the journal, none for a run without."""
        rows, rejects = PartFile(paths.part), PartFile(paths.rejects_part)
        rows.write(head)
        journal = None
        if beginning is not None:
            journal = Journal(paths.journal)
            journal.write(beginning)
        output = cls(paths, journal, Safe(mark=Mark(), rows=0, rejects=0, tally=Tally()), rows, rejects)
        output._commit()
        output._wait()
        return output

    @classmethod
    @writing()
    def resume(cls, paths: Paths, now: Beginning) -> Output:
        """Continue a run that was stopped. Raises :class:`UsageError`, and then has touched nothing."""
        if not paths.journal.exists():
            raise UsageError("there is nothing to resume: no journal {0!r}; leave --resume out", str(paths.journal))
        sizes = (_size_of(paths.part), _size_of(paths.rejects_part))
        safe, length, replaces = read_journal(paths.journal, now, sizes)
        if paths.out.exists() and not replaces and not safe.done:
            raise UsageError("{0!r} was not there when the run was begun; move it, or {1}", str(paths.out), AFRESH)
        if not safe.done and not paths.part.exists():
            raise UsageError("there is nothing to resume: no {0!r}; {1}", str(paths.part), AFRESH)
        journal = Journal(paths.journal, length)
        if safe.done:
            # Only names were left to be changed.
            paths.name_parts(safe.rejects)
            journal.remove()
            return FinishedOutput(safe.mark, safe.tally)
        rows, rejects = PartFile(paths.part, safe.rows), PartFile(paths.rejects_part, safe.rejects)
        return cls(paths, journal, safe, rows, rejects)

    @writing()
    def write(self, done: Done, mark: Mark) -> None:
        self._rows.write(done.rows)
        self._rejects.write(done.rejects)
        self.mark = mark
        is_saving = self._saving is not None and self._saving.is_alive()
        if time.monotonic() - self._at >= _SECONDS and not is_saving:
            self._commit()

    @writing()
    def finish(self) -> None:
        self._commit(done=True)
        self._wait()
        self._rows.close()
        self._rejects.close()
        self._paths.name_parts(self._rejects.size)
        if self._journal is not None:
            self._journal.remove()

    def stop(self) -> None:
        """Leave the files at the last line of the journal."""
        if self._saving is not None:
            self._saving.join()
        for file, size in ((self._rows, self._safe.rows), (self._rejects, self._safe.rejects)):
            with contextlib.suppress(OSError):
                file.cut(size)
            file.close()
        self.tally, self.mark = self._safe.tally, self._safe.mark
        if self._journal is not None:
            self._journal.close()

    def _commit(self, *, done: bool = False) -> None:
        """Have all that was written made safe by a thread, while the run goes on."""
        self._wait()
        tally = copy.deepcopy(self.tally)
        safe = Safe(mark=self.mark, rows=self._rows.size, rejects=self._rejects.size, tally=tally, done=done)
        self._at = time.monotonic()
        self._saving = Thread(target=self._save, args=(safe,))
        self._saving.start()

    def _save(self, safe: Safe) -> None:
        """First the data, then the line that says they are there."""
        try:
            self._rows.sync()
            self._rejects.sync()
            if self._journal is not None:
                self._journal.write(safe)
            self._safe = safe
        except BaseException as error:  # raised by the run, which waits for it
            self._fault = error

    def _wait(self) -> None:
        """Wait until what the thread was given is safe. Raises what it met."""
        if self._saving is not None:
            self._saving.join()
        if self._fault is not None:
            raise self._fault


def _size_of(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


class PartFile:
    """A file that is written from its beginning to its end, and may be cut back to what is known to be whole."""

    def __init__(self, path: Path, size: int | None = None) -> None:
        """``size``: how much of an old file is kept; without it the file is new, and must not be there."""
        self.path = path
        flags = os.O_WRONLY | getattr(os, "O_BINARY", 0)
        self._file = os.open(path, flags | (os.O_CREAT | os.O_EXCL if size is None else 0), 0o666)
        self.size = 0
        if size is not None:
            self.cut(size)

    def write(self, data: bytes) -> None:
        """Add to the end. Raises :class:`OSError`; then part of the data may be there."""
        view = memoryview(data)
        while view:
            view = view[os.write(self._file, view) :]
        self.size += len(data)

    def sync(self) -> None:
        """Have what was written on the disk before anything else is said of it."""
        os.fsync(self._file)

    def cut(self, size: int) -> None:
        """Leave the first ``size`` bytes."""
        os.ftruncate(self._file, size)
        os.lseek(self._file, size, os.SEEK_SET)
        self.size = size

    def close(self) -> None:
        """Close the file, which stays as it is."""
        with contextlib.suppress(OSError):
            os.close(self._file)


# ---- output elsewhere

#: The ends of names of files that are not whole, or of use only while they are written.
_UNFINISHED = (".part", ".journal")


class Mirror:
    """The files of a run whose output is ``out``, an address or a path; they are written beside ``here``.

    Raises :class:`UsageError` where ``out`` cannot be reached.
    """

    def __init__(self, out: str) -> None:
        self._out = out
        with self._reaching():
            self._system, self._path = system_of(out)
        self._folder = tempfile.TemporaryDirectory(prefix="yaku-")
        self.here = Path(self._folder.name) / (self._path.rpartition("/")[2] or "out")

    def __enter__(self) -> Mirror:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._folder.cleanup()

    @contextmanager
    def _reaching(self) -> Iterator[None]:
        try:
            with reaching(self._out):
                yield
        except OSError as error:
            raise UsageError(
                "expected a place that can be written to, found {0!r}: {1}", self._out, error.strerror
            ) from None

    def check_free(self, ending: str = "", *, force: bool) -> None:
        """Refuse to replace a file without ``force``, and where nothing can be written. Raises :class:`UsageError`."""
        probe, name = f"{self._path}.part-{uuid4().hex}", f"{self._out}{ending}"
        with self._reaching():
            if not force and self._system.exists(f"{self._path}{ending}"):
                raise UsageError("{0!r} is there already; write to another file, or replace it with --force", name)
            self._system.pipe_file(probe, b"")
            self._system.rm_file(probe)

    def fetch(self, pattern: str) -> bool:
        """Bring the files here whose names are ``out`` and an ending; and say whether there are any. Raises
        :class:`UsageError`.
        """
        with self._reaching():
            found = self._named(pattern)
            for ending in found:
                self._system.get_file(self._path + ending, f"{self.here}{ending}")
        return bool(found)

    def has(self, pattern: str) -> bool:
        """Whether there are files whose names are ``out`` and an ending. Raises :class:`UsageError`."""
        with self._reaching():
            return bool(self._named(pattern))

    def remove(self, pattern: str) -> None:
        """Remove the files there whose names are ``out`` and an ending. Raises :class:`UsageError`."""
        with self._reaching():
            for ending in self._named(pattern):
                self._system.rm_file(self._path + ending)

    def _named(self, pattern: str) -> list[str]:
        """The endings of the files there."""
        try:
            names = self._system.ls(self._path.rpartition("/")[0], detail=False)
        except FileNotFoundError:
            return []
        endings = [name[len(self._path) :] for name in sorted(names) if name.startswith(self._path)]
        return [one for one in endings if fnmatchcase(one, pattern)]

    def send(self) -> None:
        """Bring all whole files there, the one that says so last. Raises :class:`CannotWriteError`."""
        names = [str(path) for path in self.here.parent.iterdir() if path.suffix not in _UNFINISHED]
        endings = sorted((name[len(str(self.here)) :] for name in names), key=len, reverse=True)
        endings.sort(key=lambda one: one.endswith(".done"))
        try:
            with reaching(self._out):
                for ending in endings:
                    part = f"{self._path}{ending}.part-{uuid4().hex}"
                    self._system.put_file(f"{self.here}{ending}", part)
                    self._system.mv(part, self._path + ending)
                # Of a run that this one replaces.
                stale = [one[: -len(".rejects")] for one in self._named("*.rejects")]
                for ending in stale:
                    if ending in endings and f"{ending}.rejects" not in endings:
                        self._system.rm_file(f"{self._path}{ending}.rejects")
        except OSError as error:
            raise CannotWriteError(error.strerror or str(error)) from None
