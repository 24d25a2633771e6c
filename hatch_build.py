"""What is made when the package is built: the shipped rule sets as :mod:`calc.tables.kept` keeps them."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class KeptRules(BuildHookInterface):  # type: ignore[type-arg]
    """Puts them into the wheel. An editable installation has none: there rules are edited."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            self._made = TemporaryDirectory()
            sys.path.insert(0, self.root)
            sys.dont_write_bytecode = True
            from calc.tables.kept import SHIPPED

            _keep_rules(Path(self._made.name))
            build_data["force_include"][self._made.name] = f"calc/rules/{SHIPPED}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self._made.cleanup()


def _keep_rules(folder: Path) -> None:
    from calc.games import load_rules
    from calc.mahjong.load import read_mahjong_rules
    from calc.mahjong.rules.ruleset import MahjongRules
    from calc.mahjong.value.worth import other_answers
    from calc.tables import rule_set_ids
    from calc.tables.kept import NOT_KEPT, pack
    from calc.tables.loader import read_table

    for name in rule_set_ids():
        rules, files = load_rules(name), read_table(name).files()
        if not isinstance(rules, MahjongRules):
            continue  # words of hanafuda are functions, which cannot be kept
        for what, one in ((read_mahjong_rules.__name__, rules), ("points", other_answers(rules))):
            with suppress(*NOT_KEPT):
                file, data = pack(name, b"{}", one, files, what)
                (folder / file).write_bytes(data)
