"""The pictures of the gallery, made of the package: ``python -m docs.gallery`` writes them and the page around them."""

from __future__ import annotations

import html
from pathlib import Path

from calc.games import game_of
from calc.pictures import pieces
from calc.pictures.svg import Picture, group, use
from calc.settling import read_line, settle_cases

__all__ = ["FOLDER", "PAGE", "gallery"]

FOLDER = Path(__file__).parent
PAGE = FOLDER / "README.md"
GAME = FOLDER.parent.parent / "samples" / "games" / "disputed.yaml"
HAND = "riichi 123m456p789s1122z +2z ron from=W seat=S round=E riichi ippatsu"
MELDS = "riichi 406m7z +7z (345p) (999+9s<W) [1111z] tsumo seat=S round=E"
PILES = "koikoi Aki:1BR,3B,8BA,9A,6R,10R Bea:2AR,4A,5C,7AC stopped_by=Aki"
INTRO = """\
# Gallery

Made by `python -m docs.gallery`. The same pictures are in every page of `--format html`, and `--format svg` writes a
hand, a pile or the scores of a game alone. All of them are drawn by this project and come under its licence.
"""
#: The file of each picture, and what the page says of it.
TOLD = {
    "tiles": "All tiles, the red fives and the back. Red fives have a red corner, which shows without colour too.",
    "hand": f"`{HAND}`",
    "melds": f"""\
`{MELDS}`: the tile that lies sideways says from whom it was called. A run is always called from the left; which of its
tiles was called no record says, so the lowest is turned.""",
    "sticks": "Point sticks: 100, 1,000, 5,000 and 10,000 points.",
    "cards": """\
All cards, the jokers, the blank card and the back. The corners say the month, and the class by a shape: a star for
brights, a diamond for animals, a bar for ribbons, a ring for chaff. Ribbons are red with words, blue with stripes, or
red and plain.""",
    "piles": f"`{PILES}`",
    "curve": """\
The scores of `samples/games/disputed.yaml`. Players differ by dashes and marks as well as by colour.""",
}


def gallery() -> dict[str, str]:
    """The text of every file of the gallery, by its name."""
    pictures = {
        "tiles": _in_rows("all tiles", pieces.parts("tile"), pieces.TILE_WIDTH, pieces.TILE_HEIGHT, 9),
        "hand": _record_picture(HAND),
        "melds": _record_picture(MELDS),
        "sticks": _sticks(),
        "cards": _in_rows("all cards", pieces.parts("card"), pieces.CARD_WIDTH, pieces.CARD_HEIGHT, 12),
        "piles": _record_picture(PILES),
        "curve": _curve(),
    }
    files = {f"{name}.svg": picture.standalone() for name, picture in pictures.items()}
    shown = (
        f'<img src="{name}.svg" alt="{html.escape(picture.title)}">\n\n{TOLD[name]}\n'
        for name, picture in pictures.items()
    )
    return files | {PAGE.name: "\n".join([INTRO, *shown])}


def _in_rows(what: str, parts: dict[str, str], wide: int, high: int, count: int) -> Picture:
    """Drawings in rows of so many."""
    gap = 6
    body = "".join(use(name, at % count * (wide + gap), at // count * (high + gap)) for at, name in enumerate(parts))
    rows = -(-len(parts) // count)
    return Picture(what, count * (wide + gap) - gap, rows * (high + gap) - gap, body, parts, scale=1)


def _sticks() -> Picture:
    sticks, step = pieces.parts("stick").values(), pieces.STICK_HEIGHT + 6
    drawn = "".join(group(stick, f"translate(0 {at * step})") for at, stick in enumerate(sticks))
    return Picture("point sticks", pieces.STICK_WIDTH, len(sticks) * step - 6, drawn, scale=1.6)


def _record_picture(line: str) -> Picture:
    (case,) = settle_cases([read_line(line)])
    assert case.error is None, case.error
    picture: Picture | None = game_of(case.record).report.picture(case.record, case.result)
    assert picture is not None
    return picture


def _curve() -> Picture:
    from calc.intake.records import read_games

    (entry,) = read_games(GAME.read_text(encoding="utf-8").splitlines(keepends=True), name=GAME.name)
    (case,) = settle_cases([entry])
    picture: Picture | None = game_of(case.record).report.picture(case.record, case.result)
    assert picture is not None
    return picture


if __name__ == "__main__":
    for file, text in gallery().items():
        (FOLDER / file).write_text(text, encoding="utf-8")
    print(f"{FOLDER}: written")
