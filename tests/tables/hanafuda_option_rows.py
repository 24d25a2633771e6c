"""What every option of the hanafuda games changes: in the typed rules by path, and in a round that shows it."""

from __future__ import annotations

from typing import Any

from tests.tables.typed import ABSENT, PRESENT

#: What a game says of its end, where without the option it says nothing.
_MATCH = {
    "match": (PRESENT, ABSENT),
    **dict.fromkeys(
        [f"match.{key}" for key in ("source", "disputed", "unverified", "rounds", "to", "lead", "start")],
        (ABSENT, PRESENT),
    ),
}

__all__ = ["CHANGES", "ROUNDS", "TWICE"]

_CHAFF = "1CC 2CC 3CC 4CC 5CC 6CC 7CC 8CC 9CC 10CC 11C 12CCC"

#: The steps of Hachi-Hachi that are paid in kan, and the places of the two factors of the field in all of them.
_KAN = (
    "all_88",
    "double_eight",
    "sixteen_chaff",
    "teyaku",
    "fourth_card",
    "beyond_chaff",
    "by_one",
    "by_each",
    "played_out",
)
_FIELD = {**dict.fromkeys(_KAN, (1, 2)), "par": (0, 1), "difference": (0, 1)}
_FOURFOLDS_LEFT, _DOUBLES_LEFT = (
    f"fields that {what} left from earlier rounds" for what in ("count four times", "double")
)
_FOURFOLD = f"{_FOURFOLDS_LEFT} at least 1 or {_DOUBLES_LEFT} exactly 0 and opening field: any 1 of 11B 12B"
_DOUBLE = (
    f"{_FOURFOLDS_LEFT} exactly 0 and {_DOUBLES_LEFT} at least 1 or "
    f"{_FOURFOLDS_LEFT} exactly 0 and opening field: any 1 of 1B 3B 8B; not (any 1 of 11B 12B)"
)
_MULTIPLIED = {
    f"steps.{step}.times.{place}": change
    for step, places in _FIELD.items()
    for place, change in zip(
        places,
        (
            (f"times 4 if {_FOURFOLD}", "times 4 for each of 1 for each of 11B 12B on the opening field"),
            (f"times 2 if {_DOUBLE}", "times 2 for each of 1 for each of 1B 3B 8B on the opening field"),
        ),
        strict=True,
    )
}
_NO_MATCH = {
    "match": (ABSENT, PRESENT),
    **{
        f"match.{key}": (PRESENT, ABSENT)
        for key in ("carry", "disputed", "lead", "rounds", "source", "start", "to", "unverified")
    },
}

