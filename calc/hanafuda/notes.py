"""Notes on hanafuda rounds, in English and Japanese."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from calc.hanafuda.rules.deck import load_deck
from calc.notation.cards import print_set
from calc.notation.deck import CardSet
from calc.outcomes import Note
from calc.tables import Name
from calc.text import in_lang

#: Key of the note on what is owed for hands that were forced out.
COMPENSATION: Final = "compensation"
#: Key of the note on a round that ended before play.
NO_GAME: Final = "no_game"

#: At most this many missing cards are named one by one.
_FEW: Final = 4
_WHY: Final = {
    "difference": ("the difference of scores", "得点の差"),
    "teyaku": ("dealt yaku", "手役"),
    "yaku": ("yaku", "役"),
    "compensation": ("compensation", "追い駒"),
    "dropout": ("dropping out", "逃げ駒"),
}
_UNITS: Final = {"chips": "枚", "points": "点"}


def _note(key: str, lang: str, english: str, japanese: str) -> Note:
    return Note(key, in_lang(lang, english, japanese))


def by_result(lang: str) -> Note:
    """Note that what was won is the table's word."""
    english = "taken as the table counted, not checked against cards"
    return _note("by_result", lang, english, "卓の申告どおり：札での確認はしていない")


def _amount(amount: int, unit: str) -> tuple[str, str]:
    return f"{amount} {unit.removesuffix('s') if amount == 1 else unit}", f"{amount}{_UNITS.get(unit, unit)}"


def _cards(cards: CardSet) -> str:
    return print_set(cards, load_deck())


def alone(player: str, lang: str) -> Note:
    """Note that everybody else dropped out."""
    return _note(
        NO_GAME,
        lang,
        f"no game is played: {player} alone did not drop out, and wins the pot",
        f"勝負なし：{player}だけが残り、場の駒を取る",
    )


def nobody_plays(pot: int, unit: str, lang: str) -> Note:
    """Note that everybody dropped out."""
    english, japanese = _amount(pot, unit)
    return _note(
        NO_GAME,
        lang,
        f"nobody plays: the cards are dealt again, and {english} stay{'s' * (pot == 1)} in the pot",
        f"全員が逃げたため配り直し。場の駒{japanese}は残る",
    )


def forced_out(hands: Mapping[str, CardSet], owed: int, unit: str, lang: str) -> Note:
    """Note what is owed for hands that were forced out; ``hands``: the counting cards of each."""
    due = _amount(owed, unit)
    return _note(
        COMPENSATION,
        lang,
        f"who plays owes {due[0]} each for the hands forced out ({_hands(hands)})",
        f"追い駒は一人{due[1]}（{_hands(hands)}）",
    )


def _hands(hands: Mapping[str, CardSet]) -> str:
    return "; ".join(f"{name} {_cards(cards)}" for name, cards in hands.items() if cards)


def compensated(
    hands: Mapping[str, CardSet], owed: int, winner: tuple[str, int], equal: Sequence[str], unit: str, lang: str
) -> Note:
    """Note that so much is owed for hands forced out that no game is played.

    ``hands``: the counting cards of each; ``winner``: the player with most chips, and how many; ``equal``: others with
    as many.
    """
    told = _hands(hands)
    due, most = _amount(owed, unit), _amount(winner[1], unit)
    english = (
        f"no game is played: who plays owes {due[0]} each for the hands forced out ({told}); {winner[0]} has most "
        f"chips in front, {most[0]}, and wins"
    )
    japanese = f"勝負なし：追い駒が一人{due[1]}になる（{told}）。手元の駒が最も多い{winner[0]}（{most[1]}）の勝ち"
    if equal:
        english += f", {', '.join(equal)} with as many coming later in turn order"
        japanese += f"（同数の{'、'.join(equal)}より手番が早い）"
    return _note(NO_GAME, lang, english, japanese)


def short(payer: str, to: str, amount: int, left: int, why: str | Name, unit: str, lang: str) -> Note:
    """Note that a payer had less left than was owed. ``why``: the reason of the payment."""
    reason = _WHY.get(why, (why, why)) if isinstance(why, str) else (why.en, why.ja)
    due, had = _amount(amount, unit), _amount(left, unit)
    return _note(
        "short",
        lang,
        f"{payer} owed {to} {due[0]} for {reason[0]}, but had {had[0]} left in front",
        f"{payer}から{to}へ{reason[1]}{due[1]}のところ、手元に残る{had[1]}まで",
    )


