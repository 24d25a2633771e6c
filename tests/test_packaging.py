"""The shipped rules are found wherever the package stands: in a checkout, in a wheel, never in a stranger's folder."""

import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import calc
import calc.tables
from calc.tables import kept
from tests.amounts import FULL
from tests.cli.forking import Loaded, loaded
from tests.cli.running import SECONDS
from tests.cli.test_main import PATHS, SERVES, examples

ROOT = Path(__file__).parent.parent
LINE = "riichi 123m456p789s1122z +2z ron from=W seat=S round=E riichi"


def run(*arguments: str, cwd: Path, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    """``python -m calc`` with these arguments in the folder ``cwd``; the package is looked for in ``path`` first."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    env["PYTHONUTF8"] = "1"
    if path is not None:
        env["PYTHONPATH"] = str(path)
    command = [sys.executable, "-m", "calc", *arguments]
    return subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, encoding="utf-8", check=False, timeout=SECONDS
    )


def copy_checkout(folder: Path, project: str | None) -> Path:
    """The parts of a checkout that run, with ``project`` as its pyproject.toml."""
    for part in ("calc", "rules"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.rmtree(folder / "calc" / "rules", ignore_errors=True)
    if project is not None:
        (folder / "pyproject.toml").write_text(project, encoding="utf-8")
    return folder


def our_project() -> str:
    return (ROOT / "pyproject.toml").read_text(encoding="utf-8")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    return copy_checkout(tmp_path / "checkout", our_project())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of this checkout, unpacked."""
    if importlib.util.find_spec("hatchling") is None or importlib.util.find_spec("pip") is None:
        pytest.skip("building a wheel without the network needs pip and hatchling in this environment")
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", str(folder)]
    done = subprocess.run([*command, str(ROOT)], capture_output=True, text=True, check=False, timeout=SECONDS)
    assert done.returncode == 0, done.stderr
    (file,) = folder.glob("*.whl")
    with zipfile.ZipFile(file) as archive:
        archive.extractall(folder / "unpacked")
    return folder / "unpacked"


def test_a_plain_checkout_finds_its_rules(checkout: Path) -> None:
    done = run("rules", "list", cwd=checkout)
    assert (done.returncode, done.stderr) == (0, "")
    listed = {line.split("@")[0] for line in done.stdout.splitlines()}
    # The deck and the list of local yaku are parts of rule sets and none themselves.
    assert listed == {path.stem for path in (ROOT / "rules").rglob("*.yaml")} - {"deck", "local"}


def test_an_edit_of_the_rules_is_seen_at_once(checkout: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    before = run("score", "--format", "json", LINE, cwd=elsewhere, path=checkout)
    file = checkout / "rules" / "riichi" / "riichi.yaml"
    text = file.read_text(encoding="utf-8")
    label = calc.load_rules("riichi").label
    version = label.removeprefix("riichi@")
    file.write_text(text.replace(f"version: {version}\n", "version: 9.9.9\n"), encoding="utf-8")
    after = run("score", "--format", "json", LINE, cwd=elsewhere, path=checkout)
    assert f'"rules":"{label}"' in before.stdout.replace(": ", ":")
    assert after.stdout == before.stdout.replace(label, "riichi@9.9.9")
    assert (before.returncode, after.returncode) == (0, 0)


def test_a_new_rule_file_in_the_folder_is_a_rule_set(checkout: Path) -> None:
    (checkout / "rules" / "club.yaml").write_text("extends: riichi\nversion: 3.0.0\n", encoding="utf-8")
    done = run("rules", "list", cwd=checkout)
    assert "club@3.0.0" in done.stdout


@pytest.mark.parametrize("project", ['[project]\nname = "calculator"\n', None], ids=["another project", "no project"])
def test_a_strangers_folder_is_not_the_law(tmp_path: Path, project: str | None) -> None:
    stranger = copy_checkout(tmp_path / "stranger", project)
    done = run("rules", "list", cwd=stranger)
    assert done.stdout == ""
    assert done.stderr.startswith("error: the shipped rules were found neither in ")
    assert done.stderr.count("\n") == 1
    assert done.returncode == 2


def test_the_wheel_has_rule_sets_ready(wheel: Path, tmp_path: Path) -> None:
    """They are used, and make no difference; and not where the file of one was edited, or another user's is there."""
    folder = wheel / "calc" / "rules" / kept.SHIPPED
    riichi = [name for name in calc.tables.rule_set_ids() if calc.load_rules(name).game == "riichi"]
    assert len([*folder.iterdir()]) == 2 * len(riichi)
    told = (
        "import calc, calc.tables.loader as loader\n"
        "were_read, real = [], loader.read_table\n"
        "loader.read_table = lambda name: were_read.append(name) or real(name)\n"
        f"print(calc.score({LINE!r}).rules, were_read)"
    )

    def ask(**given: str) -> str:
        env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "YAKU_CACHE")}
        env |= {"PYTHONPATH": str(wheel), **given}
        done = subprocess.run(
            [sys.executable, "-c", told], cwd=tmp_path, env=env, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    label = calc.load_rules("riichi").label
    assert ask() == f"{label} []"
    assert ask(YAKU_CACHE="0") == f"{label} ['riichi']"
    for path in folder.iterdir():
        path.chmod(0o666)
    assert ask() == f"{label} ['riichi']"
    for path in folder.iterdir():
        path.chmod(0o644)
    file = wheel / "calc" / "rules" / "riichi" / "riichi.yaml"
    text = file.read_text(encoding="utf-8")
    version = label.removeprefix("riichi@")
    file.write_text(text.replace(f"version: {version}\n", "version: 9.9.9\n"), encoding="utf-8")
    try:
        assert ask() == "riichi@9.9.9 ['riichi']"
    finally:
        file.write_text(text, encoding="utf-8")
    assert ask() == f"{label} []"


def test_the_wheel_holds_the_rules_and_what_types_need(wheel: Path) -> None:
    files = {path.relative_to(wheel).as_posix() for path in wheel.rglob("*") if path.is_file()}
    assert {"calc/py.typed", "calc/__init__.pyi", "calc/rules/riichi/riichi.yaml"} <= files
    templates = {path.relative_to(ROOT).as_posix() for path in (ROOT / "calc" / "layout" / "templates").iterdir()}
    assert len(templates) == 3
    assert templates <= files
    shipped = {f"calc/rules/{path.relative_to(ROOT / 'rules').as_posix()}" for path in (ROOT / "rules").rglob("*.yaml")}
    samples = {f"calc/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "samples").rglob("*") if path.is_file()}
    assert samples <= files
    tables = {path.relative_to(ROOT).as_posix() for path in (ROOT / "calc").rglob("*.yaml")}
    assert {name for name in files if name.endswith(".yaml")} - samples == shipped | tables
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "calc").rglob("*.py")}
    assert {name for name in files if name.endswith(".py")} == modules
    assert f"yaku_calc-{calc.__version__}.data/data/share/man/man1/yaku.1" in files
    kinds = {f"yaku_calc-{calc.__version__}.{kind}" for kind in ("dist-info", "data")}
    assert {name.split("/")[0] for name in files} == {"calc", *kinds}