#: A rule set, an option, a choice that is not the default, and what it changes: the value before and after.
#: The factors of Koi-Koi.
TWICE = "times 2 if the player's"
ONCE = "times 2 (an opponent went on)"
_HANDS_OF_HACHI_HACHI = (
    *("standing_triplet", "two_triplets", "triplet_and_standing", "two_standing", "four", "triplet_and_pairs"),
    *("one_two_four", "red", "one_ribbon", "one_animal", "one_bright", "empty_hand"),
)
_FIRST_ALONE = ("seven_five_three", "eight_islands", "four_horse_king", "eight_four_king", "eight_islands_king")
_SECOND_ALONE = ("young_woman", "old_woman", "women")
_SECOND_SET: dict[str, tuple[Any, Any]] = {
    **{f"yaku.{side}_{name}": (PRESENT, ABSENT) for name in _FIRST_ALONE for side in ("front", "back")},
    **{f"yaku.{side}_{name}": (ABSENT, PRESENT) for name in _SECOND_ALONE for side in ("front", "back")},
    "yaku.red_four": (ABSENT, PRESENT),
    "yaku.front_elder.value.points": (0, 100),
    "yaku.front_elder.stops": (True, False),
    "yaku.back_elder.value.points": (100, 0),
    "yaku.back_elder.stops": (False, True),
}
_NO_CHAFF: dict[str, tuple[Any, Any]] = {
    "card_points.classes.chaff": (1, 0),
    "steps.par.less": (
        "132 with 2 players, 88 with 3 players, 66 with 4 players",
        "120 with 2 players, 80 with 3 players, 60 with 4 players",
    ),
}
CHANGES: list[tuple[str, str, Any, dict[str, tuple[Any, Any]]]] = [
    (
        "koikoi",
        "families",
        "stack",
        {
            "groups.brights.counts": ("best", "all"),
            "groups.animals.counts": ("best", "all"),
            "groups.ribbons.counts": ("best", "all"),
        },
    ),
    (
        "koikoi",
        "families",
        "brights_only",
        {
            "groups.animals.counts": ("best", "all"),
            "groups.ribbons.counts": ("best", "all"),
            "yaku.akatan_aotan_no_chofuku.supersedes": (ABSENT, PRESENT),
        },
    ),
    ("koikoi", "nobody_wins_dealer", "next", {"table.next_dealer": ("winner", "winner_or_next")}),
    ("koikoi", "cup_yaku", False, {"yaku.hanami_zake": (PRESENT, ABSENT), "yaku.tsukimi_zake": (PRESENT, ABSENT)}),
    (
        "koikoi",
        "sake_cup_is_chaff",
        True,
        {
            "classes.kasu_card": (_CHAFF, _CHAFF.replace("9CC", "9ACC")),
            "yaku.kasu.value.of": (_CHAFF, _CHAFF.replace("9CC", "9ACC")),
        },
    ),
    ("koikoi", "tsukifuda", "round_month", {"yaku.tsukifuda": (ABSENT, PRESENT)}),
    ("koikoi", "double_from", 0, {"steps.points.times.0": (f"{TWICE} yaku at least 7", "")}),
    ("koikoi", "double_from", 10, {"steps.points.times.0": (f"{TWICE} yaku at least 7", f"{TWICE} yaku at least 10")}),
    (
        "koikoi",
        "koikoi_multiplier",
        "count",
        {"steps.points.times.1": (ONCE, "times 2 (for each time that an opponent went on)")},
    ),
    ("koikoi", "koikoi_multiplier", "none", {"steps.points.times.1": (ONCE, "")}),
    (
        "koikoi",
        "four_is_two_pairs",
        False,
        {
            "teyaku.kuttsuki.when": (
                "2 + 2 + 2 + 2 cards, each of one month (a month may serve twice)",
                "2 + 2 + 2 + 2 cards, each of one month",
            )
        },
    ),
    ("koikoi", "dealt_stack", True, {"groups.dealt.counts": ("best", "all")}),
    (
        "koikoi",
        "dealt_both",
        "each",
        {
            "steps.dealt.when": ("exactly 1 of the players: dealt yaku at least 1", None),
            "scores.winners": (1, 2),  # both score
        },
    ),
    ("koikoi", "exhaustive_draw", "dealer", {"steps.dealers_points": (ABSENT, PRESENT)}),
    (
        "koikoi",
        "zero_sum",
        True,
        {"steps.teyaku.from_": (None, "each other player"), "steps.yaku.from_": (None, "each other player")},
    ),
    ("taiyaku", "receipts_at_stake", False, {"stake.receipts": (True, False)}),
    ("taiyaku", "return_rule", "both", {"table.return_rule": ("either", "both")}),
    ("taiyaku", "compensation", "each", {"table.compensation": ("shared", "each")}),
    ("taiyaku", "leader_bind", True, {"table.leader_may_drop": (True, False)}),
    ("taiyaku", "nobody_plays", "returned", {"steps.dropout.when": (None, "at least 1 players")}),
    ("taiyaku", "four_on_field", "play", {"misdeal": (PRESENT, ABSENT)}),
    *((name, "rounds", rounds, _MATCH) for name in ("taiyaku", "hiraya") for rounds in (3, 6, 12)),
    ("hiraya", "teyaku_in_score", False, {"steps.teyaku.in_": (None, "chips")}),
    ("hana-awase", "chaff_points", 0, _NO_CHAFF),
    ("bakappana", "chaff_points", 0, _NO_CHAFF),
    ("ichi-ni-san", "two_yaku", "all", {"groups.shares.counts": ("best", "all")}),
    (
        "sudaoshi",
        "lucky_hands",
        "four",
        {
            "teyaku.triplet.value.points": (20, 10),
            "teyaku.three_pairs.value.points": (40, 20),
            "teyaku.four_three.value.points": (200, 30),
            "teyaku.three_ribbons": (ABSENT, PRESENT),
            **{f"teyaku.{name}": (PRESENT, ABSENT) for name in _HANDS_OF_HACHI_HACHI},
        },
    ),
    ("saburokku", "two_yaku", "all", {"groups.shares.counts": ("best", "all")}),
    # Rounded shares need not add up to 0.
    ("saburokku", "share_rounding", "down", {"steps.par.rounded": (None, "down"), "scores.sum": (0, None)}),
    ("saburokku", "share_rounding", "up", {"steps.par.rounded": (None, "up"), "scores.sum": (0, None)}),
    ("tensho", "yaku_set", "second", _SECOND_SET),
    (
        "tensho",
        "four_cards",
        "replaces",
        {
            f"groups.{name}.counts": ("all", "best")
            for name in ("front_kings", "back_kings", "front_women", "back_women")
        },
    ),
    ("min-hwatu", "five_birds", True, {"yaku.five_birds": (ABSENT, PRESENT)}),
    (
        "go-stop",
        "jokers",
        True,
        {
            "classes.junk": (_CHAFF, f"{_CHAFF} J1 J2"),
            "left_out.with_": ([], "J1 J2"),
            "yaku.junk.value.heavy": ("11C 12C", "11C 12C J1 J2 / J2"),
            "yaku.junk.value.of": (_CHAFF, f"{_CHAFF} J1 J2"),
        },
    ),
    ("go-stop", "dry_brights", 5, {"yaku.four_dry_brights": (ABSENT, PRESENT)}),
    ("hachi-hachi", "kan", 10, {f"steps.{step}.times.0": ("times 12", "times 10") for step in _KAN}),
    (
        "hachi-hachi",
        "fields",
        "multiplied",
        {**_MULTIPLIED, **_NO_MATCH, "facts.doubles": (PRESENT, ABSENT), "facts.fourfolds": (PRESENT, ABSENT)},
    ),
    ("hachi-hachi", "boar_deer_butterflies", True, {"yaku.boar_deer_butterflies": (ABSENT, PRESENT)}),
    (
        "hachi-hachi",
        "more_ribbons",
        True,
        {
            "yaku.seven_ribbons.value.beyond": (0, 7),
            "yaku.seven_ribbons.value.each": (0, 1),
            "yaku.seven_ribbons.value.of": ("", "1R 2R 3R 4R 5R 6R 7R 9R 10R 11R"),
        },
    ),
    (
        "roppyakken",
        "willow_ribbon",
        False,
        {"yaku.seven_ribbons.when": ("any 7 of ribbons", "any 7 of 1R 2R 3R 4R 5R 6R 7R 9R 10R")},
    ),
    ("roppyakken", "rain_voids_viewing", True, {"voids": (ABSENT, PRESENT)}),
    (
        "roppyakken",
        "hand_yaku",
        True,
        {
            "unused": (
                ("stopped_by", "calls", "koikoi", "chips", "pot", "revealed", "teyaku", "counted_as"),
                ("stopped_by", "calls", "koikoi", "chips", "pot", "revealed", "counted_as"),
            ),
            "groups.triplets": (ABSENT, PRESENT),
            "teyaku": (ABSENT, PRESENT),
            "steps.teyaku": (ABSENT, PRESENT),
        },
    ),
    (
        "roppyakken",
        "korean_ribbons",
        True,
        {
            "groups.viewing_ribbons": (ABSENT, PRESENT),
            "yaku.boar_deer_butterflies_ribbons": (ABSENT, PRESENT),
            "yaku.gun_ribbons": (ABSENT, PRESENT),
            "yaku.flower_viewing_ribbons": (ABSENT, PRESENT),
            "yaku.moon_viewing_ribbons": (ABSENT, PRESENT),
        },
    ),
    ("min-hwatu", "five_brights", 50, {"yaku.five_brights": (ABSENT, PRESENT)}),
    ("min-hwatu", "five_brights", 200, {"yaku.five_brights": (ABSENT, PRESENT)}),
    ("min-hwatu", "four_paulownias", True, {"yaku.four_paulownias": (ABSENT, PRESENT)}),
    ("hana-awase", "five_brights", 100, {"yaku.five_brights.value.points": (200, 100)}),
    ("hana-awase", "spring_beside_brights", False, {"yaku.spring.group": (None, "brights")}),
    ("hana-awase", "drinking", 40, {"yaku.drinking.value.points": (30, 40)}),
    (
        "hana-awase",
        "rows",
        10,
        {f"yaku.{row}_row.value.points": (20, 10) for row in ("willow", "wisteria", "paulownia")},
    ),
    ("hana-awase", "full_willow_voids", "opponents", {"voids": (ABSENT, PRESENT)}),
    ("hana-awase", "full_willow_voids", "everybody", {"voids": (ABSENT, PRESENT)}),
    ("hana-awase", "rain_man_bars_viewing", True, {"voids": (ABSENT, PRESENT)}),
]

