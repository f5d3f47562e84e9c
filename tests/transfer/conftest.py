"""A store for many examples, and a second one beside the first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorepad.store import Store


@pytest.fixture(scope="module")
def long_lived(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """One store for all examples of a property; each brings uids of its own."""
    store = Store(tmp_path_factory.mktemp("transfer") / "scorepad.db")
    yield store
    store.close()


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Store]:
    """A second, empty store."""
    store = Store(tmp_path / "other" / "scorepad.db")
    yield store
    store.close()
