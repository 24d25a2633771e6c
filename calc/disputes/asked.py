"""What a question about a rule asks: a situation of the tables, an option of the rule set, or a yaku.

Each game has a table ``topics.yaml``: the ``words`` by which people tell a situation, a row a meaning; what they claim
of it (``claims``); and ``topics``, each with the meanings that tell it and its rulings. What both games say alike is in
the table beside this module. A word that no row reads may change what is meant, so a sentence with one asks nothing.
"""

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import cache, lru_cache, partial
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from calc.disputes.claims import without_speaker
from calc.disputes.meanings import FILE, Words, read_claimed, spell_claim
from calc.errors import RecordError
from calc.games import Game
from calc.notation.spellings import seat_of
from calc.notation.text import show
from calc.records.meanings import read_words
from calc.records.words import WordSaid, any_of, parts_of, sign
from calc.tables import Name, RuleSet
from calc.translation import msg, one_by_one

#: How many topics near a sentence are named.
MOST_NEAR: Final = 3
#: What is asked of a yaku; words that tell nothing of a situation.
WORTH: Final = "worth"
IDLE: Final = frozenset(("filler", "who", WORTH))
#: How much alike words are of which one is a slip of the other, of 1.
_ALIKE: Final = 0.82
#: Who wins somehow; and what is told of a situation beside what decides.
_WINS: Final = "wins"
#: What is asked of the situation or the option that is told.
_ASKS: Final = frozenset(("who_pays", "penalty_asked", "han_asked"))
_OF_OPTIONS: Final = frozenset(("who_pays", "penalty_asked", "fu_asked", "han_asked", "yakuman"))
DETAILS: Final = _ASKS | {"tiles", "holds"}
#: What says by itself what is claimed; what denies a claim.
_STATES: Final = ("allowed=", "sticks=")
_DENIES: Final = frozenset(("no", "not"))
#: What a question asks, and no part of the situation.
ASKED: Final = ("filler", "allowed=")


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """What counts in a ``case`` of the check of a topic ``where`` options, or values of the table, are such: what it
    ``says``, by default what the options do, and what ``fits``, as names with values.
    """

    case: str | None = None
    where: dict[str, Any] = {}
    says: Name | None = None
    fits: str = ""


