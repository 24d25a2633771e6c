"""From a log, replayed, to a game in our records: wins and draws as plain data, all worked out from the play, with what
the log says of them beside.
"""

from collections.abc import Sequence
from typing import Any, Final, cast

from msgspec.structs import replace

from calc.errors import UnreadableError
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.logs import events
from calc.mahjong.logs.events import WINDS, GameLog, LoggedGame, RoundLog, Won
from calc.mahjong.logs.names import ROUND_WORDS
from calc.mahjong.logs.play import Offer, Play
from calc.mahjong.logs.shapes import named
from calc.mahjong.records.types import Draw as DrawRecord, DrawKind, Liable, Round, Win
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.value.liability import is_last_fed
from calc.notation.melds import print_meld
from calc.notation.tiles import print_tiles, print_tiles_in_order, sort_tiles
from calc.patterns import regex
from calc.translation import msg

#: The plain fives, and where red ones begin.
_FIVES: Final = (4, 13, 22)
_REDS: Final = 34
_WINDS: Final = range(27, 31)
_DRAGONS: Final = range(31, 34)
#: The rule sets of Tenhou, by the number of players.
RULES: Final = {4: "tenhou", 3: "tenhou-sanma"}
#: How a tile was won that is no discard, as records tell it.
_CHANKAN: Final[dict[str, Any]] = {"kakan": True, "ankan": "concealed"}
_ORPHANS: Final = frozenset({0, 8, 9, 17, 18, 26, *_WINDS, *_DRAGONS})


def game_of(log: GameLog, name: str, form: str) -> LoggedGame:
    """The game of a log in the format ``form``, from the file ``name``.

    Raises :class:`~calc.errors.UnreadableError` where a move contradicts the ones before; only the last round may
    lack an ending, and is then left out.
    """
    *before, last = log.rounds
    for one in before:
        if not one.is_over:
            error = UnreadableError("expected an ending of the round, found the next round")
            raise error.begun(msg("in {0}", f"{WINDS[one.start.wind]}{one.start.number}"))
    rounds = log.rounds if last.is_over else before
    rules = log.rules or RULES[len(log.players)]
    loaded = load_mahjong_rules(rules)
    record: dict[str, Any] = {"rules": rules}
    options = dict(log.options)
    if rules in RULES.values() and not all(result.is_integer() for result in log.final or ()):
        # Some tables of the site print results as they are.
        options["rounding"] = {"mode": "none", "of": "score"}
    said = tuple(_said_round(played) for played in rounds)
    if log.rules is None and "red_fives" not in options and _lacks_reds([one.seen for one in said]):
        options["red_fives"] = dict.fromkeys("mps"[4 - len(log.players) :], 0)
    if options:
        record["options"] = options
    # Results speak of players by name, and on Tenhou many are called NoName.
    record["players"] = given = list[str]()
    for place, called in enumerate(log.players, start=1):
        wanted = called.strip() or f"player {place}"
        given.append(wanted if wanted not in given else f"{wanted} ({place})")
    first = log.rounds[0].start
    begins = (first.wind, first.number, first.honba, first.sticks) == (0, 1, 0, 0)
    if first.scores and log.is_part and not begins:
        record["start"] = list(first.scores)
    elif first.scores and len(set(first.scores)) == 1:
        record["start"] = first.scores[0]
    return LoggedGame(
        name=name,
        format=form,
        head=record,
        rounds=[replay_round(played, loaded) for played in rounds],
        said=events.SaidGame(
            rounds=said,
            scores=log.scores,
            final=log.final,
            cut_off="in_round" if not last.is_over else None if log.ended else "between_rounds",
            unfinished=None if last.is_over else _said_round(last),
            vacant=log.vacant,
            rules=log.rules,
        ),
        played=log,
    )


#: A round, and which honba.
_ROUND: Final = regex(r"([ESWN])\s*([1-4])(?:[\s,.-]+([0-9]{1,3}))?")


