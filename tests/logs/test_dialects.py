"""Games that Tenhou played, in the words of other programs: they agree, and one wrong figure is found."""

import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.agree import corpus_folder
from calc import LoggedGame, read_logs
from calc.mahjong.logs.mahjong_soul import read_mahjong_soul
from calc.mahjong.logs.names import NUMBERS, named_draw, named_yaku
from calc.mahjong.logs.records import game_of
from calc.mahjong.logs.tenhou_json import write_game as write_tenhou_json
from calc.outcomes import CheckedGame, Unread
from calc.report.log import check_lines
from calc.settling import check_logs
from calc.settling.settle import PLAIN
from tests.logs.alone import check_alone
from tests.logs.soul_writer import as_mahjong_soul
from tests.logs.test_checking import sound
from tests.logs.test_mjai import BUSY
from tests.logs.writers import as_mjai, as_tenhou_json
from tests.rows import Rows

ROWS = Rows(__file__)

#: Yaku in the languages of converters: as records of Mahjong Soul name them in English, Japanese, Chinese, Korean.
NAMES: dict[str, Any] = ROWS["names"]
#: Draws by our kinds: Japanese, romanised and English, and the reasons of mjai.
DRAWS: dict[str, Any] = ROWS["draws"]
#: The names that mjai took from its first server, where they differ from ours. Dragons and forms of limits share one.
MJAI: dict[str, Any] = ROWS["mjai"]


def games() -> Iterator[LoggedGame]:
    """Games of Tenhou: the one of the samples, and some of the corpus where it is there."""
    for path in [Path("samples/logs/tenhou.mjlog"), *sorted((corpus_folder() / "logs").glob("*.mjlog"))[1::25]]:
        (game,) = read_logs(path)
        assert isinstance(game, LoggedGame)
        yield game


def read(value: Any) -> LoggedGame:
    text = "\n".join(map(json.dumps, value)) if isinstance(value, list) else json.dumps(value)
    (game,) = read_logs(io.StringIO(text), name="a.json")
    assert isinstance(game, LoggedGame), game
    return game


def checked(value: Any) -> CheckedGame:
    game = read(value)
    return check_alone(game, game.game)


def keys(one: CheckedGame) -> list[str]:
    return [found.key.rpartition(".")[2] for found in one.disagreements]


@pytest.mark.parametrize("ours", NAMES)
def test_each_yaku_has_its_names_in_all_languages(ours: str) -> None:
    assert {named_yaku(name, 1).id for name in (*NAMES[ours], ours)} == {ours}


def test_each_yaku_of_tenhou_has_names_in_all_languages() -> None:
    assert NUMBERS.keys() <= NAMES.keys()


@pytest.mark.parametrize("kind", DRAWS)
def test_each_draw_has_its_words_in_all_languages(kind: str) -> None:
    assert {named_draw(word) for word in DRAWS[kind]} == {kind}


def test_a_word_that_is_not_known_means_nothing() -> None:
    for name in ("Half Flus", "Jade Dragon", "", "Big Wheel of Fortune", "Half Full Flush"):
        assert named_yaku(name, 1).id is None
    assert named_draw("Rainy Day") is None


# ---- tenhou.net/6 in other words


def in_words(value: dict[str, Any], language: int) -> dict[str, Any]:
    """A game as a converter writes it in English (0), Japanese, Chinese or Korean (3), for tables of another site."""
    levels = {
        "数え役満": "Counted Yakuman ",
        "三倍満": "Sanbaiman ",
        "倍満": "Baiman ",
        "跳満": "Haneman ",
        "満貫": "Mangan ",
    }
    draws = {words[0]: words[2] for words in DRAWS.values()} | {"四槓散了": "Four Kan Abortion"}
    draws |= {"三家和了": "Three Ron Abortion", "全員聴牌": "Exhaustive Draw", "全員不聴": "Exhaustive Draw"}
    for row in value["log"]:
        result = row[-1]
        if result[0] != "和了":
            result[0] = draws[result[0]] if language == 0 else result[0]
            continue
        for details in result[2::2]:
            for place, item in enumerate(details[4:], start=4):
                name, worth = item.split("(")
                ours = named_yaku(name, 1).id
                assert ours is not None
                details[place] = f"{NAMES[ours][language]}({worth}"
            if language == 0:
                details[3] = details[3].replace("符", "Fu").replace("飜", "Han")
                for word, level in {**levels, "役満": "Yakuman "}.items():
                    details[3] = details[3].replace(word, level)
    return value


