"""Write a first house file: all options of the set it extends, and examples of other changes, as comments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import yaml

from calc.tables.ruleset import spell_choice
from calc.tables.table import RuleTable, Tree
from calc.translation import Phrases, language

#: Before a line that counts once this is removed.
_OFF: Final = "# "
#: Keys of a yaku that name others of its set, or that yaku itself; the example of a new one does without.
_BESIDE: Final = ("suppresses", "exclusive_with", "supersedes", "beats", "also")

#: What drafts say.
TEXTS: Final = Phrases("draft")


def flow(value: Any) -> str:
    """A value of a table in one line, as a rule file spells it.

    >>> flow({"han": {"closed": 2}, "of": ["a", True]})
    '{han: {closed: 2}, of: [a, true]}'
    """
    text: str = yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, sort_keys=False, width=float("inf"))
    return text.removesuffix("\n").removesuffix("\n...")


def draft_lines(
    base: RuleTable,
    extends: str,
    name: Mapping[str, str],
    file: str,
    offered: Mapping[str, Mapping[str, str]] | None = None,
) -> Iterator[str]:
    """The lines of a house file that ``extends`` a set, whose table is ``base``.

    ``file``: the file it is meant for. ``offered``: what can be taken from lists of yaku, with a few words, by list.
    """
    path = file if "/" in file else f"./{file}"
    yield from _comment("head", base=extends, file=file, name=path)
    yield f"game: {base.data['game']}"
    yield f"extends: {flow(extends)}"
    yield from _comment("version")
    yield "version: 1.0.0"
    yield f"name: {flow(dict(name))}"
    yield from _comment("sources")
    yield "sources:"
    yield f"  house: {_text('house')}"
    yield from _options(base.data.get("options", {}), extends)
    yield from _yaku(base.data.get("yaku", {}), base.data.get("options", {}), offered or {})


def _options(options: Mapping[str, Tree], base: str) -> Iterator[str]:
    if not options:
        return
    yield ""
    yield from _comment("options", base=base)
    yield "options:"
    for place, (name, option) in enumerate(options.items()):
        choices = option.get("choices")
        known = " | ".join(map(spell_choice, choices)) if choices else _text("form")
        yield f"  {_OFF}{option['question'][language()]}"
        yield f"  {_OFF}{_text('choices')}: {known}"
        entry = flow({"default": option["default"], "source": "house"})
        yield f"  {_OFF if place else ''}{name}: {entry}"


def _yaku(
    yaku: Mapping[str, Tree], options: Mapping[str, Tree], offered: Mapping[str, Mapping[str, str]]
) -> Iterator[str]:
    """Examples made of the set's own yaku, so that they fit its game; and what lists of yaku offer."""
    if not yaku:
        return
    # The value of some yaku is the answer to an option, and is changed there.
    answered = {option.get("path") for option in options.values()}
    first = next(name for name, entry in yaku.items() if entry.get("when") and f"yaku.{name}.value" not in answered)
    last = list(yaku)[-1]
    new = {key: value for key, value in yaku[first].items() if key not in _BESIDE}
    new |= {"name": {"en": "Our yaku", "ja": "うちの役"}, "source": "house"}
    yield ""
    yield from _comment("yaku")
    lines = [
        "yaku:",
        f"  # {_text('other_value')}",
        f"  {first}: {flow({'value': yaku[first]['value'], 'source': 'house'})}",
        *([f"  # {_text('not_played')}", f"  {last}: null"] if last != first else []),
        f"  # {_text('new')}",
        "  our_yaku:",
        *(f"    {key}: {flow(value)}" for key, value in new.items()),
    ]
    for name, entries in offered.items():
        lines.append(f"  # {_text('list').format(name=name)}")
        lines += [f"  {key}: {name}  # {about}" for key, about in entries.items()]
    yield from (f"{_OFF}{line}" for line in lines)


def _comment(key: str, **names: str) -> Iterator[str]:
    for line in _text(key).format(**names).split("\n"):
        yield f"# {line}"


def _text(key: str) -> str:
    return TEXTS.text(key)
