"""Notes on hanafuda rounds."""

from collections.abc import Mapping, Sequence
from typing import Final

from calc.hanafuda.rules.deck import load_deck
from calc.notation.cards import print_set
from calc.notation.deck import CardSet
from calc.outcomes import Note, amount_text, remark
from calc.tables import Name
from calc.translation import Phrases, joined, language, say

#: Key of the note on what is owed for hands that were forced out.
COMPENSATION: Final = "compensation"
#: Key of the note on a round that ended before play.
NO_GAME: Final = "no_game"

#: At most this many missing cards are named one by one.
_FEW: Final = 4
_WHY: Final = Phrases("note.why")


def forced_out(hands: Mapping[str, CardSet], owed: int, unit: str) -> Note:
    """Note what is owed for hands that were forced out; ``hands``: the counting cards of each."""
    return remark(COMPENSATION, due=amount_text(owed, unit), told=_hands(hands))


def _hands(hands: Mapping[str, CardSet]) -> str:
    return "; ".join(f"{name} {print_set(cards, load_deck())}" for name, cards in hands.items() if cards)


def compensated(
    hands: Mapping[str, CardSet], owed: int, winner: tuple[str, int], equal: Sequence[str], unit: str
) -> Note:
    """Note that so much is owed for hands forced out that no game is played.

    ``hands``: the counting cards of each; ``winner``: the player with most chips, and how many; ``equal``: others with
    as many.
    """
    due, most = amount_text(owed, unit), amount_text(winner[1], unit)
    noted = remark("no_game.owed", due=due, told=_hands(hands), winner=winner[0], most=most)
    later = say(", {names} with as many coming later in turn order", names=say(", ").join(equal)) if equal else ""
    return Note(noted.id, noted.text + later)


def short(payer: str, to: str, amount: int, left: int, why: str | Name, unit: str) -> Note:
    """Note that a payer had less left than was owed. ``why``: the reason of the payment."""
    reason = why.text() if isinstance(why, Name) else _WHY.text(why) if why in _WHY else why
    due, had = amount_text(amount, unit), amount_text(left, unit)
    return remark("short", payer=payer, to=to, due=due, reason=reason, had=had)


def tie(best: Sequence[str], what: str, number: int, winner: str | None, by: str | None) -> Note:
    """Note players with the same number of ``what``, and who wins: with the most ``by``, or the first in turn order."""
    text = "{winner} is the first of them in turn order and wins"
    if winner is None:
        text = "nobody wins"
    elif by is not None:
        text = "{winner} has the most {by} of them and wins"
    return remark("tie", names=say(" and ").join(best), what=what, number=number, wins=say(text, winner=winner, by=by))


def leftovers(player: str, cards: CardSet, wild: CardSet) -> Note:
    """Note the cards that the wild card left over, and whose they are."""
    (card,) = load_deck().within(wild)
    name = card.id if language() == "en" else card.name_in()
    return remark("leftovers", cards=print_set(cards, load_deck()), wild=name, player=player)


def too_few(count: int, expected: int, missing: CardSet) -> Note:
    """Note that the piles lack cards of a round that was played out."""
    noted, deck = remark("cards", count=count, expected=expected), load_deck()
    if not 0 < missing.bit_count() <= _FEW:
        return noted
    # Cards have their spelling in every language, and beside it a name in English.
    is_english = language() == "en"
    names = ", ".join(card.name for card in deck.within(missing)) if is_english else print_set(missing, deck)
    return Note(noted.id, noted.text + say("; missing: {names}", names=names))


def odd_months(odd: Mapping[str, Sequence[int]]) -> Note:
    """Note piles with an odd number of cards of a month; ``odd`` has the months by player."""
    told = []
    for name, months in odd.items():
        text = "{name} in month {months}" if len(months) == 1 else "{name} in months {months}"
        told += [say(text, name=name, months=", ".join(map(str, months)))] if months else []
    return remark("odd_months", told=joined(told, "clauses"))
