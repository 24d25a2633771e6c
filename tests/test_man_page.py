"""The manual page says what the help says."""

import re
import shutil
import subprocess

import pytest

from docs.man import PAGE, man_page
from tests.cli.running import SECONDS
from tests.cli.test_main import PATHS


def test_the_manual_page_is_current() -> None:
    """``make man`` writes it anew."""
    assert PAGE.read_text(encoding="utf-8") == man_page()


def test_the_manual_page_has_every_command() -> None:
    headings = re.findall(r'^\.SS "(.+)"$', man_page(), re.MULTILINE)
    assert headings == [" ".join(("yaku", *path)) for path in PATHS if path not in ((), ("rules",))]


def test_a_formatter_has_no_complaint() -> None:
    groff = shutil.which("groff")
    if groff is None:
        pytest.skip("no groff is installed: apt-get install groff")
    done = subprocess.run(
        [groff, "-man", "-Tutf8", "-ww", "-Kutf8", str(PAGE)],
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "yaku score" in done.stdout
