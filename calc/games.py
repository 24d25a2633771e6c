"""What a game is to all parts of the package that know no game by name, and which games there are.

A new game is a package with such an object, and one more place in ``GAMES``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

from calc.hanafuda.game import HANAFUDA
from calc.mahjong.game import RIICHI
from calc.tables.shelf import game_id_of

if TYPE_CHECKING:
    from calc.asking import Guide
    from calc.errors import RuleTableError
    from calc.layout.game import Report
    from calc.outcomes import Departure
    from calc.records.variants import Variant
    from calc.tables import RuleSet, RuleTable
    from calc.tables.checking import Checked


class Game(Protocol):
    """A game, or a family of games that are settled alike. Nothing of it is loaded before it is asked for.

    Its rules, records and results are its own: they go from one of its methods into another, and nobody looks inside.
    """

    @property
    def id(self) -> str:
        """What ``game`` says in its rule tables."""

    @property
    def default_rules(self) -> str:
        """The rule set of a record that names none."""

    @property
    def records(self) -> Mapping[type, str]:
        """The types of its records, each with what people call it."""

    @property
    def in_play(self) -> tuple[type, ...]:
        """Those of them that can be looked at before their play is over (``near``)."""

    @property
    def report(self) -> Report:
        """What writes its results down."""

    @property
    def guide(self) -> Guide:
        """What asks for one of its records step by step."""

    def load_rules(self, name: str, options: Mapping[str, Any] | None = None) -> Any:
        """The rule set ``name``, an id or a file, with ``options`` chosen. Raises :class:`calc.RuleTableError`."""

    def read_rules(self, table: RuleTable) -> Any:
        """A merged table as typed, checked rules. Raises :class:`calc.RuleTableError`."""

    def doubt_rules(self, table: RuleTable, rules: Any) -> Iterable[RuleTableError]:
        """What a table says that is right, and hardly meant."""

    def settle(
        self,
        records: Sequence[Any],
        rules: Any,
        *,
        fields: Literal["full", "short"] = "full",
        lang: str = "en",
        near: bool = False,
    ) -> Sequence[Any]:
        """The result of each of some records of one kind under one rule set, or the error that refuses it."""

    def figures(self, result: Any) -> dict[str, Any]:
        """What people compare of a result, and argue about."""

    def departures(self, record: Any, result: Any, rules: Any, lang: str) -> tuple[int | None, list[Departure]]:
        """Where a wrong claim departs from a result, and why; of a game, with the first round (from 0) that is wrong,
        none where only its end is.
        """

    def variants(self, record: Any, rules: Any) -> Iterable[Variant]:
        """Every change of one circumstance of a record that is no game."""


GAMES: Final[tuple[Game, ...]] = (RIICHI, HANAFUDA)
_BY_ID: Final = {game.id: game for game in GAMES}
_BY_RECORD: Final = {kind: game for game in GAMES for kind in game.records}


def game_of(record: Any) -> Game:
    """The game that a typed record is of."""
    return _BY_RECORD[type(record)]


def kind_of(record: Any) -> str:
    """What people call a typed record: a win, a round, a game."""
    return game_of(record).records[type(record)]


def game_behind(result: Any) -> Game:
    """The game that a result is of, which is no refusal."""
    return next(game for game in GAMES if isinstance(result, game.report.RESULTS))


def game_named(name: str) -> Game:
    """The game that a rule set is of, by its ``game``."""
    return _BY_ID[name]


def game_in(name: str) -> Game:
    """The game of a rule file, the first one where the file does not tell: its loader finds what is wrong."""
    return _BY_ID.get(game_id_of(name) or "", GAMES[0])


def load_rules(name: str, options: Mapping[str, Any] | None = None) -> RuleSet:
    """The rule set ``name``, of whichever game it is, with ``options`` chosen. Raises :class:`calc.RuleTableError`."""
    rules: RuleSet = game_in(name).load_rules(name, options)
    return rules


def check_rule_file(name: str) -> Checked[Any]:
    """All mistakes of a rule file of whichever game, every choice of its options tried."""
    from calc.tables.checking import check_file

    game = game_in(name)
    return check_file(name, game.read_rules, game.doubt_rules)
