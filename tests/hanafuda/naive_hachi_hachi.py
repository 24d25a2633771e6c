"""A round of Hachi-Hachi settled the plain way, from the sources of the game: sets of numbers, explicit questions."""

from typing import Any

from tests.hanafuda.naive_cards import ANIMALS, BRIGHTS, CHAFF, RIBBONS, Refused, months_held, number_cards
from tests.hanafuda.naive_rounds import Payments, Yaku, finish, four_of_a_month, total

DEFAULTS: dict[str, Any] = {"kan": 12, "fields": "carried", "boar_deer_butterflies": False, "more_ribbons": False}

RAIN_MAN, WILLOW = 110, 11
WILLOWS = {110, 111, 112, 113}
#: All willows count as chaff in a dealt hand, and for sixteen chaff.
LIGHT = CHAFF | WILLOWS
WILLOW_RIBBON = 112
RED = {11, 21, 31}
BLUE = {61, 91, 101}
BOAR_DEER_BUTTERFLIES = {60, 70, 100}
PAULOWNIA_CHAFF = {121, 122, 123}
DOUBLING, FOURFOLD = {10, 30, 80}, {110, 120}
#: The yaku of a triplet without four of a kind, and those of chaff in spite of which 89 points are paid.
TRIPLET_YAKU = {
    "triplet",
    "standing_triplet",
    "two_triplets",
    "triplet_and_standing",
    "two_standing",
    "triplet_and_pairs",
}
CHAFF_YAKU = {"red", "one_ribbon", "one_animal", "empty_hand"}
PAR = 88
DOUBLE_EIGHTS = 168
SIXTEEN = 16


def card_points(pile: set[int]) -> int:
    return 20 * len(pile & BRIGHTS) + 10 * len(pile & ANIMALS) + 5 * len(pile & RIBBONS) + len(pile & CHAFF)


# Dealt hands