def round_of(logged: LoggedGame, name: str) -> LoggedGame:
    """The game with the rounds of this name alone: ``E2`` with all of its honba, or ``E2 1``."""
    told = name.lower()
    for word, letters in ROUND_WORDS.items():
        told = told.replace(word, letters)
    found = _ROUND.fullmatch(" ".join(told.upper().split()))
    if not found:
        raise UnreadableError("expected a round, such as E2 or 'E2 1', found {0!r}", name)
    wind, number, honba = "ESWN".index(found[1]), int(found[2]), found[3]
    log = logged.played
    kept = [
        one
        for one in log.rounds
        if (one.start.wind, one.start.number) == (wind, number) and honba in (None, str(one.start.honba))
    ]
    if not kept:
        rounds = ", ".join(one.start.name for one in log.rounds)
        raise UnreadableError("expected a round of this game, {0}, found {1!r}", rounds, name)
    alone = replace(log, rounds=kept, scores=None, final=None, vacant=(), is_part=True, ended=True)
    return game_of(replace(alone, rules=logged.head["rules"]), logged.name, logged.format)


def _lacks_reds(seen: Sequence[bytes]) -> bool:
    """Whether the tiles of all rounds show that none is red: four plain fives of a suit, and no red one."""
    return any(one.count(five) == 4 for one in seen for five in _FIVES) and max(map(max, seen)) < _REDS


def _said_round(log: RoundLog) -> events.SaidRound:
    start, last = log.start, log.events[-1] if log.events else None
    wins = [event for event in log.events[-start.players :] if type(event) is Won]
    return events.SaidRound(
        round=WINDS[start.wind],
        number=start.number,
        honba=start.honba,
        sticks=start.sticks,
        before=start.scores,
        wins=tuple([win.said for win in wins]),
        draw=last.said if isinstance(last, events.DrawnGame) else None,
        seen=bytes(_seen(log, wins)),
        **{key: getattr(log, key) for key in events.Figures.__struct_fields__},
    )


def _seen(log: RoundLog, wins: Sequence[Won]) -> list[int]:
    """Every tile that a log shows, once: what came out of the wall."""
    seen = [event.tile for event in log.events if type(event) is events.Draw or type(event) is events.Indicator]
    seen.append(log.start.indicator)
    for hand in log.start.hands:
        seen += hand
    # Several winners show the same tiles.
    return [*seen, *max([win.ura for win in wins], key=len, default=())]


def replay_round(log: RoundLog, rules: MahjongRules) -> Round:
    """The record of a round that is over. ``rules``: those that say what players are responsible for. Raises as
    :func:`game_of`.
    """
    with named(msg("in {0}", log.start.name)):
        return _replay(log, rules)


def _replay(log: RoundLog, rules: MahjongRules) -> Round:
    play, moves = Play(log.start), log.events
    wins: list[Win] = []
    draw: DrawRecord | None = None
    is_over = False
    liable: dict[int, dict[str, int]] = {}
    place = play.draw_and_discard(moves, 0)
    while place < len(moves):
        event = moves[place]
        play.apply(event)
        if type(event) is events.Call:
            if event.feeder is not None:
                melds, owed = play.hands[event.player].melds, liable.setdefault(event.player, {})
                owed.update({one: event.feeder for one in rules.liability.for_ if is_last_fed(one, melds, rules)})
        elif type(event) is Won:
            wins.append(_win_record(play, event, liable.get(event.player, {})))
        elif type(event) is events.DrawnGame:
            draw, is_over = _draw_record(play, event), True
        place += 1
        if not wins and not is_over:
            place = play.draw_and_discard(moves, place)
        elif place < len(moves) and (is_over or type(moves[place]) is not Won):
            found = type(moves[place]).__name__
            raise UnreadableError("expected the end of the round, found {0} after it", found)
    start = log.start
    riichi: list[str] = sorted([start.seat(player) for player in play.paid], key=WINDS.index)
    return Round(
        round=WINDS[start.wind],
        number=start.number,
        honba=start.honba,
        sticks=start.sticks,
        riichi=riichi,
        wins=wins,
        draw=draw,
    )


