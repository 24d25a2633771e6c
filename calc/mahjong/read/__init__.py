"""Records of wins -> columns of hands, with every fault of a single record. Open ``columns`` first.

``texts`` reads the tiles and melds of a batch; ``win_records`` reads one record where that is not enough.
"""
