"""One-line records: ``[rules] HAND [+WIN] {MELD} tsumo|ron {key=value | flag}``. Without HAND the keys give the worth.

Words part at blanks outside of double quotes. The first word is a rule set if it begins with a lower-case letter,
holds ``/`` or ends in ``.yaml``. After tsumo or ron come keys in any order, each once, nested ones dotted; values are
spelled as in :mod:`calc.records.cells`. A true/false key, ``riichi`` and ``chankan`` may stand alone, meaning true.
Other words for all of these are read too, and blanks between the concealed tiles. A line that is refused is read again
as a sentence: without the words that say nothing, all others where they were. A line in canonical spelling needs none
of this: one pattern reads it.

``draw, tenpai E W`` or ``E2 South ron East mangan; West ron East 3900`` is a round: a line of a score sheet with seats
for names, perhaps behind its rule set.
"""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from itertools import islice
from typing import Any, Final, TypeVar, get_args

from msgspec.structs import replace

from calc.errors import CalcError, NotationError, RecordError
from calc.mahjong.records.kinds import HAND, is_key, is_rules
from calc.mahjong.records.line import PLACED, Reader
from calc.mahjong.records.names import draws, faults, key_of
from calc.mahjong.records.plain import WIN_KEYS, flat_from, record_from, record_from_flat, waiting_from_flat
from calc.mahjong.records.types import FLAGS, ROUND_NUMBER, TOLD, WORTH, Round, Waiting, Win
from calc.mahjong.records.words import ROUND, sign
from calc.notation.melds import parse_melds, print_meld, split_melds
from calc.notation.spellings import narrow, round_of, seat_of, way_of
from calc.notation.text import print_json, show
from calc.notation.tiles import DIGITS, ORDER, locate_tiles, may_be_tiles, parse_one, print_tiles_in_order, text_of
from calc.patterns import regex
from calc.records.cells import MOST_LINE, Columns, in_line, print_word
from calc.records.values import Seat
from calc.records.words import any_of
from calc.tables.shelf import is_file_name, set_named
from calc.translation import msg

R = TypeVar("R", Win, Waiting)
#: Keys are printed in the order of their fields, but for those that explain and check a win, which are last.
_LAST = ("liable", "discards", "facts", *WORTH, "options", "claim", "rules", "id")
_ORDER = (*(key for key in Win.__struct_encode_fields__ if key not in _LAST), *_LAST)
#: Words that mean nothing in a line and make a sentence of it.
_SENTENCE = 2
_TILES = "(?:[0-9]+[mps]|[1-7]+z)+"
#: A win as :func:`print_line` writes most of them: no word of it can mean anything else.
_PLAIN: Final = regex(
    rf"(?:(?P<rules>[a-z][a-z0-9-]*) )?(?P<hand>{_TILES})(?: \+(?P<win>[0-9][mps]|[1-7]z))?"
    rf"(?P<melds>(?: (?:[(\[]{_TILES}[)\]])+)*) (?P<by>tsumo|ron)"
    rf"(?P<keys>(?: (?:(?:seat|round|from)=[ESWN]|(?:dora|ura|discards)={_TILES}|riichi=double|{'|'.join(FLAGS)}"
    r"|(?:honba|sticks|north)=(?:0|[1-9][0-9]{0,3})"
    # An id as text or as a number, but for words of JSON and what is a number in one spelling only.
    r"|id=(?!(?i:true|false|null)(?: |$))(?:0|[1-9][0-9]{0,14}|[a-zA-Z][\w.:#-]*)))*)",
    re.ASCII,
)
_MELD: Final = regex(r"[(\[]\w+[)\]]")
_BARE_RULES = regex(r"[\w./~][\w./~\\-]*")
_SEATS: Final = get_args(Seat)
_TILES_OF_HAND: Final = regex(r"[0-9]{3,14}[mpsz]")
_STOP: Final = regex(r"[.。](?=\s|$)")
_WORD: Final = regex(r"[^\s,;、，；()（）]+")
#: What is told of a round whose one win stands for all of it.
_OF_ONE_WIN: Final = frozenset({"rules", "round", "number", "honba", "sticks", "wins"})
#: Codes of words that no reader knows.
_UNREAD: Final = frozenset({"notation", "unknown_key"})
#: Of a hand one tile short, what may be asked with it.
_OF_WIN: Final = ("win", "by", "from")
_FIRST: Final = regex(r"\s*(\S+)\s+(?=\S)")


