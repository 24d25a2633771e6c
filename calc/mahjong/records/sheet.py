"""Lines of a riichi score sheet, read and printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import UNSET

from calc.errors import RecordError
from calc.mahjong.records import sheet_reader
from calc.mahjong.records.types import FinalClaim, Game, Round, Win
from calc.records.sheet import print_numbers, spell_name
from calc.translation import msg

if TYPE_CHECKING:
    from calc.mahjong.rules.ruleset import MahjongRules


# What is asked of the module of a game's sheets.
words, clauses, EXTRAS = sheet_reader.words, sheet_reader.clauses, sheet_reader.EXTRAS
read_round, round_claim, game_claim = sheet_reader.read_round, sheet_reader.round_claim, sheet_reader.game_claim


def print_rounds(game: Game, rules: MahjongRules) -> Iterator[str]:
    """The lines of a game below its header. Raises :class:`~calc.errors.CalcError` for what no sheet can hold."""
    if game.scores is not None:
        yield print_numbers("scores", game.scores, game.players)
    if game.rounds:
        yield from _print_played(game, rules)
    if game.chips is not None:
        yield print_numbers("chips", game.chips, game.players)
    if game.yakitori is not None:
        yield f"yakitori {' '.join(spell_name(name, words()) for name in game.yakitori) or 'nobody'}"
    claim = game.claim
    if claim is not None and claim.final is not UNSET:
        if isinstance(claim.final, list) and any(isinstance(one, FinalClaim) for one in claim.final):
            raise RecordError("a sheet holds results as numbers only; leave out places and points", key="claim.final")
        yield print_numbers("results", claim.final, game.players)
    if claim is not None and claim.scores is not UNSET:
        yield print_numbers("scores", claim.scores, game.players)


def _print_played(game: Game, rules: MahjongRules) -> Iterator[str]:
    from calc.mahjong.rounds.frames import seats_of
    from calc.mahjong.rounds.game import play_rounds

    for place, played in enumerate(play_rounds(game, rules)):
        record = played.read.record
        what = _too_much(record)
        if what:
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

    def named(seats: Sequence[str]) -> str:
        return " ".join(spell_name(name, words()) for seat, name in names.items() if seat in seats)

    parts: list[str] = []
    name = f"{record.round}{record.number} " if record.round is not None and record.number is not None else ""
    if record.draw is not None:
        kind, draw = record.draw.kind, record.draw
        parts.append("draw" if kind == "exhaustive" else f"draw {kind}")
        waiting = draw.waiting
        if draw.noten is not None:
            waiting = [seat for seat in names if seat not in draw.noten]
        if waiting is not None:
            everybody = len(waiting) == len(names)
            parts.append(f"tenpai {'all' if everybody else named(waiting) or 'nobody'}")
        if draw.pool_of_dreams:
            parts.append(f"nagashi {named(draw.pool_of_dreams)}")
    elif record.chombo:
        parts.append(f"chombo {named(record.chombo)}")
    wins = "; ".join(_print_win(win, names) for win in record.wins)
    parts += [wins] if wins else []
    if record.riichi:
        parts.append(f"riichi {named(record.riichi)}")
    parts += [f"{key} {value}" for key in ("honba", "sticks") if (value := getattr(record, key)) is not None]
    return name + ", ".join(parts)


def _print_win(win: Win, names: Mapping[str, str]) -> str:
    who, source = (spell_name(names[seat], words()) if seat else "" for seat in (win.seat, win.from_))
    worth = f"{win.han} han" + (f" {win.fu} fu" if win.fu is not None else "")
    if win.han is None:
        worth = str(win.level if win.level is not None else win.points)
    liable = win.liable if isinstance(win.liable, list) else [win.liable]
    pao = "".join(f", pao {spell_name(names[one.seat], words())} {one.for_}" for one in liable)
    return f"{who} {win.by} {f'{source} ' if source else ''}{worth}{pao}"
