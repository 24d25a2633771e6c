"""How far the project agrees with a file of real wins: ``python -m bench.agree FILE...``.

A file has a JSON object a line: ``record`` (a win as plain data) and ``expected``: han, fu, limits, points, payments by
seat wind, and yaku as ``[name, han]``. Every one of these is compared.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import calc
from tests.judges.verdict import Difference, Verdict, differences, our_verdict, sorted_payments

#: Names of the corpus, in Tenhou's order, and our ids.
CORPUS_YAKU = {
    "tsumo": "menzen_tsumo",
    "riichi": "riichi",
    "ippatsu": "ippatsu",
    "chankan": "chankan",
    "rinshan": "rinshan",
    "haitei": "haitei",
    "houtei": "houtei",
    "pinfu": "pinfu",
    "tanyao": "tanyao",
    "iipeikou": "iipeikou",
    "seat_E": "seat_wind",
    "seat_S": "seat_wind",
    "seat_W": "seat_wind",
    "seat_N": "seat_wind",
    "round_E": "round_wind",
    "round_S": "round_wind",
    "round_W": "round_wind",
    "round_N": "round_wind",
    "haku": "haku",
    "hatsu": "hatsu",
    "chun": "chun",
    "double_riichi": "double_riichi",
    "chiitoitsu": "chiitoitsu",
    "chanta": "chanta",
    "ittsu": "ittsuu",
    "sanshoku": "sanshoku_doujun",
    "sanshoku_doukou": "sanshoku_doukou",
    "sankantsu": "sankantsu",
    "toitoi": "toitoi",
    "sanankou": "sanankou",
    "shousangen": "shousangen",
    "honroutou": "honroutou",
    "ryanpeikou": "ryanpeikou",
    "junchan": "junchan",
    "honitsu": "honitsu",
    "chinitsu": "chinitsu",
    "renhou": "renhou",
    "tenhou": "tenhou",
    "chiihou": "chihou",
    "daisangen": "daisangen",
    "suuankou": "suuankou",
    "suuankou_tanki": "suuankou_tanki",
    "tsuuiisou": "tsuuiisou",
    "ryuuiisou": "ryuuiisou",
    "chinroutou": "chinroutou",
    "chuuren": "chuuren_poutou",
    "chuuren_9": "junsei_chuuren_poutou",
    "kokushi": "kokushi_musou",
    "kokushi_13": "kokushi_musou_juusanmen",
    "daisuushii": "daisuushi",
    "shousuushii": "shousuushi",
    "suukantsu": "suukantsu",
}
#: Counted, not compared by name. ``dora`` holds the Norths set aside too.
CORPUS_DORA = ("dora", "aka_dora", "ura_dora")


@dataclass
class Agreement:
    """What a comparison found."""

    total: int = 0
    #: The id of the record and how it differs; ``theirs`` is what the file expects.
    disagreed: list[tuple[str, list[Difference]]] = field(default_factory=list)

    def report(self, first: int) -> str:
        """The figures in one line, then the first disagreements, a line each key."""
        lines = [f"{self.total - len(self.disagreed)} of {self.total} agree"]
        for name, found in self.disagreed[:first]:
            lines += [f"{name} {key}: expected {theirs}, ours {ours}" for key, ours, theirs in found]
        return "\n".join(lines)


def agreement(cases: Sequence[dict[str, Any]]) -> Agreement:
    """Score the records of all cases, each under the rule set it names, and compare.

    ``ValueError`` where a case names a yaku that :data:`CORPUS_YAKU` does not know.
    """
    found = Agreement()
    for rules in dict.fromkeys(case["record"]["rules"] for case in cases):
        chosen = [case for case in cases if case["record"]["rules"] == rules]
        results = calc.score_many([case["record"] for case in chosen], rules=calc.load_rules(rules))
        for case, result in zip(chosen, results, strict=True):
            found.total += 1
            if unequal := differences(our_verdict(result), expected_verdict(case)):
                found.disagreed.append((case["record"]["id"], unequal))
    return found


def expected_verdict(case: dict[str, Any]) -> Verdict:
    """What the file expects, in the form our results are compared in."""
    expected, worth = case["expected"], dict(case["expected"]["yaku"])
    dora, red, ura = (worth.pop(name, 0) for name in CORPUS_DORA)
    if unknown := worth.keys() - CORPUS_YAKU.keys():
        name = case["record"]["id"]
        raise ValueError(f"expected yaku of CORPUS_YAKU in {name}, found {sorted(unknown)!r}; add them to the table")
    is_limit = expected["limits"] > 0
    return Verdict(
        yaku=tuple(sorted((CORPUS_YAKU[name], None if is_limit else han) for name, han in worth.items())),
        dora=(dora, red, ura),
        han=expected["han"],
        fu=expected["fu"],
        limits=expected["limits"],
        points=expected["points"],
        payments=sorted_payments(expected["payments"]),
    )


def read_cases(path: Path) -> list[dict[str, Any]]:
    """The cases of one file, in order."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def corpus_folder() -> Path:
    """Where real wins lie: ``$YAKU_CORPUS``, else ``../shared/corpus`` beside this checkout. It need not exist."""
    beside = Path(__file__).resolve().parents[2] / "shared" / "corpus"
    return Path(os.environ.get("YAKU_CORPUS") or beside)


def main() -> int:
    """Compare every file of the command line; 1 where something disagrees, 2 where a file cannot be compared."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--first", type=int, default=5, metavar="N", help="disagreements to show (5)")
    arguments = parser.parse_args()
    disagreed = 0
    for path in arguments.files:
        try:
            found = agreement(read_cases(path))
        except (OSError, ValueError) as error:
            print(f"error: {path}: {error}", file=sys.stderr)
            return 2
        print(f"{path}: {found.report(arguments.first)}")
        disagreed += len(found.disagreed)
    return 1 if disagreed else 0


if __name__ == "__main__":
    sys.exit(main())
