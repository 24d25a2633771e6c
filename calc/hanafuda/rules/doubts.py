"""Warnings about a hanafuda rule table that is right: parts that nothing uses, scores that nobody pays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from calc.errors import RuleTableError
from calc.hanafuda.rules.checks import KINDS
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.settle.steps import Move, Win
from calc.tables import RuleTable

#: Keys whose values are for people who read the file.
_FOR_READERS: Final = {"source", "sources", "name", "question", "disputed", "unverified", "meaning"}


def find_doubts(table: RuleTable, rules: HanafudaRules) -> Iterator[RuleTableError]:
    """Warnings about a table that is right, each with its line."""
    for path, text in (*_of_settlement(rules), *_of_steps(rules), *_of_values(rules), *_of_names(table)):
        yield table.error(text, path)


#: What an entry of a section is called.
_SINGULAR: Final = {"classes": "class", "groups": "group", "factors": "factor"}
_SAID: Final = {"yaku": "yaku", "teyaku": "dealt yaku", "card_points": "card points"}
_Doubt = tuple[tuple[str, ...], str]


def _of_settlement(rules: HanafudaRules) -> Iterator[_Doubt]:
    steps, at = list(rules.steps.values()), ("settlement",)
    moves = [step for step in steps if isinstance(step, Move)]
    if not any(step.in_ != "score" for step in moves):
        mend = "leave 'in: score' out, or add a step such as paid: {do: move, of: score, in: chips, source: ..}"
        yield at, f"no step pays, so nothing changes hands and the totals of a game stay as they are; {mend}"
    pays_scores = any(step.in_ == "chips" and {"score", "lead"} & {*step.of.names} for step in moves)
    in_both = [name for name, step in rules.steps.items() if isinstance(step, Move) and step.in_ is None]
    for name, step in rules.steps.items() if in_both and not pays_scores else ():
        if isinstance(step, Move) and step.in_ == "score":
            mend = f"leave 'in: score' out here, or say 'in: score' in {in_both[0]!r} too and pay the scores after it"
            yield (*at, name), f"it scores what nothing pays, while the step {in_both[0]!r} scores and pays; {mend}"
    if not any(isinstance(step, Win) and not (step.when is not None and not step.of.that) for step in steps):
        mend = "add a step such as leads: {do: win, of: each, by: [score, turn], source: ..}"
        yield at, f"no step names the winner of a round that is played out (do: win); {mend}"
    if rules.has_stops and "stopped" not in rules.reads:
        mend = "add a step such as won: {do: win, of: stopper, source: ..}"
        yield ("yaku",), f"some say 'stops: true', but no step reads who stopped (stopper, stopped); {mend}"
    if rules.compensation and not any("compensation" in step.reads for step in steps):
        yield ("compensation",), "no step pays it (of: compensation)"
    for kind in ("yaku", "teyaku", "card_points"):
        section = rules.points if kind == "card_points" else getattr(rules, kind)
        scoring = [name for name, step in rules.steps.items() if isinstance(step, Move) and kind in (*step.of.names,)]
        if section and not scoring and not any(kind in step.reads for step in steps):
            mend = f"add a step such as {kind}: {{do: move, of: {kind}, from: others, source: ..}}"
            yield (kind,), f"no step scores or pays the {_SAID[kind]}; {mend}"
        ledgers = [rules.steps[name] for name in scoring]
        twice = [one for one in ledgers if isinstance(one, Move) and one.in_ != "chips" and one.when is None]
        if section and len(twice) > 1:
            names = [name for name in scoring if rules.steps[name] in twice]
            yield (
                ("settlement", names[1]),
                f"the step {names[0]!r} scores the {_SAID[kind]} too; leave one of the two out",
            )


def _of_steps(rules: HanafudaRules) -> Iterator[_Doubt]:
    """Facts and factors that no step reads."""
    reads = rules.reads
    for name in rules.facts:
        if f"fact.{name}" not in reads:
            yield ("facts", name), f"no step reads the fact {name!r}; leave it out, or ask for it ({{fact: {name}}})"
    if rules.stake is None:
        return
    if not any(isinstance(step, Move) and step.in_ != "score" for step in rules.steps.values()):
        yield ("stake",), "no step pays from it"


def _of_values(rules: HanafudaRules) -> Iterator[_Doubt]:
    """Rows for numbers of players that the game is not for."""
    for kind in KINDS:
        for name, yaku in getattr(rules, kind).items():
            for players in yaku.value.by_players:
                if players not in rules.table.players:
                    yield (
                        (kind, name, "value"),
                        f"the row for {players} players never counts: 'players' of the table has no {players}",
                    )


def _of_names(table: RuleTable) -> Iterator[_Doubt]:
    for section in ("classes", "groups", "factors"):
        for name in table.entries(section):
            others = {other: value for other, value in table.data[section].items() if other != name}
            if name not in _words_in({**table.data, section: others}):
                yield (
                    (section, name),
                    f"nothing uses the {_SINGULAR[section]} {name!r}; leave it out, or name it where it counts",
                )


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
