"""What every option about rounds and games changes: in the typed rules by path, and in a record that shows it."""

from __future__ import annotations

from typing import Any

__all__ = ["ROUND_CHANGES", "ROUND_SCORES"]

_FIRST_WIND = "waiting_in_first_wind"
#: What each choice changes in the typed rules, as ``RIICHI_CHANGES`` has it.
ROUND_CHANGES: list[tuple[str, str, Any, dict[str, tuple[Any, Any]]]] = [
    ("riichi", "multiple_ron", "first", {"rounds.multiple_ron.paid": ("all", "nearest")}),
    ("riichi", "multiple_ron", "abort_on_three", {"rounds.multiple_ron.abort_from": (None, 3)}),
    ("riichi", "multiple_ron_counters", "each", {"rounds.multiple_ron.counters": ("nearest", "each")}),
    ("riichi", "multiple_ron_sticks", "own_first", {"rounds.multiple_ron.sticks": ("nearest", "own_first")}),
    ("riichi", "waiting_pool", 1500, {"rounds.not_waiting.pool": (3000, 1500)}),
    (
        "riichi",
        "four_own",
        "not_if_concealed",
        {"rounds.not_waiting.four_own": ("not_waiting", "not_if_concealed")},
    ),
    ("riichi", "four_own", "waiting", {"rounds.not_waiting.four_own": ("not_waiting", "waiting")}),
    ("riichi", "nagashi_mangan", False, {"draw_yaku": ("present", "absent")}),
    ("riichi", "nagashi_sticks", "stay", {"rounds.nagashi.sticks": ("winner", "stay")}),
    ("riichi", "nagashi_open", True, {"rounds.nagashi.open": (False, True)}),
    ("riichi", "nagashi_counters", True, {"rounds.nagashi.counters": (False, True)}),
    ("riichi", "nagashi_keeps_seats", "as_won", {"rounds.dealer_keeps.nagashi": ("always", "as_won")}),
    ("riichi", "nagashi_keeps_seats", False, {"rounds.dealer_keeps.nagashi": ("always", "as_drawn")}),
    ("riichi", "dealer_keeps_on_draw", "always", {"rounds.dealer_keeps.exhaustive": ("waiting", "always")}),
    ("riichi", "dealer_keeps_on_draw", "never", {"rounds.dealer_keeps.exhaustive": ("waiting", "never")}),
    ("riichi", "dealer_keeps_as_winner", "nearest", {"rounds.dealer_keeps.win": ("any", "nearest")}),
    (
        "riichi",
        "dealer_keeps_on_abort",
        [],
        {
            "rounds.dealer_keeps.abortive": (
                ["kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan", "sanchahou"],
                [],
            )
        },
    ),
    ("riichi", "abortive_draws", [], {"rounds.abortive.kinds": (["suukaikan"], [])}),
    ("riichi", "chombo", "mangan", {"rounds.chombo.penalty": ("refuse", "level")}),
    ("riichi", "chombo", "points", {"rounds.chombo.penalty": ("refuse", "points")}),
    ("riichi", "chombo_points", 30000, {"rounds.chombo.points": (20000, 30000)}),
    ("riichi", "riichi_min_points", 0, {"rounds.riichi.min_points": (1000, 0)}),
    ("riichi", "sitting_out", 1, {"match.sitting_out": (0, 1)}),
    ("riichi", "riichi_short", "note", {"rounds.riichi.short": ("refuse", "note")}),
    ("riichi", "start", 30000, {"match.start": (25000, 30000)}),
    ("riichi", "rounds", 1, {"match.winds": (2, 1)}),
    ("riichi", "target", 35000, {"match.target": (30000, 35000)}),
    ("riichi", "west_round", True, {"match.extra_winds": (0, 1)}),
    ("riichi", "west_round_ends", "after_dealer", {"match.extra_until": ("target", "target_after_dealer")}),
    ("riichi", "west_round_ends", "in_full", {"match.extra_until": ("target", "end")}),
    ("riichi", "bust_ends", "at_zero", {"match.bust_below": (0, 1)}),
    ("riichi", "bust_ends", False, {"match.bust_below": (0, None)}),
    ("riichi", "dealer_may_stop", True, {"match.dealer_stops": ("never", "may")}),
    ("riichi", "dealer_may_stop", "always", {"match.dealer_stops": ("never", "always")}),
    ("riichi", "dealer_stops_after", "win", {"match.dealer_stops_after": ("any", "win")}),
    ("riichi", "oka", 0, {"final.oka": (20000, 0)}),
    ("riichi", "return", 25000, {"final.return_": (30000, 25000)}),
    ("riichi", "uma", [30, 10, -10, -30], {"final.uma": ([10.0, 5.0, -5.0, -10.0], [30.0, 10.0, -10.0, -30.0])}),
    (
        "riichi",
        "rounding",
        {"mode": "none", "of": "score"},
        {"final.rounding.mode": ("half_down", "none"), "final.rounding.of": ("difference", "score")},
    ),
    ("riichi", "ties", "share", {"final.ties": ("seat", "share")}),
    ("riichi", "leftover_sticks", "nobody", {"final.leftover_sticks": ("first", "nobody")}),
    ("riichi", "leftover_sticks", "share", {"final.leftover_sticks": ("first", "share")}),
    ("riichi", "leftover_sticks", "share_down", {"final.leftover_sticks": ("first", "share_down")}),
    ("riichi", "remainder", "nobody", {"final.remainder": ("first", "nobody")}),
    *(("riichi", "chips", worth, {"final.chips": (None, float(worth))}) for worth in (1, 2, 5)),
    *(
        (
            "riichi",
            "yakitori",
            pays,
            {
                "final.yakitori": ("present", "absent"),
                "final.yakitori.pays": ("absent", "present"),
                "final.yakitori.units": ("absent", "present"),
            },
        )
        for pays in ("each", "share")
    ),
    ("sanma", "dealer_keeps_on_draw", "waiting", {"rounds.dealer_keeps.exhaustive": ("always", "waiting")}),
    ("sanma", "dealer_keeps_on_draw", "never", {"rounds.dealer_keeps.exhaustive": ("always", "never")}),
    *(
        ("kansai-sanma", "dealer_keeps_on_draw", choice, {"rounds.dealer_keeps.exhaustive": (_FIRST_WIND, choice)})
        for choice in ("waiting", "always", "never")
    ),
]

