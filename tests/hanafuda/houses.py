"""Hanafuda games and conditions written for one test."""

from functools import cache
from pathlib import Path
from typing import Any, Final

from calc.errors import RuleTableError
from calc.hanafuda.load import load_hanafuda_rules
from calc.hanafuda.rules.deck import Classes, load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.rules.words import Word, read_condition
from calc.notation.cards import assign_chaff, parse_cards, print_set
from calc.notation.deck import CardSet
from calc.strict_yaml import load
from calc.tables import Name
from calc.tables.misfit import MisfitError


def _name(text: str) -> Name:
    return Name(en=text, ja=text)


#: Classes as a rule set may name them, on the whole deck.
CLASSES: Final = Classes(load_deck().everything)
CLASSES.add("dry", _name("dry brights"), ["bright"], ["rain-man"])
CLASSES.add("cups", _name("chaff and the cup"), ["chaff", "sake-cup"])
CLASSES.add("red", _name("red ribbons"), "1R 2R 3R")

_HEAD = """game: hanafuda
version: 1.0.0
name: {en: House, ja: 家}
sources: {test: this test}
unit: points
"""


@cache
def cards(text: str) -> CardSet:
    """The cards of a text; chaff that are not named are the first of their month."""
    deck = load_deck()
    (found,) = assign_chaff([("cards", parse_cards(text, deck))], deck)
    return found


def spelled(found: CardSet | None) -> str | None:
    """A set of cards as text; none stays none."""
    return None if found is None else print_set(found, load_deck())


def condition(text: str, classes: Classes = CLASSES) -> Word:
    """The condition that a line of YAML spells, without its braces."""
    data: Any = load(f"{{{text}}}", file=None).value
    try:
        return read_condition(data, classes)
    except MisfitError as error:
        raise RuleTableError(f"{'.'.join(map(str, error.path))}: {error.message}") from None


def found_cards(when: str, held: str, month: int | None = None) -> str | None:
    """The cards that make a condition true, spelled; none where it is not."""
    return spelled(condition(when).find(cards(held), month))


def game(folder: Path, text: str, *, players: str = "2", options: dict[str, Any] | None = None) -> HanafudaRules:
    """A game of its own, for so many players, from the sections that matter."""
    table = f"table: {{players: [{players}], first: dealer, hand: 0, field: 0, source: test}}\n"
    return house(folder, f"{_HEAD}{'' if 'table:' in text else table}{text}", options=options)


def house(folder: Path, text: str, *, stem: str = "house", options: dict[str, Any] | None = None) -> HanafudaRules:
    """A rule file as it stands."""
    path = folder / f"{stem}.yaml"
    path.write_text(text, encoding="utf-8")
    return load_hanafuda_rules(str(path), options)
