"""The vocabulary of conditions in hands: every word with a hand that it holds for, and a near miss."""

from __future__ import annotations

from typing import Final

__all__ = ["ORPHANS", "PAIRS", "PATTERNS", "PLAIN", "ROWS"]

#: Runs 123m 456m 345p 234s, pair 99s, a closed wait, nothing else.
PLAIN: Final = "123456m345p2499s +3s"
ORPHANS: Final = "9m19p19s1234567z1p +1m"
PAIRS: Final = "1122m3344p5566s7z +7z"
#: Tiles that are unconnected with one more, and a tsumo in the first turn.
ONE_PAIR: Final = "147m258p369s1234z +"
FIRST: Final = "tsumo first_turn"

#: A condition, a hand that meets it, and one that nearly does.
ROWS: Final = [
    # ---- circumstances
    ("by: tsumo", f"{PLAIN} tsumo", f"{PLAIN} ron"),
    ("by: ron", f"{PLAIN} ron", f"{PLAIN} tsumo"),
    ("hand: closed", "123456m2499s +3s [2222p] ron", "123456m2499s +3s (2222p) ron"),
    ("hand: open", "123456m2499s +3s (2222p) ron", "123456m2499s +3s [2222p] ron"),
    ("seat: dealer", f"{PLAIN} ron seat=E", f"{PLAIN} ron seat=N"),
    ("seat: other", f"{PLAIN} ron seat=N", f"{PLAIN} ron seat=E"),
    ("declared: {riichi: true}", f"{PLAIN} ron riichi", f"{PLAIN} ron riichi=double"),
    ("declared: {riichi: double}", f"{PLAIN} ron riichi=double", f"{PLAIN} ron riichi"),
    ("declared: {riichi: [true, double]}", f"{PLAIN} ron riichi=double", f"{PLAIN} ron"),
    ("declared: {riichi: [false, double]}", f"{PLAIN} ron riichi=double", f"{PLAIN} ron riichi"),
    ("declared: {riichi: false}", f"{PLAIN} ron", f"{PLAIN} ron riichi"),
    ("declared: {chankan: true}", f"{PLAIN} ron chankan", f"{ORPHANS} ron chankan=concealed"),
    ("declared: {chankan: concealed}", f"{ORPHANS} ron chankan=concealed", f"{PLAIN} ron chankan"),
    ("declared: {chankan: [true, concealed]}", f"{PLAIN} ron chankan", f"{PLAIN} ron"),
    ("declared: {ippatsu: true}", f"{PLAIN} ron riichi ippatsu", f"{PLAIN} ron riichi"),
    ("declared: {rinshan: true}", "123456m2499s +3s [2222p] tsumo rinshan", "123456m2499s +3s [2222p]"),
    ("declared: {rinshan: false}", "123456m2499s +3s [2222p]", "123456m2499s +3s [2222p] tsumo rinshan"),
    ("declared: {last_tile: true}", f"{PLAIN} tsumo last_tile", PLAIN),
    ("declared: {first_turn: true}", f"{PLAIN} ron first_turn", f"{PLAIN} ron"),
    ("declared: {riichi: true, last_tile: true}", f"{PLAIN} ron riichi last_tile", f"{PLAIN} ron last_tile"),
    ("fact: {dealer_keeps: {at_least: 3}}", f"{PLAIN} ron facts.dealer_keeps=3", f"{PLAIN} ron facts.dealer_keeps=2"),
    ("fact: {dealer_keeps: {at_most: 3}}", f"{PLAIN} ron facts.dealer_keeps=3", f"{PLAIN} ron facts.dealer_keeps=4"),
    ("fact: {dealer_keeps: 3}", f"{PLAIN} tsumo facts.dealer_keeps=3", f"{PLAIN} tsumo facts.dealer_keeps=4"),
    ("fact: {dealer_keeps: 0}", PLAIN, f"{PLAIN} tsumo facts.dealer_keeps=1"),
    ("fact: {win_merged: true}", f"{PLAIN} tsumo facts.win_merged=true", PLAIN),
    ("fact: {win_merged: false}", f"{PLAIN} tsumo facts.win_merged=false", f"{PLAIN} tsumo facts.win_merged=true"),
    (
        "fact: {dealer_keeps: {at_least: 1, at_most: 2}, win_merged: true}",
        f"{PLAIN} tsumo facts.dealer_keeps=2 facts.win_merged=true",
        f"{PLAIN} tsumo facts.dealer_keeps=3 facts.win_merged=true",
    ),
    ("discards: {none: orphan}", f"{PLAIN} tsumo discards=2m5p8s", f"{PLAIN} tsumo discards=2m5p9s"),
    ("discards: {none: orphan}", f"{PLAIN} tsumo discards=2m", PLAIN),
    ("discards: {none: seat_wind}", f"{PLAIN} tsumo discards=1z", f"{PLAIN} tsumo discards=2z"),
    ("discards: {none_of_hand: true}", f"{PLAIN} tsumo discards=7m1z", f"{PLAIN} tsumo discards=7m3s"),
    ("discards: {none: honour, none_of_hand: true}", f"{PLAIN} tsumo discards=7m", f"{PLAIN} tsumo discards=7m1z"),
    # ---- shapes and tiles
    ("shape: standard", PLAIN, PAIRS),
    ("shape: seven_pairs", PAIRS, "11m22p333s444555z +2p"),
    ("shape: thirteen_orphans", ORPHANS, "111m999p11s11122z +2z"),
    # Only a tsumo in the first turn wins with these.
    ("shape: thirteen_unconnected", f"{ONE_PAIR}1z {FIRST}", f"{ONE_PAIR}5z {FIRST}"),
    ("shape: thirteen_unconnected", f"{ONE_PAIR}1m {FIRST}", f"{ONE_PAIR}5z {FIRST}"),
    ("shape: fourteen_unconnected", f"{ONE_PAIR}5z {FIRST}", f"{ONE_PAIR}1z {FIRST}"),
    ("tiles: {every: simple}", "234567m234p5588s +8s", "123456m234p5588s +8s"),
    ("tiles: {every: simple}", "234567m5588s +8s (234p)", "234567m5588s +8s (123p)"),
    ("tiles: {some: honour}", PAIRS, PLAIN),
    ("tiles: {none: honour}", PLAIN, PAIRS),
    ("tiles: {some: terminal, none: dragon}", "123456m345p22s11z +2s", "123456m345p22s55z +2s"),
    ("tiles: {every: orphan, some: honour}", "111m999p11199s55z +5z", "111m1999p111999s +1p"),
    ("tiles: {some: round_wind}", "123456m345p22s11z +2s", "123456m345p22s22z +2s"),
    ("suits: 1", "123456789m1122z +2z", "123456m123p1122z +2z"),
    ("suits: 0", "1112223335566z +6z", "66m11122233355z +6m"),
    ("suits: {at_least: 3}", PLAIN, "123456m345p1122z +2z"),
    ("suits: {at_most: 2}", "123456m345p1122z +2z", PLAIN),
    # 1+2+...+9 = 45, 3x1 + 2x2 = 7; honours have no rank.
    ("rank_sum: {exactly: 45}", "123456789m1112z +2z", "123456m678p1112z +2z"),
    ("rank_sum: {at_least: 21}", "123456m111222z5z +5z", "1112m222333z555z +2m"),
    ("rank_sum: {at_most: 7}", "1112m222333z555z +2m", "1113m222333z555z +3m"),
    # A quad counts four times: 4x9 + 3x9 + 2x8 = 79.
    ("rank_sum: {exactly: 79}", "999m8p111z +8p [9999p](222z)", "999m8p111z +8p (999p)(222z)"),
    ("rank_sum: {of: circles, at_least: 27}", "111222m999p2z +2z (333s)", "999222m888p2z +2z (333s)"),
    ("dora: {dora: 2}", f"{PLAIN} tsumo dora=8s", f"{PLAIN} tsumo dora=3p"),
    ("dora: {dora: 0}", PLAIN, f"{PLAIN} tsumo dora=3p"),
    ("dora: {red: {at_least: 2}}", "123406m340p2499s +3s", "123406m345p2499s +3s"),
    ("dora: {ura: 1}", f"{PLAIN} ron riichi dora=1z ura=3p", f"{PLAIN} ron riichi dora=3p ura=1z"),
    ("dora: {all: {at_least: 4}}", "123406m340p2499s +3s tsumo dora=8s", "123406m345p2499s +3s tsumo dora=8s"),
    ("dora: {red: 1, dora: 1}", "123406m345p2499s +3s tsumo dora=3p", "123456m345p2499s +3s tsumo dora=3p"),
    ("concealed: {exactly: 22334455667788a}", "22334455667788s", "22334455667799s"),
    ("concealed: {exactly: 22334455667788p}", "22334455667788p", "22334455667788s"),
    ("concealed: {exactly: 1112345678999a, plus_one: true}", "11123456789995m", "11122234567899m"),
    ("concealed: {exactly: 123456789a11122b}", "123456789m11122p", "11112223456789m"),
    ("concealed: {exactly: 11122233a123b555z}", "11122233m123s555z", "11122233m555z (123s)"),
    ("before_win: 1112345678999a", "1112345678999m +5m", "1112345678995m +9m"),
    ("before_win: 19m19p19s1234567z", "19m19p19s1234567z +1m", ORPHANS),
    (
        "before_win: 19m19p19s1234567z",
        "19m19p19s1234567z +1m",
        "19m19p19s1234567z +1m tsumo facts.win_merged=true",
    ),
    ("winning_tile: dragon", "123456m345p99s55z +5z", PLAIN),
    ("winning_tile: seat_wind", "123456m345p99s22z +2z", "123456m345p99s22z +9s"),
    # ---- groups and the pair
    ("groups: {every: {kind: run}}", PLAIN, "123456m555p2499s +3s"),
    ("groups: {every: {kind: run}}", PLAIN, PAIRS),
    ("groups: {every: {kind: triplet}}", "111m222p333s4445z +5z", "111m222p234s4445z +5z"),
    ("groups: {every: {kind: quad}}", "5z +5z (1111m)[2222p](333+3s)(4444z)", "5z +5z (1111m)[2222p](333+3s)(444z)"),
    ("groups: {every: {kind: triplet, concealed: true}}", "111m222p333s4445z +5z ron", "111m222p333s4455z +5z ron"),
    ("groups: {every: {kind: triplet, concealed: true}}", "111m222p4445z +5z [3333s]", "111m222p4445z +5z (3333s)"),
    ("groups: {every: {concealed: false}}", "5s +5s (123m)(222p)(333s)(4444z)", "5s +5s (123m)(222p)(333s)[4444z]"),
    ("groups: {every: {kind: triplet, quad: false}}", "111m222p333s4445z +5z ron", "111m222p4445z +5z [3333s] ron"),
    ("groups: {every: {touches: terminal}}", "123789m123p78s22z +9s", "123789m123p77s22z +7s"),
    ("groups: {every: {within: simple}}", "234567m234p78s22z +6s", "123456m234p78s22z +6s"),
    ("groups: {some: {kind: triplet, within: white}}", "123456m345p99s55z +5z", "123456m345p99s55z +9s"),
    ("groups: {some: {kind: quad}}", "123456m2499s +3s [5555z]", "123456m2499s +3s (555z)"),
    ("groups: {some: {kind: triplet, quad: false}}", "123456m2499s +3s (555z)", "123456m2499s +3s [5555z]"),
    ("groups: {some: {quad: true, concealed: false}}", "123456m2499s +3s (555+5z)", "123456m2499s +3s [5555z]"),
    ("groups: {some: {kind: run, concealed: false}}", "123456m2499s +3s (345p)", "123456m2499s +3s (333p)"),
    ("groups: {some: {kind: run, concealed: true}}", "2499s +3s (345p)(123m)(456m)", "2299s +2s (345p)(123m)(456m)"),
    ("groups: {some: {kind: run, touches: terminal}}", PLAIN, "234567m345p2499s +3s"),
    ("groups: {none: {kind: run}}", "111m222p333s4445z +5z", "111m222p234s4445z +5z"),
    ("groups: {none: {touches: orphan}}", "234567m345p2499s +3s", PLAIN),
    (
        "groups: {some: {kind: quad}, none: {concealed: false}}",
        "123456m2499s +3s [5555z]",
        "456m2499s +3s (123m)[5555z]",
    ),
    (
        "groups: {exactly: 3, of: {kind: triplet, concealed: true}}",
        "111m222p333s4455z +5z ron",
        "111m222p33567s44z +4z ron",
    ),
    ("groups: {at_least: 2, of: {kind: quad}}", "123m2499s +3s [5555z](1111p)", "123m2499s +3s [5555z](111p)"),
    ("groups: {at_most: 1, of: {kind: run}}", "123m111p222s5566z +6z", "123m111p234s5566z +6z"),
    ("groups: {at_least: 1, at_most: 2, of: {kind: run}}", "123m111p234s5566z +6z", "123m123p234s5566z +6z"),
    ("groups: {exactly: 3, of: {touches: honour}}", "123m1112225566z +6z", "123m234p1115566z +6z"),
    ("groups: {exactly: 2, of: {kind: run, within: characters}}", PLAIN, "123456789m2499s +3s"),
    ("parts: {every: {touches: orphan}}", "123789m123p78s22z +9s", "123789m123p5578s +9s"),
    ("parts: {every: {within: honour}}", "1112223335566z +6z", "6m111222333555z +6m"),
    ("parts: {some: {kind: pair, within: dragon}}", "123456m345p24s55z +3s", "123456m24s11z +3s (555z)"),
    ("parts: {none: {touches: honour}}", PLAIN, "123456m345p24s11z +3s"),
    ("parts: {exactly: 1, of: {within: dragon}}", "123456m345p24s55z +3s", "123456m24s55z +3s (666z)"),
    ("parts: {at_least: 5, of: {touches: orphan}}", "123789m123p78s22z +9s", "123789m123p5578s +9s"),
    ("pair: dragon", "123456m345p24s55z +3s", "123456m24s11z +3s (555z)"),
    ("pair: dragon", "123456m345p24s55z +3s", PAIRS),
    # ---- the winning tile and its wait
    ("taken_by: {kind: run}", PLAIN, "123456m345p1199s +9s"),
    ("taken_by: {kind: pair}", "123456m345p1119s +9s", "123456m345p1199s +9s"),
    ("taken_by: {kind: triplet, within: honour}", "123456m345p11s55z +5z", "123456m345p11s55z +1s"),
    ("taken_by: {kind: triplet, concealed: false}", "123456m345p11s55z +5z ron", "123456m345p11s55z +5z"),
    ("taken_in: [run n a, run n a]", "11223m456p78955s +3m", "112233m45p78955s +6p"),
    ("taken_in: [run n a, run n a]", "11223m456p78955s +3m", "112233m456p7895s +5s"),
    ("taken_in: [run 1 a, pair 9 a]", "123456m345p111z9m +9m", "12399m345p111z56m +4m"),
    ("taken_in: [run n m, run n p, run n s]", "234m23p234777s55z +4p", "234m234p23477s55z +7s"),
    ("wait: edge", "12456m345p23499s +3m", "23456m345p23499s +1m"),
    ("wait: edge", "45689m345p23499s +7m", "45678m345p23499s +9m"),
    ("wait: closed", PLAIN, "123456m345p3499s +2s"),
    ("wait: open", "123456m345p3499s +2s", PLAIN),
    ("wait: shanpon", "123456m345p1199s +9s", "123456m345p1119s +9s"),
    ("wait: pair", "123456m345p1119s +9s", "123456m345p1199s +9s"),
    ("wait: pair", PAIRS, ORPHANS),
    ("wait: [edge, closed, pair]", PLAIN, "123456m345p1199s +9s"),
    ("wait: closed", PLAIN, f"{PLAIN} tsumo facts.win_merged=true"),
    # ---- fu and other yaku
    ("no_fu: true", "123456m345p3499s +2s", "123456m345p34s55z +2s"),
    ("no_fu: false", "123456m345p34s55z +2s", "123456m345p3499s +2s"),
    ("fu_so_far: 2", PLAIN, "123456m345p3499s +2s"),
    ("yaku: toitoi", "111m222p333s4445z +5z ron", "111m222p234s4445z +5z ron"),
    ("yaku: [pinfu, toitoi]", "123456m345p3499s +2s", PLAIN),
    # A suppressed yaku is there all the same.
    ("yaku: chanta", "123789m123p7899s +9s ron", "234789m123p7899s +9s ron"),
    ("another_yaku: true", f"{PLAIN} ron riichi", f"{PLAIN} ron"),
    ("another_yaku: false", f"{PLAIN} ron dora=8s", f"{PLAIN} ron riichi"),
    # ---- joined
    ("by: tsumo, seat: dealer", f"{PLAIN} tsumo seat=E", f"{PLAIN} tsumo seat=S"),
    ("all: [{by: tsumo}, {seat: dealer}]", f"{PLAIN} tsumo seat=E", f"{PLAIN} ron seat=E"),
    ("any: [{by: tsumo}, {seat: dealer}]", f"{PLAIN} ron seat=E", f"{PLAIN} ron seat=S"),
    ("not: {by: tsumo, seat: dealer}", f"{PLAIN} tsumo seat=S", f"{PLAIN} tsumo seat=E"),
]  # fmt: skip

