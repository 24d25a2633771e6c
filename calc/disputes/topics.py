"""Questions about a rule, in the words of people: a situation, what the rule set says of it, and whether a claim fits.

Of the rulings of a topic the first counts whose ``case`` and ``where`` hold.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from calc.disputes.asked import (
    Asked,
    Topic,
    find_option,
    find_topic,
    find_with,
    find_within,
    rows_named,
    words_of,
)
from calc.disputes.claims import Claimed, claims_by_people, people_told, with_speakers, without_speaker
from calc.disputes.meanings import NAMES, fits, read_claimed, spell_claim
from calc.disputes.near import find_near, unread_by
from calc.disputes.remedies import Remedy, answer_to, are_alike, read_choice, shipped_sets
from calc.disputes.yaku import ask_yaku
from calc.errors import CalcError, RecordError
from calc.games import Game, Settings, all_games, game_named, load_rules
from calc.layout.game import cite, source_here, state_answer
from calc.notation.text import show
from calc.outcomes import Reply
from calc.patterns import regex
from calc.records.words import WordSaid, sign
from calc.settling.settle import rules_named
from calc.tables import RuleSet
from calc.tables.ruleset import spell_choice
from calc.tables.shelf import game_id_of, part_set, set_named, sets_glued
from calc.text import number
from calc.translation import say

#: Longer texts are no question about a rule.
MOST_ASKED: Final = 400
#: How many words the name of a rule set may have.
_MOST_NAME: Final = 5
#: What is named behind one of these words may be a rule set.
_WITHIN: Final = frozenset(("in", "at", "on", "under", "with", "for", "by", "do", "does", "is"))
#: What stands around it where it is named by the way.
_PARTS: Final = (",", "?", ".", "(", ")")
_AROUND: Final = regex(NAMES["around"])
_QUESTION_ENDS: Final = regex(r"\?+(?:\s+(?:and|also|plus|then)(?=\s))?|？")
#: What a set may be named behind without a blank.
_STOP: Final = regex("[\u3001\u3002?](?=\\S)")


class Ruling(Reply, frozen=True, kw_only=True):
    """What a rule set says of a situation: the ``topic``, the ``ruling`` in a sentence, and its ``source``.

    ``right``: whether the ``claim`` fits; ``None`` without a claim, and for one that cannot be compared. ``id``,
    ``rules``, ``options``, ``remedies``: as of :class:`Verdict`. ``elsewhere``: without a claim, what other sets say
    otherwise, each with the ids of those sets. ``example``: the sentence that is answered, where another was asked.
    ``unread``: words of the sentence of which nothing is known. ``is_open``: whether no set is known under which the
    claim is right, but some decides less than is claimed.
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
    elsewhere: Mapping[str, Sequence[str]] = {}
    example: str | None = None
    unread: Sequence[str] = ()
    is_open: bool = False

    def brief(self) -> str:
        """Whether the claim is right, and the ruling."""
        told = {True: "the claim is right", False: "the claim is wrong"}
        return "; ".join([*([told[self.right]] if self.right is not None else []), self.ruling, self.rules])


class _Decision(Struct, frozen=True):
    """What a rule set decides: the sentence, what fits, and the options that decided."""

    says: str
    fits: dict[str, str]
    options: list[str]
    paths: list[str]


