"""Lines and cells of hanafuda rounds.

A round is ``[rules] NAME:CARDS ... {key=value}``, groups of cards joined by commas or parted by blanks. ``A:`` is what
A captured, ``A.dealt:`` the dealt hand, ``A.returned:`` the returned card. A name of letters, digits, ``-`` and ``_``
is written bare, any other in double quotes. Keys are dotted: ``koikoi.B=1``.

A line that is refused is read again as people write it: ``太郎：鶴、幕、月。太郎あがり``, ``Una said koi-koi twice``.
"""

from collections.abc import Iterable, Mapping, Sequence
from re import IGNORECASE
from typing import Any, Final, cast

from calc.errors import CalcError, NotationError
from calc.games import line_keys
from calc.hanafuda.records import plain
from calc.hanafuda.records.reader import CANONICAL, KEYS, PARTS, Reader, read_player
from calc.hanafuda.records.types import HanafudaHand, HanafudaRound
from calc.hanafuda.records.words import BARE, ENDS, GROUPS, LOOSE, OF_CARDS, PLAYER, rewritten, rules_of, set_said
from calc.hanafuda.rules.deck import load_deck
from calc.notation.cards import join_names
from calc.notation.spellings import round_of, way_of
from calc.notation.text import print_json, show
from calc.patterns import regex
from calc.records.cells import Columns, Word, flatten, print_word, split_words, unflatten
from calc.records.plain import plain_from
from calc.records.words import GAP, MOST_SAID
from calc.tables.in_words import set_behind, sets_before
from calc.tables.shelf import set_named, sets_of_game
from calc.translation import msg

#: Wide signs, each with the one that has its place in a line.
_WIDE: Final = str.maketrans({"：": ":", "＝": "=", "\u3000": " "})
#: Tiles of mahjong, which no cards look like.
_SET_FIRST: Final = regex(r"\s{0,9}(?P<name>[^\s:：=\"]{1,64})[:：]\s{0,9}")
_NAMED: Final = regex(r"[^\s:：=]{1,64}[:：]")
_TILES = regex(r"[0-9][mpsz]")
_DIGITS: Final = frozenset("0123456789#")
#: What stands before a rule set behind cards.
_BEHIND: Final = ("at", "in", "under")
#: What a sentence does not have.
_GIVEN = regex(r"=|[:：](?=\S)")
#: What asks for the worth of cards, and how that ends; and a rule set in front in Japanese.
_ASKS, _WORTH, _SET_IN = (regex(one, IGNORECASE) for one in plain.KEYS.told["asks_worth"])


def is_hanafuda_line(text: str) -> bool:
    """Whether a line spells a hanafuda round: its first word, or the one after the rule set, names a player or the
    seats, or is made of cards; or it is no tiles, and its rule set or some key is one of hanafuda alone.
    """
    text = _asked(text)
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
    is_of_keys = bool(keys & plain.KEYS.fields - line_keys(but=HanafudaRound))
    return is_of_set or is_of_keys or bool(set_said(text)[0]) or _tells_cards(text, words)


def _tells_cards(text: str, words: Sequence[Word]) -> bool:
    """Whether a sentence without keys has two words of cards."""
    if any("=" in word.text for word in words) or len(text) > MOST_SAID:
        return False
    return len({found.casefold() for found in OF_CARDS.findall(text)}) > 1


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
    text = text if people else _without_colon(_asked(text))
    read, refused = None, None
    try:
        # ``koi koi: crane`` names its set in two words.
        is_of_words = not people and len(text[: set_said(text)[1]].split()) > 1
        read = None if people or is_of_words else Reader(text, split_words(text)).read()
        if read is not None and all(map(_is_of_cards, read[0].players.values())):
            return read
    except CalcError as error:
        refused = error
    texts = set() if people else {text}
    rest = text[set_said(text)[1] :].lstrip()
    is_given = people or _GIVEN.search(text) or (rest[:1] in _DIGITS and CANONICAL.fullmatch(rest))
    for is_speech in (False,) if is_given else (False, True):
        written = rewritten(text, people, is_speech=is_speech)
        if written.text in texts:
            continue
        texts.add(written.text)
        try:
            words = [Word(word.text.replace(GAP, " "), word.column) for word in split_words(written.text)]
            reader = Reader(written.text.replace(GAP, " "), words, is_loose=True, is_speech=is_speech)
            record, columns = reader.read()
        except CalcError as error:
            error.column = error.column and [0, *written.columns][error.column]
            refused = error
        else:
            found = record, {key: [0, *written.columns][column] for key, column in columns.items()}
            if not reader.is_doubtful or (is_speech and read is None):
                return found
            read = read or found
    if read is not None:
        return read
    assert refused is not None
    raise refused


