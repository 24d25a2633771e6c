"""What every option changes: in the typed rules by path, and in the score of a hand that shows it."""

from __future__ import annotations

from typing import Any

from tests.tables.typed import ABSENT, PRESENT

__all__ = ["CHANGES", "LIMITS", "RIICHI_CHANGES", "SCORES", "THIRTEEN_HAN"]

LIMITS = ["daisangen", "daisuushi", "tsuuiisou", "chinroutou", "ryuuiisou", "suukantsu"]
FOR_FOURTH_MELD = "1112z +2z (555z)(666z)(777z) ron from=W seat=S round=E honba=1 liable.seat=N liable.for=daisangen"
THIRTEEN_HAN = "123456m345p2499s +3s ron from=W seat=S round=E riichi dora=8888s ura=1234m"
FIRST_TURN = "123456m345p2499s +3s ron from=W seat=S round=E first_turn"

#: What each choice changes in the typed rules, by path: the value before and after.
RIICHI_CHANGES: list[tuple[str, Any, dict[str, tuple[Any, Any]]]] = [
    ("tanyao_open", False, {"yaku.tanyao.value.han.open": (1, None)}),
    ("riichi_min_wall", 1, {"rounds.riichi.min_wall": (4, 1)}),
    ("riichi_quads", "waits", {"rounds.riichi.quads": ("readings", "waits")}),
    ("riichi_quads", "never", {"rounds.riichi.quads": ("readings", "never")}),
    ("kan_dora_rinshan", False, {"dora.turned_for_rinshan": (True, False)}),
    ("double_riichi", 1, {"yaku.double_riichi.value.han.closed": (2, 1)}),
    ("double_wind_pair_fu", 2, {"fu.hand.double_wind_pair.fu": (4, 2)}),
    ("kiriage_mangan", False, {"points.base.round_up_above": (1900, None)}),
    ("open_pinfu_fu", False, {"fu.rest": (PRESENT, ABSENT)}),
    (
        "rinshan_tsumo_fu",
        False,
        {
            "fu.win.tsumo.when": (
                "won by tsumo; Pinfu does not apply",
                "won by tsumo; Pinfu does not apply; not won on a replacement tile",
            )
        },
    ),
    (
        "pinfu_tsumo",
        False,
        {
            "yaku.pinfu.when": (
                "every group is a run; nothing in the hand earns fu; open wait",
                "every group is a run; nothing in the hand earns fu; open wait; won by ron",
            )
        },
    ),
    (
        "kazoe",
        "yonbaiman",
        {"points.levels.kazoe_yakuman": (PRESENT, ABSENT), "points.levels.yonbaiman": (ABSENT, PRESENT)},
    ),
    ("kazoe", "sanbaiman", {"points.levels.kazoe_yakuman": (PRESENT, ABSENT)}),
    ("kazoe", "none", {"points.levels.kazoe_yakuman": (PRESENT, ABSENT)}),
    (
        "double_limits",
        False,
        {
            "yaku.suuankou_tanki.value.limit": (2, 1),
            "yaku.junsei_chuuren_poutou.value.limit": (2, 1),
            "yaku.kokushi_musou_juusanmen.value.limit": (2, 1),
            "yaku.daisuushi.value.limit": (2, 1),
            "yaku.daichisei.value.limit": (2, 1),
        },
    ),
    ("stack_limits", False, {"points.limit.add_up": (True, False)}),
    ("renhou", "none", {"yaku.renhou": (PRESENT, ABSENT)}),
    ("renhou", "han_4", {"yaku.renhou.value.han": (None, 4), "yaku.renhou.value.level": ("mangan", None)}),
    ("renhou", "han_8", {"yaku.renhou.value.han": (None, 8), "yaku.renhou.value.level": ("mangan", None)}),
    ("renhou", "baiman", {"yaku.renhou.value.level": ("mangan", "baiman")}),
    ("renhou", "yakuman", {"yaku.renhou.value.limit": (None, 1), "yaku.renhou.value.level": ("mangan", None)}),
    ("renhou_own", "any_han", {"yaku.renhou.value.gives_way_to": ("own_yaku", "any_han")}),
    ("tenhou_wait", "best", {"winning.first_draw_wait": ("as_recorded", "best")}),
    ("chankan_concealed", "none", {"winning.concealed_quad_robbed_by": (["thirteen_orphans"], [])}),
    ("least_han", 2, {"winning.least_han": (1, 2)}),
    ("least_han", 4, {"winning.least_han": (1, 4)}),
    ("counters_ron", 1500, {"points.counters.ron": (300, 1500)}),
    ("counters_tsumo", 500, {"points.counters.tsumo_each": (100, 500)}),
    ("liable_for", ["daisuushi"], {"liability.for_": (LIMITS, ["daisuushi"])}),
    ("liable_melds", "shown", {"liability.concealed_quads": (False, True)}),
    ("liable_scope", "limit", {"liability.covers": ("hand", "limit")}),
    ("liable_counters", "liable", {"liability.counters_by": ("discarder", "liable")}),
    ("red_fives", {"m": 2, "s": 1}, {"tiles.red_fives.m": (1, 2), "tiles.red_fives.p": (PRESENT, ABSENT)}),
    ("ippatsu", False, {"yaku.ippatsu": (PRESENT, ABSENT)}),
    ("ura_dora", False, {"dora.bonus.ura": (PRESENT, ABSENT)}),
    ("kan_dora", False, {"dora.indicators": (5, 1)}),
    (
        "ryuuiisou_hatsu",
        True,
        {"yaku.ryuuiisou.when": ("only green tiles", "only green tiles, some green dragons")},
    ),
    ("furiten", "note", {"winning.furiten": ("refuse", "note")}),
]


