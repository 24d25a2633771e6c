"""Who sits at the table, who takes part, and who leads: checked against what the rule set allows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from calc.errors import HandError, RecordError, did_you_mean
from calc.hanafuda.deck import load_deck
from calc.hanafuda.rules import HanafudaRules
from calc.notation.hanafuda.cards import parse_one
from calc.notation.hanafuda.records import HanafudaRound

__all__ = ["Seating", "check_keys", "read_seating"]


class Seating(Struct, frozen=True):
    """``everyone`` at the table, in turn order from the first who takes part; ``took_over``: who took whose hand."""

    everyone: list[str]
    took_over: dict[str, str]


def check_keys(record: HanafudaRound, rules: HanafudaRules) -> None:
    """Refuse what the game has no use for: nothing that a record says is passed over.

    Raises :class:`~calc.errors.HandError`.
    """
    for key in rules.unused:
        if getattr(record, key):
            raise HandError(f"{rules.id} has no use for {key!r}; leave it out", code="contradiction", key=key)


def read_seating(record: HanafudaRound, rules: HanafudaRules) -> Seating:
    """The seating of a round. Raises :class:`~calc.errors.HandError` where it cannot be."""
    players, table = list(record.players), rules.table
    if not record.seats:
        if record.dropped or record.took_over or record.forced_out:
            key = next(key for key in ("dropped", "took_over", "forced_out") if getattr(record, key))
            raise RecordError(
                f"expected 'seats', all names at the table in turn order, beside {key!r}; it is missing",
                code="missing_key",
                key="seats",
            )
        if len(players) not in table.players:
            raise HandError(
                f"{rules.id} is played by {_either(table.players)}, found {len(players)} "
                f"player{'s' * (len(players) != 1)}",
                code="contradiction",
                key="players",
            )
    elif len(record.seats) not in table.seats:
        allowed = f"a table of {_either(table.seats)}" if table.seats else "no seats beside the players"
        raise HandError(f"{rules.id} has {allowed}, found {len(record.seats)} seats", code="contradiction", key="seats")
    seats = record.seats or players
    _check_names(record, players, seats)
    took_over = _read_large(record, rules) if record.seats else {}
    if table.first == "dealer" and record.dealer not in (None, *players[:1]):
        raise HandError(
            f"{rules.id} names the dealer first, found {players[0]} first and {record.dealer} as dealer",
            code="contradiction",
            key="dealer",
        )
    if record.revealed:
        _check_leader(record)
    return Seating(_from_first(seats, players), took_over)


def _either(numbers: Sequence[int]) -> str:
    return " or ".join(map(str, numbers))


def _from_first(seats: Sequence[str], players: Sequence[str]) -> list[str]:
    """The seats in turn order, beginning with the first player."""
    if seats is players:
        return [*players]
    first = seats.index(players[0]) if players else 0
    return [*seats[first:], *seats[:first]]


def _check_names(record: HanafudaRound, players: Sequence[str], seats: Sequence[str]) -> None:
    """Every name is known where it stands, and stands there once."""
    if seats is players and not _names_others(record, players):
        return
    if record.seats:
        _check_once(record)
    where: tuple[tuple[str, Iterable[str | None], Sequence[str]], ...] = (
        ("players", players, seats),
        ("stopped_by", (record.stopped_by,), players),
        ("dealer", (record.dealer,), seats),
        ("wild.by", (record.wild.by if record.wild is not None else None,), players),
        ("koikoi", record.koikoi, players),
        ("teyaku", record.teyaku or (), players),
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
                    f"there is no player {name!r} here{did_you_mean(name, known)}",
                    code="contradiction",
                    key=key,
                )


def _names_others(record: HanafudaRound, players: Sequence[str]) -> bool:
    """Whether a record may name somebody beside the players: most often it names few, and these by one key or two."""
    rare = (
        *(record.wild, record.teyaku, record.revealed, record.chips),
        *(record.dropped, record.forced_out, record.took_over),
    )
    return any(rare) or not {record.stopped_by, record.dealer, *record.koikoi} <= {None, *players}


def _check_once(record: HanafudaRound) -> None:
    for key, names in (("seats", record.seats), ("dropped", record.dropped)):
        for place, one in enumerate(names):
            if one in names[:place]:
                raise RecordError(f"expected each name once, found {one!r} twice", key=f"{key}[{place}]")


def _read_large(record: HanafudaRound, rules: HanafudaRules) -> dict[str, str]:
    """Check who plays, drops out and is forced out at a table of more players than take part; who took over."""
    players, table = list(record.players), rules.table
    most = max(table.players)
    waiting = list(record.seats[table.dealt :])
    took_over = dict(zip(record.dropped, waiting, strict=False))
    if record.took_over and record.took_over != took_over:
        expected = ", ".join(f"{taker} for {name}" for name, taker in took_over.items()) or "nobody"
        raise HandError(
            f"the first to drop out hand over to those who were not dealt cards, in their order: {expected}",
            code="contradiction",
            key="took_over",
        )
    without_cards = waiting[len(took_over) :]
    for name in record.seats:
        parts = [name in group for group in (players, record.dropped, record.forced_out, without_cards)]
        if not any(parts) and len(players) == most:
            raise RecordError(
                f"expected the hand of {name}, who was forced out, but 'forced_out' has none; add its dealt cards",
                code="missing_key",
                key=f"forced_out.{name}",
            )
        if sum(parts) != 1:
            raise HandError(
                f"expected {name} to play, to drop out or to be forced out, found {_roles(parts)}",
                code="contradiction",
                key="seats",
            )
    if len(players) > most:
        raise HandError(f"at most {most} take part, found {len(players)}", code="contradiction", key="players")
    if record.forced_out and len(players) < most:
        raise HandError(
            f"players are forced out when {most} have decided to play, found {len(players)}",
            code="contradiction",
            key="forced_out",
        )
    if not table.leader_may_drop and record.seats[0] in record.dropped:
        raise HandError(f"{record.seats[0]} leads and has to play", code="contradiction", key="dropped")
    if not waiting:
        _check_order(record, players, most)
    return took_over


def _roles(parts: Sequence[bool]) -> str:
    names = [
        name
        for name, is_one in zip(("playing", "dropped", "forced out", "without cards"), parts, strict=True)
        if is_one
    ]
    return " and ".join(names) or "none of these"


def _check_order(record: HanafudaRound, players: list[str], most: int) -> None:
    """Players decide in turn order from the leader, until enough play; the first who plays leads."""
    seats = record.seats
    for key, names in (("players", players), ("dropped", record.dropped)):
        if names != [name for name in seats if name in names]:
            raise HandError(
                f"expected {key} in turn order from the first leader: "
                f"{', '.join(name for name in seats if name in names)}",
                code="contradiction",
                key=key,
            )
    if len(players) == most:
        last = max(seats.index(name) for name in players)
        for name in [*record.dropped, *record.forced_out]:
            is_late = seats.index(name) > last
            if is_late != (name in record.forced_out):
                told = "dropped out" if is_late else "was forced out"
                raise HandError(
                    f"{name} {told}, but decides {'after' if is_late else 'before'} the last who plays",
                    code="contradiction",
                    key="dropped" if is_late else "forced_out",
                )


def _check_leader(record: HanafudaRound) -> None:
    """Refuse a leader other than the earliest month of the revealed cards, of equal ones the nearest from the dealer
    on.
    """
    deck = load_deck()
    seats = record.seats or list(record.players)
    if record.dealer is None:
        raise RecordError(
            "expected the dealer beside the revealed cards, but 'dealer' is missing", code="missing_key", key="dealer"
        )
    first = seats.index(record.dealer)
    order = [*seats[first:], *seats[:first]]
    months: dict[str, int] = {}
    for name, text in record.revealed.items():
        pile = parse_one(text, deck, f"revealed.{name}")
        months[name] = deck.within(pile.named | pile.chaff)[0].month
    leader = min((name for name in order if name in months), key=months.__getitem__)
    if seats[0] != leader:
        raise HandError(
            f"{leader} leads (month {months[leader]}); name the players in turn order from the leader, "
            f"found {seats[0]} first",
            code="contradiction",
            key="revealed",
        )
