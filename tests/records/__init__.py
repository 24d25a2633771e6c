"""Tests of the notation: tiles, melds, and the spellings of a record."""
