"""Games in which one move was changed so that a rule of the play forbids it, in every format that is read: riichi,
swaps after a call, nine kinds, ura. What each change is told as, and where it cannot be, are rows of
``altered_rules.yaml``.

``make falsify`` changes all games at hand.
"""

import io
import random
import re
from collections import Counter, deque
from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from calc import read_logs
from calc.errors import CalcError
from calc.mahjong.hand.kinds import TILE_KINDS
from calc.mahjong.hand.shapes import ORPHANS, finishing
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.logs.events import (
    Call,
    Discard,
    Draw,
    DrawnGame,
    GameLog,
    LoggedGame,
    North,
    Riichi,
    RoundLog,
    SaidDraw,
    Won,
)
from calc.mahjong.logs.mjlog import read_mjlog
from calc.mahjong.logs.play import DRAWABLE
from calc.mahjong.logs.records import RULES, game_of, replay_round
from calc.notation.tiles import kind_of
from tests.logs.altered import count
from tests.logs.altered_figures import check_like, says
from tests.logs.altered_moves import FORMATS
from tests.logs.scripts import tile
from tests.rows import Rows

#: The moves of a round, changed; ``None`` where it has none that can be.
Change = Callable[[RoundLog, random.Random], list[Any] | None]
_NORTH: Final = tile("4z")
_MOVE = re.compile(r'<[T-W]\d+/>|<[D-G]\d+/>|<N |<REACH [^>]*step="1"|<DORA|<AGARI|<RYUUKYOKU')


# ---- what players hold


def _held(log: RoundLog, player: int, place: int) -> Counter[int]:
    """The concealed tiles of a player before a move."""
    held = Counter(log.start.hands[player])
    for one in log.events[:place]:
        if getattr(one, "player", None) == player:
            if isinstance(one, Draw):
                held[one.tile] += 1
            elif isinstance(one, Discard):
                held[one.tile] -= 1
            elif isinstance(one, Call):
                held -= Counter(one.own if one.meld.kind != "kakan" or one.tile is None else [one.tile])
            elif isinstance(one, North):
                held[_NORTH] -= 1
    return +held


def _waits(log: RoundLog, player: int, place: int) -> bool:
    """Whether the concealed hand of a player without melds waits after a discard."""
    counts = [0] * TILE_KINDS
    for one in _held(log, player, place + 1).elements():
        counts[kind_of(one)] += 1
    rules = load_mahjong_rules(RULES[log.start.players])
    return sum(counts) % 3 == 1 and bool(finishing(counts, 0, rules.kinds, rules.waiting_shapes))


def _left(log: RoundLog, place: int) -> int:
    return DRAWABLE[log.start.players] - sum(isinstance(one, Draw) for one in log.events[:place])


def _last_discards(log: RoundLog) -> Iterator[tuple[int, int, set[str]]]:
    """Of each player without riichi the place of the last discard, if it is of a turn of their own and no move of
    theirs follows but a win; and the kinds of their melds.
    """
    for player in range(log.start.players):
        own = [at for at, one in enumerate(log.events) if getattr(one, "player", None) == player]
        own = [at for at in own if not isinstance(log.events[at], Won)]
        moves = [type(log.events[at]) for at in own]
        if moves[-2:] == [Draw, Discard] and Riichi not in moves:
            calls = [one for one in log.events if isinstance(one, Call) and one.player == player]
            yield player, own[-1], {one.meld.kind for one in calls}


# ---- the changes


def _declare(log: RoundLog, places: list[tuple[int, int]], rng: random.Random) -> list[Any] | None:
    if not places:
        return None
    player, at = rng.choice(places)
    return [*log.events[:at], Riichi(player), *log.events[at:]]


def _open(log: RoundLog, rng: random.Random) -> list[Any] | None:
    found = [(who, at) for who, at, melds in _last_discards(log) if melds - {"ankan"} and _left(log, at) > 4]
    return _declare(log, found, rng)


