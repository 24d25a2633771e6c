"""What the API answers: each question is a struct, and its answer comes from the function that the command calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final

import msgspec
from msgspec import Meta, Struct

from calc.errors import CalcError, RecordError
from calc.games import all_games, game_behind, game_in, game_of, kind_of, waits
from calc.intake.records import read_games
from calc.patterns import regex
from calc.pictures.page import fragment, inside
from calc.records.plain import plain_from
from calc.report.dispute import verdict_blocks
from calc.report.results import case_blocks
from calc.report.standings import Standings, find_standings, write_standings
from calc.serve.shelf import Shelf
from calc.settling import (
    AnyRead,
    Case,
    Read,
    Settings,
    read_given,
    read_line,
    read_waiting_line,
    rules_for,
    settle_case,
)

#: The width of text in answers.
_WIDTH: Final = 100
#: Lists of games are not longer.
_MOST_GAMES: Final = 500
_MOST_COUNTERS: Final = 999
_ROUND: Final = regex(r"([ESWN])([1-9])")

Record = Annotated[
    str | dict[str, Any], Meta(description="A line of notation, or a mapping with the keys of a record.")
]
RulesName = Annotated[str | None, Meta(description="A rule set of GET /api/rules; else the one that the record names.")]
Answers = Annotated[dict[str, Any], Meta(description="Answers to options of the rule set, by name.")]
Wanted = Annotated[bool, Meta(description="Whether the answer is also wanted as a piece of a page.")]
Lines = Annotated[int, Meta(ge=0, le=_MOST_COUNTERS)]


class Question(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What every question may say."""

    _title: ClassVar = "a question"

    rules: RulesName = None
    options: Answers = {}
    html: Wanted = False


class ScoreQuestion(Question, frozen=True, kw_only=True):
    """A win, a round or a game to settle. ``near``: it is a pile in play, whose near yaku are wanted."""

    record: Record
    near: bool = False


class WaitsQuestion(Question, frozen=True, kw_only=True):
    """A hand one tile short."""

    record: Record


class DisputeQuestion(Question, frozen=True, kw_only=True):
    """A record, and what is claimed of it; else what it claims itself."""

    record: Record
    claim: Annotated[
        str | dict[str, Any] | list[str] | None, Meta(description="As people say it, as a mapping, or several.")
    ] = None


class PointsQuestion(Question, frozen=True, kw_only=True):
    """What a hand is worth: ``3 han 40 fu``, ``mangan``; add ``ron`` or ``tsumo`` to ask only for that."""

    worth: str
    honba: Lines = 0


class NeedsQuestion(Question, frozen=True, kw_only=True):
    """Who needs what in the hand to come: a game, or players with their scores."""

    game: Annotated[dict[str, Any] | None, Meta(description="A game up to the hand before.")] = None
    scores: Annotated[dict[str, int], Meta(description="Points by player, the first dealer first.")] = {}
    players: Annotated[list[str], Meta(description="Who asks; else everybody.")] = []
    place: Annotated[int, Meta(ge=1, le=4, description="The place, or better.")] = 1
    round: Annotated[str | None, Meta(description="The hand to come, such as `S4`; else the last one.")] = None
    honba: Lines | None = None
    sticks: Lines | None = None
    riichi: list[str] = []


class GameQuestion(Question, frozen=True, kw_only=True):
    """A game: as a mapping, or as the text of a file, YAML or a score sheet."""

    game: Annotated[dict[str, Any] | str, Meta(description="A mapping, or the text of a file of games.")]


class StandingsQuestion(Question, frozen=True, kw_only=True):
    """Games of a league, or the tables kept here. ``unfinished``: count games that are not over."""

    games: list[dict[str, Any]] = []
    tables: list[str] = []
    unfinished: bool = False


class Settled(Struct, frozen=True, kw_only=True):
    """A settled record: its ``result`` as ``yaku score --format json`` has it; the ``record`` as plain data, and as a
    ``line`` where it has one; ``lines`` of the explanation, where that was asked for.
    """

    result: Any
    record: dict[str, Any]
    line: str | None = None
    lines: list[str] = []
    html: str = ""


class Told(Struct, frozen=True, kw_only=True):
    """Any other answer: its ``result`` as the command writes it in JSON."""

    result: Any
    html: str = ""


