"""What every game prints: tables of its rounds, rule sheets, and the functions that the rest of the package calls."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec import Struct

from calc.errors import CalcError
from calc.layout.document import (
    Block,
    Drawing,
    Drawn,
    Head,
    Items,
    More,
    Sheet,
    Table,
    Text,
    Title,
    titled,
    verdict_blocks,
)
from calc.layout.tables import HEAD_PADDING
from calc.layout.words import word
from calc.tables import Entry, OptionRule, RuleSet
from calc.tables.draft import flow
from calc.tables.ruleset import spell_choice
from calc.tables.shelf import bases_of
from calc.text import block, cells, columns, number, printable
from calc.translation import joined, say


class Report(Protocol):
    """The functions of a game's module ``report.record``. Records, results and rules are those of the game."""

    #: Whether hands are counted in han and fu.
    HAS_HAN: bool
    #: The types of results, in the order of their columns.
    RESULTS: tuple[type, ...]

    def blocks(
        self, record: Any, result: Any, rules: Any, *, page: bool, explain: bool = False, kept: Any = None
    ) -> Iterable[Block]:
        """A result on a page or in a text. ``explain`` shows every reason behind it; a page has them, closed, in any
        case. ``kept``: what the game keeps of the record.
        """

    def picture(self, record: Any, result: Any) -> Any:
        """The picture of a record alone (:class:`calc.pictures.svg.Picture`); ``None`` where there is none."""

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


def game_blocks(
    result: Any,
    rules: RuleSet,
    rounds: Sequence[RoundRow],
    final: Table,
    *,
    page: bool,
    notes: Sequence[str],
    wrong: Iterable[str],
    least: int,
    side: str = "<",
    after: str = "",
    curve: Callable[[], Drawing],
) -> Iterator[Block]:
    """A game as it stands: its rounds, the ``final`` table with its title as name, ``notes`` on rounds and those of the
    result, the verdict on a claim.

    ``least``: how many cells the columns of ``rounds`` before those of the players need; ``side``: the alignment of the
    first one. On a page: ``after``: the round to come; ``curve``: draws the scores.
    """
    end: list[Block] = [Head(final.name), final]
    if page:
        yield Text(rules.titled(), "faint")
        yield from [Text(after, "answer")] if after else []
        yield from [*end, Head(say("Rounds"))]
    else:
        yield Title(rules.titled())
    if rounds:
        yield from [Drawn(curve())] if page else []
        yield _rounds_table([*result.scores], rounds, least, "<" if page else side)
    elif page or result.ended != "scores_given":
        yield Text(say("no rounds yet"), apart=True)
    yield from [] if page else end
    yield from titled(word("notes"), [*notes, *(note.text for note in result.notes)])
    yield from verdict_blocks(result, wrong)


def _rounds_table(players: Sequence[str], rounds: Sequence[RoundRow], least: int, side: str) -> Table:
    """The rounds, each as a block if the terminal is too narrow for all players."""
    needed = least + sum(
        2 + max(cells(name) + HEAD_PADDING, *(len(text) for one in rounds for text in one.amounts[name]))
        for name in players
    )

    def narrow(width: int) -> list[str]:
        lines = []
        for one in rounds:
            amounts = columns([(name, *one.amounts[name]) for name in players], "<>>", width - 4)
            lines += [*block(one.name, one.endings, width), *(f"    {line}" for line in amounts), ""]
        return lines[:-1]

    head = [word("round"), say("Ending"), *map(printable, players)]
    rows = [[one.cell, "\n".join(one.endings), *("\n".join(one.amounts[name]) for name in players)] for one in rounds]
    align = f"{side}<{'>' * len(players)}"
    return Table(head, rows, align, word("rounds_and_games"), stacks=True, least=needed + 2, narrow=narrow)


class Section(NamedTuple):
    """A titled table of a rule sheet; ``title`` and ``head`` are keys of words, those of ``head`` joined by spaces."""

    title: str
    head: str
    rows: Sequence[Sequence[str]]

    def table(self, *, page: bool = False) -> Table:
        """The table without its title. On a page names stand before ids: a phone shows them as titles of their rows."""
        head, rows = self.head.split(), self.rows
        if page and head[0] == "id":
            head, *rows = [[name, key, *others] for key, name, *others in (head, *rows)]
        return Table([word(key) for key in head], rows, name=word(self.title), stacks=True)


#: A table of a sheet; or the key of a title, and what stands below it.
Part = Section | tuple[str, Sequence[Block]]


