"""Questions about a rule, in the words of people: a situation, what the rule set says of it, and whether a claim fits.

Each game has a table ``topics.yaml``: the ``words`` by which people tell a situation, a row a meaning; what they claim
of it (``claims``); and ``topics``, each with the meanings that tell it and its rulings, of which the first counts whose
``case`` and ``where`` hold. What both games say alike stands in the table beside this module. A word that no row reads
may change what is meant, so a sentence with one is no topic.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from calc.disputes.claims import without_speaker
from calc.disputes.meanings import FILE, NAMES, Words, fits, read_claimed
from calc.disputes.remedies import Remedy, answer_to, are_alike, read_choice, shipped_sets
from calc.errors import CalcError, RecordError
from calc.games import Game, Settings, all_games, game_named, load_rules
from calc.layout.game import cite, source_here, state_answer
from calc.notation.text import show
from calc.outcomes import Reply
from calc.patterns import regex
from calc.records.meanings import read_words
from calc.records.words import WordSaid, any_of, parts_of
from calc.settling.settle import rules_named
from calc.tables import Name, RuleSet
from calc.tables.ruleset import spell_choice
from calc.tables.shelf import game_id_of, part_set, set_named
from calc.text import number
from calc.translation import msg, one_by_one, say

#: Longer texts are no question about a rule.
MOST_ASKED: Final = 400
#: How many topics near a sentence are named, and how many words the name of a rule set may have.
_MOST_NEAR, _MOST_NAME = 3, 5
#: What is named behind one of these words may be a rule set.
_WITHIN: Final = frozenset(("in", "at", "on", "under", "with", "for", "by"))
#: Words that tell nothing of a situation.
_IDLE: Final = frozenset(("filler", "who"))
#: What a question asks, and no part of the situation.
_ASKED: Final = ("filler", "allowed=")
_AROUND: Final = regex(NAMES["around"])


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


class Ruling(Reply, frozen=True, kw_only=True):
    """What a rule set says of a situation: the ``topic``, the ``ruling`` in a sentence, and its ``source``.

    ``right``: whether the ``claim`` fits; ``None`` without a claim, and for one that cannot be compared. ``id``,
    ``rules``, ``options``, ``remedies``: as of :class:`Verdict`.
    """

    id: Any = None
    rules: str
    options: dict[str, Any]
    topic: str
    ruling: str
    source: str
    claim: str | None = None
    right: bool | None = None
    remedies: Sequence[Remedy] = ()

    def brief(self) -> str:
        """Whether the claim is right, and the ruling."""
        told = {True: "the claim is right", False: "the claim is wrong"}
        return "; ".join([*([told[self.right]] if self.right is not None else []), self.ruling, self.rules])


class Asked(Struct, frozen=True):
    """A topic that a sentence tells, by ``name``, with the words of the sentence. ``answers``: what claims call the
    answers of an option. ``claim``: what the sentence claims of the situation.
    """

    name: str
    topic: Topic
    words: Sequence[WordSaid]
    answers: Sequence[Words] = ()
    claim: str | None = None


class _Decision(Struct, frozen=True):
    """What a rule set decides: the sentence, what fits, and the options that decided."""

    says: str
    fits: dict[str, str]
    options: list[str]
    paths: list[str]


@cache
def topics_of(game: Game) -> dict[str, Topic]:
    """The topics of a game."""
    return msgspec.convert(parts_of(game.topics.FILE)["topics"], dict[str, Topic])


@cache
def words_of(game: Game, part: str) -> list[Words]:
    """The rows of a part of the table of a game, ``words``, ``options`` or ``claims``, and those of all games."""
    return [Words(file, part) for file in (game.topics.FILE, FILE) if part in parts_of(file)]


def _is_told(line: str, means: set[str]) -> bool:
    words = line.split()
    needed = {word for word in words if not word.endswith("?")}
    return needed <= means <= {word.rstrip("?") for word in words}


def find_topic(text: str, game: Game) -> Asked | None:
    """The topic that a sentence tells; ``None`` where it tells none.

    Raises :class:`~calc.errors.RecordError` for one that is near some, with what they are.
    """
    told, lost = read_words(text, words_of(game, "words"))
    if not lost and (found := _told_by(told, game)):
        return found
    # A question may ask what else would be claimed.
    words, lost = _read_question(text, game, ()) if lost else (told, lost)
    if found := _told_by(words, game) if not lost else _find_claimed(text, told, game, partial(_told_by, game=game)):
        return found
    means, topics = {word.means for word in words} - _IDLE, topics_of(game)
    near = {
        name: max(len(needed & means) / len(needed) for line in topic.told if (needed := _needed(line)))
        for name, topic in topics.items()
    }
    nearest = sorted((name for name in near if near[name] > 1 / 2), key=lambda name: -near[name])[:_MOST_NEAR]
    if len(lost) <= len(words) and nearest:
        examples = one_by_one((show(topics[name].like.text()) for name in nearest), ", ")
        unread = msg("; not read: {0}", one_by_one(map(show, lost), ", ")) if lost else ""
        raise RecordError("expected a record, or a question about a rule such as {0}{1}", examples, unread)
    return None


def _told_by(words: Sequence[WordSaid], game: Game) -> Asked | None:
    """The topic that all of some words tell."""
    means = {word.means for word in words} - _IDLE
    fitting = [
        (len(line.replace("?", " ?").split()) - line.count("?"), name)
        for name, topic in topics_of(game).items()
        for line in topic.told
        if _is_told(line, means) and _by_one(topic, words)
    ]
    name = max(fitting, key=lambda one: one[0])[1] if fitting else None
    return None if name is None else Asked(name, topics_of(game)[name], words)


def _find_claimed(
    text: str, words: Sequence[WordSaid], game: Game, told_by: Callable[[Sequence[WordSaid]], Asked | None]
) -> Asked | None:
    """What a sentence tells that goes on with what it claims of it: ``one player tenpai gets 3000``."""
    before = 0
    told: list[Asked] = []
    for count, word in enumerate(words, 1):
        if re.search(r"\w", text[before : word.span[0]]):
            break
        before = word.span[1]
        if word.means not in _IDLE and (found := told_by(words[:count])) is not None:
            told.append(replace(found, claim=text[before:].strip(" ,、:")))
    claims = words_of(game, "claims")
    return next((one for one in reversed(told) if read_claimed(one.claim or "", [*one.answers, *claims])), None)


def _read_question(text: str, game: Game, more: Sequence[Words]) -> tuple[list[WordSaid], list[str]]:
    """What a text says beside whether it is allowed, and the words that no row reads."""
    asked = [row for row in Words(FILE, "claims").rows if row["means"].startswith(_ASKED)]
    words, lost = read_words(text, [*more, *words_of(game, "words"), Words(FILE, "", asked)])
    return [one for one in words if not one.means.startswith(_ASKED)], lost


def _find_option(text: str, rules: RuleSet, game: Game) -> Asked | None:
    """The option of a rule set that a sentence names, as a topic; ``None`` for none or several."""
    names = [{"means": f"option {name}", "say": any_of([name, *option.also])} for name, option in rules.options.items()]
    words, lost = _read_question(text, game, [Words(FILE, "", names), *words_of(game, "options")])
    told_by = partial(_option_told_by, rules=rules)
    return told_by(words) if not lost else _find_claimed(text, words, game, told_by)


def _option_told_by(words: Sequence[WordSaid], rules: RuleSet) -> Asked | None:
    """The option that all of some words name, as a topic."""
    found = {one.means for one in words} - _IDLE
    name = next(iter(found), "").removeprefix("option ")
    if len(found) != 1 or name not in rules.options:
        return None
    option = rules.options[name]
    choices = [*(option.choices or ())]
    no = next((one for one in ("false", "none", "never", "0") if one in choices), None)
    unsaid = parts_of(FILE)["unsaid"].get(name)
    fits = {one: f"answer={one}" + (f" allowed={'no' if one == no else 'yes'}" if no else "") for one in choices}
    rulings = [Row(where={name: one}, fits="" if one == unsaid else fits[one]) for one in choices]
    labels = {one: [one] + ([label.en, label.ja] if (label := option.labels.get(one)) else []) for one in choices}
    answers = [{"means": f"answer={one}", "say": any_of(said)} for one, said in labels.items()]
    answers += [row for row in parts_of(FILE)["answers"] if row["of"] == name]
    there = Row(where={name: "there"}, fits="points={value}" if type(rules.answer(name)) is int else "")
    topic = Topic(like=option.question, told=[], figures={"value": name}, rulings=[*rulings, there])
    return Asked(name, topic, words, [Words(FILE, "", answers)])


def _needed(line: str) -> set[str]:
    return {word for word in line.split() if not word.endswith("?")}


def _by_one(topic: Topic, words: Sequence[WordSaid]) -> bool:
    """Whether nobody else does part of what one person does."""
    return len({word.who for word in words if word.means in topic.same.split() and word.who}) <= 1


def sets_in(text: str) -> Iterator[tuple[str | None, str]]:
    """The rule set that a sentence names first, last, or behind ``in`` or ``under``, and the rest of it; then none."""
    words = part_set(text).split()
    for start, before in enumerate(["", *words[:-1]]):
        for end in range(min(start + _MOST_NAME, len(words)), start, -1):
            if start and end < len(words) and before.casefold() not in _WITHIN:
                continue
            said = _AROUND.sub("", " ".join(words[start:end]))
            # ``tenhou East`` is a seat or a round behind it.
            is_of_seat = end - start > 1 and words[end - 1].casefold() == "east"
            name = set_named(said) if said and not is_of_seat else None
            # Of a player who is in riichi.
            if name is not None and not (start and name == said.casefold() == "riichi"):
                yield name, " ".join([*words[: start - (before.casefold() in _WITHIN)], *words[end:]])
    yield None, text


def rulings_on(
    text: str, claims: Sequence[str], settings: Settings, *, allow_file: bool = False
) -> tuple[list[Ruling], Any]:
    """What a rule set says of a situation, for each of the ``claims``, once without one, and the rule set; none for no
    such question.

    Raises :class:`~calc.errors.CalcError` for a sentence that is near some topics, and tiles that cannot be.
    """
    if len(text) > MOST_ASKED or "=" in text:
        return [], None
    text = " ".join(unicodedata.normalize("NFKC", text).replace("’", "'").split())
    said = dict.fromkeys((text, without_speaker(text)))
    near: CalcError | None = None
    for named, rest in (one for each in said for one in sets_in(each)):
        for game in [game_named(str(game_id_of(named)))] if named else all_games():
            try:
                found = find_topic(rest, game)
            except CalcError as error:
                found, near = None, near or error
            try:
                rules = rules_named(game, named, settings, allow_file=allow_file)
            except CalcError:
                if found is not None:
                    raise
                continue
            found = found or _find_option(rest, rules, game)
            if found is not None:
                return [_rule(found, claim, rules, game) for claim in claims or (found.claim,)], rules
    if near is not None:
        raise near
    return [], None


def _rule(asked: Asked, claim: str | None, rules: Any, game: Game) -> Ruling:
    topic, words = asked.topic, asked.words
    here = _decide(topic, words, rules, game)
    if here is None:
        raise RecordError("{0} says nothing of it: {1}", rules.id, show(topic.like.text()))
    claimed = read_claimed(claim, [*asked.answers, *words_of(game, "claims")]) if claim is not None else {}
    right = fits(claimed, here.fits)
    sources = [source_here(rules, partial(_entry, path=key), load_rules) for key in here.options or here.paths]
    answers = {name: rules.answer(name) for name in here.options}
    rule = [name if isinstance(one, list | dict) else f"{name}={spell_choice(one)}" for name, one in answers.items()]
    if topic.source is not None and not sources:
        text = cite(topic.source, rules)
        is_own = rules.id == game.default_rules
        sources += [text if is_own else say("as in {rules}: {source}", rules=game.default_rules, source=text)]
    return Ruling(
        rules=rules.label,
        options=rules.chosen,
        topic=asked.name,
        ruling=here.says,
        source=say("; ").join(dict.fromkeys([*rule, *sources])),
        claim=claim,
        right=right,
        remedies=[*_remedies(topic, words, claimed, here, rules, game)] if right is False else [],
    )


def _value(rules: Any, path: str) -> Any:
    if path in rules.options:
        return rules.answer(path)
    found = rules
    for part in path.split("."):
        found = found.get(part) if isinstance(found, Mapping) else getattr(found, part, None)
    return found


def _entry(rules: Any, path: str) -> Any:
    """The option, or the innermost entry with a source, that answers for a value of the table."""
    if path in rules.options:
        return rules.options[path]
    parts = path.split(".")
    entries = (_value(rules, ".".join(parts[:end])) for end in range(len(parts), 0, -1))
    return next((one for one in entries if getattr(one, "source", None)), None)


def _holds(rules: Any, path: str, wanted: Any) -> bool:
    value = _value(rules, path)
    verb, _, member = str(wanted).partition(" ")
    if verb in ("has", "lacks") and member:
        return bool(member in (value or ())) == (verb == "has")
    if wanted in ("there", "absent"):
        return bool((value is not None) == (wanted == "there"))
    return any(spell_choice(value) == spell_choice(one) for one in (wanted if isinstance(wanted, list) else [wanted]))


def _decide(topic: Topic, words: Sequence[WordSaid], rules: Any, game: Game) -> _Decision | None:
    figures = {name: _value(rules, path) for name, path in topic.figures.items()}
    case = None
    if topic.check is not None:
        case, found = game.topics.CHECKS[topic.check](words, rules, figures)
        figures |= found
    for row in topic.rulings:
        if row.case in (None, case) and all(_holds(rules, path, wanted) for path, wanted in row.where.items()):
            spelled = {name: number(one) if type(one) is int else str(one) for name, one in figures.items()}
            keys = [*row.where, *topic.figures.values()]
            options = dict.fromkeys(
                name for key in keys for name in ([key] if key in rules.options else rules.options_at(key))
            )
            paths = [key for key in keys if not rules.options_at(key)]
            stated = say(", ").join(state_answer(rules, name, rules.answer(name)) for name in options)
            said = row.says.text().format(**spelled) if row.says else stated
            fits = dict(one.split("=") for one in row.fits.format(**figures).split() if "=?" not in one)
            return _Decision(said, fits, [*options], paths)
    return None


def _remedies(
    topic: Topic, words: Sequence[WordSaid], claimed: Mapping[str, str], here: _Decision, rules: Any, game: Game
) -> Iterator[Remedy]:
    """Other answers to the options that decide, and other sets, under which a claim is right."""

    def is_right(other: RuleSet) -> bool:
        try:
            decided = _decide(topic, words, other, game)
            return decided is not None and fits(claimed, decided.fits) is True
        except CalcError:
            return False

    sets = [one for one in shipped_sets(game.id) if are_alike(one, rules) and is_right(one)]
    for name in (one for one in here.options if not isinstance(rules.answer(one), list | dict)):
        option = rules.options[name]
        there = {choice: read_choice(choice, option.default) for choice in option.choices or ()}
        there |= {spell_choice(one.answer(name)): one.answer(name) for one in sets if name in one.options}
        for answer in there.values():
            if answer != rules.answer(name) and is_right(load_rules(rules.origin, {**rules.chosen, name: answer})):
                agreeing = [one.id for one in sets if name in one.options and one.answer(name) == answer]
                yield Remedy("options", [answer_to(name, rules, rules.answer(name), answer, agreeing)])
    for one in sets:
        yield Remedy("rules", rules=one.label)
