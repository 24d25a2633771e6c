"""Claims on hanafuda rounds and games in words: ``Aki 14``, ``Bea pays 3``, ``Aki has only three brights``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from calc.errors import RecordError, did_you_mean
from calc.hanafuda.records.types import HanafudaGame, HanafudaRound
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.records.claims import fold, meanings, numbers_by_player, read_claim_words, the_one

#: Between two yaku, folded.
_PARTS: Final = re.compile(r"(?:\s*(?:[,、;・+&]|\band\b|ト)\s*|\s+)+")


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
            raise RecordError(f"{rules.id} has no yaku {first!r}{did_you_mean(first, known)}", key="claim", column=1)
        found.append(the_one(name, known[name], entries))
        rest = re.sub(rf"^{_PARTS.pattern}", "", rest[len(name) :])
    return found
