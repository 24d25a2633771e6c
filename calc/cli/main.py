"""The command ``yaku``: its subcommands and their help, and the one place where refusals become a line on stderr and an
exit code. While it runs, standard output and standard error show text only (:mod:`calc.text`).
"""

import gc
import inspect
import io
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from calc import CalcError, __version__
from calc.cli.options import made_command
from calc.cli.screen import CALLED_WRONGLY, INTERRUPTED, print_error, tell, tell_in, telling
from calc.errors import UnopenedError
from calc.text import cells, shown_only, under, wrap
from calc.translation import Message, language, language_here, msg, speak, translated

#: The variable by which the scripts of shells ask what completes a word, and those in which they give the line so far.
_ASKED_BY_A_SHELL: Final = "_YAKU_COMPLETE"
_LINES_OF_SHELLS: Final = ("_TYPER_COMPLETE_ARGS", "COMP_WORDS")

#: The command that reads what people say, here and below ``rules``.
_ASK: Final = "ask"
#: The commands: the function of each, by its module, and what the list of them says of it.
_COMMANDS: Final = {
    "score": ("hands:score", "Settle won hands and rounds."),
    "game": ("games:game", "Settle whole games."),
    "dispute": ("claims:dispute", "Say who is right, and why."),
    "compare": ("claims:compare", "Settle a record under several rule sets."),
    "log": ("log:log", "Read and check game logs."),
    "batch": ("batch:settle_files", "Settle any number of records."),
    "points": ("worth:points", "Say what han and fu pay."),
    "needs": ("games:needs", "Say what a player needs in the last hand."),
    "standings": ("league:standings", "Add up games of a league."),
    "stats": ("league:stats", "Count wins, yaku and points."),
    "chart": ("worth:chart", "Print a payment chart."),
    "waits": ("hands:waits", "Tell what a hand waits for."),
    _ASK: ("ask:ask", "Say anything, or be asked."),
    "samples": ("samples:samples", "List or write samples to try."),
    "serve": ("serve:serve_page", "Serve a page for the phone at the table."),
}
#: The command that has commands of its own, and these.
_RULES: Final = "rules"
_RULES_COMMANDS: Final = {
    _ASK: ("worth:answer", "Answer a question about a rule."),
    "list": ("rules:list_rules", "List the rule sets."),
    "show": ("rules:show_rules", "Print a rule sheet."),
    "check": ("rules:check_rules", "Check a rule file."),
    "diff": ("rules:diff_rules", "Compare two rule sets."),
    "new": ("rules:new_rules", "Begin house rules, or a game of one's own."),
    "schema": ("rules:print_schema", "Print a JSON Schema."),
}
#: The codes of mistakes of a command line.
_CALLED_WRONGLY: Final = frozenset({"unknown_rules", "unknown_option", "rule_table", "usage"})
#: The commands that take no ``--lang``, or take it otherwise.
_WITHOUT_LANG: Final = frozenset({"batch", "samples", "schema", "serve"})


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"yaku {__version__}")
        raise typer.Exit


