"""Claims as people say them: ``7700``, ``3 han 40 fu``, ``riichi pinfu``, ``scores.Aki=14``, or JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from calc.disputes.people import without_name
from calc.errors import RecordError
from calc.games import game_for, kind_of
from calc.intake.spelling import record_from
from calc.notation.text import parse_json, show
from calc.records.plain import AnyRecord, plain_from

if TYPE_CHECKING:
    from calc.tables import RuleSet

R = TypeVar("R", bound=Any)

#: A key begins where a word does: a long word without ``=`` is looked at once.
_PAIR: Final = re.compile(r"(?<![^\s=])(?P<key>[^\s=]+)=(?P<value>\S*)")


def read_claim(record: AnyRecord, claim: Mapping[str, Any] | str, rules: RuleSet) -> AnyRecord:
    """The record with a claim in place of its own and those of its rounds.

    ``rules``: the rule set under which the claim is judged; its levels and yaku may be named. Raises
    :class:`~calc.errors.RecordError` for what is no claim on a record of its kind.
    """
    plain = _said(claim, record, rules) if isinstance(claim, str) else dict(claim)
    bare: Any = _without_claims(record)
    read = record_from({**plain_from(bare), "claim": plain}, untold=kind_of(record))
    claimed: AnyRecord = replace(bare, claim=read.claim)
    return claimed


def _said(text: str, record: AnyRecord, rules: RuleSet) -> dict[str, Any]:
    """A claim in words, which need not say what the record makes clear."""
    kind = type(record)
    try:
        return claim_from_text(text, kind, rules)
    except RecordError:
        bare = without_name(text, record, rules)
        for fuller in (*game_for(kind).fuller_words(text.strip(), record), *([bare] if bare is not None else [])):
            try:
                return claim_from_text(fuller, kind, rules)
            except RecordError as error:
                if error.code == "contradiction":
                    raise
        raise


def _without_claims(record: R) -> R:
    """The record without its claim, and without those of its rounds and wins."""
    parts = {
        key: [_without_claims(part) for part in getattr(record, key)]
        for key in ("rounds", "wins")
        if getattr(record, key, None)
    }
    return replace(record, claim=None, **parts)


def claim_from_text(text: str, kind: type, rules: RuleSet | None = None) -> dict[str, Any]:
    """Read a claim on a record of the type ``kind`` as plain data.

    ``rules``: the rule set whose levels and yaku may be named. Raises :class:`~calc.errors.RecordError` for a text that
    is no claim.
    """
    said, game = text.strip(), game_for(kind)
    if said.startswith("{"):
        claim = parse_json(said)
    elif _PAIR.search(said) and not _PAIR.sub("", said).strip():
        claim = _from_pairs(_PAIR.findall(said))
    else:
        read_words = game.read_words.get(kind)
        claim = read_words(text, rules, game.claims[kind]) if read_words is not None else None
    if not isinstance(claim, dict):
        raise RecordError(f"expected a claim such as {game.claims[kind]}, found {show(text)}", key="claim", column=1)
    return claim


def _from_pairs(pairs: list[tuple[str, str]]) -> dict[str, Any]:
    """Read ``key=value`` words, with dotted keys, as in a line of notation."""
    claim: dict[str, Any] = {}
    for key, value in pairs:
        names = key.removeprefix("claim.").split(".", 1)
        place = claim if len(names) == 1 else claim.setdefault(names[0], {})
        if not isinstance(place, dict) or names[-1] in place:
            raise RecordError(f"expected {names[0]} once, found it twice: {key!r}", key="claim")
        place[names[-1]] = _value(names[0], value)
    return claim


def _value(key: str, text: str) -> Any:
    if key in ("yaku", "has", "lacks"):
        return [name for name in text.split(",") if name]
    if key == "points" and not text.isdigit():
        return text
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text
