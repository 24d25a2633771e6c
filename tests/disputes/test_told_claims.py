"""Claims on rounds, both told in sentences, against the arithmetic of the rules: what each pays, honba and sticks."""

import random
from typing import Any

import pytest

from tests.cli.running import run_yaku

_SEATS = ("East", "South", "West", "North")
_LEVELS = {5: ("mangan", "満貫", 2000), 6: ("haneman", "跳満", 3000), 8: ("baiman", "倍満", 4000)}
_JAPANESE = dict(zip(_SEATS, ("東家", "南家", "西家", "北家"), strict=True))


def _up(points: int) -> int:
    return -(-points // 100) * 100


def _win(of: random.Random) -> dict[str, Any]:
    """A win with what each pays: ``base`` points doubled for the dealer, 300 a honba."""
    winner, han, fu, honba, sticks = of.choice(_SEATS), of.choice([1, 2, 3, 5, 6, 8]), of.choice([30, 40]), *_lying(of)
    payer = of.choice([seat for seat in _SEATS if seat != winner]) if of.random() < 0.5 else ""
    base = _LEVELS[han][2] if han in _LEVELS else fu * 4 * 2**han
    twice = {seat: 2 if _SEATS[0] in (winner, seat) else 1 for seat in _SEATS if seat != winner}
    pays = {seat: _up(base * times) + 100 * honba for seat, times in twice.items()}
    if payer:
        pays = {payer: _up(base * sum(twice.values())) + 300 * honba}
    english, japanese = _LEVELS[han][:2] if han in _LEVELS else (f"{han} han {fu} fu", f"{han}翻{fu}符")
    told = of.choice([f"{winner} ron {payer} ", f"{winner} wins off {payer}, ", f"{payer} deals into {winner}, "])
    said = f"{_JAPANESE[winner]}が{_JAPANESE.get(payer)}からロン " if payer else f"{_JAPANESE[winner]}ツモ "
    told = (told if payer else f"{winner} tsumos ") + english
    told += f", {honba} honba" * bool(honba) + f", {sticks} stick{'s' * (sticks > 1)} on the table" * bool(sticks)
    said += japanese + f"、{honba}本場" * bool(honba) + f"、供託{sticks}本" * bool(sticks)
    return {"told": (told, said), "pays": pays, "gets": {winner: sum(pays.values()) + 1000 * sticks}}


def _lying(of: random.Random) -> tuple[int, int]:
    return of.choice([0, 0, 1, 2]), of.choice([0, 0, 1, 2])


def _draw(of: random.Random) -> dict[str, Any]:
    """A draw at which 3,000 points go from who is noten to who is tenpai."""
    tenpai = sorted(of.sample(_SEATS, of.choice([1, 2, 3])), key=_SEATS.index)
    noten = [seat for seat in _SEATS if seat not in tenpai]
    told = f"draw, {' and '.join(tenpai)} tenpai"
    said = f"流局、{'と'.join(_JAPANESE[seat] for seat in tenpai)}がテンパイ"
    pays, gets = dict.fromkeys(noten, 3000 // len(noten)), dict.fromkeys(tenpai, 3000 // len(tenpai))
    return {"told": (told, said), "pays": pays, "gets": gets}


@pytest.mark.parametrize("seed", range(24))
def test_what_a_seat_pays_or_gets_is_judged_by_arithmetic(seed: int) -> None:
    of = random.Random(seed)
    told = of.choice([_win, _win, _draw])(of)
    does = of.choice(["pays", "gets"])
    seat, right = of.choice([*told[does].items()])
    claimed = right + of.choice([0, 0, 100, 300, 1000])
    english = of.choice(
        [f"{seat} {does} {claimed}", f"{seat} says he {does} {claimed}", f"{seat} says I {does[:-1]} {claimed}"]
    )
    japanese = f"{_JAPANESE[seat]}は{claimed}点{'払う' if does == 'pays' else 'もらえる'}と言っている"
    for text in (f"{told['told'][0]}. {english}", f"{told['told'][1]}。{japanese}"):
        ran = run_yaku("dispute", text, "--rules", "tenhou")
        first = "The claim is right." if claimed == right else "The claim is wrong."
        assert (text, ran.out[: len(first)]) == (text, first)


@pytest.mark.parametrize("seed", range(24))
def test_what_i_am_told_to_pay_is_judged_by_arithmetic(seed: int) -> None:
    of = random.Random(seed)
    told = _win(of)
    seat, right = of.choice([*told["pays"].items()])
    claimed = right + of.choice([0, 0, 100, 300, 1000])
    mine = of.choice([f"I'm {seat}", f"I am in the {seat} seat", f"I'm sitting {seat}"])
    claim = of.choice([f"He tells me to pay {claimed}", f"he says I pay {claimed}", f"she wants {claimed} from me"])
    # Who won and is called by name is a player besides the dealer, who is the one that pays.
    by_name = told["told"][0].replace(next(iter(told["gets"])), "Bob", 1).replace("East", "me", 1)
    named = [f"{by_name}, I'm the dealer. {claim}"] if seat == "East" and " me" in by_name else []
    for text in (f"{mine}. {told['told'][0]}. {claim}", *named):
        ran = run_yaku("dispute", text, "--rules", "tenhou")
        first = "The claim is right." if claimed == right else "The claim is wrong."
        assert (text, ran.out[: len(first)]) == (text, first)


@pytest.mark.parametrize("seed", range(40))
def test_who_is_said_to_win_is_paid_or_nobody_is(seed: int) -> None:
    of = random.Random(seed)
    winner, loser = of.sample(_SEATS, 2)
    me = of.choice([winner, loser])
    other = winner if me == loser else loser
    called = {
        me: ("I", "me"),
        other: ("the dealer", "the dealer") if other == "East" and of.random() < 0.5 else (other, other),
    }
    (does, _), (done, to) = called[winner], called[loser]
    base, points = of.choice([("3 han 40 fu", (5200, 7700)), ("mangan", (8000, 12000)), ("2 han 30 fu", (2000, 2900))])
    was = "was" if done == "I" else of.choice(["was", "got"])
    told = of.choice(
        [
            f"{does} {of.choice(['ronned', 'hit', 'won off', 'caught'])} {to} for {base}",
            f"{done} {was} {of.choice(['ronned', 'hit'])} by {called[winner][1]} for {base}",
            f"{done} dealt into {called[winner][1]} for {base}",
            f"{done} dealt in to {called[winner][1]}, {base}",
        ]
    )
    text = of.choice(
        [f"{told}, I'm {me}", f"I'm {me}. {told}", f"{told} and I am the {me} player", f"I'm {me} and {told}"]
    )
    ran = run_yaku("score", text, "--rules", "riichi")
    paid = points[winner == "East"]
    assert ran.code or f"{winner} wins {paid:,} points by ron from {loser}" in ran.out, (text, ran.out)
