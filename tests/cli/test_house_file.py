"""House rules that are found by themselves: ``yaku.yaml`` in the folder, or in the user's configuration folder."""

import json
from pathlib import Path

import pytest

import calc
from tests.cli.running import SECONDS, Ran, run_alone, run_yaku, start_yaku

RIICHI = (
    "game: riichi\nextends: riichi\nversion: 7.0.0\nname: {en: Our table, ja: 我が卓}\n"
    "sources: {house: our table}\noptions: {kiriage_mangan: {default: false, source: house}}\n"
)
KOIKOI = (
    "game: hanafuda\nextends: koikoi\nversion: 8.0.0\nname: {en: Our Koi-Koi, ja: うちのこいこい}\n"
    "sources: {house: our table}\nyaku: {sanko: {value: 6, source: house}}\n"
)
BROKEN = RIICHI + "yaku: {pinfo: null}\n"
HAND = "234m34567p56788s +8p ron seat=S round=E from=E dora=1m riichi"
PILES = "Aki:1B,3B,8B Bea:1R stopped_by=Aki"
TOLD = "(the default here; name others in the record or with --rules)"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "folder"
    path.mkdir()
    return path


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The user's folder of settings, with room for the house file."""
    (tmp_path / "home" / "yaku").mkdir(parents=True)
    return tmp_path / "home"


def score(line: str, folder: Path, home: Path, *more: str) -> Ran:
    return run_yaku("score", line, *more, folder=folder, env={"XDG_CONFIG_HOME": str(home)})


def put(folder: Path, text: str) -> str:
    """A house file in a folder; its name."""
    (folder / "yaku.yaml").write_text(text, encoding="utf-8")
    return str(folder / "yaku.yaml")


# ---- which one counts


def test_the_command_line_then_the_record_then_the_folder_then_the_user_then_what_is_shipped(
    folder: Path, home: Path
) -> None:
    assert "(riichi@1.3.0)" in score(HAND, folder, home).out
    users = put(home / "yaku", RIICHI.replace("7.0.0", "9.0.0"))
    ran = score(HAND, folder, home)
    assert "(yaku@9.0.0)" in ran.out
    assert ran.err == f"rules: {users} {TOLD}\n"
    put(folder, RIICHI)
    ran = score(HAND, folder, home)
    assert "(yaku@7.0.0)" in ran.out
    assert ran.err == f"rules: ./yaku.yaml {TOLD}\n"
    assert "(tenhou@2.0.0)" in score(f"tenhou {HAND}", folder, home).out
    assert "(riichi@1.3.0)" in score(f"tenhou {HAND}", folder, home, "--rules", "riichi").out


def test_a_house_file_stands_in_for_records_of_its_own_game(folder: Path, home: Path) -> None:
    put(folder, KOIKOI)
    assert "Aki wins 6 points   (yaku@8.0.0)" in score(PILES, folder, home).out
    ran = score(HAND, folder, home)
    assert "(riichi@1.3.0)" in ran.out
    assert ran.err == f"rules: riichi {TOLD}\n"


def test_the_users_file_counts_for_a_game_that_the_folder_has_no_file_of(folder: Path, home: Path) -> None:
    put(folder, KOIKOI)
    put(home / "yaku", RIICHI)
    assert "(yaku@7.0.0)" in score(HAND, folder, home).out
    assert "(yaku@8.0.0)" in score(PILES, folder, home).out


def test_waits_and_batches_take_it_too(folder: Path, home: Path) -> None:
    put(folder, KOIKOI)
    put(home / "yaku", RIICHI)
    env = {"XDG_CONFIG_HOME": str(home)}
    waits = run_yaku("waits", "234m34567p56788s seat=S round=E riichi", folder=folder, env=env)
    assert "(yaku@7.0.0)" in waits.out
    assert waits.err == f"rules: {home}/yaku/yaku.yaml {TOLD}\n"
    (folder / "all.txt").write_text(f"{HAND}\n{PILES}\n", encoding="utf-8")
    with start_yaku("batch", "all.txt", "-q", folder=folder, home=home) as process:
        rows, _ = process.communicate(timeout=SECONDS)
    assert [json.loads(row)["rules"] for row in rows.splitlines()] == ["yaku@7.0.0", "yaku@8.0.0"]


@pytest.mark.parametrize("stated", ["", "settings"], ids=["empty", "relative"])
def test_a_configuration_folder_that_is_none_means_the_usual_one(folder: Path, tmp_path: Path, stated: str) -> None:
    (tmp_path / ".config" / "yaku").mkdir(parents=True)
    put(tmp_path / ".config" / "yaku", RIICHI)
    env = {"XDG_CONFIG_HOME": stated, "HOME": str(tmp_path)}
    assert "(yaku@7.0.0)" in run_yaku("score", HAND, folder=folder, env=env).out


def test_the_library_looks_for_no_house_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(folder, RIICHI)
    monkeypatch.chdir(folder)
    assert calc.score(HAND).rules == "riichi@1.3.0"


# ---- a broken one


def test_a_broken_house_file_is_told_with_its_line_and_a_way_to_go_on(folder: Path, home: Path) -> None:
    put(folder, BROKEN)
    ran = score(HAND, folder, home)
    assert (ran.out, ran.code) == ("", 2)
    assert ran.err == (
        "error: yaku.yaml:7, yaku.pinfo: null removes an entry, but there is no 'pinfo' here; did you mean 'pinfu'? "
        "(house rules; go on without them by --rules riichi)\n"
    )
    assert score(HAND, folder, home, "--rules", "riichi").code == 0
    assert score(f"riichi {HAND}", folder, home).code == 0
    assert score(PILES, folder, home).code == 0


def test_a_house_file_that_is_no_yaml_is_told_to_whoever_would_use_it(folder: Path, home: Path) -> None:
    put(folder, "game riichi\n")
    for line in (HAND, PILES):
        ran = score(line, folder, home)
        assert (ran.out, ran.code) == ("", 2)
        assert ran.err.startswith("error: yaku.yaml:1: expected a mapping")
        assert "--rules riichi" in ran.err


def test_a_batch_is_not_begun_with_a_broken_house_file(folder: Path) -> None:
    put(folder, BROKEN)
    (folder / "all.txt").write_text(f"{HAND}\n", encoding="utf-8")
    ran = run_alone("batch", "all.txt", "-o", "rows.jsonl", folder=folder)
    assert (ran.out, ran.code) == ("", 2)
    assert ran.err.startswith("error: yaku.yaml:7, yaku.pinfo: ")
    assert not (folder / "rows.jsonl").exists()
