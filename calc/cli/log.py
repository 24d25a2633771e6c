"""``yaku log``: read game logs, score them again, write them as records."""

import sys
from collections.abc import Iterator, Sequence
from glob import has_magic
from pathlib import Path
from typing import Annotated, Final

import msgspec
from typer import Argument, Exit, Option

from calc import LoggedGame
from calc.batch.logs import Refused, check_files, read_games
from calc.batch.pool import process_pool
from calc.cli.options import TEXTS, Form, format_option
from calc.cli.records import write_document
from calc.cli.screen import CALLED_WRONGLY, STDIN, misused, print_error
from calc.errors import CalcError, RuleTableError, UnopenedError
from calc.games import Settings, all_games, game_in, game_of
from calc.intake.entries import games_of
from calc.intake.forms import LOG_ENDINGS, LOG_FORMATS, is_log_text
from calc.intake.names import find_inputs, is_address
from calc.layout.tables import plain_texts
from calc.outcomes import CheckedGame
from calc.report import log as report
from calc.settling import rules_for
from calc.tables.shelf import is_file_name
from calc.text import write_data
from calc.translation import msg

#: The formats of logs in which games are written, with the ids of the formats.
GAMES: Final = {Form.TENHOU6: "tenhou.net/6", Form.MJAI: "mjai", Form.MAJIANG: "majiang", Form.URL: "tenhou.net/6"}

# fmt: off
_Logs = Annotated[list[str] | None, Argument(
    help="Logs, plain or packed (gzip, xz, bz2, zst, zip), folders, patterns, addresses of tenhou.net/6 "
    "(- is standard input).",
)]
_Check = Annotated[bool, Option(
    "--check", help="Score every win, draw and final result again, and tell what disagrees.",
)]
_Records = Annotated[bool, Option("--records", help="Write the games as records, one JSON line each.")]
_Jobs = Annotated[int, Option("--jobs", "-j", min=1, max=256, help="Processes that check.")]
_Form = Annotated[Form, format_option(
    *TEXTS, Form.TENHOU6, Form.MJAI, told=msg("How results are written, or the games."),
)]
_To = Annotated[Form | None, format_option(*GAMES, told=msg("Write the games in this format."), names=["--to"])]
_Round = Annotated[str | None, Option(
    "--round", metavar="ROUND", help="Write this round alone: E2, or 'E2 1' for its first honba.",
)]
# fmt: on


def log(
    *,
    files: _Logs = None,
    check: _Check = False,
    records: _Records = False,
    settings: Settings,
    jobs: _Jobs = 1,
    form: _Form = Form.TABLE,
    to: _To = None,
    one_round: _Round = None,
) -> bool:
    """Read logs of played games: Tenhou's XML (mjlog), the JSON and addresses of tenhou.net/6, mjai, majiang,
    the records of Mahjong Soul and Riichi City, and pages of the M.League's viewer.
    """
    form = to or form
    _check_options(check=check, records=records, form=form, one_round=one_round)
    if not files and sys.stdin.isatty():
        raise misused("expected logs, as in: yaku log samples/logs/tenhou.mjlog")
    rules = settings.rules
    if isinstance(rules, str):
        if records and is_file_name(rules):
            raise misused("records name a rule set by its id; give the file to yaku game", at="--rules")
        # What does not exist is refused before any log is read.
        meant, logged = game_in(rules), [game for game in all_games() if game.logs is not None]
        (meant if meant in logged else logged[0]).load_rules(rules, settings.options)
    run = _Run(Settings(rules=rules, options=settings.options), form)
    logs = [name for file in files or [STDIN] for name in run.expand(file)]
    if records:
        run.write_records(logs)
    elif form in GAMES:
        run.write_games(logs, one_round)
    elif check:
        run.check(logs, jobs)
    else:
        run.list_games(logs)
    if run.unopened:
        raise Exit(CALLED_WRONGLY)
    return run.refused > 0 or run.disagree


def _check_options(*, check: bool, records: bool, form: Form, one_round: str | None) -> None:
    """Refuse options that do not go together."""
    if check and records:
        raise misused("choose one of --check and --records", at="--records")
    if check and form in GAMES:
        raise misused("--check writes no games as {0}; leave one out", form.value, at="--format")
    if one_round is not None and form not in GAMES:
        raise misused("a round is written with --to, as in --to url", at="--round")
    if records and form not in (Form.TABLE, Form.JSON):
        raise misused("records are written as JSON lines, not as {0}", form.value, at="--format")


