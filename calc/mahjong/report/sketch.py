"""Hands told by their parts, as people argue about fu, made into an example with these parts (``sketch.yaml``)."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from pathlib import Path
from typing import Final

from calc.errors import CalcError, HandError
from calc.mahjong.hand.hand import MELD_TILES
from calc.mahjong.records.kinds import HAND
from calc.mahjong.records.lines import parse_line
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.scoring import settle_wins
from calc.mahjong.value.told import tables_of
from calc.notation.tiles import parse_tiles, print_tiles
from calc.records.meanings import Words, read_words
from calc.records.words import MOST_SAID, parts_of, sign
from calc.translation import msg

FILE: Final = Path(__file__).with_name("sketch.yaml")
#: So many examples are tried.
_MOST: Final = 60
#: More triplets and quads may be a yaku.
_MOST_SETS: Final = 2
_ASKS: Final = {
    "by": msg("whether it is ron or tsumo"),
    "hand": msg("whether the hand is open"),
    "wait": msg("the wait"),
    "pair": msg("the pair"),
}


def sketch_hand(text: str, rules: MahjongRules) -> str | None:
    """The line of a hand that has the fu of the one that a text tells; ``None`` for a text that tells anything else.

    Raises :class:`calc.HandError` where the fu depend on a part that is not told.
    """
    read = _read(text) if len(text) <= MOST_SAID else None
    if read is None:
        return None
    groups, told = read
    untold: Mapping[str, list[str]] = parts_of(FILE)["untold"]
    for key, values in untold.items():
        others = {name: some[0] for name, some in untold.items()} | told
        lines: dict[int | None, str] = {}
        for value in [told[key]] if key in told else values:
            fu, line = next(_examples(groups, others | {key: value}, rules), (None, ""))
            lines.setdefault(fu, line)
        if None in lines:
            return None
        if len(lines) > 1:
            raise HandError("it decides the fu: {0}; add it", _ASKS[key], code="missing_key", key="hand")
    return next(iter(lines.values()))


def with_fu(text: str, rules: MahjongRules) -> str:
    """A text that tells a hand by its yaku, with its fu in place of the clauses that tell its parts; the text as it is,
    where none does, or where yaku and parts are not all told of the same triplets. Raises as :func:`sketch_hand`.
    """
    table, parts, told, value, sets = parts_of(FILE), list[str](), list[str](), list[str](), 0
    for clause in filter(None, map(str.strip, sign("between_claims").split(unicodedata.normalize("NFKC", text)))):
        words, lost = read_words(clause, [Words.of(FILE, "words")])
        keys = {one.means.partition("=")[0]: one.said.get("t", "") for one in words}
        if lost or not keys.keys() & {"triplet", "quad", "rest", "pair", "wait"}:
            told.append(clause)
            continue
        parts.append(clause)
        told += [table["said_of"][part] for one in words for part in one.means.split() if part in table["said_of"]]
        for said in (keys[key] for key in ("triplet", "quad") if key in keys):
            sets += 1
            value += [name for name, tiles in table["yaku_of"].items() if {*_tiles_of(said)} & {*tiles}]
    means = {part for word in read_words(", ".join(told), tables_of(rules))[0] for part in word.means.split()}
    of_triplets = means & {*table["of_triplets"]}
    is_same = len(of_triplets) <= len(value) <= 1 and of_triplets <= {f"yaku={name}" for name in value} | {"yakuhai"}
    if not parts or not any("yaku" in part for part in means) or sets > _MOST_SETS or "" in value or not is_same:
        return text
    told = [*(name for name in value if not of_triplets), *told]
    of_hand: Mapping[str, str] = table["of_hand"]
    example = sketch_hand(", ".join([*parts, *dict.fromkeys(of_hand[one] for one in of_hand if one in means)]), rules)
    settled = None if example is None else settle_wins([parse_line(example)[0]], rules)[0]
    fu = None if settled is None or isinstance(settled, CalcError) else settled.result("full").fu
    return text if fu is None else ", ".join([*told, f"{fu} fu"])


def _read(text: str) -> tuple[list[tuple[str, str, str]], dict[str, str]] | None:
    """The triplets and quads that a text tells, by kind, state and tile, and its other parts by key."""
    spoken = " ".join(unicodedata.normalize("NFKC", text).replace("’", "'").split())
    words, lost = read_words(spoken, [Words.of(FILE, "words")])
    groups: list[tuple[str, str, str]] = []
    told: dict[str, str] = {}
    for word in words:
        tile = word.said.get("t", "")
        for key, _, value in (one.partition("=") for one in word.means.split()):
            if key in ("triplet", "quad"):
                groups.append((key, value, tile))
                continue
            more = {"pair": tile} if key == "wait" and tile else {}
            more |= {key: value or tile} if key != "filler" else {}
            if any(told.setdefault(name, one) != one for name, one in more.items()):
                return None
    if any(state == "open" for _, state, _ in groups):
        told.setdefault("hand", "open")
    return (groups, told) if not lost and (groups or "rest" in told) else None


def _examples(
    groups: Sequence[tuple[str, str, str]], told: Mapping[str, str], rules: MahjongRules
) -> Iterator[tuple[int | None, str]]:
    """The fu and the lines of hands with these parts that are read so."""
    table, hand, laid, used = parts_of(FILE), "", "", list[str]()
    for kind, state, said in groups:
        tile = next((one for one in _tiles_of(said) if one not in used), "")
        used.append(tile)
        text = tile[:1] * (MELD_TILES + (kind == "quad")) + tile[1:]
        hand += text if (kind, state) == ("triplet", "closed") else ""
        laid += "" if (kind, state) == ("triplet", "closed") else f" ({text})" if state == "open" else f" [{text}]"
    pairs = table["pairs"].get(told["pair"]) or [one[:1] + one for one in _tiles_of(told["pair"])[:1]]
    waits = [one.split() for one in table["waits"].get(told["wait"], ["- -"])]
    of_pair, of_triplet = told["wait"] == "pair", told["wait"] == "shanpon"
    count = HAND // MELD_TILES - len(groups) - (not (of_pair or of_triplet))
    is_open = told["hand"] == "open"
    if count < 0 or (of_triplet and not hand) or (is_open and not laid and not count):
        return
    flags = table["yaku"][told["hand"]]
    tried = product(combinations(table["runs"], count), waits, pairs, flags)
    for some, (before, win), pair, flag in islice(tried, _MOST):
        chi = f" ({some[0]})" if is_open and not laid else ""
        tiles = hand + "".join(some[bool(chi) :]) + pair
        # The winning tile is one of the pair, or of a triplet.
        end = pair[1:] if of_pair else hand[-len(pair[1:]) :] if of_triplet else win
        tiles = tiles.replace(end[:1] + end, end, 1) if of_pair or of_triplet else tiles + before
        line = f"{tiles} +{end}{chi}{laid} {told['by']} seat=S round=E {flag}".strip()
        fu = _fu_of(line, told["wait"], len(groups), rules)
        if fu is not None:
            yield fu, line


def _fu_of(line: str, wait: str, groups: int, rules: MahjongRules) -> int | None:
    """The fu of a hand, where it is read with a wait and so many triplets and quads."""
    try:
        settled = settle_wins([parse_line(line)[0]], rules)[0]
    except CalcError:
        return None
    if isinstance(settled, CalcError):
        return None
    result = settled.result("full")
    reading = result.reading
    same = [one for one in reading.groups if len({*filter(str.isdigit, one)}) == 1] if reading else []
    return result.fu if reading and reading.wait == wait and len(same) == groups else None


def _tiles_of(said: str) -> list[str]:
    """The tiles that a word may be of."""
    for kind in parts_of(FILE)["kinds"]:
        if said.casefold() in kind["say"]:
            found: list[str] = kind["tiles"]
            return found
    return [print_tiles(parse_tiles(said.replace(" of ", " ")))]