class Desk:
    """Answers questions in a language."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf

    def score(self, asked: ScoreQuestion, *, explain: bool = False) -> Settled:
        """Settle a record. Raises :class:`calc.CalcError`, but not for a hand that is rightly said to be no win."""
        return self._settled(_read(asked.record), asked, explain=explain, near=asked.near)

    def waits(self, asked: WaitsQuestion) -> Settled:
        """What a hand one tile short waits for."""
        if isinstance(asked.record, str):
            read = read_waiting_line(asked.record)
        else:
            read = Read(waits().forms.plain(asked.record, "hand"))
        return self._settled(read, asked)

    def dispute(self, asked: DisputeQuestion) -> Told:
        """Judge a claim, or several."""
        from calc.disputes.claims import MOST_CLAIMS, claims_by_people
        from calc.disputes.verdict import compare_claims, judge, together

        read = _read(asked.record)
        record = read.known()
        rules = rules_for(record, self._settings(read, asked), allow_file=False)
        if isinstance(asked.claim, list) and not 0 < len(asked.claim) <= MOST_CLAIMS:
            raise RecordError("expected 1 to {0} claims, found {1}", MOST_CLAIMS, len(asked.claim), key="claim")
        given = asked.claim if isinstance(asked.claim, list) else [asked.claim]
        told = claims_by_people([one for one in given if one is not None], record)
        trials = together(record, rules, [one.claim for one in told])
        verdicts = [judge(record, rules, one.claim, trials) for one in told]
        found: Any = judge(record, rules, None) if not told else verdicts[0]
        if len(told) > 1 or isinstance(asked.claim, list):
            found = compare_claims([one.text for one in told], verdicts)
        blocks = verdict_blocks(found, rules)
        return Told(result=found, html=fragment(blocks) if asked.html else "")

    def points(self, asked: PointsQuestion) -> Told:
        """What han and fu, or a level, pay."""
        riichi = next(one for one in all_games() if one.points is not None)
        name = asked.rules or self.shelf.fallback.get(riichi.id, riichi.default_rules)
        rules: Any = self.shelf.load(name, asked.options)
        game = game_in(rules.origin)
        if game.points is None:
            raise RecordError("{0} pays no han and fu; name a rule set of riichi", rules.id, key="rules")

        def write(form: str) -> str:
            return str(game.points(asked.worth, rules, asked.honba, form, _WIDTH, explain=False))

        return Told(result=msgspec.Raw(write("json").encode()), html=inside(write("html")) if asked.html else "")

    def needs(self, asked: NeedsQuestion) -> Told:
        """What players need in the hand to come."""
        given: dict[str, Any] = asked.game or {"players": [*asked.scores], "scores": asked.scores}
        read = read_given(given, "game")
        record: Any = read.known()
        game = game_of(record)
        if game.needs is None or not hasattr(record, "rounds"):
            raise RecordError("expected a game of rounds with han and fu, or scores of its players", key="game")
        own = {key: getattr(asked, key) for key in ("players", "place", "honba", "sticks", "riichi")}
        own["at"] = None
        if asked.round is not None:
            at = _ROUND.fullmatch(asked.round.strip().upper())
            if at is None:
                raise RecordError("expected a round such as S4, found {0!r}", asked.round, key="round")
            own["at"] = at[1], int(at[2])
        rules = rules_for(record, self._settings(read, asked))
        lines = game.needs(record, rules, "json", _WIDTH, **own).encode().splitlines()
        return Told(
            result=msgspec.Raw(b"[" + b",".join(lines) + b"]"),
            html=inside(game.needs(record, rules, "html", _WIDTH, **own)) if asked.html else "",
        )

    def game(self, asked: GameQuestion) -> Settled:
        """Settle a game of rounds."""
        return self._settled(read_game(asked.game), asked)

    def standings(self, reads: Sequence[AnyRead], asked: StandingsQuestion) -> Told:
        """The standings after games; games that are not over are left out unless they are wanted."""
        if not 0 < len(reads) <= _MOST_GAMES:
            raise RecordError("expected 1 to {0} games, found {1}", _MOST_GAMES, len(reads), key="games")
        results = []
        for place, read in enumerate(reads):
            if read.record is not None and kind_of(read.record) != "game":
                raise RecordError("expected a game with players and rounds", key=f"games[{place}]")
            case = settle_case(read, self._settings(read, asked))
            if case.error is not None:
                raise case.error.below(f"games[{place}]")
            if asked.unfinished or game_behind(case.result).is_over(case.result):
                results.append(case.result)
        found = find_standings(results) if results else Standings(games=0, rules=[], standings=[])
        html = inside(write_standings(found, "html", _WIDTH)) if asked.html else ""
        return Told(result=found, html=html)

    def settle(self, read: AnyRead, asked: Question, *, near: bool = False) -> Case:
        """Settle a record under the rules that count for it."""
        return settle_case(read, self._settings(read, asked, near=near))

    def _settled(self, read: AnyRead, asked: Question, *, explain: bool = False, near: bool = False) -> Settled:
        case = self.settle(read, asked, near=near)
        if case.error is not None and case.result.agrees is not True:
            raise read.locate(case.error)
        return Settled(
            result=case.result,
            record=plain_from(case.record),
            line=_line_of(case.record),
            lines=case.lines(_WIDTH, explain=explain) if explain and case.error is None else [],
            html=fragment(case_blocks(case, explain=explain)) if asked.html else "",
        )

    def _settings(self, read: AnyRead, asked: Question, *, near: bool = False) -> Settings:
        named = asked.rules if asked.rules is not None else self.shelf.named_in(read.record)
        return self.shelf.settings(named, asked.options, near=near)


def read_game(given: Mapping[str, Any] | str) -> AnyRead:
    """The game of plain data, or of the text of a file; exactly one."""
    if not isinstance(given, str):
        return read_given(dict(given), "game")
    reads = [*read_games(given.splitlines(keepends=True), name="game")]
    if len(reads) != 1:
        raise RecordError("expected one game, found {0}", len(reads), key="game")
    return reads[0]


def _read(record: str | dict[str, Any]) -> AnyRead:
    """A record as it is given; a line may name no file, for nobody typed it here."""
    if isinstance(record, str):
        return msgspec.structs.replace(read_line(record.strip()), on_command_line=False)
    return read_given(record)


def _line_of(record: Any) -> str | None:
    """The line of a record; ``None`` where it has none."""
    forms = game_of(record).forms
    if not isinstance(record, forms.spelled):
        return None
    try:
        return forms.print_line(record)
    except CalcError:
        return None
