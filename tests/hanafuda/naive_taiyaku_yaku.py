"""The combinations of Taiyaku the plain way, from the sources of the game: sets of numbers and explicit questions."""

from tests.hanafuda.naive_cards import CHAFF, kind, months_held
from tests.hanafuda.naive_rounds import Yaku

TAKE_ALL = "take_all"

CRANE, CURTAIN, MOON, RAIN_MAN, PHOENIX = 10, 30, 80, 110, 120
WARBLER, CUCKOO, BRIDGE, BUTTERFLIES, BOAR, GEESE, SAKE_CUP, DEER, SWALLOW = 20, 40, 50, 60, 70, 81, 90, 100, 111

FRONT_SPRING = {CRANE, WARBLER, CURTAIN}
BACK_SPRING = {11, 21, 31}
RED = {11, 21, 31, 41, 51, 71, 112}
BLUE = {61, 91, 101}
ROWS = [
    ("fujizoro", 4, 3),
    ("kakitsubatazoro", 5, 3),
    ("hagizoro", 7, 2),
    ("matsuzoro", 1, 2),
    ("sakurazoro", 3, 2),
    ("susukizoro", 8, 2),
    ("yanagizoro", 11, 2),
    ("kirizoro", 12, 2),
]
CHAFF_BY_COUNT: dict[int, Yaku] = {
    10: ("ten_chaff", 1),
    11: ("eleven_chaff", 2),
    12: ("twelve_chaff", 3),
    13: ("thirteen_chaff", 4),
    14: ("fourteen_chaff", 5),
}
RED_BY_COUNT: dict[int, Yaku] = {
    1: ("one_red_ribbon", 1),
    2: ("two_red_ribbons", 2),
    3: ("three_red_ribbons", 4),
    4: ("four_red_ribbons", 5),
    5: ("five_red_ribbons", 7),
}


def _empty(card: int) -> bool:
    """A chaff, or the sake cup."""
    return card in CHAFF or card == SAKE_CUP


def held_teyaku(hand: set[int], active: int) -> list[Yaku]:
    """All that a dealt hand could claim in a round of so many active players."""
    held: list[Yaku] = []
    empties = len([card for card in hand if _empty(card)])
    if empties == 7:
        held.append(("shichikara", 5))
    if empties == 8:
        held.append(("hachikara", 7))
    fours = [month for month, count in months_held(hand).items() if count == 4]
    if len(fours) >= 1:
        held.append(("teshi", 5))
    if len(fours) == 2:
        held.append(("futateshi", 8 if active == 2 else 5))
    return held


def best_teyaku(held: list[Yaku]) -> list[Yaku]:
    """One of the chaff and one of the sets. Two fours are what they are, though they are worth one in three."""
    ids = [one for one, _ in held]
    return [one for one in held if not (one[0] == "teshi" and "futateshi" in ids)]


