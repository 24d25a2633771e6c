"""Any riichi record for people: in full, with every reason, its picture, or the row of a table."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from calc.layout.document import Block
from calc.layout.words import difference_sides, times_text, word
from calc.mahjong.records.types import Game, Round, Waiting, Win
from calc.mahjong.results import WinResult
from calc.mahjong.rounds.results import GameResult, RoundResult
from calc.text import TOGETHER, number, printable, signed
from calc.translation import language, say

if TYPE_CHECKING:
    from calc.mahjong.rules.ruleset import MahjongRules
    from calc.pictures.svg import Picture

HAS_HAN: bool = True
RESULTS: tuple[type, ...] = (WinResult, RoundResult, GameResult)


def blocks(
    record: Win | Round | Game | Waiting,
    result: Any,
    rules: "MahjongRules",
    *,
    page: bool,
    explain: bool = False,
    kept: Any = None,
) -> Iterator[Block]:
    """A result. ``kept``: for a win, what it was written from."""
    # Most records are one hand: what other kinds need is loaded only for them.
    if isinstance(record, Win):
        from calc.mahjong.report.win import win_blocks

        return win_blocks(record, result, rules, page=page, explain=explain, kept=kept)
    if isinstance(record, Waiting):
        from calc.mahjong.report.waits import waits_blocks

        return waits_blocks(record, result, rules, page=page)
    from calc.mahjong.report import rounds

    if isinstance(record, Round):
        return rounds.round_blocks(record, result, rules, page=page, explain=explain)
    return rounds.game_blocks(record, result, rules, page=page, explain=explain)


def picture(record: Any, result: Any) -> "Picture | None":
    """The picture of a record: its hands, or the scores of a game; none without hands."""
    from calc.mahjong.report.drawn import draw_hand, shown_hands
    from calc.pictures.svg import below_each_other

    if isinstance(record, Win) and not record.has_tiles:
        return None
    if isinstance(record, Win | Waiting):
        return draw_hand(record)
    if isinstance(result, GameResult):
        from calc.mahjong.report.rounds import curve

        return curve(result)
    hands = {word(win.seat): draw_hand(win) for win in record.wins or () if win.has_tiles}
    hands |= {word(seat): drawn for seat, drawn in shown_hands(record).items()}
    return below_each_other(hands) if hands else None


def round_name(result: RoundResult) -> str:
    """A round of a game: ``East 3, 1 honba``."""
    from calc.mahjong.report.rounds import round_title

    return round_title(result)


def row(result: Any) -> list[str]:
    """What decided a result, han, fu, points, and what each seat or player gained."""
    if isinstance(result, RoundResult):
        names = result.players or {}
        called = {seat: printable(names[seat]) if seat in names else _party(seat) for seat in result.changes}
        wins = [f"{called[win.seat]} {word(win.by)}" for win in result.wins or ()]
        ending = ", ".join(wins) or word(result.draw.kind if result.draw is not UNSET else "chombo")
        return [ending, "", "", "", _amounts(called, result.changes)]
    if isinstance(result, GameResult):
        scores = (f"{printable(player)}{TOGETHER}{number(points)}" for player, points in result.scores.items())
        return [word("final" if result.ended else "standing"), "", "", "", " ".join(scores)]
    dora = result.dora.tiles
    yaku = [*(line.name for line in result.yaku), *([f"{word('dora')} {dora}"] if dora else [])]
    han = str(result.han) if result.han is not None else times_text(result.limits, word(result.level or ""))
    fu = "" if result.fu is None else str(result.fu)
    paid = _amounts({seat: _party(seat) for seat in result.payments}, result.payments)
    return [", ".join(yaku), han, fu, number(result.points), paid]


def wrong_texts(result: Any) -> Iterator[str]:
    """What a claim says wrong, in a few words each."""
    if isinstance(result, WinResult):
        for item in result.differences or []:
            claimed, actual = difference_sides(item)
            key = item.key if language() == "en" else word(item.key)
            yield say("{key} {claimed} not {actual}", key=key, claimed=claimed, actual=actual)
        return
    from calc.mahjong.report.rounds import game_differences, round_differences

    if isinstance(result, GameResult):
        yield from game_differences(result)
    else:
        yield from round_differences(result, _party)


def _amounts(called: dict[str, str], amounts: dict[str, int]) -> str:
    return " ".join(f"{called[party]}{TOGETHER}{signed(amount)}" for party, amount in amounts.items() if amount)


def _party(party: str) -> str:
    return party if language() == "en" else word(party)