def _far(log: RoundLog, rng: random.Random) -> list[Any] | None:
    winners = {one.player for one in log.events if isinstance(one, Won)}
    closed = [(who, at) for who, at, melds in _last_discards(log) if not melds and who not in winners]
    return _declare(log, [(who, at) for who, at in closed if _left(log, at) > 4 and not _waits(log, who, at)], rng)


def _short(log: RoundLog, rng: random.Random) -> list[Any] | None:
    players, last = log.start.players, _last_discards(log)
    closed = [(who, at) for who, at, melds in last if not melds and 0 < _left(log, at) < players]
    return _declare(log, [(who, at) for who, at in closed if _waits(log, who, at)], rng)


def _swap(log: RoundLog, rng: random.Random) -> list[Any] | None:
    """The called tile is discarded, and what was discarded then goes later, when that one went."""
    moves: list[Any] = log.events
    found = []
    for at, one in enumerate(moves[:-1]):
        gone = moves[at + 1]
        if (
            not isinstance(one, Call)
            or one.tile is None
            or not isinstance(gone, Discard)
            or isinstance(moves[at + 2], (Call, Won))
        ):
            continue
        for later in range(at + 2, len(moves) - 1):
            other = moves[later]
            if not isinstance(other, Discard) or other.player != one.player or moves[later - 1] == other:
                continue
            is_kept = _held(log, one.player, at + 1)[other.tile] > 0
            is_drawn = isinstance(moves[later - 1], Draw) and moves[later - 1].tile == other.tile
            if is_kept and not is_drawn and kind_of(other.tile) == kind_of(one.tile) != kind_of(gone.tile):
                if not isinstance(moves[later + 1], (Call, Won)):
                    found.append((at + 1, later))
                break
    if not found:
        return None
    first, second = rng.choice(found)
    changed = [*moves]
    changed[first], changed[second] = moves[second], moves[first]
    return changed


def _nine(log: RoundLog, rng: random.Random) -> list[Any] | None:
    places = []
    for at, one in enumerate(log.events[: 2 * log.start.players - 1]):
        if isinstance(one, Call):
            break
        kinds = {*map(kind_of, _held(log, one.player, at + 1))} if isinstance(one, Draw) else {*ORPHANS}
        if len(kinds & {*ORPHANS}) < 9:
            places.append(at)
    if not places:
        return None
    at = rng.choice(places)
    return [*log.events[: at + 1], DrawnGame(kind="kyuushu_kyuuhai", said=SaidDraw(kind="kyuushu_kyuuhai"))]


def _ura(log: RoundLog, rng: random.Random) -> list[Any] | None:
    declared = {one.player for one in log.events if isinstance(one, Riichi)}
    won = log.events[-1]
    if not isinstance(won, Won) or declared or won.ura:
        return None
    turned = 1 + sum(type(one).__name__ == "Indicator" for one in log.events)
    return [*log.events[:-1], replace(won, ura=(log.start.indicator,) * turned)]


#: The changes by name.
ALTERED_RULES: Final[dict[str, Change]] = {
    "riichi with an open hand": _open,
    "riichi with a hand that does not wait": _far,
    "riichi with too few tiles left": _short,
    "the called tile discarded at once": _swap,
    "nine kinds of a hand that has fewer": _nine,
    "ura of a round without riichi": _ura,
}


def with_altered_rule(logged: LoggedGame, kind: str, rng: random.Random) -> tuple[LoggedGame, int] | None:
    """The game with one change of a kind, and in which of its rounds; ``None`` where it has no such move."""
    played: GameLog = logged.played
    for at in rng.sample(range(len(played.rounds)), len(played.rounds)):
        one = played.rounds[at]
        moves = ALTERED_RULES[kind](one, rng) if one.is_over else None
        if moves is not None:
            changed, records = replace(one, events=moves), [*logged.rounds]
            if isinstance(moves[-1], DrawnGame) and len(moves) < len(one.events):
                records[at] = replay_round(changed, load_mahjong_rules(RULES[one.start.players]))
            rounds = (*played.rounds[:at], changed, *played.rounds[at + 1 :])
            return replace(logged, played=replace(played, rounds=rounds), rounds=records), at
    return None


