"""What a hanafuda rule table holds: the deck, sets of cards, yaku, values and the words of its conditions."""