_LIGHT = "koikoi A:1B,3B,8B B:2A,6A,7A,10A stopped_by=A"
_FOUR_AND_PAIRS = "koikoi A.dealt:1BRCC,2AR,3BR"
_RECEIPTS = (
    "taiyaku A.dealt:1CC,2CC,3CC,4C,5A A:2C B.dealt:6ARCC,7A,8B,9R,10R B:5C C.dealt:7RCC,8ACC,9AC C:1B,3B,8B,12B"
)
_RETURNED = "taiyaku A.dealt:12BCCC,1CC,2CC A.returned:{} A:2C B:3C C:4C"
_FORCED: dict[str, Any] = {
    "rules": "taiyaku",
    "seats": ["A", "B", "C", "D", "E"],
    "players": {"A": {"captured": "2C"}, "B": {"captured": "3C"}, "C": {"captured": "4C"}},
    "forced_out": {"D": {"dealt": "1B 2ARCC 4ARC"}, "E": {"dealt": "3B 5ARCC 6ARC"}},
}
_LEADER_DROPS: dict[str, Any] = {
    "rules": "taiyaku",
    "seats": ["A", "B", "C", "D"],
    "dropped": ["A"],
    "players": {"B": {"captured": "2C"}, "C": {"captured": "3C"}, "D": {"captured": "4C"}},
}
_HIRAYA = (
    "hiraya A.dealt:1CC,2CC,3CC,4C A:1BRCC,2ARCC,3BRCC,4ARCC B:5ARCC,6ARCC,7ARCC,8BACC C:9ARCC,10ARCC,11BARC,12BCCC"
)


