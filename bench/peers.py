"""A peer as a batch command: ``python -m bench.peers riichienv|mahjong IN OUT``.

It reads the JSON lines that `yaku batch` reads and writes a JSON line a win: han, fu, yaku and points as the peer gives
them. The peers know no such lines; they are read for them as for the judges of the tests (``tests.judges.tiles``).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

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


def by_mahjong() -> Answer:
    """The package's calculator."""
    from tests.judges import mahjong_peer as peer

    def answer(record: dict[str, Any]) -> dict[str, Any]:
        found = peer.value(peer.prepare(record))
        yaku = [str(one) for one in found.yaku or ()]
        return {"han": found.han, "fu": found.fu, "yaku": yaku, "points": found.cost and found.cost["total"]}

    return answer


PEERS: dict[str, Callable[[], Answer]] = {"riichienv": by_riichienv, "mahjong": by_mahjong}


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
