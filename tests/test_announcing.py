"""What the terminal says of the pad that is served, whatever terminal it is."""

from __future__ import annotations

import io
import os
import sys

import pytest

from scorepad import announcing
from scorepad.announcing import announce, for_phones, say

HOME, OTHER = "192.168.1.5", "10.0.0.7"
BLOCKS = set("█▀▄")


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {4: [HOME, OTHER], 6: ["fd12::6"]}
    monkeypatch.setattr(announcing, "phone_addresses", lambda version: told[version])
    for name, value in (("LANG", "en_US.UTF-8"), ("COLUMNS", "80"), ("LINES", "24")):
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("LC_ALL", raising=False)


def said(monkeypatch: pytest.MonkeyPatch, *heard: tuple[str, int], encoding: str = "utf-8") -> list[str]:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding))
    announce(heard)
    return raw.getvalue().decode(encoding).splitlines()


def test_every_address_of_each_kind_that_is_listened_to_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = said(monkeypatch, ("0.0.0.0", 5000), ("::", 5000))
    assert lines[1] == "  on this machine: http://localhost:5000/"
    assert lines[2:5] == [
        f"  on a phone: http://{HOME}:5000/",
        f"  on a phone: http://{OTHER}:5000/",
        "  on a phone: http://[fd12::6]:5000/",
    ]
    assert set(lines[-1]) & BLOCKS


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.1.1", "::1", "fe80::1"])
def test_what_no_phone_can_open_is_not_told_to_phones(host: str) -> None:
    assert for_phones([(host, 5000)]) == []


def test_one_address_is_told_as_it_is() -> None:
    assert for_phones([("192.168.7.7", 80)]) == [("192.168.7.7", 80)]


@pytest.mark.parametrize(
    ("encoding", "columns", "rows"),
    [("ascii", 80, 24), ("cp1252", 80, 24), ("utf-8", 20, 24), ("utf-8", 80, 10)],
)
def test_a_code_that_has_no_room_or_no_signs_is_left_out(
    monkeypatch: pytest.MonkeyPatch, encoding: str, columns: int, rows: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(rows))
    lines = said(monkeypatch, ("0.0.0.0", 5000), encoding=encoding)
    assert lines[-1] == "  (this terminal cannot show the QR code)"
    assert not any(set(line) & BLOCKS for line in lines)


def test_a_terminal_without_the_letters_of_a_language_hears_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "fa_IR.UTF-8")
    assert said(monkeypatch, ("127.0.0.1", 5000), encoding="cp1252")[0].startswith("Scorepad is ready")
    assert not said(monkeypatch, ("127.0.0.1", 5000))[0].isascii()


def test_nobody_who_listens_is_no_mishap() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", encoding="utf-8") as out:
        say("Scorepad is ready.", out)
        say("Still served.", out)
    say("Nobody is there.", None)
