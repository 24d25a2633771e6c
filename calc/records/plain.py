"""Records from plain data and back: the dicts that YAML, JSON and a caller's program hand in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from calc.errors import RecordError
from calc.notation.text import show
from calc.records.hanafuda import HanafudaGame, HanafudaRound
from calc.records.json_text import parse_json
from calc.records.misfit import UNFIT, Table, table_of
from calc.records.riichi import GIVEN_TO_WINS, Game, Kind, RiichiRecord, Round, Waiting, Win

T = TypeVar("T", bound=Struct)

#: One thing to settle, of any game.
AnyRecord = RiichiRecord | HanafudaRound | HanafudaGame

#: Keys of a win that its types do not check in full: texts in them, nesting, and names.
_CHECKED: Final = ("id", "options", "facts", "claim")
#: Keys that tell what a record is, the most telling first.
TELLING: Final[tuple[tuple[Kind, tuple[str, ...]], ...]] = (
    (Game, ("rounds",)),
    (Round, ("wins", "draw", "chombo", "number")),
    (Game, ("players",)),
    (Win, ("hand",)),
)
_SCORE = "or settle it as a win with yaku score"
#: Keys of a win that cannot be known yet, each with what to do about it.
_OF_A_WIN: Final = {
    "win": f"every winning tile is looked for, found the winning tile {{}}; leave it out, {_SCORE}",
    "by": f"tsumo and ron are both worked out, found {{}}; leave it out, {_SCORE}",
    "from": f"nobody has discarded the winning tile yet, found {{}}; leave it out, {_SCORE}",
    "claim": f"a claim is about one winning tile, found {{}}; leave it out, {_SCORE}",
}
#: Stands for the round of a win where the game tells it.
_LATER: Final = "E"


def record_from(data: Mapping[str, Any], kind: Kind = Win) -> AnyRecord:
    """The record that plain data describes, by the keys of the public contract; ``None`` is absent.

    With players by name, who hold cards, it is of hanafuda. With ``rounds`` or ``players`` it is a game, with ``wins``,
    ``draw``, ``chombo`` or ``number`` a round, with ``hand`` a win; data that have none of these are read as ``kind``.
    Raises :class:`~calc.errors.RecordError` with ``key`` set (nested ones dotted, ``claim.fu``,
    ``rounds[3].wins[0].hand``) and the code ``missing_key``, ``unknown_key``, ``wrong_type`` or ``contradiction``.
    Tiles are not read here: text stays text.
    """
    if not isinstance(data, Mapping):
        return win_from(data)
    if is_hanafuda(data):
        return hanafuda_from(data)
    kind = _kind_of(data, kind)
    if kind is Win:
        return win_from(data)
    given = table_of(kind).given(data, "")
    return convert(_game_plain(given) if kind is Game else _round_plain(given, ""), kind)


def _kind_of(data: Mapping[str, Any], otherwise: Kind) -> Kind:
    """What a record is by its keys; those without a value count where no others tell."""
    for keys in ({key for key, value in data.items() if value is not None}, data.keys()):
        for kind, telling in TELLING:
            if not keys.isdisjoint(telling):
                return kind
    return otherwise


def is_hanafuda(data: Mapping[str, Any]) -> bool:
    """Whether plain data is of hanafuda: players with their cards, or rounds that have such players."""
    rounds = data.get("rounds")
    if isinstance(rounds, list):
        return any(isinstance(one, Mapping) and "players" in one for one in rounds)
    return isinstance(data.get("players"), Mapping)


def win_from(data: Mapping[str, Any]) -> Win:
    """The win that plain data describes. Raises as :func:`record_from`."""
    if not isinstance(data, Mapping):
        raise RecordError(f"expected a record with keys and values (hand, by, seat, round), found {show(data)}")
    shape = table_of(Win)
    given = shape.given(data, "")
    try:
        win = msgspec.convert(given, Win)
    except UNFIT as error:
        raise _refuse(given, shape, error) from None
    for key in _CHECKED:
        if key in given:
            shape.keys[key].check(given[key], key)
    return win


def hanafuda_from(data: Mapping[str, Any]) -> HanafudaRound | HanafudaGame:
    """The round or game that plain data describes; ``None`` is absent, save as the winner of a claim.

    Raises :class:`~calc.errors.RecordError` as :func:`record_from`.
    """
    if data.get("rounds") is None:
        return convert(_stated(table_of(HanafudaRound).given(data, "")), HanafudaRound)
    given = table_of(HanafudaGame).given(data, "")
    if isinstance(given["rounds"], list):
        shape = table_of(HanafudaRound)
        given["rounds"] = [
            _stated(shape.given(one, f"rounds[{place}]")) if isinstance(one, Mapping) else one
            for place, one in enumerate(given["rounds"])
        ]
        _check_rounds(given["rounds"])
    return convert(_stated(given), HanafudaGame)


def convert(given: dict[str, Any], kind: type[T], shape: Table | None = None) -> T:
    """The typed record of checked plain data. Raises as :func:`record_from`."""
    shape = shape or table_of(kind)
    shape.check(given, "")
    try:
        return msgspec.convert(given, kind)
    except UNFIT as error:
        raise _refuse(given, shape, error) from None


def _refuse(given: dict[str, Any], shape: Table, error: Exception) -> RecordError:
    """The refusal of plain data that are no record."""
    shape.check(given, "")
    # The shape knows every key and type, so this says only that the two disagree.
    return RecordError(f"expected {shape.name}, found {show(given)}: {error}")


def _game_plain(given: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(given.get("rounds"), list):
        return given
    shape = table_of(Round)
    rounds = [
        _round_plain(shape.given(one, f"rounds[{place}]"), f"rounds[{place}]") if isinstance(one, Mapping) else one
        for place, one in enumerate(given["rounds"])
    ]
    _check_rounds(rounds)
    return {**given, "rounds": rounds}


def _check_rounds(rounds: list[Any]) -> None:
    """Refuse what a round of a game does not say for itself: rules and options."""
    for place, one in enumerate(rounds):
        for name in ("rules", "options"):
            if isinstance(one, Mapping) and name in one:
                raise RecordError(
                    f"the game names {name} for all its rounds, found it in one; leave it out there",
                    code="contradiction",
                    key=f"rounds[{place}].{name}",
                )


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
        table_of(Win).given(win, f"{prefix}wins[{place}]") if isinstance(win, Mapping) else win
        for place, win in enumerate(given["wins"])
    ]
    known = given.get("round")
    for place, win in enumerate(wins):
        if not isinstance(win, dict):
            continue
        where = f"{prefix}wins[{place}]"
        for name, giver in GIVEN_TO_WINS.items():
            if name in win:
                raise RecordError(
                    f"{giver} gives {name}, found it in a win; leave it out there",
                    code="contradiction",
                    key=f"{where}.{name}",
                )
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


def _stated(given: Mapping[str, Any]) -> dict[str, Any]:
    """A hanafuda record without the keys that have no value; its id is the caller's, whatever it holds, its options are
    looked at as they are, its rounds are done.
    """
    return {
        name: value if name in ("id", "options", "rounds") else _present(value, name)
        for name, value in given.items()
        if value is not None
    }


def _present(value: Any, key: str = "") -> Any:
    """Plain data without the keys that have no value. In a claim nobody is an answer."""
    if isinstance(value, Mapping):
        return {
            name: _present(item, name)
            for name, item in value.items()
            if item is not None or (key == "claim" and name == "winner")
        }
    return [_present(item) for item in value] if isinstance(value, list) else value


def plain_from(record: AnyRecord) -> dict[str, Any]:
    """The plain data of a record, with the keys of the public contract; keys at their defaults are left out."""
    plain: dict[str, Any] = msgspec.to_builtins(record)
    return plain


def decode_json(line: bytes | str, kind: Kind = Win) -> AnyRecord:
    """The record that one JSON text describes; data that do not tell their kind are read as ``kind``.

    Raises :class:`~calc.errors.NotationError` with a column for text that is no JSON, else as :func:`record_from`.
    """
    return record_from(parse_json(line), kind)


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


def decode_waiting_json(line: bytes | str) -> Waiting:
    """The hand one tile short that one JSON text describes, as :func:`~calc.records.plain.decode_json`."""
    return waiting_from(parse_json(line))
