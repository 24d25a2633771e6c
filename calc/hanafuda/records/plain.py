"""Hanafuda records from plain data: which data are of hanafuda, other words for keys and values, fast JSON, schemas.

Data are read as they are first; only what is refused is read again with other words turned into those of the contract.
"""

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from re import IGNORECASE
from typing import TYPE_CHECKING, Any, Final

import msgspec

from calc.errors import CalcError
from calc.fit import table_of
from calc.hanafuda.records.sheet import read_round
from calc.hanafuda.records.types import HanafudaGame, HanafudaRound
from calc.hanafuda.rules.deck import load_deck
from calc.notation.cards import parse_cards
from calc.notation.spellings import fold, listed_in, seat_of
from calc.notation.text import may_repeat_key
from calc.patterns import regex
from calc.records.plain import Keys, check_rounds, convert, keys_given, respelled
from calc.tables.shelf import game_id_of, is_file_name, sets_of_game

if TYPE_CHECKING:
    from calc.definitions import Schema

#: Ids below this need no second look.
_LARGE: Final = 2**63
_ROUND_DECODER: Final = msgspec.json.Decoder(HanafudaRound)
NOBODY: Final = frozenset({"nobody", "none", "-", "なし"})
#: What has no place among the names of yaku: groups of cards, their numbers, ``all brights``, ``the rest``.
_OF_CARDS: Final = regex(
    r"\s*(?:#\d|\d+[BARC]|[JW]\d\b|all\b|(?:the )?rest\b|everything\b|残り|のこり)|全部|全て|すべて", IGNORECASE
)
KEYS: Final = Keys(
    Path(__file__).with_name("names.yaml"),
    HanafudaRound.__struct_encode_fields__,
    inner=("captured", "dealt", "returned"),
)
#: What keys have where nobody or nothing is told.
_NONE: Final[dict[str, Any]] = {"field": "", "teyaku": {}}
#: What a round of riichi has.
_RIICHI: Final = frozenset({"wins", "draw", "chombo"})
_ROUND, _GAME = "hanafuda_round", "hanafuda_game"
#: What most rounds as JSON have; nothing about it needs a second look.
_SINGLE: Final = attrgetter("id", "rules", "players", "stopped_by", "month", "dealer")


def is_hanafuda(data: Mapping[str, Any]) -> bool:
    """Whether plain data is of hanafuda: players with their cards, or rounds that have such players."""
    if not isinstance(data, Mapping):
        return False
    rounds, players = data.get("rounds"), data.get("players")
    for one in rounds if isinstance(rounds, list) else ():
        # A round with players of its own, or with nothing but their scores.
        if isinstance(one, Mapping) and ("players" in one or ("scores" in one and not _RIICHI.intersection(one))):
            return True
    if isinstance(players, Mapping) and not (rounds and all(isinstance(one, str) and seat_of(one) for one in players)):
        return True
    # Scores alone do not tell the game, nor do rounds; the rule set does.
    is_piles = "players" not in data and rounds is None and bool(_piles_of(data))
    is_told = isinstance(rounds, list) or data.get("scores") is not None or is_piles
    rules = next((value for name, value in data.items() if isinstance(name, str) and KEYS.of(name) == "rules"), None)
    # A file is not read for that.
    return is_told and isinstance(rules, str) and not is_file_name(rules) and game_id_of(rules) == "hanafuda"


def hanafuda_from(data: Mapping[str, Any], _untold: str = "") -> HanafudaRound | HanafudaGame:
    """The round or game that plain data describes; ``None`` is absent, save as the winner of a claim.

    Raises :class:`~calc.errors.RecordError` as :func:`calc.intake.spelling.record_from`.
    """
    return respelled(_hanafuda_from, data, _respell)


def _hanafuda_from(data: Mapping[str, Any]) -> HanafudaRound | HanafudaGame:
    if data.get("rounds") is None and (data.get("scores") is None or isinstance(data.get("players"), Mapping)):
        return convert(_stated(keys_given(table_of(HanafudaRound), data)), HanafudaRound)
    given = keys_given(table_of(HanafudaGame), data)
    if isinstance(given.get("rounds"), list):
        shape = table_of(HanafudaRound)
        given["rounds"] = [
            _stated(keys_given(shape, one, ("rounds", place))) if isinstance(one, Mapping) else one
            for place, one in enumerate(given["rounds"])
        ]
        check_rounds(given["rounds"])
    return convert(_stated(given), HanafudaGame)


