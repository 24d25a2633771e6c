"""The words of a line sorted into cells by key: what :mod:`calc.mahjong.records.lines` makes a record of."""

from collections.abc import Callable
from functools import partial
from itertools import takewhile
from typing import Any, Final

from calc.errors import NotationError, did_you_mean
from calc.mahjong.records import kinds, names
from calc.mahjong.records.kinds import CLOSED, HAND, is_key, is_meld, is_notation, read_at, texts_of
from calc.mahjong.records.plain import WIN_KEYS
from calc.mahjong.records.types import FLAGS, Win
from calc.mahjong.records.words import FILLERS, KEYS, SENTENCES, SPEECH, WINNERS
from calc.notation import melds, spellings
from calc.notation.spellings import counts_of, is_other_seat, meld_word_of, points_of, seat_of, way_of, wind_of
from calc.notation.text import parse_json, print_json, show
from calc.notation.tiles import may_be_tiles, parse_one, parse_tiles, print_tiles_in_order
from calc.patterns import regex
from calc.records.cells import Columns, Word, is_marked, split_words
from calc.records.words import GAP, STOP, Said, said
from calc.tables.shelf import set_named
from calc.translation import msg

_GRAMMAR = "[rules] HAND [+WIN] {MELD} tsumo|ron {key=value | flag}"
_WAITING_GRAMMAR = "[rules] HAND {MELD} {key=value | flag}"
#: Keys that have a place of their own in a line.
PLACED: Final = frozenset({"hand", "win", "melds", "by"})
#: A rule set with capitals, as its title has them: ``Tenhou``, ``M-League``.
_TITLE = regex(r"[A-Za-z](?:(?![a-z])[\w-])*[a-z][\w-]*")
#: A yaku that was named, in the words of sentences, and what figures beside tiles claim.
_CLAIMED: Final = "claim.has="
_CLAIMS: Final = {"points": "claim.points", "level": "claim.points", "han": "claim.han", "fu": "claim.fu"}
#: Tiles that are turned one by one, and told so.
_INDICATORS: Final = ("dora", "ura")
#: Words of the tiles of a meld at most, ``3 4 5 bamboo``.
_MOST_CALLED = 5


