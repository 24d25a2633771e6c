"""Coverage-guided fuzzing of the readers, for whoever has ``atheris``.

``python -m tests.fuzz.atheris_readers -runs=100000``, with the arguments of libFuzzer.

The first byte of an input tells the form that the rest is read in; what must hold is what :mod:`tests.fuzz.properties`
asks of bytes.
"""

import importlib
import sys
from typing import Any


def main(arguments: list[str]) -> None:
    """Fuzz for as long as the arguments, which are those of libFuzzer, say."""
    try:
        # It is no dependency of the tests: few platforms have it.
        atheris: Any = importlib.import_module("atheris")
    except ModuleNotFoundError:
        sys.exit("atheris is not installed: pip install atheris")
    with atheris.instrument_imports(include=["calc.intake", "calc.notation", "calc.mahjong.logs", "calc.strict_yaml"]):
        from tests.fuzz.properties import check_bytes
        from tests.fuzz.strategies import NAMES

    def one(data: bytes) -> None:
        if data:
            check_bytes((data[1:], NAMES[data[0] % len(NAMES)]))

    atheris.Setup(arguments, one)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv)
