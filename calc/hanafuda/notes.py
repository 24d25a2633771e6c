"""Notes on hanafuda rounds, in the language that is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

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


def by_result() -> Note:
    """Note that what was won is the table's word."""
    return Note("by_result", say("taken as the table counted, not checked against cards"))


def winner_untold() -> Note:
    """Note that equal scores leave open who won."""
    return Note("winner", say("equal scores do not tell who won; what decides between them is in the cards"))


def few_points(found: int, whole: int) -> Note:
    """Note told card points of a round that was played out, which lack some of the deck's."""
    text = say("the card points add up to {found}; those of the whole deck are {whole}", found=found, whole=whole)
    return Note("cards", text)


def alone(player: str) -> Note:
    """Note that everybody else dropped out."""
    return Note(NO_GAME, say("no game is played: {player} alone did not drop out, and wins the pot", player=player))


def nobody_plays(pot: int, unit: str) -> Note:
    """Note that everybody dropped out."""
    text = say(
        "nobody plays: the cards are dealt again, and {pot} stays in the pot"
        if pot == 1
        else "nobody plays: the cards are dealt again, and {pot} stay in the pot",
        pot=amount_text(pot, unit),
    )
    return Note(NO_GAME, text)


def forced_out(hands: Mapping[str, CardSet], owed: int, unit: str) -> Note:
    """Note what is owed for hands that were forced out; ``hands``: the counting cards of each."""
    due, told = amount_text(owed, unit), _hands(hands)
    return Note(COMPENSATION, say("who plays owes {due} each for the hands forced out ({told})", due=due, told=told))


def _hands(hands: Mapping[str, CardSet]) -> str:
    return "; ".join(f"{name} {print_set(cards, load_deck())}" for name, cards in hands.items() if cards)


def compensated(
    hands: Mapping[str, CardSet], owed: int, winner: tuple[str, int], equal: Sequence[str], unit: str
) -> Note:
    """Note that so much is owed for hands forced out that no game is played.

    ``hands``: the counting cards of each; ``winner``: the player with most chips, and how many; ``equal``: others with
    as many.
    """
    text = say(
        "no game is played: who plays owes {due} each for the hands forced out ({told}); {winner} has most chips in "
        "front, {most}, and wins",
        due=amount_text(owed, unit),
        told=_hands(hands),
        winner=winner[0],
        most=amount_text(winner[1], unit),
    )
    if equal:
        names = say(", ").join(equal)
        text += say(", {names} with as many coming later in turn order", names=names)
    return Note(NO_GAME, text)


def short(payer: str, to: str, amount: int, left: int, why: str | Name, unit: str) -> Note:
    """Note that a payer had less left than was owed. ``why``: the reason of the payment."""
    reason = why.text() if isinstance(why, Name) else _WHY.text(why) if why in _WHY else why
    text = say(
        "{payer} owed {to} {due} for {reason}, but had {had} left in front",
        payer=payer,
        to=to,
        due=amount_text(amount, unit),
        reason=reason,
        had=amount_text(left, unit),
    )
    return Note("short", text)


def tie(best: Sequence[str], what: str, number: int, winner: str | None, by: str | None) -> Note:
    """Note players with the same number of ``what``, and who wins: with the most ``by``, or the first in turn order."""
    if winner is None:
        wins = say("nobody wins")
    elif by is None:
        wins = say("{winner} is the first of them in turn order and wins", winner=winner)
    else:
        wins = say("{winner} has the most {by} of them and wins", winner=winner, by=by)
    text = say(
        "{names} have the same {what}, {number}: {wins}",
        names=say(" and ").join(best),
        what=what,
        number=number,
        wins=wins,
    )
    return Note("tie", text)


def dealt_to_all(holders: Sequence[str], *, scores: bool) -> Note:
    """Note that several players hold teyaku."""
    told, names = say("each scores their own" if scores else "nobody scores"), say(" and ").join(holders)
    return Note("dealt_to_all", say("{names} hold dealt yaku: {told}", names=names, told=told))


def nobody_stopped(holders: Sequence[str], key: str) -> Note:
    """Note that players hold yaku, but neither stopped nor went on."""
    text = say(
        "{names} held yaku, but neither stopped (stopped_by) nor went on ({key}); their yaku are not scored",
        names=say(" and ").join(holders),
        key=key,
    )
    return Note("nobody_stopped", text)


def leftovers(player: str, cards: CardSet, wild: CardSet) -> Note:
    """Note the cards that the wild card left over, and whose they are."""
    (card,) = load_deck().within(wild)
    text = say(
        "{cards}, which {wild} left over, were added to the pile of {player}",
        cards=print_set(cards, load_deck()),
        wild=card.id if language() == "en" else card.name_in(),
        player=player,
    )
    return Note("leftovers", text)


def another_dealer(dealt: str, expected: str) -> Note:
    """Note a dealer other than the rules name."""
    text = say("{dealt} dealt, but {expected} deals after the round before", dealt=dealt, expected=expected)
    return Note("dealer", text)


def nothing_left(players: Sequence[str]) -> Note:
    """Note players who have nothing left of what they began with."""
    text = say(
        "{names} has nothing left" if len(players) == 1 else "{names} have nothing left",
        names=say(" and ").join(players),
    )
    return Note("nothing_left", text)


def carried_over(told: Sequence[str]) -> Note:
    """Note what a round leaves to the next one."""
    return Note("carried", say("carried over to the next round: {told}", told=say(", ").join(told)))


def counted_as(card: str, name: str, player: str) -> Note:
    """Note what a card that may choose its class counts as."""
    text = say("{card} counts as {name}, which is best for {player}", card=card, name=name, player=player)
    return Note("counted_as", text)


def too_few(count: int, expected: int, missing: CardSet) -> Note:
    """Note that the piles lack cards of a round that was played out."""
    text = say(
        "the piles hold {count} card; a round that is played out leaves {expected}"
        if count == 1
        else "the piles hold {count} cards; a round that is played out leaves {expected}",
        count=count,
        expected=expected,
    )
    if missing.bit_count() <= _FEW:
        # Cards have their spelling in every language, and beside it a name in English.
        deck = load_deck()
        names = (
            ", ".join(card.name for card in deck.within(missing)) if language() == "en" else print_set(missing, deck)
        )
        text += say("; missing: {names}", names=names)
    return Note("cards", text)


def odd_months(odd: Mapping[str, Sequence[int]]) -> Note:
    """Note piles with an odd number of cards of a month; ``odd`` has the months by player."""
    told = [
        say(
            "{name} in month {months}" if len(months) == 1 else "{name} in months {months}",
            name=name,
            months=", ".join(map(str, months)),
        )
        for name, months in odd.items()
        if months
    ]
    text = say(
        "two or four cards of a month are captured at a time, so that piles hold an even number of each, but odd ones "
        "have {told}; check the piles",
        told=joined(told, "clauses"),
    )
    return Note("odd_months", text)
