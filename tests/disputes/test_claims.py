"""How claims are spelled: every form of each kind of record, and what is refused."""

from typing import Any

import pytest
from msgspec import UNSET

import calc
from calc.disputes.claims import claim_from_text, read_claim
from calc.disputes.verdict import judge
from calc.hanafuda.records.types import HanafudaGame, HanafudaRound
from calc.intake.spelling import parse_any_line, record_from
from calc.mahjong.records.types import Game, Round, Win
from calc.records.plain import AnyRecord, plain_from
from calc.settling import Settings, read_given, read_line, rules_for, settle_reads
from tests.amounts import FULL
from tests.cli.running import PROJECT
from tests.rows import Rows

ROWS = Rows(__file__)

WIN = "riichi 234567m34p56799s +2p ron from=W seat=S round=E riichi"
KOIKOI = "koikoi Aki:1B,8B,12B Bea:1R,2R,3R stopped_by=Aki"
DRAW: dict[str, Any] = {"rules": "riichi", "round": "E", "number": 1, "draw": {"kind": "exhaustive", "waiting": ["E"]}}
GAME: dict[str, Any] = {"rules": "riichi", "players": ["Ann", "Bob", "Cy", "Dee"], "rounds": [{"draw": DRAW["draw"]}]}
KOIKOI_GAME: dict[str, Any] = {
    "rules": "koikoi",
    "players": ["Aki", "Bea"],
    "rounds": [{"players": {"Aki": {"captured": "1B 8B 12B"}, "Bea": {"captured": "2C"}}, "stopped_by": "Aki"}],
}


@ROWS.each("spelled")
def test_a_claim_on_a_win_is_spelled(text: str, claim: dict[str, Any]) -> None:
    assert claim_from_text(text, Win) == claim


@pytest.mark.parametrize(
    ("kind", "text", "claim"),
    [
        (Round, "changes.E=1500", {"changes": {"E": 1500}}),
        (Round, "changes.E=1500 changes.S=-500", {"changes": {"E": 1500, "S": -500}}),
        (Round, '{"changes": [3000, -1000, -1000, -1000]}', {"changes": [3000, -1000, -1000, -1000]}),
        (Game, "scores.Ann=34000", {"scores": {"Ann": 34000}}),
        (Game, "final.Ann=24 scores.Ann=34000", {"final": {"Ann": 24}, "scores": {"Ann": 34000}}),
        (HanafudaRound, "scores.Aki=14", {"scores": {"Aki": 14}}),
        (HanafudaRound, "changes.Bea=-3", {"changes": {"Bea": -3}}),
        (HanafudaRound, "yaku.Aki=goko,kasu", {"yaku": {"Aki": ["goko", "kasu"]}}),
        (HanafudaRound, "yaku.Aki=", {"yaku": {"Aki": []}}),
        (HanafudaRound, "winner=Aki", {"winner": "Aki"}),
        (HanafudaRound, "winner=null", {"winner": None}),
        (HanafudaGame, "scores.Aki=60 winner=Aki", {"scores": {"Aki": 60}, "winner": "Aki"}),
    ],
)
def test_a_claim_on_another_record_is_spelled(kind: type, text: str, claim: dict[str, Any]) -> None:
    assert claim_from_text(text, kind) == claim


@pytest.mark.parametrize(
    ("kind", "text", "named"),
    [
        (Win, "", "7700"),
        (Win, "zwölf", "'1300/2600'"),
        (Win, "a lot!", "'3 han 40 fu'"),
        (Win, "1300/", "'riichi pinfu'"),
        (Win, "3 han 40 fu and more", "'payments.W=-7700'"),
        (Round, "1500", "changes.E=1500"),
        (Round, "riichi", "changes.E=1500"),
        (Game, "34000", "final.Aki=24"),
        (HanafudaRound, "14", "scores.Aki=14"),
        (HanafudaRound, "goko kasu", "yaku.Aki=goko,kasu"),
        (HanafudaGame, "60", "winner=Aki"),
    ],
)
def test_what_is_no_claim_is_refused_with_what_would_be_one(kind: type, text: str, named: str) -> None:
    with pytest.raises(calc.RecordError) as caught:
        claim_from_text(text, kind)
    assert caught.value.message.startswith("expected a claim such as ")
    assert named in caught.value.message
    assert caught.value.message.endswith(f"found {text!r}")
    assert caught.value.key == "claim"


