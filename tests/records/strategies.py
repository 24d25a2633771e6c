"""Random wins: well spelled, but of any content, for whether they can be won is not the notation's business."""

from typing import Any

from hypothesis import strategies as st

from calc.mahjong.records.lines import canonical
from calc.mahjong.records.plain import win_from
from calc.mahjong.records.types import Win
from calc.notation.tiles import print_tiles_in_order

#: What most often falls apart where it is not quoted.
AWKWARD = st.sampled_from(
    [
        *("", " ", "a b", " a", "\t", "a\nb", "a\r\nb", "\x00", "\x85", "\u2028", "\u3000", "#1", "--- ", "key: x"),
        *("true", "null", "~", "12", "012", "1.5", "1e5", "-", "tsumo", "+8s", "(123m)", "a=b", "a,b", "🀄", "𝟙"),
        *('"', '"a"', 'a"b', "\\", "a\\", "{", "[1]"),
    ]
)
TEXT = AWKWARD | st.text(max_size=8)
NAMES = st.sampled_from(["tanyao_open", "red_fives", "a.b", "a b", "", "x=1", "1"]) | st.text(max_size=4)
TILES = st.lists(st.integers(0, 36), max_size=18)
MELDS = ["(123m)", "(340m)", "(555z)", "(5555z)", "(055+5p)", "[5555z]", "chi:543s", "ankan:EEEE"]
BOUND = 10**9

plain_values: st.SearchStrategy[Any] = st.recursive(
    st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner | st.none(), max_size=3) | st.dictionaries(NAMES, inner | st.none(), max_size=3),
    max_leaves=5,
)
_LIABLE = st.fixed_dictionaries({"seat": st.sampled_from("ESWN"), "for": TEXT})
_CLAIM = st.fixed_dictionaries(
    {},
    optional={
        "win": st.booleans(),
        "han": st.integers(0, 100),
        "fu": st.integers(0, 200),
        "yaku": st.lists(TEXT, max_size=3),
        "points": st.integers(0, BOUND) | st.sampled_from(["1300/2600", "4000 all", "8000"]) | TEXT,
        "payments": st.dictionaries(
            st.sampled_from(["E", "discarder"]) | NAMES, st.integers(-BOUND, BOUND), max_size=4
        ),
    },
)


def _spelled(least: int = 0, most: int = 18) -> st.SearchStrategy[str]:
    return st.lists(st.integers(0, 36), min_size=least, max_size=most).map(print_tiles_in_order)


plain_wins: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {
        "hand": _spelled(1),
        "by": st.sampled_from(["tsumo", "ron"]),
        "seat": st.sampled_from("ESWN"),
        "round": st.sampled_from("ESWN"),
    },
    optional={
        "id": plain_values,
        "rules": st.sampled_from(["riichi", "house.yaml", "my rules/x.yaml", "C:\\x\\y.yaml", "tsumo", "chi:x", "foo:"])
        | TEXT,
        "options": st.dictionaries(NAMES, plain_values, max_size=3),
        "melds": st.lists(st.sampled_from(MELDS), max_size=5)
        | st.lists(st.sampled_from(MELDS), max_size=3).map(" ".join),
        "win": _spelled(1, 1),
        "from": st.sampled_from("ESWN"),
        "dora": _spelled(),
        "ura": _spelled(),
        "riichi": st.sampled_from([False, True, "double"]),
        "ippatsu": st.booleans(),
        "rinshan": st.booleans(),
        "last_tile": st.booleans(),
        "first_turn": st.booleans(),
        "chankan": st.sampled_from([False, True, "concealed"]),
        "honba": st.integers(0, 10_000),
        "sticks": st.integers(0, 10_000),
        "north": st.integers(0, 10_000),
        "liable": _LIABLE | st.lists(_LIABLE, max_size=3),
        "discards": _spelled(),
        "facts": st.dictionaries(NAMES, st.booleans() | st.integers(-BOUND, BOUND), max_size=3),
        "claim": _CLAIM,
    },
)
#: Canonical wins.
wins: st.SearchStrategy[Win] = plain_wins.map(lambda plain: canonical(win_from(plain)))
