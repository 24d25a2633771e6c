"""``yaku ask``: a hand or a round by questions in a terminal, or whatever somebody says in one line."""

import io
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from shlex import quote
from typing import Annotated, Any, Final

from typer import Argument, BadParameter, Exit

from calc.asking import BACK, YES_NO, Answers, Asker, Dialog, Ended, Step, choice, phrase
from calc.cli.options import check_house_file
from calc.cli.screen import INTERRUPTED, print_error
from calc.errors import CalcError, HandError
from calc.games import Settings, all_games, game_named, load_rules
from calc.intake.spelling import print_any_line
from calc.records.words import sign
from calc.settling import Read, settle_case
from calc.tables.in_words import sets_within
from calc.tables.shelf import is_file_name, rule_set_ids
from calc.text import terminal_width
from calc.translation import say

#: Characters that a shell interprets within double quotes.
_READ_BY_SHELLS: Final = frozenset('"$`\\!')


# fmt: off
_Said = Annotated[list[str] | None, Argument(
    metavar="[TEXT]", help="A hand, a round, a game or a question in words, in quotes; without it each step is asked.",
)]
# fmt: on


def ask(*, text: _Said = None, settings: Settings) -> bool:
    """Answer whatever is said in a line; or ask for a hand or a round step by step, settle it, and print its line."""
    if text:
        return _answer(" ".join(text), settings)
    house = settings.fallback
    # A house file counts here whatever its game.
    default = next((name for name in house.values() if is_file_name(name)), house[all_games()[0].id])
    rules: Any = None
    if isinstance(settings.rules, str):
        rules = load_rules(settings.rules, settings.options)
    else:
        check_house_file(default)
    try:
        return _converse(_Terminal(), rules, default, settings)
    except Ended:
        print(phrase("over"), file=sys.stderr)
        return True
    except KeyboardInterrupt:
        print(f"\n{phrase('interrupted')}", file=sys.stderr)
        raise Exit(INTERRUPTED) from None


class _Held(io.StringIO):
    """What a command would print, kept until it is known whether it read what was said."""

    def isatty(self) -> bool:
        return sys.__stdout__ is not None and sys.__stdout__.isatty()


def _answer(line: str, settings: Settings) -> bool:
    """Answer by the first command that reads a line, else as the last does; return whether it is refused or wrong."""
    from calc.cli.claims import dispute
    from calc.cli.games import game, needs
    from calc.cli.hands import score
    from calc.cli.worth import answer
    from calc.disputes.claims import claims_told

    out, err, is_wrong = _Held(), _Held(), True
    lacks = ""
    refused: dict[Callable[..., bool], _Held] = {}
    readers: dict[Callable[..., bool], str] = {
        score: "record", game: "files", needs: "files", answer: "question", dispute: "record"
    }  # fmt: skip
    # Of several rule sets each is asked.
    if len(sets_within(line)[0]) > 1 and sign("vs").search(line):
        readers = {answer: readers[answer]} | readers
    for command, said in readers.items():
        out, err = _Held(), refused.setdefault(command, _Held())
        with redirect_stdout(out), redirect_stderr(err):
            try:
                is_wrong = command(**{said: [line]}, settings=settings)
            except BadParameter as error:
                print_error(CalcError(error.message))
            except CalcError as error:
                print_error(error)
                is_lack = isinstance(error, HandError) and error.code == "missing_key"
                lacks = lacks or err.getvalue() * is_lack
        # A claim that is wrong is an answer; the rules nearest to a question that nobody reads come last.
        if out.getvalue() and (not is_wrong or command in (score, dispute)):
            break
    if lacks and is_wrong and not claims_told(line)[1]:
        out, err = _Held(), _Held(lacks)
    # What asks whether something is played, or what somebody needs, is no hand.
    for asks, asked in (("whether", answer), ("aims", needs)):
        err = refused[asked] if sign(asks).search(line) and not out.getvalue() else err
    print(out.getvalue(), end="")
    print(*dict.fromkeys(err.getvalue().splitlines(keepends=True)), sep="", end="", file=sys.stderr)
    return is_wrong


class _Terminal:
    """Questions on stderr, answers from standard input; what is piped in is shown as if it had been typed."""

    def ask(self, prompt: str) -> str:
        """Ask a question. Raises :class:`calc.asking.Ended` at the end of the input."""
        self._write(prompt)
        line = sys.stdin.readline()
        if not line:
            self._write("\n")
            raise Ended
        if not sys.stdin.isatty():
            self._write(line if line.endswith("\n") else f"{line}\n")
        return line

    def say(self, text: str) -> None:
        self._write(f"{text}\n")

    def refuse(self, error: CalcError, answer: str) -> None:
        """Say what is wrong with an answer, with a caret under its column."""
        # The key of the record is of no use here: the question is known.
        print_error(CalcError(error.message, column=error.column), line=answer)
        sys.stderr.flush()

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()


def _converse(terminal: Asker, rules: Any, default: str, settings: Settings) -> bool:
    """Ask until a record is settled or given up; return whether it could not be, or its claim is wrong."""
    which = Step(
        key="rules",
        prompt=phrase("rules").format(default=default),
        read=lambda text: load_rules(text or default, settings.options),
        told=lambda rules: rules.titled(),
        hint=" ".join(rule_set_ids()),
    )
    confirm = Step("confirm", phrase("confirm"), lambda text: choice(text, {"yes": YES_NO["yes"]}, "yes"))

    def plan(answers: Answers) -> list[Step]:
        """The rules first, then the questions of their game."""
        chosen = rules or answers.get("rules")
        asked = [] if chosen is None else [*game_named(chosen.game).guide.steps_of(chosen, answers), confirm]
        return asked if rules else [which, *asked]

    terminal.say(phrase("welcome"))
    dialog = Dialog(plan, terminal)
    while True:
        answers = dialog.run()
        chosen = rules or answers["rules"]
        record = game_named(chosen.game).guide.record_of(chosen, answers)
        line = print_any_line(record)
        quoted = quote(line) if _READ_BY_SHELLS & set(line) else f'"{line}"'
        again = say("again: {command}", command=f"yaku score {quoted}")
        case = settle_case(Read(record, on_command_line=True), Settings())
        if case.error is None:
            break
        terminal.refuse(CalcError(case.error.message), line)
        if terminal.ask(phrase("mend")).strip().casefold() not in BACK:
            print(again)
            return True
        dialog.back()
        dialog.back()
    terminal.say("")
    print("\n".join(case.lines(terminal_width())))
    print(f"\n{again}", flush=True)
    return case.result.agrees is False