def test_a_key_cannot_be_one_figure_and_many() -> None:
    with pytest.raises(calc.RecordError, match="expected payments once, found it twice"):
        claim_from_text("payments=3 payments.W=-7700", Win)


@pytest.mark.parametrize("text", ["{", "{han: }", '{"han": 3'])
def test_json_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(calc.CalcError):
        claim_from_text(text, Win)


def records() -> list[Any]:
    return [
        pytest.param(parse_any_line(WIN)[0], "2000", id="win"),
        pytest.param(record_from(DRAW), "changes.E=3000", id="round"),
        pytest.param(record_from(GAME), "scores.Ann=28000", id="game"),
        pytest.param(parse_any_line(KOIKOI)[0], "scores.Aki=5 winner=Aki", id="hanafuda"),
        pytest.param(record_from(KOIKOI_GAME), "scores.Aki=5", id="hanafuda game"),
    ]


@pytest.mark.parametrize(("record", "claim"), records())
def test_a_claim_is_put_into_any_record_and_judged(record: AnyRecord, claim: str) -> None:
    claimed = read_claim(record, claim, rules_for(record))
    assert type(claimed) is type(record)
    assert claimed.claim is not None
    assert judge(record, rules_for(record), claim).right


@pytest.mark.parametrize(("record", "claim"), records())
def test_a_claim_may_be_a_mapping(record: AnyRecord, claim: str) -> None:
    rules = rules_for(record)
    assert read_claim(record, claim_from_text(claim, type(record)), rules) == read_claim(record, claim, rules)


@pytest.mark.parametrize(("file", "claim"), [("four-players", "final.Aki=24"), ("koikoi-twelve-months", "winner=Aki")])
def test_a_claim_changes_nothing_else_of_a_game(file: str, claim: str) -> None:
    (entry,) = calc.read_records(PROJECT / "samples" / "games" / f"{file}.yaml")
    record: AnyRecord | None = entry.record
    assert record is not None
    claimed = read_claim(record, claim, rules_for(record))
    assert without_claims(plain_from(claimed)) == without_claims(plain_from(record))
    if FULL:  # all that might make it right is tried on a whole game
        judge(record, rules_for(record), claim)


def without_claims(value: Any) -> Any:
    if isinstance(value, list):
        return [without_claims(item) for item in value]
    if isinstance(value, dict):
        return {key: without_claims(item) for key, item in value.items() if key != "claim"}
    return value


def test_a_claim_takes_the_place_of_those_of_the_rounds() -> None:
    """A round in which the table went wrong is not asked about."""
    (entry,) = calc.read_records(PROJECT / "samples" / "games" / "disputed.yaml")
    record: AnyRecord | None = entry.record
    assert record is not None
    own = judge(record, rules_for(record))
    assert own.place == 4
    scores = " ".join(f"scores.{name}={points}" for name, points in own.result.scores.items())
    assert judge(record, rules_for(record), scores).right


@ROWS.each("a_claim_as_the_table_says_it")
def test_a_claim_as_the_table_says_it(said: str, meant: dict[str, Any]) -> None:
    record, _ = parse_any_line(WIN)
    rules = rules_for(record)
    assert read_claim(record, said, rules) == read_claim(record, meant, rules)


def test_a_claim_replaces_that_of_the_record() -> None:
    record, _ = parse_any_line(f"{WIN} claim.points=7700")
    assert not judge(record, rules_for(record)).right
    assert judge(record, rules_for(record), "2000").right


@ROWS.each("a_claim_that_names_what_there_is_not_is_refused")
def test_a_claim_that_names_what_there_is_not_is_refused(line: str, claim: str, message: str) -> None:
    record, _ = parse_any_line(line)
    with pytest.raises(calc.RecordError) as caught:
        judge(record, rules_for(record), claim)
    assert message in caught.value.message


@pytest.mark.parametrize(("said", "meant"), [("mangn", "mangan"), ("hanemann", "haneman")])
def test_a_misspelled_level_is_taken_for_a_yaku_and_the_level_is_named(said: str, meant: str) -> None:
    record, _ = parse_any_line(WIN)
    with pytest.raises(calc.RecordError, match=f"has no yaku '{said}'; did you mean '{meant}'"):
        judge(record, rules_for(record), said)


