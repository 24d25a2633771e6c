"""Claims as people say them: ``7700``, ``1300/2600``, ``3 han 40 fu``, ``riichi pinfu``, ``scores.Aki=14``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from calc.errors import RecordError
from calc.notation._show import show
from calc.notation.hanafuda.records import HanafudaGame, HanafudaRound
from calc.notation.json_text import parse_json
from calc.notation.keys import MOST_DIGITS
from calc.notation.plain import AnyRecord, plain_from, record_from
from calc.notation.records import Game, Round, Win

if TYPE_CHECKING:
    from calc.rulesets import AnyRules

__all__ = ["claim_from_text", "read_claim"]

R = TypeVar("R", bound=Any)

_POINTS: Final = re.compile(r"[\d. ]*\d( +all)?|\d+/\d+")
_COUNT: Final = re.compile(rf"(?P<count>\d{{1,{MOST_DIGITS}}})\s*(?P<what>han|fu|翻|符)", re.IGNORECASE)
_PAIR: Final = re.compile(r"(?P<key>[^\s=]+)=(?P<value>\S*)")
_WHAT: Final = {"翻": "han", "符": "fu"}
_EXAMPLES: Final[dict[type, str]] = {
    Win: "7700, '1300/2600', mangan, '3 han 40 fu', 'riichi pinfu', 'payments.W=-7700'",
    Round: "'changes.E=1500', '{changes: {E: 1500}}' as JSON",
    Game: "'scores.Aki=34000', 'final.Aki=24'",
    HanafudaRound: "'scores.Aki=14', 'changes.Bea=-3', 'yaku.Aki=goko,kasu', 'winner=Aki'",
    HanafudaGame: "'scores.Aki=60', 'winner=Aki'",
}


def read_claim(record: AnyRecord, claim: Mapping[str, Any] | str, rules: AnyRules) -> AnyRecord:
    """The record with a claim, in place of its own and those of its rounds. ``rules``: those under which it is judged,
    whose levels and yaku have names.

    Raises :class:`~calc.errors.RecordError` for what is no claim on a record of its kind.
    """
    if not isinstance(claim, str):
        plain = dict(claim)
    else:
        named = _by_names(claim.strip(), rules) if isinstance(record, Win) else None
        plain = named or claim_from_text(claim, type(record))
    bare = _without_claims(record)
    kind = Game if isinstance(record, Game | HanafudaGame) else Win
    read = record_from({**plain_from(bare), "claim": plain}, kind=kind)
    return replace(bare, claim=read.claim)


def _without_claims(record: R) -> R:
    """The record without its claim, and without those of its rounds and wins."""
    parts = {
        key: [_without_claims(part) for part in getattr(record, key)]
        for key in ("rounds", "wins")
        if getattr(record, key, None)
    }
    return replace(record, claim=None, **parts)


def _by_names(said: str, rules: Any) -> dict[str, Any] | None:
    """A level, or yaku, by their ids or their names in the rule set, in any language; none for anything else."""
    from calc.mahjong.claims import level_worth

    if level_worth(said, rules) is not None:
        return {"points": said}
    id_of = {name.casefold(): one.id for one in rules.yaku.values() for name in (one.id, one.name.en, one.name.ja)}
    parts = re.split(r"[,、]" if re.search(r"[,、]", said) else r"\s+", said)
    names = [id_of.get(part.strip().casefold()) for part in parts]
    return {"yaku": names} if all(names) else None


def claim_from_text(text: str, kind: type = Win) -> dict[str, Any]:
    """The claim that a text spells, as plain data."""
    said = text.strip()
    if said.startswith("{"):
        value = parse_json(said)
        return value if isinstance(value, dict) else _refuse(text, kind)
    pairs = _PAIR.findall(said)
    if pairs and not _PAIR.sub("", said).strip():
        return _from_pairs(pairs)
    return (_of_win(said) if kind is Win else None) or _refuse(text, kind)


def _of_win(said: str) -> dict[str, Any] | None:
    """Han and fu, points, or the ids of yaku."""
    counts = {_WHAT.get(what, what.lower()): int(count) for count, what in _COUNT.findall(said)}
    if counts and not re.sub(r"[\s,]", "", _COUNT.sub("", said)):
        return counts
    points = re.sub(r" ?オール", " all", said.replace(",", "").replace("-", "/"))
    if _POINTS.fullmatch(points):
        return {"points": _points(points)}
    names = [name for name in re.split(r"[\s,、]+", said) if name]
    if not names or not all(re.fullmatch(r"[a-z_]+", name) for name in names):
        return None
    return {"win": False} if names == ["nothing"] else {"yaku": names}


def _points(said: str) -> int | str:
    bare = said.replace(" ", "")
    return int(bare) if bare.isdigit() and len(bare) <= MOST_DIGITS else said


def _from_pairs(pairs: list[tuple[str, str]]) -> dict[str, Any]:
    """``key=value`` words, the keys dotted, as in a line of notation."""
    claim: dict[str, Any] = {}
    for key, value in pairs:
        names = key.removeprefix("claim.").split(".", 1)
        place = claim if len(names) == 1 else claim.setdefault(names[0], {})
        if not isinstance(place, dict):
            raise RecordError(f"expected {names[0]} once, found it twice: {key!r}", key="claim")
        place[names[-1]] = _value(names[0], value)
    return claim


def _value(key: str, text: str) -> Any:
    if key == "yaku":
        return [name for name in text.split(",") if name]
    if key == "points" and not text.isdigit():
        return text
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def _refuse(text: str, kind: type) -> dict[str, Any]:
    raise RecordError(f"expected a claim such as {_EXAMPLES[kind]}, found {show(text)}", key="claim", column=1)
