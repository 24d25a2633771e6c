"""Blocks that the reports of all games share: games with their curve, verdicts on claims, rule sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import UNSET

from calc.layout.game import RoundRow, Section
from calc.layout.words import word
from calc.outcomes import Result
from calc.pictures.blocks import Block, Drawn, Head, Items, More, Sheet, Table, Text, items
from calc.pictures.charts import has_charts, score_curve
from calc.pictures.svg import Picture
from calc.tables import RuleSet
from calc.translation import say

#: The scores of players before the first round and after each, and the names of these places.
Curve = tuple[Mapping[str, Sequence[int]], Sequence[str]]


def curve_picture(curve: Curve, lang: str) -> Picture:
    """The scores of a game as a chart. Raises :class:`calc.CalcError` where the plotting library is missing."""
    scores, rounds = curve
    title = say(lang, "Scores after each round")
    return score_curve(title, scores, [say(lang, "Start"), *rounds], lang)


def game_blocks(
    rules: RuleSet,
    after: str,
    final: tuple[str, str, Sequence[Sequence[str]]],
    rounds: Sequence[RoundRow],
    curve: Curve,
    lang: str,
) -> Iterator[Block]:
    """A game as it stands: what comes next, the final table, the curve of the scores, the rounds.

    ``after``: the round to come, empty where there is none. ``final``: the title of a table, keys of words for its head
    joined by spaces, and its rows.
    """
    title, head, rows = final
    keys, players = head.split(), list(curve[0])
    yield Text(f"{rules.name.text(lang)} ({rules.full_label})", "faint")
    if after:
        yield Text(after, "answer")
    yield Head(title)
    yield Table([word(key, lang) for key in keys], rows, "><" + ">" * (len(keys) - 2), title)
    yield Head(say(lang, "Rounds"))
    if not rounds:
        yield Text(word("no_rounds", lang))
        return
    if has_charts():
        yield Drawn(curve_picture(curve, lang))
    head_words = [word("round", lang), word("ending", lang), *players]
    cells = [[one.cell, "\n".join(one.endings), *("\n".join(one.amounts[name]) for name in players)] for one in rounds]
    yield Table(head_words, cells, "<<" + ">" * len(players), word("rounds_and_games", lang), stacks=True)


def verdict_blocks(result: Result, wrong: Iterable[str], lang: str) -> Iterator[Block]:
    """Whether a claim is right, and what is wrong; nothing where nothing is claimed."""
    if result.agrees is not UNSET:
        yield Text(word("right" if result.agrees else "wrong", lang), "right" if result.agrees else "wrong")
        told = list(wrong)
        if told:
            yield items(told)


def titled(title: str, lines: Sequence[str], lang: str) -> Iterator[Block]:
    """A list below a heading; nothing if it is empty. ``title``: the key of a word."""
    if lines:
        yield Head(word(title, lang), 3)
        yield items(lines)


def rule_sheet(
    rules: RuleSet, wall: Sequence[Block], sections: Iterable[Section], options: Section, lang: str
) -> Iterator[Block]:
    """What a rule set is; one page for the ``wall``; all that it says, in tables that open when they are asked for;
    its sources.
    """
    if rules.about is not None:
        yield Text(rules.about.text(lang), "faint")
    yield Sheet(wall)
    for one in (*sections, options):
        if one.rows:
            title = word(one.title, lang)
            head = [word(key, lang) for key in one.head.split()]
            yield More(title, [Table(head, one.rows, name=title, stacks=True)])
    yield More(word("sources", lang), [Items([(f"{name}: {source}", ()) for name, source in rules.sources.items()])])
