"""Claims on wins in words, as people say them: ``7700``, ``3 han 40 fu``, ``riichi pinfu``, ``no tanyao``, ``furiten``,
``West pays 7700``, ``リーチ ピンフ``.

A claim is read from left to right: at every place the longest words that mean something are taken.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Any, Final, NoReturn

from calc.errors import RecordError, did_you_mean
from calc.layout.words import word
from calc.mahjong.hand.hand import DEALER
from calc.mahjong.records.types import Game, RiichiRecord
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import LIMIT_LEVEL
from calc.mahjong.value.worth import level_names
from calc.notation.spellings import SAID_COUNT, UNITS, counts_of, seat_of
from calc.notation.text import show
from calc.patterns import regex
from calc.records.claims import fold, meanings, numbers_by_player, read_claim_words, the_one
from calc.records.values import MOST_DIGITS
from calc.translation import in_each, msg, spoken_in

_SAID_POINTS: Final = regex(r"(?:\d{1,3}(?: \d{3})+|[\d.]*\d)(?: +all)?|\d+/\d+")
_AMOUNT: Final = r"(?:\d{1,3}(?:,\d{3})+|\d+)"
_POINTS: Final = regex(
    rf"(?P<points>{_AMOUNT}(?:\s*[/-]\s*{_AMOUNT}|\s*(?:all|オール))?)\s*(?:points?|pts|点)?", re.IGNORECASE
)
#: Whole claims that are no list of anything.
_NO_WIN: Final = frozenset(
    [
        *("nothing", "no win", "not a win", "no hand", "not a hand", "not complete", "incomplete", "not winning"),
        *("not tenpai", "noten", "chombo", "a chombo", "false win", "cannot win", "can't win"),
        *("和了ではない", "和了でない", "あがっていない", "和了していない", "和了れない", "あがれない"),
        *("チョンボ", "誤ロン", "誤ツモ", "ノーテン", "聴牌していない", "テンパイしていない"),
    ]
)
_NO_YAKU: Final = frozenset(["no yaku", "without yaku", "yakuless", "役なし", "役無し", "役がない"])
_FURITEN: Final = r"(?:furiten|フリテン|振聴|振り聴)"
_IS_FURITEN: Final = regex(rf"{_FURITEN}(?:だ|である)?")
_NOT_FURITEN: Final = regex(rf"(?:no|not) {_FURITEN}|{_FURITEN}(?:では|じゃ)ない")
#: Words that mean nothing where they are.
_FILLER: Final = regex(
    r"(?:[\s,、;・+&。.!]+|(?:and|plus|also|with|it is|it's|it has|it|is|(?:the|my|this|your) hand (?:is|has)|"
    r"there (?:is|are)|i have|we have|i think|we think|i say|we say|should be|must be|has to be|counts? as|that is|"
    r"that's|this is|a|an|the|worth|yaku|points?|pts)\b|(?:と|で|が|は|役は|です|だ)(?![ぁ-ん]))",
    re.IGNORECASE,
)
#: How people begin a claim.
_LEAD: Final = regex(
    r"^(?:(?:i|we) (?:think|say)(?: that)? )?(?:(?:it|that|this)(?: is|'s)? )?"
    r"(?:(?:should|must|has to) be |is )?(?:an? )?",
    re.IGNORECASE,
)
_NEGATIVE: Final = regex(
    r"(?:not|no|without|lacks?|nor|neither|does(?: not|n't) have|has(?: not|n't)|is(?: not|n't))(?: an?| the)?\b",
    re.IGNORECASE,
)
_OR: Final = regex(r"(?:or|nor)\b", re.IGNORECASE)
_DORA: Final = regex(r"(?:dora|ドラ) ?(?P<after>\d{1,2})(?!\d)|(?P<before>\d{1,2}) dora\b", re.IGNORECASE)
_ONLY: Final = regex(r"(?:only|just|nothing but)\b", re.IGNORECASE)
_HAS: Final = regex(r"(?:has|have|had|got)\b", re.IGNORECASE)
#: Behind names in Japanese.
_NOT_BEHIND: Final = regex(r"\s*(?:は|が|では|じゃ|も)?(?:なし|無し|つかない|付かない|ない)")
_ONLY_BEHIND: Final = regex(r"\s*(?:だけ|のみ)")
_BEHIND: Final = regex(r"\s*(?:がつく|が付く|あり|がある|つき)")
#: What a seat pays or gets.
_PAYS: Final = regex(
    rf"\s*(?P<verb>pays?|paid|loses|gets?|gains?|が|は)\s*(?P<amount>{_AMOUNT}|nothing\b)\s*(?:points?|pts|点)?"
    r"(?P<after>を?(?:払う|支払う|払い|もらう|得る))?",
    re.IGNORECASE,
)
_ALL_PAY: Final = regex(
    rf"(?:all|each|everybody|everyone)(?: others?)?(?: seats?)? pays? (?P<amount>{_AMOUNT})", re.IGNORECASE
)
_GAINS: Final = ("get", "gain", "もらう", "得る")


def read_words(words: str, rules: MahjongRules | None, examples: str) -> dict[str, Any] | None:
    """Read a claim in words on a win as plain data; ``None`` for words that are no claim.

    Levels and yaku may be named by their ids or, with ``rules``, by any of their names. Raises
    :class:`calc.RecordError`, with ``examples`` of claims, for a yaku that ``rules`` do not have.
    """
    text = " ".join(unicodedata.normalize("NFKC", words).split())
    core = _LEAD.sub("", text).rstrip("。.")
    plain = core.casefold()
    if plain in _NO_WIN:
        return {"win": False}
    if plain in _NO_YAKU:
        return {"yaku": []}
    counts = counts_of(core)
    if counts is not None:
        return {**counts}
    points = _read_points(core)
    if points is not None:
        return {"points": points}
    if rules is None:
        return _read_ids(core)
    return _Reader(core, words, rules, examples).claim()


def read_round_words(words: str, rules: MahjongRules | None, examples: str) -> dict[str, Any] | None:
    """As :func:`read_words` on a round: ``East pays 2000``, ``東家が2000点払う``; seats by their words, or names."""
    return read_claim_words(words, {"change": "changes"}, name_of=_seat_named)


def read_game_words(words: str, rules: MahjongRules | None, examples: str) -> dict[str, Any] | None:
    """As :func:`read_words` on a game: ``Aki 28300, Bea 25000`` (points), ``Aki +29`` (a result)."""
    return read_claim_words(words, {"score": "scores", "result": "final"})


def fuller_words(words: str, record: RiichiRecord) -> Iterator[str]:
    """A claim on a game of numbers alone, with the players in their order."""
    if isinstance(record, Game):
        yield from numbers_by_player(words, record.players)


def _seat_named(name: str) -> str:
    return seat_of(name.removeprefix("the ")) or name


def _read_points(said: str) -> int | str | None:
    bare = re.sub(r"(?i)(?<!\s)\s*(?:points?|pts|点)$", "", said)
    points = re.sub(r" ?オール", " all", bare.replace(",", "").replace("-", "/"))
    if not _SAID_POINTS.fullmatch(points):
        return None
    digits = points.replace(" ", "")
    return int(digits) if digits.isdigit() and len(digits) <= MOST_DIGITS else points


def _read_ids(said: str) -> dict[str, Any] | None:
    """Ids of yaku, where no rule set tells which there are."""
    only = _ONLY.match(said)
    names = [name for name in re.split(r"[\s,、]+", said[only.end() :] if only else said) if name]
    is_list = names and all(re.fullmatch(r"[a-z_]+", name) for name in names)
    return {"yaku" if only else "has": names} if is_list else None


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
        #: What names of yaku mean now: ``has``, ``lacks`` or, all of them, ``yaku``.
        self.mode: str | None = None
        self.found: dict[str, Any] = {}

    def claim(self) -> dict[str, Any] | None:
        """The claim as plain data; ``None`` for words that are no claim."""
        while self.at < len(self.text):
            if not any(read() for read in self._readers()):
                self._refuse()
                return None
        if "yaku" in self.found and "has" in self.found:
            self.found["yaku"] = [*self.found.pop("has"), *self.found["yaku"]]
        return self.found or None

    def _readers(self) -> Iterator[Any]:
        yield self._furiten
        yield self._dora
        yield self._all_pay
        yield self._count
        yield self._points
        yield self._named
        yield self._mode
        yield self._filler

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = pattern.match(self.text, self.at)
        if match is None or not match.group():
            return None
        self.at = match.end()
        return match

    def _put(self, key: str, value: Any) -> None:
        if self.found.setdefault(key, value) != value:
            self._stop(msg("{0} is claimed twice in {1}; claim one, or give two claims", key, show(self.words)))

    def _stop(self, message: str) -> NoReturn:
        raise RecordError(message, key="claim", column=1)

    def _furiten(self) -> bool:
        for pattern, value in ((_NOT_FURITEN, False), (_IS_FURITEN, True)):
            if self._match(pattern):
                self._put("furiten", value)
                return True
        return False

    def _dora(self) -> bool:
        match = self._match(_DORA)
        if match is not None:
            self._put("dora", int(match["after"] or match["before"]))
        return match is not None

    def _all_pay(self) -> bool:
        match = self._match(_ALL_PAY)
        if match is not None:
            self._put("points", f"{_digits(match['amount'])} all")
        return match is not None

    def _count(self) -> bool:
        match = self._match(SAID_COUNT)
        if match is not None:
            self._put(UNITS.get(match["what"], match["what"].lower()), int(match["count"]))
        return match is not None

    def _points(self) -> bool:
        match = self._match(_POINTS)
        if match is not None:
            read = _read_points(match["points"])
            if read is None:
                self._stop(msg("expected points, found {0}", show(match.group())))
            self._put("points", read)
        return match is not None

    def _named(self) -> bool:
        """The longest name that begins here."""
        for name, kind, ids in _names_of(self.rules):
            end = self.at + len(name)
            if not self.folded.startswith(name, self.at) or not self._ends(name, end):
                continue
            if kind == "seat" and not self._payment(ids[0], end):
                continue
            if kind == "level":
                self.at = end
                self._put("points", ids[0])
            elif kind == "yaku":
                said, self.at = self.text[self.at : end], end
                self._yaku(the_one(said, ids, self.rules.yaku))
            return True
        return False

    def _ends(self, name: str, end: int) -> bool:
        """Whether a name ends here: Japanese parts no words."""
        after = self.folded[end : end + 1]
        return not name[-1].isascii() or not (after.isascii() and after.isalnum())

    def _payment(self, seat: str, end: int) -> bool:
        match = _PAYS.match(self.text, end)
        if match is None:
            return False
        self.at = match.end()
        gains = match["verb"].casefold().startswith(_GAINS) or (match["after"] or "").endswith(_GAINS)
        amount = _digits(match["amount"])
        self.found.setdefault("payments", {})[seat] = amount if gains else -amount
        return True

    def _yaku(self, name: str) -> None:
        mode = self.mode
        if self._match(_NOT_BEHIND):
            mode = "lacks"
        elif self._match(_ONLY_BEHIND):
            mode = self.mode = "yaku"
            self.found.setdefault("yaku", []).extend(self.found.pop("has", []))
        else:
            self._match(_BEHIND)
        if mode is None and "lacks" in self.found:
            self._stop(
                msg(
                    "{0} may say that the hand has {1} or that it has not; write no {1} or has {1}",
                    show(self.words),
                    name,
                )
            )
        self.found.setdefault(mode or "has", []).append(name)
        if self.mode == "lacks" and not self._more(_OR):
            self.mode = None

    def _more(self, pattern: re.Pattern[str]) -> bool:
        """Whether ``or`` goes on with what is lacking."""
        before = self.at
        while self._match(_FILLER):
            pass
        if self._match(pattern):
            return True
        self.at = before
        return False

    def _mode(self) -> bool:
        for pattern, mode in ((_ONLY, "yaku"), (_NEGATIVE, "lacks"), (_HAS, "has")):
            if self._match(pattern):
                self.mode = mode
                if mode == "yaku" and not self.text[self.at :].strip(" .!"):  # riichi pinfu only
                    self.found["yaku"] = [*self.found.pop("has", [])]
                return True
        return False

    def _filler(self) -> bool:
        return self._match(_FILLER) is not None

    def _refuse(self) -> None:
        """Refuse a word that was meant as a yaku, where there is no such yaku; other words are no claim."""
        rest = re.split(r"[\s,、]+", self.text[self.at :])[0]
        others = [name for name in re.split(r"[\s,、]+", self.text) if name]
        if not all(re.fullmatch(r"[A-Za-z_]+", name) for name in others):
            return
        hint = did_you_mean(rest, [*self.rules.yaku, *self.rules.points.levels, LIMIT_LEVEL])
        message, expected = (
            msg("{0} has no yaku {1!r}{2}", self.rules.id, rest, hint),
            msg("expected a claim such as {0}", self.examples),
        )
        if len(others) > 1:
            message = msg("{0}, found {1}: {2}", expected, show(self.words), message)
        elif not hint:
            message = msg("{0}; {1}", message, expected)
        self._stop(message)


def _digits(amount: str) -> int:
    return 0 if amount.casefold() == "nothing" else int(amount.replace(",", "")[:MOST_DIGITS])
