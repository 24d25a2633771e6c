"""What ``make golden`` compares: a change is found, and nothing else is."""

import json
import sys
from pathlib import Path
from unittest import mock

import pytest

from tests import golden


def run(*words: str) -> int:
    with mock.patch.object(sys, "argv", ["golden", *words, "-k", "helps"]):
        return golden.main()


def test_the_same_is_the_same_and_a_change_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("write", str(tmp_path)) == 0
    assert run("compare", str(tmp_path)) == 0
    said = json.loads((tmp_path / "helps.json").read_text(encoding="utf-8"))
    said["score en"] = said["score en"].replace("Settle won hands", "Count won hands")
    (tmp_path / "helps.json").write_text(json.dumps(said), encoding="utf-8")
    capsys.readouterr()
    assert run("compare", str(tmp_path)) == 1
    assert "helps: 1 of 48 differ" in capsys.readouterr().out
