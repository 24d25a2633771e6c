"""Random rounds of Hachi-Hachi, Go-Stop and Roppyakken that can have been played, as plain records.

Deals and piles lean towards combinations, so that they occur often. With ``broken`` a record is spoiled in one place.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.hanafuda import naive_go_stop, naive_hachi_hachi, naive_roppyakken
from tests.hanafuda.drafts import (
    DECK,
    NAMES,
    capture,
    deal,
    options_of,
    piles_by_chance,
    piles_by_play,
    some,
    spell,
    swap_in,
)
from tests.hanafuda.naive_cards import ALL, ANIMALS, BRIGHTS, CHAFF, RIBBONS, months_held
from tests.hanafuda.naive_rounds import total

Piles = list[set[int]]
PAULOWNIA = {121, 122, 123}
#: The worth of a pile, and what somebody who stops or goes on has to hold.
Worth = Callable[[set[int]], int]


def stopping_play(
    rng: Random, hands: Piles, field: set[int], worth: Worth, minimum: int
) -> tuple[Piles, list[int], int | None]:
    """A round played turn by turn: the piles, how often each went on, and who stopped."""
    stock = sorted(ALL.difference(field, *hands))
    rng.shuffle(stock)
    left = [rng.sample(sorted(hand), len(hand)) for hand in hands]
    lying = sorted(field)
    piles: Piles = [set() for _ in hands]
    calls = [0] * len(hands)
    boldness = rng.choice([0.3, 0.7, 0.9, 1.0])
    for _ in range(len(left[0])):
        for place, pile in enumerate(piles):
            before = worth(pile)
            for card in (left[place].pop(), stock.pop()):
                capture(rng, card, lying, pile)
            if worth(pile) > before and worth(pile) >= minimum:
                if not some(rng, boldness):
                    return piles, calls, place
                calls[place] += 1
    return piles, calls, None


#: Cards of yaku of several players, none in two of them.
SHARED = [{11, 21, 31}, {61, 91, 101}, {41, 51, 71}, {10, 30, 80, 120}, {20, 40, 81}, {60, 70, 100}]


def share_yaku(rng: Random, piles: Piles) -> None:
    """Give yaku to several players."""
    for cards in rng.sample(SHARED, rng.randint(2, len(SHARED))):
        for pile in piles:
            pile.difference_update(cards)
        rng.choice(piles).update(cards)


def trim(rng: Random, piles: Piles, most: int) -> None:
    """Take cards away that nobody can have captured."""
    captured = sorted(card for pile in piles for card in pile)
    for card in rng.sample(captured, max(len(captured) - most, 0)):
        for pile in piles:
            pile.discard(card)


def random_calls(rng: Random, steps: list[int], stopper: int | None) -> list[int]:
    """How often each may have gone on; ``steps``: how often a yaku was formed or raised, as far as it is sure."""
    calls = []
    for place, most in enumerate(steps):
        times = 0 if some(rng, 0.3) else min(most, 5) - (place == stopper)
        calls.append(rng.randint(min(times, 1), times) if times > 0 else 0)
    return calls


def write_piles(rng: Random, record: dict[str, Any], piles: Piles) -> None:
    """The piles as texts; chaff of the paulownia by their numbers, for the yellow one may be worth more."""
    style = rng.choice(["letters", "numbers", "mixed"])
    for name, pile in zip(record["players"], piles, strict=True):
        plain = pile & ALL - PAULOWNIA
        text = spell(rng, plain, style)
        words = text if isinstance(text, list) else [text] * bool(text)
        words = [*words, *[f"#{card}" if card in ALL else f"J{card}" for card in sorted(pile - plain)]]
        record["players"][name]["captured"] = words if isinstance(text, list) else " ".join(words)


def write_end(record: dict[str, Any], calls: list[int], stopper: int | None) -> None:
    names = list(record["players"])
    if stopper is not None:
        record["stopped_by"] = names[stopper]
    if any(calls):
        record["calls"] = {name: times for name, times in zip(names, calls, strict=True) if times}


def begin(rng: Random, house: Random | None, rules: str, choices: dict[str, list[Any]]) -> dict[str, Any]:
    names = rng.sample(NAMES, rng.choice([2, 3, 3]))
    record: dict[str, Any] = {"rules": rules, "players": {name: {} for name in names}}
    options = options_of(house or rng, choices)
    if options:
        record["options"] = options
    return record


# Hachi-Hachi

HACHI_OPTIONS: dict[str, list[Any]] = {
    "kan": [12, 10],
    "fields": ["carried", "multiplied"],
    "boar_deer_butterflies": [True, False],
    "more_ribbons": [True, False],
}
SHAPES = [[4, 3], [4, 2, 1], [4, 1, 1, 1], [3, 3, 1], [3, 2, 2], [3, 2, 1, 1], [2, 2, 2, 1], [3, 1, 1, 1, 1]]


def hachi_hachi(rng: Random, *, broken: bool = False, house: Random | None = None) -> dict[str, Any]:
    record = begin(rng, house, "hachi-hachi", HACHI_OPTIONS)
    options = naive_hachi_hachi.DEFAULTS | record.get("options", {})
    names = list(record["players"])
    hands, field = deal(rng, len(names), 7, 6)
    if some(rng, 0.6):
        favour_hands(rng, hands, field)
    style = rng.choice(["letters", "numbers"])
    for name, hand in zip(names, hands, strict=True):
        record["players"][name]["dealt"] = spell(rng, hand, style)
    record["field"] = spell(rng, field, style)
    facts: dict[str, int] = {}
    if options["fields"] == "carried":
        facts = {key: rng.randint(1, 2) for key in ("doubles", "fourfolds") if some(rng, 0.1)}
    if some(rng, 0.1):
        claim_teyaku(rng, record, hands)
    play_hachi_hachi(rng, record, hands, field, options, facts)
    if facts:
        record["facts"] = facts
    return spoil(rng, record) if broken else record


def favour_hands(rng: Random, hands: Piles, field: set[int]) -> None:
    """Lead the deal to hands of few months or of chaff, or of both."""
    for place in rng.sample(range(len(hands)), rng.choice([1, 1, 2])):
        free = sorted(ALL - field)
        wish: set[int] = set()
        if some(rng, 0.5):
            months = rng.sample([4, 5, 7, 12] if some(rng, 0.3) else range(1, 13), 4) + rng.sample([1, 2, 8, 9], 1)
            for month, count in zip(months, rng.choice(SHAPES), strict=False):
                cards = [card for card in free if card // 10 == month]
                cards.sort(key=lambda card: (card not in naive_hachi_hachi.LIGHT, rng.random()))
                wish |= set(cards[:count] if some(rng, 0.5) else rng.sample(cards, min(count, len(cards))))
        else:
            others = rng.choice([[], sorted(RIBBONS), sorted(ANIMALS), sorted(BRIGHTS)])
            odd = [card for card in others if card in free]
            wish |= set(rng.sample(odd, min(rng.choice([1, 1, 2]), len(odd))))
            light = [card for card in free if card in naive_hachi_hachi.LIGHT - wish]
            wish |= set(rng.sample(light, 7 - len(wish)))
        swap_in(rng, hands, place, sorted(wish)[:7], field)


def claim_teyaku(rng: Random, record: dict[str, Any], hands: Piles) -> None:
    """Only what is claimed is paid."""
    record["teyaku"] = {
        name: [one for one, _ in naive_hachi_hachi.dealt_yaku(hand) if some(rng, 0.6)]
        for name, hand in zip(record["players"], hands, strict=True)
    }


def play_hachi_hachi(
    rng: Random, record: dict[str, Any], hands: Piles, field: set[int], options: dict[str, Any], facts: dict[str, int]
) -> None:
    def worth(pile: set[int]) -> int:
        return total(naive_hachi_hachi.formed_yaku(pile, options))

    stopper: int | None = None
    calls = [0] * len(hands)
    drawn = rng.random()
    if drawn < 0.5:
        piles, calls, stopper = stopping_play(rng, hands, field, worth, 1)
    elif drawn < 0.7 and len(hands) == 3:
        piles = special_piles(rng, hands)
    else:
        piles = piles_by_chance(rng, len(hands), 1.0 if len(hands) == 3 else 0.6)
        if some(rng, 0.6):
            share_yaku(rng, piles)
        if len(hands) == 2:
            trim(rng, piles, 34)
        if len(hands) == 3:
            catch_triplets(rng, hands, piles)
        holders = [place for place, pile in enumerate(piles) if worth(pile)]
        stopper = rng.choice(holders) if holders and some(rng, 0.8) else None
        calls = random_calls(rng, [len(naive_hachi_hachi.formed_yaku(pile, options)) for pile in piles], stopper)
    if stopper is not None and calls[stopper] and some(rng, 0.5):
        facts["cancelled"] = 1
        calls[stopper] -= 1
    write_piles(rng, record, piles)
    write_end(record, calls, stopper)


def catch_triplets(rng: Random, hands: Piles, piles: Piles) -> None:
    """Whoever was dealt three cards of a month has often captured the fourth with them."""
    for place, hand in enumerate(hands):
        for triplet in naive_hachi_hachi.triplets(hand):
            if some(rng, 0.6):
                month = {card for card in DECK if card // 10 == min(triplet) // 10}
                for pile in piles:
                    pile.difference_update(month)
                piles[place] |= month


def special_piles(rng: Random, hands: Piles) -> Piles:
    """Piles of three without a yaku that are near one of the special endings."""
    order = [0, 1, 2]
    rng.shuffle(order)
    kind = rng.choice(["eights", "double", "chaff"])
    for _ in range(200):
        first: set[int] = set()
        if kind == "double":
            first = set(rng.sample([10, 30, 80, 120], 3)) | {110} | set(rng.sample(sorted(ANIMALS), rng.randint(7, 9)))
            first |= set(rng.sample(sorted(RIBBONS), rng.randint(0, 5)))
            first |= set(rng.sample(sorted(CHAFF), rng.randint(0, 14)))
        elif kind == "chaff":
            first = set(rng.sample(sorted(naive_hachi_hachi.LIGHT), rng.randint(15, 21)))
            first |= set(rng.sample(sorted(ALL - naive_hachi_hachi.LIGHT), rng.randint(0, 7)))
        rest = sorted(ALL - first)
        rng.shuffle(rest)
        if kind == "eights":
            first = set(rest[:16])
            rest = rest[16:]
        piles = [first, set(rest[::2]), set(rest[1::2])]
        if kind == "eights":
            level(rng, piles)
        if not any(
            naive_hachi_hachi.formed_yaku(pile, {"more_ribbons": False, "boar_deer_butterflies": True})
            for pile in piles
        ):
            return [piles[place] for place in order]
    return piles_by_play(rng, hands, set(), sorted(ALL.difference(*hands)))


def level(rng: Random, piles: Piles) -> None:
    """Swap cards until everybody has 88 points, or almost."""
    points = naive_hachi_hachi.card_points

    def off() -> int:
        return sum(abs(points(pile) - naive_hachi_hachi.PAR) for pile in piles)

    for _ in range(400):
        if not off():
            return
        one, other = rng.sample(piles, 2)
        card, second = rng.choice(sorted(one)), rng.choice(sorted(other))
        before = off()
        one ^= {card, second}
        other ^= {card, second}
        if off() > before:
            one ^= {card, second}
            other ^= {card, second}


# Go-Stop

GO_STOP_OPTIONS: dict[str, list[Any]] = {"jokers": [True, False], "dry_brights": [4, 5]}


def go_stop(rng: Random, *, broken: bool = False, house: Random | None = None) -> dict[str, Any]:
    record = begin(rng, house, "go-stop", GO_STOP_OPTIONS)
    options = naive_go_stop.DEFAULTS | record.get("options", {})
    names = list(record["players"])
    size = len(names)
    hands, field = deal(rng, size, naive_go_stop.HAND[size], naive_go_stop.FIELD[size])
    if some(rng, 0.2):
        style = rng.choice(["letters", "numbers"])
        for name, hand in zip(names, hands, strict=True):
            record["players"][name]["dealt"] = spell(rng, hand, style)
        record["field"] = spell(rng, field, style)
    facts = go_stop_facts(rng, names)
    if facts:
        record["facts"] = facts
    if some(rng, 0.5):
        play_go_stop(rng, record, hands, field, options)
    else:
        guess_go_stop(rng, record, options)
    return spoil(rng, record) if broken else record


def go_stop_facts(rng: Random, names: list[str]) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    for key in ("shaken", "bombs"):
        told = {name: rng.randint(1, 2) for name in names if some(rng, 0.15)}
        if told:
            facts[key] = told
    if some(rng, 0.15):
        facts["draws"] = rng.randint(1, 3)
    return facts


def play_go_stop(rng: Random, record: dict[str, Any], hands: Piles, field: set[int], options: dict[str, Any]) -> None:
    """Played turn by turn. Calls are made without the sake cup, so that they fit whatever it counts as."""

    def worth(pile: set[int]) -> int:
        return naive_go_stop.best_worth(pile - {naive_go_stop.SAKE_CUP}, options)

    piles, calls, stopper = stopping_play(rng, hands, field, worth, naive_go_stop.MINIMUM[len(hands)])
    end_go_stop(rng, record, piles, calls, stopper)


def guess_go_stop(rng: Random, record: dict[str, Any], options: dict[str, Any]) -> None:
    """Piles by chance, with jokers where they are played with."""
    size = len(record["players"])
    minimum = naive_go_stop.MINIMUM[size]
    piles = piles_by_chance(rng, size, rng.choice([0.5, 0.8, 1.0]), 48)
    if some(rng, 0.4):
        share_yaku(rng, piles)
    if some(rng, 0.5):
        starve(rng, piles)
    for joker in naive_go_stop.JOKERS if options["jokers"] else []:
        if some(rng, 0.7):
            rng.choice(piles).add(joker)
    holders = [place for place, pile in enumerate(piles) if naive_go_stop.best_worth(pile, options) >= minimum]
    stopper = rng.choice(holders) if holders and some(rng, 0.9) else None
    calls = random_calls(rng, [sure_steps(pile, options, minimum) for pile in piles], stopper)
    end_go_stop(rng, record, piles, calls, stopper)


def end_go_stop(rng: Random, record: dict[str, Any], piles: Piles, calls: list[int], stopper: int | None) -> None:
    losers = [place for place in range(len(piles)) if place != stopper]
    if len(losers) == 2 and some(rng, 0.4):
        # Often only one of the losers went on, or none.
        calls[rng.choice(losers)] = 0
    if len(losers) == 2 and all(calls[place] for place in losers) and some(rng, 0.7):
        first = list(record["players"])[rng.choice(losers)]
        record["facts"] = record.get("facts", {}) | {"first_go": {first: 1}}
    owner = next((place for place, pile in enumerate(piles) if naive_go_stop.SAKE_CUP in pile), None)
    if owner in losers and not calls[owner] and some(rng, 0.2):
        record["counted_as"] = {"9A": rng.choice(["animal", "junk"])}
    write_piles(rng, record, piles)
    write_end(record, calls, stopper)


def sure_steps(pile: set[int], options: dict[str, Any], minimum: int) -> int:
    """How often the yaku can have been raised, each time to enough for a call, whatever the sake cup counts as."""
    return min(steps_of(pile, options, minimum, cup_is_chaff=cup) for cup in (False, True))


def steps_of(pile: set[int], options: dict[str, Any], minimum: int, *, cup_is_chaff: bool) -> int:
    """The yaku of some cards are formed at once, the others by threes."""
    steps: list[int] = []
    for name, worth in naive_go_stop.formed_yaku(pile, options, cup_is_chaff=cup_is_chaff):
        grows = name in {"animals", "ribbons", "junk"}
        steps += [3] * (int(worth) // 3) if grows else [int(worth)]
    steps.sort(reverse=True)
    return sum(sum(steps[: count + 1]) >= minimum for count in range(len(steps)))


def starve(rng: Random, piles: Piles) -> None:
    """Take the brights, the chaff or all cards away from somebody."""
    pile = rng.choice(piles)
    match rng.randrange(4):
        case 0:
            pile -= BRIGHTS
        case 1:
            chaff = sorted(pile & CHAFF)
            pile -= set(rng.sample(chaff, max(len(chaff) - rng.randint(0, 8), 0)))
        case 2:
            pile.clear()
        case _:
            pile -= CHAFF


# Roppyakken

ROPPYAKKEN_OPTIONS: dict[str, list[Any]] = {
    "willow_ribbon": [True, False],
    "rain_voids_viewing": [True, False],
    "hand_yaku": [True, True, False],
    "korean_ribbons": [True, False],
}


def roppyakken(rng: Random, *, broken: bool = False, house: Random | None = None) -> dict[str, Any]:
    record = begin(rng, house, "roppyakken", ROPPYAKKEN_OPTIONS)
    options = naive_roppyakken.DEFAULTS | record.get("options", {})
    names = list(record["players"])
    size = len(names)
    while True:
        hands, field = deal(rng, size, naive_roppyakken.HAND[size], naive_roppyakken.FIELD[size])
        if some(rng, 0.5):
            favour_lucky(rng, hands, field)
        # Four cards of a month in a hand are a misdeal.
        if all(max(months_held(hand).values()) < 4 for hand in hands):
            break
    style = rng.choice(["letters", "numbers"])
    if options["hand_yaku"] or some(rng, 0.2):
        for name, hand in zip(names, hands, strict=True):
            record["players"][name]["dealt"] = spell(rng, hand, style)
    if some(rng, 0.3):
        record["field"] = spell(rng, field, style)
    if some(rng, 0.4):
        piles = piles_by_play(rng, hands, field, sorted(ALL.difference(field, *hands)))
    else:
        piles = piles_by_chance(rng, size, 1.0 if size == 3 else 0.8, 48 if size == 3 else 40)
    write_piles(rng, record, piles)
    return spoil(rng, record) if broken else record


def favour_lucky(rng: Random, hands: Piles, field: set[int]) -> None:
    for place in rng.sample(range(len(hands)), rng.choice([1, 1, 2])):
        size = len(hands[place])
        free = sorted(ALL - field)
        if some(rng, 0.4):
            wish = rng.sample([card for card in free if card in naive_roppyakken.NOTHING], size)
        else:
            wish = []
            for month in rng.sample(range(1, 13), rng.choice([1, 2, 2])):
                wish += rng.sample(sorted(month_of(month)), 3)
        swap_in(rng, hands, place, wish, field)


def month_of(month: int) -> set[int]:
    return {card for card in DECK if card // 10 == month}


# Records that cannot be


def spoil(rng: Random, record: dict[str, Any]) -> dict[str, Any]:
    """The record with one thing wrong: it must be refused."""
    names = list(record["players"])
    match rng.randrange(5):
        case 0:
            record["stopped_by"] = "Zoe"
        case 1:
            captured = record["players"][names[0]]["captured"]
            record["players"][names[0]]["captured"] = [
                *([captured] if isinstance(captured, str) else captured),
                "12CCCC",
            ]
        case 2:
            record["players"][rng.choice(names)]["dealt"] = rng.choice(["1B", "1BR 2AR", "1BRCC 2ARCC 3BRCC"])
        case 3:
            for player in record["players"].values():
                player.pop("dealt", None)
            record.pop("teyaku", None)
            record["field"] = "1BRCC 2AR" if len(names) == 3 or record["rules"] == "hachi-hachi" else "1BRCC 2ARCC"
        case _:
            record["stopped_by"] = names[0]
            record["players"][names[0]]["captured"] = "1B 2A"
            for name in names[1:]:
                record["players"][name]["captured"] = ""
    return record
