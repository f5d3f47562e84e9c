"""What every room's tests start from: an app on its own file, a client, a store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.rules import RuleSet
from scorepad.store import Store
from tests.helpers import make_app, store_of
from tests.made_up_sheet import registered


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """An app on a new file, closed after the test."""
    made = make_app(tmp_path / "scorepad.db")
    yield made
    store_of(made).close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store on a new file, closed after the test."""
    opened = Store(tmp_path / "scorepad.db")
    yield opened
    opened.close()


@pytest.fixture
def made_up() -> Iterator[RuleSet]:
    """A sheet of six dice and two columns, among the others for this test."""
    with registered() as ruleset:
        yield ruleset
