"""What tenhou.net/6 says of a win, in Japanese: ``30符2飜2000点``, ``立直(1飜)``, ``大三元(役満)``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from calc.errors import UnreadableError
from calc.logs.events import Start, seat_of
from calc.logs.said import SaidWin, SaidYaku
from calc.logs.tenhou_names import NUMBERS, YAKU
from calc.logs.values import text, whole
from calc.notation.text import show

_LEVELS: Final = {
    "満貫": "mangan",
    "切り上げ満貫": "mangan",
    "跳満": "haneman",
    "倍満": "baiman",
    "三倍満": "sanbaiman",
    "数え役満": "kazoe_yakuman",
    "役満": "yakuman",
}
#: Fu and han, or a level, or both; then the points: of a ron, of all on a dealer's tsumo, or others - dealer.
_WORTH: Final = re.compile(
    r"(?:(?P<fu>[0-9]{1,3})符(?P<han>[0-9]{1,3})飜)?(?P<level>切り上げ満貫|数え役満|三倍満|倍満|跳満|満貫|[^0-9]*役満)?"
    r"(?P<points>[0-9]{1,7})(?:-(?P<dealer>[0-9]{1,7}))?点(?P<all>∀)?",
    re.ASCII,
)
_YAKU: Final = re.compile(r"(?P<name>.+)\((?:(?P<han>[0-9]{1,3})飜|(?P<limit>役満|[^()]*役満))\)", re.ASCII)
#: Where the yaku begin: after winner, feeder, who is responsible (else the winner), and the worth.
_YAKU_FROM = 4


def said_win(items: Sequence[Any], deltas: tuple[int, ...], start: Start) -> SaidWin:
    """What the details of a win say. Raises :class:`~calc.errors.UnreadableError` for a yaku that is none.

    A worth in other words is left unsaid: converters write it in other languages.
    """
    winner, feeder, liable = (whole(item, "a player", below=start.players) for item in items[:3])
    yaku = tuple(_yaku(item) for item in items[_YAKU_FROM:]) if len(items) > _YAKU_FROM else None
    limits = None if yaku is None else sum(one.han is None for one in yaku)
    worth = _WORTH.fullmatch(text(items[3], "the worth of a win")) if len(items) > 3 else None
    han = None if yaku is None or limits else sum(one.han or 0 for one in yaku)
    fu = level = points = None
    if worth:
        han = int(worth["han"]) if han is None and worth["han"] and not limits else han
        fu = int(worth["fu"]) if worth["fu"] and not limits else None
        level = _LEVELS.get(worth["level"], "yakuman") if worth["level"] else None
        points = _points(worth, start.players)
    return SaidWin(
        seat=seat_of(winner, start),
        from_=seat_of(feeder, start) if feeder != winner else None,
        han=han,
        fu=fu,
        limits=limits,
        level=level,
        points=points,
        deltas=deltas,
        yaku=yaku,
        liable=seat_of(liable, start) if liable != winner else None,
    )


def _points(worth: re.Match[str], players: int) -> int:
    each = int(worth["points"])
    if worth["all"]:
        return each * (players - 1)
    return each * (players - 2) + int(worth["dealer"]) if worth["dealer"] else each


def _yaku(item: Any) -> SaidYaku:
    found = _YAKU.fullmatch(text(item, "a yaku"))
    if not found:
        raise UnreadableError(f"expected a yaku with its worth, such as '立直(1飜)', found {show(item)}")
    number = NUMBERS.get(found["name"])
    return SaidYaku(
        id=None if number is None else YAKU[number],
        han=None if found["limit"] else int(found["han"]),
        tenhou=number,
        name=found["name"],
    )
