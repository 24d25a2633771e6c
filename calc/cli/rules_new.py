"""``yaku rules new``: a commented file to begin house rules with."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated

import typer

from calc.cli.completing import complete_rule_sets
from calc.cli.options import Lang, LangOption

_NAME = re.compile(r"[\w-]+")
_STDOUT = "-"
_ENDINGS = (".yaml", ".yml")


def new_rules(
    name: Annotated[
        str, typer.Argument(help="What the rules are called; the file is NAME.yaml.", show_default=True)
    ] = "yaku",
    extends: Annotated[
        str,
        typer.Option(
            "--extends",
            metavar="ID",
            help="The rule set that is played otherwise.",
            autocompletion=complete_rule_sets,
        ),
    ] = "riichi",
    out: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Where it is written; - is standard output.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    lang: LangOption = Lang.EN,
) -> None:
    """Write a file to begin house rules with: all options with their questions, examples of yaku, as comments.

    Reads the rule set that is played otherwise. Without -o it writes NAME.yaml in this folder. The name yaku, or none,
    makes rules that count in their folder without being named.

    \b
    Example:
      yaku rules new club --extends tenhou -o -

    Exit code 2: the file is there already, or there is no such rule set.
    """
    from calc.games import load_rules
    from calc.tables import load_table, rule_set_ids
    from calc.tables.draft import draft_lines
    from calc.tables.shelf import is_file_name

    if not _NAME.fullmatch(name):
        raise typer.BadParameter(
            f"expected letters, digits, - and _, found {name!r}{_instead(name)}", param_hint="NAME"
        )
    file = f"{name}.yaml" if out is None else out
    path = Path(f"{name}.yaml" if file == _STDOUT else file)
    if path.suffix not in _ENDINGS:
        raise typer.BadParameter(f"a rule file ends in .yaml, found {file!r}", param_hint="--output")
    if path.stem in rule_set_ids():
        raise typer.BadParameter(f"{path.stem!r} is a rule set that comes with the program; choose another name")
    base = load_rules(extends)
    if is_file_name(extends):
        if Path(extends).resolve().parent != path.resolve().parent:
            raise typer.BadParameter(
                f"a file extends a shipped id or a file in the same folder; write it beside {extends}",
                param_hint="--extends",
            )
        extends = Path(extends).name
    named = {"en": "House rules", "ja": "ハウスルール"} if name == "yaku" else {"en": name, "ja": name}
    text = "".join(f"{line}\n" for line in draft_lines(load_table(base.origin), extends, named, str(path), lang.value))
    if file == _STDOUT:
        sys.stdout.write(text)
        return
    try:
        # With "x" a file that has come up in between is not written over either.
        with open(path, "w" if force else "x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError:
        raise typer.BadParameter(f"there is a file {file} already; --force writes over it") from None
    typer.echo(f"{file}: written; it extends {base.label} with {len(base.options)} options to choose from")


def _instead(name: str) -> str:
    """What to write in place of a name that is a file, or has other characters."""
    path = Path(name)
    word = re.sub(r"[^\w-]+", "-", path.stem if path.suffix in _ENDINGS else path.name).strip("-")
    if not word:
        return ""
    return f"; write {word}" if path.name == name else f"; write {word} -o {path.with_suffix('.yaml')}"
