"""Claims on a win as people say them: ``7700``, ``1300/2600``, ``3 han 40 fu``, ``mangan``, ``riichi pinfu``."""

from __future__ import annotations

import re
from typing import Any, Final

from calc.errors import RecordError, did_you_mean
from calc.mahjong.explain.claims import level_worth
from calc.mahjong.rules.schema import MahjongRules
from calc.notation.text import show
from calc.records.values import MOST_DIGITS

_POINTS: Final = re.compile(r"[\d. ]*\d( +all)?|\d+/\d+")
_COUNT: Final = re.compile(rf"(?P<count>\d{{1,{MOST_DIGITS}}})\s*(?P<what>han|fu|翻|符)", re.IGNORECASE)
_WHAT: Final = {"翻": "han", "符": "fu"}
#: Words around points or a level, which say nothing.
_AROUND: Final = re.compile(r"(?:it(?: is|'s) )?(?:an? )?(.*?)(?: ?(?:points|pts|点))?", re.IGNORECASE)
_NO_WIN: Final = ("nothing", "no win")
_NO_YAKU: Final = ("no yaku", "役なし")
#: Before names of yaku: these are all that the hand has.
_ONLY: Final = "only "


def read_words(words: str, rules: MahjongRules | None, examples: str) -> dict[str, Any] | None:
    """Read a claim in words on a win as plain data; ``None`` for words that are no claim.

    Levels and yaku may be named by their ids or, with ``rules``, by their names in any language. Raises
    :class:`calc.RecordError`, with ``examples`` of claims, for a yaku that ``rules`` have not.
    """
    match = _AROUND.fullmatch(words.strip())
    said = match[1] if match is not None else words.strip()
    named = _by_names(said, rules) if rules is not None else None
    if named is not None:
        return named
    claim = _by_amounts_or_ids(said)
    if claim is not None and rules is not None:
        _check_yaku(words, claim.get("has") or claim.get("yaku") or [], rules, examples)
    return claim


def _by_names(said: str, rules: MahjongRules) -> dict[str, Any] | None:
    if level_worth(said, rules) is not None:
        return {"points": said}
    id_of = {name.casefold(): one.id for one in rules.yaku.values() for name in (one.id, one.name.en, one.name.ja)}
    key, listed = _split_only(said)
    parts = re.split(r"[,、]" if re.search(r"[,、]", listed) else r"\s+", listed)
    names = [id_of.get(part.strip().casefold()) for part in parts]
    return {key: names} if all(names) else None


def _split_only(said: str) -> tuple[str, str]:
    """The key of a claim on yaku, all of the hand (``only``) or some, and the list of them."""
    return ("yaku", said[len(_ONLY) :].strip()) if said.casefold().startswith(_ONLY) else ("has", said)


def _by_amounts_or_ids(said: str) -> dict[str, Any] | None:
    """Read han and fu, no win, points, or ids of yaku."""
    counts = [(_WHAT.get(what, what.lower()), int(count)) for count, what in _COUNT.findall(said)]
    if counts and not re.sub(r"[\s,]", "", _COUNT.sub("", said)):
        return dict(counts) if len(dict(counts)) == len(counts) else None
    if said.casefold() in _NO_WIN:
        return {"win": False}
    if said.casefold() in _NO_YAKU:
        return {"yaku": []}
    points = re.sub(r" ?オール", " all", said.replace(",", "").replace("-", "/"))
    if _POINTS.fullmatch(points):
        digits = points.replace(" ", "")
        return {"points": int(digits) if digits.isdigit() and len(digits) <= MOST_DIGITS else points}
    key, listed = _split_only(said)
    names = [name for name in re.split(r"[\s,、]+", listed) if name]
    return {key: names} if names and all(re.fullmatch(r"[a-z_]+", name) for name in names) else None


def _check_yaku(words: str, names: list[str], rules: MahjongRules, examples: str) -> None:
    """Refuse a word that was taken for a yaku, where there is no such yaku."""
    unknown = next((name for name in names if name not in rules.yaku), None)
    if unknown is None:
        return
    hint = did_you_mean(unknown, [*rules.yaku, *rules.points.levels, "yakuman"])
    message, expected = f"{rules.id} has no yaku {unknown!r}{hint}", f"expected a claim such as {examples}"
    if len(names) > 1:
        message = f"{expected}, found {show(words)}: {message}"
    elif not hint:
        message = f"{message}; {expected}"
    raise RecordError(message, key="claim", column=1)
