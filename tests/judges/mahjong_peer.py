"""The PyPI package ``mahjong`` as a judge of four-player wins under Tenhou's rules."""

from dataclasses import dataclass

from mahjong.hand_calculating import yaku_list as peer_yaku
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.hand_calculating.yaku_list import yakuman as peer_limits
from mahjong.meld import Meld

from tests.judges.tiles import Form, MeldTiles, Record, read_tiles
from tests.judges.verdict import Verdict, payments_of, refusal

#: The peer's yaku and our ids.
YAKU = {
    peer_yaku.Riichi: "riichi",
    peer_yaku.DaburuRiichi: "double_riichi",
    peer_yaku.Ippatsu: "ippatsu",
    peer_yaku.Tsumo: "menzen_tsumo",
    peer_yaku.Pinfu: "pinfu",
    peer_yaku.Tanyao: "tanyao",
    peer_yaku.Iipeiko: "iipeikou",
    peer_yaku.Haku: "haku",
    peer_yaku.Hatsu: "hatsu",
    peer_yaku.Chun: "chun",
    peer_yaku.SeatWindEast: "seat_wind",
    peer_yaku.SeatWindSouth: "seat_wind",
    peer_yaku.SeatWindWest: "seat_wind",
    peer_yaku.SeatWindNorth: "seat_wind",
    peer_yaku.RoundWindEast: "round_wind",
    peer_yaku.RoundWindSouth: "round_wind",
    peer_yaku.RoundWindWest: "round_wind",
    peer_yaku.RoundWindNorth: "round_wind",
    peer_yaku.Haitei: "haitei",
    peer_yaku.Houtei: "houtei",
    peer_yaku.Rinshan: "rinshan",
    peer_yaku.Chankan: "chankan",
    peer_yaku.Chiitoitsu: "chiitoitsu",
    peer_yaku.Sanshoku: "sanshoku_doujun",
    peer_yaku.SanshokuDoukou: "sanshoku_doukou",
    peer_yaku.Ittsu: "ittsuu",
    peer_yaku.Chantai: "chanta",
    peer_yaku.Junchan: "junchan",
    peer_yaku.Toitoi: "toitoi",
    peer_yaku.Sanankou: "sanankou",
    peer_yaku.SanKantsu: "sankantsu",
    peer_yaku.Honroto: "honroutou",
    peer_yaku.Shosangen: "shousangen",
    peer_yaku.Honitsu: "honitsu",
    peer_yaku.Chinitsu: "chinitsu",
    peer_yaku.Ryanpeikou: "ryanpeikou",
    peer_limits.Tenhou: "tenhou",
    peer_limits.Chiihou: "chihou",
    peer_limits.Daisangen: "daisangen",
    peer_limits.Suuankou: "suuankou",
    peer_limits.SuuankouTanki: "suuankou_tanki",
    peer_limits.Tsuuiisou: "tsuuiisou",
    peer_limits.Ryuuiisou: "ryuuiisou",
    peer_limits.Chinroutou: "chinroutou",
    peer_limits.ChuurenPoutou: "chuuren_poutou",
    peer_limits.DaburuChuurenPoutou: "junsei_chuuren_poutou",
    peer_limits.KokushiMusou: "kokushi_musou",
    peer_limits.DaburuKokushiMusou: "kokushi_musou_juusanmen",
    peer_limits.Shousuushii: "shousuushi",
    peer_limits.DaiSuushii: "daisuushi",
    peer_limits.Suukantsu: "suukantsu",
}
DORA = (peer_yaku.Dora, peer_yaku.AkaDora, peer_yaku.UraDora)
REFUSALS = {HandCalculator.ERR_NO_YAKU: "no_yaku", HandCalculator.ERR_HAND_NOT_WINNING: "not_complete"}
WINDS = {wind: 27 + number for number, wind in enumerate("ESWN")}
MELDS: dict[Form, tuple[str, bool]] = {
    "run": (Meld.CHI, True),
    "triplet": (Meld.PON, True),
    "quad": (Meld.KAN, True),
    "promoted": (Meld.SHOUMINKAN, True),
    "concealed": (Meld.KAN, False),
}


@dataclass(frozen=True, slots=True)
class Prepared:
    """The arguments of the peer's scorer."""

    tiles: list[int]
    win: int
    melds: list[Meld]
    dora: list[int]
    config: HandConfig
    ura: list[int]


def prepare(record: Record) -> Prepared:
    """Read a record into what the peer takes; renhou and liabilities, which it does not know here, are left out."""
    read, tsumo = read_tiles(record), record["by"] == "tsumo"
    dealer, first_turn = record["seat"] == "E", tsumo and bool(record.get("first_turn"))
    config = HandConfig(
        is_tsumo=tsumo,
        is_riichi=record.get("riichi") is True,
        is_daburu_riichi=record.get("riichi") == "double",
        is_ippatsu=record.get("ippatsu", False),
        is_rinshan=record.get("rinshan", False),
        is_chankan=bool(record.get("chankan")),
        is_haitei=tsumo and record.get("last_tile", False),
        is_houtei=not tsumo and record.get("last_tile", False),
        is_tenhou=first_turn and dealer,
        is_chiihou=first_turn and not dealer,
        player_wind=WINDS[record["seat"]],
        round_wind=WINDS[record["round"]],
        kyoutaku_number=record.get("sticks", 0),
        tsumi_number=record.get("honba", 0),
        options=OptionalRules(has_open_tanyao=True, has_aka_dora=True, has_double_yakuman=False),
    )
    melds = [_meld(meld) for meld in read.melds]
    tiles = [*read.concealed, *(tile for meld in melds for tile in meld.tiles)]
    return Prepared(tiles, read.win, melds, list(read.dora), config, list(read.ura))


def value(hand: Prepared) -> HandResponse:
    """Score a prepared hand, with nothing of ours between."""
    return HandCalculator.estimate_hand_value(
        hand.tiles, hand.win, hand.melds, hand.dora, hand.config, ura_dora_indicators=hand.ura
    )


def verdict(record: Record) -> Verdict:
    """What the peer says of a record."""
    response = value(prepare(record))
    if response.error is not None:
        return refusal(REFUSALS.get(response.error, response.error))
    if response.cost is None or response.yaku is None or response.han is None:
        raise ValueError(f"expected a cost, yaku and han with every win, got {response} for {record!r}")
    worth = {type(yaku): yaku.han_open if response.is_open_hand else yaku.han_closed for yaku in response.yaku}
    dora, red, ura = (worth.pop(kind, 0) for kind in DORA)
    limits = sum(yaku.is_yakuman for yaku in response.yaku)
    cost = response.cost
    each = cost["additional"] if record["by"] == "tsumo" else cost["main"]
    bonus = cost["additional_bonus"] if record["by"] == "tsumo" else cost["main_bonus"]
    return Verdict(
        yaku=tuple(sorted((YAKU[kind], None if limits else han) for kind, han in worth.items())),
        dora=(dora, red, ura),
        han=None if limits else response.han,
        fu=None if limits else response.fu,
        limits=limits,
        points=cost["main"] + 2 * cost["additional"],
        payments=payments_of(record, each=each + bonus, dealer=cost["main"] + cost["main_bonus"]),
    )


def _meld(meld: MeldTiles) -> Meld:
    kind, opened = MELDS[meld.form]
    return Meld(kind, sorted(meld.tiles), opened)
