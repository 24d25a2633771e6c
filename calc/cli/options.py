"""What a command line says: options that several commands share, what a shell may offer to complete them, and the
default rule sets, for records without one where the command line names none.

Only the command line looks for house files. The library never does, so that what a program settles does not depend on
the folder it runs in.
"""

import enum
import inspect
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal, cast

from typer import Argument, Context, Exit, Option, get_app_dir

from calc.cli.screen import misused, tell, tell_in
from calc.errors import RuleTableError
from calc.text import printable
from calc.translation import language, msg, speak


class Form(enum.StrEnum):
    """The output formats."""

    TABLE = "table"
    JSON = "json"
    YAML = "yaml"
    CSV = "csv"
    ARROW = "arrow"
    MARKDOWN = "markdown"
    HTML = "html"
    SVG = "svg"
    TENHOU6 = "tenhou6"
    MJAI = "mjai"
    MAJIANG = "majiang"
    URL = "url"


#: No table has counted further.
MOST_HONBA: Final = 999
TEXTS: Final = (Form.TABLE, Form.JSON, Form.YAML, Form.CSV, Form.MARKDOWN)

#: The languages of names and headings.
Lang = Literal["en", "ja"]


class Tiles(enum.StrEnum):
    """How tiles are shown beside their notation."""

    AUTO = "auto"
    UNICODE = "unicode"
    TEXT = "text"

    @property
    def are_drawn(self) -> bool:
        """Whether to draw pictures: where they are asked for, or where a terminal can be taken to show them."""
        if self is not Tiles.AUTO:
            return self is Tiles.UNICODE
        encoding = (sys.stdout.encoding or "").lower().replace("-", "")
        return sys.stdout.isatty() and encoding == "utf8" and os.environ.get("TERM", "") not in ("dumb", "linux")


def complete_rule_sets(incomplete: str) -> list[tuple[str, str]]:
    """Offer shipped rule sets with their names, and rule files. A rule set that cannot be read is not offered."""
    return [*_shipped(), *_files(incomplete)]


def complete_games(incomplete: str) -> list[tuple[str, str]]:
    """Offer the games, each with its rule set where a record names none."""
    from calc.games import all_games

    return [(game.id, game.default_rules) for game in all_games()]


def complete_chart_sets(incomplete: str) -> list[tuple[str, str]]:
    """Offer rule sets that have a payment chart."""
    from calc.games import all_games

    charted = [game.id for game in all_games() if game.chart is not None]
    return [*_shipped(charted), *_files(incomplete)]


def complete_set_list(incomplete: str) -> list[tuple[str, str]]:
    """Offer the next of several rule sets, joined by commas; or all."""
    before, comma, last = incomplete.rpartition(",")
    named = before.split(",")
    sets = [("all", msg("all for the same play")), *_shipped()] if not comma else _shipped()
    return [(f"{before}{comma}{name}", title) for name, title in (*sets, *_files(last)) if name not in named]


def complete_settings(ctx: Context, incomplete: str) -> list[tuple[str, str]]:
    """Offer the options of the rule set that the command line names so far (else of the default here), then the choices
    of one of them.
    """
    from calc.errors import CalcError
    from calc.games import all_games, load_rules
    from calc.tables import rule_set_ids
    from calc.tables.ruleset import spell_choice

    # Before an option that has no value yet, arguments are not given to their parameters.
    first, *_ = " ".join(ctx.args).split() or [""]
    named: str | None = ctx.params.get("rules")
    if named is None and (first in rule_set_ids() or "rule_set" in ctx.params):
        named = first
    try:
        options = load_rules(named or default_rules()[all_games()[0].id]).options
    except CalcError:
        return []
    name, equals, _ = incomplete.partition("=")
    near = [known for known in options if (known == name if equals else known.startswith(name))]
    if len(near) != 1:
        return [(f"{known}=", options[known].question.en) for known in near]
    # A single one is offered with its choices at once: some shells part words at =.
    option = options[near[0]]
    choices = list(option.choices) if option.choices is not None else [spell_choice(option.default)]
    return [(f"{near[0]}={choice}", option.question.en) for choice in choices]


def _shipped(games: Sequence[str] | None = None) -> list[tuple[str, str]]:
    from calc.games import load_rules
    from calc.tables import rule_set_ids
    from calc.tables.shelf import game_id_of

    ids = [name for name in rule_set_ids() if games is None or game_id_of(name) in games]
    return [(name, load_rules(name).name.en) for name in ids]


