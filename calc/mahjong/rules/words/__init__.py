"""The condition language of mahjong rule tables: a closed vocabulary, one class a word.

Each class has the word's meaning, its evaluation over a batch of readings, its phrases, and which parts of a reading
make it true. A condition is a mapping of words that must all hold; ``all``, ``any`` and ``not`` join conditions.
"""

from functools import partial
from typing import Any, Final

from calc.mahjong.rules.words import groups, patterns, tiles, win
from calc.mahjong.rules.words.base import AllOf, AnyOf, Lexicon, Need, Not, State, Term, Word, walk_words
from calc.mahjong.rules.words.groups import Pick
from calc.mahjong.rules.words.win import Declared, Discards, Fact
from calc.tables.conditions import Vocabulary
from calc.tables.misfit import MisfitError, convert

__all__ = [
    "WORDS",
    "AllOf",
    "Declared",
    "Discards",
    "Fact",
    "Lexicon",
    "Need",
    "Pick",
    "State",
    "Term",
    "Word",
    "read_condition",
    "walk_words",
]


def _read_term(kind: type[Term], argument: Any) -> Term:
    whole = kind.whole()
    try:
        term: Term = convert({whole: argument} if whole else argument, kind)
    except MisfitError as error:  # without the field, which YAML does not spell
        raise MisfitError(error.message, error.path[1:] if whole else error.path) from None
    return term


# fmt: off
#: Every word that says something of a hand, by its spelling.
WORDS: Final[dict[str, type[Term]]] = {word.key: word for word in (
    win.By, win.Hand, win.SeatIs, win.Declared, win.Fact, win.Discards,
    tiles.Shape, tiles.Tiles, tiles.Suits, tiles.RankSum, tiles.Dora, tiles.Concealed, tiles.BeforeWin, win.WinningTile,
    groups.Groups, groups.Parts, groups.Pair, patterns.Pattern, groups.TakenBy, patterns.TakenIn, groups.Wait,
    win.NoFu, win.FuSoFar, win.YakuPresent, win.AnotherYaku,
)}
# fmt: on


def _join(words: list[Word]) -> Word:
    return words[0] if len(words) == 1 else AllOf(tuple(words))


_VOCABULARY: Final = Vocabulary[Word](
    words={key: partial(_read_term, kind) for key, kind in WORDS.items()},
    together=_join,
    all_of=_join,
    any_of=lambda words: AnyOf(tuple(words)),
    negate=Not,
    example="{by: tsumo}",
)


def read_condition(data: Any) -> Word:
    """The condition that plain data of a rule table mean. Raises :class:`calc.tables.misfit.MisfitError`."""
    return _VOCABULARY.read(data)
