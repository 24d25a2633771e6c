"""A round of Koi-Koi settled the plain way, from the sources of the game: sets of numbers and explicit questions."""

from typing import Any

from tests.hanafuda.naive_cards import ANIMALS, BRIGHTS, CHAFF, RIBBONS, Refused, months_held, number_cards
from tests.hanafuda.naive_rounds import Payments, Yaku, finish, four_of_a_month, refuse_keys, total

DEFAULTS: dict[str, Any] = {
    "families": "best",
    "sake_cup_is_chaff": False,
    "cup_yaku": True,
    "tsukifuda": "none",
    "double_from": 7,
    "koikoi_multiplier": "once",
    "four_is_two_pairs": True,
    "dealt_stack": False,
    "dealt_both": "none",
    "exhaustive_draw": "none",
    "zero_sum": False,
}

CRANE, CURTAIN, MOON, RAIN_MAN, PHOENIX = 10, 30, 80, 110, 120
SAKE_CUP = 90
BUTTERFLIES, BOAR, DEER = 60, 70, 100
RED = {11, 21, 31}
BLUE = {61, 91, 101}
DEALT_POINTS = 6
DEALER_WINS = 6


def dealt_yaku(hand: set[int], options: dict[str, Any]) -> list[Yaku]:
    """What the eight dealt cards are worth before play."""
    yaku: list[Yaku] = []
    counts = list(months_held(hand).values())
    if 4 in counts:
        yaku.append(("teshi", DEALT_POINTS))
    pairs = counts.count(2)
    if options["four_is_two_pairs"]:
        pairs += 2 * counts.count(4)
    if pairs == 4:
        yaku.append(("kuttsuki", DEALT_POINTS))
    if not options["dealt_stack"]:
        yaku = yaku[:1]
    return yaku


def _brights(pile: set[int]) -> list[Yaku]:
    held = pile & BRIGHTS
    dry = held - {RAIN_MAN}
    yaku: list[Yaku] = []
    if len(held) == 5:
        yaku.append(("goko", 10))
    if len(dry) == 4:
        yaku.append(("shiko", 8))
    if RAIN_MAN in held and len(dry) >= 3:
        yaku.append(("ameshiko", 7))
    if len(dry) >= 3:
        yaku.append(("sanko", 5))
    return yaku


def _animals(pile: set[int]) -> list[Yaku]:
    animals = len(pile & ANIMALS)
    yaku: list[Yaku] = []
    if {BOAR, DEER, BUTTERFLIES} <= pile:
        yaku.append(("inoshikacho", 5 + animals - 3))
    if animals >= 5:
        yaku.append(("tane", 1 + animals - 5))
    return yaku


def _ribbons(pile: set[int]) -> list[Yaku]:
    ribbons = len(pile & RIBBONS)
    yaku: list[Yaku] = []
    if pile >= RED and pile >= BLUE:
        yaku.append(("akatan_aotan_no_chofuku", 10 + ribbons - 6))
    if pile >= RED:
        yaku.append(("akatan", 5 + ribbons - 3))
    if pile >= BLUE:
        yaku.append(("aotan", 5 + ribbons - 3))
    if ribbons >= 5:
        yaku.append(("tanzaku", 1 + ribbons - 5))
    return yaku


def formed_yaku(pile: set[int], options: dict[str, Any], month: int | None) -> list[Yaku]:
    """What a pile of captured cards is worth: one yaku of a family, the best, unless the table stacks them."""
    yaku: list[Yaku] = []
    for family in (_brights(pile), _animals(pile), _ribbons(pile)):
        yaku += family if options["families"] == "stack" else _best(family)
    if options["cup_yaku"]:
        yaku += _cups(pile)
    if options["tsukifuda"] == "round_month" and month is not None and months_held(pile).get(month) == 4:
        yaku.append(("tsukifuda", 4))
    chaff = len(pile & CHAFF)
    if options["sake_cup_is_chaff"] and SAKE_CUP in pile:
        chaff += 1
    if chaff >= 10:
        yaku.append(("kasu", 1 + chaff - 10))
    return yaku


def families_held(pile: set[int], options: dict[str, Any], month: int | None) -> int:
    """Of how many kinds of yaku that do not share their points a pile has one."""
    kinds = [_brights(pile), _animals(pile), _ribbons(pile), _cups(pile) if options["cup_yaku"] else []]
    plain = {"kasu", "tsukifuda"} & {name for name, _ in formed_yaku(pile, options, month)}
    return sum(bool(kind) for kind in kinds) + len(plain)


def _best(family: list[Yaku]) -> list[Yaku]:
    most = max((int(value) for _, value in family), default=0)
    return [one for one in family if one[1] == most][:1]


