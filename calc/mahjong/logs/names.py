"""What logs call yaku, levels and draws, from ``names.yaml``, and how they tell the worth of a win in words.

A name that is not there may be one that the rules or the list of local yaku have: these are known too.
"""

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, convert

from calc import strict_yaml
from calc.mahjong.load import read_list
from calc.mahjong.logs.events import SaidYaku, Start
from calc.patterns import regex
from calc.records.claims import fold, meanings


class _Draw(Struct, frozen=True):
    """What formats call a kind of draw."""

    mjlog: str | None
    mjai: str
    tenhou6: str
    majiang: str
    others: list[str]


class _Names(Struct, frozen=True):
    yaku: list[list[str]]
    others: dict[str, list[str]]
    mahjong_soul: list[list[str | None]]
    mahjong_soul_rules: list[tuple[str, bool, str, Any]]
    mahjong_soul_modes: list[list[str]]
    riichi_city: list[list[str | None]]
    levels: dict[str, list[str]]
    draws: dict[str, _Draw]
    titles: dict[str, list[str]]
    double_winds: list[str]
    rounds: dict[str, str]
    same: list[str]


_FILE: Final = Path(__file__).with_name("names.yaml")
_NAMES: Final = convert(strict_yaml.load(_FILE.read_text(encoding="utf-8"), file=_FILE.name).value, _Names)
#: Our id and Tenhou's name by Tenhou's number; ``dora``, ``ura`` and ``red`` are no yaku.
YAKU: Final = tuple(row[0] for row in _NAMES.yaku)
YAKU_NAMES: Final = tuple(row[1] for row in _NAMES.yaku)
#: Tenhou's numbers by our ids. Those of winds begin at East.
NUMBERS: Final = {yaku: number for number, yaku in reversed([*enumerate(YAKU)])}
#: Our ids by the numbers of Mahjong Soul.
SOUL_YAKU: Final = dict(enumerate((yaku for row in _NAMES.mahjong_soul for yaku in row), start=1))
#: What rooms of Mahjong Soul may play otherwise: key, value, option and choice.
SOUL_RULES: Final = _NAMES.mahjong_soul_rules
#: Keys of what they may play that no rule set has.
SOUL_MODES: Final = tuple(mode for row in _NAMES.mahjong_soul_modes for mode in row)
#: Our ids by the numbers of Riichi City.
CITY_YAKU: Final = dict(enumerate(yaku for row in _NAMES.riichi_city for yaku in row))
LIMITS: Final = frozenset(YAKU[NUMBERS["tenhou"] : NUMBERS["dora"]])
#: Levels by Tenhou's number; the last one is a counted limit where no limit is listed.
LEVELS: Final = ("below_mangan", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
#: The words for levels; the first one of each is written.
LEVEL_WORDS: Final = _NAMES.levels
#: What formats call each kind of draw, and nagashi mangan.
DRAWS: Final = _NAMES.draws

#: The names of a wind that is both the seat's and the round's.
DOUBLE_WINDS: Final = frozenset(_NAMES.double_winds)
#: How rounds are named, and the letters for it.
ROUND_WORDS: Final = _NAMES.rounds
#: What titles of games call rule sets.
TITLES: Final = _NAMES.titles

_ONE_SCRIPT: Final = str.maketrans(
    {one: same[-1] for row in _NAMES.same for same in row.split() for one in same} | {"々": "対"}
)
_FOUR = 4
_IDLE: Final = regex(r"[\s:・]|役牌(?=.)")


@lru_cache(maxsize=4096)
def plain(name: str) -> str:
    """A name without what converters write in different ways: case, blanks, scripts, and the word for tiles of value.

    >>> plain("役牌：发") == plain("役牌 發"), plain("Ryuukyoku") == plain("ryuukyoku ")
    (True, True)
    """
    return _IDLE.sub("", fold(name).translate(_ONE_SCRIPT))


_NUMBERS: Final = {plain(name): number for number, name in enumerate(YAKU_NAMES)}
#: Our ids by other names; several ids with blanks between them where a name may mean each of them.
_IDS: Final = {
    plain(name): ids
    for ids, names in [*((row[0], row[2:]) for row in _NAMES.yaku), *_NAMES.others.items()]
    for name in names
}
_KINDS: Final = {
    plain(word): kind
    for kind, row in DRAWS.items()
    for word in (row.mjlog, row.mjai, row.tenhou6, row.majiang, *row.others)
    if word
}


@cache
def _named_by_rules() -> dict[str, str]:
    yaku: Any = read_list("local")[1]
    found = meanings([*yaku.yaku.values(), *yaku.draw_yaku.values()])
    return {plain(name): ids[0] for name, ids in found.items() if len(ids) == 1}


@lru_cache(maxsize=4096)
def named_yaku(name: str, han: int | None) -> SaidYaku:
    """What a log says of a yaku by its name; ``han``: none for a limit. A name that is not known has no id."""
    word = plain(name)
    number = _NUMBERS.get(word)
    found = YAKU[number] if number is not None else _IDS.get(word) or _named_by_rules().get(word)
    return SaidYaku(found, han, NUMBERS.get(found or "") if number is None else number, name)


@lru_cache(maxsize=4096)
def said_yaku(number: int, han: int | None) -> SaidYaku:
    """What a log says of a yaku by Tenhou's number; ``han``: none for a limit."""
    return SaidYaku(YAKU[number], han, number, YAKU_NAMES[number])


def listed_yaku(yaku: str | None, han: int | None, name: str) -> SaidYaku:
    """What a log says of a yaku by our id; ``name``: its word for one that Tenhou has no number for."""
    return said_yaku(NUMBERS[yaku], han) if yaku in NUMBERS else SaidYaku(yaku, han, name=name)


def number_of(yaku: str, player: int, start: Start) -> int:
    """Tenhou's number of a yaku; each wind has one."""
    wind = {"seat_wind": (player - start.dealer) % start.players, "round_wind": start.wind}.get(yaku, 0)
    return NUMBERS[yaku] + wind


def written_name(yaku: SaidYaku, player: int, start: Start) -> str:
    """What a log of Tenhou calls a yaku of a player."""
    return YAKU_NAMES[number_of(yaku.id, player, start)] if yaku.id in NUMBERS else yaku.name or yaku.id or ""


def is_limit(yaku: SaidYaku) -> bool:
    """Whether a yaku is told as a limit, or is always one: some write the han of those."""
    return yaku.han is None or yaku.id in LIMITS


def named_draw(word: str) -> str | None:
    """The kind of draw that a word means, a key of :data:`DRAWS`."""
    return _KINDS.get(plain(word))


def titled_rules(title: str, players: int) -> str | None:
    """The rule set that the title of a game names, of as many players; none where it names several."""
    told = plain(title)
    found = [rules for rules, words in TITLES.items() if any(plain(word) in told for word in words)]
    if len(found) != 1 or (players != _FOUR and found != ["riichi-city"]):
        return None
    return found[0] if players == _FOUR else f"{found[0]}-sanma"


# ---- the worth of a win

_LEVELS: Final = {plain(word): level for level, words in LEVEL_WORDS.items() for word in words}


def named_level(word: str) -> str | None:
    """The level that a word means."""
    return _LEVELS.get(plain(word))


#: Fu and han, or a level, or both; then the points: of a ron, of all on a dealer's tsumo, or others - dealer.
_WORTH: Final = regex(
    r"(?:(?P<fu>[0-9]{1,3})(?:符|fu)(?P<han>[0-9]{1,3})(?:飜|han))?"
    rf"(?P<level>{'|'.join(sorted(_LEVELS, key=len, reverse=True))}|[^0-9]*(?:役満|yakuman))?"
    r"(?P<each>[0-9]{1,7})(?:-(?P<dealer>[0-9]{1,7}))?(?:點|points?)?(?P<all>∀|all|オール)?",
    re.ASCII,
)
_YAKU_WORTH: Final = regex(
    r"(?P<name>.+?)(?<!\s)\s*[(（](?:(?P<han>[0-9]{1,3})\s*(?:[飜翻番]|han)|[^()（）]*(?:役[満满滿]|yakuman))[)）]",
    re.ASCII | re.IGNORECASE,
)


class Worth(Struct, frozen=True):
    """The worth of a win in words; ``each``: what a ron pays, on a tsumo all of them, or others than the dealer."""

    fu: int | None
    han: int | None
    level: str | None
    each: int
    dealer: int | None
    is_all: bool

    def points(self, players: int) -> int:
        """The worth without honba and sticks, on a tsumo the total."""
        if self.is_all:
            return self.each * (players - 1)
        return self.each if self.dealer is None else self.each * (players - 2) + self.dealer


def read_worth(said: str) -> Worth | None:
    """What the words for a worth say; ``None`` for words that are not known."""
    found = _WORTH.fullmatch("-".join(map(plain, said.split("-"))))
    if not found:
        return None
    fu, han, dealer = (None if found[key] is None else int(found[key]) for key in ("fu", "han", "dealer"))
    level = _LEVELS.get(found["level"], "yakuman") if found["level"] else None
    return Worth(fu=fu, han=han, level=level, each=int(found["each"]), dealer=dealer, is_all=bool(found["all"]))


def read_yaku(said: str) -> SaidYaku | None:
    """What the words for a yaku and its worth say; ``None`` where it is not known how they tell the worth."""
    found = _YAKU_WORTH.fullmatch(said)
    return named_yaku(found["name"], int(found["han"]) if found["han"] else None) if found else None
