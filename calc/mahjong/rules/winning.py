"""What a rule table says of responsibility and of what else stands before a payment: ``liability``, ``winning``.

As in :mod:`calc.mahjong.rules.schema`, annotations are evaluated as they stand.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from calc.tables import Entry

_Melds = Annotated[int, Meta(ge=1, le=4)]


class LiableMelds(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The melds of a limit, the last of which somebody fed: so many ``melds``, or so many declared ``quads``."""

    melds: _Melds | None = None
    quads: _Melds | None = None
    of: Annotated[str | None, Meta(description="A set of tiles that all of them lie in.")] = None


class Liability(Entry, frozen=True, kw_only=True):
    """Responsibility 包: for which limits, whether it covers the whole hand, and who pays the counters on a ron."""

    for_: list[str] = msgspec.field(name="for")
    covers: Literal["hand", "limit"]
    counters_by: Literal["discarder", "liable"]
    needs: Annotated[dict[str, LiableMelds], Meta(description="The melds of each limit that have to lie there.")]
    concealed_quads: Annotated[
        bool,
        Meta(
            description="Whether a concealed quad counts among `melds`, beside one that was called; among `quads`"
            " it always does."
        ),
    ]


class Winning(Entry, frozen=True, kw_only=True):
    """What else stands between a finished hand and its payment."""

    #: Whether runs may be called.
    chi: bool
    #: Whether a yaku that reductions bring down to 0 han makes a hand winnable.
    zero_han_is_yaku: bool
    concealed_quad_robbed_by: list[Literal["seven_pairs", "thirteen_orphans"]]
    first_draw_wait: Literal["as_recorded", "best"]
    furiten: Literal["refuse", "note"]
