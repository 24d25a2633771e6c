"""``yaku samples``: what comes with the program to try."""

from pathlib import Path

import pytest

from tests.cli.running import PROJECT, run_yaku
from tests.samples.test_samples import COMMANDS, FILES

SAMPLES = PROJECT / "samples"


@pytest.mark.parametrize("columns", [40, 80])
def test_every_sample_is_listed_with_what_it_shows(columns: int) -> None:
    ran = run_yaku("samples", columns=columns)
    listed = [line.strip().partition(": ")[0].rstrip(":") for line in ran.lines if line.startswith("  ")]
    assert [name for name in COMMANDS if name not in listed] == []
    assert max(map(len, ran.lines)) <= columns
    assert run_yaku("samples", columns=200).lines[:2] == [
        "Limit hands",
        "  hands/tenhou.txt: The dealer is dealt a finished hand: one limit, 16,000 from each",
    ]


@pytest.mark.parametrize("name", FILES)
def test_a_sample_is_printed_as_it_is(name: str) -> None:
    for asked in (name, f"samples/{name}", name.rpartition(".")[0] if Path(name).suffix == ".txt" else name):
        ran = run_yaku("samples", asked)
        assert (ran.out, ran.err, ran.code) == ((SAMPLES / name).read_text(encoding="utf-8"), "", 0)


def test_a_sample_is_found_by_its_name_alone() -> None:
    assert run_yaku("samples", "daisangen").out == (SAMPLES / "hands" / "daisangen.txt").read_text(encoding="utf-8")
    assert run_yaku("score", stdin=run_yaku("samples", "double-ron").out).code == 0


def test_samples_are_written_once_and_never_over_other_files(tmp_path: Path) -> None:
    for _ in range(2):
        ran = run_yaku("samples", "-o", "samples", folder=tmp_path)
        assert (ran.out, ran.code) == ("", 0)
        written = sorted(
            path.relative_to(tmp_path / "samples").as_posix()
            for path in (tmp_path / "samples").rglob("*")
            if path.is_file() and path.name != "README.md"
        )
        assert written == FILES
    (tmp_path / "samples" / "hands.csv").write_text("mine", encoding="utf-8")
    ran = run_yaku("samples", "-o", "samples", folder=tmp_path)
    assert ran.err == "error: samples/hands.csv is there already and differs; name another folder\n"
    assert ran.code == 2
    assert (tmp_path / "samples" / "hands.csv").read_text(encoding="utf-8") == "mine"
    ran = run_yaku("samples", "hands.yaml", "-o", ".", folder=tmp_path)
    assert (ran.err, ran.code) == ("1 file written to .\n", 0)
    assert (tmp_path / "hands.yaml").is_file()
    assert run_yaku("samples", "hands.yaml", "-o", "hands.yaml", folder=tmp_path).code == 2