def _files(incomplete: str) -> Iterator[tuple[str, str]]:
    """Rule files, and folders on the way to some, that begin as the word does."""
    before = incomplete[: incomplete.rfind("/") + 1]
    try:
        found = sorted(Path(before or ".").iterdir())
    except OSError:
        return
    for path in found:
        is_file = path.suffix in (".yaml", ".yml")
        # What would steer a terminal, or part one word from the next, is no name to offer.
        can_be_shown = printable(path.name) == path.name and not path.name.startswith(".")
        if can_be_shown and (is_file or (path.is_dir() and before)):
            yield f"{before or './'}{path.name}{'' if is_file else '/'}", msg("a file") if is_file else msg("a folder")


#: Formats that are the same on every machine.
_FOR_PROGRAMS: Final = (Form.JSON, Form.YAML, Form.CSV, Form.TENHOU6, Form.MJAI, Form.MAJIANG, Form.URL)


def _speak(lang: Lang) -> Lang:
    speak(lang)
    tell_in(lang)
    return lang


def _choose_lang(ctx: Context, lang: Lang) -> Lang:
    """The language that was asked for, else that of the environment: Japanese where ``LANG=ja_JP.UTF-8``.

    Formats that programs read are the same on every machine: for them the environment counts for messages alone.
    """
    source = ctx.get_parameter_source("lang")
    if source is None or source.name == "DEFAULT":
        tell_in(language())
        # A format that was asked for is known before a language that was not.
        speak(lang if ctx.params.get("form") in _FOR_PROGRAMS else language())
        return cast(Lang, language())
    return _speak(lang)


# fmt: off
LangOption = Annotated[Lang, Option(
    "--lang", help="Language of names and headings; without it that of LANG.", callback=_choose_lang,
)]
#: For what has to be the same on every machine.
SameLangOption = Annotated[Lang, Option("--lang", help="Language of names and headings.", callback=_speak)]
RulesOption = Annotated[str | None, Option(
    "--rules", "-r", metavar="ID|FILE", help="The rule set; wins over what a record names.",
    autocompletion=complete_rule_sets,
)]
SetOption = Annotated[list[str] | None, Option(
    "--set", "-s", metavar="NAME=CHOICE", autocompletion=complete_settings,
    help="Choose an option of the rule set; may be given several times. A list: 'uma=[15,5,-5,-15]'.",
)]
RecordArgument = Annotated[list[str] | None, Argument(help="A record in quotes, or files (- is standard input).")]
FilesArgument = Annotated[list[str] | None, Argument(help="Files, folders, patterns (- is standard input).")]
JobsOption = Annotated[int | None, Option(
    "--jobs", "-j", min=1, max=256,
    help="Processes that settle; by default as many as the machine lends, at most one for each 4 MiB of input.",
)]
NewFileOption = Annotated[str | None, Option(
    "--output", "-o", metavar="FILE", help="Where it is written; - is standard output.",
)]
ForceOption = Annotated[bool, Option("--force", help="Write over a file that is there.")]
TilesOption = Annotated[Tiles, Option("--tiles", help="Draw the hand too: where the terminal can, always, or never.")]
PassOption = Annotated[str | None, Option(
    "--pass", metavar="COLUMNS",
    help="Columns, and keys of JSON, that are none of records; they come along, in tables as columns.",
)]
# fmt: on


def format_option(
    *forms: Form, told: str = msg("How results are written."), names: Sequence[str] = ("--format", "-f")
) -> Any:
    """``--format`` of a command that writes ``forms`` and no others: so says its help, and so it is checked.

    ``names``: of the option.
    """

    def read(text: str) -> Form:
        if text not in forms:
            raise misused("expected {0} or {1}, found {2!r}", ", ".join(forms[:-1]), forms[-1], text)
        return Form(text)

    def complete(incomplete: str) -> list[str]:
        return [form for form in forms if form.startswith(incomplete)]

    shown = f"<{'|'.join(forms)}>"
    return Option(*names, metavar=shown, help=told, parser=read, autocompletion=complete)


#: ``--format`` of text, of text and a page, and of these and a picture.
TextForm = Annotated[Form, format_option(Form.TABLE, Form.JSON, Form.YAML, Form.HTML)]
PageForm = Annotated[Form, format_option(*TEXTS, Form.HTML)]
PictureForm = Annotated[Form, format_option(*TEXTS, Form.HTML, Form.SVG)]


