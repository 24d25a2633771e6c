"""Hanafuda records from plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from calc.errors import RecordError
from calc.notation.text import show
from calc.records.hanafuda import HanafudaGame, HanafudaRound
from calc.records.hanafuda_keys import HANAFUDA_GAME, HANAFUDA_ROUND
from calc.records.keys import UNFIT

_CLAIM = "claim"


def is_hanafuda(data: Mapping[str, Any]) -> bool:
    """Whether plain data is of hanafuda: players with their cards, or rounds that have such players."""
    rounds = data.get("rounds")
    if isinstance(rounds, list):
        return any(isinstance(one, Mapping) and "players" in one for one in rounds)
    return isinstance(data.get("players"), Mapping)


def hanafuda_from(data: Mapping[str, Any]) -> HanafudaRound | HanafudaGame:
    """The round or game that plain data describes; ``None`` is absent, save as the winner of a claim.

    Raises :class:`~calc.errors.RecordError` as :func:`calc.records.plain.record_from`.
    """
    is_game = data.get("rounds") is not None
    shape = HANAFUDA_GAME if is_game else HANAFUDA_ROUND
    given = shape.given(data, "")
    if is_game and isinstance(given["rounds"], list):
        given["rounds"] = [
            _stated(HANAFUDA_ROUND.given(one, f"rounds[{place}]")) if isinstance(one, Mapping) else one
            for place, one in enumerate(given["rounds"])
        ]
        _check_rounds(given["rounds"])
    given = _stated(given)
    shape.check(given, "")
    try:
        return msgspec.convert(given, HanafudaGame) if is_game else msgspec.convert(given, HanafudaRound)
    except UNFIT as error:
        raise RecordError(f"expected {shape.name}, found {show(given)}: {error}") from None


def _stated(given: Mapping[str, Any]) -> dict[str, Any]:
    """A record without the keys that have no value; its id is the caller's, whatever it holds, its options are
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
            if item is not None or (key == _CLAIM and name == "winner")
        }
    return [_present(item) for item in value] if isinstance(value, list) else value


def _check_rounds(rounds: list[Any]) -> None:
    for place, one in enumerate(rounds):
        for name in ("rules", "options"):
            if isinstance(one, Mapping) and name in one:
                raise RecordError(
                    f"the game names {name} for all its rounds, found it in one; leave it out there",
                    code="contradiction",
                    key=f"rounds[{place}].{name}",
                )
