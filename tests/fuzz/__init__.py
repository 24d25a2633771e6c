"""Random input of every kind, and what must hold of every answer to it."""