def first_win(value: dict[str, Any]) -> list[Any]:
    details: list[Any] = next(row[-1] for row in value["log"] if row[-1][0] == "和了")[2]
    return details


@pytest.mark.parametrize("language", range(4))
def test_a_game_in_another_language_agrees(language: int) -> None:
    for game in games():
        plain, other = (
            checked(change(as_tenhou_json(game.played))) for change in (dict, lambda v: in_words(v, language))
        )
        assert (other.disagreements, other.unread, other.cut_off) == ([], [], None)
        # Who waits is told by two words for draws alone, which have no other language.
        assert plain.figures - 3 <= other.figures <= plain.figures


@pytest.mark.parametrize("language", range(3))
def test_a_wrong_word_in_another_language_is_found(language: int) -> None:
    for game in games():
        value = in_words(as_tenhou_json(game.played), language)
        details = first_win(value)
        told, other = details[4].split("(")[0], NAMES["sankantsu"][language]
        assert told != other
        details[4] = details[4].replace(told, other)
        assert keys(checked(value)) == ["yaku"]
        details[4] = details[4].replace(other, "Rainy Day")
        unknown = checked(value)
        assert (unknown.disagreements, [one.said for one in unknown.unread]) == ([], ["Rainy Day"])
        details[4] = re.sub("[0-9]+", lambda found: str(int(found[0]) + 1), details[4])
        assert "han" in keys(checked(value))


def test_wrong_points_in_english_are_found() -> None:
    for game in games():
        value = in_words(as_tenhou_json(game.played), 0)
        details = first_win(value)
        details[3] = details[3].replace("00点", "01点")
        assert keys(checked(value)) == ["points"]


def with_draw(word: str, place: int = 2) -> dict[str, Any]:
    """A sound game of five rounds; the one at ``place`` ends in this word."""
    value = as_tenhou_json(sound().played)
    value["log"][place][-1][0] = word
    return value


def test_a_word_for_a_draw_that_is_not_known_is_passed_over_where_the_moves_tell_the_kind() -> None:
    told = Unread("E3, honba 1", "draw", "Nine Ends")
    assert (checked(with_draw("Nine Ends")).disagreements, checked(with_draw("Nine Ends")).unread) == ([], [told])
    # The wall ran out, so the changes can be compared.
    value = with_draw("Washout", 1)
    assert (checked(value).disagreements, len(checked(value).unread)) == ([], 1)
    value["log"][1][-1][1] = [1000, -3000, 1000, 1000]
    assert "deltas" in keys(checked(value))


def test_a_known_word_for_another_draw_is_a_disagreement() -> None:
    assert keys(checked(with_draw("Nine Terminal Abortion"))) == []
    assert keys(checked(with_draw("Mangan at Draw", 1))) == ["pool_of_dreams"]


def test_a_round_that_ends_in_a_way_that_nothing_tells_is_refused_alone() -> None:
    value = with_draw("不明", 3)
    row = value["log"][3]
    row[-1] = ["不明"]
    found = checked(value)
    assert [(one.round, one.key) for one in found.disagreements] == [("E3, honba 2", "refused")]
    assert found.disagreements[0].found == (
        "expected a win or a kind of draw, found a word that is not known, '不明'; the moves do not tell it either"
    )
    assert (found.wins, found.draws) == (2, 2)


@ROWS.each("rooms_that_tell_the_rules")
def test_rooms_that_tell_the_rules(disp: str, rules: str | None, options: Any) -> None:
    value = as_tenhou_json(sound().played)
    value["rule"] = {"disp": disp, "aka51": 1, "aka52": 1, "aka53": 1}
    game = read(value)
    assert (game.said.rules, game.record.get("options")) == (rules, options)
    assert game.record["rules"] == rules or "tenhou"


# ---- which rules


def test_a_game_that_disagrees_is_told_under_which_rules_it_agrees() -> None:
    (game,) = read_logs("samples/logs/tenhou.mjlog")
    assert isinstance(game, LoggedGame)
    soul = game_of(read_mahjong_soul(as_mahjong_soul(game.played)), "a.json", "mahjong-soul")
    (found,) = check_logs([(soul, soul.game)], PLAIN)
    assert isinstance(found, CheckedGame)
    assert (found.rules_told, keys(found), found.agrees_under) == (True, ["final"], ["tenhou"])
    assert f"a.json: agrees under tenhou, not under {found.rules}" in check_lines(found)


def test_a_game_that_agrees_is_tried_under_no_other_rules() -> None:
    game = read(as_tenhou_json(sound().played))
    (found,) = check_logs([(game, game.game)], PLAIN)
    assert isinstance(found, CheckedGame)
    assert (found.disagreements, found.agrees_under) == ([], [])


