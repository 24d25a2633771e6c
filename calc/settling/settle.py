"""The rule set that counts for each record, and what records settle to."""

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from calc.errors import CalcError, RecordError, RuleTableError
from calc.games import Game, Settings, all_games, game_for, game_of, is_record, wrong_game
from calc.intake.spelling import AnyRead, Read, parse_any_line, record_from
from calc.outcomes import CheckedGame, Reply, Settlement, refuse, settle_each
from calc.tables import RuleSet
from calc.tables.shelf import game_id_of, is_file_name, rule_set_ids
from calc.translation import one_by_one, speaking

# ---- the rule set that counts, by the settings of the caller and by what the record names

#: The code of a rule set that does not exist, or that a record may not name.
_UNKNOWN: Final = "unknown_rules"
#: The rule set of a win that names none, if the caller names none either.
DEFAULT_RULES: Final = all_games()[0].default_rules
#: Settings that change nothing.
PLAIN: Final = Settings()


def default_for(game: Game, settings: Settings = PLAIN) -> str:
    """The rule set of records of a game that name none."""
    return settings.fallback.get(game.id, game.default_rules)


def defaults_taken(records: Iterable[Any], settings: Settings) -> list[str]:
    """The rule sets that count for records without having been named, each once."""
    if settings.rules is not None:
        return []
    nameless = dict.fromkeys(type(record) for record in records if record is not None and record.rules is None)
    return list(dict.fromkeys(default_for(game_for(kind), settings) for kind in nameless))


def rules_for(record: Any, settings: Settings = PLAIN, *, allow_file: bool = False) -> Any:
    """The rule set that counts for a record: the caller's, else its own, else the default, with the options of both.

    Raises :class:`RuleTableError`, and :class:`RecordError` for rules of another game; a record that names a file is
    refused unless ``allow_file``: only a command line may name one.
    """
    return rules_named(game_of(record), record.rules, settings, record.options, allow_file=allow_file)


def rules_named(
    game: Game, own: str | None, settings: Settings, own_options: Mapping[str, Any] = {}, *, allow_file: bool = False
) -> Any:
    """As :func:`rules_for`, of what a record of the game says: its ``own`` rule set and options."""
    rules, options = settings.rules, settings.options
    if isinstance(rules, RuleSet):
        if rules.game != game.id:
            raise wrong_game(game, rules.id, rules.game)
        if not own_options and not options:
            return rules
        return _load(game, rules.origin, {**own_options, **rules.chosen, **options})
    if rules is None and own is not None and is_file_name(own) and not allow_file:
        message = "a record names a rule set by its id, found the file {0!r}; name files on the command line (--rules)"
        raise RecordError(message, own, code=_UNKNOWN, key="rules", column=1)
    return _load(game, rules or own or default_for(game, settings), {**own_options, **options})


def _label_for(record: Any, settings: Settings, error: CalcError) -> str | None:
    """``id@version`` of the rule set that a record names but cannot have, for its options or for its game.

    ``error``: why it was refused. ``None`` for a set that does not exist, and for a file that the record may not name.
    """
    if isinstance(settings.rules, RuleSet):
        return settings.rules.label
    if error.code == _UNKNOWN:
        return None
    own = game_of(record)
    for game in (own, *(other for other in all_games() if other is not own)):
        try:
            label: str = game.load_rules(settings.rules or record.rules or default_for(own, settings)).label
        except CalcError:
            continue
        return label
    return None


def _load(game: Game, name: str, options: Mapping[str, Any]) -> Any:
    try:
        return game.load_rules(name, options)
    except RuleTableError as error:
        found = game_id_of(name) if error.code != _UNKNOWN else None
        if found != game.id and found in {one.id for one in all_games()}:
            raise wrong_game(game, name, found) from None
        raise


# ---- records of a program


