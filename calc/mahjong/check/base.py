"""What a check is: a condition on whole columns that a sound record never meets, and the sentence for one that does."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from calc.errors import CalcError, HandError
from calc.mahjong.hand.hands import Bools, Hands
from calc.mahjong.read.win_records import ReadWin
from calc.mahjong.rules.schema import MahjongRules

#: A message, the key at fault and the column in its value, where that has characters.
Fault = tuple[str, str, int | None]


class Check(Struct, frozen=True):
    """One thing that can be wrong. ``code`` is a code of the public contract."""

    code: str
    fails: Callable[[Hands, MahjongRules], Bools]
    explain: Callable[[ReadWin, MahjongRules], Fault]

    def error(self, read: ReadWin, rules: MahjongRules) -> CalcError:
        """The refusal of a hand that failed this check."""
        message, key, column = self.explain(read, rules)
        return HandError(message, code=self.code, key=key, column=column)


def contradiction(fails: Callable[[Hands], Bools], key: str, message: str) -> Check:
    """A contradiction of declarations, whose sentence is the same for every hand and every rule set."""
    return Check("contradiction", lambda hands, rules: fails(hands), lambda read, rules: (message, key, None))
