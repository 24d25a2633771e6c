"""Rounds and games of hanafuda for people: in full, with every reason, or in the row of a table; and their phrases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from calc.errors import CalcError
from calc.hanafuda.explain.explanation import reason_text
from calc.hanafuda.notes import NO_GAME
from calc.hanafuda.records.types import HanafudaGame, HanafudaHand, HanafudaRound
from calc.hanafuda.records.words import OTHER, SELF
from calc.hanafuda.results import HanafudaGameResult, HanafudaResult, NearLine, NearPart, PileYaku, PlayerResult
from calc.hanafuda.rules.deck import load_deck, named_cards
from calc.layout import game as layout
from calc.layout.document import MOST, Block, Drawing, Drawn, Head, More, Table, Text, titled, verdict_blocks
from calc.layout.game import cite
from calc.layout.words import difference_text, word
from calc.notation.cards import assign_chaff, parse_cards
from calc.outcomes import Difference, Transfer
from calc.text import TOGETHER, indented, number, printable, signed
from calc.translation import joined, say

if TYPE_CHECKING:
    from calc.hanafuda.explain.explanation import RoundExplanation
    from calc.hanafuda.rules.ruleset import HanafudaRules
    from calc.notation.deck import Card
    from calc.pictures.svg import Picture

HAS_HAN: bool = False
RESULTS: tuple[type, ...] = (HanafudaResult, HanafudaGameResult)
#: The cells that a table of rounds needs beside the players: for numbers of rounds, and yaku.
_OTHER_CELLS: Final = 30


def blocks(
    record: HanafudaRound | HanafudaGame,
    result: Any,
    rules: HanafudaRules,
    *,
    page: bool,
    explain: bool = False,
    kept: Any = None,
) -> Iterator[Block]:
    """A result."""
    if isinstance(record, HanafudaGame):
        return _game_blocks(record, result, rules, page=page, explain=explain)
    if result.near is not UNSET:
        return _near_blocks(record, result, rules, page=page)
    return _round_blocks(record, result, rules, page=page, explain=explain)


def picture(record: Any, result: Any) -> Picture | None:
    """The picture of a record: the piles of a round, or the totals of a game."""
    from calc.pictures.hands import piles_picture

    return _curve(result) if isinstance(result, HanafudaGameResult) else piles_picture(_piles(record))


def _round_blocks(
    record: HanafudaRound, result: HanafudaResult, rules: HanafudaRules, *, page: bool, explain: bool
) -> Iterator[Block]:
    """The answer; then what each player has, every payment, the next dealer, and the verdict on a claim; the rule of
    each yaku, the yaku that do not count, and each step of the settlement.
    """
    yield Text(answer_text(result, rules), "answer", rules.titled() if page else rules.full_label)
    no_game = [] if page else [note.text for note in result.notes if note.id == NO_GAME]
    for text in no_game:
        yield from [Text(text, apart=True), Text("")]
    for name, player in result.players.items():
        if no_game:
            yield Text(f"{name}: {word('change')} {signed(player.change)}")
        else:
            yield from _player_blocks(name, record, result, rules, page=page)
    from calc.hanafuda.explain.explanation import explain_round

    reasons = explain_round(record, rules)
    paid = [_transfer_text(one, result, rules) for one in result.transfers]
    # Where every step is told, each tells its own payments and sums.
    told = sum(len(step.transfers) for step in reasons.steps) if explain and not page else 0
    yield from titled(word("transfers"), paid[told:] if page or told else reasons.with_sums(paid))
    if result.next_dealer is not None:
        yield Text(next_dealer_text(result, rules), apart=True)
    yield from titled(word("notes"), [note.text for note in result.notes if page or note.id != NO_GAME])
    yield from verdict_blocks(result, wrong_texts(result))
    if page or explain:
        parts = explain_parts(reasons, result, rules).items()
        inside = [block for title, lines in parts for block in titled(word(title), lines)]
        yield from [More(say("Why?"), inside, explain)] if page and inside else inside


def _player_blocks(
    name: str, record: HanafudaRound, result: HanafudaResult, rules: HanafudaRules, *, page: bool
) -> Iterator[Block]:
    """What a player has and gained; of one who sits out only that."""
    player, takes_part = result.players[name], name in record.players
    told = score_text(player, rules) if takes_part else f"{word('sits_out')}, {word('change')} {signed(player.change)}"
    yield from [Head(name), Text(told), *_pile(record, name)] if page else [Text(f"{name}: {told}", apart=True)]
    yaku = yaku_rows(player, rules)
    if takes_part and yaku:
        yield _yaku_table(name, yaku, page=page)
    # Who tells what was won in place of the cards knows of yaku that nobody else does.
    elif takes_part and all(note.id != "by_result" for note in result.notes):
        yield Text(word("no_yaku") if page else f"  {word('no_yaku')}", "faint")


def _near_blocks(record: HanafudaRound, result: HanafudaResult, rules: HanafudaRules, *, page: bool) -> Iterator[Block]:
    """What each pile in play holds, and which yaku lack one or two cards."""
    yield Text(rules.titled(), "faint")
    for name, player in result.players.items():
        found = (result.near or {}).get(name, [])
        nothing = say("nothing is near")
        if page:
            yield from [Head(name), *_pile(record, name)]
            yaku = yaku_rows(player, rules)
            yield _yaku_table(name, yaku, page=page) if yaku else Text(word("no_yaku"), "faint")
            yield from [Text(told) for told in _if_stopped(name, record, rules)]
            rows = [[_near_text(line), _cards_cell(line.cards), _value_text(line.value)] for line in found]
            yield Table(["", "", ""], rows, "<<>", name, stacks=True) if rows else Text(nothing, "faint")
        else:
            yield Text(f"{name}: {_yaku_text(player.yaku) or word('no_yaku')}", apart=True)
            yield from [Text(f"  {told}") for told in _if_stopped(name, record, rules)]
            near = [(_ways_text(line), _value_text(line.value), line.name) for line in found]
            yield Table(["", "", ""], near, "<><", name, apart=False) if near else Text(f"  {nothing}", "faint")


def _if_stopped(name: str, record: HanafudaRound, rules: HanafudaRules) -> Iterator[str]:
    """What a pile in play scores if its player stops with it, where that is more than one yaku says."""
    from calc.hanafuda.rounds.round import settle_round

    if not rules.asks_who_stopped:
        return
    others = [one for one in record.players if one != name] or [OTHER]
    piles = {one: record.players.get(one) or HanafudaHand(captured="") for one in (name, *others)}
    with suppress(CalcError):
        stopped = settle_round(replace(record, players=piles, stopped_by=name), rules)
        if (times := _times_text(stopped.players[name], rules)) or len(stopped.players[name].yaku) > 1:
            yield say("if the round ends so: {score}{times}", score=stopped.players[name].score, times=times)


def _yaku_table(name: str, yaku: Sequence[tuple[str, str, str]], *, page: bool) -> Table:
    if not page:
        return Table(["", "", ""], yaku, "><<", apart=False)
    rows = [[title, _cards_cell(cards), value] for value, title, cards in yaku]
    return Table(["", "", ""], rows, "<<>", f"{word('yaku')}: {name}", stacks=True)


def _cards_cell(text: str) -> str | Drawing:
    """Cards in a cell of a page, as a picture where they are particular ones."""
    from calc.pictures.hands import pile_picture

    deck = load_deck()
    (found,) = assign_chaff([("cards", parse_cards(text, deck))], deck) if text else (0,)
    shown = [*deck.within(found)]
    return pile_picture(shown, scale=0.5) if shown else text


def _piles(record: HanafudaRound) -> dict[str, list[Card]]:
    """The captured cards of each player, or those that were dealt where nothing is said of a pile."""
    deck = load_deck()
    texts = {name: hand.captured or hand.dealt or "" for name, hand in record.players.items()}
    found = assign_chaff([(name, parse_cards(text, deck)) for name, text in texts.items()], deck)
    return {name: [*deck.within(cards)] for name, cards in zip(texts, found, strict=True)}


def _pile(record: HanafudaRound, name: str) -> list[Block]:
    from calc.pictures.hands import pile_picture

    cards = _piles(record).get(name)
    return [Drawn(pile_picture(cards, title=name))] if cards else []


def _game_blocks(
    record: HanafudaGame, result: HanafudaGameResult, rules: HanafudaRules, *, page: bool, explain: bool
) -> Iterator[Block]:
    """The rounds, the totals, notes, and what a claim says wrong."""
    from calc.hanafuda.explain.explanation import sums_of_rounds

    def row(one: HanafudaResult) -> layout.RoundRow:
        # What decided the round, what is left in pots, and what a claim says wrong.
        lines = [_decided_text(one, rules), *sums.get(one.round, ())]
        lines += [f"{word(pot)}: {number(amount)}" for pot, amount in one.pots.items() if amount]
        for item in (one.differences or []) if one.agrees is False else ():
            lines.append(f"{word('wrong_round')}: {printable(difference_text(item))}")
        # A player who sat out has no change.
        changes = {name: signed(player.change) for name, player in one.players.items()}
        totals = {name: number((one.totals or {}).get(name, 0)) for name in result.scores}
        amounts = {name: (changes.get(name, "-"), total) for name, total in totals.items()}
        return layout.RoundRow(round_name(one), str(one.round), lines, amounts)

    sums = {} if page or explain else sums_of_rounds(record, result, rules)
    over = "" if result.ended is None else f": {word('nothing_left' if result.ended == 'bust' else result.ended)}"
    final = [[str(line.place), printable(line.player), number(line.total)] for line in result.final]
    final += [["", word(pot), number(amount)] for pot, amount in result.pots.items() if amount]
    title = f"{word('totals')} ({rules.unit_name.text() if rules.unit_name else word(rules.unit)}){over}"
    head = [word(key) for key in ("place", "player", "total")]
    noted: dict[str, list[str]] = {}
    for done in result.rounds:
        for note in done.notes:
            noted.setdefault(note.text, []).append(str(done.round))
    yield from layout.game_blocks(
        result,
        rules,
        [*map(row, result.rounds)],
        Table(head, final, "><>", title, least=MOST, narrow=lambda width: indented(final, "><>", width)),
        page=page,
        notes=[f"{', '.join(rounds)}: {text}" for text, rounds in noted.items()],
        wrong=wrong_texts(result),
        least=_OTHER_CELLS,
        side=">",
        after=next_dealer_text(result.rounds[-1], rules) if result.rounds and not result.ended else "",
        curve=partial(_curve, result),
    )
    if page:
        from calc.pictures.hands import pile_picture

        hands: list[Block] = []
        for one, its in zip(record.rounds, result.rounds, strict=False):
            piles = [Drawn(pile_picture(cards, title=name), name) for name, cards in _piles(one).items() if cards]
            if piles:
                hands += [Head(round_name(its), 3), *piles]
        yield from [More(say("Captured cards"), hands)] if hands else []
    elif explain:
        from calc.hanafuda.rounds.games import rounds_of

        for place, one in enumerate(rounds_of(record, result, rules)):
            yield Text(f"== {place + 1}", apart=True)
            yield from _round_blocks(one, result.rounds[place], rules, page=False, explain=True)


def _curve(result: HanafudaGameResult) -> Picture:
    from calc.pictures.curve import curve_picture

    scores: dict[str, list[int]] = {}
    for name, total in result.scores.items():
        totals = [(one.totals or {}).get(name, 0) for one in result.rounds]
        first = result.rounds[0].players.get(name) if result.rounds else None
        start = totals[0] - (first.change if first is not None else 0) if totals else total
        scores[name] = [start, *totals]
    return curve_picture(scores, [str(one.round) for one in result.rounds])


def row(result: Any) -> list[str]:
    """What decided a result and what each player gained; the cells of han, fu and points are empty."""
    if isinstance(result, HanafudaGameResult):
        scores = (f"{printable(player)}{TOGETHER}{number(points)}" for player, points in result.scores.items())
        return [word("totals"), "", "", "", " ".join(scores)]
    if result.near is UNSET:
        what = _decided_text(result, None)
    else:  # the yaku that piles in play nearly have, a line for each player
        told = {
            name: "; ".join(f"{line.name} ({_ways_text(line)})" for line in near)
            for name, near in (result.near or {}).items()
        }
        what = "\n".join(f"{printable(name)}: {near or say('nothing is near')}" for name, near in told.items())
    return [what, "", "", "", " ".join(_change_texts(result))]


def wrong_texts(result: Any) -> Iterator[str]:
    """What a claim says wrong: of a game, the first wrong round, then the end."""
    if not isinstance(result, HanafudaGameResult):
        yield from (difference_text(item) for item in result.differences or [])
        return
    first = result.first_wrong
    if first and first.round != "final":
        difference = Difference(first.key, first.claimed, first.actual)
        yield f"{round_name(first)}, {difference_text(difference)}"
    for item in result.differences or []:
        yield f"{word('final')}, {difference_text(item)}"


def next_dealer_text(result: HanafudaResult, rules: HanafudaRules) -> str:
    """Who deals next; empty where the rules name nobody."""
    if result.next_dealer is None:
        return ""
    # Where each round finds a leader, Japanese has another word for the one who deals.
    deals = "next_who_deals" if rules.table.first == "leader" else "next_dealer"
    return f"{word(deals)}: {printable(result.next_dealer)}"


def answer_text(result: HanafudaResult, rules: HanafudaRules) -> str:
    """``Aki wins 30 points``, ``Aki wins: Aki +9, Bea -4, Cho -5``, ``nobody wins``."""
    changes = [player.change for player in result.players.values() if player.change]
    winner = printable(result.winner) if result.winner is not None else None
    wins = say("you win") if winner == SELF else say("{winner} wins", winner=winner)
    head = word("nobody_wins") if winner is None else wins
    if result.winner is not None and len(changes) == 1 and result.players[result.winner].change > 0:
        gained = rules.amount_text(changes[0], number(changes[0]))
        is_own = winner == SELF
        return say("you win {gained}" if is_own else "{winner} wins {gained}", winner=winner, gained=gained)
    return f"{head}: {', '.join(_change_texts(result))}" if changes else head


def _change_texts(result: HanafudaResult) -> Iterator[str]:
    """What each player gained or lost: ``Aki +9``."""
    for name, player in result.players.items():
        if player.change:
            yield f"{printable(name)}{TOGETHER}{signed(player.change)}"


def _yaku_text(lines: Iterable[PileYaku | NearLine]) -> str:
    """``three brights 5; boar, deer, butterflies 7``: English names may contain commas."""
    return joined((f"{line.name}{TOGETHER}{_value_text(line.value)}" for line in lines), "groups")


def score_text(player: PlayerResult, rules: HanafudaRules) -> str:
    """The card points, the score and the change of a player, as far as they differ."""
    parts = [f"{word('score_of')} {player.score}{_times_text(player, rules)}"]
    if player.card_points is not None:
        parts.insert(0, f"{word('card_points')} {player.card_points}")
    if player.change != player.score:
        parts.append(f"{word('change')} {signed(player.change)}")
    return ", ".join(parts)


def yaku_rows(player: PlayerResult, rules: HanafudaRules) -> list[tuple[str, str, str]]:
    """The value, the name and the cards of each yaku of a player."""
    scores_teyaku = rules.scores_teyaku
    teyaku = word("teyaku") if scores_teyaku else f"{word('teyaku')}, {say('outside of the score')}"
    return [
        (_value_text(line.value), f"{line.name} ({teyaku})" if line in player.teyaku else line.name, line.cards)
        for line in (player.teyaku + player.yaku if scores_teyaku else player.yaku + player.teyaku)
    ]


def _times_text(player: PlayerResult, rules: HanafudaRules) -> str:
    """How a score was multiplied: `` (15 x 2)``; nothing if it was not."""
    base = sum(line.value for line in player.yaku if not isinstance(line.value, str))
    is_told = rules.times_yaku and base > 0 and player.score > base and player.score % base == 0
    return say(" ({told})", told=joined((base, player.score // base), "factors")) if is_told else ""


def _transfer_text(one: Transfer, result: HanafudaResult, rules: HanafudaRules) -> str:
    payer, to = (name if name in result.players else word(name) for name in (one.from_, one.to))
    amount, why = rules.amount_text(one.amount, number(one.amount)), reason_text(one.why, rules)
    if one.from_ == "bank":  # nobody pays it
        return say("bank → {to} {amount}: {why}", to=to, amount=amount, why=why)
    return f"{payer} → {to} {amount}: {why}"


def explain_parts(explanation: RoundExplanation, result: HanafudaResult, rules: HanafudaRules) -> dict[str, list[str]]:
    """Every reason behind a round, in lines below the keys of their titles."""
    blocks: dict[str, list[str]] = {"yaku": [], "not_counted": [], "card_points_of": [], "settlement": []}
    for name, text in explanation.points.items():
        blocks["card_points_of"].append(f"{name}: {text} = {result.players[name].card_points}")
    for reason in explanation.yaku:
        cards = named_cards(reason.cards)
        blocks["yaku" if reason.counts else "not_counted"] += [
            f"{reason.player}: {reason.name} {_value_text(reason.value)} [{cards}]",
            f"  {reason.condition}{say(': ')}{reason.worth}{say(' ({told})', told=cite(reason.source, rules))}",
            *([f"  {reason.because}"] if reason.because else []),
        ]
    for step in explanation.steps:
        blocks["settlement"] += [
            step.text + say(" ({told})", told=cite(step.source, rules)),
            *(f"  {one.text()}" for one in step.sums),
            *(f"  {name}{say(': ')}{before} → {after}" for name, (before, after) in step.scores.items()),
            *(f"  {_transfer_text(one, result, rules)}" for one in step.transfers),
        ]
    return blocks


def round_name(result: Any) -> str:
    """A round of a game, or what is wrong of one, by its number: ``round 3``, ``第3局``."""
    return say("round {place}", place=result.round)


def _decided_text(one: HanafudaResult, rules: HanafudaRules | None) -> str:
    """The winner of a round with the yaku, or why there is none."""
    has_game = all(note.id != NO_GAME for note in one.notes)
    if one.winner is None:
        return word("nobody_wins" if has_game else "dealt_again")
    if not has_game:
        return f"{printable(one.winner)}: {word('no_game')}"
    player = one.players[one.winner]
    yaku = _yaku_text([*player.teyaku, *player.yaku])
    times = _times_text(player, rules) if rules is not None else ""
    return f"{printable(one.winner)}: {yaku or word('no_yaku')}{times}"


def _ways_text(line: NearLine) -> str:
    """What completes a yaku: ``8B``, ``1R 2R``, ``2 of 4R 5R 7R``, ``11B and 1 of 1B 12B``, ``4C or 12CC``."""
    return say(" or ").join(joined(map(_spell, way), "cards") for way in line.ways)


def _spell(part: NearPart) -> str:
    count = sum(1 if group.startswith("#") else len(group.lstrip("0123456789")) for group in part.of.split())
    return part.of if count == part.n else say("{n} of {of}", n=part.n, of=part.of)


def _near_text(line: NearLine) -> str:
    """The name of a yaku beside the picture of its cards; with what completes it, where that is not all of them."""
    (*others, first) = line.ways
    is_plain = not others and all(_spell(part) == part.of for part in first)
    return line.name if is_plain else f"{line.name} ({_ways_text(line)})"


def _value_text(value: int | str) -> str:
    return say("all chips") if isinstance(value, str) else str(value)
