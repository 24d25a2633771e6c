"""Other words for the keys and values of hanafuda records, turned into the keys of the contract.

Data are read as they are first; only what is refused comes here, as for riichi.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from calc.hanafuda.records.sheet import read_round
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.rules.deck import load_deck
from calc.notation.spellings import fold, listed_in, meant_key
from calc.records.plain import keyed

#: Other words for each key, in lower case with ``_`` for blanks.
_KEYS: Final[dict[str, tuple[str, ...]]] = {
    "rules": ("rule", "ruleset", "rule_set", "game", "ルール"),
    "players": ("hands", "piles", "プレイヤー"),
    "stopped_by": (
        "stopped",
        "stop",
        "stops",
        "ended_by",
        "ends",
        "called_shobu",
        "shoubu",
        "shobu",
        "agari",
        "上がり",
        "あがり",
        "勝負",
    ),
    "koikoi": ("koi_koi", "called_koikoi", "こいこい"),
    "calls": ("went_on", "sage"),
    "month": ("tsuki", "月"),
    "dealer": ("oya", "親"),
    "field": ("ba", "場札"),
    "pot": ("bank", "場の駒"),
    "seats": ("table", "席"),
    "dropped": ("drops", "dropped_out", "ori", "降り"),
    "captured": ("won", "took", "pile", "取り札"),
    "dealt": ("hand", "teyaku_hand", "手札"),
    "returned": ("gave_back",),
    "claim": ("claimed",),
}
_KEY_OF: Final = {word: key for key, words in _KEYS.items() for word in words}
_NOBODY: Final = frozenset({"nobody", "none", "-", "なし"})
_LISTS: Final = ("seats", "dropped")
#: Keys of rounds, and of their players.
_KNOWN: Final = frozenset({*HanafudaRound.__struct_encode_fields__, "captured", "dealt", "returned"})


def _key_of(name: str) -> str:
    return meant_key(name, _KEY_OF, _KNOWN)


def column_of(word: str) -> str | None:
    """The key of a round that a word means; ``None`` for other words."""
    key = _key_of(word)
    return key if key.partition(".")[0] in HanafudaRound.__struct_encode_fields__ else None


def _is_keyed(data: Mapping[str, Any]) -> bool:
    """Whether a key says who plays, or what they scored."""
    return any(_key_of(name) in ("players", "scores", "rounds") for name in data if isinstance(name, str))


def piles_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """The players of a round with their names beside its keys, ``{rules: koikoi, Aki: 1B, Bea: 2A}``, and their cards;
    none where there is a key of players.
    """
    if _is_keyed(data):
        return {}
    return {
        name: value
        for name, value in data.items()
        if isinstance(name, str) and isinstance(value, str | list) and column_of(name) is None and name != "id"
    }


def rules_of(data: Mapping[str, Any]) -> Any:
    """The rule set that data name, by any word for it."""
    return next((value for name, value in data.items() if isinstance(name, str) and _key_of(name) == "rules"), None)


def _with_scores(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """A round of scores with its key: ``{Aki: 5}``, ``{winner: Aki, points: 5}``."""
    if _is_keyed(data):
        return data
    if {"winner", "points"} <= data.keys():
        rest = {name: value for name, value in data.items() if name not in ("winner", "points")}
        return {**rest, "scores": {data["winner"]: data["points"]}}
    scores = {
        name: value
        for name, value in data.items()
        if isinstance(name, str) and type(value) is int and column_of(name) is None and name != "id"
    }
    return {**{name: value for name, value in data.items() if name not in scores}, "scores": scores} if scores else data


def respell(data: Any) -> Any:
    """Plain data of any hanafuda record by the keys and values of the contract, as far as words for them are known.

    Raises :class:`~calc.errors.RecordError` for two words for one key.
    """
    return _record(data, "") if isinstance(data, Mapping) else data


def _record(data: Mapping[str, Any], at: str) -> dict[str, Any]:
    if piles := piles_of(data):
        data = {**{name: value for name, value in data.items() if name not in piles}, "players": piles}
    found = keyed(data, at, _key_of)
    players = found.get("players")
    if isinstance(players, Mapping):
        found["players"] = {name: _hand(one, f"{at}players.{name}.") for name, one in players.items()}
    elif isinstance(players, str) and "rounds" in found:
        found["players"] = _names(players)
    for key, read in _VALUES.items():
        if key in found:
            found[key] = read(found[key])
    if isinstance(found.get("rounds"), list):
        people = _names(players)
        found["rounds"] = [_as_round(one, f"{at}rounds[{place}].", people) for place, one in enumerate(found["rounds"])]
    return found


def _as_round(data: Any, at: str, players: Any) -> Any:
    """A round that may be a line of a score sheet."""
    if isinstance(data, str) and isinstance(players, list):
        data = read_round(data, players)
    return _record(_with_scores(data), at) if isinstance(data, Mapping) else data


def _hand(value: Any, at: str) -> Any:
    """The cards of a player; cards alone are those that were captured."""
    if isinstance(value, str | list):
        return {"captured": value}
    return keyed(value, at, _key_of) if isinstance(value, Mapping) else value


def _names(value: Any) -> Any:
    return listed_in(value) if isinstance(value, str) else value


def _who(value: Any) -> Any:
    return None if isinstance(value, str) and fold(value) in _NOBODY else value


def _counts(value: Any) -> Any:
    """How often players went on: a name alone means once."""
    names = _names(value)
    if isinstance(names, list) and all(isinstance(name, str) for name in names):
        return {name: names.count(name) for name in names}
    return value


def _month(value: Any) -> Any:
    """A month by number or by name: ``3``, ``march``, ``3月``, ``桜``."""
    if not isinstance(value, str):
        return value
    word = fold(value).removesuffix("月")
    if word.isdecimal() and word.isascii() and len(word) <= 2:
        return int(word)
    months = (place for place, words in enumerate(load_deck().month_words, start=1) if word in words)
    return next(months, value)


_VALUES: Final[dict[str, Callable[[Any], Any]]] = {
    "stopped_by": _who,
    "koikoi": _counts,
    "calls": _counts,
    "month": _month,
    "facts": lambda value: {name: _counts(one) for name, one in value.items()} if isinstance(value, Mapping) else value,
    **dict.fromkeys(_LISTS, _names),
}
