"""Rule sets that are kept from run to run: used while nothing has changed, and never what others could have written."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from calc.errors import RuleTableError
from calc.mahjong.load import read_mahjong_rules
from calc.mahjong.rules.ruleset import MahjongRules
from calc.tables import kept
from calc.tables.kept import Loader
from calc.tables.shelf import shipped_files
from tests.rows import Rows

ROWS = Rows(__file__)


HOUSE: str = ROWS["house"]
#: Makes a file as an object that is loaded, which nothing of ours does.
EVIL: str = ROWS["evil"]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home with nothing kept, for commands of its own; its cache folder is the one of the user."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("YAKU_CACHE", "1")
    monkeypatch.chdir(tmp_path)
    kept._own_folder.cache_clear()
    yield folder
    kept._own_folder.cache_clear()


def load(name: str = "tenhou", **options: Any) -> tuple[dict[str, Any], bool]:
    """A rule set as another run loads it, with all of its parts, and whether it was read from its files."""
    were_read = []

    def read(table: Any) -> MahjongRules:
        were_read.append(table)
        return read_mahjong_rules(table)

    kept._own_folder.cache_clear()
    kept._code.cache_clear()
    rules = Loader(read).load(name, options)
    return structs.asdict(rules) | {"sets": vars(rules.sets)}, bool(were_read)


def files(home: Path) -> list[Path]:
    return [path for path in (home / ".cache").rglob("*") if path.is_file()]


def test_a_second_run_reads_no_table(home: Path) -> None:
    first, was_read = load()
    again, was_read_again = load()
    assert (was_read, was_read_again) == (True, False)
    assert again == first
    assert [path.stat().st_mode & 0o777 for path in files(home)] == [0o600]
    assert (home / ".cache" / "yaku").stat().st_mode & 0o777 == 0o700


def test_a_rule_set_of_another_game_is_refused_as_before(home: Path) -> None:
    load()

    def read_other(table: Any) -> MahjongRules:
        raise RuleTableError("of another game")

    with pytest.raises(RuleTableError, match="of another game"):
        Loader(read_other).load("tenhou")


def test_options_are_kept_apart(home: Path) -> None:
    plain, other = load()[0], load(kiriage_mangan="true")[0]
    assert plain["points"] != other["points"]
    assert (load(), load(kiriage_mangan="true")) == ((plain, False), (other, False))


@ROWS.each("what_is_kept_is_what_was_read")
def test_what_is_kept_is_what_was_read(home: Path, options: dict[str, Any]) -> None:
    read, _ = load("tenhou", **options)
    again, was_read = load("tenhou", **options)
    assert not was_read
    # As text: 1, 1.0 and true are three values.
    assert {name: repr(value) for name, value in again.items()} == {name: repr(value) for name, value in read.items()}


def test_options_keep_little_beside_their_set(home: Path) -> None:
    load()
    (whole,) = (path.stat().st_size for path in files(home))
    load(kiriage_mangan=True)
    assert min(path.stat().st_size for path in files(home)) < whole / 4


@pytest.mark.parametrize("said", [None, "0", ""])
def test_nothing_is_kept_where_it_is_not_asked_for(
    said: str | None, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load()
    if said is None:
        monkeypatch.delenv("YAKU_CACHE")
    else:
        monkeypatch.setenv("YAKU_CACHE", said)
    assert load()[1]
    load("m-league")
    assert len(files(home)) == 1


def test_a_changed_house_file_is_read_anew(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    file.write_text(HOUSE)
    first, _ = load("./house.yaml")
    assert load("./house.yaml") == (first, False)
    status = file.stat()
    file.write_text(HOUSE.replace("500", "200"))
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))  # same size, same time
    changed, was_read = load("./house.yaml")
    assert was_read
    assert (first["points"].stick.points, changed["points"].stick.points) == (500, 200)
    file.unlink()
    with pytest.raises(RuleTableError, match="there is no file"):
        load("./house.yaml")


def test_a_changed_list_that_yaku_are_taken_from_is_read_anew(home: Path, tmp_path: Path) -> None:
    shelf = shipped_files()["local"].read_text(encoding="utf-8")
    (tmp_path / "mine.yaml").write_text(shelf, encoding="utf-8")
    (tmp_path / "house.yaml").write_text(HOUSE.replace("local", "mine"))
    first, _ = load("./house.yaml")
    assert load("./house.yaml") == (first, False)
    at = shelf.index("\n  uumensai:")
    changed = shelf[:at] + shelf[at:].replace("han: 2", "han: 3", 1)
    (tmp_path / "mine.yaml").write_text(changed, encoding="utf-8")
    second, was_read = load("./house.yaml")
    assert was_read
    assert second["yaku"]["uumensai"] != first["yaku"]["uumensai"]


def test_a_name_that_other_files_decide_is_not_kept(home: Path) -> None:
    load("Tenhou")
    assert files(home) == []


def test_the_same_name_in_another_folder_is_another_file(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for folder, each in (("one", "500"), ("two", "200")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "house.yaml").write_text(HOUSE.replace("500", each))
        monkeypatch.chdir(tmp_path / folder)
        found.append(load("./house.yaml")[0]["points"].stick.points)
    assert found == [500, 200]


def test_another_version_of_the_code_keeps_its_own(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load()
    monkeypatch.setattr(kept, "_MAKERS", kept._MAKERS[:-1])  # as if a module had changed
    assert load()[1]
    for parts in range(1, 5):
        monkeypatch.setattr(kept, "_MAKERS", kept._MAKERS[:-parts])
        load()
    assert len([*(home / ".cache" / "yaku").iterdir()]) <= kept._MOST_VERSIONS


def _truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def _garble(path: Path) -> None:
    path.write_bytes(b"\x80\x05garbage\n" * 100)


def _swap(path: Path) -> None:
    """Another rule set under the name of this one."""
    load("m-league")
    (other,) = (one for one in path.parent.iterdir() if one != path)
    other.replace(path)


def _open_to_group(path: Path) -> None:
    path.chmod(0o620)


def _open_to_all(path: Path) -> None:
    path.chmod(0o602)


def _link(path: Path) -> None:
    elsewhere = path.parent.parent.parent / "elsewhere"
    path.replace(elsewhere)
    path.symlink_to(elsewhere)


def _pipe(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _give_away(path: Path) -> None:
    if os.getuid():
        pytest.skip("only root gives files away")
    os.chown(path, 12345, -1)


@pytest.mark.parametrize(
    "harm",
    [_truncate, _garble, _swap, _open_to_group, _open_to_all, _link, _pipe, _give_away],
    ids=lambda one: one.__name__,
)
def test_what_is_damaged_or_others_could_have_written_is_not_read(harm: Callable[[Path], None], home: Path) -> None:
    first, _ = load()
    (path,) = files(home)
    harm(path)
    assert load() == (first, True)


@pytest.mark.parametrize("place", [".cache", ".cache/yaku", ".cache/yaku/*"])
@pytest.mark.parametrize("mode", [0o770, 0o707, None], ids=["group", "all", "another's"])
def test_no_folder_is_used_that_others_can_write_to(place: str, mode: int | None, home: Path) -> None:
    first, _ = load()
    (folder,) = home.glob(place)
    if mode is not None:
        folder.chmod(mode)
    elif os.getuid():
        pytest.skip("only root gives folders away")
    else:
        os.chown(folder, 12345, -1)
    before = files(home)
    assert load() == (first, True)
    load("m-league")
    assert files(home) == before


@pytest.mark.parametrize("place", [".cache/yaku", ".cache/yaku/*"])
def test_no_folder_is_used_that_is_a_link(place: str, home: Path) -> None:
    load()
    (folder,) = home.glob(place)
    folder.rename(home / "elsewhere")
    folder.symlink_to(home / "elsewhere")
    assert load()[1]


def test_no_folder_is_made_in_a_home_of_somebody_else(home: Path) -> None:
    if os.getuid():
        pytest.skip("only root gives folders away")
    os.chown(home, 12345, -1)
    assert load()[1]
    assert [*home.iterdir()] == []


@pytest.mark.parametrize("said", ["", "relative/folder", "/nowhere/at/all", "/dev/null/cache"])
def test_it_goes_without_a_home(said: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", said)
    assert [load()[1], load()[1]] == [True, True]
    monkeypatch.delenv("HOME")
    assert load()[1]
    assert [*home.parent.rglob("*")] == [home]


def test_a_folder_that_cannot_be_written_to_costs_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load()

    def refuse(*_: Any, **__: Any) -> int:
        raise PermissionError(13, "read-only file system")

    monkeypatch.setattr(kept, "_write", refuse)
    assert load("m-league")[1]
    assert not load()[1]


def test_a_full_disk_leaves_nothing_behind(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    real = os.open

    def full(path: Any, flags: int, *mode: int) -> int:
        made = real(path, flags, *mode)
        if flags & os.O_CREAT:
            os.dup2(real("/dev/full", os.O_WRONLY), made)
        return made

    monkeypatch.setattr(os, "open", full)
    assert load()[1]
    assert files(home) == []


def test_the_oldest_go(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "_MOST", 2)
    for name in ("tenhou", "m-league", "ema-2016", "wrc"):
        load(name)
    assert [load(name)[1] for name in ("wrc", "ema-2016", "tenhou")] == [False, False, True]


def test_runs_at_the_same_time_do_not_hinder_each_other(home: Path) -> None:
    command = [sys.executable, "-m", "calc", "points", "3", "40", "--rules", "tenhou"]
    runs = [subprocess.Popen(command, stdout=subprocess.PIPE, cwd=Path(kept.__file__).parents[2]) for _ in range(4)]
    told = {(run.communicate()[0], run.returncode) for run in runs}
    assert len(told) == 1

    def read_mahjong_rules(table: Any) -> MahjongRules:
        raise AssertionError(f"read again: {table.data['id']}")

    kept._own_folder.cache_clear()
    assert Loader(read_mahjong_rules, "riichi").load("tenhou").id == "tenhou"
    assert all("." not in path.name for path in files(home))


def test_a_stranger_runs_nothing(home: Path, tmp_path: Path) -> None:
    """What would run code when it is loaded, in the place of a rule set, by a stranger."""
    load()
    (path,) = files(home)
    head = path.read_bytes().partition(b"\n")[0]
    evil = subprocess.run([sys.executable, "-c", EVIL], capture_output=True, check=True).stdout
    path.write_bytes(head + b"\n" + evil)
    with pytest.raises(TypeError, match="Struct"):
        load()
    assert (tmp_path / "ran").exists()  # the user's own file is believed, so the test can fail
    (tmp_path / "ran").unlink()
    path.chmod(0o622)
    assert load()[1]
    assert not (tmp_path / "ran").exists()
