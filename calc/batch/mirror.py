"""A local folder in place of one elsewhere: a run writes here, and its whole files are sent there.

A file is sent under another name and then renamed, so that nobody finds a part of it under its own name.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path
from types import TracebackType
from uuid import uuid4

from calc.batch.output import CannotWriteError
from calc.intake.names import UsageError, reaching, system_of

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
                f"expected a place that can be written to, found {self._out!r}: {error.strerror}"
            ) from None

    def check_free(self, ending: str = "", *, force: bool) -> None:
        """Refuse to replace a file without ``force``, and where nothing can be written. Raises :class:`UsageError`."""
        probe, name = f"{self._path}.part-{uuid4().hex}", f"{self._out}{ending}"
        with self._reaching():
            if not force and self._system.exists(f"{self._path}{ending}"):
                raise UsageError(f"{name!r} is there already; write to another file, or replace it with --force")
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
