"""What people write down: what the records of all games have in common. Knows no rules.

The types of records are those of the games (``records`` in the folder of each). Here is how any of them is checked
(:mod:`~calc.fit`), made of plain data (:mod:`~calc.records.plain`) or of words and cells
(:mod:`~calc.records.cells`), and described (:mod:`~calc.records.json_schema`): all of it by the types alone.

``values`` has the types of single values, ``words`` the tables that rewrite what people say, ``sheet`` the words of
score sheets, ``claims`` claims in words, ``rows`` the rows of archives.
"""
