"""Files at addresses (``s3://``, ``gs://``, ``https://``), which fsspec and its file systems reach.

Whatever goes wrong is an :class:`OSError` with the reason in one line.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final, NamedTuple, cast

from calc.errors import CalcError

#: A drive (``C:``) has one letter.
_ADDRESS: Final = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)
#: What has no folders, and may have ``?`` in its addresses.
_PAGES: Final = ("http://", "https://")


class Facts(NamedTuple):
    """What is known of a file before it is read. ``size``: 0 where that is not told. ``changed``: another number for
    another content.
    """

    size: int
    changed: int


def is_address(name: str) -> bool:
    """Whether a name is an address, not a path."""
    return _ADDRESS.match(name) is not None


def is_page(address: str) -> bool:
    """Whether an address is one of the web: a file, never a folder or a pattern."""
    return address.lower().startswith(_PAGES)


@contextmanager
def reaching(name: str) -> Iterator[None]:
    """Raise what file systems raise as :class:`OSError`, with one line of reason."""
    try:
        yield
    except CalcError:
        raise
    except FileNotFoundError:
        raise FileNotFoundError(2, "No such file or directory", name) from None
    except PermissionError as error:
        raise PermissionError(13, f"Permission denied ({_in_a_line(error)})", name) from None
    except Exception as error:  # each library has errors of its own: no credentials, no such host, a bad name
        raise OSError(5, _in_a_line(error), name) from None


def _in_a_line(error: Exception) -> str:
    return " ".join(f"{getattr(error, 'strerror', None) or error or type(error).__name__}".split())


def system_of(name: str) -> tuple[Any, str]:
    """The file system of an address or a path, and the path there."""
    with reaching(name):
        try:
            from fsspec.core import url_to_fs
        except ImportError:
            raise OSError("addresses need fsspec, which is not installed: pip install 'yaku-calc[remote]'") from None
        # What a file system remembers of a folder may have changed.
        return cast(tuple[Any, str], url_to_fs(name, use_listings_cache=False))


def facts_of(address: str) -> Facts:
    """What is known of a file."""
    system, path = system_of(address)
    with reaching(address):
        return _facts(system.info(path))


def _facts(info: Mapping[str, Any]) -> Facts:
    return Facts(info.get("size") or 0, zlib.crc32(repr(sorted(info.items())).encode()))


def files_below(address: str) -> dict[str, Facts] | None:
    """The files below a folder or that match a pattern, in the order of their names; none of a single file."""
    if is_page(address):
        return None
    system, path = system_of(address)
    with reaching(address):
        if any(sign in path for sign in "*?["):
            found = system.glob(path, detail=True)
        elif system.isfile(path) or not system.isdir(path):
            return None
        else:
            found = system.find(path, detail=True)
        files = ((system.unstrip_protocol(one), info) for one, info in found.items() if info["type"] == "file")
        return {name: _facts(info) for name, info in sorted(files)}


class _Remote:
    """A file at an address, as a stream of bytes."""

    def __init__(self, address: str) -> None:
        self._address = address
        system, path = system_of(address)
        with reaching(address):
            self._file = system.open(path, "rb")

    def read(self, count: int = -1) -> bytes:
        with reaching(self._address):
            return cast(bytes, self._file.read(count))

    def close(self) -> None:
        self._file.close()


def open_file(name: str | Path) -> IO[bytes]:
    """A file to read, at a path or an address. Raises :class:`OSError`."""
    if isinstance(name, str) and is_address(name):
        return cast(IO[bytes], _Remote(name))
    return open(name, "rb")
