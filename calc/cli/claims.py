"""Who is right: ``yaku dispute`` judges claims, ``yaku compare`` settles a record under several rule sets."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import Annotated, Any, Final

from msgspec.structs import replace
from typer import Option

from calc.cli.lines import read_plain, round_of_pile, tell_unread, without_strangers
from calc.cli.options import Form, RecordArgument, TextForm, complete_set_list, default_rules
from calc.cli.records import check_command_line, print_each, read, settle, write_found
from calc.cli.rules import asks_difference, diff_rules
from calc.cli.screen import misused, print_error, print_heading, print_read_error, tell
from calc.disputes.api import Comparison, compare_sets, option_told, sets_beside, sets_both_ways
from calc.disputes.claims import by_seat, claims_by_people, claims_nothing, claims_told, people_told, read_claim
from calc.disputes.strangers import leave_out
from calc.disputes.verdict import Verdict, Verdicts, compare_claims, judge, together
from calc.errors import CalcError, HandError
from calc.games import all_games, game_of, load_rules
from calc.intake.spelling import print_any_line
from calc.layout.document import Block, Head, Text
from calc.notation.spellings import counts_of
from calc.patterns import regex
from calc.records.words import sign
from calc.report.dispute import ruling_blocks, verdict_blocks, yaku_names
from calc.settling import AnyRead, Read, Settings, read_line, rules_for, settle_case
from calc.tables import RuleSet, rule_set_ids
from calc.tables.in_words import set_told, sets_before, sets_within
from calc.translation import msg, say

_COMPARED: Final = 'yaku compare "234m345p456s5578p +6p ron from=W seat=S round=E riichi" --rules riichi,tenhou'
_CLAIMED: Final = 'yaku dispute "234m345p456s5578p +6p ron from=W seat=S round=E riichi" --claim 7700'
_NOTHING: Final = msg("no record found; an example: ") + _CLAIMED
_ALL: Final = "all"
#: Points may have an s: ``their 1500s``.
_HAND: Final = regex(r"(?<![0-9])(?![0-9]*00s)[0-9]{3,14}[mpsz](?![a-z])")
_TILES: Final = regex(r"(?<![0-9])[0-9]{2,14}[mpsz](?![a-z])")
#: Who writes so many tiles asks of the hand.
_MANY: Final = 10
#: Two words, or some of Japanese: a hand with a slip has none.
_SENTENCE: Final = regex(r"(?<![^\W\d_])[^\W\d_]{2,}[\s,]+[^\W\d_]{2,}(?![=:])|[^\x00-\x7f]{2}")

# fmt: off
_Claims = Annotated[list[str] | None, Option(
    "--claim", "-c", metavar="CLAIM",
    help="What is claimed, as people say it; of several, which is right. Else what the record itself claims.",
)]
_Sets = Annotated[list[str] | None, Option(
    "--rules", "-r", metavar="A,B,...", autocompletion=complete_set_list,
    help="Rule sets, ids or files, in one list or one by one; or all that fit.  [default: all]",
)]
# fmt: on


def dispute(
    *, record: RecordArgument = None, claim: _Claims = None, settings: Settings, form: TextForm = Form.TABLE
) -> bool:
    """Judge a claim: right, or where it departs and why, and what would make it right."""
    reads, claim, settings = _with_claims(read(record, _CLAIMED), claim, settings)
    if (answered := _unjudged(reads, claim or (), settings, form)) is not None:
        return answered
    check_command_line(reads, settings, _NOTHING)
    found: list[Verdict | Verdicts] = []
    of: dict[int, tuple[Any, RuleSet]] = {}
    is_wrong = False
    for one in reads:
        try:
            told = [by_seat(each, one.sits) for each in claims_by_people(claim or (), one.record)]
        except CalcError as error:
            raise CalcError("--claim: {0}", error.message) from None
        judged: dict[str, Verdict] = {}
        trials = None
        for claimed in told or (None,):
            try:
                known = one.known()
                own = rules_for(known, settings, allow_file=one.on_command_line)
                trials = trials or together(known, own, [each.claim for each in told])
                verdict = judge(known, own, claimed.claim if claimed else None, trials)
                judged[claimed.text if claimed else ""] = verdict
            except CalcError as error:
                is_wrong = True
                with suppress(CalcError):
                    if len(reads) == 1 and (ruled := _rule(one, claim or (), settings, form)) is not None:
                        return ruled
                if claimed is None or (error.key or "").partition(".")[0] != "claim":
                    print_read_error(one, error)
                    break
                said = msg("--claim {0!r}", claimed.text) if len(told) > 1 else "--claim"
                print_error(CalcError(msg("{0}: {1}", said, error.message)))
                _rule_on_claim(claimed.claim, own, settings, form)
        if judged:
            found.append(compare_claims([*judged], [*judged.values()]) if len(told) > 1 else judged.popitem()[1])
            of[id(found[-1])] = known, own

    def blocks(verdict: Verdict | Verdicts, page: bool) -> Iterator[Block]:
        known, own = of[id(verdict)]
        return verdict_blocks(verdict, own, page=page, record=known)

    write_found(found, form, "page_dispute", blocks, lambda place, one: print_heading(place, one.id))
    return is_wrong or not all(verdict.right for verdict in found)


def _rule_on_claim(claim: Any, rules: RuleSet, settings: Settings, form: TextForm) -> None:
    """Print what the rules say of a claim that is none on a hand."""
    if form is Form.TABLE and isinstance(claim, str) and claim.split()[2:]:
        ask_rules(claim, replace(settings, rules=settings.rules or rules.id), form, near=False)


def _unjudged(reads: Sequence[AnyRead], claims: Sequence[str], settings: Settings, form: TextForm) -> bool | None:
    """Answer a question about a rule, or say what records pay; ``None`` where something is claimed of them."""
    read = reads[0] if reads else Read()
    if read.error is not None:
        return _rule(read, claims, settings, form) if len(reads) == 1 else None
    is_told = read.on_command_line and form is Form.TABLE and not claims
    if not is_told or not all(one.record is not None and claims_nothing(one.record) for one in reads):
        return None
    cases = settle(reads, settings, _NOTHING)
    if len(cases) == 1 and cases[0].error is not None:
        # What no round can be may be a question; of one that is near, the refusal says more.
        with suppress(CalcError):
            if (ruled := _rule(replace(read, record=None), claims, settings, form)) is not None:
                return ruled
    is_refused = any(case.error is not None for case in cases)
    if not is_refused:
        tell(msg("nothing is claimed: what it pays"))
    print_each(cases)
    return is_refused


def _with_claims(
    reads: Sequence[AnyRead], claims: list[str] | None, settings: Settings
) -> tuple[list[AnyRead], list[str] | None, Settings]:
    """The records with what is claimed of them, or what a sentence says beside its record; and the settings of it."""
    if claims:
        return [_as_claimed(one, claims, settings) for one in reads], claims, settings
    if len(rounds := as_rounds(reads, settings, fewest=2)) > 1:
        return rounds, None, settings
    if len(reads) == 1 and reads[0].text:
        rest, told = claims_told(reads[0].text)
        chosen, rest = option_told(rest, load_rules(set_told(rest)[0] or default_rules()["riichi"]))
        settings = replace(settings, options={**settings.options, **chosen})
        within = _as_claimed(read_line(rest), told, settings) if rest and told else reads[0]
        people = people_told(reads[0].text)
        # Of flower cards any figure may be claimed, also a small one.
        if people[1] and (within.record is None or game_of(within.record).points is None):
            by_people = _as_claimed(read_line(people[0]), people[1], settings)
            is_told = by_people.error is None or getattr(within.record, "players", None) == {}
            rest, told, within = (*people, by_people) if is_told else (rest, told, within)
        if within.error is None or (told and reads[0].error is not None and isinstance(within.error, HandError)):
            return [within], told, settings
    return as_rounds(reads, settings), None, settings


def is_question(reads: Sequence[AnyRead], settings: Settings) -> bool:
    """Whether what was read is no record, but a claim on one, or a question about a rule."""
    from calc.disputes.topics import rulings_on

    if len(reads) != 1 or reads[0].error is None or not (text := reads[0].text) or not _SENTENCE.search(text):
        return False
    if _with_claims(reads, None, settings)[1]:
        return True
    with suppress(CalcError):
        # Who writes many tiles asks of the hand.
        return not _HAND.search(text) and bool(rulings_on(text, (), settings, allow_file=True)[0])
    return False


def _rule(
    read: AnyRead, claims: Sequence[str], settings: Settings, form: TextForm, *, every: bool = False
) -> bool | None:
    """Print what the rules say of a situation that is no record; whether a claim is not right, ``None`` for none."""
    from calc.disputes.topics import rulings_on

    try:
        rulings, rules = rulings_on(read.text or "", claims, settings, allow_file=True)
    except CalcError as error:
        if _answer_near(read, settings, form, every=every):
            return True
        # What a round lacks says more.
        raise (read.error if read.error and read.error.code == "missing_key" else error) from None
    if not rulings:
        return _answer_near(read, settings, form, every=every) or None
    heads = {id(one): [Head(one.claim, 2)] for one in rulings if rulings[1:] and one.claim}
    shown = partial(ruling_blocks, rules=rules, every=every)
    write_found(rulings, form, "page_dispute", lambda one, page: chain(heads.get(id(one), ()), shown(one)), _part)
    for one in (each for each in rulings if each.claim is not None and each.right is None and not each.remedies):
        print_error(CalcError("--claim {0!r} cannot be compared with this rule; claim what it decides", one.claim))
    return not all(one.right or one.claim is None for one in rulings)


def ask_rules(text: str, settings: Settings, form: TextForm, *, near: bool = True, every: bool = False) -> bool | None:
    """Print what the rules say of a sentence that a command cannot read otherwise, as ``yaku dispute`` does; ``None``
    for none of a rule. ``near``: whether rules that its words touch are told too; ``every``: whether all sets that say
    otherwise are named.
    """
    with suppress(CalcError):
        return _rule(Read(error=CalcError(text) if near else None, text=text), (), settings, form, every=every)
    return None


def _answer_near(read: AnyRead, settings: Settings, form: TextForm, *, every: bool) -> bool:
    """Print the rules that some words of a sentence touch which nothing reads; whether there are some."""
    from calc.disputes.topics import rulings_near

    text = read.text or ""
    tiles = sum(len(said) - 1 for said in _TILES.findall(text))
    if read.error is None or tiles >= _MANY or not _SENTENCE.search(text):
        return False
    whole, near, rules = rulings_near(text, settings, allow_file=True)
    told = [] if whole else [Text(say("Not read as a whole. The rules nearest to it:"), "answer")]
    if rulings := whole or near:
        write_found(
            [rulings],
            form,
            "page_dispute",
            lambda some, page: chain(told, *(ruling_blocks(one, rules, apart=True, every=every) for one in some)),
            lambda place, one: None,
        )
    return bool(rulings)


def _as_claimed(read: AnyRead, claims: Sequence[str], settings: Settings) -> AnyRead:
    """A line that leaves out seat, round or way, as the win for which the first claim is right, else of a non-dealer by
    ron; anything else as it is.
    """
    if claims and (pile := round_of_pile(read, settings, stops=True)) is not None:
        return pile
    (read,) = told if len(told := as_rounds([read], settings, claims)) == 1 else [read]
    if read.text is None or _is_whole(read, settings):
        return read
    wins_told = next(game.wins_told for game in all_games() if game.wins_told is not None)
    try:
        text = without_strangers(read.text, settings)
        wins = wins_told(text, rules_of=lambda win: rules_for(win, settings, allow_file=True))
    except HandError as error:
        return replace(read, error=error)
    if read.error is None and wins[:1] == [read.record]:
        return read
    chosen, others = None, dict[tuple[str, bool], Any]()
    for win in sorted(wins, key=lambda win: win.seat == "E"):
        if not claims:
            case = settle_case(Read(win, on_command_line=True), settings)
            is_hand = case.error is None or case.error.code == "no_yaku"
            chosen = chosen or (win if is_hand else None)
            continue
        with suppress(CalcError):
            own = rules_for(win, settings, allow_file=True)
            claim = claims_by_people(claims, win)[0].claim
            case = settle_case(Read(read_claim(win, claim, own), on_command_line=True), settings)
            chosen = chosen or (win if case.result.agrees is True else None)
            others.setdefault((win.by, win.seat == "E"), (win, own, claim))
    # Of no win the claim is right: of which would other rules make it right?
    if chosen is None and others and not wins[0].hand:
        chosen = next((win for win, own, claim in others.values() if judge(win, own, claim).remedies), None)
    chosen = chosen or next((win for win, _, _ in others.values()), None)
    if chosen is None:
        return read
    tell(msg("read as {0}", print_any_line(chosen)))
    return Read(chosen, text=read.text, on_command_line=True)


def _is_whole(read: AnyRead, settings: Settings) -> bool:
    """Whether a line was read: what stands where a level or a yaku does may be anything."""
    hands = players.values() if isinstance(players := getattr(read.record, "players", None), dict) else [read.record]
    is_told = any(getattr(one, "level", None) or getattr(one, "yaku", None) for one in hands)
    return read.error is None and not (is_told and settle_case(read, settings).error is not None)


def as_rounds(
    reads: Sequence[AnyRead], settings: Settings, claims: Sequence[str] = (), *, fewest: int = 1
) -> list[AnyRead]:
    """A sentence that nothing else reads, as the rounds that it tells by seats, or where only fu are claimed as an
    example of the hand; anything else as it is.
    """
    text = reads[0].text if len(reads) == 1 else None
    # Two rounds one after the other are no two winners of one.
    fewest = max(fewest, 2) if text and _is_whole(reads[0], settings) else fewest
    if not text or not (_SENTENCE if fewest == 1 else sign("then")).search(text):
        return [*reads]
    if reads[0].error is not None and (known := read_plain(reads[0], settings)) is not None:
        return [known]
    told_by = next(game.rounds_told for game in all_games() if game.rounds_told is not None)
    of_fu = [(counts_of(claim.rpartition(": ")[2]) or {}).keys() == {"fu"} for claim in claims]
    rounds_told = partial(told_by, asks_fu=bool(of_fu) and all(of_fu))
    rules_of = partial(rules_for, settings=settings, allow_file=True)
    try:
        if not (told := rounds_told(text, rules_of)):
            plain, unread = leave_out(text, settings)
            told = rounds_told(plain, rules_of) if plain != text else []
            # Who asks of a rule does not ask what a round pays that is an example of it.
            if told and not claims and _is_ruled(text, settings):
                return [*reads]
            tell_unread(unread if told else [])
    except HandError as error:
        return [replace(reads[0], error=error)]
    found = list[AnyRead]()
    for one in told if len(told) >= fewest else ():
        tell(msg("read as {0}", one.told))
        record: Any = (read := read_line(one.line)).record
        found.append(replace(read, record=record and replace(record, options=one.options), text=text, sits=one.sits))
    return found or [*reads]


def _is_ruled(text: str, settings: Settings) -> bool:
    """Whether a text, each word of it, tells a situation of which the rules say something."""
    from calc.disputes.topics import rulings_on

    with suppress(CalcError):
        return any(not one.unread and one.claim is None for one in rulings_on(text, (), settings, allow_file=True)[0])
    return False


def compare(record: RecordArgument = None, rules: _Sets = None, form: TextForm = Form.TABLE) -> bool:
    """Settle a record under several rule sets, and name the options that make the differences."""
    from calc.report.comparison import comparison_blocks

    sets = [word.casefold() for word in record or ()]
    if len(sets) == 2 and {*sets} <= {*rule_set_ids()}:
        diff_rules(sets[0], sets[1], form=form)
        return False
    named, rest = sets_both_ways(" ".join(record), default_rules()["riichi"]) if record and rules is None else ([], "")
    record = [rest] if named else record
    named_first, line = sets_before(" ".join(record or ()))
    if rules is None and record and len(named_first) < 2:
        named_first, line = sets_within(" ".join(record))
    if rules is None and len(named_first) > 1:
        if asks_difference(named_first, line):
            diff_rules(named_first[0], named_first[1])
            return False
        rules, record = [",".join(named_first)], [line]
    reads = [_as_claimed(one, (), Settings()) for one in read(record, _COMPARED)]
    # What is claimed makes no difference to what a hand pays.
    rest, told = claims_told(reads[0].text or "") if len(reads) == 1 and reads[0].error is not None else ("", [])
    reads = [_as_claimed(read_line(rest), (), Settings())] if told else reads
    if not reads:
        raise CalcError(msg("no record found; an example: ") + _COMPARED)
    if not named and (ruled := compare_rulings(reads, named_first, line, form)) is not None:
        return ruled
    named = named or _sets_named(",".join(rules or [_ALL]))
    found: list[list[Comparison]] = []
    titles: dict[str, str] = {}
    beyond: dict[str, list[str]] = {}
    for one in reads:
        try:
            found.append(_compare(one, named or None, titles, beyond))
        except CalcError as error:
            print_read_error(one, error)

    def blocks(comparison: list[Comparison], page: bool) -> Iterator[Block]:
        return comparison_blocks(comparison, titles, beyond)

    write_found(found, form, "page_compare", blocks, _part)
    return len(found) < len(reads)


def _sets_named(names: str) -> list[RuleSet]:
    """The rule sets of a list of names; none for all."""
    named = [load_rules(name.strip()) for name in names.split(",") if name.strip()] if names != _ALL else []
    if not named and names != _ALL:
        raise misused("expected rule sets such as riichi,tenhou or all, found {0!r}", names, at="--rules")
    return named


def compare_rulings(reads: Sequence[AnyRead], sets: Sequence[str], text: str, form: TextForm) -> bool | None:
    """Print what each of some rule sets, or all, say of a question about a rule; ``None`` for a record."""
    from calc.disputes.topics import rulings_near, rulings_on

    if len(reads) != 1:
        return None
    with suppress(CalcError):
        rules_for(reads[0].known(), Settings())
        # What a draw pays is the lesser part of what is asked of it.
        if len(sets) <= 1 or getattr(reads[0].record, "draw", None) is None or not _is_ruled(text, Settings()):
            return None
    if len(sets) <= 1:
        # A hand of nobody in particular is no question about a rule.
        is_hand = getattr(reads[0].error, "key", None) == "seat"
        return None if is_hand else ask_rules(reads[0].text or "", Settings(), form, every=True)
    found = []
    # What is asked may be two things.
    for parts in ([text], sign("joins").split(text)):
        with suppress(CalcError):
            found = [rulings_on(f"{one}: {part}", (), Settings()) for part in parts for one in sets]
        if found and all(len(rulings) == 1 for rulings, _ in found):
            break
    if not found or not all(rulings for rulings, _ in found):
        both = [rulings_near(f"{one}: {text}", Settings()) for one in sets]
        found = [(whole or near, rules) for whole, near, rules in both]
        # What all that is read tells, or the one rule that is nearest under each.
        if not all(rulings for rulings, _ in found) or len({rulings[0].topic for rulings, _ in found}) > 1:
            return None
        if not all(whole for whole, _, _ in both):
            tell(msg("not read as a whole; the rule nearest to it is answered"))
    told = [replace(rulings[0], elsewhere={}) for rulings, _ in found]
    of = {id(one): rules for one, (_, rules) in zip(told, found, strict=True)}
    write_found(told, form, "page_compare", lambda one, page: ruling_blocks(one, of[id(one)]), _part)
    return False


def _part(place: int, one: object) -> None:
    if place:
        print()


def _compare(
    read: AnyRead, named: list[RuleSet] | None, titles: dict[str, str], beyond: dict[str, list[str]]
) -> list[Comparison]:
    """Compare a record under the rule sets that are named, or under all for the same play as its own. ``titles``: where
    the names of their yaku are put; ``beyond``: and what differs where no option does.
    """
    from calc.report.comparison import values_apart

    record = read.known()
    own: RuleSet = rules_for(record, Settings(fallback=default_rules()), allow_file=read.on_command_line)
    sets = sets_beside(own, named)
    for rules in sets:
        titles.update({**yaku_names(rules), **titles})
    found = compare_sets(record, sets)
    for rules, one in zip(sets, found, strict=True):
        if one.differs and not one.because:
            beyond[one.rules] = values_apart(sets[0], rules, [found[0].figures, one.figures])
    return found
