"""Records from plain data and back: the dicts that YAML, JSON and a caller's program hand in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from calc.errors import RecordError
from calc.notation.text import show
from calc.records.game import Game, Kind, RiichiRecord
from calc.records.hanafuda import HanafudaGame, HanafudaRound
from calc.records.hanafuda_plain import hanafuda_from, is_hanafuda
from calc.records.json_text import parse_json
from calc.records.keys import UNFIT, WIN, Table
from calc.records.round import Round
from calc.records.round_keys import GAME, ROUND, check_win_in_round
from calc.records.win import Win

T = TypeVar("T", bound=Struct)

#: One thing to settle, of any game.
AnyRecord = RiichiRecord | HanafudaRound | HanafudaGame

#: Keys whose values have bounds that their types do not tell.
_BOUNDED = ("id", "options", "honba", "sticks", "north", "facts", "claim")
#: Keys that tell what a record is, the most telling first.
TELLING: Final[tuple[tuple[Kind, tuple[str, ...]], ...]] = (
    (Game, ("rounds",)),
    (Round, ("wins", "draw", "chombo", "number")),
    (Game, ("players",)),
    (Win, ("hand",)),
)
#: Stands for the round of a win where the game tells it.
_LATER = "E"


def record_from(data: Mapping[str, Any], kind: Kind = Win) -> AnyRecord:
    """The record that plain data describes, by the keys of the public contract; ``None`` is absent.

    With players by name, who hold cards, it is of hanafuda. With ``rounds`` or ``players`` it is a game, with ``wins``,
    ``draw``, ``chombo`` or ``number`` a round, with ``hand`` a win, and one that tells nothing of its kind is read as
    ``kind``. Raises
    :class:`~calc.errors.RecordError` with ``key`` set (nested ones dotted, ``claim.fu``, ``rounds[3].wins[0].hand``)
    and the code ``missing_key``, ``unknown_key``, ``wrong_type`` or ``contradiction``. Tiles are not read here: text
    stays text.
    """
    if not isinstance(data, Mapping):
        return win_from(data)
    if is_hanafuda(data):
        return hanafuda_from(data)
    kind = _kind_of(data, kind)
    if kind is Game:
        return _game_from(GAME.given(data, ""))
    return _convert(_round_plain(ROUND.given(data, ""), ""), Round, ROUND) if kind is Round else win_from(data)


def _kind_of(data: Mapping[str, Any], otherwise: Kind) -> Kind:
    """What a record is by the keys that it has; those without a value count where no others tell."""
    for keys in ({key for key, value in data.items() if value is not None}, data.keys()):
        for kind, telling in TELLING:
            if not keys.isdisjoint(telling):
                return kind
    return otherwise


def win_from(data: Mapping[str, Any]) -> Win:
    """The win that plain data describes. Raises as :func:`record_from`."""
    if not isinstance(data, Mapping):
        raise RecordError(f"expected a record with keys and values (hand, by, seat, round), found {show(data)}")
    given = WIN.given(data, "")
    try:
        win = msgspec.convert(given, Win)
    except UNFIT as error:
        WIN.check(given, "")
        # The shapes know every key and type, so this says only that the two disagree.
        raise RecordError(f"expected a win, found {show(given)}: {error}") from None
    for key in _BOUNDED:
        if key in given:
            WIN.keys[key].check(given[key], key)
    return win


def _convert(given: dict[str, Any], kind: type[T], shape: Table) -> T:
    shape.check(given, "")
    try:
        return msgspec.convert(given, kind)
    except UNFIT as error:
        raise RecordError(f"expected {shape.name}, found {show(given)}: {error}") from None


def _game_from(given: dict[str, Any]) -> Game:
    if isinstance(given.get("rounds"), list):
        given["rounds"] = [
            _round_plain(ROUND.given(item, f"rounds[{place}]"), f"rounds[{place}]")
            if isinstance(item, Mapping)
            else item
            for place, item in enumerate(given["rounds"])
        ]
        for place, item in enumerate(given["rounds"]):
            for name in ("rules", "options"):
                if isinstance(item, dict) and name in item:
                    raise RecordError(
                        f"the game names {name} for all its rounds, found it in one; leave it out there",
                        code="contradiction",
                        key=f"rounds[{place}].{name}",
                    )
    return _convert(given, Game, GAME)


def _round_plain(given: dict[str, Any], key: str) -> dict[str, Any]:
    """A round whose wins all have its own wind, in whichever of them it stood."""
    prefix = f"{key}." if key else ""
    if not isinstance(given.get("wins"), list):
        return given
    other = next((name for name in ("draw", "chombo") if given.get(name)), None)
    if not given["wins"] and other is not None:
        raise RecordError(
            f"expected wins or a {other}, found an empty list of wins beside the {other}; leave wins out",
            code="contradiction",
            key=f"{prefix}wins",
        )
    wins = [
        WIN.given(win, f"{prefix}wins[{place}]") if isinstance(win, Mapping) else win
        for place, win in enumerate(given["wins"])
    ]
    known = given.get("round")
    for place, win in enumerate(wins):
        if not isinstance(win, dict):
            continue
        where = f"{prefix}wins[{place}]"
        check_win_in_round(win, where)
        wind = win.get("round", known)
        if known is not None and wind != known:
            raise RecordError(
                f"expected one round wind, found {show(known)} for the round and {show(wind)} in a win",
                code="contradiction",
                key=f"{where}.round",
            )
        known = wind
    filled = [{**win, "round": known or _LATER} if isinstance(win, dict) else win for win in wins]
    return {**given, "wins": filled} | ({"round": known} if known is not None else {})


def plain_from(record: AnyRecord) -> dict[str, Any]:
    """The plain data of a record, with the keys of the public contract; keys at their defaults are left out."""
    plain: dict[str, Any] = msgspec.to_builtins(record)
    return plain


def decode_json(line: bytes | str, kind: Kind = Win) -> AnyRecord:
    """The record that one JSON text describes, one that tells nothing of its kind as ``kind``.

    Raises :class:`~calc.errors.NotationError` with a column for text that is no JSON, else as :func:`record_from`.
    """
    return record_from(parse_json(line), kind)
