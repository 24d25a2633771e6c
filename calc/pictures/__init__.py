"""Pictures of tiles, cards and games as SVG, and pages of HTML that need nothing else.

A :class:`~calc.pictures.svg.Picture` knows its size, its drawing and what a screen reader says of it; ``svg`` also has
the characters on tiles and ribbons as strokes, so that no picture depends on a font. ``tiles`` draws tiles and point
sticks, ``hands`` hands, ``cards`` flower cards and piles, ``charts`` the curves of games. ``page`` has the blocks that
reports make, and turns them into a page. Open ``svg`` first.
"""
