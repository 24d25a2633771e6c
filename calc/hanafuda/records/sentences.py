"""A round that a sentence tells, read word by word: ``Emi made akatan, said koi-koi, then I got my tenth kasu``."""

import re
from functools import lru_cache
from typing import Any, Final, cast

from calc.errors import CalcError, RecordError
from calc.games import load_rules
from calc.hanafuda.records import plain
from calc.hanafuda.records.lines import is_hanafuda_line, parse_hanafuda_line
from calc.hanafuda.records.said import FILE, are_yaku, read_told, tables_of
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.records.words import AGAINST, sign
from calc.hanafuda.rules.deck import load_deck
from calc.notation.cards import parse_cards
from calc.notation.spellings import narrow
from calc.notation.text import show
from calc.records.cells import Columns
from calc.records.meanings import Words, read_words
from calc.records.words import MOST_SAID, any_of
from calc.tables.in_words import sets_before
from calc.tables.shelf import set_named, sets_of_game

#: Words that tell of a round what a question about a yaku does not.
_OF_ROUNDS: Final = ("who", "card", "cards", "call", "points", "more", "win")
#: Players whom nobody names, behind the first two.
_OTHERS: Final = ("other 2", "other 3", "other 4", "other 5", "other 6")


def is_told_line(text: str) -> bool:
    """Whether a line spells a hanafuda round, or a sentence has words of such games alone."""
    return is_hanafuda_line(text) or _is_sentence(text)


def parse_told_line(text: str, people: tuple[str, ...] = ()) -> tuple[HanafudaRound, Columns]:
    """The round of a line as :func:`~calc.hanafuda.records.lines.parse_hanafuda_line` reads it, or of a sentence.

    Raises :class:`~calc.errors.CalcError` as that does.
    """
    is_sentence = not people and _is_sentence(text)
    try:
        found = parse_hanafuda_line(text, people)
        if not is_sentence or _are_known(found[0]):
            return found
    except CalcError:
        if not is_sentence or (_read_sentence(text) is None and is_hanafuda_line(text)):
            raise
    told = _read_sentence(text)
    if told is not None:
        return cast(HanafudaRound, plain.hanafuda_from(told)), {}
    if is_hanafuda_line(text):
        return found
    raise RecordError("no round of flower cards is read in {0}; write who has which cards or yaku", show(text))


def _are_known(record: HanafudaRound) -> bool:
    """Whether piles are cards, and yaku those that people name."""
    for hand in record.players.values():
        if isinstance(hand.captured, str):
            try:
                parse_cards(hand.captured, load_deck())
            except CalcError:
                return False
    named = {name: {"yaku": hand.yaku} for name, hand in record.players.items() if hand.captured is None}
    return are_yaku({"players": named})


def _is_sentence(text: str) -> bool:
    return len(text) <= MOST_SAID and sign("of_game").search(text) is not None and not sign("of_line").search(text)


@lru_cache(maxsize=64)
def _read_sentence(text: str) -> dict[str, Any] | None:
    """The plain data of the round; ``None`` where a word is not known, or no round is told."""
    spoken = " ".join(narrow(text).replace("’", "'").split())
    sets, told = sets_before(re.sub("[。、]", r"\g<0> ", spoken))
    behind = next((found for found in sign("set_in").finditer(told) if _is_set(set_named(found["set"]))), None)
    if behind is not None and not sets:
        sets, told = [str(set_named(behind["set"]))], f"{told[: behind.start()]} , {told[behind.end() :]}".strip(" ,")
    rules = next(iter([*sets, *plain.KEYS.told["default"]]))
    if not _is_set(rules):
        return None
    me, other = next(pair for pair in AGAINST.items() if pair[0].isascii() == text.isascii())
    rows = [{"means": f"who={me}", "say": any_of(plain.KEYS.told["me"]) + "(?:['](?:ve|d|m))?(?:が|は|も|の|に|、)?"}]
    people = Words(FILE, "", rows)
    words, lost = read_words(told, [people, *tables_of(())])
    # What no row reads and a capital begins is a name.
    names = [*dict.fromkeys(word for word in lost if word[:1].isupper() and word.isascii())]
    table: Any = getattr(load_rules(rules), "table", None)
    # Fewer chaff than a yaku needs are worth nothing where no cards are worth points.
    is_few = any(word.means == "few" for word in words)
    # One yaku alone is asked about, and no round.
    is_round = any("k" in word.said or word.means.partition("=")[0] in _OF_ROUNDS for word in words)
    if not is_round and len([word for word in words if word.means.startswith("yaku=")]) < 2 and not names:
        return None
    if {*lost} - {*names} or (is_few and table.calls != "koikoi"):
        return None
    if (
        not names
        and any(word.means.startswith("call") for word in words)
        and not any(word.means == f"who={me}" for word in words)
    ):
        raise RecordError("who went on is not told; write it, as in {0}", plain.KEYS.told["calls_like"][me != "you"])
    is_mine = not names or any(word.means == f"who={me}" for word in words)
    count = next((int(word.means[8:]) for word in words if word.means.startswith("players=")), 0)
    size = max(count, len(names) + is_mine, min(table.players))
    if len(names) + is_mine < size and not (names and is_mine):
        names.append(other)
    elif is_mine and len(names) == 1:
        other = names[0]
    names += _OTHERS[: max(0, size - len(names) - is_mine)]
    players = [me, *names] if is_mine else names
    if size == 2:
        rows += [
            {
                "means": f"who={other}",
                "say": any_of(plain.KEYS.told["other"] + ["his", "her"]) + "(?:['](?:s|d))?(?:が|は|も|の|に|、)?",
            }
        ]
    found = read_told(told, players, Words(FILE, "", rows), me if is_mine else "")
    if found is not None and getattr(load_rules(rules), "has_use_for_stops", True) is False:
        found.pop("stopped_by", None)
    return None if found is None else {"rules": rules, **found}


def _is_set(name: str | None) -> bool:
    return name in sets_of_game("hanafuda")
