"""Random whole games against a second, plain implementation, and what holds for every game whatever is played."""

from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings

import calc
from tests.amounts import SEED, tries
from tests.mahjong.game_drafts import SEATS, DraftGame, games
from tests.mahjong.naive_games import settle

QUICK = settings(
    max_examples=tries(20, 2_000),
    derandomize=not SEED,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)


def play(record: dict[str, Any]) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(calc.settle_game(record))
    return plain


def by_player(plain: dict[str, Any], names: list[str], key: str) -> list[int]:
    """The points of a round in the order of the players."""
    named = {name: plain[key][seat] for seat, name in plain["players"].items()}
    return [named[name] for name in names]


@QUICK
@given(games())
def test_the_plain_judge_agrees(game: DraftGame) -> None:
    record, names = game.record, game.record["players"]
    result, judged = play(record), settle(game.hands, game.start, game.rules)
    assert len(result["rounds"]) == len(judged["rounds"])
    for found, right in zip(result["rounds"], judged["rounds"], strict=True):
        frame = right["frame"]
        assert (found["round"], found["number"]) == (SEATS[frame.wind], frame.number + 1)
        assert (found["honba"], found["sticks"]) == (frame.honba, frame.sticks)
        assert found["dealer"] == names[frame.number]
        assert by_player(found, names, "changes") == right["changes"], found
        assert by_player(found, names, "scores") == right["scores"]
        after = right["next"]
        if found["next"] is not None:
            assert found["next"] == {
                "round": SEATS[after.wind],
                "number": after.number + 1,
                "dealer": names[after.number],
                "honba": after.honba,
                "sticks": after.sticks,
            }
    assert result["ended"] == judged["ended"]
    assert (result["rounds"][-1]["next"] is None if result["rounds"] else False) == (judged["ended"] is not None)
    assert [result["scores"][name] for name in names] == judged["scores"]
    final = [line | {"player": names[line["player"]]} for line in judged["final"]]
    for line, right in zip(result["final"], final, strict=True):
        assert {**line} == {key: float(value) if key not in ("player",) else value for key, value in right.items()}
    assert result.get("agrees") in (None, True)


@QUICK
@given(games())
def test_points_come_from_somewhere_and_go_somewhere(game: DraftGame) -> None:
    result = play(game.record)
    for one in result["rounds"]:
        moved = dict.fromkeys(one["changes"], 0)
        for transfer in one["transfers"]:
            for party, amount in ((transfer["from"], -transfer["amount"]), (transfer["to"], transfer["amount"])):
                assert party in moved or party == "sticks"
                if party in moved:
                    moved[party] += amount
        assert moved == one["changes"]
        if one["next"] is not None:
            assert sum(one["changes"].values()) + 1000 * (one["next"]["sticks"] - one["sticks"]) == 0
    left = sum(transfer["amount"] for transfer in result["transfers"])
    paid = sum(sum(one["changes"].values()) for one in result["rounds"])
    assert sum(result["scores"].values()) == sum(game.start) + paid + left
    chombo = sum(len(hand.get("chombo", [])) for hand in game.hands) if game.rules["chombo"] == "points" else 0
    off = game.rules["chombo_points"] * chombo / game.rules["unit"]
    assert abs(sum(line["score"] for line in result["final"]) + off) < 1e-6


def backwards(value: Any) -> Any:
    if isinstance(value, dict):
        return dict(reversed(value.items()))
    return value[::-1] if isinstance(value, list) else value


def reordered(record: dict[str, Any]) -> dict[str, Any]:
    """The same game with every list whose order says nothing written from its end."""
    rounds = []
    for one in record["rounds"]:
        turned = dict(one)
        for key in ("riichi", "wins", "chombo"):
            if key in one:
                turned[key] = one[key][::-1]
        if "draw" in one:
            turned["draw"] = {key: backwards(value) for key, value in one["draw"].items()}
        rounds.append(turned)
    return record | {"rounds": rounds}


@QUICK
@given(games())
def test_the_order_in_which_seats_are_written_says_nothing(game: DraftGame) -> None:
    assert play(reordered(game.record)) == play(game.record)


@QUICK
@given(games())
def test_other_names_get_the_same(game: DraftGame) -> None:
    names: list[str] = game.record["players"]
    others = dict(zip(names, [*names[1:], names[0]], strict=True))

    def renamed(value: Any) -> Any:
        if isinstance(value, dict):
            return {others.get(key, key): renamed(item) for key, item in value.items()}
        if isinstance(value, list):
            return [renamed(item) for item in value]
        return others.get(value, value) if isinstance(value, str) else value

    def without_notes(result: dict[str, Any]) -> dict[str, Any]:
        # Notes name players within sentences.
        return result | {"notes": [], "rounds": [one | {"notes": []} for one in result["rounds"]]}

    expected = without_notes(renamed(play(game.record)))
    assert without_notes(play(game.record | {"players": [others[name] for name in names]})) == expected


@QUICK
@given(games())
def test_a_game_that_is_cut_short_begins_the_same(game: DraftGame) -> None:
    whole = play(game.record)["rounds"]
    for length in range(len(whole)):
        cut = play(game.record | {"rounds": game.record["rounds"][:length]})
        # A dealer who may stop has done so where the record ends.
        is_open = cut["ended"] is None
        assert is_open or (cut["ended"] == "dealer_stopped" and game.rules["dealer_may_stop"] is True)
        assert cut["rounds"][: length - 1 if not is_open else length] == whole[: length - 1 if not is_open else length]
