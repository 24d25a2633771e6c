"""What people write: every spelling of a table means the canonical one, and what could mean two things is refused."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from calc.errors import CalcError
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.rules.deck import load_deck
from calc.intake.spelling import parse_any_line, print_any_line
from calc.notation.cards import parse_cards, print_pile
from calc.strict_yaml import load

TABLE = load(Path(__file__).with_name("spellings.yaml").read_text("utf-8"), file="spellings.yaml").value
#: The line of each section around what is spelled.
AROUND = {
    "hands": "{} tsumo seat=S round=E",
    "melds": "11z {} tsumo seat=S round=E",
    "ron": "123m ron seat=S round=E {}",
    "tsumo": "123m tsumo seat=S round=E {}",
    "lines": "{}",
}


def pairs(section: str) -> Iterator[tuple[str, str]]:
    """Each spelling of a section with the canonical one."""
    for canonical, spellings in TABLE[section].items():
        for spelling in spellings:
            yield spelling, canonical


LINES = [
    pytest.param(around.format(spelling), around.format(canonical), id=spelling)
    for section, around in AROUND.items()
    for spelling, canonical in pairs(section)
]


def test_the_table_is_large() -> None:
    assert len(LINES) + len([*pairs("cards")]) >= 200
    assert len(TABLE["refused"]) + len(TABLE["refused_cards"]) >= 60


@pytest.mark.parametrize(("written", "canonical"), LINES)
def test_a_spelling_means_the_canonical_line(written: str, canonical: str) -> None:
    assert print_any_line(parse_any_line(written)[0]) == print_any_line(parse_any_line(canonical)[0])
    assert print_any_line(parse_any_line(canonical)[0]).split()[0] in (canonical.split(maxsplit=1)[0], "1z", "11z")


@pytest.mark.parametrize(("written", "canonical"), [*pairs("rounds")])
def test_a_spelling_means_the_canonical_round(written: str, canonical: str) -> None:
    record = parse_any_line(written)[0]
    assert isinstance(record, HanafudaRound)
    players = {
        name: replace(
            one, captured=print_pile(parse_cards(str(one.captured), load_deck()), load_deck()).replace(" ", ",")
        )
        for name, one in record.players.items()
    }
    calls = record.calls or record.koikoi
    assert print_any_line(replace(record, players=players, calls={}, koikoi=calls)) == canonical


@pytest.mark.parametrize(("written", "canonical"), [*pairs("cards")])
def test_a_spelling_means_the_canonical_cards(written: str, canonical: str) -> None:
    assert print_pile(parse_cards(written, load_deck()), load_deck()) == canonical
    record = parse_any_line(f"koikoi Aki: {written} Bea:")[0]
    assert isinstance(record, HanafudaRound)
    again = parse_any_line(print_any_line(record))[0]
    assert isinstance(again, HanafudaRound)
    for one in (record, again):
        captured = one.players["Aki"].captured
        assert captured is not None
        assert print_pile(parse_cards(captured, load_deck()), load_deck()) == canonical


@pytest.mark.parametrize(("line", "message"), TABLE["refused"].items())
def test_what_could_mean_two_things_is_refused(line: str, message: str) -> None:
    with pytest.raises(CalcError) as caught:
        parse_any_line(line)
    assert caught.value.message == message


@pytest.mark.parametrize(("cards", "message"), TABLE["refused_cards"].items())
def test_cards_that_could_be_several_are_refused(cards: str, message: str) -> None:
    with pytest.raises(CalcError) as caught:
        parse_cards(cards, load_deck())
    assert caught.value.message == f"cards: {message}"
