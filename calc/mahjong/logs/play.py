"""The replay: what follows from the moves of a round, whatever format they were logged in.

It knows how tiles move and what a move means for riichi, ippatsu, first turns, replacement tiles and the last tile.
It knows no yaku and no points. A move that cannot be is refused: a log that contradicts itself is not read half.
"""

from collections.abc import Sequence
from typing import Final, Literal, NoReturn

from msgspec import Struct
from msgspec.structs import replace

from calc.errors import UnreadableError
from calc.mahjong.logs.events import Call, Discard, Draw, DrawnGame, Event, Indicator, North, Riichi, Start, Won
from calc.notation.melds import Meld, print_meld
from calc.notation.tiles import print_tiles
from calc.translation import msg

#: Tiles that can be drawn, replacement tiles among them: all but the dealt ones and the 14 of the dead wall.
DRAWABLE = {4: 136 - 4 * 13 - 14, 3: 108 - 3 * 13 - 14}
DEALT = 13
_NORTH = 30
_TO_DRAW: Final = msg("a hand that is to draw")
_TO_DISCARD: Final = msg("a hand that is to discard")


class Hand(Struct):
    """The tiles of one player."""

    concealed: list[int]
    melds: list[Meld] = []
    norths: int = 0
    discards: list[int] = []
    #: Whether another player called one of the discards.
    was_called: bool = False
    riichi: bool | Literal["double"] = False
    ippatsu: bool = False


class Offer(Struct, frozen=True):
    """A tile that may be won by ron."""

    player: int
    tile: int
    how: Literal["discard", "kakan", "ankan", "north"]