def is_returnable(card: int, hand: set[int], claimed: list[Yaku], rule: str) -> bool:
    """Whether a card may go back to the draw pile from a hand that showed these teyaku."""
    answers = []
    for name, _ in claimed:
        if name == "shichikara":
            answers.append(not _empty(card))
        elif name == "teshi":
            answers.append(months_held(hand)[card // 10] != 4)
        else:
            answers.append(True)
    if not answers:
        return True
    return any(answers) if rule == "either" else all(answers)


def _brights(pile: set[int]) -> list[Yaku]:
    dry = pile & {CRANE, CURTAIN, MOON, PHOENIX}
    day = dry - {MOON}
    rain = RAIN_MAN in pile
    if rain and len(dry) == 4:
        return [("oiran", TAKE_ALL)]
    held: list[Yaku] = []
    if len(dry) == 4:
        held.append(("juni_yoshiwara", 12))
    if rain and len(dry) == 3:
        held.append(("ju_yoshiwara", 10))
    held += _moon(pile)
    if len(day) >= 2:
        held.append(("two_brights_dry_2", 4))
    if rain and day:
        held.append(("rainy_two_brights", 3))
    return _first_of_the_best(held)


def _moon(pile: set[int]) -> list[Yaku]:
    """The moon and one more."""
    held: list[Yaku] = []
    if {MOON, CURTAIN} <= pile:
        held.append(("yozakura", 5))
    if {MOON, CRANE} <= pile:
        held.append(("yoru_hiru", 5))
    if {MOON, PHOENIX} <= pile:
        held.append(("night_phoenix", 5))
    if {MOON, RAIN_MAN} <= pile:
        held.append(("rainy_night", 4))
    return held


def _first_of_the_best(held: list[Yaku]) -> list[Yaku]:
    most = max((int(value) for _, value in held), default=0)
    return [one for one in held if one[1] == most][:1]


def _drinking(pile: set[int]) -> list[Yaku]:
    beside = pile & {CRANE, CURTAIN, MOON, RAIN_MAN, PHOENIX, BRIDGE}
    if SAKE_CUP in pile and beside:
        return [("nomi", len(beside))]
    return []


def _rows(pile: set[int]) -> list[Yaku]:
    held = months_held(pile)
    return [(name, value) for name, month, value in ROWS if held.get(month) == 4]


def _chaff(pile: set[int]) -> list[Yaku]:
    count = len([card for card in pile if _empty(card)])
    if count >= 15:
        return [("fifteen_chaff", TAKE_ALL)]
    return [CHAFF_BY_COUNT[count]] if count in CHAFF_BY_COUNT else []


def _spring(pile: set[int]) -> list[Yaku]:
    front, back = pile >= FRONT_SPRING, pile >= BACK_SPRING
    if front and back:
        return [("ura_omote", TAKE_ALL)]
    if front:
        return [("omote", 7)]
    if back:
        return [("ura", 7)]
    return []


def _red_ribbons(pile: set[int]) -> list[Yaku]:
    count = len(pile & RED)
    if count >= 6:
        return [("rokutan", TAKE_ALL)]
    return [RED_BY_COUNT[count]] if count in RED_BY_COUNT else []


def _blue_ribbons(pile: set[int]) -> list[Yaku]:
    count = len(pile & BLUE)
    if count == 3:
        return [("ao", TAKE_ALL)]
    if count == 2:
        return [("two_blue_ribbons", 3)]
    if count == 1:
        return [("one_blue_ribbon", 1)]
    return []


def _birds(pile: set[int]) -> list[Yaku]:
    yaku: list[Yaku] = []
    if pile >= {CRANE, GEESE, PHOENIX}:
        yaku.append(("otori", 7))
    small = len(pile & {WARBLER, CUCKOO, SWALLOW})
    if small == 3:
        yaku.append(("kotori", 3))
    elif small == 2:
        yaku.append(("koto", 2))
    if CUCKOO in pile and CRANE in pile and MOON in pile:
        yaku.append(("cuckoo_night_and_day", 2))
    elif CUCKOO in pile and (CRANE in pile or MOON in pile):
        yaku.append(("kakari", 1))
    return yaku


def _butterflies(pile: set[int]) -> list[Yaku]:
    yaku: list[Yaku] = []
    prey = len(pile & {BOAR, DEER, BUTTERFLIES})
    if RAIN_MAN in pile and prey == 3:
        yaku.append(("mukoroshi", 7))
    elif prey == 3:
        yaku.append(("inoshikachou", 3))
    elif RAIN_MAN in pile and prey == 2:
        yaku.append(("koroshi_2", 2))
    elif RAIN_MAN in pile and prey == 1:
        yaku.append(("koroshi_1", 1))
    if BUTTERFLIES in pile and PHOENIX in pile:
        yaku.append(("kirincho", 2))
    return yaku


def dekiyaku(pile: set[int]) -> list[Yaku]:
    """All groups add up."""
    yaku: list[Yaku] = []
    yaku += _brights(pile)
    yaku += _drinking(pile)
    yaku += _rows(pile)
    yaku += _chaff(pile)
    yaku += _spring(pile)
    yaku += _red_ribbons(pile)
    yaku += _blue_ribbons(pile)
    yaku += _birds(pile)
    yaku += _butterflies(pile)
    return yaku


def stops(yaku: list[Yaku]) -> bool:
    """Whether one of them ends the round and takes all chips."""
    return any(value == TAKE_ALL for _, value in yaku)


def compensation_for(hand: set[int]) -> int:
    """What a hand is worth that was forced out."""
    worth = len([card for card in hand if kind(card) == "B"])
    if SAKE_CUP in hand:
        worth += 1
    if hand >= BLUE:
        worth += 4
    return worth
