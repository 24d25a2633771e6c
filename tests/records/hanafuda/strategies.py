"""Random hanafuda rounds: well spelled, but of any content, for whether they can be is not the notation's business."""

from typing import Any

from hypothesis import strategies as st

from calc.hanafuda.records.plain import hanafuda_from
from calc.hanafuda.records.types import HanafudaRound
from calc.hanafuda.rules.deck import load_deck
from tests.records.strategies import plain_values

BOUND = 1_000_000_000
#: Names that stand bare in a line, and names that do not.
names = st.sampled_from(
    ["A", "B", "Ann", "あき", "Łukasz", "a-b", "a_b", "7", "Ann B", "O'Neil", 'a"b', "a\\b", "x:y", "a.b", "a=b", "#1",
     "koikoi", "x.yaml", "true", "null", "é", "🎴", "a,b", "[", "{", " a", "-"]
) | st.text(min_size=1, max_size=4).filter(lambda name: bool(name.strip()))  # fmt: skip
#: Texts that are no cards too: what they mean is asked later.
_WORDS = [f"{card.month}{card.letter}" for card in load_deck().cards] + [
    f"#{card.number}" for card in load_deck().cards
]
cards = st.lists(st.sampled_from([*_WORDS, "crane", "松に鶴", "1BRCC"]), max_size=6).map(",".join)
texts = st.sampled_from(["koikoi", "A", "stop", "three words here", 'a "b"', "true", "7", "", "[1]", "a=b", "光"])
ids = st.sampled_from(["teshi", "kuttsuki", "a b", "1", "x.y", "true"])
amounts = st.integers(-BOUND, BOUND)
chips = st.integers(0, BOUND)

#: `A.dealt:` in a line says that nothing is known of A, so no dealt hand is empty.
_HAND = st.fixed_dictionaries({}, optional={"dealt": cards.filter(bool), "returned": cards, "captured": cards})
_CLAIM = st.fixed_dictionaries(
    {},
    optional={
        "scores": st.dictionaries(names, amounts, max_size=3),
        "changes": st.dictionaries(names, amounts, max_size=3),
        "totals": st.dictionaries(names, amounts, max_size=3),
        "winner": names | st.none(),
        "yaku": st.dictionaries(names, st.lists(ids, max_size=3), max_size=2),
    },
)
plain_rounds: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {"players": st.dictionaries(names, _HAND, min_size=1, max_size=4)},
    optional={
        "id": plain_values,
        "rules": st.sampled_from(["koikoi", "taiyaku", "house.yaml", "my rules/x.yaml", "House", "a:b", "C:\\x.yaml"])
        | texts,
        "options": st.dictionaries(st.sampled_from(["families", "a.b", "a b", "x=1"]), plain_values, max_size=2),
        "stopped_by": names,
        "koikoi": st.dictionaries(names, st.integers(0, 10_000), max_size=2),
        "month": st.integers(1, 12),
        "teyaku": st.dictionaries(names, st.lists(ids, max_size=3), max_size=2),
        "wild": st.fixed_dictionaries({"by": names, "captured": cards}),
        "field": cards,
        "dealer": names,
        "drawn": st.dictionaries(names, cards, max_size=2),
        "revealed": st.dictionaries(names, cards, max_size=2),
        "seats": st.lists(names, max_size=4),
        "dropped": st.lists(names, max_size=3),
        "took_over": st.dictionaries(names, names, max_size=2),
        "forced_out": st.dictionaries(names, st.fixed_dictionaries({"dealt": cards}), max_size=2),
        "pot": chips,
        "chips": st.dictionaries(names, chips, max_size=3),
        "claim": _CLAIM,
    },
)
rounds: st.SearchStrategy[HanafudaRound] = plain_rounds.map(hanafuda_from)  # type: ignore[arg-type]
