"""Lines of a riichi score sheet, ``Bea ron Dan 3 han 30 fu, riichi Bea Cho``, to plain data of a round.

Lines are read as people say them too: ``Vic and Wes tenpai, draw``, ``太郎ロン花子``, ``Una chombo``. Their words
become those of a sheet first, each with the column where it was written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, get_args

from msgspec.structs import replace

from calc.errors import NotationError, did_you_mean
from calc.mahjong.records.names import draws, key_words, limit_named
from calc.mahjong.records.types import DrawKind
from calc.notation.spellings import WAYS, counts_of, fold, narrow, points_of, round_of
from calc.notation.text import show
from calc.patterns import regex
from calc.records import sheet
from calc.records.words import Table, any_of
from calc.translation import msg

#: Words that begin a clause after the first.
_HEADS: Final = ("riichi", "tenpai", "noten", "nagashi", "pao", "honba", "sticks")
#: Those that belong to a draw, with the keys that they are in records.
_OF_DRAWS: Final = {"tenpai": "waiting", "noten": "noten", "nagashi": "pool_of_dreams"}
#: A letter for each word of a clause; ``P`` is a player, ``X`` any other word.
_LETTERS: Final = {
    "chombo": "C", "draw": "D", "from": "F", "ron": "O", "tsumo": "T", "riichi": "R", **dict.fromkeys(_OF_DRAWS, "L"),
    "pao": "H", "honba": "H", "sticks": "H",
}  # fmt: skip
#: Words that no bare name can be, beside the Japanese ones.
_OTHERS: Final = ("ron", "tsumo", "draw", "chombo", "from", "for", "han", "fu", "points", "chips", "yakitori")
#: A colon behind the name of a round.
_COLON: Final = regex(r'^([^":：]*)[:：]')
_KINDS: Final = tuple(kind for kind in get_args(DrawKind) if kind != "exhaustive")
_WORTH: Final = msg("3 han 30 fu, mangan, 3900, 1000/2000 or 4000 all")


def _names() -> dict[str, str]:
    """What the rows of ``words.yaml`` call words of sheets: keys of records, ways to win and kinds of draws."""
    keys = ("riichi", "waiting", "noten", "pool_of_dreams", "liable", "honba", "sticks", "chombo")
    exhaustive = any_of(word for word, kind in draws().items() if kind == "exhaustive")
    return {
        **{key: any_of(word for word, meant in key_words().items() if meant == key) for key in keys},
        "draw": rf"{exhaustive}|{any_of(word for word, meant in key_words().items() if meant == 'draw')}",
        "kind": any_of(word for word, kind in draws().items() if kind != "exhaustive"),
        "ron": any_of({"ron", *WAYS["ron"]}),
        "tsumo": any_of({"tsumo", *WAYS["tsumo"]}),
    }


_FILE: Final = Path(__file__).with_name("words.yaml")
#: What people say in a line.
SHEET: Final = Table(_FILE, "sheet", _names, is_of_words=True)
#: How people order the clauses of a line.
ORDER: Final = Table(_FILE, "order")


@cache
def words() -> frozenset[str]:
    """Words that no bare name can be."""
    return sheet.reserved([*_HEADS, *_OTHERS], SHEET)


def clauses(text: str, players: Sequence[str]) -> list[sheet.Clause]:
    """The clauses of a line, in the order in which they are said."""
    return sheet.clauses_of(text, players, SHEET, _HEADS)


def read_round(text: str, players: Sequence[str]) -> dict[str, Any]:
    """The plain data of the round that a line tells. Raises :class:`~calc.errors.NotationError` with the column."""
    text, found = _split_name(text, players)
    first, *rest = in_order(clauses(text, players), players)
    if not first.tokens:
        raise NotationError("expected a round, found an empty line", column=1)
    head = first.tokens[0]
    if head.word == "draw":
        found["draw"] = {"kind": _read_kind(first)}
    elif head.word == "chombo":
        found["chombo"] = sheet.players_in(first.tokens[1:], players, "chombo", head.column)
    else:
        found["wins"] = [_read_win(first, players)]
    for clause in rest:
        _read_clause(clause, found, players)
    draw = found.get("draw")
    if draw is not None and draw["kind"] == "exhaustive" and draw.keys() <= {"kind"}:
        message = msg(
            "a draw needs to know who was tenpai; write 'draw, tenpai nobody' or 'draw, tenpai all', or "
            "names: 'draw, tenpai {0}'",
            sheet.spell_name(players[0], words()),
        )
        raise NotationError(message, column=first.end)
    return found


def _split_name(text: str, players: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """The round that a line names first, ``E1`` or ``東1局 2本場:``, as keys of the round; and the line with blanks in
    its place.
    """
    text = _COLON.sub(r"\1 ", text)
    words = [*re.finditer(r"\S+", text)][:3]
    while words:
        end = words.pop().end()
        named = round_of(text[:end].strip())
        if named is not None and named.number is not None and text[:end].strip() not in players:
            found: dict[str, Any] = {"round": named.wind, "number": named.number}
            if named.honba is not None:
                found["honba"] = named.honba
            return " " * end + text[end:], found
    return text, {}


def _read_kind(clause: sheet.Clause) -> str:
    """``draw``, or ``draw kyuushu_kyuuhai``."""
    head = clause.tokens[0]
    said = [token for token in clause.tokens if token.word != "draw"]
    name = " ".join(token.text for token in said)
    kind = draws().get(fold(name).replace("_", " "), name.replace(" ", "_")) if said else "exhaustive"
    if kind == "abortive":
        raise NotationError(
            "an abortive draw needs its kind; write draw and one of {0}", ", ".join(_KINDS), column=head.column
        )
    if kind not in (*_KINDS, "exhaustive"):
        message = msg(
            "expected 'draw, tenpai ...' or a kind of draw ({0}), found {1}{2}",
            ", ".join(_KINDS),
            show(kind),
            did_you_mean(kind, _KINDS),
        )
        raise NotationError(message, column=said[-1].column)
    return kind


def _read_win(clause: sheet.Clause, players: Sequence[str]) -> dict[str, Any]:
    """``Bea ron Dan 3 han 30 fu`` or ``Aki tsumo mangan``."""
    tokens = list(clause.tokens)
    head = tokens.pop(0)
    way = tokens[0].word if tokens else ""
    if way not in ("ron", "tsumo") and head.text not in players:
        known = ("draw", "chombo", "scores", *EXTRAS, *players)
        message = msg(
            "expected a player, draw, chombo or scores, found {0}{1}", show(head.text), did_you_mean(head.text, known)
        )
        raise NotationError(message, column=head.column)
    win: dict[str, Any] = {"seat": sheet.player_in(head, players)}
    if way not in ("ron", "tsumo"):
        column = tokens[0].column if tokens else clause.end
        raise NotationError("expected ron or tsumo after {0}", win["seat"], column=column)
    win["by"] = way
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
    return {**win, **_worth(tokens)}


def _worth(tokens: Sequence[sheet.Token]) -> dict[str, Any]:
    """What a win is worth, as keys of it."""
    said = narrow(" ".join(token.text for token in tokens))
    counts, points = counts_of(said), points_of(said)
    if counts is not None and "han" in counts:
        return dict(counts)
    if points is not None:
        return {"points": points}
    if said[0].isdigit() and not re.search(r"[^\W\d]", said):
        raise NotationError("expected {0}, found {1}", _WORTH, show(said), column=tokens[0].column)
    return {"level": said}


def _read_clause(clause: sheet.Clause, found: dict[str, Any], players: Sequence[str]) -> None:
    """A clause after the first: another winner after a semicolon, or what else the round has."""
    head = clause.tokens[0]
    word = head.word
    is_win = head.text in players and any(token.word in ("ron", "tsumo") for token in clause.tokens[1:2])
    if (clause.is_next or is_win) and word not in _HEADS:
        if "wins" not in found:
            raise NotationError("only winners are parted by semicolons", column=head.column)
        found["wins"].append(_read_win(clause, players))
    elif word not in _HEADS:
        what = msg("{0} or {1}", ", ".join(_HEADS[:-1]), _HEADS[-1])
        nearest = did_you_mean(word, _HEADS)
        hint = msg("; numbers have no commas") if head.text[0].isdigit() else nearest * ("mean" in nearest)
        raise NotationError("expected {0} after a comma, found {1}{2}", what, show(head.text), hint, column=head.column)
    elif word == "pao":
        _read_pao(clause, found, players)
    else:
        place = found.get("draw") if word in _OF_DRAWS else found
        key = _OF_DRAWS.get(word, word)
        if place is None:
            raise NotationError("{0} belongs to a draw", word, column=head.column)
        if key in place:
            raise NotationError("expected {0} once, found it twice", word, column=head.column)
        place[key] = _read_value(word, clause, players)


def _read_value(word: str, clause: sheet.Clause, players: Sequence[str]) -> Any:
    head, *rest = clause.tokens
    if word in ("honba", "sticks"):
        if len(rest) != 1:
            raise NotationError("expected a number after {0}", word, column=head.column)
        return sheet.number_in(rest[0])
    if word in ("tenpai", "noten") and len(rest) == 1 and rest[0].word in ("nobody", "all"):
        return [] if rest[0].word == "nobody" else list(players)
    return sheet.players_in(rest, players, word, head.column)


def _read_pao(clause: sheet.Clause, found: dict[str, Any], players: Sequence[str]) -> None:
    """``pao Cho daisangen``: who is responsible for a limit hand of the win before."""
    head, *rest = clause.tokens
    if "wins" not in found:
        raise NotationError("pao belongs to a win", column=head.column)
    names = [token for token in rest if token.word != "for"]
    if len(names) != 2:
        raise NotationError("expected who is responsible and for what, as in pao Cho daisangen", column=head.column)
    liable = {"seat": sheet.player_in(names[0], players), "for": limit_named(names[1].text)}
    found["wins"][-1].setdefault("liable", []).append(liable)


def _read_nobody_or_players(tokens: Sequence[sheet.Token], players: Sequence[str], what: str, column: int) -> list[str]:
    if [token.word for token in tokens] == ["nobody"]:
        return []
    return sheet.players_in(tokens, players, what, column)


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
    first = clauses[0].tokens[0].column if clauses[0].tokens else 1
    units: list[tuple[str, sheet.Token | None, int]] = []
    for clause in clauses:
        units.append((";" if clause.is_next else ",", None, clause.end))
        for token in clause.tokens:
            letter = "P" if token.text in players else _LETTERS.get(token.word, "X")
            units.append((letter, token, clause.end))
    added = {",": None, "D": sheet.Token("draw", first, word="draw")}
    for row in ORDER.rows:
        while found := re.search(row["say"], "".join(letter for letter, *_ in units)):
            written = []
            for one in row["write"]:
                written += units[slice(*found.span(int(one)))] if one.isdigit() else [(one, added[one], clauses[0].end)]
            units[slice(*found.span())] = written
    ordered: list[sheet.Clause] = []
    for letter, word, end in units:
        if word is None:
            ordered.append(sheet.Clause([], letter == ";", end))
        else:
            ordered[-1] = replace(ordered[-1], tokens=[*ordered[-1].tokens, word], end=end)
    return ordered
