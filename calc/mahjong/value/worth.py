"""What a hand is worth without its tiles, as people say it: ``3 han 40 fu``, ``4翻30符``, ``double yakuman``.

Whether such a hand can be comes from the payment chart of the rule set, as do its payments.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from calc.errors import HandError, RecordError, RuleTableError, known_names
from calc.layout.words import each_pays
from calc.mahjong.load import LOADER
from calc.mahjong.records.words import FILLERS, WORTH
from calc.mahjong.rules.compiled import remembered
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.rules.schema import LIMIT_LEVEL, MOST_BASE, Level, Limit, Points
from calc.mahjong.value.payments import PointsSaid, base_points, level_names, level_of
from calc.notation.spellings import PARTICLES, seat_of, times_of
from calc.notation.text import show
from calc.outcomes import Note, remark
from calc.patterns import regex
from calc.records.words import MOST_SAID, idle, said
from calc.text import number, thousands
from calc.translation import Named, msg, one_by_one, say

_PLAIN: Final = regex(r"(\d{1,3})(?:[\s,/]+(\d{1,3}))?")
#: No hand has as many han without a limit.
_MOST_HAN: Final = 999
WAYS: Final = ("ron", "tsumo")
#: Amounts that are points and no counts.
_POINTS: Final = regex(r"\d{1,3},?\d00|\d{3,6}(?:/\d{3,6})?|\d{3,6} ?all", re.IGNORECASE)


#: What is said beside han and fu, and of it what is no number.
_WAYS_SAID: Final = ("by", "seat")
_SAID: Final = ("han", "fu", "sticks", *_WAYS_SAID)
#: What a level holds already, where it is said beside one.
_IN_LEVEL: Final = {"riichi", "ippatsu", "double_riichi", "menzen"}


class Worth(Struct, frozen=True):
    """A hand by ``han`` and ``fu``, or by the ``level`` that was named.

    ``limits``: how many yakuman. ``base``: its base points, under a chart those of
    :attr:`calc.mahjong.rules.schema.Level.worth`. ``by``: how it was won, ``seat``: whether by the ``dealer`` or an
    ``other``, where that is said. ``honba``: the numbers of honba that are said with it, ``sticks`` those of sticks.
    ``counted``: how the han of a hand come about that was told by its yaku.
    """

    han: int | None
    fu: int | None
    level: str | None
    limits: int
    base: int
    by: str | None = None
    seat: str | None = None
    honba: Sequence[int] = ()
    sticks: int = 0
    counted: str = ""


class PointsAsked(Struct, frozen=True):
    """Points of which a text asks what pays them, and the ``seat`` and the way, ``by``, if it says so; ``honba``: how
    many lie on the table besides.
    """

    points: str
    seat: str | None
    by: str | None
    honba: int


def read_points(text: str, rules: MahjongRules | None = None) -> PointsAsked | None:
    """Points of which a text asks what pays them: ``5200``, ``親の1300/2600``; ``None`` for any other text. ``rules``:
    those by which a whole sentence is read.
    """
    told, honba, rest = _sort_words(text)
    points = re.sub(r"(?<=\d),(?=\d{3})", "", " ".join(rest))
    if len(honba) > 1 or {*told} - {*_WAYS_SAID} or not _POINTS.fullmatch(points):
        if rules is not None and rest and not _PLAIN.fullmatch(points):
            from calc.mahjong.value.spoken import read_unseated

            with suppress(HandError):
                return read_points(hand.worth) if (hand := read_unseated(text, rules)) is not None else None
        return None
    return PointsAsked(re.sub(r" ?all", " all", points), told.get("seat"), told.get("by"), sum(honba))


def read_worth(text: str, rules: MahjongRules) -> Worth:
    """Read what people say a hand is worth, or which yaku it has.

    Raises :class:`calc.RecordError` for what is no hand.
    """
    try:
        return _read_said(text, rules)
    except RecordError:
        from calc.mahjong.value.spoken import read_unseated
        from calc.mahjong.value.told import read_yaku

        told = read_yaku(text, rules) or read_unseated(text, rules)
        if told is None:
            raise
    try:
        return replace(_read_said(told.worth, rules), counted=told.counted)
    except RecordError as error:
        message = msg("{0}: {1}", told.counted, error.message) if told.counted else error.message
        raise HandError(message, code="contradiction") from None


def _read_said(text: str, rules: MahjongRules) -> Worth:
    told, honba, rest = _sort_words(text)
    by, seat, sticks = told.pop("by", None), told.pop("seat", None), int(told.pop("sticks", 0))
    if rest and "han" in told and _has_yaku(" ".join(rest), by or "ron", told, rules):
        rest = []
    worth = _read_worth({key: int(value) for key, value in told.items()}, " ".join(rest), text, rules)
    if by is not None:
        check_way(worth, by, rules)
    return replace(worth, by=by, seat=seat, honba=honba, sticks=sticks)


def unread_worth(text: str, rules: MahjongRules) -> list[str]:
    """The words that no row reads, of a text that tells han and is not read."""
    told, _, rest = _sort_words(text)
    try:
        read_worth(text, rules)
    except HandError:
        return []
    except RecordError:
        return rest if "han" in told else []
    return []


def _sort_words(text: str) -> tuple[dict[str, str], list[int], list[str]]:
    """What a text says by key, the numbers of honba, and its other words."""
    # ``3han40fu`` is ``3 han 40 fu``, and a key with its value is no word of people.
    spaced = re.sub(r"(?i)(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])|=", " ", unicodedata.normalize("NFKC", text))
    told: dict[str, str] = {}
    honba: list[int] = []
    rest = []
    plain = " ".join(spaced.split())
    # Building the tables of words takes longer than all else, and numbers alone need none.
    is_plain = len(plain) > MOST_SAID or _PLAIN.fullmatch(plain)
    words = plain if is_plain else WORTH.rewrite(FILLERS.rewrite(said(plain))).text
    for word in words.split():
        key, _, value = word.rpartition("=")
        if key == "seat":
            value = "dealer" if seat_of(value) == "E" else "other"
        if key == "honba":
            honba.append(int(value))
        elif key in _SAID and (key in _WAYS_SAID or value.isdigit()) and told.setdefault(key, value) == value:
            continue
        else:
            rest.append(word)
    rest = [word for word in rest if word.strip(PARTICLES)]
    return told, honba, idle().sub(" ", " ".join(rest)).split() if rest else []


def _has_yaku(words: str, by: str, told: Mapping[str, str], rules: MahjongRules) -> bool:
    """Whether what is said beside han and fu are yaku that such a hand may have, and no more."""
    from calc.mahjong.value.told import read_yaku

    fu = f"{told['fu']} fu" if "fu" in told else ""
    try:
        hand = read_yaku(f"{words} {by} {fu}", rules)
    except HandError as error:
        # Without dora so few han may pay by their fu, which those of a limit do not.
        return (
            error.code == "missing_key"
            and not fu
            and rules.points.base is not None
            and int(told["han"]) >= rules.points.first_han
        )
    if hand is None:
        return False
    fixed = dict(word.split("=") for word in WORTH.rewrite(said(hand.worth)).text.split() if "=" in word)
    return int(fixed.get("han", 0)) <= int(told["han"]) and fixed.get("fu") in (None, told.get("fu"))


def _read_worth(counts: Mapping[str, int], other: str, text: str, rules: MahjongRules) -> Worth:
    """``other``: what is said beside han and fu."""
    named = " ".join(word for word in other.split() if word not in _IN_LEVEL)
    level = None if counts else read_level(named, rules)
    if level is not None:
        return level
    if not counts and (plain := _PLAIN.fullmatch(other)):
        counts, other = _order_counts(plain, rules), ""
    if other or "han" not in counts:
        levels = [name for name, _ in level_names(rules)]
        example = msg("3 40 (han and fu)") if rules.points.base is not None else msg("6 (han)")
        if _POINTS.fullmatch(other):
            message = msg(
                "expected what the hand is worth, such as {0} or mangan, found the points {1} that it pays; "
                "yaku chart lists what pays them",
                example,
                show(text),
            )
            raise RecordError(message)
        if "han" in counts and not re.search(r"\d", other) and read_level(other, rules) is None:
            raise RecordError("expected han and fu alone, found {0} beside them; leave it out", show(other))
        message = msg(
            "expected what the hand is worth, such as {0} or mangan, found {1}{2}",
            example,
            show(text),
            known_names(text if counts else other, levels, msg("the levels are")),
        )
        raise RecordError(message)
    return worth_of_counts(counts["han"], counts.get("fu"), rules)


def worth_of_counts(han: int, fu: int | None, rules: MahjongRules) -> Worth:
    """The worth of a hand by its counts. Raises :class:`calc.RecordError` for counts that no hand has."""
    points = rules.points
    if not 1 <= han <= _MOST_HAN:
        raise RecordError("expected 1 han or more, found {0}", han, key="han")
    if points.base is None:
        if fu is not None:
            raise RecordError("{0} counts no fu; leave them out, as in {1} han", rules.id, han, key="fu")
        if han < points.first_han:
            message = msg(
                "{0} pays from {1} han on, found {2}{3}",
                rules.id,
                points.first_han,
                han,
                rules.hint_options(f"points.levels.{points.ladder[0][1]}"),
            )
            raise RecordError(message, key="han")
    elif fu is None and han < points.first_han:
        shown = ", ".join(str(row.fu) for row in points.chart if row.has(han, *WAYS))
        raise RecordError("{0} han pay by their fu; add one of {1}, as in {0} han 30 fu", han, shown, key="fu")
    elif fu is not None:
        _check_fu(han, fu, rules)
    base = base_points(han, fu or 0, points)
    if base > MOST_BASE:
        raise RecordError(
            "{0} han without a limit are above {1} base points, the most that are counted", han, f"{MOST_BASE:,}"
        )
    return Worth(han, fu, level_of(han, base, points), 0, base)


@lru_cache(maxsize=128)
def other_answers(rules: MahjongRules) -> dict[tuple[str, str], Points]:
    """How points are counted with each other choice of an option about that, by the option and the choice.

    The other options do not matter for that, but may contradict a choice: then :func:`answered` has none.
    """
    named = {name: choice for name, choice in rules.options_at("points").items() if name in rules.chosen}
    with suppress(RuleTableError):  # its file has gone since, or an answer needs one of another kind
        return _other_answers(LOADER.load(rules.origin, named))
    return _other_answers(rules)


@lru_cache(maxsize=128)
def _other_answers(rules: MahjongRules) -> dict[tuple[str, str], Points]:
    def find() -> dict[tuple[str, str], Points]:
        found = {}
        for name, own in rules.options_at("points").items():
            for choice in rules.options[name].choices or ():
                with suppress(RuleTableError):  # a choice that contradicts another one
                    if choice != own:
                        found[name, choice] = LOADER.load(rules.origin, {**rules.chosen, name: choice}).points
        return found

    return LOADER.derive("points", rules.origin, rules.chosen, find)


@remembered
def deciding(rules: MahjongRules, han: int, fu: int) -> list[tuple[tuple[str, str], int]]:
    """The other answers to options about points under which han and fu have other base points, with these."""
    counted = [(option, base_points(han, fu, points)) for option, points in other_answers(rules).items()]
    return [(option, base) for option, base in counted if base != base_points(han, fu, rules.points)]


def answered(rules: MahjongRules, option: str, choice: str) -> MahjongRules | None:
    """The rules with another choice of an option, if it contradicts none of theirs."""
    try:
        return LOADER.load(rules.origin, {**rules.chosen, option: choice})
    except RuleTableError:
        return None


def told_points(said: PointsSaid) -> str:
    """Points of a win as players say them: ``1,300/2,600``, ``4,000 all``."""
    return each_pays(number(said.by_payer[0])) if said.of_all else thousands(str(said))


def note_option(option: tuple[str, str], told: str, rules: MahjongRules) -> Note:
    """Says what a hand is worth, as it is ``told``, with another choice of an option."""
    from calc.layout.game import state_answer

    name, choice = option
    return remark("option_decides", told=told, where=state_answer(rules, name, choice), name=name, choice=choice)


def notes_on_options(worth: Worth, rules: MahjongRules, tell: Callable[[int, MahjongRules], str]) -> list[Note]:
    """What else counts of han and fu are worth where options are answered otherwise, each amount once.

    ``tell``: what base points pay under rules.
    """
    notes: dict[int, Note] = {}
    for option, points in other_answers(rules).items():
        base = worth.base if worth.han is None else base_points(worth.han, worth.fu or 0, points)
        if base != worth.base and base not in notes and (other := answered(rules, *option)) is not None:
            notes[base] = note_option(option, tell(base, other), rules)
    return [*notes.values()]


def can_win(worth: Worth, by: str, rules: MahjongRules) -> bool:
    """Whether a hand of this worth can be won by ``ron`` or ``tsumo``."""
    row = next((row for row in rules.points.chart if row.fu == worth.fu), None)
    return worth.han is None or row is None or row.has(worth.han, by)


def why_not(worth: Worth, by: str, rules: MahjongRules) -> str:
    """Why a hand of this worth cannot be won by ``ron`` or ``tsumo``."""
    row = next(row for row in rules.points.chart if row.fu == worth.fu)
    why = f" ({row.why.text()})" if row.why is not None else ""
    least = row.from_han(by)
    if least is None:
        how = say("by ron" if by == "ron" else "by tsumo")
        return say("{fu} fu cannot be {how}{why}", fu=row.fu, how=how, why=why)
    how = say("ron" if by == "ron" else "tsumo")
    return say("{fu} fu by {how} need {least} han or more{why}", fu=row.fu, how=how, least=least, why=why)


def check_way(worth: Worth, by: str, rules: MahjongRules) -> None:
    """Raise :class:`calc.RecordError` for a hand that cannot be won by ``ron`` or ``tsumo``."""
    if not can_win(worth, by, rules):
        raise RecordError(Named(partial(why_not, worth, by, rules)), key="fu")


def read_level(text: str, rules: MahjongRules, *, any_number: bool = False) -> Worth | None:
    """A level, or several yakuman (``2 x yakuman``), ``any_number`` or as many as the rule set pays; else ``None``."""
    found = level_named(text, rules)
    if found is None:
        return _read_several(text, rules, any_number=any_number)
    key, level = found
    return Worth(None, None, key, int(key == LIMIT_LEVEL), level.worth)


def level_named(text: str, rules: MahjongRules) -> tuple[str, Level | Limit] | None:
    """The level that a text names by its id or one of its names, with its id; ``None`` where it names none."""
    said = text.strip().casefold()
    for key, names in level_names(rules):
        if said in [name.casefold() for name in names]:
            return key, rules.points.limit if key == LIMIT_LEVEL else rules.points.levels[key]
    return None


def _read_several(said: str, rules: MahjongRules, *, any_number: bool) -> Worth | None:
    """``double yakuman``, ``2 x yakuman``, ``yakuman x3``, where the rule set pays several."""
    several, limit = times_of(said), rules.points.limit
    if several is None or level_named(several[0], rules) != (LIMIT_LEVEL, limit):
        return None
    times, most = several[1], most_limits(rules)
    if not (any_number or times <= most):
        hint = rules.hint_options("points.limit")
        raise RecordError(
            "{0} pays at most {1} yakuman for a hand, found {2}{3}", rules.id, most, times, hint, key="level"
        )
    return Worth(None, None, LIMIT_LEVEL, times, times * limit.worth)


def most_limits(rules: MahjongRules) -> int:
    """The most yakuman that can be paid for one hand."""
    worths = [yaku.value.limit or 0 for yaku in rules.yaku.values()]
    most = sum(worths) if rules.points.limit.add_up else max(worths, default=1)
    return min(most, rules.points.limit.at_most or most)


def _order_counts(plain: re.Match[str], rules: MahjongRules) -> dict[str, int]:
    """``3 40``; in Japan fu are said first, and what is among the fu of a chart is no count of han."""
    first, second = int(plain[1]), int(plain[2]) if plain[2] else None
    if second is None:
        return {"han": first}
    fu = {row.fu for row in rules.points.chart}
    return {"han": second, "fu": first} if first in fu and second not in fu else {"han": first, "fu": second}


def _check_fu(han: int, fu: int, rules: MahjongRules) -> None:
    """Refuse fu that no hand of so many han has, with the nearest that there are."""
    rows, points = rules.points.chart, rules.points
    row = next((row for row in rows if row.fu == fu), None)
    if row is not None:
        if not row.has(han, *WAYS):
            least = min(least for least in map(row.from_han, WAYS) if least is not None)
            why = msg(" ({0})", Named(row.why.text)) if row.why is not None else ""
            raise RecordError("{0} fu need {1} han or more{2}, found {3} han", fu, least, why, han, key="fu")
        return
    top = rows[-1]
    # Beyond the chart fu change nothing: the base points have reached their cap.
    if (
        fu > top.fu
        and fu % rules.fu.round_up_to == 0
        and base_points(han, top.fu, points) == base_points(han, fu, points)
    ):
        return
    near = sorted((one.fu for one in rows if one.has(han, *WAYS)), key=lambda one: abs(one - fu))[:2]
    told = one_by_one(map(str, sorted(near)), " or ")
    raise RecordError("no hand of {0} han has {1} fu; the nearest are {2}", han, fu, told, key="fu")
