"""Conditions as expressions of Python over the numbers of one reading.

Groups are counted by one addition: every description of groups that the rules name owns three bits of a number, the
four groups of a reading are looked up in a table of such numbers, and their sum holds all counts.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from calc.mahjong.hand.kinds import Sets
from calc.mahjong.hand.readings import PAIR_SLOT
from calc.tables.conditions import Number

#: Bits of a count, and how many counts fit into one number of a column.
BITS: Final = 3
LANES: Final = 20


class Lanes(dict[Any, int]):
    """Numbers descriptions of groups in the order in which they are first asked for."""

    def __missing__(self, pick: Any) -> int:
        place = self[pick] = len(self)
        return place

    @property
    def words(self) -> int:
        """How many numbers hold all counts."""
        return -(-len(self) // LANES)


class Writer:
    """Writes conditions over the numbers of one reading.

    ``h`` is the hand of the reading ``r``, ``fu`` what was counted so far. Numbers and columns know the operators
    ``& | ^ + * == != > < >>``; what differs between them is written by a method here.
    """

    ALL, ANY = " and ", " or "

    def __init__(self, places: dict[str, int], sets: Sets, lanes: Lanes) -> None:
        """``places``: of the yaku of the rules; ``lanes``: of the descriptions of groups that were met so far."""
        self.places, self.sets, self.lanes = places, sets, lanes
        #: What the written text names beside the reading, by name, and the sums of tables that it counts by.
        self.names: dict[str, Any] = {}
        self.sums: set[str] = set()

    def all(self, parts: Iterable[str]) -> str:
        """Conditions that all hold."""
        return self._join(self.ALL, parts, "True")

    def any(self, parts: Iterable[str]) -> str:
        """Conditions one of which holds."""
        return self._join(self.ANY, parts, "False")

    @staticmethod
    def _join(joint: str, parts: Iterable[str], empty: str) -> str:
        found = list(parts)
        return found[0] if len(found) == 1 else joint.join(f"({part})" for part in found) or empty

    def negate(self, part: str) -> str:
        return f"not ({part})"

    def number(self, number: Number, value: str) -> str:
        """A value that compares as it should."""
        if number.exactly is not None:
            return f"{value} == {number.exactly}"
        bounds = [f"{value} >= {number.at_least}"] if number.at_least is not None else []
        return self.all([*bounds, f"{value} <= {number.at_most}"] if number.at_most is not None else bounds)

    def set(self, name: str) -> str:
        """The tiles of a set, as bits."""
        tiles = self.sets.tiles(name)
        return f"h.{name}" if tiles is None else str(tiles)

    def count(self, pick: Any, of: Literal["groups", "pair", "taker"]) -> str:
        """How many of the four groups fit a :class:`~calc.mahjong.rules.words.groups.Pick`; of the pair, or the part
        that took the winning tile, 0 or 1.
        """
        word, place = divmod(self.lanes[pick], LANES)
        self.sums.add(f"{of}{word}")
        return f"({of}{word} >> {place * BITS} & {2**BITS - 1})"

    def name(self, value: Any) -> str:
        """A name for something that the written text uses."""
        name = f"known{len(self.names)}"
        self.names[name] = value
        return name

    def yaku(self, name: str) -> str:
        """Whether a yaku was found."""
        # A rule set may have removed the yaku: then no hand has it.
        place = self.places.get(name)
        return "False" if place is None else f"present & {1 << place} != 0"

    def another(self) -> str:
        """Whether a yaku was found that makes the hand winnable."""
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


class Alone(Writer):
    """Writes one condition over the numbers of one reading: groups are counted one by one."""

    def __init__(self, places: dict[str, int], sets: Sets, names: Mapping[str, Any]) -> None:
        super().__init__(places, sets, Lanes())
        self.names |= names

    def count(self, pick: Any, of: Literal["groups", "pair", "taker"]) -> str:
        name = self.name(pick)
        if of == "groups":
            return f"len({name}.matches(state))"
        pair = f"({name}.pairs(state.set) >> r.pair & 1)"
        if of == "pair":
            return pair
        return f"({pair} if r.taker == {PAIR_SLOT} else r.taker in {name}.matches(state))"
