"""A peer as a batch command: ``python -m bench.peers riichienv|compiled|mahjong IN OUT``.

It reads the JSON lines that `yaku batch` reads and writes a JSON line a win: han, fu, yaku and points as the peer gives
them. The peers know no such lines; they are read for them as for the judges of the tests (``tests.judges.tiles``), and
that takes most of the time. Not so for ``compiled``: riichienv's compiled class, with tiles that are looked up, for
lines in plain spelling, as a program would do it that wants to be quick.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

_RUNS = re.compile(r"([0-9]+)([mpsz])")
Answer = Callable[[dict[str, Any]], dict[str, Any]]


def by_riichienv() -> Answer:
    """The package's Python API."""
    from tests.judges import riichienv_peer as peer

    def answer(record: dict[str, Any]) -> dict[str, Any]:
        hand = peer.prepare(record)
        found = peer.value_publicly(hand, peer.public_conditions(hand))
        points = [found.ron_agari, found.tsumo_agari_oya, found.tsumo_agari_ko]
        return {"han": found.han, "fu": found.fu, "yaku": [peer.NAMES[one] for one in found.yaku], "points": points}

    return answer


def by_compiled_class() -> Answer:
    """The compiled class of riichienv, with as little Python before it as there can be."""
    from riichienv import Meld, _riichienv

    from tests.judges import riichienv_peer as peer
    from tests.judges.tiles import read_tiles

    @cache
    def suited(digits: str, letter: str) -> list[int]:
        first = 36 * "mpsz".index(letter)
        # Copy 0 of a five is the red one.
        return [first + 4 * (int(one) - 1) + (one == "5") if one != "0" else first + 16 for one in digits]

    def tiles(text: str) -> list[int]:
        return [one for digits, letter in _RUNS.findall(text) for one in suited(digits, letter)]

    @cache
    def meld(text: str) -> Meld:
        found = read_tiles({"hand": "", "melds": [text], "win": "1m" if "z" in text else "1z"}).melds[0]
        kind, opened = peer.MELDS[found.form]
        return Meld(kind, sorted(found.tiles), opened)

    def answer(record: dict[str, Any]) -> dict[str, Any]:
        get, tsumo = record.get, record["by"] == "tsumo"
        last, (win,) = get("last_tile", False), tiles(record["win"])
        conditions = _riichienv.Conditions(
            tsumo=tsumo,
            riichi=bool(get("riichi")),
            double_riichi=get("riichi") == "double",
            ippatsu=get("ippatsu", False),
            haitei=tsumo and last,
            houtei=not tsumo and last,
            rinshan=get("rinshan", False),
            chankan=bool(get("chankan")),
            tsumo_first_turn=tsumo and get("first_turn", False),
            player_wind=peer.WINDS[record["seat"]],
            round_wind=peer.WINDS[record["round"]],
            riichi_sticks=get("sticks", 0),
            honba=get("honba", 0),
        )
        evaluator = _riichienv.HandEvaluator([*tiles(record["hand"]), win], list(map(meld, get("melds", ()))))
        found = evaluator.calc(win, tiles(get("dora", "")), tiles(get("ura", "")), conditions)
        points = [found.ron_agari, found.tsumo_agari_oya, found.tsumo_agari_ko]
        return {"han": found.han, "fu": found.fu, "yaku": [peer.NAMES[one] for one in found.yaku], "points": points}

    return answer


def by_mahjong() -> Answer:
    """The package's calculator."""
    from tests.judges import mahjong_peer as peer

    def answer(record: dict[str, Any]) -> dict[str, Any]:
        found = peer.value(peer.prepare(record))
        yaku = [str(one) for one in found.yaku or ()]
        return {"han": found.han, "fu": found.fu, "yaku": yaku, "points": found.cost and found.cost["total"]}

    return answer


PEERS: dict[str, Callable[[], Answer]] = {
    "riichienv": by_riichienv,
    "compiled": by_compiled_class,
    "mahjong": by_mahjong,
}


def main() -> int:
    """Answer every line."""
    peer, source, out = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    answer, encode = PEERS[peer](), msgspec.json.Encoder().encode
    with source.open("rb") as lines, out.open("wb") as rows:
        for line in lines:
            record = msgspec.json.decode(line)
            rows.write(encode({"id": record["id"], **answer(record)}) + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