def sheet_blocks(rules: RuleSet, parts: Iterable[Part], *, every: bool) -> Iterator[Block]:
    """A rule sheet as text: what the set is, and the ``parts`` of a game, which are tables, or keys of titles with what
    stands below them. ``every``: it is the whole sheet, with options and sources; a sheet for the wall has only what
    players ask, and the answers of the set.
    """
    yield Title(rules.titled() if every else rules.name.text(), level=1)
    if rules.about is not None:
        yield Text(rules.about.text(), apart=True, indent="")
    options = options_section(rules) if every else Section("options", "question here", option_answers(rules))
    for one in (*parts, options):
        below = one[1] if not isinstance(one, Section) else [one.table()] if one.rows else []
        yield from [Head(word(one[0])), *below] if below else []
    if every:
        yield from [Head(word("sources")), msgspec.structs.replace(_sources(rules), apart=True)]


def sheet_page(rules: RuleSet, wall: Sequence[Block], sections: Iterable[Section]) -> Iterator[Block]:
    """A rule sheet as a page: what the set is; one page for the ``wall``, which ends with the answers to its questions;
    all that it says, in tables that open when they are asked for; its sources.
    """
    if rules.about is not None:
        yield Text(rules.about.text(), "faint")
    answers: list[Block] = []
    if rules.options:
        answers = [Head(word("options")), Table(["", ""], option_answers(rules), "<<", pairs=True)]
    yield Sheet([*wall, *answers])
    for one in (*sections, options_section(rules)):
        if one.rows:
            yield More(word(one.title), [one.table(page=True)])
    yield More(word("sources"), [_sources(rules)])


def _sources(rules: RuleSet) -> Items:
    return Items([(f"{name}: {source}", ()) for name, source in rules.sources.items()])


def options_section(rules: RuleSet) -> Section:
    """The options of a rule set: what is chosen, all choices, the question with its source."""
    rows = []
    for name, option in rules.options.items():
        labels = {choice: f"{choice}: {label.text()}" for choice, label in option.labels.items()}
        choices = " | ".join(labels.get(choice, choice) for choice in option.choices or {})
        also = say("also {names}", names=say(", ").join(option.also)) if option.also else ""
        question = f"{option.question.text()} ({say('; ').join(filter(None, (source_text(option), also)))})"
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


def state_answer(rules: RuleSet, option: str, answer: Any, *, asks: bool = True) -> str:
    """An answer to an option as a statement: ``kiriage mangan is not played``; else behind its question, or alone."""
    rule = rules.options[option]
    if (stated := rule.says.get(spell_choice(answer))) is not None:
        return stated.text()
    if not asks:
        return spell_answer(rules, option, answer)
    return say("{question} {answer}", question=rule.question.text(), answer=spell_answer(rules, option, answer))


def rule_here(rules: RuleSet, option: str) -> str:
    """What an option decides by its answer here: ``kiriage mangan is played (kiriage_mangan=true)``."""
    answer = rules.answer(option)
    told = option if isinstance(answer, list | dict) else f"{option}={spell_choice(answer)}"
    return say("{text} ({told})", text=state_answer(rules, option, answer), told=told)


def source_text(entry: Entry | OptionRule) -> str:
    """The source of an entry, whether it could be checked, and which sources disagree."""
    text = f"{entry.source}; {word('unverified')}" if entry.unverified else entry.source
    return f"{text}; {word('disputed')}: {entry.disputed}" if entry.disputed else text


def source_here(rules: RuleSet, entry_in: Callable[[Any], Any], load: Callable[[str], Any]) -> str:
    """The source of an entry, its publications by their titles; where a rule set has it unchanged from one that it
    extends, that one is named too. ``entry_in``: the entry in a rule set; ``load``: a rule set by its name.
    """
    entry = entry_in(rules)
    if entry is None:
        return rules.id
    text = cite(entry.source, rules) + (f"; {word('unverified')}" if getattr(entry, "unverified", False) else "")
    for name in bases_of(rules.origin):
        with suppress(CalcError):
            before = entry_in(load(name))
            if getattr(before, "source", None) == entry.source:
                return say("as in {rules}: {source}", rules=name, source=text)
    return text


def cite(source: str, rules: RuleSet) -> str:
    """A source with the titles of publications in place of their short names; rulings stay as they are."""

    def full(part: str) -> str:
        name, *rest = re.split(r"(?=[,: ])", part, maxsplit=1)
        if name == "ruling" and rest:
            return say("ruling {names}", names=rest[0].strip().replace(", ", say(", ")))
        named = rules.sources.get(name)
        if named is None or not rest:
            return part if named is None else named.called
        return named.called + (say(", ") + rest[0][2:] if rest[0].startswith(", ") else rest[0])

    return joined(map(full, source.split("; ")), "groups")


def entry_row(name: str, entry: Entry) -> list[str]:
    """An entry with its fields as the file spells them, and its source; empty fields are left out."""
    fields = msgspec.to_builtins(entry)
    for key in ("source", "disputed", "unverified", "name"):
        fields.pop(key, None)
    shown = ", ".join(f"{key}: {flow(value)}" for key, value in fields.items() if value not in (None, {}, []))
    return [name, shown, source_text(entry)]