def sets_in(text: str) -> Iterator[tuple[str | None, str]]:
    """The rule set that a sentence names first, last, or behind ``in`` or ``under``, and the rest of it; then none."""
    words = part_set(_STOP.sub(r"\g<0> ", text)).split()
    for start, before in enumerate(["", *words[:-1]]):
        for end in range(min(start + _MOST_NAME, len(words)), start, -1):
            is_apart = before.endswith(_PARTS) and words[end - 1].endswith(_PARTS)
            # ``in WRC``, and ``in the WRC``.
            lead = 1 + (before.casefold() in ("the", "an", "a"))
            lead = lead if start >= lead and words[start - lead].casefold() in _WITHIN else 0
            if start and end < len(words) and not (lead or is_apart):
                continue
            said = _AROUND.sub("", " ".join(words[start:end]))
            # ``tenhou East`` is a seat or a round behind it.
            is_of_seat = end - start > 1 and words[end - 1].casefold() == "east"
            name = set_named(said) if said and not is_of_seat else None
            # Of a player who is in riichi.
            if name is not None and not (start and name == said.casefold() == "riichi"):
                if name == said.casefold() == "riichi":
                    yield None, text
                yield name, " ".join([*words[: start - lead], *words[end:]])
    glued, rest = sets_glued(text)
    if len(glued) == 1:
        yield glued[0], rest
    yield None, text


def _games_of(sets: Iterable[tuple[str | None, str]]) -> list[Game]:
    """The games of the sets that a text may name: what is asked of one game is not answered by another."""
    return [*dict.fromkeys(game_named(str(game_id_of(named))) for named, _ in sets if named)]


def rulings_on(
    text: str, claims: Sequence[str], settings: Settings, *, allow_file: bool = False
) -> tuple[list[Ruling], Any]:
    """What a rule set says of a situation, for each of the ``claims``, once without one, and the rule set; none for no
    such question.

    Raises :class:`~calc.errors.CalcError` for a sentence that is near some topics, and tiles that cannot be.
    """
    if len(text) > MOST_ASKED or "=" in text.replace(" = ", " "):
        return [], None
    text = spell_claim(text).replace(" = ", " is ")
    if not claims and (ruled := _rulings_told(with_speakers(text), settings, allow_file=allow_file)) is not None:
        return ruled
    claimed = claims_by_people(claims, None)
    # Who asks of one yaku by its cards asks of that yaku.
    alone = [yaku for game in all_games() if game.yaku_told and (yaku := game.yaku_told(text))]
    said = dict.fromkeys((text, without_speaker(text), *alone))
    near: CalcError | None = None
    sets = [one for each in said for one in sets_in(each)]
    for named, rest in sets:
        told = [_without_set(one, named) for one in claimed]
        for game in _games_of([(named, rest)] if named else sets) or all_games():
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
            pairs = _asked_in(rest, found, told, rules, game)
            if pairs:
                rules = rules if named or settings.rules is not None else _set_that_says(pairs[0][0], rules, game)
                return [_judge(one, claim, rest, rules, game) for one, claim in pairs], rules
    if near is not None:
        raise near
    return [], None


def _rulings_told(text: str, settings: Settings, *, allow_file: bool) -> tuple[list[Ruling], Any] | None:
    """Rulings on what people claim within a text, where one can be judged; where several claim something, the first one
    may tell the situation too.
    """
    before, people = people_told(text)
    ways = [before] if people else []
    several = claims_by_people(people or [text], None)
    ways += [f"{before if people else ''} {several[0].claim}".strip()] if len(several) > 1 else []
    for situation in ways:
        with suppress(CalcError):
            ruled = rulings_on(situation, people or [text], settings, allow_file=allow_file)
            if any(one.right is not None for one in ruled[0]):
                return ruled
    return None


def _without_set(claimed: Claimed, rules: str | None) -> Claimed:
    """A claim without the rule set that the situation names too."""
    sets = sets_in(claimed.claim) if rules and isinstance(claimed.claim, str) else iter(())
    return next((replace(claimed, claim=rest) for named, rest in sets if named == rules and rest), claimed)


def _judge(asked: Asked, claim: Claimed | None, text: str, rules: Any, game: Game) -> Ruling:
    """A ruling on a claim, which may tell more of the situation than the text."""
    ruling = _rule(asked, claim, rules, game)
    more = find_with(text, str(claim.claim), game) if claim is not None and ruling.right is None else None
    with suppress(CalcError):
        judged = ruling if more is None else _rule(more, claim, rules, game)
        return ruling if judged.right is None else judged
    return ruling


