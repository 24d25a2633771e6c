"""A round of Hiraya settled the plain way, from the sources of the game: sets of numbers and explicit questions."""

from typing import Any

from tests.hanafuda.naive_cards import (
    ALL,
    ANIMALS,
    BRIGHTS,
    CHAFF,
    RIBBONS,
    Refused,
    months_held,
    number_cards,
    pick_card,
    read_card,
)
from tests.hanafuda.naive_rounds import Payments, Yaku, finish, four_of_a_month, total

DEFAULTS: dict[str, Any] = {"teyaku_in_score": True}

LIGHTNING, RAIN_MAN, WILLOW = 113, 110, 11
#: Willow cards are no chaff.
HIRAYA_CHAFF = CHAFF - {LIGHTNING}
POETRY = {11, 21, 31}
BLUE = {61, 91, 101}
GRASS = {41, 51, 71}
PAR = 80


def dealt_yaku(hand: set[int]) -> list[Yaku]:
    if len(hand & HIRAYA_CHAFF) == 7:
        return [("hiraya", 30)]
    return []


def formed_yaku(pile: set[int]) -> list[Yaku]:
    yaku: list[Yaku] = []
    if pile >= BRIGHTS:
        yaku.append(("gokou", 50))
    elif pile >= BRIGHTS - {RAIN_MAN}:
        yaku.append(("shikou", 40))
    if pile >= POETRY:
        yaku.append(("akatan", 30))
    if pile >= BLUE:
        yaku.append(("aotan", 30))
    if pile >= GRASS:
        yaku.append(("kusatan", 30))
    if len(pile & HIRAYA_CHAFF) >= 13:
        yaku.append(("honjuusou", 40))
    return yaku


def card_points(pile: set[int]) -> int:
    return 20 * len(pile & BRIGHTS) + 10 * len(pile & ANIMALS) + 5 * len(pile & RIBBONS)


def _check_field(record: dict[str, Any], field: set[int]) -> None:
    if "field" not in record:
        return
    if len(field) != 6:
        raise Refused("impossible_hand", "six cards lie on the field")
    if four_of_a_month(field) or months_held(field).get(WILLOW, 0) >= 3:
        raise Refused("contradiction", "misdeal")


def _give_leftovers(record: dict[str, Any], piles: dict[str, set[int]]) -> None:
    """The two cards that the wild card left over go to who used it; no other card may be missing."""
    missing = ALL.difference(*piles.values())
    wild = record.get("wild")
    if wild is None:
        if missing:
            raise Refused("impossible_hand", f"missing {sorted(missing)}")
        return
    if wild["by"] not in piles:
        raise Refused("contradiction", f"{wild['by']} does not play")
    pile = piles[wild["by"]]
    captured = pick_card(wild["captured"], pile - {LIGHTNING})
    if LIGHTNING not in pile or captured is None:
        read_card(wild["captured"])
        raise Refused("contradiction", "who used the wild card holds it and the card that it captured")
    if not missing:
        return
    month = captured // 10
    willows = {card for card in missing if card // 10 == WILLOW}
    partners = {card for card in missing if card // 10 == month}
    if month == WILLOW or len(missing) != 2 or len(willows) != 1 or len(partners) != 1:
        raise Refused("impossible_hand", f"missing {sorted(missing)}")
    pile |= missing


def _read_hands(record: dict[str, Any]) -> dict[str, set[int]]:
    """The dealt hands that are told, after a look at the field."""
    given = record["players"]
    told = [name for name in given if "dealt" in given[name]]
    hands = number_cards([given[name]["dealt"] for name in told] + [record.get("field", "")])
    _check_field(record, hands.pop())
    if any(len(hand) != 7 for hand in hands):
        raise Refused("impossible_hand", "seven cards are dealt")
    return dict(zip(told, hands, strict=True))


def _read_piles(record: dict[str, Any]) -> dict[str, set[int]]:
    given = record["players"]
    if any("captured" not in given[name] for name in given):
        raise Refused("missing_key", "captured")
    piles = dict(zip(given, number_cards([given[name]["captured"] for name in given]), strict=True))
    _give_leftovers(record, piles)
    return piles


def settle(record: dict[str, Any]) -> dict[str, Any]:
    options = DEFAULTS | record.get("options", {})
    names = list(record["players"])
    if len(names) != 3:
        raise Refused("contradiction", "three play")
    hands = _read_hands(record)
    piles = _read_piles(record)
    teyaku = {name: dealt_yaku(hands.get(name, set())) for name in names}
    yaku = {name: formed_yaku(piles[name]) for name in names}
    counted = {name: total(yaku[name]) for name in names}
    if options["teyaku_in_score"]:
        counted = {name: total(yaku[name]) + total(teyaku[name]) for name in names}

    players: dict[str, dict[str, Any]] = {}
    for name in names:
        points = card_points(piles[name])
        opponents = sum(counted[other] for other in names if other != name)
        score = (points - PAR) + 2 * counted[name] - opponents
        players[name] = {"teyaku": teyaku[name], "yaku": yaku[name], "card_points": points, "score": score}

    payments = Payments()
    for name in names:
        points = players[name]["card_points"]
        if points > PAR:
            payments.pay("par", name, points - PAR, "par")
        else:
            payments.pay(name, "par", PAR - points, "par")
        for other in names:
            if other != name:
                payments.pay(other, name, total(yaku[name]), "yaku")
                payments.pay(other, name, total(teyaku[name]), "teyaku")

    winner = names[0]
    for name in names:
        if players[name]["score"] > players[winner]["score"]:
            winner = name
    return finish(payments, players, winner, winner, {})
