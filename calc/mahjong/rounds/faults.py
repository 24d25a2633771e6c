"""What contradicts itself in a round beyond a single hand: tables of faults, each in order of precedence.

A row is the code of the refusal, the condition, the key at fault, and the message with its values.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from calc.errors import did_you_mean
from calc.mahjong.read import ReadWin
from calc.mahjong.records.types import Draw, Game, Round, Win
from calc.mahjong.rounds.frames import Frame, hand_name, wind_of
from calc.mahjong.rules.ruleset import MahjongRules
from calc.notation.tiles import print_tiles
from calc.translation import msg, one_by_one

#: The keys of a draw that name seats: in a list, and with a value for each.
LISTED_SEATS: Final = ("pool_of_dreams", "waiting", "noten")
KEYED_SEATS: Final = ("hands", "discards", "north")
EXHAUSTIVE: Final = "exhaustive"
#: A draw because three players win on one discard 三家和, and how many that are.
ALL_RON: Final = "sanchahou"
_WINNERS: Final = 3
_Rows = Iterator[tuple[Any, ...]]

# fmt: off


def of_seats(record: Round, rules: MahjongRules) -> _Rows:
    """Seats that there are not, or that are named twice. A single win is read by itself."""
    named: dict[str, Sequence[Any]] = {"riichi": record.riichi, "chombo": record.chombo, "faults": [*record.faults]}
    named["wareme"] = [record.wareme] if record.wareme else []
    if record.draw is not None:
        named |= {f"draw.{key}": [*(getattr(record.draw, key) or ())] for key in (*LISTED_SEATS, *KEYED_SEATS)}
    if record.round is not None:
        named["round"] = [record.round]
    for place, win in enumerate(record.wins if len(record.wins) > 1 else ()):
        named |= {f"wins[{place}].seat": [win.seat], f"wins[{place}].from": [win.from_] if win.from_ else []}
    for key, seats in named.items():
        for seat in seats:
            yield ("wrong_type", seat not in rules.seats, key,
                   "{0} has the winds {1} only, found {2!r}", rules.id, " ".join(rules.seats), seat)
            yield "contradiction", seats.count(seat) > 1, key, "expected each seat once, found {0} twice", seat


    for seat, name in record.faults.items():
        yield ("unknown_key", name not in rules.faults, f"faults.{seat}",
               "{0} knows no fault {1!r}{2}", rules.id, name, did_you_mean(name, rules.faults))


def of_frame(game: Game, place: int, frame: Frame, rules: MahjongRules) -> _Rows:
    """A round of a game that does not follow from those before it."""
    record, dealer, hand = game.rounds[place], game.players[frame.number - 1], hand_name(frame)
    said = f"{record.round or wind_of(frame, rules)}{record.number or frame.number}"
    told = (dealer, hand, msg("1 counter") if frame.honba == 1 else msg("{0} counters", frame.honba), said)
    why = msg("{0} deals next: the next round is {1} with {2}; the sheet says {3}", *told)
    if frame.keeps and game.rounds[place - 1].wins:
        why = msg("{0}, the dealer, won {1}, so the next round is {1} again with {2}; the sheet says {3}", *told)
    elif frame.keeps:
        why = msg(
            "{0}, the dealer, stays after {1}, so the next round is {1} again with {2}; the sheet says {3}", *told
        )
    yield ("contradiction", frame.wind + frame.again >= len(rules.seats), "",
           "expected the end of the game by now, found another round")
    for key, follows in (("round", wind_of(frame, rules)), ("number", frame.number)):
        claimed = getattr(record, key)
        if claimed not in (None, follows) and not place:
            yield ("contradiction", True, key,
                   "a game begins with E1, found {0} {1}; for a part of a game give the points that each player had "
                   "then, as a list (start), and the round and number of its first round", key, claimed)
        yield "contradiction", claimed not in (None, follows), key, "{0}", why


def of_riichi(record: Round, rules: MahjongRules) -> _Rows:
    """Who wins with riichi declared it in the round. Before a win in the first turn, only seats before had a turn."""
    for place, win in enumerate(record.wins):
        seat, at, has_paid = win.seat, f"wins[{place}]", win.seat in record.riichi
        yield ("contradiction", win.riichi and not has_paid, "riichi",
               "{0} wins with riichi, but is not among the round's riichi; list all who declared and paid, {0} too",
               seat)
        yield ("contradiction", has_paid and not win.riichi and win.has_tiles, f"{at}.riichi",
               "{0} is among the round's riichi, but wins without; add riichi to the win", seat)
        if win.first_turn and seat in rules.seats:
            late = [other for other in record.riichi if rules.seats.index(other) > rules.seats.index(seat)]
            yield ("contradiction", late, f"{at}.first_turn",
                   "{0} wins in the first turn, before {1} could declare riichi; remove first_turn or the riichi",
                   seat, one_by_one(late, " and "))


def of_winners(wins: Sequence[Win]) -> _Rows:
    """A ron names its discarder; several winners won on one discard, of which the same holds for all."""
    for place, win in enumerate(wins):
        yield ("missing_key", win.by == "ron" and win.from_ is None, f"wins[{place}].from",
               "{0} wins by ron, and a round needs to know who pays; add from: the seat that discarded the winning "
               "tile", win.seat)
    if len(wins) == 1:
        return
    for place, win in enumerate(wins):
        yield ("contradiction", win.by == "tsumo", f"wins[{place}].by",
               "{0} wins by tsumo, and then nobody else can win", win.seat)
        yield ("contradiction", win.from_ != wins[0].from_, f"wins[{place}].from",
               "expected one discarder, found {0} and {1}", wins[0].from_, win.from_)
    caller = next((win.seat for win in wins if win.melds), None)
    for place, win in enumerate(wins):
        yield ("contradiction", win.first_turn and caller, f"wins[{place}].first_turn",
               "the melds of {0} ended the first turn for everybody; remove first_turn, or the melds", caller)
    yield ("contradiction", len({win.seat for win in wins}) < len(wins), "wins",
           "expected each winner once, found one twice")
    known = [(f"wins[{place}]", win) for place, win in enumerate(wins) if win.has_tiles]
    for at, win in known:
        for key in ("last_tile", "chankan"):
            yield ("contradiction", getattr(win, key) != getattr(known[0][1], key), f"{at}.{key}",
                   "the winners share a tile, so {0} holds for all of them or for none", key)


def of_tiles(reads: Mapping[int, ReadWin]) -> _Rows:
    """The winners with tiles, by place, won on one discard under the same indicators."""
    first = next(iter(reads.values()))
    for place, read in reads.items():
        yield ("contradiction", read.win != first.win, f"wins[{place}].win",
               "expected one discard, found {0}", msg("{0} and {1}", print_tiles([first.win]), print_tiles([read.win])))
        yield ("contradiction", read.dora != first.dora, f"wins[{place}].dora",
               "the winners see the same dora indicators; give them to all, the same ones")
    ura = {place: read.ura for place, read in reads.items() if read.record.riichi}
    for place, indicators in ura.items():
        yield ("contradiction", indicators != next(iter(ura.values())), f"wins[{place}].ura",
               "the winners with riichi see the same ura indicators; give them to all, the same ones")


def of_draw(draw: Draw, riichi: Sequence[str], rules: MahjongRules) -> _Rows:
    """A draw that the rules do not have, or that cannot be as it is recorded."""
    kind, seats, rounds, norths = draw.kind, rules.seats, rules.rounds, sum(draw.north.values())
    if draw.noten is not None and draw.waiting is not None:
        yield ("contradiction", {*draw.waiting} != {*seats} - {*draw.noten}, "draw.noten",
               "expected each player under waiting or under noten, found waiting {0} and noten {1}; leave one of them "
               "out", " ".join(draw.waiting) or msg("nobody"), " ".join(draw.noten) or msg("nobody"))
    yield ("not_payable", kind == ALL_RON and len(seats) <= _WINNERS, "draw.kind",
           "{0} needs {1} winners and a discarder, {2} is played by {3}", ALL_RON, _WINNERS, rules.id, len(seats))
    yield ("not_payable", kind == ALL_RON and rounds.multiple_ron.abort_from is None, "draw.kind",
           "three winners on one discard are no draw ({0}) in {1}{2}; write what each of them won", kind, rules.id,
           rules.hint_options("rounds.multiple_ron.abort_from"))
    known = [EXHAUSTIVE, *rounds.abortive.kinds, *([ALL_RON] if rounds.multiple_ron.abort_from is not None else ())]
    yield ("not_payable", kind not in known, "draw.kind",
           "{0} knows the draws {1}, found {2!r}; where a table plays it, add it to the option abortive_draws",
           rules.id, ", ".join(dict.fromkeys(known)), kind)
    tells_tenpai = draw.waiting is not None or draw.noten is not None
    for key, is_given in (("waiting", tells_tenpai), ("pool_of_dreams", draw.pool_of_dreams)):
        yield ("contradiction", kind != EXHAUSTIVE and is_given, f"draw.{key}",
               "only an exhaustive draw asks for {0}, found it with {1}; leave it out", key, kind)
    is_all = {*riichi} == {*seats}
    yield ("contradiction", kind == "suucha_riichi" and not is_all, "draw.kind",
           "a draw of kind {0} needs riichi of {1}, found {2}", kind, " ".join(seats), " ".join(riichi) or msg("none"))
    yield ("contradiction", kind == "kyuushu_kyuuhai" and is_all, "draw.kind",
           "who draws the round by {0} does so before the first discard, so not everybody can have declared riichi",
           kind)
    if draw.pool_of_dreams and not rules.draw_yaku:
        yield ("not_payable", True, "draw.pool_of_dreams",
               "{0} has no nagashi mangan{1}", rules.id, rules.hint_options("yaku.nagashi_mangan"))
    yield ("impossible_hand", norths and rules.dora.north is None, "draw.north",
           "{0} sets no Norths aside, found {1}; remove north", rules.id, norths)
    yield ("impossible_hand", norths > rules.tiles.copies, "draw.north",
           "there are only {0} Norths, found {1} set aside", rules.tiles.copies, norths)


def of_tenpai(draw: Draw, idle: Sequence[str], rules: MahjongRules, *, is_asked: bool) -> _Rows:
    """An exhaustive draw that does not say who is tenpai, where it ``is_asked``, or says so of a hand shown that waits
    for nothing, ``idle``.
    """
    waiting, told = draw.waiting or (), draw.waiting is not None or draw.hands
    yield ("missing_key", draw.kind == EXHAUSTIVE and is_asked and not told, "draw.waiting",
           "nothing says who was tenpai, and it decides what is paid or who deals next; add tenpai nobody, or who, as "
           "in tenpai {0} {1} (waiting or hands in a record)", rules.seats[0], rules.seats[-1])
    for seat in waiting:
        yield ("contradiction", seat in idle, f"draw.hands.{seat}",
               "{0} is said to wait, but the hand {1!r} does not wait", seat, draw.hands.get(seat))


def of_nagashi(
    declared: Sequence[str], shown: Sequence[str], hidden: Sequence[str], bars: Mapping[str, str]
) -> _Rows:
    """Nagashi mangan otherwise than the discards show it. ``hidden``: whose hands decide; ``bars``: what is against."""
    for seat, bar in bars.items():
        yield ("contradiction", seat in declared and bar, "draw.pool_of_dreams",
               "{0} has no nagashi mangan: {1}", seat, bar)
        yield ("contradiction", declared and seat in shown, "draw.pool_of_dreams",
               "the discards of {0} make nagashi mangan too; add {0}, or correct the discards", seat)
        yield ("missing_key", seat in hidden, "draw.hands",
               "the discards of {0} make nagashi mangan unless {0} has melds; add the hand of {0} under hands, or "
               "pool_of_dreams: [{0}]", seat)


def of_chombo(record: Round, rules: MahjongRules) -> _Rows:
    """A chombo that the rules have no penalty for, or in a round that is won."""
    yield ("not_payable", rules.rounds.chombo.penalty == "refuse", "chombo",
           "{0} has no penalty for a chombo; choose one: chombo=mangan or chombo=points", rules.id)
    yield ("not_payable", record.wins, "wins",
           "a round with a chombo is void, and its wins are not paid; leave out the wins or the chombo")


def of_extras(game: Game, rules: MahjongRules) -> _Rows:
    """Chips and yakitori in a game whose rules do not pay them, or of nobody who plays."""
    final = rules.final
    if game.chips is not None and final.chips is None:
        yield ("not_payable", True, "chips",
               "{0} pays nothing for chips{1}; say what a chip is worth, or leave them out",
               rules.id, rules.hint_options("final.chips"))
    if game.yakitori is not None and final.yakitori is None:
        yield ("not_payable", True, "yakitori", "{0} has no yakitori{1}; say what it costs, or leave it out",
               rules.id, rules.hint_options("final.yakitori"))
    for at, name in enumerate(game.yakitori or ()):
        yield ("wrong_type", name not in game.players, f"yakitori[{at}]", "expected a player, found {0!r}", name)


def of_told(game: Game, rules: MahjongRules) -> _Rows:
    """Chombo of a game that is told by its scores, where the rounds tell them or the rules have no penalty."""
    yield ("contradiction", game.chombo is not None and game.scores is None, "chombo",
           "chombo are told by the rounds of a game; leave these out, or give the scores alone")
    yield ("not_payable", any((game.chombo or {}).values()) and rules.rounds.chombo.penalty == "refuse", "chombo",
           "{0} has no penalty for a chombo; choose one: chombo=mangan or chombo=points", rules.id)


def of_chips(total: int) -> _Rows:
    """Chips of all players that are more or fewer than none."""
    yield ("contradiction", total, "chips",
           "chips go from one player to another: expected a sum of 0, found {0}; check them", f"{total:+,}")


def of_yakitori(game: Game, found: Sequence[str] | None) -> _Rows:
    """Who won no hand, where only the record can tell, and otherwise than the rounds tell. ``found``: by the rounds."""
    said = game.yakitori
    yield ("missing_key", found is None and said is None, "yakitori",
           "final scores do not tell who won no hand; add yakitori: [{0}], or [] for nobody", game.players[-1])
    if found is not None and said is not None:
        yield ("contradiction", {*found} != {*said}, "yakitori",
               "by the rounds {0} won no hand, found {1}; leave yakitori out where the rounds tell",
               ", ".join(found) or msg("nobody"), ", ".join(said) or msg("nobody"))


def of_scores(scores: Sequence[int], start: int, rules: MahjongRules) -> _Rows:
    """Scores in place of rounds that do not add up. ``start``: what all began with."""
    total = sum(scores)
    # Of some rules nobody takes all sticks that are left.
    may_be_sticks = start > total and (start - total) % rules.points.stick.points == 0
    unit = next((unit for unit in (rules.points.round_up_to, rules.final.unit) if total * unit == start), 0)
    # Results of a game are no scores: those come to about what there was, in the unit in which points are paid.
    are_points = start - total < start // len(scores) and not any(one % rules.points.round_up_to for one in scores)
    # More than one of each player, so that all can have begun with the same less, are another start.
    apart, sticks_of_all = abs(start - total), len(scores) * rules.points.stick.points
    is_even = total % (len(scores) * rules.final.unit) == 0 and apart > sticks_of_all
    lost = may_be_sticks and are_points and not unit and rules.final.leftover_sticks in ("nobody", "share_down")
    is_right = total == start or (lost and not is_even)
    sticks = msg("; riichi sticks that were left belong to the points of whoever takes them")
    results = msg("; results are no points: give the points at the end")
    hints = {True: sticks if total else results, False: ""}
    if is_even and are_points and not unit:
        hints[may_be_sticks] = msg("; players have that who begin with {0}: choose start={1}",
                                   f"{total // len(scores):,}", total // len(scores))
    hint = msg("; if they are in units of {0} points, write them in full, or say --unit {0} for a table", unit)
    yield ("contradiction", not is_right, "scores",
           "the scores come to {0}, {1} {2} than the {3} that the players began with; check them{4}", f"{total:,}",
           f"{apart:,}", msg("more") if total > start else msg("less"), f"{start:,}",
           hint if unit else hints[may_be_sticks])
# fmt: on
