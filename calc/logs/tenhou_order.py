"""The order of play in a log of tenhou.net/6, which tells every player's turns but not how they follow each other.

Mostly it is plain: a call names whose tile it took. Where a player discards the same tile twice before the caller's
next turn, either may be the one that was called; then that order is chosen in which all turns find their place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from calc.errors import UnreadableError
from calc.logs.events import Call, Discard, Draw, Event
from calc.logs.tenhou_turns import Turn

#: For each player how many turns are done, and whose turn is next.
_State = tuple[tuple[int, ...], int]
#: A round has about a hundred turns; only a log made for it needs more attempts than this.
_MAX_ATTEMPTS = 10_000


def in_order(turns: Sequence[Sequence[Turn]], dealer: int) -> list[Event]:
    """All moves of a round in their order.

    Raises :class:`~calc.errors.UnreadableError` where there is no order in which every turn finds its place.
    """
    first: _State = (tuple(0 for _ in turns), dealer)
    path: list[_State] = [first]
    # What may follow each state of the path and was not tried yet.
    open_ways = [_after(first, turns)]
    tried = {first}
    while path:
        if _is_complete(path[-1], turns):
            return [event for state, _ in pairwise(path) for event in _events(state, turns)]
        state = next((way for way in open_ways[-1] if way not in tried), None)
        if state is None:
            path.pop()
            open_ways.pop()
            continue
        if len(tried) >= _MAX_ATTEMPTS:
            break
        tried.add(state)
        path.append(state)
        open_ways.append(_after(state, turns))
    raise UnreadableError("expected draws, calls and discards that follow each other, found no order for them")


def _is_complete(state: _State, turns: Sequence[Sequence[Turn]]) -> bool:
    return all(done == len(own) for done, own in zip(state[0], turns, strict=True))


def _events(state: _State, turns: Sequence[Sequence[Turn]]) -> Iterator[Event]:
    done, player = state
    turn = turns[player][done[player]]
    yield turn.take
    yield from turn.gives


def _after(state: _State, turns: Sequence[Sequence[Turn]]) -> Iterator[_State]:
    """The states that may follow: calls before a draw, triplets and quads before runs."""
    done, player = state
    if done[player] == len(turns[player]):
        return
    turn = turns[player][done[player]]
    now_done = (*done[:player], done[player] + 1, *done[player + 1 :])
    if turn.goes_on or turn.discard is None:
        yield now_done, player
        return
    waiting = {
        other: turns[other][now_done[other]].take
        for other in range(len(turns))
        if other != player and now_done[other] < len(turns[other])
    }
    calls = [take for take in waiting.values() if isinstance(take, Call) and _takes(take, turn.discard)]
    yield from ((now_done, take.player) for take in sorted(calls, key=lambda take: take.meld.kind == "chi"))
    following = (player + 1) % len(turns)
    if isinstance(waiting.get(following), Draw) or not waiting:
        yield now_done, following


def _takes(call: Call, discard: Discard) -> bool:
    return (call.feeder, call.tile) == (discard.player, discard.tile)
