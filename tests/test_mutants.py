"""The hunt for mutants of the rule tables: a part of it, and what it stands on. ``make check-tables`` is the whole."""

from pathlib import Path

import pytest

import calc
from calc.hanafuda.rules.deck import load_deck
from tests.amounts import FULL, tries
from tests.mutation import hunt
from tests.mutation.mutants import Mutant, mutants_of
from tests.mutation.trials import Trials, rule_files
from tests.rows import Rows

ROWS = Rows(__file__)


#: One mutant of so many is tried; `make check-tables` tries them all.
SEED, PART = 1, tries(240, 10)


@pytest.fixture(scope="module")
def trials() -> Trials:
    return Trials(run_all=FULL)


def shipped(stem: str) -> Path:
    (file,) = (file for file in rule_files() if file.stem == stem)
    return file


def test_a_part_is_caught_or_listed(trials: Trials) -> None:
    known = hunt.known_survivors()
    caught = {mutant.id: case for mutant, case in hunt.hunt(hunt.pick(SEED, PART), trials)}
    assert len(caught) >= 2_000 // PART
    assert sorted(id_ for id_, case in caught.items() if case is None and id_ not in known) == []
    assert sorted(id_ for id_, case in caught.items() if case is not None and id_ in known) == []


def test_a_change_that_no_case_sees_survives(trials: Trials) -> None:
    file, path = shipped("mushi"), ("yaku", "five_brights")
    assert trials.catch(Mutant(file, (*path, "name", "en"), "named otherwise", "all the brights")) is None
    assert "five brights" in str(trials.catch(Mutant(file, (*path, "value"), "30 -> 31", 31)))


@ROWS.each("a_mutant_counts_in_its_trial_alone")
def test_a_mutant_counts_in_its_trial_alone(
    trials: Trials, stem: str, path: list[str | int], new: object, refused: bool
) -> None:
    """Caught by its rule set's refusal, or by whichever case of it comes first, which passes before and after."""
    before = [calc.load_rules(name) for name in ("koikoi", "jpml")]
    told = str(trials.catch(Mutant(shipped(stem), tuple(path), "otherwise", new)))
    cases = [case for case in trials.cases if case.name == told]
    assert (told.startswith("refused: "), not cases) == (refused, refused)
    for case in cases:
        assert shipped(stem) in case.leans_on
        case.run()
    assert all(calc.load_rules(rules.id) is rules for rules in before)
    assert load_deck().names["柳に雷"] == [load_deck().numbers[113]]


def test_every_listed_survivor_is_a_mutant() -> None:
    assert sorted(hunt.known_survivors().keys() - {mutant.id for mutant in hunt.pick()}) == []


def test_no_two_mutants_are_alike() -> None:
    ids = [mutant.id for mutant in hunt.pick()]
    assert len(set(ids)) == len(ids) >= 2000


MADE_UP: str = ROWS["made_up"]


def test_the_mutants_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "made_up.yaml"
    file.write_text(MADE_UP, encoding="utf-8")
    found = {(".".join(map(str, mutant.path)), mutant.what): mutant.new for mutant in mutants_of(file)}
    assert found == {
        ("flag", "True -> False"): False,
        ("number", "1.5 -> 2.5"): 2.5,
        ("number", "1.5 -> 0.5"): 0.5,
        ("row", "key 2 -> 1"): {"1": 10, "3": 20},
        ("row", "key 3 -> 4"): {"2": 10, "4": 20},
        ("row.2", "10 -> 11"): 11,
        ("row.2", "10 -> 9"): 9,
        ("row.3", "20 -> 21"): 21,
        ("row.3", "20 -> 19"): 19,
        ("suppresses", "without one"): ["other"],
        ("suppresses", "without other"): ["one"],
        ("tiles", "without 1m"): "9m5z",
        ("tiles", "without 9m"): "1m5z",
        ("tiles", "without 5z"): "19m",
        ("hand", "without 1a"): "123a",
        ("hand", "without 2a"): "113a",
        ("hand", "without 3a"): "112a",
        ("cards", "without 1B"): "1R moon",
        ("cards", "without 1R"): "1B moon",
        ("cards", "without moon"): "1BR",
        ("at_least", "key 2 -> 1"): {"1": "3AR"},
        ("at_least", "key 2 -> 3"): {"3": "3AR"},
        ("at_least.2", "without 3A"): "3R",
        ("at_least.2", "without 3R"): "3A",
        ("pattern", "without run 1 a"): ["triplet n+1 a"],
        ("pattern", "without triplet n+1 a"): ["run 1 a"],
        ("pattern.0", "run 1 a -> run 2 a"): "run 2 a",
        ("pattern.1", "triplet n+1 a -> triplet n+2 a"): "triplet n+2 a",
        ("pattern.1", "triplet n+1 a -> triplet n a"): "triplet n a",
    }


class Sleepy:
    """Trials that see nothing but what is left out."""

    def catch(self, mutant: Mutant) -> str | None:
        return "a case" if mutant.what.startswith("without") else None


@ROWS.each("the_hunt_tells_what_survives")
def test_the_hunt_tells_what_survives(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    only: str,
    known: list[str],
    code: int,
    told: list[str],
) -> None:
    monkeypatch.setattr(hunt, "Trials", Sleepy)
    monkeypatch.setattr(hunt, "known_survivors", lambda: dict.fromkeys(known, "a reason"))
    assert hunt.main(["--only", only, "--jobs", "1"]) == code
    assert [line.partition(";")[0] for line in capsys.readouterr().out.splitlines()] == told
