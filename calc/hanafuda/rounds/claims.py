"""Claims on hanafuda rounds and games: read from words, and compared with results.

In words: ``Aki 14``, ``Bea pays 3``, ``Aki has only three brights``.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from calc.errors import RecordError, contradict, did_you_mean
from calc.hanafuda.read.seats import check_player
from calc.hanafuda.records.types import HanafudaClaim, HanafudaGame, HanafudaRound
from calc.hanafuda.records.words import sign
from calc.hanafuda.results import HanafudaResult
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.rules.schema import Yaku
from calc.notation.cards import is_card_word, parse_cards
from calc.outcomes import Difference, check_not_empty, compare, unequal
from calc.patterns import regex
from calc.records.claims import fold, meanings, numbers_by_player, read_claim_words, the_one
from calc.records.words import any_number, number_said
from calc.translation import Named, say

#: Between two yaku, folded.
_PARTS: Final = regex(r"(?:[\s,、;・+&ト]|\band\b)+")
#: What a yaku is worth behind its name, points alone, and how many cards it has more than it needs: ``red poems +1``.
_WORTH: Final = regex(r"\s*[(（]?([0-9]{1,4}) ?(?:points?|pts?|点|文)?[)）]?(?!\w)")
_POINTS: Final = regex(r"\s*(\d{1,4})\s?(?:points?|pts?|点|文)?\s*")
_MORE: Final = regex(r"\s*\+([0-9]{1,2})(?=\s*(?:$|[,、;・&)）+]))")


# ---- compared with results


def compare_round(result: HanafudaResult, claim: HanafudaClaim, rules: HanafudaRules) -> HanafudaResult:
    """Return the result of a round with each figure of a claim that differs from it.

    Raises :class:`~calc.errors.RecordError` for unknown players and yaku, and for totals outside a game.
    """
    players = result.players
    if claim.totals is not UNSET and result.totals is UNSET:
        raise RecordError("a round alone has no totals; claim its changes, or give the game", key="claim.totals")
    parts = {
        "scores": of_amounts("scores", {name: one.score for name, one in players.items()}),
        "changes": of_amounts("changes", {name: one.change for name, one in players.items()}),
        "totals": of_amounts("totals", result.totals or {}),
        "winner": of_winner(result.winner, players),
        **{key: partial(_wrong_yaku, key, result, rules) for key in ("yaku", "has", "lacks")},
        "worth": partial(_wrong_worth, result, rules),
    }
    found = compare(claim, parts, "claim", f"scores: {{{next(iter(players))}: 5}}")
    return replace(result, agrees=not found, differences=found)


def of_amounts(key: str, actual: Mapping[str, int]) -> Callable[[Mapping[str, int]], list[Difference]]:
    """How claimed amounts by player differ from the actual ones."""

    def compared(claimed: Mapping[str, int]) -> list[Difference]:
        check_not_empty(claimed, f"claim.{key}", f"{next(iter(actual))}: 5")
        for name in claimed:
            check_player(name, actual, f"claim.{key}.{name}")
        return unequal(key, claimed, actual)

    return compared


def of_winner(actual: str | None, players: Mapping[str, Any]) -> Callable[[str | None], list[Difference]]:
    """How a claimed winner differs from the actual one."""

    def compared(claimed: str | None) -> list[Difference]:
        if claimed is not None:
            check_player(claimed, players, "claim.winner")
        return unequal("winner", claimed, actual)

    return compared


def _wrong_yaku(
    key: str, result: HanafudaResult, rules: HanafudaRules, claimed: Mapping[str, list[str]]
) -> list[Difference]:
    """The difference of claimed yaku: all that score (``yaku``), or some that count (``has``) or do not (``lacks``)."""
    players, is_all = result.players, key == "yaku"
    known = rules.yaku if is_all else {**rules.teyaku, **rules.yaku}
    check_not_empty(claimed, f"claim.{key}", f"{next(iter(players))}: [{'' if is_all else next(iter(rules.yaku))}]")
    held: dict[str, list[str]] = {}
    for name, ids in claimed.items():
        at = f"claim.{key}.{name}"
        check_player(name, players, at)
        for one in ids:
            if one not in known:
                raise RecordError("{0} has no yaku {1!r}{2}", rules.id, one, did_you_mean(one, known), key=at)
        own = players[name]
        held[name] = [line.id for line in (own.yaku if is_all else (*own.teyaku, *own.yaku))]
    if key == "lacks":
        counted = {name: [one for one in ids if one in held[name]] for name, ids in claimed.items()}
        held = {name: ids for name, ids in counted.items() if ids}
        right = not held
    elif is_all:
        right = all(sorted(ids) == sorted(held[name]) for name, ids in claimed.items())
    else:
        right = all({*ids} <= {*held[name]} for name, ids in claimed.items())
    return [] if right else [Difference(key, dict(claimed), held)]


def _wrong_worth(
    result: HanafudaResult, rules: HanafudaRules, claimed: Mapping[str, Mapping[str, int]]
) -> list[Difference]:
    """The difference of what some yaku are claimed to be worth, of which several may be worth it together; one that
    does not count is worth nothing.
    """
    _wrong_yaku("has", result, rules, {name: " ".join(worths).split() for name, worths in claimed.items()})
    actual: dict[str, dict[str, Any]] = {}
    for name, worths in claimed.items():
        own: dict[str, Any] = {one.id: one.value for one in (*result.players[name].teyaku, *result.players[name].yaku)}
        held = {some: [own.get(one, 0) for one in some.split()] for some in worths}
        actual[name] = {some: sum(each) if len(each) > 1 else each[0] for some, each in held.items()}
    return unequal("worth", claimed, actual)


# ---- read from words


def read_round_words(words: str, rules: HanafudaRules | None, examples: str) -> dict[str, Any] | None:
    """Read a claim on a round as plain data; ``None`` for words that are no claim.

    Yaku are named by id, or with ``rules`` by any of their names. Raises :class:`calc.RecordError` for a yaku that
    ``rules`` do not have.
    """
    keys = {
        "change": "changes",
        "score": "scores",
        "winner": "winner",
        "yaku": "yaku",
        "has": "has",
        "lacks": "lacks",
        "worth": "worth",
    }
    return read_claim_words(words, keys, yaku_of=lambda text: _yaku_in(text, rules))


def read_game_words(words: str, rules: HanafudaRules | None, examples: str) -> dict[str, Any] | None:
    """As :func:`read_round_words` on a game: ``Aki 60, Bea 40``, ``Aki wins``."""
    return read_claim_words(words, {"score": "scores", "winner": "winner"})


def fuller_words(words: str, record: HanafudaRound | HanafudaGame, rules: Any) -> Iterator[str]:
    """A claim with what it leaves out: ``Aki three brights`` says that Aki has them, and a bare ``15`` or ``three
    brights`` is about who stopped, or who alone has cards.
    """
    found = sign("claimed").fullmatch(words)
    told = f"{'gets ' if found['up'] else ''}{found['n']}" if found else ""
    for name in record.players:
        if words.startswith(f"{name} "):
            yield f"{name} has {words.removeprefix(name).strip()}"
            yield from (f"{name} {told}",) if told else ()
            return
    if isinstance(record, HanafudaGame):
        yield from numbers_by_player(words, record.players)
        return
    holders = [name for name, hand in record.players.items() if hand.captured or hand.yaku]
    who = holders[0] if record.stopped_by is None and len(holders) == 1 else record.stopped_by
    if who is not None:
        yield from (f"{who} {words}", f"{who}は{words}", f"{who} has {words}")
        yield from (f"{who} {told}",) if told else ()


def is_pile(record: Any) -> bool:
    """Whether all that a record has are the cards of one player."""
    hands = record.players.values() if isinstance(record, HanafudaRound) else ()
    return len(hands) > 1 and [hand.captured for hand in hands].count("") == len(hands) - 1


def as_paid(record: Any, result: Any, words: str) -> dict[str, Any] | None:
    """A claim of what the yaku of a pile are worth together, as what they score."""
    if not is_pile(record) or record.calls or record.koikoi or not (found := _POINTS.fullmatch(words)):
        return None
    (name, own) = next((name, result.players[name]) for name, hand in record.players.items() if hand.captured)
    values = [line.value for line in own.yaku]
    is_worth = all(isinstance(one, int) for one in values) and sum(values) == int(found[1])
    return {"scores": {name: own.score}} if is_worth else None


def claim_forms(record: HanafudaRound | HanafudaGame) -> list[str]:
    """Three claims that fit a record, which may name nobody yet."""
    first, *_, last = [*record.players, "Aki", "Bea"] if len(record.players) < 2 else record.players
    kind = "{who} pays 3" if isinstance(record, HanafudaRound) else "{who} 40"
    return [f"{first} 14", say(kind, who=last), say("{who} wins", who=first)]


def _yaku_in(text: str, rules: HanafudaRules | None) -> list[str]:
    if rules is None:
        return [name for name in re.split(r"\s*[,、;]\s*", text) if name]
    return [one for one, *_ in yaku_named(text, rules, has_worth=False)]


def yaku_named(
    text: str, rules: HanafudaRules, key: str = "claim", *, has_worth: bool = True
) -> list[tuple[str, int | None, bool]]:
    """The ids of a list of yaku, each with any worth behind it, and whether cards in front of it tell that; the longest
    name is taken, for names have commas.
    """
    entries = {**rules.yaku, **rules.teyaku}
    known = meanings(entries.values())
    longest, rest, found = sorted(known, key=len, reverse=True), fold(text), list[tuple[str, int | None, bool]]()
    while rest := re.sub(rf"^{_PARTS.pattern}", "", rest):
        before = None if any(map(rest.startswith, known)) else re.match(rf"({any_number()})\s", rest)
        rest, number = (rest[before.end() :], number_said(before[1])) if before else (rest, 0)
        name = next((name for name in longest if re.match(rf"{re.escape(name)}(?![a-z])", rest)), None)
        if name is None:
            first = re.split(r"[\s,、;・+&]", rest, maxsplit=1)[0]
            if is_card_word(first, load_deck()):
                parse_cards(text, load_deck(), key)  # the cards are misspelt
            hint = did_you_mean(rest if rest in known else first, known)
            raise RecordError("{0} has no yaku {1!r}{2}", rules.id, first, hint, key=key, column=1)
        one, more = the_one(name, known[name], entries, key), _MORE.match(rest, len(name))
        end = more.end() if more else len(name)
        count = int(more[1]) + (number or entries[one].when.fewest) if more else number
        worth = _WORTH.match(rest, end) if has_worth else None
        by_cards = _worth_of(entries[one], count, key) if count else None
        found.append((one, int(worth[1]) if worth and by_cards is None else by_cards, by_cards is not None))
        if worth and by_cards not in (None, int(worth[1])):
            contradict("{0} is worth {1}, found {2}", Named(entries[one].name.text), by_cards, worth[1], key=key)
        rest = rest[worth.end() if worth else end :]
    return found


def _worth_of(yaku: Yaku, count: int, key: str) -> int:
    """What a yaku of so many cards is worth."""
    value, least = yaku.value, yaku.when.fewest
    if not value.of or not isinstance(value.points, int) or value.months or not least <= count <= value.of.bit_count():
        contradict("{0} cards never make {1}", count, Named(yaku.name.text), key=key)
    return value.of_count(count, value.points)
