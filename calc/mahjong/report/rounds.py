"""Riichi rounds and games for people: how each round ended, who pays whom, and the final results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec import UNSET
from msgspec.structs import replace

from calc.layout import game as layout
from calc.layout.document import Block, Drawn, Head, More, Table, Text, titled, verdict_blocks
from calc.layout.game import RoundRow
from calc.layout.tables import csv_text
from calc.layout.words import count_text, difference_text, hand_text, lying_texts, short_hand, word
from calc.mahjong.report.win import notes_in_table, worth_text
from calc.mahjong.rounds.results import DrawLine, GameResult, NextRound, RoundResult, RoundWin
from calc.outcomes import Difference
from calc.text import indented, number, printable, signed
from calc.translation import say, spoken_in

if TYPE_CHECKING:
    from calc.mahjong.records.types import Draw, Game, Round, Win
    from calc.mahjong.rounds.round import PlayedRound
    from calc.mahjong.rules.ruleset import MahjongRules
    from calc.pictures.svg import Picture

#: Names a party: a seat, or the player who sits there.
Called = Callable[[str], str]

#: The cells that a table of rounds needs beside the players: for names of rounds, and endings.
_OTHER_CELLS: Final = 22
#: Below this width final results leave uma and oka out.
_NARROW: Final = 60


def round_blocks(
    record: Round, result: RoundResult, rules: MahjongRules, *, page: bool, explain: bool
) -> Iterator[Block]:
    """A round on its own: its name, its ending, every change, and the next round."""
    called = word
    title = _frame_title(result)
    yield Text(title or ending_lines(result, rules, called)[0], "answer", rules.full_label)
    yield from _endings(record, result, rules, called, page=page, first=0 if title else 1)
    changes = [(called(seat), signed(amount)) for seat, amount in result.changes.items()]
    yield Table(["", ""], changes, "<>", word("changes"))
    if result.next is not None:
        yield Text(f"{word('next')}: {next_text(result, result.next)}", apart=True)
    # Where every win is explained, its own notes stand there.
    own = [note.text for note in result.notes]
    yield from titled(word("notes"), own if explain and not page else round_notes(result, called))
    yield from verdict_blocks(result, round_differences(result, called))
    if page:
        yield More(say("Why?"), titled(word("transfers"), transfer_lines(result, rules, called)))
    elif explain:
        from calc.mahjong.rounds.round import play_alone

        yield from _reasons(play_alone(record, rules), result, rules)


def _endings(
    record: Round, result: RoundResult, rules: MahjongRules, called: Called, *, page: bool, first: int = 0
) -> Iterator[Block]:
    """How a round ended, a line for each winner from the ``first`` on; on a page with the hand below it, and hands
    that were shown.
    """
    endings = ending_lines(result, rules, called)
    if not page:
        yield from map(Text, endings[first:])
        return
    from calc.mahjong.report.drawn import draw_hand, shown_hands

    hands: dict[str, Win] = {win.seat: win for win in record.wins or () if win.has_tiles}
    winners = [win.seat for win in result.wins or ()]
    for seat, player in (result.players or {}).items():
        if player in hands:
            hands[seat] = hands[player]
    for place, ending in enumerate(endings):
        yield from [Text(ending)] if place >= first else []
        win = hands.get(winners[place]) if place < len(winners) else None
        if win is not None:
            yield Drawn(draw_hand(win))
    if record.draw is not None and result.draw:
        told = dict(zip(result.draw.waits or {}, hand_lines(record.draw, result.draw, called), strict=True))
        for seat, drawn in shown_hands(record).items():
            yield Drawn(drawn, told.get(seat, called(seat)))


def _reasons(played: PlayedRound, result: RoundResult, rules: MahjongRules) -> Iterator[Block]:
    from calc.mahjong.report.win import win_blocks
    from calc.mahjong.scoring import settle_one

    for place in played.read.paid:
        record, won = played.records[place], played.wins[place]
        won = replace(won, notes=[note for note in won.notes or [] if note.id != "by_result"])
        yield from win_blocks(record, won, rules, page=False, explain=True, kept=settle_one(record, rules))

    def called(party: str) -> str:
        return word(party) if result.players is UNSET or party not in result.players else name_of(result, party)

    draw = played.read.record.draw
    if draw is not None and result.draw is not UNSET:
        yield from titled(say("Hands"), hand_lines(draw, result.draw, called))
    yield from titled(word("in_all" if played.read.paid else "transfers"), transfer_lines(result, rules, called))


def round_notes(result: RoundResult, called: Called) -> list[str]:
    """The notes on a round, then those on its wins, each with its winner."""
    of_wins = [
        f"{called(win.seat)}: {text}"
        for win in result.wins or []
        for text in notes_in_table(win, "by_result", "liable")
    ]
    return [*(note.text for note in result.notes), *of_wins]


def round_title(result: RoundResult) -> str:
    """``East 2, 1 honba``, ``東2局1本場``."""
    return _frame_title(result) or word("round")


def _frame_title(frame: RoundResult | NextRound, *, has_zeros: bool = False) -> str:
    """A round by its wind, number, honba and sticks, as far as they are known."""
    counters, sticks = (
        count_text(count, key) if count or has_zeros else ""
        for count, key in ((frame.honba, "counters"), (frame.sticks, "sticks"))
    )
    name = hand_text(frame.round, frame.number)
    told = say("{name}, {counters}", name=name, counters=counters) if name and counters else name + counters
    return say(", ").join(filter(None, (told, sticks)))


def ending_lines(result: RoundResult, rules: MahjongRules, called: Called) -> list[str]:
    """How a round ended, a line for each winner (``Bea by ron from Aki, 2 han 40 fu: 2,600``), and riichi sticks."""
    if result.wins is not UNSET:
        lines = [_win_text(win, rules, called) for win in result.wins]
    elif result.draw is not UNSET:
        draw, kind = result.draw, word(result.draw.kind)
        key, seats = ("nagashi", draw.pool_of_dreams) if draw.pool_of_dreams else ("waiting", draw.waiting)
        if draw.kind == "exhaustive" and seats:
            who = say(", ").join(map(called, seats))
            kind = say("{kind}; {what}: {who}", kind=kind, what=word(key), who=who)
        elif draw.kind == "exhaustive":
            kind = say("{kind}; {what}", kind=kind, what=say("nobody waits"))
        else:
            kind = say("{title}: {text}", title=word("draw"), text=kind)
        lines = [kind]
    else:
        return [f"{word('chombo')}: {', '.join(map(called, result.chombo or []))}"]
    payers = [called(transfer.from_) for transfer in result.transfers if transfer.to == "sticks"]
    return [*lines, f"{word('riichi')}: {', '.join(payers)}"] if payers else lines


def _win_text(win: RoundWin, rules: MahjongRules, called: Called) -> str:
    worth = worth_text(win, rules)
    return say(
        "{who} by {how}{source}, {worth}: {points}" if worth else "{who} by {how}{source}: {points}",
        who=called(win.seat),
        how=word(win.by),
        source=say(" from {discarder}", discarder=called(win.from_)) if win.from_ else "",
        worth=worth,
        points=number(win.points),
    )


def next_text(result: RoundResult, after: NextRound) -> str:
    """``East 3, 0 honba, 0 riichi sticks; South becomes dealer``, with the seats of the round before."""
    who, deals = word(after.dealer), "stays_dealer" if after.dealer == result.dealer else "becomes_dealer"
    title = _frame_title(after, has_zeros=True)
    text = say("{title}; {who} {deals}", title=title, who=who, deals=word(deals))
    return text + _sitting_out_text(after.sitting_out or ())


def hand_lines(record: Draw, draw: DrawLine, called: Called) -> Iterator[str]:
    """Every hand that was shown, and its wait: ``East 234567m34p99s (345s): waits for 25p``."""
    hands = {str(seat): text for seat, text in record.hands.items()}
    for seat, tiles in (draw.waits or {}).items():
        wait = say("waits for {tiles}", tiles=tiles) if tiles else word("not_waiting")
        yield f"{called(seat)} {hands[seat]}: {wait}"


def transfer_lines(result: RoundResult, rules: MahjongRules, called: Called) -> Iterator[str]:
    """Every payment of a round with its reason, then the rules that decided them."""
    from calc.mahjong.explain.rounds import why_paid

    for transfer in result.transfers:
        why = "" if transfer.why == "sticks" else f": {word(transfer.why)}"
        yield f"{called(transfer.from_)} → {called(transfer.to)} {number(transfer.amount)}{why}"
    yield from why_paid(result, rules, called)


def round_differences(result: RoundResult, called: Called) -> Iterator[str]:
    """What is claimed wrong of a round, and of its wins with the winners' names."""
    for item in result.differences or []:
        yield difference_text(item)
    for win in result.wins or []:
        for item in win.differences or []:
            yield f"{called(win.seat)}: {difference_text(item)}"


