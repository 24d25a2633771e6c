"""One-line records: ``[rules] HAND [+WIN] {MELD} tsumo|ron {key=value | flag}``. Without HAND the keys give the worth.

Words part at blanks outside of double quotes. The first word is a rule set if it begins with a lower-case letter,
holds ``/`` or ends in ``.yaml``. After tsumo or ron come keys in any order, each once, nested ones dotted; values are
spelled as in :mod:`calc.records.cells`. A true/false key, ``riichi`` and ``chankan`` may stand alone, meaning true.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from msgspec.structs import replace

from calc.errors import CalcError, NotationError, did_you_mean
from calc.mahjong.records.cells import WIN_KEYS, flat_from, record_from_flat, waiting_from_flat
from calc.mahjong.records.types import WORTH, Waiting, Win
from calc.notation.melds import EXAMPLES, WORDS, Meld, parse_meld, parse_melds, print_meld, split_melds
from calc.notation.text import show
from calc.notation.tiles import DIGITS, locate_tiles, parse_tiles, print_tiles, print_tiles_in_order, sort_tiles
from calc.records.cells import is_marked
from calc.records.json_text import parse_json, print_json
from calc.records.misfit import Single, table_of
from calc.records.words import Columns, Word, in_line, locate, split_words

#: Concealed tiles of a complete hand without melds; each meld stands for three of them.
HAND = 14

R = TypeVar("R", Win, Waiting)

_WAYS = ("tsumo", "ron")
_GRAMMAR = "[rules] HAND [+WIN] {MELD} tsumo|ron {key=value | flag}"
_WAITING_GRAMMAR = "[rules] HAND {MELD} {key=value | flag}"
#: Keys that have a place of their own in a line.
_PLACED = frozenset({"hand", "win", "melds", "by"})
#: Keys are printed in the order of their fields, but for those that explain and check a win, which are last.
_LAST = ("liable", "discards", "facts", *WORTH, "options", "claim", "rules", "id")
_ORDER = (*(key for key in Win.__struct_encode_fields__ if key not in _LAST), *_LAST)
_MELD_WORDS = tuple(f"{word}:" for word in WORDS)
_BARE_RULES = re.compile(r"[\w./~][\w./~\\-]*")


@cache
def flags() -> tuple[str, ...]:
    """The keys that may stand alone, meaning true."""
    keys = table_of(Win).keys.items()
    return tuple(key for key, shape in keys if isinstance(shape, Single) and shape.is_flag)


def parse_line(text: str) -> tuple[Win, Columns]:
    """The canonical win that a line spells, and the column (from 1) in the line at which the value of each key starts.

    The columns are for :func:`in_line`, so that a later refusal of the win can point into the line. Raises
    :class:`~calc.errors.NotationError` and :class:`~calc.errors.RecordError` with the column in the line; a missing key
    is missed at its end.
    """
    return _parse(text, _Reader(split_words(text)), record_from_flat, canonical)


def parse_waiting_line(text: str) -> tuple[Waiting, Columns]:
    """As :func:`parse_line`, of a hand one tile short: ``[rules] HAND {MELD} {key=value | flag}``."""
    return _parse(text, _Reader(split_words(text), asks_way=False), waiting_from_flat, canonical_waiting)


def _parse(
    text: str, reader: _Reader, make: Callable[[dict[str, str]], R], tidy: Callable[[R], R]
) -> tuple[R, Columns]:
    reader.read()
    try:
        written = make(reader.cells)
        record = tidy(written)
    except CalcError as error:
        if error.code == "missing_key":
            error.column = len(text) + 1
        elif error.code == "unknown_key" and error.key is not None:
            error.column = locate(error.key, reader.starts) or locate(error.key, reader.columns)
        else:
            in_line(error, reader.columns)
        raise
    _note_places(reader.columns, written, record)
    return record, reader.columns


def print_line(win: Win) -> str:
    """The canonical line of a win; :func:`parse_line` reads it back as ``canonical(win)``."""
    win = canonical(win)
    cells = flat_from(win)
    words = []
    if win.rules is not None and _is_rules(win.rules):
        words.append(win.rules if _BARE_RULES.fullmatch(win.rules) else print_json(win.rules))
        del cells["rules"]
    if win.has_tiles:
        words.append(win.hand)
    if win.win is not None:
        words.append(f"+{win.win}")
    words.extend(win.melds)
    words.append(win.by)
    keys = [key for key in cells if key not in _PLACED]
    for key in sorted(keys, key=lambda key: _ORDER.index(key.partition(".")[0])):
        words.append(key if key in flags() and cells[key] == "true" else f"{key}={_print_value(key, cells[key])}")
    return " ".join(words)


def _print_value(key: str, cell: str) -> str:
    """A cell as one word: bare text that would fall apart at its blanks, or that holds quotes, stands in quotes."""
    if is_marked(key, cell, WIN_KEYS) or not any(character.isspace() or character == '"' for character in cell):
        return cell
    return print_json(cell)


class _Reader:
    """Sorts the words of a line into cells by key; ``columns`` tells where values stand, ``starts`` where keys do.

    ``asks_way``: whether tsumo or ron stands before the keys.
    """

    def __init__(self, words: list[Word], *, asks_way: bool = True) -> None:
        self.words = words
        self.asks_way = asks_way
        self.cells: dict[str, str] = {}
        self.columns: Columns = {}
        self.starts: Columns = {}

    def read(self) -> None:
        """Read all words, each in its place."""
        self._read_rules()
        self._read_hand()
        self._read_melds()
        if self.words and self.words[0].text in _WAYS:
            self._note("by", self.words.pop(0))
        for word in self.words:
            self._read_key(word)

    def _note(self, key: str, word: Word) -> None:
        self.cells[key], self.columns[key] = word

    def _read_rules(self) -> None:
        if not self.words:
            return
        word = self.words[0]
        text = word.text
        if text.startswith('"'):
            text = str(_read_at("rules", word, parse_json))
            if not _is_rules(text):
                message = f"expected tiles or a rule set (a lower-case id or a path), found {show(text)}"
                raise NotationError(message, key="rules", column=word.column)
        if _is_rules(text):
            self._note("rules", self.words.pop(0))

    def _read_hand(self) -> None:
        if not self.words or self.words[0].text in _WAYS:
            return
        word = self.words.pop(0)
        if word.text.startswith(("+", "(", "[", *_MELD_WORDS)) or "=" in word.text:
            message = f"expected the concealed tiles first, found {show(word.text)}"
            raise NotationError(message, key="hand", column=word.column)
        self._note("hand", word)
        _read_at("hand", word, parse_tiles)
        if self.words and self.words[0].text.startswith("+"):
            text, column = self.words.pop(0)
            word = Word(text[1:], column + 1)
            self._note("win", word)
            _read_at("win", word, one_tile)

    def _read_melds(self) -> None:
        """Read melds up to tsumo or ron; or, in a line without either, up to the first key."""
        has_way = self.asks_way and any(word.text in _WAYS for word in self.words)
        melds: list[str] = []
        while self.words and self.words[0].text not in _WAYS and (has_way or not _is_key(self.words[0].text)):
            text, column = self.words.pop(0)
            if not text.startswith(("(", "[")) and (":" not in text or "=" in text):
                raise NotationError(_explain_word(text, asks_way=self.asks_way), column=column)
            for offset, piece in split_melds(text):
                key = f"melds[{len(melds)}]"
                self.columns[key] = column + offset
                _read_at(key, Word(piece, column + offset), parse_meld)
                melds.append(piece)
        if melds:
            self.cells["melds"] = " ".join(melds)

    def _read_key(self, word: Word) -> None:
        """Read one ``key=value`` or flag after tsumo or ron."""
        if word.text in _WAYS and not self.asks_way:
            self._note("by", word)
            return
        key, equals, value = word.text.partition("=")
        if word.text.startswith(("+", "(", "[")) or word.text in _WAYS or key in _PLACED:
            before, grammar = ("tsumo or ron", _GRAMMAR) if self.asks_way else ("the hand", _WAITING_GRAMMAR)
            message = f"expected a key after {before}, found {show(word.text)}; a line is {grammar}"
            raise NotationError(message, column=word.column)
        if key in self.cells:
            raise NotationError(f"expected each key once, found {key!r} a second time", key=key, column=word.column)
        if (
            not equals
            and key not in flags()
            and (key in Win.__struct_encode_fields__ or WIN_KEYS.is_dotted(key.partition(".")[0]))
        ):
            raise NotationError(f"expected a value, as in {key}=..., found {key!r} alone", key=key, column=word.column)
        start = word.column + len(key) + len(equals)
        if equals and not value:
            message = f'expected a value after {word.text!r}, found none; leave the key out, or write {key}=""'
            raise NotationError(message, key=key, column=start)
        if '"' in value and not is_marked(key, value, WIN_KEYS):
            message = f"expected quotes around the whole value of {key!r}, found one within {show(value)}"
            raise NotationError(message, key=key, column=start + value.index('"'))
        self.starts[key] = word.column
        self.columns[key] = (start if equals else word.column) + (
            WIN_KEYS.is_text(key) and is_marked(key, value, WIN_KEYS)
        )
        self.cells[key] = value if equals else "true"


def _read_at(key: str, word: Word, read: Callable[[str], Any]) -> Any:
    """What ``read`` makes of the text of a word; its complaint is placed in the line."""
    try:
        return read(word.text)
    except NotationError as error:
        error.key = key
        error.column = word.column + (error.column or 1) - 1
        raise


def _is_key(text: str) -> bool:
    """Whether a word looks like what follows tsumo or ron."""
    return text in flags() or "=" in text


def _is_rules(text: str) -> bool:
    """Whether a first word of this text is a rule set. Words that have another place in a line are none."""
    if text in _WAYS or text.startswith(_MELD_WORDS):
        return False
    return text[:1].islower() or "/" in text or text.endswith(".yaml")


def _explain_word(text: str, *, asks_way: bool) -> str:
    """Why a word cannot stand between the hand and tsumo or ron, or the keys."""
    expected = f"a meld like (345m){', tsumo or ron' if asks_way else ', or keys such as seat=S'}"
    if text.startswith("+"):
        return f"expected one winning tile, right after the hand and before the melds, found {show(text)} here"
    if _is_key(text):
        return f"expected keys after tsumo or ron, found {show(text)} before it"
    if text in WORDS:
        return f"expected {expected}, found {show(text)} without its tiles; write it as {EXAMPLES[WORDS[text]]}"
    try:
        parse_tiles(text)
    except NotationError:
        return f"expected {expected}, found {show(text)}{did_you_mean(text, _WAYS if asks_way else flags())}"
    return f"expected {expected}, found the tiles {show(text)}; concealed tiles stand in one word"


def canonical(win: Win) -> Win:
    """The same win in canonical spelling.

    The hand is sorted and the winning tile stands apart (where ``win`` is absent and the hand has the count of a
    complete one, it is the last tile as written); melds are a list of texts in brackets; indicators and discards keep
    their order; a list of one liability is that one. Everything else is as it was.

    Raises :class:`~calc.errors.NotationError` with ``key`` and ``column`` for tiles and melds that cannot be read.
    """
    melds = parse_melds(win.melds)
    if not win.has_tiles:
        return replace(win, **_canonical_rest(win, melds))
    hand = _concealed(win)
    last = one_tile(win.win) if win.win is not None else None
    if last is None and holds_winning_tile(len(hand), len(melds)):
        *hand, last = hand
    return replace(
        win, hand=print_tiles(hand), win=None if last is None else print_tiles([last]), **_canonical_rest(win, melds)
    )


def canonical_waiting(record: Waiting) -> Waiting:
    """The same for a hand one tile short, which has no winning tile."""
    melds = parse_melds(record.melds)
    return replace(record, hand=print_tiles(_concealed(record)), **_canonical_rest(record, melds))


def _concealed(record: Win | Waiting) -> list[int]:
    hand = _tiles(record.hand, "hand")
    if not hand:
        raise NotationError("hand: expected at least one concealed tile, found none", key="hand", column=1)
    return hand


def _canonical_rest(record: Win | Waiting, melds: tuple[Meld, ...]) -> dict[str, Any]:
    """The canonical values of all keys but the hand and the winning tile that can be spelled in several ways."""
    liable, discards = record.liable, record.discards
    return {
        "melds": [print_meld(meld) for meld in melds] or "",
        "dora": print_tiles_in_order(_tiles(record.dora, "dora")),
        "ura": print_tiles_in_order(_tiles(record.ura, "ura")),
        "discards": None if discards is None else print_tiles_in_order(_tiles(discards, "discards")),
        "liable": liable[0] if isinstance(liable, list) and len(liable) == 1 else liable,
    }


def holds_winning_tile(concealed: int, melds: int) -> bool:
    """Whether this many concealed tiles beside this many melds are a complete hand, winning tile included."""
    return concealed == HAND - 3 * melds


def one_tile(text: str) -> int:
    """The winning tile; anything but exactly one tile is a :class:`~calc.errors.NotationError` with the key ``win``."""
    located = _locate(text, "win")
    if len(located) != 1:
        column = located[1][1] if located else 1
        raise NotationError(f"win: expected exactly one tile, such as 8s, found {show(text)}", key="win", column=column)
    return located[0][0]


def _tiles(text: str, key: str) -> list[int]:
    return [tile for tile, _ in _locate(text, key)]


def _locate(text: str, key: str) -> list[tuple[int, int]]:
    try:
        return locate_tiles(text)
    except NotationError as error:
        error.key = key
        raise


def _note_places(columns: Columns, written: Win | Waiting, tidy: Win | Waiting) -> None:
    """Add the columns of single tiles for every value that the canonical spelling has changed."""
    hand = locate_tiles(written.hand)
    if written.win is None and tidy.win is not None:
        *hand, (_, last) = hand
        columns["win"] = columns["hand"] + last - 1
    order = {tile: place for place, tile in enumerate(sort_tiles(dict(hand)))}
    _note_tiles(columns, "hand", sorted(hand, key=lambda found: order[found[0]]), tidy.hand)
    for key in ("dora", "ura", "discards"):
        if key in columns:
            _note_tiles(columns, key, locate_tiles(getattr(written, key)), getattr(tidy, key))
    pieces = [text for _, text in split_melds(written.melds)] if isinstance(written.melds, str) else written.melds
    for place, (piece, meld) in enumerate(zip(pieces, tidy.melds, strict=True)):
        if piece != meld:
            # A meld is short: its start is near enough for every tile of it.
            key = f"melds[{place}]"
            columns.update({f"{key}:{column}": columns[key] for column in range(1, len(meld) + 1)})


def _note_tiles(columns: Columns, key: str, located: list[tuple[int, int]], printed: str) -> None:
    """Note where the tiles that ``printed`` spells stood, unless they stood there anyway."""
    digits = [place for place, character in enumerate(printed, start=1) if character in DIGITS]
    for place, (_, column) in zip(digits, located, strict=True):
        if place != column:
            columns[f"{key}:{place}"] = columns[key] + column - 1
