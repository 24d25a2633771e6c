"""What holds for all tests: how many processes run them, that every round and every game that is settled balances, that
the processes that tests start can be interrupted; and the browser of those that need one.
"""

import gc
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import typer.main
import typer.testing
from _pytest.runner import runtestprotocol
from hypothesis import settings

from calc.batch import pool
from calc.cli import main as cli
from calc.mahjong.records.types import Game
from calc.mahjong.rounds import game as games, round as rounds
from calc.mahjong.rounds.frames import Frame
from calc.mahjong.rounds.reading import ReadRound
from calc.mahjong.rounds.results import GameResult
from calc.mahjong.rounds.round import PlayedRound, play
from calc.mahjong.rules.ruleset import MahjongRules
from calc.tables import kept
from calc.translation import speak
from tests.amounts import FULL

# The comparison of rule cases says what differs, as tests do.
pytest.register_assert_rewrite("tests.cases")

_settle_game = games.settle_game
# No test is timed: the first example of one may load rules, on a busy machine.
# The small run tries the same examples everywhere, so that it passes or fails for everybody; full runs try new ones.
settings.register_profile("small", deadline=None, derandomize=not FULL)
settings.load_profile("small")

#: Each process reads all tests first, so that more of them hardly help.
MOST_PROCESSES = 8

#: Where nothing may be written beside the sources, each process would compile all of them anew, for seconds.
COMPILED = Path(__file__).parent.parent / ".pytest_cache" / "compiled"
if sys.dont_write_bytecode:
    sys.dont_write_bytecode, sys.pycache_prefix = False, str(COMPILED)
    os.environ.update(PYTHONDONTWRITEBYTECODE="", PYTHONPYCACHEPREFIX=str(COMPILED))

# Rule sets are read anew, also those that tests change; those of the user's own cache are left alone.
os.environ.update(YAKU_CACHE="0", XDG_CACHE_HOME=str(COMPILED.parent / "cache"))

# Commands speak the language of the environment; tests expect English unless they ask for another.
os.environ["LC_MESSAGES"] = "C"
os.environ.pop("LC_ALL", None)

