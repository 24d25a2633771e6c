"""Operators that say who wins a round: a dealt yaku, the player who stops, the highest score."""

from typing import ClassVar, Literal

from calc.errors import HandError
from calc.hanafuda.notes import dealt_to_all, nobody_stopped, tie
from calc.hanafuda.settle.steps.base import Step
from calc.hanafuda.settle.table import Table
from calc.hanafuda.value.yaku import total


class DealtYaku(Step, frozen=True, tag="dealt_yaku"):
    """``dealt_yaku``: a dealt yaku ends the round before play, and scores; held by ``both``, none or each of them."""

    always: ClassVar[bool] = True

    both: Literal["none", "each"]

    def apply(self, table: Table) -> None:
        holders = [player for player in table.players if table.teyaku[player]]
        if not holders:
            return
        if table.is_played or table.stopped_by is not None or table.calls:
            keys = "'captured', 'stopped_by' and the calls to go on"
            raise HandError(
                f"the dealt yaku of {' and '.join(holders)} ended the round before play; leave {keys} out",
                code="contradiction",
                key=f"players.{holders[0]}.dealt",
            )
        table.is_over = True
        if len(holders) == 1 or self.both == "each":
            for player in holders:
                table.scores[player] = total(table.teyaku[player])
        if len(holders) == 1:
            table.winner = holders[0]
        else:
            table.notes.append(dealt_to_all(holders, scores=self.both == "each", lang=table.lang))

    def english(self) -> str:
        return f"a dealt yaku ends the round before play; held by both: {self.both} scores"


class EnderOnly(Step, frozen=True, tag="ender_only"):
    """``ender_only``: who stops wins, and the own yaku are the whole score; where nobody stops, the first player scores
    ``nobody``. Scores that others have already stay.
    """

    nobody: int = 0

    def apply(self, table: Table) -> None:
        for player in [*table.calls, *([table.stopped_by] if table.stopped_by is not None else [])]:
            if not table.yaku[player]:
                did, key = ("stopped", "stopped_by") if player == table.stopped_by else ("went on", f"koikoi.{player}")
                raise HandError(
                    f"{player} {did}, but holds no yaku; check the captured cards of {player}",
                    code="contradiction",
                    key=key,
                )
        table.winner = table.stopped_by
        if table.stopped_by is not None:
            table.scores[table.stopped_by] = total(table.yaku[table.stopped_by])
            return
        if self.nobody:
            table.scores[table.players[0]] = self.nobody
        silent = [player for player in table.players if table.yaku[player] and not table.calls.get(player)]
        if silent:
            table.notes.append(nobody_stopped(silent, table.lang))

    def english(self) -> str:
        nobody = f"the dealer {self.nobody}" if self.nobody else "nobody"
        return f"who stops scores the own yaku; where nobody stops, {nobody} scores"


class Rank(Step, frozen=True, tag="rank"):
    """``rank``: unless there is a winner already, the highest score wins; of equal ones (``ties``) the first in turn
    order, or nobody.
    """

    ties: Literal["first", "nobody"] = "first"

    def apply(self, table: Table) -> None:
        if table.winner is not None or not table.players:
            return
        most = max(table.scores.values())
        best = [player for player in table.players if table.scores[player] == most]
        if len(best) == 1 or self.ties == "first":
            table.winner = best[0]
        if len(best) > 1:
            table.notes.append(tie(best, most, table.winner, table.lang))

    def english(self) -> str:
        return (
            f"the highest score wins, of equal ones {'the first in turn order' if self.ties == 'first' else 'nobody'}"
        )
