"""What the program says today, to compare with what it says tomorrow: ``python -m tests.golden``.

``write FOLDER`` records a file a part; ``compare FOLDER`` prints what differs now, and exits with 1. ``make golden
REF=main`` writes those of a revision first. Nothing of it is committed.

Parts: ``commands`` (commands on the samples, in every format, language and width), ``cases`` (results, refusals,
explanations and verdicts of all rule cases), ``texts`` (every text of the tests, read as a line and a sheet),
``claims``, ``sheets`` (rule sets and schemas), ``helps``.
"""

import argparse
import ast
import difflib
import io
import itertools
import re
import shlex
import sys
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
from typer.main import get_command

import calc
from calc.cli.main import app
from calc.intake.records import read_games
from calc.strict_yaml import load
from calc.translation import spoken_in, translated
from tests.cli.running import PROJECT, run_yaku

#: The names of what was recorded: texts and claims are tried again though no test has them any more.
Known = Collection[str]
_LANGS = ("en", "ja")
_WIDTHS = (40, 80, 120)
#: What is another thing in every run.
_CHANGING = (
    (re.compile(r"\b\d+(\.\d+)? s, [\d,]+ records/s"), "TIME"),
    (re.compile(r"\d+\.\d+秒、.*"), "TIME"),
    (re.compile(re.escape(str(PROJECT))), "PROJECT"),
    (re.compile(r'("id":"?)[0-9a-f]{32}'), r"\1ID"),
)
_FORMATS = {
    "score": ("json", "yaml", "csv", "markdown", "html"),
    "game": ("json", "yaml", "csv", "markdown", "html"),
    "dispute": ("json", "yaml", "html"),
    "compare": ("json", "html"),
    "waits": ("json", "csv", "markdown", "html", "svg"),
    "standings": ("json", "csv", "markdown", "html"),
    "stats": ("json", "csv", "markdown"),
    "points": ("json", "csv", "markdown", "html"),
    "needs": ("json", "csv", "markdown", "html"),
    "chart": ("json", "csv", "markdown", "html"),
    "log": ("json", "tenhou6", "mjai"),
}
_DISPUTED = (
    "riichi 123m456p789s1122z +2z ron from=W seat=S round=E riichi",
    "koikoi Aki:1BR,3B,8BA,9A Bea:2AR stopped_by=Aki",
)
_EXPLAINED = ("score", "game", "points")
_QUESTIONS = (
    "points 3 40", "points mangan --honba 2 --rules sanma", "points 4 30 --rules riichi", "points 2 20",
    'needs --scores "Aki 31000, Bea 28000, Cho 24000, Dan 17000" --player Cho', "chart tenhou", "chart sanma",
    'waits "123m456p789s1122z seat=S round=E riichi"', 'waits "tenhou 46p234678s33m (345m) seat=W round=E dora=2p"',
    "standings samples/games/four-players.yaml samples/games/three-players.yaml", "stats samples/games samples/logs",
    'compare "234m345p456s5578p +6p ron from=W seat=S round=E riichi"', "compare samples/rounds/double-ron.yaml",
    'dispute "234m345p456s5578p +6p ron from=W seat=S round=E riichi" -c "no tanyao" -c "3900 points"',
    'score "draw, tenpai E W"', 'score "koikoi Aki:3B,8B,6A,7A Bea:2AR,4A" --near',
)  # fmt: skip


def _samples() -> Iterator[str]:
    page = (PROJECT / "samples" / "README.md").read_text(encoding="utf-8")
    yield from re.findall(r"^\| `yaku (.+?)` \| \S.*\|$", page, re.MULTILINE)
    yield from _QUESTIONS


def commands(_: Known) -> Iterator[tuple[str, str]]:
    """Commands on the samples, in every language and width as text, and in every format."""
    for command in dict.fromkeys(_samples()):
        name = command.split()[0]
        if name not in _FORMATS or " -o " in command or "--format" in command:
            continue
        ways = [(f"--lang {lang}", width) for lang, width in itertools.product(_LANGS, _WIDTHS)]
        ways += [(f"--lang {lang} --format {form}", 80) for lang in _LANGS for form in _FORMATS[name]]
        ways += [(f"--lang {lang} --explain", 80) for lang in _LANGS if name in _EXPLAINED and "--near" not in command]
        for words, width in ways:
            yield f"{command} {words} ({width})", _run(f"{command} {words}", width)


