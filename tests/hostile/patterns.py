"""Every regular expression of the package, found by itself, and tried with texts that are made to make it go back.

A process of its own does it (``python -m tests.hostile.patterns``), for patterns are seen while modules are imported
and while doors are asked. It prints one line of JSON for each pattern: how often it was tried, and what took too long.
"""

import ast
import importlib
import itertools
import json
import pkgutil
import re
import signal
import string
import sys
import time
from collections.abc import Callable, Collection, Iterator
from functools import cache
from pathlib import Path
from re import _constants as kinds, _parser as parser  # type: ignore[attr-defined]  # the only parser of patterns
from types import FrameType
from typing import Any, Final, NamedTuple, NoReturn

from tests.amounts import FULL, tries

#: Repeats that find what takes exponential time, and those that find what takes quadratic time.
FEW: Final = 30
SOME: Final = 2_000
MANY: Final = 20_000
#: Seconds of the processor for one text. What is linear takes a hundredth of it, what is quadratic more.
LIMIT: Final = 0.1
#: What is quadratic and takes longer than that with many repeats takes four times this with some.
_QUICK: Final = LIMIT / 400
_MOST_UNITS: Final = tries(40, 200)
_METHODS: Final = frozenset({"match", "fullmatch"})
#: Those that look for a pattern at each place of a text.
_SEARCHING: Final = frozenset({"search", "findall", "finditer", "sub", "subn", "split"})
#: What ends a pumped text, so that it is no match, or only at the last moment.
_SPOILS: Final = ("\x00", "")


class Found(NamedTuple):
    """A pattern with its flags, where it is made, and whether it is looked for at each place of a text. ``most``: the
    characters that it is ever given.
    """

    pattern: str | bytes
    flags: int
    place: str
    is_searched: bool
    most: int


# ---- texts that make a pattern go back


