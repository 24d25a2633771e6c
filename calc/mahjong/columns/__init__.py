"""Many wins at once, as columns of numpy: read, checked, valued and paid by the same conditions as one hand.

Only plain hands are columns. What few records have (facts, responsibility, discards, a robbed quad, odd spellings) and
whatever is refused is settled by itself, by :mod:`calc.mahjong.scoring`. No other part of the package imports numpy for
a hand.
"""
