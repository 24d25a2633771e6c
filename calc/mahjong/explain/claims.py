"""Claims on wins, compared with the result; :mod:`calc.mahjong.explain.words` reads them."""

from functools import partial
from operator import ge, gt, le, lt
from typing import Any, Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from calc.errors import CalcError, NoYakuError, RecordError, contradict, did_you_mean
from calc.fit import for_amount
from calc.mahjong.hand.hand import DEALER
from calc.mahjong.records.types import Claim, Round, RoundClaim, Win
from calc.mahjong.records.words import sign
from calc.mahjong.results import WinResult
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import LIMIT_LEVEL
from calc.mahjong.value.payments import PointsSaid, base_points, points_said
from calc.mahjong.value.worth import read_level
from calc.notation.spellings import points_of
from calc.notation.text import show
from calc.outcomes import Difference, ErrorLine, check_not_empty, compare, is_verdict, said_by
from calc.patterns import regex
from calc.records.values import MOST_DIGITS
from calc.translation import msg

DISCARDER: Final = "discarder"
BOUNDS: Final = {"at_least": ge, "at_most": le, "more_than": gt, "less_than": lt}
_AMOUNT: Final = rf"\d{{1,{MOST_DIGITS}}}"
_POINTS: Final = regex(rf"(?P<total>{_AMOUNT})|{_AMOUNT} all|{_AMOUNT}/{_AMOUNT}")


def check_claim(result: WinResult, record: Win, rules: MahjongRules) -> WinResult:
    """Add ``agrees`` and ``differences`` to a result whose record has a claim.

    Raises :class:`calc.CalcError` for a claim that is empty or contradicts itself, for points that are no amount, and
    for yaku and seats that do not exist.
    """
    claim = record.claim
    if claim is None:
        return result
    _check_content(said_by(claim), record)
    _check_names(said_by(claim), rules)
    yaku, paid = [line.id for line in result.yaku], result.payments

    def wrong(key: str, claimed: Any, actual: Any, *, right: bool) -> list[Difference]:
        return [] if right else [Difference(key, claimed, actual)]

    # A limit on a better wait is that limit.
    limits = (rules.yaku[name] for name in yaku if name in rules.yaku and rules.yaku[name].value.limit)
    within = {other for one in limits for other in one.suppresses}

    def lacks(claimed: list[str]) -> list[Difference]:
        counted = [name for name in claimed if name in yaku]
        return wrong("lacks", claimed, counted, right=not counted)

    def payments(claimed: dict[str, int]) -> list[Difference]:
        named = _name_payers(claimed, paid, record)
        return wrong("payments", named, paid, right=all(paid[seat] == amount for seat, amount in named.items()))

    def points(claimed: int | str) -> list[Difference]:
        spelled, by_payer = spell_claimed(claimed, record, rules), spell_points(result, record, rules)
        if spelled.isdigit():
            return wrong("points", claimed, result.points, right=int(spelled) == result.points)
        return wrong("points", claimed, by_payer, right=spelled == by_payer)

    def bound(key: str, claimed: int | str) -> list[Difference]:
        return wrong(key, claimed, result.points, right=BOUNDS[key](result.points, _total(claimed, record, rules)))

    parts = {
        "win": True,
        "han": result.han,
        "fu": result.fu,
        "yaku": lambda said: wrong("yaku", said, yaku, right=sorted(said) == sorted(yaku)),
        "has": lambda said: wrong("yaku", said, yaku, right=len({*said}) == len(said) and {*said} <= {*yaku, *within}),
        "lacks": lacks,
        "dora": result.dora.tiles,
        "furiten": False,
        "points": points,
        **{key: partial(bound, key) for key in BOUNDS},
        "payments": payments,
    }
    differences = compare(claim, parts, "claim", "points: 7700")
    return replace(result, agrees=not differences, differences=differences)