class Play:
    """The state of a round after the moves so far."""

    def __init__(self, start: Start) -> None:
        self.start = start
        self.hands = [Hand(list(tiles)) for tiles in start.hands]
        self.indicators = [start.indicator]
        #: Riichi seats whose stick lies on the table, in the order of their declarations.
        self.paid: list[int] = []
        self.drawn: Draw | None = None
        #: The last discard, or another tile that may be won by ron.
        self._last: Discard | Offer | None = None
        self.draws = 0
        self._drawable = DRAWABLE[start.players]
        #: Who has a tile to give: drew one, or called one.
        self._to_discard: int | None = None
        #: Whether the drawn tile is a replacement tile.
        self.is_replacement = False
        #: No call, quad or North so far: what first turns and double riichi need.
        self.is_untouched = True
        self._replaces_next = False
        self._declaring: int | None = None
        self._unpaid: int | None = None
        for player, tiles in enumerate(start.hands):
            if len(tiles) != DEALT:
                self.refuse(player, msg("expected {0} dealt tiles, found {1}", DEALT, len(tiles)))

    @property
    def is_last_tile(self) -> bool:
        """Whether the wall is empty."""
        return self.draws == self._drawable

    def draw_and_discard(self, events: Sequence[Event], place: int) -> int:
        """Let the draws and discards from a place on happen; return the place of the next other move.

        Most moves are these, so they are one loop that calls nothing. Raises as :meth:`apply`.
        """
        hands, drawable = self.hands, self._drawable
        to_discard, drawn, draws, unpaid = self._to_discard, self.drawn, self.draws, self._unpaid
        declaring, last = self._declaring, self._last
        count = len(events)
        while place < count:
            event = events[place]
            if type(event) is Draw:
                player, tile = event.player, event.tile
                hand = hands[player]
                concealed = hand.concealed
                if to_discard is not None or len(concealed) % 3 != 1 or draws == drawable:
                    self._refuse_draw(player, is_owed=to_discard is not None)
                if unpaid is not None:
                    self.paid.append(unpaid)
                    unpaid = None
                self.is_replacement = self._replaces_next
                if self._replaces_next:
                    # Only now: the tile of the quad could still be won, with ippatsu.
                    self._end_ippatsu()
                    self._replaces_next = False
                draws += 1
                place += 1
                after = events[place] if place < count else None
                if type(after) is not Discard or after.player != player:
                    concealed.append(tile)
                    drawn, last, to_discard = event, None, player
                    continue
                # A turn without a call.
                if after.tile != tile:
                    concealed.append(tile)
                    if after.tile not in concealed:
                        self._take(player, (after.tile,))
                    concealed.remove(after.tile)
                drawn, last = None, after
            elif type(event) is Discard:
                player = event.player
                hand = hands[player]
                self._discard_owed(event, to_discard)
                drawn, last, to_discard = None, event, None
            else:
                break
            hand.discards.append(last.tile)
            hand.ippatsu = declaring == player
            unpaid, declaring = declaring, None
            place += 1
        self._to_discard, self.drawn, self.draws, self._unpaid = to_discard, drawn, draws, unpaid
        self._declaring, self._last = declaring, last
        return place

    def _discard_owed(self, event: Discard, to_discard: int | None) -> None:
        if event.player != to_discard:
            self._refuse_count(event.player, _TO_DISCARD)
        self._take(event.player, (event.tile,))

    @property
    def offer(self) -> Offer | None:
        """The tile that may be won by ron."""
        last = self._last
        return Offer(last.player, last.tile, "discard") if isinstance(last, Discard) else last

    def apply(self, event: Event) -> None:
        """Let one other move happen. Raises :class:`~calc.errors.UnreadableError` where it cannot."""
        match event:
            case Riichi(player):
                hand = self._hand_of(player, owed=2)
                if hand.riichi:
                    self.refuse(player, msg("expected one riichi a player, found a second one"))
                hand.riichi = "double" if self.is_untouched and not hand.discards else True
                self._declaring = player
            case Call():
                self._call(event)
            case North(player):
                hand = self._hand_of(player, owed=2)
                self._take(player, [_NORTH])
                hand.norths += 1
                self._offer(player, _NORTH, "north")
            case Indicator():
                self.indicators.append(event.tile)
            case Won():
                # A riichi stick is paid once the discard is not won.
                self._unpaid = None
            case DrawnGame():
                if event.kind != "sanchahou":
                    self._settle_riichi()

    def _refuse_draw(self, player: int, *, is_owed: bool) -> NoReturn:
        if len(self.hands[player].concealed) % 3 != 1:
            self._refuse_count(player, _TO_DRAW)
        if is_owed:
            self.refuse(player, msg("expected a discard before the next draw, found none"))
        self.refuse(player, msg("expected {0} draws at most, found one more", self._drawable))

    def _call(self, event: Call) -> None:
        if event.meld.kind in {"ankan", "kakan"}:
            self._own_quad(event)
            return
        hand = self._hand_of(event.player, owed=1)
        offer = self.offer
        if offer is None or offer.how != "discard" or (offer.player, offer.tile) != (event.feeder, event.tile):
            self.refuse(event.player, msg("expected a call of the last discard, found {0}", print_meld(event.meld)))
        self._settle_riichi()
        self._take(event.player, _without(event.meld.tiles, offer.tile))
        hand.melds.append(replace(event.meld, feeder=self.start.seat(offer.player)))
        self.hands[offer.player].was_called = True
        self._replaces_next = event.meld.kind == "daiminkan"
        self._to_discard = None if self._replaces_next else event.player
        self.is_untouched = False
        self._last = self.drawn = None
        self._end_ippatsu()

    def _own_quad(self, event: Call) -> None:
        hand = self._hand_of(event.player, owed=2)
        meld = event.meld
        if meld.kind == "ankan":
            self._take(event.player, meld.tiles)
            if hand.riichi and self.drawn is not None and self.drawn.tile in meld.tiles:
                meld = replace(meld, added=self.drawn.tile)
            hand.melds.append(meld)
            self._offer(event.player, meld.tiles[0], "ankan")
        else:
            added = meld.tiles[0] if meld.added is None else meld.added
            self._take(event.player, [added])
            triplet = _without(meld.tiles, added)
            places = [place for place, one in enumerate(hand.melds) if (one.kind, one.tiles) == ("pon", triplet)]
            if not places:
                self.refuse(event.player, msg("expected the called triplet of {0}, found none", print_meld(meld)))
            hand.melds[places[0]] = replace(meld, feeder=hand.melds[places[0]].feeder)
            self._offer(event.player, added, "kakan")

    def _offer(self, player: int, tile: int, how: Literal["kakan", "ankan", "north"]) -> None:
        self._last = Offer(player, tile, how)
        self.drawn = self._to_discard = None
        self._replaces_next = True
        self.is_untouched = False

    def _settle_riichi(self) -> None:
        if self._unpaid is not None:
            self.paid.append(self._unpaid)
            self._unpaid = None

    def _end_ippatsu(self) -> None:
        for hand in self.hands:
            hand.ippatsu = False

    def _hand_of(self, player: int, *, owed: int) -> Hand:
        """The hand of a player who has a tile to draw (``owed`` 1) or to give (2)."""
        hand = self.hands[player]
        if len(hand.concealed) % 3 != owed:
            self._refuse_count(player, _TO_DRAW if owed == 1 else _TO_DISCARD)
        return hand

    def _refuse_count(self, player: int, owed: str) -> NoReturn:
        held = len(self.hands[player].concealed)
        self.refuse(player, msg("expected {0}, found {1} tiles in hand", owed, held))

    def _take(self, player: int, tiles: Sequence[int]) -> None:
        concealed = self.hands[player].concealed
        for tile in tiles:
            try:
                concealed.remove(tile)
            except ValueError:
                self.refuse(player, msg("expected {0} in hand, found {1}", print_tiles([tile]), print_tiles(concealed)))

    def refuse(self, player: int, message: str) -> NoReturn:
        """Raise :class:`~calc.errors.UnreadableError` for what a player cannot have done."""
        raise UnreadableError(msg("{0}: {1}", self.start.seat(player), message))


def _without(tiles: Sequence[int], tile: int) -> tuple[int, ...]:
    left = list(tiles)
    left.remove(tile)
    return tuple(left)
