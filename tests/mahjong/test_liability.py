"""Which call makes its feeder responsible for a limit."""

from __future__ import annotations

import pytest

from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.value.liability import is_last_fed
from calc.notation.melds import parse_melds


@pytest.mark.parametrize(
    ("limit", "melds", "under", "is_fed"),
    [
        ("daisangen", "(555z)(666z)(777z)", "riichi", True),
        ("daisangen", "(555z)(123m)(666z)(7777z)", "riichi", True),
        ("daisangen", "(555z)(666z)(123m)", "riichi", False),
        ("daisangen", "(555z)(666z)(777z)(123m)", "riichi", False),
        ("daisangen", "[5555z](666z)(777z)", "riichi", False),
        ("daisangen", "[5555z](666z)(777z)", "tenhou", True),
        ("daisangen", "(555z)(666z)[7777z]", "tenhou", False),
        ("daisangen", "[5555z](666z)(777z)", "tenhou-sanma", True),
        ("daisuushi", "(111z)(222z)(333z)", "riichi", False),
        ("daisuushi", "(111z)(222z)(333z)(444z)", "riichi", True),
        ("ryuuiisou", "(234s)(666s)(888s)(666z)", "riichi", True),
        ("ryuuiisou", "(345s)(666s)(888s)(666z)", "riichi", False),
        ("suukantsu", "[1111m](222+2m)(3333p)(4444z)", "riichi", True),
        ("suukantsu", "[1111m](222+2m)(3333p)(444z)", "riichi", False),
        ("suukantsu", "[1111m](222m)(3333p)(4444z)", "riichi", False),
    ],
)
def test_the_meld_called_last(limit: str, melds: str, under: str, is_fed: bool) -> None:
    assert is_last_fed(limit, parse_melds(melds), load_mahjong_rules(under)) is is_fed
