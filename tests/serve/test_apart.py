"""What may take long is done apart: others are answered meanwhile, and it ends."""

from __future__ import annotations

import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

pytest.importorskip("litestar", reason="yaku serve needs its extra: pip install 'yaku-calc[serve]'")

from urllib.request import Request, urlopen

from calc.disputes.claims import MOST_CLAIMS
from calc.errors import CalcError
from calc.serve.answers import DisputeQuestion
from calc.serve.apart import Apart
from calc.serve.shelf import Shelf
from tests.cli.running import SECONDS, start_yaku
from tests.serve.conftest import _address_of

HAND = "23455m567p34678s +5s ron from=W seat=S round=E riichi dora=4p"
#: The most that may be asked: each claim is wrong, and what would make it right is looked for.
WORST = {"record": HAND, "claim": ", ".join(f"Ben{place} says {place + 10}00" for place in range(MOST_CLAIMS))}


def ask(here: str, path: str, question: Any) -> Any:
    body = Request(f"{here}api/{path}", msgspec.json.encode(question), {"content-type": "application/json"})
    with urlopen(body, timeout=SECONDS) as answer:
        return msgspec.json.decode(answer.read())


def test_a_hand_is_answered_while_the_longest_dispute_is_judged(tmp_path: Path) -> None:
    with start_yaku("serve", "--port", "0", "--tables", str(tmp_path)) as process, ThreadPoolExecutor(1) as pool:
        here = _address_of(process)
        ask(here, "dispute", {"record": HAND, "claim": "8000"})
        ask(here, "score", {"record": HAND})
        judged = pool.submit(ask, here, "dispute", WORST)
        answered = 0
        while not judged.done():
            assert ask(here, "score", {"record": HAND})["result"]["points"] == 8000
            answered += 1
        assert answered > 3  # the first may come before it, and the last be what waited for it
        assert len(judged.result()["result"]["claims"]) == MOST_CLAIMS
        # It ends, also in the midst of work.
        pool.submit(ask, here, "dispute", WORST)
        time.sleep(0.2)
        process.send_signal(signal.SIGTERM)
        process.wait(SECONDS)


@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"])
def test_a_server_that_gets_any_signal_leaves_no_process_behind(tmp_path: Path, name: str) -> None:
    """Also none that judges something long."""
    psutil = pytest.importorskip("psutil", reason="needs a list of processes: pip install psutil")
    with start_yaku("serve", "--port", "0", "--tables", str(tmp_path)) as process, ThreadPoolExecutor(1) as pool:
        here = _address_of(process)
        ask(here, "dispute", {"record": HAND, "claim": "8000"})
        children = psutil.Process(process.pid).children(recursive=True)
        assert children
        judged = pool.submit(ask, here, "dispute", WORST)
        time.sleep(0.2)
        process.send_signal(getattr(signal, name))
        process.wait(SECONDS)
        _, alive = psutil.wait_procs(children, timeout=5)
        assert alive == []
        with suppress(OSError):  # it may have been answered before the end
            judged.result()


def test_what_takes_too_long_is_ended() -> None:
    apart = Apart(Shelf(), budget=0.01)
    wrong = DisputeQuestion(record=HAND, claim="5200")
    try:
        with pytest.raises(CalcError, match=r"this took more than 0\.01 seconds and was ended") as caught:
            apart(wrong)
        assert caught.value.code == "too_slow"
        assert apart._process is None
        apart.budget = 60
        assert msgspec.json.decode(apart(wrong).result)["right"] is False
        with pytest.raises(CalcError) as refused:
            apart(DisputeQuestion(record=HAND))
        assert (refused.value.code, refused.value.key) == ("missing_key", "claim")
    finally:
        apart.stop()
