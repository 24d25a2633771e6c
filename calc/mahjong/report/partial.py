"""A hand of which seat, round or way are not said: whether it is complete, and what it pays for whom.

What a line leaves out is filled in every way, and the waits of the hand tell what its winning tile pays.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from calc.errors import CalcError, RecordError
from calc.layout.document import Block, Document, Table, Text, texts
from calc.layout.words import hand_text, together, word
from calc.mahjong.hand.hand import MELD_TILES
from calc.mahjong.hand.shapes import tiles_away
from calc.mahjong.read import count_kinds
from calc.mahjong.records.kinds import HAND
from calc.mahjong.records.lines import parse_line
from calc.mahjong.records.names import is_level
from calc.mahjong.records.types import TOLD, Waiting, Win
from calc.mahjong.records.words import sign
from calc.mahjong.report.points import points_document
from calc.mahjong.report.sketch import sketch_hand, with_fu
from calc.mahjong.report.waits import headline, waits_blocks, way_cell, yaku_cell
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.value.spoken import Spoken, read_spoken, read_unseated, unread_spoken
from calc.mahjong.value.told import SEATS, ToldHand, read_yaku, unread_yaku
from calc.mahjong.value.worth import read_worth, unread_worth
from calc.mahjong.waits import WaitLine, score_waits
from calc.notation.melds import parse_melds
from calc.notation.spellings import PARTICLES, is_other_seat, wind_of
from calc.notation.tiles import parse_tiles, print_tiles
from calc.patterns import regex
from calc.tables.in_words import set_told
from calc.translation import say

#: The rule set of a win.
RulesOf = Callable[[Win], MahjongRules]
#: What a line may leave out, and what it is filled with: rounds are those that all games have.
_FACTS: Final = {
    "by": ("ron", "tsumo"),
    "seat": ("seat=E", "seat=S", "seat=W", "seat=N"),
    "round": ("round=E", "round=S"),
}
_WORD: Final = regex(r"[^\s,;.?!、。]+")
#: The narrowest terminal in which the yaku stand beside what is paid.
_WIDE: Final = 72


def partial_document(line: str, rules_of: RulesOf) -> Document | None:
    """The answer to a line that leaves out seat, round or way; ``None`` where it tells no hand without them."""
    asked: set[str] = set()
    wins = wins_told(line, asked)
    if not wins or not _is_worth_told(wins[0]):
        found = _by_yaku(line, rules_of)
        return points_document(found[0], found[2], 0) if found else None
    if not asked:
        return None
    try:
        rules = rules_of(wins[0])
        named, rest = set_told(line)
        told = line if named == "riichi" else rest  # in front it may be a yaku
        return _of_hand(wins, asked, rules) if wins[0].hand else points_document(told, rules, 0)
    except CalcError as error:
        if error.key == "fu" and wins[0].fu is None:
            raise  # without fu nothing else decides
    return None


def _by_yaku(line: str, rules_of: RulesOf) -> tuple[str, ToldHand, MahjongRules] | None:
    """What a line says beside its rule set, and the hand that it tells by its yaku; ``None`` for any other line."""
    named, rest = set_told(line)
    try:
        rules = rules_of(Win(hand="", by="ron", seat="S", round="E", rules=named))
    except CalcError:  # of another game
        return None
    # ``riichi`` in front is a yaku of such a hand.
    for said in (line, rest) if named == "riichi" else (rest,):
        told = with_fu(said, rules)
        if (hand := read_yaku(told, rules) or _beside_han(told, rules) or read_unseated(told, rules)) is not None:
            return told, hand, rules
    return None


def _beside_han(text: str, rules: MahjongRules) -> ToldHand | None:
    """A hand that is told by its han and some of its yaku."""
    with suppress(RecordError):
        worth = read_worth(text, rules)
        if worth.han is not None:
            who = SEATS[worth.seat or ""]
            fu = f"{worth.fu} fu" if worth.fu is not None else ""
            lying = [f"{count} honba" for count in worth.honba] + [f"{worth.sticks} sticks"] * (worth.sticks > 0)
            return ToldHand(" ".join([f"{worth.han} han", fu, worth.by or "", *lying, who]), worth.counted)
    return None


def _of_hand(wins: list[Win], asked: set[str], rules: MahjongRules) -> Document:
    win = wins[0]
    hand = _one_short(win, **dict.fromkeys(asked & {"seat", "round"}))
    waits = score_waits(hand, rules)
    if win.win is None:
        return Document(headline(waits), lambda page: waits_blocks(hand, waits, rules, page=page))
    found = {
        (one.seat, one.round): line
        for one in wins
        if one.seat in rules.seats
        for line in score_waits(_one_short(one), rules).tiles
        if line.tile == win.win
    }
    if not found:
        return Document(say("Not a winning hand"), lambda page: _discards(hand, win, rules))
    return Document(say("A complete hand"), lambda page: _worth(found, win, asked, rules))


def rounds_told(line: str, rules_of: RulesOf, *, asks_fu: bool = False) -> list[Spoken]:
    """The rounds that a sentence tells by seats, as lines; where fu are claimed, an example of the hand."""
    named, rest = set_told(line)
    try:
        rules = rules_of(Win(hand="", by="ron", seat="S", round="E", rules=named))
    except CalcError:  # of another game
        return []
    # ``riichi`` in front is a yaku where all that is told is read so.
    own = read_spoken(line, rules) if named == "riichi" else []
    if own:
        return own
    found = read_spoken(rest, rules)
    if not found and asks_fu and (example := sketch_hand(rest, rules)):
        found = [Spoken(example)]
    return [replace(one, line=f"{named or ''} {one.line}".lstrip()) for one in found]


def wins_told(line: str, asked: set[str] | None = None, rules_of: RulesOf | None = None) -> list[Win]:
    """The wins that a line may mean, with each value of what it leaves out, which is added to ``asked``.

    ``rules_of``: the rule set of a win, for hands that are told by their yaku; without it there are none.
    """
    asked = set() if asked is None else asked
    found, left_out, _ = _found(line)
    asked |= left_out
    if (found and _is_worth_told(found[0])) or rules_of is None or (by_yaku := _by_yaku(line, rules_of)) is None:
        return found
    _, hand, rules = by_yaku
    return [replace(win, rules=rules.id) for win in wins_told(hand.worth, asked)]


def unread_in(line: str, rules_of: RulesOf) -> Iterator[str]:
    """The words at which reading a line ends that tells no hand, by its tiles or by its yaku; perhaps an empty one."""
    if rounds_told(line, rules_of):
        return
    found, _, stops = _found(line)
    if not found or not _is_worth_told(found[0]) or not _has_all_tiles(found[0]):
        yield from (*stops, "")
        with suppress(CalcError):
            named, rest = set_told(line)
            rules = rules_of(Win(hand="", by="ron", seat="S", round="E", rules=named))
            yield from unread_spoken(rest, rules)
            yield from unread_worth(rest, rules)
            yield from unread_yaku(rest, rules)


@lru_cache(maxsize=64)
def _found(line: str) -> tuple[list[Win], set[str], list[str]]:
    """The wins that a line may mean, what it leaves out, and the words at which reading ends; nobody changes them."""
    words = [one for one in sign("no_dealer").sub("ko", line).split() if not is_other_seat(one.strip(",.;、。"))]
    is_other = len(words) < len(line.split())
    asked, stops = {"seat"} if is_other else set(), list[str]()
    wins = next(filter(None, (_filled(" ".join(words), glue, asked, stops) for glue in (" ", ", "))), [])
    return [win for win in wins if not (is_other and win.seat == "E")], asked, stops


def _is_worth_told(win: Win) -> bool:
    """Whether a win says what it is worth, by its tiles or without; what stands where a level does may be yaku."""
    told = win.hand or win.han or win.points
    return bool(told) or (win.level is not None and is_level(str(win.level)))


def _has_all_tiles(win: Win) -> bool:
    """Whether a win by its tiles has those of a hand, perhaps one short."""
    tiles = len(parse_tiles(win.hand)) + MELD_TILES * len(parse_melds(win.melds)) + (win.win is not None)
    return not win.hand or tiles >= HAND - 1


def _filled(line: str, glue: str, asked: set[str], stops: list[str]) -> list[Win]:
    """``glue``: what stands before what is added; ``stops``: gets the words at which reading ends."""
    try:
        return [parse_line(line)[0]]
    except CalcError as error:
        if error.code == "missing_key" and error.key in _FACTS:
            asked.add(error.key)
            return [win for value in _FACTS[error.key] for win in _filled(f"{line}{glue}{value}", glue, asked, stops)]
        said = _WORD.match(line, (error.column or 1) - 1)
        # A wind of Japanese with its word says what it is of.
        is_whole = said is not None and not said.group().isascii() and len(said.group()) > 1
        if said is None or error.code != "notation" or error.key != "seat" or (is_whole and wind_of(said.group())):
            stops += [said.group()] if said else []
            return []
        word, before, after = said.group(), line[: said.start()], line[said.end() :]
        if (wind := wind_of(word)) is not None:
            # A wind alone may be the seat, the round or the discarder.
            asked.add(word)
            meant = ("seat", *["round"][: f"round={wind}" in _FACTS["round"]], "from")
            found = [win for key in meant for win in _filled(f"{before}{key}={wind}{after}", glue, asked, stops)]
            return [win for win in found if win.by == "ron" or win.from_ is None]
        ends = (end for end in range(len(word), 0, -1) if is_other_seat(word[:end]))
        if end := next(ends, 0):
            asked.add("seat")
            return [
                win
                for win in _filled(
                    f"{before.rstrip(PARTICLES)} {word[end:].lstrip(PARTICLES)}{after}",
                    glue,
                    asked,
                    stops,
                )
                if win.seat != "E"
            ]
        return []


def _one_short(win: Win, **others: None) -> Waiting:
    return Waiting(**{name: getattr(win, name) for name in Waiting.__struct_fields__} | others)


def _discards(hand: Waiting, win: Win, rules: MahjongRules) -> Iterator[Block]:
    """That a hand is no winning one, and which discards leave it tenpai, the best first."""
    yield Text(say("Not a winning hand"), "answer", rules.full_label)
    tiles = [*parse_tiles(win.hand), *parse_tiles(win.win or "")]
    left = {tile: print_tiles([*tiles[: (at := tiles.index(tile))], *tiles[at + 1 :]]) for tile in tiles}
    found = {tile: score_waits(replace(hand, hand=rest), rules) for tile, rest in left.items()}
    told = sorted(((one.left, f"{print_tiles([tile])}: {headline(one)}") for tile, one in found.items() if one.waiting))
    away = tiles_away(count_kinds(tiles), len(parse_melds(win.melds)), rules.waiting_shapes)
    title = say("Tiles still to draw until tenpai: {count}.", count=away)
    title = say("One discard from tenpai:") if told else title
    yield from texts([title, *(text for _, text in reversed(told))])


def _worth(found: dict[Any, WaitLine], win: Win, asked: set[str], rules: MahjongRules) -> Iterator[Block]:
    """What a complete hand pays, a row for all who get the same, and what decides that."""
    ways = ("ron", "tsumo") if "by" in asked else (win.by,)
    only = {key: replace(line, **dict.fromkeys({"ron", "tsumo"} - {*ways})) for key, line in found.items()}
    yaku = {yaku_cell(line, rules) for line in only.values()}
    rows: dict[tuple[Any, ...], list[tuple[str, str]]] = {}
    for key, line in only.items():
        cells = (*(way_cell(getattr(line, way), with_worth=len(yaku) == 1) for way in ways), yaku_cell(line, rules))
        rows.setdefault((key[0] == rules.seats[0], cells), []).append(key)
    seats, winds = ({key[place] for key in found} for place in (0, 1))
    others = seats - {rules.seats[0]}

    def who(keys: list[tuple[str, str]]) -> str:
        of_row, rounds = [*dict.fromkeys(seat for seat, _ in keys)], {wind for _, wind in keys}
        if len(keys) < len(of_row) * len(rounds):
            return say("; ").join(who([key]) for key in keys)
        title = word("other") if {*of_row} == others and len(others) > 1 else together(map(word, of_row))
        title = word("dealer") if of_row == [rules.seats[0]] else title
        return title if rounds == winds else say("{who}, {wind} round", who=title, wind=hand_text(rounds.pop(), None))

    title = say("A complete hand: {yaku}", yaku=min(yaku)) if len(yaku) == 1 and any(yaku) else say("A complete hand")
    title = title if any(yaku) else say("No yaku: a complete hand, but no win")
    yield Text(title, "answer", rules.full_label)
    shown = len(ways) + (len(yaku) > 1)
    head = ["", *(word(f"{way}_title") for way in ways), word("yaku")]
    paid = [[who(keys), *cells][: shown + 1] for (_, cells), keys in rows.items()]
    align = ("<" + ">" * len(ways) + "<")[: shown + 1]
    yield Table(head[: shown + 1], paid, align, word("payments"), plain=True, least=_WIDE if len(yaku) > 1 else 0)
    without = {
        (False, False): say("Counted without riichi and dora."),
        (False, True): say("Counted without riichi."),
        (True, False): say("Counted without dora."),
    }
    of_others = {frozenset(seat for seat, _ in keys) for keys in rows.values() if {seat for seat, _ in keys} & others}
    questions = {
        say("The seat decides: add seat=S, say."): len(of_others) > 1,
        say("The round decides: add round=E, say."): any({wind for _, wind in keys} < winds for keys in rows.values()),
        say("Dealer or not? Add seat=E or seat=S, say."): len(rows) > 1,
        say("Ron or tsumo? Add it."): len(ways) > 1,
    }
    wind = next((wind for wind in map(wind_of, asked - {*_FACTS}) if wind), None)
    if wind and win.by == "ron" and len(rows) > 1:
        questions = {say("Seat or discarder? Write seat={wind} or from={wind}.", wind=wind): True}
    told = [
        without.get((bool(win.riichi or win.melds), bool(win.dora) or TOLD["dora"] in win.facts)),
        next(filter(questions.get, questions), None),
    ]
    had = [{one.id for one in won.yaku} for line in only.values() for won in (line.ron, line.tsumo) if won and won.ok]
    lacks = {name for name in (win.claim and win.claim.has) or () if not all(name in ids for ids in had)}
    if had and lacks:
        title = together(rules.yaku[name].name.text() for name in lacks if name in rules.yaku)
        told.insert(0, say("{yaku} does not count in this hand.", yaku=title))
    yield from texts(filter(None, told))
