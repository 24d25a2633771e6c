"""What a riichi rule set asks of a win, as a page shows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from calc.asking.form import Asked, Ending, Field, Form, Option, Piece, Wins
from calc.layout.words import hand_text, word
from calc.mahjong.hand.kinds import RED_FIVES
from calc.mahjong.records.lines import HAND
from calc.mahjong.records.types import DrawKind
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import LIMIT_LEVEL
from calc.notation.tiles import TILES, is_red, kind_of, print_tiles
from calc.pictures.hands import tiles_text
from calc.pictures.pieces import tile_id
from calc.translation import Phrases

#: Most honba and sticks that a page lets people enter.
_MOST: Final = 99
_LABELS: Final = Phrases("form.riichi")
_SUITS: Final = "mpsz"


def form_of(rules: MahjongRules) -> Form:
    """The fields of a win."""
    asked = Asked(_LABELS)
    return Form(
        record="win",
        pieces=list(_pieces(rules)),
        fields=list(_fields(rules, asked)),
        players=[len(rules.seats)],
        at_table=[len(rules.seats) + more for more in range(1, rules.match.sitting_out + 1)],
        seats=_winds(rules),
        has_worth=True,
        levels=[
            Option(name, title) for name in (*rules.points.levels, LIMIT_LEVEL) if (title := rules.points.title(name))
        ],
        endings=list(_endings(asked)),
        of_table=["by", "seat", "round", "from", "honba", "sticks"],
    )


def _endings(asked: Asked) -> Iterator[Ending]:
    winner, discarder = asked.option("seat", "winner"), asked.option("from")
    declared = asked.field("riichi", "players", "declared", default=[])
    ron = Wins(given={"by": "ron"}, winner=winner, paid_by=discarder, several=True)
    yield Ending(key="wins", label=asked.label("ron"), fields=[declared], wins=ron)
    tsumo = Wins(given={"by": "tsumo"}, winner=winner)
    yield Ending(key="wins", label=asked.label("tsumo"), fields=[declared], wins=tsumo)
    kinds = [Option(kind, word(kind)) for kind in get_args(DrawKind)]
    kind = asked.field("draw.kind", "choice", choices=kinds)
    waiting = asked.field("draw.waiting", "players", when={"draw.kind": [kinds[0].value]})
    yield Ending(key="draw", label=asked.label("draw"), fields=[kind, waiting, declared])
    chombo = asked.field("chombo", "players", "chombo_by")
    yield Ending(key="chombo", label=asked.label("chombo"), fields=[chombo])


def _winds(rules: MahjongRules) -> list[Option]:
    return [Option(wind, word(wind)) for wind in rules.seats]


def _pieces(rules: MahjongRules) -> Iterator[Piece]:
    """The tiles in order, red fives before plain ones."""
    order = sorted(range(TILES), key=lambda tile: (kind_of(tile), not is_red(tile)))
    for tile in order:
        kind = kind_of(tile)
        if kind not in rules.kinds:
            continue
        code = print_tiles([tile])
        copies = rules.tiles.reds[RED_FIVES.index(tile)] if is_red(tile) else rules.tiles.copies
        if copies:
            yield Piece(code, tile_id(tile), tiles_text([tile]), code[1], copies)


def _fields(rules: MahjongRules, asked: Asked) -> Iterator[Field]:
    winds = _winds(rules)
    yield asked.field("hand", "pieces", most=HAND)
    yield asked.field("win", "piece")
    kinds = ["chi", "pon", "kan", "ankan"] if rules.winning.chi else ["pon", "kan", "ankan"]
    yield asked.field("melds", "melds", choices=list(map(asked.option, kinds)))
    yield asked.field("by", "choice", choices=list(map(asked.option, ("ron", "tsumo"))), default="ron")
    yield asked.field("seat", "choice", choices=winds, default=winds[1].value)
    rounds = [Option(wind, hand_text(wind, None)) for wind in rules.seats]
    yield asked.field("round", "choice", choices=rounds, default=rounds[0].value)
    yield asked.field("from", "choice", choices=[asked.option(None, "unknown"), *winds], when={"by": ["ron"]})
    told = [asked.option(False, "no"), asked.option(True, "riichi"), asked.option("double")]
    yield asked.field("riichi", "choice", choices=told, default=False, when={"closed": [True]})
    yield from _circumstances(rules, asked)
    yield from _rare(rules, asked)


def _circumstances(rules: MahjongRules, asked: Asked) -> Iterator[Field]:
    declared, ron, tsumo = {"riichi": [True, "double"]}, {"by": ["ron"]}, {"by": ["tsumo"]}
    yield asked.field("ippatsu", "flag", when=declared)
    yield asked.field("rinshan", "flag", when=tsumo)
    yield asked.field("chankan", "flag", when=ron)
    yield asked.field("last_tile", "flag", "haitei", when=tsumo)
    yield asked.field("last_tile", "flag", "houtei", when=ron)
    yield asked.field("first_turn", "flag", when={"riichi": [False]})
    if rules.dora.north is not None:
        yield asked.field("north", "number", most=rules.tiles.copies)
    yield asked.field("dora", "pieces", most=rules.dora.indicators)
    yield asked.field("ura", "pieces", most=rules.dora.indicators, when=declared)
    yield asked.field("honba", "number", most=_MOST)
    yield asked.field("sticks", "number", most=_MOST)


def _rare(rules: MahjongRules, asked: Asked) -> Iterator[Field]:
    yield asked.field("discards", "pieces", most=_MOST, rare=True)
    names = {name: rules.yaku[name].name for name in rules.liability.for_ if name in rules.yaku}
    if names:
        limits = [Option(name, title.text()) for name, title in names.items()]
        yield asked.field("liable", "liable", choices=limits, rare=True)
    for name, fact in rules.facts.items():
        yield asked.fact(name, fact.text(), most=_MOST, rare=True)