def _stated(given: Mapping[str, Any]) -> dict[str, Any]:
    """A hanafuda record without the keys that have no value; its id is the caller's, whatever it holds, its options are
    looked at as they are, its rounds are done.
    """
    kept = ("id", "options", "rounds")
    found = {
        name: value if name in kept else _present(value, name) for name, value in given.items() if value is not None
    }
    players = found.get("players")
    named = players if isinstance(players, Mapping | list) else ()
    for name in ("stopped_by", "field", "teyaku"):
        is_told = isinstance(found.get(name), str) and found[name] not in named
        if is_told and fold(found[name]) in NOBODY:
            del found[name]
            found |= {name: _NONE[name]} if name in _NONE else {}
    return found


def _present(value: Any, key: str = "") -> Any:
    """Plain data without the keys that have no value. In a claim nobody is an answer."""
    if isinstance(value, Mapping):
        return {
            name: _present(item, name)
            for name, item in value.items()
            if item is not None or (key == "claim" and name == "winner")
        }
    return [_present(item) for item in value] if isinstance(value, list) else value


# ---- other words for keys and values


def _respell(data: Mapping[str, Any], at: str = "") -> dict[str, Any]:
    """Plain data of any hanafuda record by the keys and values of the contract, as far as words for them are known.

    Raises :class:`~calc.errors.RecordError` for two words for one key.
    """
    if piles := _piles_of(data):
        data = {**{name: value for name, value in data.items() if name not in piles}, "players": piles}
    found = KEYS.keyed(data, at)
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


def column_of(word: str) -> str | None:
    """The key of a round that a word means; ``None`` for other words."""
    key = KEYS.of(word)
    return key if key.partition(".")[0] in KEYS.fields else None


def _is_keyed(data: Mapping[str, Any]) -> bool:
    """Whether a key says who plays, or what they scored."""
    return any(KEYS.of(name) in ("players", "scores", "rounds") for name in data if isinstance(name, str))


def _beside_keys(data: Mapping[str, Any], *kinds: type) -> dict[str, Any]:
    """What data have under names of players beside the keys of a round, of these types."""
    return {
        name: value
        for name, value in data.items()
        if isinstance(name, str) and type(value) in kinds and column_of(name) is None and name != "id"
    }


def _piles_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """The cards of players who are named beside the keys of a round: ``{rules: koikoi, Aki: 1B, Bea: 2A}``."""
    return {} if _is_keyed(data) else _beside_keys(data, str, list)


def _as_round(data: Any, at: str, players: Any) -> Any:
    """A round that may be a line of a score sheet, or scores alone: ``{Aki: 5}``, ``{winner: Aki, points: 5}``."""
    if isinstance(data, str) and isinstance(players, list):
        data = read_round(data, players)
    if not isinstance(data, Mapping):
        return data
    if not _is_keyed(data):
        is_won = {"winner", "points"} <= data.keys()
        scores = {data["winner"]: data["points"]} if is_won else _beside_keys(data, int)
        told = ("winner", "points") if is_won else scores
        rest = {name: value for name, value in data.items() if name not in told}
        data = {**rest, "scores": scores} if scores else data
    return _respell(data, at)


def are_cards(text: str) -> bool:
    """Whether a text may be one of cards, and so none of names of yaku."""
    try:
        return bool(_OF_CARDS.match(text) or parse_cards(text, load_deck()))
    except CalcError:
        return False


def _hand(value: Any, at: str) -> Any:
    """The cards of a player; cards alone are those that were captured."""
    if isinstance(value, str | list):
        return {"captured": value} if isinstance(value, list) or are_cards(value) else {"yaku": value}
    return KEYS.keyed(value, at) if isinstance(value, Mapping) else value


def _names(value: Any) -> Any:
    return listed_in(value) if isinstance(value, str) else value


