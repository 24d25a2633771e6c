"""Hanafuda cards and records: text to values and back, by exact inverses. Knows no rules."""
