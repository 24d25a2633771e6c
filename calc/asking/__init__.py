"""Guided entry: which question comes next, what an answer means, and the record that the answers make.

Answers come in as lines of text, a typed record goes out. Start with ``dialog``; each game asks its own questions, in
its module ``asking``. Nothing here knows a terminal: the caller hands in an :class:`Asker`.
"""

from calc.asking.dialog import Answers, Asker, Dialog, Ended, Guide, Step

__all__ = ["Answers", "Asker", "Dialog", "Ended", "Guide", "Step"]