def _run(command: str, width: int = 80) -> str:
    ran = run_yaku(*shlex.split(command), columns=width)
    told = f"{ran.out}\n--- {ran.code}\n{ran.err}"
    for pattern, put in _CHANGING:
        told = pattern.sub(put, told)
    return told


def cases(_: Known) -> Iterator[tuple[str, str]]:
    """All rule cases: the result or refusal in both languages, its explanation, the verdict on its claim."""
    for path in sorted((PROJECT / "tests" / "cases").rglob("*.yaml")):
        entries = load(path.read_text(encoding="utf-8"), file=str(path)).value
        for place, case in enumerate(entries if isinstance(entries, list) else []):
            if isinstance(case, dict):
                name = f"{path.relative_to(PROJECT / 'tests' / 'cases')} {place} {case.get('name', '')}"
                yield name, "\n".join(_told(case))


def _told(case: dict[str, Any]) -> Iterator[str]:
    record = case.get("input", case.get("record", case.get("sheet")))
    options = case.get("options")
    if record is None:
        return
    for lang in _LANGS:
        for ask in (_settle, calc.explain, *([_judge(case["claim"])] if "claim" in case else ())):
            try:
                answer = ask(record, options=options, lang=lang)
            except calc.CalcError as error:
                answer = error
            except (TypeError, ValueError) as error:
                answer = f"{type(error).__name__}: {error}"
            yield _shown(answer, lang)


def _settle(record: Any, *, options: Any, lang: str) -> Any:
    for settle in (calc.score, calc.settle_round, calc.settle_game):
        try:
            return settle(record, options=options, lang=lang)
        except calc.RecordError as error:
            if "settle it with calc." not in str(error):
                raise
    raise AssertionError(record)


def _judge(claim: Any) -> Callable[..., Any]:
    return lambda record, options, lang: calc.dispute(record, claim, options=options, lang=lang)


def _shown(answer: Any, lang: str) -> str:
    if isinstance(answer, calc.CalcError):
        return f"{answer.code} [{answer.key}:{answer.column}] {spoken_in(lang, translated, answer.message)}"
    return answer if isinstance(answer, str) else msgspec.json.encode(answer, order="sorted").decode()


def _texts_of(paths: Iterator[Path]) -> list[str]:
    """All short texts in some modules of tests."""
    trees = (ast.walk(ast.parse(path.read_text(encoding="utf-8"))) for path in paths)
    found = {node.value for tree in trees for node in tree if isinstance(node, ast.Constant)}
    return sorted(text for text in found if isinstance(text, str) and 3 < len(text) < 2000)


def texts(known: Known) -> Iterator[tuple[str, str]]:
    """Every text of the tests, read as a line or a file of records, and as a score sheet."""
    apart = {"fuzz", "hostile", "mutation"}
    found = _texts_of(one for one in (PROJECT / "tests").rglob("*.py") if one.parent.name not in apart)
    for text in map(ast.literal_eval, known) if known else found:
        yield repr(text), f"{_read(calc.read_records, text)}\n{_read(read_games, text)}"


def claims(known: Known) -> Iterator[tuple[str, str]]:
    """Every short text of the tests of disputes as a claim on a hand and on a round of hanafuda."""
    said = _texts_of(one for one in (PROJECT / "tests").rglob("*.py") if "dispute" in str(one) or "claim" in str(one))
    for path in sorted((PROJECT / "tests" / "cases").rglob("*.yaml")):
        said += re.findall(r"claim: (.+)", path.read_text(encoding="utf-8"))
    found = sorted({one for one in said if len(one) < 100})
    for text in map(ast.literal_eval, known) if known else found:
        told = []
        for record, lang in itertools.product(_DISPUTED, _LANGS):
            try:
                told.append(_shown(calc.dispute(record, text, lang=lang), lang))
            except calc.CalcError as error:
                told.append(_shown(error, lang))
        yield repr(text), "\n".join(told)


