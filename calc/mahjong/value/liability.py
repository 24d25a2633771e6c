"""Pao 包: which melds make the player who fed them liable for a yakuman, and what a refusal says is missing."""

from collections.abc import Sequence

from msgspec import Struct

from calc.errors import HandError, RecordError
from calc.mahjong.hand.hand import Hand
from calc.mahjong.rules.ruleset import MahjongRules
from calc.notation.melds import Feeder, Meld, print_meld
from calc.notation.tiles import kind_of
from calc.translation import Named, msg

#: Melds fed by another player; of a triplet promoted to a quad the triplet was.
_FED = frozenset({"chi", "pon", "daiminkan", "kakan"})
_QUADS = frozenset({"daiminkan", "kakan", "ankan"})


def lacks_discarder() -> RecordError:
    """The refusal of a ron by somebody unknown for which somebody is responsible."""
    return RecordError("responsibility on a ron needs to know who discarded; add from", code="missing_key", key="from")


def find_liable(counted: Sequence[str], hand: Hand, rules: MahjongRules) -> dict[str, int]:
    """Who is liable for each of the yakuman that a hand counts: those declared first, then in the order of melds.

    Raises :class:`calc.HandError` where the melds contradict what is declared, or leave open what they began to say.
    """
    if not rules.liability.for_ or not (hand.liable or any(meld.feeder for meld in hand.melds)):
        return {}
    needs, melds = rules.liability.needs, hand.melds
    limits = [name for name in rules.liability.for_ if name in counted or (needs[name].replacement and hand.rinshan)]
    declared = {limit: rules.seats[seat] for limit, seat in hand.liable.items() if limit in limits}
    for limit, seat in declared.items():
        if not _are_melds_there(limit, melds, rules):
            raise HandError(_explain_melds(limit, melds, rules), code="contradiction", key="liable")
        traced = trace(limit, melds, rules)
        if not traced.is_open and traced.seat != seat:
            raise HandError(_explain_other(limit, traced, seat, rules), code="contradiction", key="liable")
    found: list[tuple[int, str, Feeder]] = []
    for limit in limits:
        traced = trace(limit, melds, rules)
        if limit in declared or traced.last is None:
            continue
        if traced.is_open:
            raise HandError(_explain_open(limit, rules), code="contradiction", key="melds")
        if traced.seat is not None:
            found.append((melds.index(traced.last), limit, traced.seat))
    found.sort(key=lambda one: one[0])
    liable = declared | {limit: seat for _, limit, seat in found}
    # Who fed the quad of the replacement tile pays for the whole win, even if another fed a yakuman.
    whole = {limit: seat for limit, seat in liable.items() if needs[limit].replacement}
    return {limit: rules.seats.index(seat) for limit, seat in (whole or liable).items()}


def _are_melds_there(limit: str, melds: Sequence[Meld], rules: MahjongRules) -> bool:
    """Whether these melds can make a player liable for the yakuman ``limit``: enough melds, at least one fed."""
    counted = _list_needed(limit, melds, rules)
    return len(counted) >= rules.liability.needs[limit].count and any(_is_fed(limit, meld, rules) for meld in counted)


def is_last_fed(limit: str, melds: Sequence[Meld], rules: MahjongRules) -> bool:
    """Whether the last meld, called just now, makes the player who fed it liable for the yakuman ``limit``."""
    need = rules.liability.needs[limit]
    if need.replacement:
        return False  # the melds say so themselves, and only a win tells whether it matters
    if not (_is_needed(limit, melds[-1], rules) and _is_fed(limit, melds[-1], rules)):
        return False
    return len(_list_needed(limit, melds, rules)) == need.count


class Traced(Struct, frozen=True):
    """Who is liable for a yakuman as far as the melds say. ``is_open``: they do not. ``seat``: none for nobody.

    ``last``: the last meld of the yakuman; none where nobody can be liable, or no meld says from whom it was called.
    """

    is_open: bool = False
    seat: Feeder | None = None
    last: Meld | None = None


