"""Lines of a hanafuda score sheet as people say them, beside those of its own words: ``Aki three brights``."""

from collections.abc import Sequence
from re import IGNORECASE
from typing import Any, Final

from msgspec import to_builtins

from calc.errors import CalcError, NotationError
from calc.hanafuda.records import sheet
from calc.hanafuda.records.lines import parse_hanafuda_line
from calc.hanafuda.records.plain import are_cards
from calc.hanafuda.records.words import sign
from calc.patterns import regex

#: The rest of what a sheet can do.
EXTRAS, clauses, words = sheet.EXTRAS, sheet.clauses, sheet.words
game_claim, round_claim, print_rounds = sheet.game_claim, sheet.round_claim, sheet.print_rounds
#: Brackets part what is said as commas do.
_COMMAS: Final = str.maketrans("()（）", ",,,,")
#: A score before the yaku that it is for.
_BEFORE: Final = regex(r"(?<=\s)(?P<n>\d{1,4})\s?(?:points?|pts?|文|点)?\s{0,9},(?=\s{0,9}[^\W\d_])", IGNORECASE)
#: What the round scored, behind what is told of it.
_SCORED: Final = regex(
    r"(?:[,、，=→]|(?<=\w)で|->|(?<!\S)for(?!\S)|doubled(?: (?:is|to|makes))?)\s{0,9}"
    r"(?:\d{1,3}(?:\s?(?:points?|文|点))? (?:doubled|x ?2|×2|倍)(?: (?:is|to|makes))? )?"
    r"(?P<n>\d{1,4})\s?(?:points?|pts?|文|点)?(?=[\s.,、。]*\Z|\s{0,9},\s{0,9}(?:went|stopped|dealer|month)(?!\w))",
    IGNORECASE,
)


def read_round(text: str, players: Sequence[str]) -> dict[str, Any]:
    """The plain data of the round that a line tells. Raises :class:`~calc.errors.NotationError` with the column."""
    try:
        return sheet.read_round(text, players)
    except NotationError as error:
        told, month = sheet.named(text, players)
        found = _read_said(told, players) or _read_said(_BEFORE.sub("", told.translate(_COMMAS), 1), players, told)
        if found is None:
            raise error from None
        return month | found


def _read_said(text: str, players: Sequence[str], whole: str = "") -> dict[str, Any] | None:
    """A line as people say a round: ``Aki three brights``, ``draw``. Who alone has cards or yaku has stopped.

    ``whole``: the line with the score that stands before yaku.
    """
    text = text.translate(_COMMAS)
    scored = {int(found["n"]) for found in _BEFORE.finditer(whole.translate(_COMMAS))}
    if whole and len(scored) != 1:
        return None
    while behind := _SCORED.search(text):
        text = text[: behind.start()] + text[behind.end() :]
        scored.add(int(behind["n"]))
    try:
        found: dict[str, Any] = to_builtins(parse_hanafuda_line(text, players)[0])
    except CalcError:
        return None
    hands, scores = found.pop("players", {}), found.get("scores")
    if scored or "claim" in found:
        return _with_score(found, hands, scored, players) if len(scored) < 2 else None
    holders = [name for name, hand in hands.items() if hand.get("captured") or hand.get("yaku")]
    if scores is not None and not holders and {*scores} <= {*players}:
        return found
    if scores is not None or not holders or not {*hands} <= {*players} or sign("of_riichi").search(text):
        return None
    of_none = {"captured": ""} if any("captured" in hands[name] for name in holders) else {}
    stop = {"stopped_by": holders[0]} if len(holders) == 1 else {}
    return {**stop, **found, "players": {name: hands.get(name) or of_none for name in players}}


def _with_score(
    found: dict[str, Any], hands: dict[str, Any], scored: set[int], players: Sequence[str]
) -> dict[str, Any] | None:
    """A round in which one player has yaku or cards, and a score beside them."""
    before = found.pop("claim", {}).get("scores", {})
    holders = [name for name, hand in hands.items() if hand.get("captured") or hand.get("yaku")]
    if len(holders) != 1 or found.get("scores") is not None or not {*hands, *before} <= {*players}:
        return None
    name, (hand,) = holders[0], [hands[one] for one in holders]
    told = dict.fromkeys([name], *scored) if scored else before
    text = str(hand.get("yaku") or hand["captured"]).strip(" ,")
    if are_cards(text) and not sign("by_cards").fullmatch(text):
        return {
            **found,
            "players": {one: hands.get(one) or {"captured": ""} for one in players},
            "claim": {"scores": told},
        }
    return {**found, "scores": told, "players": {one: {"yaku": text} if one == name else {} for one in players}}