# ---- dialects of mjai


def first_server(lines: list[dict[str, Any]], game: LoggedGame) -> list[dict[str, Any]]:
    """As the first server tells a win: yaku by its names, fu, han, points, the winning tile."""
    wins = iter([win for one in game.said.rounds for win in one.wins])
    for line in lines:
        if line["type"] == "hora":
            said = next(wins)
            line["uradora_markers"] = line.pop("ura_markers")
            line["yakus"] = [
                [MJAI.get(one.id or "", one.id), 100 if one.han is None else one.han]
                for one in said.yaku or ()
                if one.han != 0
            ]
            line |= {"fan": 100 if said.limits else said.han, "hora_points": said.points}
            if said.fu and not said.limits:
                line["fu"] = said.fu
    return lines


def renamed(*names: tuple[str, str]) -> Callable[[list[dict[str, Any]]], list[dict[str, Any]]]:
    return lambda lines: [{dict(names).get(key, key): value for key, value in line.items()} for line in lines]


def by_name(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    names = lines[0]["names"] = ["Aki", "Bea", "Cho", "Dan"][: len(lines[0]["names"])]
    return [
        {key: names[value] if key in ("actor", "target") else value for key, value in line.items()} for line in lines
    ]


def without(*dropped: str) -> Callable[[list[dict[str, Any]]], list[dict[str, Any]]]:
    return lambda lines: [{key: value for key, value in line.items() if key not in dropped} for line in lines]


DIALECTS: dict[str, Callable[[list[dict[str, Any]]], list[dict[str, Any]]]] = {
    "the first server": lambda lines: lines,
    "one ura marker": renamed(("uradora_markers", "uradora_marker")),
    "both ura markers": lambda lines: [
        {**line, "ura_markers": line["uradora_markers"]} if "uradora_markers" in line else line for line in lines
    ],
    "han and delta": renamed(("fan", "han"), ("deltas", "delta"), ("yakus", "yaku")),
    "players by name": by_name,
    "no target, no dealer": without("target", "oya", "tsumogiri"),
    "greeting and thoughts": lambda lines: [{"type": "hello"}, *({**line, "meta": {"q": [0.5]}} for line in lines)],
    "sticks by another name": renamed(("kyotaku", "kyoutaku")),
    "requests between": lambda lines: [
        one
        for line in lines
        for one in (line, *[{"type": "request_action", "request_id": 1}] * (line["type"] == "tsumo"))
    ],
    "markers in lists": lambda lines: [
        {**line, "dora_marker": [line["dora_marker"]]} if "dora_marker" in line else line for line in lines
    ],
}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_dialect_of_mjai_agrees(dialect: str) -> None:
    for game in games():
        lines = DIALECTS[dialect](first_server(as_mjai(game.played), game))
        found = checked(lines)
        assert (found.disagreements, found.unread) == ([], [])
        plain = checked(first_server(as_mjai(game.played), game))
        assert found.figures == plain.figures > 0


def test_where_endings_tell_nothing_the_scores_of_the_next_round_are_compared() -> None:
    """As some programs write: no names, and of a win only whose it is."""
    lines = without("deltas")(as_mjai(next(games()).played))
    lines[0]["names"] = []
    assert keys(checked(lines)) == []
    place = [place for place, line in enumerate(lines) if line["type"] == "start_kyoku"][1]
    lines[place]["scores"][0] += 100
    assert "changes" in keys(checked(lines))


KITA: list[dict[str, Any]] = ROWS["two_win_a_north"]


def test_two_players_win_on_a_north_that_is_set_aside() -> None:
    """With Japanese names of yaku behind the keys of one dialect, and the kita without its tile."""
    game = read(KITA)
    assert [(win["seat"], win["from"], win["win"]) for win in game.record["rounds"][0]["wins"]] == [
        ("E", "W", "4z"),
        ("S", "W", "4z"),
    ]
    assert (keys(checked(KITA)), checked(KITA).unread) == ([], [])
    wrong = [{**line, "han": line["han"] + 1} if "han" in line else line for line in KITA]
    assert keys(checked(wrong)) == ["han", "han"]


def first_hora(lines: list[dict[str, Any]]) -> dict[str, Any]:
    return next(line for line in lines if line["type"] == "hora" and line.get("fan", 100) < 100)


@pytest.mark.parametrize(
    ("key", "change", "told"),
    [
        ("yakus", lambda old: [["sankantsu", 1], *old[1:]], ["yaku"]),
        ("yakus", lambda old: [*old, ["akadora", 3]], ["red"]),
        ("fan", lambda old: old + 1, ["han"]),
        ("fu", lambda old: old + 10, ["fu"]),
        ("hora_points", lambda old: old + 100, ["points"]),
    ],
)
def test_one_wrong_figure_in_a_dialect_is_found(key: str, change: Callable[[Any], Any], told: list[str]) -> None:
    for game in games():
        lines = first_server(as_mjai(game.played), game)
        line = first_hora(lines)
        line[key] = change(line[key])
        assert keys(checked(lines)) == told


def test_points_may_be_told_with_honba() -> None:
    """A round with a honba counter: 300 more than the hand is worth are right, and nothing else is."""
    game = next(games())
    lines = first_server(as_mjai(game.played), game)
    honba = 0
    for line in lines:
        honba = line.get("honba", honba)
        if line["type"] == "hora" and honba and line["actor"] != line["target"]:
            break
    worth = line["hora_points"]
    assert -min(line["deltas"]) == worth + 300 * honba
    found = {}
    for told in (worth, worth + 300 * honba, worth + 100, worth + 300 * honba + 300):
        line["hora_points"] = told
        found[told - worth] = keys(checked(lines))
    assert [*found.values()] == [[], [], ["points"], ["points"]]
    line["hora_points"] = worth + 300 * honba
    assert f"{worth}点" in "".join(write_tenhou_json(read(lines)))


def test_fu_that_are_not_rounded_are_compared_exactly() -> None:
    """Of all fu that round up to 40, those before rounding and 40 itself agree."""
    game = next(games())
    lines = first_server(as_mjai(game.played), game)
    line = next(line for line in lines if line["type"] == "hora" and line.get("fu") == 40)
    fitting = []
    for fu in range(31, 42):
        line["fu"] = fu
        fitting += [fu] * (not checked(lines).disagreements)
    assert len(fitting) == 2
    assert fitting[-1] == 40


def test_a_key_that_is_not_known_is_told_and_a_null_is_not() -> None:
    lines = as_mjai(sound().played)
    line = next(one for one in lines if one["type"] == "hora")
    line |= {"bonus_tiles": ["2p"], "more": None}
    found = checked(lines)
    assert (found.disagreements, found.unread) == ([], [Unread("E1, honba 0", "hora.bonus_tiles", ["2p"])])
    assert [*check_lines(found)] == ["a.json: E1, honba 0: hora: bonus_tiles: 2p is not known, and not compared"]


def test_keys_that_contradict_each_other_are_refused() -> None:
    lines = as_mjai(sound().played)
    next(one for one in lines if one["type"] == "hora")["uradora_markers"] = ["9p"]
    (error,) = read_logs(io.StringIO("\n".join(map(json.dumps, lines))), name="a.json")
    assert "expected 'ura_markers' once, found ['7p'] and ['9p'] as 'uradora_markers'" in str(error)


def test_two_winners_on_one_discard_without_targets() -> None:
    lines = without("target")([line for line in BUSY if line["type"] != "reach_accepted"])
    game = read(lines)
    assert [win["from"] for win in game.record["rounds"][0]["wins"]] == ["N", "N"]


@pytest.mark.parametrize(
    ("number", "named"), [(52, "kanburi"), (54, "uumensai"), (46, "paarenchan"), (64, "daichisei")]
)
def test_old_yaku_of_mahjong_soul_are_local_ones(number: int, named: str) -> None:
    (game,) = read_logs("samples/logs/tenhou.mjlog")
    assert isinstance(game, LoggedGame)
    value = as_mahjong_soul(game.played)
    hule = next(message for message in value["data"] if message["name"].endswith("Hule"))["data"]["hules"][0]
    hule["fans"].append({"id": number, "val": 0})
    wrong = checked(value)
    (one,) = [one for one in wrong.disagreements if one.key.endswith(".yaku")]
    assert [name for name in one.said if name not in one.found] == [named]
    hule["fans"][-1]["id"] = 61
    assert [one.said for one in checked(value).unread] == ["61"]


def test_a_reason_of_a_draw_that_is_not_known_is_passed_over() -> None:
    lines = as_mjai(sound().played)
    line = next(one for one in lines if one["type"] == "ryukyoku" and one["reason"] == "kyushukyuhai")
    line["reason"] = "nine_ends"
    found = checked(lines)
    assert (found.disagreements, found.unread) == ([], [Unread("E3, honba 1", "draw", "nine_ends")])
