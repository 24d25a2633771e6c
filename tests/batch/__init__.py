"""Many records at once."""
