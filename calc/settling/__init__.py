"""Any record, settled under the rules that count for it: what the library and the command line are built on.

What was read comes in, each record as a ``Read``. ``Settings`` say which rules count. A ``Case`` goes out for each
record, with its rules and its result. All of it is in ``settle``; the public functions of :mod:`calc` are in ``api``.
"""

from calc.games import Fields, Rules, Settings
from calc.intake.spelling import AnyRead, Read, read_line, read_waiting_line
from calc.settling.settle import (
    Case,
    check_logs,
    default_for,
    defaults_taken,
    read_given,
    rules_for,
    settle_case,
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
    "read_given",
    "read_line",
    "read_waiting_line",
    "rules_for",
    "settle_case",
    "settle_cases",
    "settle_reads",
]
