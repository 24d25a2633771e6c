"""Games of Mahjong Soul 雀魂, as downloaders of its records write them: its own messages as JSON.

Each message has a name (``RecordDealTile``, ``.lq.RecordDealTile``) and its fields. They stand under ``data``,
``records`` or ``actions`` beside ``head``, or under ``mjslog`` with their names under ``mjsrecordtypes``. Fields that
are 0 may be missing, and names of fields may be written ``left_tile_count`` or ``leftTileCount``.

The dealer is dealt 14 tiles, of which the last is taken for the first draw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from calc.errors import UnreadableError
from calc.mahjong.logs.events import GameLog, numbered
from calc.mahjong.logs.mahjong_soul_rounds import Message, inner, plain_fields, read_round, read_start
from calc.mahjong.logs.values import listed, mapped, text

#: The rule sets of its tables, by the number of players.
RULES: Final = {4: "mahjong-soul", 3: "mahjong-soul-sanma"}
_MAX_ROUNDS = 100


def read_games(values: Sequence[Any]) -> Iterator[Callable[[], GameLog]]:
    """How to read each game: every value is one."""
    return (partial(read_mahjong_soul, value) for value in values)


def read_mahjong_soul(value: Any) -> GameLog:
    """The game of one object; an error in its place is raised.

    Raises :class:`~calc.errors.UnreadableError` with what was expected and found, and the round.
    """
    if isinstance(value, UnreadableError):
        raise value
    log = mapped(value, "a game of Mahjong Soul")
    head = Message("head", plain_fields(mapped(log.get("head") or log.get("mjshead") or {}, "'head'")))
    parts: list[list[Message]] = []
    for message in _messages(log):
        if message.name == "NewRound":
            parts.append([])
        elif not parts:
            raise UnreadableError(f"expected RecordNewRound before the first move, found Record{message.name}")
        parts[-1].append(message)
    if not 0 < len(parts) <= _MAX_ROUNDS:
        raise UnreadableError(f"expected 1 to {_MAX_ROUNDS} rounds, each with RecordNewRound, found {len(parts)}")
    starts = numbered((part[0] for part in parts), read_start)
    players = starts[0].players
    scores, final = _result(head, players)
    following = [*(start.scores for start in starts[1:]), None]
    return GameLog(
        players=_names(head, players),
        rules=RULES[players],
        options=_options(head, players),
        rounds=[read_round(part, start, after) for part, start, after in zip(parts, starts, following, strict=True)],
        scores=scores,
        final=final,
    )


def _messages(log: Mapping[str, Any]) -> Iterator[Message]:
    if "mjslog" in log:
        fields = listed(log["mjslog"], "'mjslog'")
        names = listed(log.get("mjsrecordtypes"), "'mjsrecordtypes', the names of the messages")
        if len(names) != len(fields):
            raise UnreadableError(f"expected {len(fields)} names as 'mjsrecordtypes', found {len(names)}")
        yield from (_message(name, own) for name, own in zip(names, fields, strict=True))
        return
    found: Any = next((log[key] for key in ("data", "records", "actions") if log.get(key) is not None), None)
    # The messages may be those of a message around them.
    while isinstance(found, Mapping):
        found = next((found[key] for key in ("actions", "records", "data") if found.get(key)), None)
    for item in listed(found, "the messages of a game"):
        one = mapped(item, "a message")
        if "result" in one:
            if not one["result"]:
                continue  # what players did, and not what happened
            one = mapped(one["result"], "'result' of a message")
        if "name" in one:
            yield _message(one["name"], one.get("data", one))


def _message(name: Any, fields: Any) -> Message:
    told = text(name, "the name of a message").rpartition(".")[2].removeprefix("Record")
    return Message(told, plain_fields(mapped(fields, f"the fields of Record{told}")))


# ---- the game


def _names(head: Message, players: int) -> tuple[str, ...]:
    names = [""] * players
    for one in head.listed("accounts"):
        account = inner(one, "accounts")
        names[account.number("seat", below=players)] = text(account.get("nickname") or "", "'nickname'")
    return tuple(names)


def _options(head: Message, players: int) -> dict[str, object]:
    """What the head says of the table that differs from ranked tables of two winds."""
    mode = head.inner("config").inner("mode")
    detail = mode.inner("detail_rule")
    options: dict[str, object] = {}
    if mode.number("mode") % 10 == 1:
        options["rounds"] = 1
    reds = detail.get("dora_count")
    if reds == 0:
        options["red_fives"] = dict.fromkeys("mps"[4 - players :], 0)
    elif reds == 4 and players == 4:
        options["red_fives"] = {"m": 1, "p": 2, "s": 1}
    if detail.get("shiduan") == 0:
        options["tanyao_open"] = False
    return options


def _result(head: Message, players: int) -> tuple[tuple[int, ...] | None, tuple[float, ...] | None]:
    """Points and results at the end; those of tables with uma of their own are left out."""
    lines = [inner(one, "result") for one in head.inner("result").listed("players")]
    if len(lines) != players:
        return None, None
    by_seat = {line.number("seat", below=players): line for line in lines}
    if len(by_seat) != players:
        raise UnreadableError("expected each seat once in 'result', found one twice")
    scores = tuple(by_seat[seat].number("part_point_1") for seat in range(players))
    if not head.inner("config").inner("meta").number("mode_id"):
        return scores, None
    return scores, tuple(by_seat[seat].number("total_point") / 1000 for seat in range(players))