def game_blocks(record: Game, result: GameResult, rules: MahjongRules, *, page: bool, explain: bool) -> Iterator[Block]:
    """The rounds, the final table, notes, and what a claim says wrong."""
    # Who sits where next if somebody sits out, notes on the rounds, payments at the end, notes on the game.
    last = result.rounds[-1] if result.rounds else None
    after = f"{word('next')}: {next_text(last, last.next)}" if last is not None and last.next else ""
    notes = [after] if last is not None and last.next and last.next.sitting_out else []
    for one in result.rounds:
        notes += [f"{short_title(one)}: {text}" for text in round_notes(one, partial(name_of, one))]
    notes += [f"{word(paid.from_)} → {paid.to} {number(paid.amount)}" for paid in result.transfers]
    yield from layout.game_blocks(
        result,
        rules,
        [_round_row(one, rules) for one in result.rounds],
        _final_table(result),
        page=page,
        notes=notes,
        wrong=game_differences(result),
        least=_OTHER_CELLS,
        after=after,
        curve=partial(curve, result),
    )
    if page:
        hands: list[Block] = []
        for played, its in zip(record.rounds, result.rounds, strict=False):
            inside = [*_endings(played, its, rules, partial(name_of, its), page=True)]
            if any(isinstance(block, Drawn) for block in inside):
                hands += [Head(round_title(its), 3), *inside]
        yield from [More(say("Hands"), hands)] if hands else []
    elif explain:
        from calc.mahjong.rounds.game import play_rounds

        for its_play, its in zip(play_rounds(record, rules), result.rounds, strict=True):
            yield Text(f"== {round_title(its)}", apart=True)
            seats = ", ".join(f"{word(seat)} {name_of(its, seat)}" for seat in its.changes)
            yield Text(seats + _sitting_out_text(its.sitting_out or ()))
            yield from _reasons(its_play, its, rules)


