"""What every rule set of every game has: names, a version, sources, options."""

import json
from functools import cached_property
from typing import Annotated, Any, ClassVar, get_args

from msgspec import Meta, Struct

from calc.translation import language, msg, one_by_one

#: How ids of yaku and names of options are spelled.
ENTRY_ID = "[a-z][a-z0-9_]*"


def spelled_as(definition: str) -> Meta:
    """Says how a value that a hook reads is spelled in a file: by a definition of the schema of rule files."""
    return Meta(extra_json_schema={"$ref": f"#/definitions/{definition}"})


def keys_spelled(pattern: str) -> Meta:
    """Says of a mapping how its keys are spelled."""
    return Meta(extra_json_schema={"propertyNames": {"pattern": f"^({pattern})$"}})


def keys_among(names: Any) -> Meta:
    """Says of a mapping that its keys are among those of a literal type, which its schema would not tell."""
    return Meta(extra_json_schema={"propertyNames": {"enum": list(get_args(names))}})


#: A year, a month or a day: ``2025-05-26``.
Date = Annotated[str, Meta(pattern=r"^\d{4}(-\d\d){0,2}$")]
Address = Annotated[str, Meta(pattern="^https?://")]


class Source(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A publication that values of a rule set come from. A text in its place is its title.

    ``title``, ``publisher``, ``edition``, ``date``, ``url``: as it tells them. ``ja``: what the title is in Japanese,
    where it is in another language.
    """

    #: The key that a text in place of the whole stands for.
    FROM_TEXT: ClassVar = "title"

    title: str
    ja: str | None = None
    publisher: str | None = None
    edition: str | int | None = None
    date: Date | int | None = None
    url: Address | None = None

    @property
    def called(self) -> str:
        """Its title in the language that is spoken."""
        return self.ja if self.ja is not None and language() == "ja" else self.title

    def __str__(self) -> str:
        """As a rule sheet prints it: title, publisher, edition and date, address."""
        issued = ", ".join(str(part) for part in (self.publisher, self.edition, self.date) if part is not None)
        return self.called + (f" ({issued})" if issued else "") + (f", {self.url}" if self.url else "")


class Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every value of a table carries: where it comes from."""

    source: str
    disputed: str | None = None
    unverified: bool = False


class Name(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A name or a sentence in English, ``en``, Japanese, ``ja``, and, of games from Korea, Korean, ``ko``."""

    en: str
    ja: str
    ko: str | None = None

    def text(self, lang: str | None = None) -> str:
        """The spelling in ``lang``, by default the language that is spoken; in English if there is none."""
        return getattr(self, lang or language(), None) or self.en


def spell_choice(value: Any) -> str:
    """A choice as a command line spells it: ``true``, ``4``, ``mangan``; lists and mappings as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)


class OptionRule(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A question that tables answer differently. It has ``choices`` or a ``path``; beside a ``path``, choices
    are answers that mean something else than a value there. ``says``: what an answer states, as reasons put it.
    ``also``: other names that people use for it.
    """

    question: Name
    also: list[str] = []
    default: Any
    choices: dict[str, dict[str, Any]] | None = None
    labels: dict[str, Name] = {}
    says: dict[str, Name] = {}
    path: str | None = None
    source: str
    disputed: str | None = None
    unverified: bool = False

    @property
    def changes(self) -> dict[str, list[Any]]:
        """The paths of all values that some answer changes, each with what choices put there, ``...`` for anything."""
        found: dict[str, list[Any]] = {} if self.path is None else {self.path: [...]}
        for changes in (self.choices or {}).values():
            for path, value in changes.items():
                # What is added to a list may be beside anything.
                found.setdefault(path.removesuffix("+"), []).append(... if path.endswith("+") else value)
        return found

    @property
    def paths(self) -> set[str]:
        """The paths of all values that some answer changes."""
        return {*self.changes}


class RuleSet(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """The part of a rule set that all games share, and that programs may rely on."""

    id: str
    origin: str
    game: str
    version: str
    name: Name
    about: Name | None = None
    sources: dict[str, Source]
    options: dict[str, OptionRule] = {}
    chosen: dict[str, Any] = {}

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.titled()}>"

    @cached_property
    def label(self) -> str:
        """``id@version``, as every result prints it."""
        return f"{self.id}@{self.version}"

    @cached_property
    def full_label(self) -> str:
        """The label with the options off default: ``riichi@1.3.0, kiriage_mangan=false``."""
        chosen = [f"{name}={spell_choice(value)}" for name, value in self.chosen.items()]
        return ", ".join([self.label, *chosen])

    def titled(self) -> str:
        """The name with the full label: ``Riichi (riichi@1.3.0, kiriage_mangan=false)``."""
        return f"{self.name.text()} ({self.full_label})"

    def answer(self, option: str) -> Any:
        """The answer to ``option``: what was chosen, else its default."""
        return self.chosen.get(option, self.options[option].default)

    def options_at(self, *paths: str) -> dict[str, str]:
        """The options that answer for values at ``paths``, with the answer that counts, as a command spells it."""
        if paths not in self._answers:
            self._answers[paths] = {
                name: spell_choice(self.answer(name))
                for name, option in self.options.items()
                if any(_overlap(changed, path) for changed in option.paths for path in paths)
            }
        return self._answers[paths]

    def hint_options(self, *paths: str) -> str:
        """The end of a refusal by the values at ``paths``: ``; see the option below_chart (here refuse)``."""
        asked = self.options_at(*paths).items()
        return one_by_one((msg("; see the option {0} (here {1})", name, answer) for name, answer in asked), "")

    @cached_property
    def _answers(self) -> dict[tuple[str, ...], dict[str, str]]:
        return {}


def _overlap(one: str, other: str) -> bool:
    """Whether two paths lead to the same value, or one into what the other leads to."""
    return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")
