"""Counts of games for people and for programs: text with bars, JSON, CSV, Markdown, a page with charts."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

import msgspec

from calc.batch.stats import PlayerCounts, Stats
from calc.games import game_named
from calc.layout.document import MOST, Block, Document, Drawn, Head, Table, texts
from calc.layout.tables import csv_text
from calc.layout.words import word
from calc.pictures.charts import histogram
from calc.text import cells, number
from calc.translation import Phrases, say

#: As many yaku and players as a page or a terminal shows first; programs are given all.
_MOST: Final = 40
#: As many values of points as have a bar of their own.
_BARS: Final = 24
_NARROWEST: Final = 4
#: Below this width each player is a block.
_TABLE: Final = 80
#: How much was counted; the columns of players, those of ways to win and deal-ins for games that know them only.
_COUNTS: Final = Phrases("stats.count")
_COLUMNS: Final = Phrases("stats.column")
_RATES: Final = ("wins", "ron", "tsumo", "deal_ins", "riichi")


def stats_document(found: Sequence[Stats]) -> Document:
    """The counts of each game for people and programs."""

    def csv() -> str:
        keys = ("game", "what", "name", "count")
        return csv_text(keys, (dict(zip(keys, (one.game, *row), strict=True)) for one in found for row in _flat(one)))

    def blocks(page: bool) -> Iterator[Block]:
        for stats in found:
            yield from texts(_summary(stats))
            for title, counts in _histograms(stats):
                yield Head(title)
                if page:
                    yield Drawn(histogram(title, dict(counts)), title)
                rows = [[name, number(count)] for name, count in counts]
                narrow = partial(_bars, counts)
                yield Table([say("what"), say("count")], rows, "<>", title, apart=False, least=MOST, narrow=narrow)
            if stats.players:
                yield Head(say("Players"))
                yield _players_table(stats)

    return Document(say("Statistics"), blocks, [*map(_plain_stats, found)], csv)


def _plain_stats(stats: Stats) -> dict[str, Any]:
    """The counts as plain data, the most frequent first, with rates of players."""
    plain = {key: value for key, value in msgspec.to_builtins(stats).items() if key not in ("names", "untold")}
    for key in ("draws", "yaku", "rules"):
        plain[key] = dict(_by_count(plain[key]))
    for key in ("points", "han"):
        plain[key] = {str(value): count for value, count in sorted(getattr(stats, key).items())}
    plain["players"] = {}
    for name, counts in _players(stats.players):
        told = {key: None if key in stats.untold else count for key, count in msgspec.to_builtins(counts).items()}
        plain["players"][name] = told | {f"{key}_rate": _rate(told[key], told["rounds"]) for key in _RATES}
    return plain | dict.fromkeys(key for key in stats.untold if key in plain)


def _rate(count: int | None, rounds: int | None) -> float | None:
    return None if count is None or rounds is None else round(count / (rounds or 1), 4)


def _by_count(counts: Mapping[Any, int]) -> list[tuple[Any, int]]:
    return sorted(counts.items(), key=lambda pair: (-pair[1], str(pair[0])))


def _players(players: Mapping[str, PlayerCounts]) -> list[tuple[str, PlayerCounts]]:
    return sorted(players.items(), key=lambda pair: (-pair[1].rounds, pair[0]))


def _flat(stats: Stats) -> Iterator[tuple[str, str, Any]]:
    for key, value in _plain_stats(stats).items():
        if key == "players":
            yield from ((f"player.{name}", player, one) for player, own in value.items() for name, one in own.items())
        else:
            yield from (
                (key, name, count) for name, count in (value if isinstance(value, dict) else {"": value}).items()
            )


def _summary(stats: Stats) -> Iterator[str]:
    counts = {"games": stats.games, "rounds": stats.rounds, "wins": stats.wins, "draws": sum(stats.draws.values())}
    told = [(key, count) for key, count in counts.items() if key not in stats.untold]
    before = say("{game}: ", game=game_named(stats.game).name.text()) if stats.game else ""
    yield before + say(", ").join(_COUNTS.counted(key, count, number(count)) for key, count in told)
    if stats.ron or stats.tsumo:
        whole = stats.ron + stats.tsumo
        ron, tsumo = (f"{number(count)} ({_share(count, whole)})" for count in (stats.ron, stats.tsumo))
        yield say("ron {ron}, tsumo {tsumo}", ron=ron, tsumo=tsumo)


def _share(count: int, whole: int) -> str:
    return f"{100 * count / whole:.1f} %" if whole else "-"


def _players_table(stats: Stats) -> Table:
    keys = [*_COLUMNS] if stats.ron or stats.tsumo else ["player", "rounds", "wins", "won"]
    rows = []
    for name, one in _players(stats.players)[:_MOST]:
        row = {"player": name, "rounds": number(one.rounds)}
        row |= {key: "-" if "rounds" in stats.untold else _share(getattr(one, key), one.rounds) for key in _RATES}
        row["won"] = number(round(one.won / one.wins)) if one.wins else "-"
        row["paid"] = number(round(one.paid / one.deal_ins)) if one.deal_ins else "-"
        rows.append(["-" if key in stats.untold else row[key] for key in keys])
    head, align = [_COLUMNS.text(key) for key in keys], "<" + ">" * (len(keys) - 1)
    return Table(head, rows, align, say("Players"), stacks=True, apart=False, least=_TABLE)


def _histograms(stats: Stats) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    """Titles, and names with their counts."""
    if stats.yaku:
        named = [(stats.names.get(name, name), count) for name, count in _by_count(stats.yaku)[:_MOST]]
        yield say("Yaku"), named
    if stats.han:
        ordered = sorted(stats.han.items(), key=lambda pair: (pair[0] == 0, pair[0]))
        limit, han = say("no han (yakuman)"), say(" han")
        yield say("Han"), [(f"{value}{han}" if value else limit, count) for value, count in ordered]
    if stats.points:
        yield say("Points"), _spread(stats.points)
    if stats.draws:
        drawn = [("nobody_wins" if kind == "draw" else kind, count) for kind, count in _by_count(stats.draws)]
        yield say("Rounds without a win"), [(word(kind), count) for kind, count in drawn]


def _spread(counts: Mapping[int, int]) -> list[tuple[str, int]]:
    """Values in their order; where they are many, in ranges of the same number of values."""
    ordered = sorted(counts.items())
    step = -(-len(ordered) // _BARS)
    found = []
    for start in range(0, len(ordered), step):
        part = ordered[start : start + step]
        first, last = number(part[0][0]), number(part[-1][0])
        found.append((first if first == last else f"{first}-{last}", sum(count for _, count in part)))
    return found


def _bars(counts: Sequence[tuple[str, int]], width: int) -> Iterator[str]:
    """A line a count: its name, the count, and a bar as long as there is room for."""
    most = max((count for _, count in counts), default=1)
    digits = len(number(most))
    names = min(max(cells(name) for name, _ in counts), max(width - digits - _NARROWEST - 6, 8))
    room = max(width - names - digits - 6, _NARROWEST)
    for name, count in counts:
        shown = name
        while cells(shown) > names:
            shown = shown[:-1]
        bar = "█" * max(round(room * count / most), 1)
        yield f"  {shown}{' ' * (names - cells(shown))}  {number(count):>{digits}}  {bar}"
