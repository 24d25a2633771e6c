"""Game logs 牌譜 to our records: what was played, worked out from the moves, and what the log says of it beside.

:func:`read_logs` reads Tenhou's XML (:mod:`~calc.logs.mjlog`), the JSON of tenhou.net/6
(:mod:`~calc.logs.tenhou_json`) and mjai (:mod:`~calc.logs.mjai`). All of them are read into the same moves
(:mod:`~calc.logs.events`), which are replayed (:mod:`~calc.logs.play`) into records (:mod:`~calc.logs.endings`).
"""

from __future__ import annotations

from calc.logs.reading import read_logs
from calc.logs.said import LoggedGame, SaidDraw, SaidGame, SaidRiichi, SaidRound, SaidWin, SaidYaku

__all__ = ["LoggedGame", "SaidDraw", "SaidGame", "SaidRiichi", "SaidRound", "SaidWin", "SaidYaku", "read_logs"]