def main(
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Settle Japanese table games from rule tables: who is right, what does it pay?"""


# ---- help and usage errors

#: Commands that are told who wins and how in words, of which some people make options.
_OF_WORDS: Final = ("points", "score", "waits", "dispute", _ASK)
#: The class of all errors of usage; it has no public name.
_UsageError: Final[Any] = typer.BadParameter.__mro__[1]
_NARROWEST, _WIDEST = 38, 100
#: How wide the column of options is at most.
_OPTIONS: Final = 30
_NARROW: Final = 10
#: What the library says of wrong usage and in help, as templates.
USAGE: Final = (
    "Usage: {0}", "Try '{0}' for help.", "Error: {0}", "Arguments:", "Options:", "Commands:", "[default: {0}]",
    "[default: the last one]", "[required]", "Show this message and exit.", "Missing command.",
    "File {0} does not exist.", "File {0} is a directory.", "Directory {0} does not exist.",
    "Invalid value for {0}: {1}", "Invalid value: {0}", "Missing argument {0}.", "Missing option {0}.",
    "No such command {0}. Did you mean {1}?", "No such command {0}.", "No such option: {0} Did you mean {1}?",
    "No such option: {0} (Possible options: {1})", "No such option: {0}", "Option {0} requires an argument.",
    "Got unexpected extra argument ({0})", "Got unexpected extra arguments ({0})", "{0} is not a valid int.",
    "{0} is not a valid integer.", "{0} is not a valid integer range.", "{0} is not a valid int range.",
    "{0} is not one of {1}.", "{0} is not in the range {1}.",
)  # fmt: skip


class _InLanguage:
    """Help in another language than English; English is told by the library."""

    def get_help(self: Any, ctx: Any) -> str:
        return super().get_help(ctx) if language() == "en" else "\n".join(_help(self, ctx))  # type: ignore[misc]


class _Command(_InLanguage, TyperCommand):
    """A command that takes a way to win or a seat with dashes for the word, and refuses an option given twice where
    only the last one would count.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if self.name in _OF_WORDS:
            args = [arg[2:] if arg[:2] == "--" and _is_who_or_how(arg[2:]) else arg for arg in args]
        _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        for option in given:
            times = given.count(option)
            if isinstance(option, TyperOption) and times > 1 and not (option.multiple or option.is_flag):
                raise typer.BadParameter(
                    msg("given {0} times, of which only one can count; give it once", times), ctx, param=option
                )
        return super().parse_args(ctx, args)


class _Group(_InLanguage, TyperGroup):
    """A command that has commands of its own."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        if parent is None:
            speak(_language_in(args))
            tell_in(language())
        with _told():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: Any) -> Any:
        with _told():
            return super().invoke(ctx)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        is_known = args[0] in self.commands or _ASK not in self.commands
        is_asked = not is_known and (_is_said(args[0]) or _is_said_of_a_set(args))
        return super().resolve_command(ctx, [_ASK, *args] if is_asked else args)


def _is_said(word: str) -> bool:
    """Whether an argument is said by people: no command has a name of several words, or in Japanese."""
    return len(word.split()) > 1 or not word.isascii()


def _is_who_or_how(word: str) -> bool:
    """Whether a word says who wins, or how: ``--tsumo``, ``--dealer``."""
    from calc.notation.spellings import is_other_seat, seat_of, way_of

    return bool(way_of(word) or seat_of(word) or is_other_seat(word))


def _is_said_of_a_set(args: Sequence[str]) -> bool:
    """Whether the name of a rule set stands before what is said of it: ``yaku rules ema "is open tanyao allowed?"``."""
    from calc.tables.shelf import set_named

    return len(args) > 1 and _is_said(args[1]) and set_named(args[0]) is not None


def _language_in(args: Sequence[str]) -> str:
    """The language that arguments ask for, known before they are read: help and wrong usage are told in it too."""
    for arg, then in zip(args, (*args[1:], ""), strict=False):
        asked = then if arg == "--lang" else arg.removeprefix("--lang=")
        if asked in ("en", "ja") and asked != arg:
            return asked
    return language_here(" ".join(args))


@contextmanager
def _told() -> Iterator[None]:
    """Tell wrong usage in another language than English; English is told by the library."""
    try:
        yield
    except _UsageError as error:
        with telling():
            text = error.format_message()
            if language() == "en" or "\n" in text:  # the second is help
                raise
            if error.ctx is not None:
                path, option = error.ctx.command_path, error.ctx.help_option_names[0]
                print(_usage(error.ctx), _say(f"Try '{path} {option}' for help."), "", sep="\n", file=sys.stderr)
            wrong = _of_library(text)
            if isinstance(wrong, Message) and wrong.template.startswith("Invalid value"):
                wrong = Message(wrong.template, (*wrong.values[:-1], _of_library(error.message)))
            print(translated(msg("Error: {0}", wrong)), file=sys.stderr)
        raise typer.Exit(error.exit_code) from error


def _say(text: str) -> str:
    return translated(_of_library(text))


def _of_library(text: str) -> str:
    """A text of the library as a message; any other text as it is."""
    for template in USAGE if not isinstance(text, Message) and text not in USAGE else ():
        first, *between, last = template.replace("{1}", "{0}").split("{0}") if "{" in template else (template, "")
        inside = text.removeprefix(first).removesuffix(last)
        if "{" in template and len(inside) == len(text) - len(first) - len(last):
            values = inside.split(between[0], 1) if between else [inside]
            if len(values) == len(between) + 1:
                return Message(template, tuple(values))
    return text


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


@cache
def _pages() -> dict[str, str]:
    """The parts of ``help.md`` by their headings."""
    pages = Path(__file__).with_name("help.md").read_text(encoding="utf-8").split("\n## ")[1:]
    return {title: text.strip() for title, _, text in (page.partition("\n") for page in pages)}


def _helped(command: Callable[..., Any], title: str) -> str:
    """The help of a command: what its docstring says, and its page; lines that are set in stay as they are."""
    parts = [inspect.getdoc(command) or "", *_pages()[title].split("\n\n")]
    return "\n\n".join(f"\b\n{part}" if "\n  " in part else part for part in parts)


# ---- the whole command


def make_app(only: str | None = None, *, are_run: bool = True) -> typer.Typer:
    """The command ``yaku``. ``only``: with this subcommand alone, for every one that is made takes its time;
    ``are_run``: whether its commands do something, or are only listed.
    """

    def function(path: str) -> Callable[..., Any]:
        if not are_run:
            return lambda: None
        module, _, name = path.partition(":")
        found: Callable[..., Any] = getattr(import_module(f"calc.cli.{module}"), name)
        return found

    def group(
        title: str, callback: Callable[..., None], commands: Mapping[str, tuple[str, str]], **settings: Any
    ) -> typer.Typer:
        # Plain help and plain errors: they read the same in a narrow terminal, in a pipe and to a screen reader.
        plain: Any = {"rich_markup_mode": None, "pretty_exceptions_enable": False}
        made = typer.Typer(cls=_Group, no_args_is_help=True, **plain, **settings)
        made.callback(help=_helped(callback, title))(callback)
        for name, (path, short) in commands.items():
            command = function(path)
            told = _helped(command, f"{title} {name}")
            if are_run:
                command = made_command(command, has_lang=name not in _WITHOUT_LANG)
            made.command(name, cls=_Command, help=told, short_help=short)(command)
        return made

    help_settings = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
    asked = {name: command for name, command in _COMMANDS.items() if only in (None, name)}
    whole = group("yaku", main, asked, name="yaku", context_settings=help_settings)
    if only in (None, _RULES):
        below = group(f"yaku {_RULES}", function("rules:rules"), _RULES_COMMANDS)
        whole.add_typer(below, name=_RULES, short_help="Ask, list, show, check rule sets.")
    return whole


def __getattr__(name: str) -> typer.Typer:
    """Make ``app``, the command with all its commands, when it is asked for."""
    if name != "app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    made = globals()[name] = make_app()
    return made


class _ClosedInput(io.RawIOBase):
    def readable(self) -> bool:
        return True

    def readinto(self, _: object) -> int:
        raise UnopenedError("standard input is closed; name a file, or pipe records in")


def _open_closed_streams() -> None:
    """Put streams in the place of standard ones that are closed: output cannot be written, messages are dropped.

    Else a file that is opened later would take their number, and what is meant for them.
    """
    for number, name, mode in ((0, "stdin", os.O_WRONLY), (1, "stdout", os.O_RDONLY), (2, "stderr", os.O_WRONLY)):
        if getattr(sys, name) is None:
            os.set_inheritable(os.open(os.devnull, mode), True)
            raw: Any = io.BufferedWriter(io.FileIO(number, "w")) if number else io.BufferedReader(_ClosedInput())
            setattr(sys, name, io.TextIOWrapper(raw, encoding="utf-8"))


def run() -> None:
    """Run the command with the arguments of the process."""
    # The products of matrices here are small, and threads that wait for larger ones would hinder other processes.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Rule sets are kept ready for the next command.
    os.environ.setdefault("YAKU_CACHE", "1")
    # Loading modules makes many objects and no garbage; looking for it every 700 objects is a tenth of the start.
    gc.set_threshold(100_000)
    _open_closed_streams()
    # A terminal or file that cannot hold a character gets a question mark, not a crash.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    if _ASKED_BY_A_SHELL in os.environ:
        _run()  # tabs part what is offered from what is told of it
        return
    with shown_only():
        _run()


def _run() -> None:
    words = sys.argv
    if _ASKED_BY_A_SHELL in os.environ:
        words = next(filter(None, map(os.environ.get, _LINES_OF_SHELLS)), "").split()
    asked = words[1] if len(words) > 1 else None
    out, err = under(sys.stdout), under(sys.stderr)  # the library may put others in their place
    try:
        try:
            is_asked = asked is not None and (_is_said(asked) or _is_said_of_a_set(words[1:]))
            known = asked if asked in {*_COMMANDS, _RULES} else _ASK if is_asked else None
            make_app(known, are_run=known is not None or asked == "--")()
        except CalcError as error:
            print_error(error)
            is_usage = isinstance(error, UnopenedError) or error.code in _CALLED_WRONGLY
            sys.exit(CALLED_WRONGLY if is_usage else 1)
        except KeyboardInterrupt:  # while a command was loaded
            sys.exit(INTERRUPTED)
        finally:
            out.flush()
    except OSError as error:
        # The reader may have gone away (`yaku ... | head`), which is nothing to tell.
        if not isinstance(error, BrokenPipeError):
            tell(msg("error: the output cannot be written: {0}", error.strerror or error))
        sys.exit(1)
    finally:
        for stream in (out, err):
            try:
                stream.flush()
            except OSError:
                with suppress(OSError):  # what is still buffered has nowhere to go
                    stream.close()
