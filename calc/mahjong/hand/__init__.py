"""What a hand consists of: columns of hands, and every reading of each. Open ``hands`` first, then ``readings``.

``splits`` is the table by which suits become groups, ``sets`` the tiles that conditions of yaku name.
"""
