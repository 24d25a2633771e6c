"""Hands -> what they are worth and who pays. Open ``valuing`` first, then ``payments``.

Which yaku a hand has, and its fu, stand in the rule files (``rules/``), which :mod:`calc.mahjong.rules.compiled` runs.
``liability`` knows which melds make a player liable by pao. Hands without tiles are read by ``worth`` (``3 han 40 fu``)
and ``told`` (``riichi pinfu dora 2``); ``spoken`` reads rounds in sentences where no other reader does.
"""
