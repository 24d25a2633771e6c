"""A file in the making: it has its name only when it is whole."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


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
