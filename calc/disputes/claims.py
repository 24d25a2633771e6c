"""Claims as people say them: ``7700``, ``1300/2600``, ``3 han 40 fu``, ``riichi pinfu``, ``scores.Aki=14``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from calc.errors import RecordError, did_you_mean
from calc.notation.text import show
from calc.records.game import Game
from calc.records.hanafuda import HanafudaGame, HanafudaRound
from calc.records.json_text import parse_json
from calc.records.keys import MOST_DIGITS
from calc.records.plain import AnyRecord, plain_from, record_from
from calc.records.round import Round
from calc.records.win import Win

if TYPE_CHECKING:
    from calc.tables import RuleSet

R = TypeVar("R", bound=Any)

_POINTS: Final = re.compile(r"[\d. ]*\d( +all)?|\d+/\d+")
_COUNT: Final = re.compile(rf"(?P<count>\d{{1,{MOST_DIGITS}}})\s*(?P<what>han|fu|翻|符)", re.IGNORECASE)
_PAIR: Final = re.compile(r"(?P<key>[^\s=]+)=(?P<value>\S*)")
_WHAT: Final = {"翻": "han", "符": "fu"}
#: What may stand around points or a level and says nothing.
_AROUND: Final = re.compile(r"(?:it(?: is|'s) )?(?:an? )?(.*?)(?: ?(?:points|pts|点))?", re.IGNORECASE)
#: How people say that there is no win.
_NO_WIN: Final = ("nothing", "no win")
_NO_YAKU: Final = ("no yaku", "役なし")
#: Before names of yaku: all that the hand has.
_ONLY: Final = "only "
_EXAMPLES: Final[dict[type, str]] = {
    Win: (
        "7700, '1300/2600', mangan, '3 han 40 fu', 'riichi pinfu' (yaku that it has), 'only riichi pinfu' (all of "
        "them), nothing (no win), 'payments.W=-7700'"
    ),
    Round: "'changes.E=1500', '{changes: {E: 1500}}' as JSON",
    Game: "'scores.Aki=34000', 'final.Aki=24'",
    HanafudaRound: "'scores.Aki=14', 'changes.Bea=-3', 'yaku.Aki=goko,kasu', 'winner=Aki'",
    HanafudaGame: "'scores.Aki=60', 'winner=Aki'",
}


def read_claim(record: AnyRecord, claim: Mapping[str, Any] | str, rules: RuleSet) -> AnyRecord:
    """The record with a claim, in place of its own and those of its rounds. ``rules``: those under which it is judged,
    whose levels and yaku have names.

    Raises :class:`~calc.errors.RecordError` for what is no claim on a record of its kind.
    """
    if not isinstance(claim, str):
        plain = dict(claim)
    elif isinstance(record, Win):
        plain = _by_names(_core(claim), rules) or _of_known_yaku(claim, claim_from_text(claim), rules)
    else:
        plain = claim_from_text(claim, type(record))
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


def _core(said: str) -> str:
    """What is claimed, without words around it: ``mangan`` of ``it is a mangan``, ``7700`` of ``7700 points``."""
    match = _AROUND.fullmatch(said.strip())
    return match[1] if match is not None else said.strip()


def _by_names(said: str, rules: Any) -> dict[str, Any] | None:
    """A level, or yaku, by their ids or their names in the rule set, in any language; none for anything else."""
    from calc.mahjong.explain.claims import level_worth

    if level_worth(said, rules) is not None:
        return {"points": said}
    id_of = {name.casefold(): one.id for one in rules.yaku.values() for name in (one.id, one.name.en, one.name.ja)}
    key, listed = _key_of(said)
    parts = re.split(r"[,、]" if re.search(r"[,、]", listed) else r"\s+", listed)
    names = [id_of.get(part.strip().casefold()) for part in parts]
    return {key: names} if all(names) else None


def _key_of(said: str) -> tuple[str, str]:
    """Whether names of yaku are all that the hand has (``only``) or some, and the names."""
    return ("yaku", said[len(_ONLY) :].strip()) if said.casefold().startswith(_ONLY) else ("has", said)


def _of_known_yaku(said: str, plain: dict[str, Any], rules: Any) -> dict[str, Any]:
    """The claim, if no word of it was taken for a yaku that there is not."""
    names = [] if "=" in said or said.lstrip().startswith("{") else plain.get("has") or plain.get("yaku") or []
    unknown = next((name for name in names if name not in rules.yaku), None)
    if unknown is None:
        return plain
    hint = did_you_mean(unknown, [*rules.yaku, *rules.points.levels, "yakuman"])
    none_such, expected = f"{rules.id} has no yaku {unknown!r}{hint}", f"expected a claim such as {_EXAMPLES[Win]}"
    message = f"{expected}, found {show(said)}: {none_such}" if len(names) > 1 else none_such
    if len(names) == 1 and not hint:
        message = f"{none_such}; {expected}"
    raise RecordError(message, key="claim", column=1)


def claim_from_text(text: str, kind: type = Win) -> dict[str, Any]:
    """The claim that a text spells, as plain data."""
    said = text.strip()
    if said.startswith("{"):
        value = parse_json(said)
        return value if isinstance(value, dict) else _refuse(text, kind)
    pairs = _PAIR.findall(said)
    if pairs and not _PAIR.sub("", said).strip():
        return _from_pairs(pairs)
    return (_of_win(_core(said)) if kind is Win else None) or _refuse(text, kind)


def _of_win(said: str) -> dict[str, Any] | None:
    """Han and fu, points, no win, or the ids of yaku."""
    counts = [(_WHAT.get(what, what.lower()), int(count)) for count, what in _COUNT.findall(said)]
    if counts and not re.sub(r"[\s,]", "", _COUNT.sub("", said)):
        return dict(counts) if len(dict(counts)) == len(counts) else None
    if said.casefold() in _NO_WIN:
        return {"win": False}
    if said.casefold() in _NO_YAKU:
        return {"yaku": []}
    points = re.sub(r" ?オール", " all", said.replace(",", "").replace("-", "/"))
    if _POINTS.fullmatch(points):
        return {"points": _points(points)}
    key, listed = _key_of(said)
    names = [name for name in re.split(r"[\s,、]+", listed) if name]
    return {key: names} if names and all(re.fullmatch(r"[a-z_]+", name) for name in names) else None


def _points(said: str) -> int | str:
    bare = said.replace(" ", "")
    return int(bare) if bare.isdigit() and len(bare) <= MOST_DIGITS else said


def _from_pairs(pairs: list[tuple[str, str]]) -> dict[str, Any]:
    """``key=value`` words, the keys dotted, as in a line of notation."""
    claim: dict[str, Any] = {}
    for key, value in pairs:
        names = key.removeprefix("claim.").split(".", 1)
        place = claim if len(names) == 1 else claim.setdefault(names[0], {})
        if not isinstance(place, dict) or names[-1] in place:
            raise RecordError(f"expected {names[0]} once, found it twice: {key!r}", key="claim")
        place[names[-1]] = _value(names[0], value)
    return claim


def _value(key: str, text: str) -> Any:
    if key in ("yaku", "has"):
        return [name for name in text.split(",") if name]
    if key == "points" and not text.isdigit():
        return text
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def _refuse(text: str, kind: type) -> dict[str, Any]:
    raise RecordError(f"expected a claim such as {_EXAMPLES[kind]}, found {show(text)}", key="claim", column=1)
