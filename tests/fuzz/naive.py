"""Whether a win can be, worked out plainly from its text: nothing here asks the program."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

_GROUP = re.compile(r"([0-9]+)([mpsz])|([ESWNPFC])")
_MELD = re.compile(r"([(\[])([^()\[\]]*)[)\]]|(\w+):([^\s,(\[]+)")
#: Tiles and melds in the notation that is printed.
_PLAIN = re.compile(r"(?:[0-9]+[mpsz]|[ESWNPFC])*")
_PLAIN_MELDS = re.compile(rf"(?:{_MELD.pattern}|[\s,])*")
_CARDS = re.compile(r"(\d+)([BARC]+)")
_CHAFF = {month: {11: 1, 12: 3}.get(month, 2) for month in range(1, 13)}
#: The cards of each month besides its chaff.
_CARDS_OF = {
    1: "BR",
    2: "AR",
    3: "BR",
    4: "AR",
    5: "AR",
    6: "AR",
    7: "AR",
    8: "BA",
    9: "AR",
    10: "AR",
    11: "BAR",
    12: "B",
}
_GONE = {f"{rank}m" for rank in range(2, 9)}


def _tiles(text: str) -> list[str]:
    """Tiles as ``5m``, a red five as a plain one."""
    found: list[str] = []
    for digits, suit, letter in _GROUP.findall(text):
        if letter:
            found.append(f"{'ESWNPFC'.index(letter) + 1}z")
        found += [f"{digit.replace('0', '5')}{suit}" for digit in digits]
    return found


def why_no_win(record: Mapping[str, Any], *, sanma: bool) -> str | None:
    """Why a win that was accepted cannot be; ``None`` where nothing speaks against it, and where tiles are not known
    or spelled in other words, which is the business of other tests.
    """
    texts = [str(record.get(key) or "") for key in ("hand", "win", "dora", "ura")]
    spelled = record.get("melds") or ""
    text = spelled if isinstance(spelled, str) else " ".join(map(str, spelled))
    if not record.get("hand") or not all(map(_PLAIN.fullmatch, texts)) or not _PLAIN_MELDS.fullmatch(text):
        return None
    hand, win, dora, ura = map(_tiles, texts)
    groups = [_meld(*found) for found in _MELD.findall(text)]
    concealed = hand + win
    whys = (
        next((why for _, why in groups if why is not None), None),
        _why_no_set(Counter([*concealed, *dora, *ura, *(tile for tiles, _ in groups for tile in tiles)]), sanma=sanma),
        _why_not_complete(concealed, len(groups)),
        "nobody discards for themselves" if record.get("from") == record.get("seat") is not None else None,
    )
    return next((why for why in whys if why is not None), None)


def _meld(bracket: str, inside: str, word: str, bare: str) -> tuple[list[str], str | None]:
    """The tiles of a meld, and why they are none."""
    before, plus, added = (inside or bare).partition("+")
    tiles = _tiles(before + added[-1] if plus and before[-1:].isdigit() else before) + _tiles(added)
    kinds = sorted(tiles)
    is_same = len(set(kinds)) == 1 and len(kinds) in (3, 4)
    ranks = [int(kind[0]) for kind in kinds]
    is_run = (
        len(kinds) == 3 and len({kind[1] for kind in kinds}) == 1 and ranks == [ranks[0] + step for step in range(3)]
    )
    if not is_same and not (is_run and kinds[0][1] != "z"):
        return tiles, f"{tiles} are no meld"
    if (bracket == "[" or word == "ankan") and len(kinds) != 4:
        return tiles, f"{tiles} are no concealed quad"
    return tiles, None


def _why_no_set(everywhere: Counter[str], *, sanma: bool) -> str | None:
    """Why tiles cannot all come out of one set."""
    if any(count > 4 for count in everywhere.values()):
        return f"five of a kind: {everywhere.most_common(1)}"
    if any(tile[1] == "z" and tile[0] not in "1234567" for tile in everywhere):
        return "there is no such honour"
    if sanma and _GONE & set(everywhere):
        return "2m to 8m are not in the set of three players"
    return None


def _why_not_complete(concealed: list[str], melds: int) -> str | None:
    if len(concealed) + 3 * melds != 14:
        return f"{len(concealed)} tiles beside {melds} melds are no hand"
    counts = Counter(concealed)
    if not melds and (_seven_pairs(counts) or _orphans(counts)):
        return None
    pairs = [kind for kind, count in counts.items() if count >= 2]
    return None if any(_is_split(counts - Counter({pair: 2})) for pair in pairs) else "the hand is not complete"


def _is_split(counts: Counter[str]) -> bool:
    """Whether tiles are runs and triplets."""
    left = {kind: count for kind, count in counts.items() if count > 0}
    if not left:
        return True
    first = min(left)
    rank, suit = int(first[0]), first[1]
    run = [f"{rank + step}{suit}" for step in range(3)]
    ways = [[first] * 3] if left[first] >= 3 else []
    if suit != "z" and all(left.get(kind) for kind in run):
        ways.append(run)
    return any(_is_split(Counter(left) - Counter(way)) for way in ways)


def _seven_pairs(counts: Counter[str]) -> bool:
    return sum(counts.values()) == 14 and all(count in (2, 4) for count in counts.values())


def _orphans(counts: Counter[str]) -> bool:
    ends = {f"{rank}{suit}" for rank in (1, 9) for suit in "mps"} | {f"{rank}z" for rank in range(1, 8)}
    return set(counts) == ends


def why_no_cards(players: Mapping[str, Any]) -> str | None:
    """Why the captured piles of a hanafuda round that was accepted cannot lie beside each other."""
    found: Counter[str] = Counter()
    for player in players.values():
        captured = player.get("captured") if isinstance(player, dict) else None
        text = " ".join(captured) if isinstance(captured, list) else captured or ""
        words = re.split(r"[\s,、]+", text.strip())
        if not all(_CARDS.fullmatch(word) for word in words if word):
            return None  # cards by other names are others' business
        for month, letters in _CARDS.findall(text):
            found.update(f"{month}{letter}" for letter in letters)
    for card, count in found.items():
        month, letter = int(card[:-1]), card[-1]
        if month not in _CHAFF:
            return f"there is no month {month}"
        most = _CHAFF[month] if letter == "C" else int(letter in _CARDS_OF[month])
        if count > most:
            return f"{count} of {card}, of which there are {most}"
    return None
