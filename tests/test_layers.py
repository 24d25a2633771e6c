"""The house itself: imports go downwards, modules stay small, and no number of a game stands in the code."""

import ast
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

import pytest

import calc
from calc.strict_yaml import load
from calc.tables import rules_folder

PACKAGE = Path(calc.__file__).parent
#: The layers from the ground up. A part imports from lower layers and from itself; neighbours do not know each other.
LAYERS = (
    {"patterns"},
    {"text", "translation"},
    {"errors"},
    {"strict_yaml", "definitions", "arrow"},
    {"columns"},
    {"notation", "outcomes"},
    {"fit"},
    {"tables"},
    {"records"},
    {"layout", "asking"},
    {"pictures", "departures", "match"},
    {"games"},
    {"mahjong", "hanafuda"},
    {"intake"},
    {"settling"},
    {"disputes"},
    {"batch"},
    {"report", "schemas"},
    {"calc"},
    {"serve"},
    {"cli"},
    {"__main__"},
)
LAYER_OF = {part: height for height, parts in enumerate(LAYERS) for part in parts}
MOST_LINES = 425
#: The parts that apply rules; their reports only count cells, and logs have numbers of their formats.
RULED = {"mahjong", "hanafuda", "outcomes", "tables", "games", "settling", "columns"}


def module_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}
SUBPACKAGES = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}


def part_of(module: str) -> str:
    """``mahjong`` of ``calc.mahjong.value.valuing``; the package itself is ``calc``."""
    return module.split(".")[1] if "." in module else module


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


@cache
def imports_of(module: str) -> set[str]:
    """Our own modules that a module imports: anywhere in it or in its stub, in functions and for type checkers too."""
    found: set[str] = set()
    stub = MODULES[module].with_suffix(".pyi")
    listed = ast.walk(ast.parse(stub.read_text(encoding="utf-8"))) if stub.exists() else ()
    for node in (*ast.walk(tree_of(module)), *listed):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively in line {node.lineno}"
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in MODULES else str(node.module) for name in inner}
        elif module.endswith(".game") and isinstance(node, ast.Dict):
            texts = [one.value for one in node.keys if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            found |= {f"calc.{text}" for text in texts if text.startswith(f"{part_of(module)}.")}
    return {name for name in found if name.split(".")[0] == "calc"}


def test_every_module_belongs_to_a_layer() -> None:
    assert {part_of(name) for name in MODULES} <= set(LAYER_OF)
    assert {target for name in MODULES for target in imports_of(name)} <= set(MODULES)


def test_imports_go_downwards_only() -> None:
    upwards = [
        f"{module} imports {target}"
        for module in MODULES
        for target in sorted(imports_of(module))
        if part_of(target) != part_of(module) and LAYER_OF[part_of(target)] >= LAYER_OF[part_of(module)]
    ]
    assert upwards == []


def test_imports_are_found_wherever_they_stand() -> None:
    """The walk above would pass without a look at functions and at blocks for type checkers."""
    assert "calc.settling.api" in imports_of("calc")
    assert "calc.games" in imports_of("calc.cli.rules")
    assert "calc.errors" in imports_of("calc.strict_yaml")
    assert "calc.mahjong.load" in imports_of("calc.mahjong.game")


def test_no_modules_import_each_other_in_a_circle() -> None:
    try:
        order = list(TopologicalSorter({name: imports_of(name) for name in MODULES}).static_order())
    except CycleError as error:
        pytest.fail(f"a circle of imports: {' -> '.join(error.args[1])}")
    assert set(order) == set(MODULES)


def test_modules_are_loaded_by_name_only_for_names_games_and_commands() -> None:
    """What is imported by a name in a text would escape the walk: public names, functions of games, of commands,
    which are beside the command, and what a notebook shows of an answer.
    """
    texts = {name: path.read_text(encoding="utf-8") for name, path in MODULES.items()}
    users = {name for name, text in texts.items() if "import_module" in text or "__import__" in text}
    assert users == {"calc", "calc.games", "calc.outcomes", "calc.cli.main"}


def test_a_module_can_be_read_in_one_sitting() -> None:
    lines = {module: path.read_text(encoding="utf-8").count("\n") for module, path in MODULES.items()}
    assert {module: count for module, count in lines.items() if count > MOST_LINES} == {}


def test_no_public_function_has_the_name_of_a_subpackage() -> None:
    assert [
        f"{module}.{node.name}"
        for module in MODULES
        for node in tree_of(module).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name in SUBPACKAGES | {"calc"}
    ] == []


def numbers_in(value: Any) -> set[int]:
    if isinstance(value, dict):
        return set().union(*(numbers_in(inner) for inner in value.values()))
    if isinstance(value, list):
        return set().union(*(numbers_in(inner) for inner in value))
    return {value} if type(value) is int else set()


@cache
def numbers_of_the_tables() -> frozenset[int]:
    """Every number of the shipped tables that is no count of tiles, of which there are 34 kinds."""
    tables = [load(path.read_text(encoding="utf-8"), file=None).value for path in rules_folder().rglob("*.yaml")]
    return frozenset(number for number in set().union(*map(numbers_in, tables)) if number > 34)


def test_no_number_of_a_game_stands_in_the_code() -> None:
    """Fu, base points, sticks, counters and thresholds are values of a table."""
    ruled = [name for name in MODULES if part_of(name) in RULED and not {"report", "logs"} & {*name.split(".")}]
    assert len(ruled) > 100
    assert [
        f"{module}, line {node.lineno}: {node.value}"
        for module in ruled
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.Constant) and type(node.value) is int and node.value in numbers_of_the_tables()
    ] == []


def test_the_numbers_of_the_tables_are_known() -> None:
    assert numbers_of_the_tables() >= {40, 100, 300, 1000, 1900, 2000, 8000}