# Tests are many objects that stay: looking for garbage among them every 700 new ones takes a tenth of the time.
gc.set_threshold(50_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What needs the browser comes first: one process starts one, and the others go on with the rest meanwhile."""
    items.sort(key=lambda item: "chromium" not in getattr(item, "fixturenames", ()))


def pytest_collection_finish() -> None:
    """What was collected stays to the end: no search for garbage looks at it again."""
    gc.freeze()


def pytest_sessionfinish() -> None:
    """Nor at what the tests have left, where the process ends next."""
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Send only how a test ended, and what went wrong before or after it, to the process that prints.

    pytest-xdist sends six messages of each test, which takes longer than most tests. They are sent where somebody wants
    to read more than dots.
    """
    speak("en")  # a command of the test before may have been told otherwise
    option = item.config.option
    if not hasattr(item.config, "workerinput") or option.verbose > 0 or option.durations is not None or option.xmlpath:
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """A process for each core that these tests may use, and one that waits for the browser where there is one; none
    beside this one where single files or tests are named.

    ``PYTEST_XDIST_AUTO_NUM_WORKERS`` or ``-n`` says otherwise.
    """
    if given := os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS"):
        return int(given)
    if not FULL and all(".py" in path for path in config.args):
        return 0
    return min(cores() + bool(browser()), MOST_PROCESSES)


def browser() -> str | None:
    """A Chromium of the system, where Debian and others put it, best the one without windows, which works a third
    less.
    """
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


def cores() -> int:
    """The cores that this process may use: those of the machine, of ``taskset``, of a container."""
    found = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    quota = Path("/sys/fs/cgroup/cpu.max")
    if quota.is_file():
        allowed, _, period = quota.read_text().partition(" ")
        if allowed.isdigit():
            found = min(found, max(1, round(int(allowed) / int(period))))
    return found


def _balanced_round(
    read: ReadRound, frame: Frame, rules: MahjongRules, fields: Any = "full", *names: Any
) -> PlayedRound:
    """The round; what its seats gain and lose, and what the sticks on the table gain, is nothing in all."""
    played = play(read, frame, rules, fields, *names)
    sticks = played.after.sticks - frame.sticks
    assert sum(played.changes.values()) + sticks * rules.points.stick.points == 0
    return played


def _balanced_game(game: Game, rules: MahjongRules, fields: Any = "full") -> GameResult:
    """The game; results sum to nothing, but for what chombo take from them, and no point is lost on the way."""
    result = _settle_game(game, rules, fields)
    _check_balance(game, result, rules)
    return result


def _check_balance(game: Game, result: GameResult, rules: MahjongRules) -> None:
    each = rules.match.start if game.start is None else game.start
    start = each if isinstance(each, list) else [each] * len(game.players)
    off = sum(line.penalties or 0 for line in result.final) * rules.final.unit
    chombo = 0
    if rules.rounds.chombo.penalty == "points":
        had = sum(len(one.chombo or []) for one in result.rounds) + sum((game.chombo or {}).values())
        chombo = had * rules.rounds.chombo.points
    lacks = 0
    if rules.final.remainder == "nobody":
        # Only unrounded results can be told from the points: the oka, and what was put in, make up the rest.
        back = rules.final.return_
        put_in = sum(start) if back == "start" else back * len(start)
        lacks = put_in - sum(result.scores.values()) - rules.final.oka
    if not game.fixed and (rules.final.remainder != "nobody" or rules.final.rounding.mode == "none"):
        found = sum(line.score for line in result.final) * rules.final.unit
        assert found == pytest.approx(off - chombo - lacks, abs=1e-6)
    lying = result.rounds[-1].next.sticks if result.rounds and result.rounds[-1].next is not None else None
    if lying is not None:
        assert sum(result.scores.values()) + lying * rules.points.stick.points == sum(start)


@pytest.fixture(autouse=True, scope="session")
def _what_holds_for_all_tests() -> Iterator[None]:
    """One fixture for all of it: each that there is costs every test its time."""
    # A shell without job control starts `python -m pytest &` with SIGINT ignored, which every process inherits. A
    # signal that is handled, even by doing nothing, is back to its default in processes that are started; these tests
    # themselves go on being deaf to it.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda *_: None)
    get_command = cache(typer.main.get_command)
    with (
        # Every round and every game balances.
        mock.patch.object(rounds, "play", _balanced_round),
        mock.patch.object(games, "play", _balanced_round),
        mock.patch.object(games, "settle_game", _balanced_game),
        # Thousands of tests ask for the same rule sets with the same options, which a run keeps only some hundreds of.
        mock.patch.object(kept, "_MOST_SETS", 8192),
        mock.patch.object(kept, "_MOST_TABLES", 512),
        # A run of the program makes its commands anew from the annotations of their functions.
        mock.patch.object(cli, "make_app", cache(cli.make_app)),
        mock.patch.object(typer.main, "get_command", get_command),
        mock.patch.object(typer.testing, "_get_command", get_command),
    ):
        yield


@pytest.fixture
def forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches start processes as from a shell: beside threads that other tests have left, each would load all anew."""
    if sys.platform == "linux":
        monkeypatch.setattr(pool, "_how_to_start", lambda: "fork")


#: What Chromium leaves out. Else it loads two pages for its own address bar and starts a spare process with each
#: window, which takes longer than most pages. The rest is what Playwright leaves out: this list replaces its own.
UNUSED = (
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,SpareRendererForSitePerProcess,"
    "AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,"
    "HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,"
    "PaintHolding,PreconnectToSearch,ThirdPartyStoragePartitioning"
)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """One browser for all tests of pages."""
    found = browser()
    if found is None:
        pytest.skip("no chromium is installed: apt-get install chromium-headless-shell")
    api = pytest.importorskip("playwright.sync_api", reason="pip install playwright")
    with api.sync_playwright() as started:
        launched = started.chromium.launch(executable_path=found, args=["--no-sandbox", f"--disable-features={UNUSED}"])
        yield launched
        launched.close()
