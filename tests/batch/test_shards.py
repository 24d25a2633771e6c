"""A run in shards and its join: the bytes of one run, or a refusal before anything is written."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from calc.batch.paths import Shard
from calc.intake import blocks
from calc.intake.names import Input, UsageError
from tests.batch.material import CSV_CELLS, CSV_HEAD, MIXED, WIN, run_batch_on, write_lines

HOUSE = "name: {en: House, ja: 家}\nextends: riichi\noptions: {kiriage_mangan: true}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    for place in range(7):
        write_lines(tmp_path / "in" / f"{place}.jsonl", [*MIXED, {"id": place, **WIN}] * (place + 1))
    return tmp_path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def settle(folder: Path, out: str, of: int, *more: str) -> None:
    for number in range(1, of + 1):
        ran = run_batch_on("in", "-o", out, "--shard", f"{number}/{of}", *more, folder=folder)
        assert ran.code in (0, 1)


@pytest.mark.parametrize("of", [1, 3, 12])
@pytest.mark.parametrize("out", ["out.jsonl", "out.csv", "out.parquet", "out.arrow"])
@pytest.mark.parametrize("rows", ["records", "hands"])
def test_the_join_gives_the_bytes_of_one_run(
    folder: Path, out: str, of: int, rows: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if out.endswith(("parquet", "arrow")):
        pytest.importorskip("pyarrow", reason="pip install 'yaku-calc[parquet]'")
    monkeypatch.setattr("calc.batch.shapes._GROUP", 50)  # groups of rows go over the ends of shards
    one = run_batch_on("in", "-o", f"one-{out}", "--rows", rows, "--check", folder=folder)
    settle(folder, out, of, "--rows", rows, "--check")
    joined = run_batch_on("--join", out, folder=folder)
    assert (joined.code, one.code) == (1, 1)
    for end in ("", ".rejects"):
        assert (folder / f"{out}{end}").read_bytes() == (folder / f"one-{out}{end}").read_bytes()
    # The summary is the same but for the time.
    assert joined.err.splitlines()[:-1] == [line for line in one.err.splitlines() if "rules:" not in line][:-1]


@pytest.mark.parametrize("of", [2, 5])
def test_shards_share_a_large_file(folder: Path, of: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = "".join(f'{place},{CSV_CELLS},"a\nnote"\n' for place in range(4000))
    (folder / "in" / "8.csv").write_text(f"id,{CSV_HEAD},club\n{rows}", encoding="utf-8")
    monkeypatch.setattr("calc.batch.paths._DIVIDED", 1)
    monkeypatch.setattr("calc.intake.lines.BLOCK_BYTES", 1 << 14)
    run_batch_on("in", "-o", "one.jsonl", "--pass", "club", folder=folder)
    settle(folder, "out.jsonl", of, "--pass", "club")
    whole = (folder / "one.jsonl").read_bytes()
    parts = [(folder / f"out.jsonl.shard-{number}-of-{of}").read_bytes() for number in range(1, of + 1)]
    assert b"".join(parts) == whole
    assert sum(b"8.csv" in part for part in parts) > 1
    assert run_batch_on("--join", "out.jsonl", folder=folder).code == 1
    for end in ("", ".rejects"):
        assert (folder / f"out.jsonl{end}").read_bytes() == (folder / f"one.jsonl{end}").read_bytes()


def test_every_input_is_in_one_shard_whatever_the_sizes() -> None:
    for sizes in ([], [0], [0, 0, 0], [5, 0, 1, 100, 1], [1] * 50, [10**9, 1, 1]):
        inputs = [Input(str(place), str(place), size) for place, size in enumerate(sizes)]
        for of in (1, 2, 3, 7, 60):
            assert [one for number in range(1, of + 1) for one in Shard(number, of).own(inputs)] == inputs
    halves = [len(Shard(number, 2).own([Input("a", "a", 1)] * 50)) for number in (1, 2)]
    assert halves == [25, 25]


@pytest.mark.parametrize("text", ["0/3", "4/3", "1", "1/0", "a/b", "1/2/3", "-1/3", ""])
def test_what_is_no_shard_is_refused(folder: Path, text: str) -> None:
    ran = run_batch_on("in", "-o", "out.jsonl", "--shard", text, folder=folder)
    assert (ran.code, "expected a shard as I/N" in ran.err, names(folder)) == (2, True, ["in"])


def test_a_shard_needs_a_file_and_inputs_that_all_can_read(folder: Path) -> None:
    assert "name it with -o" in run_batch_on("in", "--shard", "1/2", folder=folder).err
    ran = run_batch_on("-", "-o", "out.jsonl", "--shard", "1/2", folder=folder, stdin="")
    assert (ran.code, "cannot be read by several runs" in ran.err) == (2, True)
    ran = run_batch_on("in", "--join", "out.jsonl", folder=folder)
    assert (ran.code, "name only OUT" in ran.err) == (2, True)


def missing(folder: Path) -> str:
    (folder / "out.jsonl.shard-2-of-3.done").unlink()
    return "not all shards are done; missing: 2/3"


def doubled(folder: Path) -> str:
    shutil.copy(folder / "out.jsonl.shard-1-of-3.done", folder / "out.jsonl.shard-2-of-3.done")
    return "is of shard 1/3, which cannot count twice"


def other_division(folder: Path) -> str:
    assert run_batch_on("in", "-o", "out.jsonl", "--shard", "1/2", folder=folder).code == 1
    return "found shards of 2 and of 3"


def other_inputs(folder: Path) -> str:
    write_lines(folder / "in" / "8.jsonl", [WIN])
    assert run_batch_on("in", "-o", "out.jsonl", "--shard", "3/3", "--force", folder=folder).code in (0, 1)
    return "shard 3/3 is of another run than shard 1/3: the run was begun with 7 inputs"


def other_rules(folder: Path) -> str:
    for text in (HOUSE, HOUSE.replace("true", "false")):
        (folder / "house.yaml").write_text(text, encoding="utf-8")
        settle(folder, "out.jsonl", 3, "--rules", "./house.yaml", "--force")
        if text == HOUSE:
            kept = [path.read_bytes() for path in sorted(folder.glob("out.jsonl.shard-1*"))]
    for path, data in zip(sorted(folder.glob("out.jsonl.shard-1*")), kept, strict=True):
        path.write_bytes(data)
    return "rule files have changed since the run was begun (house.yaml)"


def other_settings(folder: Path) -> str:
    assert (
        run_batch_on("in", "-o", "out.jsonl", "--shard", "2/3", "--rows", "hands", "--force", folder=folder).code == 1
    )
    return "the run was begun with rows 'records', found 'hands'"


def other_version(folder: Path) -> str:
    path = folder / "out.jsonl.shard-3-of-3.done"
    first, *others = path.read_text().splitlines(keepends=True)
    path.write_text("".join([json.dumps({**json.loads(first), "program": "0.0.9"}) + "\n", *others]))
    return "shard 3/3 is of another run than shard 1/3"


def cut(folder: Path) -> str:
    path = folder / "out.jsonl.shard-3-of-3"
    path.write_bytes(path.read_bytes()[:-1])
    return "is not as shard 3/3 wrote it"


def changed(folder: Path) -> str:
    path = folder / "out.jsonl.shard-2-of-3"
    path.write_bytes(path.read_bytes().replace(b'"points":2', b'"points":3', 1))
    return "is not as shard 2/3 wrote it"


def changed_rejects(folder: Path) -> str:
    path = next(folder.glob("out.jsonl.shard-*.rejects"))
    path.write_bytes(path.read_bytes()[:-2] + b" \n")
    return "is not as shard"


def no_marker(folder: Path) -> str:
    (folder / "out.jsonl.shard-3-of-3.done").write_text("{")
    return "expected what a finished shard says of itself"


@pytest.mark.parametrize(
    "spoil",
    [
        *(missing, doubled, other_division, other_inputs, other_rules, other_settings, other_version, cut),
        *(changed, changed_rejects, no_marker),
    ],
)
def test_a_join_refuses_before_it_writes(folder: Path, spoil: Callable[[Path], str]) -> None:
    settle(folder, "out.jsonl", 3)
    said = spoil(folder)
    before = names(folder)
    ran = run_batch_on("--join", "out.jsonl", folder=folder)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert names(folder) == before


def test_nothing_to_join_and_nothing_overwritten(folder: Path) -> None:
    assert "there is no finished shard of 'out.jsonl'" in run_batch_on("--join", "out.jsonl", folder=folder).err
    settle(folder, "out.jsonl", 2)
    (folder / "out.jsonl").write_text("mine")
    assert run_batch_on("--join", "out.jsonl", folder=folder).code == 2
    assert (folder / "out.jsonl").read_text() == "mine"
    assert run_batch_on("--join", "out.jsonl", "--force", folder=folder).code == 1
    assert (folder / "out.jsonl").read_text() != "mine"


def test_a_join_is_refused_while_another_one_writes(folder: Path) -> None:
    fcntl = pytest.importorskip("fcntl", reason="needs locks as Unix has them")
    settle(folder, "out.jsonl", 2)
    with (folder / "out.jsonl.journal").open("wb") as journal:
        fcntl.flock(journal, fcntl.LOCK_EX)
        before = names(folder)
        ran = run_batch_on("--join", "out.jsonl", "--force", folder=folder)
        assert (ran.code, "another run is writing by the journal" in ran.err, names(folder)) == (2, True, before)
    assert run_batch_on("--join", "out.jsonl", "--force", folder=folder).code == 1
    assert "out.jsonl.journal" not in names(folder)


def test_a_shard_that_is_done_is_not_settled_again(folder: Path) -> None:
    settle(folder, "out.jsonl", 2)
    before = (folder / "out.jsonl.shard-1-of-2").stat().st_mtime_ns
    again = run_batch_on("in", "-o", "out.jsonl", "--shard", "1/2", "--resume", folder=folder)
    assert (again.code, "0 records of them in this run" in again.err) == (1, True)
    assert (folder / "out.jsonl.shard-1-of-2").stat().st_mtime_ns == before
    write_lines(folder / "in" / "9.jsonl", [WIN])
    changed = run_batch_on("in", "-o", "out.jsonl", "--shard", "1/2", "--resume", folder=folder)
    assert (changed.code, "begun with 7 inputs" in changed.err) == (2, True)


def test_a_shard_that_was_stopped_goes_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import calc.batch.run as running
    from calc.batch.settle import settle_block

    one = run_batch_on("in", "-o", "one.jsonl", folder=folder)
    left = [2]

    def stop(block: object, **more: object) -> object:
        if not left[0]:
            raise KeyboardInterrupt
        left[0] -= 1
        return settle_block(block, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(running, "settle_block", stop)
    monkeypatch.setattr(blocks, "_SMALL", 0)  # a block for each file
    assert run_batch_on("in", "-o", "out.jsonl", "--shard", "1/1", folder=folder).code == 130
    assert "not all" not in run_batch_on("--join", "out.jsonl", folder=folder).out
    monkeypatch.setattr(running, "settle_block", settle_block)
    assert run_batch_on("in", "-o", "out.jsonl", "--shard", "1/1", "--resume", folder=folder).code == one.code
    run_batch_on("--join", "out.jsonl", folder=folder)
    assert (folder / "out.jsonl").read_bytes() == (folder / "one.jsonl").read_bytes()


@pytest.mark.parametrize("at", range(1, 4), ids=["rejects", "rows", "journal"])
def test_a_shard_that_is_killed_while_files_get_their_names_is_done_by_resume(
    folder: Path, at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    one = run_batch_on("in", "-o", "one.jsonl", folder=folder)
    replace, calls = os.replace, 0

    def dying(old: Path, new: Path) -> None:
        nonlocal calls
        calls += 1
        if calls == at:
            raise Killed
        replace(old, new)

    given = ("in", "-o", "out.jsonl", "--shard", "1/1")
    monkeypatch.setattr(os, "replace", dying)
    with pytest.raises(Killed):
        run_batch_on(*given, folder=folder)
    monkeypatch.setattr(os, "replace", replace)
    assert "there is no finished shard" in run_batch_on("--join", "out.jsonl", folder=folder).err
    assert run_batch_on(*given, "--resume", folder=folder).code == one.code
    assert run_batch_on("--join", "out.jsonl", folder=folder).code == one.code
    for end in ("", ".rejects"):
        assert (folder / f"out.jsonl{end}").read_bytes() == (folder / f"one.jsonl{end}").read_bytes()


def test_a_shard_is_parsed_whole() -> None:
    assert Shard.parse("2/8") == Shard(2, 8)
    with pytest.raises(UsageError):
        Shard.parse("2 / 8")
