"""``yaku serve``: what it says before it serves; tests/serve asks it."""

from __future__ import annotations

import re
import signal
import socket
import time
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.cli.running import run_yaku, start_yaku

pytest.importorskip("litestar", reason="yaku serve needs its extra: pip install 'yaku-calc[serve]'")
pytest.importorskip("uvicorn", reason="yaku serve needs its extra: pip install 'yaku-calc[serve]'")


def test_folders_that_are_not_there_are_refused(tmp_path: Path) -> None:
    ran = run_yaku("serve", "--rules-folder", str(tmp_path / "none"))
    assert (ran.code, "there is no folder" in ran.err) == (2, True)
    (tmp_path / "file").touch()
    ran = run_yaku("serve", "--tables", str(tmp_path / "file"))
    assert (ran.code, "is no folder" in ran.err) == (2, True)


def test_a_port_in_use_is_refused(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        ran = run_yaku("serve", "--port", str(other.getsockname()[1]), "--tables", str(tmp_path))
    assert ran.code == 1
    assert "try another --port" in ran.err


def test_in_the_network_the_address_has_a_token(tmp_path: Path) -> None:
    # As in the help, at a port that is free.
    with start_yaku("serve", "--host", "0.0.0.0", "--port", "0", "--tables", str(tmp_path / "t")) as served:
        assert served.stderr is not None
        lines = [served.stderr.readline() for _ in range(2)]
        found = re.search(r"open: (http://\S+:(\d+)/(\S{20,})/) ", lines[1])
        assert found is not None, lines
        here = f"http://127.0.0.1:{found[2]}"
        for _ in range(100):
            try:
                with urlopen(f"{here}/{found[3]}/api/rules") as answer:
                    assert answer.status == 200
                    break
            except OSError:
                time.sleep(0.05)
        for wrong in ("/", "/api/rules", f"/{found[3][:-1]}x/api/rules"):
            with pytest.raises(HTTPError, match="403"):
                urlopen(here + wrong)
        served.send_signal(signal.SIGINT)
        assert served.wait(10) in (0, 130, -signal.SIGINT)
    assert not (tmp_path / "t").exists()
