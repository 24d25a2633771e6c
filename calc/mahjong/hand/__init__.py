"""What a hand consists of: columns of hands, and every reading of each. Open ``hands`` first, then ``readings``.

``shapes`` knows which tiles finish a hand: the table by which suits split into groups, and shapes without groups.
"""
