"""The rule set that counts where neither the command line nor the record names one."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

__all__ = ["announce", "default_rules"]

_FILE = "yaku.yaml"
_SHIPPED = "riichi"


def default_rules() -> str:
    """``yaku.yaml`` in this folder, else the one in the user's configuration folder, else the shipped default."""
    for path in (Path(_FILE), Path(typer.get_app_dir("yaku")) / _FILE):
        if path.is_file():
            # `./` marks a file; a bare name would be looked up among the shipped sets.
            return str(path) if path.is_absolute() else f"./{path}"
    return _SHIPPED


def announce(rules: str) -> None:
    """Say on stderr which rule set was taken without having been named."""
    print(f"rules: {rules} (the default here; name others in the record or with --rules)", file=sys.stderr)