def test_a_level_is_no_claim_on_a_hanafuda_round() -> None:
    record, _ = parse_any_line(KOIKOI)
    with pytest.raises(calc.RecordError, match="expected a claim such as"):
        judge(record, rules_for(record), "mangan")


@pytest.mark.parametrize("said", ["{}", "{} han", "{} han 30 fu", "{} all", "1300/{}", "points={}", "han={}"])
def test_a_number_that_is_no_amount_is_refused(said: str) -> None:
    record, _ = parse_any_line(WIN)
    for digits in (11, 10_000):
        with pytest.raises(
            calc.RecordError, match=r"expected (a number of points|points|a claim|a whole number)"
        ) as caught:
            judge(record, rules_for(record), said.format("9" * digits))
        assert len(caught.value.message) < 400


def test_the_largest_amount_is_only_wrong() -> None:
    record, _ = parse_any_line(WIN)
    assert not judge(record, rules_for(record), "1000000000").right


@ROWS.each("what_says_nothing_or_contradicts_itself_is_refused")
def test_what_says_nothing_or_contradicts_itself_is_refused(said: str, message: str) -> None:
    record, _ = parse_any_line(WIN)
    with pytest.raises(calc.RecordError) as caught:
        judge(record, rules_for(record), said)
    assert caught.value.message.startswith(message)


@ROWS.each("what_a_win_has")
def test_what_a_win_has(said: str, right: bool) -> None:
    """WIN is riichi and pinfu by ron from West: 2,000."""
    record, _ = parse_any_line(WIN)
    verdict = judge(record, rules_for(record), said)
    assert verdict.right is right
    assert bool(verdict.departures) is not right


def test_the_other_yaku_are_told_beside_those_that_are_claimed() -> None:
    record, _ = parse_any_line(WIN)
    assert judge(record, rules_for(record), "pinfu").besides == ["Riichi"]
    assert judge(record, rules_for(record), "riichi pinfu").besides == []
    assert judge(record, rules_for(record), "only riichi pinfu").besides is UNSET


def test_without_a_discarder_whoever_alone_is_said_to_pay_is_the_discarder() -> None:
    record, _ = parse_any_line(WIN.replace("from=W ", ""))
    rules = rules_for(record)
    for payer in ("discarder", "W"):
        assert judge(record, rules, f"payments.S=2000 payments.{payer}=-2000").right
        assert not judge(record, rules, f"payments.{payer}=-1900").right
    for claim in ("payments.W=0", "payments.W=-1000 payments.N=-1000"):
        with pytest.raises(calc.RecordError, match="does not say from whom; add from"):
            judge(record, rules, claim)


def test_no_yaku_is_right_where_just_that_is_so() -> None:
    no_yaku, _ = parse_any_line("riichi 123789m456p78s55z +9s ron from=W seat=S round=E")
    incomplete, _ = parse_any_line("riichi 123789m456p78s15z +9s ron from=W seat=S round=E")
    assert judge(no_yaku, rules_for(no_yaku), "no yaku").right
    assert not judge(incomplete, rules_for(incomplete), "no yaku").right
    assert judge(incomplete, rules_for(incomplete), "no win").right


@ROWS.each("a_refusal_that_decides_nothing_agrees_with_no_claim")
def test_a_refusal_that_decides_nothing_agrees_with_no_claim(line: str) -> None:
    (result,) = settle_reads([read_line(line)])
    assert not result.ok
    assert result.agrees is not True


@ROWS.each("a_claim_that_says_nothing_is_refused_wherever_it_stands")
def test_a_claim_that_says_nothing_is_refused_wherever_it_stands(record: dict[str, Any], key: str) -> None:
    (result,) = settle_reads([read_given(record)])
    assert not result.ok
    assert result.error.key == key


def test_no_claim_is_judged_of_piles_in_play() -> None:
    (result,) = settle_reads([read_given("koikoi Aki:3B,8B Bea:2AR claim.scores.Aki=77")], Settings(near=True))
    assert not result.ok
    assert result.error.key == "claim"
