"""Hanafuda records from plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from calc.hanafuda.records.spelling import piles_of, respell, rules_of
from calc.hanafuda.records.types import HanafudaGame, HanafudaRound
from calc.notation.spellings import seat_of
from calc.records.misfit import table_of
from calc.records.plain import check_rounds, convert, respelled
from calc.tables.shelf import game_id_of, is_file_name

#: What a round of riichi has.
_RIICHI: Final = frozenset({"wins", "draw", "chombo"})


def is_hanafuda(data: Mapping[str, Any]) -> bool:
    """Whether plain data is of hanafuda: players with their cards, or rounds that have such players."""
    if not isinstance(data, Mapping):
        return False
    rounds = data.get("rounds")
    if isinstance(rounds, list) and any(map(_is_round, rounds)):
        return True
    if isinstance(data.get("players"), Mapping) and not (rounds and all(map(seat_of, data["players"]))):
        return True
    # Scores alone do not tell the game, nor do rounds; the rule set does.
    rules, is_game = rules_of(data), isinstance(rounds, list)
    has_piles = "players" not in data and rounds is None and bool(piles_of(data))
    is_told = is_game or data.get("scores") is not None or has_piles
    return is_told and isinstance(rules, str) and _is_hanafuda_set(rules)


def _is_round(data: Any) -> bool:
    """Whether plain data is a round with players of its own, or with nothing but their scores."""
    if not isinstance(data, Mapping):
        return False
    return "players" in data or ("scores" in data and not _RIICHI.intersection(data))


def _is_hanafuda_set(name: str) -> bool:
    """Whether a rule set is of hanafuda; a file is not read for that."""
    return not is_file_name(name) and game_id_of(name) == "hanafuda"


def hanafuda_from(data: Mapping[str, Any], _untold: str = "") -> HanafudaRound | HanafudaGame:
    """The round or game that plain data describes; ``None`` is absent, save as the winner of a claim.

    Raises :class:`~calc.errors.RecordError` as :func:`calc.intake.spelling.record_from`.
    """
    return respelled(_hanafuda_from, data, respell)


def _hanafuda_from(data: Mapping[str, Any]) -> HanafudaRound | HanafudaGame:
    if data.get("rounds") is None and (data.get("scores") is None or isinstance(data.get("players"), Mapping)):
        return convert(_stated(table_of(HanafudaRound).given(data, "")), HanafudaRound)
    given = table_of(HanafudaGame).given(data, "")
    if isinstance(given.get("rounds"), list):
        shape = table_of(HanafudaRound)
        given["rounds"] = [
            _stated(shape.given(one, f"rounds[{place}]")) if isinstance(one, Mapping) else one
            for place, one in enumerate(given["rounds"])
        ]
        check_rounds(given["rounds"])
    return convert(_stated(given), HanafudaGame)


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
