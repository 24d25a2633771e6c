"""The guided entry of a hanafuda round: players, piles, and whatever the game asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from calc.asking.names import card_names
from calc.asking.phrases import phrase
from calc.asking.steps import Answers, Step, amounts, choice, missing, number, several, yes_values
from calc.errors import NotationError
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.settle.steps import DealtYaku
from calc.notation.cards import Pile, assign_chaff, parse_cards, parse_one, print_pile
from calc.records.hanafuda import HanafudaHand, HanafudaRound, WildUse


def steps_of(rules: HanafudaRules, answers: Answers, lang: str) -> list[Step]:
    """The steps that apply by what is answered so far."""
    entry = _Entry(rules, answers, lang)
    steps = [entry.players()]
    if rules.teyaku:
        steps += _steps_of_dealt(entry)
    if answers.get("played", "yes") == "yes":
        steps += _steps_of_play(entry)
    if rules.asks_month:
        steps.append(entry.month())
    asked = {"pot": entry.pot, "chips": entry.chips}
    return steps + [make() for key, make in asked.items() if key not in rules.unused]


def _steps_of_dealt(entry: _Entry) -> list[Step]:
    """The hands of those who show a dealt yaku, which may end the round before play."""
    steps = [entry.shown()]
    shown = entry.answers.get("shown", [])
    for name in shown:
        steps.append(entry.cards("dealt", name))
        if len(entry.names) in entry.rules.table.returns:
            steps.append(entry.returned(name))
    # In some games a dealt yaku ends the round before play.
    may_end = any(isinstance(step, DealtYaku) for step in entry.rules.steps.values())
    return [*steps, entry.played()] if shown and may_end else steps


def _steps_of_play(entry: _Entry) -> list[Step]:
    """The piles, and how the round ended."""
    rules = entry.rules
    steps = [entry.cards("captured", name) for name in entry.names]
    if "stopped_by" not in rules.unused:
        steps.append(entry.stopped_by())
    if "koikoi" not in rules.unused and entry.answers.get("stopped_by"):
        steps.append(entry.koikoi())
    return [*steps, entry.wild()] if rules.wild is not None else steps


def record_of(rules: HanafudaRules, answers: Answers) -> HanafudaRound:
    """The record that the answers make."""

    def text(part: str, name: str) -> str | None:
        pile = answers.get(f"{part} {name}")
        return None if pile is None else print_pile(pile, load_deck())

    hands = {
        name: HanafudaHand(dealt=text("dealt", name), returned=text("returned", name), captured=text("captured", name))
        for name in answers["players"]
    }
    more = {key: answers[key] for key in ("stopped_by", "koikoi", "month", "wild", "pot", "chips") if answers.get(key)}
    return HanafudaRound(rules=rules.origin, options={**rules.chosen}, players=hands, **more)


class _Entry:
    """The questions about one round, each a step made of what was answered before it."""

    def __init__(self, rules: HanafudaRules, answers: Answers, lang: str) -> None:
        self.rules = rules
        self.answers = answers
        self.lang = lang
        self.names: list[str] = answers.get("players", [])

    def _step(self, key: str, read: Callable[[str], Any], told: Callable[[Any], str], **more: str) -> Step:
        names = {"name": next(iter(self.names), ""), **more}
        asks = phrase(key.partition(" ")[0], self.lang).format(**names)
        hint = "hint_players" if key == "players" else "hint_cards" if " " in key or key == "wild" else ""
        return Step(key, asks, read, told, phrase(hint, self.lang) if hint else "")

    def _one(self, text: str) -> str:
        return choice(text, dict.fromkeys(self.names, ()))

    def _who(self, names: Any) -> str:
        told = names if isinstance(names, str) else ", ".join(names or ())
        return told or phrase("nobody", self.lang)

    def _counted(self, counts: dict[str, int]) -> str:
        return ", ".join(f"{name} {count}" for name, count in counts.items()) or phrase("nobody", self.lang)

    def _named(self, pile: Pile | None) -> str:
        if pile is None:
            return phrase("nothing", self.lang)
        deck = load_deck()
        (cards,) = assign_chaff([("", pile)], deck)
        return card_names(deck.within(cards), self.lang) or phrase("nothing", self.lang)

    def players(self) -> Step:
        """Who plays, in turn order."""
        allowed = self.rules.table.players

        def read(text: str) -> list[str]:
            names = text.replace(",", " ").replace("、", " ").split()
            if len(names) not in allowed:
                counts = " / ".join(map(str, allowed))
                raise NotationError(phrase("of_players", self.lang).format(counts=counts, found=len(names)))
            twice = next((name for name in names if names.count(name) > 1), None)
            if twice is not None:
                raise NotationError(f"expected each player once, found {twice} a second time")
            return names

        return self._step("players", read, self._who, first=phrase(self.rules.table.first, self.lang))

    def shown(self) -> Step:
        """Whose dealt hand matters."""
        return self._step("shown", lambda text: several(text, dict.fromkeys(self.names, ())), self._who)

    def cards(self, part: str, name: str) -> Step:
        """The dealt hand or the pile of one player; every card lies in one place."""
        key = f"{part} {name}"
        before = [
            (other.partition(" ")[2], pile) for other, pile in self.answers.items() if other.startswith(f"{part} ")
        ]

        def read(text: str) -> Pile:
            if not text and part == "dealt":
                raise missing(key, self.lang)
            pile = parse_cards(text, load_deck(), key)
            foreign = load_deck().within(pile.named & ~self.rules.deck)
            for card in foreign:
                raise NotationError(f"{self.rules.id} is played without {card.name}")
            for _ in assign_chaff([*before, (name, pile)], load_deck()):
                pass
            return pile

        return self._step(key, read, self._named, name=name)

    def returned(self, name: str) -> Step:
        """The card that went back to the draw pile."""
        key = f"returned {name}"

        def read(text: str) -> Pile | None:
            return parse_one(text, load_deck(), key) if text else None

        return self._step(key, read, self._named, name=name)

    def played(self) -> Step:
        """Whether it came to play: a dealt yaku may end the round before."""
        return self._step("played", lambda text: choice(text, yes_values(), "no"), str)

    def stopped_by(self) -> Step:
        """Who ended the round by a yaku."""
        return self._step("stopped_by", lambda text: self._one(text) if text else None, self._who)

    def koikoi(self) -> Step:
        """Who went on before, and how often."""
        return self._step("koikoi", lambda text: amounts(text, self.names, 1), self._counted)

    def month(self) -> Step:
        """The month of the round, which a yaku asks for."""

        def read(text: str) -> int:
            month = number(text)
            if month not in load_deck().months:
                raise NotationError(f"expected a month from 1 to {len(load_deck().months)}, found {text!r}")
            return month

        return self._step("month", read, str)

    def wild(self) -> Step:
        """The use of the wild card."""

        def read(text: str) -> WildUse | None:
            if not text:
                return None
            name, _, card = text.partition(" ")
            parse_one(card, load_deck(), "wild.captured")
            return WildUse(by=self._one(name), captured=card.strip())

        def told(wild: WildUse | None) -> str:
            return phrase("nobody", self.lang) if wild is None else f"{wild.by}: {wild.captured}"

        return self._step("wild", read, told)

    def pot(self) -> Step:
        """What lay in the pot."""
        return self._step("pot", number, str)

    def chips(self) -> Step:
        """What lies in front of players who may have too little."""
        return self._step("chips", lambda text: amounts(text, self.names), self._counted)
