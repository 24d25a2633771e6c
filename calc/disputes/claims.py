"""What is claimed: in words of people, with the names of those who say it, or as the keys of a record."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from calc.disputes.meanings import FILE, NAMES
from calc.errors import RecordError, did_you_mean
from calc.games import game_for, kind_of
from calc.intake.spelling import record_from
from calc.notation.spellings import narrow, seat_of
from calc.notation.text import parse_json, show
from calc.patterns import regex
from calc.records.claims import fold, meanings
from calc.records.plain import AnyRecord, plain_from
from calc.records.words import NAME, number_said, parts_of, sign
from calc.translation import fixed, msg, say

if TYPE_CHECKING:
    from calc.tables import RuleSet

R = TypeVar("R", bound=Any)

_NAME: Final = r"(?P<who>[^\W\d_][\w.'-]*)"
_NAMED: Final = regex(
    rf"{_NAME}\s*(?:[:：]|[はが](?=\s*(?:[\d０-９]|役なし|[^\s、]{{2,20}}(?:あり|なし)$)))\s*(?P<claim>\S.*)"
)
#: A name right before what a hand pays.
_BEFORE: Final = regex(rf"{_NAME}\s+(?P<claim>\d.*)")
#: A key begins where a word does: a long word without ``=`` is looked at once.
_PAIR: Final = regex(r"(?<![^\s=])(?P<key>[^\s=]+)=(?P<value>\S*)")
#: Characters of one claim in words, and claims on one record.
MOST_CLAIM: Final = 1_000
MOST_CLAIMS: Final = 20
#: Who speaks of oneself has no name.
_SELF: Final = frozenset({"i", "we"})


def read_claim(record: AnyRecord, claim: Mapping[str, Any] | str, rules: "RuleSet") -> AnyRecord:
    """The record with a claim in place of its own and those of its rounds.

    ``rules``: the rule set under which the claim is judged; its levels and yaku may be named. Raises
    :class:`~calc.errors.RecordError` for what is no claim on a record of its kind.
    """
    of, plain = _said(claim, record, rules) if isinstance(claim, str) else (record, dict(claim))
    bare: Any = _without_claims(of)
    read = record_from({**plain_from(bare), "claim": plain}, untold=kind_of(of))
    claimed: AnyRecord = replace(bare, claim=read.claim)
    return claimed


def _said(text: str, record: AnyRecord, rules: "RuleSet") -> tuple[AnyRecord, dict[str, Any]]:
    """A claim in words, which may leave out what the record makes clear, and its record, or the round of a win."""
    game, refused = game_for(type(record)), list[RecordError]()
    strange: list[tuple[AnyRecord, dict[str, Any]]] = []
    forms = say(", ").join(show(form) if " " in form else form for form in game.claim_forms(record))
    for of in (record, *game.around(record)):
        bare = _without_name(text, of, rules)
        others = (bare, plain if (plain := sign("claim_reason").sub("", text)) != text else None)
        for words in (text, *game.fuller_words(text.strip(), of, rules), *(one for one in others if one is not None)):
            try:
                claim = claim_from_text(words, type(of), rules, forms)
                if _is_of(claim, of):
                    return of, claim
                strange.append((of, claim))
            except RecordError as error:
                if error.code == "contradiction" and words is not text:
                    raise
                refused.append(error)
    if strange:
        return strange[0]
    raise refused[0]


def _is_of(claim: Mapping[str, Any], record: Any) -> bool:
    """Whether all of whom a claim says something play: else its first words may be no name."""
    players = getattr(record, "players", None)
    named = {name for said in claim.values() if isinstance(said, Mapping) for name in said}
    return not isinstance(players, Mapping) or named <= {*players}


def _without_claims(record: R) -> R:
    """The record without its claim, and without those of its rounds and wins."""
    parts = {
        key: [_without_claims(part) for part in getattr(record, key)]
        for key in ("rounds", "wins")
        if getattr(record, key, None)
    }
    return replace(record, claim=None, **parts)


def claims_nothing(record: AnyRecord) -> bool:
    """Whether neither a record nor a part of it has a claim."""
    return bool(record == _without_claims(record))


def claim_from_text(text: str, kind: type, rules: "RuleSet | None" = None, forms: str = "") -> dict[str, Any]:
    """Read a claim on a record of the type ``kind`` as plain data.

    ``rules``: the rule set whose levels and yaku may be named; ``forms``: examples of claims. Raises
    :class:`~calc.errors.RecordError` for a text that is no claim.
    """
    said, about = text.strip(), game_for(kind).records[kind]
    if not about.claims:
        raise RecordError(
            "expected a win, a round or a game to judge the claim on, found a {0}", about.name, key="claim"
        )
    if said.startswith("{"):
        claim = parse_json(said)
    elif _PAIR.search(said) and not _PAIR.sub("", said).strip():
        claim = _from_pairs(_PAIR.findall(said))
    else:
        claim = about.read_words(text, rules, forms or fixed(about.claims))
    if not isinstance(claim, dict):
        message = "expected a claim such as {0}, found {1}"
        raise RecordError(message, forms or fixed(about.claims), show(text), key="claim", column=1)
    return claim


def _from_pairs(pairs: list[tuple[str, str]]) -> dict[str, Any]:
    """Read ``key=value`` words, with dotted keys, as in a line of notation."""
    claim: dict[str, Any] = {}
    for key, value in pairs:
        names = key.removeprefix("claim.").split(".", 1)
        place = claim if len(names) == 1 else claim.setdefault(names[0], {})
        if not isinstance(place, dict) or names[-1] in place:
            raise RecordError("expected {0} once, found it twice: {1!r}", names[0], key, key="claim")
        place[names[-1]] = _value(names[0], value)
    return claim


def _value(key: str, text: str) -> Any:
    if key in ("yaku", "has", "lacks"):
        return [name for name in text.split(",") if name]
    if key == "points" and not text.isdigit():
        return text
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError):  # half of a character is no JSON
        return text


# ---- claims of several people


class Claimed(Struct, frozen=True):
    """A claim in words, or as a mapping, and ``text``: how it is called in a verdict."""

    text: str
    claim: str | Mapping[str, Any]


def claims_by_people(claims: Sequence[str | Mapping[str, Any]], record: Any) -> list[Claimed]:
    """The claims, those of several people in one text apart; what the same person says again is there once.

    Raises :class:`~calc.errors.RecordError` for a claim that is too long, and for too many.

    >>> [one.text for one in claims_by_people(["Ben says it is 5200 but Aki says 3900"], None)]
    ['Ben: it is 5200', 'Aki: 3900']
    >>> [one.claim for one in claims_by_people(["Ben: 40 fu, Aki: 30 fu", "no tanyao and 2 han"], None)]
    ['40 fu', '30 fu', 'no tanyao and 2 han']
    """
    told: dict[str, Claimed] = {}
    for claim in claims:
        if isinstance(claim, str) and len(claim) > MOST_CLAIM:
            message = msg(
                "expected a claim of at most {0} characters, found {1}: {2}",
                f"{MOST_CLAIM:,}",
                f"{len(claim):,}",
                show(claim),
            )
            raise RecordError(message, key="claim", column=MOST_CLAIM + 1)
        told |= {one.text: one for one in (_apart(claim, record) if isinstance(claim, str) else [_alone(claim)])}
    if len(told) > MOST_CLAIMS:
        raise RecordError(
            "expected at most {0} claims on a record, found {1}; judge them in parts",
            MOST_CLAIMS,
            len(told),
            key="claim",
        )
    return [_made_full(one, told.values()) for one in told.values()]


def _made_full(one: Claimed, claims: Iterable[Claimed]) -> Claimed:
    """A figure alone as what another claim says of one: behind ``East pays 4000`` a claim ``4100`` is of East too."""
    figure = sign("figure")
    if not isinstance(one.claim, str) or not figure.fullmatch(one.claim.strip()):
        return one
    others = [each for each in claims if isinstance(each.claim, str) and sign("of_payer").search(each.claim)]
    if len(others) != 1 or len(figure.findall(said := str(others[0].claim))) != 1:
        return one
    who, colon, _ = others[0].text.partition(": ")
    said = sign("of_oneself").sub(who, said) if colon else said
    return replace(one, claim=figure.sub(one.claim.strip(), said))


def claims_told(text: str) -> tuple[str, list[str]]:
    """What a text tells without the claims in it, and the claims, each with who makes it where that is said.

    >>> claims_told("Ken says it's 3900: 234m345p456s77m67s ron 8s, but Mia thinks 2000")
    ('234m345p456s77m67s ron 8s', ['3900', '2000'])
    >>> claims_told("is it 3900 or 5200: 234m567m345p66s78s ron 6s")
    ('234m567m345p66s78s ron 6s', ['3900', '5200'])
    """
    found: list[str] = []
    if len(text) > MOST_CLAIM:
        return text, found
    rest = " ".join(text.split()).rstrip(" ?!.。？！")
    for row, pattern in zip(parts_of(FILE)["said"], _said_within(), strict=True):
        if found and row.get("alone"):
            continue
        while said := pattern.search(rest):
            parts = {name: part for name, part in said.groupdict().items() if part}
            kept = parts.pop("keep", "")
            if {"each", "dealer"} <= parts.keys():
                parts = {"claim": f"the others pay {parts['each']} and the dealer pays {parts['dealer']}"}
            if {"who", "sum"} <= parts.keys():
                parts = {"claim": f"{parts['who']} {'gets' if 'gets' in parts else 'pays'} {parts['sum']}"}
            if "by" in parts:
                by = {key.replace("by", "claim"): who for key, who in parts.items() if key.startswith("by")}
                parts = {key: f"{by[key]}: {part}" for key, part in parts.items() if key in by}
            found += (part.replace("・", "/") for part in parts.values())
            around = rest[: said.start()].rstrip(" ,;:、。.?"), kept, rest[said.end() :].lstrip(" ,;:、。.?")
            rest = " ".join(filter(None, map(str.strip, around)))
    found = [*map(_in_digits, found)]
    # ``40 fu or 30``.
    of_one = (one.partition(" ")[2] for one in found if one.endswith((" fu", " han")) and one.count(" ") == 1)
    unit = next(of_one, "")
    return without_speaker(rest), [f"{one} {unit}" if unit and one.isdigit() else one for one in found]


def _in_digits(said: str) -> str:
    """A claim with the number in front of it in digits: ``two han``."""
    number, gap, rest = said.partition(" ")
    with suppress(StopIteration):
        return f"{number_said(number)}{gap}{rest}"
    return said


def people_told(text: str) -> tuple[str, list[str]]:
    """What a text tells, and what people say of it behind that, as one claim; none where nobody says something.

    >>> people_told("open kan, when is the dora turned? Lou says at once, Mia says later. Who is right?")
    ('open kan, when is the dora turned', ['Lou says at once, Mia says later'])
    >>> people_told("Jo says three blue ribbons make 5 points in koi-koi, Al says 3")
    ('three blue ribbons in koi-koi', ['Jo says 5 points, Al says 3'])
    >>> people_told("短冊五枚。太郎は5文、花子は1文だと言う"), people_told("四光は7文だと弟が言う")
    (('短冊五枚', ['太郎 says 5文, 花子 says 1文']), ('四光', ['弟 says 7文']))
    """
    if len(text) <= MOST_CLAIM and (found := sign("worth_said").search(text) or sign("said_mon").search(text)):
        part = {"set": "", "within": "", "who": "", "others": "", **{k: v for k, v in found.groupdict().items() if v}}
        claim = f"{part['who'].split()[-1]} says {part['n']}" if part["who"] else part["n"]
        return part["set"] + part["what"] + part["within"], [", ".join(filter(None, (claim, part["others"])))]
    each = [*sign("says_mon").finditer(text)] if len(text) <= MOST_CLAIM else []
    if each and each[0].start() and each[-1]["says"]:
        claims = [f"{one['who']} says {one['n']}" for one in each]
        return text[: each[0].start()].rstrip("、。 "), [", ".join(claims)]
    said = sign("says").search(text) if len(text) <= MOST_CLAIM else None
    told = text[: said.start("who")].rstrip(" ,;:.?!、。？！") if said else ""
    return (told, [sign("right_asked").sub("", text[said.start("who") :])]) if said and told else (text, [])


def with_speakers(text: str) -> str:
    """A text in which several people are quoted with who says it in words.

    >>> with_speakers("double ron. rob: both are paid. meg: only the nearest")
    'double ron. rob says both are paid. meg says only the nearest'
    >>> with_speakers("中が雀頭。加藤「2翻」 森「全部で4翻」"), with_speakers("tenhou: 3 40")
    ('中が雀頭。加藤 says 2翻,  森 says 全部で4翻, ', 'tenhou: 3 40')
    """

    def told(quote: re.Match[str]) -> str:
        said = {key.rstrip("23"): part for key, part in quote.groupdict().items() if part}
        return f"{said['who']} says {said['said']}, " if "said" in said else f"{said['who']} says "

    quotes = sign("quoted").findall(text) if len(text) <= MOST_CLAIM else []
    return sign("quoted").sub(told, text) if len(quotes) > 1 else text


def without_speaker(text: str) -> str:
    """What somebody is said to say: ``Ken says 4 han 30 fu is mangan``."""
    return next((text[said.end() :].strip() for one in _said_within("speaks") if (said := one.match(text))), text)


@cache
def _said_within(part: str = "said") -> list[re.Pattern[str]]:
    def words_of(name: re.Match[str]) -> str:
        return f"({f'?P{name[0]}' if name[1] == 'claim' else '?:'}{NAMES[name[1]]})"

    starts = r"(?:(?<![^\s,;:、。.?])|(?=は|って|だと|なら|で|を|したら|けど|のに))"
    says = (row["say"] for row in parts_of(FILE)[part])
    return [re.compile(starts + f"(?:{NAME.sub(words_of, say)})", re.IGNORECASE) for say in says]


def by_seat(claimed: Claimed, sits: Mapping[str, str]) -> Claimed:
    """A claim on people, ``i`` for who speaks, as one on the seats where they sit; who has none dealt in.

    >>> by_seat(Claimed("", "me pays 4000"), {"i": "S"}).claim, by_seat(Claimed("", "Dan pays 8000"), {"Dan": ""}).claim
    ('S pays 4000', 'discarder pays 8000')
    >>> by_seat(Claimed("West: he pays 4000", "he pays 4000"), {}).claim
    'W pays 4000'
    """
    if not isinstance(claim := claimed.claim, str):
        return claimed
    who = claimed.text.partition(":")[0]
    if own := sits.get(who) or seat_of(who):
        claim = sign("of_oneself").sub(own, claim)
    for name, seat in sits.items():
        if seat_of(seat) or not seat:
            said = sign("speaker") if name == "i" else re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
            claim = said.sub(seat or "discarder", claim)
    return replace(claimed, claim=claim)


def _alone(claim: str | Mapping[str, Any]) -> Claimed:
    return Claimed(str(claim), claim)


def _apart(text: str, record: Any) -> list[Claimed]:
    said = [*sign("says").finditer(text)]
    of_oneself = len(said) == 1 and said[0]["who"].casefold() in _SELF
    if said and not text[: said[0].start("who")].strip() and not of_oneself:
        ends = [*(one.start("who") for one in said[1:]), len(text)]
        found = [
            (one["who"], sign("before_claim").sub("", text[one.end() : end]))
            for one, end in zip(said, ends, strict=True)
        ]
        players = {*(getattr(record, "players", None) or ())}
        found = [(who, sign("of_oneself").sub(who, claim) if who in players else claim) for who, claim in found]
    else:
        # In games a name and a number are the score of a player.
        parts = [] if hasattr(record, "players") else sign("between_claims").split(text.strip().rstrip("。."))
        named = [_NAMED.fullmatch(part) for part in parts]
        found = [(one["who"], one["claim"]) for one in named if one is not None and seat_of(one["who"]) is None]
        if len(found) < max(len(parts), 1):
            return [_alone(text)]
    return [Claimed(f"{who}: {claim}", _of_another(claim, [one for _, one in found])) for who, claim in found]


def _of_another(claim: str, claims: Sequence[str]) -> str:
    """A claim that only says that what another one denies is so, or the other way round: ``it counts``."""
    again = sign("again").fullmatch(claim.strip(" .!"))
    others = [sign("claim_reason").sub("", one).strip(" .") for one in claims if one != claim] if again else []
    if again is None or len(others) != 1 or re.search(r"\d", others[0]):
        return claim
    bare = sign("denial").sub("", others[0])
    # Who says the same denies nothing.
    return claim if bool(again["no"]) is (bare != others[0]) else f"no {bare}" if again["no"] else bare


def _without_name(text: str, record: Any, rules: Any) -> str | None:
    """A claim without the name before it, ``Ben 5200``; ``None`` where the first word may mean something else: a seat,
    or a misspelt yaku or level.
    """
    said = text.strip()
    found = _NAMED.fullmatch(said) or _BEFORE.fullmatch(narrow(said))
    who = found["who"] if found is not None else ""
    if found is None or hasattr(record, "players") or seat_of(who) or (who.isascii() and not who[0].isupper()):
        return None
    known = {*meanings(getattr(rules, "yaku", {}).values()), "mangan", "dora", "furiten", "ron", "tsumo"}
    is_word = fold(who) in known or did_you_mean(fold(who), known)
    return None if is_word else found["claim"]
