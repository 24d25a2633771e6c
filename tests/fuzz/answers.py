"""What must hold of every answer, whatever was asked."""

import json
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NoReturn

import msgspec

import calc
from calc.hanafuda.results import HanafudaGameResult, HanafudaResult
from calc.mahjong.results import WinResult
from calc.mahjong.rounds.results import GameResult, RoundResult
from tests.fuzz.naive import why_no_cards, why_no_win


@contextmanager
def clocked(example: Any, seconds: float) -> Iterator[None]:
    """Fails, with the example, where it takes more seconds of the processor; ends what would not end, too."""

    def stop(*_: Any) -> NoReturn:
        raise AssertionError(f"took more than {seconds:g} seconds: {example!r:.2000}")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


#: The codes of the public contract.
CODES = {
    "notation", "missing_key", "unknown_key", "wrong_type", "unknown_rules", "unknown_option", "rule_table",
    "impossible_hand", "contradiction", "not_complete", "no_yaku", "not_payable", "unreadable",
}  # fmt: skip
_BIG = 2**63


def check_error(error: calc.CalcError, text: str | None = None) -> None:
    """A refusal has a code of the contract and a sentence; its column lies in the ``text`` or at its end."""
    assert error.code in CODES, (error.code, error.message)
    assert error.message
    assert error.column is None or error.column >= 1
    if text is not None and error.column is not None:
        assert error.column <= len(text) + 1, (error.column, len(text), error.message)


def check_answer(given: Any, answer: Any) -> None:
    """The answer to one record can be written, its sums are right, and it is none to what cannot be."""
    plain = json.loads(msgspec.json.encode(answer))
    if isinstance(answer, calc.Refusal):
        assert answer.error.code in CODES, answer.error
        assert answer.error.message
        assert not answer.ok
        return
    record = given if isinstance(given, Mapping) else {}
    if isinstance(answer, WinResult):
        _check_win(record, answer)
    elif isinstance(answer, RoundResult):
        _check_round(record, answer)
    elif isinstance(answer, GameResult):
        for played, one in zip(record.get("rounds") or [{}] * len(answer.rounds), answer.rounds, strict=True):
            _check_round(played, one)
    elif isinstance(answer, HanafudaResult):
        _check_hanafuda(record, answer)
    else:
        assert isinstance(answer, HanafudaGameResult)
        for played, month in zip(record.get("rounds") or [{}] * len(answer.rounds), answer.rounds, strict=True):
            _check_hanafuda(played, month)
    assert all(-_BIG <= number < _BIG for number in _numbers(plain))


def _check_win(record: Mapping[str, Any], win: WinResult) -> None:
    sticks = sum(one.amount for one in win.transfers if one.from_ == "sticks") if win.transfers else 0
    assert sum(win.payments.values()) == sticks
    if win.fu is not None and win.fu_parts:
        assert sum(part.fu for part in win.fu_parts) == win.fu
    if win.han is not None:
        dora = win.dora
        bonus = dora.dora + dora.red + dora.ura + dora.north + dora.of("season")
        assert sum(line.han or 0 for line in win.yaku) + bonus == win.han
    assert win.points > 0
    if record:
        # A ron that names no discarder has only the winner and `discarder`.
        sanma = "N" not in win.payments and "discarder" not in win.payments
        impossible = why_no_win(record, sanma=sanma)
        assert impossible is None, impossible


def _check_round(record: Mapping[str, Any], one: RoundResult) -> None:
    for win in record.get("wins") or []:
        impossible = why_no_win(win, sanma="N" not in one.changes)
        assert impossible is None, impossible
    held = dict.fromkeys(one.changes, 0)
    for transfer in one.transfers:
        for party, sign in ((transfer.from_, -1), (transfer.to, 1)):
            if party in held:
                held[party] += sign * transfer.amount
    assert held == dict(one.changes), (held, one.changes)


def _check_hanafuda(record: Mapping[str, Any], one: HanafudaResult) -> None:
    impossible = why_no_cards(record.get("players") or {})
    assert impossible is None, impossible
    held = dict.fromkeys(one.players, 0)
    for transfer in one.transfers:
        for party, sign in ((transfer.from_, -1), (transfer.to, 1)):
            if party in held:
                held[party] += sign * transfer.amount
    assert held == {name: player.change for name, player in one.players.items()}


def _numbers(plain: Any) -> list[int]:
    if isinstance(plain, dict):
        return [number for value in plain.values() for number in _numbers(value)]
    if isinstance(plain, list):
        return [number for value in plain for number in _numbers(value)]
    return [plain] if isinstance(plain, int) else []
