"""``yaku rules``: list, show, check, compare and begin rule sets."""

from __future__ import annotations

import enum
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from calc.cli.options import (
    Form,
    SetOption,
    complete_games,
    complete_rule_sets,
    format_option,
    read_settings,
)
from calc.cli.records import write_page
from calc.cli.screen import STDIN, print_error, tell
from calc.patterns import regex
from calc.text import terminal_width, write_data
from calc.translation import msg, one_by_one, say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calc.games import Game

_NAME = regex(r"[\w-]+")
_ENDINGS = (".yaml", ".yml")


def rules() -> None:
    """List, show, check, compare and begin rule sets.

    A rule set is a YAML file: one that comes with the program, named by its id, or one of your own, named by its path
    (./club.yaml). A file called yaku.yaml counts in its folder without being named.

    \b
    Examples:
      yaku rules list
      yaku rules show tenhou
      yaku samples -o samples
      yaku rules check samples/house-rules.yaml

    Exit code 1: a rule file is wrong; 2: there is no such rule set.
    """


def list_rules() -> None:
    """List the rule sets that come with the program, by id and version.

    Reads the shipped rules only; house rules are files, and need no list.

    \b
    Example:
      yaku rules list

    Exit code 2: the shipped rules are not found.
    """
    from calc.games import load_rules
    from calc.tables import rule_set_ids
    from calc.text import columns

    rows = [(rules.label, rules.name.text()) for rules in map(load_rules, rule_set_ids())]
    typer.echo("\n".join(columns(rows, "<<")))


def show_rules(
    rule_set: Annotated[
        str, typer.Argument(metavar="ID|FILE", help="The rule set.", autocompletion=complete_rule_sets)
    ],
    every: Annotated[bool, typer.Option("--all", help="Everything: ids, conditions, choices, sources.")] = False,
    settings: SetOption = None,
    form: Annotated[Form, format_option(Form.TABLE, Form.MARKDOWN, Form.HTML)] = Form.TABLE,
) -> None:
    """Print a rule set as a sheet for the wall: yaku with an example of each, payments, what the table answers.

    Reads a rule set: an id that yaku rules list names, or a file. --all prints ids, conditions, choices and sources;
    HTML has them below its first page. The name local prints the list of local yaku.

    \b
    Examples:
      yaku rules show tenhou
      yaku rules show koikoi --set sake_cup_is_chaff=true
      yaku rules show riichi --all --format markdown > riichi.md
      yaku rules show koikoi --format html > koikoi.html
      yaku rules show local

    Exit code 2: there is no such rule set or option, or the file is wrong.
    """
    from calc.games import game_named, load_rules, other_table

    other, width = other_table(rule_set), terminal_width()
    if form is Form.HTML:
        if other is not None:
            raise typer.BadParameter(
                msg("{0} is no rule set; print it as text or markdown", rule_set), param_hint="--format"
            )
        rules = load_rules(rule_set, read_settings(settings))
        blocks = game_named(rules.game).blocks.rule_blocks(rules)
        write_page(rules.titled(), blocks)
        return
    if other is not None and other.sheet is not None:
        lines = other.sheet(rule_set, width, markdown=form is Form.MARKDOWN, every=every)
    else:
        rules = load_rules(rule_set, read_settings(settings))
        game = game_named(rules.game)
        write = game.rule_sheet if every else game.wall_sheet
        lines = write(rules, width, markdown=form is Form.MARKDOWN)
    for line in lines:
        typer.echo(line)


