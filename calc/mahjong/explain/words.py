"""Claims on wins in words, as people say them: ``7700``, ``3 han 40 fu``, ``riichi pinfu``, ``no tanyao``, ``furiten``,
``West pays 7700``, ``リーチ ピンフ``.

A claim is read from left to right: at every place the longest words that mean something are taken.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final, NoReturn, get_args

from msgspec.structs import replace

from calc.errors import RecordError, did_you_mean
from calc.layout.game import rule_here
from calc.layout.words import word
from calc.mahjong.explain.claims import BOUNDS, DISCARDER
from calc.mahjong.hand.hand import DEALER
from calc.mahjong.records.names import levels
from calc.mahjong.records.types import ROUND_NUMBER, Game, RiichiRecord, Round, Win
from calc.mahjong.records.words import TIMES, TIMES_BEHIND
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import LIMIT_LEVEL
from calc.mahjong.value.payments import level_names
from calc.notation.spellings import counts_of, round_of, seat_of, times_of
from calc.notation.text import show
from calc.patterns import regex
from calc.records.claims import BETWEEN, SENTENCES, fold, meanings, numbers_by_player, read_claim_words, the_one
from calc.records.values import MOST_DIGITS, Seat
from calc.records.words import Meanings, any_of
from calc.translation import in_each, msg, say, spoken_in

_SAID_POINTS: Final = regex(r"(?:\d{1,3}(?: \d{3})+|[\d.]*\d)(?: +all)?|\d+/\d+")


_AMOUNT: Final = r"(?:\d{1,3}(?:,\d{3})+|\d+)"


def _names() -> dict[str, str]:
    limit = any_of(name for name, level in levels().items() if level == "limit")
    return {
        **{name: SENTENCES.named(name) for name in ("name", "unit", "must")},
        "amount": _AMOUNT,
        "paid": rf"{_AMOUNT}|nothing\b",
        "furiten": "furiten|フリテン|振聴|振り聴",
        "several": rf"{TIMES}\s?(?:{limit})|(?:{limit}){TIMES_BEHIND}",
    }


_FILE: Final = Path(__file__).with_name("words.yaml")
#: The parts of ``words.yaml``.
PARTS: Final = {
    part: Meanings(_FILE, part, _names)
    for part in ["lead", "whole", "ending", "places", "amounts", "bounds", "pays", "behind", "modes", "or", "anybody"]
}
FULLER: Final = Meanings(_FILE, "fuller", _names)


def read_words(words: str, rules: MahjongRules | None, examples: str) -> dict[str, Any] | None:
    """Read a claim in words on a win as plain data; ``None`` for words that are no claim.

    Levels and yaku may be named by their ids or, with ``rules``, by any of their names. Raises
    :class:`calc.RecordError`, with ``examples`` of claims, for a yaku that ``rules`` do not have.
    """
    text = " ".join(unicodedata.normalize("NFKC", words).split())
    lead = PARTS["lead"].at(text)
    core = text[lead[1].end() if lead else 0 :].rstrip("。.")
    for means, _ in PARTS["whole"].whole(core):
        return {"win": False} if means == "no_win" else {"yaku": []}
    counts = counts_of(core)
    if counts is not None:
        return {**counts}
    points = _read_points(core)
    if points is not None:
        return {"points": points}
    if rules is not None:
        return _Reader(core, words, rules, examples).claim()
    # Ids of yaku, where no rule set tells which there are.
    only = re.match(r"(?i:only|just|nothing but)\b", core)
    names = [name for name in re.split(r"[\s,、]+", core[only.end() :] if only else core) if name]
    is_list = names and all(re.fullmatch(r"[a-z_]+", name) for name in names)
    return {"yaku" if only else "has": names} if is_list else None


def read_round_words(words: str, rules: MahjongRules | None, examples: str) -> dict[str, Any] | None:
    """As :func:`read_words` on a round: ``East pays 2000``, ``東家が2000点払う``; seats by their words, or names."""
    return read_claim_words(
        words,
        {"change": "changes", "winner": "winner"},
        name_of=_seat_named,
        more=partial(_ending, seats=get_args(Seat) if rules is None else rules.seats),
    )


def _seat_named(name: str) -> str:
    if any(PARTS["anybody"].whole(name)):
        raise RecordError("{0} may be anybody at the table; write the seat in its place", show(name), key="claim")
    return seat_of(name.removeprefix("the ")) or name


def _ending(words: str, seats: Sequence[str]) -> dict[str, Any] | None:
    """What a sentence says of how a round ends and what follows: ``the dealer stays``, ``next is E2``."""
    lead = PARTS["lead"].at(words)
    for means, match in PARTS["ending"].whole(words[lead[1].end() if lead else 0 :]):
        key, _, value = means.partition("=")
        if key in ("draw", "no_draw"):
            return {"draw": key == "draw"}
        if key == "nobody_pays":
            return {"changes": dict.fromkeys(seats, 0)}
        if key == "next":
            named = round_of(match["round"])
            told = {} if named is None else {"round": named.wind, "number": named.number, "honba": named.honba}
            return {"next": {key: value for key, value in told.items() if value is not None}} if told else None
        return {"next": {key: value if key == "dealer" else int(value or match["n"])}}
    return None


def read_game_words(words: str, rules: MahjongRules | None, examples: str) -> dict[str, Any] | None:
    """As :func:`read_words` on a game: ``Aki 28300, Bea 25000`` (points), ``Aki +29`` (a result), ``Bea is first``."""
    found = read_claim_words(words, {"score": "scores", "result": "final"}, more=_place)
    if found is None or "places" not in found:
        return found
    lines = {name: {"player": name, "place": place} for name, place in found.pop("places").items()}
    for name, score in found.pop("final", {}).items():
        lines.setdefault(name, {"player": name})["score"] = score
    return {**found, "final": [*lines.values()]}


def _place(words: str) -> dict[str, Any] | None:
    for means, match in PARTS["places"].whole(words):
        name, place = match["name"] or match["name2"], means.partition("=")[2]
        return {"places": {name: int(place or match["n"])}}
    return None


def fuller_words(words: str, record: RiichiRecord, rules: MahjongRules) -> Iterator[str]:
    """A claim with what the record makes clear: on a game numbers alone are of the players in their order, and who
    says what "I" get is who alone won.
    """
    if isinstance(record, Game):
        yield from numbers_by_player(words, record.players)
    wins = [record] if isinstance(record, Win) else getattr(record, "wins", [])
    known: dict[str, Any] = {}
    if len(wins) == 1:
        loser = wins[0].from_ or (DISCARDER if wins[0].by == "ron" else None)
        if loser is None and wins[0].seat == rules.seats[0]:
            loser = rules.seats[1]  # who pays a dealer's tsumo pays as much as the others
        known = {"winner": wins[0].seat, "loser": loser}
    known["last"] = len(getattr(record, "players", ()))
    if isinstance(record, Round):
        known |= {"honba": f"{record.honba or 0}", "up": (record.honba or 0) + 1}
    if isinstance(record, Round) and not wins:
        known["sticks"] = (record.sticks or 0) + len(record.riichi)
    draw = getattr(record, "draw", None)
    getters = [win.seat for win in wins] or (draw and (draw.pool_of_dreams or draw.waiting)) or []
    parts, whole = [*filter(None, BETWEEN.split(words.strip(" .。")))], words.strip(" .。")
    for place, part in [*enumerate(parts), *([(0, whole)] if len(parts) > 1 else [])]:
        for means, match in FULLER.whole(" ".join(part.split())):
            said = {**match.groupdict(), **known}
            payers = [seat for seat in rules.seats if seat not in getters] if getters else []
            others = payers[1:] if payers[:1] == [*rules.seats[:1]] else []
            for key, some, amount in (("each", payers, ""), ("others", others, ""), ("others2", others, "2")):
                said[key] = ", ".join(f"{seat} pays {said.get(f'amount{amount}')}" for seat in some)
            said["getting"] = ", ".join(f"{seat} gets {said.get('amount')}" for seat in getters)
            if all(map(said.get, re.findall(r"{(\w+)}", means))):
                parts[slice(place, None if part is whole else place + 1)] = [means.format(**said)]
                yield ", ".join(parts)


def around(record: RiichiRecord) -> Iterator[Round]:
    """The round of a win whose record tells it, so that claims may say what follows."""
    if isinstance(record, Win) and record.round:
        of_round = {name: getattr(record, name) for name in ("id", "rules", "options", "round", "honba")}
        facts = {name: value for name, value in record.facts.items() if name != ROUND_NUMBER}
        win = replace(record, id=None, rules=None, options={}, honba=0, sticks=0, facts=facts, claim=None)
        number, riichi = record.facts.get(ROUND_NUMBER), [record.seat] if record.riichi else []
        sticks = max(record.sticks - len(riichi), 0)
        yield Round(**of_round, number=number, sticks=sticks, riichi=riichi, wins=[win])


def claim_forms(record: RiichiRecord) -> list[str]:
    """Three claims that fit a record."""
    if isinstance(record, Game):
        first, *_, last = record.players
        return [f"{first} 32000", say("{who} is first", who=last), f"{first} +24"]
    if isinstance(record, Win):
        paid = say("{who} pays 7700", who=word(record.from_ or "discarder")) if record.by == "ron" else "1300/2600"
        return ["7700", paid, say("no pinfu") if record.has_tiles else "3 han 40 fu"]
    if not isinstance(record, Round):
        return []
    text, who = ("{who} gets 8000", record.wins[0].seat) if record.wins else ("{who} pays 1000", get_args(Seat)[-1])
    return [say(text, who=word(who)), say("the dealer stays"), say("nobody pays")]


def _read_points(said: str) -> int | str | None:
    bare = re.sub(r"(?i)(?<!\s)\s*(?:points?|pts|点)$", "", said)
    points = re.sub(r" ?オール", " all", re.sub("[-・]", "/", bare.replace(",", "")))
    if not _SAID_POINTS.fullmatch(points):
        return None
    digits = points.replace(" ", "")
    return int(digits) if digits.isdigit() and len(digits) <= MOST_DIGITS else points


@lru_cache(maxsize=64)
def _names_of(rules: MahjongRules) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """What may be named: folded name, kind (``yaku``, ``level``, ``seat``) and ids, the longest names first."""
    found: dict[str, tuple[str, tuple[str, ...]]] = {}

    def add(kind: str, key: str, *names: str) -> None:
        for name in names:
            found.setdefault(fold(name), (kind, (key,)))

    for _, names in level_names(rules):
        add("level", names[0], *names)
    for name, ids in meanings(rules.yaku.values()).items():
        found.setdefault(name, ("yaku", ids))
    add("seat", rules.seats[DEALER], "dealer", "the dealer", "oya", "親")
    add("seat", "discarder", "discarder", "the discarder", spoken_in("ja", word, "discarder"))
    for seat in rules.seats:
        add("seat", seat, seat, *in_each(partial(word, seat)).values())
    return tuple(sorted(((name, *what) for name, what in found.items()), key=lambda one: -len(one[0])))


class _Reader:
    """Reads one claim, from left to right."""

    def __init__(self, text: str, words: str, rules: MahjongRules, examples: str) -> None:
        self.text, self.words, self.rules, self.examples = text, words, rules, examples
        self.folded = fold(text) if len(fold(text)) == len(text) else text.casefold()
        self.at = 0
        #: What names of yaku mean now: ``has``, ``lacks`` or, all of them, ``yaku``; and what an amount is.
        self.mode: str | None = None
        self.bound = ""
        self.found: dict[str, Any] = {}

    def claim(self) -> dict[str, Any] | None:
        """The claim as plain data; ``None`` for words that are no claim."""
        while self.at < len(self.text):
            if not (self._amount() or self._named() or self._mode()):
                self._refuse()
                return None
        if self.bound:
            return None
        if "yaku" in self.found and "has" in self.found:
            self.found["yaku"] = [*self.found.pop("has"), *self.found["yaku"]]
        return self.found or None

    def _match(self, part: str) -> tuple[str, re.Match[str] | None]:
        """What is said here; empty where nothing of a part is."""
        found = PARTS[part].at(self.text, self.at)
        if found is None:
            return "", None
        self.at = found[1].end()
        return found

    def _put(self, key: str, value: Any) -> None:
        if self.found.setdefault(key, value) != value:
            _stop(msg("{0} is claimed twice in {1}; claim one, or give two claims", key, show(self.words)))

    def _points(self, points: int | str) -> None:
        """Points, or a bound of them: ``at least mangan``, ``満貫以上``."""
        self._put(self._match("bounds")[0] or self.bound or "points", points)
        self.bound = ""

    def _amount(self) -> bool:
        means, match = self._match("amounts")
        if match is None:
            return False
        if means in ("furiten", "not_furiten"):
            self._put("furiten", means == "furiten")
        elif means == "each":
            self._points(f"{_digits(match['amount'] or match['amount2'] or match['amount3'])} all")
        elif means == "several":
            _, times = times_of(match["several"]) or ("", 1)
            self._points(f"{times} x {LIMIT_LEVEL}")
        elif means == "points":
            points = _read_points(match["points"])
            if points is None:
                _stop(msg("expected points, found {0}", show(match.group())))
            self._points(points)
        else:
            self._put(means, int(match["n"]))
        return True

    def _named(self) -> bool:
        """The longest name that begins here."""
        for name, kind, ids in _names_of(self.rules):
            end = self.at + len(name)
            # Japanese parts no words.
            goes_on = self.folded[end : end + 1].isascii() and self.folded[end : end + 1].isalnum()
            if not self.folded.startswith(name, self.at) or (name[-1].isascii() and goes_on):
                continue
            if kind == "seat" and not self._payment(ids[0], end):
                continue
            if kind == "level":
                self.at = end
                self._points(ids[0])
            elif kind == "yaku":
                said, self.at = self.text[self.at : end], end
                self._yaku(the_one(said, ids, self.rules.yaku))
            return True
        return False

    def _payment(self, seat: str, end: int) -> bool:
        found = PARTS["pays"].at(self.text, end)
        if found is None:
            return False
        means, match = found
        self.at = match.end()
        amount = _digits(match["paid"])
        self.found.setdefault("payments", {})[seat] = amount if means == "gain" else -amount
        return True

    def _yaku(self, name: str) -> None:
        behind, _ = self._match("behind")
        if behind == "yaku":
            self.mode = "yaku"
            self.found.setdefault("yaku", []).extend(self.found.pop("has", []))
        mode = "lacks" if behind == "lacks" else self.mode
        if mode is None and "lacks" in self.found:
            said = show(self.words)
            _stop(msg("{0} may say that the hand has {1} or that it has not; write no {1} or has {1}", said, name))
        self.found.setdefault(mode or "has", []).append(name)
        if self.mode == "lacks" and not self._goes_on():
            self.mode = None

    def _goes_on(self) -> bool:
        """Whether ``or`` goes on with what is lacking."""
        before = self.at
        while not self._match("or")[0]:
            if self._match("modes")[0] != "filler":
                self.at = before
                return False
        return True

    def _mode(self) -> bool:
        means, _ = self._match("modes")
        if means in BOUNDS:
            self.bound = means
        elif means not in ("", "filler"):
            self.mode = means
            if means == "yaku" and not self.text[self.at :].strip(" .!"):  # riichi pinfu only
                self.found["yaku"] = [*self.found.pop("has", [])]
        return bool(means)

    def _refuse(self) -> None:
        """Refuse a word that was meant as a yaku, where there is no such yaku; other words are no claim."""
        rest = re.split(r"[\s,、]+", self.text[self.at :])[0]
        others = [name for name in re.split(r"[\s,、]+", self.text) if name]
        if not all(re.fullmatch(r"[A-Za-z_]+", name) for name in others):
            return
        # What an option leaves out is no slip of the pen.
        hint = did_you_mean(rest, [*self.rules.yaku, *self.rules.points.levels, LIMIT_LEVEL])
        if fold(rest) in self.rules.options:
            hint = msg("; {0}", rule_here(self.rules, fold(rest)))
        message = msg("{0} has no yaku {1!r}{2}", self.rules.id, rest, hint)
        expected = msg("expected a claim such as {0}", self.examples)
        if len(others) > 1:
            message = msg("{0}, found {1}: {2}", expected, show(self.words), message)
        elif not hint:
            message = msg("{0}; {1}", message, expected)
        _stop(message)


def _stop(message: str) -> NoReturn:
    raise RecordError(message, key="claim", column=1)


def _digits(amount: str) -> int:
    return 0 if amount.casefold() == "nothing" else int(amount.replace(",", "")[:MOST_DIGITS])