def triplets(hand: set[int]) -> list[set[int]]:
    """The three cards of every month of which there are exactly three."""
    held = months_held(hand)
    return [{card for card in hand if card // 10 == month} for month in sorted(held) if held[month] == 3]


def is_standing(triplet: set[int]) -> bool:
    return min(triplet) // 10 in {4, 5, 7} or triplet == PAULOWNIA_CHAFF


def _months_yaku(hand: set[int]) -> list[Yaku]:
    """The best of the yaku that look at the months, in kan."""
    shape = tuple(sorted(months_held(hand).values(), reverse=True))
    standing = sum(is_standing(triplet) for triplet in triplets(hand))
    one_triplet: Yaku = ("standing_triplet", 3) if standing else ("triplet", 2)
    by_shape: dict[tuple[int, ...], Yaku] = {
        (4, 3): ("four_three", 20),
        (4, 2, 1): ("one_two_four", 8),
        (4, 1, 1, 1): ("four", 6),
        (3, 3, 1): [("two_triplets", 6), ("triplet_and_standing", 7), ("two_standing", 8)][standing],
        (3, 2, 2): ("triplet_and_pairs", 7),
        (3, 2, 1, 1): one_triplet,
        (3, 1, 1, 1, 1): one_triplet,
        (2, 2, 2, 1): ("three_pairs", 4),
    }
    return [by_shape[shape]] if shape in by_shape else []


def _chaff_yaku(hand: set[int]) -> list[Yaku]:
    """The yaku of a hand of chaff, in kan."""
    rest = hand - LIGHT
    if not rest:
        return [("empty_hand", 4)]
    if rest <= RIBBONS:
        return [("one_ribbon", 3)] if len(rest) == 1 else [("red", 2)]
    if len(rest) == 1:
        return [("one_animal", 3)] if rest <= ANIMALS else [("one_bright", 4)]
    return []


def dealt_yaku(hand: set[int]) -> list[Yaku]:
    """The best of the months and the best of the chaff, in kan."""
    return _months_yaku(hand) + _chaff_yaku(hand) if hand else []


# Captured cards


def formed_yaku(pile: set[int], options: dict[str, Any]) -> list[Yaku]:
    """In kan."""
    yaku: list[Yaku] = []
    if pile >= BRIGHTS:
        yaku.append(("five_brights", 12))
    elif pile >= BRIGHTS - {RAIN_MAN}:
        yaku.append(("four_brights", 10))
    ribbons = pile & RIBBONS
    if len(ribbons - {WILLOW_RIBBON}) >= 7:
        yaku.append(("seven_ribbons", 10 + (len(ribbons) - 7 if options["more_ribbons"] else 0)))
    if pile >= RED:
        yaku.append(("red_ribbons", 7))
    if pile >= BLUE:
        yaku.append(("blue_ribbons", 7))
    if options["boar_deer_butterflies"] and pile >= BOAR_DEER_BUTTERFLIES:
        yaku.append(("boar_deer_butterflies", 7))
    return yaku


def multiplier(field: set[int], facts: dict[str, int], options: dict[str, Any]) -> int:
    """How often everything counts: a field carried over comes first, and what is on the field then waits."""
    if options["fields"] == "multiplied":
        return int(2 ** len(field & DOUBLING) * 4 ** len(field & FOURFOLD))
    if facts.get("fourfolds", 0):
        return 4
    if facts.get("doubles", 0):
        return 2
    if field & FOURFOLD:
        return 4
    if field & DOUBLING:
        return 2
    return 1


# The round


def _read_deal(record: dict[str, Any]) -> tuple[dict[str, set[int]], set[int]]:
    given = record["players"]
    told = [name for name in given if "dealt" in given[name]]
    hands = number_cards([given[name]["dealt"] for name in told] + [record.get("field", "")])
    field = hands.pop()
    if any(len(hand) != 7 for hand in hands):
        raise Refused("impossible_hand", "seven cards are dealt")
    if "field" in record and len(field) != 6:
        raise Refused("impossible_hand", "six cards lie on the field")
    if four_of_a_month(field):
        raise Refused("contradiction", "misdeal")
    return dict(zip(told, hands, strict=True)), field


class _Round:
    """A round while it is settled. Amounts are kan until they are paid."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.options = DEFAULTS | record.get("options", {})
        self.names: list[str] = list(record["players"])
        self.facts: dict[str, int] = record.get("facts", {})
        self.calls: dict[str, int] = record.get("calls", {})
        self.stopper: str | None = record.get("stopped_by")
        self.hands, field = _read_deal(record)
        self.times = multiplier(field, self.facts, self.options)
        given = record["players"]
        if any("captured" not in given[name] for name in self.names):
            raise Refused("missing_key", "captured")
        piles = number_cards([given[name]["captured"] for name in self.names])
        self.piles = dict(zip(self.names, piles, strict=True))
        self.points = {name: card_points(self.piles[name]) for name in self.names}
        self.teyaku = {name: dealt_yaku(self.hands.get(name, set())) for name in self.names}
        if "teyaku" in record:
            claimed = {name: record["teyaku"].get(name, []) for name in self.names}
            self.teyaku = {name: [one for one in self.teyaku[name] if one[0] in claimed[name]] for name in self.names}
        self.yaku = {name: formed_yaku(self.piles[name], self.options) for name in self.names}
        self.payments = Payments()

    def refuse_impossible(self) -> None:
        for name in [*self.calls, *([self.stopper] if self.stopper is not None else [])]:
            if name not in self.names:
                raise Refused("contradiction", f"{name} does not play")
            if not self.yaku[name] and (name == self.stopper or self.calls[name] > 0):
                raise Refused("contradiction", f"{name} holds no yaku")

    def others(self, name: str) -> list[str]:
        return [other for other in self.names if other != name]

    def pay(self, payer: str, payee: str, points: int, why: str) -> None:
        self.payments.pay(payer, payee, points * self.times, why)

    def pay_from_all(self, payee: str, points: int, why: str) -> None:
        for other in self.others(payee):
            self.pay(other, payee, points, why)

    # How a round ends

    def stopped(self, stopper: str) -> str:
        worth = total(self.yaku[stopper]) * self.options["kan"]
        if self.facts.get("cancelled", 0):
            self.pay_from_all(stopper, worth // 2, "yaku")
            return stopper
        went_on = [name for name in self.others(stopper) if self.calls.get(name, 0) > 0]
        if len(self.names) == 3 and len(went_on) == 1:
            self.pay(went_on[0], stopper, 2 * worth, "yaku")
        else:
            self.pay_from_all(stopper, worth, "yaku")
        return stopper

    def played_out(self) -> str:
        """Nobody stopped, and somebody holds a yaku."""
        for name in self.names:
            self.pay_from_all(name, total(self.yaku[name]) * self.options["kan"] // 2, "yaku")
        return max(self.names, key=lambda name: (total(self.yaku[name]), self.points[name], -self.names.index(name)))

    def special(self) -> str | None:
        """The endings that cancel everything else: who wins, if there is one."""
        kan = self.options["kan"]
        if len(self.names) != 3:
            return None
        if all(self.points[name] == PAR for name in self.names):
            self.pay_from_all(self.names[0], 10 * kan, "special")
            return self.names[0]
        for name in self.names:
            if self.points[name] >= DOUBLE_EIGHTS:
                self.pay_from_all(name, (10 + self.points[name] - DOUBLE_EIGHTS) * kan, "special")
                return name
        for name in self.names:
            chaff = len(self.piles[name] & LIGHT)
            if chaff >= SIXTEEN:
                self.pay_from_all(name, (12 + 2 * (chaff - SIXTEEN)) * kan, "special")
                return name
        return None

    def counted(self) -> str:
        """Card points: over and under par, or of two players those of the other."""
        best = max(self.names, key=lambda name: (self.points[name], -self.names.index(name)))
        if len(self.names) == 2:
            for name in self.names:
                self.pay_from_all(name, self.points[name], "cards")
            return best
        for name in self.names:
            if self.points[name] > PAR:
                self.pay("par", name, self.points[name] - PAR, "par")
            else:
                self.pay(name, "par", PAR - self.points[name], "par")
        return best

    def pay_teyaku(self) -> None:
        for name in self.names:
            self.pay_from_all(name, total(self.teyaku[name]) * self.options["kan"], "teyaku")

    def pay_achievements(self) -> None:
        """A triplet whose fourth card was captured, and 89 points in spite of a hand of chaff."""
        if len(self.names) != 3:
            return
        for name in self.names:
            kinds = {one for one, _ in self.teyaku[name]}
            caught = 0
            if kinds & TRIPLET_YAKU:
                held = months_held(self.piles[name])
                caught = sum(held.get(min(triplet) // 10, 0) == 4 for triplet in triplets(self.hands[name]))
            escaped = bool(kinds & CHAFF_YAKU) and self.points[name] > PAR
            self.pay_from_all(name, (caught + escaped) * self.options["kan"], "bonus")

    def settle(self) -> str:
        if self.stopper is not None:
            winner = self.stopped(self.stopper)
        elif any(self.yaku.values()):
            winner = self.played_out()
        else:
            special = self.special()
            if special is not None:
                self.teyaku = {name: [] for name in self.names}
                return special
            winner = self.counted()
        self.pay_teyaku()
        self.pay_achievements()
        return winner


def settle(record: dict[str, Any]) -> dict[str, Any]:
    if len(record["players"]) not in {2, 3}:
        raise Refused("contradiction", "two or three play")
    this = _Round(record)
    this.refuse_impossible()
    winner = this.settle()
    players: dict[str, dict[str, Any]] = {}
    for name in this.names:
        players[name] = {
            "teyaku": this.teyaku[name],
            "yaku": this.yaku[name],
            "card_points": this.points[name],
            "score": this.payments.change(name),
        }
    return finish(this.payments, players, winner, winner, {})
