"""Why a win is worth what it is.

A settled win goes in; out come the reasons behind every figure (``explanation``, made of ``reasons``), notes on what
counts nothing (``notes``), and where a claim, perhaps in ``words``, differs (``claims``) and why (``departures``, with
``miscounts`` for fu). Open ``explanation`` first.
"""
