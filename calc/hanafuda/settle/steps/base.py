"""What every settlement operator has in common."""

from typing import ClassVar, Literal

from msgspec import Struct

from calc.hanafuda.settle.table import Table
from calc.hanafuda.value.yaku import Found

#: What an operator counts: yaku of dealt hands, or of captured cards.
Kind = Literal["teyaku", "yaku"]


class Step(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="do"):
    """One operator, told by ``do`` in YAML. ``before``: the step before which it is applied, where its place in the
    file does not say so. ``source``: where the table says so; ``disputed``: what others say.
    """

    #: Whether it is applied where nothing was played, or the round is over already.
    always: ClassVar[bool] = False

    source: str
    disputed: str | None = None
    before: str | None = None

    def apply(self, table: Table) -> None:
        """Change scores, chips and payments of the round on the table."""
        raise NotImplementedError

    def english(self) -> str:
        """What the operator does, as a sentence."""
        raise NotImplementedError


def found_of(table: Table, kind: Kind) -> dict[str, list[Found]]:
    """The yaku of a kind, by player."""
    return table.teyaku if kind == "teyaku" else table.yaku
