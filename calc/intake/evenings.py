"""An evening as people type it: a first line that says who plays, ``Koi-Koi, Mia and Noa, twelve months``, and rounds
by month, one a line or all in one. It becomes a score sheet in its usual form.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from re import IGNORECASE
from typing import Any, Final

from calc.games import all_games, game_in, load_rules
from calc.intake.lines import Line
from calc.notation.spellings import narrow, seat_of, way_of
from calc.patterns import regex
from calc.records import words
from calc.records.sheet import names_alone, spell_name, split_header
from calc.tables.in_words import sets_before

#: What the first line says beside the names.
HEAD: Final = words.Table(Path(words.__file__).with_name("words.yaml"), "evenings")
_MONTH: Final = (
    r"(?:(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}(?![a-z])"
    r"|第?(?:1[0-2]|[1-9]|[一二三四五六七八九十]{1,2})月)"
)
#: Where a round of several in a line begins: behind a semicolon, and before a month.
_CUT: Final = regex(rf"\s{{0,9}}[;；]\s{{0,9}}|[,.:、，。：]\s{{0,9}}(?={_MONTH})|\s{{1,9}}(?={_MONTH}\s)", IGNORECASE)
_ROUND: Final = regex(rf"\s{{0,9}}(?:{_MONTH}|\d{{1,2}}[\s.:)、])", IGNORECASE)
#: The name of the cards before that of the game: ``花札（こいこい）：``.
_OF_CARDS: Final = regex(r"^\s*(?:花札|hanafuda)\s*[(（](?P<set>[^()（）]{1,30})[)）]\s*[:：]?", IGNORECASE)
_BRACKETS: Final = regex(r"(?<!me )(?<!I )(?<!myself )(?<![私俺僕分])[(（]([^()（）]{1,30})[)）]")
_BEFORE: Final = regex(
    r"^\s*(?:(?:an?|the|our|my|(?:last night|tonight|yesterday|today)'s) (?:(?:evening|night|game|year) of )?"
    r"|(?:昨日|今日|昨夜|今夜|先週|週末)の)",
    IGNORECASE,
)
#: A letter that stands for a name in the lines below.
_LETTER: Final = regex(r"(?<![\w=])([A-D]) ?(?:=|:|is|は) ?([^\W\d_][\w.'-]{0,30})")
#: Who writes, and what they are called: ``me (Sam)``.
_SELF: Final = regex(
    r"(?<![\w'])(?P<me>me|i|myself|私|俺|僕|自分)(?![\w'])(?: ?[(（=] ?(?P<name>[^\W\d_][\w.-]{0,30}) ?[)）]?)?",
    IGNORECASE,
)
#: How the rounds begin that say who plays where the first line does not.
_BEGINS: Final = regex(
    rf"\s{{0,9}}(?:{_MONTH}[a-z]{{0,6}}|(?:round|game|month)?\s?\d{{1,2}}(?:回戦|局)?)?[\s.:)、,-]{{0,9}}(?P<who>[^\W\d_]{{1,20}})",
    IGNORECASE,
)
_NOBODY: Final = regex(
    r"draw|drawn|nobody|noone|none|no|neither|tie|total|totals|so|final|流れ|流局|引き?分け|なし|誰も.*|合?計",
    IGNORECASE,
)
_AGREED: Final = regex(r"(?<!\S)(rounds)=(\d{1,2})(?!\S)")


def as_evening(lines: Sequence[Line]) -> list[Line]:
    """The lines of the score sheet that people typed so; none for anything else.

    >>> for _, line in as_evening([(1, "Koi-Koi, Mia and Noa, twelve months: January Mia 5, February draw")]):
    ...     print(line)
    koikoi: Mia Noa, rounds=12
    January Mia 5
    February draw
    """
    (number, first), *rest = lines
    head, *rounds = _CUT.split(first)
    head = _OF_CARDS.sub(lambda found: f"{found['set']}： ", head)
    # What stands before the rule set, and in brackets behind it, parts no words of it.
    head = _BRACKETS.sub(r" \1 ", _BEFORE.sub("", head))
    sets, told = sets_before(head.replace("、", "、 ").replace("，", ", "))
    if not sets or game_in(sets[0]) is all_games()[0] or (not rounds and split_header(first)[0]):
        return []
    body = [*((number, one) for one in rounds if one.strip()), *rest]
    is_below = not names_alone(_AGREED.sub(" ", _written(told))) and not rounds and bool(rest)
    if is_below:
        # The names are the second line.
        told, body = f"{told} , {rest[0][1]}", rest[1:]
    written = _written(told)
    letters = dict(_LETTER.findall(narrow(told)))
    names = [*letters.values()] or names_alone(_AGREED.sub(" ", written))
    if self_ := _SELF.search(told):
        letters |= dict.fromkeys(("I", "me", "Me", self_["me"]), self_["name"] or self_["me"])
    names = names or _in_rounds(written, [line for _, line in body], sets[0])
    if len(names) < 2 or not _are_names(names, told):
        return []
    if not (_is_round(body[0][1], [*names, *letters]) if body else is_below):
        return []
    options = load_rules(sets[0]).options
    agreed = [f"{key}={number}" for key, number in _AGREED.findall(written) if key in options]
    header = ", ".join([f"{sets[0]}: {' '.join(map(spell_name, names))}", *agreed])
    return [(number, header), *((place, _named(line, letters)) for place, line in body)]


def _written(told: str) -> str:
    told = words.idle().sub(" ", _SELF.sub(lambda found: found["name"] or found["me"], narrow(told)))
    return " ".join(HEAD.rewrite(words.said(told)).text.replace(words.STOP, " ").split())


def _in_rounds(written: str, rounds: Iterable[str], rules: str) -> list[str]:
    """Who is named first in rounds of which the first line names nobody: as many as play."""
    if _AGREED.sub("", written).strip():
        return []
    begun = (_BEGINS.match(narrow(line)) for line in rounds)
    names = [*dict.fromkeys(found["who"] for found in begun if found and not _NOBODY.fullmatch(found["who"]))]
    table: Any = getattr(load_rules(rules), "table", None)
    return names if len(names) in table.players else []


def _are_names(names: Iterable[str], told: str) -> bool:
    """Whether words are names, and no cards or calls."""
    are_words = any(seat_of(name) or way_of(name) for name in names)
    return not are_words and (":" in told or not all(name.isascii() and name.islower() for name in names))


def _is_round(line: str, names: Iterable[str]) -> bool:
    return bool(_ROUND.match(narrow(line))) or any(name in line for name in names)


def _named(line: str, letters: Mapping[str, str]) -> str:
    """A line with the names for which letters stand."""
    told = regex(r"(?<![\w.'-])(?:[A-D]|I|me|Me|私|俺|僕|自分)(?:'(?:ve|d))?(?![a-zA-Z0-9_.'-])")
    return told.sub(lambda found: letters.get(found[0].partition("'")[0], found[0]), line)
