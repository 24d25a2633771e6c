"""Answers in a notebook: rows of which every library makes a frame, and what a cell shows."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from calc.disputes.verdict import Verdict, Verdicts
from calc.errors import CalcError
from calc.games import all_games, game_behind, load_rules
from calc.layout.document import Drawn, Table, Text, fragment
from calc.layout.tables import cell_of
from calc.outcomes import Refusal
from calc.report.dispute import verdict_blocks
from calc.report.results import results_document
from calc.report.standings import Standings, standings_document
from calc.tables import RuleSet


def rows(answers: Iterable[Any]) -> list[dict[str, Any]]:
    """Flat rows of results, refusals or other answers, for frames: ``pandas.DataFrame(calc.rows(results))``.

    ``answers``: any number of them, of any kinds. All rows have the same keys in the same order: those of the answers,
    and of mappings in them ``payments.E``. Yaku are ids with blanks between them, other lists JSON text, and what an
    answer does not have is None; a :class:`Refusal` has ``error.code`` and ``error.message``.

    >>> import calc
    >>> won = calc.score("tenhou 123m456p789s1122z +2z tsumo seat=S round=E")
    >>> [row] = rows([won])
    >>> row["yaku"], row["han"], row["points"], row["payments.E"]
    ('menzen_tsumo seat_wind', 2, 2700, -1300)
    """
    found = [dict(_flat(msgspec.to_builtins(one))) for one in answers]
    keys = dict.fromkeys(key for row in found for key in row)
    return [{key: row.get(key) for key in keys} for row in found]


def _flat(plain: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in plain.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{key}.")
        elif key == "yaku" and all(isinstance(line, Mapping) for line in value):
            yield f"{before}{key}", " ".join(line["id"] for line in value)
        else:
            yield f"{before}{key}", cell_of(value) if isinstance(value, list) else value


def html_of(answer: Any) -> str:
    """What a notebook shows of an answer: a line that says it, and a table, of a game the curve of its scores too; of a
    verdict its reasons.
    """
    kinds = (Refusal, *(kind for game in all_games() for kind in game.report.RESULTS))
    if isinstance(answer, Verdict | Verdicts) and (rules := _rules_of(answer)):
        return fragment(verdict_blocks(answer, rules, page=True))
    if isinstance(answer, kinds):
        shown = results_document([answer])
    elif isinstance(answer, Standings):
        shown = standings_document(answer)
    else:
        told = [[key, "" if one is None else str(one)] for key, one in rows([answer])[0].items()]
        return fragment([Table(["", ""], told)])
    tables = [one for one in shown.blocks(False) if isinstance(one, Table)]
    drawn = [Drawn(game_behind(answer).report.picture(None, answer))] if getattr(answer, "rounds", None) else []
    return fragment([Text(answer.brief()), *tables, *drawn])


def _rules_of(verdict: Verdict | Verdicts) -> RuleSet | None:
    """The rule set of a verdict, unless it is one of a file, which is not known here."""
    try:
        found = load_rules(verdict.rules.partition("@")[0], verdict.options)
    except CalcError:
        return None
    return found if found.label == verdict.rules else None
