"""Files taken from others are the ones that the text beside them names."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

STATIC = Path(__file__).parent.parent.parent / "static"


def test_htmx_is_the_version_and_the_bytes_that_are_named_beside_it() -> None:
    named = (STATIC / "htmx.txt").read_text("utf-8")
    script = (STATIC / "htmx.min.js").read_bytes()
    version = re.search(r"htmx ([0-9.]+),", named)
    assert version is not None
    assert f'"{version[1]}"'.encode() in script
    assert f"sha384-{base64.b64encode(hashlib.sha384(script).digest()).decode()}" in named.split()
