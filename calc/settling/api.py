"""What a caller can ask: score one win or many, settle a round or a game, find waits, load rules. All of it is
exported by :mod:`calc`.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, Unpack, overload

from calc.errors import RecordError, RuleTableError, check_lang
from calc.games import Fields, Rules, Settings, game_in, game_named, game_of
from calc.hanafuda.records.types import HanafudaGame, HanafudaRound
from calc.intake.spelling import AnyRead, Read
from calc.mahjong.records.lines import parse_waiting_line
from calc.mahjong.records.plain import waiting_from
from calc.mahjong.records.types import Game, Round, Waiting, Win
from calc.outcomes import Reply, collecting_later
from calc.settling.settle import DEFAULT_RULES, Case, read_given, rules_for, settle_case, settle_reads
from calc.translation import msg, speaking

if TYPE_CHECKING:
    from calc.hanafuda.results import HanafudaGameResult, HanafudaResult
    from calc.hanafuda.rules.ruleset import HanafudaRules
    from calc.mahjong.report.points import PointsAnswer
    from calc.mahjong.results import WinResult
    from calc.mahjong.rounds.needs import Needs
    from calc.mahjong.rounds.results import GameResult, RoundResult
    from calc.mahjong.rules.ruleset import MahjongRules
    from calc.mahjong.waits import WaitsResult
    from calc.outcomes import Refusal
    from calc.records.plain import AnyRecord

    #: What becomes of a record of any kind.
    AnyResult: TypeAlias = WinResult | RoundResult | GameResult | HanafudaResult | HanafudaGameResult | Refusal

#: A win: a line of notation, plain data, or a typed record.
Record = str | Mapping[str, Any] | Win
#: A hand one tile short: the same.
WaitsRecord = str | Mapping[str, Any] | Waiting


def load_rules(name: str = DEFAULT_RULES, options: Mapping[str, Any] | None = None) -> MahjongRules | HanafudaRules:
    """The rule set ``name``, a shipped id (``"tenhou"``) or a file (``"./house.yaml"``), with ``options`` chosen by
    name.

    It is read once, as long as its files stay as they are. What it holds beyond :class:`RuleSet` depends on the game.
    Raises :class:`RuleTableError`: unknown rule set or option, or a mistake in the file with its line and path.

    >>> load_rules("tenhou").label
    'tenhou@2.0.0'
    """
    asked = Settings(rules=name, options={} if options is None else options)
    rules: MahjongRules | HanafudaRules = game_in(name).load_rules(name, asked.options)
    return rules


class _How(TypedDict, total=False):
    """How a record is settled, as in :func:`score`."""

    rules: Rules | None
    options: Mapping[str, Any] | None
    lang: str


def _keys_of(record: Any, keys: Mapping[str, Any], example: str) -> Any:
    """The record that was given, or the mapping that its keys make; ``from_`` is ``from``, a word of Python."""
    if (record is None) == (not keys):
        raise TypeError(msg("expected a record or its keys, as in {0}; give one of them", example))
    if isinstance(record, Reply):
        raise RecordError("a result does not keep its record; give the record that was settled, as in {0}", example)
    return record if record is not None else {name.rstrip("_"): value for name, value in keys.items()}


def score(
    record: Record | None = None,
    *,
    rules: Rules | None = None,
    options: Mapping[str, Any] | None = None,
    fields: Fields = "full",
    lang: str = "en",
    **keys: Any,
) -> WinResult:
    """Settle one win: its yaku, han, fu, points, and what every seat pays, in points.

    ``record``: a line of notation, a mapping with the keys of a record, or a :class:`Win`; or its ``keys`` by name:
    ``hand``, ``win``, ``melds``, ``by`` (``ron`` or ``tsumo``), ``from_``, ``seat``, ``round``, ``riichi``, ``dora``
    and all others of a win. ``rules``: a rule set, by id, as a file or as :func:`load_rules` returned it; ``options``:
    answers to its options, by name. Both win over those that the record names; without either it is ``riichi``.
    ``fields``: ``full``, or ``short`` without fu parts, reading, notes and transfers. ``lang``: the language of names,
    ``en`` or ``ja``. Raises a :class:`CalcError` that says what is wrong with the record, where (``key``, ``column``),
    and how to mend it.

    >>> score("riichi 123m456p789s1122z +2z ron from=W seat=S round=E riichi").points
    2600
    >>> score(hand="123m456p789s1122z", win="2z", by="ron", from_="W", seat="S", round="E", riichi=True)
    <WinResult: 2 han 40 fu, 2,600 points: Riichi, Seat wind; W → S 2,600; riichi@1.3.0>
    """
    record = _keys_of(record, keys, "calc.score(hand='123m456p789s1122z', win='2z', by='tsumo', seat='S', round='E')")
    result: WinResult = _case(_read(record, "win"), rules, options, lang, fields).result
    return result


def score_many(
    records: Iterable[Record],
    *,
    rules: Rules | None = None,
    options: Mapping[str, Any] | None = None,
    fields: Fields = "full",
    lang: str = "en",
) -> list[WinResult | Refusal]:
    """Settle many wins at once, in order; a record that cannot be scored becomes a :class:`Refusal` in its place.

    ``records``: any number of what :func:`score` takes; all are held in memory. ``fields``: ``full``, or ``short``
    without fu parts, reading, notes and transfers. ``rules``, ``options`` and ``lang`` as in :func:`score`. Nothing is
    raised: a rule set that cannot be used refuses every record.

    >>> [result.ok for result in score_many(["riichi 123m456p789s1122z +2z tsumo seat=S round=E", "riichi 123m45"])]
    [True, False]
    """
    with collecting_later():
        reads = [_read(record, "win") for record in records]
        return settle_reads(reads, Settings(rules=rules, options=options or {}, fields=fields, lang=lang))


@overload
def settle_round(record: Round, **how: Unpack[_How]) -> RoundResult: ...


@overload
def settle_round(record: str | HanafudaRound, **how: Unpack[_How]) -> HanafudaResult: ...


@overload
def settle_round(record: Mapping[str, Any] | None = None, **keys: Any) -> Any: ...


def settle_round(
    record: str | Mapping[str, Any] | Round | HanafudaRound | None = None,
    *,
    rules: Rules | None = None,
    options: Mapping[str, Any] | None = None,
    lang: str = "en",
    **keys: Any,
) -> RoundResult | HanafudaResult:
    """Settle one round, of riichi or of hanafuda: who pays whom, and what follows.

    Of riichi: its wins or its draw, and what every seat gains or loses in points; ``changes`` hold the riichi sticks
    that were paid. Of hanafuda: the yaku of every player, scores and changes in the unit of the rule set. ``record``: a
    mapping with the keys of a round, a :class:`Round` or :class:`HanafudaRound`, or, of hanafuda, a line of notation;
    or its ``keys`` by name. ``rules``, ``options`` and ``lang`` as in :func:`score`. Raises a :class:`CalcError` whose
    ``key`` says where (``wins[1].hand``).

    >>> draw = {"kind": "exhaustive", "waiting": ["E", "W"]}
    >>> settle_round(round="E", number=2, riichi=["W"], draw=draw).changes
    {'E': 1500, 'S': -1500, 'W': 500, 'N': -1500}
    >>> settle_round("koikoi A:1BR,3B,8BA,9A B:2AR stopped_by=A").players["A"].score
    30
    """
    record = _keys_of(record, keys, "calc.settle_round(round='E', draw={'kind': 'exhaustive', 'waiting': ['E']})")
    result: RoundResult | HanafudaResult = _case(_read(record, "round"), rules, options, lang).result
    return result


@overload
def settle_game(record: Game, **how: Unpack[_How]) -> GameResult: ...


@overload
def settle_game(record: HanafudaGame, **how: Unpack[_How]) -> HanafudaGameResult: ...


@overload
def settle_game(record: str | Mapping[str, Any] | None = None, **keys: Any) -> Any: ...


def settle_game(
    record: str | Mapping[str, Any] | Game | HanafudaGame | None = None,
    *,
    rules: Rules | None = None,
    options: Mapping[str, Any] | None = None,
    lang: str = "en",
    **keys: Any,
) -> GameResult | HanafudaGameResult:
    """Settle a game of rounds, of riichi or of hanafuda: running scores, and the final results.

    ``record``: a mapping with the keys of a game, a :class:`Game` or a :class:`HanafudaGame`; or the text of a score
    sheet or of final scores (``"Aki 32000, Bea 28000, Cho 22000, Dan 18000"``); or its ``keys`` by name:
    ``players`` and ``rounds``, or ``scores``. A riichi game that is not over has no ``ended``, and ``final`` is the
    standing. Scores are points, results units of the rule set. ``rules``, ``options`` and ``lang`` as in :func:`score`.
    Raises a :class:`CalcError` whose ``key`` says where (``rounds[3].wins[0].hand``).

    >>> draw = {"kind": "exhaustive", "waiting": []}
    >>> game = settle_game(players=["Aki", "Bea", "Cho", "Dan"], rounds=[{"draw": draw}] * 8)
    >>> game.ended, [(line.player, line.score) for line in game.final]
    ('rounds_over', [('Aki', 25), ('Bea', 0), ('Cho', -10), ('Dan', -15)])
    >>> settle_game("riichi: Aki Bea Cho Dan\\nBea ron Dan 3900\\nAki tsumo mangan").scores["Aki"]
    33000
    """
    record = _keys_of(record, keys, "calc.settle_game(players=['Aki', 'Bea', 'Cho', 'Dan'], rounds=[...])")
    result: GameResult | HanafudaGameResult = _case(_read(record, "game"), rules, options, lang).result
    return result


def find_waits(
    record: WaitsRecord | None = None,
    *,
    rules: Rules | None = None,
    options: Mapping[str, Any] | None = None,
    lang: str = "en",
    **keys: Any,
) -> WaitsResult:
    """What a hand one tile short waits for: each winning tile, how many are left, and what it would pay, in points, by
    ron and by tsumo, or why it would be no win.

    ``record``: a line of notation, a mapping, or a :class:`Waiting`; or its ``keys`` by name. It has the keys of a win
    without ``win``, ``by`` and ``from``; without ``seat`` and ``round`` payments are left out, and ``add`` names these
    keys. ``rules``, ``options`` and ``lang`` as in :func:`score`. A hand that waits for nothing is an answer
    (``waiting`` is false); one that cannot be raises a :class:`CalcError` that says what is wrong with it, where, and
    how to mend it.

    >>> found = find_waits("riichi 123m456p789s1122z seat=S round=E riichi")
    >>> [(line.tile, line.left, line.ron.points, line.tsumo.points) for line in found.tiles]
    [('1z', 2, 2600, 5200), ('2z', 2, 2600, 5200)]
    """
    record = _keys_of(record, keys, "calc.find_waits(hand='123m456p789s1122z', seat='S', round='E')")
    columns = None
    if isinstance(record, str):
        record, columns = parse_waiting_line(record)
    elif not isinstance(record, Waiting):
        record = waiting_from(record)
    result: WaitsResult = _case(Read(record, columns=columns), rules, options, lang).result
    return result


def explain(
    record: str | Mapping[str, Any] | AnyRecord | None = None,
    *,
    rules: Rules | None = None,
    options: Mapping[str, Any] | None = None,
    lang: str = "en",
    width: int | None = None,
    **keys: Any,
) -> str:
    """Say how a win, a round or a game comes out and why, in lines: what ``yaku score --explain`` prints.

    ``record``: a line, a mapping or a typed record of any game; or its ``keys`` by name. ``width``: the most characters
    of a line, by default those of the terminal. ``rules``, ``options`` and ``lang`` as in :func:`score`. Raises a
    :class:`CalcError` that says what is wrong with the record.

    >>> print(explain("riichi 123m456p789s1122z +2z ron from=W seat=S round=E riichi").partition("\\n")[0])
    South wins 2,600 points by ron from West
    """
    read = read_given(_keys_of(record, keys, "calc.explain(hand='123m456p789s1122z', win='2z', by='ron', ...)"))
    columns = shutil.get_terminal_size().columns if width is None else width
    check_lang(lang)
    with speaking(lang):
        return "\n".join(_case(read, rules, options).lines(columns, explain=True))


def points(
    *worth: int | str,
    honba: int = 0,
    rules: Rules = DEFAULT_RULES,
    options: Mapping[str, Any] | None = None,
    lang: str = "en",
) -> PointsAnswer:
    """Say what a hand pays by ron and by tsumo, for the dealer and for the others, in points, honba included.

    ``worth``: han and fu (``3, 40``), or a text such as ``"3 han 40 fu"`` or ``"mangan"``; ``honba``: honba on the
    table. ``rules`` and ``options`` as in :func:`score`, ``lang`` that of the notes. Raises :class:`RecordError` for
    what no hand is worth, and :class:`RuleTableError` for rules that pay no han and fu.

    >>> points(3, 40, honba=1).ron
    ByRon(dealer=8000, other=5500)
    """
    Settings(rules=rules, options=options or {}, lang=lang)
    loaded: Any = rules
    if isinstance(rules, str):
        loaded = load_rules(rules, options)
    elif options:
        loaded = load_rules(rules.origin, {**rules.chosen, **options})
    if game_named(loaded.game).points is None:
        raise RuleTableError("{0} pays no han and fu", loaded.id)
    from calc.mahjong.report.points import find_points

    with speaking(lang):
        return find_points(" ".join(map(str, worth)), loaded, honba)


def needs(
    record: Mapping[str, Any] | Game,
    *,
    players: Iterable[str] = (),
    place: int = 1,
    at: tuple[str, int] | None = None,
    honba: int | None = None,
    sticks: int | None = None,
    riichi: Iterable[str] = (),
    rules: Rules | None = None,
    options: Mapping[str, Any] | None = None,
) -> list[Needs]:
    """Say what ``players``, all if none are named, need in the last hand for a ``place`` or better: by ron from each
    other player, by tsumo and by a draw, in points.

    ``record``: a riichi game up to the hand before; or players with their scores, the first dealer first. Of scores
    alone, ``at`` is the hand to come, such as ``("S", 4)``, with its ``honba`` and ``sticks``. ``riichi``: who has
    declared it in this hand. ``rules`` and ``options`` as in :func:`score`. Raises a :class:`CalcError` for a game that
    is over or cannot be settled.

    >>> scores = {"Aki": 31000, "Bea": 28000, "Cho": 24000, "Dan": 17000}
    >>> needs({"players": [*scores], "scores": scores}, players=["Cho"])[0].tsumo.least.spelled
    '1500/2900'
    """
    game = read_given(record, "game").known()
    if not isinstance(game, Game):
        raise RecordError("expected a game of rounds with han and fu; what it takes is asked of such games alone")
    from calc.mahjong.rounds.needs import needs_in

    own: Any = rules_for(game, Settings(rules=rules, options=options or {}))
    return needs_in(game, own, players=[*players], place=place, at=at, honba=honba, sticks=sticks, riichi=[*riichi])


def _read(record: Any, expected: str) -> AnyRead:
    """Read a record that has to be ``expected``, as data that tell nothing of their kind are."""
    read = read_given(record, expected)
    if read.record is None:
        return read
    kind = game_of(read.record).records[type(read.record)]
    if kind.name == expected:
        return read
    return Read(
        error=RecordError("expected a {0}, found a {1}; settle it with calc.{2}", expected, kind.name, kind.settled_by)
    )


def _case(
    read: Read[Any],
    rules: Rules | None,
    options: Mapping[str, Any] | None,
    lang: str | None = None,
    fields: Fields = "full",
) -> Case:
    """Settle what was read. Raises what is wrong with it."""
    case = settle_case(read, Settings(rules=rules, options=options or {}, lang=lang, fields=fields))
    if case.error is not None:
        raise case.error
    return case
