"""Pictures of tiles, cards and games as SVG, and pages of HTML that need nothing else.

A :class:`~calc.pictures.svg.Picture` knows its size, its drawing and what a screen reader says of it. ``tiles`` draws
tiles and hands, ``cards`` flower cards and piles, ``charts`` the curves of games; ``glyphs`` are the characters on
tiles and ribbons as strokes, so that no picture depends on a font. ``page`` turns the blocks of a report
(:mod:`calc.layout.blocks`) into a page. Open ``svg`` first.
"""
