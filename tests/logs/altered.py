"""Logs in which one move was changed so that the game could not have been played, in the formats that tell moves.

``make falsify`` changes every real log that is at hand (else the samples) many times, and says how many of each kind of
change a check notices.
"""

import argparse
import io
import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from bench.agree import corpus_folder
from calc import read_logs
from calc.errors import CalcError
from calc.mahjong.logs.events import LoggedGame
from calc.mahjong.logs.mjlog import read_mjlog
from tests.logs.alone import check_alone
from tests.logs.writers import as_mjai, as_tenhou_json

#: A change of the moves of one round: what is left of them, or ``None`` where the round has no such move.
Change = Callable[[list[Any], random.Random], list[Any] | None]
COPIES: Final = range(136)
_DRAW, _DISCARD = re.compile(r"<([T-W])(\d+)/>"), re.compile(r"<([D-G])(\d+)/>")
_HANDS = re.compile(r' hai\d="([\d,]+)"')


# ---- Tenhou XML: a round is a list of elements


def _turns(moves: Sequence[str]) -> list[int]:
    """Where a player draws and discards, and nothing happens between."""
    pairs = pairwise(moves)
    return [
        place
        for place, (one, other) in enumerate(pairs)
        if (drawn := _DRAW.fullmatch(one)) and (gone := _DISCARD.fullmatch(other)) and _same(drawn[1], gone[1])
    ]


def _same(draws: str, discards: str) -> bool:
    return "TUVW".index(draws) == "DEFG".index(discards)


def _unseen(moves: Sequence[str]) -> list[int]:
    text = "".join(moves)
    seen = {int(tile) for hand in _HANDS.findall(text) for tile in hand.split(",") if tile}
    seen |= {int(tile) for _, tile in _DRAW.findall(text)}
    seen |= {
        int(tile) for group in re.findall(r'(?:doraHai|doraHaiUra|hai)="([\d,]+)"', text) for tile in group.split(",")
    }
    seen |= {int(re.findall(r'seed="[\d,]+,(\d+)"', text)[0])}
    return [tile for tile in COPIES if tile not in seen]


def _swap_turns(moves: list[str], rng: random.Random) -> list[str] | None:
    places = [at for at in _turns(moves) if at + 2 in _turns(moves)]
    if not places:
        return None
    at = rng.choice(places)
    return [*moves[:at], *moves[at + 2 : at + 4], *moves[at : at + 2], *moves[at + 4 :]]


def _leave_turn_out(moves: list[str], rng: random.Random) -> list[str] | None:
    # A tile that was kept would be missed later on: of a tile that is discarded at once only the turn is.
    places = [at for at in _turns(moves) if re.findall(r"\d+", moves[at]) == re.findall(r"\d+", moves[at + 1])]
    if not places:
        return None
    at = rng.choice(places)
    return [*moves[:at], *moves[at + 2 :]]


def _turn_twice(moves: list[str], rng: random.Random) -> list[str] | None:
    places, unseen = _turns(moves), _unseen(moves)
    if not places or not unseen:
        return None
    at, tile = rng.choice(places), rng.choice(unseen)
    player = "TUVW".index(moves[at][1])
    return [*moves[: at + 2], f"<{'TUVW'[player]}{tile}/>", f"<{'DEFG'[player]}{tile}/>", *moves[at + 2 :]]


def _run_out_early(moves: list[str], rng: random.Random) -> list[str] | None:
    if not any(move.startswith("<RYUUKYOKU") and " type=" not in move for move in moves):
        return None
    end = next(at for at, move in enumerate(moves) if move.startswith("<RYUUKYOKU"))
    last = [at for at in _turns(moves) if at + 2 == end and moves[at][2:] == moves[at + 1][2:]]
    return [*moves[: last[0]], *moves[end:]] if last else None


def _turn_indicator(moves: list[str], rng: random.Random) -> list[str] | None:
    places, unseen = _turns(moves), _unseen(moves)
    if not places or not unseen or "<DORA" in "".join(moves):
        return None
    at = rng.choice(places)
    return [*moves[: at + 1], f'<DORA hai="{rng.choice(unseen)}" />', *moves[at + 1 :]]


def _leave_indicator_out(moves: list[str], rng: random.Random) -> list[str] | None:
    places = [at for at, move in enumerate(moves) if move.startswith("<DORA")]
    if not places:
        return None
    at = rng.choice(places)
    return [*moves[:at], *moves[at + 1 :]]


