"""A server to ask."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("litestar", reason="yaku serve needs its extra: pip install 'yaku-calc[serve]'")

from litestar.testing import TestClient

from calc.serve.answers import Desk
from calc.serve.app import make_app
from calc.serve.routes import Office
from calc.serve.shelf import Shelf
from calc.serve.tables import Tables

#: The address under which tests call the server.
HERE = "http://127.0.0.1:8253"


def client_for(folder: Path, *, rules_folder: Path | None = None, **guard: Any) -> TestClient[Any]:
    desk = Desk(Shelf(rules_folder))
    return TestClient(make_app(Office(desk, Tables(folder, desk)), **guard), base_url=HERE)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "tables"


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient[Any]]:
    with client_for(folder) as made:
        yield made
