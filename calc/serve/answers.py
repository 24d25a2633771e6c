"""What the API answers: each question is a struct, and its answer comes from the function that the command calls."""

import ipaddress
from collections.abc import Iterable, Mapping
from contextlib import suppress
from importlib.util import find_spec
from itertools import islice
from typing import Annotated, Any, ClassVar, Final
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

from calc import games
from calc.disputes.claims import MOST_CLAIMS, claims_by_people
from calc.disputes.verdict import compare_claims, judge, together
from calc.errors import CalcError, RecordError
from calc.intake.records import read_games
from calc.layout.document import Document, fragment
from calc.notation.spellings import round_of
from calc.records.plain import plain_from
from calc.report.dispute import verdict_blocks
from calc.report.results import case_blocks
from calc.report.standings import Standings, find_standings, standings_document
from calc.serve.shelf import Shelf
from calc.settling import AnyRead, Read, read_given, read_line, read_waiting_line, rules_for, settle_case
from calc.translation import msg, say

#: The width of text in answers.
_WIDTH: Final = 100
#: Lists of games are not longer.
_MOST_GAMES: Final = 500
#: Rounds of a game, and of all games of a league together.
MOST_ROUNDS: Final = 200
_MOST_IN_ALL: Final = 10_000
_MOST_COUNTERS: Final = 999
#: The most characters of an address, and of one that a phone can read as a code.
_LONGEST: Final = 8_000
_LONGEST_CODE: Final = 800

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


class ChartQuestion(Question, frozen=True, kw_only=True):
    """The rule set whose payments are asked for."""


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


class LinkQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """The address of a page as its own browser has it."""

    _title: ClassVar = "a link"

    address: Annotated[str, Meta(max_length=_LONGEST)]


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


class Link(Struct, frozen=True):
    """The ``address`` for others; ``html``: its code as a picture, unless it is too long for one."""

    address: str
    html: str = ""


def score(data: ScoreQuestion, shelf: Shelf) -> Settled:
    """Settle a win, a round or a game."""
    return _settled(_read(data.record), data, shelf, near=data.near)


def explain(data: ScoreQuestion, shelf: Shelf) -> Settled:
    """Settle a record, with every reason."""
    return _settled(_read(data.record), data, shelf, explain=True, near=data.near)


def waits(data: WaitsQuestion, shelf: Shelf) -> Settled:
    """What a hand waits for."""
    if isinstance(data.record, str):
        return _settled(read_waiting_line(data.record), data, shelf)
    return _settled(Read(games.waits().forms.plain(data.record, "hand")), data, shelf)


def dispute(data: DisputeQuestion, shelf: Shelf) -> Told:
    """Judge a claim."""
    read = _read(data.record)
    record = read.known()
    rules = rules_for(record, shelf.settings(record, data.rules, data.options))
    if isinstance(data.claim, list) and not 0 < len(data.claim) <= MOST_CLAIMS:
        raise RecordError("expected 1 to {0} claims, found {1}", MOST_CLAIMS, len(data.claim), key="claim")
    given = data.claim if isinstance(data.claim, list) else [data.claim]
    told = claims_by_people([one for one in given if one is not None], record)
    trials = together(record, rules, [one.claim for one in told])
    verdicts = [judge(record, rules, one.claim, trials) for one in told]
    found: Any = judge(record, rules, None) if not told else verdicts[0]
    if len(told) > 1 or isinstance(data.claim, list):
        found = compare_claims([one.text for one in told], verdicts)
    return Told(
        result=found, html=fragment(verdict_blocks(found, rules, page=True, record=record)) if data.html else ""
    )


def points(data: PointsQuestion, shelf: Shelf) -> Told:
    """What han and fu pay."""
    game, rules = _with_han(data, shelf)
    found = game.points(data.worth, rules, data.honba)
    return _told(data, found, found.data[0])


def chart(data: ChartQuestion, shelf: Shelf) -> Told:
    """What each han and fu, and each level, pays."""
    game, rules = _with_han(data, shelf)
    found = game.chart(rules)
    return _told(data, found, [*found.data])


def _with_han(data: Question, shelf: Shelf) -> tuple[Any, Any]:
    """The game and the rule set of a question about han and fu."""
    riichi = next(one for one in games.all_games() if one.points is not None)
    rules: Any = shelf.load(data.rules or shelf.fallback.get(riichi.id, riichi.default_rules), data.options)
    game = games.game_in(rules.origin)
    if game.points is None:
        raise RecordError("{0} pays no han and fu; name a rule set of riichi", rules.id, key="rules")
    return game, rules


def needs(data: NeedsQuestion, shelf: Shelf) -> Told:
    """What players need in the last hand."""
    read = read_given(data.game or {"players": [*data.scores], "scores": data.scores}, "game")
    record: Any = read.known()
    game = games.game_of(record)
    if game.needs is None or not hasattr(record, "rounds"):
        raise RecordError("expected a game of rounds with han and fu, or scores of its players", key="game")
    own = {key: getattr(data, key) for key in ("players", "place", "honba", "sticks", "riichi")}
    own["at"] = None
    if data.round is not None:
        told = round_of(data.round)
        if told is None or not told.number or told.honba is not None:
            raise RecordError("expected a round such as S4, found {0!r}", data.round, key="round")
        own["at"] = told.wind, told.number
    check_rounds([record])
    rules = rules_for(record, shelf.settings(record, data.rules, data.options))
    found = game.needs(record, rules, **own)
    return _told(data, found, found.data)


