"""What counts where house rules let yaku replace each other in a chain, or pay more han than a limit."""

from pathlib import Path

import pytest

import calc

#: A closed tsumo of runs: menzen tsumo, pinfu and tanyao, and the house yaku.
HAND = "234m567m345p678s6s +6s tsumo seat=S round=E"
#: Above a counted yakuman: 14 han are worth two limits.
ABOVE = """extends: riichi
sources: {test: this test}
points:
  levels:
    double_kazoe: {name: {en: twice a counted yakuman, ja: 二倍数え役満}, from_han: 14, base: 16000, source: test}
"""


@pytest.mark.parametrize("order", ["abc", "acb", "bac", "bca", "cab", "cba"])
def test_a_yaku_that_is_dropped_still_drops_what_it_stands_in_place_of(tmp_path: Path, order: str) -> None:
    over = {"a": "[b]", "b": "[c]", "c": "[]"}
    path = tmp_path / "chain.yaml"
    entries = "".join(
        f"  {name}: {{name: {{en: {name}, ja: {name}}}, when: {{by: tsumo}}, value: {{han: 1}}, "
        f"suppresses: {over[name]}, source: test}}\n"
        for name in order
    )
    path.write_text(f"extends: riichi\nsources: {{test: this test}}\nyaku:\n{entries}", encoding="utf-8")
    result = calc.score(HAND, rules=str(path))
    assert [yaku.id for yaku in result.yaku] == ["menzen_tsumo", "pinfu", "tanyao", "a"]
    assert result.han == 4


@pytest.mark.parametrize(
    ("indicators", "han", "limits", "points"),
    [("1m", None, 1, 32000), ("1m7m", None, 1, 32000), ("1m1m", 14, 0, 64000)],
)
def test_the_reading_that_pays_more_counts_before_one_that_is_a_limit(
    tmp_path: Path, indicators: str, han: int | None, limits: int, points: int
) -> None:
    """As triplets the hand is suuankou, as runs chinitsu with dora: 11 han pay less than the limit, 13 as much, and the
    14 of this house more.
    """
    path = tmp_path / "above.yaml"
    path.write_text(ABOVE, encoding="utf-8")
    line = f"22333444m99988m +2m tsumo seat=S round=E dora={indicators}"
    result = calc.score(line, rules=str(path))
    assert (result.han, result.limits, result.points) == (han, limits, points)
