"""Riichi results for people.

Open ``record`` first: it has the functions that other parts call. ``win`` and ``rounds`` write wins, rounds and games,
``waits`` hands one tile short, ``sheet`` rule sets.
"""
