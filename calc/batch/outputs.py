"""Where rows and rejects go: a stream, a file that can be continued, or a Parquet file."""

from __future__ import annotations

import contextlib
import os
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import IO, Final

import msgspec

from calc.batch.journal import Beginning, Journal, Safe, read_journal
from calc.batch.parquet import ParquetRows
from calc.batch.part import PartFile
from calc.batch.tally import Tally
from calc.batch.work import Done
from calc.intake.blocks import Mark
from calc.intake.names import UsageError

#: How often what was written is made safe, at most; each time the disk has to be waited for.
_SECONDS: Final = 0.25
_AFRESH: Final = "begin afresh with --force"


class CannotWriteError(Exception):
    """The disk is full, or whatever else keeps a file from being written."""


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
        """See that nothing is overwritten that nobody said may be. Raises :class:`UsageError`."""
        if self.out.is_dir():
            raise UsageError(f"expected a file to write to, found the folder {str(self.out)!r}")
        if not force and self.part.exists():
            raise UsageError(f"{str(self.part)!r} is left of a run that did not end; go on with --resume, or {_AFRESH}")
        if not force and self.out.exists():
            raise UsageError(f"{str(self.out)!r} is there already; write to another file, or replace it with --force")

    def clear(self) -> None:
        """Remove what is left of an earlier run; what it finished stays until this one is finished."""
        for path in (self.journal, self.part, self.rejects_part):
            path.unlink(missing_ok=True)


class Output(ABC):
    """Takes settled blocks in order. ``mark`` and ``tally``: how far an earlier run had come."""

    mark = Mark()
    #: Whether a run that is stopped can be gone on with.
    can_resume = False

    def __init__(self) -> None:
        self.tally = Tally()

    @abstractmethod
    def write(self, done: Done, mark: Mark) -> None:
        """Take one block, behind which the inputs stand at ``mark``; its tally has been added."""

    @abstractmethod
    def finish(self) -> None:
        """All blocks are there."""

    def stop(self) -> None:  # noqa: B027  # a stream has nothing to do
        """There will be no more blocks, though there should be."""


class StreamOutput(Output):
    """Rows to an open stream; whoever runs it tells of rejects."""

    def __init__(self, stream: IO[bytes], head: bytes) -> None:
        super().__init__()
        self._stream = stream
        stream.write(head)

    def write(self, done: Done, mark: Mark) -> None:
        self._stream.write(done.rows)
        self._stream.flush()

    def finish(self) -> None:
        self._stream.flush()


