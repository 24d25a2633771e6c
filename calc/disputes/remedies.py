"""What would make a claim right: an option, two options, another shipped rule set, one circumstance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from calc.disputes.trials import all_figures, may_matter, shorten, steps_right, try_records
from calc.errors import CalcError
from calc.games import game_of, kind_of, load_rules
from calc.records.plain import AnyRecord
from calc.records.variants import Variant
from calc.tables import rule_set_ids
from calc.tables.shelf import game_id_of

if TYPE_CHECKING:
    from calc.outcomes import Result
    from calc.tables import RuleSet

#: So many remedies of a sort are told.
_MOST = 6
#: Numbers below it count something; those above it are amounts.
_SMALL = 20


class Answer(Struct, frozen=True):
    """An option answered otherwise: which, what it asks, the answer here and the other one, and whose that is."""

    option: str
    question: dict[str, str]
    here: Any
    there: Any
    sets: list[str]


class Remedy(Struct, frozen=True):
    """Something under which the claim is right.

    ``kind``: ``options`` (one or two ``answers``), ``rules`` (a shipped rule set, by its label) or ``circumstance``
    (``change``: keys of the record; of a game in its round ``place``, from 0; ``others``: other values of the same keys
    that do as well). ``wholly``: whether all that is claimed is right then; else the first thing that was wrong is.
    """

    kind: str
    answers: list[Answer] = []
    rules: str | None = None
    change: dict[str, Any] = {}
    place: int | None = None
    others: list[dict[str, Any]] = []
    wholly: bool = True


def find_remedies(record: AnyRecord, rules: RuleSet, result: Result) -> list[Remedy]:
    """Everything small under which the claim of a record is right, options first.

    Two options are looked for only where no single one is enough.
    """
    search = _Search(record, rules, steps_right(result), shipped_sets(rules.game))
    found = list(search.options()) or list(search.pairs())
    return _best(found) + _best(list(search.rule_sets())) + _best(list(search.circumstances()))


def shipped_sets(game: str) -> list[RuleSet]:
    """The rule sets of a kind of game that come with the program."""
    return [load_rules(name) for name in rule_set_ids() if game_id_of(name) == game]


def are_alike(one: RuleSet, other: RuleSet) -> bool:
    """Whether two sets are rules for the same play: for the same seats, or settled by the same steps."""
    if one.game != other.game:
        return False
    told = [getattr(rules, "seats", None) or [*getattr(rules, "steps", ())] for rules in (one, other)]
    return told[0] == told[1]


def answer_of(rules: RuleSet, option: str) -> Any:
    """What a rule set answers to one of its options."""
    return rules.chosen.get(option, rules.options[option].default)


def _best(found: list[Remedy]) -> list[Remedy]:
    """Those that make all right, where there are such; few of them."""
    whole = [one for one in found if one.wholly]
    return (whole or found)[:_MOST]


def _plain(choice: str, default: Any) -> Any:
    """A choice as the value that a default of the same option would be."""
    if isinstance(default, str):
        return choice
    try:
        return msgspec.json.decode(choice)
    except msgspec.DecodeError:
        return choice


def _numbers_near(default: Any) -> list[int]:
    """None at all, and of a small number those next to it."""
    if type(default) is not int:
        return []
    near = [number for number in range(default - 2, default + 3) if number > 0 and default < _SMALL]
    return [0, *sorted(near, key=lambda number: abs(number - default))]


def _variants_of(record: Any, rules: RuleSet, place: int) -> list[Variant]:
    """Every change of one circumstance of a record; of a game, in its round ``place``."""
    if kind_of(record) != "game":
        return list(game_of(record).variants(record, rules))
    variants = _variants_of(record.rounds[place], rules, 0) if place < len(record.rounds) else []
    return [_in_game(record, one, place) for one in variants]


def _in_game(game: Any, one: Variant, place: int) -> Variant:
    rounds = [*game.rounds[:place], one.record, *game.rounds[place + 1 :]]
    return Variant(replace(game, rounds=rounds), one.change, place)


class _Search:
    """What is tried to make one claim right. ``before``: so many steps of it are right already."""

    def __init__(self, record: AnyRecord, rules: RuleSet, before: int, sets: Sequence[RuleSet]) -> None:
        self.record = record
        self.rules = rules
        self.before = before
        self.sets = sets
        #: What is settled first, and is the record itself unless that is a game.
        self.short = shorten(record, before)
        self._over = self.short is record and getattr(self._try(record, rules), "ended", None) is not None
        #: Answers that make other figures, though not those of the claim.
        self._telling: list[tuple[str, Any]] = []

    def options(self) -> Iterator[Remedy]:
        """Single options."""
        here = all_figures(self._try(self.short, self.rules))
        enough: set[str] = set()
        for name, there in self._answers():
            # Of numbers that all do, the first is told.
            if name in enough and self.rules.options[name].choices is None:
                continue
            result = self._under({name: there})
            if result is None:
                continue
            if self._helps(result):
                enough.add(name)
                yield self._remedy({name: there})
            elif all_figures(result) != here:
                self._telling.append((name, there))

    def pairs(self) -> Iterator[Remedy]:
        """Pairs out of the answers that change something by themselves."""
        for one, two in combinations(self._telling, 2):
            if one[0] == two[0]:
                continue
            answers = dict([one, two])
            result = self._under(answers)
            if result is not None and self._helps(result):
                yield self._remedy(answers)

    def rule_sets(self) -> Iterator[Remedy]:
        """Other shipped rule sets of the same play, and this one as it comes where options are chosen."""
        for other in self.sets:
            if not are_alike(other, self.rules) or (other.id == self.rules.id and not self.rules.chosen):
                continue
            if self._helps(self._try(self.short, other)):
                yield Remedy("rules", rules=other.label, wholly=self._try(self.record, other).agrees is True)

    def circumstances(self) -> Iterator[Remedy]:
        """Changes of one circumstance; those of the same keys as one remedy."""
        variants = _variants_of(self.record, self.rules, self.before)
        results = try_records([shorten(one.record, self.before) for one in variants], self.rules)
        found: dict[tuple[bool, tuple[str, ...]], list[Variant]] = {}
        for one, result in zip(variants, results, strict=True):
            if steps_right(result) > self.before:
                wholly = self._try(one.record, self.rules).agrees is True
                found.setdefault((wholly, tuple(one.change)), []).append(one)
        for (wholly, _), right in found.items():
            # Where it is enough to leave something out, other values of it are not told.
            first, *others = [one for one in right if not any(one.change.values())] or right
            alike = []
            for other in others:
                if other.change != first.change and other.change not in alike:
                    alike.append(other.change)
            yield Remedy("circumstance", change=first.change, place=first.place, others=alike, wholly=wholly)

    def _helps(self, result: Result) -> bool:
        """Whether more is right than before; a game that is over does not become right by going on."""
        goes_on = self._over and getattr(result, "ended", None) is None
        return steps_right(result) > self.before and not goes_on

    def _answers(self) -> Iterator[tuple[str, Any]]:
        """Every other answer to every option: its choices, or where it has none, what other sets answer."""
        for name, option in self.rules.options.items():
            if not may_matter(name, self.rules, self.record, self.before):
                continue
            known: list[Any] = [_plain(choice, option.default) for choice in option.choices or ()]
            known += [answer_of(other, name) for other in self.sets if name in other.options]
            known += _numbers_near(option.default) if not option.choices else []
            told: list[Any] = [answer_of(self.rules, name)]
            for there in known:
                if there not in told:
                    told.append(there)
                    yield name, there

    def _try(self, record: AnyRecord, rules: RuleSet) -> Result:
        (result,) = try_records([record], rules)
        return result

    def _with(self, answers: dict[str, Any]) -> RuleSet:
        return load_rules(self.rules.origin, {**self.rules.chosen, **answers})

    def _under(self, answers: dict[str, Any]) -> Result | None:
        """What comes out with other answers; none where they do not go together."""
        try:
            return self._try(self.short, self._with(answers))
        except CalcError:
            return None

    def _remedy(self, answers: dict[str, Any]) -> Remedy:
        wholly = self._try(self.record, self._with(answers)).agrees is True
        return Remedy("options", [self._answer(name, there) for name, there in answers.items()], wholly=wholly)

    def _answer(self, name: str, there: Any) -> Answer:
        question = self.rules.options[name].question
        agreeing = [
            other.id
            for other in self.sets
            if are_alike(other, self.rules) and name in other.options and answer_of(other, name) == there
        ]
        said = {"en": question.en, "ja": question.ja}
        return Answer(name, said, answer_of(self.rules, name), there, agreeing)
