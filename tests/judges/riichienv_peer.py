"""The PyPI package ``riichienv`` (a compiled engine) as a judge of four-player wins under Tenhou's rules.

It tells less than :mod:`tests.judges.mahjong_peer`: which yaku, but not what each is worth, and no dora by kind.
Compare with :func:`as_told` of our verdict.
"""

from dataclasses import dataclass, fields, replace

import riichienv
from riichienv import Meld, MeldType, Wind, WinResult, _riichienv

from tests.judges.tiles import Form, Record, read_tiles
from tests.judges.verdict import Verdict, payments_of, refusal

#: The peer's English names and our ids.
YAKU = {
    "Riichi": "riichi",
    "Double Riichi": "double_riichi",
    "Ippatsu": "ippatsu",
    "Menzen Tsumo": "menzen_tsumo",
    "Pinfu": "pinfu",
    "Tanyao": "tanyao",
    "Iipeiko": "iipeikou",
    "Yakuhai (haku)": "haku",
    "Yakuhai (hatsu)": "hatsu",
    "Yakuhai (chun)": "chun",
    "Yakuhai (seat wind)": "seat_wind",
    "Yakuhai (round wind)": "round_wind",
    "Haitei Raoyue": "haitei",
    "Houtei Raoyui": "houtei",
    "Rinshan Kaihou": "rinshan",
    "Chankan": "chankan",
    "Chiitoitsu": "chiitoitsu",
    "Sanshoku Doujun": "sanshoku_doujun",
    "Sanshoku Doukou": "sanshoku_doukou",
    "Ittsu": "ittsuu",
    "Chantai": "chanta",
    "Junchan": "junchan",
    "Toitoi": "toitoi",
    "San Ankou": "sanankou",
    "San Kantsu": "sankantsu",
    "Honroutou": "honroutou",
    "Shou Sangen": "shousangen",
    "Honitsu": "honitsu",
    "Chinitsu": "chinitsu",
    "Ryanpeikou": "ryanpeikou",
    "Tenhou": "tenhou",
    "Chiihou": "chihou",
    "Dai Sangen": "daisangen",
    "Su Ankou": "suuankou",
    "Su Ankou Tanki": "suuankou_tanki",
    "Tsuu iisou": "tsuuiisou",
    "Ryuu iisou": "ryuuiisou",
    "Chinroutou": "chinroutou",
    "Chuuren Poutou": "chuuren_poutou",
    "Junsei Chuuren Poutou": "junsei_chuuren_poutou",
    "Kokushi Musou": "kokushi_musou",
    "Kokushi Musou 13-men": "kokushi_musou_juusanmen",
    "Sho Suusi": "shousuushi",
    "Dai Suusi": "daisuushi",
    "Su Kantsu": "suukantsu",
}
DORA = ("Dora", "Aka Dora", "Ura Dora")
#: Counted double by the peer whatever the rules; under Tenhou's rules they count once.
DOUBLED = {"suuankou_tanki", "junsei_chuuren_poutou", "kokushi_musou_juusanmen", "daisuushi"}
NAMES = {yaku.id: yaku.name_en for yaku in riichienv.get_all_yaku()}
WINDS = {"E": Wind.East, "S": Wind.South, "W": Wind.West, "N": Wind.North}
MELDS: dict[Form, tuple[MeldType, bool]] = {
    "run": (MeldType.Chi, True),
    "triplet": (MeldType.Pon, True),
    "quad": (MeldType.Daiminkan, True),
    "promoted": (MeldType.Kakan, True),
    "concealed": (MeldType.Ankan, False),
}


@dataclass(frozen=True, slots=True)
class Prepared:
    """The compiled evaluator of a hand, and its arguments.

    The package's Python class of the same name adds a conversion to every call, and a second winning tile to a hand
    with two quads, so as a judge the compiled one is used directly; :func:`value_publicly` is for measuring.
    """

    evaluator: _riichienv.HandEvaluator
    concealed: list[int]
    melds: list[Meld]
    win: int
    dora: list[int]
    ura: list[int]
    conditions: _riichienv.Conditions


