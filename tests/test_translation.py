"""Messages in other languages: the catalogues are whole and up to date, and messages remember how they were made."""

import ast
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

import calc
from calc.cli.main import _COMMANDS
from calc.errors import did_you_mean
from calc.text import cells
from calc.translation import CONTEXT, LOCALE, Named, fixed, msg, one_by_one, spoken_in, translated
from docs.messages import CODE, catalogue, languages, messages, mo_bytes, po_text, said, updated, words
from tests.cli.running import run_yaku
from tests.rows import Rows

ROWS = Rows(__file__)

_FIELD = re.compile(r"(?<!\{)\{([a-z_0-9]+)(?:!r)?\}(?!\})")
HINT = did_you_mean("Anm", ["Ann"])


@pytest.mark.parametrize("lang", languages())
class TestCatalogue:
    def test_it_has_every_message_of_the_code_and_no_other(self, lang: str) -> None:
        given = catalogue(lang)
        assert {one.id for one in given if one.id and not one.context} == {*messages()}, "run `make messages`"
        asked = {(CONTEXT, text) for text in said()} | {*words()}
        assert {(one.context, one.id) for one in given if one.context} == asked, "run `make messages`"

    def test_no_message_lacks_its_translation(self, lang: str) -> None:
        assert [one.id for one in catalogue(lang) if one.id and not str(one.string).strip()] == []

    def test_no_translation_is_in_doubt(self, lang: str) -> None:
        assert [one.id for one in catalogue(lang) if one.id and one.fuzzy] == []

    def test_translations_have_values_of_their_messages_only(self, lang: str) -> None:
        wrong = {
            one.id: str(one.string)
            for one in catalogue(lang)
            if one.id and not {*_FIELD.findall(str(one.string))} <= {*_FIELD.findall(str(one.id))}
        }
        assert wrong == {}

    def test_the_program_reads_what_is_written(self, lang: str) -> None:
        folder = LOCALE / lang / "LC_MESSAGES"
        assert (folder / "calc.mo").read_bytes() == mo_bytes(catalogue(lang)), "run `make messages`"
        assert (folder / "calc.po").read_text(encoding="utf-8") == po_text(updated(lang)), "run `make messages`"


NAME = Named({"en": "Daisangen", "ja": "大三元"})
TRANSLATED = {
    "values": (
        msg("expected one winning tile, found {0!r}; write one tile, such as 3s", "12m"),
        "expected one winning tile, found '12m'; write one tile, such as 3s",
        "和了牌は一枚ですが、'12m'です。3sのように一枚だけ書いてください",
    ),
    "a message within another one, and a hint behind it": (
        msg("{0}: {1}", msg("in {0}", msg("round {0}", 2)), msg("there is no player {0!r} here{1}", "a", HINT)),
        "in round 2: there is no player 'a' here; did you mean 'Ann'?",
        "第2局：ここに'a'という人はいません。'Ann'のことですか？",
    ),
    "messages in a row": (
        one_by_one([msg("seat=S"), "round=E", fixed("tsumo or ron")], ", "),
        "seat=S, round=E, tsumo or ron",
        "seat=S、round=E、ツモかロン",
    ),
    "a name of a rule table": (
        msg("{0} has no yaku {1!r}{2}", NAME, "x", ""), "Daisangen has no yaku 'x'", "大三元に役'x'はありません"
    ),
    "a value that reads like a message": (
        msg("expected a whole number, found {0!r}", "there is no record here"),
        "expected a whole number, found 'there is no record here'",
        "整数が必要ですが、'there is no record here'です",
    ),
    "a message without values": ("there is no record here", "there is no record here", "ここには記録がありません"),
    "text that is put before it and behind it": (
        "x" + msg("nobody") + "y", "xnobodyy", "xなしy"
    ),
    "no message": (msg("nothing of this is known to {0}", "anybody"), *["nothing of this is known to anybody"] * 2),
    "nothing": ("", "", ""),
}  # fmt: skip


@pytest.mark.parametrize(("message", "english", "japanese"), TRANSLATED.values(), ids=TRANSLATED)
def test_a_message_is_text_and_remembers_how_it_was_made(message: str, english: str, japanese: str) -> None:
    assert message == english
    assert translated(message) == english
    assert type(translated(message)) is str
    assert spoken_in("ja", translated, message) == japanese
    assert spoken_in("ja", translated, pickle.loads(pickle.dumps(message))) == japanese


def test_a_language_without_a_catalogue_stays_english() -> None:
    assert spoken_in("tlh", translated, "there is no record here") == "there is no record here"


