"""A rule file of a mahjong game or a list of yaku, and the rules that the engine makes of it.

Annotations are evaluated here as they stand (no ``from __future__``): resolving them later takes longer.
"""

from functools import cached_property, lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from calc.mahjong.hand.readings import Sets
from calc.mahjong.hand.shapes import FOUR_ALIKE
from calc.mahjong.rules.rounds import FinalRules, Liability, MatchRules, RoundRules, Winning
from calc.mahjong.rules.schema import DoraRules, FactRule, Fu, Points, Shape, TileRules, TileSet, Yaku
from calc.mahjong.rules.words import Lexicon
from calc.tables import OptionRule, RuleSet
from calc.tables.ruleset import ENTRY_ID, keys_spelled


class _AsWritten(RuleSet, frozen=True, kw_only=True):
    """The sections that the engine uses as the file has them."""

    seats: tuple[str, ...]
    tiles: TileRules
    facts: dict[str, FactRule] = msgspec.field(default_factory=dict)
    shapes: dict[str, Shape]
    dora: DoraRules
    #: A set without fu counts han only.
    fu: Fu = Fu(round_up_to=1, win={})
    points: Points
    liability: Liability
    winning: Winning
    rounds: RoundRules
    match: MatchRules
    final: FinalRules


class RuleFile(_AsWritten, frozen=True, kw_only=True):
    """The keys of a mahjong rule file."""

    game: Literal["riichi"]
    seats: tuple[Literal["E", "S", "W", "N"], ...]
    sets: dict[str, TileSet]
    yaku: Annotated[dict[str, Yaku], keys_spelled(ENTRY_ID)]
    options: Annotated[dict[str, OptionRule], keys_spelled(ENTRY_ID)] = msgspec.field(default_factory=dict)


class MahjongRules(_AsWritten, frozen=True, kw_only=True, eq=False):
    """A mahjong rule set, ready to value hands with. Only the same loaded object is equal to it: what is made under a
    rule set is kept for it.

    ``yaku`` are those of wins in the order of the file, ``draw_yaku`` those of exhaustive draws; ``asked`` is the order
    in which the conditions can be asked (one that names another comes after it). ``dora_after``: the tile that each
    indicator points to, by tile kind.
    """

    kinds: frozenset[int]
    sets: Sets
    dora_after: dict[int, int]
    yaku: dict[str, Yaku]
    draw_yaku: dict[str, Yaku]
    asked: tuple[str, ...]

    @cached_property
    def known_shapes(self) -> tuple[str, ...]:
        """The shapes that a hand can have, as :func:`calc.mahjong.hand.readings.read_hands` takes them."""
        alike = [FOUR_ALIKE for shape in self.shapes.values() if shape.four_alike]
        return (*self.shapes, *alike)

    @cached_property
    def waiting_shapes(self) -> tuple[str, ...]:
        """Those that a hand one tile short can wait for."""
        return tuple(name for name in self.known_shapes if name not in self.shapes or self.shapes[name].tenpai)

    @property
    def lexicon(self) -> Lexicon:
        """English titles for the phrases of conditions."""
        return self.lexicon_in("en")

    def lexicon_in(self, lang: str) -> Lexicon:
        """Titles for the phrases of conditions in a language, ``en`` or ``ja``."""
        return _lexicon_of(self, lang)


@lru_cache(maxsize=64)
def _lexicon_of(rules: MahjongRules, lang: str) -> Lexicon:
    kind = Lexicon
    if lang == "ja":
        from calc.mahjong.rules.words.japanese import Japanese

        kind = Japanese
    return kind(
        sets={name: title.text(lang) for name, title in rules.sets.titles.items()},
        yaku={name: yaku.name.text(lang) for name, yaku in rules.yaku.items()},
        facts={name: fact.text(lang) for name, fact in rules.facts.items()},
        four_alike=FOUR_ALIKE in rules.known_shapes,
    )


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
