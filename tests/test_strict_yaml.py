"""Strict YAML: what is read as what, where it stands, and what is refused."""

import json
from itertools import pairwise
from typing import Any

import pytest
import yaml
from hypothesis import given, settings, strategies as st

from calc import strict_yaml
from calc.errors import UnreadableError
from calc.strict_yaml import Document, documents, load, plain_scalar
from tests.amounts import tries
from tests.cli.running import PROJECT
from tests.rows import Rows

ROWS = Rows(__file__)


@pytest.fixture(params=[yaml.CSafeLoader, strict_yaml.PythonLoader], ids=["C parser", "Python parser"], autouse=True)
def _parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test runs with both parsers: an installation may lack the quick one."""
    monkeypatch.setattr(strict_yaml, "_LOADER", request.param)


@ROWS.each("a_plain_scalar_has_the_core_meaning_of_yaml_1_2")
def test_a_plain_scalar_has_the_core_meaning_of_yaml_1_2(text: str, value: Any) -> None:
    found = plain_scalar(text)
    assert (found, type(found)) == (value, type(value))


def test_plain_scalars_keep_their_meaning_within_a_document() -> None:
    text = "a: [No, 012, 1:30, 2026-11-21, 7, 1.5, true, null, ~]\nb:\n"
    assert load(text, file=None).value == {
        "a": ["No", "012", "1:30", "2026-11-21", 7, 1.5, True, None, None],
        "b": None,
    }


def test_a_question_mark_within_a_word_is_one_of_its_letters() -> None:
    text = "a: [x? y, (?:b|c) ?d?, {f?: g?}]\nwhat?: why? [x]\n? h\n: i\n"
    found = {"a": ["x? y", "(?:b|c) ?d?", {"f?": "g?"}], "what?": "why? [x]", "h": "i"}
    assert load(text, file=None).value == found


def test_every_file_of_the_package_is_read_by_both() -> None:
    """One in four of those with the sign that they have taken differently, or all of them (`make full`)."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((PROJECT / "calc").rglob("*.yaml"))]
    asked = [text for text in texts if "?" in text]
    assert len(asked) > 10
    for text in asked[:: tries(4, 1)]:
        assert isinstance(load(text, file=None).value, dict | list)


@pytest.mark.parametrize("text", ['"12"', "'12'", "|-\n  12", ">-\n  12"])
def test_a_scalar_that_is_quoted_or_a_block_is_text(text: str) -> None:
    assert load(f"a: {text}\n", file=None).value == {"a": "12"}


def test_keys_are_text() -> None:
    assert load("1: a\ntrue: b\n~: c\n'': d\n1.50: e\n", file=None).value == {
        "1": "a",
        "true": "b",
        "~": "c",
        "": "d",
        "1.50": "e",
    }


def test_a_quoted_merge_key_is_text_like_any_other() -> None:
    assert load("'<<': {a: 1}\n", file=None).value == {"<<": {"a": 1}}


def test_every_path_has_the_line_of_its_key_or_item() -> None:
    text = "# note\nyaku:\n  pinfu:\n    value: 1\n\n  tanyao: {value: 2}\nlist:\n- a\n-\n  - b\n"
    assert load(text, file=None) == Document(
        value={"yaku": {"pinfu": {"value": 1}, "tanyao": {"value": 2}}, "list": ["a", ["b"]]},
        lines={
            (): 2,
            ("yaku",): 2,
            ("yaku", "pinfu"): 3,
            ("yaku", "pinfu", "value"): 4,
            ("yaku", "tanyao"): 6,
            ("yaku", "tanyao", "value"): 6,
            ("list",): 7,
            ("list", 0): 8,
            ("list", 1): 10,
            ("list", 1, 0): 10,
        },
    )


def test_an_alias_is_a_value_of_its_own_with_the_lines_of_its_use_and_its_anchor() -> None:
    document = load("a: &x\n  k: [1]\nb: *x\n", file=None)
    assert document.value == {"a": {"k": [1]}, "b": {"k": [1]}}
    assert document.value["a"] is not document.value["b"]
    assert document.lines[("b",)] == 3
    assert document.lines[("b", "k")] == 2


def test_an_alias_may_be_a_key() -> None:
    assert load("a: &x red\n*x : 1\n", file=None).value == {"a": "red", "red": 1}


def test_an_empty_text_is_a_document_without_a_value() -> None:
    assert load("", file=None) == Document(None, {(): 1})
    assert list(documents("# only a comment\n")) == []


def test_documents_come_one_after_the_other() -> None:
    assert list(documents("a: 1\n---\n- b\n")) == [
        Document({"a": 1}, {(): 1, ("a",): 1}),
        Document(["b"], {(): 3, (0,): 3}),
    ]


