"""The answers of the API are those of the commands; what is asked wrongly is refused as everywhere."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import segno

import calc
from calc.errors import CalcError
from calc.serve.answers import LinkQuestion, link
from calc.tables import rule_set_ids
from tests.cli.running import run_yaku
from tests.rows import Rows
from tests.serve.conftest import client_for

ROWS = Rows(__file__)


RON = "123m456p789s1122z +2z ron from=W seat=S round=E riichi"
KOIKOI = {
    "rules": "koikoi",
    "players": {"Aki": {"captured": "1BR 3B 8BA 9A"}, "Bea": {"captured": "2AR"}},
    "stopped_by": "Aki",
}


def ask(client: Any, path: str, question: dict[str, Any], status: int = 200, language: str = "en") -> Any:
    answer = client.post(path, json=question, headers={"accept-language": language})
    assert answer.status_code == status, answer.text
    return answer.json()


def test_a_hand_is_settled_as_by_the_command(client: Any) -> None:
    answer = ask(client, "/api/score", {"record": RON})
    assert answer["result"] == json.loads(run_yaku("score", RON, "--format", "json").out)
    # Reading the line or the plain data again gives the same.
    assert ask(client, "/api/score", {"record": answer["line"]})["result"] == answer["result"]
    assert ask(client, "/api/score", {"record": answer["record"]})["result"] == answer["result"]
    assert answer["html"] == ""


def test_a_round_of_cards_is_settled_as_by_the_library(client: Any) -> None:
    result = ask(client, "/api/score", {"record": KOIKOI})["result"]
    assert result["players"]["Aki"]["score"] == calc.settle_round(KOIKOI).players["Aki"].score == 30


def test_an_explanation_has_every_reason(client: Any) -> None:
    answer = ask(client, "/api/explain", {"record": RON, "html": True})
    told = run_yaku("score", RON, "--explain", "--tiles", "text").out
    assert "\n".join(answer["lines"]).split() == told.split()
    assert "<details open>" in answer["html"]


def test_waits_points_needs_and_standings_are_those_of_the_commands(client: Any) -> None:
    hand = "123m456p789s1122z seat=S round=E riichi"
    assert ask(client, "/api/waits", {"record": hand})["result"] == json.loads(
        run_yaku("waits", hand, "--format", "json").out
    )
    assert ask(client, "/api/points", {"worth": "4 30", "honba": 2, "rules": "tenhou"})["result"] == json.loads(
        run_yaku("points", "4", "30", "--honba", "2", "--rules", "tenhou", "--format", "json").out
    )
    lines = run_yaku("chart", "tenhou", "--format", "json").out.splitlines()
    assert ask(client, "/api/chart", {"rules": "tenhou"})["result"] == [*map(json.loads, lines)]
    scores = {"Aki": 31000, "Bea": 28000, "Cho": 24000, "Dan": 17000}
    (needs,) = ask(client, "/api/needs", {"scores": scores, "players": ["Cho"]})["result"]
    told = ", ".join(f"{name} {points}" for name, points in scores.items())
    assert needs == json.loads(run_yaku("needs", "--scores", told, "--player", "Cho", "--format", "json").out)
    game = {"players": [*scores], "scores": [30000, 20000, 40000, 10000]}
    table = ask(client, "/api/standings", {"games": [game]})["result"]
    # 40,000 - 30,000 = 10, and uma 10 and oka 20: 40.
    assert (table["games"], table["standings"][0]["player"], table["standings"][0]["result"]) == (1, "Cho", 40)


def test_a_game_is_taken_as_data_and_as_the_text_of_a_file(client: Any) -> None:
    sheet = "riichi: Aki Bea Cho Dan\nBea ron Dan 3 han 30 fu, riichi Bea\n"
    by_text = ask(client, "/api/game", {"game": sheet})
    by_data = ask(client, "/api/game", {"game": by_text["record"], "html": True})
    assert by_text["result"]["scores"] == by_data["result"]["scores"] == {
        "Aki": 25000, "Bea": 28900, "Cho": 25000, "Dan": 21100,
    }  # fmt: skip
    assert "<svg" in by_data["html"]
    assert "style=" not in by_data["html"]


def test_claims_are_judged(client: Any) -> None:
    wrong = ask(client, "/api/dispute", {"record": RON, "claim": "7700", "html": True})
    assert wrong["result"]["right"] is False
    assert "7,700" in wrong["html"]
    assert ask(client, "/api/dispute", {"record": RON, "claim": "2600"})["result"]["right"] is True
    several = ask(client, "/api/dispute", {"record": RON, "claim": ["7700", "2600"]})["result"]
    assert [one["right"] for one in several["claims"]] == [False, True]


def test_texts_are_in_the_language_of_the_address_or_of_the_browser(client: Any) -> None:
    japanese = "4翻30符"
    asked = {"worth": "4 30", "html": True}
    assert japanese in client.post("/api/points?lang=ja", json=asked).json()["html"]
    assert japanese in ask(client, "/api/points", asked, language="fr, ja;q=0.5, en")["html"]
    assert japanese not in client.post("/api/points?lang=en", json=asked, headers={"accept-language": "ja"}).text


def test_options_change_the_answer(client: Any) -> None:
    record = "123m456p789s1122z +2z tsumo seat=S round=E riichi"
    named = ask(client, "/api/score", {"record": record, "rules": "tenhou"})["result"]
    assert named["rules"].startswith("tenhou@")
    question = {"worth": "4 30", "options": {"kiriage_mangan": False}}
    assert ask(client, "/api/points", question)["result"]["ron"]["other"] == 7700


@ROWS.each("refusals_have_code_key_and_message")
def test_refusals_have_code_key_and_message(
    client: Any, path: str, question: dict[str, Any], code: str | None, key: str | None
) -> None:
    error = ask(client, f"/api/{path}", question, 422)["error"]
    assert set(error) == {"code", "message", "key", "column", "hint"}
    assert error["message"]
    if code is not None:
        assert error["code"] == code
    if key is not None:
        assert error["key"] == key


def test_a_refusal_says_where_and_what_was_meant(client: Any) -> None:
    error = ask(client, "/api/score", {"record": f"{RON} rihci=1"}, 422)["error"]
    assert error["column"] == len(RON) + 2
    assert "did you mean" in error["hint"]


def test_a_refusal_is_in_the_language_of_the_page(client: Any) -> None:
    error = ask(client, "/api/score", {"record": RON, "rules": "tenhuo"}, 422, language="ja")["error"]
    assert re.search("[ぁ-ん]", error["message"]), error
    assert (error["code"], error["key"]) == ("unknown_rules", "rules")
    missing = client.get("/api/tables/nothing?lang=ja").json()["error"]
    assert re.search("[ぁ-ん]", missing["message"]), missing


def test_an_address_that_is_not_there_says_what_there_is_in_both_languages(client: Any) -> None:
    error = client.get("/api/nothing").json()["error"]
    assert (error["code"], error["hint"]) == ("not_found", "api/openapi.json describes what there is")
    assert re.search("[ぁ-ん]", client.get("/api/nothing?lang=ja").json()["error"]["message"])
    assert client.delete("/api/tables", headers={"content-type": "application/json"}).status_code == 405


def test_bodies_that_are_no_json_are_refused(client: Any) -> None:
    for body in (b"{", b"[" * 100_000, b"\xff", b""):
        answer = client.post("/api/score", content=body, headers={"content-type": "application/json"})
        assert (answer.status_code, answer.json()["error"]["code"]) in {(422, "notation"), (422, "wrong_type")}


def test_every_rule_set_tells_what_it_asks(client: Any) -> None:
    listed = {one["id"]: one for one in client.get("/api/rules").json()}
    assert [*listed] == rule_set_ids()
    page = client.get("/").text + client.get("/cards.svg").text
    for name in listed:
        told = client.get(f"/api/rules/{name}?lang=ja").json()
        assert told["name"] == listed[name]["name"]
        assert told["form"]["fields"]
        assert all(f'id="{piece["picture"]}"' in page for piece in told["form"]["pieces"])
    riichi = client.get("/api/rules/riichi").json()
    assert [seat["value"] for seat in riichi["form"]["seats"]] == ["E", "S", "W", "N"]
    sanma = client.get("/api/rules/sanma").json()
    assert "2m" not in {piece["code"] for piece in sanma["form"]["pieces"]}
    assert "north" in {field["key"] for field in sanma["form"]["fields"]}
    assert client.get("/api/rules/nothing").status_code == 422
    # On a phone what stands first is the title of a row: a name, not the id that a command takes.
    html = client.get("/api/rules/riichi?html").json()["html"]
    assert '<td role="cell" data-head="Yaku">Pinfu</td><td role="cell" data-head="id">pinfu</td>' in html


def test_the_description_fits_the_addresses_and_is_whole(client: Any) -> None:
    jsonschema_rs = pytest.importorskip("jsonschema_rs", reason="pip install jsonschema-rs")
    told = client.get("/api/openapi.json").json()
    assert told["openapi"] == "3.1.0"
    assert {"/api/score", "/api/tables/{name}/rounds/{place}"} < told["paths"].keys()
    operations = [one["operationId"] for methods in told["paths"].values() for one in methods.values()]
    assert len(operations) == len({*operations}) == 18
    schemas = told["components"]["schemas"]
    for name, schema in schemas.items():
        jsonschema_rs.meta.validate(schema)
        assert name
    references = {part.split('"')[0] for part in json.dumps(told).split('"#/components/schemas/')[1:]}
    assert references <= schemas.keys()
    body = {"components": told["components"], **schemas["ScoreQuestion"]}
    validator = jsonschema_rs.Draft202012Validator(body)
    validator.validate({"record": RON})
    assert not validator.is_valid({"record": RON, "rulez": 1})


def test_a_refusal_speaks_the_language_of_the_question(client: Any) -> None:
    question = {"record": f"{RON} rihci=1"}
    english = ask(client, "/api/score", question, 422)["error"]
    japanese = ask(client, "/api/score?lang=ja", question, 422)["error"]
    assert japanese["message"].startswith("'rihci'は和了のキーではありません")
    assert "のことですか" in japanese["hint"]
    assert (japanese["code"], japanese["key"], japanese["column"]) == (
        english["code"],
        english["key"],
        english["column"],
    )


def test_every_option_of_every_rule_set_is_answered_by_names(client: Any) -> None:
    for name in rule_set_ids():
        for lang in ("en", "ja"):
            for option in client.get(f"/api/rules/{name}?lang={lang}").json()["options"]:
                labels = [one["label"] for one in option["answers"]]
                assert len(labels) == len({*labels}), (name, option["id"])
                assert not any(re.search("_", label) for label in labels), (name, option["id"], labels)
                assert option["here"] == option["default"]
                assert option["here"] in [one["value"] for one in option["answers"]]
                assert len(labels) > 1 or option["free"], (name, option["id"])


def test_an_option_of_a_house_file_whose_value_is_yes_or_no_has_no_other_answers(tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text(
        """game: riichi
