"""Results of riichi as people read them. Open ``record`` first: it is what other parts ask for."""
