"""What a hand of some han and fu pays: the answer of ``yaku points``."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from calc.errors import RecordError
from calc.layout.document import Block, Document, More, Table, Title, items, texts
from calc.layout.tables import csv_text
from calc.layout.words import each_pays, han_and_fu, lying_texts, word
from calc.mahjong.report.paying import paying_document
from calc.mahjong.rules.ruleset import MahjongRules
from calc.mahjong.value.payments import counted_base, paid_for_honba, shares_of_one
from calc.mahjong.value.worth import WAYS, Worth, can_win, notes_on_options, read_points, read_worth, why_not
from calc.notation.text import show
from calc.outcomes import Reply
from calc.text import number
from calc.translation import joined, say, spoken_in

#: The rows of the winner who was named.
_SEATS: Final = {"dealer": slice(1), "other": slice(1, 2), None: slice(2)}


class ByRon(Struct, frozen=True):
    """What a ron pays the ``dealer``, and any ``other`` winner, in points."""

    dealer: int
    other: int


class DealerTsumo(Struct, frozen=True):
    """What ``each`` other player pays the dealer, in points."""

    each: int


class OtherTsumo(Struct, frozen=True):
    """What the ``dealer`` and ``each`` of the others pay, in points."""

    dealer: int
    each: int


class ByTsumo(Struct, frozen=True):
    """What a tsumo pays the ``dealer``, and any ``other`` winner."""

    dealer: DealerTsumo
    other: OtherTsumo


class PointsAnswer(Reply, frozen=True, kw_only=True):
    """What a hand pays in points, honba included; ``ron`` or ``tsumo`` is none where no such hand is won so, or only
    the other way was asked for.

    ``rules``, ``options``: the rule set and its options off their defaults. ``han``, ``fu``, ``level``, ``limits``,
    ``honba``: what was asked; ``seat`` is ``dealer`` or ``other``, ``sticks`` a number of riichi sticks, where that was
    said. ``counters``: what of the points is for honba, by ron, and by tsumo from each payer.
    ``notes``: why a way is missing, and what the hand pays where an option is answered otherwise.
    """

    rules: str
    options: dict[str, Any]
    han: int | None
    fu: int | None
    level: str | None
    limits: int
    honba: int
    seat: str | None = None
    sticks: int = 0
    ron: ByRon | None
    tsumo: ByTsumo | None
    counters: dict[str, int]
    notes: list[str]

    def brief(self) -> str:
        """What ron and tsumo pay the dealer and the others."""
        (_, *dealer), (_, *other) = spoken_in("en", _rows, self.ron, self.tsumo)
        ways = zip(("ron", "tsumo"), dealer, other, strict=True)
        told = [f"{by}: dealer {first}, other {second}" for by, first, second in ways if first]
        return "; ".join([*told, self.rules])


def find_points(text: str, rules: MahjongRules, honba: int = 0) -> PointsAnswer:
    """What a hand pays that is worth ``text``. Raises :class:`calc.RecordError` for what no hand is worth."""
    worth = read_worth(text, rules)
    if len(worth.honba) > 1 or (worth.honba and honba not in (0, *worth.honba)):
        raise RecordError("expected one number of honba, found {0} with {1}", show(text), honba, key="honba")
    honba = worth.honba[0] if worth.honba else honba
    by_ron, by_tsumo = (can_win(worth, by, rules) for by in WAYS)
    missing = [by for by, there in (("ron", by_ron), ("tsumo", by_tsumo)) if not there and worth.by is None]
    by_ron, by_tsumo = by_ron and worth.by != "tsumo", by_tsumo and worth.by != "ron"
    for_honba = paid_for_honba(honba, rules)

    def pays(base: int, under: MahjongRules) -> tuple[ByRon | None, ByTsumo | None]:
        dealer, other = (shares_of_one(base, under, is_dealer=is_dealer, honba=honba) for is_dealer in (True, False))
        return (
            ByRon(dealer.discarder, other.discarder) if by_ron else None,
            ByTsumo(DealerTsumo(dealer.each), OtherTsumo(other.dealer, other.each)) if by_tsumo else None,
        )

    def told(base: int, under: MahjongRules) -> str:
        rows = _rows(*pays(base, under))[_SEATS[worth.seat]]
        return "; ".join(f"{who} {', '.join(filter(None, amounts))}" for who, *amounts in rows)

    ron, tsumo = pays(worth.base, rules)
    return PointsAnswer(
        rules=rules.label,
        options=rules.chosen,
        han=worth.han,
        fu=worth.fu,
        level=worth.level,
        limits=worth.limits,
        seat=worth.seat,
        sticks=worth.sticks,
        honba=honba,
        ron=ron,
        tsumo=tsumo,
        counters={"ron": for_honba.discarder, "each": for_honba.each},
        notes=[
            *([worth.counted] if worth.counted else []),
            *(why_not(worth, by, rules) for by in missing),
            *(note.text for note in notes_on_options(worth, rules, told)),
        ],
    )


def points_document(text: str, rules: MahjongRules, honba: int, *, explain: bool = False) -> Document:
    """The answer for people and programs; ``explain`` shows how the figures come about."""
    if (asked := read_points(text, rules)) is not None:
        return paying_document(replace(asked, honba=asked.honba + honba), rules)
    found = find_points(text, rules, honba)
    worth = han_and_fu(found.han, found.fu) if found.han is not None else ""
    level = rules.points.title(found.level, found.limits) if found.level is not None else ""
    who = [word(found.seat)] if found.seat else []
    title = say(", ").join(filter(None, (*who, worth, level, *lying_texts(found.honba, found.sticks))))
    ways = [by for by in WAYS if getattr(found, by) is not None]
    if found.seat:
        title = say("{title}: {paid}", title=title, paid=say("; ").join(_paid(found, by, rules) for by in ways))

    def blocks(page: bool) -> Iterator[Block]:
        yield Title(title, rules.full_label)
        # One seat and one way have been answered.
        if not found.seat or len(ways) > 1 or page:
            rows = [[who, *filter(None, paid)] for who, *paid in _rows(found.ron, found.tsumo)]
            head = ["", *(word(f"{by}_title") for by in ways)]
            yield Table(head, rows[_SEATS[found.seat]], "<" + ">" * len(ways), word("payments"))
        notes = found.notes
        if found.honba:
            by_ron, each = number(found.counters["ron"]), number(found.counters["each"])
            included = say("Honba is included: {ron} by ron, {each} from each by tsumo.", ron=by_ron, each=each)
            notes = [included, *notes]
        yield from texts(notes)
        if page or explain:
            why = _reasons(read_worth(text, rules), rules)
            yield from [More(say("Why?"), [items(why)], explain)] if page else texts(why)

    def csv() -> str:
        ron, tsumo = found.ron, found.tsumo
        row = {
            **{key: getattr(found, key) for key in ("rules", "han", "fu", "level", "limits", "honba")},
            "dealer_ron": ron and ron.dealer,
            "dealer_tsumo": tsumo and tsumo.dealer.each,
            "other_ron": ron and ron.other,
            "other_tsumo_each": tsumo and tsumo.other.each,
            "other_tsumo_dealer": tsumo and tsumo.other.dealer,
        }
        return csv_text([*row], [row])

    return Document(title, blocks, [found], csv)


def _paid(found: PointsAnswer, by: str, rules: MahjongRules) -> str:
    """What the winner that was named gets by ``ron`` or ``tsumo``, in all, and with the riichi sticks."""
    others, share = len(rules.seats) - 1, getattr(getattr(found, by), found.seat or "")
    _, *paid = _rows(found.ron, found.tsumo)[_SEATS[found.seat]][-1]
    if by == "ron":
        total, told = share, say("{amount} from the discarder", amount=paid[0])
    else:
        total = share.each * others if isinstance(share, DealerTsumo) else share.dealer + share.each * (others - 1)
        told = say("{amount} by tsumo, {total} in all", amount=paid[1], total=number(total))
    total += found.sticks * rules.points.stick.points
    return say("{told}, {total} with the sticks", told=told, total=number(total)) if found.sticks else told


def _rows(ron: ByRon | None, tsumo: ByTsumo | None) -> list[list[str]]:
    dealer, other = [word("dealer"), "", ""], [word("other"), "", ""]
    if ron is not None:
        dealer[1], other[1] = number(ron.dealer), number(ron.other)
    if tsumo is not None:
        dealer[2] = each_pays(number(tsumo.dealer.each))
        other[2] = f"{number(tsumo.other.each)}/{number(tsumo.other.dealer)}"
    return [dealer, other]


def _reasons(worth: Worth, rules: MahjongRules) -> Iterator[str]:
    """Base points, and how many times each payer pays them."""
    points = rules.points
    base, shares = points.base, points.shares
    if base is None or shares is None:
        yield say("read off the chart of the rule set")
        return
    counts = worth.han is not None and worth.fu is not None and worth.han < points.first_han
    if counts and worth.han is not None and worth.fu is not None:
        counted = counted_base(worth.han, worth.fu, base)
        factors = joined((worth.fu, base.per_fu, f"{base.per_han}^{worth.han}"), "factors")
        told = f"{factors} = {number(counted)}"
        if counted != worth.base:
            told += say(
                ", rounded up to {base}" if counted < worth.base else ", at most {base}", base=number(worth.base)
            )
        yield say("base points: {told}", told=told)
    else:
        yield say("base points: {base}", base=number(worth.base))
    unit = number(points.round_up_to)
    yield say(
        "ron: the dealer gets {from_discarder} x base points, others {from_discarder2} x",
        from_discarder=shares.dealer_ron.from_discarder,
        from_discarder2=shares.other_ron.from_discarder,
    )
    yield say(
        "tsumo: the dealer gets {from_each} x from each, others {from_each2} x, {from_dealer} x from the dealer",
        from_each=shares.dealer_tsumo.from_each,
        from_each2=shares.other_tsumo.from_each,
        from_dealer=shares.other_tsumo.from_dealer,
    )
    if points.absent_share == "split":
        yield say("the share of the player who is not there is split among the others")
    yield say("each amount is rounded up to {unit}", unit=unit)
