"""What every room's tests start from: an app on its own file, a client, a store."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.rules import RuleSet
from scorepad.store import Store
from tests.helpers import make_app, store_of
from tests.made_up_sheet import registered

_IN_MEMORY, _ROOM = Path("/dev/shm"), 1 << 30


def pytest_configure() -> None:
    """Files lie in memory where there is room: each commit waits for a disk, and no test cuts its power.

    numpy, which is loaded later, keeps to one core.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as many tests run as there is room for
    if _IN_MEMORY.is_dir() and shutil.disk_usage(_IN_MEMORY).free > _ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_IN_MEMORY))


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file without games, made once: what tests begin with is a copy of it."""
    path = tmp_path_factory.mktemp("empty") / "scorepad.db"
    Store(path).close()
    return path


@pytest.fixture
def new_file(empty: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(empty, tmp_path / "scorepad.db"))


@pytest.fixture
def app(new_file: Path) -> Iterator[Flask]:
    """An app on a new file, closed after the test."""
    made = make_app(new_file)
    yield made
    store_of(made).close()


@pytest.fixture(scope="module")
def one_app(empty: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An app for all tests of a file, whose games stand beside each other."""
    made = make_app(Path(shutil.copy(empty, tmp_path_factory.mktemp("one") / "scorepad.db")))
    yield made
    store_of(made).close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def store(new_file: Path) -> Iterator[Store]:
    """A store on a new file, closed after the test."""
    opened = Store(new_file)
    yield opened
    opened.close()


@pytest.fixture
def made_up() -> Iterator[RuleSet]:
    """A sheet of six dice and two columns, among the others for this test."""
    with registered() as ruleset:
        yield ruleset
