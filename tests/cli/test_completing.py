"""Completion of words by bash, zsh and fish: as these ask the command, by the variables of their scripts."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import calc
from calc.tables import rule_set_ids
from tests.cli.running import PROJECT, SECONDS, run_yaku

SHELLS = ("bash", "zsh", "fish")


def offered(line: str, shell: str = "bash", folder: Path = PROJECT) -> list[str]:
    """The words that a shell is offered for the last word of a line."""
    words = line.split(" ")
    env = {
        "_YAKU_COMPLETE": f"complete_{shell}",
        # bash
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
        # zsh, fish
        "_TYPER_COMPLETE_ARGS": line,
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    ran = run_yaku(env=env, folder=folder)
    assert "Traceback" not in ran.err
    if shell == "zsh":
        return re.findall(r'^(?:_arguments \'\*: :\(\()?"((?:[^"]|"")*)"', ran.out, flags=re.MULTILINE)
    return [line.split("\t")[0] for line in ran.out.splitlines() if line]


@pytest.mark.parametrize("shell", SHELLS)
def test_commands_are_completed(shell: str) -> None:
    assert offered("yaku sc", shell) == ["score"]
    assert offered("yaku rules s", shell) == ["show", "schema"]


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    "command", ["score x --rules", "game -r", "rules show", "rules diff riichi", "rules new --extends"]
)
def test_rule_sets_are_completed(command: str, shell: str) -> None:
    assert offered(f"yaku {command} t", shell) == [name for name in rule_set_ids() if name.startswith("t")]
    assert set(offered(f"yaku {command} ", shell)) >= set(rule_set_ids())


def test_charts_are_of_riichi() -> None:
    assert offered("yaku chart t") == [name for name in rule_set_ids() if name.startswith("tenhou")]


def test_rule_files_are_completed() -> None:
    assert offered("yaku score x -r samples/h") == [
        "samples/hanafuda/",
        "samples/hands/",
        "samples/hands.yaml",
        "samples/house-rules.yaml",
    ]
    assert offered("yaku rules show nowhere/") == []


@pytest.mark.parametrize("shell", SHELLS)
def test_names_of_files_that_would_steer_a_terminal_are_not_offered(shell: str, tmp_path: Path) -> None:
    for name in ("club.yaml", "a\x1b[2Jb.yaml", "two\nlines.yaml", "tab\there.yml", ".hidden.yaml"):
        (tmp_path / name).touch()
    assert offered("yaku rules show ./", shell, tmp_path) == ["./club.yaml"]


def test_several_rule_sets_are_completed_one_by_one() -> None:
    assert offered("yaku compare x --rules riichi,wr") == ["riichi,wrc", "riichi,wrc-2015"]
    assert "all" in offered("yaku compare x --rules ")
    assert "riichi,riichi" not in offered("yaku compare x --rules riichi,")


@pytest.mark.parametrize("shell", SHELLS)
def test_options_of_the_rule_set_are_completed_with_their_choices(shell: str) -> None:
    assert offered("yaku score x --set multiple_ron", shell) == [
        "multiple_ron=",
        "multiple_ron_counters=",
        "multiple_ron_sticks=",
    ]
    assert offered("yaku score x --set kiri", shell) == ["kiriage_mangan=true", "kiriage_mangan=false"]
    assert offered("yaku score x --rules koikoi -s cup", shell) == ["cup_yaku=true", "cup_yaku=false"]
    assert offered("yaku rules show koikoi -s cup", shell) == ["cup_yaku=true", "cup_yaku=false"]
    assert offered("yaku score x --set u", shell) == ["ura_dora=", "uma="]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_choices_are_completed_after_the_name(shell: str) -> None:
    assert offered("yaku score x --set kiriage_mangan=f", shell) == ["kiriage_mangan=false"]
    assert offered("yaku score x --set oka=", shell) == ["oka=20000"]


def test_the_options_are_those_of_the_set_that_the_record_names() -> None:
    assert offered("yaku score koikoi --set cup") == ["cup_yaku=true", "cup_yaku=false"]
    assert offered("yaku score riichi --set cup") == []


def test_a_set_that_cannot_be_read_offers_nothing() -> None:
    assert offered("yaku score x --rules nowhere --set k") == []


def test_every_option_of_every_set_is_offered() -> None:
    for name in rule_set_ids():
        names = dict.fromkeys(word.partition("=")[0] for word in offered(f"yaku rules show {name} --set "))
        assert list(names) == list(calc.load_rules(name).options)


@pytest.mark.parametrize("shell", SHELLS)
def test_words_of_a_choice_are_completed(shell: str) -> None:
    assert offered("yaku score x --format j", shell) == ["json"]
    assert offered("yaku batch x --fields ", shell) == ["full", "short"]
    assert offered("yaku rules schema re", shell) == ["record", "result"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="asks bash itself")
def test_bash_itself_offers_what_the_script_asks_for(tmp_path: Path) -> None:
    command = tmp_path / "yaku"
    command.write_text(f"#!{sys.executable}\nfrom calc.cli.main import run\nrun()\n", encoding="utf-8")
    command.chmod(0o755)
    program = """
        eval "$(_YAKU_COMPLETE=source_bash yaku)"
        COMP_WORDS=(yaku rules show wr) COMP_CWORD=3
        $(complete -p yaku | sed 's/.*-F \\([^ ]*\\).*/\\1/') yaku wr show
        echo "${COMPREPLY[@]}"
    """
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(PROJECT)}
    ran = subprocess.run(["bash", "-c", program], env=env, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert (ran.stdout, ran.stderr) == ("wrc wrc-2015\n", "")


def test_completion_is_installed_by_an_option(tmp_path: Path) -> None:
    """For the shell that is asked for; the script asks the command as the tests above do."""
    assert "--install-completion" in run_yaku("--help").out
    for shell in SHELLS:
        ran = run_yaku(env={"_YAKU_COMPLETE": f"source_{shell}", "HOME": str(tmp_path)})
        assert (ran.code, ran.err) == (0, "")
        assert "_YAKU_COMPLETE" in ran.out
    assert os.listdir(tmp_path) == []
