"""Random games of Hachi-Hachi, Go-Stop and Roppyakken: what a round leaves to the next one, totals, and the end."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

import calc
from tests.amounts import SEED, tries
from tests.hanafuda import more_drafts, naive_go_stop, naive_hachi_hachi, naive_roppyakken
from tests.hanafuda.naive_cards import number_cards

Plain = dict[str, Any]
NAMES = ["Kai", "Lou", "Mia"]


def settle_hachi_hachi(rounds: list[Plain]) -> tuple[list[Plain], list[Plain]]:
    """Each round as the plain judge settles it, and what it leaves to the next one."""
    settled, left = [], []
    fourfolds = doubles = 0
    for one in rounds:
        cancelled = {key: times for key, times in one.get("facts", {}).items() if key == "cancelled"}
        given = one | {"facts": {"fourfolds": fourfolds, "doubles": doubles} | cancelled}
        settled.append(naive_hachi_hachi.settle(given))
        (field,) = number_cards([one["field"]])
        if one.get("options", {}).get("fields") != "multiplied":
            # The longest queue: fields of this round that are left over go to its end, four times before twice.
            lying = ["four"] * len(field & {110, 120}) + ["two"] * len(field & {10, 30, 80})
            queue = ["four"] * fourfolds + ["two"] * doubles + ([] if fourfolds + doubles else lying[:1])
            waiting = queue[1:] + (lying if fourfolds + doubles else lying[1:])
            fourfolds, doubles = waiting.count("four"), waiting.count("two")
            left.append({"fourfolds": fourfolds, "doubles": doubles})
        else:
            left.append({})
    return settled, left


def settle_go_stop(rounds: list[Plain]) -> tuple[list[Plain], list[Plain]]:
    settled, left = [], []
    draws = 0
    for one in rounds:
        settled.append(naive_go_stop.settle(one | {"facts": one.get("facts", {}) | {"draws": draws}}))
        draws = draws + 1 if settled[-1]["winner"] is None else 0
        left.append({"draws": draws})
    return settled, left


def settle_roppyakken(rounds: list[Plain]) -> tuple[list[Plain], list[Plain]]:
    return [naive_roppyakken.settle(one) for one in rounds], [{} for _ in rounds]


GAMES: dict[str, tuple[Callable[..., Plain], Callable[[list[Plain]], tuple[list[Plain], list[Plain]]]]] = {
    "hachi-hachi": (more_drafts.hachi_hachi, settle_hachi_hachi),
    "go-stop": (more_drafts.go_stop, settle_go_stop),
    "roppyakken": (more_drafts.roppyakken, settle_roppyakken),
}


def drafted(game: str, rng: Random) -> list[Plain]:
    """Rounds of the same players under the same options, without facts that follow from the rounds before."""
    draft, _ = GAMES[game]
    house = rng.random()
    rounds: list[Plain] = []
    size = rng.choice([2, 3])
    while len(rounds) < 5:
        one = draft(rng, house=Random(house))
        if len(one["players"]) != size:
            continue
        facts = {key: of for key, of in one.pop("facts", {}).items() if key not in {"doubles", "fourfolds", "draws"}}
        one |= {"facts": facts} if facts else {}
        rounds.append(renamed(one, dict(zip(one["players"], rng.sample(NAMES[:size], size), strict=True))))
    return rounds


def renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {names.get(key, key): renamed(of, names) for key, of in value.items()}
    return names.get(value, value) if isinstance(value, str) else value


def ends(game: str, totals: dict[str, int]) -> bool:
    return game == "roppyakken" and max(totals.values()) >= 600


@pytest.mark.parametrize("game", GAMES)
def test_games(game: str) -> None:
    rng = Random(f"plain games{SEED} of {game}")
    for _ in range(tries(30, 2_000)):
        rounds = drafted(game, rng)
        names = NAMES[: len(rounds[0]["players"])]
        settled, left = GAMES[game][1](rounds)
        totals, expected = dict.fromkeys(names, 0), []
        for one, carried in zip(settled, left, strict=True):
            totals = {name: totals[name] + one["players"][name]["change"] for name in names}
            expected.append((one["winner"], totals, carried))
            if ends(game, totals):
                break
        record = {"rules": game, "players": names, "options": rounds[0].get("options", {})}
        record["rounds"] = [
            {key: of for key, of in one.items() if key not in {"rules", "options"}} for one in rounds[: len(expected)]
        ]
        result = msgspec.to_builtins(calc.settle_game(record))
        found = [(one["winner"], one["totals"], one.get("carried") or {}) for one in result["rounds"]]
        assert found == expected, record
        assert result["ended"] == ("points_reached" if ends(game, totals) else None), record
        best = [name for name in names if totals[name] == max(totals.values())]
        assert result["winner"] == (best[0] if len(best) == 1 else None), record
        if ends(game, totals):
            too_many = record | {"rounds": [*record["rounds"], record["rounds"][0]]}
            with pytest.raises(calc.CalcError, match=re.escape("rounds")):
                calc.settle_game(too_many)
