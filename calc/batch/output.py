"""Where rows and rejects go: a stream, or a file that can be continued. A file gets its name only when it is whole."""

import contextlib
import copy
import io
import os
import time
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import IO, Final

import msgspec

from calc.batch.journal import AFRESH, Beginning, Digest, Safe, check_same, lock, read_journal
from calc.batch.paths import Paths
from calc.batch.settle import Done, Settings, head
from calc.batch.shapes import ArrowRows, narrow_file, narrowed, used_columns, write_typed
from calc.batch.tally import Tally
from calc.intake.blocks import Mark
from calc.intake.names import UsageError

#: How often what was written is made safe, at most; each time the disk has to be waited for.
_SECONDS: Final = 0.5
#: So many bytes of CSV wait for the last row, before they go to a stream with all columns.
_HELD: Final = 16 << 20
#: A line of a journal, and where it ends.
_Line = tuple[Safe, int]


class PartFile:
    """A file that is written from its beginning to its end, and may be cut back to what is known to be whole."""

    def __init__(self, path: Path, size: int | None = None, *, is_journal: bool = False) -> None:
        """``size``: how much of an old file is kept; without it the file is new, and must not be there. A journal is
        for one run at a time.
        """
        self._raw = open(path, "xb" if size is None else "rb+", buffering=0)  # noqa: SIM115  # closed by close()
        self._file = self._raw.fileno()
        self.size = 0
        if is_journal and not (lock(self._file) and _is_at(self._file, path)):
            self.close()
            raise UsageError("another run is writing by the journal {0!r}; wait for its end", str(path))
        if size is not None:
            self.cut(size)

    def write(self, data: bytes) -> None:
        """Add to the end. Raises :class:`OSError`; then part of the data may be there."""
        view = memoryview(data)
        while view:
            view = view[os.write(self._file, view) :]
        self.size += len(data)

    def note(self, line: Beginning | Safe) -> None:
        """Add a line of a journal, at once."""
        self.write(msgspec.json.encode(line) + b"\n")

    def sync(self) -> None:
        """Have what was written on the disk."""
        os.fsync(self._file)

    def cut(self, size: int) -> None:
        """Leave the first ``size`` bytes; nothing is done where it is closed."""
        if self._raw.closed:  # its number may be another file's by now
            return
        os.ftruncate(self._file, size)
        os.lseek(self._file, size, os.SEEK_SET)
        self.size = size

    def close(self) -> None:
        self._raw.close()


def _is_at(file: int, path: Path) -> bool:
    """Whether an open file still has its name: a run that ended meanwhile took its journal away."""
    with contextlib.suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(file), path.stat())
    return False


def claim(paths: Paths) -> PartFile:
    """The journal of a new run, in the place of what an earlier one left. Raises :class:`UsageError` where that one has
    not ended, and then has touched nothing.
    """
    try:
        journal = PartFile(paths.journal, 0 if paths.journal.exists() else None, is_journal=True)
    except FileExistsError:  # of a run that has just begun
        raise UsageError("another run is writing by the journal {0!r}; wait for its end", str(paths.journal)) from None
    paths.clear()
    return journal


def shape_of(settings: Settings, kinds: Collection[str]) -> Callable[[Path, Path], None] | None:
    """How the rows of a file become what stays, in another file: CSV with the columns that results of these kinds have,
    columns of Parquet or Arrow; none where they stay as they are.
    """
    if settings.is_typed:
        return partial(write_typed, settings=settings)
    used = used_columns(settings, kinds)
    return partial(narrow_file, used=used) if used else None


class Output:
    """Takes settled blocks in order. ``mark`` and ``tally``: how far an earlier run had come."""

    #: Whether a run that is stopped can be continued.
    can_resume = False

    def __init__(self, mark: Mark | None = None, tally: Tally | None = None, *, is_finished: bool = False) -> None:
        """``is_finished``: nothing was left to settle."""
        self.mark = mark or Mark()
        self.tally = copy.deepcopy(tally) or Tally()
        self.is_finished = is_finished

    def write(self, done: Done, mark: Mark) -> None:
        """Take one block, whose counts the tally has already; the inputs are read up to ``mark``."""

    def finish(self, *, check: bool = False) -> None:
        """End the output: all blocks are written. ``check``: claims were checked."""

    def stop(self) -> None:
        """Leave the output as it is, though blocks are missing."""