def parse_record_line(text: str) -> tuple[Win | Round, Columns]:
    """The round or the win that a line spells, with the column of each key. Raises as :func:`parse_line`."""
    if not _is_round_line(text):
        return parse_line(text)
    first = _FIRST.match(text)
    rules = first and (first[1] if is_file_name(first[1]) else set_named(first[1].rstrip(":：")))
    rest = " " * first.end() + text[first.end() :] if first and rules else text
    try:
        return _read_round(rules or None, rest), {}
    except CalcError as error:
        # What has no more than a win of one hand may be in words for that.
        if sign("no_single_win").search(rest) or sum(seat_of(word) is not None for word in _WORD.findall(rest)) > 1:
            with suppress(CalcError):
                return parse_line(text)
            raise error from None
    return parse_line(text)


def _read_round(rules: str | None, text: str) -> Win | Round:
    """The round that a line tells by seats; one that has a win and nothing else is that win."""
    from calc.mahjong.records.sheet import read_round

    found = ({"rules": rules} if rules else {}) | read_round(_STOP.sub(",", text), ())
    is_win = len(found.get("wins", ())) == 1 and found.keys() <= _OF_ONE_WIN
    if is_win:
        (win,), number = found.pop("wins"), found.pop("number", "")
        found |= {**win, "round": f"{found['round']}{number}" if "round" in found else None}
    record = record_from(found, "win" if is_win else "round")
    assert isinstance(record, Win | Round)
    return record


def _is_round_line(text: str) -> bool:
    """Whether a line tells a round: a draw, a chombo, or who wins how; and holds neither tiles nor keys with values.

    >>> _is_round_line("draw, tenpai E W"), _is_round_line("S ron E mangan")
    (True, True)
    >>> _is_round_line("11z ron 1z tenpai"), _is_round_line("draw=exhaustive"), _is_round_line("3 han 30 fu")
    (False, False, False)
    """
    if "=" in text or _TILES_OF_HAND.search(text):
        return False
    told = sign("no_single_win"), _faults_said(), sign("glued_way"), ROUND
    words = [narrow(word) for word in _WORD.findall(told[1].sub(" ", told[0].sub(" ", text)))]
    is_other = (word.isdecimal() or seat_of(word) or round_of(word) or not may_be_tiles(word) for word in words)
    return all(is_other) and (any(one.search(text) for one in told) or any(map(way_of, words)))


@cache
def _faults_said() -> re.Pattern[str]:
    draws_by_ron = [word for word, kind in draws().items() if kind == "sanchahou"]
    words = any_of([*draws_by_ron, *(word for words in faults().values() for word in words)])
    return re.compile(rf"(?<![a-z0-9])(?:{words})(?![a-z0-9])", re.IGNORECASE)


def parse_line(text: str) -> tuple[Win, Columns]:
    """The canonical win that a line spells, and the column (from 1) in the line at which the value of each key starts.

    The columns are for :func:`in_line`, so that a later refusal of the win can point into the line. Raises
    :class:`~calc.errors.NotationError` and :class:`~calc.errors.RecordError` with the column in the line; a missing key
    is missed at its end.
    """
    return read_plain_line(text) or _parse(text, Win)


def parse_waiting_line(text: str) -> tuple[Waiting, Columns]:
    """As :func:`parse_line`, of a hand one tile short: ``[rules] HAND {MELD} {key=value | flag}``."""
    return _parse(text, Waiting)


def read_plain_line(text: str) -> tuple[Win, Columns] | None:
    """The win that a line in canonical spelling spells, as :func:`parse_line` reads it; ``None`` for any other line.

    Most lines are such, and by one pattern they are read in a fifth of the time.
    """
    found = _PLAIN.fullmatch(text) if len(text) <= MOST_LINE else None
    if found is None or (found["rules"] and set_named(found["rules"]) != found["rules"]):
        return None
    cells: dict[str, Any] = {key: found[key] for key in ("rules", "hand", "win", "by") if found[key]}
    columns = {key: found.start(key) + 1 for key in cells}
    for place, meld in enumerate(_MELD.finditer(text, *found.span("melds"))):
        cells.setdefault("melds", []).append(meld.group())
        columns[f"melds[{place}]"] = meld.start() + 1
    column = found.start("keys") + 1
    for word in found["keys"].split():
        key, equals, value = word.partition("=")
        if key in cells:
            return None
        cells[key] = int(value) if value.isdecimal() else value or True
        columns[key] = column + 1 + (len(key) + 1 if equals else 0)
        column += len(word) + 1
    if not {"seat", "round"} <= cells.keys():
        return None
    try:
        return canonical(Win(from_=cells.pop("from", None), **cells), columns), columns
    except NotationError:
        return None


