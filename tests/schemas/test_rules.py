"""The schema of rule files: every shipped file and every file of the pages fits, and what the loader refuses for its
keys, types and words does not.
"""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import calc
from calc.definitions import reachable
from calc.games import load_rules
from calc.hanafuda.rules.deck import DECK, read_deck
from calc.mahjong.load import read_list
from calc.schemas import KINDS, Kind
from calc.strict_yaml import load
from calc.tables import rule_set_ids, rules_folder
from calc.tables.shelf import list_ids
from tests.amounts import tries
from tests.cli.running import PROJECT, run_yaku
from tests.rows import Rows
from tests.schemas.validating import jsonschema_rs, paths, replaced, schema_of, validator, wrongs
from tests.test_rule_pages import TABLES, blocks

ROWS = Rows(__file__)


SHIPPED = sorted(rules_folder().rglob("*.yaml"))
HOUSE = [PROJECT / "samples" / name for name in ("house-rules.yaml", "koikoi-house.yaml")]
BROKEN = PROJECT / "tests" / "tables"


def read(path: Path) -> Any:
    return load(path.read_text(encoding="utf-8"), file=str(path)).value


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_is_one_by_its_draft_and_defines_just_what_it_uses(kind: Kind) -> None:
    schema = schema_of(kind)
    jsonschema_rs.meta.validate(schema)
    root = {key: value for key, value in schema.items() if key != "definitions"}
    assert reachable(root, schema["definitions"]) == schema["definitions"]


def test_there_is_no_schema_of_anything_else() -> None:
    with pytest.raises(calc.CalcError, match="there is no schema of 'rule'; did you mean 'rules'"):
        calc.json_schema("rule")  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", KINDS)
def test_the_command_prints_the_schema_of_the_library(kind: Kind) -> None:
    ran = run_yaku("rules", "schema", kind)
    assert (ran.code, ran.err) == (0, "")
    assert msgspec.json.decode(ran.out) == schema_of(kind)


def test_without_a_kind_the_command_prints_that_of_rule_files() -> None:
    assert run_yaku("rules", "schema").out == run_yaku("rules", "schema", "rules").out


@pytest.mark.parametrize("path", [*SHIPPED, *HOUSE], ids=lambda path: path.stem)
def test_every_shipped_file_and_sample_fits(path: Path) -> None:
    assert wrongs("rules", read(path)) == []


def test_the_files_of_the_page_on_rule_tables_fit() -> None:
    files = [load(text, file=None).value for text in blocks(TABLES, "yaml")]
    assert len(files) == 4
    assert [wrong for file in files for wrong in wrongs("rules", file)] == []


@pytest.mark.parametrize("name", rule_set_ids())
def test_a_drafted_file_fits(name: str) -> None:
    files = [
        load(run_yaku("rules", "new", "club", "--extends", name, "-o", "-", "--lang", lang).out, file=None).value
        for lang in ("en", "ja")
    ]
    sources = [file.pop("sources") for file in files]
    assert files[0] == files[1], "only comments and sources are in another language"
    assert wrongs("rules", {**files[0], "sources": sources[1]}) == []


@ROWS.each("files_that_are_broken_in_their_keys_and_types_do_not_fit", name="case")
def test_files_that_are_broken_in_their_keys_and_types_do_not_fit(name: str) -> None:
    assert wrongs("rules", read(BROKEN / "broken" / f"{name}.yaml")) != []


HEAD: dict[str, Any] = {"extends": "riichi", "version": "1.0.0", "name": {"en": "Club", "ja": "クラブ"}}


@ROWS.each("house_rules_say_only_what_differs")
def test_house_rules_say_only_what_differs(said: dict[str, Any]) -> None:
    assert wrongs("rules", {**HEAD, **said}) == []


