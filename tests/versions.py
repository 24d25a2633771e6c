"""What is installed, on each Python at hand: ``make versions``; with the lowest versions alone: ``make lowest``.

The sdist and the wheel hold what they should and nothing else, and a wheel made from the sdist is the same. The wheel
is installed from files and answers without network, the same to the byte on every Python. Then tests of each part that
uses a library run there with the newest versions of all; and on the lowest Python with the lowest that pyproject.toml
allows, where what our dependencies need themselves, and what only tests use, has its newest version.
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

PROJECT: Final = Path(__file__).parent.parent
ABOUT: Final[dict[str, Any]] = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
#: Pythons that are looked for, the lowest that is supported first.
PYTHONS: Final = [f"3.{minor}" for minor in range(int(ABOUT["project"]["requires-python"].split(".")[1]), 20)]
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
#: What the program is asked where it has no network.
ASKED: Final = (
    ("score", "riichi 123m456p789s1122z +2z ron from=W seat=S round=E riichi"),
    ("score", "--format", "json", "koikoi Aki:1B,3B,8B,9A Bea:1R,2R,3R stopped_by=Aki koikoi.Bea=1"),
    ("rules", "list"),
    ("points", "3", "40"),
    ("samples",),
)
#: Nothing of a run, of an editor or of another project is packed.
FOREIGN: Final = re.compile(
    r"__pycache__|\.py[co]$|\.(git|venv|hypothesis|\w+_cache)/|\.(log|orig|rej|swp|tmp)$|^mutants/"
)


def run(*arguments: str | Path, **given: Any) -> subprocess.CompletedProcess[str]:
    """A program that has to succeed; what it says is text."""
    return subprocess.run([*map(str, arguments)], check=True, text=True, **given)


class Kitchen:
    """A folder with ``uv``, where environments are made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        run(sys.executable, "-m", "venv", folder / "tools")
        run(
            folder / "tools/bin/python",
            "-m",
            "pip",
            "install",
            "--quiet",
            "uv",
            "hatchling",
            *ABOUT["build-system"]["requires"],
        )

    def uv(self, *arguments: str | Path) -> None:
        env = {**os.environ, "UV_PYTHON_DOWNLOADS": "never"}
        run(self.folder / "tools/bin/uv", *arguments, "--quiet", env=env)

    def env(self, python: str, name: str) -> Path:
        """The Python of a new environment."""
        self.uv("venv", "--seed", "--python", python, self.folder / name)
        return self.folder / name / "bin/python"

    def built(self) -> tuple[Path, Path]:
        """An sdist of this checkout, and a wheel; their content is checked, and that the sdist makes the same wheel."""
        tools = self.folder / "tools/bin/python"
        run(tools, "-m", "hatchling", "build", "-d", self.folder / "one", cwd=PROJECT, stdout=subprocess.DEVNULL)
        (sdist,), (wheel,) = (self.folder / "one").glob("*.tar.gz"), (self.folder / "one").glob("*.whl")
        with tarfile.open(sdist) as archive:
            archive.extractall(self.folder / "unpacked", filter="data")
        (unpacked,) = (self.folder / "unpacked").iterdir()
        run(
            tools,
            "-m",
            "hatchling",
            "build",
            "-t",
            "wheel",
            "-d",
            self.folder / "two",
            cwd=unpacked,
            stdout=subprocess.DEVNULL,
        )
        (other,) = (self.folder / "two").glob("*.whl")
        files = check_sdist([one.relative_to(unpacked).as_posix() for one in unpacked.rglob("*") if one.is_file()])
        held = check_wheel(wheel, other)
        print(f"sdist: {files} files, wheel: {held} files, and the same from the sdist", flush=True)
        return sdist, wheel


