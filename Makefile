.PHONY: check lint types test judge judge-games options check-tables fuzz speed agree build

PYTHON ?= python
CORPUS ?= $(or $(YAKU_CORPUS),../shared/corpus)

check: lint types test

lint:
	$(PYTHON) -m ruff check calc tests bench
	$(PYTHON) -m ruff format --check calc tests bench
	$(PYTHON) -m yamllint --strict rules samples tests/cases

types:
	$(PYTHON) -m mypy

test:
	$(PYTHON) -m pytest

# Long runs, each ending with a line of figures.
judge:
	$(PYTHON) -m bench.judge --hands 1000000

judge-games:
	$(PYTHON) -m bench.games --games 1000

options:
	ALL_OPTIONS=1 $(PYTHON) -m pytest tests/test_options_matter.py

check-tables:
	$(PYTHON) -m tests.mutation.hunt

# A long run of random input; `make fuzz EXAMPLES=1000000`.
fuzz:
	$(PYTHON) -m tests.fuzz.long --examples $(or $(EXAMPLES),200000)

agree:
	$(PYTHON) -m bench.agree $(CORPUS)/wins-4p.jsonl
	$(PYTHON) -m bench.agree $(CORPUS)/wins-3p.jsonl
	$(PYTHON) -m calc log --check $(CORPUS)/logs/*.mjlog

speed:
	$(PYTHON) -m bench.speed
	$(PYTHON) -m bench.hanafuda
	$(PYTHON) -m bench.batch

build:
	$(PYTHON) -m pip wheel --no-deps --wheel-dir dist .
