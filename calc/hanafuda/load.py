"""Rule tables of hanafuda games read into typed, checked rules."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, Final

import msgspec

from calc.errors import known_names
from calc.hanafuda.rules.checks import KINDS, Wrong, check_rules, order_steps
from calc.hanafuda.rules.deck import Classes, Placed, WeightError, class_names, load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules, RuleFile
from calc.hanafuda.rules.schema import CardChoice, CardPoints, Choice, ClassEntry, DeckEntry, Group, Yaku, YakuEntry
from calc.hanafuda.rules.values import Worth, read_value
from calc.hanafuda.rules.words import Word, read_condition
from calc.hanafuda.settle.sections import Void
from calc.hanafuda.settle.words import Factor, FactorEntry, Words
from calc.notation.cards import print_set
from calc.notation.deck import CardSet
from calc.tables import Name, RuleTable
from calc.tables.kept import Loader
from calc.translation import Phrases, msg

#: Each way in which cards choose their classes is a rule set of its own.
_MOST_READINGS: Final = 32
#: What ``game`` says in a rule table of this kind.
GAME = "hanafuda"


def read_hanafuda_rules(table: RuleTable) -> HanafudaRules:
    """A merged table as typed, checked rules. Raises :class:`calc.RuleTableError` with file, line and path."""
    if table.data.get("game") != GAME:
        raise table.error(msg("expected 'game: {0}', found {1!r}", GAME, table.data.get("game")), ("game",))
    table.check_keys((), RuleFile)
    deck = _read_deck(table)
    choices = _read_choices(table, deck)
    ways = product(*(choice.classes for choice in choices.values()))
    readings = {way: _read_as(table, deck, choices, way) for way in reversed([*ways])}
    rules = readings[tuple(choice.classes[0] for choice in choices.values())]
    rules.readings.update(readings if choices else {})
    return rules


def _read_as(table: RuleTable, deck: CardSet, choices: Mapping[str, Choice], way: Sequence[str]) -> HanafudaRules:
    """The rules in which the cards that choose their class have chosen these."""
    reading = tuple((one.card, one.worth, name) for one, name in zip(choices.values(), way, strict=True))
    titles = _titles(table)
    given = (deck, repr(reading), titles)
    classes = table.once(("classes",), lambda _: _read_classes(table, deck, reading, titles), given=given)
    words = table.once(("factors",), lambda _: _read_factors(table, classes), given=classes)

    def read_part(kind: type[Any], data: Any) -> Any:
        if kind is Word:
            return read_condition(data, classes)
        return read_value(data, classes) if kind is Worth else words.read(kind, data)

    for name in table.entries("settlement"):
        step = table.data["settlement"][name]
        word = step.get("do") if isinstance(step, dict) else None
        if isinstance(word, str) and word in _OPERATORS:
            gone = msg("the operator {0!r} is gone; write {1}", word, _OPERATORS[word])
            table.ask([(("settlement", name, "do"), gone)])
    file: RuleFile = table.read((), RuleFile, read_part, words)
    table.check_sources()
    yaku = {kind: _read_section(table, kind, getattr(file, kind), file.groups) for kind in KINDS}
    for kind in ("teyaku", "yaku"):
        yaku[kind] = table.attempt(partial(_with_exclusions, table, kind, yaku[kind]))
    for name, void in file.voids.items():
        table.ask(_check_void(table, name, void, file))
    steps = table.attempt(lambda: order_steps(table, file.settlement))
    made = {
        "deck": deck,
        "left_out": file.deck,
        "classes": classes,
        "points": _read_points(table, file.card_points, classes) if file.card_points is not None else None,
        "wild_card": _cards(table, classes, file.wild.card, ("wild", "card")) if file.wild is not None else 0,
        "steps": steps,
        "choices": choices,
        "factors": words.factors,
        **yaku,
    }
    written = msgspec.structs.asdict(file)
    del written["settlement"], written["factors"], written["cards"]
    rules = HanafudaRules(**{**written, **made})
    check_rules(table, rules)
    return rules


def _read_deck(table: RuleTable) -> CardSet:
    everything = load_deck().everything
    if table.data.get("deck") is None:
        return everything
    entry = table.read(("deck",), DeckEntry)
    extra = sum(card.bit for card in load_deck().extra.values())
    added = _cards(table, Classes(everything | extra), entry.with_, ("deck", "with"))
    if added & everything:
        (known, *_) = load_deck().within(added & everything)
        spelled = ", ".join(load_deck().extra)
        message = msg("expected cards of no month, out of {0}, found {1}", spelled, known.name)
        raise table.error(message, ("deck", "with"))
    return everything & ~_cards(table, Classes(everything), entry.without, ("deck", "without")) | added


#: What took the place of each operator that files of before may have.
_OPERATORS: Final = {
    "add": "{do: move, of: yaku, in: score}",
    "collect": "{do: move, of: score, in: chips}",
    "compensate": "{do: move, of: compensation, for: forced_out, from: each, shared: true, in: chips}",
    "dealt_yaku": "{do: move, of: teyaku}, then {do: end, when: ...}",
    "difference": "{do: move, of: lead, for: winner, from: others, in: chips}",
    "drop_out": "{do: move, of: 1, for: dropped, from: self, to: successor, in: chips}",
    "each": "{do: move, of: yaku, from: others}",
    "ender_only": "{do: win, of: stopper}, then {do: move, of: yaku, for: winner}",
    "multiply": msg("a factor under 'times' of the step that moves the amount"),
    "par": "{do: move, of: card_points, less: 80, from: par}",
    "pot": "{do: move, of: pot, for: winner, from: pot, in: chips}",
    "rank": "{do: win, of: each, by: [score, turn]}",
    "stake": msg("a section of its own, stake: {{chips: 8, receipts: true}}"),
    "take_all": msg("{{do: win, of: stopper}} and {{do: move, of: stake, for: winner, from: others, in: chips}}"),
}


def _read_factors(table: RuleTable, classes: Classes) -> Words:
    words = Words(classes, {})
    # What an option or a house file removed may still be named: it counts for nothing.
    factors: dict[str, Factor | None] = {
        str(path[1]): None for path in table.places if path[:1] == ("factors",) and len(path) == 2
    }
    for name in table.entries("factors"):
        entry = table.read(("factors", name), FactorEntry, words.read)
        if entry.source is None:
            table.ask([(("factors", name), msg("the key 'source' is missing here"))])
        factors[name] = table.attempt(partial(Factor, entry))
    return Words(classes, factors)


def _titles(table: RuleTable) -> dict[str, Name]:
    found: dict[str, Name] = {}
    for kind, key, prefix in (("yaku", "name", ""), ("teyaku", "name", ""), ("facts", "meaning", "fact.")):
        for name in table.entries(kind):
            entry = table.data[kind][name]
            title = entry.get(key) if isinstance(entry, dict) else None
            if isinstance(title, dict) and isinstance(title.get("en"), str) and isinstance(title.get("ja"), str):
                found[prefix + name] = Name(title["en"], title["ja"])
    return found


def _read_choices(table: RuleTable, deck: CardSet) -> dict[str, Choice]:
    found: dict[str, Choice] = {}
    combinations = 1
    for name in table.entries("cards"):
        entry = table.read(("cards", name), CardChoice)
        card = _cards(table, Classes(deck), name, ("cards", name))
        if card.bit_count() != 1:
            raise table.error(msg("expected one card, found {0!r}", name), ("cards", name))
        worth: dict[str, int] = {}
        for one in entry.as_:
            worth |= {one: 1} if isinstance(one, str) else one
        if len(worth) < 2:
            raise table.error(msg("expected two classes or more, between which it chooses"), ("cards", name, "as"))
        combinations *= len(worth)
        if combinations > _MOST_READINGS:
            message = msg("expected at most {0} ways in which cards choose, found {1}", _MOST_READINGS, combinations)
            raise table.error(message, ("cards", name, "as"))
        known = [*class_names(), *table.entries("classes")]
        for one in [one for one in worth if one not in known]:
            hint = known_names(one, known, msg("the classes are"))
            raise table.error(msg("there is no class {0!r}{1}", one, hint), ("cards", name, "as"))
        found[print_set(card, load_deck())] = Choice(card, worth, entry.chosen, entry.source)
    return found


def _read_classes(table: RuleTable, deck: CardSet, reading: Sequence[Placed], titles: Mapping[str, Name]) -> Classes:
    entries = {name: table.read(("classes", name), ClassEntry) for name in table.entries("classes")}
    known = Classes(deck, reading)
    known.said.update(titles)

    def add(name: str, one: ClassEntry) -> None:
        try:
            known.add(name, one.name, one.cards, one.others, one.weights)
        except ValueError as error:
            key = "weights" if isinstance(error, WeightError) else "cards"
            raise table.error(error.args[0], ("classes", name, key)) from None

    for name, one in entries.items():
        table.attempt(partial(add, name, one))
    return known


def _cards(table: RuleTable, classes: Classes, names: str | list[str], path: tuple[str, ...]) -> CardSet:
    try:
        return classes.cards(names)
    except ValueError as error:
        raise table.error(error.args[0], path) from None


def _read_points(table: RuleTable, given: CardPoints, classes: Classes) -> dict[int, CardSet]:
    """The cards of each worth: by class, then by the card itself."""
    points: dict[int, CardSet] = {}
    for key in ("classes", "cards"):
        for name, worth in getattr(given, key).items():
            cards = _cards(table, classes, [name], ("card_points", key, name))
            points = {other: of & ~cards for other, of in points.items()}
            points[worth] = points.get(worth, 0) | cards
    return points


def _read_section(
    table: RuleTable, kind: str, entries: Mapping[str, YakuEntry], groups: Mapping[str, Group]
) -> dict[str, Yaku]:
    found: dict[str, Yaku] = {}
    table.check_ids(kind)
    for order, (name, entry) in enumerate(entries.items()):
        named = (entry.group,) if isinstance(entry.group, str) else entry.group or ()
        table.ask(_check_groups(named, groups, (kind, name, "group")))
        own = tuple(group for group in named if group in groups)
        best_of = tuple(f"group {group}" for group in own if groups[group].counts == "best" and not entry.stacks)
        given = msgspec.structs.asdict(entry) | {"supersedes": (*entry.supersedes, *entry.beats)}
        found[name] = Yaku(**given, id=name, order=order, groups=own, best_of=best_of)
    return found


def _check_void(table: RuleTable, name: str, void: Void, file: RuleFile) -> Wrong:
    yield from _check_groups(void.groups, file.groups, ("voids", name, "groups"))
    table.present("yaku", void.yaku, ("voids", name, "yaku"))
    if void.when is None and void.who is None:
        yield ("voids", name), msg("expected 'when', captured cards, or 'who', what is so of a player")


def _check_groups(named: Iterable[str], groups: Mapping[str, Group], path: tuple[str, ...]) -> Wrong:
    for group in named:
        if group not in groups:
            yield path, msg("there is no group {0!r}{1}", group, known_names(group, groups, msg("the groups are")))


def _with_exclusions(table: RuleTable, kind: str, yaku: Mapping[str, Yaku]) -> dict[str, Yaku]:
    """The same yaku, each excluding those that exclude it. What a set removed may still be named."""
    excluding: dict[str, set[str]] = {name: set() for name in yaku}
    for name, one in yaku.items():
        table.present(kind, one.supersedes, (kind, name))
        for other in table.present(kind, one.exclusive_with, (kind, name)):
            excluding[name].add(other)
            excluding[other].add(name)
    return {
        name: msgspec.structs.replace(one, exclusive_with=tuple(sorted(excluding[name]))) for name, one in yaku.items()
    }


def new_game_lines(name: Mapping[str, str], file: str) -> Iterator[str]:
    """The lines of a game of one's own, meant for ``file``: a small one that is complete, with comments."""
    from calc.tables.draft import fill_in, flow

    texts, template = Phrases("draft.hanafuda", "draft"), Path(__file__).with_name("draft.yaml")
    lines = template.read_text(encoding="utf-8").replace("HOUSE", texts.text("house")).replace("NAME", flow({**name}))
    return fill_in(lines.splitlines(), texts, file)


#: The rule set of that name (a shipped id or a file) with options chosen. Raises :class:`calc.RuleTableError` for names
#: and options that there are not, and for every mistake in a file, with file, line and path.
load_hanafuda_rules: Final = Loader(read_hanafuda_rules).load
