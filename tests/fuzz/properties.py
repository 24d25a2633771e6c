"""What is asked of random input, one function a kind: each takes one example and fails where an answer is wrong.

None raises anything but an error of ours, which is looked at; no answer takes long (hypothesis has a deadline).
"""

import contextlib
import io
import itertools
import json
import re
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from hypothesis import strategies as st

import calc
from calc import LoggedGame, read_logs, strict_yaml
from calc.hanafuda.records.lines import print_hanafuda_line
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.rules.deck import load_deck
from calc.intake.records import read_records
from calc.intake.spelling import any_from_flat, parse_any_line, print_any_line, record_from
from calc.mahjong.records.lines import canonical, parse_waiting_line
from calc.mahjong.records.plain import flat_from, win_from
from calc.mahjong.records.types import Game, Win
from calc.notation.cards import parse_cards, print_pile
from calc.notation.melds import parse_meld, print_meld
from calc.notation.tiles import parse_tiles, print_tiles, print_tiles_in_order
from calc.records.plain import plain_from
from calc.settling import Read, settle_reads
from tests.cli.running import run_yaku
from tests.fuzz import material
from tests.fuzz.answers import check_answer, check_error
from tests.fuzz.mutations import JUNK, PLAIN_JUNK, SLIPS
from tests.fuzz.strategies import (
    ARGUMENTS,
    BYTES,
    CARDS,
    FLAT,
    HOUSE_FILES,
    LINES,
    LOGS,
    MELDS,
    NAMES,
    TILES,
    TILES_OF_WINS,
    UNDER_RULES,
    spoiled,
)
from tests.logs.alone import check_alone
from tests.records.hanafuda.strategies import rounds as hanafuda_rounds
from tests.records.strategies import wins

#: What a slip of the pen puts into a text.
SLIP_TEXTS = ["1", "5", "9", "0", "m", "p", "s", "z", "E", "1z", "5m", "1B", "C", ","]


class Property(NamedTuple):
    """A strategy, what must hold of its examples, and how many of them there are among a thousand of a long run."""

    strategy: st.SearchStrategy[Any]
    check: Callable[[Any], None]
    share: int


# ---- notation


def check_tiles(text: str) -> None:
    try:
        tiles = parse_tiles(text)
    except calc.CalcError as error:
        check_error(error, text)
        return
    assert parse_tiles(print_tiles_in_order(tiles)) == tiles
    spelled = print_tiles(tiles)
    assert sorted(parse_tiles(spelled)) == sorted(tiles)
    assert print_tiles(parse_tiles(spelled)) == spelled
    # After digits S is the suit of bamboo.
    if all(one in "0123456789mpszESWNPFC" or ord(one) >= 0x1F000 for one in text) and not re.search("[0-9]S", text):
        assert len(tiles) == sum(character not in "mpsz" for character in text)


def check_meld(text: str) -> None:
    try:
        meld = parse_meld(text)
    except calc.CalcError as error:
        check_error(error, text)
        return
    assert len(meld.tiles) == (3 if meld.kind in ("chi", "pon") else 4)
    assert parse_meld(print_meld(meld)) == meld


def check_cards(text: str) -> None:
    deck = load_deck()
    try:
        pile = parse_cards(text, deck)
    except calc.CalcError as error:
        check_error(error, text)
        return
    assert parse_cards(print_pile(pile, deck), deck) == pile


def check_line(text: str) -> None:
    try:
        record, columns = parse_any_line(text)
    except calc.CalcError as error:
        check_error(error, text)
    else:
        assert all(1 <= column <= len(text) + 1 for column in columns.values())
        if isinstance(record, Win):
            assert exact(parse_any_line(print_any_line(record))[0]) == exact(canonical(record))
    with contextlib.suppress(calc.CalcError):
        parse_waiting_line(text)
    (answer,) = calc.settle_stream([text], fields="full")
    check_answer(text, answer)


def exact(record: Any) -> str:
    """A record as text that tells 1 from true and from 1.0."""
    return json.dumps(plain_from(record), sort_keys=True)


def check_win_round_trip(win: Win) -> None:
    line = print_any_line(win)
    assert exact(parse_any_line(line)[0]) == exact(win)
    assert exact(any_from_flat(flat_from(win).items())) == exact(win)
    assert exact(win_from(plain_from(win))) == exact(win)
    check_answer({}, calc.score_many([win])[0])


def check_hanafuda_round_trip(one: HanafudaRound) -> None:
    assert exact(record_from(plain_from(one))) == exact(one)
    line = print_hanafuda_line(one)
    assert print_any_line(parse_any_line(line)[0]) == line
    (answer,) = calc.settle_stream([one], fields="full")
    check_answer({}, answer)


WON = [("hand", "123m456p789s1122z"), ("by", "tsumo"), ("seat", "S"), ("round", "E"), ("win", "2z")]


def check_flat(pairs: list[tuple[str, str]]) -> None:
    for cells in (pairs, [*(pair for pair in WON if pair[0] not in dict(pairs)), *pairs]):
        try:
            record = any_from_flat(cells)
        except calc.CalcError as error:
            check_error(error)
            continue
        if isinstance(record, Win):
            assert exact(any_from_flat(flat_from(record).items())) == exact(record)
        (answer,) = calc.settle_stream([record], fields="full")
        check_answer({}, answer)


# ---- records


def settle(record: Any, rules: str | None = None, options: dict[str, Any] | None = None) -> None:
    """Settle one record, as a program would."""
    (answer,) = calc.settle_stream([record], fields="full", rules=rules, options=options)
    check_answer(record, answer)


def check_given(record: Any) -> None:
    """Settle whatever a program hands in."""
    settle(record)
    for ask in (calc.score, calc.settle_round, calc.settle_game, calc.find_waits):
        try:
            ask(record)
        except calc.CalcError as error:
            check_error(error)


