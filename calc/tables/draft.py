"""Write a first rule file: a house file with all options of the set it extends, and examples of other changes, as
comments; or a game of one's own by a template.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import yaml

from calc.tables.ruleset import spell_choice
from calc.tables.table import RuleTable, Tree
from calc.translation import Phrases, language

#: Keys of a yaku that name others of its set, or that yaku itself; the example of a new one does without.
_BESIDE: Final = ("suppresses", "exclusive_with", "supersedes", "beats", "also")

TEXTS: Final = Phrases("draft")


def flow(value: Any) -> str:
    """A value of a table in one line, as a rule file spells it.

    >>> flow({"han": {"closed": 2}, "of": ["a", True]})
    '{han: {closed: 2}, of: [a, true]}'
    """
    text: str = yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, sort_keys=False, width=float("inf"))
    return text.removesuffix("\n").removesuffix("\n...")


def fill_in(lines: Iterable[str], texts: Phrases, file: str, **names: str) -> Iterator[str]:
    """The lines of a file, meant for ``file``, in which a line ``#: key`` is a comment out of ``texts``."""
    path = file if "/" in file else f"./{file}"
    for line in lines:
        if line.startswith("#: "):
            text = texts.text(line.removeprefix("#: ")).format(file=file, name=path, **names)
            yield from (f"# {part}" for part in text.split("\n"))
        else:
            yield line


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
    options, text = base.data.get("options", {}), TEXTS.text
    lines = ["#: head", f"game: {base.data['game']}", f"extends: {flow(extends)}", "#: version", "version: 1.0.0"]
    lines += [f"name: {flow(dict(name))}", "#: sources", "sources:", f"  house: {text('house')}"]
    lines += ["", "#: options", "options:"] if options else []
    for place, (option, entry) in enumerate(options.items()):
        choices = entry.get("choices")
        lines += [
            f"  # {entry['question'][language()]}",
            f"  # {text('choices')}: {' | '.join(map(spell_choice, choices)) if choices else text('form')}",
            f"  {'# ' if place else ''}{option}: {flow({'default': entry['default'], 'source': 'house'})}",
        ]
    return fill_in([*lines, *_yaku(base.data.get("yaku", {}), options, offered or {})], TEXTS, file, base=extends)


def _yaku(
    yaku: Mapping[str, Tree], options: Mapping[str, Tree], offered: Mapping[str, Mapping[str, str]]
) -> Iterator[str]:
    """Examples made of the set's own yaku, so that they fit its game; and what lists of yaku offer."""
    if not yaku:
        return
    # The value of some yaku is the answer to an option, and is changed there.
    answered = {option.get("path") for option in options.values()}
    first = next(name for name, entry in yaku.items() if entry.get("when") and f"yaku.{name}.value" not in answered)
    last, text = list(yaku)[-1], TEXTS.text
    new = {key: value for key, value in yaku[first].items() if key not in _BESIDE}
    new |= {"name": {"en": "Our yaku", "ja": "うちの役"}, "source": "house"}
    lines = [
        "yaku:",
        f"  # {text('other_value')}",
        f"  {first}: {flow({'value': yaku[first]['value'], 'source': 'house'})}",
        *([f"  # {text('not_played')}", f"  {last}: null"] if last != first else []),
        f"  # {text('new')}",
        "  our_yaku:",
        *(f"    {key}: {flow(value)}" for key, value in new.items()),
    ]
    for name, entries in offered.items():
        lines.append(f"  # {text('list').format(name=name)}")
        lines += [f"  {key}: {name}  # {about}" for key, about in entries.items()]
    yield from ("", "#: yaku", *(f"# {line}" for line in lines))
