"""What every check is: a condition over columns, and the message for a hand that meets it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from calc.errors import CalcError, HandError
from calc.mahjong.hand.hands import Bools, Hands
from calc.mahjong.read.win_records import ReadWin
from calc.mahjong.rules.schema import MahjongRules

#: A message, the key at fault, and the column in its value (``None`` where the value is not a text).
Fault = tuple[str, str, int | None]


class Check(Struct, frozen=True):
    """A condition that no sound record meets, with the message for one that does. ``code`` is a public error code."""

    code: str
    fails: Callable[[Hands, MahjongRules], Bools]
    explain: Callable[[ReadWin, MahjongRules], Fault]

    def error(self, read: ReadWin, rules: MahjongRules) -> CalcError:
        """The refusal of a hand that fails this check."""
        message, key, column = self.explain(read, rules)
        return HandError(message, code=self.code, key=key, column=column)


def make_contradiction(fails: Callable[[Hands], Bools], key: str, message: str) -> Check:
    """A check of declarations with one message for all hands and rule sets."""
    return Check("contradiction", lambda hands, rules: fails(hands), lambda read, rules: (message, key, None))
