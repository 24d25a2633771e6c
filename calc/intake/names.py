"""The files that arguments name: files, folders, patterns and standard input, in the order of the arguments.

Files may be at addresses (``s3://``, ``gs://``, ``https://``) too, which fsspec and its file systems reach; every fault
of these is an :class:`OSError` with one line of reason.
"""

import glob
import os
import re
import stat
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final, cast

from msgspec import Struct
from msgspec.structs import replace

from calc.errors import CalcError, UnreadableError
from calc.intake.forms import ENDINGS, PACKED, stem_of
from calc.patterns import regex
from calc.translation import msg

STDIN: Final = "-"
#: A drive (``C:``) has one letter.
_ADDRESS: Final = regex(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)
#: What has no folders, and may have ``?`` in its addresses.
_PAGES: Final = ("http://", "https://")


class UsageError(CalcError):
    """Arguments or options that cannot be used as they were given. Nothing has been touched."""

    code = "usage"


class Input(Struct, frozen=True):
    """A file to read, or standard input. ``name``: as rows and messages call it. ``size`` and ``changed`` show whether
    it is still the same file: at an address ``size`` is 0 where that is not told, and ``changed`` any number of its
    facts. ``state``: when anything of the file changed, for a time of change can be put back; a new name counts too.
    ``part``: the bytes, from and up to which, at which the blocks begin that are read of it.
    """

    name: str
    path: str
    size: int = 0
    changed: int = 0
    #: Pipes and standard input can be read once only.
    can_reread: bool = True
    #: A pipe, a socket or a device that stands in a folder is not read: it may have no end. One that is named is.
    is_file: bool = True
    part: tuple[int, float] | None = None
    state: int = 0

    def check(self) -> None:
        """Raise :class:`UnreadableError` for what is not read."""
        if not self.is_file:
            raise UnreadableError(
                "expected a regular file in a folder, found a pipe, a socket or a device, which may have no end; "
                "name it by itself to read it"
            )


def find_inputs(
    arguments: Sequence[str], leave_out: Collection[Path | str] = (), endings: tuple[str, ...] = ENDINGS
) -> list[Input]:
    """The inputs that arguments mean. ``leave_out``: files that the run writes itself, paths or addresses.
    ``endings``: of the files that are looked for in folders.

    Raises :class:`UsageError` for an argument that means none, and for a named file that the run would write.
    """
    own = {path.resolve() for path in leave_out if isinstance(path, Path)}
    found: list[Input] = []
    for argument in arguments:
        if argument == STDIN:
            if any(one.path == STDIN for one in found):
                raise UsageError("standard input can be read once, found '-' a second time")
            found.append(Input("stdin", STDIN, can_reread=False))
        elif is_address(argument):
            found += _inputs_at(argument, leave_out, endings)
        elif os.path.exists(argument) and not os.path.isdir(argument):
            if Path(argument).resolve() in own:
                raise UsageError("expected another file to write to, found {0!r} among the files to read", argument)
            if not os.access(argument, os.R_OK):
                raise UsageError("expected a file that can be read, found {0!r}: Permission denied", argument)
            found.append(_input(argument))
        else:
            inside = [path for path in _paths(argument, endings) if Path(path).resolve() not in own]
            if not inside and os.path.isdir(argument):
                message = (
                    "expected files of records in the folder {0!r}, found none that ends in {1}, plain or with {2}; "
                    "name the files themselves"
                )
                raise UsageError(message, argument, " ".join(endings), " ".join(PACKED))
            if not inside:
                raise UsageError("expected files, but nothing matches {0!r}; check the pattern", argument)
            # Nobody named what is in a folder: it is read only if it has an end.
            matched = map(_input, inside)
            found += [one if one.can_reread else Input(one.name, one.path, is_file=False) for one in matched]
    return found


def _input(path: str) -> Input:
    # A name that is not UTF-8 has to be written all the same.
    name = os.fsencode(path).decode("utf-8", "replace")
    try:
        status = os.stat(path)
    except OSError:
        return Input(name, path)  # opening it will tell what is wrong
    is_regular, times = stat.S_ISREG(status.st_mode), (status.st_mtime_ns, status.st_ctime_ns)
    return Input(name, path, status.st_size, times[0], is_regular, state=times[1])


def _paths(argument: str, endings: tuple[str, ...]) -> list[str]:
    if os.path.isdir(argument):
        return [*_walk(argument, endings)]
    if not glob.has_magic(argument):
        raise UsageError("expected a file, a folder or a pattern, but there is no file {0!r}; check its name", argument)
    found: list[str] = []
    for path in sorted(glob.glob(argument, recursive=True)):
        found += _walk(path, endings) if os.path.isdir(path) else [path]
    return [*dict.fromkeys(found)]  # a pattern such as ** meets a file and the folder it is in


