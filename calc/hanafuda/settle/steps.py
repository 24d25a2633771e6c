"""The settlement steps of hanafuda rule tables: a closed vocabulary, one class a word, applied in the file's order."""

from functools import reduce
from operator import or_
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct, field

from calc.errors import HandError
from calc.hanafuda import notes
from calc.hanafuda.rules.schema import Yaku
from calc.hanafuda.rules.words import Facts
from calc.hanafuda.settle.table import POT, Table
from calc.hanafuda.value.yaku import stopping, total
from calc.notation.deck import CardSet
from calc.tables.ruleset import UNVERIFIED

#: What an operator counts: yaku of dealt hands, or of captured cards.
Kind = Literal["teyaku", "yaku"]


class Step(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="do"):
    """One settlement step, named by ``do`` in YAML."""

    #: Whether the step also applies to a round that was not played, or is over already.
    always: ClassVar[bool] = False

    source: str
    disputed: Annotated[str | None, Meta(description="What others say.")] = None
    unverified: Annotated[bool, Meta(description=UNVERIFIED)] = False
    before: Annotated[str | None, Meta(description="The step that it precedes, if not by its place in the file.")] = (
        None
    )

    def apply(self, table: Table) -> None:
        """Change scores, chips and payments of the round on the table."""
        raise NotImplementedError

    def english(self) -> str:
        """Say what the step does, in a sentence."""
        raise NotImplementedError


class DealtYaku(Step, frozen=True, tag="dealt_yaku"):
    """``dealt_yaku``: a teyaku ends the round before play and scores; if ``both`` hold one, none or each scores."""

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
            table.notes.append(notes.dealt_to_all(holders, scores=self.both == "each", lang=table.lang))

    def english(self) -> str:
        return f"a dealt yaku ends the round before play; held by both: {self.both} scores"


class EnderOnly(Step, frozen=True, tag="ender_only"):
    """``ender_only``: the player who stops wins and scores the own yaku; if nobody stops, the first player scores
    ``nobody``. Scores from earlier steps stay.
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
            table.notes.append(notes.nobody_stopped(silent, table.lang))

    def english(self) -> str:
        nobody = f"the dealer {self.nobody}" if self.nobody else "nobody"
        return f"who stops scores the own yaku; where nobody stops, {nobody} scores"


class Rank(Step, frozen=True, tag="rank"):
    """``rank``: unless somebody has won, the highest score wins."""

    ties: Annotated[Literal["first", "nobody"], Meta(description="The first in turn order, or nobody.")] = "first"

    def apply(self, table: Table) -> None:
        if table.winner is not None or not table.players:
            return
        most = max(table.scores.values())
        best = [player for player in table.players if table.scores[player] == most]
        if len(best) == 1 or self.ties == "first":
            table.winner = best[0]
        if len(best) > 1:
            table.notes.append(notes.tie(best, most, table.winner, table.lang))

    def english(self) -> str:
        return (
            f"the highest score wins, of equal ones {'the first in turn order' if self.ties == 'first' else 'nobody'}"
        )


class Add(Step, frozen=True, tag="add"):
    """``add``: adds yaku or card points to their holder's score; nothing is paid."""

    of: list[Literal["card_points", "teyaku", "yaku"]]

    def apply(self, table: Table) -> None:
        for player in table.players:
            for kind in self.of:
                more = table.points[player] if kind == "card_points" else total(table.found(kind)[player])
                table.scores[player] += more

    def english(self) -> str:
        return f"the score has the {' and '.join(self.of).replace('_', ' ')}"


class Par(Step, frozen=True, tag="par"):
    """``par``: adds card points less par to the score; the difference is paid from or to the pot ``par``."""

    points: Annotated[int | None, Meta(description="Par; or `by_players`: par by the number of players.")] = None
    by_players: dict[str, int] = field(default_factory=dict)

    def of(self, players: int) -> int:
        """Return par for a number of players."""
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
    """``each``: all other players pay for a player's yaku, in turn order."""

    of: Kind
    scored: Annotated[bool, Meta(description="Whether the score counts this.")] = True

    def apply(self, table: Table) -> None:
        for player in table.players:
            worth = total(table.found(self.of)[player])
            for payer in table.others(player) if worth else ():
                paid = table.pay(payer, player, worth, self.of)
                if self.scored:
                    table.scores[player] += paid
                    table.scores[payer] -= paid

    def english(self) -> str:
        return f"each other player pays for {self.of}" + ("" if self.scored else ", outside of the score")


