"""What han and fu pay: ``yaku points`` of one hand, ``yaku chart`` of all."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Annotated

from msgspec.structs import replace
from typer import Argument, BadParameter, Option

from calc.cli import options
from calc.cli.claims import as_rounds, ask_rules, compare_rulings
from calc.cli.lines import without_strangers
from calc.cli.options import Form
from calc.cli.records import print_each, settle, write_document
from calc.cli.rules import asks_difference, diff_rules
from calc.disputes.api import option_told
from calc.disputes.claims import claims_told
from calc.errors import CalcError, HandError
from calc.games import Settings, all_games, game_in, game_of
from calc.intake.spelling import parse_any_line
from calc.layout.document import Document
from calc.notation.text import show
from calc.records.words import sign
from calc.settling import AnyRead, Read, read_line
from calc.tables.in_words import set_told, sets_within
from calc.translation import msg

# fmt: off
_Worth = Annotated[list[str], Argument(
    metavar="HAN FU|LEVEL", help="What the hand is worth: 3 40, '3 han 40 fu', mangan.",
)]
_Question = Annotated[list[str], Argument(help="A question in words, in quotes.")]
_Honba = Annotated[int, Option("--honba", "-b", min=0, max=options.MOST_HONBA, help="How many honba are on the table.")]
_Charted = Annotated[str, Argument(metavar="ID|FILE", help="The rule set.", autocompletion=options.complete_chart_sets)]
# fmt: on


def points(
    *,
    worth: _Worth,
    honba: _Honba = 0,
    settings: Settings,
    form: options.PageForm = Form.TABLE,
    explain: Annotated[bool, Option("--explain", "-e", help="Print how the figures come about.")] = False,
) -> bool:
    """Say what a hand pays: by ron and by tsumo, for the dealer and for the others, honba included."""
    told = " ".join(worth)
    # What is asked of a rule is not what something pays.
    ruled = ask_rules(told, settings, form, near=False) if sign("whether").search(told) else None
    return _pays(worth, settings, form, honba=honba, explain=explain) if ruled is None else ruled


def answer(*, question: _Question, settings: Settings, form: options.TextForm = Form.TABLE) -> bool:
    """Answer a question about a rule, or about what a hand pays, in the words of people."""
    text = " ".join(question)
    named, rest = sets_within(text)
    if settings.rules is None and asks_difference(named, rest):
        diff_rules(named[0], named[1], form=form)
        return False
    if settings.rules is None and len(named) > 1:
        asked: AnyRead = Read(error=CalcError(text), text=text)
        if (ruled := compare_rulings([asked], named, rest, form)) is not None:
            return ruled
    if (told := ask_any(text, settings, form)) is not None:
        return told
    is_round = False
    with suppress(CalcError):
        is_round = game_of(parse_any_line(text)[0]).points is None
    if is_round:
        raise CalcError("no rule is asked for in {0}; what cards are worth is told by yaku score", show(text))
    if (called := sign("rule_called").fullmatch(rest)) and sign("whether").search(text):
        message = "no rule called {0} is known here; yaku rules show lists what a rule set says"
        raise CalcError(message, show(called["what"]))
    raise CalcError("no rule is read in {0}; yaku rules show lists what a rule set says", show(text))


def ask_any(text: str, settings: Settings, form: Form, *, near: bool = True) -> bool | None:
    """Answer a question on a rule, or on what a hand or a round pays, whatever command it was asked of; ``None`` for
    any other text. ``near``: whether rules that its words touch are told too.
    """
    if (ruled := None if sign("pays").search(text) else ask_rules(text, settings, form, near=False)) is not None:
        return ruled
    with suppress(BadParameter, CalcError):
        return _pays([text], settings, form, is_whole=True)
    asked = read_line(text)
    if form is Form.TABLE and asked.error is not None and (rounds := as_rounds([asked], settings)) != [asked]:
        cases = settle(rounds, settings, "")
        print_each(cases)
        return any(case.error is not None for case in cases)
    return ask_rules(text, settings, form) if near else None


def _pays(
    worth: list[str],
    settings: Settings,
    form: Form,
    *,
    honba: int = 0,
    explain: bool = False,
    is_whole: bool = False,
) -> bool:
    """Print what a hand pays. ``is_whole``: whether words that mean nothing are no part of what is asked."""
    told, rules = " ".join(worth), settings.rules
    if rules is None:
        rules, told = set_told(told)
    default = next(settings.fallback[game.id] for game in all_games() if game.points is not None)
    asked = rules if isinstance(rules, str) else default
    game = game_in(asked)
    within, bare = option_told(told, game.load_rules(asked, settings.options))
    settings = replace(settings, options={**settings.options, **within})
    worth, told, loaded = [bare] if within else worth, bare, game.load_rules(asked, settings.options)
    try:
        if game.points is None:
            raise _without_han(asked, "--rules")
        read = partial(game.points, rules=loaded, honba=honba, explain=explain)
        document = _first_read(told, [" ".join(worth)] if asked == game.default_rules else [], read)
    except (BadParameter, CalcError):
        from calc.report.yaku import yaku_document

        of_yaku = yaku_document(" ".join(worth), settings)
        if of_yaku is None:
            near = game.points is None
            of, text = (replace(settings, rules=asked), told) if near else (settings, " ".join(worth))
            ruled = ask_rules(text, of, form, near=near) if form is Form.TABLE else None
            if ruled is not None:
                return ruled
            if is_whole:
                raise
            if rules is None:
                options.announce(asked)
            if (plain := without_strangers(told, settings)) == told:
                raise
            of_yaku = _first_read(plain, [], read)
        document, rules = of_yaku, asked
    if rules is None:
        options.announce(asked)
    write_document(document, form)
    return False


def _first_read(told: str, before: list[str], read: Callable[[str], Document]) -> Document:
    """What a text says of points. ``before``: readings that come first, in which ``riichi`` in front is a yaku."""
    for text in before:
        try:
            return read(text)
        except HandError:
            raise
        except CalcError:
            continue
    try:
        return read(told)
    except CalcError:
        # What somebody says it pays is no part of what it is worth.
        if (bare := claims_told(told)[0]) in ("", told):
            raise
        with suppress(CalcError):
            return read(bare)
        raise


def chart(
    rule_set: _Charted = "riichi",
    settings: options.SetOption = None,
    form: options.PageForm = Form.TABLE,
    out: options.NewFileOption = None,
    force: options.ForceOption = False,
) -> None:
    """Print what each han and fu pays, by ron and by tsumo, for the dealer and for the others."""
    game = game_in(rule_set)
    if game.chart is None:
        raise _without_han(rule_set, "ID|FILE")
    write_document(game.chart(game.load_rules(rule_set, options.read_settings(settings))), form, out, force=force)


def _without_han(rules: str, where: str) -> BadParameter:
    told = msg("{0} pays no han and fu; see what its yaku are worth: yaku rules show {0}", rules)
    return BadParameter(told, param_hint=where)