@ROWS.each("house_rules_with_a_mistake_do_not_fit")
def test_house_rules_with_a_mistake_do_not_fit(said: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    file.write_text(json.dumps({**HEAD, **said}), encoding="utf-8")
    with pytest.raises(calc.RuleTableError):
        load_rules(str(file))
    assert wrongs("rules", {**HEAD, **said}) != []


def test_a_file_that_extends_one_beside_it_may_be_of_any_game() -> None:
    said = {"extends": "club", "name": {"en": "Ours"}}
    assert wrongs("rules", {**said, "yaku": {"pinfu": {"value": {"han": 2}}}}) == []
    assert wrongs("rules", {**said, "yaku": {"kasu": {"value": 2}}}) == []
    assert wrongs("rules", {**said, "yaku": {"kasu": {"valu": 2}}}) != []
    assert wrongs("rules", {**said, "game": "riichi", "yaku": {"kasu": {"value": 2}}}) != []


def test_questions_and_words_are_told_where_they_stand() -> None:
    definitions = schema_of("rules")["definitions"]
    known = definitions["options.tenhou"]["properties"]["options"]["properties"]
    asked = definitions[known["kiriage_mangan"]["$ref"].rpartition("/")[2]]
    assert asked["description"].startswith("Are 4 han 30 fu and 3 han 60 fu mangan (kiriage)?")
    answers = asked["else"]["properties"]["default"]["enum"]
    assert answers[:4] == [True, "true", False, "false"]
    assert {"on", "なし", None} < {*answers[4:]}
    words = definitions["riichi.condition"]["properties"]
    assert [key for key, word in words.items() if key not in ("all", "any", "not") and not word["description"]] == []


#: Null is not among them: where a file extends another it takes away.
JUNK: list[Any] = [True, 0, 7, 1.5, "", "x", "1m", [], [1], ["x"], [{}], {}, {"x": 1}]
#: What the loader says of keys, types and words.
_OF_THE_FORM = re.compile(
    r"unknown key|unknown word|there is no choice|expected '?(int|str|bool|float|array|object|`?null)"
)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_any_change_of_a_file_is_judged_as_by_the_loader(path: Path, tmp_path: Path) -> None:
    """The schema refuses nothing that is loaded, and lets nothing pass that the loader refuses for its form."""
    data, file = read(path), tmp_path / path.name
    rng = Random(path.stem)
    # What options say is told by the values that they set, and what they set may be wrong as long as they set it.
    mine = [one for one in paths(data) if one[0] != "options" and not _is_set(one, data)]
    refused = 0
    for _ in range(tries(16, 25)):
        at = rng.choice(mine)
        if rng.random() < 0.6 or isinstance(at[-1], int):
            junk = rng.choice(JUNK)
            if junk == {} and "extends" in data:
                continue  # it adds nothing to what is extended, and is right whatever stands there
            changed = replaced(data, at, junk)
        else:
            changed = replaced(data, (*at[:-1], "zzz"), 1)
        # A section a line: which game it is for is found without reading the file twice.
        lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in changed.items()]
        file.write_text("".join(lines), encoding="utf-8")
        told = _told(file)
        refused += told is not None and bool(_OF_THE_FORM.search(told))
        if told is None:
            assert wrongs("rules", changed) == [], at
        elif _OF_THE_FORM.search(told):
            assert not validator("rules").is_valid(changed), (at, told)
    assert refused >= tries(1, 3)


def _is_set(path: tuple[str | int, ...], data: Any) -> bool:
    """Whether an option changes what stands at a path, or something around it or in it."""
    options = data.get("options", {}).values()
    here = ".".join(map(str, path)) + "."
    changed = [option["path"] for option in options if option and "path" in option]
    changed += [at for option in options if option for changes in option.get("choices", {}).values() for at in changes]
    return any(here.startswith(f"{at}.") or f"{at}.".startswith(here) for at in changed)


def _told(file: Path) -> str | None:
    """What the loader says of a file; none where it is right."""
    try:
        if file.stem == DECK:
            read_deck(str(file))
        elif file.stem in list_ids():
            read_list(str(file))
        else:
            load_rules(str(file))
    except calc.RuleTableError as error:
        return error.message.removeprefix(str(file))
    return None
