"""What a hanafuda rule set asks of a round, as a page shows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from calc.asking.form import Asked, Field, Form, Option, Piece
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.pictures.cards import card_id
from calc.translation import Phrases

#: The largest number that a page lets people enter.
_MOST: Final = 999_999
_LABELS: Final = Phrases(
    "form.hanafuda",
    {
        "dealer": "The first is the dealer",
        "leader": "The first leads",
        "captured": "Captured cards",
        "dealt": "Dealt hand, if a dealt yaku is shown",
        "returned": "Card returned from the hand",
        "stopped_by": "Who stopped the round",
        "nobody": "nobody",
        "calls": "How often each went on",
        "koikoi": "How often each called koi-koi",
        "month": "Month of the round",
        "wild": "Who used the wild card, and on what",
        "field": "Opening field",
        "pot": "Chips in the pot",
        "chips": "Chips before the round",
        "counted_as": "{} counts as",
        "best": "what is best",
    },
)


def form_of(rules: HanafudaRules, lang: str) -> Form:
    """The fields of a round."""
    asked = Asked(_LABELS, lang)
    return Form(
        record="round",
        pieces=list(_pieces(rules, lang)),
        fields=list(_fields(rules, asked)),
        players=rules.table.players,
        at_table=rules.table.seats,
        first=asked.label(rules.table.first),
    )


def _pieces(rules: HanafudaRules, lang: str) -> Iterator[Piece]:
    for card in load_deck().within(rules.deck | rules.wild_card):
        name = card.name_in(lang)
        yield Piece(card.text, card_id(card), f"{name} ({card.text})", str(card.month))


def _fields(rules: HanafudaRules, asked: Asked) -> Iterator[Field]:
    cards, unused = rules.deck.bit_count(), rules.unused
    yield asked.field("players.*.captured", "pieces", most=cards)
    if rules.teyaku:
        yield asked.field("players.*.dealt", "pieces", most=cards)
        if rules.table.returns:
            yield asked.field("players.*.returned", "piece")
    if "stopped_by" not in unused:
        yield asked.field("stopped_by", "player")
    calls = rules.table.calls
    if calls not in unused:
        yield asked.field(calls, "counts", most=_MOST)
    if rules.asks_month:
        months = [Option(month, str(month)) for month in load_deck().months]
        yield asked.field("month", "choice", choices=months, default=months[0].value)
    if rules.wild is not None:
        yield asked.field("wild", "wild")
    yield from _more_fields(rules, asked)


def _more_fields(rules: HanafudaRules, asked: Asked) -> Iterator[Field]:
    """What few rule sets ask."""
    if "field" in rules.reads:
        yield asked.field("field", "pieces", most=rules.deck.bit_count())
    for name, fact in rules.facts.items():
        yield asked.fact(name, fact.meaning.text(asked.lang), "counts" if fact.of == "player" else "number", most=_MOST)
    for spelling, choice in rules.choices.items():
        best = [asked.option(None, "best")] if choice.chosen == "best" else []
        titles = {name: rules.titles[name].text(asked.lang) if name in rules.titles else name for name in choice.worth}
        label = asked.label("counted_as").format(spelling)
        choices = [*best, *(Option(name, title) for name, title in titles.items())]
        yield Field(key=f"counted_as.{spelling}", kind="choice", label=label, choices=choices)
    if "pot" not in rules.unused:
        yield asked.field("pot", "number", most=_MOST, rare=True)
    if "chips" not in rules.unused:
        yield asked.field("chips", "counts", most=_MOST, rare=True)
