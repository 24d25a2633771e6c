"""The picture of the page in docs/serve.md, taken in Chromium: ``python -m docs.gallery.page``."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote

HAND = "riichi 34577p06767s +8s (345m) tsumo seat=N round=E"


def main() -> None:
    """Serve the page, open it as large as a phone, and take the picture."""
    from playwright.sync_api import sync_playwright

    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            [sys.executable, "-m", "calc", "serve", "--port", "0", "--tables", folder],
            stderr=subprocess.PIPE,
            text=True,
        ) as served,
        sync_playwright() as started,
    ):
        assert served.stderr is not None
        address = re.search(r"open: (\S+)", served.stderr.readline() + served.stderr.readline())
        assert address is not None
        browser = started.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 360, "height": 780})
        page.goto(f"{address[1]}?hand={quote(HAND)}")
        page.locator(".result td").first.wait_for()
        page.screenshot(path=Path(__file__).with_name("page.png"))
        browser.close()
        served.terminate()


if __name__ == "__main__":
    main()
