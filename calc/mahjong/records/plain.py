"""Riichi records from plain data, and wins and hands one tile short from cells by dotted key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, get_args

import msgspec

from calc.errors import RecordError
from calc.fit import UNFIT, table_of
from calc.mahjong.records.types import GIVEN_TO_WINS, ROUND_NUMBER, WORTH, Game, Kind, RiichiRecord, Round, Waiting, Win
from calc.notation.text import show
from calc.records.cells import FlatKeys, flatten, unflatten
from calc.records.plain import check, check_rounds, convert, keys_given, plain_from, refuse, respelled
from calc.records.values import Seat
from calc.translation import msg, one_by_one

if TYPE_CHECKING:
    from calc.definitions import Schema

#: Keys of a win that its types do not check in full: texts in them, nesting, and names.
_CHECKED: Final = ("id", "options", "facts", "claim", "liable")
#: Seats and worth of a win, and all that they can be in a win with tiles; anything else needs a second look.
_SEATS_AND_WORTH: Final = attrgetter("seat", "from_", *WORTH)
_USUAL: Final = frozenset(
    (seat, other, *(None for _ in WORTH)) for seat in get_args(Seat) for other in (None, *get_args(Seat))
)
#: Keys of a win that say nothing of a win without tiles.
_OF_TILES: Final = frozenset(
    {"win", "melds", "dora", "ura", "ippatsu", "rinshan", "last_tile", "first_turn", "chankan", "north", "discards"}
    | {"facts"}
)
#: Keys that tell what a record is, the most telling first.
_TELLING: Final[tuple[tuple[Kind, tuple[str, ...]], ...]] = (
    (Game, ("rounds", "scores")),
    (Round, ("wins", "draw", "chombo", "faults", "number")),
    (Game, ("players",)),
    (Win, ("hand", "by")),
)
_KINDS: Final[dict[str, Kind]] = {"win": Win, "round": Round, "game": Game}
_SCORE = msg("or settle it as a win with yaku score")
#: Keys of a win that cannot be known yet, each with what to do about it.
_OF_A_WIN: Final[dict[str, Callable[[str], str]]] = {
    "win": lambda told: msg(
        "every winning tile is looked for, found the winning tile {0}; leave it out, {1}", told, _SCORE
    ),
    "by": lambda told: msg("tsumo and ron are both worked out, found {0}; leave it out, {1}", told, _SCORE),
    "from": lambda told: msg("nobody has discarded the winning tile yet, found {0}; leave it out, {1}", told, _SCORE),
    "claim": lambda told: msg("a claim is about one winning tile, found {0}; leave it out, {1}", told, _SCORE),
}
#: Stands for the round of a win where the game tells it, or where the win has no tiles and does not depend on it.
_LATER: Final = "E"
#: The cells of a won riichi hand.
WIN_KEYS: Final = FlatKeys(Win)


def record_from(data: Mapping[str, Any], untold: str = "win") -> RiichiRecord:
    """The record that plain data describes, by the keys of the public contract; ``None`` is absent.

    With ``rounds`` or ``players`` it is a game, with ``wins``, ``draw``, ``chombo``, ``faults`` or ``number`` a round,
    with ``hand`` a win; data that have none of these are read as ``untold``: a win, a round or a game. Raises
    :class:`~calc.errors.RecordError` as :func:`calc.intake.spelling.record_from`.
    """

    def read(data: Mapping[str, Any]) -> RiichiRecord:
        kind = _kind_of(data, _KINDS.get(untold, Win)) if isinstance(data, Mapping) else Win
        if kind is Win:
            return _win_from(data)
        given = keys_given(table_of(kind), data)
        return convert(_game_plain(given) if kind is Game else _round_plain(given, ""), kind)

    return respelled(read, data, _respell)


def _respell(data: Any, *, is_won: bool = True) -> Any:
    from calc.mahjong.records.spelling import respell  # what is refused is read again by its words

    return respell(data, is_won=is_won)


def _kind_of(data: Mapping[str, Any], otherwise: Kind) -> Kind:
    """What a record is by its keys; those without a value count where no others tell."""
    for keys in ({key for key, value in data.items() if value is not None}, data.keys()):
        for kind, telling in _TELLING:
            if not keys.isdisjoint(telling):
                return kind
    return otherwise


def win_from(data: Mapping[str, Any]) -> Win:
    """The win that plain data describes. Raises as :func:`record_from`."""
    return respelled(_win_from, data, _respell)


def _win_from(data: Mapping[str, Any]) -> Win:
    if not isinstance(data, Mapping):
        raise RecordError("expected a record with keys and values (hand, by, seat, round), found {0}", show(data))
    shape = table_of(Win)
    given = keys_given(shape, data)
    if "round" not in given and not given.keys().isdisjoint(WORTH):
        given["round"] = _LATER
    try:
        win = msgspec.convert(given, Win)
    except UNFIT as error:
        raise refuse(given, shape, error) from None
    for key in _CHECKED:
        if key in given:
            check(shape.keys[key], given[key], (key,))
    if not win.hand or _SEATS_AND_WORTH(win) not in _USUAL:
        check(shape, given)
        _check_worth(given, "")
    return win


def _check_worth(given: Mapping[str, Any], key: str) -> None:
    """Refuse what a win is worth beside its tiles, and what only tiles can tell beside its worth."""
    prefix, worth = f"{key}." if key else "", [name for name in WORTH if name in given]
    if "hand" in given and worth:
        claimed = "points" if worth[0] == "level" else worth[0]
        message = msg(
            "a win with tiles is counted from them, found {0} beside them; what the table says of it is claim.{1}",
            worth[0],
            claimed,
        )
        raise RecordError(message, code="unknown_key", key=f"{prefix}{worth[0]}")
    if worth:
        facts = given.get("facts")
        is_told = isinstance(facts, Mapping) and {*facts} == {ROUND_NUMBER}
        other = next((name for name in given if name in _OF_TILES and not (name == "facts" and is_told)), None)
        if other is not None:
            message = msg(
                "{0} belongs to tiles, and this win has {1} in place of them; leave {0} out, or give the hand",
                other,
                one_by_one(worth, " and "),
            )
            raise RecordError(message, code="unknown_key", key=f"{prefix}{other}")


def _game_plain(given: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(given.get("rounds"), list):
        return given
    shape = table_of(Round)
    rounds = [
        _round_plain(keys_given(shape, one, ("rounds", place)), f"rounds[{place}]") if isinstance(one, Mapping) else one
        for place, one in enumerate(given["rounds"])
    ]
    check_rounds(rounds)
    return {**given, "rounds": rounds}


def _round_plain(given: dict[str, Any], key: str) -> dict[str, Any]:
    """A round whose wins all have its own wind, in whichever of them it stood."""
    prefix = f"{key}." if key else ""
    if not isinstance(given.get("wins"), list):
        return given
    other = next((name for name in ("draw", "chombo") if given.get(name)), None)
    if not given["wins"] and other is not None:
        message = msg("expected wins or a {0}, found an empty list of wins beside the {0}; leave wins out", other)
        raise RecordError(message, code="contradiction", key=f"{prefix}wins")
    wins = [
        _win_plain(win, f"{prefix}wins[{place}]", in_game=bool(key)) if isinstance(win, Mapping) else win
        for place, win in enumerate(given["wins"])
    ]
    known = given.get("round")
    for place, win in enumerate(wins):
        if not isinstance(win, dict):
            continue
        where = f"{prefix}wins[{place}]"
        for name in (one for one in GIVEN_TO_WINS if one in win):
            message = msg("{0} gives {1}, found it in a win; leave it out there", GIVEN_TO_WINS[name], name)
            raise RecordError(message, code="contradiction", key=f"{where}.{name}")
        wind = win.get("round", known)
        if known is not None and wind != known:
            message = msg("expected one round wind, found {0} for the round and {1} in a win", show(known), show(wind))
            raise RecordError(message, code="contradiction", key=f"{where}.round")
        known = wind
        _check_worth(win, where)
    filled = [{**win, "round": known or _LATER} if isinstance(win, dict) else win for win in wins]
    return {**given, "wins": filled} | ({"round": known} if known is not None else {})


def _win_plain(given: Mapping[str, Any], key: str, *, in_game: bool) -> dict[str, Any]:
    """A win of a round. In a game ``player`` is another word for its seat."""
    if in_game and "player" in given:
        if given.get("seat") is not None:
            message = msg("{0}: the winner is named under player and under seat; leave one out", key)
            raise RecordError(message, code="contradiction", key=f"{key}.player")
        given = {("seat" if name == "player" else name): value for name, value in given.items() if name != "seat"}
    return keys_given(table_of(Win), given, (key,))


def waiting_from(data: Mapping[str, Any], _untold: str = "") -> Waiting:
    """The hand one tile short that plain data describes; a key whose value is ``None`` is absent.

    Raises :class:`~calc.errors.RecordError` as :func:`record_from`, also for keys that only a win
    has (``unknown_key``).
    """

    def read(data: Mapping[str, Any]) -> Waiting:
        if not isinstance(data, Mapping):
            raise RecordError("expected a record with keys and values (hand, seat, round), found {0}", show(data))
        for key, why in _OF_A_WIN.items():
            if data.get(key) is not None:
                raise RecordError(why(show(data[key])), code="unknown_key", key=key)
        known = {key: value for key, value in data.items() if key not in _OF_A_WIN}
        return convert(keys_given(table_of(Waiting), known), Waiting)

    return respelled(read, data, partial(_respell, is_won=False))


def record_from_flat(pairs: Mapping[str, str] | Iterable[tuple[str, str]]) -> Win:
    """The win that cells describe: a mapping, or pairs of dotted key and text.

    Raises :class:`~calc.errors.NotationError` for a key given twice and for quotes or JSON that cannot be read, else as
    :func:`win_from`.
    """
    return win_from(unflatten(pairs, WIN_KEYS))


def waiting_from_flat(pairs: Mapping[str, str] | Iterable[tuple[str, str]]) -> Waiting:
    """The hand one tile short that cells describe, as :func:`record_from_flat`."""
    return waiting_from(unflatten(pairs, WIN_KEYS))


def flat_from(win: Win) -> dict[str, str]:
    """The cells of a win by dotted key; keys at their defaults are left out."""
    cells: dict[str, str] = {}
    plain = plain_from(win)
    if isinstance(melds := plain.get("melds"), list):
        # Brackets keep melds apart.
        plain["melds"] = ("" if all(text.startswith(("(", "[")) for text in melds) else " ").join(melds)
    for key, value in plain.items():
        flatten(key, value, cells, WIN_KEYS)
    return cells


# ---- schemas


def definitions() -> dict[str, Schema]:
    """The definition of each kind of record, whose keys may have no value."""
    from calc.records.json_schema import describe

    names = {kind: name for name, kind in _KINDS.items()}
    return {name: describe(table_of(kind), names) for name, kind in _KINDS.items()}


def choose(_otherwise: Schema) -> Schema:
    """Choose by the keys that tell the kind of a record when it is read, so that its faults are named."""
    from calc.definitions import reference

    names = {kind: name for name, kind in _KINDS.items()}
    found = reference("win")
    for kind, telling in reversed(_TELLING):
        has_one = {"anyOf": [{"required": [key], "properties": {key: {"not": {"type": "null"}}}} for key in telling]}
        found = {"if": has_one, "then": reference(names[kind]), "else": found}
    return found


def waiting_definitions() -> dict[str, Schema]:
    """The definition of a hand one tile short, whose keys mean what they mean of a win."""
    from calc.records.json_schema import describe

    return {"waiting": describe(table_of(Waiting), ())}
