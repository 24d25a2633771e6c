"""Every public door answers a text of 200,000 characters in two seconds of the processor, whatever it repeats."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

import calc
from calc.asking import amounts, choice, number, several
from calc.intake.records import read_games
from calc.translation import spoken_in, translated
from tests.amounts import FULL

HAND = "riichi 123m456p789s1122z +2z tsumo seat=S round=E "
GAME = {"players": ["Aki", "Bea", "Cho", "Dan"], "scores": [31000, 28000, 24000, 17000]}
MOST: Final = 200_000
#: Seconds of the processor. What is linear takes a fifth of it.
LIMIT: Final = 2.0
UNITS: Final = ("9", "九", "a", " ", '"\\', "tanyao ", "Ben says 5200, ", "=")
MORE: Final = (
    *(
        "m",
        "(",
        "[",
        "\\",
        '"',
        ",",
        "、",
        "1B",
        "E ",
        "123m ",
        "0",
        "-",
        "'",
        "{",
        "🀄",
        "# ",
        ":",
        "a:",
        "A:1B ",
        "は",
    ),
    *("and ", "whitedragon", "dora ", "だけ", "ロン", "- - ", " 5200", "hand=", "１", '{"a":', "a=", "[1,"),
)

DOORS: dict[str, Callable[[str, Path], Any]] = {
    "score": lambda text, _: calc.score(text),
    "score, behind a hand": lambda text, _: calc.score((HAND + text)[:MOST]),
    "score, a value": lambda text, _: calc.score(hand=text, win="2z", by="tsumo", seat="S", round=text),
    "waits": lambda text, _: calc.find_waits(text),
    "stream": lambda text, _: [*calc.settle_stream([text])],
    "hanafuda": lambda text, _: calc.settle_round(f"koikoi Aki:1B Bea:2A {text}"[:MOST]),
    "cards": lambda text, _: calc.settle_round(f"koikoi Aki:{text}"[:MOST]),
    "claim": lambda text, _: calc.dispute(HAND, text),
    "longest claim": lambda text, _: calc.dispute(HAND, text[:1_000]),
    "longest claim on a game": lambda text, _: calc.dispute(GAME, text[:1_000]),
    "longest claim of hanafuda": lambda text, _: calc.dispute("koikoi Aki:1BR,3B Bea:2A stopped_by=Aki", text[:1_000]),
    "points": lambda text, _: calc.points(text),
    "needs": lambda text, _: calc.needs({**GAME, "players": [text, "Bea", "Cho", "Dan"]}, at=("S", 4)),
    "sheet": lambda text, _: [*read_games(["riichi: Aki Bea Cho Dan\n", f"{text}\n"], name="game")],
    "header": lambda text, _: [*read_games([f"riichi: {text}\n", "Aki ron Bea 3900\n"], name="game")],
    "lines": lambda text, folder: [*calc.read_records(written(folder / "a.txt", text))],
    "yaml": lambda text, folder: [*calc.read_records(written(folder / "a.yaml", text))],
    "json": lambda text, folder: [*calc.read_records(written(folder / "a.json", text))],
    "csv": lambda text, folder: [*calc.read_records(written(folder / "a.csv", f"hand,win,by\n{text}\n"))],
    "log": lambda text, folder: [*calc.read_logs(written(folder / "a.mjlog", f"<mjloggm>{text}"))],
    "log in json": lambda text, folder: [*calc.read_logs(written(folder / "a.json", text))],
    "rules": lambda text, _: calc.load_rules(text),
    "rule file": lambda text, folder: calc.load_rules(
        written(folder / "r.yaml", f"extends: riichi\nversion: {text}\n")
    ),
    "option": lambda text, _: calc.load_rules("riichi", {"uma": text, text: text}),
    "answer": lambda text, _: [several(text, {"a": ["b"]}), choice(text, {"a": ["b"]}), number(text)],
    "amounts": lambda text, _: amounts(text, ["Aki", "Bea"]),
}


def written(path: Path, text: str) -> str:
    """The name of a file with a text."""
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("door", DOORS)
def test_every_door_answers_in_time(door: str, tmp_path: Path) -> None:
    calc.dispute(HAND, "5200")  # what is loaded once does not count
    for unit in UNITS + MORE if FULL else UNITS:
        begun = time.process_time()
        try:
            DOORS[door](unit * (MOST // len(unit)), tmp_path)
        except calc.CalcError as error:
            spoken_in("ja", translated, error.message)
        assert time.process_time() - begun < LIMIT, unit


def test_a_word_longer_than_any_hand_is_refused_first() -> None:
    with pytest.raises(
        calc.NotationError, match="expected words of at most 1,000 characters, found one of 1,001: '999"
    ):
        calc.score("9" * 1_001)
    with pytest.raises(calc.CalcError, match="expected a suit letter"):
        calc.score("9" * 1_000)
    with pytest.raises(calc.NotationError, match="expected a line of at most 2,000 words, found more from 'x' on"):
        calc.score("x " * 2_001)


def test_a_line_of_a_sheet_with_too_many_words_is_refused_first() -> None:
    (entry,) = read_games(["riichi: Aki Bea Cho Dan\n", "x " * 2_001], name="game")
    assert entry.error is not None
    assert entry.error.message == "expected a line of at most 2,000 words, found more from 'x' on"
    assert entry.error.column == 4_001
