"""How claims are spelled: every form of each kind of record, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

import calc
from calc.disputes.claims import claim_from_text, read_claim
from calc.disputes.verdict import judge
from calc.notation.hanafuda.records import HanafudaGame, HanafudaRound
from calc.notation.plain import AnyRecord, plain_from, record_from
from calc.notation.records import Game, Round, Win
from calc.notation.spellings import parse_any_line
from calc.settling import read_entry, rules_for
from tests.amounts import FULL
from tests.cli.running import PROJECT

WIN = "riichi 234567m34p56799s +2p ron from=W seat=S round=E riichi"
KOIKOI = "koikoi Aki:1B,8B,12B Bea:1R,2R,3R stopped_by=Aki"
DRAW: dict[str, Any] = {"rules": "riichi", "round": "E", "number": 1, "draw": {"kind": "exhaustive", "waiting": ["E"]}}
GAME: dict[str, Any] = {"rules": "riichi", "players": ["Ann", "Bob", "Cy", "Dee"], "rounds": [{"draw": DRAW["draw"]}]}
KOIKOI_GAME: dict[str, Any] = {
    "rules": "koikoi",
    "players": ["Aki", "Bea"],
    "rounds": [{"players": {"Aki": {"captured": "1B 8B 12B"}, "Bea": {"captured": "2C"}}, "stopped_by": "Aki"}],
}

SPELLED: list[tuple[str, dict[str, Any]]] = [
    ("7700", {"points": 7700}),
    (" 7700 ", {"points": 7700}),
    ("7,700", {"points": 7700}),
    ("7 700", {"points": 7700}),
    ("0", {"points": 0}),
    ("1300/2600", {"points": "1300/2600"}),
    ("4000 all", {"points": "4000 all"}),
    ("3 han", {"han": 3}),
    ("40 fu", {"fu": 40}),
    ("3 han 40 fu", {"han": 3, "fu": 40}),
    ("3han40fu", {"han": 3, "fu": 40}),
    ("3 Han, 40 Fu", {"han": 3, "fu": 40}),
    ("40 fu 3 han", {"han": 3, "fu": 40}),
    ("3翻40符", {"han": 3, "fu": 40}),
    ("riichi", {"yaku": ["riichi"]}),
    ("riichi pinfu", {"yaku": ["riichi", "pinfu"]}),
    ("riichi, pinfu", {"yaku": ["riichi", "pinfu"]}),
    ("riichi、pinfu", {"yaku": ["riichi", "pinfu"]}),
    ("nothing", {"win": False}),
    ("win=false", {"win": False}),
    ("win=true", {"win": True}),
    ("han=3 fu=40", {"han": 3, "fu": 40}),
    ("points=7700", {"points": 7700}),
    ("points=1300/2600", {"points": "1300/2600"}),
    ("yaku=riichi,pinfu", {"yaku": ["riichi", "pinfu"]}),
    ("yaku=", {"yaku": []}),
    ("payments.W=-7700", {"payments": {"W": -7700}}),
    ("payments.W=-7700 payments.S=7700", {"payments": {"W": -7700, "S": 7700}}),
    ("claim.payments.W=-7700", {"payments": {"W": -7700}}),
    ("claim.han=3", {"han": 3}),
    ('{"han": 3, "fu": 40}', {"han": 3, "fu": 40}),
    ("{}", {}),
]


@pytest.mark.parametrize(("text", "claim"), SPELLED)
def test_a_claim_on_a_win_is_spelled(text: str, claim: dict[str, Any]) -> None:
    assert claim_from_text(text) == claim


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
        claim_from_text("payments=3 payments.W=-7700")


@pytest.mark.parametrize("text", ["{", "{han: }", '{"han": 3'])
def test_json_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(calc.CalcError):
        claim_from_text(text)


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
    record: AnyRecord | None = read_entry(entry).record
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
    record: AnyRecord | None = read_entry(entry).record
    assert record is not None
    own = judge(record, rules_for(record))
    assert own.place == 4
    scores = " ".join(f"scores.{name}={points}" for name, points in own.result.scores.items())
    assert judge(record, rules_for(record), scores).right


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Riichi, Pinfu", {"yaku": ["riichi", "pinfu"]}),
        ("立直 平和", {"yaku": ["riichi", "pinfu"]}),
        ("立直、門前清自摸和", {"yaku": ["riichi", "menzen_tsumo"]}),
        ("Menzen tsumo,riichi", {"yaku": ["menzen_tsumo", "riichi"]}),
        ("4000オール", {"points": "4000 all"}),
        ("4,000 オール", {"points": "4000 all"}),
        ("1,300/2,600", {"points": "1300/2600"}),
        ("2000-4000", {"points": "2000/4000"}),
        ("12,000", {"points": 12000}),
    ],
)
def test_a_claim_as_the_table_says_it(said: str, meant: dict[str, Any]) -> None:
    record, _ = parse_any_line(WIN)
    rules = rules_for(record)
    assert read_claim(record, said, rules) == read_claim(record, meant, rules)


def test_a_claim_replaces_that_of_the_record() -> None:
    record, _ = parse_any_line(f"{WIN} claim.points=7700")
    assert not judge(record, rules_for(record)).right
    assert judge(record, rules_for(record), "2000").right


@pytest.mark.parametrize(
    ("line", "claim", "message"),
    [
        (WIN, "reach pinfu", "riichi has no yaku 'reach'"),
        (WIN, "payments.A=-2000", "riichi has the seats E S W N, found 'A'"),
        (WIN, "changes.S=2000", "changes"),
        (WIN, "points=many", "expected points such as 7700, 1300/2600"),
        (KOIKOI, "scores.Cho=5", "Cho"),
        (KOIKOI, "yaku.Aki=five_brights", "five_brights"),
        (KOIKOI, "points=5", "points"),
    ],
)
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
