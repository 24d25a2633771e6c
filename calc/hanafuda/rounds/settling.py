"""Apply the settlement steps of a rule set to a round on the table, and note or refuse what cannot be."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from calc.errors import HandError, RecordError, contradict, lack
from calc.hanafuda.notes import (
    COMPENSATION,
    alone,
    compensated,
    nobody_plays,
    nobody_stopped,
    odd_months,
    too_few,
)
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.rounds.recalled import likeness, recall, remember
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.settle.steps import End, Move, NotWholeError, Step, counting_hands
from calc.hanafuda.settle.table import Table
from calc.hanafuda.settle.terms import PLAY, reads_of
from calc.hanafuda.value.yaku import stopping, total
from calc.notation.deck import CardSet
from calc.outcomes import Note
from calc.translation import msg, one_by_one

#: Called after each settlement step with its name, the step and the table.
Watch = Callable[[str, Step, Table], None]


def apply_steps(table: Table, record: HanafudaRound, rules: HanafudaRules, watch: Watch | None = None) -> None:
    """Settle the round on the table: by the settlement steps of the rule set, or from scores that the record gives."""
    if record.scores is not None:
        from calc.hanafuda.rounds.by_result import settle_scores

        settle_scores(table, record, rules)
    else:
        _find_stopper(table, rules)
        _check_cards(table, record, rules)
        alike = likeness(table) if watch is None and not table.by_result and rules.recalled is not None else None
        done = None if alike is None else recall(alike, table.players, rules)
        if done is not None:
            done.put_on(table)
        else:
            _take_steps(table, record, rules, watch)
            if alike is not None:
                remember(alike, table, rules)
        if not table.by_result:
            _look_back(table, rules, record)


def _take_steps(table: Table, record: HanafudaRound, rules: HanafudaRules, watch: Watch | None) -> None:
    """Apply one step after the other."""
    asks_play = counts_teyaku = False
    for name, step in rules.steps.items():
        if table.is_over and not step.always:
            continue
        reads = step.reads
        if PLAY in reads and not asks_play and not table.is_over:
            _check_play(table, record, rules)
            asks_play = True
        if "dealt" in reads:
            _check_hands(table, step, rules)
        try:
            step.apply(table, name)
        except NotWholeError as error:
            raise _unrounded(error, name, rules) from None
        counts_teyaku = counts_teyaku or "teyaku" in reads
        if watch is not None:
            watch(name, step, table)
        if table.is_over and not asks_play and isinstance(step, End):
            _call_off(table)
    if not counts_teyaku:
        table.teyaku = {player: [] for player in table.players}


def _unrounded(error: NotWholeError, name: str, rules: HanafudaRules) -> HandError:
    """An error that names the options by which an amount is rounded, where there are such."""
    path = f"settlement.{name}.rounded"
    ways = [
        f"{option}={choice}"
        for option, rule in rules.options.items()
        for choice, changes in (rule.choices or {}).items()
        if path in (changes or {})
    ]
    if not ways:
        return error
    return HandError(
        "{0} is no whole number, and {1} does not say how it is rounded; choose {2}",
        error.amount,
        rules.id,
        one_by_one(ways, " or "),
        key="rules",
    )


def _find_stopper(table: Table, rules: HanafudaRules) -> None:
    """Find who holds a yaku that ends the round; in games with such yaku, refuse a stop without one."""
    if not rules.has_stops or table.by_result:
        return
    holders = [name for name in table.players if stopping(table.yaku[name])]
    if table.stopped_by is None:
        if len(holders) > 1:
            lack(
                "{0} both hold a yaku that stops the round; say who was first in 'stopped_by'",
                one_by_one(holders, " and "),
                key="stopped_by",
            )
        table.stopped_by = holders[0] if holders else None
    elif table.stopped_by not in holders:
        contradict("{0} holds no yaku that stops the round", table.stopped_by, key="stopped_by")


def _check_cards(table: Table, record: HanafudaRound, rules: HanafudaRules) -> None:
    """Refuse a record that leaves out cards which decide what is paid: the opening field, or dealt hands.

    Where dealt yaku are claimed, only hands of those whom a step is for are looked at, by :func:`_check_hands`.
    """
    if table.field is None and _is_asked("field", table, rules):
        lack(
            "what is paid in {0} depends on the opening field, but 'field' is missing; add its cards",
            rules.id,
            key="field",
        )
    absent = [player for player in table.players if player not in table.dealt] if "dealt" in rules.reads else []
    is_of_step = record.teyaku is not None and "dealt" not in reads_of([*rules.voids.values(), rules.match])
    if absent and not is_of_step and _is_asked("dealt", table, rules):
        lack(
            "what is paid in {0} depends on the dealt hands, but that of {1} is missing; "
            "add 'dealt', or an empty 'teyaku' where no dealt yaku was claimed",
            rules.id,
            absent[0],
            key=f"players.{absent[0]}.dealt",
        )


def _check_hands(table: Table, step: Step, rules: HanafudaRules) -> None:
    """Refuse a record that leaves out a dealt hand which this step looks at."""
    if step.when is not None and "dealt" not in step.when.reads and not step.when.of(table, "", ""):
        return
    asked, whose = table.players, step.for_ if isinstance(step, Move) else None
    if whose is not None and "dealt" not in reads_of([step.when, whose]):
        asked = whose.names(table, None)
    for player in asked:
        if player not in table.dealt:
            lack(
                "what is paid in {0} depends on the dealt hand of {1}; add 'dealt'",
                rules.id,
                player,
                key=f"players.{player}.dealt",
            )


def _is_asked(word: str, table: Table, rules: HanafudaRules) -> bool:
    """Whether something looks at these cards: not what is only for holders of dealt yaku where nobody holds one."""
    if word not in rules.reads:
        return False
    steps = rules.steps.items()
    idle = {
        name
        for name, step in steps
        if isinstance(step, Move)
        and step.for_ is not None
        and step.for_.reads == {"teyaku"}
        and not step.for_.names(table, None)
    }
    others = reads_of([*rules.voids.values(), rules.match])
    return word in others or any(word in step.reads for name, step in steps if name not in idle)


def _check_play(table: Table, record: HanafudaRound, rules: HanafudaRules) -> None:
    """Refuse a round without captured cards; and, where a player with yaku stops or goes on, either without one."""
    if not table.is_played:
        raise _nothing_captured(record)
    if not rules.asks_who_stopped or table.by_result:
        return
    least = rules.deals[len(table.players)].stop_at
    for player in [*table.calls, *([table.stopped_by] if table.stopped_by is not None else [])]:
        worth = total(table.yaku[player])
        if table.yaku[player] and worth >= least:
            continue
        stopped = player == table.stopped_by
        key = "stopped_by" if stopped else f"{rules.table.key_of_calls(record)}.{player}"
        found = (
            msg("holds yaku of {0}, and that takes {1} at least", worth, least)
            if table.yaku[player]
            else msg("holds no yaku")
        )
        contradict(
            msg("{0} stopped, but {1}; check the captured cards of {0}", player, found)
            if stopped
            else msg("{0} went on, but {1}; check the captured cards of {0}", player, found),
            key=key,
        )


def _nothing_captured(record: HanafudaRound) -> RecordError:
    first = next(iter(record.players), None)
    return RecordError(
        "expected what the players captured, but 'captured' is missing; only a round that ended before play goes "
        "without",
        code="missing_key",
        key="players" if first is None else f"players.{first}.captured",
    )


def _call_off(table: Table) -> None:
    """Note why a round ended before play, and refuse it if something was played."""
    why: Note | None = None
    if len(table.players) < 2:
        why = alone(table.players[0]) if table.players else nobody_plays(table.pot, table.unit)
    elif table.owed and table.winner is not None:
        hands = counting_hands(table, table.everyone)
        table.notes = [note for note in table.notes if note.id != COMPENSATION]
        stake, first = table.stake or {}, table.winner
        equal = [player for player in table.everyone if player != first and stake[player] == stake[first]]
        why = compensated(hands, table.owed, (first, stake[first]), equal, table.unit)
    if why is not None:
        table.notes.append(why)
    if not table.is_played and table.stopped_by is None and (why is not None or not table.calls):
        return
    holders = [player for player in table.players if table.teyaku[player]]
    if why is None:
        what = (
            msg("the dealt yaku of {0} ended the round", one_by_one(holders, " and "))
            if holders
            else msg("the round ended")
        )
        keys = msg("'captured', 'stopped_by' and the calls to go on")
        message, key = (
            msg("{0} before play; leave {1} out", what, keys),
            f"players.{(holders or table.players)[0]}.dealt",
        )
    else:
        message, key = msg("{0}; found captured cards or a stop; leave them out", why.text), "players"
    contradict(message, key=key)


def _look_back(table: Table, rules: HanafudaRules, record: HanafudaRound) -> None:
    """Note what looks odd in a round that was settled, and refuse one that lacks captured cards."""
    if table.is_played:
        _note_silent(table, rules, record)
        table.notes += note_piles(table.piles, rules, is_stopped=table.stopped_by is not None)
    elif not table.is_over:
        raise _nothing_captured(record)


def _note_silent(table: Table, rules: HanafudaRules, record: HanafudaRound) -> None:
    """Note players whose yaku are not scored because they neither stopped nor went on."""
    if table.stopped_by is not None or table.counts_yaku or not rules.asks_who_stopped:
        return
    silent = [player for player in table.players if table.yaku[player] and not table.calls.get(player)]
    if silent:
        table.notes.append(nobody_stopped(silent, rules.table.key_of_calls(record)))


def note_piles(piles: Mapping[str, CardSet], rules: HanafudaRules, *, is_stopped: bool) -> list[Note]:
    """Notes on piles that look wrong though no figure changes: missing cards, odd numbers of a month."""
    captured = sum(piles.values())  # no card is in two piles
    expected = rules.deals[len(piles)].played_out
    notes = []
    if not is_stopped and expected and captured.bit_count() != expected:
        notes.append(too_few(captured.bit_count(), expected, rules.deck & ~captured))
    deck = load_deck()
    if captured == rules.deck and rules.has_even_months:
        odd = {name: deck.odd_months(pile) for name, pile in piles.items()}
        if any(odd.values()):
            notes.append(odd_months(odd))
    return notes
