"""A hanafuda round as people read it: who won what, each player's yaku with their cards, who pays whom and why."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Final

from msgspec import UNSET

from calc.hanafuda.notes import NO_GAME
from calc.hanafuda.results import HanafudaResult, NearLine, NearPart, PileYaku, PlayerResult
from calc.hanafuda.rules.deck import load_deck
from calc.hanafuda.rules.ruleset import HanafudaRules
from calc.hanafuda.settle.steps import Each
from calc.layout.differences import difference_text
from calc.layout.words import word
from calc.notation.cards import parse_cards
from calc.text import TOGETHER, columns, number, printable, section, signed, wrap

if TYPE_CHECKING:
    from calc.hanafuda.explain.explanation import RoundExplanation, StepReason, YakuReason

#: So many cards are told by name; more are easier to read as groups.
_MOST_NAMED: Final = 5


def hanafuda_lines(
    result: HanafudaResult, rules: HanafudaRules, lang: str, width: int, playing: Collection[str] | None = None
) -> list[str]:
    """The answer first; then what every player has, every payment, who deals next, and the verdict on a claim.

    ``playing``: who takes part, none for all.
    """
    lines = wrap(f"{answer_text(result, rules, lang)}   ({rules.full_label})", width)
    no_game = [note.text for note in result.notes if note.id == NO_GAME]
    for text in no_game:
        lines += ["", *wrap(text, width), ""]
    for name, player in result.players.items():
        if no_game:
            lines += wrap(f"{name}: {word('change', lang)} {signed(player.change)}", width)
        elif playing is None or name in playing:
            lines += ["", *_player_lines(name, player, rules, lang, width)]
        else:
            lines += [
                "",
                *wrap(f"{name}: {word('sits_out', lang)}, {word('change', lang)} {signed(player.change)}", width),
            ]
    lines += section(word("transfers", lang), list(_payments(result, lang)), width)
    if result.next_dealer is not None:
        # Where a leader is found each round, the one who deals has a word of its own.
        deals = "next_who_deals" if rules.table.first == "leader" else "next_dealer"
        lines += ["", *wrap(f"{word(deals, lang)}: {printable(result.next_dealer)}", width)]
    lines += section(word("notes", lang), [note.text for note in result.notes if note.id != NO_GAME], width)
    if result.agrees is not UNSET:
        lines += ["", word("right" if result.agrees else "wrong", lang)]
        for item in result.differences or []:
            lines += wrap(f"  {difference_text(item, lang)}", width, "    ")
    return lines


def answer_text(result: HanafudaResult, rules: HanafudaRules, lang: str) -> str:
    """``Aki wins 30 points``, ``Aki wins; changes: Aki +9, Bea -4, Cho -5``, ``nobody wins``."""
    changes = [(name, player.change) for name, player in result.players.items() if player.change]
    winner = printable(result.winner) if result.winner is not None else None
    head = word("nobody_wins", lang) if winner is None else (f"{winner}の勝ち" if lang == "ja" else f"{winner} wins")
    if winner is not None and len(changes) == 1 and changes[0][1] > 0:
        gained = amount_text(changes[0][1], rules.unit, lang)
        return f"{head}（{gained}）" if lang == "ja" else f"{head} {gained}"
    told = ", ".join(f"{printable(name)}{TOGETHER}{signed(change)}" for name, change in changes)
    return f"{head}: {told}" if told else head


def amount_text(amount: int, unit: str, lang: str) -> str:
    """``30 points``, ``1 chip``, ``30点``."""
    if lang == "ja":
        return f"{number(amount)}{word(unit, lang)}"
    return f"{number(amount)} {unit.removesuffix('s') if amount == 1 else unit}"


def value_text(value: int | str, lang: str) -> str:
    """``5``, or the words for everything."""
    return word("all_chips", lang) if isinstance(value, str) else str(value)


def named_cards(cards: str, lang: str) -> str:
    """A few cards with their names, for who does not read the notation: ``1B crane, 8B moon``.

    Chaff that stand for each other have no names of their own; of these, and of many, the notation has to do.
    """
    deck = load_deck()
    held = deck.within(parse_cards(cards, deck).named)
    if len(held) != sum(len(group.lstrip("0123456789")) for group in cards.split()) or len(held) > _MOST_NAMED:
        return cards
    names = (card.japanese[0] if lang == "ja" else card.id.replace("-", " ") for card in held)
    return ", ".join(f"{card.month}{card.letter}{TOGETHER}{name}" for card, name in zip(held, names, strict=True))


def yaku_text(lines: Iterable[PileYaku | NearLine], lang: str) -> str:
    """``three brights 5; boar, deer, butterflies 7``: names may hold commas themselves. For :func:`wrap` and tables."""
    texts = (f"{line.name}{TOGETHER}{value_text(line.value, lang)}" for line in lines)
    return (", " if lang == "ja" else "; ").join(texts)


def _player_lines(name: str, player: PlayerResult, rules: HanafudaRules, lang: str, width: int) -> list[str]:
    parts = [f"{word('score_of', lang)} {player.score}{times_text(player)}"]
    if player.card_points is not None:
        parts.insert(0, f"{word('card_points', lang)} {player.card_points}")
    if player.change != player.score:
        parts.append(f"{word('change', lang)} {signed(player.change)}")
    lines = wrap(f"{name}: {', '.join(parts)}", width)
    rows = [
        (value_text(line.value, lang), f"{line.name}{_kind_of(line, player, rules, lang)}", line.cards)
        for line in (player.teyaku + player.yaku if _scores_teyaku(rules) else player.yaku + player.teyaku)
    ]
    if not rows:
        return [*lines, f"  {word('no_yaku', lang)}"]
    return [*lines, *(f"  {line}" for line in columns(rows, "><<", width - 2))]


def times_text(player: PlayerResult) -> str:
    """How the score came out of the yaku where it was multiplied: `` (15 x 2)``."""
    base = sum(line.value for line in player.yaku if not isinstance(line.value, str))
    is_multiple = base > 0 and player.score > base and player.score % base == 0
    return f" ({base} x {player.score // base})" if player.card_points is None and is_multiple else ""


def _kind_of(line: PileYaku, player: PlayerResult, rules: HanafudaRules, lang: str) -> str:
    """Dealt yaku are marked as such, and where the score is without them."""
    if line not in player.teyaku:
        return ""
    kind = word("teyaku", lang)
    return f" ({kind})" if _scores_teyaku(rules) else f" ({kind}, {word('not_in_score', lang)})"


def _scores_teyaku(rules: HanafudaRules) -> bool:
    """Whether the score of a player holds the dealt yaku."""
    return not any(isinstance(step, Each) and step.of == "teyaku" and not step.scored for step in rules.steps.values())


def _payments(result: HanafudaResult, lang: str) -> Iterator[str]:
    for one in result.transfers:
        payer, to = (_party(name, result, lang) for name in (one.from_, one.to))
        yield f"{payer} → {to} {amount_text(one.amount, one.unit, lang)}: {_why_text(one.why, lang)}"


def _why_text(why: str, lang: str) -> str:
    return word({"yaku": "yaku_list", "teyaku": "teyaku_list", "pot": "pot_won", "par": "par_why"}.get(why, why), lang)


def _party(name: str, result: HanafudaResult, lang: str) -> str:
    return name if name in result.players else word(name, lang)


def near_lines(result: HanafudaResult, rules: HanafudaRules, lang: str, width: int) -> list[str]:
    """Of each pile in play: what it holds, and which yaku lack one or two cards."""
    lines = wrap(f"{rules.name.text(lang)} ({rules.full_label})", width)
    for name, near in (result.near or {}).items():
        player = result.players[name]
        held = yaku_text(player.yaku, lang)
        lines += ["", *wrap(f"{name}: {held or word('no_yaku', lang)}", width)]
        rows = [(_ways_text(line, lang), value_text(line.value, lang), line.name) for line in near]
        found = columns(rows, "<><", width - 2) if rows else [word("nothing_near", lang)]
        lines += [f"  {line}" for line in found]
    return lines


def near_text(result: HanafudaResult, lang: str) -> str:
    """The yaku that piles in play lack cards of, in a line a player."""
    told = {
        name: "; ".join(f"{line.name} ({_ways_text(line, lang)})" for line in near)
        for name, near in (result.near or {}).items()
    }
    return "\n".join(f"{printable(name)}: {text or word('nothing_near', lang)}" for name, text in told.items())


def _ways_text(line: NearLine, lang: str) -> str:
    """What completes a yaku: ``8B``, ``1R 2R``, ``2 of 4R 5R 7R``, ``11B and 1 of 1B 12B``, ``4C or 12CC``."""
    ways = ((" + " if lang == "ja" else " and ").join(_part_text(part, lang) for part in way) for way in line.ways)
    return ("、または" if lang == "ja" else " or ").join(ways)


def _part_text(part: NearPart, lang: str) -> str:
    if sum(1 if group.startswith("#") else len(group.lstrip("0123456789")) for group in part.of.split()) == part.n:
        return part.of
    return f"{part.of}から{part.n}枚" if lang == "ja" else f"{part.n} of {part.of}"


def explain_hanafuda_lines(
    explanation: RoundExplanation,
    result: HanafudaResult,
    rules: HanafudaRules,
    lang: str,
    width: int,
    playing: Collection[str] | None = None,
) -> list[str]:
    """The answer with every reason: the rule of each yaku, those that do not count, and each step of the settlement."""
    lines = hanafuda_lines(result, rules, lang, width, playing)
    counting = [line for reason in explanation.yaku if reason.counts for line in _yaku_lines(reason, lang)]
    left_out = [line for reason in explanation.yaku if not reason.counts for line in _yaku_lines(reason, lang)]
    lines += section(word("yaku", lang), counting, width)
    lines += section(word("not_counted", lang), left_out, width)
    steps = [line for step in explanation.steps for line in _step_lines(step, result, lang)]
    return lines + section(word("settlement", lang), steps, width)


def _yaku_lines(reason: YakuReason, lang: str) -> Iterator[str]:
    yield f"{reason.player}: {reason.name} {value_text(reason.value, lang)} [{named_cards(reason.cards, lang)}]"
    yield f"  {reason.condition}: {reason.worth} ({reason.source})"


def _step_lines(step: StepReason, result: HanafudaResult, lang: str) -> Iterator[str]:
    yield f"{step.text} ({step.source})"
    for name, (before, after) in step.scores.items():
        yield f"  {name}: {before} → {after}"
    for one in step.transfers:
        payer, to = (_party(party, result, lang) for party in (one.from_, one.to))
        yield f"  {payer} → {to} {amount_text(one.amount, one.unit, lang)}: {_why_text(one.why, lang)}"
