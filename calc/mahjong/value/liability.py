"""Pao 包: which melds make the player who fed them liable for a yakuman, and what a refusal says is missing."""

from __future__ import annotations

from collections.abc import Sequence

from calc.mahjong.hand.hands import FIRST_TRIPLET, NO_GROUP, Hands, tiles_of
from calc.mahjong.hand.readings import GROUPS
from calc.mahjong.rules.schema import MahjongRules
from calc.notation.melds import Meld, print_meld
from calc.notation.tiles import kind_of

#: Melds fed by another player; of a triplet promoted to a quad the triplet was.
_FED = frozenset({"chi", "pon", "daiminkan", "kakan"})
_QUADS = frozenset({"daiminkan", "kakan", "ankan"})


def melds_of(hands: Hands, row: int) -> list[Meld]:
    """The melds of the hand in ``row``, with plain fives for red ones."""
    found = []
    for place in range(GROUPS):
        group = int(hands.melds[place, row])
        if group == NO_GROUP:
            break
        tiles = tiles_of(group)
        if not hands.meld_is_quad[place, row]:
            found.append(Meld("pon" if group >= FIRST_TRIPLET else "chi", tiles))
        elif hands.meld_is_promoted[place, row]:
            found.append(Meld("kakan", (*tiles, tiles[0]), tiles[0]))
        else:
            found.append(Meld("daiminkan" if hands.meld_is_open[place, row] else "ankan", (*tiles, tiles[0])))
    return found


def are_melds_there(limit: str, melds: Sequence[Meld], rules: MahjongRules) -> bool:
    """Whether these melds can make a player liable for the yakuman ``limit``: enough melds, at least one fed."""
    counted = [meld for meld in melds if _is_needed(limit, meld, rules)]
    return len(counted) >= _count_needed(limit, rules) and any(_is_fed(limit, meld, rules) for meld in counted)


def is_last_fed(limit: str, melds: Sequence[Meld], rules: MahjongRules) -> bool:
    """Whether the last meld, called just now, makes the player who fed it liable for the yakuman ``limit``."""
    counted = [meld for meld in melds if _is_needed(limit, meld, rules)]
    is_last = len(counted) == _count_needed(limit, rules) and counted[-1] == melds[-1]
    return is_last and _is_fed(limit, melds[-1], rules)


def explain_melds(limit: str, melds: Sequence[Meld], rules: MahjongRules) -> str:
    """Say why nobody can be liable for a yakuman that the hand has."""
    need = rules.liability.needs[limit]
    of = f" of {rules.lexicon.sets[need.of]}" if need.of else ""
    mend = "correct the melds, or remove liable"
    if need.quads is not None:
        wanted = f"{need.quads} quads{of}, one of them called whole from a discard, as (5555z)"
    elif rules.liability.concealed_quads:
        wanted = f"{need.melds} melds{of}, concealed quads included, at least one of them called"
    else:
        wanted = f"{need.melds} open melds{of}"
        if any(meld.kind == "ankan" and _lies_in(need.of, meld, rules) for meld in melds):
            mend += "; where concealed quads count too, choose liable_melds=shown"
    found = " ".join(map(print_meld, melds)) or "no meld"
    return (
        f"nobody can be responsible for {rules.yaku[limit].name.en} ({limit}) here: expected {wanted}, found {found}; "
        f"{mend}"
    )


def _count_needed(limit: str, rules: MahjongRules) -> int:
    need = rules.liability.needs[limit]
    return need.melds or need.quads or 0


def _is_needed(limit: str, meld: Meld, rules: MahjongRules) -> bool:
    """Whether a meld is one of those that the yakuman needs."""
    need = rules.liability.needs[limit]
    if need.quads is not None:
        return meld.kind in _QUADS and _lies_in(need.of, meld, rules)
    return _lies_in(need.of, meld, rules) and (rules.liability.concealed_quads or meld.kind in _FED)


def _is_fed(limit: str, meld: Meld, rules: MahjongRules) -> bool:
    """Whether another player fed a needed meld; a promoted triplet was fed as a triplet, but not as a quad."""
    if rules.liability.needs[limit].quads is not None:
        return meld.kind == "daiminkan"
    return meld.kind in _FED


def _lies_in(name: str | None, meld: Meld, rules: MahjongRules) -> bool:
    """Whether all tiles of a meld are in the named set; with no name, always."""
    return name is None or all(rules.sets.holds(name, kind_of(tile)) for tile in meld.tiles)
