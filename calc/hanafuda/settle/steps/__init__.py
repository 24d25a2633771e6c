"""The settlement operators of hanafuda rule tables: a closed vocabulary, one class a word, applied as the file lists
them.
"""

from calc.hanafuda.settle.steps.base import Step
from calc.hanafuda.settle.steps.chips import Difference, Pot, Stake, TakeAll
from calc.hanafuda.settle.steps.dropping import Compensate, DropOut
from calc.hanafuda.settle.steps.points import Add, Collect, Each, Multiply, Par
from calc.hanafuda.settle.steps.winning import DealtYaku, EnderOnly, Rank

__all__ = [
    "Add",
    "AnyStep",
    "Collect",
    "Compensate",
    "DealtYaku",
    "Difference",
    "DropOut",
    "Each",
    "EnderOnly",
    "Multiply",
    "Par",
    "Pot",
    "Rank",
    "Stake",
    "Step",
    "TakeAll",
]

#: Any of them, told apart by ``do``.
AnyStep = (
    Add
    | Collect
    | Compensate
    | DealtYaku
    | Difference
    | DropOut
    | Each
    | EnderOnly
    | Multiply
    | Par
    | Pot
    | Rank
    | Stake
    | TakeAll
)
