"""A round of Taiyaku settled the plain way, from the sources of the game: who sits out, who pays, and who wins."""

from typing import Any

from tests.hanafuda.naive_cards import Refused, number_cards, pick_card, read_card
from tests.hanafuda.naive_rounds import Payments, Yaku, finish, four_of_a_month, refuse_keys, total
from tests.hanafuda.naive_taiyaku_yaku import (
    best_teyaku,
    compensation_for,
    dekiyaku,
    held_teyaku,
    is_returnable,
    stops,
)

DEFAULTS: dict[str, Any] = {
    "receipts_at_stake": True,
    "return_rule": "either",
    "compensation": "shared",
    "leader_bind": False,
}
#: What everybody puts in front, and the compensation that leaves nobody a chip to play for.
STAKE = 8
ENOUGH = 8
#: Five hands are dealt at a table of six or seven.
DEALT_HANDS = 5


def decide(with_cards: list[str], dropped: list[str]) -> tuple[list[str], list[str], list[str]]:
    """Who plays, who drops out and who is forced out, as each of those who hold cards is asked in turn."""
    playing: list[str] = []
    leaving: list[str] = []
    pushed: list[str] = []
    for name in with_cards:
        if len(playing) == 3:
            pushed.append(name)
        elif name in dropped:
            leaving.append(name)
        else:
            playing.append(name)
    return playing, leaving, pushed


