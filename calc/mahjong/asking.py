"""The guided entry of a riichi win: it asks only what can still apply, and the engine tries every answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from calc.asking.dialog import Answers, Entry, Step, choice, missing, number, read_out, several
from calc.errors import CalcError, NotationError
from calc.layout.words import hand_text, word
from calc.mahjong.records.lines import HAND, parse_line, print_line
from calc.mahjong.records.types import Win
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.scoring import score_wins
from calc.notation.melds import Meld, parse_melds, print_meld
from calc.notation.spellings import WAYS, WINDS, Wind, round_of, seat_of, way_of
from calc.notation.tiles import kind_of, parse_tiles, print_tiles, print_tiles_in_order
from calc.pictures.hands import tiles_text
from calc.translation import Phrases, msg

_PHRASES: Final = Phrases("ask.riichi", "ask")
_RIICHI: Final = {
    "none": ("no", "n", "なし"),
    "riichi": ("yes", "y", "立直", "リーチ"),
    "double": ("ダブル立直", "ダブリー", "double riichi", "daburi"),
}
_FLAGS: Final[dict[str, tuple[str, ...]]] = {
    "ippatsu": ("一発",),
    "rinshan": ("嶺上開花", "嶺上", "rinshan kaihou"),
    "chankan": ("槍槓",),
    "last_tile": ("last", "海底", "河底", "haitei", "houtei"),
    "first_turn": ("first", "天和", "地和", "人和", "tenhou", "chihou", "renhou"),
}
#: Refusals of a record that is not finished yet: they wait until all is answered.
_LATER: Final = ("no_yaku", "not_payable", "missing_key")


def steps_of(rules: MahjongRules, answers: Answers) -> Iterator[Step]:
    """The steps that apply after the answers so far."""
    entry = _Entry(rules, answers)
    step, winds = entry.step, {str(wind): words for wind, words in WINDS.items() if wind in rules.seats}
    yield entry.hand()
    if entry.melds_needed:
        yield entry.melds()
    yield entry.win()
    yield step("by", lambda text: choice(way_of(text) or text, WAYS), lambda way: read_out(way, WAYS[way]))
    yield step("seat", lambda text: choice(seat_of(text) or text, winds), entry.wind, seats=entry.listed(winds))
    yield step("round", lambda text: choice(_wind(text), winds, "E"), lambda wind: hand_text(wind, None))
    if answers.get("by") == "ron":
        others = {wind: spellings for wind, spellings in winds.items() if wind != answers.get("seat")}
        yield step(
            "from",
            lambda text: choice(seat_of(text) or text, others) if text else None,
            entry.wind,
            seats=entry.listed(others),
        )
    if entry.is_closed:
        yield step("riichi", lambda text: choice(text, _RIICHI, "none"), lambda told: read_out(told, _RIICHI[told]))
    if rules.dora.north is not None:
        yield step("north", number)
    if flags := entry.flags():
        yield step(
            "circumstances",
            lambda text: several(text, flags),
            lambda found: " ".join(read_out(flag, flags[flag]) for flag in found) or entry.phrase("nothing"),
            choices=entry.listed(flags),
        )
    yield step("dora", entry.tiles, entry.named)
    is_riichi = answers.get("riichi", "none") != "none"
    if is_riichi:
        yield step("ura", entry.tiles, entry.named)
    yield step("honba", number)
    own = int(is_riichi)  # the winner takes back the own stick too
    yield step("sticks", lambda text: number(text, own), default=own)
    yield step("more", lambda text: text)


def record_of(rules: MahjongRules, answers: Answers) -> Win:
    """Make the record of the answers; what is not answered yet is filled in."""
    flags: dict[str, Any] = dict.fromkeys(answers.get("circumstances", ()), True)
    riichi = {"none": False, "riichi": True}.get(answers.get("riichi", "none"), "double")
    hand, win = answers["hand"], answers.get("win")
    if win is not None and _holds_win(hand):
        hand = list(hand)
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
        north=answers.get("north", 0),
        dora=print_tiles_in_order(answers.get("dora", ())),
        ura=print_tiles_in_order(answers.get("ura", ())),
        honba=answers.get("honba", 0),
        sticks=answers.get("sticks", 0),
        **flags,
    )
    more = answers.get("more")
    return parse_line(f"{print_line(record)} {more}")[0] if more else record


def _wind(text: str) -> str:
    """The wind of a round, as in ``E1`` or ``東1局``."""
    told = round_of(text)
    return told.wind if told is not None else text


def _holds_win(hand: list[int]) -> bool:
    """Whether the concealed tiles include the winning one, by their number: each meld takes three from a hand."""
    return (HAND - len(hand)) % 3 == 0


class _Entry(Entry):
    """The questions about one win."""

    rules: MahjongRules
    phrases = _PHRASES

    def __init__(self, rules: MahjongRules, answers: Answers) -> None:
        super().__init__(rules, answers)
        hand = answers.get("hand", [])
        self.melds_needed = (HAND - len(hand)) // 3 if hand else 0
        melds: list[Meld] = answers.get("melds", [])
        self.has_quad = any("kan" in meld.kind for meld in melds)
        self.is_closed = all(meld.kind == "ankan" for meld in melds)

    def step(self, key: str, read: Callable[[str], Any], told: Callable[[Any], str] = str, **names: Any) -> Step:
        """A step whose answer is tried together with all answers before it."""

        def try_answer(text: str) -> Any:
            value = read(text)
            self._try({**self.answers, key: value})
            return value

        hint = "hint_hand" if key in ("hand", "win", "dora", "ura") else f"hint_{key}"
        prompt = self.phrase(names.pop("asks", key)).format(**names)
        return Step(key, prompt, try_answer, told, self.phrase(hint) if hint in _PHRASES else "")

    def _try(self, answers: Answers) -> None:
        """Refuse an answer that allows no hand, whatever else is answered."""
        if "win" not in answers:
            return
        (outcome,) = score_wins([record_of(self.rules, answers)], self.rules)
        if isinstance(outcome, CalcError) and outcome.code not in _LATER:
            outcome.column = None  # a column of the record, which nobody wrote
            raise outcome

    def tiles(self, text: str) -> list[int]:
        """Read tiles that the rules have."""
        tiles = list(parse_tiles(text))
        self._count(tiles)
        return tiles

    def _count(self, tiles: list[int]) -> None:
        """Refuse tiles that the rules are played without, and more copies than there are."""
        kinds = [kind_of(tile) for tile in tiles]
        for tile, kind in zip(tiles, kinds, strict=True):
            if kind not in self.rules.kinds:
                raise NotationError("{0} is played without {1}", self.rules.id, print_tiles([tile]))
            if kinds.count(kind) > self.rules.tiles.copies:
                message = msg("there are only {0} copies of {1}", self.rules.tiles.copies, print_tiles([kind]))
                raise NotationError("{0}, found {1}", message, kinds.count(kind))

    def named(self, tiles: list[int]) -> str:
        """Tiles by name."""
        return tiles_text(tiles) or self.phrase("nothing")

    def wind(self, wind: Wind | None) -> str:
        """A seat by name."""
        return self.phrase("unknown") if wind is None else word(wind)

    def listed(self, choices: Mapping[str, Iterable[str]]) -> str:
        """The answers to choose from, in words."""
        return " ".join(read_out(name, spellings) for name, spellings in choices.items())

    def hand(self) -> Step:
        """The concealed tiles; their number tells how many melds there are."""

        def read(text: str) -> list[int]:
            tiles = self.tiles(text)
            if not tiles:
                raise missing("hand")
            if len(tiles) > HAND or len(tiles) % 3 == 0:
                raise NotationError(
                    "expected {0} tiles, or {1} with the winning one, and 3 less for each meld; found {2}",
                    HAND - 1,
                    HAND,
                    len(tiles),
                )
            return tiles

        return self.step("hand", read, self.named)

    def melds(self) -> Step:
        """As many melds as the hand lacks."""

        def read(text: str) -> list[Meld]:
            melds = list(parse_melds(text))
            if len(melds) != self.melds_needed:
                needed = msg("{0} meld{1}", self.melds_needed, "s" * (self.melds_needed != 1))
                raise NotationError("expected {0} beside this hand, found {1}", needed, len(melds))
            self._count([*self.answers["hand"], *(tile for meld in melds for tile in meld.tiles)])
            return melds

        def tell(melds: list[Meld]) -> str:
            return "; ".join(self.named(list(meld.tiles)) for meld in melds)

        return self.step("melds", read, tell, count=self.melds_needed)

    def win(self) -> Step:
        """The winning tile: one more, or one of the hand, by default the last."""
        hand = self.answers.get("hand", [])
        holds = bool(hand) and _holds_win(hand)

        def read(text: str) -> int:
            tiles = self.tiles(text)
            if not tiles and holds:
                return int(hand[-1])
            if len(tiles) != 1:
                raise NotationError("expected one tile, such as 8s, found {0!r}", text)
            if holds and tiles[0] not in hand:
                raise NotationError("expected one of the {0} tiles of the hand, found {1!r}", len(hand), text)
            return tiles[0]

        asks = {"asks": "win_in_hand", "default": print_tiles([hand[-1]])} if holds else {}
        return self.step("win", read, lambda tile: self.named([tile]), **asks)

    def flags(self) -> dict[str, tuple[str, ...]]:
        """The circumstances that can apply."""
        answers, north = self.answers, self.rules.dora.north
        tsumo, riichi = answers.get("by") == "tsumo", answers.get("riichi", "none") != "none"
        replaces = self.has_quad or (north is not None and north.rinshan and answers.get("north", 0) > 0)
        can = {
            "ippatsu": riichi,
            "rinshan": tsumo and replaces,
            "chankan": not tsumo,
            "last_tile": True,
            "first_turn": not riichi and not answers.get("melds") and (tsumo or answers.get("seat") != "E"),
        }
        dealer = answers.get("seat") == "E"
        others = (
            {"houtei", "河底", "renhou", "人和"} if tsumo else {"haitei", "海底", "tenhou", "天和", "chihou", "地和"}
        )
        others |= {"chihou", "地和"} if dealer else {"tenhou", "天和"}
        return {
            flag: tuple(word for word in spellings if word not in others)
            for flag, spellings in _FLAGS.items()
            if can[flag]
        }
