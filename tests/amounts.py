"""How much the tests try: a small run of everything by themselves, the full one with ``FULL=1`` (`make full`).

Other random examples are tried with ``SEED=TEXT``.
"""

import os
from typing import Final

FULL: Final = os.environ.get("FULL", "0") not in ("", "0")
SEED: Final = os.environ.get("SEED", "")


def tries(small: int, full: int) -> int:
    """``full`` where everything is asked for, ``small`` where not."""
    return full if FULL else small
