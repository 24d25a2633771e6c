"""A round that a sentence tells, read word by word: ``Emi made akatan, said koi-koi, then I got my tenth kasu``."""

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final, cast

from calc.errors import CalcError, RecordError
from calc.games import load_rules
from calc.hanafuda.records import plain
from calc.hanafuda.records.lines import is_hanafuda_line, parse_hanafuda_line
from calc.hanafuda.records.said import are_yaku, people_of, read_told, tables_of
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.records.words import AGAINST, OF_CARDS, by_month, people_in, sign
from calc.hanafuda.rules.deck import load_deck
from calc.notation.cards import parse_cards
from calc.notation.spellings import narrow
from calc.notation.text import show
from calc.records.cells import Columns
from calc.records.meanings import read_words
from calc.records.words import GAP, MOST_SAID, WordSaid
from calc.tables.in_words import sets_before
from calc.tables.shelf import set_named, sets_of_game

#: Words that tell of a round what a question about a yaku does not.
_OF_ROUNDS: Final = ("who", "card", "cards", "call", "points", "stop", "more", "win")


def is_told_line(text: str) -> bool:
    """Whether a line spells a hanafuda round, or a sentence has words of such games alone."""
    return is_hanafuda_line(text) or _is_sentence(text)


def parse_told_line(text: str, people: tuple[str, ...] = ()) -> tuple[HanafudaRound, Columns]:
    """The round of a line as :func:`~calc.hanafuda.records.lines.parse_hanafuda_line` reads it, or of a sentence.

    Raises :class:`~calc.errors.CalcError` as that does.
    """
    is_sentence = not people and _is_sentence(text)
    told = None
    try:
        found = parse_hanafuda_line(text, people)
        if not is_sentence or (_are_known(found[0]) and not _tells_more(text, found[0])):
            return found
        told = _read_sentence(text)
    except CalcError:
        told = _read_sentence(text) if is_sentence else None
        if told is None and (not is_sentence or is_hanafuda_line(text)):
            raise
    if told is not None:
        return cast(HanafudaRound, plain.hanafuda_from(told)), {}
    if is_hanafuda_line(text):
        return found
    raise RecordError("no round of flower cards is read in {0}; write who has which cards or yaku", show(text))


def _tells_more(text: str, found: HanafudaRound) -> bool:
    """Whether a sentence says who went on besides those of a line, or with how many points of yaku somebody stopped; or
    whether the line takes words of it for players.
    """
    told: dict[str, Any] = {}
    with suppress(CalcError):
        told = _read_sentence(text) or told
    hands, named = told.get("players", {}), {*found.players, *(found.scores or ())}
    is_stop = "scores" not in told and any(isinstance(one.get("yaku"), int) for one in hands.values())
    return is_stop or not {*told.get("calls", ())} <= named or (bool(told) and not named <= {*hands})


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
    if len(text) > MOST_SAID or sign("of_line").search(text):
        return False
    return sign("of_game").search(text) is not None or len({*OF_CARDS.findall(text.casefold())}) > 1


@lru_cache(maxsize=64)
def _read_sentence(text: str) -> dict[str, Any] | None:
    """The plain data of the round; ``None`` where a word is not known, or no round is told."""
    name, told = _set_of(" ".join(narrow(text).replace("’", "'").split()))
    if name is None:
        return None
    rules: Any = load_rules(name)
    told = " ".join(by_month(told).text.replace(GAP, " ").split())
    me, other = next(pair for pair in AGAINST.items() if pair[0].isascii() == text.isascii())
    words, lost = read_words(told, [people_of({me: plain.KEYS.told["me"]}), *tables_of(())])
    # What no row reads and a capital begins is a name; in Japanese what stands before a number or a particle.
    names = [*dict.fromkeys(word.removesuffix("'s") for word in lost if word[:1].isupper() and word.isascii())]
    if {*lost} != {*names}:
        names = sorted({*names} | {*people_in(told, is_speech=True)} - {me, other}, key=told.find)
        words, lost = read_words(told, [people_of({me: plain.KEYS.told["me"]}), *tables_of((*names,))])
    means = [word.means for word in words]
    is_mine = not names or f"who={me}" in means
    if not {*lost} <= {*names} or not _is_round(words, rules, is_named=bool(names)):
        return None
    if f"who={me}" not in means and not names and any(one.startswith("call") for one in means):
        raise RecordError("who went on is not told; write it, as in {0}", plain.KEYS.told["calls_like"][me != "you"])
    told_count = (int(one.removeprefix("players=")) for one in means if one.startswith("players="))
    size = max(len(names) + is_mine, min(rules.table.players), *told_count)
    if names and is_mine:
        other = names[0] if len(names) == 1 else other
    elif len(names) + is_mine < size:
        names.append(other)
    names += plain.KEYS.told["others"][: max(0, size - len(names) - is_mine)]
    persons = {me: plain.KEYS.told["me"]} | ({other: [*plain.KEYS.told["other"], "his", "her"]} if size == 2 else {})
    players = [me, *names] if is_mine else names
    whole = sum(worth * (cards & rules.deck).bit_count() for worth, cards in (rules.points or {}).items())
    for par in (int(one.removeprefix("par=")) for one in means if one.startswith("par=")):
        if par * len(players) != whole:
            message = "par is {0} points among {1} players in {2}, not {3}: {4} points are shared equally"
            raise RecordError(message, whole // len(players), len(players), name, par, whole, code="contradiction")
    found = read_told(told, players, people_of(persons), me if is_mine else "", of_yaku=_are_of_yaku(rules))
    if found is not None and not rules.has_use_for_stops:
        found.pop("stopped_by", None)
    return None if found is None else {"rules": name, "players": {one: {} for one in players}, **found}


def _set_of(spoken: str) -> tuple[str | None, str]:
    """The rule set of flower cards that a sentence names, else that of sentences which name none, and what it tells."""
    sets, told = sets_before(re.sub(r"[。、]|:(?=[^\W\d])", r"\g<0> ", spoken))
    behind = next((found for found in sign("set_in").finditer(told) if _is_set(set_named(found["set"]))), None)
    if behind is not None and not sets:
        sets, told = [str(set_named(behind["set"]))], f"{told[: behind.start()]} , {told[behind.end() :]}".strip(" ,")
    name = next(iter([*sets, *plain.KEYS.told["default"]]))
    return name if _is_set(name) else None, told


def _is_set(name: str | None) -> bool:
    return name in sets_of_game("hanafuda")


def _is_round(words: Sequence[WordSaid], rules: Any, *, is_named: bool) -> bool:
    """Whether words tell a round: one yaku alone is asked about. Fewer chaff than a yaku needs tell nothing of one only
    where no cards are worth points, nor counted for anybody else.
    """
    means = [word.means.partition("=")[0] for word in words]
    is_told = any("k" in word.said for word in words) or not {*_OF_ROUNDS}.isdisjoint(means)
    is_whole = "few" not in means or (rules.points is None and not rules.of_cards)
    return is_whole and (is_told or is_named or means.count("yaku") > 1)


def _are_of_yaku(rules: Any) -> bool:
    """Whether who stops does so with points of yaku, which the rules may multiply."""
    return rules.points is None and bool(rules.asks_who_stopped)
