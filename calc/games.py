"""The games there are, and what each of them can do for parts of the package that know no game by name.

To find the :class:`Game` of a record call :func:`game_of`, of a rule set :func:`game_named`; then call its methods.
A new game is a new package with a module ``game``, which holds such an object, and a line in ``_HOMES``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Literal

from msgspec import UNSET, Struct, UnsetType

from calc.errors import CalcError, RecordError, check_lang
from calc.tables import Name, RuleSet
from calc.tables.shelf import game_id_of

if TYPE_CHECKING:
    from calc.asking import Guide
    from calc.layout.game import Report
    from calc.outcomes import Departure, Settlement
    from calc.records.cells import Columns
    from calc.tables.checking import Checked

#: Where each game is. Records, rules and results of the first one are meant where nothing tells the game.
_HOMES: Final = ("calc.mahjong.game", "calc.hanafuda.game")

#: A rule set: its id, a file, or what :func:`calc.load_rules` returned.
Rules = str | RuleSet
Fields = Literal["full", "short"]


class Settings(Struct, frozen=True, kw_only=True):
    """What counts for all records.

    ``rules``: the rule set of all of them, in place of their own. ``options``: answers to its options, over theirs.
    ``fallback``: the rule sets of records that name none, by game; the default of a game that is left out. ``fields``:
    ``short`` leaves fu parts, reading, notes and transfers out, ``figures`` also those of the wins in a round or game.
    ``lang``: the language of names and texts, ``en`` or ``ja``; without one that which is spoken. ``near``: rounds
    are still in play; list the yaku that lack few cards. ``encoded``: a short result may be given as
    :class:`~calc.outcomes.EncodedResult`.
    """

    rules: Rules | None = None
    options: Mapping[str, Any] = {}
    fallback: Mapping[str, str] = {}
    fields: Fields | Literal["figures"] = "full"
    lang: str | None = None
    near: bool = False
    encoded: bool = False

    def __post_init__(self) -> None:
        check_lang(self.lang)
        if self.rules is not None and not (self.rules and isinstance(self.rules, str | RuleSet)):
            raise CalcError("expected a rule set, its id or its file, found {0!r}", self.rules, key="rules")
        if not isinstance(self.options, Mapping):
            message = "expected options as a mapping, such as {0}, found {1!r}"
            raise CalcError(message, "{'kiriage_mangan': True}", self.options, key="options")


class Part:
    """Functions of a game by agreed names, each imported when it is first used, and values that are known at once.

    ``homes``: by module of the package, the functions that are there; ``agreed=own`` is one with a name of its own,
    ``agreed=`` the module itself. ``defaults``: what a game without the function has.
    """

    defaults: Mapping[str, Any] = {}

    def __init__(self, homes: Mapping[str, str], **known: Any) -> None:
        told = [(module, name) for module, names in homes.items() for name in names.split()]
        self.places = {name.partition("=")[0]: (module, name.rpartition("=")[2]) for module, name in told}
        self.__dict__.update({name: value for name, value in self.defaults.items() if name not in self.places} | known)

    def __getattr__(self, name: str) -> Any:
        if name == "places" or name not in self.places:
            raise AttributeError(name)
        module, function = self.places[name]
        found: Any = import_module(f"calc.{module}")
        self.__dict__[name] = found = getattr(found, function) if function else found
        return found


class Forms(Part):
    """How records are spelled. What reads one raises :class:`calc.CalcError`.

    ``line(text)``: the record, and the column at which the value of each key begins. ``plain(data, kind)``: from YAML
    or JSON; data that tell nothing of their kind are a record of ``kind``. ``flat(pairs)``: from cells, pairs of a
    dotted key and a text. ``definitions()``: the definitions of the records in JSON Schema.

    Records of games have more. ``spelled``: the type of record that lines and cells spell; ``column``: its key that is
    a column of every table of cells. ``own_keys``: keys that only records have, and no logs. ``column_of(word)``: the
    key that a word means as the head of a column, or ``None``. ``is_line(text)``, ``is_plain(data)``,
    ``is_flat(cells)``: whether they are of this game; the first game takes what no other does. ``print_line(record)``.
    ``sheet``: the module of its score sheets: ``words``, ``clauses``, ``read_round``, ``round_claim``, ``game_claim``
    and ``print_rounds``. ``plain_line(text)``, ``decode_lines(bytes)`` and ``decode_apart(lines)`` read plain lines
    fast, those of JSON together or apart; ``None`` for what needs a second look. ``choose(schema)``: the JSON Schema
    that chooses among its definitions, from the one that counts for other games.
    """

    line: Callable[[str], tuple[Any, Columns]]
    plain_line: Callable[[str], tuple[Any, Columns] | None] | None
    print_line: Callable[[Any], str]

    defaults: Mapping[str, Any] = {
        **dict.fromkeys(("is_line", "is_plain", "is_flat"), lambda given: True),
        **dict.fromkeys(("plain_line", "decode_lines", "decode_apart")),
    }


class LogFormat(Part):
    """A format of game logs, and how its files are recognised.

    ``id``: as in :class:`calc.LoggedGame`. ``name``: as messages call it. ``read``: reads a game from the text of a log
    (XML) or from a JSON value. ``split``: where a game has several JSON values, the values of each game; ``read`` takes
    those. ``root``: of XML, its root element. ``key``: of JSON, a key of every log or of its first event, or one of
    ``keys``; with ``is_text`` the value has to be a text. ``sign``: of JSON without such a key, an expression for what
    stands near its beginning; all of it is one game. ``find``: the JSON texts of games within another text, such as a
    page; ``None`` for a format that stands in no others. ``write``: writes a game of :class:`calc.LoggedGame` in pieces
    of text; ``None`` for a format that is only read.
    """

    id: str
    name: str

    defaults: Mapping[str, Any] = {
        "split": None,
        "find": None,
        "write": None,
        "endings": (),
        "root": "",
        "key": "",
        "keys": (),
        "is_text": False,
        "sign": "",
    }


class Logs(Part):
    """Logs of a game, as sites and programs write them: see :class:`Game`.

    ``others``: what is not read: an expression that finds it near its beginning, and what messages call it.
    """

    formats: tuple[LogFormat, ...]
    others: tuple[tuple[str, str], ...]


class RecordKind(Part):
    """What there is to know of a type of record.

    ``name``: what people call it. ``settled_by``: the function of the package that settles it. ``claims``: examples of
    claims on it. ``read_words(words, rules, examples)``: reads a claim in words, ``None`` where they are no claim.
    ``beyond``: sections of rule tables that settle only what comes after it. ``if_told``: those that matter only where
    the record has the key of this name. ``in_play``: whether it can be looked at
    before its play is over (``Settings.near``).
    """

    name: str
    settled_by: str

    defaults: Mapping[str, Any] = {
        "claims": "",
        "read_words": lambda words, rules, examples: None,
        "beyond": frozenset(),
        "if_told": frozenset(),
        "in_play": False,
    }


class Game(Part):
    """A game, or a family of games that are settled alike.

    Its rules, records and results are its own: they go from one of its functions into another, and nobody else looks
    inside. ``id``: what ``game`` says in its rule tables. ``name``: what people call it. ``default_rules``: the rule
    set of a record that names none. ``records``: their types. ``forms``: how they are spelled. ``report`` and
    ``guide`` are modules: results for people (:class:`calc.layout.game.Report`), and questions for one of its records
    (:class:`calc.asking.Guide`).

    Rules: ``load_rules(name, options)`` and ``read_rules(table)``, which raise :class:`calc.RuleTableError`;
    ``doubt_rules(table, rules)``: what is right, but hardly meant; ``new_rules(names, file)``: the lines of an
    own set to begin with, ``None`` where every file extends a set; ``file_schema()``: the definitions of its files, the
    whole file as ``file``; ``other_tables``: its tables that are no rule sets, by their ``kind``, each with
    ``describe(name)``, ``file_schema()`` and ``sheet(name, every=)``. ``sheet(rules, every=)``: a document of every
    value, or for the wall; ``rule_words(rules, path)``: what stands at a path, in words; ``offers(rules)``: yaku of
    shipped lists that a set can take, name and value of each, by list and id.

    Results: ``settle(records, rules, settings)`` settles records of one kind; ``unfold(records, results, rules, kind)``
    makes rows of them; ``figures(result)``: what people compare, and argue about; ``games_csv(named)``;
    ``final_lines(result)``: player, place, points and result of each; ``is_over(result)``; ``draw(record)``: pictures
    as text; ``form(rules)``: the fields that a page asks.

    Disputes: ``fuller_words(words, record, rules)``: short claims in full, the first that is a claim counts;
    ``as_paid(record, result, words)``: a claim of all that is paid with a win, as one of payments, else ``None``;
    ``claim_forms(record)``: claims that fit the record; ``around(record)``: records around it that words may be about;
    ``departures(record, result, rules, kept)``: where a claim departs, and why; for a game with the place of the
    first wrong round, ``None`` where only its end is wrong. ``agrees(record, error)``: whether the claim is what the
    error says, ``UNSET`` where that is not judged; ``decided_by(record, refusal)``: the key of what a refusal decides;
    ``unclaimed(record, result)``: names of yaku beside those of the claim, if it need not name all;
    ``reasons(record, result, rules, kept)``: how the result comes about, in sentences, those of a right claim first;
    ``topics``: the module of questions about a rule: ``FILE``, their table, and
    ``CHECKS``, what is worked out of words: ``(words, rules, figures)`` to a case and figures, by name;
    ``variants(record, rules)``: each change of one circumstance; ``round_at(record, place, rules)``: a round of a game
    as one without a game around it. By what was kept when the record was settled, without settling it again:
    ``may_change(kept, path, values)``: whether the result could be another with one of these values at a path of the
    table, true where in doubt; ``settles_alike(kept, rules)``: whether it is the same under other rules, false where
    in doubt.

    ``None`` where a game has none: ``arrow``: its records in columns: ``KEYS`` that are read,
    ``result_fields()``, ``settle_batch(batch, rules)`` and ``refused_batch(size, error)``; ``logs``: ``formats``
    (where keys fit several, the last counts), ``replay(game, file, format)``: the record of a game that was read,
    ``check(games, rules, rules_named=)``: each game with its record scored again and compared; ``waits``: hands one
    tile short, their ``forms``, the type ``result``, ``write(results, form)``, and ``fill_up(record)``, a part of a
    hand as a hand; and documents (:class:`calc.layout.document.Document`) of what hands pay, ``chart(rules)`` and
    ``points(words, rules, honba, explain=)``, of what players need in the next hand, ``needs(game, rules, ...)``;
    ``standing(text)``; and of a line that leaves out who won and how, ``partial(line, rules_of)``;
    ``wins_told(line, rules_of=)``: the records that such a line may mean; ``rounds_told(line, rules_of)``: the lines of
    rounds that a sentence tells; ``unread_in(line, rules_of)``: the words at which reading it ends;
    ``meaning_words()``: all that mean something in a line; ``yaku_told(text)``: the one yaku that it asks of.
    """

    id: str
    name: Name
    default_rules: str
    records: Mapping[type, RecordKind]
    forms: Forms
    report: Report
    guide: Guide
    settle: Callable[[Sequence[Any], Any, Settings], Settlement]
    figures: Callable[[Any], dict[str, Any]]
    rule_words: Callable[[Any, Sequence[str]], str | None]
    unclaimed: Callable[[Any, Any], list[str] | UnsetType]
    departures: Callable[[Any, Any, Any, Any], tuple[int | None, list[Departure]]]
    arrow: Part | None
    logs: Logs | None
    waits: Part | None

    defaults: Mapping[str, Any] = {
        **dict.fromkeys(
            (
                "new_rules",
                "arrow",
                "logs",
                "chart",
                "points",
                "needs",
                "standing",
                "waits",
                "partial",
                "wins_told",
                "rounds_told",
                "unread_in",
                "meaning_words",
                "yaku_told",
            )
        ),
        "other_tables": {},
        "doubt_rules": lambda table, rules: (),
        "fuller_words": lambda words, record, rules: (),
        "as_paid": lambda record, result, words: None,
        "around": lambda record: (),
        "agrees": lambda record, error: UNSET,
        "unclaimed": lambda record, result: UNSET,
        "reasons": lambda record, result, rules, kept: [],
        "may_change": lambda kept, path, values: True,
        "settles_alike": lambda kept, rules: False,
        "round_at": lambda record, place, rules: record.rounds[place],
        "offers": lambda rules: {},
        "draw": lambda record: "",
        "is_over": lambda result: True,
    }


@cache
def all_games() -> tuple[Game, ...]:
    """All games. The first one is meant where nothing tells the game."""
    return tuple(import_module(home).GAME for home in _HOMES)


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


def waits() -> Part:
    """What reads and writes hands that wait for their last tile."""
    return next(game.waits for game in all_games() if game.waits is not None)


def in_arrow() -> tuple[Game, Part]:
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
        "expected a rule set of {0} for this record, found {1!r}, which is of "
        "{2}; name another (`yaku rules list` has them), or leave it out",
        game.id,
        name,
        found,
        code="contradiction",
        key="rules",
    )


def other_table(name: str) -> Part | None:
    """The kind of a table that is no rule set; ``None`` for a rule set."""
    tables = {kind: table for game in all_games() for kind, table in game.other_tables.items()}
    return tables.get(game_id_of(name) or "")


def load_rules(name: str, options: Mapping[str, Any] | None = None) -> RuleSet:
    """Load the rule set ``name`` of any game, with ``options`` chosen. Raises :class:`calc.RuleTableError`."""
    Settings(rules=name, options=options or {})
    rules: RuleSet = game_in(name).load_rules(name, options)
    return rules


def check_rule_file(name: str) -> Checked[Any]:
    """Find all mistakes of a rule file of any game, trying every choice of its options."""
    from calc.tables.checking import check_file

    game = game_in(name)
    return check_file(name, game.read_rules, game.doubt_rules)
