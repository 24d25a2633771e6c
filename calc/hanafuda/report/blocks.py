"""Hanafuda results as blocks of a page, with piles as cards: the pictures beside what ``record`` says in lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from calc.hanafuda.records.types import HanafudaGame, HanafudaRound
from calc.hanafuda.report import record as report
from calc.hanafuda.rules.deck import load_deck
from calc.layout.words import word
from calc.notation.cards import assign_chaff, parse_cards
from calc.notation.deck import Card
from calc.pictures import page
from calc.pictures.cards import pile_picture, piles_picture
from calc.pictures.svg import Picture
from calc.text import signed
from calc.translation import say

if TYPE_CHECKING:
    from calc.hanafuda.results import HanafudaGameResult, HanafudaResult
    from calc.hanafuda.rules.ruleset import HanafudaRules

#: Yaku of more cards than these are shown without them on a sheet for the wall.
_MOST_SHOWN = 12


def record_picture(record: Any, result: Any) -> Picture | None:
    """The picture of a record: the piles of a round, or the totals of a game."""
    if isinstance(record, HanafudaGame):
        return page.curve_picture(_curve(result))
    return piles_picture(_piles(record))


def record_blocks(
    record: Any, result: Any, rules: HanafudaRules, *, explain: bool = False, kept: Any = None
) -> list[page.Block]:
    """A result; ``explain`` opens every reason behind it."""
    if isinstance(record, HanafudaGame):
        return list(_game(record, result, rules))
    blocks = list(_round(record, result, rules))
    if result.near is UNSET:
        from calc.hanafuda.explain.explanation import explain_round

        parts = report.explain_parts(explain_round(record, rules), result, rules)
        inside = [block for title, lines in parts.items() for block in page.titled(title, lines)]
        blocks += [page.More(say("Why?"), inside, explain)] if inside else []
    return blocks


def _piles(record: HanafudaRound) -> dict[str, list[Card]]:
    """The captured cards of each player, or those that were dealt where nothing is said of a pile."""
    deck = load_deck()
    texts = {name: hand.captured or hand.dealt or "" for name, hand in record.players.items()}
    found = assign_chaff([(name, parse_cards(text, deck)) for name, text in texts.items()], deck)
    return {name: list(deck.within(cards)) for name, cards in zip(texts, found, strict=True)}


def _round(record: HanafudaRound, result: HanafudaResult, rules: HanafudaRules) -> Iterator[page.Block]:
    if result.near is UNSET:
        yield page.Text(report.answer_text(result, rules), "answer")
    yield page.Text(rules.titled(), "faint")
    piles = _piles(record)
    for name, player in result.players.items():
        yield page.Head(name)
        if name not in piles:
            yield page.Text(f"{word('sits_out')}, {word('change')} {signed(player.change)}")
            continue
        if result.near is UNSET:
            yield page.Text(report.score_text(player, rules))
        if piles[name]:
            yield page.Drawn(pile_picture(piles[name], title=name))
        rows = [[title, _shown(cards), value] for value, title, cards in report.yaku_rows(player, rules)]
        if rows:
            yield page.Table(["", "", ""], rows, "<<>", f"{word('yaku')}: {name}", stacks=True)
        elif not report.is_told(result):
            yield page.Text(word("no_yaku"), "faint")
        if result.near is not UNSET:
            near = report.near_rows(result.near.get(name, []))
            nothing = page.Text(say("nothing is near"), "faint")
            yield page.Table(["", "", ""], near, "<><", name) if near else nothing
    yield from page.titled("transfers", report.payment_lines(result, rules))
    after = report.next_dealer_text(result, rules)
    if after:
        yield page.Text(after)
    yield from page.titled("notes", [note.text for note in result.notes])
    yield from page.verdict_blocks(result, report.wrong_texts(result))


def _shown(cards: str) -> str | Picture:
    """Cards as a small picture; as text where they are none of the deck."""
    deck = load_deck()
    (found,) = assign_chaff([("cards", parse_cards(cards, deck))], deck) if cards else (0,)
    shown = list(deck.within(found))
    return pile_picture(shown, scale=0.5) if shown else cards


def _game(record: HanafudaGame, result: HanafudaGameResult, rules: HanafudaRules) -> Iterator[page.Block]:
    after = report.next_dealer_text(result.rounds[-1], rules) if result.rounds and not result.ended else ""
    yield from page.game_blocks(report.played_game(result, rules), after, _curve(result))
    hands: list[page.Block] = []
    for one, its in zip(record.rounds, result.rounds, strict=False):
        piles = [page.Drawn(pile_picture(cards, title=name), name) for name, cards in _piles(one).items() if cards]
        if piles:
            hands += [page.Head(report.round_name(its.round), 3), *piles]
    if hands:
        yield page.More(say("Captured cards"), hands)


def _curve(result: HanafudaGameResult) -> page.Curve:
    scores: dict[str, list[int]] = {}
    for name, total in result.scores.items():
        totals = [(one.totals or {}).get(name, 0) for one in result.rounds]
        first = result.rounds[0].players.get(name) if result.rounds else None
        start = totals[0] - (first.change if first is not None else 0) if totals else total
        scores[name] = [start, *totals]
    return scores, [str(one.round) for one in result.rounds]


def rule_blocks(rules: HanafudaRules) -> list[page.Block]:
    """A rule sheet: one page for the wall with the cards of the yaku, then everything with conditions and sources."""
    from calc.hanafuda.report.sheet import sections

    found = list(sections(rules))
    wall: list[page.Block] = []
    for title, entries in (("yaku", rules.yaku), ("teyaku_title", rules.teyaku)):
        if entries:
            rows: list[list[str | Picture]] = []
            for one in entries.values():
                held = list(load_deck().within(one.when.touches))
                shown = pile_picture(held, scale=0.4, in_a_row=_MOST_SHOWN) if len(held) <= _MOST_SHOWN else ""
                rows.append([one.name.text(), shown, one.value.phrase(rules.classes)])
            wall += [page.Head(word(title)), page.Table(["", "", ""], rows, "<<<", word(title))]
    if rules.card_points is not None:
        points = next(section.rows for section in found if section.title == "card_points_title")
        wall += [page.Head(word("card_points_title")), page.Table(["", ""], [row[:2] for row in points], "<>")]
    return list(page.rule_sheet(rules, wall, found))
