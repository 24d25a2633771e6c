"""The reference of the library as HTML, made of its docstrings: ``python -m docs.reference FOLDER``.

Whatever the generator warns of (a name that leads nowhere, a type that cannot be resolved) is an error.
"""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

import pdoc
import pdoc.render

import calc

__all__ = ["build_reference"]


def build_reference(folder: Path) -> None:
    """Write the pages into ``folder``. Raises :class:`Warning` for what the generator warns of."""
    # Public names are imported when they are first asked for; the generator looks at those that are there.
    vars(calc).update({name: getattr(calc, name) for name in vars(calc)["__all__"]})
    pdoc.render.configure(docformat="restructuredtext", show_source=False, footer_text=f"yaku {calc.__version__}")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        pdoc.pdoc("calc", r"!calc\..*", output_directory=folder)


if __name__ == "__main__":
    (target,) = sys.argv[1:]
    build_reference(Path(target))
    print(f"{len(vars(calc)['__all__'])} public names in {Path(target) / 'calc.html'}")
