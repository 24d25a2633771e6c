"""Words that people write for winds, suits, honours, melds and ways to win, each with the spelling that is printed.

Every reader takes them from here: lines, cells, YAML and JSON, claims and the guided entry. Case and full-width letters
do not matter in any of them.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeVar

from calc import strict_yaml
from calc.patterns import regex
from calc.translation import msg

Wind = Literal["E", "S", "W", "N"]
N = TypeVar("N", bound=str)

_FILE: Final = Path(__file__).with_name("spellings.yaml")
_WORDS: Final[dict[str, Any]] = strict_yaml.load(_FILE.read_text(encoding="utf-8"), file=_FILE.name).value
WINDS: Final[dict[Wind, list[str]]] = _WORDS["winds"]
#: The winds as messages name them.
WIND_NAMES: Final[Mapping[str, str]] = {"E": msg("East"), "S": msg("South"), "W": msg("West"), "N": msg("North")}
#: The words for each dragon, by its tile.
DRAGONS: Final[dict[str, list[str]]] = _WORDS["dragons"]
SUIT_WORDS: Final[dict[str, list[str]]] = _WORDS["suits"]
#: The words for each kind of meld, by the word that its notation has.
MELD_WORDS: Final[dict[str, list[str]]] = _WORDS["melds"]
#: Those of them that people say of any quad.
EITHER_QUAD: Final = frozenset(_WORDS["quads"])
WAYS: Final[dict[str, list[str]]] = _WORDS["ways"]
#: The dealer sits East.
DEALER_WORDS: Final = frozenset(_WORDS["dealer"])
#: Words for any seat but the dealer's.
OTHER_SEAT_WORDS: Final = frozenset(_WORDS["others"])
#: What follows a word in Japanese.
PARTICLES: Final[str] = _WORDS["particles"]
#: Ranks in words.
RANK_WORDS: Final[dict[str, str]] = {word: str(rank) for rank, word in enumerate(_WORDS["ranks"], start=1)}
NUMERALS: Final = {numeral: str(number) for number, numeral in enumerate("一二三四五六七八九", start=1)}

_WIDE: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: ord(" ")}
_PLACED: Final = regex(r"(?<![\s_-])[\s_-]*+(?:seat|wind|家|風|場)$")


def narrow(text: str) -> str:
    """The text with ordinary letters, digits and blanks for full-width ones, character by character."""
    return text if text.isascii() else text.translate(_WIDE)


def fold(text: str) -> str:
    """The text as words are compared: narrow, in lower case, without blanks around it."""
    return narrow(text).strip().casefold()


def romanised(name: str) -> frozenset[str]:
    """A Japanese name in letters by its id, and as those write it who write some or all long vowels short.

    >>> sorted(romanised("suuankou_tanki"))
    ['suanko tanki', 'suankou tanki', 'suuanko tanki', 'suuankou tanki']
    """
    found = {name.replace("_", " ")}
    for long in ("ou", "oo", "uu", "ii"):
        found |= {one.replace(long, long[0]) for one in found}
    return frozenset(found)


def listed_in(text: str) -> list[str]:
    """The words of a list as people write it, with blanks or commas between them."""
    return text.replace(",", " ").replace("、", " ").split()


def plain_key(name: str) -> str:
    """A name as keys are compared: in lower case, its words joined by ``_``."""
    return "_".join(fold(name).replace("-", " ").replace("_", " ").split())


def _by_word(table: Mapping[N, list[str]]) -> dict[str, N]:
    return {word.casefold(): name for name, words in table.items() for word in (str(name), *words)}


_WIND_OF: Final = _by_word(WINDS)
_WAY_OF: Final = _by_word(WAYS)
_LONGEST: Final = max(map(len, _WAY_OF)) + 2
_MELD_OF: Final = _by_word(MELD_WORDS)


def wind_of(text: str) -> Wind | None:
    """The wind that a text names, as ``E``; ``None`` for any other text.

    >>> wind_of("South"), wind_of("南家"), wind_of("e"), wind_of("Ito")
    ('S', 'S', 'E', None)
    """
    word = fold(text)
    return _WIND_OF.get(word) or _WIND_OF.get(_PLACED.sub("", word))


def seat_of(text: str) -> Wind | None:
    """The seat that a text names; the dealer sits East."""
    return wind_of(text) or ("E" if fold(text) in DEALER_WORDS else None)


def is_other_seat(text: str) -> bool:
    """Whether a text means any seat but the dealer's."""
    return fold(text) in OTHER_SEAT_WORDS


