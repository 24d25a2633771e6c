"""The settlement steps of hanafuda rule tables: ``move``, ``win`` and ``end``, applied in the file's order.

Annotations are evaluated here as they stand (no ``from __future__``): resolving them later takes longer.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property, reduce
from operator import or_
from typing import Annotated, Any, ClassVar, Literal

from msgspec import field

from calc.errors import HandError
from calc.hanafuda import notes
from calc.hanafuda.settle.amounts import PAYER, Amount, Reads, joined, reads_of, said
from calc.hanafuda.settle.conditions import Test
from calc.hanafuda.settle.table import Table
from calc.hanafuda.settle.words import Factor, Key, Times, Who, where_ja
from calc.notation.deck import CardSet
from calc.outcomes import remark
from calc.tables import Entry, Name
from calc.tables.ruleset import spelled_as
from calc.translation import language, msg, say

_Amount = Annotated[Amount, spelled_as("amount")]
_Who = Annotated[Who, spelled_as("who")]
_Times = Annotated[Times, spelled_as("times")]
_When = Annotated[Test, spelled_as("when")]
#: The payer of what nobody pays.
BANK = ("bank",)


class NotWholeError(HandError):
    """An amount is no whole number, and the step does not say how it is rounded."""

    def __init__(self, amount: Fraction | int) -> None:
        message = msg(
            "{0} is no whole number, and the rules do not say how it is rounded; say 'rounded: up' or "
            "'rounded: down' in the step that pays it",
            amount,
        )
        super().__init__(message, key="rules")
        self.amount = amount


class Step(Entry, frozen=True, kw_only=True, tag_field="do", dict=True):
    """One settlement step, named by ``do`` in YAML."""

    name: Name | None = None
    before: str | None = None
    when: _When | None = None
    always: bool = False

    #: The words of a step beside ``when``.
    words: ClassVar[tuple[str, ...]] = ()

    @cached_property
    def reads(self) -> Reads:
        return reads_of([self.when, *(getattr(self, name) for name in self.words)])

    def apply(self, table: Table, name: str) -> None:
        """Apply the step, called ``name``, to the round on the table."""
        if self.when is None or self.when.of(table, "", ""):
            self.carry_out(table, name)

    def carry_out(self, table: Table, name: str) -> None:
        """Change scores, chips and payments of the round on the table."""
        raise NotImplementedError

    def text(self, *, times: bool = True) -> str:
        """Say what the step does, in a sentence. Without ``times``, what it has done: by which name, and neither where
        it applies nor what multiplies it.
        """
        told = self.rule(times=times)
        if not times and self.name is not None:
            return said("step.named", name=self.name, told=told)()
        if self.when is not None:
            where = self.when.text()
            told = said("step.if", told=told, where=where_ja(where) if language() == "ja" else where)()
        return said("step.always", told=told)() if self.always else told

    def rule(self, *, times: bool = True) -> str:
        """What the step does where it is applied."""
        raise NotImplementedError


class Move(Step, frozen=True, tag="move"):
    """``move``: an amount for each of some players, paid and scored."""

    of: _Amount
    less: _Amount | None = None
    for_: _Who | None = field(default=None, name="for")
    from_: _Who | None = field(default=None, name="from")
    to: _Who | None = None
    in_: Literal["score", "chips"] | None = field(default=None, name="in")
    times: tuple[_Times, ...] = ()
    shared: bool = False
    rounded: Literal["up", "down"] | None = None

    words: ClassVar[tuple[str, ...]] = ("of", "less", "for_", "from_", "to")

    @cached_property
    def reads(self) -> Reads:
        return super().reads | reads_of(one.factor for one in self.times)

    def amount(
        self, table: Table, player: str, payer: str
    ) -> tuple[list[int], int, list[tuple[Fraction | int, Factor]]]:
        """The amount for a player from a payer: what is added up, the amount, and by what the sum is multiplied."""
        parts = self.of.parts(table, player, payer)
        if self.less is not None:
            parts += [-part for part in self.less.parts(table, player, payer)]
        base = sum(parts)
        if not base or not self.times:
            return parts, base, []
        product: Fraction | int = 1
        applied = []
        for one in self.times:
            factor = 1 if one.factor is None else one.factor.of(table, player, payer)
            if one.factor is not None and factor != 1:
                product *= factor
                applied.append((factor, one.factor))
        return parts, self._whole(base * product), applied

    def _whole(self, amount: Fraction | int) -> int:
        if amount == int(amount):
            return int(amount)
        if self.rounded is None:
            raise NotWholeError(amount)
        return -int(-amount // 1) if self.rounded == "up" else int(amount // 1)

    @cached_property
    def is_of_payer(self) -> bool:
        """Whether the amount differs from payer to payer."""
        words = [self.of, self.less, *(one.factor for one in self.times)]
        return any(word is not None and PAYER in word.reads for word in words)

    def carry_out(self, table: Table, name: str) -> None:
        players = table.players if self.for_ is None else self.for_.names(table, None)
        if self.shared:
            self._share(table, name, players)
            return
        for player in players:
            asked = None if self.is_of_payer else self.amount(table, player, player)
            if asked is not None and not asked[1]:
                continue
            payers = BANK if self.from_ is None else self.from_.names(table, player)
            receivers = (player,) if self.to is None else self.to.names(table, player)
            for payer in payers:
                parts, amount, factors = asked or self.amount(table, player, payer)
                for to in receivers if amount else ():
                    self._move(table, name, payer, to, amount)
                    if factors or len(parts) > 1:
                        table.counted.append((player, payer, parts, amount, factors))

    def _move(self, table: Table, name: str, payer: str, to: str, amount: int) -> None:
        moved = amount if self.in_ == "score" else table.pay(payer, to, amount, name)
        if self.in_ == "chips":
            return
        scores = table.scores
        if to in scores:
            scores[to] += moved
        if payer in scores:
            scores[payer] -= moved

    def _share(self, table: Table, name: str, players: Sequence[str]) -> None:
        """Let everybody pay what they can of what they owe, in equal shares. Odd chips go to each in turn;
        of what is owed to each they stay with the payer.

        Notes the hands that it is owed for.
        """
        stake, odd_to = table.stake or {}, 0
        for payer in table.players if self.from_ is None else self.from_.names(table, None):
            _, owed, _ = self.amount(table, players[0], payer) if players else ([], 0, [])
            if not owed:
                break
            left = stake.get(payer, owed)
            if left < owed:
                to, why = ", ".join(players), table.reason(name)
                table.notes.append(notes.short(payer, to, owed, left, why, table.unit))
            share, odd = divmod(min(owed, left), len(players))
            shares = dict.fromkeys(players, share)
            for _ in range(0 if table.pays_alike and "compensation" in self.of.names else odd):
                shares[players[odd_to % len(players)]] += 1
                odd_to += 1
            for player, amount in shares.items():
                table.pay(payer, player, amount, name)
        if "compensation" in self.of.names and table.owed:
            hands = counting_hands(table, players)
            table.notes.append(notes.forced_out(hands, table.owed, table.unit))

    def rule(self, *, times: bool = True) -> str:
        factors: list[Any] = [one.factor for one in self.times if times and one.factor is not None]
        if self.rounded is not None:
            factors.append(said(f"rounded.{self.rounded}"))
        return said(
            f"move.{self._row()}",
            gets=self.to or self.for_ or said("person.each"),
            what=self.of if self.less is None else said("less", of=self.of, less=self.less),
            payer=self.from_,
            of=self.for_,
            share=said("move.shared") if self.shared else "",
            only=said("move.chips") if self.in_ == "chips" else "",
            factors="".join(said("factor", factor=factor)() for factor in factors),
        )()

    def _row(self) -> str:
        """Which phrase says what is moved."""
        if self.in_ == "score":
            return "scores" if self.from_ is None else "scores_from"
        if self.in_ == "chips" and self.of.names == ("score",):
            return "scores_won" if self.from_ is None else "scores_paid"
        if self.from_ is None:
            return "wins" if self.to is None or self.for_ is None else "wins_of"
        return "takes_pot" if self.from_.is_bank and self.of.names == ("pot",) else "pays"


class Win(Step, frozen=True, tag="win"):
    """``win``: names the winner, unless somebody has won; of several, the best by ``by``, one key after the other."""

    of: _Who
    by: tuple[Annotated[Key, spelled_as("key")], ...] = ()

    words: ClassVar[tuple[str, ...]] = ("of",)

    @cached_property
    def reads(self) -> Reads:
        return super().reads | reads_of(self.by)

    def carry_out(self, table: Table, name: str) -> None:
        best: Sequence[str] = self.of.names(table, None)
        if table.winner is not None or not best:
            return
        equal: tuple[Key, int, Sequence[str]] | None = None
        ahead: Key | None = None
        for key in self.by:
            if key.is_turn:
                best = best[:1]
                break
            counted = {player: key.of(table, player) for player in best}
            most = max(counted.values())
            best = [player for player in best if counted[player] == most]
            if len(best) == 1:
                ahead = key
                break
            equal = equal or (key, most, best)
        table.winner = best[0] if len(best) == 1 else None
        if equal is not None and equal[0].is_noted and (equal[1] or ahead is None):
            what, by = equal[0].text(), ahead.text() if ahead is not None else None
            table.notes.append(notes.tie(equal[2], what, equal[1], table.winner, by))
        elif not self.by and len(best) > 1 and not table.is_played:
            scores = any(table.scores.get(player) for player in best)
            told = say("each scores their own" if scores else "nobody scores")
            table.notes.append(remark("dealt_to_all", names=say(" and ").join(best), told=told))

    def rule(self, *, times: bool = True) -> str:
        keys = [key for key in self.by if not key.is_turn]
        row = "win" if not self.by else "win.by" if keys else "win.turn"
        equal = said("win.equal.turn" if len(keys) < len(self.by) else "win.equal.nobody")
        return said(row, who=self.of, keys=joined("win.keys", keys), equal=equal)()


class End(Step, frozen=True, tag="end"):
    """``end``: nothing after it counts but steps that say ``always``."""

    def carry_out(self, table: Table, name: str) -> None:
        table.is_over = True

    def rule(self, *, times: bool = True) -> str:
        return said("end")()


#: Any of them, told apart by ``do``.
AnyStep = Move | Win | End


def counting_hands(table: Table, players: Sequence[str]) -> dict[str, CardSet]:
    """Return the cards that give each hand that was forced out its worth."""
    return {
        player: reduce(or_, (one.when.find(table.forced_out[player]) or 0 for one in table.compensation), 0)
        for player in players
        if player in table.forced_out
    }