def game(data: GameQuestion, shelf: Shelf) -> Settled:
    """Settle a game."""
    return _settled(read_game(data.game), data, shelf)


def standings(data: StandingsQuestion, shelf: Shelf, tables: Any) -> Told:
    """Add up games of a league."""
    reads = [*(read_given(game, "game") for game in data.games), *tables.reads(data.tables)]
    if not 0 < len(reads) <= _MOST_GAMES:
        raise RecordError("expected 1 to {0} games, found {1}", _MOST_GAMES, len(reads), key="games")
    check_rounds((read.record for read in reads), _MOST_IN_ALL)
    results = []
    for place, read in enumerate(reads):
        if read.record is not None and games.kind_of(read.record) != "game":
            raise RecordError("expected a game with players and rounds", key=f"games[{place}]")
        case = settle_case(read, shelf.settings(read.record, data.rules, data.options))
        if case.error is not None:
            raise case.error.below(f"games[{place}]")
        if data.unfinished or games.game_behind(case.result).is_over(case.result):
            results.append(case.result)
    found = find_standings(results) if results else Standings(games=0, rules=[], standings=[])
    return _told(data, standings_document(found), found)


def link(data: LinkQuestion, home: str | None) -> Link:
    """The address of a page for others, with a QR code. An address of this machine alone becomes that at which the
    network finds it, or is refused.
    """
    address = data.address
    try:
        split = urlsplit(address)
        host = split.hostname
    except ValueError:
        host = None
    if not host or split.scheme not in ("http", "https"):
        raise RecordError("expected an address of http or https", key="address")
    if is_loopback(host):
        if home is None:
            raise RecordError(
                "other phones cannot open this address: the page is served to this device alone. To serve it to all "
                "in the room, begin it with yaku serve --host 0.0.0.0",
                key="address",
            )
        address = home + "".join(f"{mark}{part}" for mark, part in (("?", split.query), ("#", split.fragment)) if part)
    return Link(address, _picture_of(address) if len(address) <= _LONGEST_CODE else "")


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _picture_of(address: str) -> str:
    """A QR code, dark on light on every page."""
    if find_spec("segno") is None:
        return ""
    import segno

    code = segno.make(address, micro=False, error="m", boost_error=False)
    drawn = code.svg_inline(border=4, light="#fff", omitsize=True, svgclass=None, lineclass=None)
    title = say("A code to scan with another phone")
    return drawn.replace("<svg ", f'<svg role="img" aria-label="{title}" width="260" height="260" ', 1)


def _told(asked: Question, document: Document, result: Any) -> Told:
    return Told(result=result, html=fragment(document.blocks(True), document.title) if asked.html else "")


def check_rounds(records: Iterable[Any], most: int = MOST_ROUNDS) -> None:
    """Refuse games whose rounds together take too long: nobody else is answered meanwhile."""
    rounds = sum(len(getattr(record, "rounds", ())) for record in records)
    if rounds > most:
        raise RecordError("expected at most {0} rounds at once, found {1}", f"{most:,}", f"{rounds:,}", key="rounds")


def _settled(read: AnyRead, asked: Question, shelf: Shelf, *, explain: bool = False, near: bool = False) -> Settled:
    """A settled record. Raises :class:`calc.CalcError`, but not for a hand that is rightly said to be no win."""
    check_rounds([read.record])
    case = settle_case(read, shelf.settings(read.record, asked.rules, asked.options, near=near))
    if case.error is not None and case.result.agrees is not True:
        raise read.locate(case.error)
    forms, line = games.game_of(case.record).forms, None
    if isinstance(case.record, forms.spelled):
        with suppress(CalcError):  # it has no line
            line = forms.print_line(case.record)
    return Settled(
        result=case.result,
        record=plain_from(case.record),
        line=line,
        lines=case.lines(_WIDTH, explain=explain) if explain and case.error is None else [],
        html=fragment(case_blocks(case, explain=explain)) if asked.html else "",
    )


def read_game(given: Mapping[str, Any] | str) -> AnyRead:
    """The game of plain data, or of the text of a file; exactly one."""
    if not isinstance(given, str):
        return read_given(dict(given), "game")
    reads = [*islice(read_games(given.splitlines(keepends=True), name="game"), 2)]
    if len(reads) != 1:
        found = msg("more") if reads else msg("none")
        raise RecordError("expected one game, found {0}", found, key="game")
    return reads[0]


def _read(record: str | dict[str, Any]) -> AnyRead:
    """A record as it is given; a line may name no file, for nobody typed it here."""
    if isinstance(record, str):
        return msgspec.structs.replace(read_line(record.strip()), on_command_line=False)
    return read_given(record)
