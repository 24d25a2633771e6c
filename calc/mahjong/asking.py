"""What a riichi rule set asks of a win: step by step, every answer tried at once, and as the fields of a page."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, get_args

from calc.asking import (
    Answers,
    Asked,
    Ending,
    Entry,
    Field,
    Form,
    Option,
    Piece,
    Step,
    Wins,
    choice,
    missing,
    number,
    read_out,
    several,
)
from calc.errors import CalcError, NotationError
from calc.layout.words import hand_text, word
from calc.mahjong.hand.kinds import RED_FIVES
from calc.mahjong.records.kinds import HAND
from calc.mahjong.records.lines import parse_line, print_line
from calc.mahjong.records.names import KEYS, facts
from calc.mahjong.records.types import DrawKind, Win
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import LIMIT_LEVEL
from calc.mahjong.scoring import score_wins
from calc.notation.melds import Meld, parse_melds, print_meld
from calc.notation.spellings import WAYS, WINDS, Wind, round_of, seat_of, way_of
from calc.notation.tiles import TILES, is_red, kind_of, parse_tiles, print_tiles, print_tiles_in_order
from calc.pictures.hands import tiles_text
from calc.pictures.pieces import tile_id
from calc.translation import Phrases, msg

_PHRASES: Final = Phrases("ask.riichi", "ask")
_LABELS: Final = Phrases("form.riichi")
#: Most honba and sticks that a page lets people enter.
_MOST: Final = 99
#: What people answer to riichi, and what circumstances they tell.
_RIICHI: Final[dict[str, list[str]]] = KEYS.told["asking"]["riichi"]
_FLAGS: Final[dict[str, list[str]]] = KEYS.told["asking"]["circumstances"]
#: Refusals of a record that is not finished yet: they wait until all is answered.
_LATER: Final = ("no_yaku", "not_payable", "missing_key")


# ---- step by step


def steps_of(rules: MahjongRules, answers: Answers) -> Iterator[Step]:
    """The steps that apply after the answers so far."""
    entry = _Entry(rules, answers)
    winds = {str(wind): words for wind, words in WINDS.items() if wind in rules.seats}
    others = {wind: words for wind, words in winds.items() if wind != answers.get("seat")}
    flags, named, own = entry.flags(), entry.named, int(entry.is_riichi)  # the winner takes back the own stick too

    def round_wind(text: str) -> str:
        told = round_of(text)  # as in ``E1`` or ``東1局``
        return choice(told.wind if told is not None else text, winds, "E")

    def discarder(text: str) -> str | None:
        return choice(seat_of(text) or text, others) if text else None

    # fmt: off
    # Whether it is asked, its key, how an answer is read and what is said of it, the values of the question.
    asked: list[tuple[object, str, Callable[[str], Any], Callable[[Any], str], dict[str, Any]]] = [
        (True, "hand", entry.read_hand, named, {}),
        (entry.melds_needed, "melds", entry.read_melds, entry.tell_melds, {"count": entry.melds_needed}),
        (True, "win", entry.read_win, lambda tile: named([tile]), {"default": print_tiles(entry.hand[-1:])}),
        (True, "by", lambda text: choice(way_of(text) or text, WAYS), lambda way: read_out(way, WAYS[way]), {}),
        (True, "seat", lambda text: choice(seat_of(text) or text, winds), entry.wind, {"seats": _listed(winds)}),
        (True, "round", round_wind, lambda wind: hand_text(wind, None), {}),
        (answers.get("by") == "ron", "from", discarder, entry.wind, {"seats": _listed(others)}),
        (entry.is_closed, "riichi", lambda text: choice(text, _RIICHI, "none"),
            lambda told: read_out(told, _RIICHI[told]), {}),
        (rules.dora.north is not None, "north", number, str, {}),
        (flags, "circumstances", lambda text: several(text, flags),
            lambda found: _listed({flag: flags[flag] for flag in found}) or entry.phrase("nothing"),
            {"choices": _listed(flags)}),
        (True, "dora", entry.tiles, named, {}),
        (entry.is_riichi, "ura", entry.tiles, named, {}),
        (True, "honba", number, str, {}),
        (True, "sticks", lambda text: number(text, own), str, {"default": own}),
        (True, "more", str, str, {}),
    ]
    # fmt: on
    for applies, key, read, told, names in asked:
        if applies:
            yield entry.step(key, read, told, "win_in_hand" if key == "win" and entry.holds_win else key, names)


def _listed(choices: Mapping[str, Iterable[str]]) -> str:
    """The answers to choose from, in words."""
    return " ".join(read_out(name, spellings) for name, spellings in choices.items())


def record_of(rules: MahjongRules, answers: Answers) -> Win:
    """Make the record of the answers; what is not answered yet is filled in."""
    flags: dict[str, Any] = dict.fromkeys(answers.get("circumstances", ()), True)
    riichi = {"none": False, "riichi": True}.get(answers.get("riichi", "none"), "double")
    hand, win = [*answers["hand"]], answers.get("win")
    if win is not None and _Entry(rules, answers).holds_win:
        hand.remove(win)
    record = Win(
        rules=rules.origin,
        options={**rules.chosen},
        hand=print_tiles(hand),
        win=None if win is None else print_tiles([win]),
        melds=[print_meld(meld) for meld in answers.get("melds", ())] or "",
        by=answers.get("by", "tsumo"),
        seat=answers.get("seat", "S"),
        round=answers.get("round", "E"),
        from_=answers.get("from"),
        riichi=riichi,  # type: ignore[arg-type]  # one of three words
        dora=print_tiles_in_order(answers.get("dora", ())),
        ura=print_tiles_in_order(answers.get("ura", ())),
        **{key: answers.get(key, 0) for key in ("north", "honba", "sticks")},
        **flags,
    )
    more = answers.get("more")
    return parse_line(f"{print_line(record)} {more}")[0] if more else record


class _Entry(Entry):
    """The questions about one win."""

    rules: MahjongRules
    phrases = _PHRASES

    def __init__(self, rules: MahjongRules, answers: Answers) -> None:
        super().__init__(rules, answers)
        self.hand: list[int] = answers.get("hand", [])
        #: Each meld takes three tiles from a hand: their number tells how many there are, and whether the winning one
        #: is among them.
        self.melds_needed, left = divmod(HAND - len(self.hand), 3) if self.hand else (0, 0)
        self.holds_win = left == 0
        self.is_riichi = answers.get("riichi", "none") != "none"
        self.is_closed = all(meld.kind == "ankan" for meld in answers.get("melds", ()))

    def step(
        self, key: str, read: Callable[[str], Any], told: Callable[[Any], str], asks: str, names: dict[str, Any]
    ) -> Step:
        """A step whose answer is tried with all before it: what allows no hand, whatever follows, is refused."""

        def try_answer(text: str) -> Any:
            value = read(text)
            answers = {**self.answers, key: value}
            if "win" in answers:
                (outcome,) = score_wins([record_of(self.rules, answers)], self.rules)
                if isinstance(outcome, CalcError) and outcome.code not in _LATER:
                    outcome.column = None  # a column of the record, which nobody wrote
                    raise outcome
            return value

        hint = "hint_hand" if key in ("hand", "win", "dora", "ura") else f"hint_{key}"
        return Step(
            key, self.phrase(asks).format(**names), try_answer, told, self.phrase(hint) if hint in _PHRASES else ""
        )

    def tiles(self, text: str) -> list[int]:
        """Read tiles that the rules have, no more copies than there are."""
        tiles = list(parse_tiles(text))
        self._count(tiles)
        return tiles

    def _count(self, tiles: list[int]) -> None:
        kinds, copies = [kind_of(tile) for tile in tiles], self.rules.tiles.copies
        for tile, kind in zip(tiles, kinds, strict=True):
            if kind not in self.rules.kinds:
                raise NotationError("{0} is played without {1}", self.rules.id, print_tiles([tile]))
            if kinds.count(kind) > copies:
                message = msg("there are only {0} copies of {1}", copies, print_tiles([kind]))
                raise NotationError("{0}, found {1}", message, kinds.count(kind))

    def named(self, tiles: Iterable[int]) -> str:
        return tiles_text([*tiles]) or self.phrase("nothing")

    def wind(self, wind: Wind | None) -> str:
        return self.phrase("unknown") if wind is None else word(wind)

    def read_hand(self, text: str) -> list[int]:
        tiles = self.tiles(text)
        if not tiles:
            raise missing("hand")
        if len(tiles) > HAND or len(tiles) % 3 == 0:
            message = "expected {0} tiles, or {1} with the winning one, and 3 less for each meld; found {2}"
            raise NotationError(message, HAND - 1, HAND, len(tiles))
        return tiles

    def read_melds(self, text: str) -> list[Meld]:
        """As many melds as the hand lacks."""
        melds = list(parse_melds(text))
        if len(melds) != self.melds_needed:
            needed = msg("{0} meld{1}", self.melds_needed, "s" * (self.melds_needed != 1))
            raise NotationError("expected {0} beside this hand, found {1}", needed, len(melds))
        self._count([*self.hand, *(tile for meld in melds for tile in meld.tiles)])
        return melds

    def tell_melds(self, melds: list[Meld]) -> str:
        return "; ".join(self.named(meld.tiles) for meld in melds)

    def read_win(self, text: str) -> int:
        """The winning tile: one more, or one of the hand, by default the last."""
        tiles = self.tiles(text)
        if not tiles and self.holds_win:
            return self.hand[-1]
        if len(tiles) != 1:
            raise NotationError("expected one tile, such as 8s, found {0!r}", text)
        if self.holds_win and tiles[0] not in self.hand:
            raise NotationError("expected one of the {0} tiles of the hand, found {1!r}", len(self.hand), text)
        return tiles[0]

    def flags(self) -> dict[str, tuple[str, ...]]:
        """The circumstances that can apply."""
        answers, north, melds = self.answers, self.rules.dora.north, self.answers.get("melds", [])
        tsumo, dealer = answers.get("by") == "tsumo", answers.get("seat") == "E"
        set_aside = north is not None and north.rinshan and answers.get("north", 0) > 0
        can = {
            "ippatsu": self.is_riichi,
            "rinshan": tsumo and (set_aside or any("kan" in meld.kind for meld in melds)),
            "chankan": not tsumo,
            "last_tile": True,
            "first_turn": not self.is_riichi and not melds and (tsumo or not dealer),
        }
        # Words that say how the hand was won, or by whom, are offered where they fit.
        by, seat = (None, "tsumo" if tsumo else "ron"), (None, "dealer" if dealer else "other")
        others = {word for word, fact in facts().items() if fact.by not in by or fact.seat not in seat}
        return {flag: tuple(one for one in _FLAGS[flag] if one not in others) for flag, fits in can.items() if fits}


# ---- as the fields of a page

_DECLARED: Final = {"riichi": [True, "double"]}


def form_of(rules: MahjongRules) -> Form:
    """The fields of a win."""
    asked = Asked(_LABELS)
    seats, points, title = len(rules.seats), rules.points, rules.points.title
    named = (from_han for from_han, level, _ in points.ladder if title(level))
    return Form(
        record="win",
        pieces=list(_pieces(rules)),
        fields=[*_fields(rules, asked), *_circumstances(rules, asked)],
        players=[seats],
        at_table=[seats + more for more in range(1, rules.match.sitting_out + 1)],
        seats=_winds(rules),
        has_worth=True,
        levels=[Option(name, title(name)) for name in (*points.levels, LIMIT_LEVEL) if title(name)],
        first_han=points.first_han,
        hans=[*range(1 if points.chart else points.first_han, next(named, points.first_han))],
        fus=[column.fu for column in points.chart],
        endings=list(_endings(asked)),
        of_table=["by", "seat", "round", "from", "honba", "sticks"],
    )


def _winds(rules: MahjongRules) -> list[Option]:
    return [Option(wind, word(wind)) for wind in rules.seats]


def _pieces(rules: MahjongRules) -> Iterator[Piece]:
    """The tiles in order, red fives before plain ones."""
    for tile in sorted(range(TILES), key=lambda tile: (kind_of(tile), not is_red(tile))):
        code = print_tiles([tile])
        copies = rules.tiles.reds[RED_FIVES.index(tile)] if is_red(tile) else rules.tiles.copies
        if copies and kind_of(tile) in rules.kinds:
            yield Piece(code, tile_id(tile), tiles_text([tile]), code[1], copies)


def _fields(rules: MahjongRules, asked: Asked) -> Iterator[Field]:
    winds, field, option = _winds(rules), asked.field, asked.option
    rounds = [Option(wind, hand_text(wind, None)) for wind in rules.seats]
    kinds = ["chi", "pon", "kan", "ankan"] if rules.winning.chi else ["pon", "kan", "ankan"]
    told = [option(False, "no"), option(True, "riichi"), option("double")]
    yield field("hand", "pieces", most=HAND)
    yield field("win", "piece")
    yield field("melds", "melds", choices=list(map(option, kinds)))
    yield field("by", "choice", choices=list(map(option, ("ron", "tsumo"))), default="ron")
    yield field("riichi", "choice", choices=told, default=False, when={"closed": [True]})
    yield field("ippatsu", "flag", when=_DECLARED)
    yield field("seat", "choice", choices=winds, default=winds[1].value)
    yield field("round", "choice", choices=rounds, default=rounds[0].value)
    yield field("from", "choice", choices=[option(None, "unknown"), *winds], when={"by": ["ron"]})


def _circumstances(rules: MahjongRules, asked: Asked) -> Iterator[Field]:
    field, ron, tsumo = asked.field, {"by": ["ron"]}, {"by": ["tsumo"]}
    yield field("rinshan", "flag", when=tsumo)
    yield field("chankan", "flag", when=ron)
    yield field("last_tile", "flag", "haitei", when=tsumo)
    yield field("last_tile", "flag", "houtei", when=ron)
    yield field("first_turn", "flag", when={"riichi": [False]})
    if rules.dora.north is not None:
        yield field("north", "number", most=rules.tiles.copies)
    yield field("dora", "pieces", most=rules.dora.indicators)
    yield field("ura", "pieces", most=rules.dora.indicators, when=_DECLARED)
    yield field("honba", "number", most=_MOST)
    yield field("sticks", "number", most=_MOST)
    yield field("discards", "pieces", most=_MOST, rare=True)
    limits = [Option(name, rules.yaku[name].name.text()) for name in rules.liability.for_ if name in rules.yaku]
    if limits:
        yield field("liable", "liable", choices=limits, rare=True)
    for name, fact in rules.facts.items():
        told = {} if fact.yes_no else {"most": _MOST}
        yield asked.fact(name, fact.text(), "flag" if fact.yes_no else "number", rare=True, **told)


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
    nagashi = asked.field("draw.pool_of_dreams", "players", "nagashi", when=waiting.when, default=[])
    yield Ending(key="draw", label=asked.label("draw"), fields=[kind, waiting, nagashi, declared])
    chombo = asked.field("chombo", "players", "chombo_by")
    yield Ending(key="chombo", label=asked.label("chombo"), fields=[chombo])
