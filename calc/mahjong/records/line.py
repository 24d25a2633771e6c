"""The words of a line sorted into cells by key: what :mod:`calc.mahjong.records.lines` makes a record of."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

from calc.errors import NotationError, did_you_mean
from calc.mahjong.records import names
from calc.mahjong.records.names import FLAGS
from calc.mahjong.records.plain import WIN_KEYS
from calc.mahjong.records.types import Win
from calc.notation import spellings
from calc.notation.melds import EXAMPLES, WORDS, are_meld, parse_meld, split_melds
from calc.notation.spellings import counts_of, is_other_seat, meld_word_of, seat_of, way_of, wind_of
from calc.notation.text import parse_json, show
from calc.notation.tiles import SUITS, may_be_tiles, parse_one, parse_tiles, print_tiles_in_order, text_of
from calc.patterns import regex
from calc.records.cells import Columns, Word, is_marked, split_words
from calc.records.words import GAP, Said, Table, any_of, said
from calc.tables.shelf import set_named
from calc.translation import msg

_GRAMMAR = "[rules] HAND [+WIN] {MELD} tsumo|ron {key=value | flag}"
_WAITING_GRAMMAR = "[rules] HAND {MELD} {key=value | flag}"
#: Keys that have a place of their own in a line.
PLACED: Final = frozenset({"hand", "win", "melds", "by"})
#: Keys whose values are tiles, perhaps in several words.
TILE_KEYS: Final = ("hand", "win", "dora", "ura", "discards")
#: A rule set with capitals, as its title has them: ``Tenhou``, ``M-League``.
_TITLE = regex(r"[A-Za-z](?:(?![a-z])[\w-])*[a-z][\w-]*")
_MELD_WORD = regex(r"(?P<word>[^\W\d_]+):")
#: Words of the name of a yaku, and of the tiles of a meld, at most: ``3 4 5 bamboo``.
_MOST_NAMED = _MOST_CALLED = 5


@cache
def _names() -> dict[str, str]:
    """What the rows of ``words.yaml`` call the words of lines."""
    words = {word: key for word, key in names.key_words().items() if key in Win.__struct_encode_fields__}
    flags = {word for word in [*words, *names.FACT_OF] if names.flag_of(word)}

    def of(*keys: str) -> str:
        return any_of(word for word, key in words.items() if key in keys)

    def both(table: dict[Any, tuple[str, ...]]) -> set[str]:
        return {word for name, some in table.items() for word in (name, *some)}

    wind = any_of(both(spellings.WINDS))
    winds = rf"(?:{wind})(?:[_-]*(?:seat|wind)|[家風場])?"
    suit = any_of(both(spellings.SUIT_WORDS))
    ways = both(spellings.WAYS)
    honours = {word for some in spellings.DRAGONS.values() for word in some}
    tile = rf"(?:(?:red\s*|赤)?[0-9一二三四五六七八九]\s*(?:[mpsz]|{suit})|(?:{any_of(honours)}))+"
    doras = rf"(?:{of('dora', 'ura')})(?!\s*(?:{tile}|{winds}|[=:]|indicators?))"
    times = r"(?:double|twice|triple|three times|ダブル|トリプル|[1-9]\s?(?:x|times|倍)?)"
    others = any_of(word for word, key in words.items() if key not in TILE_KEYS and word not in flags)
    return {
        "wind": wind,
        "winds": winds,
        "seat": rf"{winds}|{any_of(spellings.DEALER_WORDS)}",
        "honour": any_of({*both(spellings.WINDS), *honours}),
        "dragon": any_of(honours),
        "suit": suit,
        "tile": tile,
        "ron": any_of({"ron", *spellings.WAYS["ron"]}),
        "tsumo": any_of({"tsumo", *spellings.WAYS["tsumo"]}),
        "glued_way": any_of(word for word in ways if not word.isascii()),
        "glued_meld": any_of(word for word in both(spellings.MELD_WORDS) if not word.isascii()),
        "flags": any_of(word for word in flags if "_" in word),
        "counts": rf"(?:han|fu|翻|飜|符|(?:{of('honba', 'sticks', 'north')})(?!\s+(?:[0-9]|seat|round))|{doras})",
        "doras": doras,
        "counted": of("honba", "sticks"),
        "norths": of("north"),
        "round_key": of("round"),
        "seat_or_round": of("seat", "round"),
        "tile_key": of(*TILE_KEYS),
        "key": rf"(?:{others})(?:\.\w+)*",
        "value": rf"(?!(?:{any_of({*ways, *flags})})(?!\S))(?:[^\s=\"]+(?![\S])|\"(?:[^\"\\]|\\.)*\")",
        "level": rf"(?:{times}\s?)?(?:{any_of(names.level_words())})(?:\s?x\s?[1-9])?",
    }


_FILE: Final = Path(__file__).with_name("words.yaml")
SENTENCES: Final = Table(_FILE, "sentences", _names)
WINNERS: Final = Table(_FILE, "winners", _names)
KEYS: Final = Table(_FILE, "keys", _names)


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
        return Word(text.replace(GAP, " "), first.column)

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
        """Whether the line begins with what a hand without tiles is worth."""
        count = next((count for count in (2, 1) if names.is_level(" ".join(w.text for w in self.words[:count]))), 0)
        return count > 0 and not self._has(0, may_be_tiles)

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


# ---- what a word may be


def is_key(text: str) -> bool:
    """Whether a word looks like what follows tsumo or ron."""
    name = text.partition(":")[0]
    if "=" in text or is_flag(text) or (meld_word_of(name) is None and names.column_of(name) is not None):
        return True
    return not (text.isdecimal() or is_notation(text)) and _key_said(text) not in ("", "points", "level")


def _key_said(text: str) -> str:
    """The key of a word that says it with its value: ``南家``; empty for other words."""
    return KEYS.rewrite(said(text)).text.strip().rpartition("=")[0]


def is_flag(text: str) -> bool:
    """Whether a word may stand alone, meaning true."""
    return text in FLAGS or names.flag_of(text) is not None


def is_seat_or_round(text: str) -> bool:
    """Whether a word is a key that may be behind a wind: ``east round``."""
    return text in ("seat", "round")


def is_one_tile(text: str) -> bool:
    """Whether a word after tsumo or ron is the winning tile. A wind may be a seat."""
    return may_be_tiles(text.partition(" ")[0]) and len(texts_of(text)) == 1 and wind_of(text) is None


def is_rules(text: str) -> bool:
    """Whether a first word of this text is a rule set. Words that have another place in a line are none; a flag may be
    a rule set in another spelling (``tenho``).
    """
    if is_hand_key(text) or has_place(text):
        return False
    if text[:1].islower() and is_key(text) and not is_flag(text):
        return set_named(text) is not None
    return text[:1].islower() or "/" in text or text.endswith(".yaml")


def has_place(text: str) -> bool:
    """Whether a first word means something of a hand: a way to win, tiles, a meld, or a yaku."""
    is_of_hand = way_of(text) or is_meld(text) or may_be_tiles(text) or meld_word_of(text.rstrip(":"))
    return bool(is_of_hand or yaku_said([text]))


def is_notation(text: str) -> bool:
    """Whether a word looks like tiles as most lines have them: ``123m406p``. Others may be tiles too."""
    return text[:1].isdecimal() and text[-1:] in SUITS


def is_hand_key(text: str) -> bool:
    """Whether a word gives the hand by its key."""
    return "=" in text and names.key_of(text.partition("=")[0]) == "hand"


def texts_of(word: str) -> list[str]:
    """The single tiles of a word, as they are printed; none for a word that is only a part of a group."""
    try:
        return [text_of(tile) for tile in parse_tiles(word)]
    except NotationError:
        return []


def yaku_said(words: list[str]) -> str:
    """The yaku that words begin with and nothing else could be meant by; empty where there is none."""
    for count in range(min(_MOST_NAMED, len(words)), 0, -1):
        name = " ".join(words[:count])
        is_other = is_flag(name) or set_named(name) or way_of(name) or texts_of(name) or meld_word_of(name)
        if not is_other and names.is_yaku(name):
            return name
    return ""


def is_meld(text: str) -> bool:
    """Whether a word begins as melds without brackets do."""
    found = _MELD_WORD.match(text)
    return found is not None and meld_word_of(found["word"]) is not None


def check_apart(words: list[Word]) -> None:
    """Refuse a meld's tiles apart from other concealed tiles: they may be meant as a meld.

    Where each word has tiles of one suit, the blanks only part the suits.
    """
    if len(words) == 1 or all(len({tile[1] for tile in texts_of(word.text)}) <= 1 for word in words):
        return
    for word in words[1:]:
        if are_meld(word.text):
            message = msg("expected the concealed tiles together, found {0} apart", show(word.text))
            meant = msg("write ({0}) if they are a meld, or join them to the tiles before", word.text)
            raise NotationError("{0}; {1}", message, meant, key="hand", column=word.column)


def read_at(key: str, word: Word, read: Callable[[str], Any]) -> Any:
    """What ``read`` makes of the text of a word; its complaint is placed in the line."""
    try:
        return read(word.text)
    except NotationError as error:
        error.key = key
        error.column = word.column + (error.column or 1) - 1
        raise


def explain_word(text: str, *, asks_way: bool) -> str:
    """Why a word cannot stand between the hand and tsumo or ron, or the keys."""
    expected = msg("a meld like (345m){0}", msg(", tsumo or ron") if asks_way else msg(", or keys such as seat=S"))
    if text.startswith("+"):
        return msg("expected one winning tile, found {0} as well", show(text))
    word = meld_word_of(text.rstrip(":"))
    if word is not None:
        return msg(
            "expected {0}, found {1} without its tiles; write it as {2}", expected, show(text), EXAMPLES[WORDS[word]]
        )
    if may_be_tiles(text):
        return msg("expected {0}, found the tiles {1}; concealed tiles stand before melds", expected, show(text))
    return msg(
        "expected {0}, found {1}{2}", expected, show(text), did_you_mean(text, spellings.WAYS if asks_way else FLAGS)
    )
