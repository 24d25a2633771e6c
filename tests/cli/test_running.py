"""Tests can be run by a script in the background, where Ctrl-C is ignored."""

import signal
import subprocess
import sys

import pytest

from tests.cli.running import PROJECT, SECONDS, start_yaku


def test_processes_of_tests_hear_ctrl_c_where_a_script_started_the_tests_in_the_background() -> None:
    test = "tests/cli/test_ask.py::test_an_interrupt_ends_it"
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", test],
        cwd=PROJECT,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
    )
    assert "1 passed" in ran.stdout, ran.stdout


def test_a_process_is_killed_when_its_test_fails() -> None:
    with pytest.raises(AssertionError), start_yaku("ask", stdin=subprocess.PIPE) as process:
        raise AssertionError
    assert process.returncode == -signal.SIGKILL
