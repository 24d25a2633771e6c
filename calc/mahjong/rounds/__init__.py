"""Riichi rounds: several winners, draws, chombo, what follows; one alone, or all of a game in their frames."""
