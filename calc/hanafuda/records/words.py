"""What people write in a line of a hanafuda round, in the words of a line: whose cards, who stopped, how often somebody
went on. ``words.yaml`` has the rows.
"""

import json
import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from calc.hanafuda.records import plain
from calc.hanafuda.rules.deck import load_deck
from calc.notation.cards import is_card_word
from calc.notation.spellings import fold, narrow
from calc.notation.tiles import may_be_tiles
from calc.patterns import regex
from calc.records.cells import Word, split_words
from calc.records.words import GAP, STOP, Said, Table, any_of, said, sign as sign_of
from calc.tables.shelf import set_named, sets_of_game

#: Keys whose value is one player, who may come before: ``Aki stopped``.
_OF_ONE: Final = ("stopped_by", "dealer", "koikoi", "calls")
#: A player in a line that is rewritten: a character of this block for each.
_FIRST_PLAYER: Final = 0xE000
_PLAYERS: Final = "[\ue000-\uefff]"
_MOST_PLAYERS: Final = 20
_MARKS: Final = frozenset(map(chr, range(_FIRST_PLAYER, _FIRST_PLAYER + _MOST_PLAYERS + 2)))
#: What somebody did of whom nothing is said.
_OWN = regex(r"(?<==)you\b")
#: What may be the name of a rule set, perhaps behind a question or a preposition: three words, two, or one.
_SETS = [
    regex(
        rf"(?i)\s*{plain.KEYS.told['before_rules'][0]}"
        rf"((?:[^\s:：]+\s+){{{count}}}[^\s:：?？,、]+)[:：?？,、]?(?!\S)"
    )
    for count in (2, 1, 0)
]
OF_CARDS: Final = regex(rf"(?ai:(?<![a-z])(?:{'|'.join(plain.KEYS.told['of_cards'])})(?![a-z]))")
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
#: Who speaks, and who plays against him, by what people say.
SELF, OTHER = "you", "opponent"
#: Who plays against whom, by the name of who speaks, in English and in Japanese.
AGAINST: Final = {SELF: OTHER, "自分": "相手"}
OTHERS: Final = [*plain.KEYS.told["pronouns"], *plain.KEYS.told["other"]]
_SAID: Final = {SELF: any_of(plain.KEYS.told["me"]), OTHER: any_of(OTHERS)}
_SPEAKERS: Final = {fold(word) for words in (plain.KEYS.told["me"], OTHERS) for word in words}
#: What has its place behind the players of a line.
_CELL = regex(r"(?<![^\s,\v])[^\s=:,]++=[^\s,]++")


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
    elif ":" in word or "=" in word or OF_CARDS.fullmatch(word.rstrip(ENDS)):
        return None
    if text[:1].islower() or "/" in text or text.endswith(".yaml"):
        return text
    return text if text[:1].isalpha() and not may_be_tiles(text) and set_named(text) is not None else None


def _names() -> dict[str, str]:
    """What the rows of ``words.yaml`` call the words of lines."""
    keys = {word: key for word, key in plain.KEYS.words.items() if key in plain.KEYS.fields}
    return {
        "player": _PLAYERS,
        "dropped": any_of(word for word, key in keys.items() if key == "dropped") + "|dropped out",
        "by": any_of(word for word, key in keys.items() if key in _OF_ONE[:2]),
        "on": any_of(word for word, key in keys.items() if key in _OF_ONE[2:]),
        "key": any_of(
            word for word, key in keys.items() if key not in ("players", "dropped", *_OF_ONE) and word != "月"
        ),
        "spoken": any_of(word for word in load_deck().spoken if not word.isascii())
        + "|猪鹿蝶|雨?四光|[三五]光|[赤青草]短|[花月]見(?:で一杯|酒)|カス札?\\d+枚?",
        "month": "(?:1[0-2]|[1-9])月|" + any_of(word for words in load_deck().month_words for word in words),
    }


_FILE: Final = Path(__file__).with_name("words.yaml")
sign: Final = partial(sign_of, file=_FILE)
SENTENCES: Final = Table(_FILE, "sentences")
MONTHS: Final = Table(_FILE, "months", _names)
KEYS: Final = Table(_FILE, "keys", _names)
SPEECH: Final = Table(_FILE, "speech", _names)
PILES: Final = Table(_FILE, "piles")
COUNTS: Final = Table(_FILE, "counts")


def by_month(text: str) -> Said:
    """The text with what it tells of several months at once told of each of them."""
    once = MONTHS.rewrite(said(text))
    return MONTHS.rewrite(Said(once.text.replace(GAP, " "), once.columns))


