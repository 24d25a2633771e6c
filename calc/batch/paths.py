"""The files of a run, and of a shard of it, here and at an address; and which part of the inputs a shard settles."""

import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fnmatch import fnmatchcase
from math import inf
from pathlib import Path
from typing import Any, Final, Self
from uuid import uuid4

from msgspec import Struct
from msgspec.structs import replace

from calc.batch.journal import AFRESH, sync_folder
from calc.intake.names import Input, UsageError, reaching, system_of
from calc.patterns import regex

#: Files of which several shards have parts: how large they are, and how their names end.
_DIVIDED: Final = 4 << 20
_BY_LINES: Final = (".jsonl", ".ndjson", ".csv", ".tsv", ".txt")
_SHARD: Final = regex(r"(\d{1,6})/(\d{1,6})")


class Shard(Struct, frozen=True):
    """One of so many shards, from 1."""

    number: int
    of: int

    @classmethod
    def parse(cls, text: str) -> Self:
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

    def own(self, inputs: Sequence[Input]) -> list[Input]:
        """Its part of all inputs, in their order: those that begin in its part of all bytes; of large files that are
        read by lines their part that lies in it.
        """
        once = next((one.name for one in inputs if not one.can_reread), None)
        if once is not None:
            raise UsageError("{0} cannot be read by several runs; name files", once)
        total, before, found = sum(one.size for one in inputs), 0, list[Input]()
        begin, end = (-(-total * number // self.of) for number in (self.number - 1, self.number))
        for one in inputs:
            first, last = max(begin - before, 0), end - before
            if one.size < _DIVIDED or not one.path.lower().endswith(_BY_LINES):
                if min(before * self.of // max(total, 1), self.of - 1) == self.number - 1:
                    found.append(one)
            elif first < min(last, one.size):
                part = first, last if last < one.size else inf
                found.append(one if part == (0, inf) else replace(one, part=part))
            before += one.size
        return found


class Paths:
    """The files of a run that writes to ``out``, or of a shard of it."""

    def __init__(self, out: Path, shard: Shard | None = None) -> None:
        out = Path(f"{out}{shard.ending}") if shard is not None else out
        self.out = out
        self.part = Path(f"{out}.part")
        self.journal = Path(f"{out}.journal")
        self.narrow = Path(f"{out}.narrow")
        self.rejects = Path(f"{out}.rejects")
        self.rejects_part = Path(f"{out}.rejects.part")
        #: What the journal of a shard is called in the end.
        self.done = Path(f"{out}.done") if shard is not None else None

    @property
    def all(self) -> tuple[Path, ...]:
        return self.out, self.part, self.journal, self.narrow, self.rejects, self.rejects_part

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

    def clear(self) -> None:
        """Remove what an earlier run left but its journal; what it finished is replaced when this one is finished."""
        for path in (self.part, self.narrow, self.rejects_part, self.done):
            if path is not None:
                path.unlink(missing_ok=True)

    def finish(self, rejects: int, shape: Callable[[Path, Path], None] | None = None) -> None:
        """Give whole files their names, as far as they do not have them yet; without rejects there is no such file.
        ``shape``: writes the rows of a file as they stay to another one, but in a shard.
        """
        if rejects and self.rejects_part.exists():
            os.replace(self.rejects_part, self.rejects)
        elif not rejects:
            self.rejects_part.unlink(missing_ok=True)
            self.rejects.unlink(missing_ok=True)
        if self.part.exists() and shape is not None and self.done is None:
            shape(self.part, self.narrow)
            os.replace(self.narrow, self.out)
            sync_folder(self.out.parent)  # before the whole rows go
            self.part.unlink()
        elif self.part.exists():
            os.replace(self.part, self.out)
        sync_folder(self.out.parent)  # before what tells of the parts goes
        if self.done is None:
            self.journal.unlink(missing_ok=True)
        else:
            os.replace(self.journal, self.done)


# ---- output at an address: written here first, and sent when it is whole


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

    def _named(self, pattern: str) -> list[str]:
        """What the names of the files there have behind that of the output."""
        try:
            names = self._system.ls(self._path.rpartition("/")[0], detail=False)
        except FileNotFoundError:
            return []
        endings = [name[len(self._path) :] for name in sorted(names) if name.startswith(self._path)]
        return [one for one in endings if fnmatchcase(one, pattern)]

    def fetch(self, pattern: str) -> bool:
        """Bring files here, and say whether there are any. Raises :class:`UsageError`."""
        with self._reaching():
            found = self._named(pattern)
            for ending in found:
                self._system.get_file(self._path + ending, f"{self.here}{ending}")
        return bool(found)

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
