"""Every figure that a reason names for something else than the hand is true: each is settled by itself and compared."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import calc
from calc.disputes.claims import read_claim
from calc.disputes.remedies import try_one
from calc.disputes.verdict import judge
from calc.games import game_of, load_rules
from calc.intake.spelling import parse_any_line, record_from
from calc.mahjong.records.types import Win
from calc.records.plain import plain_from
from calc.settling import Settings, rules_for
from tests.amounts import tries
from tests.disputes.test_dispute_cases import CASES
from tests.judges.hands import random_hands
from tests.rows import Rows

ROWS = Rows(__file__)


CLAIMED = r"(?P<claimed>[\d,/]+(?: all)?)"
SEATS = {"East": "E", "South": "S", "West": "W", "North": "N"}


def plain(points: str) -> str:
    return points.replace(",", "")


def points_of(record: dict[str, Any], rules: Any) -> set[str]:
    """The ways to say the points of a win: in all, and what each pays."""
    try:
        result: Any = calc.score({"honba": 0, **record, "claim": None}, rules=rules)
    except calc.CalcError:
        return set()
    if isinstance(result, calc.Refusal):
        return set()
    paid = [-one for seat, one in result.payments.items() if seat != record["seat"] and one < 0]
    return {
        str(result.points),
        *({f"{paid[0]} all"} if len(paid) > 1 and len({*paid}) == 1 else ()),
        *both(record, result),
    }


def both(record: dict[str, Any], result: Any) -> Iterator[str]:
    dealer = -result.payments.get("E", 0)
    others = {-one for seat, one in result.payments.items() if seat not in ("E", record["seat"])}
    if record["by"] == "tsumo" and record["seat"] != "E" and len(others) == 1:
        yield f"{others.pop()}/{dealer}"


def with_counts(record: dict[str, Any], told: str, **changes: Any) -> dict[str, Any]:
    """A win without tiles of han and fu, or of a level, in place of the record."""
    counts = re.fullmatch(r"(\d+) han(?: (\d+) fu)?", told)
    kept = {key: record[key] for key in ("by", "seat", "from", "round") if key in record} | changes
    if kept["by"] == "tsumo":
        kept.pop("from", None)
    elif kept.get("from") in (None, kept["seat"]):
        kept["from"] = next(seat for seat in "ESW" if seat != kept["seat"])
    if counts is None:
        return {**kept, "level": told.rsplit(" x ", maxsplit=1)[-1]} | ({} if " x " not in told else {"level": told})
    return {**kept, "han": int(counts[1])} | ({} if counts[2] is None else {"fu": int(counts[2])})


def is_true(reason: str, record: dict[str, Any], rules: Any) -> bool | None:  # noqa: PLR0911
    """Whether a hypothetical is true; ``None`` where a reason names none."""
    bare = {key: value for key, value in record.items() if key not in ("claim", "honba", "sticks")}
    other = "tsumo" if record["by"] == "ron" else "ron"
    elsewhere = "S" if record["seat"] == "E" else "E"
    if found := re.fullmatch(rf"{CLAIMED} is what (?P<title>.+) would get for it", reason):
        claimed, title = plain(found["claimed"]), found["title"]
        if title.startswith("a win by "):
            assert title == f"a win by {other}"
            return claimed in points_of(
                {key: value for key, value in bare.items() if key != "from"} | {"by": other}, rules
            )
        seats = {"the dealer": "E", "another player": "SWN"}.get(title) or "".join(
            SEATS[one] for one in title.split(" or ")
        )
        moved = [bare | {"seat": seat} for seat in seats if seat in rules.seats]
        return all(
            claimed in points_of({k: v for k, v in one.items() if (k, v) != ("from", one["seat"])}, rules)
            for one in moved
        )
    if found := re.fullmatch(rf"{CLAIMED} is what (?P<told>\d+ han \d+ fu) pay; this hand has .*", reason):
        return plain(found["claimed"]) in points_of(with_counts(bare, found["told"]), rules)
    if found := re.fullmatch(
        rf"{CLAIMED} is paid for (?P<told>.+) by (ron|tsumo)(?:, and|;) this is a (ron|tsumo).*", reason
    ):
        assert (found[3], found[4]) == (other, record["by"])
        return plain(found["claimed"]) in points_of(with_counts(bare, found["told"], by=other), rules)
    if found := re.fullmatch(
        rf"{CLAIMED} is paid to (the dealer|another player) for (?P<told>.+), and (\w+) is .*", reason
    ):
        assert SEATS[found[4]] == record["seat"]
        return plain(found["claimed"]) in points_of(with_counts(bare, found["told"], seat=elsewhere), rules)
    if found := re.fullmatch(r"\d+ han \d+ fu pay (?P<claimed>[\d,/]+(?: all)?) where .+ \((\w+)=(\w+)\)", reason):
        there = [choice for choice in rules.options[found[2]].choices if choice != found[3]]
        told = [points_of(bare, load_rules(rules.origin, rules.chosen | {found[2]: choice})) for choice in there]
        return any(plain(found["claimed"]) in one for one in told)
    if found := re.fullmatch(rf"{CLAIMED} holds the honba, which is paid .*", reason):
        whole: Any = calc.score({**record, "claim": None}, rules=rules)
        counters = sum(one.amount for one in whole.transfers if one.why == "counters")
        return bool(int(plain(found["claimed"])) == whole.points + counters)
    if re.match(r"[\d,/]+(?: all)? (is (what|paid)|holds)", reason):
        raise AssertionError(f"nobody checks {reason!r}")
    return None


def fu_is_true(reason: str, claimed: int, result: Any, rules: Any) -> bool | None:
    """Whether the fu that a reason takes away, adds or exchanges make the claimed ones; ``None`` where it does none."""
    total = sum(line.fu for line in result.fu_parts if line.id != "rounding")
    made = None
    exchanged = re.match(r"\d+ fu count .+ \((\d+), not (\d+)\)", reason)
    if exchanged:
        made = [total + int(exchanged[1]) - int(exchanged[2])]
    elif found := re.match(r"\d+ fu count (\d+) for .+, which asks for", reason):
        made = [total + int(found[1])]
    elif found := re.match(r"\d+ fu leave out (.+)", reason):
        lines = [one.split(" and ") for one in found[1].split(", or ")]
        made = [total - sum(int(re.findall(r" (\d+)(?= [(\[]|$)", one)[-1]) for one in parts) for parts in lines]
    if made is None:
        return None
    up = rules.fu.round_up_to
    return all(claimed in (fu, -(-fu // up) * up) for fu in made)


def reasons_of(claiming: Any, rules: Any) -> tuple[Any, list[str]]:
    case = try_one(claiming, rules)
    if isinstance(case.result, calc.Refusal) or case.result.agrees is True:
        return case.result, []
    _, found = game_of(claiming).departures(claiming, case.result, rules, case.kept)
    return case.result, [reason for one in found for reason in one.why]


#: What people say of hands.
AMOUNTS: list[Any] = ROWS["amounts"]


@pytest.mark.parametrize("name", ["riichi", "tenhou", "saikouisen", "wrc"])
def test_hypotheticals_about_points_are_true(name: str) -> None:
    rng, rules, checked = Random(name), load_rules(name), 0
    for hand in random_hands(71, tries(25, 2000)):
        given = {**hand, "rules": name}
        record: Any = record_from(given)
        own = points_of({**given, "honba": 0}, rules)
        near = [claim for claim in AMOUNTS if str(claim) not in own]
        for claim in rng.sample(near, 6):
            _, reasons = reasons_of(read_claim(record, str(claim), rules), rules)
            for reason in reasons:
                found = is_true(reason, given, rules)
                assert found is not False, (given, claim, reason)
                checked += found is True
    assert checked >= 5


@pytest.mark.parametrize("name", ["riichi", "tenhou", "saikouisen"])
def test_hypotheticals_about_fu_are_true(name: str) -> None:
    rules, checked = load_rules(name), 0
    for hand in random_hands(72, tries(25, 2000)):
        given = {**hand, "rules": name}
        record: Any = record_from(given)
        for claim in (30, 40, 50, 60, 70):
            result, reasons = reasons_of(read_claim(record, f"{claim} fu", rules), rules)
            for reason in reasons:
                found = fu_is_true(reason, claim, result, rules)
                assert found is not False, (given, claim, reason)
                checked += found is True
    assert checked >= 5


def test_hypotheticals_of_the_cases_are_true() -> None:
    checked = 0
    for case in CASES:
        given = case["record"]
        record: Any = parse_any_line(given)[0] if isinstance(given, str) else record_from(given)
        if not isinstance(record, Win):
            continue
        rules = rules_for(record, Settings(rules=case.get("rules"), options=case.get("options") or {}))
        spelled = plain_from(record)
        claim = case.get("claim")
        for reason in reasons_of(record if claim is None else read_claim(record, claim, rules), rules)[1]:
            found = is_true(reason, spelled, rules)
            assert found is not False, (case["name"], reason)
            checked += found is True
    assert checked >= 10


def test_a_false_hypothetical_is_found() -> None:
    """By ron the hand has a han less: 1,300."""
    record = {"hand": "123m456p789s55z77z", "win": "7z", "by": "tsumo", "seat": "W", "round": "E"}
    rules = load_rules("tenhou")
    assert is_true("2,600 is what a win by ron would get for it", record, rules) is False
    assert is_true("1,300 is what a win by ron would get for it", record, rules) is True
    verdict = judge(record_from({**record, "rules": "tenhou"}), rules, "1300")
    assert "1,300 is what a win by ron would get for it" in verdict.departures[0].why
