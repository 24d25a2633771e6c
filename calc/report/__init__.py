"""Results of any game for people and for other programs.

What goes in are results of ``calc.settling`` and ``calc.disputes``, and games of logs; what comes out is text in one
of the formats of ``--format``. Open ``results`` first: it prints many results as one table. What only one game knows,
its own report says (see ``calc.layout.game``).
"""
