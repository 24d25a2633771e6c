"""Any records, settled under the rules that count for each: what the library and the command line both stand on."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, TypeVar, overload

import msgspec
from msgspec import Struct

from calc.errors import CalcError, NoYakuError, RecordError, RuleTableError
from calc.notation.hanafuda.records import HanafudaGame, HanafudaRound
from calc.notation.lines import in_line
from calc.notation.plain import AnyRecord, record_from
from calc.notation.records import Claim, Game, Kind, RiichiRecord, Round, Win
from calc.notation.spellings import parse_any_line
from calc.notation.waiting import Waiting
from calc.rulesets import HANAFUDA, RIICHI, load_any_rules
from calc.settle.outcomes import Refusal, is_verdict, refuse
from calc.tables import RuleSet
from calc.tables.shelf import game_of, is_file_name

if TYPE_CHECKING:
    from calc.hanafuda.results import HanafudaGameResult, HanafudaResult
    from calc.hanafuda.rules import HanafudaRules
    from calc.mahjong.results import WinResult
    from calc.mahjong.rounds.results import GameResult, RoundResult
    from calc.mahjong.schema import MahjongRules
    from calc.notation.files import Entry
    from calc.rulesets import AnyRules

    #: What a record that is right becomes.
    AnyResult = WinResult | RoundResult | GameResult | HanafudaResult | HanafudaGameResult

__all__ = [
    "DEFAULT_RULES",
    "AnyRead",
    "Fallback",
    "Fields",
    "Read",
    "Rules",
    "default_for",
    "label_for",
    "read_entry",
    "read_given",
    "read_line",
    "refuse_read",
    "rules_for",
    "settle_reads",
    "settle_records",
]

#: A rule set: its id, a file, or what :func:`calc.load_rules` returned.
Rules = str | RuleSet
Fields = Literal["full", "short"]
#: The rule set of records that name none, or that of each game (``riichi``, ``hanafuda``).
Fallback = str | Mapping[str, str]
R = TypeVar("R")

#: The rule set of a record that names none, where nobody said otherwise.
DEFAULT_RULES: Final = "riichi"
#: The same of hanafuda.
DEFAULT_HANAFUDA: Final = "koikoi"

#: Records that are read already.
_TYPED: Final = (Win, Round, Game, HanafudaRound, HanafudaGame)
#: A name or an index in a key.
_KEY_PART = re.compile(r"([^.\[\]]+)(?=[.\[]|$)|\[(\d+)\]")


class Read(Struct, Generic[R], frozen=True):
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
    lines: Mapping[tuple[str | int, ...], int] = msgspec.field(default_factory=dict)
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


#: Any record, as it was read.
AnyRead = Read[AnyRecord]


def read_line(line: str) -> AnyRead:
    """A record from a command line, which may name a file as its rule set."""
    try:
        record, columns = parse_any_line(line)
    except CalcError as error:
        return Read(error=error, text=line)
    return Read(record, text=line, columns=columns, on_command_line=True)


def read_given(record: str | Mapping[str, Any] | AnyRecord, kind: Kind = Win) -> AnyRead:
    """A record from a program: a line, plain data (as ``kind`` where it tells nothing of its kind), or a typed one."""
    try:
        if isinstance(record, str):
            found, columns = parse_any_line(record)
            return Read(found, columns=columns)
        return Read(record if isinstance(record, _TYPED) else record_from(record, kind))
    except CalcError as error:
        return Read(error=error)


def read_entry(entry: Entry[R]) -> Read[R]:
    """A record from a file."""
    return Read(entry.record, entry.error, entry.text, entry.columns, entry.file, entry.line, entry.lines)


def settle_reads(
    reads: Sequence[AnyRead],
    *,
    rules: Rules | None = None,
    options: Mapping[str, Any] | None = None,
    fallback: Fallback = DEFAULT_RULES,
    fields: Fields = "full",
    lang: str = "en",
    near: bool = False,
) -> list[AnyResult | Refusal]:
    """The result of each record, or a :class:`Refusal` in its place. ``fallback``: the rule set of a record that names
    none; ``near``: hanafuda rounds are still in play, and it is asked which yaku lack few cards.
    """
    outcomes = settle_records(reads, rules, options, fallback, fields, lang, near=near)
    return [
        refuse_read(read, outcome, rules, fallback) if isinstance(outcome, CalcError) else outcome
        for read, outcome in zip(reads, outcomes, strict=True)
    ]


def refuse_read(read: AnyRead, error: CalcError, rules: Rules | None, fallback: Fallback) -> Refusal:
    """The refusal of a record, with what is known of it, and whether its claim was just that."""
    record = read.record
    if record is None:
        return refuse(error)
    label = label_for(record, rules, fallback, allow_file=read.on_command_line)
    known: dict[str, Any] = {"id": record.id, "rules": label, "options": record.options}
    # Only a verdict on the hand can bear a claim out: a record that is written wrong says nothing of the hand.
    if isinstance(record, Win) and record.claim is not None and is_verdict(error.code, error.key):
        no_yaku = record.claim == Claim(yaku=[]) and error.code == NoYakuError.code
        known["agrees"] = record.claim == Claim(win=False) or no_yaku
    return refuse(error, **known)


def label_for(
    record: AnyRecord | Waiting, rules: Rules | None, fallback: Fallback, *, allow_file: bool = False
) -> str | None:
    """``id@version`` of the rule set of a record that is refused, none for a set that does not exist.

    A file that the record names is not even looked at, unless ``allow_file`` (see :func:`rules_for`).
    """
    named = rules if rules is not None else record.rules or default_for(record, fallback)
    if isinstance(named, RuleSet):
        return named.label
    if rules is None and named == record.rules and is_file_name(named) and not allow_file:
        return None
    try:
        return load_any_rules(named).label
    except CalcError:
        return None


def settle_records(
    reads: Sequence[AnyRead],
    rules: Rules | None = None,
    options: Mapping[str, Any] | None = None,
    fallback: Fallback = DEFAULT_RULES,
    fields: Fields = "full",
    lang: str = "en",
    *,
    near: bool = False,
) -> list[AnyResult | CalcError]:
    """The result of each record, or the error that refuses it. Wins that share a rule set are settled together, and
    so are hanafuda rounds.
    """
    outcomes: dict[int, AnyResult | CalcError] = {}
    groups: dict[tuple[type, AnyRules], dict[int, AnyRead]] = {}
    known: dict[tuple[str | None, type, bool], AnyRules] = {}
    for place, read in enumerate(reads):
        record = read.record
        if record is None:
            outcomes[place] = read.error or CalcError("there is no record here")
            continue
        try:
            # Rule files are looked at once for all records that name the same set and no options of their own.
            key = (record.rules, type(record), read.on_command_line)
            chosen = known.get(key) if not record.options else None
            if chosen is None:
                chosen = rules_for(record, rules, options, fallback, allow_file=read.on_command_line)
                if not record.options:
                    known[key] = chosen
            if near and not isinstance(record, HanafudaRound):
                raise RecordError("only piles of a hanafuda round in play are near to yaku; leave --near out")
            if near and record.claim is not None:
                raise RecordError(
                    "a round in play has no result to judge a claim by; leave claim or --near out",
                    code="contradiction",
                    key="claim",
                )
            if near or not isinstance(record, Win | HanafudaRound):
                outcomes[place] = _settle_one(record, chosen, lang, near=near)
            else:
                groups.setdefault((type(record), chosen), {})[place] = read
        except CalcError as error:
            outcomes[place] = read.locate(error)
    for (kind, shared), some in groups.items():
        outcomes |= _score_wins(some, shared, fields, lang) if kind is Win else _settle_rounds(some, shared, lang)
    return [outcomes[place] for place in range(len(reads))]


def _score_wins(
    reads: Mapping[int, AnyRead], rules: Any, fields: Fields, lang: str
) -> dict[int, AnyResult | CalcError]:
    """Wins under one rule set, valued together, with their claims checked."""
    from calc.mahjong.claims import check_claim
    from calc.mahjong.scoring import score_wins

    wins = {place: read.record for place, read in reads.items() if isinstance(read.record, Win)}
    outcomes: dict[int, AnyResult | CalcError] = {}
    scored = score_wins(list(wins.values()), rules, fields=fields, lang=lang)
    for (place, win), outcome in zip(wins.items(), scored, strict=True):
        try:
            if isinstance(outcome, CalcError):
                raise outcome
            outcomes[place] = check_claim(outcome, win, rules)
        except CalcError as error:
            outcomes[place] = reads[place].locate(error)
    return outcomes


def _settle_rounds(reads: Mapping[int, AnyRead], rules: Any, lang: str) -> dict[int, AnyResult | CalcError]:
    """Hanafuda rounds under one rule set, settled together."""
    from calc.hanafuda.round import settle_rounds

    records = [read.record for read in reads.values() if isinstance(read.record, HanafudaRound)]
    return {
        place: read.locate(outcome) if isinstance(outcome, CalcError) else outcome
        for (place, read), outcome in zip(reads.items(), settle_rounds(records, rules, lang), strict=True)
    }


def _settle_one(record: AnyRecord, rules: Any, lang: str, *, near: bool) -> AnyResult:
    """A round or a game under rules of its kind."""
    settle = _settler(type(record))
    outcome: AnyResult
    outcome = settle(record, rules, lang, near=near) if near else settle(record, rules, lang)
    return outcome


@cache
def _settler(kind: type) -> Callable[..., Any]:
    """What settles records of a kind. What only it needs is loaded here."""
    if kind is HanafudaRound:
        from calc.hanafuda.round import settle_round

        return settle_round
    if kind is HanafudaGame:
        from calc.hanafuda.games import settle_game as settle_hanafuda_game

        return settle_hanafuda_game
    if kind is Game:
        from calc.mahjong.games.game import settle_game

        return settle_game
    from calc.mahjong.rounds.playing import settle_alone

    return settle_alone


def _game_of_record(record: AnyRecord | Waiting) -> str:
    return HANAFUDA if isinstance(record, (HanafudaRound, HanafudaGame)) else RIICHI


def default_for(record: AnyRecord | Waiting, fallback: Fallback = DEFAULT_RULES) -> str:
    """The rule set of a record that names none: ``fallback`` where it is of the same game, else that of the game."""
    own = {RIICHI: DEFAULT_RULES, HANAFUDA: DEFAULT_HANAFUDA}[_game_of_record(record)]
    if not isinstance(fallback, str):
        return fallback.get(_game_of_record(record), own)
    if fallback in (own, DEFAULT_RULES, DEFAULT_HANAFUDA):
        return own
    return fallback if game_of(fallback) in (None, _game_of_record(record)) else own


@overload
def rules_for(
    record: RiichiRecord | Waiting,
    rules: Rules | None = None,
    options: Mapping[str, Any] | None = None,
    fallback: Fallback = DEFAULT_RULES,
    *,
    allow_file: bool = False,
) -> MahjongRules: ...


@overload
def rules_for(
    record: HanafudaRound | HanafudaGame,
    rules: Rules | None = None,
    options: Mapping[str, Any] | None = None,
    fallback: Fallback = DEFAULT_RULES,
    *,
    allow_file: bool = False,
) -> HanafudaRules: ...


@overload
def rules_for(
    record: AnyRecord,
    rules: Rules | None = None,
    options: Mapping[str, Any] | None = None,
    fallback: Fallback = DEFAULT_RULES,
    *,
    allow_file: bool = False,
) -> AnyRules: ...


def rules_for(
    record: AnyRecord | Waiting,
    rules: Rules | None = None,
    options: Mapping[str, Any] | None = None,
    fallback: Fallback = DEFAULT_RULES,
    *,
    allow_file: bool = False,
) -> AnyRules:
    """The rule set that counts for a record: the caller's, else the record's, else ``fallback``, with the options of
    both.

    Raises :class:`RuleTableError`, and :class:`RecordError` for rules of another kind of game; a record that names a
    file is refused unless ``allow_file``, for only a command line may.
    """
    if isinstance(rules, RuleSet):
        if rules.game != _game_of_record(record):
            raise _other_game(record, rules.id, rules.game)
        if not record.options and not options:
            return rules  # type: ignore[return-value]  # the rule set of that game
        return _load_for(record, rules.origin, {**record.options, **rules.chosen, **(options or {})})
    if rules is None and record.rules is not None and is_file_name(record.rules) and not allow_file:
        raise RecordError(
            f"a record names a rule set by its id, found the file {record.rules!r}; "
            "name files on the command line (--rules)",
            code="unknown_rules",
            key="rules",
            column=1,
        )
    name = rules or record.rules or default_for(record, fallback)
    return _load_for(record, name, {**record.options, **(options or {})})


def _load_for(record: AnyRecord | Waiting, name: str, options: Mapping[str, Any]) -> AnyRules:
    """The rule set of that name, which has to be of the record's game."""
    try:
        if _game_of_record(record) == HANAFUDA:
            from calc.hanafuda.rules import load_hanafuda_rules

            return load_hanafuda_rules(name, options)
        from calc.mahjong.rules import load_mahjong_rules

        return load_mahjong_rules(name, options)
    except RuleTableError:
        game = game_of(name)
        if game in (RIICHI, HANAFUDA) and game != _game_of_record(record):
            raise _other_game(record, name, str(game)) from None
        raise


def _other_game(record: AnyRecord | Waiting, name: str, game: str) -> RecordError:
    own = _game_of_record(record)
    return RecordError(
        f"expected a rule set of {own} for this record, found {name!r}, which is of {game}; "
        f"name another (`yaku rules list` has them), or leave it out",
        code="contradiction",
        key="rules",
    )
