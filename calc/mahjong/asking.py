"""The guided entry of a riichi win: only what can still apply is asked, and every answer is looked at by the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from calc.asking.names import tile_names
from calc.asking.phrases import phrase
from calc.asking.steps import Answers, Step, choice, missing, number, several
from calc.errors import CalcError, NotationError
from calc.mahjong.rules.schema import MahjongRules
from calc.mahjong.scoring import score_wins
from calc.notation.melds import Meld, parse_melds, print_meld
from calc.notation.tiles import kind_of, parse_tiles, print_tiles, print_tiles_in_order
from calc.records.canonical import HAND
from calc.records.riichi_lines import parse_line, print_line
from calc.records.win import Win

_WINDS: Final = {
    "E": ("east", "東", "東家"),
    "S": ("south", "南", "南家"),
    "W": ("west", "西", "西家"),
    "N": ("north", "北", "北家"),
}
_WAYS: Final = {"tsumo": ("t", "ツモ", "自摸"), "ron": ("r", "ロン", "栄和")}
_RIICHI: Final = {
    "none": ("no", "n", "なし"),
    "riichi": ("yes", "y", "立直", "リーチ"),
    "double": ("ダブル立直", "ダブリー"),
}
_FLAGS: Final[dict[str, tuple[str, ...]]] = {
    "ippatsu": ("一発",),
    "rinshan": ("嶺上開花", "嶺上"),
    "chankan": ("槍槓",),
    "last_tile": ("last", "海底", "河底"),
    "first_turn": ("first", "天和", "地和", "人和"),
}
#: What a record still to be finished may be refused for: it is said when all is answered.
_LATER: Final = ("no_yaku", "not_payable", "missing_key")


def steps_of(rules: MahjongRules, answers: Answers, lang: str) -> list[Step]:
    """The steps that apply by what is answered so far."""
    entry = _Entry(rules, answers, lang)
    asked = [entry.hand]
    if entry.melds_needed:
        asked.append(entry.melds)
    asked += [entry.win, entry.by, entry.seat, entry.round]
    if answers.get("by") == "ron":
        asked.append(entry.discarder)
    if entry.is_closed:
        asked.append(entry.riichi)
    if rules.dora.north is not None:
        asked.append(entry.north)
    if entry.flags:
        asked.append(entry.circumstances)
    asked.append(entry.dora)
    if answers.get("riichi", "none") != "none":
        asked.append(entry.ura)
    asked += [entry.honba, entry.sticks, entry.more]
    return [make() for make in asked]


def record_of(rules: MahjongRules, answers: Answers) -> Win:
    """The record that the answers make; what is not answered yet is filled in."""
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


def _holds_win(hand: list[int]) -> bool:
    """Whether so many concealed tiles have the winning tile among them: each meld stands for three of a hand."""
    return (HAND - len(hand)) % 3 == 0


class _Entry:
    """The questions about one win, each a step made of what was answered before it."""

    def __init__(self, rules: MahjongRules, answers: Answers, lang: str) -> None:
        self.rules = rules
        self.answers = answers
        self.lang = lang
        hand = answers.get("hand", [])
        self.melds_needed = (HAND - len(hand)) // 3 if hand else 0
        melds: list[Meld] = answers.get("melds", [])
        self.has_quad = any("kan" in meld.kind for meld in melds)
        self.is_closed = all(meld.kind == "ankan" for meld in melds)

    def _step(self, key: str, read: Callable[[str], Any], told: Callable[[Any], str], **names: Any) -> Step:
        """A step whose answer is tried with all answers before it; hints stand under ``hint_KEY``."""

        def tried(text: str) -> Any:
            value = read(text)
            self._try({**self.answers, key: value})
            return value

        hint = {"hand": "hint_hand", "win": "hint_hand", "dora": "hint_hand", "ura": "hint_hand"}.get(
            key, f"hint_{key}"
        )
        try:
            shown = phrase(hint, self.lang)
        except KeyError:
            shown = ""
        return Step(key, phrase(names.pop("asks", key), self.lang).format(**names), tried, told, shown)

    def _try(self, answers: Answers) -> None:
        """Refuse an answer with which no hand can be, whatever else is answered."""
        if "win" not in answers:
            return
        record = record_of(self.rules, answers)
        (outcome,) = score_wins([record], self.rules, lang=self.lang)
        if isinstance(outcome, CalcError) and outcome.code not in _LATER:
            outcome.column = None  # it counts in the record, which nobody wrote
            raise outcome

    def _tiles(self, text: str, *, at_least: int = 0) -> list[int]:
        tiles = list(parse_tiles("".join(text.split())))
        if len(tiles) < at_least:
            raise missing("hand", self.lang)
        self._count(tiles)
        return tiles

    def _count(self, tiles: list[int]) -> None:
        """Refuse tiles that the rules are played without, and more copies than there are."""
        kinds = [kind_of(tile) for tile in tiles]
        for tile, kind in zip(tiles, kinds, strict=True):
            if kind not in self.rules.kinds:
                raise NotationError(f"{self.rules.id} is played without {print_tiles([tile])}")
            if kinds.count(kind) > self.rules.tiles.copies:
                message = f"there are only {self.rules.tiles.copies} copies of {print_tiles([kind])}"
                raise NotationError(f"{message}, found {kinds.count(kind)}")

    def _named(self, tiles: list[int]) -> str:
        return tile_names(tiles, self.lang) or phrase("nothing", self.lang)

    def hand(self) -> Step:
        """The concealed tiles, of which the number tells how many melds there are."""

        def read(text: str) -> list[int]:
            tiles = self._tiles(text, at_least=1)
            if len(tiles) > HAND or len(tiles) % 3 == 0:
                raise NotationError(
                    f"expected {HAND - 1} tiles, or {HAND} with the winning one, and 3 less for each meld; "
                    f"found {len(tiles)}"
                )
            return tiles

        return self._step("hand", read, self._named)

    def melds(self) -> Step:
        """As many melds as the hand lacks."""

        def read(text: str) -> list[Meld]:
            melds = list(parse_melds(text))
            if len(melds) != self.melds_needed:
                needed = f"{self.melds_needed} meld{'s' * (self.melds_needed != 1)}"
                raise NotationError(f"expected {needed} beside this hand, found {len(melds)}")
            self._count([*self.answers["hand"], *(tile for meld in melds for tile in meld.tiles)])
            return melds

        def told(melds: list[Meld]) -> str:
            return "; ".join(self._named(list(meld.tiles)) for meld in melds)

        return self._step("melds", read, told, count=self.melds_needed)

    def win(self) -> Step:
        """The winning tile: one of the hand, by default the last one written, or one more."""
        hand = self.answers.get("hand", [])
        holds = bool(hand) and _holds_win(hand)

        def read(text: str) -> int:
            tiles = self._tiles(text)
            if not tiles and holds:
                return int(hand[-1])
            if len(tiles) != 1:
                raise NotationError(f"expected one tile, such as 8s, found {text!r}")
            if holds and tiles[0] not in hand:
                raise NotationError(f"expected one of the {len(hand)} tiles of the hand, found {text!r}")
            return tiles[0]

        def told(tile: int) -> str:
            return self._named([tile])

        if holds:
            return self._step("win", read, told, asks="win_in_hand", default=print_tiles([hand[-1]]))
        return self._step("win", read, told)

    def by(self) -> Step:
        """How it was won."""
        return self._step("by", lambda text: choice(text, _WAYS), lambda way: _spelled(way, _WAYS, self.lang))

    def seat(self) -> Step:
        """Whose seat."""
        winds = {wind: _WINDS[wind] for wind in self.rules.seats}
        return self._step("seat", lambda text: choice(text, winds), self._wind, seats=" ".join(winds))

    def round(self) -> Step:
        """The round wind."""
        winds = {wind: _WINDS[wind] for wind in self.rules.seats}
        return self._step("round", lambda text: choice(text, winds, "E"), self._wind)

    def discarder(self) -> Step:
        """Who discarded, which need not be known."""
        winds = {wind: _WINDS[wind] for wind in self.rules.seats if wind != self.answers.get("seat")}

        def told(wind: str | None) -> str:
            return phrase("unknown", self.lang) if wind is None else self._wind(wind)

        return self._step("from", lambda text: choice(text, winds) if text else None, told, seats=" ".join(winds))

    def _wind(self, wind: str) -> str:
        return _spelled(wind, _WINDS, self.lang)

    def riichi(self) -> Step:
        """Whether a closed hand declared riichi."""
        return self._step("riichi", lambda text: choice(text, _RIICHI, "none"), str)

    def north(self) -> Step:
        """Norths set aside, in games for three."""
        return self._step("north", number, str)

    @property
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
        return {flag: spellings for flag, spellings in _FLAGS.items() if can[flag]}

    def circumstances(self) -> Step:
        """Those of them that were so."""
        flags = self.flags
        return self._step(
            "circumstances",
            lambda text: several(text, flags),
            lambda found: " ".join(_spelled(flag, _FLAGS, self.lang) for flag in found) or phrase("nothing", self.lang),
            choices=" ".join(_spelled(flag, _FLAGS, self.lang) for flag in flags),
        )

    def dora(self) -> Step:
        """The indicators."""
        return self._step("dora", self._tiles, self._named)

    def ura(self) -> Step:
        """The indicators below them."""
        return self._step("ura", self._tiles, self._named)

    def honba(self) -> Step:
        """Repeat counters."""
        return self._step("honba", number, str)

    def sticks(self) -> Step:
        """All riichi sticks, of which the winner's own is one."""
        own = int(self.answers.get("riichi", "none") != "none")
        return self._step("sticks", lambda text: number(text, own), str, default=own)

    def more(self) -> Step:
        """Whatever is rare, in the words of a line."""
        return self._step("more", lambda text: text, lambda text: text)


def _spelled(name: str, spellings: Mapping[str, tuple[str, ...]], lang: str) -> str:
    """A choice as it is read out: the first Japanese spelling, or the longer English one."""
    words = [name, *spellings[name]]
    if lang == "ja":
        return next((word for word in words if not word.isascii()), name)
    return next((word.capitalize() for word in words if len(name) == 1 and word.isascii() and len(word) > 1), name)
