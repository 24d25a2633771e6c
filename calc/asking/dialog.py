"""Ask one question after the other, and go back where an answer was wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from calc.asking.answers import Answers, Step, phrase
from calc.errors import CalcError

#: What takes the last answer back, and what asks for a hint.
BACK = ("back", "戻る")
_HINT = ("?", "？")


class Ended(Exception):  # noqa: N818  # no error: the input is over
    """The input ended before all was answered."""


class Asker(Protocol):
    """Asks a question and returns the line that answers it; says something; refuses an answer."""

    def ask(self, prompt: str) -> str: ...
    def say(self, text: str) -> None: ...
    def refuse(self, error: CalcError, answer: str) -> None: ...


class Dialog:
    """Asks the steps of a ``plan`` until none is left. ``plan`` gives all steps that apply after the answers so far."""

    def __init__(self, plan: Callable[[Answers], Sequence[Step]], asker: Asker, lang: str) -> None:
        self.plan = plan
        self.asker = asker
        self.lang = lang
        #: Answers in the order they were given.
        self.answers: dict[str, Any] = {}

    def run(self) -> dict[str, Any]:
        """All answers. Raises :class:`Ended` where the input is over."""
        while (step := self._next()) is not None:
            self._take(step)
        return self.answers

    def back(self) -> None:
        """Take the last answer back; what was answered before can be taken back too."""
        if self.answers:
            self.answers.popitem()
        else:
            self.asker.say(phrase("first", self.lang))

    def _next(self) -> Step | None:
        return next((step for step in self.plan(self.answers) if step.key not in self.answers), None)

    def _take(self, step: Step) -> None:
        answer = self.asker.ask(step.prompt).strip()
        if answer.casefold() in BACK:
            self.back()
        elif answer in _HINT:
            self.asker.say(f"  {step.hint or phrase('no_hint', self.lang)}")
        else:
            try:
                value = step.read(answer)
            except CalcError as error:
                self.asker.refuse(error, answer)
                return
            self.answers[step.key] = value
            told = step.told(value)
            if told:
                self.asker.say(f"  = {told}")
