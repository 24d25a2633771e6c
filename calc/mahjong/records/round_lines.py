"""Lines of rounds by seats: ``draw, tenpai E W``, ``E2 South ron East mangan; West ron East 3900``, ``chombo dealer``.

Such a line is one of a score sheet, with seats for names, perhaps behind its rule set. Every other line is a win.
"""

from __future__ import annotations

import re
from typing import Any, Final, get_args

from calc.errors import NotationError
from calc.mahjong.records.line_words import is_notation, is_one_tile
from calc.mahjong.records.lines import parse_line
from calc.mahjong.records.plain import record_from
from calc.mahjong.records.sheet_reader import read_round
from calc.mahjong.records.types import Round, Win
from calc.notation.spellings import narrow, seat_of, way_of
from calc.records.cells import Columns
from calc.records.values import Seat
from calc.tables.shelf import is_file_name, set_named

#: What no line of a single win has.
_SIGNS: Final = re.compile(
    r"\b(?:draw|drawn|chombo|chonbo|tenpai|noten|nagashi|abort\w*|terminals|suufon|suucha|suukaikan|sanchahou|kyuushu\w*)\b"
    r"|four (?:winds|riichi|kans|quads)|\b(?:ron|tsumo)\b.*\b(?:ron|tsumo)\b"
    r"|流局|チョンボ|聴牌|テンパイ|ノーテン|不聴|九種|四風|四家|四開槓|三家和|流し満貫|ロン.*ロン",
    re.IGNORECASE,
)
_SEATS: Final = get_args(Seat)
_WORD: Final = re.compile(r"[^\s,;、，；()（）]+")
_HOUSE: Final = re.compile(r"[東南西北]家")
_FIRST: Final = re.compile(r"\s*(\S+)\s+(?=\S)")


def parse_record_line(text: str) -> tuple[Win | Round, Columns]:
    """The round or the win that a line spells, with the column of each key. Raises as
    :func:`~calc.mahjong.records.lines.parse_line`.
    """
    if not is_round_line(text):
        return parse_line(text)
    rules, rest = _split_rules(text)
    found = read_round(_with_seats(rest), _SEATS)
    if "wins" in found and "round" not in found:
        raise NotationError("expected the round before its wins, as in E1 South ron East mangan", column=1)
    draw = found.get("draw", {})
    if draw.get("waiting") == [*_SEATS]:
        # All seats of the rule set, which may have three.
        del draw["waiting"]
        draw["noten"] = []
    told: dict[str, Any] = {**({"rules": rules} if rules else {}), **found}
    record = record_from(told, "round")
    assert isinstance(record, Round)
    return record, {}


def is_round_line(text: str) -> bool:
    """Whether a line tells a round: a draw, a chombo, or several wins; and holds neither tiles nor keys with values.

    >>> is_round_line("draw, tenpai E W"), is_round_line("S ron E mangan; W ron E 3900")
    (True, True)
    >>> is_round_line("S ron E mangan"), is_round_line("11z ron 1z tenpai"), is_round_line("draw=exhaustive")
    (False, False, False)
    """
    if not _SIGNS.search(text) or "=" in text:
        return False
    words = [narrow(word) for word in _WORD.findall(text)]
    if any(is_notation(word) or (is_one_tile(word) and seat_of(word) is None) for word in words):
        return False
    return sum(way_of(word) is not None for word in words) != 1


def _split_rules(text: str) -> tuple[str | None, str]:
    """The rule set before the round, and the line with blanks in its place."""
    first = _FIRST.match(text)
    if first is None:
        return None, text
    rules = first[1] if is_file_name(first[1]) else set_named(first[1])
    return (rules, " " * first.end() + text[first.end() :]) if rules else (None, text)


def _with_seats(text: str) -> str:
    """The line with each seat as its letter, every word where it was."""
    text = _HOUSE.sub(lambda found: f"{seat_of(found.group())} ", text)
    return _WORD.sub(lambda found: (seat_of(found.group()) or found.group()).ljust(len(found.group())), text)
