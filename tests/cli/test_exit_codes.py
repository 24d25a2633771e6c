"""The same fault has the same exit code in every command: 2 for what the command line names wrongly, 1 for what cannot
be settled.
"""

import builtins
import errno
import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import run_yaku
from tests.cli.test_main import PATHS
from tests.rows import Rows

ROWS = Rows(__file__)


HAND = "123m456p789s1122z +2z ron from=W seat=S round=E riichi"
#: The commands that read files, each with what it needs beside.
READERS: dict[str, Any] = ROWS["readers"]
#: The commands that take a rule set, and where they take it.
RULED: dict[str, Any] = ROWS["ruled"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "there").mkdir()
    (tmp_path / "garbage").write_bytes(b"\xff\x00 nothing of the kind\n")
    (tmp_path / "hand.txt").write_text(f"{HAND}\n")
    return tmp_path


@pytest.mark.parametrize(
    "name", ["lost.txt", "lost.yaml", "lost.jsonl", "lost.csv", "lost.mjlog", "lost.zip", "lost.gz"]
)
@pytest.mark.parametrize("command", READERS.values(), ids=READERS)
def test_a_file_that_is_not_there(folder: Path, command: list[str], name: str) -> None:
    ran = run_yaku(*command, name, folder=folder)
    assert ran.code == 2
    assert name in ran.err


@pytest.mark.parametrize("command", READERS.values(), ids=READERS)
def test_a_file_that_is_not_there_beside_one_that_is(folder: Path, command: list[str]) -> None:
    if command != ["rules", "check"]:
        assert run_yaku(*command, "hand.txt", "lost.txt", folder=folder).code == 2


@pytest.mark.parametrize("command", [one for name, one in READERS.items() if name not in ("batch", "standings")])
def test_a_folder_where_a_file_is_expected(folder: Path, command: list[str]) -> None:
    assert run_yaku(*command, "there", folder=folder).code == 2


@pytest.mark.parametrize("command", READERS.values(), ids=READERS)
def test_a_file_that_may_not_be_read(folder: Path, command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "hand.txt").chmod(0)
    if os.access(folder / "hand.txt", os.R_OK):  # root may read everything
        for module in (builtins, io, os):
            monkeypatch.setattr(module, "open", refusing(module.open))
        monkeypatch.setattr(os, "access", lambda path, *_: not str(path).endswith("hand.txt"))
    ran = run_yaku(*command, "hand.txt", folder=folder)
    assert ran.code == 2
    assert "hand.txt" in ran.err
    assert "Permission denied" in ran.err or "is not readable" in ran.err


def refusing(open_: Callable[..., Any]) -> Callable[..., Any]:
    """The way to open files, but for that of the hand."""

    def refuse(file: Any, *given: Any, **named: Any) -> Any:
        if str(file).endswith("hand.txt"):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(file))
        return open_(file, *given, **named)

    return refuse


@pytest.mark.parametrize("command", READERS.values(), ids=READERS)
def test_a_file_that_can_be_opened_and_holds_nothing_to_settle(folder: Path, command: list[str]) -> None:
    assert run_yaku(*command, "garbage", folder=folder).code == 1


@pytest.mark.parametrize("rules", ["nix", "./nix.yaml"])
@pytest.mark.parametrize("command", RULED.values(), ids=RULED)
def test_a_rule_set_that_there_is_not(command: list[str], rules: str) -> None:
    ran = run_yaku(*command, rules)
    assert (ran.out, ran.code) == ("", 2)
    assert f"{rules}'" in ran.err


@pytest.mark.parametrize("path", [path for path in PATHS if path], ids=" ".join)
def test_an_option_that_there_is_not(path: tuple[str, ...]) -> None:
    ran = run_yaku(*path, "--nix")
    assert (ran.out, ran.code) == ("", 2)


@pytest.mark.parametrize("command", RULED.values(), ids=RULED)
def test_an_option_that_is_given_twice(command: list[str]) -> None:
    assert run_yaku(*command, "riichi", "--lang", "en", "--lang", "ja").code == 2


@pytest.mark.parametrize(
    "name", ["score", "dispute", "waits", "game", "log", "log --check", "batch", "ask", "points", "needs"]
)
@pytest.mark.parametrize("setting", ["nix=1", "kiriage_mangan=7", "kiriage_mangan"])
def test_an_option_of_the_rules_that_there_is_not(name: str, setting: str) -> None:
    ran = run_yaku(*RULED[name], "riichi", "--set", setting)
    assert (ran.out, ran.code) == ("", 2)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (["score", f"{HAND} claim.points=1"], 1),
        (["score", f"{HAND} claim.points=2600"], 0),
        (["dispute", HAND, "--claim", "1"], 1),
        (["dispute", HAND, "--claim", "2600"], 0),
        (["dispute", HAND, "--claim", "1", "--claim", "2600"], 0),
        (["game", "samples/games/disputed.yaml"], 1),
        (["standings", "samples/games/disputed.yaml"], 1),
        (["batch", "samples/hands/claim-wrong.txt", "--check"], 1),
        (["batch", "samples/hands/claim-wrong.txt"], 0),
    ],
    ids=lambda value: " ".join(value[:2]) if isinstance(value, list) else str(value),
)
def test_a_claim_that_is_right_or_wrong(command: list[str], code: int) -> None:
    assert run_yaku(*command).code == code


@pytest.mark.parametrize("command", ["score", "dispute", "compare"])
def test_a_record_that_names_a_rule_set_that_there_is_not(folder: Path, command: str) -> None:
    (folder / "hand.txt").write_text(f"{HAND} rules=nix\n")
    assert run_yaku(*READERS[command], "hand.txt", folder=folder).code == 1
