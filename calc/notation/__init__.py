"""Text to values and back, by exact inverses. Knows no rules.

:mod:`~calc.notation.tiles` and :mod:`~calc.notation.melds` read tiles, :mod:`~calc.notation.cards` flower cards, by
their deck. :mod:`~calc.notation.text` shows any value in a message, and reads JSON.
"""
