"""Output at an address: written here first, and sent when it is whole."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any
from uuid import uuid4

from calc.intake.names import UsageError, reaching, system_of

#: The ends of names of files that are not whole, or of use only while they are written.
_UNFINISHED = (".part", ".journal", ".narrow")


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

    def __enter__(self) -> "Mirror":
        return self

    def __exit__(self, *error: Any) -> None:
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

    def named(self, pattern: str) -> list[str]:
        """What the names of the files there have behind that of the output. Raises :class:`UsageError`."""
        with self._reaching():
            return self._named(pattern)

    def _named(self, pattern: str) -> list[str]:
        try:
            names = self._system.ls(self._path.rpartition("/")[0], detail=False)
        except FileNotFoundError:
            return []
        endings = [name[len(self._path) :] for name in sorted(names) if name.startswith(self._path)]
        return [one for one in endings if fnmatchcase(one, pattern)]

    def fetch(self, pattern: str) -> bool:
        """Bring files here, and say whether there are any. Raises :class:`UsageError`."""
        found = self.named(pattern)
        with self._reaching():
            for ending in found:
                self._system.get_file(self._path + ending, f"{self.here}{ending}")
        return bool(found)

    def remove(self, pattern: str) -> None:
        """Remove files there. Raises :class:`UsageError`."""
        with self._reaching():
            for ending in self._named(pattern):
                self._system.rm_file(self._path + ending)

    def send(self) -> None:
        """Bring all whole files there, the one that says so last. Raises :class:`OSError`."""
        names = [str(path) for path in self.here.parent.iterdir() if path.suffix not in _UNFINISHED]
        endings = sorted((name[len(str(self.here)) :] for name in names), key=len, reverse=True)
        endings.sort(key=lambda one: one.endswith(".done"))
        with reaching(self._out):
            for ending in endings:
                part = f"{self._path}{ending}.part-{uuid4().hex}"
                self._system.put_file(f"{self.here}{ending}", part)
                self._system.mv(part, self._path + ending)
            # Of a run that this one replaces.
            for rejects in self._named("*.rejects"):
                if rejects.removesuffix(".rejects") in endings and rejects not in endings:
                    self._system.rm_file(self._path + rejects)
