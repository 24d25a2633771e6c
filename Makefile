.PHONY: all check lint types test full messages presets gallery man reference judge judge-games options rounds coverage check-tables fuzz mutants speed agree archives static falsify \
	golden lowest versions build alike load

PYTHON ?= python
CORPUS ?= $(or $(YAKU_CORPUS),../shared/corpus)

check: lint types test

# Everything that looks for faults, for hours. The tests of `check` try a small amount of each.
all: lint types full judge judge-games check-tables fuzz $(if $(wildcard $(CORPUS)),agree)

lint:
	$(PYTHON) -m ruff check calc tests bench docs
	$(PYTHON) -m ruff format --check calc tests bench docs
	$(PYTHON) -m yamllint --strict rules samples tests/cases

types:
	$(PYTHON) -m mypy

test:
	$(PYTHON) -m pytest

# The tests with all that they can try: tests/amounts.py.
full:
	FULL=1 $(PYTHON) -m pytest

# The catalogues of messages in other languages, calc/locale.
messages:
	$(PYTHON) -m docs.messages

# The library's own pages; what the generator warns of is an error.
presets:
	$(PYTHON) -m docs.presets

# Pictures of the README and of docs/gallery.
gallery:
	$(PYTHON) -m docs.gallery

# docs/yaku.1, the manual page, from the help of all commands.
man:
	$(PYTHON) -m docs.man

reference:
	$(PYTHON) -m docs.reference build/reference

# Long runs, each ending with a line of figures.
judge:
	$(PYTHON) -m bench.judge --hands 1000000
	$(PYTHON) -m bench.judge --hands 200000 --peer riichienv
	$(PYTHON) -m bench.judge --hands 40000 --peer jansou

# Records and games settled in every way to the same bytes, falsified figures found in each, memory by size.
archives:
	$(PYTHON) -m bench.archives

judge-games:
	$(PYTHON) -m bench.games --games 1000

# Ten million hands, each by itself and among others, under rules at random; `make alike HANDS=100000`.
alike:
	$(PYTHON) -m tests.mahjong.alike --hands $(or $(HANDS),10000000) --seed $(or $(SEED),1)

options:
	FULL=1 $(PYTHON) -m pytest tests/test_options_matter.py

# Random rounds and games against plain implementations; `SEED=x make rounds` for others.
rounds:
	FULL=1 $(PYTHON) -m pytest tests/hanafuda/test_naive_rounds.py tests/mahjong/test_naive_games.py

# What only does more of the same is left out, and commands in processes of their own are not counted.
coverage:
	$(PYTHON) -m pytest --cov --cov-report=term-missing:skip-covered --ignore tests/test_judges.py \
		--ignore tests/test_preset_judges.py --ignore tests/test_mutants.py --ignore tests/fuzz

check-tables:
	$(PYTHON) -m tests.mutation.hunt

# Real logs with one move changed, and with one figure, and how many of each kind a check notices.
falsify:
	$(PYTHON) -m tests.logs.altered
	$(PYTHON) -m tests.logs.altered_moves
	$(PYTHON) -m tests.logs.altered_rules
	$(PYTHON) -m tests.logs.altered_figures

# Changes of the code that no test notices, by the parts of tests/mutation/parts.yaml: `make mutants PART=rounds`;
# `make mutants PART=logs SHARE=20 SEED=x` tries one in twenty of a part.
mutants:
	for part in $(or $(PART),rounds claims results told words hanafuda hand logs batch tables); do \
		nice -n 15 $(PYTHON) -m tests.mutation.code $$part --part $(or $(SHARE),1) --seed $(or $(SEED),1) || exit 1; done

# A long run of random input; `make fuzz EXAMPLES=1000000`.
fuzz:
	$(PYTHON) -m tests.fuzz.long --examples $(or $(EXAMPLES),200000)
	$(PYTHON) -m tests.fuzz.told --count $(or $(ROUNDS),2000)
	$(PYTHON) -m tests.fuzz.told --count $(or $(ROUNDS),2000) --claims

agree:
	$(PYTHON) -m bench.agree $(CORPUS)/wins-4p.jsonl
	$(PYTHON) -m bench.agree $(CORPUS)/wins-3p.jsonl
	$(PYTHON) -m calc log --check $(CORPUS)/logs/*.mjlog

# What the program says, compared with a revision: `make golden REF=main`.
golden:
	git worktree add --force --detach build/golden $(REF)
	cp tests/golden.py build/golden/tests
	cd build/golden && $(PYTHON) -m tests.golden write ../said
	git worktree remove --force build/golden
	$(PYTHON) -m tests.golden compare build/said

# What is packed, and every supported Python at hand: the wheel without network, and tests with the newest versions of
# libraries from the index and the lowest that pyproject.toml allows; `make lowest`: the last alone.
versions:
	$(PYTHON) -m tests.versions

lowest:
	$(PYTHON) -m tests.versions lowest

# Memory and times of the page while many ask, for five minutes; `make load SECONDS=3600` for an hour.
load:
	$(PYTHON) -m bench.load --seconds $(or $(SECONDS),300)

speed:
	$(PYTHON) -m bench.speed
	$(PYTHON) -m bench.hanafuda
	$(PYTHON) -m bench.batch
	$(PYTHON) -m bench.logs

# The page without a server, built from pinned packages of npm and PyPI, and its tests in a browser.
static:
	$(PYTHON) -m calc serve --static build/page
	STATIC=1 $(PYTHON) -m pytest -n 0 tests/serve/test_alone.py

build:
	$(PYTHON) -m pip wheel --no-deps --wheel-dir dist .
