"""What people write down of riichi: wins, rounds, games, hands one tile short.

Open ``types`` first. ``plain`` makes records of plain data and of cells, ``lines`` of lines: of canonical ones by one
pattern, of others word by word. For these the rows of ``words.yaml`` (``words``) rewrite what people say, and ``line``
sorts the words. ``sheet`` is for score sheets; ``names`` and ``spelling`` have the other words for keys and values.
``fast_lines`` decodes many JSON lines at once.
"""