class _Run:
    """One run of the command: its options, and what was found in all files.

    ``unopened``: whether a file is missing or may not be read. The others are read all the same.
    """

    def __init__(self, settings: Settings, form: Form) -> None:
        self.settings, self.form = settings, form
        self.refused, self.disagree, self.unopened = 0, False, False

    def expand(self, file: str) -> list[str]:
        """The logs that an argument means: itself, or those in a folder, or those that match a pattern."""
        if is_log_text(file):
            return [file]
        is_several = is_address(file) or Path(file).is_dir() or has_magic(file)
        if file == STDIN or Path(file).is_file() or not is_several:
            return [file]  # what is missing is told where it is opened, and the others are read
        found = []
        for one in find_inputs([file], endings=LOG_ENDINGS):
            try:
                one.check()
                found.append(one.path)
            except CalcError as error:
                self._refuse(error, one.name)
        return found

    def write_records(self, files: Sequence[str]) -> None:
        for logged in self._read(files):
            record = {"id": logged.name, **logged.record}
            if self.settings.rules is not None:
                record["rules"] = self.settings.rules
            if self.settings.options:
                record["options"] = {**record.get("options", {}), **self.settings.options}
            write_data([msgspec.json.encode(record).decode() + "\n"], "json")

    def write_games(self, files: Sequence[str], one_round: str | None) -> None:
        """Write each game in another format of logs, or a round of it, and tell what that format leaves out."""
        form = next(one for one in LOG_FORMATS if one.id == GAMES[self.form])
        assert form.write is not None
        for logged in self._read(files):
            try:
                game = logged if one_round is None else LOG_FORMATS[form].round_of(logged, one_round)
                text = "".join(form.write(game))
            except CalcError as error:
                self._refuse(error, logged.name)
                continue
            write_data([report.address_of(text) if self.form is Form.URL else text], "json")
            for _, again in games_of(text.encode(), logged.name):
                lost = [] if isinstance(again, CalcError) else list(report.lost_keys(game, again))
                if lost:
                    print(report.lost_line(logged.name, form.id, lost), file=sys.stderr)

    def check(self, files: Sequence[str], jobs: int) -> None:
        """Print every disagreement as it is found, and at the end what there was to compare."""
        if jobs > 1 and files and Path(files[0]).is_file():  # no pipe, which is read once
            # Processes that are forked from this one have read programs and rules then.
            next(iter(check_files(files[:1], self.settings)), None)
        totals, is_text = report.CheckTotals(), self.form in (Form.TABLE, Form.MARKDOWN)
        wrong: list[CheckedGame] = []
        with process_pool(1 if STDIN in files else jobs) as pool:
            for one in check_files(files, self.settings, pool, 2 * jobs + 2):
                if isinstance(one, Refused):
                    self._refuse(one.error, one.place)
                    continue
                if is_text:
                    for line in report.check_lines(one, markdown=self.form is Form.MARKDOWN):
                        print(line)
                elif self.form is not Form.CSV:
                    write_data(plain_texts([one], self.form.value), self.form.value)
                totals.add(one)
                if one.disagreements:
                    wrong.append(one)
        self.disagree = bool(wrong)
        if self.form is Form.CSV:
            write_data([report.checks_csv(wrong)], self.form.value)
        if totals.rules and self.settings.rules is None:
            print(report.rules_line(totals), file=sys.stderr)
        print(report.summary_line(totals, self.refused), file=sys.stdout if is_text else sys.stderr)

    def list_games(self, files: Sequence[str]) -> None:
        """Print a line for each game: rules, rounds, results."""
        rows = []
        for logged in self._read(files):
            try:
                rules = rules_for(logged.game, self.settings)
                (result,) = game_of(logged.game).settle([logged.game], rules, self.settings).outcomes
                if isinstance(result, CalcError):
                    raise result
                rows.append(
                    report.ListedGame(
                        file=logged.name,
                        format=logged.format,
                        rules=result.rules,
                        rounds=len(result.rounds),
                        ended=result.ended,
                        cut_off=logged.said.cut_off,
                        final=result.final,
                    )
                )
            except CalcError as error:
                self._refuse(error, logged.name)
        if rows or self.form is not Form.TABLE:
            write_document(report.games_document(rows), self.form)

    def _read(self, files: Sequence[str]) -> Iterator[LoggedGame]:
        """The games that can be read; the others are refused on stderr."""
        for game in read_games(files):
            if isinstance(game, Refused):
                self._refuse(game.error)
            else:
                yield game

    def _refuse(self, error: CalcError, place: str | None = None) -> None:
        """Print and count what cannot be used; a mistake of the command line ends the run."""
        if isinstance(error, RuleTableError):
            raise error
        self.refused += 1
        self.unopened |= isinstance(error, UnopenedError)
        print_error(error, place=place)
