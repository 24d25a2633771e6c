"""Pictures of tiles, cards and games as SVG.

A :class:`~calc.pictures.svg.Picture` knows its size, its drawing and what a screen reader says of it; ``svg`` also has
the characters on tiles and ribbons as strokes, so that no picture depends on a font. ``pieces`` has tiles, cards and
point sticks, ``hands`` draws hands and piles, ``curve`` games, ``charts`` how often something was. Open ``svg`` first.
"""
