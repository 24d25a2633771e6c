"""How much of a file is taken at once: what keeps memory flat however large the input is."""

from __future__ import annotations

from typing import Final

#: About the bytes of a block of lines, and the most lines of one: refusals are longer than short lines.
BLOCK_BYTES: Final = 1 << 20
BLOCK_LINES: Final = 8192
#: Records of a block that does not come from lines.
BLOCK_ENTRIES: Final = 256
#: Logs of a block, and their bytes, about.
BLOCK_LOGS: Final = 100
BLOCK_LOG_BYTES: Final = 4 << 20
#: One line; a JSON text over many lines; a YAML file. Bytes in a batch, characters elsewhere.
MAX_LINE: Final = 16 << 20
MAX_DOCUMENT: Final = 32 << 20
MAX_YAML: Final = 16 << 20
#: Bytes at the beginning of a file by which its form is known; the header of a CSV file has to end in them.
HEAD: Final = 1 << 20


def size(count: int) -> str:
    """A limit as messages tell it."""
    return f"{count >> 20} MiB"
