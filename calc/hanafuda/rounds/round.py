"""Settle hanafuda rounds: read the record, find the yaku, and apply the steps of the rule set in their order."""

import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from itertools import product
from typing import Final

from msgspec.json import Decoder
from msgspec.structs import replace

from calc.errors import CalcError, RecordError, contradict, did_you_mean, lack, refuse_first
from calc.hanafuda import notes
from calc.hanafuda.read.record import Hands, faults_of_calls, read_hands
from calc.hanafuda.read.seats import Seating, read_seating
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.results import HanafudaResult, PlayerResult
from calc.hanafuda.rounds.claims import compare_round
from calc.hanafuda.rounds.remembered import likeness, recall, remember, yaku_lines
from calc.hanafuda.rounds.settling import apply_steps
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.settle.sections import voided
from calc.hanafuda.settle.table import POT, Table
from calc.hanafuda.value.near import near_yaku
from calc.hanafuda.value.yaku import Found, card_points, counting, total
from calc.notation.cards import parse_cards, print_set
from calc.outcomes import EncodedResult, Note, collecting_later, remark, settle_each, sum_transfers
from calc.translation import Named, msg, one_by_one

#: So many rounds make garbage enough to put off the search for it.
_MANY: Final = 64
#: Reads what rounds are written as from memory.
_RESULT: Final = Decoder(HanafudaResult)


# ---- rounds settled


def settle_round(record: HanafudaRound, rules: HanafudaRules, *, near: bool = False) -> HanafudaResult:
    """Settle one hanafuda round: yaku, scores, and who pays whom, in the unit of the rule set.

    ``near``: treat the round as still in play, and list the yaku that each pile lacks few cards of. Raises a
    :class:`~calc.errors.CalcError` that says what is wrong with the record, with the key at fault.
    """
    if near or rules.choices:
        return settle_on_table(record, rules, near=near)[1]
    result = _settle(record, rules)
    assert isinstance(result, HanafudaResult)
    return result


def settle_rounds(
    records: Sequence[HanafudaRound], rules: HanafudaRules, *, encoded: bool = False
) -> Sequence[HanafudaResult | EncodedResult | CalcError]:
    """For each of many rounds the result of :func:`settle_round` or why it is refused. ``encoded``: it may be JSON."""
    if rules.choices:
        return settle_each(records, lambda record: settle_round(record, rules))
    with collecting_later() if len(records) > _MANY else nullcontext():
        return settle_each(records, lambda record: _settle(record, rules, encoded=encoded))


def _settle(record: HanafudaRound, rules: HanafudaRules, *, encoded: bool = False) -> HanafudaResult | EncodedResult:
    """Settle a round from what is remembered of one like it, or on a table."""
    record = told_record(record, rules)
    seating, hands = read_seating(record, rules), read_hands(record, rules)
    like = likeness(record, rules, seating, hands)
    text = None if like is None else recall(like, record, rules, seating.everyone, hands.captured or {})
    if text is not None and encoded and record.claim is None:
        return EncodedResult(text, record.id, rules.label)
    if text is not None:
        return _compared(replace(_RESULT.decode(f"{text}}}"), id=record.id, options=rules.chosen), record, rules)
    table = _make_table(record, rules, seating, hands)
    noted = apply_steps(table, record, rules)
    result = _result(table, record, rules)
    if like is not None:
        remember(like, table, result, noted, rules)
    return _compared(result, record, rules)


def settle_on_table(record: HanafudaRound, rules: HanafudaRules, *, near: bool = False) -> tuple[Table, HanafudaResult]:
    """Settle a round as :func:`settle_round` does; return the table as it is left, too."""
    chosen: list[Note] = []
    record = told_record(record, rules)
    if rules.choices:
        rules, chosen = choose_reading(record, rules, in_play=near)
    table, hands = lay_table(record, rules, in_play=near)
    table.notes += chosen
    if near:
        lacking = near_yaku(table.players, hands.captured or {}, rules, record.month)
        return table, replace(_result(table, record, rules), next_dealer=None, near=lacking)
    apply_steps(table, record, rules)
    return table, _compared(_result(table, record, rules), record, rules)


def told_record(record: HanafudaRound, rules: HanafudaRules) -> HanafudaRound:
    """A record that tells yaku or scores with what it tells by them."""
    if all(hand.yaku is None for hand in record.players.values()) and not (
        record.scores and (rules.of_cards or rules.points)
    ):
        return record
    from calc.hanafuda.rounds.told import as_scored

    return as_scored(record, rules)


def _result(table: Table, record: HanafudaRound, rules: HanafudaRules) -> HanafudaResult:
    changes = sum_transfers(table.transfers, table.everyone)
    return HanafudaResult(
        id=record.id,
        rules=rules.label,
        options=rules.chosen,
        players={
            name: PlayerResult(
                teyaku=yaku_lines(table.teyaku.get(name, ())),
                yaku=yaku_lines(table.yaku.get(name, ())),
                card_points=table.points.get(name),
                score=table.scores.get(name, 0),
                change=change,
            )
            for name, change in changes.items()
        },
        winner=table.winner,
        next_dealer=_next_dealer(table, rules),
        pots={POT: table.pot} if rules.has_pot else {},
        transfers=table.transfers,
        notes=table.notes,
    )


