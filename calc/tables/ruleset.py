"""What every rule set of every game has: names, a version, sources, options."""

from __future__ import annotations

import json
from typing import Any, get_args

from msgspec import Meta, Struct

#: How ids of yaku and names of options are spelled.
ENTRY_ID = "[a-z][a-z0-9_]*"


def spelled_as(what: type[Struct] | str) -> Meta:
    """Says of plain data that are read later how they are spelled: as a struct, or by a definition of the schema of
    rule files.
    """
    return Meta(extra_json_schema=_reference(what), extra={"holds": (what,)})


def entries_of(what: type[Struct] | str, *, ids: str | None = None) -> Meta:
    """The same of each entry of a mapping; ``ids``: the pattern of its keys."""
    names = {} if ids is None else {"propertyNames": {"pattern": f"^({ids})$"}}
    return Meta(extra_json_schema={"additionalProperties": _reference(what), **names}, extra={"holds": (what,)})


def keys_among(names: Any) -> Meta:
    """Says of a mapping that its keys are among those of a literal type, which its schema would not tell."""
    return Meta(extra_json_schema={"propertyNames": {"enum": list(get_args(names))}})


def _reference(what: type[Struct] | str) -> dict[str, str]:
    return {"$ref": f"#/definitions/{what if isinstance(what, str) else what.__name__}"}


class Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every value of a table carries: where it comes from.

    ``disputed``: what other sources say, where they disagree; for the reader of the rule sheet.
    """

    source: str
    disputed: str | None = None


class Name(Struct, frozen=True, forbid_unknown_fields=True):
    """A name or a sentence in English, ``en``, and Japanese, ``ja``."""

    en: str
    ja: str

    def text(self, lang: str) -> str:
        """The spelling in ``lang``, ``en`` or ``ja``."""
        return self.ja if lang == "ja" else self.en


def spell_choice(value: Any) -> str:
    """A choice as a command line spells it: ``true``, ``4``, ``mangan``; lists and mappings as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)


class OptionRule(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A question that tables answer differently.

    ``question``: what is asked. ``default``: the answer of the rule set, ``source`` whose it is, ``disputed`` what
    other sources say. Either ``choices`` (a choice is a set of changes ``path: value``, empty for the rules as they are
    written) or ``path`` (the answer is itself the value at that path).
    """

    question: Name
    default: Any
    choices: dict[str, dict[str, Any]] | None = None
    path: str | None = None
    source: str
    disputed: str | None = None

    @property
    def paths(self) -> set[str]:
        """The paths of all values that some answer changes."""
        changed = {path for changes in (self.choices or {}).values() for path in changes}
        return changed | ({self.path} if self.path is not None else set())


class RuleSet(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The part of a rule set that all games share, and that programs may rely on.

    ``id``: its file's stem. ``origin``: the name it was loaded by, the id or a file. ``game``: ``riichi`` or
    ``hanafuda``. ``version``: of the rules. ``name``: what it is called. ``sources``: where its values come from, by
    short name. ``options``: what tables answer differently, by name. ``chosen``: the options off default.
    """

    id: str
    origin: str
    game: str
    version: str
    name: Name
    sources: dict[str, str]
    options: dict[str, OptionRule] = {}
    chosen: dict[str, Any] = {}

    @property
    def label(self) -> str:
        """``id@version``, as every result prints it."""
        return f"{self.id}@{self.version}"

    @property
    def full_label(self) -> str:
        """The label with the options off default: ``riichi@1.1.0, kiriage_mangan=false``."""
        chosen = [f"{name}={spell_choice(value)}" for name, value in self.chosen.items()]
        return ", ".join([self.label, *chosen])

    def options_at(self, *paths: str) -> dict[str, str]:
        """The options that answer for the values at ``paths``, each with the answer that counts here, as a command line
        spells it.
        """
        return {
            name: spell_choice(self.chosen.get(name, option.default))
            for name, option in self.options.items()
            if any(_overlap(changed, path) for changed in option.paths for path in paths)
        }


def _overlap(one: str, other: str) -> bool:
    """Whether two paths lead to the same value, or one into what the other leads to."""
    return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")
