"""Why a claimed amount is wrong, in sentences: which payments were left out or counted twice, and who really pays."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from calc.layout.words import SEATS, word
from calc.outcomes import Departure, Difference, Transfer
from calc.translation import Phrases, say

#: What a payment is made for, in the words of a sentence, by its short id.
PAID_FOR: Final = Phrases("paid_for")


def title_of(name: str) -> str:
    """The name of a seat, such as East; any other name as it is."""
    return word(name) if name in SEATS else name


def joined(parts: Iterable[str]) -> str:
    """``East, South``; ``東家、南家``."""
    return say(", ").join(parts)


def departure_of(one: Difference, transfers: Sequence[Transfer] = ()) -> Departure:
    """Explain a wrong amount: changes by the ``transfers``, other amounts by the first that differs."""
    both = [value for side in (one.claimed, one.actual) if isinstance(side, Mapping) for value in side.values()]
    amounts = isinstance(one.actual, Mapping) and all(isinstance(value, int | float) for value in both)
    why = list(why_amounts(one.claimed, one.actual, transfers)) if amounts else []
    return Departure(one.key, one.claimed, one.actual, why)


def why_amounts(claimed: Mapping[str, int], actual: Mapping[str, int], transfers: Sequence[Transfer]) -> Iterator[str]:
    """Say of what the first wrong amount is made, which payments are left out or counted twice, who is exchanged."""
    wrong = [name for name, amount in claimed.items() if actual.get(name, 0) != amount]
    if wrong:
        yield from parts_of(wrong[0], transfers)
        yield from _somebody_else(claimed, actual)
    moved: dict[str, dict[str, int]] = {}
    for one in transfers:
        of = moved.setdefault(one.why, {})
        of[one.to] = of.get(one.to, 0) + one.amount
        of[one.from_] = of.get(one.from_, 0) - one.amount
    for why, of in moved.items():
        if why == "win":  # nobody forgets the win itself
            continue
        for times in (1, -1):
            if all(actual.get(name, 0) - times * of.get(name, 0) == amount for name, amount in claimed.items()):
                what = _paid_for(why)
                yield say("left out: {what}" if times > 0 else "counted twice: {what}", what=what)
    if len(wrong) > 1 and sorted(claimed[name] for name in wrong) == sorted(actual.get(name, 0) for name in wrong):
        names = joined(title_of(name) for name in wrong)
        yield say("the amounts are right, but not whose they are: {names} are exchanged", names=names)


def _paid_for(why: str) -> str:
    return PAID_FOR.text(why) if why in PAID_FOR else why


def parts_of(name: str, transfers: Sequence[Transfer]) -> Iterator[str]:
    """The payments that make up the change of one player, if there is more than one."""
    parts: dict[str, int] = {}
    for one in transfers:
        if name in (one.from_, one.to):
            parts[one.why] = parts.get(one.why, 0) + (one.amount if one.to == name else -one.amount)
    if sum(map(bool, parts.values())) > 1:
        told = [
            say("{amount} for {what}", amount=f"{amount:+,}", what=_paid_for(why))
            for why, amount in parts.items()
            if amount
        ]
        yield say("{title}: {text}", title=title_of(name), text=joined(told))


def _somebody_else(claimed: Mapping[str, int], actual: Mapping[str, int]) -> Iterator[str]:
    """Say who really pays an amount, where the claim names the wrong payer."""
    for name, amount in claimed.items():
        payer = next((other for other in actual if other not in claimed and actual[other] == amount), None)
        if amount < 0 and not actual.get(name) and payer is not None:
            yield say("{payer} pays that, not {name}", payer=title_of(payer), name=title_of(name))
