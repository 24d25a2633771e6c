"""Random input of every kind: notation, records, rule files, logs, files, command lines; right, and spoiled."""

import gzip
import json
from collections.abc import Sequence
from functools import cache
from typing import Any
from xml.sax.saxutils import quoteattr

import yaml
from hypothesis import strategies as st

from calc.tables import load_table, rule_set_ids
from tests.fuzz import material
from tests.fuzz.mutations import PLAIN_JUNK, mutate, mutations, spoil_text
from tests.rows import Rows

ROWS = Rows(__file__)

SEEDS = st.integers(0, 2**32)
#: How often a piece is repeated: what takes exponential or quadratic time is noticed.
REPEATS = st.sampled_from([2, 30, 300, 5_000])


def soup(words: list[str], most: int = 12, between: str = "") -> st.SearchStrategy[str]:
    """Pieces of a notation one after the other, and sometimes something else, or one of them again and again."""
    repeated = st.builds(lambda piece, times: (piece + between) * times, st.sampled_from(words), REPEATS)
    one = st.sampled_from(words) | st.text(max_size=2)
    return st.lists(one, max_size=most).map(between.join) | st.lists(one | repeated, max_size=3).map(between.join)


TILE_WORDS = [
    *"0123456789",
    *"mpsz",
    *"ESWNPFC",
    "🀀",
    "🀄",
    "🀐",
    "\ufe0f",
    "🀢",
    " ",
    "１",
    "123m",
    "0s",
    "77z",
    "x",
    "M",
    "(",
    "+",
    ",",
]
MELD_WORDS: list[Any] = ROWS["meld_words"]
CARD_WORDS = [
    *"0123456789",
    *"BARC",
    "#",
    "1BRCC",
    "8BA",
    "11BARC",
    "12BCCC",
    "#10",
    "#121",
    "crane",
    "sake-cup",
    "松に鶴",
    " ",
    ",",
    "、",
    "1C",
    "CC",
]


LINE_WORDS: list[Any] = ROWS["line_words"]
LINES = soup(LINE_WORDS, between=" ") | st.builds(
    lambda seed, number, junk: spoil_text(material.lines()[seed % len(material.lines())], number, junk),
    SEEDS,
    st.integers(0, 2_000),
    st.sampled_from([*LINE_WORDS, " ", "\x00", "\ud800"]),
)


FLAT_KEYS: list[Any] = ROWS["flat_keys"]
FLAT_CELLS: list[Any] = ROWS["flat_cells"]
FLAT = st.lists(st.tuples(st.sampled_from(FLAT_KEYS), st.sampled_from(FLAT_CELLS) | st.text(max_size=3)), max_size=8)


def spoiled(junk: list[Any], do: Sequence[str] = ()) -> st.SearchStrategy[Any]:
    """Records that were right before something was done to them: anything, or one of ``do``."""
    return st.builds(mutate, SEEDS.map(material.sound_record), mutations(junk, do=do) if do else mutations(junk))


@cache
def options_of(rules: str) -> list[tuple[str, list[Any]]]:
    """The options of a rule set with their choices; a value of another size where the answer is a value."""
    found = []
    for name, option in load_table(rules).data.get("options", {}).items():
        default = option.get("default")
        found.append((name, [*option.get("choices", {}), default, *PLAIN_JUNK[:8]]))
    return found


