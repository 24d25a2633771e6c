"""A game of riichi settled the plain way, from hands that are valued already: nothing here knows of rule tables.

Players are numbers, 0 deals first. A *hand* is a mapping that says how it ended:

- ``riichi``: players who declared and paid; ``wins``: a list of wins, or ``draw``: its kind with ``waiting`` and
  ``dreams``, or ``chombo``: the offenders (beside a draw: the draw is void);
- a *win*: ``player``, ``source`` (the discarder, None for a self-pick), ``worth`` and ``liable``: a list of
  (player, worth of the limit that player is liable for).

A *worth* is base points or a row of a chart: (ron of a child, ron of the dealer, (self-pick of a child: from a child,
from the dealer), self-pick of the dealer in all).
"""

from fractions import Fraction
from typing import Any, NamedTuple

Row = tuple[int, int, tuple[int, int], int]
Worth = int | Row

ALL_ABORTIVE = ["kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan", "sanchahou"]

_RIICHI: dict[str, Any] = {
    "players": 4,
    "counter_ron": 300,
    "multiple_ron": "all",
    "multiple_ron_counters": "nearest",
    "liable_scope": "hand",
    "liable_counters": "discarder",
    "waiting_pool": 3000,
    "nagashi_mangan": True,
    "nagashi_sticks": "winner",
    "nagashi_keeps_seats": True,
    "abortive_draws": ["suukaikan"],
    "dealer_keeps_on_draw": "waiting",
    "chombo": "none",
    "chombo_points": 20000,
    "start": 25000,
    "rounds": 2,
    "target": 30000,
    "west_round": False,
    "west_round_ends": "at_target",
    "bust_ends": True,
    "dealer_may_stop": False,
    "oka": 20000,
    "return": 30000,
    "uma": [10, 5, -5, -10],
    "rounding": {"mode": "half_down", "of": "difference"},
    "ties": "seat",
    "leftover_sticks": "first",
    "unit": 1000,
}
_TENHOU = _RIICHI | {
    "liable_counters": "liable",
    "multiple_ron": "abort_on_three",
    "nagashi_sticks": "stay",
    "nagashi_keeps_seats": False,
    "abortive_draws": ALL_ABORTIVE,
    "west_round": True,
    "west_round_ends": "after_dealer",
    "dealer_may_stop": "always",
    "uma": [20, 10, -10, -20],
    "rounding": {"mode": "half_away", "of": "score"},
}
_THREE = {"players": 3, "waiting_pool": 2000}
#: What each rule set plays, from its description.
SETS: dict[str, dict[str, Any]] = {
    "riichi": _RIICHI,
    "tenhou": _TENHOU,
    "sanma": _RIICHI
    | _THREE
    | {
        "nagashi_mangan": False,
        "dealer_keeps_on_draw": "always",
        "start": 35000,
        "target": 50001,
        "west_round": True,
        "west_round_ends": "at_target",
        "oka": 0,
        "return": "start",
        "uma": [0, 0, 0],
        "rounding": {"mode": "none", "of": "difference"},
        "unit": 1,
    },
    "sanma-common": _RIICHI | _THREE | {"uma": [10, 0, -10], "oka": 15000},
    "tenhou-sanma": _TENHOU
    | _THREE
    | {
        "counter_ron": 200,
        "start": 35000,
        "target": 40000,
        "return": 40000,
        "oka": 15000,
        "uma": [20, 0, -20],
        "abortive_draws": ["kyuushu_kyuuhai", "suukaikan"],
    },
}

#: A mangan that a chart pays; as base points it is 2000.
MANGAN: Row = (8000, 12000, (2000, 4000), 8000)


class Frame(NamedTuple):
    """Which hand it is: winds and numbers count from 0, so the number is the dealer."""

    wind: int = 0
    number: int = 0
    honba: int = 0
    sticks: int = 0


