"""``yaku serve``: what it says before it serves; tests/serve asks it."""

import io
import re
import signal
import socket
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from calc.cli.serve import _tell
from tests.cli.running import SECONDS, read_page, run_yaku, start_yaku

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
        assert read_page(f"{here}/{found[3]}/api/rules", served)
        other = found[3][:-1] + ("y" if found[3].endswith("x") else "x")
        for wrong in ("/", "/api/rules", f"/{other}/api/rules"):
            with pytest.raises(HTTPError, match="403"):
                urlopen(here + wrong)
        served.send_signal(signal.SIGINT)
        assert served.wait(SECONDS) in (0, 130, -signal.SIGINT)
    assert not (tmp_path / "t").exists()


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_the_code_is_scanned_as_the_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    np, zxingcpp = pytest.importorskip("numpy"), pytest.importorskip("zxingcpp", reason="pip install zxing-cpp")
    pytest.importorskip("segno", reason="yaku serve needs its extra: pip install 'yaku-calc[serve]'")
    address = "http://192.168.0.17:8017/1CpVb5Qr0lJb6k1WfA2k1T9s/"
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    _tell(address, tmp_path, with_code=True)
    # Each character is a light or dark module above another.
    light = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    text = re.sub(r"\x1b\[[\d;]*m", "", screen.getvalue())
    rows = [line for line in text.splitlines() if line and set(line) <= light.keys()]
    halves = np.array([[light[one] for one in row] for row in rows])
    modules = halves.transpose(0, 2, 1).reshape(2 * len(rows), -1)
    picture = np.kron(modules * 255, np.ones((8, 8))).astype(np.uint8)
    assert [found.text for found in zxingcpp.read_barcodes(picture)] == [address]
