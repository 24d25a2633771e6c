"""A verdict on a claim as people read it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from calc.games import game_behind
from calc.layout.words import word
from calc.outcomes import thousands
from calc.report.circumstances import change_text, spell_change
from calc.tables.ruleset import spell_choice
from calc.text import number, section, wrap

if TYPE_CHECKING:
    from calc.disputes.remedies import Answer, Remedy
    from calc.disputes.verdict import Verdict
    from calc.outcomes import Departure

#: Points as each pays them.
_BY_PAYER: Final = re.compile(r"\d+(?:/\d+| all)")
#: Of values of one key that all do, so many are told beside the first.
_MOST_OTHERS = 4


def verdict_lines(verdict: Verdict, lang: str, width: int) -> list[str]:
    """Right or wrong, the first departure with its reasons, the others, and what would make the claim right."""
    options = [f"{name}={spell_choice(value)}" for name, value in verdict.options.items()]
    under = ", ".join([verdict.rules, *options])
    lines = wrap(f"{word('right' if verdict.right else 'wrong', lang)}   ({under})", width)
    if verdict.refusal is not None:
        lines += wrap(f"{word('no_win', lang)}: {verdict.refusal}", width)
    if verdict.right and verdict.besides:
        lines += wrap(f"{word('besides', lang)}: {', '.join(verdict.besides)}", width)
    if verdict.place is not None:
        lines += ["", *wrap(f"{word('first_wrong_round', lang)}: {_round_name(verdict, verdict.place, lang)}", width)]
    for one in verdict.departures:
        why = [reason for reason in one.why if reason != verdict.refusal]  # told above
        title = _departure_title(one, lang)
        lines += section(title, why, width) if one.why else ["", *wrap(title, width)]
    if verdict.remedies:
        told = [_remedy(one, lang) for one in verdict.remedies]
        lines += section(word("would_be_right", lang), told, width)
    elif not verdict.right:
        lines += ["", *wrap(word("nothing_makes_it_right", lang), width)]
    return lines


def _round_name(verdict: Verdict, place: int, lang: str) -> str:
    """A round as people call it: ``East 3, 1 counter``."""
    one = verdict.result.rounds[place]
    return game_behind(one).report.round_name(place, one, lang)


def _departure_title(one: Departure, lang: str) -> str:
    if one.key.rpartition(".")[2] == "win":
        place = one.key.removesuffix("win")
        return place + word("no_win_claimed" if one.claimed is False else "win_claimed", lang)
    claimed, actual = spell(one.claimed), spell(one.actual)
    return f"{one.key}: {claimed} {word('claimed', lang)}, {actual} {word('is_right', lang)}"


def spell(value: Any) -> str:
    """A figure of a claim or a result in a line of text."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {spell(item)}" for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, value)) or "-"
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "-"}[value]
    if isinstance(value, int):
        return number(value)
    return thousands(value) if isinstance(value, str) and _BY_PAYER.fullmatch(value) else str(value)


def _remedy(one: Remedy, lang: str) -> str:
    if one.kind == "options":
        said = "; ".join(_answer(answer, lang) for answer in one.answers)
        text = f"{word('with_option', lang)} {said}"
    elif one.kind == "rules":
        text = f"{word('under_rules', lang)} {one.rules}"
    else:
        spelled = [spell_change(one.change, lang)]
        if one.others:
            shown = [spell_change(other, lang) for other in one.others[:_MOST_OTHERS]]
            more = len(one.others) - len(shown)
            rest = [word("more_like_it", lang).format(count=more)] if more else []
            spelled.append(f"{word('or_else', lang)} {', '.join([*shown, *rest])}")
        if lang == "ja":
            told = spelled[0] + (f" ({spelled[1]})" if one.others else "")
        else:
            told = f"{change_text(one.change)} ({'; '.join(spelled)})"
        text = f"{word('if_it_was', lang)} {told}"
    return text if one.wholly else f"{text} ({word('so_far', lang)})"


def _answer(answer: Answer, lang: str) -> str:
    """``kiriage_mangan=false: Are base points ...? (tenhou)``."""
    whose = f" ({', '.join(answer.sets)})" if answer.sets else ""
    return f"{answer.option}={spell_choice(answer.there)}: {answer.question[lang]}{whose}"