class Multiply(Step, frozen=True, tag="multiply"):
    """``multiply``: multiplies the winner's score from ``base_from`` points of yaku on (0: never), and if opponents
    went on (``called``: once, or for each call).
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
    """``collect``: pays every score, from the ``bank`` or from each other player."""

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


class Stake(Step, frozen=True, tag="stake"):
    """``stake``: everybody puts ``chips`` in front, or all that are left, and pays no more than these."""

    always: ClassVar[bool] = True

    chips: int
    receipts: Annotated[bool, Meta(description="Whether what is received joins them.")]

    def apply(self, table: Table) -> None:
        table.stake = {player: min(self.chips, table.chips.get(player, self.chips)) for player in table.everyone}
        table.receipts_at_stake = self.receipts

    def english(self) -> str:
        joins = "joins" if self.receipts else "does not join"
        return f"nobody pays more than the {self.chips} chips in front of them; what is received {joins} these"


class TakeAll(Step, frozen=True, tag="take_all"):
    """``take_all``: a player who stopped the round by a yaku takes all chips in front of the others."""

    def apply(self, table: Table) -> None:
        winner = table.stopped_by
        if winner is None or not stopping(table.yaku[winner]):
            return
        stake = table.stake or {}
        for payer in table.others(winner):
            table.pay(payer, winner, stake[payer], "take_all")
        table.winner = winner
        table.is_over = True

    def english(self) -> str:
        return "who stops the round takes all chips in front of the others"


class Difference(Step, frozen=True, tag="difference"):
    """``difference``: every other player pays the winner the difference of their scores."""

    def apply(self, table: Table) -> None:
        if table.winner is None:
            return
        for payer in table.others(table.winner):
            lead = table.scores[table.winner] - table.scores[payer]
            table.pay(payer, table.winner, lead, "difference")

    def english(self) -> str:
        return "the others pay the winner the difference of their scores"


class Pot(Step, frozen=True, tag="pot"):
    """``pot``: the winner takes the pot."""

    always: ClassVar[bool] = True

    def apply(self, table: Table) -> None:
        if table.winner is not None and table.pot:
            table.pay(POT, table.winner, table.pot, "pot")
            table.pot = 0

    def english(self) -> str:
        return "the winner takes the pot"


class DropOut(Step, frozen=True, tag="drop_out"):
    """``drop_out``: dropping out costs ``penalty``, paid to the pot or to the player who takes over the hand.

    A single player who is left wins without play.
    """

    always: ClassVar[bool] = True

    penalty: int

    def apply(self, table: Table) -> None:
        for player in table.dropped:
            taker = table.took_over.get(player)
            paid = table.pay(player, taker or POT, self.penalty, "dropout")
            table.pot += 0 if taker else paid
        if len(table.players) < 2:
            if table.players:
                table.call_off(table.players[0], notes.alone(table.players[0], table.lang))
            else:
                table.call_off(None, notes.nobody_plays(table.pot, table.unit, table.lang))

    def english(self) -> str:
        return f"dropping out costs {self.penalty}, which goes to the pot, or to who takes over the hand"


class Compensate(Step, frozen=True, tag="compensate"):
    """``compensate``: everybody who plays owes the worth of the hands that were forced out."""

    always: ClassVar[bool] = True

    share: Annotated[
        Literal["shared", "each"],
        Meta(
            description="They share it, odd chips going to the first in turn order, or `each` of them gets all of"
            " it; what is short is shared. If each owes `no_round_from` or more, nothing is played: "
            "most chips win, then turn order."
        ),
    ]
    no_round_from: int

    def apply(self, table: Table) -> None:
        if not table.forced_out:
            return
        forced_out = [player for player in table.everyone if player in table.forced_out]
        dealt = table.forced_out.values()
        paid = [
            (one, cards) for cards in dealt for one in table.compensation if one.when.find(cards, Facts()) is not None
        ]
        worth = sum(int(one.value.amount(cards, 0, 0)) for one, cards in paid)
        owed = worth * len(forced_out) if self.share == "each" else worth
        if not owed:
            return
        _pay_shares(table, forced_out, owed)
        hands = {player: counting_cards(table.compensation, table.forced_out[player]) for player in forced_out}
        if owed < self.no_round_from:
            table.notes.append(notes.forced_out(hands, owed, table.unit, table.lang))
            return
        stake = table.stake or {}
        first, *others = sorted(table.everyone, key=lambda player: -stake[player])
        equal = [player for player in others if stake[player] == stake[first]]
        table.call_off(first, notes.compensated(hands, owed, (first, stake[first]), equal, table.unit, table.lang))

    def english(self) -> str:
        who = "those forced out share" if self.share == "shared" else "each forced out gets"
        return (
            f"each who plays pays the worth of the hands forced out, which {who}; from {self.no_round_from} on that "
            "each owes, nothing is played and most chips win"
        )


def counting_cards(compensation: list[Yaku], cards: CardSet) -> CardSet:
    """Return the cards that give a hand that was forced out its worth."""
    return reduce(or_, (one.when.find(cards, Facts()) or 0 for one in compensation), 0)


def _pay_shares(table: Table, forced_out: list[str], owed: int) -> None:
    """Let everybody pay what they can of what they owe, in equal shares; odd chips go to each in turn."""
    stake, odd_to = table.stake or {}, 0
    for payer in table.players:
        left = stake.get(payer, owed)
        if left < owed:
            table.notes.append(
                notes.short(payer, ", ".join(forced_out), owed, left, "compensation", table.unit, table.lang)
            )
        share, odd = divmod(min(owed, left), len(forced_out))
        shares = dict.fromkeys(forced_out, share)
        for _ in range(odd):
            shares[forced_out[odd_to % len(forced_out)]] += 1
            odd_to += 1
        for player, amount in shares.items():
            table.pay(payer, player, amount, "compensation")


#: Any of them, told apart by ``do``.
AnyStep = (
    Add
    | Collect
    | Compensate
    | DealtYaku
    | Difference
    | DropOut
    | Each
    | EnderOnly
    | Multiply
    | Par
    | Pot
    | Rank
    | Stake
    | TakeAll
)
