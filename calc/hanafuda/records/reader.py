"""Sorts the words of a line of a hanafuda round into players with their cards or scores, and cells by key."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from calc.errors import CalcError, NotationError, did_you_mean
from calc.hanafuda.records import plain
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.records.words import (
    AGAINST,
    COUNTS,
    ENDS,
    LOOSE,
    NOTHING,
    OTHER,
    PILES,
    PLAYER,
    find_player,
    is_more_cards,
    rules_of,
    sign,
    take_score,
)
from calc.notation.spellings import fold, narrow
from calc.notation.text import show
from calc.patterns import regex
from calc.records.cells import Columns, FlatKeys, Word, in_line, unflatten
from calc.records.words import said
from calc.tables import load_table
from calc.tables.shelf import set_named, sets_of_game
from calc.translation import msg

#: Keys whose value is cards; also as parts of others.
_OF_CARDS: Final = frozenset({"field", "dealt", "captured"})
KEYS: Final = FlatKeys(HanafudaRound, apart="players", has_lists=True)
_FIELDS: Final = HanafudaRound.__struct_encode_fields__
_GRAMMAR = msg(
    "[rules] NAME:CARDS ... {{key=value}}, as in: koikoi A:1BR,3B,8BA,9A B:2AR "
    "stopped_by=A; without cards: koikoi A 5 points B 0 points"
)
#: Groups that need no look at the deck.
CANONICAL = regex(r"[0-9#BARC\s,、]*")
#: A score as people write it, without a unit or before the yaku that it is for.
_LOOSE_SCORE = regex(
    r"([+-]?[0-9]{1,9})(?![^\W文点pkc]|[#BARC]) ?(?:points?|pts?|chips?|kan|点|文|貫)?:?(?:\s+(\D.*))?"
)
#: What the cards of a pile are worth, beside its yaku.
_POINTS = regex(
    r"(?<![0-9])([0-9]{1,3})(?![^\W文点pkcで]|[#BARC]|枚| (?:kasu|chaff)) ?(?:(?:card )?points?|pts?|点|文)?で?"
)
#: Words that only part the players of a line.
_BETWEEN = frozenset({"/", "|", ";", ","})
#: What a pile is worth: ``yaku 6 cards 85``.
_WORTHS = regex(r"(?:(?P<yaku>yaku|役)|cards|card[ _]points|札点?)[\s:]*(?P<worth>[0-9]{1,4})(?:点|文)?")
#: A key with its value, or another player.
_AFTER = regex(rf"[^=]+=.*|{PLAYER.pattern}", re.DOTALL)
#: Keys of how often players went on.
_CALLS = ("koikoi", "calls")
#: What a player's cards are called in a line, and in a record.
PARTS = ("dealt", "returned", "captured")


class Reader:
    """Sorts the words of a line into players with their cards or scores, and cells by key."""

    def __init__(self, text: str, words: Sequence[Word], *, is_loose: bool = False, is_speech: bool = False) -> None:
        """``is_loose``: the line is one as people write it, whatever is behind a player is of that player.
        ``is_speech``: it is a sentence.
        """
        self.text, self.words, self.is_loose, self.is_speech = text, [*words], is_loose, is_speech
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
            self.players = self.players or {
                name: {} for name in "ABCDEFG"[: min(self.table.get("table", {}).get("players", [2]))]
            }
        if self.is_loose and not self.cells.get("seats"):
            self._seat()
        no_yaku = self.cells.pop("yaku", "") == "none"
        if no_yaku or any("card_points" in hand for hand in self.players.values()):
            self.players |= {name: {"card_points": score, "yaku": 0} for name, score in self.scores.items()}
            self.scores = {}
        if self.is_speech or (self.is_loose and len(self.players) == 1):
            self._oppose(is_drawn=is_drawn)
        try:
            found = {**unflatten(self.cells, KEYS), "players": self.players}
            is_silent = is_drawn and all(hand in ({}, {"captured": ""}) for hand in self.players.values())
            is_told = any("yaku" in hand and "captured" not in hand for hand in self.players.values())
            if self.scores or is_silent or is_told:
                found["players"] = {
                    name: {} if hand == {"captured": ""} else hand for name, hand in self.players.items()
                }
                found |= {"scores": self.scores} if self.scores or is_silent else {}
            return cast(HanafudaRound, plain.hanafuda_from(found)), self.columns
        except CalcError as error:
            in_line(error, self.columns, self.starts, len(self.text) + 1)
            raise

    @property
    def table(self) -> Mapping[str, Any]:
        """The rule table of the set that the line names, nothing where it is no set that ships. A sentence that names
        none is of the default set.
        """
        rules = self.cells.get("rules", plain.KEYS.told["default"][0] if self.is_speech else None)
        return load_table(rules).data if rules in sets_of_game("hanafuda") else {}

    def _oppose(self, *, is_drawn: bool) -> None:
        """Have who speaks play a round against one opponent; who has cards stopped, if only the other went on."""
        if leader := self.cells.pop("leader", None):
            names = [*self.players]
            place = names.index(leader) if leader in names else 0
            self.players = {name: self.players[name] for name in (*names[place:], *names[:place])}
        count = self.table.get("table", {}).get("players")
        ends = [key for key in self.cells if key == "stopped_by" or plain.column_of(key.partition(".")[0]) in _CALLS]
        hands = [hand for hand in self.players.values() if hand not in ({}, {"captured": ""})]
        if count != [2] or len(hands) != 1 or not (ends or "yaku" in hands[0]):
            return
        name = next(name for name, hand in self.players.items() if hand is hands[0])
        told = {self.cells[key] for key in ends if "." not in key and not self.cells[key].isdigit()}
        others = {*self.players, *told, *(key.partition(".")[2] for key in ends)} - {name, "", "stopped_by"}
        if not (self.is_speech or others):
            return
        is_told = "captured" not in hands[0]
        self.players |= {other: {} if is_told else {"captured": ""} for other in others or {AGAINST.get(name, OTHER)}}
        went_on = any(key.endswith(f".{name}") or self.cells[key] == name for key in ends)
        if not (is_drawn or went_on or "stopped_by" in self.cells):
            self.cells["stopped_by"] = name

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
            is_score = not found["cards"] and not (self.is_speech and "card_points" in self.table)
            score = take_score(words) if is_score else None
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
                    read_player(found, cards, self.players, self.columns)
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
        score = None if sign("of_count").match(narrow(text)) else _LOOSE_SCORE.fullmatch(narrow(text))
        hand = self.players.setdefault(name, {})
        is_pile = text and text not in NOTHING and ("card_points" in self.table or not (score and not score[2]))
        if is_pile and self._read_pile(name, hand, text, told.column):
            return True
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

    def _read_pile(self, name: str, hand: dict[str, Any], text: str, column: int) -> bool:
        """Read what a sentence tells of a pile: its card points with its yaku, or cards, whatever they are called."""
        points, is_of_points = _POINTS.search(narrow(text)), "card_points" in self.table
        if not self.is_speech and plain.are_cards(text):
            return False
        if points and is_of_points and (points.group() != text or self.is_speech):
            parts = [part.strip() for part in regex(r"[,、]").split(_POINTS.sub(",", text, 1))]
            told = ", ".join(part for part in parts if part and part not in NOTHING)
            hand |= {"card_points": int(points[1]), "yaku": told or 0}
        elif not self.is_speech:
            return False
        else:
            cards = self._cards_called(text)
            if not plain.are_cards(cards):
                rest, found = self._named(text)
                before = [hand["yaku"]] if hand.get("yaku") else []
                hand |= {"yaku": ", ".join(map(str, [*before, *found]))} if found else {}
                cards = self._cards_called(rest)
            if cards.strip(ENDS):
                hand["captured"] = " ".join([*hand.get("captured", "").split(), *cards.split()])
        self.columns |= {f"players.{name}.{key}": column for key in hand}
        return True

    def _cards_called(self, text: str) -> str:
        """What people call cards, as cards. So many of a kind are told where their number is what is worth points: in
        other games it matters which they are.
        """
        values = [one["value"] for one in self.table.get("yaku", {}).values()]
        counted = {value.get("of") for value in values if isinstance(value, dict)}
        is_counted = {"animal", "ribbon"} <= counted
        return PILES.rewrite(COUNTS.rewrite(said(text)) if is_counted else said(text)).text

    def _named(self, text: str, *, are_all: bool = False) -> tuple[str, list[str]]:
        """A text without the names of yaku in it that are no names of cards, and these names."""
        table = self.table or (load_table(plain.KEYS.told["default"][0]).data if are_all else {})
        yaku = {**table.get("yaku", {}), **table.get("teyaku", {})}
        words = {name for one in yaku.values() for name in (*one["name"].values(), *one.get("also", ()))}
        words |= {*yaku, *(one.replace("_", " ") for one in yaku)}
        found = []
        for word in sorted((one for one in words if are_all or not is_more_cards(one)), key=len, reverse=True):
            parts = f" {text.casefold()} ".split(word.casefold())
            if len(parts) > 1 and not (word.isascii() and (parts[0][-1:] + parts[1][:1]).strip(" ,;、").isalnum()):
                start = len(parts[0]) - 1
                text = f"{text[:start]} {text[start + len(word) :]}"
                found.append(word)
        return text, found

    @property
    def is_doubtful(self) -> bool:
        """Whether something is told of a player that is neither cards nor yaku of the rules."""
        told = [hand.get("yaku") for hand in self.players.values()]
        cards = [hand.get("captured") for hand in self.players.values()]
        has_names = any(
            isinstance(one, str) and self._named(one, are_all=True)[0].strip(f"{ENDS}0123456789") for one in told
        )
        is_named = self.cells.get("rules") in (None, *sets_of_game("hanafuda"))
        return is_named and (has_names or not all(plain.are_cards(one) for one in cards if one))

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
        if self.is_speech and self.cells.get(key) == value:
            del self.cells[key]
        elif key in self.starts and not (self.is_loose and key == "dropped"):
            raise NotationError("expected each key once, found {0!r} a second time", key, key=key, column=column)
        if not value:
            message = msg("expected a value after {0!r}, found none; leave the key out", word.text)
            raise NotationError(message, key=key, column=start)
        if self.is_loose and _OF_CARDS & {*key.split(".")}:
            end = self._end_of_cards(start + len(value), is_empty=False)
            value = self.text[start - 1 : end - 1].strip(ENDS)
        self.starts[key] = column
        self.columns[key] = start + (KEYS.of(key).is_text and value.startswith('"'))
        return key, value


def _name_in(found: re.Match[str], column: int) -> str:
    try:
        return str(json.loads(found["name"])) if found["name"].startswith('"') else found["name"]
    except ValueError:
        raise NotationError("expected a name in double quotes, found {0}", found["name"], column=column) from None


def read_player(found: re.Match[str], cards: Word, players: dict[str, Any], columns: Columns) -> None:
    """Keep the cards of a player, as part of what is told of him."""
    column = cards.column - found.start("cards")
    name, part = _name_in(found, column), found["part"] or "captured"
    if part not in PARTS:
        expected = msg("{0}: for captured cards, {0}.dealt: or {0}.returned:", name)
        raise NotationError("expected {0}, found {1}", expected, show(found.group()), column=column)
    hand = players.setdefault(name, {})
    if part in hand:
        raise NotationError("expected the cards of {0} once, found them a second time", name, column=column)
    if part != "dealt" or cards.text:  # `A.dealt:` alone names a player of whom no cards are known
        hand[part] = "" if cards.text.strip(ENDS) in NOTHING else cards.text.rstrip(ENDS)
    columns[f"players.{name}.{part}"] = cards.column
