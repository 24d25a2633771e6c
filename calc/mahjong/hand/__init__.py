"""What a hand consists of: columns of hands, and every reading of each. Open ``hands`` first, then ``readings``.

``hands`` also knows which tiles finish a hand. ``kinds`` has the numbers of tiles and groups, and the table by which
suits split into groups.
"""
