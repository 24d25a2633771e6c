"""``yaku serve``: a page for the phone at the table, and the same answers as a JSON API.

``api`` has a function for each address and describes them, and ``app`` puts it behind a server; ``guard`` serves, keeps
out who does not belong, and bounds times. ``answers`` answers questions with the functions of the commands, ``apart``
in a process those that may take long, ``tables`` keeps games as files, ``shelf`` knows the rule sets that may be named.
``page`` is the page, of ``templates`` and ``static``; ``alone`` writes it with the engine inside, of ``engine``. Open
``api`` first.
"""
