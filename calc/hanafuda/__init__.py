"""Hanafuda games: piles of cards valued and rounds settled by rule tables."""
