"""Riichi results as blocks of a page, with hands as tiles: the pictures beside what ``record`` says in lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from calc.layout.words import word
from calc.mahjong.explain.explanation import explain_win
from calc.mahjong.records.types import Game, Round, Waiting, Win
from calc.mahjong.report import waits
from calc.mahjong.report.chart import chart_rows
from calc.mahjong.report.rounds import (
    Called,
    ending_lines,
    hand_lines,
    name_of,
    next_text,
    played_game,
    players_after,
    round_differences,
    round_notes,
    round_title,
    short_title,
    transfer_lines,
)
from calc.mahjong.report.sheet import sections
from calc.mahjong.report.win import (
    difference_rows,
    explain_parts,
    extras,
    fu_rows,
    headline,
    payment_rows,
    worth_text,
    yaku_rows,
)
from calc.mahjong.results import WinResult
from calc.mahjong.rounds.results import GameResult, RoundResult
from calc.mahjong.rules.ruleset import MahjongRules
from calc.notation.melds import parse_melds
from calc.notation.tiles import parse_tiles
from calc.pictures.hands import hand_picture, tiles_picture
from calc.pictures.page import (
    Block,
    Curve,
    Drawn,
    Head,
    More,
    Table,
    Text,
    curve_picture,
    game_blocks,
    rule_sheet,
    titled,
    verdict_blocks,
)
from calc.pictures.svg import Picture, below_each_other
from calc.text import signed
from calc.translation import say


def record_picture(record: Any, result: Any, lang: str) -> Picture | None:
    """The picture of a record: its hands, or the scores of a game; none without hands."""
    if isinstance(record, Win) and not record.has_tiles:
        return None
    if isinstance(record, Win | Waiting):
        return _draw_hand(record, lang)
    if isinstance(record, Game):
        return curve_picture(_curve(result, lang), lang)
    hands = {word(win.seat, lang): _draw_hand(win, lang) for win in record.wins or () if win.has_tiles}
    hands |= {word(seat, lang): picture for seat, picture in _shown_hands(record, lang).items()}
    return below_each_other(hands, lang) if hands else None


def _draw_hand(record: Win | Waiting, lang: str) -> Picture:
    """The hand of a record as tiles."""
    return hand_picture(
        record.hand,
        record.win,
        parse_melds(record.melds),
        record.seat,
        lang,
        is_won=isinstance(record, Win),
        norths=record.north,
    )


def _shown_hands(record: Round, lang: str) -> dict[str, Picture]:
    """The hands that were shown at a draw, by seat."""
    found = {}
    for seat, text in (record.draw.hands if record.draw is not None else {}).items():
        tiles, _, melds = text.strip().partition(" ")
        found[str(seat)] = hand_picture(tiles, None, parse_melds(melds), seat, lang, is_won=False)
    return found


def record_blocks(
    record: Any, result: Any, rules: MahjongRules, lang: str, *, explain: bool = False, kept: Any = None
) -> list[Block]:
    """A result; ``explain`` opens every reason behind it. ``kept``: for a win, what it was written from."""
    if isinstance(record, Win):
        return [*_win(record, result, rules, lang), *_reasons(result, kept, lang, is_open=explain)]
    if isinstance(record, Waiting):
        return list(_waits(record, result, rules, lang))
    if isinstance(record, Round):
        return list(_round(record, result, rules, lang))
    return list(_game(record, result, rules, lang))


def _indicators(record: Win | Waiting, lang: str) -> Iterator[Block]:
    """The indicators of dora and ura dora."""
    for tiles, key in ((record.dora, "indicators"), (record.ura, "ura_indicators")):
        found = parse_tiles(tiles)
        if found:
            yield Drawn(tiles_picture(found, f"{word(key, lang)}: {tiles}"), word(key, lang))


def _win(record: Win, result: WinResult, rules: MahjongRules, lang: str) -> Iterator[Block]:
    yield Text(headline(result, record, lang), "answer")
    yield Text(f"{worth_text(result, rules, lang)} ({rules.full_label})")
    if record.has_tiles:
        yield Drawn(_draw_hand(record, lang))
        yield from _indicators(record, lang)
        yield Table(["", ""], yaku_rows(result, rules, lang), "<>", word("yaku", lang))
    yield Table(["", ""], payment_rows(result, lang), "<>", word("payments", lang))
    for texts in filter(None, extras(result, record, rules, lang)):
        yield from (Text(text, "faint") for text in texts)
    yield from verdict_blocks(result, (), lang)
    if result.agrees is False:
        head, *rows = difference_rows(result, lang)
        yield Table(head, rows, "<<<", word("claim", lang))


def _reasons(result: WinResult, kept: Any, lang: str, *, is_open: bool) -> Iterator[Block]:
    """Every reason behind a win, below one title."""
    explanation = explain_win(kept, result, lang)
    inside: list[Block] = []
    for title, lines in explain_parts(explanation, kept.rules, lang).items():
        if title == "fu_title" and (rows := fu_rows(result, kept.rules, lang)):
            inside += [Head(word(title, lang), 3), Table(["", "", ""], rows, "><<", word(title, lang))]
        elif title != "hand":
            inside += titled(title, lines, lang)
    yield More(say(lang, "Why?"), inside, is_open)


def _waits(record: Waiting, result: Any, rules: MahjongRules, lang: str) -> Iterator[Block]:
    yield Text(waits.headline(result, lang), "answer")
    yield Text(rules.full_label, "faint")
    yield Drawn(_draw_hand(record, lang))
    yield from _indicators(record, lang)
    if result.waiting:
        head, rows, align = waits.tile_rows(result, rules, lang)
        shown: list[list[str | Picture]] = [[tiles_picture(parse_tiles(tile), tile), *others] for tile, *others in rows]
        yield Table(head, shown, align, word("wait_title", lang), stacks=len(head) > 3)
    yield from (Text(note) for note in waits.notes_on(result, record, rules, lang))


def _round(record: Round, result: RoundResult, rules: MahjongRules, lang: str) -> Iterator[Block]:
    called = partial(word, lang=lang)
    yield Text(round_title(result, lang), "answer")
    yield Text(rules.full_label, "faint")
    yield from _hands(record, result, ending_lines(result, rules, lang, called), called, lang)
    changes = [(called(seat), signed(amount)) for seat, amount in result.changes.items()]
    yield Table(["", ""], changes, "<>", word("changes", lang))
    if result.next is not None:
        yield Text(f"{word('next', lang)}: {next_text(result, result.next, lang)}")
    yield from titled("notes", round_notes(result, called), lang)
    yield from verdict_blocks(result, round_differences(result, called, lang), lang)
    payments = list(transfer_lines(result, rules, lang, called))
    yield More(say(lang, "Why?"), list(titled("transfers", payments, lang)))


def _hands(record: Round, result: RoundResult, endings: list[str], called: Called, lang: str) -> Iterator[Block]:
    """How a round ended, a line for each winner, with the hand below it; the hands that were shown at a draw."""
    hands: dict[str, Win] = {win.seat: win for win in record.wins or () if win.has_tiles}
    winners = [win.seat for win in result.wins or ()]
    for seat, player in (result.players or {}).items():
        if player in hands:
            hands[seat] = hands[player]
    for place, ending in enumerate(endings):
        yield Text(ending)
        win = hands.get(winners[place]) if place < len(winners) else None
        if win is not None:
            yield Drawn(_draw_hand(win, lang))
    if record.draw is not None and result.draw:
        told = dict(zip(result.draw.waits or {}, hand_lines(record.draw, result.draw, lang, called), strict=True))
        for seat, picture in _shown_hands(record, lang).items():
            yield Drawn(picture, told.get(seat, called(seat)))


def _game(record: Game, result: GameResult, rules: MahjongRules, lang: str) -> Iterator[Block]:
    last = result.rounds[-1] if result.rounds else None
    after = f"{word('next', lang)}: {next_text(last, last.next, lang)}" if last is not None and last.next else ""
    yield from game_blocks(played_game(result, rules, lang), after, _curve(result, lang), lang)
    hands: list[Block] = []
    for one, its in zip(record.rounds, result.rounds, strict=False):
        called = partial(name_of, its)
        inside = list(_hands(one, its, ending_lines(its, rules, lang, called), called, lang))
        if any(isinstance(block, Drawn) for block in inside):
            hands += [Head(round_title(its, lang), 3), *inside]
    if hands:
        yield More(say(lang, "Hands"), hands)


def _curve(result: GameResult, lang: str) -> Curve:
    """What each player had at the start and after each round."""
    names = [short_title(one, lang) + (f"-{one.honba}" if one.honba else "") for one in result.rounds]
    if not result.rounds:
        return {player: [points] for player, points in result.scores.items()}, names
    start = {player: points - change for _, player, change, points in players_after(result.rounds[0])}
    after = [{player: points for _, player, _, points in players_after(one)} for one in result.rounds]
    return {player: [one[player] for one in (start, *after)] for player in result.scores}, names


def chart_blocks(rules: MahjongRules, lang: str) -> list[Block]:
    """The payment chart."""
    head, rows, align = chart_rows(rules, lang)
    return [Table(head, rows, align, word("payments", lang))]


def _by_value(rows: Sequence[Sequence[str]], lang: str) -> list[list[str]]:
    """The names of yaku, those of the same value together."""
    names: dict[str, list[str]] = {}
    for row in rows:
        names.setdefault(row[2], []).append(row[1])
    return [[value, say(lang, ", ").join(of)] for value, of in names.items()]


def rule_blocks(rules: MahjongRules, lang: str) -> list[Block]:
    """A rule sheet: one page for the wall, then everything with conditions and sources."""
    found = list(sections(rules, lang))
    yaku, fu = found[0], found[1]
    wall: list[Block] = [
        Head(word("yaku", lang)),
        Table([word("han_title", lang), word("yaku", lang)], _by_value(yaku.rows, lang), "<<"),
        Head(word("payments", lang)),
        *chart_blocks(rules, lang),
    ]
    if fu.rows:
        wall += [Head(word("fu_title", lang)), Table(["", ""], [[row[0], row[1]] for row in fu.rows], "<>")]
    return list(rule_sheet(rules, wall, found, lang))
