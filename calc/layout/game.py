"""What every game can write down of its results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, Protocol

Format = Literal["table", "json", "yaml", "csv", "markdown"]


class Report(Protocol):
    """The functions of a game's module ``report.record``. Results, records and rules are those of the game."""

    #: Whether hands are counted in han and fu.
    HAS_HAN: bool
    #: The types of results, in the order of their columns.
    RESULTS: tuple[type, ...]

    def record_lines(
        self,
        record: Any,
        result: Any,
        rules: Any,
        lang: str,
        width: int,
        *,
        explain: bool = False,
        markdown: bool = False,
    ) -> list[str]:
        """A result as people read it; with ``explain`` every reason behind it too."""

    def games_csv(self, results: Sequence[tuple[str, Any]]) -> str:
        """Settled games with their names as rows of one file."""

    def rule_sheet(self, rules: Any, lang: str, width: int, *, markdown: bool) -> Iterator[str]:
        """The lines of a rule sheet."""

    def round_name(self, place: int, result: Any, lang: str) -> str:
        """A round of a game as people call it; ``place`` counts from 0."""

    def row(self, result: Any, lang: str) -> list[str]:
        """A result in a row of a table: what decided, han, fu, points, what everybody gained."""

    def wrong_texts(self, result: Any, lang: str) -> Iterable[str]:
        """What is claimed otherwise than it is, in a few words each."""
