"""``yaku ask``: guided entry, a question a line, with answers that are piped in."""

import os
import shlex
import signal
from pathlib import Path

import calc
from tests.cli.running import PROJECT, SECONDS, Ran, run_yaku, start_yaku
from tests.rows import Rows

ROWS = Rows(__file__)


WELCOME = "Enter takes what stands in brackets, back goes one step back, ? shows examples.\n"
RIICHI: str = ROWS["riichi"]
KOIKOI: str = ROWS["koikoi"]
JAPANESE: str = ROWS["japanese"]


def answer(*answers: str, arguments: tuple[str, ...] = (), columns: int = 80) -> Ran:
    return run_yaku("ask", *arguments, stdin="".join(f"{line}\n" for line in answers), columns=columns)


def again(ran: Ran) -> list[str]:
    """The arguments of the command in the last line of the output."""
    words = shlex.split(ran.lines[-1].removeprefix("again: ").removeprefix("もう一度："))
    assert words[:2] == ["yaku", "score"]
    return words[1:]


def as_scored(ran: Ran) -> None:
    """The output is that of ``yaku score`` with the line that is told, and that line."""
    scored = run_yaku(*again(ran))
    assert ran.out == f"{scored.out}\n{ran.lines[-1]}\n"
    assert scored.code == ran.code


# ---- riichi


def test_a_whole_conversation_about_a_hand() -> None:
    ran = run_yaku("ask", stdin=(PROJECT / "samples" / "answers.txt").read_text(encoding="utf-8"))
    assert ran.err == WELCOME + RIICHI
    assert ran.lines[0] == "South wins 5,200 points by ron from West"
    assert ran.lines[-1] == (
        'again: yaku score "riichi 123m456p789s1122z +2z ron seat=S round=E from=W riichi ippatsu sticks=1"'
    )
    assert ran.code == 0
    as_scored(ran)


def test_in_japanese() -> None:
    answers = ["23m406p789s11z", "(555z)", "1m", "ツモ", "東", "", "海底", "4s", "", "", "", ""]
    ran = answer(*answers, arguments=("--rules", "tenhou", "--lang", "ja"))
    assert JAPANESE in ran.err
    assert ran.lines[0].startswith("東家のツモ和了")
    assert again(ran)[1] == "tenhou 23m406p789s11z +1m (555z) tsumo seat=E round=E dora=4s last_tile"


def test_rules_and_options_of_the_command_line_are_in_the_line() -> None:
    settings = ("--rules", "riichi", "--set", "kiriage_mangan=false", "--set", "uma=[15,5,-5,-15]")
    ran = answer("123m456p789s1122z", "1z", "ron", "S", *[""] * 9, arguments=settings)
    assert ran.code == 0
    assert "options.kiriage_mangan=false" in again(ran)[1]
    as_scored(ran)


def test_a_hand_of_fourteen_tiles_holds_the_winning_tile() -> None:
    ran = answer("123m456p789s11222z", "3z", "", "tsumo", "E", *[""] * 9, arguments=("--rules", "riichi"))
    assert "error: expected one of the 14 tiles of the hand, found '3z'\n" in ran.err
    assert again(ran)[1] == "riichi 123m456p789s1122z +2z tsumo seat=E round=E"


def test_only_what_can_apply_is_asked() -> None:
    def asked(*answers: str, rules: str = "riichi") -> str:
        return answer(*answers, arguments=("--rules", rules)).err

    called = asked("23m406p789s11z", "(555z)", "1m", "tsumo", "E", "", "")
    assert "Any of last_tile [none]: " in called
    assert "riichi, double" not in called
    assert "Ura dora" not in asked("123m456p789s1122z", "2z", "tsumo", "S", "", "none", "", "")
    assert "Any of rinshan last_tile [none]" in asked("123m456p11z34s", "[5555z]", "5s", "tsumo", "S", "", "none")
    assert "Any of last_tile first_turn [none]" in asked("123m456p789s1122z", "2z", "tsumo", "S", "", "none")
    assert "first_turn" not in asked("123m456p789s1122z", "2z", "ron", "E", "", "", "none")
    assert "Norths set aside" in asked("123p456p789s1122z", "2z", "tsumo", "S", "", "none", rules="sanma-common")


