"""Guided entry: which question comes next, what an answer means, and the record that the answers make.

Knows no terminal: whoever asks hands in a way to ask and a way to say.
"""

from calc.asking.dialog import Asker, Dialog, Ended
from calc.asking.steps import Answers, Guide, Step

__all__ = ["Answers", "Asker", "Dialog", "Ended", "Guide", "Step"]
