"""A round in the making: what the words of a sentence tell of it, one by one, and the plain data that they come to."""

import re
from collections.abc import Sequence
from math import prod
from typing import Any

from calc.hanafuda.records.plain import are_cards
from calc.hanafuda.records.words import PILES, sign
from calc.records.words import said


class Told:
    """A round in the making: what each player scored as figures and signs in their order, ``""`` for what is told of
    nobody yet; whose yaku, each with how many cards make it where that is told, and dealt yaku; whose cards; who went
    on, who won, who stopped with how many points of yaku; what else is told of the round, and of players.
    """

    def __init__(self, who: str, *, of_yaku: bool) -> None:
        self.who, self.of_yaku = who, of_yaku
        self.before = self.stopper = ""
        self.is_pronoun = self.is_drawn = self.is_behind = self.is_doubtful = self.is_asked = False
        self.is_untold = False
        self.went_on = 0
        self.sums: dict[str, list[Any]] = {}
        self.yaku: dict[str, list[tuple[str, str]]] = {}
        self.dealt: dict[str, list[tuple[str, str]]] = {}
        self.cards: dict[str, list[tuple[str, str]]] = {}
        self.facts: dict[str, dict[str, int]] = {}
        self.loser_facts: list[str] = []
        self.points: dict[str, int] = {}
        self.is_of_junk = False
        self.lacking: set[str] = set()
        self.round: dict[str, list[str]] = {}
        self.calls: dict[str, int] = {}
        self.won: set[str] = set()
        self.based: set[str] = set()
        self.losers: set[str] = set()
        self.options: dict[str, str] = {}

    def part(self) -> None:
        """Pass over what parts words."""
        self._flush()
        self.sums.setdefault(self.who, []).append(",")
        self.is_behind, self.is_asked = True, False

    def take(self, key: str, value: str, count: str) -> None:
        """Take one word."""
        if key == "who":
            self._name(value)
            return
        self.is_asked |= key == "asks"
        if self.is_asked:
            return
        if key not in ("call", "filler", "par", "he", "join"):
            self._flush()
        if key == "stop":
            self.take("win", "", "")
            key = "held"
        # What cards are worth is what the yaku are worth where nothing else of them is.
        key = "held" if key == "cards" and self.of_yaku else key
        # ``Mia has 4 junk, Noa 8``
        key = "junk" if key == "points" and self.is_of_junk else key
        self.is_of_junk = key == "junk" or (self.is_of_junk and key == "filler")
        if key == "he":
            self.is_pronoun = True
        elif key == "call":
            self._go_on(int(value or 1))
        elif key == "win" and self.who:
            self.won.add(self.who)
            self.stopper = self.who
        elif key in ("yaku", "dealt", "card"):
            held = {"yaku": self.yaku, "dealt": self.dealt, "card": self.cards}[key].setdefault(self.who, [])
            held += [(count, value)] if value not in [name for _, name in held] else []
        elif key in ("field", "round"):
            self.round.setdefault(key, []).append(value)
        else:
            self._add(key, value)

    def _add(self, key: str, value: str) -> None:
        """Take a figure, a sign between figures, or what is added to the word before it."""
        if key == "draw":
            # ``Mia 80, nothing``
            self.is_drawn |= not (self.who and (self.sums.get(self.who) or self.points))
        elif key in ("cards", "junk"):
            told = self.points if key == "cards" else self.facts.setdefault("chaff", {})
            self.is_doubtful |= self.who in told
            told[self.who] = int(value)
        elif key in ("points", "times", "held"):
            self.sums.setdefault(self.who, []).append(("x", int(value)) if key == "times" else int(value))
            self.based |= {self.who} if key == "held" else set()
        elif key == "option":
            option, _, choice = value.partition("=")
            self.options[option] = choice
        elif key == "loses":
            self.losers.add(self.who)
        elif key == "becomes":
            self.sums.setdefault(self.who, []).append("=")
        elif key in ("more", "worth"):
            held = (self.yaku if key == "more" else self.dealt or self.yaku).get(self.who, [])
            value, _, kind = value.partition(" ")
            self.is_doubtful |= not held or bool(kind and not sign(f"more_{kind}").search(held[-1][1]))
            held[-1:] = [(count, f"{name} {'+' * (key == 'more')}{value}") for count, name in held[-1:]]
        elif key == "own":
            self.facts.setdefault(value, {})[self.who] = 1
        elif key == "fact":
            # It is of a loser, who may be named after it.
            is_next = self.who in {*self.won, ""} or self.yaku.get(self.who) or self.cards.get(self.who)
            self.loser_facts += [value] if is_next else []
            self.lacking |= set() if is_next else {self.who}
            self.facts.setdefault(value, {}).update({} if is_next else {self.who: 1})

    def _name(self, who: str) -> None:
        """Have what follows be told of somebody, and what was told of nobody yet."""
        self.before, self.who, self.is_pronoun, self.is_behind = self.who, who, False, False
        self.calls |= {who: self.went_on} if self.went_on else {}
        self.went_on = 0
        for name in self.loser_facts:
            self.facts[name][who] = 1
        self.lacking |= {who} if self.loser_facts else set()
        self.loser_facts = []
        for held in (self.sums, self.yaku, self.dealt, self.cards):
            loose: Any = held.pop("", [])
            held[who] = [*held.get(who, []), *loose]

    def _flush(self) -> None:
        """A call behind which nobody is named is of who was named before it, if not for what that one lacked."""
        if self.went_on and self.who:
            self.is_doubtful |= self.who in self.lacking
            self.calls[self.who], self.went_on = self.went_on, 0

    def _go_on(self, times: int) -> None:
        if self.is_pronoun:
            # Whom a pronoun means is not known.
            self.is_untold = True
            return
        if self.is_behind or not self.who:
            # ``went on Bea``
            self.went_on = times
            return
        self.calls[self.who] = times
        if self.before in self.yaku or any(isinstance(one, int) for one in self.sums.get(self.before, ())):
            self.who, self.before = self.before, ""

    def found(self, players: Sequence[str]) -> dict[str, Any] | None:
        """The plain data of the round; ``None`` where it is not told whole, or not in one way."""
        self._flush()
        sums = {who: figures for who, figures in self.sums.items() if any(isinstance(one, int) for one in figures)}
        told = {who: _score_of(figures) for who, figures in sums.items()}
        held = {who for who, yaku in self.yaku.items() if yaku}
        is_apart = not (self.of_yaku or {*told} & {*self.points, *held})
        if self.points and is_apart and all(one and not one[0] for one in told.values()):
            # ``Ann 100 Bob 90 Cal 74 card points``
            self.points, told = {**{who: one[1] for who, one in told.items() if one}, **self.points}, {}
        people = {
            *told,
            *self.yaku,
            *self.dealt,
            *self.cards,
            *self.calls,
            *(who for one in self.facts.values() for who in one),
        }
        if "" in people or None in told.values() or self.is_doubtful or self.loser_facts:
            return None
        # Where doubling is spoken of, a figure behind yaku is not doubled yet.
        based = {*self.based, *(self.yaku if "double_from" in self.options else ())}
        is_based = self.of_yaku and len(told) == 1 and {*told} <= based
        bases = {
            who: one[is_based and not one[0]] for who, one in told.items() if one and (one[0] or (is_based and one[1]))
        }
        scores = {who: one[1] for who, one in told.items() if one and not (is_based and bases.get(who) == one[1])}
        if self.stopper in {*self.yaku, *self.cards} and self.stopper not in scores:
            # What others had who went on is not scored.
            scores = {who: score for who, score in scores.items() if who not in self.calls}
        more, holders = self._more(), self._holders()
        winners = {who for who, score in scores.items() if score} | {*holders, *bases}
        if winners & self.losers or (is_based and self.is_untold):
            return None
        named = {who: [f"{count} {name}".strip() for count, name in self.yaku.get(who, ())] for who in holders}
        is_each = len(scores) == len(players) and not bases and (not holders or sum(map(bool, scores.values())) > 1)
        if is_each or (self.points and not scores):
            return {**({"scores": scores} if is_each else {}), **more, **self._hands(named, players)}
        if not winners and not self.won and (self.is_drawn or any(self.dealt.values())):
            return {**more, **(self._hands({}, players) or {"scores": {}})}
        is_both = any(self.dealt.get(who) for who in bases)
        if self.is_drawn or is_both or not winners or (holders and len(winners | (self.won - {*self.calls})) > 1):
            return None
        return self._won(named, scores, bases, more, players)

    def _more(self) -> dict[str, Any]:
        """What is told beside scores and yaku."""
        facts: dict[str, Any] = {**self.facts, **dict.fromkeys(self.round.get("round", ()), 1)}
        found = {
            "options": self.options,
            "calls": self.calls,
            "facts": facts,
            "field": " ".join(self.round.get("field", ())),
        }
        return {key: value for key, value in found.items() if value}

    def _holders(self) -> list[str]:
        """Who has yaku or cards: of several who went on or stopped, the one who stopped."""
        held = [who for who in {**self.yaku, **self.cards} if self.yaku.get(who) or self.cards.get(who)]
        is_beaten = self.stopper in held and {*held} - {self.stopper} <= {*self.calls}
        return [self.stopper] if is_beaten else held

    def _hands(self, yaku: dict[str, list[str]], players: Sequence[str]) -> dict[str, Any]:
        """The hands of players with these yaku and their dealt ones, where there are any."""
        dealt = {who: [f"{count} {name}".strip() for count, name in held] for who, held in self.dealt.items()}
        lists = {who: [*dealt.get(who, []), *yaku.get(who, [])] for who in players}
        # A number behind a name is its worth.
        named = {who: (", " if re.search(r"\d", "".join(names)) else " ").join(names) for who, names in lists.items()}
        hands = {who: {"yaku": int(text) if text.isdigit() else text} if text else {} for who, text in named.items()}
        for who, points in self.points.items():
            hands[who] = {**hands[who], "card_points": points}
        return {"players": hands} if any(hands.values()) else {}

    def _won(
        self,
        named: dict[str, list[str]],
        scores: dict[str, int],
        bases: dict[str, int],
        more: dict[str, Any],
        players: Sequence[str],
    ) -> dict[str, Any] | None:
        """A round that somebody won."""
        if any(self.cards.get(who) for who in named):
            # Yaku of certain cards beside further cards are these cards.
            (holder, yaku), *others = named.items()
            cards = " ".join(name for _, name in self.cards[holder]) + PILES.rewrite(said(" " + ", ".join(yaku))).text
            claim = {"claim": {"scores": scores}} if scores else {}
            hands = {who: {"captured": cards if who == holder else ""} for who in players}
            is_whole = not others and are_cards(cards)
            return {"stopped_by": holder, **more, "players": hands, **claim} if is_whole else None
        # What is multiplied is told behind yaku, or in place of them; behind several it is that of all of them.
        for who, base in bases.items():
            yaku = named.get(who, [])
            if len(yaku) <= 1:
                named[who] = [f"{yaku[0]} {base}" if yaku else str(base)]
        hands = self._hands(named, players)
        is_told = bool(scores) or not hands
        return {**({"scores": scores} if is_told else {"stopped_by": next(iter(named))}), **more, **hands}


