"""Waits of hands one tile short, for people and for other programs."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal

import msgspec

from calc.layout.document import Block, Drawing, Table, Text, texts
from calc.layout.tables import Format, cell_of, csv_text, plain_texts
from calc.layout.words import count_text, each_pays, han_and_fu, word
from calc.mahjong.records.types import Waiting
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.waits import NoWin, WaitLine, WaitsResult, WaitWin, Way, furiten_by
from calc.notation.tiles import kind_of, parse_tiles, print_tiles
from calc.outcomes import Refusal
from calc.text import columns, number, wrap
from calc.translation import joined, say, translated

#: From this width on the wait and the yaku have columns of their own; on narrower terminals they are below each tile.
_WIDE: Final = 72
_WAYS: Final = ("ron", "tsumo")
#: Kinds of dora that are set aside, which have names of their own.
_ASIDE: Final[tuple[Literal["north", "season"], ...]] = ("north", "season")
#: Reasons against a win that are shown in the cell of a tile; for all others it has a dash.
_SHOWN: Final = ("no_yaku", "not_payable", "furiten")
_RESULT_KEYS: Final = ("id", "rules", "options", "ok", "waiting")
_LINE_KEYS: Final = ("tile", "left", "wait")
_WAY_KEYS: Final = tuple(dict.fromkeys(["ok", *WaitWin.__struct_fields__, *NoWin.__struct_fields__]))


def waits_blocks(record: Waiting, result: WaitsResult, rules: MahjongRules, *, page: bool) -> Iterator[Block]:
    """What a hand waits for, and what each tile pays, or why it pays nothing."""
    furiten = _furiten(result, record, rules)
    yield Text(headline(result, furiten), "answer", rules.full_label)
    if page:
        from calc.mahjong.report.drawn import hand_blocks

        yield from hand_blocks(record)
    if result.waiting:
        yield _tiles(result, rules, page=page)
    yield from texts(notes_on(result, record, rules))


def notes_on(result: WaitsResult, record: Waiting, rules: MahjongRules) -> list[str]:
    """Why tiles do not win, what the amounts hold, and what the record has to say for more."""
    notes = [*_reasons(result)]
    wins = [way for line in result.tiles for way in (line.ron, line.tsumo) if isinstance(way, WaitWin)]
    # Which yaku a yakuman replaces differs from tile to tile.
    notes += dict.fromkeys(note.text for win in wins for note in win.notes if note.id != "not_counted")
    if wins and record.honba:
        notes.append(say("({counters} counted in)", counters=count_text(record.honba, "counters")))
    if wins and record.sticks:
        sticks, points = count_text(record.sticks, "sticks"), number(record.sticks * rules.points.stick.points)
        notes.append(say("({sticks} on top: {points})", sticks=sticks, points=points))
    if result.add and (furiten := _furiten(result, record, rules)):
        notes.append(furiten)
    if result.add:
        example = " ".join(f"{key}={'S' if key == 'seat' else 'E'}" for key in result.add)
        keys = joined(result.add, "keys")
        text = say("Add {keys} (as in {example}) to see what each tile pays.", keys=keys, example=example)
        notes.append(text)
    return notes


def _furiten(result: WaitsResult, record: Waiting, rules: MahjongRules) -> str:
    """Why the hand may not win by ron on any tile; empty where it may."""
    refused = [line.ron.message for line in result.tiles if isinstance(line.ron, NoWin) and line.ron.code == "furiten"]
    if refused or not result.add or rules.winning.furiten != "refuse":
        return translated(refused[0]) if refused else ""
    discarded = {*map(kind_of, parse_tiles(record.discards or ""))}
    held = print_tiles({kind_of(*parse_tiles(line.tile)) for line in result.tiles} & discarded)
    return translated(furiten_by(held)) if held else ""


def headline(result: WaitsResult, furiten: str = "") -> str:
    """What a hand waits for, and how many of it are left; or that it does not wait, and why."""
    # A red five is not another tile to wait for.
    tiles = " ".join(dict.fromkeys(line.tile.replace("0", "5") for line in result.tiles))
    if result.waiting and furiten:
        return say("Waits for {tiles}: {left} left, only by tsumo: furiten", tiles=tiles, left=result.left)
    if result.waiting:
        return say("Waits for {tiles}: {left} left", tiles=tiles, left=result.left)
    if result.tiles:
        return say("Does not wait: the hand itself holds every {tiles}", tiles=tiles)
    return say("Does not wait: no tile finishes this hand")


def _tiles(result: WaitsResult, rules: MahjongRules, *, page: bool) -> Table:
    """A row for each tile; in a narrow terminal two lines."""
    # Without seat and round nothing is known of payments.
    wide = 6 if any(line.ron is not None for line in result.tiles) else 3
    head = [word(title) for title in ("tile", "left", "wait_title", "ron_title", "tsumo_title", "yaku")][:wide]
    rows = [
        [
            line.tile,
            str(line.left),
            ", ".join(word(wait) for wait in line.wait),
            *(way_cell(getattr(line, way)) for way in _WAYS),
            yaku_cell(line, rules),
        ][:wide]
        for line in result.tiles
    ]

    def narrow(width: int) -> Iterator[str]:
        first, *amounts = columns([[*row[:2], *row[3:5]] for row in (head, *rows)], "<>>>")
        yield f"  {first}"
        for row, line in zip(rows, amounts, strict=True):
            rest = "; ".join(part for part in (row[2], row[5]) if part)
            yield from [f"  {line}", *(wrap(f"    {rest}", width, "    ") if rest else [])]

    shown: Sequence[Sequence[str | Drawing]] = rows
    if page:
        from calc.pictures.hands import tiles_picture

        shown = [[tiles_picture(parse_tiles(tile), tile), *others] for tile, *others in rows]
    least, name = _WIDE if wide > 3 else 0, word("wait_title")
    return Table(head, shown, "<><>><"[:wide], name, stacks=wide > 3, plain=True, least=least, narrow=narrow)


def way_cell(way: Way | None, *, with_worth: bool = False) -> str:
    """What is paid, honba included: the sum by ron, what each pays by tsumo; ``with_worth``: han and fu too."""
    if way is None:
        return ""
    if isinstance(way, NoWin):
        return word(way.code) if way.code in _SHOWN else "-"
    if with_worth and way.han is not None:
        return say("{points} ({worth})", points=way_cell(way), worth=han_and_fu(way.han, way.fu))
    paid = {party: -amount for party, amount in way.payments.items() if amount < 0}
    if "discarder" in paid or len(paid) == 1:
        return number(sum(paid.values()))
    amounts = sorted(set(paid.values()))
    if len(amounts) == 1:
        return each_pays(number(amounts[0]))
    return "/".join(map(number, amounts))


def yaku_cell(line: WaitLine, rules: MahjongRules) -> str:
    """The yaku of a tile: if both ron and tsumo win, first those of both, then those of one only."""
    names = [_names(getattr(line, way), rules) for way in _WAYS]
    if not all(names):
        return ", ".join(names[0] or names[1])
    common = [name for name in names[0] if name in names[1]]
    parts = [", ".join(common)] if common else []
    for way, own in zip(_WAYS, names, strict=True):
        rest = [name for name in own if name not in common]
        if rest:
            parts.append(f"{word(way)}: {', '.join(rest)}")
    return "; ".join(parts)


def _names(way: Way | None, rules: MahjongRules) -> list[str]:
    """The yaku that a win has, without those worth nothing here, its dora, and the tiles that were set aside."""
    if not isinstance(way, WaitWin):
        return []
    aside = {kind: way.dora.of(kind) for kind in _ASIDE}
    bonus = way.dora.tiles - sum(aside.values())
    return [
        *(line.name for line in way.yaku if line.han != 0),
        *([f"{word('dora')} {bonus}"] if bonus else []),
        *(f"{rules.dora.bonus[kind].name.text()} {count}" for kind, count in aside.items() if count),
    ]


def _reasons(result: WaitsResult) -> Iterator[str]:
    """Why tiles do not win, each reason once, without those that a tsumo beside it or the first line makes obvious."""
    found: dict[tuple[str, str], str] = {}
    for line in result.tiles:
        for way in _WAYS:
            no = getattr(line, way)
            obvious = not result.waiting or (way == "ron" and isinstance(line.tsumo, WaitWin))
            if not isinstance(no, NoWin) or (no.code in ("no_yaku", "four_own") and obvious):
                continue
            # Thirteen tiles may have the same contradiction: the first message is enough.
            same = no.code if no.code == "contradiction" else no.message
            found.setdefault((no.code, same), no.message)
    yield from found.values()


def format_waits(results: Sequence[WaitsResult | Refusal], form: Format) -> Iterator[str]:
    """The results for programs: a JSON line or YAML document for each record, a CSV row for each tile."""
    if form in ("json", "yaml"):
        yield from plain_texts(results, form)
        return
    rows = []
    for result in results:
        plain = msgspec.to_builtins(result)
        known = {key: plain.get(key) for key in (*_RESULT_KEYS, "add", "error")}
        # One row for a hand that does not wait, and for a refusal.
        for line in plain.get("tiles") or [{}]:
            cells = {**known, **{key: line.get(key) for key in _LINE_KEYS}}
            cells |= {f"{way}.{key}": value for way in _WAYS for key, value in (line.get(way) or {}).items()}
            for key, value in cells.items():
                if key.endswith(".yaku"):
                    cells[key] = " ".join(one["id"] for one in value)
                elif key in ("wait", "add") and value is not None:
                    cells[key] = " ".join(value)
            rows.append({key: cell_of(value) for key, value in cells.items()})
    heads = [*_RESULT_KEYS, *_LINE_KEYS, *(f"{way}.{key}" for way in _WAYS for key in _WAY_KEYS), "add", "error"]
    yield csv_text(heads, rows)
