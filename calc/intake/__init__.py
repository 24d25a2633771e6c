"""Files of records and of game logs, read once for every command: bytes in, entries out.

Arguments become inputs (:mod:`~calc.intake.names`), inputs become streams of unpacked bytes
(:mod:`~calc.intake.unpack`), and the first bytes tell the form (:mod:`~calc.intake.forms`). A batch takes a stream in
blocks (:mod:`~calc.intake.blocks`); whatever is read, an entry (:mod:`~calc.intake.records`) is a record with its file
and line, or the error in its place. Open ``records`` first.

``spelling`` finds the game that reads a single record, ``lines`` cuts and bounds lines, ``sheets`` reads score sheets,
``spreadsheet`` tables of cells, ``logs`` game logs.
"""
