"""Lines of a riichi score sheet, ``Bea ron Dan 3 han 30 fu, riichi Bea Cho``, to plain data of a round and back.

Lines are read as people say them too: ``Vic and Wes tenpai, draw``, ``太郎ロン花子``, ``Una chombo``. Their words
become those of a sheet first, each with the column where it was written.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, get_args

from msgspec import UNSET
from msgspec.structs import replace

from calc.errors import NotationError, RecordError, did_you_mean
from calc.mahjong.records.names import draws, faults, limit_named
from calc.mahjong.records.types import DrawKind, FinalClaim, Game, Round, Win
from calc.mahjong.records.words import ORDER, ROUND, SEATS, SHEET
from calc.notation.spellings import counts_of, fold, narrow, points_of, round_of
from calc.notation.text import show
from calc.patterns import regex
from calc.records import sheet
from calc.records.sheet import print_numbers, spell_name
from calc.records.values import Seat
from calc.translation import msg

if TYPE_CHECKING:
    from calc.mahjong.rules.ruleset import MahjongRules

#: What begins a clause after the first, each with its letter in the rows of the order: ``L`` belongs to a draw.
_HEADS: Final = {
    **dict.fromkeys(("tenpai", "noten", "nagashi"), "L"),
    **dict.fromkeys(("pao", "honba", "sticks", "wareme"), "H"),
    **dict.fromkeys(faults(), "A"),
    "riichi": "R",
}
_LETTERS: Final = {**_HEADS, "chombo": "C", "draw": "D", "from": "F", "ron": "O", "tsumo": "T"}
#: The keys of records for what belongs to a draw.
_OF_DRAWS: Final = {"tenpai": "waiting", "noten": "noten", "nagashi": "pool_of_dreams"}
#: Where all are tenpai, nobody is noten, however many play.
_OPPOSITE: Final = {"tenpai": "noten", "noten": "waiting"}
#: Words that no bare name can be, beside the Japanese ones.
_OTHERS: Final = ("ron", "tsumo", "draw", "chombo", "from", "for", "han", "fu", "points", "chips", "yakitori")
#: A colon, and what has colons of its own.
_COLON: Final = regex(r'("(?:[^"\\]|\\.)*+"?)|[:：](?=\s|$)|：')
#: Several yakuman are a level.
_SEVERAL: Final = regex(r"\d{1,2}\D+")
_KINDS: Final = tuple(kind for kind in get_args(DrawKind) if kind != "exhaustive")
_WORTH: Final = msg("3 han 30 fu, mangan, 3900, 1000/2000 or 4000 all")


@cache
def words() -> frozenset[str]:
    """Words that no bare name can be."""
    return sheet.reserved([*_HEADS, *_OTHERS], SHEET)


def clauses(text: str, players: Sequence[str]) -> list[sheet.Clause]:
    """The clauses of a line, in the order in which they are said."""
    return sheet.clauses_of(text, _with_seats(players), SHEET, _HEADS, SEATS)


def _with_seats(players: Sequence[str]) -> list[str]:
    return [*dict.fromkeys((*players, *get_args(Seat)))]


def read_round(text: str, players: Sequence[str]) -> dict[str, Any]:
    """The plain data of the round that a line tells. Raises :class:`~calc.errors.NotationError` with the column."""
    text, found = _split_name(text, players)
    players = _with_seats(players)
    first, *rest = in_order(clauses(text, players), players)
    if not first.tokens:
        raise NotationError("expected a round, found an empty line", column=1)
    head, *others = first.tokens
    if head.word == "draw":
        found["draw"] = {"kind": _read_kind(head, [token for token in others if token.word != "draw"])}
    elif head.word == "chombo":
        found["chombo"] = sheet.players_in(others, players, "chombo", head.column)
    elif head.word in faults():
        _read_clause(first, found, players)
    else:
        found["wins"] = [_read_win(first, players)]
    for clause in rest:
        _read_clause(clause, found, players)
    wins = found.get("wins", [])
    if wins[1:] and (any(win["by"] == "tsumo" for win in wins) or len({win["from"] for win in wins}) > 1):
        raise NotationError(
            "several wins of one round are by ron from one player; write each round in a line of its own", column=1
        )
    if found.get("draw") == {"kind": "suucha_riichi"}:
        found.setdefault("riichi", players[: -len(get_args(Seat))] or players)
    if found.get("draw") == {"kind": "exhaustive"}:
        message = msg(
            "a draw needs to know who was tenpai; write 'draw, tenpai nobody' or 'draw, tenpai all', or "
            "names: 'draw, tenpai {0}'",
            spell_name(players[0], words()),
        )
        raise NotationError(message, column=first.end)
    return found


def _split_name(text: str, players: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """The round that a line names first, ``E1``, ``東1局 2本場:``, as its keys; the line with blanks there."""
    text = _COLON.sub(lambda found: found[1] or " ", text)
    for found in ROUND.finditer(narrow(text)):
        named = None if found["name"] in players else round_of(re.sub("(?i) round$", "", found["name"]))
        if named is not None:
            told = {"round": named.wind, "number": named.number, "honba": named.honba}
            start, end = found.span()
            return text[:start] + " " * (end - start) + text[end:], {
                key: it for key, it in told.items() if it is not None
            }
    return text, {}


def _read_kind(head: sheet.Token, said: Sequence[sheet.Token]) -> str:
    """``draw``, or ``draw kyuushu_kyuuhai``."""
    name = " ".join(token.text for token in said)
    kind = draws().get(fold(name).replace("_", " "), name.replace(" ", "_")) if said else "exhaustive"
    if kind == "abortive":
        kinds = ", ".join(_KINDS)
        raise NotationError("an abortive draw needs its kind; write draw and one of {0}", kinds, column=head.column)
    if kind not in (*_KINDS, "exhaustive"):
        kinds, near = ", ".join(_KINDS), did_you_mean(kind, _KINDS)
        message = msg("expected 'draw, tenpai ...' or a kind of draw ({0}), found {1}{2}", kinds, show(kind), near)
        raise NotationError(message, column=said[-1].column)
    return kind


def _read_win(clause: sheet.Clause, players: Sequence[str]) -> dict[str, Any]:
    """``Bea ron Dan 3 han 30 fu`` or ``Aki tsumo mangan``."""
    head, *tokens = clause.tokens
    way = tokens[0].word if tokens else ""
    if way not in ("ron", "tsumo") and head.text not in players:
        near = did_you_mean(head.text, ("draw", "chombo", "scores", *EXTRAS, *players))
        message = msg("expected a player, draw, chombo or scores, found {0}{1}", show(head.text), near)
        raise NotationError(message, column=head.column)
    win: dict[str, Any] = {"seat": sheet.player_in(head, players), "by": way}
    if way not in ("ron", "tsumo"):
        column = tokens[0].column if tokens else clause.end
        raise NotationError("expected ron or tsumo after {0}", win["seat"], column=column)
    del tokens[0]
    if way == "ron":
        if tokens and tokens[0].word == "from":
            del tokens[0]
        if not tokens:
            raise NotationError("expected the player who discarded after ron", column=clause.end)
        win["from"] = sheet.player_in(tokens.pop(0), players)
        if tokens and tokens[0].word == "from":
            del tokens[0]
    if not tokens:
        raise NotationError("expected what the win is worth: {0}", _WORTH, column=clause.end)
    return win | _worth(narrow(" ".join(token.text for token in tokens)), tokens[0].column)


def _worth(said: str, column: int) -> dict[str, Any]:
    """What a win is worth, as keys of it."""
    counts, points = counts_of(said), points_of(said)
    if counts is not None and "han" in counts:
        return dict(counts)
    if points is not None:
        return {"points": points}
    if said[0].isdigit() and not _SEVERAL.fullmatch(said):
        raise NotationError("expected {0}, found {1}", _WORTH, show(said), column=column)
    return {"level": said}


def _read_clause(clause: sheet.Clause, found: dict[str, Any], players: Sequence[str]) -> None:
    """A clause after the first: another winner after a semicolon, or what else the round has."""
    head, *rest = clause.tokens
    word, column = head.word, head.column
    if word not in _HEADS:
        if not clause.is_next and not (head.text in players and rest and rest[0].word in ("ron", "tsumo")):
            told = ", ".join(name for name in _HEADS if name not in faults())
            what, nearest = msg("{0} or a fault such as {1}", told, next(iter(faults()))), did_you_mean(word, _HEADS)
            hint = msg("; numbers have no commas") if head.text[0].isdigit() else nearest * ("mean" in nearest)
            raise NotationError("expected {0} after a comma, found {1}{2}", what, show(head.text), hint, column=column)
        if "wins" not in found:
            raise NotationError("only winners are parted by semicolons", column=column)
        found["wins"].append(_read_win(clause, players))
    elif word in faults():
        for seat in sheet.players_in(rest, players, word, column):
            if found.setdefault("faults", {}).setdefault(seat, word) != word:
                raise NotationError("expected one fault of {0}, found two; write the graver one", seat, column=column)
    elif word == "pao":
        _read_pao(head, [token for token in rest if token.word != "for"], found, players)
    else:
        is_all = word in _OPPOSITE and [token.word for token in rest] == ["all"]
        place, key = found.get("draw") if word in _OF_DRAWS else found, _OF_DRAWS.get(word, word)
        if place is None:
            raise NotationError("{0} belongs to a draw", word, column=column)
        if key in place:
            raise NotationError("expected {0} once, found it twice", word, column=column)
        place[_OPPOSITE[word] if is_all else key] = [] if is_all else _read_value(head, rest, players, found)


def _read_value(
    head: sheet.Token, rest: Sequence[sheet.Token], players: Sequence[str], found: Mapping[str, Any]
) -> Any:
    if head.word == "riichi" and not rest and len(found.get("wins", ())) == 1:
        return [found["wins"][0]["seat"]]
    if head.word in ("honba", "sticks"):
        if len(rest) != 1:
            raise NotationError("expected a number after {0}", head.word, column=head.column)
        return sheet.number_in(rest[0])
    if head.word == "wareme":
        return sheet.players_in(rest, players, head.word, head.column)[0]
    read = _read_nobody_or_players if head.word in _OPPOSITE else sheet.players_in
    return read(rest, players, head.word, head.column)


def _read_pao(head: sheet.Token, names: Sequence[sheet.Token], found: dict[str, Any], players: Sequence[str]) -> None:
    """``pao Cho daisangen``: who is responsible for a limit hand of the win before."""
    if "wins" not in found:
        raise NotationError("pao belongs to a win", column=head.column)
    if not names or len(names) % 2:
        raise NotationError("expected who is responsible and for what, as in pao Cho daisangen", column=head.column)
    for who, limit in zip(names[::2], names[1::2], strict=True):
        liable = {"seat": sheet.player_in(who, players), "for": limit_named(limit.text)}
        found["wins"][-1].setdefault("liable", []).append(liable)


def _read_nobody_or_players(tokens: Sequence[sheet.Token], players: Sequence[str], what: str, column: int) -> list[str]:
    is_nobody = [token.word for token in tokens] == ["nobody"]
    return [] if is_nobody else sheet.players_in(tokens, players, what, column)


#: Lines of what the end of a game asks for beside its rounds: ``chips Aki 3 Dan -3``, ``yakitori Dan``.
EXTRAS: Final = {"chips": sheet.numbers_in, "yakitori": _read_nobody_or_players}


def round_claim(numbers: Any, _players: Sequence[str]) -> dict[str, Any]:
    """The claim on the round before a line of scores."""
    return {"scores": numbers}


def game_claim(key: str, numbers: Any, _players: Sequence[str]) -> dict[str, Any]:
    """The claim of a last line: ``scores``, or results as ``final``."""
    return {key: numbers}


def in_order(clauses: Sequence[sheet.Clause], players: Sequence[str]) -> list[sheet.Clause]:
    """The clauses in the order of a sheet, by rows over letters: one a word, and a comma or semicolon a clause."""
    units: list[tuple[str, sheet.Token | None, int]] = []
    people = {*_with_seats(players), "all", "nobody"}
    for clause in clauses:
        units.append((";" if clause.is_next else ",", None, clause.end))
        for token in clause.tokens:
            units.append(("P" if token.text in people else _LETTERS.get(token.word, "X"), token, clause.end))
    draw = sheet.Token("draw", units[1][1].column if units[1:] and units[1][1] else 1, word="draw")
    for row in ORDER.rows:
        while found := re.search(row["say"], "".join(letter for letter, *_ in units)):
            written = []
            for one in row["write"]:
                added = [(one, draw if one == "D" else None, clauses[0].end)]
                written += units[slice(*found.span(int(one)))] if one.isdigit() else added
            units[slice(*found.span())] = written
    ordered: list[sheet.Clause] = []
    for letter, word, end in units:
        if word is None:
            ordered.append(sheet.Clause([], letter == ";", end))
        else:
            ordered[-1] = replace(ordered[-1], tokens=[*ordered[-1].tokens, word], end=end)
    return ordered


# ---- printing


def print_rounds(game: Game, rules: "MahjongRules") -> Iterator[str]:
    """The lines of a game below its header. Raises :class:`~calc.errors.CalcError` for what no sheet can hold."""
    if key := next((key for key in ("penalties", "chombo", "fixed") if getattr(game, key) is not None), None):
        raise RecordError("a score sheet has no place for {0}; keep this game as YAML", key, key=key)
    if game.scores is not None:
        yield print_numbers("scores", game.scores, game.players)
    if game.rounds:
        yield from _print_played(game, rules)
    if game.chips is not None:
        yield print_numbers("chips", game.chips, game.players)
    if game.yakitori is not None:
        yield f"yakitori {' '.join(spell_name(name, words()) for name in game.yakitori) or 'nobody'}"
    if game.claim is not None:
        final, scores = game.claim.final, game.claim.scores
        if isinstance(final, list) and any(isinstance(one, FinalClaim) for one in final):
            raise RecordError("a sheet holds results as numbers only; leave out places and points", key="claim.final")
        if final is not UNSET:
            yield print_numbers("results", final, game.players)
        if scores is not UNSET:
            yield print_numbers("scores", scores, game.players)


def _print_played(game: Game, rules: "MahjongRules") -> Iterator[str]:
    from calc.mahjong.rounds.frames import seats_of
    from calc.mahjong.rounds.game import play_rounds

    for place, played in enumerate(play_rounds(game, rules)):
        record = played.read.record
        if what := _too_much(record):
            message = msg(
                "a score sheet has no place for {0}, found them in {1}; keep this game as YAML", what, played.name
            )
            raise RecordError(message, key=f"rounds[{place}]")
        seats = seats_of(played.frame, rules)
        yield _print_round(record, {seat: name for name, seat in zip(game.players, seats, strict=True) if seat})
        if record.claim is not None and record.claim.scores is not UNSET:
            yield print_numbers("scores", record.claim.scores, game.players)


def _too_much(record: Round) -> str:
    """What of a round a sheet cannot hold; empty where it can hold everything."""
    draw = record.draw
    if any(win.has_tiles for win in record.wins):
        return "tiles"
    if any(win.claim is not None or win.facts for win in record.wins):
        return "claims of wins"
    if draw is not None and (draw.hands or draw.discards or draw.north):
        return msg("hands of a draw")
    return "changes" if record.claim is not None and isinstance(record.claim.changes, Mapping | list) else ""


def _print_round(record: Round, names: Mapping[str, str]) -> str:
    """The canonical line of a round whose seats are winds. ``names``: of the players by seat, in their order."""
    spelled = {seat: spell_name(name, words()) for seat, name in names.items()}

    def named(seats: Sequence[str]) -> str:
        return " ".join(name for seat, name in spelled.items() if seat in seats)

    parts: list[str] = []
    if (draw := record.draw) is not None:
        parts.append("draw" if draw.kind == "exhaustive" else f"draw {draw.kind}")
        waiting = draw.waiting if draw.noten is None else [seat for seat in names if seat not in draw.noten]
        if waiting is not None:
            parts.append(f"tenpai {'all' if len(waiting) == len(names) else named(waiting) or 'nobody'}")
        parts += [f"nagashi {named(draw.pool_of_dreams)}"] if draw.pool_of_dreams else []
    elif record.chombo:
        parts.append(f"chombo {named(record.chombo)}")
    parts += ["; ".join(_print_win(win, spelled) for win in record.wins)] if record.wins else []
    parts += [f"wareme {spelled[record.wareme]}"] if record.wareme else []
    parts += [f"{fault} {spelled[seat]}" for seat, fault in record.faults.items()]
    parts += [f"riichi {named(record.riichi)}"] if record.riichi else []
    parts += [f"{key} {value}" for key in ("honba", "sticks") if (value := getattr(record, key)) is not None]
    name = f"{record.round}{record.number} " if record.round is not None and record.number is not None else ""
    return name + ", ".join(parts)


def _print_win(win: Win, spelled: Mapping[str, str]) -> str:
    worth = str(win.level if win.level is not None else win.points)
    if win.han is not None:
        worth = f"{win.han} han" + (f" {win.fu} fu" if win.fu is not None else "")
    liable = win.liable if isinstance(win.liable, list) else [win.liable]
    pao = "".join(f", pao {spelled[one.seat]} {one.for_}" for one in liable)
    return f"{spelled[win.seat]} {win.by} {f'{spelled[win.from_]} ' if win.from_ else ''}{worth}{pao}"