def tie(best: Sequence[str], what: str, number: int, winner: str | None, by: str | None, lang: str) -> Note:
    """Note players with the same number of ``what``, and who wins: with the most ``by``, or the first in turn order."""
    if winner is None:
        wins, beats = "nobody wins", "勝者なし"
    elif by is None:
        wins, beats = f"{winner} is the first of them in turn order and wins", f"手番の早い{winner}の勝ち"
    else:
        wins, beats = f"{winner} has the most {by} of them and wins", f"{by}の多い{winner}の勝ち"
    return _note(
        "tie",
        lang,
        f"{' and '.join(best)} have the same {what}, {number}: {wins}",
        f"{'と'.join(best)}は{what}が同じ（{number}）：{beats}",
    )


def dealt_to_all(holders: Sequence[str], *, scores: bool, lang: str) -> Note:
    """Note that several players hold teyaku."""
    english, japanese = ("each scores their own", "各自が得点する") if scores else ("nobody scores", "得点なし")
    return _note(
        "dealt_to_all",
        lang,
        f"{' and '.join(holders)} hold dealt yaku: {english}",
        f"{'と'.join(holders)}に手役：{japanese}",
    )


def nobody_stopped(holders: Sequence[str], key: str, lang: str) -> Note:
    """Note that players hold yaku, but neither stopped nor went on."""
    return _note(
        "nobody_stopped",
        lang,
        f"{' and '.join(holders)} held yaku, but neither stopped (stopped_by) nor went on ({key}); their yaku "
        "are not scored",
        f"{'と'.join(holders)}には役があるが、上がり（stopped_by）もこいこい（{key}）もないので、役は得点にならない",
    )


def leftovers(player: str, cards: CardSet, wild: CardSet, lang: str) -> Note:
    """Note the cards that the wild card left over, and whose they are."""
    (card,) = load_deck().within(wild)
    return _note(
        "leftovers",
        lang,
        f"{_cards(cards)}, which {card.id} left over, were added to the pile of {player}",
        f"{card.japanese[0]}で残った{_cards(cards)}は{player}の取り札に加えた",
    )


def another_dealer(dealt: str, expected: str, lang: str) -> Note:
    """Note a dealer other than the rules name."""
    return _note(
        "dealer",
        lang,
        f"{dealt} dealt, but {expected} deals after the round before",
        f"この局は{dealt}が配ったが、前の局のあとに配るのは{expected}",
    )


def nothing_left(players: Sequence[str], lang: str) -> Note:
    """Note players who have nothing left of what they began with."""
    return _note(
        "nothing_left",
        lang,
        f"{' and '.join(players)} {'has' if len(players) == 1 else 'have'} nothing left",
        f"{'と'.join(players)}は持ち点がなくなった",
    )


def carried_over(told: Sequence[str], lang: str) -> Note:
    """Note what a round leaves to the next one."""
    return _note(
        "carried", lang, f"carried over to the next round: {', '.join(told)}", f"次の局に持ち越し：{'、'.join(told)}"
    )


def counted_as(card: str, name: str, player: str, lang: str) -> Note:
    """Note what a card that may choose its class counts as."""
    return _note(
        "counted_as",
        lang,
        f"{card} counts as {name}, which is best for {player}",
        f"{card}は{player}に最も有利な{name}と数えた",
    )


def too_few(count: int, expected: int, missing: CardSet, lang: str) -> Note:
    """Note that the piles lack cards of a round that was played out."""
    cards = "cards" if count != 1 else "card"
    names = ", ".join(card.name for card in load_deck().within(missing))
    few = missing.bit_count() <= _FEW
    return _note(
        "cards",
        lang,
        f"the piles hold {count} {cards}; a round that is played out leaves {expected}"
        + (f"; missing: {names}" if few else ""),
        f"取り札は{count}枚。最後まで打てば{expected}枚" + (f"（足りない札：{_cards(missing)}）" if few else ""),
    )


def odd_months(odd: Mapping[str, Sequence[int]], lang: str) -> Note:
    """Note piles with an odd number of cards of a month; ``odd`` has the months by player."""
    told = {name: ", ".join(map(str, months)) for name, months in odd.items() if months}
    english = "; ".join(f"{name} in month{'s' * (len(odd[name]) > 1)} {months}" for name, months in told.items())
    japanese = "、".join(f"{name}の{months}月" for name, months in told.items())
    return _note(
        "odd_months",
        lang,
        "two or four cards of a month are captured at a time, so that piles hold an even number of each, but odd ones "
        f"have {english}; check the piles",
        f"札は同じ月の二枚か四枚で取るので取り札の各月は偶数枚になるが、{japanese}が奇数枚。取り札を確かめること",
    )