def _parse(text: str, kind: type[R]) -> tuple[R, Columns]:
    refused: CalcError | None = None
    told: tuple[R, Columns] | None = None
    plain: list[str] | None = None
    for is_speech in (False, True):
        reader = Reader(text, asks_way=kind is Win, is_speech=is_speech)
        if plain == (plain := reader.said.text.split()):
            break
        try:
            record = _read(reader, kind)
            found = record, {key: reader.column(column) for key, column in reader.columns.items()}
            # A first word that names no rule set may be one of a sentence.
            if is_speech or not record.rules or is_file_name(record.rules) or set_named(record.rules):
                return found
            told = found
        except CalcError as error:
            if error.column is not None:
                error.column = reader.column(error.column)
            # What a sentence lacks counts where all its words are known.
            is_known = error.code not in _UNREAD
            if refused is None or is_known or (refused.code in _UNREAD and _is_sentence(text)):
                refused = error
    if told is not None:
        return told
    assert refused is not None
    if dora := sign("dora_itself").search(text):
        message = msg("{0} may be the indicator or the tile after it", show(dora.group()))
        raise NotationError("{0}; write dora indicator 7p, say", message, key="dora", column=dora.start() + 1)
    if isinstance(refused, NotationError) and text.isascii() and _is_sentence(text):
        message = msg("{0}; yaku ask asks for a hand step by step", refused.message)
        raise NotationError(message, key=refused.key, column=refused.column) from None
    raise refused


def _is_sentence(text: str) -> bool:
    """Whether some words are neither tiles nor anything else of a line, or letters are of another script."""
    words = (word.rstrip(",.;:?!").replace("'", "") for word in text.split())
    long = (word for word in words if word.isalpha() and len(word) > 1)
    strange = (word for word in long if not (may_be_tiles(word) or way_of(word) or is_key(word)))
    return not text.isascii() or len([*islice(strange, _SENTENCE)]) == _SENTENCE


def _check_speaker(text: str) -> None:
    """Refuse a win of somebody else than who speaks, whose seat alone is told."""
    if (other := sign("another_wins").search(text)) and sign("i_sit").search(text):
        message = "{0} is not who speaks; say where the winner sits, as in South tsumo mangan"
        raise NotationError(message, show(other.group()), key="seat", column=other.start() + 1)


def _read(reader: Reader, kind: type[R]) -> R:
    _check_speaker(reader.text if reader.is_speech and kind is Win else "")
    reader.read()
    if {"riichi", "level"} <= reader.cells.keys() and "hand" not in reader.cells:
        reader.cells.pop("ippatsu", None)  # the level holds it
    if reader.is_speech and "rules" in reader.cells:
        rules = reader.cells["rules"]
        if (named := set_named(rules)) is None and not is_file_name(rules):
            message = msg("expected tiles or a rule set (a lower-case id or a path), found {0}", show(rules))
            raise NotationError(message, key="rules", column=reader.columns["rules"])
        reader.cells["rules"] = named or rules
    if "rules" in reader.cells and any(key_of(key) == "north" for key in reader.cells):
        given = reader.said.text[reader.columns["rules"] - 1 :].split()[0]
        is_one_word = set_named(given) == reader.cells["rules"]
        reader.cells["rules"] = (is_one_word and set_named(given, for_three=True)) or reader.cells["rules"]
    # Whether one may win on a tile is told with all waits.
    for key in _OF_WIN if kind is not Win and reader.is_speech else ():
        reader.cells.pop(key, None)
    for key in [key for key in reader.columns if key not in _ORDER and "[" not in key]:
        reader.columns.setdefault(key_of(key), reader.columns[key])
    read: Callable[[dict[str, str]], Any] = record_from_flat if kind is Win else waiting_from_flat
    try:
        at = reader.columns.get("win", 2)
        is_told = reader.said.text[at - 2 : at - 1] != "+"
        record: R = canonical(read(reader.cells), reader.columns, may_hold_win=is_told)
    except CalcError as error:
        if error.code == "missing_key" and "rules" in reader.cells and error.key == "hand":
            given = reader.cells["rules"]
            taken = msg("{0!r} is taken for a rule set; yaku ask asks for a hand step by step", given)
            if len(reader.cells) > 1:
                taken = msg("{0!r} is taken for a rule set; without tiles write han=3 fu=30 or level=mangan", given)
            error = RecordError("{0}; {1}", error.message, taken, code=error.code, key=error.key)
        raise in_line(error, reader.columns, reader.starts, len(reader.said.text) + 1) from None
    return record


