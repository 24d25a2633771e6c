"""Claims on hanafuda rounds and games: read from words, and compared with results.

In words: ``Aki 14``, ``Bea pays 3``, ``Aki has only three brights``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from calc.errors import RecordError, did_you_mean
from calc.hanafuda.records.types import HanafudaClaim, HanafudaGame, HanafudaGameClaim, HanafudaRound
from calc.hanafuda.results import HanafudaFirstWrong, HanafudaResult
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.outcomes import Difference, check_not_empty, claimed_of
from calc.patterns import regex
from calc.records.claims import fold, meanings, numbers_by_player, read_claim_words, the_one

#: Between two yaku, folded.
_PARTS: Final = regex(r"(?:[\s,、;・+&ト]|\band\b)+")


# ---- compared with results


def compare_round(result: HanafudaResult, claim: HanafudaClaim, rules: HanafudaRules) -> HanafudaResult:
    """Return the result of a round with each figure of a claim that differs from it.

    Raises :class:`~calc.errors.RecordError` for unknown players and yaku, and for totals outside a game.
    """
    found = list(_round_differences(claim, result, rules))
    return replace(result, agrees=not found, differences=found)


def _round_differences(claim: HanafudaClaim, result: HanafudaResult, rules: HanafudaRules) -> Iterator[Difference]:
    players = result.players
    check_not_empty(claimed_of(claim), "claim", f"scores: {{{next(iter(players))}: 5}}")
    yield from _amount_differences("scores", claim.scores, {name: one.score for name, one in players.items()})
    yield from _amount_differences("changes", claim.changes, {name: one.change for name, one in players.items()})
    if claim.totals is not UNSET:
        if result.totals is UNSET:
            raise RecordError("a round alone has no totals; claim its changes, or give the game", key="claim.totals")
        yield from _amount_differences("totals", claim.totals, result.totals)
    if claim.winner is not UNSET:
        if claim.winner is not None:
            check_player(claim.winner, players, "claim.winner")
        if claim.winner != result.winner:
            yield Difference("winner", claim.winner, result.winner)
    if claim.yaku is not UNSET:
        yield from _yaku_differences(claim.yaku, result, rules)
    yield from _held_differences(claim, result, rules)


def _amount_differences(
    key: str, claimed: Mapping[str, int] | UnsetType, actual: Mapping[str, int]
) -> Iterator[Difference]:
    """Yield a difference if any player's claimed amount is wrong."""
    if isinstance(claimed, UnsetType):
        return
    check_not_empty(claimed, f"claim.{key}", f"{next(iter(actual))}: 5")
    for name in claimed:
        check_player(name, actual, f"claim.{key}.{name}")
    if any(actual[name] != amount for name, amount in claimed.items()):
        yield Difference(key, dict(claimed), {name: actual[name] for name in claimed})


def check_player(name: str, players: Mapping[str, Any], key: str) -> None:
    """Raise :class:`~calc.errors.RecordError` for an unknown player."""
    if name not in players:
        raise RecordError(
            "there is no player {0!r} here{1}", name, did_you_mean(name, players), code="contradiction", key=key
        )


def judge_game(
    game: HanafudaGame, results: Sequence[HanafudaResult], totals: Mapping[str, int], winner: str | None
) -> dict[str, Any]:
    """Return the keys of a game's result that say where the claims of the game and its rounds go wrong.

    Empty if nothing is claimed.
    """
    found = list(_game_differences(game.claim, totals, winner)) if game.claim is not None else []
    if game.claim is None and all(one.agrees is UNSET for one in results):
        return {}
    wrong = [
        HanafudaFirstWrong(int(one.round or 0), item.key, item.claimed, item.actual)
        for one in results
        for item in one.differences or []
    ]
    wrong += [HanafudaFirstWrong("final", item.key, item.claimed, item.actual) for item in found]
    return {"agrees": not wrong, "first_wrong": wrong[0] if wrong else None, "differences": found}


def _game_differences(claim: HanafudaGameClaim, totals: Mapping[str, int], winner: str | None) -> Iterator[Difference]:
    check_not_empty(claimed_of(claim), "claim", f"scores: {{{next(iter(totals))}: 5}}")
    if claim.winner not in (UNSET, None):
        check_player(claim.winner, totals, "claim.winner")
    yield from _amount_differences("scores", claim.scores, totals)
    if claim.winner is not UNSET and claim.winner != winner:
        yield Difference("winner", claim.winner, winner)


