"""One-line records: ``[rules] HAND [+WIN] {MELD} tsumo|ron {key=value | flag}``. Without HAND the keys give the worth.

Words part at blanks outside of double quotes. The first word is a rule set if it begins with a lower-case letter,
holds ``/`` or ends in ``.yaml``. After tsumo or ron come keys in any order, each once, nested ones dotted; values are
spelled as in :mod:`calc.records.cells`. A true/false key, ``riichi`` and ``chankan`` may stand alone, meaning true.
Other words for all of these are read too, and blanks between the concealed tiles.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from msgspec.structs import replace

from calc.errors import CalcError, NotationError, RecordError
from calc.mahjong.records.cells import WIN_KEYS, flat_from, record_from_flat, waiting_from_flat
from calc.mahjong.records.key_words import key_of
from calc.mahjong.records.line_reader import PLACED, Reader
from calc.mahjong.records.line_talk import in_words_of_lines
from calc.mahjong.records.line_words import flags, is_key, is_rules, locate_in, one_tile, yaku_said
from calc.mahjong.records.types import WORTH, Waiting, Win
from calc.notation.melds import Meld, parse_melds, print_meld, split_melds
from calc.notation.spellings import way_of
from calc.notation.text import print_json, show
from calc.notation.tiles import (
    DIGITS,
    locate_tiles,
    may_be_tiles,
    print_tiles,
    print_tiles_in_order,
    sort_tiles,
)
from calc.records.cells import Columns, Word, in_line, locate, print_word

#: Concealed tiles of a complete hand without melds; each meld counts as three of them.
HAND = 14

R = TypeVar("R", Win, Waiting)

#: Keys are printed in the order of their fields, but for those that explain and check a win, which are last.
_LAST = ("liable", "discards", "facts", *WORTH, "options", "claim", "rules", "id")
_ORDER = (*(key for key in Win.__struct_encode_fields__ if key not in _LAST), *_LAST)
#: Words that mean nothing in a line and make a sentence of it.
_SENTENCE = 2
_KNOWN = frozenset(_ORDER)
_BARE_RULES = re.compile(r"[\w./~][\w./~\\-]*")


def parse_line(text: str) -> tuple[Win, Columns]:
    """The canonical win that a line spells, and the column (from 1) in the line at which the value of each key starts.

    The columns are for :func:`in_line`, so that a later refusal of the win can point into the line. Raises
    :class:`~calc.errors.NotationError` and :class:`~calc.errors.RecordError` with the column in the line; a missing key
    is missed at its end.
    """
    return _parse(text, Reader, record_from_flat, canonical)


def parse_waiting_line(text: str) -> tuple[Waiting, Columns]:
    """As :func:`parse_line`, of a hand one tile short: ``[rules] HAND {MELD} {key=value | flag}``."""
    return _parse(text, partial(Reader, asks_way=False), waiting_from_flat, canonical_waiting)


def _parse(
    text: str, reader: Callable[[str], Reader], make: Callable[[dict[str, str]], R], tidy: Callable[[R], R]
) -> tuple[R, Columns]:
    """Read a line as it is written, and where it is refused, without what only makes sentences."""
    try:
        return _parse_words(text, reader, make, tidy)
    except CalcError as refused:
        plain, error = in_words_of_lines(text), refused
    if plain != text:
        try:
            return _parse_words(plain, reader, make, tidy)
        except CalcError as other:
            error = other
    if yaku := _yaku_at(text, error):
        name, column = yaku
        message = f"{show(name)} is a yaku, and yaku are found in the tiles; leave it out"
        raise NotationError(f"{message}, or without tiles write 3 han 30 fu", column=column) from None
    if isinstance(error, NotationError) and _is_prose(text):
        message = f"{error.message}; yaku ask asks for a hand step by step"
        raise NotationError(message, key=error.key, column=error.column) from None
    raise error from None


def _yaku_at(text: str, error: CalcError) -> Word | None:
    """The yaku that the words say in which a line was refused, or that begin the line; ``None`` for anything else."""
    if error.code not in ("notation", "unknown_key"):
        return None
    starts = [found.start() for found in re.finditer(r"[^\s,、]+", text)]
    at = [start for start in starts if start < (error.column or 0)][-1:]
    said = (Word(yaku_said(re.split(r"[\s,、]+", text[start:])), start + 1) for start in [*at, *starts[:1]])
    return next((yaku for yaku in said if yaku.text), None)


def _parse_words(
    text: str, make_reader: Callable[[str], Reader], make: Callable[[dict[str, str]], R], tidy: Callable[[R], R]
) -> tuple[R, Columns]:
    reader = make_reader(text)
    reader.read()
    for key in [key for key in reader.columns if key not in _KNOWN and "[" not in key]:
        reader.columns.setdefault(key_of(key), reader.columns[key])
    try:
        written = make(reader.cells)
        record = tidy(written)
    except CalcError as error:
        if error.code == "missing_key":
            if "rules" in reader.cells and error.key == "hand":
                given = reader.cells["rules"]
                taken = f"{given!r} is taken for a rule set; yaku ask asks for a hand step by step"
                if len(reader.cells) > 1:
                    taken = f"{given!r} is taken for a rule set; without tiles write han=3 fu=30 or level=mangan"
                error = RecordError(f"{error.message}; {taken}", code=error.code, key=error.key)
            error.column = len(text) + 1
            raise error from None
        if error.code == "unknown_key" and error.key is not None:
            error.column = locate(error.key, reader.starts) or locate(error.key, reader.columns)
        else:
            in_line(error, reader.columns)
        raise error from None
    _note_places(reader.columns, written, record)
    return record, reader.columns


def _is_prose(text: str) -> bool:
    """Whether a line is a sentence: some words that are neither tiles nor anything else of a line."""
    words = [word for word in text.split() if word.isalpha() and len(word) > 1]
    return sum(not (may_be_tiles(word) or way_of(word) or is_key(word)) for word in words) >= _SENTENCE


def print_line(win: Win) -> str:
    """The canonical line of a win; :func:`parse_line` reads it back as ``canonical(win)``."""
    win = canonical(win)
    cells = flat_from(win)
    words = []
    if win.rules is not None and is_rules(win.rules):
        words.append(win.rules if _BARE_RULES.fullmatch(win.rules) else print_json(win.rules))
        del cells["rules"]
    if win.has_tiles:
        words.append(win.hand)
    if win.win is not None:
        words.append(f"+{win.win}")
    words.extend(win.melds)
    words.append(win.by)
    keys = [key for key in cells if key not in PLACED]
    for key in sorted(keys, key=lambda key: _ORDER.index(key.partition(".")[0])):
        is_bare = key in flags() and cells[key] == "true"
        words.append(key if is_bare else f"{key}={print_word(key, cells[key], WIN_KEYS)}")
    return " ".join(words)


def canonical(win: Win) -> Win:
    """The same win in canonical spelling.

    The hand is sorted and the winning tile is apart (where ``win`` is absent and the hand has the count of a
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


def _tiles(text: str, key: str) -> list[int]:
    return [tile for tile, _ in locate_in(text, key)]


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
