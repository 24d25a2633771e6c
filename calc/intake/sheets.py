"""Score sheets: text files that people type while they play, a header and a line a round, into records of games.

Each line is read by the game whose rule set the header names. A wrong line is refused by its number; nothing after it
is part of the game, for every later round depends on the one that is missing.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct

from calc.errors import CalcError, NotationError
from calc.games import Game, all_games, game_in, game_of, load_rules
from calc.intake.evenings import as_evening
from calc.intake.lines import Line, is_passed_over
from calc.notation.spellings import seat_of
from calc.patterns import regex
from calc.records.cells import QUOTED
from calc.records.plain import AnyRecord
from calc.records.sheet import (
    Clause,
    Header,
    Token,
    names_alone,
    numbers_in,
    print_header,
    read_header,
    rules_named,
    score_in,
    scores_in,
    split_header,
)
from calc.records.words import sign
from calc.tables.shelf import game_id_of, is_file_name, rule_set_ids, set_named
from calc.translation import msg

#: What a first wrong line brings with it.
STOPS = msg("nothing after this line is settled until it is put right")

#: A key of YAML.
_KEY = regex(r"\w+:(\s|$)")
#: What may end a round among several in a line.
_PARTS = regex(r"[;；。]|\.(?=\s|$)")
_BETWEEN = regex(r"[\s,、，:：]+")


class Sheet(Struct, frozen=True):
    """One game of a file of sheets.

    ``record``: the game, up to the first wrong line; ``None`` where the header is wrong, or no round is before it.
    ``wrong``: each wrong line with its error. ``lines``: where each part of the record is. ``line``: the header's.
    """

    record: AnyRecord | None
    wrong: list[tuple[Line, CalcError]]
    lines: dict[tuple[str | int, ...], int]
    line: int


def begins_sheet(text: str, second: str = "", known_keys: Collection[str] = ()) -> bool:
    """Whether a line begins a score sheet, by the one after it too: a rule set, a colon, and names; names alone; or,
    without a header, a round with its name, or a score.
    """
    if second and as_evening([(1, text), (2, second)]):
        return True
    if _is_header(text, known_keys):
        return not (split_header(text)[0] == "" and _KEY.match(second))
    names = names_alone(text)
    if names:
        is_round = bool(sign("sheet_round").match(second)) and any(name in _BETWEEN.split(second) for name in names)
        worth = sign("sheet_worth").match(second)
        return is_round or bool(sign("sheet_draw").match(second)) or (worth is not None and worth["name"] in names)
    found = sign("sheet_round").match(text)
    is_round = found is not None and bool(found["round"]) and seat_of(found["name"]) is None
    if _are_scores(text) or (_is_of_player(text) and (_is_of_player(second) or bool(sign("sheet_draw").match(second)))):
        return True
    scored = {score[0] for score in (score_in(text), score_in(second)) if score}
    return is_round or (len(scored) > 1 and scored.isdisjoint(known_keys))


def _is_of_player(text: str) -> bool:
    """Whether a line is a round that somebody wins whose name is no seat and no rule set."""
    found = sign("sheet_round").match(text)
    name = found["name"] if found is not None else ""
    return bool(name) and not name.islower() and seat_of(name) is None and set_named(name) is None


def _are_scores(text: str) -> bool:
    """Whether a line has the final scores of a game, or is meant to."""
    try:
        return bool(scores_in(text))
    except NotationError:
        return True


def _is_header(text: str, known_keys: Collection[str] = ()) -> bool:
    """Whether a line is the header of a score sheet. With ``=`` all but a rule set begins a line of notation."""
    rules, rest = split_header(text)
    if rules == "":
        return True
    if rules is None or ("." in rules and not is_file_name(rules)):
        return False
    # Players of lines have colons too, and keys have equals signs.
    has_keys = "=" in text or ":" in QUOTED.sub("", rest)
    return rules_named(rules) in rule_set_ids() or (rules.isascii() and not has_keys and rules not in known_keys)


def read_sheets(lines: Iterable[Line]) -> Iterator[Sheet]:
    """The games of the lines of a file; a new header begins a new game."""
    own: list[Line] = []
    kept = [line for line in lines if not is_passed_over(line[1])]
    for number, text in as_evening(kept) or kept:
        # A line may begin with a player and a colon.
        named = {*_BETWEEN.split(own[0][1])} - {split_header(own[0][1])[0]} if own else ()
        is_header = split_header(text)[0] not in (None, *named)
        if own and (is_header or _are_scores(text)):
            yield _read_sheet(own)
            own = []
        own.append((number, text.rstrip()))
    if own:
        yield _read_sheet(own)


def _read_sheet(lines: list[Line]) -> Sheet:
    number, first = lines[0]
    names = names_alone(first)
    if names and set_named(names[0]) is not None:
        # The colon after the rule set was forgotten.
        first = first.replace(names[0], f"{names[0]}：", 1)
    rules, _ = split_header(first)
    named = rules_named(rules or "")
    if rules is None and not names:
        games: tuple[Game, ...] = all_games()[:1]
    else:
        # Where the header does not tell the game, its lines do.
        games = (game_in(named),) if game_id_of(named) is not None else all_games()
    lines[0] = (number, first)
    sheets = list[Sheet]()
    for game in games:
        sheets.append(_read_as(game, lines, has_header=rules is not None or bool(names)))
        if not sheets[-1].wrong:
            break
    return min(sheets, key=lambda sheet: len(sheet.wrong))


def _read_as(game: Game, lines: list[Line], *, has_header: bool) -> Sheet:
    """The sheet that lines are if they are of this game."""
    (number, first), *rest = lines
    try:
        if not has_header:
            return _read_scores(lines, game)
        header = read_header(first, game.forms.sheet.words())
        return _Reader(game, header, number).read(rest)
    except CalcError as error:
        return Sheet(None, [(lines[0], error)], {}, number)


def _read_scores(lines: list[Line], game: Game) -> Sheet:
    """Final scores alone, a player a line. Raises :class:`~calc.errors.NotationError` for anything else."""
    found: list[tuple[str, int] | None] = []
    for _, text in lines:
        if several := scores_in(text):
            found.extend(several)
        else:
            found.append(score_in(text))
    scores = dict(one for one in found if one is not None)
    if len(scores) < len(found):
        raise NotationError(
            "a score sheet begins with its rule set and its players, the first dealer first, as in riichi: Aki Bea "
            "Cho Dan",
            column=1,
        )
    record: AnyRecord = game.forms.plain({"players": [*scores], "scores": scores}, "game")
    return Sheet(record, [], {}, lines[0][0])


class _Reader:
    def __init__(self, game: Game, header: Header, number: int) -> None:
        self.game, self.header, self.number = game, header, number
        rules = {"rules": header.rules} if header.rules else {}
        self.plain: dict[str, Any] = {**rules, **header.keys, "players": header.players, "rounds": []}
        self.lines: dict[tuple[str | int, ...], int] = {}
        self.wrong: list[tuple[Line, CalcError]] = []

    def read(self, lines: list[Line]) -> Sheet:
        """The sheet of all lines."""
        for place, (number, text) in enumerate(lines):
            try:
                self._read_line(number, text, is_last=place == len(lines) - 1)
            except CalcError as error:
                if not self.wrong:
                    error.message = msg("{0}; {1}", error.message, STOPS) if lines[place + 1 :] else error.message
                    error.args = (error.message,)
                self.wrong.append(((number, text), error))
        if self.plain.get("scores") is not None and not self.plain["rounds"]:
            del self.plain["rounds"]
        if self.wrong:
            self.plain.pop("claim", None)
        try:
            record: AnyRecord | None = self.game.forms.plain(self.plain, "game")
        except CalcError as error:
            place = self._line_of(error.key)
            text = next((text for number, text in lines if number == place), "")
            return Sheet(None, [*self.wrong, ((place, text), error)], self.lines, self.number)
        return Sheet(record, self.wrong, self.lines, self.number)

    def _line_of(self, key: str | None) -> int:
        if key is not None and key.startswith("rounds["):
            return self.lines.get(("rounds", int(key[7 : key.index("]")])), self.number)
        return self.lines.get((key.partition(".")[0],), self.number) if key is not None else self.number

    def _read_line(self, number: int, text: str, *, is_last: bool) -> None:
        (first, *more) = self.game.forms.sheet.clauses(text, self.header.players)
        head, *rest = first.tokens or [Token("", 1)]
        if head.word in self.game.forms.sheet.EXTRAS:
            read = self.game.forms.sheet.EXTRAS[head.word]
            self.plain[head.word] = read(rest, self.header.players, head.word, head.column)
            self.lines[head.word,] = number
            return
        if head.word not in ("scores", "results"):
            for found in self._rounds(text):
                if "scores" in self.plain:
                    raise NotationError("the scores of a game are its last line", column=1)
                if not self.wrong:
                    self.lines["rounds", len(self.plain["rounds"])] = number
                    self.plain["rounds"].append(found)
            return
        rest.extend(_of_players(more))
        numbers = numbers_in(rest, self.header.players, head.word, head.column)
        if self.wrong:
            return
        if head.word == "results":
            self._claim("final", numbers, number)
        elif not self.plain["rounds"]:
            self.plain["scores"] = numbers
            self.lines["scores",] = number
        elif is_last:
            self._claim("scores", numbers, number)
        else:
            claim = self.game.forms.sheet.round_claim(numbers, self.header.players)
            self.plain["rounds"][-1].setdefault("claim", {}).update(claim)

    def _rounds(self, text: str) -> list[dict[str, Any]]:
        """The round of a line; the rounds of one that tells them in sentences, each name of a player for a seat."""
        players = self.header.players
        try:
            return [self.game.forms.sheet.read_round(text, players)]
        except CalcError:
            seats = dict(zip(players, ("East", "South", "West", "North"), strict=False))
            # Who deals follows from the rounds before.
            deals = sign("deals_first").search(text)
            is_first = deals is None or (deals["who"] == players[0] and not self.plain["rounds"])
            is_told = self.game.rounds_told is not None and is_first and not sign("moving_seat").search(text)
            named = re.sub(rf"(?<![\w'])(?:{'|'.join(map(re.escape, players))})(?!\w)", lambda at: seats[at[0]], text)
            rules = load_rules(self.header.rules or self.game.default_rules)
            told = self.game.rounds_told(named, lambda win: rules) if is_told and named != text else []
            parts = [] if told else [part for part in _PARTS.split(text) if part.strip()]
            if len(parts) > 1:
                with suppress(CalcError):
                    return [found for part in parts for found in self._rounds(part)]
            if not told:
                raise
            names = {seat[0]: name for name, seat in seats.items()}
            lines = [re.sub(r"(?<!\w)[ESWN](?!\w)", lambda at: names[at[0]], one.line) for one in told]
            return [self.game.forms.sheet.read_round(line, players) for line in lines]

    def _claim(self, key: str, numbers: Any, number: int) -> None:
        claim = self.game.forms.sheet.game_claim(key, numbers, self.header.players)
        self.plain.setdefault("claim", {}).update(claim)
        self.lines["claim",] = number


def _of_players(clauses: Iterable[Clause]) -> Iterator[Token]:
    """The words of a line of numbers behind its commas, each of which parts players."""
    for clause in clauses:
        if clause.tokens[0].word:
            raise NotationError("numbers have no commas", column=clause.tokens[0].column)
        yield from clause.tokens


def print_sheet(record: AnyRecord, rules: Any) -> str:
    """The canonical sheet of a game: :func:`read_sheets` reads the same game.

    Raises :class:`~calc.errors.CalcError` for a game that holds more than a sheet can, and for what is wrong with it.
    """
    game = game_of(record)
    sheet = game.forms.sheet
    plain = msgspec.to_builtins(record)
    keys = {key: plain[key] for key in ("id", "start", "options") if plain.get(key) not in (None, {})}
    lines = [print_header(Header(plain.get("rules") or rules.id, list(plain["players"]), keys), sheet.words())]
    lines += sheet.print_rounds(record, rules)
    return "\n".join(lines) + "\n"
