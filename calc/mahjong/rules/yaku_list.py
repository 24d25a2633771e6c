"""Lists of yaku that rule sets can take, such as the local yaku: ``rules/local/local.yaml``."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from calc.mahjong.rules.schema import FactRule, Shape, TileSet, Yaku
from calc.tables import RuleSet
from calc.tables.ruleset import ENTRY_ID, keys_spelled


class ListedYaku(Yaku, frozen=True, kw_only=True):
    """A yaku of a list, with a win that has it."""

    example: Annotated[str, Meta(description="A record in a line that has it, under the default rules with it alone.")]
    counter_example: Annotated[str, Meta(description="A record that nearly has it.")]


class YakuList(RuleSet, frozen=True, kw_only=True):
    """The file of a list: its yaku, and the sets of tiles, facts and shapes that they name."""

    kind: Literal["yaku"]
    game: Literal["riichi"]
    sets: dict[str, TileSet] = msgspec.field(default_factory=dict)
    facts: dict[str, FactRule] = msgspec.field(default_factory=dict)
    shapes: dict[str, Shape] = msgspec.field(default_factory=dict)
    yaku: Annotated[dict[str, ListedYaku], keys_spelled(ENTRY_ID)]
