"""Lines of a riichi score sheet as people say them: ``Vic and Wes tenpai, draw``, ``太郎ロン花子``, ``Una chombo``.

The words become those that :mod:`calc.mahjong.records.sheet_reader` knows, each with the column where it was written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from calc.mahjong.records.key_words import DRAW_OF
from calc.notation.spellings import fold
from calc.records.sheet import Clause, Token

#: Words that only make sentences of a line. No player is called so where they are passed over.
_FILLERS: Final = frozenset(
    {"wins", "won", "win", "by", "with", "for", "a", "an", "the", "of", "in", "is", "are", "was", "were", "both"}
    | {"has", "had", "の", "は", "が", "を", "に", "で"}
)
#: Words that part players, or winners.
_AND: Final = frozenset({"and", "&", "+", "と"})
#: Words of the name of a draw at most.
_MOST_NAMED: Final = 3
#: Words that tell who had what hand at a draw, and such a word alone.
_OF_DRAWS: Final = ("tenpai", "noten", "nagashi")
_LISTS: Final = [[word] for word in _OF_DRAWS]
_WAYS: Final = ("ron", "tsumo")
#: What is in double quotes is a name.
_QUOTED: Final = re.compile(r'("(?:[^"\\]|\\.)*")')
_OPENING: Final = re.compile(r"(?P<before>[,;、，；]\s*)?[(（]")


def without_brackets(text: str) -> str:
    """The line with commas before what stands in brackets, each word where it was.

    >>> without_brackets("Aki ron Bea 7700 (riichi Aki)")
    'Aki ron Bea 7700 ,riichi Aki '
    """
    if "(" not in text and "（" not in text:
        return text
    parts = _QUOTED.split(text)
    return "".join(
        part if place % 2 else re.sub(r"[)）]", " ", _OPENING.sub(_comma, part)) for place, part in enumerate(parts)
    )


def _comma(found: re.Match[str]) -> str:
    return f"{found['before']} " if found["before"] else ","


def tidy(tokens: Sequence[Token], players: Sequence[str], spellings: Mapping[str, str]) -> list[Token]:
    """The words of a line without those that say nothing, names and words that are written as one parted."""
    parted = _with_draw([part for token in tokens for part in _parted(token, players, spellings)], players)
    found: list[Token] = []
    for place, token in enumerate(parted):
        is_said = token.is_quoted or token.text in players
        if not is_said and token.word in _AND:
            is_win = [one.word for one in parted[place + 2 : place + 5] if one.word not in _FILLERS][:1]
            if is_win and is_win[0] in _WAYS:
                found.append(Token(";", token.column, word=";"))
        elif is_said or not (token.word in _FILLERS or (token.word == "mangan" and _is_nagashi(parted[:place]))):
            found.append(token)
    return found


def _is_nagashi(before: Sequence[Token]) -> bool:
    """Whether words end with the one for discards of terminals and honours alone, ``nagashi``."""
    return bool(before) and before[-1].word == "nagashi"


def _with_draw(tokens: list[Token], players: Sequence[str]) -> list[Token]:
    """The words with the name of a draw, if they begin with one of several words, as one: ``four riichi``."""
    for count in range(min(_MOST_NAMED, len(tokens)), 1, -1):
        said = " ".join(token.text for token in tokens[:count])
        if fold(said) in DRAW_OF and tokens[0].text not in players:
            return [replace(tokens[0], text=said, word=fold(said)), *tokens[count:]]
    return tokens


def _parted(token: Token, players: Sequence[str], spellings: Mapping[str, str]) -> Iterator[Token]:
    """The names and words that are written as one, ``太郎ロン花子``, ``花子と次郎``; any other word itself."""
    if token.is_quoted or token.text.isascii() or token.text in players or token.word != fold(token.text):
        yield token
        return
    known = sorted(map(re.escape, {*players, *spellings, *(word for word in _FILLERS | _AND if not word.isascii())}))
    one = "|".join(sorted(known, key=len, reverse=True))
    whole = re.fullmatch(rf"((?:{one})+)(\d[\d/・-]*点?|\d+オール)?", token.text)
    if whole is None:
        yield token
        return
    for found in re.finditer(rf"{one}|\d.*", token.text):
        text = found.group()
        yield Token(text, token.column + found.start(), word=spellings.get(fold(text), fold(text)))


def in_order(clauses: Sequence[Clause], players: Sequence[str]) -> list[Clause]:
    """The clauses with what happened first: ``Aki Cho tenpai, draw`` and ``Aki Cho tenpai`` begin with the draw, and
    ``Una chombo`` with its word.
    """
    first, *rest = clauses
    names = [token for token in first.tokens if token.text in players]
    if first.tokens and len(first.tokens) == len(names) + 1 and names and first.tokens[-1].word == "chombo":
        return [replace(first, tokens=[first.tokens[-1], *names]), *rest]
    lists = [[token.word for token in clause.tokens] in _LISTS for clause in rest[:1]] == [True]
    if lists and names and first.tokens[0].word == "draw" and len(first.tokens) == len(names) + 1:
        return [replace(first, tokens=first.tokens[:1]), replace(first, tokens=names), *rest]
    draws = [clause for clause in rest if [token.word for token in clause.tokens] == ["draw"]]
    is_list = (lists and len(names) == len(first.tokens)) or (first.tokens[:1] and first.tokens[0].word in _OF_DRAWS)
    if not is_list or len(draws) > 1:
        return [*clauses]
    draw = draws[0] if draws else Clause([Token("draw", first.tokens[0].column, word="draw")], False, first.end)
    return [draw, *(clause for clause in clauses if clause not in draws)]
