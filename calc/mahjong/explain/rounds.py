"""Why a round is paid as it is, in sentences: who takes honba and sticks, what noten and a chombo cost."""

from collections.abc import Callable, Iterable, Iterator

from calc.mahjong.hand.hand import DEALER
from calc.mahjong.rounds.results import RoundResult
from calc.mahjong.rules.ruleset import MahjongRules
from calc.text import number
from calc.translation import say

#: Names some seats.
_Named = Callable[[Iterable[str]], str]


def why_paid(result: RoundResult, rules: MahjongRules, called: Callable[[str], str]) -> Iterator[str]:
    """The rules of the table that decided the payments of a round, beside the points of its wins.

    ``called``: names a seat.
    """

    def named(seats: Iterable[str]) -> str:
        return say(", ").join(map(called, seats))

    if len(result.wins or ()) > 1:
        yield from _why_shared(result, rules, named)
    yield from _why_chombo(result, rules, named)
    if result.draw and result.draw.kind == "exhaustive":
        yield from _why_draw(result, rules, named)


def why_next(result: RoundResult, rules: MahjongRules, called: Callable[[str], str]) -> Iterator[str]:
    """Why the dealer deals again, or does not."""
    dealer, seats = rules.seats[DEALER], [win.seat for win in result.wins or ()]
    who = say(", ").join(map(called, seats)) or called(dealer)
    by_rule = [note.text for note in result.notes if note.id in ("dealer_by_rule", "chombo", "last_hand")]
    text = "{who} won, and the dealer did not, so the deal passes"
    if result.draw:
        text = "{who}, the dealer, is not tenpai, so the deal passes"
        if result.draw.kind != "exhaustive":
            text = "after such a draw {who}, the dealer, deals again"
        elif dealer in result.draw.waiting:
            text = "{who}, the dealer, is tenpai, so the dealer stays"
    elif dealer in seats:
        text = "the dealer is among those who won, so the dealer stays"
    yield from by_rule or [say(text, who=who)]


def _why_shared(result: RoundResult, rules: MahjongRules, named: _Named) -> Iterator[str]:
    """Who of several winners takes the honba and the riichi sticks, and by which answer to an option."""
    wins = [*(result.wins or ())]
    first = wins[0]
    who, discarder = named([first.seat]), named([first.from_ or ""])
    taken = [one.to for one in result.transfers if one.from_ == "sticks"]
    own = [win.seat for win in wins[1:] if win.seat in taken]
    for key, lies in (("counters", result.honba), ("sticks", taken)):
        by = "; ".join(f"{name}={answer}" for name, answer in rules.options_at(f"rounds.multiple_ron.{key}").items())
        text = "the honba goes to {who}, the nearest after {discarder} ({by})"
        if key == "counters" and rules.rounds.multiple_ron.counters == "each":
            text = "each winner takes the honba ({by})"
        elif own and key == "sticks":
            text = "own riichi sticks go back to {own}, the rest to {who}, the nearest after {discarder} ({by})"
            if first.seat not in taken:
                text = "own riichi sticks go back to {own} ({by})"
        elif key == "sticks":
            text = "the riichi sticks go to {who}, the nearest after {discarder} ({by})"
        if lies:
            yield say(text, who=who, discarder=discarder, own=named(own), by=by)


def _why_chombo(result: RoundResult, rules: MahjongRules, named: _Named) -> Iterator[str]:
    """What each offender pays at the table."""
    rule, dealer = rules.rounds.chombo, rules.seats[DEALER]
    if rule.penalty == "points" and result.chombo:
        text = "a chombo costs {points} points of the final score; nobody is paid at the table"
        yield say(text, points=number(rule.points))
    for seat in (result.chombo or ()) if rule.penalty == "level" else ():
        paid = {one.to: number(one.amount) for one in result.transfers if one.from_ == seat and one.why == "penalty"}
        text = "{who} pays {level} the other way round: {dealer} to the dealer, {each} to each other player"
        if dealer not in paid:
            text = "{who} pays {level} the other way round, as the dealer: {each} to each other player"
        each = next((amount for to, amount in paid.items() if to != dealer), "")
        level = rules.points.title(rule.level)
        yield say(text, who=named([seat]), level=level, dealer=paid.get(dealer, ""), each=each)


def _why_draw(result: RoundResult, rules: MahjongRules, named: _Named) -> Iterator[str]:
    """Who pays whom for noten; or that a nagashi mangan is paid in place of it."""
    draw, amounts = result.draw, [one.amount for one in result.transfers if one.why == "penalty"]
    assert draw
    if draw.pool_of_dreams:
        text = "nagashi mangan of {who} is paid instead of noten payments; no honba is paid for it"
        if rules.rounds.nagashi.counters:
            text = "nagashi mangan of {who} is paid instead of noten payments, with the honba"
        yield say(text, who=named(draw.pool_of_dreams))
    elif amounts:
        text = "noten pay {pool} in all, {paid} each: {noten}; tenpai share it, {gained} each: {tenpai}"
        if len(draw.not_waiting) == 1:
            text = "noten, {noten} alone, pays {pool}; tenpai share it, {gained} each: {tenpai}"
        elif len(draw.waiting) == 1:
            text = "noten pay {pool} in all, {paid} each: {noten}; tenpai, {tenpai} alone, gets it"
        yield say(
            text,
            noten=named(draw.not_waiting),
            tenpai=named(draw.waiting),
            pool=number(sum(amounts)),
            paid=number(amounts[0] * len(draw.waiting)),
            gained=number(amounts[0] * len(draw.not_waiting)),
        )
    elif rules.rounds.not_waiting.pool:
        yield say("nobody pays: all players are tenpai" if draw.waiting else "nobody pays: nobody is tenpai")
