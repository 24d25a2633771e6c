"""The rule sheet of a hanafuda rule set."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from calc.hanafuda.rules.deck import class_names, load_deck, named_cards
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.rules.schema import TableRules, Yaku
from calc.layout.document import Block, Document, Drawing, Head, Table, Text
from calc.layout.game import Part, Section, sheet_blocks, sheet_page, source_text
from calc.layout.words import word
from calc.notation.cards import parse_cards, print_set
from calc.notation.deck import bits
from calc.tables import Name
from calc.translation import joined, say

#: What a sheet for the wall says of the table.
_ON_THE_WALL = frozenset({"table_players", "table_hand", "table_field", "table_stop_at", "next_dealer"})
#: How many characters of a settlement anybody reads on a wall.
_MOST_TOLD = 1_000
#: The most cards of an example.
_MOST_CARDS = 10
#: Yaku of more cards than these are shown without them on a page.
_MOST_SHOWN = 12


def sheet(rules: HanafudaRules, *, every: bool = False) -> Document:
    """A sheet for the wall: who plays, yaku with cards that make each, card points, who pays, and the questions of the
    rule set; with ``every`` condition and source. A page has both, and pictures of the yaku.
    """

    def blocks(page: bool) -> Iterable[Block]:
        if page:
            return sheet_page(rules, [*_wall(rules)], sections(rules))
        if every:
            return sheet_blocks(rules, sections(rules), every=True)

        def rows(entries: Mapping[str, Yaku]) -> list[list[str]]:
            return [
                [one.name.text(), one.value.phrase(rules.classes), _example(one, rules)] for one in entries.values()
            ]

        head = "yaku value example"
        table = [[word(key), text] for key, text in _seating(rules.table) if key in _ON_THE_WALL]
        parts: list[Part] = [
            Section("table_title", "rule here", table),
            Section("teyaku_title", head, rows(rules.teyaku)),
            Section("yaku", head, rows(rules.yaku)),
            Section("compensation_title", head, rows(rules.compensation)),
            Section("card_points_title", "cards value", _points_rows(rules)),
            ("settlement", [*_steps(rules)]),
        ]
        return sheet_blocks(rules, parts, every=False)

    return Document(rules.titled(), blocks)


def _wall(rules: HanafudaRules) -> Iterator[Block]:
    """The cards of each yaku, and card points."""
    from calc.pictures.hands import pile_picture

    for title, entries in (("yaku", rules.yaku), ("teyaku_title", rules.teyaku)):
        rows: list[list[str | Drawing]] = []
        for one in entries.values():
            held = [*load_deck().within(one.when.touches)]
            shown = pile_picture(held, scale=0.4, in_a_row=_MOST_SHOWN) if len(held) <= _MOST_SHOWN else ""
            rows.append([one.name.text(), shown, one.value.phrase(rules.classes)])
        if rows:
            yield from [Head(word(title)), Table(["", "", ""], rows, "<<<", word(title))]
    if rules.card_points is not None:
        yield from [Head(word("card_points_title")), Table(["", ""], _points_rows(rules), "<>")]


def _steps(rules: HanafudaRules) -> Iterator[Text]:
    """The steps of the settlement in their order, numbered; of a game with a long one, where it is told."""
    steps = [one.text() for one in ([rules.stake] if rules.stake is not None else [])]
    steps += [step.text() for step in rules.steps.values()]
    if sum(map(len, steps)) > _MOST_TOLD:
        yield Text(say("in full by {rules}", rules=f"yaku rules show {rules.origin} --all"), apart=True)
        return
    for number, text in enumerate(steps, start=1):
        yield Text(f"{number}. {text}", apart=number == 1, indent="   ")


def _example(yaku: Yaku, rules: HanafudaRules) -> str:
    """Cards that make a yaku, each of them needed; empty where many sets of cards do."""
    month = 1  # any would do
    held = yaku.when.touches & rules.deck
    cards = [1 << place for place in bits(held)]
    if yaku.when.find(held, month) is None:
        held = next((held & ~card for card in cards if yaku.when.find(held & ~card, month) is not None), 0)
    for card in reversed(cards):
        if held & card and yaku.when.find(held & ~card, month) is not None:
            held &= ~card
    if not held or held.bit_count() > _MOST_CARDS:
        return ""
    return named_cards(print_set(held, load_deck()))


def sections(rules: HanafudaRules) -> Iterator[Section]:
    """The tables of a sheet: table, yaku, cards, settlement."""
    yield Section("table_title", "rule here source", list(_table_rows(rules)))
    # A field that is dealt again is worth nothing.
    misdeals = [[name, title, *others] for name, title, _, *others in _yaku_rows(rules.misdeal, rules)]
    yield Section("misdeal_title", "id yaku condition source", misdeals)
    head = "id yaku value condition source"
    yield Section("teyaku_title", head, _yaku_rows(rules.teyaku, rules))
    yield Section("yaku", head, _yaku_rows(rules.yaku, rules))
    yield Section("compensation_title", head, _yaku_rows(rules.compensation, rules))
    groups = [[name, one.name.text(), word(one.counts), source_text(one)] for name, one in rules.groups.items()]
    yield Section("groups_title", "id cards_named counts source", groups)
    voids = [_void_row(name, rules) for name in rules.voids]
    yield Section("voids_title", "id cards_named condition of source", voids)
    if rules.card_points is not None:
        rows = [[*row, rules.card_points.source] for row in _points_rows(rules)]
        yield Section("card_points_title", "cards value source", rows)
    titles = {name: title.text() for name, title in class_names().items()}
    classes = [*(name for name in titles if rules.classes.of(name)), *rules.classes.own]
    rows = [[name, titles.get(name) or rules.classes.title(name), _cards_text(rules, name)] for name in classes]
    yield Section("classes", "id cards_named cards", rows)
    facts = [
        [name, f"{one.meaning.text()} ({word(f'of_{one.of}')})", source_text(one)] for name, one in rules.facts.items()
    ]
    yield Section("facts_title", "id rule source", facts)
    steps = [[name, step.text(), source_text(step)] for name, step in rules.steps.items()]
    if rules.stake is not None:
        steps.insert(0, ["stake", rules.stake.text(), source_text(rules.stake)])
    if rules.scores is not None:
        steps.append(["scores", rules.scores.text(), source_text(rules.scores)])
    yield Section("settlement", "id rule source", steps)


def _points_rows(rules: HanafudaRules, kinds: Sequence[str] = ("classes", "cards")) -> list[list[str]]:
    return [
        [rules.classes.title(name) if kind == "classes" else named_cards(name), str(worth)]
        for kind in kinds
        if rules.card_points is not None
        for name, worth in getattr(rules.card_points, kind).items()
    ]


def _table_rows(rules: HanafudaRules) -> Iterator[list[str]]:
    for place, (key, text) in enumerate(_seating(rules.table)):
        yield [word(key), text, source_text(rules.table) if place == 0 else ""]
    if rules.match is not None:
        yield [word("match"), rules.match.text(rules.classes.said), source_text(rules.match)]
    if rules.left_out is not None:
        for key, cards in (
            ("left_out", load_deck().everything & ~rules.deck),
            ("added_cards", rules.deck & ~load_deck().everything),
        ):
            if cards:
                yield [word(key), print_set(cards, load_deck()), rules.left_out.source]
    for card, choice in rules.choices.items():
        yield [named_cards(card), _choice_text(card, rules), choice.source]
    if rules.wild is not None:
        takes = word(f"wild_takes_{rules.wild.takes}")
        yield [
            say("Wild card"),
            f"{named_cards(print_set(rules.wild_card, load_deck()))} ({takes})",
            source_text(rules.wild),
        ]


def _choice_text(card: str, rules: HanafudaRules) -> str:
    """The classes of which a card may be, and who says which."""
    choice = rules.choices[card]
    kinds = [
        rules.classes.title(name) + (say(" ({told})", told=joined((card, count), "factors")) if count > 1 else "")
        for name, count in choice.worth.items()
    ]
    told = f" {word('or')} ".join(kinds)
    return told + say(" ({told})", told=word(f"chosen_{choice.chosen}"))


def _seating(table: TableRules) -> Iterator[tuple[str, str]]:
    """Who plays with what, in words; nothing that a game does not have."""
    comma = say(", ")

    def counts(numbers: Sequence[int]) -> str:
        return comma.join(map(str, numbers))

    def by_players(given: int | Mapping[str, int]) -> str:
        if isinstance(given, int):
            return str(given)
        return comma.join(
            say("{number} with {players} players", players=key, number=value) for key, value in given.items()
        )

    rows: list[tuple[str, str, bool]] = [
        ("table_players", counts(table.players), True),
        ("table_seats", counts(table.seats), bool(table.seats)),
        ("table_first", word(f"first_{table.first}"), True),
        ("table_hand", by_players(table.hand), table.hand != 0),
        ("table_field", by_players(table.field), table.field != 0),
        ("table_dealt", str(table.dealt), bool(table.dealt)),
        ("table_returns", counts(table.returns), bool(table.returns)),
        ("table_return_rule", word(f"returns_{table.return_rule}"), bool(table.returns)),
        ("table_leader", say("may not drop out"), bool(table.seats) and not table.leader_may_drop),
        ("table_compensation", word(f"compensation_{table.compensation}"), bool(table.seats)),
        ("table_accounted", word("accounted"), table.accounted),
        ("table_stop_at", by_players(table.stop_at), table.stop_at != 0),
        ("table_played_out", by_players(table.played_out), table.played_out != 0),
        ("next_dealer", word(f"deals_{table.next_dealer}"), True),
    ]
    return ((key, text) for key, text, there in rows if there)


def _cards_text(rules: HanafudaRules, name: str) -> str:
    """The cards of a class, and which of them count as several."""
    cards = print_set(rules.classes.of(name), load_deck())
    weights = rules.classes.counted(name).says_weights()
    return f"{cards} ({weights})" if weights else cards


def _void_row(name: str, rules: HanafudaRules) -> list[str]:
    void = rules.voids[name]
    names = [rules.groups[group].name.text() for group in void.groups]
    names += [rules.yaku[one].name.text() for one in void.yaku if one in rules.yaku]
    of = word(f"void_of_{void.of}")
    of += say(": ") + say(", ").join(names) if names else ""
    return [name, void.name.text(), void.text(), of, source_text(void)]


def _yaku_rows(yaku: Mapping[str, Yaku], rules: HanafudaRules) -> list[list[str]]:
    told = ((one, one.when.text() + _limits_text(one, rules)) for one in yaku.values())
    return [[one.id, one.name.text(), one.value.phrase(rules.classes), when, source_text(one)] for one, when in told]


def _limits_text(yaku: Yaku, rules: HanafudaRules) -> str:
    """Which yaku do not count beside a yaku, and whether it ends the round."""
    groups = [rules.groups[group].name.text() for group in yaku.groups if rules.groups[group].counts == "best"]
    comma, said = say(", "), rules.classes.said
    rows = [
        ("limit_best_of", groups if yaku.best_of else []),
        ("limit_not_beside", [said.get(one, Name(one, one)).text() for one in yaku.exclusive_with]),
        ("limit_in_place_of", [said.get(one, Name(one, one)).text() for one in yaku.supersedes]),
        ("limit_stops", [""] if yaku.stops else []),
        ("limit_returnable", [""] if yaku.returnable == "unused" else []),
    ]
    parts = [word(key).format(comma.join(names)) for key, names in rows if names]
    return say(" ({told})", told=say("; ").join(parts)) if parts else ""


def rule_words(rules: HanafudaRules, path: Sequence[str]) -> str | None:
    """What stands at a path, in words: the worth and the condition of a yaku, a step, who plays with what."""
    section, name, *keys = (*path, "") if len(path) == 1 else path
    if section in ("yaku", "teyaku", "misdeal", "compensation"):
        return _yaku_words(getattr(rules, section).get(name), keys, rules) if name else None
    if section == "table":
        table = dict(_seating(rules.table))
        return table.get(f"table_{name}", table.get(name))
    if section in ("settlement", "factors"):
        entry = (rules.steps if section == "settlement" else rules.factors).get(name)
        return entry.text() if entry is not None else None
    if section in ("stake", "scores"):
        whole = getattr(rules, section)
        return whole.text() if whole is not None else None
    return _card_words(rules, section, name)


def _card_words(rules: HanafudaRules, section: str, name: str) -> str | None:
    """The same of cards, groups of yaku and the match."""
    told: str | None = None
    match section:
        case "classes" if name in rules.classes:
            told = _cards_text(rules, name)
        case "groups" if name in rules.groups:
            told = word(rules.groups[name].counts)
        case "voids" if name in rules.voids:
            told = say(": ").join(_void_row(name, rules)[2:4])
        case "cards" if name:
            # A card as notation spells it, by any word for it.
            card = print_set(parse_cards(name, load_deck()).named, load_deck())
            told = _choice_text(card, rules) if card in rules.choices else None
        case "match" if rules.match is not None:
            told = rules.match.text(rules.classes.said)
        case "deck" if rules.left_out is not None:
            of_deck = word("left_out"), word("added_cards")
            told = say("; ").join(row[1] for row in _table_rows(rules) if row[0] in of_deck)
        case "card_points" if rules.card_points is not None and name in ("classes", "cards"):
            told = say(", ").join(map(" ".join, _points_rows(rules, [name]))) or None
    return told


def _yaku_words(yaku: Yaku | None, keys: Sequence[str], rules: HanafudaRules) -> str | None:
    """A yaku in words: all of it, what it is worth, or its condition and what does not count beside it."""
    if yaku is None or keys[:1] == ["also"]:
        return None
    _, _, worth, condition, _ = _yaku_rows({yaku.id: yaku}, rules)[0]
    if not keys:
        # A field that is dealt again is worth nothing.
        return condition if worth == "0" else say(": ").join([worth, condition])
    return worth if keys[0] == "value" else condition
