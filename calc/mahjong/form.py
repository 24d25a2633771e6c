"""What a riichi rule set asks of a win, as a page shows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from calc.asking.form import Ending, Field, Form, Option, Piece, Wins
from calc.layout.words import word
from calc.mahjong.records.lines import HAND
from calc.mahjong.records.types import DrawKind
from calc.mahjong.rules.schema import MahjongRules
from calc.notation.tiles import TILES, is_red, kind_of, print_tiles
from calc.pictures.hands import tiles_text
from calc.pictures.tiles import tile_id
from calc.text import in_lang

#: Most counters and sticks that a page lets people enter.
_MOST: Final = 99
_LABELS: Final = {
    "hand": ("Hand", "手牌"),
    "win": ("Winning tile", "和了牌"),
    "melds": ("Melds", "副露"),
    "chi": ("Chi", "チー"),
    "pon": ("Pon", "ポン"),
    "kan": ("Open kan", "明槓"),
    "ankan": ("Concealed kan", "暗槓"),
    "by": ("Won by", "和了"),
    "ron": ("Ron", "ロン"),
    "tsumo": ("Tsumo", "ツモ"),
    "seat": ("Winner's seat", "自風"),
    "round": ("Round wind", "場風"),
    "from": ("Discarder", "放銃者"),
    "unknown": ("not known", "不明"),
    "riichi": ("Riichi", "立直"),
    "no": ("no", "なし"),
    "double": ("double riichi", "ダブル立直"),
    "ippatsu": ("Ippatsu", "一発"),
    "rinshan": ("Rinshan (after a kan)", "嶺上開花"),
    "chankan": ("Chankan (robbed a kan)", "槍槓"),
    "haitei": ("Last tile of the wall (haitei)", "海底"),
    "houtei": ("Last discard (houtei)", "河底"),
    "first_turn": ("First turn, uninterrupted", "第一巡（天和・地和・人和）"),
    "north": ("Norths set aside", "抜きドラ"),
    "dora": ("Dora indicators", "ドラ表示牌"),
    "ura": ("Ura dora indicators", "裏ドラ表示牌"),
    "honba": ("Counters (honba)", "本場"),
    "sticks": ("Riichi sticks the winner takes", "和了者が取る供託"),
    "discards": ("Own discards (furiten)", "自分の捨て牌（フリテン）"),
    "liable": ("Responsible (pao)", "責任払い（包）"),
    "nobody": ("nobody", "なし"),
    "winner": ("Winner", "和了者"),
    "draw": ("Draw", "流局"),
    "kind": ("Kind of draw", "流局の種類"),
    "waiting": ("Who is tenpai", "聴牌した人"),
    "chombo": ("Chombo", "チョンボ"),
    "chombo_by": ("Who made it void", "チョンボした人"),
    "declared": ("Who declared riichi", "立直した人"),
}
_SUITS: Final = "mpsz"


def form_of(rules: MahjongRules, lang: str) -> Form:
    """The fields of a win."""
    return Form(
        record="win",
        pieces=list(_pieces(rules, lang)),
        fields=list(_fields(rules, lang)),
        players=[len(rules.seats)],
        at_table=[len(rules.seats) + more for more in range(1, rules.match.sitting_out + 1)],
        seats=_winds(rules, lang),
        has_worth=True,
        levels=[
            Option(name, title) for name in (*rules.points.levels, "yakuman") if (title := _title(rules, name, lang))
        ],
        endings=list(_endings(lang)),
        of_table=["by", "seat", "round", "from", "honba", "sticks"],
    )


def _endings(lang: str) -> Iterator[Ending]:
    winner, discarder = Option("seat", _say("winner", lang)), Option("from", _say("from", lang))
    declared = Field(key="riichi", kind="players", label=_say("declared", lang), default=[])
    ron = Wins(given={"by": "ron"}, winner=winner, paid_by=discarder, several=True)
    yield Ending(key="wins", label=_say("ron", lang), fields=[declared], wins=ron)
    tsumo = Wins(given={"by": "tsumo"}, winner=winner)
    yield Ending(key="wins", label=_say("tsumo", lang), fields=[declared], wins=tsumo)
    kinds = [Option(kind, word(kind, lang)) for kind in get_args(DrawKind)]
    kind = Field(key="draw.kind", kind="choice", label=_say("kind", lang), choices=kinds)
    waiting = Field(
        key="draw.waiting", kind="players", label=_say("waiting", lang), when={"draw.kind": [kinds[0].value]}
    )
    yield Ending(key="draw", label=_say("draw", lang), fields=[kind, waiting, declared])
    chombo = Field(key="chombo", kind="players", label=_say("chombo_by", lang))
    yield Ending(key="chombo", label=_say("chombo", lang), fields=[chombo])


def _title(rules: MahjongRules, name: str, lang: str) -> str:
    return rules.points.title(name, lang) if name in rules.points.levels else word(name, lang)


def _say(key: str, lang: str) -> str:
    return in_lang(lang, *_LABELS[key])


def _winds(rules: MahjongRules, lang: str) -> list[Option]:
    return [Option(wind, word(wind, lang)) for wind in rules.seats]


def _pieces(rules: MahjongRules, lang: str) -> Iterator[Piece]:
    """The tiles in order, red fives before plain ones."""
    order = sorted(range(TILES), key=lambda tile: (kind_of(tile), not is_red(tile)))
    for tile in order:
        kind = kind_of(tile)
        if kind not in rules.kinds:
            continue
        code = print_tiles([tile])
        copies = rules.tiles.red_fives.get(code[1], 0) if is_red(tile) else rules.tiles.copies  # type: ignore[call-overload]
        if copies:
            yield Piece(code, tile_id(tile), tiles_text([tile], lang), code[1], copies)


def _fields(rules: MahjongRules, lang: str) -> Iterator[Field]:
    winds = _winds(rules, lang)
    yield Field(key="hand", kind="pieces", label=_say("hand", lang), most=HAND)
    yield Field(key="win", kind="piece", label=_say("win", lang))
    kinds = ["chi", "pon", "kan", "ankan"] if rules.winning.chi else ["pon", "kan", "ankan"]
    melds = [Option(kind, _say(kind, lang)) for kind in kinds]
    yield Field(key="melds", kind="melds", label=_say("melds", lang), choices=melds)
    ways = [Option(way, _say(way, lang)) for way in ("ron", "tsumo")]
    yield Field(key="by", kind="choice", label=_say("by", lang), choices=ways, default="ron")
    yield Field(key="seat", kind="choice", label=_say("seat", lang), choices=winds, default=winds[1].value)
    yield Field(key="round", kind="choice", label=_say("round", lang), choices=winds, default=winds[0].value)
    others = [Option(None, _say("unknown", lang)), *winds]
    yield Field(key="from", kind="choice", label=_say("from", lang), choices=others, when={"by": ["ron"]})
    told = [
        Option(False, _say("no", lang)),
        Option(True, _say("riichi", lang)),
        Option("double", _say("double", lang)),
    ]
    yield Field(
        key="riichi", kind="choice", label=_say("riichi", lang), choices=told, default=False, when={"closed": [True]}
    )
    yield from _circumstances(rules, lang)
    yield from _rare(rules, lang)


def _circumstances(rules: MahjongRules, lang: str) -> Iterator[Field]:
    declared, ron, tsumo = {"riichi": [True, "double"]}, {"by": ["ron"]}, {"by": ["tsumo"]}
    yield Field(key="ippatsu", kind="flag", label=_say("ippatsu", lang), when=declared)
    yield Field(key="rinshan", kind="flag", label=_say("rinshan", lang), when=tsumo)
    yield Field(key="chankan", kind="flag", label=_say("chankan", lang), when=ron)
    yield Field(key="last_tile", kind="flag", label=_say("haitei", lang), when=tsumo)
    yield Field(key="last_tile", kind="flag", label=_say("houtei", lang), when=ron)
    yield Field(key="first_turn", kind="flag", label=_say("first_turn", lang), when={"riichi": [False]})
    if rules.dora.north is not None:
        yield Field(key="north", kind="number", label=_say("north", lang), most=rules.tiles.copies)
    yield Field(key="dora", kind="pieces", label=_say("dora", lang), most=rules.dora.indicators)
    yield Field(key="ura", kind="pieces", label=_say("ura", lang), most=rules.dora.indicators, when=declared)
    yield Field(key="honba", kind="number", label=_say("honba", lang), most=_MOST)
    yield Field(key="sticks", kind="number", label=_say("sticks", lang), most=_MOST)


def _rare(rules: MahjongRules, lang: str) -> Iterator[Field]:
    yield Field(key="discards", kind="pieces", label=_say("discards", lang), most=_MOST, rare=True)
    limits = [Option(name, rules.yaku[name].name.text(lang)) for name in rules.liability.for_ if name in rules.yaku]
    if limits:
        yield Field(key="liable", kind="liable", label=_say("liable", lang), choices=limits, rare=True)
    for name, fact in rules.facts.items():
        told = fact.text(lang)
        yield Field(key=f"facts.{name}", kind="number", label=told[:1].upper() + told[1:], most=_MOST, rare=True)
