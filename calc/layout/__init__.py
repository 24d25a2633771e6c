"""How answers are written as text, whatever they are about: words in two languages, tables, cells, wrapped lines.

The reports of the games stand on it: each writes its own results, as ``game`` asks for it.
"""
