"""Claims in words: the names by which they call yaku, and sentences about rounds and games."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from calc.errors import RecordError
from calc.notation.spellings import romanised
from calc.notation.text import show
from calc.patterns import regex
from calc.records.values import MOST_DIGITS
from calc.records.words import Meanings, sign
from calc.translation import msg, one_by_one

# ---- sentences: ``Bea pays 2000``, ``Aki 28300, Bea 25000``, ``Aki wins``, ``あきの勝ち``

SENTENCES: Final = Meanings(Path(__file__).with_name("claims.yaml"), "sentences")
BETWEEN: Final = regex(r"(?:(?<!\s)\s+)?(?:[;、。\n]|\.(?=\s)|,(?!\d{3}(?!\d))|\band\b)\s*")
_OF_YAKU: Final = ("yaku", "has", "lacks")


def read_claim_words(
    words: str,
    keys: Mapping[str, str],
    *,
    name_of: Callable[[str], str] = str,
    yaku_of: Callable[[str], list[str] | None] = lambda text: None,
    more: Callable[[str], dict[str, Any] | None] = lambda sentence: None,
) -> dict[str, Any] | None:
    """Read a claim on a round or a game as plain data; ``None`` for words that are no claim.

    ``keys``: the keys of the claim by what sentences mean: ``change``, ``score``, ``result``, ``winner``,
    ``yaku`` (all of them), ``has`` and ``lacks``, ``worth`` (what a yaku is worth).
    ``name_of``: what the record calls a player. ``yaku_of``: the ids of yaku in a list of names. ``more``: what else a
    sentence may say in a game, as keys of the claim. Raises :class:`calc.RecordError` for what says two things of one
    player.

    >>> read_claim_words("Bea pays 2,000, Aki gets 2000", {"change": "changes"})
    {'changes': {'Bea': -2000, 'Aki': 2000}}
    >>> read_claim_words("Aki wins", {"winner": "winner"})
    {'winner': 'Aki'}
    """
    text = " ".join(unicodedata.normalize("NFKC", words).split()).strip(" .。")
    found: dict[str, Any] = {}
    whole = read_sentence(text) if sign("only").search(text) else None
    for part in [text] if whole is not None else _sentences(text):
        sentence, own = read_sentence(part), more(part)
        if own is not None:
            _merge(found, own, part)
            continue
        if sentence is None:
            return None
        meaning, said = sentence
        name = name_of(said.get("name") or said.get("other") or "")
        if not _put(found, keys, meaning, name, said, yaku_of):
            return None
    return found or None


def _merge(found: dict[str, Any], more: Mapping[str, Any], said: str) -> None:
    for key, value in more.items():
        if isinstance(value, Mapping):
            _merge(found.setdefault(key, {}), value, said)
        elif found.setdefault(key, value) != value:
            raise RecordError("{0} is claimed twice; claim one, or give two claims", show(said), key="claim")


def numbers_by_player(words: str, players: Sequence[str]) -> Iterator[str]:
    """A claim of numbers alone, one a player, with the players in their order.

    >>> [*numbers_by_player("scores 28,300 28600", ["Aki", "Bea"]), *numbers_by_player("28300", ["Aki", "Bea"])]
    ['Aki 28,300, Bea 28600']
    """
    found = sign("numbers_alone").fullmatch(unicodedata.normalize("NFKC", words).replace("\u2212", "-").strip())
    result = "result " if found and found["result"] else ""
    numbers = re.split(r"[\s/]+|,(?!\d{3}(?!\d))\s*", found["numbers"]) if found else []
    if len(numbers) == len(players) > 1:
        yield ", ".join(f"{result}{name} {number}" for name, number in zip(players, numbers, strict=True))


def _sentences(text: str) -> list[str]:
    """The sentences of a claim. What goes on with a list of yaku belongs to the one before it."""
    found: list[str] = []
    for part in filter(None, BETWEEN.split(text)):
        before = read_sentence(found[-1]) if found and read_sentence(part) is None else None
        if before is not None and before[0] in _OF_YAKU:
            found[-1] = f"{found[-1]}, {part}"
        else:
            found.append(part)
    return found


def read_sentence(text: str) -> tuple[str, dict[str, str]] | None:
    """What a sentence means and names, by the first row that fits; ``None`` where none does."""
    for means, match in SENTENCES.whole(text):
        if not sign("numbers_alone").fullmatch(match.groupdict().get("name") or "-"):
            return means, {key: said for key, said in match.groupdict().items() if said and key not in ("unit", "must")}
    return None


def _put(
    found: dict[str, Any],
    keys: Mapping[str, str],
    meaning: str,
    name: str,
    said: Mapping[str, str],
    yaku_of: Callable[[str], list[str] | None],
) -> bool:
    """Add what a sentence says; whether such a claim can say it."""
    if meaning in ("winner", "no_winner"):
        winner = name if meaning == "winner" else None
        if "winner" in keys and found.setdefault(keys["winner"], winner) != winner:
            raise RecordError("two winners are claimed; claim one", key="claim")
        return "winner" in keys
    value: Any
    if meaning in (*_OF_YAKU, "no_yaku"):
        key = keys.get("yaku" if meaning == "no_yaku" else meaning)
        value = None if key is None else [] if meaning == "no_yaku" else yaku_of(said["yaku"])
    else:
        amount = said["amount"]
        if len(amount) > MOST_DIGITS:
            return False
        number = int(amount.replace(",", "")) if amount[-1].isdigit() else 0
        value = -number if meaning == "loss" else number
        if meaning == "score" and amount[0] in "+-":
            meaning = "change" if "change" in keys else "result"
        key = keys.get("change" if meaning in ("loss", "gain") else meaning)
    if key is None or value is None:
        return False
    if meaning in ("has", "lacks"):
        found.setdefault(key, {}).setdefault(name, []).extend(value)
    elif meaning == "worth":
        # Several are worth it together.
        found.setdefault(key, {}).setdefault(name, {})[" ".join(yaku_of(said["yaku"]) or ())] = value
    elif found.setdefault(key, {}).setdefault(name, value) != value:
        raise RecordError("{0} is claimed twice; claim one, or give two claims", show(name), key="claim")
    return True


# ---- names of yaku: ids, names in any language, and the other names that people use (``also``)


def fold(name: str) -> str:
    """A name without what people write in different ways: case, hyphens, underscores, accents; hiragana as katakana.

    >>> fold("Ino-shika_cho"), fold("いのしかちょう")
    ('ino shika cho', 'イノシカチョウ')
    """
    text = unicodedata.normalize("NFKC", name).casefold().replace("_", " ").replace("-", " ").replace("'", "")
    return "".join(chr(ord(one) + 0x60) if "ぁ" <= one <= "ゖ" else one for one in text)


def meanings(entries: Iterable[Any]) -> dict[str, tuple[str, ...]]:
    """Folded names, each with the ids of the entries that it means.

    What the rules call an entry means that entry, whatever else people call so.
    """
    entries = [*entries]
    found: dict[str, tuple[str, ...]] = {}
    for names_of in (_own_names, lambda one: one.also, lambda one: romanised(one.id)):
        told: dict[str, dict[str, None]] = {}
        for one in entries:
            for name in names_of(one):
                told.setdefault(fold(name), {})[one.id] = None
        found = {name: (*ids,) for name, ids in told.items()} | found
    return found


def the_one(said: str, ids: Sequence[str], entries: Mapping[str, Any], key: str = "claim") -> str:
    """The id that a name means. Raises :class:`calc.RecordError` where it means several, with all of them."""
    if len(ids) > 1:
        ways = one_by_one((f"{name} ({entries[name].name.ja})" for name in ids), " or ")
        message = msg("{0} may be {1}; write which", show(said), ways)
        raise RecordError(message, code="contradiction", key=key, column=1)
    return ids[0]


def _own_names(one: Any) -> Iterator[str]:
    """What the rules call an entry; its id also with long vowels written in the other two ways, ``sankou, sanko``."""
    yield from (one.id, one.id.replace("ou", "o"), re.sub(r"(?<!o)o(?=_|$)", "ou", one.id))
    yield from filter(None, (one.name.en, one.name.ja, one.name.ko))
