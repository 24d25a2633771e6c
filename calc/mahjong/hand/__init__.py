"""What a hand is made of: groups as numbers, columns of hands, and every reading of a hand. Open ``hands`` first."""
