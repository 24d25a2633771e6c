"""Any record, settled under the rules that count for it: what the library and the command line are built on.

Lines, plain data and entries of files come in, and each becomes a ``Read``. ``Settings`` say which rules count. A
``Case`` goes out for each record, with its rules and its result. All of it is in ``settle``; the public functions of
:mod:`calc` are in ``api``.
"""

from __future__ import annotations

from calc.games import Fields, Rules, Settings
from calc.settling.settle import (
    AnyRead,
    Case,
    Read,
    check_logs,
    default_for,
    defaults_taken,
    read_entry,
    read_given,
    read_line,
    read_waiting_line,
    refuse_read,
    rules_for,
    settle_cases,
    settle_reads,
)

__all__ = [
    "AnyRead",
    "Case",
    "Fields",
    "Read",
    "Rules",
    "Settings",
    "check_logs",
    "default_for",
    "defaults_taken",
    "read_entry",
    "read_given",
    "read_line",
    "read_waiting_line",
    "refuse_read",
    "rules_for",
    "settle_cases",
    "settle_reads",
]
