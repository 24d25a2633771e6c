"""Settle Japanese table games from rule tables: who is right, and what does it pay?

:func:`score` settles one win, :func:`settle_round` and :func:`settle_game` rounds and games, :func:`find_waits` hands
one tile short. :func:`dispute` judges a claim, :func:`compare` settles under several rule
sets, :func:`explain` says why; :func:`points`, :func:`needs` and :func:`standings` answer what a table asks. For many
there are :func:`score_many`, :func:`settle_stream` and, in arrays, :func:`score_columns`. :func:`read_records` reads
files of records, :func:`read_logs` logs of games, :func:`load_rules` rule sets; :func:`json_schema` describes what all
of them look like. Results have ``to_dict`` and ``to_json``. What is wrong with a record is a :class:`CalcError` or,
among many, a :class:`Refusal` in its place. Amounts are in the unit of the rule set, which of riichi is points.

>>> import calc
>>> result = calc.score("riichi 123m456p789s1122z +2z ron from=W seat=S round=E riichi")
>>> result.han, result.fu, result.payments
(2, 40, {'E': 0, 'S': 2600, 'W': -2600, 'N': 0})
"""

from calc.translation import msg

__version__ = "0.1.0"


def _read_stub() -> dict[str, str]:
    """Find the module of each public name in ``__init__.pyi``, which is the one list of them."""
    homes: dict[str, str] = {}
    with open(f"{__path__[0]}/__init__.pyi", encoding="utf-8") as stub:
        for line in stub:
            words = line.replace(",", " ").split()
            if line.startswith("from "):
                module = words[1]
            homes |= {words[place - 1]: module for place, word in enumerate(words) if word == "as"}
    return homes


_HOME_OF = _read_stub()
__all__ = ["__version__"]
__all__.extend(sorted(_HOME_OF))


def __getattr__(name: str) -> object:
    """Import a public name when it is first asked for: the command line answers ``--help`` without the engine."""
    if name not in _HOME_OF:
        raise AttributeError(msg("module {0!r} has no attribute {1!r}", __name__, name))
    from importlib import import_module

    value = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
    return value


def __dir__() -> list[str]:
    """List all names once, including those not yet imported, for ``dir(calc)`` and ``help(calc)``."""
    return sorted({*globals(), *_HOME_OF})
