"""What people write down of riichi: wins, rounds, games, hands one tile short.

Open ``types`` first. ``plain`` makes records of plain data and of cells, ``lines`` of lines (``line_reader`` sorts
their words, ``line_words`` knows what a word may be), ``sheet`` and its ``sheet_reader`` of score sheets; ``names`` and
``spelling`` have the other words for keys and values. ``fast_lines`` decodes many JSON lines at once.
"""
