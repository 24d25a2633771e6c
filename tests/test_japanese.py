"""With ``--lang ja`` nothing of a result is English but names in romaji, ids, sources, and what records spell."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import calc
from calc.disputes.verdict import judge
from calc.layout.document import text_lines
from calc.report.dispute import verdict_blocks
from calc.report.results import results_document
from calc.settling import Settings, read_given, rules_for, settle_cases
from calc.tables.shelf import rule_set_ids
from calc.text import in_japanese
from calc.translation import spoken_in, translated
from tests.amounts import SEED, tries
from tests.cases import read_files
from tests.cli.running import PROJECT, run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)


FOLDERS = ("riichi", "sanma", "rounds", "games", "hanafuda", "hanafuda_games")
#: Every so many cases of a folder are printed with every reason, every so many disputes.
STEP, FEW = 4, 12
#: What stays: rule sets with their options, sources, keys with their values, choices, quoted values, names of files.
KEPT = re.compile(
    r"\([^()]*@[^()]*\)|\((?:guide\w*|[A-Za-z][\w-]*), [^()]*\)|（guide、[^（）]*）|"
    r"\w[\w.]*=\S+|'[^']*'|`[^`]*`|\{.*?\}|"
    r"[a-z]+(?:、[a-z]+)+(?=が必要)|\b[a-z_]+(?=[：:])|\S+ -> \S+|[!-~]*[/@][!-~]*|--\S+|\b\w+_\w+\b"
)
ENGLISH = re.compile(
    r"(?<![\w.-])(?:an|the|and|or|is|are|of|to|for|with|not|no|none|nothing|by|in|on|at|from|as|its?|has|have|had|"
    r"was|were|does|only|all|each|every|than|less|more|most|here|there|this|that|which|who|what|but|if|would|"
    r"yaku|points?|tiles?|cards?|wins?|won|winner|seat|dealer|hand|pays?|paid|takes?|counts?|worth|asks?|found|"
    r"expected|write|leave|claim(?:ed)?|right|wrong|yes|reads?|without|after|before|rounded|chips?|scored?|"
    r"pair|triplet|run|quad|waits?|closed|open|concealed|double|once|twice|times|month|East|South|West|North)"
    r"(?![\w=(-]|\.\w)"
)


PUBLISHED = [one for name in rule_set_ids() for one in calc.load_rules(name).sources.values()]
SOURCES = {title for one in PUBLISHED for title in (one.title, one.ja) if title}
TITLES = {*SOURCES, *(in_japanese(f"（{title}")[1:] for title in SOURCES)}
TITLE = re.compile("|".join(map(re.escape, sorted(TITLES, key=len, reverse=True))))


def english(lines: Iterable[str]) -> list[str]:
    """The lines that have words of English, but for the titles of sources."""
    return [line for line in lines if ENGLISH.search(KEPT.sub("", TITLE.sub("guide", line)))]


def cases_of(folder: str) -> list[dict[str, Any]]:
    return [case for _, case in read_files(folder)]


def texts(cases: Iterable[dict[str, Any]]) -> Iterator[str]:
    """All that the results of cases say: with every reason, in a table, and in JSON; the messages of refusals."""
    alike: dict[bytes, list[Any]] = defaultdict(list)
    for case in cases:
        if "input" in case:
            alike[msgspec.json.encode(case.get("options") or {})].append(read_given(case["input"]))
    for options, reads in alike.items():
        settled = settle_cases(reads, Settings(options=msgspec.json.decode(options), lang="ja"))
        done = [one for one in settled if one.error is None]
        for one in settled:
            if one.error is not None:
                yield one.result.error.message
            else:
                yield from spoken_in("ja", one.lines, 400, explain=True)
        shown = results_document([one.result for one in done])
        yield from spoken_in("ja", shown.write, "table", 400).splitlines()


@pytest.mark.parametrize("folder", FOLDERS)
def test_results_and_refusals_are_wholly_in_japanese(folder: str) -> None:
    told = [*texts(cases_of(folder)[::STEP])]
    assert len(told) > 100
    assert english(told) == []


#: Joints that no sentence has: a sentence within another one, English between Japanese, marks in a row.
BROKEN = re.compile(
    r"(?:です|ます|ません|ください)(?:、|の|も|と(?!き)|を|に|か[^らっ？])|のどれか（[^）]*の中）|、、|。。|？。|：：|（）|組と\d|と\d+組|"
    r"[\u3040-\u30ff\u4e00-\u9fff](?:and|or|of|the)\b|\b(?:and|or|of|the) ?[\u3040-\u30ff\u4e00-\u9fff]"
)
_QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|`[^`]*`|\{[^{}]*\}")
#: What is put in place of a word of a line, or between two.
SLIPS = ("x", "seat=Q", "(124m)", "[5555z]", "12z", "dora=1z", "han=3", "honba=x", "9999m", "pao=W", "month=13")


def slipped(random: Random, line: str) -> str:
    """A line with a slip: a word that is lost, doubled, another, or has a letter too many."""
    words = line.split(" ")
    place = random.randrange(len(words))
    word, other = words[place], random.choice(SLIPS)
    at = random.randrange(len(word) + 1)
    spelled = word[:at] + random.choice("x9z=(],<+") + word[at:]
    words[place : place + 1] = random.choice(([], [word, word], [other], [word, other], [spelled]))
    return " ".join(words)


def test_no_refusal_is_half_translated() -> None:
    """Every refusal of the cases, and those of slips in their lines."""
    cases = [case for folder in FOLDERS for case in cases_of(folder)]
    lines = sorted({case["input"] for case in cases if isinstance(case.get("input"), str)})
    random = Random(SEED or 7)
    given = [case["input"] for case in cases if "error" in case and "input" in case]
    given += [slipped(random, random.choice(lines)) for _ in range(tries(300, 5000))]
    reads = map(read_given, given)
    messages = {one.error.message for one in settle_cases([*reads], Settings()) if one.error is not None}
    told = {message: spoken_in("ja", translated, message) for message in messages}
    assert len(told) > 400
    assert {message: text for message, text in told.items() if BROKEN.search(_QUOTED.sub("〇", text))} == {}


def test_disputes_are_wholly_in_japanese() -> None:
    told: list[str] = []
    for case in cases_of("disputes")[::FEW]:
        record = read_given(case["record"]).record
        assert record is not None
        try:
            rules = rules_for(record, Settings(rules=case.get("rules"), options=case.get("options") or {}))
            verdict = spoken_in("ja", judge, record, rules, case.get("claim"))
            blocks = spoken_in("ja", verdict_blocks, verdict, rules, page=False)
            told += text_lines(blocks, 400)
        except calc.CalcError as error:
            told.append(spoken_in("ja", translated, error.message))
    assert len(told) > 100
    assert english(told) == []


@ROWS.each("commands_speak_japanese_only")
def test_commands_speak_japanese_only(arguments: list[str]) -> None:
    ran = run_yaku(*arguments, "--lang", "ja", columns=400)
    told = [line for line in (ran.out + ran.err).splitlines() if not line.startswith("{")]
    assert told
    assert english(told) == []


NO_WINS = ["riichi 123m456p789s1122z +2z ron from=W seat=S round=E rinshan", "riichi 123m +1z", "koikoi Aki:1B"]


def test_refusals_of_many_records_are_in_japanese() -> None:
    for results in (calc.score_many(NO_WINS, lang="ja"), calc.settle_stream(NO_WINS, lang="ja")):
        messages = [one.error.message for one in results if isinstance(one, calc.Refusal)]
        assert len(messages) == len(NO_WINS)
        assert english(messages) == []


def test_refusals_of_a_batch_are_in_japanese(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_text("\n".join(NO_WINS), encoding="utf-8")
    rows = [msgspec.json.decode(line) for line in run_yaku("batch", str(file), "--lang", "ja").out.splitlines()]
    messages = [row["error"]["message"] for row in rows]
    assert len(messages) == len(NO_WINS)
    assert english(messages) == []


def test_sources_have_japanese_titles() -> None:
    shown = run_yaku(
        "score", "123m456p789s1122z +2z ron seat=S round=E riichi", "--explain", "--lang", "ja", columns=200
    )
    assert "立直を宣言（McGill麻雀クラブの点数計算案内、Yaku based on riichi）" in shown.out
    shown = run_yaku("score", "koikoi Aki:1BR,3B,8BA,9A Bea:2AR stopped_by=Aki", "-e", "--lang", "ja", columns=200)
    assert "得点を得る（払う人はいない）（裁定K7）" in shown.out


def test_english_is_found() -> None:
    """The search would pass texts that it takes for values."""
    assert english(["2 han leaves out 立直", "East: 1,000", "the hand is complete", "誰も上がらず is right"]) != []
    title = "McGill麻雀クラブの点数計算案内"
    assert (
        english(
            [
                f"断么九（{title}、Yaku based on orphan tiles、裁定R2）",
                "立直 1 + 平和 1 = 2翻 (guide, Yaku of all)",
                "もし立直していた (riichi=true)",
            ]
        )
        == []
    )
    assert PROJECT.joinpath("samples/hands.yaml").is_file()