class Reader:
    """Sorts the words of a line into cells by key; ``columns`` tells where values stand, ``starts`` where keys do.

    ``asks_way``: whether tsumo or ron comes before the keys. ``is_speech``: whether it is a sentence, in which a
    flag is no rule set.
    """

    def __init__(self, text: str, *, asks_way: bool = True, is_speech: bool = False) -> None:
        split_words(text)
        told = said(text)
        self.said = SENTENCES.rewrite(SPEECH.rewrite(FILLERS.rewrite(told)) if is_speech else told)
        self.text, self.is_speech = text, is_speech
        self.words = [Word(word.text.replace(GAP, " "), word.column) for word in split_words(self.said.text)]
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
        self._lay_out()
        has_hand = self._has(0, is_notation)
        is_keyed = any(kinds.is_hand_key(word.text) for word in self.words)
        if not is_keyed and (has_hand or not self._begins_without_hand()):
            self._read_hand()
        self._rewrite(*[WINNERS] * (not is_keyed and ("hand" not in self.cells or self._is_winner())), KEYS)
        while self.words:
            text = self.words[0].text
            # Tiles behind keys or the way to win are the hand too, but a wind may be a seat.
            is_hand = meld_word_of(text) or (not is_key(text) and len(texts_of(text)) > 1 and not wind_of(text))
            if is_hand and "hand" not in self.cells and not is_keyed:
                self._read_hand()
            elif self._read_behind():
                continue
            elif text == CLOSED:
                self._check_closed(self.words.pop(0))
            elif is_other_seat(text) and not self.asks_way:
                self.words.pop(0)  # what a hand waits for is the same for all but the dealer
            elif self.is_speech and text.startswith(_CLAIMED):
                self._read_yaku(self.words.pop(0))
            else:
                self._read_key(self._meant(self.words.pop(0)))
        if self.is_speech and "claim.has" in self.cells and "hand" not in self.cells:
            raise NotationError(
                "yaku are found in the tiles; without them write 3 han 30 fu",
                code="contradiction",
                column=self.columns["claim.has"],
            )

    def _read_behind(self) -> bool:
        """Read tiles of the hand where they are next, of a sentence that tells some last: ``ron 6m, pair of wests``."""
        text = self.words[0].text
        count = next((place for place, word in enumerate(self.words) if word.text != text), len(self.words))
        is_hand = self.is_speech and "hand" in self.cells and not (meld_word_of(text) or is_key(text))
        if is_hand := is_hand and count * len(texts_of(text)) > 1:
            self.cells["hand"] += f" {self._take(count).text}"
        return is_hand

    def _rewrite(self, *tables: Any) -> None:
        """Rewrite what follows, whose columns go on from what was read."""
        if self.words:
            done = self.words[0].column - 1
            rest = Said(self.said.text[done:], self.said.columns[done:])
            for table in tables:
                rest = table.rewrite(rest)
            self.said = Said(self.said.text[:done] + rest.text, self.said.columns[:done] + rest.columns)
            words = split_words(rest.text)
            self.words = [Word(word.text.replace(GAP, " "), word.column + done) for word in words]

    def _begins_without_hand(self) -> bool:
        """Whether a key is next, or who wins or what a hand without tiles is worth: ``mangan``, ``2600 ron``."""
        if not self.words or self._has(0, is_key) or self._is_winner():
            return True
        two = self._text(2)
        says = self._has(0, str.isdecimal) and (self._has(1, way_of) or points_of(two) or counts_of(two))
        if self._has(0, may_be_tiles) and not says:
            return False
        text = KEYS.rewrite(WINNERS.rewrite(said(self.said.text[self.words[0].column - 1 :]))).text.split()
        return bool(text) and ("=" in text[0] or way_of(text[0]) is not None or is_other_seat(text[0]))

    def _is_winner(self) -> bool:
        """Whether who wins is next, and how."""
        return self._has(0, seat_of) and self._has(
            1, lambda one: way_of(one) or names.flag_of(one) or one[:5] == "from="
        )

    def _has(self, place: int, is_such: Callable[[str], object]) -> bool:
        return place < len(self.words) and bool(is_such(self.words[place].text))

    def _text(self, count: int) -> str:
        return " ".join(word.text for word in self.words[:count])

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
        is_of_win = self.is_speech or (self._has(1, way_of) and self._has(2, is_notation))
        if not self.words or (is_of_win and self._has(0, kinds.is_declared)) or self._read_long_name():
            return
        text, column = self.words[0]
        if text.startswith('"'):
            text = str(read_at("rules", self.words[0], parse_json))
            if not kinds.is_rules(text):
                message = msg("expected tiles or a rule set (a lower-case id or a path), found {0}", show(text))
                raise NotationError(message, key="rules", column=column)
        if not self._has(1, is_notation):
            is_winner = self._has(1, way_of) and (seat_of(text) or is_other_seat(text))
            worth = () if self._has(0, may_be_tiles) else (self._text(2), self._text(1))
            if is_winner or any(names.is_level(one) or points_of(one) is not None for one in worth):
                return
        is_title = _TITLE.fullmatch(text)
        named = None if kinds.has_place(text) else set_named(text)
        if kinds.is_rules(text):
            named = (is_title and not text.islower() and set_named(text)) or self.words[0].text
        elif named is None and is_title:
            is_other = kinds.has_place(text) or self._has(1, way_of) or (is_key(text) and not names.flag_of(text))
            named = None if is_other else text.lower()
        if named:
            self._note("rules", Word(named, column))
            del self.words[0]

    def _read_long_name(self) -> bool:
        """Read a rule set whose name has several words, ``tenhou sanma``; ``tenhou East`` is a seat or a round."""
        for count in (3, 2):
            name = self._text(count).rstrip(",、:：")
            named = set_named(name) if name.count(" ") == count - 1 and not name.casefold().endswith(" east") else None
            if named:
                self._note("rules", Word(named, self.words[0].column))
                del self.words[:count]
                return True
        return False

    # ---- tiles

    def _lay_out(self) -> None:
        """Put melds right behind the concealed tiles, wherever they lie: those are the most tiles in a row."""
        starts: list[int] = []
        laid: list[Word] = []
        others: list[Word] = []
        words = [*self.words]
        while self.words:
            text, column = self.words[0]
            starts.append(column - 1)
            is_laid = text.startswith(("(", "[")) or meld_word_of(text.rstrip(":")) or is_meld(text)
            (laid if is_laid else others).append(self._take_meld() if is_laid else self.words.pop(0))
        self.words, most, count, place = others, 0, 0, 0
        for at, word in enumerate(others, start=1):
            is_tile = may_be_tiles(word.text) and not way_of(word.text) and not self._is_behind_wind(at)
            count = count + (len(texts_of(word.text)) or 1) if is_tile else 0
            most, place = (count, at) if count > most else (most, place)
        ordered = [word.column - 1 for word in (*others[:place], *laid, *others[place:])]
        self.words = words
        if place and ordered != starts:
            text, columns = self.said.text[: starts[0]], self.said.columns[: starts[0]]
            ends = dict(zip(starts, [*starts[1:], len(self.said.text)], strict=True))
            for start in ordered:
                text += self.said.text[start : ends[start]] + " "
                columns += self.said.columns[start : ends[start] + 1]
            self.said = Said(text, columns + self.said.columns[-1:])
            self.words = [word for word in split_words(text) if word.column > starts[0]]

    def _is_behind_wind(self, place: int) -> bool:
        """Whether a key follows that may be behind a wind: ``east round``."""
        return self._has(place, ("seat", "round").__contains__)

    def _read_hand(self) -> None:
        """Read the concealed tiles, the winning tile behind its plus, and melds."""
        if self.words and not self._has(0, way_of):
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
            while self._has(count, lambda one: may_be_tiles(one) and not way_of(one)) and not self._is_behind_wind(
                count + 1
            ):
                count += 1
            self._check_apart(count)
            word = self._take(count)
            self._note("hand", word)
            read_at("hand", word, parse_tiles)
            self._read_win()
        self._read_melds()

    def _check_apart(self, count: int) -> None:
        """Refuse a meld's tiles apart from other concealed tiles: they may be meant as a meld.

        Where each word has tiles of one suit, the blanks only part the suits.
        """
        words = self.words[:count]
        if count > 1 and any(len({tile[1] for tile in texts_of(word.text)}) > 1 for word in words):
            for word in words[1:]:
                if melds.are_meld(word.text):
                    message = msg("expected the concealed tiles together, found {0} apart", show(word.text))
                    meant = msg("write ({0}) if they are a meld, or join them to the tiles before", word.text)
                    raise NotationError("{0}; {1}", message, meant, key="hand", column=word.column)

    def _read_win(self) -> None:
        """Read the winning tile after its plus, if it is next and none was read."""
        if "win" not in self.cells and self._has(0, lambda text: text.startswith("+")):
            is_apart = self.words[0].text == "+" and self._has(1, may_be_tiles)
            text, column = self._take(1 + is_apart)
            word = Word(text[1:].lstrip(), column + len(text) - len(text[1:].lstrip()))
            self._note("win", word)
            read_at("win", word, partial(parse_one, key="win"))

    def _read_melds(self) -> None:
        found: list[str] = []
        # Behind the winning tile a wind before the way to win is no tile.
        ends = (way_of, is_key, is_other_seat, lambda _: "win" in self.cells and self._is_winner())
        while self.words and not (any(self._has(0, end) for end in ends) or self._is_behind_wind(1)):
            if self._read_behind():
                continue
            text, column = self._take_meld()
            if not text.startswith(("(", "[")) and " " not in text and (":" not in text or "=" in text):
                raise NotationError(self._explain(text), column=column)
            for offset, piece in melds.split_melds(text):
                key = f"melds[{len(found)}]"
                self.columns[key] = column + offset
                read_at(key, Word(piece, column + offset), melds.parse_meld)
                found.append(piece)
            self._read_win()
        if found:
            self.cells["melds"] = " ".join(found)

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
        told = {count: " ".join(following[:count]) for count in range(len(following), 1, -1)}
        is_whole = (count for count, text in told.items() if len(texts_of(text)) == 1 or melds.are_meld(text))
        count = next(is_whole, min(1, len(following)))
        whole = self._take(1 + count)
        tiles = print_tiles_in_order(parse_tiles(told[count])) if count > 1 else "".join(following[:count])
        return Word(f"{words[0]} {tiles}", whole.column) if count else whole

    def _explain(self, text: str) -> str:
        """Why a word cannot stand between the hand and tsumo or ron, or the keys."""
        if text.startswith("+"):
            return msg("expected one winning tile, found {0} as well", show(text))
        asks = self.asks_way
        expected = msg("a meld like (345m){0}", msg(", tsumo or ron") if asks else msg(", or keys such as seat=S"))
        word, found = meld_word_of(text.rstrip(":")), show(text)
        if word is not None:
            example = melds.EXAMPLES[melds.WORDS[word]]
            return msg("expected {0}, found {1} without its tiles; write it as {2}", expected, found, example)
        if may_be_tiles(text):
            return msg("expected {0}, found the tiles {1}; concealed tiles stand before melds", expected, found)
        return msg("expected {0}, found {1}{2}", expected, found, did_you_mean(text, spellings.WAYS if asks else FLAGS))

    # ---- the way to win, and keys

    def is_said(self, word: Word) -> bool:
        """Whether a value was said without its key."""
        value = word.text.rpartition("=")[2]
        start = word.column + len(word.text) - len(value) + value.startswith('"')
        return self.column(word.column) >= self.column(start)

    def _read_way(self, way: str, column: int) -> None:
        """Read tsumo or ron, the discarder (the second seat), and the winning tile."""
        self._note("by", Word(way, column))
        if way == "ron" and self.words and not (self._is_behind_wind(1) or self._has(1, self.words[0].text.__eq__)):
            text, column = self.words[0]
            name = text.removeprefix("seat=")
            if kinds.is_discarder(text, self.cells, self.words[1:]) and self.is_said(Word(text, column)):
                self._note("from", Word(name, column + len(text) - len(name)))
                del self.words[0]
        self._read_win()
        for count in (3, 2, 1):
            if "win" not in self.cells and count <= len(self.words) and kinds.is_one_tile(self._text(count)):
                self._note("win", self._take(count))
        if "win" not in self.cells and self._has(0, wind_of):
            # It can only be the winning tile where the hand lacks that alone.
            called = melds.split_melds(self.cells.get("melds", ""))
            if len(texts_of(self.cells.get("hand", ""))) + 3 * len(called) == HAND - 1:
                self._note("win", self._take(1))

    def _read_yaku(self, word: Word) -> None:
        """Read the name of a yaku beside tiles: a circumstance, or a claim that the hand has it."""
        named = names.limit_named(word.text.removeprefix(_CLAIMED))
        if names.flag_of(named):
            self._read_key(Word(named, word.column))
            return
        told = [*parse_json(self.cells.get("claim.has", "[]")), named]
        self.cells["claim.has"] = print_json([*dict.fromkeys(told)])
        self.columns.setdefault("claim.has", word.column)

    def _meant(self, word: Word) -> Word:
        """The word; in a sentence with tiles a figure is a claim."""
        key, _, value = word.text.partition("=")
        claim = _CLAIMS.get(names.key_of(key)) if self.is_speech else None
        has_tiles = "hand" in self.cells or any(is_notation(one) for one, _ in self.words)
        if claim is None or not has_tiles or not self.is_said(word):
            return word
        return Word(f"{claim}={value}", word.column + len(key) - len(claim))

    def _check_closed(self, word: Word) -> None:
        if any(meld.kind != "ankan" for meld in melds.parse_melds(self.cells.get("melds", ""))):
            message = "a hand with melds is not concealed; leave one of them out"
            raise NotationError(message, code="contradiction", column=word.column)

    def _check_place(self, word: Word, key: str) -> None:
        """Refuse a word without a value that is no key, or could belong to several."""
        if wind := wind_of(key):
            is_tile = "hand" in self.cells and "win" not in self.cells and next(reversed(self.cells)) == "by"
            tile = f"+{texts_of(wind)[0]}, " if is_tile else ""
            winning = msg("the winning tile, ") if is_tile else ""
            message = msg("{0} may be {1}the seat, the round or the discarder", show(key), winning)
            meant = msg("write {0}seat={1}, round={1} or from={1}", tile, wind)
            raise NotationError("{0}; {1}", message, meant, key="seat", column=word.column)
        if is_other_seat(key):
            message = msg("{0} may be any seat but the dealer's", show(key))
            raise NotationError("{0}; write seat=S, seat=W or seat=N", message, key="seat", column=word.column)
        is_known = key in Win.__struct_encode_fields__ or WIN_KEYS.of(key.partition(".")[0]).is_dotted
        if is_known and key not in FLAGS:
            raise NotationError("expected a value, as in {0}=..., found {0!r} alone", key, key=key, column=word.column)

    def _read_key(self, word: Word) -> None:
        """Read one ``key=value`` or flag after tsumo or ron."""
        way = way_of(word.text)
        if way and (self.cells.get("by", way) == way if self.is_speech else "by" not in self.cells):
            self._read_way(way, word.column)
            return
        key, equals, value = word.text.partition("=")
        if word.text.startswith(("+", "(", "[")) or way_of(word.text) or (key in PLACED and not equals):
            before, grammar = (msg("tsumo or ron"), _GRAMMAR) if self.asks_way else (msg("the hand"), _WAITING_GRAMMAR)
            message = msg("expected a key after {0}, found {1}; a line is {2}", before, show(word.text), grammar)
            raise NotationError(message, column=word.column)
        if not equals:
            self._check_place(word, key)
        start = word.column + len(key) + len(equals)
        if key in ("points", "level") and "hand" in self.cells and self.is_said(word):
            message = msg("a win with tiles is counted from them, found {0} beside them", show(value.strip(chr(34))))
            raise NotationError("{0}; what the table says of it is claim.points", message, column=word.column)
        if self.is_speech and self.cells.get(key) == (value if equals else "true"):
            return
        if key in self.cells and key not in _INDICATORS:
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
        is_quoted = WIN_KEYS.of(key).is_text and is_marked(key, value, WIN_KEYS)
        self.columns[key] = (start if equals else word.column) + is_quoted
        self.cells[key] = f"{self.cells.get(key, '')}{value}" if equals else "true"
