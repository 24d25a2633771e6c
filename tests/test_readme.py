"""The README says nothing that is not so: its sessions are run, its commands exist, its call of the library gives what
it says."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import calc
from calc.cli.main import app
from calc.cli.options import read_settings
from calc.settling import settle_reads
from tests.cli.running import run_yaku

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
#: Pages whose sessions are run as a shell would, standard error among the output.
SHOWN = (README, *(ROOT / "docs" / f"{name}.md" for name in ("hands", "games", "hanafuda", "rule-sets")))


def sessions(path: Path) -> list[tuple[str, str]]:
    """Every command line of the console blocks of a page, with the output printed below it."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", path.read_text(encoding="utf-8"), flags=re.DOTALL):
        for entry in block.split("$ ")[1:]:
            command, _, output = entry.partition("\n")
            found.append((command, output))
    return found


def yaku_sessions() -> list[tuple[str, str]]:
    """The sessions of the README, and of the pages that tell more, that call the command and show what it prints."""
    shown = [session for page in SHOWN for session in sessions(page)]
    return [(command, output) for command, output in shown if command.startswith("yaku ") and output.strip()]


@pytest.mark.parametrize(("command", "output"), yaku_sessions())
def test_a_session_of_the_readme_prints_what_it_shows(command: str, output: str) -> None:
    # What the shell would do: answers come from the file after <.
    command, _, answers = command.partition(" < ")
    stdin = (ROOT / answers).read_text(encoding="utf-8") if answers else ""
    ran = run_yaku(*shlex.split(command)[1:], stdin=stdin, together=True)
    # A question that was answered by Enter ends in a blank, which no page shows.
    assert [line.rstrip() for line in ran.out.rstrip().splitlines()] == output.rstrip().splitlines()


def records_shown() -> list[Any]:
    """The records in YAML of the pages that show some."""
    shown: list[Any] = []
    for path in (README, ROOT / "docs" / "records.md", ROOT / "docs" / "games.md"):
        blocks = re.findall(r"```yaml\n(.*?)```", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        shown += [pytest.param(block, id=f"{path.name} {place}") for place, block in enumerate(blocks, start=1)]
    return shown


@pytest.mark.parametrize("text", records_shown())
def test_a_record_of_the_pages_is_settled_as_it_is_printed_and_claims_what_is_so(text: str, tmp_path: Path) -> None:
    (tmp_path / "record.yaml").write_text(text, encoding="utf-8")
    (entry,) = calc.read_records(tmp_path / "record.yaml")
    assert entry.error is None
    (result,) = settle_reads([entry])
    assert result.ok, result
    assert result.agrees is not False, result


def test_the_pages_show_a_win_a_round_and_a_game() -> None:
    assert len(records_shown()) >= 3


def test_the_readme_shows_a_good_hand_a_refusal_and_an_explanation() -> None:
    text = " ".join(command + output for command, output in yaku_sessions())
    assert "wins" in text
    assert "error:" in text
    assert "--explain" in text


def test_the_call_of_the_library_in_the_readme_is_one() -> None:
    (call,) = re.findall(r"`(calc\..+?)`", README.read_text(encoding="utf-8"))
    assert eval(call, {"calc": calc}) == 1300


def test_the_readme_can_be_read_in_one_sitting() -> None:
    text = README.read_text(encoding="utf-8")
    assert text.count("\n") <= 120
    assert sessions(README)[0][0].startswith("yaku points 3 40")


def test_the_score_sheet_of_the_readme_is_the_sample() -> None:
    (shown,) = re.findall(r"```text\n(.*?)```", README.read_text(encoding="utf-8"), flags=re.DOTALL)
    sample = (ROOT / "samples" / "games" / "score-sheet.txt").read_text(encoding="utf-8")
    assert shown == "".join(line for line in sample.splitlines(keepends=True) if not line.startswith("#"))


@pytest.mark.parametrize("page", [README, ROOT / "docs" / "README.md"], ids=["README.md", "docs/README.md"])
def test_links_lead_somewhere(page: Path) -> None:
    linked = set(re.findall(r"\]\(([\w./-]+)(?:#[\w-]+)?\)", page.read_text(encoding="utf-8")))
    assert sorted(name for name in linked if not (page.parent / name).exists()) == []


def test_every_page_is_in_the_list_of_pages() -> None:
    listed = re.findall(r"\]\(([\w-]+\.md)\)", (ROOT / "docs" / "README.md").read_text(encoding="utf-8"))
    pages = {path.name for path in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert sorted(listed) == sorted(pages)


def settings_shown() -> list[str]:
    """Every ``--set`` of the pages, as the shell hands it on."""
    texts = [
        path.read_text(encoding="utf-8")
        for path in (README, ROOT / "docs" / "rule-sets.md", ROOT / "docs" / "records.md")
    ]
    found = [found for text in texts for found in re.findall(r"--set ('[^'`]+'|[^\s`']+=[^\s`']+)", text)]
    return sorted({setting.strip("'") for setting in found})


@pytest.mark.parametrize("setting", settings_shown())
def test_an_option_that_the_pages_set_can_be_set_so(setting: str) -> None:
    rules = calc.load_rules("riichi", read_settings([setting]))
    assert [*rules.chosen] == [setting.partition("=")[0]]


def test_the_pages_show_how_a_list_is_set() -> None:
    assert "uma=[15,5,-5,-15]" in settings_shown()


def test_every_command_is_on_the_page_of_commands() -> None:
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    commands = []
    for name, command in get_command(app).commands.items():  # type: ignore[attr-defined]
        inner = getattr(command, "commands", None)
        commands += [f"yaku {name} {sub}" for sub in inner] if inner else [f"yaku {name}"]
    assert len(commands) >= 5
    assert [command for command in commands if f"`{command}" not in text] == []


def test_the_test_command_is_one_that_ci_can_take_from_the_readme() -> None:
    text = README.read_text(encoding="utf-8")
    assert "<!-- test command -->\n```console\n$ pip install -e '.[test]' && python -m pytest\n```" in text
    assert "<!-- test command -->" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_every_word_of_the_condition_language_is_documented() -> None:
    from calc.mahjong.rules.words import WORDS
    from calc.tables.conditions import JOINING

    text = (ROOT / "docs" / "rule-tables.md").read_text(encoding="utf-8")
    assert [word for word in (*WORDS, *JOINING) if f"`{word}: " not in text] == []


def test_every_ruling_that_a_table_cites_is_written_down() -> None:
    rulings = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    cited = {
        name
        for path in (ROOT / "rules").rglob("*.yaml")
        for line in path.read_text(encoding="utf-8").splitlines()
        if "ruling" in line and "source" in line
        for name in re.findall(r"\b[A-Z]+\d+\b", line)
    }
    assert len(cited) > 10
    assert sorted(name for name in cited if f"### {name}. " not in rulings) == []
