"""Random wins as records: complete hands under every circumstance that fits them, and hands that only look like wins.

Everything is drawn from one set of 136 tiles and contradicts nothing of the record format, so a refusal is due to the
hand alone; one seed gives one list of records.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from calc.mahjong.rules.ruleset import MahjongRules
from tests.judges.complete import is_complete
from tests.judges.drafts import Draft, Wall, draft_hand
from tests.judges.tiles import KINDS, MeldTiles, Record, read_tiles, write_meld, write_tiles

SEATS = "ESWN"
NORTH = 30
QUADS = ("quad", "promoted", "concealed")
#: The optional keys and what their absence means; some records spell all of them.
DEFAULTS: Record = {
    "melds": [], "dora": "", "ura": "", "riichi": False, "ippatsu": False, "rinshan": False, "chankan": False,
    "last_tile": False, "first_turn": False, "honba": 0, "sticks": 0,
}  # fmt: skip


def random_hands(seed: int, count: int, plan: str | None = None) -> Iterator[Record]:
    """``count`` records for the rule set ``tenhou``: the mixture, or one of :data:`tests.judges.drafts.PLANS`."""
    rng = Random(seed)
    for number in range(count):
        yield {"id": number, **_dress(rng, draft_hand(rng, plan))}


def near_misses(seed: int, count: int) -> Iterator[tuple[Record, str]]:
    """Records that are no wins, each with the code of the refusal it deserves: ``no_yaku`` or ``not_complete``."""
    rng = Random(seed)
    for number in range(count):
        draft, code = (_without_yaku(rng), "no_yaku") if rng.random() < 0.4 else (_spoilt(rng), "not_complete")
        yield {"id": number, **_dress(rng, draft, plainly=code == "no_yaku")}, code


def dressed_for(rules: MahjongRules, record: Record) -> Record:
    """A record as a table of these rules would have it: no ura and further indicators where there are none."""
    read, dressed = read_tiles(record), {**record, "rules": rules.id}
    if rules.dora.indicators == 1 and "dora" in dressed:
        dressed["dora"] = write_tiles(read.dora[:1])
        if "ura" in dressed:
            dressed["ura"] = write_tiles(read.ura[:1])
    if "ura" not in rules.dora.bonus:
        dressed.pop("ura", None)
    return dressed


def for_three(rules: MahjongRules, records: Iterable[Record], seed: int) -> Iterator[Record]:
    """Those of some records that could be of three players, some with Norths set aside."""
    rng = Random(seed)
    for record in records:
        read = read_tiles(record)
        tiles = [*read.concealed, *(tile for meld in read.melds for tile in meld.tiles), *read.dora, *read.ura]
        seats = {record["seat"], record["round"], record.get("from")}
        runs = any(meld.form == "run" for meld in read.melds)
        if runs or "N" in seats or 16 in tiles or not {tile // 4 for tile in tiles} <= rules.kinds:
            continue
        dressed = {**record, "rules": rules.id}
        left = 4 - sum(tile // 4 == NORTH for tile in tiles)
        if record.get("chankan") and record.get("win") == "4z":
            left = 0  # the quad that is robbed had them all
        # One set aside would be a call on a first turn, and after riichi on the way to ippatsu.
        if left and not (record.get("first_turn") or record.get("ippatsu") or record.get("riichi") == "double"):
            dressed["north"] = rng.randint(0, left)
        yield dressed


def without_reds(record: Record) -> Record:
    """The same with plain fives for red ones."""
    plain = {key: record[key].replace("0", "5") for key in ("hand", "win", "dora", "ura") if record.get(key)}
    melds = record.get("melds", [])
    plain["melds"] = melds.replace("0", "5") if isinstance(melds, str) else [meld.replace("0", "5") for meld in melds]
    return {**record, **plain}


def _dress(rng: Random, draft: Draft, *, plainly: bool = False) -> Record:
    """The record of a hand won somehow; ``plainly`` leaves out all that would be a yaku of its own."""
    win = rng.choice(draft.concealed)
    rest = [tile for tile in draft.concealed if tile != win]
    closed = all(meld.form == "concealed" for meld in draft.melds)
    by = rng.choice(("ron", "tsumo"))
    seat = rng.choice(SEATS)
    won = {"by": by, "seat": seat, "round": rng.choice("EEEESSSSWN")}
    if by == "ron" and rng.random() < 0.97:
        won["from"] = rng.choice(SEATS.replace(seat, ""))
    luck = {} if plainly else _luck(rng, draft, win, won, closed=closed)
    counters = {"honba": rng.choice((0, 0, 0, 1, 2, 7)), "sticks": rng.choice((0, 0, 1, 1, 2, 4))}
    facts = {**won, **luck, **_indicators(rng, draft, win, luck), **counters}
    spelled_out = rng.random() < 0.2
    return {
        "rules": "tenhou",
        **_tiles_as_text(rng, rest, win, draft.melds),
        **({key: default for key, default in DEFAULTS.items() if key != "melds"} if spelled_out else {}),
        **{key: value for key, value in facts.items() if spelled_out or value},
    }


def _tiles_as_text(rng: Random, rest: list[int], win: int, melds: list[MeldTiles]) -> dict[str, Any]:
    """Hand, winning tile and melds in one of the ways that the record format allows."""
    texts = [write_meld(replace(meld, tiles=_shuffled_quad(rng, meld))) for meld in melds]
    spelled: dict[str, Any] = {"hand": write_tiles(rest)}
    if rng.random() < 0.1:
        spelled["hand"] += write_tiles([win])
    else:
        spelled["win"] = write_tiles([win])
    if texts or rng.random() < 0.5:
        spelled["melds"] = "".join(texts) if rng.random() < 0.3 else texts
    return spelled


def _shuffled_quad(rng: Random, meld: MeldTiles) -> tuple[int, ...]:
    """Any tile of a promoted quad may be the added one, the red five too."""
    return tuple(rng.sample(meld.tiles, 4)) if meld.form == "promoted" else meld.tiles


def _luck(rng: Random, draft: Draft, win: int, won: dict[str, str], *, closed: bool) -> dict[str, Any]:
    """Riichi and the circumstances of the winning tile, none that contradicts another or could not come about."""
    ron, has_quad = won["by"] == "ron", any(meld.form in QUADS for meld in draft.melds)
    riichi: bool | str = closed and rng.choice((False, False, False, True, True, "double"))
    # A quad of one's own ends the chance of ippatsu and, before the first discard, of double riichi.
    ippatsu = bool(riichi) and not (riichi == "double" and has_quad) and rng.random() < 0.3
    luck: dict[str, Any] = {"riichi": riichi, "ippatsu": ippatsu}
    chance = rng.random()
    if not ron and has_quad and not ippatsu and chance < 0.3:
        luck["rinshan"] = True
    elif ron and chance < 0.2 and _is_only_copy(draft, win):
        luck["chankan"] = True
    elif chance < 0.3 and riichi != "double":
        luck["last_tile"] = True
    elif chance < 0.4 and not (draft.melds or riichi or (ron and won["seat"] == "E")):
        # By ron it is renhou, which this rule set does not have.
        luck["first_turn"] = True
    return luck


def _is_only_copy(draft: Draft, win: int) -> bool:
    """Whether the other three copies of the winning tile can be another seat's triplet."""
    held = [*draft.concealed, *(tile for meld in draft.melds for tile in meld.tiles)]
    return sum(tile // 4 == win // 4 for tile in held) == 1


def _indicators(rng: Random, draft: Draft, win: int, luck: dict[str, Any]) -> dict[str, str]:
    """Indicators that leave four copies of every tile; one for each quad in the hand or elsewhere, at most five."""
    taken = {*draft.concealed, *(tile for meld in draft.melds for tile in meld.tiles)}
    if luck.get("chankan"):
        taken.update(range(win // 4 * 4, win // 4 * 4 + 4))
    quads = sum(meld.form in QUADS for meld in draft.melds)
    count = min(5, 1 + quads + rng.choice((0,) * 6 + (1, 2))) if rng.random() < 0.95 else 0
    drawn = rng.sample([tile for tile in range(4 * KINDS) if tile not in taken], 2 * count)
    dora = {"dora": write_tiles(drawn[:count])}
    if luck.get("riichi") and rng.random() < 0.85:
        dora["ura"] = write_tiles(drawn[count:])
    return dora


def _without_yaku(rng: Random) -> Draft:
    """An open hand of three suits with runs from 1, 4 and 7 and a triplet of 2s: complete, and worth nothing."""
    wall, suits = Wall(rng), rng.sample((0, 9, 18), 3)
    low, middle, high = (wall.draw((start, start + 1, start + 2)) for start in (suits[0], suits[1] + 3, suits[2] + 6))
    triplet = wall.draw((suits[1] + 1,) * 3)
    pair = wall.draw((suits[0] + rng.choice((4, 5, 6)),) * 2)
    melds = [MeldTiles("run", tuple(low))]
    if rng.random() < 0.5:
        melds.append(MeldTiles("triplet", tuple(triplet)))
        triplet = []
    return Draft([*middle, *high, *triplet, *pair], melds)


def _spoilt(rng: Random) -> Draft:
    """A complete hand with one concealed tile exchanged for another, so that it is complete no longer."""
    while True:
        draft = draft_hand(rng)
        held = {*draft.concealed, *(tile for meld in draft.melds for tile in meld.tiles)}
        concealed = list(draft.concealed)
        concealed[rng.randrange(len(concealed))] = rng.choice([tile for tile in range(4 * KINDS) if tile not in held])
        if not is_complete(tile // 4 for tile in concealed):
            return Draft(concealed, draft.melds)
