"""A riichi win for people: the answer on one screen, every reason behind it, and the tiles as pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET

from calc.layout.document import Block, Head, More, Table, Text, titled, verdict_blocks
from calc.layout.game import source_here
from calc.layout.words import count_text, han_and_fu, key_word, together, value_text, word
from calc.mahjong.load import load_mahjong_rules
from calc.mahjong.records.types import Liable, Win
from calc.mahjong.results import ReadingLine, WinResult, YakuLine, fu_name
from calc.mahjong.rules.schema import LIMIT_LEVEL
from calc.mahjong.rules.words import Fact, walk_words
from calc.notation.melds import parse_melds
from calc.notation.tiles import is_red, kind_of, parse_tiles
from calc.tables.shelf import bases_of
from calc.text import number, signed
from calc.translation import joined, language, say

if TYPE_CHECKING:
    from calc.mahjong.explain.explanation import Explanation, PaymentReason, YakuReason
    from calc.mahjong.rules.ruleset import MahjongRules

#: Unicode pictures by kind. Unicode has honours first, then characters, bamboo and circles.
_HONOURS: Final = "🀀🀁🀂🀃🀆🀅🀄"
_SUITS: Final = ("🀇🀈🀉🀊🀋🀌🀍🀎🀏", "🀙🀚🀛🀜🀝🀞🀟🀠🀡", "🀐🀑🀒🀓🀔🀕🀖🀗🀘")
_PICTURES: Final = "".join(_SUITS) + _HONOURS
#: Notes that the answer itself shows; the explanation has the others alone.
_NOTES_IN_TABLE: Final = ("discards_unknown", "liable", "by_result", "option_decides", "indicators", "wareme")
#: There is no picture of a red five.
_RED: Final = "ʳ"
#: Without this variation selector terminals show the red dragon as an emoji.
_AS_TEXT: Final = "\ufe0e"


def win_blocks(
    record: Win, result: WinResult, rules: MahjongRules, *, page: bool, explain: bool, kept: Any
) -> Iterator[Block]:
    """Who won how, the yaku and what the hand is worth, what every seat gains or loses; the reasons. ``kept``: what the
    result was written from.
    """
    yield Text(headline(result, record), "answer", apart=True)
    worth = worth_text(result, rules)
    yield Text(f"{worth}{' ' if page else '   '}({rules.full_label})" if worth else f"({rules.full_label})")
    if page and record.has_tiles:
        from calc.mahjong.report.drawn import hand_blocks

        yield from hand_blocks(record)
    yaku = yaku_rows(result, rules)
    if yaku and (record.has_tiles or not page):
        yield Table(["", ""], yaku, "<>", word("yaku"))
    payments = [(word(party), signed(amount)) for party, amount in result.payments.items()]
    yield Table(["", ""], payments, "<>", word("payments"))
    for told in filter(None, extras(result, record, rules)):
        shown = told if page else [f"  {say('({told})', told=text)}" for text in told]
        yield from (Text(text, "faint", apart=place == 0, indent="   ") for place, text in enumerate(shown))
    yield from verdict_blocks(result, ())
    if result.agrees is False:
        yield _differences(result)
    if page or explain:
        from calc.mahjong.explain.explanation import explain_win

        inside = [*_reasons(explain_win(kept, result), kept.rules, page=page)]
        yield from [More(say("Why?"), inside, explain)] if page else inside


def _reasons(explanation: Explanation, rules: MahjongRules, *, page: bool) -> Iterator[Block]:
    for title, lines in explain_parts(explanation, rules).items():
        rows = fu_rows(explanation.result, rules) if title == "fu_title" else []
        if rows:
            yield from [Head(word(title), 3), Table(["", "", ""], rows, "><<", word(title), apart=False)]
        elif title != "hand" or not page:
            yield from titled(word(title), lines)


def yaku_rows(result: WinResult, rules: MahjongRules) -> list[tuple[str, str]]:
    """The yaku and dora of a win with their worth."""
    yaku = [(line.name, _line_worth(line, rules)) for line in result.yaku]
    for key, bonus in rules.dora.bonus.items():
        count = result.dora.of(key)
        if count:
            yaku.append((bonus.name.text(), count_text(count * bonus.han, "han")))
    return yaku


def _differences(result: WinResult) -> Table:
    """What is claimed wrong beside what is right."""

    def spell(value: object) -> str:
        if isinstance(value, dict):
            return " ".join(f"{key} {signed(amount)}" for key, amount in value.items())
        return say("none") if value is None or value == [] else value_text(value)

    rows = [
        (one.key if language() == "en" else key_word(one.key), spell(one.claimed), spell(one.actual))
        for one in result.differences or []
    ]
    return Table(["", word("claimed"), word("actual")], rows, "<<<", word("claim"), apart=False, plain=True)


def worth_text(result: WinResult, rules: MahjongRules) -> str:
    """``3 han 40 fu``, ``6 han 30 fu, haneman``, ``2 x yakuman``."""
    level = rules.points.title(result.level, result.limits) if result.level else ""
    return say(", ").join(filter(None, (han_and_fu(result.han, result.fu), level)))


def headline(result: WinResult, record: Win) -> str:
    """Who wins how much and how: ``South wins 2,600 points by ron from West``."""
    who, how, points = word(record.seat), word(record.by), number(result.points)
    source = say(" from {discarder}", discarder=word(record.from_)) if record.from_ else ""
    return say("{who} wins {points} points by {how}{source}", who=who, points=points, how=how, source=source)


def _line_worth(line: YakuLine, rules: MahjongRules) -> str:
    level = LIMIT_LEVEL if line.limit is not None else rules.yaku[line.id].value.level
    if level is not None:
        return rules.points.title(level, line.limit or 1)
    return count_text(line.han or 0, "han")


def extras(result: WinResult, record: Win, rules: MahjongRules) -> Iterator[list[str]]:
    """What the payments include beside the win itself, what decided yaku that no tile shows, and whether unknown
    discards could change the yaku.
    """
    facts = []
    for line in result.yaku:
        asked = (item.facts for item in walk_words(rules.yaku[line.id].when) if isinstance(item, Fact))
        for name in (name for names in asked for name in names):
            value, told = record.facts.get(name, 0), f"{line.name}: {rules.facts[name].text()}"
            facts.append(told if isinstance(value, bool) else f"{told}: {value}")
    yield facts
    if result.transfers is UNSET:
        return
    found = []
    for why, count in (("counters", record.honba), ("sticks", record.sticks)):
        amount = sum(transfer.amount for transfer in result.transfers if transfer.why == why)
        if amount:
            found.append(f"{count_text(count, why)}: {number(amount)}")
    items = [record.liable] if isinstance(record.liable, Liable) else record.liable
    for one in (one for one in result.transfers if one.why == "liable"):
        # The record may leave it to the melds which yakuman it is.
        names = [rules.yaku[item.for_].name.text() for item in items if item.seat == one.from_]
        text = "{who} is responsible for {names}: {amount}" if names else "{who} is responsible: {amount}"
        named = together(names) if names else ""
        found.append(say(text, who=word(one.from_), names=named, amount=number(one.amount)))
    doubled = [one for one in result.transfers if one.why == "wareme"]
    found += [f"{word('wareme')}: {number(sum(one.amount for one in doubled))}"] if doubled else []
    yield [", ".join(found)] if found else []
    yield notes_in_table(result)


def notes_in_table(result: WinResult, *others: str) -> list[str]:
    """The notes of a win that its answer shows without explanations, but ``others``."""
    return [note.text for note in result.notes or [] if note.id in _NOTES_IN_TABLE and note.id not in others]


def explain_parts(explanation: Explanation, rules: MahjongRules) -> dict[str, list[str]]:
    """Every reason behind a win, in lines below the keys of their titles; :func:`fu_rows` belong below ``fu_title``."""
    result, record, win = explanation.result, explanation.record, explanation.win
    melds = record.melds if isinstance(record.melds, str) else " ".join(record.melds)
    yaku, dora, others = [], [], []
    reading = _reading_text(explanation.reading, win, rules) if explanation.reading else ""
    for line, reason in zip(result.yaku, explanation.yaku, strict=True):
        lowered, tiles = reason.lowered and f"({reason.lowered})", reason.tiles and f"[{reason.tiles}]"
        yaku.append(" ".join(filter(None, (f"{line.name}:", _line_worth(line, rules), lowered, tiles))))
        yaku.append(f"  {reason.condition}{say(' ({told})', told=_source_text(reason, rules))}")
    for one in explanation.dora:
        bonus = rules.dora.bonus[one.kind]
        text, tile = f"{bonus.name.text()}: {count_text(one.count * bonus.han, 'han')}", f" [{one.tile}]"
        if one.indicator:
            tile = f" ({say('indicator {indicator}', indicator=one.indicator)} → {one.tile})"
        dora.append(text + tile if one.tile else text)
    for other in explanation.others:
        told = word("no_yaku")
        if other.yaku:
            counted = [rules.yaku[name].name.text() for name in other.yaku]
            counted += [say("{tiles} dora", tiles=other.dora)] if other.dora else []
            names = say(", ").join(counted)
            worth = f"{han_and_fu(other.han, other.fu or None)}, " if other.han else ""
            told = f"{names}; {worth}{word('base')} {number(other.base)}"
        # The winning tile may stand in two runs, which read alike.
        if (text := _reading_text(other.reading, win, rules)) != reading:
            others.append(f"{text}: {told}")
    return {
        "hand": [" ".join(part for part in (explanation.hand, melds, f"+{win}") if part)] if win else [],
        "reading": [reading] if reading else [],
        "yaku": yaku,
        "dora": dora,
        "fu_title": [],
        "base_points": [_base_text(explanation, rules)] if explanation.base != "points" else [],
        "payments": [_payment_text(reason, record, result.base or 0) for reason in explanation.payments],
        "notes": [note.text for note in result.notes or [] if note.id not in _NOTES_IN_TABLE],
        "others": others,
    }


def _source_text(reason: YakuReason, rules: MahjongRules) -> str:
    """The source of a yaku: where the set says itself what an option decides of it, that of the option."""
    asked = [rules.options[name] for name in rules.options_at(f"yaku.{reason.id}")]
    general = bases_of(rules.origin)[:1]
    inherited = {option.source for name in general for option in load_mahjong_rules(name).options.values()}
    own = [option for option in asked if option.source not in inherited]
    return source_here(rules, lambda one: own[0] if own else one.yaku.get(reason.id), load_mahjong_rules)


def _reading_text(reading: ReadingLine, win: str, rules: MahjongRules) -> str:
    parts = [*reading.groups, *([reading.pair] if reading.pair else [])]
    text = " ".join(parts) or rules.shapes[reading.shape].name.text()
    if not reading.wait:
        return text
    return say("{text}; {wait} wait on {win}", text=text, wait=word(reading.wait), win=win)


def fu_rows(result: WinResult, rules: MahjongRules) -> list[tuple[str, str, str]]:
    """Each part of the fu: how many, what for, and its tiles; then their sum."""
    rows = [(str(line.fu), fu_name(line, rules) or word("rounding"), line.tiles) for line in result.fu_parts or []]
    return [*rows, (str(result.fu), word("fu"), "")] if rows else []


def _base_text(explanation: Explanation, rules: MahjongRules) -> str:
    result, by, counted = explanation.result, rules.points.base, explanation.counted
    if by is None:
        return say("read off the chart: {worth}", worth=worth_text(result, rules))
    base = number(result.base or 0)
    if explanation.base == "limit":
        return f"{joined((result.limits, number(rules.points.limit.worth)), 'factors')} = {base}"
    if explanation.base == "level":
        return say(": ").join([worth_text(result, rules), base])
    text = f"{joined([result.fu, by.per_fu, *[by.per_han] * (result.han or 0)], 'factors')} = {number(counted)}"
    if (result.base or 0) > counted:
        return say("{text}, over {above}: {base}", text=text, above=number(by.round_up_above or 0), base=base)
    return say("{text}, at most {base}", text=text, base=base) if (result.base or 0) < counted else text


def _payment_text(reason: PaymentReason, record: Win, base: int) -> str:
    transfer = reason.transfer
    text = f"{word(transfer.from_)} → {word(transfer.to)} {number(transfer.amount)}"
    if reason.times:
        exact = joined((reason.times, number(base)), "factors")
        told = say("{text}: {exact} = {sum}", text=text, exact=exact, sum=number(reason.times * base))
        return told if reason.times * base == transfer.amount else say("{told}, rounded up", told=told)
    counts = {"counters": record.honba, "sticks": record.sticks}
    if transfer.why in counts:
        return f"{text}: {count_text(counts[transfer.why], transfer.why)}"
    parts = [word(transfer.why), *filter(None, [reason.part])]
    return f"{text}: {say(', ').join(parts)}"


def draw_tiles(tiles: Iterable[int]) -> str:
    """Tiles as pictures; a red five is followed by a small r.

    >>> from calc.notation.tiles import parse_tiles
    >>> draw_tiles(parse_tiles("10m7z"))
    '🀇🀋ʳ🀄︎'
    """
    pictures = (_PICTURES[kind_of(tile)] + (_RED if is_red(tile) else "") for tile in tiles)
    return "".join(pictures).replace(_HONOURS[-1], _HONOURS[-1] + _AS_TEXT)


def draw_record(record: object) -> str:
    """A win as pictures: concealed tiles, the winning tile after a plus, melds in their brackets. Empty for others."""
    if not isinstance(record, Win) or not record.has_tiles:
        return ""
    tiles = parse_tiles(record.hand)
    hand, win = (tiles, parse_tiles(record.win)) if record.win is not None else (tiles[:-1], tiles[-1:])
    parts = [draw_tiles(hand), f"+{draw_tiles(win)}"]
    for meld in parse_melds(record.melds):
        drawn = draw_tiles(meld.tiles)
        feeder = f"<{meld.feeder}" if meld.feeder is not None else ""
        parts.append(f"[{drawn}]" if meld.kind == "ankan" else f"({drawn}{feeder})")
    return " ".join(part for part in parts if part)
