"""The words of a line sorted into cells by key: what :mod:`calc.mahjong.records.lines` makes a record of."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from calc.errors import NotationError
from calc.mahjong.records.line_words import (
    SEAT_OR_ROUND,
    check_apart,
    count_bracket,
    count_called,
    count_suited,
    counted,
    explain_word,
    has_place,
    is_discarder,
    is_flag,
    is_hand_key,
    is_key,
    is_meld,
    is_notation,
    is_one_tile,
    is_rules,
    is_value,
    read_at,
    split_glued,
    texts_of,
    worth_of,
)
from calc.mahjong.records.names import FLAGS, column_of, flag_of, key_of
from calc.mahjong.records.plain import WIN_KEYS
from calc.mahjong.records.types import Win
from calc.notation.melds import parse_meld, split_melds
from calc.notation.spellings import (
    SAID_COUNT,
    WAYS,
    is_other_seat,
    meld_word_of,
    narrow,
    seat_of,
    value_of,
    way_of,
    wind_of,
)
from calc.notation.text import parse_json, show
from calc.notation.tiles import may_be_tiles, parse_one, parse_tiles, print_tiles_in_order
from calc.patterns import regex
from calc.records.cells import Columns, Word, is_marked, split_words, with_counts
from calc.tables.shelf import set_named
from calc.translation import msg

_GRAMMAR = "[rules] HAND [+WIN] {MELD} tsumo|ron {key=value | flag}"
_WAITING_GRAMMAR = "[rules] HAND {MELD} {key=value | flag}"
#: Keys that have a place of their own in a line.
PLACED = frozenset({"hand", "win", "melds", "by"})
#: Keys whose values are tiles, perhaps in several words.
_OF_TILES = frozenset({"hand", "dora", "ura", "discards"})
_OF_ONE_OR_MORE = _OF_TILES | {"win"}
#: A rule set with capitals, as its title has them: ``Tenhou``, ``M-League``.
_TITLE = regex(r"[A-Za-z](?:(?![a-z])[\w-])*[a-z][\w-]*")
#: The number of a round after its wind: ``round=east 1``.
_NUMBER = regex(r"[0-9]局?")


class Reader:
    """Sorts the words of a line into cells by key; ``columns`` tells where values stand, ``starts`` where keys do.

    ``asks_way``: whether tsumo or ron comes before the keys.
    """

    def __init__(self, text: str, *, asks_way: bool = True) -> None:
        self.text = narrow(text)
        self.words = [*split_words(text)]
        if SAID_COUNT.search(self.text):
            self.words = [*with_counts(self.words, SAID_COUNT)]
        if not text.isascii():
            words = [word if "=" in word.text else Word(narrow(word.text), word.column) for word in self.words]
            parts = [part for word in words for part in split_glued(word)]
            self.words = [*with_counts(parts, SAID_COUNT)] if len(parts) > len(words) else parts
        self.asks_way = asks_way
        self.cells: dict[str, str] = {}
        self.columns: Columns = {}
        self.starts: Columns = {}

    def read(self) -> None:
        """Read all words, each in its place."""
        self._read_rules()
        has_hand = self._has(0, is_notation)
        if not has_hand and self._has(0, seat_of) and self._has(1, way_of):
            self._read_winner()
        elif not self._is_keyed() and (has_hand or not self._begins_without_hand()):
            self._read_hand()
            self._read_melds()
        while self.words:
            if self._is_hand_next() or ("hand" not in self.cells and self._has(0, meld_word_of)):
                self._read_hand()
                self._read_melds()
            else:
                self._read_key(self._take_key())

    def _begins_without_hand(self) -> bool:
        """Whether a key is next, or who wins or what a hand without tiles is worth: ``mangan``, ``2600 ron``."""
        return self._has(0, is_key) or self._is_worth_next() or self._has(0, is_other_seat)

    def _is_worth_next(self) -> bool:
        """Whether a level or points are next. Digits alone are tiles, unless a way to win follows."""
        if self._has(0, may_be_tiles) and not self._has(0, str.isdecimal):
            return False
        both = worth_of(" ".join(word.text for word in self.words[:2])) is not None
        return both or ((self._has(1, way_of) or not self._has(0, may_be_tiles)) and self._has(0, worth_of))

    def _read_winner(self) -> None:
        """Read who wins before the way, as in ``S ron W 3900``."""
        word = self.words.pop(0)
        self._note("seat", Word(str(seat_of(word.text)), word.column))

    def _read_discarder(self) -> None:
        """Read from whom a winner without tiles won, right behind ron."""
        is_told = self.cells["by"] == "ron" and "seat" in self.cells and not {"hand", "from"} & self.cells.keys()
        if is_told and self._has(0, is_discarder) and not self._has(1, SEAT_OR_ROUND.__contains__):
            word = self.words.pop(0)
            self._note("from", Word(str(seat_of(word.text)), word.column))

    def _is_keyed(self) -> bool:
        """Whether the hand has a key like everything else: ``hand=123m456p789s11z23p win=1p by=ron``."""
        return any(is_hand_key(word.text) for word in self.words)

    def _is_hand_next(self) -> bool:
        """Whether tiles that come after keys or the way to win are the hand. A wind may be a seat."""
        if "hand" in self.cells or self._has(0, is_key) or self._is_keyed():
            return False
        return self._has(0, lambda text: len(texts_of(text)) > 1 and wind_of(text) is None)

    def _is_more(self, text: str) -> bool:
        """Whether a word goes on with the tiles of the key before it. A wind may be a seat, many tiles the hand."""
        tiles = texts_of(text)
        is_hand = len(tiles) > 1 and "hand" not in self.cells
        return bool(tiles) and not is_hand and wind_of(text) is None and not way_of(text)

    def _take_key(self) -> Word:
        """Take a key with its value as one word, ``key=value``; a word that is no key stays as it is.

        The value may be apart from its key (``from West``, ``seat: South``, ``dora 1z 2z``), a flag may have several
        words (``double riichi``), and a value that can belong to one key only needs none (``南家``, ``E1``, ``2本場``).
        """
        first = self.words[0]
        name, equals, value = first.text.partition("=")
        # Most words are in canonical spelling: the next one begins anew, so that this one is whole.
        following = self.words[1].text if len(self.words) > 1 else "="
        if ("=" in following or following in FLAGS) and (value or first.text in WAYS or first.text in FLAGS):
            return self._take(1)
        count = 1
        if not equals:
            said = value_of(name)
            flag, length = self._find_flag()
            if said or flag:
                del self.words[: length if flag else 1]
                return self._said(*said, first.column) if said else Word(flag, first.column)
            count, name, value = self._find_key()
            if not name:
                return self._take_said()
        at = self.words[count - 1].column + len(self.words[count - 1].text) - len(value)
        if not value:
            count += self._has(count, ("=", ":").__contains__)
            if not self._has(count, is_value):
                return self._take(1)
            at = self.words[count].column + self.words[count].text.startswith("=")
            count += 1
        key = key_of(name)
        if key in _OF_ONE_OR_MORE and (more := count_suited(self.words[count - 1 :])):
            count += more - 1
        while key in _OF_TILES and (more := int(self._has(count, self._is_more)) or count_suited(self.words[count:])):
            count += more
        is_count = counted(self.words[count + 1 :]) and not self._has(count + 2, str.isdecimal)
        count += key == "round" and not is_count and self._has(count, _NUMBER.fullmatch)
        if equals and value and count == 1:
            return self._take(1)
        last = self.words[count - 1]
        del self.words[:count]
        return Word(f"{name}={self.text[at - 1 : last.column - 1 + len(last.text)]}", at - len(name) - 1)

    def _take_said(self) -> Word:
        """Take what is said without its key, or before it: ``mangan``, ``2 honba``, ``east round``; else one word."""
        text, column = (words := self.words[:2])[0]
        key = key_of(words[-1].text)
        if (text.isdecimal() and counted(self.words[1:])) or (key in SEAT_OR_ROUND and wind_of(text)):
            del self.words[:2]
            return self._said(key, text, column)
        is_number = self._has(1, _NUMBER.fullmatch) and not (counted(self.words[2:]) or count_suited(self.words[1:]))
        if wind_of(text) and is_number:
            del self.words[:2]
            return self._said("round", text + words[1].text, column)
        for count, glue in ((2, " "), (2, "/"), (1, "")):
            worth = worth_of(glue.join(word.text for word in words[:count]))
            if worth and "hand" in self.cells:
                message = msg("a win with tiles is counted from them, found {0} beside them", show(worth[1]))
                raise NotationError("{0}; what the table says of it is claim.points", message, column=column)
            if worth:
                del self.words[:count]
                return self._said(*worth, column)
        return self._take(1)

    def _said(self, key: str, value: str, column: int) -> Word:
        """A value that is said without its key, as a word with it, placed so that the value is where it was said."""
        self._check_once(key, column)
        self.starts[key] = column
        return Word(f"{key}={value}", column - len(key) - 1)

    def _check_once(self, key: str, column: int) -> None:
        if key in self.cells:
            raise NotationError("expected each key once, found {0!r} a second time", key, key=key, column=column)

    def _has(self, place: int, is_such: Callable[[str], object]) -> bool:
        return place < len(self.words) and bool(is_such(self.words[place].text))

    def _find_flag(self) -> tuple[str, int]:
        """A flag of two or three words, as one, and how many they are."""
        for count in (3, 2):
            words = [word.text for word in self.words[:count]]
            if len(words) == count and flag_of(" ".join(words)):
                return "_".join(words), count
        return "", 0

    def _find_key(self) -> tuple[int, str, str]:
        """How many words name a key that asks for a value, the key, and what follows its colon; no key where they name
        none.
        """
        if self._has(0, wind_of) and self._has(1, SEAT_OR_ROUND.__contains__):
            return 1, "", ""
        for count in range(min(2, len(self.words)), 0, -1):
            *before, last = (word.text for word in self.words[:count])
            last, _, value = last.partition(":")
            name = " ".join([*before, last])
            if "=" not in name and ":" not in name and column_of(name) is not None and not is_flag(name):
                return count, name, value
        return 1, "", ""

    def _note(self, key: str, word: Word) -> None:
        self.cells[key], self.columns[key] = word

    def _read_rules(self) -> None:
        if not self.words:
            return
        text = (word := self.words[0]).text
        if text.startswith('"'):
            text = str(read_at("rules", word, parse_json))
            if not is_rules(text):
                message = msg("expected tiles or a rule set (a lower-case id or a path), found {0}", show(text))
                raise NotationError(message, key="rules", column=word.column)
        if self._is_sentence():
            return
        if is_rules(text):
            self.words.pop(0)
            has_capitals = _TITLE.fullmatch(word.text) and not word.text.islower()
            self._note("rules", Word((has_capitals and set_named(text)) or word.text, word.column))
        elif not has_place(text) and (named := set_named(text)):
            self._note("rules", Word(named, self.words.pop(0).column))
        elif _TITLE.fullmatch(text) and not (
            has_place(text) or self._has(1, way_of) or (is_key(text) and not is_flag(text))
        ):
            self._note("rules", Word(text.lower(), self.words.pop(0).column))

    def _is_sentence(self) -> bool:
        """Whether a line begins with who wins or what a hand without tiles is worth. No tiles follow."""
        if self._has(1, is_notation):
            return False
        says_how, is_who = self._has(1, way_of), self._has(0, seat_of) or self._has(0, is_other_seat)
        if self._has(1, may_be_tiles) and not says_how and not self._has(1, seat_of):
            return False
        return self._is_worth_next() or (is_who and says_how)

    def _take(self, count: int) -> Word:
        """Take words as one, with the blanks between them."""
        if count == 1:
            return self.words.pop(0)
        taken, self.words = self.words[:count], self.words[count:]
        first, last = taken[0], taken[-1]
        return Word(self.text[first.column - 1 : last.column - 1 + len(last.text)], first.column)

    def _read_hand(self) -> None:
        if not self.words or way_of(self.words[0].text):
            return
        text, column = self.words[0]
        if text.isalpha() and self._has(1, way_of) and not may_be_tiles(text):
            way = self.words[1].text
            message = msg(
                "expected tiles or a seat before {0}, found {1}; players have names in a "
                "score sheet, which begins with riichi: Aki Bea Cho Dan, say",
                way,
                show(text),
            )
            raise NotationError(message, key="hand", column=column)
        if text.startswith(("+", "(", "[")) or is_meld(text) or meld_word_of(text) or "=" in text:
            message = msg("expected the concealed tiles first, found {0}", show(text))
            raise NotationError(message, key="hand", column=column)
        count = 1
        while self._has(count, lambda text: may_be_tiles(text) and not way_of(text)) and not self._has(
            count + 1, SEAT_OR_ROUND.__contains__
        ):
            count += 1
        check_apart(self.words[:count])
        word = self._take(count)
        self._note("hand", word)
        read_at("hand", word, parse_tiles)
        self._read_win()

    def _read_win(self) -> None:
        """Read the winning tile after its plus, if it is next and none was read."""
        if "win" in self.cells or not self.words or not self.words[0].text.startswith("+"):
            return
        is_apart = self.words[0].text == "+" and self._has(1, may_be_tiles)
        text, column = self._take(1 + is_apart)
        word = Word(text[1:].lstrip(), column + len(text) - len(text[1:].lstrip()))
        self._note("win", word)
        read_at("win", word, partial(parse_one, key="win"))

    def _count_tile(self) -> int:
        """How many words name the tile that comes next, as in ``red 5 circles``; 0 where none does."""
        if not self._has(0, may_be_tiles):
            return 0
        joined = (" ".join(word.text for word in self.words[:count]) for count in (3, 2, 1))
        return next((text.count(" ") + 1 for text in joined if is_one_tile(text)), 0)

    def _read_melds(self) -> None:
        """Read melds up to tsumo or ron, or the first key."""
        melds: list[str] = []
        while self.words and not way_of(self.words[0].text) and not is_key(self.words[0].text):
            if self._has(1, SEAT_OR_ROUND.__contains__):
                break
            if self.words[0].text.startswith(("(", "[")):
                count = 1 if self.words[0].text.endswith((")", "]")) else count_bracket(self.words)
            else:
                is_word = meld_word_of(self.words[0].text.rstrip(":")) is not None
                count = 1 + (count_called(self.words[1:]) if is_word else 0)
            text, column = self._take_meld(count)
            if not text.startswith(("(", "[")) and count == 1 and (":" not in text or "=" in text):
                raise NotationError(explain_word(text, asks_way=self.asks_way), column=column)
            for offset, piece in split_melds(text):
                key = f"melds[{len(melds)}]"
                self.columns[key] = column + offset
                read_at(key, Word(piece, column + offset), parse_meld)
                melds.append(piece)
            self._read_win()
        if melds:
            self.cells["melds"] = " ".join(melds)

    def _take_meld(self, count: int) -> Word:
        """Take words as one meld. The tiles behind its word are one part of it."""
        if count == 1 or self.words[0].text.startswith(("(", "[")):
            return self._take(count)
        taken, self.words = self.words[:count], self.words[count:]
        word, *tiles = (one.text for one in taken)
        parted = " ".join(tiles) if len(tiles) == 1 else print_tiles_in_order(parse_tiles(" ".join(tiles)))
        return Word(f"{word} {parted}", taken[0].column)

    def _read_key(self, word: Word) -> None:
        """Read one ``key=value`` or flag after tsumo or ron."""
        if "by" not in self.cells and (way := way_of(word.text)):
            self._note("by", Word(way, word.column))
            self._read_discarder()
            self._read_win()
            if "win" not in self.cells and (count := self._count_tile()):
                self._note("win", self._take(count))
            return
        key, equals, value = word.text.partition("=")
        if word.text.startswith(("+", "(", "[")) or way_of(word.text) or (key in PLACED and not equals):
            before, grammar = (msg("tsumo or ron"), _GRAMMAR) if self.asks_way else (msg("the hand"), _WAITING_GRAMMAR)
            message = msg("expected a key after {0}, found {1}; a line is {2}", before, show(word.text), grammar)
            raise NotationError(message, column=word.column)
        if not equals and (wind := wind_of(key)):
            is_tile = "hand" in self.cells and "win" not in self.cells and next(reversed(self.cells)) == "by"
            tile = f"+{texts_of(wind)[0]}, " if is_tile else ""
            winning = msg("the winning tile, ") if is_tile else ""
            message = msg("{0} may be {1}the seat, the round or the discarder", show(key), winning)
            meant = msg("write {0}seat={1}, round={1} or from={1}", tile, wind)
            raise NotationError(msg("{0}; {1}", message, meant), column=word.column)
        if not equals and is_other_seat(key):
            message = msg("{0} may be any seat but the dealer's", show(key))
            raise NotationError("{0}; write seat=S, seat=W or seat=N", message, column=word.column)
        self._check_once(key, word.column)
        if (
            not equals
            and key not in FLAGS
            and (key in Win.__struct_encode_fields__ or WIN_KEYS.of(key.partition(".")[0]).is_dotted)
        ):
            raise NotationError("expected a value, as in {0}=..., found {0!r} alone", key, key=key, column=word.column)
        start = word.column + len(key) + len(equals)
        if equals and not value:
            message = msg(
                'expected a value after {0!r}, found none; leave the key out, or write {1}=""', word.text, key
            )
            raise NotationError(message, key=key, column=start)
        if '"' in value and not is_marked(key, value, WIN_KEYS):
            message = msg("expected quotes around the whole value of {0!r}, found one within {1}", key, show(value))
            raise NotationError(message, key=key, column=start + value.index('"'))
        self.starts.setdefault(key, word.column)
        self.columns[key] = (start if equals else word.column) + (
            WIN_KEYS.of(key).is_text and is_marked(key, value, WIN_KEYS)
        )
        self.cells[key] = value if equals else "true"
