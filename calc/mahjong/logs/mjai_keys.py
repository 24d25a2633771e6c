"""The keys of mjai events in all dialects: which are read, by what other names, and which tell nothing to compare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from calc.errors import UnreadableError
from calc.mahjong.logs.events import SaidYaku
from calc.mahjong.logs.reading import listed
from calc.mahjong.logs.tenhou_names import named_yaku
from calc.notation.text import show

Line = Mapping[str, Any]
#: Where a dialect counts limits in the han of a win, it does so from here.
LIMIT_HAN: Final = 100
#: How the three dragons are called by the one name that they have.
_DRAGONS: Final = named_yaku("sangenpai", 1).id
#: Where :func:`plain_event` puts the keys that are not known, with their values.
UNREAD: Final = "unread"
#: What is read of each type of event.
_KEYS: Final = {
    "start_kyoku": "bakaze kyoku honba kyotaku oya dora_marker tehais scores",
    "tsumo": "actor pai",
    "dahai": "actor pai tsumogiri",
    "reach": "actor",
    "reach_accepted": "actor scores deltas",
    "dora": "dora_marker",
    "chi": "actor target pai consumed",
    "pon": "actor target pai consumed",
    "daiminkan": "actor target pai consumed",
    "ankan": "actor consumed",
    "kakan": "actor pai consumed",
    "kita": "actor pai",
    "nukidora": "actor pai",
    "hora": "actor target pai ura_markers fan fu hora_points deltas scores yakus hora_tehais pao",
    "ryukyoku": "actor reason tenpais tehais deltas scores",
    "end_kyoku": "",
    "end_game": "scores",
}
#: Keys of any event that say nothing of the play: what a player may do, thinks or is called, and when.
_IDLE: Final = frozenset(
    {"type", "id", "uri", "log", "logs", "message", "meta", "can_act", "possible_actions", "cannot_dahai", "at", "time"}
    | {"timestamp", "step", "tsumo", "haiyama"}
)
_KNOWN: Final = {kind: frozenset(keys.split()) for kind, keys in _KEYS.items()}
_PASSED: Final = {kind: keys | _IDLE for kind, keys in _KNOWN.items()}
#: Other names of keys.
_ALSO: Final = {
    **dict.fromkeys(("uradora_markers", "uradora_marker", "ura_marker", "ura_dora_markers"), "ura_markers"),
    "han": "fan",
    "delta": "deltas",
    "yaku": "yakus",
    "dora_markers": "dora_marker",
}
_PLAYERS: Final = ("actor", "target", "oya", "pao")


def plain_event(line: Line, names: Sequence[Any]) -> Line:
    """An event with the keys of :data:`_KEYS`, and players by their numbers where they are told by their ``names``.

    Raises :class:`~calc.errors.UnreadableError` where two keys contradict each other.
    """
    known = _PASSED.get(line["type"])
    is_plain = type(line.get("actor", 0)) is int and type(line.get("dora_marker", "")) is str
    if known is None or (is_plain and line.keys() <= known):
        return line
    found: dict[str, Any] = {}
    for given, value in line.items():
        key, told = _ALSO.get(given, given), value
        if key in _PLAYERS and isinstance(value, str) and names.count(value) == 1:
            told = names.index(value)
        elif key == "dora_marker" and isinstance(value, list) and len(value) == 1:
            told = value[0]
        elif key == "ura_markers" and isinstance(value, str):
            told = [value]
        if None not in (told, found.get(key)) and found[key] != told:
            raise UnreadableError(
                "expected {0!r} once, found {1} and {2} as {3!r}", key, show(found[key]), show(value), given
            )
        found[key] = found.get(key) if told is None else told
    unread = [(key, found.pop(key)) for key in [*found] if key not in known]
    return {**found, UNREAD: [(f"{line['type']}.{key}", value) for key, value in unread if value is not None]}


def pairs_of_yaku(value: Any) -> tuple[tuple[SaidYaku, ...] | None, tuple[tuple[str, Any], ...]]:
    """The yaku of a win with their han, each a pair or an object; and what is written in another way."""
    if value is None or value == []:
        return None, ()
    pairs = [[*one.values()] if isinstance(one, dict) else one for one in listed(value, "'yakus' of 'hora'")]
    if not all(isinstance(one, list) and [*map(type, one)] == [str, int] for one in pairs):
        return None, (("yaku", value),)
    found: list[SaidYaku] = []
    for name, han in pairs:
        one = named_yaku(name, None if han >= LIMIT_HAN else han)
        # Dragons are told together, with a han for each.
        found += [named_yaku(name, 1)] * han if one.id == _DRAGONS else [one]
    return tuple(found), ()
