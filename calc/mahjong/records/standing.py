"""What a player says before the last hand: ``tenhou south 4, I am west with 22000, north leads with 31000, what passes
him``.
"""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from calc.errors import NotationError
from calc.mahjong.records.words import STANDING, sign
from calc.notation.spellings import WIND_NAMES, round_of, seat_of
from calc.notation.text import show
from calc.patterns import regex
from calc.records.words import said
from calc.tables.in_words import sets_before
from calc.tables.shelf import sets_glued

_ORDER: Final = "ESWN"
_TOKEN: Final = regex(
    r"(?<!\S)(?:(?P<key>at|mine|asks|is|seat|name|place|aim|have|gap|honba|sticks)=(?P<value>[^\s,、。]+)|(?P<word>me|pass|child|children|others)(?!\S))"
)
#: Who speaks.
_I: Final = regex(r"\bi\b", re.IGNORECASE)
#: What the places are called, from the first on, and who speaks and the others, in English and in Japanese.
_PLACES: Final = {"en": ("leader", "second", "third", "last"), "ja": ("トップ", "2着", "3着", "ラス")}
_SELF: Final = {"en": "asker", "ja": "自分"}
_OTHER: Final = {"en": "other{0}", "ja": "他家{0}"}


class _Person(Struct):
    """Who is spoken of: the ``seat``, the ``place`` and the ``name`` where they are told, and the points."""

    seat: str = ""
    name: str = ""
    place: int = 0
    have: int | None = None
    is_child: bool = False


def read_standing(text: str, match_of: Callable[[str | None], tuple[int, int, int]]) -> dict[str, Any] | None:
    """The game that a player tells, ``record``, and what is asked of it, by the keys of a question of needs, with
    points of which it is asked whether they are enough, ``offered``; ``None`` for a text that tells nobody's points.
    ``match_of``: how many play under a rule set, the points at the start, and those of a stick.

    Raises :class:`~calc.errors.NotationError` for what is not told and would change the answer.
    """
    offered = sign("offered").search(text)
    told = _read_told(sign("offered").sub("", text), match_of)
    return told | {"offered": offered["said"]} if told is not None and offered else told


def _read_told(text: str, match_of: Callable[[str | None], tuple[int, int, int]]) -> dict[str, Any] | None:
    sets, rest = sets_before(text)
    sets, rest = (sets, rest) if sets else sets_glued(text)
    written = _with_names(STANDING.rewrite(said(rest)).text)
    told, me, others = _read(written)
    size, start, stick = match_of(sets[0] if sets else None)
    # Who speaks may be named by the place first, and a place without points is what is asked for.
    is_own = len(others) < size if not text.isascii() else others[1:] and others[0].place > 1 and _I.search(text)
    if me.have is None and not me.place and is_own and others and others[0].have is not None:
        me, others = replace(others[0], seat=others[0].seat or me.seat), others[1:]
    gap = told.pop("gap", None)
    behind = _with_gap(gap, told.pop("ahead", None), me, others, start) if gap is not None else []
    aims = [one.place for one in others if one.place and not one.seat and one.have is None]
    told |= {"aim": aims[-1]} if aims else {}
    others = [one for one in others if one.seat or one.name or one.have is not None]
    named = [one for one in others if one.seat or one.place or one.name]
    is_listed = "at=" in written and sum(bool(one.name) and one.have is not None for one in (me, *others)) == size
    if all(one.have is None for one in (me, *others)) or not (
        is_listed or any(one.seat or one.place for one in (me, *others))
    ):
        return None
    if rest_of := sign("otherwise").search(written) or sign("matters").search(_TOKEN.sub(" ", written)):
        raise NotationError("expected seats with points, honba and sticks, found {0}", show(rest_of.group()))
    at, aim, passed = told.pop("at", None), told.pop("aim", None), told.pop("passed", None)
    # Nobody wants the last place, which every end of the game keeps: -1 is the one above it.
    passed = behind[-1] if behind else passed
    is_for_all = len(others) == size and me == _Person() and aim is None
    me, *others = others if is_for_all else (me, *others)
    people = [me, *others]
    if aim is None and passed is None and sum(one.have is not None and not one.place for one in people) == size:
        # Everybody is told by the seat or the name, and nobody to pass: what is asked for is the first place.
        aim = 1
    aim = (aim or 0) % size
    goal = (
        passed if passed in others else None if aim and (len(people) == size or not named) else _passed(me, others, aim)
    )
    if unknown := next((one for one in people if one.have is None), None):
        raise NotationError("how many points {0} has is not told, and decides; add it", _name(unknown, me, 0, "en"))
    ranked = sorted((one for one in people if one.place), key=lambda one: one.place)
    is_wrong = len(people) == size and any(
        sum((other.have or 0) > (one.have or 0) for other in people) >= one.place for one in ranked
    )
    if is_wrong or goal is me or any((one.have or 0) < (other.have or 0) for one, other in pairwise(ranked)):
        raise NotationError("the points that are told do not fit the places; say each place before its points")
    lang = "en" if text.isascii() else "ja"
    names = {id(one): _name(one, me, place, lang) for place, one in enumerate(people)}
    number = at[1] if at and at[1] else size
    seats = [_ORDER[(place - number + 1) % size] for place in range(size)]
    is_listed = all(one.name for one in people) and (is_listed or any(one.seat for one in people))
    _seat(me, others, sorted(people, key=lambda one: written.find(f"name={one.name} ")) if is_listed else [], seats)
    untold = [_Person(seat=seat) for seat in seats if seat not in [one.seat for one in people]]
    rest_points = size * start - sum(one.have or 0 for one in people) - stick * told.get("sticks", 0)
    for place, one in enumerate(untold):
        one.have = rest_points // len(untold) + (place < rest_points % len(untold))
    sitting = sorted({id(one): one for one in (*people, *untold)}.values(), key=lambda one: seats.index(one.seat))
    names |= {id(one): _name(one, me, place, lang) for place, one in enumerate(sitting) if id(one) not in names}
    record: dict[str, Any] = {"players": [names[id(one)] for one in sitting]}
    record["scores"] = {names[id(one)]: one.have for one in sitting}
    record |= {"rules": sets[0]} if sets else {}
    told |= {"players": [] if is_for_all else [names[id(me)]], "untold": [names[id(one)] for one in (*untold, *behind)]}
    told |= {"passing": names[id(goal)]} if goal is not None else {"place": aim}
    return {"record": record, "at": at, **told}


