"""Messages in other languages than English, by the catalogues of gettext.

Messages are written in English where they arise, most with values in them: ``expected one winning tile, found '12m'``.
A catalogue (``calc/locale/LANG/LC_MESSAGES/calc.mo``) has their templates: ``expected one winning tile, found
{win!r}``. Only where a message is shown, the template that it was made from is found again, and so are those of the
parts that were put into it (a hint, a reason). Code that refuses therefore knows nothing of languages, and a message
can be passed on as plain text. Of several templates that fit, the one counts that leaves least of the text in
English; a message of which the catalogue explains too little stays English as a whole.

Among 1,500 templates that takes some milliseconds for a message, and none for the next that reads the same.

Texts of results know their language where they arise, and ask for their translation themselves (:func:`say`).
"""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from calc.patterns import regex

#: Where the catalogues are, and how their files are called.
LOCALE: Final = Path(__file__).parent / "locale"
DOMAIN: Final = "calc"
#: What the texts of :func:`say` have before them in a catalogue, so that no message is taken for one of them.
CONTEXT: Final = "said"
_BEHIND_CONTEXT: Final = "\x04"
_SAID: Final = f"{CONTEXT}{_BEHIND_CONTEXT}"
#: Longer texts are no messages.
_LONGEST: Final = 4_000
_FIELD: Final = regex(r"\{([a-z_0-9]+)(!r)?\}")
#: A value; one that may be a message itself, after a colon, first or last.
_VALUE: Final = r"(?:\[[^\[\]]*\]|'(?:[^'\\]|\\.)*'|(?:(?![:;] ).)*?)"
#: Any text; brackets that close again are taken as a whole.
_ANYTHING: Final = r"(?:\((?:[^()]*)\)|[^(]|\((?![^()]*\)))*?"
#: What stands between two sentences.
_BETWEEN: Final = "; "
_COMMA: Final = ", "
#: Where a second sentence begins, or the place of the first one.
_SECOND: Final = regex(r"; | \((?:found|in|column) ")
#: The most sentences of a message that are told apart in every way.
_MOST_PARTS: Final = 6
_OPENS: Final = regex(r"[:;(] ?$")
#: A value right behind another one: a hint, or nothing. One right behind a word may be the end of a plural, too.
_BEHIND: Final = (
    r"(?:(?:[;:.] | \((?![\dA-Z]+\))|, (?=\d)| ?- |"
    r",? (?:a second|and|as|by|found|for|from|of|or|to|tsumo|which|with)\b).*?)??"
)
_ENDING: Final = r"(?:e?s(?![a-z]))?" + _BEHIND
#: Values that are one number or word.
_COUNTED: Final = ("count", "melds", "melds_needed")
#: Values that are sentences, perhaps several.
_SENTENCES: Final = frozenset({"message", "error", "reason"})
_OR: Final = regex(r"\b(?:and|or)\b")
#: A value as ``repr`` writes it.
_QUOTED: Final = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\{.*?\}|\[.*?\]|[^\s'";]+"""
#: Words that only a sentence has: no list of keys, no name.
_WORD: Final = regex(
    r"\b(?:a|add|an|and|are|be|cannot|expected|found|had|has|have|here|leave|not|only|or|remove|than|the|them|there|they|this|was|were|"
    r"which|write)\b(?![=:.])"
)
#: What may be a word of English: no key before its value, no id.
_MAYBE: Final = regex(r"(?<![\w./@-])[a-z]{2,}(?![\w=@/-]|[:.]\w)")
_VALUES: Final = regex(r"""(?<!\w)(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|`[^`]*`|(?<![^\s'"`])\S+[=/]\S*""")
#: A message is translated if at most this part of it stays English.
_LEFT: Final = 0.6


class Template(NamedTuple):
    """A msgid as a pattern.

    ``longest``: the longest piece between two values. ``letters``: how much is no value, 0 where there is no word.
    ``quoted``: values in quotes, which stay as they are.
    """

    pattern: re.Pattern[str]
    longest: str
    letters: int
    meaning: str
    quoted: frozenset[str]


class Found(NamedTuple):
    """A translation: how many words that may be English it leaves, and how many that only sentences have; how many
    letters are explained, and how many at once, also in one of its values (``most``); how many values are two
    sentences, and how many quotes and brackets are torn.
    """

    left: int
    prose: int
    letters: int
    text: str
    at_once: int = 0
    joined: int = 0
    torn: int = 0
    most: int = 0


@cache
def _messages(lang: str) -> Mapping[str, str]:
    """The catalogue of a language; texts that ask for their translation are there behind their contexts."""
    path = LOCALE / lang / "LC_MESSAGES" / f"{DOMAIN}.mo"
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        # The library has no way to ask for all messages.
        return gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined, no-any-return]


