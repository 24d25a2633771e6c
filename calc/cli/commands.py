"""The classes of commands: help and usage errors in the language that was asked for, options that count once."""

from __future__ import annotations

import inspect
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from calc.cli.screen import language, speak
from calc.text import cells, wrap
from calc.translation import translated

#: The class of all errors of usage; it has no public name.
_UsageError: Final[Any] = typer.BadParameter.__mro__[1]
_NARROWEST, _WIDEST = 38, 100
#: How wide the column of options is at most.
_OPTIONS: Final = 30
_NARROW: Final = 10


class Command(TyperCommand):
    """A command that refuses an option given twice where only the last one would count."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        for option in given:
            times = given.count(option)
            if isinstance(option, TyperOption) and times > 1 and not (option.multiple or option.is_flag):
                raise typer.BadParameter(
                    f"given {times} times, of which only one can count; give it once", ctx, param=option
                )
        return super().parse_args(ctx, args)

    def get_help(self, ctx: Any) -> str:
        return super().get_help(ctx) if language() == "en" else "\n".join(_help(self, ctx))


class Group(TyperGroup):
    """A command that has commands of its own."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        if parent is None:
            speak(_language_in(args))
        with _told():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: Any) -> Any:
        with _told():
            return super().invoke(ctx)

    def get_help(self, ctx: Any) -> str:
        return super().get_help(ctx) if language() == "en" else "\n".join(_help(self, ctx))


def language_here() -> str:
    """The language of the environment: ``ja`` where ``LANG=ja_JP.UTF-8``, else ``en``."""
    told = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return "ja" if told.lower().partition("_")[0].partition(".")[0] == "ja" else "en"


def _language_in(args: Sequence[str]) -> str:
    """The language that arguments ask for, known before they are read: help and wrong usage are told in it too."""
    for arg, then in zip(args, (*args[1:], ""), strict=False):
        asked = then if arg == "--lang" else arg.removeprefix("--lang=")
        if asked in ("en", "ja") and asked != arg:
            return asked
    return language_here()


@contextmanager
def _told() -> Iterator[None]:
    """Tell wrong usage in another language than English; English is told by the library."""
    try:
        yield
    except _UsageError as error:
        is_help = "\n" in error.format_message()
        if language() == "en" or is_help:
            raise
        if error.ctx is not None:
            path, option = error.ctx.command_path, error.ctx.help_option_names[0]
            print(_usage(error.ctx), _say(f"Try '{path} {option}' for help."), "", sep="\n", file=sys.stderr)
        print(_say(f"Error: {error.format_message()}"), file=sys.stderr)
        raise typer.Exit(error.exit_code) from error


def _say(text: str) -> str:
    return translated(text, language())


def _usage(ctx: Any) -> str:
    return _say(f"Usage: {ctx.command_path} {' '.join(ctx.command.collect_usage_pieces(ctx))}")


def _help(command: Any, ctx: Any) -> Iterator[str]:
    """Help as the library lays it out, by the cells that characters take."""
    width = max(min(shutil.get_terminal_size().columns, _WIDEST) - 2, _NARROWEST)
    yield from wrap(_usage(ctx), width, "    ")
    for paragraph in paragraphs(command):
        yield ""
        first, *examples = paragraph
        yield from (*_indented(_say(first), width, 2), *(f"  {line}" for line in examples))
    records: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
    for param in command.get_params(ctx):
        record = param.get_help_record(ctx)
        if record is not None:
            records["Arguments" if param.param_type_name == "argument" else "Options"].append(record)
    records["Commands"] = [(name, one.short_help or "") for name, one in getattr(command, "commands", {}).items()]
    for heading, rows in records.items():
        if rows:
            yield from ("", f"{_say(f'{heading}:')}")
            yield from _rows(rows, width)


def paragraphs(command: Any) -> Iterator[list[str]]:
    r"""The texts of a command's help, each in one line; those after ``\b`` as they are, with a heading."""
    for text in inspect.cleandoc(command.help or "").split("\n\n"):
        marked = text.startswith("\b")
        yield text.splitlines()[1:] if marked else [" ".join(text.split())]


def _rows(rows: Sequence[tuple[str, str]], width: int) -> Iterator[str]:
    column = min(max(cells(first) for first, _ in rows), _OPTIONS if width > 2 * _OPTIONS else _NARROW) + 2
    for first, then in rows:
        text, gap, extra = then.partition("  [")
        told = _say(" ".join(text.split())) + (f" {_say(f'[{extra}')}" if gap else "")
        lines = [*_indented(told, width, column + 2)]
        if cells(first) + 2 > column:
            yield from (f"  {first}", *lines)
        else:
            yield from (f"  {first:<{column}}{lines[0].strip()}", *lines[1:])


def _indented(text: str, width: int, indent: int) -> Iterator[str]:
    return (f"{'':{indent}}{line}" for line in wrap(text, width - indent, ""))