def _check_content(claim: dict[str, Any], record: Win) -> None:
    """Refuse a claim that contradicts itself, or on what only tiles tell."""
    for key, example in (("has", "pinfu"), ("lacks", "pinfu"), ("payments", "W: -7700")):
        if key in claim:
            check_not_empty(claim[key], f"claim.{key}", example)
    alone = next((key for key, said in (("win", False), ("furiten", True)) if claim.get(key) is said), None)
    others = [key for key in claim if key != alone]
    if alone is not None and others:
        contradict("a claim of no win claims nothing else; leave {0} or {1} out", alone, others[0], key="claim")
    both = [name for name in claim.get("lacks", ()) if name in (claim.get("has") or claim.get("yaku") or ())]
    if both:
        contradict("{0} is claimed both to count and not to; leave one out", both[0], key="claim")
    if {"yaku", "has"} <= claim.keys():
        contradict("claim all yaku of the hand (yaku) or some of them (has); leave one out", key="claim")
    untold = [] if record.has_tiles else [key for key in ("yaku", "has") if key in claim]
    if untold:
        raise RecordError(
            "a win without tiles has no yaku to compare; claim its han, fu, points or payments, or give the hand",
            key=f"claim.{untold[0]}",
        )


def _check_names(claim: dict[str, Any], rules: MahjongRules) -> None:
    """Refuse yaku and seats that the rule set does not have."""
    for key in ("yaku", "has", "lacks"):
        for name in claim.get(key, ()):
            if name not in rules.yaku:
                # A level claimed alone may have been read as a yaku.
                hint = did_you_mean(name, [*rules.yaku, *rules.points.levels, LIMIT_LEVEL])
                raise RecordError("{0} has no yaku {1!r}{2}", rules.id, name, hint, key=f"claim.{key}", column=1)
    for seat in claim.get("payments", ()):
        if seat not in (*rules.seats, DISCARDER):
            seats, key = " ".join(rules.seats), f"claim.payments.{seat}"
            raise RecordError("{0} has the seats {1}, found {2!r}", rules.id, seats, seat, key=key, column=1)


def _name_payers(claimed: dict[str, int], paid: dict[str, int], record: Win) -> dict[str, int]:
    """Claimed payments by the names that the result uses: seats, or ``discarder`` where the record has no ``from``,
    which is who alone is said to pay.
    """
    found: dict[str, int] = {}
    payers = [name for name, amount in claimed.items() if amount < 0]
    if DISCARDER in paid and len(payers) == 1 and payers[0] not in paid:
        claimed = {DISCARDER if name == payers[0] else name: amount for name, amount in claimed.items()}
    for name, amount in claimed.items():
        seat, key = record.from_ if name == DISCARDER and record.from_ is not None else name, f"claim.payments.{name}"
        if seat not in paid:
            known, hint = msg("but the record does not say from whom"), msg("add from")
            if record.by == "tsumo":
                known, hint = msg("by tsumo, so nobody discarded"), msg("leave it out")
            contradict("{0} pays or gains by the discard, and the hand was won {1}; {2}", name, known, hint, key=key)
        if found.setdefault(seat, amount) != amount:
            first, second = f"{found[seat]:+,}", f"{amount:+,}"
            contradict("{0} is {1}, of whom {2} and {3} are claimed; leave one out", name, seat, first, second, key=key)
    return found


def spell_claimed(points: int | str, record: Win, rules: MahjongRules) -> str:
    """Claimed points as a total (``7700``) or by payer (``1300/2600``, ``4000 all``); a level as what it pays for such
    a win. Raises :class:`calc.RecordError` for anything else.
    """
    text, level = str(points_of(str(points)) or points).strip(), read_level(str(points), rules, any_number=True)
    if level is not None:
        return str(_points_said(level.base, record, rules))
    match = _POINTS.fullmatch(text)
    if match is None:
        raise RecordError(
            "expected points such as 7700, 1300/2600 (others / dealer) or '4000 all', or "
            "a level such as mangan, found {0}{1}",
            show(points),
            for_amount(points) or did_you_mean(text, [*rules.points.levels, LIMIT_LEVEL]),
            key="claim.points",
            column=1,
        )
    return str(int(text)) if match["total"] else text