def rewritten(text: str, people: Sequence[str] = (), *, is_speech: bool = False) -> Said:
    """The line as people write it in the words of a line. While the keys are read, each player is one character.

    ``people``: who plays, where that is known; the line then names no rule set. ``is_speech``: it is a sentence, of
    which I am a player, and perhaps one opponent.
    """
    written = by_month(text) if is_speech else SENTENCES.rewrite(by_month(text))
    words = split_words(written.text)
    is_private = bool(re.search(_PLAYERS, written.text))
    if not words or (is_speech and is_private):
        return written
    rules, start = ("", 0) if people else set_said(text)
    if not rules and not people:
        start = words[0].column - 1 + (len(words[0].text) if rules_of(words[0].text) else 0)
    head = Said(written.text[:start], written.columns[:start])
    head = Said(f"{rules} ", [1] * len(rules) + [start + 1]) if rules else head
    rest = Said(written.text[start:], written.columns[start:])
    # Nobody writes these characters; a text that has them stays as it is.
    names = [] if is_private else [*(people or people_in(rest.text, is_speech))][:_MOST_PLAYERS]
    patterns = {name: rf"(?a:(?<![\w-]){name}(?![\w-]))" if name.isascii() else name for name in names}
    if is_speech:
        patterns |= {name: rf"(?ai:(?<![\w-])(?:{words})(?![\w-]))" for name, words in _SAID.items()}
    names = [*patterns]
    for place, pattern in enumerate(patterns.values()):
        rest = _replaced(rest, pattern, partial(_mark, place))
    if is_speech:
        speaker = chr(_FIRST_PLAYER + names.index(SELF))
        marked = [(column, one) for one, column in zip(rest.text, rest.columns, strict=False) if one in _MARKS]
        rest = SPEECH.rewrite(rest)
        # What is told of nobody is not of who speaks where another was named last.
        bare = [rest.columns[found.start()] for found in _OWN.finditer(rest.text)]
        bare += [] if speaker in rest.text else _first_told(rest)
        if any([speaker, *(one for at, one in marked if at <= column)][-1] != speaker for column in bare):
            return written
        rest = _replaced(rest, rf"(?<==){SELF}\b", lambda _: speaker)
        names[-2:] = [SELF, OTHER] if text.isascii() else ["自分", "相手"]
    rest = KEYS.rewrite(rest)
    # Who stands alone begins with what is told of them.
    if names:
        rest = _replaced(rest, rf"(?<![=.,:]){_PLAYERS}(?![:.=,])", lambda one: f"{one}: ")
    if is_speech:
        rest = _in_order(rest, speaker)
    if names:
        rest = _replaced(rest, _PLAYERS, lambda one: names[ord(one) - _FIRST_PLAYER])
    return Said((head.text + rest.text).replace(STOP, "," if is_speech else " "), head.columns + rest.columns)


def _first_told(written: Said) -> list[int]:
    """The column of the first word that is no key with its value, where it names no player."""
    words = ((word.text, word.column) for word in split_words(written.text.replace(STOP, " ")) if "=" not in word.text)
    return [written.columns[column - 1] for word, column in [*words][:1] if word[0] not in _MARKS]


def _mark(place: int, _name: str) -> str:
    return chr(_FIRST_PLAYER + place)


def _in_order(written: Said, speaker: str) -> Said:
    """The text with its keys behind the players; what is told of nobody is told of who speaks."""
    cells = [found.span() for found in _CELL.finditer(written.text)]
    of_cells = {place for start, end in cells for place in range(start, end)}
    keep = [place for place in range(len(written.text)) if place not in of_cells]
    rest = "".join(written.text[place] for place in keep)
    columns = [written.columns[place] for place in keep]
    first = rest.strip(f" {STOP},")[:1]
    if first and first not in _MARKS:
        rest, columns = f" {speaker}: {rest}", [columns[0]] * 4 + columns
    for start, end in cells:
        rest, columns = f"{rest} {written.text[start:end]}", [*columns, *written.columns[start : start + 1]]
        columns += written.columns[start:end]
    # No commas stand apart from words.
    rest = "".join(
        " " if one == STOP and (not place or rest[place - 1].isspace() or rest[place - 1] == ":") else one
        for place, one in enumerate(rest)
    )
    return Said(rest, [*columns, written.columns[-1]])


def people_in(text: str, is_speech: bool = False) -> list[str]:
    """Who is named in a line, the longest names first: before cards or a score, by a capital, before a particle."""
    words = split_words(text)
    found = [find_player([*words[place : place + 4]]) for place in range(len(words))]
    # Whose the cards in front of the first name are is not told: no name stands among them.
    first = next((place for place, one in enumerate(found) if one), 0)
    is_among = first > 0 and all(is_more_cards(word.text) for word in words[:first])
    names = {one["name"] for one in found if one and BARE.fullmatch(one["name"]) and not is_among}
    called = sign("name").findall(text.replace(STOP, " ")) + (sign("name_said").findall(text) if is_speech else [])
    names |= {
        name
        for name in called
        if not (
            is_card_word(name, load_deck())
            or len(OF_CARDS.findall(name)) > (OF_CARDS.fullmatch(name) is None)
            or plain.column_of(name)
            or is_no_name(name)
        )
    }
    # In ``stopped by: Aki`` nobody is called ``by``.
    names -= {one for one in names if is_speech and fold(one) in _SPEAKERS}
    return sorted(names - {"by"}, key=len, reverse=True)


def is_no_name(word: str) -> bool:
    """Whether a word is no name though it stands where names do: ``What``, ``July``."""
    return fold(word) in _NO_NAMES and word != "A"


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
    is_word = name[:1].islower() or name.isdigit() or is_more_cards(name) or plain.column_of(name)
    is_name = BARE.fullmatch(name) and not is_word
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