def prepare(record: Record) -> Prepared:
    """Read a record into what the peer takes; renhou and liabilities, which it does not know here, are left out."""
    read, tsumo = read_tiles(record), record["by"] == "tsumo"
    conditions = _riichienv.Conditions(
        tsumo=tsumo,
        riichi=bool(record.get("riichi")),
        double_riichi=record.get("riichi") == "double",
        ippatsu=record.get("ippatsu", False),
        haitei=tsumo and record.get("last_tile", False),
        houtei=not tsumo and record.get("last_tile", False),
        rinshan=record.get("rinshan", False),
        chankan=bool(record.get("chankan")),
        tsumo_first_turn=tsumo and record.get("first_turn", False),
        player_wind=WINDS[record["seat"]],
        round_wind=WINDS[record["round"]],
        riichi_sticks=record.get("sticks", 0),
        honba=record.get("honba", 0),
    )
    melds = []
    for meld in read.melds:
        kind, opened = MELDS[meld.form]
        melds.append(Meld(kind, sorted(meld.tiles), opened))
    concealed = sorted(read.concealed)
    evaluator = _riichienv.HandEvaluator(concealed, melds)
    return Prepared(evaluator, concealed, melds, read.win, list(read.dora), list(read.ura), conditions)


def value(hand: Prepared) -> WinResult:
    """Score a prepared hand, with nothing of ours between."""
    return hand.evaluator.calc(hand.win, hand.dora, hand.ura, hand.conditions)


def value_tiles(hand: Prepared) -> WinResult:
    """As :func:`value`, but with the evaluator made anew, as it is for a hand not seen before."""
    evaluator = _riichienv.HandEvaluator(hand.concealed, hand.melds)
    return evaluator.calc(hand.win, hand.dora, hand.ura, hand.conditions)


def public_conditions(hand: Prepared) -> riichienv.Conditions:
    """The conditions of a prepared hand as the package's public Python class."""
    names = [field.name for field in fields(riichienv.Conditions)]
    return riichienv.Conditions(**{name: getattr(hand.conditions, name) for name in names})


def value_publicly(hand: Prepared, conditions: riichienv.Conditions) -> WinResult:
    """Score a hand not seen before as the package's documentation does: ``HandEvaluator(tiles, melds).calc(...)``."""
    evaluator = riichienv.HandEvaluator(hand.concealed, hand.melds)
    return evaluator.calc(hand.win, hand.dora, conditions, hand.ura)


def verdict(record: Record) -> Verdict:
    """What the peer says of a record; an unused field is left as in :func:`as_told`."""
    result = value(prepare(record))
    if not result.is_win:
        return refusal("no_yaku" if result.has_win_shape else "not_complete")
    names = [NAMES[number] for number in result.yaku]
    yaku = {YAKU[name] for name in names if name not in DORA}
    limits = len(yaku) if result.yakuman else 0
    counters = (300 if record["by"] == "ron" else 100) * record.get("honba", 0)
    paid = limits + len(yaku & DOUBLED) if limits else 1

    each = result.ron_agari if record["by"] == "ron" else result.tsumo_agari_ko
    each, dealer = ((amount - counters) * (limits or 1) // paid for amount in (each, result.tsumo_agari_oya))
    points = each if record["by"] == "ron" else each * 3 if record["seat"] == "E" else 2 * each + dealer
    return Verdict(
        yaku=tuple(sorted((name, None) for name in yaku)),
        han=None if limits else result.han,
        fu=None if limits else result.fu,
        limits=limits,
        points=points,
        payments=payments_of(record, each=each + counters, dealer=dealer + counters),
    )


def as_told(ours: Verdict) -> Verdict:
    """Our verdict without what this peer does not tell: the han of each yaku, and the dora by kind."""
    return replace(ours, yaku=tuple((name, None) for name, _ in ours.yaku), dora=(0, 0, 0))
