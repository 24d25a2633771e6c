"""What a hanafuda rule table as a whole may not say; and doubts, about what is right but unlikely to be meant."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from calc.errors import RuleTableError, did_you_mean, known_names
from calc.fit import KeyPath
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.rules.schema import Yaku
from calc.hanafuda.rules.values import TAKE_ALL, Value
from calc.hanafuda.settle.amounts import OWN, reads_of
from calc.hanafuda.settle.steps import End, Move, Step, Win
from calc.hanafuda.settle.words import TO_SOMEBODY, Who
from calc.tables import RuleTable
from calc.translation import msg, one_by_one

#: Sections of yaku: of dealt hands, of captured cards, of hands that were forced out, of the opening field.
KINDS: Final = ("teyaku", "yaku", "compensation", "misdeal")
#: Keys of their entries that only other sections have a use for.
_BESIDE: Final = ("group", "stacks", "beats", "exclusive_with", "supersedes")
_ELSEWHERE: Final = {
    "teyaku": ("stops",),
    "yaku": ("returnable",),
    "compensation": (*_BESIDE, "stops", "returnable"),
    "misdeal": (*_BESIDE, "stops", "returnable"),
}


#: What is wrong in a table, or doubtful: paths and why.
Wrong = Iterator[tuple[KeyPath, str]]


def check_rules(table: RuleTable, rules: HanafudaRules) -> None:
    """Refuse what the sections of a table say together and cannot mean. Raises :class:`calc.RuleTableError`."""
    if not re.fullmatch(r"\w+", rules.unit):
        found = msg("expected one word for what amounts are called, such as points, found {0!r}", rules.unit)
        table.ask([(("unit",), found)])
    table.ask(_check_deal(rules))
    table.ask(_check_match(table, rules))
    takes_all = any("stake" in step.reads for step in rules.steps.values())
    for kind in KINDS:
        for name, yaku in getattr(rules, kind).items():
            table.ask(_check_value(table, rules, kind, name, yaku, takes_all=takes_all))
            table.ask(_check_keys(table, kind, name, yaku))
    _check_steps(table, rules)


def _check_value(table: RuleTable, rules: HanafudaRules, kind: str, name: str, yaku: Yaku, *, takes_all: bool) -> Wrong:
    """A value knows every seat and number of players, and its section has a use for it."""
    path, value, most = (kind, name, "value"), yaku.value, max(rules.table.players)
    if value.by_seat and len(value.by_seat) < most:
        yield path, msg("expected a worth for each of {0} seats, found {1}", most, list(value.by_seat))
    if value.points == TAKE_ALL and not (kind == "yaku" and yaku.stops):
        yield path, msg("only a yaku of captured cards that says 'stops: true' can take all")
    if value.points == TAKE_ALL and not takes_all:
        yield path, msg("expected a step that moves the 'stake' in the settlement, which alone pays this value")
    if kind == "misdeal" and value != Value(points=0):
        yield path, msg("a field that is dealt again is worth nothing: expected a value of 0")
    if kind == "compensation" and (value.by_seat or value.by_players):
        yield path, msg("what a hand that is forced out is worth depends on its cards alone")
    is_told = not value.by_players or "points" in table.data[kind][name]["value"]
    for players in () if is_told else rules.table.players:
        if players not in value.by_players:
            yield path, msg("expected 'points', or 'by_players' with a worth for {0} players", players)


def _check_deal(rules: HanafudaRules) -> Wrong:
    """Every number of players is dealt a number of cards, and no more than there are."""
    given, path = rules.table, ("table",)
    for key, dealt in (("hand", given.hand), ("field", given.field)):
        if isinstance(dealt, int):
            continue
        at = (*path, key)
        if given.seats:
            yield at, msg("expected one number: the cards are dealt before anybody drops out")
        for players in dealt:
            if players not in map(str, given.players):
                yield (*at, players), msg("the game is not for {0} players, as 'players' says", players)
        for players in map(str, given.players):
            if players not in dealt:
                yield at, msg("expected a number of cards for {0} players too", players)
    deck = rules.deck.bit_count()
    for number in given.players:
        cards = number * rules.deal(number).hand + rules.deal(number).field
        if cards > deck:
            yield path, msg("{0} players and the field are dealt {1} cards of a deck of {2}", number, cards, deck)


def _check_match(table: RuleTable, rules: HanafudaRules) -> Wrong:
    """A game ends in one way. What is carried over is a fact; that of a round is made of no number of a player."""
    if rules.match is None:
        return
    ends = [key for key in ("rounds", "to", "lead") if getattr(rules.match, key) is not None]
    if len(ends) > 1 or (not ends and rules.match.start is None and not rules.match.carry):
        found = one_by_one(map(repr, ends), " and ") or msg("none of them")
        yield ("match",), msg("expected one of 'rounds', 'to' and 'lead', found {0}", found)
    for name, rows in rules.match.rows.items():
        path = ("match", "carry", name)
        if name not in rules.facts:
            yield path, _no_fact(name, rules)
            continue
        for row in rows:
            for word in sorted(reads_of([row.of, row.when])):
                yield from _check_word(table, rules, word, path)
            if rules.facts[name].of == "round" and row.of.is_own:
                yield path, msg("a fact of the round is made of no number of a player, found {0}", row.of.text())


def _check_keys(table: RuleTable, kind: str, name: str, yaku: Yaku) -> Wrong:
    """Keys that nothing reads in this section say nothing."""
    entry = table.data[kind][name]
    for key in _ELSEWHERE[kind]:
        if entry.get(key):
            yield (kind, name, key), msg("nothing reads {0!r} in the section {1!r}; leave it out", key, kind)
    if entry.get("stacks") and "group" not in entry:
        yield (kind, name), msg("expected a 'group' beside 'stacks', in which this yaku counts beside the best")
    if kind in ("compensation", "misdeal") and yaku.when.asks_month:
        yield (kind, name, "when"), msg("the month of the round is not asked for here; name the months")


def order_steps(table: RuleTable, steps: Mapping[str, Step]) -> dict[str, Step]:
    """The steps in the order in which they are applied: that of the file, but each with ``before`` before that step.

    A step that an option or a house rule removed may still be named: its place is where it would stand.
    """
    as_written = [str(path[1]) for path in table.places if path[:1] == ("settlement",) and len(path) == 2]
    order = [name for name, step in steps.items() if step.before is None]
    waiting = {name: step.before for name, step in steps.items() if step.before is not None}
    while waiting:
        ready = next((name for name, target in waiting.items() if target not in waiting), None)
        if ready is None:
            message = msg("these steps stand before each other: {0}", ", ".join(waiting))
            raise table.error(message, ("settlement", next(iter(waiting))))
        target = waiting.pop(ready)
        if target not in order and target not in as_written:
            hint = did_you_mean(target, steps)
            raise table.error(msg("there is no step {0!r}{1}", target, hint), ("settlement", ready, "before"))
        after = [target] if target in order else as_written[as_written.index(target) + 1 :]
        order.insert(next((order.index(name) for name in after if name in order), len(order)), ready)
    return {name: steps[name] for name in order}


_SEATS: Final = msg("expected 'seats' in the section 'table', some of which may drop out")


def _check_steps(table: RuleTable, rules: HanafudaRules) -> None:
    """Steps have what they work on, and what is scored is paid once."""
    has_winner = False
    for name, step in rules.steps.items():
        table.ask(_check_step(table, rules, name, step, has_winner=has_winner))
        has_winner |= isinstance(step, Win)
    for name, void in rules.voids.items():
        for word in sorted(void.reads):
            table.ask(_check_word(table, rules, word, ("voids", name)))
    table.ask(_check_order(rules.steps))


def _check_step(table: RuleTable, rules: HanafudaRules, name: str, step: Step, *, has_winner: bool) -> Wrong:
    path = ("settlement", name)
    for word in sorted(step.reads):
        yield from _check_word(table, rules, word, path)
    facts = [f"{OWN}.{fact}" for fact, one in rules.facts.items() if one.of == "player"]
    if step.when is not None and not step.when.reads.isdisjoint((OWN, *facts)):
        message = msg("the round has no number of a player; say of how many it is so: {{number: {{that: .., is: ..}}}}")
        yield (*path, "when"), message
    if isinstance(step, Move):
        yield from _check_move(step, path)
    if isinstance(step, Win):
        yield from _check_named(step.of, (*path, "of"))
    if "winner" in step.reads and not has_winner:
        yield path, msg("no step before it names the winner; a step 'do: win' has to come first")


def _no_fact(name: str, rules: HanafudaRules) -> str:
    return msg("there is no fact {0!r}{1}", name, known_names(name, rules.facts, msg("the facts are")))


def _check_word(table: RuleTable, rules: HanafudaRules, word: str, path: tuple[str, ...]) -> Wrong:
    """What a step looks at is there."""
    kind, _, name = word.partition(".")
    lacks_section = {
        "card_points": (rules.points is None, msg("expected a section 'card_points'")),
        "stake": (rules.stake is None, msg("expected a section 'stake', the chips that everybody puts in front")),
        "teyaku": (not rules.teyaku and not table.knows("teyaku"), msg("expected a section 'teyaku'")),
        "compensation": (not rules.compensation, msg("expected a section 'compensation' with what hands are worth")),
        "dropped": (not rules.table.seats, _SEATS),
        "forced_out": (not rules.table.seats, _SEATS),
    }
    lacks, message = lacks_section.get(kind, (False, ""))
    if lacks:
        yield path, message
    if kind == "fact" and name not in rules.facts:
        yield path, _no_fact(name, rules)
    if kind == "yaku" and name:
        known = {**rules.yaku, **rules.teyaku}
        if name not in known and not any(table.knows(section, name) for section in KINDS[:2]):
            yield path, msg("there is no yaku {0!r}{1}", name, did_you_mean(name, known))
    most = max(rules.table.players)
    for players in map(str, rules.table.players) if kind == "by_players" else ():
        if players not in name.split():
            yield path, msg("expected an amount for {0} players too", players)
    if kind == "by_seat" and int(name) < most:
        yield path, msg("expected an amount for each of {0} seats, found {1}", most, name)


def _check_move(step: Move, path: tuple[str, ...]) -> Wrong:
    for key, who in (("from", step.from_), ("to", step.to)):
        if step.in_ == "score" and who is not None and who.is_bank:
            yield (*path, key), msg("a score has no bank: leave it out, or leave 'in: score' out")
    if step.for_ is not None and step.for_.is_bank:
        yield (*path, "for"), msg("an amount is for players; name the bank or the pot under 'to'")
    yield from _check_named(step.for_, (*path, "for"))
    if step.shared:
        yield from _check_named(step.from_, (*path, "from"))
    if step.shared and (step.from_ is None or step.in_ != "chips"):
        yield path, msg("what is shared is paid: expected 'from' and 'in: chips' beside 'shared'")


def _check_named(who: Who | None, path: tuple[str, ...]) -> Wrong:
    """Nobody is named by what they are to a player where no player is named yet."""
    if who is not None and who.name in TO_SOMEBODY:
        others = msg("; those who have not won are {{of: each, that: {{won: false}}}}") if who.name == "others" else ""
        message = msg("{0!r} are so to some player, and none is named here; expected 'each'{1}", who.name, others)
        yield path, message


def _check_order(steps: Mapping[str, Step]) -> Wrong:
    """Whatever is scored is paid once: nothing changes scores that have been paid, and nothing pays them again."""
    paid_by: str | None = None
    pays_itself: str | None = None
    for name, step in steps.items():
        path = ("settlement", name)
        if isinstance(step, End):
            # What comes before it may be another way to end the round, which is paid by itself.
            paid_by = pays_itself = None
        if not isinstance(step, Move):
            continue
        pays_scores = step.in_ == "chips" and bool({"score", "lead"} & set(step.of.names))
        if paid_by is not None and step.in_ == "score":
            message = (
                "the step {0!r} pays the scores before this one changes them; place this one "
                "before it, in a file that extends another by 'before: {0}'"
            )
            yield path, msg(message, paid_by)
        elif pays_scores and paid_by is not None:
            yield path, msg("the step {0!r} has paid the scores already; leave one of the two out", paid_by)
        elif pays_scores and pays_itself is not None and "score" in step.of.names:
            message = (
                "the step {0!r} pays what it scores, so this one would pay it again; say 'in: score' there, "
                "or place this one before it, in a file that extends another by 'before: {0}'"
            )
            yield path, msg(message, pays_itself)
        if pays_scores:
            paid_by = name
        if step.in_ is None:
            pays_itself = pays_itself or name


#: Keys whose values are for people who read the file.
_FOR_READERS: Final = {"source", "sources", "name", "question", "disputed", "unverified", "meaning"}


def find_doubts(table: RuleTable, rules: HanafudaRules) -> Iterator[RuleTableError]:
    """Warnings about a table that is right, each with its line."""
    doubts = (*_of_settlement(rules), *_of_scores(rules), *_of_entries(table, rules), *_of_names(table))
    return (table.error(text, path) for path, text in doubts)


#: What an entry of a section is called.
_SINGULAR: Final = {"classes": "class", "groups": "group", "factors": "factor"}
_SAID: Final = {"yaku": "yaku", "teyaku": "dealt yaku", "card_points": "card points"}


def _of_settlement(rules: HanafudaRules) -> Wrong:
    steps, at = list(rules.steps.values()), ("settlement",)
    moves = [step for step in steps if isinstance(step, Move)]
    if not any(step.in_ != "score" for step in moves):
        mend = msg("leave 'in: score' out, or add a step such as paid: {{do: move, of: score, in: chips, source: ..}}")
        yield at, msg("no step pays, so nothing changes hands and the totals of a game stay as they are; {0}", mend)
    pays_scores = any(step.in_ == "chips" and {"score", "lead"} & {*step.of.names} for step in moves)
    in_both = [name for name, step in rules.steps.items() if isinstance(step, Move) and step.in_ is None]
    for name, step in rules.steps.items() if in_both and not pays_scores else ():
        if isinstance(step, Move) and step.in_ == "score":
            other = in_both[0]
            mend = msg("leave 'in: score' out here, or say 'in: score' in {0!r} too and pay the scores after it", other)
            text = msg("it scores what nothing pays, while the step {0!r} scores and pays; {1}", other, mend)
            yield (*at, name), text
    if not any(isinstance(step, Win) and not (step.when is not None and not step.of.that) for step in steps):
        mend = msg("add a step such as leads: {{do: win, of: each, by: [score, turn], source: ..}}")
        yield at, msg("no step names the winner of a round that is played out (do: win); {0}", mend)
    if rules.has_stops and "stopped" not in rules.reads:
        mend = msg("add a step such as won: {{do: win, of: stopper, source: ..}}")
        yield ("yaku",), msg("some say 'stops: true', but no step reads who stopped (stopper, stopped); {0}", mend)
    if rules.compensation and not any("compensation" in step.reads for step in steps):
        yield ("compensation",), "no step pays it (of: compensation)"


def _of_scores(rules: HanafudaRules) -> Wrong:
    """What no step scores, and what two of them score."""
    steps, at = rules.steps.values(), ("settlement",)
    for kind in ("yaku", "teyaku", "card_points"):
        if not (rules.points if kind == "card_points" else getattr(rules, kind)):
            continue
        moving = {name: step for name, step in rules.steps.items() if isinstance(step, Move) and kind in step.of.names}
        if not moving and not any(kind in step.reads for step in steps):
            mend = msg("add a step such as {0}: {{do: move, of: {0}, from: others, source: ..}}", kind)
            yield (kind,), msg("no step scores or pays the {0}; {1}", _SAID[kind], mend)
        scoring = [name for name, step in moving.items() if step.in_ != "chips" and step.when is None]
        if len(scoring) > 1:
            text = msg("the step {0!r} scores the {1} too; leave one of the two out", scoring[0], _SAID[kind])
            yield (*at, scoring[1]), text


def _of_entries(table: RuleTable, rules: HanafudaRules) -> Wrong:
    """What nothing uses: facts, the stake, rows for numbers of players that the game is not for, and names."""
    for name in rules.facts:
        if f"fact.{name}" not in rules.reads:
            text = msg("no step reads the fact {0!r}; leave it out, or ask for it ({{fact: {0}}})", name)
            yield ("facts", name), text
    pays = any(isinstance(step, Move) and step.in_ != "score" for step in rules.steps.values())
    if rules.stake is not None and not pays:
        yield ("stake",), "no step pays from it"
    for kind in KINDS:
        for name, yaku in getattr(rules, kind).items():
            for players in yaku.value.by_players:
                if players not in rules.table.players:
                    text = msg("the row for {0} players never counts: 'players' of the table has no {0}", players)
                    yield (kind, name, "value"), text


def _of_names(table: RuleTable) -> Wrong:
    for section, what in _SINGULAR.items():
        for name in table.entries(section):
            others = {other: value for other, value in table.data[section].items() if other != name}
            if name not in _words_in({**table.data, section: others}):
                text = msg("nothing uses the {0} {1!r}; leave it out, or name it where it counts", what, name)
                yield (section, name), text


def _words_in(value: Any) -> Iterator[str]:
    """The words of all keys and texts of a value, without those for the reader."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in _FOR_READERS:
                yield str(key)
                yield from _words_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _words_in(inner)
    elif isinstance(value, str):
        yield from value.replace(",", " ").split()
