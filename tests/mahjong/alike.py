"""One hand and many: random hands under every rule set of riichi, its options answered at random, are settled each by
itself and all in columns, to the same text of a result and the same refusal.

``make alike`` asks of ten million hands, for a night; the tests ask of some under each rule set.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any, cast

import msgspec

import calc
from calc.intake.spelling import record_from
from calc.mahjong.columns.settle import settle_short
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.records.types import Win
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.scoring import settle_wins
from calc.outcomes import EncodedResult
from calc.tables.shelf import sets_of_game
from tests.judges.hands import dressed_for, for_three, near_misses, random_hands, without_reds
from tests.judges.tiles import Record
from tests.test_local_yaku import house, lacks_tiles, listed

#: The rule sets of riichi.
SETS = sorted(sets_of_game("riichi"))
#: Hands under one choice of rules in the long run.
BLOCK = 2_000
#: What a record may say beside or in place of what it says, right or wrong.
SPOILS: dict[str, list[Any]] = {
    "by": ["ron", "tsumo"],
    "seat": [*"ESWN"],
    "round": [*"ESWN"],
    "from": [*"ESWN", None],
    "riichi": [False, True, "double"],
    "ippatsu": [True],
    "rinshan": [True],
    "last_tile": [True],
    "first_turn": [True],
    "chankan": [True, "concealed"],
    "north": [1, 2, 4, 5],
    "dora": ["1m", "4z", "9s9s", "123m45p", "1111z1z"],
    "ura": ["", "1m", "7z", "9s9s", "123m45p"],
    "discards": ["", "1m", "19m19p19s1234567z", "2345678p2345678s"],
    "liable": [{"seat": seat, "for": name} for seat in "EW" for name in ("daisangen", "daisuushi")],
    "sticks": [0, 9, 4000],
    "honba": [0, 99],
}


@cache
def _answers() -> dict[str, list[Any]]:
    """What some rule set answers, or offers as an answer, to each option."""
    found: dict[str, list[Any]] = {}
    for name in SETS:
        for option, rule in calc.load_rules(name).options.items():
            known = found.setdefault(option, [])
            known += [answer for answer in [*(rule.choices or [rule.default])] if answer not in known]
    return found


def random_rules(rng: Random, name: str) -> MahjongRules:
    """A rule set with some options answered otherwise, as far as they go together, and sometimes some local yaku."""
    if rng.random() < 0.3:
        fitting = [yaku for yaku in listed() if not lacks_tiles(name, yaku)]
        name = _first_that_loads(house(name, rng.sample(fitting, 6)), name)
    chosen: dict[str, Any] = {}
    for option in rng.sample(sorted(calc.load_rules(name).options), 12):
        answer = rng.choice(_answers()[option])
        if _loads(name, {**chosen, option: answer}):
            chosen[option] = answer
    return load_mahjong_rules(name, chosen)


def _loads(name: str, options: dict[str, Any]) -> bool:
    try:
        load_mahjong_rules(name, options)
    except calc.CalcError:
        return False
    return True


def _first_that_loads(*names: str) -> str:
    return next(name for name in names if _loads(name, {}))


def random_records(rng: Random, rules: MahjongRules) -> Iterator[Record]:
    """Hands as a table of these rules would have them, without end; one in four is spoiled, or is no win at all."""
    while True:
        seed = rng.randrange(10**9)
        drawn = [*random_hands(seed, 90), *(record for record, _ in near_misses(seed, 10))]
        fitting = for_three(rules, drawn, seed) if len(rules.seats) == 3 else (dressed_for(rules, one) for one in drawn)
        with_reds = all(rules.tiles.red_fives.values())
        yield from (_spoiled(rng, one if with_reds else without_reds(one), rules) for one in fitting)


def _spoiled(rng: Random, record: Record, rules: MahjongRules) -> Record:
    spoiled = dict(record)
    if rng.random() < 0.2:
        for key in rng.sample(sorted(SPOILS), rng.choice((1, 1, 2))):
            spoiled[key] = rng.choice(SPOILS[key])
    if rules.facts and rng.random() < 0.3:
        told = rng.sample(sorted(rules.facts), min(len(rules.facts), rng.choice((1, 1, 2))))
        spoiled["facts"] = {fact: rng.choice((True, True, 1, 2, 5, 9, 70, False)) for fact in told}
    return {key: value for key, value in spoiled.items() if value is not None}


def compare(records: list[Record], rules: MahjongRules) -> tuple[Counter[str], list[str]]:
    """How many were settled, and refused by each code; and each record that came out otherwise among others."""
    wins = [cast("Win", record_from({**record, "rules": None})) for record in records]
    alone = [_told(one if isinstance(one, calc.CalcError) else one.result("short")) for one in settle_wins(wins, rules)]
    many = [_told(one) for one in settle_short(wins, rules, encoded=True)]
    found = Counter(one.partition(" ")[0] if not one.startswith("{") else "settled" for one in alone)
    differing = [
        f"{rules.label} {rules.chosen}\n{win}\nalone: {one}\namong others: {other}"
        for win, one, other in zip(wins, alone, many, strict=True)
        if one != other
    ]
    return found, differing


def _told(outcome: Any) -> str:
    if isinstance(outcome, calc.CalcError):
        return f"{outcome.code} {outcome.key} {outcome.column} {outcome.message}"
    if isinstance(outcome, EncodedResult):
        return outcome.text + "}"
    return msgspec.json.encode(outcome).decode()


def main() -> int:
    """Compare so many hands; exit code 1 where one of them differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=10_000_000, metavar="N", help="how many (10000000)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="one seed, one list of hands (1)")
    asked = parser.parse_args()
    rng, found, differing, begun = Random(asked.seed), Counter[str](), 0, time.monotonic()
    choices = 0
    while found.total() < asked.hands:
        rules = random_rules(rng, SETS[choices % len(SETS)])
        choices += 1
        records = list(islice(random_records(rng, rules), min(BLOCK, asked.hands - found.total())))
        counts, others = compare(records, rules)
        found += counts
        differing += len(others)
        print(*others[:5], sep="\n", end="", flush=True)
        print(f"{found.total():,} hands, {differing} differ", file=sys.stderr)
    told = ", ".join(f"{name} {count:,}" for name, count in found.most_common())
    seconds = time.monotonic() - begun
    print(f"{found.total():,} hands under {choices:,} choices of rules ({told}): {differing} differ, "
          f"seed {asked.seed}, {seconds:.0f} s")  # fmt: skip
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main())
