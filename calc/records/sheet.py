"""Words of a score sheet, as people type it while they play: a line a round, with names of players.

Which lines there are, the games say (``records.sheet`` of each). Commas and semicolons part the clauses of a line; a
name that has blanks, or is a word of the sheet, stands in double quotes.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from calc.errors import NotationError, did_you_mean
from calc.notation.spellings import fold, narrow, round_of
from calc.notation.text import show
from calc.patterns import regex
from calc.records.cells import MOST_WORDS
from calc.records.values import MOST_DIGITS
from calc.records.words import GAP, Said, Table, parts_of, sign
from calc.strict_yaml import plain_scalar
from calc.tables.shelf import is_file_name, set_named
from calc.translation import msg

_TOKEN: Final = regex(r'"(?:[^"\\]|\\.)*"|[,;、，；()（）]|[^\s,;、，；()（）"]+|(?P<open>".*)', re.DOTALL)
_NUMBER: Final = regex(rf"[+-]?\d{{1,{MOST_DIGITS}}}(\.\d{{1,3}})?")
_STOPS: Final = {",": ",", ";": ";", "、": ",", "，": ",", "；": ";"}
_SCORE: Final = regex(
    rf"\s*(?P<name>[^\W\d_][\w.'-]*)[\s:]+(?P<score>[+-]?(?:\d{{1,3}}(?:,\d{{3}})+|\d{{1,{MOST_DIGITS}}}))点?\s*"
)
#: A name and its score among several on a line. A point may be meant as a comma, or as that of thousands.
_ONE: Final = (r"[^\W\d_][\w'-]*", rf"[+-]?(?:\d{{1,3}}(?:[.,]\d{{1,3}})+|\d{{1,{MOST_DIGITS}}})")
_SCORE_OF_SEVERAL: Final = regex(rf"(?<![\w'-])(?P<name>{_ONE[0]})[\s:=]+(?P<score>{_ONE[1]})")
_SCORES: Final = regex(rf"\s*(?:{_ONE[0]}[\s:=]+{_ONE[1]}点?(?=[\s,;]|$)[\s,;]*){{3,8}}")
#: In a line of scores at least one is as large: lesser numbers count other things.
_LEAST_SCORE: Final = 1000
_THREE: Final = 3
_BARE: Final = regex(r"[^\W\d_][\w.'-]*")
#: A rule set, a colon, and two names at least: nothing that YAML has.
_HEADER: Final = regex(
    r"""\s*((?!\d)[\w.~/][\w.~/・-]*)\s*(?::(?=\s)|：)(?=\s*[^\s\[{|>&!%@`'#=-])"""
    r"""(?=\s*(?:"[^"]*"|(?!\d)[^\s,:、，]+)[\s,、，]+[^\s:])"""
)
#: Names alone, at least two.
_NAMES: Final = regex(r"\s*(?:[^\W\d_][\w.'-]*[\s,、，]+){1,6}[^\W\d_][\w.'-]*\s*")
#: Names that seats have: a player who is called so could be two people.
_SEATS: Final = frozenset({"E", "S", "W", "N"})
#: A player in a line that is rewritten: a character of this block for each.
_FIRST_PLAYER: Final = 0xE000
#: What a player may be in a line that is rewritten.
PLAYERS: Final = "\ue000-\uf8ff"
#: What may be at the end of names and words that are written as one.
_POINTS: Final = r"(?:\d[\d/・-]*(?:点|文|本場?|オール|翻(?:\d+符)?)?)?"
_WORDS: Final = Path(__file__).with_name("words.yaml")
#: Rows for every sheet.
ROWS: Final = Table(_WORDS, "sheet", is_of_words=True)
#: What stands before final scores in a line.
FINALS: Final = Table(_WORDS, "finals")
#: Words of every sheet.
COMMON: Final = frozenset({"scores", "results", "start", "id", "nobody", "all"})
_STARTS: Final = frozenset({"start", "原点", "配給原点"})


class Token(Struct, frozen=True):
    """A word, a name, a comma or a semicolon, and its column from 1.

    ``word``: the word as it is compared, without case. Empty for a player, and for any name in quotes.
    """

    text: str
    column: int
    word: str = ""


class Clause(Struct, frozen=True):
    """The words between two commas or semicolons. ``is_next``: a semicolon is before it. ``end``: its last column."""

    tokens: list[Token]
    is_next: bool
    end: int


def reserved(words: Collection[str], table: Table) -> frozenset[str]:
    """Words that no bare name can be: those of a game, of every sheet, and the Japanese ones for them."""
    found = (word for rows in (table, ROWS) for row in rows.rows if "write" in row for word in rows.words_of(row))
    return COMMON | _STARTS | {*words} | {word for word in found if not word.isascii()}


@lru_cache(maxsize=64)
def _known(names: tuple[str, ...], table: Table) -> re.Pattern[str]:
    words = (word for rows in (table, ROWS) for row in rows.rows for word in rows.words_of(row) if not word.isascii())
    return re.compile("|".join(map(re.escape, sorted({*names, *words}, key=len, reverse=True))))


def _said(text: str, players: Sequence[str], table: Table | None, also: Mapping[str, str]) -> Said:
    """The words of a line with blanks between them, and a character for each player.

    What is written as one, ``太郎ロン花子``, is parted where all of it is known. Raises
    :class:`~calc.errors.NotationError` for too many words, and for a quote that nothing closes.
    """
    pieces = [*islice(_pieces(text, players, table, also), MOST_WORDS + 1)]
    if len(pieces) > MOST_WORDS:
        (_, at, end), most = pieces[-1], f"{MOST_WORDS:,}"
        message = msg("expected a line of at most {0} words, found more from {1} on", most, show(text[at:end]))
        raise NotationError(message, column=at + 1)
    columns = [[*range(at + 1, at + 1 + len(word)), end + 1] for word, at, end in pieces]
    return Said(" ".join(word for word, *_ in pieces), [*chain.from_iterable(columns)] or [1])


def _pieces(
    text: str, players: Sequence[str], table: Table | None, also: Mapping[str, str]
) -> Iterator[tuple[str, int, int]]:
    letters = {name: chr(_FIRST_PLAYER + place) for place, name in enumerate(players)}
    letters = {word: letters[name] for word, name in also.items()} | letters
    for match in _TOKEN.finditer(text):
        word, at, end = match.group(), *match.span()
        if match["open"]:
            raise NotationError("expected a closing quote after {0}", show(text[at:]), column=at + 1)
        if word.startswith('"'):
            try:
                word = letters.get(json.loads(word), word)
            except ValueError:
                raise NotationError("expected a name in quotes, found {0}", show(word), column=at + 1) from None
        elif word not in letters and table is not None and not word.isascii():
            known = _known((*players, *(name for name in also if not name.isascii())), table)
            if re.fullmatch(rf"(?:{known.pattern})++{_POINTS}", word):
                for one in re.finditer(rf"{known.pattern}|\d.*", word):
                    yield letters.get(one.group(), one.group()), at + one.start(), at + one.end()
                continue
        yield letters.get(word) or letters.get(fold(word), word), at, end


def clauses_of(
    text: str,
    players: Sequence[str] = (),
    table: Table | None = None,
    heads: Collection[str] = (),
    also: Mapping[str, str] = MappingProxyType({}),
) -> list[Clause]:
    """The clauses of a line; a word of ``heads`` begins one even where the comma before it was forgotten.

    ``table``: its rows rewrite what people say in the words of a game's sheet; none for a header. ``also``: other words
    for players.
    """
    written = _said(text, players, table, also)
    for rows in (table, ROWS) if table is not None else ():
        written = rows.rewrite(written)
    clauses = [Clause([], is_next=False, end=0)]
    for found in re.finditer(r'"(?:[^"\\]|\\.)*"|\S+', written.text):
        said, column = found.group().replace(GAP, " "), written.columns[found.start()]
        tokens = clauses[-1].tokens
        if said in _STOPS:
            if not tokens:
                raise NotationError("expected words before {0!r}, found none", _STOPS[said], column=column)
            clauses[-1] = replace(clauses[-1], end=column)
            clauses.append(Clause([], _STOPS[said] == ";", 0))
            continue
        if said.startswith('"'):
            token = Token(json.loads(said), column)
        elif 0 <= ord(said[0]) - _FIRST_PLAYER < len(players):
            token = Token(players[ord(said[0]) - _FIRST_PLAYER], column)
        else:
            token = Token(said, column, fold(said))
        if tokens and token.word in heads:
            clauses[-1] = replace(clauses[-1], end=column)
            clauses.append(Clause([], is_next=False, end=0))
        clauses[-1].tokens.append(token)
    clauses[-1] = replace(clauses[-1], end=len(text) + 1)
    return clauses if clauses[-1].tokens or len(clauses) == 1 else clauses[:-1]


def player_in(token: Token, players: Sequence[str]) -> str:
    """The player whom a word names. Raises :class:`~calc.errors.NotationError` for anybody else."""
    name = token.text
    alike = [name] if name in players else [one for one in players if one.casefold() == name.casefold()]
    if len(alike) != 1:
        names = [one for one in players if one not in _SEATS] or players
        known, near = ", ".join(map(spell_name, names)), did_you_mean(name, names)
        near *= "mean" in near  # all of them are named before
        raise NotationError("expected a player ({0}), found {1}{2}", known, show(name), near, column=token.column)
    return alike[0]


def players_in(tokens: Sequence[Token], players: Sequence[str], what: str, column: int) -> list[str]:
    """The players whom words name, each once. ``what``: the word before them, at ``column``."""
    if not tokens:
        raise NotationError("expected a player after {0!r}, found none", what, column=column)
    names: list[str] = []
    for token in tokens:
        name = player_in(token, players)
        if name in names:
            raise NotationError("expected each player once, found {0} twice", name, column=token.column)
        names.append(name)
    return names


def number_in(token: Token) -> int | float:
    """The number that a word is."""
    text = narrow(token.text).replace("−", "-")
    if not token.word or not _NUMBER.fullmatch(text):
        raise NotationError("expected a number, found {0}", show(token.text), column=token.column)
    return float(text) if "." in text else int(text)


def numbers_in(tokens: Sequence[Token], players: Sequence[str], what: str, column: int) -> dict[str, Any] | list[Any]:
    """A number a player in their order, or names each with a number."""
    if tokens and tokens[0].word and tokens[0].text.lstrip("+-−")[:1].isdigit():
        if len(tokens) != len(players):
            expected = "expected {0} numbers after {1!r}, one a player, found {2}; numbers have no commas"
            raise NotationError(expected, len(players), what, len(tokens), column=column)
        return [number_in(token) for token in tokens]
    if not tokens or len(tokens) % 2:
        raise NotationError("expected a number for each player after {0!r}", what, column=column)
    names = players_in(tokens[::2], players, what, column)
    return dict(zip(names, map(number_in, tokens[1::2]), strict=True))


class Header(Struct, frozen=True):
    """The first line of a sheet: ``riichi: Aki Bea Cho Dan, start 30000, kiriage_mangan=false``.

    ``rules``: empty where the sheet names none.
    """

    rules: str
    players: list[str]
    keys: dict[str, Any]


def split_header(text: str) -> tuple[str | None, str]:
    """The rule set and the rest of a line that may be a header; ``None`` for other lines, and an empty rule set where
    the header says only that names follow.

    >>> split_header("riichi: Aki Bea Cho Dan")
    ('riichi', ' Aki Bea Cho Dan')
    >>> split_header("players: Aki, Bea"), split_header("players: [Aki, Bea]")
    (('', ' Aki, Bea'), (None, 'players: [Aki, Bea]'))
    """
    match = _HEADER.match(text)
    rest = text[match.end() :] if match else ""
    if match is None or round_of(match[1]) or sign("no_header").match(text) or re.search(r"\w:(\s|\[|\{)", rest):
        return None, text
    return "" if fold(match[1]) in parts_of(_WORDS)["names_follow"] else match[1], rest


def names_alone(text: str) -> list[str]:
    """The names of a line that has nothing else; none for other lines.

    >>> names_alone("Aki, Bea, Cho, Dan"), names_alone("Aki ron Bea 3900")
    (['Aki', 'Bea', 'Cho', 'Dan'], [])
    """
    names = re.split(r"[\s,、，]+", text.strip()) if _NAMES.fullmatch(text) else []
    return names if len({*names}) == len(names) else []


def score_in(text: str) -> tuple[str, int] | None:
    """A name and its score, of a line that has nothing else: ``Aki 32000``, ``Aki: 32,000``."""
    found = _SCORE.fullmatch(narrow(text).replace("−", "-"))
    return (found["name"], int(found["score"].replace(",", ""))) if found else None


def scores_in(text: str) -> list[tuple[str, int]]:
    """Names with their scores, of a line that has three and more and nothing else; empty for any other line.

    Raises :class:`~calc.errors.NotationError` for a score with a point, which may be in thousands, and for a name that
    is there twice.

    >>> scores_in("Aki 32000, Bea: 28,000 Cho 22000点、Dan 18000")
    [('Aki', 32000), ('Bea', 28000), ('Cho', 22000), ('Dan', 18000)]
    >>> scores_in("Aki 32000"), scores_in("honba 2 sticks 1 dora 3"), scores_in("Aki ron Bea 3900")
    ([], [], [])
    """
    plain = narrow(text).replace("−", "-").replace("、", ", ")
    if not _SCORES.fullmatch(plain):
        return []
    found = [*_SCORE_OF_SEVERAL.finditer(plain)]
    pointed = next((one for one in found if "." in one["score"]), None)
    scores = [(one["name"], int(re.sub(r"[.,]", "", one["score"]))) for one in found]
    if _SEATS & {name for name, _ in scores} or (pointed is None and max(score for _, score in scores) < _LEAST_SCORE):
        return []
    if pointed is not None:
        message = msg("expected whole points, as in {0} 32000, found {1}", pointed["name"], show(pointed["score"]))
        raise NotationError(message, column=pointed.start("score") + 1)
    names = [one["name"] for one in found]
    for place, one in enumerate(found):
        if one["name"] in names[:place]:
            message = msg("expected each player once, found {0} twice", one["name"])
            raise NotationError(message, column=one.start("name") + 1)
    return scores


def rules_named(text: str) -> str:
    """The rule set that a header begins with: a shipped one by its id or its name in any language, or a file."""
    return text if is_file_name(text) else set_named(text) or text


def read_header(text: str, words: Collection[str]) -> Header:
    """The header of a sheet. ``words``: those that its lines may begin with, or have where a name could stand.

    Raises :class:`~calc.errors.NotationError` for a name that could mean something else.
    """
    rules, rest = split_header(text)
    shift = len(text) - len(rest)
    players: list[str] = []
    keys: dict[str, Any] = {}
    for clause in clauses_of(rest) if rest.strip() else ():
        first, *others = clause.tokens
        key, equals, value = first.text.partition("=")
        # Names may be parted by commas.
        if not keys and (not players or not (clause.is_next or others or equals)):
            for token in clause.tokens:
                _check_name(token, players, words, token.column + shift)
                players.append(token.text)
        elif equals and value and not others:
            scalar = plain_scalar(value)
            keys.setdefault("options", {})[key] = value if scalar is None else scalar
        elif first.word in _STARTS and others:
            found = [number_in(token) for token in others]
            keys["start"] = found[0] if len(found) == 1 else found
        elif first.word == "id" and len(others) == 1:
            keys["id"] = others[0].text
        else:
            expected = "expected 'start 25000', 'id NAME' or an option such as kiriage_mangan=false, found {0}"
            raise NotationError(expected, show(first.text), column=first.column + shift)
    for_three = len(players) == _THREE and not is_file_name(rules or "") and set_named(rules or "", for_three=True)
    return Header(for_three or rules_named(rules or ""), players, keys)


def _check_name(token: Token, players: Sequence[str], words: Collection[str], column: int) -> None:
    name = token.text
    if name.strip() in _SEATS:
        message = msg("{0} is a seat, so nobody can be called so here; write {0}. or a longer name", name)
    elif not name.strip() or not name.isprintable():
        message = msg("expected a name, found {0}", show(name))
    elif token.word and token.word in words:
        quoted = json.dumps(name, ensure_ascii=False)
        message = msg("{0!r} is a word of the sheet; write the player as {1} in quotes, or another name", name, quoted)
    elif token.word and not _BARE.fullmatch(name):
        message = msg("expected a name of letters, found {0}; put it into quotes", show(name))
    elif name in players:
        message = msg("expected a name of its own for each player, found {0!r} twice", name)
    else:
        return
    raise NotationError(message, column=column)


def print_numbers(word: str, numbers: Any, players: Sequence[str]) -> str:
    """``scores 25000 25000``; of some players only, with their names."""
    if isinstance(numbers, Mapping) and {*numbers} != {*players}:
        return f"{word} {' '.join(f'{spell_name(name)} {number}' for name, number in numbers.items())}"
    told = [numbers[name] for name in players] if isinstance(numbers, Mapping) else numbers
    return f"{word} {' '.join(map(str, told))}"


def spell_name(name: str, words: Collection[str] = ()) -> str:
    """A name as a sheet has it."""
    is_bare = _BARE.fullmatch(name) and fold(name) not in words
    return name if is_bare else json.dumps(name, ensure_ascii=False)


def print_header(header: Header, words: Collection[str]) -> str:
    """The canonical first line of a sheet."""
    parts = [f"{header.rules}: {' '.join(spell_name(name, words) for name in header.players)}"]
    start = header.keys.get("start")
    if header.keys.get("id") is not None:
        parts.append(f"id {json.dumps(str(header.keys['id']), ensure_ascii=False)}")
    if start is not None:
        parts.append(f"start {' '.join(map(str, start)) if isinstance(start, list) else start}")
    for key, value in header.keys.get("options", {}).items():
        parts.append(f"{key}={json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else value}")
    return ", ".join(parts)
