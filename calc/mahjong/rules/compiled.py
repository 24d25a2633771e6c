"""A rule set as a program: all its conditions as one function over a reading, made once and kept.

Every word writes itself as an expression (:class:`calc.mahjong.rules.words.base.Code`). The same expressions run over
the numbers of one reading and over columns of many. Groups are counted by one addition: every description of groups
that the rules name owns three bits of a number, the four groups of a reading are looked up in a table of such numbers,
and their sum holds all counts.
"""

from __future__ import annotations

import linecache
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, wraps
from itertools import count
from types import CodeType
from typing import Any, Concatenate, Final, Literal, ParamSpec, Protocol, TypeVar

from calc.mahjong.hand.hand import QUAD
from calc.mahjong.hand.kinds import GROUPS, NO_TILE
from calc.mahjong.hand.readings import PAIR_SLOT, Reading
from calc.mahjong.hand.sets import Sets, TileSet
from calc.mahjong.rules.schema import Fu, FuPart, Yaku
from calc.mahjong.rules.words import AllOf, Pick, State, Word
from calc.mahjong.rules.words.patterns import has_pattern, took_pattern, ways_of
from calc.tables.conditions import Number

P = ParamSpec("P")
T = TypeVar("T")

#: Bits of a count, and how many counts fit into one number of a column.
_BITS: Final = 3
_LANES: Final = 20
_MARKED: Final = 2 * QUAD
#: Conditions of a rule set that are compiled one by one, for explanations.
_MOST: Final = 4096
#: Answers that are remembered for a rule set.
_MOST_KNOWN: Final = 200_000
_FIELD: Final = re.compile(r"\b([hr])\.(\w+)\b(?!\()")

#: The tables of a pair of winds: for each number of counts, one of group codes and one of pairs, then one of fu for
#: each stage that counts groups.
Tables = tuple[list[int], ...]


class Rules(Protocol):
    """What is compiled of a rule set, a :class:`calc.mahjong.rules.ruleset.MahjongRules`."""

    @property
    def id(self) -> str: ...
    @property
    def yaku(self) -> dict[str, Yaku]: ...
    @property
    def asked(self) -> tuple[str, ...]: ...
    @property
    def fu(self) -> Fu: ...
    @property
    def sets(self) -> Sets: ...
    @property
    def winning(self) -> Any: ...


class Writer:
    """Writes conditions over the numbers of one reading."""

    ALL, ANY = " and ", " or "

    def __init__(self, compiled: Compiled) -> None:
        self._compiled = compiled
        #: What the written text names beside the reading, by name.
        self.names: dict[str, Any] = {}
        self.lanes: set[str] = set()

    def all(self, parts: Iterable[str]) -> str:
        return self._join(self.ALL, parts, "True")

    def any(self, parts: Iterable[str]) -> str:
        return self._join(self.ANY, parts, "False")

    @staticmethod
    def _join(joint: str, parts: Iterable[str], empty: str) -> str:
        found = list(parts)
        return found[0] if len(found) == 1 else joint.join(f"({part})" for part in found) or empty

    def negate(self, part: str) -> str:
        return f"not ({part})"

    def number(self, number: Number, value: str) -> str:
        if number.exactly is not None:
            return f"{value} == {number.exactly}"
        bounds = [f"{value} >= {number.at_least}"] if number.at_least is not None else []
        return self.all([*bounds, f"{value} <= {number.at_most}"] if number.at_most is not None else bounds)

    def set(self, name: str) -> str:
        tiles = self._compiled.rules.sets.tiles(name)
        return f"h.{name}" if tiles is None else str(tiles)

    def count(self, pick: Pick, of: Literal["groups", "pair", "taker"]) -> str:
        word, place = divmod(self._compiled.lanes[pick], _LANES)
        self.lanes.add(f"{of}{word}")
        return f"({of}{word} >> {place * _BITS} & {2**_BITS - 1})"

    def pattern(self, elements: Sequence[str], *, taken: bool) -> str:
        name = f"pattern{self._compiled.patterns.setdefault(tuple(elements), len(self._compiled.patterns))}"
        self.names[name] = ways_of(tuple(elements))
        return f"{'took_pattern' if taken else 'has_pattern'}({name}, r)"

    def yaku(self, name: str) -> str:
        # A rule set may have removed the yaku: then no hand has it.
        place = self._compiled.places.get(name)
        return "False" if place is None else f"present & {1 << place} != 0"

    def another(self) -> str:
        return "winning != 0"

    # ---- statements

    def start(self) -> str:
        """Nothing found yet."""
        return "present = no_han = 0"

    def find(self, place: int, found: Sequence[str]) -> Iterator[str]:
        """A yaku that is there where all these conditions hold."""
        yield f"if {self.all(found)}: present |= {1 << place}"

    def void(self, place: int, found: str) -> Iterator[str]:
        """A yaku that is worth no han where it is there and this condition holds."""
        yield f"if present & {1 << place} and ({found}): no_han |= {1 << place}"

    def gain(self, fu: int, place: int, found: str) -> Iterator[str]:
        """Fu for a condition that holds, of the part at a place."""
        yield f"if {found}: added += {fu}; parts |= {1 << place}"

    def win(self) -> str:
        """The yaku found so far that make a hand winnable."""
        return "winning = present & WINS[h.way] & ~(no_han & VOID)"


