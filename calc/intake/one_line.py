"""A whole score sheet in one line: a header and its rounds, ``riichi: Aki Bea Cho Dan; E3 Aki ron Bea 2000``, or the
final scores of a game, ``m-league final 35000 35000 18000 12000``.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from calc.errors import NotationError
from calc.games import all_games, game_of, load_rules
from calc.intake.evenings import are_names, as_evening
from calc.intake.headings import sign as in_table
from calc.intake.sheets import read_sheets
from calc.notation.spellings import narrow, seat_of, way_of
from calc.notation.text import show
from calc.patterns import regex
from calc.records.plain import AnyRecord
from calc.records.sheet import FINALS, names_alone, scores_in, spell_name, split_header
from calc.records.words import said, sign
from calc.tables.in_words import set_behind, sets_before, sets_within
from calc.tables.shelf import sets_glued
from calc.translation import msg

#: Players who are told by their places alone, and by letters.
_PLACES: Final = ("East", "South", "West", "North")
_LETTERS: Final = ("A", "B", "C", "D")
_MOST: Final = 4
#: Of a final score told without a name, its sign and comma included.
_FEWEST_DIGITS: Final = 3
_MOST_DIGITS: Final = 9
#: Of points among words.
_FEWEST_POINTS: Final = 4
_SENTENCE_END: Final = regex(r"[.。]\s{1,3}(?=\S)")
#: What parts rounds, and no payments.
_SLASH: Final = regex(r"(?<!\d)\s[/|–—-]\s|\s[/|–—-]\s(?!\d)")
_LETTER: Final = regex(r"(?<![\w.+-])[A-D](?![\w.+-])")
_NUMBERS: Final = regex(r"[-\d][-\d\s,/、:.。]+")
_NUMBER: Final = regex(r"-?\d{1,3}(?:,\d{3})+(?!\d)|-?\d+")
_FINAL: Final = regex(r"(?<!\S)final(?!\S)")
_MARKS: Final = " :,.?!、。？"
#: What a table agreed on, as the rows of ``finals`` write it.
_AGREED: Final = regex(r"(?<!\S)(start|return|uma|oka|ties)=(\S+)")
_SEAT_SCORE: Final = regex(r"(?<![^\s,、:])(?P<who>[^\W\d_]+)[\s:=]+(?=-?\d)")


def read_one_line(text: str) -> AnyRecord | None:
    """The game that one line tells; ``None`` for any other line. Raises :class:`~calc.errors.CalcError` for a wrong
    one, and for a round by names of which nobody says who sits where.
    """
    lines = as_sheet(text)
    sheets = [*read_sheets(enumerate(lines, start=1))] if lines else []
    if len(sheets) != 1:
        return None
    (sheet,) = sheets
    for (number, line), error in sheet.wrong:
        at = text.find(line)
        error.column = error.column + at if error.column is not None and at >= 0 and number > 1 else None
        raise error
    record: Any = sheet.record
    rounds = getattr(record, "rounds", ())
    if len(rounds) != 1 or getattr(record, "start", record) is not None:
        return sheet.record
    # One round alone is any of a game, told without what was before it.
    rules: Any = load_rules(record.rules or game_of(record).default_rules)
    start = getattr(rules.match, "start", None)
    found: AnyRecord = record if start is None else replace(record, start=[start] * len(record.players))
    return found


def as_sheet(text: str) -> list[str]:
    """The lines of the sheet that one line tells; none for any other line.

    >>> as_sheet("tenhou: Mia Noa Oli Pia; E1 Noa ron Mia 5200, then Oli tsumo mangan")
    ['tenhou: Mia Noa Oli Pia', 'E1 Noa ron Mia 5200', 'Oli tsumo mangan']
    >>> as_sheet("m-league 35000 35000 18000 12000")
    ['m-league: East South West North', 'scores 35000 35000 18000 12000']
    >>> as_sheet("Mia, Noa, Oli and Pia play wrc. Noa ron Mia 5200. Oli tsumo mangan")
    ['wrc: Mia Noa Oli Pia', 'Noa ron Mia 5200', 'Oli tsumo mangan']
    >>> as_sheet("final scores: Mia 41k, Noa 30k, Oli 19k, Pia 10k under m-league rules")
    ['m-league: Mia Noa Oli Pia', 'scores 41000 30000 19000 10000']
    >>> as_sheet("Mia Noa Oli Pia / draw, tenpai Mia / Noa ron Mia 2000")
    ['players: Mia Noa Oli Pia', 'draw, tenpai Mia ; Noa ron Mia 2000']
    >>> as_sheet("Mia deals, players Mia Noa Oli Pia, Noa chombo, pays mangan")
    ['players: Mia Noa Oli Pia, chombo=mangan', 'Noa chombo']
    >>> as_sheet("E2 South ron East 3900"), as_sheet("123m456p789s11122z ron 1z")
    ([], [])
    """
    text = _SLASH.sub(" ; ", text) if sign("slashed").match(text) else text
    if (
        "=" in text
        or "\n" in text
        or not (
            re.search(r"\d", text)
            or ";" in text.partition(":")[2]
            or sign("playing").search(text)
            or len(sign("next_month").findall(text)) > 1
        )
    ):
        return []
    if found := _final(text) or [line for _, line in as_evening([(1, text)])]:
        return found
    text = sign("over").sub("", text)
    played = ["chombo=mangan"] if sign("chombo_pays").search(text) else []
    text = sign("chombo_pays").sub("", text)
    begun = re.search(r"[;；]", text)
    following = sign("next_round").search(text)
    first = min((found.start() for found in (begun, following) if found), default=0)
    rules, names = _header(text[:first])
    agreed = list[str]()
    if playing := sign("playing").search(text):
        # ``Aki, Bea, Cho and Dan play tenhou``, and what comes before and behind it.
        rules = next(iter(sets_before(playing["rules"] or playing["set"] or "")[0]), rules)
        named = next(filter(None, playing.group("names", "told", "listed", "seated", "first", "last")))
        names = names_alone(named.replace(" and ", " ").replace(",", " "))
        written = FINALS.rewrite(said(before := text[: playing.start()])).text
        agreed = _agreed(_AGREED.findall(written), len(names), rules)
        left = _AGREED.sub(" ", written).strip(_MARKS + ";")
        before = "" if agreed and left in ("", "each", "apiece") else before
        deals = sign("deals_first").search(before)
        if deals and deals["who"] in names:
            at, before = names.index(deals["who"]), sign("deals_first").sub("", before)
            names = names[at:] + names[:at]
        text, first = _SENTENCE_END.sub(" then ", f"{before} {text[playing.end() :]}"), 0
    head, colon, body = text.partition(":")
    if not names and colon:
        # ``wrc Ann Bob Cy Dee (Ann dealer): `` before the rounds.
        dealer = sign("deals_first").search(head)
        rules, names = _header(sign("deals_first").sub("", head))
        names = names if dealer is None or dealer["who"] in names[:1] else []
        text, first = (body, 0) if names else (text, first)
    if not names and (end := _SENTENCE_END.search(text)):
        # ``Aki Bea Cho Dan, uma 15/5.`` before the rounds.
        written = FINALS.rewrite(said(text[: end.start()])).text
        rules, names = _header(" ".join(_AGREED.sub(" ", written).split()).strip(_MARKS))
        agreed = _agreed(_AGREED.findall(written), len(names), rules)
        names = names if agreed else []
        text, first = (_SENTENCE_END.sub(" then ", text[end.end() :]), 0) if names else (text, first)
    if names:
        text = text[:first] + sign("closing").sub("; scores ", text[first:])
        rounds = (one.strip(";；,、。. ") for one in sign("next_round").split(text[first:]))
        return [", ".join([_header_line(rules, names), *agreed, *played]), *filter(None, rounds)]
    told, rest = sets_before(text)
    letters = {*_LETTER.findall(rest)}
    if letters and sign("round_first").match(rest) and not re.search(r"\d[mpsz](?!\w)", rest):
        parts = map(str.strip, sign("next_round").split(rest))
        return [_header_line(told[0] if told else "", _LETTERS), *filter(None, parts)]
    _refuse_nameless(rest, text)
    return []


def _final(text: str) -> list[str]:
    """The sheet of final scores, by names, seats or numbers alone."""
    glued, text = sets_glued(text)
    written = FINALS.rewrite(said(narrow(text))).text
    found = _AGREED.findall(written)
    # Points of places are given for the scores of a whole game alone.
    is_final = " final " in written or any(name == "uma" for name, _ in found)
    # What parted it from the rest parts nothing now.
    bare = " ".join(one for one in _AGREED.sub(" ", written).split() if one.strip(_MARKS))
    last, written = set_behind(bare.strip(_MARKS))
    sets, rest = sets_before(written)
    sets = [last] if last else sets or glued[:1]
    if not sets and is_final:
        sets, rest = sets_before(_FINAL.sub(" ", written))
    rest = _FINAL.sub(" ", rest).strip(_MARKS) if is_final else rest
    numbers = _NUMBER.findall(rest) if _NUMBERS.fullmatch(rest) else []
    numbers = numbers if all(_FEWEST_DIGITS <= len(one) <= _MOST_DIGITS for one in numbers) else []
    seats = {found["who"]: seat_of(found["who"]) for found in _SEAT_SCORE.finditer(rest)}
    rest = _SEAT_SCORE.sub(lambda found: f"{found['who']}{'_' * (len(found['who']) == 1)} ", rest)
    scores = {name.rstrip("_"): score for name, score in scores_in(rest)} if not numbers else {}
    if numbers:
        scores = {name: int(one.replace(",", "")) for name, one in zip(_PLACES, numbers, strict=False)}
    if len(scores) < max(3, len(numbers)) or not (numbers or is_final or len({*seats}) == len(scores)):
        sets = sets or sets_within(rest)[0]
        scores = _all_points(rest, sets[0] if sets else "") if is_final and len(sets) <= 1 else {}
        if not scores:
            return []
    # Seats are in their order, the first dealer first.
    if all(seats.get(name) for name in scores) and len({*seats.values()}) == len(scores):
        scores = {name: scores[name] for name in sorted(scores, key=lambda name: "ESWN".index(seats[name] or "E"))}
    names = [_PLACES["ESWN".index(name)] if name in "ESWN" else name for name in scores]
    told = _agreed(found, len(names), sets[0] if sets else "")
    return [
        ", ".join([_header_line(sets[0] if sets else "", names), *told]),
        f"scores {' '.join(map(str, scores.values()))}",
    ]


def agreed_in(text: str) -> dict[str, str]:
    """What a text says that a table agreed on, where it says nothing else of rules or in figures; else nothing.

    >>> agreed_in("Uma 15/5, 25,000 start, 30,000 return (oka 20 to the top)")
    {'uma': '15-5', 'start': '25000', 'return': '30000', 'oka': '20000'}
    >>> agreed_in("25000点持ち30000点返し ウマ10-20 オカあり")
    {'start': '25000', 'return': '30000', 'uma': '10-20'}
    >>> agreed_in("Uma 15/5, in playoffs no uma"), agreed_in("Uma 10-20; uma 10-30"), agreed_in("uma 10-20, top 5")
    ({}, {}, {})
    """
    written = FINALS.rewrite(said(narrow(re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text)))).text
    found = _AGREED.findall(written)
    rest = _AGREED.sub(" ", written)
    is_clear = len({*found}) == len(dict(found)) and not re.search(r"\d", rest) and not in_table("rules").search(rest)
    return dict(found) if is_clear else {}


def with_oka(agreed: Mapping[str, str], count: int, rules: str) -> dict[str, str]:
    """What ``count`` players agreed on, by name: start, return and oka belong together."""
    found = dict(agreed)
    start = found.get("start") or getattr(_match_of(rules), "start", None)
    if "oka" in found and "return" not in found and start is not None and count:
        found["return"] = str(int(start) + int(found["oka"]) // count)
    if {"start", "return"} <= {*found} and "oka" not in found:
        found["oka"] = str((int(found["return"]) - int(found["start"])) * count)
    return found


def _agreed(found: Iterable[tuple[str, str]], count: int, rules: str) -> list[str]:
    """What ``count`` players agreed on, as the header of a sheet has it."""
    agreed = with_oka(dict(found), count, rules)
    return [f"start {value}" if name == "start" else f"{name}={value}" for name, value in agreed.items()]


def _match_of(rules: str) -> Any:
    """How long a game of a rule set is, by default of riichi, and with how many points it begins."""
    asked = rules or next(game.default_rules for game in all_games() if game.points is not None)
    return getattr(load_rules(asked), "match", None)


def _all_points(rest: str, rules: str) -> dict[str, int]:
    """The points of all who play in their order, among words; none where they are not all points of a table.

    >>> _all_points("33400 33400 21200 12000 and who is first", ""), _all_points("33400 33400 21200 12500", "")
    ({'East': 33400, 'South': 33400, 'West': 21200, 'North': 12000}, {})
    >>> _all_points("33400 33400 21200 12000 and first gets plus 50", "")
    {}
    >>> _all_points("Ann Bob Cat Dan 33400 33400 21200 12000", "")
    {'Ann': 33400, 'Bob': 33400, 'Cat': 21200, 'Dan': 12000}
    >>> _all_points("Ann tsumo 1000 all 28000 24000 24000 24000", "")
    {}
    >>> _all_points("Ann 33400 Bob 33400 Cat 21200 Dan 12000 hooray", "")
    {}
    """
    # Names between them say whose they are.
    told, run = _NUMBER.findall(rest), max(_NUMBERS.findall(rest), key=len, default="")
    points = [int(one.replace(",", "")) for one in told if len(one) >= _FEWEST_POINTS or len(told) <= _MOST]
    start = getattr(_match_of(rules), "start", None)
    # Another number says something of its own, such as what is claimed.
    is_all = 0 < len(points) == len(told) == len(_NUMBER.findall(run)) and not sign("not_in_order").search(rest)
    is_whole = is_all and start is not None and sum(points) == len(points) * start
    if not is_whole:
        return {}
    # What stands before them may be whose they are, or rounds that were played.
    before = rest.partition(run)[0].strip(f"{_MARKS};；_")
    names = names_alone(before)
    if len(names) == len(points) and are_names(names, before):
        return dict(zip(names, points, strict=True))
    others = any(map(way_of, before.split())) or sum(one[:1].isupper() for one in before.split()) > 1
    return {} if others else dict(zip(_PLACES, points, strict=False))


def _header(head: str) -> tuple[str, list[str]]:
    """The rule set and the players that a text names, and nothing else."""
    sets, rest = sets_before(head)
    named, behind = split_header(head)
    if not sets and named is not None:
        sets, rest = [named] if named else [], behind
    names = names_alone(rest)
    return (sets[0] if sets else "", names if 1 < len(names) <= _MOST and are_names(names, head) else [])


def _header_line(rules: str, names: Iterable[str]) -> str:
    return f"{rules or 'players'}: {' '.join(map(spell_name, names))}"


def _refuse_nameless(rest: str, text: str) -> None:
    """Refuse a round of which nobody says who sits where."""
    found = sign("round_first").match(rest)
    who, way, *_ = [*re.split(r"[\s,、]+", found["rest"]), "", ""] if found else ("", "")
    if who.isalpha() and way_of(way) and not seat_of(who) and len(who) > 1:
        message = msg("who sits where is not told: {0} may be the dealer or not", show(who))
        meant = msg("write the players before it, the first dealer first, as in riichi: Aki Bea Cho Dan; {0}", text)
        raise NotationError("{0}; {1}", message, meant, column=text.index(who) + 1)
