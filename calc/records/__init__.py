"""What people write down: records of wins, rounds and games, of riichi and hanafuda. Knows no rules.

The types are :class:`~calc.records.win.Win`, those of :mod:`~calc.records.round`, :mod:`~calc.records.game` and
:mod:`~calc.records.hanafuda`. A record is spelled as plain data (:mod:`~calc.records.plain`), as cells
(:mod:`~calc.records.cells`) or as a line (:mod:`~calc.records.lines`); each reads what it writes. Import from these
modules: a single line needs few of them, and starting up is felt.
"""