def _asked_in(
    text: str, topic: Asked | None, told: Sequence[Claimed], rules: Any, game: Game
) -> list[tuple[Asked, Claimed | None]]:
    """What a text asks of a rule set, with each of the claims, or with its own; none where one of them asks nothing."""
    # What a situation tells together with a claim is nearer than an option or a yaku that it names.
    with_claim = [] if topic is not None else [(find_with(text, str(one.claim), game), one) for one in told]
    pairs: list[tuple[Asked, Claimed | None]] = [(one, claim) for one, claim in with_claim if one is not None]
    if not pairs or len(pairs) < len(told):
        # Of what a set says nothing the name may be that of a yaku.
        is_silent = topic is None or _decide(topic.topic, topic.words, rules, game) is None
        found = (ask_yaku(text, rules, game) if topic and is_silent else None) or topic
        found = found or find_option(text, rules, game) or ask_yaku(text, rules, game)
        asked = [found] if found is not None else _each_asked(text, rules, game, [str(one.claim) for one in told])
        pairs = [(one, claim) for one in asked for claim in told or _own_claim(one)] or pairs
    return pairs if len(pairs) >= len(told) else []


def _own_claim(asked: Asked) -> list[Claimed | None]:
    return [None if asked.claim is None else Claimed(asked.claim, asked.claim)]


def _each_asked(text: str, rules: Any, game: Game, claims: Sequence[str]) -> list[Asked]:
    """What each of several questions asks, one behind the other, or of several rules in one of which nothing is
    claimed; none where one of them is not read by itself.
    """
    parts = [one for one in _QUESTION_ENDS.split(text) if one.strip(" .,")]
    if len(parts) == 1 and not claims:
        parts = [one for one in sign("joins").split(parts[0]) if one.strip(" .,")]
    found: list[Asked | None] = []
    for part in parts if len(parts) > 1 else ():
        with suppress(CalcError):
            found.append(find_topic(part, game) or find_option(part, rules, game) or ask_yaku(part, rules, game))
    told = [one for one in found if one is not None and not one.unread]
    # What is claimed may be all that tells the situation.
    within = find_within(text, game) if any(text.endswith(one) for one in claims) else None
    return [within] if within is not None else told if len(told) == len(parts) else []


def rulings_near(text: str, settings: Settings, *, allow_file: bool = False) -> tuple[list[Ruling], list[Ruling], Any]:
    """What a rule set says of the rules that some words of a sentence touch: of those that decide whatever the others
    say, and of the nearest; and the rule set.
    """
    if len(text) > MOST_ASKED or "=" in text:
        return [], [], None
    text = without_speaker(" ".join(unicodedata.normalize("NFKC", text).replace("’", "'").split()))
    # The set that a game takes by itself may be a word of the question.
    taken = {game.default_rules for game in all_games()}
    named, rest = next((name, rest) for name, rest in sets_in(text) if name not in taken)
    told: list[tuple[int, list[Ruling], list[Ruling], Any]] = []
    for place, game in enumerate(_games_of(sets_in(text)) or all_games()):
        with suppress(CalcError):
            rules = rules_named(game, named, settings, allow_file=allow_file)
            is_given = bool(named) or settings.rules is not None
            whole, near = ([*_rule_each(some, rules, game, is_given)] for some in find_near(rest, rules, game))
            # What somebody plays has situations; the names of options and yaku are alike in several games.
            # A game that knows more words and has no answer lets no other one answer.
            is_asked = place == 0 or any(one.example is not None for one in (*whole, *near))
            told.append((unread_by(rest, rules, game), *((whole, near) if is_asked else ([], [])), rules))
    # It is of the game that knows most of its words.
    return min(told, key=lambda one: one[0], default=(0, [], [], None))[1:]