@cache
def _templates(lang: str) -> list[Template]:
    messages = _messages(lang).items()
    pairs = [(text, meaning) for text, meaning in messages if text and meaning and _BEHIND_CONTEXT not in text]
    # What is put behind a sentence may become a sentence of its own there.
    pairs += [(text[2:], meaning[1:]) for text, meaning in pairs if text.startswith(_BETWEEN) and meaning[:1] == "。"]
    return [_compile(text, meaning) for text, meaning in pairs if text]


def say(lang: str, text: str, /, **values: object) -> str:
    """A text of a result in ``lang``, with its values; English where the catalogue lacks it.

    >>> say("en", "{claimed} is claimed, {actual} is right", claimed="+300", actual="+600")
    '+300 is claimed, +600 is right'
    """
    told = text if lang == "en" else _messages(lang).get(_SAID + text, text)
    return told.format_map(values) if values else told


@cache
def _words() -> Mapping[str, Mapping[str, str]]:
    import msgspec  # help needs no words

    return msgspec.json.decode((LOCALE / "words.json").read_bytes(), type=dict[str, dict[str, str]])


class Phrases(Mapping[str, str]):
    """Words and short texts by key, in English; in a catalogue each has the context ``NAME.KEY``.

    Without ``texts`` they stand under their name in ``calc/locale/words.json``, which is read when first asked.
    ``also``: other words that are here too, under their own name.

    >>> words = Phrases("report", {"honba": "counter"})
    >>> words["honba"], words.text("honba", "en")
    ('counter', 'counter')
    >>> [*words], len(words)
    (['honba'], 1)
    """

    def __init__(self, name: str, texts: Mapping[str, str] | None = None, *, also: Phrases | None = None) -> None:
        self.name, self._given, self._also = name, texts, also

    @property
    def _texts(self) -> Mapping[str, str]:
        return _words()[self.name] if self._given is None else self._given

    def __getitem__(self, key: str) -> str:
        return self._also[key] if self._also is not None and key not in self._texts else self._texts[key]

    def __iter__(self) -> Iterator[str]:
        return iter({**(self._also or {}), **self._texts})

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def text(self, key: str, lang: str) -> str:
        """The text of a key in ``lang``; English where the catalogue lacks it. Raises :class:`KeyError`."""
        if self._also is not None and key not in self._texts:
            return self._also.text(key, lang)
        text = self._texts[key]
        return text if lang == "en" else _messages(lang).get(f"{self.name}.{key}{_BEHIND_CONTEXT}{text}", text)

    def counted(self, key: str, count: int, lang: str, shown: str = "") -> str:
        """The text of a key for a number of things; for one the text of ``KEY.one``, where there is any.

        >>> counts = Phrases("report", {"games": "{count} games", "games.one": "{count} game"})
        >>> counts.counted("games", 1, "en"), counts.counted("games", 1200, "en", "1,200")
        ('1 game', '1,200 games')
        """
        one = f"{key}.one"
        text = self.text(one if count == 1 and one in self._texts else key, lang)
        return text.format(count=shown or count)


#: What stands between parts, where a language may have other signs for the same sign of English.
_JOINTS: Final = Phrases(
    "joint",
    {
        "clauses": "; ",
        "reasons": "; ",
        "groups": "; ",
        "others": " and ",
        "keys": " and ",
        "cards": " and ",
        "conditions": ", and ",
        "ways": " or ",
        "factors": " x ",
        "listed": ", ",
    },
)


def joined(texts: Iterable[object], joint: str, lang: str) -> str:
    """Texts or numbers with what stands between them in ``lang``.

    >>> joined(["Aki", "Bea"], "others", "en")
    'Aki and Bea'
    """
    return _JOINTS.text(joint, lang).join(map(str, texts))


