"""House rules written for one test: one yaku with one condition, and hands that are asked for it."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import calc
from calc.mahjong.hand.shapes import SHAPES
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.rules.ruleset import MahjongRules

#: The id of the yaku under test.
HOUSE = "house"


def house_rules(folder: Path, when: str, sets: dict[str, str] | None = None) -> MahjongRules:
    """``riichi`` with one more yaku, whose condition is ``when`` in YAML, and with every shape there is; ``sets`` adds
    named sets of tiles.

    The yaku is a limit, so that it counts beside limit hands too.
    """
    named = {name: {"tiles": tiles, "name": {"en": name, "ja": name}} for name, tiles in (sets or {}).items()}
    shapes = {name: {"name": {"en": name, "ja": name}, "tenpai": False, "source": "test"} for name in SHAPES[3:]}
    path = folder / "test.yaml"
    path.write_text(
        f"""extends: riichi
sources: {{test: this test}}
sets: {json.dumps(named)}
shapes: {json.dumps(shapes)}
yaku:
  {HOUSE}:
    name: {{en: House yaku, ja: 試}}
    when: {when}
    value: {{limit: 1}}
    source: test
""",
        encoding="utf-8",
    )
    return load_mahjong_rules(str(path))


def line_of(hand: str) -> str:
    """A win line from the part that matters: by tsumo, in seat S of an east round, unless it says otherwise."""
    by = "" if {"ron", "tsumo"} & set(hand.split()) else " tsumo"
    seats = "".join(f" {key}={seat}" for key, seat in (("seat", "S"), ("round", "E")) if f" {key}=" not in hand)
    return f"{hand}{by}{seats}"


def which_have(rules: MahjongRules, hands: Sequence[str]) -> list[bool]:
    """Of each hand whether it has the house yaku. A hand without any yaku has not; no hand may be refused otherwise."""
    results = calc.score_many(map(line_of, hands), rules=rules)
    return [_has(result, hand) for result, hand in zip(results, hands, strict=True)]


def has_house(rules: MahjongRules, hand: str) -> bool:
    """Whether one hand has the house yaku."""
    return which_have(rules, [hand])[0]


def _has(result: Any, hand: str) -> bool:
    if isinstance(result, calc.Refusal):
        assert result.error.code == "no_yaku", f"{hand}: {result.error.message}"
        return False
    return HOUSE in [yaku.id for yaku in result.yaku]
