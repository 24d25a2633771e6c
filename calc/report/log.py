"""Logs in every format: the games in them, and where a check disagrees with them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final
from urllib.parse import quote

import msgspec
from msgspec import Struct, field

from calc.layout.document import Document, Table, as_spoken
from calc.layout.tables import csv_text
from calc.layout.words import key_word, short_hand, value_text, word
from calc.outcomes import CheckedGame, Disagreement
from calc.text import TOGETHER, block, cells, printable, signed
from calc.translation import Phrases, say, translated

#: The cells that a table needs beside files, rules and rounds: four results, and spaces between columns.
_RESULT_CELLS = 30


class ListedGame(Struct, frozen=True, kw_only=True):
    """A logged game in one line. ``cut_off``: where the log breaks off; ``None`` if it is complete."""

    file: str
    format: str
    rules: str
    rounds: int
    ended: str | None
    cut_off: str | None
    final: list[Any]


def games_document(rows: Sequence[ListedGame]) -> Document:
    """A line for each game, for people and programs."""

    def csv() -> str:
        about, final = ("file", "format", "rules", "rounds", "ended", "cut_off"), ("place", "player", "points", "score")
        told = [
            {key: getattr(game, key) for key in about} | {key: getattr(line, key) for key in final}
            for game in rows
            for line in game.final
        ]
        return csv_text([*about, *final], told)

    def table() -> Table:
        head, lines = [word(key) for key in ("log", "rules", "rounds", "score")], []
        for row in rows:
            results = ", ".join(f"{printable(line.player)}{TOGETHER}{signed(line.score)}" for line in row.final)
            if row.cut_off is not None or row.ended is None:
                results += f" ({word('not_over' if row.cut_off is None else 'cut_off')})"
            lines.append([printable(row.file), row.rules, str(row.rounds), results])
        needed = sum(max(map(cells, column)) for column in list(zip(head, *lines, strict=True))[:3]) + _RESULT_CELLS

        def narrow(width: int) -> Iterator[str]:
            for file, rules, rounds, results in lines:
                yield from block(file, [f"{rules}, {_COUNTS.counted('rounds', int(rounds))}", results], width)

        return Table(head, lines, "<<><", least=needed, narrow=narrow)

    return Document("", lambda page: [table()], rows, csv)


def check_lines(checked: CheckedGame, *, markdown: bool = False) -> Iterator[str]:
    """A line for every disagreement of a game, for what could not be compared, and for a log that breaks off."""

    def line(told: str, file: str = checked.file) -> str:
        return printable(f"{'- ' if markdown else ''}{file}: {as_spoken(told)}")

    for one in checked.disagreements:
        where = "" if one.round == one.key else f"{_where(one.round)}: "
        if one.key in ("refused", "tiles"):
            told = f"{word(one.key)}: {translated(one.found)}"
        elif is_of_play(one):
            told = f"{word(one.key.partition('.')[0])}: {translated(one.found)}"
        else:
            said, found = (_spell_figure(one.key, value) for value in (one.said, one.found))
            told = f"{_key(one.key)}: {word('said')} {said}, {word('found')} {found}"
        yield line(where + told, one.file)
    for unread in checked.unread:
        text = say("{said} is not known, and not compared", said=value_text(unread.said))
        yield line(f"{_where(unread.round)}: {_key(unread.key)}: {text}")
    if checked.agrees_under:
        under = say(", ").join(checked.agrees_under)
        yield line(say("agrees under {under}, not under {rules}", under=under, rules=checked.rules))
    if checked.cut_off is not None:
        yield line(f"{word('cut_off')} ({word(checked.cut_off)})")
    if _is_silent(checked):
        yield line(say("the log says nothing of wins, draws or scores to compare"))


def is_of_play(one: Disagreement) -> bool:
    """Whether it is a move that cannot be."""
    return one.key.endswith(".play")


def _is_silent(checked: CheckedGame) -> bool:
    """Whether a log has no figures that could be compared with the play."""
    return not checked.figures and not checked.disagreements


def _where(name: str) -> str:
    """``E2, honba 1``, ``東2局1本場``."""
    hand, comma, honba = name.partition(", honba ")
    if not comma:
        return word(name)
    return say("{hand}, honba {honba}", hand=short_hand(hand[0], hand[1:]), honba=honba)


def _key(key: str) -> str:
    """``South: yaku``."""
    seat, dot, name = key.rpartition(".")
    return f"{word(seat)}: {key_word(name)}" if dot else key_word(name)


def _spell_figure(key: str, value: Any) -> str:
    if key == "ended":
        return word(str(value or "not_over"))
    if isinstance(value, tuple | list):
        # A comma would look like a separator of thousands.
        return " / ".join(map(value_text, value)) or "-"
    return word(value) if isinstance(value, str) else value_text(value)


def checks_csv(checked: Sequence[CheckedGame]) -> str:
    """A row for each disagreement, with lists as JSON text."""

    def cell(value: Any) -> Any:
        if value is None or (isinstance(value, str | int | float) and not isinstance(value, bool)):
            return value
        return msgspec.json.encode(value).decode()

    keys = ("file", "round", "key", "said", "found")
    found = (one for game in checked for one in game.disagreements)
    return csv_text(keys, ({key: cell(getattr(one, key)) for key in keys} for one in found))


class CheckTotals(Struct):
    """How much was compared in all games, and how much of it disagrees. ``rules``: games by
    whether their logs tell the rules, and by rule set.
    """

    counts: Counter[str] = field(default_factory=Counter)
    rules: Counter[tuple[bool, str]] = field(default_factory=Counter)

    def add(self, game: CheckedGame) -> None:
        """Count a game."""
        self.rules[game.rules_told, game.rules] += 1
        found = {
            "games": 1,
            "rounds": game.rounds,
            "wins": game.wins,
            "draws": game.draws,
            "finals": game.finals,
            "wrong": len(game.disagreements),
            "moves": sum(map(is_of_play, game.disagreements)),
            "cut": game.cut_off is not None,
            "silent": _is_silent(game),
            "unread": len(game.unread),
            "no_yaku": game.no_yaku,
        }
        for key, count in found.items():
            self.counts[key] += count


def summary_line(totals: CheckTotals, refused: int) -> str:
    """How much was compared, and how much of it disagrees."""
    keys = ("games", "rounds", "wins", "draws", "finals", "wrong")
    counts = {key: _COUNTS.counted(key, totals.counts[key]) for key in keys}
    silent = totals.counts["silent"]
    told = say(
        "{games}, {rounds} ({wins}, {draws}), {finals}: {wrong}, {cut} cut off, {refused} refused",
        **counts,
        cut=totals.counts["cut"],
        refused=refused,
    )
    if moves := totals.counts["moves"]:
        told += say(", {moves} that cannot be", moves=_COUNTS.counted("moves", moves))
    if no_yaku := totals.counts["no_yaku"]:
        told += say(", no yaku told of {wins}", wins=_COUNTS.counted("wins", no_yaku))
    if unread := totals.counts["unread"]:
        told += say(", {unread} not known", unread=_COUNTS.counted("words", unread))
    return told + (say(", {silent} with nothing to compare", silent=silent) if silent else "")


def rules_line(totals: CheckTotals) -> str:
    """The rule sets that the logs tell and those that nothing tells, with how many games each."""
    told, untold = (
        say(", ").join(
            say("{rules} ({games})", rules=rules, games=_COUNTS.counted("games", count))
            for (is_told, rules), count in totals.rules.items()
            if is_told is wanted
        )
        for wanted in (True, False)
    )
    if not untold:
        return say("rules: {told}, as the logs tell; --rules names another", told=told)
    if not told:
        return say("rules: {untold}, for nothing in the logs tells; --rules names another", untold=untold)
    return say(
        "rules: {told}, as the logs tell; {untold}, for nothing in those logs tells; --rules names another",
        told=told,
        untold=untold,
    )


_COUNTS: Final = Phrases("log.count")


# ---- games written in other formats

#: The page that shows the game of an address.
_PAGE: Final = "https://tenhou.net/6/#json="


def address_of(text: str) -> str:
    """The address that shows a game of tenhou.net/6, percent-encoded so that it stands in any text."""
    return f"{_PAGE}{quote(text.strip(), safe='[]:,')}\n"


#: What a format may have no words for.
_LOST: Final = Phrases("log.lost")


def lost_keys(logged: Any, again: Any) -> Iterator[str]:
    """What a logged game says, and no longer says after it was written and read ``again``."""
    yield from (key for key, value in logged.head.items() if value != again.head.get(key))
    if logged.said.cut_off == "in_round":
        yield "unfinished"
    if logged.said.final is not None and again.said.final is None:
        yield "final"
    if logged.said.scores is not None and again.said.scores is None:
        yield "scores"
    if logged.turned != again.turned:
        yield "indicators"
    if any(told and still != told for told, still in zip(_waiting(logged), _waiting(again), strict=False)):
        yield "waiting"
    told, still = (any(win.yaku for it in one.said.rounds for win in it.wins) for one in (logged, again))
    if told and not still:
        yield "yaku"


def _waiting(logged: Any) -> list[set[str]]:
    """Who waits at each draw, as the log says."""
    return [{*(one.draw.waiting or ())} for one in logged.said.rounds if one.draw]


def lost_line(file: str, form: str, lost: Sequence[str]) -> str:
    """What a format leaves out of a game."""
    what = say(", ").join(_LOST.text(key) for key in lost)
    return printable(say("{file}: {form} does not tell {what} of this game", file=file, form=form, what=what))
