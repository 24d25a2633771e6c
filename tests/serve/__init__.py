"""`yaku serve`: its API, its tables, its page, and what it keeps out."""
