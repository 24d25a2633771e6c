"""Options that several commands share, spelled once."""

from __future__ import annotations

import enum
import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperOption

from calc.cli.completing import complete_rule_sets, complete_settings


class Command(TyperCommand):
    """A command that refuses an option given twice of which it would take the last alone."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        for option in given:
            times = given.count(option)
            if isinstance(option, TyperOption) and times > 1 and not (option.multiple or option.is_flag):
                raise typer.BadParameter(
                    f"given {times} times, of which only one can count; give it once", ctx, param=option
                )
        return super().parse_args(ctx, args)


class Form(enum.StrEnum):
    """The output formats."""

    TABLE = "table"
    JSON = "json"
    YAML = "yaml"
    CSV = "csv"
    MARKDOWN = "markdown"


class Lang(enum.StrEnum):
    """The languages of names and headings."""

    EN = "en"
    JA = "ja"


class Tiles(enum.StrEnum):
    """How tiles are shown beside their notation."""

    AUTO = "auto"
    UNICODE = "unicode"
    TEXT = "text"

    @property
    def are_drawn(self) -> bool:
        """Whether to draw pictures: where they are asked for, or where a terminal can be taken to show them."""
        if self is not Tiles.AUTO:
            return self is Tiles.UNICODE
        encoding = (sys.stdout.encoding or "").lower().replace("-", "")
        return sys.stdout.isatty() and encoding == "utf8" and os.environ.get("TERM", "") not in ("dumb", "linux")


class Fields(enum.StrEnum):
    """How much of a result is written."""

    FULL = "full"
    SHORT = "short"


LangOption = Annotated[Lang, typer.Option("--lang", help="Language of names and headings.")]
RulesOption = Annotated[
    str | None,
    typer.Option(
        "--rules",
        "-r",
        metavar="ID|FILE",
        help="The rule set; wins over what a record names.",
        autocompletion=complete_rule_sets,
    ),
]
TilesOption = Annotated[
    Tiles, typer.Option("--tiles", help="Draw the hand too: where the terminal can, always, or never.")
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        "-s",
        metavar="NAME=CHOICE",
        help="Choose an option of the rule set; may be given several times. A list: 'uma=[15,5,-5,-15]'.",
        autocompletion=complete_settings,
    ),
]


def format_option(*forms: Form, told: str = "How results are written.") -> Any:
    """``--format`` of a command that writes ``forms`` and no others: so says its help, and so it is checked."""

    def read(text: str) -> Form:
        if text not in forms:
            raise typer.BadParameter(f"expected {', '.join(forms[:-1])} or {forms[-1]}, found {text!r}")
        return Form(text)

    def complete(incomplete: str) -> list[str]:
        return [form for form in forms if form.startswith(incomplete)]

    shown = f"<{'|'.join(forms)}>"
    return typer.Option("--format", "-f", metavar=shown, help=told, parser=read, autocompletion=complete)


def read_settings(settings: list[str] | None) -> dict[str, str]:
    """``["kazoe=none"]`` as options. A setting without ``=`` is a usage error."""
    chosen: dict[str, str] = {}
    for setting in settings or []:
        name, equals, choice = setting.partition("=")
        if not equals or not name:
            raise typer.BadParameter(f"expected NAME=CHOICE, such as kazoe=none, found {setting!r}", param_hint="--set")
        name, choice = name.strip(), choice.strip()
        if chosen.setdefault(name, choice) != choice:
            raise typer.BadParameter(
                f"expected one choice for {name}, found {chosen[name]} and {choice}; leave one out", param_hint="--set"
            )
    return chosen
