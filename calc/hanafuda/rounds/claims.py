"""Compare claims on hanafuda rounds with the results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import UNSET, UnsetType

from calc.errors import RecordError, did_you_mean
from calc.hanafuda.records.types import HanafudaClaim
from calc.hanafuda.results import HanafudaResult
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.outcomes import Difference, check_not_empty, claimed_of


def round_differences(claim: HanafudaClaim, result: HanafudaResult, rules: HanafudaRules) -> Iterator[Difference]:
    """Yield each figure of a claim on a round that differs from the result.

    Raises :class:`~calc.errors.RecordError` for unknown players and yaku, and for totals outside a game.
    """
    players = result.players
    check_not_empty(claimed_of(claim), "claim", f"scores: {{{next(iter(players))}: 5}}")
    yield from amount_differences("scores", claim.scores, {name: one.score for name, one in players.items()})
    yield from amount_differences("changes", claim.changes, {name: one.change for name, one in players.items()})
    if claim.totals is not UNSET:
        if result.totals is UNSET:
            raise RecordError("a round alone has no totals; claim its changes, or give the game", key="claim.totals")
        yield from amount_differences("totals", claim.totals, result.totals)
    if claim.winner is not UNSET:
        if claim.winner is not None:
            check_player(claim.winner, players, "claim.winner")
        if claim.winner != result.winner:
            yield Difference("winner", claim.winner, result.winner)
    if claim.yaku is not UNSET:
        yield from _yaku_differences(claim.yaku, result, rules)
    yield from _held_differences(claim, result, rules)


def amount_differences(
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
            f"there is no player {name!r} here{did_you_mean(name, players)}", code="contradiction", key=key
        )


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
            raise RecordError(f"{rules.id} has no yaku {one!r}{did_you_mean(one, known)}", key=key)


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
