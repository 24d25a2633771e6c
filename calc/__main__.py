"""``python -m calc`` is the command ``yaku``."""

from calc.cli.main import run

if __name__ == "__main__":
    run()