extends: riichi
version: 7.0.0
name: {en: Ours, ja: 我}
sources: {house: us}
options:
  calls:
    question: {en: May one call chi?, ja: チーはできるか。}
    path: winning.chi
    source: house
""",
        encoding="utf-8",
    )
    with client_for(tmp_path / "tables", rules_folder=tmp_path) as client:
        (option,) = (one for one in client.get("/api/rules/ours").json()["options"] if one["id"] == "calls")
    assert (option["here"], option["free"], option["parts"]) == (True, None, [])


def test_every_answer_that_is_offered_is_taken(client: Any) -> None:
    for name in ("riichi", "jpml", "tenhou-sanma", "koikoi"):
        options = client.get(f"/api/rules/{name}").json()["options"]
        assert [option["id"] for option in options] == [*calc.load_rules(name).options]
        for option in options:
            assert option["answers"]
            for one in option["answers"]:
                value = one["value"] if isinstance(one["value"], str) else json.dumps(one["value"])
                told = client.get(f"/api/rules/{name}", params={f"option.{option['id']}": value})
                assert told.status_code == 200, (name, option["id"], told.text)
                (answered,) = [other for other in told.json()["options"] if other["id"] == option["id"]]
                assert answered["here"] == one["value"]


# ---- links


@pytest.mark.parametrize(
    ("address", "home", "given"),
    [
        ("http://192.168.1.5:8253/t0/?hand=1m#hand", "http://192.168.1.5:8253/t0/", None),
        ("https://club.example/yaku/ja.html?hand=1m", None, None),
        ("http://localhost:8253/t0/?hand=1m%20ron#tables/a", "http://192.168.1.5:8253/t0/", "?hand=1m%20ron#tables/a"),
        ("http://127.0.0.1:8253/", "http://192.168.1.5:8253/t0/", ""),
    ],
)  # fmt: skip
def test_a_link_is_one_that_others_can_open(address: str, home: str | None, given: str | None) -> None:
    found = link(LinkQuestion(address), home)
    assert found.address == (address if given is None else f"{home}{given}")
    shape = re.search(r' d="([^"]+)"/></svg>', found.html)
    code = segno.make(found.address, micro=False, error="m", boost_error=False)
    assert shape is not None
    assert shape[1] in code.svg_inline(border=4)


@pytest.mark.parametrize(
    "address", ["http://localhost:8253/", "http://127.0.0.1/", "http://127.9.9.9/", "http://[::1]:1/"]
)
def test_a_link_that_nobody_else_can_open_is_refused_with_the_reason(address: str, client: Any) -> None:
    answer = client.post("/api/link", json={"address": address})
    assert answer.status_code == 422
    assert "served to this device alone" in answer.json()["error"]["message"]
    assert "--host 0.0.0.0" in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "file:///etc/passwd", "", "http://", "http://[", "//club.example/"]
)
def test_what_is_no_address_of_a_page_is_no_link(address: str) -> None:
    with pytest.raises(CalcError, match="an address of http"):
        link(LinkQuestion(address), "http://192.168.1.5/")


def test_a_link_that_is_too_long_to_scan_has_no_code() -> None:
    assert link(LinkQuestion("http://club.example/?hand=" + "1" * 900), None).html == ""
    assert link(LinkQuestion("http://club.example/?hand=" + "1" * 700), None).html.count("<path") == 2
