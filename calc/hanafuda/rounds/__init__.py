"""Rounds and games of hanafuda, settled; and claims on them. Open ``round`` first."""