def made_command(command: Callable[..., bool | None], *, has_lang: bool) -> Callable[..., None]:
    """A command as the library calls it, with the options that functions share.

    ``settings: Settings`` becomes ``--rules`` and ``--set``. ``--lang`` comes last; its callback chooses the language.
    ``--explain`` is refused with a format that has no room for reasons. A command that returns true has exit code 1.
    """
    signature = inspect.signature(command, eval_str=True)
    parameters: list[inspect.Parameter] = []
    for one in signature.parameters.values():
        if one.name == "settings" and one.default is one.empty:
            parameters += [_keyword("rules", RulesOption), _keyword("settings", SetOption)]
        else:
            parameters.append(one.replace(kind=one.KEYWORD_ONLY))
    if has_lang:
        parameters.append(_keyword("lang", LangOption, "en"))

    def run(**given: Any) -> None:
        if given.get("explain") and given["form"] not in (Form.TABLE, Form.HTML):
            raise misused("reasons are told in text; leave --format out, or write html", at="--explain")
        if "rules" not in signature.parameters and "rules" in given:
            from calc.games import Settings

            options = read_settings(given["settings"])
            given["settings"] = Settings(rules=given.pop("rules"), options=options, fallback=default_rules())
        if command(**{name: given[name] for name in signature.parameters}):
            raise Exit(1)

    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {}
    return run


def _keyword(name: str, annotation: Any, default: Any = None) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def read_settings(settings: list[str] | None) -> dict[str, str]:
    """``["kazoe=none"]`` as options. A setting without ``=`` is a usage error."""
    chosen: dict[str, str] = {}
    for setting in settings or []:
        name, equals, choice = setting.partition("=")
        if not equals or not name:
            raise misused("expected NAME=CHOICE, such as kazoe=none, found {0!r}", setting, at="--set")
        name, choice = name.strip(), choice.strip()
        if chosen.setdefault(name, choice) != choice:
            raise misused(
                "expected one choice for {0}, found {1} and {2}; leave one out", name, chosen[name], choice, at="--set"
            )
    return chosen


def columns_to_pass(text: str | None) -> tuple[str, ...]:
    """The columns that ``--pass`` names."""
    return tuple(filter(None, (name.strip() for name in (text or "").split(","))))


def refuse_keyboard(files: list[str] | None, example: str) -> None:
    """Refuse a command that names no files where standard input is a keyboard."""
    if not files and sys.stdin.isatty():
        raise misused("expected files, as in: {0}", example)


# ---- default rule sets

#: What a house file is called.
_FILE = "yaku.yaml"


def default_rules() -> dict[str, str]:
    """The rule set of records that name none, for each game.

    It is ``yaku.yaml`` in this folder, else the one where the platform keeps such files of a user (on Linux
    ``~/.config/yaku/yaku.yaml``), else the shipped default. A house file counts for records of its own game only. One
    that does not tell its game counts for any: it is broken, and using it says so.
    """
    from calc.games import all_games
    from calc.tables.shelf import game_id_of

    folder = Path(get_app_dir("yaku"))
    if not folder.is_absolute():
        # By the convention of Linux an empty or relative XDG_CONFIG_HOME counts as none.
        folder = Path(os.path.expanduser("~/.config")) / "yaku"
    files = [f"./{_FILE}"]  # a bare name would be looked up among the shipped sets
    if folder.is_absolute():  # a user may have no home
        files.append(str(folder / _FILE))
    found: dict[str, str] = {}
    for name in filter(os.path.isfile, files):
        told = game_id_of(name)
        for game in all_games():
            if told in (game.id, None):
                found.setdefault(game.id, name)
    return {game.id: game.default_rules for game in all_games()} | found


def check_house_file(rules: str) -> None:
    """Load a house file. Raises :class:`RuleTableError` for a broken one, with a way to go on without it."""
    from calc.games import game_in, load_rules
    from calc.tables.shelf import is_file_name

    if not is_file_name(rules):
        return
    try:
        load_rules(rules)
    except RuleTableError as error:
        error.message += msg(" (house rules; go on without them by --rules {0})", game_in(rules).default_rules)
        raise


def announce(rules: str) -> None:
    """Say on stderr which default rule set is used. Raises as :func:`check_house_file`."""
    check_house_file(rules)
    tell(msg("rules: {0} (the default here; name others in the record or with --rules)", rules))
