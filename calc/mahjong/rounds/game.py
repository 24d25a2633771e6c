"""Riichi games: rounds in their frames, running scores, final results, and claims on all of them.

Every frame follows from how the rounds before it ended, without scores; so the wins of a whole game are scored as one
batch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from calc.errors import CalcError, HandError, NotPayableError
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.records.types import Game, Round
from calc.mahjong.rounds.draws import ShownHand, shown_hands
from calc.mahjong.rounds.ends import explain_ending, read_scores
from calc.mahjong.rounds.frames import Frame, first_frame, wind_of
from calc.mahjong.rounds.names import in_seats
from calc.mahjong.rounds.reading import ReadRound, read_round
from calc.mahjong.rounds.results import GameResult
from calc.mahjong.rounds.round import PlayedRound, following, name_round, settle_rounds
from calc.mahjong.rounds.table import Given, Table
from calc.mahjong.rules.rounds import FloatingUma
from calc.mahjong.rules.schema import MahjongRules
from calc.outcomes import settle_each
from calc.records.plain import check_names
from calc.tables.shelf import sets_of_game

#: How many rule sets a refusal names at most.
_SOME = 6
#: Games that are settled together: enough to outweigh numpy's cost per call, few enough for memory.
_TOGETHER = 64
#: The hands shown at draws by the places of their rounds, as :func:`read_round` takes them.
Shown = Mapping[int, Mapping[str, ShownHand | CalcError]]


def settle_game(game: Game, rules: MahjongRules, lang: str = "en") -> GameResult:
    """Settle a whole game, or as much of it as was played.

    Raises what is wrong with any of its rounds, with the round's name and the key at fault; a round that does not
    follow from the ones before it, or comes after the end, is a contradiction.
    """
    (outcome,) = settle_games([game], rules, lang)
    if isinstance(outcome, CalcError):
        raise outcome
    return outcome


def settle_games(games: Sequence[Game], rules: MahjongRules, lang: str = "en") -> list[GameResult | CalcError]:
    """Settle games: for each its result, or what :func:`settle_game` raises.

    The wins of many games are scored together, and the hands that they show at draws are read together.
    """
    outcomes: list[GameResult | CalcError] = []
    for place in range(0, len(games), _TOGETHER):
        some = games[place : place + _TOGETHER]
        shown = _show_hands(some, rules)
        begun = settle_each(zip(some, shown, strict=True), lambda pair: _Begun(*pair, rules, lang))
        reads = [read for one in begun if isinstance(one, _Begun) for read in one.reads]
        played = iter(settle_rounds(reads, rules, lang))
        left = [one if isinstance(one, CalcError) else (one, [next(played) for _ in one.reads]) for one in begun]
        outcomes += settle_each(left, _end)
    return outcomes


class _Begun:
    """A game whose rounds are read in their frames. Raises as :func:`settle_game`."""

    def __init__(self, game: Game, shown: Shown, rules: MahjongRules, lang: str) -> None:
        self.game = game
        self.rules = rules
        self.lang = lang
        self.start = start_of(game, rules)
        self.reads, self.given = ([], []) if game.scores is not None else _read_rounds(game, rules, lang, shown)

    def settle(self, played: Sequence[PlayedRound]) -> GameResult:
        """The result. ``played``: the rounds, settled."""
        game, rules = self.game, self.rules
        table = Table(game, rules, self.start, self.given, self.lang)
        if game.scores is not None:
            table.end_with(read_scores(game, self.start, rules))
        for place, one in enumerate(played):
            if table.ended is not None:
                why, options = explain_ending(table.ended, table.points, game.players, rules)
                found = ", ".join(f"{name} (here {answer})" for name, answer in options.items())
                raise HandError(
                    f"the game was over after {played[place - 1].name} ({why}), found another round; take it out, or "
                    f"choose the options under which the game goes on{found and f': {found}'}",
                    code="contradiction",
                    key=f"rounds[{place}]",
                )
            table.add(place, one, is_last=place == len(played) - 1)
        return table.result(played)


def _end(left: tuple[_Begun, list[PlayedRound | CalcError]] | CalcError) -> GameResult:
    if isinstance(left, CalcError):
        raise left
    return left[0].settle(_all_played(left[1]))


def _all_played(rounds: Sequence[PlayedRound | CalcError]) -> list[PlayedRound]:
    """The rounds of a game. Raises what is wrong with the first that is refused."""
    played = []
    for one in rounds:
        if isinstance(one, CalcError):
            raise one
        played.append(one)
    return played


def _show_hands(games: Sequence[Game], rules: MahjongRules) -> Sequence[Shown]:
    """The hands shown at the draws of games by the places of rounds, where the record names seats, not players."""
    shown: list[dict[int, Any]] = [{} for _ in games]
    draws = [
        (of, place, one.draw, one.riichi)
        for of, game in zip(shown, games, strict=True)
        for place, one in enumerate(game.rounds)
        if one.draw is not None and one.draw.hands and {*one.draw.hands, *one.draw.north, *one.riichi} <= {*rules.seats}
    ]
    hands = shown_hands([(draw, riichi) for _, _, draw, riichi in draws], rules)
    for (of, place, _, _), found in zip(draws, hands, strict=True):
        of[place] = found
    return shown


def start_of(game: Game, rules: MahjongRules, *, all_play: bool = False) -> list[int]:
    """The points of each player at the start. Raises :class:`HandError` unless there is a player for every seat.

    ``all_play``: whether nobody may sit out a round, whatever ``rules`` allow.
    """
    players, seats = len(game.players), len(rules.seats)
    most = seats if all_play else seats + rules.match.sitting_out
    if not seats <= players <= most:
        counts = str(seats) if most == seats else f"{seats} to {most}"
        hint = rules.hint_options("match.sitting_out") if players > most and not all_play else ""
        raise HandError(
            f"{rules.id} is played by {counts}, found {players} players{_played_by(players, rules.game)}{hint}",
            code="contradiction",
            key="players",
        )
    _check_uma(players, rules)
    check_names(game.players)
    if isinstance(game.start, list):
        if len(game.start) != players:
            raise HandError(
                f"expected a start of points for {players} players, found {len(game.start)}",
                code="contradiction",
                key="start",
            )
        return game.start
    return [rules.match.start if game.start is None else game.start] * players


def _check_uma(players: int, rules: MahjongRules) -> None:
    """Refuse players for whose places there are no uma."""
    uma = rules.final.uma
    places = len(rules.seats) if isinstance(uma, FloatingUma) else len(uma)
    if places != players and (isinstance(uma, FloatingUma) or any(uma)):
        raise NotPayableError(
            f"{rules.id} has uma for {places} places, found {players} players{rules.hint_options('final.uma')}",
            key="players",
        )


def _played_by(players: int, game: str) -> str:
    """A hint: the first few shipped rule sets for this number of players."""
    fitting = [name for name in sets_of_game(game) if len(load_mahjong_rules(name).seats) == players]
    more = " and others (`yaku rules list`)" if len(fitting) > _SOME else ""
    return f"; rules for {players} players: {', '.join(fitting[:_SOME])}{more}" if fitting else ""


def play_rounds(game: Game, rules: MahjongRules, lang: str = "en") -> tuple[list[PlayedRound], list[Given]]:
    """Every round in its frame, settled, and what the record gives of the frames otherwise than it follows.

    Scores and the end of the game are not looked at. Raises as :func:`settle_game`.
    """
    reads, given = _read_rounds(game, rules, lang, {})
    return _all_played(settle_rounds(reads, rules, lang)), given


def _read_rounds(
    game: Game, rules: MahjongRules, lang: str, shown: Shown
) -> tuple[list[tuple[ReadRound, Frame]], list[Given]]:
    """Every round in its frame, and what the record gives of the frames otherwise than it follows. ``shown``: hands of
    draws that are read already.
    """
    frame = first_frame(game, rules)
    reads: list[tuple[ReadRound, Frame]] = []
    given: list[Given] = []
    for place, record in enumerate(game.rounds):
        try:
            _check_frame(record, frame, rules, place)
            key = f"rounds[{place}]"
            seated = in_seats(record, game, frame, rules, key)
            read = read_round(seated, rules, key, lang, shown.get(place), wind_of(frame, rules))
        except CalcError as error:
            raise name_round(error, frame) from None
        for key in ("honba", "sticks"):
            claimed = getattr(record, key)
            if claimed not in (None, getattr(frame, key)):
                given.append(Given(place, key, claimed, getattr(frame, key)))
        reads.append((read, frame))
        frame = following(read, frame, rules)
    return reads, given


def round_at(game: Game, place: int, rules: MahjongRules) -> Round:
    """The round of a game with seats for names; as it is where the game cannot be played that far."""
    try:
        return play_rounds(replace(game, rounds=game.rounds[: place + 1]), rules)[0][place].read.record
    except CalcError:
        return game.rounds[place]


def _check_frame(record: Round, frame: Frame, rules: MahjongRules, place: int) -> None:
    if frame.wind + frame.again >= len(rules.seats):
        raise HandError(
            "expected the end of the game by now, found another round", code="contradiction", key=f"rounds[{place}]"
        )
    for key, follows in (("round", wind_of(frame, rules)), ("number", frame.number)):
        claimed = getattr(record, key)
        if claimed not in (None, follows):
            expected = f"the next round has {key} {follows}, found {claimed}"
            if place == 0:
                expected = (
                    f"a game begins with E1, found {key} {claimed}; for a part of a game give the points that each "
                    f"player had then, as a list (start), and the round and number of its first round"
                )
            raise HandError(expected, code="contradiction", key=f"rounds[{place}].{key}")
