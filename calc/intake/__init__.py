"""Files of records and of game logs, read once for every command: bytes in, entries out.

Arguments become inputs (:mod:`~calc.intake.names`), inputs become streams of unpacked bytes
(:mod:`~calc.intake.unpack`), and the name or the first lines tell the form (:mod:`~calc.intake.forms`). Files that are
shown are read line by line (:mod:`~calc.intake.records`), the inputs of a batch in blocks that another process can read
(:mod:`~calc.intake.blocks`); the readers of each form are the same. Whatever is read, an entry is a record with its
file and line, or the error in its place. Open ``records`` first.

``spelling`` finds the game that reads a single record, ``lines`` cuts and bounds lines, ``sheets`` reads score sheets,
``spreadsheet`` tables of cells, ``logs`` game logs.
"""