class Compiled:
    """The program of a rule set. ``places``: of its yaku, in the order of the table; sets have a bit a place."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        #: What was asked before under this rule set: :func:`remembered`.
        self.memo: dict[Any, Any] = {}
        self.places = {name: place for place, name in enumerate(rules.yaku)}
        self.patterns: dict[tuple[str, ...], int] = {}
        self.lanes: dict[Pick, int] = _Numbered()
        self._alone: dict[str, CodeType] = {}
        self._stages = [tuple(getattr(rules.fu, stage).values()) for stage in ("hand", "win", "rest")]

    # ---- what yaku make of a win, by the way of winning: closed by ron, closed by tsumo, open by ron, open by tsumo

    def ways_of(self, yaku: Yaku, fits: Callable[[int | None], bool]) -> list[bool]:
        """In which of the four ways the han of a yaku are such."""
        value = yaku.value
        return [
            value.han is None or fits(value.by_way[is_open, tsumo])
            for is_open in (False, True)
            for tsumo in (False, True)
        ]

    @cached_property
    def wins(self) -> list[int]:
        """By the way of winning the yaku that make a hand winnable, as a set."""
        zero = self.rules.winning.zero_han_is_yaku
        found = [0] * 4
        for name, yaku in self.rules.yaku.items():
            if yaku.satisfies_minimum:
                for way, wins in enumerate(self.ways_of(yaku, lambda han: zero or han != 0)):
                    found[way] |= wins << self.places[name]
        return found

    def winning(self, present: int, no_han: int, way: int) -> int:
        """Those of the yaku that are present that make a hand winnable."""
        return present & self.wins[way] & ~(no_han & self._void)

    @cached_property
    def _void(self) -> int:
        """-1 where a yaku of no han makes no hand winnable, else 0."""
        return 0 if self.rules.winning.zero_han_is_yaku else -1

    # ---- the program

    @cached_property
    def ask(self) -> Callable[[Reading], tuple[int, int, int, int, int]]:
        """Reading -> the yaku that are present, those of them that are worth no han, the fu of the hand alone, all fu
        that are counted, and the parts of fu whose conditions hold: a set of places among all parts.
        """
        return self.program(Writer(self), {**_PATTERNS, "took": _took, "TABLES": _Seen(self)})

    def program(self, writer: Writer, names: Mapping[str, Any]) -> Callable[[Any], Any]:
        """The function that asks all conditions, as a writer writes it."""
        body = list(self._body(writer))
        known = {**names, **writer.names, "WINS": self.wins, "VOID": self._void}
        return _make(f"{self.rules.id}.ask", "r", self._opening(writer) + body, known)

    def _body(self, writer: Writer) -> Iterator[str]:
        rules = self.rules
        yield "fu = parts = 0"
        yield from self._count(writer, 0)
        yield "hand_fu = fu"
        yield writer.start()
        seen = False
        for name in rules.asked:
            yaku, place = rules.yaku[name], self.places[name]
            if self.asks_all >> place & 1 and not seen:
                # Yaku that ask whether any other yaku holds do not see each other, so their order does not matter.
                yield writer.win()
                seen = True
            ways = self.ways_of(yaku, lambda han: han is not None)
            exists = (
                [] if all(ways) else [f"{sum(is_there << way for way, is_there in enumerate(ways))} >> h.way & 1 == 1"]
            )
            words = yaku.when.words if isinstance(yaku.when, AllOf) else (yaku.when,)
            yield f"# {name}"
            yield from writer.find(place, [*exists, *(word.code(writer) for word in words)])
            if yaku.no_han_when is not None:
                yield from writer.void(place, yaku.no_han_when.code(writer))
        yield from self._count(writer, 1)
        yield from self._count(writer, 2)
        yield "return present, no_han, hand_fu, fu, parts"

    def _count(self, writer: Writer, stage: int) -> Iterator[str]:
        """Add the fu of one stage, after all its parts have been counted."""
        parts = self._stages[stage]
        if not parts:
            return
        yield "added = 0"
        if any(part.each is not None for part in parts):
            writer.lanes.add(f"fu{stage}")
            yield f"added = fu{stage}"
        for part in parts:
            if part.each is None:
                yield f"# {part.id}"
                text = "True" if part.when is None else part.when.code(writer)
                yield from writer.gain(part.fu, self.rules.fu.parts.index(part), text)
        yield "fu = fu + added"

    def _opening(self, writer: Writer) -> list[str]:
        """What a written text looks up first. To be called after all of it is written."""
        words = -(-len(self.lanes) // _LANES)
        tables = [*(f"of_groups{word}" for word in range(words)), *(f"of_pair{word}" for word in range(words))]
        tables += [f"of_fu{stage}" for stage in range(len(self._stages))]
        lines = ["h = r.hand"]
        if writer.lanes:
            lines += [f"{', '.join(tables)}, = TABLES[h.winds]", "a, b, c, d = r.codes"]
        for name in sorted(writer.lanes):
            kind, place = name.rstrip("0123456789"), name.lstrip("abcdefghijklmnopqrstuvwxyz")
            if kind == "pair":
                lines.append(f"{name} = of_pair{place}[r.pair]")
            elif kind == "taker":
                lines.append(f"{name} = took(r, of_groups{place}, of_pair{place})")
            else:
                lines.append(f"{name} = of_{name}[a] + of_{name}[b] + of_{name}[c] + of_{name}[d]")
        return lines

    def tables(self, winds: tuple[int, int]) -> Tables:
        """The tables of groups for one pair of winds, the own one and that of the round."""
        return tuple(self._fill(winds))

    def _fill(self, winds: tuple[int, int]) -> Iterator[list[int]]:
        words = -(-len(self.lanes) // _LANES)
        groups, pairs = ([[0] * size for _ in range(words)] for size in (_MARKED, NO_TILE + 1))

        def sets(name: str) -> TileSet:
            return self.set(name, winds)

        for pick, lane in self.lanes.items():
            word, place = divmod(lane, _LANES)
            for code in pick.codes(sets):
                groups[word][code] |= 1 << place * _BITS
            fits = pick.pairs(sets)
            for tile in range(NO_TILE):
                pairs[word][tile] |= (fits >> tile & 1) << place * _BITS
        yield from groups
        yield from pairs
        for parts in self._stages:
            fu = [0] * _MARKED
            for part in parts:
                for code in part.each.codes(sets) if part.each is not None else ():
                    fu[code] += part.fu
            yield fu

    # ---- single conditions

    def holds(self, word: Word, state: State) -> bool:
        """Whether one condition is true of a reading, for explanations."""
        writer = _Alone(self)
        text = word.code(writer)
        code = self._alone.get(text)
        if code is None:
            if len(self._alone) > _MOST:
                self._alone.clear()
            code = self._alone[text] = compile(text, f"<{self.rules.id}.{word.key}>", "eval")
        reading = state.reading
        known = {"r": reading, "h": reading.hand, "fu": state.fu, "present": state.present, "winning": state.winning}
        return bool(eval(code, {**writer.names, **known, "state": state}))

    def set(self, name: str, winds: tuple[int, int]) -> TileSet:
        """A set of tiles for a hand with these winds."""
        return self.rules.sets.seen_by(name, winds)

    @cached_property
    def asks_all(self) -> int:
        """The yaku that ask whether any other yaku holds, as a set."""
        asking = [name for name, yaku in self.rules.yaku.items() if ("yaku", "") in yaku.needs()]
        return sum(1 << self.places[name] for name in asking)

    def state(self, reading: Reading, present: int, no_han: int, fu: int) -> State:
        """What is known of a reading when all its yaku were asked, but those that ask for another yaku."""
        winning = self.winning(present, no_han, reading.hand.way) & ~self.asks_all
        return State(reading, self, fu, present, winning, no_han)

    def fu_each(self, winds: tuple[int, int]) -> dict[int, list[FuPart]]:
        """The parts of fu that count a group, by its code."""
        found: dict[int, list[FuPart]] = {}
        for part in self.rules.fu.parts:
            for code in part.each.codes(lambda name: self.set(name, winds)) if part.each is not None else ():
                found.setdefault(code, []).append(part)
        return found


class _Alone(Writer):
    """Writes one condition over the numbers of one reading: groups are counted one by one."""

    def __init__(self, compiled: Compiled) -> None:
        super().__init__(compiled)
        self.names |= _PATTERNS

    def count(self, pick: Pick, of: Literal["groups", "pair", "taker"]) -> str:
        name = f"pick{len(self.names)}"
        self.names[name] = pick
        if of == "groups":
            return f"len({name}.matches(state))"
        pair = f"({name}.pairs(state.set) >> r.pair & 1)"
        if of == "pair":
            return pair
        return f"({pair} if r.taker == {PAIR_SLOT} else r.taker in {name}.matches(state))"


class _Numbered(dict[Pick, int]):
    """Numbers descriptions of groups in the order in which they are first asked for."""

    def __missing__(self, pick: Pick) -> int:
        place = self[pick] = len(self)
        return place


class _Seen(dict[tuple[int, int], Tables]):
    """The tables of a pair of winds, made when they are first asked for."""

    def __init__(self, compiled: Compiled) -> None:
        super().__init__()
        self._compiled = compiled

    def __missing__(self, winds: tuple[int, int]) -> Tables:
        tables = self[winds] = self._compiled.tables(winds)
        return tables


def _took(reading: Reading, groups: list[int], pairs: list[int]) -> int:
    """What a table says of the part that took the winning tile."""
    if reading.taker < GROUPS:
        return groups[reading.codes[reading.taker]]
    return pairs[reading.pair] if reading.taker == PAIR_SLOT else 0


_PATTERNS: Final[dict[str, Any]] = {"has_pattern": has_pattern, "took_pattern": took_pattern}
_numbers = count(1)


def _make(title: str, arguments: str, lines: Sequence[str], names: Mapping[str, Any]) -> Callable[..., Any]:
    """A function of these lines; a debugger can show them. Fields that are used several times are looked up once."""
    text = "\n".join(f"    {line}" for line in lines)
    used = Counter(match.group() for match in _FIELD.finditer(text))
    often = {field for field, times in used.items() if times > 1 and field not in ("r.codes", "r.hand", "h.winds")}
    text = _FIELD.sub(lambda match: match[2] if match.group() in often else match.group(), text)
    first, _, rest = text.partition("\n")
    looked_up = [f"    {field[2:]} = {field}" for field in sorted(often)]
    source = "\n".join([f"def ask({arguments}):", first, *looked_up, rest, ""])
    file = f"<{title} {next(_numbers)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    namespace = dict(names)
    exec(compile(source, file, "exec"), namespace)
    made: Callable[..., Any] = namespace["ask"]
    return made


def remembered(make: Callable[Concatenate[Any, P], T]) -> Callable[Concatenate[Any, P], T]:
    """A function of a rule set and of few figures, whose answers are kept with the rule set."""
    name = make.__qualname__

    @wraps(make)
    def look_up(rules: Any, /, *asked: P.args, **_: P.kwargs) -> T:
        known: dict[Any, T] = rules.program.memo
        key = (name, *asked)
        found = known.get(key)
        if found is None:
            if len(known) > _MOST_KNOWN:
                known.clear()
            found = known[key] = make(rules, *asked)  # type: ignore[call-arg]
        return found

    return look_up