class Topic(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A situation. ``told``: the meanings that tell it, each line by itself, with ``?`` what may be told besides.
    ``check``: what the game works out of the words. ``same``: meanings that one person does. ``figures``: values of the
    table by name. ``source``: that of a rule on which no tables differ. ``like``: an example.
    """

    like: Name
    told: list[str]
    check: str | None = None
    same: str = ""
    figures: dict[str, str] = {}
    source: str | None = None
    rulings: list[Row]


class Asked(Struct, frozen=True):
    """A topic that a sentence tells, by ``name``, with the words of the sentence. ``answers``: what claims call the
    answers of an option. ``claim``: what the sentence claims of the situation. ``example``: the sentence that tells
    the topic, where the words of another touch it. ``unread``: words of which no table knows a meaning. ``denies``:
    whether the claim that tells it with the sentence says that it is not so.
    """

    name: str
    topic: Topic
    words: Sequence[WordSaid]
    answers: Sequence[Words] = ()
    claim: str | None = None
    example: str | None = None
    unread: Sequence[str] = ()
    denies: bool | None = None


@cache
def topics_of(game: Game) -> dict[str, Topic]:
    """The topics of a game."""
    return msgspec.convert(parts_of(game.topics.FILE)["topics"], dict[str, Topic])


@cache
def words_of(game: Game, part: str) -> list[Words]:
    """The rows of a part of the table of a game, ``words``, ``options`` or ``claims``, and those of all games."""
    return [Words(file, part) for file in (game.topics.FILE, FILE) if part in parts_of(file)]


@cache
def asking() -> Words:
    """Words of a question that say nothing of what it is about."""
    return Words(FILE, "", [row for row in Words.of(FILE, "claims").rows if row["means"].startswith(ASKED)])


@lru_cache(maxsize=32)
def rows_named(names: tuple[tuple[str, frozenset[str]], ...]) -> Words:
    """Rows of what some names mean."""
    return Words(FILE, "", [{"means": means, "say": any_of(said)} for means, said in names])


def _is_told(line: str, means: set[str]) -> bool:
    words = line.split()
    needed, known = {word for word in words if not word.endswith("?")}, {word.rstrip("?") for word in words}
    # Who wins may do so by ron, or it changes nothing.
    fitting = (means - {_WINS} | {"ron"}, means - {_WINS}) if _WINS in means else (means,)
    return any(needed <= one <= known | DETAILS for one in fitting)


def find_topic(text: str, game: Game) -> Asked | None:
    """The topic that a sentence tells; ``None`` where it tells none.

    Raises :class:`~calc.errors.RecordError` for one that is near some, with what they are.
    """
    told, lost = read_words(text, words_of(game, "words"))
    # Words that no table knows are told with the answer.
    if all(word.islower() and means_nothing(word, game) for word in lost) and (found := topic_told(told, game)):
        return replace(found, unread=read_question(text, game, ())[1])
    # A question may ask what else would be claimed.
    words, lost = read_question(text, game, ()) if lost else (told, lost)
    told_by = partial(topic_told, game=game)
    found = find_claimed(text, told, game, told_by, words_of(game, "words")) if lost else told_by(words)
    if found is not None:
        return found
    means, topics = {word.means for word in words} - IDLE, topics_of(game)
    near = {
        name: max(len(needed & means) / len(needed) for line in topic.told if (needed := needed_by(line)))
        for name, topic in topics.items()
    }
    nearest = sorted((name for name in near if near[name] > 1 / 2), key=lambda name: -near[name])[:MOST_NEAR]
    if len(lost) <= len(words) and nearest:
        examples = one_by_one((show(topics[name].like.text()) for name in nearest), ", ")
        unread = msg("; not read: {0}", one_by_one(map(show, lost), ", ")) if lost else ""
        raise RecordError("expected a record, or a question about a rule such as {0}{1}", examples, unread)
    return None


def topic_told(words: Sequence[WordSaid], game: Game) -> Asked | None:
    """The topic that all of some words tell."""
    means = {word.means for word in words} - IDLE
    fitting = [
        (len(line.replace("?", " ?").split()) - line.count("?"), name)
        for name, topic in topics_of(game).items()
        for line in topic.told
        if _is_told(line, means) and is_by_one(topic, words)
    ]
    name = max(fitting, key=lambda one: one[0])[1] if fitting else None
    return None if name is None else Asked(name, topics_of(game)[name], words)


def find_with(text: str, claim: str, game: Game) -> Asked | None:
    """The topic that a situation tells together with what is claimed of it: ``East riichi, I pon`` and ``ippatsu``."""
    tables = words_of(game, "words")
    words, lost = read_words(text, tables)
    bare = spell_claim(claim, bare=True)
    said, unread = read_words(bare, tables)
    if unread:
        said, unread = read_words(bare, [*tables, *words_of(game, "claims"), asking()])
    denied = [one for one in said if one.means in _DENIES or one.means.startswith("allowed=no")]
    # What is not gone is there.
    denies = (len(denied) + len(sign("gone").findall(bare))) % 2 == 1
    more = [one for one in said if one.means not in ("no", *IDLE) and "=" not in one.means]
    # What else a claim tells may be so, or not.
    named = {*parts_of(game.topics.FILE).get("claimed", "").split()} | {one.means for one in words}
    is_named = all(one.means in named for one in more)
    # Where it says what is allowed, that is claimed.
    spoken = read_words(bare, [*words_of(game, "claims"), *tables])[0]
    states = any(one.means.startswith(_STATES) for one in spoken)
    is_read = not unread and all(word.islower() and means_nothing(word, game) for word in lost)
    found = topic_told([*words, *more], game) if is_read and (is_named or states) else None
    return found and replace(found, denies=denies if is_named else None, unread=lost)


def find_within(text: str, game: Game) -> Asked | None:
    """The topic that a sentence tells which claims something of it: ``both are paid on a double ron``."""
    words, lost = read_words(text, [*words_of(game, "claims"), *words_of(game, "words")])
    return (
        None if lost else topic_told([one for one in words if "=" not in one.means and one.means not in _DENIES], game)
    )


def find_claimed(
    text: str,
    words: Sequence[WordSaid],
    game: Game,
    told_by: Callable[[Sequence[WordSaid]], Asked | None],
    tables: Sequence[Words] = (),
    claims: Sequence[Words] = (),
) -> Asked | None:
    """What a sentence tells that goes on with what it claims of it: ``one player tenpai gets 3000``.

    ``tables``: the rows by which the rest of a text is read without the sentences that somebody says. ``claims``: those
    of what may be claimed, by default all of the game.
    """
    before = 0
    told: list[Asked] = []
    for count, word in enumerate(words, 1):
        if re.search(r"\w", text[before : word.span[0]]):
            break
        before = word.span[1]
        if word.means not in IDLE and (found := told_by(words[:count])) is not None:
            told.append(replace(found, claim=text[before:].strip(" ,、:.。")))
    claims = claims or words_of(game, "claims")
    read = (one for one in reversed(told) if read_claimed(one.claim or "", [*one.answers, *claims]))
    if found := next(read, None):
        return found
    # What somebody says is no part of the situation, unless it tells another one; where it cannot be read, nothing is
    # said of it.
    if any(_is_all_said(one.claim or "") for one in told) and (found := told_by(words)) is not None:
        return found
    if found := next((one for one in reversed(told) if _is_all_said(one.claim or "")), None):
        return replace(found, claim=None)
    situation = ". ".join(one for one in _sentences(text) if without_speaker(one) == one)
    words, lost = read_words(situation, tables)
    return told_by(words) if not lost and situation and len(situation) < len(text.rstrip(" .?!")) - 1 else None


def _sentences(text: str) -> list[str]:
    return [one.strip() for one in re.split(r"[.!?](?=\s|$)|\u3002", text) if one.strip()]


def _is_all_said(text: str) -> bool:
    """Whether each sentence of a text is what somebody says."""
    return bool(text.strip()) and all(without_speaker(one) != one for one in _sentences(text))


def read_question(text: str, game: Game, more: Sequence[Words]) -> tuple[list[WordSaid], list[str]]:
    """What a text says beside whether it is allowed, and the words that no row reads."""
    words, lost = read_words(text, [*more, *words_of(game, "words"), asking()])
    return [one for one in words if not one.means.startswith(ASKED)], lost


def joined(text: str, lost: Sequence[str]) -> list[str]:
    """Words of a text, those as one that nothing parts: in Japanese each is a character.

    >>> joined("a b 千点", ["b", "千", "点"])
    ['b', '千点']
    """
    found: list[str] = []
    end = -1
    for word in lost:
        start = text.find(word, max(end, 0))
        found[-1:] = [found[-1] + word] if found and start == end else [*found[-1:], word]
        end = start + len(word)
    return found


@lru_cache(maxsize=1024)
def means_nothing(word: str, game: Game) -> bool:
    """Whether no table of a game knows a meaning of an English word, alone or as a part of what a row says, nor of one
    that is spelled much alike.
    """
    is_word = word.isalpha() and word.isascii() and len(word) > 1 and sign("telling").fullmatch(word) is None
    if not is_word or game.meaning_words is None or get_close_matches(word.casefold(), game.meaning_words(), 1, _ALIKE):
        return False
    told, _ = read_words(word, [*words_of(game, "words"), *words_of(game, "options"), asking()])
    return all(one.means in IDLE or one.means.startswith(ASKED) for one in told)


def find_option(text: str, rules: RuleSet, game: Game) -> Asked | None:
    """The option of a rule set that a sentence names, as a topic; ``None`` for none or several."""
    words, lost = read_question(text, game, [option_names(rules), *words_of(game, "options")])
    told_by = partial(option_told, rules=rules)
    return told_by(words) if not lost else find_claimed(text, words, game, told_by)


def option_names(rules: RuleSet) -> Words:
    """Rows of what the options of a rule set are called, but by the name of a seat, which is that of a player."""
    called = (
        (name, frozenset({name, *one.also} - {*filter(seat_of, one.also)})) for name, one in rules.options.items()
    )
    return rows_named(tuple((f"option {name}", names) for name, names in called))


def option_told(words: Sequence[WordSaid], rules: RuleSet) -> Asked | None:
    """The option that all of some words name, as a topic."""
    found = {one.means for one in words} - IDLE - _OF_OPTIONS
    name = next(iter(found), "").removeprefix("option ")
    return topic_of_option(name, rules, words) if len(found) == 1 and name in rules.options else None


def topic_of_option(name: str, rules: RuleSet, words: Sequence[WordSaid]) -> Asked:
    """An option as a topic: each of its answers is a ruling."""
    option = rules.options[name]
    choices = [*(option.choices or ())]
    no = next((one for one in ("false", "none", "never", "0") if one in choices), None)
    unsaid = parts_of(FILE)["unsaid"].get(name)
    # Whether it is a yakuman is asked of one answer.
    yes = parts_of(FILE)["yes"].get(name) or ("yakuman" if any(one.means == "yakuman" for one in words) else "")
    is_yes = {one: one == yes if yes in choices else one != no for one in choices}
    fits = {one: f"answer={one}" + (f" allowed={'yes' if is_yes[one] else 'no'}" if no else "") for one in choices}
    rulings = [Row(where={name: one}, fits="" if one == unsaid else fits[one]) for one in choices]
    labels = {one: [one] + ([label.en, label.ja] if (label := option.labels.get(one)) else []) for one in choices}
    answers = [{"means": f"answer={one}", "say": any_of(said)} for one, said in labels.items()]
    answers += [row for row in parts_of(FILE)["answers"] if row["of"] == name]
    there = Row(where={name: "there"}, fits="points={value}" if type(rules.answer(name)) is int else "")
    topic = Topic(like=option.question, told=[], figures={"value": name}, rulings=[*rulings, there])
    return Asked(name, topic, words, [Words(FILE, "", answers)])


def needed_by(line: str) -> set[str]:
    """The meanings that a line of a topic is not told without."""
    return {word for word in line.split() if not word.endswith("?")}


def is_by_one(topic: Topic, words: Sequence[WordSaid]) -> bool:
    """Whether nobody else does part of what one person does."""
    return len({word.who for word in words if word.means in topic.same.split() and word.who}) <= 1
