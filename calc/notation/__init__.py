"""Text to values and back, by exact inverses. Knows no rules.

:mod:`~calc.notation.tiles` and :mod:`~calc.notation.melds` read the tiles of mahjong, :mod:`~calc.notation.cards` the
cards of hanafuda. :mod:`~calc.notation.text` shows any value in a message.
"""
