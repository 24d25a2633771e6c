"""Records of hands one tile short 聴牌: the keys of a win, without those that tell of the winning tile."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Final

from msgspec import Meta, Struct

from calc.errors import RecordError
from calc.notation.text import show
from calc.records.cells import unflatten
from calc.records.json_text import parse_json
from calc.records.misfit import table_of
from calc.records.plain import convert
from calc.records.values import Count, Id, Options, RoundWind, RuleSetId, SeatWind, Tiles
from calc.records.win import Chankan, Facts, Liabilities, Melds, Riichi


class Waiting(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A hand in tenpai 聴牌, one tile short, and what counts whichever tile finishes it.

    ``id``, ``rules``, ``options``, ``melds``, ``dora``, ``ura``, ``riichi``, ``ippatsu``, ``rinshan``, ``last_tile``,
    ``first_turn``, ``chankan``, ``honba``, ``sticks``, ``north``, ``liable``, ``discards``, ``facts``: as in a
    :class:`Win`.
    """

    _title: ClassVar = "a hand one tile short"
    #: As of a win; here there is none.
    win: ClassVar[None] = None

    id: Id = None
    rules: RuleSetId | None = None
    options: Options = {}
    hand: Annotated[Tiles, Meta(description="The concealed tiles, 13 with three for each meld.")]
    melds: Melds = ""
    seat: Annotated[SeatWind | None, Meta(description="The seat wind; without winds nothing can be paid.")] = None
    round: Annotated[RoundWind | None, Meta(description="The round wind; without winds nothing can be paid.")] = None
    dora: Tiles = ""
    ura: Tiles = ""
    riichi: Riichi = False
    ippatsu: bool = False
    rinshan: bool = False
    last_tile: bool = False
    first_turn: bool = False
    chankan: Chankan = False
    honba: Count = 0
    sticks: Count = 0
    north: Count = 0
    liable: Liabilities = []
    discards: Tiles | None = None
    facts: Facts = {}


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
    known = {key: value for key, value in data.items() if key not in _OF_A_WIN}
    return convert(table_of(Waiting).given(known, ""), Waiting)


def waiting_from_flat(pairs: Mapping[str, str] | Iterable[tuple[str, str]]) -> Waiting:
    """The hand one tile short that cells describe, as :func:`~calc.records.cells.record_from_flat`."""
    return waiting_from(unflatten(pairs))


def decode_waiting_json(line: bytes | str) -> Waiting:
    """The hand one tile short that one JSON text describes, as :func:`~calc.records.plain.decode_json`."""
    return waiting_from(parse_json(line))
