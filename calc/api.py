"""What a caller can ask: score one record or many, load rules. Everything here is exported by :mod:`calc`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from calc.errors import CalcError, HandError, NotPayableError, NoYakuError, RecordError
from calc.mahjong.claims import check_claim
from calc.mahjong.results import Refusal, WinResult, refuse
from calc.mahjong.rules import load_mahjong_rules
from calc.mahjong.schema import MahjongRules
from calc.mahjong.scoring import Fields, score_wins
from calc.notation.lines import in_line, parse_line
from calc.notation.plain import record_from
from calc.notation.records import Win
from calc.notation.waiting import Waiting
from calc.tables.shelf import is_file_name

if TYPE_CHECKING:
    from calc.notation.files import Entry

__all__ = [
    "DEFAULT_RULES",
    "Read",
    "Record",
    "Rules",
    "label_of",
    "load_rules",
    "read_entry",
    "read_line",
    "rules_for",
    "score",
    "score_many",
    "settle_reads",
]

#: A record: a line of notation, plain data, or a typed record.
Record = str | Mapping[str, Any] | Win
#: A rule set: its id, a file, or what :func:`load_rules` returned.
Rules = str | MahjongRules

#: The rule set of a win that names none.
DEFAULT_RULES = "riichi"


def load_rules(name: str = DEFAULT_RULES, options: Mapping[str, Any] | None = None) -> MahjongRules:
    """The rule set ``name``, a shipped id (``"tenhou"``) or a file (``"./house.yaml"``), with ``options`` chosen.

    Raises :class:`RuleTableError`: unknown rule set or option, or a mistake in the file with its line and path.

    >>> load_rules("tenhou").label
    'tenhou@1.0.0'
    """
    return load_mahjong_rules(name, options)


@dataclass(frozen=True)
class Read:
    """A record as it was read, or the error that refused it, and where it came from.

    ``text`` and ``columns``: for a record spelled as a line, the line and the column at which the value of each key
    begins. ``place``: file and line number.
    """

    win: Win | None = None
    error: CalcError | None = None
    text: str | None = None
    columns: dict[str, int] | None = None
    place: str | None = None
    on_command_line: bool = False

    def locate(self, error: CalcError) -> CalcError:
        """The error with its column counted in the line, for a record that was spelled as one."""
        return in_line(error, self.columns) if self.columns is not None else error


def read_line(line: str) -> Read:
    """A record from a command line, which may name a file as its rule set."""
    try:
        win, columns = parse_line(line)
    except CalcError as error:
        return Read(error=error, text=line)
    return Read(win, text=line, columns=columns, on_command_line=True)


def read_entry(entry: Entry[Win]) -> Read:
    """A record from a file."""
    return Read(entry.record, entry.error, entry.text, entry.columns, place=f"{entry.file}:{entry.line}")


def _read(record: Record) -> Read:
    try:
        if isinstance(record, str):
            win, columns = parse_line(record)
            return Read(win, columns=columns)
        return Read(record if isinstance(record, Win) else record_from(record))
    except CalcError as error:
        return Read(error=error)


def score(
    record: Record, *, rules: Rules | None = None, options: Mapping[str, Any] | None = None, lang: str = "en"
) -> WinResult:
    """Settle one win: its yaku, han, fu, points, and what every seat pays, in points.

    ``rules`` and ``options`` win over those the record names. ``lang`` (``en`` or ``ja``) is the language of names.
    Raises a :class:`CalcError` that says what is wrong with the record, where, and how to mend it.

    >>> score("riichi 123m456p789s1122z +2z ron from=W seat=S round=E riichi").points
    2600
    """
    outcome = _settle([_read(record)], rules, options, DEFAULT_RULES, "full", lang)[0]
    if isinstance(outcome, CalcError):
        raise outcome
    return outcome


def score_many(
    records: Iterable[Record],
    *,
    rules: Rules | None = None,
    options: Mapping[str, Any] | None = None,
    fields: Fields = "full",
    lang: str = "en",
) -> list[WinResult | Refusal]:
    """Settle many wins at once, in order; a record that cannot be scored becomes a :class:`Refusal` in its place.

    ``fields``: ``full``, or ``short`` without fu parts, reading, notes and transfers.
    """
    return settle_reads([_read(record) for record in records], rules=rules, options=options, fields=fields, lang=lang)


def settle_reads(
    reads: Sequence[Read],
    *,
    rules: Rules | None = None,
    options: Mapping[str, Any] | None = None,
    fallback: str = DEFAULT_RULES,
    fields: Fields = "full",
    lang: str = "en",
) -> list[WinResult | Refusal]:
    """As :func:`score_many`, of records that were read before. ``fallback``: the rule set of a record that names
    none.
    """
    outcomes = _settle(reads, rules, options, fallback, fields, lang)
    return [
        _refuse(read, outcome, rules, fallback) if isinstance(outcome, CalcError) else outcome
        for read, outcome in zip(reads, outcomes, strict=True)
    ]


def _refuse(read: Read, error: CalcError, rules: Rules | None, fallback: str) -> Refusal:
    win = read.win
    if win is None:
        return refuse(error)
    named = rules if rules is not None else win.rules or fallback
    known: dict[str, Any] = {"id": win.id, "rules": label_of(named), "options": win.options}
    # Only a verdict on the hand can bear a claim out: a record that cannot be read says nothing of the hand.
    if win.claim is not None and isinstance(error, HandError | NoYakuError | NotPayableError):
        known["agrees"] = win.claim.win is False
    return refuse(error, **known)


def label_of(rules: Rules) -> str | None:
    """``id@version`` of a rule set that may not exist."""
    try:
        return rules.label if isinstance(rules, MahjongRules) else load_rules(rules).label
    except CalcError:
        return None


def _settle(
    reads: Sequence[Read],
    rules: Rules | None,
    options: Mapping[str, Any] | None,
    fallback: str,
    fields: Fields,
    lang: str,
) -> list[WinResult | CalcError]:
    """The result of each record, or the error that refuses it. Records that share a rule set are valued together."""
    outcomes: dict[int, WinResult | CalcError] = {}
    groups: dict[MahjongRules, list[tuple[int, Win]]] = {}
    for place, read in enumerate(reads):
        if read.win is None:
            outcomes[place] = read.error or CalcError("there is no record here")
            continue
        try:
            chosen = rules_for(read.win, rules, options, fallback, allow_file=read.on_command_line)
        except CalcError as error:
            outcomes[place] = read.locate(error)
        else:
            groups.setdefault(chosen, []).append((place, read.win))
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


def rules_for(
    win: Win | Waiting,
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
        if not win.options and not options:
            return rules
        return load_mahjong_rules(rules.origin, {**win.options, **rules.chosen, **(options or {})})
    if rules is None and win.rules is not None and is_file_name(win.rules) and not allow_file:
        raise RecordError(
            f"a record names a rule set by its id, found the file {win.rules!r}; "
            "name files on the command line (--rules)",
            code="unknown_rules",
            key="rules",
            column=1,
        )
    return load_mahjong_rules(rules or win.rules or fallback, {**win.options, **(options or {})})
