"""``--format``: every command offers the formats that it writes, and refuses the others, with exit code 2."""

import csv
import io
import json
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest
import typer.main
import yaml

from calc.cli.main import app
from calc.cli.options import Form
from tests.cli.running import run_yaku
from tests.cli.test_completing import offered as completed
from tests.rows import Rows

ROWS = Rows(__file__)

#: What each command that has formats is tried with.
SAMPLES: dict[str, Any] = ROWS["samples"]
#: Ways to call a command in which formats mean something else.
MORE = {
    "game of hanafuda": ("game", ["samples/games/koikoi-twelve-months.yaml"]),
    "score of hanafuda": ("score", ["koikoi Aki:1B,3B,8B,9A Bea:1R,2R,3R stopped_by=Aki"]),
    "score of a round": ("score", ["samples/rounds/double-ron.yaml"]),
    "rules show of riichi": ("rules show", ["riichi"]),
}
WAYS = {name: (name, sample) for name, sample in SAMPLES.items()} | MORE


def commands(made: Any = None, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every command, with its words."""
    made = made or typer.main.get_command(app)
    if not hasattr(made, "commands"):
        yield name, made
        return
    for word, inner in made.commands.items():
        yield from commands(inner, f"{name} {word}".strip())


def told(command: str) -> list[str]:
    """The formats that the help of a command offers."""
    (forms,) = re.findall(r"--format <([a-z0-9|]+)>", run_yaku(*command.split(), "--help", columns=200).out)
    return str(forms).split("|")


def test_every_command_with_formats_is_tried() -> None:
    with_formats = {name for name, made in commands() if any("--format" in one.opts for one in made.params)}
    assert with_formats == SAMPLES.keys()


@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize("way", WAYS)
def test_a_command_writes_the_formats_that_it_offers_and_refuses_the_others(way: str, form: Form) -> None:
    command, sample = WAYS[way]
    forms = told(command)
    ran = run_yaku(*command.split(), *sample, "--format", form.value)
    if form in forms:
        if form is Form.ARROW:
            ipc = pytest.importorskip("pyarrow.ipc", reason="pip install 'yaku-calc[parquet]'")
            assert ipc.open_stream(ran.out.encode(errors="surrogateescape")).read_all().num_rows
            return
        assert ran.code == 0, ran.err
        check_written(ran.out, form)
    else:
        assert (ran.out, ran.code) == ("", 2)
        assert ran.err.endswith(f": expected {', '.join(forms[:-1])} or {forms[-1]}, found {form.value!r}\n")


@pytest.mark.parametrize("command", SAMPLES)
def test_what_is_no_format_is_refused_with_those_there_are(command: str) -> None:
    ran = run_yaku(*command.split(), *SAMPLES[command], "-f", "xml")
    assert (ran.out, ran.code) == ("", 2)
    assert all(form in ran.err for form in [*told(command), "'xml'"])


@pytest.mark.parametrize("command", SAMPLES)
def test_formats_are_completed(command: str) -> None:
    assert completed(f"yaku {command} x --format ") == told(command)
    assert completed(f"yaku {command} x -f j") == [form for form in told(command) if form == "json"]


def check_written(text: str, form: Form) -> None:
    """The text is what its format says."""
    match form:
        case Form.JSON:
            try:
                assert json.loads(text)
            except json.JSONDecodeError:
                assert [json.loads(line) for line in text.splitlines()]
        case Form.YAML:
            documents = [one for one in yaml.safe_load_all(text) if one is not None]
            assert documents
            assert all(isinstance(one, dict | list) for one in documents)
        case Form.TENHOU6 | Form.MJAI:
            assert [*map(json.loads, text.splitlines())] != []
        case Form.CSV:
            head, *rows = csv.reader(io.StringIO(text))
            assert rows
            assert {len(row) for row in rows} == {len(head)} != {1}
        case Form.MARKDOWN:
            assert re.search(r"^\|.*\|$", text, flags=re.MULTILINE), text
        case Form.TABLE:
            assert text.strip()
            assert not text.startswith(("{", "[", "|", "---", "<"))
        case Form.HTML:
            assert text.startswith("<!DOCTYPE html>")
            assert text.endswith("</html>\n")
        case Form.SVG:
            assert ElementTree.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