#: The same of the other sets, for options that are their own.
OTHER_CHANGES: list[tuple[str, str, Any, dict[str, tuple[Any, Any]]]] = [
    (
        "sanma-common",
        "indicator_1m",
        "none",
        {
            "dora.order": (
                ["19m", "123456789p", "123456789s", "1234z", "567z"],
                ["123456789p", "123456789s", "1234z", "567z"],
            )
        },
    ),
    ("sanma-common", "north_indicator", "all", {"dora.north.indicated": ("hand", "all")}),
    ("sanma-common", "north_rinshan", True, {"dora.north.rinshan": (False, True)}),
    ("sanma-common", "north_fourth_indicator", True, {"dora.north.fourth_indicator": (False, True)}),
    ("sanma-common", "seasons", 4, {"tiles.seasons": (0, 4)}),
    ("sanma-common", "tsumo_loss", "north_split", {"points.absent_share": ("lost", "split")}),
    ("konami-mfc-sanma", "tsumo_loss", "north_split", {"points.absent_share": ("lost", "split")}),
    ("ron2-sanma", "tsumo_loss", True, {"points.absent_share": ("split", "lost")}),
    (
        "kansai-sanma",
        "four_alike",
        False,
        {
            "shapes.seven_pairs.four_alike": (True, False),
            **{
                f"yaku.{name}.when": (f"seven pairs{more}", f"seven different pairs{more}")
                for name, more in (
                    ("chiitoitsu", ""),
                    ("daisharin", "; tiles of exactly 1 suit; no honours"),
                    ("shousharin", "; tiles of exactly 1 suit; some honours"),
                )
            },
        },
    ),
    ("kansai-sanma", "kazoe", "sanbaiman", {"points.levels.kazoe_yakuman": (PRESENT, ABSENT)}),
    (
        "kansai-sanma",
        "double_limits",
        True,
        {
            f"yaku.{name}.value.limit": (1, 2)
            for name in ("suuankou_tanki", "junsei_chuuren_poutou", "kokushi_musou_juusanmen", "daisuushi")
        },
    ),
    ("sanma", "north_fourth_indicator", False, {"dora.north.fourth_indicator": (True, False)}),
    ("sanma", "below_chart", "lowest_row", {"points.levels.three_han.from_han": (3, 1)}),
    ("sanma", "above_chart", "top_row", {"points.levels.kazoe_yakuman": (PRESENT, ABSENT)}),
    ("sanma", "zero_han_is_yaku", True, {"winning.zero_han_is_yaku": (False, True)}),
    (
        "sanma",
        "sanankou_ron",
        "not_completed",
        {
            "yaku.sanankou.value.han": (ABSENT, PRESENT),
            "yaku.sanankou.value.han.closed": (PRESENT, ABSENT),
            "yaku.sanankou.value.han.open": (PRESENT, ABSENT),
        },
    ),
    (
        "sanma",
        "tanyao_ron",
        "never",
        {
            "yaku.tanyao.when": (
                "only simples",
                "only simples; won by tsumo",
            )
        },
    ),
    (
        "sanma",
        "isshoku_sanjun",
        "concealed_triplets",
        {
            "yaku.isshoku_sanjun.when": (
                "3 identical runs",
                "3 concealed triplets in a row in one suit",
            ),
            "yaku.isshoku_sanjun.suppresses": (("iipeikou", "sanrenkou"), ("sanrenkou", "sanankou")),
        },
    ),
    (
        "sanma",
        "sanrenkou",
        "runs",
        {
            "yaku.sanrenkou.when": (
                "3 triplets in a row in one suit",
                "3 identical runs",
            ),
            "yaku.sanrenkou.suppresses": (ABSENT, PRESENT),
        },
    ),
    ("sanma", "shousangen", "add", {"yaku.shousangen.suppresses": (PRESENT, ABSENT)}),
    (
        "sanma",
        "honroutou",
        "add",
        {"yaku.honroutou.suppresses": (("chanta", "junchan", "toitoi", "chiitoitsu"), ("chanta", "junchan"))},
    ),
    *(
        ("sanma", name, True, {f"yaku.{name}": (ABSENT, PRESENT)})
        for name in ("sanshoku_doukou", "houtei", "daisharin", "daichisei")
    ),
    ("sanma", "nagashi_mangan", True, {"draw_yaku": (ABSENT, PRESENT)}),
]
CHANGES = [*(("riichi", *row) for row in RIICHI_CHANGES), *OTHER_CHANGES]

