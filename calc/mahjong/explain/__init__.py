"""Why a win is worth what it is.

A settled win goes in; out come the reasons behind every figure, and what would explain wrong fu (``explanation``),
notes on what counts nothing (``notes``), and where a claim, perhaps in ``words``, differs (``claims``) and why
(``departures``). Open ``explanation`` first.
"""
