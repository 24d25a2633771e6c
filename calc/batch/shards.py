"""A run in shards: each settles some of the inputs with a journal of its own, and a join puts their rows together.

The inputs are divided the same way everywhere. A shard is done when its journal is called ``.done``; the join compares
these before it writes anything, and gives the bytes of one run.
"""

import glob
import sys
import time
from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from calc.arrow import arrow
from calc.batch.journal import Beginning, Digest, Safe, check_same
from calc.batch.output import PartFile, claim, read_done, settings_of, shape_of
from calc.batch.paths import Mirror, Paths, Shard
from calc.batch.run import Outcome
from calc.batch.settle import head
from calc.batch.tally import Tally, add_up
from calc.intake.names import UsageError, is_address

#: Bytes that are copied at once.
_CHUNK: Final = 1 << 20


class _Found(Struct, frozen=True):
    shard: Shard
    paths: Paths
    beginning: Beginning
    end: Safe


def join(out: str, *, force: bool = False) -> tuple[Outcome, bool]:
    """Write the rows of all shards of ``out``, a path or an address, as those of one run; and say whether claims were
    checked.

    Raises :class:`UsageError` before anything is written where a shard is missing, doubled or of another run.
    """
    if not is_address(out):
        return _join(Path(out), force=force)
    with Mirror(out) as mirror:
        mirror.check_free(force=force)
        mirror.fetch(".shard-*-of-*")
        found = _join(mirror.here, force=force)
        for path in mirror.here.parent.glob("*.shard-*-of-*"):
            path.unlink()
        mirror.send()
        return found


def _join(out: Path, *, force: bool) -> tuple[Outcome, bool]:
    started = time.monotonic()
    shards = _find_shards(out)
    paths = Paths(out)
    paths.check_free(force=force)
    settings = settings_of(shards[0].beginning)
    if settings.is_typed:
        arrow(settings.format.capitalize())
    journal = claim(paths)
    try:
        _copy([one.paths.out for one in shards], paths.part, head(settings))
        _copy([one.paths.rejects for one in shards if one.end.rejects], paths.rejects_part)
        tally = Tally()
        for one in shards:
            add_up(tally, one.end.tally)
        paths.finish(paths.rejects_part.stat().st_size, shape_of(settings, tally.kinds))
    except BaseException:
        paths.clear()
        paths.journal.unlink(missing_ok=True)
        raise
    finally:
        journal.close()
    seconds = time.monotonic() - started
    return Outcome(tally=tally, here=tally.records, seconds=seconds), any(one.end.check for one in shards)


def _copy(files: Sequence[Path], to: Path, first: bytes = b"") -> None:
    """Write files after each other. ``first``: how each of them begins, and the whole too."""
    written = PartFile(to)
    written.write(first)
    for path in files:
        with open(path, "rb") as file:
            file.seek(len(first))
            while data := file.read(_CHUNK):
                written.write(data)
    written.sync()
    written.close()


def _find_shards(out: Path) -> list[_Found]:
    """All shards, in order. Raises :class:`UsageError` where they are not those of one run."""
    shards: list[_Found] = []
    for done in glob.glob(f"{glob.escape(str(out))}.shard-*-of-*.done"):
        beginning, end = read_done(Path(done))
        shard = Shard.parse(beginning.shard)
        paths = Paths(out, shard)
        if paths.done != Path(done):
            raise UsageError("{0!r} is of shard {1}, which cannot count twice; remove the copy", done, shard)
        shards.append(_Found(shard, paths, beginning, end))
    if not shards:
        raise UsageError("there is no finished shard of {0!r}; make them with --shard 1/N to N/N", str(out))
    of, *others = sorted({one.shard.of for one in shards})
    if others:
        counts = " and of ".join(map(str, (of, *others)))
        raise UsageError("found shards of {0}; remove those of one division ({1}.shard-*)", counts, out)
    shards.sort(key=lambda one: one.shard.number)
    missing = sorted({*range(1, of + 1)} - {one.shard.number for one in shards})
    if missing:
        listed = ", ".join(f"{number}/{of}" for number in missing[:10])
        raise UsageError("not all shards are done; missing: {0}{1}", listed, ", ..." if len(missing) > 10 else "")
    first = shards[0]
    for one in shards:
        try:
            check_same(_anywhere(first.beginning), _anywhere(one.beginning))
        except UsageError as error:
            why = error.message.partition(";")[0]
            raise UsageError("shard {0} is of another run than shard {1}: {2}", one.shard, first.shard, why) from None
        for path, found in zip((one.paths.out, one.paths.rejects), one.end.digests, strict=True):
            if Digest(path).up_to(sys.maxsize).text != found:
                raise UsageError("{0!r} is not as shard {1} wrote it; settle the shard again", str(path), one.shard)
    return shards


def _anywhere(beginning: Beginning) -> Beginning:
    """A beginning without what differs from machine to machine: where rule files are, and times of change."""
    inputs = tuple(replace(one, path="", changed=0, state=0) for one in beginning.inputs)
    rules = {PurePath(name.replace("\\", "/")).name: content for name, content in beginning.rules.items()}
    return replace(beginning, inputs=inputs, rules=rules, shard="", replaces=False)
