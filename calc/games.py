"""The games there are, and what each of them can do for parts of the package that know no game by name.

To find the :class:`Game` of a record call :func:`game_of`, of a rule set :func:`game_named`; then call its methods.
A new game is a new package with a module ``game``, which holds such an object, and a line in ``_HOMES``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Literal

from msgspec import UNSET, Struct, UnsetType

from calc.errors import RecordError
from calc.tables import Name, RuleSet
from calc.tables.shelf import game_id_of

if TYPE_CHECKING:
    from calc.arrow import InArrow
    from calc.asking import Guide
    from calc.asking.form import Form
    from calc.definitions import Schema
    from calc.errors import CalcError, RuleTableError
    from calc.layout.game import Report
    from calc.outcomes import CheckedGame, Departure, Refusal, Settlement
    from calc.pictures.page import Block, Pages
    from calc.records.cells import Columns
    from calc.records.plain import Variant
    from calc.records.rows import Row, RowKind
    from calc.tables import RuleTable
    from calc.tables.checking import Checked

#: Where each game is. Records, rules and results of the first one are meant where nothing tells the game.
_HOMES: Final = ("calc.mahjong.game:RIICHI", "calc.hanafuda.game:HANAFUDA")

#: A rule set: its id, a file, or what :func:`calc.load_rules` returned.
Rules = str | RuleSet
Fields = Literal["full", "short"]


class Settings(Struct, frozen=True, kw_only=True):
    """What counts for all records.

    ``rules``: the rule set of all of them, in place of their own. ``options``: answers to its options, over theirs.
    ``fallback``: the rule sets of records that name none, by game; the default of a game that is left out. ``fields``:
    ``short`` leaves fu parts, reading, notes and transfers out. ``lang``: the language of names, ``en`` or ``ja``.
    ``near``: rounds are still in play; list the yaku that lack few cards. ``encoded``: a short result may be given as
    :class:`~calc.outcomes.EncodedResult`.
    """

    rules: Rules | None = None
    options: Mapping[str, Any] = {}
    fallback: Mapping[str, str] = {}
    fields: Fields = "full"
    lang: str = "en"
    near: bool = False
    encoded: bool = False


class _Later:
    """A module, or a function of one (``module:name``), that is imported when it is first used."""

    def __init__(self, path: str) -> None:
        self._module, _, self._name = path.partition(":")

    @cached_property
    def found(self) -> Any:
        module = import_module(self._module)
        return getattr(module, self._name) if self._name else module

    def __getattr__(self, name: str) -> Any:
        return getattr(self.found, name)

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self.found(*given, **named)


def later(path: str) -> Any:
    """The module, or the function ``module:name``, that is imported when it is first used."""
    return _Later(path)


class OtherTable(Struct, frozen=True, kw_only=True):
    """A kind of table that is no rule set, such as a deck."""

    #: Says in a line what is in the file of that name. Raises :class:`calc.RuleTableError`.
    describe: Callable[[str], str]
    #: As of a game.
    file_schema: Callable[[], dict[str, Schema]]
    #: Writes the lines of a sheet of it: name, language, width, ``markdown=``, and ``every=`` for examples and sources.
    #: ``None`` where there is none.
    sheet: Callable[..., Iterator[str]] | None = None


class Forms(Struct, frozen=True, kw_only=True):
    """How records are spelled. What reads one raises :class:`calc.CalcError`."""

    #: Reads a line: the record, and the column at which the value of each key begins.
    line: Callable[[str], tuple[Any, Columns]]
    #: Reads plain data, as YAML and JSON have them; those that tell nothing of their kind as a record of that name.
    plain: Callable[[Any, str], Any]
    #: Reads cells, pairs of a dotted key and a text.
    flat: Callable[[Iterable[tuple[str, str]]], Any]
    #: Makes the definitions of the records in JSON Schema.
    definitions: Callable[[], dict[str, Schema]]


class RecordForms(Forms, frozen=True, kw_only=True):
    """How the records of a game are spelled, and told from those of other games: the first game takes what no other
    does.
    """

    #: The type of record that lines and cells spell, and its key that is a column of every table of cells.
    spelled: type[Struct]
    column: str
    #: Keys that only records have, and no logs.
    own_keys: frozenset[str]
    #: The key of such a record that a word means, as people head the columns of a table; ``None`` where it means none.
    column_of: Callable[[str], str | None]
    #: Whether a line, plain data or cells are of this game.
    is_line: Callable[[str], bool] = lambda text: True
    is_plain: Callable[[Any], bool] = lambda data: True
    is_flat: Callable[[Mapping[str, str]], bool] = lambda cells: True
    #: Writes the line of a record.
    print_line: Callable[[Any], str]
    #: The module that reads and prints the lines of its score sheets: ``WORDS``, ``read_round``, ``round_claim``,
    #: ``game_claim`` and ``print_rounds``.
    sheet: Any
    #: Reads a plain line, and plain JSON lines, as they stand or parted; ``None`` for those that need a second look.
    plain_line: Callable[[str], tuple[Any, Columns] | None] | None = None
    decode_lines: Callable[[bytes], list[Any]] | None = None
    decode_apart: Callable[[Sequence[bytes]], Sequence[Any]] | None = None
    #: Makes the JSON Schema that chooses among its definitions, from the one that counts for other games.
    choose: Callable[[Schema], Schema]


class Waits(Struct, frozen=True, kw_only=True):
    """Hands that wait for their last tile, in games that have such.

    ``forms``: of their records. ``result``: the type of their results. ``write``: writes results in a format for
    programs.
    """

    forms: Forms
    result: Any
    write: Callable[[Sequence[Any], str], Iterable[str]]


class LogFormat(Struct, frozen=True, kw_only=True):
    """A format of game logs, and how its files are recognised.

    ``id``: as in :class:`calc.LoggedGame`. ``name``: as messages call it. ``read``: reads a game from the text of a log
    (XML) or from a JSON value. ``split``: where a game has several JSON values, the values of each game; ``read`` takes
    those. ``root``: of XML, its root element. ``key``: of JSON, a key of every log or of its first event, or one of
    ``keys``; with ``is_text`` the value has to be a text.
    """

    id: str
    name: str
    read: Callable[[Any], Any]
    split: Callable[[Sequence[Any]], Sequence[Any]] | None = None
    endings: tuple[str, ...] = ()
    root: str = ""
    key: str = ""
    keys: tuple[str, ...] = ()
    is_text: bool = False
    #: Writes a game of :class:`calc.LoggedGame` in pieces of text; ``None`` for a format that is only read.
    write: Callable[[Any], Iterator[str]] | None = None


class Logs(Struct, frozen=True, kw_only=True):
    """Logs of a game, as sites and programs write them."""

    #: If the keys of an object fit several formats, the one listed last counts.
    formats: tuple[LogFormat, ...]
    #: Works out the record of a game that was read: the game, the name of its file, the id of the format. Raises
    #: :class:`calc.UnreadableError`.
    replay: Callable[[Any, str, str], Any]
    #: Scores logged games again and compares: each game with its record, and their rule set. A game that cannot be
    #: scored under it becomes its error.
    check: Callable[[Sequence[tuple[Any, Any]], Any], Sequence[CheckedGame | CalcError]]


class RecordKind(Struct, frozen=True, kw_only=True):
    """What there is to know of a type of record."""

    #: What people call it: a win, a round, a game.
    name: str
    #: The function of the package that settles it.
    settled_by: str
    #: Examples of claims on it.
    claims: str = ""
    #: Reads a claim in words: the words, a rule set, examples for a refusal. ``None`` where the words are no claim.
    read_words: Callable[[str, Any, str], dict[str, Any] | None] = lambda words, rules, examples: None
    #: Sections of rule tables that settle only what comes after it.
    beyond: frozenset[str] = frozenset()
    #: Whether it can be looked at before its play is over (``Settings.near``).
    in_play: bool = False


class Game(Struct, frozen=True, kw_only=True):
    """A game, or a family of games that are settled alike.

    Its rules, records and results are its own: they go from one of its functions into another, and nobody else looks
    inside. What takes long to load is given by :func:`later`.
    """

    #: What ``game`` says in its rule tables.
    id: str
    #: What people call it.
    name: Name
    #: The rule set of a record that names none.
    default_rules: str
    #: The types of its records.
    records: Mapping[type, RecordKind]
    #: How they are spelled.
    forms: RecordForms

    #: Loads the rule set of that name, an id or a file, with options chosen. Raises :class:`calc.RuleTableError`.
    load_rules: Callable[..., Any]
    #: Reads a merged table as typed, checked rules. Raises :class:`calc.RuleTableError`.
    read_rules: Callable[[RuleTable], Any]
    #: Finds what a table and its rules say that is right, but hardly meant.
    doubt_rules: Callable[[RuleTable, Any], Iterable[RuleTableError]] = lambda table, rules: ()
    #: Writes the lines of a rule set of one's own to begin with, given its name in both languages, the file and the
    #: language of the comments; ``None`` where every file extends a set.
    new_rules: Callable[[Mapping[str, str], str, str], Iterable[str]] | None = None
    #: Makes the definitions of its rule files in JSON Schema, the whole file as ``file``.
    file_schema: Callable[[], dict[str, Schema]]
    #: Its tables that are no rule sets, by what they call their ``kind``.
    other_tables: Mapping[str, OtherTable] = {}
    #: Settles records of one kind under one rule set. Of the settings ``fields``, ``lang`` and ``near`` count.
    settle: Callable[[Sequence[Any], Any, Settings], Settlement]
    #: Unfolds results into rows of a kind: records, their results, their rule set, the kind.
    unfold: Callable[[Sequence[Any], Sequence[Any], Any, RowKind], list[list[Row]]]
    #: The figures of a result: what people compare, and argue about.
    figures: Callable[[Any], dict[str, Any]]
    #: Fuller words for a short claim on a record, such as who it is about; the first that is a claim counts.
    fuller_words: Callable[[str, Any], Iterable[str]] = lambda words, record: ()
    #: Finds where the claim of a record departs from its result under a rule set, and why, in a language, from what was
    #: kept when it was settled. For a game also the place (from 0) of the first wrong round, ``None`` where only its
    #: end is wrong.
    departures: Callable[[Any, Any, Any, str, Any], tuple[int | None, list[Departure]]]
    #: Whether the claim of a record is just what an error says of it; ``UNSET`` where the error does not judge that.
    agrees: Callable[[Any, CalcError], bool | UnsetType] = lambda record, error: UNSET
    #: The key of what a refusal decides of a record with a claim, such as ``win``; ``None`` where it decides nothing.
    decided_by: Callable[[Any, Refusal], str | None]
    #: The names of the yaku of a result beside those that the claim of its record names, if it need not name all.
    unclaimed: Callable[[Any, Any], list[str] | UnsetType] = lambda record, result: UNSET
    #: Every change of one circumstance of a record that is no game, under a rule set.
    variants: Callable[[Any, Any], Iterable[Variant]]
    #: Whether the result of a record could be another one, by what was kept when it was settled, if one of some values
    #: stood at a path of its rule table; true where in doubt.
    may_change: Callable[[Any, str, Sequence[Any]], bool] = lambda kept, path, values: True
    #: Whether a record has the same result under another rule set, seen from what was kept when it was settled without
    #: settling it again; false where in doubt.
    settles_alike: Callable[[Any, Any], bool] = lambda kept, rules: False
    #: The round of a game at a place (from 0), as one that has no game around it would be written.
    round_at: Callable[[Any, int, Any], Any] = lambda record, place, rules: record.rounds[place]
    #: Settles its records in columns of Arrow; ``None`` for a game that has none.
    arrow: InArrow | None = None
    #: Reads and checks its logs; ``None`` for a game without logs.
    logs: Logs | None = None
    #: Writes its results for people.
    report: Report
    #: Makes blocks of pages of its results and rules, and draws its records.
    blocks: Pages
    #: Writes settled games with their names as CSV.
    games_csv: Callable[[Sequence[tuple[str, Any]]], str]
    #: Writes the lines of a rule sheet: rules, language, width, and ``markdown=``.
    rule_sheet: Callable[..., Iterator[str]]
    #: Writes a sheet for the wall in the same way: an example of each yaku, no ids, no sources.
    wall_sheet: Callable[..., Iterator[str]]
    #: Says in words what stands at a path of a rule set, as its sheet does; ``None`` where it has no words for that.
    rule_words: Callable[[Any, Sequence[str], str], str | None]
    #: Finds the yaku of shipped lists that a rule set can take: name and value of each in a language, by list and id.
    offers: Callable[[Any, str], Mapping[str, Mapping[str, str]]] = lambda rules, lang: {}
    #: Asks for one of its records step by step.
    guide: Guide
    #: The fields of one of its records under a rule set, in a language: what a page asks.
    form: Callable[[Any, str], Form]
    #: Draws a record as pictures; empty for one that has none.
    draw: Callable[[Any], str] = lambda record: ""
    #: Writes the payment chart of a rule set: rules, format, language, width. ``None`` for a game without one.
    chart: Callable[[Any, Any, str, int], str] | None = None
    #: Makes blocks of that chart: rules, language.
    chart_blocks: Callable[[Any, str], list[Block]] = lambda rules, lang: []
    #: Says what a hand pays that is worth so much: the words of it, rules, honba, format, language, width, and
    #: ``explain=``. Raises :class:`calc.RecordError`. ``None`` for a game without han and fu.
    points: Callable[..., str] | None = None
    #: Says what players need in the hand that follows a game: the game, rules, format, language, width, and by name
    #: ``players``, ``place``, ``at``, ``honba``, ``sticks``, ``riichi``. ``None`` for a game where nobody can tell.
    needs: Callable[..., str] | None = None
    #: The final table of a settled game: player, place, points and result of each.
    final_lines: Callable[[Any], Iterable[tuple[str, int, int, int | float]]]
    #: Whether a settled game is over, as far as one can tell.
    is_over: Callable[[Any], bool] = lambda result: True
    #: Reads and writes what hands wait for. ``None`` for a game without waits.
    waits: Waits | None = None


@cache
def all_games() -> tuple[Game, ...]:
    """All games. The first one is meant where nothing tells the game."""
    return tuple(_Later(home).found for home in _HOMES)


@cache
def _by_record() -> dict[type, Game]:
    return {kind: game for game in all_games() for kind in game.records}


def game_for(kind: type) -> Game:
    """The game of a type of record."""
    return _by_record()[kind]


def game_of(record: Any) -> Game:
    """The game of a typed record."""
    return game_for(type(record))


def kind_of(record: Any) -> str:
    """What people call a typed record: a win, a round, a game."""
    return game_of(record).records[type(record)].name


def is_record(value: Any) -> bool:
    """Whether a value is a typed record of some game."""
    return type(value) in _by_record()


@cache
def line_keys(but: type | None = None) -> frozenset[str]:
    """The keys of records that lines spell, ``but`` for those of one type."""
    spelled = [game.forms.spelled for game in all_games() if game.forms.spelled is not but]
    return frozenset(key for kind in spelled for key in kind.__struct_encode_fields__)


def waits() -> Waits:
    """What reads and writes hands that wait for their last tile."""
    return next(game.waits for game in all_games() if game.waits is not None)


def in_arrow() -> tuple[Game, InArrow]:
    """The game whose records are settled in columns of Arrow, and what settles them."""
    return next((game, game.arrow) for game in all_games() if game.arrow is not None)


def game_behind(result: Any) -> Game:
    """The game of a result, which is no refusal."""
    return next(game for game in all_games() if isinstance(result, game.report.RESULTS))


def game_named(name: str) -> Game:
    """The game that rule sets name by its ``id``."""
    return next(game for game in all_games() if game.id == name)


def game_in(name: str) -> Game:
    """The game of a rule file; the first one where the file does not tell, whose loader finds what is wrong."""
    told = game_id_of(name)
    return next((game for game in all_games() if game.id == told), all_games()[0])


def wrong_game(game: Game, name: str, found: str) -> RecordError:
    """The error for a rule set ``name`` that is of the game ``found``, where one of ``game`` is needed."""
    return RecordError(
        "expected a rule set of {0} for this record, found {1!r}, which is of {2}; "
        "name another (`yaku rules list` has them), or leave it out",
        game.id,
        name,
        found,
        code="contradiction",
        key="rules",
    )


def other_table(name: str) -> OtherTable | None:
    """The kind of a table that is no rule set; ``None`` for a rule set."""
    tables = {kind: table for game in all_games() for kind, table in game.other_tables.items()}
    return tables.get(game_id_of(name) or "")


def load_rules(name: str, options: Mapping[str, Any] | None = None) -> RuleSet:
    """Load the rule set ``name`` of any game, with ``options`` chosen. Raises :class:`calc.RuleTableError`."""
    rules: RuleSet = game_in(name).load_rules(name, options)
    return rules


def check_rule_file(name: str) -> Checked[Any]:
    """Find all mistakes of a rule file of any game, trying every choice of its options."""
    from calc.tables.checking import check_file

    game = game_in(name)
    return check_file(name, game.read_rules, game.doubt_rules, game.default_rules)
