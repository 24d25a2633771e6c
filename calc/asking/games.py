"""The plan of a guided entry: the rules first, then the questions of their game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from calc.asking.dialog import Asker, Dialog
from calc.asking.phrases import phrase
from calc.asking.steps import Answers, Step, choice, rules_step, yes_values
from calc.hanafuda.game import HANAFUDA
from calc.notation.spellings import print_any_line

if TYPE_CHECKING:
    from calc.notation.hanafuda.records import HanafudaRound
    from calc.notation.records import Win

__all__ = ["dialog_for", "record_of"]


def dialog_for(asker: Asker, lang: str, default: str, options: Mapping[str, Any], rules: Any = None) -> Dialog:
    """The dialog about one record. ``rules``: a loaded rule set where it needs no asking; ``default``: its default."""

    def plan(answers: Answers) -> Sequence[Step]:
        chosen = rules if rules is not None else answers.get("rules")
        steps = [] if rules is not None else [rules_step(default, lang, options)]
        if chosen is None:
            return steps
        return [*steps, *_steps_of(chosen)(chosen, answers, lang), _confirm(lang)]

    return Dialog(plan, asker, lang)


def _steps_of(rules: Any) -> Callable[[Any, Answers, str], list[Step]]:
    if rules.game == HANAFUDA.id:
        from calc.asking.hanafuda import hanafuda_steps

        return hanafuda_steps
    from calc.asking.riichi import riichi_steps

    return riichi_steps


def _confirm(lang: str) -> Step:
    return Step("confirm", phrase("confirm", lang), lambda text: choice(text, {"yes": yes_values()["yes"]}, "yes"))


def record_of(rules: Any, answers: Answers) -> tuple[Win | HanafudaRound, str]:
    """The record that all answers make, and the line that spells it."""
    record: Win | HanafudaRound
    if rules.game == HANAFUDA.id:
        from calc.asking.hanafuda import hanafuda_record

        record = hanafuda_record(rules, answers)
    else:
        from calc.asking.riichi import riichi_record

        record = riichi_record(rules, answers)
    return record, print_any_line(record)