def _asked(text: str) -> str:
    """A question of what cards are worth, with its rule set first: ``koikoi crane, moon``; any other text as it is."""
    found, of = _ASKS.match(text), _SET_IN.match(text)
    if of is not None and set_named(of["set"]) in sets_of_game("hanafuda"):
        return f"{of['set']} {text[of.end() :]}"
    if len(text) > MOST_SAID or not OF_CARDS.search(text):
        return text
    rest = text[found.end() if found else 0 :].rstrip(" ?？.。")
    name, before = set_behind(rest)
    # ``crane, moon in koikoi``
    if found is None and (name is None or rest.split()[len(before.split())].casefold() not in _BEHIND):
        return text
    named, told = sets_before(before)
    name = next(iter([*([name] if name else []), *named, *plain.KEYS.told["default"]]))
    last = _WORTH.search(told)
    return f"{name} {told[: last.start()] if last else told}" if name in sets_of_game("hanafuda") else text


def _without_colon(text: str) -> str:
    """A line with a blank for the colon behind its rule set: ``taiyaku: boar, deer``.

    With cards of others it may be the name of a player, unless a name follows.
    """
    found = _SET_FIRST.match(text)
    is_set = found is not None and set_named(found["name"]) in sets_of_game("hanafuda")
    if found is None or not is_set or (_NAMED.search(text, found.end()) and not _NAMED.match(text, found.end())):
        return text
    return f"{text[: found.end('name')]} {text[found.end('name') + 1 :]}"


def _is_of_cards(hand: HanafudaHand) -> bool:
    """Whether what a player captured is cards, and no names of yaku."""
    cards = hand.captured
    is_canonical = isinstance(cards, str) and CANONICAL.fullmatch(cards) and not cards.strip(ENDS).isdecimal()
    return not isinstance(cards, str) or bool(is_canonical) or plain.are_cards(cards)


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
        read_player(found, Word(found["cards"], word.column + found.start("cards")), players, {})
    return cast(HanafudaRound, plain.hanafuda_from({**unflatten(cells, KEYS), "players": players}))


# ---- printing


def hanafuda_cells(record: HanafudaRound) -> dict[str, str]:
    """The cells of a round by dotted key; ``players`` as they stand in a line."""
    cells: dict[str, str] = {}
    for key, value in plain_from(record).items():
        if key != "players":
            flatten(key, value, cells, KEYS)
    words = []
    for name, hand in record.players.items():
        shown = name if BARE.fullmatch(name) and not way_of(name) else print_json(name)
        for part in PARTS:
            cards = getattr(hand, part)
            if cards is not None:
                text = cards if isinstance(cards, str) else ", ".join(cards)
                # A player who is called as a key of records begins no line that looks like a mapping.
                whose = shown if part == "captured" and name not in line_keys() else f"{shown}.{part}"
                # Words of one name are joined, as in ``sake-cup``.
                groups = GROUPS.split(text.strip()) if CANONICAL.fullmatch(text) else join_names(text, load_deck())
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
    words += [f"{key}={print_word(key, cell, KEYS)}" for key, cell in cells.items()]
    return " ".join(words)


def _begins(text: str, rules: str) -> bool:
    """Whether a text is one word that names a rule set at the start of a line."""
    try:
        return rules_of(text) == rules and [word.text for word in split_words(text)] == [text]
    except NotationError:
        return False
