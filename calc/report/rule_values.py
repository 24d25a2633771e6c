"""The values of rule sets in words, by their paths in rule files: what `yaku rules diff` prints."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from msgspec import Struct

from calc.games import game_named
from calc.layout.game import spell_answer
from calc.layout.words import word
from calc.tables import RuleSet
from calc.tables.ruleset import Name
from calc.tables.table import Change
from calc.text import number
from calc.translation import Phrases, language, say, spoken_in

#: What values are called that have no name and that no option asks for; the last part of a path, or all of it.
_TITLES: Final = Phrases("rule")
#: Words that values are.
_VALUES: Final = Phrases("value")
_SECTIONS: Final = Phrases("section")
#: Sections that are said as a whole.
_WHOLE: Final = ("cards", "stake", "match", "deck", "unit", "seats", "wild")


class Told(Struct, frozen=True):
    """A difference in words: of what, where it stands in its section, and the value of each side with its source."""

    section: str
    title: str
    paths: list[str]
    sides: list[str]
    sources: list[str]


def tell(a: RuleSet, b: RuleSet, changes: Sequence[Change]) -> Iterator[Told]:
    """The differences of two rule sets in words; those that are told by the same words are one."""
    told = (_told(a, b, change) for change in changes)
    for (section, title, sides), group in groupby(told, key=lambda one: (one.section, one.title, one.sides)):
        alike = [*group]
        yield Told(section, title, [path for one in alike for path in one.paths], sides, alike[0].sources)


def section_title(section: str) -> str:
    """What a section of a rule file is called."""
    return _SECTIONS.text(section) if section in _SECTIONS else section


def _told(a: RuleSet, b: RuleSet, change: Change) -> Told:
    path = change.path.split(".")
    found = [(a, change.a, change.source_a, "added"), (b, change.b, change.source_b, "removed")]
    sides = [(rules, value) for rules, value, _, lacks in found if change.kind != lacks]
    option = None if path[0] == "options" else _asked(sides, change.path)
    texts = _texts(sides, path, option)
    cells = iter(texts)
    # Where an option asks for the value, a set that has none of it answers all the same.
    absent = say("not there")
    if option is not None and len(sides) == 1 and texts[0] == _chosen(sides[0][0], option, path, sides[0][1]):
        other = b if sides[0][0] is a else a
        answer = _chosen(other, option, [], None) if option in other.options else absent
        absent = answer if answer != texts[0] else absent
    return Told(
        section=path[0],
        title=_title([rules for rules, _ in sides], path, option),
        paths=[change.path.partition(".")[2] or change.path],
        sides=[absent if change.kind == lacks else next(cells) for *_, lacks in found],
        sources=["" if change.kind == lacks or path[-1] == "source" else source or "" for *_, source, lacks in found],
    )


def _asked(sides: Sequence[tuple[RuleSet, Any]], path: str) -> str | None:
    """The option of all sides that answers for the value at a path, by its own value rather than by one of several."""
    names = [
        name
        for name in sides[0][0].options
        if all(
            name in rules.options and any(f"{path}.".startswith(f"{own}.") for own in rules.options[name].paths)
            for rules, _ in sides
        )
    ]
    return min(names, key=lambda name: len(sides[0][0].options[name].paths), default=None)


def _texts(sides: Sequence[tuple[RuleSet, Any]], path: Sequence[str], option: str | None) -> list[str]:
    """The value of each side in words, in such that tell the sides apart."""
    ways = []
    if path[0] == "options":
        ways.append([_answer(rules, path, value) for rules, value in sides])
    elif "name" not in path:
        ways.append([game_named(rules.game).rule_words(rules, path) for rules, _ in sides])
    if option is not None:
        ways.append([_chosen(rules, option, path, value) for rules, value in sides])
    ways.append([_plain(rules, value) for rules, value in sides])
    apart = (texts for texts in ways if None not in texts and len({*texts}) == len(sides))
    return [text or "" for text in next(apart, ways[-1])]


def _answer(rules: RuleSet, path: Sequence[str], value: Any) -> str | None:
    """The answer to an option, or its choices; none for what else is said of it."""
    option, key = rules.options.get(path[1]), [*path[2:]]
    if option is None:
        return None
    if key[:1] in ([], ["default"]):
        return spell_answer(rules, path[1], value if key == ["default"] else option.default)
    if key[0] == "choices" and option.choices is not None:
        return say(", ").join(spell_answer(rules, path[1], choice) for choice in option.choices)
    return None


def _chosen(rules: RuleSet, option: str, path: Sequence[str], value: Any) -> str:
    asked = rules.options[option]
    if asked.path == ".".join(path):
        return spell_answer(rules, option, value)
    return spell_answer(rules, option, rules.answer(option))


def _title(sets: Sequence[RuleSet], path: Sequence[str], option: str | None) -> str:
    """What a value is: the question that asks for it, or the name of its entry and what it says of it."""
    if path[0] == "options" and len(path) > 1:
        rules = next((one for one in sets if path[1] in one.options), None)
        if rules is not None:
            rest = [] if path[2:3] == ["default"] else path[2:]
            return say(": ").join([rules.options[path[1]].question.text(), *_key(rest)])
    name, rest = _named(sets, path)
    if name:
        return say(": ").join([name, *_key(rest)])
    if option is not None:
        return sets[0].options[option].question.text()
    return _untitled(sets, path)


def _untitled(sets: Sequence[RuleSet], path: Sequence[str]) -> str:
    if path[0] == "classes" and len(path) > 1:
        classes: Any = next(one for rules in sets if path[1] in (one := getattr(rules, "classes", ())))
        return say(": ").join([classes.title(path[1]), *_key(path[2:])])
    if path[0] == "table":
        for key in (f"table_{path[-1]}", path[-1]):
            if spoken_in("en", word, key) != key:
                return word(key)
    if path[0] in ("settlement", "factors"):
        return section_title(path[0])
    spelled = ".".join(path)
    whole = [path[0]] if path[0] in _WHOLE else []
    known = next((one for one in (spelled, ".".join(path[:2]), *whole, path[-1]) if one in _TITLES), "")
    return _TITLES.text(known) if known else spelled


def _key(rest: Sequence[str]) -> list[str]:
    """What the rest of a path says of an entry."""
    return [_TITLES.text(key) if key in _TITLES else key.replace("_", " ") for key in rest[:1]]


def _named(sets: Sequence[RuleSet], path: Sequence[str]) -> tuple[str, Sequence[str]]:
    """The name of the last entry on a path that has one, and the path from there."""
    for rules in sets:
        entry: Any = rules
        name, rest = "", path
        for place, part in enumerate(path, start=1):
            entry = entry.get(part) if isinstance(entry, Mapping) else getattr(entry, part, None)
            if isinstance(title := getattr(entry, "name", None) or getattr(entry, "meaning", None), Name):
                name, rest = title.text(), path[place:]
        if name:
            return name, rest
    return "", path


def _plain(rules: RuleSet, value: Any) -> str:
    none = say("none")
    if isinstance(value, Mapping):
        if {*value} <= {"en", "ja", "ko"} and "en" in value:
            return str(value.get(language(), value["en"]))
        told = [(str(key), one) for key, one in value.items() if key != "source"]
        parts = (f"{_key([key])[0]} {_plain(rules, one)}" for key, one in told)
        comma = say("; " if any(isinstance(one, Mapping) for _, one in told) else ", ")
        return comma.join(parts) or none
    if isinstance(value, list | tuple):
        # Parts that have commas of their own are apart by semicolons.
        comma = say("; " if any(isinstance(one, Mapping | list) for one in value) else ", ")
        return comma.join(_plain(rules, one) for one in value) or none
    if isinstance(value, bool):
        return say("yes" if value else "no")
    return none if value is None else number(value) if isinstance(value, int) else _word(rules, str(value))


def _word(rules: RuleSet, value: str) -> str:
    named = getattr(getattr(rules, "yaku", {}).get(value), "name", None)
    if isinstance(named, Name):
        return named.text()
    classes: Any = getattr(rules, "classes", ())
    if value in classes:
        return str(classes.title(value))
    return _VALUES.text(value) if value in _VALUES else word(value).replace("_", " ")
