"""Texts of cards read into numbers the plain way: a card is month * 10 + rank, rank 0 is the highest of its month.

``1BRCC`` is all pine cards, ``8BA`` moon and geese, ``#113`` the lightning. Nothing here knows of the program.
"""

import re
from collections.abc import Iterable
from typing import Any


class Refused(Exception):  # noqa: N818 - it is an answer, as ok: false is
    """A round that cannot be settled; ``code`` is the word the public contract has for the reason."""

    def __init__(self, code: str, why: str = "") -> None:
        super().__init__(f"{code}: {why}")
        self.code = code


#: The kinds of the four cards of each month by rank: bright, animal, ribbon, chaff.
KINDS = {
    1: "BRCC",
    2: "ARCC",
    3: "BRCC",
    4: "ARCC",
    5: "ARCC",
    6: "ARCC",
    7: "ARCC",
    8: "BACC",
    9: "ARCC",
    10: "ARCC",
    11: "BARC",
    12: "BCCC",
}
ALL = {month * 10 + rank for month in KINDS for rank in range(4)}


def kind(card: int) -> str:
    return KINDS[card // 10][card % 10]


BRIGHTS = {card for card in ALL if kind(card) == "B"}
ANIMALS = {card for card in ALL if kind(card) == "A"}
RIBBONS = {card for card in ALL if kind(card) == "R"}
CHAFF = {card for card in ALL if kind(card) == "C"}

_GROUP = re.compile(r"([1-9][0-9]?)([BARC]+)")


def months_held(cards: set[int]) -> dict[int, int]:
    """How many cards of each month are held."""
    held: dict[int, int] = {}
    for card in cards:
        held[card // 10] = held.get(card // 10, 0) + 1
    return held


def _words(text: Any) -> list[str]:
    """The groups of a text or of a list of texts."""
    texts = [text] if isinstance(text, str) else list(text)
    return [word for one in texts for word in one.replace(",", " ").split()]


def _read(text: Any, jokers: Iterable[int] = ()) -> tuple[list[int], list[int]]:
    """The cards that are known, and the months of the chaff that is not named, one entry a card."""
    known: list[int] = []
    unnamed: list[int] = []
    for word in _words(text):
        if word.startswith("#") and word[1:].isdigit():
            known.append(int(word[1:]))
            continue
        if word[0] == "J" and word[1:].isdigit() and int(word[1:]) in jokers:
            known.append(int(word[1:]))
            continue
        group = _GROUP.fullmatch(word)
        if group is None or int(group[1]) not in KINDS:
            raise Refused("notation", word)
        month = int(group[1])
        for letter in group[2]:
            if letter == "C":
                unnamed.append(month)
            elif letter in KINDS[month]:
                known.append(month * 10 + KINDS[month].index(letter))
            else:
                raise Refused("notation", f"{month}{letter}")
    if not set(known) <= ALL.union(jokers):
        raise Refused("notation", f"{set(known) - ALL}")
    return known, unnamed


def number_cards(texts: list[Any], jokers: Iterable[int] = ()) -> list[set[int]]:
    """The cards of piles that lie there at the same time: no card twice, chaff takes what is left of its month.

    ``jokers``: the numbers of those that play; a joker is a card of month 0.
    """
    read = [_read(text, jokers) for text in texts]
    taken: set[int] = set()
    for known, _ in read:
        for card in known:
            if card in taken:
                raise Refused("impossible_hand", f"{card} twice")
            taken.add(card)
    piles = []
    for known, unnamed in read:
        pile = set(known)
        for month in unnamed:
            left = [month * 10 + rank for rank in range(4) if KINDS[month][rank] == "C"]
            left = [card for card in left if card not in taken]
            if not left:
                raise Refused("impossible_hand", f"too much chaff of month {month}")
            pile.add(left[0])
            taken.add(left[0])
        piles.append(pile)
    return piles


def read_card(text: Any) -> tuple[int, bool]:
    """One card, and whether it is a chaff that is not named (then the lowest of its month stands for it)."""
    known, unnamed = _read(text)
    if len(known) + len(unnamed) != 1:
        raise Refused("notation", f"one card, not {text!r}")
    if known:
        return known[0], False
    return unnamed[0] * 10 + KINDS[unnamed[0]].index("C"), True


def pick_card(text: Any, among: set[int]) -> int | None:
    """The card of ``among`` that a text speaks of; None where there is no such card."""
    card, unnamed = read_card(text)
    if unnamed:
        fitting = [one for one in sorted(among) if one // 10 == card // 10 and kind(one) == "C"]
        return fitting[0] if fitting else None
    return card if card in among else None