_PLAYERS = ["Aki", "Bea", "Cho", "Dan"]
#: Tanyao alone, 30 fu: by ron 1,000, of the dealer 1,500.
_CHEAP = {"hand": "23466p34s", "win": "5s", "melds": "(345m)(678s)", "by": "ron"}
#: White dragons, 30 fu, on the same tile.
_OTHER = {"hand": "123m99m34s", "win": "5s", "melds": "(789p)(555z)", "by": "ron"}
#: Green dragons, 30 fu, on the same tile.
_THIRD = {"hand": "123p99p34s", "win": "5s", "melds": "(789m)(666z)", "by": "ron"}
_TWO = {
    "round": "E",
    "number": 1,
    "honba": 1,
    "sticks": 1,
    "wins": [{**_CHEAP, "seat": "N", "from": "E"}, {**_OTHER, "seat": "W", "from": "E"}],
}
_THREE = {**_TWO, "wins": [*_TWO["wins"], {**_THIRD, "seat": "S", "from": "E"}]}  # type: ignore[misc]


def _draw(*waiting: str, **more: Any) -> dict[str, Any]:
    return {"round": "E", "number": 1, "draw": {"kind": "exhaustive", "waiting": list(waiting)}, **more}


def _pool(*seats: str, **more: Any) -> dict[str, Any]:
    return {
        "round": "E",
        "number": 1,
        "draw": {"kind": "exhaustive", "waiting": [], "pool_of_dreams": list(seats)},
        **more,
    }


def _game(*rounds: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"players": _PLAYERS, "rounds": list(rounds), **more}


#: Rounds that pass without a point: the seats move on.
_PASS = {"draw": {"kind": "exhaustive", "waiting": []}}
_SEVEN = [_PASS] * 7
_POINTS = {"Aki": 25000, "Bea": 25000, "Cho": 25000, "Dan": 25000}


def _pays(payer: str, **more: Any) -> dict[str, Any]:
    """South wins 1,000 from ``payer``."""
    return {"wins": [{**_CHEAP, "seat": "S", "from": payer}], **more}


