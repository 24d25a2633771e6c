"""SECURITY.md: every test that it names is there, and every limit that it tells is the one that holds."""

import re

from calc import strict_yaml
from calc.disputes.claims import MOST_CLAIM, MOST_CLAIMS
from calc.errors import MOST_MESSAGE
from calc.intake import lines, unpack
from calc.mahjong.logs import mjlog_xml
from calc.notation import cards, melds, tiles
from calc.records.cells import MOST_LINE, MOST_WORD, MOST_WORDS
from calc.tables import shelf
from calc.text import MOST_SHOWN
from tests.cli.running import PROJECT

PAGE = (PROJECT / "SECURITY.md").read_text(encoding="utf-8")
TESTS = "".join(path.read_text(encoding="utf-8") for path in sorted((PROJECT / "tests").rglob("test_*.py")))


def test_every_test_that_it_names_is_there() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert len(named) > 20
    assert named <= set(re.findall(r"^def (test_\w+)", TESTS, re.MULTILINE))


def test_its_limits_are_those_that_hold() -> None:
    yaml, mib = strict_yaml, 1 << 20
    told = [
        f"{yaml.MAX_CHARACTERS:,} characters, {yaml.MAX_VALUES:,} values (an alias counts as all it stands for)",
        f"{yaml.MAX_DEPTH} levels, keys of {yaml.MAX_KEY:,} characters",
        f"{MOST_LINE:,} characters; {tiles.MOST_TEXT:,}; {cards.MOST_TEXT:,} |",
        f"| words of a line; a word without key, name or quotes | {MOST_WORDS:,}; {MOST_WORD:,} characters |",
        f"| a claim in words; claims on a record | {MOST_CLAIM:,} characters; {MOST_CLAIMS} |",
        f"| melds of a hand | {melds._MOST_MELDS} |",
        "| a line of a file; JSON in one text; a file of YAML | "
        f"{lines.MAX_LINE // mib} MiB; {lines.MAX_DOCUMENT // mib} MiB; {lines.MAX_YAML // mib} MiB |",
        f"{unpack.MAX_LOG // mib} MiB unpacked, {mjlog_xml.MAX_ELEMENTS:,} moves, 100 rounds",
        f"{unpack.MAX_ARCHIVE // mib} MiB, {unpack.MAX_MEMBERS:,} members",
        f" members, {unpack.MAX_UNPACKED >> 30} GiB unpacked",
        f"{shelf.MAX_BYTES:,} bytes, {shelf.MAX_VALUES:,} values, {shelf.MAX_CHOICES} choices",
        f"keys of {shelf.MAX_KEY} characters, texts of {shelf.MAX_TEXT:,}, numbers up to {shelf.MAX_NUMBER:,}",
        f"| rule sets that stand on each other | {shelf.MAX_EXTENDS} |",
        f"{MOST_MESSAGE:,} characters; {MOST_SHOWN:,}, the middle left out",
    ]
    for limit in told:
        assert limit in PAGE
