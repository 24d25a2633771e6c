"""Operators that make scores: sums of points and yaku, par, payments by everybody, multipliers."""

from typing import ClassVar, Literal

from msgspec import field

from calc.hanafuda.settle.steps.base import Kind, Step, found_of
from calc.hanafuda.settle.table import Table
from calc.hanafuda.value.yaku import total


class Add(Step, frozen=True, tag="add"):
    """``add``: yaku or card points are added to the score of who holds them; nothing is paid."""

    of: list[Literal["card_points", "teyaku", "yaku"]]

    def apply(self, table: Table) -> None:
        for player in table.players:
            for kind in self.of:
                more = table.points[player] if kind == "card_points" else total(found_of(table, kind)[player])
                table.scores[player] += more

    def english(self) -> str:
        return f"the score has the {' and '.join(self.of).replace('_', ' ')}"


class Par(Step, frozen=True, tag="par"):
    """``par``: the score has the card points less par, which is paid out of, or into, the pot ``par``.

    ``points``: par, or ``by_players``, by the number of players.
    """

    points: int | None = None
    by_players: dict[str, int] = field(default_factory=dict)

    def of(self, players: int) -> int:
        """Par with so many players."""
        return self.by_players.get(str(players), self.points or 0)

    def apply(self, table: Table) -> None:
        for player in table.players:
            over = table.points[player] - self.of(len(table.players))
            table.scores[player] += over
            table.pay("par", player, over, "par")

    def english(self) -> str:
        pars = [f"{par} with {players} players" for players, par in self.by_players.items()] or [str(self.points)]
        return f"card points count less par ({', '.join(pars)})"


class Each(Step, frozen=True, tag="each"):
    """``each``: every other player pays for the yaku of a player, in turn order; ``scored``: which counts in the
    score.
    """

    of: Kind
    scored: bool = True

    def apply(self, table: Table) -> None:
        for player in table.players:
            worth = total(found_of(table, self.of)[player])
            for payer in table.others(player) if worth else ():
                paid = table.pay(payer, player, worth, self.of)
                if self.scored:
                    table.scores[player] += paid
                    table.scores[payer] -= paid

    def english(self) -> str:
        return f"each other player pays for {self.of}" + ("" if self.scored else ", outside of the score")


class Multiply(Step, frozen=True, tag="multiply"):
    """``multiply``: the winner's score is multiplied, from so many points of yaku on (``base_from``; 0 is never), or
    where opponents went on (``called``: once, or for each call).
    """

    by: int
    base_from: int = 0
    called: Literal["never", "once", "each_call"] = "never"

    def apply(self, table: Table) -> None:
        if table.winner is not None:
            table.scores[table.winner] *= self.by ** self._times(table, table.winner)

    def _times(self, table: Table, player: str) -> int:
        times = int(self.base_from > 0 and total(table.yaku[player]) >= self.base_from)
        if self.called == "never" or not table.calls:
            return times
        calls = sum(table.calls.get(other, 0) for other in table.others(player))
        return times + (min(calls, 1) if self.called == "once" else calls)

    def english(self) -> str:
        reasons = [f"from {self.base_from} points of yaku on"] if self.base_from else []
        if self.called != "never":
            reasons.append(f"if an opponent went on ({self.called.replace('_', ' ')})")
        return f"times {self.by} {' and '.join(reasons) or 'never'}"


class Collect(Step, frozen=True, tag="collect"):
    """``collect``: scores are paid: won from the ``bank``, or by every other player."""

    always: ClassVar[bool] = True

    by: Literal["bank", "others"]

    def apply(self, table: Table) -> None:
        for player in table.players:
            why = "yaku" if table.is_played else "teyaku"
            if table.scores[player]:
                for payer in ["bank"] if self.by == "bank" else table.others(player):
                    table.pay(payer, player, table.scores[player], why)

    def english(self) -> str:
        return "scores are won" if self.by == "bank" else "scores are paid by the others"
