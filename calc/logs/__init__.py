"""Game logs 牌譜 to our records: what was played, worked out from the moves, and what the log says of it beside.

:func:`read_logs` reads Tenhou's XML (:mod:`~calc.logs.mjlog`), the JSON of tenhou.net/6
(:mod:`~calc.logs.tenhou_json`) and mjai (:mod:`~calc.logs.mjai`). All of them are read into the same moves
(:mod:`~calc.logs.events`), which are replayed (:mod:`~calc.logs.play`) into records (:mod:`~calc.logs.records`). A game
is scored again and compared with its log by :mod:`~calc.logs.checking`. Open ``events`` first. A new format is a module
that yields events, and a line in :data:`calc.intake.forms.LOG_FORMATS`.
"""

from __future__ import annotations

from calc.logs.events import LoggedGame, SaidDraw, SaidGame, SaidRiichi, SaidRound, SaidWin, SaidYaku
from calc.logs.reading import read_logs

__all__ = ["LoggedGame", "SaidDraw", "SaidGame", "SaidRiichi", "SaidRound", "SaidWin", "SaidYaku", "read_logs"]
