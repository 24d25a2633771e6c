"""Change the code function by function and let the tests look for it: ``python -m tests.mutation.code PART ...``.

The changes are those of mutmut. Its own run collects all tests anew for each of them, which takes seconds; here the
tests of a part are collected and run once, to learn which of them call which function, and every mutant is tried by a
copy of that process: it puts the changed code in place of the function and runs the tests that call it, the fastest
first, until one fails. What no test notices stands in ``code_survivors.yaml`` with the reason why it cannot matter.
Prints every mutant that survives and is not listed, every one that is listed and caught, and at last a line of figures.
"""

import argparse
import ast
import difflib
import gc
import io
import os
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, redirect_stderr, redirect_stdout
from functools import _lru_cache_wrapper, cache, cached_property, partial
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final, NamedTuple
from zlib import crc32

import pytest
from _pytest.runner import runtestprotocol

from calc.records.words import Rows
from calc.strict_yaml import load
from calc.tables.loader import _merged_once
from calc.translation import speak
from tests.cases import MUTANT
from tests.mutation.trials import LOADERS

PROJECT: Final = Path(__file__).parent.parent.parent
SURVIVORS: Final = Path(__file__).with_name("code_survivors.yaml")
#: Where the mutants of a part are, and the tests that are asked.
_PARTS: Final = Path(__file__).with_name("parts.yaml")
PARTS: Final[dict[str, dict[str, list[str]]]] = load(_PARTS.read_text(encoding="utf-8"), file=str(_PARTS)).value
#: The rule cases, of which each part asks some folders.
CASES: Final = ("tests/test_cases.py",)
#: Functions, by module and name, each as often as it was made.
_Made = dict[tuple[str, str], list[FunctionType]]
#: Seconds of the processor that a mutant has beside five times what its tests took.
SECONDS: Final = 5


class Mutant(NamedTuple):
    """A changed function. ``name``: as mutmut names it; ``function``: its qualified name; ``code``: its changed code;
    ``diff``: the changed lines.
    """

    name: str
    module: str
    function: str
    code: CodeType
    diff: str

    @property
    def id(self) -> str:
        """What it is listed by: it outlives changes elsewhere in the function."""
        return f"{self.module}.{self.function}: {self.diff}"


def mutants_of(path: Path) -> Iterator[Mutant]:
    """All mutants of a file, in the order of its functions."""
    from mutmut.mutation.file_mutation import mutate_file_contents

    source = path.read_text(encoding="utf-8")
    made = mutate_file_contents(str(path), source)
    if not made.mutant_names:
        return
    module = ".".join(path.relative_to(PROJECT).with_suffix("").parts)
    lines, found = made.code.splitlines(), dict(_functions(compile(made.code, str(path), "exec", dont_inherit=True)))
    for name in made.mutant_names:
        key, _, _ = name.partition("__mutmut_")
        function = ".".join(key.split("ǁ")[1:]) or key.removeprefix("x_")
        original, code = found[f"{key}__mutmut_orig"], found[name]
        if _does(code) == _does(original):
            continue  # the default of a parameter, which is no part of the code

        def text(code: CodeType) -> list[str]:
            return [line.strip() for line in lines[code.co_firstlineno : _end(code)] if "mutmut" not in line]

        differing = difflib.unified_diff(text(original), text(code), n=0, lineterm="")
        told = [line for line in differing if line[:2] not in ("--", "++", "@@")]
        yield Mutant(name, module, function, code, " ".join(told))


def _does(code: CodeType) -> tuple[Any, ...]:
    """What a code does, wherever it stands."""
    consts = tuple(_does(one) if isinstance(one, CodeType) else (type(one), one) for one in code.co_consts)
    return code.co_code, consts, code.co_names, code.co_varnames


def _end(code: CodeType) -> int:
    """The last line of a code."""
    inner = (_end(one) for one in code.co_consts if isinstance(one, CodeType))
    return max([end or 0 for _, end, _, _ in code.co_positions()] + [*inner])


def _functions(code: CodeType) -> Iterator[tuple[str, CodeType]]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            if "__mutmut_" in one.co_name:
                yield one.co_name, one
            else:
                yield from _functions(one)


def functions_of(mutants: Iterable[Mutant]) -> _Made:
    """The functions that mutants change, by module and name, each as often as it was made."""
    found: _Made = {(one.module, one.function): [] for one in mutants}
    for module, _ in found:
        import_module(module)
    gc.unfreeze()  # what is frozen is not among the objects
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and (one.__module__, one.__qualname__) in found:
            found[one.__module__, one.__qualname__].append(one)
    lost = [key for key, functions in found.items() if not functions]
    assert not lost, f"no such functions: {lost}"
    return found


