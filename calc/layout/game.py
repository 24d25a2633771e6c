"""What every game prints: tables of its rounds, rule sheets, and the functions that the rest of the package calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec import UNSET, Struct

from calc.layout.tables import HEAD_PADDING, table
from calc.layout.words import word
from calc.tables import Entry, OptionRule, RuleSet
from calc.tables.draft import flow
from calc.tables.ruleset import spell_choice
from calc.text import block, cells, columns, indented, number, printable, section, wrap
from calc.translation import say


class Report(Protocol):
    """The functions of a game's module ``report.record``. Records, results and rules are those of the game."""

    #: Whether hands are counted in han and fu.
    HAS_HAN: bool
    #: The types of results, in the order of their columns.
    RESULTS: tuple[type, ...]

    def record_lines(
        self,
        record: Any,
        result: Any,
        rules: Any,
        width: int,
        *,
        explain: bool = False,
        markdown: bool = False,
        kept: Any = None,
    ) -> list[str]:
        """A result for people; ``explain`` adds every reason behind it. ``kept``: what the game keeps of the record."""

    def round_name(self, result: Any) -> str:
        """The name of a round of a game."""

    def row(self, result: Any) -> list[str]:
        """A result as a row of a table: what decided it, han, fu, points, what each player gained."""

    def wrong_texts(self, result: Any) -> Iterable[str]:
        """Each wrong part of a claim, in a few words."""


class RoundRow(Struct, frozen=True):
    """A round in the table of a game.

    ``name``: on a line of its own. ``cell``: in a narrow column. ``endings``: how the round ended, in lines.
    ``amounts``: what each player gained, and has after the round.
    """

    name: str
    cell: str
    endings: Sequence[str]
    amounts: Mapping[str, tuple[str, str]]


class PlayedGame(Struct, frozen=True, kw_only=True):
    """A game as lines and pages show it.

    ``final``: the title of the final table, keys of words for its head joined by spaces, and its rows. ``notes``: on
    its rounds and its end. ``wrong``: each wrong part of a claim. ``least``: how many cells the columns of ``rounds``
    before those of the players need; ``side``: the alignment of the first one.
    """

    result: Any
    rules: RuleSet
    rounds: Sequence[RoundRow]
    final: tuple[str, str, Sequence[Sequence[str]]]
    notes: Sequence[str]
    wrong: Sequence[str]
    least: int
    side: str = "<"

    def table(self) -> tuple[list[str], list[list[str]], str]:
        """The rounds as a table: its head, its rows, and how the columns are aligned."""
        players = [*self.result.scores]
        head = [word("round"), say("Ending"), *map(printable, players)]
        rows = [
            [one.cell, "\n".join(one.endings), *("\n".join(one.amounts[name]) for name in players)]
            for one in self.rounds
        ]
        return head, rows, f"{self.side}<{'>' * len(players)}"


def game_lines(game: PlayedGame, width: int, *, markdown: bool, has_head: bool) -> list[str]:
    """The rule set, the rounds of a game, its final table, notes, and the verdict on a claim. ``has_head``: whether the
    final table has a head.
    """
    title = game.rules.titled()
    lines = [f"## {title}"] if markdown else wrap(title, width)
    if game.rounds:
        lines += ["", *_rounds_lines(game, width, markdown=markdown)]
    elif game.result.ended != "scores_given":
        lines += ["", say("no rounds yet")]
    title, keys, rows = game.final
    head = keys.split()
    align = "><" + ">" * (len(head) - 2)
    lines += ["", *([f"### {title}"] if markdown else wrap(title, width)), ""]
    if has_head:
        titles = [word(key) for key in head]
        lines += table(rows, titles, markdown=markdown, width=width, align=align).splitlines()
    else:
        lines += indented(rows, align, width)
    title, notes, agrees = word("notes"), game.notes, game.result.agrees
    verdict = []
    if agrees is not UNSET:
        verdict = [word("right")] if agrees else [word("wrong"), *game.wrong]
    if markdown:
        lines += ["", f"### {title}", "", *(f"- {printable(note)}" for note in notes)] if notes else []
        return [*lines, "", printable(" ".join(verdict))] if verdict else lines
    lines += section(title, notes, width)
    return lines + (section(verdict[0], verdict[1:], width) or ["", *verdict]) if verdict else lines


def _rounds_lines(game: PlayedGame, width: int, *, markdown: bool) -> list[str]:
    """The rounds as a table; as a block each if the terminal is too narrow for all players."""
    players = [*game.result.scores]
    needed = game.least + sum(
        2 + max(cells(name) + HEAD_PADDING, *(len(text) for one in game.rounds for text in one.amounts[name]))
        for name in players
    )
    if markdown or needed <= width - 2:
        head, rows, align = game.table()
        return table(rows, head, markdown=markdown, width=width, align=align).splitlines()
    lines = []
    for one in game.rounds:
        amounts = columns([(name, *one.amounts[name]) for name in players], "<>>", width - 4)
        lines += [*block(one.name, one.endings, width), *(f"    {line}" for line in amounts), ""]
    return lines[:-1]


