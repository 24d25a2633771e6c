"""Games of rounds in a row, whatever the game: what everybody has after each round, until the game is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from calc.errors import CalcError


class Match:
    """A game that is played round by round.

    ``totals``: what each of ``players`` has now. ``ended``: why the game is over; one whose scores are given in place
    of rounds is. ``results``: of the rounds. Each game says how a round is settled (:meth:`settle`), when the game is
    over (:meth:`ending`), what the result of a round tells (:meth:`write`), and how one round too many is refused.
    """

    def __init__(self, players: Sequence[str], start: Sequence[int], given: Sequence[int] | None) -> None:
        self.players, self.totals = players, [*(start if given is None else given)]
        self.ended: Any = None if given is None else "scores_given"
        self.results: list[Any] = []

    def play(self, rounds: Sequence[Any]) -> None:
        """Play the rounds of a record, as far as it has them."""
        for place, record in enumerate(rounds):
            try:
                if self.ended is not None:
                    self.refuse_more(place)
                played, changes = self.settle(place, record)
                self.totals = [total + change for total, change in zip(self.totals, changes, strict=True)]
                self.ended = self.ending(played, is_last=place == len(rounds) - 1)
                self.results.append(self.write(place, played, changes))
            except CalcError as error:
                raise self.placed(error, place) from None

    def placed(self, error: CalcError, place: int) -> CalcError:
        """The refusal of a round, where its message and key do not say yet which round it is."""
        return error

    @property
    def standing(self) -> dict[str, int]:
        """What each player has, by name."""
        return dict(zip(self.players, self.totals, strict=True))

    def settle(self, place: int, record: Any) -> tuple[Any, list[int]]:
        """A round as it was played, and what each player gains or, below 0, loses by it."""
        raise NotImplementedError

    def ending(self, played: Any, *, is_last: bool) -> Any:
        """Why the game is over after a round; ``None`` where it goes on."""
        raise NotImplementedError

    def write(self, place: int, played: Any, changes: list[int]) -> Any:
        """The result of a round."""
        raise NotImplementedError

    def refuse_more(self, place: int) -> NoReturn:
        """Refuse a round after the end of the game."""
        raise NotImplementedError
