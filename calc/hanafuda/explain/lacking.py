"""Why a yaku of hanafuda that is claimed does not count: cards that lack, a better yaku, cards that take it away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from calc.hanafuda.rounds.round import lay_table
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.words import AllCards, AnyCards, Count, Either, Facts, Together, Word
from calc.hanafuda.value.yaku import voided
from calc.notation.hanafuda.cards import print_set

if TYPE_CHECKING:
    from calc.hanafuda.explain.explanation import RoundExplanation
    from calc.hanafuda.load import HanafudaRules
    from calc.notation.hanafuda.deck import CardSet
    from calc.notation.hanafuda.records import HanafudaRound


def why_not(player: str, name: str, record: HanafudaRound, reasons: RoundExplanation, rules: HanafudaRules) -> str:
    """Why a yaku does not count for a player: ``A does not have boar, deer, butterflies (inoshikacho): lacks 6A``."""
    yaku = rules.yaku[name]
    title = f"{yaku.name.en} ({name})"
    if not any(one.player == player and one.id == name for one in reasons.yaku):
        _, hands = lay_table(record, rules)
        cards = (hands.captured or {}).get(player, 0)
        lacking = "; ".join(_failing(yaku.when, cards, Facts(month=record.month))) or yaku.when.english()
        return f"{player} does not have {title}: {lacking}"
    taken = _taken_away(player, name, record, rules)
    if taken:
        return f"{player}: {title} does not count: {taken}"
    held = [rules.yaku[one.id] for one in reasons.yaku if one.player == player and one.id in rules.yaku]
    over = next((one for one in held if {name, yaku.best_of} & {*one.supersedes}), None)
    if over is not None:
        return f"{player}: {title} does not count: {over.name.en} ({over.id}) stands in place of it"
    counting = [
        rules.yaku[one.id] for one in reasons.yaku if one.player == player and one.id in rules.yaku and one.counts
    ]
    better = [
        one
        for one in counting
        if name in one.exclusive_with or (yaku.best_of is not None and yaku.best_of == one.best_of)
    ]
    told = f": {better[0].name.en} ({better[0].id})" if better else ""
    return f"{player}: {title} does not count beside a better one{told}"


def _taken_away(player: str, name: str, record: HanafudaRound, rules: HanafudaRules) -> str:
    """Whose cards take a yaku away."""
    _, hands = lay_table(record, rules)
    piles, facts = hands.captured or {}, Facts(month=record.month)
    for void in rules.voids.values():
        for holder in piles:
            if void.when.find(piles[holder], facts) is None:
                continue
            # Only this holder's cards, to see whose they are.
            shown = [cards if one == holder else 0 for one, cards in piles.items()]
            gone = voided([void], shown, facts)[list(piles).index(player)]
            if gone is None or rules.yaku[name].group in gone:
                return f"{void.entry.name.en} of {holder} ({void.when.english()}) takes it away"
    return ""


def _failing(word: Word, cards: CardSet, facts: Facts) -> Iterator[str]:
    """The parts of a condition that a pile does not meet, each with what it has instead."""
    if word.find(cards, facts) is not None:
        return
    if isinstance(word, AllCards):
        yield f"lacks {print_set(word.cards & ~cards, load_deck())}"
    elif isinstance(word, AnyCards):
        parts = [
            f"any {n} of {title} (here: {(cards & of).bit_count()})"
            for (n, of), title in zip(word.parts, word.titles, strict=True)
            if (cards & of).bit_count() < n
        ]
        yield from parts or [word.english()]
    elif isinstance(word, Count):
        for number, of, title in word.counts:
            if not number.fits((cards & of).bit_count()):
                yield f"{number.phrase()} {title} (here: {(cards & of).bit_count()})"
    elif isinstance(word, Either):
        yield " or ".join(f"({'; '.join(_failing(one, cards, facts))})" for one in word.words)
    elif isinstance(word, Together):
        for one in word.words:
            free = cards & ~word.fixed if isinstance(one, AnyCards | Either) else cards
            yield from _failing(one, free, facts)
    else:
        yield word.english()