@st.composite
def chosen(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A rule set and some of its options."""
    rules = draw(st.sampled_from(rule_set_ids()))
    known = options_of(rules)
    picked = draw(st.lists(st.sampled_from(known), max_size=3)) if known else []
    return rules, {name: draw(st.sampled_from(choices)) for name, choices in picked}


UNDER_RULES = st.builds(
    lambda record, rules: (record, *rules),
    st.builds(mutate, SEEDS.map(material.sound_record), mutations(PLAIN_JUNK, most=1))
    | SEEDS.map(material.sound_record),
    chosen(),
)


@cache
def tree_of(rules: str) -> Any:
    """The own data of a shipped rule set, merged."""
    data = load_table(rules).data
    return {key: value for key, value in data.items() if key not in ("id", "origin", "chosen")}


@st.composite
def house_files(draw: st.DrawFn) -> tuple[str, str]:
    """The text of a house file, and the rule set that it extends or spoils."""
    rules = draw(st.sampled_from(rule_set_ids()))
    changes = draw(mutations(PLAIN_JUNK, most=2))
    if draw(st.booleans()):
        own: Any = {
            "extends": rules,
            "version": "1.0.0",
            "name": {"en": "House", "ja": "家"},
            "sources": {"house": "us"},
        }
        sections = draw(st.lists(st.sampled_from(sorted(tree_of(rules))), min_size=1, max_size=2))
        for section in sections:
            inner = tree_of(rules)[section]
            if isinstance(inner, dict) and inner and section not in ("name", "sources"):
                key = draw(st.sampled_from(sorted(inner)))
                own[section] = {key: inner[key]}
    else:
        own = tree_of(rules)
    return yaml.safe_dump(mutate(own, changes), allow_unicode=True, sort_keys=False), rules


def xml_of(elements: Any) -> bytes:
    """The text of a log; what is no element is written as it is."""
    words = []
    for element in elements if isinstance(elements, list) else [elements]:
        match element:
            case [str(name), dict(keys)]:
                told = "".join(f" {key}={quoteattr(str(value))}" for key, value in keys.items())
                words.append(f"<{name}{told}/>")
            case _:
                words.append(str(element))
    return f'<mjloggm ver="2.3">{"".join(words)}</mjloggm>'.encode(errors="surrogatepass")


def spoiled_logs() -> st.SearchStrategy[bytes]:
    def encoded(value: Any) -> bytes:
        return json.dumps(value).encode()

    def lines_of(events: Any) -> bytes:
        return b"\n".join(map(encoded, events)) if isinstance(events, list) else encoded(events)

    changes = mutations(PLAIN_JUNK, most=2)
    return (
        changes.map(lambda made: xml_of(mutate(material.mjlog_elements(), made)))
        | changes.map(lambda made: encoded(mutate(material.tenhou_value(), made)))
        | changes.map(lambda made: lines_of(mutate(material.mjai_events(), made)))
    )


NAMES = ["a.txt", "a", "a.yaml", "a.json", "a.jsonl", "a.csv"]


@cache
def texts() -> list[bytes]:
    """Files of every form that are right."""
    records = material.case_records()[::40]
    return [
        *(line.encode() for line in material.lines()[::40]),
        *(json.dumps(record).encode() for record in records),
        *(yaml.safe_dump(record, allow_unicode=True).encode() for record in records),
        b"hand,win,by,seat,round\n123m456p789s1122z,2z,tsumo,E,E\n",
        b"rules,players,stopped_by\nkoikoi,A:1B B:2A,\n",
        xml_of(material.mjlog_elements()),
        gzip.compress(xml_of(material.mjlog_elements()), mtime=0),
    ]


def spoil_bytes(data: bytes, places: list[tuple[int, int, bytes]]) -> bytes:
    for where, length, new in places:
        at = where % (len(data) + 1)
        data = data[:at] + new + data[at + length :]
    return data


BYTES = st.binary(max_size=60) | st.builds(
    spoil_bytes,
    st.deferred(lambda: st.sampled_from(texts())),
    st.lists(st.tuples(st.integers(0, 5_000), st.integers(0, 40), st.binary(max_size=4)), max_size=3),
)


WORDS: list[Any] = ROWS["words"]
ARGUMENTS = st.tuples(
    st.sampled_from(
        ["score", "game", "dispute", "compare", "waits", "log", "batch", "ask", "chart", "points", "rules"]
    ),
    st.lists(st.sampled_from(WORDS), max_size=5),
    st.sampled_from(
        [
            "",
            "123m456p789s1122z +2z tsumo seat=E round=E\n",
            "riichi\n123m\nback\n?\n",
            "koikoi\nA,B\n1B\n",
            "{",
            "- a\n",
            "\x00",
        ]
    ),
)

TILES = soup(TILE_WORDS)
MELDS = soup(MELD_WORDS, 6)
CARDS = soup(CARD_WORDS)
#: Wins, one text of which is any: as plain data, which goes another way than a line.
TILES_OF_WINS = st.builds(
    lambda seed, key, text: {**material.sound_win(seed), key: text},
    SEEDS,
    st.sampled_from(["hand", "win", "melds", "dora", "ura", "discards", "claim"]),
    soup(TILE_WORDS, 3) | soup(MELD_WORDS, 3),
) | st.builds(
    lambda seed, key, value: {**material.sound_win(seed), "claim": {key: value}},
    SEEDS,
    st.sampled_from(["points", "han", "fu", "yaku", "payments", "win"]),
    st.sampled_from(["7700", "1300/2600", "4000 all", "mangan", "満貫", "9" * 5_000, "9" * 5_000 + " all", "7,700", ""])
    | st.text(max_size=3),
)
HOUSE_FILES = house_files()
LOGS = spoiled_logs()
