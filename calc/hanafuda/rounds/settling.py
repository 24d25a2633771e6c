"""Apply the settlement steps of a rule set to a round on the table, and note or refuse what cannot be."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from calc.errors import HandError, contradict, lack, refuse_first
from calc.hanafuda import notes
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.settle.amounts import PILE, PLAY, reads_of
from calc.hanafuda.settle.steps import End, Move, NotWholeError, Step, counting_hands
from calc.hanafuda.settle.table import Table
from calc.hanafuda.value.yaku import stopping, total
from calc.notation.deck import CardSet
from calc.outcomes import Note, amount_text, remark
from calc.translation import msg, one_by_one, say

#: What is called with the name of a settlement step, the step and the table.
Watch = Callable[[str, Step, Table], None]
#: Rows of faults, see :func:`calc.errors.refuse_first`.
_Rows = Iterator[tuple[Any, ...]]


def apply_steps(
    table: Table, record: HanafudaRound, rules: HanafudaRules, watch: Watch | None = None
) -> Sequence[Note]:
    """Settle the round on the table: by the settlement steps of the rule set, or from scores that the record gives.
    Return what the steps noted; what looks odd is noted after it.

    ``watch`` is called after each step.
    """
    if record.scores is not None:
        from calc.hanafuda.rounds.by_result import are_yaku, settle_scores

        if not are_yaku(rules):
            settle_scores(table, record, rules)
            return table.notes
    if rules.has_stops and not table.by_result:
        holders = [name for name in table.players if stopping(table.yaku[name])]
        refuse_first(_faults_of_stop(table.stopped_by, holders))
        table.stopped_by = next(iter(holders), None) if table.stopped_by is None else table.stopped_by
    refuse_first(_faults_of_cards(table, record, rules))
    _take_steps(table, record, rules, watch)
    noted = [*table.notes]
    if table.by_result:
        from calc.hanafuda.rounds.by_result import check_facts

        check_facts(table, rules)
    else:
        _look_back(table, rules, record)
    return noted


def _take_steps(table: Table, record: HanafudaRound, rules: HanafudaRules, watch: Watch | None) -> None:
    asks_play = counts_teyaku = False
    for name, step in rules.steps.items():
        if table.is_over and not step.always:
            continue
        reads = step.reads
        if PLAY in reads and not asks_play and not table.is_over:
            refuse_first(_faults_of_play(table, record, rules))
            asks_play = True
        if "dealt" in reads and not (table.by_result and rules.of_cards):
            _check_hands(table, step, rules)
        try:
            step.apply(table, name)
        except NotWholeError as error:
            raise _unrounded(error, name, rules) from None
        counts_teyaku = counts_teyaku or "teyaku" in reads
        if watch is not None:
            watch(name, step, table)
        if table.is_over and not asks_play and isinstance(step, End):
            _call_off(table, claims=record.tells_teyaku)
    if not counts_teyaku:
        table.teyaku = {player: [] for player in table.players}


def _unrounded(error: NotWholeError, name: str, rules: HanafudaRules) -> HandError:
    """An error that names the options by which an amount is rounded, where there are such."""
    choices = {
        f"{option}={choice}": changes or {}
        for option, rule in rules.options.items()
        for choice, changes in (rule.choices or {}).items()
    }
    ways = [way for way, changes in choices.items() if f"settlement.{name}.rounded" in changes]
    message = "{0} is no whole number, and {1} does not say how it is rounded; choose {2}"
    return HandError(message, error.amount, rules.id, one_by_one(ways, " or "), key="rules") if ways else error


# ---- what a record leaves out, or cannot be


# fmt: off
def _faults_of_stop(stopped_by: str | None, holders: list[str]) -> _Rows:
    """Who stopped, in a game with yaku that end the round, and who holds such yaku."""
    yield ("missing_key", stopped_by is None and len(holders) > 1, "stopped_by",
           "{0} both hold a yaku that stops the round; say who was first in 'stopped_by'",
           one_by_one(holders, " and "))
    yield ("contradiction", stopped_by is not None and stopped_by not in holders, "stopped_by",
           "{0} holds no yaku that stops the round", stopped_by)


def _faults_of_cards(table: Table, record: HanafudaRound, rules: HanafudaRules) -> _Rows:
    """Cards that decide what is paid: the opening field, and dealt hands.

    Where dealt yaku are claimed, only hands of those whom a step is for are looked at, by :func:`_check_hands`.
    """
    is_told = table.by_result and rules.of_cards
    yield ("missing_key", table.field is None and not is_told and _is_asked("field", table, rules), "field",
           "what is paid in {0} depends on the opening field, but 'field' is missing; add its cards", rules.id)
    absent = [player for player in table.players if player not in table.dealt] if "dealt" in rules.reads else []
    is_of_step = record.tells_teyaku and "dealt" not in reads_of([*rules.voids.values(), rules.match])
    if absent and not is_of_step and not is_told:
        yield ("missing_key", _is_asked("dealt", table, rules), f"players.{absent[0]}.dealt",
               "what is paid in {0} depends on the dealt hands, but that of {1} is missing; "
               "add 'dealt', or an empty 'teyaku' where no dealt yaku was claimed", rules.id, absent[0])


def _faults_of_play(table: Table, record: HanafudaRound, rules: HanafudaRules) -> _Rows:
    """A round without captured cards; and, where a player with yaku stops or goes on, either without one."""
    yield _nothing_captured(record, table.is_played)
    least = rules.deal(len(table.players)).stop_at
    is_asked = rules.asks_who_stopped and (not table.by_result or rules.of_cards)
    for player in (*(() if table.by_result else table.calls), table.stopped_by) if is_asked else ():
        yaku, is_stop = table.yaku.get(player or "", []), player == table.stopped_by
        # Who went on without any cards is one of whom none are told.
        if player is None or not (is_stop or table.piles[player] or PILE in rules.reads):
            continue
        worth = total(yaku)
        found = msg("holds no yaku")
        if yaku:
            found = msg("holds yaku of {0}, and that takes {1} at least", worth, least)
        yield ("contradiction", not yaku or worth < least,
               "stopped_by" if is_stop else f"{rules.table.key_of_calls(record)}.{player}",
               "{0} stopped, but {1}; check the captured cards of {0}" if is_stop
               else "{0} went on, but {1}; check the captured cards of {0}", player, found)


def _nothing_captured(record: HanafudaRound, is_played: bool) -> tuple[Any, ...]:
    first = next(iter(record.players), None)
    return ("missing_key", not is_played, "players" if first is None else f"players.{first}.captured",
            msg("expected what the players captured, but 'captured' is missing; only a round that ended before play "
                "goes without"))
# fmt: on


def _check_hands(table: Table, step: Step, rules: HanafudaRules) -> None:
    """Refuse a record that leaves out a dealt hand which this step looks at."""
    if step.when is not None and "dealt" not in step.when.reads and not step.when.of(table, "", ""):
        return
    whose = step.for_ if isinstance(step, Move) else None
    is_of_some = whose is not None and "dealt" not in reads_of([step.when, whose])
    for player in whose.names(table, None) if whose is not None and is_of_some else table.players:
        if player not in table.dealt:
            message = "what is paid in {0} depends on the dealt hand of {1}; add 'dealt'"
            lack(message, rules.id, player, key=f"players.{player}.dealt")


def _is_asked(word: str, table: Table, rules: HanafudaRules) -> bool:
    """Whether something looks at these cards: not what is only for holders of dealt yaku where nobody holds one."""
    if word not in rules.reads:
        return False
    if word in reads_of([*rules.voids.values(), rules.match]):
        return True
    asking = [step for step in rules.steps.values() if word in step.reads]
    of_holders = [step.for_ for step in asking if isinstance(step, Move) and step.for_ is not None]
    idle = sum(whose.reads == {"teyaku"} and not whose.names(table, None) for whose in of_holders)
    return idle < len(asking)


# ---- what looks odd


def _call_off(table: Table, *, claims: bool) -> None:
    """Note why a round ended before play, and refuse it if something was played. ``claims``: teyaku are told."""
    why: Note | None = None
    if not table.players:
        why = remark("no_game.nobody", count=table.pot, pot=amount_text(table.pot, table.unit))
    elif len(table.players) == 1:
        why = remark("no_game.alone", player=table.players[0])
    elif table.owed and table.winner is not None:
        hands = counting_hands(table, table.everyone)
        table.notes = [note for note in table.notes if note.id != notes.COMPENSATION]
        stake, first = table.stake or {}, table.winner
        equal = [player for player in table.everyone if player != first and stake[player] == stake[first]]
        why = notes.compensated(hands, table.owed, (first, stake[first]), equal, table.unit)
    table.notes += [] if why is None else [why]
    claimed = [(name, held[0].yaku.name) for name, held in table.teyaku.items() if held and why is not None and claims]
    for name, yaku in claimed:
        contradict("{0} claims {1}, but no game was played that pays for it; leave it out", name, yaku, key="teyaku")
    if not table.is_played and table.stopped_by is None and (why is not None or not table.calls):
        return
    if why is not None:
        contradict("{0}; found captured cards or a stop; leave them out", why.text, key="players")
    holders = [player for player in table.players if table.teyaku[player]]
    ended = msg("the round ended")
    if holders:
        ended = msg("the dealt yaku of {0} ended the round", one_by_one(holders, " and "))
    found = msg("'captured', 'stopped_by' and the calls to go on")
    contradict("{0} before play; leave {1} out", ended, found, key=f"players.{(holders or table.players)[0]}.dealt")


def _look_back(table: Table, rules: HanafudaRules, record: HanafudaRound) -> None:
    """Note what looks odd in a round that was settled, and refuse one that lacks captured cards."""
    if not table.is_played:
        refuse_first([_nothing_captured(record, table.is_over)])
        return
    if table.stopped_by is None and not table.counts_yaku and rules.asks_who_stopped:
        # Nobody stopped or went on, so that no yaku are scored.
        silent = [player for player in table.players if table.yaku[player] and not table.calls.get(player)]
        if silent:
            table.notes.append(
                remark("nobody_stopped", names=say(" and ").join(silent), key=rules.table.key_of_calls(record))
            )
    table.notes += note_piles(table.piles, rules, is_stopped=table.stopped_by is not None)


def note_piles(piles: Mapping[str, CardSet], rules: HanafudaRules, *, is_stopped: bool) -> list[Note]:
    """Notes on piles that look wrong though no figure changes: missing cards, odd numbers of a month."""
    captured = sum(piles.values())  # no card is in two piles
    expected = rules.deal(len(piles)).played_out
    noted = []
    if not is_stopped and expected and captured.bit_count() != expected:
        noted.append(notes.too_few(captured.bit_count(), expected, rules.deck & ~captured))
    if captured == rules.deck and rules.has_even_months:
        odd = {name: load_deck().odd_months(pile) for name, pile in piles.items()}
        if any(odd.values()):
            noted.append(notes.odd_months(odd))
    return noted
