"""The rule sets that a text names before, behind or within what it asks, and the rest of the text."""

from typing import Final

from calc.patterns import regex
from calc.tables.shelf import part_set, set_named, sets_glued

#: Words before the name of a rule set, or between two.
_JOINS: Final = frozenset(
    ["and", "or", "vs", "versus", "between", "at", "by", "in", "on", "under", "with", "for", "to", "the", "と"]
) | {"compare", "from", "than"}
_AT: Final = ("at", "by", "in", "on", "under", "with")
_BETWEEN: Final = (["vs"], ["vs."], ["versus"])
#: What asks of a rule set that is named behind it.
_ASKS: Final = frozenset(["do", "does", "did", "is", "can", "has", "will"])
#: What asks how several differ.
_DIFFER: Final = regex(
    r"(?:では|で|、)?(?:点数)?(?:は)?(?:どう|何が|どこ(?:が|で)?|どれ(?:だけ|で|が)?)?(?:違|ちが|ある|同じ|採用|いくら|何点|何符|何翻)[^\d]{0,12}$"
)


def sets_before(text: str) -> tuple[list[str], str]:
    """The rule sets that a text begins with, by their names, and the rest of it. ``riichi`` behind another one is what
    was declared.

    >>> sets_before("Tenhou, mahjong soul and WRC: 3 40"), sets_before("tenhou riichi 234m")
    ((['tenhou', 'mahjong-soul', 'wrc'], '3 40'), (['tenhou'], 'riichi 234m'))
    """
    words, found = part_set(text).split(), list[str]()
    while words:
        said = {count: " ".join(words[:count]).rstrip(",.;、。:：") for count in (3, 2, 1)}
        # ``tenhou East`` is a seat or a round behind it.
        known = (one for one, text in said.items() if set_named(text) and not text.casefold().endswith(" east"))
        count = next(known, 0)
        name = set_named(said[count]) if count else None
        if name is None or name in found or (found and name == "riichi"):
            break
        found.append(name)
        rest = words[count + (words[count : count + 1] in (["and"], ["vs"], ["と"])) :]
        words = part_set(" ".join(rest)).split()
    return found, " ".join(words)


def set_told(text: str) -> tuple[str | None, str]:
    """The rule set that a text names in front or behind, and the rest of it. ``riichi`` in front of another one is what
    was declared.

    >>> set_told("wrc 3 40"), set_told("riichi pinfu in wrc"), set_told("riichi 3 40"), set_told("on wrc 3 40")
    (('wrc', '3 40'), ('wrc', 'riichi pinfu'), ('riichi', '3 40'), ('wrc', '3 40'))
    """
    found, rest = sets_before(text)
    joined, _, others = text.partition(" ")
    if joined.casefold() in _AT and sets_before(others)[0][:1] not in ([], ["riichi"]):
        found, rest = sets_before(others)
    behind, before = set_behind(text)
    if behind is not None and found[:1] in ([], ["riichi"]):
        return behind, before
    within, around = sets_glued(text)
    if not found and len(within) == 1:
        return within[0], around
    return (found[0], rest) if found and rest else (None, text)


def sets_within(text: str) -> tuple[list[str], str]:
    """The rule sets that a text names first, or behind words that join them, and the rest of it.

    >>> sets_within("is 4 han 30 fu a mangan at Tenhou or at M-League?")
    (['tenhou', 'm-league'], 'is 4 han 30 fu a mangan')
    >>> sets_within("親の4翻30符 天鳳とMリーグ")
    (['tenhou', 'm-league'], '親の4翻30符')
    >>> sets_within("does M-League pay nagashi mangan, and Tenhou?")
    (['m-league', 'tenhou'], 'pay nagashi mangan')
    >>> sets_within("triple ron tenhou vs mahjong soul, whats different")
    (['tenhou', 'mahjong-soul'], 'triple ron whats different')
    >>> sets_within("is kuitan allowed in jpml, ema and tenhou")
    (['jpml', 'ema', 'tenhou'], 'is kuitan allowed')
    """
    text = _DIFFER.sub("", text)
    # ``ダブロンは天鳳とMリーグ``: what is asked about stands before the names.
    about, _, names = text.rpartition("は")
    told = [set_named(one.strip()) for one in names.split("と")]
    if about and len(told) > 1 and all(told):
        return [*dict.fromkeys(map(str, told))], about
    found, rest, words = list[str](), list[str](), part_set(text).split()
    # Several names at the end need no words that join them.
    ends, last = list[str](), len(words)
    while last > 1 and all(map(set_named, parts := words[last - 1].rstrip("?？。").split("と"))):
        ends, last = [*parts, *ends], last - 1
    if len(ends) > 1:
        return [*dict.fromkeys(str(set_named(one)) for one in ends)], " ".join(words[:last])
    within, around = sets_glued(text)
    if len(within) > 1:
        return within, around
    place, is_listed = 0, False
    while place < len(words):
        before = rest[-1].casefold() if rest else ""
        is_joined = is_listed or before in _JOINS or before.endswith((",", "、", ":", "：")) or before in ("", *_ASKS)
        said = {count: " ".join(words[place : place + count]).rstrip(",.:;?!：、。") for count in (3, 2, 1)}
        # ``triple ron tenhou vs wrc``: what joins two may stand behind the first.
        joins = [count for count in said if is_joined or words[place + count : place + count + 1] in _BETWEEN]
        count = next((count for count in joins if set_named(said[count])), 0)
        name = set_named(said[count]) if count else None
        if name is None or (name == "riichi" and (found or before in (*_ASKS, "the", "from"))):
            rest.append(words[place])
            place, is_listed = place + 1, False
            continue
        is_listed = words[place : place + count][-1].endswith((",", "、"))
        found += [name] if name not in found else []
        while rest and rest[-1].casefold() in _JOINS | _ASKS:
            rest.pop()
        place += count
        # A name right behind the first one is joined too.
        rest += [","] if place < len(words) and not rest else []
        if words[place : place + 1] and words[place].casefold() in _JOINS:
            rest.append(words[place])
            place += 1
    return found, " ".join(rest).strip(" ,").rstrip("?")


def set_behind(text: str) -> tuple[str | None, str]:
    """The rule set that a text ends with, by its name, and what is before it.

    >>> set_behind("Aki 41200, Bea 58800 under m-league rules"), set_behind("Aki 41200")
    (('m-league', 'Aki 41200, Bea 58800'), (None, 'Aki 41200'))
    """
    words = [one.rstrip(",.;?!、。") for one in text.split()]
    words = words[: -1 if words and words[-1].casefold() in ("rules", "ルール") else None]
    count = next((count for count in (3, 2, 1) if len(words) > count and set_named(" ".join(words[-count:]))), 0)
    if not count:
        return None, text
    name, before = set_named(" ".join(words[-count:])), text.split()[: len(words) - count]
    is_joined = before[-1].casefold() in _AT
    return name, " ".join(before[: -1 if is_joined else None])