def way_of(text: str) -> str | None:
    """``tsumo`` or ``ron`` for a word that means it."""
    return _WAY_OF.get(text) or (_WAY_OF.get(fold(text)) if len(text) <= _LONGEST and "=" not in text else None)


def meld_word_of(text: str) -> str | None:
    """The word of the notation for a kind of meld."""
    return _MELD_OF.get(fold(text))


_DIGITS: Final = {**NUMERALS, "〇": "0", "零": "0"}


class RoundName(NamedTuple):
    """What the name of a round says; ``None`` for what it leaves out."""

    wind: str
    number: int | None
    honba: int | None


_ROUND: Final = regex(_WORDS["patterns"]["round"])


def round_of(text: str) -> RoundName | None:
    """What the name of a round says: its wind, and the number of the dealer and honba if they are named.

    >>> round_of("東1局 2本場")
    RoundName(wind='E', number=1, honba=2)
    >>> round_of("E2-1")
    RoundName(wind='E', number=2, honba=1)
    >>> round_of("south 3"), round_of("east")
    (RoundName(wind='S', number=3, honba=None), RoundName(wind='E', number=None, honba=None))
    """
    found = _ROUND.fullmatch(" ".join(fold(text).split()))
    wind = wind_of(found["wind"]) if found else None
    if found is None or wind is None:
        return None
    number, honba = found["number"], found["dash"] or found["after"] or found["before"]
    return RoundName(wind, int(_DIGITS.get(number, number)) if number else None, int(honba) if honba else None)


#: How people say counts of han and fu.
SAID_COUNT: Final = regex(_WORDS["patterns"]["count"], re.IGNORECASE)
UNITS: Final = {"翻": "han", "飜": "han", "符": "fu"}


def counts_of(said: str) -> dict[str, int] | None:
    """``3 han 40 fu`` by unit; ``None`` for anything else.

    >>> counts_of("3翻40符"), counts_of("3 han"), counts_of("3 40")
    ({'han': 3, 'fu': 40}, {'han': 3}, None)
    """
    counts = [(UNITS.get(what, what.lower()), int(count)) for count, what in SAID_COUNT.findall(said)]
    if not counts or re.sub(r"[\s,、]", "", SAID_COUNT.sub("", said)) or len(dict(counts)) < len(counts):
        return None
    return dict(counts)


_TIMES: Final = regex(_WORDS["patterns"]["times"])
_WORDS_OF_TIMES: Final[dict[str, int]] = _WORDS["times"]


def times_of(said: str) -> tuple[str, int] | None:
    """What a text says several times, and how often; ``None`` where it says nothing of the kind.

    >>> times_of("double yakuman"), times_of("2倍役満"), times_of("yakuman x3"), times_of("mangan")
    (('yakuman', 2), ('役満', 2), ('yakuman', 3), None)
    >>> times_of("yakuman twice")
    ('yakuman', 2)
    """
    found = _TIMES.fullmatch(fold(said))
    if found is None or not (found["before"] or found["after"]):
        return None
    times = (found["before"] or found["after"]).strip("x ")
    return found["name"], _WORDS_OF_TIMES.get(times) or int(times[0])


_POINTS: Final = regex(_WORDS["patterns"]["points"], re.IGNORECASE)
_UNIT_OF_POINTS: Final = regex(r" ?points|点", re.IGNORECASE)


def points_of(said: str) -> int | str | None:
    """What a win pays, as records have it; ``None`` for anything else.

    >>> points_of("3900点"), points_of("1000/2000"), points_of("4000オール"), points_of("mangan")
    (3900, '1000/2000', '4000 all', None)
    """
    found = _POINTS.fullmatch(_UNIT_OF_POINTS.sub("", narrow(said), count=1))
    if found is None:
        return None
    return int(found["one"]) if found["one"] else re.sub(r"[・-]", "/", found["each"] or "") or found["all"] + " all"
