"""The verdict on a claim for people, with the circumstances that would make it right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any, Final, Literal

from calc.departures import title_of
from calc.games import game_behind, game_of
from calc.layout.document import Block, Drawn, Head, Items, Text
from calc.layout.game import state_answer
from calc.layout.words import each_pays, hand_text, key_word, word, wrong_sides
from calc.notation.text import show
from calc.patterns import regex
from calc.tables.ruleset import spell_choice
from calc.text import number, thousands
from calc.translation import Phrases, language, say

if TYPE_CHECKING:
    from calc.disputes.remedies import Answer, Remedy
    from calc.disputes.topics import Ruling
    from calc.disputes.verdict import Verdict, Verdicts
    from calc.outcomes import Departure
    from calc.tables import RuleSet

#: Points as each payer pays them.
_BY_PAYER: Final = regex(r"\d+(?:/\d+| all)")
#: How many other values of one key, or rule sets with one answer, are listed if all of them make the claim right.
_MOST_LISTED: Final = 3
#: The names of yaku by id.
Names = Mapping[str, str]
#: Keys of claims that are lists of yaku.
_OF_YAKU: Final = ("yaku", "has", "lacks", "teyaku")
#: The key of a win within a round: ``wins[0].riichi``.
_INNER: Final = regex(r"wins\[(?P<win>\d+)\]\.(?P<key>\w+)")
#: Sentences about changed keys. ``KEY.no``: without a declaration; ``KEY.seats``: of several seats; ``KEY.one``: of one
#: thing; ``KEY.none``: without a value.
_CHANGES: Final = Phrases("change")


def yaku_names(rules: RuleSet) -> dict[str, str]:
    """The names of all yaku of a rule set, dealt ones too, by id."""
    of_rules: Any = rules
    return {key: one.name.text() for key, one in {**getattr(rules, "teyaku", {}), **of_rules.yaku}.items()}


def verdict_blocks(verdict: Verdict | Verdicts, rules: RuleSet, *, page: bool, record: Any = None) -> Iterator[Block]:
    """Right or wrong, of several claims which; each wrong part with its reasons; what would make the claim right; how
    it is counted. ``rules``: the rule set of the verdict. ``record``: what it is on, drawn on a page.
    """
    several: Sequence[Any] | None = getattr(verdict, "claims", None)
    under = [verdict.rules, *(f"{name}={spell_choice(value)}" for name, value in verdict.options.items())]
    if page and verdict.id is not None:
        yield Head(str(verdict.id))
    yield Text(_told(verdict), "right" if verdict.right else "wrong", ", ".join(under))
    if verdict.refusal is not None:
        yield Text(f"{word('no_win')}: {verdict.refusal}")
    drawn = game_of(record).report.picture(record, verdict.result) if page and record is not None else None
    yield from [Drawn(drawn)] if drawn is not None else []
    for one in several or [verdict]:
        if several is not None and (not one.right or one.besides):
            yield Head(one.claim) if page else Text(f"== {one.claim}", apart=True)
        yield from _departure_blocks(one, verdict, rules, page=page)
        yield from _counted(verdict, [one]) if several is None else []
        if one.remedies:
            yield Head(say("The claim would be right"), 3)
            yield Items([(text, ()) for text in _remedy_texts(one.remedies, rules)])
        elif not one.right:
            yield Text(say("No option, rule set or single circumstance makes the claim right."), apart=True)
    yield from _counted(verdict, several) if several is not None else []


def ruling_blocks(ruling: Ruling, rules: RuleSet, *, apart: bool = False, every: bool = False) -> Iterator[Block]:
    """What the rules say of a situation: whether the claim fits, why, by which source, and where it would. ``every``:
    whether all other sets are named.
    """
    if ruling.example is not None and not ruling.unread:
        yield Head(say("As in: {example}", example=ruling.example), 3)
    told = ruling.ruling
    if ruling.right is not None:
        told = say("{told}: {ruling}", told=word("right" if ruling.right else "wrong").rstrip(".。"), ruling=told)
    tone: Literal["wrong", "right"] = "wrong" if ruling.right is False else "right"
    yield Text(told, tone, ruling.rules, apart=apart and ruling.example is None)
    yield Text(f"{word('source')}: {ruling.source}", indent="  ")
    if ruling.unread:
        yield Text(say("Not read: {words}", words=say(", ").join(map(show, ruling.unread))), indent="  ")
        if ruling.example is not None:
            yield Text(say("As in: {example}", example=ruling.example), indent="  ")
    if ruling.remedies:
        yield Head(say("The claim would be right"), 3)
        yield Items([(text, ()) for text in _remedy_texts(ruling.remedies, rules)])
    elif ruling.right is False and not ruling.is_open:
        yield Text(say("Under no rule set is the claim right."), apart=True)
    if ruling.elsewhere:
        yield Head(say("Other rule sets"), 3)
        some = say(", ").join if every else _first_of
        # A question that stands above is not asked once more for each of them.
        questions = (one.question.text() for one in rules.options.values())
        heads = (say("{question} {answer}", question=one, answer="") for one in questions)
        asked = next(filter(ruling.ruling.startswith, heads), "")
        others = ((sets, says.removeprefix(asked)) for says, sets in ruling.elsewhere.items())
        yield Items([(some(sets) + say(": ") + says, ()) for sets, says in others])


def _counted(verdict: Verdict | Verdicts, claims: Sequence[Any]) -> Iterator[Block]:
    """How the record is counted, but for what the reasons of its claims have told."""
    told = {reason for one in claims for each in one.departures for reason in each.why}
    if reasons := [(reason, ()) for reason in verdict.reasons if reason not in told]:
        yield from [Head(say("How it is counted"), 3), Items(reasons)]


def _departure_blocks(one: Any, verdict: Verdict | Verdicts, rules: RuleSet, *, page: bool) -> Iterator[Block]:
    """What is wrong of one claim."""
    if one.right and one.besides:
        yield Text(f"{say('besides')}: {', '.join(one.besides)}")
    if one.place is not None:
        of_round = verdict.result.rounds[one.place]
        name = game_behind(of_round).report.round_name(of_round)
        yield Text(f"{say('The first round that goes wrong')}: {name}", apart=True)
    names = yaku_names(rules)
    for departure in one.departures:
        why = [(reason, ()) for reason in departure.why if reason != verdict.refusal]  # told above
        if why or page or verdict.refusal is None:  # the reason of a refusal stands at the top
            yield Head(departure_title(departure, names), 3)
        yield from [Items(why)] if why else []


def _told(verdict: Verdict | Verdicts) -> str:
    """Right or wrong; of several claims which: ``8000 is right.``, ``Neither is right.``."""
    claims = getattr(verdict, "claims", None)
    if claims is None:
        return word("right" if verdict.right else "wrong")
    right = [one.claim for one in claims if one.right]
    if right and (len(claims) == 1 or len(right) < len(claims)):
        return say("{claims} is right.", claims=say(", ").join(right))
    if len(claims) == 1:
        return say("{claims} is wrong.", claims=claims[0].claim)
    counted = "both" if len(claims) == len(("one", "other")) else "all"
    return word(f"{counted}_right" if right else f"{counted}_wrong")


def departure_title(one: Departure, names: Names) -> str:
    """What is claimed of a figure, and what is right."""
    if one.key.rpartition(".")[2] == "win":
        place = one.key.removesuffix("win")
        return place + word("no_win_claimed" if one.claimed is False else "win_claimed")
    if one.key in ("lacks", "furiten"):
        return word(f"{one.key}_claimed").format(_side_text(one.key, one.actual, names))
    if one.key == "has":
        lacking = {
            name: [each for each in ids if each not in one.actual[name]]
            for name, ids in one.claimed.items()
            if not {*ids} <= {*one.actual[name]}
        }
        return say("{yaku}: claimed, and it does not count", yaku=figure_text(_named(lacking, names)))
    key = one.key
    if language() != "en":
        place, _, name = key.rpartition(".")
        inner = _INNER.fullmatch(key)
        key = (say("win {place}: {told}", place=int(inner["win"]) + 1, told="") if inner else place) + key_word(name)
    claimed, actual = (_side_text(one.key.rpartition(".")[2], value, names) for value in wrong_sides(one))
    return say("{key}: {claimed} claimed, {actual} right", key=key, claimed=claimed, actual=actual)


def _side_text(key: str, value: Any, names: Names) -> str:
    """What a claim or a result says of a key: yaku by their names, seats as words."""
    if key == "winner":
        return word("nobody") if value is None else title_of(value)
    value = _named(value, names) if key in _OF_YAKU else value
    if key == "worth":
        named = {some: " + ".join(names[one] for one in some.split()) for worths in value.values() for some in worths}
        value = {who: {named[some]: worth for some, worth in worths.items()} for who, worths in value.items()}
    return figure_text({title_of(name): one for name, one in value.items()} if isinstance(value, Mapping) else value)


def _named(value: Any, names: Names) -> Any:
    if isinstance(value, Mapping):
        return {player: _named(ids, names) for player, ids in value.items()}
    return [" + ".join(names.get(one, one) for one in value) or word("no_yaku")] if value is not None else None


def figure_text(value: Any) -> str:
    """A figure of a claim or a result in a line of text."""
    if isinstance(value, Mapping):
        parties = ((name if language() == "en" else word(name), item) for name, item in value.items())
        return say(", ").join(f"{party} {figure_text(item)}" for party, item in parties)
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, value)) or "-"
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "-"}[value]
    if isinstance(value, int):
        return number(value)
    if _BY_PAYER.fullmatch(str(value)):
        amount, _, all_pay = thousands(value).partition(" ")
        return each_pays(amount) if all_pay else amount
    return str(value) if language() == "en" else word(str(value))


def _remedy_texts(remedies: Sequence[Remedy], rules: RuleSet) -> Iterator[str]:
    """What would make a claim right, a line each: options with the rule sets that answer so, then the other sets
    together, then circumstances.
    """
    left = {one.rules.partition("@")[0]: None for one in remedies if one.rules is not None}
    asked = set[str]()
    for one in (each for each in remedies if each.kind == "options"):
        first, *more = one.answers
        sets = [name for name in first.sets if name in left and all(name in other.sets for other in more)]
        text = say(" and ").join(_answer_text(answer, rules, asked) for answer in one.answers)
        text = say("with {answers}", answers=text) + (say(": ") + _first_of(sets) if sets else "")
        yield _wholly(text, one)
        for name in sets:
            del left[name]
    of_sets = [one for one in remedies if one.kind == "rules"]
    if left:
        yield _wholly(say("under {rules}", rules=_first_of([*left])), of_sets[0])
    for one in (each for each in remedies if each.kind == "circumstance"):
        spelled = [_spell_change(one.change)]
        if one.others:
            spelled.append(say("or {others}", others=_first_of([_spell_change(other) for other in one.others])))
        yield _wholly(_bracketed(say("if {change}", change=_change_text(one.change)), say("; ").join(spelled)), one)


def _wholly(text: str, one: Remedy) -> str:
    return text if one.wholly else _bracketed(text, say("so far; later rounds differ still"))


def _bracketed(text: str, more: str) -> str:
    return text + say(" ({told})", told=more)


def _answer_text(answer: Answer, rules: RuleSet, asked: set[str]) -> str:
    """``kiriage_mangan=false (kiriage mangan is not played)``; a question that was asked before is not repeated."""
    is_long = isinstance(answer.there, list | dict)
    told = answer.option if is_long else f"{answer.option}={spell_choice(answer.there)}"
    is_asked = answer.option in asked
    asked.add(answer.option)
    return _bracketed(told, state_answer(rules, answer.option, answer.there, asks=not is_asked))


def _first_of(texts: Sequence[str]) -> str:
    """``a, b, c and 7 more``."""
    shown = texts if len(texts) == _MOST_LISTED + 1 else texts[:_MOST_LISTED]
    told = say(", ").join(shown)
    return (
        told if len(shown) == len(texts) else say("{first} and {count} more", first=told, count=len(texts) - len(shown))
    )


def _change_text(change: Mapping[str, Any]) -> str:
    """A changed circumstance as a sentence: ``riichi was declared``, ``win 1: riichi was declared``."""
    inner = {key: match for key in change if (match := _INNER.fullmatch(key)) is not None}
    if inner and len(inner) == len(change):
        place = int(next(iter(inner.values()))["win"]) + 1
        told = _change_text({match["key"]: change[key] for key, match in inner.items()})
        return say("win {place}: {told}", place=place, told=told)
    if change.get("by") == "ron":
        return say("it was won by ron from {who}", who=_name(change.get("from")))
    phrases = (_phrase(key, value) for key, value in change.items())
    return reduce(lambda first, then: say("{first} and {then}", first=first, then=then), phrases)


def _phrase(key: str, value: Any) -> str:
    if f"{key}.no" in _CHANGES and not isinstance(value, list):
        kind = ".double" if isinstance(value, str) else "" if value else ".no"
        return _CHANGES.text(key + kind)
    if f"{key}.seats" in _CHANGES:
        # The change says who all did so then, and so that nobody else did.
        if not value:
            return _CHANGES.text(f"{key}.nobody")
        *others, last = map(_name, value)
        who = say(" and ").join([say(", ").join(others), last]) if others else last
        return _CHANGES.text(f"{key}.seats" if others else f"{key}.seat").format(who=who)
    if f"{key}.one" in _CHANGES:
        return _CHANGES.counted(key, value)
    if key in _CHANGES:
        shown = say(", ").join(value) if key == "players" else _name(value)
        if key == "round":
            shown = hand_text(value, None)
        none = f"{key}.none"
        return _CHANGES.text(none if not value and none in _CHANGES else key).format(value=shown)
    return _play_phrase(key, value)


def _play_phrase(key: str, value: Any) -> str:
    if key == "facts":
        told = (say("the fact {name} was {fact}", name=name, fact=spell_choice(fact)) for name, fact in value.items())
        return say(" and ").join(told)
    if key == "liable":
        if not value:
            return say("{who} is responsible (pao)", who=word("nobody"))
        who, what = _name(value["seat"]), value["for"].replace("_", " ")
        return say("{who} is responsible (pao) for {what}", who=who, what=what)
    head, _, rest = key.partition(".")
    if head in ("calls", "koikoi"):
        return say(
            "{who} went on once" if value == 1 else "{who} went on {count} times" if value else "{who} did not go on",
            who=rest,
            count=value,
        )
    if head == "players" and rest.endswith(".captured"):
        cards = str(value).removeprefix("+")
        cards = cards if language() == "en" else cards.rpartition("(")[2].rstrip(")")  # its name is English
        return say("{who} captured {cards} too", who=rest.removesuffix(".captured"), cards=cards)
    return say("{key} is {value}", key=key, value=spell_choice(value))


def _name(party: Any) -> str:
    """A seat or a way to win by its word; any other value as it is."""
    return word(party) if party in ("E", "S", "W", "N", "ron", "tsumo", "nobody") else str(party)


def _spell_change(change: Mapping[str, Any], above: str = "") -> str:
    """A changed circumstance as records spell it: ``riichi=true``, ``liable.seat=W liable.for=daisangen``, or ``without
    discards`` if a key is left out.
    """
    told = []
    for name, value in change.items():
        key = f"{above}{name}"
        if value is None or value == []:
            told.append(word("without").format(key=key))
        elif isinstance(value, Mapping):
            told.append(_spell_change(value, f"{key}."))
        else:
            shown = ",".join(map(str, value)) if isinstance(value, list) else spell_choice(value)
            told.append(f"{key}={shown}")
    return " ".join(told)
