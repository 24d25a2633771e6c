"""``yaku serve``: a page for the phone at the table, and the same answers as a JSON API.

``app`` binds the addresses of ``routes`` to functions; ``guard`` serves, keeps out who does not belong, and bounds
sizes and times. ``answers`` answers questions with the functions of the commands, ``tables`` keeps games as files,
``shelf`` knows the rule sets that may be named. ``page`` sends the page, of ``templates`` and ``static``. Open ``app``
first.
"""
