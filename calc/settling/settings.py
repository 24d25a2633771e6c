"""The rule set that counts for each record, by the settings of the caller and by what the record names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from calc.errors import CalcError, RecordError, RuleTableError
from calc.games import Game, Settings, all_games, game_for, game_of, wrong_game
from calc.tables import RuleSet
from calc.tables.shelf import game_id_of, is_file_name

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
        raise RecordError(
            f"a record names a rule set by its id, found the file {own!r}; name files on the command line (--rules)",
            code=_UNKNOWN,
            key="rules",
            column=1,
        )
    return _load(game, rules or own or default_for(game, settings), {**own_options, **options})


def label_for(record: Any, settings: Settings, error: CalcError) -> str | None:
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
    """Load the rule set of that name, which must be of the game."""
    try:
        return game.load_rules(name, options)
    except RuleTableError as error:
        found = game_id_of(name) if error.code != _UNKNOWN else None
        if found != game.id and found in {one.id for one in all_games()}:
            raise wrong_game(game, name, found) from None
        raise
