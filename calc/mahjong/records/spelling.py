"""Other words for the keys and values of riichi records: what people write, turned into the keys of the contract.

Data are read as they are first; only what is refused comes here. What can mean one thing only is turned into it, what
contradicts itself is refused, and everything else stays as it is, for the reader to refuse.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from calc.errors import RecordError
from calc.mahjong.records.names import KEYS, Fact, column_of, draws, facts, key_of, limit_named
from calc.mahjong.records.sheet import read_round
from calc.mahjong.records.types import FLAGS, ROUND_NUMBER, TOLD
from calc.notation.spellings import fold, listed_in, plain_key, round_of, seat_of, way_of
from calc.notation.text import show
from calc.translation import msg

_COUNTS: Final = ("honba", "sticks", "north", "number")
_YES: Final = frozenset({"yes", "y", "true", "on", "x", "1", "✓", "✔", "○", "はい", "あり", "有"})
_NO: Final = frozenset({"no", "n", "false", "off", "-", "0", "✗", "×", "いいえ", "なし", "無"})
_DOUBLE: Final = frozenset({"double", "daburi", "daburii", "w", "double riichi", "ダブル", "ダブリー", "ダブル立直"})
_CLOSED_KAN: Final = frozenset({"concealed", "closed", "ankan", "暗槓"})
#: Keys that only rounds have.
_OF_DRAWS: Final = ("waiting", "noten", "pool_of_dreams")
_OF_ROUNDS: Final = ("wins", "draw", "chombo", "faults", "number", *_OF_DRAWS)
_KEYS_OF_ROUND: Final = frozenset({"round", "number", "honba", "sticks", "riichi", "claim", "id"})
_SEATS: Final = ("E", "S", "W", "N")
#: Players of a table, at least, and at most where some sit out.
_FEWEST: Final = 3
_MOST: Final = 6

Names = frozenset[str]


def respell(data: Any, *, is_won: bool = True) -> Any:
    """Plain data of any riichi record by the keys and values of the contract, as far as words for them are known.
    ``is_won``: whether somebody has won, and no hand waits.

    Raises :class:`~calc.errors.RecordError` for words that contradict each other.
    """
    if not isinstance(data, Mapping):
        return data
    if scores := _scores_alone(data):
        return {"players": [*scores], "scores": scores}
    if is_won and not {key_of(name) for name in data if isinstance(name, str)} & {*_OF_ROUNDS, "rounds"}:
        data = _with_way(data)
    return _record(data, "", frozenset())


def _record(data: Mapping[str, Any], at: str, names: Names) -> dict[str, Any]:
    """A win, a round or a game. ``names``: who plays, where the game around it tells."""
    found = KEYS.keyed(data, at)
    people = found.get("players")
    if "players" in found:
        found["players"] = people = _people(people)
    if isinstance(people, list):
        names = frozenset(one for one in people if isinstance(one, str))
    _read_facts(found, at)
    for key, read in _VALUES.items():
        if key in found:
            found[key] = read(found[key], names)
    found |= {key: _flag(found[key], key) for key in FLAGS if key in found}
    if isinstance(found.get("round"), str):
        _read_round(found, at)
    if "hand" not in found and not found.keys().isdisjoint(_OF_ROUNDS):
        _read_parts(found, at, names)
    if isinstance(found.get("rounds"), list):
        found["rounds"] = [_as_round(one, people) for one in found["rounds"]]
    for key in ("wins", "rounds"):
        if isinstance(found.get(key), list):
            found[key] = [
                _record(one, f"{at}{key}[{place}].", names) if isinstance(one, Mapping) else one
                for place, one in enumerate(found[key])
            ]
    _lift_numbers(found, at)
    return found


def _lift_numbers(found: dict[str, Any], at: str) -> None:
    """Give the number of the round that its wins say to the round."""
    for place, win in enumerate(found["wins"] if isinstance(found.get("wins"), list) else ()):
        number = win.pop("number", None) if isinstance(win, dict) else None
        if number is not None and found.setdefault("number", number) != number:
            message = "expected one number of the round, found {0} for the round and {1} in a win"
            key = f"{at}wins[{place}].round"
            raise RecordError(message, found["number"], number, code="contradiction", key=key)


def _scores_alone(data: Mapping[str, Any]) -> dict[str, int]:
    """Final scores by player with nothing around them, ``{Aki: 32000, Bea: 28000, ...}``; empty for anything else."""
    is_scores = len(data) >= _FEWEST and all(
        isinstance(name, str) and column_of(name) is None and type(score) is int for name, score in data.items()
    )
    return dict(data) if is_scores else {}


def _people(value: Any) -> Any:
    """Players as a list: of one text, or by their seats in the first round."""
    if isinstance(value, str):
        return listed_in(value)
    seats = {seat_of(name): name for name in value if isinstance(name, str)} if isinstance(value, Mapping) else {}
    if not seats or None in seats or len(seats) < len(value):
        return value
    return [value[seats[seat]] for seat in _SEATS if seat in seats]


def _with_way(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """A win with how it was made, where a key says it (``tsumo: true``, ``tsumo: Aki``), or the discarder does."""
    keys = {name: key_of(name) for name, value in data.items() if isinstance(name, str) and value is not None}
    if winner := _winner_of(data, keys):
        return {"by": way_of(winner), "seat": data[winner], **{one: it for one, it in data.items() if one != winner}}
    ways = [name for name in keys if way_of(name) and _flag(data[name], "") is True]
    if "by" in keys.values() or len(ways) > 1:
        return data
    if ways:
        return {"by": way_of(ways[0]), **{name: value for name, value in data.items() if name != ways[0]}}
    is_ron = any(key == "from" and isinstance(data[name], str) for name, key in keys.items())
    return {**data, "by": "ron"} if is_ron else data


def _winner_of(data: Mapping[str, Any], keys: Mapping[str, str]) -> str | None:
    """The key that names the winner by the way to win: ``tsumo: Aki``; ``ron: Bea`` where the discarder is told too."""
    if {"by", "seat", "player", "draw", "wins"} & {*keys.values()}:
        return None
    named = [name for name in keys if way_of(name) and isinstance(_flag(data[name], ""), str)]
    is_told = len(named) == 1 and (way_of(named[0]) == "tsumo" or "from" in keys.values())
    return named[0] if is_told else None


def _as_round(data: Any, players: Any) -> Any:
    """A round that may be a line of a score sheet, or its one win: ``{player: Bea, from: Dan, han: 3, fu: 30}``."""
    if isinstance(data, str) and isinstance(players, list) and all(isinstance(name, str) for name in players):
        return read_round(data, players)
    if not isinstance(data, Mapping):
        return data
    keys = {name: key_of(name) for name in data if isinstance(name, str)}
    ending = next((name for name, key in keys.items() if key == "by" and isinstance(data[name], str)), None)
    if ending is not None and fold(data[ending]).replace("_", " ") in {*draws(), "draw"}:
        kind = data[ending] if fold(data[ending]) != "draw" else "exhaustive"
        return {"draw": kind, **{name: value for name, value in data.items() if name != ending}}
    said = {*keys.values()}
    if not (said & {"seat", "player"} or _winner_of(data, keys)) or said & {*_OF_ROUNDS} - {"number"}:
        return data
    of_round = {
        name: value
        for name, value in data.items()
        if keys.get(name) in _KEYS_OF_ROUND and (keys[name] != "riichi" or _named(value, players) is not None)
    }
    win = _with_way({name: value for name, value in data.items() if name not in of_round})
    declared = next((_named(value, players) for name, value in of_round.items() if keys[name] == "riichi"), None)
    if declared and "hand" in said and not any(plain_key(name) in facts() for name in keys):
        # Who declared is said once, of the round; with tiles it is of the win too.
        winner = next((value for name, value in win.items() if key_of(name) in ("seat", "player")), None)
        win = {**win, "riichi": True} if winner in declared else win
    return {**of_round, "wins": [win]}


def _named(value: Any, players: Any) -> list[Any] | None:
    """Who is meant, where a value names players, one or several; ``None`` for any other value."""
    if isinstance(value, list):
        return value
    if not isinstance(value, str) or not isinstance(players, list):
        return None
    names = [value] if value in players else listed_in(value)
    return names if names and all(name in players for name in names) else None


def _read_facts(found: dict[str, Any], at: str) -> None:
    """Put keys in place of the names of circumstances; refuse those that the way to win or the seat excludes.
    Dora by their number become facts.
    """
    for key in [key for key in TOLD if type(found.get(key)) is int]:
        found["facts"] = {**(found.get("facts") or {}), TOLD[key]: found.pop(key)}
    for name in [name for name in found if isinstance(name, str) and plain_key(name) in facts()]:
        fact, key = facts()[plain_key(name)], f"{at}{name}"
        said = found.pop(name)
        value = _flag(said, fact.key)
        if value is False or value is None:
            continue
        if value is not True:
            raise RecordError("{0}{1}: expected true or false, found {2}", at, name, show(said), key=key)
        if found.get(fact.key) not in (None, True, fact.value):
            told = (at, name, fact.key, fact.value, found[fact.key])
            message = msg("{0}{1} is {2} {3}, found {2} {4!r} too; leave one out", *told)
            raise RecordError(message, code="contradiction", key=key)
        found[fact.key] = fact.value
        _check_fact(found, fact, name, key)


def _check_fact(found: dict[str, Any], fact: Fact, name: str, key: str) -> None:
    way = way_of(found["by"]) if isinstance(found.get("by"), str) else None
    if fact.by is not None and way not in (None, fact.by):
        told = (name, fact.by, way, fact.others)
        message = msg("{0} is a win by {1}, found {2}; write {3} if that is meant, or by {1}", *told)
        raise RecordError(message, code="contradiction", key=key)
    if fact.by is not None:
        found.setdefault("by", fact.by)
    seat = seat_of(found["seat"]) if isinstance(found.get("seat"), str) else None
    if fact.seat == "dealer":
        found.setdefault("seat", "E")
    if seat is not None and fact.seat is not None and (seat == "E") != (fact.seat == "dealer"):
        who = msg("the dealer's") if fact.seat == "dealer" else msg("never the dealer's")
        told = (name, who, seat, fact.others)
        message = msg("{0} is {1}, found seat {2}; write {3} if that is meant, or correct the seat", *told)
        raise RecordError(message, code="contradiction", key=key)


# ---- values


def _flag(value: Any, key: str) -> Any:
    if isinstance(value, int) and value in (0, 1):
        return bool(value)
    if not isinstance(value, str):
        return value
    word = fold(value)
    if key == "riichi" and word in _DOUBLE:
        return "double"
    if key == "chankan" and word in _CLOSED_KAN:
        return "concealed"
    return True if word in _YES else False if word in _NO else value


def _meld(one: Any) -> Any:
    """A meld that may be a list of tiles, or a mapping of ``type`` and ``tiles``."""
    if isinstance(one, list) and all(isinstance(tile, str) for tile in one):
        return "".join(one)
    if isinstance(one, Mapping) and {*one} == {"type", "tiles"}:
        kind, tiles = one["type"], _meld(one["tiles"])
        return f"{kind}:{tiles}" if isinstance(kind, str) and isinstance(tiles, str) else one
    return one


def _seat(value: Any, names: Names) -> Any:
    return seat_of(value) or value if isinstance(value, str) and value not in names else value


def _seats(value: Any, names: Names) -> Any:
    """Seats as a list, of one or of several as text too."""
    if isinstance(value, str):
        if value in names or seat_of(value):
            value = [value]
        elif value and set(value) <= {*_SEATS}:
            value = list(value)
        else:
            value = listed_in(value)
        if [fold(one) for one in value] in (["none"], ["nobody"], ["なし"]) and not names & {*value}:
            return []
    return [_seat(one, names) for one in value] if isinstance(value, list) else value


def _tiles(value: Any) -> Any:
    """Tiles in one text, which may be a list of texts."""
    are_texts = isinstance(value, list) and all(isinstance(one, str) for one in value)
    return " ".join(value) if are_texts else value


def _count(value: Any) -> Any:
    """A number as text, perhaps with its counter: ``2``, ``2本場``."""
    if not isinstance(value, str):
        return value
    digits = fold(value).removesuffix("本場").removesuffix("本").removesuffix("枚").strip()
    return int(digits) if digits.isdecimal() and digits.isascii() and len(digits) <= 5 else value


def _liable(value: Any, names: Names) -> Any:
    """Responsibilities: ``W:daisangen``, ``{W: daisangen}``, or a list of such."""
    if isinstance(value, list):
        return [_liable(one, names) for one in value]
    if isinstance(value, str):
        seat, _, limit = value.replace("：", ":").partition(":")
        if limit and ":" not in limit:
            return {"seat": _seat(seat.strip(), names), "for": limit_named(limit.strip())}
        if seat_of(value) or value in names:
            message = msg(
                "expected who is responsible and for which yakuman, as in pao=W:daisangen, found only {0!r}; "
                "add the yakuman",
                value,
            )
            raise RecordError(message, key="liable")
    if not isinstance(value, Mapping):
        return value
    if len(value) == 1:
        ((seat, limit),) = value.items()
        if isinstance(seat, str) and (seat in names or seat_of(seat)):
            return {"seat": _seat(seat, names), "for": limit_named(limit)}
    if "seat" in value:
        named = {"for": limit_named(value["for"])} if "for" in value else {}
        return {**value, "seat": _seat(value["seat"], names), **named}
    return value


#: How the values of keys are read, before those of flags.
_VALUES: Final[dict[str, Callable[[Any, Names], Any]]] = {
    "by": lambda value, names: way_of(value) or value if isinstance(value, str) else value,
    "seat": _seat,
    "from": _seat,
    "hand": lambda value, names: _tiles(value),
    "win": lambda value, names: value.removeprefix("+") if isinstance(value, str) else value,
    "dora": lambda value, names: _tiles(value),
    "ura": lambda value, names: _tiles(value),
    "liable": _liable,
    "liable.seat": _seat,
    "liable.for": lambda value, names: limit_named(value),
    **dict.fromkeys(_COUNTS, lambda value, names: _count(value)),
    "melds": lambda value, names: [*map(_meld, value)] if isinstance(value, list) else value,
}


# ---- rounds


def _read_round(found: dict[str, Any], at: str) -> None:
    """The wind of a round, and of a round that is written whole (``E1``, ``東1局1本場``) its number and honba.

    A win has no number of its own: that of its round is given on to the round, and of a win alone it is kept to be
    checked, where not every table has it.
    """
    told = round_of(found["round"])
    if told is None or (told.number is not None and not 1 <= told.number <= _MOST):
        return
    is_alone = ("hand" in found or "by" in found) and not at
    if is_alone and told.number is not None and told.number > _FEWEST:
        found["facts"] = {**(found.get("facts") or {}), ROUND_NUMBER: told.number}
    for key, value in (("number", None if is_alone else told.number), ("honba", told.honba)):
        if value is not None and (known := found.setdefault(key, value)) != value:
            given = (found["round"], key, value, known)
            message = msg("round {0!r} says {1} {2}, found {1} {3!r} beside it; leave one out", *given)
            raise RecordError(message, code="contradiction", key=f"{at}{key}")
    found["round"] = told.wind


def _read_parts(found: dict[str, Any], at: str, names: Names) -> None:
    """The seats and wins of a round, and a draw by its name, or by who is in tenpai, also where the round says that."""
    found |= {key: _seats(found[key], names) for key in ("riichi", "chombo") if isinstance(found.get(key), str | list)}
    if isinstance(found.get("wins"), Mapping):
        found["wins"] = [found["wins"]]
    own = {key: found.pop(key) for key in _OF_DRAWS if key in found}
    draw = found.get("draw", {} if own else None)
    if isinstance(draw, str):
        draw = {"kind": draw}
    if isinstance(draw, list):
        message = msg("{0}draw: expected a kind of draw, found {1}; write tenpai: for who was tenpai", at, show(draw))
        raise RecordError(message, key=f"{at}draw")
    if not isinstance(draw, Mapping):
        return
    draw = {**KEYS.keyed(draw, f"{at}draw."), **own}
    if isinstance(draw.get("kind"), str):
        draw["kind"] = draws().get(fold(draw["kind"]).replace("_", " "), draw["kind"])
    for key, value in draw.items():
        if key in _OF_DRAWS:
            draw[key] = _seats(value, names)
        elif key in ("hands", "north", "discards") and isinstance(value, Mapping):
            draw[key] = {_seat(name, names): one for name, one in value.items()}
    if "waiting" in draw or "noten" in draw:
        draw.setdefault("kind", "exhaustive")
    found["draw"] = draw
