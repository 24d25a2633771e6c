"""`calc.settle_stream`: an iterator of records in, an iterator of results out."""

import itertools
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

import calc
from calc.intake.spelling import record_from
from calc.settling import Settings, read_given, settle_reads
from tests.batch.material import LINE, MIXED, WIN


def expected(records: list[Any], **options: Any) -> list[Any]:
    return [*settle_reads([read_given(record) for record in records], Settings(**{"fields": "short", **options}))]


@pytest.fixture(params=["none", "threads", "processes"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor | None]:
    if request.param == "none":
        yield None
    elif request.param == "threads":
        with ThreadPoolExecutor(2) as threads:
            yield threads
    else:
        with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
            yield processes


def test_results_are_those_of_one_call_in_order(executor: Executor | None) -> None:
    records: list[Any] = [LINE, *MIXED, record_from(WIN), "nothing of the kind"] * 40
    assert list(calc.settle_stream(records, executor=executor)) == expected(records)


def test_rules_that_were_loaded_count_with_their_options(executor: Executor | None) -> None:
    rules = calc.load_rules(options={"kiriage_mangan": False})
    found = list(
        calc.settle_stream([WIN, {**WIN, "options": {"kiriage_mangan": True}}], rules=rules, executor=executor)
    )
    assert found == expected([WIN, WIN], rules=rules)
    assert [one.options for one in found] == [{"kiriage_mangan": False}] * 2


def test_fields_and_language(executor: Executor | None) -> None:
    (found,) = calc.settle_stream([WIN], fields="full", lang="ja", executor=executor)
    assert [found] == expected([WIN], fields="full", lang="ja")


def test_records_may_have_no_end_and_are_not_read_far_ahead(executor: Executor | None) -> None:
    read = 0

    def endless() -> Iterator[dict[str, Any]]:
        nonlocal read
        for read in itertools.count(1):
            yield {"id": read, **WIN}

    results = calc.settle_stream(endless(), executor=executor)
    assert read == 0, "nothing is read before a result is asked for"
    assert [one.id for one in itertools.islice(results, 50)] == list(range(1, 51))
    assert read < 5000
    results.close()  # type: ignore[attr-defined]


def test_what_is_no_record_is_refused_and_the_rest_goes_on() -> None:
    found = list(calc.settle_stream([None, 7, [], WIN]))  # type: ignore[list-item]
    assert [one.ok for one in found] == [False, False, False, True]
    assert [one.error.code for one in found if isinstance(one, calc.Refusal)] == ["wrong_type"] * 3


def test_an_error_of_the_records_is_the_callers(executor: Executor | None) -> None:
    def failing() -> Iterator[str]:
        yield LINE
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        list(calc.settle_stream(failing(), executor=executor))


def test_no_records_give_no_results() -> None:
    assert list(calc.settle_stream([])) == []


class Counting(Executor):
    """Does the work here, and counts how many portions are handed out and not asked for."""

    def __init__(self) -> None:
        self.waiting = self.most = 0

    def submit(self, work: Any, /, *given: Any, **named: Any) -> Any:
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        future: Future[Any] = Future()
        future.set_result(work(*given, **named))
        ask = future.result

        def result(timeout: float | None = None) -> Any:
            self.waiting -= 1
            return ask(timeout)

        future.result = result  # type: ignore[method-assign]
        self.given = ask()
        return future


@pytest.mark.parametrize("ahead", [1, 5, 40])
def test_as_many_portions_are_handed_out_as_were_asked_for(ahead: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """An executor of a cluster does not say how many processes it has; results go between processes as bytes."""
    monkeypatch.setattr("calc.batch.run._MOST", 32)
    executor = Counting()
    given = [LINE] * 2_000
    results = calc.settle_stream(given, executor=executor, ahead=ahead)
    assert sum(result.ok for result in results) == 2_000
    assert executor.most == ahead
    assert isinstance(executor.given, bytes)