@ROWS.each("a_wrong_answer_is_told_at_once_and_the_question_asked_again")
def test_a_wrong_answer_is_told_at_once_and_the_question_asked_again(answers: list[str], told: str) -> None:
    ran = answer(*answers)
    assert told in ran.err
    prompts = ran.err.split("error: ")
    before, after = prompts[0].splitlines()[-1], prompts[1].splitlines()[-2 if ran.code == 1 else -1]
    assert after.partition(":")[0] == before.partition(":")[0], "the same question"
    assert (ran.out, ran.code) == ("", 1)


def test_back_takes_one_answer_after_the_other_back() -> None:
    ran = answer("", "123m456p789s1122z", "back", "back", "back", "tenhou", "123m456p789s1122z")
    assert ran.err.count("Rules [riichi]: ") == 3
    assert "Rules [riichi]: back\nThis is the first question.\nRules [riichi]: tenhou\n" in ran.err
    assert ran.err.count("Concealed tiles") == 3


def test_a_question_mark_shows_what_may_be_answered() -> None:
    ran = answer("?", "", "?", "123m456p789s1122z", "?")
    assert "  " + " ".join(calc.tables.rule_set_ids()) + "\n" in ran.err
    assert ran.err.count("  123m406p789s11z: m characters") == 2


def test_a_hand_that_cannot_be_settled_can_be_mended() -> None:
    hand = ["123m456p789s1122z", "1z", "ron", "W", "S", "", "", "", "", "", "", "", ""]
    refused = answer(*hand, "", arguments=("--rules", "riichi"))
    assert "error: the hand is complete but has no yaku; a win needs at least one\n" in refused.err
    assert refused.err.endswith("back to correct it, Enter to end: \n")
    assert refused.lines == ['again: yaku score "riichi 123m456p789s1122z +1z ron seat=W round=S"']
    assert refused.code == 1
    mended = answer(*hand, "back", "claim.points=1000", "", "", arguments=("--rules", "riichi"))
    assert mended.err.count("Anything else") == 2


def test_rare_things_are_given_as_keys_of_a_line() -> None:
    ran = answer("123m456p789s1122z", "2z", "ron", "S", *[""] * 7, "claim.points=9000", "", arguments=("-r", "riichi"))
    assert "The claim is wrong." in ran.out
    assert ran.code == 1
    as_scored(ran)
    wrong = answer("123m456p789s1122z", "2z", "ron", "S", *[""] * 7, "clam=1", arguments=("-r", "riichi"))
    assert "did you mean 'claim'?" in wrong.err


# ---- hanafuda


TAIYAKU = ("--rules", "taiyaku")


def test_a_whole_conversation_about_a_round() -> None:
    answers = ["Aki Bea", "", "1B 3B 8B 9A", "1R 2R 3RCC", "Aki", "Bea", ""]
    ran = answer(*answers, arguments=("--rules", "koikoi"))
    assert ran.err == WELCOME + KOIKOI
    assert again(ran)[1] == "koikoi Aki:1B,3B,8B,9A Bea:1R,2R,3RCC stopped_by=Aki koikoi.Bea=1"
    assert ran.code == 0
    as_scored(ran)


def test_a_dealt_yaku_ends_the_round_where_the_rules_say_so() -> None:
    ran = answer("Aki Bea", "Aki", "1BRCC 2A 3B 4R 5C", "", "", arguments=("--rules", "koikoi"))
    assert "captured" not in ran.err
    assert again(ran)[1] == "koikoi Aki.dealt:1BRCC,2A,3B,4R,5C Bea.dealt:"
    as_scored(ran)


def test_the_month_the_wild_card_the_pot_and_chips_are_asked_where_the_rules_have_them() -> None:
    month = answer("A B", "", "", "", "", arguments=("--rules", "koikoi", "--set", "tsukifuda=round_month")).err
    assert "Month of the round, 1 to 12: " in month
    wild = answer("A B C", "", "1B", "2A", "3B", arguments=("--rules", "hiraya")).err
    assert "Who used the wild card and what it captured, as A 3C [nobody]: " in wild
    chips = answer("A B C", "", "1B", "2A", "3B", "", "2", "A=8", "", arguments=("--rules", "taiyaku"))
    assert again(chips)[1] == "taiyaku A:1B B:2A C:3B pot=2 chips.A=8"


