"""A round of Roppyakken settled the plain way, from the sources of the game: sets of numbers and explicit questions."""

from typing import Any

from tests.hanafuda.naive_cards import ANIMALS, BRIGHTS, CHAFF, RIBBONS, Refused, months_held, number_cards
from tests.hanafuda.naive_rounds import Payments, Yaku, finish, four_of_a_month, total

DEFAULTS: dict[str, Any] = {
    "willow_ribbon": True,
    "rain_voids_viewing": False,
    "hand_yaku": False,
    "korean_ribbons": False,
}

CRANE, WARBLER, CURTAIN, MOON, SAKE_CUP, PHOENIX = 10, 20, 30, 80, 90, 120
GEESE = 81
YELLOW_PAULOWNIA, WILLOW_RIBBON = 121, 112
WILLOWS = {110, 111, 112, 113}
FIFTY = BRIGHTS | {WARBLER}
TEN = ANIMALS - {WARBLER} | RIBBONS | {YELLOW_PAULOWNIA}
NOTHING = CHAFF - {YELLOW_PAULOWNIA}
TRIOS: list[tuple[str, set[int], int]] = [
    ("pine_paulownia_moon", {CRANE, MOON, PHOENIX}, 150),
    ("pine_plum_cherry", {CRANE, WARBLER, CURTAIN}, 150),
    ("boar_deer_butterflies", {60, 70, 100}, 300),
    ("red_ribbons", {11, 21, 31}, 100),
    ("blue_ribbons", {61, 91, 101}, 100),
    ("grass_ribbons", {41, 51, 71}, 100),
    ("four_willows", WILLOWS, 200),
]
FULL_MONTHS = [1, 2, 3, 4, 8, 10, 12]
HAND = {2: 8, 3: 7}
FIELD = {2: 8, 3: 6}


def card_points(pile: set[int]) -> int:
    return 50 * len(pile & FIFTY) + 10 * len(pile & TEN)


def dealt_yaku(hand: set[int]) -> list[Yaku]:
    """The custom of hand yaku."""
    yaku: list[Yaku] = []
    if hand and hand <= NOTHING:
        yaku.append(("all_chaff", 400))
    threes = [month for month, count in months_held(hand).items() if count >= 3]
    if len(threes) >= 2:
        yaku.append(("two_triplets", 400))
    elif threes:
        yaku.append(("triplet", 200))
    return yaku


def _viewing(pile: set[int], options: dict[str, Any]) -> list[Yaku]:
    if options["rain_voids_viewing"] and pile & WILLOWS and CRANE not in pile:
        return []
    if pile >= {CURTAIN, MOON, SAKE_CUP}:
        return [("gun", 300)]
    if pile >= {CURTAIN, SAKE_CUP}:
        return [("flower_viewing", 100)]
    if pile >= {MOON, SAKE_CUP}:
        return [("moon_viewing", 100)]
    return []


def _korean(pile: set[int]) -> list[Yaku]:
    """The ribbons beside boar, deer and butterflies, and those beside the viewing yaku."""
    yaku: list[Yaku] = [("boar_deer_butterflies_ribbons", 300)] if pile >= {61, 71, 101} else []
    if pile >= {31, GEESE, 91}:
        yaku.append(("gun_ribbons", 300))
    elif pile >= {31, 91}:
        yaku.append(("flower_viewing_ribbons", 100))
    elif pile >= {GEESE, 91}:
        yaku.append(("moon_viewing_ribbons", 100))
    return yaku


def formed_yaku(pile: set[int], options: dict[str, Any]) -> list[Yaku]:
    yaku: list[Yaku] = []
    if pile >= {CRANE, CURTAIN, MOON, PHOENIX}:
        yaku.append(("four_brights", 600))
    ribbons = pile & RIBBONS if options["willow_ribbon"] else pile & RIBBONS - {WILLOW_RIBBON}
    if len(ribbons) >= 7:
        yaku.append(("seven_ribbons", 600))
    yaku += [(name, worth) for name, cards, worth in TRIOS if pile >= cards]
    yaku += _viewing(pile, options)
    full = sum(months_held(pile).get(month) == 4 for month in FULL_MONTHS)
    if full:
        yaku.append(("full_month", 50 * full))
    if options["korean_ribbons"]:
        yaku += _korean(pile)
    return yaku


def _read_hands(record: dict[str, Any]) -> dict[str, set[int]]:
    given = record["players"]
    told = [name for name in given if "dealt" in given[name]]
    hands = number_cards([given[name]["dealt"] for name in told] + [record.get("field", "")])
    field = hands.pop()
    if any(len(hand) != HAND[len(given)] for hand in hands):
        raise Refused("impossible_hand", "dealt")
    if "field" in record and len(field) != FIELD[len(given)]:
        raise Refused("impossible_hand", "field")
    if four_of_a_month(field):
        raise Refused("contradiction", "misdeal")
    return dict(zip(told, hands, strict=True))


def settle(record: dict[str, Any]) -> dict[str, Any]:
    options = DEFAULTS | record.get("options", {})
    names = list(record["players"])
    if len(names) not in HAND:
        raise Refused("contradiction", "two or three play")
    if record.get("stopped_by") is not None:
        raise Refused("contradiction", "nobody stops")
    hands = _read_hands(record)
    given = record["players"]
    if any("captured" not in given[name] for name in names):
        raise Refused("missing_key", "captured")
    piles = dict(zip(names, number_cards([given[name]["captured"] for name in names]), strict=True))
    payments = Payments()
    players: dict[str, dict[str, Any]] = {}
    for name in names:
        teyaku = dealt_yaku(hands.get(name, set())) if options["hand_yaku"] else []
        yaku, points = formed_yaku(piles[name], options), card_points(piles[name])
        payments.pay("bank", name, points, "cards")
        payments.pay("bank", name, total(yaku), "yaku")
        payments.pay("bank", name, total(teyaku), "teyaku")
        score = points + total(yaku) + total(teyaku)
        players[name] = {"teyaku": teyaku, "yaku": yaku, "card_points": points, "score": score}

    def rank(name: str) -> tuple[bool, bool, int, int]:
        kinds = dict(players[name]["yaku"])
        return "four_brights" in kinds, "seven_ribbons" in kinds, players[name]["score"], -names.index(name)

    winner = max(names, key=rank)
    return finish(payments, players, winner, winner, {})