def _held_differences(claim: HanafudaClaim, result: HanafudaResult, rules: HanafudaRules) -> Iterator[Difference]:
    if claim.has is not UNSET:
        held = _held("has", claim.has, result, rules)
        if any(not {*ids} <= {*held[name]} for name, ids in claim.has.items()):
            yield Difference("has", dict(claim.has), held)
    if claim.lacks is not UNSET:
        held = _held("lacks", claim.lacks, result, rules)
        counted = {name: [one for one in ids if one in held[name]] for name, ids in claim.lacks.items()}
        if any(counted.values()):
            yield Difference("lacks", dict(claim.lacks), {name: ids for name, ids in counted.items() if ids})


def _held(
    key: str, claimed: Mapping[str, list[str]], result: HanafudaResult, rules: HanafudaRules
) -> dict[str, list[str]]:
    """The ids of all yaku that count for the players of a claim."""
    known = {**rules.teyaku, **rules.yaku}
    check_not_empty(claimed, f"claim.{key}", f"{next(iter(result.players))}: [{next(iter(rules.yaku))}]")
    for name, ids in claimed.items():
        check_player(name, result.players, f"claim.{key}.{name}")
        _check_yaku(ids, known, f"claim.{key}.{name}", rules)
    players = {name: result.players[name] for name in claimed}
    return {name: [line.id for line in (*one.teyaku, *one.yaku)] for name, one in players.items()}


def _check_yaku(ids: Iterable[str], known: Mapping[str, Any], key: str, rules: HanafudaRules) -> None:
    for one in ids:
        if one not in known:
            raise RecordError("{0} has no yaku {1!r}{2}", rules.id, one, did_you_mean(one, known), key=key)


def _yaku_differences(
    claimed: Mapping[str, list[str]], result: HanafudaResult, rules: HanafudaRules
) -> Iterator[Difference]:
    check_not_empty(claimed, "claim.yaku", f"{next(iter(result.players))}: []")
    for name, ids in claimed.items():
        check_player(name, result.players, f"claim.yaku.{name}")
        _check_yaku(ids, rules.yaku, f"claim.yaku.{name}", rules)
    actual = {name: [line.id for line in result.players[name].yaku] for name in claimed}
    if any(sorted(ids) != sorted(actual[name]) for name, ids in claimed.items()):
        yield Difference("yaku", dict(claimed), actual)


# ---- read from words


def read_round_words(words: str, rules: HanafudaRules | None, examples: str) -> dict[str, Any] | None:
    """Read a claim on a round as plain data; ``None`` for words that are no claim.

    Yaku are named by id, or with ``rules`` by any of their names. Raises :class:`calc.RecordError` for a yaku that
    ``rules`` do not have.
    """
    keys = {"change": "changes", "score": "scores", "winner": "winner", "yaku": "yaku", "has": "has", "lacks": "lacks"}
    return read_claim_words(words, keys, yaku_of=lambda text: _yaku_in(text, rules))


def read_game_words(words: str, rules: HanafudaRules | None, examples: str) -> dict[str, Any] | None:
    """As :func:`read_round_words` on a game: ``Aki 60, Bea 40``, ``Aki wins``."""
    return read_claim_words(words, {"score": "scores", "winner": "winner"})


def fuller_words(words: str, record: HanafudaRound | HanafudaGame) -> Iterator[str]:
    """A claim with what it leaves out: ``Aki three brights`` says that Aki has them, and a bare ``15`` or ``three
    brights`` is about who stopped.
    """
    for name in record.players:
        if words.startswith(f"{name} "):
            yield f"{name} has {words.removeprefix(name).strip()}"
            return
    if isinstance(record, HanafudaGame):
        yield from numbers_by_player(words, record.players)
    who = record.stopped_by if isinstance(record, HanafudaRound) else None
    if who is not None:
        yield from (f"{who} {words}", f"{who}は{words}", f"{who} has {words}")


def _yaku_in(text: str, rules: HanafudaRules | None) -> list[str]:
    """The ids of a list of yaku: everywhere the longest name is taken, for names have commas of their own."""
    if rules is None:
        return [name for name in re.split(r"\s*[,、;]\s*", text) if name]
    entries = {**rules.yaku, **rules.teyaku}
    known = meanings(entries.values())
    longest, rest, found = sorted(known, key=len, reverse=True), fold(text), list[str]()
    while rest:
        name = next((name for name in longest if re.match(rf"{re.escape(name)}(?![a-z])", rest)), None)
        if name is None:
            first = _PARTS.split(rest)[0]
            raise RecordError(
                "{0} has no yaku {1!r}{2}", rules.id, first, did_you_mean(first, known), key="claim", column=1
            )
        found.append(the_one(name, known[name], entries))
        rest = re.sub(rf"^{_PARTS.pattern}", "", rest[len(name) :])
    return found
