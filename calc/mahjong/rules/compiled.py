"""A rule set as a program: all its conditions as one function over a reading, made once and kept.

Every word writes itself as an expression (:mod:`calc.mahjong.rules.expressions`). The same expressions run over the
numbers of one reading and over columns of many.
"""

import linecache
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache, wraps
from itertools import count
from types import CodeType
from typing import Any, Concatenate, Final, ParamSpec, TypeVar
from weakref import finalize, ref

from calc.mahjong.hand.hand import QUAD
from calc.mahjong.hand.kinds import GROUPS, NO_TILE, TileSet
from calc.mahjong.hand.readings import PAIR_SLOT, Reading
from calc.mahjong.rules.expressions import BITS, LANES, Alone, Lanes, Writer
from calc.mahjong.rules.schema import FuPart, Yaku
from calc.mahjong.rules.words import AllOf, Need, State
from calc.mahjong.rules.words.patterns import fitting, took_pattern
from calc.patterns import regex

P = ParamSpec("P")
T = TypeVar("T")

_MARKED: Final = 2 * QUAD
_PATTERNS: Final[dict[str, Any]] = {"has_pattern": fitting, "took_pattern": took_pattern}
#: Conditions of a rule set that are compiled one by one, for explanations.
_MOST: Final = 4096
#: Programs whose functions other rule sets of the same conditions take, and texts whose code they take.
_MOST_SHARED: Final = 64
#: Answers that are remembered for a rule set.
_MOST_KNOWN: Final = 65_536
_FIELD: Final = regex(r"\b([hr])\.(\w+)\b(?!\()")

#: The tables of a pair of winds: for each number of counts, one of group codes and one of pairs, then one of fu for
#: each stage that counts groups.
Tables = tuple[list[int], ...]


class Compiled:
    """The program of a rule set, a :class:`calc.mahjong.rules.ruleset.MahjongRules`. ``places``: of its yaku, in the
    order of the table; sets have a bit a place.
    """

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        #: What was asked before under this rule set: :func:`remembered`.
        self.memo: dict[Any, Any] = {}
        self.places = {name: place for place, name in enumerate(rules.yaku)}
        self.lanes = Lanes()
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
        for known in tuple(_shared):
            same = known()
            if same is not None and same.asked == self.asked:
                return same.ask
        _shared.append(ref(self))
        return self.program(Writer, {**_PATTERNS, "took": _took, "TABLES": cache(self.tables)})

    @cached_property
    def asked(self) -> tuple[object, ...]:
        """All that the function comes from: rule sets that differ in points, dora or rounds alone have the same one."""
        rules = self.rules
        order = [*self.places, *(part.id for part in rules.fu.parts)]
        return (order, rules.winning.zero_han_is_yaku, rules.asked, rules.yaku, rules.fu, rules.sets.fixed)

    def program(self, kind: type[Writer], names: Mapping[str, Any]) -> Callable[[Any], Any]:
        """The function that asks all conditions, as a kind of writer writes it."""
        writer = kind(self.places, self.rules.sets, self.lanes)
        body = list(self._body(writer))
        known = {**names, **writer.names, "WINS": self.wins, "VOID": self._void}
        return _make(self._opening(writer) + body, known)

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
            writer.sums.add(f"fu{stage}")
            yield f"added = fu{stage}"
        for part in parts:
            if part.each is None:
                yield f"# {part.id}"
                text = "True" if part.when is None else part.when.code(writer)
                yield from writer.gain(part.fu, self.rules.fu.parts.index(part), text)
        yield "fu = fu + added"

    def _opening(self, writer: Writer) -> list[str]:
        """What a written text looks up first. To be called after all of it is written."""
        words = self.lanes.words
        tables = [*(f"of_groups{word}" for word in range(words)), *(f"of_pair{word}" for word in range(words))]
        tables += [f"of_fu{stage}" for stage in range(len(self._stages))]
        lines = ["h = r.hand"]
        if writer.sums:
            lines += [f"{', '.join(tables)}, = TABLES(h.winds)", "a, b, c, d = r.codes"]
        for name in sorted(writer.sums):
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
        words = self.lanes.words
        groups, pairs = ([[0] * size for _ in range(words)] for size in (_MARKED, NO_TILE + 1))

        def sets(name: str) -> TileSet:
            return self.set(name, winds)

        for pick, lane in self.lanes.items():
            word, place = divmod(lane, LANES)
            for code in pick.codes(sets):
                groups[word][code] |= 1 << place * BITS
            fits = pick.pairs(sets)
            for tile in range(NO_TILE):
                pairs[word][tile] |= (fits >> tile & 1) << place * BITS
        yield from groups
        yield from pairs
        for parts in self._stages:
            fu = [0] * _MARKED
            for part in parts:
                for code in part.each.codes(sets) if part.each is not None else ():
                    fu[code] += part.fu
            yield fu

    # ---- single conditions

    def value(self, write: Callable[[Writer], str], state: State) -> Any:
        """What an expression is worth in a reading, such as the truth of one condition; for explanations."""
        writer = Alone(self.places, self.rules.sets, _PATTERNS)
        text = write(writer)
        code = self._alone.get(text)
        if code is None:
            if len(self._alone) > _MOST:
                self._alone.clear()
            code = self._alone[text] = compile(text, f"<{self.rules.id}>", "eval")
        reading = state.reading
        known = {"r": reading, "h": reading.hand, "fu": state.fu, "present": state.present, "winning": state.winning}
        return eval(code, {**writer.names, **known, "state": state})

    def set(self, name: str, winds: tuple[int, int]) -> TileSet:
        """A set of tiles for a hand with these winds."""
        found: TileSet = self.rules.sets.seen_by(name, winds)
        return found

    @cached_property
    def asks_all(self) -> int:
        """The yaku that ask whether any other yaku holds, as a set."""
        asking = [name for name, yaku in self.rules.yaku.items() if Need("yaku", "") in [*yaku.needs()]]
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


def _took(reading: Reading, groups: list[int], pairs: list[int]) -> int:
    """What a table says of the part that took the winning tile."""
    if reading.taker < GROUPS:
        return groups[reading.codes[reading.taker]]
    return pairs[reading.pair] if reading.taker == PAIR_SLOT else 0


_numbers = count(1)
_shared: deque[ref[Compiled]] = deque(maxlen=_MOST_SHARED)


@lru_cache(maxsize=_MOST_SHARED)
def _code_of(source: str) -> CodeType:
    """The code of a text; a debugger can show it."""
    file = f"<conditions {next(_numbers)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    code = compile(source, file, "exec")
    function = next(part for part in code.co_consts if isinstance(part, CodeType))
    finalize(function, linecache.cache.pop, file, None)
    return code


def _make(lines: Sequence[str], names: Mapping[str, Any]) -> Callable[[Any], Any]:
    """A function of these lines. Fields that are used several times are looked up once."""
    text = "\n".join(f"    {line}" for line in lines)
    used = Counter(match.group() for match in _FIELD.finditer(text))
    often = {field for field, times in used.items() if times > 1 and field not in ("r.codes", "r.hand", "h.winds")}
    text = _FIELD.sub(lambda match: match[2] if match.group() in often else match.group(), text)
    first, _, rest = text.partition("\n")
    looked_up = [f"    {field[2:]} = {field}" for field in sorted(often)]
    source = "\n".join(["def ask(r):", first, *looked_up, rest, ""])
    namespace = dict(names)
    exec(_code_of(source), namespace)
    made: Callable[[Any], Any] = namespace["ask"]
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
