"""What is told of a round in a sentence, gathered word by word: who did what, and what lies on the table."""

from collections import Counter
from typing import Final

from msgspec import Struct, field

from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.value.told import YAKUHAI, count_said
from calc.notation.spellings import seat_of
from calc.records.words import WordSaid

_THOSE: Final = "those"
_PEOPLE: Final = ("who", "i", "sits", "from", "to", "pao", "bets")
#: What somebody does.
DEEDS: Final = ("does", "by", "threw")
#: What one win is worth, told once.
_WORTHS: Final = frozenset({"points", "level", "han"})
#: The yaku of who has declared riichi.
RIICHI: Final = ("riichi", "double_riichi")
#: What is said of a round and of nobody.
ALONE: Final = ("draw", "only")
#: What lies on the table, and what else is said of a round.
LYING: Final = ("pao", "honba", "sticks")
_AROUND: Final = (*LYING, "fed", "round", "seat", "option", "each")


class ToldWin(Struct):
    """A win as it is told: of whom (``seat``), ``by`` what, from whom (``source``), and its worth by key."""

    seat: str = ""
    by: str = ""
    source: str = ""
    told: dict[str, str] = field(default_factory=dict)
    yaku: Counter[str] = field(default_factory=Counter)
    dora: int = 0


class Gathered:
    """A round in the making. ``people``: who was named and has not done anything yet, ``has_won``: one, with what the
    hand is worth, before another was; ``winners``: those who were named together; ``last``: what those do who are named
    next; ``bets``: who has declared riichi; ``sits``: where people sit who are called by name.
    """

    def __init__(self, rules: MahjongRules) -> None:
        self.rules = rules
        self.last = ""
        self.people: list[str] = []
        self.winners: list[str] = []
        self.did: dict[str, list[str]] = {}
        self.wins = [ToldWin()]
        self.around: dict[str, str] = {}
        self.sticks = 0
        self.has_won = False
        self.named: dict[str, None] = {}
        self.bets: list[str] = []
        self.sits: dict[str, str] = {}

    def take_word(self, word: WordSaid, text: str) -> bool:
        """Take all that a word of a text means; whether it goes with what was told before."""
        count = count_said(word, text)
        parts = (part.partition("=") for part in word.means.split())
        said = {**word.said, "n": str(count)}
        return all(self.take(key, seated(value.format(**said)), count) for key, _, value in parts)

    def take(self, key: str, value: str, count: int) -> bool:
        """Take one word; whether it goes with what was told before."""
        win = self.wins[-1]
        if key in (*_PEOPLE, *DEEDS):
            return self._take_person(key, value) if key in _PEOPLE else self._take_deed(key, value)
        if key not in ("filler", *_AROUND):
            self.has_won = len(self.people) == 1
        if key in ("yaku", "yakuhai"):
            win.yaku[value or YAKUHAI] += count if key == "yakuhai" else not {value} & {*RIICHI} & {*win.yaku}
        elif key == "dora":
            win.dora += int(value or count)
        elif key in ("stick", "that", "undone"):
            self._take_stick(key, value)
        elif key == "but":
            return False
        elif self._are_winners() and ((key == "wins" and win.source) or (key == "each" and self.people[1:])):
            return self._take_deed("by", "ron")
        elif key not in ("filler", "wins"):
            if self.people and (key in win.told or (key in _WORTHS and not win.told.keys().isdisjoint(_WORTHS))):
                win = self._next_win()  # of whom it is told
            held = self.around if key in _AROUND else win.told
            return held.setdefault(key, value) == value
        return True

    def _take_stick(self, key: str, who: str) -> None:
        """The stick of somebody; or the tile with which riichi was declared is won on, and its stick not paid."""
        win, people = self.wins[-1], self.people
        self.sticks += key == "stick"
        if key == "that" and not win.source and people[1:] and people[0] in self.bets:
            who = win.source = people.pop(0)
        if key != "stick":
            self.bets = [one for one in self.bets if one != who]

    def _next_win(self) -> ToldWin:
        if not self.wins[-1].seat and len(self.people[1:]) == 1:
            self.wins[-1].seat = self.people.pop(0)  # who was named before this one
        self.wins.append(ToldWin(seat=self.people.pop()))
        return self.wins[-1]

    def _take_seat(self, told: str) -> bool:
        """Where somebody sits, ``Ann:S``; without a name who speaks."""
        name, _, seat = told.rpartition(":")
        return self.sits.setdefault(name or "i", seated(seat)) == seated(seat)

    def _take_person(self, key: str, who: str) -> bool:
        win = self.wins[-1]
        if key in ("i", "sits"):
            return self._take_seat(who)
        who = "i" if who == "me" else who
        if who == "it":
            # ``he`` is who alone was named before.
            mine, known = self.seat_told("i"), {**self.named, **self.sits}
            others = [one for one in known if one not in ("i", win.source) and self.seat_told(one) != mine]
            who = "he" if len(others) != 1 else others[0]
        if who.startswith(_THOSE):
            # ``those two`` are all who were named before, and may have done already what is told of them.
            those = self.bets if key == "bets" else self.did[self.last] if self.last else self.people
            those[:] = [*self.named] if those or self.last or key == "bets" else []
            return who == f"{_THOSE}{len(self.named)}"
        self.named[who] = None
        if key == "bets":
            self.bets.append(who)
        elif key == "pao":
            return self.around.setdefault(key, who) == who
        elif key == "from" or self.last == "ron":
            self.last, before, win.source = "", win.source, who
            return before in ("", who)
        elif key == "to" or self.last == "threw":
            if key == "to" and win.seat and win.told:
                self.wins.append(win := ToldWin())
            self.last, before, win.seat = "", win.seat, who
            return before in ("", who)
        else:
            # Who is named again goes on.
            named = self.did[self.last] if self.last else self.people
            named += [who] if self.last or self.people[-1:] != [who] else []
        return True

    def seat_told(self, who: str) -> str:
        if who[:1] in ("+", "-"):
            # So many turns after who speaks; empty where that one sits is not told.
            seats, mine = self.rules.seats, self.sits.get("i")
            return seats[(seats.index(mine) + int(who)) % len(seats)] if mine in seats else ""
        return self.sits.get(who, "" if who == "i" else who)

    def _take_deed(self, key: str, value: str) -> bool:
        win, people = self.wins[-1], self.people
        if key == "threw":
            if people[1:] and (self.has_won or "pao" in self.around) and not win.seat:
                win.seat = people.pop(0)
            # Who only declared riichi may win, and so may who speaks.
            people[:-1] = self.active(-1) if win.seat or "i" not in self.sits else people[:-1]
            if len(people) > 1 or win.source:
                return False
            win.source, self.last = people.pop() if people else "i", key
        elif key == "by" and value == "ron" and self._are_winners():
            # What each has is told behind it.
            self.winners, self.around["each"], self.last = sorted(people), value, "" if win.source else value
            people.clear()
        elif key == "by":
            people[:-1] = self.active(-1)
            if len(people) > 1 or (people and win.seat and not win.by):
                return False
            if win.by and (people or win.by != value):
                win = ToldWin()
                self.wins.append(win)
            win.by, win.seat = value, people.pop() if people else win.seat
            self.last = "ron" if value == "ron" and not win.source else ""
        else:
            found = self.did.setdefault(value, [])
            if value not in ALONE:
                found.extend(people)
                self.last = "" if people else value
                people.clear()
        return True

    def active(self, end: int | None = None) -> list[str]:
        """Who was named and did more than declare riichi, up to a place."""
        return [one for one in self.people[:end] if one not in self.bets]

    def _are_winners(self) -> bool:
        """Whether all who were named win: what each has is told behind it."""
        return bool(self.active(-1)) and not (self.winners or self.wins[-1].seat or self.wins[-1].told)


def seated(who: str) -> str:
    """A seat by its letter, also ``the East player``; anybody else as is said."""
    return seat_of(who) or next(filter(None, map(seat_of, who.split())), who)
