"""Rule sets of every kind of game: which loader a name needs. A kind is loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from calc.tables.shelf import game_of

if TYPE_CHECKING:
    from calc.hanafuda.rules import HanafudaRules
    from calc.mahjong.schema import MahjongRules

    AnyRules = MahjongRules | HanafudaRules

__all__ = ["HANAFUDA", "RIICHI", "load_any_rules"]

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