def _read(read: Callable[..., Any], text: str) -> str:
    told = []
    try:
        entries = [*read(io.StringIO(text))]
    except calc.CalcError as error:
        return f"{_shown(error, 'en')} / {_shown(error, 'ja')}"
    for one in entries:
        found = one.error
        told.append(
            f"{_shown(found, 'en')} / {_shown(found, 'ja')}"
            if found is not None
            else f"{type(one.record).__name__} {msgspec.json.encode(one.record, order='sorted').decode()}"
        )
    return "\n".join(told)


def sheets(_: Known) -> Iterator[tuple[str, str]]:
    """All rule sets in words, with all conditions and steps, and how some differ."""
    for name in [line.split("@")[0] for line in run_yaku("rules", "list").lines]:
        for lang in _LANGS:
            yield f"{name} {lang}", _run(f"rules show {name} --all --lang {lang}", 120)
            yield f"{name} {lang} wall", _run(f"rules show {name} --lang {lang}")
            yield f"{name} {lang} html", _run(f"rules show {name} --lang {lang} --format html")
        yield f"riichi {name}", _run(f"rules diff {'riichi' if 'riichi' in name else 'koikoi'} {name} --all")
    for name in ("rules", "record", "result", "row", "waits-record", "waits-result"):
        yield f"schema {name}", _run(f"rules schema {name}")


def helps(_: Known) -> Iterator[tuple[str, str]]:
    """The help of all commands."""
    command: Any = get_command(app)
    names = [*command.commands, *(f"rules {name}" for name in command.commands["rules"].commands)]
    for name, lang in itertools.product(["", *names], _LANGS):
        yield f"{name} {lang}", _run(f"{name} --help --lang {lang}" if name else f"--help --lang={lang}")


PARTS = {part.__name__: part for part in (texts, commands, cases, sheets, claims, helps)}


def _now(part: str, known: Known) -> dict[str, str]:
    return dict(PARTS[part](known))


def main() -> int:
    """Write or compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["write", "compare"])
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "-k", metavar="PART", action="append", choices=[*PARTS], help="this part alone; may be given several times"
    )
    parser.add_argument("--most", type=int, default=40, metavar="N", help="entries of a part that are printed")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes, each with a part at a time")
    asked = parser.parse_args()
    parts = asked.k or [*PARTS]
    before: dict[str, dict[str, str]] = {part: {} for part in parts}
    if asked.what == "compare":
        before = {part: msgspec.json.decode((asked.folder / f"{part}.json").read_bytes()) for part in parts}
    known = [[*before[part]] for part in parts]
    if asked.jobs == 1:
        return _tell(asked, before, zip(parts, map(_now, parts, known), strict=True))
    with ProcessPoolExecutor(asked.jobs) as pool:
        return _tell(asked, before, zip(parts, pool.map(_now, parts, known), strict=True))


def _tell(asked: Any, before: dict[str, dict[str, str]], found: Iterator[tuple[str, dict[str, str]]]) -> int:
    """Write what was found, or print how it differs from before; whether it does."""
    differing = 0
    asked.folder.mkdir(parents=True, exist_ok=True)
    for part, now in found:
        if asked.what == "write":
            (asked.folder / f"{part}.json").write_bytes(msgspec.json.format(msgspec.json.encode(now)))
            print(f"{part}: {len(now):,} entries")
            continue
        changed = [name for name, said in before[part].items() if name in now and now[name] != said]
        differing += len(changed)
        gone, new = len(before[part].keys() - now.keys()), len(now.keys() - before[part].keys())
        print(f"{part}: {len(changed):,} of {len(now):,} differ; {gone} gone, {new} new")
        for name in changed[: asked.most]:
            print(f"== {name}")
            lines = difflib.unified_diff(before[part][name].splitlines(), now[name].splitlines(), lineterm="", n=0)
            print("\n".join(f"  {line[:400]}" for line in itertools.islice(lines, 2, 14)))
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main())
