"""The rule sets that a request may name, and their options as the page asks them: each in words, with its answers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct

from calc.asking import Form, Option
from calc.errors import CalcError, RuleTableError
from calc.games import Settings, game_named, load_rules
from calc.layout.document import fragment
from calc.layout.game import spell_answer
from calc.report.rule_values import section_title
from calc.tables import RuleSet
from calc.tables.options import typed_choice
from calc.tables.ruleset import Name, spell_choice
from calc.tables.shelf import is_file_name, rule_set_ids

#: How another answer than those to choose from is given: as a number, as several with names, or by ids.
Free = Literal["number", "numbers", "ids"]


class Question(Struct, frozen=True, kw_only=True):
    """An option of a rule set: what is asked, the answer that counts without another, and the choices there are.

    ``section``: what the part of the rules is called that it changes first. ``also``: other names that people use for
    it. ``here``: the answer that counts. ``answers``: choices, or values that shipped rule sets answer, in words.
    ``free``: how any other answer is given, if it can be; ``parts``: the names of its numbers, or the ids to choose
    from.
    """

    id: str
    question: Name
    section: str
    also: Sequence[str] = ()
    default: Any
    choices: list[str]
    here: Any
    answers: Sequence[Option]
    free: Free | None = None
    parts: Sequence[Option] = ()


def _questions_of(rules: RuleSet, others: Iterable[RuleSet]) -> Iterator[Question]:
    """The questions of a rule set. ``others``: rule sets whose answers to the same question are offered too."""
    given = list(others)
    for name, option in rules.options.items():
        here = rules.answer(name)
        values = [option.default, *map(typed_choice, option.choices or {})]
        if option.path is not None:
            alike = (other.options[name] for other in given if name in other.options)
            values += [one.default for one in alike if one.path == option.path]
        values = _once([*values, here])
        free = _free_form(here) if option.path is not None else None
        parts: Iterable[Any] = ()
        if free == "ids":
            parts = _once(part for value in values for part in value)
        elif free == "numbers":
            parts = here if isinstance(here, dict) else range(1, len(here) + 1)
        yield Question(
            id=name,
            question=option.question,
            also=option.also,
            section=section_title(next(iter(option.changes), "options").partition(".")[0]),
            default=option.default,
            choices=[spell_choice(choice) for choice in option.choices or {}],
            here=here,
            answers=[Option(value, spell_answer(rules, name, value)) for value in values],
            free=free,
            parts=[Option(part, spell_answer(rules, name, part)) for part in parts],
        )


def _once(values: Iterable[Any]) -> list[Any]:
    found: dict[str, Any] = {}
    for value in values:
        found.setdefault(spell_choice(value), value)
    return list(found.values())


def _free_form(value: Any) -> Free | None:
    if type(value) in (int, float):
        return "number"
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if inside and {type(one) for one in inside} <= {int, float}:
        return "numbers"
    return "ids" if isinstance(value, list) else None


#: More files of a folder are not looked at.
_MOST_FILES: Final = 200


class RulesLine(Struct, frozen=True):
    """A rule set in the list of them. ``is_own``: it is a file of the folder named at start."""

    id: str
    game: str
    version: str
    name: Name
    is_own: bool


class RulesAnswer(RulesLine, frozen=True, kw_only=True):
    """A rule set, and what it asks of a record (``form``); ``html``: its rule sheet as a piece of a page."""

    label: str
    about: Name | None
    options: list[Question]
    form: Form
    html: str = ""


class Shelf:
    """The rule sets that there are. ``folder``: where files may be taken from; ``fallback``: the sets of records that
    name none, by game.
    """

    def __init__(self, folder: Path | None = None, fallback: Mapping[str, str] | None = None) -> None:
        self.folder = folder.resolve() if folder is not None else None
        self.fallback = dict(fallback or {})
        self._shipped: dict[tuple[str, tuple[int, ...]], list[RuleSet]] = {}

    def lines(self) -> Iterator[RulesLine]:
        """All rule sets, those of the folder first. A file that is no rule set is left out."""
        own = self.files()
        for name in (*own, *(one for one in rule_set_ids() if one not in own)):
            try:
                rules = self.load(name)
            except CalcError:
                if name in own:
                    continue
                raise
            yield RulesLine(name, rules.game, rules.version, rules.name, name in own)

    def load(self, name: str, options: Mapping[str, Any] | None = None) -> RuleSet:
        """Load a rule set by its id, or by the name of a file in the folder. Raises :class:`calc.RuleTableError`."""
        return load_rules(self._place_of(name), options)

    def settings(
        self, record: Any, rules: str | None = None, options: Mapping[str, Any] = {}, *, near: bool = False
    ) -> Settings:
        """What counts for a record, which may name a file of the folder here, where a record alone may not. Raises
        :class:`calc.RuleTableError` for rules that may not be named.
        """
        own = getattr(record, "rules", None)
        named = rules if rules is not None else own if own in self.files() else None
        place = None if named is None else self._place_of(named)
        if place is not None:
            load_rules(place, options)
        return Settings(rules=place, options=options, fallback=self.fallback, near=near)

    def describe(self, name: str, query: Mapping[str, str]) -> RulesAnswer:
        """A rule set, and what it asks of a record."""
        options = {key.removeprefix("option."): query[key] for key in query if key.startswith("option.")}
        rules = self.load(name, options)
        game = game_named(rules.game)
        form = game.form(rules)
        return RulesAnswer(
            *(name, rules.game, rules.version, rules.name, name in self.files()),
            label=rules.label,
            about=rules.about,
            options=list(_questions_of(rules, self._alike(rules.game, form.players))),
            form=form,
            html=fragment(game.sheet(rules, every=True).blocks(True)) if "html" in query else "",
        )

    def _alike(self, game: str, players: Sequence[int]) -> list[RuleSet]:
        """The shipped rule sets of a game for so many players."""
        key = (game, tuple(players))
        if key not in self._shipped:
            found = [rules for rules in map(load_rules, rule_set_ids()) if rules.game == game]
            self._shipped[key] = [one for one in found if game_named(game).form(one).players == players]
        return self._shipped[key]

    def files(self) -> dict[str, Path]:
        """The rule files of the folder, by name without the ending; a link that leads out of it is none of them."""
        if self.folder is None or not self.folder.is_dir():
            return {}
        found = [path for path in sorted(self.folder.glob("*.y*ml"))[:_MOST_FILES] if path.suffix in (".yaml", ".yml")]
        return {path.stem: path for path in found if path.is_file() and path.resolve().parent == self.folder}

    def _place_of(self, name: str) -> str:
        own = self.files().get(name)
        if own is not None:
            return str(own)
        if is_file_name(name):
            message = "expected a rule set by its id, found {0!r}; here are those of GET /api/rules"
            raise RuleTableError(message, name, code="unknown_rules", key="rules")
        return name
