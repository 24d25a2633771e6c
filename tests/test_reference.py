"""The library tells what it does: every public name has a docstring that names its parameters and fields, with complete
types; the reference is built of them without a warning; and nothing else has to be imported.
"""

import ast
import html
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec.structs import fields

import calc
from calc.definitions import meanings_of, structs_in
from docs.reference import build_reference
from tests.cli.running import PROJECT

FUNCTIONS = {name: getattr(calc, name) for name in vars(calc)["__all__"] if inspect.isfunction(getattr(calc, name))}
CLASSES = {name: getattr(calc, name) for name in vars(calc)["__all__"] if inspect.isclass(getattr(calc, name))}
PAGES = [PROJECT / "README.md", *sorted((PROJECT / "docs").glob("*.md"))]


def methods() -> Iterator[tuple[str, Any]]:
    """What public classes can do, but for what Python itself asks of them."""
    for name, kind in CLASSES.items():
        for called, member in vars(kind).items():
            of_ours = isinstance(member, property) or (
                inspect.isfunction(member) and member.__module__ == kind.__module__
            )
            if of_ours and not called.startswith("_"):
                yield f"{name}.{called}", member.fget if isinstance(member, property) else member


CALLED = {**FUNCTIONS, **dict(methods())}


def told_of(kind: type) -> str:
    """The docstrings of a class and of those that it extends, and the fields whose types bring their meaning."""
    docstrings = [base.__doc__ or "" for base in kind.__mro__ if base.__module__.startswith("calc.")]
    described = [f"``{name}``" for name in meanings_of(kind)] if hasattr(kind, "__struct_fields__") else []
    return " ".join([*docstrings, *described])


def test_the_public_names_are_functions_classes_and_the_version() -> None:
    assert {*FUNCTIONS, *CLASSES, "__version__"} == set(vars(calc)["__all__"])
    assert len(FUNCTIONS) >= 10
    assert "DoraLine.of" in CALLED


@pytest.mark.parametrize("name", CALLED)
def test_what_is_called_tells_its_parameters_and_has_types(name: str) -> None:
    function = CALLED[name]
    text = inspect.getdoc(function) or ""
    parameters = [one for one in inspect.signature(function).parameters.values() if one.name != "self"]
    assert text
    assert [one.name for one in parameters if f"``{one.name}``" not in text] == []
    assert [one.name for one in parameters if one.annotation is one.empty] == []
    assert inspect.signature(function).return_annotation is not inspect.Signature.empty


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_tells_what_it_refuses(name: str) -> None:
    text = inspect.getdoc(FUNCTIONS[name]) or ""
    refuses = re.search(r"raises|:class:`Refusal`|:class:`UnreadableError`", text, flags=re.IGNORECASE)
    assert refuses


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_tells_its_fields(name: str) -> None:
    kind = CLASSES[name]
    own = inspect.get_annotations(kind)
    assert kind.__doc__
    named = [field.name for field in fields(kind)] if hasattr(kind, "__struct_fields__") else list(own)
    if issubclass(kind, calc.CalcError):
        named = [one for one in inspect.signature(kind).parameters if one != "message"]
    assert [one for one in named if f"``{one}``" not in told_of(kind)] == []


def test_all_that_public_types_are_made_of_is_public() -> None:
    """Of a rule set what programs may rely on is :class:`calc.RuleSet`."""
    roots = [kind for name, kind in CLASSES.items() if hasattr(kind, "__struct_fields__") and name != "Entry"]
    used = {info.cls.__name__ for info in structs_in(roots)}
    assert len(used) > 40
    assert used - set(vars(calc)["__all__"]) == set()


def references() -> Iterator[tuple[str, str]]:
    """The names that public docstrings refer to."""
    for name, item in {**CLASSES, **CALLED}.items():
        for found in re.findall(r":\w+:`~?([^`]+)`", inspect.getdoc(item) or ""):
            yield name, found.removeprefix("calc.")


def test_docstrings_refer_to_public_names() -> None:
    assert len(list(references())) > 10
    assert [(name, found) for name, found in references() if found not in vars(calc)["__all__"]] == []


def test_the_reference_is_built_without_a_warning_and_has_every_name(tmp_path: Path) -> None:
    build_reference(tmp_path)
    page = html.unescape((tmp_path / "calc.html").read_text(encoding="utf-8"))
    assert [name for name in vars(calc)["__all__"] if f'id="{name}"' not in page] == []
    assert "Who pays whom" not in page  # the modules behind it are no part of it
    assert "The discarder's seat, on a ron." in page
    assert "Meta(" not in page
    left = re.findall(r":(?:class|func|mod|meth):`[^`]*`", page)
    assert left == []


def snippets() -> list[Any]:
    """The Python of the pages, of samples, and of the docstrings of public names."""
    found = []
    for path in PAGES:
        blocks = re.findall(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        found += [pytest.param(block, id=f"{path.name} {place}") for place, block in enumerate(blocks, start=1)]
    return found


@pytest.mark.parametrize("text", snippets())
def test_examples_import_only_the_package(text: str) -> None:
    code = [line[4:] for line in text.splitlines() if line.startswith((">>> ", "... "))] or text.splitlines()
    modules = re.findall(r"^\s*(?:from|import) (calc[\w.]*)", "\n".join(code), flags=re.MULTILINE)
    assert set(modules) <= {"calc"}
    used = set(re.findall(r"\bcalc\.(\w+)", "\n".join(code)))
    assert used <= set(vars(calc)["__all__"])


def test_pages_name_only_what_is_public() -> None:
    named = {name for path in PAGES for name in re.findall(r"`calc\.(\w+)", path.read_text(encoding="utf-8"))}
    assert len(named) > 10
    assert named - set(vars(calc)["__all__"]) == set()


def test_the_names_are_typed_for_checkers_as_they_are_loaded() -> None:
    """The stub that type checkers read is the one that names are found by."""
    stub = ast.parse(Path(calc.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    assert [alias for node in imports for alias in node.names if alias.name != alias.asname] == []
    assert {alias.name: node.module for node in imports for alias in node.names} == vars(calc)["_HOME_OF"]


def test_every_meaning_is_of_a_field_there_is() -> None:
    path = Path(str(calc.__file__)).with_name("meanings.yaml")
    for module, kinds in yaml.safe_load(path.read_text(encoding="utf-8")).items():
        for name, said in kinds.items():
            kind = getattr(importlib.import_module(module), name)
            assert {*said} <= {*kind.__annotations__}, f"{module}.{name}"