def _next_dealer(table: Table, rules: HanafudaRules) -> str | None:
    """Who deals next, or none if unknown: a round that names a leader may not name the dealer."""
    dealer = table.dealer
    match rules.table.next_dealer:
        case "winner":
            return dealer if table.winner is None else table.winner
        case "winner_or_next" if table.winner is not None:
            return table.winner
        case "lowest":
            return min(table.players, key=table.scores.__getitem__, default=dealer)
        case "next" | "winner_or_next" if dealer is not None:
            place = table.everyone.index(dealer) + 1
            return table.everyone[place % len(table.everyone)]
        case _:
            return dealer


def _compared(result: HanafudaResult, record: HanafudaRound, rules: HanafudaRules) -> HanafudaResult:
    return result if record.claim is None else compare_round(result, record.claim, rules)


# ---- the table before anything is settled


def lay_table(record: HanafudaRound, rules: HanafudaRules, *, in_play: bool = False) -> tuple[Table, Hands]:
    """Return the table with every player's yaku before anything is settled, and the cards of the record."""
    record = told_record(record, rules)
    seating, hands = read_seating(record, rules), read_hands(record, rules, in_play=in_play)
    return _make_table(record, rules, seating, hands), hands


def _make_table(record: HanafudaRound, rules: HanafudaRules, seating: Seating, hands: Hands) -> Table:
    if record.month is None and rules.asks_month:
        text = "{0} counts the cards of the month of the round here, but 'month' is missing; add it, from 1 to 12"
        lack(text, rules.id, key="month")
    players, month, search = list(record.players), record.month, rules.in_piles
    captured = hands.captured if hands.captured is not None else dict.fromkeys(players, 0)
    calls = {name: times for name, times in record.went_on.items() if times}
    if calls:
        refuse_first(faults_of_calls(calls, record, captured, rules))
    left, worths, stake, pays_each = hands.leftovers, rules.points, rules.stake, rules.table.compensation == "each"
    front = None
    if stake is not None:
        front = {player: min(stake.chips, record.chips.get(player, stake.chips)) for player in seating.everyone}
    # What everybody who plays owes for hands forced out: their worth, once or to each of their players.
    forced = [(one, cards) for cards in hands.forced_out.values() for one in rules.compensation.values()]
    owed = sum(int(one.value.amount(cards, 0, 0)) for one, cards in forced if one.when.find(cards) is not None)
    table = Table(
        unit=rules.unit,
        players=players,
        everyone=seating.everyone,
        teyaku=_find_teyaku(record, rules, hands),
        yaku={name: search.count(captured[name], month, len(players), seat) for seat, name in enumerate(players)},
        points={name: card_points(captured[name], worths) for name in players} if worths is not None else {},
        stopped_by=record.stopped_by,
        calls=calls,
        is_played=hands.captured is not None,
        piles=captured,
        facts=record.facts,
        dealt=hands.dealt,
        field=hands.field,
        month=month,
        dealer=record.dealer or (players[0] if rules.table.first == "dealer" and players else None),
        dropped=record.dropped,
        took_over=seating.took_over,
        forced_out=hands.forced_out,
        compensation=list(rules.compensation.values()) if hands.forced_out else [],
        owed=owed * len(hands.forced_out) if pays_each else owed,
        pays_alike=pays_each,
        pot=record.pot or 0,
        scores=dict.fromkeys(players, 0),
        stake=front,
        receipts_at_stake=stake is not None and stake.receipts,
        titles=rules.titles,
        notes=[notes.leftovers(record.wild.by, left, rules.wild_card)] if record.wild and left else [],
    )
    if record.tells_teyaku or record.is_by_result:
        from calc.hanafuda.rounds.by_result import check_named, tell_results

        check_named(table, record, rules)
        if record.is_by_result:
            tell_results(table, record, rules)
            return table
    # Leave out the yaku that somebody's cards, or whatever else voids ask for, take away.
    gone = voided(rules.voids.values(), table) if rules.voids else {}
    for seat, (player, taken) in enumerate(gone.items()):
        if taken is None:
            table.yaku[player] = []
        elif taken:
            table.yaku[player] = search.count(table.piles[player], month, len(gone), seat, taken)
    return table


