"""What a hanafuda rule set asks of a round, as a page shows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from calc.asking.form import Field, Form, Option, Piece
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
    return Form(
        record="round",
        pieces=list(_pieces(rules, lang)),
        fields=list(_fields(rules, lang)),
        players=rules.table.players,
        at_table=rules.table.seats,
        first=_label(rules.table.first, lang),
    )


def _label(key: str, lang: str) -> str:
    return _LABELS.text(key, lang)


def _pieces(rules: HanafudaRules, lang: str) -> Iterator[Piece]:
    for card in load_deck().within(rules.deck | rules.wild_card):
        name = card.name_in(lang)
        yield Piece(card.text, card_id(card), f"{name} ({card.text})", str(card.month))


def _fields(rules: HanafudaRules, lang: str) -> Iterator[Field]:
    cards, unused = rules.deck.bit_count(), rules.unused
    yield Field(key="players.*.captured", kind="pieces", label=_label("captured", lang), most=cards)
    if rules.teyaku:
        yield Field(key="players.*.dealt", kind="pieces", label=_label("dealt", lang), most=cards)
        if rules.table.returns:
            yield Field(key="players.*.returned", kind="piece", label=_label("returned", lang))
    if "stopped_by" not in unused:
        yield Field(key="stopped_by", kind="player", label=_label("stopped_by", lang))
    calls = rules.table.calls
    if calls not in unused:
        yield Field(key=calls, kind="counts", label=_label(calls, lang), most=_MOST)
    if rules.asks_month:
        months = [Option(month, str(month)) for month in load_deck().months]
        yield Field(key="month", kind="choice", label=_label("month", lang), choices=months, default=months[0].value)
    if rules.wild is not None:
        yield Field(key="wild", kind="wild", label=_label("wild", lang))
    yield from _more_fields(rules, lang)


def _more_fields(rules: HanafudaRules, lang: str) -> Iterator[Field]:
    """What few rule sets ask."""
    cards = rules.deck.bit_count()
    if "field" in rules.reads:
        yield Field(key="field", kind="pieces", label=_label("field", lang), most=cards)
    for name, fact in rules.facts.items():
        told = fact.meaning.text(lang)
        kind = "counts" if fact.of == "player" else "number"
        yield Field(key=f"facts.{name}", kind=kind, label=told[:1].upper() + told[1:], most=_MOST)  # type: ignore[arg-type]
    for spelling, choice in rules.choices.items():
        best = [Option(None, _label("best", lang))] if choice.chosen == "best" else []
        named = [Option(name, rules.titles[name].text(lang) if name in rules.titles else name) for name in choice.worth]
        label = _label("counted_as", lang).format(spelling)
        yield Field(key=f"counted_as.{spelling}", kind="choice", label=label, choices=[*best, *named])
    for key in ("pot", "chips"):
        if key not in rules.unused:
            kind = "number" if key == "pot" else "counts"
            yield Field(key=key, kind=kind, label=_label(key, lang), most=_MOST, rare=True)  # type: ignore[arg-type]
