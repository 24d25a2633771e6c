"""Other words for the keys and values of riichi records: what people write, turned into the keys of the contract.

Data are read as they are first; only what is refused comes here. What can mean one thing only is turned into it, what
contradicts itself is refused, and everything else stays as it is, for the reader to refuse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from calc.errors import RecordError
from calc.mahjong.records.types import Win
from calc.notation.spellings import fold, round_of, seat_of, way_of
from calc.notation.text import show

#: Other words for each key, in lower case with ``_`` for blanks.
_KEYS: Final[dict[str, tuple[str, ...]]] = {
    "rules": ("rule", "ruleset", "rule_set", "ルール"),
    "hand": ("tiles", "concealed", "concealed_tiles", "tehai", "手牌", "手"),
    "melds": ("meld", "calls", "fuuro", "furo", "naki", "副露", "鳴き"),
    "win": ("winning_tile", "win_tile", "agari", "agarihai", "agari_hai", "和了牌", "あがり牌", "上がり牌"),
    "by": ("way", "won_by", "win_by", "和了"),
    "seat": ("seat_wind", "own_wind", "jikaze", "winner", "自風", "席"),
    "round": ("round_wind", "bakaze", "prevalent_wind", "prevailing_wind", "場風", "局"),
    "from": ("discarder", "loser", "dealt_in", "deal_in", "houju", "hoju", "放銃", "放銃者"),
    "dora": ("dora_indicator", "dora_indicators", "indicator", "indicators", "ドラ表示牌"),
    "ura": ("ura_dora", "uradora", "ura_indicator", "ura_indicators", "ura_dora_indicators", "裏ドラ表示牌"),
    "riichi": ("reach", "立直", "リーチ"),
    "ippatsu": ("一発",),
    "rinshan": ("rinshan_kaihou", "rinshan_kaiho", "嶺上", "嶺上開花"),
    "last_tile": ("last", "最後の牌"),
    "first_turn": ("first_draw",),
    "chankan": ("chan_kan", "robbing_a_kan", "robbing_the_kan", "robbed_kan", "槍槓", "搶槓"),
    "honba": ("counter", "counters", "repeats", "本場"),
    "sticks": ("kyoutaku", "kyotaku", "riichi_sticks", "deposits", "供託"),
    "north": ("norths", "kita", "nuki", "pei", "nukidora", "nuki_dora", "抜きドラ", "北抜き"),
    "discards": ("river", "kawa", "捨て牌", "河"),
    "liable": ("pao", "sekinin_barai", "包", "パオ", "責任払い"),
    "number": ("round_number", "kyoku"),
    "draw": ("ryuukyoku", "ryukyoku", "流局"),
    "chombo": ("chonbo", "チョンボ", "錯和"),
    "waiting": ("tenpai", "聴牌", "テンパイ"),
    "noten": ("not_tenpai", "ノーテン", "不聴"),
    "pool_of_dreams": ("nagashi", "nagashi_mangan", "流し満貫"),
    "players": ("names", "プレイヤー"),
}


class _Fact(NamedTuple):
    """What a word says of a win: the value of a key, and what it needs. ``others``: the word for the other way."""

    key: str
    value: Any
    by: str | None = None
    seat: str | None = None
    other: str = ""


#: Words for circumstances that the keys say in another way.
_FACTS: Final[dict[tuple[str, ...], _Fact]] = {
    ("double_riichi", "double_reach", "daburi", "daburii", "daburu_riichi", "w_riichi", "ダブル立直", "ダブリー"):
        _Fact("riichi", "double"),
    ("haitei", "haitei_raoyue", "海底", "海底摸月"): _Fact("last_tile", True, "tsumo", other="houtei"),
    ("houtei", "hotei", "houtei_raoyui", "河底", "河底撈魚"): _Fact("last_tile", True, "ron", other="haitei"),
    ("tenhou", "tenho", "天和"): _Fact("first_turn", True, "tsumo", "dealer", "chihou or renhou"),
    ("chihou", "chiihou", "chiho", "地和"): _Fact("first_turn", True, "tsumo", "other", "tenhou or renhou"),
    ("renhou", "renho", "人和"): _Fact("first_turn", True, "ron", "other", "tenhou or chihou"),
}  # fmt: skip
_FIELDS: Final = frozenset(Win.__struct_encode_fields__)
_KEY_OF: Final = {word: key for key, words in _KEYS.items() for word in (key, *words)}
_FACT_OF: Final = {word: fact for words, fact in _FACTS.items() for word in words}
_FLAGS: Final = ("ippatsu", "rinshan", "last_tile", "first_turn", "chankan", "riichi")
_COUNTS: Final = ("honba", "sticks", "north", "number")
_YES: Final = frozenset({"yes", "y", "true", "on", "x", "✓", "✔", "○", "はい", "あり", "有"})
_NO: Final = frozenset({"no", "n", "false", "off", "-", "✗", "×", "いいえ", "なし", "無"})
_DOUBLE: Final = frozenset({"double", "daburi", "daburii", "w", "double riichi", "ダブル", "ダブリー", "ダブル立直"})
_CLOSED_KAN: Final = frozenset({"concealed", "closed", "ankan", "暗槓"})
_DRAWS: Final[dict[str, tuple[str, ...]]] = {
    "exhaustive": ("exhaustive draw", "wall", "荒牌", "荒牌平局", "流局"),
    "kyuushu_kyuuhai": ("kyuushu", "nine terminals", "nine orphans", "kyushu kyuhai", "九種九牌", "九種"),
    "suufon_renda": ("four winds", "suufon", "四風連打"),
    "suucha_riichi": ("four riichi", "suucha", "四家立直", "四人立直"),
    "suukaikan": ("four kans", "four quads", "suukan sanra", "四開槓", "四槓散了"),
    "sanchahou": ("triple ron", "three rons", "三家和", "三家和了"),
}
_DRAW_OF: Final = {word: kind for kind, words in _DRAWS.items() for word in (kind.replace("_", " "), *words)}
#: Keys that only rounds have.
_OF_ROUNDS: Final = ("wins", "draw", "chombo", "number", "waiting", "noten", "pool_of_dreams")
_SEATS: Final = ("E", "S", "W", "N")

Names = frozenset[str]


def _plain_key(name: str) -> str:
    return "_".join(fold(name).replace("-", " ").replace("_", " ").split())


def key_of(name: str) -> str:
    """The key that a word means, also the first part of a dotted one; any other word as it is.

    >>> key_of("kita"), key_of("Seat wind"), key_of("pao.seat"), key_of("note")
    ('north', 'seat', 'liable.seat', 'note')
    """
    first, dot, rest = name.partition(".")
    if first in _FIELDS:
        return name
    word = _plain_key(first)
    return (_KEY_OF.get(word) or (word if word in _FIELDS else first)) + dot + rest


def flag_of(word: str) -> str | None:
    """The key of a word that may stand alone in a line, meaning true; ``None`` for other words."""
    fact = _FACT_OF.get(_plain_key(word))
    key = fact.key if fact is not None else _KEY_OF.get(_plain_key(word))
    return key if key in _FLAGS else None


def column_of(word: str) -> str | None:
    """The key of a win that a word means, or the word itself for a circumstance; ``None`` for other words."""
    key = key_of(word)
    if key.partition(".")[0] in Win.__struct_encode_fields__:
        return key
    return _plain_key(word) if _plain_key(word) in _FACT_OF else None


def respell(data: Any) -> Any:
    """Plain data of any riichi record by the keys and values of the contract, as far as words for them are known.

    Raises :class:`~calc.errors.RecordError` for words that contradict each other.
    """
    return _record(data, "", frozenset(), 0) if isinstance(data, Mapping) else data


def _record(data: Mapping[str, Any], at: str, names: Names, players: int) -> dict[str, Any]:
    """A win, a round or a game. ``names``, ``players``: who plays, and how many, where the game around it tells."""
    found = _keyed(data, at)
    if isinstance(people := found.get("players"), str):
        found["players"] = people = people.replace(",", " ").replace("、", " ").split()
    if isinstance(people, list):
        names, players = frozenset(one for one in people if isinstance(one, str)), len(people)
    _read_facts(found, at)
    for key, read in _VALUES.items():
        if key in found:
            found[key] = read(found[key], names)
    if isinstance(found.get("round"), str):
        _read_round(found, at)
    if "hand" not in found and not found.keys().isdisjoint(_OF_ROUNDS):
        _read_parts(found, at, names, players)
    for key in ("wins", "rounds"):
        if isinstance(found.get(key), list):
            found[key] = [
                _record(one, f"{at}{key}[{place}].", names, players) if isinstance(one, Mapping) else one
                for place, one in enumerate(found[key])
            ]
    return found


def _read_parts(found: dict[str, Any], at: str, names: Names, players: int) -> None:
    """The draw, the seats and the wins of a round."""
    _read_draw(found, at, names, players)
    for key in ("riichi", "chombo"):
        if isinstance(found.get(key), str | list):
            found[key] = _seats(found[key], names)
    if isinstance(found.get("wins"), Mapping):
        found["wins"] = [found["wins"]]


def _keyed(data: Mapping[str, Any], at: str) -> dict[str, Any]:
    """The data by the keys of the contract. Two words for one key are refused."""
    found: dict[str, Any] = {}
    words: dict[str, str] = {}
    for name, value in data.items():
        key = key_of(name) if isinstance(name, str) else name
        whole, dot, inner = key.partition(".") if isinstance(key, str) else (key, "", "")
        if dot and name not in found and whole != str(name).partition(".")[0]:
            part = found.setdefault(whole, {})
            if isinstance(part, dict):
                part[inner] = value
                continue
        if key in found:
            raise RecordError(
                f"{words[key]} and {name} are both {key}; leave one of them out",
                code="contradiction",
                key=f"{at}{name}",
            )
        found[key], words[key] = value, str(name)
    return found


def _read_facts(found: dict[str, Any], at: str) -> None:
    """Put keys in place of the names of circumstances; refuse those that the way to win or the seat excludes."""
    for name in [name for name in found if isinstance(name, str) and _plain_key(name) in _FACT_OF]:
        fact = _FACT_OF[_plain_key(name)]
        said = found.pop(name)
        value = _flag(said, fact.key)
        if value is False or value is None:
            continue
        if value is not True:
            raise RecordError(f"{at}{name}: expected true or false, found {show(said)}", key=f"{at}{name}")
        if found.get(fact.key) not in (None, True, fact.value):
            raise RecordError(
                f"{at}{name} is {fact.key} {fact.value}, found {fact.key} {found[fact.key]!r} too; leave one out",
                code="contradiction",
                key=f"{at}{name}",
            )
        found[fact.key] = fact.value
        _check_fact(found, fact, name, at)


def _check_fact(found: dict[str, Any], fact: _Fact, name: str, at: str) -> None:
    way = way_of(found["by"]) if isinstance(found.get("by"), str) else None
    if fact.by is not None and way not in (None, fact.by):
        raise RecordError(
            f"{name} is a win by {fact.by}, found {way}; write {fact.other} if that is meant, or by {fact.by}",
            code="contradiction",
            key=f"{at}{name}",
        )
    if fact.by is not None:
        found.setdefault("by", fact.by)
    seat = seat_of(found["seat"]) if isinstance(found.get("seat"), str) else None
    if fact.seat == "dealer":
        found.setdefault("seat", "E")
    if seat is not None and fact.seat is not None and (seat == "E") != (fact.seat == "dealer"):
        who = "the dealer's" if fact.seat == "dealer" else "never the dealer's"
        raise RecordError(
            f"{name} is {who}, found seat {seat}; write {fact.other} if that is meant, or correct the seat",
            code="contradiction",
            key=f"{at}{name}",
        )


# ---- values


def _flag(value: Any, key: str) -> Any:
    """A flag in words."""
    if not isinstance(value, str):
        return value
    word = fold(value)
    if key == "riichi" and word in _DOUBLE:
        return "double"
    if key == "chankan" and word in _CLOSED_KAN:
        return "concealed"
    return True if word in _YES else False if word in _NO else value


def _seat(value: Any, names: Names) -> Any:
    return seat_of(value) or value if isinstance(value, str) and value not in names else value


def _seats(value: Any, names: Names) -> Any:
    """Seats as a list, of one or of several as text too."""
    if isinstance(value, str):
        if value in names or seat_of(value):
            value = [value]
        elif value and set(value) <= {*_SEATS}:
            value = list(value)
        else:
            value = value.replace(",", " ").replace("、", " ").split()
        if [fold(one) for one in value] in (["none"], ["nobody"], ["なし"]) and not names & {*value}:
            return []
    return [_seat(one, names) for one in value] if isinstance(value, list) else value


def _by_seat(value: Any, names: Names) -> Any:
    return {_seat(name, names): one for name, one in value.items()} if isinstance(value, Mapping) else value


def _way(value: Any, _names: Names) -> Any:
    return way_of(value) or value if isinstance(value, str) else value


def _tiles(value: Any, _names: Names) -> Any:
    """Tiles in one text; a list of texts is joined, and the ``+`` of a winning tile is left out."""
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return " ".join(value)
    return value


def _win(value: Any, _names: Names) -> Any:
    return value.removeprefix("+") if isinstance(value, str) else value


def _count(value: Any, _names: Names) -> Any:
    """A number as text, perhaps with its counter: ``2``, ``2本場``."""
    if not isinstance(value, str):
        return value
    digits = fold(value).removesuffix("本場").removesuffix("本").removesuffix("枚").strip()
    return int(digits) if digits.isdecimal() and digits.isascii() and len(digits) <= 5 else value


def _liable(value: Any, names: Names) -> Any:
    """Responsibilities: ``W:daisangen``, ``{W: daisangen}``, or a list of such."""
    if isinstance(value, list):
        return [_liable(one, names) for one in value]
    if isinstance(value, str) and value.count(":") == 1:
        seat, _, limit = value.partition(":")
        return {"seat": _seat(seat.strip(), names), "for": limit.strip()}
    if isinstance(value, Mapping) and len(value) == 1:
        ((seat, limit),) = value.items()
        if isinstance(seat, str) and (seat in names or seat_of(seat)):
            return {"seat": _seat(seat, names), "for": limit}
    if isinstance(value, Mapping) and "seat" in value:
        return {**value, "seat": _seat(value["seat"], names)}
    return value


_VALUES: Final[dict[str, Callable[[Any, Names], Any]]] = {
    "by": _way,
    "seat": _seat,
    "from": _seat,
    "hand": _tiles,
    "win": _win,
    "dora": _tiles,
    "ura": _tiles,
    "liable": _liable,
    **dict.fromkeys(_COUNTS, _count),
    **{key: lambda value, _names, key=key: _flag(value, key) for key in _FLAGS},  # type: ignore[misc]
}


# ---- rounds


def _read_round(found: dict[str, Any], at: str) -> None:
    """The wind of a round, and of a round that is written whole (``E1``, ``東1局1本場``) its number and honba.

    A win has no number of its own: there only the wind is taken.
    """
    told = round_of(found["round"])
    if told is None:
        return
    is_win = "hand" in found or "by" in found
    said = {"number": None if is_win else told.number, "honba": told.honba}
    for key, value in said.items():
        if value is None:
            continue
        known = found.setdefault(key, value)
        if known != value:
            raise RecordError(
                f"round {found['round']!r} says {key} {value}, found {key} {known!r} beside it; leave one out",
                code="contradiction",
                key=f"{at}{key}",
            )
    found["round"] = told.wind


def _read_draw(found: dict[str, Any], at: str, names: Names, players: int) -> None:
    """A draw by its name, or by who is in tenpai, also where that is said of the round itself."""
    own = {key: found.pop(key) for key in ("waiting", "noten", "pool_of_dreams") if key in found}
    draw = found.get("draw", {} if own else None)
    if isinstance(draw, str):
        draw = {"kind": draw}
    if not isinstance(draw, Mapping):
        return
    draw = {**_keyed(draw, f"{at}draw."), **own}
    if isinstance(draw.get("kind"), str):
        draw["kind"] = _DRAW_OF.get(fold(draw["kind"]).replace("_", " "), draw["kind"])
    for key in ("waiting", "noten", "pool_of_dreams"):
        if key in draw:
            draw[key] = _seats(draw[key], names)
    for key in ("hands", "north", "discards"):
        if key in draw:
            draw[key] = _by_seat(draw[key], names)
    if "noten" in draw:
        _read_noten(draw, at, names, players, str(found.get("rules") or ""))
    if "waiting" in draw:
        draw.setdefault("kind", "exhaustive")
    found["draw"] = draw


def _read_noten(draw: dict[str, Any], at: str, names: Names, players: int, rules: str) -> None:
    """Who is in tenpai, from who is not: everybody else at the table."""
    noten = draw.pop("noten")
    if not isinstance(noten, list):
        draw["noten"] = noten
        return
    of_names = bool(names) and all(one in names for one in noten)
    everybody: Iterable[str] = sorted(names) if of_names else _SEATS[: players or (3 if "sanma" in rules else 4)]
    others = [one for one in everybody if one not in noten]
    if "waiting" in draw and {*draw["waiting"]} != {*others}:
        raise RecordError(
            f"expected each player under waiting or under noten, found waiting {draw['waiting']} and noten {noten}; "
            "leave one of them out",
            code="contradiction",
            key=f"{at}draw.noten",
        )
    draw.setdefault("waiting", others)
