"""Who is right: a record with a claim, judged."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from calc.disputes.claims import read_claim
from calc.disputes.remedies import Remedy, Trials, find_remedies, try_one
from calc.errors import CalcError, RecordError, lack
from calc.games import game_of
from calc.layout.game import rule_here
from calc.outcomes import Departure, Refusal, Reply
from calc.records.plain import AnyRecord

if TYPE_CHECKING:
    from calc.tables import RuleSet


class Verdict(Reply, frozen=True, kw_only=True):
    """Whether a claim is ``right`` under a rule set; if it is wrong, its ``departures``, and what would make it right.

    ``id``: that of the record. ``rules``, ``options``: the rule set and its options off their defaults. ``result``:
    that of the record. ``place``: for a game, the place (from 0) of the first wrong round. ``refusal``: why the hand is
    no win, if it is none. ``remedies`` are looked for only if the claim is wrong. ``besides``: the names of the other
    yaku, if only some are claimed. ``reasons``: how the record is counted, in sentences.
    """

    id: Any = None
    rules: str
    options: dict[str, Any]
    right: bool
    place: int | None = None
    departures: list[Departure]
    remedies: list[Remedy]
    refusal: str | None = None
    result: Any = None
    besides: list[str] | UnsetType = UNSET
    reasons: Sequence[str] = ()

    def brief(self) -> str:
        """Right or wrong, and where it departs."""
        told = [f"{one.key}: {one.claimed} claimed, {one.actual} right" for one in self.departures]
        return "; ".join(["the claim is right" if self.right else "the claim is wrong", *told, self.rules])


class OneOfSeveral(Struct, frozen=True, kw_only=True):
    """One of several claims on a record, judged: the ``claim``, and ``right``, ``place``, ``departures``, ``remedies``
    and ``besides`` as of :class:`Verdict`.
    """

    claim: str
    right: bool
    place: int | None = None
    departures: list[Departure]
    remedies: list[Remedy]
    besides: list[str] | UnsetType = UNSET


class Verdicts(Reply, frozen=True, kw_only=True):
    """Several ``claims`` on one record: which of them are right; ``id``, ``rules``, ``options``, ``refusal``,
    ``result`` and ``reasons`` as of :class:`Verdict`.
    """

    id: Any = None
    rules: str
    options: dict[str, Any]
    claims: list[OneOfSeveral]
    refusal: str | None = None
    result: Any = None
    reasons: Sequence[str] = ()

    @property
    def right(self) -> bool:
        """Whether at least one of the claims is right."""
        return any(one.right for one in self.claims)

    def brief(self) -> str:
        """Which claims are right."""
        told = [f"{one.claim!r} is {'right' if one.right else 'wrong'}" for one in self.claims]
        return "; ".join([*told, self.rules])


def compare_claims(claims: Sequence[str], verdicts: Sequence[Verdict]) -> Verdicts:
    """Several claims on one record, each judged, as one verdict."""
    first = verdicts[0]
    same = {name: getattr(first, name) for name in ("id", "rules", "options", "refusal", "reasons")}
    unclaimed = None if first.result is None else replace(first.result, agrees=UNSET, differences=UNSET)
    own = [name for name in OneOfSeveral.__struct_fields__ if name != "claim"]
    judged = [
        OneOfSeveral(claim=claim, **{name: getattr(one, name) for name in own})
        for claim, one in zip(claims, verdicts, strict=True)
    ]
    return Verdicts(claims=judged, result=unclaimed, **same)


def together(record: AnyRecord, rules: "RuleSet", claims: Sequence[Mapping[str, Any] | str]) -> Trials:
    """What several claims on a record share while each of them is judged; one that cannot be read shares nothing."""
    claimed = []
    for claim in claims:
        with suppress(CalcError):
            claimed.append(read_claim(record, claim, rules))
    return Trials(claimed)


def judge(
    record: AnyRecord, rules: "RuleSet", claim: Mapping[str, Any] | str | None = None, trials: Trials | None = None
) -> Verdict:
    """Judge what a record claims, or ``claim`` in place of it, under a rule set. ``trials``: see :func:`together`.

    Raises :class:`~calc.errors.RecordError` if nothing is claimed, and if the record is written wrong.
    """
    if claim is not None:
        record = read_claim(record, claim, rules)
    case, game = try_one(record, rules), game_of(record)
    # Who says a number alone may mean all that is paid; a key says what it means.
    if isinstance(claim, str) and "=" not in claim and isinstance(getattr(case.result, "agrees", None), bool):
        paid = None if isinstance(case.result, Refusal) else game.as_paid(record, case.result, claim)
        case = case if paid is None else try_one(record := read_claim(record, paid, rules), rules)
    result = case.result
    place, departures, reason = None, list[Departure](), None
    if isinstance(result, Refusal):
        departures, reason = _no_win(record, result)
    elif result.agrees is UNSET:
        lack("expected a claim, found none; add what is claimed, such as --claim 7700", key="claim")
    elif result.agrees is not True:
        place, departures = game.departures(record, result, rules, case.kept)
    right = result.agrees is True
    remedies = [] if right else find_remedies(record, case, trials)
    if departures and (rule := _deciding(remedies, rules)) is not None:
        first, *rest = departures
        is_told = any(f"{rule[0]}=" in reason for reason in first.why)
        departures = [first if is_told else replace(first, why=[rule[1], *first.why]), *rest]
    return Verdict(
        id=record.id,
        rules=rules.label,
        options=rules.chosen,
        right=right,
        place=place,
        departures=departures,
        remedies=remedies,
        refusal=reason,
        result=None if reason else result,
        besides=UNSET if reason else game.unclaimed(record, result),
        reasons=game.reasons(record, result, rules, case.kept),
    )


def _deciding(remedies: Sequence[Remedy], rules: "RuleSet") -> tuple[str, str] | None:
    """The option that decides, of those that alone make the claim right, and what it states here: that on which most
    other rule sets answer otherwise.
    """
    alone = [one.answers[0] for one in remedies if len(one.answers) == 1 and one.wholly and one.answers[0].sets]
    alone = [one for one in alone if not isinstance(one.here, dict | list)]
    if not alone:
        return None
    name = max(alone, key=lambda answer: len(answer.sets)).option
    return name, rule_here(rules, name)


def _no_win(record: AnyRecord, refusal: Refusal) -> tuple[list[Departure], str]:
    """Where a claim departs from a refusal, and why there is no win. If the cards decide that, a claim that there is
    none is right, and any other one is wrong; a mistake in the record decides nothing.
    """
    error, key = refusal.error, game_of(record).decided_by(record, refusal)
    if key is None:
        raise RecordError(error.message, code=error.code, key=error.key, column=error.column)
    is_by_rule = error.code == "not_payable" and error.key is not None
    # What would mend the record is no part of a verdict by furiten.
    reason = re.split("; |。", error.message)[0] if error.code == "contradiction" or is_by_rule else error.message
    said = True if key == "win" else getattr(record, key)
    right = refusal.agrees is True
    return [] if right else [Departure(key, said, False if said is True else None, [reason])], reason
