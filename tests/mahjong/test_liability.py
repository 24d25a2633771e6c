"""Which call makes its feeder responsible for a limit."""

from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.value.liability import is_last_fed
from calc.notation.melds import parse_melds
from tests.rows import Rows

ROWS = Rows(__file__)


@ROWS.each("the_meld_called_last")
def test_the_meld_called_last(limit: str, melds: str, under: str, is_fed: bool) -> None:
    assert is_last_fed(limit, parse_melds(melds), load_mahjong_rules(under)) is is_fed
