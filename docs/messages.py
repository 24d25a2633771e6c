"""The catalogues of messages, made from the messages in the code: ``python -m docs.messages``.

Every template that the code gives to :func:`calc.translation.msg` or to an error becomes a msgid, ``expected one
winning tile, found {0!r}``; so does every text that it says (``say``) or has by key (``words.json``), with a context.
The command adds what is new to ``calc/locale/LANG/LC_MESSAGES/calc.po``, takes out what is gone, and writes the
``.mo`` beside it. A new language is a new folder there.
"""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from typer.main import get_command

from calc.cli.main import USAGE, app, paragraphs
from calc.hanafuda.rules.deck import read_deck
from calc.mahjong.check.faults import CHECKS
from calc.mahjong.rounds.frames import ROUND_NAMES
from calc.translation import BETWEEN, CONTEXT, DOMAIN, LOCALE, words_by_key

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
CODE = Path(__file__).parents[1] / "calc"
#: What takes a template, or a message without values.
_TAKERS = re.compile(r"msg|\w*Error|contradict|lack|misused|BadParameter")
#: What takes texts of which braces are braces: first, or by these keys.
_FIXED = {"fixed": (), "expects": ("named", "example"), "Meta": ("title", "example"), "RecordKind": ("claims",)}
#: What says a text in a language: :func:`calc.translation.say`, and methods that know their language.
_SAYERS = frozenset({"say", "_say"})


@cache
def messages() -> set[str]:
    """Every message of the code; the names of cards, as messages tell them; help, and wrong usage as the library tells
    it.
    """
    found = {card.name for card in read_deck("deck")[0].cards} | {*map(_escaped, _helped(get_command(app)))}
    found |= {
        *USAGE,
        *ROUND_NAMES,
        *(check.say for check in CHECKS if check.say),
        *(f"{{0}}{between}{{1}}" for between in BETWEEN),
    }
    for path in CODE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for scope in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            held = [*ast.walk(scope)]
            for call in held:
                match call:
                    case ast.Call(func=taker, args=[ast.Name(id=name), *_]) if _TAKERS.fullmatch(_name(taker)):
                        found |= {text for given in _held(held, {name}) for text in _spoken(given)}
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and _TAKERS.fullmatch(_name(call.func)):
                found |= {text for given in call.args[:1] for text in _spoken(given)}
            # A row of a table of faults.
            if isinstance(call, ast.Yield) and isinstance(call.value, ast.Tuple) and len(call.value.elts) > 3:
                found |= {text for text in _spoken(call.value.elts[3]) if " " in text}
            if (
                isinstance(call, ast.AnnAssign)
                and _name(call.target) in ("_title", "_leads")
                and call.value is not None
            ):
                found |= {*map(_escaped, _spoken(call.value))}
            if isinstance(call, ast.Call) and _name(call.func) in _FIXED:
                told = [*call.args[:1], *(one.value for one in call.keywords if one.arg in _FIXED[_name(call.func)])]
                found |= {_escaped(text) for one in told for text in _spoken(one) if " " in text}
    return found


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def said() -> set[str]:
    """Every text that the code says in a language itself (``say``), and those of the tables that it says."""
    found: set[str] = set()
    for path in CODE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if not any(isinstance(node, ast.ImportFrom) and node.module == "calc.translation" for node in tree.body):
            continue
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        for scope, held in ((tree, [*ast.iter_child_nodes(tree)]), *((one, [*ast.walk(one)]) for one in functions)):
            for call in ast.walk(scope):
                if isinstance(call, ast.Call) and _name(call.func) in _SAYERS:
                    for given in (*call.args, *_held(held, _names(call.args))):
                        found |= {*_spoken(given)}
    return found


def words() -> Iterator[tuple[str, str]]:
    """The words that ``words.json`` has by key: the context of each, and what it is in English."""
    yield from ((f"{name}.{key}", text) for name, texts in words_by_key().items() for key, text in texts.items())


