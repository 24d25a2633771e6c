"""Games of rounds in a row, whatever the game: what everybody has after each round, until the game is over."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

from msgspec import UNSET

from calc.errors import CalcError, RecordError, contradict, did_you_mean
from calc.outcomes import Difference, check_not_empty, compare
from calc.records.plain import check_scores_alone
from calc.translation import msg


def by_player(
    amounts: Mapping[str, int] | Sequence[int], key: str, players: Sequence[str], seats: Sequence[str] = ()
) -> dict[int, tuple[str, int]]:
    """Amounts at a key of a record by player (counted in the order of the game), each with the name that it has there.

    ``seats``: the seat of each player, empty for one who sits out; none where only names can be used. ``players``: none
    where only seats can. Raises :class:`calc.CalcError` for a name that is neither, and for a list with another number
    of amounts than players.
    """
    parties = [*players] or [*seats]
    check_not_empty(amounts, key, f"{parties[0]}: 1000")
    if not isinstance(amounts, Mapping):
        if len(amounts) != len(parties):
            raise RecordError("expected {0} numbers, one a player, found {1}", len(parties), len(amounts), key=key)
        return dict(enumerate(zip(parties, amounts, strict=True)))
    found: dict[int, tuple[str, int]] = {}
    for name, amount in amounts.items():
        at = f"{key}.{name}"
        places = {order.index(name) for order in (players, seats) if name and name in order}
        if not places:
            expected = msg("a player or a seat") if players and seats else msg("a player") if players else msg("a seat")
            hint = did_you_mean(name, [*players, *filter(None, seats)])
            raise RecordError("expected {0}, found {1!r}{2}", expected, name, hint, key=at)
        if len(places) > 1:
            text = "{0!r} is one player's name and another's seat; claim by the other names, or as a list"
            contradict(text, name, key=at)
        (place,) = places
        if place in found:
            contradict("{0} and {1} are the same player; leave one out", found[place][0], name, key=at)
        found[place] = (name, amount)
    return found


def scores_of(game: Any) -> list[int]:
    """What each player has after a game of unknown rounds. Raises :class:`calc.CalcError` if one is missing."""
    check_scores_alone(game.rounds)
    found = by_player(game.scores, "scores", game.players)
    lost = [name for place, name in enumerate(game.players) if place not in found]
    if lost:
        raise RecordError("expected the scores of every player; add {0}", ", ".join(lost), key="scores")
    return [found[place][1] for place in range(len(game.players))]


class Match:
    """A game that is played round by round.

    ``totals``: what each of ``players`` has now. ``ended``: why the game is over; one whose scores are given in place
    of rounds is. ``results``: of the rounds. Each game says how a round is settled (:meth:`settle`), when the game is
    over (:meth:`ending`), what the result of a round tells (:meth:`write`), and how one round too many is refused.
    """

    def __init__(self, players: Sequence[str], start: Sequence[int], given: Sequence[int] | None) -> None:
        self.players, self.totals = players, [*(start if given is None else given)]
        self.ended: Any = None if given is None else "scores_given"
        self.results: list[Any] = []

    def play(self, rounds: Sequence[Any]) -> None:
        """Play the rounds of a record, as far as it has them."""
        for place, record in enumerate(rounds):
            try:
                if self.ended is not None:
                    self.refuse_more(place)
                played, changes = self.settle(place, record)
                self.totals = [total + change for total, change in zip(self.totals, changes, strict=True)]
                self.ended = self.ending(played, is_last=place == len(rounds) - 1)
                self.results.append(self.write(place, played, changes))
            except CalcError as error:
                raise self.placed(error, place) from None

    def placed(self, error: CalcError, place: int) -> CalcError:
        """The refusal of a round, where its message and key do not say yet which round it is."""
        return error

    def judge(
        self, kind: Any, claim: Any, parts: Mapping[str, Any], example: str, rounds: Iterable[tuple[Any, Difference]]
    ) -> dict[str, Any]:
        """The keys of the result that say where claims of the game and its rounds go wrong; none if nothing is claimed.

        ``kind``: the type of ``first_wrong``. ``parts``, ``example``: as :func:`calc.outcomes.compare` takes them.
        ``rounds``: the differences of rounds, each with what the round is called.
        """
        if claim is None and all(one.agrees is UNSET for one in self.results):
            return {}
        final = [] if claim is None else compare(claim, parts, "claim", example)
        wrong = next(((name, one) for name, one in (*rounds, *(("final", one) for one in final))), None)
        first = None if wrong is None else kind(wrong[0], wrong[1].key, wrong[1].claimed, wrong[1].actual)
        return {"agrees": wrong is None, "first_wrong": first, "differences": final}

    @property
    def standing(self) -> dict[str, int]:
        """What each player has, by name."""
        return dict(zip(self.players, self.totals, strict=True))

    def settle(self, place: int, record: Any) -> tuple[Any, list[int]]:
        """A round as it was played, and what each player gains or, below 0, loses by it."""
        raise NotImplementedError

    def ending(self, played: Any, *, is_last: bool) -> Any:
        """Why the game is over after a round; ``None`` where it goes on."""
        raise NotImplementedError

    def write(self, place: int, played: Any, changes: list[int]) -> Any:
        """The result of a round."""
        raise NotImplementedError

    def refuse_more(self, place: int) -> NoReturn:
        """Refuse a round after the end of the game."""
        raise NotImplementedError