def read_given(record: Any, untold: str = "win") -> AnyRead:
    """Read a record from a program: a line, plain data (those of no known kind as ``untold``), or a typed record."""
    try:
        if isinstance(record, str):
            if untold == "game" and (game := _game_in(record)) is not None:
                return game
            found, columns = parse_any_line(record)
            return Read(found, columns=columns)
        if isinstance(record, Reply):
            raise RecordError("a result does not keep its record; give the record that was settled")
        return Read(record if is_record(record) else record_from(record, untold))
    except CalcError as error:
        return Read(error=error)


def _game_in(text: str) -> AnyRead | None:
    """The game that a score sheet or a line of final scores tells; ``None`` for any other text."""
    from calc.intake.lines import is_passed_over
    from calc.intake.one_line import read_one_line
    from calc.intake.records import read_games
    from calc.intake.sheets import begins_sheet

    if (told := read_one_line(text)) is not None:
        return Read(told)
    first, second, *_ = [*(line for line in text.splitlines() if not is_passed_over(line)), "", ""]
    if not begins_sheet(first, second):
        return None
    games = [*read_games(StringIO(text), name="sheet")]
    if len(games) != 1:
        raise RecordError("expected one game, found {0}", len(games), key="game")
    return games[0]


# ---- results


class Case(Struct, frozen=True):
    """A record as it was ``read``, the ``rules`` that count for it, and its ``result``.

    Where that is a refusal, ``error`` is what was raised. ``rules``: none where nothing could be read, or where the
    record asks for rules that it cannot have. ``settlement``: that of all records settled together, where this one is
    at ``place``.
    """

    read: Read[Any]
    result: Any
    rules: Any = None
    error: CalcError | None = None
    settlement: Settlement = Settlement(())
    place: int = 0

    @property
    def record(self) -> Any:
        """The record; none if it could not be read."""
        return self.read.record

    @property
    def kept(self) -> Any:
        """What the game wrote the result from, if it keeps that."""
        return None if self.settlement.kept is None else self.settlement.kept[self.place]

    def lines(self, width: int, *, explain: bool = False, markdown: bool = False) -> list[str]:
        """The result as people read it; with ``explain`` every reason behind it too. It is no refusal."""
        from calc.layout.document import text_lines

        return text_lines(self.blocks(page=False, explain=explain), width, markdown=markdown)

    def blocks(self, *, page: bool, explain: bool = False) -> Iterable[Any]:
        """The same, on a page or in a text."""
        report = game_of(self.record).report
        return report.blocks(self.record, self.result, self.rules, page=page, explain=explain, kept=self.kept)


def settle_reads(reads: Sequence[Read[Any]], settings: Settings = PLAIN) -> list[Any]:
    """The result of each record, or a :class:`Refusal` in its place."""
    return [case.result for case in settle_cases(reads, settings)]


def settle_cases(reads: Sequence[Read[Any]], settings: Settings = PLAIN) -> list[Case]:
    """The case of each record: its result, and all that explanations need."""
    with speaking(settings.lang):
        groups, cases = _group(reads, settings)
        for (kind, rules), places in groups.items():
            settlement = game_for(kind).settle([reads[place].record for place in places], rules, settings)
            for number, (place, outcome) in enumerate(zip(places, settlement.outcomes, strict=True)):
                read = reads[place]
                if isinstance(outcome, CalcError):
                    cases[place] = _refused(read, outcome, rules.label, rules)
                else:
                    cases[place] = Case(read, outcome, rules, None, settlement, number)
    return [cases[place] for place in range(len(reads))]


def settle_case(read: Read[Any], settings: Settings = PLAIN) -> Case:
    """The case of one record, settled by itself."""
    return settle_cases([read], settings)[0]


#: Places of records of one kind that share a rule set.
_Groups = dict[tuple[type, RuleSet], list[int]]