def test_what_cards_do_not_show_is_asked_of_the_round() -> None:
    piles = ["1BRCC 2ARCC 3BRCC 4ARCC", "5ARCC 6ARCC 7ARCC 8BACC", "9ARCC 10ARCC 11BARC 12BCCC", "1B 4R 5R 6R 7R 9R"]
    doubled = answer("A B C", *piles, "1", "", arguments=("-r", "kyu-rei"))
    assert "How many doublings are carried over from rounds before [0]: " in doubled.err
    assert " facts.carried=1" in again(doubled)[1]
    as_scored(doubled)
    assert "facts" not in again(answer("A B C", *piles, "", "", arguments=("-r", "kyu-rei")))[1]


def test_the_field_and_what_cards_do_not_show_are_asked_of_players(tmp_path: Path) -> None:
    path = tmp_path / "bombs.yaml"
    path.write_text(
        """game: hanafuda
version: 1.0.0
name: {en: Bombs, ja: 爆}
sources: {house: us}
unit: points
table: {players: [2], first: dealer, hand: 0, field: 0, source: house}
facts:
  bombs: {meaning: {en: bombs thrown, ja: 爆弾の数}, source: house}
settlement:
  bombs: {do: move, of: {fact: bombs}, from: others, source: house}
  moon: {do: move, of: 5, for: dealer, from: others, when: {field: {cards: 8B}}, source: house}
  leads: {do: win, of: each, by: [score, turn], source: house}
""",
        encoding="utf-8",
    )
    ran = answer("A B", "1B", "2A", "8B 3C", "B=2", "", arguments=("-r", str(path)))
    assert "Cards of the opening field: " in ran.err
    assert "Bombs thrown, as A=1 [nobody]: " in ran.err
    assert again(ran)[1].endswith('A:1B B:2A facts.bombs.B=2 field="3C 8B"')
    assert "A +3, B -3" in ran.out
    once = answer("A B", "1B", "2A", "8B 3C", "B", "", arguments=("-r", str(path)))
    assert again(once)[1].endswith('A:1B B:2A facts.bombs.B=1 field="3C 8B"')
    (tmp_path / "yaku.yaml").write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    assert "Rules [./yaku.yaml]: " in run_yaku("ask", folder=tmp_path).err
    assert "expected an answer" in answer("A B", "1B", "2A", "", arguments=("-r", str(path))).err


# ---- ends, and where it is used


def test_an_interrupt_ends_it() -> None:
    reading, writing = os.pipe()
    with start_yaku("ask", stdin=reading) as process:
        assert process.stderr is not None
        while process.stderr.read(1) not in (":", ""):  # the end of the first question
            pass
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=SECONDS)
    os.close(reading)
    os.close(writing)
    assert (out, process.returncode) == ("", 130)
    assert err.endswith("\nEnded.\n")


def test_every_question_stands_on_one_line_without_control_characters() -> None:
    ran = run_yaku("ask", stdin=(PROJECT / "samples" / "answers.txt").read_text(encoding="utf-8"), columns=40)
    assert "\x1b" not in ran.err + ran.out
    assert "\r" not in ran.err + ran.out
    assert ran.err == WELCOME + RIICHI


def test_a_house_file_is_what_enter_takes(tmp_path: Path) -> None:
    text = "game: riichi\nextends: riichi\nversion: 7.0.0\nname: {en: Ours, ja: 我}\nsources: {house: us}\n"
    (tmp_path / "yaku.yaml").write_text(text, encoding="utf-8")
    ran = run_yaku("ask", stdin="\n", folder=tmp_path)
    assert "Rules [./yaku.yaml]: \n  = Ours (yaku@7.0.0)\n" in ran.err
    (tmp_path / "yaku.yaml").write_text(f"{text}yakus: {{}}\n", encoding="utf-8")
    ran = run_yaku("ask", stdin="\n", folder=tmp_path)
    assert (ran.out, ran.code) == ("", 2)
    assert "go on without them by --rules riichi" in ran.err


def test_a_table_of_more_than_take_part_is_asked_who_dropped_out_and_what_was_forced_out() -> None:
    """1 chip of B; the sake cup and the moon of E: 2 from each who plays."""
    ran = answer("A B C D E", "B", "2C 3C 4C 5C 6C 7C 8B 9A", "", "", "2R", "", "", "", "", "", "", arguments=TAIYAKU)
    spelled = "taiyaku A:2R C: D: seats=A,B,C,D,E dropped=B forced_out.E.dealt="
    assert again(ran)[1] == spelled + '"2C 3C 4C 5C 6C 7C 8B 9A"'
    assert "Payments\n  B → pot 1 chip: dropping out\n  A → E 2 chips: forced-out compensation\n" in ran.out
    assert ran.code == 0


