"""Lines and cells of hanafuda rounds.

A round is ``[rules] NAME:CARDS ... {key=value}``, groups of cards joined by commas or parted by blanks. ``A:`` is what
A captured, ``A.dealt:`` the dealt hand, ``A.returned:`` the returned card. A name of letters, digits, ``-`` and ``_``
is written bare, any other in double quotes. Keys are dotted: ``koikoi.B=1``.

A line that is refused is read again as people write it: ``太郎：鶴、幕、月。太郎あがり``, ``Una said koi-koi twice``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

from calc.errors import CalcError, NotationError, did_you_mean
from calc.games import line_keys
from calc.hanafuda.records import plain
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.rules.deck import load_deck
from calc.notation.cards import is_card_word, join_names
from calc.notation.spellings import narrow, round_of, way_of
from calc.notation.text import print_json, show
from calc.notation.tiles import may_be_tiles
from calc.patterns import regex
from calc.records.cells import Columns, FlatKeys, Word, flatten, in_line, print_word, split_words, unflatten
from calc.records.plain import plain_from
from calc.records.words import GAP, STOP, Said, Table, any_of, said
from calc.tables.shelf import set_named, sets_of_game
from calc.translation import msg

#: Keys whose value is one player, who may come before: ``Aki stopped``.
_OF_ONE: Final = ("stopped_by", "dealer", "koikoi", "calls")
#: A player in a line that is rewritten: a character of this block for each.
_FIRST_PLAYER: Final = 0xE000
_PLAYERS: Final = "[\ue000-\uefff]"
_MOST_PLAYERS: Final = 20
#: Wide signs, each with the one that has its place in a line.
_WIDE: Final = str.maketrans({"：": ":", "＝": "=", "\u3000": " "})
_KEYS: Final = FlatKeys(HanafudaRound, apart="players", has_lists=True)
_FIELDS: Final = HanafudaRound.__struct_encode_fields__
_GRAMMAR = msg(
    "[rules] NAME:CARDS ... {{key=value}}, as in: koikoi A:1BR,3B,8BA,9A B:2AR "
    "stopped_by=A; without cards: koikoi A 5 points B 0 points"
)
#: What parts the groups of a text of cards.
_GAP = regex(r"[\s,、;]+")
#: Groups that need no look at the deck.
_CANONICAL = regex(r"[0-9#BARC\s,、]*")
_BARE = regex(r"[\w-]+")
_PLAYER = regex(r'(?P<name>"(?:[^"\\]|\\.)*"|[\w-]+)(?:\.(?P<part>\w+))?:(?P<cards>.*)', re.DOTALL)
#: Cards that stand apart from their player.
_LOOSE = regex(r"(?:#\d+|(?:\d+[BARC]+)+|[JW]\d)(?:,(?:#\d+|(?:\d+[BARC]+)+|[JW]\d))*[,;]?")
#: Tiles of mahjong, which no cards look like.
_TILES = regex(r"[0-9][mpsz]")
#: What may follow a word of a list.
_ENDS = " ,;、"
#: Words for no cards.
_NOTHING = frozenset({"nothing", "none", "なし", "無し", "-"})
#: A score with its unit: ``5 points``.
_SCORE = regex(r"([+-]?[0-9]{1,9}) ?(?:points?|点|文)")
#: Words that only part the players of a line.
_BETWEEN = frozenset({"/", "|", ";", ","})
#: What a player's cards are called in a line, and in a record.
_PARTS = ("dealt", "returned", "captured")


def is_hanafuda_line(text: str) -> bool:
    """Whether a line spells a hanafuda round: its first word, or the one after the rule set, names a player or the
    seats, or is made of cards; or it is no tiles, and its rule set or some key is one of hanafuda alone.
    """
    try:
        words = split_words(text.translate(_WIDE) if "：" in text else text)
    except NotationError:
        return False
    rules = _rules_of(words[0].text) if words else None
    first = words if rules is None else words[1:]
    is_of_set = rules is not None and set_named(rules) in sets_of_game("hanafuda")
    if not first:
        return is_of_set
    word = first[0].text
    player = _PLAYER.fullmatch(word)
    if (player and not _is_of_riichi(player["name"])) or _LOOSE.fullmatch(word) or word.startswith("seats="):
        return True
    if any(_TILES.search(word.text) for word in first):
        return False
    keys = {word.text.partition("=")[0].partition(".")[0] for word in first if "=" in word.text}
    # A key that records of no other game have.
    return is_of_set or bool(keys & plain.KEYS.fields - line_keys(but=HanafudaRound))


def _is_of_riichi(name: str) -> bool:
    """Whether a word before a colon is a way to win, a round or a rule set of riichi, and no player."""
    named = round_of(name)
    is_round = named is not None and named.number is not None
    return bool(way_of(name)) or is_round or set_named(name) in sets_of_game("riichi")


def _rules_of(word: str) -> str | None:
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


def parse_hanafuda_line(text: str) -> tuple[HanafudaRound, Columns]:
    """The round that a line spells, and the column (from 1) in the line at which the value of each key starts.

    Raises :class:`~calc.errors.NotationError` and :class:`~calc.errors.RecordError` with the column in the line.
    """
    try:
        return _Reader(text, split_words(text)).read()
    except CalcError:
        written = _rewritten(text)
        if written.text == text:
            raise
    moved = [0, *written.columns]
    try:
        words = [Word(word.text.replace(GAP, " "), word.column) for word in split_words(written.text)]
        record, columns = _Reader(written.text, words).read()
    except CalcError as error:
        error.column = error.column and moved[error.column]
        raise
    return record, {key: moved[column] for key, column in columns.items()}


def _names() -> dict[str, str]:
    """What the rows of ``words.yaml`` call the words of lines."""
    keys = {word: key for word, key in plain.KEYS.words.items() if key in plain.KEYS.fields}
    return {
        "player": r"[\ue000-\uefff]",
        "by": any_of(word for word, key in keys.items() if key in _OF_ONE[:2]),
        "on": any_of(word for word, key in keys.items() if key in _OF_ONE[2:]),
        "key": any_of(word for word, key in keys.items() if key not in ("players", *_OF_ONE) and word != "月"),
        "card": r"(?:#\d+|(?:\d+[barc]+)+|[jw]\d)",
    }


_FILE: Final = Path(__file__).with_name("words.yaml")
SENTENCES: Final = Table(_FILE, "sentences")
KEYS: Final = Table(_FILE, "keys", _names)


def _rewritten(text: str) -> Said:
    """The line as people write it in the words of a line. While the keys are read, each player is one character."""
    written = SENTENCES.rewrite(said(text))
    words = split_words(written.text)
    if not words:
        return written
    start = words[0].column - 1 + (len(words[0].text) if _rules_of(words[0].text) else 0)
    rest = Said(written.text[start:], written.columns[start:])
    found = (_find_player([*words[place : place + 4]]) for place in range(len(words)))
    names = sorted({one["name"] for one in found if one and _BARE.fullmatch(one["name"])}, key=len, reverse=True)
    # In ``stopped by: Aki`` nobody is called ``by``.
    # Nobody writes these characters; a text that has them stays as it is.
    is_plain = not re.search(_PLAYERS, written.text)
    names = [name for name in names if name != "by"][:_MOST_PLAYERS] if is_plain else []
    if names:
        pattern = "|".join(rf"(?a:(?<![\w-]){name}(?![\w-]))" if name.isascii() else name for name in names)
        rest = _replaced(rest, pattern, lambda name: chr(_FIRST_PLAYER + names.index(name)))
    rest = KEYS.rewrite(rest)
    if names:
        rest = _replaced(rest, _PLAYERS, lambda one: names[ord(one) - _FIRST_PLAYER])
    return Said((written.text[:start] + rest.text).replace(STOP, " "), written.columns[:start] + rest.columns)


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


class _Reader:
    """Sorts the words of a line into players with their cards or scores, and cells by key."""

    def __init__(self, text: str, words: Sequence[Word]) -> None:
        self.text, self.words = text, [*words]
        self.columns: Columns = {}
        self.starts: Columns = {}
        self.players: dict[str, Any] = {}
        self.scores: dict[str, int] = {}

    def read(self) -> tuple[HanafudaRound, Columns]:
        cells: list[tuple[str, str]] = []
        if self.words and _rules_of(self.words[0].text) is not None:
            name, column = self.words.pop(0)
            cells.append(("rules", name if name[:1].islower() else set_named(name) or name))
            self.columns["rules"] = column + name.startswith('"')
        while self.words:
            self._read_players()
            if self.words:
                cells.append(self._read_key(self.words.pop(0)))
        try:
            found = {**unflatten(cells, _KEYS), "players": self.players}
            if self.scores:
                silent = {name: {} if hand == {"captured": ""} else hand for name, hand in self.players.items()}
                found |= {"players": silent, "scores": self.scores}
            return cast(HanafudaRound, plain.hanafuda_from(found)), self.columns
        except CalcError as error:
            in_line(error, self.columns, self.starts, len(self.text) + 1)
            raise

    def _read_players(self) -> None:
        """Read players with their cards, or their scores, off the front of the words."""
        words = self.words
        while words and (found := _find_player(words)):
            word = words.pop(0)
            score = None if found["cards"] else _take_score(words)
            if score is not None:
                name = _name_in(found, word.column)
                self.players.setdefault(name, {})
                self.scores[name] = score
            else:
                start = word.column + found.start("cards")
                end = start + len(found["cards"])
                while words and (
                    _is_more_cards(words[0].text) or (end == start and words[0].text.strip(_ENDS) in _NOTHING)
                ):
                    last = words.pop(0)
                    end = last.column + len(last.text)
                _read_player(found, Word(self.text[start - 1 : end - 1], start), self.players, self.columns)
            while words and words[0].text in _BETWEEN:
                words.pop(0)

    def _read_key(self, word: Word) -> tuple[str, str]:
        key, equals, value = word.text.partition("=")
        shown, column = show(word.text), word.column
        if not self.players and _is_more_cards(word.text):
            message = msg("expected a name before the cards, as in Aki:{0}, found {1} without one", word.text, shown)
            raise NotationError("{0}; a line is {1}", message, _GRAMMAR, column=column)
        if not equals:
            expected, hint = msg("a value"), msg(", as in {0}=...", key)
            if key not in plain.KEYS.fields:
                expected = msg("players with cards, then keys{0}", did_you_mean(key, _FIELDS))
                hint = msg("; a line is {0}", _GRAMMAR)
            raise NotationError("expected {0}, found {1}{2}", expected, shown, hint, column=column)
        start = column + len(key) + 1
        key = plain.column_of(key) or key
        if key.partition(".")[0] == "players":
            raise NotationError("expected players as NAME:CARDS, found {0}", shown, column=column)
        if key in self.starts:
            raise NotationError("expected each key once, found {0!r} a second time", key, key=key, column=column)
        if not value:
            message = msg("expected a value after {0!r}, found none; leave the key out", word.text)
            raise NotationError(message, key=key, column=start)
        self.starts[key] = column
        self.columns[key] = start + (_KEYS.of(key).is_text and value.startswith('"'))
        return key, value


def _find_player(words: Sequence[Word]) -> re.Match[str] | None:
    """The player whom the next word names: by a colon, or before cards, a score or the word for no cards."""
    name = words[0].text
    found = _PLAYER.fullmatch(name)
    if found and len(words) > 1 and not found["cards"] and plain.column_of(found["name"]) not in (None, "players"):
        # ``stopped: Aki`` is a key with its value, unless cards or another player follow.
        value = narrow(words[1].text).strip(_ENDS)
        is_player = ":" in value or _LOOSE.fullmatch(value.upper()) or value.casefold() in load_deck().spoken
        return found if found["part"] or is_player else None
    is_name = _BARE.fullmatch(name) and not (name[:1].islower() or _is_more_cards(name) or plain.column_of(name))
    if found is not None or len(words) == 1 or not is_name:
        return found
    after = words[1].text.strip(_ENDS)
    is_player = _is_more_cards(after) or after in _NOTHING or _take_score([*words[1:]]) is not None
    return _PLAYER.fullmatch(f"{name}:") if is_player else None


def _take_score(words: list[Word]) -> int | None:
    """Take a score with its unit, ``5 points``. A number alone could be a month, and is none."""
    for count in (2, 1):
        found = _SCORE.fullmatch(narrow(" ".join(word.text for word in words[:count]).rstrip(_ENDS)))
        if found:
            del words[:count]
            return int(found[1])
    return None


def _is_more_cards(word: str) -> bool:
    """Whether a word goes on with the cards of the player before it: ``Aki: 1B 3B``."""
    if "=" in word or ":" in word or word.startswith('"') or word in plain.KEYS.fields:
        return False
    parts = filter(None, _GAP.split(word))
    return all(_LOOSE.fullmatch(narrow(part).upper()) or is_card_word(part, load_deck()) for part in parts)


def _name_in(found: re.Match[str], column: int) -> str:
    try:
        return str(json.loads(found["name"])) if found["name"].startswith('"') else found["name"]
    except ValueError:
        raise NotationError("expected a name in double quotes, found {0}", found["name"], column=column) from None


def _read_player(found: re.Match[str], cards: Word, players: dict[str, Any], columns: Columns) -> None:
    column = cards.column - found.start("cards")
    name, part = _name_in(found, column), found["part"] or "captured"
    if part not in _PARTS:
        expected = msg("{0}: for captured cards, {0}.dealt: or {0}.returned:", name)
        raise NotationError("expected {0}, found {1}", expected, show(found.group()), column=column)
    hand = players.setdefault(name, {})
    if part in hand:
        raise NotationError("expected the cards of {0} once, found them a second time", name, column=column)
    if part != "dealt" or cards.text:  # `A.dealt:` alone names a player of whom no cards are known
        hand[part] = "" if cards.text.strip(_ENDS) in _NOTHING else cards.text.rstrip(_ENDS)
    columns[f"players.{name}.{part}"] = cards.column


def is_hanafuda_flat(pairs: Mapping[str, str]) -> bool:
    """Whether cells spell a hanafuda round: they have players, or seats where nobody plays."""
    return bool(pairs.get("players") or pairs.get("seats"))


def hanafuda_from_flat(pairs: Mapping[str, str] | Iterable[tuple[str, str]]) -> HanafudaRound:
    """The round that cells describe, ``players`` as they stand in a line.

    Raises as :func:`parse_hanafuda_line`, with columns in the cell.
    """
    cells = dict(pairs)
    players: dict[str, Any] = {}
    for word in split_words(cells.pop("players", "")):
        found = _PLAYER.fullmatch(word.text)
        if found is None:
            message = msg("players: expected NAME:CARDS, found {0}", show(word.text))
            raise NotationError(message, key="players", column=word.column)
        _read_player(found, Word(found["cards"], word.column + found.start("cards")), players, {})
    return cast(HanafudaRound, plain.hanafuda_from({**unflatten(cells, _KEYS), "players": players}))


# ---- printing


def hanafuda_cells(record: HanafudaRound) -> dict[str, str]:
    """The cells of a round by dotted key; ``players`` as they stand in a line."""
    cells: dict[str, str] = {}
    for key, value in plain_from(record).items():
        if key != "players":
            flatten(key, value, cells, _KEYS)
    words = []
    for name, hand in record.players.items():
        shown = name if _BARE.fullmatch(name) and not way_of(name) else print_json(name)
        for part in _PARTS:
            cards = getattr(hand, part)
            if cards is not None:
                text = cards if isinstance(cards, str) else ", ".join(cards)
                # A player who is called as a key of records begins no line that looks like a mapping.
                whose = shown if part == "captured" and name not in line_keys() else f"{shown}.{part}"
                # Words of one name are joined, as in ``sake-cup``.
                groups = _GAP.split(text.strip()) if _CANONICAL.fullmatch(text) else join_names(text, load_deck())
                words.append(f"{whose}:{','.join(groups)}")
        if hand.dealt is None and hand.captured is None:
            words.append(f"{shown}.dealt:")
    return {**cells, "players": " ".join(words)}


def print_hanafuda_line(record: HanafudaRound) -> str:
    """The line of a round; :func:`parse_hanafuda_line` reads it back as the same round, lists of texts joined."""
    cells, rules = hanafuda_cells(record), record.rules
    words = []
    if rules is not None and (name := next((one for one in (rules, print_json(rules)) if _begins(one, rules)), None)):
        words.append(name)
        del cells["rules"]
    words += filter(None, [cells.pop("players")])
    words += [f"{key}={print_word(key, cell, _KEYS)}" for key, cell in cells.items()]
    return " ".join(words)


def _begins(text: str, rules: str) -> bool:
    """Whether a text is one word that names a rule set at the start of a line."""
    try:
        return _rules_of(text) == rules and [word.text for word in split_words(text)] == [text]
    except NotationError:
        return False
