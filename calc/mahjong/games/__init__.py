"""Games of riichi rounds: running scores, when a game is over, and the final results."""
