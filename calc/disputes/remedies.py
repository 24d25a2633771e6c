"""Under which rules or circumstances a claim would be right, tried by settling the record again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, product
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from calc.errors import CalcError
from calc.games import game_behind, game_of, kind_of, load_rules
from calc.outcomes import Refusal
from calc.records.plain import AnyRecord, Variant
from calc.settling import Case, Read, Settings, settle_case, settle_reads
from calc.tables.shelf import sets_of_game

if TYPE_CHECKING:
    from calc.outcomes import Result
    from calc.tables import OptionRule, RuleSet


#: The most remedies of a sort that are given.
_MOST = 6
#: The most pairs of answers that are tried where one of them changes nothing by itself.
_CHEAP = 450
#: Options with a smaller default count something; the others are amounts.
_SMALL = 20


class Answer(Struct, frozen=True):
    """An ``option`` with another answer: its ``question`` by language, the answer ``here``, the other one ``there``,
    and the rule ``sets`` that give it; of a remedy those under which the claim is right.
    """

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


class Trials:
    """Settles claims on one record under rules that are tried out: all of them at once, and no rules twice. Games,
    which are cut at another place for each claim, are settled one by one.
    """

    def __init__(self, claimed: Sequence[AnyRecord] = ()) -> None:
        self._claimed = [one for one in claimed if kind_of(one) != "game"]
        self._found: dict[tuple[str, str], list[Result]] = {}

    def settle(self, record: AnyRecord, rules: RuleSet) -> Result:
        """The short result of a record, with its claim."""
        if record not in self._claimed:
            return try_records([record], rules)[0]
        key = rules.origin, repr(sorted(rules.chosen.items()))
        if key not in self._found:
            self._found[key] = try_records(self._claimed, rules)
        return self._found[key][self._claimed.index(record)]


def find_remedies(record: AnyRecord, case: Case, trials: Trials | None = None) -> list[Remedy]:
    """Find every small change that makes the claim of a record right, options first.

    ``case``: the record settled. Two options are tried together only if no single one is enough. ``trials``: what is
    shared with other claims on the record.
    """
    search = _Search(record, case, trials or Trials([record]))
    answers, sets = _best(search.options()) or _best(search.pairs()), [*search.rule_sets()]
    sets = [one for one in sets if one.wholly] or sets
    right = {str(one.rules).partition("@")[0] for one in sets}
    told = [
        replace(
            one, answers=[replace(each, sets=[name for name in each.sets if name in right]) for each in one.answers]
        )
        for one in answers
    ]
    return told + sets + _best(search.circumstances())


def shipped_sets(game: str) -> list[RuleSet]:
    """The rule sets of a game that come with the program, the most general first."""
    return [load_rules(name) for name in sets_of_game(game)]


def are_alike(one: RuleSet, other: RuleSet) -> bool:
    """Whether two sets are rules for the same play: for the same seats, or settled by the same steps."""
    seats, others = (getattr(rules, "seats", None) or [*getattr(rules, "steps", ())] for rules in (one, other))
    return one.game == other.game and seats == others


def answer_to(name: str, rules: RuleSet, here: Any, there: Any, sets: list[str]) -> Answer:
    """The option ``name`` of ``rules``, answered ``here`` and ``there``; ``sets`` answer as there."""
    question = rules.options[name].question
    return Answer(name, {"en": question.en, "ja": question.ja}, here, there, sets)


def _best(found: Iterable[Remedy]) -> list[Remedy]:
    """The first few; if any makes all that is claimed right, only such. No more are looked for than are given."""
    whole: list[Remedy] = []
    parts: list[Remedy] = []
    for one in found:
        (whole if one.wholly else parts).append(one)
        if len(whole) == _MOST:
            break
    return whole or parts[:_MOST]


def read_choice(choice: str, default: Any) -> Any:
    """A choice as a value of the type that the default of its option has."""
    if isinstance(default, str):
        return choice
    try:
        return msgspec.json.decode(choice)
    except msgspec.DecodeError:
        return choice


def _numbers_near(default: Any) -> list[int]:
    """Zero, and the neighbours of a small default."""
    if type(default) is not int:
        return []
    near = [number for number in range(default - 2, default + 3) if number > 0 and default < _SMALL]
    return [0, *sorted(near, key=lambda number: abs(number - default))]


def _variants_of(record: Any, rules: RuleSet, place: int) -> list[Variant]:
    """Every change of one circumstance of a record; for a game, of its round ``place``."""
    if kind_of(record) != "game":
        return list(game_of(record).variants(record, rules))
    if place >= len(record.rounds):
        return []

    def put_back(one: Variant) -> Variant:
        rounds = [*record.rounds[:place], one.record, *record.rounds[place + 1 :]]
        return Variant(replace(record, rounds=rounds), one.change, place)

    return [put_back(one) for one in _variants_of(game_of(record).round_at(record, place, rules), rules, 0)]


# ---- records settled under rules that are tried out


def try_records(records: Sequence[AnyRecord], rules: RuleSet) -> list[Result]:
    """Figures and claims of records under one rule set, in place of the rule sets and options that they name."""
    return settle_reads([Read(_bare(record)) for record in records], Settings(rules=rules, fields="figures"))


def try_one(record: AnyRecord, rules: RuleSet) -> Case:
    """Settle one record as :func:`try_records` does, and keep what explanations start from."""
    return settle_case(Read(_bare(record)), Settings(rules=rules))


def _bare(record: Any) -> Any:
    return replace(record, rules=None, options={})


def figures_of(result: Any) -> dict[str, Any]:
    """The figures of a result, which people compare; for a refusal its code."""
    return {"refused": result.error.code} if isinstance(result, Refusal) else game_behind(result).figures(result)


def _all_figures(result: Any) -> list[dict[str, Any]]:
    """Figures of a result; for a game, rounds first, then totals."""
    rounds = [] if isinstance(result, Refusal) else getattr(result, "rounds", [])
    return [*map(figures_of, rounds), figures_of(result)]


def _steps_right(result: Any) -> int:
    """How many rounds of a game are right before the first wrong one, and one more if its end is right too.

    For anything else 1 if its claim is right, else 0.
    """
    if getattr(result, "first_wrong", UNSET) is UNSET:
        return int(result.agrees is True)
    rounds = result.rounds
    if result.first_wrong is None:
        return len(rounds) + 1
    return next((place for place, one in enumerate(rounds) if one.agrees is False), len(rounds))


def _is_off(result: Any) -> bool:
    """Whether it is noted that start, return and oka do not fit."""
    return any(note.id.startswith("oka_off") for note in getattr(result, "notes", None) or ())


def _shorten(record: Any, steps: int) -> Any:
    """Cut a game after the round that shows whether more than its first ``steps`` rounds are right.

    Any other record stays as it is.
    """
    if kind_of(record) != "game" or steps >= len(record.rounds):
        return record
    return replace(record, rounds=record.rounds[: steps + 1], claim=None)


def _may_matter(option: OptionRule, record: Any, kept: Any, steps: int) -> bool:
    """Whether an option changes a value of the rules that could change the result of a record.

    ``kept``: that from which the result was written; none for a refusal. ``steps``: how many rounds of a game are right
    already.
    """
    game = game_of(record)
    beyond = game.records[type(record)].beyond
    if kind_of(record) == "game" and steps >= len(record.rounds):
        beyond = frozenset()
    return any(
        (section := path.partition(".")[0]) not in beyond
        and (section not in game.records[type(record)].if_told or getattr(record, section))
        and (kept is None or game.may_change(kept, path, values))
        for path, values in option.changes.items()
    )


class _Search:
    """Tries what could make one claim right."""

    def __init__(self, record: AnyRecord, case: Case, trials: Trials) -> None:
        rules, result = case.rules, case.result
        self._try = trials.settle
        self._kept = None if isinstance(result, Refusal) else case.kept
        self.record = record
        self.rules = rules
        #: How many rounds of a game are right already.
        self.before = _steps_right(result)
        self.sets = shipped_sets(rules.game)
        #: Those for the same play.
        self.alike = [other for other in self.sets if are_alike(other, rules)]
        #: What is tried first: the record, or a game up to the round in question.
        self.short = _shorten(record, self.before)
        self._here = result if self.short is record else self._try(self.short, rules)
        self._is_over = self.short is record and getattr(result, "ended", None) is not None
        #: Answers that change the figures, but not to those of the claim.
        self._telling: list[tuple[str, Any]] = []
        #: Those that change none by themselves.
        self._silent: list[tuple[str, Any]] = []

    def options(self) -> Iterator[Remedy]:
        """Try single options. Of several numbers that would do only the first is given, of choices all."""
        here = _all_figures(self._here)
        enough: set[str] = set()
        for name, there, is_usual in self._answers():
            if name in enough and not is_usual:
                continue
            result = self._under({name: there})
            if result is None:
                continue
            if self._helps(result):
                enough.add(name)
                yield self._remedy({name: there}, result)
            else:
                (self._telling if _all_figures(result) != here else self._silent).append((name, there))

    def pairs(self) -> Iterator[Remedy]:
        """Try pairs of answers one of which changes something by itself, both where that are many."""
        beside = product(self._telling, self._silent)
        is_cheap = kind_of(self.record) == "round" and len(self._telling) * len(self._silent) <= _CHEAP
        for one, two in chain(combinations(self._telling, 2), beside if is_cheap else ()):
            if one[0] == two[0]:
                continue
            answers = dict([one, two])
            result = self._under(answers)
            if result is not None and self._helps(result):
                yield self._remedy(answers, result)

    def rule_sets(self) -> Iterator[Remedy]:
        """Try other shipped rule sets for the same play, and this one without its chosen options."""
        for other in self.alike:
            if other.id == self.rules.id and not self.rules.chosen:
                continue
            result = self._settle(other)
            if self._helps(result):
                yield Remedy("rules", rules=other.label, wholly=self._is_whole(result, other))

    def circumstances(self) -> Iterator[Remedy]:
        """Try changes of one circumstance; those of the same keys make one remedy."""
        variants = _variants_of(self.record, self.rules, self.before)
        results = try_records([_shorten(one.record, self.before) for one in variants], self.rules)
        found: dict[tuple[bool, tuple[str, ...]], list[Variant]] = {}
        for one, result in zip(variants, results, strict=True):
            if _steps_right(result) > self.before:
                whole = result if self.short is self.record else self._try(one.record, self.rules)
                wholly = whole.agrees is True
                found.setdefault((wholly, tuple(one.change)), []).append(one)
        for (wholly, _), right in found.items():
            # If it is enough to leave something out, its other values are not given.
            first, *others = [one for one in right if not any(one.change.values())] or right
            alike: list[dict[str, Any]] = []
            for other in others:
                if other.change != first.change and other.change not in alike:
                    alike.append(other.change)
            yield Remedy("circumstance", change=first.change, place=first.place, others=alike, wholly=wholly)

    def _helps(self, result: Result) -> bool:
        """Whether more is right than before; a game that is over does not become right by going on, nor any by rules
        that do not fit together.
        """
        goes_on = self._is_over and getattr(result, "ended", None) is None
        return _steps_right(result) > self.before and not goes_on and _is_off(result) <= _is_off(self._here)

    def _answers(self) -> Iterator[tuple[str, Any, bool]]:
        """Every other answer to every option: what other sets answer, its choices, and numbers near its default; and
        whether it is a choice.
        """
        for name, option in self.rules.options.items():
            if not _may_matter(option, self.record, self._kept, self.before):
                continue
            of_sets = [other.answer(name) for other in self.sets if name in other.options]
            choices = [read_choice(choice, option.default) for choice in option.choices or ()]
            given: list[Any] = [self.rules.answer(name)]
            for there in [*of_sets, *(choices if option.path is None else _numbers_near(option.default))]:
                if there not in given:
                    given.append(there)
                    yield name, there, isinstance(there, str) or (bool(choices) and there in of_sets)

    def _is_whole(self, result: Result, rules: RuleSet) -> bool:
        """Whether all that is claimed is right under rules where the short record has this ``result``."""
        return (result if self.short is self.record else self._try(self.record, rules)).agrees is True

    def _with(self, answers: dict[str, Any]) -> RuleSet:
        return load_rules(self.rules.origin, {**self.rules.chosen, **answers})

    def _under(self, answers: dict[str, Any]) -> Result | None:
        """The result with other answers; ``None`` for answers that contradict each other."""
        try:
            return self._settle(self._with(answers))
        except CalcError:
            return None

    def _settle(self, rules: RuleSet) -> Result:
        """The result of what is tried first under other rules; the one here where they cannot make another."""
        if self._kept is not None and game_of(self.record).settles_alike(self._kept, rules):
            return self._here
        return self._try(self.short, rules)

    def _remedy(self, answers: dict[str, Any], result: Result) -> Remedy:
        wholly = self._is_whole(result, self._with(answers))
        found = []
        for name, there in answers.items():
            agreeing = [other.id for other in self.alike if name in other.options and other.answer(name) == there]
            found.append(answer_to(name, self.rules, self.rules.answer(name), there, agreeing))
        return Remedy("options", found, wholly=wholly)
