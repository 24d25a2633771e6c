"""What the words of a question about a rule tell of numbers and players, worked out by the rules of hanafuda."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from calc.hanafuda.rules.deck import load_deck
from calc.notation.spellings import fold
from calc.records.words import WordSaid, number_said
from calc.translation import say

FILE: Final = Path(__file__).with_name("topics.yaml")


def doubled(words: Sequence[WordSaid], rules: Any, figures: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """What who stopped scores, perhaps after somebody went on."""
    told = {one.means: one for one in reversed(words)}
    stopped, went_on = told.get("stopped") or told["had"], told.get("went_on")
    count, least = number_said(stopped.said["n"]), figures["least"] or 0
    is_many = 0 < least <= count
    is_called = went_on is not None and stopped.who != went_on.who
    times = int((figures["by"] or 1 if is_called else 1) * (figures["again"] if is_many else 1))
    winner = "i" if stopped.who == "i" else "other"
    found = {"told": count, "least": least, "times": times, "points": count * times, "winner": winner}
    if is_called:
        return ("many" if is_many else "once"), found
    case = "own" if went_on is not None else "alone"
    return (f"many_{case}" if is_many else case), found


def counted(words: Sequence[WordSaid], rules: Any, figures: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """What a pile is worth by the number of its cards of a kind."""
    (count,) = [number_said(one.said["n"]) for one in words if "n" in one.said][:1]
    if None in (figures["first"], figures["beyond"]):
        return "", {"count": count, "points": 0}
    points = figures["first"] + (figures["more"] or 0) * (count - figures["beyond"])
    if count < figures["beyond"]:
        return "none", {"count": count, "points": 0}
    least = rules.answer("double_from") if "double_from" in rules.options else 0
    return ("many" if 0 < least <= points else "some"), {"count": count, "points": points, "least": least}


def gone(words: Sequence[WordSaid], rules: Any, figures: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """What yaku score after so many goes."""
    told = {one.means: one for one in reversed(words)}
    stopped = told.get("stopped") or told.get("had")
    if stopped is None or "n" not in (told["times"].said if "times" in told else stopped.said):
        return "", {}
    goes = number_said(told["times"].said["n"]) if "times" in told else 1 + ("goes_twice" in told)
    count = number_said(stopped.said["n"])
    points = (count + goes) * int(figures["by"] or 1) ** max(0, goes - 2)
    return "told", {"told": count, "goes": goes, "points": points}


def in_kan(words: Sequence[WordSaid], rules: Any, figures: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """What each of the others pays for pairs that are worth kan."""
    return "", {"each": (figures["pairs"] or 0) * (figures["kan"] or 0)}


def chaff(words: Sequence[WordSaid], rules: Any, figures: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """How many chaff are told."""
    count = sum(number_said(one.said["n"]) for one in words if one.means == "chaff")
    return "told", {"count": count}


def month(words: Sequence[WordSaid], rules: Any, figures: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The month that a word or one of its cards names, and its cards."""
    (name,) = [fold(one.said["what"]).strip() for one in words if one.means == "month_asked"][:1]
    deck, known = load_deck(), [{fold(word) for word in some} for some in load_deck().month_words]
    told = [name, name.removesuffix("s"), name.removesuffix("ies") + "y", name.removesuffix("es")]
    numbers = [number for number, some in enumerate(known, 1) if some.intersection(told) or name[:-1] == str(number)]
    named = (deck.spoken.get(one.replace(" ", "-"), ()) for one in told)
    numbers += [card.month for some in named for card in some]
    if not numbers or not numbers[0]:
        return "", {}
    cards = deck.within(deck.months[numbers[0]])
    flower, flower_ja, calendar, *_ = deck.month_words[numbers[0] - 1]
    named_cards = [say("{card} ({sign})", card=card.name_in(), sign=card.text) for card in cards]
    found = {"flower": flower, "flower_ja": flower_ja, "calendar": calendar.title(), "number": numbers[0]}
    return "month", {**found, "cards": say(", ").join(named_cards)}


def dealt(words: Sequence[WordSaid], rules: Any, figures: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """How many cards are dealt, and what it takes to stop, by the number of players; what all cards are worth."""
    by_size = {size: rules.deal(size) for size in rules.table.players}
    whole = sum(worth * (cards & rules.deck).bit_count() for worth, cards in (rules.points or {}).items())
    cards = [
        say(
            "{hand} to each of {players} players and {field} to the field", hand=one.hand, players=size, field=one.field
        )
        for size, one in by_size.items()
    ]
    least, shares = (
        say(", ").join(say("{points} with {players} players", points=points, players=size) for size, points in each)
        for each in (
            [(size, one.stop_at) for size, one in by_size.items()],
            [(size, whole // size) for size in by_size],
        )
    )
    found = {"cards": say("; ").join(cards), "least": least, "whole": whole, "shares": shares}
    return "worth" if whole else "", found


CHECKS: Final[Mapping[str, Any]] = {
    "doubled": doubled,
    "month": month,
    "dealt": dealt,
    "chaff": chaff,
    "counted": counted,
    "gone": gone,
    "in_kan": in_kan,
}
