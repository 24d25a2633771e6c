"""Records of hands one tile short 聴牌: the keys of a win, without those that tell of the winning tile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final, Literal

import msgspec
from msgspec import Struct

from calc.errors import RecordError
from calc.notation.text import show
from calc.records.cells import unflatten
from calc.records.json_text import parse_json
from calc.records.keys import WIN, Table
from calc.records.win import Liable, Option, Seat


class Waiting(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A hand one tile short 聴牌, and what counts whichever tile finishes it: the keys of :class:`Win` without those of
    the winning tile.

    ``id``: what the caller calls it, echoed. ``rules``: the rule set by id. ``options``: differences from it, by name.
    ``hand``: the concealed tiles, 13 with three for each meld. ``seat``, ``round``: winds; without them nothing can be
    paid. ``melds``, ``dora``, ``ura``, ``riichi``, ``ippatsu``, ``rinshan``, ``last_tile``, ``first_turn``,
    ``chankan``, ``honba``, ``sticks``, ``north``, ``liable``, ``discards``, ``facts``: as in a win.
    """

    #: As of a win; here there is none.
    win: ClassVar[None] = None

    id: Any = None
    rules: str | None = None
    options: dict[str, Option] = msgspec.field(default_factory=dict)
    hand: str
    melds: list[str] | str = ""
    seat: Seat | None = None
    round: Seat | None = None
    dora: str = ""
    ura: str = ""
    riichi: bool | Literal["double"] = False
    ippatsu: bool = False
    rinshan: bool = False
    last_tile: bool = False
    first_turn: bool = False
    chankan: bool | Literal["concealed"] = False
    honba: int = 0
    sticks: int = 0
    north: int = 0
    liable: Liable | list[Liable] = msgspec.field(default_factory=list)
    discards: str | None = None
    facts: dict[str, bool | int] = msgspec.field(default_factory=dict)


#: All keys of a hand one tile short.
WAITING: Final = Table(
    "a hand one tile short",
    {name: shape for name, shape in WIN.keys.items() if name in Waiting.__struct_fields__},
    required=("hand",),
)
_SCORE = "or settle it as a win with yaku score"
#: Keys of a win that cannot be known yet, each with what to do about it.
_OF_A_WIN: Final = {
    "win": f"every winning tile is looked for, found the winning tile {{}}; leave it out, {_SCORE}",
    "by": f"tsumo and ron are both worked out, found {{}}; leave it out, {_SCORE}",
    "from": f"nobody has discarded the winning tile yet, found {{}}; leave it out, {_SCORE}",
    "claim": f"a claim is about one winning tile, found {{}}; leave it out, {_SCORE}",
}


def waiting_from(data: Mapping[str, Any]) -> Waiting:
    """The hand one tile short that plain data describes; a key whose value is ``None`` is absent.

    Raises :class:`~calc.errors.RecordError` as :func:`~calc.records.plain.record_from`, also for keys that only a win
    has (``unknown_key``).
    """
    if not isinstance(data, Mapping):
        raise RecordError(f"expected a record with keys and values (hand, seat, round), found {show(data)}")
    for key, message in _OF_A_WIN.items():
        if data.get(key) is not None:
            raise RecordError(message.format(show(data[key])), code="unknown_key", key=key)
    given = WAITING.given({key: value for key, value in data.items() if key not in _OF_A_WIN}, "")
    WAITING.check(given, "")
    return msgspec.convert(given, Waiting)


def waiting_from_flat(pairs: Mapping[str, str] | Iterable[tuple[str, str]]) -> Waiting:
    """The hand one tile short that cells describe, as :func:`~calc.records.cells.record_from_flat`."""
    return waiting_from(unflatten(pairs))


def decode_waiting_json(line: bytes | str) -> Waiting:
    """The hand one tile short that one JSON text describes, as :func:`~calc.records.plain.decode_json`."""
    return waiting_from(parse_json(line))
