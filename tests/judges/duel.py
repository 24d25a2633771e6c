"""Our verdicts beside a judge's, hand by hand, with the differences of rules that are known and named."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from tests.judges import mahjong_peer, riichienv_peer
from tests.judges.tiles import Record
from tests.judges.verdict import Difference, Verdict, differences


@dataclass(frozen=True)
class KnownDifference:
    """A rule that a judge reads otherwise, and how to tell such a hand."""

    reason: str
    applies: Callable[[Record, Verdict, Verdict], bool]


@dataclass(frozen=True)
class Judge:
    """Another project's scorer: its verdict on a record, and our verdict cut down to what it tells."""

    name: str
    verdict: Callable[[Record], Verdict]
    as_told: Callable[[Verdict], Verdict]
    known: tuple[KnownDifference, ...] = ()


@dataclass(frozen=True)
class Disagreement:
    """A hand that nothing known explains."""

    record: Record
    found: list[Difference]

    def __str__(self) -> str:
        lines = [f"  {key}: ours {ours}, theirs {theirs}" for key, ours, theirs in self.found]
        return "\n".join([json.dumps(self.record, ensure_ascii=False), *lines])


@dataclass
class Tally:
    """What a duel found so far."""

    agreed: int = 0
    known: Counter[str] = field(default_factory=Counter)
    unexplained: list[Disagreement] = field(default_factory=list)

    @property
    def total(self) -> int:
        """All hands judged."""
        return self.agreed + self.known.total() + len(self.unexplained)

    def __str__(self) -> str:
        parts = [f"{self.agreed} of {self.total} hands agree"]
        parts += [f"{count} differ as known ({reason})" for reason, count in self.known.items()]
        return "; ".join([*parts, f"{len(self.unexplained)} unexplained"])


def duel(judge: Judge, records: Iterable[Record], ours: Sequence[Verdict], tally: Tally | None = None) -> Tally:
    """Compare our verdicts on these records, one for one, with the judge's; adds to ``tally`` where one is given."""
    tally = tally or Tally()
    for record, verdict in zip(records, ours, strict=True):
        mine, theirs = judge.as_told(verdict), judge.verdict(record)
        if mine == theirs:
            tally.agreed += 1
        elif known := next((known for known in judge.known if known.applies(record, mine, theirs)), None):
            tally.known[known.reason] += 1
        else:
            tally.unexplained.append(Disagreement(record, differences(mine, theirs)))
    return tally


def _is_dealers_first_kokushi(record: Record, ours: Verdict, theirs: Verdict) -> bool:
    waits = {("kokushi_musou", None), ("kokushi_musou_juusanmen", None)}
    is_tenhou = record.get("first_turn", False) and record["by"] == "tsumo" and record["seat"] == "E"
    return is_tenhou and {*ours.yaku} ^ {*theirs.yaku} == waits and ours.payments == theirs.payments


def _is_counted_beside_limit(_: Record, ours: Verdict, theirs: Verdict) -> bool:
    is_counted = theirs.limits == 0 and (theirs.han or 0) >= 13
    return ours.limits == 1 and is_counted and ours.payments == theirs.payments


JUDGES = {
    "mahjong": Judge("mahjong", mahjong_peer.verdict, lambda ours: ours),
    "riichienv": Judge(
        "riichienv",
        riichienv_peer.verdict,
        riichienv_peer.as_told,
        (
            KnownDifference(
                "gives a dealer's first draw the thirteen-sided wait, whichever tile is recorded as drawn",
                _is_dealers_first_kokushi,
            ),
            KnownDifference(
                "takes the reading of 13 han or more where one with a limit pays the same", _is_counted_beside_limit
            ),
        ),
    ),
}
