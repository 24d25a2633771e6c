"""Notes on hanafuda rounds."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from calc.hanafuda.rules.deck import load_deck
from calc.notation.cards import print_set
from calc.notation.deck import CardSet
from calc.outcomes import Note, amount_text
from calc.tables import Name
from calc.translation import Phrases, joined, language, say

#: Key of the note on what is owed for hands that were forced out.
COMPENSATION: Final = "compensation"
#: Key of the note on a round that ended before play.
NO_GAME: Final = "no_game"

#: At most this many missing cards are named one by one.
_FEW: Final = 4
_WHY: Final = Phrases("note.why")
#: The texts of notes by their keys; what is behind a dot tells apart notes of the same key.
_TEXTS: Final = {
    "by_result": "taken as the table counted, not checked against cards",
    "no_more": "{yaku} is taken as {worth}, without further cards",
    "as_paid": "the score of {player} is taken as it was paid; who went on is not worked into it",
    "has_stopped": "{player}, who alone has yaku, is taken to have stopped",
    "winner": "equal scores do not tell who won; what decides between them is in the cards",
    "cards.points": "the card points add up to {found}; those of the whole deck are {whole}",
    "cards.one": "the piles hold {count} card; a round that is played out leaves {expected}",
    "cards": "the piles hold {count} cards; a round that is played out leaves {expected}",
    "no_game.alone": "no game is played: {player} alone did not drop out, and wins the pot",
    "no_game.nobody.one": "nobody plays: the cards are dealt again, and {pot} stays in the pot",
    "no_game.nobody": "nobody plays: the cards are dealt again, and {pot} stay in the pot",
    "no_game.owed": "no game is played: who plays owes {due} each for the hands forced out ({told}); {winner} has "
    "most chips in front, {most}, and wins",
    "compensation": "who plays owes {due} each for the hands forced out ({told})",
    "short": "{payer} owed {to} {due} for {reason}, but had {had} left in front",
    "tie": "{names} have the same {what}, {number}: {wins}",
    "dealt_to_all": "{names} hold dealt yaku: {told}",
    "nobody_stopped": "{names} held yaku, but neither stopped (stopped_by) nor went on ({key}); their yaku are not "
    "scored",
    "leftovers": "{cards}, which {wild} left over, were added to the pile of {player}",
    "dealer": "{dealt} dealt, but {expected} deals after the round before",
    "nothing_left.one": "{names} has nothing left",
    "nothing_left": "{names} have nothing left",
    "carried": "carried over to the next round: {told}",
    "counted_as": "{card} counts as {name}, which is best for {player}",
    "odd_months": "two or four cards of a month are captured at a time, so that piles hold an even number of each, but "
    "odd ones have {told}; check the piles",
}


def note(name: str, /, *, names: Sequence[str] = (), **values: object) -> Note:
    """A note by its name in the table. ``names``: of players, with ``and`` between them."""
    return Note(name.partition(".")[0], say(_TEXTS[name], names=say(" and ").join(names), **values))


def counted(name: str, count: int, /, **values: Any) -> Note:
    """A note by its name, with another text for one of something."""
    return note(f"{name}.one" if count == 1 else name, count=count, **values)


def forced_out(hands: Mapping[str, CardSet], owed: int, unit: str) -> Note:
    """Note what is owed for hands that were forced out; ``hands``: the counting cards of each."""
    return note(COMPENSATION, due=amount_text(owed, unit), told=_hands(hands))


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
    noted = note("no_game.owed", due=due, told=_hands(hands), winner=winner[0], most=most)
    later = say(", {names} with as many coming later in turn order", names=say(", ").join(equal)) if equal else ""
    return Note(noted.id, noted.text + later)


def short(payer: str, to: str, amount: int, left: int, why: str | Name, unit: str) -> Note:
    """Note that a payer had less left than was owed. ``why``: the reason of the payment."""
    reason = why.text() if isinstance(why, Name) else _WHY.text(why) if why in _WHY else why
    due, had = amount_text(amount, unit), amount_text(left, unit)
    return note("short", payer=payer, to=to, due=due, reason=reason, had=had)


def tie(best: Sequence[str], what: str, number: int, winner: str | None, by: str | None) -> Note:
    """Note players with the same number of ``what``, and who wins: with the most ``by``, or the first in turn order."""
    text = "{winner} is the first of them in turn order and wins"
    if winner is None:
        text = "nobody wins"
    elif by is not None:
        text = "{winner} has the most {by} of them and wins"
    return note("tie", names=best, what=what, number=number, wins=say(text, winner=winner, by=by))


def leftovers(player: str, cards: CardSet, wild: CardSet) -> Note:
    """Note the cards that the wild card left over, and whose they are."""
    (card,) = load_deck().within(wild)
    name = card.id if language() == "en" else card.name_in()
    return note("leftovers", cards=print_set(cards, load_deck()), wild=name, player=player)


def too_few(count: int, expected: int, missing: CardSet) -> Note:
    """Note that the piles lack cards of a round that was played out."""
    noted, deck = counted("cards", count, expected=expected), load_deck()
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
    return note("odd_months", told=joined(told, "clauses"))
