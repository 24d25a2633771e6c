"""The reference of the library as HTML, made of its docstrings: ``python -m docs.reference FOLDER``.

Whatever the generator warns of (a name that leads nowhere, a type that cannot be resolved) is an error.
"""

from __future__ import annotations

import sys
import warnings
from contextlib import ExitStack
from inspect import cleandoc
from pathlib import Path
from typing import Any, get_type_hints
from unittest.mock import patch

import pdoc
import pdoc.render

import calc
from calc.definitions import meanings_of


def build_reference(folder: Path) -> None:
    """Write the pages into ``folder``. Raises :class:`Warning` for what the generator warns of."""
    # Public names are imported when they are first asked for; the generator looks at those that are there.
    vars(calc).update({name: getattr(calc, name) for name in vars(calc)["__all__"]})
    pdoc.render.configure(docformat="restructuredtext", show_source=False, footer_text=f"yaku {calc.__version__}")
    structs = [kind for name in vars(calc)["__all__"] if hasattr(kind := getattr(calc, name), "__struct_fields__")]
    with warnings.catch_warnings(), ExitStack() as stack:
        for struct, shown in [(struct, _shown(struct)) for struct in structs]:
            stack.enter_context(patch.multiple(struct, **shown))
        warnings.simplefilter("error")
        pdoc.pdoc("calc", r"!calc\..*", output_directory=folder)


def _shown(struct: type) -> dict[str, Any]:
    """The docstring of a struct with the meanings of its fields, and their types without them."""
    fields = [f"``{key}``: {meaning}" for key, meaning in meanings_of(struct).items()]
    types = {key: kind for key, kind in get_type_hints(struct).items() if key in struct.__annotations__}
    return {"__doc__": "\n\n".join([cleandoc(struct.__doc__ or ""), *fields]), "__annotations__": types}


if __name__ == "__main__":
    (target,) = sys.argv[1:]
    build_reference(Path(target))
    print(f"{len(vars(calc)['__all__'])} public names in {Path(target) / 'calc.html'}")