def _group(reads: Sequence[Read[Any]], settings: Settings) -> tuple[_Groups, dict[int, Case]]:
    """The records that can be settled together, and the cases of those that have no rules to be settled by."""
    refused: dict[int, Case] = {}
    groups: _Groups = {}
    # Rules are looked up once for all records that name the same set and no options of their own.
    known: dict[tuple[type, str | None, bool], list[int]] = {}
    for place, read in enumerate(reads):
        record = read.record
        key = None if record is None or record.options else (type(record), record.rules, read.on_command_line)
        places = known.get(key) if key is not None and not settings.near else None
        if places is None:
            rules = _rules_or_refusal(read, settings)
            if isinstance(rules, Case):
                refused[place] = rules
                continue
            places = groups.setdefault((type(record), rules), [])
            if key is not None:
                known[key] = places
        places.append(place)
    return groups, refused


def _rules_or_refusal(read: Read[Any], settings: Settings) -> Any:
    """The rule set of what was read, or the case of a record that has none to be settled by."""
    record = read.record
    if record is None:
        error = read.error or CalcError("there is no record here")
        return Case(read, refuse(error), error=error)
    try:
        rules = rules_for(record, settings, allow_file=read.on_command_line)
        if settings.near:
            _check_in_play(record)
    except CalcError as error:
        return _refused(read, error.kept(), _label_for(record, settings, error))
    return rules


def _check_in_play(record: Any) -> None:
    if not game_of(record).records[type(record)].in_play:
        games = [one.id for one in all_games() if any(kind.in_play for kind in one.records.values())]
        text = "only piles of a {0} round in play are near to yaku; leave --near out"
        raise RecordError(text, one_by_one(games, " or "))
    if record.claim is not None:
        message = "a round in play has no result to judge a claim by; leave claim or --near out"
        raise RecordError(message, code="contradiction", key="claim")


def _refused(read: Read[Any], error: CalcError, label: str | None, rules: RuleSet | None = None) -> Case:
    """The case of a record that is refused; it says whether the record claimed just that. ``label``: its rule set."""
    record: Any = read.record
    located = read.locate(error)
    agrees = game_of(record).agrees(record, located)
    result = refuse(located, id=record.id, rules=label, options=record.options, agrees=agrees)
    return Case(read, result, rules, located)


def check_logs(games: Sequence[tuple[Any, Any]], settings: Settings) -> list[CheckedGame | CalcError]:
    """Score games again and compare them with their logs, those of one rule set together.

    ``games``: each as it was logged, with its record. One that cannot be scored becomes its error.
    """
    found = settle_each(games, lambda game: rules_for(game[1], settings))
    checked = dict(enumerate(found))
    for rules in {id(one): one for one in found if not isinstance(one, CalcError)}.values():
        places = [place for place, one in enumerate(found) if one is rules]
        logs = game_of(games[places[0]][1]).logs
        assert logs is not None
        some = [games[place] for place in places]
        checked |= zip(places, logs.check(some, rules, rules_named=settings.rules is not None), strict=True)
    for place, one in checked.items():
        if isinstance(one, CheckedGame) and one.disagreements:
            checked[place] = replace(one, agrees_under=_agreeing(*games[place], one, settings))
    return [*checked.values()]


def _agreeing(logged: Any, record: Any, checked: CheckedGame, settings: Settings) -> list[str]:
    """The shipped rule sets under which nothing in a log disagrees, without those named as another with more."""
    game = game_of(record)
    assert game.logs is not None
    found: list[str] = []
    for name in rule_set_ids():
        if game_id_of(name) == game.id and name != checked.rules.partition("@")[0]:
            with contextlib.suppress(CalcError):
                # The moves are replayed: the rules say who is responsible.
                again = game.logs.replay(replace(logged.played, rules=name), logged.name, logged.format)
                rules = rules_for(again.game, Settings(options=settings.options))
                (one,) = game.logs.check([(again, again.game)], rules)
                found += [name] * (isinstance(one, CheckedGame) and not one.disagreements)
    return [name for name in found if not any(name.startswith(f"{other}-") for other in found)]
