"""What a hanafuda rule set asks of a round, as a page shows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from calc.asking.form import Field, Form, Option, Piece
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.pictures.cards import card_id
from calc.text import in_lang

#: The largest number that a page lets people enter.
_MOST: Final = 999_999
_LABELS: Final = {
    "dealer": ("The first is the dealer", "最初の人が親"),
    "leader": ("The first leads", "最初の人が先手"),
    "captured": ("Captured cards", "取り札"),
    "dealt": ("Dealt hand, if a dealt yaku is shown", "配られた手札（手役を見せた場合）"),
    "returned": ("Card returned from the hand", "手札から返した札"),
    "stopped_by": ("Who stopped the round", "上がった人"),
    "nobody": ("nobody", "なし"),
    "calls": ("How often each went on", "続行した回数"),
    "koikoi": ("How often each called koi-koi", "こいこいの回数"),
    "month": ("Month of the round", "その局の月"),
    "wild": ("Who used the wild card, and on what", "鬼札を使った人と取った札"),
    "field": ("Opening field", "最初の場札"),
    "pot": ("Chips in the pot", "場の駒"),
    "chips": ("Chips before the round", "局の前の駒"),
    "counted_as": ("{} counts as", "{}の数え方"),
    "best": ("what is best", "得なほう"),
}


def form_of(rules: HanafudaRules, lang: str) -> Form:
    """The fields of a round."""
    return Form(
        record="round",
        pieces=list(_pieces(rules, lang)),
        fields=list(_fields(rules, lang)),
        players=rules.table.players,
        at_table=rules.table.seats,
        first=_say(rules.table.first, lang),
    )


def _say(key: str, lang: str) -> str:
    return in_lang(lang, *_LABELS[key])


def _pieces(rules: HanafudaRules, lang: str) -> Iterator[Piece]:
    for card in load_deck().within(rules.deck | rules.wild_card):
        name = in_lang(lang, card.id.replace("-", " "), card.japanese[0])
        yield Piece(card.text, card_id(card), f"{name} ({card.text})", str(card.month))


def _fields(rules: HanafudaRules, lang: str) -> Iterator[Field]:
    cards, unused = rules.deck.bit_count(), rules.unused
    yield Field(key="players.*.captured", kind="pieces", label=_say("captured", lang), most=cards)
    if rules.teyaku:
        yield Field(key="players.*.dealt", kind="pieces", label=_say("dealt", lang), most=cards)
        if rules.table.returns:
            yield Field(key="players.*.returned", kind="piece", label=_say("returned", lang))
    if "stopped_by" not in unused:
        yield Field(key="stopped_by", kind="player", label=_say("stopped_by", lang))
    calls = rules.table.calls
    if calls not in unused:
        yield Field(key=calls, kind="counts", label=_say(calls, lang), most=_MOST)
    if rules.asks_month:
        months = [Option(month, str(month)) for month in load_deck().months]
        yield Field(key="month", kind="choice", label=_say("month", lang), choices=months, default=months[0].value)
    if rules.wild is not None:
        yield Field(key="wild", kind="wild", label=_say("wild", lang))
    yield from _more_fields(rules, lang)


def _more_fields(rules: HanafudaRules, lang: str) -> Iterator[Field]:
    """What few rule sets ask."""
    cards = rules.deck.bit_count()
    if "field" in rules.reads:
        yield Field(key="field", kind="pieces", label=_say("field", lang), most=cards)
    for name, fact in rules.facts.items():
        told = fact.meaning.text(lang)
        kind = "counts" if fact.of == "player" else "number"
        yield Field(key=f"facts.{name}", kind=kind, label=told[:1].upper() + told[1:], most=_MOST)  # type: ignore[arg-type]
    for spelling, choice in rules.choices.items():
        best = [Option(None, _say("best", lang))] if choice.chosen == "best" else []
        named = [Option(name, rules.titles[name].text(lang) if name in rules.titles else name) for name in choice.worth]
        label = _say("counted_as", lang).format(spelling)
        yield Field(key=f"counted_as.{spelling}", kind="choice", label=label, choices=[*best, *named])
    for key in ("pot", "chips"):
        if key not in rules.unused:
            kind = "number" if key == "pot" else "counts"
            yield Field(key=key, kind=kind, label=_say(key, lang), most=_MOST, rare=True)  # type: ignore[arg-type]
