"""Rounds told in sentences that no other reader knows, as the line that says the same: ``spoken.yaml`` has the rows.

This is the last resort: what a line or a sheet says is read by ``calc/mahjong/records/words.yaml`` first.

Words are taken in the order in which they stand: players gather until what they did is said. ``me and South tenpai``
and ``tenpai: me and South`` mean the same, and so do ``South rons me, I'm West`` and ``West dealt into South``.
"""

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from calc.errors import HandError
from calc.mahjong.rules.compiled import remembered
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.value.gathered import ALONE, DEEDS, LYING, RIICHI, Gathered, ToldWin
from calc.mahjong.value.payments import level_names
from calc.mahjong.value.told import SEATS, ToldHand, count_told, tables_of, yaku_told
from calc.patterns import regex
from calc.records.meanings import Words, read_named
from calc.records.words import MOST_SAID, WordSaid, any_of, parts_of, sign

FILE: Final = Path(__file__).with_name("spoken.yaml")
#: Behind a stop nobody does what was said before it.
_STOP: Final = regex(r"[,.;!?、。]")
_GROUPS: Final = ("all", "nobody", "others")


class Spoken(Struct, frozen=True):
    """The ``line`` that says what a sentence told, how its han are ``counted``, where they come of yaku, and what it
    told of the rules. ``sits``: where people sit by their names, ``i`` for who speaks.
    """

    line: str
    counted: str = ""
    options: dict[str, str] = {}
    sits: dict[str, str] = {}

    @property
    def told(self) -> str:
        """The line, with how its han are counted and where those sit who are called by name."""
        sits = [f"{name} = {seat}" for name, seat in self.sits.items() if seat and name != "i"]
        notes = "; ".join(filter(None, [self.counted, ", ".join(sits)]))
        return self.line + (f" ({notes})" if notes else "")


def read_spoken(text: str, rules: MahjongRules) -> list[Spoken]:
    """The round that a text tells by seats, or the rounds that it tells one after the other, as lines; none for a text
    that says anything else.

    Raises :class:`calc.HandError` for yaku that no hand has together, and where it is not told who speaks.
    """
    spoken, words, lost = _read(text, rules)
    if lost or not words:
        return []
    rounds, end = [_Told(rules)], 0
    for place, word in enumerate(words):
        gap = spoken[end : word.span[0]]
        if _STOP.search(gap) and not (gap.strip() == "," and _is_listed(words, place)):
            rounds[-1].last = ""
        end = word.span[1] if word.means != "filler" else end
        if word.means == "then":
            # What only led to the win is of the same round.
            rounds += [_Told(rules)] if rounds[-1].did or rounds[-1].wins[0].by or rounds[-1].wins[0].told else []
            continue
        if not rounds[-1].take_word(word, spoken):
            return []
    found = [line for told in rounds if (line := told.line()) is not None]
    return found if len(found) == len(rounds) else []


def _is_listed(words: Sequence[WordSaid], place: int) -> bool:
    """Whether a player is one more of a list, behind which nothing is done."""
    around = [one.means.partition("=")[0] for one in words[max(place - 1, 0) : place + 2]]
    return around[:2] == ["who", "who"] and around[2:3] not in (["does"], ["by"], ["threw"])


def read_unseated(text: str, rules: MahjongRules) -> ToldHand | None:
    """What the hand is worth that a text in Japanese tells of nobody by a seat, perhaps of the dealer."""
    (spoken, words, lost), told = _read(text, rules), _Told(rules)
    is_told = not lost and not text.isascii() and all(told.take_word(word, spoken) for word in words)
    return told.worth() if is_told else None


def unread_spoken(text: str, rules: MahjongRules) -> list[str]:
    """The words that no row reads, of a text that tells what somebody did."""
    _, words, lost = _read(text, rules)
    means = (part.partition("=")[0] for word in words for part in word.means.split())
    return lost if any(key in DEEDS for key in means) else []


