"""Game logs 牌譜 to our records: what was played, worked out from the moves, and what the log says of it beside.

Tenhou's XML (``mjlog``), the JSON of tenhou.net/6 (``tenhou_json``), the records of Mahjong Soul (``mahjong_soul``) and
Riichi City (``riichi_city``), pages of the M.League's viewer (``mleague``), majiang (``majiang``) and mjai (``mjai``)
are read into the same moves (``events``) by tables of the shapes of their messages (``shapes``); ``worths`` tells
writers what a log does not say;
``mjlog_xml`` and ``tenhou_turns`` serve those of Tenhou, and ``names`` has the words of all. The moves are replayed
(``play``) into records (``records``), and a game is scored again and compared with its log by ``checking``.
Open ``events`` first.

A new format is a module that reads a game into events, and an entry of ``logs`` in :mod:`calc.mahjong.game`;
by its ``key``, ``root`` or ``sign`` there :mod:`calc.intake.entries` recognises it. Names of its yaku are rows of
``names.yaml``.
"""
