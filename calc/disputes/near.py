"""Which rules some words of a sentence touch where not all of them are read."""

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from functools import cache
from math import sqrt
from typing import Final

from msgspec.structs import replace

from calc.disputes.asked import (
    DETAILS,
    IDLE,
    MOST_NEAR,
    Asked,
    asking,
    is_by_one,
    joined,
    needed_by,
    option_names,
    option_told,
    read_question,
    topic_of_option,
    topic_told,
    topics_of,
    words_of,
)
from calc.disputes.meanings import NAMES
from calc.disputes.yaku import find_yaku, yaku_asked, yaku_in
from calc.games import Game
from calc.patterns import regex
from calc.records.meanings import read_words
from calc.records.words import WordSaid, sign
from calc.tables import RuleSet

#: How near a topic is that some words touch, of 1; and how much a meaning tells of which no topic is told.
_NEAR: Final = 0.4
_UNTOLD: Final = 0.3
#: So near a topic leaves yaku that are named no part of the question.
_WHOLE: Final = 0.8
#: So near a topic of which all is told leaves other words no part of the question, where others are so much farther.
_CLEAR: Final = 0.6
_APART: Final = 0.7
#: So many words that name an option are as near as a topic that is wholly told.
_MANY: Final = 5
_OF_WORTH: Final = regex(NAMES["claim"])


def find_near(text: str, rules: RuleSet, game: Game) -> tuple[list[Asked], list[Asked]]:
    """What some words of a sentence touch: what decides whatever the others say, and what is near, the nearest first:
    topics, which their examples tell, options and yaku.
    """
    words, lost = read_question(text, game, ())
    may_change = any(map(sign("telling").fullmatch, lost))
    means, rarity = {one.means for one in words} - IDLE - {"no"}, _rarity(game)
    lines: dict[str, tuple[float, str]] = {}
    for name, topic in topics_of(game).items():
        nearness, line = max((_nearness(line, means, rarity), line) for line in topic.told)
        if nearness >= _NEAR:
            lines[name] = nearness, line
    best = max((nearness for nearness, _ in lines.values()), default=0)
    near = [(nearness, _by_example(name, game)) for name, (nearness, _) in lines.items() if nearness > best / 2]
    unread = joined(text, lost)
    told_by = None if may_change else topic_told(words, game)
    if told_by is None and not may_change and all(one.means != "no" for one in words):
        told_by = _clear_of(lines, words, game)
        known = {one.rstrip("?") for one in lines[told_by.name][1].split()} | DETAILS | IDLE if told_by else ()
        unread += [text[slice(*one.span)].strip(" ,") for one in words if one.means not in known]
        # What is asked may be what is paid.
        told_by = None if _OF_WORTH.search(" ".join(unread)) else told_by
    whole = [replace(told_by, unread=unread, example=told_by.topic.like.text())] if told_by and unread else []
    named, lost = read_question(text, game, [option_names(rules), *words_of(game, "options")])
    # An option is the nearer the more words name it.
    spans = {one.means.removeprefix("option "): text[slice(*one.span)] for one in named}
    words_in = {name: len(said.split()) if said.isascii() else len(said) / 2 for name, said in spans.items()}
    options = [name for name in words_in if name in rules.options]
    near += [(words_in[name] / _MANY, topic_of_option(name, rules, named)) for name in options]
    # What else is told besides an option may be what decides.
    is_other = best >= _WHOLE or any(map(sign("telling").fullmatch, lost))
    by_option = None if is_other else option_told(named, rules)
    if not whole and by_option is not None:
        whole = [replace(by_option, unread=joined(text, lost))]
    found = [one for _, one in sorted(near, key=lambda one: -one[0])]
    of_yaku = yaku_in(find_yaku(text, rules, [asking()])[0], rules, game) if best < _WHOLE else []
    return whole or yaku_asked(text, rules, game), [*found, *of_yaku][:MOST_NEAR]


def _clear_of(lines: Mapping[str, tuple[float, str]], words: Sequence[WordSaid], game: Game) -> Asked | None:
    """The topic of which some words tell all, and to which no other one comes near, but for those of which it tells
    more. ``lines``: how near topics are, each with the line that is nearest.
    """
    means = {one.means for one in words}
    told = [name for name, (nearness, line) in lines.items() if nearness >= _CLEAR and needed_by(line) <= means]
    name = max(told, key=lambda one: lines[one][0], default=None)
    if name is None:
        return None
    nearness, line = lines[name]
    others = (one for other, one in lines.items() if other != name and not needed_by(one[1]) < needed_by(line))
    topic = topics_of(game)[name]
    is_clear = is_by_one(topic, words) and all(one <= nearness * _APART for one, _ in others)
    return Asked(name, topic, words) if is_clear else None


def _by_example(name: str, game: Game) -> Asked:
    """A topic as its example tells it."""
    topic = topics_of(game)[name]
    return Asked(name, topic, read_words(topic.like.en, words_of(game, "words"))[0], example=topic.like.text())


def unread_by(text: str, rules: RuleSet, game: Game) -> int:
    """How many words of a question the tables of a game do not read."""
    return len(read_question(text, game, [option_names(rules), *words_of(game, "options")])[1])


@cache
def _rarity(game: Game) -> Mapping[str, float]:
    """How much each meaning tells of a topic: the less the more topics it is told of."""
    lines = ({word.rstrip("?") for line in topic.told for word in line.split()} for topic in topics_of(game).values())
    return {word: 1 / sqrt(count) for word, count in Counter(word for line in lines for word in line).items()}


def _nearness(line: str, means: Set[str], rarity: Mapping[str, float]) -> float:
    """Which part of a line of a topic is told, times which part of what is told stands in the line; 0 where what tells
    the topic best is not told.
    """

    def weight(words: Set[str]) -> float:
        return sum(rarity.get(word, _UNTOLD) for word in words)

    needed, known = needed_by(line), {word.rstrip("?") for word in line.split()}
    if max(needed, key=lambda word: rarity.get(word, 0)) not in means:
        return 0
    return weight(needed & means) / weight(needed) * weight(known & means) / (weight(means) or 1)