class PartOutput(Output):
    """Rows and rejects to files that have their names only when they are whole, with a journal beside them."""

    def __init__(self, paths: Paths, head: bytes, beginning: Beginning | None) -> None:
        """Begin. ``beginning``: the first line of the journal, none for a run that cannot be resumed."""
        super().__init__()
        self._paths = paths
        self.can_resume = beginning is not None
        self._journal: Journal | None = None
        try:
            self._rows, self._rejects = PartFile(paths.part), PartFile(paths.rejects_part)
            self._rows.write(head)
            self._safe = self._state()
            if beginning is not None:
                self._journal = Journal(paths.journal)
                self._journal.write(beginning)
            self._commit()
        except OSError as error:
            raise CannotWriteError(_words(error)) from None

    @classmethod
    def resume(cls, paths: Paths, now: Beginning) -> PartOutput:
        """Go on where a run was stopped. Raises :class:`UsageError`, and then has touched nothing."""
        if not paths.journal.exists():
            raise UsageError(f"there is nothing to resume: no journal {str(paths.journal)!r}; leave --resume out")
        sizes = (_size_of(paths.part), _size_of(paths.rejects_part))
        safe, length, replaces = read_journal(paths.journal, now, sizes)
        if paths.out.exists() and not replaces and not safe.done:
            raise UsageError(f"{str(paths.out)!r} was not there when the run was begun; move it, or {_AFRESH}")
        if not safe.done and not paths.part.exists():
            raise UsageError(f"there is nothing to resume: no {str(paths.part)!r}; {_AFRESH}")
        output = cls.__new__(cls)
        Output.__init__(output)
        output._paths, output.can_resume, output._safe = paths, True, safe
        output.mark, output.tally = safe.mark, safe.tally
        output._journal = Journal(paths.journal, length)
        output._at = time.monotonic()
        if safe.done:
            # Only names were left to be changed.
            output._rename(safe.rejects)
            output.is_finished = True
        else:
            output._rows = PartFile(paths.part, safe.rows)
            output._rejects = PartFile(paths.rejects_part, safe.rejects)
        return output

    #: Whether there was nothing left to settle.
    is_finished = False

    def write(self, done: Done, mark: Mark) -> None:
        try:
            self._rows.write(done.rows)
            self._rejects.write(done.rejects)
            self.mark = mark
            if time.monotonic() - self._at >= _SECONDS:
                self._commit()
        except OSError as error:
            raise CannotWriteError(_words(error)) from None

    def finish(self) -> None:
        try:
            self._commit(done=True)
            self._close()
            self._rename(self._rejects.size)
        except OSError as error:
            raise CannotWriteError(_words(error)) from None

    def stop(self) -> None:
        """Leave the files at the last line of the journal."""
        for file, size in ((self._rows, self._safe.rows), (self._rejects, self._safe.rejects)):
            with contextlib.suppress(OSError):
                file.cut(size)
        self.tally, self.mark = self._safe.tally, self._safe.mark
        self._close()

    def _state(self, *, done: bool = False) -> Safe:
        tally = msgspec.json.decode(msgspec.json.encode(self.tally), type=Tally)
        return Safe(mark=self.mark, rows=self._rows.size, rejects=self._rejects.size, tally=tally, done=done)

    def _commit(self, *, done: bool = False) -> None:
        """First the data, then the line that says they are there."""
        self._rows.sync()
        self._rejects.sync()
        safe = self._state(done=done)
        if self._journal is not None:
            self._journal.write(safe)
        self._safe = safe
        self._at = time.monotonic()

    def _close(self) -> None:
        self._rows.close()
        self._rejects.close()
        if self._journal is not None:
            self._journal.close()

    def _rename(self, rejects: int) -> None:
        """Give the files their names, as far as they have not got them yet, and remove the journal last."""
        paths = self._paths
        if rejects and paths.rejects_part.exists():
            os.replace(paths.rejects_part, paths.rejects)
        elif not rejects:
            paths.rejects_part.unlink(missing_ok=True)
            paths.rejects.unlink(missing_ok=True)
        if paths.part.exists():
            os.replace(paths.part, paths.out)
        if self._journal is not None:
            self._journal.close()  # some systems remove only what is closed
        paths.journal.unlink(missing_ok=True)


class ParquetOutput(Output):
    """Rows to a Parquet file, which cannot be read before it is whole, and so cannot be continued."""

    def __init__(self, paths: Paths, *, fuller: bool) -> None:
        super().__init__()
        self._paths = paths
        try:
            self._rows, self._rejects = ParquetRows(paths.part, fuller=fuller), PartFile(paths.rejects_part)
        except OSError as error:
            raise CannotWriteError(_words(error)) from None

    def write(self, done: Done, mark: Mark) -> None:
        try:
            self._rows.write(done.rows)
            self._rejects.write(done.rejects)
        except OSError as error:
            raise CannotWriteError(_words(error)) from None

    def finish(self) -> None:
        paths = self._paths
        try:
            self._rows.close()
            self._rejects.close()
            if self._rejects.size:
                os.replace(paths.rejects_part, paths.rejects)
            else:
                paths.rejects_part.unlink()
                paths.rejects.unlink(missing_ok=True)
            os.replace(paths.part, paths.out)
        except OSError as error:
            raise CannotWriteError(_words(error)) from None

    def stop(self) -> None:
        with contextlib.suppress(OSError):
            self._rows.close()
        self._rejects.close()
        with contextlib.suppress(OSError):
            self._paths.clear()


def _size_of(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _words(error: OSError) -> str:
    return error.strerror or str(error)