class Section(NamedTuple):
    """A titled table of a rule sheet; ``title`` and ``head`` are keys of words, those of ``head`` joined by spaces."""

    title: str
    head: str
    rows: Sequence[Sequence[str]]


#: A table of a sheet; or the key of a title, and the text below it.
Part = Section | tuple[str, str]


def sheet_lines(parts: Iterable[Part], rules: RuleSet, width: int, *, markdown: bool) -> Iterator[str]:
    """A rule sheet: name, version and what the set is, the ``parts`` of a game, options, sources."""
    name = rules.titled()
    yield from _part_lines([*parts, options_section(rules)], name, rules, width, markdown=markdown)
    yield _title("sources", markdown=markdown)
    for name, source in rules.sources.items():
        yield f"- {name}: {source}" if markdown else "\n".join(wrap(f"  {name}: {source}", width, "    "))


def wall_lines(parts: Iterable[Part], rules: RuleSet, width: int, *, markdown: bool) -> Iterator[str]:
    """A sheet for the wall: what players ask, without ids and sources; the questions of the rule set with its answers
    come last.
    """
    answers = Section("options", "question here", option_answers(rules))
    yield from _part_lines([*parts, answers], rules.name.text(), rules, width, markdown=markdown)


def _part_lines(parts: Iterable[Part], name: str, rules: RuleSet, width: int, *, markdown: bool) -> Iterator[str]:
    """The name of a sheet, what the set is, and the parts; those without rows are left out."""
    yield f"# {name}" if markdown else "\n".join(wrap(name, width))
    if rules.about is not None:
        about = rules.about.text()
        yield f"\n{about}" if markdown else "\n" + "\n".join(wrap(about, width, ""))
    for one in parts:
        if not isinstance(one, Section):
            yield from (_title(one[0], markdown=markdown), one[1])
        elif one.rows:
            yield _title(one.title, markdown=markdown)
            head = [word(key) for key in one.head.split()]
            yield table(one.rows, head, markdown=markdown, width=width)


def _title(key: str, *, markdown: bool) -> str:
    return f"\n## {word(key)}\n" if markdown else f"\n{word(key)}\n"


def options_section(rules: RuleSet) -> Section:
    """The options of a rule set: what is chosen, all choices, the question with its source."""
    rows = []
    for name, option in rules.options.items():
        labels = {choice: f"{choice}: {label.text()}" for choice, label in option.labels.items()}
        choices = " | ".join(labels.get(choice, choice) for choice in option.choices or {})
        question = f"{option.question.text()} ({source_text(option)})"
        rows.append([name, spell_choice(rules.answer(name)), choices, question])
    return Section("options", "option here choices question", rows)


def option_answers(rules: RuleSet) -> list[list[str]]:
    """The question of each option, and the answer of this rule set."""
    return [
        [option.question.text(), spell_answer(rules, name, rules.answer(name))]
        for name, option in rules.options.items()
    ]


def spell_answer(rules: RuleSet, option: str, answer: Any) -> str:
    """An answer to an option as people write it: ``yes``, ``atamahane``, ``10, 5, -5, -10``, names of yaku."""
    labels, yaku = rules.options[option].labels, getattr(rules, "yaku", {})

    def spell(one: Any) -> str:
        told = spell_choice(one)
        if told in labels:
            return labels[told].text()
        if told in ("true", "false"):
            return say("yes" if told == "true" else "no")
        if isinstance(one, list):
            are_words = any(isinstance(part, str) for part in one)
            comma = say(", ") if are_words else ", "
            return comma.join(map(spell, one)) or say("none")
        if isinstance(one, dict):
            # A word of its own says what it is about.
            is_deep = any(isinstance(part, list | dict) for part in one.values())
            parts = (
                spell(part) if isinstance(part, str) and key not in labels else f"{spell(key)} {spell(part)}"
                for key, part in one.items()
            )
            return ("; " if is_deep else say(", ")).join(parts)
        if isinstance(one, int):
            return number(one)
        return str(yaku[told].name.text()) if told in yaku else word(told).replace("_", " ")

    return spell(answer)


def source_text(entry: Entry | OptionRule) -> str:
    """The source of an entry, whether it could be checked, and which sources disagree."""
    text = f"{entry.source}; {word('unverified')}" if entry.unverified else entry.source
    return f"{text}; {word('disputed')}: {entry.disputed}" if entry.disputed else text


def entry_row(name: str, entry: Entry) -> list[str]:
    """An entry with its fields as the file spells them, and its source; empty fields are left out."""
    fields = msgspec.to_builtins(entry)
    for key in ("source", "disputed", "unverified", "name"):
        fields.pop(key, None)
    shown = ", ".join(f"{key}: {flow(value)}" for key, value in fields.items() if value not in (None, {}, []))
    return [name, shown, source_text(entry)]
