"""Guided entry: ``yaku ask`` by questions in a terminal, ``yaku serve`` on a page for the phone at the table."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from calc.cli.options import Lang, LangOption, RulesOption, SetOption, check_house_file, default_rules, read_settings
from calc.cli.screen import INTERRUPTED, print_error, stop
from calc.errors import CalcError
from calc.text import printable, terminal_width
from calc.translation import msg, say

if TYPE_CHECKING:
    from calc.asking import Answers, Asker, Dialog, Step


#: Characters that a shell interprets within double quotes.
_READ_BY_SHELLS: Final = frozenset('"$`\\!')


class _Terminal:
    """Questions on stderr, answers from standard input; what is piped in is shown as if it had been typed."""

    def ask(self, prompt: str) -> str:
        """Ask a question. Raises :class:`calc.asking.Ended` at the end of the input."""
        from calc.asking import Ended

        self._write(prompt)
        line = sys.stdin.readline()
        if not line:
            self._write("\n")
            raise Ended
        if not sys.stdin.isatty():
            self._write(line if line.endswith("\n") else f"{line}\n")
        return line

    def say(self, text: str) -> None:
        """Say something without a question."""
        self._write(f"{text}\n")

    def refuse(self, error: CalcError, answer: str) -> None:
        """Say what is wrong with an answer, with a caret under its column."""
        # The key of the record is of no use here: the question is known.
        print_error(CalcError(error.message, column=error.column), line=answer)
        sys.stderr.flush()

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()


def ask(rules: RulesOption = None, settings: SetOption = None, lang: LangOption = Lang.EN) -> None:
    """Ask for a hand or a round step by step, settle it, and print the line that says it at once.

    Reads answers from standard input, a line each: they can be piped in. The word back takes one back, ? shows what may
    be answered. Questions go to standard error.

    \b
    Examples:
      yaku samples -o samples
      yaku ask < samples/answers.txt

    Exit code 1: it could not be settled, or the input ended; 130: interrupted.
    """
    from calc.asking import Ended
    from calc.asking.dialog import phrase
    from calc.games import all_games, load_rules
    from calc.tables.shelf import is_file_name

    options = read_settings(settings)
    chosen = load_rules(rules, options) if rules is not None else None
    house = default_rules()
    # A house file counts here whatever its game.
    default = next((name for name in house.values() if is_file_name(name)), house[all_games()[0].id])
    if rules is None:
        check_house_file(default)
    try:
        code = _converse(chosen, default, options)
    except Ended:
        print(phrase("over"), file=sys.stderr)
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        print(f"\n{phrase('interrupted')}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    raise typer.Exit(code)


def _converse(rules: Any, default: str, options: dict[str, str]) -> int:
    """Ask until a record is settled or given up; return the exit code."""
    from calc.asking.dialog import BACK, phrase
    from calc.games import game_named
    from calc.intake.spelling import print_any_line
    from calc.settling import Read, Settings, settle_case

    terminal = _Terminal()
    terminal.say(phrase("welcome"))
    dialog = _dialog_for(terminal, default, options, rules)
    while True:
        answers = dialog.run()
        chosen = rules if rules is not None else answers["rules"]
        record = game_named(chosen.game).guide.record_of(chosen, answers)
        line = print_any_line(record)
        case = settle_case(Read(record, on_command_line=True), Settings())
        if case.error is None:
            break
        terminal.refuse(CalcError(case.error.message), line)
        if terminal.ask(phrase("mend")).strip().casefold() not in BACK:
            print(_again(line))
            return 1
        dialog.back()
        dialog.back()
    terminal.say("")
    print("\n".join(case.lines(terminal_width())))
    print(f"\n{_again(line)}", flush=True)
    return int(case.result.agrees is False)


def _dialog_for(asker: Asker, default: str, options: dict[str, str], rules: Any) -> Dialog:
    """Make the dialog about one record. ``rules``: a loaded rule set, or ``None`` to ask for one, with ``default``."""
    from calc.asking import Dialog, Step
    from calc.asking.dialog import YES_NO, choice, phrase
    from calc.games import game_named

    confirm = Step("confirm", phrase("confirm"), lambda text: choice(text, {"yes": YES_NO["yes"]}, "yes"))

    def plan(answers: Answers) -> list[Step]:
        """The rules first, then the questions of their game."""
        chosen = rules if rules is not None else answers.get("rules")
        steps = [] if rules is not None else [_rules_step(default, options)]
        if chosen is None:
            return steps
        return [*steps, *game_named(chosen.game).guide.steps_of(chosen, answers), confirm]

    return Dialog(plan, asker)


def _rules_step(default: str, options: dict[str, str]) -> Step:
    """Make the first question: which rules. Its answer is the loaded rule set."""
    from calc.asking import Step
    from calc.asking.dialog import phrase
    from calc.games import load_rules
    from calc.tables import rule_set_ids

    def read(text: str) -> Any:
        return load_rules(text or default, options)

    return Step(
        key="rules",
        prompt=phrase("rules").format(default=default),
        read=read,
        told=lambda rules: rules.titled(),
        hint=" ".join(rule_set_ids()),
    )


def _again(line: str) -> str:
    from shlex import quote

    quoted = quote(line) if _READ_BY_SHELLS & set(line) else f'"{line}"'
    return say("again: {command}", command=f"yaku score {quoted}")


_NEEDED = ("litestar", "uvicorn")


def serve_page(
    host: Annotated[
        str, typer.Option("--host", help="The address to serve at; 0.0.0.0 for everybody in the room's network.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; 0 takes any free one.")] = 8253,
    tables: Annotated[
        Path, typer.Option("--tables", metavar="FOLDER", help="The folder in which games at the table are kept.")
    ] = Path("tables"),
    rules_folder: Annotated[
        Path | None,
        typer.Option(
            "--rules-folder", metavar="FOLDER", help="A folder of rule files to choose from too.", show_default=False
        ),
    ] = None,
) -> None:
    """Serve a page for the phone at the table: hands by a tile keypad, claims, waits, and games as they are played.

    Reads records that the page sends, and games and rule files of the folders that are named. Only this machine can
    open it. With --host others in the network can too: their address has a random token in it, which is shown once,
    with a QR code to scan. Games are kept as files that yaku game reads. Ctrl-C ends it; nothing
    is lost by that. The same answers are a JSON API, described at /api/openapi.json.

    \b
    Examples:
      yaku serve
      yaku serve --host 0.0.0.0 --tables ~/league

    Exit code 1: the address cannot be used, or the extra is not installed.
    """
    if any(find_spec(name) is None for name in _NEEDED):
        stop(msg("yaku serve needs packages that are not installed: pip install 'yaku-calc[serve]'"))
    from secrets import token_urlsafe

    from calc.serve.answers import Desk
    from calc.serve.app import make_app
    from calc.serve.guard import is_loopback, listen, run, shown_host
    from calc.serve.shelf import Shelf
    from calc.serve.tables import Tables

    if rules_folder is not None and not rules_folder.is_dir():
        raise typer.BadParameter(msg("there is no folder {0!r}", str(rules_folder)), param_hint="--rules-folder")
    if tables.exists() and not tables.is_dir():
        raise typer.BadParameter(msg("{0!r} is no folder", str(tables)), param_hint="--tables")
    fallback = default_rules()
    for name in fallback.values():
        check_house_file(name)
    desk = Desk(Shelf(rules_folder, fallback))
    is_local = is_loopback(host)
    token = None if is_local else token_urlsafe(18)
    at = listen(host, port)
    address = f"http://{shown_host(host)}:{at.getsockname()[1]}/" + (f"{token}/" if token else "")
    app = make_app(desk, Tables(tables, desk), token=token, only_loopback=is_local)
    _tell(address, tables, with_code=not is_local)
    run(app, at)


def _tell(address: str, tables: Path, *, with_code: bool) -> None:
    """Say where the page is, with a code to scan where phones can reach it."""
    print(printable(f"tables: {tables}"), file=sys.stderr)
    if with_code and sys.stderr.isatty() and find_spec("segno") is not None:
        import segno

        segno.make(address, micro=False).terminal(out=sys.stderr, compact=True)
    print(printable(f"open: {address}   (Ctrl-C ends it)"), file=sys.stderr, flush=True)
