"""What follows a round that is settled alone: the next one, the end of the game, or what only the scores tell."""

from __future__ import annotations

from calc.mahjong.rounds.frames import Frame
from calc.mahjong.rules.schema import MahjongRules
from calc.outcomes import Note


def is_known_to_follow(after: Frame, rules: MahjongRules) -> bool:
    """Whether the rule set has a round like the next one at all."""
    return _hand(after, rules) <= (rules.match.winds + rules.match.extra_winds) * len(rules.seats)


def notes_on_next(frame: Frame, after: Frame, rules: MahjongRules, *, is_void: bool) -> list[Note]:
    """Why no round follows, or on what it depends, for a round alone has no scores. ``is_void``: after a chombo, which
    lets no dealer stop.
    """
    match, seats = rules.match, len(rules.seats)
    regular, most = match.winds * seats, (match.winds + match.extra_winds) * seats
    hand, keeps = _hand(frame, rules), after.number == frame.number
    if hand > most:
        last = Frame(wind=most // seats - 1, number=seats, honba=0, sticks=0)
        text = f"{rules.id} plays up to {_name(last)} and has no {_name(frame)}, so what follows it is not known"
        return [Note("no_such_round", f"{text}; the options rounds and west_round tell how many winds are played")]
    if hand == most and not keeps:
        return [Note("last_hand", f"{_name(frame)} is the last hand of {rules.id}: the game is over")]
    if hand < regular:
        return []
    told = []
    if match.extra_until != "end" if hand > regular else not keeps:
        more = "" if match.target_is == "reached" else "more than "
        told.append(f"{_name(after)} is played only while nobody has {more}{match.target:,} points")
    if keeps and not is_void and hand in (regular, most) and match.dealer_stops != "never":
        told.append(f"the game is over if the dealer leads{' and stops' if match.dealer_stops == 'may' else ''}")
    return [Note("next_depends", f"a round alone has no scores: {', and '.join(told)}")] if told else []


def _hand(frame: Frame, rules: MahjongRules) -> int:
    """The place of a round in the game, from 1."""
    return frame.wind * len(rules.seats) + frame.number


def _name(frame: Frame, winds: str = "ESWN") -> str:
    return f"{winds[frame.wind % len(winds)]}{frame.number}"
