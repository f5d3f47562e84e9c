"""Templates that can be read: short lines, and no address but by url_for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).parent.parent / "templates"
FILES = sorted(file.relative_to(TEMPLATES).as_posix() for file in TEMPLATES.rglob("*.html"))
LONGEST = 140

# An attribute or a text of a template that begins with a slash; "/>" ends an element.
ABSOLUTE = re.compile(r"""["'=(]/(?!>)|https?://""")


@pytest.mark.parametrize("name", FILES)
def test_no_line_is_too_long_to_read(name: str) -> None:
    lines = (TEMPLATES / name).read_text(encoding="utf-8").splitlines()
    assert [number for number, line in enumerate(lines, 1) if len(line) > LONGEST] == []


@pytest.mark.parametrize("name", FILES)
def test_no_address_is_written_out(name: str) -> None:
    assert ABSOLUTE.findall((TEMPLATES / name).read_text(encoding="utf-8")) == []


def test_there_are_templates_to_look_at() -> None:
    assert {"layout.html", "pages/game.html", "parts/pad.html"} <= set(FILES)
