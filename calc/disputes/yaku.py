"""What a question asks of yaku: what they are worth, open and closed."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from calc.disputes.asked import (
    ASKED,
    IDLE,
    WORTH,
    Asked,
    Row,
    Topic,
    asking,
    find_claimed,
    joined,
    rows_named,
    words_of,
)
from calc.disputes.meanings import FILE, Words
from calc.games import Game
from calc.notation.spellings import romanised
from calc.records.meanings import read_words
from calc.records.words import WordSaid, parts_of, sign
from calc.tables import Name, RuleSet
from calc.translation import say

#: The parts of a rule set that have yaku, each with the section of its file.
SECTIONS: Final = {"yaku": "yaku", "draw_yaku": "yaku", "teyaku": "teyaku"}


def find_yaku(text: str, rules: Any, more: Sequence[Words] = ()) -> tuple[list[WordSaid], list[str]]:
    """What a text says of yaku, those that it names as their part of the rule set and their name, and what is not read
    by rows of that or of ``more``.
    """
    names = tuple(
        (f"{part} {name}", _called(one)) for part in SECTIONS for name, one in getattr(rules, part, {}).items()
    )
    return read_words(text, [rows_named(names), Words.of(FILE, "worth"), Words.of(FILE, "words"), *more])


def _called(yaku: Any) -> frozenset[str]:
    return frozenset((yaku.id, yaku.name.en, yaku.name.ja, *yaku.also, *romanised(yaku.id)))


def yaku_of(words: Sequence[WordSaid], rules: Any) -> tuple[str, str] | None:
    """The part of the rule set and the name of the one yaku that words name."""
    found = {one.means for one in words if not one.means.startswith(ASKED)} - IDLE - {"open"}
    part, _, name = next(iter(found), "").partition(" ")
    return (part, name) if len(found) == 1 and name in getattr(rules, part, {}) else None


def ask_yaku(text: str, rules: Any, game: Game) -> Asked | None:
    """What a yaku is worth, as a topic: whether it counts in an open hand, and its han or points."""
    words, lost = find_yaku(text, rules, [asking()])
    is_open = any(one.means == "open" for one in words)

    def told_by(some: Sequence[WordSaid]) -> Asked | None:
        named = yaku_of(some, rules)
        return None if named is None else replace(_topic_of_yaku(*named, is_open, rules, game), words=some)

    # Whether riichi or a ron is possible says nothing of the yaku.
    return (
        told_by(words)
        if not lost and yaku_of(words, rules)
        else find_claimed(text, words, game, told_by, (), [Words.of(FILE, "claims")])
    )


def _topic_of_yaku(part: str, name: str, is_open: bool, rules: Any, game: Game) -> Asked:
    yaku = getattr(rules, part)[name]
    worth, condition = (game.rule_words(rules, (SECTIONS[part], name, key)) or "" for key in ("value", "when"))
    told = say("{name}: {worth}; {condition}", name=yaku.name.text(), worth=worth, condition=condition)
    says = Name(*[told.replace("{", "{{").replace("}", "}}")] * 2)
    at, is_of_han = f"{part}.{name}.value", getattr(yaku.value, "han", None) is not None
    state = "open" if is_open else "closed"
    path = f"{at}.points" if hasattr(yaku.value, "points") else f"{at}.{state}_han"
    # What grows with further cards is worth more than one figure.
    is_fixed = hasattr(yaku.value, "points") and not getattr(yaku.value, "each", 0)
    counts = "allowed=yes" + (" han={han}" if is_of_han or is_fixed else "")
    rulings = [Row(where={f"{part}.{name}": "absent"}, says=says, fits="allowed=no")]
    if is_of_han:
        rulings.append(Row(where={path: "absent"}, says=says, fits="allowed=no"))
    rulings.append(Row(where={f"{part}.{name}": "there"}, says=says, fits=counts))
    # An option may answer for the han by itself.
    figures = {"han": path, **({"option": f"{at}.han.{state}"} if is_of_han else {})}
    topic = Topic(like=yaku.name, told=[], figures=figures, rulings=rulings)
    return Asked(name, topic, (), [Words.of(FILE, "of_yaku"), rows_named((("filler", _called(yaku)),))])


def yaku_in(words: Sequence[WordSaid], rules: RuleSet, game: Game) -> list[Asked]:
    """The yaku that words name, as topics."""
    is_open = any(one.means == "open" for one in words)
    names = dict.fromkeys(one.means for one in words if one.means.partition(" ")[0] in SECTIONS)
    return [_topic_of_yaku(part, name, is_open, rules, game) for part, _, name in (one.partition(" ") for one in names)]


def yaku_asked(text: str, rules: RuleSet, game: Game) -> list[Asked]:
    """The yaku that a text names where it asks what they are worth, and of no situation."""
    words, lost = find_yaku(text, rules, [*words_of(game, "words"), asking()])
    means = {one.means for one in words if not one.means.startswith(ASKED)} - IDLE - {"no"}
    others = {one for one in means if one.partition(" ")[0] not in SECTIONS}
    beside = {"open", *parts_of(game.topics.FILE).get("beside_yaku", "").split()}
    is_asked = others <= beside and (others or any(one.means == WORTH for one in words))
    is_asked = is_asked and not sign("figure").search(" ".join(lost))
    topics = yaku_in(words, rules, game) if is_asked else []
    return [replace(one, unread=joined(text, lost)) for one in topics]
