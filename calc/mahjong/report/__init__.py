"""Riichi results for people.

Open ``record`` first: it has the functions that other parts call. ``win`` and ``rounds`` write wins, rounds and games,
``waits`` hands one tile short, ``needs`` what the last hand asks, ``points`` and ``chart`` what hands pay, ``sheet``
rule sets; ``drawn`` has the hands as pictures.
"""
