"""What is impossible or contradictory in a record. Open ``faults`` first: it finds what is wrong, and checks what is
declared; ``tiles`` checks tiles and melds.
"""
