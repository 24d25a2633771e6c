"""Read who takes part in a round; of a large table those who were dealt cards and did not drop out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Final

from msgspec import Struct

from calc.errors import RecordError, contradict, did_you_mean, lack
from calc.hanafuda.read.draws import check_first_dealer, check_leader, from_dealer
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.settle.table import BANKS
from calc.translation import msg, one_by_one

#: What most records do not tell.
_RARE: Final = attrgetter(
    *("scores", "facts", "counted_as", "teyaku", "wild", "field", "drawn", "revealed", "seats", "dropped"),
    *("took_over", "forced_out", "pot", "chips"),
)
_NOTHING: Final = _RARE(HanafudaRound())
_BANKS: Final = frozenset(BANKS)
#: So many seatings of a rule set are remembered at most.
_MOST: Final = 1 << 12


class Seating(Struct, frozen=True):
    """``everyone`` at the table, in turn order from the first who takes part; ``took_over``: who took whose hand.

    ``is_plain``: whether the record tells nothing but piles, hands, and who stopped, went on or deals in which month,
    and nobody is called as a bank is.
    """

    everyone: list[str]
    took_over: dict[str, str]
    is_plain: bool = False


def _check_keys(record: HanafudaRound, rules: HanafudaRules) -> None:
    """Refuse keys that the game has no use for, so that nothing in a record is ignored."""
    for key in rules.unused:
        if getattr(record, key):
            contradict("{0} has no use for {1!r}; leave it out", rules.id, key, key=key)
    if record.calls and record.koikoi:
        raise RecordError("'koikoi' is another spelling of 'calls'; write only one of them", key="koikoi")
    if record.facts:
        _check_facts(record, rules)


def _check_facts(record: HanafudaRound, rules: HanafudaRules) -> None:
    """Refuse facts that the rules do not ask for, and a number for the round where each player has one."""
    for name, told in record.facts.items():
        key = f"facts.{name}"
        if name not in rules.facts:
            known = ", ".join(rules.facts) or "none"
            raise RecordError(
                "{0} asks for no fact {1!r}{2}; its facts: {3}",
                rules.id,
                name,
                did_you_mean(name, rules.facts),
                known,
                code="unknown_key",
                key=key,
            )
        of_player = rules.facts[name].of == "player"
        if of_player and not isinstance(told, dict):
            first = next(iter(record.players), "Aki")
            raise RecordError("expected a number for each player, such as {0}.{1}={2}", key, first, told, key=key)
        if not of_player and isinstance(told, dict):
            raise RecordError("expected one number for the round, such as {0}=1", key, key=key)
        for player in told if isinstance(told, dict) else ():
            if player not in record.players:
                raise RecordError(
                    "there is no player {0!r} here{1}",
                    player,
                    did_you_mean(player, record.players),
                    code="contradiction",
                    key=f"{key}.{player}",
                )


def read_seating(record: HanafudaRound, rules: HanafudaRules) -> Seating:
    """Read the seating of a round. Raises :class:`~calc.errors.HandError` if it, or a key of the record, cannot be."""
    names = tuple(record.players)
    is_plain = _RARE(record) == _NOTHING and _BANKS.isdisjoint(names)
    known: Seating | None = rules.seatings.get(names) if is_plain else None
    if known is not None and _names_fit(record, names, rules):
        return known
    _check_keys(record, rules)
    players, table = list(names), rules.table
    if not record.seats:
        if record.dropped or record.took_over or record.forced_out:
            key = next(key for key in ("dropped", "took_over", "forced_out") if getattr(record, key))
            lack(
                "expected 'seats', all names at the table in turn order, beside {0!r}; it is missing", key, key="seats"
            )
        if len(players) not in table.players:
            hint = msg(
                "; at a table of {0} name all of them in 'seats', those who play in "
                "'players', and the others in 'dropped' or 'forced_out'",
                len(players),
            )
            contradict(
                "{0} is played by {1}, found {2} player{3}{4}",
                rules.id,
                _either(table.players),
                len(players),
                "s" * (len(players) != 1),
                hint if len(players) in table.seats else "",
                key="players",
            )
    elif len(record.seats) not in table.seats:
        allowed = msg("a table of {0}", _either(table.seats)) if table.seats else msg("no seats beside the players")
        contradict("{0} has {1}, found {2} seats", rules.id, allowed, len(record.seats), key="seats")
    seats = record.seats or players
    _check_names(record, players, seats, rules)
    cardless = find_cardless(record, rules) if record.seats else []
    took_over = read_large(record, rules, cardless) if record.seats else {}
    if table.first == "dealer" and record.dealer not in (None, *players[:1]):
        contradict(
            "{0} names the dealer first, found {1} first and {2} as dealer",
            rules.id,
            players[0],
            record.dealer,
            key="dealer",
        )
    if record.drawn:
        check_first_dealer(record, rules, seats)
    if record.revealed:
        check_leader(record, cardless)
    first = seats.index(players[0]) if players else 0
    seating = Seating([*seats[first:], *seats[:first]], took_over, is_plain)
    if is_plain and len(rules.seatings) < _MOST:
        rules.seatings[names] = seating
    return seating


def _names_fit(record: HanafudaRound, names: tuple[str, ...], rules: HanafudaRules) -> bool:
    """Whether a plain record names only players, and nobody whom the rules do not ask for."""
    told = {record.stopped_by, record.dealer, *record.calls, *record.koikoi}
    told.discard(None)
    return not told or (
        told.issubset(names)
        and rules.has_use_for_stops
        and not (record.calls and record.koikoi)
        and (rules.table.first != "dealer" or record.dealer in (None, names[0]))
    )


def _either(numbers: Sequence[int]) -> str:
    *others, last = map(str, numbers)
    return one_by_one([*([", ".join(others)] if others else []), last], " or ")


def _check_names(record: HanafudaRound, players: Sequence[str], seats: Sequence[str], rules: HanafudaRules) -> None:
    """Refuse unknown names, and names given twice."""
    if seats is players and not _names_others(record, players):
        return
    for key, names in (("seats", record.seats), ("dropped", record.dropped)) if record.seats else ():
        for place, one in enumerate(names):
            if one in names[:place]:
                raise RecordError("expected each name once, found {0!r} twice", one, key=f"{key}[{place}]")
    where: tuple[tuple[str, Iterable[str | None], Sequence[str]], ...] = (
        ("players", players, seats),
        ("stopped_by", (record.stopped_by,), players),
        ("dealer", (record.dealer,), seats),
        ("wild.by", (record.wild.by if record.wild is not None else None,), players),
        (rules.table.key_of_calls(record), (*record.calls, *record.koikoi), players),
        ("teyaku", record.teyaku or (), players),
        ("drawn", record.drawn, seats),
        ("revealed", record.revealed, seats),
        ("chips", record.chips, seats),
        ("dropped", record.dropped, seats),
        ("forced_out", record.forced_out, seats),
        ("took_over", (*record.took_over, *record.took_over.values()), seats),
    )
    for key, group, known in where:
        for name in group:
            if name is not None and name not in known:
                raise RecordError(
                    "there is no player {0!r} here{1}", name, did_you_mean(name, known), code="contradiction", key=key
                )


def _names_others(record: HanafudaRound, players: Sequence[str]) -> bool:
    """Whether a record may name anybody besides the players; most records do not."""
    rare = (
        *(record.wild, record.teyaku, record.drawn, record.revealed, record.chips),
        *(record.dropped, record.forced_out, record.took_over),
    )
    return any(rare) or not {record.stopped_by, record.dealer, *record.calls, *record.koikoi} <= {None, *players}


# ---- more players than take part


def find_cardless(record: HanafudaRound, rules: HanafudaRules) -> list[str]:
    """Return the seats of a large table that are dealt no cards: the last ones in turn order from the dealer."""
    order = from_dealer(record)
    dealt = rules.table.dealt or len(order)
    cardless = order[dealt:]
    if record.seats[0] in cardless:
        contradict(
            "the first of the seats leads and is dealt cards; {0} deals to {1}, found "
            "{2} first; check the seats and the dealer",
            order[0],
            ", ".join(order[:dealt]),
            record.seats[0],
            key="seats",
        )
    return cardless


def read_large(record: HanafudaRound, rules: HanafudaRules, cardless: Sequence[str]) -> dict[str, str]:
    """Check who plays, drops out and is forced out at a table of more players than take part; return who took over."""
    most, seats = max(rules.table.players), record.seats
    if not rules.table.leader_may_drop and seats[0] in record.dropped:
        contradict("{0} leads and has to play", seats[0], key="dropped")
    asked, takers = order_decisions(seats, cardless, record.dropped)
    playing: list[str] = []
    for name in asked:
        _check_decision(record, name, playing, most)
        playing += [name] if name in record.players else []
    for name in cardless:
        if name not in asked and any(_parts(record, name)):
            contradict(
                "{0} has no cards: they were dealt to others, and only the first to drop out "
                "hand theirs over; found {0} {1}",
                name,
                _roles(_parts(record, name)),
                key="seats",
            )
    if record.took_over and record.took_over != takers:
        expected = one_by_one((msg("{0} for {1}", taker, name) for name, taker in takers.items()), ", ") or msg(
            "nobody"
        )
        contradict(
            "the first to drop out hand over to those who were not dealt cards, in their order: {0}",
            expected,
            key="took_over",
        )
    in_turn, leaving = [name for name in seats if name in playing], [name for name in asked if name in record.dropped]
    for key, names, expected_names, order in (
        ("players", list(record.players), in_turn, msg("in turn order from the first leader")),
        ("dropped", record.dropped, leaving, msg("in the order in which they decide")),
    ):
        if names != expected_names:
            contradict("expected {0} {1}: {2}", key, order, ", ".join(expected_names), key=key)
    return takers


def order_decisions(
    seats: Sequence[str], cardless: Sequence[str], dropped: Sequence[str]
) -> tuple[list[str], dict[str, str]]:
    """Return who decides to play or to drop out, in their order, and who takes over whose hand.

    Those who were dealt cards decide in turn order from the leader, followed by those who take over a hand, in the
    order in which they take it.
    """
    asked = [name for name in seats if name not in cardless]
    takers: dict[str, str] = {}
    for name in asked:
        if name in dropped and len(takers) < len(cardless):
            takers[name] = cardless[len(takers)]
            asked.append(takers[name])
    return asked, takers


def _check_decision(record: HanafudaRound, name: str, playing: Sequence[str], most: int) -> None:
    """Check the decision of a player who holds cards; ``playing`` are those who decided to play before."""
    plays, drops, is_forced_out = parts = _parts(record, name)
    is_full = len(playing) == most
    if is_full and not any(parts):
        lack(
            "expected the hand of {0}, who was forced out, but 'forced_out' has none; add its dealt cards",
            name,
            key=f"forced_out.{name}",
        )
    if sum(parts) != 1:
        contradict("expected {0} to play, to drop out or to be forced out, found {1}", name, _roles(parts), key="seats")
    if is_full and plays:
        contradict("at most {0} take part, found {1}", most, len(record.players), key="players")
    if is_full and drops:
        contradict(
            "{0} dropped out, but {1} had decided to play before: name {0} in 'forced_out'",
            name,
            ", ".join(playing),
            key="dropped",
        )
    if is_forced_out and not is_full:
        contradict(
            "players are forced out when {0} have decided to play, found {1} forced out after {2}",
            most,
            name,
            ", ".join(playing) or msg("nobody"),
            key="forced_out",
        )


def _parts(record: HanafudaRound, name: str) -> tuple[bool, bool, bool]:
    return name in record.players, name in record.dropped, name in record.forced_out


def _roles(parts: Sequence[bool]) -> str:
    names = [name for name, is_one in zip(("playing", "dropped", "forced out"), parts, strict=True) if is_one]
    return one_by_one(names, " and ") or msg("none of these")
