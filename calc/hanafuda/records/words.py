"""What people write in a line of a hanafuda round, in the words of a line: whose cards, who stopped, how often somebody
went on. ``words.yaml`` has the rows.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from calc.hanafuda.records import plain
from calc.hanafuda.rules.deck import load_deck
from calc.notation.cards import is_card_word
from calc.notation.spellings import fold, narrow
from calc.notation.tiles import may_be_tiles
from calc.patterns import regex
from calc.records.cells import Word, split_words
from calc.records.words import STOP, Said, Table, any_of, said
from calc.tables.shelf import set_named, sets_of_game

#: Keys whose value is one player, who may come before: ``Aki stopped``.
_OF_ONE: Final = ("stopped_by", "dealer", "koikoi", "calls")
#: A name that its capital tells, and one before a particle.
_NAME = regex(
    r"(?<![\w.=\"-])[A-Z][a-z][a-zA-Z0-9_-]*(?![=.(\"])"
    r"|(?:^|(?<=[\s、。,;]))[^\W\da-zA-Zはがの]{1,12}(?=[はの:]|が(?![りるっら]))"
)
#: A player in a line that is rewritten: a character of this block for each.
_FIRST_PLAYER: Final = 0xE000
_PLAYERS: Final = "[\ue000-\uefff]"
_MOST_PLAYERS: Final = 20
#: What may be the name of a rule set: three words, two, or one.
_SETS = [regex(rf"\s*((?:[^\s:：]+\s+){{{count}}}[^\s:：]+)[:：]?(?!\S)") for count in (2, 1, 0)]
#: What parts the groups of a text of cards.
GROUPS = regex(r"[\s,、;]+")
BARE = regex(r"[\w-]+")
PLAYER = regex(r'(?P<name>"(?:[^"\\]|\\.)*"|[\w-]+)(?:\.(?P<part>\w+))?:(?P<cards>.*)', re.DOTALL)
#: Cards that stand apart from their player.
LOOSE = regex(r"(?:#\d+|(?:\d+[BARC]+)+|[JW]\d)(?:,(?:#\d+|(?:\d+[BARC]+)+|[JW]\d))*[,;]?")
#: What may follow a word of a list.
ENDS = " ,;、"
#: Words for no cards.
NOTHING = frozenset({"nothing", "none", "なし", "無し", "-"})
#: A score with its unit: ``5 points``; as people write it, without one or before the yaku that it is for.
_SCORE = regex(r"([+-]?[0-9]{1,9}) ?(?:points?|点|文)")
#: Words that are no names though they stand where names do.
_NO_NAMES: Final = frozenset(plain.KEYS.told["no_names"])


def set_said(text: str) -> tuple[str, int]:
    """The rule set that a line begins with as people say it, perhaps in several words, and where the rest begins."""
    for found in (pattern.match(text) for pattern in _SETS):
        name = found and set_named(found[1])
        if found and name in sets_of_game("hanafuda"):
            return str(name), found.end()
    return "", 0


def rules_of(word: str) -> str | None:
    """Read the rule set that the first word of a line names, perhaps in double quotes; none if it names none."""
    text = word
    if word.startswith('"'):
        try:
            text = str(json.loads(word))
        except ValueError:
            return None
    elif ":" in word or "=" in word:
        return None
    if text[:1].islower() or "/" in text or text.endswith(".yaml"):
        return text
    return text if text[:1].isalpha() and not may_be_tiles(text) and set_named(text) is not None else None


def _names() -> dict[str, str]:
    """What the rows of ``words.yaml`` call the words of lines."""
    keys = {word: key for word, key in plain.KEYS.words.items() if key in plain.KEYS.fields}
    return {
        "player": _PLAYERS,
        "to": r"(?:[^\S\v]|:|[はが]|(?:has|had|have|is|was|calls?|called|to|also)(?![a-z]))*+",
        "did": r"(?:し(?:て(?:いた|いる)?|た|ました))?",
        "dropped": any_of(word for word, key in keys.items() if key == "dropped") + "|dropped out",
        "by": any_of(word for word, key in keys.items() if key in _OF_ONE[:2]),
        "on": any_of(word for word, key in keys.items() if key in _OF_ONE[2:]),
        "key": any_of(
            word for word, key in keys.items() if key not in ("players", "dropped", *_OF_ONE) and word != "月"
        ),
        "card": r"(?:#\d+|(?:\d+[barc]+)+|[jw]\d)",
    }


_FILE: Final = Path(__file__).with_name("words.yaml")
SENTENCES: Final = Table(_FILE, "sentences")
KEYS: Final = Table(_FILE, "keys", _names)


def rewritten(text: str, people: Sequence[str] = ()) -> Said:
    """The line as people write it in the words of a line. While the keys are read, each player is one character.

    ``people``: who plays, where that is known; the line then names no rule set.
    """
    written = SENTENCES.rewrite(said(text))
    words = split_words(written.text)
    if not words:
        return written
    rules, start = ("", 0) if people else set_said(text)
    if not rules and not people:
        start = words[0].column - 1 + (len(words[0].text) if rules_of(words[0].text) else 0)
    head = Said(f"{rules} ", [1] * len(rules) + [start + 1]) if rules else Said(text[:start], written.columns[:start])
    rest = Said(written.text[start:], written.columns[start:])
    # Nobody writes these characters; a text that has them stays as it is.
    names = [] if re.search(_PLAYERS, written.text) else [*(people or _people_in(rest.text))][:_MOST_PLAYERS]
    if names:
        pattern = "|".join(rf"(?a:(?<![\w-]){name}(?![\w-]))" if name.isascii() else name for name in names)
        rest = _replaced(rest, pattern, lambda name: chr(_FIRST_PLAYER + names.index(name)))
    rest = KEYS.rewrite(rest)
    if names:
        # Who stands alone begins with what is told of them.
        rest = _replaced(rest, rf"(?<![=.,:]){_PLAYERS}(?![:.=,])", lambda one: f"{one}: ")
        rest = _replaced(rest, _PLAYERS, lambda one: names[ord(one) - _FIRST_PLAYER])
    return Said((head.text + rest.text).replace(STOP, " "), head.columns + rest.columns)


def _people_in(text: str) -> list[str]:
    """Who is named in a line, the longest names first: before cards or a score, by a capital, before a particle."""
    words = split_words(text)
    found = (find_player([*words[place : place + 4]]) for place in range(len(words)))
    names = {one["name"] for one in found if one and BARE.fullmatch(one["name"])}
    names |= {
        name
        for name in _NAME.findall(text.replace(STOP, " "))
        if not (is_card_word(name, load_deck()) or plain.column_of(name) or fold(name) in _NO_NAMES)
    }
    # In ``stopped by: Aki`` nobody is called ``by``.
    return sorted(names - {"by"}, key=len, reverse=True)


def _replaced(written: Said, pattern: str, new: Callable[[str], str]) -> Said:
    """The text with other words in place of some, whose columns go on from the first."""
    text, columns, done = "", [], 0
    for match in re.finditer(pattern, written.text):
        start, end = match.span()
        word = new(match.group())
        text += written.text[done:start] + word
        columns += [*written.columns[done:start], *range(written.columns[start], written.columns[start] + len(word))]
        done = end
    return Said(text + written.text[done:], columns + written.columns[done:])


def find_player(words: Sequence[Word]) -> re.Match[str] | None:
    """The player whom the next word names: by a colon, or before cards, a score or the word for no cards."""
    name = words[0].text
    found = PLAYER.fullmatch(name)
    if found and len(words) > 1 and not found["cards"] and plain.column_of(found["name"]) not in (None, "players"):
        # ``stopped: Aki`` is a key with its value, unless cards or another player follow.
        value = narrow(words[1].text).strip(ENDS)
        is_player = ":" in value or LOOSE.fullmatch(value.upper()) or value.casefold() in load_deck().spoken
        return found if found["part"] or is_player else None
    is_name = BARE.fullmatch(name) and not (name[:1].islower() or is_more_cards(name) or plain.column_of(name))
    if found is not None or len(words) == 1 or not is_name:
        return found
    after = words[1].text.strip(ENDS)
    is_player = is_more_cards(after) or after in NOTHING or take_score([*words[1:]]) is not None
    return PLAYER.fullmatch(f"{name}:") if is_player else None


def take_score(words: list[Word]) -> int | None:
    """Take a score with its unit, ``5 points``. A number alone could be a month, and is none."""
    for count in (2, 1):
        found = _SCORE.fullmatch(narrow(" ".join(word.text for word in words[:count]).rstrip(ENDS)))
        if found:
            del words[:count]
            return int(found[1])
    return None


def is_more_cards(word: str) -> bool:
    """Whether a word goes on with the cards of the player before it: ``Aki: 1B 3B``."""
    if "=" in word or ":" in word or word.startswith('"') or word in plain.KEYS.fields:
        return False
    parts = filter(None, GROUPS.split(word))
    return all(LOOSE.fullmatch(narrow(part).upper()) or is_card_word(part, load_deck()) for part in parts)