def as_paid(record: Any, result: Any, words: str) -> dict[str, Any] | None:
    """A claim of points that holds the honba, or with it the sticks, or that in ``words`` is of what each pays, as a
    claim of what is paid; ``None`` for any other claim.
    """
    if not isinstance(record, Win) or said_by(record.claim).keys() != {"points"}:
        return None
    if not record.honba and not record.sticks and not record.liable:
        return None
    paid = {seat: amount for seat, amount in result.payments.items() if amount < 0}
    shares = sorted({f"{-amount}" for amount in paid.values()}, key=int)
    by_payer = f"{shares[0]} all" if len(shares) == 1 else "/".join(shares)
    points = str(said_by(record.claim)["points"])
    said = str(points_of(points) or points).strip()
    is_paid = said == f"{-sum(paid.values())}" or (record.by == "tsumo" and len(paid) > 1 and said == by_payer)
    gained = {seat: amount for seat, amount in result.payments.items() if amount > 0}
    if not is_paid and said == f"{sum(gained.values())}":
        paid, is_paid = gained, True
    amount, _, of_all = said.partition(" ")
    if not is_paid and of_all and sign("pays").search(words):
        # Who is responsible pays for others, who pay nothing then.
        all_others = [seat for seat in result.payments if seat != record.seat]
        paid, is_paid = dict.fromkeys(all_others if record.liable else paid, -int(amount)), True
    return {"payments": paid} if is_paid else None


def _total(points: int | str, record: Win, rules: MahjongRules) -> int:
    """The points of a bound, a number or a level, in all. Raises :class:`calc.RecordError` for anything else."""
    level, spelled = read_level(str(points), rules, any_number=True), spell_claimed(points, record, rules)
    if level is None and not spelled.isdigit():
        raise RecordError("a bound is a number of points in all, or a level, found {0}", show(points), key="claim")
    return int(spelled) if level is None else _points_said(level.base, record, rules).total


def spell_points(result: WinResult, record: Win, rules: MahjongRules) -> str:
    """The points of the win itself, as players say them: ``7700``, ``1300/2600`` or ``4000 all``."""
    return str(_points_said(worth_of(result, rules), record, rules))


def _points_said(worth: int, record: Win, rules: MahjongRules) -> PointsSaid:
    return points_said(worth, rules, by=record.by, is_dealer=record.seat == rules.seats[DEALER])


def worth_of(result: WinResult, rules: MahjongRules) -> int:
    """The base points of a result; where a chart pays, the worth of its row."""
    points = rules.points
    if result.base is not None:
        return result.base
    if result.limits:
        return result.limits * points.limit.worth
    if result.han is None:
        return points.levels[result.level].worth if result.level is not None else 0
    return base_points(result.han, 0, points)


def agrees_with_error(record: Any, error: CalcError | ErrorLine) -> bool | UnsetType:
    """Whether the claim of a record is that it is no win, as its refusal says.

    Only a verdict on the hand can make a claim right: a mistake in the record says nothing about the hand.
    """
    claim = record.claim if isinstance(record, Win | Round) else None
    if claim is None or not is_verdict(error.code, error.key):
        return UNSET
    if isinstance(claim, RoundClaim):
        if not str(error.key).startswith("wins") or claim.next is not UNSET:
            return UNSET
        is_nothing = isinstance(claim.changes, dict) and not any(claim.changes.values())
        return is_nothing or claim == RoundClaim(winner=None)
    if error.code == NoYakuError.code and (claim == Claim(yaku=[]) or claim == Claim(lacks=claim.lacks)):
        return True
    is_furiten = error.code not in ("no_yaku", "not_complete", "not_payable")
    return claim in (Claim(win=False), Claim(furiten=is_furiten))
