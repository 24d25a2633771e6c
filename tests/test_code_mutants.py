"""Some changes of the code of rounds, by a seed: a rule case fails under each. ``make mutants`` tries all of them, and
those of more of the code, with more tests.
"""

from functools import cache
from zlib import crc32

import pytest

from calc.errors import CalcError
from tests.cases import CASES
from tests.fuzz.answers import clocked
from tests.mutation.code import PROJECT, Mutant, each_once, functions_of, in_place, known_survivors, mutants_of

#: One mutant of so many is tried, chosen by its own id, so that changed code leaves the choice among the others.
SEED, PART = 1, 60
FILES = ["calc/mahjong/rounds/draws.py", "calc/mahjong/rounds/ends.py"]


@cache
def all_of(file: str) -> list[Mutant]:
    return list(mutants_of(PROJECT / file))


def noticed_by(mutant: Mutant) -> str | None:
    """The first rule case of rounds or games that fails under a mutant; none where all pass."""
    with in_place(mutant, functions_of([mutant])[mutant.module, mutant.function]):
        for case in CASES:
            if case.folder in ("rounds", "games"):
                try:
                    with clocked(mutant.id, 10):
                        case.check_alone()
                except (AssertionError, CalcError, pytest.fail.Exception):
                    return case.name
                except Exception as error:
                    return f"{case.name}: {error!r}"
    return None


@pytest.mark.parametrize("file", FILES)
def test_a_changed_rule_of_the_code_is_noticed_by_a_case(file: str) -> None:
    chosen = [one for one in all_of(file) if crc32(f"{SEED} {one.id}".encode()) % PART == 0]
    assert chosen
    known = known_survivors()
    assert [one.id for one in chosen if one.id not in known and noticed_by(one) is None] == []


def test_what_changes_nothing_is_noticed_by_none() -> None:
    """The copy of a function as it is."""
    mutant = all_of(FILES[0])[0]
    (function,) = functions_of([mutant])[mutant.module, mutant.function]
    assert noticed_by(mutant._replace(code=function.__code__)) is None


def test_what_is_tried_changes_the_code() -> None:
    """Defaults of parameters are kept with a function and not in its code."""
    assert not [one.id for file in FILES for one in all_of(file) if one.diff.startswith("-draw: Draw, riichi")]


def test_no_test_is_asked_twice_for_a_mutant() -> None:
    assert each_once(3, [3, 1, 2]) == each_once(3, [1, 3, 2]) == [3, 1, 2]
    assert each_once(None, [1, 2]) == [1, 2]