def _compile(text: str, meaning: str) -> Template:
    pieces, pattern, at, seen, quoted = [], "", 0, set(), set()
    for field in _FIELD.finditer(text):
        pieces.append(_plain(text[at : field.start()]))
        name = field[1]
        is_open = field.start() == 0 or field.end() == len(text) or _OPENS.search(pieces[-1])
        ends_word = pieces[-1][-1:].islower()
        behind = _BEHIND if at == field.start() > 0 else _ENDING if ends_word else ""
        anything = r"\S+" if name in _COUNTED else behind or (_ANYTHING if is_open else _VALUE)
        group = f"(?P={name})" if name in seen else f"(?P<{name}>{_QUOTED if field[2] else anything})"
        pattern += re.escape(pieces[-1]) + group
        seen.add(name)
        if pieces[-1][-1:] in tuple("'`\""):
            quoted.add(name)
        at = field.end()
    pieces.append(_plain(text[at:]))
    return Template(
        regex(pattern + re.escape(pieces[-1]), re.DOTALL),
        max(pieces, key=len),
        sum(map(len, pieces)) if re.search(r"[^\W\d_]", "".join(pieces)) else 0,
        meaning.replace("!r}", "}"),
        frozenset(quoted),
    )


def _plain(text: str) -> str:
    return text.replace("{{", "{").replace("}}", "}")


def translated(text: str, lang: str) -> str:
    """A message in ``lang``; English, and what the catalogue does not explain, as it is.

    >>> translated("the catalogue lacks this sentence", "ja")
    'the catalogue lacks this sentence'
    """
    if lang == "en" or len(text) > _LONGEST:
        return text
    found = _find(text, lang)
    return found.text.replace("？。", "？") if found.prose <= _LEFT * _prose(text) else text


@lru_cache(maxsize=4096)
def _find(text: str, lang: str) -> Found:
    """The translation that leaves the least of a text in English, and takes the fewest values for two sentences."""
    best = Found(_english(text), _prose(text), 0, text)
    for template, parts in _readings(text, lang):
        values = {
            name: Found(0, 0, 0, value) if name in template.quoted else _find(value, lang)
            for name, value in parts.items()
        }
        found = Found(
            left=sum(value.left for value in values.values()),
            prose=sum(value.prose for value in values.values()),
            letters=template.letters + sum(value.letters for value in values.values()),
            text=template.meaning.format_map({name: value.text for name, value in values.items()}),
            at_once=template.letters,
            joined=_joined(template, parts),
            torn=sum(map(_torn, parts.values())),
            most=max([template.letters, *(value.most for value in values.values())]),
        )
        best = min(best, found, key=_rank)
    return best


def _joined(template: Template, parts: Mapping[str, str]) -> int:
    """How many values are two sentences; whether a sentence is cut at a comma within a list."""
    if template.letters:
        names = parts.keys() - template.quoted - _SENTENCES
        return sum(_SECOND.search(parts[name], 1) is not None for name in names)
    first, *others = parts.values()
    are_words = not any(_prose(_OR.sub("", other)) for other in others)
    return 2 * (template.longest == _COMMA and _prose(first) > 0 and are_words)


def _torn(value: str) -> int:
    """How many quotes and brackets of a value are not closed in it."""
    pairs = sum(abs(value.count(opened) - value.count(closed)) for opened, closed in ("{}", "[]", "()"))
    return pairs + value.count("'") % 2 + value.count('"') % 2


def _rank(found: Found) -> tuple[int, ...]:
    return found.left, found.torn, -found.letters, found.joined, -found.most, -found.at_once


def _readings(text: str, lang: str) -> Iterator[tuple[Template, dict[str, str]]]:
    """The templates that fit a text, with their values; what parts two sentences may do so at any place."""
    for template in _templates(lang):
        if template.longest not in text:
            continue
        match = template.pattern.fullmatch(text)
        if match is None:
            continue
        yield template, match.groupdict()
        if template.longest == _BETWEEN and not template.letters:
            parts = text.split(_BETWEEN)
            for place in range(2, min(len(parts), _MOST_PARTS)):
                both = _BETWEEN.join(parts[:place]), _BETWEEN.join(parts[place:])
                yield template, dict(zip(match.groupdict(), both, strict=True))


def _prose(text: str) -> int:
    """How many words of a text are those of a sentence."""
    return len(_WORD.findall(_VALUES.sub("", text)))


def _english(text: str) -> int:
    """How many words of a text may be English."""
    return len(_MAYBE.findall(_VALUES.sub("", text)))


def is_sentence(text: str) -> bool:
    """Whether a text has words of a sentence."""
    return _prose(text) > 0


# ---- the language of messages

#: The language of messages; English until a command is given another.
_spoken: Final = ["en"]


def speak(lang: str) -> None:
    """Print messages in this language from now on."""
    _spoken[:] = [lang]


def language() -> str:
    """The language of messages."""
    return _spoken[-1]


def language_here() -> str:
    """The language of the environment: ``ja`` where ``LANG=ja_JP.UTF-8``, else ``en``."""
    told = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return "ja" if told.lower().partition("_")[0].partition(".")[0] == "ja" else "en"