def test_the_wheel_brings_the_command_and_the_licence(wheel: Path) -> None:
    (info,) = wheel.glob("*.dist-info")
    assert "yaku = calc.cli.main:run" in (info / "entry_points.txt").read_text(encoding="utf-8").splitlines()
    assert (info / "licenses" / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_the_wheel_alone_scores_a_hand_from_another_folder(wheel: Path, tmp_path: Path) -> None:
    of_wheel = run("score", "--format", "json", LINE, cwd=tmp_path, path=wheel)
    assert (of_wheel.returncode, of_wheel.stderr) == (0, "")
    assert of_wheel.stdout == run("score", "--format", "json", LINE, cwd=tmp_path, path=ROOT).stdout


class Shell:
    """Runs example lines with the program of the wheel; copies of one process, but for lines that need a real shell."""

    def __init__(self, process: Loaded, env: dict[str, str]) -> None:
        self._process = process
        self._env = env

    def run(self, line: str, folder: Path) -> tuple[int, str]:
        """The exit code and standard error."""
        if not set(line) & set("*<>|"):
            code, _, told = self._process.run(*shlex.split(line)[1:], folder=folder)
            return code, told
        asked = ["sh", "-c", line]
        ran = subprocess.run(
            asked, cwd=folder, env=self._env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        return ran.returncode, ran.stderr


@pytest.fixture(scope="module")
def shell(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    command = tmp_path_factory.mktemp("bin") / "yaku"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m calc "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    env |= {"PATH": f"{command.parent}{os.pathsep}{env['PATH']}", "PYTHONPATH": str(wheel), "PYTHONUTF8": "1"}
    with loaded(env, command.parent) as process:
        yield Shell(process, env)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes as Unix has them")
@pytest.mark.parametrize("path", [path for path in PATHS if path != SERVES] if FULL else [("score",)], ids=" ".join)
def test_the_examples_of_every_help_text_run_in_a_shell_from_an_empty_folder(
    path: tuple[str, ...], shell: Shell, tmp_path: Path
) -> None:
    """One after the other; exit code 1 is the answer to a claim that is wrong.

    Those of all commands run from the checkout: tests/cli/test_main.py.
    """
    for line in examples(path):
        code, told = shell.run(line, tmp_path)
        is_wrong = re.search(r"--claim|hands/\*\.txt|/disputed", line) is not None
        assert code == is_wrong, f"{line}: {told}"
        assert "Traceback" not in told


def test_the_wheel_takes_its_own_rules_and_not_those_of_a_checkout_it_stands_in(wheel: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(wheel, copy)
    shutil.copytree(ROOT / "rules", copy / "rules")
    (copy / "rules" / "riichi" / "extra.yaml").write_text("extends: riichi\n", encoding="utf-8")
    (copy / "pyproject.toml").write_text(our_project(), encoding="utf-8")
    done = run("rules", "list", cwd=tmp_path, path=copy)
    assert "extra@" not in done.stdout
    assert "riichi@" in done.stdout