def hundred(points: int) -> int:
    return -(-points // 100) * 100


def self_pick(worth: Worth, winner: int, dealer: int, players: int) -> dict[int, int]:
    """What each of the others pays for a self-pick, without honba."""
    pays = {}
    for player in range(players):
        if player == winner:
            continue
        if isinstance(worth, int):
            pays[player] = hundred(worth * 2 if dealer in (player, winner) else worth)
        elif winner == dealer:
            pays[player] = worth[3] // 2
        else:
            pays[player] = worth[2][player == dealer]
    return pays


def by_discard(worth: Worth, winner: int, dealer: int) -> int:
    if isinstance(worth, int):
        return hundred(worth * (6 if winner == dealer else 4))
    return worth[1] if winner == dealer else worth[0]


def less(worth: Worth, part: Worth) -> Worth:
    """What is left of a hand without one of its limits."""
    if isinstance(worth, int) and isinstance(part, int):
        return worth - part
    assert not isinstance(worth, int)
    assert not isinstance(part, int)
    tsumo = worth[2][0] - part[2][0], worth[2][1] - part[2][1]
    return worth[0] - part[0], worth[1] - part[1], tsumo, worth[3] - part[3]


def pay_win(win: dict[str, Any], dealer: int, counters: int, rules: dict[str, Any]) -> list[int]:
    """Who gains and loses what by one win."""
    count, winner, source = rules["players"], win["player"], win["source"]
    changes = [0] * count

    def pay(payer: int, amount: int) -> None:
        changes[payer] -= amount
        changes[winner] += amount

    rest: Worth = win["worth"]
    parts = list(win.get("liable", []))
    if len({seat for seat, _ in parts}) == 1 and rules["liable_scope"] == "hand":
        parts = [(parts[0][0], win["worth"])]
    for seat, part in parts:
        if source is None:
            pay(seat, sum(self_pick(part, winner, dealer, count).values()))
        else:
            whole = by_discard(part, winner, dealer)
            pay(seat, whole // 2)
            pay(source, whole - whole // 2)
        rest = less(rest, part)
    if source is None:
        for player, amount in self_pick(rest, winner, dealer, count).items():
            pay(player, amount)
        for player in range(count):
            if player != winner:
                pay(parts[0][0] if parts else player, 100 * counters)
    else:
        pay(source, by_discard(rest, winner, dealer))
        on_liable = parts and rules["liable_counters"] == "liable"
        pay(parts[0][0] if on_liable else source, rules["counter_ron"] * counters)
    return changes


def pay_dreams(player: int, dealer: int, players: int) -> list[int]:
    changes = [0] * players
    for payer, amount in self_pick(2000, player, dealer, players).items():
        changes[payer] -= amount
        changes[player] += amount
    return changes


def settle_hand(hand: dict[str, Any], frame: Frame, rules: dict[str, Any]) -> dict[str, Any]:
    """One hand: ``changes`` by player, ``keeps`` (the dealer), ``why`` it kept, ``honba`` and ``sticks`` after it."""
    count = rules["players"]
    if hand.get("chombo"):
        # The hand is void: sticks go back, and the same dealer plays it again.
        changes = [0] * count
        for offender in hand["chombo"] if rules["chombo"] == "mangan" else []:
            for player, points in enumerate(pay_dreams(offender, frame.number, count)):
                changes[player] -= points
        return {"changes": changes, "keeps": True, "why": "chombo", "honba": frame.honba, "sticks": frame.sticks}
    wins = hand.get("wins", [])
    sticks = frame.sticks + len(hand["riichi"])
    if wins and not (len(wins) == 3 and rules["multiple_ron"] == "abort_on_three"):
        settled = settle_wins(wins, frame, sticks, rules)
    elif hand.get("draw") == "exhaustive":
        settled = settle_exhaustive(hand["waiting"], hand.get("dreams", []), frame, sticks, rules)
    else:
        settled = {"changes": [0] * count, "keeps": True, "why": "abort", "honba": frame.honba + 1, "sticks": sticks}
    for player in hand["riichi"]:
        settled["changes"][player] -= 1000
    return settled


def settle_wins(wins: list[dict[str, Any]], frame: Frame, sticks: int, rules: dict[str, Any]) -> dict[str, Any]:
    changes, source = [0] * rules["players"], wins[0]["source"]
    if source is not None:
        wins = sorted(wins, key=lambda win: (win["player"] - source) % rules["players"])
    if rules["multiple_ron"] == "first":
        wins = wins[:1]
    for place, win in enumerate(wins):
        counted = place == 0 or rules["multiple_ron_counters"] == "each"
        for player, points in enumerate(pay_win(win, frame.number, frame.honba if counted else 0, rules)):
            changes[player] += points
    changes[wins[0]["player"]] += 1000 * sticks
    keeps = frame.number in [win["player"] for win in wins]
    return {"changes": changes, "keeps": keeps, "why": "win", "honba": frame.honba + 1 if keeps else 0, "sticks": 0}


def settle_exhaustive(
    waiting: list[int], dreams: list[int], frame: Frame, sticks: int, rules: dict[str, Any]
) -> dict[str, Any]:
    count, dealer, rule = rules["players"], frame.number, rules["dealer_keeps_on_draw"]
    changes = [0] * count
    keeps = rule == "always" or (rule == "waiting" and dealer in waiting)
    for winner in dreams:
        for player, points in enumerate(pay_dreams(winner, dealer, count)):
            changes[player] += points
    if dreams:
        keeps = keeps or rules["nagashi_keeps_seats"]
        if rules["nagashi_sticks"] == "winner":
            changes[min(dreams, key=lambda player: (player - dealer) % count)] += 1000 * sticks
            sticks = 0
    elif 0 < len(waiting) < count:
        for player in range(count):
            sharing = len(waiting) if player in waiting else len(waiting) - count
            changes[player] += rules["waiting_pool"] // sharing
    why = "win" if dealer in dreams else "waiting" if dealer in waiting else "draw"
    return {"changes": changes, "keeps": keeps, "why": why, "honba": frame.honba + 1, "sticks": sticks}


def ranking(scores: list[int]) -> list[int]:
    """Players best first; who sits nearer the first dealer is before who has as much."""
    return sorted(range(len(scores)), key=lambda player: (-scores[player], player))


def why_over(settled: dict[str, Any], frame: Frame, scores: list[int], rules: dict[str, Any]) -> str | None:
    """Why the game is over after a hand, None where it is not; ``may stop`` where the dealer may but need not."""
    extra, ends = frame.wind >= rules["rounds"], rules["west_round_ends"]
    last = frame.number == rules["players"] - 1 and frame.wind >= rules["rounds"] - 1
    has = max(scores) >= rules["target"]
    leads = ranking(scores)[0] == frame.number
    if rules["bust_ends"] and min(scores) < 0:
        return "bust"
    if settled["keeps"]:
        if extra and has and (ends == "at_target" or (ends == "after_dealer" and leads)):
            return "target_reached"
        if last and leads and settled["why"] in ("win", "waiting") and (has or not rules["west_round"]):
            return {False: None, True: "may stop", "always": "dealer_stopped"}[rules["dealer_may_stop"]]
        return None
    if last and (extra or has or not rules["west_round"]):
        return "rounds_over"
    return "target_reached" if extra and has and ends != "in_full" else None


def next_frame(frame: Frame, settled: dict[str, Any], players: int) -> Frame:
    honba, sticks = settled["honba"], settled["sticks"]
    if settled["keeps"]:
        return Frame(frame.wind, frame.number, honba, sticks)
    if frame.number == players - 1:
        return Frame(frame.wind + 1, 0, honba, sticks)
    return Frame(frame.wind, frame.number + 1, honba, sticks)


def rounded(value: Fraction, mode: str) -> Fraction:
    """To whole thousands: ``half_down`` and ``half_up`` look at what is above the floor, ``half_away`` at the size."""
    if mode == "none":
        return value
    if mode == "half_away":
        size = (abs(value) + Fraction(1, 2)).__floor__()
        return Fraction(size if value >= 0 else -size)
    floor = Fraction(value.__floor__())
    above = value - floor
    up = above >= Fraction(1, 2) if mode == "half_up" else above > Fraction(1, 2)
    return floor + 1 if up else floor


def standing(scores: list[int], start: list[int], rules: dict[str, Any], chombo: list[int]) -> list[dict[str, Any]]:
    """The final table, best first. ``chombo``: how often each player offended (where final points pay for it)."""
    order, unit = ranking(scores), rules["unit"]
    oka = [Fraction(rules["oka"], unit)] + [Fraction(0)] * (len(scores) - 1)
    uma = [Fraction(place) for place in rules["uma"]]
    places = list(range(1, len(scores) + 1))
    if rules["ties"] == "share":
        for points in set(scores):
            tied = [place for place, player in enumerate(order) if scores[player] == points]
            for shares in (oka, uma):
                if len(tied) > 1:
                    pot = sum((shares[place] for place in tied), Fraction(0))
                    shares[tied[0] : tied[-1] + 1] = shared(pot, len(tied), unit)
            for place in tied:
                places[place] = tied[0] + 1
    table = []
    for place, player in enumerate(order):
        full, mode = Fraction(scores[player], unit) + oka[place], rules["rounding"]["mode"]
        back = Fraction(start[player] if rules["return"] == "start" else rules["return"], unit)
        of_score = rules["rounding"]["of"] == "score"
        plain = rounded(full, mode) - back if of_score else rounded(full - back, mode)
        row: dict[str, Any] = {"player": player, "place": places[place], "points": scores[player], "uma": uma[place]}
        table.append(row | {"oka": oka[place], "score": plain + uma[place]})
    table[0]["score"] -= sum(row["score"] for row in table)
    for row in table:
        if count := chombo[row["player"]]:
            row["chombo"] = -Fraction(rules["chombo_points"] * count, unit)
            row["score"] += row["chombo"]
    return table


def shared(pot: Fraction, count: int, unit: int) -> list[Fraction]:
    """Equal shares in tenths (in whole points where results are points); what is left goes to the better places."""
    step = Fraction(1, 10) if unit > 1 else Fraction(1)
    shares = [(pot / count / step).__floor__() * step for _ in range(count)]
    place = 0
    while sum(shares) < pot:
        shares[place] += min(step, pot - sum(shares))
        place += 1
    return shares


def settle(hands: list[dict[str, Any]], start: list[int], rules: dict[str, Any]) -> dict[str, Any]:
    """A whole game: every hand with what it changed, why the game ended, the last scores and the final table."""
    frame, scores, told = Frame(), list(start), []
    ended: str | None = None
    offences = [0] * rules["players"]
    for hand in hands:
        assert ended in (None, "may stop")
        settled = settle_hand(hand, frame, rules)
        scores = [before + change for before, change in zip(scores, settled["changes"], strict=True)]
        if rules["chombo"] == "points":
            for offender in hand.get("chombo", []):
                offences[offender] += 1
        ended = why_over(settled, frame, scores, rules)
        after = next_frame(frame, settled, rules["players"])
        told.append({"frame": frame, "changes": settled["changes"], "scores": scores, "next": after, "ended": ended})
        frame = after
    if ended == "may stop":
        ended = "dealer_stopped"
    if ended and rules["leftover_sticks"] == "first":
        scores = list(scores)
        scores[ranking(scores)[0]] += 1000 * frame.sticks
    return {"rounds": told, "ended": ended, "scores": scores, "final": standing(scores, start, rules, offences)}