def curve(result: GameResult) -> Picture:
    """The scores before the first round and after each."""
    from calc.pictures.curve import curve_picture

    names = [short_title(one) + (f"-{one.honba}" if one.honba else "") for one in result.rounds]
    scores = {player: [points] for player, points in result.scores.items()}
    if result.rounds:
        start = {player: points - change for _, player, change, points in players_after(result.rounds[0])}
        after = [{player: points for _, player, _, points in players_after(one)} for one in result.rounds]
        scores = {player: [one[player] for one in (start, *after)] for player in result.scores}
    return curve_picture(scores, names)


def name_of(result: RoundResult, seat: str) -> str:
    """The player at a seat; the seat itself if players have no names."""
    return seat if result.players is UNSET else result.players.get(seat, seat)


def players_after(result: RoundResult) -> Iterator[tuple[str, str, int, int]]:
    """The seat of each player in a round, empty for who sits out; the player; the change; the points after it."""
    for seat, amount in result.changes.items():
        yield seat, name_of(result, seat), amount, (result.scores or {})[seat]
    for player, points in (result.sitting_out or {}).items():
        yield "", player, 0, points


def _sitting_out_text(names: Iterable[str]) -> str:
    """``; sitting out: Dai, Eve``; empty where nobody does."""
    listed = ", ".join(names)
    return say("; sitting out: {listed}", listed=listed) if listed else ""


