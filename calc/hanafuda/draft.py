"""Write a game of one's own to begin with: a small one that is complete, with further sections as comments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from calc.tables.draft import flow
from calc.translation import Phrases

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

_TEXTS: Final = Phrases("draft.hanafuda", "draft")


def new_game_lines(name: Mapping[str, str], file: str) -> Iterator[str]:
    """The lines of a game of one's own, meant for ``file``."""
    path = file if "/" in file else f"./{file}"
    for line in _FILE.splitlines():
        if line.startswith("#: "):
            text = _TEXTS.text(line.removeprefix("#: ")).format(file=file, name=path)
            yield from (f"# {part}" for part in text.split("\n"))
        else:
            yield line.replace("HOUSE", _TEXTS.text("house")).replace("NAME", flow(dict(name)))
