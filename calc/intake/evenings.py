"""An evening as people type it: a first line that says who plays, ``Koi-Koi, Mia and Noa, twelve months``, and rounds
by month, one a line or all in one. It becomes a score sheet in its usual form.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from calc.games import all_games, game_in, load_rules
from calc.intake.lines import Line
from calc.notation.spellings import narrow, seat_of, way_of
from calc.patterns import regex
from calc.records import words
from calc.records.sheet import names_alone, spell_name, split_header
from calc.tables.in_words import sets_before
from calc.tables.shelf import set_named

#: What the first line says beside the names.
HEAD: Final = words.Table(Path(words.__file__).with_name("words.yaml"), "evenings")
#: Rounds in sentences, with a month somewhere in each.
BY_MONTH: Final = words.Table(Path(words.__file__).with_name("words.yaml"), "by_month")
_AGREED: Final = regex(r"(?<!\S)(rounds|kan)=(\d{1,2})(?!\S)")


def as_evening(lines: Sequence[Line]) -> list[Line]:
    """The lines of the score sheet that people typed so; none for anything else.

    >>> for _, line in as_evening([(1, "Koi-Koi, Mia and Noa, twelve months: January Mia 5, February draw")]):
    ...     print(line)
    koikoi: Mia Noa, rounds=12
    January Mia 5
    February draw
    """
    (number, first), *rest = lines
    first = words.sign("asks_total").sub("", first)
    by_month = " ".join(_by_month(line) for line in (first, *(line for _, line in rest[:1]))).count(" ; ") > 1
    first = _by_month(first) if by_month else first
    head, *rounds = words.sign("next_month").split(first)
    if not rounds and not rest:
        head, *rounds = _in_turn(first)
    head = words.sign("names_first").sub(lambda found: f"{found['set']}、{found['names']}、", head)
    head = words.sign("cards_first").sub(lambda found: f"{found['set']}： ", head)
    # What stands before the rule set, and in brackets behind it, parts no words of it.
    head = words.sign("in_brackets").sub(r" \1 ", words.sign("before_set").sub("", head))
    sets, told = sets_before(head.replace("、", "、 ").replace("，", ", "))
    # Months are of the game that pays no hands by han and fu.
    of_months = next(game.default_rules for game in all_games() if game.points is None)
    sets = [of_months] if by_month and not head.strip() else sets
    if not sets or game_in(sets[0]) is all_games()[0] or (not rounds and split_header(first)[0]):
        return []
    body = [*((number, one) for one in rounds if one.strip()), *rest]
    is_below = not names_alone(_AGREED.sub(" ", _written(told))) and not rounds and bool(rest)
    if is_below and " ; " not in _by_month(rest[0][1]):
        # The names are the second line.
        told, body = f"{told} , {rest[0][1]}", rest[1:]
    written = _written(told)
    letters = dict(words.sign("letter_for").findall(narrow(told)))
    names = [*letters.values()] or names_alone(_AGREED.sub(" ", written))
    if self_ := words.sign("myself").search(told):
        letters |= dict.fromkeys(("I", "me", "Me", self_["me"]), self_["name"] or self_["me"])
    names = names or _in_rounds(written, [line for _, line in body], sets[0])
    if len(names) < 2 or not are_names(names, told):
        return []
    if not (_is_round(body[0][1], [*names, *letters]) if body else is_below):
        return []
    options = load_rules(sets[0]).options
    agreed = [f"{key}={number}" for key, number in _AGREED.findall(written) if key in options]
    header = ", ".join([f"{sets[0]}: {' '.join(map(spell_name, names))}", *agreed])
    return [(number, header), *((place, _named(line.strip(" ,"), letters)) for place, line in body)]


def _by_month(text: str) -> str:
    """A text with each round that it tells with its month behind a semicolon, the month first."""
    told = words.said(regex(r"[:：](?=\S)").sub(r"\g<0> ", text))
    return BY_MONTH.rewrite(told).text.replace(words.GAP, " ")


def _in_turn(text: str) -> list[str]:
    """What stands before rounds of which each tells who scored, and these rounds; the text where nobody scores twice.

    >>> _in_turn("koi-koi: Mia 3, Noa 5, Mia 6"), _in_turn("hachi-hachi: Mia 100, Noa 90, Oli 74")
    (['koi-koi', 'Mia 3', 'Noa 5', 'Mia 6'], ['hachi-hachi: Mia 100, Noa 90, Oli 74'])
    """
    head, *rounds = words.sign("next_score").split(text)
    begun = [words.sign("scored_first").match(narrow(one)) for one in rounds]
    names = [found["who"] for found in begun if found]
    return [head, *rounds] if len({*names}) < len(names) else [text]


def _written(told: str) -> str:
    told = words.idle().sub(" ", words.sign("myself").sub(lambda found: found["name"] or found["me"], narrow(told)))
    return " ".join(HEAD.rewrite(words.said(told)).text.replace(words.STOP, " ").split())


def _in_rounds(written: str, rounds: Iterable[str], rules: str) -> list[str]:
    """Who is named first in rounds of which the first line names nobody: as many as play."""
    if _AGREED.sub("", written).strip():
        return []
    begun = (words.sign("who_first").match(narrow(line)) for line in rounds)
    said = dict.fromkeys(found["who"] for found in begun if found)
    names = [name for name in said if not words.sign("no_player").fullmatch(name)]
    table: Any = getattr(load_rules(rules), "table", None)
    return names if len(names) in table.players else []


def are_names(names: Iterable[str], told: str) -> bool:
    """Whether words are names, no cards, calls or rule sets; in small letters without a colon they are a sentence."""
    are_words = any(seat_of(name) or way_of(name) or set_named(name) for name in names)
    return not are_words and (":" in told or not all(name.isascii() and name.islower() for name in names))


def _is_round(line: str, names: Iterable[str]) -> bool:
    return bool(words.sign("month_first").match(narrow(line))) or any(name in line for name in names)


def _named(line: str, letters: Mapping[str, str]) -> str:
    """A line with the names for which letters stand."""
    return words.sign("letter").sub(lambda found: letters.get(found[0].partition("'")[0], found[0]), line)