def short_title(result: RoundResult) -> str:
    """``E2``, ``東2局``."""
    return short_hand(result.round or "", result.number or "")


def _round_row(result: RoundResult, rules: MahjongRules) -> RoundRow:
    called = partial(name_of, result)
    names = [short_title(result), *lying_texts(result.honba, result.sticks)]
    endings = ending_lines(result, rules, called)
    if result.agrees is False:
        endings += [f"{word('wrong_round')}: {text}" for text in round_differences(result, called)]
    amounts = {
        player: (signed(change) if seat else word("sitting_out"), number(points))
        for seat, player, change, points in players_after(result)
    }
    return RoundRow(", ".join(names), "\n".join(names), list(map(printable, endings)), amounts)


#: What may be part of a result beside points, uma and oka.
_EXTRAS: Final = ("chips", "yakitori", "penalties", "chombo", "fixed")


def _final_table(result: GameResult) -> Table:
    """The final table; on narrow terminals without head, uma and oka."""
    title = word("standing") if result.ended is None else f"{word('final')} ({word(result.ended)})"
    parts = ["uma", "oka"] if any(line.uma or line.oka for line in result.final) else []
    parts += [key for key in _EXTRAS if any(getattr(line, key) for line in result.final)]

    def rows(parts: Sequence[str]) -> list[list[str]]:
        return [
            [
                *(str(line.place), printable(line.player), number(line.points), signed(line.score)),
                *(signed(part) if (part := getattr(line, key)) is not UNSET else "" for key in parts),
            ]
            for line in result.final
        ]

    def narrow(width: int) -> list[str]:
        fewer = [part for part in parts if part not in ("uma", "oka")]
        return indented(rows(fewer), "><>>" + ">" * len(fewer), width)

    heads = {"chips": "chips_title", "chombo": "standings_penalties"}
    keys = ["place", "player", "points_title", "score", *(heads.get(part, part) for part in parts)]
    align = "><" + ">" * (len(keys) - 2)
    return Table([word(key) for key in keys], rows(parts), align, title, least=_NARROW, narrow=narrow)


def game_differences(result: GameResult) -> Iterator[str]:
    """The first wrong round, ``East 2, 1 honba: Aki: fu: claimed 30, actual 40``, then what is wrong of the game."""
    wrong = result.first_wrong
    if wrong and wrong.round != "final":
        # A key such as `wins[0].fu` is a place in the record; people know the winner.
        item = Difference(wrong.key.rpartition(".")[2], wrong.claimed, wrong.actual)
        one = next(one for one in result.rounds if one.agrees is False)
        winners = [name_of(one, win.seat) for win in one.wins or [] if item in (win.differences or [])]
        yield ": ".join([round_title(one), *winners[:1], difference_text(item)])
    for item in result.differences or []:
        text = difference_text(item)
        yield text if item.key == "final" else f"{word('final')}: {text}"


def games_csv(results: Sequence[tuple[str, GameResult]]) -> str:
    """A row for each player of each round, and one for each player at the end; ``results`` with their names."""
    keys = (
        *("game", "round", "honba", "sticks", "seat", "player", "change", "points"),
        *("place", "result", "uma", "oka", *_EXTRAS),
    )
    rows: list[dict[str, object]] = []
    for name, result in results:
        for one in result.rounds:
            named = {"game": name, "round": spoken_in("en", short_title, one), "honba": one.honba, "sticks": one.sticks}
            for seat, player, change, points in players_after(one):
                rows.append({**named, "seat": seat or None, "player": player, "change": change, "points": points})
        end = {"game": name, "round": "final" if result.ended else "standing"}
        for line in result.final:
            own = {key: getattr(line, key) for key in ("player", "points", "place", "uma", "oka")}
            chips = {key: getattr(line, key) or None for key in _EXTRAS}
            rows.append({**end, **own, "result": line.score, **chips})
    return csv_text(keys, rows)
