"""Results written for people and for other programs: text, tables, JSON, YAML, CSV, Markdown."""
