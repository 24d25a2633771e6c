"""Messages in other languages: the catalogues are whole and up to date, and messages are found in them again."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import pytest

import calc
from calc.cli.main import _COMMANDS
from calc.text import cells
from calc.translation import CONTEXT, LOCALE, translated
from docs.messages import CODE, catalogue, languages, messages, mo_bytes, po_text, said, updated, words
from tests.cli.running import run_yaku

_FIELD = re.compile(r"(?<!\{)\{([a-z_0-9]+)(?:!r)?\}(?!\})")


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


FOUND = {
    "values": (
        "sanma is played without 2m; remove it or choose another rule set",
        "sanmaは2mを使いません。外すか、別のルールにしてください",
    ),
    "a list": (
        "expected hand, by, seat, round in a win, but 'seat' and 'round' are missing; add seat=S, round=E",
        "和了にはhand, by, seat, roundが必要ですが、'seat'と'round'がありません。seat=S, round=Eを足してください",
    ),
    "a hint": (
        "riichi has no option 'kiriage'; did you mean 'kiriage_mangan'?",
        "riichiに'kiriage'というオプションはありません。'kiriage_mangan'のことですか？",
    ),
    "a list with a number": (
        "hand: expected tiles as text, such as '123m406p', found ['123456m', 34, '56799s']",
        "hand: '123m406p'のような牌の文字列が必要ですが、['123456m', 34, '56799s']です",
    ),
    "a place": ("in E1, honba 0: there is no record here", "東1局0本場：ここには記録がありません"),
    "a card": (
        "expected each card once, found crane (1B) in players.Aki.captured and in players.Bea.captured",
        "札は一枚ずつですが、松に鶴 (1B)がplayers.Aki.capturedとplayers.Bea.capturedにあります",
    ),
    "whose turn it is": (
        "expected a hand that is to draw, found 14 tiles in hand",
        "ツモる番の手のはずですが、手に14枚あります",
    ),
    "a round": ("the game was over after S4, honba 1", "対局は南4局1本場で終わっています"),
    "no round": ("the game was over after T4, honba 1", "対局はT4, honba 1で終わっています"),
    "a comma in brackets": (
        "expected hand, by in a win, but 'hand' and 'by' are missing; add hand (tiles as text, such as '123m406p'), "
        "tsumo or ron",
        "和了にはhand, byが必要ですが、'hand'と'by'がありません。hand（'123m406p'のような牌の文字列）、"
        "ツモかロンを足してください",
    ),
    "a sentence behind a value": (
        "expected round in a win, but 'round' is missing; add round=E; 'x' is taken for a rule set; yaku ask asks for "
        "a hand step by step",
        "和了にはroundが必要ですが、'round'がありません。round=Eを足してください。'x'はルールの指定とみなされます。"
        "yaku askなら手を順に質問します",
    ),
    "quotes with a colon in them": (
        "expected tiles like 123m406p11z, found ':' (column 3 of '5p: 4')",
        "123m406p11zのような牌を書いてください（実際：':'）（'5p: 4'の3文字目）",
    ),
    "examples with commas behind a place": (
        "--claim: expected a claim such as 'Aki 14', 'Aki wins', found '三'",
        "--claim：'Aki 14', 'Aki wins'のような申告を書いてください（実際：'三'）",
    ),
    "a file": (
        "house.yaml:3, yaku.a: the key 'source' is missing here",
        "house.yaml:3、yaku.a：ここには'source'が必要です",
    ),
    "a list behind a hint": (
        "in round 2: there is no player 'a' here; expected 'Ann', 'Bob' or 'Cai'",
        "第2局：ここに'a'という人はいません。書けるのは'Ann', 'Bob', 'Cai'です",
    ),
    "a number before its noun": (
        "a hand has 14 tiles, winning tile included, found 17: 13 concealed tiles and the winning tile and 1 meld "
        "(three tiles each); remove 3",
        "手牌は和了牌を含めて14枚ですが、17枚あります：手の内13枚と和了牌と面子1組。3枚外してください",
    ),
    "a place behind a list": (
        "expected a run of one suit like (123m), a triplet like (555z), a quad like (5555z), a promoted quad like "
        "(555+5z) or a concealed quad like [5555z] (found '(124m)')",
        "(123m)のような順子、(555z)のような刻子、(5555z)のような大明槓、(555+5z)のような加槓、[5555z]のような暗槓のどれかが必要です"
        "（'(124m)'の中）",
    ),
    "a value with a colon": (
        "wins[0].win: expected one tile as text, such as '8s', found {'a': 1}",
        "wins[0].win：'8s'のような牌一枚の文字列が必要です（実際：{'a': 1}）",
    ),
    "a quoted message": (
        "expected a number, found 'there is no record here'",
        "数を書いてください（実際：'there is no record here'）",
    ),
    "no message": ("nothing of this is known to anybody", "nothing of this is known to anybody"),
    "no words": ("123m456p", "123m456p"),
    "nothing": ("", ""),
}


@pytest.mark.parametrize(("message", "japanese"), FOUND.values(), ids=FOUND)
def test_a_message_is_found_again(message: str, japanese: str) -> None:
    assert translated(message, "ja") == japanese
    assert translated(message, "en") == message


def test_a_language_without_a_catalogue_stays_english() -> None:
    assert translated("there is no record here", "tlh") == "there is no record here"


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
    told = translated(caught.value.message, "ja")
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
    assert [line for line in told.lines if ENGLISH.search(line)] == []
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
WITH_JAPANESE = {
    "what readers understand": (
        "asking/dialog", "cli/worth", "disputes/claims", "hanafuda/records/lines", "hanafuda/records/plain",
        "hanafuda/records/sheet", "hanafuda/rounds/claims", "intake/scores",
        "intake/sheets", "intake/summaries", "mahjong/asking", "mahjong/explain/words", "mahjong/logs/tenhou_json",
        "mahjong/records/line_reader", "mahjong/records/line_words", "mahjong/records/lines",
        "mahjong/records/names", "mahjong/records/sheet_reader",
        "mahjong/records/spelling", "mahjong/records/types", "mahjong/report/points", "mahjong/value/worth",
        "notation/cards", "notation/deck", "notation/spellings", "notation/tiles", "records/claims",
        "records/sheet", "tables/options", "tables/shelf",
    ),
    "what sheets put together of conditions": (
        "hanafuda/rules/deck", "hanafuda/rules/values", "hanafuda/rules/words", "hanafuda/settle/amounts",
        "hanafuda/settle/conditions", "tables/conditions",
        "hanafuda/settle/sections", "hanafuda/settle/steps", "hanafuda/settle/words", "mahjong/rules/words/japanese",
    ),
    "names, as in rule tables": (
        "cli/rules", "hanafuda/draft", "hanafuda/game", "hanafuda/rounds/by_result", "mahjong/game",
        "mahjong/hand/sets", "mahjong/rules/ruleset", "serve/page", "tables/draft",
    ),
    "other formats": ("mahjong/logs/names",),
    "what is wrapped": ("text",),
}  # fmt: skip


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
