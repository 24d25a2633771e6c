"""A round that a sentence tells, read word by word: ``Emi made akatan, said koi-koi, then I got my tenth kasu``."""

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any, Final, cast

from calc.errors import CalcError, RecordError, did_you_mean
from calc.games import load_rules
from calc.hanafuda.records import plain
from calc.hanafuda.records.lines import is_hanafuda_line, parse_hanafuda_line
from calc.hanafuda.records.said import are_yaku, people_of, read_told, tables_of
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.records.words import AGAINST, OF_CARDS, OTHERS, by_month, is_no_name, people_in, sign
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
_OF_ROUNDS: Final = ("who", "card", "cards", "call", "points", "stop", "more", "win", "round", "field")


def is_told_line(text: str) -> bool:
    """Whether a line spells a hanafuda round, or a sentence has words of such games alone."""
    return is_hanafuda_line(text) or _is_sentence(text)


def parse_told_line(text: str, people: tuple[str, ...] = ()) -> tuple[HanafudaRound, Columns]:
    """The round of a line as :func:`~calc.hanafuda.records.lines.parse_hanafuda_line` reads it, or of a sentence.

    Raises :class:`~calc.errors.CalcError` as that does.
    """
    is_sentence, found = not people and _is_sentence(text), None
    try:
        found = parse_hanafuda_line(text, people)
        if not is_sentence or (_are_known(found[0]) and not _tells_more(text, found[0])):
            return found
    except CalcError:
        if not is_sentence or (sign("of_players").search(text) and _read_sentence(text) is None):
            raise
    if (told := _read_sentence(text)) is not None:
        return cast(HanafudaRound, plain.hanafuda_from(told)), {}
    is_line = found is not None and is_hanafuda_line(text) and _names_nothing_else(found[0])
    if found is not None and is_line and (sign("of_players").search(text) or _are_cards_told(text)):
        return found
    raise RecordError("no round of flower cards is read in {0}; write who has which cards or yaku", show(text))


def _are_cards_told(text: str) -> bool:
    """Whether all that a text tells are cards, perhaps with a slip: what is wrong with them is told then."""
    *_, words, _, lost = _words_of(text)
    means = {word.means.partition("=")[0] for word in words}
    is_list = means <= {"card", "yaku", "join"} and ("card" in means or not (words or lost))
    return is_list or any(did_you_mean(one, load_deck().card_words) for one in lost)


def _names_nothing_else(found: HanafudaRound) -> bool:
    """Whether a line takes no word of a sentence for a player."""
    return not any(map(is_no_name, {*found.players, *(found.scores or ())} - {*AGAINST, *AGAINST.values()}))


def _tells_more(text: str, found: HanafudaRound) -> bool:
    """Whether a sentence says who went on besides those of a line, or with how many points of yaku somebody stopped; or
    whether the line takes words of it for players.
    """
    told: dict[str, Any] = {}
    with suppress(CalcError):
        told = _read_sentence(text) or told
    hands, named = told.get("players", {}), {*found.players, *(found.scores or ())}
    is_stop = "scores" not in told and any(isinstance(one.get("yaku"), int) for one in hands.values())
    # What a line takes for a call may be the name of the game.
    is_other = bool(told) and not ({*found.calls} <= {*told.get("calls", ())} and named <= {*hands})
    return is_stop or is_other or not {*told.get("calls", ())} <= named


def _are_known(record: HanafudaRound) -> bool:
    """Whether piles are cards, and yaku those that people name, of players who are none of the words of a sentence."""
    if not _names_nothing_else(record):
        return False
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
    name, told, words, names, lost = _words_of(text)
    if name is None or lost:
        return None
    rules: Any = load_rules(name)
    me, other = _speakers(text)
    means = [word.means for word in words]
    is_mine = not names or f"who={me}" in means
    if not _is_round(words, rules, is_named=bool(names)):
        return None
    if not {f"who={me}", f"who={other}"} & {*means} and not names:
        told = _without_name_of_game(told, words, is_english=me == "you")
    told_count = (int(one.removeprefix("players=")) for one in means if one.startswith("players="))
    size = max(len(names) + is_mine, min(rules.table.players), *told_count)
    if names and is_mine:
        other = names[0] if len(names) == 1 else other
    elif len(names) + is_mine < size:
        names.append(other)
    names += plain.KEYS.told["others"][: max(0, size - len(names) - is_mine)]
    persons = {me: plain.KEYS.told["me"]} | ({other: [*OTHERS, "his", "her"]} if size == 2 else {})
    players = [me, *names] if is_mine else names
    _check_par(means, rules, len(players))
    found = read_told(told, players, people_of(persons), me if is_mine else "", of_yaku=_are_of_yaku(rules))
    if found is None:
        return None
    if not rules.has_use_for_stops:
        found.pop("stopped_by", None)
    held = {who: hand for who, hand in found.get("players", {}).items() if hand.get("captured")}
    # The round goes on, or what others hold counts too, and is not told.
    is_open = rules.asks_who_stopped and not any(one.startswith(("win", "stop", "call")) for one in means)
    if len(held) == 1 and (is_open or rules.table.accounted or rules.of_cards) and "claim" not in found:
        found, players = {key: value for key, value in found.items() if key != "stopped_by"} | {"players": held}, []
    return {"rules": name, "players": {one: {} for one in players}, **found}


