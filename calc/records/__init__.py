"""What people write down: records of wins, rounds and games. Knows no rules.

The types are in :mod:`~calc.records.riichi` (open it first) and :mod:`~calc.records.hanafuda`. A record is spelled as
plain data (:mod:`~calc.records.plain`), as cells (:mod:`~calc.records.cells`) or as a line
(:mod:`~calc.records.lines`); each module reads what it writes. The package itself imports none of them, because a
single line needs few and start-up time is felt.
"""
