"""Melds 副露: text to values and back.

``(123m)`` is a run, ``(555z)`` a triplet, ``(5555z)`` an open quad, ``(555+5z)`` a triplet promoted to a quad and
``[5555z]`` a concealed quad. The words ``chi:345m pon:555z kan:5555z kakan:555+5z ankan:5555z`` mean the same without
brackets; after pon and the quads one tile is enough (``pon white``). Tiles may be spelled in any way that
:func:`~calc.notation.tiles.parse_tiles` reads.

``<`` and a seat at the end say from whom a meld was called: ``(555z<W)``, ``(555+5z<W)``, ``pon:555z<W``. A concealed
quad made after riichi has the drawn tile apart: ``[555+5z]``.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NoReturn, get_args

from msgspec import Struct

from calc.errors import NotationError, did_you_mean
from calc.notation.spellings import EITHER_QUAD, Wind, fold, meld_word_of, seat_of
from calc.notation.text import show
from calc.notation.tiles import DIGITS, MOST_TEXT, SUITS, kind_of, parse_tiles, print_tiles, sort_tiles, text_of
from calc.patterns import regex
from calc.translation import msg

MeldKind = Literal["chi", "pon", "daiminkan", "kakan", "ankan"]
Feeder = Wind

FEEDERS: tuple[Feeder, ...] = get_args(Feeder)

WORDS: dict[str, MeldKind] = {"chi": "chi", "pon": "pon", "kan": "daiminkan", "kakan": "kakan", "ankan": "ankan"}
EXAMPLES: dict[MeldKind, str] = {
    "chi": "chi:345m",
    "pon": "pon:555z",
    "daiminkan": "kan:5555z",
    "kakan": "kakan:555+5z",
    "ankan": "ankan:5555z",
}
#: How many tiles a meld has that is written with one. A run needs all of its tiles.
_COPIES: dict[MeldKind, int] = {"pon": 3, "daiminkan": 4, "kakan": 4, "ankan": 4}
_FORMS = msg(
    "a run of one suit like (123m), a triplet like (555z), a quad like (5555z), "
    "a promoted quad like (555+5z) or a concealed quad like [5555z]"
)
_OTHER_CONVENTION = msg(
    "here square brackets mean a concealed quad; some other programs write open "
    "melds in square brackets and concealed quads in round ones"
)
#: A bracket with its contents, or a word; blanks and commas separate them.
_PIECE = regex(r"[(\[][^()\[\]]*[)\]]?|[^\W\d_]+\s*:\s+[^\s,(\[:]+|[^\s,(\[]+")
#: A word for a kind of meld without its tiles.
_WORD_ALONE = regex(r"[^\W\d_]+")
_AFTER_WORD = regex(r"\s*:\s*|\s+")
_BRACKET = regex(r"[()\[\]]")
#: More melds than any hand has; the exact number is checked later.
_MOST_MELDS = 100
#: Open quads whose tiles may also be those of a concealed one.
_CONCEALED = frozenset({"daiminkan", "kakan"})
_FIRST_RANKS_OF_RUNS = frozenset(9 * suit + rank for suit in range(3) for rank in range(7))


class Meld(Struct, frozen=True):
    """One meld: its kind and all its tiles in canonical order.

    ``added``: the tile that promoted a triplet, or that was drawn after riichi for a concealed quad. ``feeder``: the
    seat that discarded the called tile, if known.
    """

    kind: MeldKind
    tiles: tuple[int, ...]
    added: int | None = None
    feeder: Feeder | None = None


@lru_cache(maxsize=4096)
def parse_meld(text: str) -> Meld:
    """Parse one meld.

    Raises :class:`~calc.errors.NotationError` with the column (from 1) at fault.

    >>> print_meld(parse_meld("chi:543m"))
    '(345m)'
    """
    if text[:1] in {"(", "["}:
        _check_brackets(text)
        end, feeder = _read_feeder(text, len(text) - 1)
        tiles, added = _read_tiles(text, 1, end)
        kind = _kind_of_tiles(tiles, added)
        if text[0] == "(":
            return _meld(text, kind, tiles, added, feeder)
        meld = _meld(text, "ankan" if kind in _CONCEALED else kind, tiles, added, feeder)
        if meld.kind != "ankan":
            _refuse(msg("{0}; write {1}", _OTHER_CONVENTION, print_meld(meld)), text, 1)
        return meld
    gap = _AFTER_WORD.search(text)
    return _bare_meld(text) if gap is None else _meld_by_word(text, text[: gap.start()], gap)


def _meld_by_word(text: str, said: str, gap: re.Match[str]) -> Meld:
    word, start = meld_word_of(said), gap.end()
    if word is None:
        near = did_you_mean(said, WORDS)
        _refuse(msg("expected chi:, pon:, kan:, kakan: or ankan:, found {0!r}{1}", said, near), text, 1)
    end, feeder = _read_feeder(text, len(text))
    wanted = WORDS[word]
    tiles, added = _read_tiles(text, start, end)
    if len(tiles) == 1 and wanted in _COPIES:
        # All tiles of a meld that is written with one, as in ``pon white``.
        one = text_of(tiles[0])
        if one[0] in "05" and one[1] != "z":
            meant = msg("555{0} or 055{0} with a red five", one[1])
            _refuse(msg("expected all tiles of a meld of fives, as {0}, found {1}", meant, one), text, start + 1)
        tiles, added = tiles * _COPIES[wanted], tiles[0] if wanted == "kakan" else None
    if ":" not in gap.group() and feeder is None and added is None and fold(said) in EITHER_QUAD:
        quad = print_tiles(tiles)
        _refuse(msg("{0} may be an open or a concealed quad; write ({1}) or [{1}]", show(text), quad), text, 1)
    kind = _kind_of_tiles(tiles, added)
    if kind in _CONCEALED and wanted == "ankan":
        kind = "ankan"
    if kind is not None and kind != wanted:
        other = EXAMPLES[kind].partition(":")[0]
        _refuse(msg("expected tiles like {0}; write {1}: for these", EXAMPLES[wanted], other), text, start + 1)
    return _meld(text, kind, tiles, added, feeder)


@lru_cache(maxsize=4096)
def print_meld(meld: Meld) -> str:
    """Print the canonical text of a meld, in brackets."""
    tiles = print_tiles(meld.tiles)
    if meld.added is not None:
        others = list(meld.tiles)
        others.remove(meld.added)
        tiles = f"{print_tiles(others)[:-1]}+{text_of(meld.added)}"
    if meld.kind == "ankan":
        return f"[{tiles}]"
    return f"({tiles})" if meld.feeder is None else f"({tiles}<{meld.feeder})"


def split_melds(text: str) -> list[tuple[int, str]]:
    """Split a text of melds, such as ``(345m)[5555z]``, into pairs of offset (from 0) and text.

    Melds may be separated by blanks and commas. The pieces are not checked; :func:`parse_meld` does that.
    """
    found: list[tuple[int, str]] = []
    for piece in _PIECE.finditer(text):
        start, last = found[-1] if found else (0, "")
        is_alone = _WORD_ALONE.fullmatch(last) and meld_word_of(last)
        if is_alone and text[start + len(last) : piece.start()].isspace():
            found[-1] = (start, text[start : piece.end()])  # `pon white`
        else:
            found.append((piece.start(), piece.group()))
    return found


def parse_melds(melds: Sequence[str] | str) -> tuple[Meld, ...]:
    """Parse melds from a list of texts, or from one text that holds them all.

    Raises :class:`~calc.errors.NotationError` with the key ``melds`` and the column in the one text, or with the key
    ``melds[1]`` (counted from 0) and the column in that element.
    """
    if not melds:
        return ()
    most, what = (MOST_TEXT, msg("characters of melds")) if isinstance(melds, str) else (_MOST_MELDS, "melds")
    if len(melds) > most:
        message = msg(
            "melds: expected at most {0} {1}, found {2}", f"{most:,}", what, f"{len(melds):,}: {show(melds[:most])}"
        )
        raise NotationError(message, key="melds", column=1)
    if isinstance(melds, str):
        return tuple([_parse_at(piece, "melds", offset) for offset, piece in split_melds(melds)])
    return tuple([_parse_at(piece, f"melds[{place}]", 0) for place, piece in enumerate(melds)])


def _parse_at(text: str, key: str, offset: int) -> Meld:
    try:
        return parse_meld(text)
    except NotationError as error:
        error.key = key
        error.column = offset + (error.column or 1)
        raise


def _bare_meld(text: str) -> Meld:
    """A meld without brackets and words: three tiles were called, four may have been or not."""
    if not are_meld(text):
        _refuse(msg("expected {0}", _FORMS), text, 1)
    tiles = parse_tiles(text)
    if len(tiles) > 3:
        _refuse(msg("{0} may be an open or a concealed quad; write ({1}) or [{1}]", show(text), text), text, 1)
    return _meld(text, _kind_of_tiles(tiles, None), tiles, None, None)


def _check_brackets(text: str) -> None:
    """Refuse a text that is not one matching pair of brackets around everything else."""
    closing, found = {"(": ")", "[": "]"}[text[0]], _BRACKET.search(text, 1)
    if found is None:
        _refuse(msg("expected {0!r} to close {1!r}, found the end", closing, text[0]), text, len(text) + 1)
    end = found.end()
    if found.group() != closing:
        _refuse(msg("expected {0!r} to close {1!r}, found {2!r}", closing, text[0], found.group()), text, end)
    if end < len(text):
        _refuse(
            msg("expected nothing after {0}, found {1!r}; one text is one meld", text[:end], text[end]), text, end + 1
        )


def _read_feeder(text: str, end: int) -> tuple[int, Feeder | None]:
    """Return the offset at which the tiles of a meld end, and the seat after ``<``, if there is one."""
    start = text.find("<", 0, end)
    if start < 0:
        return end, None
    seat = text[start + 1 : end]
    meant = seat_of(seat)
    if meant is None:
        expected = msg("the seat that discarded the called tile after '<', E, S, W or N, as in (555z<W)")
        _refuse(msg("expected {0}, found {1!r}", expected, seat), text, start + 2)
    return start, meant


def _read_tiles(text: str, start: int, end: int) -> tuple[tuple[int, ...], int | None]:
    """Parse the tiles between two offsets of ``text``, and the one after a ``+``.

    Digits before the ``+`` take the suit letter that follows it.
    """
    before, plus, after = text[start:end].partition("+")
    if not plus:
        return _tiles_at(text, before, start), None
    column = start + len(before) + 2
    if "+" in after:
        _refuse(msg("expected one '+' before the added tile, found a second one"), text, column + after.index("+"))
    added = _tiles_at(text, after, column - 1)
    if len(added) != 1:
        _refuse(msg("expected one added tile after '+', as in (555+5z), found {0}", len(added)), text, column)
    if before[-1:] in DIGITS and before and after[-1] in SUITS:
        before += after[-1]
    called = _tiles_at(text, before, start)
    if len(set(map(kind_of, called))) == 1 and kind_of(called[0]) != kind_of(added[0]):
        expected = "expected the added tile to be of the kind of the others, as in (555+5z), found {0}"
        _refuse(msg(expected, text_of(added[0])), text, column)
    return (*called, added[0]), added[0]


def _tiles_at(text: str, part: str, offset: int) -> tuple[int, ...]:
    """Parse one part of ``text``, which begins at ``offset``."""
    try:
        return parse_tiles(part)
    except NotationError as error:
        column = offset + (error.column or 1)
        raise NotationError("{0} in the meld {1}", error.message, show(text), column=column) from None


def _kind_of_tiles(tiles: tuple[int, ...], added: int | None) -> MeldKind | None:
    kinds = sorted(map(kind_of, tiles))
    if len(set(kinds)) == 1 and len(kinds) == 4:
        return "daiminkan" if added is None else "kakan"
    if len(kinds) != 3 or added is not None:
        return None
    if kinds[0] == kinds[2]:
        return "pon"
    if kinds[0] in _FIRST_RANKS_OF_RUNS and kinds == [kinds[0], kinds[0] + 1, kinds[0] + 2]:
        return "chi"
    return None


def are_meld(text: str) -> bool:
    """Whether a text spells just the tiles of a run, a triplet or a quad."""
    try:
        return _kind_of_tiles(parse_tiles(text), None) is not None
    except NotationError:
        return False


def _meld(text: str, kind: MeldKind | None, tiles: tuple[int, ...], added: int | None, feeder: Feeder | None) -> Meld:
    if kind is None:
        _refuse(msg("expected {0}", _FORMS), text, 1)
    if kind == "ankan" and feeder is not None:
        _refuse(msg("nobody discards a tile of a concealed quad; leave out <{0}", feeder), text, text.index("<") + 1)
    return Meld(kind, sort_tiles(tiles), added, feeder)


def _refuse(message: str, text: str, column: int) -> NoReturn:
    raise NotationError("{0} (found {1})", message, show(text), column=column)
