"""Any records, settled under the rules that count for each: what the library and the command line both stand on."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from calc.errors import CalcError, HandError, NotPayableError, NoYakuError, RecordError
from calc.mahjong.claims import check_claim
from calc.mahjong.results import Refusal, refuse
from calc.mahjong.rules import load_mahjong_rules
from calc.mahjong.schema import MahjongRules
from calc.mahjong.scoring import Fields, score_wins
from calc.notation.lines import in_line, parse_line
from calc.notation.records import AnyRecord, Game, Round, Win
from calc.notation.waiting import Waiting
from calc.tables.shelf import is_file_name

if TYPE_CHECKING:
    from calc.mahjong.rounds.results import AnyResult, GameResult, RoundResult
    from calc.notation.files import Entry

__all__ = [
    "DEFAULT_RULES",
    "AnyRead",
    "Read",
    "Rules",
    "label_of",
    "read_entry",
    "read_line",
    "rules_for",
    "settle_reads",
    "settle_records",
]

#: A rule set: its id, a file, or what :func:`calc.load_rules` returned.
Rules = str | MahjongRules
R = TypeVar("R")

#: The rule set of a record that names none.
DEFAULT_RULES = "riichi"


#: A name or an index in a key.
_KEY_PART = re.compile(r"([^.\[\]]+)(?=[.\[]|$)|\[(\d+)\]")


@dataclass(frozen=True)
class Read(Generic[R]):
    """A record as it was read, or the error that refused it, and where it came from.

    ``text`` and ``columns``: for a record spelled as a line, the line and the column at which the value of each key
    begins. ``file``, ``line``: where it begins; ``lines``: where each value of a YAML record does, by its path.
    """

    record: R | None = None
    error: CalcError | None = None
    text: str | None = None
    columns: dict[str, int] | None = None
    file: str | None = None
    line: int = 0
    lines: Mapping[tuple[str | int, ...], int] = field(default_factory=dict)
    on_command_line: bool = False

    def locate(self, error: CalcError) -> CalcError:
        """The error with its column counted in the line, for a record that was spelled as one."""
        return in_line(error, self.columns) if self.columns is not None else error

    def place_of(self, key: str | None) -> str | None:
        """File and line of a key such as ``rounds[3].wins[0].hand``, or of the nearest value around it."""
        if self.file is None:
            return None
        path: tuple[str | int, ...] = tuple(
            int(index) if index else name for name, index in _KEY_PART.findall(key or "")
        )
        while path and path not in self.lines:
            path = path[:-1]
        return f"{self.file}:{self.lines.get(path, self.line)}"


#: A win, a round or a game, as it was read.
AnyRead = Read[AnyRecord]


def read_line(line: str) -> AnyRead:
    """A record from a command line, which may name a file as its rule set."""
    try:
        win, columns = parse_line(line)
    except CalcError as error:
        return Read(error=error, text=line)
    return Read(win, text=line, columns=columns, on_command_line=True)


def read_entry(entry: Entry[R]) -> Read[R]:
    """A record from a file."""
    return Read(entry.record, entry.error, entry.text, entry.columns, entry.file, entry.line, entry.lines)


def settle_reads(
    reads: Sequence[AnyRead],
    *,
    rules: Rules | None = None,
    options: Mapping[str, Any] | None = None,
    fallback: str = DEFAULT_RULES,
    fields: Fields = "full",
    lang: str = "en",
) -> list[AnyResult | Refusal]:
    """The result of each record, or a :class:`Refusal` in its place. ``fallback``: the rule set of a record that names
    none.
    """
    outcomes = settle_records(reads, rules, options, fallback, fields, lang)
    return [
        _refuse(read, outcome, rules, fallback) if isinstance(outcome, CalcError) else outcome
        for read, outcome in zip(reads, outcomes, strict=True)
    ]


def _refuse(read: AnyRead, error: CalcError, rules: Rules | None, fallback: str) -> Refusal:
    record = read.record
    if record is None:
        return refuse(error)
    named = rules if rules is not None else record.rules or fallback
    known: dict[str, Any] = {"id": record.id, "rules": label_of(named), "options": record.options}
    # Only a verdict on the hand can bear a claim out: a record that cannot be read says nothing of the hand.
    is_verdict = isinstance(error, HandError | NoYakuError | NotPayableError)
    if isinstance(record, Win) and record.claim is not None and is_verdict:
        known["agrees"] = record.claim.win is False
    return refuse(error, **known)


def label_of(rules: Rules) -> str | None:
    """``id@version`` of a rule set that may not exist."""
    try:
        return rules.label if isinstance(rules, MahjongRules) else load_mahjong_rules(rules).label
    except CalcError:
        return None


def settle_records(
    reads: Sequence[AnyRead],
    rules: Rules | None = None,
    options: Mapping[str, Any] | None = None,
    fallback: str = DEFAULT_RULES,
    fields: Fields = "full",
    lang: str = "en",
) -> list[AnyResult | CalcError]:
    """The result of each record, or the error that refuses it. Wins that share a rule set are valued together."""
    outcomes: dict[int, AnyResult | CalcError] = {}
    groups: dict[MahjongRules, list[tuple[int, Win]]] = {}
    for place, read in enumerate(reads):
        if read.record is None:
            outcomes[place] = read.error or CalcError("there is no record here")
            continue
        try:
            chosen = rules_for(read.record, rules, options, fallback, allow_file=read.on_command_line)
            if isinstance(read.record, Win):
                groups.setdefault(chosen, []).append((place, read.record))
            else:
                outcomes[place] = _settle_rounds(read.record, chosen, lang)
        except CalcError as error:
            outcomes[place] = read.locate(error)
    for chosen, members in groups.items():
        wins = [win for _, win in members]
        for (place, win), outcome in zip(members, score_wins(wins, chosen, fields=fields, lang=lang), strict=True):
            if isinstance(outcome, CalcError):
                outcomes[place] = reads[place].locate(outcome)
                continue
            try:
                outcomes[place] = check_claim(outcome, win, chosen)
            except CalcError as error:
                outcomes[place] = reads[place].locate(error)
    return [outcomes[place] for place in range(len(reads))]


def _settle_rounds(record: Round | Game, rules: MahjongRules, lang: str) -> RoundResult | GameResult:
    from calc.mahjong.games.game import settle_game
    from calc.mahjong.rounds.playing import settle_alone

    return settle_game(record, rules, lang) if isinstance(record, Game) else settle_alone(record, rules, lang)


def rules_for(
    record: AnyRecord | Waiting,
    rules: Rules | None = None,
    options: Mapping[str, Any] | None = None,
    fallback: str = DEFAULT_RULES,
    *,
    allow_file: bool = False,
) -> MahjongRules:
    """The rule set that counts for a record: the caller's, else the record's, else ``fallback``, with the options of
    both.

    Raises :class:`RuleTableError`; a record that names a file is refused unless ``allow_file``, for only a command line
    may.
    """
    if isinstance(rules, MahjongRules):
        if not record.options and not options:
            return rules
        return load_mahjong_rules(rules.origin, {**record.options, **rules.chosen, **(options or {})})
    if rules is None and record.rules is not None and is_file_name(record.rules) and not allow_file:
        raise RecordError(
            f"a record names a rule set by its id, found the file {record.rules!r}; "
            "name files on the command line (--rules)",
            code="unknown_rules",
            key="rules",
            column=1,
        )
    return load_mahjong_rules(rules or record.rules or fallback, {**record.options, **(options or {})})
