"""Whether a round could have been played: whose turn, the wall, indicators, calls, riichi, furiten, kinds of draws.

One pass over the events of any format, after the replay, which knows that each hand holds what leaves it. What differs
between houses comes from the rule set. What a format cannot say is not asked: :data:`_UNTOLD`.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final, Literal, cast

from msgspec import Struct

from calc.mahjong.hand.kinds import MOST_COPIES, TILE_KINDS
from calc.mahjong.hand.shapes import ORPHANS, finishing
from calc.mahjong.logs.events import Call, Discard, Draw, DrawnGame, Indicator, North, Riichi, RoundLog, Won
from calc.mahjong.logs.play import DEALT, DRAWABLE
from calc.mahjong.rules.ruleset import MahjongRules
from calc.notation.spellings import WIND_NAMES
from calc.notation.tiles import kind_of, print_tiles
from calc.translation import msg

#: What formats leave open: ``turning``, when an indicator was turned; ``ura``, that only rounds have some in which a
#: winner has riichi; ``sticks``, that the stick of every riichi is told; ``numbers``, which copy of a tile it is;
#: ``leftover``, that the last scores have the sticks that were left.
Told = Literal["turning", "ura", "sticks", "numbers", "leftover"]
_UNTOLD: Final[Mapping[str, frozenset[Told]]] = {
    "mjlog": frozenset(),
    "tenhou.net/6": frozenset({"turning", "ura", "sticks", "numbers", "leftover"}),
    "majiang": frozenset({"turning", "ura", "sticks", "numbers", "leftover"}),
}
_USUALLY_UNTOLD: Final = frozenset[Told]({"ura", "sticks", "numbers", "leftover"})
#: As many as there are groups in a hand.
_MOST_QUADS: Final = DEALT // 3
_WINDS: Final = range(27, 31)
_QUADS: Final = ("ankan", "kakan", "daiminkan")


def tells(form: str, what: Told) -> bool:
    """Whether logs of a format always tell this."""
    return what not in _UNTOLD.get(form, _USUALLY_UNTOLD)


class Impossible(Struct, frozen=True):
    """A move that cannot be: of which player, in which of their turns, and why."""

    player: int
    turn: int
    why: str


def impossible(
    log: RoundLog, form: str, rules: MahjongRules, *, rules_known: bool = True, quads_turn: bool = True
) -> list[Impossible]:
    """The moves of a round in a log of the format ``form`` that cannot be, in their order.

    Where nobody says by which rules it was played, what rooms differ in is not held against it: a swap after a call,
    how many points and tiles riichi needs, and unless ``quads_turn``, a quad that turns no indicator.
    """
    one = _Round(log, form, rules, rules_known=rules_known)
    one.quads_turn = rules_known or quads_turn
    one.look()
    return one.found


class _Round:
    def __init__(self, log: RoundLog, form: str, rules: MahjongRules, *, rules_known: bool) -> None:
        self.log, self.form, self.rules, self.players = log, form, rules, log.start.players
        self.found: list[Impossible] = []
        # A discard tells the number of its tile, or else whether it was drawn, or where all tell the same, nothing.
        self.has_numbers = tells(form, "numbers")
        self.is_flagged = not self.has_numbers and len({one.copy for one in log.events if type(one) is Discard}) > 1
        #: Whose turn it is, how many tiles are left, the tile just drawn, and the call that a discard is to follow.
        self.turn, self.left = log.start.dealer, DRAWABLE[log.start.players]
        self.drawn: Draw | None = None
        self.call: Call | None = None
        #: Whether the next draw is a replacement tile.
        self.replaces = False
        #: The quads of each player, and the indicators that were turned for them.
        self.quads, self.turned = [0] * self.players, 0
        self.owes_indicator = False
        fault = rules.faults.get("kuikae")
        self.rules_known, self.quads_turn = rules_known, True
        self.may_swap = not rules_known or fault is None or fault.penalty == "nothing"
        self.is_untouched = True
        #: Who declares riichi with the next discard, and where those who did discarded.
        self.declares: int | None = None
        self.riichi: dict[int, int] = {}
        #: Who has open melds, and whose hand is shown to wait.
        self.open, self.waits = set[int](), set[int]()

    def look(self) -> None:
        """Look at every move."""
        players, riichi, told_turning = self.players, self.riichi, tells(self.form, "turning")
        moves = self.log.events
        is_flagged = self.is_flagged
        turn, left, drawn = self.turn, self.left, self.drawn
        for place, event in enumerate(moves):
            if type(event) is Draw:
                if event.player != turn:
                    self._note(place, event.player, msg("draws, but it is {0}'s turn", self._seat(turn)))
                left -= 1
                if self.replaces:
                    self.replaces = False
                elif self.owes_indicator and told_turning:
                    self._check_turned(place, event.player)
                drawn = event
            elif type(event) is Discard:
                player = event.player
                if drawn is None or self.declares is not None:
                    self._discarded(place, event)
                elif (event.tile != drawn.tile or event.copy != drawn.copy) and (player in riichi or is_flagged):
                    self._check_other(place, event, drawn)
                drawn, turn = None, (player + 1) % players
            else:
                self.turn, self.left, self.drawn = turn, left, drawn
                _MOVES[type(event)](self, place, event)
                turn, drawn = self.turn, self.drawn

    # ---- what is said of a move

    def _note(self, place: int, player: int, why: str) -> None:
        done = sum(type(one) is Discard and one.player == player for one in self.log.events[:place])
        self.found.append(Impossible(player, done + 1, why))

    def _seat(self, player: int) -> str:
        return WIND_NAMES[self.log.start.seat(player)]

    # ---- moves

    def _discarded(self, place: int, event: Discard) -> None:
        """A discard after a call, or with which riichi is declared."""
        if self.call is not None:
            self._check_swap(place, event, self.call)
            self.call = None
        if self.drawn is not None and self.is_flagged:
            self._check_other(place, event, self.drawn)
        if self.declares is not None:
            if event.player != self.declares:
                self._note(place, event.player, msg("discards, but {0} has declared riichi", self._seat(self.declares)))
            self.riichi[self.declares], self.declares = place, None

    def _check_other(self, place: int, event: Discard, drawn: Draw) -> None:
        """A discard that is not the tile just drawn."""
        tile, other, is_told = print_tiles([event.tile]), print_tiles([drawn.tile]), self.has_numbers or self.is_flagged
        if self.riichi.get(event.player, place) < place and (is_told or event.tile != drawn.tile):
            why = msg("discards {0} from the hand after riichi, the tile just drawn was {1}", tile, other)
        elif self.is_flagged and not event.copy and event.tile != drawn.tile:
            why = msg("discards {0} as the tile just drawn, but that was {1}", tile, other)
        else:
            return
        self._note(place, event.player, why)

    def _check_turned(self, place: int, player: int) -> None:
        self.owes_indicator = False
        if self.quads_turn and self.turned < min(sum(self.quads), self.rules.dora.indicators - 1):
            self._note(place, player, msg("draws, but no indicator was turned for the quad before"))
            self.turned = sum(self.quads)

    def _check_all_turned(self, place: int) -> None:
        """At the end each quad has turned an indicator, but perhaps open ones whose discard or next quad just came."""
        moves = self.log.events[:place]
        quads = [at for at, one in enumerate(moves) if type(one) is Call and one.meld.kind in _QUADS]
        open_ones = [at for at in quads if cast(Call, moves[at]).meld.kind != "ankan"]
        # The first draw after a quad is its replacement tile.
        spared = sum(
            all(sum(type(one) is kind for one in moves[at:]) <= 1 for kind in (Draw, Discard)) for at in open_ones
        )
        if self.quads_turn and self.turned + spared < min(len(quads), self.rules.dora.indicators - 1):
            self._note(place, self.turn, msg("{0} quads have turned {1} indicators", len(quads), self.turned))

    def _check_swap(self, place: int, event: Discard, call: Call) -> None:
        """A discard of the called tile, or of the other end of a run, as from 3 where 45 called 6."""
        if self.may_swap or call.tile is None:
            return
        called, gone = kind_of(call.tile), kind_of(event.tile)
        own = sorted(map(kind_of, call.own))
        ends = {called}
        if call.meld.kind == "chi" and own[1] - own[0] == 1:
            other = own[1] + 1 if called < own[0] else own[0] - 1
            ends |= {other} if other // 9 == called // 9 else set()
        if gone in ends:
            tile = print_tiles([event.tile])
            self._note(place, event.player, msg("discards {0} right after calling {1}", tile, print_tiles([call.tile])))

    def _declared(self, place: int, event: Riichi) -> None:
        player, least, start = event.player, self.rules.rounds.riichi, self.log.start
        if player in self.open:
            self._note(place, player, msg("declares riichi with an open hand"))
        # Who sits at a table of three draws again after three tiles.
        if self.left < (min(least.min_wall, self.players) if self.rules_known else 1):
            self._note(place, player, msg("declares riichi with {0} tiles left in the wall", self.left))
        is_short = start.scores is not None and start.scores[player] < least.min_points
        if is_short and start.scores is not None and self.rules_known and least.short == "refuse":
            self._note(place, player, msg("declares riichi with {0} points", start.scores[player]))
        self.declares = player

    def _called(self, place: int, event: Call) -> None:
        player, kind = event.player, event.meld.kind
        is_own = kind in ("ankan", "kakan")
        if self.left == 0:
            self._note(place, player, msg("calls though the wall is empty"))
        if player in self.riichi:
            self._called_in_riichi(place, event)
        if kind == "chi" and not self.rules.winning.chi:
            self._note(place, player, msg("calls a run, which these rules do not have"))
        elif kind == "chi" and event.feeder is not None and (event.feeder + 1) % self.players != player:
            self._note(
                place, player, msg("calls a run from {0}, who does not sit to the left", self._seat(event.feeder))
            )
        elif event.feeder == player:
            self._note(place, player, msg("calls a tile of their own"))
        elif is_own and player != self.turn:
            self._note(place, player, msg("declares a quad, but it is {0}'s turn", self._seat(self.turn)))
        if kind != "ankan":
            self.open.add(player)
        if kind in _QUADS:
            self.quads[player] += 1
            self.owes_indicator = True
            if sum(self.quads) > _MOST_QUADS:
                self._note(place, player, msg("declares a fifth quad"))
        self.replaces = kind in _QUADS
        self.call = None if self.replaces else event
        self._moved(player)

    def _called_in_riichi(self, place: int, event: Call) -> None:
        """In riichi only a quad of the tile just drawn is called, as far as the rules have it."""
        player, rule, drawn = event.player, self.rules.rounds.riichi.quads, self.drawn
        if event.meld.kind != "ankan":
            self._note(place, player, msg("calls after riichi"))
        elif rule == "never":
            self._note(place, player, msg("declares a quad after riichi, which these rules do not have"))
        elif drawn is None or kind_of(drawn.tile) != kind_of(event.meld.tiles[0]):
            self._note(place, player, msg("declares a quad after riichi of other tiles than the one just drawn"))
        else:
            before, melds = self._hand(player, place)
            before[kind_of(drawn.tile)] -= 1
            after, _ = self._hand(player, place + 1)
            waits = [self._finishing(before, melds), self._finishing(after, melds + 1)]
            if waits[0] != waits[1]:
                self._note(place, player, msg("declares a quad after riichi that changes what the hand waits for"))

    def _set_aside(self, place: int, event: North) -> None:
        self.replaces = True
        self._moved(event.player)

    def _moved(self, player: int) -> None:
        self.turn, self.drawn, self.is_untouched = player, None, False

    def _turned_one(self, place: int, event: Indicator) -> None:
        self.turned += 1
        # The fourth North of a player may turn one too.
        dora, quads = self.rules.dora, sum(self.quads)
        if self.turned > min(quads, dora.indicators - 1) + dora.most - dora.indicators:
            self._note(place, self.turn, msg("an indicator is turned without a quad"))

    # ---- endings

    def _won(self, place: int, event: Won) -> None:
        player, form = event.player, self.form
        self.waits.add(player)
        moves = self.log.events
        if event.feeder is not None and self.rules.winning.furiten == "refuse":
            self._check_furiten(place, event)
        if event.ura and tells(form, "ura") and player not in self.riichi:
            self._note(place, player, msg("is told ura dora without riichi"))
        elif event.ura and len(event.ura) != self.turned + 1:
            self._note(place, player, msg("is told {0} ura indicators under {1}", len(event.ura), self.turned + 1))
        if place == len(moves) - 1:
            self._check_riichi()
            self._check_all_turned(place)

    def _check_furiten(self, place: int, event: Won) -> None:
        """No ron on a hand that one of the own discards would finish, or a tile that was let pass."""
        player, moves = event.player, self.log.events
        last = next(at for at in range(place - 1, -1, -1) if isinstance(moves[at], (Discard, Call, North)))
        held, melds = self._hand(player, place)
        waits = {kind for kind in self._finishing(held, melds) if held[kind] < MOST_COPIES}
        thrown = [(at, one) for at, one in enumerate(moves[:last]) if type(one) is Discard]
        gone = [(at, one.player) for at, one in thrown if kind_of(one.tile) in waits]
        if any(who == player for _, who in gone):
            self._note(place, player, msg("wins by ron, but is furiten by a discard of their own"))
        elif gone:
            mine = [at for at, one in thrown if one.player == player]
            if gone[-1][0] > self.riichi.get(player, max(mine, default=-1)):
                self._note(place, player, msg("wins by ron, but let a winning tile pass"))

    def _drawn_game(self, place: int, event: DrawnGame) -> None:
        shown = [*event.shown, *map(self.log.start.player, event.said.waiting or ())]
        self.waits |= {*shown}
        if event.kind == "exhaustive":
            if self.left or self.drawn is not None:
                self._note(place, self.turn, msg("the wall is told to have run out with {0} tiles left", self.left))
            self._check_all_turned(place)
        elif event.kind is not None and not self._may_abort(event.kind, place):
            self._note(place, self.turn, msg("the moves make no abortive draw of this kind, {0}", event.kind))
        self._check_riichi()

    def _may_abort(self, kind: str, place: int) -> bool:
        moves = self.log.events
        discards = [one for one in moves if type(one) is Discard]
        if kind == "kyuushu_kyuuhai":
            player = self.turn
            has_drawn = self.drawn is not None and all(one.player != player for one in discards)
            held, _ = self._hand(player, place)
            least = self.rules.rounds.abortive.orphans
            return has_drawn and self.is_untouched and sum(held[kind] > 0 for kind in ORPHANS) >= least
        if kind == "suufon_renda":
            kinds = {one.tile for one in discards}
            return self.is_untouched and len(discards) == self.players and len(kinds) == 1 and kinds <= {*_WINDS}
        if kind == "suucha_riichi":
            return len(self.riichi) == self.players
        if kind == "suukaikan":
            return sum(self.quads) >= _MOST_QUADS > max(self.quads)
        last = next(one for one in reversed(moves[:place]) if isinstance(one, (Discard, Call, North)))
        tile = last.tile if isinstance(last, (Discard, Call)) else None
        if kind != "sanchahou" or tile is None:
            return kind != "sanchahou"
        others = [player for player in range(self.players) if player != last.player]
        return all(kind_of(tile) in self._finishing(*self._hand(player, place)) for player in others)

    def _check_riichi(self) -> None:
        """Riichi needs a waiting hand; of those who win or show it this is known."""
        for player, place in self.riichi.items():
            if player not in self.waits and not self._finishing(*self._hand(player, place + 1)):
                self._note(place, player, msg("declares riichi with a hand that does not wait"))

    # ---- hands

    def _finishing(self, held: list[int], melds: int, kinds: Collection[int] | None = None) -> list[int]:
        """Which kinds of tile, of all or some, finish a hand."""
        return finishing(held, melds, self.rules.kinds if kinds is None else kinds, self.rules.waiting_shapes)

    def _hand(self, player: int, place: int) -> tuple[list[int], int]:
        """How many of each kind of tile a player held concealed before a move, beside how many melds."""
        held, melds = [0] * TILE_KINDS, 0
        for tile in self.log.start.hands[player]:
            held[kind_of(tile)] += 1
        gone: Iterable[int]
        for event in self.log.events[:place]:
            if getattr(event, "player", None) != player:
                continue
            if type(event) is Draw:
                held[kind_of(event.tile)] += 1
                continue
            gone = ()
            if type(event) is Discard:
                gone = (event.tile,)
            elif type(event) is North:
                gone = (_WINDS[-1],)
            elif type(event) is Call:
                is_added = event.meld.kind == "kakan"
                gone = event.own if not is_added else (event.meld.tiles[0],)
                melds += not is_added
            for tile in gone:
                held[kind_of(tile)] -= 1
        return held, melds


_MOVES: Final[dict[type, Callable[[_Round, int, Any], None]]] = {
    Call: _Round._called,
    North: _Round._set_aside,
    Riichi: _Round._declared,
    Indicator: _Round._turned_one,
    Won: _Round._won,
    DrawnGame: _Round._drawn_game,
}
