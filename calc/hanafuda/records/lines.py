"""Lines and cells of hanafuda rounds.

A round is ``[rules] NAME:CARDS ... {key=value}``, groups of cards joined by commas or parted by blanks. ``A:`` is what
A captured, ``A.dealt:`` the dealt hand, ``A.returned:`` the returned card. A name of letters, digits, ``-`` and ``_``
is written bare, any other in double quotes. Keys are dotted: ``koikoi.B=1``.

A line that is refused is read again as people write it: ``太郎：鶴、幕、月。太郎あがり``, ``Una said koi-koi twice``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, cast

from calc.errors import CalcError, NotationError, did_you_mean
from calc.games import line_keys
from calc.hanafuda.records import plain
from calc.hanafuda.records.types import HanafudaHand, HanafudaRound
from calc.hanafuda.records.words import (
    BARE,
    ENDS,
    GROUPS,
    LOOSE,
    NOTHING,
    PLAYER,
    find_player,
    is_more_cards,
    rewritten,
    rules_of,
    set_said,
    take_score,
)
from calc.hanafuda.rules.deck import load_deck
from calc.notation.cards import join_names
from calc.notation.spellings import fold, narrow, round_of, way_of
from calc.notation.text import print_json, show
from calc.patterns import regex
from calc.records.cells import Columns, FlatKeys, Word, flatten, in_line, print_word, split_words, unflatten
from calc.records.plain import plain_from
from calc.records.words import GAP
from calc.tables import load_table
from calc.tables.shelf import set_named, sets_of_game
from calc.translation import msg

#: Keys whose value is cards; also as parts of others.
_OF_CARDS: Final = frozenset({"field", "dealt", "captured"})
#: Wide signs, each with the one that has its place in a line.
_WIDE: Final = str.maketrans({"：": ":", "＝": "=", "\u3000": " "})
_KEYS: Final = FlatKeys(HanafudaRound, apart="players", has_lists=True)
_FIELDS: Final = HanafudaRound.__struct_encode_fields__
_GRAMMAR = msg(
    "[rules] NAME:CARDS ... {{key=value}}, as in: koikoi A:1BR,3B,8BA,9A B:2AR "
    "stopped_by=A; without cards: koikoi A 5 points B 0 points"
)
#: Groups that need no look at the deck.
_CANONICAL = regex(r"[0-9#BARC\s,、]*")
#: Tiles of mahjong, which no cards look like.
_TILES = regex(r"[0-9][mpsz]")
#: A score as people write it, without a unit or before the yaku that it is for.
_LOOSE_SCORE = regex(
    r"([+-]?[0-9]{1,9})(?![^\W文点pkc]|[#BARC]) ?(?:points?|pts?|chips?|kan|点|文|貫)?:?(?:\s+(\D.*))?"
)
#: Words that only part the players of a line.
_BETWEEN = frozenset({"/", "|", ";", ","})
#: What a pile is worth: ``yaku 6 cards 85``.
_WORTHS = regex(r"(?:(?P<yaku>yaku|役)|cards|card[ _]points|札点?)[\s:]*(?P<worth>[0-9]{1,4})(?:点|文)?")
#: A key with its value, or another player.
_AFTER = regex(rf"[^=]+=.*|{PLAYER.pattern}", re.DOTALL)
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
    rules = rules_of(words[0].text) if words else None
    first = words if rules is None else words[1:]
    is_of_set = rules is not None and set_named(rules) in sets_of_game("hanafuda")
    if not first or (not is_of_set and any(_TILES.search(word.text) and "=" not in word.text for word in first)):
        return is_of_set
    word = first[0].text
    player = PLAYER.fullmatch(word)
    if (player and not _is_of_riichi(player["name"])) or LOOSE.fullmatch(word) or word.startswith("seats="):
        return True
    if any(_TILES.search(word.text) for word in first):
        return False
    keys = {word.text.partition("=")[0].partition(".")[0] for word in first if "=" in word.text}
    # A key that records of no other game have.
    return is_of_set or bool(keys & plain.KEYS.fields - line_keys(but=HanafudaRound)) or bool(set_said(text)[0])


def _is_of_riichi(name: str) -> bool:
    """Whether a word before a colon is a way to win, a round or a rule set of riichi, and no player."""
    named = round_of(name)
    is_round = named is not None and named.number is not None
    return bool(way_of(name)) or is_round or set_named(name) in sets_of_game("riichi")


def parse_hanafuda_line(text: str, people: Sequence[str] = ()) -> tuple[HanafudaRound, Columns]:
    """The round that a line spells, and the column (from 1) in the line at which the value of each key starts.

    ``people``: who plays, of a line of a score sheet.

    Raises :class:`~calc.errors.NotationError` and :class:`~calc.errors.RecordError` with the column in the line.
    """
    read = None
    try:
        read = None if people else _Reader(text, split_words(text)).read()
        if read is not None and all(map(_is_of_cards, read[0].players.values())):
            return read
        written = rewritten(text, people)
    except CalcError:
        written = rewritten(text)
        if written.text == text:
            raise
    moved = [0, *written.columns]
    try:
        words = [Word(word.text.replace(GAP, " "), word.column) for word in split_words(written.text)]
        record, columns = _Reader(written.text, words, is_loose=True).read()
    except CalcError as error:
        if read is not None:
            return read
        error.column = error.column and moved[error.column]
        raise
    return record, {key: moved[column] for key, column in columns.items()}


def _is_of_cards(hand: HanafudaHand) -> bool:
    """Whether what a player captured is cards, and no names of yaku."""
    cards = hand.captured
    return not isinstance(cards, str) or bool(_CANONICAL.fullmatch(cards)) or plain.are_cards(cards)


class _Reader:
    """Sorts the words of a line into players with their cards or scores, and cells by key."""

    def __init__(self, text: str, words: Sequence[Word], *, is_loose: bool = False) -> None:
        """``is_loose``: the line is one as people write it, whatever is behind a player is of that player."""
        self.text, self.words, self.is_loose = text, [*words], is_loose
        self.columns: Columns = {}
        self.starts: Columns = {}
        self.players: dict[str, Any] = {}
        self.scores: dict[str, int] = {}
        self.cells: dict[str, str] = {}

    def read(self) -> tuple[HanafudaRound, Columns]:
        if self.words and rules_of(self.words[0].text) is not None:
            name, column = self.words.pop(0)
            self.cells["rules"] = name if name[:1].islower() else set_named(name) or name
            self.columns["rules"] = column + name.startswith('"')
        while self.words:
            self._read_players()
            if self.words:
                key, value = self._read_key(self.words.pop(0))
                self.cells[key] = f"{self.cells[key]},{value}" if key in self.cells else value
        is_drawn = self.is_loose and fold(self.cells.get("stopped_by", "")) in plain.NOBODY
        if is_drawn:
            del self.cells["stopped_by"]
            self.players = self.players or {name: {} for name in _unnamed(self.cells.get("rules"))}
        if self.is_loose and not self.cells.get("seats"):
            self._seat()
        try:
            found = {**unflatten(self.cells, _KEYS), "players": self.players}
            is_silent = is_drawn and all(hand in ({}, {"captured": ""}) for hand in self.players.values())
            if self.scores or is_silent or any("yaku" in hand for hand in self.players.values()):
                found["players"] = {
                    name: {} if hand == {"captured": ""} else hand for name, hand in self.players.items()
                }
                found |= {"scores": self.scores} if self.scores or is_silent else {}
            return cast(HanafudaRound, plain.hanafuda_from(found)), self.columns
        except CalcError as error:
            in_line(error, self.columns, self.starts, len(self.text) + 1)
            raise

    def _seat(self) -> None:
        """Seat those who dropped out or were forced out among the players, in the order of the line."""
        gone = {name: self.starts["dropped"] for name in self.cells.get("dropped", "").split(",") if name}
        gone |= {key.split(".")[1]: column for key, column in self.starts.items() if key.startswith("forced_out.")}
        if gone:
            self.players = {name: hand for name, hand in self.players.items() if hand or name not in gone}
            told = {name: self.text.find(name, len(self.cells.get("rules", ""))) for name in (*self.players, *gone)}
            self.cells["seats"] = ",".join(sorted(told, key=told.__getitem__))

    def _read_players(self) -> None:
        """Read players with their cards, or their scores, off the front of the words."""
        words = self.words
        while words and (found := find_player(words)):
            word = words.pop(0)
            score = None if found["cards"] else take_score(words)
            if score is not None:
                name = _name_in(found, word.column)
                self.players.setdefault(name, {})
                self.scores[name] = score
            else:
                start = word.column + found.start("cards")
                end = self._end_of_cards(start + len(found["cards"]), is_empty=not found["cards"])
                cards = Word(self.text[start - 1 : end - 1], start)
                may_be_told = self.is_loose and found["part"] is None and not (found["cards"] and cards.text.isascii())
                if not (may_be_told and self._read_told(found, cards)):
                    _read_player(found, cards, self.players, self.columns)
            while words and words[0].text in _BETWEEN:
                words.pop(0)

    def _end_of_cards(self, end: int, *, is_empty: bool) -> int:
        """Where what is told of a player ends: the words of it are taken."""
        words = self.words
        is_free = self.is_loose and is_empty and bool(words) and not LOOSE.fullmatch(narrow(words[0].text).upper())
        while words and (
            is_more_cards(words[0].text)
            or (is_empty and words[0].text.strip(ENDS) in NOTHING)
            or (is_free and words[0].text not in _BETWEEN and not _AFTER.fullmatch(words[0].text))
        ):
            last = words.pop(0)
            end = last.column + len(last.text)
        return end

    def _read_told(self, found: re.Match[str], told: Word) -> bool:
        """Read a score, or yaku by their names; whether it is one of these."""
        name, text = _name_in(found, told.column), told.text.strip(ENDS)
        score, hand = _LOOSE_SCORE.fullmatch(narrow(text)), self.players.setdefault(name, {})
        if score and not score[2]:
            self.scores[name] = int(score[1])
            return True
        if not text or text in NOTHING or plain.are_cards(text):
            return not text and bool(hand)
        if not _WORTHS.sub("", text).strip(ENDS):
            hand |= {"yaku" if one["yaku"] else "card_points": int(one["worth"]) for one in _WORTHS.finditer(text)}
            return True
        hand["yaku"] = " ".join((score[2] if score else text).split())
        self.cells |= {f"claim.scores.{name}": score[1]} if score else {}
        self.columns[f"players.{name}.yaku"] = told.column
        return True

    def _read_key(self, word: Word) -> tuple[str, str]:
        key, equals, value = word.text.partition("=")
        shown, column = show(word.text), word.column
        if not self.players and is_more_cards(word.text):
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
        if key in self.starts and not (self.is_loose and key == "dropped"):
            raise NotationError("expected each key once, found {0!r} a second time", key, key=key, column=column)
        if not value:
            message = msg("expected a value after {0!r}, found none; leave the key out", word.text)
            raise NotationError(message, key=key, column=start)
        if self.is_loose and _OF_CARDS & {*key.split(".")}:
            end = self._end_of_cards(start + len(value), is_empty=False)
            value = self.text[start - 1 : end - 1].strip(ENDS)
        self.starts[key] = column
        self.columns[key] = start + (_KEYS.of(key).is_text and value.startswith('"'))
        return key, value


def _unnamed(rules: str | None) -> str:
    """Letters in place of players whom nobody names, as many as the rule set has at least."""
    table = {} if rules is None or rules not in sets_of_game("hanafuda") else load_table(rules).data["table"]
    return "ABCDEFG"[: min(table.get("players", [2]))]


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
        hand[part] = "" if cards.text.strip(ENDS) in NOTHING else cards.text.rstrip(ENDS)
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
        found = PLAYER.fullmatch(word.text)
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
        shown = name if BARE.fullmatch(name) and not way_of(name) else print_json(name)
        for part in _PARTS:
            cards = getattr(hand, part)
            if cards is not None:
                text = cards if isinstance(cards, str) else ", ".join(cards)
                # A player who is called as a key of records begins no line that looks like a mapping.
                whose = shown if part == "captured" and name not in line_keys() else f"{shown}.{part}"
                # Words of one name are joined, as in ``sake-cup``.
                groups = GROUPS.split(text.strip()) if _CANONICAL.fullmatch(text) else join_names(text, load_deck())
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
        return rules_of(text) == rules and [word.text for word in split_words(text)] == [text]
    except NotationError:
        return False