#: What each choice changes in the score of a hand: result keys before and after; a refusal stands under ``error``.
SCORES: list[tuple[str, Any, str, dict[str, tuple[Any, Any]]]] = [
    (
        "tanyao_open",
        False,
        "23455p66m +6m (345s)(678s) ron from=W seat=S round=E last_tile",
        {"yaku": (["houtei", "tanyao"], ["houtei"]), "han": (2, 1), "base": (480, 240), "points": (2000, 1000)},
    ),
    (
        "double_wind_pair_fu",
        2,
        # 20 + 10 closed ron + 8 concealed 999s + the pair: 42 or 40.
        "11z234m567p34999s +5s ron from=S seat=E round=E riichi",
        {"fu": (50, 40), "base": (400, 320), "points": (2400, 2000)},
    ),
    (
        "kiriage_mangan",
        False,
        "234567m34555p67s +8s ron from=W seat=S round=E riichi ippatsu",
        {"level": ("mangan", None), "base": (2000, 1920), "points": (8000, 7700)},
    ),
    (
        "open_pinfu_fu",
        False,
        "23466p34s +5s (345m)(678s) ron from=W seat=S round=E",
        {"fu": (30, 20), "base": (240, 160), "points": (1000, 700)},
    ),
    (
        "rinshan_tsumo_fu",
        False,
        # 20 + 8 open quad + 2 closed wait, and 2 for the tsumo: 32 or 30.
        "23466p24s +3s (345m)(8888p) tsumo seat=S round=E rinshan",
        {"fu": (40, 30), "base": (640, 480), "points": (2700, 2000)},
    ),
    (
        "pinfu_tsumo",
        False,
        "234567m34599p67s +8s tsumo seat=S round=E",
        {
            "yaku": (["menzen_tsumo", "pinfu"], ["menzen_tsumo"]),
            "han": (2, 1),
            "fu": (20, 30),
            "base": (320, 240),
            "points": (1500, 1100),
        },
    ),
    ("kazoe", "yonbaiman", THIRTEEN_HAN, {"level": ("kazoe_yakuman", "yonbaiman")}),
    (
        "kazoe",
        "sanbaiman",
        THIRTEEN_HAN,
        {"level": ("kazoe_yakuman", "sanbaiman"), "base": (8000, 6000), "points": (32000, 24000)},
    ),
    (
        "kazoe",
        "none",
        THIRTEEN_HAN,
        {"level": ("kazoe_yakuman", "sanbaiman"), "base": (8000, 6000), "points": (32000, 24000)},
    ),
    (
        "double_limits",
        False,
        "111m222p333s4445z +5z ron from=W seat=S round=E",
        {"limits": (2, 1), "base": (16000, 8000), "points": (64000, 32000)},
    ),
    (
        "stack_limits",
        False,
        "1112z +2z (555z)(666z)(777z) ron from=W seat=S round=E",
        {"limits": (2, 1), "base": (16000, 8000), "points": (64000, 32000)},
    ),
    (
        "riichi_min_wall",
        1,
        "123456m345p2499s +3s ron from=W seat=S round=E riichi facts.riichi_wall=3",
        {"error": ("contradiction", None)},
    ),
    (
        "riichi_quads",
        "waits",
        "555s99p78p +6p [666+6s][777+7s] ron from=W seat=S round=E riichi",
        {"error": ("contradiction", None)},
    ),
    (
        "riichi_quads",
        "never",
        "789p88p23m444z +4m [777+7s] ron from=W seat=S round=E riichi",
        {"error": (None, "contradiction")},
    ),
    (
        "kan_dora_rinshan",
        False,
        "456m456p55p78s +9s (2222m) tsumo seat=S round=E rinshan dora=1z",
        {"error": ("contradiction", None)},
    ),
    (
        "double_riichi",
        1,
        "123m456p55p222m78s +9s ron riichi=double from=W seat=S round=E",
        {"han": (2, 1), "base": (640, 320), "points": (2600, 1300)},
    ),
    ("renhou", "none", FIRST_TURN, {"error": (None, "no_yaku")}),
    ("renhou", "han_4", FIRST_TURN, {"han": (None, 4), "fu": (None, 40)}),
    (
        "renhou",
        "han_8",
        FIRST_TURN,
        {
            "han": (None, 8),
            "fu": (None, 40),
            "level": ("mangan", "baiman"),
            "base": (2000, 4000),
            "points": (8000, 16000),
        },
    ),
    (
        "renhou",
        "baiman",
        FIRST_TURN,
        {"level": ("mangan", "baiman"), "base": (2000, 4000), "points": (8000, 16000)},
    ),
    ("least_han", 2, "123456m34p56799s +2p ron from=W seat=S round=E dora=1m", {"error": (None, "not_payable")}),
    ("least_han", 4, "123456m34p56799s +2p ron from=W seat=S round=E riichi", {"error": (None, "not_payable")}),
    (
        "counters_ron",
        1500,
        "123456m34p56799s +2p ron from=W seat=S round=E honba=2",
        {"payments": ({"S": 1600, "W": -1600}, {"S": 4000, "W": -4000})},
    ),
    (
        "counters_tsumo",
        500,
        "123456m34p56799s +2p tsumo seat=S round=E honba=2",
        {
            "payments": (
                {"E": -900, "S": 2100, "W": -600, "N": -600},
                {"E": -1700, "S": 4500, "W": -1400, "N": -1400},
            )
        },
    ),
    (
        "renhou",
        "yakuman",
        FIRST_TURN,
        {"limits": (0, 1), "level": ("mangan", "yakuman"), "base": (2000, 8000), "points": (8000, 32000)},
    ),
    (
        "renhou_own",
        "any_han",
        f"{FIRST_TURN} dora=8888s",
        {
            "yaku": (["renhou"], []),
            "dora": (0, 8),
            "han": (None, 8),
            "fu": (None, 40),
            "level": ("mangan", "baiman"),
            "base": (2000, 4000),
            "points": (8000, 16000),
        },
    ),
    (
        "tenhou_wait",
        "best",
        "11m222p333s44455z +1m tsumo seat=E round=E first_turn",
        {
            "yaku": (["tenhou", "suuankou"], ["tenhou", "suuankou_tanki"]),
            "limits": (2, 3),
            "base": (16000, 24000),
            "points": (96000, 144000),
        },
    ),
    (
        "chankan_concealed",
        "none",
        "9m19p19s1234567z1p +1m ron from=W seat=S round=E chankan=concealed",
        {"error": (None, "contradiction")},
    ),
    (
        "liable_for",
        ["daisuushi"],
        FOR_FOURTH_MELD,
        {"payments": ({"S": 64300, "W": -32300, "N": -32000}, {"S": 64300, "W": -64300})},
    ),
    (
        "liable_melds",
        "shown",
        "11p78s +9s (555z)(666z)[7777z] tsumo seat=S round=E liable.seat=W liable.for=daisangen",
        {"error": ("contradiction", None)},
    ),
    (
        "liable_scope",
        "limit",
        FOR_FOURTH_MELD,
        {"payments": ({"S": 64300, "W": -32300, "N": -32000}, {"S": 64300, "W": -48300, "N": -16000})},
    ),
    (
        "liable_counters",
        "liable",
        FOR_FOURTH_MELD,
        {"payments": ({"S": 64300, "W": -32300, "N": -32000}, {"S": 64300, "W": -32000, "N": -32300})},
    ),
    (
        "red_fives",
        {"p": 1, "s": 1},
        "340567m34555p67s +8s ron from=W seat=S round=E",
        {"error": (None, "impossible_hand")},
    ),
    (
        "red_fives",
        {"m": 2, "p": 1, "s": 1},
        "340067m34555p67s +8s ron from=W seat=S round=E",
        {"error": ("impossible_hand", None)},
    ),
    (
        "ippatsu",
        False,
        "234567m34555p67s +8s ron from=W seat=S round=E riichi ippatsu",
        {
            "yaku": (["riichi", "ippatsu", "pinfu", "tanyao"], ["riichi", "pinfu", "tanyao"]),
            "han": (4, 3),
            "level": ("mangan", None),
            "base": (2000, 960),
            "points": (8000, 3900),
        },
    ),
    (
        "ura_dora",
        False,
        "234567m34555p67s +8s ron from=W seat=S round=E riichi dora=1z ura=4p",
        {"error": (None, "impossible_hand")},
    ),
    (
        "kan_dora",
        False,
        "234567m34555p67s +8s ron from=W seat=S round=E riichi dora=14z",
        {"error": (None, "impossible_hand")},
    ),
    (
        "ryuuiisou_hatsu",
        True,
        # Without it the hand is tanyao and chinitsu: 1 + 5, in an open hand.
        "23466688s33s +3s (222s) ron from=W seat=S round=E",
        {
            "yaku": (["ryuuiisou"], ["tanyao", "chinitsu"]),
            "limits": (1, 0),
            "han": (None, 6),
            "fu": (None, 40),
            "level": ("yakuman", "haneman"),
            "base": (8000, 3000),
            "points": (32000, 12000),
        },
    ),
    (
        "furiten",
        "note",
        "234567m34555p67s +8s ron from=W seat=S round=E discards=5s",
        {"error": ("contradiction", None)},
    ),
]
