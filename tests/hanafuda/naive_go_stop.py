"""A round of Go-Stop settled the plain way, from the sources of the game: sets of numbers and explicit questions."""

from typing import Any

from tests.hanafuda.naive_cards import ANIMALS, BRIGHTS, CHAFF, RIBBONS, Refused, number_cards
from tests.hanafuda.naive_rounds import Payments, Yaku, finish, four_of_a_month, total

DEFAULTS: dict[str, Any] = {"jokers": False, "dry_brights": 4}

RAIN_MAN, SAKE_CUP, LIGHTNING, YELLOW_PAULOWNIA = 110, 90, 113, 121
BIRDS = {20, 40, 81}
TRIOS = {"red_ribbons": {11, 21, 31}, "blue_ribbons": {61, 91, 101}, "grass_ribbons": {41, 51, 71}}
BRIGHT_YAKU = {"five_brights", "four_dry_brights", "four_brights", "three_brights", "rainy_three"}
#: By the number of players: what a player who stops or goes on has to hold; the cards that are dealt; the field;
#: the most chaff with which a loser pays double.
MINIMUM = {2: 7, 3: 3}
HAND = {2: 10, 3: 7}
FIELD = {2: 8, 3: 6}
FEW_CHAFF = {2: 7, 3: 5}
MANY_ANIMALS = 7
#: Two jokers, worth two and three chaff.
JOKERS = {1: 2, 2: 3}


def animals_held(pile: set[int], *, cup_is_chaff: bool) -> int:
    return len(pile & ANIMALS) - (cup_is_chaff and SAKE_CUP in pile)


def chaff_held(pile: set[int], *, cup_is_chaff: bool) -> int:
    """By weight."""
    heavy = pile & {LIGHTNING, YELLOW_PAULOWNIA} | (pile & {SAKE_CUP} if cup_is_chaff else set())
    return len(pile & CHAFF - heavy) + 2 * len(heavy) + sum(JOKERS.get(card, 0) for card in pile)


def formed_yaku(pile: set[int], options: dict[str, Any], *, cup_is_chaff: bool) -> list[Yaku]:
    yaku: list[Yaku] = []
    brights = pile & BRIGHTS
    if len(brights) == 5:
        yaku.append(("five_brights", 15))
    elif len(brights) == 4 and RAIN_MAN not in brights and options["dry_brights"] == 5:
        yaku.append(("four_dry_brights", 5))
    elif len(brights) == 4:
        yaku.append(("four_brights", 4))
    elif len(brights) == 3:
        yaku.append(("rainy_three", 2) if RAIN_MAN in brights else ("three_brights", 3))
    if pile >= BIRDS:
        yaku.append(("five_birds", 5))
    yaku += [(name, 3) for name, trio in TRIOS.items() if pile >= trio]
    animals, ribbons = animals_held(pile, cup_is_chaff=cup_is_chaff), len(pile & RIBBONS)
    chaff = chaff_held(pile, cup_is_chaff=cup_is_chaff)
    if animals >= 5:
        yaku.append(("animals", 1 + animals - 5))
    if ribbons >= 5:
        yaku.append(("ribbons", 1 + ribbons - 5))
    if chaff >= 10:
        yaku.append(("junk", 1 + chaff - 10))
    return yaku


def worth(pile: set[int], options: dict[str, Any], *, cup_is_chaff: bool) -> int:
    return total(formed_yaku(pile, options, cup_is_chaff=cup_is_chaff))


def best_worth(pile: set[int], options: dict[str, Any]) -> int:
    """What the yaku of a pile are worth, with the sake cup as its owner likes better."""
    return max(worth(pile, options, cup_is_chaff=cup) for cup in (False, True))