# ---- the formats


def _as_mjlog(text: str, old: RoundLog, new: RoundLog, at: int) -> str:
    """The XML with the moves of one round changed: what was there as it was, and what is new."""
    elements = re.findall(r"<[^>]*>", text)
    starts = [place for place, one in enumerate(elements) if one.startswith("<INIT")]
    start, end = [*starts, len(elements)][at : at + 2]
    spelled: dict[str, deque[str]] = {}
    moves = [one for one in elements[start:end] if _MOVE.match(one)]
    for event, element in zip(old.events, moves, strict=True):
        spelled.setdefault(repr(event), deque()).append(element)
    laid = {one[12]: one for one in elements[start:end] if one.startswith("<REACH") and 'step="2"' in one}
    found, declares = [elements[start]], None
    points = [points // 100 for points in old.start.scores or ()]
    for event in new.events:
        if told := spelled.get(repr(event)):
            found.append(told.popleft())
        elif isinstance(event, Riichi):
            found.append(f'<REACH who="{event.player}" step="1"/>')
        elif isinstance(event, DrawnGame):
            told_points = ",".join(f"{one},0" for one in points)
            ba = f"{old.start.honba},{old.start.sticks}"
            found.append(f'<RYUUKYOKU type="yao9" ba="{ba}" sc="{told_points}" />')
        else:
            assert isinstance(event, Won)
            ura = ",".join(["0"] * len(event.ura))
            found.append(moves[-1].replace(" who=", f' doraHaiUra="{ura}" who=', 1))
        if isinstance(event, Riichi):
            declares = event.player
        elif isinstance(event, Discard) and declares is not None:
            ten = ",".join(str(one - 10 * (who == declares)) for who, one in enumerate(points))
            found.append(laid.get(str(declares), f'<REACH who="{declares}" ten="{ten}" step="2"/>'))
            declares = None
    rest = elements[start:end]
    after = rest[rest.index(moves[-1]) + 1 :]
    return "".join([*elements[:start], *found, *after, *elements[end:]])


def in_formats(text: str, kind: str, rng: random.Random) -> dict[str, tuple[str, LoggedGame]]:
    """A log of Tenhou's XML with one change of a kind, in each format that has words for it, and what it was."""
    old = game_of(read_mjlog(text.encode()), "log", "mjlog")
    found = with_altered_rule(old, kind, rng)
    if found is None:
        return {}
    new, at = found
    texts = {"mjlog": (_as_mjlog(text, old.played.rounds[at], new.played.rounds[at], at), old)}
    for form, write in FORMATS.items():
        if says(form, old):
            texts[form] = write(new), old
    return texts


def plays_told(text: str, like: LoggedGame) -> list[str]:
    """The moves that are said to be impossible, or why the text is refused."""
    try:
        games = [*read_logs(io.StringIO(text))]
        refused = [str(one) for one in games if not isinstance(one, LoggedGame)]
        checked = [check_like(one, like) for one in games if isinstance(one, LoggedGame)]
    except CalcError as error:
        return [str(error)]
    return [*refused, *(str(one.found) for game in checked for one in game.disagreements if one.key.endswith("play"))]


def _change(text: str, form: str, kind: str, rng: random.Random) -> Iterator[tuple[str, bool]]:
    changed, like = in_formats(text, kind, rng).get(form, (None, None))
    if changed is not None and like is not None:
        yield changed, bool(plays_told(changed, like))


if __name__ == "__main__":
    rows = Rows(__file__)["changes"]
    can = [
        (form, kind)
        for form in ("mjlog", *FORMATS)
        for kind in ALTERED_RULES
        if form not in rows[kind].get("untold", ())
    ]
    count(can, _change)
