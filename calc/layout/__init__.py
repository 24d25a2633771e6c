"""How answers look, whatever game they are about.

The reports of each game (``report`` in its folder) and of the package (``calc.report``) put results into words and hand
them to the modules here: ``words`` finds words by key and says how many there are of something, ``tables`` fits tables
into a terminal and writes JSON, YAML and CSV, ``game`` lays out games and rule sheets. Open ``game`` first: it also
declares what the report of a game has to offer.
"""