def _keepers() -> list[Callable[[], None]]:
    """What forgets all that is made once: rule sets and tables, what cached functions give, and patterns of words."""
    kept = [one.clear for loader in LOADERS for one in (loader._loaded, loader._tables)]
    kept.append(_merged_once.clear)
    found = gc.get_objects()
    made = [
        one for one in found if isinstance(one, _lru_cache_wrapper) and one.__module__.startswith(("calc.", "tests."))
    ]
    return [*kept, *(one.cache_clear for one in made), *(partial(_anew, one) for one in found if isinstance(one, Rows))]


def _anew(rows: Rows) -> None:
    for name in [*vars(rows)]:
        if isinstance(getattr(type(rows), name, None), cached_property):
            del rows.__dict__[name]
    getattr(rows, "_made", {}).clear()


@contextmanager
def in_place(
    mutant: Mutant, functions: Iterable[FunctionType], forget: Iterable[Callable[[], None]] = ()
) -> Iterator[None]:
    """The code of a mutant stands in place of its function, and what was made before is gone: ``forget`` all of it."""
    for one in forget:
        one()
    before = [(one, one.__code__) for one in functions]
    for one, code in before:
        one.__code__ = mutant.code.replace(co_name=code.co_name, co_qualname=code.co_qualname)
    try:
        yield
    finally:
        for one, code in before:
            one.__code__ = code


@contextmanager
def _told_when_called(functions: _Made) -> Iterator[set[tuple[str, str]]]:
    """The functions that were called since the set was last cleared, for each begins with a line that tells it."""
    called: set[tuple[str, str]] = set()
    before = [(key, one, one.__code__) for key, made in functions.items() for one in made]
    for (module, name), one, code in before:
        one.__globals__["__called__"] = called.add
        one.__code__ = _codes_that_tell(module)[name, code.co_firstlineno]
    try:
        yield called
    finally:
        for _, one, code in before:
            one.__code__ = code


@cache
def _codes_that_tell(module: str) -> dict[tuple[str, int], CodeType]:
    """The functions of a module, by name and line, with a line that tells their call."""
    path = str(import_module(module).__file__)
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    found: dict[tuple[str, int], CodeType] = {}

    def walk(within: ast.AST, before: str) -> None:
        for one in ast.iter_child_nodes(within):
            if isinstance(one, ast.FunctionDef):
                one.body[:0] = ast.parse(f"__called__(({module!r}, {before + one.name!r}))").body
            elif isinstance(one, ast.ClassDef):
                walk(one, f"{before}{one.name}.")

    def collect(code: CodeType) -> None:
        for one in code.co_consts:
            if isinstance(one, CodeType):
                found[one.co_qualname, one.co_firstlineno] = one
                collect(one)

    walk(tree, "")
    collect(compile(tree, path, "exec", dont_inherit=True))
    return found


def known_survivors() -> dict[str, str]:
    """Why mutants that no test notices cannot matter, by their ids."""
    data: Any = load(SURVIVORS.read_text(encoding="utf-8"), file=str(SURVIVORS)).value
    return {id_: group["because"] for group in data or [] for id_ in group["mutants"]}


class Hunter:
    """A plugin of pytest that tries mutants in place of a run of the tests."""

    def __init__(self, mutants: Sequence[Mutant], folders: Sequence[str]) -> None:
        self.mutants, self._folders = mutants, folders
        self.survived: list[Mutant] = []
        self.caught: dict[str, str] = {}
        self._took: dict[int, float] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Of the rule cases only those of some folders are asked."""
        beginnings = tuple(f"test_rule_case[{folder}, " for folder in self._folders)
        items[:] = [one for one in items if "test_rule_case" not in one.name or one.name.startswith(beginnings)]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Learn what each test calls; then try the mutants, each in a copy of this process."""
        assert not session.testsfailed, "not all tests can be collected"
        items = session.items
        functions = functions_of(self.mutants)
        for forget in _keepers():  # of what was made when the tests were collected
            forget()
        first, usable = self._learn(items, [*range(len(items))], functions, "without any mutant")
        calls, usable = self._learn(items, usable, functions, "when it is run again")
        gc.collect()
        keepers = _keepers()
        gc.freeze()
        last: dict[str, int] = {}
        for place, mutant in enumerate(self.mutants):
            if place % 100 == 0:
                print(f"{place} of {len(self.mutants)} tried, {len(self.survived)} survived", flush=True)
            key = mutant.module, mutant.function
            callers = sorted(first[key].intersection(usable), key=self._took.__getitem__)
            # What is called only the first time makes what then is kept for all tests.
            is_kept = first[key] != calls[key]
            if is_kept:
                callers += sorted({*usable} - {*callers}, key=self._took.__getitem__)
            callers = each_once(last.get(mutant.function), callers)
            change = in_place(mutant, functions[key], keepers if is_kept else ())
            caught = self._try(change, items, callers)
            if caught is None:
                self.survived.append(mutant)
                print(f"survived ({len(callers)} tests): {mutant.name}: {mutant.id}", flush=True)
            else:
                if caught >= 0:
                    last[mutant.function] = caught
                self.caught[mutant.id] = items[caught].nodeid if caught >= 0 else "no end"
        return True

    def _learn(
        self, items: Sequence[pytest.Item], places: Sequence[int], functions: _Made, when: str
    ) -> tuple[dict[tuple[str, str], set[int]], list[int]]:
        """Which tests call each function, and all that pass."""
        calls: dict[tuple[str, str], set[int]] = defaultdict(set)
        passed = []
        with _told_when_called(functions) as called:
            for place, after in zip(places, [*(items[place] for place in places[1:]), None], strict=True):
                begun = time.process_time()
                called.clear()
                failed = _run(items[place], after)
                for key in called:
                    calls[key].add(place)
                self._took[place] = time.process_time() - begun
                if failed:
                    print(f"left out, for it fails {when}: {items[place].nodeid}", flush=True)
                else:
                    passed.append(place)
        return calls, passed

    def _try(
        self, change: AbstractContextManager[None], items: Sequence[pytest.Item], callers: Sequence[int]
    ) -> int | None:
        """The place of the test that fails under a change; -1 where they never end, none where all pass."""
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            limit = SECONDS + int(5 * sum(self._took[place] for place in callers))
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(20 * limit)
            resource.setrlimit(resource.RLIMIT_DATA, (4 << 30, 4 << 30))
            os.setpgid(0, 0)
            try:
                with change, redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
                    told = str(_first_failing(items, callers))
                os.write(writing, told.encode())
            finally:
                os._exit(0)
        os.close(writing)
        told = os.read(reading, 20).decode()
        os.close(reading)
        os.waitpid(child, 0)
        return None if told == "None" else int(told or -1)