def _spoken(node: ast.expr) -> Iterator[str]:
    """The texts that a value may be: no keys of a table, nothing that is compared."""
    match node:
        case ast.Constant(value=str(text)) if text:
            yield text
        case ast.IfExp(body=first, orelse=second):
            yield from (*_spoken(first), *_spoken(second))
        case ast.Dict(values=parts) | ast.Tuple(elts=parts) | ast.BoolOp(values=parts):
            for part in parts:
                yield from _spoken(part)


def _helped(command: Any) -> Iterator[str]:
    """What the help of a command says, and that of the commands below it."""
    yield from (paragraph[0] for paragraph in paragraphs(command) if paragraph[0])
    yield from (
        " ".join(text.partition("  [")[0].split())
        for text in (command.short_help, *map(_help_of, command.params))
        if text
    )
    for below in getattr(command, "commands", {}).values():
        yield from _helped(below)


def _help_of(param: Any) -> str:
    return getattr(param, "help", None) or ""


def catalogue(lang: str) -> Catalog:
    """The catalogue of a language as it is written, without the messages that are gone."""
    with _po(lang).open("rb") as file:
        return read_po(file, locale=lang, domain=DOMAIN)


def updated(lang: str) -> Catalog:
    """The catalogue with all messages of the code, the new ones untranslated."""
    old, new = catalogue(lang), Catalog(locale=lang, domain=DOMAIN, header_comment="# Messages of yaku.", fuzzy=False)
    for text in sorted(messages()):
        given = old.get(text)
        new.add(text, given.string if given is not None else "")
    for context, text in (*((CONTEXT, text) for text in said()), *words()):
        given = old.get(text, context)
        new.add(text, given.string if given is not None else "", context=context)
    return new


def po_text(catalog: Catalog) -> str:
    """A catalogue as text that merges well: sorted, without places and dates."""
    buffer = io.BytesIO()
    write_po(buffer, catalog, width=120, sort_output=True, no_location=True, omit_header=False)
    lines = buffer.getvalue().decode().splitlines()
    return (
        "\n".join(line for line in lines if not re.match(r'"(POT-Creation|PO-Revision|Generated|Last-Tr|Report)', line))
        + "\n"
    )


class _Plain(Catalog):
    """A catalogue whose header does not say which version of Babel wrote it."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        return [(name, value) for name, value in super().mime_headers if name != "Generated-By"]

    @mime_headers.setter
    def mime_headers(self, headers: Iterable[tuple[str, str]]) -> None:
        self._set_mime_headers(headers)


def mo_bytes(catalog: Catalog) -> bytes:
    """A catalogue as the program reads it."""
    plain = _Plain(catalog.locale, creation_date=_EPOCH, revision_date=_EPOCH)
    for message in catalog:
        if message.id:
            plain[message.id] = message
    buffer = io.BytesIO()
    write_mo(buffer, plain)
    return buffer.getvalue()


def languages() -> list[str]:
    """The languages that have a catalogue."""
    return sorted(path.name for path in LOCALE.iterdir() if path.is_dir())


def _po(lang: str) -> Path:
    return LOCALE / lang / "LC_MESSAGES" / f"{DOMAIN}.po"


def _names(nodes: Iterable[ast.AST]) -> set[str]:
    return {inner.id for node in nodes for inner in ast.walk(node) if isinstance(inner, ast.Name)}


def _held(nodes: Iterable[ast.AST], names: set[str]) -> Iterator[ast.expr]:
    """The values that are given to names."""
    for node in nodes:
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if names & _names(targets):
                yield node.value


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def main(langs: Iterable[str] = ()) -> None:
    """Bring all catalogues up to date, and say what they lack."""
    for lang in langs or languages():
        new = updated(lang)
        _po(lang).write_text(po_text(new), encoding="utf-8")
        _po(lang).with_suffix(".mo").write_bytes(mo_bytes(new))
        lacking = sum(not one.string for one in new if one.id)
        print(f"{lang}: {len(new)} messages, {lacking} not translated")


if __name__ == "__main__":
    main()