def check_rules(
    file: Annotated[Path, typer.Argument(help="A rule file.", exists=True, dir_okay=False, readable=True)],
) -> None:
    """Check a rule file: whether it can be read, names only what exists, and gives a source for every value.

    Reads a file of rules, whole or extending others. Every choice of every option is tried too. All mistakes that do
    not follow from each other are told, each with its line, its path, what was expected and the nearest right spelling.
    What is right and hardly meant, such as a yaku that no step pays, is a warning.

    \b
    Example:
      yaku samples -o samples
      yaku rules check samples/house-rules.yaml

    Exit code 1: something is wrong; 2: there is no such file.
    """
    from calc.errors import CalcError
    from calc.games import check_rule_file, other_table

    # A bare name would be looked up among the shipped sets; the file is meant.
    name = str(file.resolve())
    table = other_table(name)
    if table is not None:
        try:
            typer.echo(table.describe(name))
        except CalcError as error:
            print_error(error)
            sys.exit(1)
        return
    checked = check_rule_file(name)
    for mistake in checked.mistakes:
        print_error(mistake)
    if checked.mistakes or checked.rules is None:
        if len(checked.mistakes) > 1:
            tell(f"{len(checked.mistakes)} mistakes in {file}")
        sys.exit(1)
    for doubt in checked.doubts:
        tell(msg("warning: {0}", doubt.message))
    rules = checked.rules
    dealt = len(getattr(rules, "teyaku", None) or ())
    counts = (
        say("{count} yaku", count=len(rules.yaku) + len(getattr(rules, "draw_yaku", ()))),
        say("{count} dealt yaku", count=dealt) if dealt else "",
        say("{count} options", count=len(rules.options)),
        say("{count} choices tried", count=checked.tried),
    )
    told = say(", ").join(filter(None, counts))
    typer.echo(say("{label}: right ({told})", label=rules.label, told=told))


def diff_rules(
    first: Annotated[
        str, typer.Argument(metavar="A", help="A rule set, its id or file.", autocompletion=complete_rule_sets)
    ],
    second: Annotated[str, typer.Argument(metavar="B", help="Another one.", autocompletion=complete_rule_sets)],
    every: Annotated[bool, typer.Option("--all", help="Every value by its path, with its source.")] = False,
    form: Annotated[Form, format_option(Form.TABLE, Form.JSON, Form.MARKDOWN)] = Form.TABLE,
) -> None:
    """List the questions that two rule sets answer differently, and what else differs.

    Reads two rule sets of one game, ids or files. With --all every value that differs is told in words, with the
    path that it has in a rule file and the source of each side; JSON has the values as the files spell them.

    \b
    Examples:
      yaku rules diff riichi tenhou
      yaku samples -o samples
      yaku rules diff koikoi samples/koikoi-house.yaml --all --format markdown

    Exit code 0 whether or not they differ; 2: there is no such rule set, or they are of different games.
    """
    from calc.games import load_rules
    from calc.report.comparison import diff_json, diff_lines
    from calc.tables import load_table
    from calc.tables.table import compare_tables

    # Loading them as rules tells what is wrong with them before they are compared.
    a, b = load_rules(first), load_rules(second)
    if a.game != b.game:
        raise typer.BadParameter(
            msg("{0} is of {1} and {2} of {3}; compare two sets of one game", first, a.game, second, b.game)
        )
    changes = compare_tables(load_table(first), load_table(second))
    if form is Form.JSON:
        write_data([diff_json(a, b, changes) + "\n"], form.value)
        return
    markdown = form is Form.MARKDOWN
    for line in diff_lines(a, b, changes, terminal_width(), markdown=markdown, every=every):
        typer.echo(line)