def _run(item: pytest.Item, after: pytest.Item | None) -> str:
    """What failed of a test, as text. ``after``: the test that comes next, for which fixtures are kept."""
    speak("en")  # as before each test of a run
    reports = runtestprotocol(item, log=False, nextitem=after)
    return "\n".join(str(report.longrepr) for report in reports if report.failed)


def each_once(first: int | None, places: Sequence[int]) -> list[int]:
    """Places of tests, one of them first: a test that came twice in a row would fail by itself, for it keeps what it
    has from one that comes next.
    """
    return [*([] if first is None else [first]), *(place for place in places if place != first)]


def _first_failing(items: Sequence[pytest.Item], places: Sequence[int]) -> int | None:
    after = [*(items[place] for place in places[1:]), None]
    return next((place for place, one in zip(places, after, strict=False) if _run(items[place], one)), None)


def hunt(part: str, chosen: Callable[[Mutant], bool]) -> Hunter:
    """Try the chosen mutants of a part."""
    asked = PARTS[part]
    paths = [path for pattern in asked["files"] for path in sorted(PROJECT.glob(pattern))]
    hunter = Hunter([one for path in paths for one in mutants_of(path) if chosen(one)], asked["cases"])
    os.environ[MUTANT] = "some"
    # To say how a test failed takes longer than most tests.
    quick = ["--assert=plain", "--tb=native", "-p", "no:cacheprovider", "-p", "no:capture"]
    pytest.main(["-q", "-n", "0", *quick, *CASES, *asked["tests"]], plugins=[hunter])
    return hunter


def main(given: Sequence[str] | None = None) -> int:
    """Hunt the mutants of some parts, or of all; 1 where some survived, or some that are listed were caught."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=[*PARTS, []], nargs="?", help="a part of the code")
    parser.add_argument("--only", default="", metavar="TEXT", help="mutants whose name or id holds a text")
    parser.add_argument("--part", dest="share", type=int, default=1, metavar="N", help="one of N mutants, by a seed")
    parser.add_argument("--seed", default="1", metavar="TEXT", help="which of them (1)")
    asked = parser.parse_args(given)

    def chosen(one: Mutant) -> bool:
        share = crc32(f"{asked.seed} {one.id}".encode()) % asked.share == 0
        return share and asked.only in f"{one.name} {one.id}"

    os.chdir(PROJECT)
    begun, known = time.monotonic(), known_survivors()
    hunter = hunt(asked.part, chosen)
    survived = [one for one in hunter.survived if one.id not in known]
    wrong = [one for one in known if one in hunter.caught]
    for id_ in wrong:
        print(f"listed but caught: {id_}: {hunter.caught[id_]}")
    print(
        f"{asked.part}: {len(hunter.mutants)} mutants, {len(hunter.mutants) - len(hunter.survived)} caught, "
        f"{len(hunter.survived) - len(survived)} listed with a reason, {len(survived)} survived, "
        f"{len(wrong)} listed but caught; {time.monotonic() - begun:.0f} s"
    )
    return int(bool(survived or wrong))


if __name__ == "__main__":
    sys.exit(main())
