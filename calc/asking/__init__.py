"""Guided entry: which question comes next, what an answer means, and the record that the answers make.

Knows no terminal: whoever asks hands in a way to ask and a way to say.
"""

from calc.asking.dialog import Asker, Dialog, Ended
from calc.asking.games import dialog_for
from calc.asking.steps import Answers, Step, rules_step

__all__ = ["Answers", "Asker", "Dialog", "Ended", "Step", "dialog_for", "rules_step"]
