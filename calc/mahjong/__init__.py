"""Riichi mahjong: read a hand, value it, settle it, explain it. Columns throughout; a single hand is a batch of one.

Records of :mod:`calc.mahjong.records.types` come in, results of ``results`` go out. Open ``game`` first: it lists what
all other parts of the package ask of riichi, and loads each part when that is asked for.
"""
