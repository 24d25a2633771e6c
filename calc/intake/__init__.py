"""Files of records and of game logs, read in one way for every command: bytes in, entries out.

Arguments become inputs (``names``), inputs streams of unpacked bytes (``unpack``), and the name or the first lines tell
the form (``forms``). A stream is cut into blocks that any process can read (``lines``, ``blocks``), and each form has
its reader (``entries``). Whatever is read, an entry is a record with its file and line, or the error in its place.
``records`` reads one file so. Open ``records`` first.

``spelling`` finds the game that reads a single record; ``sheets`` reads score sheets, ``scores`` final scores.
"""