def check_sdist(names: Sequence[str]) -> int:
    """It holds every file of the project that stands in the folders it names, and none beside."""
    ours = run("git", "ls-files", "-co", "--exclude-standard", cwd=PROJECT, stdout=subprocess.PIPE).stdout.splitlines()
    wanted = tuple(one.strip("/") for one in ABOUT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"])
    expected = {one for one in ours if one.split("/")[0] in wanted} | {"pyproject.toml", ".gitignore", "PKG-INFO"}
    assert set(names) == expected, sorted(set(names) ^ expected)
    assert not [one for one in names if FOREIGN.search(one)]
    return len(names)


def check_wheel(wheel: Path, other: Path) -> int:
    """It holds modules, tables, samples, the licence and the manual page, and what another wheel holds."""
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(other) as two:
        held = {name: one.read(name) for name in one.namelist()}
        assert sorted(held) == sorted(two.namelist())
        differing = [name for name in held if held[name] != two.read(name) and not name.endswith("/RECORD")]
        assert all("/rules/" in name and not name.endswith(".yaml") for name in differing), differing
    for wanted in (
        r"^calc/py\.typed$",
        r"/licenses/LICENSE$",
        r"/yaku\.1$",
        r"^calc/samples/",
        r"^calc/rules/.*\.yaml$",
    ):
        assert any(re.search(wanted, name) for name in held), wanted
    assert not [name for name in held if FOREIGN.search(name) or name.split("/")[0] in ("tests", "bench", "docs")]
    return len(held)


def alone(python: Path, wheel: Path) -> list[str]:
    """What the program says that is installed from files, without network where the system can do without."""
    files, empty = python.parent / "files", python.parent / "empty"
    empty.mkdir()
    run(python, "-m", "pip", "download", "--quiet", "--dest", files, wheel)
    cut = ["unshare", "--map-root-user", "--net"] if shutil.which("unshare") else []
    run(*cut, python, "-m", "pip", "install", "--quiet", "--no-index", "--find-links", files, wheel)
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    env |= {"LC_ALL": "C.UTF-8", "PATH": f"{python.parent}{os.pathsep}{env['PATH']}"}
    return [run(*cut, "yaku", *asked, cwd=empty, env=env, stdout=subprocess.PIPE).stdout for asked in ASKED]


def tested(python: Path) -> str:
    """The closing line of the tests; raises where one fails."""
    own = {**os.environ, "PYTHONPATH": str(PROJECT)}
    asked = [python, "-m", "pytest", "-p", "no:cacheprovider", "-rs", *TESTS]
    done = subprocess.run([*map(str, asked)], check=False, cwd=PROJECT, env=own, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(done.stdout)
    return done.stdout.splitlines()[-1].strip()


def extras() -> list[str]:
    """What is installed for more than the plain program."""
    return [name for name in ABOUT["project"]["optional-dependencies"] if name != "test"]


def lowest(kitchen: Kitchen, python: str) -> None:
    """The lowest versions, and tests with them."""
    pins = kitchen.folder / "pins.txt"
    chosen = [part for name in extras() for part in ("--extra", name)]
    how = ["--resolution", "lowest-direct", "--no-annotate", "--no-header", "--python", python]
    kitchen.uv("pip", "compile", PROJECT / "pyproject.toml", *how, *chosen, "-o", pins)
    own = kitchen.env(python, "lowest")
    kitchen.uv("pip", "install", "--python", own, "-r", pins, "-c", pins, *TOOLS)
    told = run(own, "--version", stdout=subprocess.PIPE).stdout.strip()
    print(f"{told}, lowest versions: {tested(own)}", flush=True)
    print(*pins.read_text(encoding="utf-8").split(), flush=True)


def at_hand() -> dict[str, str]:
    """The Pythons that there are, the lowest first, and where: on the path, or installed by pyenv."""
    found: dict[str, str] = {}
    for one in PYTHONS:
        places = [
            shutil.which(f"python{one}"),
            *map(str, sorted(Path.home().glob(f".pyenv/versions/{one}.*/bin/python"))),
        ]
        for place in filter(None, places):
            if not subprocess.run([place, "--version"], capture_output=True, check=False).returncode:
                found.setdefault(one, place)
    return found


def main(given: Sequence[str]) -> int:
    """All of it; or, where they are named, some Pythons, or ``lowest`` alone."""
    pythons = at_hand()
    chosen = [one for one in pythons if one in given or not given]
    with TemporaryDirectory() as folder:
        kitchen = Kitchen(Path(folder))
        wheel = kitchen.built()[1] if chosen else Path()
        said: dict[str, list[str]] = {}
        for one in chosen:
            said[one] = alone(kitchen.env(pythons[one], one), wheel)
            assert said[one] == said[chosen[0]], f"{one} says otherwise than {chosen[0]}"
        if chosen:
            print(f"{len(ASKED)} answers without network, the same with {', '.join(chosen)}", flush=True)
        for one in chosen:
            python = kitchen.folder / one / "bin/python"
            kitchen.uv("pip", "install", "--python", python, f"{wheel}[{','.join(extras())}]", *TOOLS)
            told = run(python, "--version", stdout=subprocess.PIPE).stdout.strip()
            print(f"{told}, newest versions: {tested(python)}", flush=True)
        if not given or "lowest" in given:
            lowest(kitchen, pythons[min(pythons, key=PYTHONS.index)])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
