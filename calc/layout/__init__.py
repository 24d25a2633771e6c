"""How answers look, whatever game they are about.

The reports of each game (``report`` in its folder) and of the package (``calc.report``) put results into words and make
a ``Document`` of them. Open ``document`` first: its blocks, and how they become text, Markdown and a page. ``words``
finds words by key and says how many there are of something, ``tables`` fits tables into a terminal and writes JSON,
YAML and CSV, ``game`` has what games share: their rounds, rule sheets, and what the report of a game has to offer.
"""
