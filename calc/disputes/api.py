"""What a program can ask when two people disagree; exported by :mod:`calc`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from calc.disputes.comparing import Comparison, compare as compare_sets, sets_beside
from calc.disputes.people import claims_by_people
from calc.disputes.verdict import Verdict, Verdicts, compare_claims, judge
from calc.errors import RecordError
from calc.games import Rules, Settings, load_rules
from calc.settling import read_given, rules_for

if TYPE_CHECKING:
    from calc.records.plain import AnyRecord
    from calc.tables import RuleSet


def dispute(
    record: str | Mapping[str, Any] | AnyRecord,
    *claims: str | Mapping[str, Any],
    rules: Rules | None = None,
    options: Mapping[str, Any] | None = None,
    lang: str = "en",
) -> Verdict | Verdicts:
    """Judge a claim on a win, a round or a game: right, or where it departs, why, and what would make it right.

    ``record``: a line, a mapping or a typed record. ``claims``: what is claimed, as people say it (``"7700"``,
    ``"no tanyao"``, ``"West pays 7700"``) or as a mapping with the keys of a claim; without any, what the record itself
    claims; several give :class:`Verdicts`, those of several people in one text too (``"Ben says 5200, Aki says
    3900"``). ``rules``, ``options`` and ``lang`` as in :func:`score`. Raises a :class:`CalcError` for a record or a
    claim that cannot be read.

    >>> hand = "tenhou 23455m567p34678s +5s ron from=W seat=S round=E riichi dora=4p"
    >>> dispute(hand, "8000")
    <Verdict: the claim is wrong; points: 8000 claimed, 7700 right; tenhou@2.0.0>
    >>> [one.right for one in dispute(hand, "8000", "has pinfu").claims]
    [False, True]
    """
    found, own = _read(record, Settings(rules=rules, options=options or {}, lang=lang))
    told = claims_by_people(claims, found)
    verdicts = [judge(found, own, one.claim, lang) for one in told] if told else [judge(found, own, None, lang)]
    return verdicts[0] if len(verdicts) == 1 else compare_claims([one.text for one in told], verdicts)


def compare(
    record: str | Mapping[str, Any] | AnyRecord, rules: Iterable[Rules] | None = None, *, lang: str = "en"
) -> list[Comparison]:
    """Settle a record under several rule sets, and name the options that make the differences from the first.

    ``record``: a line, a mapping or a typed record. ``rules``: the rule sets; without them the one that the record
    names, then all shipped ones for the same play. ``lang`` as in :func:`score`. Amounts are in
    the unit of the rule set. Raises a :class:`CalcError` for a record that cannot be read, or a rule set that there is
    not.

    >>> hand = "23455m567p34678s +5s ron from=W seat=S round=E riichi dora=4p"
    >>> [one.figures["points"] for one in compare(hand, ["riichi", "tenhou"])]
    [8000, 7700]
    """
    named = None if rules is None else [load_rules(one) if isinstance(one, str) else one for one in rules]
    found, own = _read(record, Settings())
    return compare_sets(found, sets_beside(own, named), lang)


def _read(record: Any, settings: Settings) -> tuple[AnyRecord, RuleSet]:
    """A record as a program gave it, and the rule set that counts for it."""
    read = read_given(record)
    if read.record is None:
        raise read.error or RecordError("there is no record here")
    return read.record, rules_for(read.record, settings)
