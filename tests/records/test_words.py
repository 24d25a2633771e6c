"""Every row of the tables of spellings, by its example."""

import re

import pytest

from calc.hanafuda.records import sheet as hanafuda_sheet, words as hanafuda
from calc.intake import evenings
from calc.mahjong.explain.words import FULLER, PARTS
from calc.mahjong.records.sheet import clauses, in_order
from calc.mahjong.records.words import FILLERS, KEYS, ORDER, SENTENCES, SHEET, SPEECH, STANDING, WINNERS, WORTH
from calc.records import words
from calc.records.claims import SENTENCES as CLAIMS, read_sentence
from calc.records.sheet import FINALS, ROWS
from calc.records.words import GAP, Table, idle, parts_of, said

TABLES = (
    FILLERS,
    SPEECH,
    STANDING,
    SENTENCES,
    WINNERS,
    KEYS,
    WORTH,
    SHEET,
    ROWS,
    FINALS,
    evenings.HEAD,
    evenings.BY_MONTH,
    hanafuda.SENTENCES,
    hanafuda.MONTHS,
    hanafuda.KEYS,
    hanafuda.SPEECH,
    hanafuda.PILES,
    hanafuda.COUNTS,
    hanafuda.SPEECH,
    hanafuda.PILES,
    hanafuda_sheet.SHEET,
)


@pytest.mark.parametrize(
    ("table", "row"),
    [pytest.param(table, row, id=row["like"]) for table in TABLES for row in table.rows],
)
def test_what_is_said_is_rewritten(table: Table, row: dict[str, str]) -> None:
    like = row["like"]
    if "<player" in row["say"]:
        for place, name in enumerate(("Una", "Vic", "Wes", "Xia")):
            like = like.replace(name, chr(0xE000 + place))
    before, _, after = like.partition(" -> ")
    assert table.rewrite(said(before)).text.replace(GAP, " ").split() == after.split()


@pytest.mark.parametrize("table", [pytest.param(table, id=f"{place}") for place, table in enumerate(TABLES)])
def test_rows_that_have_no_word_in_a_text_change_nothing_in_it(table: Table) -> None:
    every = Table(table._file, table._part, table._names, is_of_words=table._is_of_words)
    every.__dict__["_needed"] = [frozenset()] * len(every.rows)
    for like in [row["like"].partition(" -> ")[0].upper() for other in TABLES for row in other.rows[::9]]:
        found = [[(row, one.span()) for row, one in each._found(like)] for each in (every, table)]
        assert found[0] == found[1], like


@pytest.mark.parametrize("row", parts_of(words._FILE)["idle"], ids=lambda row: row["like"])
def test_what_changes_nothing_is_idle(row: dict[str, str]) -> None:
    assert idle().fullmatch(row["like"])
    assert not any(
        idle().fullmatch(word)
        for word in (
            "not",
            "no",
            "only",
            "both",
            "first",
            "after",
            "2",
            "ron",
            "refuses",
            "forgot",
            "なし",
            "だけ",
            "前",
        )
    )


def test_every_character_keeps_its_column() -> None:
    written = KEYS.rewrite(said("riichi 2本場 東1局"))
    assert written.text.split() == ["riichi", "本場=2", "round=東1局"]
    assert written.columns[written.text.index("2")] == 8
    assert written.columns[written.text.index("東")] == 12
    assert written.columns[-1] == len("riichi 2本場 東1局") + 1


def test_values_and_quotes_stay() -> None:
    text = 'id="2 honba" rules=east 3m'
    assert KEYS.rewrite(said(text)) == said(text)


@pytest.mark.parametrize("row", [pytest.param(row, id=row["like"]) for row in ORDER.rows])
def test_clauses_come_in_the_order_of_a_sheet(row: dict[str, str]) -> None:
    before, _, after = row["like"].partition(" -> ")
    ordered = in_order(clauses(before, ["Una", "Vic"]), ["Una", "Vic"])
    assert ", ".join(" ".join(token.text for token in clause.tokens) for clause in ordered) == after


@pytest.mark.parametrize("row", [pytest.param(row, id=row["like"]) for row in CLAIMS.rows])
def test_a_sentence_of_a_claim_means_what_its_row_says(row: dict[str, str]) -> None:
    before, _, after = row["like"].partition(" -> ")
    meaning, *named = after.split()
    assert read_sentence(before) == (meaning, dict(one.split("=") for one in named))
    assert meaning == row["means"]


@pytest.mark.parametrize(
    ("part", "row"), [pytest.param(part, row, id=row["like"]) for part, rows in PARTS.items() for row in rows.rows]
)
def test_words_of_a_claim_on_a_win_mean_what_their_row_says(part: str, row: dict[str, str]) -> None:
    before, _, after = row["like"].partition(" -> ")
    meaning, _, named = after.partition(" ")
    is_whole = part in ("whole", "ending", "places")
    found = next(PARTS[part].whole(before)) if is_whole else PARTS[part].at(f"{before} ")
    assert found is not None
    assert (found[0], found[1].group().strip()) == (meaning, before) == (row["means"], before)
    said = {key: value for key, value in found[1].groupdict().items() if value and key != "furiten"}
    assert said == dict(re.findall(r"(\w+)=(.+?)(?= \w+=|$)", named))


@pytest.mark.parametrize("row", [pytest.param(row, id=row["like"]) for row in FULLER.rows])
def test_a_claim_is_made_full_as_its_row_says(row: dict[str, str]) -> None:
    before, _, after = row["like"].partition(" -> ")
    means, match = next(FULLER.whole(before))
    known = {
        "winner": "S",
        "loser": "W",
        "sticks": 2,
        "last": 4,
        "each": "E pays 1000, S pays 1000",
        "getting": "W gets 1500",
        "up": 2,
        "honba": 1,
    }
    others = dict.fromkeys(("others", "others2"), "S pays 500, W pays 500")
    assert means.format(**known, **others, **match.groupdict()) == after