def _score_of(told: Sequence[Any]) -> tuple[int, int] | None:
    """What is multiplied, 0 where that is not told, and the score that figures come to, in their order; ``None`` where
    they can be read in two ways or contradict each other.

    >>> _score_of([8, ("x", 2), "=", 16]), _score_of([5, 1, "=", 6]), _score_of([8, ("x", 2)]), _score_of([5])
    ((8, 16), (6, 6), (8, 16), (0, 5))
    >>> _score_of([14, ",", ("x", 2)])
    """
    signs = [one for one in told if one != ","]
    figures = [one for one in told if isinstance(one, int)]
    by = prod([one[1] for one in told if isinstance(one, tuple)])
    *parts, last = figures
    if parts:
        is_sum = by > 1 or len(parts) > 1 or "=" in signs[signs.index(parts[0]) :]
        # What multiplies it, where that is not told, the rule set knows.
        is_whole = sum(parts) * by == last or (by == 1 and len(parts) == 1)
        return (sum(parts), last) if is_sum and is_whole else None
    # Whether a figure behind ``doubled``, or before it in brackets, is doubled already is not told.
    if by > 1 and "=" not in signs:
        is_next = told[told.index(last) + 1 : told.index(last) + 2] == [("x", by)]
        return (last, last * by) if is_next or last % by else None
    return 0, last