def _payments(
    record: dict[str, Any], options: dict[str, Any], piles: dict[str, set[int]], *, cup_is_chaff: bool
) -> dict[str, int]:
    """What each loser pays, with the sake cup counted as is given."""
    winner = record["stopped_by"]
    facts, calls = record.get("facts", {}), record.get("calls", {})
    losers = [name for name in piles if name != winner]
    yaku = dict(formed_yaku(piles[winner], options, cup_is_chaff=cup_is_chaff))
    goes = calls.get(winner, 0)
    score = total(list(yaku.items())) + goes
    for _ in range(3, goes + 1):
        score *= 2
    doublings = facts.get("shaken", {}).get(winner, 0) + facts.get("bombs", {}).get(winner, 0) + facts.get("draws", 0)
    if animals_held(piles[winner], cup_is_chaff=cup_is_chaff) >= MANY_ANIMALS:
        doublings += 1
    score *= 2**doublings
    owed = {}
    for loser in losers:
        owed[loser] = score if piles[loser] else 0
        if BRIGHT_YAKU & yaku.keys() and not piles[loser] & BRIGHTS:
            owed[loser] *= 2
        chaff = chaff_held(piles[loser], cup_is_chaff=cup_is_chaff)
        if "junk" in yaku and 1 <= chaff <= FEW_CHAFF[len(piles)]:
            owed[loser] *= 2
    went_on = [loser for loser in losers if calls.get(loser, 0)]
    if len(went_on) == 2:
        # The first one pays for both, where the record tells who that is.
        went_on = [loser for loser in went_on if facts.get("first_go", {}).get(loser, 0)]
    if len(went_on) == 1:
        (liable,) = went_on
        if len(losers) == 1:
            owed[liable] *= 2
        else:
            owed = {loser: sum(owed.values()) if loser == liable else 0 for loser in losers}
    return owed


def _choose(record: dict[str, Any], options: dict[str, Any], piles: dict[str, set[int]]) -> bool:
    """Whether the sake cup counts as chaff, as its owner likes better: the winner for the most, a loser for the least.

    Somebody who stops or goes on needs enough with it. Of equal payments it is an animal.
    """
    owner = next((name for name, pile in piles.items() if SAKE_CUP in pile), None)
    if owner is None:
        return False
    said = record.get("counted_as", {}).get("9A")
    ways = [False, True] if said is None else [said == "junk"]
    winner = record.get("stopped_by")
    if owner == winner or record.get("calls", {}).get(owner, 0):
        ways = [cup for cup in ways if worth(piles[owner], options, cup_is_chaff=cup) >= MINIMUM[len(piles)]]
    if winner is None or not ways:
        return bool(ways) and ways[0]
    paid = {cup: sum(_payments(record, options, piles, cup_is_chaff=cup).values()) for cup in ways}
    best = max(paid.values()) if owner == winner else min(paid.values())
    return next(cup for cup in ways if paid[cup] == best)


def _check_deal(record: dict[str, Any]) -> None:
    given = record["players"]
    hands = number_cards([given[name]["dealt"] for name in given if "dealt" in given[name]] + [record.get("field", "")])
    field = hands.pop()
    if any(len(hand) != HAND[len(given)] for hand in hands):
        raise Refused("impossible_hand", "dealt")
    if "field" in record and len(field) != FIELD[len(given)]:
        raise Refused("impossible_hand", "field")
    if four_of_a_month(field):
        raise Refused("contradiction", "misdeal")


def settle(record: dict[str, Any]) -> dict[str, Any]:
    options = DEFAULTS | record.get("options", {})
    names = list(record["players"])
    if len(names) not in MINIMUM:
        raise Refused("contradiction", "two or three play")
    _check_deal(record)
    given = record["players"]
    if any("captured" not in given[name] for name in names):
        raise Refused("missing_key", "captured")
    jokers = list(JOKERS) if options["jokers"] else []
    piles = dict(zip(names, number_cards([given[name]["captured"] for name in names], jokers), strict=True))
    stopper = record.get("stopped_by")
    calls = record.get("calls", {})
    for name in [*calls, *([stopper] if stopper is not None else [])]:
        if name not in names:
            raise Refused("contradiction", f"{name} does not play")
    payments = Payments()
    cup = _choose(record, options, piles)
    for name in [*calls, *([stopper] if stopper is not None else [])]:
        if worth(piles[name], options, cup_is_chaff=cup) < MINIMUM[len(names)] and (name == stopper or calls[name] > 0):
            raise Refused("contradiction", f"{name} has too little")
    if stopper is not None:
        for loser, amount in _payments(record, options, piles, cup_is_chaff=cup).items():
            payments.pay(loser, stopper, amount, "yaku")
    players: dict[str, dict[str, Any]] = {}
    for name in names:
        players[name] = {
            "teyaku": [],
            "yaku": formed_yaku(piles[name], options, cup_is_chaff=cup),
            "card_points": None,
            "score": payments.change(name),
        }
    return finish(payments, players, stopper, stopper or names[0], {})
