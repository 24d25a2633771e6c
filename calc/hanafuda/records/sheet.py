"""Lines of a hanafuda score sheet: ``Aki 12``, ``Aki yaku 6, went on Bea``, to plain data of a round and back.

A number after a name is the score of the round; ``yaku`` and ``cards`` before a number are what a pile is worth, from
which the rule set works the score out.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from re import IGNORECASE
from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from calc.errors import NotationError, RecordError, did_you_mean
from calc.hanafuda.records.types import HanafudaGame, HanafudaRound
from calc.hanafuda.rules.deck import load_deck
from calc.notation.spellings import narrow
from calc.notation.text import show
from calc.patterns import regex
from calc.records.sheet import (
    PLAYERS,
    Clause,
    Token,
    clauses_of,
    number_in,
    player_in,
    print_numbers,
    reserved,
    spell_name,
)
from calc.records.words import Table
from calc.translation import msg

if TYPE_CHECKING:
    from calc.hanafuda.rules.ruleset import HanafudaRules

#: Words that begin a clause after the first.
_HEADS: Final = ("went", "stopped", "dealer", "month")
#: What a pile is worth, with the keys of records.
_WORTH: Final = {"yaku": "yaku", "cards": "card_points"}
#: A month or a number in front of a line; only a month is more than the place of the line.
_ROUND: Final = regex(
    r"\s*+(?:第?\s*+(?:(?P<place>1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月|(?:round|month|game|hand|no\.?|#|rd?)?\s*+\d{1,3}"
    r"(?:回(?:戦|目)?|局|(?:st|nd|rd|th)?(?:\s(?:round|month|game|hand))?))"
    r"|(?P<month>[a-z]{3,9}))(?:\s*+[.:)、,-]|(?=\s)|(?<=月)(?=\D))\s*+(?=[^\s\d]|\d{1,3}\s?[/,、])",
    IGNORECASE,
)
_COUNT: Final = regex(r"(?:\A|(?<=, ))\d{1,2} (?=\D)")
_NUMBERS: Final = [*map(str, range(1, 13)), *"一二三四五六七八九十", "十一", "十二"]
#: What people say in a line.
SHEET: Final = Table(
    Path(__file__).with_name("words.yaml"), "sheet", lambda: {"player": f"[{PLAYERS}]"}, is_of_words=True
)
#: No lines beside rounds and claims.
EXTRAS: Final[dict[str, Any]] = {}


@cache
def words() -> frozenset[str]:
    """Words that no bare name can be."""
    return reserved([*_HEADS, *_WORTH, "on"], SHEET)


def clauses(text: str, players: Sequence[str]) -> list[Clause]:
    """The clauses of a line, behind the month or the number that it may begin with."""
    return clauses_of(named(text, players)[0], players, SHEET, _HEADS)


def named(text: str, players: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """A line with blanks in place of its month or its number, and the month."""
    found = _ROUND.match(narrow(text))
    word, place = ((found["month"] or "").casefold(), found["place"]) if found else ("", None)
    months = enumerate(load_deck().month_words, start=1)
    named = next((month for month, words in months if {word, {"sept": "sep"}.get(word)} & {*words}), None)
    if found is None or (word and (named is None or found["month"] in players)):
        return text, {}
    month = _NUMBERS.index(place) % 12 + 1 if place in _NUMBERS else named
    return " " * found.end() + text[found.end() :], {} if month is None else {"month": month}


def read_round(text: str, players: Sequence[str]) -> dict[str, Any]:
    """The plain data of the round that a line tells. Raises :class:`~calc.errors.NotationError` with the column."""
    told, month = named(text, players)
    return month | _read_clauses(told, players)


def _read_clauses(text: str, players: Sequence[str]) -> dict[str, Any]:
    """The plain data of the round that a line of a sheet tells."""
    first, *rest = clauses(text, players)
    if not first.tokens:
        raise NotationError("expected a round, found an empty line", column=1)
    while rest and rest[0].tokens[0].text in players:
        first = replace(first, tokens=[*first.tokens, *rest.pop(0).tokens])
    found = _read_scores(first, players)
    for clause in rest:
        key, value = _read_clause(clause, players)
        if key in found:
            raise NotationError("expected {0} once, found it twice", key, column=clause.tokens[0].column)
        found[key] = value
    return found


def _read_scores(clause: Clause, players: Sequence[str]) -> dict[str, Any]:
    """``Aki 12``, ``Aki 30 Bea -10 Cho -20``, ``nobody``, ``Aki cards 85 yaku 30 Bea cards 90``."""
    tokens = [*clause.tokens]
    if [token.word for token in tokens] == ["nobody"]:
        return {"scores": {}}
    scores: dict[str, Any] = {}
    worths: dict[str, dict[str, Any]] = {}
    while tokens:
        head = tokens.pop(0)
        name = player_in(head, players)
        if name in scores or name in worths:
            raise NotationError("expected each player once, found {0} twice", name, column=head.column)
        if not tokens:
            raise NotationError("expected the score of {0}, or yaku and cards with numbers", name, column=clause.end)
        if tokens[0].word not in _WORTH:
            scores[name] = number_in(tokens.pop(0))
        while tokens and name not in scores and tokens[0].word in _WORTH:
            word = tokens.pop(0)
            if not tokens:
                raise NotationError("expected a number after {0}", word.text, column=word.column)
            worths.setdefault(name, {})[_WORTH[word.word]] = number_in(tokens.pop(0))
    if scores and worths:
        message = (
            "a number alone is the score of the round, yaku and cards are what piles are worth; write one of them for "
            "all players"
        )
        raise NotationError(message, column=clause.tokens[0].column)
    return {"players": {name: worths.get(name, {}) for name in players}} if worths else {"scores": scores}


def _read_clause(clause: Clause, players: Sequence[str]) -> tuple[str, Any]:
    head, *rest = clause.tokens
    if head.word not in _HEADS:
        message = "expected went on, stopped, dealer or month after a comma, found {0}{1}"
        raise NotationError(message, show(head.text), did_you_mean(head.word, _HEADS), column=head.column)
    if head.word == "went":
        return "calls", _read_calls(rest[1:] if rest and rest[0].word == "on" else rest, players, head.column)
    if len(rest) != 1:
        raise NotationError("expected one word after {0}", head.text, column=head.column)
    if head.word == "month":
        return "month", number_in(rest[0])
    return {"stopped": "stopped_by"}.get(head.word, head.word), player_in(rest[0], players)


def _read_calls(tokens: Sequence[Token], players: Sequence[str], column: int) -> dict[str, Any]:
    """``went on Bea``, ``went on Aki 2 Bea``."""
    if not tokens:
        raise NotationError("expected who went on, as in went on Bea", column=column)
    calls: dict[str, Any] = {}
    name = ""
    for token in tokens:
        if token.word.isdigit() and name:
            calls[name], name = number_in(token), ""
        else:
            name = player_in(token, players)
            calls[name] = 1
    return calls


def round_claim(numbers: Any, players: Sequence[str]) -> dict[str, Any]:
    """The claim on the round before a line of scores: the totals after it."""
    return {"totals": numbers if isinstance(numbers, dict) else dict(zip(players, numbers, strict=True))}


def game_claim(key: str, numbers: Any, players: Sequence[str]) -> dict[str, Any]:
    """The claim of a last line of scores."""
    if key != "scores":
        raise NotationError("a hanafuda game has scores as its results; write scores", column=1)
    return {"scores": numbers if isinstance(numbers, dict) else dict(zip(players, numbers, strict=True))}


# ---- printing


def print_rounds(game: HanafudaGame, rules: "HanafudaRules") -> Iterator[str]:
    """The lines of a game below its header. Raises :class:`~calc.errors.CalcError` for what no sheet can hold."""
    if game.scores is not None:
        yield print_numbers("scores", game.scores, game.players)
    for place, record in enumerate(game.rounds):
        what = _too_much(record)
        if what:
            message = msg(
                "a score sheet has no place for {0}, found in round {1}; keep this game as YAML", what, place + 1
            )
            raise RecordError(message, key=f"rounds[{place}]")
        yield _print_round(record, game.players)
        if record.claim is not None and record.claim.totals is not UNSET:
            yield print_numbers("scores", record.claim.totals, game.players)
    if game.claim is not None and game.claim.scores is not UNSET:
        yield print_numbers("scores", game.claim.scores, game.players)


def _too_much(record: HanafudaRound) -> str:
    if not record.is_by_result:
        return "cards"
    claim = record.claim
    if claim is not None and any(getattr(claim, key) is not UNSET for key in ("scores", "changes", "winner", "yaku")):
        return msg("claims other than totals")
    others = (record.facts, record.teyaku, record.wild, record.field, record.revealed, record.seats, record.dropped)
    return "all that is told" if any(others) or record.pot is not None or record.chips else ""


def _print_round(record: HanafudaRound, players: Sequence[str]) -> str:
    told = {name: str(score) for name, score in (record.scores or {}).items()}
    for name, hand in record.players.items():
        worth = ((word, getattr(hand, key)) for word, key in _WORTH.items())
        told.setdefault(name, " ".join(f"{word} {value}" for word, value in worth if value is not None))
        if hand.names_yaku:
            yaku = ", ".join(hand.yaku) if isinstance(hand.yaku, list) else str(hand.yaku)
            # Beside a score the number of cards in front of a yaku would be cards.
            told[name] = f"{_COUNT.sub('', yaku)}, {record.scores[name]}" if record.scores else yaku
    spelled = {name: spell_name(name, words()) for name in (*players, *record.went_on)}
    parts = [" ".join(f"{spelled[name]} {told[name]}" for name in players if told.get(name)) or "nobody"]
    if record.went_on:
        calls = (spelled[name] + (f" {count}" if count != 1 else "") for name, count in record.went_on.items())
        parts.append(f"went on {' '.join(calls)}")
    for word, value in (("stopped", record.stopped_by), ("dealer", record.dealer)):
        parts += [f"{word} {spell_name(value, words())}"] if value is not None else []
    return ", ".join([*parts, *([f"month {record.month}"] if record.month is not None else [])])
