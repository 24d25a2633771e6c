"""Lay a round on the table: who sits there, the cards, and every player's yaku before anything is settled."""

from __future__ import annotations

from calc.errors import HandError, RecordError, did_you_mean
from calc.hanafuda.notes import leftovers
from calc.hanafuda.read.hands import Hands, read_hands
from calc.hanafuda.read.play import check_calls
from calc.hanafuda.read.seating import Seating, check_keys, read_seating
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.rules.words import Facts
from calc.hanafuda.settle.steps import owed_for
from calc.hanafuda.settle.table import Table
from calc.hanafuda.settle.voids import voided
from calc.hanafuda.value.yaku import Found, card_points, counting
from calc.notation.cards import print_set
from calc.notation.deck import CardSet


def lay_table(
    record: HanafudaRound, rules: HanafudaRules, lang: str = "en", *, in_play: bool = False
) -> tuple[Table, Hands]:
    """Return the table with every player's yaku before anything is settled, and the cards of the record."""
    seating = take_seats(record, rules)
    hands = read_hands(record, rules, in_play=in_play)
    return make_table(record, rules, seating, hands, lang), hands


def take_seats(record: HanafudaRound, rules: HanafudaRules) -> Seating:
    """Read who sits at the table, after a look at the keys of the record."""
    check_keys(record, rules)
    return read_seating(record, rules)


def _facts(record: HanafudaRound, rules: HanafudaRules) -> Facts:
    if record.month is None and rules.asks_month:
        raise RecordError(
            f"{rules.id} counts the cards of the month of the round here, but 'month' is missing; add it, from 1 to 12",
            code="missing_key",
            key="month",
        )
    return Facts(month=record.month)


def make_table(record: HanafudaRound, rules: HanafudaRules, seating: Seating, hands: Hands, lang: str) -> Table:
    """Lay out the table before anything is settled."""
    players, facts = list(record.players), _facts(record, rules)
    captured = hands.captured if hands.captured is not None else dict.fromkeys(players, 0)
    if record.went_on:
        check_calls(record, captured, rules.table, rules.in_piles, facts)
    left, stake = hands.leftovers, None
    if rules.stake is not None:
        most = rules.stake.chips
        stake = {player: min(most, record.chips.get(player, most)) for player in seating.everyone}
    formed = {
        name: rules.in_piles.count(captured[name], facts, len(players), seat) for seat, name in enumerate(players)
    }
    worths = rules.points
    table = Table(
        unit=rules.unit,
        players=players,
        everyone=seating.everyone,
        teyaku=_teyaku(record, rules, hands, facts),
        yaku=formed,
        points={name: card_points(captured[name], worths) for name in players} if worths is not None else {},
        stopped_by=record.stopped_by,
        calls={name: times for name, times in record.went_on.items() if times} if record.went_on else {},
        is_played=hands.captured is not None,
        piles=captured,
        facts=record.facts,
        key_of_calls=rules.table.key_of_calls(record),
        dealt=hands.dealt,
        field=hands.field,
        month=record.month,
        dealer=record.dealer or (players[0] if rules.table.first == "dealer" and players else None),
        dropped=record.dropped,
        took_over=seating.took_over,
        forced_out=hands.forced_out,
        compensation=list(rules.compensation.values()) if hands.forced_out else [],
        owed=_owed(hands, rules),
        pot=record.pot or 0,
        scores=dict.fromkeys(players, 0),
        stake=stake,
        receipts_at_stake=rules.stake is not None and rules.stake.receipts,
        titles=rules.titles,
        notes=[leftovers(record.wild.by, left, rules.wild_card, lang)] if record.wild and left else [],
        lang=lang,
    )
    if record.is_by_result:
        from calc.hanafuda.rounds.by_result import tell_results

        tell_results(table, record, rules)
    elif rules.voids:
        _take_away(table, rules, facts)
    return table


def _take_away(table: Table, rules: HanafudaRules, facts: Facts) -> None:
    """Leave out the yaku that somebody's cards, or whatever else voids ask for, take away."""
    gone = voided(rules.voids.values(), table)
    for seat, (player, taken) in enumerate(gone.items()):
        if taken is None:
            table.yaku[player] = []
        elif taken:
            table.yaku[player] = rules.in_piles.count(table.piles[player], facts, len(gone), seat, taken)


def _owed(hands: Hands, rules: HanafudaRules) -> int:
    if not hands.forced_out:
        return 0
    compensation = list(rules.compensation.values())
    return owed_for(compensation, list(hands.forced_out.values()), each=rules.table.compensation == "each")


def _teyaku(record: HanafudaRound, rules: HanafudaRules, hands: Hands, facts: Facts) -> dict[str, list[Found]]:
    """Find the teyaku that count, for every player."""
    teyaku: dict[str, list[Found]] = {name: [] for name in record.players}
    if hands.dealt or record.teyaku is not None:
        for seat, name in enumerate(record.players):
            dealt = hands.dealt.get(name)
            shown = [] if dealt is None else rules.in_hands.find(dealt, facts, len(record.players), seat)
            teyaku[name] = counting(_claimed(record, rules, name, shown, dealt))
            _check_returned(name, hands, teyaku[name], rules)
    return teyaku


def _claimed(
    record: HanafudaRound, rules: HanafudaRules, name: str, shown: list[Found], dealt: CardSet | None
) -> list[Found]:
    """Return the teyaku that are paid: those that were claimed, or without a claim all that the hand holds."""
    if record.teyaku is None:
        return shown
    held = {one.yaku.id: one for one in shown}
    for claimed in record.teyaku.get(name, []):
        key = f"teyaku.{name}"
        if claimed not in rules.teyaku:
            raise RecordError(
                f"{rules.id} has no teyaku {claimed!r}{did_you_mean(claimed, rules.teyaku)}", key=key, column=1
            )
        if dealt is None:
            raise RecordError(
                f"expected the dealt hand of {name}, who claims {claimed}, but 'dealt' is missing",
                code="contradiction",
                key=f"players.{name}.dealt",
            )
        if claimed not in held:
            raise HandError(f"the dealt hand of {name} holds no {claimed}", code="contradiction", key=key)
    return [held[claimed] for claimed in record.teyaku.get(name, [])]


def _check_returned(name: str, hands: Hands, teyaku: list[Found], rules: HanafudaRules) -> None:
    """Refuse a returned card that is part of a teyaku which was shown, unless the teyaku allows it."""
    card = hands.returned.get(name)
    if card is None or not teyaku:
        return
    allowed = [one.yaku.returnable == "any" or not card & one.cards for one in teyaku]
    is_allowed = any(allowed) if rules.table.return_rule == "either" else all(allowed)
    if not is_allowed:
        shown = " and ".join(one.yaku.name.en for one, fits in zip(teyaku, allowed, strict=True) if not fits)
        raise HandError(
            f"who shows {shown} returns a card that is no part of it, found {print_set(card, load_deck())}",
            code="contradiction",
            key=f"players.{name}.returned",
        )
