"""The manual page of the command, made from its help: ``python -m docs.man``."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer.main

from calc import __version__
from calc.cli.main import app

PAGE = Path(__file__).with_name("yaku.1")


def man_page() -> str:
    """The page as roff: what every command does, its options, examples and exit codes, as its help has them."""
    command: Any = typer.main.get_command(app)
    about, *rest = _paragraphs(command)
    lines = [f'.TH YAKU 1 "" "yaku {__version__}" "User Commands"', ".SH NAME"]
    lines += [rf"yaku \- {_inline(about[0].lower() + about[1:].rstrip('.?'))}"]
    lines += [".SH SYNOPSIS", ".B yaku", r"\fICOMMAND\fR [\fIOPTIONS\fR] [\fIARGUMENTS\fR]", ".SH DESCRIPTION"]
    lines += [line for paragraph in rest for line in _roff(paragraph)]
    lines.append(".SH COMMANDS")
    for name, inner in _commands(command, "yaku"):
        lines += [f'.SS "{name}"', *(line for paragraph in _paragraphs(inner) for line in _roff(paragraph))]
        lines += [line for one in inner.params if not getattr(one, "hidden", False) for line in _parameter(one)]
    lines += [
        ".SH FILES",
        ".TP",
        r"\fIyaku.yaml\fR",
        _inline("House rules, in this folder or in that of the settings."),
    ]
    lines += [".SH SEE ALSO", _inline("README.md and docs/ of the project.")]
    return "".join(f"{line}\n" for line in lines)


def _commands(group: Any, name: str) -> Iterator[tuple[str, Any]]:
    for inner_name, inner in group.commands.items():
        if hasattr(inner, "commands"):
            yield from _commands(inner, f"{name} {inner_name}")
        else:
            yield f"{name} {inner_name}", inner


def _paragraphs(command: Any) -> list[str]:
    return [text for text in inspect.cleandoc(command.help or "").split("\n\n") if text.strip()]


def _roff(paragraph: str) -> Iterator[str]:
    """A paragraph; one that begins with a form feed keeps its lines."""
    if paragraph.lstrip().startswith("\b"):
        yield from (".PP", ".nf", *(_inline(line) for line in paragraph.splitlines() if line.strip("\b \n")), ".fi")
    else:
        yield from (".PP", _inline(" ".join(paragraph.split())))


def _parameter(one: Any) -> Iterator[str]:
    """An option, or an argument with what it is."""
    names = ", ".join(sorted(one.opts, key=len)) if one.param_type_name == "option" else one.human_readable_name
    told = getattr(one, "help", None)
    value = ""
    if one.param_type_name == "option" and not getattr(one, "is_flag", False):
        kinds = getattr(one.type, "choices", None)
        value = one.metavar or (f"<{'|'.join(map(str, kinds))}>" if kinds else one.type.name.upper())
    if told:
        shown = rf" \fI{_inline(value)}\fR" if value else ""
        yield from (".TP", rf"\fB{_inline(names)}\fR{shown}", _inline(re.sub(r"\s+", " ", told)))


def _inline(text: str) -> str:
    """Text as roff takes it: backslashes, hyphens and a leading dot or quote are characters."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{text}" if text.startswith((".", "'")) else text


if __name__ == "__main__":
    PAGE.write_text(man_page(), encoding="utf-8")