def _game(name: str, rounds: int) -> dict[str, Any]:
    """A game of three players with the same round again and again."""
    months = ("1BRCC 2ARCC 3BRCC 4ARCC", "5ARCC 6ARCC 7ARCC 8BACC", "9ARCC 10ARCC 11BARC 12BCCC")
    players = {player: {"captured": cards} for player, cards in zip("ABC", months, strict=True)}
    return {"rules": name, "players": list(players), "rounds": [{"players": players}] * rounds}


#: Six months each; A has the spring, six ribbons, poetry and the wisterias.
_HALVES = "hana-awase A:1BRCC,2ARCC,3BRCC,4ARCC,5ARCC,6ARCC{} B:7ARCC,8BACC,9ARCC,10ARCC,11BARC,12BCCC"

_THREE_RIBBONS = (
    "sudaoshi A:1BRCC,2ARCC,3BRCC,4ARCC B.dealt:1R,2R,3R,4C,5C,6C,7C B:5ARCC,6ARCC,7ARCC,8BCC "
    "C:8A,9ARCC,10ARCC,11BARC,12BCCC"
)
_FIFTHS = "saburokku A:1BC,2ARCC,3BRCC,4ARCC B:1RC,5ARCC,6ARCC,7ARCC,8BACC C:9ARCC,10ARCC,11BARC,12BCCC"
_NO_WHOLE = (
    "-6/5 is no whole number, and saburokku does not say how it is rounded; choose share_rounding=down or "
    "share_rounding=up"
)
_PLAIN_HALVES = _HALVES.replace("hana-awase", "bakappana").format("")
_SHARES = "ichi-ni-san A:1BR,3BR,8BC,12BC,2RC B:5AC C:7AC stopped_by=A"
_JOKERS = "go-stop A:1CC,2CC,3CC,4CC,J1,J2 B:7CC,8CC,9CC C:1B stopped_by=A"
_NO_JOKERS = "go-stop is played without joker-1 (J1), found it in players.A.captured"
_EIGHTY_EIGHT = (
    "hachi-hachi A.dealt:1R,2A,3C,4R,5C,6A,8C B.dealt:1C,2R,3R,4A,7C,9A,10C C.dealt:5R,6C,7A,8A,9C,10A,12C "
    "A:1R,2R,4R,5R,6R,7R,9R,11R B:4AC C:6A,7A,10A stopped_by=A field=2C,4C,5A,6R,7R,9R"
)
_SIX_HUNDRED = "roppyakken A.dealt:1RCC,2RCC,4R,5R A:1R,2R,4R,5R,6R,10R,11R B.dealt:3BRCC,8BACC B:3B,8B,9A,11A"
_BIRDS = "min-hwatu A:2A,4A,8A,1B,3B,8B,11B,12BCCC B:1RCC,2RCC,3RCC,4RCC,5ARCC,6ARCC,7ARCC,8CC,9ARCC,10ARCC,11ARC"
_BRIGHTS = "hana-awase A:1BCC,2ACC,3BCC,8BCC,9A,11B,12B,5R B:1R,2R,3R,4ARCC,5ACC,6ARCC,7ARCC,8A,9RCC,10ARCC,11ARC,12CCC"

