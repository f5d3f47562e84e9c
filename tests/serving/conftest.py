"""A file for a server, and servers for the requests that should change nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serving.served import Server


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "scorepad.db"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the requests that should change nothing."""
    with Server(tmp_path_factory.mktemp("served") / "scorepad.db") as server:
        assert server.port
        yield server
