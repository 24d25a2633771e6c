"""The catalogues of messages, made from the messages in the code: ``python -m docs.messages``.

Every f-string of an error, a hint or a warning becomes a msgid with the names of its values, ``expected one winning
tile, found {win!r}``; a text without values becomes one as it is. The command adds what is new to
``calc/locale/LANG/LC_MESSAGES/calc.po``, takes out what is gone, and writes the ``.mo`` beside it. A new language is a
new folder there.
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

from calc.cli.main import app, paragraphs
from calc.hanafuda.rules.deck import read_deck
from calc.translation import CONTEXT, DOMAIN, LOCALE, Phrases, is_sentence

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
CODE = Path(__file__).parents[1] / "calc"
#: What takes a message: errors, and helpers that raise or print them.
_TAKERS = re.compile(
    r".*Error|error|BadParameter|refuse|_?refuse\w*|_?stop|_?contradict|_no_dealer|_misfit|Doubt|NoWin|expects|_too_long|_lacking|"
    r"_explain\w*|did_you_mean|known_names|_?hint\w*|_say_wrong|reword"
)
#: Functions that return messages, or parts of them.
_MAKERS = re.compile(
    r"did_you_mean|known_names|\w*hint\w*|_explain\w*|_instead|_nearest_card|_played_by|_too_many|_article|_either|_why\w*|"
    r"message|_message|_told|_missing\w*|_lacking\w*|_mend\w*|_expected\w*|_meant\w*|_more|_and_more|_taken\w*|"
    r"explain_\w+|reason_of|_must\w*|_beside"
)
#: Modules of which every sentence may be part of a message.
_WHOLE = re.compile(
    r"calc/(batch|cli|intake|notation|records|settling|tables)/.*|calc/strict_yaml.py|"
    r"calc/mahjong/(check|hand|logs|value)/.*|calc/mahjong/(read|scoring).py|"
    r"calc/mahjong/rounds/(draws|game|reading).py|"
    r"calc/(mahjong|hanafuda)/(records/.*|load.py)|calc/hanafuda/(read/.*|rounds/(?!claims).*)|"
    r"calc/hanafuda/rules/(checks|deck).py"
)
#: What says a text in a language: :func:`calc.translation.say`, and methods that know their language.
_SAYERS = frozenset({"say", "_say"})
#: What holds texts by key that are said in a language: :class:`calc.translation.Phrases`.
_HOLDER = "Phrases"
#: What takes texts that are no messages: both languages, descriptions, patterns, help.
_OTHERS = _SAYERS | {
    _HOLDER,
    "in_lang",
    "Meta",
    "Option",
    "Argument",
    "compile",
    "regex",
    "Typer",
    "word",
    "phrase",
    "option",
    "command",
}
_NAMED = frozenset({"code", "key", "path", "file", "line", "column", "id", "unit", "type", "kind"})
#: How messages are put together: a place or a key before one, a reason or a hint behind, lists.
_JOINTS = (  # messages of click, too
    "Usage: {command}",
    "Try '{command}' for help.",
    "Error: {message}",
    "Arguments:",
    "Options:",
    "Commands:",
    "[default: {default}]",
    "[default: the last one]",
    "[required]",
    "Show this message and exit.",
    "Missing command.",
    "File {filename!r} does not exist.",
    "File {filename!r} is a directory.",
    "Directory {filename!r} does not exist.",
    "Invalid value for {param}: {message}",
    "Invalid value: {message}",
    "Missing argument {param}.",
    "Missing option {param}.",
    "No such command {name!r}.",
    "No such command {name!r}. Did you mean {nearest}?",
    "No such option: {name}",
    "No such option: {name} Did you mean {nearest}?",
    "No such option: {name} (Possible options: {nearest})",
    "Option {name!r} requires an argument.",
    "Got unexpected extra argument ({args})",
    "Got unexpected extra arguments ({args})",
    "{value!r} is not a valid int.",
    "{value!r} is not a valid integer.",
    "{value!r} is not a valid integer range.",
    "{value!r} is not one of {choices}.",
    "{value!r} is not in the range {range}.",
    "{value} is not in the range {range}.",
    "in {start}: {message}",
    "{first}: {then}",
    "in {place}: {message}",
    "{first}; {then}",
    "{first}, {then}",
    "{first} or {then}",
    "{first} and {then}",
    "{first} (in {then})",
    "{first} ({then})",
    "{first}; see the option {name} (here {answer})",
    # The summary of a run.
    "{count} record{s}: {settled} settled{refused}",
    ", {count} no win, as claimed{refused}",
    ", {count} refused{codes}",
    "{count} claim{s} checked: {wrong} wrong",
    "{count} game{s} of logs: {checked}",
    "{count} record{s} of them in this run",
    "{seconds} s, {rate} records/s",
    "{count} checked, {figures} figure{s} compared, {differing} disagreement{s2}{more}",
    ", {count} with nothing to compare{more}",
    ", {count} not checked",
    # Parts that are put together of words, and names in them.
    "{names} is",
    "{names} are",
    "{names} and others (`yaku rules list`)",
    "E{number}, honba {honba}",
    "S{number}, honba {honba}",
    "W{number}, honba {honba}",
    "N{number}, honba {honba}",
    "expected a claim such as {claims}, found {text!r}: {message}",
    "round {place}",
    "at most {most}",
    "{count} dora indicator",
    "{count} dora indicators",
    "text",
    "neither",
    "thirteen orphans",
    "seven pairs",
    "tiles as text, such as '123m406p'",
    "one tile as text, such as '8s'",
    "without {win} it waits for {waits}",
    "{who} had {points} points",
    "only {shapes} may",
    "no hand may",
    "at no time",
    "all Norths set aside",
    "rounds to play: {count}",
    "{count} of month {month}",
    "no game is played: {player} alone did not drop out, and wins the pot",
    "no game is played: who plays owes {due} each for the hands forced out ({told}); {winner} has most chips in front, "
    "{chips}, and wins",
    " of {what}",
    "dragons",
    "winds",
    "honours",
    "terminals",
    "green tiles",
    "four of a month on the field",
    "three willows on the field",
    "four pairs on the field",
    "four of a kind",
    "seven empties",
    "{count} chips",
    "the winning tile",
)


@cache
def messages() -> dict[str, list[str]]:
    """Every message of the code, with the files that have it; and the names of cards, as messages tell them."""
    found: dict[str, list[str]] = {joint: [] for joint in _JOINTS}
    for path in sorted(set(CODE.rglob("*.py")) - set((CODE / "pictures").rglob("*.py"))):
        name, tree = path.relative_to(CODE.parent).as_posix(), ast.parse(path.read_text(encoding="utf-8"))
        for text in (*_of(tree), *_given(tree), *(_sentences(tree) if _WHOLE.fullmatch(name) else ())):
            # A value that is put in later.
            found.setdefault(text.replace("{{}}", "{value}"), []).append(name)
    for card in read_deck("deck")[0].cards:
        found.setdefault(card.name, [])
    for told in _helped(get_command(app)):
        found.setdefault(told.replace("{", "{{").replace("}", "}}"), []).append("calc/cli")
    return found


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
    """The words that the code holds by key (``Phrases``): the context of each, and what it is in English."""
    for path in sorted(CODE.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and _name(call.func) == _HOLDER:
                name, *given = map(ast.literal_eval, call.args)
                texts = given[0] if given else Phrases(name)
                yield from ((f"{name}.{key}", text) for key, text in texts.items())


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
    for text in messages():
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


def mo_bytes(catalog: Catalog) -> bytes:
    """A catalogue as the program reads it."""
    # Babel would write the time.
    catalog.creation_date = catalog.revision_date = _EPOCH
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def languages() -> list[str]:
    """The languages that have a catalogue."""
    return sorted(path.name for path in LOCALE.iterdir() if path.is_dir())


def _po(lang: str) -> Path:
    return LOCALE / lang / "LC_MESSAGES" / f"{DOMAIN}.po"


# ---- messages in the code


def _of(tree: ast.AST) -> Iterator[str]:
    """The messages of a module."""
    everywhere: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            inside = [*ast.walk(node)]
            told = [*_told(node, inside)]
            names = _names(told)
            everywhere |= names
            for value in (*told, *_held(inside, names)):
                yield from _texts(value)
    for value in _held(ast.iter_child_nodes(tree), everywhere):
        yield from _texts(value)


def _given(tree: ast.AST) -> Iterator[str]:
    """What records are called, and the examples of their claims."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and _name(call.func) in ("Meta", "RecordKind"):
            told = (one.value for one in call.keywords if one.arg in ("title", "claims"))
            texts = (str(one.value) for one in told if isinstance(one, ast.Constant))
            yield from (text.replace("{", "{{").replace("}", "}}") for text in texts)


