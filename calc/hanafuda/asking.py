"""What a rule set asks of a hanafuda round: step by step, and as the fields of a page."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Final

from calc.asking import (
    YES_NO,
    Answers,
    Asked,
    Entry,
    Field,
    FieldKind,
    Form,
    Option,
    Piece,
    Step,
    amounts,
    choice,
    missing,
    number,
    several,
)
from calc.errors import NotationError
from calc.hanafuda.read.seats import order_decisions
from calc.hanafuda.records.types import HanafudaHand, HanafudaRound, ShownHand, WildUse
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.settle.steps import End
from calc.notation.cards import Pile, assign_chaff, parse_cards, parse_one, print_pile
from calc.notation.deck import Card
from calc.notation.spellings import listed_in
from calc.pictures.hands import card_id
from calc.translation import Phrases, fixed, joined, language, say

_PHRASES: Final = Phrases("ask.hanafuda", "ask")
#: What is asked of a round that was not played, too.
_OF_EVERY_ROUND: Final = ("month", "pot", "chips")
#: The largest number that a page lets people enter.
_MOST: Final = 999_999
_LABELS: Final = Phrases("form.hanafuda")


# ---- step by step


def steps_of(rules: HanafudaRules, answers: Answers) -> Iterator[Step]:
    """The steps that apply after the answers so far."""
    entry = _Entry(rules, answers)
    yield entry.players()
    if entry.sits_out:
        yield from _steps_of_table(entry)
    if rules.teyaku and entry.plays:
        yield from _steps_of_dealt(entry)
    is_played = entry.plays and answers.get("played", "yes") == "yes"
    for field in _fields(rules, Asked(_LABELS)):
        if is_played or field.key in _OF_EVERY_ROUND:
            yield from entry.ask(field)


def _steps_of_table(entry: "_Entry") -> Iterator[Step]:
    """Who has cards, who dropped out, and the hands that were forced out, where more sit there than take part."""
    if entry.rules.table.dealt is not None and len(entry.everyone) > entry.rules.table.dealt:
        first = entry.everyone[0]
        read = partial(choice, choices=dict.fromkeys(entry.everyone, ()), otherwise=first)
        yield entry.step("dealt_by", read, str, name=first)
    yield entry.step("dropped", lambda text: several(text, dict.fromkeys(entry.everyone, ())), entry.who)
    for name in entry.forced_out:
        yield entry.cards("forced", name)
    if entry.forced_out:
        yield entry.step("went", lambda text: choice(text, YES_NO, "yes"), entry.yes_no)


def _steps_of_dealt(entry: "_Entry") -> Iterator[Step]:
    """The hands of those who show a dealt yaku, and whether the round was played all the same."""
    shown = entry.answers.get("shown", [])
    yield entry.step("shown", lambda text: several(text, dict.fromkeys(entry.names, ())), entry.who)
    for name in shown:
        yield entry.cards("dealt", name)
        if len(entry.names) in entry.rules.table.returns:
            yield entry.returned(name)
    # In some games a dealt yaku ends the round before play.
    if shown and any(isinstance(step, End) and "teyaku" in step.reads for step in entry.rules.steps.values()):
        yield entry.step("played", lambda text: choice(text, YES_NO, "no"), entry.yes_no)


def record_of(rules: HanafudaRules, answers: Answers) -> HanafudaRound:
    """Make the record of the answers."""

    def text(part: str, name: str) -> str | None:
        pile = answers.get(f"{part} {name}")
        return None if pile is None else print_pile(pile, load_deck())

    entry = _Entry(rules, answers)
    hands = {
        name: HanafudaHand(dealt=text("dealt", name), returned=text("returned", name), captured=text("captured", name))
        for name in entry.names
    }
    keys = ("stopped_by", rules.table.calls, "month", "wild", "pot", "chips")
    more = {key: answers[key] for key in keys if answers.get(key)}
    if "field" in answers:
        more["field"] = print_pile(answers["field"], load_deck())
    more["facts"] = {name: told for name in rules.facts if (told := answers.get(f"facts.{name}"))}
    if entry.sits_out:
        more["seats"] = entry.everyone
        more["dropped"] = entry.dropped
        more["forced_out"] = {name: ShownHand(dealt=text("forced", name) or "") for name in entry.forced_out}
        if answers.get("dealt_by") not in (None, entry.everyone[0]):
            more["dealer"] = answers["dealt_by"]
    return HanafudaRound(rules=rules.origin, options={**rules.chosen}, players=hands, **more)


class _Entry(Entry):
    """The questions about one round."""

    rules: HanafudaRules
    phrases = _PHRASES

    def __init__(self, rules: HanafudaRules, answers: Answers) -> None:
        super().__init__(rules, answers)
        #: All at the table; of them those who take part, who dropped out, and who were forced out.
        self.everyone: list[str] = answers.get("players", [])
        #: Whether more sit at the table than take part.
        self.sits_out = len(self.everyone) in self.rules.table.seats
        self.names: list[str] = self.everyone
        self.dropped: list[str] = []
        self.forced_out: list[str] = []
        if self.sits_out:
            self.names, self.dropped, self.forced_out = self._sort_out()

    @property
    def plays(self) -> bool:
        """Whether there was a round to play."""
        return not self.sits_out or (len(self.names) in self.rules.table.players and self.answers.get("went") != "no")

    def _sort_out(self) -> tuple[list[str], list[str], list[str]]:
        """Sort out who plays, drops out and is forced out, as they decide in turn order from the leader."""
        if "dropped" not in self.answers:
            return [], [], []
        place = self.everyone.index(self.answers.get("dealt_by", self.everyone[0]))
        cardless = [*self.everyone[place:], *self.everyone[:place]][self.rules.table.dealt :]
        asked, _ = order_decisions(self.everyone, cardless, self.answers["dropped"])
        dropped = [name for name in asked if name in self.answers["dropped"]]
        staying, most = [name for name in asked if name not in dropped], max(self.rules.table.players)
        return [name for name in self.everyone if name in staying[:most]], dropped, staying[most:]

    def step(
        self, key: str, read: Callable[[str], Any], told: Callable[[Any], str], phrase: str = "", **more: str
    ) -> Step:
        """A step; its phrase may name a player."""
        prompt = self.phrase(phrase or key.partition(" ")[0]).format(
            **{"name": next(iter(self.names or self.everyone), ""), **more}
        )
        hint = f"hint_{phrase or key}" if key == "players" else "hint_cards" if " " in key or key == "wild" else ""
        return Step(key, prompt, read, told, self.phrase(hint) if hint else "")

    def one(self, text: str) -> str:
        return choice(text, dict.fromkeys(self.names, ()))

    def who(self, names: Any) -> str:
        """A player, or several, or nobody."""
        return (names if isinstance(names, str) else joined(names or (), "listed")) or self.phrase("nobody")

    def counted(self, counts: dict[str, int], otherwise: str = "nobody") -> str:
        """Players with a number each, or nobody."""
        return ", ".join(f"{name} {count}" for name, count in counts.items()) or self.phrase(otherwise)

    def _named(self, pile: Pile | None) -> str:
        if pile is None:
            return self.phrase("nothing")
        deck = load_deck()
        # Chaff without a number are no particular ones: of a month take the last, as plain as there are.
        cards = pile.named
        for month in deck.chaff.values():
            free = [card.bit for card in month if not card.bit & pile.named]
            count = sum(card.bit & pile.chaff > 0 for card in month)
            cards |= sum(free[len(free) - count :])
        return _card_names(deck.within(cards)) or self.phrase("nothing")

    def players(self) -> Step:
        """The players in turn order."""
        table = self.rules.table
        allowed = sorted({*table.players, *table.seats})

        def read(text: str) -> list[str]:
            names = listed_in(text)
            if len(names) not in allowed:
                *others, last = map(str, allowed)
                counts = self.phrase("or").join([*([self.phrase("comma").join(others)] if others else []), last])
                raise NotationError(self.phrase("of_players").format(counts=counts, found=len(names)))
            twice = next((name for name in names if names.count(name) > 1), None)
            if twice is not None:
                raise NotationError("expected each player once, found {0} a second time", twice)
            return names

        first, asks = self.phrase(table.first), "seats" if table.seats else "players"
        seats = f"{min(table.seats)}-{max(table.seats)}" if table.seats else ""
        return self.step("players", read, self.who, phrase=asks, first=first, seats=seats)

    def cards(self, part: str, name: str) -> Step:
        """The dealt hand or the pile of one player, without the cards of others."""
        key = f"{part} {name}"
        before = [
            (other.partition(" ")[2], pile) for other, pile in self.answers.items() if other.startswith(f"{part} ")
        ]

        def read(text: str) -> Pile:
            return self._pile(text, key, before, name, needed=part == "dealt")

        return self.step(key, read, self._named, name=name)

    def _pile(self, text: str, key: str, before: list[tuple[str, Pile]], name: str, *, needed: bool) -> Pile:
        """Read cards of the deck that nobody before holds."""
        if not text and needed:
            raise missing(key)
        pile = parse_cards(text, load_deck(), key)
        for card in load_deck().within(pile.named & ~self.rules.deck):
            raise NotationError("{0} is played without {1}", self.rules.id, fixed(card.name))
        for _ in assign_chaff([*before, (name, pile)], load_deck()):
            pass
        return pile

    def ask(self, field: Field) -> Iterator[Step]:
        """The steps of a field of the page. Dealt hands have theirs; what a card counts as is chosen on the page."""
        key, calls = field.key, self.rules.table.calls
        if key == "players.*.captured":
            yield from (self.cards("captured", name) for name in self.names)
        if key.startswith(("players.", "counted_as.")) or (key == calls and not self.answers.get("stopped_by")):
            return
        ways: dict[FieldKind, tuple[Callable[[str], Any], Callable[[Any], str]]] = {
            "player": (lambda text: self.one(text) if text else None, self.who),
            "pieces": (lambda text: self._pile(text, key, [], key, needed=True), self._named),
            "number": (number, str),
            "choice": (self._month, str),
            "counts": (lambda text: amounts(text, self.names, 1), self.counted),
            "wild": (self._wild, lambda wild: f"{wild.by}: {wild.captured}" if wild else self.phrase("nobody")),
        }
        if key == "chips":
            ways["counts"] = lambda text: amounts(text, self.everyone), lambda counts: self.counted(counts, "enough")
        phrase = "calls" if key == calls else key
        if key.startswith("facts."):
            phrase = "fact_of_round" if field.kind == "number" else "fact_of_player"
        yield self.step(key, *ways[field.kind], phrase, meaning=field.label)

    def _month(self, text: str) -> int:
        month = number(text)
        if month not in load_deck().months:
            raise NotationError("expected a month from 1 to {0}, found {1!r}", len(load_deck().months), text)
        return month

    def _wild(self, text: str) -> WildUse | None:
        """Read the player who used the wild card, and the card that it captured."""
        if not text:
            return None
        name, _, card = text.partition(" ")
        parse_one(card, load_deck(), "wild.captured")
        return WildUse(by=self.one(name), captured=card.strip())

    def returned(self, name: str) -> Step:
        """The card that a player returned to the draw pile."""
        key = f"returned {name}"
        return self.step(key, lambda text: parse_one(text, load_deck(), key) if text else None, self._named, name=name)


def _card_names(cards: Iterable[Card]) -> str:
    """``crane, curtain, 2 x pine-chaff``; the same in Japanese names."""
    names = [card.japanese[0] if language() == "ja" else card.id for card in cards]
    counted = {name: names.count(name) for name in names}
    return ("、" if language() == "ja" else ", ").join(
        say("{count} x {name}", count=count, name=name) if count > 1 else name for name, count in counted.items()
    )


# ---- as the fields of a page


def form_of(rules: HanafudaRules) -> Form:
    """The fields of a round."""
    asked = Asked(_LABELS)
    return Form(
        record="round",
        pieces=list(_pieces(rules)),
        fields=list(_fields(rules, asked)),
        players=rules.table.players,
        at_table=rules.table.seats,
        first=asked.label(rules.table.first),
    )


def _pieces(rules: HanafudaRules) -> Iterator[Piece]:
    for card in load_deck().within(rules.deck | rules.wild_card):
        name = card.name_in()
        yield Piece(card.text, card_id(card), f"{name} ({card.text})", str(card.month))


def _fields(rules: HanafudaRules, asked: Asked) -> Iterator[Field]:
    cards, unused = rules.deck.bit_count(), rules.unused
    yield asked.field("players.*.captured", "pieces", most=cards)
    if rules.teyaku:
        # Where the opening field counts, so do all dealt hands; elsewhere few have a dealt yaku.
        yield asked.field("players.*.dealt", "pieces", most=cards, rare="field" not in rules.reads)
        if rules.table.returns:
            yield asked.field("players.*.returned", "piece", rare="field" not in rules.reads)
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
        if fact.of_cards:
            continue
        yield asked.fact(name, fact.meaning.text(), "counts" if fact.of == "player" else "number", most=_MOST)
    for spelling, card in rules.choices.items():
        best = [asked.option(None, "best")] if card.chosen == "best" else []
        titles = {name: rules.classes.title(name) for name in card.worth}
        label = asked.label("counted_as").format(spelling)
        choices = [*best, *(Option(name, title) for name, title in titles.items())]
        yield Field(key=f"counted_as.{spelling}", kind="choice", label=label, choices=choices)
    if "pot" not in rules.unused:
        yield asked.field("pot", "number", most=_MOST, rare=True)
    if "chips" not in rules.unused:
        yield asked.field("chips", "counts", most=_MOST, rare=True)