#: A record, the part of its result that shows the option, and that part before and after.
ROUND_SCORES: list[tuple[str, Any, dict[str, Any], str, Any, Any]] = [
    (
        "multiple_ron",
        "first",
        _TWO,
        "changes",
        # 1,000 + 300 + 1,000 of the stick to the nearest after East, 1,000 to the other.
        {"E": -2300, "S": 0, "W": 2300, "N": 1000},
        {"E": -1300, "S": 0, "W": 2300, "N": 0},
    ),
    (
        "multiple_ron",
        "abort_on_three",
        _THREE,
        "changes",
        {"E": -3300, "S": 2300, "W": 1000, "N": 1000},
        {"E": 0, "S": 0, "W": 0, "N": 0},
    ),
    (
        "multiple_ron_counters",
        "each",
        _TWO,
        "changes",
        {"E": -2300, "S": 0, "W": 2300, "N": 1000},
        {"E": -2600, "S": 0, "W": 2300, "N": 1300},
    ),
    (
        "multiple_ron_sticks",
        "own_first",
        # Two closed pinfu, 1,000, 2,000 with riichi: the stick on the table is South's, West gets the own one back.
        {
            "round": "E",
            "number": 1,
            "sticks": 1,
            "riichi": ["W"],
            "wins": [
                {"hand": "123456m34p56799s", "win": "2p", "by": "ron", "from": "N", "seat": "S"},
                {"hand": "11789m34p123456s", "win": "2p", "by": "ron", "from": "N", "seat": "W", "riichi": True},
            ],
        },
        "changes",
        {"E": 0, "S": 3000, "W": 1000, "N": -3000},
        {"E": 0, "S": 2000, "W": 2000, "N": -3000},
    ),
    (
        "waiting_pool",
        1500,
        _draw("E"),
        "changes",
        {"E": 3000, "S": -1000, "W": -1000, "N": -1000},
        {"E": 1500, "S": -500, "W": -500, "N": -500},
    ),
    (
        "four_own",
        "not_if_concealed",
        # One white dragon is concealed, three are in the meld.
        {"round": "E", "number": 1, "draw": {"kind": "exhaustive", "hands": {"S": "123456789m5z (555z)"}}},
        "draw.waiting",
        [],
        ["S"],
    ),
    (
        "four_own",
        "waiting",
        # Only 5z finishes it, and all four of them lie in the hand.
        {"round": "E", "number": 1, "draw": {"kind": "exhaustive", "hands": {"S": "123456789m5z (555z)"}}},
        "draw.waiting",
        [],
        ["S"],
    ),
    ("nagashi_mangan", False, _pool("S"), "error", None, "not_payable"),
    (
        "nagashi_sticks",
        "stay",
        _pool("S", sticks=1),
        "changes",
        {"E": -4000, "S": 9000, "W": -2000, "N": -2000},
        {"E": -4000, "S": 8000, "W": -2000, "N": -2000},
    ),
    (
        "nagashi_open",
        True,
        {
            "round": "E",
            "number": 1,
            "draw": {"kind": "exhaustive", "hands": {"S": "1133557799m (123p)"}, "pool_of_dreams": ["S"]},
        },
        "changes",
        None,
        {"E": -4000, "S": 8000, "W": -2000, "N": -2000},
    ),
    ("nagashi_keeps_seats", False, _pool("S"), "next.dealer", "E", "S"),
    ("nagashi_keeps_seats", "as_won", _pool("S"), "next.dealer", "E", "S"),
    (
        "nagashi_counters",
        True,
        # A tsumo of a mangan, 2,000 and 4,000 from the dealer, and 100 from each.
        _pool("S", honba=1),
        "changes",
        {"E": -4000, "S": 8000, "W": -2000, "N": -2000},
        {"E": -4100, "S": 8300, "W": -2100, "N": -2100},
    ),
    ("dealer_keeps_on_draw", "always", _draw("S"), "next.dealer", "S", "E"),
    ("dealer_keeps_on_draw", "never", _draw("E"), "next.dealer", "E", "S"),
    ("dealer_keeps_on_abort", [], {"round": "E", "number": 1, "draw": {"kind": "suukaikan"}}, "next.dealer", "E", "S"),
    (
        "dealer_keeps_as_winner",
        "nearest",
        # After South come West, North and East, so North is the nearest.
        {
            "round": "E",
            "number": 1,
            "wins": [{**_CHEAP, "seat": "E", "from": "S"}, {**_OTHER, "seat": "N", "from": "S"}],
        },
        "next.dealer",
        "E",
        "S",
    ),
    ("abortive_draws", [], {"round": "E", "number": 1, "draw": {"kind": "suukaikan"}}, "error", None, "not_payable"),
    (
        "chombo",
        "mangan",
        {"round": "E", "number": 1, "chombo": ["W"]},
        "changes",
        None,
        {"E": 4000, "S": 2000, "W": -8000, "N": 2000},
    ),
    (
        "chombo",
        "points",
        _game({"chombo": ["E"]}),
        "final.0.score",
        None,
        # 25 + 20 - 30 + 10 = 25, less 20.
        5,
    ),
    ("chombo_points", 30000, _game({"chombo": ["E"]}, options={"chombo": "points"}), "final.0.score", 5, -5),
    (
        "riichi_min_points",
        0,
        _game({"draw": {"kind": "exhaustive", "waiting": ["E"]}, "riichi": ["E"]}, start=500),
        "error",
        "contradiction",
        None,
    ),
    (
        "riichi_short",
        "note",
        _game({"draw": {"kind": "exhaustive", "waiting": ["E"]}, "riichi": ["E"]}, start=500),
        "error",
        "contradiction",
        None,
    ),
    # Five may play then; but there are uma for four.
    ("sitting_out", 1, _game(_PASS) | {"players": [*_PLAYERS, "Eve"]}, "error", "contradiction", "not_payable"),
    ("start", 30000, _game(_PASS), "scores", _POINTS, dict.fromkeys(_PLAYERS, 30000)),
    ("rounds", 1, _game(*[_PASS] * 4), "ended", None, "rounds_over"),
    (
        "target",
        35000,
        _game(*[_PASS] * 8, start=[30000, 24000, 23000, 23000], options={"west_round": True}),
        "ended",
        "rounds_over",
        None,
    ),
    ("west_round", True, _game(*[_PASS] * 8), "ended", "rounds_over", None),
    (
        "west_round_ends",
        "after_dealer",
        # The dealer of W1 keeps the deal, and another player has the target.
        _game(
            *[_PASS] * 8,
            {"draw": {"kind": "exhaustive", "waiting": ["E", "S"]}},
            start=[20000, 29000, 26000, 25000],
            options={"west_round": True},
        ),
        "ended",
        "target_reached",
        None,
    ),
    (
        "west_round_ends",
        "in_full",
        _game(
            *[_PASS] * 8,
            {"draw": {"kind": "exhaustive", "waiting": ["S"]}},
            start=[20000, 29000, 26000, 25000],
            options={"west_round": True},
        ),
        "ended",
        "target_reached",
        None,
    ),
    ("bust_ends", "at_zero", _game(_pays("E"), start=[1000, 33000, 33000, 33000]), "ended", None, "bust"),
    ("bust_ends", False, _game(_pays("E"), start=[900, 33000, 33000, 33100]), "ended", "bust", None),
    (
        "dealer_stops_after",
        "win",
        _game(*_SEVEN, {"draw": {"kind": "exhaustive", "waiting": ["E"]}}, options={"dealer_may_stop": "always"}),
        "ended",
        "dealer_stopped",
        None,
    ),
    (
        "dealer_may_stop",
        True,
        _game(*_SEVEN, {"draw": {"kind": "exhaustive", "waiting": ["E"]}}),
        "ended",
        None,
        "dealer_stopped",
    ),
    (
        "dealer_may_stop",
        "always",
        _game(*_SEVEN, {"draw": {"kind": "exhaustive", "waiting": ["E"]}}),
        "ended",
        None,
        "dealer_stopped",
    ),
    # The first takes what the sum lacks, so without oka only the oka itself is told otherwise.
    ("oka", 0, _game(*[_PASS] * 8), "final.0.oka", 20, 0),
    ("return", 25000, _game(*[_PASS] * 8), "final.3.score", -15, -10),
    ("uma", [30, 10, -10, -30], _game(*[_PASS] * 8), "final.3.score", -15, -35),
    (
        "rounding",
        {"mode": "none", "of": "score"},
        # 25,000 - 1,000 - 7 counters of 300: 21,900, and 10 for the last place.
        _game(*_SEVEN, _pays("W")),
        "final.3.score",
        -18,
        -18.1,
    ),
    ("ties", "share", _game(*[_PASS] * 8), "final.3.score", -15, 0),
    (
        "leftover_sticks",
        "nobody",
        _game(*_SEVEN, {**_PASS, "riichi": ["S"]}),
        "scores",
        {**_POINTS, "Aki": 24000, "Bea": 26000},
        {**_POINTS, "Aki": 24000},
    ),
    (
        "leftover_sticks",
        "share",
        # 1,000 among three: 400 to the one who sits first, 300 to the others.
        _game(*_SEVEN, {**_PASS, "riichi": ["S"]}),
        "scores",
        {**_POINTS, "Aki": 24000, "Bea": 26000},
        {"Aki": 24000, "Bea": 25400, "Cho": 25300, "Dan": 25300},
    ),
    (
        "leftover_sticks",
        "share_down",
        # 1,000 among three: 333 each.
        _game(*_SEVEN, {**_PASS, "riichi": ["S"]}),
        "scores",
        {**_POINTS, "Aki": 24000, "Bea": 26000},
        {"Aki": 24000, "Bea": 25333, "Cho": 25333, "Dan": 25333},
    ),
    # The results are -5 each, and 20 of oka for the first, who takes the -5 that the stick on the table leaves.
    (
        "remainder",
        "nobody",
        _game(*_SEVEN, {**_PASS, "riichi": ["S"]}, options={"leftover_sticks": "nobody"}),
        "final.0.score",
        26,
        25,
    ),
    # A result tells of chips where they are worth something.
    *(("chips", worth, _game(*_SEVEN, _pays("W")), "final.0.chips", None, 0) for worth in (1, 2, 5)),
    # The last round is won by South from West: three players won nothing, and pay 10 to the one who did.
    ("yakitori", "each", _game(*_SEVEN, _pays("W")), "final.0.score", 28, 58),
    ("yakitori", "share", _game(*_SEVEN, _pays("W")), "final.0.score", 28, 58),
]
