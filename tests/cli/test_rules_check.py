"""``yaku rules check`` tells every mistake that can be found by itself, and none that only follows from another."""

from pathlib import Path

import pytest

from tests.cli.running import run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)

HEAD = "game: {}\nextends: {}\nversion: 1.0.0\nname: {{en: House, ja: 家}}\nsources: {{house: our table}}\n"
RIICHI = HEAD.format("riichi", "riichi")
KOIKOI = HEAD.format("hanafuda", "koikoi")


def check(folder: Path, text: str) -> tuple[list[str], int]:
    """What is told of a file, without its folder, and the exit code."""
    path = folder / "house.yaml"
    path.write_text(text, encoding="utf-8")
    ran = run_yaku("rules", "check", str(path))
    assert ran.out == ""
    return ran.err.replace(f"{folder}/", "").splitlines(), ran.code


def test_every_mistake_of_a_riichi_file(tmp_path: Path) -> None:
    text = """\
yakus: {}
yaku:
  pinfu: {vale: {han: 1}, suppresses: [tanyo]}
  tanyao: {value: {han: one}}
  pinfo: null
  a: {name: {en: A, ja: A}, when: {bye: tsumo}, value: {han: one}, source: hous}
  b: {name: {en: B, ja: B}, when: {tiles: {every: simples}}, value: {han: 1}}
  c: {name: {en: C, ja: C}, when: {yaku: b}, value: {hun: 1}, suppresses: [pinfuu], source: house}
points: {stick: {points: many}}
match: {winds: 7}
options:
  kazoe: {default: maybe}
  uma: {default: [1, 2, 3, 4]}
  x:
    question: {en: Q, ja: Q}
    default: a
    choices:
      a: {}
      b: {yaku.pinfu.value: {hun: 1}}
      c: {yaku.pinfo.value: 1}
      d: {yaku.chiitoi.when: {bye: ron}}
      e: 3
    source: house
"""
    assert check(tmp_path, RIICHI + text) == (
        [
            "error: house.yaml:6, yakus: unknown key 'yakus'; did you mean 'yaku'?",
            "error: house.yaml:8, yaku.pinfu.vale: unknown key 'vale'; did you mean 'value'?",
            "error: house.yaml:8, yaku.pinfu.suppresses: there is no yaku 'tanyo'; did you mean 'tanyao'?",
            "error: house.yaml:9, yaku.tanyao.value.han: expected a whole number or a mapping or null, found 'one'",
            "error: house.yaml:10, yaku.pinfo: null removes an entry, but there is no 'pinfo' here; "
            "did you mean 'pinfu'?",
            "error: house.yaml:11, yaku.a.when.bye: unknown word 'bye'; did you mean 'by'?",
            "error: house.yaml:11, yaku.a.value.han: expected a whole number or a mapping or null, found 'one'",
            "error: house.yaml:11, yaku.a.source: a source begins with the name of one under 'sources', found 'hous'; "
            "did you mean 'house'?",
            "error: house.yaml:12, yaku.b: the key 'source' is missing here",
            "error: house.yaml:12, yaku.b.when: there is no set 'simples'; did you mean 'simple'?",
            "error: house.yaml:13, yaku.c.value.hun: unknown key 'hun'; did you mean 'han'?",
            "error: house.yaml:13, yaku.c.suppresses: there is no yaku 'pinfuu'; did you mean 'pinfu'?",
            "error: house.yaml:14, points.stick.points: expected a whole number, found 'many'",
            "error: house.yaml:15, match.winds: match.winds is what the option 'rounds' sets; "
            "change its default instead",
            "error: house.yaml:17, options.kazoe: the default 'maybe' is none of the choices; "
            "expected 'yakuman', 'yonbaiman', 'sanbaiman' or 'none'",
            "error: house.yaml:18, options.uma.default: expected uma that sum to 0, found 10",
            "error: house.yaml:24, options.x.choices.b: yaku.pinfu.value.hun: unknown key 'hun'; did you mean 'han'?",
            "error: house.yaml:25, options.x.choices.c: the path 'yaku.pinfo.value' leads nowhere in this rule set; "
            "did you mean 'pinfu'?",
            "error: house.yaml:26, options.x.choices.d: the path 'yaku.chiitoi.when' leads nowhere in this rule set; "
            "did you mean 'chiitoitsu'?",
            "error: house.yaml:27, options.x.choices.e: expected a mapping of changes `path: value`, found 3",
            f"20 mistakes in {Path('house.yaml')}",
        ],
        1,
    )


def test_every_mistake_of_a_hanafuda_file(tmp_path: Path) -> None:
    text = """\
classes:
  bird: {name: {en: b, ja: b}, cards: 1X, source: house}
  fish: {name: {en: b, ja: b}, cards: [2A], source: hous}
yaku:
  goko: {when: {all: [curtin]}, source: house}
  shiko: {group: bright}
  a: {name: {en: A}, when: {any: {n: 3, of: bird}}, value: 3, source: house}
  b: {name: {en: A, ja: A}, when: {any: {n: 3, of: birdy}}, value: {points: x}, source: house}
settlement:
  points: {do: mov, of: yaku, source: house}
"""
    told, code = check(tmp_path, KOIKOI + text)
    assert code == 1
    assert [line.partition(": ")[2].partition(": ")[0] for line in told] == [
        "house.yaml:7, classes.bird.cards",
        "house.yaml:8, classes.fish.source",
        "house.yaml:10, yaku.goko.when.all",
        "house.yaml:11, yaku.shiko.group",
        "house.yaml:13, yaku.b.when.any",
        "house.yaml:13, yaku.b.value.points",
        "house.yaml:15, settlement.points.do",
        "",
    ]


@ROWS.each("what_follows_from_a_mistake_is_not_told_too")
def test_what_follows_from_a_mistake_is_not_told_too(tmp_path: Path, text: str, expected: list[str]) -> None:
    told, code = check(tmp_path, KOIKOI + text)
    assert code == 1
    assert [line.removeprefix("error: ").partition(": ")[0] for line in told] == expected


def test_a_change_that_breaks_what_it_stands_on_is_named(tmp_path: Path) -> None:
    told, _ = check(tmp_path, RIICHI + "sets: {simple: null}\n")
    assert len(told) == 1
    assert told[0].startswith("error: house.yaml:6, sets.simple: with this change, ")
    assert told[0].endswith("yaku.tanyao.when: there is no set 'simple'")


@pytest.mark.parametrize(
    "text",
    ["extends: tenho\nyaku: {pinfo: null}\n", "yaku:\n  pinfu: {a: 1}\n  pinfu: {b: 1}\n", "- 1\n", "game: [\n"],
    ids=["unknown base", "key twice", "no mapping", "no YAML"],
)
def test_where_nothing_can_be_looked_at_behind_it_one_mistake_is_told(tmp_path: Path, text: str) -> None:
    told, code = check(tmp_path, text)
    assert (len(told), code) == (1, 1)
    assert told[0].startswith("error: house.yaml:")
