"""What a program can ask when two people disagree: who is right, and what comes out under several rule sets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any

from calc.disputes.claims import claims_by_people, claims_told
from calc.disputes.remedies import Answer, answer_to, are_alike, figures_of, read_choice, shipped_sets, try_records
from calc.disputes.verdict import Verdict, Verdicts, compare_claims, judge, together
from calc.errors import CalcError, RecordError, check_lang
from calc.games import Rules, Settings, game_named, load_rules
from calc.outcomes import Refusal, Reply, is_verdict
from calc.patterns import regex
from calc.records.plain import AnyRecord
from calc.settling import read_given, rules_for
from calc.tables import RuleSet
from calc.tables.in_words import set_told
from calc.translation import speaking, translated

if TYPE_CHECKING:
    from calc.disputes.topics import Ruling
    from calc.outcomes import Result
    from calc.records.plain import AnyRecord


class Comparison(Reply, frozen=True):
    """A record under one rule set: its label, ``rules``, and its ``name`` by language.

    ``figures``: what comes out, by key. ``differs``: the keys that are not as under the first rule set. ``because``:
    the options that make the difference; none if it is due to values that are no options. ``refusal``: why the record
    cannot be settled.
    """

    rules: str
    name: dict[str, str]
    figures: dict[str, Any]
    differs: list[str]
    because: list[Answer]
    refusal: str | None = None

    def brief(self) -> str:
        """The rule set, and what differs from the first."""
        differs = f"differs: {', '.join(self.differs)}" if self.differs else "as the first"
        return f"{self.rules}; {self.refusal or differs}"


def sets_both_ways(text: str, fallback: str) -> tuple[list[RuleSet], str]:
    """A rule set with each answer to an option that a text asks for with and without, and the rest of the text; none
    for a text that asks of no option so. ``fallback``: the rule set where the text names none.
    """
    from calc.disputes.asked import find_option
    from calc.disputes.meanings import NAMES

    asked = regex(NAMES["both_ways"]).search(text)
    if asked is None:
        return [], text
    named, rest = set_told(" ".join([text[: asked.start()], text[asked.end() :]]).strip(" ,、:?？"))
    own = load_rules(named or fallback)
    found = find_option(next(filter(None, asked.groups())), own, game_named(own.game))
    if found is None:
        return [], text
    option = own.options[found.name]
    if not option.choices:
        return [], text
    answers = [own.answer(found.name), *(read_choice(one, option.default) for one in option.choices)]
    return [load_rules(own.origin, {**own.chosen, found.name: one}) for one in dict.fromkeys(answers)], rest


def option_told(text: str, rules: RuleSet) -> tuple[dict[str, bool], str]:
    """The option of points that a text plays with or without, and the rest of it; none for a text that tells
    none that is answered by yes or no.

    >>> from calc.games import load_rules
    >>> option_told("4 han 30 fu without kiriage", load_rules("riichi"))
    ({'kiriage_mangan': False}, '4 han 30 fu')
    """
    from calc.disputes.asked import find_option
    from calc.disputes.meanings import NAMES

    said = regex(NAMES["one_way"]).search(text) or regex(NAMES["one_way_ja"]).search(text)
    found = said and find_option(said["option"], rules, game_named(rules.game))
    if not said or not found or found.name not in rules.options_at("points"):
        return {}, text
    is_asked = type(rules.answer(found.name)) is bool
    return ({found.name: not said["without"]}, text[: said.start()] + text[said.end() :]) if is_asked else ({}, text)


def sets_beside(own: RuleSet, named: Sequence[RuleSet] | None) -> Sequence[RuleSet]:
    """The rule sets to compare a record under: those ``named``, else ``own`` and all shipped ones for the same play.

    Raises :class:`~calc.errors.CalcError` for sets of another game.
    """
    for other in named or ():
        if other.game != own.game:
            raise CalcError("{0} is of {1}, and the record of {2}; name sets of {2}", other.id, other.game, own.game)
    return named or [own, *(one for one in shipped_sets(own.game) if are_alike(one, own) and one.id != own.id)]


def compare_sets(record: AnyRecord, sets: Sequence[RuleSet]) -> list[Comparison]:
    """Settle a record under each rule set, and compare the results with that of the first.

    Raises :class:`~calc.errors.RecordError` for a record that each of them refuses for the way it is written.
    """
    results = [try_records([record], rules)[0] for rules in sets]
    _check_written(results)
    first = figures_of(results[0])

    def compare_one(rules: RuleSet, result: Result) -> Comparison:
        figures = figures_of(result)
        differs = [key for key in {**first, **figures} if first.get(key) != figures.get(key)]
        return Comparison(
            rules=rules.full_label,
            name={"en": rules.name.en, "ja": rules.name.ja},
            figures=figures,
            differs=differs,
            because=_because(record, sets[0], first, rules, figures) if differs else [],
            refusal=translated(result.error.message) if isinstance(result, Refusal) else None,
        )

    return [compare_one(rules, result) for rules, result in zip(sets, results, strict=True)]


def _check_written(results: Sequence[Result]) -> None:
    """Refuse a record that all refuse for the same mistake: only whether a hand is a win may differ between sets."""
    refusals = [one for one in results if isinstance(one, Refusal) and not is_verdict(one.error.code, one.error.key)]
    if len(refusals) == len(results) and len({one.error.message for one in refusals}) == 1:
        error = refusals[0].error
        raise RecordError(error.message, code=error.code, key=error.key, column=error.column)


def _because(
    record: AnyRecord, base: RuleSet, first: dict[str, Any], rules: RuleSet, here: dict[str, Any]
) -> list[Answer]:
    """The fewest options that, answered as in ``base``, give its figures ``first``; else all that change ``here``."""
    other = [name for name in rules.options if name in base.options and rules.answer(name) != base.answer(name)]

    @cache
    def under(names: tuple[str, ...]) -> dict[str, Any]:
        answers = {**rules.chosen, **{name: base.answer(name) for name in names}}
        try:
            return figures_of(try_records([record], load_rules(rules.origin, answers))[0])
        except CalcError:
            return {}

    def telling(names: tuple[str, ...]) -> tuple[str, ...]:
        """Those of some options that change the figures; most do not, so they are tried together."""
        if not names or under(names) == here:
            return ()
        half = len(names) // 2
        return names if len(names) == 1 else telling(names[:half]) + telling(names[half:])

    def enough(names: Sequence[str]) -> Sequence[str] | None:
        few = chain(((name,) for name in names), combinations(names, 2))
        return next((one for one in few if under(one) == first), None)

    found = telling(tuple(other))
    # Options that cancel each other out are only seen one by one.
    every = [name for name in other if under((name,)) != here] if (why := enough(found)) is None else []
    why = why or enough(every) or every
    return [answer_to(name, rules, base.answer(name), rules.answer(name), [rules.id]) for name in why]


def dispute(
    record: str | Mapping[str, Any] | AnyRecord,
    *claims: str | Mapping[str, Any],
    rules: Rules | None = None,
    options: Mapping[str, Any] | None = None,
    lang: str = "en",
) -> Verdict | Verdicts | Ruling:
    """Judge a claim on a win, a round or a game: right, or where it departs, why, and what would make it right. A
    question about a rule, in words, gives a :class:`Ruling` on its first claim.

    ``record``: a line, a mapping or a typed record. ``claims``: what is claimed, as people say it (``"7700"``,
    ``"no tanyao"``, ``"West pays 7700"``) or as a mapping with the keys of a claim; without any, what the record itself
    claims; several give :class:`Verdicts`, those of several people in one text too (``"Ben says 5200, Aki says
    3900"``). ``rules``, ``options`` and ``lang`` as in :func:`score`. Raises a :class:`CalcError` for a record or a
    claim that cannot be read.

    >>> hand = "tenhou 23455m567p34678s +5s ron from=W seat=S round=E riichi dora=4p"
    >>> dispute(hand, "8000")
    <Verdict: the claim is wrong; points: 8000 claimed, 7700 right; tenhou@2.0.0>
    >>> [one.right for one in dispute(hand, "8000", "has pinfu").claims]
    [False, True]
    """
    check_lang(lang)
    with speaking(lang):
        settings = Settings(rules=rules, options=options or {})
        try:
            return _dispute(record, claims, settings)
        except CalcError:
            from calc.disputes.topics import rulings_on

            said = [claim for claim in claims if isinstance(claim, str)]
            rest, told = claims_told(record) if isinstance(record, str) and not claims else ("", [])
            with suppress(CalcError):
                if rest and told:
                    return _dispute(rest, told, settings)
            with suppress(CalcError):
                if isinstance(record, str) and (ruled := rulings_on(record, said, settings)[0]):
                    return ruled[0]
            raise


def _dispute(record: Any, claims: Sequence[str | Mapping[str, Any]], settings: Settings) -> Verdict | Verdicts:
    found, own = _read(record, settings)
    told = claims_by_people(claims, found)
    if not told:
        return judge(found, own, None)
    trials = together(found, own, [one.claim for one in told])
    verdicts = [judge(found, own, one.claim, trials) for one in told]
    is_one = len(told) == len(claims) == 1
    return verdicts[0] if is_one else compare_claims([one.text for one in told], verdicts)


def compare(
    record: str | Mapping[str, Any] | AnyRecord, rules: Iterable[Rules] | Rules | None = None, *, lang: str = "en"
) -> list[Comparison]:
    """Settle a record under several rule sets, and name the options that make the differences from the first.

    ``record``: a line, a mapping or a typed record. ``rules``: the rule sets, or one; without them the one
    that the record names, then all shipped ones for the same play. ``lang`` as in :func:`score`. Amounts are in the
    unit of the rule set. Raises a :class:`CalcError` for a record that cannot be read, or a rule set that there is
    not.

    >>> hand = "23455m567p34678s +5s ron from=W seat=S round=E riichi dora=4p"
    >>> [one.figures["points"] for one in compare(hand, ["riichi", "tenhou"])]
    [8000, 7700]
    """
    given = [rules] if isinstance(rules, str | RuleSet) else rules
    named = None if given is None else [one if isinstance(one, RuleSet) else load_rules(one) for one in given]
    found, own = _read(record, Settings())
    check_lang(lang)
    with speaking(lang):
        return compare_sets(found, sets_beside(own, named))


def _read(record: Any, settings: Settings) -> tuple[AnyRecord, RuleSet]:
    """A record as a program gave it, and the rule set that counts for it."""
    found = read_given(record).known()
    return found, rules_for(found, settings)
