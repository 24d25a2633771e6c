"""The words of a line sorted into cells by key: what :mod:`calc.mahjong.records.lines` makes a record of."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import takewhile
from typing import Final

from calc.errors import NotationError
from calc.mahjong.records import names
from calc.mahjong.records.line_words import (
    KEYS,
    SENTENCES,
    WINNERS,
    check_apart,
    explain_word,
    has_place,
    is_flag,
    is_hand_key,
    is_key,
    is_meld,
    is_notation,
    is_one_tile,
    is_rules,
    is_seat_or_round,
    read_at,
    texts_of,
)
from calc.mahjong.records.names import FLAGS
from calc.mahjong.records.plain import WIN_KEYS
from calc.mahjong.records.types import Win
from calc.notation import spellings
from calc.notation.melds import are_meld, parse_meld, split_melds
from calc.notation.spellings import counts_of, is_other_seat, meld_word_of, seat_of, way_of, wind_of
from calc.notation.text import parse_json, show
from calc.notation.tiles import may_be_tiles, parse_one, parse_tiles, print_tiles_in_order
from calc.patterns import regex
from calc.records.cells import Columns, Word, is_marked, split_words
from calc.records.words import GAP, STOP, Said, Table, said
from calc.tables.shelf import set_named
from calc.translation import msg

_GRAMMAR = "[rules] HAND [+WIN] {MELD} tsumo|ron {key=value | flag}"
_WAITING_GRAMMAR = "[rules] HAND {MELD} {key=value | flag}"
#: Keys that have a place of their own in a line.
PLACED: Final = frozenset({"hand", "win", "melds", "by"})
#: A rule set with capitals, as its title has them: ``Tenhou``, ``M-League``.
_TITLE = regex(r"[A-Za-z](?:(?![a-z])[\w-])*[a-z][\w-]*")
#: Words of the tiles of a meld at most: ``3 4 5 bamboo``.
_MOST_CALLED = 5


class Reader:
    """Sorts the words of a line into cells by key; ``columns`` tells where values stand, ``starts`` where keys do.

    ``asks_way``: whether tsumo or ron comes before the keys.
    """

    def __init__(self, text: str, *, asks_way: bool = True) -> None:
        split_words(text)
        self.said = SENTENCES.rewrite(said(text))
        self.words = [*split_words(self.said.text)]
        self.asks_way = asks_way
        self.cells: dict[str, str] = {}
        self.columns: Columns = {}
        self.starts: Columns = {}

    def column(self, place: int) -> int:
        """The column in the line of one in the rewritten text."""
        return self.said.columns[place - 1]

    def read(self) -> None:
        """Read all words, each in its place."""
        self._read_rules()
        has_hand = self._has(0, is_notation)
        is_keyed = any(is_hand_key(word.text) for word in self.words)
        if not is_keyed and (has_hand or not self._begins_without_hand()):
            self._read_hand()
            self._read_melds()
        self._rewrite(*[KEYS] if "hand" in self.cells or is_keyed else [WINNERS, KEYS])
        while self.words:
            if "hand" not in self.cells and not is_keyed and self._is_hand_next():
                self._read_hand()
                self._read_melds()
            else:
                self._read_key(self.words.pop(0))

    def _rewrite(self, *tables: Table) -> None:
        """Rewrite what follows, whose columns go on from what was read."""
        if not self.words:
            return
        done = self.words[0].column - 1
        rest = Said(self.said.text[done:], self.said.columns[done:])
        for table in tables:
            rest = table.rewrite(rest)
        self.said = Said(self.said.text[:done] + rest.text, self.said.columns[:done] + rest.columns)
        words = split_words(rest.text)
        self.words = [Word(word.text.replace(GAP, " "), word.column + done) for word in words]

    def _begins_without_hand(self) -> bool:
        """Whether a key is next, or who wins or what a hand without tiles is worth: ``mangan``, ``2600 ron``."""
        if not self.words or self._has(0, is_key) or (self._has(0, seat_of) and self._has(1, way_of)):
            return True
        two = " ".join(word.text for word in self.words[:2])
        says = self._has(0, str.isdecimal) and (self._has(1, way_of) or spellings.points_of(two) or counts_of(two))
        if self._has(0, may_be_tiles) and not says:
            return False
        text = KEYS.rewrite(WINNERS.rewrite(said(self.said.text[self.words[0].column - 1 :]))).text.split()
        return bool(text) and ("=" in text[0] or way_of(text[0]) is not None or is_other_seat(text[0]))

    def _is_hand_next(self) -> bool:
        """Whether tiles that come after keys or the way to win are the hand. A wind may be a seat."""
        word = self.words[0].text
        return meld_word_of(word) is not None or (not is_key(word) and len(texts_of(word)) > 1 and not wind_of(word))

    def _has(self, place: int, is_such: Callable[[str], object]) -> bool:
        return place < len(self.words) and bool(is_such(self.words[place].text))

    def _note(self, key: str, word: Word) -> None:
        self.cells[key], self.columns[key] = word

    def _take(self, count: int) -> Word:
        """Take words as one, with the blanks between them."""
        taken, self.words = self.words[:count], self.words[count:]
        first, last = taken[0], taken[-1]
        if count == 1:
            return first
        text = self.said.text[first.column - 1 : last.column - 1 + len(last.text)]
        return Word(text.replace(GAP, " ").replace(STOP, " "), first.column)

    def _read_rules(self) -> None:
        if not self.words:
            return
        text, column = self.words[0]
        if text.startswith('"'):
            text = str(read_at("rules", self.words[0], parse_json))
            if not is_rules(text):
                message = msg("expected tiles or a rule set (a lower-case id or a path), found {0}", show(text))
                raise NotationError(message, key="rules", column=column)
        if not self._has(1, is_notation) and (
            (self._has(1, way_of) and (seat_of(text) or is_other_seat(text))) or self._says_worth()
        ):
            return
        is_title = _TITLE.fullmatch(text)
        named = None if has_place(text) else set_named(text)
        if is_rules(text):
            named = (is_title and not text.islower() and set_named(text)) or self.words[0].text
        elif named is None and is_title:
            is_other = has_place(text) or self._has(1, way_of) or (is_key(text) and not is_flag(text))
            named = None if is_other else text.lower()
        if named:
            self._note("rules", Word(named, column))
            del self.words[0]

    def _says_worth(self) -> bool:
        """Whether the line begins with what a hand without tiles is worth: ``mangan``, ``1000/2000``."""
        if self._has(0, may_be_tiles):
            return False
        said = (" ".join(word.text for word in self.words[:count]) for count in (2, 1))
        return any(names.is_level(text) or spellings.points_of(text) is not None for text in said)

    def _read_hand(self) -> None:
        if not self.words or way_of(self.words[0].text):
            return
        text, column = self.words[0]
        if text.isalpha() and self._has(1, way_of) and not may_be_tiles(text):
            message = msg(
                "expected tiles or a seat before {0}, found {1}; players have names in a "
                "score sheet, which begins with riichi: Aki Bea Cho Dan, say",
                self.words[1].text,
                show(text),
            )
            raise NotationError(message, key="hand", column=column)
        if text.startswith(("+", "(", "[")) or is_meld(text) or meld_word_of(text) or "=" in text:
            message = msg("expected the concealed tiles first, found {0}", show(text))
            raise NotationError(message, key="hand", column=column)
        count = 1
        while self._has(count, lambda text: may_be_tiles(text) and not way_of(text)) and not self._has(
            count + 1, is_seat_or_round
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

    def _read_melds(self) -> None:
        """Read melds up to tsumo or ron, or the first key."""
        melds: list[str] = []
        while self.words and not (self._has(0, way_of) or self._has(0, is_key) or self._has(1, is_seat_or_round)):
            text, column = self._take_meld()
            if not text.startswith(("(", "[")) and " " not in text and (":" not in text or "=" in text):
                raise NotationError(explain_word(text, asks_way=self.asks_way), column=column)
            for offset, piece in split_melds(text):
                key = f"melds[{len(melds)}]"
                self.columns[key] = column + offset
                read_at(key, Word(piece, column + offset), parse_meld)
                melds.append(piece)
            self._read_win()
        if melds:
            self.cells["melds"] = " ".join(melds)

    def _take_meld(self) -> Word:
        """Take the words of the next meld as one. The tiles behind its word are one part of it."""
        words = [word.text for word in self.words]
        if words[0].startswith(("(", "[")):
            ends = (place for place, text in enumerate(words, start=1) if text.endswith((")", "]")))
            count = next(ends, 1)
            return self._take(count if all(may_be_tiles(text.strip("([])") or "1") for text in words[:count]) else 1)
        if meld_word_of(words[0].rstrip(":")) is None:
            return self._take(1)
        following = [*takewhile(may_be_tiles, words[1 : 1 + _MOST_CALLED])]
        said = {count: " ".join(following[:count]) for count in range(len(following), 1, -1)}
        is_whole = (count for count, text in said.items() if len(texts_of(text)) == 1 or are_meld(text))
        count = next(is_whole, min(1, len(following)))
        whole = self._take(1 + count)
        tiles = print_tiles_in_order(parse_tiles(said[count])) if count > 1 else "".join(following[:count])
        return Word(f"{words[0]} {tiles}", whole.column) if count else whole

    def _check_place(self, word: Word, key: str, is_keyed: bool) -> None:
        """Refuse what is no key, and what could belong to several."""
        if word.text.startswith(("+", "(", "[")) or way_of(word.text) or (key in PLACED and not is_keyed):
            before, grammar = (msg("tsumo or ron"), _GRAMMAR) if self.asks_way else (msg("the hand"), _WAITING_GRAMMAR)
            message = msg("expected a key after {0}, found {1}; a line is {2}", before, show(word.text), grammar)
            raise NotationError(message, column=word.column)
        if not is_keyed and (wind := wind_of(key)):
            is_tile = "hand" in self.cells and "win" not in self.cells and next(reversed(self.cells)) == "by"
            tile = f"+{texts_of(wind)[0]}, " if is_tile else ""
            winning = msg("the winning tile, ") if is_tile else ""
            message = msg("{0} may be {1}the seat, the round or the discarder", show(key), winning)
            meant = msg("write {0}seat={1}, round={1} or from={1}", tile, wind)
            raise NotationError("{0}; {1}", message, meant, column=word.column)
        if not is_keyed and is_other_seat(key):
            message = msg("{0} may be any seat but the dealer's", show(key))
            raise NotationError("{0}; write seat=S, seat=W or seat=N", message, column=word.column)
        if (
            not is_keyed
            and key not in FLAGS
            and (key in Win.__struct_encode_fields__ or WIN_KEYS.of(key.partition(".")[0]).is_dotted)
        ):
            raise NotationError("expected a value, as in {0}=..., found {0!r} alone", key, key=key, column=word.column)

    def _read_discarder(self) -> None:
        """Read from whom a winner without tiles won: the second seat, right behind ron."""
        if self.cells["by"] != "ron" or "seat" not in self.cells or {"hand", "from"} & self.cells.keys():
            return
        text, column = self.words[0] if self.words else ("", 0)
        name = text.removeprefix("seat=")
        if seat_of(name) and self.is_said(Word(text, column)) and not self._has(1, is_seat_or_round):
            self._note("from", Word(name, column + len(text) - len(name)))
            del self.words[0]

    def is_said(self, word: Word) -> bool:
        """Whether a value was said without its key."""
        value = word.text.rpartition("=")[2]
        start = word.column + len(word.text) - len(value) + value.startswith('"')
        return self.column(word.column) == self.column(start)

    def _read_key(self, word: Word) -> None:
        """Read one ``key=value`` or flag after tsumo or ron."""
        if "by" not in self.cells and (way := way_of(word.text)):
            self._note("by", Word(way, word.column))
            self._read_discarder()
            self._read_win()
            for count in (3, 2, 1):
                text = " ".join(one.text for one in self.words[:count])
                if "win" not in self.cells and count <= len(self.words) and is_one_tile(text):
                    self._note("win", self._take(count))
            return
        key, equals, value = word.text.partition("=")
        self._check_place(word, key, bool(equals))
        start = word.column + len(key) + len(equals)
        if key in ("points", "level") and "hand" in self.cells and self.is_said(word):
            message = msg("a win with tiles is counted from them, found {0} beside them", show(value.strip(chr(34))))
            raise NotationError("{0}; what the table says of it is claim.points", message, column=word.column)
        if key in self.cells:
            message = msg("expected each key once, found {0!r} a second time", key)
            raise NotationError(message, key=key, column=word.column)
        if equals and not key:
            raise NotationError("expected a key before {0!r}, found none", word.text, column=word.column)
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