def _same_copy(moves: list[str], rng: random.Random) -> list[str] | None:
    places = [at for at in _turns(moves) if moves[at][2:] == moves[at + 1][2:]]
    seen = [*{*COPIES} - {*_unseen(moves)}]
    if not places:
        return None
    at = rng.choice(places)
    own = int(moves[at][2:-2])
    others = [tile for tile in seen if tile // 4 == own // 4 and tile != own]
    if not others:
        return None
    tile = rng.choice(others)
    return [*moves[:at], f"{moves[at][:2]}{tile}/>", f"{moves[at + 1][:2]}{tile}/>", *moves[at + 2 :]]


def _across(moves: list[str], rng: random.Random) -> list[str] | None:
    chis = [at for at, move in enumerate(moves) if (code := _meld(move)) is not None and code & 4]
    if not chis:
        return None
    at = rng.choice(chis)
    code = _meld(moves[at]) or 0
    return [*moves[:at], moves[at].replace(f'm="{code}"', f'm="{code & ~3 | rng.choice((1, 2))}"'), *moves[at + 1 :]]


def _meld(move: str) -> int | None:
    found = re.fullmatch(r'<N who="\d" m="(\d+)" ?/>', move)
    return int(found[1]) if found else None


def _furiten(moves: list[str], rng: random.Random) -> list[str] | None:
    wins = [re.search(r'<AGARI .*?machi="(\d+)".*? who="(\d)" fromWho="(\d)"', move) for move in moves]
    win = next((one for one in wins if one and one[2] != one[3]), None)
    if win is None:
        return None
    winner, kind = int(win[2]), int(win[1]) // 4
    tiles = [tile for tile in _unseen(moves) if tile // 4 == kind]
    places = [at for at in _turns(moves) if moves[at][1] == "TUVW"[winner] and moves[at][2:] == moves[at + 1][2:]]
    # Robbing a quad is no discard, and a call from what is discarded would miss its tile.
    places = [at for at in places if not moves[at + 2].startswith("<N")]
    if not tiles or not places or "<N" in moves[-1]:
        return None
    at, tile = rng.choice(places), rng.choice(tiles)
    return [*moves[:at], f"{moves[at][:2]}{tile}/>", f"{moves[at + 1][:2]}{tile}/>", *moves[at + 2 :]]


def _other_in_riichi(moves: list[str], rng: random.Random) -> list[str] | None:
    places = [at for at, move in enumerate(moves) if re.fullmatch(r'<REACH who="\d"[^>]* step="2"[^>]*/>', move)]
    for place in places:
        who = int(re.findall(r'who="(\d)"', moves[place])[0])
        later = [at for at in _turns(moves) if at > place and moves[at][1] == "TUVW"[who]]
        if later and not any(move.startswith(f'<N who="{who}"') for move in moves):
            at = rng.choice(later)
            held = {*map(int, re.findall(rf' hai{who}="([\d,]+)"', moves[0])[0].split(","))}
            for move in moves[:at]:
                drawn, gone = _DRAW.fullmatch(move), _DISCARD.fullmatch(move)
                held |= {int(drawn[2])} if drawn and drawn[1] == "TUVW"[who] else set()
                held -= {int(gone[2])} if gone and gone[1] == "DEFG"[who] else set()
            return [*moves[: at + 1], f"<{'DEFG'[who]}{rng.choice(sorted(held))}/>", *moves[at + 2 :]]
    return None


def _second_step(moves: list[str], rng: random.Random) -> list[str] | None:
    places = [at for at, move in enumerate(moves) if 'step="2"' in move]
    if not places:
        return None
    at = rng.choice(places)
    return [*moves[:at], *moves[at + 1 :]]


def _other_draw(moves: list[str], rng: random.Random) -> list[str] | None:
    places = [at for at, move in enumerate(moves) if move.startswith("<RYUUKYOKU") and " type=" not in move]
    if not places:
        return None
    at = places[0]
    return [
        *moves[:at],
        moves[at].replace("<RYUUKYOKU", f'<RYUUKYOKU type="{rng.choice(("kaze4", "yao9"))}"'),
        *moves[at + 1 :],
    ]


def _ura(moves: list[str], rng: random.Random) -> list[str] | None:
    wins = [at for at, move in enumerate(moves) if move.startswith("<AGARI") and "doraHaiUra" not in move]
    unseen = _unseen(moves)
    if not wins or not unseen or "<REACH" in "".join(moves):
        return None
    at, tiles = wins[0], ",".join(str(rng.choice(unseen)) for _ in range(1 + "".join(moves).count("<DORA")))
    return [*moves[:at], moves[at].replace(" who=", f' doraHaiUra="{tiles}" who=', 1), *moves[at + 1 :]]


def _move_han(moves: list[str], rng: random.Random) -> list[str] | None:
    for at, move in enumerate(moves):
        found = re.search(r' yaku="(\d+),([1-9]),(\d+),([1-9])', move)
        if found:
            a, x, b, y = found.groups()
            told = f' yaku="{a},{int(x) + 1},{b},{int(y) - 1}'
            return [*moves[:at], move.replace(found[0], told), *moves[at + 1 :]]
    return None


# ---- mjai: a round is a list of events


def _pairs(moves: Sequence[Any]) -> list[int]:
    return [
        at
        for at in range(len(moves) - 1)
        if moves[at]["type"] == "tsumo"
        and moves[at + 1]["type"] == "dahai"
        and moves[at]["actor"] == moves[at + 1]["actor"]
    ]


def _across_events(moves: list[Any], rng: random.Random) -> list[Any] | None:
    places = [at for at, move in enumerate(moves) if move["type"] == "chi"]
    if not places:
        return None
    changed = deepcopy(moves)
    move = changed[rng.choice(places)]
    move["target"] = (move["target"] + rng.choice((1, 2))) % 4
    return changed


def _claim_drawn(moves: list[Any], rng: random.Random) -> list[Any] | None:
    places = [
        at + 1 for at in _pairs(moves) if not moves[at + 1]["tsumogiri"] and moves[at]["pai"] != moves[at + 1]["pai"]
    ]
    if not places:
        return None
    changed = deepcopy(moves)
    changed[rng.choice(places)]["tsumogiri"] = True
    return changed


#: The changes by format and name, as people would say what somebody did.
ALTERED: Final[dict[str, dict[str, Change]]] = {
    "mjlog": {
        "two turns in the wrong order": _swap_turns,
        "a turn left out": _leave_turn_out,
        "one more turn of the same player": _turn_twice,
        "the wall told to have run out early": _run_out_early,
        "an indicator turned without a quad": _turn_indicator,
        "an indicator left out": _leave_indicator_out,
        "the same copy of a tile twice": _same_copy,
        "a run called from across the table": _across,
        "a ron in furiten": _furiten,
        "another tile than the drawn one after riichi": _other_in_riichi,
        "the second step of a riichi left out": _second_step,
        "another kind of draw": _other_draw,
        "ura without riichi": _ura,
        "a han moved from one yaku to another": _move_han,
    },
    "mjai": {
        "a run called from across the table": _across_events,
        "a tile from the hand told as drawn": _claim_drawn,
    },
}


def as_texts(text: str) -> dict[str, str]:
    """A log of Tenhou's XML in each format."""
    log = read_mjlog(text.encode())
    return {
        "mjlog": text,
        "mjai": "\n".join(map(json.dumps, as_mjai(log))),
        "tenhou.net/6": json.dumps(as_tenhou_json(log)),
    }


def altered(text: str, form: str, kind: str, rng: random.Random) -> str | None:
    """A log with one change of a kind in one of its rounds; ``None`` where it has no such move."""
    change = ALTERED[form][kind]
    elements: list[Any]
    if form == "mjlog":
        elements = re.findall(r"<[^>]*>", text)
        starts = [at for at, one in enumerate(elements) if one.startswith("<INIT")]
    else:
        elements = [json.loads(line) for line in text.splitlines()]
        starts = [at for at, one in enumerate(elements) if one["type"] == "start_kyoku"]
    bounds = [*zip(starts, [*starts[1:], len(elements)], strict=True)]
    rng.shuffle(bounds)
    for start, end in bounds:
        changed = change(elements[start:end], rng)
        if changed is not None:
            all_moves = [*elements[:start], *changed, *elements[end:]]
            return "".join(all_moves) if form == "mjlog" else "\n".join(map(json.dumps, all_moves))
    return None


def notices(text: str) -> bool:
    """Whether a log is refused, or a check says that it disagrees."""
    try:
        logged = [*read_logs(io.StringIO(text))]
        return any(not isinstance(one, LoggedGame) or check_alone(one, one.game).disagreements for one in logged)
    except CalcError:
        return True


def logs(most: int | None = None) -> Iterator[str]:
    """The real logs at hand, else the samples."""
    folder = corpus_folder() / "logs"
    found = sorted(folder.glob("*.mjlog")) or sorted(Path("samples/logs").glob("*.mjlog"))
    yield from (path.read_text(encoding="utf-8") for path in found[:most])


def count(
    kinds: Sequence[tuple[str, str]], change: Callable[[str, str, str, random.Random], Iterator[tuple[str, bool]]]
) -> None:
    """Print how many of a hundred changes of each kind in each format, or of all there are, a check notices.

    ``change``: of a log of Tenhou's XML: each text that is not the same as before, and whether it is noticed.
    """
    asked = argparse.ArgumentParser()
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--changes", type=int, default=100)
    options, texts = asked.parse_args(), [*logs()]
    for form, kind in kinds:
        rng, told = random.Random(f"{options.seed} {form} {kind}"), dict[str, bool]()
        for _ in range(options.changes * 10):
            told |= change(rng.choice(texts), form, kind, rng) if len(told) < options.changes else ()
        print(f"{form:14} {kind:46} {sum(told.values()):5} of {len(told)}", flush=True)


def _change(text: str, form: str, kind: str, rng: random.Random) -> Iterator[tuple[str, bool]]:
    if (changed := altered(as_texts(text)[form], form, kind, rng)) is not None:
        yield changed, notices(changed)


if __name__ == "__main__":
    count([(form, kind) for form, kinds in ALTERED.items() for kind in kinds], _change)