def test_documents_before_a_broken_one_are_read() -> None:
    found = documents("a: 1\n---\na: [\n")
    assert next(found).value == {"a": 1}
    with pytest.raises(UnreadableError, match=r"^expected well-formed YAML") as caught:
        next(found)
    assert caught.value.line in (3, 4)


@ROWS.each(
    "what_is_not_strict_is_refused_with_file_and_line",
    also=[
        ("a: \ud800\n", 1, "printable text, found '\\ud800'"),
        ("[" * 101 + "]" * 101, 1, "at most 100 levels"),
        ("[" * 50_000, 1, "at most 100 levels"),
        ("\n".join(" " * depth + "a:" for depth in range(102)) + " 1", 101, "at most 100 levels"),
    ],
)
def test_what_is_not_strict_is_refused_with_file_and_line(text: str, line: int, words: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        load(text, file="rules/x.yaml")
    assert caught.value.code == "unreadable"
    assert caught.value.message.startswith(f"rules/x.yaml:{line}: expected ")
    assert words in caught.value.message


@ROWS.each("a_card_number_that_would_be_a_comment_is_refused")
def test_a_card_number_that_would_be_a_comment_is_refused(text: str, line: int, found: str, mend: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        list(documents(text))
    assert caught.value.line == line
    assert caught.value.message == (
        f"expected no comment that looks like a card, found {found!r}, which YAML leaves out; write "
        f"the whole value in quotes, such as '{mend}', or a blank behind the # of a comment"
    )


@ROWS.each("comments_and_quoted_card_numbers_stay_what_they_are")
def test_comments_and_quoted_card_numbers_stay_what_they_are(text: str, value: Any) -> None:
    assert load(text, file=None).value == value


def test_another_fault_is_told_as_it_is_beside_a_card_number() -> None:
    with pytest.raises(UnreadableError, match="quoted scalar"):
        load('all: "4R #121', file=None)
    with pytest.raises(UnreadableError, match="expected well-formed YAML"):
        load("all: [4R\nvalue: '4R #121'", file=None)


def test_without_a_file_the_message_names_the_line() -> None:
    with pytest.raises(UnreadableError, match=r"^line 2: expected each key once"):
        load("a: 1\na: 2\n", file=None)


def test_a_hundred_levels_are_read() -> None:
    assert load("[" * 100 + "]" * 100, file=None).lines[(0,) * 99] == 1


def test_aliases_cannot_build_more_than_the_bound() -> None:
    rows = ["a: &a [x, x, x, x, x, x, x, x, x, x]"]
    rows += [f"{after}: &{after} [{', '.join([f'*{before}'] * 10)}]" for before, after in pairwise("abcdefghi")]
    with pytest.raises(UnreadableError, match=r"^bomb:1: expected at most 200,000 values"):
        load("\n".join(rows), file="bomb")


def test_a_list_cannot_hold_more_than_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strict_yaml, "MAX_VALUES", 10)
    assert load("- x\n" * 9, file=None).value == ["x"] * 9
    for count, line in [(10, 10), (100, 30)]:
        with pytest.raises(UnreadableError, match=rf"^big:{line}: expected at most 10 values"):
            load("- x\n" * count, file="big")


def test_aliases_cannot_nest_deeper_than_the_bound() -> None:
    rows = ["a0: &a0 [x]"] + [f"a{place}: &a{place} [*a{place - 1}]" for place in range(1, 101)]
    with pytest.raises(UnreadableError, match="at most 100 levels"):
        load("\n".join(rows), file=None)


def test_a_text_may_have_four_million_characters_and_no_more() -> None:
    assert load("a: " + "x" * 3_999_997, file=None).value == {"a": "x" * 3_999_997}
    with pytest.raises(
        UnreadableError, match=r"^big:1: expected at most 4,000,000 characters of YAML, found 4,000,001"
    ):
        load("a: " + "x" * 3_999_998, file="big")


#: Characters that JSON escapes as YAML does; beyond the first plane JSON writes surrogate pairs, which YAML has not.
#: A key of YAML is at most 1024 characters long, escapes counted.
TEXT = st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs"]), max_size=20)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.floats(-1e6, 1e6) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=tries(60, 200), deadline=None)
@given(value=PLAIN)
def test_json_is_yaml(value: Any) -> None:
    assert load(json.dumps(value), file=None).value == value


@settings(max_examples=tries(60, 200), deadline=None)
@given(text=st.text("ab:-?[]{},&*!|>'\"%@`# \n\t<01~\\", max_size=40) | st.text(max_size=20))
def test_no_text_brings_anything_but_a_document_or_a_refusal(text: str) -> None:
    try:
        document = load(text, file=None)
    except UnreadableError:
        return
    assert document.lines[()] >= 1