def _with_names(written: str) -> str:
    """The words with ``name=`` before those whose points are told by a name, and ``asks=`` for who of them asks."""
    for name in dict.fromkeys(found["name"] or found["called"] for found in sign("named").finditer(written)):
        # In Japanese a particle follows.
        of = rf"(?<![^\Wぁ-ん])(?<!=){re.escape(name)}(?![^\Wぁ-ん])"
        asks = (
            rf"(?:does|do|must|can|should|would|could|will) {of}|"
            rf"{of}(?:の(?: pass|(?:逆転)?条件)| (?:needs|wants|asks|must)\b|"
            r"(?=[ がは]*(?:aim=|to (?:win|be|take|get|stay|finish|come)\b|to +pass )))"
        )
        written = re.sub(of, f" name={name} ", re.sub(asks, f" asks={name} ", written))
    return written


def _read(written: str) -> tuple[dict[str, Any], _Person, list[_Person]]:
    """What words tell of the hand, with whom to ``passed``; who speaks; and the others, as they are named."""
    told: dict[str, Any] = {}
    me = _Person()
    others: list[_Person] = []
    one: _Person | None = None
    # Whether a person has just been named, and so what follows is of the same one.
    is_named = is_passed = False
    for token in _TOKEN.finditer(written):
        key, value = token["key"] or token["word"], token["value"] or ""
        if key in ("honba", "sticks", "aim", "gap"):
            told[key] = int(value)
            told |= {"ahead": one} if key == "gap" and is_named and one is not me else {}
        elif key == "at":
            hand = round_of(value)
            told["at"] = (hand.wind, hand.number) if hand is not None else None
        elif key == "have":
            one, is_named = _with_points(one, others, int(value)), False
        elif key == "pass":
            is_passed, is_named = True, False
        elif key == "others":
            one = None
        elif key in ("child", "children"):
            for each in [one or me] if key == "child" else [me, *others]:
                each.is_child = True
        elif key == "me":
            one, is_named = me, True
        else:
            said_of = me if key == "mine" else one if is_named or key == "is" else None
            one = _identify(said_of, [me, *others], key, value)
            others += [one] if one is not me and one not in others else []
            told |= {"asks": one} if key == "asks" else {"passed": one} if is_passed else {}
            # A place behind who asks is the one that is asked for.
            is_named, is_passed = key != "asks", False
    asks = told.pop("asks", me)
    others = [one for one in (*others, me) if one is not asks and (one is not me or (asks is not me and me.have))]
    return told, asks, others