class _Pumps:
    """The characters and words of a pattern, and what leads to each of its repetitions."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self.characters: dict[str, None] = {}
        self.words: dict[str, None] = {}
        #: What comes before a repetition, and one pass of it.
        self.repeated: dict[tuple[str, str], None] = {}
        self._walk(parser.parse(pattern, flags), "")

    def units(self) -> list[tuple[str, str]]:
        """Pairs of a prefix and what is repeated behind it."""
        return [*dict.fromkeys(self._every())][:_MOST_UNITS]

    def _every(self) -> Iterator[tuple[str, str]]:
        units = [*self.characters, *self.words]
        for unit in units:
            yield "", unit
        for one, two in itertools.islice(itertools.permutations(self.characters, 2), 24):
            yield "", one + two
        for prefix, once in self.repeated:
            yield prefix, once
            yield "", prefix + once
            for unit in itertools.islice(self.characters, 4):
                yield prefix + once, unit
                yield prefix, once + unit

    def _walk(self, tree: Any, before: str) -> list[str]:
        """Some texts that the tree matches; what is met on the way is kept. ``before``: what leads to it."""
        samples, run = [""], ""
        for kind, value in tree:
            if kind is kinds.LITERAL:
                run += chr(value)
            else:
                self._end_word(run)
                run = ""
            own = self._one(kind, value, before + samples[0])
            samples = [left + right for left, right in itertools.islice(itertools.product(samples, own), 6)]
        self._end_word(run)
        return samples

    def _end_word(self, run: str) -> None:
        if len(run) > 1:
            self.words[run] = None

    def _one(self, kind: Any, value: Any, before: str) -> list[str]:  # noqa: C901, PLR0911  # one case a kind
        match kind:
            case kinds.LITERAL:
                self.characters[chr(value)] = None
                return [chr(value)]
            case kinds.NOT_LITERAL:
                self.characters["x" if value != ord("x") else "y"] = None
                return ["x" if value != ord("x") else "y"]
            case kinds.ANY:
                self.characters["x"] = None
                return ["x", " "]
            case kinds.IN:
                own = _members(value)
                self.characters.update(dict.fromkeys(own))
                return own[:3]
            case kinds.BRANCH:
                return [text for one in value[1] for text in self._walk(one, before)][:40]
            case kinds.SUBPATTERN:
                return self._walk(value[3], before)
            case kinds.ATOMIC_GROUP:
                return self._walk(value, before)
            case kinds.MAX_REPEAT | kinds.MIN_REPEAT | kinds.POSSESSIVE_REPEAT:
                least, most, inner = value
                own = self._walk(inner, before)
                if most > FEW:
                    for once in own:
                        self.repeated[before, once] = None
                return [one * max(least, 1) for one in own] + [""] * (least == 0)
            case kinds.ASSERT | kinds.ASSERT_NOT:
                self._walk(value[1], before)
                return [""]
            case _:
                return [""]


def _members(members: Any) -> list[str]:
    """Characters of a class: one of each part of it."""
    found: dict[str, None] = {}
    is_negated = False
    for kind, value in members:
        match kind:
            case kinds.NEGATE:
                is_negated = True
            case kinds.LITERAL:
                found[chr(value)] = None
            case kinds.RANGE:
                found[chr(value[0])] = None
                found[chr(value[1])] = None
            case kinds.CATEGORY:
                found.update(dict.fromkeys(_CATEGORIES.get(value, "a")))
    if is_negated:
        every = [*'a1 -_,="é漢!', *string.printable]
        inside = re.compile("".join(["[", *(_as_class(one) for one in members), "]"]))
        return [one for one in every if inside.match(one)][:3]
    return [*found][:8]


_CATEGORIES: Final = {
    kinds.CATEGORY_DIGIT: "1",
    kinds.CATEGORY_SPACE: " \n",
    kinds.CATEGORY_WORD: "a1_漢",
    kinds.CATEGORY_NOT_DIGIT: "a ",
    kinds.CATEGORY_NOT_SPACE: "a,1",
    kinds.CATEGORY_NOT_WORD: " !",
}
_CODES: Final = {
    kinds.CATEGORY_DIGIT: r"\d",
    kinds.CATEGORY_SPACE: r"\s",
    kinds.CATEGORY_WORD: r"\w",
    kinds.CATEGORY_NOT_DIGIT: r"\D",
    kinds.CATEGORY_NOT_SPACE: r"\S",
    kinds.CATEGORY_NOT_WORD: r"\W",
}


def _as_class(member: Any) -> str:
    kind, value = member
    match kind:
        case kinds.NEGATE:
            return "^"
        case kinds.LITERAL:
            return re.escape(chr(value))
        case kinds.RANGE:
            return f"{re.escape(chr(value[0]))}-{re.escape(chr(value[1]))}"
        case _:
            return _CODES[value]


# ---- one pattern tried


class _TooLongError(Exception):
    """A text took longer than the limit."""


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    raise _TooLongError


def _seconds(ask: Callable[[str], Any], text: str) -> float:
    """What a question takes of the processor; infinite where it would not end."""
    begun = time.process_time()
    signal.setitimer(signal.ITIMER_VIRTUAL, 10 * LIMIT)
    try:
        ask(text)
    except _TooLongError:
        return float("inf")
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return time.process_time() - begun


def worst(found: Found) -> tuple[int, float, str]:
    """How many texts were tried with a pattern, the longest time, and what took it.

    All are tried with few repeats, then with more; what is not quick then with many, and in full runs every single
    character.
    """
    compiled = re.compile(found.pattern, found.flags)
    asks: list[Any] = [compiled.fullmatch, compiled.findall if found.is_searched else compiled.match]
    tried, longest, told = 0, 0.0, ""
    for (prefix, unit), spoil in itertools.product(_Pumps(found.pattern, found.flags).units(), _SPOILS):
        for ask in asks:
            for size in (FEW, *(min(size, found.most) for size in (SOME, MANY))):
                text: Any = prefix + unit * max(size // len(unit), FEW) + spoil
                text = text.encode("latin-1", "replace") if isinstance(found.pattern, bytes) else text
                took = _seconds(ask, text)
                if LIMIT < took < float("inf"):  # something else may have taken the time
                    took = min(took, _seconds(ask, text), _seconds(ask, text))
                tried += 1
                if took > longest:
                    longest, told = took, f"{ask.__name__}: {prefix!r} + {unit!r} up to {size} characters + {spoil!r}"
                if took > LIMIT:
                    return tried, longest, told
                if size >= SOME and took < _QUICK and not (FULL and len(unit) == 1):
                    break
    return tried, longest, told


# ---- all patterns of the package


def collect(ask: Callable[[], None]) -> tuple[list[Found], list[str]]:  # noqa: C901
    """All patterns that are made while the modules of the package are imported and ``ask`` runs; and the places of the
    package that would make one and did not.
    """
    asked: dict[tuple[str | bytes, int], set[tuple[str, int, str]]] = {}
    make = re._compile  # type: ignore[attr-defined]  # all functions of the module go through it

    def record(pattern: Any, flags: Any) -> Any:
        called = sys._getframe(1)
        way = called.f_code.co_name
        caller = called.f_back
        if caller is not None and caller.f_globals.get("__name__", "").partition(".")[0] == "calc":
            made = make(pattern, flags)
            where = caller.f_globals["__name__"], caller.f_lineno, way
            asked.setdefault((made.pattern, made.flags), set()).add(where)
        return make(pattern, flags)

    import calc.patterns

    re._compile = record  # type: ignore[attr-defined]
    calc.patterns.regex = re.compile  # type: ignore[assignment]  # at once, by the modules themselves
    try:
        for module in pkgutil.walk_packages(calc.__path__, "calc."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
        ask()
    finally:
        re._compile = make  # type: ignore[attr-defined]
    made_at = {name: _made_in(Path(str(module.__file__))) for name, module in sys.modules.items() if _is_ours(name)}
    everywhere = "\n".join(Path(str(sys.modules[name].__file__)).read_text() for name in made_at)
    seen = {(name, line) for places in asked.values() for name, line, _ in places}
    missed = []
    for name, lines in made_at.items():
        for line, one in lines.items():
            if (name, line) in seen:
                continue
            if one.constant is None:
                missed.append(f"{name}:{line}")
            else:
                asked.setdefault((one.constant, re.compile(one.constant).flags), set()).add((name, line, one.way))
    found = []
    for (pattern, flags), places in asked.items():
        used = set()
        for name, line, way in places:
            known = made_at[name].get(line)
            named = {one.name for one in made_at[name].values()}
            used |= {way} if way != "compile" else _used(known.name if known else "", name, everywhere, named)
        name, line, _ = min(places)
        found.append(Found(pattern, flags & ~re.DEBUG, f"{name}:{line}", bool(used & _SEARCHING), _most(name)))
    return found, missed


class _Made(NamedTuple):
    """A place that makes a pattern: the name that it gets, if any, the function of ``re``, and its text, in which x
    stands for what is known only when it is made.
    """

    name: str
    way: str
    constant: str | None


def _most(module: str) -> int:
    """The most characters of a text that the patterns of a module are given."""
    from calc.disputes.claims import MOST_CLAIM
    from calc.errors import MOST_MESSAGE

    bounded = {
        "calc.translation": MOST_MESSAGE,
        "calc.disputes.claims": MOST_CLAIM,
        "calc.records.claims": MOST_CLAIM,
        "calc.mahjong.explain": MOST_CLAIM,
        "calc.hanafuda.rounds.claims": MOST_CLAIM,
    }
    return next((most for name, most in bounded.items() if module.startswith(name)), MANY)


def _is_ours(name: str) -> bool:
    return name.partition(".")[0] == "calc" and name not in ("calc.__main__", "calc.patterns")


def _made_in(path: Path) -> dict[int, _Made]:
    """The lines of a module at which patterns are made."""
    source = path.read_text()
    if not re.search(r"\bre\.|\bregex\(", source):
        return {}
    nodes = [*ast.walk(ast.parse(source))]
    names: dict[int, str] = {}
    for node in nodes:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            if isinstance(target, ast.Name):
                names[node.value.lineno] = target.id
    found = {}
    for node in nodes:
        match node:
            case ast.Call(ast.Attribute(ast.Name("re"), way), [first, *_]) | ast.Call(
                ast.Name("regex" as way), [first, *_]
            ) if way in {"compile", "regex", *_METHODS, *_SEARCHING}:
                way = "compile" if way == "regex" else way
                text = None
                if isinstance(first, ast.Constant | ast.JoinedStr):
                    parts = first.values if isinstance(first, ast.JoinedStr) else [first]
                    text = "".join(str(one.value) if isinstance(one, ast.Constant) else "x" for one in parts)
                found[node.lineno] = _Made(names.get(node.lineno, "") if way == "compile" else "", way, text)
    return found


def _used(name: str, module: str, everywhere: str, named: Collection[str]) -> set[str]:
    """The methods that a pattern with a name is asked by; without a name it may be any but those of ``named`` ones."""
    own = everywhere if name and not name.startswith("_") else Path(str(sys.modules[module].__file__)).read_text()
    asked = _asked_in(own)
    # A pattern in a table is asked by whatever name a loop gives it.
    of_any = {way for asker, way in asked if asker[0].islower() and asker not in ("re", *named)} - {"split"}
    return {way for asker, way in asked if asker == name} or of_any or {*_SEARCHING}


@cache
def _asked_in(text: str) -> frozenset[tuple[str, str]]:
    """The names in a text that patterns may have, with what each is asked."""
    return frozenset(re.findall(rf"\b([A-Za-z_]\w*)\.({'|'.join((*_METHODS, *_SEARCHING))})\b", text))


def ask_for_patterns() -> None:
    """Ask what makes patterns of tables, and of what is given."""
    import calc
    from calc.disputes.api import option_told, sets_both_ways
    from calc.games import load_rules
    from calc.intake.records import read_games
    from calc.mahjong.records.standing import read_standing
    from calc.records import meanings, words

    # All rows of tables of words are compiled, and not only those that have a word in a text.
    package = Path(calc.__file__).parent
    of_records = (package / game / "records" / "words.yaml" for game in ("", "mahjong", "hanafuda"))
    for file in (*of_records, package / "intake" / "headings.yaml"):
        for name in words.parts_of(file)["signs"]:
            words.sign(name, file)
    for module in (meanings, words):
        module.may_fit = lambda words, text: True  # type: ignore[attr-defined]
    calc.dispute("koikoi Aki:1BR,3B,8BA,9A Bea:2AR, Aki stopped", "Aki has hanami_zake, tsukimi_zake")
    calc.dispute("S ron E 3 han 40 fu, Ken says 5200")
    calc.dispute("is a nagashi grumbly")
    sets_both_ways("tenhou with and without kiriage", "riichi")
    option_told("4 han 30 fu without kiriage", load_rules("riichi"))
    # Names of which one may be two others.
    list(read_games(["riichi: 花 花花 太郎 次郎\n", "太郎ロン花花3900点\n"], name="game"))
    read_standing("Aki 30000, Bea 28000 (dealer), Cho 22000, Dan 20000, Cho needs", lambda rules: (4, 25000, 1000))
    calc.json_schema("record")
    list(calc.read_logs("samples/logs/m-league.html"))


def main() -> None:
    signal.signal(signal.SIGVTALRM, _stop)
    found, missed = collect(ask_for_patterns)
    catalogue = [one for one in found if one.place.startswith("calc.translation") and one.most < MANY]
    # Rows of words are many, and much alike.
    rows = [one for one in found if one.place.startswith(("calc.records.words", "calc.records.meanings"))]
    left_out = {*catalogue, *rows} - {*catalogue[:: tries(60, 1)], *rows[:: tries(5, 1)]}
    slow = []
    tried = 0
    for one in found:
        if one in left_out:
            continue
        count, took, text = worst(one)
        tried += count
        if took > LIMIT:
            slow.append(f"{one.place}: {one.pattern!r} takes {took:.2f} s for {text}")
    print(json.dumps({"patterns": len(found), "tried": tried, "slow": slow, "missed": missed}))


if __name__ == "__main__":
    main()