def _check_par(means: Sequence[str], rules: Any, players: int) -> None:
    whole = sum(worth * (cards & rules.deck).bit_count() for worth, cards in (rules.points or {}).items())
    for par in (int(one.removeprefix("par=")) for one in means if one.startswith("par=")):
        if par * players != whole:
            message = "par is {0} points among {1} players in {2}, not {3}: {4} points are shared equally"
            raise RecordError(message, whole // players, players, rules.id, par, whole, code="contradiction")


def _without_name_of_game(told: str, words: Sequence[WordSaid], *, is_english: bool) -> str:
    """What a sentence tells without calls of nobody, which name the game: ``crane and moon, koi-koi``."""
    calls = [word.span for word in words if word.means.startswith("call")]
    if not all(_is_set(set_named(told[start:end].strip(" ,"))) for start, end in calls):
        raise RecordError("who went on is not told; write it, as in {0}", plain.KEYS.told["calls_like"][not is_english])
    for start, end in reversed(calls):
        told = f"{told[:start]},{told[end:]}"
    return told


def _speakers(text: str) -> tuple[str, str]:
    """What who speaks is called, and who plays against him."""
    return next(pair for pair in AGAINST.items() if pair[0].isascii() == text.isascii())


def _words_of(text: str) -> tuple[str | None, str, list[WordSaid], list[str], list[str]]:
    """The rule set of a sentence, what it tells, its words, whom it names, and the words that no row reads."""
    name, told = _set_of(" ".join(narrow(text).replace("’", "'").split()))
    told = " ".join(by_month(told).text.replace(GAP, " ").split())
    me, other = _speakers(text)
    speaker = people_of({me: plain.KEYS.told["me"], other: plain.KEYS.told["other"]})
    words, lost = read_words(told, [speaker, *tables_of(())])
    # What no row reads and a capital begins is a name; in Japanese what stands before a number or a particle.
    names = [*dict.fromkeys(word.removesuffix("'s") for word in lost if word[:1].isupper() and word.isascii())]
    if {*lost} != {*names}:
        names = sorted({*names} | {*people_in(told, is_speech=True)} - {me, other}, key=told.find)
    words, lost = read_words(told, [speaker, *tables_of((*(one for one in names if not is_no_name(one)),))])
    names = [one for one in names if any(word.means == f"who={one}" for word in words)]
    return name, told, words, names, [word for word in lost if word not in names]


def yaku_told(text: str) -> str | None:
    """The rule set and the one yaku that a sentence asks about, as a text that names nothing else."""
    name, _, words, names, lost = _words_of(text) if _is_sentence(text) else (None, "", [], [], [])
    means = [word.means for word in words if not word.means.startswith(("filler", "who=", "join", "becomes", "asks"))]
    # A call of nobody is the name of the game.
    means = [one for one in means if one != "call"]
    key, _, yaku = means[0].partition("=") if len(means) == 1 else ("", "", "")
    is_alone = not names and not lost and not any("k" in word.said for word in words)
    return f"{name} {yaku}" if name and is_alone and key in ("yaku", "dealt") else None


def unread_in(line: str, rules_of: object) -> list[str]:
    """The words at which reading a sentence ends."""
    return _words_of(line)[-1] if _is_sentence(line) else []


@cache
def meaning_words() -> frozenset[str]:
    """The words of the rows of sentences that tell something, of cards, and those that may change what is told."""
    rows = (row for table in tables_of(()) for row in table.rows if row["means"] not in ("filler", "join"))
    told = (word for row in rows for word in tables_of(())[0].letters_of(row))
    return frozenset(told) | load_deck().card_words | {*plain.KEYS.told["other"], *plain.KEYS.told["telling"]}


def _set_of(spoken: str) -> tuple[str | None, str]:
    """The rule set of flower cards that a sentence names, else that of sentences which name none, and what it tells."""
    sets, told = sets_before(re.sub(r"[。、]|:(?=[^\W\d])", r"\g<0> ", spoken))
    for found in sign("set_in").finditer(told) if not sets else ():
        if _is_set(behind := set_named(next(filter(None, found.groups())))):
            sets, told = [str(behind)], f"{told[: found.start()]} , {told[found.end() :]}".strip(" ,")
            break
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
