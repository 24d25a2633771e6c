"""What the shell may offer when a word of a command line is completed. Nothing here refuses anything: where a rule set
cannot be read, nothing is offered.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from calc.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calc.tables import RuleSet


def complete_rule_sets(incomplete: str) -> list[tuple[str, str]]:
    """Shipped rule sets with their names, and rule files."""
    return [*_shipped(), *_files(incomplete)]


def complete_chart_sets(incomplete: str) -> list[tuple[str, str]]:
    """Those that have a payment chart."""
    from calc.games import all_games

    charted = [game.id for game in all_games() if game.chart is not None]
    return [*_shipped(charted), *_files(incomplete)]


def complete_set_list(incomplete: str) -> list[tuple[str, str]]:
    """The next of several rule sets, joined by commas; or all."""
    before, comma, last = incomplete.rpartition(",")
    named = before.split(",")
    sets = [("all", "all for the same play"), *_shipped()] if not comma else _shipped()
    return [(f"{before}{comma}{name}", title) for name, title in (*sets, *_files(last)) if name not in named]


def complete_settings(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """The options of the rule set that the command line names so far, then the choices of one of them."""
    from calc.errors import CalcError
    from calc.tables.ruleset import spell_choice

    try:
        options = _rules_named(ctx).options
    except CalcError:
        return []
    name, equals, _ = incomplete.partition("=")
    near = [known for known in options if (known == name if equals else known.startswith(name))]
    if len(near) != 1:
        return [(f"{known}=", options[known].question.en) for known in near]
    # A single one is offered with its choices at once: some shells part words at =.
    option = options[near[0]]
    choices = list(option.choices) if option.choices is not None else [spell_choice(option.default)]
    return [(f"{near[0]}={choice}", option.question.en) for choice in choices]


def _rules_named(ctx: typer.Context) -> RuleSet:
    """The rule set of a command line: that of an option or an argument, of the record, or the default here."""
    from calc.cli.defaults import default_rules
    from calc.games import all_games, load_rules
    from calc.tables import rule_set_ids

    # Before an option that has no value yet, arguments are not given to their parameters.
    first, *_ = " ".join(ctx.args).split() or [""]
    named: str | None = ctx.params.get("rules")
    if named is None and (first in rule_set_ids() or "rule_set" in ctx.params):
        named = first
    return load_rules(named or default_rules()[all_games()[0].id])


def _shipped(games: Sequence[str] | None = None) -> list[tuple[str, str]]:
    from calc.games import load_rules
    from calc.tables import rule_set_ids
    from calc.tables.shelf import game_id_of

    ids = [name for name in rule_set_ids() if games is None or game_id_of(name) in games]
    return [(name, load_rules(name).name.en) for name in ids]


def _files(incomplete: str) -> Iterator[tuple[str, str]]:
    """Rule files, and folders on the way to some, that begin as the word does."""
    before = incomplete[: incomplete.rfind("/") + 1]
    try:
        found = sorted(Path(before or ".").iterdir())
    except OSError:
        return
    for path in found:
        is_file = path.suffix in (".yaml", ".yml")
        # What would steer a terminal, or part one word from the next, is no name to offer.
        can_be_shown = printable(path.name) == path.name and not path.name.startswith(".")
        if can_be_shown and (is_file or (path.is_dir() and before)):
            yield f"{before or './'}{path.name}{'' if is_file else '/'}", "a file" if is_file else "a folder"
