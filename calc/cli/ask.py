"""``yaku ask``: guided entry of a hand or a round, a question a line."""

from __future__ import annotations

import shlex
import shutil
import sys
from typing import TYPE_CHECKING, Any, Final

import typer

from calc.cli.options import Lang, LangOption, RulesOption, SetOption, read_settings
from calc.cli.screen import INTERRUPTED, print_error
from calc.errors import CalcError
from calc.translation import say

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
    from calc.asking.answers import phrase
    from calc.cli.defaults import check_house_file, default_rules
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
        code = _converse(chosen, default, options, lang.value)
    except Ended:
        print(phrase("over", lang.value), file=sys.stderr)
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        print(f"\n{phrase('interrupted', lang.value)}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    raise typer.Exit(code)


def _converse(rules: Any, default: str, options: dict[str, str], lang: str) -> int:
    """Ask until a record is settled or given up; return the exit code."""
    from calc.asking.answers import phrase
    from calc.asking.dialog import BACK
    from calc.games import game_named
    from calc.intake.spelling import print_any_line
    from calc.settling import Read, Settings, settle_cases

    terminal = _Terminal()
    terminal.say(phrase("welcome", lang))
    dialog = _dialog_for(terminal, lang, default, options, rules)
    while True:
        answers = dialog.run()
        chosen = rules if rules is not None else answers["rules"]
        record = game_named(chosen.game).guide.record_of(chosen, answers)
        line = print_any_line(record)
        (case,) = settle_cases([Read(record, on_command_line=True)], Settings(lang=lang))
        if case.error is None:
            break
        terminal.refuse(CalcError(case.error.message), line)
        if terminal.ask(phrase("mend", lang)).strip().casefold() not in BACK:
            print(_again(line, lang))
            return 1
        dialog.back()
        dialog.back()
    terminal.say("")
    print("\n".join(case.lines(lang, shutil.get_terminal_size().columns)))
    print(f"\n{_again(line, lang)}", flush=True)
    return int(case.result.agrees is False)


def _dialog_for(asker: Asker, lang: str, default: str, options: dict[str, str], rules: Any) -> Dialog:
    """Make the dialog about one record. ``rules``: a loaded rule set, or ``None`` to ask for one, with ``default``."""
    from calc.asking import Dialog, Step
    from calc.asking.answers import YES_NO, choice, phrase
    from calc.games import game_named

    confirm = Step("confirm", phrase("confirm", lang), lambda text: choice(text, {"yes": YES_NO["yes"]}, "yes"))

    def plan(answers: Answers) -> list[Step]:
        """The rules first, then the questions of their game."""
        chosen = rules if rules is not None else answers.get("rules")
        steps = [] if rules is not None else [_rules_step(default, lang, options)]
        if chosen is None:
            return steps
        return [*steps, *game_named(chosen.game).guide.steps_of(chosen, answers, lang), confirm]

    return Dialog(plan, asker, lang)


def _rules_step(default: str, lang: str, options: dict[str, str]) -> Step:
    """Make the first question: which rules. Its answer is the loaded rule set."""
    from calc.asking import Step
    from calc.asking.answers import phrase
    from calc.games import load_rules
    from calc.tables import rule_set_ids

    def read(text: str) -> Any:
        return load_rules(text or default, options)

    return Step(
        key="rules",
        prompt=phrase("rules", lang).format(default=default),
        read=read,
        told=lambda rules: f"{rules.name.text(lang)} ({rules.full_label})",
        hint=" ".join(rule_set_ids()),
    )


def _again(line: str, lang: str) -> str:
    """The command that settles the same record."""
    quoted = shlex.quote(line) if _READ_BY_SHELLS & set(line) else f'"{line}"'
    return say(lang, "again: {command}", command=f"yaku score {quoted}")
