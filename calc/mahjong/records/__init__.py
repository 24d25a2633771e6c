"""What people write down of riichi: wins, rounds, games, hands one tile short; as lines, cells and plain data. Open
``types`` first.
"""
