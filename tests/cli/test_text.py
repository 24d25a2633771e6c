"""Text laid out for a terminal: nothing is lost, and every line ends, however narrow it is."""

from unittest import mock

import pytest

from calc.disputes import verdict
from calc.text import cells, wrap
from tests.cli.running import once, run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)


judge_once = once(verdict.judge)


@pytest.mark.parametrize("text", ["South wins 2,600 points", "南家和了2,600点", "   ab  kiriage_mangan", "a", ""])
@pytest.mark.parametrize("indent", ["", "  ", "    "])
def test_every_width_holds_the_whole_text(text: str, indent: str) -> None:
    for width in range(-1, 30):
        lines = wrap(text, width, indent)
        assert "".join("".join(lines).split()) == "".join(text.split())
        assert all(cells(line) <= max(width, cells(indent) + 2) for line in lines)


@pytest.mark.parametrize("columns", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("lang", ["en", "ja"])
@ROWS.each("a_command_ends_in_the_narrowest_terminal")
def test_a_command_ends_in_the_narrowest_terminal(arguments: list[str], lang: str, columns: int) -> None:
    with mock.patch.object(verdict, "judge", lambda *asked: judge_once(*asked[:4])):
        assert run_yaku(*arguments, "--lang", lang, columns=columns).out
