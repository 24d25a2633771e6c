"""``yaku score --tiles``: the hand as pictures, where they are asked for or a terminal shows them."""

from calc.mahjong.records.plain import win_from
from calc.mahjong.report.win import draw_record, draw_tiles
from calc.notation.tiles import KINDS, TILES, parse_tiles
from tests.cli.running import run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)


LINE = "riichi 340m1z +1z (555z) [2222z] (678p) ron seat=S round=E from=N"
DRAWN = "🀉🀊🀋ʳ🀀 +🀀 (🀆🀆🀆) [🀁🀁🀁🀁] (🀞🀟🀠)"


def test_every_tile_has_a_picture_of_its_own() -> None:
    drawn = [draw_tiles([tile]) for tile in range(TILES)]
    assert len(set(drawn)) == TILES
    # A picture is read as the tile it shows.
    assert [parse_tiles(draw_tiles([tile]))[0] for tile in range(KINDS)] == list(range(KINDS))


def test_pictures_stand_above_the_answer_where_they_are_asked_for() -> None:
    plain, drawn = run_yaku("score", LINE), run_yaku("score", LINE, "--tiles", "unicode")
    assert drawn.lines[0] == DRAWN
    assert drawn.lines[1:] == plain.lines
    assert run_yaku("score", LINE, "--tiles", "text").out == plain.out


@ROWS.each("the_winning_tile_stands_apart")
def test_the_winning_tile_stands_apart(record: dict[str, str], drawn: str) -> None:
    assert draw_record(win_from({**record, "seat": "E", "round": "E"})) == drawn
