"""The program as a shell starts it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run(
    *words: str, stdin: bytes = b"", environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """The real program."""
    return subprocess.run(
        [sys.executable, "app.py", *words],
        input=stdin,
        capture_output=True,
        cwd=ROOT,
        env=os.environ | (environment or {}),
        timeout=60,
        check=False,
    )
