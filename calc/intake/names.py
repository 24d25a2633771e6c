"""The files that arguments name: files, folders, patterns and standard input, in the order of the arguments."""

from __future__ import annotations

import glob
import os
import stat
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from calc.errors import CalcError
from calc.intake.addresses import facts_of, files_below, is_address
from calc.intake.forms import ENDINGS, PACKED, stem_of

STDIN: Final = "-"


class UsageError(CalcError):
    """Arguments or options that cannot be used as they were given. Nothing has been touched."""

    code = "usage"


class Input(Struct, frozen=True):
    """A file to read, or standard input. ``name``: as rows and messages call it. ``size`` and ``changed`` show whether
    it is still the same file.
    """

    name: str
    path: str
    size: int = 0
    changed: int = 0
    #: Pipes and standard input can be read once only.
    can_reread: bool = True


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
        elif os.path.isdir(argument):
            inside = [path for path in _walk(argument, endings) if Path(path).resolve() not in own]
            if not inside:
                raise UsageError(
                    f"expected files of records in the folder {argument!r}, found none that ends in "
                    f"{' '.join(endings)}, plain or with {' '.join(PACKED)}; name the files themselves"
                )
            found += map(_input, inside)
        elif os.path.exists(argument):
            if Path(argument).resolve() in own:
                raise UsageError(f"expected another file to write to, found {argument!r} among the files to read")
            if not os.access(argument, os.R_OK):
                raise UsageError(f"expected a file that can be read, found {argument!r}: Permission denied")
            found.append(_input(argument))
        else:
            found += map(_input, _matches(argument, own, endings))
    return found


def look_again(one: Input) -> int:
    """The size that an input has now. Raises :class:`OSError` where it cannot be read."""
    if is_address(one.path):
        return facts_of(one.path)[0]
    with open(one.path, "rb") as file:
        return os.fstat(file.fileno()).st_size


def _inputs_at(address: str, own: Collection[Path | str], endings: tuple[str, ...]) -> list[Input]:
    """The inputs that an address means: itself, or those of a folder or a pattern."""
    try:
        found = files_below(address)
        if found is None:
            if address in own:
                raise UsageError(f"expected another file to write to, found {address!r} among the files to read")
            return [Input(address, address, *facts_of(address))]
        by_ending = not glob.has_magic(address)
        names = [name for name in found if not by_ending or stem_of(name.lower()).endswith(endings)]
        inputs = [Input(name, name, *found[name]) for name in names if name not in own]
        if not inputs:
            raise UsageError(f"expected files of records, found none at {address!r}; check the address")
        return inputs
    except FileNotFoundError:
        raise UsageError(f"expected a file, a folder or a pattern, but there is none at {address!r}") from None
    except OSError as error:
        raise UsageError(f"expected an address that can be read, found {address!r}: {error.strerror}") from None


def _walk(folder: str, endings: tuple[str, ...]) -> Iterator[str]:
    """The files of known endings below a folder, in the order of their names; hidden ones are passed over."""
    for here, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if not name.startswith(".") and stem_of(name.lower()).endswith(endings):
                yield os.path.join(here, name)


def _matches(pattern: str, own: Collection[Path], endings: tuple[str, ...]) -> list[str]:
    if not glob.has_magic(pattern):
        raise UsageError(f"expected a file, a folder or a pattern, but there is no file {pattern!r}; check its name")
    found: list[str] = []
    for path in sorted(glob.glob(pattern, recursive=True)):
        found += _walk(path, endings) if os.path.isdir(path) else [path]
    # A pattern such as ** meets a file and the folder it is in.
    found = [path for path in dict.fromkeys(found) if Path(path).resolve() not in own]
    if not found:
        raise UsageError(f"expected files, but nothing matches {pattern!r}; check the pattern")
    return found


def _input(path: str) -> Input:
    # A name that is not UTF-8 has to be written all the same.
    name = os.fsencode(path).decode("utf-8", "replace")
    try:
        status = os.stat(path)
    except OSError:
        return Input(name, path)  # opening it will tell what is wrong
    return Input(name, path, status.st_size, status.st_mtime_ns, stat.S_ISREG(status.st_mode))
