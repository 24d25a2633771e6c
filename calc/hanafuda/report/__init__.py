"""Hanafuda results for people.

Open ``record`` first: it has the functions that other parts call, and writes rounds and games; ``sheet`` writes rule
sets.
"""