def _read(text: str, rules: MahjongRules) -> tuple[str, list[WordSaid], list[str]]:
    spoken = " ".join(unicodedata.normalize("NFKC", text).replace("’", "'").split())
    if len(spoken) > MOST_SAID:
        return spoken, [], []
    titles = parts_of(FILE)["titles"]
    for name in {one["name"] or one["name2"] for one in sign("called", FILE).finditer(spoken)}:
        spoken = re.sub(f"{name}(?!{titles['any']})", name + titles["own"], spoken)
    tables = [Words.of(FILE, "words"), *tables_of(rules), _levels(rules), Words.of(FILE, "people")]
    return read_named(spoken, tables)


@remembered
def _levels(rules: MahjongRules) -> Words:
    return Words(FILE, "", [{"means": f"level={key}", "say": any_of(names)} for key, names in level_names(rules)])


class _Told(Gathered):
    """A round as it was told."""

    def _sit_down(self) -> None:
        """Seats for who is called by name alone, where somebody else deals: all others pay and get alike."""
        win, seats, pao = self.wins[0], self.rules.seats, self.around.get("pao", "")
        known = [self.seat_told(one) for one in (win.seat or "i", win.source, *self.bets)]
        if self.wins[1:] or self.seat_told(pao) in seats:
            return
        if win.seat[:1] in ("+", "-") and not known[0]:
            raise HandError("it decides where you sit; add 'I am South', say", code="missing_key", key="seat")
        # Who says ``not dealer`` and names nobody else is none.
        named = [one for one in self.named if one[0] not in "+-"]
        told = self.around.get("seat", "")
        is_other = known[0] == "other" or told == "others" or (win.seat, told, named) == ("i", "other", ["i"])
        if known[0] not in seats and (is_other or seats[0] in (*known[1:], *self.sits.values())):
            taken = {*known, *self.sits.values()}
            self.sits[win.seat or "i"] = next((seat for seat in seats[1:] if seat not in taken), "")
        elif known[0] not in (*seats, "", "he") and "round" not in self.around and not win.seat.startswith(_GROUPS):
            message = "it decides whether {0} is the dealer; add '{0} is South', say"
            raise HandError(message, win.seat, code="missing_key", key="seat")
        for one in filter(None, (win.source, pao, *self.bets)):
            if one not in ("i", "he") and one[0] not in "+-" and self.seat_told(one) not in seats:
                # Which of the others dealt into one hand changes nothing of what it pays.
                taken = {*known, *self.sits.values()}
                free = (seat for seat in reversed(seats) if seat not in taken)
                self.sits[one] = next(free, "") if pao or one in self.bets else ""

    def line(self) -> Spoken | None:
        """The line of what was told; ``None`` where that is not a whole round, or is none by seats."""
        if self.sticks and self.around.setdefault("sticks", str(self.sticks)) != str(self.sticks):
            return None
        if self.wins == [ToldWin()]:
            return self._without_win()
        if not self.wins[0].seat:
            bets = [one for one in self.bets if one != self.wins[0].source and self.wins[0].source]
            others = self.people or [self.around["fed"]] if "fed" in self.around else self.people or bets
            self.wins[0].seat = others.pop() if len(others) == 1 else ""
        is_other = self.winners and self.winners != sorted(win.seat for win in self.wins)
        is_other = is_other or ("each" in self.around and not self.wins[1:])
        self.people = self.active()
        if self.people or is_other or {*self.did} - {"only"}:
            return None
        self._sit_down()
        parts, counted = list[str](), list[str]()
        # All who win in a round by ron have it from one player.
        sources, is_dealt = {win.source for win in self.wins} - {""}, not self.wins[0].by
        first = self.wins[0].source or (sources.pop() if len(sources) == 1 else "")
        for win in self.wins:
            win.by = win.by or self.around.get("each", "")
            win.source = win.source or (first if win.by == "ron" or (is_dealt and not win.by) else "")
            win.by = win.by or ("ron" if win.source else "")
            win.seat, win.source = self._seat(win.seat or "i"), self._seat(win.source).replace("other", "")
            is_whole = win.seat in self.rules.seats and win.by and win.source not in (win.seat, "he")
            is_whole = is_whole and not (win.by == "tsumo" and (win.source or self.wins[1:]))
            worth = self._worth(win) if is_whole else None
            if worth is None or (win.seat == self.rules.seats[0] and self.around.get("seat", "").startswith("other")):
                return None
            parts.append(f"{win.seat} {win.by} {win.source} {worth[0]}".replace("  ", " "))
            counted += worth[1:]
        return self._with_rest(["; ".join(parts)], "; ".join(filter(None, counted)))

    def worth(self) -> ToldHand | None:
        """What the only win is worth, and that of whom; ``None`` where more is told, or only a yaku."""
        win, seats = self.wins[0], self.rules.seats
        if len(self.people) == 1 and not win.seat:
            win.seat = self.people.pop()
        rest = self.wins[1:], self.winners, self.people, self.did, self.bets, {*self.around} & {"pao", "option", "each"}
        sides = {seats[0]: "dealer", "": "", "he": "", **dict.fromkeys((*seats[1:], "other"), "other")}
        told = [self.seat_told(who) for who in (win.seat or "i", win.source)]
        if any(rest) or not {*told} <= sides.keys() or (win.source and win.by == "tsumo"):
            return None
        of_dealer = "other" if sides[told[1]] == "dealer" else ""
        who = {sides[told[0]], sides[self.around.get("seat", "")], of_dealer} - {""}
        is_hand = win.told or win.by or win.dora or who or win.yaku.total() > 1
        win.by = win.by or ("ron" if win.source else "")
        worth = self._worth(win) if len(who) <= 1 and is_hand else None
        lying = [f"{self.around[key]} {key}" for key in ("honba", "sticks") if key in self.around]
        return worth and ToldHand(" ".join(filter(None, [worth[0], win.by, *lying, *map(SEATS.get, who)])), worth[1])

    def _without_win(self) -> Spoken | None:
        """A draw or a chombo."""
        told = {what: [self._seat(one) for one in who] for what, who in self.did.items() if what not in ALONE}
        if self.active() or not told or not all(told.values()) or "pao" in self.around:
            return None
        self._seat_others(told)
        every = {*self.rules.seats}
        rest = every - {one for who in told.values() for one in who}
        groups = {"all": every, "nobody": set[str](), "others": rest, f"others{len(rest)}": rest}
        did = {what: {one for each in who for one in groups.get(each, [each])} for what, who in told.items()}
        is_once = all(len({*who}) == len(who) for who in told.values())
        if not is_once or not all(who <= every for who in did.values()):
            return None
        if "chombo" in did:
            return self._with_rest([_named("chombo", did["chombo"])]) if len(did) == 1 else None
        noten = did.get("noten")
        tenpai = did.get("tenpai", every - noten if noten is not None else None)
        # Beside a nagashi mangan nobody pays for noten.
        if (tenpai is None and "nagashi" not in did) or (tenpai or set()) & (noten or set()):
            return None
        lists = {"tenpai": tenpai, "nagashi": did.get("nagashi")}
        return self._with_rest(["draw", *(_named(what, who) for what, who in lists.items() if who is not None)])

    def _seat_others(self, told: Mapping[str, list[str]]) -> None:
        """Seats for those of a draw who are called by name alone, where somebody else is told to deal."""
        seats = self.rules.seats
        for who in told.values():
            for place, one in enumerate(who):
                is_name = one in self.named and not one.startswith(_GROUPS)
                if is_name and one not in seats and one != "i" and seats[0] in self.sits.values():
                    taken = {*self.sits.values(), *(each for some in told.values() for each in some)}
                    self.sits[one] = who[place] = next((seat for seat in seats[1:] if seat not in taken), one)

    def _seat(self, who: str) -> str:
        """Where somebody sits: who speaks may have told it."""
        # Which of the others dealt into one hand changes nothing of what it pays.
        is_source = any(win.source == who for win in self.wins) and ("pao" in self.around or len(self.wins) > 1)
        is_needed = {*self.did} - {*ALONE} or is_source
        if who == "i" and "i" not in self.sits and (is_needed or who in self.bets):
            raise HandError("it decides where you sit; add 'I am South', say", code="missing_key", key="seat")
        return self.seat_told(who)

    def _worth(self, win: ToldWin) -> tuple[str, str] | None:
        """What a win is worth, and how its han are counted; ``None`` where that is not told, or twice."""
        told = win.told
        if (win.yaku or win.dora) and win.seat in map(self._seat, self.bets) and not {*RIICHI} & {*win.yaku}:
            win.yaku[RIICHI[0]] += 1
        named = [told[key] for key in ("points", "level") if key in told]
        named += [f"{told['han']} han" + (f" {told['fu']} fu" if "fu" in told else "")] if "han" in told else []
        # The stick of who wins alone comes back.
        is_in = {*win.yaku} <= {*RIICHI, "ippatsu"} and win.yaku.total() <= int(told.get("han", len(win.yaku)))
        if not win.yaku or (named and is_in and not self.wins[1:]):
            return (named[0], "") if len(named) == 1 and not win.dora else None
        if named:
            return self._worth_of_more(win, named)
        seat = self.seat_told(win.seat)
        who = seat and ("dealer" if seat == self.rules.seats[0] else "other")
        hand = count_told(win.yaku, win.dora, told | {"by": win.by, "seat": who}, self.rules)
        if not hand.worth.startswith(told.get("single", "")):
            return None  # by other rules
        limits = [one for one in win.yaku if yaku_told(self.rules)[one].value.limit]
        if "pao" in self.around and limits:
            self.around["pao"] = f"{self._seat(self.around['pao'])} {limits[0]}"
        return hand.worth.removesuffix(win.by).strip(), hand.counted

    def _worth_of_more(self, win: ToldWin, named: Sequence[str]) -> tuple[str, str] | None:
        """The han that are told, which may be of more than the yaku that are named."""
        told = win.told | {"by": win.by}
        with suppress(HandError):
            least, _, is_han = count_told(win.yaku, win.dora, told, self.rules).worth.partition(" han")
            more = int(told.get("han", "0")) - int(least) if is_han and len(named) == 1 else -1
            if more >= 0 and "fu" in told:
                return named[0], ""
            hand = count_told(win.yaku, win.dora + more, told, self.rules)
            return (hand.worth.removesuffix(win.by).strip(), "") if more >= 0 else None
        return None

    def _with_rest(self, parts: Sequence[str], counted: str = "") -> Spoken | None:
        """What was told, with the round before it and what lies on the table behind it; ``None`` where a stick that
        lies there may be that of who declared riichi.
        """
        name, bets = self.around.get("round", ""), {self._seat(one) for one in self.bets}
        if bets and "sticks" in self.around:
            message = "whether the sticks on the table hold that of the riichi decides; tell only one of both"
            raise HandError(message, code="contradiction")
        if bets and (len(bets) < len(self.bets) or not bets <= {*self.rules.seats}):
            return None
        # The stick of who wins alone comes back, and a round with riichi tells who dealt in.
        is_own = [(win.seat, win.by, win.source) for win in self.wins] == [(*bets, "ron", "")]
        parts = [*parts, *([_named("riichi", bets)] if bets and not is_own else [])]
        rest = [f"{key} {self.around[key]}" for key in LYING if key in self.around]
        line = f"{name}{' round' if name.isalpha() else ''} {', '.join([*parts, *rest])}".strip()
        option = self.around.get("option", "")
        return Spoken(line, counted, dict([option.split(":")]) if option else {}, self.sits)


def _named(what: str, seats: Collection[str]) -> str:
    return f"{what} {' '.join(sorted(seats, key='ESWN'.index)) or 'nobody'}"
