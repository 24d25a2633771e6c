"""The journal of a run: what it was begun with, and line by line how far its output is safe."""

import hashlib
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from calc.batch.settle import Settings
from calc.batch.tally import Tally
from calc.intake.blocks import Mark
from calc.intake.names import Input, UsageError
from calc.tables import load_table, rules_folder
from calc.tables.shelf import find_rule_file, is_file_name
from calc.translation import msg

#: The version of the form of this file.
_VERSION = 2
#: Bytes that are read at once.
_CHUNK = 1 << 20
#: What to do where a run cannot be continued.
AFRESH = msg("begin afresh with --force")


class Beginning(Struct, frozen=True, kw_only=True):
    """The first line: everything that the output depends on. ``program``: its version. ``rules``: digests of the rule
    files that may count. ``replaces``: the run may replace an existing output. ``shard``: which one, of a run in
    shards; ``inputs`` are those of all.
    """

    journal: int = _VERSION
    program: str
    inputs: tuple[Input, ...]
    settings: dict[str, Any]
    rules: dict[str, str]
    replaces: bool = False
    shard: str = ""


class Safe(Struct, frozen=True, kw_only=True):
    """A later line: up to ``mark`` all inputs are settled, and rows and rejects are on the disk with this many bytes
    and these digests.

    ``done``: nothing is left to settle. ``check``: claims were checked.
    """

    mark: Mark
    rows: int
    rejects: int
    tally: Tally
    done: bool = False
    digests: tuple[str, str] = ("", "")
    check: bool = False


class Digest(Struct, frozen=True):
    """The digest of a file up to so many bytes. A file that is not there is empty."""

    path: Path
    size: int = 0
    sum: Any = hashlib.sha256()

    def up_to(self, size: int) -> "Digest":
        """That up to a later byte, for which only what lies between is read; the end of the file may come before."""
        found, left = self.sum.copy(), size - self.size
        with suppress(FileNotFoundError), self.path.open("rb") as file:
            file.seek(self.size)
            while data := file.read(min(left, _CHUNK)):
                found.update(data)
                left -= len(data)
        return Digest(self.path, size, found)

    @property
    def text(self) -> str:
        """As it stands in a journal."""
        told: str = self.sum.hexdigest()
        return told


def begin(inputs: Sequence[Input], settings: Settings, program: str) -> Beginning:
    """The first line of the journal of a run."""
    plain = msgspec.json.decode(msgspec.json.encode(settings))  # as the journal gives it back
    return Beginning(program=program, inputs=tuple(inputs), settings=plain, rules=rule_digests(settings))


def rule_digests(settings: Settings) -> dict[str, str]:
    """The digests of the rule files that may count."""
    files = set[Path]()
    for name in house_names(settings):
        files |= {Path(file).resolve() for file in (*load_table(name).files(), str(find_rule_file(name)))}
    digests = {"shipped": shipped_digest()}
    for file in sorted(file for file in files if not file.is_relative_to(rules_folder())):
        digests[str(file)] = hashlib.sha256(file.read_bytes()).hexdigest()
    return digests


def shipped_digest() -> str:
    """The digest of the rules that records can name."""
    shipped = hashlib.sha256()
    for path in sorted(rules_folder().rglob("*.yaml")):
        shipped.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return shipped.hexdigest()


def house_names(settings: Settings) -> list[str]:
    """The rule files that were named for a run."""
    named = {settings.rules, *settings.fallback.values()}
    return sorted(name for name in named if isinstance(name, str) and is_file_name(name))


def lock(file: int, seconds: float = 0.0) -> bool:
    """Have a file or a folder for this process alone while it is open; whether that could be, within some time."""
    try:
        import fcntl
    except ImportError:
        return True  # not on this system
    until = time.monotonic() + seconds
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                return False
            time.sleep(0.01)
        except OSError:
            return True  # not on this file system
        else:
            return True


def sync_folder(path: Path) -> None:
    """Have the names of a folder on the disk, where the system lets it be opened."""
    try:
        folder = os.open(path, os.O_RDONLY)
    except PermissionError:
        return
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def read_journal(path: Path) -> tuple[Beginning, list[tuple[Safe, int]]]:
    """The first line, and the whole ones after it, each with where it ends. Raises :class:`UsageError`."""
    first, *others = path.read_bytes().splitlines(keepends=True) or [b""]
    try:
        then = msgspec.json.decode(first, type=Beginning)
    except ValueError:
        raise UsageError(
            "expected the journal of a run, found {0!r} without a first line; {1}", str(path), AFRESH
        ) from None
    end, found = len(first), []
    with suppress(ValueError):  # of the line that was being written when the run ended
        for line in others:
            safe = msgspec.json.decode(line, type=Safe)
            if not line.endswith(b"\n"):
                break
            end += len(line)
            found.append((safe, end))
    return then, found


def check_same(then: Beginning, now: Beginning) -> None:
    """Refuse to go on where a run was begun with something else. Raises :class:`UsageError`."""
    if then.shard != now.shard:
        shards = [one.shard or msg("none") for one in (then, now)]
        raise UsageError("the run was begun as shard {0}, found {1}; {2}", *shards, AFRESH)
    if (then.journal, then.program) != (now.journal, now.program):
        raise UsageError("the run was begun by version {0}, this is {1}; {2}", then.program, now.program, AFRESH)
    if [one.name for one in then.inputs] != [one.name for one in now.inputs]:
        named = []
        for names in ([one.name for one in run.inputs] for run in (then, now)):
            named.append(f"{len(names)} inputs ({', '.join(names[:3])}{', ...' if len(names) > 3 else ''})")
        raise UsageError("the run was begun with {0}, found {1}; name the same, or {2}", *named, AFRESH)
    for old, one in zip(then.inputs, now.inputs, strict=True):
        if old != one:
            raise UsageError("the input {0!r} has changed since the run was begun; {1}", one.name, AFRESH)
    for key, value in now.settings.items():
        before = then.settings.get(key)
        if before != value:
            raise UsageError(
                "the run was begun with {0} {1!r}, found {2!r}; give the same, or {3}", key, before, value, AFRESH
            )
    if then.rules != now.rules:
        changed = sorted(name for name in {*then.rules, *now.rules} if then.rules.get(name) != now.rules.get(name))
        raise UsageError("rule files have changed since the run was begun ({0}); {1}", ", ".join(changed), AFRESH)
