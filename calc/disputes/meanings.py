"""What people say of a situation, word by word, by rows of meanings."""

import unicodedata
from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from typing import Any, Final

from calc.notation.spellings import seat_of
from calc.patterns import regex
from calc.records import meanings
from calc.records.meanings import read_words
from calc.records.words import number_said, parts_of, sign

#: The table of what all games say alike, and its names.
FILE: Final = Path(__file__).with_name("topics.yaml")
NAMES: Final = parts_of(FILE)["names"]
_REASON: Final = regex(NAMES["reason"])


class Words(meanings.Words):
    """Rows of meanings, with the names of the file of all games."""

    def __init__(self, file: Path, part: str, rows: Sequence[dict[str, str]] | None = None) -> None:
        super().__init__(file, part, rows, NAMES)


def read_claimed(
    claim: str, tables: Sequence[Words], situation: Sequence[Words] = (), told: Set[str] = frozenset()
) -> dict[str, str]:
    """What a claim says of a situation, as names with values; nothing where it cannot be read. What the ``situation``
    has ``told`` may be said again.
    """
    text = _REASON.sub("", spell_claim(claim))
    ways = [(one, tables) for one in (text, spell_claim(claim, bare=True))]
    ways += [(one, [*tables, *situation]) for one, _ in ways if situation]
    return next(filter(None, (_read(one.strip(" ,、.。!"), rows, told) for one, rows in ways)), {})


def spell_claim(claim: str, *, bare: bool = False) -> str:
    """A claim as it is read, ``bare``: without the reason for it."""
    text = " ".join(unicodedata.normalize("NFKC", claim).replace("’", "'").split())
    return sign("claim_reason").sub("", text) if bare else text


def _read(text: str, tables: Sequence[Words], told: Set[str]) -> dict[str, str]:
    words, lost = read_words(text, tables)
    found: dict[str, str] = {}
    is_denied = False
    for word in words:
        if word.means == "who":
            return {}
        if word.means in ("filler", *told):
            continue
        if word.means in ("not", "no"):
            is_denied = True
            continue
        if "=" not in word.means and word.means != "{seat}":
            return {}
        for one in word.means.format(**_spelled(word.said)).split():
            name, _, value = one.partition("=")
            turned = {"yes": "no", "no": "yes"}.get(value, f"not {value}") if is_denied else value
            if found.setdefault(name, turned) != turned:
                return {}
        is_denied = False
    return {} if lost or is_denied else found


def _spelled(said: Mapping[str, str]) -> dict[str, Any]:
    """Seats and numbers as they are compared."""
    return {
        name: number_said(value) if name == "n" else seat_of(value) if name == "seat" else value.casefold()
        for name, value in said.items()
    }


def fits(claimed: Mapping[str, str], decided: Mapping[str, str]) -> bool | None:
    """Whether all that is claimed is as ``decided``; ``None`` where that cannot be compared. Who is the ``taker`` is
    no claim by itself: whom the rules give nothing gets 0 points. Nor is the ``way`` to win: what is decided of
    another one stands under its name.
    """
    who, winner, way = claimed.get("taker"), decided.get("taker"), claimed.get("way")
    claimed = {name: value for name, value in claimed.items() if name not in ("taker", "way")}
    if way and decided.get("way", way) != way:
        decided = {name: decided[way] for name in ("allowed", "win") if way in decided}
    if not claimed:
        return None
    if who and winner and who != winner:
        decided = {"points": "0"}
    found = [_agrees(value, decided[name]) for name, value in claimed.items() if name in decided]
    if not all(found):
        return False
    return True if len(found) == len(claimed) else None


def _agrees(claimed: str, actual: str) -> bool:
    return claimed != f"not {actual}" if claimed.startswith("not ") else claimed == actual
