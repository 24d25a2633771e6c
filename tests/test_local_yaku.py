"""The local yaku that rule sets can take: each has its example and not its near miss, and the cases of ``cases/local``.

A case takes yaku into a house file (``take``, of ``riichi`` unless ``base`` says otherwise). It has ``input``, or
``example_of`` a yaku, and ``output`` as rule cases have them; or lines that have a yaku, and lines that have it not:
``has: {sanrenkou: [...]}``; or lines that are ``no_win``; or a ``hand`` one tile short and the tiles that it
``waits_for``.
"""

import json
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

import calc
from calc.tables import load_table
from calc.tables.loader import read_file
from calc.tables.shelf import find_rule_file
from tests.cases import check_sums, read_files, shown

LIST = "local"
#: The sets that examples are tried under: one for four players, one for three with fu.
BASES = ("riichi", "sanma-common")
#: Refusals of a hand that has no yaku at all.
NO_WIN = {"no_yaku", "not_complete"}


def listed() -> dict[str, Any]:
    found: dict[str, Any] = read_file(find_rule_file(LIST)).data["yaku"]
    return found


_KEPT = tempfile.TemporaryDirectory(prefix="local_yaku")  # as long as this process
_HOUSES = Path(_KEPT.name)


def house(base: str, take: Any) -> str:
    """A house file that takes yaku from the list: ids, or each with what the file changes of it."""
    taken = dict.fromkeys(take, LIST) if isinstance(take, list) else take
    text = f"extends: {base}\nsources: {{house: this test}}\nyaku: {json.dumps(taken)}\n"
    path = _HOUSES / f"{sha256(text.encode()).hexdigest()[:16]}.yaml"
    if not path.exists():
        path.write_text(text, encoding="utf-8")
    return str(path)


def is_house(name: str) -> bool:
    """Whether the name of a rule set is that of such a file."""
    return Path(name).parent == _HOUSES


def lacks_tiles(base: str, name: str) -> bool:
    needed = listed()[name].get("needs_tiles", "")
    return bool(needed) and needed not in [
        f"{rank}m" for rank in load_table(base).data["tiles"]["kinds"].partition("m")[0]
    ]


def read_cases() -> list[Any]:
    cases: list[Any] = [
        {"name": f"example of {name} [{base}]", "base": base, "take": [name]}
        | {"has": {name: [entry["example"]]}, "has_not": {name: [entry["counter_example"]]}}
        for base in BASES
        for name, entry in listed().items()
        if not lacks_tiles(base, name)
    ]
    cases += [case for _, case in read_files(LIST)]
    return [pytest.param(case, id=f"{LIST}: {case['name']}") for case in cases]


@pytest.mark.parametrize("case", read_cases())
def test_local_case(case: dict[str, Any]) -> None:
    rules = house(case.get("base", "riichi"), case["take"])
    if "output" in case:
        line = case["input"] if "input" in case else listed()[case["example_of"]]["example"]
        result = calc.score_many([line], rules=rules)[0]
        plain = msgspec.to_builtins(result)
        assert result.ok, plain
        for key, expected in case["output"].items():
            assert shown(plain, key, expected) == expected, f"{key} of {plain}"
        check_sums(plain)
    if "hand" in case:
        assert [line.tile for line in calc.find_waits(case["hand"], rules=rules).tiles] == case["waits_for"]
    for line, result in zip(case.get("no_win", []), calc.score_many(case.get("no_win", []), rules=rules), strict=True):
        assert not result.ok, f"{line}: {result}"
        assert result.error.code in NO_WIN, line
    for name, lines in case.get("has", {}).items():
        for line, result in zip(lines, calc.score_many(lines, rules=rules), strict=True):
            assert result.ok, f"{line}: {result}"
            assert name in [yaku.id for yaku in result.yaku], line
    for name, lines in case.get("has_not", {}).items():
        for line, result in zip(lines, calc.score_many(lines, rules=rules), strict=True):
            if result.ok:
                assert name not in [yaku.id for yaku in result.yaku], line
            else:
                assert result.error.code in NO_WIN, f"{line}: {result.error.message}"
