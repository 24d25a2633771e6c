"""Lines of a hanafuda score sheet as people say them, beside those of its own words: ``Aki three brights``."""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from re import IGNORECASE
from typing import Any, Final

from msgspec import to_builtins

from calc.errors import CalcError, NotationError
from calc.hanafuda.records import sheet
from calc.hanafuda.records.lines import parse_hanafuda_line
from calc.hanafuda.records.plain import are_cards
from calc.hanafuda.records.telling import Told
from calc.hanafuda.records.words import sign
from calc.hanafuda.rules.deck import load_deck
from calc.notation.spellings import narrow
from calc.patterns import regex
from calc.records.meanings import Words, read_words
from calc.records.words import MOST_SAID, any_of, number_said

FILE: Final = Path(__file__).with_name("spoken.yaml")
#: The rest of what a sheet can do.
EXTRAS, clauses, words = sheet.EXTRAS, sheet.clauses, sheet.words
game_claim, round_claim, print_rounds = sheet.game_claim, sheet.round_claim, sheet.print_rounds
#: Brackets part what is said as commas do.
_COMMAS: Final = str.maketrans("()（）", ",,,,")
#: A score before the yaku that it is for.
_BEFORE: Final = regex(r"(?<=\s)(?P<n>\d{1,4})\s?(?:points?|pts?|文|点)?\s{0,9},(?=\s{0,9}[^\W\d_])", IGNORECASE)
#: A number for each player.
_NUMBERS: Final = regex(r"\s*+\d{1,3}(?:\s?[/,、]\s?\d{1,3}(?![\d.]))+")
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
        told = _in_order(told, players) if _in_order(text, players) == text else _in_order(text, players)
        found = _read_said(told, players) or _read_said(_BEFORE.sub("", told.translate(_COMMAS), 1), players, told)
        if found is None or not are_yaku(found):
            found = read_told(told, players) or found
        if found is None:
            raise error from None
        return month | found


def _in_order(text: str, players: Sequence[str]) -> str:
    """A line that begins with a number a player, ``66 / 98 / 100``, with their names before them."""
    found = _NUMBERS.match(text)
    numbers = re.findall(r"\d+", found[0]) if found else []
    if found is None or len(numbers) != len(players):
        return text
    told = ", ".join(f"{name} {number}" for name, number in zip(players, numbers, strict=True))
    return f"{told} {text[found.end() :]}"


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
    if scores is not None and not holders and "rules" not in found and {*scores} <= {*players}:
        return found
    if (
        scores is not None
        or not holders
        or "rules" in found
        or not {*hands} <= {*players}
        or sign("of_riichi").search(text)
    ):
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


# ---- word by word


@lru_cache(maxsize=64)
def tables_of(players: tuple[str, ...]) -> list[Words]:
    """The rows of words, and the names of those who play."""
    return [Words(FILE, "words"), _cards(), people_of({name: [name] for name in players})]


def people_of(names: Mapping[str, Sequence[str]]) -> Words:
    """The rows of players, each with the words by which people call them."""
    rows = [{"means": f"who={name}", "say": f"(?:{any_of(said)})<of_name>"} for name, said in names.items()]
    return Words(FILE, "", rows)


@cache
def _cards() -> Words:
    """The names of single cards, but for those that are names of much else; and their signs."""
    deck = load_deck()
    names = [word for word, cards in deck.spoken.items() if len(cards) == 1 and word not in ("月", "橋")]
    names += dict.fromkeys(f"{card.month}{card.letter}" for card in deck.cards)
    return Words(FILE, "", [{"means": f"card={word}", "say": re.escape(word).replace(r"\-", "[ -]")} for word in names])


def are_yaku(found: dict[str, Any]) -> bool:
    """Whether what stands in place of yaku is nothing but yaku, perhaps with what they are worth, and in place of cards
    no number of them.
    """
    hands = found.get("players", {}).values()
    for text in (hand[key] for hand in hands for key in ("captured", "yaku") if isinstance(hand.get(key), str)):
        words, lost = read_words(text.strip(), tables_of(()))
        told = [word.means.partition("=")[0] for word in words if word.means != "join"]
        # One figure behind several yaku is that of all of them.
        is_each = told.count("points") in (0, told.count("yaku"))
        is_other = bool(lost) or not is_each or bool({*told} - {"yaku", "points"})
        is_loose = any("k" in word.said for word in words) or sign("loose").search(text.strip())
        if is_loose or (is_other and not are_cards(text)):
            return False
    return True


def read_told(
    text: str, players: Sequence[str], people: Words | None = None, who: str = "", *, of_yaku: bool = False
) -> dict[str, Any] | None:
    """A line of which every word is known: who stopped, what it was worth, who went on.

    ``people``: other words for players; ``who``: of whom the line begins to tell; ``of_yaku``: whether who stops with a
    number of points has yaku of so many.
    """
    # ``8x2`` is two words.
    spoken = " ".join(re.sub(r"(?<=\d)(?=[x×*=])", " ", narrow(text).replace("’", "'")).split())
    if len(spoken) > MOST_SAID or sign("of_riichi").search(spoken):
        return None
    words, lost = read_words(spoken, [*([people] if people else []), *tables_of((*players,))])
    if lost or not words:
        return None
    told, end = Told(who, of_yaku=of_yaku), 0
    for word in words:
        if regex(r"[,.;()、。]").search(spoken[end : word.span[0]]):
            told.part()
        end = word.span[1]
        key, _, value = word.means.partition("=")
        told.take(key, value.format(n=number_said(word.said["n"]) if "n" in word.said else 1), word.said.get("k", ""))
    return told.found(players)