def print_line(win: Win) -> str:
    """The canonical line of a win; :func:`parse_line` reads it back as ``canonical(win)``."""
    win = canonical(win)
    cells = flat_from(win)
    cells.pop(f"facts.{ROUND_NUMBER}", None)
    words = []
    # A first word that names no rule set could be one of a sentence.
    if win.rules is not None and is_rules(win.rules) and (is_file_name(win.rules) or set_named(win.rules)):
        words.append(win.rules if _BARE_RULES.fullmatch(win.rules) else print_json(win.rules))
        del cells["rules"]
    words += [win.hand] if win.has_tiles else []
    words += [f"+{win.win}"] if win.win is not None else []
    words += [*win.melds, win.by]
    keys = [key for key in cells if key not in PLACED]
    for key in sorted(keys, key=lambda key: _ORDER.index(key.partition(".")[0])):
        is_bare = key in FLAGS and cells[key] == "true"
        words.append(key if is_bare else f"{key}={print_word(key, cells[key], WIN_KEYS)}")
    return " ".join(words)


def canonical(record: R, columns: Columns | None = None, *, may_hold_win: bool = False) -> R:
    """The same win, or hand one tile short, in canonical spelling.

    The hand is sorted and the winning tile is apart (where ``win`` is absent and the hand has the count of a
    complete one, it is the last tile as written); melds are a list of texts in brackets; indicators and discards keep
    their order; a list of one liability is that one. Everything else is as it was.

    ``may_hold_win``: whether the hand may be all tiles, of which ``win`` only tells the winning one.
    ``columns``: those of the line in which the record was written; what is spelled in another way now gets its own.
    Raises :class:`~calc.errors.NotationError` with ``key`` and ``column`` for tiles and melds that cannot be read.
    """
    columns = {} if columns is None else columns
    melds = [print_meld(meld) for meld in parse_melds(record.melds)] if record.melds else []
    changed: dict[str, Any] = {"melds": melds or ""}
    if melds:
        _note_melds(columns, record.melds, melds)
    hand = locate_tiles(record.hand, "hand")
    if not hand and (isinstance(record, Waiting) or record.has_tiles):
        raise NotationError("hand: expected at least one concealed tile, found none", key="hand", column=1)
    if hand:
        is_whole = len(hand) == HAND - 3 * len(melds)
        if record.win is not None:
            winning = parse_one(record.win, "win")
            changed["win"] = text_of(winning)
            held = [found for found in hand if found[0] == winning] if is_whole and may_hold_win else []
            hand = [found for found in hand if found not in held[-1:]]
        elif isinstance(record, Win) and is_whole:
            tile, column = hand.pop()
            changed["win"] = text_of(tile)
            if "hand" in columns:
                columns["win"] = columns["hand"] + column - 1
        changed["hand"] = _print_located(columns, "hand", sorted(hand, key=lambda found: ORDER[found[0]]))
    for key in ("dora", "ura", "discards"):
        text = getattr(record, key)
        if text and key != "discards" and text.isdecimal():
            # Dora by their number, without the indicators.
            told = {**record.facts, **changed.get("facts", {}), TOLD[key]: int(text)}
            changed["facts"] = dict(sorted(told.items()))
            changed[key] = ""
            continue
        changed[key] = _print_located(columns, key, locate_tiles(text, key)) if text else text
    if isinstance(record.liable, list) and len(record.liable) == 1:
        changed["liable"] = record.liable[0]
    return replace(record, **changed)


def _print_located(columns: Columns, key: str, located: Sequence[tuple[int, int]]) -> str:
    """Tiles as they are printed; notes where they stood, unless they stood there anyway."""
    printed = print_tiles_in_order([tile for tile, _ in located])
    if key in columns:
        digits = (place for place, character in enumerate(printed, start=1) if character in DIGITS)
        for place, (_, column) in zip(digits, located, strict=True):
            if place != column:
                columns[f"{key}:{place}"] = columns[key] + column - 1
    return printed


def _note_melds(columns: Columns, written: Sequence[str] | str, melds: Sequence[str]) -> None:
    """Note the start of each meld that is spelled in another way for all its tiles: it is short, so that is enough."""
    pieces = [text for _, text in split_melds(written)] if isinstance(written, str) else written
    for place, (piece, meld) in enumerate(zip(pieces, melds, strict=True)):
        key = f"melds[{place}]"
        if piece != meld and key in columns:
            columns.update({f"{key}:{column}": columns[key] for column in range(1, len(meld) + 1)})
