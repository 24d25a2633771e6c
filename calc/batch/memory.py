"""Memory that comes and goes by blocks, kept at hand."""

from __future__ import annotations

import contextlib
import ctypes
import sys
from typing import Final

#: glibc's numbers of what is set: from how much free memory on some is given back, and from what size on a piece of
#: memory is asked of the system by itself.
_TRIM_THRESHOLD: Final = -1
_MMAP_THRESHOLD: Final = -3
_KEPT: Final = 64 << 20


def keep_memory() -> None:
    """Have this process, and those that it starts as copies of itself, keep up to 64 MiB of free memory.

    Blocks and their rows are pieces of a few megabytes each. Where they are given back to the system and asked for
    again for every block, two processes spend twice the time in the system. Other systems do as they do.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library
            libc = ctypes.CDLL(None)
            for setting in (_TRIM_THRESHOLD, _MMAP_THRESHOLD):
                libc.mallopt(setting, _KEPT)