def _rule_each(some: Iterable[Asked], rules: Any, game: Game, is_given: bool) -> Iterator[Ruling]:
    for asked in some:
        with suppress(CalcError):
            yield _rule(asked, None, rules if is_given else _set_that_says(asked, rules, game), game)


def _set_that_says(asked: Asked, rules: Any, game: Game) -> Any:
    """The rule set, or the first of its game that says something of what is asked where this one says nothing."""
    says = (one for one in (rules, *shipped_sets(game.id)) if _decide(asked.topic, asked.words, one, game) is not None)
    return next(says, rules)


def _rule(asked: Asked, claim: Claimed | None, rules: Any, game: Game) -> Ruling:
    topic, words = asked.topic, asked.words
    here = _decide(topic, words, rules, game)
    if here is None:
        raise RecordError("{0} says nothing of it: {1}", rules.id, show(topic.like.text()))
    # Of whom the claim is: the one player who is told of.
    of_one = frozenset(one.who for one in words if one.who)
    tables = [
        *asked.answers,
        *words_of(game, "claims"),
        *([rows_named((("filler", of_one),))] if len(of_one) == 1 else ()),
    ]
    means = {one.means for one in words}
    claimed = read_claimed(str(claim.claim), tables, words_of(game, "words"), means) if claim is not None else {}
    if not claimed and asked.denies is not None:
        claimed = {"allowed": "no" if asked.denies else "yes"}
    right = fits(claimed, here.fits)
    # What has no source of its own is known by that of the topic.
    paths = [path for path in here.paths if topic.source is None or _entry(rules, path) is not None]
    sources = [source_here(rules, partial(_entry, path=key), load_rules) for key in here.options or paths]
    answers = {name: rules.answer(name) for name in here.options}
    rule = [name if isinstance(one, list | dict) else f"{name}={spell_choice(one)}" for name, one in answers.items()]
    if topic.source is not None and not sources:
        text = cite(topic.source, rules)
        is_own = rules.id == game.default_rules
        sources += [text if is_own else say("as in {rules}: {source}", rules=game.default_rules, source=text)]
    remedies = [*_remedies(topic, words, claimed, here, rules, game)] if claimed and not right else []
    return Ruling(
        rules=rules.label,
        options=rules.chosen,
        topic=asked.name,
        ruling=here.says,
        source=say("; ").join(dict.fromkeys([*rule, *sources])),
        claim=None if claim is None else claim.text,
        right=right,
        remedies=[one for one in remedies if one is not None],
        is_open=right is False and remedies == [None],
        elsewhere=_elsewhere(topic, words, rules, game, here) if claim is None else {},
        example=asked.example,
        unread=[*asked.unread],
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


def _elsewhere(
    topic: Topic, words: Sequence[WordSaid], rules: Any, game: Game, here: _Decision
) -> dict[str, list[str]]:
    """What other sets for the same play say otherwise, that of most sets first."""
    found: dict[str, list[str]] = {}
    for one in (each for each in shipped_sets(game.id) if are_alike(each, rules)):
        with suppress(CalcError):
            decided = _decide(topic, words, one, game)
            if decided is not None and decided.says != here.says:
                found.setdefault(decided.says, []).append(one.id)
    return dict(sorted(found.items(), key=lambda one: -len(one[1])))


def _remedies(
    topic: Topic, words: Sequence[WordSaid], claimed: Mapping[str, str], here: _Decision, rules: Any, game: Game
) -> Iterator[Remedy | None]:
    """Other answers to the options that decide, and other sets, under which a claim is right; ``None`` alone where it
    may be so under some.
    """

    def is_right(other: RuleSet) -> bool | None:
        try:
            decided = _decide(topic, words, other, game)
            return decided is not None and fits(claimed, decided.fits)
        except CalcError:
            return False

    found = {one.id: (one, is_right(one)) for one in shipped_sets(game.id) if are_alike(one, rules)}
    sets = [one for one, right in found.values() if right]
    if not sets and any(right is None for _, right in found.values()):
        yield None
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