def check_record(record: Any) -> None:
    (answer,) = settle_reads([_read(record)])
    check_answer(record, answer)


def _read(record: Any) -> Read[Any]:
    try:
        return Read(record_from(record))
    except calc.CalcError as error:
        check_error(error)
        return Read(error=error)


def check_under_rules(given: tuple[Any, str, dict[str, Any]]) -> None:
    record, rules, options = given
    if isinstance(record, dict):
        record.pop("rules", None)
        record.pop("options", None)
    settle(record, rules=rules, options=options)
    waiting = {key: value for key, value in record.items() if key not in ("win", "by", "from")}
    try:
        calc.find_waits(waiting, rules=rules, options=options)
    except calc.CalcError as error:
        check_error(error)


# ---- rule files

_FILES = itertools.count()


@cache
def folder() -> Path:
    """Where rule files and records are written, while the process lasts."""
    place = tempfile.mkdtemp(prefix="yaku-fuzz-")
    return Path(place)


HAND = {"hand": "234m345p456s5578p", "win": "6p", "by": "ron", "seat": "S", "round": "E", "riichi": True, "dora": "1s"}
#: What every house file has to settle, or refuse: a win, a draw, a round of cards.
PROBES: list[dict[str, Any]] = [
    HAND,
    {
        **HAND,
        "hand": "111p222p333s44z5p",
        "win": "5p",
        "by": "tsumo",
        "dora": "4z",
        "ura": "1p",
        "honba": 3,
        "sticks": 2,
    },
    {"round": "E", "number": 1, "draw": {"kind": "exhaustive", "waiting": ["E"]}},
    {"players": {"A": {"captured": "1B 3B 8B 9A"}, "B": {"captured": "1R 2R 3R"}}, "stopped_by": "A"},
    {
        "players": {
            "A": {"captured": "1BRCC 6ARCC"},
            "B": {"captured": "2ARCC 11BARC"},
            "C": {"captured": "12BCCC 3BRCC 8BACC"},
        }
    },
]


def check_that(is_so: object, message: str) -> None:
    assert is_so, message


def check_house_file(given: tuple[str, str]) -> None:
    text, _ = given
    file = folder() / f"house{next(_FILES)}.yaml"
    file.write_text(text, encoding="utf-8")
    try:
        rules = calc.load_rules(str(file))
    except calc.RuleTableError as error:
        check_error(error)
        told_where = error.file is not None or error.code in ("unknown_rules", "unknown_option")
        check_that(told_where, error.message)
        return
    finally:
        file.unlink()
    for probe, answer in zip(PROBES, calc.settle_stream(PROBES, rules=rules, fields="full"), strict=True):
        if isinstance(answer, calc.Refusal):
            check_answer(probe, answer)
        else:
            msgspec.json.encode(answer)


# ---- logs


def check_log(data: bytes) -> None:
    for game in itertools.islice(read_logs(io.BytesIO(data), name="a"), 20):
        if isinstance(game, LoggedGame):
            try:
                record = record_from(game.record)
                assert isinstance(record, Game)
                check_alone(game, record)
            except calc.CalcError as error:
                check_error(error)
        else:
            check_error(game)


# ---- bytes


def check_bytes(given: tuple[bytes, str]) -> None:
    data, name = given
    stream = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", newline="")
    reads = []
    try:
        for entry in itertools.islice(read_records(stream, name=name), 50):
            reads.append(entry)
            if entry.error is not None:
                check_error(entry.error)
    except calc.UnreadableError as error:
        check_error(error)
    for answer in settle_reads(reads):
        check_answer(None, answer)
    check_log(data)
    try:
        strict_yaml.load(data.decode(errors="surrogateescape"), file=None)
    except calc.UnreadableError as error:
        check_error(error)


# ---- the command


def check_command(given: tuple[str, list[str], str]) -> None:
    command, words, stdin = given
    words = [word for word in words if word != "-o"] if command == "rules" else words
    ran = run_yaku(command, *words, stdin=stdin, folder=place_of_samples())
    assert ran.code in (0, 1, 2), (ran.code, ran.err)
    assert "Traceback" not in ran.err
    assert "the program failed" not in ran.err + ran.out
    assert "\x1b" not in ran.err + ran.out


@cache
def place_of_samples() -> Path:
    """A folder of samples in which nothing can be spoiled."""
    place = folder() / "place"
    place.mkdir()
    (place / "samples").symlink_to(material.PROJECT / "samples")
    return place


PROPERTIES: dict[str, Property] = {
    "tiles": Property(TILES, check_tiles, 110),
    "melds": Property(MELDS, check_meld, 80),
    "cards": Property(CARDS, check_cards, 100),
    "lines": Property(LINES, check_line, 100),
    "spellings of wins": Property(wins, check_win_round_trip, 60),
    "spellings of hanafuda rounds": Property(hanafuda_rounds, check_hanafuda_round_trip, 40),
    "cells": Property(FLAT, check_flat, 60),
    "tiles and claims of wins": Property(TILES_OF_WINS, check_record, 100),
    "spoiled records": Property(spoiled(PLAIN_JUNK), check_record, 100),
    "records with slips": Property(spoiled(SLIP_TEXTS, SLIPS), check_record, 130),
    "spoiled records of a program": Property(spoiled(JUNK), check_given, 60),
    "records under any rules": Property(UNDER_RULES, check_under_rules, 60),
    "rule files": Property(HOUSE_FILES, check_house_file, 20),
    "logs": Property(LOGS, check_log, 20),
    "bytes": Property(st.tuples(BYTES, st.sampled_from(NAMES)), check_bytes, 50),
    "commands": Property(ARGUMENTS, check_command, 10),
}
