"""Messages in other languages than English, by the catalogues of gettext.

A message is written in English where it arises, and remembers how it was made: ``msg("expected one winning tile, found
{0!r}", win)``. Where it is shown, the catalogue (``calc/locale/LANG/LC_MESSAGES/calc.mo``) gives its template, and
values that are messages themselves (a hint, a reason) are translated in their turn. Code that refuses therefore knows
nothing of languages, and passes messages on as text.

Texts of results ask for their translation where they arise (:func:`say`). The language that is spoken is set once: by a
command, for a request, by a public function that is given ``lang`` (:func:`speaking`).
"""

import gettext
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final, ParamSpec, Self, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

#: Where the catalogues are, and how their files are called.
LOCALE: Final = Path(__file__).parent / "locale"
DOMAIN: Final = "calc"
LANGUAGES: Final = ("en", "ja")
#: What the texts of :func:`say` have before them in a catalogue, so that no message is taken for one of them.
CONTEXT: Final = "said"
_BEHIND_CONTEXT: Final = "\x04"
_SAID: Final = f"{CONTEXT}{_BEHIND_CONTEXT}"


_spoken: Final = ContextVar("language", default="en")


def language() -> str:
    """The language that is spoken, ``en`` or ``ja``."""
    return _spoken.get()


def speak(lang: str) -> None:
    """Speak this language from now on."""
    _spoken.set(lang)


@cache
def languages() -> tuple[str, ...]:
    """The languages that are spoken: English, and those of the catalogues."""
    return ("en", *sorted(found.name for found in LOCALE.iterdir() if found.is_dir()))


class speaking:  # noqa: N801 (as the context managers of the library)
    """Speak a language within a ``with`` block, for ``None`` the one that is spoken. Do not yield out of the block: the
    caller would speak it too.

    >>> with speaking("ja"):
    ...     language()
    'ja'
    """

    __slots__ = ("_before", "_lang")

    def __init__(self, lang: str | None) -> None:
        self._lang = lang

    def __enter__(self) -> None:
        self._before = _spoken.set(self._lang or _spoken.get())

    def __exit__(self, *error: object) -> None:
        _spoken.reset(self._before)


def language_here(asked: str = "") -> str:
    """The language of the environment: ``ja`` where ``LANG=ja_JP.UTF-8``, else ``en``. Where it tells none, what is
    ``asked`` on a terminal in Japanese is answered in it.
    """
    told = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    is_untold = told.partition(".")[0] in ("", "C", "POSIX") and sys.stdout.isatty()
    if is_untold and any(0x3041 <= ord(one) <= 0x30FA for one in asked):
        return "ja"
    return "ja" if told.lower().partition("_")[0].partition(".")[0] == "ja" else "en"


class Message(str):
    """English text that remembers its ``template`` and its ``values``; :func:`msg` makes one."""

    __slots__ = ("template", "values")

    template: str
    values: tuple[object, ...]

    def __new__(cls, template: str, values: tuple[object, ...]) -> Self:
        made = super().__new__(cls, template.format(*values))
        made.template, made.values = template, values
        return made

    def __reduce__(self) -> tuple[object, ...]:
        return Message, (self.template, self.values)

    def __add__(self, more: str) -> "Message":
        return Message("{0}{1}", (self, more))

    def __radd__(self, before: str) -> "Message":
        return Message("{0}{1}", (before, self))


def msg(template: str, /, *values: object) -> Message:
    """A message with its values, each of which may be a message too.

    >>> msg("expected one winning tile, found {0!r}", "12m")
    "expected one winning tile, found '12m'"
    """
    return Message(template, values) if values else _plain(template)


@cache
def _plain(template: str) -> Message:
    return Message(template, ())


def spoken_in(lang: str, ask: Callable[P, T], /, *asked: P.args, **named: P.kwargs) -> T:
    """What a function answers in a language; an iterator is read to its end in it.

    >>> spoken_in("ja", joined, ["Aki", "Bea"], "others")
    'Aki・Bea'
    """
    with speaking(lang):
        told: Any = ask(*asked, **named)
        return iter([*told]) if isinstance(told, Iterator) else told  # type: ignore[return-value]


def in_each(text: Callable[[], str]) -> dict[str, str]:
    """What a function says in each language."""
    return {lang: spoken_in(lang, text) for lang in LANGUAGES}