class StreamOutput(Output):
    """Rows to an open stream; rejects are not written. CSV waits for its last row, to have the columns that are used,
    as long as it is small.
    """

    def __init__(self, stream: IO[bytes], settings: Settings) -> None:
        super().__init__()
        self._stream, self._settings = stream, settings
        self._rows = ArrowRows(stream, settings) if settings.is_typed else stream
        self._waits = bool(used_columns(settings, ()))
        self._held = [head(settings)]

    def write(self, done: Done, mark: Mark) -> None:
        self._held.append(done.rows)
        if not self._waits or sum(map(len, self._held)) > _HELD:
            self._waits = False
            self._release()

    def _release(self) -> None:
        self._rows.write(b"".join(self._held))
        self._held = []
        self._stream.flush()

    def finish(self, *, check: bool = False) -> None:
        if self._waits:
            lines = io.StringIO(b"".join(self._held).decode(), newline="")
            self._held = [*narrowed(lines, used_columns(self._settings, self.tally.kinds))]
        self._release()
        if isinstance(self._rows, ArrowRows):
            self._rows.end()
        self._stream.flush()

    def stop(self) -> None:
        if self._waits:
            self.finish()


class PartOutput(Output):
    """Rows and rejects to files that get their names only when they are whole, with a journal beside them."""

    def __init__(
        self,
        paths: Paths,
        journal: PartFile,
        safe: Safe,
        rows: PartFile,
        rejects: PartFile,
        settings: Settings,
        digests: Sequence[Digest] = (),
        *,
        can_resume: bool = True,
    ) -> None:
        """``safe``: what of the files is on the disk; ``digests``: of that."""
        self._settings = settings
        super().__init__(safe.mark, safe.tally)
        self._paths, self._journal, self._safe, self._rows, self._rejects = paths, journal, safe, rows, rejects
        self.can_resume = can_resume
        self._digests = digests or [Digest(paths.part), Digest(paths.rejects_part)]
        self._at = time.monotonic()

    @classmethod
    def begin(cls, paths: Paths, settings: Settings, beginning: Beginning | None) -> "PartOutput":
        """Begin in the place of what an earlier run left. ``beginning``: the first line of the journal; without it the
        run cannot be resumed.
        """
        journal = claim(paths)
        rows, rejects = PartFile(paths.part), PartFile(paths.rejects_part)
        rows.write(head(settings))
        if beginning is not None:
            journal.note(beginning)
        safe, is_noted = Safe(mark=Mark(), rows=0, rejects=0, tally=Tally()), beginning is not None
        output = cls(paths, journal, safe, rows, rejects, settings, can_resume=is_noted)
        output._commit()
        return output

    @classmethod
    def resume(cls, paths: Paths, now: Beginning) -> Output:
        """Continue a run that was stopped. Raises :class:`UsageError`, and then has touched nothing."""
        if paths.done is not None and paths.done.exists():
            then, safe = read_done(paths.done)
            check_same(then, now)
            return Output(safe.mark, safe.tally, is_finished=True)
        if not paths.journal.exists():
            raise UsageError("there is nothing to resume: no journal {0!r}; leave --resume out", str(paths.journal))
        then, lines = read_journal(paths.journal)
        check_same(then, now)
        settings = settings_of(then)
        found = _borne_out(paths, lines, settings)
        if found is None:
            raise UsageError("nothing was finished before the run ended; {0}", AFRESH)
        (safe, length), digests = found
        if paths.out.exists() and not then.replaces and not safe.done:
            raise UsageError("{0!r} was not there when the run was begun; move it, or {1}", str(paths.out), AFRESH)
        if not safe.done and not paths.part.exists():
            raise UsageError("there is nothing to resume: no {0!r}; {1}", str(paths.part), AFRESH)
        journal = PartFile(paths.journal, length, is_journal=True)
        if safe.done:
            _give_names(paths, journal, safe, settings)
            return Output(safe.mark, safe.tally, is_finished=True)
        rows, rejects = PartFile(paths.part, safe.rows), PartFile(paths.rejects_part, safe.rejects)
        return cls(paths, journal, safe, rows, rejects, settings, digests)

    def write(self, done: Done, mark: Mark) -> None:
        self._rows.write(done.rows)
        self._rejects.write(done.rejects)
        self.mark = mark
        if time.monotonic() - self._at >= _SECONDS:
            self._commit()

    def finish(self, *, check: bool = False) -> None:
        self._commit(done=True, check=check)
        for file in (self._rows, self._rejects):
            file.close()
        _give_names(self._paths, self._journal, self._safe, self._settings)

    def stop(self) -> None:
        """Leave the files at the last line of the journal."""
        for file, size in ((self._rows, self._safe.rows), (self._rejects, self._safe.rejects)):
            with contextlib.suppress(OSError):
                file.cut(size)
            with contextlib.suppress(OSError):
                file.close()
        self.tally, self.mark = self._safe.tally, self._safe.mark
        if not self.can_resume:
            with contextlib.suppress(OSError):
                self._paths.journal.unlink()
        self._journal.close()

    def _commit(self, *, done: bool = False, check: bool = False) -> None:
        """Have all that was written on the disk: first the data, then the line that says they are there."""
        self._rows.sync()
        self._rejects.sync()
        digests = [one.up_to(file.size) for one, file in zip(self._digests, (self._rows, self._rejects), strict=True)]
        rows, rejects = digests
        safe = Safe(
            mark=self.mark,
            rows=rows.size,
            rejects=rejects.size,
            tally=copy.deepcopy(self.tally),
            done=done,
            digests=(rows.text, rejects.text),
            check=check,
        )
        if self.can_resume:
            self._journal.note(safe)
        self._digests, self._safe, self._at = digests, safe, time.monotonic()


