"""Files from strangers: packed, broken, hostile. Each costs an error at most, and the next one goes on."""

import gzip
import io
import random
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from calc import LoggedGame, read_logs
from calc.errors import CalcError, UnreadableError
from calc.intake import unpack
from calc.mahjong.logs import mjlog_xml
from tests.logs.test_mjlog import TENHOU, xml

LOG = xml().encode()


def messages(source: Any, name: str = "a") -> list[str]:
    """What reading a source says: the names of games, and the messages of errors."""
    found = []
    for one in read_logs(io.BytesIO(source) if isinstance(source, bytes) else source, name=name):
        assert isinstance(one, (LoggedGame, UnreadableError))
        found.append(one.name if isinstance(one, LoggedGame) else one.message)
    return found


def zipped(members: Sequence[tuple[str, bytes]]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return packed.getvalue()


class TestWhatIsRead:
    @pytest.mark.parametrize(
        "data",
        [
            LOG,
            b"\xef\xbb\xbf\r\n" + LOG,
            b'<?xml version="1.0" encoding="UTF-8"?>\n' + LOG,
            xml().encode("utf-16"),
            gzip.compress(LOG),
            gzip.compress(LOG[:100]) + gzip.compress(LOG[100:]),
        ],
        ids=["plain", "byte order mark", "declaration", "utf-16", "gzip", "two gzip parts"],
    )
    def test_a_log_in_every_dress(self, data: bytes) -> None:
        assert messages(data) == ["a"]

    def test_a_path_and_its_name(self, tmp_path: Path) -> None:
        path = tmp_path / "game.mjlog"
        path.write_bytes(gzip.compress(LOG))
        assert messages(path, name="here") == ["here"]
        (game,) = read_logs(str(path))
        assert isinstance(game, LoggedGame)
        assert game.name == str(path)

    def test_streams_of_text_and_of_bytes(self) -> None:
        assert messages(io.StringIO(xml())) == ["a"]
        assert messages(io.TextIOWrapper(io.BytesIO(gzip.compress(LOG)))) == ["a"]

    def test_every_member_of_an_archive(self) -> None:
        members = [
            ("2009/a.mjlog", LOG),
            ("2009/b.mjlog", gzip.compress(LOG)),
            ("2009/", b""),
            ("__MACOSX/2009/._a.mjlog", b"junk"),
            ("2009/.DS_Store", b"junk"),
        ]
        assert messages(zipped(members)) == ["a/2009/a.mjlog", "a/2009/b.mjlog"]

    def test_a_broken_member_does_not_stop_the_next(self) -> None:
        members = [("a.mjlog", LOG[:-20]), ("notes.txt", b"hello"), ("c.mjlog", LOG)]
        broken, foreign, game = messages(zipped(members), name="x.zip")
        assert broken.startswith("x.zip/a.mjlog: expected whole XML, found a fault in line 1, column ")
        assert foreign == (
            "x.zip/notes.txt: expected Tenhou XML, Riichi City JSON, Mahjong Soul JSON, tenhou.net/6 JSON, "
            "majiang JSON, M.League pages or mjai lines, found 'hello'"
        )
        assert game == "x.zip/c.mjlog"


class TestWhatIsRefused:
    @pytest.mark.parametrize(
        ("data", "message"),
        [
            (b"", "a: expected a game log, found an empty file"),
            (b" \n\n ", "a: expected a game log, found an empty file"),
            (
                b"\x00\x01\x02\xff",
                "a: expected Tenhou XML, Riichi City JSON, Mahjong Soul JSON, tenhou.net/6 JSON, "
                "majiang JSON, M.League pages or mjai lines, found",
            ),
            (
                b"[1, 2]",
                "a: expected Tenhou XML, Riichi City JSON, Mahjong Soul JSON, tenhou.net/6 JSON, "
                "majiang JSON, M.League pages or mjai lines, found '[1, 2]'",
            ),
            (b"{", "a: expected JSON, found a fault in column 2: it ends too early"),
            (b'{\n"log": [\n', "a: expected JSON, found a fault in line 2, column 9: it ends too early"),
            (b'{\n"log": [1,\n 2 3]}', "a: expected JSON, found a fault in line 3, column 4: expected ',' or ']'"),
            (
                b"{}",
                "a: expected Riichi City JSON with 'handRecord', or Mahjong Soul JSON with 'head', or "
                "tenhou.net/6 JSON with 'log', or majiang JSON with 'qijia', or M.League pages with "
                "'cmd', or mjai lines with 'type', found the keys []",
            ),
            (b'{"log": 5}', "a: expected a list of 1 or more as 'log', found 5"),
            (b'{"log": [], "log": []}', "a: expected each key once, found 'log' a second time"),
            (b'{"log": ' + b"[" * 100_000, "a: expected JSON"),
            (b'{"log": "\xff"}', "a: expected JSON"),
            (b"<mjloggm>", "a: expected whole XML, found a fault in line 1, column 10: no element found"),
            (b"<mjloggm></mjloggm>", "a: expected a log with at least one round, found no <INIT>"),
            (LOG.replace(b'n0="', b'n0="\xff', 1), "a: expected XML in UTF-8, found another encoding"),
            (gzip.compress(LOG)[:-30], "a: expected a whole gzip file, found a broken one"),
            (gzip.compress(LOG)[:40] + b"junk", "a: expected a whole gzip file, found a broken one"),
            (gzip.compress(gzip.compress(LOG)), "a: expected a log inside of gzip, found something packed again"),
            (gzip.compress(zipped([("a", LOG)])), "a: expected a log inside of gzip, found something packed again"),
            (zipped([("a", LOG)])[:-30], "a: expected a whole zip file, found one without its end"),
            (zipped([]), "a: expected 1 to 50000 files in the archive, found 0"),
            (
                zipped([("b.zip", zipped([("a", LOG)]))]),
                "a/b.zip: expected a log in the archive, found another archive",
            ),
        ],
        # Packed data hold the time; a name of a test must be the same in every process.
        ids=lambda value: "data" if isinstance(value, bytes) else None,
    )
    def test_broken_files(self, data: bytes, message: str) -> None:
        (found,) = messages(data)
        assert found.startswith(message), found

    def test_files_that_cannot_be_opened(self, tmp_path: Path) -> None:
        missing = tmp_path / "none.mjlog"
        assert messages(missing, name="none") == [
            "expected a file that can be read, found 'none': No such file or directory"
        ]
        assert messages(tmp_path, name="folder") == ["expected a file that can be read, found 'folder': Is a directory"]
        assert messages(Path("a\0b"), name="nul") == [
            "expected a file that can be read, found 'nul': embedded null byte"
        ]

    def test_a_broken_list_of_members(self) -> None:
        data = bytearray(zipped([("a", LOG)]))
        at = data.rindex(b"PK\x01\x02")
        data[at] = 0
        (found,) = messages(bytes(data))
        assert found.startswith("a: expected a whole zip file, found a broken one")

    def test_a_member_with_a_password(self) -> None:
        data = bytearray(zipped([("b", LOG)]))
        for mark, offset in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
            data[data.index(mark) + offset] |= 1
        (found,) = messages(bytes(data))
        assert found.startswith("a/b: expected a whole file in the archive, found a broken one")

    def test_a_member_whose_bytes_changed(self) -> None:
        data = bytearray(zipped([("b", LOG)]))
        data[60] ^= 0xFF
        (found,) = messages(bytes(data))
        assert found.startswith("a/b: expected a whole file in the archive, found a broken one")


class TestWhatIsHostile:
    def test_an_entity_bomb(self) -> None:
        grown = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
        bomb = f'<?xml version="1.0"?><!DOCTYPE mjloggm [<!ENTITY e0 "ha">{grown}]><mjloggm a="&e9;"/>'
        assert messages(bomb.encode()) == [
            "a: expected XML without a document type or entities, found one; a game log has none"
        ]

    @pytest.mark.parametrize(
        "declared", ['SYSTEM "file:///etc/hostname"', '[<!ENTITY x SYSTEM "file:///etc/hostname">]']
    )
    def test_a_document_type_that_reaches_out(self, declared: str) -> None:
        text = f"<!DOCTYPE mjloggm {declared}>{xml()}"
        assert messages(text.encode()) == [
            "a: expected XML without a document type or entities, found one; a game log has none"
        ]

    def test_an_encoding_in_which_a_document_type_looks_otherwise(self) -> None:
        hidden = '<!DOCTYPE mjloggm [<!ENTITY x "A">]>'.encode("cp037")
        (found,) = messages(b'<?xml version="1.0" encoding="cp037"?>' + hidden + xml().encode("cp037"))
        assert found.startswith("a: expected")
        told = b'<?xml version="1.0" encoding="klingon"?>' + xml(TENHOU).encode()
        assert messages(told) == messages(xml(TENHOU).encode())

    def test_an_entity_that_was_never_declared(self) -> None:
        (found,) = messages(xml().replace('n0="A"', 'n0="&x;"').encode())
        assert "undefined entity" in found

    def test_elements_without_end(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(mjlog_xml, "MAX_ELEMENTS", 50)
        assert messages(xml("<T92/>" * 60 + TENHOU).encode()) == ["a: expected at most 50 moves in a log, found more"]

    def test_elements_in_elements_without_end(self) -> None:
        (found,) = messages(b"<mjloggm>" + b"<a>" * 50_000 + b"</a>" * 50_000 + b"</mjloggm>")
        assert found == "a: expected elements directly below the root, found 'a' deeper"
        assert messages(b"<mjloggm>" + b"<a>" * 300_000) == ["a: expected at most 100000 moves in a log, found more"]

    def test_a_file_that_is_too_long(self, tmp_path: Path) -> None:
        path = tmp_path / "long"
        with path.open("wb") as stream:
            stream.truncate(1 << 34)
        assert messages(path) == ["a: expected a log of at most 16 MiB, found more; is it a log?"]

    def test_a_gzip_bomb(self) -> None:
        bomb = gzip.compress(b" " * (unpack.MAX_LOG + 1))
        assert len(bomb) < 100_000
        assert messages(bomb) == ["a: expected a log of at most 16 MiB, found more; is it a log?"]

    def test_a_zip_bomb(self) -> None:
        bomb = zipped([("bomb", b" " * (unpack.MAX_LOG + 1)), ("game", LOG)])
        assert messages(bomb) == ["a/bomb: expected a log of at most 16 MiB, found more; is it a log?", "a/game"]

    def test_an_archive_that_grows_too_large_in_all(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(unpack, "MAX_UNPACKED", 2 * len(LOG))
        *games, last = messages(zipped([(f"{place}", LOG) for place in range(9)]))
        assert games == ["a/0", "a/1", "a/2"]
        assert last.startswith("a: expected at most 0 MiB unpacked, found more")

    def test_an_archive_of_too_many_files(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(unpack, "MAX_MEMBERS", 3)
        data = zipped([(f"{place}", LOG) for place in range(4)])
        assert messages(data) == ["a: expected 1 to 3 files in the archive, found 4"]
        monkeypatch.setattr(unpack, "MAX_DIRECTORY", 100)
        assert messages(data) == ["a: expected at most 3 files in the archive, found a list of more"]

    def test_names_and_values_that_are_long_are_cut_in_messages(self) -> None:
        for text in (
            xml().replace("<T92/>", f"<T92/><{'x' * 5000}/>"),
            xml().replace('oya="0"', f'oya="{"0" * 5000}"'),
        ):
            (found,) = messages(text.encode())
            assert len(found) < 300


def test_whatever_is_changed_in_a_log_costs_an_error_at_most() -> None:
    chance = random.Random(0)
    for _ in range(2000):
        data = bytearray(LOG)
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(data))
            data[at : at + chance.randint(0, 3)] = bytes(
                chance.choices(b'0123456789,-"<>/ TDN=&\xff', k=chance.randint(0, 3))
            )
        for found in read_logs(io.BytesIO(bytes(data)), name="a"):
            assert isinstance(found, (LoggedGame, CalcError))
