"""The rule set that counts for each record, by the settings of the caller and by what the record names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from calc.errors import CalcError, RecordError, RuleTableError
from calc.games import Game, Settings, all_games, game_of, wrong_game
from calc.tables import RuleSet
from calc.tables.shelf import game_id_of, is_file_name

#: The code of a rule set that does not exist, or that a record may not name.
_UNKNOWN: Final = "unknown_rules"
#: The rule set of a win that names none, if the caller names none either.
DEFAULT_RULES: Final = all_games()[0].default_rules
#: Settings that change nothing.
PLAIN: Final = Settings()


def default_for(record: Any, settings: Settings = PLAIN) -> str:
    """The rule set of a record that names none."""
    game = game_of(record)
    return settings.fallback.get(game.id, game.default_rules)


def rules_for(record: Any, settings: Settings = PLAIN, *, allow_file: bool = False) -> Any:
    """The rule set that counts for a record: the caller's, else its own, else the default, with the options of both.

    Raises :class:`RuleTableError`, and :class:`RecordError` for rules of another game; a record that names a file is
    refused unless ``allow_file``: only a command line may name one.
    """
    game, rules, options = game_of(record), settings.rules, settings.options
    if isinstance(rules, RuleSet):
        if rules.game != game.id:
            raise wrong_game(game, rules.id, rules.game)
        if not record.options and not options:
            return rules
        return _load(game, rules.origin, {**record.options, **rules.chosen, **options})
    if rules is None and record.rules is not None and is_file_name(record.rules) and not allow_file:
        raise RecordError(
            f"a record names a rule set by its id, found the file {record.rules!r}; "
            "name files on the command line (--rules)",
            code=_UNKNOWN,
            key="rules",
            column=1,
        )
    return _load(game, rules or record.rules or default_for(record, settings), {**record.options, **options})


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
            label: str = game.load_rules(settings.rules or record.rules or default_for(record, settings)).label
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
