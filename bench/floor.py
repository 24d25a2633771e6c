"""What remains of a batch when nothing is settled: ``python -m bench.floor IN OUT WIDTH``.

Every line is decoded into a record, every key of it is asked once, and a row of so many characters is put together for
it and written. A command that makes a record of every line, and a row of every record, does all of this and settles the
records besides.
"""

from __future__ import annotations

import gc
import sys
from itertools import count
from operator import attrgetter
from pathlib import Path

import msgspec

from calc.intake.lines import BLOCK_BYTES
from calc.mahjong.records.types import Win

#: A row is made of so many pieces, as those of results are.
PIECES = 4


def main() -> int:
    """Copy the file through records."""
    source, out, width = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    gc.disable()
    decoder = msgspec.json.Decoder(Win)
    getters = [attrgetter(key) for key in Win.__struct_fields__]
    piece = "." * (width // PIECES)
    numbers = count(1)
    with source.open("rb") as lines, out.open("wb") as rows:
        while data := lines.read(BLOCK_BYTES) + lines.readline():
            wins = decoder.decode_lines(data)
            columns = [list(map(get, wins)) for get in getters]
            pieces = [[piece] * len(wins)] * PIECES
            written = [
                f'{{"id":{own}{one}{two}{three}{four}{line}}}\n'
                for own, one, two, three, four, line in zip(columns[0], *pieces, numbers, strict=False)
            ]
            rows.write("".join(written).encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