def _with_gap(gap: int, named: _Person | None, me: _Person, others: list[_Person], start: int) -> list[_Person]:
    """Give points to who speaks and to who is ``gap`` points ahead, who was ``named`` before it, else the leader where
    nobody is; both, where nobody told the points of one of them.
    """
    ahead = [one for one in others if one.have is None] or [one for one in others if one.place or one.seat]
    own = [one for one in ahead if one is not named]
    if named in ahead and not (me.place or me.have) and len(own) == 1 and not (me.seat and own[0].seat):
        # Besides who is ahead only who speaks is told.
        me.place, me.seat, me.is_child = own[0].place, me.seat or own[0].seat, me.is_child or own[0].is_child
        ahead.remove(own[0])
        others.remove(own[0])
    if len(ahead) > 1 or me.place == 1 or (ahead and 0 < me.place < ahead[0].place):
        raise NotationError("who is {0} points ahead is not told; name one seat or place", gap)
    others += [] if ahead else [_Person(place=1)]
    other = (ahead or others)[-1]
    is_untold = me.have is None and other.have is None
    if other.have is None:
        me.have = start if me.have is None else me.have
        other.have = me.have + gap
    elif me.have is None:
        me.have = other.have - gap
    return [me, other] if is_untold else [other]


def _with_points(one: _Person | None, others: list[_Person], points: int) -> _Person:
    """Who has points: the person spoken of, or one more of the others."""
    if one is None or one.have is not None:
        one = _Person()
        others.append(one)
    one.have = points
    return one


def _identify(one: _Person | None, people: Sequence[_Person], key: str, value: str) -> _Person:
    """Whom a seat or a place means: the person just named, one who was named before, or a new one."""
    name, told = (
        ("place", int(value)) if key == "place" else ("seat", seat_of(value)) if seat_of(value) else ("name", value)
    )
    if one is None or getattr(one, name):
        one = next((other for other in people if getattr(other, name) == told), None) or _Person()
    setattr(one, name, told)
    # Who was named before may be the same person.
    for other in people:
        if other is not one and getattr(other, name) == told and None in (one.have, other.have):
            one.have, other.have = one.have if other.have is None else other.have, None
            one.seat, one.place, one.name = one.seat or other.seat, one.place or other.place, one.name or other.name
            other.seat, other.place, other.name = "", 0, ""
    return one


def _passed(me: _Person, others: Sequence[_Person], aim: int) -> _Person:
    """Whom the asker wants to pass: who is named without points, else the one other who is named, else the leader."""
    if not (me.seat or me.place or me.have):
        raise NotationError("who asks is not told; say 'I am west with 22000', for example")
    leader = next((one for one in others if one.place == (aim or 1)), None)
    named = [one for one in others if one.seat or one.place or one.name] or [*others][: len(others) == 1]
    asked = [one for one in named if one.have is None] or named
    if leader is None and len(asked) != 1:
        raise NotationError("whom {0} wants to pass is not told; name one seat", _name(me, me, 0, "en"))
    return leader or asked[0]


def _seat(me: _Person, others: Sequence[_Person], in_turn: Sequence[_Person], seats: Sequence[str]) -> None:
    """Give seats to those of whom none is told. Who asks sits last, so that a tie decides nothing for them; but who are
    named ``in_turn``, the dealer where the ``seats`` of the round have the dealer, or nowhere, sit so.
    """
    if in_turn and not any(one.seat for one in in_turn):
        in_turn[seats.index(_ORDER[0])].seat = _ORDER[0]
    if [one.seat for one in in_turn] == [seat if seat == _ORDER[0] else "" for seat in seats]:
        for one, seat in zip(in_turn, seats, strict=True):
            one.seat = seat
    people = [*others, me]
    free = [seat for seat in _ORDER[: len(seats)] if seat not in [one.seat for one in people]]
    unseated = [one for one in people if not one.seat]
    if len(unseated) < len(free) and all(one.is_child for one in unseated):
        free = [seat for seat in free if seat != _ORDER[0]]
    if (unseated and "E" in free) or any(one.is_child and one.seat == _ORDER[0] for one in people):
        raise NotationError("who deals is not told, and decides; say 'I am the dealer', or 'the leader is the dealer'")
    # The last free seat is left for who asks.
    left = [*free[: len(unseated) - 1], free[-1]] if unseated else []
    for one, seat in zip(unseated, left, strict=True):
        one.seat = seat


def _name(one: _Person, me: _Person, number: int, lang: str) -> str:
    """What a person is called: by the seat or the place that was told."""
    if one.name:
        return one.name
    if one.seat:
        return str(WIND_NAMES[one.seat]) if lang == "en" else f"{'東南西北'[_ORDER.index(one.seat)]}家"
    if one.place:
        return _PLACES[lang][one.place - 1]
    return _SELF[lang] if one is me else _OTHER[lang].format(number)
