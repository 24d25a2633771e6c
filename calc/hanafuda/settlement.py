"""The settlement of a hanafuda rule table as a whole: the order of its steps, and whether what they score is paid."""

from __future__ import annotations

from collections.abc import Mapping

from calc.errors import did_you_mean
from calc.hanafuda.rules.schema import TableRules
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
    Stake,
    Step,
    TakeAll,
)
from calc.tables import RuleTable


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
