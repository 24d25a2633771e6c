"""Lists of yaku that rule sets can take, as text: what is in them, and what they offer to a rule set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from calc.layout.game import Section, sheet_lines, source_text
from calc.mahjong.load import read_list
from calc.mahjong.report.sheet import condition_text, value_text
from calc.mahjong.rules.schema import MahjongRules
from calc.notation.tiles import kind_of, parse_tiles
from calc.tables.shelf import list_ids


def describe_list(name: str) -> str:
    """Say what a list of yaku holds. Raises :class:`calc.RuleTableError`."""
    found, _ = read_list(name)
    return f"{found.label}: right ({len(found.yaku)} yaku to take)"


def list_sheet(name: str, lang: str, width: int, *, markdown: bool, every: bool) -> Iterator[str]:
    """The lines of a sheet: each yaku with its value and condition; if ``every`` line is asked for, with an example and
    its source below.
    """
    found, rules = read_list(name)
    rows = [
        [
            one.id,
            one.name.text(lang),
            value_text(one.value, rules, lang),
            condition_text(rules.yaku[one.id], rules, lang),
        ]
        for one in found.yaku.values()
    ]
    sections = [Section("yaku", "id yaku han condition", rows)]
    if every:
        examples = [[one.id, one.example, source_text(one, lang)] for one in found.yaku.values()]
        sections.append(Section("examples", "id example source", examples))
    return sheet_lines(sections, found, lang, width, markdown=markdown)


def offers(rules: MahjongRules, lang: str) -> Mapping[str, Mapping[str, str]]:
    """The yaku of the shipped lists that a rule set has not, and has the tiles for: name and value by list and id."""
    offered: dict[str, dict[str, str]] = {}
    for name in list_ids():
        found, with_all = read_list(name)
        offered[name] = {
            one.id: f"{one.name.text(lang)}: {value_text(one.value, with_all, lang)}"
            for one in found.yaku.values()
            if one.id not in rules.yaku and rules.kinds >= set(map(kind_of, parse_tiles(one.needs_tiles)))
        }
    return offered