def _cups(pile: set[int]) -> list[Yaku]:
    yaku: list[Yaku] = []
    if {SAKE_CUP, CURTAIN} <= pile:
        yaku.append(("hanami_zake", 5))
    if {SAKE_CUP, MOON} <= pile:
        yaku.append(("tsukimi_zake", 5))
    return yaku


def _check_deal(record: dict[str, Any]) -> dict[str, set[int]]:
    """The dealt hands that are told, after a look at the field."""
    players = record["players"]
    told = [name for name in players if "dealt" in players[name]]
    hands = number_cards([players[name]["dealt"] for name in told] + [record.get("field", "")])
    field = hands.pop()
    if any(len(hand) != 8 for hand in hands):
        raise Refused("impossible_hand", "eight cards are dealt")
    if "field" in record:
        if len(field) != 8:
            raise Refused("impossible_hand", "eight cards lie on the field")
        pairs = all(count in {2, 4} for count in months_held(field).values())
        if four_of_a_month(field) or pairs:
            raise Refused("contradiction", "misdeal")
    return dict(zip(told, hands, strict=True))


def _multiplier(base: int, calls: int, options: dict[str, Any]) -> int:
    """How often the points of the winner are counted; ``calls``: how often the opponent called koi-koi."""
    multiplier = 1
    if options["double_from"] > 0 and base >= options["double_from"]:
        multiplier *= 2
    if options["koikoi_multiplier"] == "once" and calls >= 1:
        multiplier *= 2
    if options["koikoi_multiplier"] == "count":
        for _ in range(calls):
            multiplier *= 2
    return multiplier


def settle(record: dict[str, Any]) -> dict[str, Any]:
    options = DEFAULTS | record.get("options", {})
    names = list(record["players"])
    if len(names) != 2:
        raise Refused("contradiction", "two play")
    players: dict[str, dict[str, Any]] = {
        name: {"teyaku": [], "yaku": [], "card_points": None, "score": 0} for name in names
    }
    for name, hand in _check_deal(record).items():
        players[name]["teyaku"] = dealt_yaku(hand, options)
    if any(player["teyaku"] for player in players.values()):
        return _settle_dealt(record, options, players)
    return _settle_played(record, options, players)


def _payers(names: list[str], options: dict[str, Any]) -> dict[str, str]:
    """Who pays each of them: points are won, or the opponent pays."""
    dealer, other = names
    return {dealer: other, other: dealer} if options["zero_sum"] else dict.fromkeys(names, "bank")


def _settle_dealt(
    record: dict[str, Any], options: dict[str, Any], players: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    """The round ended before play."""
    names = list(players)
    payers = _payers(names, options)
    payments = Payments()
    refuse_keys(record, ["stopped_by", "koikoi"], "a dealt yaku ended the round before play")
    holders = [name for name in names if players[name]["teyaku"]]
    if len(holders) == 1 or options["dealt_both"] == "each":
        for name in holders:
            players[name]["score"] = total(players[name]["teyaku"])
            payments.pay(payers[name], name, players[name]["score"], "teyaku")
    winner = holders[0] if len(holders) == 1 else None
    return finish(payments, players, winner, winner or names[0], {})


def _settle_played(
    record: dict[str, Any], options: dict[str, Any], players: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    names = list(players)
    dealer, other = names
    payers = _payers(names, options)
    payments = Payments()
    _read_piles(record, options, players)
    stopper = record.get("stopped_by")
    koikoi = record.get("koikoi", {})
    for name in [*koikoi, *([stopper] if stopper is not None else [])]:
        if name not in names:
            raise Refused("contradiction", f"{name} does not play")
        if not players[name]["yaku"] and (name == stopper or koikoi[name] > 0):
            raise Refused("contradiction", f"{name} holds no yaku")

    if stopper is not None:
        base = total(players[stopper]["yaku"])
        opponent = other if stopper == dealer else dealer
        score = base * _multiplier(base, koikoi.get(opponent, 0), options)
        players[stopper]["score"] = score
        payments.pay(payers[stopper], stopper, score, "yaku")
        return finish(payments, players, stopper, stopper, {})

    if options["exhaustive_draw"] == "dealer":
        players[dealer]["score"] = DEALER_WINS
        payments.pay(payers[dealer], dealer, DEALER_WINS, "yaku")
    return finish(payments, players, None, dealer, {})


def _read_piles(record: dict[str, Any], options: dict[str, Any], players: dict[str, dict[str, Any]]) -> None:
    given = record["players"]
    if any("captured" not in given[name] for name in players):
        raise Refused("missing_key", "captured")
    month = record.get("month")
    if options["tsukifuda"] == "round_month" and month is None:
        raise Refused("missing_key", "month")
    piles = number_cards([given[name]["captured"] for name in players])
    for name, pile in zip(players, piles, strict=True):
        players[name]["yaku"] = formed_yaku(pile, options, month)
