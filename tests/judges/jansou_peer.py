"""The PyPI package ``jansou`` as a judge of wins under the presets that it knows too, for four players and for three.

It names no wait that makes a limit double, so ours are told by the plain names; see :func:`as_told`.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from jansou.core.hand import CallSource, Hand, Meld, MeldType
from jansou.core.rules import PRESETS as PEER_PRESETS
from jansou.core.tiles import Tile, TileKind, Wind
from jansou.scoring.context import WinContext
from jansou.scoring.score import ScoringError, score

import calc
from calc.mahjong.rules.ruleset import MahjongRules
from tests.judges.duel import Judge, Tally, duel
from tests.judges.hands import without_reds
from tests.judges.tiles import RED_FIVES, Form, MeldTiles, Record, read_tiles
from tests.judges.verdict import SEATS, Verdict, our_verdict, payments_of, refusal

#: Our presets, and theirs of the same rules.
PRESETS: Final = {
    "tenhou": "tenhou",
    "mahjong-soul": "mahjong-soul",
    "m-league": "m-league",
    "jpml": "renmei",
    "saikouisen": "saikouisen",
    "saikouisen-classic": "saikouisen-classic",
    "npm": "kyokai",
    "rmu": "rmu",
}
PRESETS_FOR_THREE: Final = {"tenhou-sanma": "tenhou-3p", "mahjong-soul-sanma": "mahjong-soul-3p"}
#: Cells that this peer decides otherwise; under its answers every hand has to agree. Each is told as disputed.
ITS_ANSWERS: Final[dict[str, dict[str, bool | str]]] = {
    # It counts 13 han as a yakuman; the league does not.
    "rmu": {"kazoe": "yakuman"},
    # It takes the recorded tile of a dealt hand; the server takes the best one, as a replay shows.
    "mahjong-soul": {"tenhou_wait": "as_recorded"},
    "mahjong-soul-sanma": {"tenhou_wait": "as_recorded"},
}
#: Names of theirs that are not ours in capitals.
YAKU: Final = {
    "YAKUHAI_HAKU": "haku",
    "YAKUHAI_HATSU": "hatsu",
    "YAKUHAI_CHUN": "chun",
    "YAKUHAI_SEAT": "seat_wind",
    "YAKUHAI_ROUND": "round_wind",
    "ITTSU": "ittsuu",
    "CHIIHOU": "chihou",
    "CHUUREN": "chuuren_poutou",
    "KOKUSHI": "kokushi_musou",
}
#: Our names of limits on a wait that may make them double.
PLAIN: Final = {
    "suuankou_tanki": "suuankou",
    "junsei_chuuren_poutou": "chuuren_poutou",
    "kokushi_musou_juusanmen": "kokushi_musou",
}
WINDS: Final = {"E": Wind.EAST, "S": Wind.SOUTH, "W": Wind.WEST, "N": Wind.NORTH}
MELDS: Final[dict[Form, MeldType]] = {
    "run": MeldType.CHII,
    "triplet": MeldType.PON,
    "quad": MeldType.DAIMINKAN,
    "promoted": MeldType.SHOUMINKAN,
    "concealed": MeldType.ANKAN,
}


def duel_under(
    preset: str, records: Iterable[Record], options: dict[str, bool | str] | None = None, tally: Tally | None = None
) -> Tally:
    """Our verdicts under a preset beside its own; ``options``: in which ours give way to it."""
    records = list(records)
    plain = records if _has_reds(preset) else [without_reds(record) for record in records]
    ours = [our_verdict(result) for result in calc.score_many(plain, rules=rules_of(preset), options=options)]
    return duel(Judge("jansou", lambda record: verdict(preset, record), as_told), records, ours, tally)


def rules_of(preset: str) -> MahjongRules:
    rules = calc.load_rules(preset)
    assert isinstance(rules, MahjongRules)
    return rules


def _has_reds(preset: str) -> bool:
    return any(rules_of(preset).tiles.red_fives.values())


def verdict(preset: str, record: Record) -> Verdict:
    """What the peer says of a record that is dressed for a preset."""
    rules = PEER_PRESETS[{**PRESETS, **PRESETS_FOR_THREE}[preset]]
    read, tsumo = read_tiles(record), record["by"] == "tsumo"
    reds = _has_reds(preset)

    def tile(number: int) -> Tile:
        return Tile(TileKind(number // 4), red=reds and number in RED_FIVES)

    first_turn, dealer = tsumo and bool(record.get("first_turn")), record["seat"] == "E"
    context = WinContext(
        rules=rules,
        round_wind=WINDS[record["round"]],
        seat_wind=WINDS[record["seat"]],
        is_tsumo=tsumo,
        riichi=record.get("riichi") is True,
        double_riichi=record.get("riichi") == "double",
        # It counts what it is told, so it is told only of what its rules know.
        ippatsu=rules.ippatsu and record.get("ippatsu", False),
        haitei=tsumo and record.get("last_tile", False),
        houtei=not tsumo and record.get("last_tile", False),
        rinshan=record.get("rinshan", False),
        chankan=bool(record.get("chankan")),
        tenhou=first_turn and dealer,
        chiihou=first_turn and not dealer,
        dora_indicators=tuple(map(tile, read.dora)),
        ura_indicators=tuple(map(tile, read.ura)),
        nuki_count=record.get("north", 0),
        honba=record.get("honba", 0),
        riichi_sticks=record.get("sticks", 0),
    )
    hand = Hand(tuple(map(tile, read.concealed)), tuple(_meld(meld, reds=reds) for meld in read.melds))
    try:
        result = score(hand, tile(read.win), context)
    except ScoringError as error:
        return refusal("no_yaku" if "no yaku" in str(error) else "not_complete", str(error))
    limits = sum(one.value for one in result.yaku) if result.is_yakuman else 0
    yaku = [
        (YAKU.get(one.yaku.name, one.yaku.name.lower()), None if result.is_yakuman else one.value)
        for one in result.yaku
    ]
    paid = result.payment
    counters = paid.honba if not tsumo else paid.honba // (rules.player_count - 1)
    each = paid.tsumo_non_dealer if tsumo else paid.ron
    return Verdict(
        yaku=tuple(sorted(yaku)),
        dora=(result.dora.dora + result.dora.nuki, result.dora.aka, result.dora.ura),
        han=None if result.is_yakuman else result.han,
        fu=None if result.is_yakuman else result.fu.total,
        limits=limits,
        points=paid.total - paid.honba - paid.sticks,
        payments=payments_of(
            record, each=each + counters, dealer=paid.tsumo_dealer + counters, seats=SEATS[: rules.player_count]
        ),
    )


def as_told(ours: Verdict) -> Verdict:
    """Our verdict with the names of limits that this peer has."""
    return replace(ours, yaku=tuple(sorted((PLAIN.get(name, name), han) for name, han in ours.yaku)))


def _meld(meld: MeldTiles, *, reds: bool) -> Meld:
    tiles = [Tile(TileKind(number // 4), red=reds and number in RED_FIVES) for number in meld.tiles]
    kind = MELDS[meld.form]
    if kind is MeldType.ANKAN:
        return Meld(kind, tuple(tiles))
    added = tiles[-1] if kind is MeldType.SHOUMINKAN else None
    return Meld(kind, tuple(tiles), tiles[0], CallSource.KAMICHA, added)
