"""Checks of a hanafuda rule table as a whole: values, the order of its settlement, and warnings about unused parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from calc.errors import RuleTableError, did_you_mean
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.rules.schema import TableRules, Yaku
from calc.hanafuda.rules.values import TAKE_ALL, Value
from calc.hanafuda.settle.steps import (
    Add,
    Collect,
    Compensate,
    DealtYaku,
    Difference,
    DropOut,
    Each,
    EnderOnly,
    Multiply,
    Par,
    Pot,
    Rank,
    Stake,
    Step,
    TakeAll,
)
from calc.tables import RuleTable

#: Sections of yaku: of dealt hands, of captured cards, of hands that were forced out, of the opening field.
KINDS: Final = ("teyaku", "yaku", "compensation", "misdeal")
#: Keys of their entries that only other sections have a use for.
_BESIDE: Final = ("group", "stacks", "exclusive_with", "supersedes")
_ELSEWHERE: Final = {
    "teyaku": ("stops",),
    "yaku": ("returnable",),
    "compensation": (*_BESIDE, "stops", "returnable"),
    "misdeal": (*_BESIDE, "stops", "returnable"),
}
#: Keys whose values are for people who read the file.
_FOR_READERS: Final = {"source", "sources", "name", "question", "disputed", "unverified", "meaning"}
_PAYING = (Collect, Compensate, Difference, DropOut, Each, Par, Pot, TakeAll)


def check_values(table: RuleTable, rules: HanafudaRules) -> None:
    """Values know every seat and number of players, and no entry says what its section does not look at."""
    takes_all = any(isinstance(step, TakeAll) for step in rules.steps.values())
    for kind in KINDS:
        for name, yaku in getattr(rules, kind).items():
            path, value, most = (kind, name, "value"), yaku.value, max(rules.table.players)
            if value.by_seat and len(value.by_seat) < most:
                raise table.error(f"expected a worth for each of {most} seats, found {list(value.by_seat)}", path)
            if value.points == TAKE_ALL and not (kind == "yaku" and yaku.stops):
                raise table.error("only a yaku of captured cards that says 'stops: true' can take all", path)
            if value.points == TAKE_ALL and not takes_all:
                raise table.error("expected a step 'do: take_all' in the settlement, which alone pays this value", path)
            if kind == "misdeal" and value != Value(points=0):
                raise table.error("a field that is dealt again is worth nothing: expected a value of 0", path)
            if kind == "compensation" and (value.by_seat or value.by_players):
                raise table.error("what a hand that is forced out is worth depends on its cards alone", path)
            _check_number_of_players(table, rules, value, path)
            _check_keys(table, kind, name, yaku)


def _check_number_of_players(table: RuleTable, rules: HanafudaRules, value: Value, path: tuple[str, ...]) -> None:
    given = table.data[path[0]][path[1]]["value"]
    for players in rules.table.players if value.by_players and "points" not in given else ():
        if players not in value.by_players:
            raise table.error(f"expected 'points', or 'by_players' with a worth for {players} players", path)


def _check_keys(table: RuleTable, kind: str, name: str, yaku: Yaku) -> None:
    """Keys that nothing reads in this section are refused where they say anything."""
    entry = table.data[kind][name]
    for key in _ELSEWHERE[kind]:
        if entry.get(key):
            raise table.error(f"nothing reads {key!r} in the section {kind!r}; leave it out", (kind, name, key))
    if entry.get("stacks") and "group" not in entry:
        raise table.error("expected a 'group' beside 'stacks', in which this yaku counts beside the best", (kind, name))
    if kind in ("compensation", "misdeal") and yaku.when.asks_month:
        raise table.error("the month of the round is not asked for here; name the months", (kind, name, "when"))


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
            circle = ", ".join(waiting)
            raise table.error(f"these steps stand before each other: {circle}", ("settlement", next(iter(waiting))))
        target = waiting.pop(ready)
        if target not in order and target not in as_written:
            hint = did_you_mean(target, steps)
            raise table.error(f"there is no step {target!r}{hint}", ("settlement", ready, "before"))
        after = [target] if target in order else as_written[as_written.index(target) + 1 :]
        order.insert(next((order.index(name) for name in after if name in order), len(order)), ready)
    return {name: steps[name] for name in order}


def check_order(table: RuleTable, steps: Mapping[str, Step]) -> None:
    """Whatever is scored is paid once: nothing changes scores that have been paid, and nothing pays them again."""
    paid_by: str | None = None
    pays_itself: str | None = None
    for name, step in steps.items():
        path, word = ("settlement", name), step.__struct_config__.tag
        if paid_by is not None and isinstance(step, Add | Multiply | EnderOnly | DealtYaku):
            raise table.error(
                f"the step {paid_by!r} pays the scores before this one ({word}) changes them; say 'before: {paid_by}'",
                path,
            )
        if isinstance(step, Collect | Difference) and paid_by is not None:
            raise table.error(f"the step {paid_by!r} has paid the scores already; leave one of the two out", path)
        if isinstance(step, Collect) and pays_itself is not None:
            raise table.error(
                f"the step {pays_itself!r} pays what it scores, so this one ({word}) would pay it again; say "
                f"'before: {pays_itself}'",
                path,
            )
        if isinstance(step, Collect | Difference):
            paid_by = name
        if isinstance(step, Par) or (isinstance(step, Each) and step.scored):
            pays_itself = pays_itself or name


def check_parts(
    table: RuleTable, steps: Mapping[str, Step], of_table: TableRules, *, has_points: bool, has_compensation: bool
) -> None:
    """Steps have what they work on: card points, hands that are forced out, chips at stake, a par for all."""
    before: list[Step] = []
    for name, step in steps.items():
        path = ("settlement", name)
        if isinstance(step, TakeAll | Compensate) and not any(isinstance(one, Stake) for one in before):
            raise table.error("expected a step 'do: stake' before it", path)
        if isinstance(step, Par) and step.points is None:
            for players in map(str, of_table.players):
                if players not in step.by_players:
                    raise table.error(f"expected 'points', or 'by_players' with a par for {players} players", path)
        before.append(step)
        if isinstance(step, Compensate) and not has_compensation:
            raise table.error("expected a section 'compensation' with what hands are worth", path)
        if isinstance(step, DropOut) and not of_table.seats:
            raise table.error("expected 'seats' in the section 'table', some of which may drop out", path)
        if not has_points and (isinstance(step, Par) or (isinstance(step, Add) and "card_points" in step.of)):
            raise table.error("expected a section 'card_points'", path)


def find_doubts(table: RuleTable, rules: HanafudaRules) -> Iterator[RuleTableError]:
    """Warnings about a table that is right, each with its line."""
    for path, text in (*_of_settlement(rules), *_of_steps(rules), *_of_names(table)):
        yield table.error(text, path)


_Doubt = tuple[tuple[str, ...], str]


def _of_settlement(rules: HanafudaRules) -> Iterator[_Doubt]:
    steps, at = list(rules.steps.values()), ("settlement",)
    if not any(isinstance(step, _PAYING) for step in steps):
        yield at, "no step pays, so nothing changes hands and the totals of a game stay as they are"
    if not any(isinstance(step, EnderOnly | Rank) for step in steps):
        yield at, "no step names the winner of a round that is played out (ender_only, rank)"
    if rules.has_stops and not any(isinstance(step, EnderOnly | TakeAll) for step in steps):
        yield ("yaku",), "some say 'stops: true', but no step reads who stopped (ender_only, take_all)"
    if rules.compensation and not any(isinstance(step, Compensate) for step in steps):
        yield ("compensation",), "no step pays it (compensate)"
    sections = {"yaku": rules.yaku, "teyaku": rules.teyaku, "card_points": rules.points}
    for kind, section in sections.items():
        scoring = [name for name, step in rules.steps.items() if _scores(step, kind)]
        if section and not scoring and not any(isinstance(step, Each) and step.of == kind for step in steps):
            yield (kind,), f"no step scores or pays the {kind.replace('_', ' ')}"
        if section and len(scoring) > 1:
            yield ("settlement", scoring[1]), f"the step {scoring[0]!r} scores the {kind.replace('_', ' ')} too"


def _scores(step: Step, kind: str) -> bool:
    if isinstance(step, Add):
        return kind in step.of
    if isinstance(step, Each):
        return step.of == kind and step.scored
    return isinstance(step, {"yaku": EnderOnly, "teyaku": DealtYaku, "card_points": Par}[kind])


def _of_steps(rules: HanafudaRules) -> Iterator[_Doubt]:
    has_winner = has_scores = False
    for name, step in rules.steps.items():
        at = ("settlement", name)
        if isinstance(step, Difference | Multiply | Pot) and not has_winner:
            yield at, "no step before this one names the winner (ender_only, rank, take_all), whom it is for"
        if isinstance(step, EnderOnly) and has_scores:
            yield at, "the yaku of who stops stand in place of what the steps before this one score"
        is_asked = rules.options_at(".".join(at))
        if isinstance(step, Multiply) and not step.base_from and step.called == "never" and not is_asked:
            yield at, "it never multiplies without 'base_from' or 'called'"
        has_winner |= isinstance(step, EnderOnly | Rank | TakeAll | DropOut | Compensate)
        has_scores |= isinstance(step, Add | Par | Each)


def _of_names(table: RuleTable) -> Iterator[_Doubt]:
    for section in ("classes", "groups"):
        for name in table.entries(section):
            others = {other: value for other, value in table.data[section].items() if other != name}
            if name not in _words_in({**table.data, section: others}):
                yield (section, name), f"nothing uses the {'class' if section == 'classes' else 'group'} {name!r}"


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