def test_a_table_of_six_is_asked_who_dealt_and_the_sixth_takes_over_a_hand() -> None:
    ran = answer("A B C D E F", "C", "F A C", "", "2R", "", "", "", "", "", "", arguments=TAIYAKU)
    assert "Who dealt [A]: " in ran.err
    assert again(ran)[1] == "taiyaku B:2R D: E: dealer=C seats=A,B,C,D,E,F dropped=A,C,F"
    assert ran.code == 0


def test_a_table_of_which_one_or_nobody_plays_is_asked_for_no_cards() -> None:
    nobody = answer("A B C D", "A B C D", "2", "", "", arguments=TAIYAKU)
    assert again(nobody)[1] == "taiyaku seats=A,B,C,D dropped=A,B,C,D pot=2"
    assert "captured" not in nobody.err
    alone = answer("A B C D", "A B C", "", "", "", arguments=TAIYAKU)
    assert again(alone)[1] == "taiyaku D.dealt: seats=A,B,C,D dropped=A,B,C"
    assert alone.code == nobody.code == 0


def test_a_round_that_compensation_ended_is_asked_for_no_cards() -> None:
    """Three brights, the sake cup and three blue ribbons: 3 + 1 + 4 = 8."""
    ran = answer("A B C D", "", "1B 3B 8B 9A 6R 9R 10R 2C", "no", "", "", "", arguments=TAIYAKU)
    assert ran.out.startswith("D wins: A -8, B -8, C -8, D +24")
    assert "captured" not in ran.err


def test_a_chaff_without_a_number_is_told_as_a_plain_one() -> None:
    def told(cards: str) -> str:
        return answer("A B C", "", cards, arguments=TAIYAKU).err

    assert "  = paulownia-chaff\n" in told("12C")
    assert "  = yellow-paulownia, 2 x paulownia-chaff\n" in told("12CCC")
    assert "  = yellow-paulownia, paulownia-chaff\n" in told("#121 12C")
    assert "  = enough\n" in answer("A B C", *[""] * 7, arguments=TAIYAKU).err


def test_answers_are_understood_as_people_write_them() -> None:
    answers = ["", "123 man 456 pin 789 sou East East 2z 2z", "south", "Ron", "South", "E1", "west", "daburi", "haitei"]
    ran = run_yaku("ask", stdin="\n".join([*answers, "houtei", "東", *[""] * 6]))
    assert "expected one of ippatsu, chankan, last_tile, found 'haitei'" in ran.err
    assert ran.out.rstrip().endswith(
        'again: yaku score "riichi 123m456p789s1122z +2z ron seat=S round=E from=W dora=1z riichi=double last_tile '
        'sticks=1"'
    )


# ---- whatever is said


@ROWS.each("said")
def test_a_text_is_answered_by_the_command_that_reads_it(text: str, command: list[str], code: int) -> None:
    ran, by_name = (run_yaku(*words, text) for words in ((), command))
    assert (ran.out, ran.err, ran.code) == (by_name.out, by_name.err, by_name.code)
    assert ran.code == code
    assert run_yaku("ask", text).out == ran.out


@ROWS.each("who_wins")
def test_who_wins(text: str, first: str) -> None:
    ran = run_yaku(text)
    assert (ran.lines or [""])[0].partition("   ")[0] == first
    assert "30 (2,000), 40 (2,600)" in ran.err or first


def test_what_nobody_reads_is_refused_once() -> None:
    ran = run_yaku("blah blah grumbly")
    assert (ran.out, ran.code) == ("", 1)
    assert ran.err.count("error:") == 1
    assert run_yaku("grumbly").code == 2


def test_a_text_is_answered_under_the_rules_that_are_named() -> None:
    ran = run_yaku("ask", "West ron South 4 han 30 fu", "--rules", "tenhou", "--lang", "ja")
    assert (ran.lines[0], ran.code) == ("西家のロン和了 7,700点（放銃 南家）", 0)
