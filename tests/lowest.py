"""The lowest versions that pyproject.toml allows, in an environment of their own, and tests of each part that uses one:
``make lowest``. What our dependencies need themselves, and what only tests use, has its newest version.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

PROJECT: Final = Path(__file__).parent.parent
#: What the tests below need beside.
TOOLS: Final = ("pytest", "pytest-xdist", "hypothesis", "jsonschema-rs", "moto[server]", "psutil", "zxing-cpp")
#: Commands and their help, pages and charts, the server, Parquet, packed files, addresses and a cluster.
TESTS: Final = (
    "tests/cli/test_main.py",
    "tests/cli/test_points.py",
    "tests/cli/test_score_formats.py",
    "tests/cli/test_chart.py",
    "tests/cli/test_serve.py",
    "tests/serve/test_api.py",
    "tests/serve/test_tables.py",
    "tests/batch/test_forms.py",
    "tests/batch/test_output.py",
    "tests/batch/test_packings.py",
    "tests/batch/test_addresses.py",
    "tests/batch/test_cluster.py",
    "tests/pictures/test_charts.py",
    "tests/schemas",
    "tests/test_public_api.py",
)


def main() -> int:
    """Make the environment, say what is in it, and run the tests there; return their exit code."""
    extras = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    with TemporaryDirectory() as folder:
        tools, env, pins = Path(folder, "tools"), Path(folder, "env"), str(Path(folder, "pins.txt"))
        subprocess.run([sys.executable, "-m", "venv", tools], check=True)
        subprocess.run([tools / "bin/python", "-m", "pip", "install", "--quiet", "uv"], check=True)

        def uv(*arguments: str | Path) -> None:
            subprocess.run([tools / "bin/uv", *arguments, "--quiet"], check=True)

        chosen = [part for name in extras if name != "test" for part in ("--extra", name)]
        lowest = ["--resolution", "lowest-direct", "--no-annotate", "--no-header", "--python", sys.executable]
        uv("pip", "compile", PROJECT / "pyproject.toml", *lowest, *chosen, "-o", pins)
        uv("venv", "--python", sys.executable, env)
        uv("pip", "install", "--python", env / "bin/python", "-r", pins, "-c", pins, *TOOLS)
        print(*Path(pins).read_text(encoding="utf-8").split(), flush=True)
        own = {**os.environ, "PYTHONPATH": str(PROJECT)}
        asked = [str(env / "bin/python"), "-m", "pytest", "-p", "no:cacheprovider", *TESTS]
        return subprocess.run(asked, check=False, cwd=PROJECT, env=own).returncode


if __name__ == "__main__":
    sys.exit(main())