class Round:
    """One round, from the deal to the pot; ``front``: the chips in front of each, ``pot``: what lies in it."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.record = record
        self.options = DEFAULTS | record.get("options", {})
        self.active = list(record["players"])
        self.seats: list[str] = record.get("seats") or self.active
        self.forced: dict[str, set[int]] = {}
        self.hands: dict[str, set[int]] = {}
        self.payments = Payments()
        self.players: dict[str, dict[str, Any]] = {
            name: {"teyaku": [], "yaku": [], "card_points": None, "score": 0} for name in self.seats
        }
        chips = record.get("chips", {})
        self.front = {name: min(STAKE, chips.get(name, STAKE)) for name in self.seats}
        self.pot: int = record.get("pot", 0)

    def pay(self, payer: str, payee: str, amount: int, why: str) -> int:
        """Pay what is asked or what is left in front; what is received joins what lies there."""
        paid: int = min(amount, self.front[payer])
        self.front[payer] -= paid
        if payee == "pot":
            self.pot += paid
        elif self.options["receipts_at_stake"]:
            self.front[payee] += paid
        self.payments.pay(payer, payee, paid, why)
        return paid

    def give_pot(self, winner: str) -> None:
        self.payments.pay("pot", winner, self.pot, "pot")
        self.pot = 0

    def result(self, winner: str | None) -> dict[str, Any]:
        return finish(self.payments, self.players, winner, winner or self.record.get("dealer"), {"pot": self.pot})

    # The table

    def check_table(self) -> None:
        """Whether those who play, dropped out and were forced out are all who sit there, and in order."""
        record = self.record
        dropped = record.get("dropped", [])
        forced = record.get("forced_out", {})
        took_over = record.get("took_over", {})
        if "seats" not in record:
            if dropped or forced or took_over:
                raise Refused("contradiction", "nobody sits out at a table of two or three")
            if len(self.active) not in {2, 3}:
                raise Refused("contradiction", "two or three play")
            return
        seats = record["seats"]
        if not 4 <= len(seats) <= 7 or len(set(seats)) != len(seats):
            raise Refused("contradiction", "four to seven sit at such a table")
        if self.options["leader_bind"] and seats[0] in dropped:
            raise Refused("contradiction", "the leader must play")
        place = seats.index(record.get("dealer", seats[0]))
        from_dealer = seats[place:] + seats[:place]
        waiting = from_dealer[DEALT_HANDS:]
        if seats[0] in waiting:
            raise Refused("contradiction", "the leader has cards")
        heirs = dict(zip(dropped, waiting, strict=False))
        if took_over != heirs:
            raise Refused("contradiction", f"{heirs} took over")
        with_cards = [name for name in seats if name not in waiting] + [
            heirs[name] for name in dropped if name in heirs
        ]
        playing, leaving, pushed = decide(with_cards, dropped)
        in_turn = [name for name in seats if name in playing]
        if in_turn != self.active or leaving != dropped or set(pushed) != set(forced):
            raise Refused("contradiction", "who plays, dropped out and was forced out")

    def check_lead(self) -> None:
        """Whether everybody who was dealt cards drew one, and the earliest month leads."""
        drawn = self.record.get("revealed")
        if not drawn:
            return
        place = self.seats.index(self.record["dealer"])
        order = (self.seats[place:] + self.seats[:place])[:DEALT_HANDS]
        if set(order) != set(drawn):
            raise Refused("contradiction", f"{order} draw")
        number_cards(list(drawn.values()))
        best = order[0]
        for name in order:
            if read_card(drawn[name])[0] // 10 < read_card(drawn[best])[0] // 10:
                best = name
        if best != self.seats[0]:
            raise Refused("contradiction", f"{best} leads")

    def read_deal(self) -> None:
        given = self.record["players"]
        forced: dict[str, Any] = self.record.get("forced_out", {})
        if any("dealt" not in hand for hand in forced.values()):
            raise Refused("missing_key", "dealt")
        told = [name for name in self.active if "dealt" in given[name]]
        texts = [given[name]["dealt"] for name in told] + [hand["dealt"] for hand in forced.values()]
        hands = number_cards([*texts, self.record.get("field", "")])
        field = hands.pop()
        if any(len(hand) != 8 for hand in hands):
            raise Refused("impossible_hand", "eight cards are dealt")
        if "field" in self.record:
            if len(field) != 6:
                raise Refused("impossible_hand", "six cards lie on the field")
            if four_of_a_month(field):
                raise Refused("contradiction", "misdeal")
        by_name = dict(zip([*told, *forced], hands, strict=True))
        self.hands = {name: by_name[name] for name in told}
        self.forced = {name: by_name[name] for name in self.seats if name in forced}

    def drop_out(self) -> None:
        for name in self.record.get("dropped", []):
            self.pay(name, self.record.get("took_over", {}).get(name, "pot"), 1, "dropout")

    # Those who were forced out

    def compensate(self) -> int:
        """The players pay those who were forced out; what the cards were worth."""
        worth = 0
        for hand in self.forced.values():
            worth += compensation_for(hand)
        near = [name for name in self._from_leader() if name in self.forced]
        if not near:
            return worth
        if self.options["compensation"] == "each":
            for payer in self.active:
                most = min(worth, self.front[payer] // len(near))
                for name in near:
                    self.pay(payer, name, most, "compensation")
            return worth * len(near)
        paid = sum(min(worth, self.front[payer]) for payer in self.active)
        shares = {name: paid // len(near) for name in near}
        for name in near[: paid % len(near)]:
            shares[name] += 1
        for payer in self.active:
            owed = worth
            for name in near:
                part = self.pay(payer, name, min(owed, shares[name]), "compensation")
                owed -= part
                shares[name] -= part
        return worth

    def _from_leader(self) -> list[str]:
        """All seats, beginning at the right of who leads; the leader is the last of them."""
        place = self.seats.index(self.active[0]) + 1
        return self.seats[place:] + self.seats[:place]

    def richest(self) -> str:
        best = self._from_leader()[0]
        for name in self._from_leader():
            if self.front[name] > self.front[best]:
                best = name
        return best

    # The round itself

    def claim_teyaku(self) -> None:
        claims = self.record.get("teyaku")
        if claims is not None and any(name not in self.active for name in claims):
            raise Refused("contradiction", "a claim of somebody who does not play")
        for name in self.active:
            held = held_teyaku(self.hands[name], len(self.active)) if name in self.hands else []
            if claims is not None:
                claimed = claims.get(name, [])
                if any(one not in [yaku for yaku, _ in held] for one in claimed):
                    raise Refused("contradiction", f"{name} does not hold {claimed}")
                held = [one for one in held if one[0] in claimed]
            self.players[name]["teyaku"] = best_teyaku(held)

    def check_returns(self) -> None:
        for name in self.active:
            if "returned" not in self.record["players"][name]:
                continue
            if len(self.active) == 2:
                raise Refused("contradiction", "two players return nothing")
            if name not in self.hands:
                continue
            hand = self.hands[name]
            card = pick_card(self.record["players"][name]["returned"], hand)
            if card is None:
                raise Refused("contradiction", f"{name} did not hold what was returned")
            if not is_returnable(card, hand, self.players[name]["teyaku"], self.options["return_rule"]):
                raise Refused("contradiction", f"{name} may not return {card}")

    def pay_teyaku(self) -> None:
        for name in self.active:
            worth = total(self.players[name]["teyaku"])
            for other in self.active:
                if other != name:
                    self.pay(other, name, worth, "teyaku")

    def read_piles(self) -> dict[str, list[Yaku]]:
        given = self.record["players"]
        if any("captured" not in given[name] for name in self.active):
            raise Refused("missing_key", "captured")
        piles = number_cards([given[name]["captured"] for name in self.active])
        return {name: dekiyaku(pile) for name, pile in zip(self.active, piles, strict=True)}

    def stopper(self, yaku: dict[str, list[Yaku]]) -> str | None:
        stopping = [name for name in self.active if stops(yaku[name])]
        named: str | None = self.record.get("stopped_by")
        if named is not None:
            if named not in stopping:
                raise Refused("contradiction", f"{named} cannot stop")
            return named
        if len(stopping) > 1:
            raise Refused("contradiction", "two could have stopped")
        return stopping[0] if stopping else None

    def play(self) -> str:
        """The winner, who has been paid."""
        yaku = self.read_piles()
        for name in self.active:
            self.players[name]["yaku"] = yaku[name]
            self.players[name]["score"] = total(yaku[name])
        stopper = self.stopper(yaku)
        self.pay_teyaku()
        if stopper is not None:
            for name in self.active:
                if name != stopper:
                    self.pay(name, stopper, self.front[name], "take_all")
            return stopper
        scores = {name: total(yaku[name]) for name in self.active}
        winner: str = self.active[0]
        for name in self.active:
            if scores[name] > scores[winner]:
                winner = name
        for name in self.active:
            if name != winner:
                self.pay(name, winner, scores[winner] - scores[name], "difference")
        return winner


def settle(record: dict[str, Any]) -> dict[str, Any]:
    winner: str | None = None
    table = Round(record)
    table.check_table()
    table.check_lead()
    table.read_deal()
    table.drop_out()
    if len(table.active) <= 1:
        refuse_keys(record, ["stopped_by", "teyaku"], "nobody plays")
        for name in table.active:
            winner = name
            table.give_pot(name)
        return table.result(winner)
    if table.compensate() >= ENOUGH:
        refuse_keys(record, ["stopped_by", "teyaku"], "the compensation left nothing to play for")
        winner = table.richest()
        table.give_pot(winner)
        return table.result(winner)
    table.claim_teyaku()
    table.check_returns()
    winner = table.play()
    table.give_pot(winner)
    return table.result(winner)
