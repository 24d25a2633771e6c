"""Lines of a hanafuda score sheet as people say them, beside those of its own words: ``Aki three brights``."""

from collections.abc import Sequence
from re import IGNORECASE
from typing import Any, Final

from msgspec import to_builtins

from calc.errors import CalcError, NotationError
from calc.hanafuda.records import sheet
from calc.hanafuda.records.lines import parse_hanafuda_line
from calc.patterns import regex

#: The rest of what a sheet can do.
EXTRAS, clauses, words = sheet.EXTRAS, sheet.clauses, sheet.words
game_claim, round_claim, print_rounds = sheet.game_claim, sheet.round_claim, sheet.print_rounds
#: What no line of hanafuda has.
_OF_RIICHI: Final = regex(r"\b(?:rons?|tsumos?|han|fu|mangan|tenpai|riichi)\b|ロン|ツモ|[翻符飜聴]|リーチ", IGNORECASE)


def read_round(text: str, players: Sequence[str]) -> dict[str, Any]:
    """The plain data of the round that a line tells. Raises :class:`~calc.errors.NotationError` with the column."""
    try:
        return sheet.read_round(text, players)
    except NotationError as error:
        told, month = sheet.named(text, players)
        found = _read_said(told, players)
        if found is None:
            raise error from None
        return month | found


def _read_said(text: str, players: Sequence[str]) -> dict[str, Any] | None:
    """A line as people say a round: ``Aki three brights``, ``draw``. Who alone has cards or yaku has stopped."""
    try:
        found: dict[str, Any] = to_builtins(parse_hanafuda_line(text, players)[0])
    except CalcError:
        return None
    hands, scores = found.pop("players", {}), found.get("scores")
    holders = [name for name, hand in hands.items() if hand.get("captured") or hand.get("yaku")]
    if scores is not None and not holders and {*scores} <= {*players}:
        return found
    if scores is not None or not holders or not {*hands} <= {*players} or _OF_RIICHI.search(text):
        return None
    of_none = {"captured": ""} if any("captured" in hands[name] for name in holders) else {}
    stop = {"stopped_by": holders[0]} if len(holders) == 1 else {}
    return {**stop, **found, "players": {name: hands.get(name) or of_none for name in players}}
