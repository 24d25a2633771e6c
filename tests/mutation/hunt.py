"""Change the rule tables value by value and let the cases look for it: ``python -m tests.mutation.hunt``.

A mutant is caught when a case fails under it, or when the table is refused. Those that cannot matter stand in
``survivors.yaml`` with the reason why.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

from calc.errors import CalcError
from calc.hanafuda import rules as hanafuda_rules
from calc.mahjong import rules as mahjong_rules
from calc.strict_yaml import load
from calc.tables import rule_set_ids, rules_folder, shelf
from tests import test_cases, test_facts, test_hanafuda_cases, test_round_cases
from tests.mutation.mutants import Mutant, mutants_of

__all__ = ["caught_by", "known_survivors", "pick", "rule_files"]

SURVIVORS = Path(__file__).with_name("survivors.yaml")
Case = tuple[str, str, Any, Callable[[Any], None]]


def rule_files() -> list[Path]:
    """The shipped rule sets, and the deck."""
    return sorted(rules_folder().rglob("*.yaml"))


def pick(tenth: int | None = None) -> list[Mutant]:
    """All mutants of all rule files, or a tenth of them, chosen by a seed."""
    found = [mutant for file in rule_files() for mutant in mutants_of(file)]
    return found if tenth is None else random.Random(tenth).sample(found, len(found) // 10)


def known_survivors() -> dict[str, str]:
    """Why mutants that no case notices cannot matter, by their ids."""
    data: Any = load(SURVIVORS.read_text(encoding="utf-8"), file=str(SURVIVORS)).value
    return {id_: group["because"] for group in data or [] for id_ in group["mutants"]}


def all_cases() -> list[Case]:
    """Every rule case: the game it is of, its text, itself and the test that runs it."""
    found: list[Case] = []
    for module, kind in ((test_cases, "riichi"), (test_round_cases, "riichi"), (test_hanafuda_cases, "hanafuda")):
        for param in module.read_cases():
            (case,) = param.values
            found.append((kind, f"{param.id} {case}", case, module.test_rule_case))
    for param in test_facts.read_cases():
        (fact,) = param.values
        kind = _game(fact[2]) if fact[2] in rule_set_ids() else "hanafuda"
        found.append((kind, str(param.id), fact, test_facts.test_fact))
    return found


def caught_by(mutant: Mutant, cases: Sequence[Case]) -> str | None:
    """The first case that fails under a mutant, or the refusal of its table; none where it survives."""
    with _in_force(mutant):
        stem = mutant.file.stem
        if stem in rule_set_ids():
            try:
                shipped = (
                    mahjong_rules.load_mahjong_rules if _game(stem) == "riichi" else hanafuda_rules.load_hanafuda_rules
                )
                shipped(stem)
            except CalcError as error:
                return f"refused: {error}"
        for kind, text, case, run in _likely_first(mutant, cases):
            if kind != _game(stem):
                continue
            try:
                run(case)
            except (AssertionError, CalcError, LookupError, ValueError, pytest.fail.Exception):
                return text[:80]
    return None


def _game(stem: str) -> str:
    game = shelf.game_of(stem)
    return "hanafuda" if game == "deck" else str(game)


def _likely_first(mutant: Mutant, cases: Sequence[Case]) -> Iterator[Case]:
    """The cases that name what is changed, then the others."""
    words = [str(part) for part in mutant.path if isinstance(part, str) and len(str(part)) > 3]
    naming = sorted(cases, key=lambda case: -sum(word in case[1] for word in [*words[:2], mutant.file.stem]))
    yield from naming


@contextmanager
def _in_force(mutant: Mutant) -> Iterator[None]:
    """The shipped rules with a mutant in place of its file."""
    shipped = shelf._shipped()
    stem, own = mutant.file.stem, mutant.file
    with tempfile.TemporaryDirectory() as folder:
        changed = Path(folder, own.name)
        changed.write_text(yaml.safe_dump(mutant.data, allow_unicode=True, sort_keys=False), encoding="utf-8")
        shipped[stem] = changed
        _forget()
        try:
            yield
        finally:
            shipped[stem] = own
            _forget()


def _forget() -> None:
    from calc.hanafuda import deck

    for loader in (mahjong_rules._loader, hanafuda_rules._loader):
        loader._loaded.clear()
    deck._table.cache_clear()
    deck.load_deck.cache_clear()


def main() -> int:
    """Hunt all mutants, or a tenth."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tenth", type=int, metavar="SEED", help="a tenth of the mutants, chosen by a seed")
    parser.add_argument("--only", default="", metavar="TEXT", help="mutants whose id holds a text")
    arguments = parser.parse_args()
    started, cases, known = time.monotonic(), all_cases(), known_survivors()
    mutants = [mutant for mutant in pick(arguments.tenth) if arguments.only in mutant.id]
    survivors = 0
    for mutant in mutants:
        if caught_by(mutant, cases) is None and mutant.id not in known:
            survivors += 1
            print(mutant.id, flush=True)
    listed = sum(mutant.id in known for mutant in mutants)
    print(
        f"{len(mutants)} mutants, {len(mutants) - listed - survivors} caught, {listed} listed with a reason, "
        f"{survivors} survived; {time.monotonic() - started:.0f} s"
    )
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
