"""Sizes and depths: whatever is given, time and memory stay bounded."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import calc
from calc.errors import MOST_KEY, MOST_MESSAGE, did_you_mean
from calc.intake.entries import RECORDS
from calc.intake.records import read_file
from calc.strict_yaml import load
from calc.text import MOST_SHOWN, wrap
from tests.cli.running import run_yaku
from tests.hostile.bounded import run_bounded

WIN = {"hand": "123m456p789s1122z", "win": "2z", "by": "tsumo", "seat": "S", "round": "E"}
LINE = "123m456p789s1122z +2z tsumo seat=S round=E"
#: Ten of the level below, twelve levels deep.
LAUGHS = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12))
LONG = "k" * 2_000_000
TEN_MB = "k" * 10_000_000

#: A text, or what makes it, and what is said of it.
HOSTILE: dict[str, tuple[str | Callable[[], str], str]] = {
    "aliases.yaml": (LAUGHS, "expected at most 200,000 values in a document (aliases counted each time)"),
    "merge.yaml": ("a: &a {hand: 1m}\n<<: *a\n", "found the merge key '<<'"),
    "tag.yaml": ("hand: !!python/object/apply:os.system [id]\n", "expected a value without a tag"),
    "key.yaml": (lambda: f"? {LONG}\n: 1\n", "expected a key of at most 1,024 characters, found one of 2,000,000"),
    "large.yaml": (lambda: f"'{TEN_MB}': 1\n", "expected at most 4,000,000 characters of YAML"),
    "deep.yaml": ("[" * 10_000 + "]" * 10_000, "expected at most 100 levels of nesting"),
    "digits.yaml": (json.dumps(WIN)[:-1] + f', "honba": {"9" * 10_000}}}', "honba: expected a whole number"),
    "key.json": (lambda: json.dumps({LONG: 1}), "expected a key of a win, found 'kkk"),
    "larger_key.json": (lambda: json.dumps({TEN_MB: 1}), "expected a key of a win, found 'kkk"),
    "deep.json": ("[" * 10_000 + "]" * 10_000, "nesting that is too deep"),
    "deep_object.json": ('{"id":' * 10_000 + "1" + "}" * 10_000, "nesting that is too deep"),
    "deep_id.jsonl": (json.dumps(WIN)[:-1] + ', "id": ' + "[" * 10_000 + "]" * 10_000 + "}", "that is too deep"),
    "digits.json": (json.dumps(WIN)[:-1] + f', "honba": {"9" * 10_000}}}', "integer value out of range"),
    "exponent.json": (json.dumps(WIN)[:-1] + ', "id": 1e999999}', "number out of range"),
    "tiles.json": (lambda: json.dumps({**WIN, "hand": "1m" * 1_000_000}), "expected at most 1,000 characters of tiles"),
    "melds.json": (
        lambda: json.dumps({**WIN, "melds": ["(123m)"] * 100_000}), "expected at most 100 melds, found 100,000"
    ),
    "one_text.json": (
        lambda: json.dumps({**WIN, "melds": "(123m)" * 500_000}), "expected at most 1,000 characters of melds"
    ),
    "line.txt": (lambda: f"{LINE} id={LONG}", "expected a line of at most 200,000 characters, found 2,000,0"),
    "digits.txt": (f"{LINE} honba={'9' * 10_000}", "honba: expected a whole number"),
    "points.txt": (f"{LINE} claim.points={'9' * 10_000}", "expected points such as 7700"),
    "points.json": (json.dumps({**WIN, "claim": {"points": "9" * 10_000}}), "expected points such as 7700"),
    "cards.txt": (lambda: f"koikoi A:{','.join(['1B'] * 5_000)} B:2A", "expected at most 10,000 characters of cards"),
    "columns.csv": (
        lambda: ",".join(["hand", *map(str, range(50_000))]) + f"\n{'x,' * 50_000}x\n",
        "expected columns that are keys of records",
    ),
    "cell.csv": (lambda: f'hand,by\n"{LONG}",ron\n', "field larger than field limit"),
    "players.json": (
        lambda: json.dumps({"rules": "koikoi", "players": {f"A{n}": {"captured": "1B"} for n in range(100_000)}}),
        "koikoi is played by 2, found 100000 players",
    ),
}  # fmt: skip


def text_of(name: str) -> str:
    text = HOSTILE[name][0]
    return text if isinstance(text, str) else text()


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_costs_an_error(name: str, tmp_path: Path) -> None:
    message = HOSTILE[name][1]
    (tmp_path / name).write_text(text_of(name))
    ran = run_yaku("score", name, folder=tmp_path)
    assert ran.code == 1
    assert message in ran.err
    assert len(ran.err) < 10_000


@pytest.mark.parametrize("command", ["game", "dispute", "compare", "waits", "batch"])
@pytest.mark.parametrize("name", ["aliases.yaml", "tag.yaml", "key.json", "deep_id.jsonl", "line.txt", "columns.csv"])
def test_every_door_refuses_it_too(command: str, name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text_of(name))
    ran = run_yaku(command, name, folder=tmp_path)
    assert ran.code == 1
    assert "error: " in ran.err
    assert len(ran.err) < 10_000
    if (name, command) == ("columns.csv", "game"):
        assert "expected at most 2,000 columns of scores, found 50,001" in ran.err


def test_memory_stays_bounded_for_text_without_an_end(tmp_path: Path) -> None:
    ran = run_bounded("score", "/dev/zero", folder=tmp_path, mib=512)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == (
        "error: /dev/zero: expected a file of at most 16 MiB, found more; settle it with yaku batch, which reads files "
        "of any size\n"
    )


def test_a_file_that_is_too_large_to_be_shown_is_for_batch(tmp_path: Path) -> None:
    lines = [f"{LINE}\n"] * 1_000
    size = 1_000 * len(lines[0])
    assert len(list(read_file(lines, "a.txt", RECORDS, size))) == len(lines)
    with pytest.raises(calc.UnreadableError, match=r"^a\.txt: expected a file of at most 0 MiB, found more; settle"):
        list(read_file(lines, "a.txt", RECORDS, size - 1))
    (tmp_path / "a.jsonl").write_text(("#" * 10_000_000 + "\n") * 2)
    for command in ("score", "game", "dispute", "compare", "waits"):
        ran = run_yaku(command, "a.jsonl", folder=tmp_path)
        assert "a.jsonl: expected a file of at most 16 MiB, found more; settle it with yaku batch" in ran.err


def packed(path: Path, mib: int) -> None:
    """A file of nothing but NUL bytes."""
    part = gzip.compress(bytes(32 << 20), compresslevel=6)
    path.write_bytes(part * (mib // 32))


#: What is read as a whole is refused at its limit; a line is passed over, and memory stays flat.
BOMBS = {
    "a.jsonl.gz": ("batch", "expected a line of at most 16 MiB, found one of 268,435,456 bytes"),
    "a.json.gz": ("batch", "expected at most 32 MiB of JSON in one text, found more"),
    "a.yaml.gz": ("batch", "expected at most 16 MiB of YAML, found more"),
    "a.mjlog": ("log", "expected a log of at most 16 MiB, found more"),
}


def test_a_gzip_bomb_takes_no_more_memory_than_a_small_file(tmp_path: Path) -> None:
    packed(tmp_path / "a.jsonl.gz", 256)
    for name, (command, message) in BOMBS.items():
        if not (tmp_path / name).exists():
            (tmp_path / name).hardlink_to(tmp_path / "a.jsonl.gz")
        ran = run_bounded(command, name, folder=tmp_path, mib=384)
        assert message in ran.err, name
        assert ran.code == 1


XML_BOMBS = {
    "entities": '<!DOCTYPE a [<!ENTITY l "lol"><!ENTITY m "&l;&l;&l;&l;&l;&l;&l;&l;">]><mjloggm>&m;</mjloggm>',
    "attribute": '<!DOCTYPE a [<!ENTITY l "lol">]><mjloggm ver="&l;"/>',
    "external": '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><mjloggm>&x;</mjloggm>',
    "external_type": '<!DOCTYPE a SYSTEM "file:///etc/passwd"><mjloggm/>',
    "parameter": '<!DOCTYPE a [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]><mjloggm/>',
}


@pytest.mark.parametrize("name", XML_BOMBS)
@pytest.mark.parametrize("command", ["log", "batch"])
def test_xml_declares_nothing(name: str, command: str, tmp_path: Path) -> None:
    (tmp_path / "a.mjlog").write_text(f'<?xml version="1.0"?>{XML_BOMBS[name]}')
    ran = run_yaku(command, "a.mjlog", folder=tmp_path)
    assert ran.code == 1
    assert "expected XML without a document type or entities, found one; a game log has none" in ran.err
    assert "root:" not in ran.err + ran.out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<mjloggm>" * 100_000, "expected whole XML, found a fault in line 1, column 900001: no element found"),
        ("<mjloggm>" * 90_000 + "</mjloggm>" * 90_000, "directly below the root, found 'mjloggm' deeper"),
        ("<mjloggm>" + "<T0/>" * 200_000 + "</mjloggm>", "expected at most 100000 moves in a log, found more"),
        ("<mjloggm>" * 800_000, "expected at most 100000 moves in a log, found more"),
        (f"<{LONG}/>", "expected Tenhou XML, with the root 'mjloggm', found 'kkk"),
        ('{"log":' + "[" * 10_000 + "]" * 10_000 + "}", "nesting that is too deep"),
        (json.dumps({"type": LONG}), "found 'kkkk"),
        ('{"type":"start_game"}\n' + '{"type":"start_kyoku"}\n' * 20_000, "expected 1 to 100 rounds"),
    ],
    ids=["broken xml", "deep xml", "many moves", "many brackets", "long name", "deep json", "long type", "many rounds"],
)
def test_a_hostile_log_costs_an_error(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text(text)
    ran = run_yaku("log", "a.log", folder=tmp_path)
    assert ran.code == 1
    assert message in ran.err
    assert len(ran.err) < 10_000


def test_a_message_and_its_key_are_of_bounded_length() -> None:
    error = calc.CalcError(f"expected {LONG}", key=LONG)
    assert len(str(error)) == len(error.message) == MOST_MESSAGE
    assert error.message.startswith("expected kkk")
    assert error.key is not None
    assert len(error.key) == MOST_KEY


def test_nobody_looks_for_the_nearest_of_too_much() -> None:
    assert "did you mean" not in did_you_mean(LONG, ["riichi"])
    assert "did you mean" not in did_you_mean("rihci", [f"{n}-riich" for n in range(300_000)])


def test_a_long_line_is_shown_around_its_fault() -> None:
    ran = run_yaku("score", f"{LINE} id={'x' * 50_000} nonsense=1 liable={'y' * 50_000}")
    error, shown, caret = ran.err.splitlines()
    assert error == "error: expected a key of a win, found 'nonsense'"
    assert len(shown) < 1_100
    assert shown.startswith("  ... ")
    assert shown.endswith(" ...")
    assert shown[caret.index("^") :].startswith("nonsense=1")


@pytest.mark.parametrize("text", ["A" * 300_000, "漢" * 300_000], ids=["narrow", "wide"])
def test_long_names_are_cut_where_they_are_shown(text: str) -> None:
    lines = wrap(text, 80)
    assert sum(map(len, lines)) < 1.5 * MOST_SHOWN
    assert "..." in " ".join(lines)


def test_a_record_longer_than_a_file_name_is_still_a_record() -> None:
    ran = run_yaku("score", f"riichi {LINE} id={'x' * 5_000} claim.points=1")
    assert ran.code == 1
    assert "South wins" in ran.out


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


DEEP = nested(100_000)


@pytest.mark.parametrize(
    "more",
    [
        {"id": DEEP},
        {"options": {"kazoe": DEEP}},
        {"melds": DEEP},
        {"honba": 10**5_000},
        {"facts": {"dealer_keeps": -(10**5_000)}},
        {"honba": float("nan")},
        {"claim": {"points": float("inf")}},
        {"hand": "1m" * 500_000},
        {"claim": {"yaku": ["\ud800"]}},
        {"\ud800": 1},
        {"hand": b"1m"},
        {"options": range(3)},
        {"claim": {"payments": object()}},
    ],
    ids=[
        "id",
        "options",
        "melds",
        "digits",
        "facts",
        "nan",
        "inf",
        "tiles",
        "half",
        "half in a key",
        "bytes",
        "range",
        "object",
    ],
)
def test_a_program_is_told_by_an_error_of_ours(more: dict[str, Any]) -> None:
    with pytest.raises(calc.CalcError):
        calc.score({**WIN, **more})
    (refusal,) = calc.score_many([{**WIN, **more}])
    assert not refusal.ok
    if "id" not in more and "options" not in more:
        # What refuses it can be written down, whatever was in it.
        assert msgspec.json.decode(msgspec.json.encode(refusal))["error"]["message"]


@pytest.mark.parametrize(
    "value",
    [object(), 10**5_000, "\ud800", nested(100_000), {1, 2}],
    ids=["object", "digits", "half", "nested", "set"],
)
def test_options_of_a_program_are_plain_data(value: Any) -> None:
    for options in ({"tanyao_open": value}, {"nonsense": value}):
        with pytest.raises(calc.RuleTableError) as caught:
            calc.load_rules("riichi", options)
        assert caught.value.code == "unknown_option"


@pytest.mark.parametrize(
    "text",
    ["# x\n" * 500_000, "a: |\n" + "  x\n" * 500_000, '"' + "\\\n" * 500_000 + '"', "- " * 1_000_000, "{" * 1_000_000],
    ids=["comments", "block", "folded", "sequences", "braces"],
)
def test_long_yaml_is_read_or_refused_in_time(text: str) -> None:
    if text[0] in "-{":
        with pytest.raises(calc.UnreadableError, match="levels of nesting"):
            load(text, file=None)
    else:
        assert len(json.dumps(load(text, file=None).value)) <= len(text)


@pytest.mark.parametrize("field", ["hand", "win", "melds", "dora", "ura", "discards"])
@pytest.mark.parametrize("text", ["8z", "1x", "9W", "z8", "1m x9", "1z0W", "4000 all", "(555+5z)", "\u00e9"])
def test_tiles_that_are_none_cost_one_record(field: str, text: str) -> None:
    good = {**WIN, "riichi": True}
    before, refused, after = calc.score_many([good, {**good, field: text}, good])
    assert before.ok
    assert after == before
    assert not refused.ok
    assert refused.error.code in (
        "notation",
        "impossible_hand",
        "wrong_number_of_tiles",
        "contradiction",
        "unknown_key",
    )
