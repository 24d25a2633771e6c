"""What the words of a question about a rule tell of numbers and players, worked out by the rules of hanafuda."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from calc.errors import RecordError
from calc.records.words import WordSaid, number_said
from calc.translation import msg

FILE: Final = Path(__file__).with_name("topics.yaml")


def doubled(words: Sequence[WordSaid], rules: Any, figures: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """What who stopped scores after somebody else went on."""
    stopped, went_on = (next(one for one in words if one.means == means) for means in ("stopped", "went_on"))
    if stopped.who == went_on.who:
        raise RecordError(msg("expected who stopped, and another player who went on"), column=1)
    told, least = number_said(stopped.said["n"]), figures["least"] or 0
    is_many = 0 < least <= told
    times = int((figures["by"] or 1) * (figures["again"] if is_many else 1))
    winner = "i" if stopped.who == "i" else "other"
    found = {"told": told, "least": least, "times": times, "points": told * times, "winner": winner}
    return ("many" if is_many else "once"), found


def chaff(words: Sequence[WordSaid], rules: Any, figures: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """How many chaff are told."""
    count = sum(number_said(one.said["n"]) for one in words if one.means == "chaff")
    return "told", {"count": count}


CHECKS: Final[Mapping[str, Any]] = {"doubled": doubled, "chaff": chaff}
