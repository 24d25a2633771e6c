"""What the words of a question about a rule tell of numbers and players, worked out by the rules of hanafuda."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from calc.hanafuda.rules.deck import class_names, load_deck
from calc.notation.spellings import fold
from calc.records.words import WordSaid, number_said

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
    numbers = [number for number, some in enumerate(known, 1) if some.intersection(told) or name == f"{number}月"]
    named = (deck.spoken.get(one.replace(" ", "-"), ()) for one in told)
    numbers += [card.month for some in named for card in some]
    if not numbers or not numbers[0]:
        return "", {}
    cards = deck.within(deck.months[numbers[0]])
    flower, flower_ja, calendar, *_ = deck.month_words[numbers[0] - 1]
    en = ", ".join(f"{card.id.replace('-', ' ')} ({deck.classes[card.letter]})" for card in cards)
    ja = "・".join(f"{card.japanese[0]}（{class_names()[deck.classes[card.letter]].ja}）" for card in cards)
    found = {"flower": flower, "flower_ja": flower_ja, "calendar": calendar.title(), "number": numbers[0]}
    return "month", {**found, "cards": en, "cards_ja": ja}


def dealt(words: Sequence[WordSaid], rules: Any, figures: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """How many cards are dealt, and what it takes to stop, by the number of players; what all cards are worth."""
    by_size = {size: rules.deal(size) for size in rules.table.players}
    whole = sum(worth * (cards & rules.deck).bit_count() for worth, cards in (rules.points or {}).items())
    en = "; ".join(
        f"{one.hand} to each of {size} players and {one.field} to the field" for size, one in by_size.items()
    )
    ja = "、".join(f"{size}人なら手札{one.hand}枚ずつ、場札{one.field}枚" for size, one in by_size.items())
    least = ", ".join(f"{one.stop_at} with {size} players" for size, one in by_size.items())
    least_ja = "、".join(f"{size}人なら{one.stop_at}点" for size, one in by_size.items())
    shares = ", ".join(f"{whole // size} with {size} players" for size in by_size)
    shares_ja = "、".join(f"{size}人なら{whole // size}点" for size in by_size)
    found = {"cards": en, "cards_ja": ja, "least": least, "least_ja": least_ja}
    return "worth" if whole else "", {**found, "whole": whole, "shares": shares, "shares_ja": shares_ja}


CHECKS: Final[Mapping[str, Any]] = {
    "doubled": doubled,
    "month": month,
    "dealt": dealt,
    "chaff": chaff,
    "counted": counted,
    "gone": gone,
    "in_kan": in_kan,
}
