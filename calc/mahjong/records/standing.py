"""What a player says before the last hand: ``tenhou south 4, I am west with 22000, north leads with 31000, what passes
him``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from calc.errors import NotationError
from calc.mahjong.records.words import STANDING
from calc.notation.spellings import WIND_NAMES, round_of, seat_of
from calc.notation.text import show
from calc.patterns import regex
from calc.records.words import said
from calc.tables.shelf import sets_before

_ORDER: Final = "ESWN"
_TOKEN: Final = regex(
    r"(?<!\S)(?:(?P<key>at|mine|seat|have|honba|sticks)=(?P<value>[^\s,、。]+)|(?P<word>me|pass)(?!\S))"
)
#: What no answer takes into account.
_MATTERS: Final = regex(r"riichi|reach|リーチ|立直|tenpai|テンパイ|聴牌|\d")
#: Words by which something else is asked: what others need, or how not to be passed.
_OTHERWISE: Final = regex(
    r"\bpass\s+me\b|\b(?:does|must|will|can|could|should|may)\s+seat=|\b(?:he|she|they|not?|never|without|stay\w*|keep\w*"
    r"|hold\w*|ahead)\b|n['’]t\b|られ|ない",
    re.IGNORECASE,
)


def read_standing(text: str, match_of: Callable[[str | None], tuple[int, int, int]]) -> dict[str, Any] | None:
    """The game that a player tells, ``record``, and what is asked of it, by the keys of a question of needs; ``None``
    for a text that tells nobody's points. ``match_of``: how many play under a rule set, the points at the start,
    and those of a stick.

    Raises :class:`~calc.errors.NotationError` for what is not told and would change the answer.
    """
    sets, rest = sets_before(text)
    written = STANDING.rewrite(said(rest)).text
    told, have, named, me = _read(written)
    if not have or not named:
        return None
    if rest_of := _OTHERWISE.search(written) or _MATTERS.search(_TOKEN.sub(" ", written)):
        raise NotationError("expected seats with points, honba and sticks, found {0}", show(rest_of.group()))
    # In Japanese who speaks is often not said, and comes first.
    me = me or ("" if text.isascii() else named[0])
    other = _passed(have, named, me)
    size, start, stick = match_of(sets[0] if sets else None)
    at = told.pop("at", None)
    number = at[1] if at and at[1] else size
    seats = [_ORDER[(place - number + 1) % size] for place in range(size)]
    left = [seat for seat in seats if seat not in have]
    rest_points = size * start - sum(have.values()) - stick * told.get("sticks", 0)
    have |= {seat: rest_points // len(left) + (place < rest_points % len(left)) for place, seat in enumerate(left)}
    names = dict(zip(_ORDER, "東南西北", strict=True))
    names = {seat: str(WIND_NAMES[seat]) if text.isascii() else f"{names[seat]}家" for seat in seats}
    record = {"players": [*names.values()], "scores": {names[seat]: have[seat] for seat in seats}}
    record |= {"rules": sets[0]} if sets else {}
    told |= {"players": [names[me]], "passing": names[other], "untold": [names[seat] for seat in left]}
    return {"record": record, "at": at, **told}


def _read(written: str) -> tuple[dict[str, Any], dict[str, int], list[str], str]:
    """What words tell: of the hand; the points by seat; the seats, as they are named; and whose seat the asker's is."""
    told: dict[str, Any] = {}
    have: dict[str, int] = {}
    named: list[str] = []
    me, who, is_me = "", "", False
    for token in _TOKEN.finditer(written):
        key, value = token["key"] or token["word"], token["value"] or ""
        if key in ("honba", "sticks"):
            told[key] = int(value)
        elif key == "at":
            hand = round_of(value)
            told["at"] = (hand.wind, hand.number) if hand is not None else None
        elif key == "have":
            have["me" if is_me else who] = int(value)
            is_me = False
        elif token["word"]:
            is_me = key == "me" and not me
        else:
            who = seat_of(value) or ""
            me, is_me = (who, False) if key == "mine" or is_me else (me, is_me)
            named.append(who)
    if "me" in have:
        have[me] = have.pop("me")
    return told, have, named, me


def _passed(have: Mapping[str, int], named: Sequence[str], me: str) -> str:
    """The seat of whom the asker wants to pass."""
    others = [*dict.fromkeys(one for one in named if one not in ("", me))]
    asked = [one for one in others if one not in have] or others
    if not me:
        raise NotationError("who asks is not told; say 'I am west with 22000', for example")
    if len(asked) != 1:
        raise NotationError("whom {0} wants to pass is not told; name one seat", WIND_NAMES[me])
    for seat in (me, asked[0]):
        if seat not in have:
            raise NotationError("how many points {0} has is not told, and decides; add it", WIND_NAMES[seat])
    return asked[0]
