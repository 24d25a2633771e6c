"""Random hanafuda rounds against a second, plain implementation, and what holds for every round whatever is played."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

import calc
from calc.hanafuda.rules.ruleset import HanafudaRules
from tests.amounts import SEED, tries
from tests.hanafuda import (
    drafts,
    more_drafts,
    naive_go_stop,
    naive_hachi_hachi,
    naive_hiraya,
    naive_koikoi,
    naive_roppyakken,
    naive_taiyaku,
)
from tests.hanafuda.naive_cards import Refused

Plain = dict[str, Any]

GAMES: dict[str, tuple[Callable[..., Plain], Callable[[Plain], Plain]]] = {
    "koikoi": (drafts.koikoi, naive_koikoi.settle),
    "taiyaku": (drafts.taiyaku, naive_taiyaku.settle),
    "hiraya": (drafts.hiraya, naive_hiraya.settle),
    "hachi-hachi": (more_drafts.hachi_hachi, naive_hachi_hachi.settle),
    "go-stop": (more_drafts.go_stop, naive_go_stop.settle),
    "roppyakken": (more_drafts.roppyakken, naive_roppyakken.settle),
}
#: Here tables have reasons of their own for what is paid, and only who pays whom is compared.
OWN_REASONS = {"hachi-hachi", "go-stop", "roppyakken"}
#: One record in so many is spoiled.
BROKEN = 10
#: So many rounds after each other are of one house and have its options: rules are read once for them.
OF_A_HOUSE = 8


def drafted(game: str, count: int) -> list[tuple[Plain, bool]]:
    """Records of a game, and whether each is spoiled."""
    draft, _ = GAMES[game]
    rng = Random(f"plain rounds{SEED} of {game}")
    records: list[tuple[Plain, bool]] = []
    for number in range(count):
        house, broken = Random(f"plain rounds{SEED} of house {number // OF_A_HOUSE}"), number % BROKEN == 0
        records.append((draft(rng, broken=broken, house=house), broken))
    return records


def judged(record: Plain) -> Plain:
    """What the plain judge says: a settled round, or ``{"refused": code}``."""
    try:
        return GAMES[record["rules"]][1](record)
    except Refused as refused:
        return {"refused": refused.code}


def settled(record: Plain) -> Plain:
    """What the engine says, in the form of the plain judge."""
    try:
        result: Plain = msgspec.to_builtins(calc.settle_round(record))
    except calc.CalcError as error:
        return {"refused": error.code}
    transfers: dict[tuple[str, str, str], int] = {}
    for one in result["transfers"]:
        key = (one["from"], one["to"], one["why"])
        transfers[key] = transfers.get(key, 0) + one["amount"]
    players = {
        name: player | {key: [(yaku["id"], yaku["value"]) for yaku in player[key]] for key in ("teyaku", "yaku")}
        for name, player in result["players"].items()
    }
    return {key: result[key] for key in ("winner", "next_dealer", "pots")} | {
        "players": players,
        "transfers": transfers,
    }


def comparable(plain: Plain, *, reasons: bool = True) -> Plain:
    """Lists of yaku in any order; of a compensation what each pays and gets, for who pays whom of several is open.

    Payments are compared with their reasons or without. A record with two faults is refused for either, so of a refusal
    only that it is one is compared.
    """
    if "refused" in plain:
        return {"refused": True}
    transfers: dict[tuple[str, ...], int] = {}
    for (payer, payee, why), amount in plain["transfers"].items():
        keys: list[tuple[str, ...]] = [(payer, payee, why)] if reasons else [(payer, payee)]
        if why == "compensation":
            keys = [(payer, "pays", why), (payee, "gets", why)]
        for key in keys:
            transfers[key] = transfers.get(key, 0) + amount
    players = {
        name: {key: sorted(value) if isinstance(value, list) else value for key, value in player.items()}
        for name, player in plain["players"].items()
    }
    return plain | {"players": players, "transfers": {key: amount for key, amount in transfers.items() if amount}}


def differences(record: Plain) -> list[tuple[str, Any, Any]]:
    """Where the engine and the plain judge part: what, the engine's, the judge's."""
    reasons = record["rules"] not in OWN_REASONS
    found, right = comparable(settled(record), reasons=reasons), comparable(judged(record), reasons=reasons)
    keys = sorted(found.keys() | right.keys())
    return [(key, found.get(key), right.get(key)) for key in keys if found.get(key) != right.get(key)]


def check_invariants(record: Plain, plain: Plain) -> None:
    """What holds for every settled round of a game."""
    players = plain["players"]
    changes = {name: player["change"] for name, player in players.items()}
    for name, change in changes.items():
        moved = sum(
            amount * ((payee == name) - (payer == name)) for (payer, payee, _), amount in plain["transfers"].items()
        )
        assert moved == change, name
    assert plain["winner"] is None or plain["winner"] in players
    assert all(amount > 0 for amount in plain["transfers"].values())
    match record["rules"]:
        case "koikoi":
            assert sum(changes.values()) == (0 if zero_sum(record) else sum(one["score"] for one in players.values()))
        case "taiyaku":
            gained = plain["pots"]["pot"] - record.get("pot", 0)
            assert sum(changes.values()) + gained == 0
            assert min(changes.values()) >= -naive_taiyaku.STAKE
            chips = record.get("chips", {})
            assert all(changes[name] >= -chips.get(name, naive_taiyaku.STAKE) for name in changes)
        case "hachi-hachi":
            check_hachi_hachi(record, players)
        case "go-stop":
            assert sum(changes.values()) == 0
            assert all((change > 0) == (name == plain["winner"]) for name, change in changes.items() if change)
        case "roppyakken":
            assert all(
                change == players[name]["score"] >= players[name]["card_points"] for name, change in changes.items()
            )
            assert sum(one["card_points"] for one in players.values()) <= 490
        case _:
            assert sum(one["score"] for one in players.values()) == 0
            assert sum(changes.values()) == 0
            assert sum(one["card_points"] for one in players.values()) == 240


def check_hachi_hachi(record: Plain, players: Plain) -> None:
    """Everything is paid between the players, but for card points of three that do not add up to the deck."""
    counted = record.get("stopped_by") is None and not any(one["yaku"] for one in players.values())
    over = sum(one["card_points"] for one in players.values()) - 264
    if not counted or len(players) == 2 or over == 0:
        assert sum(one["change"] for one in players.values()) == 0


def zero_sum(record: Plain) -> bool:
    return bool(record.get("options", {}).get("zero_sum", False))


@pytest.mark.parametrize("game", GAMES)
def test_what_always_holds(game: str) -> None:
    for record, broken in drafted(game, tries(200, 5_000)):
        plain = judged(record)
        assert ("refused" in plain) == broken, (record, plain)
        if not broken:
            check_invariants(record, plain)


@pytest.mark.parametrize("game", GAMES)
def test_the_plain_judge_agrees(game: str) -> None:
    for record, _ in drafted(game, tries(400, 20_000)):
        assert differences(record) == [], record


@pytest.mark.parametrize("game", ["koikoi", "hiraya"])
def test_a_table_like_an_earlier_one_is_settled_as_by_the_steps(game: str) -> None:
    """Rounds of changing names, many of them from what is remembered of the steps, beside the steps themselves."""
    draft, _ = GAMES[game]
    rng = Random(f"recalled{SEED} {game}")
    records = [draft(rng, broken=False, house=Random("house")) for _ in range(200)]
    rules = calc.load_rules(game, options=records[0].get("options"))
    assert isinstance(rules, HanafudaRules)
    assert rules.recalled is not None
    for record in records:
        record.pop("options", None)
    rules.recalled.clear()
    recalled = [settled_by(record, rules) for record in records]
    assert len(rules.recalled) > 0
    for record, found in zip(records, recalled, strict=True):
        rules.recalled.clear()
        assert settled_by(record, rules) == found


def settled_by(record: Plain, rules: HanafudaRules) -> Any:
    """The result, or the code of a refusal."""
    try:
        return calc.settle_round(record, rules=rules)
    except calc.CalcError as error:
        return error.code
