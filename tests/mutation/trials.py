"""Every rule case run under a mutant, the likeliest first, until one fails.

Most mutants are caught by a case that names what is changed, or by the case that caught the mutant before it: they
go first. A case that leans on no changed file is left out.
"""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any, cast
from unittest import mock

import pytest

from calc.errors import CalcError
from calc.games import load_rules
from calc.hanafuda import load as hanafuda
from calc.hanafuda.game import GAME
from calc.hanafuda.rules.deck import DECK
from calc.mahjong import load as mahjong
from calc.tables import RuleTable, rule_set_ids, rules_folder
from calc.tables.loader import read_file, read_table
from calc.tables.shelf import game_id_of
from tests import test_facts, test_local_yaku, test_preset_cases
from tests.cases import CASES
from tests.mutation.mutants import Mutant, Path_

#: What keeps the rule sets that were loaded.
LOADERS = tuple(load.__self__ for load in cast(Any, (mahjong.load_mahjong_rules, hanafuda.load_hanafuda_rules)))
_WORD = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*|\d+")


def rule_files() -> list[Path]:
    """The shipped rule sets, and the deck."""
    return sorted(rules_folder().rglob("*.yaml"))


@dataclass
class Case:
    """A rule case. ``run`` raises where it fails; ``words``: what it speaks of; ``leans_on``: the files it needs."""

    name: str
    run: Callable[[], None]
    words: set[str]
    leans_on: set[Path] = field(default_factory=set)


def read_cases() -> list[Case]:
    """All of them; none knows yet what it leans on."""
    found = [_case(one.name, one.check_alone, one.case) for one in CASES]
    for case in test_preset_cases.CASES:
        for names, expected in test_preset_cases.sides(case):
            for rules in names:
                run = partial(test_preset_cases.check_alone, case, rules, expected)
                found.append(_case(f"{case['name']} [{rules}]", run, case))
    for param in test_facts.read_cases():
        (fact,) = param.values
        found.append(_case(str(param.id), partial(test_facts.test_fact, fact), fact[0]))
    for param in test_local_yaku.read_cases():
        (case,) = param.values
        found.append(_case(str(param.id), partial(test_local_yaku.test_local_case, case), case))
    return found


def _case(name: str, run: Callable[[], None], text: Any) -> Case:
    words = set(_WORD.findall(f"{name} {text}".lower()))
    return Case(name, run, words | {part for word in words for part in word.split("_")})


class _Asked(BaseException):
    """A case has asked for its rules, which is all that was wanted of it."""


class Trials:
    """All cases, and what caught the mutants so far."""

    def __init__(self, *, run_all: bool = True) -> None:
        """``run_all``: every case is run once without any mutant, and one that fails raises. Otherwise it is left as
        soon as it asks for its rules, a tenth of the work: only refusals that tell of other rule sets ask for more.
        """
        self.cases = read_cases()
        for case in self.cases:
            with _watched(stop=not run_all) as read, suppress(_Asked):
                case.run()
            # What loads no rule set is refused before, or is of the deck alone.
            known = [name for name in read if name in rule_set_ids() or test_local_yaku.is_house(name)]
            case.leans_on = {file for name in known for file in _files(name)} or {*rule_files()}
        self._common = Counter(word for case in self.cases for word in case.words)
        self._caught: list[tuple[Path_, Case]] = []

    def catch(self, mutant: Mutant) -> str | None:
        """The refusal of a mutant's table, or the first case that fails under it; none where it survives.

        Raises :class:`RuntimeError` where a case neither passes nor fails, but crashes.
        """
        with _in_force(mutant):
            if mutant.file.stem in rule_set_ids():
                try:
                    load_rules(mutant.file.stem)
                except CalcError as error:
                    return f"refused: {error}"
            for case in self._likely_first(mutant):
                try:
                    case.run()
                except (AssertionError, CalcError, pytest.fail.Exception):
                    self._caught.append(((mutant.file.stem, *mutant.path), case))
                    return case.name
                except Exception as error:  # a table that loads has to work, however odd its rules are
                    raise RuntimeError(f"{mutant.id} crashes {case.name}") from error
        return None

    def _likely_first(self, mutant: Mutant) -> Iterator[Case]:
        """Those that caught the nearest mutants, then those that name what is changed in the rarest words."""
        path = (mutant.file.stem, *mutant.path)
        near = sorted(self._caught, key=lambda caught: -_shared(caught[0], path))
        first = {id(case): case for caught, case in near if _shared(caught, path) > 2}
        words = [word for part in path for word in (str(part), *str(part).split("_")) if word in self._common]
        asked = [case for case in self.cases if mutant.file in case.leans_on and id(case) not in first]
        yield from first.values()
        yield from sorted(asked, key=lambda case: -sum(1 / self._common[word] for word in words if word in case.words))


def _shared(one: Path_, other: Path_) -> int:
    """How many parts two paths share from their beginning."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


@contextmanager
def _watched(*, stop: bool) -> Iterator[set[str]]:
    """The names of the rule sets that are loaded meanwhile. ``stop``: the first one raises."""
    names: set[str] = set()

    class Noting(dict[tuple[str, ...], Any]):
        def get(self, key: tuple[str, ...], default: Any = None) -> Any:
            names.add(key[0])
            if stop:
                raise _Asked
            return super().get(key, default)

    with ExitStack() as stack:
        for loader in LOADERS:
            kept = loader._loaded
            noting = Noting(kept)
            stack.enter_context(mock.patch.object(loader, "_loaded", noting))
            stack.callback(kept.update, noting)
        yield names


@cache
def _files(name: str) -> set[Path]:
    """The files that a rule set is read from; a hanafuda set has the deck too."""
    files = {Path(file) for file in read_table(name).files()}
    return files | {file for file in rule_files() if file.stem == DECK and game_id_of(name) == GAME.id}


@cache
def _as_shipped(path: Path) -> RuleTable:
    return read_file(path)


@contextmanager
def _in_force(mutant: Mutant) -> Iterator[None]:
    """The shipped rules with a mutant in place of its file."""
    data = mutant.data

    def read(path: Path) -> RuleTable:
        table = _as_shipped(path)
        return RuleTable(dict(data if path == mutant.file else table.data), table.places, table.file)

    with ExitStack() as stack:
        stack.enter_context(mock.patch("calc.tables.loader.read_file", read))
        stack.enter_context(mock.patch("calc.tables.loader._merged_once", {}))
        for loader in LOADERS:
            stack.enter_context(mock.patch.multiple(loader, _loaded={}, _tables={}))
        if mutant.file.stem == DECK:
            _forget_cards()
            stack.callback(_forget_cards)
        yield


def _forget_cards() -> None:
    """Whatever was made of the deck is made anew."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("calc.hanafuda", "calc.notation")):
            for item in vars(module).values():
                if hasattr(item, "cache_clear"):
                    item.cache_clear()