def new_rules(
    name: Annotated[
        str, typer.Argument(help="What the rules are called; the file is NAME.yaml.", show_default=True)
    ] = "yaku",
    extends: Annotated[
        str | None,
        typer.Option(
            "--extends",
            metavar="ID",
            help="The rule set that is played otherwise; without it and --game, riichi.",
            autocompletion=complete_rule_sets,
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="GAME",
            help="The game to begin: of hanafuda a small game of one's own, of riichi house rules.",
            autocompletion=complete_games,
        ),
    ] = None,
    out: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Where it is written; - is standard output.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Write a file to begin house rules with: all options with their questions, examples of yaku and the local yaku
    that can be taken by a line, as comments.

    Reads the rule set that is played otherwise. Without -o it writes NAME.yaml in this folder. The name yaku, or none,
    makes rules that count in their folder without being named. With --game hanafuda, and no --extends, the file is a
    game of one's own: small, complete, and told line by line.

    \b
    Examples:
      yaku rules new club --extends tenhou -o -
      yaku rules new garden --game hanafuda -o -

    Exit code 2: the file is there already, or there is no such rule set.
    """
    from calc.games import game_named, load_rules
    from calc.tables import load_table, rule_set_ids
    from calc.tables.draft import draft_lines
    from calc.tables.shelf import is_file_name

    if not _NAME.fullmatch(name):
        raise typer.BadParameter(
            msg("expected letters, digits, - and _, found {0!r}{1}", name, _instead(name)), param_hint="NAME"
        )
    file = f"{name}.yaml" if out is None else out
    path = Path(f"{name}.yaml" if file == STDIN else file)
    if path.suffix not in _ENDINGS:
        raise typer.BadParameter(msg("a rule file ends in .yaml, found {0!r}", file), param_hint="--output")
    if path.stem in rule_set_ids():
        raise typer.BadParameter(msg("{0!r} is a rule set that comes with the program; choose another name", path.stem))
    named = {"en": "House rules", "ja": "ハウスルール"} if name == "yaku" else {"en": name, "ja": name}
    begins = _game_to_begin(game)
    if begins is not None and begins.new_rules is not None and extends is None:
        _write_new(begins.new_rules(named, str(path)), file, force=force)
        if file != STDIN:
            typer.echo(msg("{0}: written; it is a game of its own", file))
        return
    extends = extends or (begins.default_rules if begins is not None else "riichi")
    base = load_rules(extends)
    if begins is not None and base.game != begins.id:
        raise typer.BadParameter(msg("{0} is a rule set of {1}", extends, base.game), param_hint="--game")
    if is_file_name(extends):
        if Path(extends).resolve().parent != path.resolve().parent:
            raise typer.BadParameter(
                msg("a file extends a shipped id or a file in the same folder; write it beside {0}", extends),
                param_hint="--extends",
            )
        extends = Path(extends).name
    offered = game_named(base.game).offers(base)
    lines = draft_lines(load_table(base.origin), extends, named, str(path), offered)
    _write_new(lines, file, force=force)
    if file != STDIN:
        typer.echo(f"{file}: written; it extends {base.label} with {len(base.options)} options to choose from")


def _game_to_begin(name: str | None) -> Game | None:
    from calc.games import all_games, game_named

    known = [game.id for game in all_games()]
    if name is not None and name not in known:
        raise typer.BadParameter(msg("expected {0}, found {1!r}", one_by_one(known, " or "), name), param_hint="--game")
    return None if name is None else game_named(name)


def _write_new(lines: Iterable[str], file: str, *, force: bool) -> None:
    """Write a file that is not there yet, or print it."""
    text = "".join(f"{line}\n" for line in lines)
    if file == STDIN:
        sys.stdout.write(text)
        return
    try:
        # With "x" a file that has appeared meanwhile is not written over either.
        with open(file, "w" if force else "x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError:
        raise typer.BadParameter(msg("there is a file {0} already; --force writes over it", file)) from None


def _instead(name: str) -> str:
    """A hint what to write in place of a name that is a file, or has other characters."""
    path = Path(name)
    word = re.sub(r"[^\w-]+", "-", path.stem if path.suffix in _ENDINGS else path.name).strip("-")
    if not word:
        return ""
    return msg("; write {0}", word) if path.name == name else msg("; write {0} -o {1}", word, path.with_suffix(".yaml"))


class Described(enum.StrEnum):
    """What a schema describes."""

    RULES = "rules"
    RECORD = "record"
    RESULT = "result"
    ROW = "row"
    WAITS_RECORD = "waits-record"
    WAITS_RESULT = "waits-result"


def print_schema(
    kind: Annotated[Described, typer.Argument(metavar="KIND", help="What to describe.")] = Described.RULES,
) -> None:
    """Print the JSON Schema (draft 7) of rule files, records or results.

    Reads nothing. KIND is rules, the default, for rule files and house rules; record for hands, rounds and games;
    result for what is written with --format json; row for yaku batch --rows hands or rounds; waits-record and
    waits-result for yaku waits. An editor that knows a schema completes keys and marks mistakes while a file is
    written.

    \b
    Examples:
      yaku rules schema > rules.schema.json
      yaku rules schema record > record.schema.json

    \b
    Then the first line of a rule file in that folder is:
      # yaml-language-server: $schema=rules.schema.json

    Exit code 2: there is no schema of that.
    """
    import json

    from calc import json_schema

    write_data([json.dumps(json_schema(kind.value), ensure_ascii=False, indent=2), "\n"], "json")
