"""What final results gain beside points: chips (祝儀), and the yakitori of players who won no hand."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from calc.errors import HandError, NotPayableError, RecordError
from calc.mahjong.records.types import Game
from calc.mahjong.rounds.claims import by_party
from calc.mahjong.rounds.frames import seats_of
from calc.mahjong.rounds.round import PlayedRound
from calc.mahjong.rules.schema import MahjongRules

#: A shared yakitori is dealt out in tenths of a unit; what does not divide goes to the better places.
_TENTH = Fraction(1, 10)


class Extras(Struct, frozen=True):
    """Units that chips and yakitori add to the result of each player; none where the rule set has no such thing."""

    chips: list[Fraction] | None = None
    yakitori: list[Fraction] | None = None


#: What most rule sets have.
NO_EXTRAS = Extras()


def read_extras(
    game: Game, played: Sequence[PlayedRound], points: Sequence[int], rules: MahjongRules, *, is_over: bool
) -> Extras:
    """Work out chips and yakitori of a game with ``points`` at the end. Yakitori is paid once the game ``is_over``.

    Raises :class:`calc.NotPayableError` for chips or yakitori that the rule set does not pay, and what is wrong with
    those that the record gives.
    """
    return Extras(_pay_chips(game, rules), _pay_yakitori(game, played, points, rules, is_over=is_over))


def _pay_chips(game: Game, rules: MahjongRules) -> list[Fraction] | None:
    worth = rules.final.chips
    if game.chips is None:
        return None if worth is None else [Fraction(0)] * len(game.players)
    if worth is None:
        raise NotPayableError(
            f"{rules.id} pays nothing for chips{rules.hint_options('final.chips')}; say what a chip is worth, or leave "
            "them out",
            key="chips",
        )
    found = by_party(game.chips, (), game.players, "chips")
    counts = [found[place][1] if place in found else 0 for place in range(len(game.players))]
    if sum(counts):
        raise HandError(
            f"chips go from one player to another: expected a sum of 0, found {sum(counts):+,}; check them",
            code="contradiction",
            key="chips",
        )
    return [Fraction(str(worth)) * count for count in counts]


def _pay_yakitori(
    game: Game, played: Sequence[PlayedRound], points: Sequence[int], rules: MahjongRules, *, is_over: bool
) -> list[Fraction] | None:
    yakitori = rules.final.yakitori
    if yakitori is None:
        if game.yakitori is not None:
            raise NotPayableError(
                f"{rules.id} has no yakitori{rules.hint_options('final.yakitori')}; say what it costs, or leave it out",
                key="yakitori",
            )
        return None
    payers = _find_payers(game, played, rules)
    units = [Fraction(0)] * len(game.players)
    takers = sorted(set(range(len(points))) - payers, key=lambda player: (-points[player], player))
    if not is_over or not payers or not takers:
        return units
    amount = Fraction(str(yakitori.units))
    for payer in payers:
        shares = [amount] * len(takers) if yakitori.pays == "each" else _share(amount, len(takers))
        for taker, share in zip(takers, shares, strict=True):
            units[taker] += share
            units[payer] -= share
    return units


def _share(amount: Fraction, parts: int) -> list[Fraction]:
    """An amount in equal parts of whole tenths, the first ones a tenth more where it does not divide."""
    each = amount / parts // _TENTH * _TENTH
    rest = amount - each * parts
    shares = []
    for _ in range(parts):
        more = min(_TENTH, rest)
        shares.append(each + more)
        rest -= more
    return shares


def _find_payers(game: Game, played: Sequence[PlayedRound], rules: MahjongRules) -> set[int]:
    """The players who won no hand, by the rounds, or as the record says where the rounds are not known."""
    said = None if game.yakitori is None else {_place_of(name, at, game) for at, name in enumerate(game.yakitori)}
    if game.scores is not None:
        if said is None:
            raise RecordError(
                f"final scores do not tell who won no hand; add yakitori: [{game.players[-1]}], or [] for nobody",
                code="missing_key",
                key="yakitori",
            )
        return said
    found = set(range(len(game.players))) - {place for one in played for place in _winners(one, rules)}
    if said not in (None, found):
        names = ", ".join(game.players[place] for place in sorted(found)) or "nobody"
        raise HandError(
            f"by the rounds {names} won no hand, found {', '.join(game.yakitori or ()) or 'nobody'}; leave yakitori "
            "out where the rounds tell",
            code="contradiction",
            key="yakitori",
        )
    return found


def _place_of(name: str, at: int, game: Game) -> int:
    if name not in game.players:
        raise RecordError(f"expected a player, found {name!r}", key=f"yakitori[{at}]")
    return game.players.index(name)


def _winners(one: PlayedRound, rules: MahjongRules) -> list[int]:
    """The players who won a round; a Pool of Dreams is a win where the rule set pays it like one."""
    read, draw = one.read, one.read.draw
    seats = [one.records[place].seat for place in read.paid]
    if draw is not None and rules.rounds.dealer_keeps.nagashi == "as_won":
        seats += draw.record.pool_of_dreams
    at_table = seats_of(one.frame, rules)
    return [at_table.index(seat) for seat in seats]
