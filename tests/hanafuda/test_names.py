"""The names by which claims may call hanafuda yaku: ids, names, and the other names that people use (``also``)."""

from pathlib import Path
from typing import Any

import pytest

import calc
from calc.disputes.claims import claim_from_text
from calc.hanafuda.records.types import HanafudaRound
from calc.records.claims import fold, meanings
from calc.tables import rule_set_ids
from calc.tables.shelf import game_id_of
from tests.hanafuda.houses import house
from tests.rows import Rows

ROWS = Rows(__file__)

HANAFUDA = [name for name in rule_set_ids() if game_id_of(name) == "hanafuda"]
ROUND = "koikoi Aki:1B,3B,8B,9A Bea:2AR stopped_by=Aki"

#: What a table of koi-koi says, and the yaku that it means.
MEANT: list[Any] = ROWS["meant"]


@pytest.mark.parametrize(("said", "meant"), MEANT, ids=[said for said, _ in MEANT])
def test_a_claim_may_call_a_yaku_as_people_do(said: str, meant: str | None) -> None:
    rules = calc.load_rules("koikoi")
    for claim in (f"Aki has {said}", f"Akiに{said}がある"):
        if meant is None:
            with pytest.raises(calc.RecordError, match=r"koikoi has no yaku|expected a claim"):
                claim_from_text(claim, HanafudaRound, rules)
        else:
            assert claim_from_text(claim, HanafudaRound, rules) == {"has": {"Aki": [meant]}}


def test_claims_on_two_players_stay_two() -> None:
    claim = "Akiは三光のみ、Beaはカスのみ"
    told = {"yaku": {"Aki": ["sanko"], "Bea": ["kasu"]}}
    assert claim_from_text(claim, HanafudaRound, calc.load_rules("koikoi")) == told


@ROWS.each("a_claim_in_such_words_is_judged")
def test_a_claim_in_such_words_is_judged(said: str, right: bool) -> None:
    assert calc.dispute(ROUND, said).right is right


AMBIGUOUS = {
    "一杯": ("'一杯'", "hanami_zake (花見で一杯) or tsukimi_zake (月見で一杯)"),
    "sake": ("'sake'", "hanami_zake (花見で一杯) or tsukimi_zake (月見で一杯)"),
    "brights": ("'brights'", "goko (五光) or shiko (四光) or ameshiko (雨四光) or sanko (三光)"),
    "光": ("'光'", "goko (五光) or shiko (四光) or ameshiko (雨四光) or sanko (三光)"),
}


@pytest.mark.parametrize("said", AMBIGUOUS)
@pytest.mark.parametrize("frame", ["{}", "Aki has {}", "Akiに{}がある", "Aki {}"])
def test_a_name_that_means_several_is_refused_with_all_of_them(frame: str, said: str) -> None:
    name, ways = AMBIGUOUS[said]
    with pytest.raises(calc.RecordError) as caught:
        calc.dispute(ROUND, frame.format(said))
    assert (caught.value.message, caught.value.code) == (f"{name} may be {ways}; write which", "contradiction")


def _yaku(rules: Any) -> list[Any]:
    return [*rules.yaku.values(), *rules.teyaku.values()]


@pytest.mark.parametrize("name", HANAFUDA)
def test_every_other_name_of_a_shipped_yaku_means_it(name: str) -> None:
    rules = calc.load_rules(name)
    meant = meanings(_yaku(rules))
    for one in _yaku(rules):
        for said in one.also:
            assert one.id in meant[fold(said)], said


@pytest.mark.parametrize("name", HANAFUDA)
def test_no_other_name_only_repeats_what_the_yaku_is_called(name: str) -> None:
    for one in _yaku(calc.load_rules(name)):
        names = [fold(said) for said in (one.id, one.name.en, one.name.ja, *one.also)]
        assert not {*names[:3]} & {*names[3:]}, one.id
        assert len({*names[3:]}) == len(names[3:]), one.id


TABLE: str = ROWS["table"]


def test_what_the_rules_call_a_yaku_means_that_one_alone(tmp_path: Path) -> None:
    rules = house(tmp_path, f"extends: koikoi\nsources: {{own: our table}}\nyaku:{TABLE}")
    assert claim_from_text("Aki has kasu", HanafudaRound, rules) == {"has": {"Aki": ["kasu"]}}
    for said in ("twins", "双子"):
        with pytest.raises(calc.RecordError, match=r"may be game \(勝負\) or twin \(兄弟\); write which"):
            claim_from_text(f"Aki has {said}", HanafudaRound, rules)


def test_riichi_refuses_such_names_in_the_same_way(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    path.write_text("extends: riichi\nyaku:\n  pinfu: {also: [flat, ピンフ]}\n  tanyao: {also: [flat]}\n", "utf-8")
    rules = calc.load_rules(str(path))
    assert claim_from_text("riichi, ピンフ", calc.Win, rules) == {"has": ["riichi", "pinfu"]}
    with pytest.raises(calc.RecordError, match=r"'flat' may be pinfu \(平和\) or tanyao \(断么九\); write which"):
        claim_from_text("riichi, flat", calc.Win, rules)
