"""How fast hanafuda rounds are settled, beside a plain second implementation: ``python -m bench.hanafuda``.

Rounds are drawn at random and stand in memory as records; results stand in memory too. The same rounds are also settled
from JSON lines to rows, as ``yaku batch`` does after its start. Work of one core; medians of runs in turn, so that the
ratios compare on a busy machine too.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

import msgspec
from tabulate import tabulate

import calc
from bench.speed import time_in_turn
from calc.batch.settle import Settings, settle_block
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.rules.deck import load_deck
from calc.intake.blocks import Block
from calc.notation.cards import print_set
from calc.settling import Read, settle_cases
from tests.hanafuda import naive_hiraya, naive_koikoi, naive_taiyaku

ROUNDS = 5_000
#: How many cards of a round of Koi-Koi are captured when somebody stops.
CAPTURED = range(12, 29, 2)
NAMES = ("Aki", "Bea", "Cho")
PLAIN: dict[str, Callable[[dict[str, Any]], Any]] = {
    "koikoi": naive_koikoi.settle,
    "taiyaku": naive_taiyaku.settle,
    "hiraya": naive_hiraya.settle,
}


def draw_round(game: str, chance: random.Random) -> dict[str, Any]:
    """A round whose piles hold cards at random; in Koi-Koi the first player stops with a yaku."""
    cards = list(load_deck().cards)
    chance.shuffle(cards)
    if game == "koikoi":
        cards = cards[: chance.choice(CAPTURED)]
    players = NAMES[: 2 if game == "koikoi" else 3]
    piles = {name: sum(card.bit for card in cards[place :: len(players)]) for place, name in enumerate(players)}
    record: dict[str, Any] = {
        "rules": game,
        "players": {name: {"captured": print_set(pile, load_deck())} for name, pile in piles.items()},
    }
    if game == "koikoi":
        yaku = calc.settle_round({**record}).players
        stoppers = [name for name in players if yaku[name].yaku]
        if not stoppers:
            return draw_round(game, chance)
        record["stopped_by"] = stoppers[0]
    return record


def settles(record: dict[str, Any]) -> bool:
    """Whether a drawn round can be: two players may both hold a yaku that stops it."""
    try:
        calc.settle_round(record)
    except calc.CalcError:
        return False
    return True


def main() -> None:
    """Draw the rounds and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--repeats", type=int, default=5)
    given = parser.parse_args()
    rows = []
    for game, plain in PLAIN.items():
        chance = random.Random(game)
        records: list[dict[str, Any]] = []
        while len(records) < given.rounds:
            record = draw_round(game, chance)
            records += [record] if settles(record) else []
        reads = [Read(msgspec.convert(record, HanafudaRound)) for record in records]

        def settle_all(reads: list[Any] = reads) -> None:
            settle_cases(reads)

        def settle_plainly(records: list[dict[str, Any]] = records, plain: Callable[..., Any] = plain) -> None:
            for record in records:
                plain(record)

        block = Block(form="jsonl", file="rounds", data=b"".join(msgspec.json.encode(one) + b"\n" for one in records))

        def settle_lines(block: Block = block) -> None:
            settle_block(block, Settings())

        tasks: dict[str, Callable[[], object]] = {"calc": settle_all, "plain": settle_plainly, "lines": settle_lines}
        seconds = time_in_turn(tasks, given.repeats, time.process_time)
        rate = {name: given.rounds / taken for name, taken in seconds.items()}
        rates = [round(rate["calc"]), round(rate["plain"]), f"{rate['calc'] / rate['plain']:.2f}"]
        rows.append([game, *rates, f"{1e6 / rate['lines']:.1f}", f"{rate['lines'] / rate['plain']:.2f}"])
    headers = ["game", "calc, rounds/s", "plain second implementation, rounds/s", "ratio"]
    headers += ["from line to line, microseconds a round", "ratio"]
    print(tabulate(rows, headers, tablefmt="github", intfmt=",", colalign=("left", *["right"] * 5)))


if __name__ == "__main__":
    main()