@pytest.mark.parametrize(
    "refused",
    [
        lambda: calc.score("123m456p789s1122z +3z ron seat=S round=E"),
        lambda: calc.score("123m456p789s1122z +2z ron seat=X round=E"),
        lambda: calc.score("123m456p789s1122z +2z ron"),
        lambda: calc.score("123m456p789s1122z +2z ron seat=S round=E", rules="rihci"),
        lambda: calc.score("123m456p789s1122z +2z ron seat=S round=E", options={"uma": 3}),
        lambda: calc.settle_round({"round": "E", "draw": {"kind": "exhaustive"}}),
        lambda: calc.settle_round("koikoi Aki:1B,1B Bea:2A"),
        lambda: calc.settle_round("taiyaku Aki:1B Bea:2A stopped_by=Cho"),
    ],
)
def test_refusals_are_told_wholly_in_japanese(refused: Callable[[], object]) -> None:
    with pytest.raises(calc.CalcError) as caught:
        refused()
    told = spoken_in("ja", translated, caught.value.message)
    assert not re.search(r"\b(?:the|and|or|is|are|found|expected|found|not|no|of)\b", told), told


def test_commands_tell_errors_in_the_language_that_was_asked_for() -> None:
    ran = run_yaku("score", "123m456p789s1122z +3z ron seat=S round=E", "--lang", "ja")
    assert ran.code == 1
    assert "エラー：手が完成していません" in ran.err
    assert (
        run_yaku("score", "123m456p789s1122z +3z ron seat=S round=E").err.count("error: the hand is not complete") == 1
    )


def test_json_has_its_messages_in_the_language_that_was_asked_for() -> None:
    ran = run_yaku("score", "123m456p789s1122z +3z ron seat=S round=E", "--lang", "ja", "--format", "json")
    assert "手が完成していません" in ran.out
    assert '"code":"not_complete"' in ran.out


ENGLISH = re.compile(r"\b(?:[Tt]he|a|and|or|is|are|of|[Rr]eads|[Uu]sage|[Oo]ptions|Arguments|Commands|[Ee]rror)\b")


@pytest.mark.parametrize("name", ["", "rules", *_COMMANDS])
def test_help_is_wholly_in_the_language_that_was_asked_for(name: str) -> None:
    with mock.patch.dict("os.environ", {"LANG": "ja_JP.UTF-8", "LC_ALL": "", "LC_MESSAGES": "", "COLUMNS": "80"}):
        told = run_yaku(*filter(None, [name]), "--help")
    assert told.code == 0
    assert told.out.startswith("使い方：yaku")
    # Examples are what is typed.
    assert [line for line in told.lines if ENGLISH.search(line) and not line.startswith("    yaku")] == []
    assert [line for line in told.lines if cells(line) > 78 and not line.startswith("    yaku")] == []


def test_help_and_wrong_usage_follow_the_option_and_stay_english_without_it() -> None:
    assert run_yaku("score", "--help", "--lang", "ja").out.startswith("使い方：")
    with mock.patch.dict("os.environ", {"LANG": "ja_JP.UTF-8", "LC_ALL": "", "LC_MESSAGES": ""}):
        assert run_yaku("score", "--lang", "en", "--help").out.startswith("Usage: yaku score")
        assert run_yaku().out.startswith("使い方：") or run_yaku().err.startswith("使い方：")
    wrong = run_yaku("score", "--lang=ja", "--frob")
    assert (wrong.code, wrong.err.splitlines()[-1]) == (2, "エラー：--frobというオプションはありません。")
    assert "Error: No such option" in run_yaku("score", "--frob").err


JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
#: Where code has Japanese: what people write is read there, sheets put conditions together, or names of things stand.
WITH_JAPANESE: dict[str, Any] = ROWS["with_japanese"]


def _japanese(path: Path) -> list[str]:
    """The texts of a module, but for docstrings, that have Japanese."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in told]
    return [node.value for node in texts if isinstance(node.value, str) and JAPANESE.search(node.value)]


def test_texts_of_results_are_not_written_in_two_languages() -> None:
    """Another language needs a catalogue and no Python."""
    found = {path.relative_to(CODE).with_suffix("").as_posix() for path in CODE.rglob("*.py") if _japanese(path)}
    known = {name for names in WITH_JAPANESE.values() for name in names}
    assert found - known == set(), "write English with `say` or `Phrases` (docs/translating.md), Japanese in calc.po"
    assert known - found == set(), "no Japanese is left here: take the name out"


def test_a_pair_of_texts_is_seen(tmp_path: Path) -> None:
    pair = tmp_path / "pair.py"
    pair.write_text('"""役."""\n\ntext = told if lang == "en" else f"{who}の勝ち"\n', encoding="utf-8")
    assert _japanese(pair) == ["の勝ち"]
    pair.write_text('"""役."""\n\ntext = say(lang, "{who} wins", who=who)  # の勝ち\n', encoding="utf-8")
    assert _japanese(pair) == []
