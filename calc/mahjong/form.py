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
from calc.translation import Phrases

#: Most counters and sticks that a page lets people enter.
_MOST: Final = 99
_LABELS: Final = Phrases(
    "form.riichi",
    {
        "hand": "Hand",
        "win": "Winning tile",
        "melds": "Melds",
        "chi": "Chi",
        "pon": "Pon",
        "kan": "Open kan",
        "ankan": "Concealed kan",
        "by": "Won by",
        "ron": "Ron",
        "tsumo": "Tsumo",
        "seat": "Winner's seat",
        "round": "Round wind",
        "from": "Discarder",
        "unknown": "not known",
        "riichi": "Riichi",
        "no": "no",
        "double": "double riichi",
        "ippatsu": "Ippatsu",
        "rinshan": "Rinshan (after a kan)",
        "chankan": "Chankan (robbed a kan)",
        "haitei": "Last tile of the wall (haitei)",
        "houtei": "Last discard (houtei)",
        "first_turn": "First turn, uninterrupted",
        "north": "Norths set aside",
        "dora": "Dora indicators",
        "ura": "Ura dora indicators",
        "honba": "Counters (honba)",
        "sticks": "Riichi sticks the winner takes",
        "discards": "Own discards (furiten)",
        "liable": "Responsible (pao)",
        "nobody": "nobody",
        "winner": "Winner",
        "draw": "Draw",
        "kind": "Kind of draw",
        "waiting": "Who is tenpai",
        "chombo": "Chombo",
        "chombo_by": "Who made it void",
        "declared": "Who declared riichi",
    },
)
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
    winner, discarder = Option("seat", _label("winner", lang)), Option("from", _label("from", lang))
    declared = Field(key="riichi", kind="players", label=_label("declared", lang), default=[])
    ron = Wins(given={"by": "ron"}, winner=winner, paid_by=discarder, several=True)
    yield Ending(key="wins", label=_label("ron", lang), fields=[declared], wins=ron)
    tsumo = Wins(given={"by": "tsumo"}, winner=winner)
    yield Ending(key="wins", label=_label("tsumo", lang), fields=[declared], wins=tsumo)
    kinds = [Option(kind, word(kind, lang)) for kind in get_args(DrawKind)]
    kind = Field(key="draw.kind", kind="choice", label=_label("kind", lang), choices=kinds)
    waiting = Field(
        key="draw.waiting", kind="players", label=_label("waiting", lang), when={"draw.kind": [kinds[0].value]}
    )
    yield Ending(key="draw", label=_label("draw", lang), fields=[kind, waiting, declared])
    chombo = Field(key="chombo", kind="players", label=_label("chombo_by", lang))
    yield Ending(key="chombo", label=_label("chombo", lang), fields=[chombo])


def _title(rules: MahjongRules, name: str, lang: str) -> str:
    return rules.points.title(name, lang) if name in rules.points.levels else word(name, lang)


def _label(key: str, lang: str) -> str:
    return _LABELS.text(key, lang)


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
    yield Field(key="hand", kind="pieces", label=_label("hand", lang), most=HAND)
    yield Field(key="win", kind="piece", label=_label("win", lang))
    kinds = ["chi", "pon", "kan", "ankan"] if rules.winning.chi else ["pon", "kan", "ankan"]
    melds = [Option(kind, _label(kind, lang)) for kind in kinds]
    yield Field(key="melds", kind="melds", label=_label("melds", lang), choices=melds)
    ways = [Option(way, _label(way, lang)) for way in ("ron", "tsumo")]
    yield Field(key="by", kind="choice", label=_label("by", lang), choices=ways, default="ron")
    yield Field(key="seat", kind="choice", label=_label("seat", lang), choices=winds, default=winds[1].value)
    yield Field(key="round", kind="choice", label=_label("round", lang), choices=winds, default=winds[0].value)
    others = [Option(None, _label("unknown", lang)), *winds]
    yield Field(key="from", kind="choice", label=_label("from", lang), choices=others, when={"by": ["ron"]})
    told = [
        Option(False, _label("no", lang)),
        Option(True, _label("riichi", lang)),
        Option("double", _label("double", lang)),
    ]
    yield Field(
        key="riichi", kind="choice", label=_label("riichi", lang), choices=told, default=False, when={"closed": [True]}
    )
    yield from _circumstances(rules, lang)
    yield from _rare(rules, lang)


def _circumstances(rules: MahjongRules, lang: str) -> Iterator[Field]:
    declared, ron, tsumo = {"riichi": [True, "double"]}, {"by": ["ron"]}, {"by": ["tsumo"]}
    yield Field(key="ippatsu", kind="flag", label=_label("ippatsu", lang), when=declared)
    yield Field(key="rinshan", kind="flag", label=_label("rinshan", lang), when=tsumo)
    yield Field(key="chankan", kind="flag", label=_label("chankan", lang), when=ron)
    yield Field(key="last_tile", kind="flag", label=_label("haitei", lang), when=tsumo)
    yield Field(key="last_tile", kind="flag", label=_label("houtei", lang), when=ron)
    yield Field(key="first_turn", kind="flag", label=_label("first_turn", lang), when={"riichi": [False]})
    if rules.dora.north is not None:
        yield Field(key="north", kind="number", label=_label("north", lang), most=rules.tiles.copies)
    yield Field(key="dora", kind="pieces", label=_label("dora", lang), most=rules.dora.indicators)
    yield Field(key="ura", kind="pieces", label=_label("ura", lang), most=rules.dora.indicators, when=declared)
    yield Field(key="honba", kind="number", label=_label("honba", lang), most=_MOST)
    yield Field(key="sticks", kind="number", label=_label("sticks", lang), most=_MOST)


def _rare(rules: MahjongRules, lang: str) -> Iterator[Field]:
    yield Field(key="discards", kind="pieces", label=_label("discards", lang), most=_MOST, rare=True)
    limits = [Option(name, rules.yaku[name].name.text(lang)) for name in rules.liability.for_ if name in rules.yaku]
    if limits:
        yield Field(key="liable", kind="liable", label=_label("liable", lang), choices=limits, rare=True)
    for name, fact in rules.facts.items():
        told = fact.text(lang)
        yield Field(key=f"facts.{name}", kind="number", label=told[:1].upper() + told[1:], most=_MOST, rare=True)