def settings_of(beginning: Beginning) -> Settings:
    """How the rows of a run are written, by the first line of its journal."""
    return Settings(**{key: beginning.settings[key] for key in ("fields", "format", "rows", "carry")})


def _give_names(paths: Paths, journal: PartFile, safe: Safe, settings: Settings) -> None:
    """Give the files of a run that is whole their names; nobody else writes meanwhile."""
    if os.name == "nt":  # it renames only what is closed
        journal.close()
    paths.finish(safe.rejects, shape_of(settings, safe.tally.kinds))
    journal.close()


def _borne_out(paths: Paths, lines: Sequence[_Line], settings: Settings) -> tuple[_Line, Sequence[Digest]] | None:
    """The last of the lines up to which the files hold what it says, with their digests; none where the first is not.

    A disk that lost its end, or holds something else there, takes the run back to the line before.
    """
    # When all is done the files are given their names, one by one, so that those of the run may be gone.
    named = (paths.part, paths.out), (paths.rejects_part, paths.rejects)
    digests, found = [Digest(part if part.exists() else whole) for part, whole in named], None
    is_shaped = _is_shaped(paths, lines, settings)
    for line in lines:
        safe, _ = line
        digests = [one.up_to(size) for one, size in zip(digests, (safe.rows, safe.rejects), strict=True)]
        told = [(one.text, of) for one, of in zip(digests, safe.digests, strict=True)]
        if any(one != of for one, of in (told[1:] if is_shaped else told)):
            break
        found = line, digests
    return found


def _is_shaped(paths: Paths, lines: Sequence[_Line], settings: Settings) -> bool:
    """Whether the rows of a run got their last form and their name, and are gone as they were written."""
    is_named = paths.out.exists() and not paths.part.exists() and bool(lines) and lines[-1][0].done
    return is_named and shape_of(settings, lines[-1][0].tally.kinds) is not None


def read_done(path: Path) -> tuple[Beginning, Safe]:
    """What a shard that is done says of itself. Raises :class:`UsageError`."""
    with contextlib.suppress(OSError, IndexError, UsageError):
        then, lines = read_journal(path)
        safe, _ = lines[-1]
        if safe.done:
            return then, safe
    raise UsageError("expected what a finished shard says of itself, found {0!r}", str(path))
