"""Hands -> what they are worth and who pays: columns in, columns out. Open ``valuing`` first, then ``payments``.

``liability`` knows which melds make a player liable by pao.
"""