def _walk(folder: str, endings: tuple[str, ...]) -> Iterator[str]:
    """The files of known endings below a folder, in the order of their names; hidden ones are passed over."""
    for here, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if not name.startswith(".") and stem_of(name.lower()).endswith(endings):
                yield os.path.join(here, name)


def look_again(one: Input, file: IO[bytes] | None = None) -> Input:
    """An input as it is now. ``file``: it, open, if it lost its name. Raises :class:`OSError` if it cannot be read."""
    if is_address(one.path):
        # What else is told of a file differs between a list of files and the file itself.
        return replace(one, size=_input_at(one.path).size)
    if file is None:
        with open(one.path, "rb") as opened:
            return look_again(one, opened)
    status = os.fstat(file.fileno())
    return replace(one, size=status.st_size, changed=status.st_mtime_ns, state=status.st_ctime_ns)


# ---- files at addresses


def is_address(name: str) -> bool:
    """Whether a name is an address, not a path."""
    return _ADDRESS.match(name) is not None


@contextmanager
def reaching(name: str) -> Iterator[None]:
    """Raise what file systems raise as :class:`OSError`, with one line of reason."""
    try:
        yield
    except CalcError:
        raise
    except FileNotFoundError:
        raise FileNotFoundError(2, msg("No such file or directory"), name) from None
    except Exception as error:  # each library has errors of its own: no credentials, no such host, a bad name
        reason = " ".join(f"{getattr(error, 'strerror', None) or error or type(error).__name__}".split())
        if isinstance(error, PermissionError):
            raise PermissionError(13, msg("Permission denied ({0})", reason), name) from None
        raise OSError(5, reason, name) from None


def system_of(name: str) -> tuple[Any, str]:
    """The file system of an address or a path, and the path there."""
    with reaching(name):
        try:
            from fsspec.core import url_to_fs
        except ImportError:
            raise OSError(
                msg("addresses need fsspec, which is not installed: pip install 'yaku-calc[remote]'")
            ) from None
        # What a file system remembers of a folder may have changed.
        return cast(tuple[Any, str], url_to_fs(name, use_listings_cache=False))


def _input_at(address: str, info: Mapping[str, Any] | None = None) -> Input:
    if info is None:
        system, path = system_of(address)
        with reaching(address):
            info = cast(Mapping[str, Any], system.info(path))
    return Input(address, address, info.get("size") or 0, zlib.crc32(repr(sorted(info.items())).encode()))


def _inputs_at(address: str, own: Collection[Path | str], endings: tuple[str, ...]) -> list[Input]:
    """The inputs that an address means: itself, or those of a folder or a pattern, in the order of their names."""
    try:
        found = _files_below(address)
        if found is None:
            if address in own:
                raise UsageError("expected another file to write to, found {0!r} among the files to read", address)
            return [_input_at(address)]
        is_pattern = glob.has_magic(address)
        names = [name for name in sorted(found) if is_pattern or stem_of(name.lower()).endswith(endings)]
        inputs = [_input_at(name, found[name]) for name in names if name not in own]
        if not inputs:
            raise UsageError("expected files of records, found none at {0!r}; check the address", address)
        return inputs
    except FileNotFoundError:
        raise UsageError("expected a file, a folder or a pattern, but there is none at {0!r}", address) from None
    except OSError as error:
        raise UsageError("expected an address that can be read, found {0!r}: {1}", address, error.strerror) from None


def _files_below(address: str) -> dict[str, Mapping[str, Any]] | None:
    if address.lower().startswith(_PAGES):
        return None
    system, path = system_of(address)
    with reaching(address):
        if any(sign in path for sign in "*?["):
            found = system.glob(path, detail=True)
        elif system.isfile(path) or not system.isdir(path):
            return None
        else:
            found = system.find(path, detail=True)
        return {system.unstrip_protocol(one): info for one, info in found.items() if info["type"] == "file"}


class _Remote:
    def __init__(self, address: str) -> None:
        self._address = address
        system, path = system_of(address)
        with reaching(address):
            self._file = system.open(path, "rb")
        self.close = self._file.close

    def read(self, count: int = -1) -> bytes:
        with reaching(self._address):
            return cast(bytes, self._file.read(count))


def open_file(name: str | Path) -> IO[bytes]:
    """A file to read, at a path or an address. Raises :class:`OSError`."""
    if isinstance(name, str) and is_address(name):
        return cast(IO[bytes], _Remote(name))
    return open(name, "rb")
