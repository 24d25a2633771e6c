"""Cases in YAML files, and what becomes of them: all with the same options are settled together, in less time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
import pytest

from calc.settling import Case, Settings, read_given, settle_cases
from calc.strict_yaml import load
from tests.test_cases import options_of


class SettledCases:
    """The cases of some files; ``is_game`` tells which inputs are games, the others are rounds."""

    def __init__(self, paths: Iterable[Path], is_game: Callable[[Any], bool]) -> None:
        self.is_game = is_game
        self.params: list[Any] = [
            pytest.param(case, id=f"{path.parent.name}, {path.stem}: {case['name']}")
            for path in sorted(paths)
            for case in load(path.read_text(encoding="utf-8"), file=str(path)).value
        ]

    def settled(self, case: dict[str, Any]) -> Case:
        """What became of a case, among all others."""
        return self._by_options[options_of(case)][repr(case["input"])]

    def settle(self, inputs: list[Any], options: Any) -> list[Case]:
        """Settle inputs by themselves, whatever was settled before."""
        reads = [read_given(one, "game" if self.is_game(one) else "round") for one in inputs]
        return settle_cases(reads, Settings(options=options or {}))

    @cached_property
    def _by_options(self) -> dict[bytes, dict[str, Case]]:
        inputs: dict[bytes, list[Any]] = {}
        for param in self.params:
            case = param.values[0]
            inputs.setdefault(options_of(case), []).append(case["input"])
        return {
            options: dict(zip(map(repr, given), self.settle(given, msgspec.json.decode(options)), strict=True))
            for options, given in inputs.items()
        }
