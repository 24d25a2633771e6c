"""Text to values and back, by exact inverses: tiles, melds, records in every spelling. Knows no rules.

:mod:`~calc.notation.tiles` and :mod:`~calc.notation.melds` read what lies on the table. A record of a win is
:class:`~calc.notation.records.Win`; it is spelled as plain data (:mod:`~calc.notation.plain`), as flat cells
(:mod:`~calc.notation.flat`) and as a line (:mod:`~calc.notation.lines`). Import from these modules: a single line
needs few of them, and starting up is felt.
"""
