"""The yaku of a set of cards, which of them count, and which are near. Open ``yaku`` first."""
