"""When the file was written last."""

from __future__ import annotations

from pathlib import Path


def last_written(path: Path) -> tuple[tuple[int, int], ...]:
    """Something else once anything was written to that database."""
    files = (Path(f"{path}{ending}") for ending in ("", "-wal"))
    return tuple((file.stat().st_mtime_ns, file.stat().st_size) for file in files if file.exists())