def trace(limit: str, melds: Sequence[Meld], rules: MahjongRules) -> Traced:
    """Find who fed the last meld of a yakuman, from melds in the order in which they were called.

    Melds that do not say from whom they were called leave it open. So does a promoted quad before a quad that was
    called whole: either may have been the last quad.
    """
    if not _are_melds_there(limit, melds, rules):
        return Traced()
    if all(meld.feeder is None for meld in melds):
        return Traced(is_open=True)
    counted, need = _list_needed(limit, melds, rules), rules.liability.needs[limit]
    last = melds[-1] if need.replacement else counted[need.count - 1]
    if not _is_fed(limit, last, rules):
        return Traced(last=last)
    is_doubtful = need.are_quads and any(meld.kind == "kakan" for meld in counted)
    if is_doubtful or last.feeder is None:
        return Traced(is_open=True, last=last)
    return Traced(seat=last.feeder, last=last)


def _explain_other(limit: str, traced: Traced, declared: str, rules: MahjongRules) -> str:
    """Say why the player who is declared liable is not."""
    title = msg("{0} ({1})", Named(rules.yaku[limit].name.text), limit)
    last = print_meld(traced.last) if traced.last is not None else ""
    mend = msg("melds stand in the order in which they were called; correct them, or liable")
    if traced.seat is None:
        return msg(
            "nobody is responsible for {0} here: {1}, the last of its melds, was fed by nobody; {2}", title, last, mend
        )
    return msg(
        "{0} fed {1}, the last meld of {2}, so {3} is not responsible for it; {4}",
        traced.seat,
        last,
        title,
        declared,
        mend,
    )


def _explain_open(limit: str, rules: MahjongRules) -> str:
    """Say what melds lack that leave open who is liable."""
    return msg(
        "the melds do not tell who fed the last one of {0} ({1}); say from whom each "
        "was called, in their order, or name the responsible seat under liable; "
        "where nobody is, leave out all '<'",
        Named(rules.yaku[limit].name.text),
        limit,
    )


def _explain_melds(limit: str, melds: Sequence[Meld], rules: MahjongRules) -> str:
    """Say why nobody can be liable for a yakuman that the hand has."""
    need = rules.liability.needs[limit]
    of = msg(" of {0}", Named(lambda: rules.lexicon.sets[str(need.of)])) if need.of else ""
    mend = msg("correct the melds, or remove liable")
    if need.replacement:
        wanted = msg("a quad called whole from a discard, as (5555z)")
    elif need.quads is not None:
        wanted = msg("{0} quads{1}, one of them called whole from a discard, as (5555z)", need.quads, of)
    elif rules.liability.concealed_quads:
        wanted = msg("{0} melds{1}, concealed quads included, at least one of them called", need.melds, of)
    else:
        wanted = msg("{0} open melds{1}", need.melds, of)
        if any(meld.kind == "ankan" and _lies_in(need.of, meld, rules) for meld in melds):
            mend = mend + msg("; where concealed quads count too, choose liable_melds=shown")
    found = " ".join(map(print_meld, melds)) or msg("no meld")
    return msg(
        "nobody can be responsible for {0} ({1}) here: expected {2}, found {3}; {4}",
        Named(rules.yaku[limit].name.text),
        limit,
        wanted,
        found,
        mend,
    )


def _list_needed(limit: str, melds: Sequence[Meld], rules: MahjongRules) -> list[Meld]:
    return [meld for meld in melds if _is_needed(limit, meld, rules)]


def _is_needed(limit: str, meld: Meld, rules: MahjongRules) -> bool:
    need = rules.liability.needs[limit]
    if need.are_quads:
        return meld.kind in _QUADS and _lies_in(need.of, meld, rules)
    return _lies_in(need.of, meld, rules) and (rules.liability.concealed_quads or meld.kind in _FED)


def _is_fed(limit: str, meld: Meld, rules: MahjongRules) -> bool:
    """Whether another player fed a needed meld; a promoted triplet was fed as a triplet, but not as a quad."""
    return meld.kind == "daiminkan" if rules.liability.needs[limit].are_quads else meld.kind in _FED


def _lies_in(name: str | None, meld: Meld, rules: MahjongRules) -> bool:
    """Whether all tiles of a meld are in the named set; with no name, always."""
    return name is None or all(rules.sets.holds(name, kind_of(tile)) for tile in meld.tiles)
