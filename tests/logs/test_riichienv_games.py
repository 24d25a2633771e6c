"""Games that another engine plays and logs as mjai: it deals, rules and pays on its own, and our records must agree."""

from __future__ import annotations

import io
import json
import random
from typing import Any

import pytest
import riichienv
from riichienv import ActionType, RiichiEnv

import calc
from calc.logs import LoggedGame, SaidRound, read_games

SEATS = "ESWN"
#: What a player does wherever it is allowed, first things first.
EAGER = (
    ActionType.RON,
    ActionType.TSUMO,
    ActionType.RIICHI,
    ActionType.KITA,
    ActionType.ANKAN,
    ActionType.KAKAN,
    ActionType.DAIMINKAN,
)


def play(mode: int, seed: int) -> list[dict[str, Any]]:
    """The log of a game of players who are eager to win."""
    chance = random.Random(seed)
    env = RiichiEnv(mode, seed=seed)
    views = env.reset()
    for _ in range(10_000):
        if env.done():
            break
        views = env.step({player: choose(view, chance) for player, view in views.items()})
    log: list[dict[str, Any]] = env.mjai_log
    return log


def choose(view: Any, chance: random.Random) -> Any:
    legal = view.legal_actions()
    by_type = {action.action_type: action for action in reversed(legal)}
    for wanted in EAGER:
        if wanted in by_type:
            return by_type[wanted]
    discards = [action for action in legal if action.action_type == ActionType.DISCARD]
    if discards:
        return min(discards, key=lambda action: distance(list(view.hand), action.tile))
    calls = [action for action in legal if action.action_type in {ActionType.CHI, ActionType.PON}]
    return calls[0] if calls and chance.random() < 0.15 else by_type.get(ActionType.PASS, legal[0])


def distance(hand: list[int], discard: int) -> int:
    """How far from ready a hand is without a tile."""
    if discard in hand:
        hand.remove(discard)
    return int(riichienv.calculate_shanten(hand)) if len(hand) % 3 == 1 else 9


@pytest.mark.parametrize(("mode", "players", "rules"), [(2, 4, "tenhou"), (5, 3, "tenhou-sanma")])
def test_every_win_is_worth_what_the_other_engine_paid(mode: int, players: int, rules: str) -> None:
    wins: list[tuple[dict[str, Any], tuple[int, ...]]] = []
    for seed in range(6):
        text = "\n".join(map(json.dumps, play(mode, seed)))
        (game,) = read_games(io.StringIO(text), name=f"seed {seed}")
        assert isinstance(game, LoggedGame), game
        assert (game.record["rules"], game.said.cut_off) == (rules, None)
        for record, said in zip(game.record["rounds"], game.said.rounds, strict=True):
            wins += paid(record, said, players)
    assert len(wins) > 20
    for (win, payments), result in zip(wins, calc.score_many([win for win, _ in wins], rules=rules), strict=True):
        assert isinstance(result, calc.WinResult), (win, result)
        assert tuple(result.payments.values()) == payments, win


def paid(record: dict[str, Any], said: SaidRound, players: int) -> list[tuple[dict[str, Any], tuple[int, ...]]]:
    """The wins of a round as records of their own, and what every seat gained by them."""
    found = []
    for place, (win, told) in enumerate(zip(record.get("wins", []), said.wins, strict=True)):
        taken = {"honba": record["honba"], "sticks": record["sticks"] + len(record["riichi"])} if place == 0 else {}
        deltas = told.deltas or ()
        by_seat = tuple(deltas[(place + record["number"] - 1) % players] for place in range(players))
        found.append((win | taken, by_seat))
    return found
