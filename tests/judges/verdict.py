"""One comparable value for a scored or refused win, whoever scored it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

SEATS = ("E", "S", "W", "N")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a judge says of a win. A refusal has its code and nothing else."""

    refused: str | None = None
    #: By id; han, or ``None`` for a limit.
    yaku: tuple[tuple[str, int | None], ...] = ()
    #: Han of dora (with Norths set aside), red fives and ura dora.
    dora: tuple[int, int, int] = (0, 0, 0)
    #: ``None`` for a limit hand.
    han: int | None = None
    fu: int | None = None
    limits: int = 0
    points: int | None = None
    #: Change by seat wind, honba and sticks included.
    payments: tuple[tuple[str, int], ...] = ()
    #: The words of a refusal, for the reader; never compared.
    why: str = field(default="", compare=False)


class Difference(NamedTuple):
    """One field in which two verdicts differ; of lists, only what the other lacks."""

    key: str
    ours: object
    theirs: object


def refusal(code: str, why: str = "") -> Verdict:
    """The verdict that a record is no win."""
    return Verdict(refused=code, why=why)


def our_verdict(result: Any) -> Verdict:
    """The project's own result, a good one or a refusal."""
    if not result.ok:
        return refusal(result.error.code, result.error.message)
    return Verdict(
        # Two yaku of one id would be a fault, so they stay two.
        yaku=tuple(sorted((yaku.id, None if result.limits else yaku.han) for yaku in result.yaku)),
        dora=(result.dora.dora + result.dora.north, result.dora.red, result.dora.ura),
        han=result.han,
        fu=result.fu,
        limits=result.limits,
        points=result.points,
        payments=sorted_payments(result.payments),
    )


def sorted_payments(payments: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Payments in a form that compares equal whatever order they came in."""
    return tuple(sorted(payments.items()))


def payments_of(
    record: Mapping[str, Any], *, each: int, dealer: int, seats: Sequence[str] = SEATS
) -> tuple[tuple[str, int], ...]:
    """Changes by seat from what one judge says a payer gives, honba included.

    On a ron the discarder pays ``each``; on a tsumo every other seat does, and the dealer ``dealer``.
    """
    winner = record["seat"]
    if record["by"] == "ron":
        payer = record.get("from") or "discarder"
        paid = dict.fromkeys(seats, 0) if payer in seats else {}
        paid[payer] = -each
    else:
        paid = {seat: -(dealer if seat == "E" else each) for seat in seats if seat != winner}
    paid[winner] = 1000 * record.get("sticks", 0) - sum(paid.values())
    return sorted_payments(paid)


def differences(ours: Verdict, theirs: Verdict) -> list[Difference]:
    """Every field in which the two verdicts differ; where one is a refusal, that alone."""
    if ours.refused != theirs.refused:
        return [Difference("refused", _refusal_text(ours), _refusal_text(theirs))]
    found = []
    for key in (one.name for one in fields(Verdict) if one.compare):
        mine, other = getattr(ours, key), getattr(theirs, key)
        if mine != other and key in ("yaku", "payments"):
            found.append(Difference(key, _only_in(mine, other), _only_in(other, mine)))
        elif mine != other:
            found.append(Difference(key, mine, other))
    return found


def _refusal_text(verdict: Verdict) -> str:
    return f"{verdict.refused}: {verdict.why}" if verdict.refused else "a win"


def _only_in(these: tuple[Any, ...], others: tuple[Any, ...]) -> list[Any]:
    return list((Counter(these) - Counter(others)).elements())
