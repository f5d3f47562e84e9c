"""The key that signs cookies: made once, whole or not at all, and never one that anybody could guess."""

from __future__ import annotations

import os
import stat
from functools import partial
from pathlib import Path

import pytest

from scorepad.store import StoreError, secret, secret_key
from tests.helpers import together


def test_the_secret_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        key = secret_key(tmp_path)
    finally:
        os.umask(before)
    assert len(key) >= 32
    assert secret_key(tmp_path) == key
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_two_folders_have_two_keys(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    assert secret_key(tmp_path) != secret_key(tmp_path / "other")


def test_a_key_that_is_there_is_kept_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("0123456789abcdef" * 4 + "\n")
    assert secret_key(tmp_path) == "0123456789abcdef" * 4
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]


@pytest.mark.parametrize(
    "content",
    [b"", b"\n", b"   \n", b"\0" * 64, "schlüssel".encode() * 8, b"\xff" * 64, b"short", b"two words " * 8],
)
def test_a_key_that_is_empty_or_broken_is_refused_by_its_file(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "secret_key"
    file.write_bytes(content)
    with pytest.raises(StoreError) as caught:
        secret_key(tmp_path)
    assert (caught.value.reason, caught.value.facts) == ("broken_secret", {"file": str(file)})
    assert file.read_bytes() == content


def test_a_folder_in_place_of_the_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret_key").mkdir()
    with pytest.raises(StoreError, match="broken_secret"):
        secret_key(tmp_path)


def test_the_key_is_on_the_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    sync, link = os.fsync, os.link

    def synced(descriptor: int) -> None:
        done.append(f"sync {stat.S_ISDIR(os.fstat(descriptor).st_mode)}")
        sync(descriptor)

    def linked(source: Path, target: Path) -> None:
        done.append("link")
        assert source.read_text()
        link(source, target)

    monkeypatch.setattr(secret.os, "fsync", synced)
    monkeypatch.setattr(secret.os, "link", linked)
    secret_key(tmp_path)
    assert done == ["sync False", "link", "sync True"]


def test_a_power_cut_while_it_is_written_leaves_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(_descriptor: int) -> None:
        raise OSError("the power went")

    with monkeypatch.context() as patched:
        patched.setattr(secret.os, "fsync", cut)
        with pytest.raises(StoreError, match="the power went"):
            secret_key(tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert secret_key(tmp_path)


def test_all_who_make_it_at_once_have_the_same(tmp_path: Path) -> None:
    for number in range(10):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert len(set(together(*[partial(secret_key, folder)] * 8))) == 1
        assert [file.name for file in folder.iterdir()] == ["secret_key"]


@pytest.mark.parametrize("why", [PermissionError(1, "Operation not permitted"), NotImplementedError()])
def test_it_is_made_on_a_disk_that_knows_no_second_names_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, why: Exception
) -> None:
    """A memory card, or Android, where some Pythons have no such function at all."""

    def refused(_file: Path, _target: Path) -> None:
        raise why

    monkeypatch.setattr(Path, "hardlink_to", refused)
    monkeypatch.setattr(secret.os, "link", lambda *_: refused(tmp_path, tmp_path))
    key = secret_key(tmp_path)
    assert secret_key(tmp_path) == key
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