def _win_record(play: Play, won: Won, liable: dict[str, int]) -> Win:
    hand = play.hands[won.player]
    concealed = list(hand.concealed)
    if (offer := _winning_offer(play, won)) is not None:
        tile = offer.tile
    elif play.drawn is None or play.drawn.player != won.player:
        play.refuse(won.player, msg("expected a tsumo on the tile drawn last, found one without a draw"))
    else:
        tile = play.drawn.tile
        concealed.remove(tile)
    if won.shown is not None and sort_tiles(won.shown) != sort_tiles((*concealed, tile)):
        held, other = print_tiles((*concealed, tile)), print_tiles(won.shown)
        play.refuse(won.player, msg("expected the winning hand {0} after these moves, the log shows {1}", held, other))
    responsible = [Liable(seat=play.start.seat(player), for_=limit) for limit, player in liable.items()]
    return Win(
        hand=print_tiles(concealed),
        melds=[*map(print_meld, hand.melds)] or "",
        win=print_tiles([tile]),
        by="ron" if offer else "tsumo",
        seat=play.start.seat(won.player),
        round=WINDS[play.start.wind],
        from_=play.start.seat(offer.player) if offer else None,
        dora=print_tiles_in_order(play.indicators),
        ura=print_tiles_in_order(won.ura) if hand.riichi else "",
        riichi=hand.riichi,
        ippatsu=hand.ippatsu,
        rinshan=not offer and play.is_replacement,
        chankan=_CHANKAN.get(offer.how, False) if offer else False,
        last_tile=play.is_last_tile and (offer is None or offer.how == "discard"),
        first_turn=play.is_untouched and not hand.discards,
        north=hand.norths,
        liable=responsible[0] if len(responsible) == 1 else responsible,
        facts={"north_ron": True} if offer and offer.how == "north" else {},
    )


def _winning_offer(play: Play, won: Won) -> Offer | None:
    """What was won by ron; ``None`` on a tsumo."""
    if won.feeder is None:
        return None
    if play.offer is None or play.offer.player != won.feeder or won.feeder == won.player:
        found = play.start.seat(won.feeder)
        play.refuse(won.player, msg("expected a ron on the last discard, found one on {0}", found))
    return play.offer


def _draw_record(play: Play, over: events.DrawnGame) -> DrawRecord | None:
    """The draw; ``None`` where the log has a word for it that is not known and the moves do not tell its kind."""
    try:
        kind = cast(DrawKind, over.kind or _draw_kind(play))
    except UnreadableError:
        if not over.said.unread:
            raise
        return None
    if kind != "exhaustive":
        return DrawRecord(kind=kind)
    for player, shown in over.shown.items():
        if sort_tiles(shown) != sort_tiles(play.hands[player].concealed):
            held, other = print_tiles(play.hands[player].concealed), print_tiles(shown)
            play.refuse(player, msg("expected the hand {0} after these moves, the log shows {1}", held, other))
    from_east = [(play.start.dealer + place) % play.start.players for place in range(play.start.players)]
    hands = {play.start.seat(player): play.hands[player] for player in from_east}
    waiting = over.said.waiting
    return DrawRecord(
        kind=kind,
        waiting=None if waiting is None else sorted(waiting, key=WINDS.index),
        hands={
            seat: f"{print_tiles(hand.concealed)} {''.join(map(print_meld, hand.melds))}".rstrip()
            for seat, hand in hands.items()
        },
        north={seat: hand.norths for seat, hand in hands.items() if hand.norths},
        pool_of_dreams=[
            seat
            for seat, hand in hands.items()
            if hand.discards and not hand.was_called and _ORPHANS.issuperset(hand.discards)
        ],
    )


def _draw_kind(play: Play) -> str:
    """Why the round ended, for logs that do not tell."""
    discards = [tile for hand in play.hands for tile in hand.discards]
    quads = [sum(meld.kind in {"daiminkan", "kakan", "ankan"} for meld in hand.melds) for hand in play.hands]
    if play.drawn is not None:
        if play.is_untouched and not play.hands[play.drawn.player].discards:
            return "kyuushu_kyuuhai"
    elif play.is_last_tile:
        return "exhaustive"
    elif all(hand.riichi for hand in play.hands):
        return "suucha_riichi"
    elif play.is_untouched and len(discards) == len(play.hands) and len(set(discards)) == 1 and discards[0] in _WINDS:
        return "suufon_renda"
    if sum(quads) >= 4 and max(quads) < 4:
        return "suukaikan"
    raise UnreadableError("expected a win, an empty wall, or the reason why the round ended without either")
