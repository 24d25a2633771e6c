"""Cutting lines and rows: the same lines, however the bytes come and wherever blocks end."""

import csv
import io
from unittest import mock

import pytest
from hypothesis import given, settings, strategies as st

from calc.intake import lines as cutting
from calc.intake.lines import Portion, count_lines, cut_lines, cut_rows, first_row
from calc.intake.unpack import Stream
from tests.amounts import tries

TEXTS = st.lists(st.sampled_from([b"a", b"bb", b"\n", b"\r", b"\r\n", b'"', b",", b"long" * 4]), max_size=40).map(
    b"".join
)


class Drops(io.BytesIO):
    """A file that comes in small pieces."""

    def read1(self, size: int | None = -1, /) -> bytes:
        return super().read1(3)


def portions(data: bytes, *, block: int, most_lines: int = 100, longest: int = 1000) -> list[Portion]:
    with (
        mock.patch.object(cutting, "BLOCK_BYTES", block),
        mock.patch.object(cutting, "BLOCK_LINES", most_lines),
        mock.patch.object(cutting, "MAX_LINE", longest),
    ):
        return list(cut_lines(Stream(Drops(data))))


@settings(max_examples=tries(80, 300), deadline=None)
@given(TEXTS, st.integers(1, 20), st.integers(1, 4))
def test_all_lines_are_there_whole_with_their_numbers_and_offsets(data: bytes, block: int, most_lines: int) -> None:
    found = portions(data, block=block, most_lines=most_lines)
    assert b"".join(one.data for one in found) == data
    whole = data.splitlines(keepends=True)
    line, offset = 1, 0
    for one in found:
        assert one.line == line
        own = one.data.splitlines(keepends=True)
        assert own == whole[line - 1 : line - 1 + len(own)]
        assert len(own) <= most_lines or one.data.isspace(), "lines that say nothing are no records"
        line, offset = line + len(own), offset + len(one.data)
        assert (one.next_line, one.offset) == (line, offset)


@settings(max_examples=tries(80, 300), deadline=None)
@given(TEXTS, st.integers(1, 8), st.integers(0, 8))
def test_lines_that_are_too_long_are_told_and_no_others(data: bytes, block: int, more: int) -> None:
    longest = block + more
    found = portions(data, block=block, longest=longest)
    lengths = {one.line: one.too_long for one in found if one.too_long}
    whole = data.splitlines(keepends=True)
    assert lengths == {place: len(line) for place, line in enumerate(whole, start=1) if len(line) > longest}
    assert b"".join(one.data for one in found) == b"".join(line for line in whole if len(line) <= longest)
    assert not found or found[-1].offset == len(data)


@pytest.mark.parametrize(
    ("data", "count"), [(b"", 0), (b"a", 1), (b"a\n", 1), (b"a\nb", 2), (b"\r\n\r\n", 2), (b"a\rb\r", 2), (b"\n\r", 2)]
)
def test_lines_are_counted_as_text_files_count_them(data: bytes, count: int) -> None:
    assert count_lines(data) == count == len(list(io.TextIOWrapper(io.BytesIO(data), newline="")))


@settings(max_examples=tries(80, 300), deadline=None)
@given(
    st.lists(st.lists(st.sampled_from(["a", "", "b\nc", 'say "x"', "\r\n", ","]), min_size=1, max_size=3), max_size=8)
)
def test_rows_of_csv_are_never_cut(rows: list[list[str]]) -> None:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows(rows)
    data = stream.getvalue().encode()
    found = list(cut_rows(portions(data, block=5)))
    assert b"".join(one.data for one in found) == data
    read = [row for one in found for row in csv.reader(io.StringIO(one.data.decode(), newline=""), strict=True)]
    assert read == list(csv.reader(io.StringIO(data.decode(), newline=""), strict=True))
    for one in found:
        assert one.data == data[one.offset - len(one.data) : one.offset]
        assert one.line == count_lines(data[: one.offset - len(one.data)]) + 1


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"hand,by\n1,2\n", (b"hand,by\n", 1, 8)),
        (b"\n# c\n,,\nhand,by", (b"hand,by", 4, 15)),
        (b'"ha\nnd",by\n1\n', (b'"ha\nnd",by\n', 1, 11)),
        (b"hand,by\r\n1", (b"hand,by\r\n", 1, 9)),
        (b"", (b"", 1, 0)),
        (b"\n\n", (b"", 3, 2)),
    ],
)
def test_the_first_row_is_the_header(data: bytes, expected: tuple[bytes, int, int]) -> None:
    assert first_row(data) == expected
