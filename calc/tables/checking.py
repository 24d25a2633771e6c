"""Find all mistakes of a rule file that do not follow from each other."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from msgspec import Struct

from calc.errors import RuleTableError
from calc.tables.loader import load_table, read_file, read_table
from calc.tables.misfit import STUMBLES, Faults
from calc.tables.options import choose_options
from calc.tables.ruleset import RuleSet
from calc.tables.shelf import find_rule_file
from calc.tables.table import RuleTable
from calc.translation import msg

R = TypeVar("R", bound=RuleSet)

#: Keys that change no rule.
_HEAD = ("name", "about", "sources")


class Checked(Struct, Generic[R]):
    """The ``mistakes`` in the order of the file, or the ``rules``; how many choices were ``tried``; and ``doubts``:
    values that are right but unlikely to be meant.
    """

    mistakes: list[RuleTableError]
    rules: R | None
    tried: int
    doubts: list[RuleTableError] = []


def check_file(
    name: str, read: Callable[[RuleTable], R], doubt: Callable[[RuleTable, R], Iterable[RuleTableError]] | None = None
) -> Checked[R]:
    """Check a rule file with every choice of every option. ``read`` makes the rules of a merged table, ``doubt`` finds
    values that are right but unlikely to be meant.
    """
    faults, tried, rules = Faults(), 0, None
    try:
        own = read_file(find_rule_file(name))
    except RuleTableError as error:
        return Checked([error], None, tried)
    try:
        table = read_table(name, faults)
        rules = read(choose_options(table, {}))
        for option, rule in rules.options.items():
            for choice in rule.choices or {}:
                tried += 1
                try:
                    read(choose_options(table, {option: choice}))
                except RuleTableError as error:
                    faults.add(error)
    except RuleTableError as error:
        faults.add(error)
    except STUMBLES:
        if not faults.found:
            raise
    mistakes = _blamed(own, name, read, faults.found)
    if mistakes or rules is None:
        return Checked(mistakes, None, tried)
    return Checked([], rules, tried, list(doubt(load_table(name), rules)) if doubt is not None else [])


def _blamed(
    own: RuleTable, name: str, read: Callable[[RuleTable], R], found: list[RuleTableError]
) -> list[RuleTableError]:
    """The mistakes in the order of the file. Where the set that it extends is wrong only with its changes, the entry
    that causes it is named.
    """
    mistakes = [error for error in found if error.file == own.file]
    others = [error for error in found if error.file != own.file]
    units = [
        (section, key)
        for section, entries in own.data.items()
        for key in (entries if isinstance(entries, dict) and section not in _HEAD else ())
    ]
    for unit in units:
        left = others and _without(name, read, unit)
        gone = [error for error in others if error.message not in left]
        others = [error for error in others if error not in gone]
        path = ".".join(unit)
        if gone and not any(f"{error.path}.".startswith(f"{path}.") for error in mistakes):
            _, line = own.place(unit)
            message = msg("with this change, {0}", gone[0].message)
            mistakes.append(RuleTableError(message, file=own.file, line=line, path=path))
    return sorted(mistakes, key=lambda error: error.line or 0) + others


def _without(name: str, read: Callable[[RuleTable], R], unit: tuple[str, str]) -> set[str]:
    """The mistakes of a file without one of its entries."""
    faults = Faults()
    try:
        read(choose_options(read_table(name, faults, unit), {}))
    except RuleTableError as error:
        faults.add(error)
    return {error.message for error in faults.found}