def _find_teyaku(record: HanafudaRound, rules: HanafudaRules, hands: Hands) -> dict[str, list[Found]]:
    """The teyaku that are paid to each player: those that were claimed, or without a claim all that the hand holds."""
    teyaku: dict[str, list[Found]] = {name: [] for name in record.players}
    if record.tells_teyaku:
        from calc.hanafuda.rounds.told import told_yaku
    for seat, name in enumerate(record.players if hands.dealt or record.tells_teyaku else ()):
        key, dealt = f"teyaku.{name}", hands.dealt.get(name)
        shown = [] if dealt is None else rules.in_hands.find(dealt, record.month, len(record.players), seat)
        if record.tells_teyaku:
            held, shown = {one.yaku.id: one for one in shown}, []
            named = told_yaku(name, record, rules) if record.players[name].names_yaku and record.scores is None else []
            claimed = [one.yaku.id for one in named if one.yaku.id in rules.teyaku]
            for one in [*(record.teyaku or {}).get(name, []), *claimed]:
                if one not in rules.teyaku:
                    hint = did_you_mean(one, rules.teyaku)
                    raise RecordError("{0} has no teyaku {1!r}{2}", rules.id, one, hint, key=key, column=1)
                told = rules.teyaku[one]
                if dealt is not None and one not in held:
                    contradict("the dealt hand of {0} holds no {1}", name, one, key=key)
                if dealt is None and told.value.of:
                    message = msg("expected the dealt hand of {0}, who claims {1}, but 'dealt' is missing", name, one)
                    raise RecordError(message, code="contradiction", key=f"players.{name}.dealt")
                worth = told.value.amount(0, len(record.players), seat)
                shown.append(held[one] if dealt is not None else Found(told, worth, 0))
        teyaku[name] = counting(shown)
        # A returned card is no part of a teyaku that was shown, unless the teyaku allows it.
        card = hands.returned.get(name, 0)
        barred = [one for one in teyaku[name] if one.yaku.returnable != "any" and card & one.cards]
        if barred and (rules.table.return_rule != "either" or len(barred) == len(teyaku[name])):
            contradict(
                "who shows {0} returns a card that is no part of it, found {1}",
                one_by_one((Named(one.yaku.name.text) for one in barred), " and "),
                print_set(card, load_deck()),
                key=f"players.{name}.returned",
            )
    return teyaku


# ---- cards that choose their class


def choose_reading(
    record: HanafudaRound, rules: HanafudaRules, *, in_play: bool = False
) -> tuple[HanafudaRules, list[Note]]:
    """Return the rules with the class that each such card counts as, and notes on those that were chosen.

    A class that the record does not declare is the one with which the owner of the card wins most, then the one with
    the higher score, then the one with which the others win least, then the first in the file; owners choose in turn
    order, those after them with their first class.
    While a round is ``in_play`` the worth of the yaku decides.
    """
    captured = read_hands(record, rules, in_play=in_play).captured or {}
    chosen = _declared(record, rules)
    told: list[Note] = []

    def read_as(chosen: Mapping[str, str]) -> HanafudaRules:
        """The rules with these classes; of every other card with its first class."""
        return rules.readings[tuple(chosen.get(card, one.classes[0]) for card, one in rules.choices.items())]

    for player, pile in captured.items():
        own = [card for card in rules.choices if pile & rules.choices[card].card and card not in chosen]
        for card in own:
            classes = rules.choices[card].classes
            if rules.choices[card].chosen == "declared":
                text = "{0} captured {1}, which counts as {2}; say which, as in counted_as.{1}={3}"
                lack(text, player, card, one_by_one(classes, " or "), classes[0], key=f"counted_as.{card}")
        if own:
            ways = [dict(zip(own, way, strict=True)) for way in product(*(rules.choices[card].classes for card in own))]
            found = [_worth_to(player, record, read_as({**chosen, **way}), in_play=in_play) for way in ways]
            best = ways[found.index(max(found))]
            chosen |= best
            if len({*found}) > 1:  # where every class gives the same, none is best
                for card, name in best.items():
                    told.append(remark("counted_as", card=card, name=rules.classes.title(name), player=player))
    return read_as(chosen), told


def _worth_to(player: str, record: HanafudaRound, rules: HanafudaRules, *, in_play: bool) -> tuple[int, int, int]:
    """What a player wins by these rules; below 0 what others win; less than all where these classes cannot be."""
    try:
        table, _ = lay_table(record, rules, in_play=in_play)
        if in_play:
            return total(table.yaku[player]), 0, 0
        apply_steps(table, record, rules)
    except CalcError:
        # Such as a stop without a yaku. What is wrong with every class is reported when the round is settled.
        return -sys.maxsize, 0, 0
    won_by_others = sum(max(table.change(other), 0) for other in table.yaku if other != player)
    return table.change(player), table.scores[player], -won_by_others


def _declared(record: HanafudaRound, rules: HanafudaRules) -> dict[str, str]:
    """The classes that the record declares, by the card as the rules spell it."""
    found: dict[str, str] = {}
    for text, name in record.counted_as.items():
        key = f"counted_as.{text}"
        pile = parse_cards(text, load_deck(), key).named
        card = next((card for card in rules.choices if rules.choices[card].card == pile), None)
        if card is None:
            message = msg(
                "{0} lets {1!r} choose no class; cards that do: {2}", rules.id, text, ", ".join(rules.choices)
            )
            raise RecordError(message, code="unknown_key", key=key)
        classes = rules.choices[card].classes
        if name not in classes:
            contradict("{0} counts as {1}, found {2!r}", card, one_by_one(classes, " or "), name, key=key)
        found[card] = name
    return found
