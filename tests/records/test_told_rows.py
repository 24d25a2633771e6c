"""The rows by which sentences are read: each means what it says of its example, with the parts behind it.

What has to stand behind an example for its row to count is ``behind`` of the row.
"""

import re
from pathlib import Path

import pytest

from calc.hanafuda.records import said
from calc.mahjong.report import sketch
from calc.mahjong.value import spoken
from calc.records.meanings import Words, read_words
from calc.records.words import parts_of

ROWS = [(table.FILE, row) for table in (said, sketch, spoken) for row in parts_of(table.FILE)["words"]]


@pytest.mark.parametrize(("file", "row"), ROWS, ids=[row["like"] for _, row in ROWS])
def test_words_mean_what_their_row_says(file: Path, row: dict[str, str]) -> None:
    text = re.sub(r" [wnmt]=.*", "", row["like"])
    (read, *more), lost = read_words(text + row.get("behind", ""), [Words(file, "words")])
    more, lost = ([], []) if "behind" in row else (more, lost)
    parts = "".join(f" {key}={read.said[key]}" for key in "wnmt" if key in read.said)
    assert (read.means, f"{text}{parts}", more, lost) == (row["means"], row["like"], [], [])
