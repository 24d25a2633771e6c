"""Logs held against the rules: a sound game, in which then one thing after the other is said wrong."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from calc.errors import HandError
from calc.intake.spelling import record_from
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.logs.events import (
    DrawnGame,
    GameLog,
    LoggedGame,
    RoundLog,
    SaidDraw,
    SaidGame,
    SaidRound,
    SaidWin,
    SaidYaku,
    Won,
)
from calc.mahjong.logs.records import game_of
from calc.mahjong.records.types import Game
from calc.notation.tiles import parse_tiles, print_tiles
from calc.outcomes import CheckedGame
from calc.report.log import check_lines
from calc.translation import spoken_in
from tests.logs.alone import check_alone
from tests.logs.scripts import IDLE, script
from tests.rows import Rows, listed

ROWS = Rows(__file__)


#: Waits for 3s and 6s. The indicator of all scripts is 9m, so the hand holds a dora.
READY = "123m678p45789s55z"
START = (25000, 25000, 25000, 25000)
LUCK = (SaidYaku("riichi", 1), SaidYaku("ippatsu", 1))
BONUS = (SaidYaku("dora", 1), SaidYaku("ura", 1))
MANGAN: dict[str, Any] = {"limits": 0, "level": "mangan", "points": 8000}
#: What the log says of each round: ron of player 1, the wall runs out while player 2 waits, nine terminals, ron of
#: player 3, tsumo of player 1 in the last hand.
ENDINGS: list[SaidWin | SaidDraw] = [
    SaidWin(seat="S", from_="E", han=4, fu=40, deltas=(-8000, 9000, 0, 0), yaku=LUCK + BONUS, **MANGAN),
    SaidDraw(kind="exhaustive", waiting=("S",), deltas=(-1000, -1000, 3000, -1000)),
    SaidDraw(kind="kyuushu_kyuuhai", deltas=(0, 0, 0, 0)),
    SaidWin(seat="S", from_="E", han=4, fu=40, deltas=(0, 0, -8600, 9600), yaku=LUCK + BONUS, **MANGAN),
    SaidWin(
        seat="W",
        han=5,
        fu=30,
        deltas=(-2000, 9000, -2000, -4000),
        yaku=(*LUCK, SaidYaku("menzen_tsumo", 1), *BONUS),
        **MANGAN,
    ),
]
#: The points before each round, and at the end.
POINTS: list[Any] = [tuple(points) for points in ROWS["points"]]
FINAL = (-36.0, 50.0, -23.0, 9.0)
NAMES = ["E1, honba 0", "E2, honba 0", "E3, honba 1", "E3, honba 2", "E4, honba 0"]


def turn(dealer: int) -> str:
    """Everybody draws and discards, the dealer first."""
    return " ".join(f"{(dealer + place) % 4}+_ {(dealer + place) % 4}-_" for place in range(4))


def hands(holder: int) -> list[str]:
    return [READY if player == holder else IDLE for player in range(4)]


def out_of_wall(moves: str, dealt: list[str]) -> str:
    """The moves with ``_`` as some tile that is left in the wall, or the one that the player drew last."""
    # Not the indicators, nor what the hands wait for, nor more fives than are plain.
    kept = parse_tiles("".join([*dealt, "9m7p", "3333s6666s", "5m5p5s"]))
    left = Counter(dict.fromkeys(range(34), 4)) - Counter(kept)
    wall = map(print_tiles, ([kind] for kind in sorted(left.elements())))
    drawn: dict[str, str] = {}
    told = []
    for move in moves.split():
        if move.endswith("+_"):
            drawn[move[0]] = next(wall)
        told.append(move.replace("_", drawn.get(move[0], "")))
    return " ".join(told)


def rounds() -> list[RoundLog]:
    ron = turn(0) + " 0+_ 0-_ 1+_ 1r 1-_ 2+_ 2-_ 3+_ 3-_ 0+6s 0-6s 1=0"
    ron_of_3 = turn(2) + " 2+_ 2-_ 3+_ 3r 3-_ 0+_ 0-_ 1+_ 1-_ 2+6s 2-6s 3=2"
    tsumo = turn(3) + " 3+_ 3-_ 0+_ 0-_ 1+_ 1r 1-_ 2+_ 2-_ 3+_ 3-_ 0+_ 0-_ 1+6s 1="
    # Everybody throws simples away too: nobody has a Pool of Dreams.
    wall = " ".join([*[turn(1)] * 17, "1+_ 1-_ 2+_ 2-_"])
    scripts = [
        script(out_of_wall(ron, hands(1)), *hands(1), ura="7p"),
        script(out_of_wall(wall, hands(2)) + " =exhaustive", *hands(2), number=2),
        script("2+6z =kyuushu_kyuuhai", IDLE, IDLE, "19m19p19s1234z267p", number=3, honba=1),
        script(out_of_wall(ron_of_3, hands(3)), *hands(3), number=3, honba=2, ura="7p"),
        script(out_of_wall(tsumo, hands(1)), *hands(1), number=4, ura="7p"),
    ]
    return [
        RoundLog(
            start=replace(played.start, scores=POINTS[place]),
            events=[*played.events[:-1], _told(played.events[-1], ENDINGS[place])],
            after=POINTS[place + 1],
        )
        for place, played in enumerate(scripts)
    ]


def _told(ending: Any, said: SaidWin | SaidDraw) -> Won | DrawnGame:
    told: Won | DrawnGame = replace(ending, said=said)
    return told


@cache
def sound() -> LoggedGame:
    """A whole East game as it was played, and as a log rightly tells it."""
    log = GameLog(
        players=("A", "B", "C", "D"),
        options={"rounds": 1},
        rounds=rounds(),
        scores=POINTS[-1],
        final=FINAL,
    )
    return game_of(log, "a.mjlog", "mjai")


def check(logged: LoggedGame, rules: str = "tenhou") -> CheckedGame:
    game = record_from(logged.record)
    assert isinstance(game, Game)
    return check_alone(logged, game, load_mahjong_rules(rules, game.options))


def found(logged: LoggedGame, rules: str = "tenhou") -> list[tuple[str, str, Any, Any]]:
    """Every disagreement: round, key, what the log says, what was found."""
    return [(one.round, one.key, one.said, one.found) for one in check(logged, rules).disagreements]


def with_round(place: int, change: Callable[[SaidRound], SaidRound], logged: LoggedGame | None = None) -> LoggedGame:
    """The sound log with something else said of a round."""
    logged = logged or sound()
    said = list(logged.said.rounds)
    said[place] = change(said[place])
    return replace(logged, said=replace(logged.said, rounds=tuple(said)))


def with_win(place: int, **said: Any) -> LoggedGame:
    """The sound log with something else said of the win of a round."""
    return with_round(place, lambda one: replace(one, wins=(replace(one.wins[0], **said),)))


def with_draw(place: int, **said: Any) -> LoggedGame:
    def change(one: SaidRound) -> SaidRound:
        assert one.draw is not None
        return replace(one, draw=replace(one.draw, **said))

    return with_round(place, change)


def with_end(**said: Any) -> LoggedGame:
    return replace(sound(), said=replace(sound().said, **said))


def with_rounds(logged: LoggedGame, rounds: list[Any]) -> LoggedGame:
    """The log with other rounds, given as plain data."""
    game = record_from({**logged.head, "rounds": rounds})
    assert isinstance(game, Game)
    return replace(logged, rounds=game.rounds)


def with_record(place: int, **changed: Any) -> LoggedGame:
    """The sound log with another play in a round: keys of its record, or of its win."""
    played = [dict(one) for one in sound().record["rounds"]]
    for key, value in changed.items():
        if key in {"riichi", "honba", "draw"}:
            played[place][key] = value
        else:
            played[place]["wins"] = [{**played[place]["wins"][0], key: value}]
    return with_rounds(sound(), played)


def test_a_sound_log_is_told_with_what_there_was_to_compare() -> None:
    assert check(sound()) == CheckedGame(
        file="a.mjlog",
        rules="tenhou@2.0.0",
        rounds=5,
        wins=3,
        draws=2,
        finals=True,
        # Of each win 10, of the draws 2 and 1, of each round its changes, and two of the end.
        figures=3 * 10 + 2 + 1 + 5 + 2,
        cut_off=None,
        disagreements=[],
        rules_told=False,
    )


def test_what_a_log_leaves_unsaid_is_not_compared() -> None:
    silent = SaidGame(
        rounds=tuple(
            replace(
                said,
                before=None,
                after=None,
                wins=tuple(SaidWin(seat=win.seat) for win in said.wins),
                draw=said.draw and SaidDraw(),
            )
            for said in sound().said.rounds
        )
    )
    assert found(replace(sound(), said=silent)) == []
    # The final result is then held against the points that were counted.
    assert found(replace(sound(), said=replace(silent, final=FINAL, scores=POINTS[-1]))) == []
    wrong = replace(silent, scores=START)
    assert found(replace(sound(), said=wrong)) == [("final", "scores", START, POINTS[-1])]


YAKU = LUCK + BONUS
WINS: list[tuple[dict[str, Any], tuple[str, Any, Any]]] = [
    ({"han": 3}, ("S.han", 3, 4)),
    ({"fu": 30}, ("S.fu", 30, 40)),
    ({"limits": 1}, ("S.limits", 1, 0)),
    ({"level": "haneman"}, ("S.level", "haneman", "mangan")),
    ({"points": 7700}, ("S.points", 7700, 8000)),
    ({"deltas": (-8000, 8000, 0, 0)}, ("S.payments", (-8000, 8000, 0, 0), (-8000, 9000, 0, 0))),
    ({"yaku": YAKU[1:]}, ("S.yaku", ["ippatsu"], ["ippatsu", "riichi"])),
    ({"yaku": (*YAKU, SaidYaku("pinfu", 1))}, ("S.yaku", ["ippatsu", "pinfu", "riichi"], ["ippatsu", "riichi"])),
    ({"yaku": (*YAKU, SaidYaku("kanburi", 1))}, ("S.yaku", ["ippatsu", "kanburi", "riichi"], ["ippatsu", "riichi"])),
    # A name that is not known may be that of one that was found, but takes the place of none that was not.
    (
        {"yaku": (*YAKU[1:], SaidYaku("pinfu", 1), SaidYaku(None, 1, name="立自"))},
        ("S.yaku", ["ippatsu", "pinfu"], ["ippatsu", "riichi"]),
    ),
    ({"yaku": (*LUCK, SaidYaku("dora", 2), SaidYaku("ura", 1))}, ("S.dora", 2, 1)),
    ({"yaku": (*LUCK, SaidYaku("ura", 1))}, ("S.dora", 0, 1)),
    ({"yaku": (*LUCK, SaidYaku("dora", 1))}, ("S.ura", 0, 1)),
    ({"yaku": (*YAKU, SaidYaku("red", 1))}, ("S.red", 1, 0)),
]


@pytest.mark.parametrize(("said", "told"), WINS, ids=lambda value: " ".join(map(str, value))[:40])
def test_one_thing_said_wrong_of_a_win_is_the_one_disagreement(
    said: dict[str, Any], told: tuple[str, Any, Any]
) -> None:
    assert found(with_win(0, **said)) == [("E1, honba 0", *told)]


def test_each_win_is_told_with_its_round_and_its_seat() -> None:
    assert found(with_win(3, fu=30)) == [("E3, honba 2", "S.fu", 30, 40)]
    assert found(with_win(4, seat="W", points=7900)) == [("E4, honba 0", "W.points", 7900, 8000)]


def test_a_win_that_the_log_does_not_list() -> None:
    assert found(with_round(0, lambda one: replace(one, wins=()))) == [("E1, honba 0", "wins", 0, 1)]


@ROWS.each("one_thing_said_wrong_of_a_draw_is_the_one_disagreement")
def test_one_thing_said_wrong_of_a_draw_is_the_one_disagreement(
    place: int, said: dict[str, Any], told: list[Any]
) -> None:
    assert listed(found(with_draw(place, **said))) == [[NAMES[place], *told]]


@pytest.mark.parametrize("place", [1, 3, 4])
def test_points_after_a_round_that_do_not_follow_do_not_run_on(place: int) -> None:
    wrong = (POINTS[place + 1][0] + 100, POINTS[place + 1][1] - 100, *POINTS[place + 1][2:])
    changes = tuple(after - before for before, after in zip(POINTS[place], POINTS[place + 1], strict=True))
    told = (NAMES[place], "changes", (changes[0] + 100, changes[1] - 100, *changes[2:]), changes)
    disagreements = found(with_round(place, lambda one: replace(one, after=wrong)))
    assert disagreements[0] == told
    # Only the points at the end are also held against those after the last round.
    assert [one[:2] for one in disagreements[1:]] == ([("final", "scores")] if place == 4 else [])


def test_figures_of_two_seats_that_are_swapped_are_told() -> None:
    """The same figures, of other players."""

    def swapped(figures: Any) -> Any:
        return (figures[1], figures[0], *figures[2:])

    for place, said in enumerate(sound().said.rounds):
        assert said.before is not None
        assert said.after is not None
        changes = tuple(after - before for before, after in zip(said.before, said.after, strict=True))
        if changes[0] == changes[1]:
            continue
        after = tuple(before + change for before, change in zip(said.before, swapped(changes), strict=True))
        wrong = list(sound().said.rounds)
        wrong[place] = replace(said, after=after)
        logged = replace(sound(), said=replace(sound().said, rounds=tuple(wrong)))
        assert ("changes", swapped(changes), changes) in [one[1:] for one in found(logged)]
    deltas = ENDINGS[0].deltas
    assert found(with_win(0, deltas=swapped(deltas))) == [(NAMES[0], "S.payments", swapped(deltas), deltas)]
    assert found(with_draw(1, deltas=(-1000, 3000, -1000, -1000))) == [
        (NAMES[1], "deltas", (-1000, 3000, -1000, -1000), ENDINGS[1].deltas)
    ]
    assert found(with_end(scores=swapped(POINTS[-1]))) == [("final", "scores", swapped(POINTS[-1]), POINTS[-1])]
    assert found(with_end(final=swapped(FINAL))) == [("final", "final", swapped(FINAL), FINAL)]


def test_counters_sticks_and_rounds_that_do_not_follow_are_told_once() -> None:
    # Of a round without payments, so that nothing else is wrong with it; the next one follows from what the log says.
    assert found(with_round(2, lambda one: replace(one, honba=0))) == [
        ("E3, honba 0", "honba", 0, 1),
        ("E3, honba 2", "honba", 2, 1),
    ]
    sticks = found(with_round(2, lambda one: replace(one, sticks=1)))
    assert sticks == [("E3, honba 1", "sticks", 1, 0), ("E3, honba 2", "sticks", 0, 1)]
    assert found(with_round(2, lambda one: replace(one, number=4))) == [
        ("E4, honba 1", "round", "E4", "E3"),
        ("E3, honba 2", "round", "E3", "E4"),
    ]
    assert found(with_round(2, lambda one: replace(one, round="S"))) == [
        ("S3, honba 1", "round", "S3", "E3"),
        ("E3, honba 2", "round", "E3", "S3"),
    ]


# ---- the end


def test_final_results_and_points_said_wrong() -> None:
    wrong = (-36.0, 51.0, -23.0, 8.0)
    assert found(with_end(final=wrong)) == [("final", "final", wrong, FINAL)]
    assert found(with_end(scores=START)) == [("final", "scores", START, POINTS[-1])]


def test_a_game_that_the_log_ends_too_early() -> None:
    logged = sound()
    short = replace(
        logged,
        rounds=logged.rounds[:4],
        said=replace(logged.said, rounds=logged.said.rounds[:4], scores=POINTS[4], final=(-34.0, 12.0, -21.0, 43.0)),
    )
    assert found(short) == [("final", "ended", "over", None)]
    # Without results it is only a log of so many rounds.
    assert found(replace(short, said=replace(short.said, final=None))) == []


def test_a_game_that_the_log_goes_on_with() -> None:
    logged = sound()
    said = replace(logged.said.rounds[2], round="S", number=1, honba=0, before=POINTS[5], after=POINTS[5])
    longer = replace(
        with_rounds(logged, [*logged.record["rounds"], {"draw": {"kind": "kyuushu_kyuuhai"}}]),
        said=replace(logged.said, rounds=(*logged.said.rounds, said), final=None),
        played=replace(logged.played, rounds=[*logged.played.rounds, logged.played.rounds[2]]),
    )
    assert found(longer) == [("S1, honba 0", "ended", None, "rounds_over")]


@pytest.mark.parametrize("cut_off", ["in_round", "between_rounds"])
def test_the_end_of_a_log_that_breaks_off_is_not_compared(cut_off: Any) -> None:
    logged = sound()
    said = replace(logged.said, rounds=logged.said.rounds[:2], scores=START, final=FINAL, cut_off=cut_off)
    cut = replace(logged, rounds=logged.rounds[:2], said=said)
    checked = check(cut)
    assert (checked.cut_off, checked.rounds, checked.disagreements) == (cut_off, 2, [])
    # What it still tells is.
    wrong = replace(cut, said=with_win(0, fu=30).said)
    wrong = replace(wrong, said=replace(wrong.said, rounds=wrong.said.rounds[:2], cut_off=cut_off))
    assert found(wrong) == [("E1, honba 0", "S.fu", 30, 40)]


def test_a_log_of_no_whole_round() -> None:
    said = SaidGame(rounds=(), cut_off="in_round")
    checked = check(replace(sound(), rounds=[], said=said))
    assert (checked.rounds, checked.wins, checked.draws, checked.finals, checked.disagreements) == (0, 0, 0, False, [])


# ---- rounds that the rules refuse


def test_a_hand_that_the_rules_refuse_does_not_spoil_the_other_rounds() -> None:
    refused = with_record(0, hand="123m456p45789s56z")
    ((where, key, said, why),) = found(refused)
    assert (where, key, said) == ("E1, honba 0", "refused", None)
    assert why.startswith("S: the hand is not complete"), "the round is not named a second time"
    both = with_round(3, lambda one: replace(one, wins=(replace(one.wins[0], fu=30),)), refused)
    assert [one[:2] for one in found(both)] == [("E1, honba 0", "refused"), ("E3, honba 2", "S.fu")]


def test_a_round_that_cannot_be_read_does_not_spoil_the_other_rounds() -> None:
    unreadable = with_record(3, riichi=[])
    assert [one[:2] for one in found(unreadable)] == [("E3, honba 2", "refused")]
    assert found(unreadable)[0][3].startswith("S wins with riichi, but is not among the round's riichi")


def test_after_a_refused_round_without_points_the_end_is_not_compared() -> None:
    logged = with_record(0, hand="123m456p45789s56z")
    silent = [replace(said, before=None, after=None) for said in logged.said.rounds]
    said = replace(logged.said, rounds=tuple(silent), scores=START, final=(1.0, 2.0, 3.0, -6.0))
    assert [one[:2] for one in found(replace(logged, said=said))] == [("E1, honba 0", "refused")]


def test_disagreements_stand_in_the_order_of_the_game() -> None:
    logged = with_round(3, lambda one: replace(one, sticks=1), with_win(0, fu=30))
    assert [one[:2] for one in found(logged)][:2] == [("E1, honba 0", "S.fu"), ("E3, honba 2", "sticks")]


def test_a_game_of_another_number_of_players_than_the_rules_seat() -> None:
    with pytest.raises(HandError, match=r"^sanma is played by 3, found 4 players"):
        check(sound(), "sanma")


def test_other_rules_find_other_results() -> None:
    """Half the uma, and no draw for nine terminals."""
    disagreements = found(sound(), "riichi")
    assert [one[:2] for one in disagreements] == [("E3, honba 1", "refused"), ("final", "final")]
    assert disagreements[1][2:] == (FINAL, (-26.0, 40.0, -18.0, 4.0))


def test_a_tile_too_many_out_of_the_wall() -> None:
    tiles = sound().said.rounds[1].tiles
    assert tiles.endswith("s111122223333444455556z")
    fourth, fifth = (bytes(parse_tiles(f"{tiles}{tile}")) for tile in ("6z", "1z"))
    assert found(with_round(1, lambda one: replace(one, seen=fourth))) == []
    told = "there are only 4 copies of 1z, found 5 over the round"
    assert found(with_round(1, lambda one: replace(one, seen=fifth))) == [("E2, honba 0", "tiles", None, told)]


@pytest.mark.parametrize(
    ("fives", "told"),
    [
        ("5550p", []),
        ("555p", []),
        ("5555p", ["of the 4 fives of p only 3 are plain"]),
        ("5500p", ["tenhou has 1 red five of p"]),
    ],
)
def test_a_five_too_many_is_a_plain_or_a_red_one(fives: str, told: list[str]) -> None:
    """Four fives of a suit, one of which is red."""
    seen = bytes(parse_tiles(f"123m{fives}1z"))
    wrong = found(with_round(1, lambda one: replace(one, seen=seen)))
    assert [key for _, key, *_ in wrong] == ["tiles"] * len(told)
    assert [text[: len(one)] for (*_, text), one in zip(wrong, told, strict=True)] == told


def test_a_figure_of_an_empty_seat_is_told() -> None:
    """Three play, and the log has four places."""
    assert found(with_round(1, lambda one: replace(one, vacant=(1000.0,)))) == [("E2, honba 0", "vacant", 1000.0, 0)]
    assert found(with_end(vacant=(0.0, -5.0))) == [("final", "vacant", -5.0, 0)]


def test_what_comes_out_of_the_wall_is_counted_once() -> None:
    """Hands, draws and indicators; what two winners show as ura lies there once, what is discarded was drawn before."""
    moves = "0+7z 0-7z 1+7z 1-7z !8m 2+7z 2-7z 3+7z 3-7z 0+6s 0-6s 1=0 2=0"
    played = script(moves, *hands(1)[:2], READY, ura="4p")
    log = GameLog(players=("A", "B", "C", "D"), options={}, rounds=[played], scores=None, final=None)
    (said,) = game_of(log, "a.mjlog", "mjlog").said.rounds
    assert Counter(parse_tiles(said.tiles)) == Counter(parse_tiles(f"{IDLE}{READY}{READY}{IDLE}9m8m4p6s7777z"))


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "E2, honba 0: tiles: there are"), ("ja", "東2局0本場：牌：1zは4枚しかありません")]
)
def test_a_tile_too_many_is_told_in_a_sentence(lang: str, told: str) -> None:
    tiles = sound().said.rounds[1].tiles
    (line,) = spoken_in(
        lang,
        check_lines,
        check(with_round(1, lambda one: replace(one, seen=bytes(parse_tiles(f"{tiles}1z"))))),
    )
    assert told in line
