"""Which language a command speaks: the one that is asked for, else that of the environment."""

import pytest

from tests.cli.running import run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)


ARGUMENTS = ["points", "mangan", "--rules", "riichi"]


@ROWS.each("the_environment_chooses_the_language_unless_it_is_asked_for")
def test_the_environment_chooses_the_language_unless_it_is_asked_for(
    environment: dict[str, str], options: list[str], title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANG", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert run_yaku(*ARGUMENTS, *options).lines[0].split()[0] == title


def test_formats_for_programs_follow_the_option_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    won = ["score", "123m456p789s1122z +2z ron seat=S round=E"]
    for form in ("json", "yaml"):
        assert "自風" not in run_yaku(*won, "--format", form).out
        assert "自風" in run_yaku(*won, "--format", form, "--lang", "ja").out
    assert "自風" in run_yaku(*won).out


def test_errors_speak_the_language_of_the_environment_in_every_format(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    ran = run_yaku("score", "123m456p789s1122z +3z ron seat=S round=E", "--format", "json")
    assert "the hand is not complete" in ran.out
    ran = run_yaku("score", "123m456p789s1122z +3z ron seat=S round=E")
    assert "エラー：手が完成していません" in ran.err


def test_a_batch_is_the_same_in_every_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    here = run_yaku("batch", "samples/hands.jsonl").out
    monkeypatch.setenv("LC_ALL", "C")
    assert run_yaku("batch", "samples/hands.jsonl").out == here != ""
