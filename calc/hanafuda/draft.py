"""Write a game of one's own to begin with: a small one that is complete, with further sections as comments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from calc.tables.draft import TEXTS, flow

#: The file; a line ``#: key`` becomes a comment, and ``# `` before other lines for what counts once it is removed.
_FILE: Final = """\
#: head
game: hanafuda
#: version
version: 1.0.0
name: NAME
#: sources
sources:
  house: HOUSE

#: unit
unit: points
#: table
table:
  players: [2, 3]
  first: dealer
  next_dealer: winner
  hand: {2: 8, 3: 7}
  field: {2: 8, 3: 6}
  source: house

#: classes
classes:
  bird:
    name: {en: birds, ja: 鳥}
    cards: 1B 2A 4A 8A 11A 12B
    source: house

#: card_points
card_points:
  classes: {bright: 20, animal: 10, ribbon: 5, chaff: 1}
  cards: {rain-man: 5}
  source: house

#: groups
groups:
  brights: {name: {en: brights, ja: 光札}, counts: best, source: house}

#: yaku
yaku:
  five_brights:
    name: {en: five brights, ja: 五光}
    when: {cards: [bright]}
    value: 100
    group: brights
    source: house
  three_brights:
    name: {en: three brights, ja: 三光}
    when: {count: {bright: {at_least: 3}}, not: {cards: rain-man}}
    value: 50
    group: brights
    source: house
  moon_viewing:
    name: {en: moon viewing, ja: 月見}
    when: {cards: moon sake-cup}
    value: 20
    source: house
  birds:
    name: {en: birds, ja: 鳥}
    when: {at_least: {4: bird}}
    value: {points: 30, each: 10, of: bird, beyond: 4}
    source: house
  full_month:
    name: {en: full month, ja: 四枚揃い}
    when: {full_month: any}
    value: {each: 10, full_month: any}
    source: house

#: settlement
settlement:
  card_points: {do: move, of: card_points, source: house}
  yaku: {do: move, of: yaku, from: others, source: house}
  winner: {do: win, of: each, by: [score, turn], source: house}

#: match
# match: {rounds: 12, source: house}

#: options
options:
  viewing:
    question: {en: What is moon viewing worth?, ja: 月見は何点か。}
    path: yaku.moon_viewing.value
    source: house
"""

_TEXTS: Final[dict[str, tuple[str, str]]] = {
    "head": (
        "A game of flower cards of our own. Change what you like and look it over:\n"
        "  yaku rules check {file}\n"
        "  yaku rules show {name}\n"
        '  yaku score "Aki:1BRCC,8B,9A Bea:3B,4ARCC,2AR" --rules {name}\n'
        "All words are told in docs/rule-tables.md (Hanafuda: sections).",
        "自作の花札の遊び。自由に書き換え、次のように確かめる。\n"
        "  yaku rules check {file}\n"
        "  yaku rules show {name} --lang ja\n"
        '  yaku score "Aki:1BRCC,8B,9A Bea:3B,4ARCC,2AR" --rules {name} --lang ja\n'
        "書き方は docs/rule-tables.md（Hanafuda: sections）にある。",
    ),
    **{key: TEXTS[key] for key in ("version", "sources")},
    "unit": ("What amounts are called: points, chips, kan.", "得点の単位：points（点）、chips（枚）など。"),
    "table": (
        "Who plays: how many, who stands first in a record, who deals next, and the cards dealt to each\n"
        "and to the field (0 where it does not matter).",
        "人数、記録で先頭に書く人、次の親、手札と場札の枚数（決まりがなければ0）。",
    ),
    "classes": (
        "Sets of cards by name. The deck has bright, animal, ribbon and chaff; 1B is the bright of month 1.",
        "札の種類に名前を付ける。bright（光）・animal（種）・ribbon（短冊）・chaff（カス）は最初からある。\n"
        "1B は1月の光札。",
    ),
    "card_points": (
        "What captured cards are worth; leave it out where only yaku count.",
        "取り札の点。役だけで争うなら、この節は消す。",
    ),
    "groups": (
        "Of a group with 'counts: best' only the best yaku counts.",
        "counts: best の組では、最も高い役だけを数える。",
    ),
    "yaku": (
        "Yaku: 'when' is the condition, 'value' the worth. With 'stops: true' a yaku ends the round, which\n"
        "a step such as {{do: win, of: stopper, source: house}} then reads.",
        "役：when が条件、value が点。stops: true の役ができると局が終わる。\n"
        "そのときは {{do: win, of: stopper, source: house}} のような手順で上がった人を勝ちにする。",
    ),
    "settlement": (
        "Who gets what, step by step: everybody scores the card points; each of the others pays the yaku;\n"
        "the highest score wins, of equal ones the first in turn order.",
        "精算の手順：札の点は各自の得点になり、役はほかの人がそれぞれ払う。\n"
        "得点の最も高い人が勝ち。同点なら手番の早い人。",
    ),
    "match": (
        "When a game is over. Without it, how long a game is, is agreed at the table.",
        "対局の終わり。書かなければ、何局打つかは卓で決める。",
    ),
    "options": (
        "What tables answer differently: --set viewing=30 answers it for one round.",
        "卓によって違うルール。--set viewing=30 のように一局だけ変えられる。",
    ),
}


def new_game_lines(name: Mapping[str, str], file: str, lang: str) -> Iterator[str]:
    """The lines of a game of one's own, meant for ``file``."""
    japanese = lang == "ja"
    path = file if "/" in file else f"./{file}"
    for line in _FILE.splitlines():
        if line.startswith("#: "):
            text = _TEXTS[line.removeprefix("#: ")][japanese].format(file=file, name=path)
            yield from (f"# {part}" for part in text.split("\n"))
        else:
            yield line.replace("HOUSE", TEXTS["house"][japanese]).replace("NAME", flow(dict(name)))