#: As above, of the word for groups that belong together.
PATTERNS: Final = [
    ("[run n m, run n p, run n s]", "234m234p234s111z5z +5z ron", "234m234p345s111z5z +5z ron"),
    ("[run n a, run n b, run n c]", "234m234p234s111z5z +5z ron", "234m234p345s111z5z +5z ron"),
    # Different letters may mean the same suit.
    ("[run n a, run n b]", "223344m111z789s5z +5z ron", "234m345p111z789s5z +5z ron"),
    ("[run 1 a, run 4 a, run 7 a]", "123456789p111z5z +5z ron", "123456p789s111z5z +5z ron"),
    ("[run n a, run n+3 a, run n+6 a]", "123456789p111z5z +5z ron", "123456p678p111z5z +5z ron"),
    ("[run n a, run n+2 a, run n+4 a]", "123345567s111z5z +5z ron", "123345678s111z5z +5z ron"),
    ("[run n+2 a, run n a]", "345567s1112225z +5z ron", "345678s1112225z +5z ron"),
    # Each group is used once: a run is not two identical ones.
    ("[run n a, run n a]", "112233m111z789s5z +5z ron", "123m111z456789s5z +5z ron"),
    ("[run n a, run n a, run n a]", "222333444m789s5z +5z ron", "223344456m789s5z +5z ron"),
    ("[run n a, run n a, run k b, run k b]", "112233m778899s5z +5z ron", "112233m777999s5z +5z ron"),
    # Two pairs of identical runs may be the same run four times.
    ("[run n a, run n a, run k b, run k b]", "222233334444m5z +5z ron", "222333444m234p5z +5z ron"),
    ("[run n a, run n a, run n a, run n a]", "222233334444m5z +5z ron", "222333444m234p5z +5z ron"),
    ("[triplet n a, triplet n+1 a, triplet n+2 a]", "222333444m789s5z +5z ron", "222333555m789s5z +5z ron"),
    (
        "[triplet n a, triplet n+1 a, triplet n+2 a]",
        "789s5z +5z (222m)[3333m](4444m)",
        "789s5z +5z (222m)[3333p](4444m)",
    ),
    (
        "[concealed triplet n a, concealed triplet n+1 a, concealed triplet n+2 a]",
        "222333m789s5z +5z [4444m] ron",
        "222333m789s5z +5z (444m)",
    ),
    # The ron completes one of them, and another concealed triplet is none of the three.
    (
        "[concealed triplet n a, concealed triplet n+1 a, concealed triplet n+2 a]",
        "22233344m777s55z +4m tsumo",
        "22233344m777s55z +4m ron",
    ),
    # Only one of the two has to be concealed.
    ("[concealed triplet n a, triplet n+1 a]", "222m123789s5z +5z (333m)", "333m123789s5z +5z (222m)"),
    ("[triplet n a, triplet n b]", "222m222p789s123s5z +5z ron", "222m333p789s123s5z +5z ron"),
    ("[triplet n m, triplet n p, triplet n s]", "555m555p555s123s5z +5z ron", "555m555p666s123s5z +5z ron"),
    ("[triplet 1 a, triplet 9 a]", "111999p123789s5z +5z ron", "111m999p123789s5z +5z ron"),
    ("[triplet n a, run n a]", "222m234m789s111z5z +5z ron", "222m234p789s111z5z +5z ron"),
    ("[triplet n a, run k a]", "222m678m789s111z5z +5z ron", "222m678p789s111z5z +5z ron"),
    ("[run 2 m]", "234m111p789s111z5z +5z ron", "234p111m789s111z5z +5z ron"),
    # Honours have ranks in no suit.
    ("[triplet 1 a]", "111m234p789s222z5z +5z ron", "111z234p789s222z5z +5z ron"),
    ("[run 7 s]", "234m111p789s111z5z +5z ron", "234m111p678s111z5z +5z ron"),
    # Different letters, and those that must not be the same.
    ("[run n a, run n b, different a b]", "234m234p111z789s5z +5z ron", "223344m111z789s5z +5z ron"),
    ("[run n a, run k a, different n k]", "234567m111z789s5z +5z ron", "223344m111z789s5z +5z ron"),
    ("[triplet n a, triplet k b, different n k]", "222m333p789s111z5z +5z ron", "222m222p789s111z5z +5z ron"),
    (
        "[triplet n a, triplet k b, different n k, different a b]",
        "222m333p789s111z5z +5z ron",
        "222333m789s111z5z +5z ron",
    ),
    ("[run n a, run n+1 b, run n+2 c, different a b c]", "234m345p456s111z5z +5z ron", "234m345p456m111z5z +5z ron"),
    # The pair, and quads.
    ("[run 1 a, pair 9 a]", "123456m345p111z9m +9m", "123456m345p111z9p +9p"),
    ("[triplet n a, triplet n b, pair n c]", "222m222p345s111z2s +2s", "222m222p345s111z3s +3s"),
    ("[triplet n a, pair n b]", "222m456p345s111z2s +2s", "222345m456p111z1s +1s"),
    ("[quad n a]", "123456m2499s +3s [7777p]", "123456m2499s +3s (777p)"),
    ("[quad n a, triplet n+1 a]", "123m2499s +3s [7777p](888p)", "123m2499s +3s (777p)[8888p]"),
    ("[triplet n+8 m]", "999m111p678s111z5z +5z ron", "888m111p678s111z5z +5z ron"),
]  # fmt: skip