def _sentences(node: ast.AST) -> Iterator[str]:
    """All sentences in a piece of code, but for what has its translation beside it, and docstrings."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.JoinedStr | ast.Constant) and not isinstance(node, ast.Expr | ast.JoinedStr):
            yield from (text for text in _texts(inner) if is_sentence(text))
        elif not (isinstance(inner, ast.Call) and _name(inner.func) in _OTHERS):
            yield from _sentences(inner)


def _told(function: ast.FunctionDef, inside: Iterable[ast.AST]) -> Iterator[ast.expr]:
    """What a function says: what it gives to errors, and what it returns, if that is part of a message."""
    for node in inside:
        if isinstance(node, ast.Call) and _TAKERS.fullmatch(_name(node.func)):
            yield from (*node.args, *(keyword.value for keyword in node.keywords if keyword.arg not in _NAMED))
        elif isinstance(node, ast.Return) and node.value is not None and _MAKERS.fullmatch(function.name):
            yield node.value


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


def _texts(node: ast.AST) -> Iterator[str]:
    """The templates of all texts in an expression, those inside of other texts too."""
    if isinstance(node, ast.JoinedStr):
        yield from filter(_speaks, [_template(node)])
        for value in node.values:
            if isinstance(value, ast.FormattedValue):
                yield from _texts(value.value)
                yield from _words(value.value)
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, str) and " " in node.value.strip() and _speaks(node.value) and "\n" not in node.value:
            yield node.value.replace("{", "{{").replace("}", "}}")
    elif not isinstance(node, ast.Subscript | ast.Compare) and not _is_said(node):
        for inner in ast.iter_child_nodes(node):
            yield from _texts(inner)


def _is_said(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and _name(node.func) in _SAYERS | {_HOLDER}


def _words(node: ast.expr) -> Iterator[str]:
    """Single words that are put into a text, one or the other."""
    either = {ast.IfExp: ("body", "orelse"), ast.BoolOp: ("values",)}.get(type(node), ())
    for part in either:
        inner = getattr(node, part)
        for one in inner if isinstance(inner, list) else [inner]:
            if isinstance(one, ast.Constant) and re.fullmatch(r"no|none|nobody|more|less|add|remove", str(one.value)):
                yield str(one.value)


def _speaks(text: str) -> bool:
    """Whether it is a text of words, and no pattern, no condition of a hand ``h`` and no command."""
    if re.search(r"\bh\.[a-z]|\(h, rules\)", text) or re.search(r"\(\?[:P<!=]|\[\^", text) or text.startswith("yaku "):
        return False
    return " " in text and bool(re.search(r"[A-Za-z]{2}", re.sub(r"\{[^{}]*\}", "", text)))


def _template(text: ast.JoinedStr) -> str:
    """``f"expected {show(win)}"`` as ``expected {win}``."""
    parts: list[str] = []
    named: dict[str, str] = {}
    for value in text.values:
        if isinstance(value, ast.Constant):
            parts.append(str(value.value).replace("{", "{{").replace("}", "}}"))
            continue
        assert isinstance(value, ast.FormattedValue)
        source = ast.unparse(value.value)
        if source not in named:
            wanted = _value_name(value.value)
            same = sum(one.rstrip("0123456789") == wanted for one in named.values())
            named[source] = f"{wanted}{same + 1}" if same else wanted
        quoted = "!r" if value.conversion == ord("r") else ""
        parts.append(f"{{{named[source]}{quoted}}}")
    return "".join(parts)


def _value_name(node: ast.expr) -> str:
    """The last name in an expression that says what its value is."""
    found = "value"
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            found = name.strip("_").lower()
        case ast.Call(func=function, args=[first, *_]) if not isinstance(first, ast.Starred | ast.GeneratorExp):
            inner = _value_name(first)
            found = _name(function).strip("_") if inner == "value" else inner
        case ast.Call(func=function):
            found = _name(function).strip("_")
        case ast.Subscript(value=inner) | ast.Starred(value=inner) | ast.BoolOp(values=[inner, *_]):
            found = _value_name(inner)
        case ast.IfExp(body=inner) | ast.BinOp(left=inner):
            found = "more" if isinstance(inner, ast.Constant) else _value_name(inner)
    return found if found.isidentifier() and found != "self" else "value"


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
