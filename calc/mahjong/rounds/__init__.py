"""Riichi rounds and games: winners, draws, chombo, what follows, and the final results. Open ``round`` first."""
