"""Why plain data are no record: the key at fault, what is expected there, what was found, and how to mend it."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NoReturn

from calc.errors import RecordError, did_you_mean
from calc.fit import KeyPath, Shape, Single, Table
from calc.notation.text import show
from calc.patterns import regex
from calc.translation import fixed, msg, one_by_one

#: What is left of ``36,000`` behind the comma, where a comma ends a value.
_BEHIND_COMMA: Final = regex(r"\d{3}")
_NOTHING: Final = type(None)
#: Figures that follow from a win, and stand in its record only as what is claimed.
_CLAIMED: Final = frozenset({"han", "fu", "points", "yaku", "payments"})


def check(shape: Shape, value: Any, at: KeyPath = ()) -> None:
    """Refuse a value of a record that does not have the shape. Raises :class:`~calc.errors.RecordError`."""
    shape.check(value, at, _refuse)


def _refuse(at: KeyPath, shape: Shape, fault: str, found: Any) -> NoReturn:
    if isinstance(shape, Table) and fault == "unknown":
        hint = _hint_for_key(found, shape.keys, shape.leads)
        message = msg("expected a key of {0}, found {1}{2}", shape.name, show(found), hint)
        raise RecordError(message, code="unknown_key", key=_key_of((*at, found)))
    if isinstance(shape, Table) and fault == "missing":
        raise RecordError(_ask_for(shape, found), code="missing_key", key=_key_of((*at, found[0])))
    if fault == "value":
        mend = getattr(shape, "hint", None)
        found = msg("expected {0}, found {1}{2}", shape.expected, show(found), mend(found) if mend else "")
    key = _key_of(at)
    raise RecordError(msg("{0}: {1}", key, found) if key else found, key=key or None)


def _ask_for(table: Table, names: list[str]) -> str:
    """Say all keys that are missing; several with an example each, where they have one."""
    *first, last = map(repr, names)
    add = [table.keys[name].expected for name in names]
    if first:
        add = [table.examples.get(name) or msg("{0} ({1})", name, table.keys[name].expected) for name in names]
    lacks = msg("{0} and {1} are", one_by_one(first, ", "), last) if first else msg("{0} is", last)
    required = one_by_one(table.required, ", ")
    return msg("expected {0} in {1}, but {2} missing; add {3}", required, table.name, lacks, one_by_one(add, ", "))


def _key_of(at: KeyPath) -> str:
    """A place in plain data as a dotted key: ``wins[1].hand``."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in at).removeprefix(".")


def keys_given(table: Table, data: Mapping[str, Any], at: KeyPath = ()) -> dict[str, Any]:
    """The keys that have a value: ``None`` is absent.

    Raises :class:`~calc.errors.RecordError` where it would take a word with it: for a key without a value that is
    unknown, and for a flag, which might be meant as a yes.
    """
    if _NOTHING not in map(type, data.values()):
        return dict(data)
    for name, item in data.items():
        if item is None and isinstance(name, str):
            if name not in table.keys:
                _refuse(at, table, "unknown", name)
            shape = table.keys[name]
            if isinstance(shape, Single) and shape.is_flag:
                wrong = msg("expected {0}, found no value; write {1}: true, or leave it out", shape.expected, name)
                _refuse((*at, name), shape, "own", wrong)
    return {name: item for name, item in data.items() if item is not None or not isinstance(name, str)}


def _hint_for_key(name: str, known: Iterable[str], leads: Mapping[str, str]) -> str:
    """What ``leads`` say of a key, else the nearest known one; or what made a key of a part of a value, for a comma
    within ``{ }`` ends the value.

    >>> _hint_for_key("(234p)", ["melds"], {})
    "; put melds with commas between them into quotes, as in melds: '(345m),(234p)'"
    >>> _hint_for_key("han", ["hand", "claim"], {})
    '; what the table says of it is claim.han'
    """
    if name.startswith("("):
        return msg("; put melds with commas between them into quotes, as in melds: {0}", show(f"(345m),{name}"))
    if _BEHIND_COMMA.fullmatch(name):
        return msg("; write numbers without commas: 36000, not 36,000")
    names = [*known]
    if name in _CLAIMED and {"hand", "claim"} <= {*names}:
        return msg("; what the table says of it is claim.{0}", name)
    return msg("; {0}", fixed(leads[name])) if name in leads else did_you_mean(name, names)
