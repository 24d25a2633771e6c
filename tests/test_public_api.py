"""What other programs rely on: the names of the package, their parameters, their docstrings, and a quick import."""

import ast
import importlib
import importlib.util
import inspect
import pkgutil
import pydoc
import re
import subprocess
import sys
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

import calc
from tests.cli.running import SECONDS
from tests.rows import Rows

ROWS = Rows(__file__)


FOUND = list(pkgutil.walk_packages(calc.__path__, "calc."))
MODULES = sorted(module.name for module in FOUND)
PACKAGES = sorted(module.name for module in FOUND if module.ispkg)
#: Modules that are run and not imported.
RUN = {"calc.__main__"}


#: Every name that a program may rely on: one that goes, or comes, is a decision.
PUBLIC: str = ROWS["public"]


def test_the_public_names_are_these() -> None:
    assert sorted(vars(calc)["__all__"]) == PUBLIC.split()


def test_all_public_names_are_shown() -> None:
    """Also in a program that has asked for none of them."""
    assert {*PUBLIC.split()} <= {*dir(calc)}
    shown = pydoc.plain(pydoc.render_doc(calc))
    assert [name for name in PUBLIC.split() if name not in shown] == []


@pytest.mark.parametrize("name", vars(calc)["__all__"])
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(calc, name) is not None
    starred: dict[str, object] = {}
    exec("from calc import *", starred)  # the one thing that __all__ is for
    assert starred[name] is getattr(calc, name)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'calc' has no attribute 'scroe'"):
        attrgetter("scroe")(calc)


@ROWS.each("public_functions_take_these_parameters", name="case")
def test_public_functions_take_these_parameters(name: str, parameters: list[str]) -> None:
    """A star marks those that are given by name only, two any other keys, dots any number; all of them have defaults,
    save the first.
    """
    found = inspect.signature(getattr(calc, name)).parameters.values()
    marks: dict[Any, str] = {
        inspect.Parameter.KEYWORD_ONLY: "*",
        inspect.Parameter.VAR_KEYWORD: "**",
        inspect.Parameter.VAR_POSITIONAL: "..",
    }
    assert [f"{marks.get(item.kind, '')}{item.name}" for item in found] == parameters
    plain = [item for item in list(found)[1:] if marks.get(item.kind) not in ("..", "**")]
    assert all(item.default is not item.empty for item in plain)


def test_every_refusal_is_a_calc_error_with_a_code_of_its_own() -> None:
    errors = [getattr(calc, name) for name in vars(calc)["__all__"] if name.endswith("Error")]
    assert all(issubclass(error, calc.CalcError) for error in errors)
    assert issubclass(calc.CalcError, ValueError)
    assert len({error.code for error in errors}) == len(errors)


def test_the_version_is_one() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", calc.__version__)


def test_what_is_public_is_documented() -> None:
    trees = {module: parse(module) for module in ["calc", *MODULES]}
    undocumented = [module for module, tree in trees.items() if not ast.get_docstring(tree)]
    undocumented += [
        f"{module}.{node.name}"
        for module, tree in trees.items()
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        if not node.name.startswith("_") and not ast.get_docstring(node) and not is_overload(node)
    ]
    assert undocumented == []


def is_overload(node: ast.FunctionDef | ast.ClassDef) -> bool:
    """Whether a definition only tells types: the one that follows tells what it does."""
    return any(isinstance(one, ast.Name) and one.id == "overload" for one in node.decorator_list)


@pytest.mark.parametrize("module", ["calc", *PACKAGES])
def test_a_package_lists_names_that_are_there_once_each(module: str) -> None:
    names = names_of(module)
    assert len(set(names)) == len(names)
    assert [name for name in names if not hasattr(importlib.import_module(module), name)] == []


def test_only_packages_list_their_names() -> None:
    assert [module for module in MODULES if module not in PACKAGES and names_of(module)] == []


def parse(module: str) -> ast.Module:
    spec = importlib.util.find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return ast.parse(Path(spec.origin).read_text(encoding="utf-8"))


def names_of(module: str) -> list[str]:
    return [] if module in RUN else list(getattr(importlib.import_module(module), "__all__", []))


def loaded_by(statement: str) -> set[str]:
    """The top-level modules that a statement loads in a fresh interpreter."""
    return {name.split(".")[0] for name in modules_of(statement)}


def modules_of(statement: str) -> set[str]:
    """The modules that a statement loads in a fresh interpreter."""
    program = f"{statement}\nimport sys\nprint(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=SECONDS)
    return {*done.stdout.split()}


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert "calc" in loaded_by("import calc")
    assert not loaded_by("import calc") & {"numpy", "typer", "msgspec", "yaml", "tabulate", "rich"}


def test_the_command_loads_the_engine_only_when_it_scores() -> None:
    assert not loaded_by("import calc.cli.main") & {"numpy", "msgspec", "yaml", "tabulate"}


def test_the_engine_is_loaded_when_it_is_asked_for() -> None:
    win = "123m456p789s1122z +2z tsumo seat=S round=E"
    assert {"calc.mahjong.scoring", "calc.mahjong.value"} <= modules_of(f"import calc; calc.score({win!r})")
    assert "calc.mahjong.scoring" not in modules_of("import calc; calc.score")


@ROWS.each("one_hand_needs_no_arrays")
def test_one_hand_needs_no_arrays(question: str) -> None:
    assert "numpy" not in loaded_by(f"import calc; {question}")


def test_columns_do() -> None:
    columns = {"hand": ["123m456p789s1122z"], "win": "2z", "by": "tsumo", "seat": "S", "round": "E"}
    assert "numpy" in loaded_by(f"import calc; calc.score_columns({columns!r})")


def test_hanafuda_needs_no_arrays() -> None:
    line = "koikoi A:1BR,3B,8BA,9A B:2AR stopped_by=A"
    loaded = loaded_by(f"import calc; calc.settle_round({line!r})")
    assert "msgspec" in loaded
    assert "numpy" not in loaded
