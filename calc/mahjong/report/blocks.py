"""Riichi results as blocks of a page, with hands as tiles: the pictures beside what ``record`` says in lines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from calc.layout.words import word
from calc.mahjong.explain.explanation import explain_win
from calc.mahjong.records.types import Game, Round, Waiting, Win
from calc.mahjong.report import rounds, waits, win as of_win
from calc.mahjong.report.chart import chart_rows
from calc.mahjong.report.sheet import sections
from calc.mahjong.results import WinResult
from calc.mahjong.rounds.results import GameResult, RoundResult
from calc.mahjong.rules.ruleset import MahjongRules
from calc.notation.melds import parse_melds
from calc.notation.tiles import parse_tiles
from calc.pictures import page
from calc.pictures.hands import hand_picture, tiles_picture
from calc.pictures.svg import Picture, below_each_other
from calc.text import signed
from calc.translation import say


def record_picture(record: Any, result: Any) -> Picture | None:
    """The picture of a record: its hands, or the scores of a game; none without hands."""
    if isinstance(record, Win) and not record.has_tiles:
        return None
    if isinstance(record, Win | Waiting):
        return _draw_hand(record)
    if isinstance(record, Game):
        return page.curve_picture(_curve(result))
    hands = {word(win.seat): _draw_hand(win) for win in record.wins or () if win.has_tiles}
    hands |= {word(seat): picture for seat, picture in _shown_hands(record).items()}
    return below_each_other(hands) if hands else None


def _draw_hand(record: Win | Waiting) -> Picture:
    return hand_picture(
        record.hand,
        record.win,
        parse_melds(record.melds),
        record.seat,
        is_won=isinstance(record, Win),
        norths=record.north,
    )


def _shown_hands(record: Round) -> dict[str, Picture]:
    found = {}
    for seat, text in (record.draw.hands if record.draw is not None else {}).items():
        tiles, _, melds = text.strip().partition(" ")
        found[str(seat)] = hand_picture(tiles, None, parse_melds(melds), seat, is_won=False)
    return found


def record_blocks(
    record: Any, result: Any, rules: MahjongRules, *, explain: bool = False, kept: Any = None
) -> list[page.Block]:
    """A result; ``explain`` opens every reason behind it. ``kept``: for a win, what it was written from."""
    if isinstance(record, Win):
        return [*_win(record, result, rules), *_reasons(result, kept, is_open=explain)]
    if isinstance(record, Waiting):
        return list(_waits(record, result, rules))
    if isinstance(record, Round):
        return list(_round(record, result, rules))
    return list(_game(record, result, rules))


def _indicators(record: Win | Waiting) -> Iterator[page.Block]:
    for tiles, key in ((record.dora, "indicators"), (record.ura, "ura_indicators")):
        found = parse_tiles(tiles)
        if found:
            yield page.Drawn(tiles_picture(found, f"{word(key)}: {tiles}"), word(key))


def _win(record: Win, result: WinResult, rules: MahjongRules) -> Iterator[page.Block]:
    yield page.Text(of_win.headline(result, record), "answer")
    yield page.Text(f"{of_win.worth_text(result, rules)} ({rules.full_label})")
    if record.has_tiles:
        yield page.Drawn(_draw_hand(record))
        yield from _indicators(record)
        yield page.Table(["", ""], of_win.yaku_rows(result, rules), "<>", word("yaku"))
    yield page.Table(["", ""], of_win.payment_rows(result), "<>", word("payments"))
    for texts in filter(None, of_win.extras(result, record, rules)):
        yield from (page.Text(text, "faint") for text in texts)
    yield from page.verdict_blocks(result, ())
    if result.agrees is False:
        head, *rows = of_win.difference_rows(result)
        yield page.Table(head, rows, "<<<", word("claim"))


def _reasons(result: WinResult, kept: Any, *, is_open: bool) -> Iterator[page.Block]:
    explanation = explain_win(kept, result)
    inside: list[page.Block] = []
    for title, lines in of_win.explain_parts(explanation, kept.rules).items():
        if title == "fu_title" and (rows := of_win.fu_rows(result, kept.rules)):
            inside += [page.Head(word(title), 3), page.Table(["", "", ""], rows, "><<", word(title))]
        elif title != "hand":
            inside += page.titled(title, lines)
    yield page.More(say("Why?"), inside, is_open)


def _waits(record: Waiting, result: Any, rules: MahjongRules) -> Iterator[page.Block]:
    yield page.Text(waits.headline(result), "answer")
    yield page.Text(rules.full_label, "faint")
    yield page.Drawn(_draw_hand(record))
    yield from _indicators(record)
    if result.waiting:
        head, rows, align = waits.tile_rows(result, rules)
        shown: list[list[str | Picture]] = [[tiles_picture(parse_tiles(tile), tile), *others] for tile, *others in rows]
        yield page.Table(head, shown, align, word("wait_title"), stacks=len(head) > 3)
    yield from (page.Text(note) for note in waits.notes_on(result, record, rules))


def _round(record: Round, result: RoundResult, rules: MahjongRules) -> Iterator[page.Block]:
    called = word
    yield page.Text(rounds.round_title(result), "answer")
    yield page.Text(rules.full_label, "faint")
    yield from _hands(record, result, rounds.ending_lines(result, rules, called), called)
    changes = [(called(seat), signed(amount)) for seat, amount in result.changes.items()]
    yield page.Table(["", ""], changes, "<>", word("changes"))
    if result.next is not None:
        yield page.Text(f"{word('next')}: {rounds.next_text(result, result.next)}")
    yield from page.titled("notes", rounds.round_notes(result, called))
    yield from page.verdict_blocks(result, rounds.round_differences(result, called))
    payments = list(rounds.transfer_lines(result, rules, called))
    yield page.More(say("Why?"), list(page.titled("transfers", payments)))


def _hands(record: Round, result: RoundResult, endings: list[str], called: rounds.Called) -> Iterator[page.Block]:
    """How a round ended, a line for each winner, with the hand below it; the hands that were shown at a draw."""
    hands: dict[str, Win] = {win.seat: win for win in record.wins or () if win.has_tiles}
    winners = [win.seat for win in result.wins or ()]
    for seat, player in (result.players or {}).items():
        if player in hands:
            hands[seat] = hands[player]
    for place, ending in enumerate(endings):
        yield page.Text(ending)
        win = hands.get(winners[place]) if place < len(winners) else None
        if win is not None:
            yield page.Drawn(_draw_hand(win))
    if record.draw is not None and result.draw:
        lines = rounds.hand_lines(record.draw, result.draw, called)
        told = dict(zip(result.draw.waits or {}, lines, strict=True))
        for seat, picture in _shown_hands(record).items():
            yield page.Drawn(picture, told.get(seat, called(seat)))


def _game(record: Game, result: GameResult, rules: MahjongRules) -> Iterator[page.Block]:
    last = result.rounds[-1] if result.rounds else None
    after = f"{word('next')}: {rounds.next_text(last, last.next)}" if last is not None and last.next else ""
    yield from page.game_blocks(rounds.played_game(result, rules), after, _curve(result))
    hands: list[page.Block] = []
    for one, its in zip(record.rounds, result.rounds, strict=False):
        called = partial(rounds.name_of, its)
        inside = list(_hands(one, its, rounds.ending_lines(its, rules, called), called))
        if any(isinstance(block, page.Drawn) for block in inside):
            hands += [page.Head(rounds.round_title(its), 3), *inside]
    if hands:
        yield page.More(say("Hands"), hands)


def _curve(result: GameResult) -> page.Curve:
    names = [rounds.short_title(one) + (f"-{one.honba}" if one.honba else "") for one in result.rounds]
    if not result.rounds:
        return {player: [points] for player, points in result.scores.items()}, names
    start = {player: points - change for _, player, change, points in rounds.players_after(result.rounds[0])}
    after = [{player: points for _, player, _, points in rounds.players_after(one)} for one in result.rounds]
    return {player: [one[player] for one in (start, *after)] for player in result.scores}, names


def chart_blocks(rules: MahjongRules) -> list[page.Block]:
    """The payment chart."""
    head, rows, align = chart_rows(rules)
    return [page.Table(head, rows, align, word("payments"))]


def rule_blocks(rules: MahjongRules) -> list[page.Block]:
    """A rule sheet: one page for the wall, then everything with conditions and sources."""
    found = list(sections(rules))
    yaku, fu = found[0], found[1]
    by_value: dict[str, list[str]] = {}
    for _, name, value, *_ in yaku.rows:
        by_value.setdefault(value, []).append(name)
    wall: list[page.Block] = [
        page.Head(word("yaku")),
        page.Table(
            [word("han_title"), word("yaku")],
            [[value, say(", ").join(names)] for value, names in by_value.items()],
            "<<",
        ),
        page.Head(word("payments")),
        *chart_blocks(rules),
    ]
    if fu.rows:
        wall += [page.Head(word("fu_title")), page.Table(["", ""], [[row[0], row[1]] for row in fu.rows], "<>")]
    return list(page.rule_sheet(rules, wall, found))
