"""Rounds told in sentences, made of phrases in any order: each is refused, or pays what the chart says.

``python -m tests.fuzz.told --count 2000 --seed 7`` tells more of them, and prints those that are wrong.
"""

import argparse
import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import yaml

from tests.cli.running import run_yaku

PHRASES: Final[dict[str, Any]] = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
_SEATS: Final = "ESWN"
_WORTHS: Final = ((1, 30), (2, 30), (3, 30), (4, 30), (1, 40), (2, 40), (3, 40), (2, 50), (3, 50), (3, 25), (4, 25))
#: A player and what is paid or got; the change of all others.
_LINE: Final = re.compile(r"^  (\S.*?)  +([+-]?[\d,]+)$", re.MULTILINE)

_VERDICT: Final = re.compile(
    r"^(?:(?P<claim>.+) is (?:right|wrong)|The claim is (?:right|wrong)|(?P<both>Both|Neither) .*)\.   [(]",
    re.MULTILINE,
)


class Told(NamedTuple):
    """A sentence, and what each seat has after it: of people whose seats are not told, any three of the others."""

    text: str
    changes: dict[str, int]
    is_seated: bool


def _changes(base: int, winner: str, source: str | None, honba: int, sticks: int) -> dict[str, int]:
    """What each seat gets or pays: shares of base points rounded up to 100, 300 for each honba, 1,000 for a stick."""
    paid = {}
    for seat in source or _SEATS.replace(winner, ""):
        shares = (6 if winner == "E" else 4) if source else 2 if "E" in (winner, seat) else 1
        paid[seat] = -(-base * shares // 100) * 100 + honba * (300 if source else 100)
    return {seat: sum(paid.values()) + 1000 * sticks if seat == winner else -paid.get(seat, 0) for seat in _SEATS}


def tell(random: Random, lang: str, *, bare: bool = False) -> Told:
    """A round in a sentence. ``bare``: nothing lies on the table, and nothing is asked."""
    phrases, one_of = PHRASES[lang], random.choice
    winner, source = random.sample(_SEATS, 2)
    source = source if random.random() < 0.55 else ""
    honba, sticks = (0, 0) if bare else (one_of((0, 0, 1, 2, 3)), one_of((0, 0, 1, 2)))
    if random.random() < 0.6:
        han, fu = one_of(_WORTHS)
        base = min(fu * 2 ** (2 + han), 2000)
        base = 2000 if base == 1920 else base  # kiriage mangan, which riichi plays
        worth = one_of(phrases["worth"]).format(han=han, fu=fu)
    else:
        base = one_of([*PHRASES["levels"]])
        worth = one_of(phrases["level"]).format(w=PHRASES["levels"][base][lang == "ja"])
    how = one_of(("seats", "seats", "seated", "dealer", "me"))
    names = dict(zip(_SEATS, random.sample(phrases["names"], 4), strict=True))
    who = {seat: one_of(phrases["seats"][seat]) for seat in _SEATS}
    who = names if how in ("seated", "dealer") else who
    kind = "ron" if source else "tsumo"
    before = [one_of(phrases[how]).format(**names, seat=who[winner])] if how != "seats" else []
    if how == "me":
        is_loss = source and random.random() < 0.4
        before = [one_of(phrases["me"]).format(seat=who[source if is_loss else winner])]
        kind = "my_loss" if is_loss else f"my_{kind}"
    core = one_of(phrases[kind]).format(A=who[winner], B=who.get(source), w=worth)
    counts = ((honba, "honba"), (sticks, "sticks"))
    extra = [
        one_of(phrases[what]).format(n=count, c=one_of((str(count), phrases["numbers"][count])))
        for count, what in counts
        if count
    ]
    random.shuffle(extra)
    parts = one_of(([*before, core, *extra], [*extra, *before, core], [core, *extra, *before], [*before, *extra, core]))
    text = one_of(phrases["joined"]).join(parts) + ("" if bare else one_of(phrases["asked"]))
    return Told(text, _changes(base, winner, source or None, honba, sticks), how != "dealer")


def tell_claimed(random: Random, lang: str) -> tuple[str, list[str], list[bool]]:
    """A sentence with what one or two people claim of it, their claims, and whether each of them is right."""
    told = tell(random, lang, bare=True)
    paid = [-change for change in told.changes.values() if change < 0]
    low, high = min(paid), max(paid)
    # What is wrong pays more, or less.
    claims = [f"{one} all" if low == high else f"{one}/{two}" for one, two in ((low, high), (low + 100, high + 200))]
    if len(paid) == 1:
        claims = [str(low), str(low + random.choice((-100, 600, 1100)))]
    right = [True, False][:: random.choice((1, -1))][: random.choice((1, 2))]
    claims = [claims[not one] for one in right]
    said, people = random.choice(PHRASES[lang]["says"]), random.sample(PHRASES[lang]["people"], len(right))
    spoken = [said.format(p=name, x=one) for name, one in zip(people, claims, strict=True)]
    text = told.text + random.choice(PHRASES[lang]["ended"]) + random.choice(PHRASES[lang]["but"]).join(spoken)
    return text, claims, right


def judge_claims(text: str, claims: list[str], right: list[bool]) -> tuple[str, str]:
    """Whether the verdict on some claims is ``right``, ``wrong`` or has ``refused``, and what it prints."""
    ran = run_yaku("dispute", text, columns=100)
    found = _VERDICT.search(ran.out)
    if found is None:
        return "refused", ran.err + ran.out
    is_right = found["both"] is None and (" is right" in found[0]) is (len(right) == 2 or right[0])
    if len(right) == 2:
        is_right = is_right and (found["claim"] or "").endswith(claims[right.index(True)])
    return ("right" if is_right else "wrong"), ran.err + ran.out


def judge(told: Told) -> tuple[str, str]:
    """Whether the command is ``right``, ``wrong`` or has ``refused``, and what it prints."""
    ran = run_yaku(told.text, columns=100)
    if ran.code or " wins " not in ran.out:
        # What pays for a dealer and others, or is asked back, names nobody.
        return "refused", ran.err + ran.out
    seats = {name: seat for seat, name in zip(_SEATS, ("East", "South", "West", "North"), strict=True)}
    found = {name: int(figure.replace(",", "")) for name, figure in _LINE.findall(ran.out)}
    named = {seats[name]: figure for name, figure in found.items() if name in seats}
    if told.is_seated and len(named) == len(_SEATS):
        return ("right" if named == told.changes else "wrong"), ran.err + ran.out
    # Seats that are not told are any; whoever discards may be called so.
    figures = Counter(figure for figure in found.values() if figure)
    is_right = figures == Counter(figure for figure in told.changes.values() if figure)
    return ("right" if is_right else "wrong"), ran.err + ran.out


def main() -> int:
    """Tell many; the exit code is 1 where one is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lang", choices=("en", "ja"), action="append")
    parser.add_argument("--claims", action="store_true", help="tell what people claim of them, too")
    parser.add_argument("--refused", action="store_true", help="print what is refused too")
    asked = parser.parse_args()
    random, found = Random(asked.seed), Counter[str]()
    for _ in range(asked.count):
        lang = random.choice(asked.lang or ("en", "ja"))
        told: Any = tell_claimed(random, lang) if asked.claims else tell(random, lang)
        what, printed = judge_claims(*told) if asked.claims else judge(told)
        found[what] += 1
        if what == "wrong" or (asked.refused and what == "refused"):
            print(f"{what}: {told}\n{printed}", flush=True)
    print(f"{asked.count:,} rounds: " + ", ".join(f"{found[what]:,} {what}" for what in ("right", "refused", "wrong")))
    return int(found["wrong"] > 0)


if __name__ == "__main__":
    raise SystemExit(main())
