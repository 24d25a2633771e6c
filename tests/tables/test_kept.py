"""Rule sets that are kept from run to run are those that their files say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from calc.mahjong.load import read_mahjong_rules
from calc.mahjong.rules.ruleset import MahjongRules
from calc.tables import kept
from calc.tables.loader import Loader


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    monkeypatch.setenv(kept.ASKED, "1")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    kept._own_folder.cache_clear()
    yield tmp_path / "cache"
    kept._own_folder.cache_clear()


def read_nothing(table: Any) -> MahjongRules:
    raise AssertionError(f"read again: {table.data['id']}")


def written(rules: MahjongRules) -> dict[str, str]:
    """All fields as text: ``1``, ``1.0`` and ``true`` are three values; a set of tiles has no text of its own."""
    fields = {name: repr(getattr(rules, name)) for name in rules.__struct_fields__ if name != "sets"}
    return {**fields, "sets": repr(vars(rules.sets))}


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"kiriage_mangan": True},
        {"ippatsu": False, "renhou": "mangan"},
        {"uma": [20.0, 10.0, -10.0, -20.0]},
        {"red_fives": {"m": 0, "p": 0, "s": 0}},
    ],
    ids=str,
)
def test_what_is_kept_is_what_was_read(cache: Path, options: dict[str, Any]) -> None:
    read = Loader(read_mahjong_rules).load("tenhou", options)
    again = Loader(read_nothing).load("tenhou", options)
    assert again is not read
    assert written(again) == written(read)


def test_options_keep_little_beside_their_set(cache: Path) -> None:
    loader = Loader(read_mahjong_rules)
    loader.load("tenhou")
    (whole,) = (path.stat().st_size for path in cache.rglob("*") if path.is_file())
    loader.load("tenhou", {"kiriage_mangan": True})
    assert min(path.stat().st_size for path in cache.rglob("*") if path.is_file()) < whole / 4


def test_a_changed_file_is_read_again(cache: Path, tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    text = "extends: riichi\nversion: 1.0.0\nname: {en: House, ja: 家}\noptions: {kiriage_mangan: %s}\n"
    file.write_text(text % "false", encoding="utf-8")
    assert Loader(read_mahjong_rules).load(str(file), {"ippatsu": False}).points.base.round_up_above is None  # type: ignore[union-attr]
    file.write_text(text % "true", encoding="utf-8")
    assert Loader(read_mahjong_rules).load(str(file), {"ippatsu": False}).points.base.round_up_above is not None  # type: ignore[union-attr]
