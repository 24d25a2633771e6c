"""Whole games that another engine deals, rules and pays, logged as mjai: judges of rounds, draws and the end of games.

The players differ in what they are after, so that rare endings come about: wins, quads, discards of orphans only.
"""

import io
import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import riichienv
from riichienv import ActionType, RiichiEnv

from calc import LoggedGame, read_logs
from calc.intake.spelling import record_from
from calc.mahjong.records.types import Game
from calc.outcomes import CheckedGame
from tests.logs.alone import check_alone

#: Modes of the engine for a game of two winds on Tenhou, by players.
MODES = {4: 2, 3: 5}
#: What players do wherever it is allowed, first things first.
_WINS = (ActionType.RON, ActionType.TSUMO)
_QUADS = (ActionType.ANKAN, ActionType.KAKAN, ActionType.DAIMINKAN)
#: No game takes as many moves.
_MOST_MOVES = 20_000


def _by_type(legal: list[Any], wanted: tuple[Any, ...]) -> Any:
    """The first legal action of the types that are wanted, in their order; ``None`` where there is none."""
    by_type = {action.action_type: action for action in reversed(legal)}
    return next((by_type[one] for one in wanted if one in by_type), None)


def _discards(legal: list[Any]) -> list[Any]:
    return [action for action in legal if action.action_type == ActionType.DISCARD]


def _calls(legal: list[Any]) -> list[Any]:
    return [action for action in legal if action.action_type in {ActionType.CHI, ActionType.PON}]


def _pass(legal: list[Any]) -> Any:
    return _by_type(legal, (ActionType.PASS,)) or legal[0]


def distance(hand: list[int], discard: int) -> int:
    """How far from ready a hand is without a tile."""
    if discard in hand:
        hand.remove(discard)
    return int(riichienv.calculate_shanten(hand)) if len(hand) % 3 == 1 else 9


def _is_orphan(tile: int) -> bool:
    kind = tile // 4
    return kind >= 27 or kind % 9 in (0, 8)


def eager(view: Any, legal: list[Any], chance: random.Random) -> Any:
    """Wins, declares riichi and quads wherever possible."""
    taken = _by_type(legal, (*_WINS, ActionType.RIICHI, ActionType.KITA, *_QUADS))
    if taken is not None:
        return taken
    if _discards(legal):
        return min(_discards(legal), key=lambda action: distance(list(view.hand), action.tile))
    calls = _calls(legal)
    return calls[0] if calls and chance.random() < 0.15 else _pass(legal)


def careless(view: Any, legal: list[Any], chance: random.Random) -> Any:
    """Does anything, and sometimes misses a win."""
    taken = _by_type(legal, _WINS)
    if taken is not None and chance.random() < 0.9:
        return taken
    if chance.random() < 0.3:
        return chance.choice(legal)
    if _discards(legal):
        nearest = min(_discards(legal), key=lambda action: distance(list(view.hand), action.tile))
        return nearest if chance.random() < 0.8 else chance.choice(_discards(legal))
    return _pass(legal)


def collector(view: Any, legal: list[Any], chance: random.Random) -> Any:
    """Calls every triplet and quad, and keeps what it has most of."""
    taken = _by_type(legal, (*_WINS, *_QUADS, ActionType.PON, ActionType.KITA))
    if taken is not None:
        return taken
    if _discards(legal):
        held = Counter(tile // 4 for tile in view.hand)
        return min(_discards(legal), key=lambda action: (held[action.tile // 4], chance.random()))
    return _pass(legal)


def dreamer(view: Any, legal: list[Any], chance: random.Random) -> Any:
    """Discards orphans as long as there are any, and wins nothing."""
    north = _by_type(legal, (ActionType.KITA,))
    if north is not None and chance.random() < 0.5:
        return north
    discards = _discards(legal)
    if discards:
        return chance.choice([action for action in discards if _is_orphan(action.tile)] or discards)
    return _pass(legal)


Style = Callable[[Any, list[Any], random.Random], Any]
STYLES: dict[str, Style] = {"eager": eager, "careless": careless, "collector": collector, "dreamer": dreamer}


def play(players: int, seed: int, style: Style = eager) -> list[dict[str, Any]]:
    """The log of a game of players of one style."""
    chance = random.Random(seed)
    env = RiichiEnv(MODES[players], seed=seed)
    views = env.reset()
    for _ in range(_MOST_MOVES):
        if env.done():
            break
        views = env.step({player: style(view, view.legal_actions(), chance) for player, view in views.items()})
    log: list[dict[str, Any]] = env.mjai_log
    return log


class Judged:
    """A game of the other engine held against our rules. ``kinds``: how often each way to end came about."""

    def __init__(self, game: Game, checked: CheckedGame) -> None:
        self.checked = checked
        self.kinds: Counter[str] = Counter(record.draw.kind for record in game.rounds if record.draw is not None)
        self.kinds["win"] = checked.wins
        self.kinds["several wins"] = sum(len(record.wins) > 1 for record in game.rounds)
        self.kinds["west round"] = sum(record.round == "W" for record in game.rounds)
        pools = [record for record in game.rounds if record.draw is not None and record.draw.pool_of_dreams]
        self.kinds["pool of dreams"] = len(pools)


def judge_game(players: int, seed: int, style: str) -> Judged:
    """Let the other engine play a game, and check all of it."""
    text = "\n".join(map(json.dumps, play(players, seed, STYLES[style])))
    (logged,) = read_logs(io.StringIO(text), name=f"{style}, {players} players, seed {seed}")
    assert isinstance(logged, LoggedGame), logged
    game = record_from(logged.record)
    assert isinstance(game, Game)
    return Judged(game, check_alone(logged, game))