def _counts(value: Any) -> Any:
    """How often players went on: a name alone means once."""
    names = _names(value)
    are_names = isinstance(names, list) and all(isinstance(name, str) for name in names)
    return {name: names.count(name) for name in names} if are_names else value


def _month(value: Any) -> Any:
    """A month by number or by name: ``3``, ``march``, ``3月``, ``桜``."""
    if not isinstance(value, str):
        return value
    word = fold(value).removesuffix("月")
    if word.isdecimal() and word.isascii() and len(word) <= 2:
        return int(word)
    return next((place for place, words in enumerate(load_deck().month_words, start=1) if word in words), value)


_VALUES: Final[dict[str, Callable[[Any], Any]]] = {
    "koikoi": _counts,
    "calls": _counts,
    "month": _month,
    "facts": lambda value: {name: _counts(one) for name, one in value.items()} if isinstance(value, Mapping) else value,
    "seats": _names,
    "dropped": _names,
}


# ---- JSON lines that need no second look


def decode_round_lines(lines: Sequence[bytes]) -> list[HanafudaRound | None]:
    """Decode the round that each JSON text describes; none where it has to be read in full.

    Taken are rounds with players, their cards, and who stopped, went on or deals in which month.
    """
    found: list[HanafudaRound | None] = []
    decode = _ROUND_DECODER.decode
    for line in lines:
        try:
            record = decode(line)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            found.append(None)
        else:
            # Another key is there twice, or is not looked at here.
            is_plain = not may_repeat_key(line, _count_keys(record)) and _is_plain_round(record)
            found.append(record if is_plain else None)
    return found


def _count_keys(record: HanafudaRound) -> int:
    """The keys of a record that only has those that are looked at here."""
    single = _SINGLE(record)
    count = len(single) - single.count(None)
    for calls in (record.calls, record.koikoi):
        count += 1 + len(calls) if calls else 0
    for hand in record.players.values():
        count += 1 + (hand.dealt is not None) + (hand.returned is not None) + (hand.captured is not None)
    return count


def _is_plain_round(record: HanafudaRound) -> bool:
    """Whether id, names and month are such as they have to be."""
    own = record.id
    if not (own is None or isinstance(own, str) or (type(own) is int and -_LARGE <= own < _LARGE)):
        return False
    named = [name for name in (record.stopped_by, record.dealer) if name is not None]
    return all(map(str.strip, (*record.players, *named)))


# ---- JSON Schema


def definitions() -> "dict[str, Schema]":
    """The definition of each kind of record. Its keys may have no value at every depth."""
    from calc.records.json_schema import describe

    return {name: describe(table_of(kind), None) for name, kind in ((_ROUND, HanafudaRound), (_GAME, HanafudaGame))}


def choose(otherwise: "Schema") -> "Schema":
    """Choose a round by its players, and a game by those of its rounds. Scores alone, and a game without rounds yet, do
    not tell the game; the rule set does.
    """
    from calc.definitions import reference

    with_players = {"type": "object", "required": ["players"]}
    is_game = {"required": ["rounds"], "properties": {"rounds": {"type": "array", "contains": with_players}}}
    piles = {"players": {"type": "object"}, "rounds": {"not": {"type": "array"}}}
    is_round = {"required": ["players"], "properties": piles}
    found = {"if": is_round, "then": reference(_ROUND), "else": otherwise}
    with_scores = {"type": "object", "required": ["scores"], "properties": {"scores": {"not": {"type": "null"}}}}
    is_told = [
        {"required": ["rounds"], "properties": {"rounds": {"type": "array", "contains": with_scores}}},
        {"required": ["rounds"], "properties": {"rounds": {"type": "array", "maxItems": 0}}},
        {**with_scores, "not": {"required": ["rounds"], "properties": {"rounds": {"type": "array"}}}},
    ]
    is_of_set = {"required": ["rules"], "properties": {"rules": {"enum": sets_of_game("hanafuda")}}, "anyOf": is_told}
    is_either = {"anyOf": [is_game, {**is_of_set, "not": is_round}]}
    return {"if": is_either, "then": reference(_GAME), "else": found}