#: A rule set, an option, a choice, a record, other options, a part of the result, and what it is before and after.
ROUNDS: list[tuple[str, str, Any, Any, dict[str, Any], str, Any, Any]] = [
    ("koikoi", "families", "stack", "koikoi A:1B,3B,8B,12B B: stopped_by=A", {}, "players.A.score", 16, 26),
    # Boar, deer, butterflies and two animals more: 5 + 2, and 1 for five animals; doubled.
    ("koikoi", "families", "brights_only", "koikoi A:2A,4A,6A,7A,10A B: stopped_by=A", {}, "players.A.score", 14, 16),
    ("koikoi", "nobody_wins_dealer", "next", "koikoi A: B:", {}, "next_dealer", "A", "B"),
    ("koikoi", "cup_yaku", False, "koikoi A:1B,3B,8B,9A B: stopped_by=A", {}, "players.A.score", 30, 5),
    (
        "koikoi",
        "sake_cup_is_chaff",
        True,
        "koikoi A:1CC,2CC,3CC,4CC,5CC,9A B: stopped_by=A",
        {},
        "players.A.score",
        1,
        2,
    ),
    (
        "koikoi",
        "tsukifuda",
        "round_month",
        "koikoi A:1BRCC,3B,8B B: stopped_by=A month=1",
        {},
        "players.A.score",
        5,
        18,
    ),
    ("koikoi", "double_from", 5, _LIGHT, {}, "players.A.score", 5, 10),
    ("koikoi", "double_from", 6, _LIGHT, {"double_from": 5}, "players.A.score", 10, 5),
    ("koikoi", "double_from", 10, "koikoi A:1B,3B,8B,12B B: stopped_by=A", {}, "players.A.score", 16, 8),
    ("koikoi", "double_from", 0, "koikoi A:1B,3B,8B,12B B: stopped_by=A", {}, "players.A.score", 16, 8),
    ("koikoi", "koikoi_multiplier", "count", f"{_LIGHT} koikoi.B=2", {}, "players.A.score", 10, 20),
    ("koikoi", "koikoi_multiplier", "none", f"{_LIGHT} koikoi.B=2", {}, "players.A.score", 10, 5),
    # A hand with a four has four of a month as well, so it takes a table where both count to tell.
    (
        "koikoi",
        "four_is_two_pairs",
        False,
        f"{_FOUR_AND_PAIRS} B.dealt:",
        {"dealt_stack": True},
        "players.A.score",
        12,
        6,
    ),
    ("koikoi", "dealt_stack", True, f"{_FOUR_AND_PAIRS} B.dealt:", {}, "players.A.score", 6, 12),
    (
        "koikoi",
        "dealt_both",
        "each",
        f"{_FOUR_AND_PAIRS} B.dealt:4ARCC,5ARC,6A",
        {},
        "players.B.score",
        0,
        6,
    ),
    ("koikoi", "exhaustive_draw", "dealer", "koikoi A: B:", {}, "players.A.score", 0, 6),
    ("koikoi", "zero_sum", True, _LIGHT, {}, "players.B.change", 0, -5),
    # A receives 5 and 5, pays 5, and owes 12 to C.
    ("taiyaku", "receipts_at_stake", False, _RECEIPTS, {}, "players.A.change", 5 + 5 - 5 - 12, 5 + 5 - 5 - 3),
    # The phoenix is no part of the seven empties, but of the four paulownias.
    ("taiyaku", "return_rule", "both", _RETURNED.format("12B"), {}, "error", None, "contradiction"),
    # The hands are worth 1 and 1: shared, each of three pays 2, and each of two gets 3.
    ("taiyaku", "compensation", "each", _FORCED, {}, "players.E.change", 3, 6),
    ("taiyaku", "leader_bind", True, _LEADER_DROPS, {}, "error", None, "contradiction"),
    (
        "taiyaku",
        "nobody_plays",
        "returned",
        "taiyaku seats=A,B,C,D dropped=A,B,C,D",
        {},
        "pots.pot",
        4,
        0,
    ),
    ("taiyaku", "four_on_field", "play", "taiyaku A: B: C: field=1BRCC,2AR", {}, "error", "contradiction", None),
    *(
        (name, "rounds", rounds, _game(name, rounds), {}, "ended", None, "rounds_over")
        for name in ("taiyaku", "hiraya")
        for rounds in (3, 6, 12)
    ),
    # The teyaku is paid either way.
    ("hiraya", "teyaku_in_score", False, _HIRAYA, {}, "players.A.score", 80 - 80 + 2 * 30 + 2 * 30, 2 * 30),
    ("hana-awase", "chaff_points", 0, _HALVES.format(""), {}, "players.A.card_points", 122, 110),
    ("hana-awase", "chaff_points", 0, _HALVES.format(""), {}, "players.A.score", 50, 50),
    (
        "bakappana",
        "chaff_points",
        0,
        _HALVES.replace("hana-awase", "bakappana").format(""),
        {},
        "players.A.card_points",
        122,
        110,
    ),
    ("sudaoshi", "lucky_hands", "four", _THREE_RIBBONS, {}, "players.B.score", 13, -7),
    ("saburokku", "two_yaku", "all", "saburokku A:1R,2R,3R,6R,9R,10R B: C:", {}, "players.A.score", 6, 12),
    # A has 82 card points and par is 88.
    ("saburokku", "share_rounding", "down", _FIFTHS, {}, "players.A.score", _NO_WHOLE, -2),
    ("saburokku", "share_rounding", "up", _FIFTHS, {}, "players.A.score", _NO_WHOLE, -1),
    ("tensho", "yaku_set", "second", "tensho A:5A,10A,12B B:1R,3R,11R,10R", {}, "winner", "B", "A"),
    # Three yaku of 100 and one of 300.
    ("tensho", "four_cards", "replaces", "tensho A:2R,4R,6R,8A B:1C", {}, "players.A.score", 600, 300),
    ("hana-awase", "full_willow_voids", "opponents", _HALVES.format(""), {}, "players.A.score", 50, -70),
    ("hana-awase", "full_willow_voids", "everybody", _HALVES.format(""), {}, "players.A.score", 50, -10),
    ("hana-awase", "rain_man_bars_viewing", True, _HALVES.format(""), {}, "players.A.score", 50, 70),
    # B has two rows, A one.
    ("hana-awase", "rows", 10, _HALVES.format(""), {}, "players.A.score", 50, 60),
    (
        "ichi-ni-san",
        "two_yaku",
        "all",
        _SHARES,
        {},
        "players.A.score",
        6,
        10,
    ),
    # 130 - 130 for the yaku of the other player, whose five yaku are worth 130.
    # Four dry brights against one bright and none: 4 and 8, or 5 and 10. Ten chaff, and two jokers worth five.
    ("go-stop", "dry_brights", 5, "go-stop A:1B,3B,8B,12B B:11B C:6C stopped_by=A", {}, "players.A.score", 12, 15),
    ("go-stop", "jokers", True, _JOKERS, {}, "players.A.score", _NO_JOKERS, 8),
    # A stops with seven ribbons and the willow's: 10 kan from each of two.
    ("hachi-hachi", "kan", 10, _EIGHTY_EIGHT, {}, "players.A.score", 240, 200),
    ("hachi-hachi", "fields", "multiplied", _EIGHTY_EIGHT.replace("2C,4C", "1B,3B"), {}, "players.A.score", 480, 960),
    ("hachi-hachi", "more_ribbons", True, _EIGHTY_EIGHT, {}, "players.A.score", 240, 264),
    # C holds the three animals, and nobody stops: B and C hold nothing else, A ribbons of 10 kan.
    (
        "hachi-hachi",
        "boar_deer_butterflies",
        True,
        _EIGHTY_EIGHT.replace(" stopped_by=A", ""),
        {},
        "players.C.score",
        -60,
        -60 + 2 * 42,
    ),
    # Seven ribbons of 10 with the willow's: 600 or nothing.
    ("roppyakken", "willow_ribbon", False, _SIX_HUNDRED, {}, "players.A.score", 670, 70),
    # 110 card points and the gun of 300, or of 100 for two of its cards.
    ("roppyakken", "rain_voids_viewing", True, _SIX_HUNDRED, {}, "players.B.score", 420, 120),
    # Two triplets were dealt.
    ("roppyakken", "hand_yaku", True, _SIX_HUNDRED, {}, "players.A.score", 670, 670 + 400),
    # 3R and 9R are 100.
    ("roppyakken", "korean_ribbons", True, _SIX_HUNDRED.replace("B:3B", "B:3BR,9R"), {}, "players.B.score", 440, 540),
    ("min-hwatu", "five_birds", True, _BIRDS, {}, "players.A.score", 0, 50),
    ("min-hwatu", "five_brights", 50, _BIRDS, {}, "players.A.score", 0, 50),
    ("min-hwatu", "five_brights", 200, _BIRDS, {}, "players.A.score", 0, 200),
    ("min-hwatu", "four_paulownias", True, _BIRDS, {}, "players.A.score", 0, 20),
    # A has one card point more than par, and 200, 30 and 30 for brights, spring and drinking; B five yaku of 160.
    ("hana-awase", "five_brights", 100, _BRIGHTS, {}, "players.A.score", 101, 1),
    ("hana-awase", "spring_beside_brights", False, _BRIGHTS, {}, "players.A.score", 101, 71),
    ("hana-awase", "drinking", 40, _BRIGHTS, {}, "players.A.score", 101, 111),
]
