"""Random hanafuda rounds that can have been played, as plain records, one function a game.

Deals and piles lean towards combinations, so that they occur often. With ``broken`` a record is spoiled in one place.
"""

from collections.abc import Iterable
from random import Random
from typing import Any

from tests.hanafuda import naive_hiraya, naive_koikoi, naive_taiyaku
from tests.hanafuda.naive_cards import ALL, CHAFF, KINDS, kind, months_held
from tests.hanafuda.naive_taiyaku_yaku import best_teyaku, compensation_for, dekiyaku, held_teyaku, is_returnable, stops
from tests.rows import Rows

ROWS = Rows(__file__)

DECK = sorted(ALL)
NAMES = ["Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus"]
#: Cards that belong together in one of the games.
WISHES: list[Any] = ROWS["wishes"]


def some(rng: Random, chance: float) -> bool:
    return rng.random() < chance


# Spelling


def spell(rng: Random, cards: Iterable[int], style: str) -> Any:
    """The cards as a text or a list of texts: by ``numbers``, by ``letters``, or ``mixed``."""
    months: dict[int, str] = {}
    words: list[str] = []
    for card in sorted(cards):
        if style == "numbers" or (style == "mixed" and some(rng, 0.2)):
            words.append(f"#{card}")
        else:
            months[card // 10] = months.get(card // 10, "") + kind(card)
    words += [f"{month}{letters}" for month, letters in months.items()]
    if len(words) > 1 and some(rng, 0.1):
        middle = len(words) // 2
        return [" ".join(words[:middle]), ",".join(words[middle:])]
    return (", " if some(rng, 0.1) else " ").join(words)


def spell_one(card: int, style: str) -> str:
    return f"#{card}" if style == "numbers" else f"{card // 10}{kind(card)}"


# Deals and piles


def deal(rng: Random, hands: int, size: int, field: int, month_limit: int = 3) -> tuple[list[set[int]], set[int]]:
    """Hands and a field that is no misdeal."""
    while True:
        cards = DECK.copy()
        rng.shuffle(cards)
        dealt = [set(cards[place * size : (place + 1) * size]) for place in range(hands)]
        lying = set(cards[hands * size : hands * size + field])
        held = months_held(lying)
        pairs = field == 8 and all(count == 2 for count in held.values())
        if max(held.values()) <= 3 and held.get(11, 0) <= month_limit and not pairs:
            return dealt, lying


def swap_in(rng: Random, hands: list[set[int]], place: int, wanted: Iterable[int], keep: set[int]) -> None:
    """Give a hand the wanted cards, in exchange for cards that it does not want; the field (``keep``) stays."""
    hand = hands[place]
    wish = set(wanted) - keep
    for card in wish - hand:
        spare = sorted(hand - wish)
        if not spare:
            return
        given = rng.choice(spare)
        for other in hands:
            if card in other:
                other.remove(card)
                other.add(given)
        hand.remove(given)
        hand.add(card)


def piles_by_chance(rng: Random, owners: int, share: float = 1.0, most: int = 48) -> list[set[int]]:
    """Each card goes to somebody, or to nobody; some combinations lie together. At most so many are captured."""
    owner_of = {card: rng.randrange(owners) if some(rng, share) else -1 for card in DECK}
    for _ in range(rng.randrange(4)):
        owner = rng.randrange(owners)
        for card in rng.choice(WISHES):
            owner_of[card] = owner
    if some(rng, 0.3):
        owner, month = rng.randrange(owners), rng.randint(1, 12)
        for rank in range(4):
            owner_of[month * 10 + rank] = owner
    captured = [card for card, who in owner_of.items() if who >= 0]
    for card in rng.sample(captured, max(len(captured) - most, 0)):
        owner_of[card] = -1
    return [{card for card, who in owner_of.items() if who == owner} for owner in range(owners)]


def piles_by_play(rng: Random, hands: list[set[int]], field: set[int], stock: list[int]) -> list[set[int]]:
    """What everybody has captured at the end of a round of random captures."""
    lying = sorted(field)
    piles: list[set[int]] = [set() for _ in hands]
    stock = stock.copy()
    rng.shuffle(stock)
    left = [sorted(hand) for hand in hands]
    for hand in left:
        rng.shuffle(hand)
    for _ in range(max(len(hand) for hand in left)):
        for place, hand in enumerate(left):
            for card in (hand.pop() if hand else None, stock.pop() if stock else None):
                if card is not None:
                    capture(rng, card, lying, piles[place])
    return piles


def capture(rng: Random, card: int, lying: list[int], pile: set[int]) -> None:
    fitting = [one for one in lying if one // 10 == card // 10]
    if not fitting:
        lying.append(card)
        return
    taken = fitting if len(fitting) == 3 else [rng.choice(fitting)]
    for one in taken:
        lying.remove(one)
    pile.update(taken, [card])


def options_of(rng: Random, choices: dict[str, list[Any]]) -> dict[str, Any]:
    """Some options of a game, their defaults among them. The ``house`` of a draft draws them, where one is given."""
    return {name: rng.choice(values) for name, values in choices.items() if some(rng, 0.35)}


# Koi-Koi

KOIKOI_OPTIONS: dict[str, list[Any]] = ROWS["koikoi_options"]


def koikoi(rng: Random, *, broken: bool = False, house: Random | None = None) -> dict[str, Any]:
    names = rng.sample(NAMES, 2)
    options = options_of(house or rng, KOIKOI_OPTIONS)
    full = naive_koikoi.DEFAULTS | options
    record: dict[str, Any] = {"rules": "koikoi", "players": {name: {} for name in names}}
    if options:
        record["options"] = options
    if full["tsukifuda"] == "round_month" or some(rng, 0.2):
        record["month"] = rng.randint(1, 12)
    hands, field = deal(rng, 2, 8, 8)
    if some(rng, 0.2):
        favour_dealt(rng, hands, field)
    style = rng.choice(["letters", "numbers"])
    told = [place for place in range(2) if some(rng, 0.5)]
    ended = any(naive_koikoi.dealt_yaku(hand, full) for hand in hands)
    if ended:
        told = [place for place in range(2) if naive_koikoi.dealt_yaku(hands[place], full) or some(rng, 0.7)]
    for place in told:
        record["players"][names[place]]["dealt"] = spell(rng, hands[place], style)
    if some(rng, 0.3):
        record["field"] = spell(rng, field, style)
    if not ended:
        play_koikoi(rng, record, hands, field, full)
    return spoil(rng, record) if broken else record


def favour_dealt(rng: Random, hands: list[set[int]], field: set[int]) -> None:
    """Lead the deal to a four of a month or to four pairs."""
    for place in range(rng.choice([1, 1, 2])):
        months = rng.sample(range(1, 13), 4)
        if some(rng, 0.5):
            wish = [month * 10 + rank for month in months[: rng.choice([1, 1, 2])] for rank in range(4)]
            wish += [months[2] * 10, months[2] * 10 + 1, months[3] * 10, months[3] * 10 + 1][: 8 - len(wish)]
        else:
            wish = [month * 10 + rank for month in months for rank in rng.sample(range(4), 2)]
        swap_in(rng, hands, place, wish, field)


def play_koikoi(
    rng: Random, record: dict[str, Any], hands: list[set[int]], field: set[int], options: dict[str, Any]
) -> None:
    names, month = list(record["players"]), record.get("month")
    style = rng.choice(["letters", "numbers", "mixed"])
    if some(rng, 0.5):
        piles, calls, stopper = koikoi_by_play(rng, hands, field, options, month)
    else:
        piles = piles_by_chance(rng, 2, rng.choice([0.3, 0.6, 1.0]), most=40)
        # Yaku of different families can have been formed one after another.
        formed = [naive_koikoi.families_held(pile, options, month) for pile in piles]
        holders = [place for place in range(2) if formed[place]]
        stopper = rng.choice(holders) if holders and some(rng, 0.85) else None
        calls = [rng.randint(0, max(formed[place] - (place == stopper), 0)) for place in range(2)]
    for name, pile in zip(names, piles, strict=True):
        record["players"][name]["captured"] = spell(rng, pile, style)
    if stopper is not None:
        record["stopped_by"] = names[stopper]
    if any(calls):
        record["koikoi"] = {name: times for name, times in zip(names, calls, strict=True) if times}


def koikoi_by_play(
    rng: Random, hands: list[set[int]], field: set[int], options: dict[str, Any], month: int | None
) -> tuple[list[set[int]], list[int], int | None]:
    """A round played turn by turn: the piles, how often each went on, and who stopped."""
    stock = sorted(ALL.difference(field, *hands))
    rng.shuffle(stock)
    left = [rng.sample(sorted(hand), len(hand)) for hand in hands]
    lying, piles, calls = sorted(field), [set[int](), set[int]()], [0, 0]
    boldness = rng.choice([0.3, 0.8, 1.0])
    for _ in range(len(left[0])):
        for place, pile in enumerate(piles):
            before = dict(naive_koikoi.formed_yaku(pile, options, month))
            for card in (left[place].pop(), stock.pop()):
                capture(rng, card, lying, pile)
            now = dict(naive_koikoi.formed_yaku(pile, options, month))
            if any(name not in before or before[name] != worth for name, worth in now.items()):
                if not some(rng, boldness):
                    return piles, calls, place
                calls[place] += 1
    return piles, calls, None


# Taiyaku

TAIYAKU_OPTIONS: dict[str, list[Any]] = {
    "receipts_at_stake": [True, False],
    "return_rule": ["either", "both"],
    "compensation": ["shared", "each"],
    "leader_bind": [True, False],
}
EMPTIES = sorted(CHAFF | {90})


def taiyaku(rng: Random, *, broken: bool = False, house: Random | None = None) -> dict[str, Any]:
    options = options_of(house or rng, TAIYAKU_OPTIONS)
    full = naive_taiyaku.DEFAULTS | options
    record: dict[str, Any] = {"rules": "taiyaku"}
    if options:
        record["options"] = options
    size = rng.choice([2, 3, 3, 4, 5, 6, 7])
    table = rng.sample(NAMES, size)
    hands, field = deal(rng, min(size, naive_taiyaku.DEALT_HANDS), 8, 6)
    if some(rng, 0.5):
        favour_teyaku(rng, hands, field)
    if size >= 4 and some(rng, 0.4):
        favour_forced(rng, hands, field)
    style = rng.choice(["letters", "numbers"])
    if size >= 4:
        active, forced = drop_out(rng, record, table, hands, full, style)
        each = len(forced) if full["compensation"] == "each" else 1
        compensation = each * sum(compensation_for(hand) for hand in forced)
    else:
        compensation = 0
        active = dict(zip(table, hands, strict=True))
    record["players"] = {name: {} for name in active}
    tell_table(rng, record, table, active, style)
    if some(rng, 0.3):
        record["field"] = spell(rng, field, style)
    if some(rng, 0.3):
        draw_lead(rng, record, table, naive_taiyaku.DEALT_HANDS, field)
    if len(active) >= 2 and compensation < naive_taiyaku.ENOUGH:
        play_taiyaku(rng, record, active, field, full, style)
    return spoil(rng, record) if broken else record


def tell_table(rng: Random, record: dict[str, Any], table: list[str], active: dict[str, set[int]], style: str) -> None:
    """The dealt hands, the pot and the chips, as far as they are told."""
    told_all = some(rng, 0.8)
    for name, hand in active.items():
        if told_all or some(rng, 0.5):
            record["players"][name]["dealt"] = spell(rng, hand, style)
    if some(rng, 0.3):
        record["pot"] = rng.randrange(6)
    if some(rng, 0.3):
        record["chips"] = {name: rng.choice([0, 1, 3, 5, 7, 8, 9, 40]) for name in table if some(rng, 0.5)}


def favour_teyaku(rng: Random, hands: list[set[int]], field: set[int]) -> None:
    for place in rng.sample(range(len(hands)), rng.choice([1, 1, 2])):
        match rng.randrange(5):
            case 0:
                wish = set(rng.sample(sorted(set(EMPTIES) - field), 7))
            case 1:
                wish = set(rng.sample(sorted(set(EMPTIES) - field), 8))
            case 2:
                wish = month_of(rng.randint(1, 12))
            case 3:
                wish = month_of(rng.randint(1, 6)) | month_of(rng.randint(7, 12))
            case _:
                wish = month_of(12) | set(rng.sample(sorted(set(EMPTIES) - field - month_of(12)), 4))
        swap_in(rng, hands, place, wish, field)


def month_of(month: int) -> set[int]:
    return {month * 10 + rank for rank in range(len(KINDS[month]))}


def favour_forced(rng: Random, hands: list[set[int]], field: set[int]) -> None:
    """Good cards in the last hands, which are forced out."""
    wish = set(rng.sample([10, 30, 80, 110, 120, 90], rng.randint(1, 6)))
    if some(rng, 0.5):
        wish |= {61, 91, 101}
    swap_in(rng, hands, rng.choice([-1, -1, -2]), sorted(wish)[:8], field)


def drop_out(
    rng: Random,
    record: dict[str, Any],
    table: list[str],
    hands: list[set[int]],
    options: dict[str, Any],
    style: str,
) -> tuple[dict[str, set[int]], list[set[int]]]:
    """Ask everybody who holds cards: those who play, with their hands, and the hands that are forced out."""
    leave = rng.choice([0.1, 0.3, 0.3, 0.6, 0.95])
    # The first of the table leads, and is one of those whom the dealer deals to.
    dealer = rng.choice([place for place in range(len(table)) if (len(table) - place) % len(table) < len(hands)])
    record["dealer"] = table[dealer]
    in_order = [*table[dealer:], *table[:dealer]]
    with_cards, waiting = set(in_order[: len(hands)]), in_order[len(hands) :]
    holding = dict(zip([name for name in table if name in with_cards], hands, strict=True))
    active: dict[str, set[int]] = {}
    dropped: list[str] = []
    forced: dict[str, Any] = {}
    took_over: dict[str, str] = {}
    asked = list(holding)
    for name in asked:
        if len(active) == 3:
            forced[name] = {"dealt": spell(rng, holding[name], style)}
        elif some(rng, leave) and not (options["leader_bind"] and name == table[0]):
            if waiting:
                took_over[name] = waiting.pop(0)
                holding[took_over[name]] = holding[name]
                asked.append(took_over[name])
            dropped.append(name)
        else:
            active[name] = holding[name]
    record["seats"] = table
    for key, value in (("dropped", dropped), ("forced_out", forced), ("took_over", took_over)):
        if value:
            record[key] = value
    return {name: active[name] for name in table if name in active}, [holding[name] for name in forced]


def draw_lead(rng: Random, record: dict[str, Any], table: list[str], dealt: int, field: set[int]) -> None:
    """Draw cards of the field for the lead, so that the first of the table gets it."""
    record.setdefault("dealer", rng.choice(table[-min(dealt, len(table)) + 1 :] + table[:1]))
    first = table.index(record["dealer"])
    order = [*table[first:], *table[:first]][:dealt]
    for _ in range(30):
        drawn = dict(zip(order, rng.sample(sorted(field), len(order)), strict=True))
        if min(order, key=lambda name: drawn[name] // 10) == table[0]:
            record["revealed"] = {
                name: spell_one(card, rng.choice(["letters", "numbers"])) for name, card in drawn.items()
            }
            return


def play_taiyaku(
    rng: Random,
    record: dict[str, Any],
    active: dict[str, set[int]],
    field: set[int],
    options: dict[str, Any],
    style: str,
) -> None:
    claims = claim_some(rng, record, active)
    kept = dict(active)
    if len(active) == 3:
        kept = return_cards(rng, record, active, claims, options, style)
    if some(rng, 0.6):
        stock = sorted(ALL.difference(field, *kept.values()))
        piles = piles_by_play(rng, list(kept.values()), field, stock)
    else:
        most = 48 if len(active) == 3 else 38
        piles = piles_by_chance(rng, len(active), rng.choice([0.4, 0.8, 1.0]), most)
    pile_style = rng.choice(["letters", "numbers", "mixed"])
    stopping = []
    for name, pile in zip(active, piles, strict=True):
        record["players"][name]["captured"] = spell(rng, pile, pile_style)
        if stops(dekiyaku(pile)):
            stopping.append(name)
    if len(stopping) > 1 or (stopping and some(rng, 0.5)):
        record["stopped_by"] = rng.choice(stopping)


def claim_some(rng: Random, record: dict[str, Any], active: dict[str, set[int]]) -> dict[str, list[tuple[str, Any]]]:
    """What counts of everybody's teyaku; sometimes only what is claimed."""
    held = {
        name: held_teyaku(hand, len(active)) if "dealt" in record["players"][name] else []
        for name, hand in active.items()
    }
    if some(rng, 0.3):
        held = {name: [one for one in yaku if some(rng, 0.6)] for name, yaku in held.items()}
        record["teyaku"] = {name: [one for one, _ in yaku] for name, yaku in held.items() if yaku or some(rng, 0.2)}
    return {name: best_teyaku(yaku) for name, yaku in held.items()}


def return_cards(
    rng: Random,
    record: dict[str, Any],
    active: dict[str, set[int]],
    claims: dict[str, list[tuple[str, Any]]],
    options: dict[str, Any],
    style: str,
) -> dict[str, set[int]]:
    """What is left in the hands."""
    tell = some(rng, 0.6)
    kept = {}
    for name, hand in active.items():
        legal = [card for card in sorted(hand) if is_returnable(card, hand, claims[name], options["return_rule"])]
        card = rng.choice(legal or sorted(hand))
        kept[name] = hand - {card}
        if tell and legal:
            record["players"][name]["returned"] = spell_one(card, style)
    return kept


# Hiraya


def hiraya(rng: Random, *, broken: bool = False, house: Random | None = None) -> dict[str, Any]:
    names = rng.sample(NAMES, 3)
    record: dict[str, Any] = {"rules": "hiraya", "players": {name: {} for name in names}}
    if some(house or rng, 0.3):
        record["options"] = {"teyaku_in_score": (house or rng).choice([True, False])}
    hands, field = deal(rng, 3, 7, 6, month_limit=2)
    if some(rng, 0.4):
        for place in rng.sample(range(3), rng.choice([1, 1, 2])):
            swap_in(rng, hands, place, rng.sample(sorted(CHAFF - field), 7), field)
    style = rng.choice(["letters", "numbers"])
    for name, hand in zip(names, hands, strict=True):
        if some(rng, 0.7):
            record["players"][name]["dealt"] = spell(rng, hand, style)
    if some(rng, 0.3):
        record["field"] = spell(rng, field, style)
    if some(rng, 0.4):
        piles = piles_by_play(rng, hands, field, sorted(ALL.difference(field, *hands)))
    else:
        piles = piles_by_chance(rng, 3)
    pile_style = rng.choice(["letters", "numbers", "mixed"])
    left_out: set[int] = set()
    if some(rng, 0.4):
        left_out = use_wild(rng, record, piles, pile_style)
    for name, pile in zip(names, piles, strict=True):
        record["players"][name]["captured"] = spell(rng, pile - left_out, pile_style)
    return spoil(rng, record) if broken else record


def use_wild(rng: Random, record: dict[str, Any], piles: list[set[int]], style: str) -> set[int]:
    """Somebody captures with the lightning; the cards that may be left out of the record."""
    place = rng.randrange(3)
    captured = rng.choice([card for card in DECK if card != naive_hiraya.LIGHTNING])
    mine = {naive_hiraya.LIGHTNING, captured}
    left_over: set[int] = set()
    if captured // 10 != naive_hiraya.WILLOW:
        partner = rng.choice(sorted(month_of(captured // 10) - {captured}))
        left_over = {rng.choice([110, 111, 112]), partner}
    # The two others of either month were captured together.
    for month in {captured // 10, naive_hiraya.WILLOW}:
        others = month_of(month) - mine - left_over
        mine_too = rng.randrange(3)
        for pile in piles:
            pile.difference_update(month_of(month))
        piles[mine_too] |= others
    piles[place] |= mine | left_over
    by = list(record["players"])[place]
    record["wild"] = {"by": by, "captured": spell_one(captured, style if style == "numbers" else "letters")}
    return left_over if some(rng, 0.6) else set()


# Records that cannot be


def spoil(rng: Random, record: dict[str, Any]) -> dict[str, Any]:
    """The record with one thing wrong: it must be refused."""
    if not record["players"]:
        record["stopped_by"] = "Zoe"
        return record
    way = rng.choice([spoil_name, spoil_cards, spoil_count, spoil_field, spoil_claim])
    way(rng, record)
    return record


def spoil_name(rng: Random, record: dict[str, Any]) -> None:
    """Somebody who is not there."""
    if record["rules"] == "hiraya":
        record["wild"] = {"by": "Zoe", "captured": "1B"}
    else:
        record["stopped_by"] = "Zoe"


def spoil_cards(rng: Random, record: dict[str, Any]) -> None:
    """More chaff than there is, in a hand or a pile."""
    for player in record["players"].values():
        for key in ("dealt", "captured"):
            if player.get(key):
                texts = player[key] if isinstance(player[key], list) else [player[key]]
                player[key] = [*texts, "12CCCC"]
                return
    spoil_name(rng, record)


def spoil_count(rng: Random, record: dict[str, Any]) -> None:
    """A dealt hand of a wrong size."""
    rng.choice(list(record["players"].values()))["dealt"] = rng.choice(["1B", "1BR 2AR", "1BRCC 2ARCC 3BRCC"])


def spoil_field(rng: Random, record: dict[str, Any]) -> None:
    """A misdeal."""
    for player in record["players"].values():
        player.pop("dealt", None)
        player.pop("returned", None)
    for hand in record.get("forced_out", {}).values():
        hand["dealt"] = "6ARCC 7ARCC"
    if len(record.get("forced_out", {})) > 1:
        spoil_name(rng, record)
    else:
        record["field"] = {"koikoi": "1BRCC 2AR 3B 4A", "taiyaku": "1BRCC 2AR", "hiraya": "1BRCC 2AR"}[record["rules"]]


def spoil_claim(rng: Random, record: dict[str, Any]) -> None:
    """What the cards do not show."""
    names = list(record["players"])
    if record["rules"] == "taiyaku":
        # Of a hand that is not told the table is believed, whatever it counted.
        shown = [name for name in names if "dealt" in record["players"][name]]
        record["teyaku"] = {shown[0]: ["shichikara", "hachikara"]} if shown else {names[0]: ["unheard_of"]}
    elif record["rules"] == "koikoi":
        for name in names:
            record["players"][name] = {"captured": "1BR 2AR" if name == names[0] else "3BR 4AR"}
        record.pop("field", None)
        record["month"] = 12
        record["stopped_by"] = rng.choice(names)
    else:
        record.pop("wild", None)
        for name in names:
            record["players"][name]["captured"] = "1BR" if name == names[0] else ""
