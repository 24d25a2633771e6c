"""Rule sets of every kind of game: which loader a name needs. A kind is loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from calc.tables.shelf import game_of

if TYPE_CHECKING:
    from calc.hanafuda.rules import HanafudaRules
    from calc.mahjong.schema import MahjongRules
    from calc.tables.checking import Checked

    AnyRules = MahjongRules | HanafudaRules

__all__ = ["HANAFUDA", "RIICHI", "check_any_rules", "load_any_rules"]

#: What ``game`` says in rule tables of each kind.
RIICHI = "riichi"
HANAFUDA = "hanafuda"


def load_any_rules(name: str, options: Mapping[str, Any] | None = None) -> AnyRules:
    """The rule set ``name``, of whichever game it is, with ``options`` chosen. Raises :class:`calc.RuleTableError`."""
    if game_of(name) == HANAFUDA:
        from calc.hanafuda.rules import load_hanafuda_rules

        return load_hanafuda_rules(name, options)
    from calc.mahjong.rules import load_mahjong_rules

    return load_mahjong_rules(name, options)


def check_any_rules(name: str) -> Checked[Any]:
    """All mistakes of a rule file of whichever game, every choice of its options tried."""
    from calc.tables.checking import check_file

    if game_of(name) == HANAFUDA:
        from calc.hanafuda.doubts import find_doubts
        from calc.hanafuda.rules import read_hanafuda_rules

        return check_file(name, read_hanafuda_rules, find_doubts)
    from calc.mahjong.rules import read_mahjong_rules

    return check_file(name, read_mahjong_rules)