class Named(Message):
    """A name of a rule table within messages: the table has it in every language."""

    __slots__ = ("texts",)

    texts: Mapping[str, str]

    def __new__(cls, text: Callable[[], str] | Mapping[str, str]) -> Self:
        """``text``: gives the name in the language that is spoken."""
        texts = in_each(text) if callable(text) else text
        made = super().__new__(cls, "{0}", (texts["en"],))
        made.texts = texts
        return made

    def __reduce__(self) -> tuple[object, ...]:
        return Named, (self.texts,)


def fixed(text: str) -> Message:
    """A text of the catalogue that has no values; braces in it are braces."""
    return text if isinstance(text, Message) else Message(text.replace("{", "{{").replace("}", "}}"), ())


#: What may be between messages in a row.
BETWEEN: Final = ("; ", ", ", " or ", " and ", "")


def one_by_one(messages: Iterable[object], between: str = "; ") -> str:
    """Messages in a row, with one of :data:`BETWEEN` between them; nothing for none."""
    found, *more = [one if isinstance(one, str) else str(one) for one in messages] or [""]
    for one in more:
        found = Message(f"{{0}}{between}{{1}}", (found, one))
    return found


def translated(text: str) -> str:
    """A message in the language that is spoken; English, and what the catalogue does not have, as it is.

    >>> with speaking("ja"):
    ...     translated("the catalogue lacks this sentence")
    'the catalogue lacks this sentence'
    """
    lang = language()
    if lang == "en":
        return str(text)
    known = _messages(lang)
    if isinstance(text, Named):
        return text.texts.get(lang, str(text))
    if not isinstance(text, Message):
        return known.get(text, text) if text else ""
    values = [translated(one) if isinstance(one, Message) else one for one in text.values]
    return (known.get(text.template) or text.template).format(*values).replace("？。", "？")


@cache
def _messages(lang: str) -> Mapping[str, str]:
    """The catalogue of a language; texts that ask for their translation are there behind their contexts."""
    path = LOCALE / lang / "LC_MESSAGES" / f"{DOMAIN}.mo"
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        # The library has no way to ask for all messages.
        return gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined, no-any-return]


def say(text: str, /, **values: object) -> str:
    """A text of a result in the language that is spoken, with its values; English where the catalogue lacks it.

    >>> say("{claimed} is claimed, {actual} is right", claimed="+300", actual="+600")
    '+300 is claimed, +600 is right'
    """
    lang = language()
    told = text if lang == "en" else _messages(lang).get(_SAID + text, text)
    return told.format_map(values) if values else told


@cache
def words_by_key() -> Mapping[str, Mapping[str, str]]:
    """The English words and short texts that :class:`Phrases` have, by name and key."""
    import msgspec  # help needs no words

    return msgspec.json.decode((LOCALE / "words.json").read_bytes(), type=dict[str, dict[str, str]])


class Phrases(Mapping[str, str]):
    """Words and short texts by key, in English, as ``calc/locale/words.json`` has them under a name.

    In a catalogue each has the context ``NAME.KEY``. What the first of several names lacks is looked up in the next.

    >>> words = Phrases("hand", "count")
    >>> words["E.any"], words.text("han")
    ('East', '{count} han')
    """

    def __init__(self, *names: str) -> None:
        self._names = names

    @cached_property
    def _texts(self) -> dict[str, tuple[str, str]]:
        """By key, the name under which it is, and its text."""
        words = words_by_key()
        return {key: (name, text) for name in reversed(self._names) for key, text in words[name].items()}

    def __getitem__(self, key: str) -> str:
        return self._texts[key][1]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def text(self, key: str) -> str:
        """The text of a key in the language that is spoken, in English without one. Raises :class:`KeyError`."""
        lang, (name, text) = language(), self._texts[key]
        return text if lang == "en" else _messages(lang).get(f"{name}.{key}{_BEHIND_CONTEXT}{text}", text)

    def counted(self, key: str, count: int, shown: str = "") -> str:
        """The text of a key for a number of things; for one the text of ``KEY.one``, where there is any.

        >>> counts = Phrases("log.count")
        >>> counts.counted("games", 1), counts.counted("games", 1200, "1,200")
        ('1 game', '1,200 games')
        """
        one = f"{key}.one"
        return self.text(one if count == 1 and one in self else key).format(count=shown or count)


#: What stands between parts, where a language may have other signs for the same sign of English.
_JOINTS: Final = Phrases("joint")


def joined(texts: Iterable[object], joint: str) -> str:
    """Texts or numbers with what stands between them in the language that is spoken.

    >>> joined(["Aki", "Bea"], "others")
    'Aki and Bea'
    """
    return _JOINTS.text(joint).join(map(str, texts))
